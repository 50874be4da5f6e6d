//! Elements of sites told apart by trained classifiers: E-HID-1 and E-HID-2.
//!
//! ```toml
//! [[node_classification]]
//! title = "…"
//! dataset = "wien"
//! params = { fields = true }                # optional: of the recipe `hidden_web`, over its defaults
//! wrapper = true                            # optional: beside a wrapper, in one table of all such sections
//! query = "…"                               # optional: what the query is, for that table
//! systems = ["debulha"]                     # optional: ids of further extractors in that table
//! rendered = ["vide"]                       # optional: the same, on pages with their layout records
//! seed = 1                                  # optional: of the splits
//! ours.s1 = { pages = 10, … }               # written by `debulha-lab reproduce --pin`; see `NodeScores`
//!
//! [[node_classification.variant]]           # optional: the same with other parameters, all sites together
//! label = "without the query"
//! params = { features = "none" }            # over those of the section
//! ours = { pages = 208, … }                 # written by `--pin`
//! ```
//!
//! Of each site a classifier learns from a share of the rows and is judged on the others, as the source did, and another
//! learns from a share of the pages and is judged on the others, which it has never seen. CETD is judged on the same
//! unseen pages. Counts are pinned exactly.

use debulha_core::Evidence;
use std::collections::BTreeMap;
use std::fmt::{self, Write as _};

use debulha_core::classify::model::Card;
use debulha_core::feature_table::RowUnit;
use debulha_core::params::Params;
use debulha_core::query::QueryTerms;
use debulha_core::{Extractor, Labels, Page, ParamMap, Scratch};
use debulha_learn::evaluate::Confusion;
use debulha_learn::label::node_labels;
use debulha_learn::pages::{PageError, Pages};
use debulha_learn::recipes::TrainError;
use debulha_learn::recipes::hidden_web::{
    HiddenWebRecipeParams, PageGroup, groups, judge as evaluate, learn, model,
};
use debulha_systems::extractors::hidden_web::{HiddenWeb, HiddenWebParams};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::answer_systems::{SystemScores, WrapperScores};
use super::page::write_heading;
use super::pinned::rounded;
use super::run::PIN_SLACK;
use super::{ExperimentError, RowVerdict};
use crate::plot::figure::Bars;
use crate::runner::RunnerError;
use debulha_compare::System;
use debulha_compare::metrics::nodes::NodeConfusion;
use debulha_compare::metrics::word_lcs::word_lcs;
use debulha_compare::metrics::{Prf, f1};
use debulha_corpus::Corpus;
use debulha_corpus::corpus_pages::CorpusPages;

/// Sites of one corpus.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NodeClassification {
    /// Heading.
    pub title: String,
    /// What the numbers show, in Markdown.
    #[serde(default)]
    pub about: String,
    /// Name of the corpus.
    pub dataset: String,
    /// Parameters of the recipe `hidden_web` over its defaults.
    #[serde(default)]
    pub params: ParamMap,
    /// Whether a wrapper is learned too, and all such sections are shown in one table.
    #[serde(default)]
    pub wrapper: bool,
    /// What the query is, for that table.
    #[serde(default)]
    pub query: String,
    /// Ids of further extractors, with their defaults, for that table.
    #[serde(default)]
    pub systems: Vec<String>,
    /// Ids of extractors that see the layout records of the pages, for that table. All else sees the pages as served.
    #[serde(default)]
    pub rendered: Vec<String>,
    /// Seed of the splits and of the learner.
    #[serde(default = "first_seed")]
    pub seed: u64,
    /// What we counted when it was pinned, by site.
    #[serde(default)]
    pub ours: BTreeMap<String, NodeScores>,
    /// The same with other parameters.
    #[serde(default)]
    pub variant: Vec<ParamVariant>,
}

/// All sites together, with other parameters.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ParamVariant {
    /// Its name.
    pub label: String,
    /// Parameters over those of the section.
    pub params: ParamMap,
    /// What we counted when it was pinned.
    pub ours: Option<NodeScores>,
}

