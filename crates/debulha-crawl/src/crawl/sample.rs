//! A random sample of the pages of a site: addresses are collected first, then drawn.

use super::Crawl;
use super::settle::PAGE;
use crate::error::CrawlError;
use crate::frontier::{FrontierEntry, UrlState, What};
use debulha_core::features::hashing::{hash_text, then};

/// Pages that are fetched to collect addresses where sitemaps and the first pages tell too few.
const EXPLORED: u64 = 30;

/// How many times as many addresses as are drawn are enough.
const ENOUGH: u64 = 5;

/// The name under which the WARC file lists what was drawn.
const LIST: &str = "urn:debulha:sample";

/// Where a crawl is that draws a sample.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Phase {
    /// It draws none.
    Following,
    /// Addresses are collected.
    Collecting,
    /// They were drawn.
    Drawn,
}

impl Crawl {
    pub(super) fn phase(&mut self) -> Result<Phase, CrawlError> {
        Ok(match self.options.sample {
            None => Phase::Following,
            Some(_) if self.frontier.meta("drawn")?.is_some() => Phase::Drawn,
            Some(_) => Phase::Collecting,
        })
    }

    /// Where nothing is queued any more: queues a page to collect more addresses, or draws; `false` if there is nothing to do.
    ///
    /// The addresses with the smallest numbers, by hash and seed, are drawn: what is drawn depends on the set of the addresses alone.
    pub(super) fn draw(&mut self) -> Result<bool, CrawlError> {
        let Some(seed) = self.options.sample else { return Ok(false) };
        if self.phase()? == Phase::Drawn || self.frontier.queued() > 0 {
            return Ok(false);
        }
        let mut known: Vec<(u64, FrontierEntry)> = Vec::new();
        self.frontier.each(|entry| {
            let may_be_drawn = entry.state == UrlState::Candidate || entry.note == PAGE;
            if entry.what != What::Sitemap && may_be_drawn {
                known.push((then(hash_text(&entry.url), seed), entry));
            }
        })?;
        let explored = self.frontier.meta("explored")?.and_then(|text| text.parse().ok()).unwrap_or(0);
        let is_candidate = |entry: &&FrontierEntry| entry.state == UrlState::Candidate;
        let next = known.iter().map(|(_, entry)| entry).filter(is_candidate).min_by_key(|entry| entry.number);
        let is_enough = known.len() as u64 >= ENOUGH.saturating_mul(self.options.budget.pages);
        if let Some(next) = next.filter(|_| !is_enough && explored < EXPLORED) {
            self.frontier.put(&FrontierEntry { state: UrlState::Queued, ..next.clone() })?;
            self.frontier.set_meta("explored", &(explored + 1).to_string())?;
            self.commit()?;
            return Ok(true);
        }
        known.sort_by(|(a, first), (b, second)| a.cmp(b).then_with(|| first.url.cmp(&second.url)));
        known.truncate(usize::try_from(self.options.budget.pages).unwrap_or(usize::MAX));
        let drawn: Vec<String> = known.iter().map(|(_, entry)| entry.url.clone()).collect();
        self.archive.append_list(LIST, &drawn)?;
        for (_, entry) in known.into_iter().filter(|(_, entry)| entry.state == UrlState::Candidate) {
            self.frontier.put(&FrontierEntry { state: UrlState::Queued, ..entry })?;
        }
        self.frontier.set_meta("drawn", &drawn.len().to_string())?;
        // Before any of them is fetched: an interrupted crawl must not draw again from what they lead to.
        self.commit()?;
        Ok(true)
    }
}
