//! Shell blocks of the documentation, run with the built command.
//!
//! Every file has a folder of its own, in which its blocks run in order. It begins with what readers bring (`blocks/reader.sh`): pages,
//! a crawl, answers of a search form, a labelled corpus. Comments that the rendered page does not show stand right above a block:
//! `<!-- not run: why -->` for one that cannot run here, `<!-- before: command -->` for what it needs.

use anyhow::{Context, Result, bail, ensure};
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Where blocks are that readers run.
const PLACES: [&str; 4] = ["README.md", "docs/start", "docs/tutorials", "docs/guides"];

/// Seconds that a block may take: the slowest trains a model.
const MAX_SECONDS: &str = "300";

/// An answer that is an error fails the block.
const PRELUDE: &str = "curl() { command curl --silent --show-error --fail-with-body \"$@\"; }\n";

/// Makes the files that readers bring.
const READER: &str = include_str!("blocks/reader.sh");

/// Lines of a failed block's output that are shown.
const SHOWN_LINES: usize = 12;

/// A block as its file has it.
#[derive(Debug, Default, PartialEq, Eq)]
struct ShellBlock {
    /// The line of its first command, from 1.
    line: usize,
    before: Vec<String>,
    not_run: Option<String>,
    script: String,
}

/// Runs the blocks of all files, or of those whose path contains a text.
pub(crate) fn check(root: &Path, only: Option<&str>) -> Result<()> {
    let bin = env::var_os("DEBULHA_BIN").map_or_else(|| root.join("target/debug/debulha"), PathBuf::from);
    ensure!(
        bin.is_file(),
        "{}: not built; run `cargo build --package debulha-cli --package debulha-lab`",
        bin.display()
    );
    let files_of_reader = ReaderFolder::with_files(root, &bin)?;
    let (mut run, mut not_run, mut failures) = (0, Vec::new(), Vec::new());
    for file in files(root)? {
        let name = file.strip_prefix(root).unwrap_or(&file).display().to_string();
        if only.is_some_and(|only| !name.contains(only)) {
            continue;
        }
        let folder = files_of_reader.copy()?;
        for block in blocks(&fs::read_to_string(&file)?) {
            let place = format!("{name}:{}", block.line);
            let script = without_network(&block.script);
            let reason =
                block.not_run.clone().or_else(|| script.is_none().then(|| "needs the network".to_owned()));
            if let Some(reason) = reason {
                not_run.push(format!("{place}: {reason}"));
                continue;
            }
            run += 1;
            let script = format!("{PRELUDE}{}\n{}", block.before.join("\n"), script.unwrap_or_default());
            let output = folder.run(&bin, &script)?;
            if !output.status.success() {
                failures.push(format!("{place}: {}\n{}", output.status, last_lines(&output)));
            }
        }
    }
    for block in &not_run {
        println!("not run: {block}");
    }
    if !failures.is_empty() {
        bail!("{} of {run} shell blocks failed\n{}", failures.len(), failures.join("\n"));
    }
    println!("{run} shell blocks ran, {} did not", not_run.len());
    Ok(())
}

fn files(root: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for place in PLACES {
        let path = root.join(place);
        if path.is_file() {
            files.push(path);
            continue;
        }
        for entry in fs::read_dir(&path).with_context(|| path.display().to_string())? {
            files.push(entry?.path());
        }
    }
    files.sort();
    Ok(files)
}

/// A folder that is removed at its end.
struct ReaderFolder(PathBuf);

impl ReaderFolder {
    fn new(name: &str) -> Result<Self> {
        let path = env::temp_dir().join(format!("debulha-blocks-{}-{name}", std::process::id()));
        fs::create_dir_all(&path)?;
        Ok(ReaderFolder(path))
    }

    /// A folder with the files of a reader, to be copied for each file.
    fn with_files(root: &Path, bin: &Path) -> Result<Self> {
        let folder = ReaderFolder::new("files")?;
        let testdata = root.join("testdata");
        let made = folder.run(bin, &format!("set -- '{}'\n{READER}", testdata.display()))?;
        ensure!(made.status.success(), "the files of a reader: {}", last_lines(&made));
        Ok(folder)
    }

    fn copy(&self) -> Result<Self> {
        let copy = ReaderFolder::new("run")?;
        let done = Command::new("cp").arg("-a").arg(self.0.join(".")).arg(&copy.0).status()?;
        ensure!(done.success(), "cp: {done}");
        Ok(copy)
    }

