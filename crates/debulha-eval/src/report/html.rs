//! One self-contained HTML page: no script, no external resource, light and dark, for wide and narrow screens.

use std::fmt::Write as _;

use super::diff::side_by_side;
use super::table::{group_value, short};
use super::{Evaluated, Evaluation, Grouping, Headline, median, milliseconds};
use crate::plot::{ChartPoint, LogScale, precision_recall, strip, unit_bins};
use crate::score::{PageScores, SystemScores};
use debulha_compare::markup::{THEME, decimal, escape};
use debulha_corpus::LabelledPage;
use debulha_corpus::run_file::RunRow;

/// Bars of a distribution.
const BINS: usize = 20;

/// Bytes of side-by-side texts on the page; what does not fit is left out and said so.
const TEXT_BYTES: usize = 4_000_000;

/// Bytes of one side of one page; a page of nothing but differences stays below it.
const SIDE_BYTES: usize = 60_000;

const STYLE: &str = include_str!("report.css");

/// What is on the page.
#[derive(Debug, Clone, PartialEq)]
pub struct ReportHtmlOptions {
    /// Heading.
    pub title: String,
    /// Worst pages shown for each system and corpus.
    pub worst: usize,
}

impl Default for ReportHtmlOptions {
    fn default() -> Self {
        Self { title: "Evaluation".to_owned(), worst: 5 }
    }
}

/// The report as an HTML page, a section a corpus.
pub fn render(evaluations: &[Evaluation<'_>], options: &ReportHtmlOptions) -> String {
    let title = escape(&options.title);
    let mut out = format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{title}</title>\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><style>{THEME}{STYLE}</style></head>\
         <body><main><h1>{title}</h1>"
    );
    if evaluations.len() > 1 {
        out.push_str("<nav>");
        for evaluation in evaluations {
            let name = escape(evaluation.corpus.name());
            let _ = write!(out, "<a href=\"#{name}\">{name}</a> ");
        }
        out.push_str("</nav>");
    }
    let mut room = TEXT_BYTES;
    for evaluation in evaluations {
        CorpusSection { evaluation, out: &mut out }.write(options, &mut room);
    }
    out.push_str("</main></body></html>\n");
    out
}

/// The part of the page that is about one corpus.
struct CorpusSection<'a, 'c> {
    evaluation: &'a Evaluation<'c>,
    out: &'a mut String,
}

impl CorpusSection<'_, '_> {
    // Writing to a string cannot fail: results of `write!` are dropped in all methods.

    fn write(mut self, options: &ReportHtmlOptions, room: &mut usize) {
        let corpus = self.evaluation.corpus;
        let name = escape(corpus.name());
        let _ = write!(self.out, "<section id=\"{name}\"><h2>{name}</h2>");
        let Some(first) = self.evaluation.systems.first() else {
            self.out.push_str("<p>No system was run.</p></section>");
            return;
        };
        let digest = corpus.digest();
        let _ = write!(
            self.out,
            "<p class=\"note\">{} pages · labels <code title=\"SHA-256 of truth.jsonl: {digest}\">{}</code></p>",
            first.scores.all.pages,
            &digest[..12]
        );
        let headline = Headline::of(&first.scores);
        self.summary(headline);
        if let Some(headline) = headline {
            self.distributions(headline);
            self.precision_recall(headline);
        }
        self.times();
        if let Some(headline) = headline {
            self.groups(Grouping::PageType, "page type", headline);
            self.groups(Grouping::Lang, "language", headline);
            self.worst(headline, options.worst, room);
        }
        self.out.push_str("</section>");
    }

    fn scores(&self) -> impl Iterator<Item = &SystemScores> {
        self.evaluation.systems.iter().map(|e| &e.scores)
    }

    fn summary(&mut self, headline: Option<Headline>) {
        let mut html = String::from(
            "<h3>Summary</h3><div class=\"wide\"><table><thead><tr><th>#<th class=\"name\">system",
        );
        if let Some(first) = self.scores().next() {
            for (place, column) in first.columns.iter().enumerate() {
                let _ = write!(html, "<th>{}", escape(&short(column)));
                if headline.is_some_and(|headline| headline.f1 == place) {
                    html.push_str("<th>95 % interval");
                }
            }
        }
        html.push_str("<th>ms median<th>ms p95<th>failed<th>not run</tr></thead><tbody>");
        for (rank, scores) in self.scores().enumerate() {
            let _ = write!(html, "<tr><td>{}<th>{}", rank + 1, escape(&scores.system));
            for (place, summary) in scores.all.scores.iter().enumerate() {
                let strong = headline.is_some_and(|headline| headline.f1 == place);
                let value = decimal(summary.map(|summary| summary.value));
                let _ = if strong { write!(html, "<td><b>{value}</b>") } else { write!(html, "<td>{value}") };
                if strong {
                    let interval = summary.and_then(|summary| summary.interval);
                    let text = interval.map_or("–".to_owned(), |i| {
                        format!("{}–{}", decimal(Some(i.low)), decimal(Some(i.high)))
                    });
                    let _ = write!(html, "<td class=\"soft\">{text}");
                }
            }
            let time = scores.cpu.or(scores.wall);
            let ms = |value: Option<f64>| value.map_or("–".to_owned(), milliseconds);
            let _ = write!(
                html,
                "<td>{}<td>{}<td>{}<td>{}</tr>",
                ms(time.map(|time| time.median_ms)),
                ms(time.map(|time| time.p95_ms)),
                scores.failures,
                scores.missing
            );
        }
        html.push_str("</tbody></table></div>");
        self.out.push_str(&html);
    }

