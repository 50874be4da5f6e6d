//! Says how many structures of pages of our own a system keeps whole, with holes, or not at all.
//!
//! ```sh
//! cargo run --release -p measure -- structure_matrix [--system ID[:PARAMETER=VALUE,…]]… [-v] [GROUP]…
//! cargo run --release -p measure -- structure_matrix --write DIR
//! cargo run --release -p measure -- structure_matrix --run FILE.jsonl…
//! ```
//!
//! Without a system the default one is taken. `-v` names each structure that is not whole and what it lacks. `--write`
//! makes a corpus of the pages, so that other programs can be run on them; `--run` judges a run file of such a program,
//! without looking at the numbers of lists.

use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::io::Write as _;
use std::path::Path;

use debulha::Pipeline;
use debulha_compare::metrics::structure::StructureFate;
use debulha_core::{ParamMap, Scratch, write::Format, write::WriteOptions};
use debulha_corpus::run_file::read_run;
use debulha_eval::structure_matrix::{Case, JudgedCase, ListNumbers, StructureGroup, cases};
use flate2::Compression;
use flate2::write::GzEncoder;

/// The system that is tried unless told otherwise.
const DEFAULT_SYSTEM: &str = "debulha";

pub(crate) fn run() -> Result<(), Box<dyn Error>> {
    let (mut systems, mut runs, mut groups, mut verbose) = (Vec::new(), Vec::new(), Vec::new(), false);
    let mut arguments = crate::arguments();
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().ok_or(format!("{argument} needs a value"));
        match argument.as_str() {
            "--system" => systems.push(value()?),
            "--run" => runs.push(value()?),
            "--write" => return write(Path::new(&value()?)),
            "-v" => verbose = true,
            group => groups.push(group.to_owned()),
        }
    }
    if systems.is_empty() && runs.is_empty() {
        systems.push(DEFAULT_SYSTEM.to_owned());
    }
    let mut cases = cases();
    cases.retain(|case| groups.is_empty() || groups.iter().any(|group| case.group.name() == group));
    for system in &systems {
        report(system, &cases, &by_system(system, &cases)?, verbose);
    }
    for run in &runs {
        report(run, &cases, &by_run(Path::new(run), &cases)?, verbose);
    }
    Ok(())
}

fn by_system(system: &str, cases: &[Case]) -> Result<Vec<JudgedCase>, Box<dyn Error>> {
    let (id, settings) = system.split_once(':').unwrap_or((system, ""));
    let mut params = ParamMap::new();
    for setting in settings.split(',').filter(|setting| !setting.is_empty()) {
        let (name, value) = setting.split_once('=').ok_or(format!("{setting}: no value"))?;
        params.insert(name.to_owned(), value.parse().unwrap_or_else(|_| value.to_owned().into()));
    }
    let pipeline = Pipeline::with_params(id, &params)?;
    let mut scratch = Scratch::default();
    let judge = |case: &Case| {
        let extraction = pipeline.extract_in(&case.html, &mut scratch);
        let markdown = extraction.render(Format::Markdown, &WriteOptions::default());
        case.judge(&markdown, ListNumbers::Shown)
    };
    Ok(cases.iter().map(judge).collect())
}

fn by_run(run: &Path, cases: &[Case]) -> Result<Vec<JudgedCase>, Box<dyn Error>> {
    let rows = read_run(run)?;
    let rows: BTreeMap<&str, &str> = rows.iter().map(|row| (row.page.as_str(), row.scored_text())).collect();
    let text = |case: &Case| rows.get(case.id.as_str()).copied().unwrap_or_default();
    Ok(cases.iter().map(|case| case.judge(text(case), ListNumbers::Hidden)).collect())
}

fn report(name: &str, cases: &[Case], judged: &[JudgedCase], verbose: bool) {
    println!("{name:24} {:>6} {:>6} {:>6} {:>6}", "pages", "whole", "holes", "lost");
    for group in StructureGroup::ALL {
        let fates = || {
            cases.iter().zip(judged).filter(|(case, _)| case.group == group).map(|(_, judged)| judged.fate)
        };
        let count = |fate| fates().filter(|&other| other == fate).count();
        if fates().next().is_some() {
            let (whole, holes, lost) =
                (count(StructureFate::Whole), count(StructureFate::Holes), count(StructureFate::Lost));
            println!("{:24} {:>6} {whole:>6} {holes:>6} {lost:>6}", group.name(), fates().count());
        }
    }
    let whole = judged.iter().filter(|judged| judged.fate == StructureFate::Whole).count();
    println!("{:24} {:>6} {whole:>6}", "all", judged.len());
    for (case, judged) in
        cases.iter().zip(judged).filter(|(_, judged)| verbose && judged.fate != StructureFate::Whole)
    {
        println!("{} {:?}: {}", case.id, judged.fate, judged.faults.join(" · "));
    }
}

/// Writes `truth.jsonl` and `pages/ID.html.gz`.
fn write(dir: &Path) -> Result<(), Box<dyn Error>> {
    fs::create_dir_all(dir.join("pages"))?;
    let mut truth = String::new();
    for case in cases() {
        let row = serde_json::json!({ "id": case.id, "page_type": case.group.name(), "with": case.parts });
        truth.extend([row.to_string().as_str(), "\n"]);
        let file = fs::File::create(dir.join("pages").join(format!("{}.html.gz", case.id)))?;
        let mut file = GzEncoder::new(file, Compression::default());
        file.write_all(case.html.as_bytes())?;
        file.finish()?;
    }
    fs::write(dir.join("truth.jsonl"), truth)?;
    Ok(())
}
