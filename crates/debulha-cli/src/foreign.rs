//! Options of other programs, answered with ours.

use clap::error::{ContextKind, ContextValue, ErrorKind};

/// Options of trafilatura that are none of ours, and what to use instead. Those that mean the same here are simply taken:
/// `--xml`, `--csv`, `--links`, `--images`, `--no-tables`, `--no-comments`, `--fast`, `--precision`, `--input-dir` and so on.
const TRAFILATURA: [(&str, &str); 20] = [
    ("--fast", "only `debulha extract` takes it: leave it out"),
    ("-f", "there is one speed: leave it out; formats are --format NAME, --markdown, --json, …"),
    ("--formatting", "only `debulha extract` takes it; --markdown shows emphasis"),
    ("--target-language", "filter by `language` of --json or by `debulha metadata`"),
    (
        "--input-file",
        "use --list FILE for files; addresses are fetched by other programs: curl -sL URL | debulha - --url URL",
    ),
    (
        "-i",
        "use --list FILE for files; addresses are fetched by other programs: curl -sL URL | debulha - --url URL",
    ),
    ("--deduplicate", "use `debulha site learn`, then --site-store and --drop-repeated"),
    ("--no-fallback", "only `debulha extract` takes it: leave it out"),
    ("--validate-tei", "leave it out; to check TEI, use xmllint --noout --relaxng tei_all.rng FILE"),
    ("--blacklist", "leave the pages out of --list FILE: grep -v -F -f BLACKLIST FILE"),
    ("-b", "leave the pages out of --list FILE: grep -v -F -f BLACKLIST FILE"),
    ("--url-filter", "filter --list FILE, whose lines have a path, a tab and an address: grep PATTERN FILE"),
    ("--config-file", "there is no configuration file: give the options"),
    ("--feed", "feeds are not fetched"),
    ("--sitemap", "sitemaps are not fetched"),
    ("--crawl", "pages are not fetched: wget --recursive, then name the directory"),
    ("--explore", "pages are not fetched: wget --recursive, then name the directory"),
    ("--probe", "pages are not fetched; `debulha verdict` says whether a page has content"),
    ("--archived", "pages are not fetched"),
    ("--backup-dir", "pages stay where they are: leave it out"),
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
