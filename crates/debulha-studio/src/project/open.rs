//! Finding the pages of a project.

use super::{EntryPlace, MAX_PAGES, ProjectEntry, ProjectError, ProjectKind, read_options};
use debulha_bulk::{PageBody, SourceFormat};
use debulha_corpus::{Corpus, TRUTH_FILE, TRUTH_TABLE, is_corpus};
use debulha_io::site_store::{SiteBy, is_store};
use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Endings of pages.
const PAGES: [&str; 3] = [".html", ".htm", ".xhtml"];

/// Endings of files that are compressed.
const PACKED: [&str; 3] = [".gz", ".zst", ".br"];

/// What there is at a path.
pub(super) struct FoundProject {
    pub(super) kind: ProjectKind,
    pub(super) entries: Vec<ProjectEntry>,
    pub(super) corpus: Option<Corpus>,
    pub(super) format: Option<SourceFormat>,
}

/// Looks at a path.
pub(super) fn find(path: &Path) -> Result<FoundProject, ProjectError> {
    let about = fs::metadata(path).map_err(|reason| ProjectError::Io { path: path.to_owned(), reason })?;
    if about.is_dir() {
        return folder(path);
    }
    let none = FoundProject { kind: ProjectKind::File, entries: Vec::new(), corpus: None, format: None };
    if is_store(path) {
        return Ok(FoundProject { kind: ProjectKind::Store, ..none });
    }
    match SourceFormat::of_name(path) {
        SourceFormat::Html => {
            let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
            let page =
                ProjectEntry { name, url: None, site: None, place: EntryPlace::File(path.to_owned(), None) };
            Ok(FoundProject { entries: vec![page], ..none })
        }
        format => Ok(FoundProject { entries: records(path, format)?, format: Some(format), ..none }),
    }
}

/// The pages of a folder: those that its list of labelled pages names, or else those that are in it and below it.
fn folder(dir: &Path) -> Result<FoundProject, ProjectError> {
    if [TRUTH_FILE, TRUTH_TABLE].iter().any(|name| dir.join(name).is_file()) {
        let corpus = Corpus::open(dir)?;
        let entry = |(number, page): (usize, &debulha_corpus::LabelledPage)| ProjectEntry {
            name: page.id.clone(),
            url: page.url.clone(),
            site: page.site.clone(),
            place: EntryPlace::Corpus(number),
        };
        let entries: Vec<ProjectEntry> = corpus.pages().iter().enumerate().map(entry).collect();
        check_number(dir, entries.len())?;
        return Ok(FoundProject { kind: ProjectKind::Folder, entries, corpus: Some(corpus), format: None });
    }
    // Pages without labels are pages of the project too, and pages below the folder, which a corpus does not have.
    let corpus = if is_corpus(dir) { Corpus::open(dir).ok() } else { None };
    let pages = corpus.iter().flat_map(|corpus| corpus.pages().iter().enumerate());
    let numbers: HashMap<&str, usize> =
        pages.filter_map(|(number, page)| Some((page.file.as_deref()?, number))).collect();
    let mut entries = Vec::new();
    for (name, path) in walk(dir)? {
        let number = numbers.get(name.as_str()).copied();
        entries.push(ProjectEntry { name, url: None, site: None, place: EntryPlace::File(path, number) });
    }
    Ok(FoundProject { kind: ProjectKind::Folder, entries, corpus, format: None })
}

/// The files of pages in a folder and below it, by their path from there. Hidden ones, and links, which may lead in circles, are
/// left out.
fn walk(dir: &Path) -> Result<Vec<(String, PathBuf)>, ProjectError> {
    let mut found = Vec::new();
    let mut open = vec![(String::new(), dir.to_owned())];
    while let Some((prefix, folder)) = open.pop() {
        let at = |reason| ProjectError::Io { path: folder.clone(), reason };
        for entry in fs::read_dir(&folder).map_err(at)? {
            let entry = entry.map_err(at)?;
            let (own, kind) =
                (entry.file_name().to_string_lossy().into_owned(), entry.file_type().map_err(at)?);
            if own.starts_with('.') {
                continue;
            }
            if kind.is_dir() {
                open.push((format!("{prefix}{own}/"), entry.path()));
            } else if stem(&own) != own && kind.is_file() {
                found.push((format!("{prefix}{own}"), entry.path()));
                check_number(dir, found.len())?;
            }
        }
    }
    Ok(found)
}

/// The name of a page without its endings; the whole name of what is no page.
pub(super) fn stem(name: &str) -> &str {
    let strip = |name: &'_ str, endings: &[&str]| {
        let lower = name.to_ascii_lowercase();
        endings.iter().find(|ending| lower.ends_with(**ending)).map(|ending| name.len() - ending.len())
    };
    let plain = strip(name, &PACKED).map_or(name, |end| &name[..end]);
    strip(plain, &PAGES).map_or(name, |end| &plain[..end])
}

/// The pages of a file of many.
fn records(path: &Path, format: SourceFormat) -> Result<Vec<ProjectEntry>, ProjectError> {
    let sites = SiteBy::default();
    let (mut entries, mut place) = (Vec::new(), 0);
    for step in debulha_bulk::open(path, format, 0, &read_options())? {
        let step = step?;
        if let Some(record) = step.record.filter(|record| matches!(record.body, PageBody::Html(_))) {
            let url = record.origin.url;
            let site = url.as_deref().and_then(|url| sites.site_of(url));
            let name = url.clone().unwrap_or(record.origin.id);
            entries.push(ProjectEntry { name, url, site, place: EntryPlace::Record(place) });
            check_number(path, entries.len())?;
        }
        place = step.next;
    }
    Ok(entries)
}

fn check_number(path: &Path, number: usize) -> Result<(), ProjectError> {
    if number > MAX_PAGES { Err(ProjectError::TooMany { path: path.to_owned() }) } else { Ok(()) }
}
