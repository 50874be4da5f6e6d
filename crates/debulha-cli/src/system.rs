//! Which systems decide, with which parameters, and how several become one.

mod params;

pub(crate) use params::{Param, params_of, read_param, read_param_of};

use crate::describe::System;
use crate::exit::Usage;
use crate::help;
use crate::known::{self, Known};
use crate::models::ModelArgs;
use crate::site::learned::StoreArgs;
use anyhow::Result;
use debulha::{DEFAULT_EXTRACTOR, Pipeline};
use debulha_core::extractor::{Needs, Preset, name};
use debulha_core::segmenters::{self, Segmenter};
use debulha_core::site;
use debulha_core::{
    BuildError, ExtractorInfo, ParamMap, combine::Combine, combine::Combined, combine::Rule,
    extractors::EXTRACTORS, extractors::find, segmenters::SEGMENTERS, site::SITE_METHODS,
    site::SiteMethodInfo,
};
use params::{check_owners, own};
use serde_json::Value;
use std::collections::HashSet;

/// Ids less alike than this (Jaro-Winkler, 0 to 1) are not what somebody mistyped.
const ALIKE: f64 = 0.7;

/// At most so many ids are suggested.
const SUGGESTIONS: usize = 3;

/// What stands for every system that needs nothing but the page.
pub(crate) const ALL_SYSTEMS: &str = "all";

/// The same, said in full.
const ALL_PAGE_LEVEL: &str = "all-page-level";

/// What stands for every site method.
const ALL_SITE_LEVEL: &str = "all-site-level";

/// Choice of the system, or of several that decide together.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = help::SYSTEM)]
pub(crate) struct SystemArgs {
    /// Keep less, at the risk of losing content
    ///
    /// The system's preset `precision`.
    #[arg(long, conflicts_with_all = ["recall", "preset"], help_heading = help::KEEP)]
    precision: bool,
    /// Keep more, at the risk of keeping other text
    ///
    /// The system's preset `recall`.
    #[arg(long, conflicts_with = "preset", help_heading = help::KEEP)]
    recall: bool,
    /// What becomes of readers' comments
    ///
    /// The parameter `comments` of the system `debulha`.
    #[arg(long, value_name = "auto|keep|drop|only", help_heading = help::KEEP)]
    #[arg(value_parser = Known::text(known::comments), hide_possible_values = true)]
    comments: Option<String>,
    /// The same as --comments drop, as trafilatura says it.
    #[arg(long, hide = true, conflicts_with = "comments", help_heading = help::KEEP)]
    no_comments: bool,
    /// The system that decides; `debulha list` shows them all
    ///
    /// Several, separated by commas, decide together (see --combine): ids, ID:PRESET for a preset, or `all` for every system
    /// that needs only the page.
    #[arg(short = 'e', long, value_name = "ID", value_delimiter = ',', default_value = DEFAULT_EXTRACTOR)]
    #[arg(value_parser = Known::text(known::extractors), hide_possible_values = true)]
    extractor: Vec<String>,
    /// Set a parameter of the system; `debulha explain ID` shows them
    ///
    /// The value is JSON, or else a string. May be repeated. Of several systems, say whose it is: ID.NAME=VALUE. With a
    /// question mark, ?ID.NAME=VALUE, it counts only where that system decides.
    #[arg(short, long, value_name = "[ID.]NAME=VALUE", value_parser = read_param_of)]
    param: Vec<Param>,
    /// Use a preset of the system; --param outweighs it
    #[arg(long, value_name = "NAME", hide_short_help = true)]
    preset: Option<String>,
    /// How several systems decide together
    ///
    /// Character by character: what most of them keep, any of them, or all of them. A system that gives no answer has no
    /// vote.
    #[arg(long, value_enum, value_name = "RULE", default_value = "vote", hide_short_help = true)]
    combine: RuleName,
    /// Share of the systems that a vote must exceed, from 0 to below 1
    ///
    /// At 0.5 a tie keeps nothing.
    #[arg(long, value_name = "SHARE", default_value_t = Combine::default().threshold, hide_short_help = true)]
    threshold: f64,
    #[command(flatten)]
    model: ModelArgs,
    #[command(flatten)]
    store: StoreArgs,
}

