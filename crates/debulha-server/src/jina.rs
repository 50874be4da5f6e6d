//! `/r/…` as clients of Jina's reader ask for it: an address in the path, options in `x-` headers.

mod options;
mod page;

use crate::problem::Problem;
use crate::selected::extract;
use crate::service::{GivenPage, Service};
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get};
use axum::{Json, Router};
use options::ReaderOptions;
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::sync::Arc;
use tokio::time::timeout;
use url::form_urlencoded;
use utoipa::ToSchema;

/// Where the routes stand.
pub(crate) const PREFIX: &str = "/r";

/// Bytes that a byte of a page may take in a form, or in JSON.
const SENT_BYTES_PER_BYTE: usize = 6;

/// Bytes of a request beside the page in it.
const REQUEST_BYTES: usize = 1 << 20;

/// The routes: `GET /r/ADDRESS`, and `POST /r` with a page or an address in JSON or a form.
pub fn routes<S: Clone + Send + Sync + 'static>(service: Arc<Service>) -> Router<S> {
    let most = service.max_bytes.saturating_mul(SENT_BYTES_PER_BYTE).saturating_add(REQUEST_BYTES);
    let routes =
        table().into_iter().fold(Router::new(), |router, (path, answers)| router.route(path, answers));
    routes.layer(DefaultBodyLimit::max(most)).with_state(service)
}

/// The routes with what answers there.
pub(crate) fn table() -> [(&'static str, MethodRouter<Arc<Service>>); 3] {
    ["/r", "/r/", "/r/{*address}"].map(|path| (path, get(read).post(post)))
}

/// The content of the page at an address, for clients of Jina's reader
///
/// Options are headers, such as `x-respond-with`, `x-target-selector`, `x-engine`: docs/guides/agents.md has them all. The answer is text,
/// and JSON where `Accept` has `application/json`.
#[utoipa::path(
    get,
    path = "/r/{address}",
    tag = "jina",
    params(
        ("address" = String, Path, description = "The address as it is, with its slashes and its query", example = "https://example.org/"),
        ("x-respond-with" = Option<String>, Header, description = "`content`, `markdown`, `text` or `html`", example = "markdown"),
        ("x-engine" = Option<String>, Header,
            description = "`direct`, or `browser` where the server was started with `--render`", example = "direct"),
    ),
    responses(
        (status = 200, description = "Title, address and content", content(
            (String = "text/plain", example = json!("Title: Rye\n\nURL Source: https://example.org/\n\nMarkdown Content:\nRye is sown in autumn.")),
            (Object = "application/json", example = json!({
                "code": 200, "status": 20000,
                "data": { "title": "Rye", "description": "", "url": "https://example.org/", "content": "Rye is sown in autumn." }
            })),
        )),
        crate::openapi::JinaProblems,
    )
)]
pub(crate) async fn read(State(service): State<Arc<Service>>, uri: Uri, headers: HeaderMap) -> Response {
    let asked = address(&uri).ok_or_else(|| {
        Problem::bad_request("address", "the path ends with the address of a page: /r/https://…")
    });
    let is_json = accepts_json(&headers);
    let answer = async {
        let url = asked?;
        answer(&service, ReaderOptions::read(&headers, &Map::new())?, None, Some(url), is_json).await
    };
    answer.await.unwrap_or_else(|problem| refusal(&problem, &headers))
}

/// The content of a page that is sent, or of one at an address, for clients of Jina's reader
///
/// The body is JSON or a form with `html` or `url`. Options are headers as of `/r/{address}`, or fields with their names: `respondWith`.
#[utoipa::path(
    post,
    path = "/r",
    tag = "jina",
    request_body(content(
        (Object = "application/json", example = json!({ "html": "<h1>Rye</h1><p>Rye is sown in autumn.", "respondWith": "markdown" })),
        (Object = "application/x-www-form-urlencoded", example = json!({ "url": "https://example.org/" })),
    )),
    responses(
        (status = 200, description = "As of `/r/{address}`", content((String = "text/plain"), (Object = "application/json"))),
        crate::openapi::JinaProblems,
    )
)]
pub(crate) async fn post(
    State(service): State<Arc<Service>>,
    uri: Uri,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let is_json = accepts_json(&headers);
    let answer = async {
        let mut fields = fields(&headers, &body)?;
        let mut text = |name: &str| match fields.remove(name) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(_) => Err(Problem::bad_request("body", format!("`{name}` must be a text"))),
        };
        let (html, url) = (text("html")?, text("url")?.or_else(|| address(&uri)));
        answer(&service, ReaderOptions::read(&headers, &fields)?, html, url, is_json).await
    };
    answer.await.unwrap_or_else(|problem| refusal(&problem, &headers))
}

