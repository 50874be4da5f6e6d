//! The page as the rules see it: how much text there is, and how much of it was kept.

use crate::features::stats::Counts;
use crate::features::white_space::fold_into;
use crate::outcome::Outcome;
use crate::page::Page;
use crate::verdict::VerdictParams;
use debulha_dom::{Document, Namespace, NodeId, names};

/// Characters a word from which on a text is taken to be in a script without spaces (our decision: words of European
/// languages have 5 to 8 with the space; long compounds and addresses more, but not on average over a block).
const UNSPACED_CHARS_PER_WORD: u32 = 12;

/// Characters of a usual word in scripts without spaces, as in [`words`](crate::features::words::words).
const CHARS_OF_UNSPACED_WORD: u32 = 2;

/// Words of a block of text, in any script.
pub(super) fn size(counts: Counts) -> u32 {
    if counts.chars > counts.words * UNSPACED_CHARS_PER_WORD {
        counts.chars / CHARS_OF_UNSPACED_WORD
    } else {
        counts.words
    }
}

/// A text block of which something was kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct KeptBlock {
    /// Its index among the text blocks.
    pub(super) block: usize,
    /// Words kept of it.
    pub(super) words: u32,
}

/// A page, its answer and their sizes.
pub(super) struct VerdictView<'v, 'd> {
    pub(super) page: &'v Page<'d>,
    pub(super) params: &'v VerdictParams,
    /// Words of the visible text blocks, the page's title among them.
    pub(super) visible: u32,
    /// Those outside links.
    pub(super) own: u32,
    /// Words kept, visible or not.
    pub(super) kept: u32,
    /// The visible blocks of which something was kept, in order.
    pub(super) kept_blocks: Vec<KeptBlock>,
    /// The page's `title`.
    pub(super) title: Option<NodeId>,
}

impl<'v, 'd> VerdictView<'v, 'd> {
    /// O(text blocks + spans + nodes of the head).
    pub(super) fn of(page: &'v Page<'d>, outcome: &Outcome, params: &'v VerdictParams) -> Self {
        let doc = page.document();
        let (mut visible, mut own) = (0, 0);
        for block in page.text_blocks().blocks() {
            let counts = block.counts;
            let all = size(counts);
            visible += all;
            own += all - size_of_part(all, counts.link_chars, counts.chars);
        }
        let (kept, kept_blocks) = kept(page, outcome);
        let title =
            doc.head().and_then(|head| doc.descendants(head).find(|&node| doc.name(node) == names::TITLE));
        // Some pages have it in the wrong place.
        let title = title.or_else(|| {
            doc.elements_named(names::TITLE).find(|&node| doc.namespace(node) == Namespace::Html)
        });
        VerdictView { page, params, visible, own, kept, kept_blocks, title }
    }

    /// The folded text of a visible block, in lower case.
    pub(super) fn block_text(&self, block: usize) -> String {
        let (doc, blocks) = (self.page.document(), self.page.text_blocks());
        let mut text = String::new();
        for &node in blocks.nodes(&blocks.blocks()[block]) {
            if !text.is_empty() {
                text.push(' ');
            }
            fold_into(&mut text, doc.text(node));
        }
        searchable(&text)
    }

    /// The folded text of an element, in lower case.
    pub(super) fn text_of(&self, node: NodeId) -> String {
        let mut text = String::new();
        fold_into(&mut text, &self.page.document().text_content(node));
        searchable(&text)
    }

    /// The blocks of the text with their words: those kept; where nothing was kept of a page of at most this many words,
    /// the visible ones.
    pub(super) fn text_blocks_up_to(&self, max_words: u32) -> Vec<KeptBlock> {
        if self.kept > 0 {
            return if self.kept <= max_words { self.kept_blocks.clone() } else { Vec::new() };
        }
        if self.visible > max_words {
            return Vec::new();
        }
        let blocks = self.page.text_blocks().blocks().iter().enumerate();
        blocks.map(|(block, text)| KeptBlock { block, words: size(text.counts) }).collect()
    }