/// A [`Rule`] on the command line.
#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum RuleName {
    Vote,
    Union,
    Intersection,
}

impl SystemArgs {
    /// What tells the models that decide from others.
    ///
    /// # Errors
    /// As [`ModelArgs::digest`].
    pub(crate) fn model_digest(&self) -> Result<String> {
        self.model.digest()
    }

    /// Builds the system, or the systems as one.
    ///
    /// # Errors
    /// [`Usage`] for an unknown id, preset or parameter, or a value that the parameter does not take; a site store that
    /// cannot be read.
    pub(crate) fn pipeline(&self) -> Result<Pipeline> {
        let preset = match (&self.preset, self.precision, self.recall) {
            (Some(name), ..) => Some(name.as_str()),
            (None, true, _) => Some("precision"),
            (None, _, true) => Some("recall"),
            _ => None,
        };
        let models = self.model.read()?;
        let of_models = models.systems();
        let asked = if of_models.is_empty() || self.extractor != [DEFAULT_EXTRACTOR] {
            &self.extractor
        } else {
            &of_models
        };
        let mut params = self.param.clone();
        let comments = self.comments.as_deref().or(self.no_comments.then_some("drop"));
        params.extend(comments.map(|choice| Param {
            system: Some(DEFAULT_EXTRACTOR.to_owned()),
            name: "comments".to_owned(),
            value: Value::from(choice),
            where_asked: false,
        }));
        let systems = ids(resolve(asked, preset, &params)?);
        models.check(&systems)?;
        let mut built = self.store.build(&systems, &models)?;
        match (built.pop(), built.is_empty()) {
            (Some(one), true) => Ok(Pipeline::with_boxed(one)),
            (last, _) => {
                built.extend(last);
                let combined = Combined::of(built, self.combine());
                Ok(Pipeline::with_combined(combined.map_err(|error| Usage(error.to_string()))?))
            }
        }
    }

    fn combine(&self) -> Combine {
        let rule = match self.combine {
            RuleName::Vote => Rule::Vote,
            RuleName::Union => Rule::Union,
            RuleName::Intersection => Rule::Intersection,
        };
        Combine { rule, threshold: self.threshold }
    }
}

/// Choice of systems that are looked at side by side.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = help::SYSTEM)]
pub(crate) struct SystemsArgs {
    /// The systems, separated by commas: ids, ID:PRESET for a preset, or `all`
    ///
    /// `all`, or `all-page-level`, is every system that needs only the page.
    #[arg(short = 'e', long, value_name = "ID", value_delimiter = ',', default_value = ALL_SYSTEMS)]
    #[arg(value_parser = Known::text(known::extractors), hide_possible_values = true)]
    extractor: Vec<String>,
    /// Set a parameter of one of the systems; `debulha explain ID` shows them
    ///
    /// The value is JSON, or else a string. May be repeated. With a question mark, ?ID.NAME=VALUE, it counts only where that
    /// system is among them.
    #[arg(short, long, value_name = "ID.NAME=VALUE", value_parser = read_param_of)]
    param: Vec<Param>,
}

impl SystemsArgs {
    /// The systems that were asked for, each once, as ids with parameters that build.
    ///
    /// # Errors
    /// As [`SystemArgs::pipeline`]; a system that is asked for twice. Systems that learn from sites are among them.
    pub(crate) fn systems(&self) -> Result<Vec<(&'static str, ParamMap)>> {
        Ok(ids(self.with_site_methods()?))
    }

    /// As [`systems`](Self::systems), site methods among them (also `all-site-level`): those have `needs.site`.
    ///
    /// # Errors
    /// As [`systems`](Self::systems).
    pub(crate) fn with_site_methods(&self) -> Result<Vec<(&'static ExtractorInfo, ParamMap)>> {
        resolve(&self.extractor, None, &self.param)
    }
}

