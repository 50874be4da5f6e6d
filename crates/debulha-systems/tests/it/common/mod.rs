//! What the modules share.
#![allow(unreachable_pub)]

#[path = "../../../../debulha-core/tests/it/common/families.rs"]
pub mod families;
pub mod generated_site;
pub mod invariants;
pub mod layouts;
#[path = "../../../../debulha-core/tests/it/common/pages.rs"]
pub mod pages;

use debulha_core::extractor::Needs;
use debulha_core::{Extractor, Labels, Outcome, Page, ParamMap, Scratch};
use debulha_systems::extractors::EXTRACTORS;

/// Every extractor with its defaults, in registry order.
pub fn all_extractors() -> Vec<Box<dyn Extractor>> {
    EXTRACTORS.iter().map(|info| (info.build)(&ParamMap::new()).expect("defaults build")).collect()
}

/// Those that answer without further evidence.
pub fn page_level_extractors() -> Vec<Box<dyn Extractor>> {
    all_extractors().into_iter().filter(|extractor| extractor.info().needs == Needs::PAGE).collect()
}

/// The labels of an outcome; an abstention counts as none.
pub fn labels_of(outcome: Outcome) -> Labels {
    match outcome {
        Outcome::Labeled(labels) => labels,
        Outcome::Abstained(_) => Labels::default(),
    }
}

/// The labels that an extractor gives with nothing left from other pages.
pub fn label(extractor: &dyn Extractor, page: &Page<'_>) -> Labels {
    labels_of(extractor.extract(page, &mut Scratch::default()))
}
