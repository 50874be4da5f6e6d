//! A value of a file or of the environment as words of the command line.

use crate::command_line::expected_number;
use crate::help;
use crate::system::suggestion;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, ArgAction, Command};
use std::error::Error;
use std::iter;
use toml::{Table, Value};

/// End of the name of a value that is a parameter's.
const PARAMETER: &str = "NAME=VALUE";

/// Begins a parameter that counts only where its system decides; see [`crate::system::read_param_of`].
const WHERE_ASKED: char = '?';

/// Whom a key speaks to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum KeyScope {
    /// One verb.
    Own,
    /// Every verb that has the option.
    Shared,
}

/// An option as words.
#[derive(Debug)]
pub(super) struct OptionWords {
    /// None where the option counts as not given.
    pub(super) words: Vec<String>,
    /// The options that must stand beside it, as clap shows them.
    pub(super) needs: Vec<String>,
}

/// The verbs of a command that do something by themselves: those without verbs below them, and those that need not have one.
pub(super) fn verbs(command: &Command) -> Vec<&Command> {
    let own = (!command.has_subcommands() || help::acts_alone(command)).then_some(command);
    own.into_iter().chain(command.get_subcommands().flat_map(verbs)).collect()
}

/// Whether an option may stand in a file: not those that all verbs have, which say where options come from, and help.
pub(super) fn is_settable(arg: &Arg) -> bool {
    arg.get_long().is_some() && !arg.is_global_set()
}

/// The option of a verb by its long name.
pub(super) fn find_option<'c>(verb: &'c Command, key: &str) -> Option<&'c Arg> {
    let is_named = |arg: &&Arg| {
        arg.get_long() == Some(key) || arg.get_all_aliases().is_some_and(|aliases| aliases.contains(&key))
    };
    verb.get_arguments().filter(|arg| is_settable(arg)).find(is_named)
}

/// Whether the option takes parameters, which add up.
pub(super) fn takes_parameters(arg: &Arg) -> bool {
    arg.get_value_names().and_then(<[_]>::first).is_some_and(|name| name.ends_with(PARAMETER))
}

/// Whether its parameters may be of several systems, and name theirs.
fn names_systems(arg: &Arg) -> bool {
    arg.get_value_names().and_then(<[_]>::first).is_some_and(|name| name.contains("ID."))
}

/// Whether any verb takes the value.
pub(super) fn is_accepted_somewhere(root: &Command, key: &str, value: &Value) -> bool {
    let takes = |verb: &&Command| {
        find_option(verb, key).is_some_and(|arg| accepted(verb, arg, value, KeyScope::Own).is_ok())
    };
    verbs(root).iter().any(takes)
}

/// The words for a value, once the verb has taken them.
///
/// # Errors
/// Why it does not take them.
pub(super) fn accepted(
    verb: &Command,
    arg: &Arg,
    value: &Value,
    scope: KeyScope,
) -> Result<OptionWords, String> {
    let words = words(arg, value, scope)?;
    let mut needs = if words.is_empty() { Vec::new() } else { missing(verb, &words)? };
    if !needs.is_empty() {
        let always = missing(verb, &[])?;
        needs.retain(|need| !always.contains(need));
    }
    Ok(OptionWords { words, needs })
}

/// What a verb misses beside these words.
fn missing(verb: &Command, words: &[String]) -> Result<Vec<String>, String> {
    let line = iter::once(verb.get_name()).chain(words.iter().map(String::as_str));
    let Err(error) = verb.clone().try_get_matches_from(line) else { return Ok(Vec::new()) };
    match (error.kind(), error.get(ContextKind::InvalidArg)) {
        (ErrorKind::MissingRequiredArgument, Some(ContextValue::Strings(missing))) => Ok(missing.clone()),
        (
            ErrorKind::InvalidValue
            | ErrorKind::ValueValidation
            | ErrorKind::NoEquals
            | ErrorKind::TooFewValues
            | ErrorKind::TooManyValues
            | ErrorKind::WrongNumberOfValues,
            _,
        ) => Err(reason(&error)),
        _ => Ok(Vec::new()),
    }
}

