//! Which inputs the arguments mean.

mod archive;

use crate::exit::Usage;
use crate::help;
use anyhow::{Context, Result};
use debulha_core::features::canonical_url::is_web_address;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, IsTerminal};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use url::Url;
use walkdir::{DirEntry, WalkDir};

/// The argument that means standard input.
const STDIN: &str = "-";

/// Characters of an address that a part of a path takes at most.
const MAX_NAME: usize = 60;

/// Endings that compressed pages have after their own.
const COMPRESSED: [&str; 3] = ["gz", "zst", "br"];

/// What is said where there is an address, and no page.
const NOT_AN_INPUT: &str =
    "no input: --url only sets the base URL of a page; to fetch a page, pass its URL as an argument";

/// Which pages a verb reads.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = help::INPUT)]
pub struct InputArgs {
    /// Files, folders, glob patterns, URLs, or - for stdin (the default)
    ///
    /// Folders are read recursively, except hidden files. Pages may be compressed: .gz, .zst, .br. Each HTML response in
    /// a WARC file (.warc, .warc.gz) is one page. URLs are fetched politely; `debulha crawl` fetches whole sites.
    #[arg(value_name = "FILE|DIR|GLOB|URL", help_heading = None)]
    inputs: Vec<PathBuf>,
    /// Input directory, as in trafilatura
    #[arg(long, value_name = "DIR", hide = true)]
    input_dir: Vec<PathBuf>,
    /// Read paths or URLs from a file, one per line; - for standard input
    ///
    /// A path may be followed by a tab and the URL of the page; a URL alone is fetched. Empty lines and lines that begin
    /// with `# ` are ignored.
    #[arg(long, value_name = "FILE", display_order = 0)]
    list: Option<PathBuf>,
    /// Paths in the list end with a NUL byte, as from `find -print0`
    #[arg(
        short = '0',
        long,
        requires = "list",
        display_order = 1,
        hide_short_help = true,
        hide_long_help = true
    )]
    null: bool,
}

impl InputArgs {
    /// The pages that the arguments name, without those of the list: see [`Inputs::find`].
    ///
    /// # Errors
    /// As [`Inputs::find`]; an address for several pages, or for none.
    pub fn named(&self, target: Option<&Path>, url: Option<&str>) -> Result<Inputs, Usage> {
        let named: Vec<PathBuf> = self.inputs.iter().chain(&self.input_dir).cloned().collect();
        let mut inputs = match self.list {
            Some(_) if named.is_empty() => Inputs::none(),
            None if named.is_empty() && url.is_some() && io::stdin().is_terminal() => {
                return Err(Usage(NOT_AN_INPUT.to_owned()));
            }
            _ => Inputs::find(&named, target)?,
        };
        inputs.several |= self.list.is_some();
        if url.is_some() && inputs.several {
            return Err(Usage(
                "--url applies to one page, but there are several inputs; give URLs with --list".to_owned(),
            ));
        }
        Ok(inputs)
    }

    /// The files that the arguments and the list name, those of many pages unopened.
    ///
    /// # Errors
    /// As [`Inputs::find`]; a list that cannot be opened.
    pub fn files(&self, target: Option<&Path>) -> Result<Vec<PageInput>> {
        let named: Vec<PathBuf> = self.inputs.iter().chain(&self.input_dir).cloned().collect();
        let mut files = if named.is_empty() && self.list.is_some() {
            Vec::new()
        } else {
            Inputs::find_files(&named, target)?.list
        };
        if let Some(list) = &self.list {
            files.extend(lines_of(list, self.null).with_context(|| list.display().to_string())?);
        }
        Ok(files)
    }

    /// The pages of the list, where there is one, read as they are requested.
    ///
    /// # Errors
    /// A list that cannot be opened.
    pub fn listed(&self) -> Result<Option<impl Iterator<Item = PageInput> + use<>>> {
        let open = |list: &PathBuf| listed(list, self.null).with_context(|| list.display().to_string());
        self.list.as_ref().map(open).transpose()
    }
}

/// One input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageInput {
    /// Name in messages and records: the path as given or found, `-` for standard input.
    pub name: String,
    /// Where it is.
    pub place: InputPlace,
    /// Where it lies below the directory that was given; what --keep-dirs keeps. Never leads outside.
    pub relative: PathBuf,
    /// Its address, where a list gives it.
    pub url: Option<String>,
    /// What a probe filled a form in with to get it, written as the body of a form.
    pub query: Option<String>,
    /// The folder that tells its site: the first one below the directory that was given, or else the one it lies in.
    pub folder: Option<String>,
}

