//! `debulha render`: pages to layout records.

mod chromium;
mod node_file;
mod sheets;
mod targets;

pub use chromium::ChromiumArgs;
pub(crate) use sheets::{SheetsOfPage, StyleSheets};

use self::node_file::NodeFile;
use self::targets::{RenderTarget, Targets};
use crate::batch::{self, BatchTally, in_order};
use crate::exit::Usage;
#[cfg(feature = "fetch")]
use crate::fetching::FetchingArgs;
use crate::help::{self, BROWSER};
use crate::inputs::{InputArgs, Inputs, PageInput};
use crate::messages::{MessageArgs, Messages, Verbosity, guarded};
use crate::reading::{PageBytes, ReadFault, ReadingArgs};
use anyhow::Result;
use debulha::node_table::{self, NodeRow};
use debulha_core::Evidence;
use debulha_core::layout::LayoutRecord;
use debulha_dom::Limits;
use debulha_dom::decode::decode;
use debulha_render::{PageRenderOptions, RenderEngine, RenderOptions, RenderSource, Rendered, RendererPool};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Browsers that are started where nobody says how many; each takes some 300 MB.
const BROWSERS: usize = 8;

/// Reasons of failures that the report at the end lists.
const REASONS: usize = 10;

/// Render pages in a browser and write layout records
///
/// A record has the position and style of each element and text of a page (docs/layout.md). `--layout` reads it. The
/// browser has no network access. A page gets its style sheets only: those below its own folder, those in its WARC file, or,
/// if the page was fetched, those that debulha fetches. Scripts inside the page run only with --scripts. `--engine embedded`
/// needs no browser, but its layout is less exact.
///
/// Existing records are not written again, so repeating the command resumes an interrupted run. At the end, pages are
/// counted by result, with the reasons of failures.
#[derive(Debug, clap::Args)]
pub struct RenderArgs {
    /// URL of the page; single input only
    #[arg(short, long, alias = "URL", value_name = "URL", help_heading = help::INPUT)]
    url: Option<String>,
    /// Encoding, as in Content-Type; overrides the page's declaration
    #[arg(long, value_name = "NAME", help_heading = help::INPUT)]
    charset: Option<String>,
    /// Read at most N bytes per page; the rest is dropped with a warning
    #[arg(long, value_name = "BYTES", default_value_t = Limits::default().max_bytes, help_heading = help::INPUT)]
    max_bytes: usize,
    #[command(flatten)]
    inputs: InputArgs,
    /// Run the scripts of pages
    #[arg(long, help_heading = BROWSER)]
    scripts: bool,
    #[command(flatten)]
    chromium: ChromiumArgs,
    #[cfg(feature = "fetch")]
    #[command(flatten)]
    fetching: FetchingArgs,
    /// Folder for the records, or a file for one page; - for standard output
    ///
    /// The default is -. The record of news/a.html is DIR/news/a.json.gz, where --layout DIR finds it. A file ends in
    /// .json or .json.gz.
    #[arg(short, long, value_name = "DIR|FILE", help_heading = help::OUTPUT)]
    output: Option<PathBuf>,
    /// Overwrite existing records
    #[arg(long, help_heading = help::OUTPUT)]
    force: bool,
    /// Also write the HTML of pages after rendering
    #[arg(long, value_name = "DIR", help_heading = help::OUTPUT)]
    html: Option<PathBuf>,
    /// Also write PNG screenshots, at most 16,384 pixels high
    #[arg(long, value_name = "DIR", help_heading = help::OUTPUT)]
    screenshots: Option<PathBuf>,
    /// Also write a table of all elements: FILE.csv or FILE.jsonl
    ///
    /// One row per element, with id, tag, level, parent, children, position, size, links, words and text, and the bytes of its HTML in
    /// the page (docs/layout.md). Existing records are used. With --scripts, all pages are rendered again, and bytes count in
    /// the HTML after rendering (--html).
    #[arg(long, value_name = "FILE", help_heading = help::OUTPUT)]
    export: Option<PathBuf>,
    /// Pages rendered at once, one browser each; 0: one per processor, at most 8
    #[arg(short, long, alias = "parallel", value_name = "N", default_value_t = 0, help_heading = help::MESSAGES)]
    jobs: usize,
    #[command(flatten)]
    messages: MessageArgs,
}

