//! All pages of the project into files, with a list of the result for each.
//!
//! A run writes what `debulha extract --to` writes, into a folder of its own, and beside it one line per page, which is what is searched
//! afterwards. A run that was cancelled or failed goes on where it was, or starts anew.

mod place;

use crate::jobs::{JobKind, StudioJob};
use crate::label_files::check_name;
use crate::state::StudioState;
use crate::systems;
use crate::wire::{JsonBody, JsonReply, PathNames, UrlQuery};
use axum::Router;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use debulha::{Pipeline, WriteOptions};
use debulha_bulk::{
    Asked as AskedOptions, BulkRow, Column, Columns, Event, JobError, JobInput, ReadOptions, RowExtractor,
    SourceFormat, TargetFormat,
};
use debulha_server::problem::Problem;
use place::{RunPlace, Standing};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashMap};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Component, Path};
use std::sync::Arc;

/// Folder of runs, in that of the labels.
const RUNS: &str = "runs";

/// Rows of a shard. A run that goes on makes the shard again that was under way.
const SHARD_ROWS: usize = 1_000;

/// Rows of an answer at most.
const MAX_ROWS: usize = 500;

/// Characters of a text in an answer.
const SHOWN_CHARS: usize = 400;

/// The routes.
pub(crate) fn routes() -> Router<Arc<StudioState>> {
    Router::new()
        .route("/run", post(run))
        .route("/runs/{name}", get(rows))
        .route("/runs/{name}/export", get(export))
}

/// What is to be run.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RunRequest {
    system: systems::AskedSystem,
    format: String,
    /// Name of the run, and of its folder.
    output: String,
    /// A file of many pages in the folder of the project, in place of its pages.
    #[serde(default)]
    input: Option<String>,
    /// What to do with a run of this name. Without it, there must be none.
    #[serde(default)]
    existing: Option<Existing>,
}

/// What is done with a run that is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Existing {
    /// It goes on where it ended.
    Continue,
    /// It is deleted.
    Replace,
}

/// The result for a page.
#[derive(Serialize, Deserialize)]
struct PageRow {
    /// Its id in the project; `None` for a page that the project does not show.
    page: Option<String>,
    name: String,
    verdict: Option<String>,
    confidence: Option<f64>,
    title: Option<String>,
    text: Option<String>,
    error: Option<String>,
}

impl PageRow {
    fn has_content(&self) -> bool {
        let has_text = self.text.as_ref().is_some_and(|text| !text.is_empty());
        has_text || self.verdict.is_some() && self.error.is_none()
    }

    /// Writes it as a line, at once: what is in a whole shard must be here, too.
    fn write(&self, file: &mut File) -> io::Result<()> {
        let mut line = serde_json::to_vec(self)?;
        line.push(b'\n');
        file.write_all(&line)
    }
}

async fn run(
    State(shared): State<Arc<StudioState>>,
    JsonBody(ask): JsonBody<RunRequest>,
) -> Result<JsonReply<Value>, Problem> {
    check_name(&ask.output).map_err(|reason| Problem::bad_request("output", reason))?;
    let Some(target) = TargetFormat::ALL.into_iter().find(|format| format.name() == ask.format) else {
        let known = TargetFormat::ALL.map(TargetFormat::name).join(", ");
        return Err(Problem::bad_request("format", format!("`{}` is not a format; use {known}", ask.format)));
    };
    let place = RunPlace::of(&shared, &ask.output);
    check_standing(&ask, &place)?;
    let inputs = inputs(&shared, ask.input.as_deref().filter(|input| !input.trim().is_empty()))?;
    let pipeline = shared.pipelines.get(&shared, &ask.system).await?.pipeline;
    let replaces = ask.existing == Some(Existing::Replace);
    let params = Value::Object(ask.system.params.clone()).to_string();
    let asked = [("system", ask.system.name()), ("params", params)];
    let asked = asked.map(|(name, value)| (name.to_owned(), value)).into_iter().collect();
    let run = StudioRun { pipeline, asked, target, place, replaces, inputs };
    let worker = Arc::clone(&shared);
    let job = shared.jobs.start(JobKind::Run, move |job| run.work(&worker, job))?;
    Ok(JsonReply(json!({ "job": job })))
}

