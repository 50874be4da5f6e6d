//! Named icons, which stand for text where they are alone in the cell of a table.

use super::builder::ContentBuilder;
use super::inline::InlineGap;
use super::media;
use debulha_dom::{Document, NodeId, names};

/// Maximum characters of an icon's name. Longer texts describe a picture.
const MAX_ICON_NAME_CHARS: usize = 40;

impl ContentBuilder<'_> {
    /// Writes the names of the icons in a cell without text and images. Whether it has any.
    pub(super) fn named_icons(&mut self, cell: NodeId) -> bool {
        let (doc, page) = (self.doc, self.page);
        if page.stats().chars(doc, cell) > 0 || !self.keeps_objects_of(cell) {
            return false;
        }
        // An icon in a link or button says what a click does.
        let is_other = |node: NodeId| matches!(doc.name(node), names::IMG | names::A | names::BUTTON);
        if doc.descendants(cell).any(is_other) {
            return false;
        }
        let mut found = false;
        let mut end = 0;
        for node in doc.descendants(cell) {
            if node.0 < end || !doc.is_element(node) {
                continue;
            }
            // An `svg` counts as hidden, as it has no text of the page.
            let shown = if doc.name(node) == names::SVG { doc.parent(node) } else { Some(node) };
            if shown.is_none_or(|shown| page.visibility().is_hidden(shown)) {
                end = doc.subtree_end(node);
                continue;
            }
            if let Some(name) = icon_name(doc, node) {
                self.run.widen(InlineGap::Space);
                self.run.text(node, &name);
                found = true;
                end = doc.subtree_end(node);
            }
        }
        found
    }
}

/// The name of an `svg`, or of an empty element that a style sheet draws.
fn icon_name(doc: &Document, element: NodeId) -> Option<String> {
    let name = doc.name(element);
    let is_svg = name == names::SVG;
    if !is_svg && !matches!(name, names::I | names::SPAN | names::EM | names::B) {
        return None;
    }
    let title = || {
        let titles = doc.children(element).filter(|&child| doc.name(child) == names::TITLE);
        titles.filter_map(|title| doc.first_child(title)).map(|text| doc.text(text)).next()
    };
    let stated = [doc.attribute(element, names::ARIA_LABEL), doc.attribute(element, names::TITLE)];
    let found = stated.into_iter().chain([is_svg.then(title).flatten()]).flatten().map(media::fold);
    let mut found = found.map(|name| name.trim().to_owned());
    found.find(|name| !name.is_empty() && name.chars().count() <= MAX_ICON_NAME_CHARS)
}
