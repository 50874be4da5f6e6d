//! Running text: marks, spacing and breaks of one paragraph, heading or cell at a time.

use super::{Inline, MAX_NESTING};
use crate::features::white_space::fold_into;
use debulha_dom::{Document, NodeId};
use std::ops::Range;

/// What stands between the last character written and the next, weakest first.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum InlineGap {
    /// Nothing: the texts belong to one word.
    #[default]
    None,
    /// Something was left out: a space if the next text starts with a letter or digit.
    Cut,
    /// White space.
    Space,
    /// A line break.
    Break,
}

/// A sum of scores, each counted as often as it has words.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct MeanScore {
    sum: f64,
    words: u32,
    /// Words of [`Labels::beside`](crate::Labels::beside).
    beside: u32,
    /// The first of its spans, and the one after the last; equal where it has none.
    first: u32,
    after: u32,
}

impl MeanScore {
    /// Counts a span among its own.
    pub(super) fn take_span(&mut self, span: usize) {
        self.extend(span as u32, span as u32 + 1);
    }

    /// The places of its spans in the labels, as far as they are in a row.
    pub(super) fn spans(self) -> Range<usize> {
        self.first as usize..self.after as usize
    }

    fn extend(&mut self, first: u32, after: u32) {
        if self.first == self.after {
            (self.first, self.after) = (first, after);
        } else if first < after {
            (self.first, self.after) = (self.first.min(first), self.after.max(after));
        }
    }

    pub(super) fn add(&mut self, score: f32, words: u32, is_beside: bool) {
        self.sum += f64::from(score) * f64::from(words);
        self.words += words;
        self.beside += if is_beside { words } else { 0 };
    }

    pub(super) fn merge(&mut self, other: MeanScore) {
        self.sum += other.sum;
        self.words += other.words;
        self.beside += other.beside;
        self.extend(other.first, other.after);
    }

    /// Whether all of its words stand beside the running text.
    pub(super) fn is_beside(self) -> bool {
        self.words > 0 && self.beside == self.words
    }

    pub(super) fn value(self) -> Option<f32> {
        (self.words > 0).then(|| (self.sum / f64::from(self.words)) as f32)
    }
}

/// What an inline element does to its text.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum MarkKind {
    Emphasis,
    Strong,
    Strike,
    Subscript,
    Superscript,
    /// Resolved once, when the element is met.
    Link {
        href: String,
        title: String,
    },
}

impl MarkKind {
    fn wrap(self, text: Vec<Inline>) -> Inline {
        match self {
            MarkKind::Emphasis => Inline::Emphasis(text),
            MarkKind::Strong => Inline::Strong(text),
            MarkKind::Strike => Inline::Strike(text),
            MarkKind::Subscript => Inline::Subscript(text),
            MarkKind::Superscript => Inline::Superscript(text),
            MarkKind::Link { href, title } => Inline::Link { href: href.clone(), title: title.clone(), text },
        }
    }
}

/// A mark that is open in the output.
#[derive(Debug)]
struct MarkLevel {
    element: NodeId,
    /// Handed over by `InlineRun::marks` when the element ends, so that links are not copied.
    kind: Option<MarkKind>,
    text: Vec<Inline>,
}

/// A run of inline content under construction.
///
/// Elements say which marks are in force; the tree of marks is made when text arrives. So a mark around several
/// blocks (a link around a card) comes again in each of them, a mark without text leaves nothing, and spaces stand
/// outside of marks.
#[derive(Debug, Default)]
pub(super) struct InlineRun {
    /// Marks in force, outermost first, with the elements they come from. Outlive the run.
    marks: Vec<(NodeId, MarkKind)>,
    /// Content outside of all marks.
    root: Vec<Inline>,
    /// Marks that are open in the output: those of `marks` at the last text.
    levels: Vec<MarkLevel>,
    /// The inline code element in force, if any.
    code: Option<NodeId>,
    /// The element whose code was written last, as long as more of it may follow.
    open_code: Option<NodeId>,
    gap: InlineGap,
    empty: bool,
    /// The first node that gave text.
    first: Option<NodeId>,
    /// The last node that gave text, if its text ended in a letter or digit.
    last_word: Option<NodeId>,
    /// Signs that are due before the next text, and how many marks are around them.
    signs: Vec<(usize, String)>,
    /// Grows with every text.
    texts: u32,
    mean: MeanScore,
    /// Marks, and bytes of their addresses, that may still be written: those around many blocks come again in each.
    marks_left: usize,
    bytes_left: usize,
}

