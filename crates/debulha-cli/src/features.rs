//! `debulha features`: what systems that learn see of pages, as a table.

mod labels;
mod table_file;

use crate::batch::{self, Tally, in_order};
use crate::exit::Usage;
use crate::inputs::{Input, Inputs, listed};
use crate::layout::LayoutArgs;
use crate::messages::{Level, Messages, Progress, guarded};
use crate::query::QueryArgs;
use crate::reading::{Fault, Loaded, ReadingArgs};
use crate::system::suggestion;
use anyhow::{Context, Result};
use debulha::Pipeline;
use debulha_core::Evidence;
use debulha_core::feature_table::{self, RowUnit, Selection, UnknownColumn, describe};
use debulha_core::site::by_template::ByTemplate;
use debulha_core::site::template_evidence::ID as EVIDENCE;
use debulha_core::{Page, Scratch, query::QueryTerms};
use debulha_io::site_store::{Reading, SiteStore, Sites, StoreEvidence};
use debulha_learn::export::PageTable;
use labels::Labels;
use std::io::{Write, stdout};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};
use table_file::{Format, Part, TableFile};

/// Write features of the nodes, text blocks or linked images of pages as a table
///
/// Columns are `page`, `node`, `xpath`, `tag`, then the features, and `label` with --labels. Rows come page by page in
/// the order of the inputs; a page that cannot be read is reported and left out. A missing value is empty in CSV, `?` in
/// ARFF (Weka) and null in Parquet; evidence that was not given makes it missing, never 0.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Files, directories, glob patterns, or - for standard input, the default
    #[arg(value_name = "FILE|DIR|GLOB")]
    inputs: Vec<PathBuf>,
    /// List all features: name, version, evidence needed, meaning
    #[arg(long = "list")]
    describe: bool,
    /// What a row is
    #[arg(long, value_enum, value_name = "UNIT", default_value = "block")]
    unit: Unit,
    /// The features by name, in this order [default: all of the unit]
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    select: Vec<String>,
    /// Labels of rows, as `debulha label` writes them: an object a line with `id` (path of the page, or the end of it,
    /// without endings and a folder `pages`), `unit` and `labels` ([[node, label], …])
    #[arg(long, value_name = "FILE")]
    labels: Option<PathBuf>,
    /// File with the path of a page on each line, after a tab its address where it is known; or - for standard input
    #[arg(long = "page-list", value_name = "FILE")]
    list: Option<PathBuf>,
    /// What `debulha site learn --method template_evidence` kept, for evidence of the site. A page's address tells its
    /// site
    #[arg(long, value_name = "FILE")]
    site_store: Option<PathBuf>,
    /// The site of all pages, where their addresses do not tell
    #[arg(long, value_name = "NAME", requires = "site_store")]
    site: Option<String>,
    /// Where to write: FILE.csv, FILE.arff, FILE.parquet, or - for standard output
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    output: PathBuf,
    /// Format [default: by the ending of the output, else csv]
    #[arg(long, value_enum, value_name = "FORMAT")]
    format: Option<Format>,
    /// Pages read at once; 0: as many as there are processors, of which each gets 4 at most. The output is the same
    #[arg(short, long, value_name = "N", default_value_t = 0)]
    jobs: usize,
    /// Show no progress bar. Where standard error is no terminal, there is neither a bar nor lines
    #[arg(long)]
    no_progress: bool,
    #[command(flatten)]
    query: QueryArgs,
    #[command(flatten)]
    reading: ReadingArgs,
    #[command(flatten)]
    layout: LayoutArgs,
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
    let mut file = TableFile::open(&args.output, work.format, &work.selection, work.labels.is_some())?;
    let shows_bar = inputs.several && !args.no_progress;
    let progress = if shows_bar { Progress::Bar(inputs.list.len()) } else { Progress::None };
    let messages = Messages::new(Level::Normal, progress);
    let pool = batch::pool(args.jobs)?;
    let mut tally = Tally::default();
    let written = in_order(
        &pool,
        inputs.list,
        |input| work.page(&input),
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
        let reading = Reading { half_life: None, by_template: Some(ByTemplate::default()) };
        Ok(Some(StoreEvidence::new(Sites { store: Arc::new(store), site: self.site.clone(), reading })))
    }
}

/// What the workers share.
struct Work<'a> {
    args: &'a Args,
    selection: Selection,
    format: Format,
    labels: Option<Labels>,
    store: Option<StoreEvidence>,
    query: Option<QueryTerms>,
    /// Buffers that no worker is using.
    scratches: Mutex<Vec<Scratch>>,
}

/// What became of a page.
struct Done {
    name: String,
    part: Result<Part, String>,
    is_damaged: bool,
    warnings: Vec<String>,
}

impl<'a> Work<'a> {
    fn new(args: &'a Args) -> Result<Self> {
        let selection = args.selection()?;
        let read =
            |path: &PathBuf| Labels::read(path, selection.unit()).with_context(|| path.display().to_string());
        let labels = args.labels.as_ref().map(read).transpose()?;
        Ok(Work {
            args,
            selection,
            format: args.format.unwrap_or_else(|| Format::of(&args.output)),
            labels,
            store: args.store()?,
            query: args.query.terms(),
            scratches: Mutex::default(),
        })
    }

    /// One input from its bytes to its rows. A panic on the way is the failure of this page.
    fn page(&self, input: &Input) -> Done {
        let mut done = Done {
            name: input.name.clone(),
            part: Err(String::new()),
            is_damaged: false,
            warnings: Vec::new(),
        };
        done.part = guarded(|| self.table(input, &mut done)).and_then(|result| result);
        done
    }

    fn table(&self, input: &Input, done: &mut Done) -> Result<Part, String> {
        let reading = &self.args.reading;
        let Loaded { page: mut loaded, fault } = reading.load(input)?;
        done.is_damaged = matches!(fault, Some(Fault::Damaged(_)));
        done.warnings.extend(fault.map(Fault::into_reason));
        if let Some(record) = self.args.layout.read(input)? {
            loaded = loaded.with_layout(&record);
        }
        done.warnings.extend(loaded.warnings().iter().map(ToString::to_string));
        let url = input.url.as_deref().or(reading.url.as_deref());
        let page = loaded.page(Evidence { url, query: self.query.as_ref(), ..Evidence::default() });
        let Some(store) = &self.store else { return Ok(self.tabulate(input, &page, done)) };
        store.with(&page, |site| {
            let Some(site) = site else {
                done.warnings.push("the store knows nothing of its site".to_owned());
                return self.tabulate(input, &page, done);
            };
            let evidence = Evidence { site: Some(site), ..page.evidence() };
            self.tabulate(input, &page.seen_with(evidence), done)
        })
    }

    fn tabulate(&self, input: &Input, page: &Page<'_>, done: &mut Done) -> Part {
        let mut scratch = self.lock_scratches().pop().unwrap_or_default();
        let mut table = PageTable::of(&input.name, page, &self.selection, &mut scratch);
        self.lock_scratches().push(scratch);
        if let Some(labels) = &self.labels {
            let of_page = labels.of(Path::new(&input.name));
            if of_page.is_none() {
                done.warnings.push("no labels".to_owned());
            }
            table = table.labelled(of_page.unwrap_or(&Labels::NONE));
        }
        Part::of(table, self.format)
    }

    /// The lock is never held while a page is worked on, so what a panic leaves behind is sound.
    fn lock_scratches(&self) -> std::sync::MutexGuard<'_, Vec<Scratch>> {
        self.scratches.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
