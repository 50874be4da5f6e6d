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
use axum::http::header::{CONTENT_ENCODING, CONTENT_LENGTH};
use axum::http::request::Parts;
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use std::sync::Arc;

/// All of them.
pub(crate) fn routes(app: &App) -> Router<App> {
    let counted = app.clone();
    let service = Service::new(Arc::<Engine>::from_ref(app), Arc::<Fetching>::from_ref(app), app.max_bytes())
        .counting(move |verdict| counted.metrics().page(verdict));
    let service = Arc::new(service);
    let face = |routes: Router<App>, refuse| {
        routes.layer(from_fn_with_state(Face { app: app.clone(), refuse }, bounded))
    };
    Router::new()
        .merge(face(firecrawl::routes(Arc::clone(&service)), |problem, _| firecrawl::refusal(problem)))
        .merge(face(jina::routes(Arc::clone(&service)), |problem, parts| {
            jina::refusal(problem, &parts.headers)
        }))
        .merge(face(mcp::Tools::new(service, None).routes(), |problem, _| problem.clone().into_response()))
}

/// A face: how it tells what is wrong.
#[derive(Clone)]
struct Face {
    app: App,
    refuse: fn(&Problem, &Parts) -> Response,
}

/// Reads the body within the limits of the service, and lets the request through in its turn.
async fn bounded(State(face): State<Face>, request: Request, next: Next) -> Response {
    let (mut parts, body) = request.into_parts();
    let read = async {
        let received = face.app.receive(&parts.headers, body).await?;
        let admission = face.app.admit()?;
        let plain = if received.is_plain() {
            received.into_plain()
        } else {
            face.app.engine().run(move || received.into_plain()).await?
        };
        let (bytes, room) = plain?;
        Ok::<_, Problem>((bytes, room, admission))
    };
    match read.await {
        Err(problem) => (face.refuse)(&problem, &parts),
        Ok((bytes, room, admission)) => {
            parts.headers.remove(CONTENT_ENCODING);
            parts.headers.remove(CONTENT_LENGTH);
            let response = next.run(Request::from_parts(parts, Body::from(bytes))).await;
            drop((room, admission));
            response
        }
    }
}