/// Where an input is.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum InputPlace {
    /// Standard input.
    Stdin,
    /// A file.
    File(PathBuf),
    /// A record of a WARC file.
    Record {
        /// The file.
        file: Arc<PathBuf>,
        /// Where the record begins in it.
        offset: u64,
    },
    /// The web.
    Address(String),
    /// Nowhere that can be read; the reason.
    Unusable(String),
}

/// All inputs in order.
#[derive(Debug)]
pub struct Inputs {
    /// The inputs. Paths only, so a million of them take some 200 MB.
    pub list: Vec<PageInput>,
    /// Whether the arguments ask for more than one page, even where there is but one.
    pub several: bool,
}

impl Inputs {
    /// No inputs yet, of several.
    pub fn none() -> Inputs {
        Inputs { list: Vec::new(), several: true }
    }

    /// Finds what the arguments mean. No argument means standard input, unless somebody types there.
    ///
    /// A directory means all files below it, in the order of their names, but for hidden ones. A pattern that names
    /// no file itself means all files that match. What is not there is listed with the reason, to be reported in
    /// its turn. The target of the output is passed over, lest a second run read what the first has written.
    ///
    /// # Errors
    /// No input at all, standard input twice, or a malformed pattern.
    pub fn find(args: &[PathBuf], target: Option<&Path>) -> Result<Inputs, Usage> {
        let Inputs { list, several } = Inputs::find_files(args, target)?;
        let holds_several = list.iter().any(PageInput::is_archive);
        Ok(Inputs { list: list.into_iter().flat_map(opened).collect(), several: several || holds_several })
    }

