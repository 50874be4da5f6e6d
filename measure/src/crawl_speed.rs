//! How fast a crawl goes where nothing keeps it waiting: small pages over the loopback interface, without a delay.
//!
//! ```sh
//! cargo run --release -p measure -- crawl_speed 10000
//! ```
//!
//! The peak of the memory is that of this process, the server's threads included.

use crate::server::{Server, answer, page};
use debulha_crawl::{Crawl, CrawlBudget, CrawlOptions, FetchOptions, Fetcher, Politeness, Visitor};
use std::error::Error;
use std::fmt::Write;
use std::time::{Duration, Instant};

/// Links of a page.
const LINKS: usize = 20;

pub(crate) fn run() -> Result<(), Box<dyn Error>> {
    let pages: usize = crate::arguments().next().map_or(Ok(10_000), |number| number.parse())?;
    let server = Server::start(move |asked| match asked.path.trim_start_matches("/p").parse::<usize>() {
        Ok(number) => {
            let mut html =
                format!("<!doctype html><title>Rye {number}</title><p>Rye is sown in autumn.</p><ul>");
            for link in (1..=LINKS).map(|n| (number * LINKS + n) % pages) {
                let _ = write!(html, "<li><a href=/p{link}>Rye {link}</a>");
            }
            page(&html)
        }
        Err(_) => answer(404, &[], b""),
    });
    let dir = tempfile::tempdir()?;
    let fetcher = Fetcher::new(FetchOptions { allow_private: true, ..FetchOptions::default() });
    let visitor = Visitor::new(fetcher, Politeness { delay: Duration::ZERO, ..Politeness::default() });
    let options = CrawlOptions {
        seeds: vec![server.url("/p0")],
        budget: CrawlBudget { pages: pages as u64, requests: u64::MAX, ..CrawlBudget::default() },
        ..CrawlOptions::default()
    };
    let warc = dir.path().join("speed.warc.gz");
    let mut crawl = Crawl::open(&warc, &dir.path().join("speed.state"), options, visitor)?;
    let begun = Instant::now();
    let ended = crawl.run(|_| {})?;
    let seconds = begun.elapsed().as_secs_f64();
    let found = crawl.pages();
    println!("{found} pages in {seconds:.1} s, {:.0} a second ({ended:?})", found as f64 / seconds);
    println!("{} bytes of WARC", std::fs::metadata(&warc)?.len());
    if let Ok(status) = std::fs::read_to_string("/proc/self/status") {
        println!("{}", status.lines().find(|line| line.starts_with("VmHWM")).unwrap_or_default());
    }
    Ok(())
}
