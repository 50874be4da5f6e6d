//! Where a page repeats: siblings that look alike, such as the cards of a shop, the entries of a list, the posts of a
//! thread. Cheap enough for every page; `features/records` finds records that look less alike, at more cost.

use crate::features::stats::Counts;
use crate::features::text_measures::Measures;
use crate::page::{Page, PageView};
use debulha_dom::NodeId;

/// Siblings that look alike for a region (our decision: two may be chance).
pub const MIN_RECORDS: u32 = 3;

/// Words of a record in the mean (our decision: a name and a price have as many).
pub const MIN_WORDS: u32 = 4;

/// Variation of a region's records up to which they are regular: the deviation of their sizes is no more than their
/// mean, which a few long entries exceed.
pub const REGULAR: f64 = 1.0;

/// Siblings that look alike: at least [`MIN_RECORDS`], with [`MIN_WORDS`] each in the mean.
#[derive(Debug, Clone, Copy, Default)]
pub struct SiblingRegion {
    /// How many they are.
    pub records: u32,
    /// What their text is made of.
    pub measures: Measures,
    /// Their links, images and form controls.
    pub counts: Counts,
    /// The first record's node.
    pub begin: u32,
    /// Where the last one ends.
    pub end: u32,
    /// Sum of the squares of their words.
    squares: f64,
}

impl SiblingRegion {
    /// Words of a record in the mean.
    pub fn record_words(&self) -> f64 {
        self.per_record(self.measures.words)
    }

    /// A count by the records.
    pub fn per_record(&self, count: u32) -> f64 {
        f64::from(count) / f64::from(self.records.max(1))
    }

    /// Standard deviation of the records' words by their mean.
    pub fn variation(&self) -> f64 {
        let mean = self.record_words();
        let variance = self.squares / f64::from(self.records.max(1)) - mean * mean;
        if mean > 0.0 { variance.max(0.0).sqrt() / mean } else { 0.0 }
    }

    /// Whether the records have about as much text each.
    pub fn is_regular(&self) -> bool {
        self.variation() <= REGULAR
    }
}

/// A record and the region that it is of.
#[derive(Debug, Clone, Copy)]
pub struct Record {
    /// Its element.
    pub element: NodeId,
    /// The place of its region in [`RecordRegions::all`].
    pub region: usize,
}

/// The regions of a page.
#[derive(Debug)]
pub struct RecordRegions {
    regions: Vec<SiblingRegion>,
    /// By node: the region that an element is a record of, or `NONE`.
    region_of: Vec<u32>,
    /// By node: the element of the innermost record around, and of the highest regular one; 0 for none.
    inner: Vec<u32>,
    outer: Vec<u32>,
    main: Option<usize>,
}

const NONE: u32 = u32::MAX;

impl RecordRegions {
    /// Two passes. O(nodes); 12 bytes a node.
    pub fn compute(page: &Page<'_>) -> Self {
        let (doc, groups, body) = (page.document(), page.element_groups(), page.body());
        let mut found = RecordRegions {
            regions: Vec::new(),
            region_of: vec![NONE; doc.len()],
            inner: vec![0; doc.len()],
            outer: vec![0; doc.len()],
            main: None,
        };
        let mut region_of_group = vec![NONE; groups.group_count()];
        for node in doc.descendants(body) {
            let group = groups.group(node);
            let Some(number) = groups.group_number(node) else { continue };
            if group.members < MIN_RECORDS || group.words < MIN_WORDS * group.members {
                continue;
            }
            let region = &mut region_of_group[number as usize];
            if *region == NONE {
                *region = found.regions.len() as u32;
                found.regions.push(SiblingRegion { begin: node.0, ..SiblingRegion::default() });
            }
            found.region_of[node.index()] = *region;
            found.add(*region as usize, page, node);
        }
        found.main = found.find_main();
        for node in doc.descendants(body).filter(|&node| doc.is_element(node)) {
            let above = doc.parent(node).map_or(0, NodeId::index);
            let (inner, outer) = (found.inner[above], found.outer[above]);
            let region = found.regions.get(found.region_of[node.index()] as usize);
            found.inner[node.index()] = if region.is_some() { node.0 } else { inner };
            let is_outer = outer == 0 && region.is_some_and(SiblingRegion::is_regular);
            found.outer[node.index()] = if is_outer { node.0 } else { outer };
        }
        found
    }

