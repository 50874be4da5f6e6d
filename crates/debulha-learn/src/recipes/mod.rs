//! How the models of debulha's systems are made: one recipe a file, named by the system.

pub mod adeater;
pub mod blocks;
pub mod burget;
pub mod debulha;
mod drawn;
pub mod forms;
pub mod hidden_web;
pub mod l_extractor;
pub mod pagination;
pub mod song_block_importance;
pub mod table;
pub mod template;
pub mod v_wrapper;

use crate::evaluate::Predictions;
use crate::learner::UnknownLearner;
use crate::pages::{PageError, PageInfo, Pages};
use crate::table::Table;
use debulha_core::classify::model::{DataSet, Model, ModelError};
use debulha_core::feature_table::UnknownColumn;
use debulha_core::params::{BuildError, ParamInfo};
use debulha_core::{Labels, Page, ParamMap};
use thiserror::Error;

/// What is learned from.
#[derive(Clone, Copy)]
pub enum Examples<'a> {
    /// Pages.
    Pages(&'a dyn Pages),
    /// Rows that somebody made of pages, and what they are.
    Table(&'a Table, &'a DataSet),
}

/// Why there is no model.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TrainError {
    /// The recipe learns from the other kind of examples.
    #[error("`{recipe}` is trained on {wanted}")]
    OtherExamples {
        /// Id of the recipe.
        recipe: &'static str,
        /// What it wants.
        wanted: &'static str,
    },
    /// The examples do not suffice; the reason.
    #[error("not enough to learn from: {0}")]
    TooLittle(String),
    /// A parameter makes no sense.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// The recipe is told to use a learner that there is not.
    #[error(transparent)]
    Learner(#[from] UnknownLearner),
    /// The recipe learns from a feature that there is not.
    #[error(transparent)]
    Column(#[from] UnknownColumn),
    /// A page cannot be read.
    #[error(transparent)]
    Page(#[from] PageError),
    /// What was learned cannot be written.
    #[error(transparent)]
    Model(#[from] ModelError),
}

/// How far a training is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TrainingStep {
    /// What is being done, such as `pages` or `trees`.
    pub what: &'static str,
    /// How many are done.
    pub done: usize,
    /// Of how many.
    pub of: usize,
}

/// What a training is told beside its examples.
pub struct Training<'a> {
    /// Seed of every random choice.
    pub seed: u64,
    /// Parameters of the recipe over its defaults.
    pub params: &'a ParamMap,
    /// Told how far the training is; may be called from several threads.
    pub progress: &'a (dyn Fn(TrainingStep) + Sync),
    /// Told what is said of the rows that were held out, for curves. Only recipes that judge by rows call it.
    pub judged: &'a (dyn Fn(&Predictions) + Sync),
    /// Told what is kept of each page that was held out, by a model that knows nothing of its site. Only recipes that
    /// judge by pages call it; may be called from several threads.
    pub held_out: &'a (dyn Fn(&PageInfo, &Page<'_>, &Labels) + Sync),
}

impl<'a> Training<'a> {
    /// A training that nobody watches.
    pub fn new(seed: u64, params: &'a ParamMap) -> Self {
        Training { seed, params, progress: &|_| (), judged: &|_| (), held_out: &|_, _, _| () }
    }

    /// Tells how far the training is.
    pub(crate) fn tell(&self, what: &'static str, done: usize, of: usize) {
        (self.progress)(TrainingStep { what, done, of });
    }
}

/// What a recipe needs to learn from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LearnsFrom {
    /// Pages that people labelled.
    LabelledPages,
    /// Pages of several sites, with or without labels.
    Pages,
    /// A table.
    Table,
}

impl LearnsFrom {
    /// In words.
    pub fn name(self) -> &'static str {
        match self {
            LearnsFrom::LabelledPages => "labelled pages",
            LearnsFrom::Pages => "pages",
            LearnsFrom::Table => "a table",
        }
    }
}

/// A way to make a model of a system.
pub struct Recipe {
    /// Name in commands: the system's id, or a short form of it.
    pub id: &'static str,
    /// Id of the system that uses the model.
    pub system: &'static str,
    /// What it learns from.
    pub learns_from: LearnsFrom,
    /// What it learns from which examples, and how, in Markdown.
    pub docs: &'static str,
    /// Its parameters in order.
    pub params: &'static [ParamInfo],
    /// Makes the model. Of the card it fills system, about, data, seed, parameters and metrics; the caller the rest.
    pub train: fn(Examples<'_>, &Training<'_>) -> Result<Model, TrainError>,
}

/// Every recipe, in the order of lists.
pub static RECIPES: &[&Recipe] = &[
    &adeater::RECIPE,
    &blocks::RECIPE,
    &burget::RECIPE,
    &debulha::RECIPE,
    &forms::RECIPE,
    &hidden_web::RECIPE,
    &l_extractor::RECIPE,
    &pagination::RECIPE,
    &song_block_importance::RECIPE,
    &table::RECIPE,
    &template::RECIPE,
    &v_wrapper::RECIPE,
];

/// A recipe by its name.
///
/// # Errors
/// No recipe has it.
pub fn find(id: &str) -> Result<&'static Recipe, UnknownRecipe> {
    RECIPES.iter().copied().find(|recipe| recipe.id == id || recipe.system == id).ok_or_else(|| {
        UnknownRecipe { id: id.to_owned(), known: RECIPES.iter().map(|recipe| recipe.id).collect() }
    })
}

/// Why nothing can be learned from pages that nobody labelled.
fn no_labels() -> TrainError {
    TrainError::TooLittle("no page has both text and labels (a gold text or labelled blocks)".to_owned())
}

/// Checks that some of the labelled parts of pages are content and some are not.
///
/// # Errors
/// All are of one kind: what that may come of. `parts` says what they are, such as `text blocks`.
fn check_kinds(content: usize, all: usize, parts: &str, pages: usize) -> Result<(), TrainError> {
    let reason = match content {
        0 => "none is content: the texts do not stand on the pages, or all labels say noise",
        _ if content == all => {
            "all are content: pages must be whole, with what is not to be kept, and that labelled noise"
        }
        _ => return Ok(()),
    };
    Err(TrainError::TooLittle(format!("of {all} {parts} on {pages} labelled pages {reason}")))
}

/// No recipe has the name.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("unknown model `{id}`; use one of {}", known.join(", "))]
#[non_exhaustive]
pub struct UnknownRecipe {
    /// The name that was given.
    pub id: String,
    /// The names there are, in the order of lists.
    pub known: Vec<&'static str>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recipes_have_the_name_of_their_system_too() {
        assert_eq!(find("template_isotonic").map(|recipe| recipe.id), Ok("template"));
        let error = find("templates").map(|recipe| recipe.id);
        let message = error.map_err(|error| error.to_string());
        let known = "adeater, blocks, burget, debulha, forms, hidden_web, l_extractor, pagination, \
                     song_block_importance, table, template, v_wrapper";
        assert_eq!(message, Err(format!("unknown model `templates`; use one of {known}")));
    }
}
