//! Scores, reports, experiments and the gate: how well an extractor's text matches what people labelled.
//!
//! The path of an evaluation is short: a [`debulha_corpus::Corpus`] holds labelled pages, a run file
//! ([`debulha_corpus::run_file`]) holds what one system extracted from them, [`score::score_run`] turns both into
//! [`score::SystemScores`], and a report reads only those. The definitions of all metrics are in
//! `docs/metrics.md`; each lives in one file of [`debulha_compare::metrics`].
#![forbid(unsafe_code)]

pub mod ablation;
pub mod calibration;
pub mod experiments;
pub mod gate;
pub mod label_noise;
pub mod plot;
pub mod record_corpus;
pub mod report;
pub mod retrieval;
pub mod runner;
pub mod score;
pub mod site_eval;
pub mod structure_matrix;
pub mod synthetic;
pub mod trade_off;
pub mod vote_tuning;
pub mod wrapper_corpus;

#[cfg(test)]
mod test_corpus;
