//! Which answers the WARC file holds: one database file.
//!
//! | table | key | value |
//! |---|---|---|
//! | `answers` | names and values of a query as JSON, number of the page | place in the WARC file |
//! | `meta` | name | text |
//!
//! As with a crawl, changes are gathered in a transaction and become part of the file by [`ProbeLog::commit`].

use crate::error::{At, CrawlError};
use crate::frontier::open_database;
use redb::{Database, ReadableTable, TableDefinition, WriteTransaction};
use std::path::{Path, PathBuf};

/// What the state says of itself, with the version of the tables. A crawl's state has a plain number there.
const FORMAT: &str = "probe 1";

const ANSWERS: TableDefinition<'_, (&str, u32), u64> = TableDefinition::new("answers");

const META: TableDefinition<'_, &str, &str> = TableDefinition::new("meta");

/// The database, with the changes that are not part of it yet.
pub(super) struct ProbeLog {
    path: PathBuf,
    /// Goes before the database does.
    changes: Option<WriteTransaction>,
    database: Database,
}

impl ProbeLog {
    /// Opens a file, or makes it.
    pub(super) fn open(path: &Path) -> Result<ProbeLog, CrawlError> {
        let database = open_database(path)?;
        let mut log = ProbeLog { path: path.to_owned(), database, changes: None };
        match log.meta("format")? {
            None => log.set_meta("format", FORMAT)?,
            Some(format) if format == FORMAT => {}
            Some(format) => {
                let reason = format!("its format is `{format}`");
                return Err(CrawlError::NotAState { path: path.to_owned(), reason });
            }
        }
        Ok(log)
    }

    fn transaction(&mut self) -> Result<&WriteTransaction, CrawlError> {
        let changes = match self.changes.take() {
            Some(changes) => changes,
            None => self.database.begin_write().at(&self.path)?,
        };
        Ok(self.changes.insert(changes))
    }

    /// Makes all changes part of the file: all or none.
    pub(super) fn commit(&mut self) -> Result<(), CrawlError> {
        match self.changes.take() {
            Some(changes) => changes.commit().at(&self.path),
            None => Ok(()),
        }
    }

    pub(super) fn meta(&mut self, name: &str) -> Result<Option<String>, CrawlError> {
        let path = self.path.clone();
        let table = self.transaction()?.open_table(META).at(&path)?;
        Ok(table.get(name).at(&path)?.map(|text| text.value().to_owned()))
    }

    pub(super) fn set_meta(&mut self, name: &str, text: &str) -> Result<(), CrawlError> {
        let path = self.path.clone();
        self.transaction()?.open_table(META).at(&path)?.insert(name, text).at(&path)?;
        Ok(())
    }

    /// Where a page of an answer is.
    pub(super) fn get(&mut self, query: &str, page: u32) -> Result<Option<u64>, CrawlError> {
        let path = self.path.clone();
        let table = self.transaction()?.open_table(ANSWERS).at(&path)?;
        Ok(table.get((query, page)).at(&path)?.map(|offset| offset.value()))
    }

    pub(super) fn put(&mut self, query: &str, page: u32, offset: u64) -> Result<(), CrawlError> {
        let path = self.path.clone();
        self.transaction()?.open_table(ANSWERS).at(&path)?.insert((query, page), offset).at(&path)?;
        Ok(())
    }

    /// Forgets what lies beyond the end of the WARC file.
    pub(super) fn cut(&mut self, end: u64) -> Result<(), CrawlError> {
        let path = self.path.clone();
        let mut table = self.transaction()?.open_table(ANSWERS).at(&path)?;
        table.retain(|_, offset| offset < end).at(&path)?;
        Ok(())
    }
}
