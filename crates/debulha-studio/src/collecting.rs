//! Pages from the web: crawls of sites and harvests of search forms.
//!
//! Each is a run of the command in a process of its own, so that its files are those that a terminal gets, and a run that ended early goes on.
//! The files are in `collected/`, next to the labels: a WARC file of a crawl is an input of a run, a harvest has a table too.

use crate::jobs::{JobKind, StudioJob};
use crate::label_files::check_name;
use crate::state::StudioState;
use crate::wire::{JsonBody, JsonReply, PathNames};
use axum::Router;
use axum::extract::State;
use axum::routing::{get, post};
use debulha_core::features::canonical_url::is_web_address;
use debulha_server::problem::Problem;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

/// The command that fetches, where the studio may.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Collector {
    /// The program `debulha`.
    pub program: PathBuf,
    /// Whether it may fetch from private addresses.
    pub allow_private: bool,
}

/// Folder of what was collected, in that of the labels.
const COLLECTED: &str = "collected";

/// Pages of a crawl, and submissions of a harvest, at most.
const MAX_PAGES: u64 = 10_000;

/// Lines that are kept of a run; the first make room.
const KEPT_LINES: usize = 500;

/// Rows of a table in an answer.
const SHOWN_ROWS: usize = 200;

/// How often it is looked whether a run is cancelled.
const LOOK: Duration = Duration::from_millis(200);

/// What begins the lines of the command.
const PREFIX: &str = "debulha: ";

/// The routes.
pub(crate) fn routes() -> Router<Arc<StudioState>> {
    Router::new().route("/collect", post(collect)).route("/collect/{name}", get(table))
}

/// What is collected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
enum CollectKind {
    /// The pages of a site.
    Crawl,
    /// The rows behind a search form.
    Harvest,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct CollectRequest {
    kind: CollectKind,
    /// Where it begins.
    url: String,
    /// Name of the files.
    name: String,
    /// Pages of a crawl, or submissions of a harvest, at most.
    pages: u64,
}

async fn collect(
    State(shared): State<Arc<StudioState>>,
    JsonBody(ask): JsonBody<CollectRequest>,
) -> Result<JsonReply<Value>, Problem> {
    let Some(collector) = shared.collector.clone() else {
        let detail = "this studio fetches nothing; start it with --allow-fetch";
        return Err(Problem::new(403, "no-fetching", detail));
    };
    check_name(&ask.name).map_err(|reason| Problem::bad_request("name", reason))?;
    if !(1..=MAX_PAGES).contains(&ask.pages) {
        return Err(Problem::bad_request("pages", format!("the number is from 1 to {MAX_PAGES}")));
    }
    if !is_web_address(&ask.url) {
        return Err(Problem::bad_request("url", "the URL must begin with http:// or https://".to_owned()));
    }
    let folder = shared.labels.join(COLLECTED);
    let job = shared.jobs.start(JobKind::Collect, move |job| run(&collector, &ask, &folder, job))?;
    Ok(JsonReply(json!({ "job": job })))
}

impl CollectRequest {
    /// The WARC file, and the table of a harvest.
    fn files(&self, folder: &Path) -> (PathBuf, Option<PathBuf>) {
        let file = |ending: &str| folder.join(format!("{}.{ending}", self.name));
        (file("warc.gz"), (self.kind == CollectKind::Harvest).then(|| file("csv")))
    }

    fn arguments(&self, folder: &Path, collector: &Collector) -> Vec<OsString> {
        let (warc, table) = self.files(folder);
        let (verb, most) = match self.kind {
            CollectKind::Crawl => ("crawl", "--max-pages"),
            CollectKind::Harvest => ("harvest", "--budget"),
        };
        let mut arguments: Vec<OsString> =
            [verb, "--verbose", "--no-config", most].map(OsString::from).to_vec();
        arguments.push(self.pages.to_string().into());
        arguments.extend(["--output".into(), table.unwrap_or(warc).into()]);
        if collector.allow_private {
            arguments.push("--allow-private".into());
        }
        arguments.extend(["--".into(), self.url.as_str().into()]);
        arguments
    }
}

/// The result of a run so far.
#[derive(Default)]
struct CollectTally {
    /// Responses by status, or `failed`; submissions with new rows, and without.
    outcomes: BTreeMap<String, usize>,
    /// Pages or submissions, as the command counts them.
    done: usize,
    lines: Vec<String>,
    last: String,
}

impl CollectTally {
    fn take(&mut self, line: &str) {
        let line = line.strip_prefix(PREFIX).unwrap_or(line).trim();
        if line.is_empty() {
            return;
        }
        if let Some(done) = progress(line) {
            self.done = done;
            return;
        }
        if let Some(outcome) = outcome(line) {
            *self.outcomes.entry(outcome.to_owned()).or_default() += 1;
        }
        if self.lines.len() == KEPT_LINES {
            self.lines.remove(0);
        }
        self.lines.push(line.to_owned());
        line.clone_into(&mut self.last);
    }