    fn distributions(&mut self, headline: Headline) {
        let mut html = String::from(
            "<h3>F1 by page</h3><p class=\"note\">Pages by F1 from 0 (left) to 1 (right); the mark is the median.</p><div class=\"strips\">",
        );
        for (rank, scores) in self.scores().enumerate() {
            let values: Vec<f64> = values(scores, headline.f1);
            let zero = values.iter().filter(|value| **value == 0.0).count();
            let pages = values.len();
            let middle = median(values.clone());
            let svg = strip(&unit_bins(values, BINS), middle, "pages by F1");
            let _ = write!(
                html,
                "<div><span>{} {}</span>{svg}<span>median {} · {zero} of {pages} at 0</span></div>",
                rank + 1,
                escape(&scores.system),
                decimal(middle)
            );
        }
        html.push_str("</div>");
        self.out.push_str(&html);
    }

    fn precision_recall(&mut self, headline: Headline) {
        let points: Vec<ChartPoint> = self
            .scores()
            .enumerate()
            .filter_map(|(rank, scores)| {
                let value = |column: usize| scores.all.scores[column].map(|summary| summary.value);
                let (precision, recall) = (value(headline.precision)?, value(headline.recall)?);
                let name = escape(&scores.system);
                let title = format!("{name}: P {precision:.3}, R {recall:.3}");
                Some(ChartPoint { recall, precision, mark: (rank + 1).to_string(), title })
            })
            .collect();
        let _ = write!(
            self.out,
            "<h3>Precision and recall</h3><p class=\"note\">Means over pages; numbers as in the summary.</p>{}",
            precision_recall(&points)
        );
    }

    fn times(&mut self) {
        let times: Vec<Vec<f64>> = self
            .scores()
            .map(|scores| scores.pages.iter().filter_map(|page| page.cpu_ms.or(page.ms)).collect())
            .collect();
        let Some(scale) = LogScale::around(times.iter().flatten().copied()) else { return };
        let ticks: Vec<String> = scale.ticks().iter().map(|(ms, _)| format!("<i>{ms}</i>")).collect();
        let mut html = format!(
            "<h3>Time by page</h3><p class=\"note\">Milliseconds of processor time (wall-clock where a run has no \
             other), logarithmic; the mark is the median. Compare times of one run on one machine only.</p>\
             <div class=\"strips\"><div class=\"scale\"><span></span><span class=\"ticks\">{}</span><span></span></div>",
            ticks.concat()
        );
        for ((rank, scores), times) in self.scores().enumerate().zip(times) {
            let middle = median(times.clone());
            let bins = unit_bins(times.iter().map(|ms| scale.position(*ms)), 2 * BINS);
            let svg = strip(&bins, middle.map(|ms| scale.position(ms)), "pages by time");
            let text = middle.map_or("no times".to_owned(), |ms| format!("median {} ms", milliseconds(ms)));
            let _ = write!(
                html,
                "<div><span>{} {}</span>{svg}<span>{text}</span></div>",
                rank + 1,
                escape(&scores.system)
            );
        }
        html.push_str("</div>");
        self.out.push_str(&html);
    }

    fn groups(&mut self, grouping: Grouping, name: &str, headline: Headline) {
        let Some(groups) = self.scores().next().map(|scores| grouping.groups(scores)) else { return };
        if groups.is_empty() {
            return;
        }
        let mut html = format!(
            "<h3>F1 by {name}</h3><div class=\"wide\"><table class=\"heat\"><thead><tr><th class=\"name\">system"
        );
        for group in groups {
            let _ = write!(html, "<th>{}<br><small>{} pages</small>", escape(&group.name), group.pages);
        }
        html.push_str("</tr></thead><tbody>");
        for scores in self.scores() {
            let _ = write!(html, "<tr><th>{}", escape(&scores.system));
            for group in groups {
                let value = group_value(scores, grouping, &group.name, headline);
                let strength = (value.unwrap_or(0.0) * 100.0).round();
                let _ = write!(html, "<td style=\"--v:{strength}%\">{}", decimal(value));
            }
            html.push_str("</tr>");
        }
        html.push_str("</tbody></table></div>");
        self.out.push_str(&html);
    }

