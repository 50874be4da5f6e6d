//! Chooses the members of `vote` and writes the evidence to `docs/vote.md`.

use anyhow::Result;
use debulha_core::source::PageSource;
use debulha_corpus::Corpus;
use debulha_eval::vote_tuning::{Candidate, Choice, best_threshold, collect, cross_validate, select};
use debulha_systems::extractors::EXTRACTORS;
use debulha_systems::extractors::vote::Together;
use serde_json::json;
use std::fmt::Write;
use std::fs;
use std::path::Path;

/// Additions to the ensemble at most; weights stay small whole numbers.
const ROUNDS: usize = 10;
const FOLDS: usize = 5;

/// Every system with its defaults and with each of its presets.
fn candidates() -> Vec<Candidate> {
    let mut found = Vec::new();
    for info in EXTRACTORS.iter().filter(|info| info.id != "vote") {
        found.push(Candidate { id: info.id.to_owned(), params: debulha_core::ParamMap::new() });
        for preset in info.presets {
            if let Ok(params) = serde_json::from_str(preset.params) {
                found.push(Candidate { id: info.id.to_owned(), params });
            }
        }
    }
    found
}

/// Runs the choice and writes the page.
pub(crate) fn tune(root: &Path, data: &Path) -> Result<()> {
    let corpus = Corpus::open(data)?;
    let candidates = candidates();
    let pages = collect(&corpus, &candidates, &PageSource::default(), Together::TablesAndCode)?;
    let all: Vec<_> = pages.iter().collect();
    let mut text = format!(
        "<!-- written by `cargo xtask tune-vote` -->\n# The members of `vote`\n\n\
         Ensemble selection on `{}` ({} pages with gold text, digest `{}`): start from nothing, add the candidate, \
         one already chosen included, whose addition gives the best mean word F1 at its best threshold; at most \
         {ROUNDS} additions. Candidates are all systems with their defaults and presets. Texts are those of the \
         blocks, without the writers. The figure to believe is the cross-validated one: the choice is made on \
         {} of {FOLDS} folds of sites and judged on the other.\n\n",
        corpus.name(),
        pages.len(),
        &corpus.digest()[..12],
        FOLDS - 1,
    );
    text.push_str(
        "## Each candidate alone\n\n| system | parameters | threshold | word F1 |\n|---|---|---|---|\n",
    );
    for (index, candidate) in candidates.iter().enumerate() {
        let mut weights = vec![0; candidates.len()];
        weights[index] = 1;
        let (threshold, f1) = best_threshold(&all, &weights);
        let params = json!(candidate.params);
        let _ = writeln!(text, "| `{}` | `{params}` | {threshold} | {f1:.4} |", candidate.id);
    }
    let validation = cross_validate(&pages, candidates.len(), ROUNDS, FOLDS);
    let _ = write!(
        text,
        "\n## Cross-validation over sites\n\nWord F1 {:.4} over all pages, each judged by a choice made without its \
         site.\n\n| fold | choice | threshold | word F1 on the other folds |\n|---|---|---|---|\n",
        validation.f1
    );
    for (fold, choice) in validation.choices.iter().enumerate() {
        let _ = writeln!(text, "| {fold} | {} |", row(choice, &candidates));
    }
    let choice = select(&all, candidates.len(), ROUNDS);
    let _ =
        write!(text, "\n## The choice\n\nOn all pages: {}\n", row(&choice, &candidates).replace(" | ", ", "));
    fs::write(root.join("docs/vote.md"), &text)?;
    print!("{text}");
    Ok(())
}

/// Members with their weights, threshold and F1 as cells of a table.
fn row(choice: &Choice, candidates: &[Candidate]) -> String {
    let members = candidates.iter().zip(&choice.weights).filter(|&(_, &weight)| weight > 0);
    let members: Vec<String> = members
        .map(|(c, weight)| {
            if c.params.is_empty() {
                format!("{weight} × `{}`", c.id)
            } else {
                format!("{weight} × `{}` `{}`", c.id, json!(c.params))
            }
        })
        .collect();
    format!("{} | {} | {:.4}", members.join(" + "), choice.threshold, choice.f1)
}
