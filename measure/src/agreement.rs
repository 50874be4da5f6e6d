//! Whether `why` says of each text what the outputs have: `cargo run --release -p measure -- agreement PAGES…`.

use crate::why_agreement::compare;
use debulha::{Input, Pipeline};
use rayon::prelude::*;
use std::error::Error;
use std::io::Read;
use std::path::Path;

pub(crate) fn run() -> Result<(), Box<dyn Error>> {
    let paths: Vec<String> = crate::arguments().collect();
    let pipeline = Pipeline::default();
    let agreements = paths.par_iter().map(|path| {
        let page = compare(&pipeline.extract(Input::from(&read(path)?[..])));
        for (format, is_written, text, role) in &page.contradictions {
            let start: String = text.chars().take(60).collect();
            println!("{path}: {format}: written {is_written}, role {role:?}: {start}");
        }
        Ok((page.compared, page.contradictions.len()))
    });
    let counts: Vec<(usize, usize)> = agreements.collect::<Result<_, std::io::Error>>()?;
    let (compared, contradictions) =
        counts.iter().fold((0, 0), |(a, b), (compared, wrong)| (a + compared, b + wrong));
    println!("{} pages, {compared} texts in outputs compared, {contradictions} contradictions", paths.len());
    Ok(())
}

/// A page, unpacked where it is packed.
fn read(path: &str) -> std::io::Result<Vec<u8>> {
    let bytes = std::fs::read(path)?;
    if Path::new(path).extension().is_none_or(|ending| ending != "gz") {
        return Ok(bytes);
    }
    let mut page = Vec::new();
    flate2::read::GzDecoder::new(&bytes[..]).read_to_end(&mut page)?;
    Ok(page)
}
