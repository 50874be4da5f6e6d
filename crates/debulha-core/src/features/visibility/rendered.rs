//! Visibility as a browser computed it.

use crate::features::display::is_raw;
use crate::layout::Layout;
use debulha_dom::{Document, NodeId, names};

/// Which nodes a reader does not see, by what a browser drew where it knows a node, and else by `hidden`.
///
/// A text is seen where it has lines on the page that are drawn and not clipped away; an element where it or something
/// below it is. `details` stay as they are, since a reader may open them, and so do elements that are never text. Where
/// the browser hides more than `max_share` of the text of the other view, that view is kept: the page shows its content
/// when a script has run. O(nodes + text).
pub(super) fn hidden(doc: &Document, layout: &Layout, hidden: Vec<bool>, max_share: f64) -> Vec<bool> {
    let is_kept = kept(doc);
    let is_clipped = layout.clipped(doc);
    let is_blank = |node| doc.is_text(node) && doc.text(node).trim_ascii().is_empty();
    let mut shows = vec![false; doc.len()];
    for node in doc.nodes().rev().filter(|&node| !is_blank(node)) {
        let at = node.index();
        let seen = layout.is_seen(node).filter(|_| !is_kept[at]).map(|seen| seen && !is_clipped[at]);
        shows[at] |= seen.unwrap_or(!hidden[at]);
        if let Some(parent) = doc.parent(node).filter(|_| shows[at]) {
            shows[parent.index()] = true;
        }
    }
    for node in doc.nodes().filter(|&node| is_blank(node)) {
        shows[node.index()] = doc.parent(node).is_none_or(|parent| shows[parent.index()]);
    }
    let (mut before, mut lost) = (0usize, 0usize);
    for text in doc.nodes().filter(|&node| doc.is_text(node) && !hidden[node.index()]) {
        let bytes = doc.text(text).trim_ascii().len();
        before += bytes;
        lost += if shows[text.index()] { 0 } else { bytes };
    }
    if lost as f64 > before as f64 * max_share {
        return hidden;
    }
    shows.into_iter().map(|shows| !shows).collect()
}

/// Nodes of which the browser is not asked.
fn kept(doc: &Document) -> Vec<bool> {
    let mut kept = vec![false; doc.len()];
    let mut until = 0;
    for node in doc.nodes() {
        let is_kept = |node: NodeId| is_raw(doc.name(node)) || doc.name(node) == names::DETAILS;
        if node.0 >= until && doc.is_element(node) && is_kept(node) {
            until = doc.subtree_end(node);
        }
        kept[node.index()] = node.0 < until;
    }
    kept
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use crate::features::visibility::VisibilityOptions;
    use crate::layout::{Display, Drawn, Layout, Rectangle, Style};
    use crate::page::{Evidence, Page, PageOptions};
    use debulha_dom::{Document, Limits, NodeId, names, parse};

    const BOX: Rectangle = Rectangle { x: 8.0, y: 8.0, width: 400.0, height: 20.0 };

    /// Texts that are seen where each node is drawn as `drawn` says, by default in a box.
    fn seen(
        html: &str,
        options: &VisibilityOptions,
        drawn: impl Fn(&Document, NodeId) -> Option<Drawn>,
    ) -> String {
        let doc = parse(html, &Limits::default()).document;
        let layout = Layout::drawn(&doc, |node| drawn(&doc, node));
        let evidence = Evidence { layout: Some(&layout), ..Evidence::default() };
        let options = PageOptions { visibility: options.clone(), ..PageOptions::default() };
        let page = Page::with(&doc, evidence, options);
        let seen = doc.nodes().filter(|&node| doc.is_text(node) && !page.visibility().is_hidden(node));
        seen.map(|node| doc.text(node).trim()).filter(|text| !text.is_empty()).collect::<Vec<_>>().join("|")
    }

    fn in_box(style: Style) -> Drawn {
        Drawn { rectangle: Some(BOX), style: Some(style), ..Drawn::default() }
    }

    const PAGE: &str = "<p>Rye that a reader sees</p><p id=x>Oats</p><p hidden>Wheat</p>";

    /// What `style` says of the paragraph with an id and its text; everything else is drawn.
    fn with_x(drawn: impl Fn(bool) -> Drawn) -> String {
        seen(PAGE, &VisibilityOptions::default(), |doc, node| {
            let has_id = |node| doc.attribute(node, names::ID).is_some();
            let is_text = doc.is_text(node);
            let is_x = has_id(node) || is_text && doc.parent(node).is_some_and(has_id);
            Some(if is_x { drawn(is_text) } else { in_box(Style::default()) })
        })
    }

    #[test]
    fn what_is_drawn_is_seen_whatever_attributes_say() {
        assert_eq!(with_x(|_| in_box(Style::default())), "Rye that a reader sees|Oats|Wheat");
    }

    #[test]
    fn what_is_not_drawn_is_not_seen() {
        let none = |_| Drawn { rectangle: None, style: Some(Style::default()), ..Drawn::default() };
        assert_eq!(with_x(none), "Rye that a reader sees|Wheat");
        let transparent = |_| in_box(Style { visible: false, ..Style::default() });
        assert_eq!(with_x(transparent), "Rye that a reader sees|Wheat");
        let aside =
            |_| Drawn { rectangle: Some(Rectangle { x: -9999.0, ..BOX }), ..in_box(Style::default()) };
        assert_eq!(with_x(aside), "Rye that a reader sees|Wheat");
    }

    #[test]
    fn what_is_clipped_is_not_seen_and_what_overflows_is() {
        let flat = |clips: bool| {
            move |is_text: bool| {
                let height = if is_text { 20.0 } else { 0.0 };
                let style = Style { clips, ..Style::default() };
                Drawn { rectangle: Some(Rectangle { height, ..BOX }), ..in_box(style) }
            }
        };
        assert_eq!(with_x(flat(true)), "Rye that a reader sees|Wheat");
        assert_eq!(with_x(flat(false)), "Rye that a reader sees|Oats|Wheat");
    }

    #[test]
    fn attributes_decide_where_the_browser_is_not_asked() {
        let nothing = |doc: &Document, node: NodeId| doc.is_text(node).then(|| in_box(Style::default()));
        let off = VisibilityOptions { rendered: false, ..VisibilityOptions::default() };
        assert_eq!(seen(PAGE, &off, nothing), "Rye that a reader sees|Oats");
        assert_eq!(seen(PAGE, &VisibilityOptions::default(), |_, _| None), "Rye that a reader sees|Oats");
        let closed = "<p>Rye that a reader sees</p><details><summary>More</summary>Oats</details>";
        let drawn = |doc: &Document, node: NodeId| {
            let is_drawn = doc.ancestors(node).all(|above| doc.name(above) != names::DETAILS);
            Some(if is_drawn { in_box(Style::default()) } else { Drawn::default() })
        };
        assert_eq!(seen(closed, &VisibilityOptions::default(), drawn), "Rye that a reader sees|More|Oats");
    }

    #[test]
    fn a_page_that_waits_for_its_script_keeps_its_text() {
        let waiting = |doc: &Document, node: NodeId| {
            let display = if doc.is_text(node) { Display::None } else { Display::Block };
            let style = Style { display, ..Style::default() };
            Some(Drawn {
                rectangle: (!doc.is_text(node)).then_some(BOX),
                style: Some(style),
                ..Drawn::default()
            })
        };
        assert_eq!(seen(PAGE, &VisibilityOptions::default(), waiting), "Rye that a reader sees|Oats");
    }
}
