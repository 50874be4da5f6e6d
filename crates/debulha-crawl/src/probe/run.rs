//! A form probed over the network: answers into a WARC file, and on from wherever it was interrupted.
//!
//! The WARC file leads. A search is decided by the answers alone, so it is resumed by running it again: what the file holds
//! is read from there, what it lacks is requested. The state says where in the file each page of each answer is; what the file
//! has beyond it is found by the metadata records, which name the query.

use super::account::metadata;
use super::error::ProbeError;
use super::itp::Itp;
use super::log::ProbeLog;
use super::matcher::Matcher;
use super::opening::{
    OpenedPage, check_options, choose_form, fetch_form, kept_page, open_archive, read_forms,
};
use super::options::{FormPage, Plan, ProbeOptions};
use super::paging::next_page;
use super::product::Product;
use super::rows::RowReader;
use super::search::{SearchProgress, Strategy, Submitted};
use super::space::{AnswerRow, More, Query, QueryAnswer, Space};
use super::submission::SearchForm;
use super::totals::stated_total;
use crate::crawl::open::{WarcMismatch, mismatch};
use crate::error::{CrawlError, FetchError};
use crate::exchange::{Exchange, Request};
use crate::pause::Pause;
use crate::polite::Visitor;
use crate::records::{Archive, ExchangeNotes};
use debulha_core::{Page, PageOptions};
use debulha_dom::{Limits, parse};
use debulha_io::warc::http::Response;
use debulha_io::warc::{AskedQuery, WarcTruncation};
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};
use url::Url;

/// Pages after which the state is written at the latest.
const COMMIT_PAGES: usize = 16;

/// Time after which the state is written at the latest, when pages come slowly.
const COMMIT_TIME: Duration = Duration::from_secs(1);

/// Queries without an answer, one after another, after which a server is left alone.
const MAX_FAILURES: u32 = 5;

/// A word that nobody has in a database: its answer shows what an empty answer looks like.
const NONSENSE: &str = "zqxvkjwqyz";

/// Its number as a value of a field. Strategies do not know it.
const NOBODYS: u32 = u32::MAX;

/// Pages of an answer, one after another, without a row that is new to the probe, after which the answer is followed no further.
const MAX_STALE_PAGES: u32 = 2;

/// The key of the page with the form.
const FORM: &str = "form";

/// Why a probe has ended.
#[derive(Debug)]
pub enum ProbeEnded {
    /// Nothing is left that is worth asking.
    Complete,
    /// All queries were asked.
    Submissions,
    /// All requests of a run were made.
    Requests,
    /// It was told to stop.
    Stopped,
    /// The server does not answer, or does not let us; the next run tries again.
    Silent(FetchError),
    /// The server answers with errors.
    Errors(u16),
}

/// A step of a probe: a page of an answer.
#[derive(Debug)]
pub enum ProbeStep {
    /// An answer goes on.
    Page,
    /// An answer is there.
    Answered {
        /// Names and values of the query; none for the form as it is.
        asked: Vec<(String, String)>,
        /// What it brought.
        submitted: Submitted,
        /// Why there is no answer.
        error: Option<FetchError>,
    },
    /// There is nothing more to do.
    Ended(ProbeEnded),
}

/// A query under way.
struct OpenQuery {
    query: Query,
    is_nonsense: bool,
    key: String,
    request: Request,
    /// The number of the page that comes next, from 1.
    page: u32,
    answer: QueryAnswer,
    known: BTreeSet<u64>,
    /// Its last pages without a row that is new to the probe.
    stale: u32,
    visited: BTreeSet<String>,
}

/// What came of a page.
enum Got {
    /// The answer of a server at an address.
    Kept {
        url: Url,
        answer: Vec<u8>,
    },
    Failed(FetchError),
}

