//! Many pages at once: results in the order of the inputs, in bounded memory.

use crate::exit;
use crate::reading::Fault;
use anyhow::{Context, Result, anyhow};
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::collections::VecDeque;
use std::num::NonZero;
use std::process::ExitCode;
use std::sync::mpsc;
use std::thread;

/// Pages under way or waiting to be written, for each thread: enough that a page which takes long does not keep the
/// other threads idle, few enough that their results fit in memory.
const WINDOW_PER_THREAD: usize = 8;

/// Threads for each processor at most: more of them are no faster, and each has a stack, buffers and pages under way.
const THREADS_PER_PROCESSOR: usize = 4;

/// The threads that `--jobs` asks for, within [`THREADS_PER_PROCESSOR`]; 0 stands for as many as there are processors.
pub(crate) fn threads(jobs: usize) -> usize {
    jobs.min(THREADS_PER_PROCESSOR * processors())
}

/// How many processors there are.
pub(crate) fn processors() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}

/// A pool of as many.
///
/// # Errors
/// The system gives no threads.
pub(crate) fn pool(jobs: usize) -> Result<ThreadPool> {
    ThreadPoolBuilder::new().num_threads(threads(jobs)).build().context("no worker threads")
}

/// Works on items in parallel and hands the results on in the order of the items, on the calling thread.
///
/// At most [`WINDOW_PER_THREAD`] results a thread exist at once, however slow `take` is.
///
/// # Errors
/// The first of `take`; no item is begun after it.
pub(crate) fn in_order<T, R>(
    pool: &ThreadPool,
    items: impl IntoIterator<Item = T>,
    work: impl Fn(T) -> R + Sync,
    mut take: impl FnMut(R) -> Result<()>,
) -> Result<()>
where
    T: Send,
    R: Send,
{
    let window = pool.current_num_threads() * WINDOW_PER_THREAD;
    let mut items = items.into_iter();
    let work = &work;
    pool.in_place_scope_fifo(|scope| {
        let mut pending = VecDeque::with_capacity(window);
        loop {
            while pending.len() < window
                && let Some(item) = items.next()
            {
                let (done, result) = mpsc::sync_channel(1);
                scope.spawn_fifo(move |_| {
                    // Nobody listens any more when `take` has failed.
                    let _ = done.send(work(item));
                });
                pending.push_back(result);
            }
            let Some(result) = pending.pop_front() else { return Ok(()) };
            take(result.recv().map_err(|_| anyhow!("a worker stopped"))?)?;
        }
    })
}

/// What became of the inputs.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Tally {
    /// Content was written, and nothing was wrong.
    pub(crate) written: usize,
    /// Content was written, but the input broke off.
    pub(crate) damaged: usize,
    /// Failed or without content.
    pub(crate) failed: usize,
    /// Left out as asked.
    pub(crate) skipped: usize,
}

impl Tally {
    /// Counts a page that gave something, by why it was read in part, if it was.
    pub(crate) fn count(&mut self, fault: Option<&Fault>) {
        match fault {
            Some(Fault::Damaged(_)) => self.damaged += 1,
            Some(Fault::Cut(_)) | None => self.written += 1,
        }
    }

    /// The exit code by the rule of [`exit::HELP`].
    pub(crate) fn code(self) -> u8 {
        let total = self.written + self.damaged + self.failed + self.skipped;
        if total >= exit::TOO_MANY_LEAST && self.failed as f64 > exit::TOO_MANY_SHARE * total as f64 {
            exit::TOO_MANY_FAILURES
        } else if self.failed + self.damaged > 0 || self.written == 0 {
            exit::FAILED
        } else {
            0
        }
    }

    /// The same for the process.
    pub(crate) fn exit_code(self) -> ExitCode {
        ExitCode::from(self.code())
    }

    /// In words.
    pub(crate) fn summary(self) -> String {
        let Tally { written, damaged, failed, skipped } = self;
        format!("{written} written, {damaged} damaged, {failed} failed, {skipped} skipped")
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    fn pool(threads: usize) -> ThreadPool {
        rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap()
    }

    #[test]
    fn no_number_of_jobs_is_too_large() {
        assert_eq!((threads(0), threads(1)), (0, 1));
        let most = threads(usize::MAX);
        assert!((4..=4096).contains(&most), "{most}");
        assert_eq!(threads(100_000), most.min(100_000));
    }

    #[test]
    fn results_come_in_order_whatever_takes_long() {
        let mut got = Vec::new();
        let work = |i: u64| {
            std::thread::sleep(Duration::from_millis((7 * i) % 5));
            i
        };
        in_order(&pool(4), 0..100, work, |i| {
            got.push(i);
            Ok(())
        })
        .unwrap();
        assert_eq!(got, (0..100).collect::<Vec<_>>());
    }

    #[test]
    fn no_more_than_the_window_is_begun_ahead() {
        let begun = AtomicUsize::new(0);
        let mut taken = 0;
        let work = |_| begun.fetch_add(1, Ordering::SeqCst);
        in_order(&pool(2), 0..1000, work, |_| {
            taken += 1;
            assert!(begun.load(Ordering::SeqCst) <= taken + 2 * WINDOW_PER_THREAD);
            Ok(())
        })
        .unwrap();
        assert_eq!(taken, 1000);
    }

    #[test]
    fn a_failure_to_take_ends_the_work() {
        let begun = AtomicUsize::new(0);
        let work = |_| begun.fetch_add(1, Ordering::SeqCst);
        assert!(in_order(&pool(2), 0..1000, work, |_| Err(anyhow!("full"))).is_err());
        assert!(begun.load(Ordering::SeqCst) <= 2 * WINDOW_PER_THREAD);
    }

    #[test]
    fn exit_codes_follow_the_rule() {
        let code = |written, damaged, failed, skipped| Tally { written, damaged, failed, skipped }.code();
        assert_eq!(code(1, 0, 0, 0), 0);
        assert_eq!(code(5, 0, 0, 9), 0);
        assert_eq!(code(5, 1, 0, 0), exit::FAILED);
        assert_eq!(code(5, 0, 1, 0), exit::FAILED);
        assert_eq!(code(0, 0, 0, 3), exit::FAILED);
        assert_eq!(code(0, 0, 9, 0), exit::FAILED);
        assert_eq!(code(0, 0, 10, 0), exit::TOO_MANY_FAILURES);
        assert_eq!(code(1, 0, 99, 0), exit::FAILED);
        assert_eq!(code(1, 0, 999, 0), exit::TOO_MANY_FAILURES);
    }
}
