//! Text that style takes from the eyes and leaves to screen readers.

use crate::features::display::is_block;
use debulha_dom::style::is_clipped;
use debulha_dom::{AttributeSet, Document, NodeId, names};

/// What names of such classes hold, without case, `-` and `_`: `sr-only` (Bootstrap, Tailwind), `visually-hidden`
/// (Bootstrap 5, GOV.UK), `screen-reader-text` (`WordPress`), `element-invisible` (Drupal), `u-hiddenVisually` (SUIT),
/// `slds-assistive-text` (Salesforce), `a-offscreen` (Amazon), `show-for-sr` (Foundation), `sr-text` (shops).
const NAMES: [&str; 9] = [
    "sronly",
    "visuallyhidden",
    "screenreader",
    "elementinvisible",
    "hiddenvisually",
    "assistivetext",
    "offscreen",
    "showforsr",
    "srtext",
];

/// Bytes of a class that are read at most: names are shorter.
const LONGEST_CLASS: usize = 64;

/// Tells elements that are visually hidden. Each class is read once.
pub struct VisuallyHidden<'d> {
    doc: &'d Document,
    /// By class, as far as they were asked for.
    classes: Vec<Option<bool>>,
}

impl<'d> VisuallyHidden<'d> {
    /// Of a document.
    pub fn of(doc: &'d Document) -> Self {
        VisuallyHidden { doc, classes: Vec::new() }
    }

    /// Whether a class or the `style` of an element hides it so. O(classes of the element).
    pub fn is(&mut self, element: NodeId) -> bool {
        let (doc, attributes) = (self.doc, self.doc.attribute_set(element));
        attributes.intersects(AttributeSet::CLASS) && self.by_class(element)
            || attributes.intersects(AttributeSet::STYLE)
                && doc.attribute(element, names::STYLE).is_some_and(is_clipped)
    }

    /// Whether an inline element around a text node, below the nearest block-level one, hides it so. O(inline elements around).
    pub fn inline(&mut self, text_node: NodeId) -> bool {
        let doc = self.doc;
        doc.ancestors(text_node)
            .take_while(|&element| !is_block(doc.name(element)))
            .any(|element| self.is(element))
    }

    fn by_class(&mut self, element: NodeId) -> bool {
        let doc = self.doc;
        doc.class_tokens(element).iter().zip(doc.classes(element)).any(|(class, name)| {
            let place = class.0 as usize;
            if place >= self.classes.len() {
                self.classes.resize(place + 1, None);
            }
            *self.classes[place].get_or_insert_with(|| is_name(name))
        })
    }
}

fn is_name(class: &str) -> bool {
    let letters = class.bytes().take(LONGEST_CLASS).filter(u8::is_ascii_alphanumeric);
    let folded: String = letters.map(|letter| char::from(letter.to_ascii_lowercase())).collect();
    NAMES.iter().any(|name| folded.contains(name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use debulha_dom::{Limits, parse};

    #[test]
    fn classes_and_styles_tell() {
        let html = "<span class='sr-only'>1</span><span class='x u-srOnly'>2</span><span class='screen-reader-text'>3</span>\
            <span class='Visually_Hidden'>4</span><span style='position: absolute; clip: rect(0 0 0 0)'>5</span>\
            <span class='show-for-sr price__sr-text'>6</span><span class='sr only user-text'>7</span><span class='visually'>8</span><span aria-hidden=true>9</span>";
        let doc = parse(html, &Limits::default()).document;
        let mut hidden = VisuallyHidden::of(&doc);
        let spans = doc.elements_named(names::SPAN).filter(|&span| hidden.is(span));
        let found: String =
            spans.filter_map(|span| doc.first_child(span)).map(|text| doc.text(text)).collect();
        assert_eq!(found, "123456");
    }

    #[test]
    fn block_level_elements_are_left_to_others() {
        let html = "<div class=sr-only><p>a <b class=sr-only><i>b</i></b></p></div>";
        let doc = parse(html, &Limits::default()).document;
        let mut hidden = VisuallyHidden::of(&doc);
        let texts = doc.nodes().filter(|&node| doc.is_text(node) && hidden.inline(node));
        assert_eq!(texts.map(|text| doc.text(text)).collect::<Vec<_>>(), ["b"]);
    }
}
