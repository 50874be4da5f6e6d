//! Several systems side by side on one page.

use crate::state::StudioState;
use crate::systems::AskedSystem;
use crate::texts::TextNumbers;
use crate::wire::{JsonBody, JsonReply, PageNumber};
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
pub(crate) struct CompareQuestion {
    systems: Vec<AskedSystem>,
}

#[derive(Serialize)]
pub(crate) struct ComparisonAnswer {
    systems: Vec<ComparedSystem>,
    words: u32,
    agreement: f64,
    f1: Vec<Vec<Option<f64>>>,
    blocks: Vec<ComparisonBlock>,
}

#[derive(Serialize)]
struct ComparisonBlock {
    #[serde(flatten)]
    block: ComparedBlock,
    texts: Vec<u32>,
}

/// `POST pages/ID/compare`.
pub(crate) async fn post(
    State(shared): State<Arc<StudioState>>,
    PageNumber(id): PageNumber,
    JsonBody(CompareQuestion { systems: asked }): JsonBody<CompareQuestion>,
) -> Result<JsonReply<ComparisonAnswer>, Problem> {
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
        let (texts, mut numbers) = (page.text_blocks(), TextNumbers::new());
        let block = |(block, text): (ComparedBlock, _)| ComparisonBlock {
            block,
            texts: numbers.of(texts.nodes(text)),
        };
        Ok(JsonReply(ComparisonAnswer {
            systems: found.systems,
            words: found.words,
            agreement: found.agreement,
            f1: found.f1,
            blocks: found.blocks.into_iter().zip(texts.blocks()).map(block).collect(),
        }))
    };
    shared.engine.run(work).await?
}