/// The seed of lutz2013.
fn first_seed() -> u64 {
    1
}

/// Held-out elements: noise as noise, noise as content, content as content, content as noise.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ElementCounts(pub usize, pub usize, pub usize, pub usize);

/// What came of a site.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NodeScores {
    /// Pages with a gold text.
    pub pages: usize,
    /// Terms of the query.
    pub terms: usize,
    /// The classifier of some rows, on the others.
    pub by_row: ElementCounts,
    /// The classifier of some pages, on the others.
    pub by_page: ElementCounts,
    /// CETD on these other pages.
    pub cetd: ElementCounts,
    /// Mean word LCS precision and recall of the text that the classifier of some pages keeps on the others.
    pub text: [f64; 2],
    /// The same of CETD.
    pub cetd_text: [f64; 2],
    /// A wrapper of some pages on the others, where one is wanted.
    #[serde(default)]
    pub wrapper: Option<WrapperScores>,
    /// Further extractors on the same pages, by their names in the table.
    #[serde(default)]
    pub systems: BTreeMap<String, SystemScores>,
}

/// A section as it came out.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Classified {
    /// Its sites.
    pub sites: Vec<Scored>,
    /// Its variants, by their labels.
    pub variants: Vec<Scored>,
}

impl Classified {
    /// The section as it is pinned.
    pub(super) fn pinned(of: &NodeClassification) -> Self {
        let scored = |(name, scores): (&String, &NodeScores)| Scored {
            site: name.clone(),
            verdict: judge(Some(scores), scores),
            scores: scores.clone(),
        };
        let variants = of.variant.iter().filter_map(|variant| Some((&variant.label, variant.ours.as_ref()?)));
        Classified { sites: of.ours.iter().map(scored).collect(), variants: variants.map(scored).collect() }
    }

    /// Sites and variants.
    pub fn all(&self) -> impl Iterator<Item = &Scored> {
        self.sites.iter().chain(&self.variants)
    }
}

/// A site as it came out.
#[derive(Debug, Clone, PartialEq)]
pub struct Scored {
    /// Its name.
    pub site: String,
    /// Its numbers.
    pub scores: NodeScores,
    /// Whether they are those that were pinned.
    pub verdict: RowVerdict,
}

impl ElementCounts {
    /// The matrix.
    pub fn confusion(self) -> NodeConfusion {
        let ElementCounts(noise_as_noise, noise_as_content, content_as_content, content_as_noise) = self;
        NodeConfusion { noise_as_noise, noise_as_content, content_as_content, content_as_noise }
    }
}

impl From<NodeConfusion> for ElementCounts {
    fn from(of: NodeConfusion) -> Self {
        ElementCounts(of.noise_as_noise, of.noise_as_content, of.content_as_content, of.content_as_noise)
    }
}

impl From<&Confusion> for ElementCounts {
    /// The classes of the recipe: noise, content.
    fn from(of: &Confusion) -> Self {
        let count = |truth, predicted| of.count(truth, predicted) as usize;
        ElementCounts(count(0, 0), count(0, 1), count(1, 1), count(1, 0))
    }
}

