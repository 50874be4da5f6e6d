//! The blocks that some site methods judge.

use crate::features::vips::VipsParams;
use crate::segmenters::tag_list::{Nested, TagList, TagListParams};
use crate::segmenters::vips::Vips;
use debulha_core::choices;
use debulha_core::page::Page;
use debulha_core::segmentation::{Missing, Segmentation};

choices! {
    /// What cuts pages into blocks.
    pub enum BlocksBy {
        /// A list of tags, as the segmenter `tag_list`.
        Tags,
        /// What is seen, as the segmenter `vips`: pages need a layout with styles.
        Vips,
    }
}

/// How pages are cut.
pub(crate) struct BlockCut<'a> {
    pub(crate) by: BlocksBy,
    pub(crate) tags: &'a [String],
    pub(crate) nested: Nested,
    pub(crate) pdoc: u8,
}

impl BlockCut<'_> {
    /// The blocks of a page.
    ///
    /// # Errors
    /// [`Missing`] where they are visual and the page has no layout with styles.
    pub(crate) fn blocks(&self, page: &Page<'_>) -> Result<Segmentation, Missing> {
        match self.by {
            BlocksBy::Tags => {
                let params = TagListParams {
                    tags: self.tags.to_vec(),
                    nested: self.nested,
                    ..TagListParams::default()
                };
                Ok(TagList { params }.blocks(page))
            }
            BlocksBy::Vips => {
                Vips { params: VipsParams { pdoc: self.pdoc, ..VipsParams::default() } }.blocks(page)
            }
        }
    }
}
