//! All routes below the token, and what holds for every request: who may ask, and what browsers may do with answers.

use crate::state::StudioState;
use crate::wire::not_there;
use crate::{about, assets, collecting, jobs, labels, pages, runs, sites, training};
use axum::Router;
use axum::extract::{DefaultBodyLimit, Path, Request};
use axum::http::{HeaderName, HeaderValue, Method, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use debulha_server::guard::OwnNames;
use debulha_server::problem::Problem;
use std::net::SocketAddr;
use std::sync::Arc;

/// Headers of every answer. The token is in the address, so no address may leave the app.
const HEADERS: [(HeaderName, &str); 5] = [
    (header::REFERRER_POLICY, "no-referrer"),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::CACHE_CONTROL, "no-store"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// The whole app.
pub(crate) fn router(shared: Arc<StudioState>, local: SocketAddr, token: &str) -> Router {
    let names = OwnNames::of(local);
    let guard = move |request: Request, next: Next| {
        let allowed = names.check(request.headers());
        async move {
            let answer = match allowed {
                Ok(()) => next.run(request).await,
                Err(problem) => problem.into_response(),
            };
            with_headers(answer)
        }
    };
    Router::new()
        .nest(&format!("/{token}/api"), api())
        .route(&format!("/{token}/"), get(async || assets::file("index.html")))
        .route(&format!("/{token}/{{*file}}"), get(async |Path(file): Path<String>| assets::file(&file)))
        .route("/", get(async || assets::without_token()))
        .route(&format!("/{}", assets::THEME_FILE), get(async || assets::file(assets::THEME_FILE)))
        .fallback(async |request: Request| unknown(&request))
        .method_not_allowed_fallback(async || {
            Problem::new(405, "method", "this URL does not support the method")
        })
        .layer(DefaultBodyLimit::disable())
        .layer(middleware::from_fn(guard))
        .with_state(shared)
}

/// The answer to what there is not. A browser that opens a URL of an earlier run is told about tokens.
fn unknown(request: &Request) -> Response {
    let accepts = request.headers().get(header::ACCEPT).and_then(|accepts| accepts.to_str().ok());
    if request.method() == Method::GET && accepts.is_some_and(|accepts| accepts.contains("text/html")) {
        assets::without_token().into_response()
    } else {
        not_there().into_response()
    }
}

/// The routes of the API.
fn api() -> Router<Arc<StudioState>> {
    Router::new()
        .merge(about::routes())
        .merge(jobs::routes())
        .merge(pages::routes())
        .merge(labels::routes())
        .merge(training::routes())
        .merge(sites::routes())
        .merge(runs::routes())
        .merge(collecting::routes())
}

fn with_headers(mut answer: Response) -> Response {
    for (name, value) in HEADERS {
        answer.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    answer
}
