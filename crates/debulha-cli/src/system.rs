//! Which system decides, and with which parameters.

use crate::exit::Usage;
use anyhow::Result;
use debulha::{BuildError, DEFAULT_EXTRACTOR, EXTRACTORS, ExtractorInfo, ParamMap, Pipeline, find};
use serde_json::Value;

/// Ids less alike than this (Jaro-Winkler, 0 to 1) are not what somebody mistyped.
const ALIKE: f64 = 0.7;

/// At most so many ids are suggested.
const SUGGESTIONS: usize = 3;

/// Choice of the system.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "System")]
pub(crate) struct SystemArgs {
    /// Id of the system that decides; `debulha list` shows them all
    #[arg(short = 'e', long, value_name = "ID", default_value = DEFAULT_EXTRACTOR)]
    extractor: String,
    /// Parameter of the system, the value as JSON or else a string; may be repeated. See `debulha explain ID`
    #[arg(short, long, value_name = "NAME=VALUE", value_parser = read_param)]
    param: Vec<(String, Value)>,
    /// Less text, more surely content: the system's preset `precision`
    #[arg(long, conflicts_with_all = ["recall", "preset"])]
    precision: bool,
    /// More text: the system's preset `recall`
    #[arg(long, conflicts_with = "preset")]
    recall: bool,
    /// A preset of the system; --param outweighs it
    #[arg(long, value_name = "NAME")]
    preset: Option<String>,
}

impl SystemArgs {
    /// Builds the system.
    ///
    /// # Errors
    /// [`Usage`] for an unknown id, preset or parameter, or a value that the parameter does not take.
    pub(crate) fn pipeline(&self) -> Result<Pipeline> {
        let info = find_near(&self.extractor)?;
        let mut params = self.preset_params(info)?;
        params.extend(self.param.iter().cloned());
        Ok(Pipeline::new(info.id, &params).map_err(|error| Usage(error.to_string()))?)
    }

    fn preset_params(&self, info: &ExtractorInfo) -> Result<ParamMap> {
        let name = match (&self.preset, self.precision, self.recall) {
            (Some(name), ..) => name,
            (None, true, _) => "precision",
            (None, _, true) => "recall",
            _ => return Ok(ParamMap::new()),
        };
        let Some(preset) = info.presets.iter().find(|preset| preset.name == name) else {
            let names: Vec<&str> = info.presets.iter().map(|preset| preset.name).collect();
            let known = if names.is_empty() { "it has none".to_owned() } else { names.join(", ") };
            return Err(Usage(format!("extractor `{}` has no preset `{name}`: {known}", info.id)).into());
        };
        Ok(serde_json::from_str(preset.params)?)
    }
}

/// The description of a system; an unknown id is answered with the ids near it.
///
/// # Errors
/// [`Usage`].
pub(crate) fn find_near(id: &str) -> Result<&'static ExtractorInfo> {
    find(id).map_err(|error| match error {
        BuildError::UnknownExtractor(_) => Usage(format!("{error}{}", suggestion(id))).into(),
        other => other.into(),
    })
}

fn suggestion(id: &str) -> String {
    let mut near: Vec<(f64, &str)> = EXTRACTORS
        .iter()
        .map(|info| (strsim::jaro_winkler(&id.to_ascii_lowercase(), info.id), info.id))
        .filter(|&(likeness, _)| likeness >= ALIKE)
        .collect();
    near.sort_by(|a, b| b.0.total_cmp(&a.0));
    let ids: Vec<String> = near.iter().take(SUGGESTIONS).map(|(_, id)| format!("`{id}`")).collect();
    if ids.is_empty() { String::new() } else { format!(". Did you mean {}?", ids.join(" or ")) }
}

/// A parameter of a command line, `NAME=VALUE`.
pub(crate) fn read_param(text: &str) -> Result<(String, Value), String> {
    let (name, value) = text.split_once('=').ok_or("not of the form NAME=VALUE")?;
    let value = serde_json::from_str(value).unwrap_or_else(|_| Value::String(value.to_owned()));
    Ok((name.to_owned(), value))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn values_are_json_or_else_strings() {
        assert_eq!(read_param("k=4").unwrap(), ("k".to_owned(), json!(4)));
        assert_eq!(read_param("links=anchors").unwrap().1, json!("anchors"));
        assert_eq!(read_param("a=b=c").unwrap().1, json!("b=c"));
        assert_eq!(read_param("list=[1, 2]").unwrap().1, json!([1, 2]));
        assert!(read_param("k").is_err());
    }

    #[test]
    fn a_mistyped_id_is_answered_with_the_right_one() {
        let message = |id| find_near(id).unwrap_err().to_string();
        assert!(message("alltext").ends_with("Did you mean `all_text`?"), "{}", message("alltext"));
        assert!(!message("zzz").contains("Did you mean"));
    }
}
