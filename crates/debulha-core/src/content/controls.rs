//! Controls among the content: buttons in headings, sentences and forms, and letters in place of a portrait.

use super::builder::ContentBuilder;
use super::class_names::has_class_word;
use super::glued::node_before;
use crate::features::title_block::heading_level;
use crate::page::Page;
use debulha_dom::{Document, NodeId, names};

/// Siblings behind a button that are read to see how its sentence goes on: spaces and further buttons.
const MAX_SIBLINGS: usize = 8;

/// Nodes of a button's parent in which fields of its form are searched: forms beside content are short.
const MAX_FORM_NODES: usize = 200;

/// Maximum letters in place of a portrait: initials of first and last name.
const MAX_INITIALS: u32 = 2;

/// Words in the classes of portraits.
const PORTRAIT_WORDS: [&str; 7] = ["ava", "avatar", "avatars", "userpic", "gravatar", "monogram", "initials"];

/// Words in the classes of what may be a portrait: letters are initials there if the name follows.
const PICTURE_WORDS: [&str; 9] =
    ["circle", "face", "icon", "pic", "photo", "picture", "portrait", "profile", "user"];

/// Words in the classes of texts beside a portrait.
const NAME_WORDS: [&str; 5] = ["name", "text", "label", "title", "caption"];

/// How the words of a link to its own heading begin, in lower case.
const PERMALINK_PHRASES: [&str; 15] = [
    "copy",
    "permalink",
    "permanent link",
    "link to",
    "direct link",
    "section titled",
    "share",
    "anchor",
    "copier",
    "copiar",
    "link kopieren",
    "direkter link",
    "permalien",
    "lien permanent",
    "enlace permanente",
];

/// Words in the classes of links to the heading that they are in (Sphinx, `MkDocs`).
const PERMALINK_WORDS: [&str; 3] = ["permalink", "headerlink", "headinglink"];

/// Words in the classes of buttons that put a product into a basket.
const BASKET_WORDS: [&str; 2] = ["cart", "basket"];

impl ContentBuilder<'_> {
    /// Whether an element is a control whose words are no text at this place.
    pub(super) fn is_control(&mut self, node: NodeId) -> bool {
        let doc = self.doc;
        if is_portrait(self.page, node) {
            return true;
        }
        if let Some(heading) = self.heading() {
            return is_control_of_heading(self.page, heading, node);
        }
        if follows_heading(doc, node) && begins_as_permalink(self.page, node) {
            return true;
        }
        match doc.name(node) {
            names::SELECT => true,
            names::BUTTON => {
                !is_in_sentence(doc, node)
                    && !opens_something(doc, node)
                    && (has_class_word(doc, node, &BASKET_WORDS) || self.stands_by_fields(node))
            }
            _ => false,
        }
    }

    /// Whether the parent of a button also holds fields of a form.
    fn stands_by_fields(&mut self, button: NodeId) -> bool {
        let doc = self.doc;
        let Some(parent) = doc.parent(button) else { return false };
        let is_field = |node: NodeId| match doc.name(node) {
            names::SELECT | names::TEXTAREA => true,
            names::INPUT => doc.attribute(node, names::TYPE) != Some("hidden"),
            _ => false,
        };
        *self
            .field_parents
            .entry(parent)
            .or_insert_with(|| doc.descendants(parent).take(MAX_FORM_NODES).any(is_field))
    }
}

/// Whether an element shows initials in place of a portrait.
fn is_portrait(page: &Page<'_>, element: NodeId) -> bool {
    let doc = page.document();
    if !(1..=MAX_INITIALS).contains(&page.stats().chars(doc, element))
        || has_class_word(doc, element, &NAME_WORDS)
        || !(has_class_word(doc, element, &PORTRAIT_WORDS)
            || has_class_word(doc, element, &PICTURE_WORDS) && begins_name(page, element))
    {
        return false;
    }
    let texts = page.text_nodes_in(element.0..doc.subtree_end(element));
    let letters = || texts.iter().flat_map(|&text| doc.text(text).trim().chars());
    letters().all(char::is_alphabetic) && letters().next().is_some_and(|first| !first.is_lowercase())
}

