//! What is kept of a page: its blocks by terms, tags, classes and a number of all that is in them.

use crate::segmenters::tag_list::TagList;
use debulha_core::choices;
use debulha_core::features::hashing::{hash_attributes, hash_folded, hash_text, then};
use debulha_core::features::stop_words::{StopList, StopWords};
use debulha_core::features::white_space::fold_into;
use debulha_core::features::words::is_unspaced;
use debulha_core::page::Page;
use debulha_core::segmentation::{SegmentBlock, SegmentKind};
use debulha_dom::{Document, NodeId, NodeKind};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use std::collections::hash_map::Entry;
use std::hash::Hash;
use unicode_normalization::char::is_combining_mark;

choices! {
    /// Which words are terms. A word is a run of letters, digits, `_` and marks; in scripts that put no spaces between
    /// words, each sign.
    pub enum Letters {
        /// Words of letters alone, two at least; signs of scripts without spaces as well.
        Unicode,
        /// Words of unaccented Latin letters alone, two at least, as the expression `\b[A-Za-z]+\b` finds them.
        Ascii,
    }
}

choices! {
    /// What two blocks have in common that are identical.
    pub enum Identical {
        /// Elements, attributes in any order, text and comments, white space folded.
        Html,
        /// The visible text, white space folded.
        Text,
        /// No two blocks are.
        Never,
    }
}

/// How pages are made into records.
#[derive(Debug, Clone)]
pub(crate) struct Observation {
    /// Cuts pages into blocks.
    pub(crate) segmenter: TagList,
    pub(crate) letters: Letters,
    pub(crate) stop_words: StopWords,
    pub(crate) identical: Identical,
    /// Tags of a block that count, the first of them.
    pub(crate) max_tags: usize,
    /// Characters of a block's text that are kept; 0: none.
    pub(crate) max_chars: usize,
}

/// The blocks of a page, in the page's order. Words and names are numbers, said once a page.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PageBlocks {
    /// The numbers of the page's terms.
    pub terms: Vec<u64>,
    /// The numbers of the page's tags and comments.
    pub tags: Vec<u64>,
    /// The numbers of the page's class names.
    pub classes: Vec<u64>,
    /// Tags and classes of blocks, once each.
    pub shapes: Vec<PageShape>,
    /// The blocks.
    pub blocks: Vec<RepetitionBlock>,
}

/// Tags and classes of a block, by their places in the page's lists.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct PageShape {
    /// Elements and comments in document order, with their depth in the block.
    pub tags: Vec<(u32, u16)>,
    /// Class names, once each, in order of their places.
    pub classes: Vec<u32>,
}

/// A block of a page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RepetitionBlock {
    /// The number that identical blocks share; 0 where it is not asked for.
    pub identity: u64,
    /// Place in the page's shapes.
    pub shape: u32,
    /// Places of the block's terms in the page's list, once each, in order.
    pub terms: Vec<u32>,
    /// Occurrences of terms.
    pub term_count: u32,
    /// The visible text where it is kept, white space folded.
    pub text: String,
}

/// Gives places in a list to values, equal ones once.
struct ValuePlaces<T> {
    places: FxHashMap<T, u32>,
    list: Vec<T>,
}

impl<T: Hash + Eq + Clone> ValuePlaces<T> {
    fn new() -> Self {
        ValuePlaces { places: FxHashMap::default(), list: Vec::new() }
    }

    fn place(&mut self, value: T) -> u32 {
        match self.places.entry(value) {
            Entry::Occupied(place) => *place.get(),
            Entry::Vacant(vacant) => {
                let place = self.list.len() as u32;
                self.list.push(vacant.key().clone());
                *vacant.insert(place)
            }
        }
    }
}

/// The number of a comment among tags: no element is called so.
pub(crate) fn comment_tag() -> u64 {
    hash_text("<!")
}

