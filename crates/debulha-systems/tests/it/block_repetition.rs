//! `x_cex` and `content_extractor` decide as their rules, written out over all pairs of blocks, say.

use debulha_core::features::stop_words::StopWords;
use debulha_core::segmentation::{SegmentBlock, SegmentKind};
use debulha_core::{Labels, Page, PageOptions, ParamMap, Scratch};
use debulha_dom::{Document, Limits, NodeId, NodeKind, parse};
use debulha_systems::segmenters::tag_list::{Nested, TagList, TagListParams};
use debulha_systems::site::{self, AnySiteMethod};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

const SITES: u64 = 20;

/// The lists of fernandes2021, the first one as that of X-CEX.
const LIST_1: [&str; 5] = ["body", "main", "article", "div", "p"];
const LIST_2: [&str; 7] = ["table", "tr", "p", "hr", "ul", "div", "span"];

/// A block with all that rules look at.
struct Item {
    page: usize,
    block: SegmentBlock,
    html: String,
    text: String,
    terms: BTreeSet<String>,
    term_count: usize,
    classes: BTreeSet<String>,
    /// Elements and comments with their depths.
    tags: Vec<(usize, String)>,
}

struct Rules {
    id: &'static str,
    /// All parameters of the method.
    params: ParamMap,
}

impl Rules {
    fn get(&self, name: &str) -> &Value {
        &self.params[name]
    }

    fn number(&self, name: &str) -> f64 {
        self.get(name).as_f64().unwrap()
    }

    fn is(&self, name: &str, value: &str) -> bool {
        self.get(name) == value
    }

    fn items(&self, page: &Page<'_>, number: usize) -> Vec<Item> {
        let params = TagListParams {
            tags: serde::Deserialize::deserialize(self.get("tags")).unwrap(),
            nested: if self.is("nested", "all") { Nested::All } else { Nested::Outermost },
            hr_splits: self.get("hr_splits") == true,
            ..TagListParams::default()
        };
        let stop_words: StopWords = serde::Deserialize::deserialize(self.get("stop_words")).unwrap();
        let list = stop_words.list(page);
        let doc = page.document();
        let item = |block: SegmentBlock| {
            let texts: Vec<&str> =
                page.text_nodes_in(block.nodes.clone()).iter().map(|&node| doc.text(node)).collect();
            let text = texts.join(" ").split_whitespace().collect::<Vec<_>>().join(" ");
            let words = texts.iter().flat_map(|text| text.split(|c: char| !c.is_alphanumeric() && c != '_'));
            let is_letter = |c: char| {
                if self.is("letters", "ascii") { c.is_ascii_alphabetic() } else { c.is_alphabetic() }
            };
            let terms: Vec<String> = words
                .filter(|word| word.chars().count() >= 2 && word.chars().all(is_letter))
                .filter(|word| list.is_none_or(|list| !list.contains(word, &mut String::new())))
                .map(str::to_lowercase)
                .collect();
            let nodes = || block.nodes.clone().map(NodeId);
            let top =
                usize::from(doc.depth(block.element)) + usize::from(block.kind == SegmentKind::Siblings);
            let tag = |node| match doc.kind(node) {
                NodeKind::Element => Some(doc.name_str(doc.name(node)).to_owned()),
                NodeKind::Comment => Some("#comment".to_owned()),
                _ => None,
            };
            let tags =
                nodes().filter_map(|node| Some((usize::from(doc.depth(node)) - top, tag(node)?))).collect();
            Item {
                page: number,
                html: nodes().map(|node| canonical(doc, node, top)).collect(),
                term_count: terms.len(),
                terms: terms.into_iter().collect(),
                classes: nodes().flat_map(|node| doc.classes(node)).map(str::to_owned).collect(),
                tags,
                text,
                block,
            }
        };
        TagList { params }.blocks(page).blocks.into_iter().map(item).collect()
    }

    /// Sim of fernandes2021 above its threshold, or the cosine of debnath2005.
    fn are_similar(&self, a: &Item, b: &Item) -> bool {
        if self.id == "content_extractor" {
            let (a, b) = (self.vector(a), self.vector(b));
            return cosine(&a, &b) > self.number("epsilon");
        }
        let weight = self.number("tag_weight");
        let shape = weight * self.structure(a, b) + (1.0 - weight) * jaccard(&a.classes, &b.classes);
        let content = self.content(a, b);
        self.number("structure_importance") * shape + self.number("content_importance") * content
            > self.number("epsilon")
    }

