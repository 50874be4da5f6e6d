//! What a crawl knows of addresses, and what is left to do: one database file.
//!
//! | table | key | value |
//! |---|---|---|
//! | `pages` | address | state, what it is, depth, number of its discovery, place in the WARC file, note |
//! | `queue` | host, rank, number | address |
//! | `parts` | address | which page of its list or article it is |
//! | `meta` | name | text |
//!
//! Changes are gathered in a transaction and become part of the file by [`Frontier::commit`].

use crate::error::{At, CrawlError};
use redb::{Builder, Database, DatabaseError, ReadableTable, TableDefinition, WriteTransaction};
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use url::Url;

/// Version of the tables.
const FORMAT: &str = "3";

/// Bytes by which a database is known.
const MARK_BYTES: u64 = 9;

/// Memory for blocks of the file.
const CACHE_BYTES: usize = 16 << 20;

/// State, what it is, depth, number, place in the WARC file, note.
type Row = (u8, u8, u32, u64, u64, &'static str);

const PAGES: TableDefinition<'_, &str, Row> = TableDefinition::new("pages");

const QUEUE: TableDefinition<'_, (&str, u32, u64), &str> = TableDefinition::new("queue");

const PARTS: TableDefinition<'_, &str, u32> = TableDefinition::new("parts");

const META: TableDefinition<'_, &str, &str> = TableDefinition::new("meta");

/// The result for an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum UrlState {
    /// Known, and not to be fetched unless it is drawn.
    Candidate,
    /// To be fetched.
    Queued,
    /// Being fetched; after an interruption it counts as queued.
    InFlight,
    /// Its answer is in the WARC file.
    Done,
    /// It gave nothing to keep; the note says why.
    Failed,
}

impl UrlState {
    const ALL: [UrlState; 5] =
        [UrlState::Candidate, UrlState::Queued, UrlState::InFlight, UrlState::Done, UrlState::Failed];
}

/// What an address is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum What {
    /// A page.
    Page,
    /// A list of addresses.
    Sitemap,
    /// A page that continues another one: it comes before the other pages of its depth.
    Continuation,
    /// A style sheet.
    StyleSheet,
}

impl What {
    const ALL: [What; 4] = [What::Page, What::Sitemap, What::Continuation, What::StyleSheet];

    /// Whether it is a page, and no list or style sheet.
    pub(crate) fn is_page(self) -> bool {
        matches!(self, What::Page | What::Continuation)
    }
}

/// An address and what is known of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FrontierEntry {
    pub(crate) url: String,
    pub(crate) state: UrlState,
    pub(crate) what: What,
    /// Links from an address that the crawl began with.
    pub(crate) depth: u32,
    /// The order of discovery.
    pub(crate) number: u64,
    /// Where its answer is in the WARC file.
    pub(crate) offset: u64,
    pub(crate) note: String,
}

impl FrontierEntry {
    fn of(url: &str, row: (u8, u8, u32, u64, u64, &str)) -> FrontierEntry {
        let (state, what, depth, number, offset, note) = row;
        FrontierEntry {
            url: url.to_owned(),
            state: UrlState::ALL.get(usize::from(state)).copied().unwrap_or(UrlState::Failed),
            what: What::ALL.get(usize::from(what)).copied().unwrap_or(What::Page),
            depth,
            number,
            offset,
            note: note.to_owned(),
        }
    }

    fn row(&self) -> (u8, u8, u32, u64, u64, &str) {
        (self.state as u8, self.what as u8, self.depth, self.number, self.offset, &self.note)
    }

    /// Style sheets come first, then lists, then pages by their depth; of one depth those first that continue others.
    fn rank(&self) -> u32 {
        let depth = self.depth.saturating_mul(2);
        match self.what {
            What::StyleSheet => 0,
            What::Sitemap => 1,
            What::Continuation => depth.saturating_add(2),
            What::Page => depth.saturating_add(3),
        }
    }

    /// The host of the address.
    pub(crate) fn host(&self) -> String {
        Url::parse(&self.url).ok().and_then(|url| url.host_str().map(str::to_owned)).unwrap_or_default()
    }
}

/// The database, with the changes that are not part of it yet.
pub(crate) struct Frontier {
    path: PathBuf,
    /// Goes before the database does.
    changes: Option<WriteTransaction>,
    database: Database,
    /// What is queued by host.
    hosts: BTreeMap<String, QueuedOfHost>,
    next_number: u64,
}

/// What is queued of a host.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct QueuedOfHost {
    all: u64,
    style_sheets: u64,
}

