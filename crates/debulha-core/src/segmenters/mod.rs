//! The segmenters, one file each, named by its id; this file is their contract and their registry.
//!
//! A segmenter cuts a page into blocks; it does not say which are content. Site methods and block classifiers do.

pub mod pagelet;
pub mod tag_list;

use crate::extractor::{Needs, Preset, Provenance};
use crate::page::Page;
use crate::params::{BuildError, ParamInfo, ParamMap};
use crate::segmentation::{Missing, Segmentation};

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

/// Description of a segmenter: everything that lists, help texts and documentation pages show.
#[derive(Debug, Clone, Copy)]
pub struct SegmenterInfo {
    /// Name in every face and of the file.
    pub id: &'static str,
    /// Name in the literature.
    pub title: &'static str,
    /// Keys in `references.bib`.
    pub cite: &'static [&'static str],
    /// Where the segmenter comes from.
    pub provenance: Provenance,
    /// What it cannot do without.
    pub needs: Needs,
    /// Its documentation in Markdown, under the headings of extractors.
    pub docs: &'static str,
    /// Its source file.
    pub file: &'static str,
    /// Its parameters in order.
    pub params: &'static [ParamInfo],
    /// Its named parameter sets.
    pub presets: &'static [Preset],
    /// Builds it from parameters.
    pub build: fn(&ParamMap) -> Result<Box<dyn Segmenter>, BuildError>,
}

/// Every segmenter, in the order of lists and tables.
pub static SEGMENTERS: &[&SegmenterInfo] = &[tag_list::TagList::INFO, pagelet::Pagelet::INFO];

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
/// use debulha_core::{Page, ParamMap, segmenters};
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

/// Declares a segmenter that needs the page alone: its documentation, its parameter set and its description.
///
/// The type gets the field `params` and must have a method `fn blocks(&self, page: &Page<'_>) -> Segmentation`.
#[macro_export]
macro_rules! segmenter {
    ($(#[doc = $doc:literal])* pub struct $name:ident($params:ty) {
        id: $id:literal,
        title: $title:literal,
        cite: [$($cite:literal),* $(,)?],
        provenance: $provenance:ident,
        presets: [$($preset:expr),* $(,)?],
    }) => {
        $(#[doc = $doc])*
        #[derive(Debug, Clone, Default, PartialEq)]
        pub struct $name {
            /// The parameters in force.
            pub params: $params,
        }

        impl $name {
            /// Description for the registry.
            pub const INFO: &'static $crate::segmenters::SegmenterInfo = &$crate::segmenters::SegmenterInfo {
                id: $id,
                title: $title,
                cite: &[$($cite),*],
                provenance: $crate::extractor::Provenance::$provenance,
                needs: $crate::extractor::Needs::PAGE,
                docs: concat!($($doc, "\n"),*),
                file: file!(),
                params: <$params as $crate::params::Params>::INFO,
                presets: &[$($preset),*],
                build: |map| {
                    let params = <$params as $crate::params::Params>::from_map($id, map)?;
                    Ok(Box::new($name { params }))
                },
            };
        }

        impl $crate::segmenters::Segmenter for $name {
            fn info(&self) -> &'static $crate::segmenters::SegmenterInfo {
                Self::INFO
            }

            fn params(&self) -> $crate::ParamMap {
                $crate::params::Params::to_map(&self.params)
            }

            fn segment(
                &self,
                page: &$crate::Page<'_>,
            ) -> Result<$crate::segmentation::Segmentation, $crate::segmentation::Missing> {
                Ok(self.blocks(page))
            }
        }
    };
}
