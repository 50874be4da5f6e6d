//! `debulha run`: a list of pages to a run file, timed, for measurement by programs.

use crate::help;
use crate::inputs::{self, InputPlace, PageInput};
use crate::layout::LayoutArgs;
use crate::messages::guarded;
use crate::query::QueryArgs;
use crate::reading::ReadingArgs;
use crate::system::SystemArgs;
use anyhow::{Context, Result};
use cpu_time::ThreadTime;
use debulha::Pipeline;
use debulha_core::{Outcome, Scratch, query::QueryTerms};
use serde_json::{Map, Value, json};
use std::fs;
use std::io::{Write, stdout};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

/// Pages extracted untimed before the first one counts, as for every program that is measured beside this one.
const WARM_UP_PAGES: usize = 20;

/// Extract listed pages on one thread into a run file, with times
///
/// Writes one JSON object per page, in order: `id` (the file name without its extension), `set` if given, `text`, `ms`
/// and `cpu_ms`, `verdict` (see `debulha verdict`), `confidence` (the word F1 that the system expects, if known), and
/// `err` if there is no result. Times are wall and CPU milliseconds for parsing, extraction and plain text, of a page
/// already in memory as text.
#[derive(Debug, clap::Args)]
pub struct RunArgs {
    /// File with the paths of pages in UTF-8, one per line; - for standard input
    ///
    /// A path may be followed by a tab and the URL of the page.
    list: PathBuf,
    #[command(flatten)]
    reading: ReadingArgs,
    #[command(flatten)]
    layout: LayoutArgs,
    #[command(flatten)]
    system: SystemArgs,
    #[command(flatten)]
    query: QueryArgs,
    /// Corpus name, for the field `set`
    #[arg(long, value_name = "NAME", help_heading = help::OUTPUT)]
    set: Option<String>,
}

/// Runs the verb. A page that fails is a row with `err`, not a failure of the run.
///
/// # Errors
/// A list that cannot be read, a usage error, and those of standard output.
pub(crate) fn run(args: &RunArgs) -> Result<ExitCode> {
    let pipeline = args.reading.apply(args.system.pipeline()?)?;
    args.layout.check(true)?;
    let inputs = inputs::listed(&args.list, false).with_context(|| format!("{}", args.list.display()))?;
    let inputs: Vec<PageInput> = inputs.collect();
    let query = args.query.terms();
    let mut scratch = Scratch::default();
    for input in inputs.iter().take(WARM_UP_PAGES) {
        if let Ok(html) = read_page(input) {
            let _ = guarded(|| {
                pipeline.extract_in(page(&html, args, query.as_ref(), input), &mut scratch).text()
            });
        }
    }
    let mut out = stdout().lock();
    for input in &inputs {
        let mut row = Map::new();
        let id = Path::new(&input.name).file_stem().unwrap_or_default().to_string_lossy();
        row.insert("id".to_owned(), Value::from(id));
        row.extend(args.set.as_deref().map(|set| ("set".to_owned(), Value::from(set))));
        match read_page(input).and_then(|html| Ok((html, args.layout.read(input)?))) {
            Ok((html, layout)) => {
                let page = page(&html, args, query.as_ref(), input).layout(layout.as_ref());
                timed(&pipeline, page, &mut scratch, &mut row);
            }
            Err(reason) => row.extend(failure(reason)),
        }
        let mut line = Value::Object(row).to_string();
        line.push('\n');
        out.write_all(line.as_bytes())?;
        out.flush()?;
    }
    Ok(ExitCode::SUCCESS)
}

fn page<'i>(
    html: &'i str,
    args: &'i RunArgs,
    query: Option<&'i QueryTerms>,
    input: &'i PageInput,
) -> debulha::Input<'i> {
    debulha::Input::from(html).url(input.url.as_deref().or(args.reading.url.as_deref())).query(query)
}

fn read_page(input: &PageInput) -> Result<String, String> {
    match &input.place {
        InputPlace::File(path) => fs::read(path)
            .map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
            .map_err(|error| error.to_string()),
        InputPlace::Unusable(reason) => Err(reason.clone()),
        InputPlace::Stdin | InputPlace::Record { .. } | InputPlace::Address(_) => {
            Err("not a file".to_owned())
        }
    }
}

/// Fills in text and times, or the reason why there is no text.
fn timed(pipeline: &Pipeline, page: debulha::Input<'_>, scratch: &mut Scratch, row: &mut Map<String, Value>) {
    let (wall, cpu) = (Instant::now(), ThreadTime::now());
    let result = guarded(|| {
        let extraction = pipeline.extract_in(page, scratch);
        let text = extraction.text();
        (extraction, text)
    });
    let (wall, cpu) = (wall.elapsed(), cpu.elapsed());
    match result {
        Ok((extraction, text)) => {
            row.insert("text".to_owned(), Value::from(text));
            row.insert("verdict".to_owned(), Value::from(extraction.verdict.kind.name()));
            if let Some(confidence) = extraction.verdict.rounded_confidence() {
                row.insert("confidence".to_owned(), Value::from(confidence));
            }
            if let Outcome::Abstained(reason) = &extraction.outcome {
                row.insert("err".to_owned(), Value::from(reason.to_string()));
            }
        }
        Err(reason) => row.extend(failure(reason)),
    }
    row.insert("ms".to_owned(), json!(wall.as_secs_f64() * 1000.0));
    row.insert("cpu_ms".to_owned(), json!(cpu.as_secs_f64() * 1000.0));
}

fn failure(reason: String) -> [(String, Value); 2] {
    [("text".to_owned(), Value::from("")), ("err".to_owned(), Value::from(reason))]
}
