//! Values that completions offer. Any other value is taken too: whoever looks it up has the better answer to a wrong one.

#[cfg(feature = "learn")]
use crate::corpora::DATA_VARIABLE;
use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{Arg, Command};
use debulha::site::SITE_METHODS;
use debulha::systems::EXTRACTORS;
use debulha::systems::segmenters::SEGMENTERS;
#[cfg(feature = "learn")]
use debulha_corpus::is_corpus;
#[cfg(feature = "learn")]
use debulha_learn::{label::Labeller, learner::LEARNERS, recipes::RECIPES};
use std::ffi::OsStr;

/// Reads a value as `parser` does, and tells completions which values there are.
#[derive(Debug, Clone)]
pub struct KnownValues<P = StringValueParser> {
    parser: P,
    values: fn() -> Vec<String>,
}

impl KnownValues {
    /// A text.
    pub fn text(values: fn() -> Vec<String>) -> Self {
        KnownValues { parser: StringValueParser::new(), values }
    }
}

impl<P> KnownValues<P> {
    /// What `parser` reads.
    #[cfg(feature = "learn")]
    pub fn read_by(parser: P, values: fn() -> Vec<String>) -> Self {
        KnownValues { parser, values }
    }
}

impl<P: TypedValueParser> TypedValueParser for KnownValues<P> {
    type Value = P::Value;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<P::Value, clap::Error> {
        self.parser.parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new((self.values)().into_iter().map(PossibleValue::new)))
    }
}

/// What decides on a page: extractors, site methods, and what stands for all.
pub fn extractors() -> Vec<String> {
    let ids =
        EXTRACTORS.iter().map(|info| info.id).chain(SITE_METHODS.iter().map(|method| method.extractor.id));
    ids.chain(["all"]).map(str::to_owned).collect()
}

/// The segmenters.
pub fn segmenters() -> Vec<String> {
    SEGMENTERS.iter().map(|info| info.id.to_owned()).collect()
}

/// The site methods, and what stands for all.
pub fn site_methods() -> Vec<String> {
    SITE_METHODS.iter().map(|method| method.extractor.id).chain(["all"]).map(str::to_owned).collect()
}

/// Everything that has an id.
pub fn systems() -> Vec<String> {
    debulha::systems::SystemDescription::all().iter().map(|system| system.id.to_owned()).collect()
}

/// The models that can be trained.
#[cfg(feature = "learn")]
pub fn models() -> Vec<String> {
    RECIPES.iter().map(|recipe| recipe.id.to_owned()).collect()
}

/// The learners, as a parameter of the training.
#[cfg(feature = "learn")]
pub fn learners() -> Vec<String> {
    LEARNERS.iter().map(|learner| format!("learner={}", learner.id)).collect()
}

/// The result for comments.
pub fn comments() -> Vec<String> {
    ["auto", "keep", "drop", "only"].map(str::to_owned).to_vec()
}

/// The corpora of the folder that the environment names.
#[cfg(feature = "learn")]
pub fn corpora() -> Vec<String> {
    let folders = std::env::var_os(DATA_VARIABLE).map(std::fs::read_dir);
    let folders =
        folders.into_iter().flatten().flatten().flatten().filter(|folder| is_corpus(&folder.path()));
    let mut names: Vec<String> = folders.filter_map(|folder| folder.file_name().into_string().ok()).collect();
    names.sort();
    names
}

/// The ways to label.
#[cfg(feature = "learn")]
pub fn label_presets() -> Vec<String> {
    Labeller::NAMES.iter().map(|name| (*name).to_owned()).collect()
}