    /// The labels of the controls that are shown, in lower case, with their elements: buttons, and short links. O(nodes +
    /// text of the controls).
    pub(super) fn controls(&self) -> Vec<(NodeId, String)> {
        let doc = self.page.document();
        let is_button = |node: NodeId, kinds: &[&str]| {
            let kind = doc.attribute(node, names::TYPE).unwrap_or_default().trim();
            kinds.iter().any(|button| kind.eq_ignore_ascii_case(button))
        };
        // Controls may be nested; long ones, which have no label, are not read.
        let is_short = |node: NodeId| self.page.stats().subtree(doc, node).chars <= MAX_LABEL_BYTES as u32;
        let label = |node: NodeId| {
            let is_control = matches!(doc.name(node), names::BUTTON | names::A)
                || doc.attribute(node, names::ROLE) == Some("button");
            if doc.name(node) == names::INPUT {
                let value = doc.attribute(node, names::VALUE);
                value.filter(|_| is_button(node, &["submit", "button"])).map(searchable)
            } else {
                (is_control && is_short(node)).then(|| self.text_of(node))
            }
        };
        let controls = self.shown_elements().filter_map(|node| Some((node, label(node)?)));
        controls.filter(|(_, label)| label.len() <= MAX_LABEL_BYTES && !label.is_empty()).collect()
    }

    /// The elements of the body that are shown, in order.
    pub(super) fn shown_elements(&self) -> impl Iterator<Item = NodeId> + '_ {
        let (doc, visibility) = (self.page.document(), self.page.visibility());
        doc.descendants(self.page.body()).filter(|&node| doc.is_element(node) && !visibility.is_hidden(node))
    }
}

/// Bytes of the label of a control; longer ones are links to read (our decision).
const MAX_LABEL_BYTES: usize = 120;

/// A text as phrases are written: in lower case, apostrophes straight, without characters that only shape or join letters.
/// "İ" in lower case has a dot of its own (U+0307).
pub(super) fn searchable(text: &str) -> String {
    let joins = |c: char| matches!(c, '\u{307}' | '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{feff}');
    let lower = text.to_lowercase();
    if lower.is_ascii() {
        return lower;
    }
    let plain = |c| match c {
        '’' => '\'',
        // Turkish capitals lose the difference, since the language is not known here.
        'ı' => 'i',
        '\u{a0}' | '\u{202f}' => ' ',
        c => c,
    };
    lower.chars().filter(|&c| !joins(c)).map(plain).collect()
}

/// The words that a part of a text's characters stands for.
fn size_of_part(words: u32, part: u32, whole: u32) -> u32 {
    if whole == 0 { 0 } else { (u64::from(words) * u64::from(part) / u64::from(whole)) as u32 }
}

/// Words kept, and the visible blocks that they are in. Spans and blocks are in document order, so one pass joins them.
fn kept(page: &Page<'_>, outcome: &Outcome) -> (u32, Vec<KeptBlock>) {
    let Some(labels) = outcome.labels() else { return (0, Vec::new()) };
    let (doc, blocks, nodes) = (page.document(), page.text_blocks(), page.text_nodes());
    let (mut run, mut block) = (0, 0);
    let mut kept: Vec<KeptBlock> = Vec::new();
    let mut hidden = 0;
    for span in &labels.spans {
        let counts = doc.text_counts(span.node);
        let counts = Counts { chars: counts.chars, words: counts.words, ..Counts::default() };
        let words = size_of_part(size(counts), span.end - span.start, doc.text(span.node).len() as u32);
        run += nodes[run..].partition_point(|node| *node < span.node);
        if nodes.get(run) != Some(&span.node) {
            hidden += words;
            continue;
        }
        while blocks.blocks()[block].runs.end as usize <= run {
            block += 1;
        }
        match kept.last_mut() {
            Some(last) if last.block == block => last.words += words,
            _ => kept.push(KeptBlock { block, words }),
        }
    }
    (hidden + kept.iter().map(|kept| kept.words).sum::<u32>(), kept)
}

/// Whether an element is inside another of a name. O(depth).
pub(super) fn is_inside(doc: &Document, node: NodeId, name: debulha_dom::NameId) -> bool {
    doc.ancestors(node).any(|ancestor| doc.name(ancestor) == name)
}
