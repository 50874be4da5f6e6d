//! Models of `song_block_importance`: visual blocks with levels that follow from gold texts.

use super::{Examples, LearnsFrom, Recipe, TrainError, Training};
use crate::evaluate::{Folds, Predictions, grid_search};
use crate::label::{GoldStandard, GoldSums};
use crate::learner::{self, Learner};
use crate::pages::{PageError, Pages};
use crate::table::{Attribute, AttributeKind, Table};
use debulha_core::classify::model::{Card, Model};
use debulha_core::features::random::SplitMix64;
use debulha_core::params::{BuildError, Params};
use debulha_core::segmentation::Missing;
use debulha_core::{Page, ParamMap, choices, params};
use debulha_systems::extractors::song_block_importance::{
    BLOCKS, CUT, LEVELS, SeenBlock, SongBlockImportanceParams,
};
use debulha_systems::features::vips::importance::{FEATURES, NAMES};
use rayon::prelude::*;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

const ID: &str = "song_block_importance";

/// The learner whose cost and width are chosen.
const MACHINE: &str = "rbf_svm";

choices! {
    /// Which levels there are.
    pub enum Levels {
        /// 1 and 4.
        Two,
        /// All.
        Four,
    }
}

params! {
    /// Parameters of the recipe `song_block_importance`.
    pub struct SongRecipeParams {
        /// The learner (song2004: a support vector machine with a Gaussian kernel, or a network of radial basis functions).
        pub learner: String = MACHINE.to_owned();
        /// Parameters of the learner over its defaults and over what the grid chose.
        pub learner_params: ParamMap = ParamMap::new();
        /// Parameters of the system that say how blocks are cut and measured.
        pub blocks: ParamMap = ParamMap::new();
        /// Which levels there are (our decision: people gave four in song2004).
        pub levels: Levels = Levels::Four;
        /// Share of a block's words from which on it is level 4 (our decision).
        pub main_share: f64 = 0.5, range: 0.0..=1.0;
        /// Share from which on it is level 3: some of it is gold (our decision).
        pub minor_share: f64 = 0.1, range: 0.0..=1.0;
        /// Share of words in links from which on a block that is neither is level 2: navigation (our decision).
        pub link_share: f64 = 0.5, range: 0.0..=1.0;
        /// Costs that are tried for `rbf_svm` (our decision: song2004 gives no values).
        pub costs: Vec<f64> = vec![1.0, 10.0, 100.0];
        /// Values of gamma that are tried for `rbf_svm` (our decision).
        pub gammas: Vec<f64> = vec![0.02, 0.08, 0.32];
        /// Folds of that trial (song2004: 5).
        pub grid_folds: u32 = 5, range: 2..=100;
        /// Most rows of that trial, drawn at random (our decision: its cost grows with their square).
        pub grid_rows: u32 = 1500, range: 10..=40_000;
        /// Parts of the cross-validation by site whose figures the card states.
        pub folds: u32 = 5, range: 2..=1000;
    }
}

/// The recipe.
pub static RECIPE: Recipe = Recipe {
    id: ID,
    system: ID,
    learns_from: LearnsFrom::LabelledPages,
    docs: "Tells levels of importance of visual blocks apart by place, size and content, from pages with gold texts and \
        layouts. Gold texts know content and noise alone, where people gave four levels in song2004. So a block is level \
        4 if `main_share` of its words are gold and level 3 if `minor_share` are; of the rest, what is mostly links is level 2, \
        and all other is level 1. Blocks without words are left out. Of a support vector machine, cost and gamma are \
        those of the highest accuracy over folds of rows.",
    params: SongRecipeParams::INFO,
    train,
};