impl NodeClassification {
    /// Trains on the sites of `corpora` and judges them, in the order of their names.
    pub(super) fn run(&self, corpora: &[Corpus], jobs: usize) -> Result<Classified, ExperimentError> {
        let rendered: Vec<&Corpus> = corpora.iter().filter(|corpus| corpus.name() == self.dataset).collect();
        let served: Vec<Corpus> = rendered.iter().map(|&corpus| corpus.clone().without_layouts()).collect();
        let (pages, rendered) = (CorpusPages::new(served.iter().collect()), CorpusPages::new(rendered));
        let pool = rayon::ThreadPoolBuilder::new().num_threads(jobs).build().map_err(RunnerError::from)?;
        pool.install(|| {
            let with = |params: &ParamMap| self.score(&pages, params);
            let mut sites = with(&self.params)?;
            if let Some(corpus) = served.first().filter(|_| self.wrapper) {
                self.wrap(corpus, &pages, &mut sites)?;
            }
            self.add_systems((&rendered, &pages), &mut sites)?;
            let sites = sites.into_iter();
            let sites = sites.map(|(site, scores)| Scored {
                verdict: judge(self.ours.get(&site), &scores),
                site,
                scores,
            });
            let variants = self.variant.iter().map(|variant| {
                let mut params = self.params.clone();
                params.extend(variant.params.clone());
                let scores = sum(with(&params)?.iter().map(|(_, scores)| scores));
                let verdict = judge(variant.ours.as_ref(), &scores);
                Ok(Scored { site: variant.label.clone(), scores, verdict })
            });
            Ok(Classified {
                sites: sites.collect(),
                variants: variants.collect::<Result<_, ExperimentError>>()?,
            })
        })
    }

    fn read(&self, params: &ParamMap) -> Result<HiddenWebRecipeParams, ExperimentError> {
        let built = |source| ExperimentError::Build { label: self.title.clone(), source };
        HiddenWebRecipeParams::from_map("hidden_web", params).map_err(built)
    }

    /// Adds the scores of a wrapper to each site. The places of `pages` are those of the corpus.
    fn wrap(
        &self,
        corpus: &Corpus,
        pages: &dyn Pages,
        sites: &mut [(String, NodeScores)],
    ) -> Result<(), ExperimentError> {
        let params = self.read(&self.params)?;
        for (group, (_, scores)) in groups(pages, params.sites)?.iter().zip(sites) {
            scores.wrapper = Some(WrapperScores::of(corpus, group, &params, self.seed)?);
        }
        Ok(())
    }

    /// Adds the scores of the further extractors to each site.
    fn add_systems(
        &self,
        (rendered, pages): (&dyn Pages, &dyn Pages),
        sites: &mut [(String, NodeScores)],
    ) -> Result<(), ExperimentError> {
        let params = self.read(&self.params)?;
        let served = self.systems.iter().map(|id| (id, format!("`{id}`"), pages));
        let systems =
            served.chain(self.rendered.iter().map(|id| (id, format!("`{id}`, rendered"), rendered)));
        for (id, name, shown) in systems {
            let system = System::new(id, &ParamMap::new())
                .map_err(|source| ExperimentError::Build { label: self.title.clone(), source })?;
            for (group, (_, scores)) in groups(pages, params.sites)?.iter().zip(&mut *sites) {
                let of_system = SystemScores::of(&system, (shown, pages), group, &params, self.seed);
                scores.systems.insert(name.clone(), of_system.map_err(TrainError::from)?);
            }
        }
        Ok(())
    }

    /// The scores of each site.
    fn score(
        &self,
        pages: &dyn Pages,
        params: &ParamMap,
    ) -> Result<Vec<(String, NodeScores)>, ExperimentError> {
        let params = self.read(params)?;
        let score = |group: PageGroup| {
            let scores = score(pages, &group, &params, self.seed)?;
            Ok((group.name, scores))
        };
        groups(pages, params.sites)?.into_iter().map(score).collect()
    }

