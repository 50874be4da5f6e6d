//! What a probe begins with: the page with the form, and the files.

use super::error::ProbeError;
use super::log::ProbeLog;
use super::options::{FormChoice, ProbeOptions};
use super::submission::SearchForm;
use super::vocabulary::page_words;
use crate::crawl::open::{WarcMismatch, is_beginning, mismatch};
use crate::error::{CrawlError, FetchError};
use crate::exchange::Exchange;
use crate::polite::Visitor;
use crate::records::{Archive, ExchangeNotes};
use debulha_core::classify::form_kinds::FormKinds;
use debulha_core::features::forms::{Control, Form, FormKind, FormRefusal, forms};
use debulha_core::{Page, PageOptions};
use debulha_dom::decode::decode;
use debulha_dom::{Document, Limits, names, parse};
use debulha_io::warc::Queries;
use debulha_io::warc::http::Response;
use std::fs;
use std::path::Path;
use url::Url;

/// Bytes of a metadata record that are read to learn what was asked.
const MAX_METADATA: usize = 256 << 10;

/// Bytes of a page that are looked at.
const MAX_BYTES: usize = 32 << 20;

/// How probable the kind of a form must be to count.
const MIN_SURE: f64 = 0.8;

/// A page, decoded.
pub(super) struct OpenedPage {
    pub(super) url: Url,
    pub(super) html: String,
    pub(super) charset: &'static str,
}

impl OpenedPage {
    pub(super) fn of(url: &Url, response: &Response<'_>) -> OpenedPage {
        let body = response.body(MAX_BYTES).map(|body| body.bytes).unwrap_or_default();
        let decoded = decode(&body, response.charset().as_deref());
        OpenedPage { url: url.clone(), charset: decoded.encoding, html: decoded.text.into_owned() }
    }

    pub(super) fn search_form(&self, form: Form) -> Option<SearchForm> {
        let document = parse(&self.html, &Limits::default()).document;
        let page = Page::with_options(&document, Some(self.url.as_str()), PageOptions::default());
        SearchForm::new(form, page.base_address(), &self.url, self.charset)
    }
}

/// A form of a page.
pub(super) struct ReadForm {
    pub(super) form: Form,
    /// Its kind, where the model is sure.
    kind: Option<FormKind>,
    /// What it may be called: its id, name and label, and the texts of its buttons.
    names: Vec<String>,
}

fn names_of(document: &Document, form: &Form) -> Vec<String> {
    let attributes = [names::ID, names::NAME, names::ARIA_LABEL].into_iter();
    let own = attributes.filter_map(|name| document.attribute(form.node?, name)).map(str::to_owned);
    let buttons = form.fields.iter().filter(|field| field.control.is_button());
    let labels = buttons
        .map(|field| field.label.as_ref().map_or_else(|| field.value.clone(), |label| label.text.clone()));
    own.chain(labels).filter(|name| !name.is_empty()).collect()
}

/// The forms of a page, each with the kind that a model is sure of, and the words that the page shows.
pub(super) fn read_forms(page: &OpenedPage) -> (Vec<ReadForm>, Vec<String>) {
    let document = parse(&page.html, &Limits::default()).document;
    let view = Page::with_options(&document, Some(page.url.as_str()), PageOptions::default());
    let read = |form: Form| {
        let judged = FormKinds::shipped().map(|kinds| kinds.judge(&view, &form));
        let kind = judged.filter(|judged| judged.probability >= MIN_SURE).map(|judged| judged.kind);
        let names = names_of(&document, &form);
        ReadForm { form, kind, names }
    };
    let forms = forms(&view).into_iter().filter(|form| form.node.is_some());
    (forms.map(read).collect(), page_words(&view))
}

/// The form that is probed: the one requested, or the first that is a search.
pub(super) fn choose_form(
    page: &OpenedPage,
    options: &ProbeOptions,
) -> Result<(usize, SearchForm, Vec<String>), ProbeError> {
    let (all, words) = read_forms(page);
    let refusals: Vec<_> = all.iter().map(|read| read.form.refusal(read.kind, options.allow_post)).collect();
    let at = match &options.form {
        Some(FormChoice::Number(number)) => number
            .checked_sub(1)
            .filter(|&at| at < all.len())
            .ok_or(ProbeError::NoSuchForm { asked: *number, count: all.len() })?,
        Some(FormChoice::Named(name)) => {
            let is_named = |read: &ReadForm| read.names.iter().any(|own| own.eq_ignore_ascii_case(name));
            let missing = || ProbeError::NoFormNamed { asked: name.clone(), count: all.len() };
            all.iter().position(is_named).ok_or_else(missing)?
        }
        None => best_form(&all, &refusals).ok_or_else(|| {
            let reasons = refusals.iter().enumerate().filter_map(|(at, reason)| Some((at + 1, (*reason)?)));
            ProbeError::NoSearch(reasons.collect())
        })?,
    };
    let number = at + 1;
    if let Some(reason) = refusals[at] {
        return Err(ProbeError::Refused { number, reason });
    }
    let form = all
        .into_iter()
        .nth(at)
        .and_then(|read| page.search_form(read.form))
        .ok_or(ProbeError::NoAction(number))?;
    if !form.can_be_sent() {
        return Err(ProbeError::Encoding(number));
    }
    Ok((number, form, words))
}

