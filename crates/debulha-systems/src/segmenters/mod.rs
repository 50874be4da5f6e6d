//! The segmenters, one file each, named by its id; this file is their contract and their registry.
//!
//! A segmenter cuts a page into blocks; it does not say which are content. Site methods and block classifiers do.

pub mod burget_areas;
pub mod kovacevic_areas;
pub mod pagelet;
pub mod tag_list;
pub mod vips;

use debulha_core::extractor::About;
use debulha_core::page::Page;
use debulha_core::params::{BuildError, ParamMap};
use debulha_core::segmentation::{Missing, Segmentation};
use std::ops::Deref;

/// A published way to cut a page into blocks.
///
/// Immutable after it is built and shared between threads; the same page gives the same blocks.
pub trait Segmenter: Send + Sync {
    /// Description of the segmenter.
    fn info(&self) -> &'static SegmenterInfo;

    /// The parameters in force.
    fn params(&self) -> ParamMap;

    /// Cuts the page.
    ///
    /// # Errors
    /// [`Missing`] where the page lacks evidence that the segmenter needs, such as a layout.
    fn segment(&self, page: &Page<'_>) -> Result<Segmentation, Missing>;
}

/// Description of a segmenter.
#[derive(Debug, Clone, Copy)]
pub struct SegmenterInfo {
    /// What all systems say of themselves.
    pub about: About,
    /// Builds it from parameters.
    pub build: fn(&ParamMap) -> Result<Box<dyn Segmenter>, BuildError>,
}

impl Deref for SegmenterInfo {
    type Target = About;

    fn deref(&self) -> &About {
        &self.about
    }
}

/// Every segmenter, in the order of lists and tables.
pub static SEGMENTERS: &[&SegmenterInfo] = &[
    tag_list::TagList::INFO,
    pagelet::Pagelet::INFO,
    vips::Vips::INFO,
    kovacevic_areas::KovacevicAreas::INFO,
    burget_areas::BurgetAreas::INFO,
];

/// The description of a segmenter.
///
/// # Errors
/// [`BuildError::UnknownSegmenter`].
pub fn find(id: &str) -> Result<&'static SegmenterInfo, BuildError> {
    SEGMENTERS
        .iter()
        .copied()
        .find(|info| info.id == id)
        .ok_or_else(|| BuildError::UnknownSegmenter(id.to_owned()))
}

/// Builds a segmenter from its id and parameters; what is not given has its default.
///
/// # Errors
/// An unknown id or parameter, a wrong type, or a value outside its range.
///
/// ```
/// use debulha_systems::segmenters;
/// use debulha_core::{Page, ParamMap};
/// use debulha_dom::{Limits, parse};
///
/// let tag_list = segmenters::build("tag_list", &ParamMap::new())?;
/// let parsed = parse("<div><p>Rye</p><p>Oats</p></div><div>Wheat</div>", &Limits::default());
/// let segmentation = tag_list.segment(&Page::new(&parsed.document)).expect("needs the page alone");
/// assert_eq!(segmentation.blocks.len(), 3);
/// # Ok::<(), debulha_core::BuildError>(())
/// ```
pub fn build(id: &str, params: &ParamMap) -> Result<Box<dyn Segmenter>, BuildError> {
    (find(id)?.build)(params)
}

/// What a segmenter needs and how it answers, with and without `needs: layout`.
#[doc(hidden)]
#[macro_export]
macro_rules! __segmenter {
    (needs) => {
        debulha_core::extractor::Needs::PAGE
    };
    (needs layout) => {
        debulha_core::extractor::Needs { layout: true, ..debulha_core::extractor::Needs::PAGE }
    };
    (answer $blocks:expr) => {
        Ok($blocks)
    };
    (answer $blocks:expr, layout) => {
        $blocks
    };
}

/// Declares a segmenter: its documentation, its parameter set and its description.
///
/// The type gets the field `params` and must have a method `fn blocks(&self, page: &Page<'_>) -> Segmentation`. Where it is
/// declared with `needs: layout`, the method gives `Result<Segmentation, Missing>`.
#[macro_export]
macro_rules! segmenter {
    ($(#[doc = $doc:literal])* pub struct $name:ident($params:ty) {
        id: $id:literal,
        title: $title:literal,
        cite: [$($cite:literal),* $(,)?],
        provenance: $provenance:ident,
        $(needs: $needs:ident,)?
        presets: [$($preset:expr),* $(,)?],
    }) => {
        debulha_core::__system!(type $(#[doc = $doc])* $name($params));

        impl $name {
            /// Description for the registry.
            pub const INFO: &'static $crate::segmenters::SegmenterInfo = &$crate::segmenters::SegmenterInfo {
                about: debulha_core::__system!(about [$($doc),*] $id $title [$($cite),*] $provenance
                    $crate::__segmenter!(needs $($needs)?), $params, [$($preset),*]),
                build: debulha_core::__system!(build $name $params, $id),
            };
        }

        impl $crate::segmenters::Segmenter for $name {
            fn info(&self) -> &'static $crate::segmenters::SegmenterInfo {
                Self::INFO
            }

            fn params(&self) -> debulha_core::ParamMap {
                debulha_core::params::Params::to_map(&self.params)
            }

            fn segment(
                &self,
                page: &debulha_core::Page<'_>,
            ) -> Result<debulha_core::segmentation::Segmentation, debulha_core::segmentation::Missing> {
                $crate::__segmenter!(answer self.blocks(page) $(, $needs)?)
            }
        }
    };
}
