//! Which inputs the arguments mean.

use crate::exit::Usage;
use std::ffi::OsStr;
use std::fs;
use std::io::IsTerminal;
use std::path::{Component, Path, PathBuf};
use walkdir::{DirEntry, WalkDir};

/// The argument that means standard input.
const STDIN: &str = "-";

/// Endings that compressed pages have after their own.
const COMPRESSED: [&str; 3] = ["gz", "zst", "br"];

/// One input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Input {
    /// Name in messages and records: the path as given or found, `-` for standard input.
    pub(crate) name: String,
    /// Where it is.
    pub(crate) place: Place,
    /// Where it lies below the directory that was given; what --keep-dirs keeps. Never leads outside.
    pub(crate) relative: PathBuf,
}

/// Where an input is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Place {
    /// Standard input.
    Stdin,
    /// A file.
    File(PathBuf),
    /// Nowhere that can be read; the reason.
    Unusable(String),
}

/// All inputs in order.
#[derive(Debug)]
pub(crate) struct Inputs {
    /// The inputs. Paths only, so a million of them take some 200 MB.
    pub(crate) list: Vec<Input>,
    /// Whether the arguments ask for more than one page, even where there is but one.
    pub(crate) several: bool,
}

impl Inputs {
    /// Finds what the arguments mean. No argument means standard input, unless somebody types there.
    ///
    /// A directory means all files below it, in the order of their names, but for hidden ones. A pattern that names
    /// no file itself means all files that match. What is not there is listed with the reason, to be reported in
    /// its turn. The target of the output is passed over, lest a second run read what the first has written.
    ///
    /// # Errors
    /// No input at all, standard input twice, or a malformed pattern.
    pub(crate) fn find(args: &[PathBuf], target: Option<&Path>) -> Result<Inputs, Usage> {
        if args.is_empty() {
            if std::io::stdin().is_terminal() {
                return Err(Usage("no input: name files, or pipe a page in".to_owned()));
            }
            return Ok(Inputs { list: vec![Input::stdin()], several: false });
        }
        if args.iter().filter(|arg| *arg == Path::new(STDIN)).count() > 1 {
            return Err(Usage("standard input can be read once".to_owned()));
        }
        let mut inputs = Inputs { list: Vec::new(), several: args.len() > 1 };
        let target = target.and_then(|path| path.canonicalize().ok());
        for arg in args {
            inputs.add(arg, target.as_deref())?;
        }
        Ok(inputs)
    }

    fn add(&mut self, arg: &Path, target: Option<&Path>) -> Result<(), Usage> {
        if arg == Path::new(STDIN) {
            self.list.push(Input::stdin());
            return Ok(());
        }
        match fs::metadata(arg) {
            Ok(metadata) if metadata.is_dir() => self.add_directory(arg, target),
            Ok(_) => self.list.push(Input::file(arg.to_owned(), inside(arg))),
            Err(error) => match arg.to_str().filter(|text| text.contains(['*', '?', '['])) {
                Some(pattern) => self.add_matches(pattern)?,
                None => self.list.push(Input::unusable(arg, error.to_string())),
            },
        }
        Ok(())
    }

    fn add_directory(&mut self, root: &Path, target: Option<&Path>) {
        self.several = true;
        // Asking the file system for the true path of every entry would double the time.
        let is_target = |entry: &DirEntry| {
            target.is_some_and(|path| path.file_name() == Some(entry.file_name()))
                && entry.path().canonicalize().is_ok_and(|path| Some(path.as_path()) == target)
        };
        let is_wanted =
            |entry: &DirEntry| entry.depth() == 0 || !(is_hidden(entry.file_name()) || is_target(entry));
        let walk = WalkDir::new(root).follow_links(true).sort_by_file_name();
        for entry in walk.into_iter().filter_entry(is_wanted) {
            match entry {
                Ok(entry) if entry.file_type().is_file() => {
                    let relative = entry.path().strip_prefix(root).unwrap_or(entry.path()).to_owned();
                    self.list.push(Input::file(entry.into_path(), relative));
                }
                Ok(_) => {}
                Err(error) => {
                    let path = error.path().unwrap_or(root).to_owned();
                    let reason = error.io_error().map_or_else(|| error.to_string(), ToString::to_string);
                    self.list.push(Input::unusable(&path, reason));
                }
            }
        }
    }

