//! What every site method costs beside parsing.
//!
//! - `cargo run --release -p measure -- site_methods FOLDER [PAGES]`: takes the pages of a folder, so
//!   many at a time in the order of their names (20), for a site. Prints milliseconds a page to observe, to learn and
//!   to decide, and the bytes that are kept of a page.
//! - `… -- --growth [FAMILY] [METHOD]`: generated pages of 1 MB and of 50 MB; prints how long each method takes from
//!   text through a site of two such pages to labels, and by how much longer on the larger pages.

use crate::families::FAMILIES;
use crate::timing::{GROWTH, SMALL, print_growth, texts, timed, unlimited};
use debulha_core::site::sample::{KeptPage, Sample};
use debulha_core::site::{AnySiteMethod, finish_sample};
use debulha_core::{Page, ParamMap, Scratch};
use debulha_dom::{Document, Limits, parse};
use debulha_systems::site::SITE_METHODS;
use std::error::Error;
use std::hint::black_box;
use std::path::Path;
use std::time::Duration;

/// Pages of a site unless told otherwise.
const PAGES: usize = 20;

pub(crate) fn run() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = crate::arguments().collect();
    let word = |place| arguments.get(place).map_or("", String::as_str);
    match arguments.first().map(String::as_str) {
        Some("--growth") => growth(word(1), word(2)),
        Some(folder) => costs(Path::new(folder), arguments.get(1).map_or(Ok(PAGES), |pages| pages.parse())?),
        None => Err("a folder of pages, or --growth?".into()),
    }
}

fn methods() -> Result<Vec<Box<dyn AnySiteMethod>>, Box<dyn Error>> {
    SITE_METHODS.iter().map(|info| Ok((info.build)(&ParamMap::new())?)).collect()
}

/// Times to observe, to learn and to decide, and bytes kept.
#[derive(Clone, Copy, Default)]
struct Cost {
    observe: Duration,
    learn: Duration,
    decide: Duration,
    bytes: usize,
}

/// Adds what a method costs on a site. Views that systems share are there already.
fn add(cost: &mut Cost, method: &dyn AnySiteMethod, pages: &[Page<'_>]) -> Result<(), Box<dyn Error>> {
    let mut sample = Sample::new(pages.len());
    for page in pages {
        let record = timed(&mut cost.observe, || method.observe(page));
        cost.bytes += record.len();
        sample.insert(page.key(), KeptPage { content: 0, record });
    }
    let learned = timed(&mut cost.learn, || finish_sample(method, &sample))?;
    let mut scratch = Scratch::default();
    for page in pages {
        black_box(timed(&mut cost.decide, || learned.extract(page, &mut scratch)));
    }
    Ok(())
}

fn costs(folder: &Path, pages: usize) -> Result<(), Box<dyn Error>> {
    let texts = texts(folder)?;
    let methods = methods()?;
    let mut costs = vec![Cost::default(); methods.len()];
    let (mut parsing, mut views) = (Duration::ZERO, Duration::ZERO);
    for site in texts.chunks(pages.max(1)) {
        let parse_all = || site.iter().map(|text| parse(text, &Limits::default()).document).collect();
        let documents: Vec<Document> = timed(&mut parsing, parse_all);
        let pages: Vec<Page<'_>> = documents.iter().map(Page::new).collect();
        timed(&mut views, || pages.iter().for_each(|page| _ = black_box(page.stats())));
        for (cost, method) in costs.iter_mut().zip(&methods) {
            add(cost, &**method, &pages)?;
        }
    }
    let per_page = |time: Duration| time.as_secs_f64() * 1e3 / texts.len() as f64;
    println!(
        "{} pages; milliseconds a page: parsing {:.4}, visibility and statistics {:.4}",
        texts.len(),
        per_page(parsing),
        per_page(views)
    );
    println!("{:24} {:>8} {:>8} {:>8} {:>8}", "method", "observe", "learn", "decide", "bytes");
    for (method, cost) in methods.iter().zip(&costs) {
        let [observe, learn, decide] = [cost.observe, cost.learn, cost.decide].map(per_page);
        let id = method.info().extractor.id;
        println!("{id:24} {observe:8.4} {learn:8.4} {decide:8.4} {:8}", cost.bytes / texts.len());
    }
    Ok(())
}

fn growth(family_word: &str, method_word: &str) -> Result<(), Box<dyn Error>> {
    println!("| family | method | ms at 1 MB | ms at 50 MB | times |");
    println!("|---|---|---:|---:|---:|");
    for (family, generate) in FAMILIES.iter().filter(|(family, _)| family.contains(family_word)) {
        for method in methods()?.iter().filter(|method| method.info().extractor.id.contains(method_word)) {
            let time = |bytes| {
                let mut cost = Cost::default();
                let mut parsing = Duration::ZERO;
                let texts = [generate(bytes), format!("<p>another{}", generate(bytes / 2))];
                let documents = timed(&mut parsing, || texts.each_ref().map(|text| unlimited(text)));
                add(&mut cost, &**method, &documents.each_ref().map(Page::new))?;
                Ok::<Duration, Box<dyn Error>>(parsing + cost.observe + cost.learn + cost.decide)
            };
            let (small, large) = (time(SMALL)?.min(time(SMALL)?), time(SMALL * GROWTH)?);
            print_growth(family, method.info().extractor.id, small, large);
        }
    }
    Ok(())
}
