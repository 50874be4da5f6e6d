//! Three examples for the help of each verb.

use crate::command_line::Program;
use std::fmt::Write as _;

/// Three examples per verb of `debulha`.
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
        "learn",
        [
            "debulha site learn pages/ --site-by folder --site-store site.store",
            "debulha site learn site.warc.gz --site-store site.store --method site_style_tree",
            "debulha extract page.html --url https://example.org/a --site-store site.store --drop-repeated",
        ],
    ),
    ("list", ["debulha list", "debulha list --json", "debulha explain cetd"]),
    (
        "explain",
        ["debulha explain debulha", "debulha explain cetd --json", "debulha explain --model my.model"],
    ),
    (
        "label",
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
    ("mcp", ["debulha mcp", "debulha mcp --allow-fetch", "debulha mcp --allow-files pages/"]),
];

/// The examples of a verb.
pub fn of(program: &Program, verb: &str) -> Option<String> {
    let (_, examples) = program.examples.iter().find(|(name, _)| *name == verb)?;
    let mut text = "Examples:\n".to_owned();
    for example in examples {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "  {example}");
    }
    Some(text)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::command_line::command;

    #[test]
    fn examples_parse() {
        for example in EXAMPLES.iter().flat_map(|(_, examples)| examples) {
            let words: Vec<&str> = example.split(" | ").next().unwrap().split_whitespace().collect();
            if words[0] != "debulha" || command().find_subcommand(words[1]).is_none() {
                continue;
            }
            // Words in quotation marks are one.
            let words = example.split('"').enumerate().flat_map(|(place, part)| match place % 2 {
                0 => part.split(" | ").next().unwrap().split_whitespace().collect(),
                _ => vec![part],
            });
            let parsed = command().try_get_matches_from(words);
            assert!(parsed.is_ok(), "{example}: {}", parsed.unwrap_err());
        }
    }
}
