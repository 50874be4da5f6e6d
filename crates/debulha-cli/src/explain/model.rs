//! `debulha explain --model`: what a model file holds, and what its features are worth.

use super::outline;
use crate::exit::Usage;
use crate::models;
use crate::train::data::table;
use anyhow::{Context, Result};
use debulha_core::classify::Classifier;
use debulha_core::classify::model::Model;
use debulha_core::classify::model::{Card, Trained};
use debulha_eval::plot::figure::Bars;
use debulha_learn::importance::{Permutation, permutation};
use debulha_learn::{Attribute, AttributeKind, Table};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

/// Choice of the model and of what is shown of it.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Model")]
pub(super) struct ExplainModelArgs {
    /// Explain a model file: its card, settings and feature importance
    #[arg(long, value_name = "FILE", conflicts_with = "id")]
    pub(super) model: Option<PathBuf>,
    /// Show only this classifier of the model
    #[arg(long, value_name = "NAME")]
    classifier: Option<String>,
    /// Number of the boosted tree to print, from 1
    #[arg(long, value_name = "N", default_value_t = 1)]
    tree: usize,
    /// Write a bar chart of feature importance, as SVG
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Table to measure feature importance on, by shuffling one feature
    ///
    /// Reports the loss in accuracy and log-loss. The table is read as `debulha train` reads it; columns are matched by
    /// name.
    #[arg(long, value_name = "FILE")]
    permutation: Option<PathBuf>,
    /// Random seed of the shuffling
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

impl ExplainModelArgs {
    /// Whether nothing is asked of a model where none is given.
    ///
    /// # Errors
    /// [`Usage`] for the option.
    pub(super) fn check(&self) -> Result<(), Usage> {
        let options = [
            ("classifier", self.classifier.is_some()),
            ("svg", self.svg.is_some()),
            ("permutation", self.permutation.is_some()),
        ];
        match options.iter().find(|option| option.1 && self.model.is_none()) {
            None => Ok(()),
            Some((name, _)) => Err(Usage(format!("--{name} needs a model; add --model FILE"))),
        }
    }
}

/// Features in the chart.
const MAX_BARS: usize = 40;

/// Features in a table of text; `--json` has all.
const MAX_ROWS: usize = 60;

/// Characters of a setting that are shown; `--json` has all.
const MAX_SETTING: usize = 100;

/// The model in words, or as JSON.
///
/// # Errors
/// A file that cannot be read, written or is no model; [`Usage`] for what the model does not have.
pub(super) fn describe(path: &Path, args: &ExplainModelArgs, as_json: bool) -> Result<String> {
    let model = models::read(path)?;
    let wanted = |trained: &&Trained| args.classifier.as_ref().is_none_or(|name| *name == trained.name);
    let shown: Vec<&Trained> = model.classifiers.iter().filter(wanted).collect();
    if let (Some(name), []) = (&args.classifier, &*shown) {
        let known: Vec<&str> = model.classifiers.iter().map(|trained| trained.name.as_str()).collect();
        return Err(Usage(format!(
            "--classifier: no classifier `{name}`; the model has {}",
            known.join(", ")
        ))
        .into());
    }
    let mut entries = Vec::new();
    for trained in shown {
        let measured =
            args.permutation.as_deref().map(|table| measure(table, trained, args.seed)).transpose()?;
        entries.push(ClassifierEntry { trained, measured });
    }
    if let Some(file) = &args.svg {
        let svg = chart(&model.card, &entries)?;
        fs::write(file, svg).with_context(|| file.display().to_string())?;
    }
    if as_json {
        return Ok(format!("{:#}\n", as_value(&model, &entries)?));
    }
    let mut text = card(&model.card);
    if !model.settings.is_empty() {
        text.push_str("\n## Settings\n");
        for (name, value) in &model.settings {
            let _ = writeln!(text, "- `{name}` = {}", shortened(&value.to_string()));
        }
    }
    for entry in &entries {
        text.push_str(&entry.text(args.tree)?);
    }
    Ok(text)
}

/// A classifier, and how it did on a table.
struct ClassifierEntry<'m> {
    trained: &'m Trained,
    measured: Option<Permutation>,
}

