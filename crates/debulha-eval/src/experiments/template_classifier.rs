//! The page-level template classifier `template_isotonic` on pages of sites that it has not seen.
//!
//! ```toml
//! [[template_classifier]]
//! title = "…"
//! about = "…"                     # in Markdown
//! test = ["big9"]                 # corpora whose sites are tested; "big9/bbc": their sites that begin so
//! specific = ["big9"]             # corpora whose other sites train the classifiers of rows with training = "specific"
//! total = ["big9", "wien"]        # the same of rows with training = "total"
//! min_pages = 1                 # optional: of a site that is tested; else what one has that is learned from
//! pages = 1                       # pages of a site that are tested: the first ones with a gold text
//! folds = 2                       # parts of the sites; each is tested by classifiers of the other ones
//! content_share = 0.9             # of the gold words in the page that the content node holds
//! params = { attributes = false } # optional: of the training, over its defaults
//!
//! [[template_classifier.row]]
//! label = "c = .01, specific training"
//! training = "specific"           # absent: see `system`
//! c = 0.01                        # charge of the smoothing; absent: not smoothed
//! published = { precision = 0.7, recall = 0.65, f1 = 0.65 }
//! gap = "…"                       # and `explained_by` as in a row
//! ours = { … }                    # written by `debulha-lab reproduce --pin`, as text_f1 is
//!
//! [[template_classifier.row]]
//! label = "Everything is template"
//! system = "everything"           # or an extractor, or a site method that learns the site's own pages
//! ```
//!
//! `tested_pages` holds the pages of ours, pinned, where `published_pages` holds those of the source.
//!
//! The pages one by one, and times: see [`super::template_pages`].
//!
//! A page's gold nodes follow the source, which finds the content node by hand: here it is the smallest element that
//! holds `content_share` of the gold words. It, all in it and all around it are no template; every other element is.
//! Elements count that are as large as those that are learned from. Of a system that is no classifier, an element is template if none
//! of its text is kept. Sites that are the same but for a year at the end of their names are in one part.

use debulha_core::Evidence;
use debulha_core::source::LoadedPage;
use debulha_core::source::PageSource;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::{self, Write as _};
use std::time::Duration;

use debulha_core::Labels;
use debulha_core::feature_table::{RowUnit, Selection, compute};
use debulha_core::params::Params;
use debulha_core::{Extractor, Page, ParamMap, Scratch, classify::model::Model};
use debulha_dom::NodeId;
use debulha_learn::pages::PageInfo;
use debulha_learn::recipes::template::{RECIPE, TemplateRecipeParams};
use debulha_learn::recipes::{Examples, Training as Task};
use debulha_systems::extractors;
use debulha_systems::extractors::template_isotonic::{TemplateGeometry, TemplateIsotonic};
use debulha_systems::site::{self, AnySiteMethod};
use rayon::ThreadPoolBuilder;
use rayon::prelude::*;
use serde::Deserialize;
use serde_json::{Value, json};

use super::page::{compared, write_gaps, write_heading};
use super::run::PIN_SLACK;
use super::template_pages::{PublishedPage, TemplatePages, TemplateTimes, TestedPage};
use super::time::seconds;
use super::verdict::Expected;
use super::{ExperimentError, RowNumbers, RowOutcome, RowVerdict};
use crate::runner::{RunnerError, Spent};
use debulha_compare::metrics::Prf;
use debulha_compare::metrics::template_nodes::{everything_is_template, template_nodes};
use debulha_compare::metrics::tokens::{nfc, words};
use debulha_compare::metrics::word_f1::word_f1;
use debulha_corpus::Corpus;
use debulha_corpus::corpus_pages::CorpusPages;

/// Id in rows of the baseline that calls each element template.
const EVERYTHING: &str = "everything";

