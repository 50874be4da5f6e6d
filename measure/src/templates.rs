//! How well sketches of structure tell templates apart.
//!
//! `cargo run --release -p measure -- templates CORPUS…`: draws mixtures of two to four sites of a corpus
//! (a folder with `truth.jsonl` and `pages`), takes each for one site, clusters its pages and prints, for thresholds,
//! how many of the pairs that a cluster joins are of one site and page type (precision), and how many of those pairs are
//! joined (recall), with what tag paths are made of in several ways.
use cpu_time::ThreadTime;
use debulha_core::Page;
use debulha_core::features::hashing::{hash_text, then};
use debulha_core::features::random::SplitMix64;
use debulha_core::site::sample::PageKey;
use debulha_core::site::structure::{Sketch, clusters};
use debulha_dom::body::decompress;
use debulha_dom::decode::decode;
use debulha_dom::{Limits, NodeId, names, parse};
use serde_json::Value;
use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::path::Path;
use std::time::Duration;

/// Mixtures of a corpus.
const MIXTURES: usize = 60;

/// Pages of a site in a mixture at most.
const PAGES_OF_SITE: usize = 20;

/// Bytes of a page at most.
const MAX_BYTES: usize = 16 << 20;

/// What a step of a tag path is made of.
const VARIANTS: [&str; 3] = ["as shipped", "names", "names and classes all along"];

/// The pages of a site and page type, each with its sketches in every variant.
type Group = Vec<(PageKey, [Sketch; VARIANTS.len()])>;

pub(crate) fn run() -> Result<(), Box<dyn Error>> {
    for folder in crate::arguments() {
        let groups = read(Path::new(&folder))?;
        println!(
            "\n{folder}: {} groups, {} pages",
            groups.len(),
            groups.values().map(Vec::len).sum::<usize>()
        );
        let groups: Vec<Group> = groups.into_values().filter(|group| group.len() > 2).collect();
        for (variant, name) in VARIANTS.iter().enumerate() {
            report(name, variant, &groups);
        }
    }
    time_of_clustering();
    Ok(())
}

/// Prints how long the clustering of pages that are all different takes.
fn time_of_clustering() {
    for count in [200_u64, 2000] {
        let pages: Vec<(PageKey, Sketch)> = (0..count)
            .map(|page| (PageKey(page), Sketch::of_set((0..50).map(|path| page * 50 + path))))
            .collect();
        let start = ThreadTime::now();
        let found = clusters(&pages, 0.5).len();
        println!("\n{count} pages, {found} clusters: {:.2} ms", start.elapsed().as_secs_f64() * 1e3);
    }
}

/// Prints precision and recall of a variant by thresholds.
fn report(name: &str, variant: usize, groups: &[Group]) {
    println!("{name}\n  threshold  precision  recall  F1");
    for threshold in [0.2, 0.3, 0.4, 0.45, 0.5, 0.55, 0.6, 0.7, 0.8, 0.9] {
        let mut random = SplitMix64::new(1);
        let (mut joined, mut right, mut same) = (0_u64, 0_u64, 0_u64);
        for _ in 0..MIXTURES {
            let mut order: Vec<usize> = (0..groups.len()).collect();
            random.shuffle(&mut order);
            order.truncate(2 + random.below(3));
            let members = order.iter().flat_map(|&group| {
                groups[group]
                    .iter()
                    .take(PAGES_OF_SITE)
                    .map(move |(key, sketches)| (*key, (group, sketches[variant])))
            });
            let members: BTreeMap<PageKey, (usize, Sketch)> = members.collect();
            let pages: Vec<(PageKey, Sketch)> = members.iter().map(|(&key, page)| (key, page.1)).collect();
            let of = |pages: &[(PageKey, Sketch)]| {
                let mut counts: BTreeMap<usize, u64> = BTreeMap::new();
                for (key, _) in pages {
                    *counts.entry(members[key].0).or_default() += 1;
                }
                counts.into_values().map(pairs).sum::<u64>()
            };
            same += of(&pages);
            for cluster in clusters(&pages, threshold) {
                joined += pairs(cluster.pages.len() as u64);
                right += of(&cluster.pages);
            }
        }
        let share = |of: u64| right as f64 / of.max(1) as f64;
        let (precision, recall) = (share(joined), share(same));
        let f1 = 2.0 * precision * recall / (precision + recall).max(f64::MIN_POSITIVE);
        println!("  {threshold:9.2}  {precision:9.4}  {recall:6.4}  {f1:.4}");
    }
}

fn pairs(count: u64) -> u64 {
    count * count.saturating_sub(1) / 2
}

/// The pages of a corpus by site and page type.
fn read(folder: &Path) -> Result<BTreeMap<String, Group>, Box<dyn Error>> {
    let mut groups: BTreeMap<String, Group> = BTreeMap::new();
    let (mut spent, mut pages) = (Duration::ZERO, 0_u32);
    for line in fs::read_to_string(folder.join("truth.jsonl"))?.lines() {
        let row: Value = serde_json::from_str(line)?;
        let field = |name: &str| row[name].as_str().unwrap_or_default().to_owned();
        let bytes = fs::read(folder.join(format!("pages/{}.html.gz", field("id"))))?;
        let body = decompress(&bytes, MAX_BYTES)?.bytes;
        let text = decode(&body, row["encoding"].as_str()).text;
        let document = parse(&text, &Limits::default()).document;
        let page = Page::new(&document);
        page.visibility();
        let start = ThreadTime::now();
        let shipped = Sketch::of_page(&page);
        spent += start.elapsed();
        pages += 1;
        let other = |classes| Sketch::of_set(paths(&page, classes));
        let sketches = [shipped, other(false), other(true)];
        let group = format!("{} {}", field("site"), field("page_type"));
        groups.entry(group).or_default().push((PageKey::of_url(&field("id")), sketches));
    }
    println!("{:.4} ms a sketch", spent.as_secs_f64() * 1e3 / f64::from(pages.max(1)));
    Ok(groups)
}

/// The tag paths of a page: names, and classes if asked for.
fn paths(page: &Page<'_>, classes: bool) -> Vec<u64> {
    let doc = page.document();
    let mut path_of = vec![0_u64; doc.len()];
    let is_shown = |node: &NodeId| doc.is_element(*node) && !page.visibility().is_hidden(*node);
    let elements = doc.descendants(page.body()).filter(is_shown);
    let paths = elements.map(|node| {
        let above = doc.parent(node).map_or(0, |parent| path_of[parent.index()]);
        let name = then(above, hash_text(doc.name_str(doc.name(node))));
        let class = doc.attribute(node, names::CLASS).filter(|_| classes);
        path_of[node.index()] = class.map_or(name, |class| then(name, hash_text(class)));
        path_of[node.index()]
    });
    paths.collect()
}
