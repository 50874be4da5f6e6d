//! What stands around code: wrappers, and the furniture in them.

use super::Listing;
use super::inside::{is_control, says_gutter};
use super::phrases::{is_action, is_file_name, is_title_class, language_name};
use crate::features::white_space::fold_into;
use crate::page::Page;
use debulha_dom::{Document, NodeId, NodeKind, names};

/// Wrappers around code that are looked at: sites nest five (a card, a tab, a toolbar, a highlighter's two).
const MAX_WRAPPERS: usize = 8;
/// Elements beside code that are looked at in one wrapper. A toolbar of ten buttons has three elements a button.
const MAX_BESIDE: usize = 48;
/// Maximum characters of a control or label: "Copy code to clipboard" and the name of a language. A longer text is a
/// sentence about the code.
const MAX_LABEL_CHARS: u32 = 40;
/// Maximum characters of a file's name or a caption: a path, or a sentence. A longer text is a paragraph, and
/// content.
const MAX_TITLE_CHARS: u32 = 160;
/// Characters that line numbers may have for each of the code, blank lines having none, and beside that.
const GUTTER_CHARS: (u32, u32) = (8, 64);

/// The listing around code: wrappers as long as they hold nothing but the code, its furniture and one title.
pub(super) fn grow(page: &Page<'_>, core: NodeId) -> Listing {
    let doc = page.document();
    let narrow = inner_code(page, core);
    let mut listing = climb(page, narrow.unwrap_or(core));
    if narrow.is_some() && !doc.contains(listing.element, core) {
        listing = climb(page, core);
    }
    listing
}

/// The `code` in a `pre` that has further elements beside it: buttons, a label.
fn inner_code(page: &Page<'_>, core: NodeId) -> Option<NodeId> {
    let doc = page.document();
    let mut codes = doc.children(core).take(MAX_BESIDE).filter(|&child| doc.name(child) == names::CODE);
    let code = codes.next().filter(|_| doc.name(core) == names::PRE)?;
    let is_all = page.stats().chars(doc, code) == page.stats().chars(doc, core);
    (codes.next().is_none() && !is_all).then_some(code)
}

fn climb(page: &Page<'_>, code: NodeId) -> Listing {
    let doc = page.document();
    let mut listing = Listing { element: code, code, lines: None, title: None, furniture: Vec::new() };
    for _ in 0..MAX_WRAPPERS {
        let Some(wrapper) = wrapper_of(doc, listing.element) else { break };
        let mut beside =
            ListingNeighbours { page, listing: &listing, title: listing.title, furniture: Vec::new() };
        if !beside.is_furniture_of(wrapper) {
            break;
        }
        let ListingNeighbours { title, furniture, .. } = beside;
        listing.element = wrapper;
        listing.title = title;
        listing.furniture.extend(furniture);
    }
    listing
}

/// The parent, or the table of a cell; `None` where the parent is a part of the page's own structure.
fn wrapper_of(doc: &Document, element: NodeId) -> Option<NodeId> {
    let parent = doc.parent(element)?;
    match doc.name(parent) {
        names::TD | names::TH => doc.ancestors(parent).find(|&node| doc.name(node) == names::TABLE),
        names::NONE
        | names::HTML
        | names::BODY
        | names::MAIN
        | names::ARTICLE
        | names::ASIDE
        | names::LI
        | names::DD
        | names::DT
        | names::BLOCKQUOTE
        | names::FORM => None,
        _ => Some(parent),
    }
}

/// What an element beside code is.
enum SurroundingPart {
    Furniture,
    Title,
    /// Its children are to be looked at.
    Parts,
    Content,
}

struct ListingNeighbours<'a> {
    page: &'a Page<'a>,
    listing: &'a Listing,
    title: Option<NodeId>,
    furniture: Vec<NodeId>,
}

