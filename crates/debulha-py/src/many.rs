//! Many pages on several threads, in order.

use crate::building::Built;
use crate::html::{HtmlArg, PageFacts};
use crate::page::Page;
use crate::rendering::Wanted;
use debulha::{Extraction, Pipeline};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyIterator, PyTuple};
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// Pages under way for each thread: enough that none waits for the one in front.
const PAGES_A_THREAD: usize = 4;

/// Interval at which a wait checks for signals such as Ctrl-C. Users notice delays above a tenth of a second.
pub(crate) const SIGNAL_CHECK: Duration = Duration::from_millis(100);

/// Threads at most.
const MAX_THREADS: usize = 1024;

/// A number of threads that makes sense.
///
/// # Errors
/// `ValueError`.
pub(crate) fn checked_threads(threads: i128) -> PyResult<usize> {
    let wrong = || PyValueError::new_err(format!("threads must be from 1 to {MAX_THREADS}, not {threads}"));
    usize::try_from(threads).ok().filter(|threads| (1..=MAX_THREADS).contains(threads)).ok_or_else(wrong)
}

/// Receives within a time limit, without the interpreter lock, and returns the receiver.
pub(crate) fn received_within<T: Send>(
    py: Python<'_>,
    time: Duration,
    receiver: Receiver<T>,
) -> (Result<T, RecvTimeoutError>, Receiver<T>) {
    py.detach(move || (receiver.recv_timeout(time), receiver))
}

/// An iterator over the result for pages, in their order.
#[pyclass(module = "debulha")]
pub(crate) struct Many {
    pages: Option<Py<PyIterator>>,
    /// What ended the pages, to be raised behind the last result.
    error: Option<PyErr>,
    /// None when it is closed.
    jobs: Option<Sender<PageJob>>,
    /// What was requested, in order.
    waiting: VecDeque<PendingResult>,
    most: usize,
    built: Built,
    /// The threads live in this process alone.
    process: u32,
}

/// A page to work on.
struct PageJob {
    html: HtmlArg,
    url: Option<String>,
    charset: Option<String>,
    done: Sender<DonePage>,
}

/// A result that is or will be there.
enum PendingResult {
    /// A receiver alone cannot be shared, as what Python holds must be.
    Page(Mutex<Receiver<DonePage>>),
    Wrong(PyErr),
}

/// The result for a page. The page comes back, so that its memory is freed by a thread that has the interpreter.
struct DonePage {
    result: thread::Result<MadeResult>,
    html: HtmlArg,
    charset: Option<String>,
}

/// What was made of a page.
enum MadeResult {
    Page(Box<Extraction>),
    Text(Option<String>),
}

impl Many {
    pub(crate) fn new(
        pages: &Bound<'_, PyAny>,
        threads: Option<i128>,
        built: Built,
        wanted: Option<Wanted>,
    ) -> PyResult<Self> {
        let pages = pages.try_iter()?.unbind();
        let threads = match threads {
            Some(threads) => checked_threads(threads)?,
            None => thread::available_parallelism().map_or(1, usize::from),
        };
        let (jobs, queue) = channel::<PageJob>();
        let (queue, wanted) = (Arc::new(Mutex::new(queue)), Arc::new(wanted));
        for _ in 0..threads {
            let worker = PageWorker {
                queue: Arc::clone(&queue),
                pipeline: Arc::clone(&built.pipeline),
                wanted: Arc::clone(&wanted),
            };
            thread::Builder::new().name("debulha".to_owned()).spawn(move || worker.run())?;
        }
        let most = threads * PAGES_A_THREAD;
        let (waiting, process) = (VecDeque::with_capacity(most), std::process::id());
        Ok(Many { pages: Some(pages), error: None, jobs: Some(jobs), waiting, most, built, process })
    }

    /// Hands pages out until enough are under way.
    fn fill(&mut self, py: Python<'_>) {
        while self.waiting.len() < self.most
            && let Some(pages) = &self.pages
        {
            match pages.bind(py).clone().next() {
                Some(Ok(page)) => {
                    let waiting = self.hand_out(&page).unwrap_or_else(PendingResult::Wrong);
                    self.waiting.push_back(waiting);
                }
                Some(Err(error)) => {
                    self.error = Some(error);
                    self.pages = None;
                }
                None => self.pages = None,
            }
        }
    }

