//! `/v2/scrape`, `/v2/map`, `/v2/crawl`, `/v2/batch/scrape` and `/v2/parse` as clients of Firecrawl ask for them, and some of them
//! below `/v1` for older clients.
//!
//! What the answer adds stands under `metadata.debulha`, where the clients let unknown fields be.

mod document;
pub(crate) mod job_routes;
mod jobs;
mod map;
mod metadata;
mod options;

use crate::problem::Problem;
use crate::service::{GivenPage, Service};
use axum::extract::multipart::MultipartRejection;
use axum::extract::rejection::JsonRejection;
use axum::extract::{DefaultBodyLimit, Multipart, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get, post};
use axum::{Json, Router};
use debulha_io::sniff;
pub(crate) use jobs::ScrapeJobs;
use options::ScrapeOptions;
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::timeout;
use utoipa::ToSchema;

/// Where the routes stand.
pub(crate) const PREFIXES: [&str; 4] = ["/v1/crawl", "/v1/map", "/v1/scrape", "/v2"];

/// Bytes of a request beside the page in it.
const REQUEST_BYTES: usize = 1 << 20;

/// What a scrape or a parse goes by.
type Fields = Map<String, Value>;

/// The routes below `/v1` and `/v2`.
pub fn routes<S: Clone + Send + Sync + 'static>(service: Arc<Service>) -> Router<S> {
    let most = service.max_bytes.saturating_add(REQUEST_BYTES);
    let routes =
        table().into_iter().fold(Router::new(), |router, (path, answers)| router.route(path, answers));
    routes.layer(DefaultBodyLimit::max(most)).with_state(service)
}

/// The routes with what answers there.
pub(crate) fn table() -> Vec<(&'static str, MethodRouter<Arc<Service>>)> {
    let own = [
        ("/v1/map", post(map_v1)),
        ("/v1/scrape", post(scrape_v1)),
        ("/v2/map", post(map)),
        ("/v2/parse", post(parse)),
        ("/v2/parse/formats", get(formats)),
        ("/v2/scrape", post(scrape)),
    ];
    own.into_iter().chain(job_routes::table()).collect()
}

/// An error as these clients show it.
pub(crate) struct Refusal(Problem);

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        refusal(&self.0)
    }
}

/// What is wrong, in the shape that these clients read.
pub(crate) fn refusal(problem: &Problem) -> Response {
    let (error, code) = (problem.detail(), problem.kind());
    let mut response =
        (problem.status(), Json(Refused { success: false, error, details: code, code })).into_response();
    problem.mark(response.headers_mut());
    response
}

/// What is wrong, as Firecrawl has it.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = FirecrawlError)]
pub(crate) struct Refused<'a> {
    /// Always `false`.
    #[schema(example = false)]
    success: bool,
    /// What is wrong with this request, and what to do about it.
    #[schema(example = "give the address of a page as `url`")]
    error: &'a str,
    /// The same as `code`.
    #[schema(example = "address")]
    details: &'a str,
    /// A name for programs, as in `type` of other routes.
    #[schema(example = "address")]
    code: &'a str,
}

impl From<Problem> for Refusal {
    fn from(problem: Problem) -> Self {
        Refusal(problem)
    }
}

/// The content of the page at an address, for clients of Firecrawl
///
/// Fields are those of Firecrawl: `url`, `formats` (`markdown`, `html`, `rawHtml`, `links`, `images`), `onlyMainContent`, `includeTags`,
/// `excludeTags`, `timeout` in milliseconds, and `waitFor`, which has a browser draw the page where the server was started with
/// `--render`. docs/guides/agents.md says what differs.
#[utoipa::path(
    post,
    path = "/v2/scrape",
    tag = "firecrawl",
    request_body(content = Object, content_type = "application/json",
        example = json!({ "url": "https://example.org/", "formats": ["markdown", "links"] })),
    responses(
        (status = 200, description = "The page in the formats asked for", body = Object, example = json!({
            "success": true,
            "data": {
                "markdown": "# Rye\n\nRye is sown in autumn.",
                "metadata": {
                    "title": "Rye", "sourceURL": "https://example.org/", "url": "https://example.org/", "statusCode": 200,
                    "debulha": { "verdict": "ok", "confidence": 0.93, "warnings": [], "extractor": "debulha", "hiddenBlocks": 0 }
                }
            }
        })),
        crate::openapi::FirecrawlProblems,
    )
)]
pub(crate) async fn scrape(
    State(service): State<Arc<Service>>,
    body: Result<Json<Fields>, JsonRejection>,
) -> Result<Json<Value>, Refusal> {
    let (url, fields) = asked(body)?;
    let options = ScrapeOptions::read(fields)?;
    let limit = options.timeout;
    let work = async {
        let fetched = service.fetched(&url, options.via).await?;
        let origin = ScrapeOrigin { url: Some(url.clone()), status: fetched.status };
        document::answer(&service, fetched.into(), options, origin).await
    };
    Ok(success(&within(limit, work).await?))
}

