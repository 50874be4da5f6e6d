//! Labels inside pages: elements that carry the attribute `data-debulha`.
//!
//! Systems must not see the labels, so a page is read without the attribute: its bytes are taken out of the source, not
//! only out of the tree.

use super::block_labels::is_content;
use debulha_dom::{Limits, NodeId, parse};
use debulha_learn::label::{Annotation, LabelPlace};
use memchr::memmem;
use std::borrow::Cow;

/// The attribute: `content` or `noise` for the element and all that is in it, up to the next one.
pub const ATTRIBUTE: &str = "data-debulha";

/// Whether a source may carry labels. O(bytes).
pub(super) fn may_be_annotated(source: &[u8]) -> bool {
    memmem::find(source, ATTRIBUTE.as_bytes()).is_some()
}

/// The labels of a page's elements. Their places are those in the page without them, as [`without_labels`] gives it.
///
/// # Errors
/// A value that is no label: why.
pub(super) fn labels_in(html: &str) -> Result<Vec<Annotation>, String> {
    let mut removed = 0;
    let mut annotations = Vec::new();
    for FoundAttribute { tag, attribute, value } in find(html) {
        // A tag begins before its own attribute and after those of the tags before it.
        let place = LabelPlace::Tag(tag - removed);
        let is_content = is_content(&value).map_err(|why| format!("{ATTRIBUTE}: {why}"))?;
        annotations.push(Annotation { place, is_content });
        removed += attribute.len();
    }
    Ok(annotations)
}

/// The source without the labels in it. O(bytes); without a parse where there is none.
pub fn without_labels(html: &str) -> Cow<'_, str> {
    if !may_be_annotated(html.as_bytes()) {
        return Cow::Borrowed(html);
    }
    let mut left = String::with_capacity(html.len());
    let mut from = 0;
    for FoundAttribute { attribute, .. } in find(html) {
        left.push_str(&html[from..attribute.start]);
        from = attribute.end;
    }
    left.push_str(&html[from..]);
    Cow::Owned(left)
}

/// An attribute in the source.
struct FoundAttribute {
    /// Where the tag begins.
    tag: usize,
    attribute: std::ops::Range<usize>,
    value: String,
}

/// The attributes in the order of the source. Those of elements that the parser made once more are one.
fn find(html: &str) -> Vec<FoundAttribute> {
    let doc = parse(html, &Limits::default()).document;
    let Some(name) = doc.find_name(ATTRIBUTE) else { return Vec::new() };
    let of_element = |node: NodeId| {
        let tag = doc.source_range(node)?.start;
        let mut attributes = doc.attributes(node).zip(doc.attribute_ranges(node));
        let ((_, value), attribute) = attributes.find(|((other, _), _)| *other == name)?;
        (attribute.start > tag).then(|| FoundAttribute { tag, attribute, value: value.to_owned() })
    };
    let mut found: Vec<FoundAttribute> =
        doc.nodes().filter(|&node| doc.is_element(node)).filter_map(of_element).collect();
    found.sort_by_key(|found| found.attribute.start);
    found.dedup_by_key(|found| found.attribute.start);
    found
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use debulha_core::Page;
    use debulha_learn::label::Annotations;

    /// The page without labels, and its content by them.
    fn read(html: &str) -> (String, String) {
        let clean = without_labels(html).into_owned();
        let doc = parse(&clean, &Limits::default()).document;
        let page = Page::new(&doc);
        let resolved = Annotations(labels_in(html).unwrap()).resolve(&page);
        assert_eq!(resolved.unresolved, [0; 0]);
        let content = resolved.labels(&page).plain_text(&page);
        (clean, content)
    }

    #[test]
    fn labels_are_inherited_and_leave_no_trace() {
        let html = "<body DATA-X=1 data-debulha=content class=a><nav data-debulha='noise'>Home<b data-debulha=\"1\" \
                    >Rye</b></nav>Oats<ul><li data-debulha=0>Share<li>Barley</ul>";
        let (clean, content) = read(html);
        assert_eq!(
            clean,
            "<body DATA-X=1  class=a><nav >Home<b  >Rye</b></nav>Oats<ul><li >Share<li>Barley</ul>"
        );
        assert_eq!(content, "Rye\nOats\nBarley");
    }

    #[test]
    fn pages_without_labels_stay_as_they_are() {
        let html = "<p>Write data-debulha on elements.";
        assert_eq!(read(html), (html.to_owned(), String::new()));
        assert!(matches!(without_labels("<p>Rye"), Cow::Borrowed(_)));
    }

    #[test]
    fn markup_that_the_parser_moves_keeps_its_labels() {
        let html = "<table data-debulha=noise><p data-debulha=content>Rye<tr><td>x</table>";
        assert_eq!(read(html).1, "Rye");
    }

    #[test]
    fn a_value_that_is_no_label_is_told() {
        let why = labels_in("<p data-debulha=ad>Buy").unwrap_err();
        assert!(why.starts_with("data-debulha: unknown label \"ad\""), "{why}");
    }
}
