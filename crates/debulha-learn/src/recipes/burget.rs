//! Models of `burget`: visual areas of rendered pages, labelled by gold texts, titles, authors and dates.

use super::drawn::{self, Example};
use super::{Examples, LearnsFrom, Recipe, TrainError, Training, check_kinds};
use crate::label::{
    GoldStandard, GoldSums, GoldWords, NOT_IN_GOLD, NodeClass, NodePreset, NodeRules, bag_f1,
};
use crate::learner::{self, Learner};
use crate::pages::PageInfo;
use crate::table::{Attribute, AttributeKind, Table};
use debulha_core::classify::model::{Card, Model};
use debulha_core::params::Params;
use debulha_core::{Page, ParamMap, metadata, params};
use debulha_dom::{NodeId, names};
use debulha_systems::extractors::burget::{
    AREAS, AUTHOR_DATE, BurgetParams, CLASSES, FEATURES, NAMES, OTHER, PARAGRAPH, SUBTITLE, TITLE, VERSION,
    features,
};
use debulha_systems::features::visual_areas::AreaTree;
use std::collections::{BTreeMap, BTreeSet};

const ID: &str = "burget";

params! {
    /// Parameters of the recipe `burget`. The authors labelled areas by hand; how labels come from gold texts is our
    /// decision.
    pub struct BurgetRecipeParams {
        /// The learner (burget2009: J48).
        pub learner: String = "c45".to_owned();
        /// Parameters of the learner over its defaults (burget2009: those of J48, .25 and 2).
        pub learner_params: ParamMap = ParamMap::new();
        /// Parameters of the system that say what an area is.
        pub areas: ParamMap = ParamMap::new();
        /// Share of the words of an area that must be in the title for it to be the title.
        pub min_title_share: f64 = 0.85, range: 0.0..=1.0;
        /// Share of the words of an area from which on it is gold text.
        pub min_share: f64 = 0.5, range: 0.0..=1.0;
        /// Most words of an area that is author or date.
        pub max_byline_words: u32 = 15, range: 1..=1000;
        /// Parts of the cross-validation by site whose figures the card states; 0: none.
        pub folds: u32 = 5, range: 0..=1000;
    }
}

/// The recipe.
pub static RECIPE: Recipe = Recipe {
    id: ID,
    system: ID,
    learns_from: LearnsFrom::LabelledPages,
    docs: "Tells title, subtitles, author or date, and paragraphs among the visual areas of a page, from pages with gold \
        texts and, where they have them, titles, authors and dates. Needs the pages' layouts with styles: --layout.",
    params: BurgetRecipeParams::INFO,
    train,
};

/// Areas of a page with their classes.
struct AreaRows {
    areas: Vec<([f32; FEATURES], usize)>,
    /// F1 of the words of the areas that are labelled title, subtitle or paragraph.
    labelled_f1: f64,
}

fn train(examples: Examples<'_>, training: &Training<'_>) -> Result<Model, TrainError> {
    let Examples::Pages(pages) = examples else {
        return Err(TrainError::OtherExamples { recipe: ID, wanted: "labelled pages" });
    };
    let params = BurgetRecipeParams::from_map(ID, training.params)?;
    let areas = BurgetParams::from_map(ID, &params.areas)?;
    let fit = BurgetFit {
        learner: learner::find(&params.learner)?,
        params: &params,
        areas: areas
            .to_map()
            .into_iter()
            .filter(|(name, _)| BurgetParams::OF_AREAS.contains(&&**name))
            .collect(),
        seed: training.seed,
    };
    let label = |page: &Page<'_>, info: &PageInfo, gold: &str| rows(&params, &areas, page, info, gold);
    let examples = drawn::examples(pages, training, label)?;
    let classes = || examples.iter().flat_map(|example| &example.rows.areas).map(|(_, class)| *class);
    let content = classes().filter(|class| *class != OTHER && *class != AUTHOR_DATE).count();
    check_kinds(content, classes().count(), "areas", examples.len())?;
    let all: Vec<&Example<AreaRows>> = examples.iter().collect();
    let model = fit.model(&all)?;
    let mut metrics = BTreeMap::new();
    if params.folds > 1 {
        let uses = [("title and paragraphs", ParamMap::new())];
        let folds = params.folds as usize;
        metrics = drawn::judged(pages, &examples, folds, training, &uses, |known| fit.model(known))?;
    }
    let mean = examples.iter().map(|example| example.rows.labelled_f1).sum::<f64>() / examples.len() as f64;
    metrics.insert("F1 of words, labelled areas".to_owned(), mean);
    metrics.insert("pages".to_owned(), examples.len() as f64);
    let card = Card {
        about: "which visual areas of a page are title, subtitle, author or date, and paragraph".to_owned(),
        data: pages.data_sets(),
        seed: training.seed,
        parameters: params.to_map(),
        metrics,
        ..model.card
    };
    Ok(Model { card, ..model })
}

