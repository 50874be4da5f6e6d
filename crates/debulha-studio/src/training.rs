//! Training on what was labelled in the studio, and how much better it is.

use crate::jobs::{JobKind, StudioJob};
use crate::label_files::{DEFAULT_LABELLER, check_name};
use crate::labels::annotations;
use crate::models::{MODEL_EXTENSION, MODELS};
use crate::state::StudioState;
use crate::wire::{JsonBody, JsonReply};
use axum::Router;
use axum::extract::State;
use axum::routing::post;
use debulha::{Extraction, ParamMap, Pipeline};
use debulha_compare::metrics::Prf;
use debulha_compare::metrics::word_f1::word_f1;
use debulha_core::classify::model::{DataSet, Model};
use debulha_core::source::PageSource;
use debulha_core::{Evidence, Labels, Page};
use debulha_io::whole_file;
use debulha_learn::pages::{MemoryPages, PageError, PageInfo, Pages};
use debulha_learn::recipes::{self, Examples, LearnsFrom, Recipe, TrainError, Training, TrainingStep};
use debulha_server::problem::Problem;
use debulha_systems::extractors;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::sync::{Arc, Mutex, PoisonError};

/// Fewer sites than this are not parted: pages are judged by models that know other pages of their site.
const MIN_SITES: usize = 5;

/// Seed of every random choice.
const SEED: u64 = 0;

/// The routes.
pub(crate) fn routes() -> Router<Arc<StudioState>> {
    Router::new().route("/train", post(train))
}

/// The recipes that learn from what is labelled here, for the app.
pub(crate) fn described(has_layouts: bool) -> Vec<Value> {
    let is_of_blocks = |recipe: &Recipe| {
        let system = extractors::find(recipe.system);
        system.is_ok_and(|system| has_layouts || !system.needs.layout)
    };
    let own = recipes::RECIPES
        .iter()
        .filter(|recipe| recipe.learns_from == LearnsFrom::LabelledPages && is_of_blocks(recipe));
    let recipe = |recipe: &&Recipe| {
        json!({
            "id": recipe.id,
            "system": recipe.system,
            "docs": recipe.docs,
            "params": recipe.params.iter().map(debulha::systems::describe_param).collect::<Vec<_>>(),
        })
    };
    own.map(recipe).collect()
}

/// What is to be trained.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TrainRequest {
    recipe: String,
    /// Name of the model.
    name: String,
    #[serde(default)]
    labeller: Option<String>,
    #[serde(default)]
    params: ParamMap,
}

async fn train(
    State(shared): State<Arc<StudioState>>,
    JsonBody(ask): JsonBody<TrainRequest>,
) -> Result<JsonReply<Value>, Problem> {
    check_name(&ask.name).map_err(|reason| Problem::bad_request("name", reason))?;
    let labeller = ask.labeller.as_deref().unwrap_or(DEFAULT_LABELLER);
    check_name(labeller).map_err(|reason| Problem::bad_request("labeller", reason))?;
    let recipe =
        recipes::find(&ask.recipe).map_err(|error| Problem::bad_request("recipe", error.to_string()))?;
    if recipe.learns_from != LearnsFrom::LabelledPages {
        let detail = format!("`{}` does not learn from labelled pages alone", recipe.id);
        return Err(Problem::bad_request("recipe", detail));
    }
    check_params(recipe, &ask.params)?;
    let worker = Arc::clone(&shared);
    let job = shared.jobs.start(JobKind::Train, move |job| work(&worker, recipe, &ask, job))?;
    Ok(JsonReply(json!({ "job": job })))
}

/// Whether a recipe takes some parameters: it reads them before it looks at pages, of which it gets none.
fn check_params(recipe: &Recipe, params: &ParamMap) -> Result<(), Problem> {
    match (recipe.train)(Examples::Pages(&MemoryPages::default()), &Training::new(SEED, params)) {
        Err(error @ (TrainError::Build(_) | TrainError::Learner(_) | TrainError::Column(_))) => {
            Err(Problem::bad_request("params", error.to_string()))
        }
        _ => Ok(()),
    }
}

