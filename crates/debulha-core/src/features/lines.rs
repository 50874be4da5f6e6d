//! The page as lines with counts of text and tags, as the systems that look along the source see it.

use crate::choices;
use crate::features::display::is_block;
use crate::features::tokens::{PageStep, PageSteps, words};
use crate::features::visibility::Visibility;
use crate::outcome::Span;
use crate::page::{Page, PageView};
use debulha_dom::{Document, NameId, NodeId, names};
use memchr::memchr;
use std::sync::OnceLock;

/// Longest line of [`LineBreaks::Wrapped`] in characters of text; the width at which Weninger et al. wrap pages.
pub const WRAP_WIDTH: usize = 65;

choices! {
    /// Where a line ends.
    #[derive(Default)]
    pub enum LineBreaks {
        /// At newlines of the text, and before start tags of block-level elements.
        #[default]
        BlockStarts,
        /// At newlines of the text, and before start tags and end tags of block-level elements and `br`.
        BlockTags,
        /// At newlines of the text.
        SourceLines,
        /// At newlines of the text, and before a word with which the line would have more than 65 characters.
        Wrapped,
    }
}

impl LineBreaks {
    /// Number of choices.
    pub const COUNT: usize = 4;

    /// Whether a line ends before a tag.
    fn before_tag(self, name: NameId, is_start: bool) -> bool {
        match self {
            LineBreaks::BlockStarts => is_start && is_block(name),
            LineBreaks::BlockTags => is_block(name) || name == names::BR,
            LineBreaks::SourceLines | LineBreaks::Wrapped => false,
        }
    }
}

/// Counts of one line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Line {
    /// Characters of text, white-space runs counted once, trimmed.
    pub chars: u32,
    /// Start and end tags.
    pub tags: u32,
    segments_end: u32,
}

/// The lines of a page that have text or tags, in document order.
///
/// A line holds text and tags in the order of the source. Newlines inside tags and attributes are no line ends.
/// Hidden elements are taken out with their tags and all that they hold, as are comments.
#[derive(Debug, Default)]
pub struct Lines {
    lines: Vec<Line>,
    segments: Vec<Span>,
}

impl Lines {
    /// One pass over the text below `root`, whose own tags are left out. O(nodes + text); 12 bytes a line and 12
    /// for each text node on it.
    pub fn compute(doc: &Document, visibility: &Visibility, root: NodeId, breaks: LineBreaks) -> Self {
        let mut builder = LineBuilder { breaks, ..LineBuilder::default() };
        for piece in PageSteps::new(doc, visibility, root) {
            match piece {
                PageStep::Text(node) => builder.text(doc, node),
                PageStep::Start(node) | PageStep::End(node) if !visibility.is_hidden(node) => {
                    if breaks.before_tag(doc.name(node), piece == PageStep::Start(node)) {
                        builder.end_line();
                    }
                    builder.tags += 1;
                }
                _ => {}
            }
        }
        builder.end_line();
        builder.found
    }

    /// The lines.
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// The text of a line: runs of text nodes that are not blank, each up to the line's end, newline included.
    pub fn segments(&self, line: usize) -> &[Span] {
        let start = line.checked_sub(1).map_or(0, |previous| self.lines[previous].segments_end);
        &self.segments[start as usize..self.lines[line].segments_end as usize]
    }
}

#[derive(Default)]
struct LineBuilder {
    breaks: LineBreaks,
    found: Lines,
    chars: usize,
    tags: u32,
    /// Whether white space stands after the last character.
    space: bool,
}

impl LineBuilder {
    fn text(&mut self, doc: &Document, node: NodeId) {
        let text = doc.text(node);
        let within = text.trim();
        if self.breaks == LineBreaks::Wrapped || memchr(b'\n', within.as_bytes()).is_some() {
            self.cut_text(node, text);
        } else if within.is_empty() {
            self.white_space(text);
        } else {
            // Most text: nothing to cut but at its ends, and its characters are counted at once.
            let before = text.len() - text.trim_start().len();
            self.white_space(&text[..before]);
            let start = text[..before].rfind('\n').map_or(0, |newline| newline + 1);
            self.segment(node, start, text.len());
            self.chars += doc.text_counts(node).chars as usize + usize::from(self.space && self.chars > 0);
            self.space = false;
            self.white_space(&text[before + within.len()..]);
        }
    }

    fn white_space(&mut self, text: &str) {
        self.space |= !text.is_empty();
        if text.contains('\n') {
            self.end_line();
        }
    }

