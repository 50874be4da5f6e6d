//! What recipes of visual systems share: pages with gold texts and layouts, and the judgement of held-out pages.

use super::{TrainError, Training, TrainingStep};
use crate::evaluate::Folds;
use crate::label::bag_f1;
use crate::pages::{PageError, PageInfo, Pages};
use debulha_core::classify::model::Model;
use debulha_core::{Labels, Page, ParamMap, Scratch};
use debulha_systems::extractors::load;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};

/// What is learned from a page, and which one it is.
pub(super) struct Example<T> {
    /// Place in the list of pages.
    pub(super) page: usize,
    /// Number of its site.
    pub(super) site: u32,
    /// What is learned from.
    pub(super) rows: T,
}

/// What `read` makes of each page that has a gold text and a layout, where it makes something of it.
///
/// # Errors
/// A page that cannot be read; fewer than two sites.
pub(super) fn examples<T: Send>(
    pages: &dyn Pages,
    training: &Training<'_>,
    read: impl Fn(&Page<'_>, &PageInfo, &str) -> Option<T> + Sync,
) -> Result<Vec<Example<T>>, TrainError> {
    let mut sites: Vec<&str> = pages.list().iter().map(|page| page.site.as_str()).collect();
    sites.sort_unstable();
    sites.dedup();
    let of = pages.list().len();
    let done = AtomicUsize::new(0);
    let example = |page: usize| -> Result<Option<Example<T>>, PageError> {
        let info = &pages.list()[page];
        let Some(gold) = info.gold.as_deref() else { return Ok(None) };
        let mut rows = None;
        pages.visit(page, &mut |found| {
            if found.layout().is_some() {
                rows = read(found, info, gold);
            }
        })?;
        (training.progress)(TrainingStep {
            what: "pages",
            done: done.fetch_add(1, Ordering::Relaxed) + 1,
            of,
        });
        let site = sites.partition_point(|site| *site < info.site.as_str()) as u32;
        Ok(rows.map(|rows| Example { page, site, rows }))
    };
    let found: Result<Vec<_>, PageError> = (0..of).into_par_iter().map(example).collect();
    let found: Vec<Example<T>> = found?.into_iter().flatten().collect();
    if found.iter().all(|example| example.site == found[0].site) {
        let reason = format!(
            "{} pages with gold text and layout (--layout: records of `debulha render`), not of two sites",
            found.len()
        );
        return Err(TrainError::TooLittle(reason));
    }
    Ok(found)
}

/// Judges each page by a model of pages of other sites: mean F1 of its words, by name of the parameters in force.
///
/// # Errors
/// Those of `learn`, and of pages that cannot be read.
pub(super) fn judged<T: Sync>(
    pages: &dyn Pages,
    examples: &[Example<T>],
    folds: usize,
    training: &Training<'_>,
    uses: &[(&str, ParamMap)],
    learn: impl Fn(&[&Example<T>]) -> Result<Model, TrainError>,
) -> Result<BTreeMap<String, f64>, TrainError> {
    let sites: Vec<u32> = examples.iter().map(|example| example.site).collect();
    let mut sums = vec![0.0; uses.len()];
    for (number, (known, held_out)) in
        Folds::by_group(&sites, folds, training.seed).splits().into_iter().enumerate()
    {
        (training.progress)(TrainingStep { what: "folds", done: number, of: folds });
        if known.is_empty() || held_out.is_empty() {
            continue;
        }
        let known: Vec<&Example<T>> = known.iter().map(|&row| &examples[row as usize]).collect();
        let model = learn(&known)?;
        for (place, (_, params)) in uses.iter().enumerate() {
            let extractor = load(&model, params)?;
            let judge = |&row: &u32| -> Result<f64, PageError> {
                let page = examples[row as usize].page;
                let info = &pages.list()[page];
                let mut f1 = 0.0;
                pages.visit(page, &mut |found| {
                    let outcome = extractor.extract(found, &mut Scratch::default());
                    let labels = outcome.labels().cloned().unwrap_or_else(Labels::default);
                    f1 = bag_f1(&labels.plain_text(found), info.gold.as_deref().unwrap_or_default());
                    if place == 0 {
                        (training.held_out)(info, found, &labels);
                    }
                })?;
                Ok(f1)
            };
            let found: Result<Vec<f64>, PageError> = held_out.par_iter().map(judge).collect();
            sums[place] += found?.iter().sum::<f64>();
        }
    }
    let mean = |((name, _), sum): (&(&str, ParamMap), f64)| {
        (format!("F1 of words, {name}, {folds} folds by site"), sum / examples.len().max(1) as f64)
    };
    Ok(uses.iter().zip(sums).map(mean).collect())
}