fn train(examples: Examples<'_>, training: &Training<'_>) -> Result<Model, TrainError> {
    let Examples::Pages(pages) = examples else {
        return Err(TrainError::OtherExamples { recipe: ID, wanted: "labelled pages with layouts" });
    };
    let mut params = SongRecipeParams::from_map(ID, training.params)?;
    let cut = SongBlockImportanceParams::from_map(ID, &params.blocks)?;
    let learner = learner::find(&params.learner)?;
    let ImportanceRows { table, sites } = rows(pages, &cut, &params, training)?;
    params.learner_params = chosen(&table, learner, &params, training)?;
    training.tell("folds", 0, params.folds as usize);
    let metrics = measured(&table, &sites, learner, &params, training)?;
    training.tell("folds", params.folds as usize, params.folds as usize);
    training.tell("model", 0, 1);
    let learned = (learner.train)(&table, &table.all_rows(), &params.learner_params, training.seed)?;
    training.tell("model", 1, 1);
    let card = Card {
        system: ID.to_owned(),
        about: "how important a visual block of a page is".to_owned(),
        data: pages.data_sets(),
        seed: training.seed,
        parameters: params.to_map(),
        metrics,
        ..Card::default()
    };
    // What is done with levels is for the one who uses the model to say.
    let mut cut = cut.to_map();
    cut.retain(|name, _| name != "min_level" && name != "decision");
    let settings = ParamMap::from_iter([(CUT.to_owned(), cut.into())]);
    Ok(Model { card, settings, classifiers: vec![learned.named(BLOCKS, &table, |_| 1)], ..Model::default() })
}

/// The learner's parameters, with the best of the grid where it is a machine.
fn chosen(
    table: &Table,
    learner: &Learner,
    params: &SongRecipeParams,
    training: &Training<'_>,
) -> Result<ParamMap, BuildError> {
    let asked = &params.learner_params;
    if learner.id != MACHINE {
        return Ok(asked.clone());
    }
    let with = |cost: f64, gamma: f64| {
        let mut set = ParamMap::from_iter([
            ("cost".to_owned(), Value::from(cost)),
            ("gamma".to_owned(), Value::from(gamma)),
        ]);
        set.extend(asked.clone());
        set
    };
    let mut sets: Vec<ParamMap> = Vec::new();
    for set in params.costs.iter().flat_map(|&cost| params.gammas.iter().map(move |&gamma| with(cost, gamma)))
    {
        if !sets.contains(&set) {
            sets.push(set);
        }
    }
    let mut rows = table.all_rows();
    if rows.len() > params.grid_rows as usize {
        SplitMix64::new(training.seed).shuffle(&mut rows);
        rows.truncate(params.grid_rows as usize);
        rows.sort_unstable();
    }
    training.tell("grid", 0, sets.len());
    let best = grid_search(learner, table, &rows, &sets, params.grid_folds as usize, training.seed)?;
    training.tell("grid", sets.len(), sets.len());
    Ok(best.map_or_else(|| asked.clone(), |(set, _)| set.clone()))
}

/// Blocks of all pages and the number of the site of each.
struct ImportanceRows {
    table: Table,
    sites: Vec<u32>,
}

/// The features of a page's blocks with words, and their levels, from 0.
type Levelled = Vec<([f32; FEATURES], usize)>;

