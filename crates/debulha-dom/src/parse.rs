//! Text to [`Document`], within [`Limits`].

use crate::arena::ArenaSink;
use crate::document::Document;
use crate::freeze::freeze;
use crate::limits::{Limits, Truncated};
use html5ever::interface::TreeSink;
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{
    BufferQueue, Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts,
};
use html5ever::tree_builder::{TreeBuilder, TreeBuilderOpts};
use html5ever::{LocalName, local_name};
use memchr::{memchr, memmem};
use std::cell::Cell;
use std::rc::Rc;

/// A tree, and what the limits cut from it.
#[derive(Debug)]
pub struct Parsed {
    /// The tree; useful also when truncated.
    pub document: Document,
    /// One entry for each limit that was reached; empty for nearly every page.
    pub truncations: Vec<Truncated>,
}

/// Parses a page as the HTML standard says, scripting off (`noscript` has element children).
///
/// Never fails: any text is a page, and a page beyond the limits becomes a partial tree with a report. Contents of
/// `template` are its children. O(bytes) time for all but adversarial markup; memory about three times the page.
pub fn parse(text: &str, limits: &Limits) -> Parsed {
    parse_with(text, limits, true)
}

/// `leap`: whether contents of `script` and `style` go past the tokenizer. Same tree either way.
fn parse_with(text: &str, limits: &Limits, leap: bool) -> Parsed {
    let mut truncations = Vec::new();
    let source = Source::new(cut(text, limits, &mut truncations));
    let guard = Guard::new(ArenaSink::new(limits, source.text.len()), limits, leap.then(|| source.clone()));
    let tokenizer = Tokenizer::new(guard, TokenizerOpts::default());
    while source.feed() {
        // `feed` stops at each `</script>`; nothing runs here, so go on.
        while !matches!(tokenizer.feed(&source.queue), html5ever::TokenizerResult::Done) {}
    }
    tokenizer.end();
    let Guard { builder, folded, nodes_cut, .. } = tokenizer.sink;
    let arena = builder.sink.finish();
    if nodes_cut.get() {
        truncations.push(Truncated::Nodes { limit: limits.max_nodes });
    }
    let dropped = arena.dropped_attributes;
    if dropped > 0 {
        truncations.push(Truncated::Attributes { dropped, limit: limits.max_attributes });
    }
    let (document, flattened) = freeze(arena, limits.max_depth.max(1));
    let flattened = flattened + folded.get();
    if flattened > 0 {
        truncations.push(Truncated::Depth { flattened, limit: limits.max_depth });
    }
    Parsed { document, truncations }
}

/// Bytes handed to the tokenizer at a time: the parser's copy of the source stays this small.
const CHUNK_BYTES: usize = 64 << 10;

/// The page on its way into the tokenizer.
#[derive(Clone)]
struct Source<'s> {
    text: &'s str,
    /// Bytes of `text` that the queue has been given.
    fed: Rc<Cell<usize>>,
    queue: Rc<BufferQueue>,
}

impl<'s> Source<'s> {
    fn new(text: &'s str) -> Self {
        Source { text, fed: Rc::default(), queue: Rc::default() }
    }

    /// Queues the next chunk; `false` at the end.
    fn feed(&self) -> bool {
        let rest = &self.text[self.fed.get()..];
        let chunk = &rest[..rest.floor_char_boundary(CHUNK_BYTES)];
        self.queue.push_back(StrTendril::from_slice(chunk));
        self.fed.set(self.fed.get() + chunk.len());
        !chunk.is_empty()
    }

