//! What is counted and logged of each request.

use crate::app::App;
use crate::log::LogLine;
use crate::problem::Problem;
use axum::body::{Body, Bytes, HttpBody};
use axum::extract::{MatchedPath, Request, State};
use axum::http::Method;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use debulha_io::warc::Time;
use futures_util::FutureExt;
use http_body::{Frame, SizeHint};
use std::panic::AssertUnwindSafe;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::{Context, Poll};
use std::time::Instant;

/// The route of what is at no route, so that callers cannot make up names.
const NO_ROUTE: &str = "none";

/// The status of a request whose caller went away before there was an answer, as other servers write it.
const GONE: u16 = 499;

/// Counts and logs a request when its answer has been sent. A panic is the end of its request alone.
pub(crate) async fn observe(State(app): State<App>, request: Request, next: Next) -> Response {
    let matched = request.extensions().get::<MatchedPath>();
    let route = matched.map_or(NO_ROUTE, MatchedPath::as_str).to_owned();
    let bytes_in = Arc::new(AtomicU64::new(0));
    let mut entry = RequestEntry {
        app,
        method: request.method().clone(),
        route,
        status: GONE,
        began: Instant::now(),
        bytes_in: Arc::clone(&bytes_in),
        bytes_out: Arc::default(),
    };
    let request = request.map(|inner| Body::new(CountedBody { inner, bytes: bytes_in, entry: None }));
    let panicked = |_| Problem::internal("the request made the server panic, which is a bug").into_response();
    let response = AssertUnwindSafe(next.run(request)).catch_unwind().await.unwrap_or_else(panicked);
    entry.status = response.status().as_u16();
    let bytes = Arc::clone(&entry.bytes_out);
    response.map(|inner| Body::new(CountedBody { inner, bytes, entry: Some(entry) }))
}

/// A request; counted when it is dropped, which is when its answer was sent or broken off.
struct RequestEntry {
    app: App,
    method: Method,
    route: String,
    /// [`GONE`] until there is an answer.
    status: u16,
    began: Instant,
    bytes_in: Arc<AtomicU64>,
    bytes_out: Arc<AtomicU64>,
}

impl Drop for RequestEntry {
    fn drop(&mut self) {
        let (time, bytes_in) = (self.began.elapsed(), self.bytes_in.load(Ordering::Relaxed));
        self.app.metrics().request(&self.route, self.status, time, bytes_in);
        if self.app.log().is_on() {
            self.app.log().write(&LogLine {
                time: Time::now().to_string(),
                method: self.method.as_str(),
                route: &self.route,
                status: self.status,
                ms: (time.as_secs_f64() * 1e6).round() / 1e3,
                bytes_in,
                bytes_out: self.bytes_out.load(Ordering::Relaxed),
            });
        }
    }
}

/// A body whose bytes are counted as they pass.
struct CountedBody {
    inner: Body,
    bytes: Arc<AtomicU64>,
    /// Of an answer: the request that ends with it.
    #[expect(dead_code, reason = "it is there to be dropped with the body")]
    entry: Option<RequestEntry>,
}

impl HttpBody for CountedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let polled = Pin::new(&mut self.inner).poll_frame(context);
        if let Poll::Ready(Some(Ok(frame))) = &polled
            && let Some(data) = frame.data_ref()
        {
            self.bytes.fetch_add(data.len() as u64, Ordering::Relaxed);
        }
        polled
    }

    fn is_end_stream(&self) -> bool {
        self.inner.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.inner.size_hint()
    }
}
