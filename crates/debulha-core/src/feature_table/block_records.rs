//! The repeating regions that a text block stands in, and the main one of the page (`features::record_regions`).
//!
//! `region_inner_…` is of the innermost record around the block, `region_outer_…` of the highest regular one: of a tag on
//! a card the list of tags, and the cards. `region_main_…` is the same for all blocks, but for where they stand to it.

use super::{Feature, FeatureGroup, GroupColumns, RowUnit, finite, places, ratio};
use crate::about::Needs;
use crate::features::block_classes::BlockClasses;
use crate::features::record_regions::{Record, SiblingRegion};
use crate::features::section_links::SectionLinks;
use crate::features::text_blocks::TextBlock;
use crate::page::Page;
use crate::scratch::Scratch;
use debulha_dom::NodeId;

/// Calls a macro with something of its own and the columns of a region: names and meanings.
macro_rules! with_region {
    ($then:ident! $($own:tt)*) => { $then! { $($own)*
        records: "Records",
        share: "Share of the page's words in the records, 0 to 1",
        words: "Words of a record in the mean",
        variation: "Standard deviation of these by the mean",
        link_share: "Words inside links by words, 0 to 1",
        long_share: "Words in long blocks (12 words or more, links below 30 %) by words, 0 to 1",
        links: "Links a record",
        images: "Images a record",
        inputs: "Form controls a record",
        prices: "Blocks with a price a record",
        dates: "Blocks with a date a record",
        blocks: "Blocks a record",
        larger: "Regions of the page with more words",
        title_words: "Words from the begin of the title to that of the region, negative before it; missing without a title",
        page_section_links: "Share of its links that lead into the first part of the path of the page's own address, \
            0 to 1; missing without an address, such a part or links",
    } };
}

/// The same of the columns of a block in its record.
macro_rules! with_record {
    ($then:ident! $($own:tt)*) => { $then! { $($own)*
        record_size: "Words of the block's record by the mean of the region",
        record_place: "Records of the region before the block's, by their number, 0 to 1",
        block: "Blocks of the record before this one",
        word_place: "Share of the record's words before the block, 0 to 1",
        alike: "Blocks of the region that stand alike (see `same_path_blocks`) by its records",
        link_blocks: "Blocks from the first block of the record that is a link; missing without",
        price_blocks: "Blocks from the first block of the record with a price; missing without",
    } };
}

/// The same of the columns of a block and the main region.
macro_rules! with_main {
    ($then:ident! $($own:tt)*) => { $then! { $($own)*
        inside: "1 for a block in it, 0 for others",
        distance: "Words from it to the block, negative before it, 0 inside",
    } };
}

macro_rules! names_alone {
    ($row:ident $at:ident; $($name:ident: $docs:literal,)*) => { places!($row $at; $($name,)*); };
}
with_region!(names_alone! OfRegion OF_REGION;);
with_record!(names_alone! InRecord IN_RECORD;);
with_main!(names_alone! OfMain OF_MAIN;);

/// Numbers of these columns.
const REGION_COLUMNS: usize = OfRegion::<f32>::LEN;
const RECORD_COLUMNS: usize = InRecord::<f32>::LEN;
const MAIN_COLUMNS: usize = OfMain::<f32>::LEN;

/// Columns of a block in one container: those of the region, then those of the record.
const CONTAINER_COLUMNS: usize = REGION_COLUMNS + RECORD_COLUMNS;
const CONTAINERS: usize = 2;
/// Where the columns of the main region begin, and those of a block and it.
const MAIN: usize = CONTAINERS * CONTAINER_COLUMNS;
const AND_MAIN: usize = MAIN + REGION_COLUMNS;

macro_rules! features {
    ($of:literal $where:literal; $($name:ident: $docs:literal,)*) => { [$(Feature {
        name: concat!("region_", $of, "_", stringify!($name)),
        version: 1,
        docs: concat!($docs, ": ", $where, "; missing without such a region."),
        needs: Needs::PAGE,
    }),*] };
}