    /// Takes the raw text up to the end tag of `name` off the source; `None` where the tokenizer must look itself.
    ///
    /// Half of the bytes of today's pages are scripts and style sheets, and html5ever reads them a character at a
    /// time. On 400 pages of wcxb-dev this takes parsing from 114 to 131 MB/s (2026-11-20).
    fn take_raw_text(&self, name: &str) -> Option<StrTendril> {
        let head = self.queue.pop_front()?;
        let taken = self.queue.is_empty().then(|| self.leap(&head, name)).flatten();
        let (end, text) = match taken {
            Some((end, text)) => (end, Some(text)),
            None => (0, None),
        };
        if end <= head.len() {
            self.queue.push_front(head.subtendril(end as u32, (head.len() - end) as u32));
        } else {
            self.fed.set(self.fed.get() - head.len() + end);
        }
        text
    }

    /// The raw text that starts with `head`, the part of it that is queued, and its length in the source.
    fn leap(&self, head: &str, name: &str) -> Option<(usize, StrTendril)> {
        let rest = &self.text[self.fed.get() - head.len()..];
        let end = end_tag(rest.as_bytes(), name.as_bytes())?;
        let text = &rest[..end];
        // Scripts that hold comments have rules of their own, and NUL is replaced.
        if memchr(0, text.as_bytes()).is_some() || (name == "script" && text.contains("<!--")) {
            return None;
        }
        let text = match memchr(b'\r', text.as_bytes()) {
            Some(_) => StrTendril::from(text.replace("\r\n", "\n").replace('\r', "\n")),
            None => StrTendril::from_slice(text),
        };
        Some((end, text))
    }
}

/// The position of `</name` that ends raw text.
fn end_tag(bytes: &[u8], name: &[u8]) -> Option<usize> {
    memmem::find_iter(bytes, b"</").find(|&at| {
        let after = &bytes[at + 2..];
        after.len() > name.len()
            && after[..name.len()].eq_ignore_ascii_case(name)
            && matches!(after[name.len()], b' ' | b'\t' | b'\n' | b'\r' | 0x0c | b'/' | b'>')
    })
}

fn cut<'a>(text: &'a str, limits: &Limits, truncations: &mut Vec<Truncated>) -> &'a str {
    // Spans are 32-bit, and decoding entities never lengthens text beyond twice its source.
    let limit = limits.max_bytes.min(u32::MAX as usize / 2);
    if text.len() <= limit {
        return text;
    }
    truncations.push(Truncated::Bytes { bytes: text.len(), limit });
    &text[..text.floor_char_boundary(limit)]
}

/// Stands before the tree builder and keeps its stack of open elements and its tree within the limits, since its
/// work per tag grows with the stack.
struct Guard<'s> {
    /// Where contents of `script` and `style` may be taken from.
    source: Option<Source<'s>>,
    builder: TreeBuilder<u32, ArenaSink>,
    max_depth: u32,
    max_nodes: usize,
    folded: Cell<usize>,
    nodes_cut: Cell<bool>,
}

impl<'s> Guard<'s> {
    fn new(sink: ArenaSink, limits: &Limits, source: Option<Source<'s>>) -> Self {
        let options = TreeBuilderOpts { scripting_enabled: false, ..TreeBuilderOpts::default() };
        Guard {
            source,
            builder: TreeBuilder::new(sink, options),
            max_depth: limits.max_depth.max(1) as u32,
            max_nodes: limits.max_nodes.max(1),
            folded: Cell::new(0),
            nodes_cut: Cell::new(false),
        }
    }

    /// A start tag beyond the depth cap is closed at once: its contents follow it, flat.
    fn must_fold(&self, tag: &Tag) -> bool {
        tag.kind == TagKind::StartTag
            && self.builder.sink.open_depth.get() >= self.max_depth
            && !tag.self_closing
            && !keeps_its_contents(&tag.name)
    }
}

