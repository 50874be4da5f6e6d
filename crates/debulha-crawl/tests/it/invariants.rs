//! What must hold for any bytes that come from the net or an archive, one function a fuzz target.
//!
//! `cargo test` runs them on seeds, damaged seeds and inputs that once failed; the programs in `fuzz/` on whatever they find.

#![allow(unreachable_pub)]

use debulha_crawl::{Robots, read_listing};
use debulha_io::warc::http::Response;
use debulha_io::warc::{ArchiveRecord, RecordPage, WarcReader, read_query};
use url::Url;

/// Takes any input, and panics when something does not hold.
pub type Check = fn(&[u8]);

/// The fuzz targets by name.
pub const TARGETS: &[(&str, Check)] =
    &[("response", response), ("robots", robots), ("sitemap", sitemap), ("warc", warc)];

/// Bytes of a body or block at most; small, so that inputs reach it.
const LIMIT: usize = 1 << 16;

/// An answer of a server: its body is never more than the limit.
pub fn response(bytes: &[u8]) {
    let Ok(response) = Response::parse(bytes) else { return };
    let _ = (response.media_type(), response.charset(), response.content_length(), response.is_html());
    for limit in [0, 100, LIMIT] {
        if let Ok(body) = response.body(limit) {
            assert!(body.bytes.len() <= limit);
        }
    }
}

/// A robots.txt: one answer for an address, whatever is asked before.
pub fn robots(bytes: &[u8]) {
    let robots = Robots::parse(bytes, "debulha");
    for address in
        ["https://example.org/", "https://example.org/a/b.html?q=%C3%A9#c", "https://example.org/robots.txt"]
    {
        let address = Url::parse(address).expect("an address");
        assert_eq!(robots.check(&address).is_ok(), Robots::parse(bytes, "debulha").check(&address).is_ok());
    }
}

/// A sitemap: addresses that a crawler may ask for.
pub fn sitemap(bytes: &[u8]) {
    let from = Url::parse("https://example.org/sitemap.xml").expect("an address");
    let listing = read_listing(bytes, &from);
    assert_eq!(listing, read_listing(bytes, &from));
    for address in listing.pages.iter().chain(&listing.sitemaps) {
        assert!(matches!(address.scheme(), "http" | "https"), "{address}");
    }
}

/// A WARC file: it ends, records are in order and within the limit, and each can be read again from where it begins.
pub fn warc(bytes: &[u8]) {
    let Ok(reader) = WarcReader::of_bytes(bytes) else { return };
    let mut reader = reader.max_block(LIMIT);
    let mut before: Option<ArchiveRecord> = None;
    let mut steps = 0;
    while let Some(read) = reader.next_record() {
        steps += 1;
        assert!(steps <= bytes.len() + 1, "more records than bytes");
        let Ok(record) = read else { continue };
        assert!(record.block.len() <= LIMIT && record.block.len() as u64 <= record.block_len);
        assert!(record.offset < record.end);
        assert!(before.is_none_or(|before| before.end <= record.offset), "records overlap");
        if let Ok(Some(page)) = RecordPage::of(&record) {
            assert!(page.body(LIMIT).iter().all(|body| body.bytes.len() <= LIMIT));
        }
        read_query(&record.block);
        before = Some(record);
    }
    assert!(reader.next_record().is_none(), "a record behind the end");
}