impl Observation {
    /// The blocks of a page. O(tags · nodes + text + terms log terms of a block).
    pub(crate) fn read(&self, page: &Page<'_>, blocks: &[SegmentBlock]) -> PageBlocks {
        let mut reader = BlockReader {
            observation: self,
            page,
            stop_list: self.stop_words.list(page),
            terms: ValuePlaces::new(),
            tags: ValuePlaces::new(),
            classes: ValuePlaces::new(),
            shapes: ValuePlaces::new(),
        };
        let blocks = blocks.iter().map(|block| reader.block(block)).collect();
        PageBlocks {
            terms: reader.terms.list,
            tags: reader.tags.list,
            classes: reader.classes.list,
            shapes: reader.shapes.list,
            blocks,
        }
    }
}

struct BlockReader<'r, 'd> {
    observation: &'r Observation,
    page: &'r Page<'d>,
    stop_list: Option<&'static StopList>,
    terms: ValuePlaces<u64>,
    tags: ValuePlaces<u64>,
    classes: ValuePlaces<u64>,
    shapes: ValuePlaces<PageShape>,
}

impl BlockReader<'_, '_> {
    fn block(&mut self, block: &SegmentBlock) -> RepetitionBlock {
        let doc = self.page.document();
        let texts = self.page.text_nodes_in(block.nodes.clone()).iter().map(|&node| doc.text(node));
        let mut terms = Vec::new();
        for text in texts.clone() {
            for_each_term(text, self.observation.letters, self.stop_list, |term| {
                terms.push(self.terms.place(hash_text(term)));
            });
        }
        let term_count = terms.len() as u32;
        terms.sort_unstable();
        terms.dedup();
        let identity = match self.observation.identical {
            Identical::Html => html_number(doc, block),
            Identical::Text => hash_folded(&texts.clone().collect::<Vec<_>>().join(" ")),
            Identical::Never => 0,
        };
        let text = kept_text(texts, self.observation.max_chars);
        let shape = self.shape(block);
        RepetitionBlock { identity, shape: self.shapes.place(shape), terms, term_count, text }
    }

    fn shape(&mut self, block: &SegmentBlock) -> PageShape {
        let doc = self.page.document();
        let mut shape = PageShape::default();
        let top = top_depth(doc, block);
        let counts = |&node: &NodeId| matches!(doc.kind(node), NodeKind::Element | NodeKind::Comment);
        for node in block.nodes.clone().map(NodeId).filter(counts).take(self.observation.max_tags) {
            let tag = match doc.kind(node) {
                NodeKind::Element => hash_text(doc.name_str(doc.name(node))),
                _ => comment_tag(),
            };
            shape.tags.push((self.tags.place(tag), doc.depth(node) - top));
            shape.classes.extend(doc.classes(node).map(|class| self.classes.place(hash_text(class))));
        }
        shape.classes.sort_unstable();
        shape.classes.dedup();
        shape
    }
}

/// The depth of the nodes that have nothing of the block above them.
fn top_depth(doc: &Document, block: &SegmentBlock) -> u16 {
    doc.depth(block.element) + u16::from(block.kind == SegmentKind::Siblings)
}

/// The text as it is compared by characters: at most so many of them.
fn kept_text<'t>(texts: impl Iterator<Item = &'t str>, max_chars: usize) -> String {
    let mut kept = String::new();
    for text in texts {
        if kept.len() > 4 * max_chars || max_chars == 0 {
            break;
        }
        if !kept.is_empty() {
            kept.push(' ');
        }
        fold_into(&mut kept, text);
    }
    if let Some((end, _)) = kept.char_indices().nth(max_chars) {
        kept.truncate(end);
    }
    kept
}

