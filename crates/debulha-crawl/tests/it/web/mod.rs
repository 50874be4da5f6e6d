//! Probing a small web over the loopback interface: databases behind forms. No test asks for a host beyond it.

mod databases;
mod pages;
mod probing;
mod resuming;
mod wrapping;

use crate::crawl::Watch;
use crate::crawl::server;
use databases::Database;
use debulha_crawl::probe::{FormPage, Probe, ProbeEnded, ProbeError, ProbeOptions};
use debulha_crawl::{FetchOptions, Fetcher, Politeness, Visitor};
use pages::{Manners, Web};
use server::{Asked, Server};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use url::Url;

/// Serves a database.
pub(crate) fn serve(database: Database, manners: Manners) -> Server {
    let web = Web::new(database, manners);
    Server::start(move |asked: &Asked| web.answer(asked))
}

/// What is asked of a server unless a test says otherwise.
pub(crate) fn options(server: &Server) -> ProbeOptions {
    let page = FormPage::At(Url::parse(&server.url("/")).unwrap());
    ProbeOptions { allow_post: true, submissions: 400, requests: 10_000, ..ProbeOptions::new(page) }
}

/// Opens a probe of the files in a folder, with a clock on which waiting takes no time.
pub(crate) fn open(dir: &Path, options: ProbeOptions, delay: Duration) -> Result<(Probe, Watch), ProbeError> {
    let watch = Watch::default();
    let fetching = FetchOptions { allow_private: true, ..FetchOptions::default() };
    let fetcher = Fetcher::new(fetching).pause(Arc::new(watch.clone()));
    let visitor = Visitor::new(fetcher, Politeness { delay, ..Politeness::default() });
    let probe = Probe::open(&dir.join("answers.warc.gz"), &dir.join("answers.state"), options, visitor)?;
    Ok((probe, watch))
}

/// Probes to the end.
pub(crate) fn run(dir: &Path, options: ProbeOptions) -> (Probe, ProbeEnded) {
    let (mut probe, _) = open(dir, options, Duration::ZERO).unwrap();
    let ended = probe.run(|_, _| {}).unwrap();
    (probe, ended)
}

/// What was asked of the form, in order: method, address and body.
pub(crate) fn submitted(server: &Server) -> Vec<String> {
    let asked = server.asked().into_iter().filter(|asked| asked.path.starts_with("/find"));
    asked
        .map(|asked| format!("{} {} {}", asked.method, asked.path, String::from_utf8_lossy(&asked.body)))
        .collect()
}
