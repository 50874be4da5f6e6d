//! `debulha-lab features`: what systems that learn see of pages, as a table.

mod columns;
mod corpus;
mod labels;
mod table_file;
mod work;

use anyhow::{Context, Result};
use clap::builder::PathBufValueParser;
use columns::TableColumns;
use debulha::Pipeline;
use debulha_cli::batch::{self, BatchTally, in_order};
use debulha_cli::exit::Usage;
use debulha_cli::help;
use debulha_cli::inputs::{Inputs, listed};
use debulha_cli::known::{self, KnownValues};
use debulha_cli::layout::LayoutArgs;
use debulha_cli::messages::{Messages, Progress, Verbosity};
use debulha_cli::query::QueryArgs;
use debulha_cli::reading::ReadingArgs;
use debulha_core::feature_table::{RowUnit, describe};
use debulha_core::site::by_template::ByTemplate;
use debulha_core::site::template_evidence::ID as EVIDENCE;
use debulha_io::site_store::{SiteReading, SiteStore, StoreEvidence, StoreSites};
use debulha_systems::features::visual_table::{self, VisualUnit};
use std::io::{Write, stdout};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use table_file::{FeatureFormat, TableFile};
use work::{FeatureWork, WorkItem};

/// Heading of what is in the table.
const FEATURES: &str = "Features";

/// Write features of elements, blocks or linked images as a table
///
/// Columns are `page`, `node`, `xpath`, `tag`, then the features and, with --data or --labels, `label`. Rows are grouped
/// by page, in the order of the inputs. A page that cannot be read is reported and skipped.
///
/// A missing value is empty in CSV, `?` in ARFF (Weka) and null in Parquet. Without the evidence that a feature needs,
/// its value is missing, never 0.
#[derive(Debug, clap::Args)]
pub(crate) struct FeaturesArgs {
    /// Files, folders, glob patterns, or - for stdin (the default)
    ///
    /// Folders are read recursively, except hidden files. Pages may be compressed: .gz, .zst, .br.
    #[arg(value_name = "FILE|DIR|GLOB")]
    inputs: Vec<PathBuf>,
    /// List all features: name, version, evidence needed, meaning
    #[arg(long = "list", help_heading = FEATURES)]
    describe: bool,
    /// Unit of a row
    #[arg(long, value_enum, value_name = "UNIT", default_value = "block", help_heading = FEATURES)]
    unit: UnitArg,
    /// Features by name, in this order [default: all of the unit]
    #[arg(long, value_name = "NAME", value_delimiter = ',', help_heading = FEATURES)]
    select: Vec<String>,
    /// Labelled corpora (folders, or names in $DEBULHA_DATA); writes labelled rows
    ///
    /// Corpora as for `debulha train`. Block labels given by hand are used; otherwise blocks are aligned with the text.
    /// Repeatable.
    #[arg(
        long,
        value_name = "DIR",
        value_delimiter = ',',
        conflicts_with_all = ["inputs", "list", "labels", "layout", "url", "charset"],
        help_heading = help::INPUT,
        value_parser = KnownValues::read_by(PathBufValueParser::new(), known::corpora),
        hide_possible_values = true
    )]
    data: Vec<PathBuf>,
    /// Labels of the rows, from `debulha label`
    ///
    /// One object per line with `id` (the path of the page, or the end of it, without extensions and without a folder
    /// `pages`), `unit` and `labels` ([[node, label], …]).
    #[arg(long, value_name = "FILE", help_heading = FEATURES)]
    labels: Option<PathBuf>,
    /// Read the paths of pages from a file, one per line; - for standard input
    ///
    /// A path may be followed by a tab and the URL of the page.
    #[arg(long = "page-list", value_name = "FILE", help_heading = help::INPUT, display_order = 0)]
    list: Option<PathBuf>,
    #[command(flatten)]
    reading: ReadingArgs,
    #[command(flatten)]
    layout: LayoutArgs,
    /// Site store from `debulha site learn --method template_evidence`
    ///
    /// The site of a page follows from its URL.
    #[arg(long, value_name = "FILE", help_heading = "Site", hide_short_help = true)]
    site_store: Option<PathBuf>,
    /// Site of all pages, if their URLs do not show it
    #[arg(long, value_name = "NAME", requires = "site_store", help_heading = "Site", hide_short_help = true)]
    site: Option<String>,
    /// Count each template of a site separately, if it has enough pages
    #[arg(long, requires = "site_store", help_heading = "Site", hide_short_help = true)]
    per_template: bool,
    #[command(flatten)]
    query: QueryArgs,
    /// Output: FILE.csv, FILE.arff, FILE.parquet, or - for standard output
    #[arg(short, long, value_name = "FILE", default_value = "-", help_heading = help::OUTPUT)]
    output: PathBuf,
    /// Format [default: by the extension of -o, else csv]
    #[arg(long, value_enum, value_name = "FORMAT", help_heading = help::OUTPUT)]
    format: Option<FeatureFormat>,
    /// Pages processed at once; 0 uses one per processor
    ///
    /// Maximum: four per processor. The output does not depend on it.
    #[arg(short, long, value_name = "N", default_value_t = 0, help_heading = help::MESSAGES)]
    jobs: usize,
    /// Don't show a progress bar
    ///
    /// It is shown only if standard error is a terminal.
    #[arg(long, help_heading = help::MESSAGES, hide_short_help = true)]
    no_progress: bool,
}