/// The areas of a page; `None` where its layout has no styles, or nothing was drawn.
fn rows(
    params: &BurgetRecipeParams,
    areas: &BurgetParams,
    page: &Page<'_>,
    info: &PageInfo,
    gold: &str,
) -> Option<AreaRows> {
    let tree = areas.areas(page).ok()?;
    let texts = texts(page, &tree);
    let shares = shares(page, &tree, info.gold_standard().unwrap_or(GoldStandard::Text(gold)));
    let rules = NodeRules { min_share: params.min_title_share, ..NodePreset::D4.rules() };
    let (by_words, _) = rules.of_texts(&texts, gold, info.title.as_deref());
    let is_gold = |area: usize| shares[area] >= params.min_share;
    let byline = Byline::of(page, info, params.max_byline_words);
    let class = |area: usize| match by_words[area] {
        NodeClass::Title => TITLE,
        _ if byline.is_in(&texts[area]) => AUTHOR_DATE,
        _ if is_gold(area) && is_heading(page, &tree, area) => SUBTITLE,
        _ if is_gold(area) => PARAGRAPH,
        _ => OTHER,
    };
    let areas: Vec<(usize, [f32; FEATURES], usize)> =
        features(page, &tree).into_iter().map(|(area, row)| (area, row, class(area))).collect();
    let content = areas.iter().filter(|(.., class)| *class != OTHER && *class != AUTHOR_DATE);
    let labelled: Vec<&str> = content.map(|(area, ..)| &*texts[*area]).collect();
    let labelled_f1 = bag_f1(&labelled.join(" "), gold);
    let areas: Vec<_> = areas.into_iter().map(|(_, row, class)| (row, class)).collect();
    (!areas.is_empty()).then_some(AreaRows { areas, labelled_f1 })
}

/// The text of each area.
fn texts(page: &Page<'_>, tree: &AreaTree) -> Vec<String> {
    let mut texts = vec![String::new(); tree.areas.len()];
    for &(text, area) in &tree.of_text {
        texts[area].push_str(page.document().text(text));
        texts[area].push(' ');
    }
    texts
}

/// Share of the words of each area that are gold; 0 without words.
fn shares(page: &Page<'_>, tree: &AreaTree, gold: GoldStandard<'_>) -> Vec<f64> {
    let words_of = GoldSums::of(page, gold);
    let mut words = vec![(0.0, 0.0); tree.areas.len()];
    for &(text, area) in &tree.of_text {
        let (gold, all) = words_of.within(&(text.0..text.0 + 1));
        words[area].0 += gold;
        words[area].1 += all;
    }
    words.into_iter().map(|(gold, all)| if all > 0.0 { gold / all } else { 0.0 }).collect()
}

/// Whether most texts of an area stand in `h2` to `h6`.
fn is_heading(page: &Page<'_>, tree: &AreaTree, area: usize) -> bool {
    const HEADINGS: [debulha_dom::NameId; 5] = [names::H2, names::H3, names::H4, names::H5, names::H6];
    let doc = page.document();
    let is_in_heading = |text: NodeId| doc.ancestors(text).any(|above| HEADINGS.contains(&doc.name(above)));
    let parts = &tree.areas[area].parts;
    2 * parts.iter().filter(|part| is_in_heading(part.node)).count() > parts.len()
}

/// The author and the day that a byline names.
struct Byline<'a> {
    author: Option<GoldWords>,
    day: Option<&'a str>,
    language: Option<&'a str>,
    max_words: usize,
}

impl<'a> Byline<'a> {
    fn of(page: &Page<'a>, info: &'a PageInfo, max_words: u32) -> Self {
        let doc = page.document();
        Byline {
            author: info.author.as_deref().map(GoldWords::new).filter(|author| author.different() > 0),
            // Of a date with a time, the day.
            day: info.date.as_deref().and_then(|date| date.get(..10)),
            language: doc.html().and_then(|html| doc.attribute(html, names::LANG)),
            max_words: max_words as usize,
        }
    }

