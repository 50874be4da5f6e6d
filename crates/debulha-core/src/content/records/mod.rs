//! Records of the content: the posts of a thread, the entries of a listing, the product of a shop page.
//!
//! Records lie over the blocks of a [`ContentDocument`] and never change them: a record says which nodes of the page it
//! holds, in which blocks its text stands, and what its fields are. So no text is in two places, and whoever knows
//! nothing of records sees the page as before.
//!
//! 1. **Candidates** (`candidates`). Elements of one name that share a class, a numbered id or an item type, nested ones
//!    too, as replies are; and what repeats by its tag paths ([`features::records`](crate::features::records)).
//! 2. **Score** by the kept text in the records, and by what they have in common: dates, prices, links.
//! 3. **Fields** (`fields`). Each field is read from the slot (element names and classes) that says most for it over
//!    all records of the group.
//! 4. **Kind** (`kind`), by the share of records that have which fields, and by how long their texts are.
//!
//! A group counts only where its records hold kept text; the labels decide what is content, and records never do.
//! A page that sells one thing has a record of it beside them (`product`): its heading, price and properties, as it shows
//! or states them.

mod candidates;
mod evidence;
mod extent;
mod fields;
mod kind;
mod product;
mod slots;

use crate::content::ContentDocument;
use crate::outcome::{Labels, Span};
use crate::page::Page;
use crate::params;
use candidates::{KeptCharacters, RecordCandidates};
use debulha_dom::NodeId;
use serde::Serialize;
use std::ops::Range;

/// Candidates whose fields are read at most; bounds the work.
const MAX_TRIES: usize = 16;

/// Units of work ([`Page::work_left`]) that a node of a page can cost: 64 keys, then as many candidates as are tried with the
/// runs inside of them, and the passes that score candidates.
const WORK_PER_NODE: u64 = 100;

/// Runs inside of posts that are tried as their comments; bounds the work.
const MAX_INNER: usize = 6;

params! {
    /// Parameters of the records of the content. All numbers are our decisions, made on pages of wcxb-dev.
    pub struct GroupParams {
        /// Groups of a page at most, those with most kept text first.
        pub max_groups: u32 = 4, range: 1..=100;
        /// Share of the page's kept characters that a group must hold.
        pub min_kept: f64 = 0.15, range: 0.0..=1.0;
        /// The same of goods, whose records have links and prices: guides and questions of a shop's page have more text.
        pub min_goods_kept: f64 = 0.02, range: 0.0..=1.0;
        /// Share of a group's records that must hold kept text.
        pub min_records_kept: f64 = 0.5, range: 0.0..=1.0;
        /// Records of a group at least, but for a product.
        pub min_records: u32 = 2, range: 2..=1_000;
        /// Words of the median record from which on records with authors and dates are posts and not entries.
        pub min_post_words: u32 = 12, range: 1..=1_000;
        /// The same of comments that stand inside of posts.
        pub min_comment_words: u32 = 6, range: 1..=1_000;
    }
}

/// What the records of a group are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum RecordKind {
    /// Posts, comments, questions with answers: texts by authors, in the order of the page.
    Thread,
    /// Entries that lead elsewhere: search results, teasers, goods of a shop.
    Listing,
    /// One thing with its price and properties.
    Product,
}

/// Records that belong together.
#[derive(Debug, Clone, PartialEq)]
pub struct RecordGroup {
    /// What they are.
    pub kind: RecordKind,
    /// The innermost element around all of them.
    pub node: NodeId,
    /// The records in document order.
    pub records: Vec<Record>,
}

/// A post, an entry or a product.
#[derive(Debug, Clone, PartialEq)]
pub struct Record {
    /// Its nodes, consecutive in document order. Replies may lie within; they are records of their own.
    pub nodes: Range<u32>,
    /// The place in the group of the record that this one answers, where replies are nested.
    pub parent: Option<usize>,
    /// Answers above this one: 0 where there is no parent.
    pub depth: u32,
    /// Where its text stands among the blocks; `None` where nothing of it was kept.
    pub extent: Option<Extent>,
    /// What it says of itself.
    pub fields: Fields,
}

impl Record {
    /// Its first node.
    pub fn node(&self) -> NodeId {
        NodeId(self.nodes.start)
    }
}

/// Where a record's text stands in a [`ContentDocument`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Extent {
    /// Blocks of the document. Where it is one block that holds other records too, `parts` says more.
    pub blocks: Range<usize>,
    /// Of a single list its items, of a table its rows, of definitions its entries.
    pub parts: Option<Range<usize>>,
}

/// A value of a field with its origin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Value {
    /// The element or text node that it was read from.
    pub node: NodeId,
    /// The value, white space folded.
    pub text: String,
}

