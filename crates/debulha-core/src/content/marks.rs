//! Elements that serve the page rather than its text: anchors beside headings, title lines of quotations.

use super::inline::is_zero_width;
use crate::features::title_block::heading_level;
use crate::page::Page;
use debulha_dom::{Document, NodeId, NodeKind, names};

/// Characters of an anchor's text from which on it is no mere mark; "↩" may come with a variation selector.
const MAX_MARK_CHARS: u32 = 3;

/// Characters of the words that lead to where a section is edited at most: two short links and their signs.
const MAX_EDIT_CHARS: u32 = 60;

/// Classes of the marks of notes that stand in the sentence itself, of no use beside the note.
const MARKS_IN_SENTENCE: [&str; 4] = ["ltx_note_mark", "ltx_tag_note", "margin-toggle", "sidenote-number"];

/// Whether an element is the mark of a note that stands in the sentence itself.
pub(super) fn is_mark_of_note(doc: &Document, element: NodeId) -> bool {
    matches!(doc.name(element), names::SUP | names::SPAN | names::LABEL)
        && doc.classes(element).any(|class| MARKS_IN_SENTENCE.contains(&class))
}

/// Whether a link is a mark that leads to a place in its own page: of headings and definitions (Sphinx and `MkDocs`
/// "¶", rustdoc "§", `VuePress` "#", Docusaurus a zero-width space, Read the Docs a link from an icon font), or back
/// from a footnote (Markdown "↩", `MediaWiki` "↑" and "^"). Signs of footnotes ("*", "†") are none.
///
/// Among the same-page links without letters on 1,495 pages of wcxb-dev, 32 pages have one of these.
pub(super) fn is_anchor_mark(page: &Page<'_>, link: NodeId) -> bool {
    let doc = page.document();
    let leads_here = |href: &str| href.trim_start().starts_with('#');
    if page.stats().chars(doc, link) > MAX_MARK_CHARS
        || !doc.attribute(link, names::HREF).is_some_and(leads_here)
    {
        return false;
    }
    let texts = page.text_nodes_in(link.0..doc.subtree_end(link));
    !texts.is_empty() && texts.iter().all(|&text| doc.text(text).chars().all(is_mark))
}

fn is_mark(c: char) -> bool {
    c.is_whitespace()
        || is_zero_width(c)
        || matches!(c, '¶' | '§' | '#' | '↩' | '↑' | '^' | '🔗' | '\u{f0c1}')
}

/// Whether an element beside or in a heading serves to edit the section: all its links lead to where pages are edited, or a
/// class says that its links and buttons do, and nothing but signs stands beside them ("[edit]" of `MediaWiki`, "Edit this
/// section"). A form of such a class may stand anywhere: `DokuWiki` puts it behind the section.
pub(super) fn is_edit_mark(page: &Page<'_>, element: NodeId) -> bool {
    let doc = page.document();
    let is_heading = |node: NodeId| heading_level(doc.name(node)) > 0;
    let Some(parent) = doc.parent(element) else { return false };
    let stands_at_heading = is_heading(parent) || doc.first_child(parent).is_some_and(is_heading);
    if !(stands_at_heading || names_edit(doc, element))
        || is_heading(element)
        || page.stats().chars(doc, element) > MAX_EDIT_CHARS
    {
        return false;
    }
    let nodes = element.0..doc.subtree_end(element);
    let named = |name| nodes.clone().map(NodeId).filter(move |&node| doc.name(node) == name);
    if !stands_at_heading && named(names::FORM).next().is_none() {
        return false;
    }
    let controls = || named(names::A).chain(named(names::BUTTON));
    let leads_to_edit = |link: NodeId| doc.attribute(link, names::HREF).is_some_and(is_edit_address);
    let in_control = |text: NodeId| controls().any(|control| doc.contains(control, text));
    let is_sign = |text: NodeId| !doc.text(text).chars().any(char::is_alphanumeric);
    controls().next().is_some()
        && (names_edit(doc, element) || controls().all(leads_to_edit))
        && page.text_nodes_in(nodes.clone()).iter().all(|&text| is_sign(text) || in_control(text))
}

