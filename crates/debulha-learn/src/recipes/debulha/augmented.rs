//! Pages made of pages to learn from: what the labelled ones have too few of, with labels that are known.

use crate::label::BlockLabels;
use debulha_core::Page;
use debulha_core::features::random::SplitMix64;
use debulha_dom::{Document, NodeId};
use std::ops::Range;

/// Words of content that a page needs to be truncated (our decision).
const MIN_TO_TRUNCATE: f64 = 120.0;

/// Fewest words of content that are left of a truncated page (our decision: a short piece of news).
const MIN_LEFT: f64 = 30.0;

/// Share of gold words from which on a block of a page to be truncated is content (our decision).
const CONTENT: f64 = 0.5;

/// How a page is made of another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Augmentation {
    /// See [`truncated`].
    Truncated,
    /// See [`script_only`].
    ScriptOnly,
}

impl Augmentation {
    /// The name in figures.
    pub(super) fn name(self) -> &'static str {
        match self {
            Augmentation::Truncated => "augmented: truncated",
            Augmentation::ScriptOnly => "augmented: script only",
        }
    }
}

/// An augmented page.
pub(super) struct Augmented {
    pub(super) kind: Augmentation,
    /// Its source.
    pub(super) html: String,
    /// Its gold text.
    pub(super) gold: String,
}

/// The page with only the beginning of its content: the blocks up to a number of words between [`MIN_LEFT`] and half of
/// all, each order of magnitude as likely. All else stays, so that trees see short articles among long lists, which
/// languages and years other than those of the labelled pages have. `None` for pages with little content.
/// O(nodes + blocks · depth).
pub(super) fn truncated(page: &Page<'_>, labels: &BlockLabels, random: &mut SplitMix64) -> Option<Augmented> {
    let texts = page.text_blocks();
    let content: Vec<bool> = labels.blocks.iter().map(|&share| share >= CONTENT).collect();
    let words = |row: usize| f64::from(labels.block_words[row]);
    let all: f64 = (0..content.len()).filter(|&row| content[row]).map(words).sum();
    if all < MIN_TO_TRUNCATE {
        return None;
    }
    let most = MIN_LEFT * (all / 2.0 / MIN_LEFT).powf(random.below_one());
    let (mut left, mut cut, mut gold) = (0.0, vec![false; content.len()], String::new());
    for row in (0..content.len()).filter(|&row| content[row]) {
        if left > most {
            cut[row] = true;
        } else {
            left += words(row);
            texts
                .nodes(&texts.blocks()[row])
                .iter()
                .for_each(|&node| gold.push_str(page.document().text(node)));
            gold.push('\n');
        }
    }
    let html = without(page.document(), &places(page, &cut));
    Some(Augmented { kind: Augmentation::Truncated, html, gold })
}

/// Bytes of the source of the blocks that are cut: of the largest elements without other text, or else of the texts. In
/// order, apart.
fn places(page: &Page<'_>, cut: &[bool]) -> Vec<Range<usize>> {
    let (doc, texts) = (page.document(), page.text_blocks());
    let first: Vec<NodeId> = texts.blocks().iter().map(|block| texts.nodes(block)[0]).collect();
    let is_cut = |element: NodeId| {
        let start = first.partition_point(|&node| node < element);
        let end = first.partition_point(|&node| node.0 < doc.subtree_end(element));
        cut[start..end].iter().all(|&cut| cut)
    };
    let mut ranges = Vec::new();
    for (block, _) in texts.blocks().iter().zip(cut).filter(|&(_, &cut)| cut) {
        let around = std::iter::once(block.element).chain(doc.ancestors(block.element));
        match around.take_while(|&element| is_cut(element)).last() {
            Some(element) => ranges.extend(doc.source_range(element)),
            None => ranges.extend(texts.nodes(block).iter().filter_map(|&node| doc.source_range(node))),
        }
    }
    joined(ranges)
}

/// Ranges in order, those that meet made one.
fn joined(mut ranges: Vec<Range<usize>>) -> Vec<Range<usize>> {
    ranges.sort_unstable_by_key(|range| (range.start, range.end));
    let mut apart: Vec<Range<usize>> = Vec::new();
    for range in ranges {
        match apart.last_mut() {
            Some(last) if range.start <= last.end => last.end = last.end.max(range.end),
            _ => apart.push(range),
        }
    }
    apart
}

/// The source without some of its bytes.
fn without(doc: &Document, ranges: &[Range<usize>]) -> String {
    let source = doc.source();
    let mut left = String::with_capacity(source.len());
    let mut from = 0;
    for range in ranges {
        left.push_str(&source[from..range.start]);
        from = range.end;
    }
    left.push_str(&source[from..]);
    left
}