/// The systems that were asked for, with their presets and then their parameters.
fn resolve(
    asked: &[String],
    preset: Option<&str>,
    params: &[Param],
) -> Result<Vec<(&'static ExtractorInfo, ParamMap)>> {
    let mut systems = Vec::new();
    for asked in asked {
        let page_level = || EXTRACTORS.iter().copied().filter(|info| info.needs == Needs::PAGE);
        let group: Vec<&'static ExtractorInfo> = match asked.as_str() {
            ALL_SYSTEMS | ALL_PAGE_LEVEL => page_level().collect(),
            ALL_SITE_LEVEL => SITE_METHODS.iter().map(|method| method.extractor).collect(),
            asked => {
                let (id, own) = asked.split_once(':').map_or((asked, None), |(id, own)| (id, Some(own)));
                systems.push((find_near(id)?, own.or(preset)));
                continue;
            }
        };
        systems.extend(group.into_iter().map(|info| (info, preset)));
    }
    check_owners(params, &systems)?;
    let mut names = HashSet::new();
    let mut resolved = Vec::with_capacity(systems.len());
    for (info, preset) in systems {
        let mut map = preset.map_or_else(
            || Ok(ParamMap::new()),
            |name| preset_params(&format!("extractor `{}`", info.id), info.presets, name),
        )?;
        map.extend(own(params, info.id));
        // Of a system that learns from sites this is one that has not learned yet.
        let built = (info.build)(&map).map_err(|error| Usage(error.to_string()))?;
        let name = name(&*built);
        if names.contains(&name) {
            return Err(Usage(format!("system {name} is asked for twice")).into());
        }
        names.insert(name);
        resolved.push((info, map));
    }
    Ok(resolved)
}

/// Systems by their ids.
fn ids(systems: Vec<(&'static ExtractorInfo, ParamMap)>) -> Vec<(&'static str, ParamMap)> {
    systems.into_iter().map(|(info, params)| (info.id, params)).collect()
}

/// Choice of the segmenter.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = help::SYSTEM)]
pub(crate) struct SegmenterArgs {
    /// The segmenter; `debulha list` shows them all
    #[arg(short, long, alias = "method", value_name = "ID", default_value = "tag_list")]
    #[arg(value_parser = Known::text(known::segmenters), hide_possible_values = true)]
    segmenter: String,
    /// Set a parameter of the segmenter; `debulha explain ID` shows them
    ///
    /// The value is JSON, or else a string. May be repeated.
    #[arg(short, long, value_name = "NAME=VALUE", value_parser = read_param)]
    param: Vec<(String, Value)>,
    /// Use a preset of the segmenter; --param outweighs it
    #[arg(long, value_name = "NAME")]
    preset: Option<String>,
}

impl SegmenterArgs {
    /// Builds the segmenter.
    ///
    /// # Errors
    /// [`Usage`] for an unknown id, preset or parameter, or a value that the parameter does not take.
    pub(crate) fn segmenter(&self) -> Result<Box<dyn Segmenter>> {
        let info = segmenters::find(&self.segmenter).map_err(|error| {
            Usage(format!("{error}{}", suggestion(&self.segmenter, SEGMENTERS.iter().map(|info| info.id))))
        })?;
        let mut params = match &self.preset {
            Some(name) => preset_params(&format!("segmenter `{}`", info.id), info.presets, name)?,
            None => ParamMap::new(),
        };
        params.extend(self.param.iter().cloned());
        Ok((info.build)(&params).map_err(|error| Usage(error.to_string()))?)
    }
}

/// The values of a preset of `system`, which is named in the error.
fn preset_params(system: &str, presets: &[Preset], name: &str) -> Result<ParamMap> {
    let Some(preset) = presets.iter().find(|preset| preset.name == name) else {
        let names: Vec<&str> = presets.iter().map(|preset| preset.name).collect();
        let known = if names.is_empty() { "it has none".to_owned() } else { names.join(", ") };
        return Err(Usage(format!("{system} has no preset `{name}`: {known}")).into());
    };
    Ok(serde_json::from_str(preset.params)?)
}

/// An extractor, segmenter or site method by its id; an unknown id is answered with the ids near it.
///
/// # Errors
/// [`Usage`].
pub(crate) fn find_any(id: &str) -> Result<System> {
    let mut all = System::all();
    if let Some(index) = all.iter().position(|system| system.id == id) {
        return Ok(all.swap_remove(index));
    }
    let near = suggestion(id, all.iter().map(|system| system.id));
    Err(Usage(format!("unknown system `{id}`; `debulha list` names them all{near}")).into())
}

/// The description of a system; an unknown id is answered with the ids near it.
///
/// # Errors
/// [`Usage`].
pub(crate) fn find_near(id: &str) -> Result<&'static ExtractorInfo> {
    let of_sites = || SITE_METHODS.iter().map(|method| method.extractor);
    if let Some(info) = of_sites().find(|info| info.id == id) {
        return Ok(info);
    }
    find(id).map_err(|error| match error {
        BuildError::UnknownExtractor(_) => {
            let ids = EXTRACTORS.iter().copied().chain(of_sites()).map(|info| info.id);
            Usage(format!("{error}{}", suggestion(id, ids))).into()
        }
        other => other.into(),
    })
}

