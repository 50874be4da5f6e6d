//! Options that the environment or a file sets, as words of the command line.
//!
//! Nothing here knows a single option: which options a verb has, what they take and which of them exclude each other is
//! read from the verb's [`Command`]. What is found is put before the user's own words, and parsed with them.

mod file;
mod words;

use crate::exit::Usage;
use crate::help;
use anyhow::Result;
use clap::builder::{BoolishValueParser, TypedValueParser, ValueParser};
use clap::{Arg, ArgAction, ArgMatches, Command, Id, parser::ValueSource};
use file::SettingsFile;
use std::env;
use std::ffi::OsString;
use toml::Value;
use words::{KeyScope, OptionWords, accepted, find_option, is_settable, takes_parameters};

/// Variables of the environment begin with this, and go on with the option: `DEBULHA_JOBS`.
const PREFIX: &str = "DEBULHA_";

/// Options whose variable means something else: `DEBULHA_DATA` is the folder in which corpora lie.
const OTHER_VARIABLES: [&str; 1] = ["data"];

/// Id of the group of options that are one choice together. One of them on the command line, and the others from elsewhere
/// do not count, even where they could stand beside it.
pub(crate) const CHOICE: &str = "choice-of-format";

/// The options that say where settings come from.
pub(crate) fn arguments() -> [Arg; 2] {
    let file = Arg::new("config").long("config").value_name("FILE").conflicts_with("no-config");
    let file = file
        .value_parser(ValueParser::path_buf())
        .help("Read options from a file [default: ./debulha.toml, if it exists]");
    let none = Arg::new("no-config").long("no-config").action(ArgAction::SetTrue).hide_short_help(true);
    let none = none.help("Read no options file");
    [file, none].map(|arg| arg.global(true).hide_long_help(true).help_heading(help::HEADING))
}

/// What stands on the command line.
pub(crate) struct GivenArguments<'a> {
    /// The verb, such as `site` and `learn`.
    pub(crate) path: Vec<&'a str>,
    /// Its options.
    pub(crate) matches: &'a ArgMatches,
}

impl<'a> GivenArguments<'a> {
    /// The verb of a command line, and its options.
    pub(crate) fn of(matches: &'a ArgMatches) -> Self {
        let mut given = GivenArguments { path: Vec::new(), matches };
        while let Some((verb, matches)) = given.matches.subcommand() {
            given.path.push(verb);
            given.matches = matches;
        }
        given
    }

    /// The options of the verb that were given, by name, each with its values.
    pub(crate) fn texts(&self, root: &Command) -> Vec<(String, String)> {
        let verb = self.path.iter().try_fold(root, |command, name| command.find_subcommand(name));
        let option = |id: &Id| verb?.get_arguments().find(|arg| arg.get_id() == id);
        let text = |id: &Id| {
            let arg = option(id)?;
            let values = self.matches.get_raw(id.as_str()).into_iter().flatten();
            let values: Vec<_> = values.map(|value| value.to_string_lossy().into_owned()).collect();
            Some((arg.get_long().map_or_else(|| id.to_string(), str::to_owned), values.join(",")))
        };
        self.ids().iter().filter_map(text).collect()
    }

    /// The ids of what was given, and not left to its default.
    fn ids(&self) -> Vec<Id> {
        let typed = |id: &&Id| self.matches.value_source(id.as_str()) == Some(ValueSource::CommandLine);
        self.matches.ids().filter(typed).cloned().collect()
    }
}

/// Options that do not come from the command line.
#[derive(Debug, Default)]
pub(crate) struct FileSettings {
    /// In the order of the words: what comes later outweighs.
    options: Vec<Setting>,
}

/// One option.
#[derive(Debug)]
struct Setting {
    /// What set it: a file, or the environment.
    source: String,
    /// Its name there, for messages.
    key: String,
    id: Id,
    words: OptionWords,
}

impl FileSettings {
    /// The words of the options.
    pub(crate) fn words(&self) -> impl Iterator<Item = OsString> {
        self.options.iter().flat_map(|option| &option.words.words).map(OsString::from)
    }

    /// What is set, and by what; `None` where nothing is.
    pub(crate) fn account(&self) -> Option<String> {
        let sources = self.options.chunk_by(|a, b| a.source == b.source).map(|options| {
            let words = options.iter().flat_map(|option| &option.words.words).map(String::as_str);
            format!("{}: {}", options[0].source, words.collect::<Vec<_>>().join(" "))
        });
        let sources = sources.collect::<Vec<_>>();
        (!sources.is_empty()).then(|| format!("options from {}", sources.join("; from ")))
    }
}