/// A probe under way. What it did since the last commit is not lost when it is dropped, nor when the process is killed.
pub struct Probe {
    options: ProbeOptions,
    archive: Archive,
    log: ProbeLog,
    visitor: Visitor,
    clock: Arc<dyn Pause>,
    form: SearchForm,
    number: usize,
    space: Space,
    strategy: Box<dyn Strategy>,
    reader: RowReader,
    account: SearchProgress,
    open: Option<OpenQuery>,
    /// A nonsense word was asked, or there is no field for it.
    knows_empty: bool,
    /// The page with the form was fetched in this run: its session is ours.
    is_fresh: bool,
    pages: u64,
    requests: u64,
    failures: u32,
    uncommitted: usize,
    committed: Instant,
}

impl Probe {
    /// Begins a probe, or goes on with the one that the state is of.
    ///
    /// # Errors
    /// A form that cannot be had or is to be left alone; files that do not go together, or cannot be used.
    pub fn open(
        warc: &Path,
        state: &Path,
        options: ProbeOptions,
        mut visitor: Visitor,
    ) -> Result<Probe, ProbeError> {
        if !state.exists() && warc.exists() {
            return Err(mismatch(warc, state, WarcMismatch::NoState).into());
        }
        let mut log = ProbeLog::open(state)?;
        check_options(&mut log, state, &options)?;
        let mut archive = open_archive(warc, state, &mut log, &visitor)?;
        let clock = visitor.fetcher().clock();
        let mut requests = 0;
        let mut is_fresh = matches!(options.page, FormPage::Html { .. });
        let page = match &options.page {
            FormPage::Html { html, url } => {
                OpenedPage { url: url.clone(), html: html.clone(), charset: "utf-8" }
            }
            FormPage::At(url) => {
                if let Some(offset) = log.get(FORM, 0)? {
                    kept_page(&archive, url, offset)?
                } else {
                    is_fresh = true;
                    let (page, offset, made) = fetch_form(&mut visitor, &mut archive, url)?;
                    requests += made;
                    log.put(FORM, 0, offset)?;
                    page
                }
            }
        };
        let (number, form, words) = choose_form(&page, &options)?;
        let mut facets = form.facets();
        for (name, values) in &options.values {
            let known = facets.iter().map(|facet| facet.name.as_str()).collect::<Vec<_>>().join(", ");
            let facet = facets.iter_mut().find(|facet| facet.name == *name);
            let Some(facet) = facet else {
                return Err(ProbeError::NoSuchField { name: name.clone(), known });
            };
            (facet.values, facet.shown) = (values.clone(), Vec::new());
        }
        for facet in facets.iter_mut().filter(|facet| facet.is_text) {
            facet.values.extend(options.seeds.iter().cloned());
        }
        let mut space = Space::new(facets);
        let strategy: Box<dyn Strategy> = match &options.plan {
            Plan::Itp(params) => Box::new(Itp::new(&space, params.clone(), words)),
            Plan::Matcher(table, rank) => Box::new(Matcher::new(&mut space, table, *rank)),
            Plan::Product => Box::new(Product::in_order(&space)),
            Plan::Random(seed) => Box::new(Product::at_random(&space, *seed)),
        };
        let mut probe = Probe {
            options,
            archive,
            log,
            visitor,
            form,
            number,
            space,
            strategy,
            reader: RowReader::default(),
            account: SearchProgress::default(),
            open: None,
            knows_empty: false,
            is_fresh,
            pages: 0,
            requests,
            failures: 0,
            uncommitted: 0,
            committed: clock.now(),
            clock,
        };
        probe.commit()?;
        Ok(probe)
    }

