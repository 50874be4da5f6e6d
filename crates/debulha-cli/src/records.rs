//! `debulha records`: what repeats on a page, record by record.

mod table;
pub(crate) mod wrapper;

use crate::exit::Usage;
use crate::help;
use crate::inputs::PageInput;
use crate::models::ModelArgs;
use crate::output::{Output, OutputForm, OutputShape, OutputStyle};
use crate::pages::{PageLine, PageOutput, PagesArgs, json_line};
use crate::query::QueryArgs;
use crate::reading::{Loaded, ReadingArgs};
use crate::system::read_param;
use anyhow::Result;
use debulha::Pipeline;
use debulha::records::{RegionObjects, of_content};
use debulha_core::Evidence;
use debulha_core::features::records::{RecordParams, Region, fields, find_with};
use debulha_core::params::Params;
use debulha_core::query::QueryTerms;
use debulha_core::source::LoadedPage;
use debulha_core::{Extractor, Labels, Page, ParamMap, Scratch, content::comments::Comment};
use debulha_dom::XPaths;
use serde::Serialize;
use serde_json::{Map, Value};
use std::fmt::Write as _;
use std::process::ExitCode;
use table::TableFormat;

/// Find records: search results, entries of listings, posts
///
/// Writes the records of each page's main region with their fields: text spans, links and images, each with its path
/// inside the record. In JSON, the default, each page is one object per line; docs/json-schema.md lists the fields.
///
/// CSV, JSON lines (jsonl) and Parquet are one table of all pages, with one row per record and the same columns for every
/// page. Pass the pages of one site together; the records are then taken from the region that most pages agree on.
///
/// The query that led to a page (--query-url and similar) helps to tell its results from other repeated content; so does
/// a model of a system that detects data (--model).
///
/// For several result pages of one form, `learn` finds and names the fields, `apply` reads pages with what was learned,
/// and `check` reports whether pages have changed. A file with the name of one of these verbs needs its folder: ./learn.
#[derive(Debug, clap::Args)]
#[command(after_long_help = parameters(), args_conflicts_with_subcommands = true)]
pub struct RecordsArgs {
    #[command(subcommand)]
    verb: Option<wrapper::WrapperVerb>,
    #[command(flatten)]
    reading: ReadingArgs,
    /// Find posts, entries and products in the content, one per line
    ///
    /// Each has its kept text, and author, date, title, link, price and image if the page has them. -f csv has a column
    /// for each.
    #[arg(long, conflicts_with_all = ["all", "param"], help_heading = help::KEEP)]
    content: bool,
    /// Write reader comments that are not part of the content, one per line
    ///
    /// Each has author, date, depth and text.
    #[arg(long, conflicts_with_all = ["format", "all", "param", "content"], help_heading = help::KEEP)]
    comments: bool,
    /// Find the records of all regions, best first, not only the main one
    #[arg(long, help_heading = help::KEEP)]
    all: bool,
    /// Set a parameter of the search; --help-all lists them
    ///
    /// The value is JSON, otherwise a string. Repeatable.
    #[arg(short, long, value_name = "NAME=VALUE", value_parser = read_param, help_heading = help::SYSTEM)]
    param: Vec<(String, Value)>,
    #[command(flatten)]
    model: ModelArgs,
    #[command(flatten)]
    query: QueryArgs,
    /// Output format [default: by the extension of -o, else json]
    #[arg(short, long, value_enum, help_heading = help::OUTPUT)]
    format: Option<RecordsFormat>,
    #[command(flatten)]
    pages: PagesArgs,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum RecordsFormat {
    /// One object per page.
    Json,
    /// One line per field, with a blank line after each record.
    Text,
    /// A table, comma-separated.
    Csv,
    /// A table, one object per record and line.
    Jsonl,
    /// A table in Parquet.
    Parquet,
    /// One row per field, comma-separated: file, region, record, path, text, href.
    Fields,
}

impl RecordsArgs {
    /// The format requested, or that of the output's name.
    fn format(&self) -> RecordsFormat {
        let ending = self.pages.output().and_then(|path| path.extension()).and_then(|ending| ending.to_str());
        self.format.unwrap_or(match ending {
            Some("csv") => RecordsFormat::Csv,
            Some("parquet") => RecordsFormat::Parquet,
            Some("txt" | "text") => RecordsFormat::Text,
            _ => RecordsFormat::Json,
        })
    }
}

/// The parameters in words.
fn parameters() -> String {
    let mut text = "Parameters:\n".to_owned();
    for param in RecordParams::INFO {
        let docs = param.docs.split_whitespace().collect::<Vec<_>>().join(" ");
        // Writing to a string cannot fail.
        let _ = writeln!(text, "  {} = {}: {docs}", param.name, (param.default)());
    }
    text
}

/// The parameters of a command line.
///
/// # Errors
/// [`Usage`] for an unknown name or a value that the parameter does not take.
pub fn record_params(given: &[(String, Value)], all: bool) -> Result<RecordParams> {
    let mut map = ParamMap::new();
    if all {
        map.insert("max_regions".to_owned(), Value::from(10_000));
    }
    map.extend(given.iter().cloned());
    Ok(RecordParams::from_map("records", &map).map_err(|error| Usage(error.to_string()))?)
}

/// Runs the verb.
///
/// # Errors
/// A usage error, and those of standard output.
pub fn records(args: &RecordsArgs) -> Result<ExitCode> {
    if let Some(verb) = &args.verb {
        return wrapper::run(verb);
    }
    let pipeline = args.reading.apply(Pipeline::default())?;
    let params = record_params(&args.param, args.all)?;
    let inputs = args.pages.inputs(&args.reading)?;
    if args.format.is_none() {
        let accepted = ["json", "jsonl", "ndjson", "txt", "text", "csv", "parquet"];
        Output::check_ending(args.pages.output(), &accepted)?;
    }
    let format = args.format();
    if args.content || args.comments {
        let option = if args.content { "--content" } else { "--comments" };
        let style = match format {
            RecordsFormat::Json | RecordsFormat::Jsonl => {
                OutputStyle { extension: "json", form: OutputForm::JsonLines }
            }
            RecordsFormat::Csv if args.content => {
                OutputStyle { extension: "csv", form: OutputForm::Rows { header: CONTENT.join(",") } }
            }
            _ => return Err(needs_lines(option).into()),
        };
        return args.pages.run(inputs, &style, |input, shape| {
            Ok(if args.comments {
                comments(args, &pipeline, input)?
            } else {
                content(args, &pipeline, input, shape)?
            })
        });
    }
    let search = RecordSearch { params, judge: judge(&args.model)? };
    let as_table = match format {
        RecordsFormat::Csv => Some(TableFormat::Csv),
        RecordsFormat::Jsonl => Some(TableFormat::JsonLines),
        RecordsFormat::Parquet => Some(TableFormat::Parquet),
        RecordsFormat::Json | RecordsFormat::Text | RecordsFormat::Fields => None,
    };
    if let Some(as_table) = as_table {
        return table::run(&args.pages, inputs, as_table, |input| {
            let Loaded { page: loaded, fault, url } = args.reading.load(input)?;
            let query = args.query.terms_of(input);
            let page = seen(&loaded, url.as_deref(), query.as_ref());
            let found = if args.all { table::all(&page, &search) } else { table::candidates(&page, &search) };
            if found.is_empty() { Err("no records".to_owned()) } else { Ok((found, fault)) }
        });
    }
    let style = match format {
        RecordsFormat::Text => {
            OutputStyle { extension: "txt", form: OutputForm::Rows { header: String::new() } }
        }
        RecordsFormat::Fields => {
            OutputStyle { extension: "csv", form: OutputForm::Rows { header: FIELDS.join(",") } }
        }
        _ => OutputStyle { extension: "json", form: OutputForm::JsonLines },
    };
    args.pages.run(inputs, &style, |input, shape| Ok(page(args, &search, input, shape)?))
}

/// A page with what is known beside it.
fn seen<'p>(loaded: &'p LoadedPage, url: Option<&'p str>, query: Option<&'p QueryTerms>) -> Page<'p> {
    loaded.page(Evidence { url, query, ..Evidence::default() })
}