/// Trains, judges and keeps a model.
fn work(shared: &StudioState, recipe: &Recipe, ask: &TrainRequest, job: &StudioJob) -> Result<Value, String> {
    let labeller = ask.labeller.as_deref().unwrap_or(DEFAULT_LABELLER);
    let pages = StudioPages::of(shared, labeller)?;
    let texts = Mutex::new(BTreeMap::new());
    let held_out = |info: &PageInfo, page: &Page<'_>, labels: &Labels| {
        let text = labels.with_beside().plain_text(page);
        texts.lock().unwrap_or_else(PoisonError::into_inner).insert(info.id.clone(), text);
    };
    let progress = |step: TrainingStep| {
        job.at(step.done, step.of);
        job.say(step.what);
    };
    let training = Training {
        seed: SEED,
        params: &ask.params,
        progress: &progress,
        judged: &|_| (),
        held_out: &held_out,
    };
    let trained = (recipe.train)(Examples::Pages(&pages), &training).map_err(|error| error.to_string())?;
    let model = with_card(trained, ask);
    if job.is_cancelled() {
        return Ok(Value::Null);
    }
    let texts = texts.into_inner().unwrap_or_else(PoisonError::into_inner);
    job.say("measuring the default system");
    let judged = pages.judge(&texts, job)?;
    let folder = shared.labels.join(MODELS);
    let file = folder.join(format!("{}.{MODEL_EXTENSION}", ask.name));
    let at = |error: &dyn std::fmt::Display| format!("{}: {error}", file.display());
    let bytes = model.to_bytes().map_err(|error| at(&error))?;
    fs::create_dir_all(&folder)
        .and_then(|()| whole_file::write(&file, &bytes))
        .map_err(|error| at(&error))?;
    let card = serde_json::to_value(&model.card).map_err(|error| error.to_string())?;
    shared.models.add(&ask.name, model);
    job.say("");
    Ok(json!({
        "model": ask.name,
        "card": card,
        "split": pages.split(),
        "held_out": judged.as_ref().map(|judged| &judged.after),
        "before": judged.as_ref().map(|judged| &judged.before),
        "changed": judged.map(|judged| judged.changed).unwrap_or_default(),
        "file": file.display().to_string(),
    }))
}

fn with_card(mut model: Model, ask: &TrainRequest) -> Model {
    let params = ask.params.iter().map(|(name, value)| format!(" --param '{name}={value}'"));
    let params: Vec<String> = params.collect();
    model.card.command =
        format!("debulha train {} --seed {SEED}{} (in the studio)", ask.recipe, params.concat());
    model.card.program = format!("debulha {}", env!("CARGO_PKG_VERSION"));
    model
}

/// The pages that are labelled.
struct StudioPages<'s> {
    shared: &'s StudioState,
    list: Vec<PageInfo>,
    /// Number in the project, by place in the list.
    ids: Vec<usize>,
    by_page: bool,
    /// SHA-256 of the table of labels, in hexadecimal.
    digest: String,
}

impl<'s> StudioPages<'s> {
    /// Those that are done or have labels.
    fn of(shared: &'s StudioState, labeller: &str) -> Result<Self, String> {
        let labelled = shared.label_files.read(labeller).map_err(|error| error.to_string())?;
        let entries = shared.project.entries().iter().enumerate();
        let labelled = entries.filter_map(|(id, entry)| {
            let key = entry.key().to_owned();
            let labels = labelled.pages.get(&key)?;
            let (url, site) = (entry.url.clone(), entry.site.clone());
            let site = site.unwrap_or_else(|| key.clone());
            Some((
                id,
                PageInfo { id: key, site, url, annotations: annotations(labels), ..PageInfo::default() },
            ))
        });
        let (ids, mut list): (Vec<usize>, Vec<PageInfo>) = labelled.unzip();
        if list.is_empty() {
            return Err("no page is labelled".to_owned());
        }
        let known: BTreeSet<&str> =
            list.iter().filter(|page| page.site != page.id).map(|page| page.site.as_str()).collect();
        let by_page = known.len() < MIN_SITES;
        if by_page {
            for page in &mut list {
                page.site.clone_from(&page.id);
            }
        }
        let table = fs::read(shared.label_files.table(labeller)).map_err(|error| error.to_string())?;
        let digest = Sha256::digest(table).iter().fold(String::new(), |hex, byte| format!("{hex}{byte:02x}"));
        Ok(StudioPages { shared, list, ids, by_page, digest })
    }

