//! The data region of a rendered page and its records, as liu2006 finds them among visual blocks.

use super::{Visual, VisualBlocks, VisualTree};
use debulha_core::layout::{Layout, Rectangle, Style};
use debulha_core::page::Page;
use debulha_dom::{NodeId, names};

/// How regions and records are found.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RegionOptions {
    /// Share of the page's width by which the middle of a centred block may be off.
    pub tolerance: f64,
    /// Least area of the region by that of the page.
    pub region_share: f64,
    /// Pixels by which left edges that are the same may differ.
    pub left_tolerance: f32,
    /// Similarity that blocks of one kind exceed.
    pub similarity: f64,
    /// Most kinds of blocks; what is like none of them then is of the kind that it is most like.
    pub max_kinds: usize,
}

/// Records of a page, by positions of visual blocks.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct VisualRecords {
    /// The data region; `None` on a page of which nothing is seen.
    pub region: Option<usize>,
    /// The leaves of each record, from the top, then from the left.
    pub records: Vec<Vec<usize>>,
}

/// Finds the data region and its records. O(nodes + blocks · (kinds + log blocks)).
pub fn find(page: &Page<'_>, visual: &Visual<'_>, options: &RegionOptions) -> VisualRecords {
    let Some(layout) = page.layout() else { return VisualRecords::default() };
    let tree = &visual.tree;
    let Some(region) = region(tree, layout.canvas(), options) else { return VisualRecords::default() };
    let leaves = in_reading_order(tree, leaves(tree, region, options.left_tolerance));
    let looks: Vec<BlockLook> =
        leaves.iter().map(|&leaf| BlockLook::of(page, layout, visual, leaf)).collect();
    let kinds = kinds(&looks, options);
    let most = kinds.iter().map(Vec::len).max().unwrap_or_default();
    let seeds = kinds.iter().find(|kind| kind.len() == most).cloned().unwrap_or_default();
    if seeds.len() < 2 {
        return VisualRecords { region: Some(region), records: vec![leaves] };
    }
    let boxes: Vec<Rectangle> = leaves.iter().map(|&leaf| tree.blocks()[leaf].rectangle).collect();
    let groups = group(&boxes, &kinds, &seeds, options.left_tolerance);
    let records = groups.into_iter().map(|group| group.into_iter().map(|place| leaves[place]).collect());
    VisualRecords { region: Some(region), records: records.collect() }
}

/// The smallest centred block that is large enough, the innermost of equals; if there is none, the largest centred one, or the
/// page.
fn region(tree: &VisualTree, page: Rectangle, options: &RegionOptions) -> Option<usize> {
    let area = |block: &usize| tree.blocks()[*block].rectangle.area();
    let is_centred = |block: &usize| {
        let off = (tree.blocks()[*block].rectangle.center_x() - page.center_x()).abs();
        f64::from(off) <= options.tolerance * f64::from(page.width)
    };
    let least = options.region_share * f64::from(page.area());
    let centred: Vec<usize> = (0..tree.blocks().len()).filter(is_centred).collect();
    let large = centred.iter().copied().filter(|block| f64::from(area(block)) >= least);
    // Of equals the last one is the innermost.
    let smallest = large.reduce(|best, block| if area(&block) <= area(&best) { block } else { best });
    let largest = || {
        centred.iter().copied().reduce(|best, block| if area(&block) > area(&best) { block } else { best })
    };
    smallest.or_else(largest).or((!tree.blocks().is_empty()).then_some(0))
}

/// The leaves of a region, without those of its first and last children that do not begin where most do.
fn leaves(tree: &VisualTree, region: usize, tolerance: f32) -> Vec<usize> {
    let children: Vec<usize> = tree.children(region).collect();
    if children.is_empty() {
        return vec![region];
    }
    let left = |block: &usize| tree.blocks()[*block].rectangle.x;
    let mut edges: Vec<f32> = children.iter().map(left).collect();
    edges.sort_unstable_by(f32::total_cmp);
    let edge = common_edge(&edges, tolerance);
    let is_aligned = |block: &usize| (left(block) - edge).abs() <= tolerance;
    let first = children.iter().position(is_aligned).unwrap_or(0);
    let last = children.iter().rposition(is_aligned).unwrap_or(children.len() - 1);
    let within = children[first]..tree.blocks()[children[last]].end as usize;
    within.filter(|&block| tree.is_leaf(block)).collect()
}

