//! Samples: a small part of each experiment that the tests run, so that a change of what a system reads shows within minutes.
//!
//! ```toml
//! [sample]
//! of = "CA"                       # label of a row, or title of a table or chart; of a table with rows `title > label`
//! site = "bbc-2009"               # optional: only pages of this site
//! pages = 10                      # the first pages of the corpus, or of the site
//! ours = [[0.8, 0.9, 0.85]]       # written by `debulha-lab reproduce --sample --pin`
//!
//! [sample]                        # or, where no part can be run without records or has a number to pin
//! excluded = "records"            # every corpus needs layout records; "times": the experiment only measures times
//! ```
//!
//! A row on several corpora is run on the first one. Pages are seen as served, also where the experiment has layout records.
//! Pinned are precision, recall and F1; of counts of template nodes, nodes and template nodes; of classifications of nodes,
//! precision and recall of the text and F1 of the content elements.

use std::path::Path;

use debulha_corpus::Corpus;
use serde::Deserialize;
use toml_edit::{Array, Item, value};

use super::node_classification::sum;
use super::pin::{malformed, one_per_line, read, save};
use super::pinned::rounded;
use super::run::{PIN_SLACK, opened, reproduce_on};
use super::{
    BlockTable, Classified, DataFolders, Dataset, Experiment, ExperimentError, ExperimentRow,
    NodeClassification, Reproduction, RowOutcome, SiteNodes, TrainedSystem,
};

/// What of an experiment the tests run.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(untagged)]
pub enum Sample {
    /// A part of it.
    Part(SamplePart),
    /// Nothing.
    Excluded(ExcludedSample),
}

/// A part of an experiment on a few pages.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SamplePart {
    /// Label of a row, or title of a table or chart.
    pub of: String,
    /// Site of the pages.
    pub site: Option<String>,
    /// Number of pages.
    pub pages: usize,
    /// What we measured when it was pinned.
    #[serde(default)]
    pub ours: Vec<[f64; 3]>,
}

/// An experiment that the tests cannot run.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExcludedSample {
    /// The reason.
    pub excluded: SampleExclusion,
}

/// Why the tests cannot run an experiment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SampleExclusion {
    /// Every corpus needs layout records.
    Records,
    /// The experiment only measures times.
    Times,
}

impl Experiment {
    /// Whether the sample exists, and an exclusion is true.
    pub(super) fn check_sample(&self) -> Result<(), String> {
        match &self.sample {
            None => Ok(()),
            Some(Sample::Part(part)) => match self.part(part) {
                Some(_) => Ok(()),
                None => Err(format!("sample: no row, table or chart {:?}", part.of)),
            },
            Some(Sample::Excluded(ExcludedSample { excluded: SampleExclusion::Records })) => {
                match self.dataset.iter().find(|dataset| dataset.records.is_none()) {
                    Some(Dataset { name, .. }) => Err(format!("sample: {name:?} needs no layout records")),
                    None => Ok(()),
                }
            }
            Some(Sample::Excluded(ExcludedSample { excluded: SampleExclusion::Times })) => {
                let only_times = Experiment { time: self.time.clone(), ..self.without_tables() };
                if only_times == *self {
                    Ok(())
                } else {
                    Err("sample: the experiment measures more than times".to_owned())
                }
            }
        }
    }

    fn without_tables(&self) -> Experiment {
        Experiment {
            row: Vec::new(),
            mean: Vec::new(),
            effect: Vec::new(),
            sweep: Vec::new(),
            points: Vec::new(),
            bars: Vec::new(),
            blocks: Vec::new(),
            time: Vec::new(),
            template_nodes: Vec::new(),
            element_areas: Vec::new(),
            node_classification: Vec::new(),
            template_classifier: Vec::new(),
            trained_system: Vec::new(),
            ..self.clone()
        }
    }

