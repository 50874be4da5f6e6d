//! The pages of an earlier crawl, so that those which have not changed are not sent again.

use super::Crawl;
use crate::error::CrawlError;
use crate::exchange::Conditions;
use crate::records::Earlier;
use debulha_core::features::canonical_url::normalise;
use debulha_io::warc::http::Response;
use debulha_io::warc::{WarcReader, WarcRecordKind};
use std::collections::BTreeMap;
use std::fs::File;
use std::path::{Path, PathBuf};
use url::Url;

/// Bytes of an answer that are read to learn its conditions.
const MAX_HEAD: usize = 64 << 10;

/// What an earlier WARC file tells of pages.
pub(super) struct EarlierPages {
    path: PathBuf,
    pages: BTreeMap<String, EarlierPage>,
}

struct EarlierPage {
    offset: u64,
    conditions: Conditions,
    record: Earlier,
}

impl EarlierPages {
    /// Goes through a WARC file. O(bytes), and memory for each page that can be requested by a condition.
    pub(super) fn read(path: &Path) -> Result<EarlierPages, CrawlError> {
        let at = |error: std::io::Error| CrawlError::Warc { path: path.to_owned(), reason: error.into() };
        let mut pages = BTreeMap::new();
        for record in WarcReader::open(path).map_err(at)?.max_block(MAX_HEAD).flatten() {
            let url = record.target().and_then(|target| normalise(&Url::parse(target).ok()?));
            let (WarcRecordKind::Response, Some(url)) = (record.kind, url) else { continue };
            let Ok(response) = Response::parse(&record.block) else { continue };
            let field = |name| record.field(name).map(str::to_owned);
            if let (200, Some(conditions), Some(id)) =
                (response.status, Conditions::of(&response), field("WARC-Record-ID"))
            {
                let date = field("WARC-Date").unwrap_or_default();
                let earlier = Earlier { id, date, digest: field("WARC-Payload-Digest") };
                pages.insert(
                    url.to_string(),
                    EarlierPage { offset: record.offset, conditions, record: earlier },
                );
            }
        }
        Ok(EarlierPages { path: path.to_owned(), pages })
    }

    fn page(&self, url: &Url) -> Option<&EarlierPage> {
        self.pages.get(normalise(url)?.as_str())
    }

    /// By what an address may be requested.
    pub(super) fn conditions(&self, url: &Url) -> Option<&Conditions> {
        Some(&self.page(url)?.conditions)
    }

    /// The record of an address.
    pub(super) fn record(&self, url: &Url) -> Option<&Earlier> {
        Some(&self.page(url)?.record)
    }
}

impl Crawl {
    /// The earlier answer of an address that has not changed.
    pub(super) fn earlier_answer(&self, url: &Url) -> Result<Option<Vec<u8>>, CrawlError> {
        let Some(earlier) = &self.earlier else { return Ok(None) };
        let Some(page) = earlier.page(url) else { return Ok(None) };
        let at =
            |error: std::io::Error| CrawlError::Warc { path: earlier.path.clone(), reason: error.into() };
        let file = File::open(&earlier.path).map_err(at)?;
        let record = WarcReader::at(file, page.offset).map_err(at)?.next_record();
        Ok(record.and_then(Result::ok).map(|record| record.block))
    }
}
