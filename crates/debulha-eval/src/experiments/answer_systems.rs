//! Systems side by side on answer pages: sections of `node_classification` with `wrapper = true` in one table.
//!
//! A wrapper learns from the pages that the classifier learns from, without their labels, and reads the others. Its text is the
//! values that it reads. The elements that it keeps are those that its text labels, by the rule by which the gold text does.

use std::fmt::{self, Write as _};

use debulha_learn::evaluate::percentage_split;
use debulha_learn::label::node_labels;
use debulha_learn::recipes::hidden_web::{HiddenWebRecipeParams, PageGroup};
use serde::{Deserialize, Serialize};

use super::node_classification::{against_gold, rounded, shown, sum};
use super::run::PIN_SLACK;
use super::{Classified, ElementCounts, ExperimentError, NodeClassification, NodeScores, Scored};
use crate::wrapper_corpus::score_site;
use debulha_compare::metrics::nodes::NodeConfusion;
use debulha_compare::metrics::word_lcs::word_lcs;
use debulha_compare::metrics::{Prf, f1};
use debulha_compare::stats::mean;
use debulha_corpus::{Corpus, LabelledPage};

/// What a wrapper makes of pages that it has not seen.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WrapperScores {
    /// Mean F1 of the records; `None` where they are not labelled.
    pub records: Option<f64>,
    /// Mean F1 of the values, over pages or over fields, as they are labelled.
    pub fields: Option<f64>,
    /// Mean word LCS precision and recall of its text.
    pub text: [f64; 2],
    /// Elements of its text.
    pub nodes: ElementCounts,
}

impl WrapperScores {
    /// Of one site.
    pub(super) fn of(
        corpus: &Corpus,
        group: &PageGroup,
        params: &HiddenWebRecipeParams,
        seed: u64,
    ) -> Result<Self, ExperimentError> {
        let pages: Vec<&LabelledPage> = group.pages().map(|place| &corpus.pages()[place]).collect();
        let (known, unseen) = percentage_split(pages.len(), params.share, seed);
        let [known, unseen] =
            [known, unseen].map(|places| places.iter().map(|&n| pages[n as usize]).collect::<Vec<_>>());
        let (mut texts, mut nodes) = (Vec::new(), NodeConfusion::default());
        let scored = score_site(corpus, &group.name, (&known, &unseen), &mut |look| {
            let gold = look.labels.text.as_deref().unwrap_or_default();
            let text = look.text();
            let kept = node_labels(look.page, text.as_str(), params.labels);
            nodes += against_gold(&kept, look.page, gold, params);
            texts.push(word_lcs(&text, gold));
        })?;
        let of_pages = mean(scored.pages.iter().map(|page| page.score.f1));
        let of_fields = mean(scored.fields.values().map(|prf| prf.f1));
        let of_values = mean(scored.values.iter().map(|prf| prf.f1));
        // A page has a score of its records, or of all its values.
        let (records, fields) =
            if of_values.is_some() { (of_pages, of_values) } else { (None, of_fields.or(of_pages)) };
        let share = |part: fn(&Prf) -> f64| rounded(mean(texts.iter().map(part)).unwrap_or_default());
        Ok(WrapperScores {
            records: records.map(rounded),
            fields: fields.map(rounded),
            text: [share(|prf| prf.precision), share(|prf| prf.recall)],
            nodes: nodes.into(),
        })
    }

    /// All sites as one: matrices summed, the rest averaged over sites.
    pub(super) fn sum(sites: &[WrapperScores]) -> Self {
        let of =
            |number: fn(&WrapperScores) -> Option<f64>| mean(sites.iter().filter_map(number)).map(rounded);
        let mut nodes = NodeConfusion::default();
        for site in sites {
            nodes += site.nodes.confusion();
        }
        WrapperScores {
            records: of(|site| site.records),
            fields: of(|site| site.fields),
            text: [of(|site| Some(site.text[0])), of(|site| Some(site.text[1]))]
                .map(Option::unwrap_or_default),
            nodes: nodes.into(),
        }
    }

    /// Whether these are the pinned numbers.
    pub(super) fn is_as_pinned(&self, pinned: &WrapperScores) -> bool {
        let numbers = |of: &WrapperScores| [of.records, of.fields, Some(of.text[0]), Some(of.text[1])];
        let mut pairs = numbers(self).into_iter().zip(numbers(pinned));
        self.nodes == pinned.nodes
            && pairs.all(|pair| match pair {
                (Some(now), Some(pin)) => (now - pin).abs() <= PIN_SLACK,
                (now, pin) => now.is_none() && pin.is_none(),
            })
    }
}

/// The table of all sections that have wrappers.
pub(super) fn write<'e>(
    out: &mut String,
    sections: impl Iterator<Item = (&'e NodeClassification, &'e Classified)>,
) -> fmt::Result {
    let mut sections = sections.peekable();
    if sections.peek().is_none() {
        return Ok(());
    }
    writeln!(
        out,
        "\n## Side by side\n\n| data | system | text P / R / F1 | nodes weighted P / R / F1 | content P / R / F1 | records \
         F1 | fields F1 |\n|---|---|---|---|---|---:|---:|"
    )?;
    for (section, classified) in sections {
        let all = sum(classified.sites.iter().map(|of| &of.scores));
        writeln!(out, "| **{}**, {} pages | all noise | – {} – | – |", section.title, all.pages, {
            nodes(all.cetd.confusion().all_noise().into())
        })?;
        let line = |out: &mut String, system: &str, [p, r]: [f64; 2], counts, records, fields| {
            let text = shown(Prf { precision: p, recall: r, f1: f1(p, r) });
            let number =
                |number: Option<f64>| number.map_or("–".to_owned(), |number| format!("{number:.3}"));
            let (nodes, records, fields) = (nodes(counts), number(records), number(fields));
            writeln!(out, "| | {system} | {text} {nodes} {records} | {fields} |")
        };
        line(out, "CETD", all.cetd_text, all.cetd, None, None)?;
        let tree = |out: &mut String, name: &str, of: &NodeScores, asks: bool| {
            let terms = if asks { format!("; {} terms", of.terms) } else { String::new() };
            line(out, &format!("`hidden_web`, {name}{terms}"), of.text, of.by_page, None, None)
        };
        tree(out, &section.query, &all, true)?;
        for (variant, Scored { site, scores, .. }) in section.variant.iter().zip(&classified.variants) {
            let asks = variant.params.get("features").is_none_or(|features| features != "none");
            tree(out, site, scores, asks)?;
        }
        if let Some(WrapperScores { records, fields, text, nodes }) = all.wrapper {
            line(out, "wrapper", text, nodes, records, fields)?;
        }
    }
    Ok(())
}

/// Two cells of the table.
fn nodes(counts: ElementCounts) -> String {
    let counts = counts.confusion();
    format!("| {} | {} |", shown(counts.weighted()), shown(counts.content()))
}
