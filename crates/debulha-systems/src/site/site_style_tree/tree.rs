//! The style tree: built from records, measured, marked.

use super::StyleRecord;
use crate::site::labelled_tree::LabelledTree;
use debulha_core::features::hashing::then;
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::ops::Range;

/// What becomes of an element.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ElementMark {
    /// It goes, with all that is below it.
    Noisy,
    /// It stays, with all that is below it.
    Meaningful,
    /// Some of what is below it goes and some stays.
    Mixed,
}

/// How a tree is built and marked.
pub(super) struct StyleTreeOptions {
    /// γ.
    pub(super) attenuation: f64,
    /// 0 for any number.
    pub(super) max_styles: usize,
    pub(super) threshold: f64,
}

/// A page's record with what is asked of it while building.
pub(super) struct TreeRecord<'r> {
    record: &'r StyleRecord,
    /// Where the features of each leaf begin and how many there are.
    leaves: FxHashMap<u32, (usize, usize)>,
}

impl<'r> TreeRecord<'r> {
    pub(super) fn new(record: &'r StyleRecord) -> Self {
        let mut leaves = FxHashMap::default();
        let mut start = 0;
        for &(element, count) in &record.leaves {
            leaves.insert(element, (start, count as usize));
            start += count as usize;
        }
        TreeRecord { record, leaves }
    }

    fn tree(&self) -> &LabelledTree {
        &self.record.elements
    }

    fn features(&self, element: u32) -> &[u32] {
        let found = self
            .leaves
            .get(&element)
            .and_then(|&(start, count)| self.record.features.get(start..start.checked_add(count)?));
        found.unwrap_or_default()
    }
}

/// One child sequence of an element.
#[derive(Debug)]
struct ChildStyle {
    /// The number of the sequence.
    sequence: u64,
    /// The elements of the sequence: the first, and how many. `None` where the tree does not look into it.
    children: Option<(u32, u32)>,
    /// Share of the element's pages that have it.
    share: f64,
}

/// An element of the site.
#[derive(Debug, Default)]
struct Element {
    /// Pages that have it.
    pages: u32,
    /// By sequence.
    styles: Vec<ChildStyle>,
    importance: f64,
    composite: f64,
    /// The largest composite importance in the subtree.
    largest: f64,
}

/// The style tree of a site.
#[derive(Debug)]
pub struct StyleTree {
    /// An element comes after the one that it is below.
    elements: Vec<Element>,
    marks: Vec<ElementMark>,
}

/// Where an element of the site is in a page: the page, and its element.
type Place = (u32, u32);

impl StyleTree {
    /// The body.
    pub(super) const ROOT: u32 = 0;

