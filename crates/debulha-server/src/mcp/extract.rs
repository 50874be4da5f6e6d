//! The tools `extract` and `fetch`.

use super::Tools;
use super::answer::{self, TextWindow};
use super::args::{DecisionArgs, ExtractArgs, FetchArgs, Form};
use crate::fetch::Via;
use crate::problem::Problem;
use crate::service::{GivenContent, GivenPage, spec};
use debulha::content::Rendition;
use debulha_dom::decode::decode;
use rmcp::model::{CallToolResult, ContentBlock};
use std::borrow::Cow;
use std::fmt::Write as _;

/// Answers `extract`.
pub(super) async fn given(tools: &Tools, args: ExtractArgs) -> Result<CallToolResult, Problem> {
    let page = tools.page(args.page).await?;
    let window = TextWindow { start: args.window.start_index, most: args.window.max_length };
    content(tools, page, args.decision, args.format, window).await
}

/// Answers `fetch`.
pub(super) async fn fetched(tools: &Tools, args: FetchArgs) -> Result<CallToolResult, Problem> {
    // A text that is read on must be of the same version.
    let via = Via::of(args.render);
    let kept = if args.start_index > 0 { tools.recent.find(&args.url, via) } else { None };
    let page = if let Some(page) = kept {
        page
    } else {
        let page = tools.service.fetched(&args.url, via).await?;
        tools.recent.keep(&args.url, via, &page);
        page
    };
    let window = TextWindow { start: args.start_index, most: args.max_length };
    let mut head = format!("fetched: {}", page.url);
    if page.status != 200 {
        let _ = write!(head, " (status {})", page.status);
    }
    if page.layout.is_some() {
        head.push_str(", drawn by a browser");
    }
    head.push('\n');
    let page = page.into();
    if args.raw {
        return tools.service.engine.run(move || source(&page, window, head)).await?;
    }
    let mut result = content(tools, page, args.decision, args.format, window).await?;
    if let Some(ContentBlock::Text(first)) = result.content.first_mut() {
        first.text.push_str(&head);
    }
    Ok(result)
}

/// A piece of a page's HTML.
fn source(page: &GivenPage, window: TextWindow, mut head: String) -> Result<CallToolResult, Problem> {
    let html = match &page.content {
        GivenContent::Text(text) => Cow::Borrowed(text.as_str()),
        GivenContent::Bytes(bytes) => decode(bytes, page.charset.as_deref()).text,
    };
    let piece = window.piece(&html, &[])?;
    if !piece.is_whole() {
        let _ = writeln!(head, "{}", piece.account());
    }
    Ok(answer::result(head, &html[piece.bytes]))
}

async fn content(
    tools: &Tools,
    page: GivenPage,
    decision: DecisionArgs,
    form: Form,
    window: TextWindow,
) -> Result<CallToolResult, Problem> {
    let rendition = match form {
        Form::Markdown => Rendition::Markdown,
        Form::Text => Rendition::Text,
    };
    let (spec, query) = (spec(decision.extractor), decision.query);
    let words = query.clone();
    let work = move |extraction: &_, _: &_| answer::content(extraction, rendition, window, words.as_deref());
    tools.service.extract(&spec, page, query.as_deref(), work).await?
}
