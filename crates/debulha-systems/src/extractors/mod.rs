//! The page systems, one file each, named by its id; this file is their registry.

pub mod adeater;
pub mod boilerpipe_article;
pub mod boilerpipe_article_sentences;
pub mod boilerpipe_canola;
pub mod boilerpipe_default;
pub mod boilerpipe_density;
pub mod boilerpipe_keep_everything;
pub mod boilerpipe_keep_everything_with_min_k_words;
pub mod boilerpipe_largest;
pub mod boilerpipe_num_words;
pub mod bte;
pub mod burget;
pub mod cetd;
pub mod cetd_td;
pub mod cetr;
pub mod crunch;
pub mod dsc;
pub mod feature_extractor;
pub mod hidden_web;
pub mod justext;
pub mod k_feature_extractor;
pub mod kovacevic;
pub mod l_extractor;
pub mod nce;
pub mod readability;
pub mod song_block_importance;
pub mod template_isotonic;
pub mod tps;
pub mod v_wrapper;
pub mod vide;
pub mod vote;

pub use debulha_core::extractors::{Registry, all_text, debulha};

use debulha_core::classify::model::Model;
use debulha_core::extractor::{Extractor, ExtractorInfo};
use debulha_core::params::{BuildError, ParamMap};

/// Every extractor, those of the core included, in the order of lists and tables.
pub static EXTRACTORS: &[&ExtractorInfo] = &[
    all_text::AllText::INFO,
    bte::Bte::INFO,
    dsc::Dsc::INFO,
    cetr::Cetr::INFO,
    cetd::Cetd::INFO,
    cetd_td::CetdTd::INFO,
    boilerpipe_num_words::BoilerpipeNumWords::INFO,
    boilerpipe_density::BoilerpipeDensity::INFO,
    boilerpipe_default::BoilerpipeDefault::INFO,
    boilerpipe_article::BoilerpipeArticle::INFO,
    boilerpipe_article_sentences::BoilerpipeArticleSentences::INFO,
    boilerpipe_largest::BoilerpipeLargest::INFO,
    boilerpipe_canola::BoilerpipeCanola::INFO,
    boilerpipe_keep_everything::BoilerpipeKeepEverything::INFO,
    boilerpipe_keep_everything_with_min_k_words::BoilerpipeKeepEverythingWithMinKWords::INFO,
    nce::Nce::INFO,
    tps::Tps::INFO,
    crunch::Crunch::INFO,
    adeater::Adeater::INFO,
    feature_extractor::FeatureExtractor::INFO,
    k_feature_extractor::KFeatureExtractor::INFO,
    l_extractor::LExtractor::INFO,
    hidden_web::HiddenWeb::INFO,
    kovacevic::Kovacevic::INFO,
    justext::Justext::INFO,
    readability::Readability::INFO,
    template_isotonic::TemplateIsotonic::INFO,
    v_wrapper::VWrapper::INFO,
    burget::Burget::INFO,
    song_block_importance::SongBlockImportance::INFO,
    vide::Vide::INFO,
    vote::Vote::INFO,
    debulha::Debulha::INFO,
];

/// A registry with all of [`EXTRACTORS`], to which others can be added.
pub fn registry() -> Registry {
    Registry::of(EXTRACTORS)
}

/// The description of an extractor.
///
/// # Errors
/// [`BuildError::UnknownExtractor`].
pub fn find(id: &str) -> Result<&'static ExtractorInfo, BuildError> {
    registry().find(id)
}

/// Builds an extractor from its id and parameters; what is not given has its default.
///
/// # Errors
/// An unknown id or parameter, a wrong type, or a value outside its range.
///
/// ```
/// use debulha_core::ParamMap;
/// use debulha_systems::extractors;
///
/// let cetd = extractors::build("cetd", &ParamMap::new()).expect("known");
/// assert_eq!(cetd.info().id, "cetd");
/// assert!(extractors::build("no_such", &ParamMap::new()).is_err());
/// ```
pub fn build(id: &str, params: &ParamMap) -> Result<Box<dyn Extractor>, BuildError> {
    registry().build(id, params)
}

/// Builds the extractor that a model was trained for.
///
/// # Errors
/// As [`Registry::load`].
pub fn load(model: &Model, params: &ParamMap) -> Result<Box<dyn Extractor>, BuildError> {
    registry().load(model, params)
}
