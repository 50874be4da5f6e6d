//! Where results go: standard output, a file, a file of JSON lines, or a directory.

use crate::exit::Usage;
use crate::inputs::{InputPlace, Inputs, PageInput};
use anyhow::{Context, Result, anyhow};
use debulha_core::write::Format;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Stands between pages in one stream of text: a line with the character that pdftotext puts there.
const PAGE_BREAK: &str = "\u{c}\n";

/// Endings of files that take one JSON object a line.
const JSON_LINES: [&str; 2] = ["jsonl", "ndjson"];

/// Endings that make the path of an output a file.
const FILES: [&str; 13] = [
    "txt", "text", "md", "markdown", "html", "htm", "json", "jsonl", "ndjson", "xml", "csv", "tsv", "parquet",
];

/// Maximum characters of what counts as the ending of a file name; the longest known, `markdown`, has 8.
const MAX_ENDING: usize = 8;

/// In an output directory, which page a name stands for where several requested it: output, tab, input.
const NAMES: &str = "names.tsv";

/// How one page is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum OutputShape {
    /// As a document in the format.
    Document,
    /// As one JSON object on one line, whatever became of the page.
    JsonLine,
}

/// How the pages of a verb are written, in the format that was requested.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct OutputStyle {
    /// Ending of a page's own file.
    pub(crate) extension: &'static str,
    /// What a page becomes.
    pub(crate) form: OutputForm,
}

/// What a page becomes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum OutputForm {
    /// A document; several in one stream have a page break between them.
    Document,
    /// An object of JSON; several in one stream are JSON lines.
    Object,
    /// A line or several of JSON, of one page too.
    JsonLines,
    /// Rows below a common header, which may be empty.
    Rows {
        /// The first line.
        header: String,
    },
}

/// The destination of results.
pub(crate) enum Output {
    /// Documents one after the other.
    Stream { out: Box<dyn Write>, is_first: bool, between: &'static str },
    /// JSON lines, each flushed: whoever is stopped has lost one line at most.
    Lines { out: LinesOut },
    /// One file.
    File { path: PathBuf },
    /// A file for each page.
    Directory { root: PathBuf, names: FileNames, keep_dirs: bool, style: OutputStyle },
}

impl Output {
    /// The format that the destination's name asks for.
    pub(crate) fn format_of(target: Option<&Path>) -> Option<Format> {
        let extension = target?.extension()?.to_str()?;
        Format::ALL.into_iter().find(|format| format.extension() == extension)
    }

    /// Refuses a destination whose ending is that of a file which the verb does not write.
    ///
    /// # Errors
    /// [`Usage`], with the endings that are accepted.
    pub(crate) fn check_ending(target: Option<&Path>, accepted: &[&str]) -> Result<(), Usage> {
        let Some(target) = target.filter(|path| !path.is_dir()) else { return Ok(()) };
        let Some(ending) = target.extension().and_then(OsStr::to_str) else { return Ok(()) };
        let is_ending = ending.len() <= MAX_ENDING
            && ending.chars().all(|char| char.is_ascii_alphanumeric())
            && ending.chars().any(|char| char.is_ascii_alphabetic());
        if !is_ending || accepted.contains(&ending) || target.as_os_str().as_encoded_bytes().ends_with(b"/") {
            return Ok(());
        }
        let known: Vec<String> = accepted.iter().map(|ending| format!(".{ending}")).collect();
        let target = target.display();
        Err(Usage(format!(
            "{target}: this verb does not write .{ending} files; use {}, or {target}/ for a folder",
            known.join(", ")
        )))
    }

    /// Opens the destination.
    ///
    /// `None` is standard output. A path that ends in `.jsonl` is a file of JSON lines. A path with the ending of a format, or
    /// of a file that is there, is a file; any other is a directory, whatever the number of pages.
    ///
    /// # Errors
    /// Several documents into one file, and what opening says.
    pub(crate) fn open(
        target: Option<&Path>,
        inputs: &Inputs,
        style: &OutputStyle,
        keep_dirs: bool,
    ) -> Result<Output> {
        let is_lines = match style.form {
            OutputForm::JsonLines => true,
            OutputForm::Object => inputs.several,
            OutputForm::Document | OutputForm::Rows { .. } => false,
        };
        let between = if style.form == OutputForm::Document { PAGE_BREAK } else { "" };
        let Some(target) = target else {
            if is_lines {
                return Ok(Output::Lines { out: LinesOut::Stdout(io::stdout()) });
            }
            let mut out = Box::new(io::stdout());
            style.begin(&mut out).context("cannot write")?;
            return Ok(Output::Stream { out, is_first: true, between });
        };
        refuse_inputs(target, inputs)?;
        let cannot_write = || format!("cannot write to {}", target.display());
        let is_file = is_file_path(target);
        if is_file && (is_lines || has_ending(target, &JSON_LINES)) {
            let file = File::create(target).with_context(cannot_write)?;
            return Ok(Output::Lines { out: LinesOut::File { file, whole: 0 } });
        }
        if is_file && matches!(style.form, OutputForm::Rows { .. }) {
            let mut out = Box::new(File::create(target).with_context(cannot_write)?);
            style.begin(&mut out).with_context(cannot_write)?;
            return Ok(Output::Stream { out, is_first: true, between });
        }
        if is_file && inputs.several {
            let reason =
                "several pages cannot go into one file of this format; use a folder or a .jsonl file";
            return Err(Usage(format!("{}: {reason}", target.display())).into());
        }
        if is_file {
            return Ok(Output::File { path: target.to_owned() });
        }
        fs::create_dir_all(target).with_context(cannot_write)?;
        let root = target.canonicalize().with_context(cannot_write)?;
        let names = FileNames::without_inputs(inputs);
        Ok(Output::Directory { root, names, keep_dirs, style: style.clone() })
    }

