//! Labelled records: where they stand in the tree, and how well the search for records finds them.
//!
//! Two kinds of labels are read. `records` as objects with an `xpath` name the element that is the record, or its
//! first part. `spans` give the fields of each record as places in the page decoded as Latin-1, CRLF being one
//! character; a field may lie in a tag, such as the address of a link.

use std::collections::BTreeMap;

use debulha::core::features::records::{RecordParams, find};
use debulha::dom::decode::{ByteMap, decode};
use debulha::dom::parse;
use debulha::{Document, Limits, Page};
use rayon::prelude::*;

use crate::corpus::{Corpus, CorpusError, LabelledPage};
use crate::metrics::Prf;
use crate::metrics::records::score;

/// The scores of one page.
#[derive(Debug, Clone, PartialEq)]
pub struct PageScore {
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

/// Finds the records of every page of the corpus that has labels, and scores those of the main region.
///
/// # Errors
/// A page that cannot be read.
pub fn score_corpus(corpus: &Corpus, params: &RecordParams) -> Result<Vec<PageScore>, CorpusError> {
    let scores: Result<Vec<_>, CorpusError> =
        corpus.pages().par_iter().map(|labels| score_page(corpus, labels, params)).collect();
    Ok(scores?.into_iter().flatten().collect())
}

fn score_page(
    corpus: &Corpus,
    labels: &LabelledPage,
    params: &RecordParams,
) -> Result<Option<PageScore>, CorpusError> {
    let bytes = corpus.page_bytes(&labels.id)?;
    let decoded = decode(&bytes, labels.encoding.as_deref());
    let document = parse(&decoded.text, &Limits::default()).document;
    let page = Page::new(&document);
    let Some(gold) = gold(&page, labels, &bytes, &ByteMap::new(&bytes, &decoded)) else { return Ok(None) };
    let found = find(&page, params);
    let predicted: Vec<_> = found
        .regions
        .first()
        .map(|region| region.records.iter().map(|record| record.nodes.clone()).collect())
        .unwrap_or_default();
    Ok(Some(PageScore {
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
        let places = Places::of(bytes);
        return Some(spans.iter().map(|fields| nodes_of_fields(document, fields, &places, map)).collect());
    }
    let records = labels.records.as_ref()?.as_array()?;
    let nodes = |record: &serde_json::Value| {
        let Some(element) = find_element(document, record["xpath"].as_str().unwrap_or_default()) else {
            return Vec::new();
        };
        let text = page.text_nodes_in(element.0..document.subtree_end(element));
        if text.is_empty() { vec![element.0] } else { text.iter().map(|node| node.0).collect() }
    };
    Some(records.iter().map(nodes).collect())
}

/// The element at a path in which only siblings are numbered that have siblings of their name.
fn find_element(document: &Document, path: &str) -> Option<debulha::dom::NodeId> {
    let steps = path.split('/').skip(1);
    let numbered = steps.map(|step| if step.ends_with(']') { format!("/{step}") } else { format!("/{step}[1]") });
    document.find_xpath(&numbered.collect::<String>())
}

fn nodes_of_fields(
    document: &Document,
    fields: &[(usize, usize)],
    places: &Places,
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
struct Places {
    /// The places of characters that are two bytes, in order.
    line_ends: Vec<usize>,
}

impl Places {
    fn of(bytes: &[u8]) -> Self {
        let pairs = bytes.windows(2).enumerate().filter(|(_, pair)| pair == b"\r\n");
        Places { line_ends: pairs.enumerate().map(|(before, (byte, _))| byte - before).collect() }
    }

    fn byte(&self, place: usize) -> usize {
        place + self.line_ends.partition_point(|&line_end| line_end < place)
    }
}

/// Mean scores of each site in the order of names, and the mean over sites.
pub fn by_site(pages: &[PageScore]) -> (BTreeMap<&str, Prf>, Option<Prf>) {
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

    #[test]
    fn places_count_line_ends_once() {
        let places = Places::of(b"a\r\nb\r\nc");
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
        let names: Vec<_> =
            gold[0].iter().map(|&n| document.name_str(document.name(debulha::dom::NodeId(n)))).collect();
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
