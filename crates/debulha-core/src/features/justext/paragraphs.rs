//! Paragraphs as jusText cuts them, with the counts that their classes depend on.

use crate::features::stop_words::StopList;
use crate::features::white_space::each_word;
use crate::features::words::is_unspaced;
use crate::page::Page;
use debulha_dom::{Document, NameId, NodeId, NodeKind, names};
use memchr::memchr2_iter;
use std::ops::Range;

/// The first byte of ©.
const FIRST_OF_COPYRIGHT: u8 = 0xc2;

/// A run of text between tags that cut.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Paragraph {
    /// Its text nodes, as positions in [`Paragraphs::texts`].
    pub texts: Range<u32>,
    /// Characters; runs of white space are one, those at the ends none.
    pub chars: u32,
    /// Characters of the texts inside `a`.
    pub linked_chars: u32,
    /// Whether it stands in `h1` to `h6`.
    pub heading: bool,
}

impl Paragraph {
    /// Characters inside links by characters.
    pub fn link_density(&self) -> f64 {
        f64::from(self.linked_chars) / f64::from(self.chars.max(1))
    }
}

/// A visible text node with text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ParagraphText {
    /// The text node.
    pub node: NodeId,
    /// Whether white space that is in neither stands between it and the text before.
    after_space: bool,
}

/// All paragraphs of a page in document order.
#[derive(Debug, Default)]
pub struct Paragraphs {
    /// The paragraphs.
    pub all: Vec<Paragraph>,
    /// Their text nodes.
    pub texts: Vec<ParagraphText>,
}

impl Paragraphs {
    /// One pass over the body. O(nodes), and O(text) where ideographs are weighed.
    pub fn cut(page: &Page<'_>, ideograph_weight: u32) -> Self {
        let (doc, body) = (page.document(), page.body());
        let mut walk = ParagraphWalk::new(page, ideograph_weight);
        // Ends of the open elements that cut; of links and headings the furthest.
        let mut open: Vec<u32> = Vec::new();
        let (mut link_end, mut heading_end) = (0, 0);
        let mut at = body.0;
        while at < doc.subtree_end(body) {
            let node = NodeId(at);
            while open.last().is_some_and(|&end| end <= at) {
                open.pop();
                walk.cut = true;
            }
            let (name, end) = (doc.name(node), doc.subtree_end(node));
            if page.visibility().is_hidden(node) || is_removed(name) {
                at = end;
                continue;
            }
            match doc.kind(node) {
                NodeKind::Element => {
                    if cuts(name) {
                        open.push(end);
                    }
                    match name {
                        names::A => link_end = link_end.max(end),
                        name if is_heading(name) => heading_end = heading_end.max(end),
                        _ => {}
                    }
                    walk.tag(name);
                }
                NodeKind::Text => walk.text(node, at < link_end, at < heading_end),
                _ => {}
            }
            at += 1;
        }
        walk.found
    }

    /// The text nodes of a paragraph.
    pub fn nodes(&self, paragraph: &Paragraph) -> impl Iterator<Item = NodeId> + '_ {
        self.texts_of(paragraph).iter().map(|text| text.node)
    }

    fn texts_of(&self, paragraph: &Paragraph) -> &[ParagraphText] {
        &self.texts[paragraph.texts.start as usize..paragraph.texts.end as usize]
    }

    /// The index of the paragraph of a text node, if it is in one. O(log text nodes).
    pub fn of_node(&self, node: NodeId) -> Option<usize> {
        let text = self.texts.binary_search_by_key(&node, |text| text.node).ok()? as u32;
        Some(self.all.partition_point(|paragraph| paragraph.texts.end <= text))
    }
}

/// The state of the pass.
struct ParagraphWalk<'p, 'd> {
    page: &'p Page<'d>,
    ideograph_weight: u32,
    found: Paragraphs,
    /// Whether the next text begins a paragraph.
    cut: bool,
    /// Whether a `br` with nothing but white space and tags that cut after it came last.
    after_break: bool,
    /// Whether white space stands before the next text.
    after_space: bool,
    /// The element with the text that came last, and whether that was white space alone; none after a tag. Text
    /// after a comment goes on.
    run: Option<(NodeId, bool)>,
}

impl<'p, 'd> ParagraphWalk<'p, 'd> {
    fn new(page: &'p Page<'d>, ideograph_weight: u32) -> Self {
        ParagraphWalk {
            page,
            ideograph_weight,
            found: Paragraphs::default(),
            cut: true,
            after_break: false,
            after_space: false,
            run: None,
        }
    }

    fn tag(&mut self, name: NameId) {
        self.run = None;
        if cuts(name) {
            self.cut = true;
        } else if name == names::BR {
            self.cut |= self.after_break;
            (self.after_break, self.after_space) = (true, true);
        } else {
            self.after_break = false;
        }
    }

