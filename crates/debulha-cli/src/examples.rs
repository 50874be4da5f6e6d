//! Three examples for the help of each verb.

use crate::command_line::Program;
use std::fmt::Write as _;

/// Three examples per verb of `debulha`, by its words.
pub const EXAMPLES: &[(&str, [&str; 3])] = &[
    (
        "extract",
        [
            "debulha extract page.html --markdown --links",
            "debulha extract https://example.org/story --json --with-metadata",
            "debulha extract pages/ -o content.jsonl",
        ],
    ),
    (
        "metadata",
        [
            "debulha metadata page.html",
            "debulha metadata pages/ -o meta.csv",
            "debulha metadata page.html --json | jq .title",
        ],
    ),
    (
        "records",
        [
            "debulha records results.html",
            "debulha records results/ -o records.csv",
            "debulha records thread.html --content -f csv",
        ],
    ),
    (
        "records learn",
        [
            "debulha records learn answers.warc.gz -o shop.json",
            "debulha records learn results/ --records many -o shop.json",
            "debulha records apply shop.json answers.warc.gz -o rows.csv",
        ],
    ),
    (
        "records apply",
        [
            "debulha records apply shop.json answers.warc.gz -o rows.csv",
            "debulha records apply shop.json results/ -f jsonl",
            "debulha records check shop.json results/",
        ],
    ),
    (
        "records check",
        [
            "debulha records check shop.json results/",
            "debulha records check shop.json answers.warc.gz --json",
            "debulha records learn results/ -o shop.json",
        ],
    ),
    (
        "forms",
        ["debulha forms search.html", "debulha forms page.html --json", "debulha forms https://example.org/"],
    ),
    (
        "verdict",
        [
            "debulha verdict page.html",
            "debulha verdict pages/ -o verdicts.csv",
            "debulha verdict site.warc.gz -f json",
        ],
    ),
    (
        "why",
        [
            "debulha why page.html \"some of its text\"",
            "debulha why page.html \"Read more\" --places 10",
            "debulha why page.html \"some text\" -e cetd",
        ],
    ),
    (
        "compare",
        [
            "debulha compare page.html",
            "debulha compare page.html -e debulha,cetd,readability --html compare.html",
            "debulha compare page.html --gold page.txt",
        ],
    ),
    (
        "segment",
        [
            "debulha segment page.html",
            "debulha segment page.html --segmenter vips --render",
            "debulha segment page.html -f json",
        ],
    ),
    (
        "crawl",
        [
            "debulha crawl https://example.org/ -o site.warc.gz",
            "debulha crawl https://example.org/ -o site.warc.gz --sitemap",
            "debulha extract site.warc.gz -o content.jsonl",
        ],
    ),
    (
        "harvest",
        [
            "debulha harvest https://example.org/search -o rows.csv",
            "debulha harvest https://example.org/search -o rows.parquet --seed rye",
            "debulha records check rows.wrapper.json rows.warc.gz",
        ],
    ),
    (
        "probe",
        [
            "debulha probe https://example.org/search -o answers.warc.gz",
            "debulha forms https://example.org/search",
            "debulha records answers.warc.gz -o rows.csv",
        ],
    ),
    (
        "render",
        [
            "debulha render page.html -o layouts/",
            "debulha render pages/ -o layouts/ --jobs 2",
            "debulha extract page.html -e vide --layout layouts/",
        ],
    ),
    (
        "site learn",
        [
            "debulha site learn pages/ --site-by folder --site-store site.store",
            "debulha site learn site.warc.gz --site-store site.store --method site_style_tree",
            "debulha extract page.html --url https://example.org/a --site-store site.store --drop-repeated",
        ],
    ),
    (
        "site show",
        [
            "debulha site show site.store",
            "debulha site show site.store example.org --json",
            "debulha site show site.store example.org --page page.html",
        ],
    ),
    (
        "site diff",
        [
            "debulha site diff old.store new.store",
            "debulha site diff old.store new.store --json",
            "debulha site show new.store",
        ],
    ),
    (
        "site merge",
        [
            "debulha site merge a.store b.store -o both.store",
            "debulha site merge part-*.store -o site.store",
            "debulha site show both.store",
        ],
    ),
    (
        "site export",
        [
            "debulha site export site.store -o site.jsonl",
            "debulha site export site.store | gzip > site.jsonl.gz",
            "debulha site import site.jsonl --site-store copy.store",
        ],
    ),
    (
        "site import",
        [
            "debulha site import site.jsonl --site-store copy.store",
            "gzip -dc site.jsonl.gz | debulha site import --site-store copy.store",
            "debulha site export copy.store -o again.jsonl",
        ],
    ),
    ("list", ["debulha list", "debulha list --json", "debulha explain cetd"]),
    (
        "explain",
        ["debulha explain debulha", "debulha explain cetd --json", "debulha explain --model my.model"],
    ),
    (
        "label selectors",
        [
            "debulha label selectors corpus/pages --rules rules.toml -o corpus/truth.jsonl",
            "debulha label selectors pages/ --rules rules.toml",
            "debulha label selectors --list pages.txt --rules rules.toml -o truth.jsonl",
        ],
    ),
    (
        "label auto",
        [
            "debulha label auto --data corpus --report -",
            "debulha label auto --data corpus -o labels.jsonl",
            "debulha label auto --data corpus --preset d4 -o labels.jsonl",
        ],
    ),
    (
        "train",
        [
            "debulha train debulha --data corpus -o my.model",
            "debulha train --list",
            "debulha extract page.html --model my.model",
        ],
    ),
    (
        "studio",
        [
            "debulha studio pages/",
            "debulha studio corpus --site-store site.store",
            "debulha studio site.warc.gz --listen 127.0.0.1:0",
        ],
    ),
    (
        "serve",
        [
            "debulha serve",
            "debulha serve --listen 0.0.0.0:8018 --token-file token --allow-fetch",
            "curl --data-binary @page.html localhost:8018/v1/extract?format=markdown",
        ],
    ),
    (
        "completions",
        [
            "debulha completions bash > ~/.local/share/bash-completion/completions/debulha",
            "debulha completions zsh > ~/.zfunc/_debulha",
            "debulha completions fish > ~/.config/fish/completions/debulha.fish",
        ],
    ),
    ("man", ["debulha man > debulha.1", "debulha man ~/.local/share/man/man1", "man debulha-extract"]),
    ("mcp", ["debulha mcp", "debulha mcp --allow-fetch", "debulha mcp --allow-files pages/"]),
];

