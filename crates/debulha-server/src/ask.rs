//! What a request asks: a page, what is known of it, and options.

use crate::app::{Admission, App, Room};
use crate::fields::{Fields, Given, Options, Terms, fields};
use crate::problem::Problem;
use crate::receive::{Received, too_large};
use axum::extract::{FromRequest, Request};
use axum::http::{HeaderMap, header};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use debulha::evidence::{Evidence, QueryOptions, QueryTerms};
use debulha::{Extraction, Input, Limits, LoadedPage, PageSource, Pipeline, Warning};
use debulha_dom::decode::{self, decode};
use debulha_io::sniff::{Kind, sniff};
use serde_json::{Map, Value};

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
        query: Option<Terms>,
        /// Read so many bytes of the page at most. What is over is left out, with a warning.
        #[schema(example = 1_000_000)]
        #[param(example = 1_000_000)]
        max_bytes: Option<usize>,
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
pub(crate) struct Asked<O> {
    pub(crate) page: GivenPage,
    pub(crate) options: O,
    /// What the caller accepts.
    pub(crate) accept: Option<String>,
}

/// A page as a caller gave it, with all that it holds of the server while it is there.
pub(crate) struct GivenPage {
    content: Content,
    known: PageFields,
    terms: Option<QueryTerms>,
    warning: Option<String>,
    limits: Limits,
    _held: (Option<Admission>, Room),
}

enum Content {
    Text(String),
    Bytes(Vec<u8>),
}

/// A request that was read, but for a page that has to be fetched.
pub(crate) struct Read<O> {
    /// `None` where the page is to be fetched.
    content: Option<Content>,
    known: PageFields,
    room: Room,
    pub(crate) options: O,
}

impl<O: Options> FromRequest<App> for Asked<O> {
    type Rejection = Problem;

    async fn from_request(request: Request, app: &App) -> Result<Self, Problem> {
        let (parts, body) = request.into_parts();
        let received = app.receive(&parts.headers, body).await?;
        let admission = app.admit()?;
        let query = parts.uri.query().unwrap_or_default().to_owned();
        let is_short = received.is_plain() && !received.is_json();
        let read = move || read::<O>(received, &query);
        let read = if is_short { read()? } else { app.engine().run(read).await?? };
        let accept = accept(&parts.headers);
        let (page, options) = read.into_page(app, Some(admission)).await?;
        Ok(Asked { page, options, accept })
    }
}

fn accept(headers: &HeaderMap) -> Option<String> {
    let fields: Vec<&str> =
        headers.get_all(header::ACCEPT).iter().filter_map(|value| value.to_str().ok()).collect();
    (!fields.is_empty()).then(|| fields.join(","))
}

fn read<O: Options>(received: Received, query: &str) -> Result<Read<O>, Problem> {
    let (is_json, charset) = (received.is_json(), received.charset.clone());
    let (bytes, room) = received.into_plain()?;
    let mut given = Given::of_query(query);
    if !is_json {
        let (mut known, options) = taken::<O>(&mut given)?;
        given.finish(&known_names::<O>(&[]))?;
        known.charset = known.charset.or(charset.filter(|label| is_charset(label)));
        return Ok(Read { content: Some(Content::Bytes(bytes)), known, room, options });
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
pub(crate) fn read_object<O: Options>(object: Map<String, Value>, room: Room) -> Result<Read<O>, Problem> {
    let mut given = Given::Json(object);
    let content = content(given.take()?)?;
    let (known, options) = taken::<O>(&mut given)?;
    given.finish(&known_names::<O>(ContentFields::NAMES))?;
    if content.is_none() && known.url.is_none() {
        return Err(Problem::bad_request("no-page", "give the page as `html` or `base64`"));
    }
    Ok(Read { content, known, room, options })
}

fn content(given: ContentFields) -> Result<Option<Content>, Problem> {
    match (given.html, given.base64) {
        (None, None) => Ok(None),
        (Some(html), None) => Ok(Some(Content::Text(html))),
        (None, Some(text)) => {
            let bytes = STANDARD.decode(text.as_bytes());
            let bytes = bytes.map_err(|error| Problem::bad_request("base64", error.to_string()))?;
            Ok(Some(Content::Bytes(bytes)))
        }
        (Some(_), Some(_)) => Err(Problem::bad_request("option", "give either `html` or `base64`")),
    }
}

fn taken<O: Options>(given: &mut Given) -> Result<(PageFields, O), Problem> {
    Ok((given.take()?, O::take(given)?))
}

/// The names of all options of a route.
pub(crate) fn known_names<O: Options>(content: &'static [&'static str]) -> Vec<&'static [&'static str]> {
    [&[content, PageFields::NAMES], O::NAMES].concat()
}

