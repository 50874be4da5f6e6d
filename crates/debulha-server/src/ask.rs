//! What a request asks: a page, what is known of it, and options.

use crate::app::{Admission, App, Room};
use crate::engine::{Caller, Deadline, Turns};
use crate::fetch::Via;
use crate::fields::{GivenOptions, OptionFields, RouteOptions, TermsField, fields};
use crate::gate::caller;
use crate::problem::Problem;
use crate::receive::{Received, too_large};
use crate::service::{self, GivenContent};
use axum::extract::{FromRequest, Request};
use axum::http::{HeaderMap, header};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use debulha::evidence::{Evidence, QueryOptions, QueryTerms};
use debulha::{Extraction, Limits, LoadedPage, PageSource, Pipeline};
use debulha_dom::decode::{self, decode};
use debulha_io::sniff::{InputKind, sniff};
use serde_json::{Map, Value};
use tokio::time::Instant;

fields! {
    /// What is known of a page.
    pub(crate) struct PageFields {
        /// The page's address: links become absolute. In JSON without `html` and `base64`, the page is fetched from it, where the
        /// server was started with `--allow-fetch`.
        #[schema(example = "https://example.org/rye")]
        #[param(example = "https://example.org/rye")]
        url: Option<String>,
        /// The encoding of the bytes, as a server would state it; outweighs that of `Content-Type`.
        #[schema(example = "windows-1252")]
        #[param(example = "windows-1252")]
        charset: Option<String>,
        /// The query that led to the page, for systems that look for its words: an object, or in a query its JSON.
        #[schema(value_type = Option<crate::fields::TermsObject>)]
        #[param(value_type = Option<String>, example = "{\"words\":[\"dark chocolate\"]}")]
        query: Option<TermsField>,
        /// Read so many bytes of the page at most. What is over is left out, with a warning.
        #[schema(example = 1_000_000)]
        #[param(example = 1_000_000)]
        max_bytes: Option<usize>,
        /// Have a browser draw the page first, with its scripts, where the server was started with `--render`. A page that is fetched
        /// loads its scripts, style sheets and data; one that is sent has no network.
        #[schema(default = false)]
        #[param(default = false)]
        render: Option<bool>,
    }
}

fields! {
    /// The page itself; one of both.
    pub(crate) struct ContentFields {
        /// The page as text.
        #[schema(example = "<h1>Rye</h1><p>Rye is sown in autumn, and reaped in July.</p>")]
        html: Option<String>,
        /// The bytes of the page in Base64, so that its encoding counts.
        #[schema(example = "PGgxPlJ5ZTwvaDE+")]
        base64: Option<String>,
    }
}

/// A request with a page in its body.
pub(crate) struct AskedPage<O> {
    pub(crate) page: HeldPage,
    pub(crate) options: O,
    /// What the caller accepts.
    pub(crate) accept: Option<String>,
    /// Until when the request is to be answered.
    pub(crate) deadline: Deadline,
    caller: Caller,
}

impl<O> AskedPage<O> {
    /// The turns that are left for the request.
    pub(crate) fn turns<'a>(&self, app: &'a App) -> Turns<'a> {
        app.engine().turns_until(self.deadline).by(self.caller)
    }
}

/// A page as a caller gave it, with all that it holds of the server while it is there.
pub(crate) struct HeldPage {
    page: service::GivenPage,
    terms: Option<QueryTerms>,
    limits: Limits,
    _held: (Option<Admission>, Room),
}

/// A request that was read, but for a page that has to be fetched.
pub(crate) struct ReadRequest<O> {
    /// `None` where the page is to be fetched.
    content: Option<GivenContent>,
    known: PageFields,
    room: Room,
    pub(crate) options: O,
}

impl<O: RouteOptions> FromRequest<App> for AskedPage<O> {
    type Rejection = Problem;

    async fn from_request(request: Request, app: &App) -> Result<Self, Problem> {
        let (parts, body) = request.into_parts();
        let caller = caller(&parts.extensions);
        let received = app.receive(&parts.headers, body).await?;
        let admission = app.admit()?;
        let deadline = app.engine().deadline();
        let query = parts.uri.query().unwrap_or_default().to_owned();
        let is_short = received.is_plain() && !received.is_json();
        let read = move || read::<O>(received, &query);
        let read = if is_short {
            read()?
        } else {
            app.engine().turns_until(deadline).by(caller).run(read).await??
        };
        let accept = accept(&parts.headers);
        let (page, options, deadline) = read.into_page(app, Some(admission), deadline).await?;
        Ok(AskedPage { page, options, accept, deadline, caller })
    }
}