/// A [`RowUnit`] or [`VisualUnit`] on the command line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum UnitArg {
    Node,
    Block,
    Image,
    /// Visual areas of burget; needs a layout
    Area,
    /// Visual blocks of vips; needs a layout
    VisualBlock,
}

/// Runs the verb.
///
/// # Errors
/// A usage error; labels, a store or a list that cannot be read; an output that cannot be written.
pub(crate) fn features(args: &FeaturesArgs) -> Result<ExitCode> {
    if args.describe {
        stdout().lock().write_all((describe() + &visual_table::describe()).as_bytes())?;
        return Ok(ExitCode::SUCCESS);
    }
    args.reading.apply(Pipeline::default())?;
    let inputs = args.inputs()?;
    args.layout.check(inputs.several)?;
    let work = FeatureWork::new(args)?;
    let items: Vec<WorkItem<'_>> = match &work.labelled {
        Some(pages) => (0..pages.len()).map(|index| WorkItem::Labelled(pages, index)).collect(),
        None => inputs.list.into_iter().map(WorkItem::File).collect(),
    };
    let is_labelled = work.labels.is_some() || work.labelled.is_some();
    let mut file = TableFile::open(&args.output, work.format, &work.columns, is_labelled)?;
    let shows_bar = inputs.several && !args.no_progress;
    let progress = if shows_bar { Progress::Bar(items.len()) } else { Progress::None };
    let messages = Messages::new(Verbosity::Normal, progress);
    let pool = batch::pool(args.jobs)?;
    let mut tally = BatchTally::default();
    let written = in_order(
        &pool,
        items,
        |item| work.page(&item),
        |done| {
            for warning in &done.warnings {
                messages.say(Verbosity::Normal, &format!("{}: warning: {warning}", done.name));
            }
            match done.part {
                Ok(part) => {
                    file.write(part).context("cannot write")?;
                    *(if done.is_damaged { &mut tally.damaged } else { &mut tally.written }) += 1;
                }
                Err(reason) => {
                    messages.say(Verbosity::Normal, &format!("{}: {reason}", done.name));
                    tally.failed += 1;
                }
            }
            messages.step();
            Ok(())
        },
    );
    messages.finish();
    // The end of the file makes what was written readable, whatever stopped the rest.
    let finished = file.finish().context("cannot write");
    written.and(finished)?;
    if inputs.several && tally.code() != 0 {
        messages.say(Verbosity::Normal, &tally.summary());
    }
    Ok(tally.exit_code())
}

impl FeaturesArgs {
    fn inputs(&self) -> Result<Inputs> {
        let mut inputs = match self.list {
            _ if !self.data.is_empty() => Inputs { several: true, ..Inputs::none() },
            Some(_) if self.inputs.is_empty() => Inputs::none(),
            _ => Inputs::find(&self.inputs, Some(&self.output))?,
        };
        if let Some(list) = &self.list {
            inputs.several = true;
            inputs.list.extend(listed(list, false).with_context(|| list.display().to_string())?);
        }
        if self.reading.url.is_some() && inputs.several {
            return Err(Usage(
                "--url applies to one page, but there are several inputs; give URLs with --page-list"
                    .to_owned(),
            )
            .into());
        }
        Ok(inputs)
    }

    fn columns(&self) -> Result<TableColumns, Usage> {
        if let Some(at) = (1..self.select.len()).find(|&at| self.select[..at].contains(&self.select[at])) {
            return Err(Usage(format!("--select: `{}` is named twice; name it once", self.select[at])));
        }
        let names = self.select.iter().map(String::as_str);
        let of_page = |unit| TableColumns::of_page(unit, names.clone());
        let of_layout = |unit| TableColumns::of_layout(unit, names.clone());
        match self.unit {
            UnitArg::Node => of_page(RowUnit::Node),
            UnitArg::Block => of_page(RowUnit::Block),
            UnitArg::Image => of_page(RowUnit::Image),
            UnitArg::Area => of_layout(VisualUnit::Area),
            UnitArg::VisualBlock => of_layout(VisualUnit::VisualBlock),
        }
    }

    fn store(&self) -> Result<Option<StoreEvidence>> {
        let Some(path) = &self.site_store else { return Ok(None) };
        let store = SiteStore::read(path)?;
        if !store.methods().contains_key(EVIDENCE) {
            return Err(Usage(format!(
                "{} has no records of `{EVIDENCE}`; add them with `debulha site learn --method {EVIDENCE}`",
                path.display()
            ))
            .into());
        }
        let by_template = self.per_template.then(ByTemplate::default);
        let reading = SiteReading { half_life: None, by_template };
        Ok(Some(StoreEvidence::new(StoreSites { store: Arc::new(store), site: self.site.clone(), reading })))
    }
}