    /// Goes on by one page of an answer.
    ///
    /// # Errors
    /// Of the files.
    pub fn step(&mut self) -> Result<ProbeStep, ProbeError> {
        if !self.clock.wait(Duration::ZERO) {
            return self.end(ProbeEnded::Stopped);
        }
        let open = match self.open.take() {
            Some(open) => open,
            None if self.account.submitted.len() >= self.options.submissions => {
                return self.end(ProbeEnded::Submissions);
            }
            None => match self.next() {
                Some(open) => open,
                None => return self.end(ProbeEnded::Complete),
            },
        };
        let got = match self.kept(&open)? {
            Some(kept) => kept,
            None if self.requests >= self.options.requests => {
                self.open = Some(open);
                return self.end(ProbeEnded::Requests);
            }
            None => self.fetch(&open)?,
        };
        match got {
            Got::Kept { url, answer } => self.take(open, &url, &answer),
            Got::Failed(FetchError::Stopped) => {
                self.open = Some(open);
                self.end(ProbeEnded::Stopped)
            }
            Got::Failed(
                error @ (FetchError::Robots | FetchError::NoRobots(_) | FetchError::Private { .. }),
            ) => {
                self.open = Some(open);
                self.end(ProbeEnded::Silent(error))
            }
            Got::Failed(error) => {
                self.failures += 1;
                if self.failures >= MAX_FAILURES {
                    self.open = Some(open);
                    return self.end(ProbeEnded::Silent(error));
                }
                let mut open = open;
                open.answer.failed = open.answer.rows.is_empty();
                Ok(self.finish(open, Some(error)))
            }
        }
    }

    /// Goes on to the end.
    ///
    /// # Errors
    /// As [`Probe::step`].
    pub fn run(&mut self, mut take: impl FnMut(&Probe, &ProbeStep)) -> Result<ProbeEnded, ProbeError> {
        loop {
            let step = self.step()?;
            if let ProbeStep::Ended(ended) = step {
                return Ok(ended);
            }
            take(self, &step);
        }
    }

    /// What was asked and found so far.
    pub fn account(&self) -> &SearchProgress {
        &self.account
    }

    /// The fields of the form and their values.
    pub fn space(&self) -> &Space {
        &self.space
    }

    /// Names and values of a query that was asked; those of the nonsense word at the beginning too.
    pub fn pairs(&self, submitted: &Submitted) -> Vec<(String, String)> {
        let nonsense = is_nonsense(&submitted.query);
        let own = |(name, value): (&str, &str)| {
            (name.to_owned(), if nonsense { NONSENSE.to_owned() } else { value.to_owned() })
        };
        self.space.pairs(&submitted.query).map(own).collect()
    }

    /// The number of the form on its page, from 1.
    pub fn form_number(&self) -> usize {
        self.number
    }

    /// The form.
    pub fn form(&self) -> &SearchForm {
        &self.form
    }

    /// Pages of answers so far, those of earlier runs included.
    pub fn pages(&self) -> u64 {
        self.pages
    }

    /// Requests of this run, but for robots.txt.
    pub fn requests(&self) -> u64 {
        self.requests
    }

    fn end(&mut self, ended: ProbeEnded) -> Result<ProbeStep, ProbeError> {
        self.commit()?;
        Ok(ProbeStep::Ended(ended))
    }

    /// Writes everything to the disk: the WARC file first, then the state.
    fn commit(&mut self) -> Result<(), CrawlError> {
        let len = self.archive.sync()?;
        self.log.set_meta("warc_len", &len.to_string())?;
        self.log.commit()?;
        (self.uncommitted, self.committed) = (0, self.clock.now());
        Ok(())
    }

    /// The next query: first a nonsense word, which shows what an empty answer looks like.
    fn next(&mut self) -> Option<OpenQuery> {
        let text = self.space.fields().find(|&field| self.space.facet(field).is_text);
        let nonsense = text.filter(|_| !self.knows_empty);
        self.knows_empty = true;
        if let Some(field) = nonsense {
            return Some(OpenQuery::new(Query::of(vec![(field, NOBODYS)]), &self.space, &self.form));
        }
        let query = self.strategy.next(&mut self.space)?;
        Some(OpenQuery::new(query, &self.space, &self.form))
    }

    /// What the file holds of a page. An error of an earlier run that may have passed is requested again.
    fn kept(&mut self, open: &OpenQuery) -> Result<Option<Got>, ProbeError> {
        let Some(offset) = self.log.get(&open.key, open.page)? else { return Ok(None) };
        let answer = self.archive.answer(offset)?.filter(|answer| !is_passing(answer));
        let Some(answer) = answer else { return Ok(None) };
        let url = self.archive.target(offset)?.unwrap_or_else(|| open.request.url.clone());
        Ok(Some(Got::Kept { url, answer }))
    }