    fn text(&mut self, node: NodeId, linked: bool, heading: bool) {
        let doc = self.page.document();
        let chars = self.page.stats().chars(doc, node);
        let is_blank = chars == 0;
        let parent = doc.parent(node).unwrap_or(Document::ROOT);
        // White space that is all there is between two tags does not count.
        self.after_space |=
            self.run.is_some_and(|(before, was_blank)| before == parent && (is_blank || was_blank));
        self.run = Some((parent, is_blank));
        if is_blank {
            return;
        }
        if self.cut {
            let at = self.found.texts.len() as u32;
            self.found.all.push(Paragraph { texts: at..at, chars: 0, linked_chars: 0, heading });
        }
        self.add(node, chars, linked);
        (self.cut, self.after_break) = (false, false);
    }

    fn add(&mut self, node: NodeId, mut chars: u32, linked: bool) {
        let text = self.page.document().text(node);
        let starts_blank = text.starts_with(char::is_whitespace);
        let ends_blank = text.ends_with(char::is_whitespace);
        if self.ideograph_weight > 1 && !text.is_ascii() {
            let ideographs = text.chars().filter(|&c| is_ideograph(c)).count() as u32;
            chars = chars.saturating_add(ideographs.saturating_mul(self.ideograph_weight - 1));
        }
        self.found.texts.push(ParagraphText { node, after_space: self.after_space });
        let Some(paragraph) = self.found.all.last_mut() else { return };
        let space = !self.cut && (self.after_space || starts_blank);
        paragraph.chars = paragraph.chars.saturating_add(chars + u32::from(space));
        if linked {
            // As the program counts: with the white space at both ends.
            let ends = u32::from(starts_blank) + u32::from(ends_blank);
            paragraph.linked_chars = paragraph.linked_chars.saturating_add(chars + ends);
        }
        paragraph.texts.end += 1;
        self.after_space = ends_blank;
    }
}

/// Reads the words of paragraphs, for those whose class depends on them.
pub struct ParagraphReader<'p, 'd> {
    page: &'p Page<'d>,
    stop_list: Option<&'static StopList>,
    text: String,
    lower: String,
}

impl<'p, 'd> ParagraphReader<'p, 'd> {
    /// A reader with the stop words of one language; without a list no word is one.
    pub fn new(page: &'p Page<'d>, stop_list: Option<&'static StopList>) -> Self {
        ParagraphReader { page, stop_list, text: String::new(), lower: String::new() }
    }

    /// Whether the paragraph shows the copyright sign, or its name as a page with doubled escapes has it.
    pub fn has_copyright(&self, paragraphs: &Paragraphs, paragraph: &Paragraph) -> bool {
        let doc = self.page.document();
        paragraphs.nodes(paragraph).any(|node| {
            let text = doc.text(node);
            memchr2_iter(b'&', FIRST_OF_COPYRIGHT, text.as_bytes())
                .any(|at| text[at..].starts_with("&copy") || text[at..].starts_with('©'))
        })
    }

    /// Stop words by words; a word is a run without white space, and 1 without a list.
    pub fn stop_word_density(&mut self, paragraphs: &Paragraphs, paragraph: &Paragraph) -> f64 {
        let Some(stop_list) = self.stop_list else { return 1.0 };
        let doc = self.page.document();
        // Most paragraphs are of one text, which need not be copied.
        let text = if let [text] = paragraphs.texts_of(paragraph) {
            doc.text(text.node)
        } else {
            self.text.clear();
            for text in paragraphs.texts_of(paragraph) {
                if text.after_space {
                    self.text.push(' ');
                }
                self.text.push_str(doc.text(text.node));
            }
            &self.text
        };
        let (mut words, mut stop_words) = (0u32, 0u32);
        each_word(text, |word| {
            words += 1;
            stop_words += u32::from(stop_list.contains(word, &mut self.lower));
        });
        f64::from(stop_words) / f64::from(words.max(1))
    }
}

/// Elements whose tags cut paragraphs. `form` does not: the program takes forms off before it cuts.
fn cuts(name: NameId) -> bool {
    is_heading(name)
        || matches!(
            name,
            names::BODY
                | names::BLOCKQUOTE
                | names::CAPTION
                | names::CENTER
                | names::COL
                | names::COLGROUP
                | names::DD
                | names::DIV
                | names::DL
                | names::DT
                | names::FIELDSET
                | names::LEGEND
                | names::OPTGROUP
                | names::OPTION
                | names::P
                | names::PRE
                | names::TABLE
                | names::TD
                | names::TFOOT
                | names::TH
                | names::THEAD
                | names::TR
                | names::UL
                | names::LI
        )
}

/// Han and kana, whose signs stand for syllables and more. The other scripts without spaces have letters.
fn is_ideograph(c: char) -> bool {
    c >= '\u{2e80}' && is_unspaced(c)
}

fn is_heading(name: NameId) -> bool {
    matches!(name, names::H1 | names::H2 | names::H3 | names::H4 | names::H5 | names::H6)
}

/// Elements that are taken off with their text before paragraphs are cut.
fn is_removed(name: NameId) -> bool {
    matches!(name, names::HEAD | names::BUTTON | names::SELECT | names::INPUT)
}
