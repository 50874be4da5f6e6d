//! What hides a node.

use debulha_core::Page;
use debulha_core::features::display::is_raw;
use debulha_dom::{Document, NodeId, NodeKind, names, style::Declared};

/// What hides a hidden node, in words. O(depth).
pub fn hidden_by(page: &Page<'_>, node: NodeId) -> String {
    let doc = page.document();
    let path = doc.ancestors(node).take_while(|&ancestor| page.visibility().is_hidden(ancestor));
    // The outermost hidden ancestor is the one that hides the rest.
    let root = path.last().unwrap_or(node);
    if doc.kind(root) == NodeKind::Comment {
        return "a comment".to_owned();
    }
    format!("{} {}", by_what(doc, root), doc.xpath(root))
}

fn by_what(doc: &Document, root: NodeId) -> &'static str {
    let style = doc.attribute(root, names::STYLE).unwrap_or_default();
    if is_raw(doc.name(root)) {
        "never shown: inside"
    } else if doc.attribute(root, names::HIDDEN).is_some() {
        "hidden by the attribute `hidden` of"
    } else if Declared::read(style).hides() {
        "hidden by the attribute `style` of"
    } else {
        "hidden by a style sheet of the page, which matches"
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use debulha_dom::{Limits, parse};

    fn reasons(html: &str) -> Vec<String> {
        // Where there is nothing else, nothing is hidden.
        let html = format!("{html}<body><p>A visible text that is longer than all that is hidden.");
        let doc = parse(&html, &Limits::default()).document;
        let page = Page::new(&doc);
        let is_hidden = |&node: &NodeId| page.visibility().is_hidden(node) && !doc.is_element(node);
        doc.nodes().filter(is_hidden).map(|node| hidden_by(&page, node)).collect()
    }

    #[test]
    fn each_way_of_hiding_is_named() {
        assert_eq!(
            reasons("<div><script>x</script></div>"),
            ["never shown: inside /html[1]/body[1]/div[1]/script[1]"]
        );
        assert_eq!(
            reasons("<div hidden><p>x</p></div>"),
            ["hidden by the attribute `hidden` of /html[1]/body[1]/div[1]"]
        );
        assert_eq!(
            reasons("<p style='display: none'>x</p>"),
            ["hidden by the attribute `style` of /html[1]/body[1]/p[1]"]
        );
        assert_eq!(
            reasons("<body><style>.x{display:none}</style><p class=x>y</p>").last().map(String::as_str),
            Some("hidden by a style sheet of the page, which matches /html[1]/body[1]/p[1]")
        );
        assert_eq!(reasons("<p>a<!-- b --></p>"), ["a comment"]);
    }
}
