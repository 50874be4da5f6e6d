//! What a system makes of a page, with the place of everything.

use crate::state::StudioState;
use crate::systems::AskedSystem;
use crate::texts::{TextFate, fates, in_utf16};
use crate::wire::{JsonBody, JsonReply, PageNumber};
use axum::extract::State;
use debulha::Extraction;
use debulha_core::metadata::{Candidate, Metadata, ProductMetadata};
use debulha_core::outcome::BlockChance;
use debulha_core::verdict::VerdictEvidence;
use debulha_core::write::{Rendition, WriteOptions};
use debulha_core::{Scratch, Warning};
use debulha_dom::NodeId;
use debulha_server::problem::Problem;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::sync::Arc;

/// Probabilities are told with four digits.
const UNIT: f64 = 1e4;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct AnswerQuestion {
    system: AskedSystem,
}

#[derive(Serialize)]
pub(crate) struct SystemAnswer {
    extractor: String,
    verdict: &'static str,
    evidence: Vec<VerdictEvidence>,
    confidence: Option<f64>,
    warnings: Vec<Warning>,
    /// Text node, fate, probability of being content, and the probability from which on it would be kept.
    nodes: Vec<(u32, u8, Option<f64>, Option<f64>)>,
    markdown: String,
    blocks: Vec<AnswerBlock>,
    comments: usize,
    metadata: Value,
}

#[derive(Serialize)]
struct AnswerBlock {
    node: u32,
    /// Where it stands in the Markdown, in UTF-16 units.
    md: Option<[usize; 2]>,
    texts: Vec<u32>,
}

/// `POST pages/ID/answer`.
pub(crate) async fn post(
    State(shared): State<Arc<StudioState>>,
    PageNumber(id): PageNumber,
    JsonBody(AnswerQuestion { system }): JsonBody<AnswerQuestion>,
) -> Result<JsonReply<SystemAnswer>, Problem> {
    let extraction = shared.extraction(id, &system).await?;
    let built = shared.pipelines.get(&shared, &system).await?;
    let work = move || {
        let chances = built.pipeline.extractor().chances(&extraction.page(), &mut Scratch::default());
        answer(&extraction, &chances)
    };
    shared.engine.run(work).await.map(JsonReply)
}

fn answer(extraction: &Extraction, chances: &[BlockChance]) -> SystemAnswer {
    let page = extraction.page();
    let fates = fates(&page, extraction.outcome.labels());
    let mut chance_of: HashMap<NodeId, &BlockChance> = HashMap::new();
    for chance in chances {
        chance_of.extend(chance.nodes.iter().map(|&node| (node, chance)));
    }
    let node = |&(node, fate): &(NodeId, TextFate)| {
        let chance = chance_of.get(&node);
        let cut = chance.map(|chance| chance.least).filter(|least| least.is_finite());
        (node.0, fate as u8, chance.map(|chance| rounded(chance.probability)), cut.map(rounded))
    };
    let options = WriteOptions::with_links_and_images();
    let placed = extraction.place(Rendition::Markdown, &options);
    let verdict = &extraction.verdict;
    SystemAnswer {
        extractor: extraction.extractor.clone(),
        verdict: verdict.kind.name(),
        evidence: verdict.evidence.clone(),
        confidence: verdict.rounded_confidence(),
        warnings: extraction.warnings.clone(),
        nodes: fates.iter().map(node).collect(),
        blocks: blocks(extraction, &fates, in_utf16(&placed.text, &placed.blocks)),
        markdown: placed.text,
        comments: extraction.comments().len(),
        metadata: metadata(&extraction.metadata()),
    }
}

fn blocks(
    extraction: &Extraction,
    fates: &[(NodeId, TextFate)],
    places: Vec<Option<[usize; 2]>>,
) -> Vec<AnswerBlock> {
    let texts = texts_of(extraction, fates);
    let block = |(block, md): (&debulha::content::Block, Option<[usize; 2]>)| AnswerBlock {
        node: block.node.0,
        md,
        texts: texts.get(&block.node).cloned().unwrap_or_default(),
    };
    extraction.blocks().iter().zip(places).map(block).collect()
}

/// By the element of a block, the texts that were kept and that are in no block inside of it. O(nodes).
fn texts_of(extraction: &Extraction, fates: &[(NodeId, TextFate)]) -> HashMap<NodeId, Vec<u32>> {
    let doc = extraction.document();
    let mut texts: HashMap<NodeId, Vec<u32>> = HashMap::new();
    let mut starts: Vec<NodeId> = extraction.blocks().iter().map(|block| block.node).collect();
    starts.sort_unstable();
    starts.dedup();
    let mut starts = starts.into_iter().peekable();
    let mut open: Vec<NodeId> = Vec::new();
    for &(node, fate) in fates {
        while let Some(start) = starts.next_if(|&start| start <= node) {
            while open.pop_if(|&mut around| !doc.contains(around, start)).is_some() {}
            open.push(start);
        }
        while open.pop_if(|&mut around| !doc.contains(around, node)).is_some() {}
        if let (TextFate::Kept | TextFate::Part, Some(&block)) = (fate, open.last()) {
            texts.entry(block).or_default().push(node.0);
        }
    }
    texts
}

/// What the page says about itself, one value a field.
fn metadata(metadata: &Metadata) -> Value {
    let names = |authors: &[Candidate]| authors.iter().map(|author| author.value.clone()).collect::<Vec<_>>();
    json!({
        "title": metadata.title.value(),
        "authors": names(&metadata.authors),
        "published": metadata.published.value(),
        "modified": metadata.modified.value(),
        "site_name": metadata.site_name.value(),
        "url": metadata.url.value(),
        "description": metadata.description.value(),
        "language": metadata.language.value(),
        "license": metadata.license.value(),
        "image": metadata.image.value(),
        "categories": metadata.categories,
        "tags": metadata.tags,
        "page_type": metadata.page_type.value(),
        "product": metadata.product.as_ref().map(product),
    })
}

/// The chosen values of a product.
fn product(product: &ProductMetadata) -> Value {
    product.fields().into_iter().map(|(name, field)| (name.to_owned(), json!(field.value()))).collect()
}

/// A probability with the digits that are told.
pub(crate) fn rounded(probability: f32) -> f64 {
    (f64::from(probability) * UNIT).round() / UNIT
}