    fn vector(&self, item: &Item) -> BTreeMap<String, f64> {
        let mut vector = tag_counts(item);
        vector.extend(item.terms.iter().map(|term| (format!("term {term}"), 1.0)));
        if self.get("term_count") == true {
            vector.insert("terms".to_owned(), item.term_count as f64);
        }
        vector
    }

    fn structure(&self, a: &Item, b: &Item) -> f64 {
        let sequence = |item: &Item| -> Vec<String> {
            let tags = item.tags.iter().map(|(_, tag)| tag.clone());
            let implied: &[&str] = if item.tags[0].1 == "body" { &["html"] } else { &["html", "body"] };
            implied.iter().map(|&tag| tag.to_owned()).chain(tags).collect()
        };
        let (of_a, of_b) = (sequence(a), sequence(b));
        let both = (of_a.len() + of_b.len()) as f64;
        match self.get("structure").as_str().unwrap() {
            "sequence" => {
                let junk = if self.get("autojunk") == true { frequent(&of_b) } else { BTreeSet::new() };
                2.0 * shared_in_runs(&of_a, &of_b, &junk) as f64 / both
            }
            "indel" => 2.0 * lcs(&of_a, &of_b) as f64 / both,
            "cosine" => {
                let [a, b] = [a, b].map(|item| {
                    let mut counts = tag_counts(item);
                    counts
                        .extend((item.term_count > 0).then(|| ("terms".to_owned(), item.term_count as f64)));
                    counts
                });
                cosine(&a, &b)
            }
            _ => griazev(a, b),
        }
    }

    fn content(&self, a: &Item, b: &Item) -> f64 {
        let (x, y): (Vec<char>, Vec<char>) = (a.text.chars().collect(), b.text.chars().collect());
        let longer = x.len().max(y.len()) as f64;
        let by_distance = |distance: f64| if longer == 0.0 { 1.0 } else { 1.0 - distance / longer };
        match self.get("content").as_str().unwrap() {
            "cosine" if a.terms.is_empty() || b.terms.is_empty() => 0.0,
            "cosine" => {
                let shared = a.terms.intersection(&b.terms).count() as f64;
                shared / (a.terms.len() as f64 * b.terms.len() as f64).sqrt()
            }
            "levenshtein" => by_distance(levenshtein(&x, &y) as f64),
            "damerau_levenshtein" => by_distance(strsim::damerau_levenshtein(&a.text, &b.text) as f64),
            "hamming" => {
                let differ = (0..x.len().max(y.len())).filter(|&at| x.get(at) != y.get(at)).count();
                by_distance(differ as f64)
            }
            "jaro_winkler" => strsim::jaro_winkler(&a.text, &b.text),
            _ => by_distance(strsim::jaro_winkler(&a.text, &b.text)),
        }
    }

    /// Whether a block is content, from all blocks of all pages.
    fn is_content(&self, at: usize, items: &[Item], pages: usize) -> bool {
        let item = &items[at];
        let is_x_cex = self.id == "x_cex";
        let same = |other: &Item| match self.get("identical").as_str().unwrap() {
            "html" => other.html == item.html,
            "text" => other.text == item.text,
            _ => false,
        };
        if is_x_cex && items.iter().any(|other| other.page != item.page && same(other)) {
            return false;
        }
        let own_page = is_x_cex && self.get("own_page") == true;
        let mut similar: BTreeSet<usize> = BTreeSet::new();
        for (other_at, other) in items.iter().enumerate() {
            let counts = other_at != at && (other.page != item.page || own_page);
            if counts && !similar.contains(&other.page) && self.are_similar(item, other) {
                similar.insert(other.page);
            }
        }
        let share = (self.number("lambda") * pages as f64 + 1e-9).floor();
        if self.is("limit", "as_printed") {
            let frequency = if similar.is_empty() { 1.0 } else { 1.0 / similar.len() as f64 };
            return frequency > 1.0 / share;
        }
        (similar.len() as f64) < share.max(1.0)
    }
}

fn canonical(doc: &Document, node: NodeId, top: usize) -> String {
    let depth = usize::from(doc.depth(node)) - top;
    let text = doc.text(node).split_whitespace().collect::<Vec<_>>().join(" ");
    let attributes: BTreeMap<&str, &str> =
        doc.attributes(node).map(|(name, value)| (doc.name_str(name), value)).collect();
    match doc.kind(node) {
        NodeKind::Element => format!("<{depth} {} {attributes:?}>", doc.name_str(doc.name(node))),
        _ if text.is_empty() => String::new(),
        kind => format!("<{depth} {kind:?} {text}>"),
    }
}

