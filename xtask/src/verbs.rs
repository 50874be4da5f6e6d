//! `docs/reference/verbs/`: one page per verb, from the help of the built command.

use crate::prose::{help, verbs};
use anyhow::{Context, Result, bail};
use std::fmt::Write;
use std::fs;
use std::path::Path;

/// Verbs without a page: they print files for a shell or for `man`.
const WITHOUT: [&str; 2] = ["completions", "man"];

/// Exit codes of every verb; `debulha --help-all` prints them.
const EXIT_CODES: &str = "\n## Exit codes\n\n0: content was written. 1: an input failed, was damaged or had no content; the others were \
                          written. 2: usage error.\n[More on failures](../../guides/bulk.md#when-a-page-fails)\n";

/// Writes the pages, or with `check` fails when one of them is stale.
pub(crate) fn write(root: &Path, check: bool) -> Result<()> {
    let folder = root.join("docs/reference/verbs");
    fs::create_dir_all(&folder)?;
    let top = help(root, &[])?;
    let names: Vec<&str> = verbs(&top).into_iter().filter(|name| !WITHOUT.contains(name)).collect();
    for name in &names {
        let own = help(root, &[name])?;
        let mut page = "<!-- written by `cargo xtask verbs` from the help of the command -->\n".to_owned();
        page += &section(&format!("debulha {name}"), &own, 1);
        for part in commands(&own) {
            page += "\n";
            page += &section(&format!("debulha {name} {part}"), &help(root, &[name, part])?, 2);
        }
        page += EXIT_CODES;
        let path = folder.join(format!("{name}.md"));
        if !check {
            fs::write(&path, page).with_context(|| path.display().to_string())?;
        } else if fs::read_to_string(&path).unwrap_or_default() != page {
            bail!("{} is stale: run `cargo xtask verbs`", path.display());
        }
    }
    for entry in fs::read_dir(&folder)? {
        let file = entry?.file_name().to_string_lossy().into_owned();
        if !names.iter().any(|name| file == format!("{name}.md")) {
            bail!("docs/reference/verbs/{file} belongs to no verb: remove it");
        }
    }
    println!("{} pages {}", names.len(), if check { "fresh" } else { "written" });
    Ok(())
}

/// The verbs below a verb: the names under `Commands:`.
pub(crate) fn commands(help: &str) -> Vec<&str> {
    let lines = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    lines.take_while(|line| !line.is_empty()).filter_map(|line| line.split_whitespace().next()).collect()
}

/// A help text as Markdown, under a heading of this level.
fn section(title: &str, help: &str, level: usize) -> String {
    let (about, rest) = help.split_once("\nUsage: ").unwrap_or((help, ""));
    let mut out = format!("{} {title}\n", "#".repeat(level));
    for paragraph in paragraphs(about.lines()) {
        let _ = write!(out, "\n{}\n", escaped(&paragraph));
    }
    let mut lines = rest.lines().peekable();
    let mut usage = String::new();
    while let Some(line) = lines.next_if(|line| !line.is_empty()) {
        let _ = writeln!(usage, "{}", line.trim());
    }
    if !usage.is_empty() {
        let _ = write!(out, "\n```text\n{usage}```\n");
    }
    while let Some(line) = lines.next() {
        let Some(heading) = line.strip_suffix(':').filter(|_| !line.starts_with(' ')) else { continue };
        let mut body = Vec::new();
        while let Some(line) = lines.next_if(|line| line.is_empty() || line.starts_with(' ')) {
            body.push(line);
        }
        let _ = write!(out, "\n{} {heading}\n\n", "#".repeat(level + 1));
        match heading {
            "Examples" => {
                let code: Vec<&str> =
                    body.iter().map(|line| line.trim()).filter(|line| !line.is_empty()).collect();
                let _ = writeln!(out, "```sh\n{}\n```", code.join("\n"));
            }
            "Commands" => {
                for line in body.iter().filter(|line| !line.is_empty()) {
                    let (name, about) = line.trim().split_once("  ").unwrap_or((line.trim(), ""));
                    let _ = writeln!(out, "- `{name}`: {}", escaped(about.trim()));
                }
            }
            _ => out += &options(&body),
        }
    }
    out
}

/// Options and arguments as a list: a line of less than 8 spaces names one, what follows describes it.
fn options(lines: &[&str]) -> String {
    let indent = |line: &str| line.len() - line.trim_start().len();
    let is_name = |line: &str| !line.trim().is_empty() && indent(line) < 8;
    let mut out = String::new();
    let mut rest = lines;
    while let Some(start) = rest.iter().position(|line| is_name(line)) {
        let end =
            rest[start + 1..].iter().position(|line| is_name(line)).map_or(rest.len(), |end| start + 1 + end);
        let _ = write!(out, "- `{}`", rest[start].trim());
        for (nth, paragraph) in paragraphs(rest[start + 1..end].iter().copied()).iter().enumerate() {
            let _ = write!(out, "{}{}", if nth == 0 { ": " } else { "\n\n  " }, escaped(paragraph));
        }
        out += "\n";
        rest = &rest[end..];
    }
    out
}

/// Paragraphs, each in one line.
fn paragraphs<'l>(lines: impl Iterator<Item = &'l str>) -> Vec<String> {
    let mut all = vec![String::new()];
    for line in lines.map(str::trim) {
        match all.last_mut() {
            Some(last) if !line.is_empty() => {
                if !last.is_empty() {
                    last.push(' ');
                }
                last.push_str(line);
            }
            _ => all.push(String::new()),
        }
    }
    all.retain(|paragraph| !paragraph.is_empty());
    all
}

/// A text whose angle brackets and stars mean themselves, outside of code.
fn escaped(text: &str) -> String {
    let escape = |part: &str| part.replace('<', "&lt;").replace('*', "\\*").replace('[', "\\[");
    text.split('`')
        .enumerate()
        .map(|(nth, part)| if nth % 2 == 0 { escape(part) } else { part.to_owned() })
        .collect::<Vec<_>>()
        .join("`")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn help_becomes_markdown() {
        let help = "Grind <rye>\n\nSlowly, between\ntwo stones.\n\nUsage: mill grind [OPTIONS]\n       mill grind <COMMAND>\n\nCommands:\n  learn  \
                    Learn it\n\nInput:\n  -n, --sacks <N>\n          Sacks of `<rye>`,\n          at most\n          \n          [default: 2]\n\n      \
                    --dry\n          Without * water\n\nExamples:\n  mill grind a\n";
        assert_eq!(commands(help), ["learn"]);
        assert_eq!(
            section("mill grind", help, 1),
            "# mill grind\n\nGrind &lt;rye>\n\nSlowly, between two stones.\n\n```text\nmill grind [OPTIONS]\nmill grind <COMMAND>\n```\n\n\
             ## Commands\n\n- `learn`: Learn it\n\n## Input\n\n- `-n, --sacks <N>`: Sacks of `<rye>`, at most\n\n  \\[default: 2]\n\
             - `--dry`: Without \\* water\n\n## Examples\n\n```sh\nmill grind a\n```\n"
        );
    }
}
