//! What was compiled out: verbs and options of Cargo features that this build lacks still parse, and say which feature has them.

use crate::exit::Usage;
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Command};
use std::ffi::OsString;

/// Verbs by the feature that has them, and whether this build has it.
const VERBS: [(&str, bool, &[&str]); 5] = [
    ("fetch", cfg!(feature = "fetch"), &["crawl", "harvest", "probe"]),
    ("learn", cfg!(feature = "learn"), &["label", "train"]),
    ("render", cfg!(feature = "render"), &["render"]),
    ("serve", cfg!(feature = "serve"), &["mcp", "serve"]),
    ("studio", cfg!(feature = "studio"), &["studio"]),
];

/// Options of a feature on verbs that every build has.
struct FeatureOptions {
    feature: &'static str,
    is_built: bool,
    verbs: &'static [&'static str],
    with_value: &'static [&'static str],
    flags: &'static [&'static str],
}

/// The options of all features.
const OPTIONS: [FeatureOptions; 4] = [
    FeatureOptions {
        feature: "bulk",
        is_built: cfg!(feature = "bulk"),
        verbs: &["extract"],
        with_value: &[
            "to",
            "from",
            "summary",
            "columns",
            "fields",
            "shard-rows",
            "shard",
            "status",
            "mime",
            "min-size",
            "language",
            "deadline",
            "memory",
        ],
        flags: &["append", "sandbox"],
    },
    FeatureOptions {
        feature: "fetch",
        is_built: cfg!(feature = "fetch"),
        verbs: &["compare", "extract", "forms", "metadata", "records", "segment", "verdict", "why"],
        with_value: &["ca-file", "contact", "user-agent"],
        flags: &["allow-private"],
    },
    FeatureOptions {
        feature: "learn",
        is_built: cfg!(feature = "learn"),
        verbs: &["explain"],
        with_value: &["classifier", "model", "permutation", "seed", "svg", "tree"],
        flags: &[],
    },
    FeatureOptions {
        feature: "render",
        is_built: cfg!(feature = "render"),
        verbs: &["extract", "forms", "segment"],
        with_value: &["chromium", "engine", "png", "timeout", "viewport"],
        flags: &["no-sandbox", "render"],
    },
];

/// The verbs of the program `debulha-lab`.
const LAB: [&str; 11] = [
    "ablation",
    "eval",
    "eval-records",
    "features",
    "reproduce",
    "retrieval",
    "score",
    "scores",
    "site-scores",
    "train-adeater",
    "tune-vote",
];

/// The name of the words after an absent verb.
const WORDS: &str = "words";

/// The error for what a feature has that this build lacks.
pub(crate) fn missing(what: &str, feature: &str) -> Usage {
    Usage(format!("{what} is not in this build; rebuild debulha-cli with the Cargo feature `{feature}`"))
}

/// The command, with the verbs and options that this build lacks.
pub(crate) fn with_absent(command: Command) -> Command {
    let verbs = VERBS.iter().filter(|(_, is_built, _)| !is_built);
    let verbs = verbs.flat_map(|(feature, _, names)| names.iter().map(|name| verb(name, feature)));
    let mut command = command.subcommands(verbs);
    for name in LAB {
        if command.find_subcommand(name).is_none() {
            command = command.subcommand(verb(name, "").hide(true));
        }
    }
    for FeatureOptions { verbs, with_value, flags, .. } in OPTIONS.iter().filter(|options| !options.is_built)
    {
        let values = with_value.iter().map(|name| option(name, ArgAction::Append));
        let options: Vec<Arg> =
            values.chain(flags.iter().map(|name| option(name, ArgAction::Count))).collect();
        for verb in *verbs {
            command = command.mut_subcommand(verb, |verb| verb.args(options.clone()));
        }
    }
    command
}

fn verb(name: &'static str, feature: &str) -> Command {
    let words = Arg::new(WORDS).num_args(0..).trailing_var_arg(true).allow_hyphen_values(true).hide(true);
    // With a default value it is among the matches of these verbs, given or not, and of no others.
    let words = words.default_value("").value_parser(clap::value_parser!(OsString));
    Command::new(name).about(format!("Not in this build: needs the Cargo feature `{feature}`")).arg(words)
}

fn option(name: &'static str, action: ArgAction) -> Arg {
    Arg::new(name).long(name).action(action).hide(true)
}

/// Whether this build has what the command line names.
///
/// # Errors
/// [`Usage`] for a verb or an option of a feature that it lacks.
pub(crate) fn check(matches: &ArgMatches) -> Result<(), Usage> {
    let Some((verb, given)) = matches.subcommand() else { return Ok(()) };
    let is_absent = given.ids().any(|id| id == WORDS);
    if is_absent && LAB.contains(&verb) {
        let run = format!("cargo run --release -p debulha-lab -- {verb}");
        return Err(Usage(format!("`{verb}` is a verb of debulha-lab; run it from the repository: {run}")));
    }
    if let Some((feature, ..)) = VERBS.iter().find(|(_, is_built, names)| !is_built && names.contains(&verb))
    {
        return Err(missing(&format!("`{verb}`"), feature));
    }
    for FeatureOptions { feature, verbs, with_value, flags, .. } in
        OPTIONS.iter().filter(|options| !options.is_built)
    {
        let is_given = |name: &&&str| given.value_source(name) == Some(ValueSource::CommandLine);
        let named = with_value.iter().chain(*flags).filter(|_| verbs.contains(&verb)).find(is_given);
        if let Some(name) = named {
            return Err(missing(&format!("--{name}"), feature));
        }
    }
    Ok(())
}

/// Of a build without features, which `just features` makes.
#[cfg(test)]
#[cfg(not(feature = "fetch"))]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::check;
    use crate::command_line::command;

    fn checked(arguments: &[&str]) -> Result<(), String> {
        let words = ["debulha"].iter().chain(arguments);
        check(&command().try_get_matches_from(words).unwrap()).map_err(|error| error.to_string())
    }

    #[test]
    fn what_is_not_in_the_build_names_its_feature() {
        for (what, feature, arguments) in [
            ("--to", "bulk", &["extract", "--to", "parquet", "-o", "rows", "a.warc.gz"][..]),
            ("`crawl`", "fetch", &["crawl", "https://example.org/", "-o", "a.warc.gz"]),
            ("--contact", "fetch", &["extract", "--contact", "a@example.org", "page.html"]),
            ("`train`", "learn", &["train", "debulha", "--data", "pages"]),
            ("--permutation", "learn", &["explain", "cetd", "--permutation", "table.csv"]),
            ("--render", "render", &["extract", "--render", "page.html"]),
            ("`render`", "render", &["render", "page.html"]),
            ("`serve`", "serve", &["serve", "--open"]),
            ("`studio`", "studio", &["studio", "pages"]),
        ] {
            let reason = format!(
                "{what} is not in this build; rebuild debulha-cli with the Cargo feature `{feature}`"
            );
            assert_eq!(checked(arguments), Err(reason), "{arguments:?}");
        }
        assert_eq!(checked(&["extract", "page.html", "--markdown"]), Ok(()));
        let eval = checked(&["eval", "--data=pages", "-v"]).unwrap_err();
        assert!(eval.starts_with("`eval` is a verb of debulha-lab"), "{eval}");
    }
}
