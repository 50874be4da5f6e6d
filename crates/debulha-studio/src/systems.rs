//! The systems that can be requested: by their parameters, with a trained model, or learned from the sites of a store.

use crate::recent::RecentCache;
use crate::state::StudioState;
use debulha::systems::{Sources, SystemDescription, SystemSpec};
use debulha::{DEFAULT_EXTRACTOR, ParamMap, Pipeline};
use debulha_compare::System;
use debulha_core::about::About;
use debulha_core::extractor::{ExtractorInfo, Needs};
use debulha_server::engine::refused;
use debulha_server::problem::Problem;
use debulha_systems::extractors::EXTRACTORS;
use debulha_systems::site::{self, SITE_METHODS};
use serde::Deserialize;
use serde_json::Value;
use std::slice;
use std::sync::{Arc, OnceLock};

/// Pipelines with models that are kept, each counted as one byte.
const KEPT_PIPELINES: usize = 16;

/// A system as the app asks for it.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct AskedSystem {
    /// Its id; of a model, it may be left out.
    #[serde(default)]
    pub(crate) extractor: String,
    #[serde(default)]
    pub(crate) preset: Option<String>,
    #[serde(default)]
    pub(crate) params: ParamMap,
    /// The name of a model for it.
    #[serde(default)]
    pub(crate) model: Option<String>,
}

impl AskedSystem {
    /// A system with its default parameters.
    pub(crate) fn of(extractor: &str) -> Self {
        AskedSystem { extractor: extractor.to_owned(), preset: None, params: ParamMap::new(), model: None }
    }

    /// How lists name it: by its model, or else its id, with its preset, and a star where parameters are set.
    pub(crate) fn name(&self) -> String {
        let system = self.model.as_deref().unwrap_or(&self.extractor);
        let preset = self.preset.as_deref().map(|preset| format!(":{preset}")).unwrap_or_default();
        let star = if self.params.is_empty() { "" } else { "*" };
        format!("{system}{preset}{star}")
    }

    fn spec(&self) -> SystemSpec {
        let id = if self.extractor.is_empty() { DEFAULT_EXTRACTOR } else { &self.extractor };
        SystemSpec { id: id.to_owned(), preset: self.preset.clone(), params: self.params.clone() }
    }
}

/// A system that was built.
#[derive(Clone)]
pub(crate) struct BuiltSystem {
    pub(crate) pipeline: Arc<Pipeline>,
    /// The number of its model; 0 without one.
    pub(crate) model: usize,
}

impl BuiltSystem {
    /// The system for comparisons, under a name.
    pub(crate) fn system(&self, name: String) -> System {
        System::of_pipeline(Arc::clone(&self.pipeline), name)
    }
}

/// Systems that were built lately and that the engine does not know: those with models, and those that learn from a store.
pub(crate) struct Pipelines(RecentCache<(AskedSystem, usize), Pipeline>);

impl Default for Pipelines {
    fn default() -> Self {
        Pipelines(RecentCache::new(KEPT_PIPELINES))
    }
}

impl Pipelines {
    /// Builds a system, or gives the one that was built before.
    ///
    /// # Errors
    /// 400 for a system, preset, parameter or model that there is not, or that do not belong together; 409 for one that learns from
    /// sites, without a store.
    pub(crate) async fn get(
        &self,
        shared: &Arc<StudioState>,
        asked: &AskedSystem,
    ) -> Result<BuiltSystem, Problem> {
        let known = asked.model.as_deref().map(|name| {
            let missing = || Problem::bad_request("model", format!("there is no model `{name}`"));
            shared.models.get(name).ok_or_else(missing)
        });
        let known = known.transpose()?;
        let number = known.as_ref().map_or(0, |known| known.number);
        let spec = asked.spec();
        if known.is_none() && !spec.is_site_method() {
            let pipeline = shared.engine.pipeline(&spec).await?;
            return Ok(BuiltSystem { pipeline, model: number });
        }
        let key = (asked.clone(), number);
        if let Some(pipeline) = self.0.get(&key) {
            return Ok(BuiltSystem { pipeline, model: number });
        }
        let sites = shared.sites.clone();
        let build = move || {
            let models = known.as_ref().map(|known| slice::from_ref(&*known.model)).unwrap_or_default();
            let sites = sites.as_ref().map(|sites| sites as _);
            spec.pipeline(&Sources { models, sites, drop_repeated: None })
        };
        let pipeline = shared.engine.run(build).await?.map_err(refused)?;
        Ok(BuiltSystem { pipeline: self.0.keep(key, pipeline, 1), model: number })
    }
}

/// All systems, for the app; those are usable that have all that they need.
pub(crate) fn described(shared: &StudioState) -> Vec<Value> {
    let layouts = shared.project.has_layouts();
    let models = shared.models.named();
    let usable = |about: &About| {
        let Needs { layout, site, query, model } = about.needs;
        let has_model = || models.iter().any(|named| named.system == about.id);
        let learned =
            || shared.sites.as_ref().is_some_and(|sites| sites.store.methods().contains_key(about.id));
        !query && (!layout || layouts) && (!site || learned()) && (!model || has_model())
    };
    let mut all = listed().to_vec();
    for (shown, info) in all.iter_mut().zip(infos()) {
        shown["usable"] = Value::from(usable(&info.about));
    }
    all
}

fn infos() -> impl Iterator<Item = &'static ExtractorInfo> {
    EXTRACTORS.iter().copied().chain(SITE_METHODS.iter().map(|method| method.extractor))
}

/// What is the same for every project.
fn listed() -> &'static [Value] {
    static LISTED: OnceLock<Vec<Value>> = OnceLock::new();
    LISTED.get_or_init(|| infos().map(listed_one).collect())
}

fn listed_one(info: &'static ExtractorInfo) -> Value {
    match site::find(info.id) {
        Ok(method) => SystemDescription::from(method).json(),
        Err(_) => SystemDescription::from(info).json(),
    }
}