/// A number of all nodes of a block: their depths, names, attributes in any order, and texts with white space folded.
/// O(nodes + text + attributes).
fn html_number(doc: &Document, block: &SegmentBlock) -> u64 {
    let top = top_depth(doc, block);
    let mut number = 0;
    for node in block.nodes.clone().map(NodeId) {
        let text = match doc.kind(node) {
            NodeKind::Element => hash_text(doc.name_str(doc.name(node))),
            _ if doc.text(node).trim().is_empty() => continue,
            _ => hash_folded(doc.text(node)),
        };
        number = then(then(number, u64::from(doc.depth(node) - top)), then(doc.kind(node) as u64, text));
        if doc.is_element(node) {
            number = then(number, hash_attributes(doc, node));
        }
    }
    number
}

/// Calls `found` for each term of a text, in lower case. O(bytes).
fn for_each_term(text: &str, letters: Letters, stop_list: Option<&StopList>, mut found: impl FnMut(&str)) {
    let (mut lower, mut buffer) = (String::new(), String::new());
    let is_kept = |word: &str, buffer: &mut String| stop_list.is_none_or(|list| !list.contains(word, buffer));
    for run in text.split(|c: char| !(c.is_alphanumeric() || c == '_' || is_combining_mark(c))) {
        if letters == Letters::Ascii || run.is_ascii() {
            let is_term = run.len() > 1 && run.bytes().all(|byte| byte.is_ascii_alphabetic());
            if is_term && is_kept(run, &mut buffer) {
                lower.clear();
                lower.push_str(run);
                lower.make_ascii_lowercase();
                found(&lower);
            }
            continue;
        }
        for word in run.split(is_unspaced).filter(|word| is_word_of_letters(word)) {
            if is_kept(word, &mut buffer) {
                found(&word.to_lowercase());
            }
        }
        let mut sign = [0; 4];
        run.chars().filter(|&c| is_unspaced(c)).for_each(|c| found(c.encode_utf8(&mut sign)));
    }
}

/// Whether a word has two letters or more, and nothing else but marks.
fn is_word_of_letters(word: &str) -> bool {
    let mut letters = 0;
    word.chars().all(|c| {
        letters += usize::from(!is_combining_mark(c));
        c.is_alphabetic() || is_combining_mark(c)
    }) && letters > 1
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use debulha_dom::{Limits, parse};

    fn terms(text: &str, letters: Letters) -> Vec<String> {
        let mut found = Vec::new();
        for_each_term(text, letters, StopList::of_language("pt"), |term| found.push(term.to_owned()));
        found
    }

    #[test]
    fn terms_are_words_of_letters() {
        let text = "Os três clubes d'Évora: 2-1, covid19 e a_b não Lisboa; cafe\u{301}s";
        assert_eq!(terms(text, Letters::Unicode), ["clubes", "évora", "lisboa", "cafe\u{301}s"]);
        assert_eq!(terms(text, Letters::Ascii), ["clubes", "lisboa"], "words with accents are dropped whole");
        assert_eq!(terms("北京 Tóquio", Letters::Unicode), ["北", "京", "tóquio"]);
    }

    fn number(html: &str) -> u64 {
        let doc = parse(html, &Limits::default()).document;
        html_number(&doc, &SegmentBlock::of_element(&doc, doc.body().unwrap()))
    }

    #[test]
    fn identical_blocks_have_the_same_tree() {
        let block = number("<p class=a id=b>rye  and <b>oats</b></p>");
        assert_eq!(number("<P id=b class='a'>rye\nand <b>oats</b></p>"), block);
        for other in [
            "<p class=a id=b>rye and oats</p>",
            "<p class=a>rye and <b>oats</b></p>",
            "<p class=a id=b>rye and <b></b>oats</p>",
            "<p class=a id=b>rye and <b>oats</b><!-- 7 --></p>",
            "<p class=a id=b>rye and <i>oats</i></p>",
        ] {
            assert_ne!(number(other), block, "{other}");
        }
    }

    #[test]
    fn texts_are_cut_at_a_character() {
        let kept = |max_chars| kept_text(["São  Tomé ", "e Príncipe"].into_iter(), max_chars);
        assert_eq!([kept(100).as_str(), &kept(3), &kept(0)], ["São Tomé e Príncipe", "São", ""]);
    }
}
