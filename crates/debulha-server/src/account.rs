//! What debulha says of a page beside its content.

use debulha::Extraction;
use serde_json::{Value, json};

/// What debulha says of a page: verdict, confidence, warnings, system, and blocks that the page hides.
pub(crate) fn account(extraction: &Extraction) -> Value {
    json!({
        "verdict": extraction.verdict.kind.name(),
        "confidence": extraction.verdict.rounded_confidence(),
        "warnings": extraction.warnings,
        "extractor": extraction.extractor,
        "hiddenBlocks": hidden(extraction).into_iter().filter(|&is_hidden| is_hidden).count(),
    })
}

/// For each block of the content, whether some of its text is hidden in the page. O(spans log blocks).
pub(crate) fn hidden(extraction: &Extraction) -> Vec<bool> {
    let blocks = extraction.blocks();
    let mut hidden = vec![false; blocks.len()];
    let Some(labels) = extraction.outcome.labels() else { return hidden };
    let page = extraction.page();
    let mut places: Vec<(u32, usize)> =
        blocks.iter().enumerate().map(|(at, block)| (block.node.0, at)).collect();
    places.sort_unstable();
    for span in labels.spans.iter().chain(&labels.beside) {
        if page.visibility().is_hidden(span.node) {
            let after = places.partition_point(|&(node, _)| node <= span.node.0);
            if let Some(&(_, at)) = places[..after].last() {
                hidden[at] = true;
            }
        }
    }
    hidden
}