    /// Builds the tree of some pages. O(elements + features log features).
    pub(super) fn build(pages: &[TreeRecord<'_>], options: &StyleTreeOptions) -> Self {
        let mut tree = StyleTree { elements: vec![Element::default()], marks: Vec::new() };
        let mut places: Vec<Vec<Place>> = vec![(0..pages.len() as u32).map(|page| (page, 0)).collect()];
        let mut next = 0;
        while next < tree.elements.len() {
            let at = std::mem::take(&mut places[next]);
            tree.add_styles(next, pages, &at, options, &mut places);
            if at.len() > 1 && tree.elements[next].is_leaf() {
                tree.elements[next].importance = leaf_importance(pages, &at);
            }
            next += 1;
        }
        tree.compose(options.attenuation);
        tree.set_threshold(options.threshold);
        tree
    }

    /// Finds the styles of an element, and appends the elements of those that the tree looks into.
    fn add_styles(
        &mut self,
        element: usize,
        pages: &[TreeRecord<'_>],
        at: &[Place],
        options: &StyleTreeOptions,
        places: &mut Vec<Vec<Place>>,
    ) {
        let sequence_at = |&(page, place): &Place| sequence(pages[page as usize].tree(), place);
        let mut by_sequence: Vec<(u64, Place)> =
            at.iter().map(|place| (sequence_at(place), *place)).collect();
        by_sequence.sort_unstable();
        let mut groups: Vec<&[(u64, Place)]> = by_sequence.chunk_by(|a, b| a.0 == b.0).collect();
        let share = |group: &[(u64, Place)]| group.len() as f64 / at.len() as f64;
        let shares: Vec<f64> = groups.iter().map(|group| share(group)).collect();
        // Stable: of equally frequent styles, those with the smaller numbers come first.
        groups.sort_by_key(|group| Reverse(group.len()));
        let most = if options.max_styles == 0 { usize::MAX } else { options.max_styles };
        let styles = groups.iter().enumerate().map(|(rank, group)| {
            let is_looked_into = group.len() > 1 && rank < most;
            let children = is_looked_into.then(|| self.add_children(pages, group, places));
            ChildStyle { sequence: group[0].0, children, share: share(group) }
        });
        let mut styles: Vec<ChildStyle> = styles.collect();
        styles.sort_unstable_by_key(|style| style.sequence);
        let found = &mut self.elements[element];
        found.pages = at.len() as u32;
        found.importance = node_importance(&shares, at.len());
        found.styles = styles;
    }

    /// Appends the elements of a style: the first, and how many.
    fn add_children(
        &mut self,
        pages: &[TreeRecord<'_>],
        group: &[(u64, Place)],
        places: &mut Vec<Vec<Place>>,
    ) -> (u32, u32) {
        let first = self.elements.len();
        for &(_, (page, place)) in group {
            for (index, child) in pages[page as usize].tree().children(place).enumerate() {
                if first + index == self.elements.len() {
                    self.elements.push(Element::default());
                    places.push(Vec::with_capacity(group.len()));
                }
                places[first + index].push((page, child));
            }
        }
        (first as u32, (self.elements.len() - first) as u32)
    }

    /// Composite importances, from the leaves up.
    fn compose(&mut self, attenuation: f64) {
        for index in (0..self.elements.len()).rev() {
            let element = &self.elements[index];
            let (mut below, mut largest) = (0.0, 0.0_f64);
            for style in &element.styles {
                let (importance, most) = self.style_importance(style);
                below += style.share * importance;
                largest = largest.max(most);
            }
            let own = element.importance;
            let composite = if element.is_leaf() {
                own
            } else {
                composite_importance(attenuation, element.styles.len(), own, below)
            };
            let element = &mut self.elements[index];
            (element.composite, element.largest) = (composite, composite.max(largest));
        }
    }

    /// The mean composite importance of a style's elements, and the largest below it.
    fn style_importance(&self, style: &ChildStyle) -> (f64, f64) {
        let Some((first, count)) = style.children else { return (1.0, 1.0) };
        let children = &self.elements[first as usize..(first + count) as usize];
        let sum: f64 = children.iter().map(|child| child.composite).sum();
        let largest = children.iter().map(|child| child.largest).fold(0.0, f64::max);
        (sum / f64::from(count.max(1)), largest)
    }

    /// Marks all elements by a threshold. O(elements).
    pub fn set_threshold(&mut self, threshold: f64) {
        let mut marks = vec![ElementMark::Meaningful; self.elements.len()];
        for (index, element) in self.elements.iter().enumerate().rev() {
            if element.largest < threshold {
                marks[index] = ElementMark::Noisy;
                continue;
            }
            let children = element.styles.iter().filter_map(|style| style.children);
            let all_meaningful = children
                .flat_map(|(first, count)| first..first + count)
                .all(|child| marks[child as usize] == ElementMark::Meaningful);
            marks[index] = if all_meaningful { ElementMark::Meaningful } else { ElementMark::Mixed };
        }
        self.marks = marks;
    }

    /// What becomes of an element of the tree.
    pub(super) fn mark(&self, element: u32) -> ElementMark {
        self.marks[element as usize]
    }

    /// The children that an element of the tree has in the style of a page's element; `None` if it has no such style or
    /// does not look into it. O(children + log styles).
    pub(super) fn children(&self, element: u32, page: &LabelledTree, place: u32) -> Option<Range<u32>> {
        let styles = &self.elements[element as usize].styles;
        let sequence = sequence(page, place);
        let found = styles.binary_search_by_key(&sequence, |style| style.sequence).ok()?;
        let (first, count) = styles[found].children?;
        Some(first..first + count)
    }

    /// The numbers of an element, for people.
    pub(super) fn describe(&self, element: u32) -> String {
        let Element { pages, styles, importance, composite, largest } = &self.elements[element as usize];
        format!(
            "composite importance {composite:.3}, at most {largest:.3} below; importance {importance:.3}, {} styles on \
             {pages} pages",
            styles.len()
        )
    }
}

impl Element {
    /// Whether it has no child elements on any page.
    fn is_leaf(&self) -> bool {
        matches!(self.styles[..], [ChildStyle { children: Some((_, 0)), .. }])
    }
}

/// The number of an element's child elements in their order. O(children).
fn sequence(tree: &LabelledTree, element: u32) -> u64 {
    tree.children(element).map(|child| u64::from(tree.label(child))).fold(0, then)
}

/// Entropy of shares of `pages` pages, to the base of these: 0 for one share, 1 for a page each. Pages above 1.
fn entropy(shares: impl Iterator<Item = f64>, pages: usize) -> f64 {
    let nats: f64 = shares.filter(|&share| share > 0.0).map(|share| -share * share.ln()).sum();
    // Not below 0 where a share is a rounding error above 1.
    (nats / (pages as f64).ln()).max(0.0)
}

/// Importance of an element by the shares of its styles.
pub(super) fn node_importance(shares: &[f64], pages: usize) -> f64 {
    if pages > 1 { entropy(shares.iter().copied(), pages) } else { 1.0 }
}

/// Importance of an element with `styles` styles by its own importance and the mean one of its styles' elements.
pub(super) fn composite_importance(attenuation: f64, styles: usize, own: f64, below: f64) -> f64 {
    let weight = attenuation.powi(styles.min(i32::MAX as usize) as i32);
    (1.0 - weight) * own + weight * below
}

/// Importance of a leaf by where its features come from. O(features log features).
fn leaf_importance(pages: &[TreeRecord<'_>], at: &[Place]) -> f64 {
    let features = at.iter().flat_map(|&(page, element)| {
        pages[page as usize].features(element).iter().map(move |&feature| (feature, page))
    });
    let mut features: Vec<(u32, u32)> = features.collect();
    features.sort_unstable();
    feature_importance(&features, at.len())
}

/// Importance of a leaf of `pages` pages by its features in order, each with its page; 0 without features.
pub(super) fn feature_importance(features: &[(u32, u32)], pages: usize) -> f64 {
    let (mut distinct, mut sum) = (0_u32, 0.0);
    for occurrences in features.chunk_by(|a, b| a.0 == b.0) {
        distinct += 1;
        let all = occurrences.len() as f64;
        let shares = occurrences.chunk_by(|a, b| a.1 == b.1).map(|of_page| of_page.len() as f64 / all);
        sum += entropy(shares, pages);
    }
    if distinct == 0 { 0.0 } else { 1.0 - sum / f64::from(distinct) }
}
