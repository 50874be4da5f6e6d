//! Which text blocks stand alike: same names and first classes on three levels, on the page and among the records of a
//! region.

use crate::features::block_classes::BlockClasses;
use crate::features::record_regions::Record;
use crate::page::{Page, PageView};

/// The classes of blocks that stand alike.
#[derive(Debug)]
pub struct AlikeBlocks {
    /// On the page; every block is in a class.
    pub on_page: BlockClasses,
    /// In the regions of the innermost records around them.
    pub inner: BlockClasses,
    /// In the regions of the highest regular records around them.
    pub outer: BlockClasses,
}

impl AlikeBlocks {
    /// Three passes over the text blocks. O(blocks), expected.
    pub fn compute(page: &Page<'_>) -> Self {
        let (doc, groups, regions) = (page.document(), page.element_groups(), page.record_regions());
        let blocks = page.text_blocks().blocks();
        let on_page = BlockClasses::by(blocks.iter().map(|block| Some(groups.path(doc, block.element))));
        let in_regions = |record: &dyn Fn(usize) -> Option<Record>| {
            let key = |block: usize| Some((record(block)?.region as u32, on_page.of(block)?));
            BlockClasses::by((0..blocks.len()).map(key))
        };
        let inner = in_regions(&|block| regions.inner(blocks[block].element));
        let outer = in_regions(&|block| regions.outer(blocks[block].element));
        AlikeBlocks { on_page, inner, outer }
    }
}

impl Page<'_> {
    /// Which text blocks stand alike, on the page and in regions that repeat.
    pub fn alike_blocks(&self) -> &AlikeBlocks {
        self.view(PageView::AlikeBlocks, || AlikeBlocks::compute(self))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use debulha_dom::{Limits, parse};

    #[test]
    fn blocks_stand_alike_on_the_page_and_in_regions() {
        let card = "<div class=card><h3>Scythe of ash wood</h3><i>$30</i></div>";
        let html = format!("<p>one<section>{card}{card}{card}</section><section>{card}</section>");
        let doc = parse(&html, &Limits::default()).document;
        let page = Page::new(&doc);
        let alike = page.alike_blocks();
        assert_eq!((alike.on_page.count(), alike.on_page.sizes()), (3, vec![1, 4, 4]));
        assert_eq!((alike.outer.of(0), alike.outer.of(1), alike.outer.of(7)), (None, Some(0), None));
        assert_eq!(alike.outer.sizes(), [3, 3]);
        assert_eq!(alike.inner.iter().collect::<Vec<_>>(), alike.outer.iter().collect::<Vec<_>>());
    }
}
