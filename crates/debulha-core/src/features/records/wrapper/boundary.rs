//! Where records are, and where each begins and ends.

use super::template::{DataSums, below, each_with_path, is_transparent, path_below, path_number};
use super::{MAX_MARKS, MAX_TEXT, MIN_LIKENESS, SHARE_OF_MARKS};
use crate::features::records::{Candidate, Record, Region};
use crate::features::white_space::fold_into;
use crate::page::Page;
use debulha_dom::{Document, NodeId, names};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// Texts that a wrapper remembers as no records, at most.
const MAX_SKIPPED: usize = 32;

/// A run of nodes that all pages have is a record if it has so many of the paths of records, where records have so many in common
/// (our decision: headings and advertisements in the place of records are built otherwise).
const SAME_LIKENESS: f64 = 0.9;
const MIN_MARKS: usize = 3;

/// How records are found on a page: each begins with a sibling at one path that holds the key.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Boundary {
    /// Names of the elements from below `body` down to the parent of the records, without those that only change the look of text.
    pub parent: String,
    /// Name of the sibling that each record has once.
    pub start: String,
    /// Path below that sibling to what it must hold; empty where any will do.
    pub key: String,
    /// Whether the sibling ends a record and does not begin it, as a `br` does.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub ends: bool,
    /// Siblings that belong to a record before that one.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub lead: usize,
    /// Names of the other siblings of records; `#text` for text.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub others: Vec<String>,
    /// Siblings of the longest record; 0: any number.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub longest: usize,
    /// Paths that most records have.
    pub marks: Vec<String>,
    /// Share of them that a record has at least.
    pub least: f64,
    /// Texts of what stands in the same place and is no record: all pages have them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub skip: Vec<String>,
}

/// As serde asks.
#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_zero(number: &usize) -> bool {
    *number == 0
}

/// A place in which a page has a region.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct RegionPlace {
    pub(super) parent: String,
    pub(super) start: String,
    pub(super) key: String,
    pub(super) ends: bool,
}

/// The sibling of a record that holds the key.
fn holder(doc: &Document, region: &Region) -> Option<NodeId> {
    let depth = doc.depth(region.records.first()?.first());
    std::iter::once(region.key).chain(doc.ancestors(region.key)).find(|&node| doc.depth(node) == depth)
}

impl RegionPlace {
    pub(super) fn of(page: &Page<'_>, candidate: &Candidate) -> Option<Self> {
        let doc = page.document();
        let holder = holder(doc, &candidate.region)?;
        let start = doc.name_str(doc.name(holder)).to_owned();
        Some(RegionPlace {
            parent: path_below(doc, page.body(), doc.parent(holder)?, usize::MAX),
            ends: matches!(doc.name(holder), names::BR | names::HR),
            key: path_below(doc, holder, candidate.region.key, usize::MAX),
            start,
        })
    }
}

/// The shown siblings under an element that are not blank.
fn siblings(page: &Page<'_>, parent: NodeId) -> Vec<NodeId> {
    let doc = page.document();
    let is_shown = |node: &NodeId| {
        let is_read = doc.is_element(*node) || (doc.is_text(*node) && !doc.text(*node).trim().is_empty());
        is_read && !page.visibility().is_hidden(*node)
    };
    doc.children(parent).filter(is_shown).collect()
}

/// Whether an element has the path of a key below it. O(nodes of it).
fn holds(page: &Page<'_>, element: NodeId, key: u64) -> bool {
    let doc = page.document();
    let mut found = key == 0;
    if !found {
        each_with_path(page, element, |node, path| {
            found |= doc.is_element(node) && below(path, name_of(doc, node)) == key;
        });
    }
    found
}

fn name_of(doc: &Document, node: NodeId) -> &str {
    if doc.is_element(node) { doc.name_str(doc.name(node)) } else { "#text" }
}

