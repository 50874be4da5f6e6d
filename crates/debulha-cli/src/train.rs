//! `debulha train`: models of systems that learn.

pub(crate) mod data;
mod input_pages;

use crate::batch;
use crate::exit::Usage;
use crate::help;
use crate::known::{self, KnownValues};
use crate::messages::{PAGES, ProgressArgs, Verbosity};
use crate::models;
use crate::system::{read_param, suggestion};
use anyhow::{Context, Result};
use debulha_core::params::{BuildError, ParamInfo};
use debulha_core::{Labels, Page, ParamMap, classify::model::Model};
use debulha_corpus::held_out::HeldOut;
use debulha_corpus::run_file::{RunRow, RunWriter};
use debulha_eval::plot::roc_pr::{precision_recall, roc};
use debulha_io::whole_file;
use debulha_learn::evaluate::{Curve, Predictions};
use debulha_learn::learner::{LEARNERS, UnknownLearner};
use debulha_learn::pages::PageInfo;
use debulha_learn::recipes::table::REPORT;
use debulha_learn::recipes::{self, Examples, TrainError, Training, TrainingStep};
use serde_json::Value;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;

/// Heading of how a model is trained.
const TRAINING: &str = "Training";

/// Train the model of a system
///
/// Writes one file with the model and a card: its data, parameters and scores. The output is the same on any number of
/// threads.
#[derive(Debug, clap::Args)]
pub struct TrainArgs {
    /// Model to train; --list shows all
    #[arg(required_unless_present = "list")]
    #[arg(value_parser = KnownValues::text(known::models), hide_possible_values = true)]
    model: Option<String>,
    #[command(flatten)]
    data: data::TrainDataArgs,
    /// List trainable models and learners, with their parameters
    #[arg(long, help_heading = TRAINING)]
    list: bool,
    /// Set a training parameter; --list shows all
    ///
    /// The value is JSON, otherwise a string. Repeatable.
    #[arg(short, long, value_name = "NAME=VALUE", help_heading = TRAINING)]
    #[arg(value_parser = KnownValues::read_by(read_param, known::learners), hide_possible_values = true)]
    param: Vec<(String, Value)>,
    /// Random seed
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = TRAINING)]
    seed: u64,
    /// Model file to write
    #[arg(short, long, value_name = "FILE", required_unless_present = "list", help_heading = help::OUTPUT)]
    output: Option<PathBuf>,
    /// Draw ROC and precision-recall curves: PREFIX-roc.svg, PREFIX-pr.svg
    ///
    /// They are measured on held-out rows.
    #[arg(long, value_name = "PREFIX", help_heading = help::OUTPUT)]
    curves: Option<PathBuf>,
    /// Write the extractions of held-out pages as a run file
    ///
    /// For `debulha-lab score`. Each page is extracted by a model that has seen no page of its site.
    #[arg(long, value_name = "FILE", help_heading = help::OUTPUT)]
    held_out: Option<PathBuf>,
    /// Licence of the model, for its card
    #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true, help_heading = help::OUTPUT)]
    licence: String,
    /// Date of the training, for its card
    #[arg(long, value_name = "DATE", default_value = "", hide_default_value = true, help_heading = help::OUTPUT)]
    date: String,
    /// Number of threads; 0 uses one per processor
    #[arg(short, long, value_name = "N", default_value_t = 0, help_heading = help::MESSAGES)]
    jobs: usize,
    #[command(flatten)]
    progress: ProgressArgs,
}

/// What is said of a model that could not be judged because all its pages are of one site.
const ONE_SITE: &str = "not scored: all pages are from one site, and scores need pages of other sites. The site of a page is \
    `site` in its labels, otherwise the host of `url`";

