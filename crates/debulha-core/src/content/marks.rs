//! Elements that serve the page rather than its text: anchors beside headings, title lines of quotations.

use super::inline::is_zero_width;
use crate::page::Page;
use debulha_dom::{Document, NodeId, NodeKind, names};

/// Characters of an anchor's text from which on it is no mere mark; "↩" may come with a variation selector.
const MAX_MARK_CHARS: u32 = 3;

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

/// Whether a `cite` is the title line of a quotation, as forums write it (SMF, `MyBB`): directly in the `blockquote`,
/// with the quoted text right behind. Style sheets make it a line of its own; within a sentence there is a space.
pub(super) fn is_title_of_quote(doc: &Document, cite: NodeId) -> bool {
    doc.parent(cite).is_some_and(|parent| doc.name(parent) == names::BLOCKQUOTE)
        && doc.next_sibling(cite).is_some_and(|next| {
            doc.kind(next) == NodeKind::Text && doc.text(next).starts_with(char::is_alphanumeric)
        })
}