impl QueuedOfHost {
    /// Counts an address of a rank that comes into the queue or leaves it.
    fn count(&mut self, rank: u32, comes: bool) {
        let is_sheet = u64::from(rank == 0);
        if comes {
            (self.all, self.style_sheets) = (self.all + 1, self.style_sheets + is_sheet);
        } else {
            (self.all, self.style_sheets) = (self.all - 1, self.style_sheets - is_sheet);
        }
    }
}

/// Whether the creation of a file was interrupted: a database writes its first bytes last.
fn is_unfinished(path: &Path) -> io::Result<bool> {
    let mut beginning = Vec::new();
    File::open(path)?.take(MARK_BYTES).read_to_end(&mut beginning)?;
    Ok(beginning.iter().all(|&byte| byte == 0))
}

/// Opens a database, or creates it, also after an interrupted creation. Every block is checked against its checksum, since a plain open
/// panics on some that are damaged. O(bytes of the file).
pub(crate) fn open_database(path: &Path) -> Result<Database, CrawlError> {
    let open = || Builder::new().set_cache_size(CACHE_BYTES).set_check_integrity_on_open(true).create(path);
    match open() {
        // Another process may be creating it now.
        Err(error)
            if !matches!(error, DatabaseError::DatabaseAlreadyOpen)
                && is_unfinished(path).unwrap_or(false) =>
        {
            fs::remove_file(path)?;
            open().at(path)
        }
        opened => opened.at(path),
    }
}

impl Frontier {
    /// Opens a file, or makes it.
    pub(crate) fn open(path: &Path) -> Result<Self, CrawlError> {
        let database = open_database(path)?;
        let mut frontier = Frontier {
            path: path.to_owned(),
            database,
            changes: None,
            hosts: BTreeMap::new(),
            next_number: 0,
        };
        match frontier.meta("format")? {
            None => frontier.set_meta("format", FORMAT)?,
            Some(format) if format == FORMAT => {}
            Some(format) => {
                let reason = format!("its format is {format}");
                return Err(CrawlError::NotAState { path: path.to_owned(), reason });
            }
        }
        frontier.recount()?;
        Ok(frontier)
    }

    /// Puts what was in flight back, and counts.
    fn recount(&mut self) -> Result<(), CrawlError> {
        let mut in_flight = Vec::new();
        let mut next_number = 0;
        self.each(|entry| {
            next_number = next_number.max(entry.number + 1);
            if entry.state == UrlState::InFlight {
                in_flight.push(entry);
            }
        })?;
        self.next_number = next_number;
        let path = self.path.clone();
        let mut hosts: BTreeMap<String, QueuedOfHost> = BTreeMap::new();
        let queue = self.transaction()?.open_table(QUEUE).at(&path)?;
        for row in queue.iter().at(&path)? {
            let (key, _) = row.at(&path)?;
            let (host, rank, _) = key.value();
            hosts.entry(host.to_owned()).or_default().count(rank, true);
        }
        drop(queue);
        self.hosts = hosts;
        for entry in in_flight {
            self.put(&FrontierEntry { state: UrlState::Queued, ..entry })?;
        }
        Ok(())
    }

    fn transaction(&mut self) -> Result<&WriteTransaction, CrawlError> {
        let changes = match self.changes.take() {
            Some(changes) => changes,
            None => self.database.begin_write().at(&self.path)?,
        };
        Ok(self.changes.insert(changes))
    }

    /// Makes all changes part of the file: all or none.
    pub(crate) fn commit(&mut self) -> Result<(), CrawlError> {
        match self.changes.take() {
            Some(changes) => changes.commit().at(&self.path),
            None => Ok(()),
        }
    }

    pub(crate) fn meta(&mut self, name: &str) -> Result<Option<String>, CrawlError> {
        let path = self.path.clone();
        let table = self.transaction()?.open_table(META).at(&path)?;
        Ok(table.get(name).at(&path)?.map(|text| text.value().to_owned()))
    }

    pub(crate) fn set_meta(&mut self, name: &str, text: &str) -> Result<(), CrawlError> {
        let path = self.path.clone();
        self.transaction()?.open_table(META).at(&path)?.insert(name, text).at(&path)?;
        Ok(())
    }

    /// What is known of an address.
    pub(crate) fn get(&mut self, url: &str) -> Result<Option<FrontierEntry>, CrawlError> {
        let path = self.path.clone();
        let table = self.transaction()?.open_table(PAGES).at(&path)?;
        Ok(table.get(url).at(&path)?.map(|row| FrontierEntry::of(url, row.value())))
    }

