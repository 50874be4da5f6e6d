//! Which systems decide, with which parameters, and how several become one.

mod params;

pub use params::{Param, params_of, read_param, read_param_of};

use crate::exit::Usage;
use crate::help;
use crate::known::{self, KnownValues};
use crate::models::{ModelArgs, ModelSet};
use crate::site::learned::StoreArgs;
use anyhow::Result;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use debulha::site::{self, SITE_METHODS};
use debulha::systems::segmenters::{self, Segmenter};
use debulha::systems::{EXTRACTORS, SEGMENTERS};
use debulha::systems::{Sources, SpecError, SystemDescription, SystemSpec, did_you_mean};
use debulha::{DEFAULT_EXTRACTOR, Pipeline};
use debulha_core::extractor::{Extractor, Needs, name};
use debulha_core::{ExtractorInfo, ParamMap, combine::Combine, combine::Rule, site::SiteMethodInfo};
use debulha_io::site_store::StoreError;
use params::{check_owners, own};
use serde_json::Value;
use std::collections::HashSet;

/// What stands for every system that needs nothing but the page.
pub const ALL_SYSTEMS: &str = "all";

/// The same, said in full.
const ALL_PAGE_LEVEL: &str = "all-page-level";

/// What stands for every site method.
const ALL_SITE_LEVEL: &str = "all-site-level";

/// Choice of the system, or of several that decide together.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = help::SYSTEM)]
pub struct SystemArgs {
    /// Keep less text, at the risk of losing content
    ///
    /// The system's preset `precision`.
    #[arg(long, conflicts_with_all = ["recall", "preset"], help_heading = help::KEEP)]
    precision: bool,
    /// Keep more text, at the risk of keeping boilerplate
    ///
    /// The system's preset `recall`.
    #[arg(long, conflicts_with = "preset", help_heading = help::KEEP)]
    recall: bool,
    /// How to treat reader comments
    ///
    /// The parameter `comments` of the system `debulha`.
    #[arg(long, value_name = "auto|keep|drop|only", help_heading = help::KEEP)]
    #[arg(value_parser = KnownValues::text(known::comments), hide_possible_values = true)]
    comments: Option<String>,
    /// Same as --comments drop, for compatibility with trafilatura
    #[arg(long, hide = true, conflicts_with = "comments", help_heading = help::KEEP)]
    no_comments: bool,
    /// System to use; `debulha list` shows all
    ///
    /// Several, separated by commas, are combined (see --combine): ids, ID:PRESET for a preset, or `all` for every system
    /// that needs only the page.
    #[arg(short = 'e', long, value_name = "ID", value_delimiter = ',', default_value = DEFAULT_EXTRACTOR)]
    #[arg(value_parser = KnownValues::text(known::extractors), hide_possible_values = true)]
    extractor: Vec<String>,
    /// Set a parameter; `debulha explain ID` lists them
    ///
    /// The value is JSON, otherwise a string. Repeatable. With several systems, name the system: ID.NAME=VALUE. With a
    /// question mark, ?ID.NAME=VALUE, it applies only if that system is used.
    #[arg(short, long, value_name = "[ID.]NAME=VALUE", value_parser = read_param_of)]
    param: Vec<Param>,
    /// Use a preset of the system; --param overrides it
    #[arg(long, value_name = "NAME", hide_short_help = true)]
    preset: Option<String>,
    /// How to combine several systems, character by character
    ///
    /// vote keeps what most systems keep, union what any keeps, intersection what all keep. A system without an answer
    /// has no vote.
    #[arg(long, value_name = "RULE", default_value_t = Rule::Vote, value_parser = rules(), hide_short_help = true, hide_long_help = true)]
    combine: Rule,
    /// Share of systems that a vote must exceed, from 0 to below 1
    ///
    /// At 0.5, a tie drops the text.
    #[arg(long, value_name = "SHARE", default_value_t = Combine::default().threshold, hide_short_help = true, hide_long_help = true)]
    threshold: f64,
    #[command(flatten)]
    model: ModelArgs,
    #[command(flatten)]
    store: StoreArgs,
}

fn rules() -> impl TypedValueParser<Value = Rule> {
    PossibleValuesParser::new(Rule::ALL.map(Rule::name)).try_map(|name| name.parse())
}