/// Finds what the environment and the file set of the verb, and the command line does not.
///
/// # Errors
/// [`Usage`] for a file that cannot be read, a key that no verb knows, a value that no option takes, and options of one
/// source that exclude each other.
pub(crate) fn read(root: &Command, given: &GivenArguments<'_>) -> Result<FileSettings> {
    let verb = given.path.iter().try_fold(root, |verb, name| verb.find_subcommand(name));
    // Verbs without options, such as `completions`, work beside any file.
    let acts = |verb: &Command| !verb.has_subcommands() || help::acts_alone(verb);
    let Some(verb) = verb.filter(|verb| acts(verb) && verb.get_arguments().any(is_settable)) else {
        return Ok(FileSettings::default());
    };
    let file = SettingsFile::find(given.matches)?;
    if let Some(file) = &file {
        file.check(root)?;
    }
    let mut layers = vec![environment(root, verb)?];
    layers.extend(file.iter().flat_map(|file| file.layers(verb, &given.path)));
    Ok(FileSettings { options: outweighed(verb, given.ids(), layers)? })
}

/// What the environment sets of a verb. A value that only other verbs take is for those.
fn environment(root: &Command, verb: &Command) -> Result<Vec<Setting>, Usage> {
    let mut settings = Vec::new();
    for arg in verb.get_arguments() {
        let Some(long) = arg.get_long().filter(|long| !OTHER_VARIABLES.contains(long)) else { continue };
        let key = format!("{PREFIX}{}", long.to_uppercase().replace('-', "_"));
        let Some(text) = env::var_os(&key).filter(|text| !text.is_empty()) else { continue };
        let Some(arg) = find_option(verb, long) else { continue };
        let text = text.into_string().map_err(|_| Usage(format!("{key}: the value is not UTF-8")))?;
        let value = if arg.get_action().takes_values() {
            Value::String(text)
        } else {
            let switch = BoolishValueParser::new().parse_ref(verb, Some(arg), text.as_ref());
            Value::Boolean(
                switch.map_err(|_| Usage(format!("{key}: \"{text}\" is not accepted; use true or false")))?,
            )
        };
        match accepted(verb, arg, &value, KeyScope::Own) {
            Ok(words) => {
                let source = "the environment".to_owned();
                settings.push(Setting { source, key, id: arg.get_id().clone(), words });
            }
            Err(_) if words::is_accepted_somewhere(root, long, &value) => {}
            Err(reason) => return Err(Usage(format!("{key}: {reason}"))),
        }
    }
    Ok(settings)
}

/// Of layers, the weightiest first, what counts beside the options that are given: neither those again, nor what excludes
/// them, nor what needs an option that is nowhere. Parameters add up.
fn outweighed(verb: &Command, given: Vec<Id>, layers: Vec<Vec<Setting>>) -> Result<Vec<Setting>, Usage> {
    let (mut decided, mut present) = (given.clone(), given);
    let mut counting: Vec<Vec<Setting>> = Vec::new();
    for layer in layers {
        let mut own: Vec<Setting> = Vec::new();
        for setting in layer {
            let Some(arg) = verb.get_arguments().find(|arg| *arg.get_id() == setting.id) else { continue };
            if decided.contains(&setting.id) && !takes_parameters(arg) {
                continue;
            }
            if setting.words.words.is_empty() {
                decided.push(setting.id);
                continue;
            }
            if present
                .iter()
                .any(|id| are_exclusive(verb, &setting.id, id) || are_one_choice(verb, &setting.id, id))
            {
                continue;
            }
            if let Some(other) = own.iter().find(|other| are_exclusive(verb, &setting.id, &other.id)) {
                let Setting { source, key, .. } = &setting;
                return Err(Usage(format!(
                    "{source}: `{}` and `{key}` cannot be combined; remove one",
                    other.key
                )));
            }
            own.push(setting);
        }
        decided.extend(own.iter().map(|setting| setting.id.clone()));
        present.extend(own.iter().map(|setting| setting.id.clone()));
        counting.push(own);
    }
    let mut settings: Vec<Setting> = counting.into_iter().rev().flatten().collect();
    loop {
        let shown = |id: &Id| verb.get_arguments().find(|arg| arg.get_id() == id).map(ToString::to_string);
        let there: Vec<String> = present.iter().filter_map(shown).collect();
        let (kept, left_out): (Vec<_>, Vec<_>) = settings
            .into_iter()
            .partition(|setting| setting.words.needs.iter().all(|need| there.contains(need)));
        settings = kept;
        if left_out.is_empty() {
            return Ok(settings);
        }
        present.retain(|id| !left_out.iter().any(|setting| setting.id == *id));
    }
}

/// Whether two options cannot stand together, by the verb's own word.
fn are_exclusive(verb: &Command, a: &Id, b: &Id) -> bool {
    let excludes = |a: &Id, b: &Id| {
        let arg = verb.get_arguments().find(|arg| arg.get_id() == a);
        arg.is_some_and(|arg| verb.get_arg_conflicts_with(arg).iter().any(|other| other.get_id() == b))
    };
    excludes(a, b) || excludes(b, a)
}

/// Whether two options are ways to say the same.
fn are_one_choice(verb: &Command, a: &Id, b: &Id) -> bool {
    let mut choices = verb.get_groups().filter(|group| group.get_id() == CHOICE);
    choices.any(|group| group.get_args().any(|id| id == a) && group.get_args().any(|id| id == b))
}
