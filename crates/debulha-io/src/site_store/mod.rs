//! The site store: what site methods observed of the pages of any number of sites, in one file.
//!
//! | table | key | value |
//! |---|---|---|
//! | `records` | method, site, crawl, page key | number of the page's content, address, record |
//! | `samples` | method, site, crawl | pages, largest key |
//! | `meta` | name | text: format, settings, parameters of each method |
//!
//! Everything in it is a set. Of each site, in each crawl, by each method, the pages with the smallest keys are kept, as in
//! [`Sample`](debulha_core::site::sample::Sample): what is in a store depends on the set of pages that it has seen, not
//! on their order, nor on how often, by how many processes or with how many interruptions they were learned. So there is
//! nothing to resume: a run that was killed is run again. Number of pages seen is estimated from the sample.
//!
//! The file does not shrink when pages are evicted; [`merge`] of one store makes a compact copy. On 1,336 labelled pages
//! `pagelet_local` keeps 728 bytes a page; a page with its address takes 1.3 kB of a compact file.
//!
//! [`SiteStore`] reads, [`StoreWriter`] adds, [`merge`] and [`import`] put stores together, [`StoreExtractor`] judges pages by
//! what a store knows of their site. A transaction is whole or not at all, and every block of the file is checked
//! against its checksum when a store is opened: that reads it through, once.
//!
//! ```
//! use debulha_core::{Page, PageOptions, ParamMap, Scratch};
//! use debulha_systems::site;
//! use debulha_dom::{Limits, parse};
//! use debulha_io::site_store::{ObservedPage, SiteReading, StoreSettings, SiteStore};
//!
//! let dir = tempfile::tempdir()?;
//! let mut store = SiteStore::create(&dir.path().join("farms.store"), &StoreSettings::default())?;
//! let method = site::build("pagelet_local", &ParamMap::new())?;
//! store.register(&*method)?;
//!
//! let menu = "<div><a href=/>Home</a><a href=/n>News</a><a href=/s>Sport</a></div>";
//! let html = |story: &str| format!("{menu}<div><p>{story}</p></div>");
//! let mut writer = store.writer()?;
//! for story in ["rye", "oats"] {
//!     let (url, text) = (format!("http://example.org/{story}"), html(story));
//!     let parsed = parse(&text, &Limits::default());
//!     let page = Page::with_options(&parsed.document, Some(&url), PageOptions::default());
//!     writer.push(ObservedPage::observe(&*method, &page, "example.org", "2026", 0))?;
//! }
//! writer.finish()?;
//!
//! let learned = store.learn(&*method, "example.org", &SiteReading::default())?.expect("pages of the site");
//! let parsed = parse(&html("barley"), &Limits::default());
//! let page = Page::new(&parsed.document);
//! let outcome = learned.extract(&page, &mut Scratch::default());
//! assert_eq!(outcome.labels().expect("labels").plain_text(&page), "barley");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod error;
mod exchange;
mod extractor;
mod overview;
mod read;
mod settings;
mod snapshot;
mod write;

pub use error::StoreError;
pub use exchange::{export, import, merge};
pub use extractor::{StoreEvidence, StoreExtractor, StoreSites};
pub use overview::{Change, PageChange, SiteSummary, TemplateSummary};
pub use read::{SampleInfo, SiteReading, StoreView, StoredPage};
pub use settings::{SiteBy, StoreSettings};
pub use write::{BATCH_PAGES, ObservedPage, StoreWriter};

use debulha_core::ParamMap;
use debulha_core::site::AnySiteMethod;
use debulha_systems::site;
use error::AtStore;
use redb::{Builder, Database, ReadableDatabase, TableDefinition, WriteTransaction};
use serde_json::Value;
use snapshot::StoreSnapshot;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use tempfile::TempPath;

/// Version of the tables. A store of a later one is refused.
pub const FORMAT: u64 = 1;