impl SystemArgs {
    /// What tells the models that decide from others.
    ///
    /// # Errors
    /// As [`ModelArgs::digest`].
    pub fn model_digest(&self) -> Result<String> {
        self.model.digest()
    }

    /// Builds the system, or the systems as one.
    ///
    /// # Errors
    /// [`Usage`] for an unknown id, preset or parameter, or a value that the parameter does not take; a site store that
    /// cannot be read.
    pub fn pipeline(&self) -> Result<Pipeline> {
        let preset = match (&self.preset, self.precision, self.recall) {
            (Some(name), ..) => Some(name.as_str()),
            (None, true, _) => Some("precision"),
            (None, _, true) => Some("recall"),
            _ => None,
        };
        let models = self.model.read()?;
        let asked = if self.extractor == [DEFAULT_EXTRACTOR] && !models.0.is_empty() {
            models.0.iter().map(|model| model.card.system.clone()).collect()
        } else {
            self.extractor.clone()
        };
        let mut specs = specs(&asked, preset, &self.param)?;
        if let Some(choice) = self.comments.as_deref().or(self.no_comments.then_some("auto")) {
            let Some(spec) = specs.iter_mut().find(|spec| spec.id == DEFAULT_EXTRACTOR) else {
                return Err(
                    Usage(format!("--comments works only with the system {DEFAULT_EXTRACTOR}")).into()
                );
            };
            spec.params.insert("comments".to_owned(), Value::from(choice));
        }
        let combine = Combine { rule: self.combine, threshold: self.threshold };
        with_sources(&self.store, &models, &specs, |sources| Pipeline::of_specs(&specs, combine, sources))
    }
}

/// Calls `build` with what the systems are built from.
///
/// # Errors
/// A site store that cannot be read, and what `build` says.
fn with_sources<T>(
    store: &StoreArgs,
    ModelSet(models): &ModelSet,
    specs: &[SystemSpec],
    build: impl FnOnce(&Sources<'_>) -> Result<T, SpecError>,
) -> Result<T> {
    let sites = store.open(specs.iter().any(SystemSpec::is_site_method))?;
    let sites = sites.as_ref().map(|sites| sites as _);
    build(&Sources { models, sites, drop_repeated: store.drop_repeated() }).map_err(reported)
}

/// Converts an error of the library, naming the options of the command line.
fn reported(error: SpecError) -> anyhow::Error {
    match error {
        SpecError::NoSites { id } => Usage(format!(
            "`{id}` learns from several pages of a site; run `debulha site learn PAGES --site-store FILE --method {id}`, then \
             add --site-store FILE"
        ))
        .into(),
        SpecError::Sites(error) => match error.downcast::<StoreError>() {
            Ok(error) => match *error {
                StoreError::NoSuchMethod { .. } | StoreError::OtherSettings { .. } | StoreError::Build { .. } => {
                    Usage(error.to_string()).into()
                }
                other => other.into(),
            },
            Err(error) => anyhow::anyhow!(error),
        },
        SpecError::OtherModel { .. } => Usage(format!("--model: {error}")).into(),
        SpecError::RepeatedShare(_) => Usage(format!("--drop-repeated: {error}")).into(),
        error => Usage(error.to_string()).into(),
    }
}

/// Choice of systems that are looked at side by side.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = help::SYSTEM)]
pub struct SystemsArgs {
    /// Systems, separated by commas: ids, ID:PRESET, or `all`
    ///
    /// `all`, or `all-page-level`, is every system that needs only the page.
    #[arg(short = 'e', long, value_name = "ID", value_delimiter = ',', default_value = ALL_SYSTEMS)]
    #[arg(value_parser = KnownValues::text(known::extractors), hide_possible_values = true)]
    extractor: Vec<String>,
    /// Set a parameter of a system; `debulha explain ID` lists them
    ///
    /// The value is JSON, otherwise a string. Repeatable. With a question mark, ?ID.NAME=VALUE, it applies only if that
    /// system is used.
    #[arg(short, long, value_name = "ID.NAME=VALUE", value_parser = read_param_of)]
    param: Vec<Param>,
}

impl SystemsArgs {
    /// Builds the systems, each once.
    ///
    /// # Errors
    /// As [`SystemArgs::pipeline`].
    pub(crate) fn build(&self, store: &StoreArgs, models: &ModelSet) -> Result<Vec<Box<dyn Extractor>>> {
        let specs = specs(&self.extractor, None, &self.param)?;
        with_sources(store, models, &specs, |sources| debulha::systems::build_all(&specs, sources))
    }

    /// The systems, site methods among them (also `all-site-level`), with parameters that they accept, each once.
    ///
    /// # Errors
    /// As [`SystemArgs::pipeline`].
    pub fn with_site_methods(&self) -> Result<Vec<(&'static ExtractorInfo, ParamMap)>> {
        let mut names = HashSet::new();
        let check = |spec: SystemSpec| -> Result<_, SpecError> {
            let (info, params) = (spec.info()?, spec.all_params()?);
            // Of a system that learns from sites this is one that has not learned yet.
            let name = name(&*(info.build)(&params)?);
            if names.insert(name.clone()) { Ok((info, params)) } else { Err(SpecError::Twice(name)) }
        };
        let specs = specs(&self.extractor, None, &self.param)?.into_iter();
        specs.map(check).collect::<Result<_, _>>().map_err(reported)
    }
}

/// The requested systems with their presets and parameters.
fn specs(asked: &[String], preset: Option<&str>, params: &[Param]) -> Result<Vec<SystemSpec>> {
    let mut specs = Vec::new();
    for asked in asked {
        let group: Vec<&'static ExtractorInfo> = match asked.as_str() {
            ALL_SYSTEMS | ALL_PAGE_LEVEL => {
                EXTRACTORS.iter().copied().filter(|info| info.needs == Needs::PAGE).collect()
            }
            ALL_SITE_LEVEL => SITE_METHODS.iter().map(|method| method.extractor).collect(),
            asked => {
                let spec = SystemSpec::of_name(asked);
                spec.info().map_err(reported)?;
                specs.push(spec);
                continue;
            }
        };
        specs.extend(group.into_iter().map(|info| SystemSpec::new(info.id)));
    }
    check_owners(params, &specs)?;
    for spec in &mut specs {
        spec.preset = spec.preset.take().or(preset.map(str::to_owned));
        let id = spec.id.clone();
        spec.params.extend(own(params, &id));
    }
    Ok(specs)
}

