//! What may be laid over a page: its structures, and its segments.

use crate::state::StudioState;
use crate::texts::TextNumbers;
use crate::wire::{JsonReply, PageNumber, UrlQuery};
use axum::extract::State;
use debulha_core::features::comments::{self, CommentParams};
use debulha_core::features::structures::structures;
use debulha_core::segmentation::{Missing, SegmentBlock};
use debulha_core::{Evidence, Page, ParamMap};
use debulha_server::problem::Problem;
use debulha_systems::segmenters;
use serde::{Deserialize, Serialize};
use std::ops::Range;
use std::sync::Arc;

/// Characters of a structure's text that its label has.
const LABEL_CHARS: usize = 60;

#[derive(Serialize)]
pub(crate) struct StructureOverlay {
    structures: Vec<OverlayStructure>,
}

#[derive(Serialize)]
struct OverlayStructure {
    kind: &'static str,
    node: u32,
    texts: Vec<u32>,
    label: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Segmenting {
    segmenter: String,
}

#[derive(Serialize)]
pub(crate) struct SegmentOverlay {
    segmenter: String,
    blocks: Vec<OverlaySegment>,
}

#[derive(Serialize)]
struct OverlaySegment {
    node: u32,
    texts: Vec<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    label: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    coherence: Option<u8>,
}

/// `GET pages/ID/structures`.
pub(crate) async fn get_structures(
    State(shared): State<Arc<StudioState>>,
    PageNumber(id): PageNumber,
) -> Result<JsonReply<StructureOverlay>, Problem> {
    let own = Arc::clone(&shared);
    let work = move || {
        let (parsed, url) = (own.parsed(id)?, own.entry(id)?.url.clone());
        Ok(JsonReply(StructureOverlay {
            structures: structures_of(&parsed.page(Evidence::of_url(url.as_deref()))),
        }))
    };
    shared.engine.run(work).await?
}

/// Tables, listings, lists and the like, then regions of comments, in document order.
fn structures_of(page: &Page<'_>) -> Vec<OverlayStructure> {
    let found = structures(page, page.listings());
    let blocks = page.text_blocks().blocks();
    let words = |row: usize| f64::from(blocks[row].counts.words);
    let regions = comments::find(page, &CommentParams::default(), &words);
    let structures =
        found.into_iter().map(|structure| (structure.kind.name(), structure.nodes.start, structure.nodes));
    let regions = regions.into_iter().map(|region| ("comments", region.element.0, region.nodes));
    let mut all: Vec<_> = structures.chain(regions).collect();
    all.sort_by_key(|(_, _, nodes)| (nodes.start, std::cmp::Reverse(nodes.end)));
    let mut numbers = TextNumbers::new();
    let structure = |(kind, node, nodes): (&'static str, u32, Range<u32>)| {
        let texts = page.text_nodes_in(nodes);
        let words = texts.iter().flat_map(|&text| page.document().text(text).split_whitespace());
        let begin = words.take(LABEL_CHARS).collect::<Vec<_>>().join(" ");
        OverlayStructure {
            kind,
            node,
            texts: numbers.of(texts),
            label: begin.chars().take(LABEL_CHARS).collect(),
        }
    };
    all.into_iter().map(structure).collect()
}

/// `GET pages/ID/segments`.
pub(crate) async fn get_segments(
    State(shared): State<Arc<StudioState>>,
    PageNumber(id): PageNumber,
    UrlQuery(Segmenting { segmenter: name }): UrlQuery<Segmenting>,
) -> Result<JsonReply<SegmentOverlay>, Problem> {
    let own = Arc::clone(&shared);
    let work = move || {
        let segmenter = segmenters::build(&name, &ParamMap::new())
            .map_err(|error| Problem::bad_request("segmenter", error.to_string()))?;
        let (parsed, url) = (own.parsed(id)?, own.entry(id)?.url.clone());
        let page = parsed.page(Evidence::of_url(url.as_deref()));
        let missing = |missing: Missing| Problem::new(409, "needs-layout", missing.to_string());
        let blocks = segmenter.segment(&page).map_err(missing)?.blocks;
        let mut numbers = TextNumbers::new();
        let segment = |block: SegmentBlock| OverlaySegment {
            node: block.element.0,
            texts: numbers.of(page.text_nodes_in(block.nodes)),
            label: block.label,
            coherence: block.coherence,
        };
        Ok(JsonReply(SegmentOverlay { segmenter: name, blocks: blocks.into_iter().map(segment).collect() }))
    };
    shared.engine.run(work).await?
}
