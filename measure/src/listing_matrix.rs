//! What systems make of listings, on pages of our own: whole, with lines missing, or lost.
//!
//! `cargo run --release -p measure -- listing_matrix SYSTEM…` prints the numbers of the nine basic
//! markups and of all, for `debulha` unless systems are named; `--each` names the pages that are not whole,
//! `--write FOLDER` writes the pages there.

use crate::listings::{BASIC_MARKUPS, Fate, ListingPage, pages};
use debulha_core::write::{Format, WriteOptions, Written, render};
use debulha_core::{Extractor, Page, ParamMap, Scratch, content};
use debulha_dom::{Limits, parse};
use debulha_systems::extractors;
use std::error::Error;
use std::path::Path;

pub(crate) fn run() -> Result<(), Box<dyn Error>> {
    let mut each = false;
    let mut systems: Vec<String> = Vec::new();
    let mut arguments = crate::arguments();
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--each" => each = true,
            "--write" => return write(Path::new(&arguments.next().ok_or("a folder?")?)),
            _ => systems.push(argument),
        }
    }
    if systems.is_empty() {
        systems.push("debulha".to_owned());
    }
    for system in systems {
        report(&system, each)?;
    }
    Ok(())
}

fn report(system: &str, each: bool) -> Result<(), Box<dyn Error>> {
    let extractor = extractors::build(system, &ParamMap::new())?;
    let pages = pages();
    let fates: Vec<Fate> = pages.iter().map(|page| page.fate(&text(&*extractor, page))).collect();
    let per_markup = pages.len() / markups(&pages);
    println!("{system}: {}", counts(&fates[..BASIC_MARKUPS * per_markup]));
    println!("{system}, all {} markups: {}", markups(&pages), counts(&fates));
    for (page, fate) in pages.iter().zip(&fates).filter(|(_, fate)| each && **fate != Fate::Whole) {
        println!("  {:<5} {}", format!("{fate:?}").to_lowercase(), page.name);
    }
    Ok(())
}

fn markups(pages: &[ListingPage]) -> usize {
    let mut names: Vec<&str> = pages.iter().filter_map(|page| page.name.split(" / ").next()).collect();
    names.dedup();
    names.len()
}

fn counts(fates: &[Fate]) -> String {
    let count = |fate| fates.iter().filter(|own| **own == fate).count();
    let (whole, holes, lost) = (count(Fate::Whole), count(Fate::Holes), count(Fate::Lost));
    format!("{whole} of {} whole, {holes} with lines missing, {lost} lost", fates.len())
}

fn text(extractor: &dyn Extractor, page: &ListingPage) -> String {
    let document = parse(&page.html, &Limits::default()).document;
    let view = Page::new(&document);
    let outcome = extractor.extract(&view, &mut Scratch::default());
    let Some(labels) = outcome.labels() else { return String::new() };
    let content = content::build(&view, labels);
    let written = Written {
        document: &document,
        byte_map: None,
        content: &content,
        metadata: None,
        records: None,
        comments: &[],
        url: None,
        extractor: "",
        agreement: None,
        verdict: None,
        warnings: &[],
    };
    render(Format::Markdown, &written, &WriteOptions::default())
}

fn write(folder: &Path) -> Result<(), Box<dyn Error>> {
    std::fs::create_dir_all(folder)?;
    for page in pages() {
        let name = page.name.replace(" / ", "-").replace(' ', "_");
        std::fs::write(folder.join(format!("{name}.html")), &page.html)?;
    }
    Ok(())
}
