//! What is computed of a page, each at most once.
//!
//! A page holds the values without knowing their types: the file that computes a view also adds its method to
//! [`Page`](super::Page). So the page depends on none of them, and one view may be made of others.

use std::any::Any;
use std::fmt;
use std::sync::OnceLock;

/// The views of a page, by the names of their methods.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PageView {
    Tokens,
    Lines,
    Links,
    BoilerpipeBlocks,
    TemplateEvidence,
    Structure,
    CompositeDensities,
    TextMeasures,
    ElementGroups,
    RecordRegions,
    ContentScores,
    AlikeBlocks,
    SameText,
    TitleBlock,
    Listings,
    Panels,
}

impl PageView {
    const COUNT: usize = PageView::Panels as usize + 1;
}

/// The values of views, as far as they are computed.
#[derive(Default)]
pub(super) struct Views([OnceLock<Box<dyn Any + Send + Sync>>; PageView::COUNT]);

impl Views {
    /// The value of a view, computed where it is not yet. O(1) afterwards.
    ///
    /// # Panics
    ///
    /// Where one name is used for values of two types.
    pub(super) fn get<T: Any + Send + Sync>(&self, view: PageView, compute: impl FnOnce() -> T) -> &T {
        let value = self.0[view as usize].get_or_init(|| Box::new(compute()));
        value.downcast_ref().unwrap_or_else(|| unreachable!("{view:?} has two types"))
    }
}

impl fmt::Debug for Views {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let computed = self.0.iter().filter(|value| value.get().is_some()).count();
        write!(f, "{computed} of {} views", PageView::COUNT)
    }
}
