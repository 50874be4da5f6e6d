//! The elements around a text block, and what each is like.
//!
//! A column is a container and a statistic, such as `container2_link_share`: the link share of the grandparent of the
//! block's own element. Containers: `container0` is the innermost block-level element around the block, `container1` to
//! `container6` are its ancestors up to `body`; `quarter`, `half`, `words60` and `words250` are the smallest with so much
//! of the page or so many words; `section` is the nearest sectioning element, `branch` the highest with less than 95 % of
//! the page, `record` the innermost of at least three siblings that look alike and have eight words each in the mean.

use super::open_path::OpenPath;
use super::{Feature, FeatureGroup, GroupColumns, RowUnit, WantedColumn, finite, places, ratio, ratio_of};
use crate::about::Needs;
use crate::features::content_scores::ContentScores;
use crate::features::element_groups::ElementGroups;
use crate::features::text_density::Densities;
use crate::features::text_measures::Measures;
use crate::page::Page;
use crate::scratch::Scratch;
use debulha_dom::{Document, NodeId, names};

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

/// Calls a macro with something of its own and the statistics: names and meanings.
macro_rules! with_statistics {
    ($then:ident! $($own:tt)*) => { $then! { $($own)*
        words: "Words",
        link_share: "Words inside links by words, 0 to 1; 0 without text",
        blocks: "Text blocks that begin there",
        block_words: "Words by text blocks; 0 without",
        page_share: "Share of the page's words, 0 to 1",
        punctuation: "Marks of punctuation by words; 0 without text",
        stop_word_share: "Stop words by words, 0 to 1 (0 without text; missing also without a stop list)",
        long_block_share: "Words in long blocks (12 words or more, links below 30 %) by words, 0 to 1",
        sentences: "Ends of sentences by words; 0 without text",
        children: "Visible child elements",
        images: "Images by words, no words counting as one",
        tags: "Elements by words, no words counting as one",
        like_siblings: "Siblings with the same name and first class, itself among them",
        like_sibling_index: "Those of them before it",
        like_sibling_share: "Its share of their words, 0 to 1",
        alike: "Elements of the page with the same name and first class",
        readability: "Score in the manner of Readability by the highest of the page, at most 1 (mozilla2025); 0 without",
        ctd_share: "Composite text density by the highest of the page, 0 to 1 (sun2011)",
        density_sum_share: "Density sum by the highest of the page, 0 to 1 (sun2011)",
        date_share: "Share of its blocks with a date, 0 to 1",
        price_share: "Share of its blocks with a price, 0 to 1",
    } };
}

macro_rules! names_alone {
    ($($name:ident: $docs:literal,)*) => { places!(Statistics AT; $($name,)*); };
}
with_statistics!(names_alone!);

macro_rules! of_containers {
    ($($container:literal $of:literal,)*) => { [$(with_statistics!(of_container! $container $of;)),*] };
}

macro_rules! of_container {
    ($container:literal $of:literal; $($name:ident: $docs:literal,)*) => { [$(Feature {
        name: concat!($container, "_", stringify!($name)),
        version: 1,
        docs: concat!($docs, ": of ", $of, "; missing without such an element."),
        needs: Needs::PAGE,
    }),*] };
}

static FEATURES: [[Feature; STATISTICS]; CONTAINERS] = of_containers! {
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
const STATISTICS: usize = Statistics::<f32>::LEN;

/// The group.
pub(super) static GROUP: FeatureGroup =
    FeatureGroup { name: "block_containers", unit: RowUnit::Block, features: FEATURES.as_flattened(), fill };

/// Statistics that need more than the counts of text and elements, by what they need: the groups and the densities.
const OF_GROUPS: [usize; 4] = [AT.like_siblings, AT.like_sibling_index, AT.like_sibling_share, AT.alike];
const OF_DENSITIES: [usize; 2] = [AT.ctd_share, AT.density_sum_share];

/// The containers that are not found by level, in order after those.
const RECORD: usize = 6;
/// The branch is the highest of its kind, the others are the nearest.
const BRANCH: usize = 5;

fn fill(page: &Page<'_>, rows: &[NodeId], columns: &mut GroupColumns<'_>, scratch: &mut Scratch) {
    let doc = page.document();
    // Containers with a wanted column.
    let wanted = (0..CONTAINERS)
        .map(|container| (container, columns.wanted(container * STATISTICS..(container + 1) * STATISTICS)));
    let wanted: Vec<(usize, &[WantedColumn])> = wanted.filter(|(_, wanted)| !wanted.is_empty()).collect();
    let mut known = ContainerStatistics::new(page, columns, scratch);
    let mut path = OpenPath::new(page.body());
    let blocks = page.text_blocks().blocks();
    for row in columns.range() {
        let block = &blocks[row];
        let steps = path.come_to(doc, rows[row], block.element, |node, above| known.enter(page, node, above));
        let Some(innermost) = steps.last() else { continue };
        for &(container, wanted) in &wanted {
            let element = if container < LEVELS {
                steps.len().checked_sub(container + 1).map(|step| steps[step].node)
            } else {
                Some(innermost.value[container - LEVELS]).filter(|&node| node != Document::ROOT)
            };
            let Some(element) = element else { continue };
            let statistics = known.statistics(page, element);
            columns.set_some(row, wanted, container * STATISTICS, statistics);
        }
    }
    known.give(scratch);
}

/// Of an element, the nearest element of each special kind, itself or above; the document for none.
type Special = [NodeId; CONTAINERS - LEVELS];

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

/// Statistics of the elements that were asked for, and what they need. Views that no wanted column needs stay out.
struct ContainerStatistics<'p> {
    /// By node: place in `statistics` plus 1.
    places: Vec<u32>,
    statistics: Vec<[f32; STATISTICS]>,
    /// By node: visible child elements; empty where not wanted.
    children: Vec<u32>,
    all: Measures,
    has_records: bool,
    groups: Option<&'p ElementGroups>,
    scores: Option<&'p ContentScores>,
    densities: Option<&'p Densities>,
    highest_density: f64,
    highest_sum: f64,
}