/// Marks and bytes of addresses and titles that any page may have, beside one mark for every other node and eight bytes
/// for each of the page (our decision: pages have far fewer).
const MARKS_ON_ANY_PAGE: usize = 1_000;
const BYTES_ON_ANY_PAGE: usize = 1 << 16;
const BYTES_PER_BYTE: usize = 8;

impl InlineRun {
    /// For the content of a page.
    pub(super) fn new(doc: &Document) -> Self {
        InlineRun {
            empty: true,
            marks_left: MARKS_ON_ANY_PAGE + doc.len() / 2,
            bytes_left: BYTES_ON_ANY_PAGE + BYTES_PER_BYTE * doc.source().len(),
            ..InlineRun::default()
        }
    }

    /// Puts a mark in force; `false` if marks are nested too deeply already.
    pub(super) fn start_mark(&mut self, element: NodeId, kind: MarkKind) -> bool {
        let room = self.marks.len() < MAX_NESTING;
        if room {
            self.marks.push((element, kind));
        }
        room
    }

    /// Whether such a mark is in force.
    pub(super) fn has_mark(&self, kind: &MarkKind) -> bool {
        self.marks.iter().any(|(_, other)| other == kind)
    }

    /// Ends the innermost mark.
    pub(super) fn end_mark(&mut self) {
        let Some((element, kind)) = self.marks.pop() else { return };
        if let Some(level) = self.levels.get_mut(self.marks.len()).filter(|level| level.element == element) {
            level.kind = Some(kind);
        }
    }

    /// Text up to [`InlineRun::end_code`] is code; `false` if it is already.
    pub(super) fn start_code(&mut self, element: NodeId) -> bool {
        let starts = self.code.is_none();
        if starts {
            self.code = Some(element);
        }
        starts
    }

    pub(super) fn end_code(&mut self) {
        self.code = None;
    }

    pub(super) fn in_code(&self) -> bool {
        self.code.is_some()
    }

    /// The inline code element in force.
    pub(super) fn code_element(&self) -> Option<NodeId> {
        self.code
    }

    pub(super) fn is_empty(&self) -> bool {
        self.empty
    }

    /// Puts signs right before the next text. Gives the count of texts so far.
    pub(super) fn open_signs(&mut self, signs: &str) -> u32 {
        self.signs.push((self.marks.len(), signs.to_owned()));
        self.texts
    }

    /// Puts signs right behind the text since the opening ones; takes those back where there is none.
    pub(super) fn close_signs(&mut self, signs: &str, since: u32) {
        if self.texts == since {
            self.signs.pop();
        } else if !self.empty {
            self.close_levels(self.levels_in_force());
            join(self.level(), vec![Inline::Text(signs.to_owned())]);
            self.open_code = None;
            self.last_word = None;
        }
    }

    /// Forgets white space, which is not shown between the parts of ruby.
    pub(super) fn unspace(&mut self) {
        if self.gap <= InlineGap::Space {
            self.gap = InlineGap::None;
        }
    }

    /// The node of the word that a text would go on with, if nothing stands between.
    pub(super) fn joined_word(&self, text: &str) -> Option<NodeId> {
        let joins =
            self.gap == InlineGap::None && self.code.is_none() && text.starts_with(char::is_alphanumeric);
        self.last_word.filter(|_| joins)
    }

    /// Widens the gap before the next text. Nothing at the start of a run.
    pub(super) fn widen(&mut self, gap: InlineGap) {
        if !self.empty {
            self.gap = self.gap.max(gap);
        }
    }