    /// How pages are written here.
    pub(crate) fn shape(&self) -> OutputShape {
        if matches!(self, Output::Lines { .. }) { OutputShape::JsonLine } else { OutputShape::Document }
    }

    /// Writes the result for an input; `None` where there is nothing to write. To be called for every input.
    ///
    /// # Errors
    /// Of writing. In a directory they concern this page alone.
    pub(crate) fn write(&mut self, input: &PageInput, text: Option<&str>) -> io::Result<()> {
        match self {
            Output::Stream { out, is_first, between } => {
                let Some(text) = text else { return Ok(()) };
                let separator = if *is_first { "" } else { *between };
                *is_first = false;
                write_at_once(out, &[separator, text, "\n"])
            }
            Output::Lines { out } => match text {
                Some(text) => out.write(text),
                None => Ok(()),
            },
            Output::File { path } => text.map_or(Ok(()), |text| write_whole(path, text)),
            Output::Directory { root, names, keep_dirs, style } => {
                // Failures take a name too, so that a page's name does not depend on the result for another.
                let path = names.claim(root, input, *keep_dirs, style.extension)?;
                match (text, &style.form) {
                    (None, _) => Ok(()),
                    (Some(text), OutputForm::Rows { header }) if !header.is_empty() => {
                        write_whole(&path, &format!("{header}\n{text}"))
                    }
                    (Some(text), _) => write_whole(&path, text),
                }
            }
        }
    }

    /// An error of writing; those of files name the file.
    pub(crate) fn failure(&self, error: io::Error) -> anyhow::Error {
        match self {
            Output::File { .. } => anyhow!("cannot write {error}"),
            _ => anyhow::Error::from(error).context("cannot write"),
        }
    }

    /// Whether an error of writing concerns all further pages.
    pub(crate) fn is_shared(&self) -> bool {
        !matches!(self, Output::Directory { .. })
    }
}

impl OutputStyle {
    /// Writes what stands above all pages.
    fn begin(&self, out: &mut dyn Write) -> io::Result<()> {
        match &self.form {
            OutputForm::Rows { header } if !header.is_empty() => write_at_once(out, &[header, "\n"]),
            _ => Ok(()),
        }
    }
}

/// Where JSON lines go.
pub(crate) enum LinesOut {
    Stdout(io::Stdout),
    /// A file with the bytes of its whole lines.
    File {
        file: File,
        whole: u64,
    },
}

impl LinesOut {
    /// Writes a line. Where that fails, as on a full disk, a file ends with its last whole line.
    fn write(&mut self, line: &str) -> io::Result<()> {
        match self {
            LinesOut::Stdout(out) => write_at_once(out, &[line, "\n"]),
            LinesOut::File { file, whole } => {
                write_at_once(file, &[line, "\n"]).inspect_err(|_| {
                    // What is no file, such as a pipe, has no length to set.
                    let _ = file.set_len(*whole);
                })?;
                *whole += line.len() as u64 + 1;
                Ok(())
            }
        }
    }
}

/// Whether the path of an output means a file: one that is there, or one with the ending of a format.
pub(crate) fn is_file_path(target: &Path) -> bool {
    let ends_in_separator = target.as_os_str().as_encoded_bytes().ends_with(b"/");
    !target.is_dir() && (target.exists() || (has_ending(target, &FILES) && !ends_in_separator))
}

fn has_ending(target: &Path, endings: &[&str]) -> bool {
    target.extension().and_then(OsStr::to_str).is_some_and(|ending| endings.contains(&ending))
}

/// Refuses a target that is one of the inputs, by whatever path, link or descriptor.
pub(crate) fn refuse_inputs(target: &Path, inputs: &Inputs) -> Result<(), Usage> {
    let Some(own) = identity(target) else { return Ok(()) };
    let is_target = |input: &&PageInput| match &input.place {
        InputPlace::File(path) => identity(path).as_ref() == Some(&own),
        InputPlace::Stdin => identity(Path::new("/dev/stdin")).as_ref() == Some(&own),
        InputPlace::Record { file, .. } => identity(file).as_ref() == Some(&own),
        InputPlace::Address(_) | InputPlace::Unusable(_) => false,
    };
    match inputs.list.iter().find(is_target) {
        None => Ok(()),
        Some(input) => {
            let reason = format!("this is also the input {}; choose another output", input.name);
            Err(Usage(format!("{}: {reason}", target.display())))
        }
    }
}

/// What tells a file from all others, under all its names; `None` where there is no file.
#[cfg(unix)]
fn identity(path: &Path) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;
    let metadata = fs::metadata(path).ok().filter(fs::Metadata::is_file)?;
    Some((metadata.dev(), metadata.ino()))
}