/// Runs the verb.
///
/// # Errors
/// A usage error, data that cannot be read or do not suffice, a file that cannot be written.
pub(crate) fn train(args: &TrainArgs) -> Result<ExitCode> {
    let (Some(id), Some(output)) = (&args.model, &args.output) else {
        print!("{}", list());
        return Ok(ExitCode::SUCCESS);
    };
    let recipe = recipes::find(id)
        .map_err(|error| Usage(format!("{error}{}", suggestion(id, error.known.iter().copied()))))?;
    let params: ParamMap = args.param.iter().cloned().collect();
    // Read with the table; empty is the recipe's word for the last column.
    let class = params.get("class").and_then(Value::as_str).filter(|class| !class.is_empty());
    let data = args.data.open(recipe, class)?;
    let messages = args.progress.messages(PAGES, 0);
    let progress = |step: TrainingStep| messages.at(step.what, step.done, step.of);
    let drawn = Mutex::new(None);
    let judged = |predictions: &Predictions| {
        if let (Some(prefix), Ok(mut drawn)) = (&args.curves, drawn.lock()) {
            *drawn = Some(draw(prefix, id, predictions));
        }
    };
    let rows = HeldOut::of(id);
    let held_out = |info: &PageInfo, page: &Page<'_>, labels: &Labels| {
        if args.held_out.is_some() {
            rows.add(info, page, labels);
        }
    };
    let training = Training {
        seed: args.seed,
        params: &params,
        progress: &progress,
        judged: &judged,
        held_out: &held_out,
    };
    let pool = batch::pool(args.jobs)?;
    let examples = match &data {
        data::TrainData::Pages(pages) => Examples::Pages(&**pages),
        data::TrainData::Table(table, set) => Examples::Table(table, set),
    };
    let trained = pool.install(|| (recipe.train)(examples, &training));
    messages.finish();
    let mut model = trained.map_err(|error| match error {
        TrainError::Learner(UnknownLearner { ref id, ref known, .. }) => {
            Usage(format!("{error}{}", suggestion(id, known.iter().copied()))).into()
        }
        TrainError::Build(BuildError::UnknownParam { ref parameter, ref known, .. }) => {
            let own = recipe.params.iter().map(|param| param.name);
            let of_learner =
                known.iter().copied().filter(|name| recipe.params.iter().all(|own| own.name != *name));
            let all: Vec<&str> = own.chain(of_learner).collect();
            let hint = suggestion(parameter, all.iter().copied());
            let all = all.join(", ");
            Usage(format!("--param {parameter}: `{id}` has no such parameter; it has {all}{hint}")).into()
        }
        TrainError::Build(_) | TrainError::OtherExamples { .. } => Usage(error.to_string()).into(),
        other => anyhow::Error::from(other),
    })?;
    match drawn.into_inner() {
        Ok(Some(result)) => result?,
        _ if args.curves.is_some() => {
            return Err(Usage(format!("--curves: `{id}` is not scored by rows; remove it")).into());
        }
        _ => {}
    }
    if let Some(file) = &args.held_out {
        write_rows(file, &rows.into_rows()).with_context(|| file.display().to_string())?;
    }
    fill_card(&mut model, args, id);
    write(&model, output)?;
    if let Some(Value::String(report)) = model.settings.get(REPORT) {
        println!("{report}");
    }
    messages.say(Verbosity::Normal, &format!("{}: {}", output.display(), summary(&model, &data)));
    Ok(ExitCode::SUCCESS)
}

fn write_rows(file: &Path, rows: &[RunRow]) -> Result<()> {
    let mut writer = RunWriter::create(file)?;
    for row in rows {
        writer.write(row)?;
    }
    Ok(())
}

/// Curves of every class over the rows that were held out: `PREFIX-roc.svg` and `PREFIX-pr.svg`.
fn draw(prefix: &Path, id: &str, predictions: &Predictions) -> Result<()> {
    let classes = predictions.classes.iter().enumerate();
    let curves: Vec<(String, Curve)> =
        classes.map(|(class, name)| (name.clone(), predictions.curve(class))).collect();
    for (kind, svg) in [("roc", roc(id, &curves)), ("pr", precision_recall(id, &curves))] {
        let mut file = prefix.as_os_str().to_owned();
        file.push(format!("-{kind}.svg"));
        fs::write(&file, svg).with_context(|| Path::new(&file).display().to_string())?;
    }
    Ok(())
}

/// What the recipe cannot know.
fn fill_card(model: &mut Model, args: &TrainArgs, id: &str) {
    let mut command = format!("debulha train {id} --seed {}", args.seed);
    for (name, value) in &args.param {
        let _ = write!(command, " --param '{name}={value}'");
    }
    command.push_str(&args.data.command());
    model.card.command = command;
    model.card.licence.clone_from(&args.licence);
    model.card.date.clone_from(&args.date);
    models::PROGRAM.clone_into(&mut model.card.program);
}

/// A model that was there stays until the new one is whole.
fn write(model: &Model, output: &Path) -> Result<()> {
    let written = model
        .to_bytes()
        .map_err(anyhow::Error::from)
        .and_then(|bytes| Ok(whole_file::write(output, &bytes)?));
    written.with_context(|| output.display().to_string())
}

fn summary(model: &Model, data: &data::TrainData) -> String {
    let metrics = &model.card.metrics;
    let width = metrics.keys().map(|name| name.chars().count()).max().unwrap_or_default();
    let row = |(name, value): (&String, &f64)| format!("\n  {name:width$}  {value:.4}");
    let judged = if !metrics.is_empty() {
        return format!("model of `{}`{}", model.card.system, metrics.iter().map(row).collect::<String>());
    } else if data.has_one_site() {
        ONE_SITE.to_owned()
    } else {
        "not scored".to_owned()
    };
    format!("model of `{}`; {judged}", model.card.system)
}

fn list() -> String {
    let mut text = String::new();
    for recipe in recipes::RECIPES {
        let from = recipe.learns_from.name();
        let _ = writeln!(text, "{} (system `{}`, from {from}): {}", recipe.id, recipe.system, recipe.docs);
        list_params(recipe.params, &mut text);
    }
    for learner in LEARNERS {
        let _ = writeln!(text, "learner {} ({}): {}", learner.id, learner.title, learner.docs);
        list_params(learner.params, &mut text);
    }
    text
}

fn list_params(params: &[ParamInfo], text: &mut String) {
    for param in params {
        let docs = param.docs.split_whitespace().collect::<Vec<_>>().join(" ");
        let _ = writeln!(text, "  {} = {}: {docs}", param.name, (param.default)());
    }
}
