//! `debulha features`: what systems that learn see of pages, as a table.

mod corpus;
mod labels;
mod table_file;
mod work;

use crate::batch::{self, Tally, in_order};
use crate::exit::Usage;
use crate::help;
use crate::inputs::{Inputs, listed};
use crate::known::{self, Known};
use crate::layout::LayoutArgs;
use crate::messages::{Level, Messages, Progress};
use crate::query::QueryArgs;
use crate::reading::ReadingArgs;
use crate::system::suggestion;
use anyhow::{Context, Result};
use clap::builder::PathBufValueParser;
use debulha::Pipeline;
use debulha_core::feature_table::{self, RowUnit, Selection, UnknownColumn, describe};
use debulha_core::site::by_template::ByTemplate;
use debulha_core::site::template_evidence::ID as EVIDENCE;
use debulha_io::site_store::{Reading, SiteStore, Sites, StoreEvidence};
use std::io::{Write, stdout};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use table_file::{Format, TableFile};
use work::{Item, Work};

/// Heading of what is in the table.
const FEATURES: &str = "Features";

/// Write features of elements, text blocks or linked images as a table
///
/// Columns are `page`, `node`, `xpath`, `tag`, then the features, and with --data or --labels `label`. Rows come page by page
/// in the order of the inputs. A page that cannot be read is reported and left out.
///
/// A missing value is empty in CSV, `?` in ARFF (Weka) and null in Parquet. Where evidence was not given, the value is
/// missing, and never 0.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Files, folders, glob patterns, or - for standard input (the default)
    ///
    /// Of a folder, all files below it are read, except hidden ones. Pages may be compressed: .gz, .zst, .br.
    #[arg(value_name = "FILE|DIR|GLOB")]
    inputs: Vec<PathBuf>,
    /// List all features: name, version, evidence needed, meaning
    #[arg(long = "list", help_heading = FEATURES)]
    describe: bool,
    /// What a row is
    #[arg(long, value_enum, value_name = "UNIT", default_value = "block", help_heading = FEATURES)]
    unit: Unit,
    /// The features by name, in this order [default: all of the unit]
    #[arg(long, value_name = "NAME", value_delimiter = ',', help_heading = FEATURES)]
    select: Vec<String>,
    /// Labelled corpora, or names of corpora in $DEBULHA_DATA: the rows of their labelled pages, with labels
    ///
    /// Corpora as `debulha train` takes them. Labels of blocks count as people gave them, else blocks are aligned with the
    /// text. May be repeated.
    #[arg(
        long,
        value_name = "DIR",
        value_delimiter = ',',
        conflicts_with_all = ["inputs", "list", "labels", "layout", "url", "charset"],
        help_heading = help::INPUT,
        value_parser = Known::read_by(PathBufValueParser::new(), known::corpora),
        hide_possible_values = true
    )]
    data: Vec<PathBuf>,
    /// Labels of the rows, as `debulha label` writes them
    ///
    /// An object a line with `id` (the path of the page, or the end of it, without endings and without a folder `pages`),
    /// `unit` and `labels` ([[node, label], …]).
    #[arg(long, value_name = "FILE", help_heading = FEATURES)]
    labels: Option<PathBuf>,
    /// Read the paths of pages from a file, one a line; - for standard input
    ///
    /// The address of a page may follow its path, after a tab.
    #[arg(long = "page-list", value_name = "FILE", help_heading = help::INPUT, display_order = 0)]
    list: Option<PathBuf>,
    #[command(flatten)]
    reading: ReadingArgs,
    #[command(flatten)]
    layout: LayoutArgs,
    /// What `debulha site learn --method template_evidence` kept, for evidence of the site
    ///
    /// A page's address tells its site.
    #[arg(long, value_name = "FILE", help_heading = "Site", hide_short_help = true)]
    site_store: Option<PathBuf>,
    /// The site of all pages, where their addresses do not tell
    #[arg(long, value_name = "NAME", requires = "site_store", help_heading = "Site", hide_short_help = true)]
    site: Option<String>,
    /// Count each template of a site apart, where it has pages enough
    #[arg(long, requires = "site_store", help_heading = "Site", hide_short_help = true)]
    per_template: bool,
    #[command(flatten)]
    query: QueryArgs,
    /// Where to write: FILE.csv, FILE.arff, FILE.parquet, or - for standard output
    #[arg(short, long, value_name = "FILE", default_value = "-", help_heading = help::OUTPUT)]
    output: PathBuf,
    /// Format [default: by the ending of the output, else csv]
    #[arg(long, value_enum, value_name = "FORMAT", help_heading = help::OUTPUT)]
    format: Option<Format>,
    /// Pages read at once; 0: as many as there are processors
    ///
    /// At most four times as many as there are processors. The output is the same.
    #[arg(short, long, value_name = "N", default_value_t = 0, help_heading = help::MESSAGES)]
    jobs: usize,
    /// Show no progress bar
    ///
    /// There is none where standard error is no terminal.
    #[arg(long, help_heading = help::MESSAGES, hide_short_help = true)]
    no_progress: bool,
}