/// The edge, the leftmost of equals, that has most edges within the tolerance. O(edges).
fn common_edge(edges: &[f32], tolerance: f32) -> f32 {
    let (mut start, mut end, mut best) = (0, 0, (0, 0.0));
    for &edge in edges {
        while edges[start] < edge - tolerance {
            start += 1;
        }
        while end < edges.len() && edges[end] <= edge + tolerance {
            end += 1;
        }
        if end - start > best.0 {
            best = (end - start, edge);
        }
    }
    best.1
}

/// From the top, then from the left; of equals the first in the tree.
fn in_reading_order(tree: &VisualTree, mut leaves: Vec<usize>) -> Vec<usize> {
    let at = |leaf: usize| tree.blocks()[leaf].rectangle;
    leaves.sort_by(|&a, &b| at(a).y.total_cmp(&at(b).y).then(at(a).x.total_cmp(&at(b).x)));
    leaves
}

/// How a block looks: what liu2006 compares.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
struct BlockLook {
    area: f64,
    image_area: f64,
    /// Area and number of fonts of text outside and inside of links.
    plain_area: f64,
    plain_fonts: usize,
    link_area: f64,
    link_fonts: usize,
}

impl BlockLook {
    /// O(nodes of the block + depth).
    fn of(page: &Page<'_>, layout: &Layout, visual: &Visual<'_>, block: usize) -> Self {
        let doc = page.document();
        let area = f64::from(visual.tree.blocks()[block].rectangle.area());
        let mut look = BlockLook { area, ..BlockLook::default() };
        let mut fonts: [Vec<&Style>; 2] = [Vec::new(), Vec::new()];
        for &root in visual.tree.roots(block) {
            let is_in_link = doc.ancestors(root).any(|ancestor| doc.name(ancestor) == names::A);
            let mut linked_until = if is_in_link { doc.subtree_end(root) } else { 0 };
            for node in (root.0..doc.subtree_end(root)).map(NodeId) {
                if doc.is_element(node) && doc.name(node) == names::A {
                    linked_until = linked_until.max(doc.subtree_end(node));
                }
                let Some(at) = visual.rectangle(node) else { continue };
                let area = f64::from(at.area());
                if doc.is_element(node) {
                    look.image_area += if doc.name(node) == names::IMG { area } else { 0.0 };
                    continue;
                }
                let is_linked = node.0 < linked_until;
                let sum = if is_linked { &mut look.link_area } else { &mut look.plain_area };
                *sum += area;
                let fonts = &mut fonts[usize::from(is_linked)];
                if let Some(style) = layout.style(node).filter(|_| fonts.len() < MAX_FONTS)
                    && !fonts.iter().any(|known| same_font(known, style))
                {
                    fonts.push(style);
                }
            }
        }
        [look.plain_fonts, look.link_fonts] = fonts.map(|fonts| fonts.len());
        look
    }

    /// Similarity of appearance from 0 to 1: that of images, of plain text and of links, weighed by the areas of both blocks
    /// that they take.
    fn similarity(&self, other: &BlockLook) -> f64 {
        let ratio = |a: f64, b: f64| if a == b { 1.0 } else { a.min(b) / a.max(b) };
        let parts = [
            (self.image_area + other.image_area, ratio(self.image_area, other.image_area)),
            (self.plain_area + other.plain_area, ratio(self.plain_fonts as f64, other.plain_fonts as f64)),
            (self.link_area + other.link_area, ratio(self.link_fonts as f64, other.link_fonts as f64)),
        ];
        // The areas of both blocks are in each weight alike, so that they fall out when weights are made to sum to 1.
        let all: f64 = parts.iter().map(|(weight, _)| weight).sum();
        if all <= 0.0 {
            return parts.iter().map(|(_, same)| same).sum::<f64>() / 3.0;
        }
        parts.iter().map(|(weight, same)| weight / all * same).sum()
    }
}

/// Fonts of a block that are told apart at most (our decision: bounds the work).
const MAX_FONTS: usize = 16;

/// Whether text of two styles has the same letters.
fn same_font(a: &Style, b: &Style) -> bool {
    a.font_size == b.font_size
        && a.font_weight == b.font_weight
        && a.italic == b.italic
        && a.family == b.family
        && a.color == b.color
}

