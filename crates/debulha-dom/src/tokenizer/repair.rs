//! Closes raw text and comments that a page never closes, so that they do not swallow the rest of the page.

use super::{ContentState, HtmlToken, HtmlTokenKind, Tokenizer};
use crate::names::{self, NameId};
use memchr::memchr_iter;
use std::fmt;

/// Minimum start tags that unclosed raw text or an unclosed comment swallows before it is closed (our decision: fewer may be markup shown as text).
const MIN_SWALLOWED_TAGS: usize = 3;

/// What a page left unclosed and the parser closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unclosed {
    /// An element of raw text, by its name.
    Element(&'static str),
    /// A comment.
    Comment,
}

impl fmt::Display for Unclosed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unclosed::Element(name) => write!(f, "<{name}>"),
            Unclosed::Comment => f.write_str("a comment"),
        }
    }
}

/// The repairs of a page.
#[derive(Debug, Default)]
pub(super) struct Repairs {
    /// Whether repairs are enabled.
    pub(super) is_on: bool,
    /// Names without an end tag in the rest of the page.
    unclosed: Vec<NameId>,
    /// Whether the rest of the page has no end of a comment.
    comments: bool,
    /// End of the open raw text element.
    closes_at: Option<usize>,
    /// What was closed, each kind once.
    pub(super) done: Vec<Unclosed>,
}

impl Tokenizer<'_> {
    /// Raw text up to the end of a repaired element, or its end tag; `None` without a repair. O(text).
    pub(super) fn repaired_text(&mut self) -> Option<HtmlToken> {
        let at = self.at;
        let close = match self.repairs.closes_at {
            Some(close) => close,
            None if self.is_never_closed() => self.early_close()?,
            None => return None,
        };
        if close > at {
            self.repairs.closes_at = Some(close);
            let rules = if self.content == ContentState::Rcdata { super::RCDATA } else { super::RAWTEXT };
            return self.text_until(close, rules, self.dirt(at, close));
        }
        self.repairs.closes_at = None;
        self.content = ContentState::Data;
        Some(HtmlToken { name: self.raw_element, ..HtmlToken::new(HtmlTokenKind::EndTag, at, at) })
    }

    /// Whether the open element has no end tag.
    fn is_never_closed(&self) -> bool {
        self.repairs.unclosed.contains(&self.raw_element)
    }

    /// Records that the open element has no end tag. Returns whether it is repaired.
    pub(super) fn has_no_end_tag(&mut self) -> bool {
        let repairs = self.repairs.is_on
            && raw_name(self.raw_element).is_some()
            && swallows(&self.bytes()[self.at..])
            && self.early_close().is_some();
        if let Some(name) = raw_name(self.raw_element).filter(|_| repairs) {
            self.repairs.unclosed.push(self.raw_element);
            self.repairs.done.push(Unclosed::Element(name));
        }
        repairs
    }

    /// The place where a lenient parser ends the open element: before the next tag. A script ends before the next line that begins with a
    /// tag, or before the next end tag.
    fn early_close(&self) -> Option<usize> {
        let bytes = self.bytes();
        let is_script = self.content == ContentState::ScriptData;
        let mut blank_from = Some(self.at);
        let mut from = self.at;
        for found in memchr_iter(b'<', &bytes[self.at..]) {
            let tag = self.at + found;
            if let Some(line) = memchr::memrchr(b'\n', &bytes[from..tag]) {
                blank_from = Some(from + line + 1);
            }
            let is_first = blank_from.is_some_and(|blank| bytes[blank..tag].trim_ascii().is_empty());
            blank_from = blank_from.filter(|_| is_first);
            from = tag;
            let is_end = self.byte(tag + 1) == Some(b'/');
            let name = tag + 1 + usize::from(is_end);
            if self.byte(name).is_some_and(|byte| byte.is_ascii_alphabetic())
                && (!is_script || is_first || is_end)
            {
                return Some(tag);
            }
        }
        None
    }

    /// The `>` at which an unclosed comment is closed; `None` without a repair.
    pub(super) fn comment_close(&mut self, from: usize) -> Option<usize> {
        if !self.repairs.is_on || !swallows(&self.bytes()[from..]) {
            return None;
        }
        if !self.repairs.comments {
            self.repairs.comments = true;
            self.repairs.done.push(Unclosed::Comment);
        }
        memchr::memchr(b'>', &self.bytes()[from..]).map(|found| from + found)
    }

    /// Whether the rest of the page has no end of a comment.
    pub(super) fn comments_never_end(&self) -> bool {
        self.repairs.comments
    }
}