    /// The section of the page.
    pub(super) fn write(&self, out: &mut String, classified: &Classified) -> fmt::Result {
        let scored = &classified.sites;
        write_heading(out, &self.title, &self.about)?;
        let together = Scored {
            site: "**all**".to_owned(),
            scores: sum(scored.iter().map(|of| &of.scores)),
            verdict: RowVerdict::OursAlone,
        };
        let mean = scored.len() > 1;
        let lines = || scored.iter().chain(mean.then_some(&together));
        writeln!(
            out,
            "| site | pages | terms | text of unseen pages, CETD P / R / F1 | classifier P / R / F1 | nodes weighted, by \
             row P / R / F1 | by page P / R / F1 | all noise R |\n|---|---:|---:|---|---|---|---|---:|"
        )?;
        for Scored { site, scores, .. } in lines() {
            let NodeScores { pages, terms, by_row, by_page, .. } = scores;
            let [row, page] = [by_row, by_page].map(|counts| shown(counts.confusion().weighted()));
            let noise = by_page.confusion().all_noise().weighted().recall;
            let [cetd, text] = [scores.cetd_text, scores.text]
                .map(|[p, r]| shown(Prf { precision: p, recall: r, f1: f1(p, r) }));
            writeln!(out, "| {site} | {pages} | {terms} | {cetd} | {text} | {row} | {page} | {noise:.3} |")?;
        }
        writeln!(
            out,
            "\n| site | by row RR RC CC CR | content P / R / F1 | by page RR RC CC CR | content P / R / F1 | CETD, the \
             same pages | content P / R / F1 |\n|---|---|---|---|---|---|---|"
        )?;
        for Scored { site, scores, .. } in lines() {
            write!(out, "| {site} ")?;
            for counts in [scores.by_row, scores.by_page, scores.cetd] {
                let ElementCounts(rr, rc, cc, cr) = counts;
                write!(out, "| {rr} {rc} {cc} {cr} | {} ", shown(counts.confusion().content()))?;
            }
            writeln!(out, "|")?;
        }
        if classified.variants.is_empty() {
            return Ok(());
        }
        writeln!(
            out,
            "\n| all sites | text of unseen pages P / R / F1 | content by row P / R / F1 | content by page P / R / F1 |\n\
             |---|---|---|---|"
        )?;
        let as_above = Scored { site: "as above".to_owned(), ..together };
        for Scored { site, scores, .. } in std::iter::once(&as_above).chain(&classified.variants) {
            let [p, r] = scores.text;
            let text = shown(Prf { precision: p, recall: r, f1: f1(p, r) });
            let [row, page] =
                [scores.by_row, scores.by_page].map(|counts| shown(counts.confusion().content()));
            writeln!(out, "| {site} | {text} | {row} | {page} |")?;
        }
        Ok(())
    }
}

impl NodeClassification {
    /// Precision and recall by site, each with its title: of the texts of unseen pages that CETD and the classifier keep,
    /// and, as lutz2013 draws it beside CETD, of the classifier's elements, weighted. None where a table shows all.
    pub(super) fn charts(&self, classified: &Classified) -> Vec<(String, String)> {
        if self.wrapper {
            return Vec::new();
        }
        let chart = |name: &str, part: fn(Prf) -> f64, place: usize| {
            let mut bars = Vec::new();
            for Scored { site, scores, .. } in &classified.sites {
                let nodes = part(scores.by_row.confusion().weighted());
                for (of, number) in [
                    ("CETD, text", scores.cetd_text[place]),
                    ("classifier, text", scores.text[place]),
                    ("classifier, elements weighted", nodes),
                ] {
                    bars.push((format!("{site}: {of}"), number, format!("{number:.3}")));
                }
            }
            let title = format!("{}: {name}", self.title);
            let svg = Bars { title: title.clone(), quantity: name.to_owned(), bars }.svg();
            (title, svg)
        };
        vec![chart("precision", |prf| prf.precision, 0), chart("recall", |prf| prf.recall, 1)]
    }
}

