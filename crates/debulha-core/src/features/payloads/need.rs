//! Whether reading the scripts and attributes of a page is worth its cost: most pages say all that they have in their
//! markup.

use super::PayloadOptions;
use crate::features::display::is_raw;
use crate::features::escaped_markup::is_escaped_markup;
use debulha_dom::{Document, NodeId, names};
use memchr::{memmem, memrchr};
use std::ops::Range;

/// What the text of scripts is held against.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Need {
    /// Bytes of text of the page.
    pub(super) text: usize,
    /// Bytes that a string of a script has at least, so that the script is taken.
    pub(super) least: usize,
}

/// Bytes at the start of a script by which data are told from programs.
const HEAD: usize = 256;

/// Text has at least one space in so many bytes, or letters outside ASCII instead.
const MAX_BYTES_A_SPACE: usize = 16;

/// Bytes of a snippet that is looked for elsewhere in the page.
const SNIPPET: usize = 24;

/// What a page needs of its scripts and attributes; `None`: nothing. O(nodes passed until the body has shown enough text),
/// and a few bytes of each script of thin pages.
pub(super) fn need(doc: &Document, options: &PayloadOptions) -> Option<Need> {
    let text = text_below(doc, options.thin_bytes)?;
    if text < options.poor_bytes {
        return Some(Need { text, least: 0 });
    }
    let scripts = doc.elements_named(names::SCRIPT);
    let mut pieces = scripts.flat_map(|script| doc.children(script)).flat_map(|text| doc.text_pieces(text));
    let is_long = pieces.any(|piece| {
        let quote = quote_of_data(&doc.source()[piece.clone()]);
        quote.is_some_and(|quote| has_new_text(doc.source(), piece, quote, text))
    });
    is_long.then_some(Need { text, least: text })
}

/// Bytes of the body's text that may be for readers, shown, hidden or in `noscript`, white space at the ends of text
/// nodes aside; `None` if there are as many as the limit.
fn text_below(doc: &Document, limit: usize) -> Option<usize> {
    let body = doc.body().unwrap_or(Document::ROOT);
    let (mut bytes, mut at) = (0, body.0);
    while at < doc.subtree_end(body) {
        let node = NodeId(at);
        at += 1;
        if doc.is_text(node) && !is_escaped_markup(doc, node) {
            bytes += doc.text(node).trim_ascii().len();
            if bytes >= limit {
                return None;
            }
        } else if is_raw(doc.name(node)) && doc.name(node) != names::NOSCRIPT {
            at = doc.subtree_end(node);
        }
    }
    Some(bytes)
}

/// How the strings of a script's data end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Quote {
    /// `"`
    Plain,
    /// `\"`: the data are a string themselves.
    Escaped,
}

/// Whether a script looks like data, by its first bytes.
fn quote_of_data(script: &str) -> Option<Quote> {
    let script = script.trim_ascii_start();
    let head = &script.as_bytes()[..script.len().min(HEAD)];
    let has = |needle: &str| memmem::find(head, needle.as_bytes()).is_some();
    if matches!(head.first(), Some(b'{' | b'[')) {
        Some(Quote::Plain)
    } else if ["push([", "parse(\""].into_iter().any(has) {
        Some(Quote::Escaped)
    } else {
        let opens = ["={", "= {", "=[", "= [", "({\"", "parse('", "CDATA["];
        opens.into_iter().any(has).then_some(Quote::Plain)
    }
}

/// Whether a script has a string of at least so many bytes that reads like text and stands nowhere else in the page.
///
/// A window of that length is looked through from its end, up to the last quote, behind which the next one begins:
/// of data with short strings only a few bytes are seen.
fn has_new_text(source: &str, script: Range<usize>, quote: Quote, bytes: usize) -> bool {
    let text = &source.as_bytes()[script.clone()];
    let mut start = 0;
    while let Some(window) = text.get(start..start + bytes) {
        match last_quote(window, quote) {
            Some(at) => start += at + 1,
            None if is_text(window) && !is_elsewhere(source, &script, start..start + bytes) => return true,
            None => start += bytes,
        }
    }
    false
}

/// The last quote that may end a string.
fn last_quote(window: &[u8], quote: Quote) -> Option<usize> {
    let most = match quote {
        Quote::Plain => 0,
        Quote::Escaped => 1,
    };
    let mut end = window.len();
    loop {
        let at = memrchr(b'"', &window[..end])?;
        let escapes = window[..at].iter().rev().take(most + 1).take_while(|&&byte| byte == b'\\').count();
        if escapes <= most {
            return Some(at);
        }
        end = at;
    }
}

fn is_text(window: &[u8]) -> bool {
    let count = |of: fn(&u8) -> bool| window.iter().filter(|byte| of(byte)).count();
    let spaces = count(|&byte| byte == b' ');
    let foreign = count(|&byte| byte >= 0x80) + 6 * memmem::find_iter(window, b"\\u").count();
    spaces * MAX_BYTES_A_SPACE >= window.len() || foreign * 2 >= window.len()
}

/// Whether two of three snippets of a part of a script occur in the page outside the script.
fn is_elsewhere(source: &str, script: &Range<usize>, part: Range<usize>) -> bool {
    let text = &source.as_bytes()[script.clone()][part];
    let known = (1..=3).filter(|quarter| {
        let Some(snippet) = snippet(&text[text.len() * quarter / 4..]) else { return false };
        let outside = [&source.as_bytes()[..script.start], &source.as_bytes()[script.end..]];
        outside.into_iter().any(|part| memmem::find(part, snippet).is_some())
    });
    known.count() >= 2
}

/// The first bytes that stand in data as they do in markup.
fn snippet(text: &[u8]) -> Option<&[u8]> {
    let is_same = |byte: &u8| !matches!(byte, b'\\' | b'<' | b'>' | b'&' | b'\'' | b'"' | b'\n');
    text.windows(SNIPPET).find(|window| window.iter().all(is_same))
}
