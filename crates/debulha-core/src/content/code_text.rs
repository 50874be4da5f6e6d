//! The text of a block of code, written while its nodes are walked.

use debulha_dom::NodeId;

/// Code under construction: its lines as a reader sees them, whether elements, `br` or line breaks of the source end
/// them.
// Independent facts, not states.
#[allow(clippy::struct_excessive_bools)]
#[derive(Debug)]
pub(super) struct CodeText {
    text: String,
    /// Language as the page states it.
    language: Option<String>,
    /// Whether line breaks of the source are line breaks of the code, as in `pre`.
    has_breaks: bool,
    /// The element whose children are one line each.
    lines: Option<NodeId>,
    /// Whether these children are block-level, so that white space between them does not show.
    has_block_lines: bool,
    /// An element ended a line, and its line break is not written yet: the source may have one, too.
    is_due: bool,
    /// White space with a line break that does not show stands before the next text.
    is_apart: bool,
    /// White space behind an element's edge, before any text of the line.
    indent: String,
    /// Where the text of the open line element starts.
    line_start: usize,
    /// Starts of the lines that a style puts at a distance from the top, with that distance.
    tops: Vec<(usize, f32)>,
}

impl CodeText {
    pub(super) fn new(
        language: Option<String>,
        has_breaks: bool,
        lines: Option<NodeId>,
        has_block_lines: bool,
    ) -> Self {
        CodeText {
            text: String::new(),
            language,
            has_breaks,
            lines,
            has_block_lines,
            is_due: false,
            is_apart: false,
            indent: String::new(),
            line_start: 0,
            tops: Vec::new(),
        }
    }

    /// Whether the children of an element are one line each.
    pub(super) fn has_lines_in(&self, parent: Option<NodeId>) -> bool {
        self.lines.is_some() && self.lines == parent
    }

    /// The start of an element that is a line, with its distance from the top where a style gives it.
    pub(super) fn start_line(&mut self, top: Option<f32>) {
        self.edge();
        self.write_due();
        self.line_start = self.text.len();
        if let Some(top) = top {
            self.tops.push((self.line_start, top));
        }
    }

    /// The end of an element that is a line. One without text is a blank line.
    pub(super) fn end_line(&mut self) {
        self.is_due = self.text.len() == self.line_start || !self.text.ends_with('\n');
    }

    /// An edge of a box: text before and after are on different lines.
    pub(super) fn edge(&mut self) {
        self.is_due |= !self.text.is_empty() && !self.text.ends_with('\n');
        self.indent.clear();
    }

    pub(super) fn line_break(&mut self) {
        (self.is_due, self.is_apart) = (false, false);
        // A space that does not show: white space is folded here.
        if !self.has_breaks && self.text.ends_with(' ') {
            self.text.pop();
        }
        self.text.push('\n');
    }

    /// Keeps words apart between which something was left out.
    pub(super) fn cut(&mut self) {
        if !self.is_due && !self.text.is_empty() && !self.text.ends_with(char::is_whitespace) {
            self.text.push(' ');
        }
    }

    /// Text of the source that stands between line elements, or is not labelled: white space counts.
    pub(super) fn left_out(&mut self, text: &str, parent: Option<NodeId>, keeps_breaks: bool) {
        let is_blank = text.trim().is_empty();
        if is_blank && self.has_block_lines && self.has_lines_in(parent) {
            return;
        }
        if is_blank {
            self.push(text, keeps_breaks);
        } else if text.contains('\n') {
            self.line_break();
        } else {
            self.cut();
        }
    }

    /// Text of the code. `keeps_breaks`: the element around it keeps line breaks, whatever the whole block does.
    pub(super) fn push(&mut self, text: &str, keeps_breaks: bool) {
        if self.has_breaks || keeps_breaks || !text.contains('\n') {
            self.write(text);
            return;
        }
        let mut pieces = text.split('\n').peekable();
        let mut is_first = true;
        while let Some(mut piece) = pieces.next() {
            if !std::mem::take(&mut is_first) {
                self.is_apart = true;
                piece = piece.trim_ascii_start();
            }
            if pieces.peek().is_some() {
                piece = piece.trim_ascii_end();
            }
            if !piece.is_empty() {
                self.write(piece);
            }
        }
    }

