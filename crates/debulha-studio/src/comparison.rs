//! Several systems side by side on one page.

use crate::state::Shared;
use crate::systems::Asked;
use crate::texts::Numbers;
use crate::wire::{Json, Named, Sent};
use axum::extract::State;
use debulha_compare::{ComparedBlock, ComparedSystem, Comparison};
use debulha_core::{Evidence, Scratch};
use debulha_server::problem::Problem;
use serde::{Deserialize, Serialize};
use std::ops::RangeInclusive;
use std::sync::Arc;

/// Systems that are compared.
const SYSTEMS: RangeInclusive<usize> = 2..=5;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Question {
    systems: Vec<Asked>,
}

#[derive(Serialize)]
pub(crate) struct Compared {
    systems: Vec<ComparedSystem>,
    words: u32,
    agreement: f64,
    f1: Vec<Vec<Option<f64>>>,
    blocks: Vec<Block>,
}

#[derive(Serialize)]
struct Block {
    #[serde(flatten)]
    block: ComparedBlock,
    texts: Vec<u32>,
}

/// `POST pages/ID/compare`.
pub(crate) async fn post(
    State(shared): State<Arc<Shared>>,
    Named(id): Named<usize>,
    Sent(Question { systems: asked }): Sent<Question>,
) -> Result<Json<Compared>, Problem> {
    if !SYSTEMS.contains(&asked.len()) {
        let detail = format!("ask for {} to {} systems", SYSTEMS.start(), SYSTEMS.end());
        return Err(Problem::bad_request("systems", detail));
    }
    let mut systems = Vec::with_capacity(asked.len());
    for asked in &asked {
        systems.push(shared.pipelines.get(&shared, asked).await?.system(asked.name()));
    }
    let own = Arc::clone(&shared);
    let work = move || {
        let (parsed, entry) = (own.parsed(id)?, own.entry(id)?);
        let page = parsed.page(Evidence::of_url(entry.url.as_deref()));
        let found = Comparison::of(&page, &systems, own.project.gold(entry), &mut Scratch::default());
        let (texts, mut numbers) = (page.text_blocks(), Numbers::new());
        let block = |(block, text): (ComparedBlock, _)| Block { block, texts: numbers.of(texts.nodes(text)) };
        Ok(Json(Compared {
            systems: found.systems,
            words: found.words,
            agreement: found.agreement,
            f1: found.f1,
            blocks: found.blocks.into_iter().zip(texts.blocks()).map(block).collect(),
        }))
    };
    shared.engine.run(work).await?
}