impl Boundary {
    /// Where records begin and which siblings they have, from the regions that pages have in one place.
    pub(super) fn outline(place: &RegionPlace, pages: &[(&Page<'_>, &DataSums, &Region)]) -> Self {
        let mut others = BTreeSet::new();
        let mut longest = 1;
        let mut leads: BTreeMap<usize, usize> = BTreeMap::new();
        for (page, _, region) in pages {
            let doc = page.document();
            let Some(depth) = region.records.first().map(|record| doc.depth(record.first())) else {
                continue;
            };
            for record in &region.records {
                let first = record.first();
                let parts: Vec<NodeId> = std::iter::successors(Some(first), |&node| {
                    Some(NodeId(doc.subtree_end(node))).filter(|next| next.0 < record.nodes.end)
                })
                .filter(|&node| doc.depth(node) == depth && !page.visibility().is_hidden(node))
                .filter(|&node| doc.is_element(node) || !doc.text(node).trim().is_empty())
                .collect();
                longest = longest.max(parts.len());
                let key = path_number(&place.key);
                let at = parts
                    .iter()
                    .position(|&node| name_of(doc, node) == place.start && holds(page, node, key));
                *leads.entry(at.unwrap_or(0)).or_default() += 1;
                let is_other = |&&node: &&NodeId| place.ends || name_of(doc, node) != place.start;
                others.extend(parts.iter().filter(is_other).map(|&node| name_of(doc, node).to_owned()));
                if parts.iter().filter(|&&node| name_of(doc, node) == place.start).count() > 1 {
                    others.insert(place.start.clone());
                }
            }
        }
        let lead = leads.into_iter().max_by_key(|&(lead, count)| (count, std::cmp::Reverse(lead)));
        Boundary {
            parent: place.parent.clone(),
            start: place.start.clone(),
            key: place.key.clone(),
            ends: place.ends,
            lead: lead.filter(|_| !place.ends).map_or(0, |(lead, _)| lead),
            others: others.into_iter().collect(),
            longest,
            marks: Vec::new(),
            least: 0.0,
            skip: Vec::new(),
        }
    }

    /// Records that begin with their head, of any length.
    pub(super) fn headed(self) -> Self {
        Boundary { lead: 0, longest: 0, ..self }
    }

    /// Learns what records have in common, and what in their place is none.
    pub(super) fn with_marks(mut self, pages: &[(&Page<'_>, &DataSums, &Region)]) -> Self {
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        let mut records = 0;
        // What is no data, with its first link: how many pages have it, and where one of them has it.
        let mut same: BTreeMap<(String, String), (usize, usize, std::ops::Range<u32>)> = BTreeMap::new();
        for (at_page, &(page, data, _)) in pages.iter().enumerate() {
            let mut own = BTreeMap::new();
            let runs = self.cut(page);
            let is_data = |nodes: &std::ops::Range<u32>| data.chars(nodes) > 0;
            let (first, last) = (runs.iter().position(is_data), runs.iter().rposition(is_data));
            for (at, nodes) in runs.iter().enumerate() {
                // Between records there are no headers and menus, but answers that many queries have.
                if first.is_none_or(|first| at < first) || last.is_none_or(|last| at > last) {
                    own.insert((text_of(page, nodes), first_link(page, nodes)), nodes.clone());
                } else if records < super::MAX_RECORDS {
                    records += 1;
                    for path in paths_of(page, nodes) {
                        *counts.entry(path).or_default() += 1;
                    }
                }
            }
            for (one, nodes) in own {
                same.entry(one).or_insert((0, at_page, nodes)).0 += 1;
            }
        }
        let on_all = |count: usize| count as f64 >= super::PAGE_SHARE * pages.len() as f64;
        let records = records.max(1);
        let mut marks: Vec<(String, usize)> = counts
            .into_iter()
            .filter(|&(_, count)| count as f64 >= SHARE_OF_MARKS * records as f64)
            .collect();
        marks.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
        marks.truncate(MAX_MARKS);
        self.marks = marks.into_iter().map(|(path, _)| path).collect();
        // What is built as records are is one that all pages have, but for the head of a table.
        let is_record = |page: &Page<'_>, nodes: &std::ops::Range<u32>| {
            page.document().name(NodeId(nodes.start)) != names::TR
                && self.marks.len() >= MIN_MARKS
                && self.likeness(page, nodes) >= SAME_LIKENESS
        };
        let skip: BTreeSet<String> = same
            .into_iter()
            .filter(|(_, (count, at, nodes))| on_all(*count) && !is_record(pages[*at].0, nodes))
            .map(|((text, _), _)| text)
            .collect();
        let mut likeness: Vec<f64> = pages
            .iter()
            .flat_map(|(page, _, region)| {
                region.records.iter().map(|record| self.likeness(page, &record.nodes))
            })
            .take(super::MAX_RECORDS)
            .collect();
        likeness.sort_by(f64::total_cmp);
        let low = likeness.get(likeness.len() / 20).copied().unwrap_or(MIN_LIKENESS);
        self.least = (low.min(MIN_LIKENESS) * 100.0).floor() / 100.0;
        self.skip = skip.into_iter().filter(|text| !text.is_empty()).take(MAX_SKIPPED).collect();
        self
    }

    /// The share of the marks that a run of nodes has. O(nodes).
    pub(super) fn likeness(&self, page: &Page<'_>, nodes: &std::ops::Range<u32>) -> f64 {
        if self.marks.is_empty() {
            return 1.0;
        }
        let own = paths_of(page, nodes);
        let shared = self.marks.iter().filter(|mark| own.contains(*mark)).count();
        shared as f64 / self.marks.len() as f64
    }

    /// The records of a page, each with how like the learned ones it is. O(nodes).
    pub(super) fn records(&self, page: &Page<'_>) -> Vec<(Record, f64)> {
        let runs = self.cut(page).into_iter();
        let like = runs.map(|nodes| {
            let likeness = self.likeness(page, &nodes);
            (Record { nodes }, likeness)
        });
        let is_record = |(record, likeness): &(Record, f64)| {
            *likeness >= self.least && !self.skip.contains(&text_of(page, &record.nodes))
        };
        like.filter(is_record).collect()
    }

    /// All runs of nodes that begin and end as records do.
    pub(super) fn cut(&self, page: &Page<'_>) -> Vec<std::ops::Range<u32>> {
        let doc = page.document();
        let mut of_parent: BTreeMap<NodeId, Vec<NodeId>> = BTreeMap::new();
        for node in self.starts(page) {
            of_parent.entry(doc.parent(node).unwrap_or(Document::ROOT)).or_default().push(node);
        }
        let mut runs: Vec<std::ops::Range<u32>> = Vec::new();
        for (parent, starts) in of_parent {
            let siblings = siblings(page, parent);
            let places: Vec<usize> =
                starts.iter().filter_map(|start| siblings.binary_search(start).ok()).collect();
            if self.ends {
                self.cut_after(doc, &siblings, &places, &mut runs);
            } else {
                self.cut_before(doc, &siblings, &places, &mut runs);
            }
        }
        runs.sort_by_key(|run| run.start);
        // A record under another parent ends the one before it.
        for at in 1..runs.len() {
            let next = runs[at].start;
            let before = &mut runs[at - 1];
            before.end = before.end.min(next).max(before.start + 1);
        }
        runs
    }

    /// The siblings that records begin or end with, in document order.
    fn starts(&self, page: &Page<'_>) -> Vec<NodeId> {
        let doc = page.document();
        let (parent, key) = (path_number(&self.parent), path_number(&self.key));
        let mut starts = Vec::new();
        let mut inside = 0;
        each_with_path(page, page.body(), |node, path| {
            let is_start = path == parent && node.0 >= inside && doc.is_element(node);
            if is_start && name_of(doc, node) == self.start && holds(page, node, key) {
                starts.push(node);
                inside = doc.subtree_end(node);
            }
        });
        starts
    }

    /// Siblings that a record may have; at least 1.
    fn most(&self) -> usize {
        if self.longest == 0 { usize::MAX } else { self.longest }
    }

    fn is_other(&self, doc: &Document, node: NodeId) -> bool {
        self.others.iter().any(|name| name == name_of(doc, node))
    }

    fn cut_before(
        &self,
        doc: &Document,
        siblings: &[NodeId],
        places: &[usize],
        runs: &mut Vec<std::ops::Range<u32>>,
    ) {
        let mut after = 0;
        for (nth, &place) in places.iter().enumerate() {
            let begin = place.saturating_sub(self.lead).max(after);
            let next = places.get(nth + 1).map(|&next| next.saturating_sub(self.lead).max(place + 1));
            // The last one goes on as long as others do.
            let most = next.unwrap_or_else(|| {
                begin.saturating_add(self.most()).clamp(place + 1, siblings.len().max(place + 1))
            });
            let own = siblings[place + 1..most].iter().take_while(|&&node| self.is_other(doc, node)).count();
            after = place + 1 + own;
            runs.push(siblings[begin].0..doc.subtree_end(siblings[after - 1]));
        }
    }

    fn cut_after(
        &self,
        doc: &Document,
        siblings: &[NodeId],
        places: &[usize],
        runs: &mut Vec<std::ops::Range<u32>>,
    ) {
        let mut after = 0;
        for &place in places {
            let others = siblings[after..place].iter().rev();
            let own = others.take(self.most() - 1).take_while(|&&node| self.is_other(doc, node)).count();
            if own > 0 {
                runs.push(siblings[place - own].0..doc.subtree_end(siblings[place]));
            }
            after = place + 1;
        }
        let own = siblings[after.min(siblings.len())..].iter().take(self.most() - 1);
        let own = own.take_while(|&&node| self.is_other(doc, node)).count();
        if own > 0 && !places.is_empty() {
            runs.push(siblings[after].0..doc.subtree_end(siblings[after + own - 1]));
        }
    }
}

/// The text of a run of nodes, cut to what a wrapper remembers. O(nodes).
fn text_of(page: &Page<'_>, nodes: &std::ops::Range<u32>) -> String {
    let mut text = String::new();
    for &node in page.text_nodes_in(nodes.clone()) {
        if text.len() >= MAX_TEXT {
            break;
        }
        if !text.is_empty() {
            text.push(' ');
        }
        fold_into(&mut text, page.document().text(node));
    }
    text.chars().take(MAX_TEXT).collect()
}

/// Where the first link of a run of nodes leads. O(nodes), of which the first count.
fn first_link(page: &Page<'_>, nodes: &std::ops::Range<u32>) -> String {
    let doc = page.document();
    let mut nodes =
        nodes.clone().take(super::MAX_NODES).map(NodeId).filter(|&node| doc.name(node) == names::A);
    nodes.find_map(|node| doc.attribute(node, names::HREF)).unwrap_or_default().to_owned()
}

/// The paths of the elements of a record, its siblings being the first step; of its first nodes only.
fn paths_of(page: &Page<'_>, nodes: &std::ops::Range<u32>) -> BTreeSet<String> {
    let (doc, visibility) = (page.document(), page.visibility());
    let mut paths = BTreeSet::new();
    let mut open: Vec<(u32, String)> = Vec::new();
    for node in nodes.clone().take(super::MAX_NODES).map(NodeId) {
        if visibility.is_hidden(node) {
            continue;
        }
        while open.last().is_some_and(|&(end, _)| end <= node.0) {
            open.pop();
        }
        let is_text = doc.is_text(node) && !doc.text(node).trim().is_empty();
        if !doc.is_element(node) && !is_text || open.len() > super::MAX_STEPS {
            continue;
        }
        let name = name_of(doc, node);
        let above = open.last().map_or("", |(_, path)| path.as_str());
        let path = match above {
            _ if is_transparent(name) => above.to_owned(),
            "" => name.to_owned(),
            above => format!("{above}/{name}"),
        };
        if !path.is_empty() && !paths.contains(&path) {
            paths.insert(path.clone());
        }
        if doc.is_element(node) && doc.subtree_end(node) > node.0 + 1 {
            open.push((doc.subtree_end(node), path));
        }
    }
    paths
}
