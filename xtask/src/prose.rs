//! Words that the project does not use, in the documentation, in the help of the built command and in error messages.

use crate::arrows::sources;
use crate::links::markdown_below;
use crate::verbs::commands;
use anyhow::{Context, Result, bail, ensure};
use std::fs;
use std::path::Path;
use std::process::Command;

/// What is not written, in lower case, and what is written instead. It is found at the begin of a word.
const TERMS: &[(&str, &str)] = &[
    ("readers' comment", "reader comment"),
    ("what becomes of", "how … is treated"),
    ("what became of", "the result for"),
    ("a row a page", "one row per page"),
    ("a line a page", "one line per page"),
    ("one a line", "one per line"),
    ("outweigh", "override"),
    ("told from", "distinguished from"),
    ("taken for", "treated as"),
    ("so many at most", "at most N"),
    ("so much at most", "at most N"),
    ("so many as", "at most N"),
    ("most words of", "maximum words of"),
    ("by the clock", "by time"),
    ("by turns", "alternately"),
    ("asked for", "requested"),
    ("command line makes no sense", "usage error"),
    ("circle of", "cycle of; redirect loop"),
    ("picture of a page", "screenshot"),
    ("picture of the page", "screenshot"),
    ("address of a page", "URL of a page"),
    ("address of the page", "URL of the page"),
    ("page's address", "URL of the page"),
    ("is had of", "comes from"),
];

/// Files, and terms that they have for a reason.
const EXCEPTIONS: &[(&str, &str)] = &[];

/// Folders of `docs` that are written by commands or are records of the day.
const UNCHECKED: [&str; 3] = ["docs/algorithms", "docs/reproduce", "docs/lab"];

/// Checks all texts.
pub(crate) fn check(root: &Path) -> Result<()> {
    let mut problems = Vec::new();
    let mut count = 0;
    let mut look = |name: &str, text: &str| {
        count += 1;
        for (line, term, instead) in found(text) {
            if !EXCEPTIONS.contains(&(name, term)) {
                problems.push(format!("{name}:{line}: `{term}`; write `{instead}`"));
            }
        }
    };
    for name in ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "llms.txt"] {
        look(name, &read(&root.join(name))?);
    }
    for path in markdown_below(&root.join("docs"))? {
        let name = path.strip_prefix(root).unwrap_or(&path).display().to_string();
        if !UNCHECKED.iter().any(|folder| name.starts_with(folder)) {
            look(&name, &read(&path)?);
        }
    }
    for path in sources(&root.join("crates"))? {
        let name = path.strip_prefix(root).unwrap_or(&path).display().to_string();
        look(&name, &messages(&read(&path)?));
    }
    for verb in verbs(&help(root, &[])?) {
        let own = help(root, &[verb])?;
        look(&format!("debulha {verb} --help-all"), &own);
        for part in commands(&own) {
            look(&format!("debulha {verb} {part} --help-all"), &help(root, &[verb, part])?);
        }
    }
    if !problems.is_empty() {
        bail!("{}", problems.join("\n"));
    }
    println!("{count} texts have none of {} terms", TERMS.len());
    Ok(())
}

fn read(path: &Path) -> Result<String> {
    fs::read_to_string(path).with_context(|| path.display().to_string())
}

/// The help of a verb, or of the command.
pub(crate) fn help(root: &Path, verb: &[&str]) -> Result<String> {
    let bin = root.join("target/debug/debulha");
    ensure!(bin.is_file(), "{}: not built; run `cargo build --package debulha-cli`", bin.display());
    let output = Command::new(bin).args(verb).arg("--help-all").output()?;
    ensure!(output.status.success(), "debulha {} --help-all: {}", verb.join(" "), output.status);
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// The verbs that a help text lists: the first words of lines that begin with two spaces and a lower-case letter.
pub(crate) fn verbs(help: &str) -> Vec<&str> {
    let own = help.lines().filter_map(|line| line.strip_prefix("  "));
    let words = own.filter(|line| line.starts_with(|c: char| c.is_ascii_lowercase()));
    words.filter_map(|line| line.split_whitespace().next()).filter(|word| *word != "debulha").collect()
}

/// The lines of error messages in Rust code; others are empty, so that lines keep their numbers.
fn messages(code: &str) -> String {
    let kept = |line| if str::contains(line, "#[error(\"") { line } else { "" };
    code.lines().map(kept).collect::<Vec<_>>().join("\n")
}

/// The terms in a text, with their lines. White space is folded, so a term may go on in the next line.
fn found(text: &str) -> Vec<(usize, &'static str, &'static str)> {
    let lines: Vec<String> = text.lines().map(|line| line.trim().to_lowercase()).collect();
    let mut all = Vec::new();
    for (number, line) in lines.iter().enumerate() {
        let next = lines.get(number + 1).map(String::as_str).unwrap_or_default();
        let both = format!("{line} {next}");
        for &(term, instead) in TERMS {
            let begins = |at: usize| at < line.len() && !both[..at].ends_with(char::is_alphanumeric);
            if both.match_indices(term).any(|(at, _)| begins(at)) {
                all.push((number + 1, term, instead));
            }
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_are_found_at_the_begin_of_words_and_over_lines() {
        let terms = |text| found(text).into_iter().map(|(line, term, _)| (line, term)).collect::<Vec<_>>();
        assert_eq!(terms("What was Asked\n for"), [(1, "asked for")]);
        assert_eq!(terms("x\nbasked for"), []);
        assert_eq!(messages("let x = 1; // asked for\n#[error(\"asked for\")]"), "\n#[error(\"asked for\")]");
    }

    #[test]
    fn verbs_are_read_from_the_help() {
        assert_eq!(
            verbs("Usage: debulha\n\nPages:\n  extract  Extract\n  debulha extract x\n  -h  Help\n"),
            ["extract"]
        );
    }
}