    fn done(&self) -> usize {
        self.done.max(self.outcomes.values().sum())
    }
}

/// The number of a line such as `pages: 3 of 8`.
fn progress(line: &str) -> Option<usize> {
    let (what, numbers) = line.split_once(": ")?;
    let (done, _) = numbers.split_once(" of ").filter(|_| matches!(what, "pages" | "submissions"))?;
    done.parse().ok()
}

/// What a line says of a response, `URL: 200` or `URL: timed out`, or of a submission, `q=rye: 5 rows, 2 new`.
fn outcome(line: &str) -> Option<&str> {
    let (_, end) = line.rsplit_once(": ")?;
    if let Some((_, new)) = end.strip_suffix(" new").and_then(|end| end.split_once(" rows, ")) {
        return Some(if new == "0" { "without new rows" } else { "with new rows" });
    }
    let is_status = end.len() == 3 && end.bytes().all(|byte| byte.is_ascii_digit());
    is_web_address(line).then_some(if is_status { end } else { "failed" })
}

/// Runs the command to its end. A cancelled one gets a signal, and ends its files well.
fn run(collector: &Collector, ask: &CollectRequest, folder: &Path, job: &StudioJob) -> Result<Value, String> {
    let at = |error: io::Error| format!("{}: {error}", collector.program.display());
    std::fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut child = Command::new(&collector.program)
        .args(ask.arguments(folder, collector))
        .env("NO_COLOR", "1")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(at)?;
    let (sender, lines) = mpsc::channel();
    let messages = child.stderr.take();
    let reading = thread::spawn(move || {
        for line in messages.into_iter().flat_map(|messages| BufReader::new(messages).lines()) {
            if line.is_ok_and(|line| sender.send(line).is_err()) {
                return;
            }
        }
    });
    let mut tally = CollectTally::default();
    let mut is_told = false;
    job.at(0, usize::try_from(ask.pages).unwrap_or_default());
    loop {
        match lines.recv_timeout(LOOK) {
            Ok(line) => {
                tally.take(&line);
                job.say(tally.last.clone());
                job.at(tally.done(), usize::try_from(ask.pages).unwrap_or_default().max(tally.done()));
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break,
        }
        if job.is_cancelled() && !is_told {
            interrupt(&mut child);
            is_told = true;
        }
    }
    let status = child.wait().map_err(at)?;
    let _ = reading.join();
    let (warc, table) = ask.files(folder);
    if !status.success() && !job.is_cancelled() && !warc.exists() {
        return Err(tally.last);
    }
    Ok(json!({
        "kind": ask.kind,
        "name": ask.name,
        "warc": format!("{COLLECTED}/{}.warc.gz", ask.name),
        "table": table.filter(|table| table.exists()).map(|table| table.display().to_string()),
        "outcomes": tally.outcomes,
        "summary": tally.last,
        "lines": tally.lines,
    }))
}

/// Has a process end well. Unlike the signal of Ctrl-C, this one is not ignored by processes of a background job.
#[cfg(unix)]
fn interrupt(child: &mut Child) {
    use rustix::process::{Pid, Signal, kill_process};
    let _ = kill_process(Pid::from_child(child), Signal::TERM);
}

#[cfg(not(unix))]
fn interrupt(child: &mut Child) {
    let _ = child.kill();
}

/// The first rows of a harvest's table.
async fn table(
    State(shared): State<Arc<StudioState>>,
    PathNames(name): PathNames<String>,
) -> Result<JsonReply<Value>, Problem> {
    check_name(&name).map_err(|reason| Problem::bad_request("name", reason))?;
    let path = shared.labels.join(COLLECTED).join(format!("{name}.csv"));
    let read = move || -> Result<Value, csv::Error> {
        let mut table = csv::ReaderBuilder::new().flexible(true).from_path(path)?;
        let columns = table.headers()?.iter().map(str::to_owned).collect::<Vec<_>>();
        let (mut rows, mut total) = (Vec::new(), 0usize);
        for row in table.records() {
            let row = row?;
            total += 1;
            if rows.len() < SHOWN_ROWS {
                rows.push(row.iter().map(str::to_owned).collect::<Vec<_>>());
            }
        }
        Ok(json!({ "columns": columns, "rows": rows, "total": total }))
    };
    let read = tokio::task::spawn_blocking(read).await;
    match read {
        Ok(Ok(table)) => Ok(JsonReply(table)),
        Ok(Err(_)) => Err(Problem::new(404, "no-table", format!("there is no table `{name}`"))),
        Err(_) => Err(Problem::internal("reading the table failed, which is a bug; please report it")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_the_command_are_counted() {
        let mut tally = CollectTally::default();
        for line in [
            "debulha: https://e.org/: 200",
            "debulha: https://e.org/b: 404",
            "debulha: https://e.org/c: timed out (connect)",
            "",
            "debulha: 1 pages fetched, 1 in total, 0 URLs queued: no URLs left",
        ] {
            tally.take(line);
        }
        let outcomes: Vec<_> =
            tally.outcomes.iter().map(|(outcome, &many)| (outcome.as_str(), many)).collect();
        assert_eq!(outcomes, [("200", 1), ("404", 1), ("failed", 1)]);
        assert_eq!((tally.done(), tally.lines.len()), (3, 4));
        assert!(tally.last.ends_with("no URLs left"));
        for nth in 0..=KEPT_LINES {
            tally.take(&format!("line {nth}"));
        }
        assert_eq!((tally.lines.len(), &*tally.lines[0]), (KEPT_LINES, "line 1"));
    }

    #[test]
    fn submissions_are_told_by_their_rows() {
        let mut tally = CollectTally::default();
        for line in [
            "debulha: form 1, submitted to https://e.org/search",
            "debulha: q=rye: 5 rows, 2 new",
            "debulha: the form unchanged: 0 rows, 0 new",
            "debulha: submissions: 7 of 9 after 0.2 s",
        ] {
            tally.take(line);
        }
        let outcomes: Vec<_> =
            tally.outcomes.iter().map(|(outcome, &many)| (outcome.as_str(), many)).collect();
        assert_eq!(outcomes, [("with new rows", 1), ("without new rows", 1)]);
        assert_eq!((tally.done(), tally.lines.len()), (7, 3));
    }
}
