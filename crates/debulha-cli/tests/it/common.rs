//! Runs the built command.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A news story of our own.
pub(crate) const STORY: &str = include_str!("../../../../testdata/pages/barn-story/source.html");

/// What one run gave.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Ran {
    pub(crate) fn of(output: Output) -> Self {
        Ran {
            code: output.status.code().expect("not killed"),
            out: String::from_utf8(output.stdout).expect("UTF-8 on standard output"),
            err: String::from_utf8(output.stderr).expect("UTF-8 on standard error"),
        }
    }
}

pub(crate) fn debulha() -> Command {
    let mut command = Command::new(crate::PROGRAM);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    // Variables set options; those of whoever runs the tests do not belong to them.
    for (name, _) in std::env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("DEBULHA_")) {
        command.env_remove(name);
    }
    command
}

/// A directory of its own with files in it, and the command run there.
pub(crate) struct Sandbox {
    dir: tempfile::TempDir,
}

impl Sandbox {
    pub(crate) fn new(files: &[(&str, &[u8])]) -> Self {
        let sandbox = Sandbox { dir: tempfile::tempdir().expect("a temporary directory") };
        for (name, bytes) in files {
            sandbox.write(name, bytes);
        }
        sandbox
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    pub(crate) fn write(&self, name: &str, bytes: &[u8]) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        fs::write(path, bytes).expect("written");
    }

    /// A labelled corpus: of each page its address, its source and its gold text; keys are `p00`, `p01` ….
    pub(crate) fn write_corpus(&self, name: &str, pages: impl IntoIterator<Item = (String, String, String)>) {
        let mut truth = String::new();
        for (number, (url, html, gold)) in pages.into_iter().enumerate() {
            let id = format!("p{number:02}");
            truth += &serde_json::json!({ "id": id, "url": url, "text": gold }).to_string();
            truth.push('\n');
            self.write(&format!("{name}/pages/{id}.html.gz"), &gzip(html.as_bytes()));
        }
        self.write(&format!("{name}/truth.jsonl"), truth.as_bytes());
    }

    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// The names of all files below a directory, sorted.
    pub(crate) fn files(&self, name: &str) -> Vec<String> {
        let root = self.path(name);
        let files = walkdir::WalkDir::new(&root).sort_by_file_name();
        let files =
            files.into_iter().map(|entry| entry.expect("readable")).filter(|e| e.file_type().is_file());
        files.map(|entry| slashed(entry.path().strip_prefix(&root).expect("below"))).collect()
    }

    pub(crate) fn command(&self, args: &[&str]) -> Command {
        let mut command = debulha();
        command.current_dir(self.dir.path()).args(args);
        command
    }

    pub(crate) fn run(&self, args: &[&str]) -> Ran {
        Ran::of(self.command(args).output().expect("started"))
    }

    pub(crate) fn pipe(&self, args: &[&str], stdin: &[u8]) -> Ran {
        let mut child = self.command(args).stdin(Stdio::piped()).spawn().expect("started");
        child.stdin.take().expect("piped").write_all(stdin).expect("read to its end");
        Ran::of(child.wait_with_output().expect("ended"))
    }
}

fn slashed(path: &Path) -> String {
    path.to_str().expect("UTF-8").replace('\\', "/")
}

pub(crate) fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(bytes).expect("in memory");
    encoder.finish().expect("in memory")
}
