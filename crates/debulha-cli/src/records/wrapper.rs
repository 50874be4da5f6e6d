//! `debulha records learn`, `apply` and `check`: the fields of a site's answers, learned once.

use super::table::{TableFormat, TableOut};
use crate::exit::{self, Usage};
use crate::format::FormatArgs;
use crate::help;
use crate::inputs::{Inputs, PageInput};
use crate::messages::Verbosity;
use crate::output::{OutputForm, OutputStyle, WholeFile, is_file_path, refuse_inputs};
use crate::pages::{PageOutput, PagesArgs, json_line};
use crate::query::QueryArgs;
use crate::reading::{Loaded, ReadFault, ReadingArgs};
use anyhow::{Context, Result};
use clap::Subcommand;
use debulha_core::features::records::wrapper::{
    Drift, Expect, FieldSet, Reading, Take, Wrapper, WrapperParams,
};
use debulha_core::features::records::{RecordRow, RecordTable};
use debulha_core::features::relative_times::is_relative_time;
use debulha_core::query::{QueryOptions, QueryTerms};
use debulha_core::source::LoadedPage;
use debulha_core::{Evidence, Page};
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::collections::{HashMap, HashSet};
use std::fs;
use std::io::{Write, stdout};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Pages that are learned from at most, unless requested (our decision: all of them are in memory at once).
const MOST: usize = 40;

/// Bytes of a wrapper's file at most.
const MAX_WRAPPER: u64 = 16 << 20;

/// The file of a wrapper in an output folder.
const FILE: &str = "wrapper.json";

#[derive(Debug, Subcommand)]
pub(super) enum WrapperVerb {
    Learn(Box<LearnArgs>),
    Apply(Box<ApplyArgs>),
    Check(Box<CheckArgs>),
}

/// Learn where a site's result pages have records, and their fields
///
/// Pass at least two result pages of one form, better five or more, with different queries. What the pages share is
/// template; what changes is data. No labels are needed. Writes the wrapper as JSON; docs/json-schema.md lists its
/// fields. Fields may be renamed there.
#[derive(Debug, clap::Args)]
pub(crate) struct LearnArgs {
    #[command(flatten)]
    reading: ReadingArgs,
    /// Records per page: many (a list), one (the page), or auto
    #[arg(long, value_name = "auto|many|one", value_enum, default_value_t = PerPage::Auto, help_heading = help::KEEP)]
    records: PerPage,
    /// Treat entries under headings as records, such as jobs under days
    ///
    /// Otherwise each heading is one record with all its entries, whose values are joined by ` | `. Rows of a table are always
    /// records, with the heading in the column `group`.
    #[arg(long, help_heading = help::KEEP)]
    entries: bool,
    /// Maximum pages to learn from, spread evenly over the inputs
    #[arg(long, value_name = "PAGES", default_value_t = MOST, help_heading = help::INPUT, hide_short_help = true)]
    most: usize,
    #[command(flatten)]
    query: QueryArgs,
    #[command(flatten)]
    pages: PagesArgs,
}

/// Read records with a wrapper, one column per field
///
/// CSV, JSON lines (jsonl) and Parquet are one table with each row once: file, region, record, confidence, then the wrapper's fields,
/// whether or not a page has them. In JSON each page is one object per line, with the page's own fields and its records.
/// The confidence, 0 to 1, is the similarity to the learned records.
#[derive(Debug, clap::Args)]
pub(crate) struct ApplyArgs {
    /// Wrapper file
    #[arg(value_name = "WRAPPER", help_heading = None)]
    wrapper: PathBuf,
    #[command(flatten)]
    reading: ReadingArgs,
    /// Also write rows of a table that were written before, from another page
    #[arg(long, help_heading = help::KEEP)]
    all: bool,
    /// Output format [default: by the extension of -o, else json]
    #[arg(short, long, value_enum, help_heading = help::OUTPUT)]
    format: Option<WrapperFormat>,
    #[command(flatten)]
    pages: PagesArgs,
}

