//! `debulha extract`: pages to their content, one or millions.

#[cfg(feature = "bulk")]
use crate::bulk::{BulkArgs, BulkRun};
use crate::drawing::{DrawingArgs, PageDrawing};
use crate::exit::Usage;
use crate::inputs::PageInput;
use crate::joining::{JoinArgs, Joining};
use crate::output::{Output, OutputShape, OutputStyle};
use crate::overlay;
use crate::pages::{Failure, PageLine, PageOutput, PagesArgs, json_line};
use crate::query::QueryArgs;
use crate::reading::{ReadFault, ReadingArgs};
use crate::system::SystemArgs;
use crate::writing::WritingArgs;
use anyhow::Result;
use debulha::{Extraction, Joined, Pipeline};
use debulha_core::Warning;
use debulha_core::layout::Layout;
use debulha_core::{metadata::Metadata, verdict::VerdictKind, write::Format, write::WriteOptions};
use serde::Serialize;
use std::path::Path;
use std::process::ExitCode;

/// Extract the main content of pages
///
/// On standard output, pages are separated by a line with a form feed; JSON has one object per line.
///
/// An object in JSON lines has the `file` and the `verdict` (see `debulha verdict`). In JSON, the fields of
/// docs/json-schema.md follow; in text, `text`; in other formats, `format` and `content`. A page without content has an
/// `error`. With several systems, `agreement` is the mean share of systems that agree with the decision per word.
#[derive(Debug, clap::Args)]
pub struct ExtractArgs {
    #[command(flatten)]
    reading: ReadingArgs,
    #[command(flatten)]
    writing: WritingArgs,
    #[command(flatten)]
    system: SystemArgs,
    #[command(flatten)]
    query: QueryArgs,
    #[command(flatten)]
    joining: JoinArgs,
    #[command(flatten)]
    drawing: DrawingArgs,
    #[command(flatten)]
    pages: PagesArgs,
    #[cfg(feature = "bulk")]
    #[command(flatten)]
    bulk: BulkArgs,
}

/// Runs the verb.
///
/// # Errors
/// A usage error, or an output that cannot be written.
pub(crate) fn extract(args: &ExtractArgs, given: &[(String, String)]) -> Result<ExitCode> {
    #[cfg(feature = "bulk")]
    if args.bulk.is_asked() {
        return in_bulk(args, given);
    }
    let pipeline = args.reading.apply(args.system.pipeline()?)?;
    args.writing.check()?;
    let mut inputs = args.pages.inputs(&args.reading)?;
    let drawing = args.drawing.start(&inputs, &args.reading, args.pages.jobs(), &args.pages.messages())?;
    let target = args.pages.output();
    if args.writing.format().is_none() {
        check_ending(target)?;
    }
    let format = args.writing.format().or_else(|| Output::format_of(target)).unwrap_or(Format::Text);
    let mut work = ExtractWork { args, pipeline, format, drawing, joining: None };
    let jobs = args.pages.jobs();
    work.joining = args
        .joining
        .find(&mut inputs, &args.reading, jobs, |input| Some(work.extraction(input, false).ok()?.0))?;
    let style = OutputStyle { extension: format.extension(), form: args.writing.form(format) };
    args.pages.run(inputs, &style, |input, shape| work.page(input, shape))
}

/// Refuses an output whose ending is none of the formats.
fn check_ending(target: Option<&Path>) -> Result<(), Usage> {
    if target.is_some_and(|target| target.extension().is_some_and(|ending| ending == "parquet")) {
        return Err(Usage("Parquet output needs a folder; use --to parquet -o DIR".to_owned()));
    }
    let accepted =
        ["txt", "text", "md", "markdown", "html", "htm", "json", "jsonl", "ndjson", "xml", "csv", "tsv"];
    Output::check_ending(target, &accepted)
}

