//! `dsc`: several spans with few tags.

use debulha_core::extractor::Preset;
use debulha_core::features::tokens::Tokens;
use debulha_core::outcome::{Labels, Outcome, Reason};
use debulha_core::page::Page;
use debulha_core::{Scratch, extractor, params};
use debulha_dom::NodeId;
use std::ops::Range;

params! {
    /// Parameters of `dsc`.
    pub struct DscParams {
        /// A window is low when its share of tags is at most this factor of the page's (pinto2002).
        pub low_factor: f64 = 0.5, range: 0.0..=10.0;
        /// Consecutive windows, low to open a section and not low to close it (pinto2002).
        pub run: u32 = 3, range: 1..=1000;
        /// Window in tokens on a small page; the four window parameters follow a public re-implementation.
        pub small_window: u32 = 8, range: 1..=100_000;
        /// Tokens up to which a page is small.
        pub small_page: u32 = 200, range: 0..=100_000_000;
        /// Window in tokens on a large page; between small and large pages the window grows linearly.
        pub large_window: u32 = 50, range: 1..=100_000;
        /// Tokens from which a page is large.
        pub large_page: u32 = 5000, range: 0..=100_000_000;
    }
}

extractor! {
    /// Keeps every stretch of the page where tags are much rarer than on the page as a whole.
    ///
    /// ## How it decides
    /// The body is a sequence of tags and words ([`Tokens`]). Windows with half overlap slide over it. A window's
    /// slope is its share of tags; the window is *low* when that is at most `low_factor` times the share on the whole
    /// page. The first of `run` low windows in a row opens a section, and `run` windows in a row that are not low
    /// close it, as does the page's end. Content is the words from the start of a section's first window to the end
    /// of its last low one. The window grows with the page, from `small_window` to `large_window` tokens.
    /// ## Cost
    /// O(tokens) time; 4 bytes a token of scratch.
    /// ## Differs from the paper
    /// The paper is known here from accounts of it: it looks for several stretches of low slope where `bte` takes
    /// one. Factor and run are as recalled from it, window sizes from a public re-implementation, the rule that
    /// closes a section is ours. Tokens come from the tree: implied end tags count and stray ones do not, only the
    /// body is read, and its own two tags are left out. Hidden elements count as their own tags, without words.
    /// ## Known failures
    /// A page of fewer tokens than `run` windows span (16 on a small page) has no content. Tokens after the last whole
    /// window, fewer than half a window, are never looked at. Sections begin and end at window borders: words of a
    /// neighbour come along, and first words of an article after a tag-rich header are lost. The standard is the page's
    /// own: on a page with very few tags, text with a single tag is not low.
    /// ## Example
    /// ```
    /// use debulha_systems::extractors::dsc::Dsc;
    /// use debulha_core::{Extractor, Outcome, Page, Scratch};
    /// use debulha_dom::{Limits, parse};
    ///
    /// let links = "<li><a href=/>x</a>".repeat(8);
    /// let story = "grain ".repeat(40);
    /// let html = format!("<ul>{links}</ul><p>{story}</p><ul>{links}</ul><p>{story}</p>");
    /// let parsed = parse(&html, &Limits::default());
    /// let page = Page::new(&parsed.document);
    /// let outcome = Dsc::default().extract(&page, &mut Scratch::default());
    /// let text = outcome.labels().expect("labels").plain_text(&page);
    /// assert!(text.matches("grain").count() >= 76, "all but a few of 80 words, lost at window borders");
    /// assert!(!text.contains('x'));
    /// ```
    /// ## References
    /// pinto2002
    pub struct Dsc(DscParams) {
        id: "dsc",
        title: "Document Slope Curves",
        cite: ["pinto2002"],
        provenance: Paper,
        unit: Token,
        presets: [
            Preset {
                name: "recall",
                docs: "Stretches with up to three quarters of the page's share of tags.",
                params: r#"{"low_factor": 0.75}"#,
            },
        ],
        why: explain,
    }
}

impl Dsc {
    fn label(&self, page: &Page<'_>, scratch: &mut Scratch) -> Outcome {
        let tokens = page.tokens();
        let mut labels = Labels::default();
        for section in self.slopes(tokens, scratch).sections(self.params.run as usize) {
            tokens.push_spans(page.document(), section, &mut labels.spans);
        }
        Outcome::Labeled(labels)
    }

