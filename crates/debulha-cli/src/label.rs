//! `debulha label`: labels for training from the gold texts of corpora, and gold texts by selectors.

mod selectors;

use crate::batch;
use crate::corpora::{self, CorpusPurpose};
use crate::exit::Usage;
use crate::help;
use crate::known::{self, KnownValues};
use crate::messages::{PAGES, ProgressArgs};
use crate::system::read_param;
use anyhow::{Context, Result};
use clap::Subcommand;
use clap::builder::PathBufValueParser;
use debulha_core::{Page, PageOptions, ParamMap};
use debulha_corpus::corpus_pages::CorpusPages;
use debulha_eval::label_noise::PageNoise;
use debulha_eval::label_noise::report::{self, NoiseSection};
use debulha_learn::label::{GoldStandard, Labeller, RowLabels};
use debulha_learn::pages::{PageError, Pages};
use rayon::prelude::*;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{BufWriter, Write, stdout};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Pages in memory between two writes.
const PAGES_AT_ONCE: usize = 128;

/// Pages that a report lists one by one, for each corpus and way to label.
const WORST: usize = 50;

/// Label parts of pages for training
#[derive(Debug, clap::Args)]
pub struct LabelArgs {
    #[command(subcommand)]
    how: How,
}

#[derive(Debug, Subcommand)]
enum How {
    Auto(AutoArgs),
    Selectors(selectors::SelectorsArgs),
}

/// Heading of what the labels are.
const LABELS: &str = "Labels";

/// Label pages from the gold texts of corpora
///
/// Writes one JSON object per page, in order: `id`, `unit` (`block` or `node`) and `labels`, a list of rows, each with
/// its node and the share of it that is content, 0 to 1. Rows without words have no label. Where blocks of a page were
/// labelled by hand, those labels replace the text. Pages without labels are skipped. The output does not depend on the
/// number of threads.
#[derive(Debug, clap::Args)]
struct AutoArgs {
    /// Corpus folders, or names of corpora in $DEBULHA_DATA; repeatable
    #[arg(long, value_name = "DIR", value_delimiter = ',', required = true, help_heading = help::INPUT)]
    #[arg(value_parser = KnownValues::read_by(PathBufValueParser::new(), known::corpora), hide_possible_values = true)]
    data: Vec<PathBuf>,
    /// Use only every Nth page of each corpus
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    #[arg(help_heading = help::INPUT)]
    every: u32,
    /// Labelling: blocks (text blocks, aligned), d0 or d4 (elements)
    ///
    /// blocks aligns text blocks with the gold text; d0 and d4 label elements by the rules of two studies. With --report,
    /// several may be given, separated by commas.
    #[arg(long, value_name = "NAME", value_delimiter = ',', default_value = "blocks", help_heading = LABELS)]
    #[arg(value_parser = KnownValues::text(known::label_presets), hide_possible_values = true)]
    preset: Vec<String>,
    /// Set a parameter of the labelling; repeatable
    ///
    /// The value is JSON, otherwise a string.
    #[arg(short, long, value_name = "NAME=VALUE", value_parser = read_param, help_heading = LABELS)]
    param: Vec<(String, Value)>,
    /// Visible text: as systems see it, or including what CSS and `hidden` hide
    ///
    /// With --report, both may be given, separated by commas.
    #[arg(long, value_name = "VIEW", value_enum, value_delimiter = ',', default_value = "seen", help_heading = LABELS)]
    view: Vec<LabelView>,
    /// Label elements with their share of content, if the preset labels blocks
    #[arg(long, help_heading = LABELS)]
    nodes: bool,
    /// Add `xpaths`, the location of each labelled row
    #[arg(long, help_heading = help::OUTPUT)]
    xpaths: bool,
    /// Output file; - for standard output (the default without --report)
    #[arg(short, long, value_name = "FILE", help_heading = help::OUTPUT)]
    output: Option<PathBuf>,
    /// Write a Markdown report on label quality; - for standard output
    #[arg(long, value_name = "FILE", help_heading = help::OUTPUT)]
    report: Option<PathBuf>,
    /// Maximum pages listed in the report, per corpus and preset
    #[arg(long, value_name = "N", default_value_t = WORST, help_heading = help::OUTPUT)]
    worst: usize,
    /// Date of the report
    #[arg(long, value_name = "DATE", default_value = "", hide_default_value = true, help_heading = help::OUTPUT)]
    date: String,
    /// Number of threads; 0 uses one per processor
    #[arg(short, long, value_name = "N", default_value_t = 0, help_heading = help::MESSAGES)]
    jobs: usize,
    #[command(flatten)]
    progress: ProgressArgs,
}

