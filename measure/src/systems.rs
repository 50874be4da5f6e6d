//! What every system costs beside parsing.
//!
//! - `cargo run --release -p measure -- systems FOLDER`: parses each page of a folder once, then runs
//!   every system on it, views shared. Prints milliseconds a page for parsing, each view and each system, and the sum
//!   by the time of parsing. The best of some rounds counts.
//! - `… -- --growth [FAMILY] [SYSTEM]`: generated pages of 1 MB and of 50 MB, of the families and by the systems with
//!   these words in their names; prints how long each system takes from text to labels, and by how much longer on the
//!   larger page. Near 50 is linear; what fits into the processor's caches at 1 MB and not at 50 makes it more.

use crate::families::FAMILIES;
use crate::timing::{GROWTH, SMALL, print_growth, texts, timed, unlimited};
use debulha_core::features::lines::LineBreaks;
use debulha_core::{Extractor, Page, ParamMap, Scratch};
use debulha_dom::{Limits, parse};
use debulha_systems::extractors::{EXTRACTORS, build};
use std::error::Error;
use std::hint::black_box;
use std::path::Path;
use std::time::Duration;

/// Rounds over a folder.
const ROUNDS: usize = 5;

/// On the smaller page a system runs so often, and the best time counts.
const SMALL_RUNS: usize = 5;

/// A view that systems share, and how it is asked for.
type View = (&'static str, fn(&Page<'_>));

/// The views, those that others are made of first.
const VIEWS: &[View] = &[
    ("visibility", |page| _ = black_box(page.visibility())),
    ("statistics", |page| _ = black_box(page.stats())),
    ("text blocks", |page| _ = black_box(page.text_blocks())),
    ("tokens", |page| _ = black_box(page.tokens())),
    ("lines", |page| _ = black_box(page.lines(LineBreaks::BlockStarts))),
    ("links", |page| _ = black_box(page.links())),
    ("boilerpipe's blocks", |page| _ = black_box(page.boilerpipe_blocks())),
];

pub(crate) fn run() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = crate::arguments().collect();
    match arguments.first().map(String::as_str) {
        Some("--growth") => {
            let word = |place| arguments.get(place).map_or("", String::as_str);
            growth(word(1), word(2))
        }
        Some(folder) => costs(Path::new(folder)),
        None => Err("a folder of pages, or --growth?".into()),
    }
}

fn systems() -> Result<Vec<Box<dyn Extractor>>, Box<dyn Error>> {
    EXTRACTORS.iter().map(|info| Ok(build(info.id, &ParamMap::new())?)).collect()
}

fn costs(folder: &Path) -> Result<(), Box<dyn Error>> {
    let texts = texts(folder)?;
    let systems = systems()?;
    let mut scratch = Scratch::default();
    // Parsing, the views, the systems.
    let mut best = vec![Duration::MAX; 1 + VIEWS.len() + systems.len()];
    for _ in 0..ROUNDS {
        let mut round = vec![Duration::ZERO; best.len()];
        for text in &texts {
            let document = timed(&mut round[0], || parse(text, &Limits::default()).document);
            let page = Page::new(&document);
            for (sum, (_, view)) in round[1..].iter_mut().zip(VIEWS) {
                timed(sum, || view(&page));
            }
            for (sum, system) in round[1 + VIEWS.len()..].iter_mut().zip(&systems) {
                timed(sum, || system.extract(&page, &mut scratch));
            }
        }
        for (best, round) in best.iter_mut().zip(round) {
            *best = round.min(*best);
        }
    }
    let per_page = |time: Duration| time.as_secs_f64() * 1e3 / texts.len() as f64;
    let names = ["parse"].into_iter().chain(VIEWS.iter().map(|(name, _)| *name));
    println!("{} pages, milliseconds a page", texts.len());
    for (name, &time) in names.chain(systems.iter().map(|system| system.info().id)).zip(&best) {
        println!("{name:32} {:.4}", per_page(time));
    }
    let beside: Duration = best[1..].iter().sum();
    println!("views and systems                {:.4}", per_page(beside));
    println!("by the time of parsing           {:.2}", beside.as_secs_f64() / best[0].as_secs_f64());
    Ok(())
}

fn growth(family_word: &str, system_word: &str) -> Result<(), Box<dyn Error>> {
    let mut systems = systems()?;
    systems.retain(|system| system.info().id.contains(system_word));
    println!("| family | system | ms at 1 MB | ms at 50 MB | times |");
    println!("|---|---|---:|---:|---:|");
    for (family, generate) in FAMILIES.iter().filter(|(family, _)| family.contains(family_word)) {
        let small = times(&generate(SMALL), SMALL_RUNS, &systems);
        let large = times(&generate(SMALL * GROWTH), 1, &systems);
        for (system, (small, large)) in systems.iter().zip(small.into_iter().zip(large)) {
            print_growth(family, system.info().id, small, large);
        }
    }
    Ok(())
}

/// By system, the best time from a text to labels: parsing, and what the system does with a page that is new to it.
fn times(text: &str, runs: usize, systems: &[Box<dyn Extractor>]) -> Vec<Duration> {
    let mut best = vec![Duration::MAX; systems.len()];
    for _ in 0..runs {
        let mut parsing = Duration::ZERO;
        let document = timed(&mut parsing, || unlimited(text));
        for (best, system) in best.iter_mut().zip(systems) {
            let mut time = parsing;
            timed(&mut time, || system.extract(&Page::new(&document), &mut Scratch::default()));
            *best = time.min(*best);
        }
    }
    best
}