/// A [`RowUnit`] on the command line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Unit {
    Node,
    Block,
    Image,
}

impl Unit {
    fn row_unit(self) -> RowUnit {
        match self {
            Unit::Node => RowUnit::Node,
            Unit::Block => RowUnit::Block,
            Unit::Image => RowUnit::Image,
        }
    }
}

/// Runs the verb.
///
/// # Errors
/// A command line that makes no sense; labels, a store or a list that cannot be read; an output that cannot be written.
pub(crate) fn features(args: &Args) -> Result<ExitCode> {
    if args.describe {
        stdout().lock().write_all(describe().as_bytes())?;
        return Ok(ExitCode::SUCCESS);
    }
    args.reading.apply(Pipeline::default())?;
    let inputs = args.inputs()?;
    args.layout.check(inputs.several)?;
    let work = Work::new(args)?;
    let items: Vec<Item<'_>> = match &work.labelled {
        Some(pages) => (0..pages.len()).map(|index| Item::Labelled(pages, index)).collect(),
        None => inputs.list.into_iter().map(Item::File).collect(),
    };
    let is_labelled = work.labels.is_some() || work.labelled.is_some();
    let mut file = TableFile::open(&args.output, work.format, &work.selection, is_labelled)?;
    let shows_bar = inputs.several && !args.no_progress;
    let progress = if shows_bar { Progress::Bar(items.len()) } else { Progress::None };
    let messages = Messages::new(Level::Normal, progress);
    let pool = batch::pool(args.jobs)?;
    let mut tally = Tally::default();
    let written = in_order(
        &pool,
        items,
        |item| work.page(&item),
        |done| {
            for warning in &done.warnings {
                messages.say(Level::Normal, &format!("{}: warning: {warning}", done.name));
            }
            match done.part {
                Ok(part) => {
                    file.write(part).context("cannot write")?;
                    *(if done.is_damaged { &mut tally.damaged } else { &mut tally.written }) += 1;
                }
                Err(reason) => {
                    messages.say(Level::Normal, &format!("{}: {reason}", done.name));
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
        messages.say(Level::Normal, &tally.summary());
    }
    Ok(tally.exit_code())
}

impl Args {
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
            return Err(Usage("--url is the address of one page, and there are several".to_owned()).into());
        }
        Ok(inputs)
    }

    fn selection(&self) -> Result<Selection, Usage> {
        let unit = self.unit.row_unit();
        if self.select.is_empty() {
            return Ok(Selection::all(unit));
        }
        if let Some(at) = (1..self.select.len()).find(|&at| self.select[..at].contains(&self.select[at])) {
            return Err(Usage(format!("--select names `{}` twice", self.select[at])));
        }
        Selection::named(unit, self.select.iter().map(String::as_str)).map_err(|error| {
            let near = match &error {
                UnknownColumn::Name { unit, name } => {
                    suggestion(name, feature_table::features(*unit).map(|(_, feature)| feature.name))
                }
                _ => String::new(),
            };
            Usage(format!("--select: {error}; `debulha features --list` has them all{near}"))
        })
    }

    fn store(&self) -> Result<Option<StoreEvidence>> {
        let Some(path) = &self.site_store else { return Ok(None) };
        let store = SiteStore::read(path)?;
        if !store.methods().contains_key(EVIDENCE) {
            return Err(Usage(format!("{} has no records of `{EVIDENCE}`", path.display())).into());
        }
        let by_template = self.per_template.then(ByTemplate::default);
        let reading = Reading { half_life: None, by_template };
        Ok(Some(StoreEvidence::new(Sites { store: Arc::new(store), site: self.site.clone(), reading })))
    }
}
