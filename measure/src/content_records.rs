//! How records lie over the content of labelled pages: for each type of pages how many have records of which kind, how
//! many records, and which share of the gold text's words stands in them.
//!
//! `cargo run --release -p measure -- content_records FOLDER TYPE [LABELS] [--show ID,…] [--least SHARE]`
//!
//! With `--least` it fails where less than that share of the gold words stands in records. LABELS is a system, or `gold` (the default): text nodes whose text stands in the gold text.
#![allow(clippy::unwrap_used)]

use debulha_core::content::records::{Fields, GroupParams, RecordGroup, RecordKind, Value, find, text};
use debulha_core::content::{ContentDocument, build};
use debulha_core::outcome::Labels;
use debulha_core::page::PageOptions;
use debulha_core::params::ParamMap;
use debulha_core::{Page, Scratch};
use debulha_dom::{Limits, body::decompress, decode::decode, parse};
use debulha_systems::extractors;
use std::collections::HashMap;
use std::path::Path;
use std::time::{Duration, Instant};

pub(crate) fn run() {
    let args: Vec<String> = crate::arguments().collect();
    let (dir, page_type) = (Path::new(&args[0]), &args[1]);
    let labels = args.get(2).filter(|arg| !arg.starts_with("--")).map_or("gold", String::as_str);
    let shown = args.iter().position(|arg| arg == "--show").map(|at| args[at + 1].clone());
    let truth = std::fs::read_to_string(dir.join("truth.jsonl")).unwrap();
    let mut shares = Vec::new();
    let mut kinds: HashMap<String, usize> = HashMap::new();
    let mut priced = 0;
    let (mut cost, mut parsing, mut extracting) = (Duration::ZERO, Duration::ZERO, Duration::ZERO);
    for line in truth.lines() {
        let row: serde_json::Value = serde_json::from_str(line).unwrap();
        if row["page_type"] != **page_type && page_type != "all" {
            continue;
        }
        let id = row["id"].as_str().unwrap();
        if shown.as_ref().is_some_and(|wanted| !wanted.split(',').any(|one| one == id)) {
            continue;
        }
        let html = page(dir, id);
        let start = Instant::now();
        let parsed = parse(&html, &Limits::default());
        parsing += start.elapsed();
        let page = Page::with_options(&parsed.document, row["url"].as_str(), PageOptions::default());
        let gold = row["text"].as_str().unwrap_or_default();
        let start = Instant::now();
        let labels = labelled(&page, labels, gold);
        let content = build(&page, &labels);
        extracting += start.elapsed();
        let start = Instant::now();
        let groups = find(&page, &labels, &content, &GroupParams::default());
        cost += start.elapsed();
        let share = covered(&page, &labels, &groups, gold);
        shares.push(share);
        priced += usize::from(groups.iter().any(sells));
        let main = groups.iter().max_by_key(|group| group.records.len());
        let kind = main.map_or("none".to_owned(), |group| format!("{:?}", group.kind));
        *kinds.entry(kind).or_default() += 1;
        println!("{id} {share:.2} {} {}", summary(&groups), row["url"].as_str().unwrap_or_default());
        if shown.is_some() {
            show(&page, &labels, &content, &groups);
        }
    }
    let mut kinds: Vec<_> = kinds.into_iter().collect();
    kinds.sort();
    let mean = shares.iter().sum::<f64>() / shares.len() as f64;
    let least = args.iter().position(|arg| arg == "--least").map_or(0.0, |at| args[at + 1].parse().unwrap());
    println!("{} pages, gold words in records {mean:.3}, {kinds:?}, {priced} with goods", shares.len());
    println!("parse {parsing:?}, labels and content {extracting:?}, records {cost:?}");
    assert!(mean >= least, "{mean:.3} of the gold words are in records, which is less than {least}");
}

/// Whether a group is a listing of which four in five entries have a price.
fn sells(group: &RecordGroup) -> bool {
    let with_price = group.records.iter().filter(|record| record.fields.price.is_some()).count();
    group.kind == RecordKind::Listing && with_price * 5 >= group.records.len() * 4
}

fn page(dir: &Path, id: &str) -> String {
    let bytes = std::fs::read(dir.join("pages").join(format!("{id}.html.gz"))).unwrap();
    let body = decompress(&bytes, 100 << 20).unwrap();
    decode(&body.bytes, None).text.into_owned()
}

fn labelled(page: &Page<'_>, labels: &str, gold: &str) -> Labels {
    if labels != "gold" {
        let system = extractors::build(labels, &ParamMap::new()).unwrap();
        return system.extract(page, &mut Scratch::default()).labels().cloned().unwrap_or_default();
    }
    let fold = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let gold = fold(gold);
    let doc = page.document();
    let nodes = page.text_nodes().iter().copied();
    Labels::from_text_nodes(doc, nodes.filter(|&node| gold.contains(&fold(doc.text(node)))))
}

/// The share of the gold text's words, as a bag, that stands in records.
fn covered(page: &Page<'_>, labels: &Labels, groups: &[RecordGroup], gold: &str) -> f64 {
    let mut bag: HashMap<&str, usize> = HashMap::new();
    for word in gold.split_whitespace() {
        *bag.entry(word).or_default() += 1;
    }
    let mut found = 0;
    for group in groups {
        for place in 0..group.records.len() {
            for word in text(page, labels, group, place).split_whitespace() {
                if let Some(count) = bag.get_mut(word).filter(|count| **count > 0) {
                    *count -= 1;
                    found += 1;
                }
            }
        }
    }
    f64::from(found) / gold.split_whitespace().count().max(1) as f64
}

fn summary(groups: &[RecordGroup]) -> String {
    let one = |group: &RecordGroup| {
        let with = |has: fn(&Fields) -> &Option<Value>| {
            group.records.iter().filter(|r| has(&r.fields).is_some()).count()
        };
        format!(
            "{:?}×{}(author {} date {} title {} link {} price {} image {})",
            group.kind,
            group.records.len(),
            with(|f| &f.author),
            with(|f| &f.date),
            with(|f| &f.title),
            with(|f| &f.link),
            with(|f| &f.price),
            with(|f| &f.image),
        )
    };
    if groups.is_empty() { "–".to_owned() } else { groups.iter().map(one).collect::<Vec<_>>().join(" + ") }
}

fn show(page: &Page<'_>, labels: &Labels, content: &ContentDocument, groups: &[RecordGroup]) {
    println!("    blocks {}", content.blocks.len());
    for group in groups {
        println!("    {:?} {}", group.kind, page.document().xpath(group.node));
        for (place, record) in group.records.iter().enumerate() {
            let value =
                |value: &Option<Value>| value.as_ref().map_or("-".to_owned(), |value| value.text.clone());
            let fields = &record.fields;
            let start: String =
                text(page, labels, group, place).replace('\n', " ¶ ").chars().take(150).collect();
            println!(
                "      {place} ↑{:?} {:?} a[{}] d[{}] t[{}] l[{}] p[{}] i[{}] {start}",
                record.parent,
                record.extent.as_ref().map(|extent| (extent.blocks.clone(), extent.parts.clone())),
                value(&fields.author),
                value(&fields.date),
                value(&fields.title),
                value(&fields.link),
                value(&fields.price),
                value(&fields.image),
            );
            for property in &fields.properties {
                println!("         {} = {}", property.name.text, property.value.text);
            }
        }
    }
}