fn measure(path: &Path, trained: &Trained, seed: u64) -> Result<Permutation> {
    let (table, _) = table(path, None).with_context(|| path.display().to_string())?;
    let measured = permutation(&table, &table.all_rows(), trained, seed);
    measured.with_context(|| format!("{}: classifier `{}`", path.display(), trained.name))
}

/// The card, line by line.
fn card(card: &Card) -> String {
    let mut text = format!("# Model of `{}`\n\n", card.system);
    let mut line = |name: &str, value: &str| {
        let value = if value.is_empty() { "not stated" } else { value };
        let _ = writeln!(text, "- {name}: {value}");
    };
    line("about", &card.about);
    for set in &card.data {
        let digest = if set.digest.is_empty() { "not stated" } else { &set.digest };
        let licence = if set.licence.is_empty() { "not stated" } else { &set.licence };
        line(
            "data",
            &format!("{}, {} examples; licence: {licence}; digest: {digest}", set.name, set.examples),
        );
    }
    line("licence", &card.licence);
    line("seed", &card.seed.to_string());
    let parameters = card.parameters.iter().map(|(name, value)| format!("{name} = {value}"));
    line("parameters", &parameters.collect::<Vec<_>>().join(", "));
    for (name, value) in &card.metrics {
        line("measured", &format!("{name}: {value:.4}"));
    }
    line("command", &card.command);
    line("date", &card.date);
    line("program", &card.program);
    text
}

impl ClassifierEntry<'_> {
    fn text(&self, tree: usize) -> Result<String> {
        let Trained { name, features, classes, classifier, .. } = self.trained;
        let (kind, count) = (classifier.kind(), features.len());
        let mut text =
            format!("\n## Classifier `{name}`\n- kind: {kind}\n- classes: {}\n", classes.join(", "));
        if let Classifier::BoostedTrees(trees) = classifier {
            let leaves: usize = trees.trees().map(|tree| tree.leaves.len()).sum();
            let _ =
                writeln!(text, "- trees: {}, with {leaves} leaves; base: {:+.4}", trees.len(), trees.base());
        }
        if let Some(measured) = &self.measured {
            let whole = measured.whole;
            let _ = writeln!(
                text,
                "- on the table: accuracy {:.4}, log-loss {:.4}",
                whole.accuracy, whole.log_loss
            );
        }
        let _ = writeln!(text, "- features: {count}\n");
        text.push_str(&self.features());
        text.push_str(&body(self.trained, tree)?);
        Ok(text)
    }

    /// Features from the one that is worth most, with name and version, gain and its share, and what is lost without.
    fn features(&self) -> String {
        let Trained { features, gains, .. } = self.trained;
        let sum: f64 = gains.iter().sum();
        let names: Vec<String> = features.iter().map(|feature| feature.name.clone()).collect();
        let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max("feature".len());
        let mut text = format!("{:width$}  version", "feature");
        if !gains.is_empty() {
            text.push_str("        gain  share");
        }
        if self.measured.is_some() {
            text.push_str("  accuracy lost  log-loss added");
        }
        text.push('\n');
        for &at in self.order().iter().take(MAX_ROWS) {
            let _ = write!(text, "{:width$}  {:>7}", names[at], features[at].version);
            if let Some(gain) = gains.get(at) {
                let share = if sum > 0.0 { gain / sum * 100.0 } else { 0.0 };
                let _ = write!(text, "  {gain:>10.4}  {share:>4.1}%");
            }
            if let Some(measured) = &self.measured {
                let lost = measured.losses[at];
                let _ = write!(text, "  {:>+13.4}  {:>+14.4}", lost.accuracy, lost.log_loss);
            }
            text.push('\n');
        }
        if features.len() > MAX_ROWS {
            let _ = writeln!(text, "… {} more; --json shows all", features.len() - MAX_ROWS);
        }
        text
    }

    /// Places of the features, by what each is worth, else as they are.
    fn order(&self) -> Vec<usize> {
        let worth = self.worth();
        let mut order: Vec<usize> = (0..self.trained.features.len()).collect();
        if let Some((worth, _)) = worth {
            order.sort_by(|&a, &b| worth[b].total_cmp(&worth[a]));
        }
        order
    }

    /// What each feature is worth, and the name of that quantity: what was measured, where it was requested.
    fn worth(&self) -> Option<(Vec<f64>, &'static str)> {
        let Trained { features, gains, classifier, .. } = self.trained;
        if let Some(measured) = &self.measured {
            let added = measured.losses.iter().map(|lost| lost.log_loss).collect();
            return Some((added, "log-loss added when the values are shuffled"));
        }
        if gains.len() == features.len() && !gains.is_empty() {
            return Some((gains.clone(), "gain in training"));
        }
        if let Classifier::Linear(linear) = classifier {
            let weights = linear.weights.iter().map(|weight| weight.weight.abs()).collect();
            return Some((weights, "size of the weight of the standardised value"));
        }
        None
    }
}