/// The same where files have no numbers.
#[cfg(not(unix))]
fn identity(path: &Path) -> Option<PathBuf> {
    path.canonicalize().ok().filter(|path| path.is_file())
}

/// Bytes up to which a page is put together to be written at once; no system writes more in one piece.
const MAX_AT_ONCE: usize = 1 << 20;

/// One write for all parts: what stops the process then leaves whole lines, as far as the system can.
fn write_at_once(out: &mut dyn Write, parts: &[&str]) -> io::Result<()> {
    if parts.iter().map(|part| part.len()).sum::<usize>() <= MAX_AT_ONCE {
        out.write_all(parts.concat().as_bytes())?;
    } else {
        parts.iter().try_for_each(|part| out.write_all(part.as_bytes()))?;
    }
    out.flush()
}

/// Writes a file that appears whole or not at all. Errors name it.
fn write_whole(path: &Path, text: &str) -> io::Result<()> {
    let write = || {
        let mut file = WholeFile::create(path)?;
        write_at_once(&mut file, &[text, "\n"])?;
        file.finish()
    };
    write().map_err(|error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", path.display())))
}

/// A file that is written beside its place and then renamed; what was there before stays until then. Devices and pipes are
/// written to.
pub(crate) struct WholeFile {
    file: File,
    path: PathBuf,
    /// Where it is until it is whole.
    part: Option<PathBuf>,
}

impl WholeFile {
    /// Begins a file, and the directories that it lies in.
    ///
    /// # Errors
    /// Of the file system.
    pub(crate) fn create(path: &Path) -> io::Result<Self> {
        if fs::metadata(path).is_ok_and(|metadata| !metadata.is_file()) {
            let file = File::options().write(true).open(path)?;
            return Ok(WholeFile { file, path: path.to_owned(), part: None });
        }
        // Behind a symbolic link the file is replaced, not the link.
        let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let folder = path.parent().unwrap_or(Path::new(""));
        fs::create_dir_all(folder)?;
        let mut name = OsString::from(".");
        name.push(path.file_name().unwrap_or_default());
        name.push(".part");
        let part = folder.join(name);
        Ok(WholeFile { file: File::create(&part)?, path, part: Some(part) })
    }

    /// Puts the file into its place.
    ///
    /// # Errors
    /// Of the file system; then nothing has changed.
    pub(crate) fn finish(mut self) -> io::Result<()> {
        if let Some(part) = &self.part {
            fs::rename(part, &self.path)?;
        }
        self.part = None;
        Ok(())
    }
}

impl Write for WholeFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Drop for WholeFile {
    fn drop(&mut self) {
        if let Some(part) = &self.part {
            let _ = fs::remove_file(part);
        }
    }
}

/// Names of files given out: no two pages get the same, and none gets that of an input.
pub(crate) struct FileNames {
    taken: HashMap<String, Taken>,
    /// Where renamed pages are recorded, once there is one.
    record: Option<File>,
}

/// A name that is given out.
struct Taken {
    /// The number that its next namesake tries first.
    next: u64,
    /// The path and the input that has it, until it is recorded; none for the name of an input.
    holder: Option<(PathBuf, String)>,
}

impl FileNames {
    fn without_inputs(inputs: &Inputs) -> Self {
        let path = |input: &PageInput| match &input.place {
            InputPlace::File(path) => path.canonicalize().ok(),
            _ => None,
        };
        let taken = |path: PathBuf| (key(&path), Taken { next: 2, holder: None });
        FileNames { taken: inputs.list.iter().filter_map(path).map(taken).collect(), record: None }
    }

    /// `NAME.EXT`, or else `NAME-2.EXT`, `NAME-3.EXT` …, which [`NAMES`] then tells apart.
    ///
    /// # Errors
    /// Of writing that file.
    fn claim(
        &mut self,
        root: &Path,
        input: &PageInput,
        keep_dirs: bool,
        extension: &str,
    ) -> io::Result<PathBuf> {
        let folder = match input.relative.parent() {
            Some(parent) if keep_dirs => root.join(parent),
            _ => root.to_owned(),
        };
        let path = |suffix: &str| {
            let mut name = input.stem().to_owned();
            name.push(suffix);
            name.push(".");
            name.push(extension);
            folder.join(name)
        };
        let plain = path("");
        let Some(first) = self.taken.get_mut(&key(&plain)) else {
            let holder = Some((plain.clone(), input.name.clone()));
            self.taken.insert(key(&plain), Taken { next: 2, holder });
            return Ok(plain);
        };
        let mut number = first.next;
        if let Some((path, input)) = first.holder.take() {
            self.record(root, &path, &input)?;
        }
        loop {
            let numbered = path(&format!("-{number}"));
            number += 1;
            let Entry::Vacant(free) = self.taken.entry(key(&numbered)) else { continue };
            free.insert(Taken { next: 2, holder: None });
            if let Some(first) = self.taken.get_mut(&key(&plain)) {
                first.next = number;
            }
            self.record(root, &numbered, &input.name)?;
            return Ok(numbered);
        }
    }

    /// Notes which input a name stands for.
    fn record(&mut self, root: &Path, path: &Path, input: &str) -> io::Result<()> {
        let file = match &mut self.record {
            Some(file) => file,
            record => record.insert(File::create(root.join(NAMES))?),
        };
        let name = path.strip_prefix(root).unwrap_or(path).to_string_lossy();
        write_at_once(file, &[&name, "\t", input, "\n"])
    }
}

/// Paths that a file system may hold to be the same have the same key.
fn key(path: &Path) -> String {
    path.to_string_lossy().to_lowercase()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn names_are_given_out_once() {
        let dir = tempfile::tempdir().unwrap();
        let root = dir.path().canonicalize().unwrap();
        let input = |relative: &str| PageInput { relative: PathBuf::from(relative), ..PageInput::stdin() };
        let own = PageInput { place: InputPlace::File(root.join("own.txt")), ..input("own.txt") };
        fs::write(root.join("own.txt"), "x").unwrap();
        let mut names = FileNames::without_inputs(&Inputs { list: vec![own.clone()], several: true });
        let mut claim = |input: &PageInput, keep| {
            let path = names.claim(&root, input, keep, "txt").unwrap();
            path.strip_prefix(&root).unwrap().to_str().unwrap().to_owned()
        };
        assert_eq!(claim(&input("a/x.html"), false), "x.txt");
        assert_eq!(claim(&input("b/X.htm"), false), "X-2.txt");
        assert_eq!(claim(&input("c/x.html.gz"), false), "x-3.txt");
        assert_eq!(claim(&input("x-4.html"), false), "x-4.txt");
        assert_eq!(claim(&input("d/x.html"), false), "x-5.txt");
        assert_eq!(claim(&input("b/x.html"), true), "b/x.txt");
        assert_eq!(claim(&own, false), "own-2.txt");
        let record = fs::read_to_string(root.join(NAMES)).unwrap();
        assert!(record.starts_with("x.txt\t-\nX-2.txt\t-\n"), "{record}");
        assert!(!record.contains("b/x.txt"), "its name is its own: {record}");
    }

    #[test]
    fn an_input_is_no_target() {
        let dir = tempfile::tempdir().unwrap();
        let page = dir.path().join("page.html");
        fs::write(&page, "<p>x").unwrap();
        let inputs = Inputs { list: vec![PageInput::one(&page)], several: false };
        let document = OutputStyle { extension: "txt", form: OutputForm::Document };
        let mut names = vec![page.clone(), dir.path().join("./page.html")];
        #[cfg(unix)]
        {
            let (link, hard) = (dir.path().join("link.txt"), dir.path().join("hard.jsonl"));
            std::os::unix::fs::symlink(&page, &link).unwrap();
            fs::hard_link(&page, &hard).unwrap();
            names.extend([link, hard]);
        }
        for target in names {
            let refused = Output::open(Some(&target), &inputs, &document, false);
            assert!(refused.is_err_and(|error| error.is::<Usage>()), "{}", target.display());
        }
        assert_eq!(fs::read_to_string(&page).unwrap(), "<p>x");
        assert!(Output::open(Some(&dir.path().join("other.txt")), &inputs, &document, false).is_ok());
    }

    #[test]
    fn a_file_appears_whole() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("new/x.txt");
        write_whole(&path, "one").unwrap();
        write_whole(&path, "two").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "two\n");
        assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 1);
    }
}