/// A table.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TemplateClassifier {
    /// Heading.
    pub title: String,
    /// What the table shows, in Markdown.
    #[serde(default)]
    pub about: String,
    /// Corpora whose sites are tested.
    pub test: Vec<CorpusSites>,
    /// Corpora of like sites.
    #[serde(default)]
    pub specific: Vec<CorpusSites>,
    /// Corpora of all sites.
    #[serde(default)]
    pub total: Vec<CorpusSites>,
    /// Fewest pages of a site that is tested.
    pub min_pages: Option<u32>,
    /// Pages of a site that are tested.
    pub pages: usize,
    /// Parts of the sites.
    pub folds: usize,
    /// Share of the gold words that the content node holds.
    pub content_share: f64,
    /// Parameters of the training.
    #[serde(default)]
    pub params: ParamMap,
    /// Pages of the source.
    #[serde(default)]
    pub published_pages: Vec<PublishedPage>,
    /// The pages that were tested when it was pinned.
    #[serde(default)]
    pub tested_pages: Vec<TestedPage>,
    /// Times as recorded.
    pub recorded: Option<TemplateTimes>,
    /// Rows.
    pub row: Vec<TemplateRow>,
}

/// Sites of a corpus: all, or those that begin so, as in `big9/bbc`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub struct CorpusSites(String);

impl CorpusSites {
    fn corpus(&self) -> &str {
        self.0.split('/').next().unwrap_or_default()
    }

    pub(super) fn has(&self, corpus: &str, site: &str) -> bool {
        match self.0.split_once('/') {
            Some((of, start)) => of == corpus && site.starts_with(start),
            None => self.0 == corpus,
        }
    }
}

/// Whether one of them has a site.
fn have(all: &[CorpusSites], corpus: &str, site: &str) -> bool {
    all.iter().any(|sites| sites.has(corpus, site))
}

/// From which sites is learned.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TrainingSites {
    /// Those of one kind.
    Specific,
    /// Those of all kinds.
    Total,
}

/// A row of the table.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TemplateRow {
    /// Its name.
    pub label: String,
    /// What the classifiers were trained on; absent where a system decides.
    pub training: Option<TrainingSites>,
    /// Charge of the smoothing; absent for none.
    pub c: Option<f64>,
    /// The system that decides.
    pub system: Option<String>,
    /// What the source prints.
    #[serde(default)]
    pub published: RowNumbers,
    /// How long a page takes the source.
    pub published_seconds: Option<f64>,
    /// What we measured when it was pinned.
    #[serde(default)]
    pub ours: RowNumbers,
    /// The same of the mean word F1 of the text in no template element.
    pub text_f1: Option<f64>,
    /// Why `published` and `ours` differ.
    pub gap: Option<String>,
    /// As in a row of the experiment.
    #[serde(default, deserialize_with = "super::one_or_more")]
    pub explained_by: Vec<String>,
}

/// A row as it came out.
#[derive(Debug, Clone, PartialEq)]
pub struct TemplateOutcome {
    /// Template nodes (M5), means over pages.
    pub nodes: RowOutcome,
    /// Mean word F1 of the text in no template element.
    pub text_f1: f64,
}

/// A page that is tested.
struct Tested<'c> {
    corpus: &'c Corpus,
    site: String,
    fold: usize,
    url: Option<String>,
    loaded: LoadedPage,
    gold: String,
    /// The elements that count.
    nodes: Vec<NodeId>,
    /// Those that are template.
    template: Vec<u32>,
}

impl TemplateClassifier {
    /// The corpora that it names.
    pub(super) fn datasets(&self) -> impl Iterator<Item = &str> {
        self.test.iter().chain(&self.specific).chain(&self.total).map(CorpusSites::corpus)
    }

    /// Trains, tests and judges. `progress` is called once a tested page.
    pub(super) fn run(
        &self,
        corpora: &[Corpus],
        tolerance: f64,
        jobs: usize,
        progress: &(dyn Fn() + Sync),
    ) -> Result<(Vec<TemplateOutcome>, TemplatePages), ExperimentError> {
        let built = |source| ExperimentError::Build { label: self.title.clone(), source };
        let params = TemplateRecipeParams::from_map(RECIPE.id, &self.params).map_err(built)?;
        let pool = ThreadPoolBuilder::new().num_threads(jobs).build().map_err(RunnerError::from)?;
        pool.install(|| {
            let fold_of = self.folds(corpora);
            let tested = self.tested(corpora, &fold_of, &params, progress)?;
            let mut pages = TemplatePages {
                pages: tested.iter().map(Tested::shown).collect(),
                ..TemplatePages::default()
            };
            let mut models: BTreeMap<(TrainingSites, usize), Model> = BTreeMap::new();
            let trainings: BTreeSet<TrainingSites> = self.row.iter().filter_map(|row| row.training).collect();
            for training in trainings {
                for fold in 0..self.folds {
                    let (model, spent) = Spent::on(|| self.train(corpora, &fold_of, training, fold));
                    models.insert((training, fold), model.map_err(ExperimentError::Panic)??);
                    let of_training = pages.times.training.entry(training.name().to_owned());
                    of_training.or_default().push(seconds(spent.time()));
                }
            }
            let run = |row| self.run_row(row, &tested, &models, &mut pages, tolerance);
            let outcomes = self.row.iter().map(run).collect::<Result<_, _>>()?;
            let classified = |is_smoothed: bool| {
                self.row.iter().filter(|row| row.training.is_some() && row.c.is_some() == is_smoothed).count()
            };
            pages.finish([false, true].map(classified));
            if self.published_pages.is_empty() {
                pages.pages.clear();
            }
            Ok((outcomes, pages))
        })
    }

