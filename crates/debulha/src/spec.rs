//! Which systems decide, as a caller names them.
//!
//! Every interface (command line, service, Python, JavaScript, studio) translates its options into [`SystemSpec`]s; building them is
//! done here alone, so that the same options give the same system everywhere.

use crate::catalog::extractors::{self, EXTRACTORS};
#[cfg(feature = "systems")]
use crate::catalog::segmenters;
use crate::catalog::site::{self, SITE_METHODS};
use crate::{DEFAULT_EXTRACTOR, Pipeline};
use debulha_core::classify::model::Model;
use debulha_core::combine::{Combine, Combined};
use debulha_core::extractor::{Extractor, ExtractorInfo, name};
use debulha_core::params::{BuildError, ParamMap};
use debulha_core::site::SiteKnowledge;
use debulha_core::site::template_evidence::TemplateEvidenceParams;
use std::collections::HashSet;
use std::fmt;
use thiserror::Error;

/// Jaro-Winkler similarity (0 to 1) from which on a known id is suggested for an unknown one. Chosen by trial on typos of the ids:
/// `alltext` finds `all_text`, and `zzz` finds nothing.
const MIN_SIMILARITY: f64 = 0.7;

/// Maximum number of suggested ids.
const MAX_SUGGESTIONS: usize = 3;

/// One system as a caller names it: id, preset and parameters.
///
/// ```
/// use debulha::systems::{Sources, SystemSpec};
///
/// let spec = SystemSpec::of_name("cetr:precision");
/// assert_eq!((spec.id.as_str(), spec.preset.as_deref()), ("cetr", Some("precision")));
/// let spec = SystemSpec::new("cetd").with_param("link_count", "descendants");
/// let text = spec.pipeline(&Sources::default())?.extract("<p>Rye was sown early this year.").text();
/// assert_eq!(text, "Rye was sown early this year.");
/// let error = SystemSpec::new("cedt").pipeline(&Sources::default()).map(|_| ()).map_err(|error| error.to_string());
/// assert_eq!(error, Err("unknown system `cedt`; did you mean `cetd`, `cetr` or `cetd_td`?".to_owned()));
/// # Ok::<(), debulha::systems::SpecError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct SystemSpec {
    /// Id of an extractor or a site method.
    pub id: String,
    /// One of its presets.
    pub preset: Option<String>,
    /// Parameters by name; they override those of the preset.
    pub params: ParamMap,
}

impl Default for SystemSpec {
    /// The default system with its default parameters.
    fn default() -> Self {
        SystemSpec::new(DEFAULT_EXTRACTOR)
    }
}

impl fmt::Display for SystemSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.preset {
            None => f.write_str(&self.id),
            Some(preset) => write!(f, "{}:{preset}", self.id),
        }
    }
}

/// What systems are built from beside their parameters.
#[derive(Default, Clone, Copy)]
pub struct Sources<'s> {
    /// Trained models, one per system. Where only the default system is named, the systems of the models decide.
    pub models: &'s [Model],
    /// What is known of sites, such as a site store.
    pub sites: Option<&'s dyn SiteKnowledge>,
    /// Drop text that at least this share (0 to 1) of the site's other pages have, from the answers of systems that know only the page.
    pub drop_repeated: Option<f64>,
}

/// Why a system could not be built.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SpecError {
    /// No extractor and no site method has this id.
    #[error("unknown system `{id}`{}", hint(id))]
    UnknownSystem {
        /// What was given.
        id: String,
    },
    /// A preset, a parameter or a model that the system does not accept.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// A system that learns from sites, without knowledge of any.
    #[error("`{id}` learns from several pages of a site; give a site store")]
    NoSites {
        /// The site method.
        id: String,
    },
    /// Site knowledge that has nothing of the method, or cannot be read.
    #[error("{0}")]
    Sites(Box<dyn std::error::Error + Send + Sync>),
    /// A model of a system that is not among those that decide.
    #[error("the model is for `{model}`, not for `{asked}`")]
    OtherModel {
        /// The system of the model.
        model: String,
        /// The systems that decide.
        asked: String,
    },
    /// A share of repeated text outside 0 to 1.
    #[error("the share of pages with repeated text is {0}; use a number from 0 to 1")]
    RepeatedShare(f64),
    /// Repeated text is to be dropped, and there is no knowledge of sites.
    #[error("dropping repeated text needs a site store")]
    RepeatedWithoutSites,
    /// One system twice with the same parameters.
    #[error("system {0} is named twice")]
    Twice(String),
}

