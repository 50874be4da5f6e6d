//! Labelled records: where they stand in the tree, and how well the search for records finds them.
//!
//! Two kinds of labels are read. `records` as objects with an `xpath` name the element that is the record, or its
//! first part. `spans` give the fields of each record as places in the page decoded as Latin-1, CRLF being one
//! character; a field may lie in a tag, such as the address of a link.

use debulha_core::Evidence;
use debulha_core::source::PageSource;
use std::collections::{BTreeMap, HashMap};

use debulha_core::Page;
use debulha_core::features::records::{RecordParams, find};
use debulha_dom::Document;
use debulha_dom::decode::ByteMap;
use debulha_dom::{NodeId, names};
use rayon::prelude::*;

use debulha_compare::metrics::Prf;
use debulha_compare::metrics::records::score;
use debulha_corpus::{Corpus, CorpusError, LabelledPage};

/// The scores of one page.
#[derive(Debug, Clone, PartialEq)]
pub struct RecordPageScore {
    /// Key of the page.
    pub id: String,
    /// Site of the page; its key where the labels name none.
    pub site: String,
    /// Number of records that were found.
    pub predicted: usize,
    /// Number of labelled records.
    pub gold: usize,
    /// The score.
    pub score: Prf,
}

/// Finds the records of every page of the corpus that has labels, and scores what is found: the main region's records
/// unless `max_regions` says otherwise. `progress` is called once a page, from several threads.
///
/// # Errors
/// A page that cannot be read.
pub fn score_corpus(
    corpus: &Corpus,
    params: &RecordParams,
    progress: &(dyn Fn() + Sync),
) -> Result<Vec<RecordPageScore>, CorpusError> {
    let score = |labels: &LabelledPage| {
        let scored = score_page(corpus, labels, params);
        progress();
        scored
    };
    let scores: Result<Vec<_>, CorpusError> = corpus.pages().par_iter().map(score).collect();
    Ok(scores?.into_iter().flatten().collect())
}

fn score_page(
    corpus: &Corpus,
    labels: &LabelledPage,
    params: &RecordParams,
) -> Result<Option<RecordPageScore>, CorpusError> {
    let bytes = corpus.page_bytes(&labels.id)?;
    // In the envelope, if there is one: labels are places in the file.
    let loaded = PageSource::default().load(&bytes, labels.encoding.as_deref());
    let page = loaded.page(Evidence::default());
    let Some(gold) = loaded.byte_map.as_ref().and_then(|map| gold(&page, labels, &bytes, map)) else {
        return Ok(None);
    };
    let regions = find(&page, params);
    let predicted: Vec<_> =
        regions.iter().flat_map(|region| &region.records).map(|record| record.nodes.clone()).collect();
    Ok(Some(RecordPageScore {
        id: labels.id.clone(),
        site: labels.site.clone().unwrap_or_else(|| labels.id.clone()),
        predicted: predicted.len(),
        gold: gold.len(),
        score: score(&predicted, &gold),
    }))
}

/// The ids of the nodes of each labelled record; `None` without labels.
///
/// Of an element they are its visible text nodes, or the element where it has none; of fields, the innermost nodes
/// that hold their first and last characters.
pub fn gold(page: &Page<'_>, labels: &LabelledPage, bytes: &[u8], map: &ByteMap) -> Option<Vec<Vec<u32>>> {
    let document = page.document();
    if let Some(spans) = &labels.spans {
        let places = ByteOffsets::of(bytes);
        return Some(spans.iter().map(|fields| nodes_of_fields(document, fields, &places, map)).collect());
    }
    let records = labels.records.as_ref()?.as_array()?;
    let mut resolver = Resolver { page, last: Document::ROOT };
    let nodes = |record: &serde_json::Value| {
        let field = |name: &str| record[name].as_str().unwrap_or_default();
        let found = resolver.element(field("xpath"), field("text")).or_else(|| resolver.link(field("url")));
        let Some(element) = found else { return Vec::new() };
        let text = page.text_nodes_in(element.0..document.subtree_end(element));
        if text.is_empty() { vec![element.0] } else { text.iter().map(|node| node.0).collect() }
    };
    Some(records.iter().map(nodes).collect())
}

/// Elements with fewer words in common with the labelled text are not the record.
const ALIKE: f64 = 0.5;

/// Finds labelled elements in a tree that need not be the one in which they were labelled.
///
/// The labels were made in a browser of 2010, which placed stray formatting elements otherwise than the standard does.
struct Resolver<'a> {
    page: &'a Page<'a>,
    /// The element of the record before.
    last: NodeId,
}

