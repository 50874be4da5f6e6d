//! The elements around a text block, and what each is like.
//!
//! A column is a container and a statistic, such as `container2_link_share`: the link share of the grandparent of the
//! block's own element. Containers: `container0` is the innermost block-level element around the block, `container1` to
//! `container6` are its ancestors up to `body`; `quarter`, `half`, `words60` and `words250` are the smallest with so much
//! of the page or so many words; `section` is the nearest sectioning element, `branch` the highest with less than 95 % of
//! the page, `record` the innermost of at least three siblings that look alike and have eight words each in the mean.

use super::{Columns, Feature, Group, RowUnit, ratio, ratio_of};
use crate::extractor::{Needs, Scratch};
use crate::features::text_measures::Measures;
use crate::page::Page;
use debulha_dom::{NodeId, names};

/// Levels above a block that are containers by level, its own element among them.
const LEVELS: usize = 7;
/// Words of `words60` and `words250`.
const SMALL_WORDS: u32 = 60;
const LARGE_WORDS: u32 = 250;
/// Share of the page's words that `branch` stays below.
const BRANCH_SHARE: f64 = 0.95;
/// Siblings that look alike for a record.
const RECORD_SIBLINGS: u32 = 3;
/// Words of a record in the mean (our decision: twice the least of our trials, so that menus have none).
const RECORD_WORDS: u32 = 8;

macro_rules! statistics {
    ($($container:literal $of:literal,)*) => { [$(statistics!(@ $container $of
        "words" "Words",
        "link_share" "Words inside links by words, 0 to 1; 0 without text",
        "blocks" "Text blocks that begin there",
        "block_words" "Words by text blocks; 0 without",
        "page_share" "Share of the page's words, 0 to 1",
        "punctuation" "Marks of punctuation by words; 0 without text",
        "stop_word_share" "Stop words by words, 0 to 1 (0 without text; missing also without a stop list)",
        "long_block_share" "Words in long blocks (12 words or more, links below 30 %) by words, 0 to 1",
        "sentences" "Ends of sentences by words; 0 without text",
        "children" "Visible child elements",
        "images" "Images by words, no words counting as one",
        "tags" "Elements by words, no words counting as one",
        "like_siblings" "Siblings with the same name and first class, itself among them",
        "like_sibling_index" "Those of them before it",
        "like_sibling_share" "Its share of their words, 0 to 1",
        "alike" "Elements of the page with the same name and first class",
        "readability" "Score in the manner of Readability by the highest of the page, at most 1 (mozilla2025); 0 without",
        "ctd_share" "Composite text density by the highest of the page, 0 to 1 (sun2011)",
        "density_sum_share" "Density sum by the highest of the page, 0 to 1 (sun2011)",
        "date_share" "Share of its blocks with a date, 0 to 1",
        "price_share" "Share of its blocks with a price, 0 to 1",
    )),*] };
    (@ $container:literal $of:literal $($name:literal $docs:literal,)*) => { [$(Feature {
        name: concat!($container, "_", $name),
        version: 1,
        docs: concat!($docs, ": of ", $of, "; missing without such an element."),
        needs: Needs::PAGE,
    }),*] };
}

static FEATURES: [[Feature; STATISTICS]; CONTAINERS] = statistics! {
    "container0" "the innermost block-level element around the block",
    "container1" "the parent of the block's element",
    "container2" "the ancestor 2 levels above the block's element",
    "container3" "the ancestor 3 levels above the block's element",
    "container4" "the ancestor 4 levels above the block's element",
    "container5" "the ancestor 5 levels above the block's element",
    "container6" "the ancestor 6 levels above the block's element",
    "quarter" "the smallest element around with a quarter of the page's words",
    "half" "the smallest element around with half of the page's words",
    "words60" "the smallest element around with 60 words",
    "words250" "the smallest element around with 250 words",
    "section" "the nearest `article`, `aside`, `footer`, `header`, `main`, `nav` or `section` around",
    "branch" "the highest element around with less than 95 % of the page's words",
    "record" "the innermost element around that is one of three or more siblings that look alike, with 8 words each in \
        the mean",
};

const CONTAINERS: usize = LEVELS + 7;
const STATISTICS: usize = 21;

/// The group.
pub(super) static GROUP: Group =
    Group { name: "block_containers", unit: RowUnit::Block, features: FEATURES.as_flattened(), fill };

fn fill(page: &Page<'_>, _: &[NodeId], columns: &mut Columns<'_>, scratch: &mut Scratch) {
    let doc = page.document();
    let mut known = Known::new(page, scratch);
    let special = Special::find(page, scratch);
    let is_wanted: [bool; CONTAINERS] = std::array::from_fn(|container| {
        (0..STATISTICS).any(|statistic| columns.wants(container * STATISTICS + statistic))
    });
    for (row, block) in page.text_blocks().blocks().iter().enumerate() {
        let mut above = Some(block.element).filter(|&element| doc.contains(page.body(), element));
        for (container, &is_wanted) in is_wanted.iter().enumerate() {
            let element = if container < LEVELS {
                let here = above;
                above =
                    above.filter(|&element| element > page.body()).and_then(|element| doc.parent(element));
                here
            } else {
                special.of(container - LEVELS, block.element)
            };
            let Some(element) = element.filter(|_| is_wanted) else { continue };
            for (statistic, &value) in known.statistics(page, element).iter().enumerate() {
                columns.set(row, container * STATISTICS + statistic, value);
            }
        }
    }
    special.give(scratch);
    known.give(scratch);
}

