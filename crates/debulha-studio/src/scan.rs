//! All pages judged by some systems: verdicts, confidence, and how far the systems agree.

use crate::answer::rounded;
use crate::jobs::{JobKind, StudioJob};
use crate::project::ProjectEntry;
use crate::state::{StudioState, unreadable};
use crate::systems::{AskedSystem, BuiltSystem};
use crate::wire::{JsonBody, JsonReply};
use axum::extract::State;
use debulha_compare::Comparison;
use debulha_compare::System;
use debulha_core::outcome::BlockChance;
use debulha_core::{Evidence, Scratch};
use debulha_server::problem::Problem;
use rayon::ThreadPoolBuilder;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Systems of a scan at most.
const MAX_SYSTEMS: usize = 24;

/// The verdict of pages that cannot be read, or that made a system panic.
const FAILED: &str = "failed";

/// Where a page without a cut would be cut.
const NO_CUT: f32 = 0.5;

/// What a scan found of a page.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Scanned {
    /// By the first system.
    pub(crate) verdict: &'static str,
    /// By the first system, where it can tell.
    pub(crate) confidence: Option<f64>,
    /// How far the systems agree, 0 to 1, where there are several.
    pub(crate) agreement: Option<f64>,
    /// How near the probabilities of the page's blocks are to the cut: 0 where all are sure, 1 where all are at the cut. By the first
    /// system, where it gives probabilities.
    pub(crate) uncertainty: Option<f64>,
}

/// The results of scans, by page; a later scan takes the place of an earlier one.
#[derive(Debug, Default)]
pub(crate) struct Scans(Mutex<BTreeMap<usize, Scanned>>);

impl Scans {
    /// What is known of all pages.
    pub(crate) fn all(&self) -> BTreeMap<usize, Scanned> {
        self.found().clone()
    }

    /// How uncertain the first system of the last scan is about a page.
    pub(crate) fn uncertainty(&self, id: usize) -> Option<f64> {
        self.found().get(&id)?.uncertainty
    }

    fn found(&self) -> MutexGuard<'_, BTreeMap<usize, Scanned>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ScanQuestion {
    systems: Vec<NamedSystem>,
}

/// A system by its id, or with all that is asked of it.
#[derive(Deserialize)]
#[serde(untagged)]
enum NamedSystem {
    Id(String),
    Whole(AskedSystem),
}

#[derive(Serialize)]
pub(crate) struct Started {
    job: usize,
}

/// `POST scan`.
pub(crate) async fn post(
    State(shared): State<Arc<StudioState>>,
    JsonBody(ScanQuestion { systems }): JsonBody<ScanQuestion>,
) -> Result<JsonReply<Started>, Problem> {
    if systems.is_empty() || systems.len() > MAX_SYSTEMS {
        return Err(Problem::bad_request("systems", format!("ask for 1 to {MAX_SYSTEMS} systems")));
    }
    let mut built = Vec::with_capacity(systems.len());
    for system in systems {
        let asked = match system {
            NamedSystem::Id(id) => AskedSystem::of(&id),
            NamedSystem::Whole(asked) => asked,
        };
        built.push((shared.pipelines.get(&shared, &asked).await?, asked.name()));
    }
    let own = Arc::clone(&shared);
    let job = shared.jobs.start(JobKind::Scan, move |job| scan(&own, &built, job))?;
    Ok(JsonReply(Started { job }))
}

fn scan(shared: &StudioState, built: &[(BuiltSystem, String)], job: &StudioJob) -> Result<Value, String> {
    let systems: Vec<System> = built.iter().map(|(built, name)| built.system(name.clone())).collect();
    let Some((first, _)) = built.first() else { return Err("no systems".to_owned()) };
    let entries = shared.project.entries();
    job.at(0, entries.len());
    let threads = shared.engine.options().threads.get();
    let pool = ThreadPoolBuilder::new().num_threads(threads).build().map_err(|error| error.to_string())?;
    pool.install(|| {
        entries.par_iter().enumerate().for_each(|(id, entry)| {
            if !job.is_cancelled() {
                let found = guarded(|| page(shared, first, &systems, entry));
                shared.scans.found().insert(id, found);
                job.step();
            }
        });
    });
    let mut verdicts: BTreeMap<&str, usize> = BTreeMap::new();
    for found in shared.scans.found().values() {
        *verdicts.entry(found.verdict).or_default() += 1;
    }
    Ok(json!({ "pages": entries.len(), "verdicts": verdicts }))
}