    /// Counts a text word by word, and cuts it between words.
    fn cut_text(&mut self, node: NodeId, text: &str) {
        let mut segment_start = 0;
        let mut last_end = 0;
        for word in words(text) {
            let chars = text[word.clone()].chars().count();
            let gap = &text[last_end..word.start];
            self.space |= !gap.is_empty();
            let width = self.chars + usize::from(self.space) + chars;
            let cut = match gap.rfind('\n') {
                Some(newline) => Some(last_end + newline + 1),
                None if self.breaks == LineBreaks::Wrapped && self.chars > 0 && width > WRAP_WIDTH => {
                    Some(word.start)
                }
                None => None,
            };
            if let Some(cut) = cut {
                if last_end > 0 {
                    self.segment(node, segment_start, cut);
                }
                self.end_line();
                segment_start = cut;
            }
            self.chars += chars + usize::from(self.space && self.chars > 0);
            self.space = false;
            last_end = word.end;
        }
        if last_end > 0 {
            self.segment(node, segment_start, text.len());
        }
        self.white_space(&text[last_end..]);
    }

    fn segment(&mut self, node: NodeId, start: usize, end: usize) {
        self.found.segments.push(Span { node, start: start as u32, end: end as u32 });
    }

    /// Closes the line, unless it is empty.
    fn end_line(&mut self) {
        if self.chars > 0 || self.tags > 0 {
            let segments_end = self.found.segments.len() as u32;
            self.found.lines.push(Line { chars: self.chars as u32, tags: self.tags, segments_end });
        }
        (self.chars, self.tags, self.space) = (0, 0, false);
    }
}

impl Page<'_> {
    /// Lines of the body with their counts of text and tags.
    pub fn lines(&self, breaks: LineBreaks) -> &Lines {
        let lines = self.view(PageView::Lines, <[OnceLock<Lines>; LineBreaks::COUNT]>::default);
        lines[breaks as usize]
            .get_or_init(|| Lines::compute(self.document(), self.visibility(), self.body(), breaks))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::Page;
    use debulha_dom::{Limits, parse};

    fn lines(html: &str, breaks: LineBreaks) -> Vec<(String, u32, u32)> {
        let doc = parse(html, &Limits::default()).document;
        let page = Page::new(&doc);
        let lines = page.lines(breaks);
        let text = |s: &Span| doc.text(s.node)[s.start as usize..s.end as usize].to_owned();
        let describe = |(i, line): (usize, &Line)| {
            (lines.segments(i).iter().map(text).collect::<Vec<_>>().join("|"), line.chars, line.tags)
        };
        lines.lines().iter().enumerate().map(describe).collect()
    }

    fn line(text: &str, chars: u32, tags: u32) -> (String, u32, u32) {
        (text.to_owned(), chars, tags)
    }

    #[test]
    fn newlines_cut_text_and_empty_lines_are_left_out() {
        let html = "<div>one <b>two</b>  three\n\n four\n</div>\n<p>five</p>";
        assert_eq!(
            lines(html, LineBreaks::SourceLines),
            [line("one |two|  three\n\n", 13, 3), line(" four\n", 4, 0), line("", 0, 1), line("five", 4, 2)]
        );
    }

    #[test]
    fn block_tags_cut_lines() {
        assert_eq!(
            lines("<p>a<b>b</b><br>c<p>d", LineBreaks::BlockStarts),
            [line("a|b|c", 3, 5), line("d", 1, 2)]
        );
        assert_eq!(
            lines("<p>a<b>b</b><br>c<p>d", LineBreaks::BlockTags),
            [line("a|b", 2, 3), line("c", 1, 1), line("", 0, 1), line("d", 1, 1), line("", 0, 1)]
        );
    }

    #[test]
    fn long_lines_wrap_before_the_word_that_is_too_much() {
        let word = "x".repeat(32);
        let html = format!("{word} {word} {word} {}", "y".repeat(80));
        let found = lines(&html, LineBreaks::Wrapped);
        assert_eq!(found.iter().map(|line| line.1).collect::<Vec<_>>(), [65, 32, 80]);
        assert_eq!(found.iter().map(|line| line.0.as_str()).collect::<String>(), html);
    }

    #[test]
    fn hidden_elements_are_taken_out_with_their_tags() {
        assert_eq!(
            lines("a<script>\nx\n</script><span hidden>\n<i>b</i></span>c", LineBreaks::BlockTags),
            [line("a|c", 2, 0)]
        );
    }
}