/// Choice of the segmenter.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = help::SYSTEM)]
pub struct SegmenterArgs {
    /// Segmenter; `debulha list` shows all
    #[arg(short, long, alias = "method", value_name = "ID", default_value = "tag_list")]
    #[arg(value_parser = KnownValues::text(known::segmenters), hide_possible_values = true)]
    segmenter: String,
    /// Set a parameter; `debulha explain ID` lists them
    ///
    /// The value is JSON, otherwise a string. Repeatable.
    #[arg(short, long, value_name = "NAME=VALUE", value_parser = read_param)]
    param: Vec<(String, Value)>,
    /// Use a preset of the segmenter; --param overrides it
    #[arg(long, value_name = "NAME")]
    preset: Option<String>,
}

impl SegmenterArgs {
    /// Builds the segmenter.
    ///
    /// # Errors
    /// [`Usage`] for an unknown id, preset or parameter, or a value that the parameter does not take.
    pub fn segmenter(&self) -> Result<Box<dyn Segmenter>> {
        let info = segmenters::find(&self.segmenter)
            .map_err(|_| unknown("segmenter", &self.segmenter, SEGMENTERS.iter().map(|info| info.id)))?;
        let preset = self.preset.as_deref().map(|name| info.preset(name)).transpose();
        let mut params = preset.map_err(|error| Usage(error.to_string()))?.unwrap_or_default();
        params.extend(self.param.iter().cloned());
        Ok((info.build)(&params).map_err(|error| Usage(error.to_string()))?)
    }
}

/// Error for an unknown id, with similar ones.
fn unknown<'k>(kind: &str, id: &str, known: impl IntoIterator<Item = &'k str>) -> Usage {
    let hint = did_you_mean(id, known).unwrap_or_else(|| "`debulha list` shows all".to_owned());
    Usage(format!("unknown {kind} `{id}`; {hint}"))
}

