//! Progress as lines, for logs and other places where no bar can be drawn.

use std::time::{Duration, Instant};

/// Parts of a step that are worth a line.
const PARTS: usize = 10;

/// Time between two lines of a step at least.
const INTERVAL: Duration = Duration::from_secs(5);

/// Which lines are due: one when a step begins and one when it ends; between them one when a further tenth is done, at
/// least [`INTERVAL`] after the line before.
#[derive(Debug)]
pub(super) struct ProgressLines {
    what: String,
    done: usize,
    of: usize,
    begun: Instant,
    /// What the last line said, and when.
    said: (usize, Instant),
}

impl ProgressLines {
    /// Nothing has begun.
    pub(super) fn new(now: Instant) -> Self {
        ProgressLines { what: String::new(), done: 0, of: 0, begun: now, said: (0, now) }
    }

    /// One more is done of the step at hand: the line that is due.
    pub(super) fn step(&mut self, now: Instant) -> Option<String> {
        let (what, done, of) = (self.what.clone(), self.done + 1, self.of);
        self.at(&what, done, of, now)
    }

    /// So many of so many are done of a step: the line that is due. Threads may tell in any order; what is less than
    /// was known is no news.
    pub(super) fn at(&mut self, what: &str, done: usize, of: usize, now: Instant) -> Option<String> {
        if self.what != what || self.of != of {
            *self = ProgressLines { what: what.to_owned(), of, ..ProgressLines::new(now) };
            self.done = done;
            self.said.0 = done;
            return (of > 0).then(|| self.line());
        }
        if done <= self.done {
            return None;
        }
        self.done = done;
        let part = |done: usize| done * PARTS / of.max(1);
        let is_due = part(done) > part(self.said.0) && now.duration_since(self.said.1) >= INTERVAL;
        if !is_due && done != of {
            return None;
        }
        self.said = (done, now);
        Some(format!("{} after {:.1} s", self.line(), now.duration_since(self.begun).as_secs_f64()))
    }

    /// Without a total once more is done than was expected.
    fn line(&self) -> String {
        let ProgressLines { what, done, of, .. } = self;
        if done > of { format!("{what}: {done}") } else { format!("{what}: {done} of {of}") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lines of a step whose parts are done at these seconds.
    fn lines(of: usize, seconds: impl IntoIterator<Item = u64>) -> Vec<String> {
        let begin = Instant::now();
        let mut lines = ProgressLines::new(begin);
        let first = lines.at("pages", 0, of, begin);
        let told = seconds.into_iter().map(|at| lines.step(begin + Duration::from_secs(at)));
        let told: Vec<Option<String>> = told.collect();
        first.into_iter().chain(told.into_iter().flatten()).collect()
    }

    #[test]
    fn a_short_step_tells_its_begin_and_end() {
        assert_eq!(lines(20, (0..20).map(|_| 1)), ["pages: 0 of 20", "pages: 20 of 20 after 1.0 s"]);
        assert_eq!(lines(0, []), [""; 0]);
    }

    #[test]
    fn a_total_that_was_too_low_is_left_out() {
        assert_eq!(
            lines(2, [1, 2, 8]),
            ["pages: 0 of 2", "pages: 2 of 2 after 2.0 s", "pages: 3 after 8.0 s"]
        );
    }

    #[test]
    fn a_long_step_tells_each_tenth() {
        let told = lines(1000, 1..=1000);
        assert_eq!(told.len(), 11);
        assert_eq!(told[1], "pages: 100 of 1000 after 100.0 s");
        // A tenth each second: every fifth second.
        assert_eq!(lines(10, 1..=10)[1..], ["pages: 5 of 10 after 5.0 s", "pages: 10 of 10 after 10.0 s"]);
    }

    #[test]
    fn a_step_follows_another_and_late_news_are_none() {
        let now = Instant::now();
        let mut lines = ProgressLines::new(now);
        let mut at = |what, done| lines.at(what, done, 2, now);
        assert_eq!(at("pages", 0).as_deref(), Some("pages: 0 of 2"));
        assert_eq!(at("pages", 2).as_deref(), Some("pages: 2 of 2 after 0.0 s"));
        assert_eq!(at("pages", 1), None);
        assert_eq!(at("folds", 0).as_deref(), Some("folds: 0 of 2"));
    }
}