static PARTS: [&[Feature]; 6] = [
    &with_region!(features! "inner" "of the innermost record";),
    &with_record!(features! "inner" "of the innermost record";),
    &with_region!(features! "outer" "of the highest regular record";),
    &with_record!(features! "outer" "of the highest regular record";),
    &with_region!(features! "main" "of the regular region with most words";),
    &with_main!(features! "main" "of the regular region with most words";),
];

static FEATURES: [Feature; AND_MAIN + MAIN_COLUMNS] = {
    let mut all = [PARTS[0][0]; AND_MAIN + MAIN_COLUMNS];
    let (mut at, mut part, mut of_part) = (0, 0, 0);
    while at < all.len() {
        if of_part == PARTS[part].len() {
            (part, of_part) = (part + 1, 0);
        }
        all[at] = PARTS[part][of_part];
        (at, of_part) = (at + 1, of_part + 1);
    }
    all
};

/// The group.
pub(super) static GROUP: FeatureGroup =
    FeatureGroup { name: "block_records", unit: RowUnit::Block, features: &FEATURES, fill };

fn fill(page: &Page<'_>, _: &[NodeId], columns: &mut GroupColumns<'_>, _: &mut Scratch) {
    let regions = page.record_regions();
    if regions.all().is_empty() {
        return;
    }
    let blocks = page.text_blocks().blocks();
    let values = region_values(page);
    let next = NextBlocks::of(page);
    let alike = [&page.alike_blocks().inner, &page.alike_blocks().outer];
    let sizes = alike.map(BlockClasses::sizes);
    let wanted: [_; CONTAINERS] = std::array::from_fn(|container| {
        let of_region = container * CONTAINER_COLUMNS;
        let in_record = of_region + REGION_COLUMNS;
        (columns.wanted(of_region..in_record), columns.wanted(in_record..in_record + RECORD_COLUMNS))
    });
    let wanted_of_main = columns.wanted(MAIN..AND_MAIN);
    for row in columns.range() {
        let block = &blocks[row];
        for (container, (of_region, in_record)) in wanted.iter().enumerate() {
            let Some(record) = record(page, block, container) else { continue };
            let first = container * CONTAINER_COLUMNS;
            let region = &regions.all()[record.region];
            columns.set_some(row, of_region, first, &values[record.region]);
            let alike = alike[container].of(row).map_or(0, |class| sizes[container][class]);
            let place = place(page, row, record, region, &next, alike);
            columns.set_some(row, in_record, first + REGION_COLUMNS, &place.array().map(finite));
        }
        if let Some(main) = regions.main() {
            columns.set_some(row, wanted_of_main, MAIN, &values[main]);
            let OfMain { inside, distance } = stand(page, block, &regions.all()[main]);
            columns.set(row, AND_MAIN + OF_MAIN.inside, inside);
            columns.set(row, AND_MAIN + OF_MAIN.distance, distance);
        }
    }
}

fn record(page: &Page<'_>, block: &TextBlock, container: usize) -> Option<Record> {
    let regions = page.record_regions();
    if container == 0 { regions.inner(block.element) } else { regions.outer(block.element) }
}