/// The description of a site method; an unknown id is answered with the ids near it.
///
/// # Errors
/// [`Usage`].
pub(crate) fn find_site_method(id: &str) -> Result<&'static SiteMethodInfo> {
    site::find(id).map_err(|error| {
        let ids = SITE_METHODS.iter().map(|method| method.extractor.id);
        Usage(format!("{error}{}", suggestion(id, ids))).into()
    })
}

/// The ids that somebody may have meant, as a sentence after an error; empty where none is near.
pub(crate) fn suggestion<'a>(id: &str, known: impl Iterator<Item = &'a str>) -> String {
    let mut near: Vec<(f64, &str)> = known
        .map(|known| (strsim::jaro_winkler(&id.to_ascii_lowercase(), known), known))
        .filter(|&(likeness, _)| likeness >= ALIKE)
        .collect();
    near.sort_by(|a, b| b.0.total_cmp(&a.0));
    let ids: Vec<String> = near.iter().take(SUGGESTIONS).map(|(_, id)| format!("`{id}`")).collect();
    if ids.is_empty() { String::new() } else { format!(". Did you mean {}?", ids.join(" or ")) }
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

    fn systems(arguments: &[&str]) -> Result<Vec<(&'static str, ParamMap)>> {
        Several::parse_from(["x"].iter().chain(arguments)).systems.systems()
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
        let all = systems(&[]).unwrap();
        assert!(all.len() > 5 && all == systems(&["-e", "all-page-level"]).unwrap());
        assert!(pipeline(&["-e", "all"]).unwrap().starts_with("vote(all_text,"));
    }

    #[test]
    fn what_makes_no_sense_is_answered_with_a_way_out() {
        let one = |arguments: &[&str]| pipeline(arguments).unwrap_err();
        let message = one(&["-e", "bte,cetr", "-p", "k=4"]).to_string();
        assert!(
            message.ends_with("there are 2 systems; say whose it is, such as --param cetr.k=…"),
            "{message}"
        );
        for (arguments, reason) in [
            (&["-e", "bte,cetr", "-p", "dsc.run=4"][..], "not among the systems"),
            (&["-e", "bte", "-p", "dsc.run=4"], "not among the systems"),
            (&["-e", "bte,bte"], "asked for twice"),
            (&["-e", "bte,all"], "asked for twice"),
            (&["-e", "bte:thorough"], "no preset `thorough`"),
            (&["-e", "all_text,nce", "--recall"], "no preset `recall`"),
            (&["-e", "bte,nce", "--threshold", "1"], "`threshold` is 1.0, outside 0.0..1.0"),
        ] {
            let error = one(arguments);
            assert!(error.is::<Usage>() && error.to_string().contains(reason), "{error}");
        }
    }

    #[test]
    fn a_mistyped_id_is_answered_with_the_right_one() {
        let message = |id| find_near(id).unwrap_err().to_string();
        assert!(message("alltext").contains("Did you mean `all_text`"), "{}", message("alltext"));
        assert!(!message("zzz").contains("Did you mean"));
    }
}