/// Whether a run may write at its place.
fn check_standing(ask: &RunRequest, place: &RunPlace) -> Result<(), Problem> {
    let RunRequest { output, existing, .. } = ask;
    let standing = place.standing().map_err(|error| Problem::new(500, "rows", error.to_string()))?;
    let (kind, detail) = match (standing, existing) {
        (Standing::Absent, _)
        | (Standing::Unfinished(_), Some(_))
        | (Standing::Finished, Some(Existing::Replace)) => return Ok(()),
        (Standing::Unfinished(rows), None) => (
            "unfinished",
            format!("the run `{output}` ended early with {rows} rows; continue it or delete it"),
        ),
        (Standing::Finished, _) => {
            ("exists", format!("there is a run `{output}`; choose another name or delete it"))
        }
        (Standing::Other, _) => {
            ("other", format!("{} is not the folder of a run; choose another name", place.folder.display()))
        }
    };
    Err(Problem::new(409, kind, detail))
}

/// What is read: the pages of the project, or a file in its folder.
fn inputs(shared: &StudioState, file: Option<&str>) -> Result<Vec<JobInput>, Problem> {
    let wrong = |detail: String| Problem::bad_request("input", detail);
    let Some(name) = file else {
        return shared.project.inputs().map_err(|error| wrong(error.to_string()));
    };
    let path = Path::new(name.trim());
    if !path.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir)) {
        return Err(wrong("the input must be a file in the project's folder".to_owned()));
    }
    let path = shared.project.folder().join(path);
    match SourceFormat::of_name(&path) {
        SourceFormat::Html => Err(wrong(format!("{name}: use a WARC, JSON lines or Parquet file"))),
        _ if !path.is_file() => Err(wrong(format!("{name} does not exist in the project's folder"))),
        format => Ok(vec![JobInput::Container(path, format)]),
    }
}

/// A run that is to be done.
struct StudioRun {
    pipeline: Arc<Pipeline>,
    asked: AskedOptions,
    target: TargetFormat,
    place: RunPlace,
    /// Whether a run that is there is deleted.
    replaces: bool,
    inputs: Vec<JobInput>,
}

/// The result for pages so far.
#[derive(Default)]
struct RunTally {
    pages: usize,
    failures: usize,
    verdicts: BTreeMap<String, usize>,
}

impl RunTally {
    fn add(&mut self, verdict: Option<&str>, has_content: bool) {
        self.pages += 1;
        self.failures += usize::from(!has_content);
        *self.verdicts.entry(verdict.unwrap_or("none").to_owned()).or_default() += 1;
    }
}

impl StudioRun {
    fn work(self, shared: &StudioState, job: &StudioJob) -> Result<Value, String> {
        let StudioRun { pipeline, asked, target, place, replaces, inputs } = self;
        let at = |error: io::Error| format!("{}: {error}", place.rows.display());
        std::fs::create_dir_all(shared.labels.join(RUNS)).map_err(at)?;
        if replaces {
            place.delete().map_err(at)?;
        }
        let mut tally = RunTally::default();
        let before = |row: PageRow| tally.add(row.verdict.as_deref(), row.has_content());
        let mut rows = place.go_on(before).map_err(at)?;
        let columns = target.columns(Columns::default().with(Column::Text));
        let writing = WriteOptions { links: true, ..WriteOptions::default() };
        let extractor = RowExtractor::new(pipeline, columns, writing);
        let names = RowNames::of(shared, &inputs);
        let bulk = debulha_bulk::Job {
            inputs,
            folder: place.folder.clone(),
            target,
            shard_rows: SHARD_ROWS,
            share: (1, 1),
            reading: ReadOptions::default(),
            asked,
            append: false,
        };
        job.at(tally.pages, if names.is_project { shared.project.entries().len() } else { 0 });
        let pool = rayon::ThreadPoolBuilder::new().num_threads(shared.engine.options().threads.get()).build();
        let pool = pool.map_err(|error| error.to_string())?;
        let mut written = Ok(());
        let watch = |event: Event<'_>| match event {
            Event::Row { row, .. } => {
                job.step();
                let line = names.row(row, tally.pages);
                tally.add(row.verdict.as_deref(), row.has_content());
                if written.is_ok() {
                    written = line.write(&mut rows);
                }
            }
            Event::Unreadable(error) => job.say(error.to_string()),
            Event::Skipped | Event::Shard { .. } => {}
        };
        let ended = bulk.run_while(&extractor, &extractor, &pool, watch, &|| !job.is_cancelled());
        written.map_err(at)?;
        match ended {
            Ok(_) => place.finish().map_err(at)?,
            Err(JobError::Stopped) => {}
            Err(error) => return Err(error.to_string()),
        }
        Ok(json!({
            "pages": tally.pages,
            "failures": tally.failures,
            "verdicts": tally.verdicts,
            "folder": place.folder.display().to_string(),
        }))
    }
}

/// Which page of the project a row is of.
struct RowNames<'s> {
    shared: &'s StudioState,
    by_name: HashMap<&'s str, usize>,
    /// Whether the pages of the project are read.
    is_project: bool,
    /// Whether rows come in their order.
    in_order: bool,
}