    /// The same with WARC files as they are.
    fn find_files(args: &[PathBuf], target: Option<&Path>) -> Result<Inputs, Usage> {
        if args.is_empty() {
            if std::io::stdin().is_terminal() {
                return Err(Usage("no input; name files or URLs, or pipe a page in".to_owned()));
            }
            return Ok(Inputs { list: vec![PageInput::stdin()], several: false });
        }
        if args.iter().filter(|arg| *arg == Path::new(STDIN)).count() > 1 {
            return Err(Usage("- (standard input) is given twice; name it once".to_owned()));
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
            self.list.push(PageInput::stdin());
            return Ok(());
        }
        match fs::metadata(arg) {
            Ok(metadata) if metadata.is_dir() => self.add_directory(arg, target),
            Ok(_) => self.list.push(PageInput::file(arg.to_owned(), inside(arg))),
            Err(_) if is_address(arg) => self.list.push(PageInput::address(arg)),
            Err(error) => match arg.to_str().filter(|text| text.contains(['*', '?', '['])) {
                Some(pattern) => self.add_matches(pattern)?,
                None => self.list.push(PageInput::unusable(arg, error.to_string())),
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
        let before = self.list.len();
        let walk = WalkDir::new(root).follow_links(true).sort_by_file_name();
        for entry in walk.into_iter().filter_entry(is_wanted) {
            match entry {
                Ok(entry) if entry.file_type().is_file() => {
                    let relative = entry.path().strip_prefix(root).unwrap_or(entry.path()).to_owned();
                    let first = relative.parent().and_then(|parent| parent.components().next());
                    let folder = first.map(|first| first.as_os_str().to_string_lossy().into_owned());
                    let mut input = PageInput::file(entry.into_path(), relative);
                    input.folder = folder.or(input.folder);
                    self.list.push(input);
                }
                Ok(_) => {}
                Err(error) => {
                    let path = error.path().unwrap_or(root).to_owned();
                    let reason = error.io_error().map_or_else(|| error.to_string(), ToString::to_string);
                    self.list.push(PageInput::unusable(&path, reason));
                }
            }
        }
        if self.list.len() == before {
            self.list.push(PageInput::unusable(root, "the folder has no files".to_owned()));
        }
    }

    fn add_matches(&mut self, pattern: &str) -> Result<(), Usage> {
        self.several = true;
        let options = glob::MatchOptions { require_literal_leading_dot: true, ..glob::MatchOptions::new() };
        let matches = glob::glob_with(pattern, options)
            .map_err(|error| Usage(format!("bad pattern `{pattern}`: {error}")))?;
        let before = self.list.len();
        for found in matches {
            match found {
                Ok(path) if path.is_dir() => {}
                Ok(path) => {
                    let relative = inside(&path);
                    self.list.push(PageInput::file(path, relative));
                }
                Err(error) => self.list.push(PageInput::unusable(error.path(), error.error().to_string())),
            }
        }
        if self.list.len() == before {
            self.list.push(PageInput::unusable(Path::new(pattern), "no file matches".to_owned()));
        }
        Ok(())
    }
}

impl PageInput {
    /// Standard input.
    pub fn stdin() -> Self {
        let (name, relative) = (STDIN.to_owned(), PathBuf::from("stdin"));
        PageInput { name, place: InputPlace::Stdin, relative, url: None, query: None, folder: None }
    }

    /// The one input that an argument names; directories and patterns are not looked into.
    pub fn one(arg: &Path) -> Self {
        if arg == Path::new(STDIN) {
            PageInput::stdin()
        } else if is_address(arg) && !arg.exists() {
            PageInput::address(arg)
        } else {
            PageInput::file(arg.to_owned(), inside(arg))
        }
    }

    fn file(path: PathBuf, relative: PathBuf) -> Self {
        let name = path.display().to_string();
        let folder = path.parent().and_then(Path::file_name).map(|name| name.to_string_lossy().into_owned());
        PageInput { name, place: InputPlace::File(path), relative, url: None, query: None, folder }
    }

    /// A page of the web.
    fn address(arg: &Path) -> Self {
        let address = arg.to_string_lossy().into_owned();
        PageInput {
            name: address.clone(),
            place: InputPlace::Address(address.clone()),
            relative: path_of_address(&address),
            folder: None,
            query: None,
            url: Some(address),
        }
    }

    fn unusable(path: &Path, reason: String) -> Self {
        let name = path.display().to_string();
        PageInput {
            name,
            place: InputPlace::Unusable(reason),
            relative: inside(path),
            url: None,
            query: None,
            folder: None,
        }
    }

    /// A line of a list: the path of a page, then, after a tab, its address where it is known.
    fn listed(line: &[u8]) -> Self {
        let mut parts = line.splitn(2, |&byte| byte == b'\t');
        let path = path_of(parts.next().unwrap_or_default());
        if is_address(&path) && !path.exists() {
            return PageInput::address(&path);
        }
        let relative = inside(&path);
        let url = parts.next().map(|url| String::from_utf8_lossy(url).trim().to_owned());
        PageInput { url: url.filter(|url| !url.is_empty()), ..PageInput::file(path, relative) }
    }

    /// Whether it is a WARC file.
    fn is_archive(&self) -> bool {
        matches!(&self.place, InputPlace::File(path) if archive::is_warc(path))
    }

    /// The file name without its endings, that of a compression included.
    pub fn stem(&self) -> &OsStr {
        let mut name = Path::new(self.relative.file_name().unwrap_or(self.relative.as_os_str()));
        if name.extension().is_some_and(|ending| COMPRESSED.iter().any(|known| ending == *known)) {
            name = Path::new(name.file_stem().unwrap_or(name.as_os_str()));
        }
        name.file_stem().unwrap_or(name.as_os_str())
    }
}

/// The pages of a list, one per line, read as they are requested; empty lines are passed over, and those that begin with `# `.
/// With `null` pages end with a NUL byte, and nothing is a comment. `-` is standard input.
///
/// # Errors
/// Of opening the list. What breaks off later is an input that cannot be used.
pub fn listed(list: &Path, null: bool) -> io::Result<impl Iterator<Item = PageInput> + use<>> {
    Ok(lines_of(list, null)?.flat_map(opened))
}

/// An input, or the pages of a WARC file.
fn opened(input: PageInput) -> Vec<PageInput> {
    match &input.place {
        InputPlace::File(path) if input.is_archive() => archive::pages(path),
        _ => vec![input],
    }
}

/// The same with WARC files as they are.
fn lines_of(list: &Path, null: bool) -> io::Result<impl Iterator<Item = PageInput> + use<>> {
    let source: Box<dyn BufRead> = if list == Path::new(STDIN) {
        Box::new(BufReader::new(io::stdin()))
    } else {
        Box::new(BufReader::new(File::open(list)?))
    };
    let name = list.to_owned();
    let pages = source.split(if null { 0 } else { b'\n' }).map(move |line| match line {
        Ok(line) if null => Some(PageInput::listed(&line)).filter(|_| !line.is_empty()),
        Ok(line) => {
            let line = line.strip_suffix(b"\r").unwrap_or(&line);
            Some(PageInput::listed(line)).filter(|_| !is_comment(line))
        }
        Err(error) => Some(PageInput::unusable(&name, error.to_string())),
    });
    Ok(pages.flatten())
}

/// Whether a line of a list names no page.
fn is_comment(line: &[u8]) -> bool {
    line.trim_ascii().is_empty() || line.starts_with(b"# ")
}

/// A path from its bytes: file names need not be UTF-8.
#[cfg(unix)]
fn path_of(bytes: &[u8]) -> PathBuf {
    use std::os::unix::ffi::OsStrExt;
    PathBuf::from(OsStr::from_bytes(bytes))
}

/// A path from its bytes.
#[cfg(not(unix))]
fn path_of(bytes: &[u8]) -> PathBuf {
    PathBuf::from(String::from_utf8_lossy(bytes).into_owned())
}

/// A place for what comes of an address: host and path, with nothing that file systems take for something else. Never leads
/// outside.
fn path_of_address(address: &str) -> PathBuf {
    let rest = address.split_once("://").map_or(address, |(_, rest)| rest);
    let rest = rest.split('#').next().unwrap_or_default();
    let plain = |part: &str| {
        let plain = |c: char| if c.is_alphanumeric() || "-_.=".contains(c) { c } else { '_' };
        part.chars().take(MAX_NAME).map(plain).collect::<String>()
    };
    let (folder, page) = rest.rsplit_once('/').unwrap_or((rest, ""));
    let parts = folder.split('/').filter(|part| !part.trim_matches('.').is_empty()).map(plain);
    let page = plain(page);
    let page = if page.trim_matches('.').is_empty() { "index".to_owned() } else { page };
    parts.collect::<PathBuf>().join(page)
}

/// A URL with a scheme.
///
/// # Errors
/// What is wrong with it, and what to do.
pub fn absolute_url(text: &str) -> Result<Url, String> {
    Url::parse(text).map_err(|error| match error {
        url::ParseError::RelativeUrlWithoutBase => {
            format!("`{text}` is not an absolute URL; begin with https://")
        }
        error => format!("`{text}` is not a URL: {error}"),
    })
}

/// Whether an argument is an address of the web.
fn is_address(arg: &Path) -> bool {
    arg.to_str().is_some_and(is_web_address)
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
        assert!(found.list.iter().all(|input| matches!(input.place, InputPlace::Unusable(_))));
        assert_eq!(found.list.len(), 2);
        assert!(Inputs::find(&["a[".into()], None).is_err());
        assert!(Inputs::find(&["-".into(), "-".into()], None).is_err());
    }

    #[test]
    fn folders_tell_sites_and_lists_tell_addresses() {
        let dir = tempfile::tempdir().unwrap();
        for name in ["a/x/1.html", "a/2.html", "3.html"] {
            fs::create_dir_all(dir.path().join(name).parent().unwrap()).unwrap();
            fs::write(dir.path().join(name), "x").unwrap();
        }
        let root = dir.path().file_name().unwrap().to_str().unwrap();
        let found = Inputs::find(&[dir.path().to_owned()], None).unwrap();
        let folders: Vec<&str> = found.list.iter().map(|input| input.folder.as_deref().unwrap()).collect();
        assert_eq!(folders, [root, "a", "a"]);

        let list = dir.path().join("list");
        fs::write(&list, "a/2.html\thttp://example.org/2\r\n\nb c.html\n").unwrap();
        let pages: Vec<PageInput> = listed(&list, false).unwrap().collect();
        assert_eq!(pages[0].url.as_deref(), Some("http://example.org/2"));
        assert_eq!((pages[0].name.as_str(), pages[0].folder.as_deref()), ("a/2.html", Some("a")));
        assert_eq!((pages[1].name.as_str(), &pages[1].url, pages.len()), ("b c.html", &None, 2));

        fs::write(&list, "# a\nb.html\0c.html\thttp://example.org/c\0").unwrap();
        let pages: Vec<PageInput> = listed(&list, true).unwrap().collect();
        assert_eq!((pages[0].name.as_str(), pages.len()), ("# a\nb.html", 2));
        assert_eq!(pages[1].url.as_deref(), Some("http://example.org/c"));
    }

    #[test]
    fn addresses_are_pages_and_have_places_for_their_results() {
        let found = Inputs::find(&["https://example.org/farm/rye.html?x=1#y".into()], None).unwrap();
        let input = &found.list[0];
        assert_eq!(input.place, InputPlace::Address("https://example.org/farm/rye.html?x=1#y".to_owned()));
        assert_eq!((input.url.as_ref(), found.several), (Some(&input.name), false));
        for (address, path) in [
            ("https://example.org", "example.org/index"),
            ("http://e.org:8080/a/", "e.org_8080/a/index"),
            ("http://e.org/farm/rye.html?x=1/2#y", "e.org/farm/rye.html_x=1/2"),
            ("http://e.org/../../etc/..", "e.org/etc/index"),
        ] {
            assert_eq!(path_of_address(address), Path::new(path), "{address}");
        }
    }

    #[test]
    fn kept_paths_never_lead_outside() {
        assert_eq!(inside(Path::new("./a/b.html")), Path::new("a/b.html"));
        assert_eq!(inside(Path::new("../a/b.html")), Path::new("b.html"));
        assert_eq!(inside(Path::new("/a/b.html")), Path::new("b.html"));
    }
}
