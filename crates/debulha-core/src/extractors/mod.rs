//! The systems, one file each, named by its id; this file is their registry.

pub mod adeater;
pub mod all_text;
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
pub mod debulha;
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

use crate::classify::model::Model;
use crate::extractor::{Extractor, ExtractorInfo};
use crate::params::{BuildError, ParamMap};

/// Every extractor, in the order of lists and tables.
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

/// Systems that can be built by id: those of the library, and others that were registered.
#[derive(Debug, Clone)]
pub struct Registry {
    systems: Vec<&'static ExtractorInfo>,
}

impl Default for Registry {
    /// [`EXTRACTORS`].
    fn default() -> Self {
        Registry { systems: EXTRACTORS.to_vec() }
    }
}

impl Registry {
    /// Adds a system; it hides one of the same id.
    #[must_use]
    pub fn and(mut self, system: &'static ExtractorInfo) -> Self {
        self.systems.retain(|known| known.id != system.id);
        self.systems.push(system);
        self
    }

    /// The systems, in the order of lists and tables.
    pub fn systems(&self) -> &[&'static ExtractorInfo] {
        &self.systems
    }

    /// The description of a system.
    ///
    /// # Errors
    /// [`BuildError::UnknownExtractor`].
    pub fn find(&self, id: &str) -> Result<&'static ExtractorInfo, BuildError> {
        find_in(&self.systems, id)
    }

    /// Builds a system from its id and parameters; what is not given has its default.
    ///
    /// # Errors
    /// As [`build`].
    pub fn build(&self, id: &str, params: &ParamMap) -> Result<Box<dyn Extractor>, BuildError> {
        (self.find(id)?.build)(params)
    }
}

fn find_in(systems: &[&'static ExtractorInfo], id: &str) -> Result<&'static ExtractorInfo, BuildError> {
    let found = systems.iter().copied().find(|info| info.id == id);
    found.ok_or_else(|| BuildError::UnknownExtractor(id.to_owned()))
}

/// The description of a system of the library.
///
/// # Errors
/// [`BuildError::UnknownExtractor`].
pub fn find(id: &str) -> Result<&'static ExtractorInfo, BuildError> {
    find_in(EXTRACTORS, id)
}

/// Builds an extractor from its id and parameters; what is not given has its default.
///
/// # Errors
/// An unknown id or parameter, a wrong type, or a value outside its range.
///
/// ```
/// use debulha_core::{ParamMap, extractors};
///
/// let all_text = extractors::build("all_text", &ParamMap::new()).expect("known");
/// assert_eq!(all_text.info().title, "Whole page text");
/// assert!(extractors::build("no_such", &ParamMap::new()).is_err());
/// ```
pub fn build(id: &str, params: &ParamMap) -> Result<Box<dyn Extractor>, BuildError> {
    (find(id)?.build)(params)
}

/// Builds the extractor that a model was trained for.
///
/// # Errors
/// As [`build`]; a model of an extractor that learns nothing, or one that lacks what the extractor needs.
pub fn load(model: &Model, params: &ParamMap) -> Result<Box<dyn Extractor>, BuildError> {
    let info = find(&model.card.system)?;
    let learns = info.load.ok_or_else(|| {
        let reason = "learns nothing from models".to_owned();
        BuildError::Invalid { extractor: info.id, reason }
    })?;
    learns(params, model)
}