    /// The part of each site.
    fn folds(&self, corpora: &[Corpus]) -> BTreeMap<String, usize> {
        let named = corpora.iter().filter(|corpus| self.datasets().any(|name| name == corpus.name()));
        let sites = named.flat_map(Corpus::pages).filter_map(|page| page.site.as_deref());
        let groups: BTreeSet<&str> = sites.map(without_year).collect();
        groups
            .into_iter()
            .enumerate()
            .map(|(place, group)| (group.to_owned(), place % self.folds.max(1)))
            .collect()
    }

    /// The pages that are tested, of sites with enough pages to be learned from.
    fn tested<'c>(
        &self,
        corpora: &'c [Corpus],
        fold_of: &BTreeMap<String, usize>,
        params: &TemplateRecipeParams,
        progress: &(dyn Fn() + Sync),
    ) -> Result<Vec<Tested<'c>>, ExperimentError> {
        let mut tested = Vec::new();
        let least = self.min_pages.unwrap_or(params.min_pages) as usize;
        for corpus in corpora {
            let mut sites: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
            for (place, page) in corpus.pages().iter().enumerate() {
                sites.entry(page.site.as_deref().unwrap_or_default()).or_default().push(place);
            }
            sites.retain(|site, places| places.len() >= least && have(&self.test, corpus.name(), site));
            for (site, places) in sites {
                let labelled = places.iter().map(|&place| &corpus.pages()[place]);
                let labelled = labelled.filter_map(|page| Some((page, page.text.as_ref()?)));
                let mut taken = 0;
                for (labels, gold) in labelled {
                    if taken == self.pages {
                        break;
                    }
                    let loaded = corpus.load(labels, &PageSource::default())?;
                    let page = loaded.page(Evidence::of_url(labels.url.as_deref()));
                    let nodes = large_elements(&page, params.geometry, params.min_area as f32);
                    let Some(content) = content_node(&page, gold, self.content_share) else { continue };
                    let is_template = |&&node: &&NodeId| {
                        !page.document().contains(content, node) && !page.document().contains(node, content)
                    };
                    let template = nodes.iter().filter(is_template).map(|node| node.0).collect();
                    let fold = fold_of.get(without_year(site)).copied().unwrap_or_default();
                    let (site, url, gold) = (site.to_owned(), labels.url.clone(), gold.clone());
                    tested.push(Tested { corpus, site, fold, url, loaded, gold, nodes, template });
                    taken += 1;
                    progress();
                }
            }
        }
        Ok(tested)
    }

    /// Trains on the sites outside of a part.
    fn train(
        &self,
        corpora: &[Corpus],
        fold_of: &BTreeMap<String, usize>,
        training: TrainingSites,
        fold: usize,
    ) -> Result<Model, ExperimentError> {
        let names = match training {
            TrainingSites::Specific => &self.specific,
            TrainingSites::Total => &self.total,
        };
        let known = |site: &str| self.folds < 2 || fold_of.get(without_year(site)) != Some(&fold);
        let is_asked = |page: &PageInfo| {
            let corpus = page.id.split('/').next().unwrap_or_default();
            have(names, corpus, &page.site) && known(&page.site)
        };
        let pages = CorpusPages::new(corpora.iter().collect()).filtered(is_asked);
        let mut params = self.params.clone();
        params.insert("folds".to_owned(), json!(0));
        let task = Task::new(1, &params);
        (RECIPE.train)(Examples::Pages(&pages), &task).map_err(|error| ExperimentError::Malformed {
            path: self.title.clone().into(),
            reason: error.to_string(),
        })
    }

    fn run_row(
        &self,
        row: &TemplateRow,
        tested: &[Tested<'_>],
        models: &BTreeMap<(TrainingSites, usize), Model>,
        pages: &mut TemplatePages,
        tolerance: f64,
    ) -> Result<TemplateOutcome, ExperimentError> {
        let decided: Vec<(Prf, f64)> = match (row.training, row.system.as_deref()) {
            (Some(training), None) => {
                let built = |source| ExperimentError::Build { label: row.label.clone(), source };
                let load = |fold| TemplateIsotonic::with_model(&row.params(), &models[&(training, fold)]);
                let systems: Vec<TemplateIsotonic> =
                    (0..self.folds).map(load).collect::<Result<_, _>>().map_err(built)?;
                let classify = |page: &Tested<'_>| page.classify(&systems[page.fold]);
                let classified: Result<Vec<_>, _> = tested.par_iter().map(classify).collect();
                let (decided, times): (Vec<_>, Vec<Duration>) = classified?.into_iter().unzip();
                pages.take(&row.label, row.c.is_some(), &times);
                decided
            }
            (None, Some(EVERYTHING)) => tested.iter().map(Tested::everything).collect(),
            (None, Some(id)) => row.decide(id, tested)?,
            _ => {
                let reason = format!("row {:?}: either `training` or `system`", row.label);
                return Err(ExperimentError::Malformed { path: self.title.clone().into(), reason });
            }
        };
        let nodes: Vec<Prf> = decided.iter().map(|(nodes, _)| *nodes).collect();
        let text_f1 = debulha_compare::stats::mean(decided.iter().map(|(_, text)| *text)).unwrap_or(0.0);
        let nodes = RowOutcome {
            system: row.system(),
            pages: nodes.len(),
            measured: Prf::mean(&nodes).unwrap_or_default(),
            verdict: RowVerdict::OursAlone,
        };
        let mut outcome = TemplateOutcome { nodes, text_f1 };
        outcome.nodes.verdict = row.judge(tolerance, &outcome);
        Ok(outcome)
    }

    /// The rows as they are pinned.
    pub(super) fn pinned(&self, tolerance: f64) -> Vec<TemplateOutcome> {
        let outcome = |row: &TemplateRow| {
            let nodes = RowOutcome {
                system: row.system(),
                pages: row.ours.pages.unwrap_or_default(),
                measured: row.ours.scores(),
                verdict: RowVerdict::OursAlone,
            };
            let mut outcome = TemplateOutcome { nodes, text_f1: row.text_f1.unwrap_or_default() };
            outcome.nodes.verdict = row.judge(tolerance, &outcome);
            outcome
        };
        self.row.iter().map(outcome).collect()
    }

    /// The section of the page.
    pub(super) fn write(
        &self,
        out: &mut String,
        outcomes: &[TemplateOutcome],
        tested: &TemplatePages,
        tolerance: f64,
    ) -> fmt::Result {
        write_heading(out, &self.title, &self.about)?;
        let pages = outcomes.first().map_or(0, |outcome| outcome.nodes.pages);
        writeln!(
            out,
            "Metric: [template nodes](../metrics.md#template-nodes) (M5), means over {pages} pages; published and ours may \
             differ by {tolerance}; larger\ngaps are stated below. Text: mean [word F1](../metrics.md#word-f1) of what is in no template \
             element against the gold text.\n"
        )?;
        writeln!(
            out,
            "| row | published P / R / F1 | ours P / R / F1 | F1 apart | text | |\n|---|---|---|---|---|---|"
        )?;
        for (row, outcome) in self.row.iter().zip(outcomes) {
            writeln!(
                out,
                "| {} | {} | {:.4} | {} |",
                row.label,
                compared(row.published, 2, outcome.nodes.measured),
                outcome.text_f1,
                outcome.nodes.verdict.word()
            )?;
        }
        write_gaps(out, self.row.iter().map(|row| (&*row.label, row.gap.as_deref(), &*row.explained_by)))?;
        self.write_pages(out, tested)
    }
}