    /// Whether a text has all words of the author's name, or the day, and not much else.
    fn is_in(&self, text: &str) -> bool {
        if text.split_whitespace().count() > self.max_words {
            return false;
        }
        let has_author = self.author.as_ref().is_some_and(|author| {
            let known: BTreeSet<u32> =
                author.number(text).into_iter().filter(|&word| word != NOT_IN_GOLD).collect();
            known.len() == author.different()
        });
        let found = self.day.and_then(|_| metadata::date_in(text, self.language));
        has_author || found.is_some_and(|(date, _)| Some(&*date) == self.day)
    }
}

/// How the classifier is trained.
struct BurgetFit<'a> {
    learner: &'static Learner,
    params: &'a BurgetRecipeParams,
    /// Parameters that say what an area is.
    areas: ParamMap,
    seed: u64,
}

impl BurgetFit<'_> {
    fn model(&self, examples: &[&Example<AreaRows>]) -> Result<Model, TrainError> {
        let attribute = |&name: &&str| Attribute { name: name.to_owned(), kind: AttributeKind::Number };
        let classes = CLASSES.map(str::to_owned).to_vec();
        let mut table = Table::new(NAMES.iter().map(attribute).collect(), classes);
        for (row, class) in examples.iter().flat_map(|example| &example.rows.areas) {
            table.push(&row.map(|value| (!value.is_nan()).then_some(f64::from(value))), *class);
        }
        let rows = table.all_rows();
        let learned = (self.learner.train)(&table, &rows, &self.params.learner_params, self.seed)?;
        let classifiers = vec![learned.named(AREAS, &table, |_| VERSION)];
        let card = Card { system: ID.to_owned(), ..Card::default() };
        let settings = ParamMap::from_iter([(AREAS.to_owned(), self.areas.clone().into())]);
        Ok(Model { card, settings, classifiers, ..Model::default() })
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::pages::MemoryPages;
    use debulha_core::features::display::is_block;
    use debulha_core::layout::{Color, Display, Drawn, Layout, Rectangle, Style};
    use debulha_core::{Evidence, PageOptions, Scratch};
    use debulha_dom::{Document, Limits, parse};
    use debulha_systems::extractors::load;
    use debulha_systems::features::coarse_layout::coarse_layout;

    /// The coarse layout with room between blocks. Headings are large and bold, `small` is small, links are blue.
    fn layout(document: &Document) -> Layout {
        let coarse = coarse_layout(&Page::new(document), 1000.0);
        let blocks = |node: NodeId| {
            document.nodes().take(node.index()).filter(|&block| is_block(document.name(block)))
        };
        Layout::drawn(document, |node| {
            let place = coarse.rectangle(node);
            let gap = 20.0 * blocks(node).count() as f32;
            let place = place.map(|at| Rectangle { y: at.y + gap, ..at });
            let is_in = |name| document.ancestors(node).any(|above| document.name(above) == name);
            let style = Style {
                display: if document.is_element(node) && is_block(document.name(node)) {
                    Display::Block
                } else {
                    Display::Inline
                },
                font_size: match () {
                    () if is_in(names::H1) => 32.0,
                    () if is_in(names::H2) => 24.0,
                    () if is_in(names::SMALL) => 12.0,
                    () => 16.0,
                },
                font_weight: if is_in(names::H1) || is_in(names::H2) { 700 } else { 400 },
                color: if is_in(names::A) { Color { blue: 200, ..Color::BLACK } } else { Color::BLACK },
                ..Style::default()
            };
            let lines = place.filter(|_| document.is_text(node)).into_iter().collect();
            Some(Drawn { rectangle: place, style: Some(style), lines, paint: 0 })
        })
    }

    fn story(page: usize) -> [String; 4] {
        std::array::from_fn(|part| {
            format!("In story {page}, part {part}, the rye was cut {}", "and bound ".repeat(9 + page % 3))
        })
    }

    fn html(page: usize) -> String {
        let links = [0, 1, 2, 3, 4].map(|n| format!("<li><a href={n}>Part {n}</a>")).concat();
        let [a, b, c, d] = story(page);
        format!(
            "<ul>{links}</ul><main><h1>Harvest report {page}</h1><p><small>By Ana Lima, May {}, 2026</small></p>\
             <p>{a}</p><p>{b}</p><h2>Weather on farm {page}</h2><p>{c}</p><p>{d}</p></main><ul>{links}</ul><div>\
             <a href=9>Imprint</a></div>",
            1 + page % 28
        )
    }

    fn info(page: usize) -> PageInfo {
        let [a, b, c, d] = story(page);
        PageInfo {
            id: page.to_string(),
            site: format!("site {}", page % 4),
            gold: Some(format!("Harvest report {page} {a} {b} Weather on farm {page} {c} {d}")),
            title: Some(format!("Harvest report {page}")),
            author: page.is_multiple_of(2).then(|| "Ana Lima".to_owned()),
            date: (page % 2 == 1).then(|| format!("2026-05-{:02}T08:00:00", 1 + page % 28)),
            ..PageInfo::default()
        }
    }

    fn pages(count: usize) -> MemoryPages {
        let mut pages = MemoryPages::default();
        for page in 0..count {
            pages.push(info(page), html(page));
        }
        pages
    }

    fn on_page<T>(page: usize, work: impl FnOnce(&Page<'_>) -> T) -> T {
        let doc = parse(&html(page), &Limits::default()).document;
        let layout = layout(&doc);
        let evidence = Evidence { layout: Some(&layout), ..Evidence::default() };
        work(&Page::with(&doc, evidence, PageOptions::default()))
    }

    fn trained(pages: &MemoryPages, params: &str) -> Result<Model, TrainError> {
        let params = serde_json::from_str(params).unwrap();
        (RECIPE.train)(Examples::Pages(pages), &Training::new(1, &params))
    }

    #[test]
    fn areas_are_labelled_by_title_author_day_and_text() {
        for page in [6, 7] {
            let of_page = |page_seen: &Page<'_>| {
                let info = info(page);
                let gold = info.gold.clone().unwrap();
                rows(&BurgetRecipeParams::default(), &BurgetParams::default(), page_seen, &info, &gold)
                    .unwrap()
            };
            let found = on_page(page, of_page);
            let classes: Vec<&str> = found
                .areas
                .iter()
                .map(|(_, class)| CLASSES[*class])
                .filter(|class| *class != "other")
                .collect();
            let expected =
                ["title", "author_date", "paragraph", "paragraph", "subtitle", "paragraph", "paragraph"];
            assert_eq!(classes, expected);
            assert!((found.labelled_f1 - 1.0).abs() < 1e-12, "{}", found.labelled_f1);
        }
    }

    #[test]
    fn spec_23_a_model_finds_title_and_paragraphs_of_an_unseen_page() {
        let pages = pages(20).drawn(layout);
        for params in ["{}", r#"{"learner_params": {"prune": false}}"#] {
            let model = trained(&pages, params).unwrap();
            assert_eq!(trained(&pages, params).unwrap().to_bytes(), model.to_bytes());
            let model = Model::from_bytes(&model.to_bytes().unwrap()).unwrap();
            let f1 = model.card.metrics["F1 of words, title and paragraphs, 5 folds by site"];
            assert!(f1 > 0.95, "{params}: {:?}", model.card.metrics);
            let text = |params: &str| {
                let extractor = load(&model, &serde_json::from_str(params).unwrap()).unwrap();
                on_page(77, |page| {
                    let outcome = extractor.extract(page, &mut Scratch::default());
                    outcome.labels().unwrap().plain_text(page)
                })
            };
            let [a, b, c, d] = story(77).map(|part| part.trim().to_owned());
            assert_eq!(text("{}"), format!("Harvest report 77\n{a}\n{b}\n{c}\n{d}"));
            let with_subtitle = format!("Harvest report 77\n{a}\n{b}\nWeather on farm 77\n{c}\n{d}");
            assert_eq!(text(r#"{"subtitles": true}"#), with_subtitle);
        }
    }

    #[test]
    fn a_model_knows_what_its_areas_are() {
        let pages = pages(8).drawn(layout);
        let model = trained(&pages, r#"{"folds": 0, "areas": {"max_gap": 0.25}}"#).unwrap();
        let extractor = load(&model, &ParamMap::new()).unwrap();
        assert_eq!(extractor.params()["max_gap"], 0.25);
        assert!(!model.settings[AREAS].as_object().unwrap().contains_key("title"));
    }

    #[test]
    fn pages_without_styles_do_not_suffice() {
        let error = trained(&pages(20), "{}").unwrap_err().to_string();
        assert!(error.contains("0 pages with gold text and layout"), "{error}");
        let boxes = |document: &Document| coarse_layout(&Page::new(document), 1000.0);
        let error = trained(&pages(20).drawn(boxes), "{}").unwrap_err().to_string();
        assert!(error.contains("0 pages with gold text and layout"), "{error}");
    }
}