fn tag_counts(item: &Item) -> BTreeMap<String, f64> {
    let mut counts = BTreeMap::new();
    for (_, tag) in item.tags.iter().filter(|(_, tag)| tag != "#comment") {
        *counts.entry(format!("tag {tag}")).or_insert(0.0) += 1.0;
    }
    counts
}

fn cosine(a: &BTreeMap<String, f64>, b: &BTreeMap<String, f64>) -> f64 {
    let norm = |of: &BTreeMap<String, f64>| of.values().map(|count| count * count).sum::<f64>();
    if a.is_empty() && b.is_empty() {
        return 1.0;
    }
    if a.is_empty() || b.is_empty() {
        return 0.0;
    }
    let product: f64 = a.iter().map(|(name, count)| count * b.get(name).unwrap_or(&0.0)).sum();
    product / (norm(a) * norm(b)).sqrt()
}

fn jaccard(a: &BTreeSet<String>, b: &BTreeSet<String>) -> f64 {
    if a.is_empty() && b.is_empty() {
        return 1.0;
    }
    a.intersection(b).count() as f64 / a.union(b).count() as f64
}

fn frequent(sequence: &[String]) -> BTreeSet<&String> {
    let often = |tag: &&String| {
        sequence.iter().filter(|other| other == tag).count() > sequence.len() / 100 + 1
            && sequence.len() >= 200
    };
    sequence.iter().filter(often).collect()
}

/// Ratcliff and Obershelp: elements in the longest shared run, and left and right of it.
fn shared_in_runs(a: &[String], b: &[String], junk: &BTreeSet<&String>) -> usize {
    let (mut best_a, mut best_b, mut best) = (0, 0, 0);
    for i in 0..a.len() {
        for j in 0..b.len() {
            let run = a[i..].iter().zip(&b[j..]).take_while(|(x, y)| x == y && !junk.contains(y)).count();
            if run > best {
                (best_a, best_b, best) = (i, j, run);
            }
        }
    }
    while best_a > 0 && best_b > 0 && a[best_a - 1] == b[best_b - 1] {
        (best_a, best_b, best) = (best_a - 1, best_b - 1, best + 1);
    }
    while best_a + best < a.len() && best_b + best < b.len() && a[best_a + best] == b[best_b + best] {
        best += 1;
    }
    if best == 0 {
        return 0;
    }
    let left = shared_in_runs(&a[..best_a], &b[..best_b], junk);
    best + left + shared_in_runs(&a[best_a + best..], &b[best_b + best..], junk)
}

fn lcs(a: &[String], b: &[String]) -> usize {
    let mut table = vec![vec![0; b.len() + 1]; a.len() + 1];
    for i in 0..a.len() {
        for j in 0..b.len() {
            table[i + 1][j + 1] =
                if a[i] == b[j] { table[i][j] + 1 } else { table[i][j + 1].max(table[i + 1][j]) };
        }
    }
    table[a.len()][b.len()]
}

fn levenshtein(a: &[char], b: &[char]) -> usize {
    let mut table = vec![vec![0; b.len() + 1]; a.len() + 1];
    for i in 0..=a.len() {
        for j in 0..=b.len() {
            table[i][j] = match (i, j) {
                (0, j) => j,
                (i, 0) => i,
                _ => (table[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]))
                    .min(table[i - 1][j] + 1)
                    .min(table[i][j - 1] + 1),
            };
        }
    }
    table[a.len()][b.len()]
}

/// With the costs that are the defaults: .5 for a change, 0 for what has no counterpart; K_L .9.
fn griazev(a: &Item, b: &Item) -> f64 {
    let levels = |item: &Item| {
        let mut levels: BTreeMap<usize, Vec<String>> = BTreeMap::new();
        for (depth, tag) in item.tags.iter().filter(|(_, tag)| tag != "#comment") {
            levels.entry(*depth).or_default().push(tag.clone());
        }
        levels
    };
    let (a, b) = (levels(a), levels(b));
    let larger = a.values().flatten().count().max(b.values().flatten().count());
    let pairs = a.iter().flat_map(|(depth, tags)| tags.iter().zip(b.get(depth).into_iter().flatten()));
    let score: f64 = pairs.map(|(x, y)| if x == y { 1.0 } else { 0.5 * 0.5 * 0.9 }).sum();
    if larger == 0 { 1.0 } else { score / larger as f64 }
}

