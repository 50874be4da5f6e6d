//! Sums of the bytes of a document's text.

use crate::features::display::is_raw;
use debulha_dom::Document;

/// Entry `n`: bytes of text before node `n`, without raw elements such as scripts. O(nodes).
pub fn text_before(doc: &Document) -> Vec<u32> {
    let (mut sum, mut raw_end) = (0, 0);
    let mut before = Vec::with_capacity(doc.len() + 1);
    for node in doc.nodes() {
        before.push(sum);
        if doc.is_element(node) && is_raw(doc.name(node)) {
            raw_end = raw_end.max(doc.subtree_end(node));
        }
        if doc.is_text(node) && node.0 >= raw_end {
            sum += doc.text(node).trim().len() as u32;
        }
    }
    before.push(sum);
    before
}

#[cfg(test)]
mod tests {
    use super::*;
    use debulha_dom::{Limits, NodeId, parse};

    #[test]
    fn raw_elements_have_no_text() {
        let doc = parse("<body><p> Rye </p><script>x = 1</script><p>Oats", &Limits::default()).document;
        let before = text_before(&doc);
        assert_eq!((before.len(), before[0], before[doc.len()]), (doc.len() + 1, 0, 7));
        let oats =
            doc.nodes().find(|&node| doc.text(node) == "Oats").map(|NodeId(node)| before[node as usize]);
        assert_eq!(oats, Some(3));
    }
}
