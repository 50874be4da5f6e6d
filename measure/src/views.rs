//! What each view and each group of block features costs, on the page that a learned system sees.
//!
//! `cargo run --release -p measure -- views FOLDER [FILE]`: parses each page of a folder once, then
//! computes view after view and group after group, each on what came before; FILE names the features that are wanted,
//! one a line, else all. Prints the median and the mean of microseconds a page, the best of some rounds.
use crate::timing::{texts, timed};
use debulha_core::extractor::Needs;
#[allow(dead_code)] // Shared with examples that need more of it.
use debulha_core::extractors::all_text::AllText;
use debulha_core::feature_table::{GROUPS, RowUnit, Selection, compute};
use debulha_core::write::{Format, WriteOptions, Written, render};
use debulha_core::{Extractor, Page, Scratch, content, metadata};
use debulha_dom::{Document, Limits, NodeId, parse};
use std::collections::HashSet;
use std::error::Error;
use std::fs;
use std::hint::black_box;
use std::path::Path;
use std::time::Duration;

/// Rounds over the folder; the best of each page counts.
const ROUNDS: usize = 5;

/// Steps in order, each with its time on the page at hand.
#[derive(Default)]
struct Steps(Vec<(&'static str, Duration)>);

impl Steps {
    fn run<T>(&mut self, name: &'static str, work: impl FnOnce() -> T) -> T {
        let mut time = Duration::ZERO;
        let result = timed(&mut time, || black_box(work()));
        self.0.push((name, time));
        result
    }
}

pub(crate) fn run() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = crate::arguments().collect();
    let folder = arguments.first().ok_or("a folder of pages?")?;
    let listed = arguments.get(1).map(fs::read_to_string).transpose()?;
    let listed: Option<HashSet<&str>> = listed.as_deref().map(|names| names.lines().collect());
    let is_wanted = |name: &str| listed.as_ref().is_none_or(|listed| listed.contains(name));
    let groups: Vec<(&'static str, Selection)> = GROUPS
        .iter()
        .filter(|group| {
            group.unit == RowUnit::Block && group.features.iter().all(|feature| feature.needs == Needs::PAGE)
        })
        .filter_map(|group| {
            let names: Vec<&str> =
                group.features.iter().map(|feature| feature.name).filter(|name| is_wanted(name)).collect();
            (!names.is_empty()).then(|| Some((group.name, Selection::named(RowUnit::Block, names).ok()?)))?
        })
        .collect();
    let texts = texts(Path::new(folder))?;
    let mut scratch = Scratch::default();
    let mut best: Vec<Vec<(&'static str, Duration)>> = Vec::new();
    for round in 0..ROUNDS {
        for (place, text) in texts.iter().enumerate() {
            let steps = steps(text, &groups, &mut scratch);
            if round == 0 {
                best.push(steps.0);
            } else {
                best[place].iter_mut().zip(steps.0).for_each(|(best, step)| best.1 = best.1.min(step.1));
            }
        }
    }
    println!("{} pages, microseconds a page: median, mean", texts.len());
    for step in 0..best[0].len() {
        let mut times: Vec<Duration> = best.iter().map(|page| page[step].1).collect();
        times.sort_unstable();
        let micros = |time: Duration| time.as_secs_f64() * 1e6;
        let mean = micros(times.iter().sum()) / times.len() as f64;
        println!("{:24} {:8.1} {mean:8.1}", best[0][step].0, micros(times[times.len() / 2]));
    }
    Ok(())
}

fn steps(text: &str, groups: &[(&'static str, Selection)], scratch: &mut Scratch) -> Steps {
    let mut steps = Steps::default();
    let document = steps.run("parse", || parse(text, &Limits::default()).document);
    let plain = Page::new(&document);
    steps.run("visibility", || plain.visibility().is_hidden(NodeId(0)));
    let with_hidden = steps.run("with_hidden", || plain.with_hidden_text());
    let page = with_hidden.as_ref().unwrap_or(&plain);
    steps.run("its visibility", || page.visibility().is_hidden(NodeId(0)));
    steps.run("stats", || page.text_nodes().len());
    steps.run("text_blocks", || page.text_blocks().blocks().len());
    steps.run("class tokens", || document.class_tokens(NodeId(0)).len());
    steps.run("text_measures", || page.text_measures().has_stop_list());
    steps.run("element_groups", || page.element_groups().look(Document::ROOT));
    steps.run("content_scores", || page.content_scores().top());
    steps.run("composite_densities", || page.composite_densities().body_ratio);
    let wants = |name: &str| {
        groups.iter().any(|(_, group)| group.features().iter().any(|feature| feature.name.contains(name)))
    };
    if wants("window") {
        steps.run("tokens", || page.tokens().len());
    }
    if wants("boilerpipe") {
        steps.run("boilerpipe_blocks", || page.boilerpipe_blocks().all().len());
    }
    for (name, group) in groups {
        steps.run(name, || compute(page, group, scratch));
    }
    let labels = AllText::default().extract(&plain, scratch).labels().cloned().unwrap_or_default();
    let content = steps.run("content", || content::build(&plain, &labels));
    let metadata = steps.run("metadata", || metadata::extract(&plain));
    let written = |metadata| Written {
        document: &document,
        byte_map: None,
        content: &content,
        metadata,
        url: None,
        extractor: "all_text",
        agreement: None,
        records: None,
        comments: &[],
        verdict: None,
        warnings: &[],
    };
    steps.run("text", || render(Format::Text, &written(None), &WriteOptions::default()));
    steps.run("markdown", || render(Format::Markdown, &written(Some(&metadata)), &WriteOptions::default()));
    steps.run("drop page", || drop((with_hidden, content, metadata)));
    steps.run("drop views", || drop(plain));
    steps.run("drop document", || drop(document));
    steps
}
