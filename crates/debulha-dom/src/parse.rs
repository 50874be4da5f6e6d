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
use std::cell::Cell;

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
    let mut truncations = Vec::new();
    let kept = cut(text, limits, &mut truncations);
    let guard = Guard::new(ArenaSink::new(limits, kept.len()), limits);
    let tokenizer = Tokenizer::new(guard, TokenizerOpts::default());
    let input = BufferQueue::default();
    let mut rest = kept;
    while !rest.is_empty() {
        let (chunk, tail) = rest.split_at(rest.floor_char_boundary(CHUNK_BYTES));
        rest = tail;
        input.push_back(StrTendril::from_slice(chunk));
        // `feed` stops at each `</script>`; nothing runs here, so go on.
        while !matches!(tokenizer.feed(&input), html5ever::TokenizerResult::Done) {}
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
struct Guard {
    builder: TreeBuilder<u32, ArenaSink>,
    max_depth: u32,
    max_nodes: usize,
    folded: Cell<usize>,
    nodes_cut: Cell<bool>,
}

impl Guard {
    fn new(sink: ArenaSink, limits: &Limits) -> Self {
        let options = TreeBuilderOpts { scripting_enabled: false, ..TreeBuilderOpts::default() };
        Guard {
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

impl TokenSink for Guard {
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