    /// What is never parted between what is learned from and what is judged.
    fn split(&self) -> &'static str {
        if self.by_page { "page" } else { "site" }
    }

    /// How good texts of held-out pages are beside those of the default system.
    fn judge(
        &self,
        texts: &BTreeMap<String, String>,
        job: &StudioJob,
    ) -> Result<Option<JudgedTraining>, String> {
        let (pipeline, project) = (Pipeline::default(), &self.shared.project);
        job.at(0, texts.len());
        let judge = |(place, info): (usize, &PageInfo)| -> Option<Result<ScoreChange, String>> {
            let after = texts.get(&info.id)?;
            if job.is_cancelled() {
                return None;
            }
            let id = self.ids[place];
            let extracted = self.shared.entry(id).and_then(|entry| {
                let stored = self.shared.stored(id)?;
                self.shared.extract(entry, &stored, &pipeline)
            });
            let before = match extracted {
                Ok(extraction) => extraction,
                Err(problem) => return Some(Err(problem.detail().to_owned())),
            };
            let title = before.metadata().title.value().map(str::to_owned);
            let page = before.page();
            let gold = info.annotations.resolve(&page).labels(&page).plain_text(&page);
            job.step();
            let (before, after) = (word_f1(&plain_text(&before), &gold), word_f1(after, &gold));
            let changed = Changed {
                page: project.id(id).unwrap_or_default().to_owned(),
                name: project.entries()[id].name.clone(),
                title,
                before: before.f1,
                f1: after.f1,
            };
            Some(Ok(ScoreChange { changed, before, after }))
        };
        let scores: Result<Vec<ScoreChange>, String> =
            self.list.par_iter().enumerate().filter_map(judge).collect();
        let scores = scores?;
        if scores.is_empty() {
            return Ok(None);
        }
        let [before, after] = [
            MeanScores::of(scores.iter().map(|score| score.before)),
            MeanScores::of(scores.iter().map(|score| score.after)),
        ];
        let mut changed: Vec<Changed> = scores.into_iter().map(|score| score.changed).collect();
        changed.retain(|page| page.before != page.f1);
        changed.sort_by(|a, b| (b.f1 - b.before).abs().total_cmp(&(a.f1 - a.before).abs()));
        Ok(Some(JudgedTraining { before, after, changed }))
    }
}

/// The text that a system keeps, with the headings and captions beside it: who labels sees them as kept.
fn plain_text(extraction: &Extraction) -> String {
    let text = |labels: &Labels| labels.with_beside().plain_text(&extraction.page());
    extraction.outcome.labels().map(text).unwrap_or_default()
}

impl Pages for StudioPages<'_> {
    fn list(&self) -> &[PageInfo] {
        &self.list
    }

    fn visit(&self, index: usize, show: &mut dyn FnMut(&Page<'_>)) -> Result<(), PageError> {
        let info = &self.list[index];
        let stored = self
            .shared
            .stored(self.ids[index])
            .map_err(|problem| PageError { id: info.id.clone(), reason: problem.detail().to_owned() })?;
        let loaded = PageSource::default().load(&stored.bytes, stored.charset.as_deref());
        show(&loaded.page(Evidence::of_url(info.url.as_deref())));
        Ok(())
    }

    fn data_sets(&self) -> Vec<DataSet> {
        vec![DataSet {
            name: self.shared.project.name.clone(),
            digest: self.digest.clone(),
            licence: "none is stated".to_owned(),
            examples: self.list.len() as u64,
        }]
    }
}

/// A page, with its score before and after.
#[derive(Serialize)]
struct Changed {
    /// The id of the page.
    page: String,
    name: String,
    title: Option<String>,
    before: f64,
    f1: f64,
}

struct ScoreChange {
    changed: Changed,
    before: Prf,
    after: Prf,
}

struct JudgedTraining {
    before: MeanScores,
    after: MeanScores,
    changed: Vec<Changed>,
}

/// Means over pages.
#[derive(Serialize)]
struct MeanScores {
    pages: usize,
    precision: f64,
    recall: f64,
    f1: f64,
}

impl MeanScores {
    fn of(scores: impl ExactSizeIterator<Item = Prf>) -> Self {
        let pages = scores.len();
        let mut mean = MeanScores { pages, precision: 0.0, recall: 0.0, f1: 0.0 };
        for score in scores {
            mean.precision += score.precision / pages as f64;
            mean.recall += score.recall / pages as f64;
            mean.f1 += score.f1 / pages as f64;
        }
        mean
    }
}
