//! What feature tables cost beside parsing.
//!
//! - `cargo run --release -p measure -- features FOLDER`: parses each page of a folder once, then
//!   computes all features of a unit, views and all. Prints the median and the mean of milliseconds a page, and the
//!   means of the groups, views shared. The best of some rounds counts.
//! - `… -- --growth [FAMILY]`: generated pages of 1 MB and of 50 MB; prints how long each unit takes, and by how much
//!   longer on the larger page. Near 50 is linear; what fits into the processor's caches at 1 MB and not at 50 makes it
//!   more.

use crate::families::FAMILIES;
use crate::timing::{GROWTH, SMALL, print_growth, texts, timed, unlimited};
use debulha_core::feature_table::{GROUPS, RowUnit, Selection, compute};
use debulha_core::{Page, Scratch};
use debulha_dom::{Limits, parse};
use std::error::Error;
use std::hint::black_box;
use std::path::Path;
use std::time::Duration;

/// Rounds over a folder, and runs on the smaller page.
const ROUNDS: usize = 3;

pub(crate) fn run() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = crate::arguments().collect();
    match arguments.first().map(String::as_str) {
        Some("--growth") => {
            growth(arguments.get(1).map_or("", String::as_str));
            Ok(())
        }
        Some(folder) => costs(Path::new(folder)),
        None => Err("a folder of pages, or --growth?".into()),
    }
}

fn costs(folder: &Path) -> Result<(), Box<dyn Error>> {
    let texts = texts(folder)?;
    let units: Vec<Selection> = RowUnit::ALL.iter().map(|&unit| Selection::all(unit)).collect();
    let groups: Vec<Selection> = GROUPS
        .iter()
        .map(|group| Selection::of(group.unit, group.features.iter().map(|f| (f.name, f.version))))
        .collect::<Result<_, _>>()?;
    let mut scratch = Scratch::default();
    // By page, the best of all rounds: parsing, each unit on a page that is new to it, each group on a shared page.
    let mut best = vec![vec![Duration::MAX; texts.len()]; 1 + units.len() + groups.len()];
    for _ in 0..ROUNDS {
        for (place, text) in texts.iter().enumerate() {
            let mut times = vec![Duration::ZERO; best.len()];
            let document = timed(&mut times[0], || parse(text, &Limits::default()).document);
            for (time, unit) in times[1..].iter_mut().zip(&units) {
                timed(time, || black_box(compute(&Page::new(&document), unit, &mut scratch)));
            }
            let page = Page::new(&document);
            for unit in &units {
                black_box(compute(&page, unit, &mut scratch));
            }
            for (time, group) in times[1 + units.len()..].iter_mut().zip(&groups) {
                timed(time, || black_box(compute(&page, group, &mut scratch)));
            }
            for (best, time) in best.iter_mut().zip(times) {
                best[place] = time.min(best[place]);
            }
        }
    }
    let names = ["parse"].into_iter().chain(RowUnit::ALL.iter().map(|unit| unit.name()));
    println!("{} pages, milliseconds a page: median, mean", texts.len());
    for (name, mut times) in names.chain(GROUPS.iter().map(|group| group.name)).zip(best) {
        times.sort_unstable();
        let milliseconds = |time: Duration| time.as_secs_f64() * 1e3;
        let mean = milliseconds(times.iter().sum()) / times.len() as f64;
        println!("{name:24} {:.4} {mean:.4}", milliseconds(times[times.len() / 2]));
    }
    Ok(())
}

fn growth(family_word: &str) {
    println!("| family | unit | ms at 1 MB | ms at 50 MB | times |");
    println!("|---|---|---:|---:|---:|");
    for (family, generate) in FAMILIES.iter().filter(|(family, _)| family.contains(family_word)) {
        let small = times(&generate(SMALL), ROUNDS);
        let large = times(&generate(SMALL * GROWTH), 1);
        for ((unit, small), large) in RowUnit::ALL.iter().zip(small).zip(large) {
            print_growth(family, unit.name(), small, large);
        }
    }
}

/// By unit, the best time for all features of a page that is new.
fn times(text: &str, runs: usize) -> Vec<Duration> {
    let document = unlimited(text);
    let best_of = |unit: &RowUnit| {
        let all = Selection::all(*unit);
        let run = |_| {
            let mut time = Duration::ZERO;
            timed(&mut time, || black_box(compute(&Page::new(&document), &all, &mut Scratch::default())));
            time
        };
        (0..runs).map(run).min().unwrap_or_default()
    };
    RowUnit::ALL.iter().map(best_of).collect()
}
