//! Pages that were fetched lately, so that all pieces of a page are of one version of it.

use crate::fetch::{FetchedPage, Via};
use crate::service::memory_of;
use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Pages that are kept.
const MAX_PAGES: usize = 16;

/// Bytes of all pages that are kept.
const MAX_BYTES: usize = 64 << 20;

/// How long a page is kept: an agent reads on within minutes.
const LIFE: Duration = Duration::from_mins(10);

/// The pages, the latest last.
#[derive(Default)]
pub(super) struct RecentPages {
    kept: Mutex<VecDeque<RecentPage>>,
}

struct RecentPage {
    /// The address that was requested.
    asked: String,
    via: Via,
    since: Instant,
    page: FetchedPage,
}

impl RecentPages {
    /// The page that was fetched from an address in some way, if it is still kept.
    pub(super) fn find(&self, asked: &str, via: Via) -> Option<FetchedPage> {
        let mut kept = self.lock();
        kept.retain(|kept| kept.since.elapsed() < LIFE);
        kept.iter().rev().find(|kept| kept.asked == asked && kept.via == via).map(|kept| kept.page.clone())
    }

    /// Keeps a page, in place of an older one from the same address.
    pub(super) fn keep(&self, asked: &str, via: Via, page: &FetchedPage) {
        let mut kept = self.lock();
        kept.retain(|kept| (kept.asked != asked || kept.via != via) && kept.since.elapsed() < LIFE);
        kept.push_back(RecentPage {
            asked: asked.to_owned(),
            via,
            since: Instant::now(),
            page: page.clone(),
        });
        let bytes_of = |page: &FetchedPage| page.bytes.len() + memory_of(page.layout.as_deref());
        let bytes = |kept: &VecDeque<RecentPage>| kept.iter().map(|kept| bytes_of(&kept.page)).sum::<usize>();
        while kept.len() > MAX_PAGES || bytes(&kept) > MAX_BYTES {
            kept.pop_front();
        }
    }

    fn lock(&self) -> MutexGuard<'_, VecDeque<RecentPage>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(bytes: usize) -> FetchedPage {
        FetchedPage {
            bytes: vec![b'x'; bytes],
            charset: None,
            url: "https://e.org/".to_owned(),
            status: 200,
            layout: None,
            warning: None,
        }
    }

    #[test]
    fn the_latest_pages_are_kept_within_bounds() {
        let recent = RecentPages::default();
        for nth in 0..=MAX_PAGES {
            recent.keep(&format!("https://e.org/{nth}"), Via::Direct, &page(nth));
        }
        assert_eq!(recent.find("https://e.org/0", Via::Direct), None);
        assert_eq!(recent.find("https://e.org/1", Via::Direct), Some(page(1)));
        recent.keep("https://e.org/1", Via::Direct, &page(7));
        assert_eq!(recent.find("https://e.org/1", Via::Direct), Some(page(7)));
        assert_eq!(recent.find("https://e.org/1", Via::of(true)), None);
        recent.keep("https://e.org/long", Via::Direct, &page(MAX_BYTES));
        assert_eq!(recent.find("https://e.org/1", Via::Direct), None);
        recent.keep("https://e.org/longer", Via::Direct, &page(MAX_BYTES + 1));
        assert_eq!(recent.find("https://e.org/longer", Via::Direct), None);
    }
}