/// What records are looked for with.
struct RecordSearch {
    params: RecordParams,
    /// Says what is content, where there is a model.
    judge: Option<Box<dyn Extractor>>,
}

impl RecordSearch {
    /// What the model's system keeps of a page; `None` without one, or where it gives no answer.
    fn kept(&self, page: &Page<'_>) -> Option<Labels> {
        let outcome = self.judge.as_ref()?.extract(page, &mut Scratch::default());
        outcome.labels().cloned()
    }

    fn regions(&self, page: &Page<'_>) -> Vec<Region> {
        find_with(page, &self.params, self.kept(page).as_ref())
    }
}

/// The system of the model, where one is given.
///
/// # Errors
/// A file that is no model, or several.
fn judge(model: &ModelArgs) -> Result<Option<Box<dyn Extractor>>> {
    match &*model.read()?.0 {
        [] => Ok(None),
        [one] => Ok(Some(debulha::systems::load(one, &ParamMap::new())?)),
        _ => Err(Usage("--model: only one model can be used; give one".to_owned()).into()),
    }
}

/// [`Usage`] where a format and an option do not go together.
fn needs_lines(option: &str) -> Usage {
    Usage(format!("{option} writes one line per record; use -f json, or -f csv with --content"))
}

/// Columns of the records of content.
const CONTENT: [&str; 11] =
    ["file", "kind", "group", "record", "title", "link", "author", "date", "price", "image", "text"];

