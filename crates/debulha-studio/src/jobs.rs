//! Work that takes longer than a request: who requested it looks at it again and again, and may cancel it.

use crate::state::StudioState;
use crate::wire::{JsonReply, PathNames};
use axum::Router;
use axum::extract::State as Of;
use axum::routing::get;
use debulha_server::problem::Problem;
use serde::Serialize;
use serde_json::Value;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Jobs that are remembered; the oldest that is done makes room.
const REMEMBERED: usize = 100;

/// Routes of jobs.
pub(crate) fn routes() -> Router<Arc<StudioState>> {
    Router::new().route("/jobs/{job}", get(report).delete(cancel))
}

async fn report(
    Of(shared): Of<Arc<StudioState>>,
    PathNames(job): PathNames<usize>,
) -> Result<JsonReply<JobReport>, Problem> {
    shared.jobs.report(job).map(JsonReply)
}

async fn cancel(
    Of(shared): Of<Arc<StudioState>>,
    PathNames(job): PathNames<usize>,
) -> Result<JsonReply<JobReport>, Problem> {
    shared.jobs.cancel(job).map(JsonReply)
}

/// What kind of work a job is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum JobKind {
    /// Verdicts and agreement of all pages.
    Scan,
    /// A model.
    Train,
    /// All pages into files.
    Run,
    /// Pages from the web.
    Collect,
}

/// How a job stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum JobState {
    Running,
    Done,
    Failed,
    Cancelled,
}

/// A job as the app sees it.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct JobReport {
    id: usize,
    kind: JobKind,
    state: JobState,
    done: usize,
    total: usize,
    message: String,
    result: Value,
}

/// A job, for those who do it.
#[derive(Debug)]
pub(crate) struct StudioJob {
    id: usize,
    kind: JobKind,
    done: AtomicUsize,
    total: AtomicUsize,
    cancelled: AtomicBool,
    ended: Mutex<EndedJob>,
}

#[derive(Debug)]
struct EndedJob {
    state: JobState,
    message: String,
    result: Value,
}

impl StudioJob {
    /// Says how far it is.
    pub(crate) fn at(&self, done: usize, total: usize) {
        self.done.store(done, Ordering::Relaxed);
        self.total.store(total, Ordering::Relaxed);
    }

    /// Says that one more page or step is done.
    pub(crate) fn step(&self) {
        self.done.fetch_add(1, Ordering::Relaxed);
    }

    /// Says in words what is done at the moment.
    pub(crate) fn say(&self, message: impl Into<String>) {
        self.ended().message = message.into();
    }

    /// Whether nobody wants it any more.
    pub(crate) fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }

    fn ended(&self) -> MutexGuard<'_, EndedJob> {
        self.ended.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn end(&self, outcome: Result<Value, String>) {
        let mut ended = self.ended();
        ended.state = match outcome {
            _ if self.is_cancelled() => JobState::Cancelled,
            Ok(_) => JobState::Done,
            Err(_) => JobState::Failed,
        };
        match outcome {
            Ok(result) => ended.result = result,
            Err(reason) => ended.message = reason,
        }
    }

    fn report(&self) -> JobReport {
        let ended = self.ended();
        JobReport {
            id: self.id,
            kind: self.kind,
            state: ended.state,
            done: self.done.load(Ordering::Relaxed),
            total: self.total.load(Ordering::Relaxed),
            message: ended.message.clone(),
            result: ended.result.clone(),
        }
    }
}

/// All jobs of a studio.
#[derive(Debug, Default)]
pub(crate) struct Jobs {
    started: AtomicUsize,
    list: Mutex<Vec<Arc<StudioJob>>>,
}

impl Jobs {
    /// Starts some work on a thread of its own, and gives its number.
    ///
    /// # Errors
    /// 409 while a job of the kind runs.
    pub(crate) fn start(
        &self,
        kind: JobKind,
        work: impl FnOnce(&StudioJob) -> Result<Value, String> + Send + 'static,
    ) -> Result<usize, Problem> {
        let mut list = self.list();
        if list.iter().any(|job| job.kind == kind && job.ended().state == JobState::Running) {
            return Err(Problem::new(409, "busy", "a job of this kind is running: wait for it or cancel it"));
        }
        if list.len() >= REMEMBERED
            && let Some(oldest) = list.iter().position(|job| job.ended().state != JobState::Running)
        {
            list.remove(oldest);
        }
        let id = self.started.fetch_add(1, Ordering::Relaxed) + 1;
        let ended =
            Mutex::new(EndedJob { state: JobState::Running, message: String::new(), result: Value::Null });
        let job = Arc::new(StudioJob {
            id,
            kind,
            done: AtomicUsize::new(0),
            total: AtomicUsize::new(0),
            cancelled: AtomicBool::new(false),
            ended,
        });
        list.push(Arc::clone(&job));
        tokio::task::spawn_blocking(move || {
            let done = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| work(&job)));
            job.end(
                done.unwrap_or_else(
                    |_| Err("the work panicked, which is a bug; please report it".to_owned()),
                ),
            );
        });
        Ok(id)
    }

    /// How a job stands.
    ///
    /// # Errors
    /// 404 for one that there is not.
    pub(crate) fn report(&self, id: usize) -> Result<JobReport, Problem> {
        self.find(id).map(|job| job.report())
    }

    /// Ends a job as soon as it looks.
    ///
    /// # Errors
    /// 404 for one that there is not.
    pub(crate) fn cancel(&self, id: usize) -> Result<JobReport, Problem> {
        let job = self.find(id)?;
        job.cancelled.store(true, Ordering::Relaxed);
        Ok(job.report())
    }

    /// Has all jobs end: the studio does.
    pub(crate) fn cancel_all(&self) {
        for job in self.list().iter() {
            job.cancelled.store(true, Ordering::Relaxed);
        }
    }

    fn find(&self, id: usize) -> Result<Arc<StudioJob>, Problem> {
        let found = self.list().iter().find(|job| job.id == id).map(Arc::clone);
        found.ok_or_else(|| Problem::new(404, "no-job", format!("there is no job {id}")))
    }

    fn list(&self) -> MutexGuard<'_, Vec<Arc<StudioJob>>> {
        self.list.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