/// Runs the verb.
///
/// # Errors
/// A usage error, a browser that does not run, standard output that cannot be written.
pub fn render(args: &RenderArgs) -> Result<ExitCode> {
    let reading = ReadingArgs::of_bytes(args.url.clone(), args.charset.clone(), args.max_bytes);
    #[cfg(feature = "fetch")]
    let reading = reading.fetching_by(&args.fetching);
    reading.check()?;
    let output = args.output.as_deref().filter(|path| *path != Path::new("-"));
    let mut inputs = args.inputs.named(output, args.url.as_deref())?;
    inputs.list.extend(args.inputs.listed()?.into_iter().flatten());
    let targets = Targets::new(output, args.html.as_deref(), args.screenshots.as_deref(), &inputs)?;
    let several = inputs.several;
    let messages = args.messages.messages(several.then_some(inputs.list.len()));
    let browsers = browsers(args.jobs);
    if args.scripts && args.chromium.engine() == RenderEngine::Embedded {
        return Err(
            Usage("the embedded engine does not run scripts; use --engine chromium".to_owned()).into()
        );
    }
    let options = RenderOptions {
        scripts: args.scripts,
        screenshot: args.screenshots.as_ref().map(|_| RenderOptions::MAX_SCREENSHOT),
        ..RenderOptions::default()
    };
    let mut nodes = args.export.as_deref().map(NodeFile::create).transpose()?;
    let begun = Instant::now();
    let pool = args.chromium.pool(options, browsers.min(inputs.list.len()), &messages)?;
    let timeout = args.chromium.timeout();
    let sheets = reading.style_sheets(timeout);
    let force = args.force || args.scripts && nodes.is_some();
    let has_nodes = nodes.is_some();
    let work = RenderWork { force, has_nodes, has_scripts: args.scripts, reading, pool, sheets, timeout };
    let mut report = RenderReport::default();
    let result = work.all(inputs, targets, browsers, |input, made| {
        let made = made.map(|page| (page.outcome, page.nodes));
        if let (Some(file), Ok((_, rows))) = (&mut nodes, &made) {
            file.add(&input.name, rows)?;
        }
        report.take(&input, made.map(|(outcome, _)| outcome), &messages);
        messages.step();
        Ok(())
    });
    messages.finish();
    result?;
    if several {
        report.say(begun.elapsed().as_secs_f64(), &messages);
    }
    Ok(report.tally.exit_code())
}

/// How many browsers `--jobs` asks for.
pub fn browsers(jobs: usize) -> usize {
    match jobs {
        0 => batch::processors().min(BROWSERS),
        jobs => batch::threads(jobs),
    }
}

/// Draws a page from its bytes. With what it was drawn without.
///
/// # Errors
/// The reason in words.
pub(crate) fn draw(
    pool: &RendererPool,
    page: &PageBytes,
    sheets: &SheetsOfPage,
    timeout: Duration,
) -> Result<(Rendered, Option<ReadFault>), String> {
    let text = decode(&page.bytes, page.charset.as_deref()).text;
    let source = RenderSource { html: &text, address: sheets.address.as_deref() };
    let settle = RenderOptions::default().settle;
    let own = PageRenderOptions { timeout, settle, resources: Arc::clone(&sheets.resources) };
    let rendered =
        pool.with(|renderer| renderer.render_with(&source, &own)).map_err(|error| error.to_string())?;
    let warnings: Vec<String> = rendered.warning().into_iter().chain(sheets.missing()).collect();
    let fault = (!warnings.is_empty()).then(|| ReadFault::of_drawing(warnings.join("; ")));
    Ok((rendered, fault))
}

/// What the workers share.
struct RenderWork {
    force: bool,
    /// Whether the node tables of pages are wanted.
    has_nodes: bool,
    has_scripts: bool,
    reading: ReadingArgs,
    pool: RendererPool,
    sheets: StyleSheets,
    timeout: Duration,
}

/// A page that was drawn.
struct DrawnPage {
    outcome: RenderOutcome,
    /// Its node table, if that is wanted.
    nodes: Vec<NodeRow>,
}

/// The result for a page.
enum RenderOutcome {
    /// Its record was written, and why the page was read or drawn in part, if it was.
    Written(Option<ReadFault>),
    /// Its record was there.
    There,
}

