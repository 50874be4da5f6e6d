//! Makes corpora of answer pages whose queries and rows are known: probes the databases of the tests over the loopback interface, and
//! writes a corpus of each, `probed-books` and so on, into a folder.
//!
//! ```sh
//! cargo run --release -p measure -- answers $DEBULHA_DATA
//! ```
//!
//! The rows come from the databases, not from the pages. Addresses are written as those of `books.example`, since the port differs
//! from run to run; all else is the same in each.

use crate::databases::Database;
use crate::pages::{Manners, Web};
use crate::server::Server;
use anyhow::{Context, Result, ensure};
use debulha_crawl::probe::{FormPage, Probe, ProbeOptions, read_query};
use debulha_crawl::{FetchOptions, Fetcher, Politeness, Visitor};
use debulha_io::warc::http::Response;
use debulha_io::warc::{WarcReader, WarcRecordKind};
use serde_json::{Value, json};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use url::Url;

/// Requests to a database at most.
const REQUESTS: u64 = 10_000;

/// Bytes of a page at most.
const MAX_PAGE: usize = 1 << 20;

/// What one database gave.
struct Made {
    submissions: usize,
    known: usize,
    pages: usize,
    /// Pages without rows, which are left out.
    empty: usize,
    rows: usize,
}

pub(crate) fn run() -> Result<()> {
    let folder =
        crate::arguments().next().map(PathBuf::from).context("the folder of the corpora is missing")?;
    println!("| database | rows | rows known | submissions | pages | rows on them | pages without rows |");
    println!("|---|---:|---:|---:|---:|---:|---:|");
    for database in crate::databases::all() {
        let Made { submissions, known, pages, empty, rows } = make(&database, &folder)?;
        let (name, all) = (database.name, database.rows.len());
        println!("| {name} | {all} | {known} | {submissions} | {pages} | {rows} | {empty} |");
    }
    Ok(())
}

fn make(database: &Database, folder: &Path) -> Result<Made> {
    let web = Arc::new(Web::new(database.clone(), Manners { frame: true, ..Manners::default() }));
    let answering = Arc::clone(&web);
    let server = Server::start(move |asked| answering.answer(asked));
    let work = tempfile::tempdir()?;
    let warc = work.path().join("answers.warc.gz");
    let page = FormPage::At(Url::parse(&server.url("/"))?);
    let options = ProbeOptions { allow_post: true, requests: REQUESTS, ..ProbeOptions::new(page) };
    let fetcher = Fetcher::new(FetchOptions { allow_private: true, ..FetchOptions::default() });
    let visitor = Visitor::new(fetcher, Politeness { delay: Duration::ZERO, ..Politeness::default() });
    let mut probe = Probe::open(&warc, &work.path().join("answers.state"), options, visitor)?;
    probe.run(|_, _| {})?;
    let account = probe.account();
    let (submissions, known) = (account.submitted.len(), account.rows());
    drop(probe);

    let corpus = folder.join(format!("probed-{}", database.name));
    fs::create_dir_all(corpus.join("pages"))?;
    let (mut truth, mut made) = (String::new(), Made { submissions, known, pages: 0, empty: 0, rows: 0 });
    let mut asked: Option<Value> = None;
    for record in WarcReader::open(&warc)? {
        let record = record?;
        match record.kind {
            WarcRecordKind::Metadata if read_query(&record.block).is_some() => {
                asked = Some(serde_json::from_slice(&record.block)?);
            }
            WarcRecordKind::Response => {
                let url = record.target().unwrap_or_default();
                let Some(asked) = asked.take().filter(|asked| asked["url"] == url) else { continue };
                let response = Response::parse(&record.block)?;
                ensure!(response.status == 200, "{url}: status {}", response.status);
                let html = String::from_utf8(response.body(MAX_PAGE)?.bytes.into_owned())?;
                let in_address = url.split_once('?').map_or("", |(_, query)| query);
                let rows = web.shown(asked["body"].as_str().unwrap_or(in_address));
                if rows.is_empty() {
                    made.empty += 1;
                    continue;
                }
                made.pages += 1;
                made.rows += rows.len();
                let id = format!("{}-{:03}", database.name, made.pages);
                let rows: Vec<&Vec<String>> = rows.iter().map(|&row| &database.rows[row]).collect();
                let line = json!({
                    "id": id,
                    "url": url.replace(&server.url(""), &format!("http://{}.example", database.name)),
                    "body": asked["body"],
                    "site": database.name,
                    "page_type": "search-result",
                    "spans": spans(&html, &rows).with_context(|| format!("{id}: a row is not on the page"))?,
                    "records": rows,
                });
                writeln!(truth, "{line}")?;
                fs::write(corpus.join("pages").join(format!("{id}.html")), html)?;
            }
            _ => {}
        }
    }
    fs::write(corpus.join("truth.jsonl"), truth)?;
    Ok(made)
}

/// Where the fields of the rows are in the source of a page, one after the other: whole texts, or parts of one between `·`.
fn spans(html: &str, rows: &[&Vec<String>]) -> Option<Vec<Vec<(usize, usize)>>> {
    let mut at = html.find("<main>")?;
    let mut next = |text: &String| {
        let is_whole = |start: usize| {
            html[..start].ends_with(['>', ' ']) && html[start + text.len()..].starts_with(['<', ' '])
        };
        let (start, _) = html[at..].match_indices(text.as_str()).find(|(start, _)| is_whole(at + start))?;
        let start = at + start;
        at = start + text.len();
        Some((start, at))
    };
    rows.iter().map(|row| row.iter().map(&mut next).collect()).collect()
}
