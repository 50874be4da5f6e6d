//! Who is let through, and what browsers may do with answers.

use crate::auth::AccessToken;
use crate::engine::Caller;
use crate::faces;
use crate::guard::OwnNames;
use crate::problem::Problem;
use crate::routes::OPEN;
use crate::server::MAX_HEAD;
use axum::extract::{Request, State};
use axum::http::{Extensions, HeaderValue, header};
use axum::middleware::Next;
use axum::response::Response;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

/// What answers may do in a browser unless they say otherwise: nothing.
const POLICY: HeaderValue = HeaderValue::from_static("default-src 'none'; sandbox");

/// The address of this machine that a connection came to.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Local(pub(crate) SocketAddr);

/// The client address of a connection.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Peer(pub(crate) IpAddr);

/// The caller of a request.
pub(crate) fn caller(extensions: &Extensions) -> Caller {
    extensions.get().map_or(Caller::Unnamed, |Peer(address)| Caller::Peer(*address))
}

/// Who is let through.
#[derive(Debug)]
pub(crate) struct Gate {
    pub(crate) names: OwnNames,
    pub(crate) token: Option<AccessToken>,
}

/// Bytes of the head of a request, as HTTP/1 sends it.
fn head_bytes(request: &Request) -> usize {
    let target = request.uri().path_and_query().map_or(0, |target| target.as_str().len());
    target
        + request.headers().iter().map(|(name, value)| name.as_str().len() + value.len() + 4).sum::<usize>()
}

impl Gate {
    fn check(&self, request: &Request) -> Result<(), Problem> {
        // The buffer of a connection may hold more.
        if head_bytes(request) > MAX_HEAD {
            return Err(Problem::new(431, "large-head", "the head of the request is over 64 KiB"));
        }
        let headers = request.headers();
        self.names.check(headers).or_else(|problem| match request.extensions().get() {
            // An address in numbers is nobody else's name: it may be used on every network of this machine.
            Some(Local(address)) => OwnNames::of(*address).check(headers),
            None => Err(problem),
        })?;
        match &self.token {
            Some(token) if !OPEN.contains(&request.uri().path()) => token.check(headers),
            _ => Ok(()),
        }
    }
}

/// Lets a request through, or says why not.
pub(crate) async fn gate(State(gate): State<Arc<Gate>>, request: Request, next: Next) -> Response {
    let mut response = match gate.check(&request) {
        Ok(()) => next.run(request).await,
        Err(problem) => faces::refusal(request.uri().path(), request.headers(), &problem),
    };
    let headers = response.headers_mut();
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.entry(header::CONTENT_SECURITY_POLICY).or_insert(POLICY);
    response
}
