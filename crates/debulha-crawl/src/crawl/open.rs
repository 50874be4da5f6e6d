//! How a crawl begins, and how it goes on after any interruption.

use super::settle::PAGE;
use super::{Crawl, CrawlOptions, EarlierPages};
use crate::error::CrawlError;
use crate::frontier::{Frontier, FrontierEntry, UrlState, What};
use crate::polite::Visitor;
use crate::records::Archive;
use debulha_core::features::canonical_url::normalise;
use debulha_io::warc::{ArchiveRecord, WarcReader, WarcRecordKind};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use url::Url;

/// What the note of a failure begins with that the next run tries again.
pub(super) const AGAIN: &str = "again: ";

/// Bytes that the first record of a file has at most.
const MAX_BEGINNING: u64 = 4096;

impl Crawl {
    /// Begins a crawl, or goes on with the one that the state is of: the WARC file is cut after its last whole record, what it
    /// has beyond the state is noted, and what the state has beyond the file is queued again.
    ///
    /// # Errors
    /// Files that do not go together, or cannot be used; other options than those that it was begun with; a seed that is no address.
    pub fn open(
        warc: &Path,
        state: &Path,
        options: CrawlOptions,
        visitor: Visitor,
    ) -> Result<Crawl, CrawlError> {
        let seeds = seeds(&options)?;
        if !state.exists() && warc.exists() {
            return Err(mismatch(warc, state, WarcMismatch::NoState));
        }
        let earlier = options.earlier.as_deref().map(EarlierPages::read).transpose()?;
        let mut frontier = Frontier::open(state)?;
        check_options(&mut frontier, state, &options)?;
        let known = frontier.meta("warc")?;
        let len = frontier.meta("warc_len")?.and_then(|text| text.parse().ok()).unwrap_or(0);
        if known.is_none() && warc.exists() && !is_beginning(warc)? {
            return Err(mismatch(warc, state, WarcMismatch::Unknown));
        }
        let mut unsettled = Vec::new();
        let archive = if let Some(known) = known {
            if !warc.exists() {
                return Err(mismatch(warc, state, WarcMismatch::Missing));
            }
            let archive = Archive::resume(warc, len, 0, &mut |record| {
                unsettled.extend(answer_of(record));
                Ok(())
            })?;
            if archive.id != known {
                return Err(mismatch(warc, state, WarcMismatch::Other));
            }
            archive
        } else {
            // What is left of a beginning that was interrupted.
            if warc.exists() {
                fs::remove_file(warc)?;
            }
            let archive = Archive::create(warc, &visitor.fetcher().options().agent_field())?;
            frontier.set_meta("warc", &archive.id)?;
            archive
        };
        let sites =
            frontier.meta("sites")?.map(|text| text.lines().map(str::to_owned).collect()).unwrap_or_default();
        let clock = visitor.fetcher().clock();
        let mut crawl = Crawl {
            frontier,
            archive,
            options,
            sites,
            pages: 0,
            host_pages: BTreeMap::new(),
            requests: 0,
            sitemap_hosts: BTreeSet::new(),
            failures: BTreeMap::new(),
            earlier,
            uncommitted: 0,
            committed: clock.now(),
            clock,
            visitor,
        };
        crawl.begin(&seeds)?;
        crawl.reconcile(unsettled)?;
        crawl.commit()?;
        Ok(crawl)
    }

    fn begin(&mut self, seeds: &[Url]) -> Result<(), CrawlError> {
        for seed in seeds {
            let site = self.options.scope.site_of(seed);
            if !self.sites.contains(&site) {
                self.sites.push(site);
            }
            self.frontier.add(seed, UrlState::Queued, What::Page, 0)?;
        }
        let sites = self.sites.join("\n");
        self.frontier.set_meta("sites", &sites)
    }