/// What of a page counts as shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum LabelView {
    /// As systems see the page.
    Seen,
    /// Including what styles and the attribute `hidden` hide.
    All,
}

impl LabelView {
    fn options(self) -> PageOptions {
        let mut options = PageOptions::default();
        if self == LabelView::All {
            let visibility = &mut options.visibility;
            visibility.hidden_attribute = false;
            visibility.inline_style = false;
            visibility.style_sheets = false;
        }
        options
    }

    fn argument(self) -> &'static str {
        match self {
            LabelView::Seen => "seen",
            LabelView::All => "all",
        }
    }

    /// As a report has it after the name of the preset.
    fn name(self) -> &'static str {
        match self {
            LabelView::Seen => "",
            LabelView::All => " with hidden text",
        }
    }
}

/// Runs the verb.
///
/// # Errors
/// A usage error, data that cannot be read, a file that cannot be written.
pub(crate) fn label(args: &LabelArgs) -> Result<ExitCode> {
    let args = match &args.how {
        How::Auto(args) => args,
        How::Selectors(args) => return selectors::run(args),
    };
    let params: ParamMap = args.param.iter().cloned().collect();
    let labellers: Result<Vec<Labeller>, _> =
        args.preset.iter().map(|name| Labeller::new(name, &params)).collect();
    let labellers = labellers.map_err(|error| Usage(error.to_string()))?;
    let mut output = args.output()?;
    let ways = labellers.len() * args.view.len();
    if output.is_some() && ways > 1 {
        return Err(
            Usage("several values of --preset or --view need --report; give one of each".to_owned()).into()
        );
    }
    let sets: Vec<CorpusPages> = args
        .data
        .iter()
        .map(|data| Ok(args.pages(corpora::open(data, CorpusPurpose::Learn)?)))
        .collect::<Result<_>>()?;
    let count = sets.iter().map(|set| set.list().len()).sum();
    if count == 0 {
        return Err(Usage(corpora::NO_LABELS.to_owned()).into());
    }
    let messages = args.progress.messages(PAGES, count);
    let pool = batch::pool(args.jobs)?;
    let with_lines = output.is_some();
    let mut sections = Vec::new();
    for set in &sets {
        let mut noise: Vec<Vec<PageNoise>> = vec![Vec::new(); ways];
        let places: Vec<usize> = (0..set.list().len()).collect();
        for some in places.chunks(PAGES_AT_ONCE) {
            let work = |&place: &usize| {
                let done = args.page(set, place, &labellers, with_lines);
                messages.step();
                done
            };
            let done: Vec<_> = pool.install(|| some.par_iter().map(work).collect());
            for page in done {
                let page = page?;
                if let Some(output) = &mut output {
                    output.write_all(page.line.as_bytes())?;
                }
                for (all, one) in noise.iter_mut().zip(page.noise) {
                    all.push(one);
                }
            }
        }
        let name = set.data_sets().first().map(|set| set.name.clone()).unwrap_or_default();
        sections.extend(args.sections(&name, &labellers, noise));
    }
    messages.finish();
    if let Some(output) = &mut output {
        output.flush()?;
    }
    if let Some(path) = &args.report {
        write_report(path, &report::write(&sections, &args.command(), &args.date, args.worst))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// What is written of a page.
struct LabelledLine {
    line: String,
    noise: Vec<PageNoise>,
}

impl AutoArgs {
    /// Where labels go; `None` where a report alone is requested.
    fn output(&self) -> Result<Option<Box<dyn Write>>> {
        match &self.output {
            None if self.report.is_some() => Ok(None),
            Some(path) if path.as_os_str() != "-" => {
                let file = File::create(path).with_context(|| path.display().to_string())?;
                Ok(Some(Box::new(BufWriter::new(file))))
            }
            _ => Ok(Some(Box::new(BufWriter::new(stdout().lock())))),
        }
    }

    /// The wanted pages of a corpus: those with gold text.
    fn pages(&self, corpus: debulha_corpus::Corpus) -> CorpusPages {
        let mut place = 0_u32;
        CorpusPages::new(vec![corpus]).filtered(|page| {
            place += 1;
            (place - 1).is_multiple_of(self.every) && page.gold.is_some()
        })
    }

    fn page(
        &self,
        set: &CorpusPages,
        place: usize,
        labellers: &[Labeller],
        with_line: bool,
    ) -> Result<LabelledLine, PageError> {
        let info = &set.list()[place];
        let gold = info.gold.as_deref().unwrap_or_default();
        let standard = info.gold_standard().unwrap_or(GoldStandard::Text(gold));
        let mut done = LabelledLine { line: String::new(), noise: Vec::new() };
        set.visit(place, &mut |page| {
            let ways =
                self.view.iter().flat_map(|view| labellers.iter().map(move |labeller| (view, labeller)));
            for (view, labeller) in ways {
                let page = &Page::with_options(page.document(), page.url(), view.options());
                let labels = labeller.label(page, standard, self.nodes);
                if with_line {
                    done.line = self.line(&info.id, page, &labels);
                }
                if self.report.is_some() {
                    let id = info.id.split_once('/').map_or(&*info.id, |(_, id)| id);
                    done.noise.push(PageNoise::of(id, info.page_type.as_deref(), page, gold, &labels));
                }
            }
        })?;
        Ok(done)
    }

    /// The object of a page.
    fn line(&self, id: &str, page: &Page<'_>, labels: &RowLabels) -> String {
        let rows = labels.rows.iter().zip(&labels.shares);
        let rows: Vec<_> = rows.filter_map(|(&row, &share)| Some((row, share?))).collect();
        let shares: Vec<Value> = rows.iter().map(|&(row, share)| json!([row.0, share])).collect();
        let mut object = json!({"id": id, "unit": labels.unit.name(), "labels": shares});
        if self.xpaths {
            let xpaths: Vec<String> = rows.iter().map(|&(row, _)| page.document().xpath(row)).collect();
            object["xpaths"] = json!(xpaths);
        }
        format!("{object}\n")
    }

    fn sections(&self, set: &str, labellers: &[Labeller], noise: Vec<Vec<PageNoise>>) -> Vec<NoiseSection> {
        let ways = self.view.iter().flat_map(|view| {
            self.preset.iter().zip(labellers).map(move |(name, labeller)| (view, name, labeller))
        });
        let section =
            |((view, name, labeller), pages): ((&LabelView, &String, &Labeller), Vec<PageNoise>)| {
                let (_, values) = labeller.params();
                let values: Vec<String> =
                    values.iter().map(|(name, value)| format!("`{name}` {value}")).collect();
                NoiseSection {
                    set: set.to_owned(),
                    labeller: name.clone(),
                    view: view.name().to_owned(),
                    parameters: format!("Parameters: {}.", values.join(", ")),
                    pages,
                }
            };
        ways.zip(noise).map(section).collect()
    }

    /// The command line, with the names of folders and files but not where they lie.
    fn command(&self) -> String {
        let name = |path: &Path| {
            path.file_name().map_or_else(|| "-".to_owned(), |name| name.to_string_lossy().into_owned())
        };
        let mut command = "debulha label auto".to_owned();
        for data in &self.data {
            let _ = write!(command, " --data {}", name(data));
        }
        let _ = write!(command, " --preset {}", self.preset.join(","));
        if self.view != [LabelView::Seen] {
            let views: Vec<&str> = self.view.iter().map(|view| view.argument()).collect();
            let _ = write!(command, " --view {}", views.join(","));
        }
        for (name, value) in &self.param {
            let _ = write!(command, " --param '{name}={value}'");
        }
        if self.every > 1 {
            let _ = write!(command, " --every {}", self.every);
        }
        if self.worst != WORST {
            let _ = write!(command, " --worst {}", self.worst);
        }
        if let Some(report) = &self.report {
            let _ = write!(command, " --report {}", name(report));
        }
        command
    }
}

fn write_report(path: &Path, text: &str) -> Result<()> {
    if path.as_os_str() == "-" {
        stdout().write_all(text.as_bytes())?;
        return Ok(());
    }
    fs::write(path, text).with_context(|| path.display().to_string())
}