/// What a record says of itself. Addresses are absolute where the page's address is known.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Fields {
    /// Its title: of a listing the text of its main link.
    pub title: Option<Value>,
    /// Where its title leads; of a post its permanent address.
    pub link: Option<Value>,
    /// Who wrote it.
    pub author: Option<Value>,
    /// When: ISO 8601, or as the page has it where it is no full date ("3 days ago").
    pub date: Option<Value>,
    /// Its price, as the page has it.
    pub price: Option<Value>,
    /// Address of its image.
    pub image: Option<Value>,
    /// Names and values of its properties: a product's specification.
    pub properties: Vec<Property>,
}

impl Fields {
    /// The fields of one value by name, always in this order.
    pub fn named(&self) -> [(&'static str, Option<&Value>); 6] {
        [
            ("title", self.title.as_ref()),
            ("link", self.link.as_ref()),
            ("author", self.author.as_ref()),
            ("date", self.date.as_ref()),
            ("price", self.price.as_ref()),
            ("image", self.image.as_ref()),
        ]
    }
}

/// A property of a product.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Property {
    /// What is stated, such as "Weight".
    pub name: Value,
    /// As which it is stated.
    pub value: Value,
}

/// Whether what is left of a page's work is too little to look for records in it.
pub fn is_too_much_work(page: &Page<'_>) -> bool {
    page.work_left() < WORK_PER_NODE * page.document().len() as u64
}

/// Finds the groups of records of a page's content, in document order; none where the content is no list, nor where the
/// search [is too much work](is_too_much_work).
///
/// `labels` and `content` are of this page. O(nodes · classes of an element + nodes · depth), with at most 64 keys of regions
/// and 16 candidates tried: several times what parsing the page costs.
///
/// ```
/// use debulha_core::content::{build, records::{RecordKind, GroupParams, find, text}};
/// use debulha_core::outcome::Labels;
/// use debulha_core::Page;
/// use debulha_dom::{Limits, parse};
///
/// let html = "<h1>Which rye?</h1>
///     <div class=post><b class=author>Ana</b> <time datetime=2024-05-01>May</time>
///       <p>Which rye stands in wet and stony ground, and does not lodge when the wind blows in July?</div>
///     <div class=post><b class=author>Rui</b> <time datetime=2024-05-02>May</time>
///       <p>The short one of the hills, sown late and thin, stands well in any ground that is not sour.</div>";
/// let parsed = parse(html, &Limits::default());
/// let page = Page::new(&parsed.document);
/// let labels = Labels::from_subtrees(&page, &[page.body()]);
/// let content = build(&page, &labels);
/// let groups = find(&page, &labels, &content, &GroupParams::default());
/// assert_eq!(groups[0].kind, RecordKind::Thread);
/// let reply = &groups[0].records[1];
/// assert_eq!(reply.fields.author.as_ref().map(|author| author.text.as_str()), Some("Rui"));
/// assert!(text(&page, &labels, &groups[0], 1).starts_with("The short one"));
/// ```
pub fn find(
    page: &Page<'_>,
    labels: &Labels,
    content: &ContentDocument,
    params: &GroupParams,
) -> Vec<RecordGroup> {
    if is_too_much_work(page) {
        return Vec::new();
    }
    let visibility = page.visibility();
    let shows_hidden = labels.spans.iter().any(|span| visibility.is_hidden(span.node));
    let with_hidden = shows_hidden.then(|| page.with_hidden_text()).flatten();
    let page = with_hidden.as_ref().unwrap_or(page);
    let kept = KeptCharacters::new(page, labels);
    let reader = fields::RecordReader::new(page);
    let mut groups: Vec<RecordGroup> = Vec::new();
    let mut candidates = RecordCandidates::new(page, &kept, params);
    for _ in 0..MAX_TRIES {
        if groups.len() >= params.max_groups as usize {
            break;
        }
        let Some(candidate) = candidates.next() else { break };
        let mut found = read(&reader, candidate.records.clone());
        let Some(kind) = kind::of(&found.own, params.min_post_words) else { continue };
        let inner = candidates.drop_overlapping(&candidate);
        if kind == RecordKind::Thread {
            if let Some(more) = with_replies(&reader, &found, inner, params) {
                found = more;
            }
            found.own.iter_mut().for_each(|own| fields::as_post(&reader, own));
        } else {
            found.own.iter_mut().for_each(fields::as_entry);
        }
        let FoundRecords { nodes, nesting, own } = found;
        let records = nodes.into_iter().zip(own).enumerate().map(|(place, (nodes, own))| Record {
            extent: None,
            parent: nesting.parent[place],
            depth: nesting.depth[place],
            fields: own.fields,
            nodes,
        });
        groups.push(RecordGroup { kind, node: NodeId(0), records: records.collect() });
    }
    groups.extend(product::find(&reader, &kept, &groups));
    groups.sort_by_key(|group| group.records.first().map_or(0, |record| record.nodes.start));
    let mut places = extent::BlockPlaces::new(page, labels, content);
    for group in &mut groups {
        group.node = around(page, &group.records);
        for record in &mut group.records {
            record.extent = places.of(&record.nodes);
        }
    }
    groups
}

