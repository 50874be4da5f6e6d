//! The pages that a template classifier is tested on: how much of each is template, and how long training and
//! classification take.
//!
//! ```toml
//! [[template_classifier]]
//! published_pages = [["Dooce", 151, 20.53], …]   # optional: page, elements, template in per cent; asks for the table of ours
//! recorded = …                                   # times; written by `debulha-lab reproduce --record MACHINE`
//!
//! [[template_classifier.row]]
//! published_seconds = 53.98                      # optional: of a page
//! ```
//!
//! Times are processor time of one thread. Training goes from the files to the classifiers of one part, and counts whole
//! with `--jobs 1` alone; classification goes from the fitted page to the judged elements, in one run.

use super::TemplateClassifier;
use super::time::decimals;
use debulha_compare::stats::{mean, quantile};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt::{self, Write as _};
use std::time::Duration;
use toml_edit::Array;

/// A page of the source: its name, elements, and template in per cent.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct PublishedPage(pub String, pub u32, pub f64);

/// A page that was tested: its site, elements, and template elements.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(from = "(String, usize, usize)")]
pub struct TestedPage {
    /// Its site.
    pub site: String,
    /// Elements that count.
    pub elements: usize,
    /// Those that are template.
    pub template: usize,
}

impl From<(String, usize, usize)> for TestedPage {
    fn from((site, elements, template): (String, usize, usize)) -> Self {
        TestedPage { site, elements, template }
    }
}

impl TestedPage {
    pub(super) fn pin(&self) -> Array {
        let counts = [self.elements, self.template].map(|count| toml_edit::Value::from(count as i64));
        std::iter::once(toml_edit::Value::from(self.site.as_str())).chain(counts).collect()
    }

    fn per_cent(&self) -> f64 {
        100.0 * self.template as f64 / self.elements.max(1) as f64
    }
}

/// Times as measured once.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TemplateTimes {
    /// Date and kind of machine; empty for what is measured now.
    #[serde(default)]
    pub on: String,
    /// Seconds of each training, by what is learned from.
    pub training: BTreeMap<String, Vec<f64>>,
    /// Milliseconds of a page, as means, by label of the row.
    pub rows: BTreeMap<String, f64>,
    /// Milliseconds of a page by site, as means over pages and rows: without smoothing and with it.
    pub sites: BTreeMap<String, [f64; 2]>,
}

/// What is known of the pages of a table.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct TemplatePages {
    /// The pages, in the order in which they were tested, where the source's are given too.
    pub pages: Vec<TestedPage>,
    /// Times of this run.
    pub times: TemplateTimes,
}

impl TemplatePages {
    /// Adds the times of a row, one a page.
    pub(super) fn take(&mut self, label: &str, is_smoothed: bool, times: &[Duration]) {
        self.times.rows.insert(label.to_owned(), decimals(mean_ms(times.iter())));
        let mut of_site: BTreeMap<&str, Vec<&Duration>> = BTreeMap::new();
        for (page, time) in self.pages.iter().zip(times) {
            of_site.entry(&page.site).or_default().push(time);
        }
        for (site, times) in of_site {
            let sum = &mut self.times.sites.entry(site.to_owned()).or_default()[usize::from(is_smoothed)];
            *sum += mean_ms(times.into_iter());
        }
    }

    /// Makes means of the sums of sites, over so many rows without smoothing and with it.
    pub(super) fn finish(&mut self, rows: [usize; 2]) {
        for sums in self.times.sites.values_mut() {
            for (sum, rows) in sums.iter_mut().zip(rows) {
                *sum = decimals(*sum / rows.max(1) as f64);
            }
        }
    }
}

impl TemplateClassifier {
    /// The sections on pages and times; nothing where the source's pages are not given.
    pub(super) fn write_pages(&self, out: &mut String, pages: &TemplatePages) -> fmt::Result {
        if self.published_pages.is_empty() {
            return Ok(());
        }
        let times = self.recorded.as_ref();
        if let Some(times) = times {
            self.write_times(out, times)?;
        }
        writeln!(
            out,
            "\n### The test pages and their share of template\n\n\
             | | pages | elements: least, quartiles, most | template, %: least, quartiles, most | mean |\n\
             |---|---:|---|---|---:|"
        )?;
        let published = self.published_pages.iter().map(|page| (f64::from(page.1), page.2));
        let ours = pages.pages.iter().map(|page| (page.elements as f64, page.per_cent()));
        write_spread(out, "published", published.unzip())?;
        write_spread(out, "ours", ours.unzip())?;
        let (heads, rule) = match times {
            Some(_) => (" ms a page, not smoothed | smoothed |", "---:|---:|"),
            None => ("", ""),
        };
        writeln!(
            out,
            "\nOurs by site, page by page:\n\n| site | elements | template, % |{heads}\n|---|---|---|{rule}"
        )?;
        let mut sites: BTreeMap<&str, Vec<&TestedPage>> = BTreeMap::new();
        for page in &pages.pages {
            sites.entry(&page.site).or_default().push(page);
        }
        for (site, pages) in sites {
            let listed = |of: &dyn Fn(&TestedPage) -> String| {
                pages.iter().map(|page| of(page)).collect::<Vec<_>>().join(", ")
            };
            let (elements, share) = (
                listed(&|page| page.elements.to_string()),
                listed(&|page| format!("{:.2}", page.per_cent())),
            );
            write!(out, "| {site} | {elements} | {share} |")?;
            if let Some([plain, smoothed]) = times.and_then(|times| times.sites.get(site)) {
                write!(out, " {plain:.2} | {smoothed:.2} |")?;
            }
            writeln!(out)?;
        }
        Ok(())
    }