/// The same to shards; `given` are the options that were given.
#[cfg(feature = "bulk")]
fn in_bulk(args: &ExtractArgs, given: &[(String, String)]) -> Result<ExitCode> {
    if let Some(option) = given.iter().map(|(name, _)| name).find(|name| NOT_IN_BULK.contains(&name.as_str()))
    {
        return Err(Usage(format!("--{option} cannot be combined with --to")).into());
    }
    args.bulk.run(BulkRun {
        pipeline: args.reading.apply(args.system.pipeline()?)?,
        writing: args.writing.options(),
        inputs: if args.bulk.is_worker() { Vec::new() } else { args.pages.files()? },
        output: args.pages.output(),
        jobs: args.pages.jobs(),
        max_bytes: args.reading.max_bytes(),
        messages: args.pages.messages_of_share(),
        model: args.system.model_digest()?,
        given,
    })
}

/// Options about one page or one document, which shards have no place for.
#[cfg(feature = "bulk")]
const NOT_IN_BULK: [&str; 23] = [
    "charset",
    "chunk",
    "compat",
    "csv",
    "format",
    "html",
    "join-pages",
    "json",
    "keep-dirs",
    "layout",
    "markdown",
    "only-with-metadata",
    "png",
    "query-body",
    "query-term",
    "query-url",
    "records",
    "render",
    "txt",
    "url",
    "with-metadata",
    "xml",
    "xmltei",
];

/// What the workers share.
struct ExtractWork<'a> {
    args: &'a ExtractArgs,
    pipeline: Pipeline,
    format: Format,
    drawing: PageDrawing<'a>,
    joining: Option<Joining>,
}

impl ExtractWork<'_> {
    /// One input, with the pages that continue it, from its bytes to what is written.
    fn page(&self, input: &PageInput, shape: OutputShape) -> Result<PageOutput, Failure> {
        let (first, is_damaged) = self.extraction(input, true)?;
        if self.args.writing.only_with_metadata
            && let Some(missing) = first.missing_metadata()
        {
            let warnings = first.warnings.iter().map(ToString::to_string).collect();
            return Ok(PageOutput { warnings, skipped: Some(missing), ..PageOutput::default() });
        }
        let (made, missing) = self.joined(input, first);
        let warnings = made.pages().iter().flat_map(|page| &page.warnings).map(ToString::to_string);
        let warnings = warnings.chain(missing).collect();
        let verdict = Some(made.first().verdict.kind);
        Ok(PageOutput {
            text: self.render(input, &made, shape)?,
            warnings,
            is_damaged,
            skipped: None,
            verdict,
        })
    }

    /// What the system makes of one input, and whether the input broke off. The first page of a document has its picture
    /// written.
    fn extraction(&self, input: &PageInput, is_first: bool) -> Result<(Extraction, bool), Failure> {
        let page = self.args.reading.read(input)?;
        let is_damaged = matches!(page.fault, Some(ReadFault::Damaged(_)));
        let (url, charset) = (page.url.as_deref(), page.charset.as_deref());
        let mut drawn = self.drawing.page(input, &page)?;
        let given = match &drawn.html {
            Some(html) => debulha::Input::from(html.as_bytes()).charset(Some("utf-8")),
            None => debulha::Input::from(&page.bytes).charset(charset),
        };
        let query = self.args.query.terms_of(input);
        let given = given.url(url).query(query.as_ref()).layout(drawn.record.as_ref());
        let mut extraction = self.pipeline.extract(given);
        extraction
            .warnings
            .extend(page.fault.or(drawn.fault.take()).map(|fault| Warning::Reading(fault.into_reason())));
        if is_first {
            let kept =
                |layout: &Layout| extraction.outcome.labels().map(|labels| overlay::of_kept(layout, labels));
            let marks = |layout: &Layout| kept(layout).unwrap_or_default();
            self.drawing.write(&drawn, &extraction.page(), None, marks)?;
        }
        if extraction.is_empty() {
            let reasons = extraction.warnings.iter().map(|warning| format!("; {warning}"));
            let reasons = reasons.collect::<String>();
            // That something is missing is plain here.
            let kind = Some(extraction.verdict.kind).filter(|kind| *kind != VerdictKind::Partial);
            let kind = kind.map_or(String::new(), |kind| format!(" ({kind})"));
            let reason = format!("no content{kind}{reasons}");
            return Err(Failure { reason, verdict: Some(extraction.verdict.kind) });
        }
        Ok((extraction, is_damaged))
    }

    /// A page with those that continue it, where they are to be joined, and what is to be said of missing ones.
    fn joined(&self, input: &PageInput, first: Extraction) -> (ExtractOutput, Vec<String>) {
        let Some(joining) = &self.joining else { return (ExtractOutput::Page(Box::new(first)), Vec::new()) };
        let extract = |input: &PageInput| {
            self.extraction(input, false).map(|(page, _)| page).map_err(|failure| failure.reason)
        };
        let (later, missing) = joining.later(input, &first, extract);
        if later.is_empty() {
            return (ExtractOutput::Page(Box::new(first)), missing);
        }
        (ExtractOutput::Joined(Joined::of(first, later)), missing)
    }

    fn render(&self, input: &PageInput, made: &ExtractOutput, shape: OutputShape) -> Result<String, String> {
        let options = self.args.writing.options();
        if shape == OutputShape::Document {
            let text = made.render(self.format, &options);
            return if self.format == Format::Csv {
                self.args.writing.row(&input.name, text)
            } else {
                Ok(text)
            };
        }
        // The objects of other programs have the text.
        if self.format == Format::Json || (self.format == Format::Text && options.compat.is_some()) {
            return match made {
                ExtractOutput::Page(page) => {
                    json_line(&PageLine { file: &input.name, page: page.json(&options) })
                }
                ExtractOutput::Joined(joined) => {
                    json_line(&PageLine { file: &input.name, page: joined.json(&options) })
                }
            };
        }
        // The metadata has a field of its own here.
        let content = made.render(self.format, &WriteOptions { metadata: false, ..options.clone() });
        let is_text = self.format == Format::Text;
        let first = made.first();
        json_line(&FormatLine {
            file: &input.name,
            extractor: &first.extractor,
            agreement: first.agreement,
            verdict: first.verdict.kind,
            confidence: first.verdict.rounded_confidence(),
            url: first.url.as_deref(),
            pages: made.addresses(),
            metadata: options.metadata.then(|| first.metadata()),
            text: is_text.then_some(&content),
            format: (!is_text).then(|| self.format.name()),
            content: (!is_text).then_some(&content),
            warnings: &first.warnings,
        })
    }
}

