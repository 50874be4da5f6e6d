//! What an answer means for the crawl: the same, whether it has just come or is read back from the WARC file.

use super::{Crawl, sample};
use crate::error::CrawlError;
use crate::exchange::redirect_of;
use crate::frontier::{FrontierEntry, UrlState, What};
use crate::links::links;
use crate::sitemap::read_listing;
use crate::style_sheets::imports;
use debulha_core::features::canonical_url::normalise;
use debulha_dom::decode::decode;
use debulha_io::warc::http::Response;
use url::Url;

/// The note of a page.
pub(super) const PAGE: &str = "page";

/// Bytes of a page or a list that are looked at.
const MAX_BYTES: usize = 64 << 20;

/// The note of a style sheet.
const STYLE_SHEET: &str = "style sheet";

/// Style sheets that import one another at most.
const MAX_IMPORTS: u32 = 5;

/// Lists that lie below one another at most.
const MAX_LISTS: u32 = 3;

/// Endings of addresses that are no pages.
const NOT_PAGES: [&str; 40] = [
    "7z", "avi", "bmp", "bz2", "css", "csv", "doc", "docx", "eot", "epub", "exe", "gif", "gz", "ico", "iso",
    "jpeg", "jpg", "js", "json", "mov", "mp3", "mp4", "mpg", "ogg", "pdf", "png", "ppt", "pptx", "rar",
    "svg", "tar", "tgz", "ttf", "wav", "webm", "webp", "woff", "woff2", "xls", "zip",
];

impl Crawl {
    /// Notes an answer that is in the WARC file at an offset.
    pub(super) fn settle(&mut self, url: &Url, answer: &[u8], offset: u64) -> Result<(), CrawlError> {
        let Some(key) = normalise(url) else { return Ok(()) };
        let Some(entry) = self.frontier.get(key.as_str())?.filter(|entry| entry.state != UrlState::Done)
        else {
            return Ok(());
        };
        let Ok(response) = Response::parse(answer) else { return Ok(()) };
        if let Some(target) = redirect_of(url, &response) {
            return self.settle_redirect(&entry, &key, &target, response.status, offset);
        }
        let mut note = response.status.to_string();
        let earlier = if response.status == 304 { self.earlier_answer(url)? } else { None };
        let response = match &earlier {
            Some(answer) => Response::parse(answer).unwrap_or(response),
            None => response,
        };
        if (200..300).contains(&response.status) {
            let body = response.body(MAX_BYTES).map(|body| body.bytes).unwrap_or_default();
            if entry.what == What::Sitemap {
                self.add_listing(&entry, &body, url)?;
            } else if entry.what == What::StyleSheet {
                STYLE_SHEET.clone_into(&mut note);
                if response.media_type() == "text/css" && entry.depth < MAX_IMPORTS {
                    let css = decode(&body, response.charset().as_deref()).text;
                    self.add_style_sheets(&imports(&css, url), entry.depth + 1)?;
                }
            } else if response.is_html() {
                PAGE.clone_into(&mut note);
                self.count_page(entry.host());
                self.add_links(&entry, &decode(&body, response.charset().as_deref()).text, url)?;
            } else {
                note = format!("not HTML: {}", response.media_type());
            }
        }
        self.frontier.put(&FrontierEntry { state: UrlState::Done, offset, note, ..entry })
    }

    fn settle_redirect(
        &mut self,
        entry: &FrontierEntry,
        key: &Url,
        target: &Url,
        status: u16,
        offset: u64,
    ) -> Result<(), CrawlError> {
        let Some(target) = normalise(target) else {
            return self.done(entry, offset, format!("{status} {target}"));
        };
        // Another spelling of the same address: what comes next is its answer.
        if target == *key {
            return Ok(());
        }
        if entry.what.is_page() && entry.depth == 0 {
            let site = self.options.scope.site_of(&target);
            if !self.sites.contains(&site) {
                self.sites.push(site);
                self.frontier.set_meta("sites", &self.sites.join("\n"))?;
            }
        }
        if !entry.what.is_page() || self.options.scope.has(&target, &self.sites) || entry.depth == 0 {
            self.frontier.add(&target, UrlState::Queued, entry.what, entry.depth)?;
        }
        self.done(entry, offset, format!("{status} {target}"))
    }