fn accept(headers: &HeaderMap) -> Option<String> {
    let fields: Vec<&str> =
        headers.get_all(header::ACCEPT).iter().filter_map(|value| value.to_str().ok()).collect();
    (!fields.is_empty()).then(|| fields.join(","))
}

fn read<O: RouteOptions>(received: Received, query: &str) -> Result<ReadRequest<O>, Problem> {
    let (is_json, charset) = (received.is_json(), received.charset.clone());
    let (bytes, room) = received.into_plain()?;
    let mut given = GivenOptions::of_query(query);
    if !is_json {
        let (mut known, options) = taken::<O>(&mut given)?;
        given.finish(&known_names::<O>(&[]))?;
        known.charset = known.charset.or(charset.filter(|label| is_charset(label)));
        return Ok(ReadRequest { content: Some(GivenContent::Bytes(bytes)), known, room, options });
    }
    if !query.is_empty() {
        let detail = "the options of a request with a JSON body stand in the body, not in the query";
        return Err(Problem::bad_request("option", detail));
    }
    let object = serde_json::from_slice(&bytes)
        .map_err(|error| Problem::bad_request("json", format!("not a JSON object: {error}")))?;
    drop(bytes);
    read_object(object, room)
}

/// Reads the JSON object of a page and options.
///
/// # Errors
/// 400 for options that are unknown or wrong, or a page that is not there.
pub(crate) fn read_object<O: RouteOptions>(
    object: Map<String, Value>,
    room: Room,
) -> Result<ReadRequest<O>, Problem> {
    let mut given = GivenOptions::Json(object);
    let content = content(given.take()?)?;
    let (known, options) = taken::<O>(&mut given)?;
    given.finish(&known_names::<O>(ContentFields::NAMES))?;
    if content.is_none() && known.url.is_none() {
        return Err(Problem::bad_request("no-page", "give the page as `html` or `base64`"));
    }
    Ok(ReadRequest { content, known, room, options })
}

fn content(given: ContentFields) -> Result<Option<GivenContent>, Problem> {
    match (given.html, given.base64) {
        (None, None) => Ok(None),
        (Some(html), None) => Ok(Some(GivenContent::Text(html))),
        (None, Some(text)) => {
            let bytes = STANDARD.decode(text.as_bytes());
            let bytes = bytes.map_err(|error| Problem::bad_request("base64", error.to_string()))?;
            Ok(Some(GivenContent::Bytes(bytes)))
        }
        (Some(_), Some(_)) => Err(Problem::bad_request("option", "give either `html` or `base64`")),
    }
}

fn taken<O: RouteOptions>(given: &mut GivenOptions) -> Result<(PageFields, O), Problem> {
    Ok((given.take()?, O::take(given)?))
}

/// The names of all options of a route.
pub(crate) fn known_names<O: RouteOptions>(content: &'static [&'static str]) -> Vec<&'static [&'static str]> {
    [&[content, PageFields::NAMES], O::NAMES].concat()
}

impl<O: RouteOptions> ReadRequest<O> {
    /// Takes what is not given from defaults.
    #[must_use]
    pub(crate) fn or(self, known: &PageFields, options: &O) -> Self {
        ReadRequest { known: self.known.or(known), options: self.options.or(options), ..self }
    }

