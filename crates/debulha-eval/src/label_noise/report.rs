//! Reports on the noise of labels, as Markdown.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::{Cause, MIN_IN_PAGE, PageNoise};
use debulha_compare::metrics::Prf;
use debulha_compare::stats::mean;

/// F1 below which a page is listed with its cause.
pub const EXPLAINED_BELOW: f64 = 0.8;

/// Figures of others on the same question: way to label, what was reported.
const PUBLISHED: &[(&str, &str)] = &[(
    "d4",
    "E-VW-4, the check of the automatic labels in the reimplementation of V-Wrapper: bag of words (M1) F1 0.96, the mean over \
     the 140 news pages of 95 portals of its corpus of exploration (CE), which is not public. Its elements were the leaves of \
     rendered pages.",
)];

/// The pages of one set, labelled in one way.
#[derive(Debug, Clone)]
pub struct NoiseSection {
    /// Name of the set.
    pub set: String,
    /// Name of the way to label.
    pub labeller: String,
    /// What differs from what systems see, in words that follow the name; empty where nothing does.
    pub view: String,
    /// Its parameters, as text.
    pub parameters: String,
    /// The pages, in order.
    pub pages: Vec<PageNoise>,
}

/// Writes a report: a summary, then each section with a table by kind of page, the words lost by cause, and at most
/// `most` pages below [`EXPLAINED_BELOW`], the worst first. `command` and `date` say how and when it was made.
pub fn write(sections: &[NoiseSection], command: &str, date: &str, most: usize) -> String {
    let mut out = format!("<!-- written by `{command}` -->\n# Labels from gold text\n\n");
    let percent = MIN_IN_PAGE * 100.0;
    let _ = writeln!(
        out,
        "Models learn from parts of pages, and people labelled texts. `debulha label auto` finds the parts that make a \
         text: text blocks by an alignment of words in order (`blocks`), or elements by the share of their own words \
         that the text has (`d0`, `d4`: the rules of two studies). How good the labels are is the score of the text of \
         all rows that are labelled content, against the text they were made from: no system that keeps or drops \
         these rows by these labels scores higher by much.\n\n```sh\n{command}\n```\n"
    );
    if !date.is_empty() {
        let _ = writeln!(out, "Made on {date}.\n");
    }
    let _ = writeln!(
        out,
        "Metrics are those of [metrics.md](metrics.md). A text is *in the page* if at least {percent:.0} % of its words \
         are, hidden text, scripts and attributes included; the other pages say nothing about labels. *With hidden text*: as \
         if styles and the attribute `hidden` hid nothing.\n"
    );
    out.push_str(
        "| set | labels | pages | word F1 | in the page | word F1 of those | bag of words F1 of those |\n",
    );
    out.push_str("|---|---|---|---|---|---|---|\n");
    for section in sections {
        let all: Vec<&PageNoise> = section.pages.iter().collect();
        let there: Vec<&PageNoise> = all.iter().copied().filter(|page| page.is_in_page()).collect();
        let _ = writeln!(
            out,
            "| {} | `{}`{} | {} | {} | {} | {} | {} |",
            section.set,
            section.labeller,
            section.view,
            all.len(),
            figure(&all, |page| page.score.f1),
            there.len(),
            figure(&there, |page| page.score.f1),
            figure(&there, |page| page.bag.f1)
        );
    }
    out.push_str("\nWords are lost, or too many, for one of these causes each:\n\n");
    for cause in Cause::ALL {
        let _ = writeln!(out, "- **{}**: {}.", cause.name(), cause.docs());
    }
    for section in sections {
        write_section(&mut out, section, most);
    }
    out
}

