//! Systems side by side on answer pages: sections of `node_classification` with `wrapper = true` in one table.
//!
//! A wrapper learns from the pages that the classifier learns from, without their labels, and reads the others. Its text is the
//! values that it reads. The elements that it keeps are those that its text labels, by the rule by which the gold text does.
//! Further extractors learn nothing; they run on the same unseen pages, as served (`systems`) or with their layout records
//! (`rendered`). Either way the text and the elements of the page as served are scored.

use std::collections::BTreeMap;
use std::fmt::{self, Write as _};

use debulha_core::{Labels, Scratch};
use debulha_learn::evaluate::percentage_split;
use debulha_learn::label::node_labels;
use debulha_learn::pages::{PageError, Pages};
use debulha_learn::recipes::hidden_web::{HiddenWebRecipeParams, PageGroup};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::node_classification::{against_gold, confusion, shown, sum};
use super::pinned::rounded;
use super::run::PIN_SLACK;
use super::{Classified, ElementCounts, ExperimentError, NodeClassification, NodeScores, Scored};
use crate::wrapper_corpus::score_site;
use debulha_compare::System;
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

/// Scores of an extractor on pages that nothing was learned from. A page that it gives no answer for counts as an empty answer.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SystemScores {
    /// Mean word LCS precision and recall of its text.
    pub text: [f64; 2],
    /// Elements of its text.
    pub nodes: ElementCounts,
}

impl SystemScores {
    /// Of one site. The system sees the pages of `shown`, which are those of `pages`, as served or rendered.
    pub(super) fn of(
        system: &System,
        (shown, pages): (&dyn Pages, &dyn Pages),
        group: &PageGroup,
        params: &HiddenWebRecipeParams,
        seed: u64,
    ) -> Result<Self, PageError> {
        let of_site: Vec<usize> = group.pages().collect();
        let (_, unseen) = percentage_split(of_site.len(), params.share, seed);
        let score = |&place: &u32| {
            let index = of_site[place as usize];
            let gold = pages.list()[index].gold.as_deref().unwrap_or_default();
            let (mut kept, mut scored) = (Labels::default(), (Prf::default(), NodeConfusion::default()));
            shown.visit(index, &mut |page| {
                let outcome = system.extractor().extract(page, &mut Scratch::default());
                kept = outcome.labels().cloned().unwrap_or_default();
            })?;
            pages.visit(index, &mut |page| {
                scored = (word_lcs(&kept.plain_text(page), gold), confusion(page, &kept, gold, params));
            })?;
            Ok(scored)
        };
        let scored = unseen.par_iter().map(score).collect::<Result<Vec<_>, PageError>>()?;
        let share = |part: fn(&Prf) -> f64| {
            rounded(mean(scored.iter().map(|(text, _)| part(text))).unwrap_or_default())
        };
        let mut nodes = NodeConfusion::default();
        for (_, of_page) in &scored {
            nodes += *of_page;
        }
        Ok(SystemScores { text: [share(|prf| prf.precision), share(|prf| prf.recall)], nodes: nodes.into() })
    }

    /// All sites as one, by system: matrices summed, texts averaged over sites.
    pub(super) fn sum<'s>(
        sites: impl Iterator<Item = &'s BTreeMap<String, SystemScores>>,
    ) -> BTreeMap<String, SystemScores> {
        let mut by_system: BTreeMap<&str, Vec<SystemScores>> = BTreeMap::new();
        for (system, scores) in sites.flatten() {
            by_system.entry(system).or_default().push(*scores);
        }
        let sum = |(system, sites): (&str, Vec<SystemScores>)| {
            let text =
                [0, 1].map(|at| rounded(mean(sites.iter().map(|site| site.text[at])).unwrap_or_default()));
            let mut nodes = NodeConfusion::default();
            for site in &sites {
                nodes += site.nodes.confusion();
            }
            (system.to_owned(), SystemScores { text, nodes: nodes.into() })
        };
        by_system.into_iter().map(sum).collect()
    }

    /// Whether these are the pinned numbers.
    pub(super) fn is_as_pinned(&self, pinned: &SystemScores) -> bool {
        let mut texts = self.text.iter().zip(pinned.text);
        self.nodes == pinned.nodes && texts.all(|(now, pin)| (now - pin).abs() <= PIN_SLACK)
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
        for (system, SystemScores { text, nodes }) in &all.systems {
            line(out, system, *text, *nodes, None, None)?;
        }
    }
    Ok(())
}

/// Two cells of the table.
fn nodes(counts: ElementCounts) -> String {
    let counts = counts.confusion();
    format!("| {} | {} |", shown(counts.weighted()), shown(counts.content()))
}
