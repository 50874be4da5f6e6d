//! Which system decides, and with which parameters.

use crate::describe::System;
use crate::exit::Usage;
use anyhow::Result;
use debulha::core::extractor::Preset;
use debulha::core::segmenters::{self, Segmenter};
use debulha::{
    BuildError, DEFAULT_EXTRACTOR, EXTRACTORS, ExtractorInfo, ParamMap, Pipeline, SEGMENTERS, find,
};
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
        preset_params(&format!("extractor `{}`", info.id), info.presets, name)
    }
}

/// Choice of the segmenter.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "System")]
pub(crate) struct SegmenterArgs {
    /// Id of the segmenter; `debulha list` shows them all
    #[arg(short, long, value_name = "ID", default_value = "tag_list")]
    segmenter: String,
    /// Parameter of the segmenter, the value as JSON or else a string; may be repeated. See `debulha explain ID`
    #[arg(short, long, value_name = "NAME=VALUE", value_parser = read_param)]
    param: Vec<(String, Value)>,
    /// A preset of the segmenter; --param outweighs it
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

/// An extractor or segmenter by its id; an unknown id is answered with the ids near it.
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
    find(id).map_err(|error| match error {
        BuildError::UnknownExtractor(_) => {
            let ids = EXTRACTORS.iter().map(|info| info.id);
            Usage(format!("{error}{}", suggestion(id, ids))).into()
        }
        other => other.into(),
    })
}

fn suggestion<'a>(id: &str, known: impl Iterator<Item = &'a str>) -> String {
    let mut near: Vec<(f64, &str)> = known
        .map(|known| (strsim::jaro_winkler(&id.to_ascii_lowercase(), known), known))
        .filter(|&(likeness, _)| likeness >= ALIKE)
        .collect();
    near.sort_by(|a, b| b.0.total_cmp(&a.0));
    let ids: Vec<String> = near.iter().take(SUGGESTIONS).map(|(_, id)| format!("`{id}`")).collect();
    if ids.is_empty() { String::new() } else { format!(". Did you mean {}?", ids.join(" or ")) }
}

fn read_param(text: &str) -> Result<(String, Value), String> {
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
