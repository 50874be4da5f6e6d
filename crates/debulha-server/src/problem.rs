//! Errors as RFC 9457 has them: `application/problem+json`.

use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::ToSchema;

/// What went wrong with a request, in words and for programs.
///
/// ```
/// use debulha_server::problem::Problem;
///
/// let problem = Problem::new(400, "unknown-system", "there is no system `cetdd`; near is `cetd`");
/// assert_eq!(problem.status().as_u16(), 400);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(description = "What went wrong with a request, after RFC 9457.")]
pub struct Problem {
    /// A name for programs, such as `unknown-system`; stays as it is from version to version.
    #[serde(rename = "type")]
    #[schema(example = "option")]
    kind: String,
    /// The status in words.
    #[schema(example = "Bad Request")]
    title: &'static str,
    /// The status.
    #[schema(example = 400)]
    status: u16,
    /// What is wrong with this request, and what to do about it.
    #[schema(example = "unknown option `shape`; known are url, charset, query, max_bytes, format")]
    detail: String,
    #[serde(skip)]
    retry_after: Option<u64>,
}

impl Problem {
    /// A problem. What is no status of HTTP counts as 500.
    pub fn new(status: u16, kind: &str, detail: impl Into<String>) -> Self {
        let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let title = status.canonical_reason().unwrap_or("Error");
        Problem {
            kind: kind.to_owned(),
            title,
            status: status.as_u16(),
            detail: detail.into(),
            retry_after: None,
        }
    }

    /// The request makes no sense: status 400.
    pub fn bad_request(kind: &str, detail: impl Into<String>) -> Self {
        Problem::new(400, kind, detail)
    }

    /// A panic or the like: status 500. The detail never has text of a page.
    pub fn internal(detail: impl Into<String>) -> Self {
        Problem::new(500, "internal", detail)
    }

    /// Says after how many seconds it makes sense to ask again.
    #[must_use]
    pub fn retry_after(mut self, seconds: u64) -> Self {
        self.retry_after = Some(seconds);
        self
    }

    /// The status of the answer.
    pub fn status(&self) -> StatusCode {
        StatusCode::from_u16(self.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
    }

    /// The name for programs.
    pub fn kind(&self) -> &str {
        &self.kind
    }

    /// What is wrong, in words.
    pub fn detail(&self) -> &str {
        &self.detail
    }

    /// Sets the fields of an answer that go with its status: how to be let in, and when to ask again.
    pub(crate) fn mark(&self, headers: &mut HeaderMap) {
        if self.status == StatusCode::UNAUTHORIZED.as_u16() {
            headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        if let Some(seconds) = self.retry_after {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let body = serde_json::to_vec(&self).unwrap_or_default();
        let mut response = (self.status(), body).into_response();
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
        self.mark(headers);
        response
    }
}