/// What the classifier is made of, as far as a person can read it.
fn body(trained: &Trained, tree: usize) -> Result<String> {
    let features: Vec<String> = trained.features.iter().map(|feature| feature.name.clone()).collect();
    Ok(match &trained.classifier {
        Classifier::BoostedTrees(trees) if trees.is_empty() => String::new(),
        Classifier::BoostedTrees(trees) => {
            let Some(shown) = tree.checked_sub(1).and_then(|at| trees.trees().nth(at)) else {
                return Err(
                    Usage(format!("--tree: there is no tree {tree}; use 1 to {}", trees.len())).into()
                );
            };
            let outline = outline::boosted_tree(shown, &features);
            format!(
                "\ntree {tree} of {}: added to the log-odds (weight of training rows)\n{outline}",
                trees.len()
            )
        }
        other => {
            // Names of values are the table's, not the model's: their numbers stand for them.
            let attribute = |name: &String| Attribute { name: name.clone(), kind: AttributeKind::Number };
            let table = Table::new(features.iter().map(attribute).collect(), trained.classes.clone());
            format!("\n{}", outline::cut(&debulha_learn::describe::describe(other, &table)))
        }
    })
}

/// A chart of the classifier's features; of the only one that has something to show.
fn chart(card: &Card, entries: &[ClassifierEntry<'_>]) -> Result<String> {
    let able: Vec<(&ClassifierEntry<'_>, Vec<f64>, &str)> = entries
        .iter()
        .filter_map(|entry| entry.worth().map(|(worth, quantity)| (entry, worth, quantity)))
        .collect();
    let [(entry, worth, quantity)] = &*able else {
        let reason = match able.len() {
            0 => "no classifier records feature importance; measure it with --permutation FILE".to_owned(),
            count => format!("{count} classifiers have feature importance; choose one with --classifier"),
        };
        return Err(Usage(format!("--svg: {reason}")).into());
    };
    let bar = |&at: &usize| (entry.trained.features[at].name.clone(), worth[at], format!("{:.4}", worth[at]));
    let bars = entry.order().iter().take(MAX_BARS).map(bar).collect();
    let title = format!("{}: features of `{}`", card.system, entry.trained.name);
    Ok(Bars { title, quantity: (*quantity).to_owned(), bars }.svg())
}

fn as_value(model: &Model, entries: &[ClassifierEntry<'_>]) -> Result<Value> {
    let classifier = |entry: &ClassifierEntry<'_>| -> Result<Value> {
        let trained = entry.trained;
        let features: Vec<Value> = (0..trained.features.len())
            .map(|at| {
                let feature = &trained.features[at];
                let mut value = json!({ "name": feature.name, "version": feature.version });
                if let Some(gain) = trained.gains.get(at) {
                    value["gain"] = json!(gain);
                }
                if let Some(measured) = &entry.measured {
                    value["accuracy_lost"] = json!(measured.losses[at].accuracy);
                    value["log_loss_added"] = json!(measured.losses[at].log_loss);
                }
                value
            })
            .collect();
        let mut value = json!({
            "name": trained.name,
            "kind": trained.classifier.kind(),
            "classes": trained.classes,
            "features": features,
            "classifier": serde_json::to_value(&trained.classifier)?,
        });
        if let Some(measured) = &entry.measured {
            value["accuracy"] = json!(measured.whole.accuracy);
            value["log_loss"] = json!(measured.whole.log_loss);
        }
        Ok(value)
    };
    let classifiers: Vec<Value> = entries.iter().map(classifier).collect::<Result<_>>()?;
    Ok(json!({ "card": model.card, "settings": model.settings, "classifiers": classifiers }))
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(MAX_SETTING) {
        Some((end, _)) => format!("{}… ({} bytes)", &text[..end], text.len()),
        None => text.to_owned(),
    }
}