/// Puts looks into kinds: each into the first kind whose first member is similar enough. Places, by kind.
fn kinds(looks: &[BlockLook], options: &RegionOptions) -> Vec<Vec<usize>> {
    let mut kinds: Vec<Vec<usize>> = Vec::new();
    for (place, look) in looks.iter().enumerate() {
        let similar = kinds.iter().map(|kind| look.similarity(&looks[kind[0]]));
        let mut best = (0, f64::NEG_INFINITY);
        for (kind, similarity) in similar.enumerate() {
            if similarity > best.1 {
                best = (kind, similarity);
            }
            if similarity > options.similarity {
                best = (kind, similarity);
                break;
            }
        }
        if kinds.len() < options.max_kinds && best.1 <= options.similarity {
            kinds.push(vec![place]);
        } else {
            kinds[best.0].push(place);
        }
    }
    kinds
}

/// The groups of the seeds: each with the blocks of other kinds that stand among the seeds.
fn group(boxes: &[Rectangle], kinds: &[Vec<usize>], seeds: &[usize], tolerance: f32) -> Vec<Vec<usize>> {
    let rows = rows(boxes, seeds, tolerance);
    let (first, last) = (seeds[0], seeds[seeds.len() - 1]);
    let mut seeds = seeds.to_vec();
    for row in &rows {
        seeds[row.clone()].sort_by(|&a, &b| boxes[a].x.total_cmp(&boxes[b].x));
    }
    let seeds = &seeds;
    let mut groups: Vec<Vec<usize>> = seeds.iter().map(|&seed| vec![seed]).collect();
    for kind in kinds.iter().filter(|kind| kind[0] != first) {
        // Places are in reading order.
        if !kind.iter().any(|&place| first < place && place < last) {
            continue;
        }
        let comes_before = kind[0] < first;
        for &place in kind {
            let above = rows.partition_point(|row| boxes[seeds[row.start]].y <= boxes[place].y + tolerance);
            let row = if comes_before {
                // A block of the seeds' own row is of that row.
                let own = above
                    .checked_sub(1)
                    .filter(|&row| boxes[seeds[rows[row].start]].y >= boxes[place].y - tolerance);
                own.or_else(|| Some(above).filter(|&row| row < rows.len()))
            } else {
                above.checked_sub(1)
            };
            if let Some(row) = row {
                groups[nearest(boxes, seeds, &rows[row], boxes[place].x, tolerance)].push(place);
            }
        }
    }
    for group in &mut groups {
        group.sort_unstable();
    }
    groups
}

/// Seeds that stand beside one another, as ranges of seeds.
fn rows(boxes: &[Rectangle], seeds: &[usize], tolerance: f32) -> Vec<std::ops::Range<usize>> {
    let mut rows: Vec<std::ops::Range<usize>> = Vec::new();
    for (place, &seed) in seeds.iter().enumerate() {
        match rows.last_mut() {
            Some(row) if boxes[seed].y - boxes[seeds[row.start]].y <= tolerance => row.end = place + 1,
            _ => rows.push(place..place + 1),
        }
    }
    rows
}

/// The last seed of a row that begins left of `x` or at it, else the first.
fn nearest(
    boxes: &[Rectangle],
    seeds: &[usize],
    row: &std::ops::Range<usize>,
    x: f32,
    tolerance: f32,
) -> usize {
    let before = seeds[row.clone()].partition_point(|&seed| boxes[seed].x <= x + tolerance);
    row.start + before.saturating_sub(1)
}

impl VisualRecords {
    /// The leaves of all records, in the order of the tree.
    pub fn leaves(&self) -> Vec<usize> {
        let mut leaves: Vec<usize> = self.records.iter().flatten().copied().collect();
        leaves.sort_unstable();
        leaves
    }

    /// Whether a block is a leaf of the region.
    pub fn is_in_region(&self, tree: &VisualTree, block: usize) -> bool {
        self.region.is_some_and(|region| (region..tree.blocks()[region].end as usize).contains(&block))
    }
}