    /// Asks for a page, and keeps the exchanges.
    fn fetch(&mut self, open: &OpenQuery) -> Result<Got, ProbeError> {
        let mut open_request = open.request.clone();
        if !self.is_fresh {
            self.renew()?;
            if open.page == 1 {
                open_request = OpenQuery::new(open.query.clone(), &self.space, &self.form).request;
            }
        }
        let visit = self.visitor.send(&open_request, None, &mut |_| true);
        self.requests += visit.exchanges.len().max(1) as u64;
        let asides: Vec<(Exchange, ExchangeNotes)> =
            self.visitor.take_asides().into_iter().map(|aside| (aside, ExchangeNotes::default())).collect();
        self.archive.append(&asides)?;
        let mut kept: Vec<(Exchange, ExchangeNotes)> =
            visit.exchanges.into_iter().map(|e| (e, ExchangeNotes::default())).collect();
        let is_text =
            kept.last().is_some_and(|(last, _)| last.truncated != Some(WarcTruncation::Unspecified));
        if let (None, Some((_, about))) = (&visit.error, kept.last_mut().filter(|_| is_text)) {
            about.query = Some(self.metadata(open, &open_request));
        }
        let last = kept.last().map(|(last, _)| (last.url.clone(), last.answer.clone()));
        let offsets = self.archive.append(&kept)?;
        match (visit.error, last, offsets.last()) {
            (Some(error), ..) => Ok(Got::Failed(error)),
            (None, Some((url, answer)), Some(&offset)) if is_text => {
                self.log.put(&open.key, open.page, offset)?;
                self.uncommitted += 1;
                if self.uncommitted >= COMMIT_PAGES || self.clock.now() - self.committed >= COMMIT_TIME {
                    self.commit()?;
                }
                Ok(Got::Kept { url, answer })
            }
            _ => Ok(Got::Failed(FetchError::Protocol("the response is not HTML".to_owned()))),
        }
    }

    /// Fetches the page with the form again: cookies and the numbers of sessions in hidden fields are those of this run.
    fn renew(&mut self) -> Result<(), ProbeError> {
        self.is_fresh = true;
        let FormPage::At(url) = self.options.page.clone() else { return Ok(()) };
        let (page, _, made) = match fetch_form(&mut self.visitor, &mut self.archive, &url) {
            Ok(fetched) => fetched,
            Err(ProbeError::Files(error)) => return Err(error.into()),
            // The form as it was may do.
            Err(_) => return Ok(()),
        };
        self.requests += made;
        let form = read_forms(&page).0.into_iter().nth(self.number - 1);
        if let Some(fresh) = form.and_then(|read| page.search_form(read.form)) {
            self.form.renew(&fresh);
        }
        Ok(())
    }

    fn metadata(&self, open: &OpenQuery, request: &Request) -> String {
        let query = AskedQuery {
            form_page: self.options.page.url().to_string(),
            form: self.number,
            key: open.key.clone(),
            page: open.page,
        };
        metadata(&query, &self.space, self.form.form(), request)
    }