/// Compares the labels of every page of some sites, the last two of which are not learned from, and counts blocks kept
/// and dropped.
#[allow(clippy::needless_pass_by_value)]
fn check(id: &'static str, options: Value, seeds: impl IntoIterator<Item = u64>) -> (usize, usize) {
    let params: ParamMap = serde_json::from_value(options.clone()).unwrap();
    let method: Box<dyn AnySiteMethod> = site::build(id, &params).unwrap();
    let rules = Rules { id, params: method.params() };
    let (mut kept, mut dropped) = (0, 0);
    for seed in seeds {
        let sources = crate::common::generated_site::site(seed, 8 + seed as usize % 9);
        let documents: Vec<Document> =
            sources.iter().map(|(_, html)| parse(html, &Limits::default()).document).collect();
        let pages: Vec<Page<'_>> = documents
            .iter()
            .zip(&sources)
            .map(|(document, (url, _))| Page::with_options(document, Some(url), PageOptions::default()))
            .collect();
        let learned_from = pages.len() - 2;
        let extractor = site::learn(&*method, &pages[..learned_from]);
        let items: Vec<Vec<Item>> =
            pages.iter().enumerate().map(|(number, page)| rules.items(page, number)).collect();
        for (number, page) in pages.iter().enumerate() {
            let others = (0..learned_from).filter(|&other| other != number);
            let mut collection: Vec<Item> = rules.items(page, number);
            let own = collection.len();
            collection.extend(others.clone().flat_map(|other| rules.items(&pages[other], other)));
            let decisions: Vec<bool> =
                (0..own).map(|at| rules.is_content(at, &collection, others.clone().count() + 1)).collect();
            let content = items[number].iter().zip(&decisions).filter(|(_, is_content)| **is_content);
            let expected = Labels::from_ranges(page, content.map(|(item, _)| item.block.nodes.clone()));
            let outcome = extractor.extract(page, &mut Scratch::default());
            let got = outcome.labels().unwrap();
            assert_eq!(
                got.plain_text(page),
                expected.plain_text(page),
                "{id} {options}, site {seed}, page {number}"
            );
            assert_eq!(got, &expected);
            kept += decisions.iter().filter(|is_content| **is_content).count();
            dropped += decisions.iter().filter(|is_content| !**is_content).count();
        }
    }
    println!("{id} {options}: {kept} blocks kept, {dropped} dropped");
    (kept, dropped)
}

#[test]
fn x_cex_on_twenty_sites() {
    for options in [json!({}), json!({"identical": "never"}), json!({"tags": LIST_2})] {
        let (kept, dropped) = check("x_cex", options, 0..SITES);
        assert!(kept > 500 && dropped > 500, "nothing to decide");
    }
}

#[test]
fn content_extractor_on_twenty_sites() {
    for options in [json!({}), json!({"epsilon": 0.4, "tags": LIST_1})] {
        let (kept, dropped) = check("content_extractor", options, 0..SITES);
        assert!(kept > 500 && dropped > 500, "nothing to decide");
    }
    check("content_extractor", json!({"term_count": true}), 0..SITES);
}

#[test]
fn x_cex_with_other_options() {
    for params in [
        json!({"identical": "text", "own_page": false}),
        json!({"structure": "indel", "identical": "never"}),
        json!({"structure": "cosine", "tag_weight": 1.0}),
        json!({"structure": "griazev", "tag_weight": 1.0}),
        json!({"autojunk": false}),
        json!({"structure_importance": 0.5, "content_importance": 0.5}),
        json!({"structure_importance": 0.6, "content_importance": 0.4, "identical": "never", "own_page": false}),
        json!({"structure_importance": 0.0, "content_importance": 1.0, "epsilon": 0.0}),
        json!({"structure_importance": 0.2, "content_importance": 0.3}),
        json!({"limit": "as_printed", "lambda": 0.3}),
        json!({"lambda": 0.5, "epsilon": 0.35}),
        json!({"tags": ["body", "main", "article", "section", "div", "p"], "stop_words": "none"}),
        json!({"nested": "all", "tags": ["div", "hr"], "hr_splits": true, "letters": "ascii"}),
    ] {
        let (kept, dropped) = check("x_cex", params, 0..4);
        assert!(kept > 0 && dropped > 0, "nothing to decide");
    }
}

#[test]
fn x_cex_by_characters() {
    for content in ["levenshtein", "damerau_levenshtein", "hamming", "jaro_winkler", "jaro_winkler_as_d3"] {
        check("x_cex", json!({"content": content, "identical": "never", "epsilon": 0.55}), 0..2);
    }
}
