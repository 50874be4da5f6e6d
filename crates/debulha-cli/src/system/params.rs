//! Parameters on the command line, and whose they are.

use super::suggestion;
use crate::exit::Usage;
use anyhow::Result;
use debulha::systems::SystemSpec;
use debulha_core::{ExtractorInfo, ParamMap};
use serde_json::Value;

/// A parameter of a command line, `NAME=VALUE`.
///
/// # Errors
/// Text without a name or without `=`.
pub fn read_param(text: &str) -> Result<(String, Value), String> {
    let (name, value) = text.split_once('=').ok_or("not of the form NAME=VALUE")?;
    let value = serde_json::from_str(value).unwrap_or_else(|_| Value::String(value.to_owned()));
    Ok((name.to_owned(), value))
}

/// A parameter of one system.
#[derive(Debug, Clone, PartialEq)]
pub struct Param {
    /// Id of the system, if it is named.
    pub(super) system: Option<String>,
    pub(super) name: String,
    pub(super) value: Value,
    /// Whether it is passed over where its system does not decide.
    pub(super) where_asked: bool,
}

/// Reads `[ID.]NAME=VALUE`. After a `?` the parameter counts only where its system decides, and is checked here: so a file
/// has parameters of any number of systems.
///
/// # Errors
/// Another form; after a `?` also an unknown system or parameter.
pub fn read_param_of(text: &str) -> Result<Param, String> {
    let optional = text.strip_prefix('?');
    let (name, value) = read_param(optional.unwrap_or(text))?;
    let (system, name) =
        name.split_once('.').map_or((None, &*name), |(id, name)| (Some(id.to_owned()), name));
    if let (Some(_), Some(id)) = (optional, &system) {
        let params = SystemSpec::new(id).info().map_err(|error| error.to_string())?.params;
        if !params.iter().any(|param| param.name == name) {
            let near = suggestion(name, params.iter().map(|param| param.name));
            return Err(format!("`{id}` has no parameter `{name}`{near}"));
        }
    }
    Ok(Param { system, name: name.to_owned(), value, where_asked: optional.is_some() })
}

/// Each of the systems with the parameters that are its own.
///
/// # Errors
/// [`Usage`] for a parameter of none of them, or of several and without saying of which.
pub fn params_of(ids: &[&'static str], params: &[Param]) -> Result<Vec<(&'static str, ParamMap)>> {
    let specs: Vec<SystemSpec> = ids.iter().copied().map(SystemSpec::new).collect();
    check_owners(params, &specs)?;
    Ok(ids.iter().map(|&id| (id, own(params, id).collect())).collect())
}

/// The parameters of a system.
pub(super) fn own<'p>(params: &'p [Param], id: &'p str) -> impl Iterator<Item = (String, Value)> + 'p {
    let own = params.iter().filter(move |param| param.system.as_deref().is_none_or(|system| system == id));
    own.map(|param| (param.name.clone(), param.value.clone()))
}

/// Every parameter must belong to one of the systems, and say to which, if there are several.
pub(super) fn check_owners(params: &[Param], systems: &[SystemSpec]) -> Result<()> {
    for Param { system, name, .. } in params.iter().filter(|param| !param.where_asked) {
        match system {
            Some(id) if !systems.iter().any(|spec| spec.id == *id) => {
                let message =
                    format!("--param {id}.{name}: `{id}` is not among the systems; add it to --extractor");
                return Err(Usage(message).into());
            }
            None if systems.len() > 1 => {
                // A system that has such a parameter makes the better example.
                let has = |info: &&ExtractorInfo| info.params.iter().any(|param| param.name == name);
                let infos = || systems.iter().filter_map(|spec| spec.info().ok());
                let example = infos().find(has).or(infos().next()).map_or("ID", |info| info.id);
                let message = format!(
                    "--param {name}: there are {} systems; name one, such as --param {example}.{name}=…",
                    systems.len()
                );
                return Err(Usage(message).into());
            }
            _ => {}
        }
    }
    Ok(())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn values_are_json_or_else_strings_and_may_name_their_system() {
        let read = |text: &str| {
            let Param { system, name, value, .. } = read_param_of(text).unwrap();
            (system.unwrap_or_default(), name, value)
        };
        assert_eq!(read("k=4"), (String::new(), "k".to_owned(), json!(4)));
        assert_eq!(read("cetr.k=4"), ("cetr".to_owned(), "k".to_owned(), json!(4)));
        assert_eq!(read("links=anchors").2, json!("anchors"));
        assert_eq!(read("cetd.links=a.b=c"), ("cetd".to_owned(), "links".to_owned(), json!("a.b=c")));
        assert_eq!(read("list=[1, 2]").2, json!([1, 2]));
        assert!(read_param_of("k").is_err());
    }

    #[test]
    fn where_asked_is_for_systems_and_parameters_that_there_are() {
        assert!(read_param_of("?cetr.k=4").unwrap().where_asked);
        assert!(read_param_of("?cetr.kk=4").unwrap_err().contains("no parameter `kk`"));
        assert!(read_param_of("?cter.k=4").unwrap_err().contains("`cetr`"));
    }
}
