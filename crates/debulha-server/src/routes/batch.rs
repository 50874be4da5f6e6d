//! `POST /v1/batch`: pages in lines of JSON, answered in lines of JSON, while they come.

use super::extract::Wanted;
use crate::app::App;
use crate::ask::{PageFields, ReadRequest, known_names, read_object};
use crate::engine::Caller;
use crate::fields::{GivenOptions, RouteOptions};
use crate::gate::caller;
use crate::lines::{BodyLine, BodyLines};
use crate::problem::Problem;
use crate::receive::encodings;
use crate::system::SystemFields;
use crate::writing::{Writing, WritingFields};
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use debulha::{Extraction, Format, Warning};
use futures_util::{StreamExt, stream};
use serde::Serialize;
use serde_json::{Map, Value};
use std::convert::Infallible;
use std::sync::Arc;
use tokio::task::{self, JoinError};
use tokio_util::task::AbortOnDropHandle;

/// Media type of lines of JSON.
const MEDIA_TYPE: &str = "application/x-ndjson";

/// What lines do not say for themselves.
struct Defaults {
    known: PageFields,
    options: Wanted,
    caller: Caller,
}

/// The content of many pages, a line each
///
/// Each line is the JSON of `/v1/extract`, with an `id` of any kind. Each gets a line, in the same order: in format `json` the object of
/// the page, else `verdict`, `confidence`, the text under the name of the format, and `warnings`; or `error` with a problem. Blank lines
/// are passed over. Options in the query are those of lines that do not say otherwise. Read answers while you send: the server takes
/// no more lines than it has answers out for. A body with a `Content-Encoding` is read completely first, and has at most the size of a page.
#[utoipa::path(
    post,
    path = "/v1/batch",
    tag = "pages",
    params(PageFields, SystemFields, WritingFields),
    request_body(content = String, content_type = "application/x-ndjson",
        example = json!("{\"id\":1,\"html\":\"<p>Rye\"}\n{\"id\":2,\"base64\":\"PHA+T2F0cw==\"}\n")),
    responses(
        (status = 200, description = "Lines", body = String, content_type = "application/x-ndjson",
            example = json!("{\"id\":1,\"verdict\":\"ok\",\"confidence\":0.88,\"text\":\"Rye\",\"warnings\":[]}\n")),
        crate::openapi::PageProblems,
    )
)]
pub(super) async fn batch(State(app): State<App>, request: Request) -> Result<Response, Problem> {
    let (parts, body) = request.into_parts();
    let mut given = GivenOptions::of_query(parts.uri.query().unwrap_or_default());
    let (known, options) = (given.take()?, Wanted::take(&mut given)?);
    let defaults = Defaults { known, options, caller: caller(&parts.extensions) };
    given.finish(&known_names::<Wanted>(&[]))?;
    defaults.options.1.writing(None)?;
    let defaults = Arc::new(defaults);
    let window = app.engine().options().threads.get();
    let (body, room) = if encodings(&parts.headers)?.is_empty() {
        (body, app.room())
    } else {
        let received = app.receive(&parts.headers, body).await?;
        let turns = app.engine().turns().by(defaults.caller);
        let (bytes, room) = turns.run(move || received.into_plain()).await??;
        (Body::from(bytes), room)
    };
    let lines = BodyLines::new(body.into_data_stream(), room, app.clone());
    let lines = stream::unfold(lines, |mut lines| async { Some((lines.next().await?, lines)) });
    // Each in its own task, so that no line holds a turn while the client does not read. Dropping the answer ends them.
    let begin =
        move |line| AbortOnDropHandle::new(task::spawn(answer(app.clone(), Arc::clone(&defaults), line)));
    let answers = lines.map(begin).buffered(window).map(|line| line.unwrap_or_else(|error| panicked(&error)));
    let body = Body::from_stream(answers.map(Ok::<_, Infallible>));
    Ok(([(header::CONTENT_TYPE, MEDIA_TYPE)], body).into_response())
}

#[derive(Serialize)]
struct Failed {
    id: Value,
    error: Problem,
}

/// The line that answers one.
async fn answer(app: App, defaults: Arc<Defaults>, line: Result<BodyLine, Problem>) -> Vec<u8> {
    let mut id = Value::Null;
    let done = match line {
        Ok(line) => page(&app, &defaults, line, &mut id).await,
        Err(problem) => Err(problem),
    };
    let mut text = match done {
        Ok(text) => text,
        Err(error) => serde_json::to_vec(&Failed { id, error }).unwrap_or_default(),
    };
    text.push(b'\n');
    text
}

fn panicked(error: &JoinError) -> Vec<u8> {
    let error = Problem::internal(format!("the line made the server panic, which is a bug: {error}"));
    let mut text = serde_json::to_vec(&Failed { id: Value::Null, error }).unwrap_or_default();
    text.push(b'\n');
    text
}

async fn page(app: &App, defaults: &Defaults, line: BodyLine, id: &mut Value) -> Result<Vec<u8>, Problem> {
    let admission = app.admit_in_turn().await?;
    let deadline = app.engine().deadline();
    let (own, read) = app.engine().turns_until(deadline).by(defaults.caller).run(move || read(line)).await?;
    id.clone_from(&own);
    let read = read?.or(&defaults.known, &defaults.options);
    let (page, (system, writing), deadline) = read.into_page(app, Some(admission), deadline).await?;
    let turns = app.engine().turns_until(deadline).by(defaults.caller);
    let writing = writing.writing(None)?;
    let pipeline = turns.pipeline(&system.spec()).await?;
    let counted = app.clone();
    let work = move || {
        let extraction = page.extract(&pipeline);
        counted.metrics().page(extraction.verdict.kind);
        written(&own, &extraction, &writing)
    };
    turns.run(work).await?
}

/// The id of a line, and what it asks.
fn read(line: BodyLine) -> (Value, Result<ReadRequest<Wanted>, Problem>) {
    let BodyLine { bytes, room } = line;
    match serde_json::from_slice::<Map<String, Value>>(&bytes) {
        Ok(mut object) => {
            let id = object.remove("id").unwrap_or_default();
            drop(bytes);
            (id, read_object(object, room))
        }
        Err(error) => {
            let problem = Problem::bad_request("json", format!("not a JSON object: {error}"));
            (Value::Null, Err(problem))
        }
    }
}

#[derive(Serialize)]
struct Answered<'a, P: Serialize> {
    id: &'a Value,
    #[serde(flatten)]
    page: P,
}

#[derive(Serialize)]
struct BatchText<'a> {
    verdict: &'static str,
    confidence: Option<f64>,
    /// The text under the name of its format.
    #[serde(flatten)]
    content: Map<String, Value>,
    warnings: &'a [Warning],
}

fn written(id: &Value, extraction: &Extraction, writing: &Writing) -> Result<Vec<u8>, Problem> {
    let Writing { format, options } = writing;
    let text = if *format == Format::Json {
        serde_json::to_vec(&Answered { id, page: extraction.json(options) })
    } else {
        let text = Value::from(extraction.render(*format, options));
        let page = BatchText {
            verdict: extraction.verdict.kind.name(),
            confidence: extraction.verdict.rounded_confidence(),
            content: Map::from_iter([(format.name().to_owned(), text)]),
            warnings: &extraction.warnings,
        };
        serde_json::to_vec(&Answered { id, page })
    };
    text.map_err(|error| Problem::internal(error.to_string()))
}