    fn explain(&self, page: &Page<'_>, scratch: &mut Scratch, text_node: NodeId) -> Vec<Reason> {
        let tokens = page.tokens();
        let words = tokens.words_of(text_node);
        let reason = |rule, keeps, detail| Reason { rule, keeps, node: text_node, detail };
        if words.is_empty() {
            return vec![reason("words", false, "blank, hidden or outside the body: no words".to_owned())];
        }
        let slopes = self.slopes(tokens, scratch);
        let over = slopes.windows_over(&words);
        let low = over.clone().filter(|&window| slopes.low[window]).count();
        let slope = |window| {
            let range = slopes.range(window);
            let (tags, _) = tokens.count(range.clone());
            tags as f64 / range.len() as f64
        };
        let least = over.clone().map(slope).fold(f64::INFINITY, f64::min);
        let most = over.clone().map(slope).fold(0.0, f64::max);
        let windows = format!(
            "{low} of the {} windows of {} tokens over it are low: slopes {least:.3} to {most:.3}, low up to {:.3}, \
             page {:.3}",
            over.len(),
            slopes.window,
            slopes.limit,
            slopes.page,
        );
        let sections = slopes.sections(self.params.run as usize);
        let inside = sections.iter().find(|s| s.start < words.end && words.start < s.end);
        let section = match inside {
            Some(s) => format!("in the section of tokens {}..{} of {}", s.start, s.end, tokens.len()),
            None => format!("in no section: none opens without {} low windows in a row", self.params.run),
        };
        vec![reason("window", low > 0, windows), reason("section", inside.is_some(), section)]
    }

    /// The window in tokens for a page of so many tokens.
    fn window(&self, tokens: usize) -> usize {
        let p = &self.params;
        let (small, large) = (p.small_page as usize, p.large_page as usize);
        if tokens <= small {
            p.small_window as usize
        } else if tokens >= large {
            p.large_window as usize
        } else {
            let share = (tokens - small) as f64 / (large - small) as f64;
            let growth = f64::from(p.large_window) - f64::from(p.small_window);
            (f64::from(p.small_window) + growth * share) as usize
        }
    }

    fn slopes(&self, tokens: &Tokens, scratch: &mut Scratch) -> WindowSlopes {
        let len = tokens.len();
        // Entry `n` counts the tags before token `n`: the document slope curve.
        let mut curve = scratch.indices(len + 1, 0);
        for (index, is_tag) in tokens.tags().enumerate() {
            curve[index + 1] = curve[index] + u32::from(is_tag);
        }
        let window = self.window(len);
        let step = (window / 2).max(1);
        let page = f64::from(curve[len]) / len.max(1) as f64;
        let limit = self.params.low_factor * page;
        let mut slopes = WindowSlopes { tokens: len, window, step, page, limit, low: Vec::new() };
        let count = if len == 0 { 0 } else { len.saturating_sub(window) / step + 1 };
        let is_low = |index| {
            let range = slopes.range(index);
            f64::from(curve[range.end] - curve[range.start]) <= limit * range.len() as f64
        };
        slopes.low = (0..count).map(is_low).collect();
        scratch.give_indices(curve);
        slopes
    }
}

/// The windows of a page and which of them are low.
struct WindowSlopes {
    tokens: usize,
    window: usize,
    step: usize,
    /// Share of tags on the page.
    page: f64,
    /// Largest share of tags of a low window.
    limit: f64,
    low: Vec<bool>,
}

impl WindowSlopes {
    /// The tokens of a window.
    fn range(&self, window: usize) -> Range<usize> {
        let start = window * self.step;
        start..(start + self.window).min(self.tokens)
    }

    /// The windows that share a token with a range of tokens.
    fn windows_over(&self, tokens: &Range<usize>) -> Range<usize> {
        let start = (tokens.start + 1).saturating_sub(self.window).div_ceil(self.step).min(self.low.len());
        let end = tokens.end.div_ceil(self.step).clamp(start, self.low.len());
        start..end
    }

    /// The sections as ranges of tokens, disjoint and in order.
    fn sections(&self, run: usize) -> Vec<Range<usize>> {
        let mut sections: Vec<Range<usize>> = Vec::new();
        // First and last low window of the section that is open.
        let mut open: Option<(usize, usize)> = None;
        let mut streak = 0;
        for (window, &low) in self.low.iter().enumerate() {
            streak = if window > 0 && self.low[window - 1] == low { streak + 1 } else { 1 };
            open = match open {
                None if low && streak >= run => Some((window + 1 - run, window)),
                Some((first, _)) if low => Some((first, window)),
                Some(section) if streak >= run => {
                    self.close(section, &mut sections);
                    None
                }
                unchanged => unchanged,
            };
        }
        if let Some(section) = open {
            self.close(section, &mut sections);
        }
        sections
    }