/// Positions of the leaves of a tree.
pub fn all_leaves(tree: &VisualTree) -> Vec<usize> {
    tree.chosen(VisualBlocks::Leaves, 0)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::features::vips::drawing::LaidOutPage;
    use crate::features::vips::{VipsParams, segment};

    const OPTIONS: RegionOptions = RegionOptions {
        tolerance: 0.05,
        region_share: 0.4,
        left_tolerance: 3.0,
        similarity: 0.8,
        max_kinds: 64,
    };

    #[test]
    fn spec_12_the_region_is_the_smallest_large_centred_block() {
        let html = "<body at='0 0 1000 2000'><div id=a at='100 0 800 1500'><div id=b at='120 0 760 1300'>\
                    <p at='120 0 760 600'>x</p><p at='120 700 760 600'>y</p></div><p font='24 400' at='100 1400 800 100'>foot</p></div>\
                    <div id=c at='0 0 50 1800'>c</div>";
        let drawing = LaidOutPage::of(html);
        let visual =
            segment(&drawing.page(), &VipsParams { sizes: vec![[1, 1]], ..VipsParams::default() }).unwrap();
        let found = find(&drawing.page(), &visual, &OPTIONS);
        let at = visual.tree.blocks()[found.region.unwrap()].rectangle;
        assert_eq!((at.x, at.width, at.height), (120.0, 760.0, 1300.0), "{at:?}");
        let shares =
            [(800.0, 1500.0), (760.0, 1300.0), (200.0, 1800.0)].map(|(w, h): (f64, f64)| w * h / 2e6);
        assert_eq!(shares, [0.6, 0.494, 0.18]);
    }

    #[test]
    fn spec_12_images_of_100_and_80_are_of_two_kinds() {
        let look = |area| BlockLook { area, image_area: area, ..BlockLook::default() };
        assert!((look(100.0).similarity(&look(80.0)) - 0.8).abs() < 1e-12);
        assert_eq!(kinds(&[look(100.0), look(80.0)], &OPTIONS), [vec![0], vec![1]]);
        assert_eq!(kinds(&[look(100.0), look(81.0), look(1.0)], &OPTIONS), [vec![0, 1], vec![2]]);
        let few = RegionOptions { max_kinds: 1, ..OPTIONS };
        assert_eq!(kinds(&[look(100.0), look(1.0)], &few), [[0, 1]]);
    }

    /// Text and number of leaves of each record.
    fn records(html: &str) -> Vec<String> {
        let drawing = LaidOutPage::of(html);
        let page = drawing.page();
        let visual =
            segment(&page, &VipsParams { pdoc: 8, sizes: vec![[1, 1]], ..VipsParams::default() }).unwrap();
        let found = find(&page, &visual, &OPTIONS);
        let text = |leaf: &usize| drawing.document.text_content(visual.tree.roots(*leaf)[0]);
        found.records.iter().map(|record| record.iter().map(text).collect::<Vec<_>>().join("+")).collect()
    }

    #[test]
    fn titles_seed_records_and_what_follows_joins_them() {
        let entry = |n: usize| {
            let y = 100 + n * 300;
            format!(
                "<h2 font='24 700' at='100 {y} 800 40'><a href=1 at='100 {y} 800 40'>title {n}</a></h2>\
                 <p at='100 {} 800 100'>text {n}</p>",
                y + 60
            )
        };
        let entries: String = (0..4).map(entry).collect();
        let html = format!(
            "<body at='0 0 1000 1400'><div at='100 0 800 1400'><p at='400 0 200 40'>Results</p>{entries}\
             <p font='32 400' at='450 1350 100 20'>Next</p></div>"
        );
        let expected: Vec<String> = (0..4).map(|n| format!("title {n}+text {n}")).collect();
        assert_eq!(records(&html), expected, "without the head and the pager, which are not aligned");
    }

    #[test]
    fn images_above_titles_of_a_grid_join_the_titles_below() {
        let entry = |n: usize| {
            let (x, y) = (100 + n % 2 * 400, 100 + n / 2 * 500);
            // One entry has no image: titles are most, and images come before them.
            let image = if n < 3 { format!("<img at='{x} {y} 370 200'>") } else { String::new() };
            format!(
                "{image}<h2 font='24 700' at='{x} {} 370 40'>title {n}</h2>\
                 <p at='{x} {} 370 100'><a href=1 at='{x} {} 370 100'>text {n}</a></p>",
                y + 220,
                y + 280,
                y + 280
            )
        };
        let entries: String = (0..4).map(entry).collect();
        let html = format!("<body at='0 0 970 1100'><div at='100 0 770 1100'>{entries}</div>");
        let found = records(&html);
        assert_eq!(found.len(), 4, "{found:?}");
        for (n, record) in found.iter().enumerate() {
            let image = if n < 3 { "+" } else { "" };
            assert_eq!(*record, format!("{image}title {n}+text {n}"), "{found:?}");
        }
    }

    #[test]
    fn what_has_no_two_alike_is_one_record() {
        let html = "<body at='0 0 1000 1000'><p at='0 0 1000 300'>text</p><img at='0 500 1000 300'>";
        assert_eq!(records(html), ["text+"]);
        assert_eq!(common_edge(&[1.0, 10.0, 12.0, 13.0, 50.0], 3.0), 10.0);
    }
}