    fn write_times(&self, out: &mut String, times: &TemplateTimes) -> fmt::Result {
        writeln!(out, "\n### Times\n\n| row | published, s a page | ours, ms a page |\n|---|---:|---:|")?;
        for row in &self.row {
            let Some(ours) = times.rows.get(&row.label) else { continue };
            let published = row.published_seconds.map_or("–".to_owned(), |seconds| format!("{seconds:.2}"));
            writeln!(out, "| {} | {published} | {ours:.2} |", row.label)?;
        }
        let trained = times.training.iter().map(|(training, seconds)| {
            let seconds: Vec<String> = seconds.iter().map(|seconds| format!("{seconds:.1} s")).collect();
            format!("{training} {}", seconds.join(" and "))
        });
        writeln!(
            out,
            "\nTraining, for each half of the sites: {}. Recorded {}: processor time of one thread. Training goes from the \
             files to the\nclassifiers, classification from the fitted page to the judged elements. Times are not pinned.",
            trained.collect::<Vec<_>>().join("; "),
            times.on
        )
    }
}

fn mean_ms<'t>(times: impl Iterator<Item = &'t Duration>) -> f64 {
    mean(times.map(|time| time.as_secs_f64() * 1e3)).unwrap_or(0.0)
}

/// Least, quartiles and most of elements and of shares, and the mean share.
fn write_spread(
    out: &mut String,
    name: &str,
    (mut elements, mut shares): (Vec<f64>, Vec<f64>),
) -> fmt::Result {
    let mean_share = mean(shares.iter().copied()).unwrap_or(0.0);
    let pages = shares.len();
    let spread = |values: &mut Vec<f64>, places: usize| {
        values.sort_by(f64::total_cmp);
        let at = [0.0, 0.25, 0.5, 0.75, 1.0].map(|at| quantile(values, at).unwrap_or(0.0));
        at.map(|value| format!("{value:.places$}")).join(", ")
    };
    let (elements, shares) = (spread(&mut elements, 0), spread(&mut shares, 2));
    writeln!(out, "| {name} | {pages} | {elements} | {shares} | {mean_share:.2} |")
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn times_are_means_over_pages_and_rows() {
        let page = |site: &str, template| TestedPage { site: site.to_owned(), elements: 4, template };
        let pages = vec![page("a", 1), page("b", 2), page("a", 3)];
        let mut pages = TemplatePages { pages, ..TemplatePages::default() };
        let ms = |times: [u64; 3]| times.map(Duration::from_millis);
        pages.take("plain", false, &ms([1, 2, 3]));
        pages.take("c = .1", true, &ms([10, 20, 30]));
        pages.take("c = 1", true, &ms([20, 20, 40]));
        pages.finish([1, 2]);
        assert_eq!(pages.times.rows["plain"], 2.0);
        assert_eq!((pages.times.sites["a"], pages.times.sites["b"]), ([2.0, 25.0], [2.0, 20.0]));
    }

    #[test]
    fn pages_stand_beside_the_published_ones() {
        let text = r#"
title = "x"
test = ["a"]
pages = 2
folds = 2
content_share = 0.9
published_pages = [["A", 10, 20.0], ["B", 30, 40.0]]
[[row]]
label = "plain"
published_seconds = 0.2
[recorded]
on = "today"
training = { specific = [1.0, 2.0] }
rows = { plain = 2.0 }
sites = { a = [2.0, 3.0] }
"#;
        let table: TemplateClassifier = toml::from_str(text).unwrap();
        let page = TestedPage { site: "a".to_owned(), elements: 4, template: 3 };
        let pages = TemplatePages { pages: vec![page.clone(), page], ..TemplatePages::default() };
        let mut out = String::new();
        table.write_pages(&mut out, &pages).unwrap();
        assert!(
            out.contains(
                "| published | 2 | 10, 15, 20, 25, 30 | 20.00, 25.00, 30.00, 35.00, 40.00 | 30.00 |"
            ),
            "{out}"
        );
        assert!(out.contains("| a | 4, 4 | 75.00, 75.00 | 2.00 | 3.00 |"), "{out}");
        assert!(out.contains("| plain | 0.20 | 2.00 |") && out.contains("specific 1.0 s and 2.0 s"), "{out}");
        let mut none = String::new();
        TemplateClassifier { published_pages: Vec::new(), ..table }.write_pages(&mut none, &pages).unwrap();
        assert!(none.is_empty());
    }
}
