//! What comes in and goes out: bodies, queries and paths that are checked, with errors as RFC 9457 has them.

use crate::state::StudioState;
use axum::body::{HttpBody, to_bytes};
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::request::Parts;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use debulha_server::problem::Problem;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::sync::Arc;

/// Bytes of a body at most: the labels of a page of 100,000 blocks are smaller.
pub(crate) const MAX_BODY_BYTES: usize = 32 << 20;

/// A body of JSON that says so.
pub(crate) struct JsonBody<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for JsonBody<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, _: &S) -> Result<Self, Problem> {
        let content_type = request.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
        let media_type = content_type.and_then(|value| value.split(';').next()).unwrap_or_default().trim();
        // Forms of other sites can send three types without asking first; this is none of them.
        if !media_type.eq_ignore_ascii_case("application/json") {
            return Err(Problem::new(415, "not-json", "send Content-Type: application/json"));
        }
        let too_large =
            || Problem::new(413, "too-large", format!("a body has at most {MAX_BODY_BYTES} bytes"));
        let body = request.into_body();
        // Of a stated length; one that is not is cut when it is read.
        if body.size_hint().lower() > MAX_BODY_BYTES as u64 {
            return Err(too_large());
        }
        let bytes = to_bytes(body, MAX_BODY_BYTES).await.map_err(|_| too_large())?;
        let value = serde_json::from_slice(&bytes)
            .map_err(|error| Problem::bad_request("body", error.to_string()))?;
        Ok(JsonBody(value))
    }
}

/// What follows the `?`.
pub(crate) struct UrlQuery<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for UrlQuery<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let asked = Query::from_request_parts(parts, state).await;
        asked
            .map(|Query(value)| UrlQuery(value))
            .map_err(|error| Problem::bad_request("query", error.body_text()))
    }
}

/// What stands in the path.
pub(crate) struct PathNames<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for PathNames<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let named = Path::from_request_parts(parts, state).await;
        named.map(|Path(value)| PathNames(value)).map_err(|_| not_there())
    }
}

/// The number of the page whose id is the first name in the path.
pub(crate) struct PageNumber(pub(crate) usize);

impl FromRequestParts<Arc<StudioState>> for PageNumber {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &Arc<StudioState>) -> Result<Self, Problem> {
        let PathNames(id) = PathNames::<String>::from_request_parts(parts, state).await?;
        let missing = || {
            let detail = "the project has no such page; it may have been renamed or deleted";
            Problem::new(404, "not-found", detail)
        };
        state.project.number(&id).map(PageNumber).ok_or_else(missing)
    }
}

/// An answer of JSON.
pub(crate) struct JsonReply<T>(pub(crate) T);

impl<T: Serialize> IntoResponse for JsonReply<T> {
    fn into_response(self) -> Response {
        match serde_json::to_vec(&self.0) {
            Ok(bytes) => {
                let json = HeaderValue::from_static("application/json");
                ([(header::CONTENT_TYPE, json)], bytes).into_response()
            }
            Err(error) => Problem::internal(error.to_string()).into_response(),
        }
    }
}

/// The answer to what there is not.
pub(crate) fn not_there() -> Problem {
    Problem::new(404, "not-found", "there is nothing at this URL")
}