impl TrainingSites {
    fn name(self) -> &'static str {
        match self {
            TrainingSites::Specific => "specific",
            TrainingSites::Total => "total",
        }
    }
}

impl TemplateRow {
    fn system(&self) -> String {
        self.system.clone().unwrap_or_else(|| "template_isotonic".to_owned())
    }

    fn params(&self) -> ParamMap {
        let c = self.c.map(|c| ("c".to_owned(), Value::from(c)));
        let smoothing = ("smoothing".to_owned(), Value::from(self.c.is_some()));
        c.into_iter().chain([smoothing]).collect()
    }

    /// Decides by an extractor, or by a site method that learned all pages of the site, the tested one among them.
    fn decide(&self, id: &str, tested: &[Tested<'_>]) -> Result<Vec<(Prf, f64)>, ExperimentError> {
        let built = |source| ExperimentError::Build { label: self.label.clone(), source };
        if let Ok(info) = site::find(id) {
            let method = (info.build)(&ParamMap::new()).map_err(built)?;
            let of = |page: &Tested<'_>| Ok(page.extract(&*page.learn(&*method)?));
            return tested.par_iter().map(of).collect();
        }
        let extractor = extractors::build(id, &ParamMap::new()).map_err(built)?;
        Ok(tested.par_iter().map(|page| page.extract(&*extractor)).collect())
    }

    pub(super) fn judge(&self, tolerance: f64, outcome: &TemplateOutcome) -> RowVerdict {
        match self.text_f1 {
            None => RowVerdict::Off("not pinned".to_owned()),
            Some(pinned) if (pinned - outcome.text_f1).abs() > PIN_SLACK => {
                RowVerdict::Off(format!("text F1 was {pinned:.4}"))
            }
            Some(_) => {
                let (published, ours, gap) = (self.published, self.ours, self.gap.as_deref());
                Expected { published, ours, tolerance, gap, explained_by: &self.explained_by }
                    .judge(outcome.nodes.pages, outcome.nodes.measured)
            }
        }
    }
}

impl Tested<'_> {
    fn page(&self) -> Page<'_> {
        self.loaded.page(Evidence::of_url(self.url.as_deref()))
    }

    /// The scores, and how long the classifier took.
    fn classify(&self, system: &TemplateIsotonic) -> Result<((Prf, f64), Duration), ExperimentError> {
        let judge = || system.judge(&self.page(), &mut Scratch::default()).unwrap_or_default();
        let (scored, spent) = Spent::on(judge);
        let scored = scored.map_err(ExperimentError::Panic)?;
        let template: Vec<u32> =
            scored.iter().filter(|node| node.is_template).map(|node| node.node.0).collect();
        let scores = (template_nodes(&template, &self.template), self.text_f1(&self.page(), system));
        Ok((scores, spent.time()))
    }

    fn shown(&self) -> TestedPage {
        TestedPage { site: self.site.clone(), elements: self.nodes.len(), template: self.template.len() }
    }

    fn everything(&self) -> (Prf, f64) {
        (everything_is_template(self.nodes.len(), self.template.len()), word_f1("", &self.gold).f1)
    }

    fn extract(&self, extractor: &dyn Extractor) -> (Prf, f64) {
        let page = self.page();
        let outcome = extractor.extract(&page, &mut Scratch::default());
        let spans = outcome.labels().map_or(&[][..], |labels| &labels.spans);
        let keeps_none = |&&node: &&NodeId| {
            let next = spans.partition_point(|span| span.node < node);
            spans.get(next).is_none_or(|span| !self.loaded.document.contains(node, span.node))
        };
        let template: Vec<u32> = self.nodes.iter().filter(keeps_none).map(|node| node.0).collect();
        (template_nodes(&template, &self.template), self.text_f1(&page, extractor))
    }

    fn text_f1(&self, page: &Page<'_>, extractor: &dyn Extractor) -> f64 {
        let outcome = extractor.extract(page, &mut Scratch::default());
        let text = outcome.labels().map(|labels: &Labels| labels.plain_text(page)).unwrap_or_default();
        word_f1(&text, &self.gold).f1
    }

    fn learn(&self, method: &dyn AnySiteMethod) -> Result<Box<dyn Extractor>, ExperimentError> {
        let labels = self.corpus.pages().iter().filter(|page| page.site.as_deref() == Some(&self.site));
        let mut loaded = Vec::new();
        for labels in labels {
            loaded.push((labels.url.as_deref(), self.corpus.load(labels, &PageSource::default())?));
        }
        let pages: Vec<Page<'_>> =
            loaded.iter().map(|(url, loaded)| loaded.page(Evidence::of_url(*url))).collect();
        Ok(site::learn(method, &pages))
    }
}