/// Whether the text behind an element begins with its letter, or the first of its letters.
fn begins_name(page: &Page<'_>, element: NodeId) -> bool {
    let doc = page.document();
    let end = doc.subtree_end(element);
    let first = |texts: &[NodeId]| {
        let text = texts.first().map(|&text| doc.text(text).trim())?;
        text.chars().next().map(|c| c.to_lowercase().to_string())
    };
    let own = first(page.text_nodes_in(element.0..end));
    own.is_some() && own == first(page.text_nodes_in(end..doc.len() as u32))
}

/// Whether a button, or a link within the page, stands right behind a heading.
fn follows_heading(doc: &Document, element: NodeId) -> bool {
    let leads_here = || doc.attribute(element, names::HREF).is_none_or(|href| href.trim().starts_with('#'));
    let is_control = match doc.name(element) {
        names::BUTTON => true,
        names::A => leads_here(),
        _ => false,
    };
    is_control && node_before(doc, element).is_some_and(|before| heading_level(doc.name(before)) > 0)
}

/// Whether an element in a heading beside its words is a button, or a link to the heading in words.
fn is_control_of_heading(page: &Page<'_>, heading: NodeId, element: NodeId) -> bool {
    let doc = page.document();
    let name = doc.name(element);
    let is_button = name == names::BUTTON || doc.attribute(element, names::ROLE) == Some("button");
    if !is_button && name != names::A {
        return false;
    }
    if page.stats().chars(doc, element) >= page.stats().chars(doc, heading) {
        return false;
    }
    let end = doc.subtree_end(element);
    let has_text = |range| !page.text_nodes_in(range).is_empty();
    if is_button && !has_text(end..doc.subtree_end(heading)) {
        return true;
    }
    let leads_here = doc.attribute(element, names::HREF).is_none_or(|href| href.trim().starts_with('#'));
    leads_here
        && (begins_as_permalink(page, element)
            || has_class_word(doc, element, &PERMALINK_WORDS) && has_text(heading.0..element.0))
}

fn begins_as_permalink(page: &Page<'_>, link: NodeId) -> bool {
    let doc = page.document();
    let texts = page.text_nodes_in(link.0..doc.subtree_end(link));
    let Some(&first) = texts.first() else { return false };
    let text = doc.text(first).trim_start();
    PERMALINK_PHRASES.iter().any(|phrase| {
        let begins = text.get(..phrase.len()).is_some_and(|start| start.eq_ignore_ascii_case(phrase));
        begins && !text[phrase.len()..].starts_with(char::is_alphanumeric)
    })
}

/// Whether a button is a word of a sentence: text goes on behind it.
pub(super) fn is_in_sentence(doc: &Document, button: NodeId) -> bool {
    let is_blank = |node: NodeId| doc.is_text(node) && doc.text(node).trim().is_empty();
    let after = std::iter::successors(doc.next_sibling(button), |&next| doc.next_sibling(next));
    let mut after = after
        .take(MAX_SIBLINGS)
        .skip_while(|&next| is_blank(next) || matches!(doc.name(next), names::BUTTON | names::KBD));
    let goes_on = |text: &str| {
        text.trim_start().chars().next().is_some_and(|c| {
            c.is_alphabetic() && !c.is_uppercase()
                || matches!(c, '.' | ',' | ';' | ')' | '!' | '?' | '。' | '、')
        })
    };
    let begins_paragraph = || {
        doc.parent(button).is_some_and(|parent| matches!(doc.name(parent), names::P | names::LI | names::DD))
    };
    let follows_text = || {
        node_before(doc, button).is_some_and(|before| {
            doc.is_text(before) || matches!(doc.name(before), names::BUTTON | names::KBD)
        })
    };
    after.next().is_some_and(|next| doc.is_text(next) && goes_on(doc.text(next)))
        && (begins_paragraph() || follows_text())
}

/// Whether a button shows and hides a part of the page: its words are a title.
fn opens_something(doc: &Document, button: NodeId) -> bool {
    doc.attributes(button).any(|(name, _)| {
        matches!(doc.name_str(name), "aria-expanded" | "aria-controls" | "data-toggle" | "data-bs-toggle")
    })
}