    fn hand_out(&self, page: &Bound<'_, PyAny>) -> PyResult<PendingResult> {
        let (html, url, charset) = match page.cast::<PyTuple>() {
            Ok(known) if known.len() == 3 => known.extract::<(HtmlArg, Option<String>, Option<String>)>()?,
            Ok(known) => {
                let (html, url) = known.extract()?;
                (html, url, None)
            }
            Err(_) => (page.extract::<HtmlArg>()?, None, None),
        };
        let (done, result) = channel();
        let gone = |_| PyRuntimeError::new_err("the threads have ended");
        let jobs = self.jobs.as_ref().ok_or_else(|| PyRuntimeError::new_err("the threads have ended"))?;
        jobs.send(PageJob { html, url, charset, done }).map_err(gone)?;
        Ok(PendingResult::Page(Mutex::new(result)))
    }

    fn result<'py>(&self, py: Python<'py>, done: DonePage) -> PyResult<Bound<'py, PyAny>> {
        match done.result {
            Ok(MadeResult::Page(extraction)) => {
                Ok(Bound::new(py, Page::new(*extraction, self.built.clone(), done.html, done.charset, None))?
                    .into_any())
            }
            Ok(MadeResult::Text(text)) => Ok(text.into_pyobject(py)?),
            Err(panic) => Ok(failure(py, &panic_text(&*panic))),
        }
    }
}

#[pymethods]
impl Many {
    fn __iter__(this: Bound<'_, Self>) -> Bound<'_, Self> {
        this
    }

    /// Takes no more pages; those under way are given up.
    fn close(&mut self) {
        (self.pages, self.jobs, self.error) = (None, None, None);
        self.waiting.clear();
    }

    fn __next__<'py>(&mut self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        if self.process != std::process::id() {
            return Err(PyRuntimeError::new_err("extract_many was called in another process"));
        }
        self.fill(py);
        match self.waiting.pop_front() {
            None => self.error.take().map_or(Ok(None), Err),
            Some(PendingResult::Wrong(error)) => Ok(Some(error.into_value(py).into_bound(py).into_any())),
            Some(PendingResult::Page(result)) => {
                let mut result = result.into_inner().unwrap_or_else(PoisonError::into_inner);
                loop {
                    let received;
                    (received, result) = received_within(py, SIGNAL_CHECK, result);
                    match received {
                        Ok(done) => return self.result(py, done).map(Some),
                        Err(RecvTimeoutError::Disconnected) => {
                            return Ok(Some(failure(py, "the thread has ended")));
                        }
                        Err(RecvTimeoutError::Timeout) => {}
                    }
                    if let Err(interrupted) = py.check_signals() {
                        self.waiting.push_front(PendingResult::Page(Mutex::new(result)));
                        return Err(interrupted);
                    }
                }
            }
        }
    }
}

/// An error of one page, as a result.
fn failure<'py>(py: Python<'py>, reason: &str) -> Bound<'py, PyAny> {
    PyRuntimeError::new_err(reason.to_owned()).into_value(py).into_bound(py).into_any()
}

fn panic_text(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
    format!("internal error: {}", text.unwrap_or_default())
}

/// A thread that works on pages.
struct PageWorker {
    queue: Arc<Mutex<Receiver<PageJob>>>,
    pipeline: Arc<Pipeline>,
    wanted: Arc<Option<Wanted>>,
}

impl PageWorker {
    /// Works until there are no more pages.
    fn run(&self) {
        while let Some(PageJob { html, url, charset, done }) = self.next() {
            let known =
                PageFacts { url: url.as_deref(), charset: charset.as_deref(), ..PageFacts::default() };
            let result = catch_unwind(AssertUnwindSafe(|| self.work(&html, &known)));
            // Nobody waits where the iterator was dropped.
            let _ = done.send(DonePage { result, html, charset });
        }
    }

    fn next(&self) -> Option<PageJob> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner).recv().ok()
    }

    fn work(&self, html: &HtmlArg, known: &PageFacts<'_>) -> MadeResult {
        let extraction = html.extraction(&self.pipeline, known);
        match &*self.wanted {
            Some(wanted) => MadeResult::Text(wanted.of(&extraction)),
            None => MadeResult::Page(Box::new(extraction)),
        }
    }
}