fn write_section(out: &mut String, section: &NoiseSection, most: usize) {
    let _ = writeln!(
        out,
        "\n## {}: `{}`{}\n\n{}\n",
        section.set, section.labeller, section.view, section.parameters
    );
    for (_, text) in PUBLISHED.iter().filter(|(way, _)| *way == section.labeller) {
        let _ = writeln!(out, "Published: {text}\n");
    }
    write_kinds(out, &section.pages);
    write_causes(out, &section.pages);
    let mut bad: Vec<&PageNoise> =
        section.pages.iter().filter(|page| page.score.f1 < EXPLAINED_BELOW).collect();
    bad.sort_by(|a, b| a.score.f1.total_cmp(&b.score.f1).then_with(|| a.id.cmp(&b.id)));
    if bad.is_empty() {
        let _ = writeln!(out, "\nNo page is below {EXPLAINED_BELOW}.");
        return;
    }
    let shown = if bad.len() > most { format!("; the {most} worst") } else { String::new() };
    let _ = writeln!(out, "\nPages below {EXPLAINED_BELOW}: {}{shown}.\n", bad.len());
    out.push_str("| page | kind | word F1 | P | R | gold words | in page | shown |");
    for cause in Cause::ALL {
        let _ = write!(out, " {} |", cause.name());
    }
    out.push_str(" cause |\n|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|\n");
    for page in bad.into_iter().take(most) {
        let Prf { precision, recall, f1 } = page.score;
        let _ = write!(
            out,
            "| {} | {} | {f1:.3} | {precision:.3} | {recall:.3} | {} | {:.2} | {:.2} |",
            page.id, page.page_type, page.gold_words, page.in_page, page.shown
        );
        for words in page.words {
            let _ = write!(out, " {words} |");
        }
        let _ = writeln!(out, " {} |", page.cause().map_or("", Cause::name));
    }
}

/// Means over all pages, over those whose text is in the page, and over the latter by kind.
fn write_kinds(out: &mut String, pages: &[PageNoise]) {
    let there: Vec<&PageNoise> = pages.iter().filter(|page| page.is_in_page()).collect();
    let mut groups: Vec<(String, Vec<&PageNoise>)> =
        vec![("all".to_owned(), pages.iter().collect()), ("in the page".to_owned(), there.clone())];
    let mut kinds: BTreeMap<&str, Vec<&PageNoise>> = BTreeMap::new();
    for page in there.into_iter().filter(|page| !page.page_type.is_empty()) {
        kinds.entry(&page.page_type).or_default().push(page);
    }
    groups.extend(kinds.into_iter().map(|(kind, pages)| (format!("– {kind}"), pages)));
    out.push_str("| pages | number | word F1 | P | R | bag of words F1 | F1 ≥ 0.95 | F1 < 0.8 |\n");
    out.push_str("|---|---|---|---|---|---|---|---|\n");
    for (name, pages) in groups {
        let below = pages.iter().filter(|page| page.score.f1 < EXPLAINED_BELOW).count();
        let _ = writeln!(
            out,
            "| {name} | {} | {} | {} | {} | {} | {} | {below} |",
            pages.len(),
            figure(&pages, |page| page.score.f1),
            figure(&pages, |page| page.score.precision),
            figure(&pages, |page| page.score.recall),
            figure(&pages, |page| page.bag.f1),
            figure(&pages, |page| f64::from(page.score.f1 >= 0.95)),
        );
    }
}

fn write_causes(out: &mut String, pages: &[PageNoise]) {
    let gold: usize = pages.iter().map(|page| page.gold_words).sum();
    out.push_str("\n| cause | words | per 1000 gold words | pages with any | leads on pages below 0.8 |\n");
    out.push_str("|---|---|---|---|---|\n");
    for (place, cause) in Cause::ALL.into_iter().enumerate() {
        let words: usize = pages.iter().map(|page| page.words[place]).sum();
        let any = pages.iter().filter(|page| page.words[place] > 0).count();
        let leads = |page: &&PageNoise| page.score.f1 < EXPLAINED_BELOW && page.cause() == Some(cause);
        let leads = pages.iter().filter(leads).count();
        let rate = words as f64 * 1000.0 / gold.max(1) as f64;
        let _ = writeln!(out, "| {} | {words} | {rate:.2} | {any} | {leads} |", cause.name());
    }
}

fn figure(pages: &[&PageNoise], of: impl Fn(&PageNoise) -> f64) -> String {
    mean(pages.iter().map(|page| of(page))).map_or("–".to_owned(), |mean| format!("{mean:.4}"))
}