impl<O: Options> Read<O> {
    /// Takes what is not given from defaults.
    #[must_use]
    pub(crate) fn or(self, known: &PageFields, options: &O) -> Self {
        Read { known: self.known.or(known), options: self.options.or(options), ..self }
    }

    /// The page, fetched where it has to be.
    ///
    /// # Errors
    /// 400 for a charset that nobody knows, those of fetching, and 502 for a page that comes with an error.
    pub(crate) async fn into_page(
        self,
        app: &App,
        admission: Option<Admission>,
    ) -> Result<(GivenPage, O), Problem> {
        let Read { content, mut known, mut room, options } = self;
        if let Some(label) = known.charset.as_deref().filter(|label| !is_charset(label)) {
            return Err(Problem::bad_request("option", format!("option `charset`: nobody knows `{label}`")));
        }
        let content = if let Some(content) = content {
            content
        } else {
            let url = known.url.clone().unwrap_or_default();
            let page = app.fetching().page(&url, app.max_bytes()).await?;
            if !(200..300).contains(&page.status) {
                let detail = format!("the server answered with status {}", page.status);
                return Err(Problem::new(502, "upstream-status", detail));
            }
            room.grow_to(page.bytes.len())?;
            known.charset = known.charset.or(page.charset);
            known.url = Some(page.url);
            Content::Bytes(page.bytes)
        };
        let mut page = GivenPage {
            terms: known.query.as_ref().and_then(terms),
            content,
            known,
            warning: None,
            limits: app.engine().limits(),
            _held: (admission, room),
        };
        page.cut(app.max_bytes())?;
        page.check_kind();
        Ok((page, options))
    }
}

/// Whether a charset is known.
fn is_charset(label: &str) -> bool {
    decode(b"", Some(label)).evidence == decode::Evidence::Caller
}

fn terms(given: &Terms) -> Option<QueryTerms> {
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

impl GivenPage {
    /// Cuts the page after the bytes that the caller wants read.
    fn cut(&mut self, limit: usize) -> Result<(), Problem> {
        let len = match &self.content {
            Content::Text(text) => text.len(),
            Content::Bytes(bytes) => bytes.len(),
        };
        if len > limit {
            return Err(too_large(limit));
        }
        let Some(wanted) = self.known.max_bytes.filter(|wanted| *wanted < len) else { return Ok(()) };
        match &mut self.content {
            Content::Text(text) => text.truncate(text.floor_char_boundary(wanted)),
            Content::Bytes(bytes) => bytes.truncate(wanted),
        }
        self.warning = Some(format!("cut at {wanted} bytes"));
        Ok(())
    }

    /// Bytes that are no page have no content.
    fn check_kind(&mut self) {
        let Content::Bytes(bytes) = &mut self.content else { return };
        match sniff(bytes) {
            Kind::Page | Kind::Empty => {}
            // The bytes of an encoding that is not looked for.
            Kind::Binary if self.known.charset.is_some() => {}
            kind => {
                bytes.clear();
                self.warning = Some(format!("not a page: {kind}"));
            }
        }
    }

    /// What a pipeline makes of it.
    pub(crate) fn extract(&self, pipeline: &Pipeline) -> Extraction {
        let input = match &self.content {
            Content::Text(text) => Input::from(text),
            Content::Bytes(bytes) => Input::from(bytes),
        };
        let known = &self.known;
        let input = input.url(known.url.as_deref()).charset(known.charset.as_deref());
        let mut extraction = pipeline.extract(input.query(self.terms.as_ref()));
        extraction.warnings.extend(self.warning.clone().map(Warning::Reading));
        extraction
    }

    /// Reads it without looking for its content.
    pub(crate) fn load(&self) -> LoadedPage {
        let source = PageSource { limits: self.limits, ..PageSource::default() };
        match &self.content {
            Content::Text(text) => source.load_text(text),
            Content::Bytes(bytes) => source.load(bytes, self.known.charset.as_deref()),
        }
    }

    /// What is known of it beside its text.
    pub(crate) fn evidence(&self) -> Evidence<'_> {
        Evidence { url: self.known.url.as_deref(), query: self.terms.as_ref(), ..Evidence::default() }
    }
}