/// The name of an element of raw text.
fn raw_name(name: NameId) -> Option<&'static str> {
    match name {
        names::TITLE => Some("title"),
        names::TEXTAREA => Some("textarea"),
        names::STYLE => Some("style"),
        names::SCRIPT => Some("script"),
        names::IFRAME => Some("iframe"),
        names::NOEMBED => Some("noembed"),
        names::NOFRAMES => Some("noframes"),
        names::XMP => Some("xmp"),
        _ => None,
    }
}

/// Whether text contains at least [`MIN_SWALLOWED_TAGS`] start tags. O(text).
fn swallows(text: &[u8]) -> bool {
    let tags = memchr_iter(b'<', text).filter(|&at| text.get(at + 1).is_some_and(u8::is_ascii_alphabetic));
    tags.take(MIN_SWALLOWED_TAGS).count() == MIN_SWALLOWED_TAGS
}

#[cfg(test)]
mod tests {
    use crate::parse::{parse, parse_repaired};
    use crate::{Limits, names};

    const REST: &str = "<body><p>Rye<p>Oats<p>Spelt";

    /// The text of the body and what was repaired.
    fn body(html: &str) -> (String, Vec<String>) {
        let parsed = parse_repaired(html, &Limits::default());
        let doc = &parsed.document;
        let text = doc.elements_named(names::P).map(|p| doc.text_content(p)).collect::<Vec<_>>().join("|");
        (text, parsed.repairs.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn what_swallows_the_page_is_closed() {
        for (html, closed) in [
            ("<title>Mill", "<title>"),
            ("<form><textarea name=q>search</form>", "<textarea>"),
            ("<style>p { color: red }\n", "<style>"),
            ("<script src=a.js>", "<script>"),
            ("<script>if (a <b) c(\"<p>\");\n", "<script>"),
            ("<!-- menu >", "a comment"),
            ("<xmp>", "<xmp>"),
            ("<iframe src=a>", "<iframe>"),
        ] {
            let found = body(&format!("{html}{REST}"));
            assert_eq!(found, ("Rye|Oats|Spelt".to_owned(), vec![closed.to_owned()]), "{html}");
            // The standard's tree.
            let doc = parse(&format!("{html}{REST}"), &Limits::default()).document;
            assert_eq!(doc.elements_named(names::P).count(), 0, "{html}");
        }
    }

    #[test]
    fn what_is_closed_or_swallows_little_stays() {
        for html in [
            "<title>Mill <b></title>",
            "<p>1<script>a = '<p><p><p>'</script>",
            "<p>1<!-- <p><p><p> -->",
            "<p>1<textarea><p><p>",
            "<p>1<!-- <p><p>",
            "<p>1<plaintext><p><p><p>",
        ] {
            let parsed = parse_repaired(html, &Limits::default());
            assert!(parsed.repairs.is_empty(), "{html}");
            assert_eq!(
                parsed.document.nodes().count(),
                parse(html, &Limits::default()).document.nodes().count(),
                "{html}"
            );
        }
    }

    #[test]
    fn many_that_are_never_closed() {
        let html = format!("{}{REST}", "<textarea>x<b></b><!-- y>".repeat(50_000));
        let (text, repaired) = body(&html);
        assert_eq!((text.as_str(), repaired.len()), ("Rye|Oats|Spelt", 2));
    }
}