/// An extractor, segmenter or site method by its id.
///
/// # Errors
/// [`Usage`].
pub fn find_any(id: &str) -> Result<SystemDescription, Usage> {
    let mut all = SystemDescription::all();
    match all.iter().position(|system| system.id == id) {
        Some(index) => Ok(all.swap_remove(index)),
        None => Err(unknown("system", id, all.iter().map(|system| system.about.id))),
    }
}

/// The description of a site method.
///
/// # Errors
/// [`Usage`].
pub fn find_site_method(id: &str) -> Result<&'static SiteMethodInfo, Usage> {
    site::find(id)
        .map_err(|_| unknown("site method", id, SITE_METHODS.iter().map(|method| method.extractor.id)))
}

/// Similar names as the end of an error message; empty where there are none.
pub fn suggestion<'k>(id: &str, known: impl IntoIterator<Item = &'k str>) -> String {
    did_you_mean(id, known).map_or_else(String::new, |near| format!("; {near}"))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Debug, Parser)]
    struct One {
        #[command(flatten)]
        system: SystemArgs,
    }

    #[derive(Debug, Parser)]
    struct Several {
        #[command(flatten)]
        systems: SystemsArgs,
    }

    fn pipeline(arguments: &[&str]) -> Result<String> {
        let command = One::parse_from(["x"].iter().chain(arguments));
        Ok(command.system.pipeline()?.name().to_owned())
    }

    fn systems(arguments: &[&str]) -> Vec<(&'static str, ParamMap)> {
        let command = Several::parse_from(["x"].iter().chain(arguments));
        let systems = command.systems.with_site_methods().unwrap();
        systems.into_iter().map(|(info, params)| (info.id, params)).collect()
    }

    #[test]
    fn several_systems_are_combined() {
        assert_eq!(pipeline(&[]).unwrap(), DEFAULT_EXTRACTOR);
        assert_eq!(pipeline(&["-e", "cetr", "-p", "cetr.k=4"]).unwrap(), "cetr");
        assert_eq!(
            pipeline(&["-e", "bte,cetr", "-p", "cetr.k=4", "--combine", "union"]).unwrap(),
            "union(bte,cetr(k=4))"
        );
        assert_eq!(pipeline(&["-e", "bte,dsc", "--threshold", "0.7"]).unwrap(), "vote>0.7(bte,dsc)");
        assert_eq!(
            pipeline(&["-e", "vote:recall,nce", "--combine", "intersection"]).unwrap(),
            "intersection(vote(threshold=0.3),nce)"
        );
    }

    #[test]
    fn groups_hold_every_system_that_needs_the_page_alone() {
        let all = systems(&[]);
        assert!(all.len() > 5 && all == systems(&["-e", "all-page-level"]));
        assert!(pipeline(&["-e", "all"]).unwrap().starts_with("vote(all_text,"));
    }

    #[test]
    fn what_makes_no_sense_is_answered_with_a_way_out() {
        let one = |arguments: &[&str]| pipeline(arguments).unwrap_err();
        let message = one(&["-e", "bte,cetr", "-p", "k=4"]).to_string();
        assert!(message.ends_with("there are 2 systems; name one, such as --param cetr.k=…"), "{message}");
        for (arguments, reason) in [
            (&["-e", "bte,cetr", "-p", "dsc.run=4"][..], "is not among the systems"),
            (&["-e", "bte", "-p", "dsc.run=4"], "is not among the systems"),
            (&["-e", "bte,bte"], "named twice"),
            (&["-e", "bte,all"], "named twice"),
            (&["-e", "bte:thorough"], "no preset `thorough`"),
            (&["-e", "all_text,nce", "--recall"], "no preset `recall`"),
            (
                &["-e", "bte,nce", "--threshold", "1"],
                "`threshold`: 1.0 is not accepted; use a number from 0.0 to below 1.0",
            ),
            (&["-e", "bte", "--comments", "drop"], "--comments works only with the system debulha"),
            (&["-e", "vips"], "`debulha segment --segmenter vips`"),
        ] {
            let error = one(arguments);
            assert!(error.is::<Usage>() && error.to_string().contains(reason), "{error}");
        }
    }

    #[test]
    fn a_mistyped_id_is_answered_with_the_right_one() {
        let message = |id| pipeline(&["-e", id]).unwrap_err().to_string();
        assert!(message("alltext").contains("did you mean `all_text`"), "{}", message("alltext"));
        assert!(!message("zzz").contains("did you mean"));
    }
}