/// The content of the page at an address, for older clients of Firecrawl
///
/// As `/v2/scrape`.
#[utoipa::path(
    post,
    path = "/v1/scrape",
    tag = "firecrawl",
    request_body(content = Object, content_type = "application/json", example = json!({ "url": "https://example.org/" })),
    responses(
        (status = 200, description = "As of `/v2/scrape`", body = Object,
            example = json!({ "success": true, "data": { "markdown": "# Rye\n\nRye is sown in autumn." } })),
        crate::openapi::FirecrawlProblems,
    )
)]
pub(crate) async fn scrape_v1(
    service: State<Arc<Service>>,
    body: Result<Json<Fields>, JsonRejection>,
) -> Result<Json<Value>, Refusal> {
    scrape(service, body).await
}

/// The addresses of a site, for clients of Firecrawl
///
/// They come from the links of the page at `url` and from the sitemaps of its host: `sitemap` (`include`, `skip`, `only`),
/// `includeSubdomains`, `ignoreQueryParameters`, `search` (words of addresses) and `limit`.
#[utoipa::path(
    post,
    path = "/v2/map",
    tag = "firecrawl",
    request_body(content = Object, content_type = "application/json",
        example = json!({ "url": "https://example.org/", "search": "rye", "limit": 100 })),
    responses(
        (status = 200, description = "The addresses", body = Object,
            example = json!({ "success": true, "links": [{ "url": "https://example.org/rye" }] })),
        crate::openapi::FirecrawlProblems,
    )
)]
pub(crate) async fn map(
    State(service): State<Arc<Service>>,
    body: Result<Json<Fields>, JsonRejection>,
) -> Result<Json<Value>, Refusal> {
    let (url, fields) = asked(body)?;
    let links = map::links_of(&service, &url, fields).await?;
    let links: Vec<Value> = links.into_iter().map(|url| json!({ "url": url })).collect();
    Ok(Json(json!({ "success": true, "links": links })))
}

/// The addresses of a site, for older clients of Firecrawl
///
/// As `/v2/map`, with addresses alone.
#[utoipa::path(
    post,
    path = "/v1/map",
    tag = "firecrawl",
    request_body(content = Object, content_type = "application/json", example = json!({ "url": "https://example.org/" })),
    responses(
        (status = 200, description = "The addresses", body = Object,
            example = json!({ "success": true, "links": ["https://example.org/rye"] })),
        crate::openapi::FirecrawlProblems,
    )
)]
pub(crate) async fn map_v1(
    State(service): State<Arc<Service>>,
    body: Result<Json<Fields>, JsonRejection>,
) -> Result<Json<Value>, Refusal> {
    let (url, fields) = asked(body)?;
    let links = map::links_of(&service, &url, fields).await?;
    Ok(Json(json!({ "success": true, "links": links })))
}

/// The address and the options of a request.
fn asked(body: Result<Json<Fields>, JsonRejection>) -> Result<(String, Fields), Problem> {
    let Json(mut fields) =
        body.map_err(|error| Problem::new(error.status().as_u16(), "body", error.body_text()))?;
    match fields.remove("url") {
        Some(Value::String(url)) => Ok((url, fields)),
        _ => Err(Problem::bad_request("address", "give the address of a page as `url`")),
    }
}

/// What is known of where a page comes from.
struct ScrapeOrigin {
    /// The address that was requested.
    url: Option<String>,
    /// The status of the answer; 200 for an upload.
    status: u16,
}

