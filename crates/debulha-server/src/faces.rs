//! The faces beside the service's own routes: tools for agents, and what clients of other services ask for.

use crate::app::App;
use crate::engine::Engine;
use crate::fetch::Fetching;
use crate::problem::Problem;
use crate::service::Service;
use crate::{firecrawl, jina, mcp};
use axum::Router;
use axum::body::Body;
use axum::extract::{FromRef, Request, State};
use axum::http::HeaderMap;
use axum::http::header::{CONTENT_ENCODING, CONTENT_LENGTH};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use std::sync::Arc;

/// All of them.
pub(crate) fn routes(app: &App) -> Router<App> {
    let counted = app.clone();
    let service = Service::new(Arc::<Engine>::from_ref(app), Arc::<Fetching>::from_ref(app), app.max_bytes())
        .counting(move |verdict| counted.metrics().page(verdict));
    let service = Arc::new(service);
    Router::new()
        .merge(firecrawl::routes(Arc::clone(&service)))
        .merge(jina::routes(Arc::clone(&service)))
        .merge(mcp::Tools::new(service, None).routes())
        .layer(from_fn_with_state(app.clone(), bounded))
}

/// What is wrong, in the shape that the clients of a path read.
pub(crate) fn refusal(path: &str, headers: &HeaderMap, problem: &Problem) -> Response {
    let is_below =
        |prefix: &str| path.strip_prefix(prefix).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
    if firecrawl::PREFIXES.iter().any(|prefix| is_below(prefix)) {
        firecrawl::refusal(problem)
    } else if is_below(jina::PREFIX) {
        jina::refusal(problem, headers)
    } else {
        problem.clone().into_response()
    }
}

/// Reads the body within the limits of the service, and lets the request through in its turn.
async fn bounded(State(app): State<App>, request: Request, next: Next) -> Response {
    let (mut parts, body) = request.into_parts();
    let read = async {
        let received = app.receive(&parts.headers, body).await?;
        let admission = app.admit()?;
        let plain = if received.is_plain() {
            received.into_plain()
        } else {
            app.engine().run(move || received.into_plain()).await?
        };
        let (bytes, room) = plain?;
        Ok::<_, Problem>((bytes, room, admission))
    };
    match read.await {
        Err(problem) => refusal(parts.uri.path(), &parts.headers, &problem),
        Ok((bytes, room, admission)) => {
            parts.headers.remove(CONTENT_ENCODING);
            parts.headers.remove(CONTENT_LENGTH);
            let response = next.run(Request::from_parts(parts, Body::from(bytes))).await;
            drop((room, admission));
            response
        }
    }
}

/// The paths of all faces, as the OpenAPI document has them.
#[cfg(test)]
pub(crate) fn paths() -> Vec<String> {
    let all = firecrawl::table().into_iter().map(|(path, _)| path);
    let all = all.chain(jina::table().into_iter().map(|(path, _)| path)).chain([mcp::PATH]);
    all.map(|path| path.replace("{*", "{")).collect()
}