    /// Brings the state to what the WARC file holds.
    fn reconcile(&mut self, unsettled: Vec<(Url, u64)>) -> Result<(), CrawlError> {
        let end = self.archive.len();
        let mut again = Vec::new();
        let mut host_pages = BTreeMap::new();
        self.frontier.each(|entry| {
            let is_lost = entry.state == UrlState::Done && entry.offset >= end;
            if is_lost || entry.state == UrlState::Failed && entry.note.starts_with(AGAIN) {
                again.push(entry);
            } else if entry.state == UrlState::Done && entry.note == PAGE {
                *host_pages.entry(entry.host()).or_insert(0) += 1;
            }
        })?;
        self.pages = host_pages.values().sum();
        self.host_pages = host_pages;
        for entry in again {
            self.frontier.put(&FrontierEntry {
                state: UrlState::Queued,
                offset: 0,
                note: String::new(),
                ..entry
            })?;
        }
        for (url, offset) in unsettled {
            if let Some(answer) = self.archive.answer(offset)? {
                self.settle(&url, &answer, offset)?;
            }
        }
        Ok(())
    }
}

/// Whether a WARC file has no more than its first record, or a part of it.
pub(crate) fn is_beginning(warc: &Path) -> Result<bool, CrawlError> {
    let mut reader = WarcReader::open(warc)?;
    let is_first = match reader.next_record() {
        Some(Ok(record)) => record.kind == WarcRecordKind::Warcinfo,
        Some(Err(_)) | None => fs::metadata(warc)?.len() <= MAX_BEGINNING,
    };
    Ok(is_first && reader.next_record().is_none())
}

/// Address and place of a record that is an answer.
fn answer_of(record: &ArchiveRecord) -> Option<(Url, u64)> {
    let is_answer = matches!(record.kind, WarcRecordKind::Response | WarcRecordKind::Revisit);
    let url = record.target().filter(|_| is_answer).and_then(|target| Url::parse(target).ok())?;
    Some((url, record.offset))
}

fn seeds(options: &CrawlOptions) -> Result<Vec<Url>, CrawlError> {
    let seed = |address: &String| {
        let wrong = |reason: String| CrawlError::Seed { address: address.clone(), reason };
        let url = Url::parse(address).map_err(|error| match error {
            url::ParseError::RelativeUrlWithoutBase => {
                wrong("is not an absolute URL; begin with https://".to_owned())
            }
            error => wrong(format!("is not a URL: {error}")),
        })?;
        normalise(&url).ok_or_else(|| wrong("is not a web URL; begin with http:// or https://".to_owned()))
    };
    options.seeds.iter().map(seed).collect()
}

/// Options that would make two crawls of one.
fn check_options(frontier: &mut Frontier, path: &Path, options: &CrawlOptions) -> Result<(), CrawlError> {
    let sample = options.sample.map_or("none".to_owned(), |seed| format!("seed {seed}"));
    for (name, asked) in [("--same", options.scope.same.to_string()), ("--sample", sample)] {
        match frontier.meta(name)? {
            Some(stored) if stored != asked => {
                return Err(CrawlError::OtherOptions { state: path.to_owned(), name, stored, asked });
            }
            Some(_) => {}
            None => frontier.set_meta(name, &asked)?,
        }
    }
    Ok(())
}

/// A WARC file that does not go with its state.
#[derive(Debug, Clone, Copy)]
pub(crate) enum WarcMismatch {
    /// It exists, and the state does not.
    NoState,
    /// The state names no WARC file.
    Unknown,
    /// The state exists, and the file does not.
    Missing,
    /// The state names another one.
    Other,
}

pub(crate) fn mismatch(warc: &Path, state: &Path, mismatch: WarcMismatch) -> CrawlError {
    let state = state.display();
    let reason = match mismatch {
        WarcMismatch::NoState => "exists but has no crawl state; choose another file or delete it".to_owned(),
        WarcMismatch::Unknown => {
            format!("exists, but {state} belongs to no WARC file; choose another file or delete both")
        }
        WarcMismatch::Missing => {
            format!("is missing, but {state} exists; restore the file or delete the state")
        }
        WarcMismatch::Other => format!("does not belong to {state}; restore the right file or delete both"),
    };
    CrawlError::OtherWarc { warc: warc.to_owned(), reason }
}