/// What to do about an unknown id: another verb for a segmenter, or similar ids, or else all.
fn hint(id: &str) -> String {
    #[cfg(feature = "systems")]
    if segmenters::find(id).is_ok() {
        return format!(
            "; `{id}` is a segmenter, which cuts pages into blocks: `debulha segment --segmenter {id}`"
        );
    }
    let known =
        EXTRACTORS.iter().map(|info| info.id).chain(SITE_METHODS.iter().map(|method| method.extractor.id));
    match did_you_mean(id, known.clone()) {
        Some(near) => format!("; {near}"),
        None => format!("; use {}", known.collect::<Vec<_>>().join(", ")),
    }
}

/// The known names that are similar to one that is unknown, as a question: ``did you mean `bte` or `nce`?``
///
/// ```
/// use debulha::systems::did_you_mean;
///
/// assert_eq!(did_you_mean("alltext", ["all_text", "bte"]).as_deref(), Some("did you mean `all_text`?"));
/// assert_eq!(did_you_mean("zzz", ["all_text", "bte"]), None);
/// ```
pub fn did_you_mean<'k>(unknown: &str, known: impl IntoIterator<Item = &'k str>) -> Option<String> {
    let unknown = unknown.to_ascii_lowercase();
    let mut near: Vec<(f64, &str)> = known
        .into_iter()
        .map(|known| (strsim::jaro_winkler(&unknown, known), known))
        .filter(|&(similarity, _)| similarity >= MIN_SIMILARITY)
        .collect();
    near.sort_by(|a, b| b.0.total_cmp(&a.0));
    near.truncate(MAX_SUGGESTIONS);
    let names: Vec<String> = near.into_iter().map(|(_, name)| format!("`{name}`")).collect();
    let (last, first) = names.split_last()?;
    Some(match first {
        [] => format!("did you mean {last}?"),
        first => format!("did you mean {} or {last}?", first.join(", ")),
    })
}

impl SystemSpec {
    /// A system with its default parameters.
    pub fn new(id: impl Into<String>) -> Self {
        SystemSpec { id: id.into(), preset: None, params: ParamMap::new() }
    }

    /// A system by `ID` or `ID:PRESET`. Neither is looked up yet.
    pub fn of_name(name: &str) -> Self {
        let (id, preset) = name.split_once(':').map_or((name, None), |(id, preset)| (id, Some(preset)));
        SystemSpec { preset: preset.map(str::to_owned), ..SystemSpec::new(id) }
    }

    /// The same system with one more parameter.
    #[must_use]
    pub fn with_param(mut self, name: &str, value: impl Into<serde_json::Value>) -> Self {
        self.params.insert(name.to_owned(), value.into());
        self
    }