    fn done(&mut self, entry: &FrontierEntry, offset: u64, note: String) -> Result<(), CrawlError> {
        self.frontier.put(&FrontierEntry { state: UrlState::Done, offset, note, ..entry.clone() })
    }

    fn add_links(&mut self, entry: &FrontierEntry, html: &str, url: &Url) -> Result<(), CrawlError> {
        let found = links(html, url, self.options.respect_nofollow);
        let depth = entry.depth + 1;
        if self.options.sitemaps && entry.depth == 0 {
            for feed in found.feeds.iter().filter_map(normalise) {
                if self.options.scope.is_of(&feed, &self.sites) {
                    self.frontier.add(&feed, UrlState::Queued, What::Sitemap, 0)?;
                }
            }
        }
        if let Some(next) = &found.next {
            self.add_continuation(entry, next)?;
        }
        for target in found.pages.iter().chain(&found.canonical) {
            self.add_page(target, depth)?;
        }
        self.add_style_sheets(&found.style_sheets, 0)
    }

    /// Style sheets that so many others lead to, if they are wanted.
    fn add_style_sheets(&mut self, sheets: &[Url], imports: u32) -> Result<(), CrawlError> {
        if self.options.style_sheets {
            for sheet in sheets.iter().filter_map(normalise) {
                self.frontier.add(&sheet, UrlState::Queued, What::StyleSheet, imports)?;
            }
        }
        Ok(())
    }

    /// What continues a page has its depth, up to [`CrawlOptions::max_parts`](super::CrawlOptions::max_parts) pages of a
    /// list or article; what comes after them is a link like others. A sample is drawn from all addresses alike.
    fn add_continuation(&mut self, entry: &FrontierEntry, next: &Url) -> Result<(), CrawlError> {
        if self.phase()? != sample::Phase::Following {
            return Ok(());
        }
        let part = self.frontier.part(&entry.url)?;
        let Some(next) = normalise(next).filter(|_| part < self.options.max_parts) else { return Ok(()) };
        if !may_be_page(&next) || !self.options.scope.has(&next, &self.sites) {
            return Ok(());
        }
        self.frontier.add_continuation(&next, entry.depth, part + 1)
    }

    fn add_listing(&mut self, entry: &FrontierEntry, bytes: &[u8], url: &Url) -> Result<(), CrawlError> {
        let listing = read_listing(bytes, url);
        for page in &listing.pages {
            self.add_page(page, 1)?;
        }
        if entry.depth < MAX_LISTS {
            for sitemap in listing.sitemaps.iter().filter_map(normalise) {
                self.frontier.add(&sitemap, UrlState::Queued, What::Sitemap, entry.depth + 1)?;
            }
        }
        Ok(())
    }

    /// An address that was found. It is queued if it belongs to the crawl, or becomes one of those that are drawn from.
    fn add_page(&mut self, url: &Url, depth: u32) -> Result<(), CrawlError> {
        let phase = self.phase()?;
        let is_deep = self.options.budget.depth.is_some_and(|most| depth > most);
        let Some(url) = normalise(url).filter(|_| !is_deep && phase != sample::Phase::Drawn) else {
            return Ok(());
        };
        if !may_be_page(&url) || !self.options.scope.has(&url, &self.sites) {
            return Ok(());
        }
        let state = if phase == sample::Phase::Collecting { UrlState::Candidate } else { UrlState::Queued };
        self.frontier.add(&url, state, What::Page, depth)?;
        Ok(())
    }
}

/// Whether an address may be a page, by the ending of its path.
fn may_be_page(url: &Url) -> bool {
    let name = url.path().rsplit('/').next().unwrap_or_default();
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending).to_ascii_lowercase();
    NOT_PAGES.binary_search(&ending.as_str()).is_err()
}

#[cfg(test)]
mod tests {
    use super::NOT_PAGES;

    #[test]
    fn endings_are_in_order() {
        assert!(NOT_PAGES.is_sorted());
    }
}
