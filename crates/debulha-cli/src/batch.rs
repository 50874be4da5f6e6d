//! Many pages at once, and the result for them.

use crate::exit;
use crate::reading::ReadFault;
use anyhow::{Context, Result};
use debulha_core::verdict::VerdictKind;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::num::NonZero;
use std::process::ExitCode;
use std::thread;

/// Threads for each processor at most: more of them are no faster, and each has a stack, buffers and pages under way.
const THREADS_PER_PROCESSOR: usize = 4;

/// The threads that `--jobs` asks for, within [`THREADS_PER_PROCESSOR`]; 0 stands for as many as there are processors.
pub fn threads(jobs: usize) -> usize {
    jobs.min(THREADS_PER_PROCESSOR * processors())
}

/// How many processors there are.
pub fn processors() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}

/// A pool of as many.
///
/// # Errors
/// The system gives no threads.
pub fn pool(jobs: usize) -> Result<ThreadPool> {
    ThreadPoolBuilder::new()
        .num_threads(threads(jobs))
        .build()
        .context("cannot start worker threads; try fewer with --jobs")
}

/// [`debulha_io::in_order`](debulha_io::in_order::in_order) of items that weigh little until they are worked on.
///
/// # Errors
/// The first of `take`; no item is begun after it.
pub fn in_order<T: Send, R: Send>(
    pool: &ThreadPool,
    items: impl IntoIterator<Item = T>,
    work: impl Fn(T) -> R + Sync,
    take: impl FnMut(R) -> Result<()>,
) -> Result<()> {
    debulha_io::in_order::in_order(pool, items, |_| 0, work, take)
}

/// The result for the inputs.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct BatchTally {
    /// Content was written, and nothing was wrong.
    pub written: usize,
    /// Content was written, but the input broke off.
    pub damaged: usize,
    /// Failed or without content.
    pub failed: usize,
    /// Left out as asked.
    pub skipped: usize,
    /// Pages that gave content, by the place of their verdict in [`VerdictKind::ALL`].
    pub verdicts: [usize; VerdictKind::ALL.len()],
}

impl BatchTally {
    /// Counts a page that gave something, by why it was read in part, if it was.
    pub fn count(&mut self, fault: Option<&ReadFault>) {
        match fault {
            Some(ReadFault::Damaged(_)) => self.damaged += 1,
            Some(ReadFault::Cut(_)) | None => self.written += 1,
        }
    }

    /// The exit code by the rule of [`exit::HELP`].
    pub fn code(self) -> u8 {
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
    pub fn exit_code(self) -> ExitCode {
        ExitCode::from(self.code())
    }

    /// Counts the verdict of a page that gave content.
    pub fn count_verdict(&mut self, verdict: VerdictKind) {
        let place = VerdictKind::ALL.iter().position(|kind| *kind == verdict);
        if let Some(count) = place.and_then(|place| self.verdicts.get_mut(place)) {
            *count += 1;
        }
    }

    /// Whether what a page gave may not be its content.
    pub fn has_doubts(self) -> bool {
        !self.doubts().is_empty()
    }

    /// The verdicts other than `ok`, as "3 error-page, 1 consent".
    fn doubts(self) -> String {
        let counts = VerdictKind::ALL.into_iter().zip(self.verdicts);
        let doubts = counts.filter(|(kind, count)| *kind != VerdictKind::Ok && *count > 0);
        doubts.map(|(kind, count)| format!("{count} {kind}")).collect::<Vec<_>>().join(", ")
    }

    /// In words, with the verdicts other than `ok`.
    pub fn summary(self) -> String {
        let BatchTally { written, damaged, failed, skipped, .. } = self;
        let mut summary = format!("{written} written, {damaged} damaged, {failed} failed, {skipped} skipped");
        if self.has_doubts() {
            summary.extend([" (verdicts: ", &self.doubts(), ")"]);
        }
        summary
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn no_number_of_jobs_is_too_large() {
        assert_eq!((threads(0), threads(1)), (0, 1));
        let most = threads(usize::MAX);
        assert!((4..=4096).contains(&most), "{most}");
        assert_eq!(threads(100_000), most.min(100_000));
    }

    #[test]
    fn summaries_count_the_verdicts_other_than_ok() {
        let mut tally = BatchTally { written: 4, ..BatchTally::default() };
        tally.count_verdict(VerdictKind::Ok);
        assert_eq!(tally.summary(), "4 written, 0 damaged, 0 failed, 0 skipped");
        for kind in [VerdictKind::ErrorPage, VerdictKind::Consent, VerdictKind::ErrorPage] {
            tally.count_verdict(kind);
        }
        assert_eq!(
            tally.summary(),
            "4 written, 0 damaged, 0 failed, 0 skipped (verdicts: 1 consent, 2 error-page)"
        );
    }

    #[test]
    fn exit_codes_follow_the_rule() {
        let code = |written, damaged, failed, skipped| {
            BatchTally { written, damaged, failed, skipped, ..Default::default() }.code()
        };
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
