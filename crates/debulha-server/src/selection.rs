//! Parts of a page that a caller names by selectors.

use crate::problem::Problem;
use debulha_dom::Document;
use debulha_dom::select::{Matcher, Selector};
use std::ops::Range;

/// Selectors of a request at most.
const MAX_SELECTORS: usize = 64;

/// Steps of matching for a request: a second or so of work; usual requests take a thousandth.
const STEPS: u64 = 1 << 26;

/// Which parts of a page count: all, only those that match, or all but those that match.
#[derive(Debug, Default)]
pub(crate) struct PartSelection {
    only: Vec<Selector>,
    without: Vec<Selector>,
}

impl PartSelection {
    /// Reads selectors.
    ///
    /// # Errors
    /// 400 for one that cannot be read, and for too many.
    pub(crate) fn new(only: &[String], without: &[String]) -> Result<Self, Problem> {
        if only.len() + without.len() > MAX_SELECTORS {
            let detail = format!("there are more than {MAX_SELECTORS} selectors");
            return Err(Problem::bad_request("selector", detail));
        }
        let read = |texts: &[String]| -> Result<Vec<Selector>, Problem> {
            let read = texts.iter().map(|text| Selector::parse(text));
            read.collect::<Result<_, _>>()
                .map_err(|error| Problem::bad_request("selector", error.to_string()))
        };
        Ok(PartSelection { only: read(only)?, without: read(without)? })
    }

    /// Whether all parts count.
    pub(crate) fn is_all(&self) -> bool {
        self.only.is_empty() && self.without.is_empty()
    }

    /// Whether only parts that match count: the caller then says what the content is.
    pub(crate) fn is_chosen(&self) -> bool {
        !self.only.is_empty()
    }

    /// The source of the parts that count. An element whose end tag is missing ends where it ends in the tree.
    ///
    /// # Errors
    /// 422 where the selectors are too much work for the page.
    pub(crate) fn of(&self, doc: &Document) -> Result<String, Problem> {
        let source = doc.source();
        let mut matcher = Matcher::with_steps(doc, STEPS);
        let whole = || Range { start: 0, end: source.len() };
        let kept = if self.only.is_empty() { vec![whole()] } else { ranges(doc, &mut matcher, &self.only) };
        let dropped = ranges(doc, &mut matcher, &self.without);
        if matcher.is_exhausted() {
            return Err(Problem::new(422, "selector", "the selectors are too much work for this page"));
        }
        let mut text = String::with_capacity(source.len());
        let mut dropped = dropped.into_iter().peekable();
        for part in kept {
            let mut at = part.start;
            while let Some(gap) = dropped.next_if(|gap| gap.start < part.end) {
                if at < gap.start {
                    text.push_str(&source[at..gap.start]);
                }
                at = at.max(gap.end);
            }
            if at < part.end {
                text.push_str(&source[at..part.end]);
            }
            text.push('\n');
        }
        Ok(text)
    }
}

/// The ranges of the source of the elements that match, in order and disjoint. O(elements · selectors).
fn ranges(doc: &Document, matcher: &mut Matcher<'_>, selectors: &[Selector]) -> Vec<Range<usize>> {
    let found = selectors.iter().flat_map(|selector| matcher.select(selector));
    let mut ranges: Vec<Range<usize>> = found.filter_map(|node| doc.source_range(node)).collect();
    ranges.sort_unstable_by_key(|range| (range.start, range.end));
    let mut apart: Vec<Range<usize>> = Vec::with_capacity(ranges.len());
    for range in ranges {
        match apart.last_mut() {
            Some(last) if range.start < last.end => last.end = last.end.max(range.end),
            _ => apart.push(range),
        }
    }
    apart
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use debulha_dom::{Limits, parse};

    fn of(only: &[&str], without: &[&str]) -> String {
        let doc = parse(
            "<main><p class=a>Rye <b>is sown</b>.</p><p>Oats.</p></main><nav>Menu</nav>",
            &Limits::default(),
        );
        let texts = |selectors: &[&str]| selectors.iter().map(ToString::to_string).collect::<Vec<_>>();
        PartSelection::new(&texts(only), &texts(without)).unwrap().of(&doc.document).unwrap()
    }

    #[test]
    fn parts_are_kept_and_left_out() {
        assert_eq!(of(&[], &["nav"]), "<main><p class=a>Rye <b>is sown</b>.</p><p>Oats.</p></main>\n");
        assert_eq!(of(&["p"], &[]), "<p class=a>Rye <b>is sown</b>.</p>\n<p>Oats.</p>\n");
        assert_eq!(of(&["main", "p.a"], &["b"]), "<main><p class=a>Rye .</p><p>Oats.</p></main>\n");
        assert_eq!(of(&["b", "nav"], &["main"]), "\n<nav>Menu</nav>\n");
        assert_eq!(of(&["h1"], &[]), "");
    }

    #[test]
    fn broken_selectors_and_too_many_are_refused() {
        assert!(PartSelection::new(&["p[".to_owned()], &[]).is_err());
        assert!(PartSelection::new(&vec!["p".to_owned(); 65], &[]).is_err());
    }
}