/// Elements whose contents are raw text or that never stay open.
fn keeps_its_contents(name: &LocalName) -> bool {
    matches!(
        *name,
        local_name!("script")
            | local_name!("style")
            | local_name!("title")
            | local_name!("textarea")
            | local_name!("xmp")
            | local_name!("iframe")
            | local_name!("noembed")
            | local_name!("noframes")
            | local_name!("plaintext")
            | local_name!("html")
            | local_name!("head")
            | local_name!("body")
            | local_name!("frameset")
            | local_name!("area")
            | local_name!("base")
            | local_name!("br")
            | local_name!("col")
            | local_name!("embed")
            | local_name!("hr")
            | local_name!("img")
            | local_name!("input")
            | local_name!("link")
            | local_name!("meta")
            | local_name!("param")
            | local_name!("source")
            | local_name!("track")
            | local_name!("wbr")
    )
}

impl TokenSink for Guard<'_> {
    type Handle = u32;

    fn process_token(&self, token: Token, line_number: u64) -> TokenSinkResult<u32> {
        if self.nodes_cut.get() && !matches!(token, Token::EOFToken) {
            return TokenSinkResult::Continue;
        }
        if self.builder.sink.node_count() >= self.max_nodes {
            self.nodes_cut.set(true);
        }
        match token {
            Token::TagToken(tag) if self.must_fold(&tag) => {
                self.folded.set(self.folded.get() + 1);
                let end = Tag {
                    kind: TagKind::EndTag,
                    name: tag.name.clone(),
                    self_closing: false,
                    attrs: Vec::new(),
                    had_duplicate_attributes: false,
                };
                let result = self.builder.process_token(Token::TagToken(tag), line_number);
                if matches!(result, TokenSinkResult::Continue) {
                    return self.builder.process_token(Token::TagToken(end), line_number);
                }
                result
            }
            Token::TagToken(tag) if matches!(tag.name, local_name!("script") | local_name!("style")) => {
                let name = tag.name.clone();
                let result = self.builder.process_token(Token::TagToken(tag), line_number);
                if let (TokenSinkResult::RawData(_), Some(source)) = (&result, &self.source)
                    && let Some(text) = source.take_raw_text(&name)
                    && !text.is_empty()
                {
                    // Character tokens never ask for anything.
                    let _ = self.builder.process_token(Token::CharacterTokens(text), line_number);
                }
                result
            }
            token => self.builder.process_token(token, line_number),
        }
    }

    fn end(&self) {
        self.builder.end();
    }

    fn adjusted_current_node_present_but_not_in_html_namespace(&self) -> bool {
        self.builder.adjusted_current_node_present_but_not_in_html_namespace()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn tree(html: &str, leap: bool) -> String {
        let doc = parse_with(html, &Limits::default(), leap).document;
        let node =
            |n| format!("{:?}{}{:?}{}", doc.kind(n), doc.name_str(doc.name(n)), doc.text(n), doc.depth(n));
        doc.nodes().map(node).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn raw_text_is_the_same_past_the_tokenizer() {
        let long = "x".repeat(CHUNK_BYTES);
        for html in [
            "<script>a < b</script>c",
            "<script>a</scripty></SCRIPT >b",
            "<script><!-- <script> </script> --></script>b",
            "<script>a\r\nb\rc\0d</script>",
            "<script>a\r\nb\rc</script>\r\n<style>\r</style>",
            "<style>p{}</style/><style></style><style>never closed",
            "<script></script><script>never closed </scrip",
            "<svg><style>a</style><script>b</script></svg><title><script>c</title>",
            &format!("<script>{long}</script>after<style>{long}</style>{long}"),
            &format!("{}<script>{long}</script>after", &long[..CHUNK_BYTES - 8]),
            &format!("{}<script>1</script>after", &long[..CHUNK_BYTES - 12]),
        ] {
            assert_eq!(tree(html, true), tree(html, false), "{}", &html[..html.len().min(80)]);
        }
    }

    proptest! {
        #[test]
        fn any_soup_is_the_same_past_the_tokenizer(
            parts in proptest::collection::vec("</?(script|style|svg|table|p|select|template|textarea)>|<!--|-->|[a<\r\n/]", 0..40)
        ) {
            let html = parts.concat();
            prop_assert_eq!(tree(&html, true), tree(&html, false));
        }
    }
}