/// Columns of the rows of fields.
const FIELDS: [&str; 6] = ["file", "region", "record", "path", "text", "href"];

fn page(
    args: &RecordsArgs,
    search: &RecordSearch,
    input: &PageInput,
    shape: OutputShape,
) -> Result<PageOutput, String> {
    let Loaded { page: loaded, fault, url } = args.reading.load(input)?;
    let query = args.query.terms_of(input);
    let page = seen(&loaded, url.as_deref(), query.as_ref());
    let regions = search.regions(&page);
    if regions.is_empty() {
        return Err("no records".to_owned());
    }
    let text = match (args.format(), shape) {
        (RecordsFormat::Text, OutputShape::Document) => as_text(&page, &regions),
        (RecordsFormat::Fields, OutputShape::Document) => {
            as_csv(&page, &regions, &input.name).map_err(|error| error.to_string())?
        }
        _ => {
            let paths = XPaths::new(&loaded.document);
            let regions = RegionObjects::new(&page, &loaded, &paths, &regions);
            json_line(&RecordsLine { file: &input.name, regions })?
        }
    };
    Ok(PageOutput::new(text, fault))
}

/// The records of a page's content, one per line.
fn content(
    args: &RecordsArgs,
    pipeline: &Pipeline,
    input: &PageInput,
    shape: OutputShape,
) -> Result<PageOutput, String> {
    let read = args.reading.read(input)?;
    let page = debulha::Input::from(&read.bytes).charset(read.charset.as_deref());
    let extraction = pipeline.extract(page.url(read.url.as_deref()));
    let mut lines = Vec::new();
    for record in of_content(&extraction) {
        let mut object = Map::from_iter([("file".to_owned(), Value::from(input.name.as_str()))]);
        object.extend(record);
        lines.push(match (args.format(), shape) {
            (RecordsFormat::Csv, OutputShape::Document) => content_row(&object)?,
            _ => Value::Object(object).to_string(),
        });
    }
    if lines.is_empty() {
        Err("no records".to_owned())
    } else {
        Ok(PageOutput::new(lines.join("\n"), read.fault))
    }
}

/// A record of content as a row of CSV.
fn content_row(record: &Map<String, Value>) -> Result<String, String> {
    let value = |name: &&str| match record.get(*name) {
        Some(Value::String(text)) => text.clone(),
        Some(value) => value.to_string(),
        None => String::new(),
    };
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(CONTENT.iter().map(value)).map_err(|error| error.to_string())?;
    let bytes = writer.into_inner().map_err(|error| error.to_string())?;
    Ok(String::from_utf8_lossy(&bytes).trim_end_matches('\n').to_owned())
}

/// The comments below a page's content, one per line.
fn comments(args: &RecordsArgs, pipeline: &Pipeline, input: &PageInput) -> Result<PageOutput, String> {
    let read = args.reading.read(input)?;
    let page = debulha::Input::from(&read.bytes).charset(read.charset.as_deref());
    let extraction = pipeline.extract(page.url(read.url.as_deref()));
    let line = |comment: &Comment| json_line(&PageLine { file: &input.name, page: comment });
    let lines = extraction.comments().iter().map(line).collect::<Result<Vec<_>, _>>()?;
    if lines.is_empty() {
        Err("no comments outside the content".to_owned())
    } else {
        Ok(PageOutput::new(lines.join("\n"), read.fault))
    }
}

#[derive(Serialize)]
struct RecordsLine<'a, R: Serialize> {
    file: &'a str,
    regions: R,
}

fn as_text(page: &Page<'_>, regions: &[Region]) -> String {
    let mut text = String::new();
    for record in regions.iter().flat_map(|region| &region.records) {
        for field in fields(page, record).iter().filter(|field| !field.text.is_empty()) {
            text.push_str(&field.text);
            text.push('\n');
        }
        text.push('\n');
    }
    text.pop();
    text
}

fn as_csv(page: &Page<'_>, regions: &[Region], file: &str) -> Result<String, csv::Error> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    for (nth_region, region) in regions.iter().enumerate() {
        for (nth, record) in region.records.iter().enumerate() {
            for field in fields(page, record) {
                let numbers = [nth_region + 1, nth + 1].map(|number| number.to_string());
                let href = field.href.as_deref().unwrap_or_default();
                writer.write_record([file, &numbers[0], &numbers[1], &field.path, &field.text, href])?;
            }
        }
    }
    let bytes = writer.into_inner().map_err(csv::IntoInnerError::into_error)?;
    Ok(String::from_utf8_lossy(&bytes).trim_end_matches('\n').to_owned())
}