/// Memory for blocks of the file; the database's own default is 1 GB.
const CACHE_BYTES: usize = 16 << 20;

/// How a file of the database begins.
const MAGIC: &[u8] = b"redb\x1A\x0A\xA9\x0D\x0A";

/// Method, site, crawl.
type SampleKey = (&'static str, &'static str, &'static str);

/// Pages, largest page key.
type Extent = (u64, u64);

/// Method, site, crawl, page key.
type RowKey = (&'static str, &'static str, &'static str, u64);

/// Number of the content, address, record.
type Row = (u64, &'static str, &'static [u8]);

const SAMPLES: TableDefinition<'_, SampleKey, Extent> = TableDefinition::new("samples");

const RECORDS: TableDefinition<'_, RowKey, Row> = TableDefinition::new("records");

/// Name → text.
const META: TableDefinition<'_, &str, &str> = TableDefinition::new("meta");

/// What stands before the id of a method in the names of `meta`.
const METHOD: &str = "method/";

/// A store of what was observed of the pages of sites.
///
/// `Sync`: several threads may read it, also while one writes.
#[derive(Debug)]
pub struct SiteStore {
    path: PathBuf,
    database: Database,
    settings: StoreSettings,
    /// Of each method, the parameters that shape its records.
    methods: BTreeMap<String, ParamMap>,
    is_read_only: bool,
}

impl SiteStore {
    /// Makes an empty store and opens it for writing. It appears whole or not at all.
    ///
    /// # Errors
    /// A file of that name, and what writing says.
    pub fn create(path: &Path, settings: &StoreSettings) -> Result<Self, StoreError> {
        if fs::exists(path).at(path)? {
            return Err(StoreError::Exists { path: path.to_owned() });
        }
        let part = part_of(path).at(path)?;
        SiteStore::initialise(&part, path, settings)?;
        publish(part, path)?;
        SiteStore::open(path)
    }

    /// Makes the file `part`; errors speak of `path`, which it will be.
    fn initialise(part: &Path, path: &Path, settings: &StoreSettings) -> Result<(), StoreError> {
        let database = builder().create(part).at(path)?;
        let transaction = begin(&database, path)?;
        {
            let mut meta = transaction.open_table(META).at(path)?;
            let StoreSettings { site_by, capacity, visibility } = settings;
            let visibility = serde_json::to_string(visibility).unwrap_or_default();
            for (name, text) in [
                ("format", FORMAT.to_string()),
                ("written_by", concat!("debulha ", env!("CARGO_PKG_VERSION")).to_owned()),
                ("site_by", site_by.to_string()),
                ("capacity", capacity.max(&1).to_string()),
                ("visibility", visibility),
            ] {
                meta.insert(name, text.as_str()).at(path)?;
            }
            transaction.open_table(RECORDS).at(path)?;
            transaction.open_table(SAMPLES).at(path)?;
        }
        transaction.commit().at(path)?;
        database.close().at(path)
    }

    /// Opens a store for reading and writing. No other process may have it open.
    ///
    /// # Errors
    /// No store, a damaged one, one of a later version, one in use.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        check_magic(path)?;
        SiteStore::of(builder().open(path).at(path)?, path, false)
    }

    /// Opens a store for reading. The file is never written to, and any number of processes may do so at once.
    ///
    /// # Errors
    /// As [`SiteStore::open`].
    pub fn read(path: &Path) -> Result<Self, StoreError> {
        check_magic(path)?;
        let snapshot = StoreSnapshot::open(path).at(path)?;
        SiteStore::of(builder().create_with_backend(snapshot).at(path)?, path, true)
    }

    fn of(database: Database, path: &Path, is_read_only: bool) -> Result<Self, StoreError> {
        let (settings, methods) = read_meta(&database, path)?;
        Ok(SiteStore { path: path.to_owned(), database, settings, methods, is_read_only })
    }

    /// Where the store is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What is fixed for the store.
    pub fn settings(&self) -> &StoreSettings {
        &self.settings
    }

    /// The methods whose records are kept, by id, each with the parameters that shape its records.
    pub fn methods(&self) -> &BTreeMap<String, ParamMap> {
        &self.methods
    }

    /// Enters a method, so that records of it can be added. Does nothing where it is entered.
    ///
    /// # Errors
    /// [`StoreError::OtherSettings`] where records were kept with other parameters, and what writing says.
    pub fn register(&mut self, method: &dyn AnySiteMethod) -> Result<(), StoreError> {
        self.register_kept(method.info().extractor.id, kept_params(method))
    }

    fn register_kept(&mut self, id: &str, kept: ParamMap) -> Result<(), StoreError> {
        if let Some(stored) = self.methods.get(id) {
            return self.same_params(id, stored, &kept);
        }
        let transaction = self.begin()?;
        {
            let mut meta = transaction.open_table(META).at(&self.path)?;
            let text = Value::Object(kept.clone()).to_string();
            meta.insert(format!("{METHOD}{id}").as_str(), text.as_str()).at(&self.path)?;
        }
        transaction.commit().at(&self.path)?;
        self.methods.insert(id.to_owned(), kept);
        Ok(())
    }

    /// Whether all of `asked` has the values of `stored`.
    fn same_params(&self, id: &str, stored: &ParamMap, asked: &ParamMap) -> Result<(), StoreError> {
        let text = |value: Option<&Value>| value.map_or_else(|| "not set".to_owned(), Value::to_string);
        let other = asked.iter().find(|&(name, value)| stored.get(name) != Some(value));
        match other {
            None => Ok(()),
            Some((name, value)) => {
                let (stored, asked) = (text(stored.get(name)), text(Some(value)));
                Err(self.other_settings(format!("{id}.{name}"), stored, asked))
            }
        }
    }

    /// Whether the store's settings are the given ones.
    ///
    /// # Errors
    /// [`StoreError::OtherSettings`], which names the first that is not.
    pub fn check_settings(&self, asked: &StoreSettings) -> Result<(), StoreError> {
        let own = &self.settings;
        let pairs = [
            ("site_by", own.site_by.to_string(), asked.site_by.to_string()),
            ("capacity", own.capacity.to_string(), asked.capacity.to_string()),
            ("visibility", format!("{:?}", own.visibility), format!("{:?}", asked.visibility)),
        ];
        match pairs.into_iter().find(|(_, stored, asked)| stored != asked) {
            None => Ok(()),
            Some((what, stored, asked)) => Err(self.other_settings(what.to_owned(), stored, asked)),
        }
    }

    fn other_settings(&self, what: String, stored: String, asked: String) -> StoreError {
        StoreError::OtherSettings { path: self.path.clone(), what, stored, asked }
    }

    /// Builds a method with the parameters that its records were kept with, and `params` beside them.
    ///
    /// # Errors
    /// No records of the method, other values of what shapes the records, or parameters that the method does not take.
    pub fn build(&self, id: &str, params: &ParamMap) -> Result<Box<dyn AnySiteMethod>, StoreError> {
        let Some(kept) = self.methods.get(id) else {
            let known: Vec<String> = self.methods.keys().map(|id| format!("`{id}`")).collect();
            let known = if known.is_empty() { "no method".to_owned() } else { known.join(", ") };
            let (path, method) = (self.path.clone(), id.to_owned());
            return Err(StoreError::NoSuchMethod { path, method, known });
        };
        let mut all = kept.clone();
        all.extend(params.clone());
        let method =
            site::build(id, &all).map_err(|reason| StoreError::Build { path: self.path.clone(), reason })?;
        self.same_params(id, kept, &kept_params(&*method))?;
        Ok(method)
    }

    fn begin(&self) -> Result<WriteTransaction, StoreError> {
        if self.is_read_only {
            return Err(StoreError::ReadOnly { path: self.path.clone() });
        }
        begin(&self.database, &self.path)
    }
}

/// The parameters that shape a method's records.
fn kept_params(method: &dyn AnySiteMethod) -> ParamMap {
    let kept = method.info().kept;
    method.params().into_iter().filter(|(name, _)| kept.contains(&name.as_str())).collect()
}

fn builder() -> Builder {
    let mut builder = Database::builder();
    builder.set_cache_size(CACHE_BYTES).set_check_integrity_on_open(true);
    builder
}

/// Begins a transaction that is not lost once it is committed: with one phase, damage to the last one would be taken for
/// a crash while it was written, and the one before it would be restored without a word.
fn begin(database: &Database, path: &Path) -> Result<WriteTransaction, StoreError> {
    let mut transaction = database.begin_write().at(path)?;
    transaction.set_two_phase_commit(true);
    Ok(transaction)
}

/// Whether a file begins as stores do.
pub fn is_store(path: &Path) -> bool {
    check_magic(path).is_ok()
}

fn check_magic(path: &Path) -> Result<(), StoreError> {
    let mut start = Vec::new();
    File::open(path).and_then(|file| file.take(MAGIC.len() as u64).read_to_end(&mut start)).at(path)?;
    if start == MAGIC { Ok(()) } else { Err(StoreError::NotAStore { path: path.to_owned() }) }
}

/// A new, hidden file in the folder of a store to come. It is removed unless it is published.
fn part_of(path: &Path) -> io::Result<TempPath> {
    let mut prefix = OsString::from(".");
    prefix.push(path.file_name().unwrap_or_default());
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let mut builder = tempfile::Builder::new();
    builder.prefix(&prefix).suffix(".part");
    // As other new files.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    Ok(builder.tempfile_in(folder.unwrap_or(Path::new(".")))?.into_temp_path())
}

/// Gives a file the name of its store.
///
/// # Errors
/// A file of that name, which another process may have created meanwhile.
fn publish(part: TempPath, path: &Path) -> Result<(), StoreError> {
    part.persist_noclobber(path).map_err(|failed| match failed.error.kind() {
        io::ErrorKind::AlreadyExists => StoreError::Exists { path: path.to_owned() },
        _ => StoreError::Io { path: path.to_owned(), reason: failed.error },
    })
}

fn read_meta(
    database: &Database,
    path: &Path,
) -> Result<(StoreSettings, BTreeMap<String, ParamMap>), StoreError> {
    let damaged = |name: &str| StoreError::Damaged {
        path: path.to_owned(),
        reason: format!("the setting `{name}` is missing or invalid"),
    };
    let transaction = database.begin_read().at(path)?;
    let meta = transaction.open_table(META).at(path)?;
    let text = |name: &str| -> Result<String, StoreError> {
        let text = meta.get(name).at(path)?.ok_or_else(|| damaged(name))?;
        Ok(text.value().to_owned())
    };
    let found: u64 = text("format")?.parse().map_err(|_| damaged("format"))?;
    if found > FORMAT {
        let by = text("written_by").unwrap_or_else(|_| "another program".to_owned());
        return Err(StoreError::NewerFormat { path: path.to_owned(), found, by, known: FORMAT });
    }
    let settings = StoreSettings {
        site_by: text("site_by")?.parse().map_err(|_| damaged("site_by"))?,
        capacity: text("capacity")?.parse().map_err(|_| damaged("capacity"))?,
        visibility: serde_json::from_str(&text("visibility")?).map_err(|_| damaged("visibility"))?,
    };
    let mut methods = BTreeMap::new();
    for row in meta.range(METHOD..).at(path)? {
        let (name, params) = row.at(path)?;
        let Some(id) = name.value().strip_prefix(METHOD) else { break };
        let params = serde_json::from_str(params.value()).map_err(|_| damaged(name.value()))?;
        methods.insert(id.to_owned(), params);
    }
    Ok((settings, methods))
}