/// Makes the answer from HTML that was sent, or from the page at an address.
async fn answer(
    service: &Service,
    mut options: ReaderOptions,
    html: Option<String>,
    url: Option<String>,
    is_json: bool,
) -> Result<Response, Problem> {
    let limit = options.timeout;
    let selection = std::mem::take(&mut options.selection);
    let work = async {
        let page = match (html, url) {
            (Some(html), url) => service.given(GivenPage::text(html, url), options.via).await?,
            (None, Some(url)) => {
                let fetched = service.fetched(&url, options.via).await?;
                let warning = warning_of(fetched.status);
                let mut page = GivenPage::from(fetched);
                page.warnings.extend(warning);
                page
            }
            (None, None) => {
                return Err(Problem::bad_request("body", "give a page as `html`, or an address as `url`"));
            }
        };
        let is_main_content = options.form.is_main_content();
        extract(service, page, selection, is_main_content, move |whole, parts| {
            page::write(whole, parts, &options, is_json)
        })
        .await
    };
    let written = match limit {
        None => work.await?,
        Some(limit) => timeout(limit, work).await.unwrap_or_else(|_| {
            Err(Problem::new(408, "timeout", format!("not done within {} s", limit.as_secs())))
        })?,
    };
    Ok(match written {
        page::ReaderAnswer::Json(data) => {
            Json(json!({ "code": 200, "status": 20_000, "data": data })).into_response()
        }
        page::ReaderAnswer::Text(text) => plain(text),
    })
}

/// What these clients look for in the warning of a page that came with an error.
fn warning_of(status: u16) -> Option<String> {
    let reason = StatusCode::from_u16(status).ok().and_then(|status| status.canonical_reason());
    let reason = reason.map_or(String::new(), |reason| format!(": {reason}"));
    (status >= 400).then(|| format!("Target URL returned error {status}{reason}"))
}

/// The address in the path, with its own query. Slashes that were joined on the way are put right.
fn address(uri: &Uri) -> Option<String> {
    let path = uri.path_and_query().map_or("", |path| path.as_str());
    let given = path.strip_prefix(PREFIX)?.strip_prefix('/').filter(|given| !given.is_empty())?;
    let decoded = given.to_ascii_lowercase();
    // An address that was encoded as a whole.
    if decoded.starts_with("http%3a") || decoded.starts_with("https%3a") {
        let form = format!("u={}", given.replace('+', "%2B"));
        return form_urlencoded::parse(form.as_bytes()).next().map(|(_, url)| url.into_owned());
    }
    for scheme in ["https:/", "http:/"] {
        if let Some(rest) = given.strip_prefix(scheme) {
            return Some(format!("{scheme}/{}", rest.trim_start_matches('/')));
        }
    }
    Some(format!("https://{given}"))
}

/// The fields of a body: of JSON, or of a form.
fn fields(headers: &HeaderMap, body: &[u8]) -> Result<Map<String, Value>, Problem> {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    if kind.starts_with("application/x-www-form-urlencoded") {
        return Ok(form_urlencoded::parse(body)
            .map(|(name, value)| (name.into_owned(), json!(value)))
            .collect());
    }
    if body.is_empty() {
        return Ok(Map::new());
    }
    serde_json::from_slice(body)
        .map_err(|error| Problem::bad_request("body", format!("neither JSON nor a form: {error}")))
}

fn accepts_json(headers: &HeaderMap) -> bool {
    let accept = headers.get(header::ACCEPT).and_then(|accept| accept.to_str().ok());
    accept.is_some_and(|accept| accept.contains("application/json"))
}

fn plain(text: String) -> Response {
    // The text of pages is never taken for a document of this server.
    let kind = HeaderValue::from_static("text/plain; charset=utf-8");
    ([(header::CONTENT_TYPE, kind)], text).into_response()
}

/// What is wrong, as text or in the shape that these clients read.
pub(crate) fn refusal(problem: &Problem, headers: &HeaderMap) -> Response {
    let status = problem.status();
    let mut response = if accepts_json(headers) {
        let (code, message) = (status.as_u16(), problem.detail());
        let refused = Refused {
            data: None,
            code,
            status: u32::from(code) * 100,
            name: problem.kind(),
            message,
            readable_message: message,
        };
        (status, Json(refused)).into_response()
    } else {
        (status, plain(format!("{}\n", problem.detail()))).into_response()
    };
    problem.mark(response.headers_mut());
    response
}

/// What is wrong, as the reader has it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Refused<'a> {
    /// Always null.
    #[schema(value_type = Option<Object>)]
    data: Option<()>,
    /// The status of the answer.
    #[schema(example = 400)]
    code: u16,
    /// The same with two digits more.
    #[schema(example = 40_000)]
    status: u32,
    /// A name for programs, as in `type` of other routes.
    #[schema(example = "address")]
    name: &'a str,
    /// What is wrong with this request, and what to do about it.
    #[schema(example = "the path ends with the address of a page: /r/https://…")]
    message: &'a str,
    /// The same.
    readable_message: &'a str,
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read_from_the_path() {
        let of = |path: &str| address(&path.parse().unwrap());
        for path in ["/r/https://e.org/a?b=c&d=e", "/r/https:/e.org/a?b=c&d=e", "/r/e.org/a?b=c&d=e"] {
            assert_eq!(of(path).as_deref(), Some("https://e.org/a?b=c&d=e"), "{path}");
        }
        assert_eq!(of("/r/https%3A%2F%2Fe.org%2Fa%3Fb+c").as_deref(), Some("https://e.org/a?b+c"));
        assert_eq!(of("/r/http://e.org").as_deref(), Some("http://e.org"));
        assert_eq!(of("/r/"), None);
        assert_eq!(of("/r"), None);
    }
}
