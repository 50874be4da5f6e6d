//! What a tool answers: first what debulha says, then a piece of the page's text, apart from each other.

use super::cut::{self, CutPiece};
use super::places;
use crate::account::hidden;
use crate::problem::Problem;
use debulha::content::{BlockKind, Placed, Rendition};
use debulha::records::RecordGroup;
use debulha::{Extraction, VerdictKind, WriteOptions};
use rmcp::model::{CallToolResult, ContentBlock};
use std::fmt::Write as _;
use std::ops::Range;

/// Hidden blocks that an answer names; of more it gives the number.
const MAX_HIDDEN: usize = 20;

/// Which piece of a text is requested.
#[derive(Debug, Clone, Copy)]
pub(super) struct TextWindow {
    /// The first character.
    pub(super) start: usize,
    /// Characters at most.
    pub(super) most: usize,
}

impl TextWindow {
    /// The piece of a text.
    ///
    /// # Errors
    /// 400 for a start beyond the end.
    pub(super) fn piece(self, text: &str, levels: &[Vec<usize>]) -> Result<CutPiece, Problem> {
        cut::piece(text, levels, self.start, self.most).ok_or_else(|| {
            let detail = format!(
                "start_index {} is beyond the text, which has {} characters",
                self.start,
                text.chars().count()
            );
            Problem::bad_request("start-index", detail)
        })
    }
}

/// What debulha says, and a piece of the page's text as a part of its own: no page can fake the first part.
pub(super) fn result(head: String, text: &str) -> CallToolResult {
    let mut parts = vec![ContentBlock::text(head)];
    if !text.is_empty() {
        parts.push(ContentBlock::text(text));
    }
    CallToolResult::success(parts)
}

/// The lines about a page: verdict and confidence, then warnings. Nothing of it is text of the page.
pub(super) fn head(extraction: &Extraction) -> String {
    let verdict = &extraction.verdict;
    let mut head = format!("verdict: {}", verdict.kind);
    if verdict.kind != VerdictKind::Ok {
        let rules: Vec<&str> = verdict.evidence.iter().map(|evidence| evidence.rule).collect();
        if !rules.is_empty() {
            let _ = write!(head, " ({})", rules.join(", "));
        }
    }
    match verdict.rounded_confidence() {
        Some(confidence) => {
            let _ = write!(head, "; confidence: {confidence:.2}");
        }
        None => head.push_str("; confidence: unknown"),
    }
    let _ = writeln!(head, "; extractor: {}", extraction.extractor);
    for warning in &extraction.warnings {
        let _ = writeln!(head, "warning: {warning}");
    }
    if extraction.is_empty() {
        head.push_str("no content was found\n");
    }
    head
}

/// The content of a page as text or Markdown, cut to a window.
///
/// # Errors
/// 400 for a start beyond the end.
pub(super) fn content(
    extraction: &Extraction,
    rendition: Rendition,
    window: TextWindow,
    query: Option<&str>,
) -> Result<CallToolResult, Problem> {
    let options = WriteOptions::with_links_and_images();
    let placed = extraction.place(rendition, &options);
    // Records are looked for only where a text must be cut.
    let levels = match placed.text.chars().nth(window.most) {
        None if window.start == 0 => Vec::new(),
        _ => levels(extraction, &placed),
    };
    let piece = window.piece(&placed.text, &levels)?;
    let mut head = head(extraction);
    hidden_blocks(extraction, &placed, &piece, &mut head);
    if let Some(query) = query {
        head.push_str(&places::line(&placed, query));
    }
    if !piece.is_whole() {
        let _ = writeln!(head, "{}", piece.account());
    }
    Ok(result(head, &placed.text[piece.bytes]))
}

/// The places where a text may be cut, between larger units first: records, then blocks with the heading above, then blocks.
/// O(blocks + records).
fn levels(extraction: &Extraction, placed: &Placed) -> Vec<Vec<usize>> {
    let records = extraction.records();
    let RecordPlaces { within, begins } = record_places(&records, placed.blocks.len());
    let mut is_after_heading = false;
    let headed: Vec<bool> = extraction
        .blocks()
        .iter()
        .zip(&placed.blocks)
        .map(|(block, range)| {
            let is_headed = is_after_heading;
            is_after_heading =
                range.as_ref().map_or(is_headed, |_| matches!(block.kind, BlockKind::Heading { .. }));
            is_headed
        })
        .collect();
    let places = |is_cut: &dyn Fn(usize) -> bool| -> Vec<usize> {
        let shown =
            placed.blocks.iter().enumerate().filter_map(|(at, range)| Some((at, range.as_ref()?.start)));
        shown.filter(|&(at, _)| is_cut(at)).map(|(_, start)| start).collect()
    };
    vec![
        places(&|at| !within[at] && !headed[at]),
        places(&|at| begins[at] || (!within[at] && !headed[at])),
        places(&|at| begins[at] || !headed[at]),
        places(&|_| true),
    ]
}

/// For each block, whether it goes on with a record, and whether a record begins with it.
struct RecordPlaces {
    within: Vec<bool>,
    begins: Vec<bool>,
}

fn record_places(groups: &[RecordGroup], blocks: usize) -> RecordPlaces {
    // Records may nest, so the ends of those that are open are counted.
    let mut changes = vec![0_i64; blocks + 1];
    let mut begins = vec![false; blocks];
    for extent in groups.iter().flat_map(|group| &group.records).filter_map(|record| record.extent.as_ref()) {
        let Range { start, end } = extent.blocks;
        if start < end && end <= blocks {
            changes[start + 1] += 1;
            changes[end] -= 1;
            begins[start] = true;
        }
    }
    let open = changes.iter().scan(0, |open, change| {
        *open += change;
        Some(*open > 0)
    });
    RecordPlaces { within: open.take(blocks).collect(), begins }
}

/// Names the blocks of a piece that have text which the page hides.
fn hidden_blocks(extraction: &Extraction, placed: &Placed, piece: &CutPiece, head: &mut String) {
    let hidden = hidden(extraction);
    let is_here = |range: &Range<usize>| range.start < piece.bytes.end && range.end > piece.bytes.start;
    let places = placed.blocks.iter().enumerate().filter(|&(at, _)| hidden[at]);
    let here: Vec<(usize, &Range<usize>)> =
        places.filter_map(|(at, range)| Some((at, range.as_ref().filter(|range| is_here(range))?))).collect();
    if here.is_empty() {
        return;
    }
    head.push_str("hidden text (the page does not show it to its readers):");
    let (mut counted, mut chars) = (0, 0);
    for (nth, &(at, range)) in here.iter().take(MAX_HIDDEN).enumerate() {
        let mut place = |byte: usize| {
            chars += placed.text[counted..byte].chars().count();
            counted = byte;
            chars
        };
        let (start, end) = (place(range.start), place(range.end));
        let _ = write!(
            head,
            "{} block {} (characters {start} to {end})",
            if nth == 0 { "" } else { "," },
            at + 1
        );
    }
    if here.len() > MAX_HIDDEN {
        let _ = write!(head, ", and {} more", here.len() - MAX_HIDDEN);
    }
    head.push('\n');
}
