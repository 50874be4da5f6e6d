//! HTML parsers of other projects beside `debulha_dom::parse`: megabytes (10⁶) of text a second on one thread.
//!
//! `cargo run --release -- [EVERY [ROUNDS [FOLDER]]]`: every `EVERY`th page of the corpus, the best of `ROUNDS`
//! rounds; `FOLDER` gets the decoded pages, for `lexbor.py`.
//!
//! Text to tree is timed, in CPU time of the thread; freeing the tree is a column of its own. Rounds go through all
//! parsers in turn, so that a slow minute of the machine meets each of them.

#[path = "../../../crates/debulha-dom/benches/html5ever_arena/mod.rs"]
mod html5ever_arena;
mod pages;

use cpu_time::ThreadTime;
use debulha_dom::{Document, Limits, names};
use html5ever_of_rcdom::tendril::TendrilSink;
use html5ever_of_rcdom::tree_builder::TreeBuilderOpts;
use html5ever_of_rcdom::{ParseOpts, parse_document};
use markup5ever_rcdom::RcDom;
use std::error::Error;
use std::hint::black_box;
use std::path::Path;
use std::time::Duration;
use std::{env, fs};

/// One page in this many is read: 168 pages of wcxb-dev.
const EVERY: usize = 8;

/// Rounds over all pages, of which the best counts.
const ROUNDS: usize = 5;

/// A parser under test.
struct Parser {
    name: &'static str,
    sample: fn(&str) -> Sample,
}

/// The parser that ratios are to.
const REFERENCE: &str = "html5ever 0.39 + RcDom";

/// `scraper` has no switch for scripting: contents of `noscript` are text to it, elements to the others. `tl` is not
/// after the HTML standard: no implied elements, no character references, lower than the others in work and in node
/// count.
const PARSERS: &[Parser] = &[
    Parser { name: "debulha-dom", sample: debulha },
    Parser { name: "debulha-dom, classes, counts", sample: debulha_with_views },
    Parser { name: "html5ever 0.40 + arena", sample: html5ever_arena },
    Parser { name: REFERENCE, sample: rcdom },
    Parser { name: "scraper 0.29", sample: scraper },
    Parser { name: "tl 0.7", sample: tl },
];

/// What parsers took for some pages, and the nodes they made of them.
#[derive(Clone, Copy, Default)]
struct Sample {
    parse: Duration,
    free: Duration,
    nodes: usize,
}

impl Sample {
    fn of<'t, T>(text: &'t str, parse: impl Fn(&'t str) -> T, count: impl Fn(&T) -> usize) -> Sample {
        let start = ThreadTime::now();
        let tree = black_box(parse(black_box(text)));
        let parse = start.elapsed();
        let nodes = count(&tree);
        let start = ThreadTime::now();
        drop(tree);
        Sample { parse, free: start.elapsed(), nodes }
    }
}

impl std::iter::Sum for Sample {
    fn sum<I: Iterator<Item = Sample>>(samples: I) -> Sample {
        samples.fold(Sample::default(), |total, sample| Sample {
            parse: total.parse + sample.parse,
            free: total.free + sample.free,
            nodes: total.nodes + sample.nodes,
        })
    }
}

/// With what every system asks next: classes and ids as numbers, characters and words of all text but code.
fn debulha_with_views(text: &str) -> Sample {
    let parse = |text| {
        let document = debulha_dom::parse(text, &Limits::default()).document;
        black_box(document.class_tokens(Document::ROOT).len());
        let is_code = |node| matches!(document.name(node), names::SCRIPT | names::STYLE);
        let texts = document.nodes().filter(|&node| document.is_text(node));
        let shown = texts.filter(|&node| !document.parent(node).is_some_and(is_code));
        black_box(shown.map(|node| document.text_counts(node).words).sum::<u32>());
        document
    };
    Sample::of(text, parse, Document::len)
}

fn debulha(text: &str) -> Sample {
    Sample::of(text, |text| debulha_dom::parse(text, &Limits::default()), |parsed| parsed.document.len())
}

fn html5ever_arena(text: &str) -> Sample {
    Sample::of(text, html5ever_arena::parse, html5ever_arena::Arena::len)
}

fn rcdom(text: &str) -> Sample {
    let parse = |text: &str| {
        let tree_builder = TreeBuilderOpts { scripting_enabled: false, ..TreeBuilderOpts::default() };
        let options = ParseOpts { tree_builder, ..ParseOpts::default() };
        parse_document(RcDom::default(), options).one(text)
    };
    Sample::of(text, parse, |dom| {
        let mut count = 0;
        let mut open = vec![dom.document.clone()];
        while let Some(node) = open.pop() {
            count += 1;
            open.extend(node.children.borrow().iter().cloned());
        }
        count
    })
}

fn scraper(text: &str) -> Sample {
    Sample::of(text, scraper::Html::parse_document, |html| html.tree.nodes().count())
}

fn tl(text: &str) -> Sample {
    let parse = |text| tl::parse(text, tl::ParserOptions::default()).expect("a page below 4 GiB");
    Sample::of(text, parse, |dom| dom.nodes().len())
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let number = |index: usize, default: usize| {
        arguments.get(index).map_or(Ok(default), |argument| argument.parse::<usize>())
    };
    let (every, rounds) = (number(0, EVERY)?.max(1), number(1, ROUNDS)?.max(1));
    let pages = pages::texts(every);
    if let Some(folder) = arguments.get(2) {
        write(&pages, Path::new(folder))?;
    }
    let bytes: usize = pages.iter().map(String::len).sum();
    println!("{} pages, {:.1} MB, best of {rounds} rounds, one thread", pages.len(), bytes as f64 / 1e6);
    report(&best(&pages, rounds), bytes);
    Ok(())
}

fn write(pages: &[String], folder: &Path) -> std::io::Result<()> {
    fs::create_dir_all(folder)?;
    for (index, page) in pages.iter().enumerate() {
        fs::write(folder.join(format!("{index:05}.html")), page)?;
    }
    Ok(())
}

/// The best round of each parser.
fn best(pages: &[String], rounds: usize) -> Vec<Sample> {
    let mut best: Vec<Option<Sample>> = vec![None; PARSERS.len()];
    for _ in 0..rounds {
        for (parser, best) in PARSERS.iter().zip(&mut best) {
            let sample: Sample = pages.iter().map(|page| (parser.sample)(page)).sum();
            if best.is_none_or(|best| sample.parse < best.parse) {
                *best = Some(sample);
            }
        }
    }
    best.into_iter().flatten().collect()
}

fn report(samples: &[Sample], bytes: usize) {
    let speed = |time: Duration| bytes as f64 / 1e6 / time.as_secs_f64();
    let reference = PARSERS
        .iter()
        .zip(samples)
        .find_map(|(parser, sample)| (parser.name == REFERENCE).then(|| speed(sample.parse)))
        .unwrap_or(f64::NAN);
    println!("| parser | MB/s | to {REFERENCE} | MB/s with freeing | nodes |");
    println!("|---|---:|---:|---:|---:|");
    for (Parser { name, .. }, sample) in PARSERS.iter().zip(samples) {
        let parse = speed(sample.parse);
        let both = speed(sample.parse + sample.free);
        println!("| {name} | {parse:.0} | {:.2} | {both:.0} | {} |", parse / reference, sample.nodes);
    }
}