    fn run(&self, bin: &Path, script: &str) -> Result<Output> {
        let own = bin.parent().unwrap_or(Path::new("."));
        let paths = env::var_os("PATH").unwrap_or_default();
        let paths = env::join_paths([own.to_owned()].into_iter().chain(env::split_paths(&paths)))?;
        let shell = ["--kill-after=5", MAX_SECONDS, "bash", "-euo", "pipefail", "-c", script];
        let mut command = Command::new("timeout");
        command.args(shell).current_dir(&self.0).env("PATH", paths).env("HOME", &self.0);
        Ok(command.output()?)
    }
}

impl Drop for ReaderFolder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn last_lines(output: &Output) -> String {
    let text = [&output.stdout[..], &output.stderr[..]].map(String::from_utf8_lossy).concat();
    let lines: Vec<&str> = text.lines().collect();
    lines[lines.len().saturating_sub(SHOWN_LINES)..].join("\n")
}

/// The `sh` blocks of a Markdown text, with the comments right above them.
fn blocks(text: &str) -> Vec<ShellBlock> {
    let mut found = Vec::new();
    let mut next = ShellBlock::default();
    let mut lines = text.lines().enumerate();
    while let Some((number, line)) = lines.next() {
        let comment = |name: &str| {
            line.trim().strip_prefix(&format!("<!-- {name}: "))?.strip_suffix(" -->").map(str::to_owned)
        };
        if let Some(command) = comment("before") {
            next.before.push(command);
        } else if let Some(reason) = comment("not run") {
            next.not_run = Some(reason);
        } else if line.trim_start().starts_with("```") {
            let is_shell = line.trim() == "```sh";
            let body = lines.by_ref().map(|(_, line)| line).take_while(|line| line.trim() != "```");
            let script = body.map(|line| line.trim_start_matches("  ")).collect::<Vec<_>>().join("\n");
            let block = std::mem::take(&mut next);
            if is_shell {
                found.push(ShellBlock { line: number + 2, script, ..block });
            }
        } else if !line.trim().is_empty() {
            next = ShellBlock::default();
        }
    }
    found
}

/// A script without the commands that read from servers elsewhere; `None` where nothing is left.
fn without_network(script: &str) -> Option<String> {
    let joined = script.replace("\\\n", " ");
    let kept: Vec<&str> = joined.lines().filter(|line| !reads_network(line)).collect();
    let is_command = |line: &&str| !line.trim().is_empty() && !line.trim_start().starts_with('#');
    kept.iter().any(is_command).then(|| kept.join("\n"))
}

/// Whether a command names a server elsewhere. What `--url` says of a page is not fetched.
fn reads_network(command: &str) -> bool {
    let words: Vec<&str> = command.split_whitespace().take_while(|word| !word.starts_with('#')).collect();
    let is_elsewhere = |word: &str| {
        let rest = word.trim_matches(['\'', '"']).split_once("://").map(|(_, rest)| rest);
        rest.is_some_and(|rest| !rest.starts_with("127.0.0.1"))
    };
    words.iter().enumerate().any(|(at, word)| is_elsewhere(word) && (at == 0 || words[at - 1] != "--url"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_have_the_comments_above_them() {
        let text = "<!-- before: mkdir a -->\n<!-- before: cd a -->\n\n```sh\nls \\\n  -l\n```\n\n```text\nx\n```\n\
            <!-- not run: long -->\n```sh\nmake\n```\n<!-- not run: lost -->\nA sentence.\n```sh\ntrue\n```\n";
        let found = blocks(text);
        let seen: Vec<_> = found.iter().map(|b| (b.line, b.before.len(), b.not_run.as_deref())).collect();
        assert_eq!(seen, [(5, 2, None), (14, 0, Some("long")), (19, 0, None)]);
        assert_eq!(found[0].script, "ls \\\n-l");
    }

    #[test]
    fn commands_that_read_from_servers_elsewhere_are_dropped() {
        let script = "a https://example.org/ # x\nb p --url https://example.org/\nc 'http://127.0.0.1:8018/'\nd \\\n http://x.y\n";
        assert_eq!(
            without_network(script).as_deref(),
            Some("b p --url https://example.org/\nc 'http://127.0.0.1:8018/'")
        );
        assert_eq!(without_network("# only\na https://example.org/\n"), None);
    }
}