impl RenderWork {
    fn all(
        &self,
        inputs: Inputs,
        mut targets: Targets,
        browsers: usize,
        mut take: impl FnMut(PageInput, Result<DrawnPage, String>) -> Result<()>,
    ) -> Result<()> {
        let jobs = inputs.list.into_iter().map(|input| {
            let target = targets.claim(&input);
            (input, target)
        });
        let work = |(input, target): (PageInput, Result<RenderTarget, String>)| {
            let made = guarded(|| self.page(&input, &target?)).and_then(|made| made);
            (input, made)
        };
        in_order(&batch::pool(browsers)?, jobs, work, |(input, made)| take(input, made))
    }

    fn page(&self, input: &PageInput, target: &RenderTarget) -> Result<DrawnPage, String> {
        if !self.force && target.is_there() {
            let nodes = if self.has_nodes {
                self.nodes(&self.reading.read(input)?, None, &target.read()?)
            } else {
                Vec::new()
            };
            return Ok(DrawnPage { outcome: RenderOutcome::There, nodes });
        }
        let page = self.reading.read(input)?;
        let sheets = self.sheets.of(input, page.url.as_deref());
        let (rendered, fault) = draw(&self.pool, &page, &sheets, self.timeout)?;
        target.write(&rendered).map_err(|error| format!("cannot write {error}"))?;
        let html = self.has_scripts.then_some(rendered.html.as_str());
        let nodes = if self.has_nodes { self.nodes(&page, html, &rendered.record) } else { Vec::new() };
        Ok(DrawnPage { outcome: RenderOutcome::Written(page.fault.or(fault)), nodes })
    }

    /// The node table of a page, or of its HTML after scripts.
    fn nodes(&self, page: &PageBytes, html: Option<&str>, record: &LayoutRecord) -> Vec<NodeRow> {
        let source = self.reading.source();
        let loaded = match html {
            Some(html) => source.load(html.as_bytes(), Some("utf-8")),
            None => source.load(&page.bytes, page.charset.as_deref()),
        };
        let loaded = loaded.with_layout(record);
        node_table::rows(&loaded.page(Evidence::of_url(page.url.as_deref())), &loaded)
    }
}

/// The result for all pages.
#[derive(Default)]
struct RenderReport {
    tally: BatchTally,
    rendered: usize,
    there: usize,
    reasons: BTreeMap<String, usize>,
}

impl RenderReport {
    fn take(&mut self, input: &PageInput, made: Result<RenderOutcome, String>, messages: &Messages) {
        let name = &input.name;
        match made {
            Ok(RenderOutcome::Written(fault)) => {
                self.rendered += 1;
                self.tally.count(fault.as_ref());
                match fault {
                    Some(fault) => {
                        messages.say(Verbosity::Normal, &format!("{name}: warning: {}", fault.into_reason()));
                    }
                    None => messages.say(Verbosity::Verbose, &format!("{name}: rendered")),
                }
            }
            Ok(RenderOutcome::There) => {
                self.there += 1;
                self.tally.written += 1;
                messages.say(Verbosity::Verbose, &format!("{name}: record exists"));
            }
            Err(reason) => {
                self.tally.failed += 1;
                messages.say(Verbosity::Normal, &format!("{name}: {reason}"));
                *self.reasons.entry(reason).or_insert(0) += 1;
            }
        }
    }

    /// Says how many pages there were, in what time, and why some failed: the commonest reasons first.
    fn say(&self, seconds: f64, messages: &Messages) {
        let RenderReport { rendered, there, .. } = self;
        let each = match rendered {
            0 => String::new(),
            pages => format!(" in {seconds:.0} s, {:.2} s per page", seconds / *pages as f64),
        };
        let failed = self.tally.failed;
        messages.say(
            Verbosity::Normal,
            &format!("{rendered} rendered{each}, {there} skipped (record exists), {failed} failed"),
        );
        let mut reasons: Vec<(&String, usize)> =
            self.reasons.iter().map(|(reason, &count)| (reason, count)).collect();
        reasons.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
        for (reason, count) in reasons.into_iter().take(REASONS) {
            messages.say(Verbosity::Normal, &format!("  {count} failed: {reason}"));
        }
    }
}