    /// The experiment cut down to a part, and the name of its corpus; `None` where there is no such part.
    fn part(&self, part: &SamplePart) -> Option<(Experiment, String)> {
        let none = self.without_tables();
        let name = part.of.as_str();
        if let Some(row) = self.row.iter().find(|row| row.label == name) {
            let corpus = row.dataset.first()?.clone();
            let row = ExperimentRow { dataset: vec![corpus.clone()], ..row.clone() };
            return Some((Experiment { row: vec![row], ..none }, corpus));
        }
        if let Some(sweep) = self.sweep.iter().find(|sweep| sweep.title == name) {
            return Some((Experiment { sweep: vec![sweep.clone()], ..none }, sweep.dataset.clone()));
        }
        if let Some(points) = self.points.iter().find(|points| points.title == name) {
            return Some((Experiment { points: vec![points.clone()], ..none }, points.dataset.clone()));
        }
        if let Some(table) = self.template_nodes.iter().find(|table| table.title == name) {
            return Some((Experiment { template_nodes: vec![table.clone()], ..none }, table.dataset.clone()));
        }
        if let Some(table) = self.node_classification.iter().find(|table| table.title == name) {
            let table = NodeClassification { variant: Vec::new(), rendered: Vec::new(), ..table.clone() };
            let corpus = table.dataset.clone();
            return Some((Experiment { node_classification: vec![table], ..none }, corpus));
        }
        let (title, label) = name.split_once(" > ")?;
        if let Some(table) = self.blocks.iter().find(|table| table.title == title) {
            let row = table.row.iter().find(|row| row.label == label)?.clone();
            let sites = part.site.iter().cloned().collect();
            let table = BlockTable { sites, row: vec![row], chart: Vec::new(), ..table.clone() };
            let corpus = table.dataset.clone();
            return Some((Experiment { blocks: vec![table], ..none }, corpus));
        }
        let table = self.trained_system.iter().find(|table| table.title == title)?;
        let row = table.row.iter().find(|row| row.label == label && row.system.is_some())?.clone();
        let corpus = row.test.first()?.clone();
        let table = TrainedSystem { time: None, row: vec![row], ..table.clone() };
        Some((Experiment { trained_system: vec![table], ..none }, corpus))
    }
}

fn first_pages(corpus: Corpus, sample: &SamplePart) -> Corpus {
    let mut taken = 0;
    corpus.filtered(|page| {
        let is_of_site = sample.site.is_none() || page.site == sample.site;
        let is_taken = is_of_site && page.text.is_some() && taken < sample.pages;
        taken += usize::from(is_taken);
        is_taken
    })
}

/// What is pinned of a sample.
fn numbers(of: &Reproduction) -> Vec<[f64; 3]> {
    let scores = of.judged().map(RowOutcome::pinned_scores);
    let counts = of.template_nodes.iter().flatten().map(|site| {
        let SiteNodes(pages, nodes, template) = site.counted;
        [pages, nodes, template].map(f64::from)
    });
    let classified = of.node_classification.iter().map(|Classified { sites, .. }| {
        let sum = sum(sites.iter().map(|site| &site.scores));
        let [precision, recall] = sum.text;
        [precision, recall, rounded(sum.by_page.confusion().content().f1)]
    });
    scores.chain(counts).chain(classified).collect()
}

/// Writes the numbers of a sample into the file of its experiment.
///
/// # Errors
/// When the file cannot be read or written, or has no sample.
pub fn pin_sample(experiment: &Experiment, numbers: &[[f64; 3]]) -> Result<(), ExperimentError> {
    let mut document = read(experiment)?;
    let mut list: Array = numbers.iter().map(|numbers| Array::from_iter(*numbers)).collect();
    one_per_line(&mut list);
    let sample = document.get_mut("sample").and_then(Item::as_table_mut);
    sample.ok_or_else(|| malformed(experiment, "no sample".to_owned()))?["ours"] = value(list);
    save(experiment, &document)
}

impl SamplePart {
    /// The numbers of the part of its experiment.
    ///
    /// # Errors
    /// As [`reproduce`](super::reproduce).
    pub fn run(&self, experiment: &Experiment, data: &Path) -> Result<Vec<[f64; 3]>, ExperimentError> {
        let (part, name) = experiment
            .part(self)
            .ok_or_else(|| malformed(experiment, format!("sample: no row, table or chart {:?}", self.of)))?;
        let datasets = experiment.dataset.iter().filter(|dataset| dataset.name == name);
        let corpora = datasets.map(|dataset| Ok(first_pages(opened(dataset, data)?, self)));
        let corpora = corpora.collect::<Result<Vec<_>, ExperimentError>>()?;
        let places = DataFolders { data, layouts: None, draw: None };
        Ok(numbers(&reproduce_on(&part, &corpora, places, 1, &|| ())?))
    }

    /// Whether these are the pinned numbers.
    pub fn is_as_pinned(&self, numbers: &[[f64; 3]]) -> bool {
        let near = |(now, pinned): (&[f64; 3], &[f64; 3])| {
            now.iter().zip(pinned).all(|(now, pinned)| (now - pinned).abs() <= PIN_SLACK)
        };
        numbers.len() == self.ours.len() && numbers.iter().zip(&self.ours).all(near)
    }
}
