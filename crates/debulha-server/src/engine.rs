//! Systems that are built once, and the processors' time.

use crate::problem::Problem;
use crate::turns::FairTurns;
use debulha::systems::{Sources, SpecError, SystemSpec};
use debulha::{BuildError, Limits, Pipeline};
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::task;
use tokio::time::{Instant, timeout_at};

pub use crate::turns::Caller;

/// Pipelines that are kept: as many as there are systems, with a preset or two. Each holds some kilobytes, those with a model some
/// megabytes.
const KEPT_PIPELINES: usize = 64;

/// How much work is done at once, and for how long.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EngineOptions {
    /// Pages that are worked on at once.
    pub threads: NonZeroUsize,
    /// How long a caller waits for all turns that a request takes, the work on them included.
    pub deadline: Duration,
}

impl Default for EngineOptions {
    /// As many threads as there are processors, and 30 seconds.
    fn default() -> Self {
        let threads = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        EngineOptions { threads, deadline: Duration::from_secs(30) }
    }
}

/// What all requests share: pipelines, and turns at the processors.
///
/// ```
/// use debulha::systems::SystemSpec;
/// use debulha_server::engine::{Engine, EngineOptions};
///
/// # tokio::runtime::Builder::new_current_thread().enable_time().build()?.block_on(async {
/// let engine = Engine::new(EngineOptions::default());
/// let pipeline = engine.pipeline(&SystemSpec::new("bte")).await?;
/// let text = engine.run(move || pipeline.extract("<p>Rye was sown early this year.").text()).await?;
/// assert_eq!(text, "Rye was sown early this year.");
/// # Ok::<(), debulha_server::problem::Problem>(()) }).map_err(|problem| problem.detail().to_owned())?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Engine {
    options: EngineOptions,
    limits: Limits,
    turns: Arc<FairTurns>,
    waiting: AtomicUsize,
    /// The one that was requested last comes last.
    kept: Mutex<Vec<(SystemSpec, Arc<Pipeline>)>>,
}

impl Engine {
    /// An engine that has built nothing yet.
    pub fn new(options: EngineOptions) -> Self {
        let turns = Arc::new(FairTurns::new(options.threads.get()));
        Engine {
            options,
            limits: Limits::default(),
            turns,
            waiting: AtomicUsize::new(0),
            kept: Mutex::default(),
        }
    }

    /// Sets the limits on a page.
    #[must_use]
    pub fn with_limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// The limits on a page.
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// The options it was made with.
    pub fn options(&self) -> EngineOptions {
        self.options
    }

    /// Turns at the processors that are taken.
    pub fn in_work(&self) -> usize {
        self.turns.taken()
    }

    /// Callers who wait for a turn.
    pub fn waiting(&self) -> usize {
        self.waiting.load(Ordering::Relaxed)
    }

    /// The deadline of a request that comes now.
    pub fn deadline(&self) -> Deadline {
        Deadline { until: Instant::now() + self.options.deadline, given: self.options.deadline }
    }

    /// The turns of a request that comes now.
    pub fn turns(&self) -> Turns<'_> {
        self.turns_until(self.deadline())
    }

    /// The turns of a request with this deadline.
    pub fn turns_until(&self, deadline: Deadline) -> Turns<'_> {
        Turns { engine: self, deadline, caller: Caller::default() }
    }

    /// As [`Turns::pipeline`], for a request that takes no other turn.
    ///
    /// # Errors
    /// As [`Turns::pipeline`].
    pub async fn pipeline(&self, spec: &SystemSpec) -> Result<Arc<Pipeline>, Problem> {
        self.turns().pipeline(spec).await
    }

    /// As [`Turns::run`], for a request that takes no other turn.
    ///
    /// # Errors
    /// As [`Turns::run`].
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Problem> {
        self.turns().run(work).await
    }

    fn keep(&self, spec: &SystemSpec, pipeline: &Arc<Pipeline>) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() == KEPT_PIPELINES {
            kept.remove(0);
        }
        kept.push((spec.clone(), Arc::clone(pipeline)));
    }

    fn kept_pipeline(&self, spec: &SystemSpec) -> Option<Arc<Pipeline>> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let place = kept.iter().position(|(known, _)| known == spec)?;
        let found = kept.remove(place);
        let pipeline = Arc::clone(&found.1);
        kept.push(found);
        Some(pipeline)
    }
}

/// Until when a request is to be answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Deadline {
    until: Instant,
    given: Duration,
}

impl Deadline {
    /// The same deadline later by a time that counts elsewhere, such as that of fetching.
    #[must_use]
    pub fn later_by(self, time: Duration) -> Self {
        Deadline { until: self.until + time, ..self }
    }

    fn missed(self) -> Problem {
        let seconds = self.given.as_secs_f64();
        Problem::new(503, "deadline", format!("not done within {seconds} s")).retry_after(1)
    }
}

/// The turns of one request at the processors: one after another, with one deadline in all.
#[derive(Clone, Copy)]
pub struct Turns<'e> {
    engine: &'e Engine,
    deadline: Deadline,
    caller: Caller,
}

