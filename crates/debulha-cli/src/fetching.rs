//! Pages from the network, for the verbs that read pages: one after another, politely.

use crate::help;
use crate::inputs::absolute_url;
use crate::reading::{PageBytes, ReadFault};
use debulha_crawl::{Authorities, Exchange, FetchError, FetchOptions, Fetcher, Politeness, Visitor};
#[cfg(feature = "render")]
use debulha_crawl::{FetchLimits, FetchedResources};
use debulha_io::warc::WarcTruncation;
use std::fs;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
#[cfg(feature = "render")]
use std::time::Duration;

/// Bytes of a page that are fetched at most, whatever `--max-bytes` lets.
const MAX_BYTES: usize = 64 << 20;

/// How addresses are fetched.
#[derive(Debug, Clone, Default, clap::Args)]
#[command(next_help_heading = help::FETCHING)]
pub(crate) struct FetchingArgs {
    /// Also fetch from private addresses, such as localhost
    ///
    /// Without it, hosts that resolve to a non-public address are refused before a connection is made.
    #[arg(long, hide_short_help = true, hide_long_help = true)]
    allow_private: bool,
    /// Trust the CA certificates in this PEM file instead of the built-in ones
    #[arg(long, value_name = "FILE", value_parser = authorities, hide_short_help = true, hide_long_help = true)]
    ca_file: Option<Authorities>,
    /// Contact for site owners: a URL or an e-mail address
    #[arg(long, value_name = "URL|MAIL", hide_short_help = true, hide_long_help = true)]
    contact: Option<String>,
    /// User agent [default: debulha/VERSION]
    ///
    /// The part before the slash is matched against robots.txt.
    #[arg(long, value_name = "NAME/VERSION", hide_short_help = true, hide_long_help = true)]
    user_agent: Option<String>,
    #[arg(skip)]
    visitor: Arc<OnceLock<Mutex<Visitor>>>,
}

impl FetchingArgs {
    /// The options of fetching.
    pub(crate) fn options(&self) -> FetchOptions {
        let defaults = FetchOptions::default();
        FetchOptions {
            user_agent: self.user_agent.clone().unwrap_or(defaults.user_agent),
            contact: self.contact.clone(),
            allow_private: self.allow_private,
            authorities: self.ca_file.clone(),
            ..defaults
        }
    }

    /// Fetches a page: at most `limit` bytes of it. Robots.txt is asked, and each host gets its delay.
    ///
    /// # Errors
    /// The reason in words.
    pub(crate) fn page(&self, address: &str, limit: usize) -> Result<PageBytes, String> {
        let url = absolute_url(address)?;
        let visitor = self.visitor.get_or_init(|| {
            let options = FetchOptions { max_bytes: limit.min(MAX_BYTES), ..self.options() };
            Mutex::new(Visitor::new(Fetcher::new(options), Politeness::default()))
        });
        let visit = {
            let mut visitor = visitor.lock().unwrap_or_else(PoisonError::into_inner);
            visitor.visit(&url, None, &mut |_| true)
        };
        let exchange = visit.page().map_err(|error| words(&error))?;
        page_of_answer(&exchange, limit)
    }

    /// What fetches the style sheets of a page that was fetched, within a time.
    #[cfg(feature = "render")]
    pub(crate) fn style_sheets_of(&self, page: &str, time: Duration) -> Option<Arc<FetchedResources>> {
        let page = absolute_url(page).ok()?;
        let mut visitor = self.visitor.get()?.lock().unwrap_or_else(PoisonError::into_inner);
        // A page is drawn without a sheet sooner than it waits for a second try.
        let fetcher = Fetcher::new(FetchOptions { retries: 0, ..self.options() });
        let visitor = visitor.for_parts_of(&page, fetcher);
        Some(Arc::new(FetchedResources::new(visitor, FetchLimits::STYLE_SHEETS, time)))
    }
}

/// The authorities of a file.
fn authorities(path: &str) -> Result<Authorities, String> {
    let pem = fs::read(path).map_err(|error| error.to_string())?;
    Authorities::from_pem(&pem).map_err(|error| error.to_string())
}

/// Why an address was not fetched, and what to do about it.
pub(crate) fn words(error: &FetchError) -> String {
    let hint = if matches!(error, FetchError::Private { .. }) { "; use --allow-private" } else { "" };
    format!("not fetched: {error}{hint}")
}

/// The page of an exchange.
fn page_of_answer(exchange: &Exchange, limit: usize) -> Result<PageBytes, String> {
    let response = exchange.response().map_err(|error| words(&error))?;
    if !(200..300).contains(&response.status) {
        return Err(format!("not fetched: status {}", response.status));
    }
    let body = response.body(limit).map_err(|error| error.to_string())?;
    let mut page = PageBytes::new(body.bytes.into_owned(), body.fault, response.charset());
    page.fault = match exchange.truncated {
        Some(WarcTruncation::Unspecified) => return Err(format!("not HTML: {}", response.media_type())),
        Some(WarcTruncation::Length) => {
            Some(ReadFault::Cut(format!("cut at {} bytes", response.raw_body.len())))
        }
        Some(WarcTruncation::Time) => {
            Some(ReadFault::Damaged("timed out; the page is incomplete".to_owned()))
        }
        Some(WarcTruncation::Disconnect) => {
            Some(ReadFault::Damaged("the connection was closed early; the page is incomplete".to_owned()))
        }
        None => page.fault,
    };
    page.url = Some(exchange.url.to_string());
    Ok(page)
}
