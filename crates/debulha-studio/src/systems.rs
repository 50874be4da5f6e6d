//! The systems that can be asked for: by their parameters, with a trained model, or learned from the sites of a store.

use crate::recent::Recent;
use crate::state::Shared;
use debulha::{DEFAULT_EXTRACTOR, ParamMap, Pipeline};
use debulha_compare::System;
use debulha_core::about::About;
use debulha_core::extractor::{ExtractorInfo, Needs};
use debulha_core::extractors::EXTRACTORS;
use debulha_core::params::ParamInfo;
use debulha_core::site::{self, SITE_METHODS};
use debulha_io::site_store::{Sites, StoreExtractor};
use debulha_server::engine::Choice;
use debulha_server::problem::Problem;
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::{Arc, OnceLock};

/// Pipelines with models that are kept, each counted as one byte.
const KEPT_PIPELINES: usize = 16;

/// A value that no choice has.
const NO_CHOICE: &str = "-";

/// A system as the app asks for it.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Asked {
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

impl Asked {
    /// A system with its default parameters.
    pub(crate) fn of(extractor: &str) -> Self {
        Asked { extractor: extractor.to_owned(), preset: None, params: ParamMap::new(), model: None }
    }

    /// How lists name it: by its model, or else its id, with its preset, and a star where parameters are set.
    pub(crate) fn name(&self) -> String {
        let system = self.model.as_deref().unwrap_or(&self.extractor);
        let preset = self.preset.as_deref().map(|preset| format!(":{preset}")).unwrap_or_default();
        let star = if self.params.is_empty() { "" } else { "*" };
        format!("{system}{preset}{star}")
    }

    fn choice(&self) -> Choice {
        let extractor = if self.extractor.is_empty() { DEFAULT_EXTRACTOR } else { &self.extractor };
        Choice { extractor: extractor.to_owned(), preset: self.preset.clone(), params: self.params.clone() }
    }
}

/// A system that was built.
#[derive(Clone)]
pub(crate) struct Built {
    pub(crate) pipeline: Arc<Pipeline>,
    /// The number of its model; 0 without one.
    pub(crate) model: usize,
}

impl Built {
    /// The system for comparisons, under a name.
    pub(crate) fn system(&self, name: String) -> System {
        System::of_pipeline(Arc::clone(&self.pipeline), name)
    }
}

/// Systems that were built lately and that the engine does not know: those with models, and those that learn from a store.
pub(crate) struct Pipelines(Recent<(Asked, usize), Pipeline>);

impl Default for Pipelines {
    fn default() -> Self {
        Pipelines(Recent::new(KEPT_PIPELINES))
    }
}

impl Pipelines {
    /// Builds a system, or gives the one that was built before.
    ///
    /// # Errors
    /// 400 for a system, preset, parameter or model that there is not, or that do not belong together; 409 for one that learns from
    /// sites, without a store.
    pub(crate) async fn get(&self, shared: &Arc<Shared>, asked: &Asked) -> Result<Built, Problem> {
        let known = asked.model.as_deref().map(|name| {
            let missing = || Problem::bad_request("model", format!("there is no model `{name}`"));
            shared.models.get(name).ok_or_else(missing)
        });
        let known = known.transpose()?;
        let number = known.as_ref().map_or(0, |known| known.number);
        let learns = site::find(&asked.extractor).is_ok();
        if known.is_none() && !learns {
            let pipeline = shared.engine.pipeline(&asked.choice()).await?;
            return Ok(Built { pipeline, model: number });
        }
        let key = (asked.clone(), number);
        if let Some(pipeline) = self.0.get(&key) {
            return Ok(Built { pipeline, model: number });
        }
        let (choice, sites) = (asked.choice(), shared.sites.clone());
        let build = move || match known {
            Some(known) => {
                let system = &known.model.card.system;
                if choice.extractor != *system && choice.extractor != DEFAULT_EXTRACTOR {
                    let detail = format!("the model is for `{system}`, not for `{}`", choice.extractor);
                    return Err(Problem::bad_request("model", detail));
                }
                let params = Choice { extractor: system.clone(), ..choice }.all_params()?;
                Pipeline::with_model(&known.model, &params)
                    .map_err(|error| Problem::bad_request("system", error.to_string()))
            }
            None => learned(sites, &choice),
        };
        let pipeline = shared.engine.run(build).await??;
        Ok(Built { pipeline: self.0.keep(key, pipeline, 1), model: number })
    }
}

/// A system that learns from the sites of the store.
fn learned(sites: Option<Sites>, choice: &Choice) -> Result<Pipeline, Problem> {
    let Some(sites) = sites else {
        let detail = format!("`{}` learns from sites: open a site store (--store)", choice.extractor);
        return Err(Problem::new(409, "no-store", detail));
    };
    let method = sites.store.build(&choice.extractor, &choice.params);
    let method = method.map_err(|error| Problem::bad_request("system", error.to_string()))?;
    Ok(Pipeline::with_boxed(Box::new(StoreExtractor::new(sites, method))))
}

/// All systems, for the app; those are usable that have all that they need.
pub(crate) fn described(shared: &Shared) -> Vec<Value> {
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

fn listed_one(info: &ExtractorInfo) -> Value {
    let kind = if site::find(info.id).is_ok() { "site method" } else { "extractor" };
    let params = info.params.iter().map(|param| {
        let mut shown = described_param(param);
        if let Some(choices) = choices(info, param) {
            shown["choices"] = Value::from(choices);
        }
        shown
    });
    let presets = info.presets.iter().map(|preset| json!({ "name": preset.name, "docs": preset.docs }));
    json!({
        "id": info.id,
        "title": info.title,
        "kind": kind,
        "needs": info.needs.names().collect::<Vec<_>>(),
        "params": params.collect::<Vec<_>>(),
        "presets": presets.collect::<Vec<_>>(),
    })
}

/// A parameter, for the app.
pub(crate) fn described_param(param: &ParamInfo) -> Value {
    let docs = param.docs.split_whitespace().collect::<Vec<_>>().join(" ");
    json!({ "name": param.name, "default": (param.default)(), "range": param.range, "docs": docs })
}

/// The values of a parameter that is a choice. Its type knows them and says them where it is given another one:
/// "unknown variant `x`, expected `a` or `b`".
fn choices(info: &ExtractorInfo, param: &ParamInfo) -> Option<Vec<String>> {
    if !(param.default)().is_string() {
        return None;
    }
    let other = ParamMap::from_iter([(param.name.to_owned(), Value::from(NO_CHOICE))]);
    let error = (info.build)(&other).err()?.to_string();
    let (_, expected) = error.split_once("expected ")?;
    let names: Vec<String> = expected.split('`').skip(1).step_by(2).map(str::to_owned).collect();
    (!names.is_empty()).then_some(names)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn choices_are_those_of_the_type() {
        let info = debulha_core::extractors::find("cetd").unwrap();
        let param = info.params.iter().find(|param| param.name == "link_count").unwrap();
        let names = choices(info, param).unwrap();
        assert!(names.contains(&(param.default)().as_str().unwrap().to_owned()), "{names:?}");
        for name in names {
            let map = ParamMap::from_iter([("link_count".to_owned(), Value::from(name))]);
            assert!((info.build)(&map).is_ok());
        }
    }
}