impl Turns<'_> {
    /// Sets who takes them. Default: [`Caller::Unnamed`].
    #[must_use]
    pub fn by(self, caller: Caller) -> Self {
        Turns { caller, ..self }
    }

    /// The pipeline of a system: built on a turn of its own where it was not requested lately, since a model takes longer to read than
    /// most pages do.
    ///
    /// # Errors
    /// 400 for a system, preset or parameter that is unknown or out of range; those of [`Turns::run`].
    pub async fn pipeline(&self, spec: &SystemSpec) -> Result<Arc<Pipeline>, Problem> {
        if let Some(pipeline) = self.engine.kept_pipeline(spec) {
            return Ok(pipeline);
        }
        let (asked, limits) = (spec.clone(), self.engine.limits);
        let built = self.run(move || asked.pipeline(&Sources::default()).map_err(refused)).await??;
        let pipeline = Arc::new(built.limits(limits));
        self.engine.keep(spec, &pipeline);
        Ok(pipeline)
    }

    /// Does some work on a turn at the processors.
    ///
    /// Dropping the future before the work starts cancels it. Work that has started runs to its end: limits bound the cost of a page. After
    /// the deadline, the caller gets an error and the next one the turn, while the late work continues. At most as many run late as there
    /// are turns, so at most twice [`EngineOptions::threads`] run at once.
    ///
    /// # Errors
    /// 503 when the deadline passes, 500 for a panic.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let Turns { engine, deadline, caller } = *self;
        let waiting = WaitingCaller::new(&engine.waiting);
        let turn = timeout_at(deadline.until, engine.turns.take(caller)).await;
        drop(waiting);
        let turn = Arc::new(Mutex::new(turn.map_err(|_| deadline.missed())?));
        // Owned by the work alone, so that a caller that is not polled does not hold a turn.
        let overdue = Arc::downgrade(&turn);
        let mut working = task::spawn_blocking(move || {
            let done = work();
            drop(turn);
            done
        });
        match timeout_at(deadline.until, &mut working).await {
            Ok(Ok(done)) => Ok(done),
            Ok(Err(_)) => {
                Err(Problem::internal("the page made the system panic, which is a bug; please report it"))
            }
            Err(_) => {
                if let Some(turn) = overdue.upgrade() {
                    turn.lock().unwrap_or_else(PoisonError::into_inner).hand_on();
                }
                Err(deadline.missed())
            }
        }
    }
}

/// A caller who waits; counted until it is dropped.
struct WaitingCaller<'e>(&'e AtomicUsize);

impl<'e> WaitingCaller<'e> {
    fn new(all: &'e AtomicUsize) -> Self {
        all.fetch_add(1, Ordering::Relaxed);
        WaitingCaller(all)
    }
}

impl Drop for WaitingCaller<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Response for a system that cannot be built.
// Built as `map_err` hands it over.
#[allow(clippy::needless_pass_by_value)]
pub fn refused(error: SpecError) -> Problem {
    match error {
        SpecError::NoSites { .. } => Problem::new(409, "no-store", error.to_string()),
        SpecError::Build(BuildError::UnknownPreset { .. }) => {
            Problem::bad_request("preset", error.to_string())
        }
        SpecError::OtherModel { .. } => Problem::bad_request("model", error.to_string()),
        error => Problem::bad_request("system", error.to_string()),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn all_turns_of_a_request_have_one_deadline() {
        let given = Duration::from_secs(30);
        let engine = Engine::new(EngineOptions { threads: NonZeroUsize::MIN, deadline: given });
        let taken = engine.turns.take(Caller::default()).await;
        // The turns of a request that came long ago wait no longer.
        let turns = engine.turns_until(Deadline { until: Instant::now(), given });
        let late = turns.run(|| 2).await.unwrap_err();
        assert_eq!((late.kind(), late.detail()), ("deadline", "not done within 30 s"));
        let spec = SystemSpec::new("bte");
        assert_eq!(turns.pipeline(&spec).await.err().unwrap().kind(), "deadline");
        drop(taken);
        // The next request has its own.
        assert_eq!(engine.run(|| 3).await.unwrap(), 3);
    }

    #[tokio::test]
    async fn work_over_its_deadline_holds_up_nobody() {
        let given = Duration::from_millis(50);
        let engine = Engine::new(EngineOptions { threads: NonZeroUsize::MIN, deadline: given });
        let (release, released) = std::sync::mpsc::channel::<()>();
        let late = engine.run(move || released.recv().is_ok()).await.unwrap_err();
        assert_eq!(late.kind(), "deadline");
        // It still works, and the next has its turn.
        let patient = Deadline { until: Instant::now() + Duration::from_mins(1), given };
        assert_eq!(engine.turns_until(patient).run(|| 3).await.unwrap(), 3);
        release.send(()).unwrap();
    }

    #[test]
    fn what_counts_elsewhere_makes_the_deadline_later() {
        let now = Instant::now();
        let deadline = Deadline { until: now + Duration::from_secs(30), given: Duration::from_secs(30) };
        let later = deadline.later_by(Duration::from_secs(40));
        assert_eq!(later.until, now + Duration::from_secs(70));
        assert_eq!(later.given, deadline.given);
    }
}