/// The content of an uploaded page, for clients of Firecrawl
///
/// The form has the page as `file`, and as `options` JSON with the fields of `/v2/scrape` but `url`.
#[utoipa::path(
    post,
    path = "/v2/parse",
    tag = "firecrawl",
    request_body(content = Object, content_type = "multipart/form-data",
        example = json!({ "file": "<h1>Rye</h1><p>Rye is sown in autumn.", "options": "{\"formats\":[\"markdown\"]}" })),
    responses(
        (status = 200, description = "As of `/v2/scrape`", body = Object, example = json!({
            "success": true, "data": { "markdown": "# Rye\n\nRye is sown in autumn.", "metadata": { "title": "Rye", "statusCode": 200 } }
        })),
        crate::openapi::FirecrawlProblems,
    )
)]
pub(crate) async fn parse(
    State(service): State<Arc<Service>>,
    form: Result<Multipart, MultipartRejection>,
) -> Result<Json<Value>, Refusal> {
    let mut form = form.map_err(|error| Problem::new(error.status().as_u16(), "body", error.body_text()))?;
    let (mut fields, mut file) = (Fields::new(), None);
    let broken = |error: axum::extract::multipart::MultipartError| {
        Problem::new(error.status().as_u16(), "body", error.body_text())
    };
    while let Some(field) = form.next_field().await.map_err(broken)? {
        match field.name() {
            Some("options") => {
                let text = field.text().await.map_err(broken)?;
                let read = serde_json::from_str(&text);
                fields =
                    read.map_err(|error| Problem::bad_request("options", format!("options: {error}")))?;
            }
            Some("file") => {
                let charset = field.content_type().and_then(charset).map(str::to_owned);
                file = Some((field.bytes().await.map_err(broken)?.to_vec(), charset));
            }
            _ => {
                return Err(
                    Problem::bad_request("body", "the fields of the form are `file` and `options`").into()
                );
            }
        }
    }
    let Some((bytes, charset)) = file else {
        return Err(Problem::bad_request("body", "give the page as `file`").into());
    };
    let kind = sniff::sniff(&bytes);
    if !matches!(
        kind,
        sniff::InputKind::Page
            | sniff::InputKind::Empty
            | sniff::InputKind::PlainText
            | sniff::InputKind::Xml
    ) {
        return Err(Problem::new(
            415,
            "not-a-page",
            format!("only HTML is read, and this is {}", kind.name()),
        )
        .into());
    }
    let options = ScrapeOptions::read(fields)?;
    let limit = options.timeout;
    let page = GivenPage::bytes(bytes, charset, None);
    let origin = ScrapeOrigin { url: None, status: StatusCode::OK.as_u16() };
    let work = async {
        let page = service.given(page, options.via).await?;
        document::answer(&service, page, options, origin).await
    };
    Ok(success(&within(limit, work).await?))
}

/// What kinds of files `/v2/parse` reads
#[utoipa::path(
    get,
    path = "/v2/parse/formats",
    tag = "firecrawl",
    responses(
        (status = 200, description = "HTML alone", body = Object, example = json!({
            "success": true, "data": { "formats": [{ "format": "html", "extensions": [".html", ".htm", ".xhtml"], "available": true }] }
        })),
        crate::openapi::FirecrawlProblems,
    )
)]
pub(crate) async fn formats() -> Json<Value> {
    let html = json!({
        "format": "html", "kind": "document", "extensions": [".html", ".htm", ".xhtml"],
        "mimeTypes": ["text/html", "application/xhtml+xml"], "available": true,
    });
    Json(json!({ "success": true, "data": { "formats": [html] } }))
}

/// The encoding that a content type states.
fn charset(content_type: &str) -> Option<&str> {
    let mut parameters = content_type.split(';').skip(1);
    let charset = parameters.find_map(|parameter| parameter.trim().strip_prefix("charset="))?;
    Some(charset.trim_matches('"'))
}

fn success(data: &Value) -> Json<Value> {
    Json(json!({ "success": true, "data": data }))
}

async fn within<T>(
    limit: Option<Duration>,
    work: impl Future<Output = Result<T, Problem>>,
) -> Result<T, Problem> {
    match limit {
        None => work.await,
        Some(limit) => timeout(limit, work).await.unwrap_or_else(|_| {
            Err(Problem::new(408, "timeout", format!("not done within {} ms", limit.as_millis())))
        }),
    }
}
