//! debulha over HTTP, and as tools for agents. The studio builds on the same engine.
//!
//! Everything runs over one [`Engine`](engine::Engine): systems that are built once, and a bounded share of the processors. Whatever a
//! caller controls is bounded: the length of pages and how slowly they come ([`ServeOptions`]), the requests that wait, the work on a
//! page, the memory of all bodies together.
//!
//! ```text
//! connection → count, log → Host, Origin, token → route → body → admission → options → page → system → answer
//! server       observe      gate                  routes  receive  app        fields    ask    engine   writing
//! ```
#![forbid(unsafe_code)]

mod account;
mod addresses;
mod answer;
mod app;
mod ask;
mod auth;
mod browsers;
pub mod engine;
mod faces;
pub mod fetch;
mod fields;
pub mod firecrawl;
mod gate;
pub mod guard;
pub mod jina;
mod lines;
mod log;
pub mod mcp;
mod metrics;
mod observe;
mod openapi;
mod options;
mod patient;
mod peers;
pub mod problem;
mod receive;
mod routes;
mod selected;
mod selection;
mod server;
pub mod service;
mod system;
mod turns;
mod writing;

pub use app::{Admission, App};
pub use auth::AccessToken;
pub use browsers::{BrowserLimits, Browsers};
pub use options::{DEFAULT_PORT, MIN_RATE, RequestLog, ServeError, ServeOptions, cannot_listen};
pub use server::{GRACE, Server};

use axum::Router;
use axum::extract::Request;
use axum::middleware::from_fn_with_state;
use guard::OwnNames;
use problem::Problem;
use std::net::SocketAddr;
use std::sync::Arc;

/// All faces of the service, behind one gate.
fn router(app: App, address: SocketAddr) -> Router {
    // A further face is a `Router<App>`, merged here.
    let faces = Router::new().merge(routes::routes()).merge(faces::routes(&app));
    let options = app.options();
    let names = options.names.iter().fold(OwnNames::of(address), |names, name| names.with(name.as_str()));
    let gate = Arc::new(gate::Gate { names, token: options.token.clone() });
    faces
        .fallback(async |request: Request| {
            let problem = Problem::new(404, "no-route", "there is nothing at this path");
            faces::refusal(request.uri().path(), request.headers(), &problem)
        })
        .method_not_allowed_fallback(async |request: Request| {
            let problem = Problem::new(405, "method", "this path is asked in another way; see /openapi.json");
            faces::refusal(request.uri().path(), request.headers(), &problem)
        })
        .layer(from_fn_with_state(gate, gate::gate))
        .layer(from_fn_with_state(app.clone(), observe::observe))
        .with_state(app)
}