/// Whether a site or variant is as it was pinned.
fn judge(pinned: Option<&NodeScores>, scores: &NodeScores) -> RowVerdict {
    let Some(ours) = pinned else { return RowVerdict::Off("not pinned".to_owned()) };
    let texts = |scores: &NodeScores| [scores.text, scores.cetd_text].concat();
    let is_wrapped = match (&scores.wrapper, &ours.wrapper) {
        (Some(now), Some(pinned)) => now.is_as_pinned(pinned),
        (now, pinned) => now.is_none() && pinned.is_none(),
    };
    if !is_wrapped {
        return RowVerdict::Off(format!("pinned wrapper {:?}", ours.wrapper));
    }
    let systems = || scores.systems.iter().zip(&ours.systems);
    let are_systems_pinned = scores.systems.len() == ours.systems.len()
        && systems().all(|((id, now), (pinned_id, pin))| id == pinned_id && now.is_as_pinned(pin));
    if !are_systems_pinned {
        return RowVerdict::Off(format!("pinned systems {:?}", ours.systems));
    }
    let NodeScores { text, cetd_text, wrapper, .. } = *ours;
    let counted = NodeScores { text, cetd_text, wrapper, systems: ours.systems.clone(), ..*scores };
    if counted != *ours {
        return RowVerdict::Off(format!("pinned by row {:?}, by page {:?}", ours.by_row, ours.by_page));
    }
    if texts(ours).iter().zip(texts(scores)).any(|(pin, now)| (pin - now).abs() > PIN_SLACK) {
        return RowVerdict::Off(format!("pinned texts {:?}, {:?}", ours.text, ours.cetd_text));
    }
    RowVerdict::OursAlone
}

pub(super) fn shown(Prf { precision, recall, f1 }: Prf) -> String {
    format!("{precision:.3} / {recall:.3} / {f1:.3}")
}

/// All sites as one: matrices summed, texts averaged over sites.
pub(super) fn sum<'s>(sites: impl ExactSizeIterator<Item = &'s NodeScores> + Clone) -> NodeScores {
    let count = sites.len() as f64;
    let systems = SystemScores::sum(sites.clone().map(|scores| &scores.systems));
    let mut sum = NodeScores::default();
    let mut wrappers = Vec::new();
    let [mut by_row, mut by_page, mut cetd] = [NodeConfusion::default(); 3];
    for scores in sites {
        by_row += scores.by_row.confusion();
        by_page += scores.by_page.confusion();
        cetd += scores.cetd.confusion();
        sum.pages += scores.pages;
        sum.terms += scores.terms;
        wrappers.extend(scores.wrapper);
        for place in 0..2 {
            sum.text[place] += scores.text[place] / count;
            sum.cetd_text[place] += scores.cetd_text[place] / count;
        }
    }
    let [text, cetd_text] = [sum.text, sum.cetd_text].map(|text| text.map(rounded));
    let wrapper = (!wrappers.is_empty()).then(|| WrapperScores::sum(&wrappers));
    let [by_row, by_page, cetd] = [by_row, by_page, cetd].map(ElementCounts::from);
    NodeScores { by_row, by_page, cetd, text, cetd_text, wrapper, systems, ..sum }
}

/// Trains on one site and judges.
fn score(
    pages: &dyn Pages,
    group: &PageGroup,
    params: &HiddenWebRecipeParams,
    seed: u64,
) -> Result<NodeScores, TrainError> {
    let terms = group.terms(pages, params)?;
    let rows = group.rows(pages, &terms, params)?;
    let by_row = rows.split_by_row(params.share, seed);
    let of_rows = learn(&rows, &by_row.known, params, seed)?;
    let by_page = rows.split_by_page(params.share, seed);
    let of_pages = learn(&rows, &by_page.known, params, seed)?;
    let of_site: Vec<(usize, &QueryTerms)> = group
        .sites
        .iter()
        .zip(&terms)
        .flat_map(|(of_site, terms)| of_site.iter().map(move |&page| (page, terms)))
        .collect();
    let system = model(Card::default(), &[group.site(&terms)], vec![of_pages.clone()])?;
    let system = HiddenWeb::with_model(HiddenWebParams::default(), &system)?;
    let cetd = debulha_systems::extractors::cetd::Cetd::default();
    let unseen = by_page.unseen_pages.par_iter().map(|&place| {
        let (page, terms) = of_site[place];
        look(pages, page, terms, params, &system, &cetd)
    });
    let unseen = unseen.collect::<Result<Vec<_>, PageError>>()?;
    let mean = |of: fn(&Looked) -> Prf| {
        let share = |part: fn(Prf) -> f64| {
            rounded(
                debulha_compare::stats::mean(unseen.iter().map(|looked| part(of(looked))))
                    .unwrap_or_default(),
            )
        };
        [share(|prf| prf.precision), share(|prf| prf.recall)]
    };
    let mut of_cetd = NodeConfusion::default();
    for looked in &unseen {
        of_cetd += looked.cetd;
    }
    let all_terms: QueryTerms = group.site(&terms).query.into_iter().collect();
    Ok(NodeScores {
        pages: rows.pages(),
        terms: all_terms.iter().count(),
        by_row: ElementCounts::from(
            &evaluate(&rows, &by_row.held_out, &of_rows, params.learn_from).confusion(),
        ),
        by_page: ElementCounts::from(
            &evaluate(&rows, &by_page.held_out, &of_pages, params.learn_from).confusion(),
        ),
        cetd: of_cetd.into(),
        text: mean(|looked| looked.text),
        cetd_text: mean(|looked| looked.cetd_text),
        wrapper: None,
        systems: BTreeMap::new(),
    })
}

