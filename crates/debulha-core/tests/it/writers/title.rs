//! Which heading names the content.

use super::samples::*;
use super::written;
use debulha_core::Page;
use debulha_core::content::Block;
use debulha_core::write::{Format, Title, WriteOptions, Written, render};
use debulha_dom::{Limits, parse};

#[test]
fn a_title_leads_where_the_content_has_none() {
    let parsed = parse("<title>Rye</title>", &Limits::default());
    let metadata = debulha_core::metadata::extract(&Page::new(&parsed.document));
    let of = |blocks: Vec<Block>, format: Format, title: Title, shown: bool| {
        let content = document(blocks);
        let written = Written { metadata: Some(&metadata), ..written(&parsed.document, &content) };
        render(format, &written, &WriteOptions { title, metadata: shown, ..WriteOptions::default() })
    };
    let markdown = |blocks, title| of(blocks, Format::Markdown, title, false);
    assert_eq!(markdown(vec![p("Sown early.")], Title::Auto), "# Rye\n\nSown early.");
    assert_eq!(markdown(vec![p("Sown early.")], Title::Page), "Sown early.");
    assert!(of(vec![p("Sown early.")], Format::Html, Title::Auto, false).contains("<h1>Rye</h1>\n<p>Sown"));
    assert_eq!(of(vec![p("Sown early.")], Format::Text, Title::Auto, false), "Sown early.");
    // Never twice, never alone, and not where the metadata is shown.
    assert_eq!(markdown(vec![p("RYE!"), p("Sown early.")], Title::Auto), "RYE!\n\nSown early.");
    assert_eq!(markdown(vec![heading(1, "Oats")], Title::Auto), "# Oats");
    assert_eq!(markdown(vec![], Title::Auto), "");
    assert!(!of(vec![p("x")], Format::Markdown, Title::Auto, true).contains("# Rye"));
    // The page's own stands beside the text, and goes where none is wanted.
    let own = || Block { is_beside: true, ..heading(2, "Rye") };
    assert_eq!(markdown(vec![own(), p("x")], Title::Auto), "## Rye\n\nx");
    assert_eq!(markdown(vec![own(), p("x")], Title::Never), "x");
}
