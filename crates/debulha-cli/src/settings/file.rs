//! The file with options.

use super::words::{KeyScope, accepted, find_option, is_settable, verbs};
use super::{PREFIX, Setting};
use crate::exit::Usage;
use crate::help;
use crate::system::suggestion;
use clap::{ArgMatches, Command};
use std::env;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use toml::{Table, Value};

/// The file that is read where it lies in the current folder.
const NAME: &str = "debulha.toml";

/// A file, read.
pub(super) struct SettingsFile {
    /// As it was named.
    name: String,
    table: Table,
}

impl SettingsFile {
    /// The file that `--config` names, or else the environment, or else the one in the current folder.
    ///
    /// # Errors
    /// [`Usage`] for a file that is named and not there, cannot be read, or is not TOML.
    pub(super) fn find(matches: &ArgMatches) -> Result<Option<SettingsFile>, Usage> {
        if matches.get_flag("no-config") {
            return Ok(None);
        }
        let of_variable =
            || env::var_os(format!("{PREFIX}CONFIG")).filter(|path| !path.is_empty()).map(PathBuf::from);
        let named = matches.get_one::<PathBuf>("config").cloned().or_else(of_variable);
        let path = named.as_deref().unwrap_or(Path::new(NAME));
        let failed = |reason: &dyn std::fmt::Display| Usage(format!("{}: {reason}", path.display()));
        let text = match fs::read_to_string(path) {
            Err(error) if named.is_none() && error.kind() == ErrorKind::NotFound => return Ok(None),
            read => read.map_err(|error| failed(&error))?,
        };
        let table = text.parse::<Table>().map_err(|error| failed(&error.to_string().trim_end()))?;
        Ok(Some(SettingsFile { name: path.display().to_string(), table }))
    }

    /// Whether every key means something to a verb, and its value too.
    ///
    /// # Errors
    /// [`Usage`].
    pub(super) fn check(&self, root: &Command) -> Result<(), Usage> {
        self.check_table(root, root, &self.table, "")
    }

    fn check_table(&self, root: &Command, scope: &Command, table: &Table, prefix: &str) -> Result<(), Usage> {
        for (key, value) in table {
            let path = format!("{prefix}{key}");
            if let (Value::Table(table), Some(verb)) = (value, scope.find_subcommand(key)) {
                self.check_table(root, verb, table, &format!("{path}."))?;
                continue;
            }
            let verbs = verbs(scope).into_iter();
            let mut takers =
                verbs.filter_map(|verb| find_option(verb, key).map(|arg| (verb, arg))).peekable();
            if takers.peek().is_none() {
                return Err(Usage(format!("{}: {}", self.name, unknown(root, scope, key, prefix))));
            }
            let mut refused = None;
            if !takers.any(|(verb, arg)| match accepted(verb, arg, value, scope_of(scope)) {
                Ok(_) => true,
                Err(reason) => {
                    refused = refused.take().or(Some(reason));
                    false
                }
            }) {
                return Err(Usage(format!("{}: {path}: {}", self.name, refused.unwrap_or_default())));
            }
        }
        Ok(())
    }

    /// What the file sets of a verb: its own table, then those of the verbs above it, then what stands above all tables.
    pub(super) fn layers(&self, verb: &Command, path: &[&str]) -> Vec<Vec<Setting>> {
        let mut layers = vec![self.layer(verb, &self.table, "", KeyScope::Shared)];
        let (mut table, mut prefix) = (&self.table, String::new());
        for (depth, name) in path.iter().enumerate() {
            let Some(Value::Table(below)) = table.get(*name) else { break };
            table = below;
            prefix = format!("{prefix}{name}.");
            let scope = if depth + 1 == path.len() { KeyScope::Own } else { KeyScope::Shared };
            layers.push(self.layer(verb, table, &prefix, scope));
        }
        layers.reverse();
        layers
    }

    /// What a table sets of a verb. Tables of verbs are no options of it, and a value that only other verbs take is for those.
    fn layer(&self, verb: &Command, table: &Table, prefix: &str, scope: KeyScope) -> Vec<Setting> {
        let setting = |(key, value): (&String, &Value)| {
            let arg = find_option(verb, key)?;
            let words = accepted(verb, arg, value, scope).ok()?;
            let (source, key) = (self.name.clone(), format!("{prefix}{key}"));
            Some(Setting { source, key, id: arg.get_id().clone(), words })
        };
        table.iter().filter_map(setting).collect()
    }
}

/// Whom the keys of a verb's table speak to.
fn scope_of(scope: &Command) -> KeyScope {
    if scope.has_subcommands() && !help::acts_alone(scope) { KeyScope::Shared } else { KeyScope::Own }
}

/// What to say of a key that no verb below `scope` knows.
fn unknown(root: &Command, scope: &Command, key: &str, prefix: &str) -> String {
    if scope.find_subcommand(key).is_some() {
        return format!("{prefix}{key} is a verb; put its options into a table [{prefix}{key}]");
    }
    let is_for_command_line = root.get_arguments().any(|arg| arg.get_long() == Some(key));
    if is_for_command_line {
        return format!("{prefix}{key} works only on the command line; remove it");
    }
    let names = scope.get_subcommands().map(Command::get_name);
    let options = verbs(scope)
        .into_iter()
        .flat_map(Command::get_arguments)
        .filter(|arg| is_settable(arg) && !arg.is_hide_set());
    let mut known: Vec<&str> = names.chain(options.filter_map(|arg| arg.get_long())).collect();
    known.sort_unstable();
    known.dedup();
    let near = suggestion(key, known);
    if scope.has_subcommands() {
        return format!("{prefix}{key} is neither a verb nor an option{near}");
    }
    let verb = prefix.trim_end_matches('.').replace('.', " ");
    let elsewhere: Vec<&str> = verbs(root)
        .into_iter()
        .filter(|verb| find_option(verb, key).is_some())
        .map(Command::get_name)
        .collect();
    if elsewhere.is_empty() {
        format!("{prefix}{key} is not an option of `debulha {verb}`{near}")
    } else {
        format!("{prefix}{key} is an option of {}, not of {verb}", elsewhere.join(", "))
    }
}
