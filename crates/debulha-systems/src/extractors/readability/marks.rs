//! What an element's own attributes say of it.

use super::patterns::NameSigns;
use debulha_dom::style::Declared;
use debulha_dom::{AttributeSet, Document, NameId, Namespace, NodeId, names};

/// Values of `role` of what is not part of an article.
const UNLIKELY_ROLES: [&str; 7] =
    ["menu", "menubar", "complementary", "navigation", "alert", "alertdialog", "dialog"];

/// Why an element is not shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum HiddenReason {
    Attribute,
    Style,
    Aria,
    Modal,
}

impl HiddenReason {
    /// In words.
    pub(super) fn describe(self) -> &'static str {
        match self {
            HiddenReason::Attribute => "the attribute hidden",
            HiddenReason::Style => "its style",
            HiddenReason::Aria => "the attribute aria-hidden",
            HiddenReason::Modal => "a modal dialog",
        }
    }
}

/// What the attributes of an element say.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct AttributeMarks {
    class: NameSigns,
    id: NameSigns,
    /// Why the element is not shown.
    pub(super) hidden: Option<HiddenReason>,
    /// Whether `rel` or `itemprop` name the author.
    pub(super) is_author: bool,
    /// Whether its `role` is that of furniture.
    pub(super) has_unlikely_role: bool,
}

impl AttributeMarks {
    /// Whether class or id has the sign.
    #[inline]
    pub(super) fn has(self, sign: NameSigns) -> bool {
        (self.class | self.id).has(sign)
    }

    /// How many of class and id speak for content, less those that speak against it: -2 to 2.
    pub(super) fn balance(self) -> i32 {
        [self.class, self.id]
            .into_iter()
            .map(|signs| {
                i32::from(signs.has(NameSigns::POSITIVE)) - i32::from(signs.has(NameSigns::NEGATIVE))
            })
            .sum()
    }
}

/// Reads the marks of a document's elements; each class is looked at once.
#[derive(Debug)]
pub(super) struct MarkReader<'d> {
    doc: &'d Document,
    aria_modal: Option<NameId>,
    /// By token.
    classes: Vec<Option<NameSigns>>,
}

impl<'d> MarkReader<'d> {
    pub(super) fn new(doc: &'d Document) -> Self {
        MarkReader { doc, aria_modal: doc.find_name("aria-modal"), classes: Vec::new() }
    }

    /// Reads an element. O(attributes).
    pub(super) fn read(&mut self, node: NodeId) -> AttributeMarks {
        let doc = self.doc;
        let mut marks = AttributeMarks::default();
        let attributes = doc.attribute_set(node);
        // Classes of SVG are objects to scripts, not text; elements of MathML have no style.
        let namespace = doc.namespace(node);
        if attributes.intersects(AttributeSet::CLASS) && namespace != Namespace::Svg {
            marks.class = self.class_signs(node);
        }
        if attributes.intersects(AttributeSet::HIDDEN) {
            marks.hidden = Some(HiddenReason::Attribute);
        }
        let read = AttributeSet::ID | AttributeSet::ROLE | AttributeSet::STYLE | AttributeSet::OTHER;
        if !attributes.intersects(read) {
            return marks;
        }
        let (mut is_modal, mut is_dialog) = (false, false);
        for (name, value) in doc.attributes(node) {
            match name {
                names::ID => marks.id = NameSigns::of(value),
                names::STYLE if namespace != Namespace::MathMl && Declared::read(value).hides() => {
                    marks.hidden = Some(HiddenReason::Style);
                }
                names::ARIA_HIDDEN if value == "true" && !self.is_formula(node) => {
                    marks.hidden = Some(HiddenReason::Aria);
                }
                names::ROLE => {
                    is_dialog = value == "dialog";
                    marks.has_unlikely_role = UNLIKELY_ROLES.contains(&value);
                }
                names::REL => marks.is_author |= value == "author",
                names::ITEMPROP => marks.is_author |= value.contains("author"),
                name => is_modal |= Some(name) == self.aria_modal && value == "true",
            }
        }
        if is_modal && is_dialog {
            marks.hidden = Some(HiddenReason::Modal);
        }
        marks
    }

    /// Whether an image stands for a formula: hidden from screen readers, shown to all others.
    fn is_formula(&self, node: NodeId) -> bool {
        self.doc.attribute(node, names::CLASS).is_some_and(|class| class.contains("fallback-image"))
    }

    fn class_signs(&mut self, node: NodeId) -> NameSigns {
        let tokens = self.doc.class_tokens(node);
        let mut signs = NameSigns::default();
        // Goes on to each class that was not seen before, and never back.
        let mut names = self.doc.classes(node).enumerate();
        for (place, token) in tokens.iter().enumerate() {
            let index = token.0 as usize;
            if self.classes.len() <= index {
                self.classes.resize(index + 1, None);
            }
            signs |= *self.classes[index].get_or_insert_with(|| {
                let name = names.find(|(at, _)| *at == place);
                name.map_or(NameSigns::default(), |(_, name)| NameSigns::of(name))
            });
        }
        signs
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use debulha_dom::{Limits, parse};

    fn marks(html: &str) -> AttributeMarks {
        let doc = parse(html, &Limits::default()).document;
        MarkReader::new(&doc).read(doc.first_child(doc.body().unwrap()).unwrap())
    }

    #[test]
    fn elements_hide_themselves() {
        for html in [
            "<p hidden>",
            "<p style='color:red;display:none'>",
            "<p style='visibility: hidden'>",
            "<p aria-hidden=true>",
            "<p aria-modal=true role=dialog>",
        ] {
            assert!(marks(html).hidden.is_some(), "{html}");
        }
        for html in
            ["<p aria-hidden=false>", "<p role=dialog>", "<img aria-hidden=true class=x-fallback-image>"]
        {
            assert_eq!(marks(html).hidden, None, "{html}");
        }
    }

    #[test]
    fn class_and_id_are_weighed_apart() {
        for (html, balance) in [
            ("<p class='post body' id=content>", 2),
            ("<p class='post widget'>", 0),
            ("<p class=sidebar id=footer>", -2),
            ("<svg class=widget id=widget>", -1),
        ] {
            assert_eq!(marks(html).balance(), balance, "{html}");
        }
        assert!(marks("<a rel=author>").is_author && marks("<p role=menu>").has_unlikely_role);
    }
}
