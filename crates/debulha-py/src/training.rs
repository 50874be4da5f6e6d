//! The function `train`.

mod data;

use crate::many::checked_threads;
use crate::model::Model;
use crate::objects;
use data::TrainingPages;
use debulha::ParamMap;
use debulha_core::{Labels, Page};
use debulha_corpus::held_out::HeldOut;
use debulha_learn::pages::PageInfo;
use debulha_learn::recipes::{self, Examples, Recipe, TrainError, Training, TrainingStep};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use rayon::ThreadPoolBuilder;
use std::fmt::Write as _;
use std::sync::{Mutex, PoisonError};

/// What the card says of the program.
const PROGRAM: &str = concat!("debulha ", env!("CARGO_PKG_VERSION"), ", Python package");

/// Trains the model of a system.
///
/// The same arguments make the same bytes, on any number of threads. Training runs without the lock of the interpreter, and cannot be
/// stopped half way.
///
/// Args:
///     recipe: which model: ``"debulha"``, ``"l_extractor"``, ``"template"``, …; ``debulha train --list`` lists them with their
///         parameters.
///     data: the pages. Either a labelled corpus, as the path of its folder, or a list of several. Or an iterable of dicts: ``html``
///         (text or bytes), ``text`` (what should be kept), ``url``, ``site`` and ``id``. Only ``html`` must be there; the site is
///         otherwise the host of ``url``, and a page without either is a site of its own. Their labels are held in memory, as are the
///         pages.
///     params: parameters of the training by name.
///     seed: seed of every random choice.
///     held_out: keep what models that know nothing of a page's site keep of it, in ``Model.held_out``. Recipes that do not judge by
///         pages have none.
///     threads: how many; None for one a processor.
///     licence, date: for the card: licence of the model, day of the training.
///     progress: called with what is being done, how many are done, and of how many, such as ``("pages", 12, 80)``. Calls may come from
///         other threads. An exception ends the calls, and is raised when the training has ended.
///
/// Returns:
///     A ``Model``. Its card says how good it is, where the recipe measures that.
///
/// Raises:
///     ValueError: an unknown recipe or parameter, data of the wrong kind, or too little to learn from.
///     OSError: a corpus that cannot be read.
///
/// >>> import debulha
/// >>> def page(site, grain):
/// ...     menu = f"<a href=/>All that farm {site} has for sale</a> " * 4
/// ...     story = f"{grain} was sown early this year, stood well in the winter, and was reaped before the rain came."
/// ...     html = f"<table><tr><td>{menu}</table><table><tr><td>{story}</table>"
/// ...     return {"html": html, "text": story, "site": f"farm {site}"}
/// >>> pages = [page(site, grain) for site in range(4) for grain in ["Oats", "Rye", "Spelt"]]
/// >>> model = debulha.train("l_extractor", pages, params={"folds": 2})
/// >>> model.system, model.card["data"][0]["examples"]
/// ('l_extractor', 12)
/// >>> debulha.Extractor(model=model).id
/// 'l_extractor'
#[pyfunction]
#[pyo3(signature = (recipe, data, *, params=None, seed=1, held_out=false, threads=None, licence="", date="", progress=None))]
pub(crate) fn train(
    py: Python<'_>,
    recipe: &str,
    data: &Bound<'_, PyAny>,
    params: Option<&Bound<'_, PyAny>>,
    seed: i128,
    held_out: bool,
    threads: Option<i128>,
    licence: &str,
    date: &str,
    progress: Option<Py<PyAny>>,
) -> PyResult<Model> {
    let recipe = recipes::find(recipe).map_err(wrong)?;
    let params: ParamMap = params.map(objects::params).transpose()?.unwrap_or_default();
    let seed = objects::count("seed", seed)?;
    let threads = threads.map(checked_threads).transpose()?.unwrap_or(0);
    let data = TrainingPages::of(py, recipe, data)?;
    let watched = TrainingWatcher { callback: progress, error: Mutex::new(None) };
    let (trained, rows) = py.detach(|| {
        let rows = HeldOut::of(recipe.id);
        let keep = |info: &PageInfo, page: &Page<'_>, labels: &Labels| {
            if held_out {
                rows.add(info, page, labels);
            }
        };
        let training = Training {
            seed,
            params: &params,
            progress: &|step| watched.tell(step),
            judged: &|_| (),
            held_out: &keep,
        };
        let pool = ThreadPoolBuilder::new().num_threads(threads).build();
        let trained =
            pool.map(|pool| pool.install(|| (recipe.train)(Examples::Pages(data.pages()), &training)));
        (trained, rows.into_rows())
    });
    if let Some(error) = watched.error.into_inner().unwrap_or_else(PoisonError::into_inner) {
        return Err(error);
    }
    let trained = trained.map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
    let mut model = trained.map_err(|error: TrainError| wrong(error))?;
    model.card.command = command(recipe, seed, &params, &data);
    licence.clone_into(&mut model.card.licence);
    date.clone_into(&mut model.card.date);
    PROGRAM.clone_into(&mut model.card.program);
    Model::of(py, model, held_out.then_some(rows))
}

/// The call, or for corpora the command, that trains the same model.
fn command(recipe: &Recipe, seed: u64, params: &ParamMap, data: &TrainingPages) -> String {
    let TrainingPages::Corpora { names, .. } = data else {
        let params = serde_json::to_string(params).unwrap_or_default();
        return format!("debulha.train('{}', pages, params={params}, seed={seed})", recipe.id);
    };
    let mut command = format!("debulha train {} --seed {seed}", recipe.id);
    for (name, value) in params {
        let _ = write!(command, " --param '{name}={value}'");
    }
    for name in names {
        let _ = write!(command, " --data {name}");
    }
    command
}

/// Whoever is told how far the training is.
struct TrainingWatcher {
    callback: Option<Py<PyAny>>,
    /// What the callback raised.
    error: Mutex<Option<PyErr>>,
}

impl TrainingWatcher {
    fn tell(&self, step: TrainingStep) {
        let Some(callback) = &self.callback else { return };
        if self.error.lock().unwrap_or_else(PoisonError::into_inner).is_some() {
            return;
        }
        // The interpreter first and the error after it: two locks, always in this order.
        if let Err(error) = Python::attach(|py| callback.call1(py, (step.what, step.done, step.of))) {
            self.error.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
        }
    }
}

fn wrong(error: impl std::error::Error) -> PyErr {
    PyValueError::new_err(error.to_string())
}