/// The columns of each region. O(nodes + regions · log regions + links · log links).
fn region_values(page: &Page<'_>) -> Vec<[f32; REGION_COLUMNS]> {
    let (measures, blocks) = (page.text_measures(), page.text_blocks().blocks());
    let regions = page.record_regions().all();
    let all_words = measures.range(0..page.text_nodes().len() as u32).words;
    let words_before = |node: u32| {
        let run = page.text_nodes().partition_point(|text| text.0 < node) as u32;
        f64::from(measures.range(0..run).words)
    };
    let title = page.title_block().map(|row| f64::from(measures.range(0..blocks[row].runs.start).words));
    let links = SectionLinks::of(page);
    let mut sizes: Vec<u32> = regions.iter().map(|region| region.measures.words).collect();
    sizes.sort_unstable();
    let of_region = |region: &SiblingRegion| {
        let (found, counts) = (region.measures, region.counts);
        let per_record = |count: u32| region.per_record(count) as f32;
        let larger = sizes.len() - sizes.partition_point(|&size| size <= found.words);
        OfRegion {
            records: region.records as f32,
            share: ratio(found.words, all_words),
            words: region.record_words() as f32,
            variation: region.variation() as f32,
            link_share: ratio(found.link_words, found.words),
            long_share: ratio(found.long_words, found.words),
            links: per_record(counts.links),
            images: per_record(counts.images),
            inputs: per_record(counts.inputs),
            prices: per_record(found.price_blocks),
            dates: per_record(found.date_blocks),
            blocks: per_record(found.blocks),
            larger: larger as f32,
            title_words: title.map_or(f32::NAN, |title| (words_before(region.begin) - title) as f32),
            page_section_links: links.share(region.begin..region.end),
        }
        .array()
        .map(finite)
    };
    regions.iter().map(of_region).collect()
}

/// Where a block stands in its record; `alike` blocks of the region stand as it does.
fn place(
    page: &Page<'_>,
    row: usize,
    record: Record,
    region: &SiblingRegion,
    next: &NextBlocks,
    alike: u32,
) -> InRecord<f32> {
    let (doc, measures, blocks) = (page.document(), page.text_measures(), page.text_blocks().blocks());
    let runs = measures.runs(doc, record.element);
    let words = measures.range(runs.clone()).words;
    let begin = blocks[row].runs.start.max(runs.start);
    // A record may begin within a block.
    let first = blocks.partition_point(|block| block.runs.end <= runs.start).min(row);
    let end = blocks.partition_point(|block| block.runs.start < runs.end);
    let from = |place: u32| {
        let place = place as usize;
        if place < end { row as f32 - place as f32 } else { f32::NAN }
    };
    let index = page.element_groups().index(record.element);
    InRecord {
        record_size: (f64::from(words) / region.record_words()) as f32,
        record_place: ratio(index, region.records),
        block: (row - first) as f32,
        word_place: ratio(measures.range(runs.start..begin).words, words),
        alike: region.per_record(alike) as f32,
        link_blocks: from(next.link[first]),
        price_blocks: from(next.price[first]),
    }
}

/// Whether a block is inside a region, and how many words it is away.
fn stand(page: &Page<'_>, block: &TextBlock, region: &SiblingRegion) -> OfMain<f32> {
    let (measures, nodes) = (page.text_measures(), page.text_nodes());
    let node = nodes[block.runs.start as usize].0;
    let run_at = |node: u32| nodes.partition_point(|text| text.0 < node) as u32;
    if node < region.begin {
        let words = measures.range(block.runs.start..run_at(region.begin)).words;
        OfMain { inside: 0.0, distance: -(words as f32) }
    } else if node >= region.end {
        let words = measures.range(run_at(region.end)..block.runs.end).words;
        OfMain { inside: 0.0, distance: words as f32 }
    } else {
        OfMain { inside: 1.0, distance: 0.0 }
    }
}

/// By block: the first from it on that is a link, or has a price; the number of blocks for none.
struct NextBlocks {
    link: Vec<u32>,
    price: Vec<u32>,
}

impl NextBlocks {
    fn of(page: &Page<'_>) -> Self {
        let (measures, blocks) = (page.text_measures(), page.text_blocks().blocks());
        let none = blocks.len() as u32;
        let mut next = NextBlocks { link: vec![none; blocks.len()], price: vec![none; blocks.len()] };
        let (mut link, mut price) = (none, none);
        for (row, block) in blocks.iter().enumerate().rev() {
            let own = measures.range(block.runs.clone());
            if own.link_words > 0 && own.link_words * 2 >= own.words {
                link = row as u32;
            }
            if own.price_blocks > 0 {
                price = row as u32;
            }
            (next.link[row], next.price[row]) = (link, price);
        }
        next
    }
}