    fn close(&self, (first, last): (usize, usize), sections: &mut Vec<Range<usize>>) {
        let section = self.range(first).start..self.range(last).end;
        match sections.last_mut() {
            Some(previous) if section.start <= previous.end => previous.end = section.end,
            _ => sections.push(section),
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use debulha_core::Extractor;
    use debulha_dom::{Limits, parse};
    use proptest::prelude::*;

    fn forced(window: u32) -> Dsc {
        Dsc { params: DscParams { small_window: window, large_window: window, ..DscParams::default() } }
    }

    fn text(html: &str, dsc: &Dsc) -> String {
        let doc = parse(html, &Limits::default()).document;
        let page = Page::new(&doc);
        let outcome = dsc.extract(&page, &mut Scratch::default());
        let labels = outcome.labels().unwrap();
        assert!(labels.is_valid(&doc));
        labels.plain_text(&page)
    }

    /// Twelve tags, twelve words, twelve tags.
    fn page_of_t2() -> String {
        let tags = "<hr>".repeat(12);
        format!("{tags}a b c d e f g h i j k l{tags}")
    }

    #[test]
    fn spec_07_t2() {
        let doc = parse(&page_of_t2(), &Limits::default()).document;
        let page = Page::new(&doc);
        let slopes = forced(4).slopes(page.tokens(), &mut Scratch::default());
        assert!((slopes.page - 2.0 / 3.0).abs() < 1e-12);
        assert!((slopes.limit - 1.0 / 3.0).abs() < 1e-12);
        let low: Vec<usize> =
            (0..slopes.low.len()).filter(|&w| slopes.low[w]).map(|w| slopes.range(w).start).collect();
        assert_eq!(low, [12, 14, 16, 18, 20]);
        let tags: Vec<bool> = page.tokens().tags().collect();
        let slope =
            |start: usize| tags[start..start + 4].iter().filter(|&&is_tag| is_tag).count() as f64 / 4.0;
        assert_eq!([10, 12, 14, 16, 18, 20, 22].map(slope), [0.5, 0.0, 0.0, 0.0, 0.0, 0.0, 0.5]);
        assert_eq!(slopes.sections(3), vec![Range { start: 12, end: 24 }]);
        assert_eq!(text(&page_of_t2(), &forced(4)), "a b c d e f g h i j k l");
    }

    #[test]
    fn the_window_grows_with_the_page() {
        let window = |tokens| Dsc::default().window(tokens);
        assert_eq!([0, 200, 314, 315, 2600, 4999, 5000, 1_000_000].map(window), [8, 8, 8, 9, 29, 49, 50, 50]);
    }

    #[test]
    fn a_page_shorter_than_a_run_of_windows_has_no_content() {
        assert_eq!(text("", &Dsc::default()), "");
        assert_eq!(text("<p>a b c d e f g h i j k l m", &Dsc::default()), "");
    }

    #[test]
    fn sections_with_a_run_of_one_merge_where_they_touch() {
        let low = [true, false, true, false, false, true].to_vec();
        let slopes = WindowSlopes { tokens: 9, window: 3, step: 1, page: 0.5, limit: 0.25, low };
        assert_eq!(slopes.sections(1), vec![Range { start: 0, end: 8 }]);
        assert!(slopes.sections(2).is_empty());
    }

    #[test]
    fn why_names_windows_and_section() {
        let doc = parse(&page_of_t2(), &Limits::default()).document;
        let page = Page::new(&doc);
        let reasons = forced(4).why(&page, &mut Scratch::default(), page.text_nodes()[0]);
        assert!(reasons[0].keeps && reasons[1].keeps);
        assert_eq!(
            reasons[0].detail,
            "5 of the 7 windows of 4 tokens over it are low: slopes 0.000 to 0.500, low up to 0.333, page 0.667"
        );
        assert_eq!(reasons[1].detail, "in the section of tokens 12..24 of 36");
    }

    /// The rule as the specification states it, window by window.
    fn sections_by_the_letter(slopes: &WindowSlopes, run: usize) -> Vec<Range<usize>> {
        let low = &slopes.low;
        let all = |at: usize, value: bool| {
            low.get(at..at + run).is_some_and(|windows| windows.iter().all(|&w| w == value))
        };
        let mut sections: Vec<Range<usize>> = Vec::new();
        let mut at = 0;
        while at < low.len() {
            if !all(at, true) {
                at += 1;
                continue;
            }
            let close = (at + run..low.len()).find(|&w| all(w, false)).unwrap_or(low.len());
            let last = (at..close).rfind(|&w| low[w]).unwrap();
            let section = slopes.range(at).start..slopes.range(last).end;
            match sections.last_mut() {
                Some(previous) if section.start <= previous.end => previous.end = section.end,
                _ => sections.push(section),
            }
            at = close;
        }
        sections
    }

    proptest! {
        #[test]
        fn one_pass_finds_the_sections_of_the_rule(
            low in prop::collection::vec(any::<bool>(), 0..60),
            run in 1usize..5,
            window in 1usize..7,
        ) {
            let step = (window / 2).max(1);
            let tokens = window + step * low.len();
            let slopes = WindowSlopes { tokens, window, step, page: 0.5, limit: 0.25, low };
            prop_assert_eq!(slopes.sections(run), sections_by_the_letter(&slopes, run));
        }
    }
}
