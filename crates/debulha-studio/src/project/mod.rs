//! The pages that a studio is opened on: a folder, a corpus, a file of one page or of many, or a site store, which has no pages.

mod ids;
mod open;

use crate::project::ids::PageIds;
use crate::project::open::FoundProject;
use debulha_bulk::{JobInput, PageBody, ReadOptions, SinglePageFile, SourceFormat};
use debulha_core::layout::LayoutRecord;
use debulha_corpus::{Corpus, CorpusError, id_of, unlabelled, without_wrapper};
use debulha_io::layout_files::{self, LayoutFileError};
use debulha_io::page_file::{self, PageFileError};
use serde::Serialize;
use std::collections::HashSet;
use std::io;
use std::path::{Component, Path, PathBuf};
use thiserror::Error;

/// Pages of a project at most: a hundred bytes or so of memory each.
const MAX_PAGES: usize = 1_000_000;

/// Bytes of a page at most, decompressed; what is over is left out.
pub(crate) const MAX_PAGE_BYTES: usize = 64 << 20;

/// Why a project cannot be opened, or a page of it not be read.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ProjectError {
    /// A file or folder that cannot be read.
    #[error("{}: {reason}", path.display())]
    Io {
        /// Which.
        path: PathBuf,
        /// The cause.
        reason: io::Error,
    },
    /// The labels of a corpus.
    #[error(transparent)]
    Corpus(#[from] CorpusError),
    /// A page that cannot be read or decompressed.
    #[error("{}: {reason}", path.display())]
    Page {
        /// Its file.
        path: PathBuf,
        /// The cause.
        reason: PageFileError,
    },
    /// A file of many pages.
    #[error(transparent)]
    Source(#[from] debulha_bulk::SourceError),
    /// A layout record.
    #[error(transparent)]
    Layout(#[from] LayoutFileError),
    /// A page of a file of many that is no longer there.
    #[error("{}: the page no longer exists; open the file again", path.display())]
    Gone {
        /// The file.
        path: PathBuf,
    },
    /// More pages than a project takes.
    #[error("{}: more than {MAX_PAGES} pages; open a part of them", path.display())]
    TooMany {
        /// Where.
        path: PathBuf,
    },
    /// No pages.
    #[error("{}: no pages (.html, .htm or .xhtml, also with .gz, .zst or .br)", path.display())]
    Empty {
        /// Where.
        path: PathBuf,
    },
}

/// What kind of project it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ProjectKind {
    /// A folder of pages, with labels or without.
    Folder,
    /// A file of one page or of many.
    File,
    /// A site store: no pages.
    Store,
}

/// A page of the project, to be read when it is requested.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ProjectEntry {
    /// Its name: the path from the folder, the id in a corpus, or the address in a file of many pages.
    pub(crate) name: String,
    /// Its address, where the project knows it.
    pub(crate) url: Option<String>,
    /// Its site, where the project knows it.
    pub(crate) site: Option<String>,
    place: EntryPlace,
}