    /// The page, fetched and drawn where it has to be, and the deadline later by the time that this took: fetching has one of its own.
    ///
    /// # Errors
    /// 400 for a charset that nobody knows, those of fetching and drawing, and 502 for a page that comes with an error.
    pub(crate) async fn into_page(
        self,
        app: &App,
        admission: Option<Admission>,
        deadline: Deadline,
    ) -> Result<(HeldPage, O, Deadline), Problem> {
        let ReadRequest { content, mut known, mut room, options } = self;
        if let Some(label) = known.charset.as_deref().filter(|label| !is_charset(label)) {
            return Err(Problem::bad_request("option", format!("option `charset`: nobody knows `{label}`")));
        }
        let began = Instant::now();
        let via = Via::of(known.render == Some(true));
        let page = match content {
            Some(content) => {
                content.check_filled()?;
                let page = service::GivenPage::of(content, known.charset.take(), known.url.take());
                app.fetching().given(page, via).await?
            }
            None => fetched(app, &mut known, via).await?,
        };
        room.grow_to(page.memory())?;
        let mut page = HeldPage {
            terms: known.query.as_ref().and_then(terms),
            page,
            limits: app.engine().limits(),
            _held: (admission, room),
        };
        page.check_kind()?;
        page.cut(app.max_bytes(), known.max_bytes)?;
        Ok((page, options, deadline.later_by(began.elapsed())))
    }
}

/// The page at the address that is known.
async fn fetched(app: &App, known: &mut PageFields, via: Via) -> Result<service::GivenPage, Problem> {
    let url = known.url.take().unwrap_or_default();
    let mut page = app.fetching().page(&url, app.max_bytes(), via).await?;
    if !(200..300).contains(&page.status) {
        let detail = format!("the server answered with status {}", page.status);
        return Err(Problem::new(502, "upstream-status", detail));
    }
    // The caller's word on the encoding is about what the server sends, not about what a browser made of it.
    if page.layout.is_none() {
        page.charset = known.charset.take().or(page.charset);
    }
    Ok(page.into())
}

/// Whether a charset is known.
fn is_charset(label: &str) -> bool {
    decode(b"", Some(label)).evidence == decode::Evidence::Caller
}

fn terms(given: &TermsField) -> Option<QueryTerms> {
    let (options, mut terms) = (QueryOptions::default(), QueryTerms::default());
    for url in &given.0.urls {
        terms.add_url(url, options);
    }
    for body in &given.0.bodies {
        terms.add_form(body, options);
    }
    for words in &given.0.words {
        terms.add_words(words);
    }
    Some(terms).filter(|terms| !terms.is_empty())
}

impl HeldPage {
    /// Cuts the page after the bytes that the caller wants read.
    fn cut(&mut self, limit: usize, wanted: Option<usize>) -> Result<(), Problem> {
        let len = self.page.content.len();
        if len > limit {
            return Err(too_large(limit));
        }
        let Some(wanted) = wanted.filter(|wanted| *wanted < len) else { return Ok(()) };
        match &mut self.page.content {
            GivenContent::Text(text) => text.truncate(text.floor_char_boundary(wanted)),
            GivenContent::Bytes(bytes) => bytes.truncate(wanted),
        }
        self.page.warnings.push(format!("cut at {wanted} bytes"));
        Ok(())
    }

    /// Refuses files that are no text. A text that is no page has no content.
    ///
    /// # Errors
    /// 415.
    fn check_kind(&mut self) -> Result<(), Problem> {
        let GivenContent::Bytes(bytes) = &self.page.content else { return Ok(()) };
        match sniff(bytes) {
            InputKind::Page | InputKind::Empty => {}
            // The bytes of an encoding that is not looked for.
            InputKind::Binary if self.page.charset.is_some() => {}
            kind @ (InputKind::Json
            | InputKind::JsonLines
            | InputKind::Feed
            | InputKind::Sitemap
            | InputKind::Robots
            | InputKind::Xml
            | InputKind::PlainText) => {
                self.page.content = GivenContent::Bytes(Vec::new());
                self.page.warnings.push(format!("not HTML: {kind}"));
            }
            kind => return Err(Problem::new(415, "not-a-page", format!("not HTML: {kind}"))),
        }
        Ok(())
    }

    /// What a pipeline makes of it.
    pub(crate) fn extract(&self, pipeline: &Pipeline) -> Extraction {
        self.page.extract(pipeline, self.terms.as_ref())
    }

    /// Reads it without looking for its content.
    pub(crate) fn load(&self) -> LoadedPage {
        self.page.load(&PageSource { limits: self.limits, ..PageSource::default() })
    }

    /// What is known of it beside its text.
    pub(crate) fn evidence(&self) -> Evidence<'_> {
        Evidence { query: self.terms.as_ref(), ..self.page.evidence() }
    }
}
