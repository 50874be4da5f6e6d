//! The site methods, one file each, named by its id: systems that learn from pages of a site what is template on any
//! page of it. [`debulha_core::site`] is their contract; this file is their registry.

pub mod block_importance;
pub mod block_repetition;
pub mod chen_ye_li;
pub mod content_extractor;
pub mod frequency;
pub mod info_discoverer;
pub mod labelled_tree;
pub mod page_blocks;
pub mod pagelet_global;
pub mod pagelet_local;
pub mod pagelets;
pub mod rtdm;
pub mod site_level;
pub mod site_style_tree;
pub mod terms;
pub mod text_segments;
pub mod web_page_cleaner;
pub mod x_cex;

pub use debulha_core::site::{
    AnySiteMethod, SiteMethod, SiteMethodInfo, finish_sample, learn, template_evidence,
};

use debulha_core::params::{BuildError, ParamMap};

/// Every site method, in the order of lists and tables.
pub static SITE_METHODS: &[&SiteMethodInfo] = &[
    <template_evidence::TemplateEvidenceMethod as SiteMethod>::INFO,
    <site_level::SiteLevel as SiteMethod>::INFO,
    <pagelet_local::PageletLocal as SiteMethod>::INFO,
    <pagelet_global::PageletGlobal as SiteMethod>::INFO,
    <content_extractor::ContentExtractor as SiteMethod>::INFO,
    <x_cex::XCex as SiteMethod>::INFO,
    <rtdm::Rtdm as SiteMethod>::INFO,
    <site_style_tree::SiteStyleTree as SiteMethod>::INFO,
    <info_discoverer::InfoDiscoverer as SiteMethod>::INFO,
    <text_segments::TextSegments as SiteMethod>::INFO,
    <chen_ye_li::ChenYeLi as SiteMethod>::INFO,
    <block_importance::BlockImportance as SiteMethod>::INFO,
    <web_page_cleaner::WebPageCleaner as SiteMethod>::INFO,
];

/// The description of a site method.
///
/// # Errors
/// [`BuildError::UnknownSiteMethod`].
pub fn find(id: &str) -> Result<&'static SiteMethodInfo, BuildError> {
    SITE_METHODS
        .iter()
        .copied()
        .find(|info| info.extractor.id == id)
        .ok_or_else(|| BuildError::UnknownSiteMethod(id.to_owned()))
}

/// Builds a site method from its id and parameters; what is not given has its default.
///
/// # Errors
/// An unknown id or parameter, a wrong type, or a value outside its range.
pub fn build(id: &str, params: &ParamMap) -> Result<Box<dyn AnySiteMethod>, BuildError> {
    (find(id)?.build)(params)
}
