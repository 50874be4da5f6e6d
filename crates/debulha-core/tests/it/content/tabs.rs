//! Labels of tabs.

use crate::common::markdown::markdown_of;
use debulha_core::write::WriteOptions;

/// The Markdown of a page whose text is all kept, but for `low`.
fn markdown(html: &str) -> String {
    markdown_of(html, None, &WriteOptions::default(), |text| text != "low")
}

#[test]
fn labels_are_written_above_their_panes() {
    let list = "<ul role=tablist><li role=tab>Rye<li role=tab>Oats</ul>";
    let panes = "<div><div><p>Sow in autumn.</div><div><p>Sow in spring.</div></div>";
    let html = format!("<p>When?{list}{panes}");
    assert_eq!(markdown(&html), "When?\n\n**Rye**\n\nSow in autumn.\n\n**Oats**\n\nSow in spring.");
    let low = html.replace("Sow in spring.", "low");
    assert_eq!(markdown(&low), "When?\n\n- Oats\n\n**Rye**\n\nSow in autumn.");
    let code = "<div><pre>sow rye</pre><pre>sow oats</pre></div>";
    assert_eq!(
        markdown(&format!("{list}{code}")),
        "**Rye**\n\n```\nsow rye\n```\n\n**Oats**\n\n```\nsow oats\n```"
    );
    let cell = format!("<table><tr><th>Crop<th>When<tr><td>All<td>{list}{panes}</table>");
    assert!(
        markdown(&cell).contains("**Rye**<br>Sow in autumn.<br>**Oats**<br>Sow in spring."),
        "{}",
        markdown(&cell)
    );
}