/// A page that a browser would build from its state: nothing in the body, the blocks as strings of a JSON script, a
/// string for each run of blocks that are content together or not. `gold` is that of the page. O(text).
pub(super) fn script_only(page: &Page<'_>, labels: &BlockLabels, gold: &str) -> Augmented {
    let (doc, texts) = (page.document(), page.text_blocks());
    let rows: Vec<usize> = (0..labels.blocks.len()).collect();
    let is_content = |row: &usize| labels.blocks[*row] >= CONTENT;
    let paragraphs = |rows: &[usize]| {
        let mut html = String::new();
        for &row in rows {
            html.push_str("<p>");
            for &node in texts.nodes(&texts.blocks()[row]) {
                escape(doc.text(node), &mut html);
            }
            html.push_str("</p>");
        }
        serde_json::json!({ "text": html })
    };
    let runs = rows.chunk_by(|a, b| is_content(a) == is_content(b));
    // A slash that follows `<` would end the script.
    let state = runs.map(paragraphs).collect::<serde_json::Value>().to_string().replace("</", "<\\/");
    let title = doc.head().map_or("", |head| {
        let title = doc.children(head).find(|&node| doc.name(node) == debulha_dom::names::TITLE);
        title.and_then(|title| doc.first_child(title)).map_or("", |text| doc.text(text))
    });
    let mut html = String::from("<!DOCTYPE html><title>");
    escape(title, &mut html);
    html.push_str("</title><body><div id=app></div><script type=\"application/json\">");
    html.push_str(&state);
    html.push_str("</script>");
    Augmented { kind: Augmentation::ScriptOnly, html, gold: gold.to_owned() }
}

fn escape(text: &str, html: &mut String) {
    for character in text.chars() {
        match character {
            '<' => html.push_str("&lt;"),
            '&' => html.push_str("&amp;"),
            other => html.push(other),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::label::BlockRules;
    use debulha_core::features::payloads::{PayloadOptions, with_payload_nodes};
    use debulha_dom::{Limits, parse};

    const WORDS: &str =
        "the thresher beats the sheaves of wheat until the grain falls from the ears and chaff is blown away";

    fn page_of(paragraphs: usize) -> (String, String) {
        let text: Vec<String> = (0..paragraphs).map(|number| format!("{number} {WORDS}")).collect();
        let body: String = text.iter().flat_map(|text| ["<p>", text, "</p>"]).collect();
        (
            format!("<title>Chaff</title><nav><a>Home</a></nav><main>{body}</main><footer>Imprint</footer>"),
            text.join("\n"),
        )
    }

    #[test]
    fn a_truncated_page_keeps_the_beginning_and_all_that_is_not_content() {
        let (html, gold) = page_of(20);
        let doc = parse(&html, &Limits::default()).document;
        let page = Page::new(&doc);
        let labels = BlockRules::default().label(&page, &gold);
        let mut lengths = Vec::new();
        for seed in 0..8 {
            let augmented = truncated(&page, &labels, &mut SplitMix64::new(seed)).expect("enough content");
            let kept = augmented.gold.lines().count();
            assert!((2..=11).contains(&kept), "{kept}");
            let paragraphs: String = gold.lines().take(kept).flat_map(|text| ["<p>", text, "</p>"]).collect();
            assert_eq!(
                augmented.html,
                html.replace(
                    &html[html.find("<p>").expect("text")..html.find("</main>").expect("main")],
                    &paragraphs
                )
            );
            lengths.push(kept);
        }
        lengths.sort_unstable();
        lengths.dedup();
        assert!(lengths.len() > 2, "{lengths:?}");
    }

    #[test]
    fn a_page_with_little_content_is_not_truncated() {
        let (html, gold) = page_of(3);
        let doc = parse(&html, &Limits::default()).document;
        let page = Page::new(&doc);
        let labels = BlockRules::default().label(&page, &gold);
        assert!(truncated(&page, &labels, &mut SplitMix64::new(1)).is_none());
    }

    #[test]
    fn a_shell_has_its_text_in_its_script_alone() {
        let (html, gold) = page_of(8);
        let doc = parse(&html, &Limits::default()).document;
        let page = Page::new(&doc);
        let labels = BlockRules::default().label(&page, &gold);
        let augmented = script_only(&page, &labels, &gold);
        let parsed = parse(&augmented.html, &Limits::default()).document;
        assert_eq!(Page::new(&parsed).text_blocks().blocks().len(), 1, "the title");
        let parsed = with_payload_nodes(parsed, &PayloadOptions::default());
        let page = Page::new(&parsed);
        let with_hidden = page.with_hidden_text().expect("text in the script");
        let labels = BlockRules::default().label(&with_hidden, &augmented.gold);
        assert_eq!(labels.blocks.iter().filter(|&&share| share > 0.9).count(), 8);
    }
}