/// For each node, the nearest element of each special kind, itself or above; 0 for none.
struct Special([Vec<u32>; CONTAINERS - LEVELS]);

impl Special {
    /// One pass from `body` down. O(nodes).
    fn find(page: &Page<'_>, scratch: &mut Scratch) -> Self {
        let (doc, body, measures) = (page.document(), page.body(), page.text_measures());
        let mut found = Special(std::array::from_fn(|_| scratch.indices(doc.len(), 0)));
        let all_words = measures.subtree(doc, body).words;
        let of_page = |words: u32| f64::from(words) / f64::from(all_words.max(1));
        for node in doc.subtree(body) {
            if !doc.is_element(node) || page.visibility().is_hidden(node) {
                continue;
            }
            let words = measures.subtree(doc, node).words;
            let group = page.element_groups().group(node);
            let is_record = group.members >= RECORD_SIBLINGS && group.words >= RECORD_WORDS * group.members;
            let is = [
                of_page(words) >= 0.25,
                of_page(words) >= 0.5,
                words >= SMALL_WORDS,
                words >= LARGE_WORDS,
                is_section(page, node),
                of_page(words) < BRANCH_SHARE,
                is_record,
            ];
            let parent = doc.parent(node).filter(|_| node > body);
            for (kind, is) in is.into_iter().enumerate() {
                let above = parent.map_or(0, |parent| found.0[kind][parent.index()]);
                // The branch is the highest of its kind, the others the nearest.
                let keeps_above = kind == BRANCH && above != 0;
                found.0[kind][node.index()] = if is && !keeps_above { node.0 } else { above };
            }
        }
        found
    }

    fn of(&self, kind: usize, element: NodeId) -> Option<NodeId> {
        Some(NodeId(self.0[kind][element.index()])).filter(|node| node.0 != 0)
    }

    fn give(self, scratch: &mut Scratch) {
        self.0.into_iter().for_each(|buffer| scratch.give_indices(buffer));
    }
}

/// Place of the branch among the special containers.
const BRANCH: usize = 5;

fn is_section(page: &Page<'_>, node: NodeId) -> bool {
    matches!(
        page.document().name(node),
        names::ARTICLE
            | names::ASIDE
            | names::FOOTER
            | names::HEADER
            | names::MAIN
            | names::NAV
            | names::SECTION
    )
}

/// Statistics of the elements that were asked for.
struct Known {
    /// By node: place in `statistics` plus 1.
    places: Vec<u32>,
    statistics: Vec<[f32; STATISTICS]>,
    /// By node: visible child elements.
    children: Vec<u32>,
    all: Measures,
    highest_density: f64,
    highest_sum: f64,
}

impl Known {
    fn new(page: &Page<'_>, scratch: &mut Scratch) -> Self {
        let (doc, densities) = (page.document(), &page.composite_densities().densities);
        let mut known = Known {
            places: scratch.indices(doc.len(), 0),
            statistics: Vec::new(),
            children: scratch.indices(doc.len(), 0),
            all: page.text_measures().subtree(doc, page.body()),
            highest_density: 0.0,
            highest_sum: 0.0,
        };
        for node in doc.subtree(page.body()) {
            if doc.is_element(node) && !page.visibility().is_hidden(node) {
                known.highest_density = known.highest_density.max(densities.density(node));
                known.highest_sum = known.highest_sum.max(densities.sum(node));
                if let Some(parent) = doc.parent(node) {
                    known.children[parent.index()] += 1;
                }
            }
        }
        known
    }

    fn statistics(&mut self, page: &Page<'_>, element: NodeId) -> &[f32; STATISTICS] {
        if self.places[element.index()] == 0 {
            let statistics = self.measure(page, element);
            self.statistics.push(statistics);
            self.places[element.index()] = self.statistics.len() as u32;
        }
        &self.statistics[self.places[element.index()] as usize - 1]
    }

    fn measure(&self, page: &Page<'_>, element: NodeId) -> [f32; STATISTICS] {
        let (doc, groups, scores) = (page.document(), page.element_groups(), page.content_scores());
        let measures = page.text_measures();
        let (found, counts) = (measures.subtree(doc, element), page.stats().subtree(doc, element));
        let densities = &page.composite_densities().densities;
        let group = groups.group(element);
        let stop_words = ratio(found.stop_words, found.words);
        let score = scores.score(element).unwrap_or(0.0);
        [
            found.words as f32,
            ratio(found.link_words, found.words),
            found.blocks as f32,
            ratio(found.words, found.blocks),
            ratio(found.words, self.all.words),
            ratio(found.punctuation, found.words),
            if measures.has_stop_list() { stop_words } else { f32::NAN },
            ratio(found.long_words, found.words),
            ratio(found.sentences, found.words),
            self.children[element.index()] as f32,
            ratio(counts.images, found.words.max(1)),
            ratio(counts.elements, found.words.max(1)),
            group.members as f32,
            groups.index(element) as f32,
            ratio(found.words, group.words),
            groups.alike(element) as f32,
            ratio_of(score, scores.top_score().unwrap_or(0.0)),
            ratio_of(densities.density(element), self.highest_density),
            ratio_of(densities.sum(element), self.highest_sum),
            ratio(found.date_blocks, found.blocks),
            ratio(found.price_blocks, found.blocks),
        ]
    }

    fn give(self, scratch: &mut Scratch) {
        scratch.give_indices(self.places);
        scratch.give_indices(self.children);
    }
}