impl<'s> RowNames<'s> {
    fn of(shared: &'s StudioState, inputs: &[JobInput]) -> Self {
        let in_order = matches!(inputs, [JobInput::Pages(_)]);
        let is_project = in_order || shared.project.is_container_of(inputs);
        let entries = shared.project.entries().iter().enumerate();
        let by_name = entries
            .map(|(id, entry)| (entry.name.as_str(), id))
            .filter(|_| is_project && !in_order)
            .collect();
        RowNames { shared, by_name, is_project, in_order }
    }

    fn row(&self, row: &BulkRow, place: usize) -> PageRow {
        let name = row.url.as_deref().filter(|_| !self.in_order).unwrap_or(&row.id);
        let page = if self.in_order { Some(place) } else { self.by_name.get(name).copied() };
        let entry = page.and_then(|page| self.shared.project.entries().get(page));
        PageRow {
            page: page.and_then(|page| self.shared.project.id(page)).map(str::to_owned),
            name: entry.map_or(name, |entry| &entry.name).to_owned(),
            verdict: row.verdict.clone(),
            confidence: row.confidence,
            title: row.title.clone(),
            text: row.text.clone(),
            error: row.error.clone(),
        }
    }
}

/// Which rows are wanted.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WantedRows {
    #[serde(default)]
    q: String,
    #[serde(default)]
    verdict: Option<String>,
    #[serde(default)]
    offset: usize,
    #[serde(default = "default_limit")]
    limit: usize,
}

fn default_limit() -> usize {
    100
}

impl WantedRows {
    fn takes(&self, row: &PageRow, q: &str) -> bool {
        let has = |text: &Option<String>| text.as_ref().is_some_and(|text| text.to_lowercase().contains(q));
        let is_of = self.verdict.as_ref().is_none_or(|verdict| row.verdict.as_ref() == Some(verdict));
        is_of
            && (q.is_empty()
                || row.name.to_lowercase().contains(q)
                || [&row.title, &row.text, &row.error].into_iter().any(has))
    }
}

async fn rows(
    State(shared): State<Arc<StudioState>>,
    PathNames(name): PathNames<String>,
    UrlQuery(wanted): UrlQuery<WantedRows>,
) -> Result<JsonReply<Value>, Problem> {
    let file = open(&shared, &name)?.1;
    let search = move || -> io::Result<Value> {
        let q = wanted.q.to_lowercase();
        let (mut total, mut shown) = (0usize, Vec::new());
        for line in BufReader::new(file).lines() {
            // The last line of a run that goes on may be cut.
            let Ok(mut row) = serde_json::from_str::<PageRow>(&line?) else { continue };
            if !wanted.takes(&row, &q) {
                continue;
            }
            if total >= wanted.offset && shown.len() < wanted.limit.min(MAX_ROWS) {
                row.text = row.text.map(shortened);
                shown.push(row);
            }
            total += 1;
        }
        Ok(json!({ "total": total, "rows": shown }))
    };
    let found = shared.engine.run(search).await?;
    found.map(JsonReply).map_err(|error| Problem::new(500, "rows", error.to_string()))
}

/// The beginning of a text, with a mark where it is cut.
fn shortened(mut text: String) -> String {
    if let Some((end, _)) = text.char_indices().nth(SHOWN_CHARS) {
        text.truncate(end);
        text.push('…');
    }
    text
}

/// The list of the result for each page, as a file.
async fn export(
    State(shared): State<Arc<StudioState>>,
    PathNames(name): PathNames<String>,
) -> Result<Response, Problem> {
    let (place, file) = open(&shared, &name)?;
    let bytes = shared.engine.run(move || io::read_to_string(file)).await?;
    let bytes = bytes.map_err(|error| Problem::new(500, "rows", error.to_string()))?;
    let name = place.rows.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let attachment = HeaderValue::from_str(&format!("attachment; filename=\"{name}\""));
    let attachment = attachment.map_err(|error| Problem::internal(error.to_string()))?;
    let lines = HeaderValue::from_static("application/x-ndjson");
    Ok(([(header::CONTENT_TYPE, lines), (header::CONTENT_DISPOSITION, attachment)], Body::from(bytes))
        .into_response())
}

fn open(shared: &StudioState, name: &str) -> Result<(RunPlace, File), Problem> {
    check_name(name).map_err(|reason| Problem::bad_request("name", reason))?;
    let place = RunPlace::of(shared, name);
    let file = place.open();
    let file = file.map_err(|_| Problem::new(404, "no-run", format!("there is no run `{name}`")))?;
    Ok((place, file))
}
