//! Options of other programs, answered with ours.

use clap::error::{ContextKind, ContextValue, ErrorKind};

/// What is said of options that go through a site.
const CRAWL: &str = "use `debulha crawl URL -o site.warc.gz`, then `debulha extract site.warc.gz`";

/// What is said of options that read the lists of a site.
const SITEMAP: &str =
    "use `debulha crawl URL -o site.warc.gz --sitemap`, then `debulha extract site.warc.gz`";

/// What is said of archives of the web.
const ARCHIVES: &str = "name the URL in the archive, or crawl the archive with `debulha crawl`";

/// What is said of lists of addresses.
const LISTS: &str = "use --list FILE with one path or URL per line";

/// Options of trafilatura 2.3 that are none of ours, and what to use instead. Those that mean the same here are simply
/// taken: `--xml`, `--csv`, `--links`, `--images`, `--no-tables`, `--no-comments`, `--fast`, `--precision`, `--input-dir`
/// and so on.
const TRAFILATURA: &[(&str, &str)] = &[
    ("--fast", "only `debulha extract` accepts it; remove it"),
    ("--no-fallback", "only `debulha extract` accepts it; remove it"),
    ("--formatting", "only `debulha extract` accepts it; --markdown shows emphasis"),
    (
        "--target-language",
        "filter by `language`: debulha pages/ --json | jq -c 'select(.language // \"\" | startswith(\"de\"))'",
    ),
    ("--deduplicate", "use `debulha site learn`, then --site-store and --drop-repeated"),
    ("--config-file", "use --config FILE with a TOML file whose keys are long options, such as jobs = 4"),
    ("--input-file", LISTS),
    ("-i", LISTS),
    ("--blacklist", "remove the pages from --list FILE: grep -v -F -f BLACKLIST FILE"),
    ("-b", "remove the pages from --list FILE: grep -v -F -f BLACKLIST FILE"),
    ("--url-filter", "filter --list FILE (lines of path, tab, URL): grep PATTERN FILE"),
    ("--feed", SITEMAP),
    ("--sitemap", SITEMAP),
    ("--crawl", CRAWL),
    ("--explore", SITEMAP),
    ("--probe", "`debulha verdict` checks whether URLs and files have content"),
    ("--archived", ARCHIVES),
    ("--backup-dir", "input pages are never moved; remove it"),
    ("--validate-tei", "remove it; to validate TEI, use xmllint --noout --relaxng tei_all.rng FILE"),
];

/// What to say of an error of the command line about an option that another program has.
pub(crate) fn answer(error: &clap::Error) -> Option<String> {
    if error.kind() != ErrorKind::UnknownArgument {
        return None;
    }
    let Some(ContextValue::String(given)) = error.get(ContextKind::InvalidArg) else { return None };
    let given = given.split('=').next().unwrap_or_default();
    let (option, instead) = TRAFILATURA.iter().find(|(option, _)| *option == given)?;
    Some(format!("{option} is an option of trafilatura: {instead}"))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::command_line::command;

    #[test]
    fn each_option_has_an_answer_and_is_none_of_the_verbs() {
        for (option, instead) in TRAFILATURA {
            // What `extract` takes is answered at the other verbs.
            let verb = if instead.starts_with("only `debulha extract`") { "records" } else { "extract" };
            let error = command().try_get_matches_from(["debulha", verb, option]).unwrap_err();
            assert!(answer(&error).is_some_and(|answer| answer.starts_with(option)), "{option}");
        }
    }
}
