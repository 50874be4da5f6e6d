//! Pages as Markdown.

use debulha_core::write::{Format, WriteOptions, Written, render};
use debulha_core::{Labels, Page, PageOptions, content};
use debulha_dom::{Limits, parse};

/// The Markdown of a page at a URL, with the visible texts that a condition keeps.
pub(crate) fn markdown_of(
    html: &str,
    url: Option<&str>,
    options: &WriteOptions,
    keep: impl Fn(&str) -> bool,
) -> String {
    let document = parse(html, &Limits::default()).document;
    let page = Page::with_options(&document, url, PageOptions::default());
    let kept = page.text_nodes().iter().copied().filter(|&node| keep(document.text(node).trim()));
    let content = content::build(&page, &Labels::from_text_nodes(&document, kept));
    let written = Written {
        document: &document,
        byte_map: None,
        content: &content,
        metadata: None,
        records: None,
        comments: &[],
        url,
        extractor: "all_text",
        agreement: None,
        verdict: None,
        warnings: &[],
    };
    render(Format::Markdown, &written, options)
}