impl<'p> ContainerStatistics<'p> {
    fn new(page: &'p Page<'_>, columns: &GroupColumns<'_>, scratch: &mut Scratch) -> Self {
        let doc = page.document();
        let wants = |container: usize, statistic: usize| columns.wants(container * STATISTICS + statistic);
        let wants_any = |statistic: usize| (0..CONTAINERS).any(|container| wants(container, statistic));
        let has_records = (0..STATISTICS).any(|statistic| wants(LEVELS + RECORD, statistic));
        let has_groups = has_records || OF_GROUPS.into_iter().any(wants_any);
        let densities =
            OF_DENSITIES.into_iter().any(wants_any).then(|| &page.composite_densities().densities);
        let mut known = ContainerStatistics {
            places: scratch.indices(doc.len(), 0),
            statistics: Vec::new(),
            children: scratch.indices(if wants_any(AT.children) { doc.len() } else { 0 }, 0),
            all: page.text_measures().subtree(doc, page.body()),
            has_records,
            groups: has_groups.then(|| page.element_groups()),
            scores: wants_any(AT.readability).then(|| page.content_scores()),
            densities,
            highest_density: 0.0,
            highest_sum: 0.0,
        };
        for node in doc.subtree(page.body()) {
            if !doc.is_element(node) || page.visibility().is_hidden(node) {
                continue;
            }
            if let Some(densities) = densities {
                known.highest_density = known.highest_density.max(densities.density(node));
                known.highest_sum = known.highest_sum.max(densities.sum(node));
            }
            if let Some(parent) = doc.parent(node)
                && let Some(children) = known.children.get_mut(parent.index())
            {
                *children += 1;
            }
        }
        known
    }

    /// The special containers of an element, which are those above but for what it is itself.
    fn enter(&self, page: &Page<'_>, node: NodeId, above: Option<&Special>) -> Special {
        let doc = page.document();
        let mut special = above.copied().unwrap_or([Document::ROOT; CONTAINERS - LEVELS]);
        if !doc.is_element(node) {
            return special;
        }
        let words = page.text_measures().subtree(doc, node).words;
        let of_page = f64::from(words) / f64::from(self.all.words.max(1));
        let is_record = self.has_records
            && self.groups.is_some_and(|groups| {
                let group = groups.group(node);
                group.members >= RECORD_SIBLINGS && group.words >= RECORD_WORDS * group.members
            });
        let is = [
            of_page >= 0.25,
            of_page >= 0.5,
            words >= SMALL_WORDS,
            words >= LARGE_WORDS,
            is_section(page, node),
            of_page < BRANCH_SHARE,
            is_record,
        ];
        for (kind, _) in is.into_iter().enumerate().filter(|&(_, is)| is) {
            if kind != BRANCH || special[kind] == Document::ROOT {
                special[kind] = node;
            }
        }
        special
    }

    #[inline]
    fn statistics(&mut self, page: &Page<'_>, element: NodeId) -> &[f32; STATISTICS] {
        if self.places[element.index()] == 0 {
            let statistics = self.measure(page, element);
            self.statistics.push(statistics.map(finite));
            self.places[element.index()] = self.statistics.len() as u32;
        }
        &self.statistics[self.places[element.index()] as usize - 1]
    }

    fn measure(&self, page: &Page<'_>, element: NodeId) -> [f32; STATISTICS] {
        let (doc, measures) = (page.document(), page.text_measures());
        let (found, counts) = (measures.subtree(doc, element), page.stats().subtree(doc, element));
        let stop_words = ratio(found.stop_words, found.words);
        let missing = f32::NAN;
        let group = self.groups.map(|groups| (groups, groups.group(element)));
        let of_densities = |of: fn(&Densities, NodeId) -> f64, highest: f64| {
            self.densities.map_or(missing, |densities| ratio_of(of(densities, element), highest))
        };
        Statistics {
            words: found.words as f32,
            link_share: ratio(found.link_words, found.words),
            blocks: found.blocks as f32,
            block_words: ratio(found.words, found.blocks),
            page_share: ratio(found.words, self.all.words),
            punctuation: ratio(found.punctuation, found.words),
            stop_word_share: if measures.has_stop_list() { stop_words } else { missing },
            long_block_share: ratio(found.long_words, found.words),
            sentences: ratio(found.sentences, found.words),
            children: self.children.get(element.index()).map_or(missing, |&children| children as f32),
            images: ratio(counts.images, found.words.max(1)),
            tags: ratio(counts.elements, found.words.max(1)),
            like_siblings: group.map_or(missing, |(_, group)| group.members as f32),
            like_sibling_index: group.map_or(missing, |(groups, _)| groups.index(element) as f32),
            like_sibling_share: group.map_or(missing, |(_, group)| ratio(found.words, group.words)),
            alike: group.map_or(missing, |(groups, _)| groups.alike(element) as f32),
            readability: self.scores.map_or(missing, |scores| {
                ratio_of(scores.score(element).unwrap_or(0.0), scores.top_score().unwrap_or(0.0))
            }),
            ctd_share: of_densities(Densities::density, self.highest_density),
            density_sum_share: of_densities(Densities::sum, self.highest_sum),
            date_share: ratio(found.date_blocks, found.blocks),
            price_share: ratio(found.price_blocks, found.blocks),
        }
        .array()
    }

    fn give(self, scratch: &mut Scratch) {
        scratch.give_indices(self.places);
        scratch.give_indices(self.children);
    }
}