impl ListingNeighbours<'_> {
    /// Whether all that a wrapper holds beside the listing is furniture, and a title at most. Bounded by
    /// [`MAX_BESIDE`] and the length of the code.
    fn is_furniture_of(&mut self, wrapper: NodeId) -> bool {
        let (page, doc) = (self.page, self.page.document());
        let counts = |node| page.stats().subtree(doc, node);
        let (all, own) = (counts(wrapper), counts(self.listing.element));
        if all.chars == own.chars && all.images == own.images {
            return true;
        }
        let mut looked_at = 0;
        let mut waiting: Vec<NodeId> = vec![wrapper];
        while let Some(parent) = waiting.pop() {
            for node in doc.children(parent) {
                looked_at += 1;
                if looked_at > MAX_BESIDE {
                    return false;
                }
                let is_blank = counts(node).chars == 0 && counts(node).images == 0;
                if node == self.listing.element || is_blank {
                    continue;
                }
                match self.part(node) {
                    SurroundingPart::Furniture => self.furniture.push(node),
                    SurroundingPart::Title if self.title.is_none() => self.title = Some(node),
                    SurroundingPart::Parts => waiting.push(node),
                    SurroundingPart::Title | SurroundingPart::Content => return false,
                }
            }
        }
        true
    }

    fn part(&self, node: NodeId) -> SurroundingPart {
        let (page, doc) = (self.page, self.page.document());
        if doc.kind(node) == NodeKind::Text {
            return SurroundingPart::Content;
        }
        if doc.contains(node, self.listing.element) {
            return SurroundingPart::Parts;
        }
        let counts = page.stats().subtree(doc, node);
        if is_control(doc, node) && counts.chars <= MAX_LABEL_CHARS || self.is_gutter(node) {
            return SurroundingPart::Furniture;
        }
        if counts.images > 0 && doc.name(node) != names::A || counts.chars > MAX_TITLE_CHARS {
            return SurroundingPart::Content;
        }
        let texts = page.text_nodes_in(node.0..doc.subtree_end(node));
        let mut text = String::new();
        for &part in texts {
            fold_into(&mut text, doc.text(part));
        }
        if counts.chars <= MAX_LABEL_CHARS && is_label(&text) {
            return SurroundingPart::Furniture;
        }
        let is_single = texts.len() == 1 && counts.inputs == 0;
        if self.is_title(node, &text, is_single) {
            return SurroundingPart::Title;
        }
        let has_own_text = texts.iter().any(|&part| doc.parent(part) == Some(node));
        if has_own_text { SurroundingPart::Content } else { SurroundingPart::Parts }
    }

    fn is_title(&self, node: NodeId, text: &str, is_single: bool) -> bool {
        let doc = self.page.document();
        let name = doc.name(node);
        if name == names::FIGCAPTION {
            return self.page.stats().subtree(doc, node).inputs == 0;
        }
        let is_caption = doc.classes(node).any(is_title_class)
            || doc.parent(node).is_some_and(|parent| doc.name(parent) == names::FIGCAPTION);
        is_single
            && node < self.listing.code
            && !matches!(name, names::P | names::H1 | names::H2 | names::H3 | names::LI)
            && (is_caption || is_file_name(text))
    }

    /// Whether an element is the line numbers of the code: numbers, each one more than the one before.
    fn is_gutter(&self, node: NodeId) -> bool {
        let (page, doc) = (self.page, self.page.document());
        let (each, beside) = GUTTER_CHARS;
        let chars = page.stats().chars(doc, node);
        if chars > page.stats().chars(doc, self.listing.code).saturating_mul(each).saturating_add(beside) {
            return false;
        }
        let mut count = 0u32;
        let mut last: Option<u32> = None;
        for &text in page.text_nodes_in(node.0..doc.subtree_end(node)) {
            for word in doc.text(text).split_whitespace() {
                let number = word
                    .parse::<u32>()
                    .ok()
                    .filter(|number| last.is_none_or(|last| last.checked_add(1) == Some(*number)));
                if number.is_none() {
                    return false;
                }
                last = number;
                count += 1;
            }
        }
        count > 1 || count == 1 && says_gutter(doc, node)
    }
}

fn is_label(text: &str) -> bool {
    let text = text.trim().trim_end_matches(['!', '.', '…']).to_lowercase();
    is_action(&text) || language_name(&text).is_some() || text.split(" | ").all(is_action)
}

#[cfg(test)]
mod tests {
    use super::*;
    use debulha_dom::{Limits, parse};

    /// How many wrappers of the first `pre` belong to its listing.
    fn wrappers(html: &str) -> usize {
        let doc = parse(html, &Limits::default()).document;
        let page = Page::new(&doc);
        let pre = doc.elements_named(names::PRE).next().expect("a listing");
        let element = grow(&page, pre).element;
        std::iter::once(pre).chain(doc.ancestors(pre)).take_while(|&node| node != element).count()
    }

    #[test]
    fn furniture_and_titles_have_limits() {
        for more in [0, 1] {
            let control = "x".repeat(MAX_LABEL_CHARS as usize + more);
            let label = format!("copy {} y z", "x".repeat(MAX_LABEL_CHARS as usize - 9 + more));
            let title = "x".repeat(MAX_TITLE_CHARS as usize + more);
            // The code is an element of the wrapper, too.
            let buttons = "<button>Copy</button>".repeat(MAX_BESIDE - 1 + more);
            for html in [
                format!("<div><button>{control}</button><pre>a</pre></div>"),
                format!("<div><span>{label}</span><pre>a</pre></div>"),
                format!("<figure><figcaption>{title}</figcaption><pre>a</pre></figure>"),
                format!("<div>{buttons}<pre>a</pre></div>"),
            ] {
                assert_eq!(wrappers(&html), 1 - more, "{html}");
            }
            let wrapped = format!("{}<pre>a</pre>", "<div>".repeat(MAX_WRAPPERS + more));
            assert_eq!(wrappers(&wrapped), MAX_WRAPPERS, "{more}");
        }
    }
}