    fn worst(&mut self, headline: Headline, count: usize, room: &mut usize) {
        if count == 0 {
            return;
        }
        self.out.push_str(
            "<h3>Worst pages</h3><p class=\"note\">Words that the extraction <del>misses</del> and words that it \
             <ins>adds</ins>. Long runs and long texts are shortened.</p>",
        );
        let evaluation = self.evaluation;
        for system in &evaluation.systems {
            let _ = write!(self.out, "<details><summary>{}</summary>", escape(&system.scores.system));
            for (page, f1) in worst_pages(system, headline.f1, count) {
                let labels = evaluation.corpus.get(&page.page);
                let row = system.rows.iter().find(|row| row.page == page.page);
                if let (Some(labels), Some(row)) = (labels, row) {
                    self.worst_page(headline, page, f1, labels, row, room);
                }
            }
            self.out.push_str("</details>");
        }
    }

    fn worst_page(
        &mut self,
        headline: Headline,
        page: &PageScores,
        f1: f64,
        labels: &LabelledPage,
        row: &RunRow,
        room: &mut usize,
    ) {
        let _ = write!(
            self.out,
            "<details><summary>F1 {} · P {} · R {} · {}{}</summary>",
            decimal(Some(f1)),
            decimal(page.values[headline.precision]),
            decimal(page.values[headline.recall]),
            escape(&page.page),
            labels.page_type.as_ref().map_or(String::new(), |kind| format!(" · {}", escape(kind)))
        );
        if let Some(url) = &labels.url {
            let text = escape(url);
            // Addresses come from the corpus: only those of the web become links.
            let web = url.starts_with("https://") || url.starts_with("http://");
            let _ = if web {
                write!(self.out, "<p class=\"note\"><a href=\"{text}\" rel=\"noreferrer\">{text}</a></p>")
            } else {
                write!(self.out, "<p class=\"note\">{text}</p>")
            };
        }
        if let Some(err) = &row.err {
            let _ = write!(self.out, "<p class=\"note\">failed: {}</p>", escape(err));
        }
        let sides = side_by_side(labels.text.as_deref().unwrap_or_default(), row.scored_text());
        let size = sides[0].len() + sides[1].len();
        if size > *room || sides.iter().any(|side| side.len() > SIDE_BYTES) {
            self.out.push_str("<p class=\"note\">The texts are left out to keep this page small.</p>");
        } else {
            *room -= size;
            let _ = write!(
                self.out,
                "<div class=\"sides\"><div><h4>gold</h4><pre>{}</pre></div><div><h4>extracted</h4><pre>{}</pre></div></div>",
                sides[0], sides[1]
            );
        }
        self.out.push_str("</details>");
    }
}

fn values(scores: &SystemScores, column: usize) -> Vec<f64> {
    scores.pages.iter().filter_map(|page| page.values[column]).collect()
}

/// The pages with the lowest value of a column, worst first, ties in the order of the corpus.
fn worst_pages(system: &Evaluated, column: usize, count: usize) -> Vec<(&PageScores, f64)> {
    let mut pages: Vec<(&PageScores, f64)> =
        system.scores.pages.iter().filter_map(|page| Some((page, page.values[column]?))).collect();
    pages.sort_by(|a, b| a.1.total_cmp(&b.1));
    pages.truncate(count);
    pages
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::tests::sample;

    #[test]
    fn page_is_escaped_self_contained_and_complete() {
        let (_dir, corpus, systems) = sample();
        let evaluation = Evaluation::new(&corpus, systems.into());
        let html = render(&[evaluation], &ReportHtmlOptions { title: "A & B".into(), worst: 2 });
        for part in [
            "<title>A &amp; B</title>",
            "<th>whole&lt;b&gt;",
            "1 of 3 at 0",
            "failed: panic: x",
            "<ins>FOUR!</ins>",
            "&lt;b&gt;eight&lt;/b&gt;",
            "<th>forum<br><small>1 pages</small>",
        ] {
            assert!(html.contains(part), "{part}\n{html}");
        }
        assert!(!html.contains("<b>eight") && !html.contains("<script>") && !html.contains("whole<b>"));
        assert!(!html.contains("href=\"javascript") && html.contains("href=\"https://example.org/\""));
        for outside in ["<script", "<link", "src=", "url(", "@import"] {
            assert!(!html.contains(outside), "{outside}");
        }
        // Two worst pages for each of two systems.
        assert_eq!(html.matches("<details>").count(), 2 + 4);
    }

    #[test]
    fn texts_are_left_out_when_there_is_no_room() {
        let (_dir, corpus, systems) = sample();
        let evaluation = Evaluation::new(&corpus, systems.into());
        let mut out = String::new();
        CorpusSection { evaluation: &evaluation, out: &mut out }
            .write(&ReportHtmlOptions::default(), &mut 300);
        assert!(out.contains("left out to keep this page small"), "{out}");
    }
}
