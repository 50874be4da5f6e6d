//! Files of one page each.

use super::{ReadOptions, SinglePageFile, SourceError, SourceStep};
use crate::record::{PageBody, PageOrigin, PageRecord};
use debulha_io::page_file;
use debulha_io::sniff::{InputKind, sniff};
use std::iter::Skip;
use std::vec;

/// Reads files one after another.
pub(super) struct PageFiles {
    files: Skip<vec::IntoIter<SinglePageFile>>,
    next: u64,
    options: ReadOptions,
}

impl PageFiles {
    pub(super) fn new(files: Vec<SinglePageFile>, at: u64, options: &ReadOptions) -> Self {
        let skipped = usize::try_from(at).unwrap_or(usize::MAX);
        PageFiles { files: files.into_iter().skip(skipped), next: at, options: options.clone() }
    }
}

impl Iterator for PageFiles {
    type Item = Result<SourceStep, SourceError>;

    fn next(&mut self) -> Option<Self::Item> {
        let SinglePageFile { path, url } = self.files.next()?;
        self.next += 1;
        let origin = PageOrigin { id: path.display().to_string(), url, ..PageOrigin::default() };
        let record = match page_file::open(&path, self.options.max_bytes) {
            Ok(page) => {
                let body = match sniff(&page.bytes) {
                    InputKind::Page => PageBody::Html(page.bytes),
                    InputKind::Empty => PageBody::Error("empty".to_owned()),
                    kind => PageBody::Error(format!("not HTML: {kind}")),
                };
                let fault = page.fault.map(|fault| fault.to_string());
                PageRecord { fault, ..PageRecord::new(origin, body) }
            }
            Err(error) => PageRecord::new(origin, PageBody::Error(error.to_string())),
        };
        let record = Some(record).filter(|record| match &record.body {
            PageBody::Html(bytes) => bytes.len() >= self.options.filter.min_bytes,
            _ => true,
        });
        Some(Ok(SourceStep { record, next: self.next }))
    }
}