    fn write(&mut self, text: &str) {
        if self.is_due && text.trim().is_empty() && !text.contains('\n') {
            self.indent.push_str(text);
            return;
        }
        let starts_with_break = text.trim_start_matches([' ', '\t', '\r']).starts_with('\n');
        if self.is_due && starts_with_break {
            self.is_due = false;
        }
        self.write_due();
        if std::mem::take(&mut self.is_apart) {
            self.cut();
        }
        let indent = std::mem::take(&mut self.indent);
        let shown = indent.chars().chain(text.chars()).filter(|&c| !is_unseen(c));
        self.text.extend(shown.map(|c| if c == '\u{a0}' { ' ' } else { c }));
    }

    fn write_due(&mut self) {
        if std::mem::take(&mut self.is_due) {
            self.is_apart = false;
            self.text.push('\n');
        }
    }

    /// The language, and the code: its lines in the order that styles give them, without blank lines at its start and
    /// end.
    pub(super) fn finish(mut self) -> (Option<String>, String) {
        (self.language.take(), trim_blank_lines(self.in_order()))
    }

    fn in_order(self) -> String {
        if self.tops.is_sorted_by(|a, b| a.1 <= b.1) {
            return self.text;
        }
        let ends = self.tops.iter().skip(1).map(|line| line.0).chain([self.text.len()]);
        let mut lines: Vec<(f32, &str)> =
            self.tops.iter().zip(ends).map(|(&(start, top), end)| (top, &self.text[start..end])).collect();
        lines.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut text = self.text[..self.tops[0].0].to_owned();
        for (_, line) in lines {
            text.push_str(line.trim_end_matches('\n'));
            text.push('\n');
        }
        text
    }
}

/// Characters that editors put on blank lines, and that no program has.
fn is_unseen(c: char) -> bool {
    matches!(c, '\u{200b}' | '\u{feff}')
}

/// Code as it is given: without blank lines at its start and end, otherwise as in the source.
fn trim_blank_lines(mut code: String) -> String {
    code.truncate(code.trim_end().len());
    let first_line = code.len() - code.trim_start().len();
    let start = code[..first_line].rfind('\n').map_or(0, |position| position + 1);
    code.drain(..start);
    code
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(write: impl FnOnce(&mut CodeText)) -> String {
        let mut code = CodeText::new(None, true, None, false);
        write(&mut code);
        code.finish().1
    }

    #[test]
    fn blank_lines_around_code_go_and_indentation_stays() {
        assert_eq!(trim_blank_lines("\n \n  a\n\n b \n\n".to_owned()), "  a\n\n b");
        assert_eq!(trim_blank_lines(" \n".to_owned()), "");
    }

    #[test]
    fn an_element_and_the_source_end_a_line_once() {
        let line = |code: &mut CodeText, text: &str, between: &str| {
            code.start_line(None);
            code.push(text, false);
            code.end_line();
            code.push(between, false);
        };
        let lines = |ends: [(&str, &str); 3]| {
            code(|code| ends.iter().for_each(|(text, between)| line(code, text, between)))
        };
        assert_eq!(lines([("a", "\n"), ("", "\n"), ("  b", "\n")]), "a\n\n  b");
        assert_eq!(lines([("a", ""), ("", ""), ("  b", "")]), "a\n\n  b");
        assert_eq!(lines([("a\n", ""), ("\n", ""), ("  b\n", "")]), "a\n\n  b");
    }

    #[test]
    fn lines_are_put_in_the_order_of_their_places() {
        let text = code(|code| {
            for (top, text) in [(36.0, "c"), (0.0, "a"), (18.0, " b")] {
                code.start_line(Some(top));
                code.push(text, false);
                code.end_line();
            }
        });
        assert_eq!(text, "a\n b\nc");
    }

    #[test]
    fn source_breaks_are_folded_where_they_do_not_show() {
        let mut code = CodeText::new(None, false, None, false);
        code.push("\n    a\n   b ", false);
        code.line_break();
        code.push("\u{a0}\u{a0}c\u{200b}", false);
        assert_eq!(code.finish().1, "a b\n  c");
    }
}