    /// Whether a line break was the last thing that happened.
    pub(super) fn at_break(&self) -> bool {
        self.gap == InlineGap::Break
    }

    pub(super) fn take_span(&mut self, span: usize) {
        self.mean.take_span(span);
    }

    pub(super) fn score(&mut self, score: f32, words: u32, is_beside: bool) {
        self.mean.add(score, words, is_beside);
    }

    /// White space of the source that is not labelled itself.
    pub(super) fn space(&mut self, raw: &str) {
        if self.code.is_some() && self.open_code == self.code && self.gap == InlineGap::None {
            write_code(self.level(), raw, true);
        } else {
            self.widen(InlineGap::Space);
        }
    }

    /// Text of a node; white space is folded, unless in code.
    pub(super) fn text(&mut self, node: NodeId, text: &str) {
        if text.trim().is_empty() {
            return self.space(text);
        }
        if text.chars().all(is_zero_width) {
            return;
        }
        let text = if self.empty { text.trim_start_matches(is_blank) } else { text };
        if text.is_empty() {
            return;
        }
        self.first.get_or_insert(node);
        self.last_word = text.ends_with(char::is_alphanumeric).then_some(node);
        if let Some(element) = self.code {
            return self.code(element, text);
        }
        if text.starts_with(char::is_whitespace) {
            self.widen(InlineGap::Space);
        }
        let joins = text.starts_with(char::is_alphanumeric);
        self.reach_level(joins);
        write_text(self.level(), text);
        self.open_code = None;
        if text.ends_with(char::is_whitespace) {
            self.gap = InlineGap::Space;
        }
    }

    /// An image or formula in the line.
    pub(super) fn object(&mut self, node: NodeId, object: Inline) {
        self.first.get_or_insert(node);
        self.last_word = None;
        self.reach_level(false);
        self.level().push(object);
        self.open_code = None;
    }

    fn code(&mut self, element: NodeId, text: &str) {
        let goes_on = self.open_code == Some(element) && self.gap < InlineGap::Space;
        self.reach_level(text.starts_with(char::is_alphanumeric));
        write_code(self.level(), text, goes_on);
        self.open_code = Some(element);
    }

    /// Closes and opens marks up to those in force, and writes the gap outside of both.
    fn reach_level(&mut self, joins: bool) {
        let common = self.levels_in_force();
        self.close_levels(common);
        let joins = joins && self.signs.is_empty();
        match std::mem::take(&mut self.gap) {
            InlineGap::Break => self.level().push(Inline::LineBreak),
            InlineGap::Space => write_space(self.level()),
            InlineGap::Cut if joins => write_space(self.level()),
            InlineGap::Cut | InlineGap::None => {}
        }
        for index in common..self.marks.len() {
            let (element, kind) = &self.marks[index];
            let bytes = match kind {
                MarkKind::Link { href, title } => href.len() + title.len(),
                _ => 0,
            };
            let left = (self.marks_left.checked_sub(1), self.bytes_left.checked_sub(bytes));
            let (Some(marks), Some(bytes)) = left else { break };
            (self.marks_left, self.bytes_left) = (marks, bytes);
            let element = *element;
            self.write_signs(index);
            // Nearly all marks have one text alone.
            self.levels.push(MarkLevel { element, kind: None, text: Vec::with_capacity(1) });
        }
        self.write_signs(self.marks.len());
        self.texts += 1;
        self.empty = false;
    }

    /// Writes the signs that are due within so many marks.
    fn write_signs(&mut self, marks: usize) {
        let due = self.signs.iter().take_while(|(around, _)| *around <= marks).count();
        let signs: String = self.signs.drain(..due).map(|(_, signs)| signs).collect();
        if !signs.is_empty() {
            join(self.level(), vec![Inline::Text(signs)]);
        }
    }

    /// How many of the open levels are marks that are still in force.
    fn levels_in_force(&self) -> usize {
        self.levels.iter().zip(&self.marks).take_while(|(level, mark)| level.element == mark.0).count()
    }