    /// An address that was found; `false` if it was known.
    pub(crate) fn add(
        &mut self,
        url: &Url,
        state: UrlState,
        what: What,
        depth: u32,
    ) -> Result<bool, CrawlError> {
        if self.get(url.as_str())?.is_some() {
            return Ok(false);
        }
        let number = self.next_number;
        self.next_number += 1;
        self.put(&FrontierEntry {
            url: url.to_string(),
            state,
            what,
            depth,
            number,
            offset: 0,
            note: String::new(),
        })?;
        Ok(true)
    }

    /// Which page of its list or article an address is; 1 where it continues none.
    pub(crate) fn part(&mut self, url: &str) -> Result<u32, CrawlError> {
        let path = self.path.clone();
        let table = self.transaction()?.open_table(PARTS).at(&path)?;
        Ok(table.get(url).at(&path)?.map_or(1, |part| part.value()))
    }

    /// An address that continues a page of a depth, as this part. Where it was queued behind, it moves ahead; what was
    /// visited stays as it is.
    pub(crate) fn add_continuation(&mut self, url: &Url, depth: u32, part: u32) -> Result<(), CrawlError> {
        let found = FrontierEntry {
            url: url.to_string(),
            state: UrlState::Queued,
            what: What::Continuation,
            depth,
            number: self.next_number,
            offset: 0,
            note: String::new(),
        };
        match self.get(url.as_str())? {
            None => self.next_number += 1,
            Some(known) if known.state == UrlState::Queued && found.rank() < known.rank() => {
                // Out of the queue at the old place.
                self.put(&FrontierEntry { state: UrlState::Candidate, ..known.clone() })?;
                let moved = FrontierEntry { number: known.number, ..found };
                return self.put_part(&moved, part);
            }
            Some(_) => return Ok(()),
        }
        self.put_part(&found, part)
    }

    fn put_part(&mut self, entry: &FrontierEntry, part: u32) -> Result<(), CrawlError> {
        let path = self.path.clone();
        self.transaction()?.open_table(PARTS).at(&path)?.insert(entry.url.as_str(), part).at(&path)?;
        self.put(entry)
    }

    /// Writes what is known of an address, and puts it into the queue or takes it out.
    pub(crate) fn put(&mut self, entry: &FrontierEntry) -> Result<(), CrawlError> {
        let path = self.path.clone();
        let host = entry.host();
        let transaction = self.transaction()?;
        transaction.open_table(PAGES).at(&path)?.insert(entry.url.as_str(), entry.row()).at(&path)?;
        let mut queue = transaction.open_table(QUEUE).at(&path)?;
        let key = (host.as_str(), entry.rank(), entry.number);
        let (is_new, was_there) = if entry.state == UrlState::Queued {
            (queue.insert(key, entry.url.as_str()).at(&path)?.is_none(), false)
        } else {
            (false, queue.remove(key).at(&path)?.is_some())
        };
        drop(queue);
        let queued = self.hosts.entry(host.clone()).or_default();
        if is_new || was_there {
            queued.count(entry.rank(), is_new);
        }
        if queued.all == 0 {
            self.hosts.remove(&host);
        }
        Ok(())
    }

    /// The hosts with queued addresses.
    pub(crate) fn hosts(&self) -> impl Iterator<Item = &str> {
        self.hosts.keys().map(String::as_str)
    }

    /// Whether style sheets of a host are queued.
    pub(crate) fn has_style_sheet(&self, host: &str) -> bool {
        self.hosts.get(host).is_some_and(|queued| queued.style_sheets > 0)
    }

    /// How many addresses are queued.
    pub(crate) fn queued(&self) -> u64 {
        self.hosts.values().map(|queued| queued.all).sum()
    }

    /// The first queued address of a host.
    pub(crate) fn first(&mut self, host: &str) -> Result<Option<FrontierEntry>, CrawlError> {
        let path = self.path.clone();
        let queue = self.transaction()?.open_table(QUEUE).at(&path)?;
        let first = queue.range((host, 0, 0)..=(host, u32::MAX, u64::MAX)).at(&path)?.next();
        let url = first.transpose().at(&path)?.map(|(_, url)| url.value().to_owned());
        drop(queue);
        match url {
            Some(url) => self.get(&url),
            None => Ok(None),
        }
    }

    /// Every address.
    pub(crate) fn each(&mut self, mut take: impl FnMut(FrontierEntry)) -> Result<(), CrawlError> {
        let path = self.path.clone();
        let table = self.transaction()?.open_table(PAGES).at(&path)?;
        for row in table.iter().at(&path)? {
            let (url, row) = row.at(&path)?;
            take(FrontierEntry::of(url.value(), row.value()));
        }
        Ok(())
    }
}