impl ProjectEntry {
    /// What names it in tables of labels.
    pub(crate) fn key(&self) -> &str {
        match self.place {
            EntryPlace::File(..) => id_of(&self.name),
            EntryPlace::Corpus(_) | EntryPlace::Record(_) => &self.name,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum EntryPlace {
    /// A file, and the number of the page in the corpus.
    File(PathBuf, Option<usize>),
    /// The number of the page in the corpus, which knows the file.
    Corpus(usize),
    /// A place in the file of many pages.
    Record(u64),
}

/// A page as it was stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct StoredBytes {
    /// Its bytes, decompressed, without labels in the source.
    pub(crate) bytes: Vec<u8>,
    /// The encoding that the server or the corpus states.
    pub(crate) charset: Option<String>,
    /// What is wrong with it.
    pub(crate) fault: Option<String>,
}

/// Pages by number, in the order of their names.
#[derive(Debug)]
pub(crate) struct Project {
    /// The name of the folder or file.
    pub(crate) name: String,
    pub(crate) kind: ProjectKind,
    /// What was opened.
    pub(crate) path: PathBuf,
    entries: Vec<ProjectEntry>,
    ids: PageIds,
    /// Names in tables of labels that several pages have.
    ambiguous: HashSet<String>,
    /// Whether the site of any page is known.
    pub(crate) has_sites: bool,
    corpus: Option<Corpus>,
    /// What the file is, where it is one of many pages.
    format: Option<SourceFormat>,
    layouts: Option<PathBuf>,
}

impl Project {
    /// Finds the pages of a folder or file; `layouts` is a folder of layout records, or the record of the one page.
    ///
    /// # Errors
    /// What is not there or cannot be read, a folder without pages, or one of too many.
    pub(crate) fn open(path: &Path, layouts: Option<&Path>) -> Result<Self, ProjectError> {
        let FoundProject { kind, mut entries, corpus, format } = open::find(path)?;
        if entries.is_empty() && kind != ProjectKind::Store {
            return Err(ProjectError::Empty { path: path.to_owned() });
        }
        entries.sort_by(|a, b| a.name.cmp(&b.name));
        let ambiguous = repeated(&entries);
        let ids = PageIds::of(entries.iter().map(|entry| entry.name.as_str()));
        let whole = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let name = whole.file_name().unwrap_or(whole.as_os_str()).to_string_lossy().into_owned();
        Ok(Project {
            name,
            kind,
            path: path.to_owned(),
            has_sites: entries.iter().any(|entry| entry.site.is_some()),
            entries,
            ids,
            ambiguous,
            corpus,
            format,
            layouts: layouts.map(Path::to_owned),
        })
    }

    /// The pages, by number.
    pub(crate) fn entries(&self) -> &[ProjectEntry] {
        &self.entries
    }

    /// The id of the page of a number, which is the same whenever the project is opened.
    pub(crate) fn id(&self, number: usize) -> Option<&str> {
        self.ids.id(number)
    }

    /// The number of the page of an id.
    pub(crate) fn number(&self, id: &str) -> Option<usize> {
        self.ids.number(id)
    }

    /// Whether several pages have this name in tables of labels.
    pub(crate) fn is_ambiguous(&self, key: &str) -> bool {
        self.ambiguous.contains(key)
    }

    /// Whether the pages are in one file of many.
    pub(crate) fn is_container(&self) -> bool {
        self.format.is_some()
    }

    /// Whether these inputs are the one file of the pages.
    pub(crate) fn is_container_of(&self, inputs: &[JobInput]) -> bool {
        self.is_container() && matches!(inputs, [JobInput::Container(path, _)] if *path == self.path)
    }

    /// The folder of the pages, or of the file.
    pub(crate) fn folder(&self) -> &Path {
        if self.kind == ProjectKind::Folder {
            &self.path
        } else {
            self.path.parent().unwrap_or(Path::new(""))
        }
    }

    /// The pages as a bulk run reads them: in the order of the project, unless they are in one file.
    ///
    /// # Errors
    /// A corpus that names a page outside of it.
    pub(crate) fn inputs(&self) -> Result<Vec<JobInput>, ProjectError> {
        if let Some(format) = self.format {
            return Ok(vec![JobInput::Container(self.path.clone(), format)]);
        }
        let mut files = Vec::with_capacity(self.entries.len());
        for entry in &self.entries {
            let Some(path) = self.page_file(entry)? else { continue };
            files.push(SinglePageFile { path, url: entry.url.clone() });
        }
        Ok(vec![JobInput::Pages(files)])
    }

    /// The file of a page, where it has one of its own.
    ///
    /// # Errors
    /// A corpus that names a page outside of it.
    pub(crate) fn page_file(&self, entry: &ProjectEntry) -> Result<Option<PathBuf>, ProjectError> {
        Ok(match &entry.place {
            EntryPlace::File(path, _) => Some(path.clone()),
            EntryPlace::Corpus(number) => {
                self.corpus.as_ref().map(|corpus| corpus.page_path(&corpus.pages()[*number])).transpose()?
            }
            EntryPlace::Record(_) => None,
        })
    }

    /// The text that should be kept of a page, where somebody said so.
    pub(crate) fn gold(&self, entry: &ProjectEntry) -> Option<&str> {
        let (EntryPlace::File(_, Some(number)) | EntryPlace::Corpus(number)) = entry.place else {
            return None;
        };
        self.corpus.as_ref()?.pages().get(number)?.text.as_deref()
    }

    /// The site store, where the project is one.
    pub(crate) fn store(&self) -> Option<&Path> {
        (self.kind == ProjectKind::Store).then_some(self.path.as_path())
    }

    /// Whether there are layout records.
    pub(crate) fn has_layouts(&self) -> bool {
        self.layouts.is_some()
    }

    /// Whether any page has a text that should be kept.
    pub(crate) fn has_gold(&self) -> bool {
        self.entries.iter().any(|entry| self.gold(entry).is_some())
    }

    /// Reads a page.
    ///
    /// # Errors
    /// A file that cannot be read any more.
    pub(crate) fn read(&self, entry: &ProjectEntry) -> Result<StoredBytes, ProjectError> {
        match &entry.place {
            EntryPlace::File(path, _) => {
                let page = page_file::open(path, MAX_PAGE_BYTES)
                    .map_err(|reason| ProjectError::Page { path: path.clone(), reason })?;
                Ok(without_labels(page.bytes, None, page.fault.map(|fault| fault.to_string())))
            }
            EntryPlace::Corpus(number) => {
                let Some((corpus, page)) =
                    self.corpus.as_ref().and_then(|c| Some((c, c.pages().get(*number)?)))
                else {
                    return Err(ProjectError::Gone { path: self.path.clone() });
                };
                let bytes = without_wrapper(&corpus.page_bytes(&page.id)?).to_vec();
                Ok(without_labels(bytes, page.encoding.clone(), None))
            }
            EntryPlace::Record(place) => self.record(*place),
        }
    }

    fn record(&self, place: u64) -> Result<StoredBytes, ProjectError> {
        let gone = || ProjectError::Gone { path: self.path.clone() };
        let format = self.format.ok_or_else(gone)?;
        let mut steps = debulha_bulk::open(&self.path, format, place, &read_options())?;
        let record = steps.next().ok_or_else(gone)??.record.ok_or_else(gone)?;
        match record.body {
            PageBody::Html(bytes) => {
                Ok(StoredBytes { bytes, charset: record.origin.charset, fault: record.fault })
            }
            PageBody::Text(_) | PageBody::Error(_) => Err(gone()),
        }
    }

    /// Where a browser put the elements of a page; `None` where there is no record of it.
    ///
    /// # Errors
    /// A record that cannot be read.
    pub(crate) fn layout(&self, entry: &ProjectEntry) -> Result<Option<LayoutRecord>, ProjectError> {
        Ok(self.layout_file(entry).map(|path| layout_files::read(&path)).transpose()?)
    }

    /// The file of a page's layout record.
    pub(crate) fn layout_file(&self, entry: &ProjectEntry) -> Option<PathBuf> {
        let layouts = self.layouts.as_ref()?;
        if layouts.is_file() {
            return (self.entries.len() == 1).then(|| layouts.clone());
        }
        let page = Path::new(open::stem(&entry.name));
        // Names come out of files: none leads out of the folder.
        if !page.components().all(|part| matches!(part, Component::Normal(_))) {
            return None;
        }
        let of_corpus = self.corpus.as_ref().filter(|_| matches!(entry.place, EntryPlace::Corpus(_)));
        let folder = of_corpus.map_or("", Corpus::name);
        layout_files::find(layouts, &Path::new(folder).join(page))
    }
}

/// The names in tables of labels that files have more than once.
fn repeated(entries: &[ProjectEntry]) -> HashSet<String> {
    let mut seen = HashSet::new();
    let files = entries.iter().filter(|entry| matches!(entry.place, EntryPlace::File(..)));
    files.map(ProjectEntry::key).filter(|name| !seen.insert(*name)).map(str::to_owned).collect()
}

fn without_labels(bytes: Vec<u8>, charset: Option<String>, fault: Option<String>) -> StoredBytes {
    match unlabelled(&bytes, charset.as_deref()) {
        Some(text) => StoredBytes { bytes: text.into_bytes(), charset: Some("utf-8".to_owned()), fault },
        None => StoredBytes { bytes, charset, fault },
    }
}

/// How files of many pages are read.
fn read_options() -> ReadOptions {
    ReadOptions { max_bytes: MAX_PAGE_BYTES, ..ReadOptions::default() }
}