    /// The description of the system.
    ///
    /// # Errors
    /// [`SpecError::UnknownSystem`].
    pub fn info(&self) -> Result<&'static ExtractorInfo, SpecError> {
        let method = site::find(&self.id).map(|method| method.extractor);
        let found = method.or_else(|_| extractors::find(&self.id));
        found.map_err(|_| SpecError::UnknownSystem { id: self.id.clone() })
    }

    /// The parameters of the preset, overridden by the others.
    ///
    /// # Errors
    /// An unknown system or preset.
    pub fn all_params(&self) -> Result<ParamMap, SpecError> {
        let info = self.info()?;
        let mut all = self.preset.as_deref().map_or_else(|| Ok(ParamMap::new()), |name| info.preset(name))?;
        all.extend(self.params.clone());
        Ok(all)
    }

    /// Whether the system learns from other pages of a site.
    pub fn is_site_method(&self) -> bool {
        site::find(&self.id).is_ok()
    }

    /// Builds the system.
    ///
    /// # Errors
    /// See [`SpecError`].
    pub fn build(&self, sources: &Sources<'_>) -> Result<Box<dyn Extractor>, SpecError> {
        let params = self.all_params()?;
        if let Some(share) = sources.drop_repeated.filter(|share| !(0.0..=1.0).contains(share)) {
            return Err(SpecError::RepeatedShare(share));
        }
        if self.is_site_method() {
            let sites = sources.sites.ok_or_else(|| SpecError::NoSites { id: self.id.clone() })?;
            return sites.build(&self.id, &params).map_err(SpecError::Sites);
        }
        let built = match sources.models.iter().find(|model| model.card.system == self.id) {
            Some(model) => extractors::load(model, &params)?,
            None => extractors::build(&self.id, &params)?,
        };
        match (sources.drop_repeated, sources.sites) {
            (None, _) => Ok(built),
            (Some(_), None) => Err(SpecError::RepeatedWithoutSites),
            (Some(max_share), Some(sites)) => {
                let params = TemplateEvidenceParams { max_share, ..TemplateEvidenceParams::default() };
                Ok(sites.without_repeated(built, params))
            }
        }
    }

    /// A pipeline with this system alone.
    ///
    /// # Errors
    /// See [`SpecError`].
    pub fn pipeline(&self, sources: &Sources<'_>) -> Result<Pipeline, SpecError> {
        Pipeline::of_specs(std::slice::from_ref(self), Combine::default(), sources)
    }
}

/// Builds several systems, each once.
///
/// # Errors
/// See [`SpecError`].
pub fn build_all(specs: &[SystemSpec], sources: &Sources<'_>) -> Result<Vec<Box<dyn Extractor>>, SpecError> {
    let of_models;
    let specs = match specs {
        [only] if only.id == DEFAULT_EXTRACTOR && !sources.models.is_empty() => {
            let of_model = |model: &Model| SystemSpec { id: model.card.system.clone(), ..only.clone() };
            of_models = sources.models.iter().map(of_model).collect::<Vec<_>>();
            &of_models
        }
        specs => specs,
    };
    let is_unused = |model: &&Model| !specs.iter().any(|spec| spec.id == model.card.system);
    if let Some(model) = sources.models.iter().find(is_unused) {
        let asked = specs.iter().map(|spec| spec.id.as_str()).collect::<Vec<_>>().join(", ");
        return Err(SpecError::OtherModel { model: model.card.system.clone(), asked });
    }
    let mut names = HashSet::new();
    let mut built = Vec::with_capacity(specs.len());
    for spec in specs {
        let system = spec.build(sources)?;
        let name = name(&*system);
        if !names.insert(name.clone()) {
            return Err(SpecError::Twice(name));
        }
        built.push(system);
    }
    Ok(built)
}

impl Pipeline {
    /// A pipeline with one system, or with several that decide together.
    ///
    /// # Errors
    /// See [`SpecError`]; no systems; a threshold outside its range.
    ///
    /// ```
    /// use debulha::systems::{Sources, SystemSpec};
    /// use debulha::{Pipeline, Rule};
    ///
    /// let specs = ["cetd", "bte"].map(SystemSpec::new);
    /// let pipeline = Pipeline::of_specs(&specs, Rule::Union.into(), &Sources::default())?;
    /// assert_eq!(pipeline.name(), "union(cetd,bte)");
    /// # Ok::<(), debulha::systems::SpecError>(())
    /// ```
    pub fn of_specs(
        specs: &[SystemSpec],
        combine: Combine,
        sources: &Sources<'_>,
    ) -> Result<Self, SpecError> {
        let mut built = build_all(specs, sources)?;
        match (built.pop(), built.is_empty()) {
            (Some(only), true) => Ok(Pipeline::with_boxed(only)),
            (last, _) => {
                built.extend(last);
                Ok(Pipeline::with_combined(Combined::of(built, combine)?))
            }
        }
    }
}
