//! Text blocks with the same text.

use crate::features::block_classes::BlockClasses;
use crate::features::hashing::{hash_text, then};
use crate::features::white_space::folded;
use crate::page::{Page, PageView};
use debulha_dom::NodeId;

/// Which blocks of a page have the same text, white space folded and cut by text nodes alike; every block is in a class.
/// One pass over the text of the blocks. O(text).
pub fn same_text(page: &Page<'_>) -> BlockClasses {
    let (doc, blocks) = (page.document(), page.text_blocks());
    let mut buffer = String::new();
    let mut hash = |nodes: &[NodeId]| {
        nodes.iter().fold(0, |hash, &node| then(hash, hash_text(folded(doc.text(node), &mut buffer))))
    };
    BlockClasses::by(blocks.blocks().iter().map(|block| Some(hash(blocks.nodes(block)))))
}

impl Page<'_> {
    /// Which text blocks have the same text.
    pub fn same_text(&self) -> &BlockClasses {
        self.view(PageView::SameText, || same_text(self))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use debulha_dom::{Limits, parse};

    #[test]
    fn white_space_does_not_count() {
        let doc = parse("<p>a  b<p>c<p> a b\n<p>a b<p>a<b> b</b>", &Limits::default()).document;
        let same = same_text(&Page::new(&doc));
        let classes: Vec<Option<usize>> = (0..5).map(|block| same.of(block)).collect();
        assert_eq!(classes, [Some(0), Some(1), Some(0), Some(0), Some(2)]);
    }
}
