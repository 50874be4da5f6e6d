//! Files of one page each.

use super::{ReadOptions, SinglePageFile, SkipReason, SourceError, SourceStep};
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
        let is_unread;
        let record = match page_file::open(&path, self.options.max_bytes) {
            Ok(page) => {
                let kind = sniff(&page.bytes);
                let body = match kind {
                    InputKind::Page => PageBody::Html(page.bytes),
                    InputKind::Empty => PageBody::Error("empty".to_owned()),
                    kind => PageBody::Error(format!("not HTML: {kind}{}", remedy(kind))),
                };
                is_unread =
                    matches!(kind, InputKind::Arc | InputKind::Wacz | InputKind::Warc | InputKind::Archive);
                let fault = page.fault.map(|fault| fault.to_string());
                PageRecord { fault, ..PageRecord::new(origin, body) }
            }
            Err(error) => {
                is_unread = true;
                PageRecord::new(origin, PageBody::Error(error.to_string()))
            }
        };
        let is_short =
            matches!(&record.body, PageBody::Html(bytes) if bytes.len() < self.options.filter.min_bytes);
        let record = if is_short { Err(SkipReason::Size) } else { Ok(record) };
        Some(Ok(SourceStep { is_unread, ..SourceStep::new(record, self.next) }))
    }
}

/// How to read the pages of such a file.
fn remedy(kind: InputKind) -> &'static str {
    match kind {
        InputKind::Arc => "; convert it with `warcio recompress`",
        InputKind::Wacz => "; unzip it and read the files in its folder `archive`",
        InputKind::Warc => "; name it with --from warc",
        _ => "",
    }
}
