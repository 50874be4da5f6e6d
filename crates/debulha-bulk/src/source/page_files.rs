//! Files of one page each.

use super::{PageFile, ReadOptions, SourceError, Step};
use crate::record::{Body, Origin, PageRecord};
use debulha_io::page_file;
use debulha_io::sniff::{Kind, sniff};
use std::iter::Skip;
use std::vec;

/// Reads files one after another.
pub(super) struct PageFiles {
    files: Skip<vec::IntoIter<PageFile>>,
    next: u64,
    options: ReadOptions,
}

impl PageFiles {
    pub(super) fn new(files: Vec<PageFile>, at: u64, options: &ReadOptions) -> Self {
        let skipped = usize::try_from(at).unwrap_or(usize::MAX);
        PageFiles { files: files.into_iter().skip(skipped), next: at, options: options.clone() }
    }
}

impl Iterator for PageFiles {
    type Item = Result<Step, SourceError>;

    fn next(&mut self) -> Option<Self::Item> {
        let PageFile { path, url } = self.files.next()?;
        self.next += 1;
        let origin = Origin { id: path.display().to_string(), url, ..Origin::default() };
        let record = match page_file::open(&path, self.options.max_bytes) {
            Ok(page) => {
                let body = match sniff(&page.bytes) {
                    Kind::Page => Body::Html(page.bytes),
                    Kind::Empty => Body::Error("empty".to_owned()),
                    kind => Body::Error(format!("not HTML: {kind}")),
                };
                let fault = page.fault.map(|fault| fault.to_string());
                PageRecord { fault, ..PageRecord::new(origin, body) }
            }
            Err(error) => PageRecord::new(origin, Body::Error(error.to_string())),
        };
        let record = Some(record).filter(|record| match &record.body {
            Body::Html(bytes) => bytes.len() >= self.options.filter.min_bytes,
            _ => true,
        });
        Some(Ok(Step { record, next: self.next }))
    }
}
