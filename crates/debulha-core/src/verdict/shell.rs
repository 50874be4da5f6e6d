//! Pages whose content comes by scripts, or from another address.

use crate::verdict::phrases::LOADING;
use crate::verdict::view::{VerdictView, is_inside, size};
use crate::verdict::{VerdictEvidence, empty, requests};
use debulha_dom::{NodeId, names};

/// Depth below the body at which the root of an application may be.
const ROOT_DEPTH: u16 = 2;

/// Words of a text that says that a page is loading, and to wait.
const LOADING_WORDS: u32 = 10;

/// Evidence that the page is a shell.
pub(super) fn shell(view: &VerdictView<'_, '_>) -> Vec<VerdictEvidence> {
    let mut found = unrendered(view);
    found.extend(requests::script_wall(view));
    found.extend(empty::unfilled_template(view));
    found
}

/// Evidence that there is next to no text, because scripts or another page have it.
fn unrendered(view: &VerdictView<'_, '_>) -> Vec<VerdictEvidence> {
    let (doc, params) = (view.page.document(), view.params);
    let noscript = note_to_readers(view);
    let (visible, kept) = (view.visible - noscript, view.kept.saturating_sub(noscript));
    if kept > params.shell_max_kept_words {
        return Vec::new();
    }
    let is_bare = visible <= params.shell_max_words;
    let mut found = Vec::new();
    let asks = doc
        .elements_named(names::NOSCRIPT)
        .find(|&node| doc.text_content(node).to_lowercase().contains("javascript"));
    if let Some(node) = asks {
        found.push(VerdictEvidence::new(
            "asks_for_javascript",
            Some(node),
            format!("{visible} visible words"),
        ));
    }
    if let Some(to) = refresh(view) {
        found.push(VerdictEvidence::new(
            "refresh",
            Some(to),
            doc.attribute(to, names::CONTENT).unwrap_or_default(),
        ));
    }
    if is_bare {
        // Scripts are no condition: pages are often kept without them.
        if let Some(root) = empty_root(view) {
            found.push(VerdictEvidence::new("empty_root", Some(root), format!("{visible} visible words")));
        }
        found.extend(loading(view));
        if visible == 0 && doc.elements_named(names::SCRIPT).next().is_some() {
            found.push(VerdictEvidence::new("scripts_without_text", None, "no visible words"));
        }
    }
    found
}

/// Words of a short text in `noscript`: on a page with next to no text beside it counts as visible, and may have been kept.
/// A long one is content: some forums serve their threads there.
fn note_to_readers(view: &VerdictView<'_, '_>) -> u32 {
    let (doc, most) = (view.page.document(), view.params.shell_max_words);
    if view.visible > 2 * most {
        return 0;
    }
    let blocks = view.page.text_blocks().blocks().iter();
    let inside = blocks.filter(|block| is_inside(doc, block.element, names::NOSCRIPT));
    let words = inside.map(|block| size(block.counts)).sum();
    if words <= most { words } else { 0 }
}

/// An element with an id near the body that has nothing to show: where an application draws itself.
fn empty_root(view: &VerdictView<'_, '_>) -> Option<NodeId> {
    let (doc, body) = (view.page.document(), view.page.body());
    let depth = doc.depth(body) + ROOT_DEPTH;
    view.shown_elements().filter(|&node| doc.depth(node) <= depth).find(|&node| {
        let counts = view.page.stats().subtree(doc, node);
        doc.attribute(node, names::ID).is_some_and(|id| !id.trim().is_empty())
            && matches!(doc.name(node), names::DIV | names::MAIN | names::SECTION)
            && (counts.chars, counts.images, counts.inputs) == (0, 0, 0)
    })
}

/// A short text that says that the page is loading.
fn loading(view: &VerdictView<'_, '_>) -> Option<VerdictEvidence> {
    let blocks = view.page.text_blocks().blocks();
    let short = (0..blocks.len()).filter(|&block| size(blocks[block].counts) <= LOADING_WORDS);
    short.into_iter().find_map(|block| {
        let text = view.block_text(block);
        // "Loading, please wait...": each part is all that is said.
        let mut parts = text.split([',', '.', '…', '!', '،', '、', '。', '，']).map(str::trim);
        parts.find(|part| LOADING.first_with_share(part, view.params.phrase_share).is_some())?;
        Some(VerdictEvidence::new("loading", Some(blocks[block].element), text))
    })
}

/// A `meta` that sends readers to another address.
fn refresh(view: &VerdictView<'_, '_>) -> Option<NodeId> {
    let doc = view.page.document();
    doc.head().into_iter().flat_map(|head| doc.descendants(head)).find(|&node| {
        doc.name(node) == names::META
            && !is_inside(doc, node, names::NOSCRIPT)
            && doc.attribute(node, names::HTTP_EQUIV).is_some_and(|kind| kind.eq_ignore_ascii_case("refresh"))
            && doc.attribute(node, names::CONTENT).is_some_and(|to| to.to_lowercase().contains("url"))
    })
}