    fn close_levels(&mut self, keep: usize) {
        while self.levels.len() > keep {
            let Some(MarkLevel { element, kind, text }) = self.levels.pop() else { return };
            self.open_code = None;
            let in_force = self.marks.get(self.levels.len()).filter(|mark| mark.0 == element);
            match kind.or_else(|| in_force.map(|(_, kind)| kind.clone())) {
                Some(kind) => append(self.level(), kind.wrap(text)),
                None => join(self.level(), text),
            }
        }
    }

    fn level(&mut self) -> &mut Vec<Inline> {
        match self.levels.last_mut() {
            Some(level) => &mut level.text,
            None => &mut self.root,
        }
    }

    /// Ends the run: its content, the node of its first text, and its scores. The marks stay in force.
    pub(super) fn finish(&mut self) -> (Vec<Inline>, Option<NodeId>, MeanScore) {
        self.close_levels(0);
        self.open_code = None;
        self.last_word = None;
        self.gap = InlineGap::None;
        self.empty = true;
        trim_zero_width_end(&mut self.root);
        // What is kept has no room to spare, and the run keeps its own for the next one.
        let text = self.root.drain(..).collect();
        (text, self.first.take(), std::mem::take(&mut self.mean))
    }
}

/// Whether a character neither shows nor takes room: the zero-width space, joiners and the byte order mark. Editors
/// put them at the ends of lines (`XenForo` after each heading) and where something was blank (Webflow); next to
/// letters they part words of Thai, and shape letters of Persian and emoji.
pub(super) fn is_zero_width(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{fe0e}' | '\u{fe0f}' | '\u{feff}')
}

fn is_blank(c: char) -> bool {
    c.is_whitespace() || is_zero_width(c)
}

/// Takes zero-width spaces from the end of a run. One that stands behind a mark's letters stays.
fn trim_zero_width_end(root: &mut Vec<Inline>) {
    if let Some(Inline::Text(last)) = root.last_mut() {
        let kept = last.trim_end_matches(['\u{200b}', '\u{2060}', '\u{feff}']).trim_end().len();
        last.truncate(kept);
        if last.is_empty() {
            root.pop();
        }
    }
}

/// Appends text with its white space folded and trimmed.
fn write_text(level: &mut Vec<Inline>, text: &str) {
    if let Some(Inline::Text(out)) = level.last_mut() {
        return fold_into(out, text);
    }
    let mut out = String::new();
    fold_into(&mut out, text);
    level.push(Inline::Text(out));
}

fn write_space(level: &mut Vec<Inline>) {
    match level.last_mut() {
        Some(Inline::Text(out)) => out.push(' '),
        _ => level.push(Inline::Text(" ".to_owned())),
    }
}

fn write_code(level: &mut Vec<Inline>, text: &str, goes_on: bool) {
    match level.last_mut() {
        Some(Inline::Code(code)) if goes_on => code.push_str(text),
        _ => level.push(Inline::Code(text.to_owned())),
    }
}

/// Appends a finished mark; joins it with an equal one before it, as formats have no way to tell the two apart.
fn append(level: &mut Vec<Inline>, inline: Inline) {
    match (level.last_mut(), inline) {
        (Some(Inline::Emphasis(a)), Inline::Emphasis(b))
        | (Some(Inline::Strong(a)), Inline::Strong(b))
        | (Some(Inline::Strike(a)), Inline::Strike(b))
        | (Some(Inline::Subscript(a)), Inline::Subscript(b))
        | (Some(Inline::Superscript(a)), Inline::Superscript(b)) => join(a, b),
        (_, inline) => level.push(inline),
    }
}

fn join(into: &mut Vec<Inline>, from: Vec<Inline>) {
    for inline in from {
        match (into.last_mut(), inline) {
            (Some(Inline::Text(a)), Inline::Text(b)) | (Some(Inline::Code(a)), Inline::Code(b)) => {
                a.push_str(&b);
            }
            (_, inline) => into.push(inline),
        }
    }
}