/// What was made of an input.
enum ExtractOutput {
    /// One page.
    Page(Box<Extraction>),
    /// The pages of an article.
    Joined(Joined),
}

impl ExtractOutput {
    fn pages(&self) -> &[Extraction] {
        match self {
            ExtractOutput::Page(page) => std::slice::from_ref(page),
            ExtractOutput::Joined(joined) => joined.pages(),
        }
    }

    fn first(&self) -> &Extraction {
        match self {
            ExtractOutput::Page(page) => page,
            ExtractOutput::Joined(joined) => joined.first(),
        }
    }

    /// The addresses of joined pages.
    fn addresses(&self) -> Vec<Option<String>> {
        match self {
            ExtractOutput::Page(_) => Vec::new(),
            ExtractOutput::Joined(joined) => joined.addresses(),
        }
    }

    fn render(&self, format: Format, options: &WriteOptions) -> String {
        match self {
            ExtractOutput::Page(page) => page.render(format, options),
            ExtractOutput::Joined(joined) => joined.render(format, options),
        }
    }
}

/// The line of a page in any other format.
#[derive(Serialize)]
struct FormatLine<'a> {
    file: &'a str,
    extractor: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    agreement: Option<f64>,
    verdict: VerdictKind,
    #[serde(skip_serializing_if = "Option::is_none")]
    confidence: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<&'a str>,
    /// The addresses of the pages that were joined.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pages: Vec<Option<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    metadata: Option<Metadata>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    format: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    content: Option<&'a str>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    warnings: &'a [Warning],
}