/// `bbc-2005` without `-2005`.
fn without_year(site: &str) -> &str {
    match site.rsplit_once('-') {
        Some((name, year)) if year.len() == 4 && year.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => site,
    }
}

/// The elements of `body` with so many square pixels; without a layout none has any that is rendered.
fn large_elements(page: &Page<'_>, geometry: TemplateGeometry, min_area: f32) -> Vec<NodeId> {
    let Ok(selection) = Selection::of(RowUnit::Node, [(geometry.area(), 1)]) else {
        return Vec::new();
    };
    let table = compute(page, &selection, &mut Scratch::default());
    let rows = table.rows().iter().enumerate();
    rows.filter(|&(row, _)| table.row(row)[0] >= min_area).map(|(_, &node)| node).collect()
}

/// The smallest element that holds a share of the gold words that are in the body; `None` where none is.
///
/// O(text × depth).
fn content_node(page: &Page<'_>, gold: &str, share: f64) -> Option<NodeId> {
    let gold = nfc(gold).to_lowercase();
    // The number of each gold word, and how often it occurs.
    let mut wanted: HashMap<&str, usize> = HashMap::new();
    let mut most: Vec<u32> = Vec::new();
    for word in words(&gold) {
        let number = *wanted.entry(word).or_insert(most.len());
        most.resize(most.len().max(number + 1), 0);
        most[number] += 1;
    }
    let doc = page.document();
    // The gold words of each text node, by number.
    let mut texts: Vec<(NodeId, Vec<usize>)> = Vec::new();
    for &node in page.body_text_nodes() {
        let text = nfc(doc.text(node)).to_lowercase();
        texts.push((node, words(&text).filter_map(|word| wanted.get(word).copied()).collect()));
    }
    let held = |node: NodeId| {
        let start = texts.partition_point(|(text, _)| *text < node);
        let inside = texts[start..].iter().take_while(|(text, _)| text.0 < doc.subtree_end(node));
        let mut counts = vec![0_u32; most.len()];
        inside.flat_map(|(_, words)| words).for_each(|&word| counts[word] += 1);
        counts.iter().zip(&most).map(|(count, most)| count.min(most)).sum::<u32>()
    };
    let mut content = page.body();
    let least = share * f64::from(held(content));
    if least <= 0.0 {
        return None;
    }
    let largest = |node: NodeId| {
        let children = doc.children(node).filter(|&child| doc.is_element(child));
        children
            .map(|child| (held(child), child))
            .max_by_key(|&(held, child)| (held, std::cmp::Reverse(child)))
    };
    while let Some((held, child)) = largest(content)
        && f64::from(held) >= least
    {
        content = child;
    }
    Some(content)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use debulha_dom::names;
    use debulha_dom::{Limits, parse};

    #[test]
    fn the_content_node_is_the_smallest_that_holds_the_gold_words() {
        let html = "<body><p>rye oats menu</p><div><div><p>Rye and oats and barley</p><p>grow on hills</p></div>\
            <p>all rights</p></div>";
        let document = parse(html, &Limits::default()).document;
        let page = Page::new(&document);
        let gold = "RYE and oats and barley grow on hills, said nobody";
        let inner = document.elements_named(names::DIV).nth(1);
        assert_eq!(content_node(&page, gold, 0.9), inner);
        assert_eq!(content_node(&page, gold, 0.6), document.elements_named(names::P).nth(1));
        assert_eq!(content_node(&page, "wheat", 0.9), None);
    }

    #[test]
    fn years_of_a_site_are_one_site() {
        assert_eq!(["bbc-2005", "s-10", "a-b-2017"].map(without_year), ["bbc", "s-10", "a-b"]);
    }
}