/// Check whether pages still match a wrapper
///
/// Compares all pages together with those learned from: whether there are records, how many, which share of them has each
/// field, and the type of its values. Writes one line per difference, with the field, and then exits with 1.
#[derive(Debug, clap::Args)]
pub(super) struct CheckArgs {
    /// Wrapper file
    #[arg(value_name = "WRAPPER", help_heading = None)]
    wrapper: PathBuf,
    #[command(flatten)]
    reading: ReadingArgs,
    #[command(flatten)]
    format: FormatArgs,
    #[command(flatten)]
    pages: PagesArgs,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum PerPage {
    Auto,
    Many,
    One,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum WrapperFormat {
    /// One object per page.
    Json,
    /// A table, comma-separated.
    Csv,
    /// A table, one object per record and line.
    Jsonl,
    /// A table in Parquet.
    Parquet,
}

/// Runs a verb.
///
/// # Errors
/// A usage error, pages that teach nothing, a file that is no wrapper, and those of the output.
pub(super) fn run(verb: &WrapperVerb) -> Result<ExitCode> {
    match verb {
        WrapperVerb::Learn(args) => learn(args),
        WrapperVerb::Apply(args) => apply(args).map(|written| written.code),
        WrapperVerb::Check(args) => check(args),
    }
}

/// Learns a wrapper.
///
/// # Errors
/// Pages that teach nothing, and those of the output.
pub(crate) fn learn(args: &LearnArgs) -> Result<ExitCode> {
    args.reading.check()?;
    let mut inputs = args.pages.inputs(&args.reading)?;
    let path =
        args.pages.output().map(|path| if is_file_path(path) { path.to_owned() } else { path.join(FILE) });
    if let Some(path) = &path {
        refuse_inputs(path, &inputs)?;
    }
    spread(&mut inputs, args.most);
    let mut loaded: Vec<WrapperPage> = Vec::new();
    let read = |input: &PageInput| {
        let Loaded { page, fault, url } = args.reading.load(input)?;
        let query = args.query.terms_of(input).or_else(|| url.as_deref().and_then(terms_of));
        Ok((WrapperPage { page, url, query }, fault))
    };
    let code = args.pages.gather(inputs, read, |_, sent| loaded.push(sent))?;
    let pages: Vec<Page<'_>> = loaded.iter().map(WrapperPage::page).collect();
    let expect = match args.records {
        PerPage::Auto => Expect::Auto,
        PerPage::Many => Expect::Many,
        PerPage::One => Expect::One,
    };
    let params = WrapperParams { expect, groups: !args.entries, ..WrapperParams::default() };
    let wrapper = Wrapper::learn(&pages.iter().collect::<Vec<_>>(), &params)?;
    let text = wrapper.to_json()? + "\n";
    match &path {
        Some(path) => {
            write_whole(path, &text).with_context(|| format!("cannot write to {}", path.display()))?;
        }
        None => stdout().lock().write_all(text.as_bytes())?,
    }
    args.pages.messages().say(Verbosity::Normal, &summary(&wrapper));
    Ok(code)
}

/// A page with what is known of how it was requested.
struct WrapperPage {
    page: LoadedPage,
    url: Option<String>,
    query: Option<QueryTerms>,
}

impl WrapperPage {
    fn page(&self) -> Page<'_> {
        let (url, query) = (self.url.as_deref(), self.query.as_ref());
        self.page.page(Evidence { url, query, ..Evidence::default() })
    }
}

/// The terms of the query that an address holds.
fn terms_of(url: &str) -> Option<QueryTerms> {
    let mut terms = QueryTerms::default();
    terms.add_url(url, QueryOptions::default());
    Some(terms).filter(|terms| !terms.is_empty())
}

/// Leaves at most so many inputs, spread evenly.
fn spread(inputs: &mut Inputs, most: usize) {
    let step = inputs.list.len().div_ceil(most.max(1)).max(1);
    let mut at = 0;
    inputs.list.retain(|_| {
        at += 1;
        (at - 1) % step == 0
    });
}

fn write_whole(path: &Path, text: &str) -> std::io::Result<()> {
    let mut file = WholeFile::create(path)?;
    file.write_all(text.as_bytes())?;
    file.finish()
}

/// What was learned, in a line.
fn summary(wrapper: &Wrapper) -> String {
    let seen = &wrapper.seen;
    let records = match wrapper.records {
        Some(_) => format!("{} to {} records per page", seen.fewest, seen.most),
        None => "one record per page".to_owned(),
    };
    let names: Vec<&str> = wrapper.fields.fields.iter().map(|field| field.name.as_str()).collect();
    format!("learned from {} pages: {records}; fields: {}", seen.pages, names.join(", "))
}

/// Reads a wrapper from its file.
fn open(path: &Path) -> Result<Wrapper> {
    let named = || path.display().to_string();
    let size = fs::metadata(path).with_context(named)?.len();
    if size > MAX_WRAPPER {
        return Err(Usage(format!(
            "{}: too large for a wrapper; use a file from `debulha records learn`",
            path.display()
        ))
        .into());
    }
    let text = fs::read_to_string(path).with_context(named)?;
    Wrapper::from_json(&text).map_err(|error| Usage(format!("{}: {error}", path.display())).into())
}

/// Reads a page by a wrapper.
fn read(
    wrapper: &Wrapper,
    reading: &ReadingArgs,
    input: &PageInput,
) -> Result<(Reading, Option<ReadFault>), String> {
    let Loaded { page, fault, url } = reading.load(input)?;
    Ok((wrapper.apply(&page.page(Evidence::of_url(url.as_deref()))), fault))
}

/// What [`apply`] wrote.
pub(crate) struct WrittenRows {
    /// Rows of a table.
    pub(crate) rows: usize,
    pub(crate) code: ExitCode,
}

/// Reads pages by a wrapper.
///
/// # Errors
/// A file that is no wrapper, and those of the output.
pub(crate) fn apply(args: &ApplyArgs) -> Result<WrittenRows> {
    args.reading.check()?;
    let wrapper = open(&args.wrapper)?;
    let inputs = args.pages.inputs(&args.reading)?;
    let ending = args.pages.output().and_then(|path| path.extension()).and_then(|ending| ending.to_str());
    let format = args.format.unwrap_or(match ending {
        Some("csv") => WrapperFormat::Csv,
        Some("parquet") => WrapperFormat::Parquet,
        _ => WrapperFormat::Json,
    });
    let format = match format {
        WrapperFormat::Json => {
            let style = OutputStyle { extension: "json", form: OutputForm::JsonLines };
            let code = args.pages.run(inputs, &style, |input, _| {
                let (reading, fault) = read(&wrapper, &args.reading, input)?;
                Ok(PageOutput::new(json_line(&page_json(&wrapper, &input.name, &reading))?, fault))
            })?;
            return Ok(WrittenRows { rows: 0, code });
        }
        WrapperFormat::Csv => TableFormat::Csv,
        WrapperFormat::Jsonl => TableFormat::JsonLines,
        WrapperFormat::Parquet => TableFormat::Parquet,
    };
    let out = TableOut::open(&args.pages, &inputs, format)?;
    let names = wrapper.fields.fields.iter().map(|field| field.name.clone());
    let columns = std::iter::once(CONFIDENCE.to_owned()).chain(names).collect();
    let mut table = RecordTable { columns, rows: Vec::new() };
    let mut files = Vec::new();
    let code = args.pages.gather(
        inputs,
        |input| read(&wrapper, &args.reading, input),
        |input, reading| {
            for (nth, record) in reading.records.into_iter().enumerate() {
                let confidence = std::iter::once((0, record.confidence.to_string()));
                let values = record.values.into_iter().enumerate();
                let values = values.filter_map(|(at, value)| Some((at + 1, value?)));
                table.rows.push(RecordRow {
                    page: files.len(),
                    region: 1,
                    record: nth + 1,
                    values: confidence.chain(values).collect(),
                });
            }
            files.push(input.name);
        },
    )?;
    let repeated = if args.all { 0 } else { drop_repeated(&mut table.rows, &wrapper) };
    out.write(&table, &files)?;
    if repeated > 0 {
        let said =
            format!("{repeated} rows were on an earlier page and are not repeated; write them with --all");
        args.pages.messages().say(Verbosity::Normal, &said);
    }
    Ok(WrittenRows { rows: table.rows.len(), code })
}

/// Drops rows that an earlier page has too; how many. A row is known by its link, where the rows of each page have different ones, or else
/// by all its values without relative times.
fn drop_repeated(rows: &mut Vec<RecordRow>, wrapper: &Wrapper) -> usize {
    let links = wrapper.fields.fields.iter().enumerate().filter(|(_, field)| field.take == Take::Href);
    let key = links.map(|(at, _)| at + 1).find(|&column| is_key(rows, column));
    let identity = |row: &RecordRow| {
        let link = row.values.iter().find(|(column, _)| Some(*column) == key);
        // The first column is the confidence.
        let lasts = |(column, value): &&(usize, String)| *column > 0 && !is_relative_time(value);
        match link {
            Some(link) => vec![link.clone()],
            None => row.values.iter().filter(lasts).cloned().collect(),
        }
    };
    let before = rows.len();
    let mut first_pages: HashMap<Vec<(usize, String)>, usize> = HashMap::new();
    rows.retain(|row| *first_pages.entry(identity(row)).or_insert(row.page) == row.page);
    before - rows.len()
}

/// Whether the rows of all pages with several have a value in a column, each another one.
fn is_key(rows: &[RecordRow], column: usize) -> bool {
    let mut pages = rows.chunk_by(|a, b| a.page == b.page).filter(|page| page.len() > 1).peekable();
    let are_different = |page: &[RecordRow]| {
        let own = |row: &'_ RecordRow| {
            row.values.iter().find(|(at, _)| *at == column).map(|(_, value)| value.clone())
        };
        page.iter().filter_map(own).collect::<HashSet<String>>().len() == page.len()
    };
    pages.peek().is_some() && pages.all(are_different)
}