    fn add(&mut self, region: usize, page: &Page<'_>, node: NodeId) {
        let doc = page.document();
        let region = &mut self.regions[region];
        let measures = page.text_measures().subtree(doc, node);
        region.records += 1;
        region.measures += measures;
        region.counts += page.stats().subtree(doc, node);
        region.squares += f64::from(measures.words).powi(2);
        region.end = doc.subtree_end(node);
    }

    fn find_main(&self) -> Option<usize> {
        let regular = (0..self.regions.len()).filter(|&place| self.regions[place].is_regular());
        regular.rev().max_by_key(|&place| self.regions[place].measures.words)
    }

    /// All regions, by their first records.
    pub fn all(&self) -> &[SiblingRegion] {
        &self.regions
    }

    /// The regular region with most words, the first of equal ones, by its place in [`Self::all`].
    pub fn main(&self) -> Option<usize> {
        self.main
    }

    /// The innermost record that an element is or stands in.
    pub fn inner(&self, element: NodeId) -> Option<Record> {
        self.record(self.inner[element.index()])
    }

    /// The highest record of a regular region that an element is or stands in.
    pub fn outer(&self, element: NodeId) -> Option<Record> {
        self.record(self.outer[element.index()])
    }

    fn record(&self, node: u32) -> Option<Record> {
        let element = NodeId(node);
        (node > 0).then(|| Record { element, region: self.region_of[element.index()] as usize })
    }
}

impl Page<'_> {
    /// Where the page repeats: siblings that look alike.
    pub fn record_regions(&self) -> &RecordRegions {
        self.view(PageView::RecordRegions, || RecordRegions::compute(self))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use debulha_dom::{Limits, names, parse};

    const SHOP: &str = "<body><nav><a>Home</a></nav>\
        <div class=card><h3>Scythe of ash wood</h3><i>$30</i><ul><li>one two three four<li>one two three four<li>five six seven eight</ul></div>\
        <div class=card><h3>Sickle with saw teeth</h3><i>$9</i></div>\
        <div class='card last'><h3>Flail made of oak</h3><i>$12</i><img></div><div>other";

    #[test]
    fn records_nest_and_are_counted() {
        let doc = parse(SHOP, &Limits::default()).document;
        let page = Page::new(&doc);
        let regions = page.record_regions();
        let [cards, items] = regions.all() else { panic!("{:?}", regions.all()) };
        assert_eq!((cards.records, cards.counts.images, cards.measures.price_blocks), (3, 1, 3));
        assert_eq!((items.records, items.measures.words), (3, 12));
        assert_eq!(items.variation(), 0.0);
        let item = doc.elements_named(names::LI).nth(1).expect("li");
        let (inner, outer) = (regions.inner(item).expect("inner"), regions.outer(item).expect("outer"));
        assert_eq!((inner.element, inner.region), (item, 1));
        assert_eq!((outer.element, outer.region), (NodeId(cards.begin), 0));
        assert_eq!(regions.main(), Some(0));
        let link = doc.elements_named(names::A).next().expect("a");
        assert!(regions.inner(link).is_none());
    }

    #[test]
    fn two_are_no_region() {
        let doc = parse("<p>one two three four<p>one two three four", &Limits::default()).document;
        let page = Page::new(&doc);
        assert!(page.record_regions().all().is_empty());
        assert_eq!(page.record_regions().main(), None);
    }
}