impl Resolver<'_> {
    /// The element at the path if it has the labelled text; else, of the elements with its name after the record
    /// before, the one most like the text, and the first of equals.
    fn element(&mut self, path: &str, text: &str) -> Option<NodeId> {
        let document = self.page.document();
        let words = bag(words_of(text));
        let named = find_element(document, path).filter(|&node| self.likeness(node, &words) >= ALIKE);
        let found = named.or_else(|| {
            let step = path.rsplit('/').next()?;
            let name = document.find_name(step.split('[').next()?)?;
            let mut best = None;
            for node in document.elements_named(name).filter(|&node| node > self.last) {
                let likeness = self.likeness(node, &words);
                if likeness >= ALIKE && best.is_none_or(|(most, _)| likeness > most) {
                    best = Some((likeness, node));
                }
            }
            best.map(|(_, node)| node)
        });
        self.last = found.unwrap_or(self.last);
        found
    }

    /// The first link after the record before that leads to the address of the record: where the tree has no element of
    /// the name around the record, its first link stands for it.
    fn link(&mut self, url: &str) -> Option<NodeId> {
        let document = self.page.document();
        let mut links = document.elements_named(names::A).filter(|&node| node > self.last);
        let found = links.find(|&node| !url.is_empty() && document.attribute(node, names::HREF) == Some(url));
        self.last = found.unwrap_or(self.last);
        found
    }

    /// How much an element has in common with a labelled text, in which addresses of links may stand or not.
    fn likeness(&self, node: NodeId, words: &HashMap<&str, usize>) -> f64 {
        let document = self.page.document();
        let texts = || {
            let nodes = self.page.text_nodes_in(node.0..document.subtree_end(node)).iter();
            nodes.map(|&node| document.text(node))
        };
        let links = document.subtree(node).filter_map(|node| match document.name(node) {
            names::A => document.attribute(node, names::HREF),
            _ => None,
        });
        let with_addresses = bag(texts().chain(links).flat_map(words_of));
        overlap(&bag(texts().flat_map(words_of)), words).max(overlap(&with_addresses, words))
    }
}

/// Twice the words in common by the words of both; texts without words are alike.
fn overlap(a: &HashMap<&str, usize>, b: &HashMap<&str, usize>) -> f64 {
    let shared: usize = a.iter().map(|(word, &n)| b.get(word).map_or(0, |&m| n.min(m))).sum();
    let all = a.values().sum::<usize>() + b.values().sum::<usize>();
    if all == 0 { 1.0 } else { 2.0 * shared as f64 / all as f64 }
}

fn words_of(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty())
}

fn bag<'a>(words: impl Iterator<Item = &'a str>) -> HashMap<&'a str, usize> {
    let mut bag = HashMap::new();
    words.for_each(|word| *bag.entry(word).or_default() += 1);
    bag
}

/// The element at a path in which only siblings are numbered that have siblings of their name.
fn find_element(document: &Document, path: &str) -> Option<NodeId> {
    let steps = path.split('/').skip(1);
    let numbered =
        steps.map(|step| if step.ends_with(']') { format!("/{step}") } else { format!("/{step}[1]") });
    document.find_xpath(&numbered.collect::<String>())
}

fn nodes_of_fields(
    document: &Document,
    fields: &[(usize, usize)],
    places: &ByteOffsets,
    map: &ByteMap,
) -> Vec<u32> {
    let mut nodes: Vec<u32> = fields
        .iter()
        .filter(|(start, end)| start < end)
        .flat_map(|&(start, end)| [start, end - 1])
        .filter_map(|place| document.at_byte(map.to_text(places.byte(place))))
        .map(|node| node.0)
        .collect();
    nodes.sort_unstable();
    nodes.dedup();
    nodes
}

/// From places in which CRLF is one character to bytes.
struct ByteOffsets {
    /// The places of characters that are two bytes, in order.
    line_ends: Vec<usize>,
}

impl ByteOffsets {
    fn of(bytes: &[u8]) -> Self {
        let pairs = bytes.windows(2).enumerate().filter(|(_, pair)| pair == b"\r\n");
        ByteOffsets { line_ends: pairs.enumerate().map(|(before, (byte, _))| byte - before).collect() }
    }

    fn byte(&self, place: usize) -> usize {
        place + self.line_ends.partition_point(|&line_end| line_end < place)
    }
}

/// Mean scores of each site in the order of names, and the mean over sites.
pub fn by_site(pages: &[RecordPageScore]) -> (BTreeMap<&str, Prf>, Option<Prf>) {
    let mut sites: BTreeMap<&str, Vec<Prf>> = BTreeMap::new();
    for page in pages {
        sites.entry(&page.site).or_default().push(page.score);
    }
    let means: BTreeMap<&str, Prf> =
        sites.into_iter().filter_map(|(site, scores)| Some((site, Prf::mean(&scores)?))).collect();
    let all: Vec<Prf> = means.values().copied().collect();
    (means, Prf::mean(&all))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use debulha_dom::decode::decode;
    use debulha_dom::{Limits, parse};

    #[test]
    fn places_count_line_ends_once() {
        let places = ByteOffsets::of(b"a\r\nb\r\nc");
        assert_eq!([0, 1, 2, 3, 4].map(|place| places.byte(place)), [0, 1, 3, 4, 6]);
    }

    #[test]
    fn fields_in_tags_and_text_are_nodes() {
        let html = "<p><a href=/rye>Rye</a> 12 t";
        let document = parse(html, &Limits::default()).document;
        let labels: LabelledPage =
            serde_json::from_str(r#"{"id": "a", "spans": [[[11, 15], [16, 19], [24, 26]]]}"#).unwrap();
        let decoded = decode(html.as_bytes(), None);
        let map = ByteMap::new(html.as_bytes(), &decoded);
        let gold = gold(&Page::new(&document), &labels, html.as_bytes(), &map).unwrap();
        let names: Vec<_> = gold[0].iter().map(|&n| document.name_str(document.name(NodeId(n)))).collect();
        assert_eq!(names, ["a", "", ""]);
    }

    #[test]
    fn steps_without_a_number_are_the_first() {
        let document = parse("<ul><li>a<li>b</ul>", &Limits::default()).document;
        let found = find_element(&document, "/html/body/ul/li[2]").unwrap();
        assert_eq!(document.text_content(found), "b");
        assert_eq!(find_element(&document, "/html/body/ol"), None);
    }
}