/// The column that says how sure a record is.
const CONFIDENCE: &str = "confidence";

/// A page in JSON.
fn page_json(wrapper: &Wrapper, file: &str, reading: &Reading) -> Value {
    let records = reading.records.iter().map(|record| {
        json!({ "confidence": record.confidence, "fields": by_name(&wrapper.fields, &record.values) })
    });
    json!({
        "file": file,
        "confidence": reading.confidence,
        "page": by_name(&wrapper.page, &reading.page),
        "records": records.collect::<Vec<_>>(),
    })
}

/// Values by the names of their fields; those that are missing are null.
fn by_name(fields: &FieldSet, values: &[Option<String>]) -> Map<String, Value> {
    fields.fields.iter().zip(values).map(|(field, value)| (field.name.clone(), json!(value))).collect()
}

/// The result of a check.
#[derive(Serialize)]
struct Checked<'a> {
    wrapper: String,
    drift: bool,
    #[serde(flatten)]
    found: &'a Drift,
}

fn check(args: &CheckArgs) -> Result<ExitCode> {
    args.reading.check()?;
    let wrapper = open(&args.wrapper)?;
    let inputs = args.pages.inputs(&args.reading)?;
    if args.pages.output().is_some() {
        return Err(
            Usage("`records check` writes to standard output only; remove --output".to_owned()).into()
        );
    }
    let mut readings = Vec::new();
    let work = |input: &PageInput| read(&wrapper, &args.reading, input);
    let code = args.pages.gather(inputs, work, |_, reading| readings.push(reading))?;
    let drift = wrapper.compare(&readings);
    let mut out = stdout().lock();
    if args.format.is_json() {
        let wrapper = args.wrapper.display().to_string();
        let checked = Checked { wrapper, drift: !drift.is_none(), found: &drift };
        writeln!(out, "{}", json_line(&checked).map_err(anyhow::Error::msg)?)?;
    } else if drift.is_none() {
        writeln!(
            out,
            "no drift: {} records on {} pages, confidence {}",
            drift.records, drift.pages, drift.confidence
        )?;
    } else {
        for change in &drift.changes {
            writeln!(out, "drift: {change}")?;
        }
    }
    Ok(if drift.is_none() { code } else { ExitCode::from(exit::FAILED) })
}