/// Records with what was read of them.
struct FoundRecords {
    nodes: Vec<Range<u32>>,
    nesting: candidates::Nesting,
    own: Vec<fields::OwnFields>,
}

fn read(reader: &fields::RecordReader<'_, '_>, nodes: Vec<Range<u32>>) -> FoundRecords {
    let nesting = candidates::Nesting::of(&nodes);
    let own = fields::read(reader, &nodes, &nesting);
    FoundRecords { nodes, nesting, own }
}

/// The posts of a region by where each says when it was written: the largest element around its date in which no other
/// post comes first. O(dates · depth · log dates + nodes of the region).
pub(super) fn of_posts(page: &Page<'_>, region: &Range<u32>, dates: &[NodeId]) -> RecordGroup {
    let doc = page.document();
    let (Some(&first), Some(&last)) = (dates.first(), dates.last()) else {
        return RecordGroup { kind: RecordKind::Thread, node: NodeId(region.start), records: Vec::new() };
    };
    let around = doc.lowest_common_ancestor(first, last);
    let first_in = |element: NodeId| dates.get(dates.partition_point(|date| date.0 < element.0)).copied();
    let post = |&date: &NodeId| {
        let elements = std::iter::once(date).chain(doc.ancestors(date));
        let largest = elements
            .take_while(|&element| {
                element != around && region.contains(&element.0) && first_in(element) == Some(date)
            })
            .last();
        largest.map_or(date.0..doc.subtree_end(date), |element| element.0..doc.subtree_end(element))
    };
    let nodes = if dates.len() == 1 { vec![region.clone()] } else { dates.iter().map(post).collect() };
    let reader = fields::RecordReader::new(page);
    let FoundRecords { nodes, nesting, mut own } = read(&reader, nodes);
    for ((own, record), date) in own.iter_mut().zip(&nodes).zip(dates) {
        fields::as_post(&reader, own);
        let author = own.fields.author.take();
        own.fields.author = author.or_else(|| reader.name_beside(record, *date));
    }
    let records = nodes.into_iter().zip(own).enumerate().map(|(place, (nodes, own))| Record {
        extent: None,
        parent: nesting.parent[place],
        depth: nesting.depth[place],
        fields: own.fields,
        nodes,
    });
    RecordGroup { kind: RecordKind::Thread, node: around, records: records.collect() }
}

/// The posts of a thread together with the comments inside of them, if there are any.
fn with_replies(
    reader: &fields::RecordReader<'_, '_>,
    posts: &FoundRecords,
    inner: Vec<Vec<Range<u32>>>,
    params: &GroupParams,
) -> Option<FoundRecords> {
    let comments = inner.into_iter().take(MAX_INNER).find(|nodes| {
        let comments = read(reader, nodes.clone());
        kind::of(&comments.own, params.min_comment_words) == Some(RecordKind::Thread)
    })?;
    let mut nodes: Vec<Range<u32>> = posts.nodes.iter().cloned().chain(comments).collect();
    nodes.sort_by_key(|record| (record.start, std::cmp::Reverse(record.end)));
    Some(read(reader, nodes))
}

/// The innermost element that holds all nodes of the records.
fn around(page: &Page<'_>, records: &[Record]) -> NodeId {
    let doc = page.document();
    let start = records.first().map_or(0, |record| record.nodes.start);
    let end = records.iter().map(|record| record.nodes.end).max().unwrap_or(1);
    let first = NodeId(start);
    let around = doc.lowest_common_ancestor(first, NodeId(end.max(1) - 1));
    if around == first && records.len() > 1 { doc.parent(first).unwrap_or(first) } else { around }
}

/// The kept text of a record alone, without that of its replies and without its author and date: a line a text block.
///
/// O(spans of the record + records within it).
pub fn text(page: &Page<'_>, labels: &Labels, group: &RecordGroup, record: usize) -> String {
    let doc = page.document();
    let Some(own) = group.records.get(record) else { return String::new() };
    let inner = group.records[record + 1..].iter().take_while(|other| other.nodes.start < own.nodes.end);
    let mut skipped: Vec<Range<u32>> = inner.map(|other| other.nodes.clone()).collect();
    let stated = [&own.fields.author, &own.fields.date].into_iter().flatten();
    skipped.extend(stated.map(|value| value.node.0..doc.subtree_end(value.node)));
    skipped.sort_unstable_by_key(|range| range.start);
    let from = labels.spans.partition_point(|span| span.node.0 < own.nodes.start);
    let to = labels.spans.partition_point(|span| span.node.0 < own.nodes.end);
    let mut spans: Vec<Span> = Vec::with_capacity(to - from);
    let (mut at, mut until) = (0, 0);
    for &span in &labels.spans[from..to] {
        while let Some(range) = skipped.get(at).filter(|range| range.start <= span.node.0) {
            until = range.end.max(until);
            at += 1;
        }
        if span.node.0 >= until {
            spans.push(span);
        }
    }
    Labels { spans, ..Labels::default() }.plain_text(page)
}

#[cfg(test)]
mod tests;