/// Whether a part of an element's classes begins with `edit`, as in `mw-editsection` and `edit-link`, and speaks of no
/// editor or edition.
fn names_edit(doc: &Document, element: NodeId) -> bool {
    let is_edit = |part: &str| {
        part.strip_prefix("edit").is_some_and(|rest| !rest.starts_with("or") && !rest.starts_with("ion"))
    };
    doc.classes(element).flat_map(|class| class.split(['-', '_'])).any(is_edit)
}

/// Whether an address is one to edit a page: `action=edit` in its query, or a path that ends in `edit`.
fn is_edit_address(href: &str) -> bool {
    let address = href.trim().split('#').next().unwrap_or_default();
    let (path, query) = address.split_once('?').unwrap_or((address, ""));
    let asks =
        query.split(['&', ';']).any(|part| matches!(part, "action=edit" | "veaction=edit" | "do=edit"));
    asks || path.trim_end_matches('/').rsplit('/').next().is_some_and(|last| last == "edit")
}

/// Whether a `cite` is the title line of a quotation, as forums write it (SMF, `MyBB`): directly in the `blockquote`,
/// with the quoted text right behind. Style sheets make it a line of its own; within a sentence there is a space.
pub(super) fn is_title_of_quote(doc: &Document, cite: NodeId) -> bool {
    doc.parent(cite).is_some_and(|parent| doc.name(parent) == names::BLOCKQUOTE)
        && doc.next_sibling(cite).is_some_and(|next| {
            doc.kind(next) == NodeKind::Text && doc.text(next).starts_with(char::is_alphanumeric)
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use debulha_dom::{Limits, parse};

    #[test]
    fn links_to_edit_a_section_are_marks() {
        let is_mark = |html: &str| {
            let doc = parse(html, &Limits::default()).document;
            let page = Page::new(&doc);
            let mark =
                doc.nodes().find(|&node| doc.attribute(node, names::ID) == Some("x")).expect("an element");
            is_edit_mark(&page, mark)
        };
        assert!(is_mark(
            "<h2>Rye<span id=x>[<a href='/w/i.php?t=R&action=edit&section=1'>edit</a>]</span></h2>"
        ));
        assert!(is_mark(
            "<div><h2>Rye</h2><span id=x>[<a href='?veaction=edit'>a</a> | <a href='/r/edit'>b</a>]</span>"
        ));
        assert!(is_mark("<h3>Rye <a id=x href=/pages/3/edit#top>Change</a></h3>"));
        assert!(is_mark("<h2>Rye<span id=x class=mw-editsection>[<a href=/e>edit</a>]</span></h2>"));
        let form = "<form method=post><div><button>Edit</button></div></form>";
        assert!(is_mark(&format!(
            "<h2>Rye</h2><p>Tall.</p><div id=x class='secedit editbutton_1'>{form}</div>"
        )));
        assert!(!is_mark(&format!("<p>Tall.</p><div id=x class=editor>{form}</div>")));
        assert!(!is_mark(&format!("<p>Tall.</p><div id=x class=edit>Mail us: {form}</div>")));
        assert!(!is_mark("<p>Tall.</p><div id=x class=edits><a href=/1>Errata</a></div>"));
        assert!(!is_mark("<h2>Rye<span id=x class=edition><a href=/2>Second</a></span></h2>"));
        assert!(!is_mark("<h3>Rye <a id=x href=/how-to-edit>How to edit</a></h3>"));
        assert!(!is_mark("<h2>Rye<span id=x>of 1830 <a href=/edit>edit</a></span></h2>"));
        assert!(!is_mark("<p>Rye <a id=x href=/edit>edit</a>"));
        assert!(!is_mark("<h2>Rye <span id=x>edit</span></h2>"));
    }
}