    fn add_matches(&mut self, pattern: &str) -> Result<(), Usage> {
        self.several = true;
        let matches =
            glob::glob(pattern).map_err(|error| Usage(format!("bad pattern `{pattern}`: {error}")))?;
        let before = self.list.len();
        for found in matches {
            match found {
                Ok(path) if path.is_dir() => {}
                Ok(path) => {
                    let relative = inside(&path);
                    self.list.push(Input::file(path, relative));
                }
                Err(error) => self.list.push(Input::unusable(error.path(), error.error().to_string())),
            }
        }
        if self.list.len() == before {
            self.list.push(Input::unusable(Path::new(pattern), "no file matches".to_owned()));
        }
        Ok(())
    }
}

impl Input {
    /// Standard input.
    pub(crate) fn stdin() -> Self {
        Input { name: STDIN.to_owned(), place: Place::Stdin, relative: PathBuf::from("stdin") }
    }

    /// The one input that an argument names; directories and patterns are not looked into.
    pub(crate) fn one(arg: &Path) -> Self {
        if arg == Path::new(STDIN) { Input::stdin() } else { Input::file(arg.to_owned(), inside(arg)) }
    }

    fn file(path: PathBuf, relative: PathBuf) -> Self {
        Input { name: path.display().to_string(), place: Place::File(path), relative }
    }

    fn unusable(path: &Path, reason: String) -> Self {
        let name = path.display().to_string();
        Input { name, place: Place::Unusable(reason), relative: inside(path) }
    }

    /// The file name without its endings, that of a compression included.
    pub(crate) fn stem(&self) -> &OsStr {
        let mut name = Path::new(self.relative.file_name().unwrap_or(self.relative.as_os_str()));
        if name.extension().is_some_and(|ending| COMPRESSED.iter().any(|known| ending == *known)) {
            name = Path::new(name.file_stem().unwrap_or(name.as_os_str()));
        }
        name.file_stem().unwrap_or(name.as_os_str())
    }
}

fn is_hidden(name: &OsStr) -> bool {
    name.as_encoded_bytes().starts_with(b".")
}

/// The path if it stays below where it starts, else its file name.
fn inside(path: &Path) -> PathBuf {
    let plain: PathBuf = path.components().filter(|part| !matches!(part, Component::CurDir)).collect();
    if plain.components().all(|part| matches!(part, Component::Normal(_))) {
        plain
    } else {
        path.file_name().map_or_else(|| PathBuf::from("page"), PathBuf::from)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn directories_are_walked_in_order_without_hidden_files() {
        let dir = tempfile::tempdir().unwrap();
        fs::create_dir(dir.path().join("b")).unwrap();
        for name in ["c.html", "a.html", ".hidden", "b/x.html.gz", "out.jsonl"] {
            fs::write(dir.path().join(name), "x").unwrap();
        }
        let found = Inputs::find(&[dir.path().to_owned()], Some(&dir.path().join("out.jsonl"))).unwrap();
        let relative: Vec<&Path> = found.list.iter().map(|input| input.relative.as_path()).collect();
        assert_eq!(relative, [Path::new("a.html"), Path::new("b/x.html.gz"), Path::new("c.html")]);
        assert_eq!(found.list[1].stem(), "x");
        assert!(found.several);
    }

    #[test]
    fn what_is_not_there_is_listed_with_the_reason() {
        let found = Inputs::find(&["no/such".into(), "no*such?".into()], None).unwrap();
        assert!(found.list.iter().all(|input| matches!(input.place, Place::Unusable(_))));
        assert_eq!(found.list.len(), 2);
        assert!(Inputs::find(&["a[".into()], None).is_err());
        assert!(Inputs::find(&["-".into(), "-".into()], None).is_err());
    }

    #[test]
    fn kept_paths_never_lead_outside() {
        assert_eq!(inside(Path::new("./a/b.html")), Path::new("a/b.html"));
        assert_eq!(inside(Path::new("../a/b.html")), Path::new("b.html"));
        assert_eq!(inside(Path::new("/a/b.html")), Path::new("b.html"));
    }
}
