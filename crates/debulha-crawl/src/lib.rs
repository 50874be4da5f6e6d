//! Polite fetching and crawling.
//!
//! - [`Fetcher`] makes one exchange with a server: within limits, with retries, and never with a private address unless that is
//!   allowed. It keeps the exchange as it was sent.
//! - [`Visitor`] visits addresses politely: it asks robots.txt, keeps the delay of each host and follows redirects.
//! - [`Crawl`] goes through a site. Every exchange goes into a WARC file, and what is known and what is left to do into a state
//!   file, so that a crawl which was stopped in whatever way goes on where it was.
//!
//! ```no_run
//! use debulha_crawl::{FetchOptions, Politeness, Visitor, Fetcher};
//! use url::Url;
//!
//! let mut visitor = Visitor::new(Fetcher::new(FetchOptions::default()), Politeness::default());
//! let visit = visitor.visit(&Url::parse("https://example.org/")?, None, &mut |_| true);
//! let page = visit.page()?;
//! println!("{} {}", page.url, page.response()?.status);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod address;
mod cookies;
mod crawl;
mod error;
mod exchange;
mod fetch;
#[cfg(feature = "render")]
mod fetched;
mod frontier;
mod guard;
mod links;
mod pause;
mod polite;
pub mod probe;
mod records;
mod robots;
mod sitemap;
mod style_sheets;
mod tape;

pub use address::{CrawlScope, Same};
pub use crawl::{Crawl, CrawlBudget, CrawlEnd, CrawlOptions, CrawlStep, MAX_PARTS, SeenUrl};
pub use error::{CrawlError, FetchError};
pub use exchange::{Conditions, Exchange, Posted, Request};
pub use fetch::{Authorities, FetchOptions, Fetcher};
#[cfg(feature = "render")]
pub use fetched::{FetchLimits, FetchedResources};
pub use guard::is_public;
pub use links::{PageLinks, links};
pub use pause::{Pause, Sleep, StopSignal};
pub use polite::{Politeness, UrlVisit, Visitor};
pub use robots::Robots;
pub use sitemap::{SitemapListing, read_listing};

/// What tests and other programs put in the place of the network: the traits of `ureq`.
pub use ureq::unversioned;