/// The form to probe: a search, or else one with a text field, or else any that is not refused.
fn best_form(all: &[ReadForm], refusals: &[Option<FormRefusal>]) -> Option<usize> {
    let first = |fits: &dyn Fn(usize) -> bool| (0..all.len()).find(|&at| refusals[at].is_none() && fits(at));
    let has_text = |at: usize| {
        all[at].form.fields.iter().any(|field| matches!(field.control, Control::Text | Control::Search))
    };
    first(&|at| all[at].kind == Some(FormKind::Search) && has_text(at))
        .or_else(|| first(&|at| all[at].kind == Some(FormKind::Search)))
        .or_else(|| first(&has_text))
        .or_else(|| first(&|_| true))
}

/// Fetches the page with the form; where its answer is in the file, and how many requests were made.
pub(super) fn fetch_form(
    visitor: &mut Visitor,
    archive: &mut Archive,
    url: &Url,
) -> Result<(OpenedPage, u64, u64), ProbeError> {
    let visit = visitor.visit(url, None, &mut |_| true);
    let made = visit.exchanges.len().max(1) as u64;
    let asides = visitor.take_asides().into_iter().map(|aside| (aside, ExchangeNotes::default()));
    archive.append(&asides.collect::<Vec<_>>())?;
    let kept: Vec<(Exchange, ExchangeNotes)> =
        visit.exchanges.into_iter().map(|e| (e, ExchangeNotes::default())).collect();
    let offsets = archive.append(&kept)?;
    if let Some(error) = visit.error {
        return Err(error.into());
    }
    let (Some((exchange, _)), Some(&offset)) = (kept.last(), offsets.last()) else {
        return Err(FetchError::Stopped.into());
    };
    let response = exchange.response()?;
    if !(200..300).contains(&response.status) {
        return Err(ProbeError::Status(response.status));
    }
    Ok((OpenedPage::of(&exchange.url, &response), offset, made))
}

/// A page that the file holds.
pub(super) fn kept_page(archive: &Archive, url: &Url, offset: u64) -> Result<OpenedPage, ProbeError> {
    let answer = archive.answer(offset)?.unwrap_or_default();
    let url = archive.target(offset)?.unwrap_or_else(|| url.clone());
    Ok(OpenedPage::of(&url, &Response::parse(&answer).map_err(FetchError::from)?))
}

/// Opens the WARC file, and notes the answers that it has beyond the state.
pub(super) fn open_archive(
    warc: &Path,
    state: &Path,
    log: &mut ProbeLog,
    visitor: &Visitor,
) -> Result<Archive, CrawlError> {
    let known = log.meta("warc")?;
    let len = log.meta("warc_len")?.and_then(|text| text.parse().ok()).unwrap_or(0);
    if known.is_none() && warc.exists() && !is_beginning(warc)? {
        return Err(mismatch(warc, state, WarcMismatch::Unknown));
    }
    let Some(known) = known else {
        // What is left of a beginning that was interrupted.
        if warc.exists() {
            fs::remove_file(warc)?;
        }
        let archive = Archive::create(warc, &visitor.fetcher().options().agent_field())?;
        log.set_meta("warc", &archive.id)?;
        log.set_meta("warc_len", &archive.sync()?.to_string())?;
        log.commit()?;
        return Ok(archive);
    };
    if !warc.exists() {
        return Err(mismatch(warc, state, WarcMismatch::Missing));
    }
    let mut queries = Queries::default();
    let mut found = Vec::new();
    let archive = Archive::resume(warc, len, MAX_METADATA, &mut |record| {
        found.extend(queries.of(record).map(|query| (query, record.offset)));
        Ok(())
    })?;
    if archive.id != known {
        return Err(mismatch(warc, state, WarcMismatch::Other));
    }
    log.cut(archive.len())?;
    for (query, offset) in found {
        log.put(&query.key, query.page, offset)?;
    }
    Ok(archive)
}

/// Options that would make two probes of one.
pub(super) fn check_options(
    log: &mut ProbeLog,
    path: &Path,
    options: &ProbeOptions,
) -> Result<(), CrawlError> {
    let form = options.form.as_ref().map_or("the first".to_owned(), ToString::to_string);
    let seeds = if options.seeds.is_empty() { "none".to_owned() } else { options.seeds.join(", ") };
    let values = serde_json::json!(options.values).to_string();
    let asked = [
        ("URL", options.page.url().to_string()),
        ("--form", form),
        ("--strategy", options.plan.name()),
        ("--seed", seeds),
        ("--values", values),
        ("--max-pages-per-answer", options.pages_per_answer.to_string()),
    ];
    for (name, asked) in asked {
        match log.meta(name)? {
            Some(stored) if stored != asked => {
                return Err(CrawlError::OtherOptions { state: path.to_owned(), name, stored, asked });
            }
            Some(_) => {}
            None => log.set_meta(name, &asked)?,
        }
    }
    Ok(())
}