fn rows(
    pages: &dyn Pages,
    cut: &SongBlockImportanceParams,
    params: &SongRecipeParams,
    training: &Training<'_>,
) -> Result<ImportanceRows, TrainError> {
    let gold_standards = pages.list().iter().enumerate();
    let labelled: Vec<(usize, GoldStandard<'_>)> =
        gold_standards.filter_map(|(index, page)| Some((index, page.gold_standard()?))).collect();
    let of_page = |&(index, gold): &(usize, GoldStandard<'_>)| -> Result<Option<Levelled>, PageError> {
        let mut rows = None;
        pages.visit(index, &mut |page| rows = levelled(page, cut, gold, params).ok())?;
        Ok(rows)
    };
    training.tell("pages", 0, labelled.len());
    let of_pages: Vec<_> = labelled.par_iter().map(of_page).collect::<Result<_, _>>()?;
    training.tell("pages", labelled.len(), labelled.len());
    let levels: BTreeSet<usize> = of_pages.iter().flatten().flatten().map(|&(_, level)| level).collect();
    let numbers: BTreeMap<usize, usize> = levels.iter().copied().zip(0..).collect();
    let attribute = |&name: &&str| Attribute { name: name.to_owned(), kind: AttributeKind::Number };
    let classes = levels.iter().map(|&level| LEVELS[level].to_owned()).collect();
    let mut table = Table::new(NAMES.iter().map(attribute).collect(), classes);
    let mut sites_by_name: BTreeMap<&str, u32> = BTreeMap::new();
    let mut sites = Vec::new();
    for (&(index, _), blocks) in labelled.iter().zip(&of_pages) {
        let Some(blocks) = blocks else { continue };
        let next = sites_by_name.len() as u32;
        let site = *sites_by_name.entry(&pages.list()[index].site).or_insert(next);
        for (row, level) in blocks {
            table.push(&row.map(|value| Some(f64::from(value))), numbers[level]);
            sites.push(site);
        }
    }
    if levels.len() < 2 || sites_by_name.len() < 2 {
        let with_layout = of_pages.iter().flatten().count();
        let reason = format!(
            "{} labelled pages, {with_layout} of them with a layout (--layout), of {} sites, with blocks of {} levels",
            labelled.len(),
            sites_by_name.len(),
            levels.len()
        );
        return Err(TrainError::TooLittle(reason));
    }
    Ok(ImportanceRows { table, sites })
}

fn levelled(
    page: &Page<'_>,
    cut: &SongBlockImportanceParams,
    gold: GoldStandard<'_>,
    params: &SongRecipeParams,
) -> Result<Levelled, Missing> {
    let seen = cut.seen(page)?;
    let sums = GoldSums::of(page, gold);
    let level = |block: &SeenBlock| {
        let (mut gold, mut words, mut linked) = (0.0, 0.0, 0.0);
        for run in &block.runs {
            let (of_gold, of_all) = sums.within(&run.nodes);
            gold += of_gold;
            words += of_all;
            linked += f64::from(run.counts(page).link_words);
        }
        (words > 0.0).then(|| level(gold / words, linked / words, params))
    };
    Ok(seen.iter().filter_map(|block| Some((block.features, level(block)?))).collect())
}

/// The level, from 0, of a block by the shares of its words that are gold and in links.
fn level(gold: f64, linked: f64, params: &SongRecipeParams) -> usize {
    let has_four = params.levels == Levels::Four;
    if gold >= params.main_share {
        3
    } else if has_four && gold >= params.minor_share {
        2
    } else {
        usize::from(has_four && linked >= params.link_share)
    }
}

/// Quality on sites that were not learned from.
fn measured(
    table: &Table,
    sites: &[u32],
    learner: &Learner,
    params: &SongRecipeParams,
    training: &Training<'_>,
) -> Result<BTreeMap<String, f64>, BuildError> {
    let splits = Folds::by_group(sites, params.folds as usize, training.seed).splits();
    let predictions = Predictions::of(learner, table, &splits, &params.learner_params, training.seed)?;
    (training.judged)(&predictions);
    let confusion = predictions.confusion();
    let how = format!("{} folds by site", params.folds);
    let mut metrics = BTreeMap::from([
        (format!("accuracy, {how}"), confusion.accuracy()),
        (format!("accuracy of the largest class, {how}"), confusion.baseline()),
    ]);
    for (class, level) in table.classes().iter().enumerate() {
        metrics.insert(format!("level {level} F1, {how}"), confusion.quality(class).f1);
    }
    Ok(metrics)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::pages::PageInfo;
    use debulha_core::layout::{Drawn, Layout, Rectangle, Style};
    use debulha_core::page::PageOptions;
    use debulha_core::{Evidence, Scratch};
    use debulha_dom::{Document, Limits, names, parse};
    use debulha_systems::extractors::load;

    /// Pages whose paragraphs stand below one another, the second one large.
    struct DrawnParagraphs {
        list: Vec<PageInfo>,
        html: Vec<String>,
        has_layouts: bool,
    }

    fn layout(document: &Document) -> Layout {
        let mut y = 0.0;
        Layout::drawn(document, |node| {
            let text = if document.is_text(node) { Some(node) } else { document.first_child(node) };
            let is_line = document.is_text(node) || document.name(node) == names::P;
            let height = text.filter(|_| is_line).map(|text| document.text(text).len() as f32 * 2.0);
            let rectangle = match height {
                Some(height) => Rectangle { x: 0.0, y, width: 800.0, height },
                None => Rectangle { x: 0.0, y: 0.0, width: 800.0, height: 1000.0 },
            };
            if document.is_text(node) {
                y += rectangle.height + 60.0;
            }
            Some(Drawn { rectangle: Some(rectangle), style: Some(Style::default()), ..Drawn::default() })
        })
    }

    impl Pages for DrawnParagraphs {
        fn list(&self) -> &[PageInfo] {
            &self.list
        }

        fn visit(&self, index: usize, work: &mut dyn FnMut(&Page<'_>)) -> Result<(), PageError> {
            let document = parse(&self.html[index], &Limits::default()).document;
            let layout = layout(&document);
            let evidence =
                Evidence { layout: Some(&layout).filter(|_| self.has_layouts), ..Evidence::default() };
            work(&Page::with(&document, evidence, PageOptions::default()));
            Ok(())
        }

        fn data_sets(&self) -> Vec<debulha_core::classify::model::DataSet> {
            Vec::new()
        }
    }

    fn story(page: usize) -> String {
        format!("Story {page} tells how the rye was cut, bound and threshed before the rain came that year.")
    }

    fn html(page: usize) -> String {
        format!("<p>Menu {page}</p><p>{}</p><p>Copyright</p>", story(page))
    }

    fn pages(has_layouts: bool) -> DrawnParagraphs {
        let info = |page: usize| PageInfo {
            id: page.to_string(),
            site: format!("site {}", page % 4),
            gold: Some(story(page)),
            ..PageInfo::default()
        };
        DrawnParagraphs { list: (0..20).map(info).collect(), html: (0..20).map(html).collect(), has_layouts }
    }

    fn trained(params: &Value, has_layouts: bool) -> Result<Model, TrainError> {
        (RECIPE.train)(Examples::Pages(&pages(has_layouts)), &Training::new(1, params.as_object().unwrap()))
    }

    #[test]
    fn a_model_keeps_the_stories_of_an_unseen_page() {
        for learner in [MACHINE, "rbf_network", "c45"] {
            let params = serde_json::json!({"learner": learner, "costs": [1, 10], "gammas": [0.1]});
            let model = trained(&params, true).unwrap();
            assert_eq!(model.card.metrics["level 4 F1, 5 folds by site"], 1.0, "{learner}");
            let model = Model::from_bytes(&model.to_bytes().unwrap()).unwrap();
            let extractor = load(&model, &ParamMap::new()).unwrap();
            let document = parse(&html(77), &Limits::default()).document;
            let layout = layout(&document);
            let evidence = Evidence { layout: Some(&layout), ..Evidence::default() };
            let page = Page::with(&document, evidence, PageOptions::default());
            let outcome = extractor.extract(&page, &mut Scratch::default());
            assert_eq!(outcome.labels().unwrap().plain_text(&page), story(77), "{learner}");
            assert_eq!(trained(&params, true).unwrap().to_bytes(), model.to_bytes(), "the same again");
        }
    }

    #[test]
    fn levels_follow_from_the_shares_of_gold_and_links() {
        let four = SongRecipeParams::default();
        let levels: Vec<usize> = [(0.6, 0.9), (0.2, 0.9), (0.0, 0.9), (0.0, 0.1)]
            .iter()
            .map(|&(gold, linked)| level(gold, linked, &four) + 1)
            .collect();
        assert_eq!(levels, [4, 3, 2, 1]);
        let two = SongRecipeParams { levels: Levels::Two, ..four };
        assert_eq!((level(0.6, 0.0, &two), level(0.2, 0.9, &two)), (3, 0));
    }

    #[test]
    fn without_layouts_there_is_no_model() {
        let error = trained(&serde_json::json!({}), false).unwrap_err().to_string();
        assert!(error.contains("20 labelled pages, 0 of them with a layout"), "{error}");
    }
}