/// What two systems make of a page.
struct Looked {
    text: Prf,
    cetd_text: Prf,
    cetd: NodeConfusion,
}

fn look(
    pages: &dyn Pages,
    index: usize,
    terms: &QueryTerms,
    params: &HiddenWebRecipeParams,
    system: &HiddenWeb,
    cetd: &dyn Extractor,
) -> Result<Looked, PageError> {
    let gold = pages.list()[index].gold.as_deref().unwrap_or_default();
    let mut looked = None;
    pages.visit(index, &mut |page| {
        let page = page.seen_with(Evidence { query: Some(terms), ..page.evidence() });
        let mut scratch = Scratch::default();
        let labels = |outcome: debulha_core::Outcome| outcome.labels().cloned().unwrap_or_default();
        let of_system = labels(system.extract(&page, &mut scratch));
        let of_cetd = labels(cetd.extract(&page, &mut scratch));
        looked = Some(Looked {
            text: word_lcs(&of_system.plain_text(&page), gold),
            cetd_text: word_lcs(&of_cetd.plain_text(&page), gold),
            cetd: confusion(&page, &of_cetd, gold, params),
        });
    })?;
    looked.ok_or_else(|| PageError { id: pages.list()[index].id.clone(), reason: "not shown".to_owned() })
}

/// The elements that an answer keeps against those that are content: an element is kept if all text directly in it is;
/// without any, if it has text below it and all of that is kept.
pub(super) fn confusion(
    page: &Page<'_>,
    kept: &Labels,
    gold: &str,
    params: &HiddenWebRecipeParams,
) -> NodeConfusion {
    let doc = page.document();
    let is_kept = |node| kept.spans.binary_search_by_key(&node, |span| span.node).is_ok();
    let all = |nodes: &mut dyn Iterator<Item = debulha_dom::NodeId>| {
        let mut several = nodes.peekable();
        several.peek().is_some().then(|| several.all(is_kept))
    };
    let is_element_kept = |row: debulha_dom::NodeId| {
        let below = page.text_nodes_in(row.0..doc.subtree_end(row));
        let direct = all(&mut below.iter().copied().filter(|&text| doc.parent(text) == Some(row)));
        direct.or_else(|| all(&mut below.iter().copied())).unwrap_or(false)
    };
    let predicted: Vec<bool> = RowUnit::Node.rows(page).into_iter().map(is_element_kept).collect();
    against_gold(&predicted, page, gold, params)
}

/// The elements of a page that are said to be content against those that the gold text labels as such.
pub(super) fn against_gold(
    predicted: &[bool],
    page: &Page<'_>,
    gold: &str,
    params: &HiddenWebRecipeParams,
) -> NodeConfusion {
    let labels = node_labels(page, gold, params.labels);
    let places = |of: &[bool]| (0..).zip(of).filter(|(_, is)| **is).map(|(at, _)| at).collect::<Vec<u32>>();
    let all: Vec<u32> = (0..labels.len() as u32).collect();
    NodeConfusion::of(&all, &places(predicted), &places(&labels))
}