    /// Reads a page of an answer.
    fn take(&mut self, mut open: OpenQuery, url: &Url, answer: &[u8]) -> Result<ProbeStep, ProbeError> {
        self.pages += 1;
        let Ok(response) = Response::parse(answer) else {
            return Ok(self.finish(open, None));
        };
        // Some servers call an empty answer "not found".
        let is_error = response.status >= 400 && !matches!(response.status, 404 | 410);
        if is_error {
            let status = response.status;
            self.failures += 1;
            open.answer.failed = open.answer.rows.is_empty();
            if self.failures >= MAX_FAILURES {
                return self.end(ProbeEnded::Errors(status));
            }
            return Ok(self.finish(open, None));
        }
        self.failures = 0;
        let page = OpenedPage::of(url, &response);
        let (rows, total, next) = self.read(&page, &open);
        open.answer.total = open.answer.total.or(total);
        let has_new = rows.iter().any(|row| !open.known.contains(&row.fingerprint));
        let is_stale = rows.iter().all(|row| self.account.has(row.fingerprint));
        open.stale = if is_stale { open.stale + 1 } else { 0 };
        let rows = rows.into_iter().filter(|row| open.known.insert(row.fingerprint));
        open.answer.rows.extend(rows);
        open.visited.extend([key_of(&open.request), key_of(&Request::get(url))]);
        let next = next.filter(|next| has_new && !open.visited.contains(&key_of(next)));
        match next {
            Some(next) if open.page < self.options.pages_per_answer && open.stale < MAX_STALE_PAGES => {
                open.page += 1;
                open.request = next;
                self.open = Some(open);
                Ok(ProbeStep::Page)
            }
            Some(_) => {
                open.answer.more = More::Yes;
                Ok(self.finish(open, None))
            }
            None => {
                // Some sites state only as many as they show: that all are there proves nothing.
                if open.answer.total.is_some_and(|total| (open.answer.rows.len() as u64) < total) {
                    open.answer.more = More::Yes;
                }
                Ok(self.finish(open, None))
            }
        }
    }

    fn read(
        &mut self,
        page: &OpenedPage,
        open: &OpenQuery,
    ) -> (Vec<AnswerRow>, Option<u64>, Option<Request>) {
        let document = parse(&page.html, &Limits::default()).document;
        let view = Page::with_options(&document, Some(page.url.as_str()), PageOptions::default());
        let next = next_page(&view, &page.url, page.charset, open.page as usize);
        if open.is_nonsense {
            // Where a word alone has no effect, its answer is no empty one, and goes on.
            if next.is_none_or(|next| key_of(&next) == key_of(&open.request)) {
                self.reader.learn_empty(&view);
            }
            return (Vec::new(), None, None);
        }
        let rows = self.reader.read(&view);
        let total = if rows.is_empty() { None } else { stated_total(&view, rows.len()) };
        (rows, total, next)
    }

    /// Gives an answer to the strategy.
    fn finish(&mut self, open: OpenQuery, error: Option<FetchError>) -> ProbeStep {
        let new = self.account.note(&open.query, &open.answer);
        if !open.is_nonsense {
            self.strategy.take(&self.space, &open.query, &open.answer, new);
        }
        let submitted = Submitted { query: open.query, rows: open.answer.rows.len(), new };
        ProbeStep::Answered { asked: pairs_of(&open.key), submitted, error }
    }
}

impl OpenQuery {
    fn new(query: Query, space: &Space, form: &SearchForm) -> OpenQuery {
        let is_nonsense = is_nonsense(&query);
        let word = |value| if is_nonsense { NONSENSE } else { value };
        let pairs: Vec<(&str, &str)> = space.pairs(&query).map(|(name, value)| (name, word(value))).collect();
        let key = serde_json::json!(pairs).to_string();
        let request = form.request(&pairs);
        let (answer, known, visited) = (QueryAnswer::default(), BTreeSet::new(), BTreeSet::new());
        OpenQuery { query, is_nonsense, key, request, page: 1, answer, known, stale: 0, visited }
    }
}

/// A request as one text: its address, and what is sent along.
fn key_of(request: &Request) -> String {
    let posted = request.posted.as_ref().map(|posted| String::from_utf8_lossy(&posted.bytes));
    format!("{}\n{}", request.url, posted.unwrap_or_default())
}

/// Whether an answer is an error that may pass: too many requests, or a fault of the server.
fn is_passing(answer: &[u8]) -> bool {
    Response::parse(answer).is_ok_and(|response| response.status == 429 || response.status >= 500)
}

fn is_nonsense(query: &Query) -> bool {
    query.pairs().iter().any(|&(_, value)| value == NOBODYS)
}

/// Names and values of a key.
fn pairs_of(key: &str) -> Vec<(String, String)> {
    serde_json::from_str(key).unwrap_or_default()
}