/// The result for a page, whatever happens.
fn guarded(work: impl FnOnce() -> Result<Scanned, Problem>) -> Scanned {
    let failed = Scanned { verdict: FAILED, confidence: None, agreement: None, uncertainty: None };
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| Err(Problem::internal("panic"))).unwrap_or(failed)
}

fn page(
    shared: &StudioState,
    first: &BuiltSystem,
    systems: &[System],
    entry: &ProjectEntry,
) -> Result<Scanned, Problem> {
    let stored = shared.project.read(entry).map_err(unreadable)?;
    let mut scratch = Scratch::default();
    let extraction = shared.extract(entry, &stored, &first.pipeline)?;
    let chances = first.pipeline.extractor().chances(&extraction.page(), &mut scratch);
    let agreement = if systems.len() > 1 {
        let parsed = shared.parse(entry, &stored)?;
        let page = parsed.page(Evidence::of_url(entry.url.as_deref()));
        Some(Comparison::of(&page, systems, None, &mut scratch).agreement)
    } else {
        None
    };
    Ok(Scanned {
        verdict: extraction.verdict.kind.name(),
        confidence: extraction.verdict.rounded_confidence(),
        agreement,
        uncertainty: uncertainty(&chances),
    })
}

/// How near the blocks of a page are to the cut, mean over their words; `None` of a page without words.
pub(crate) fn uncertainty(chances: &[BlockChance]) -> Option<f64> {
    let (mut sum, mut words) = (0.0, 0.0);
    for block in chances {
        let cut = if block.least.is_finite() { block.least.clamp(0.0, 1.0) } else { NO_CUT };
        let distance = (block.probability - cut).abs() / cut.max(1.0 - cut);
        sum += f64::from(block.words) * f64::from(1.0 - distance.min(1.0));
        words += f64::from(block.words);
    }
    (words > 0.0).then(|| rounded((sum / words) as f32))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn blocks_at_the_cut_are_uncertain_by_their_words() {
        let block = |words, probability, least| BlockChance { nodes: Vec::new(), words, probability, least };
        assert_eq!(uncertainty(&[block(10, 0.4, 0.4)]), Some(1.0));
        assert_eq!(uncertainty(&[block(10, 1.0, 0.4), block(5, 0.0, 0.5)]), Some(0.0));
        assert_eq!(uncertainty(&[block(30, 0.5, 0.5), block(10, 1.0, 0.5)]), Some(0.75));
        assert_eq!(uncertainty(&[block(10, 0.5, f32::INFINITY)]), Some(1.0));
        assert_eq!(uncertainty(&[block(0, 0.5, 0.5)]), None);
    }

    #[test]
    fn chances_and_the_cut_say_what_is_kept() {
        let page = include_str!("../../../testdata/pages/barn-story/source.html");
        let params = debulha::ParamMap::from_iter([("structures".to_owned(), "parts".into())]);
        let pipeline = debulha::Pipeline::with_params("debulha", &params).unwrap();
        let extraction = pipeline.extract(page);
        let spans = &extraction.outcome.labels().unwrap().spans;
        let chances = pipeline.extractor().chances(&extraction.page(), &mut Scratch::default());
        let is_kept = |block: &BlockChance| spans.iter().any(|span| span.node == block.nodes[0]);
        assert!(chances.iter().any(is_kept) && !chances.iter().all(is_kept));
        for block in &chances {
            assert_eq!(is_kept(block), block.probability >= block.least, "{block:?}");
        }
        assert!(uncertainty(&chances).is_some_and(|uncertainty| (0.0..1.0).contains(&uncertainty)));
    }

    #[test]
    fn a_panic_is_a_page_that_failed() {
        assert_eq!(guarded(|| panic!("on purpose")).verdict, FAILED);
    }
}