/// What is wrong with a value, in a sentence.
fn reason(error: &clap::Error) -> String {
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => text.trim_start_matches(WHERE_ASKED),
        _ => "",
    };
    let given = text(ContextKind::InvalidValue);
    if let Some(ContextValue::Strings(known)) = error.get(ContextKind::ValidValue) {
        let near = suggestion(given, known.iter().map(String::as_str));
        return format!("`{given}` is not accepted; use {}{near}", known.join(", "));
    }
    if let Some(expected) = expected_number(error) {
        return format!("\"{given}\" is not {expected}");
    }
    match error.source() {
        Some(source) => format!("`{given}`: {source}"),
        None => error.to_string().lines().next().unwrap_or_default().trim_start_matches("error: ").to_owned(),
    }
}

/// The words for a value, whatever the verb makes of them.
fn words(arg: &Arg, value: &Value, scope: KeyScope) -> Result<Vec<String>, String> {
    let option = format!("--{}", arg.get_long().unwrap_or_default());
    let stands_alone = arg.get_num_args().is_some_and(|number| number.min_values() == 0);
    if takes_parameters(arg) {
        return parameters(&option, names_systems(arg), value, scope);
    }
    match value {
        Value::Boolean(given) if !arg.get_action().takes_values() || stands_alone => {
            Ok(given.then_some(option).into_iter().collect())
        }
        _ if !arg.get_action().takes_values() => Err(format!("{value} is not accepted; use true or false")),
        Value::Array(values) if matches!(arg.get_action(), ArgAction::Append) => {
            values.iter().map(|value| Ok(format!("{option}={}", plain(value)?))).collect()
        }
        Value::Array(_) => Err("a list is not accepted; use one value".to_owned()),
        value => Ok(vec![format!("{option}={}", plain(value)?)]),
    }
}

/// A single value as text.
fn plain(value: &Value) -> Result<String, String> {
    match value {
        Value::String(text) => Ok(text.clone()),
        Value::Integer(_) | Value::Float(_) | Value::Datetime(_) => Ok(value.to_string()),
        Value::Boolean(_) => Err(format!("{value} is not accepted; use a text or a number")),
        Value::Array(_) | Value::Table(_) => {
            Err("a list or table is not accepted; use a text or a number".to_owned())
        }
    }
}

/// Parameters, from a table or as `NAME=VALUE`. Those of all verbs must say of which system they are.
fn parameters(
    option: &str,
    names_systems: bool,
    value: &Value,
    scope: KeyScope,
) -> Result<Vec<String>, String> {
    let shared = "parameters for several verbs need the system's id: param.ID.NAME = …";
    match (value, scope) {
        (Value::Table(_), KeyScope::Shared) if !names_systems => {
            Err("these parameters belong to no system; put them into the table of the verb".to_owned())
        }
        (Value::Table(table), scope) => {
            let mut words = Vec::new();
            for (name, value) in table {
                match value {
                    Value::Table(of_system) if names_systems => {
                        words.extend(of_one_system(option, name, of_system)?);
                    }
                    _ if scope == KeyScope::Shared => return Err(shared.to_owned()),
                    value => words.push(format!("{option}={name}={}", json(value)?)),
                }
            }
            Ok(words)
        }
        (_, KeyScope::Shared) => Err(shared.to_owned()),
        (Value::Array(values), KeyScope::Own) => {
            values.iter().map(|value| Ok(format!("{option}={}", plain(value)?))).collect()
        }
        (value, KeyScope::Own) => Ok(vec![format!("{option}={}", plain(value)?)]),
    }
}

/// Parameters of a system, for where it decides.
fn of_one_system(option: &str, system: &str, table: &Table) -> Result<Vec<String>, String> {
    let word = |(name, value): (&String, &Value)| {
        Ok(format!("{option}={WHERE_ASKED}{system}.{name}={}", json(value)?))
    };
    table.iter().map(word).collect()
}

/// A value as parameters are read.
fn json(value: &Value) -> Result<String, String> {
    serde_json::to_string(value).map_err(|error| error.to_string())
}