/// The examples of a verb, named by its words, such as `site learn`.
pub fn of(program: &Program, verb: &str) -> Option<String> {
    let (_, examples) = program.examples.iter().find(|(name, _)| *name == verb)?;
    let mut text = "Examples:\n".to_owned();
    for example in examples {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "  {example}");
    }
    Some(text)
}

/// The command lines of a program among its examples, as words. What follows a pipe or a redirection is the shell's.
pub fn command_lines<'p>(program: &'p Program, name: &'p str) -> impl Iterator<Item = Vec<&'p str>> {
    let lines = program.examples.iter().flat_map(|(_, examples)| examples);
    let own = lines.map(|line| line.split(['|', '>']).next().unwrap_or_default());
    // Words in quotation marks are one.
    let words = |line: &'p str| {
        let parts = line.split('"').enumerate();
        parts.flat_map(|(place, part)| match place % 2 {
            0 => part.split_whitespace().collect(),
            _ => vec![part],
        })
    };
    own.map(move |line| words(line).collect::<Vec<_>>()).filter(move |words| words.first() == Some(&name))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::DEBULHA;
    use crate::command_line::command;

    #[test]
    fn examples_parse() {
        for line in command_lines(&DEBULHA, "debulha") {
            let parsed = command().try_get_matches_from(&line);
            assert!(parsed.is_ok(), "{line:?}: {}", parsed.unwrap_err());
        }
        assert!(command_lines(&DEBULHA, "debulha").count() > 70);
    }
}
