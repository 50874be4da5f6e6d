//! `debulha-lab reproduce`: the tables of publications, run again.

use crate::corpora::CorporaArgs;
use anyhow::{Context, Result};
use debulha_cli::batch;
use debulha_cli::exit::Usage;
use debulha_cli::help;
use debulha_cli::known::KnownValues;
use debulha_cli::messages::ProgressArgs;
use debulha_cli::render::ChromiumArgs;
use debulha_cli::system::suggestion;
use debulha_eval::experiments::{
    DataFolders, Draw, Experiment, Reproduction, Sample, index, load_all, missing, pin, pin_sample, record,
    reproduce,
};
use debulha_render::{RenderOptions, RenderSource};
use std::collections::BTreeSet;
use std::io::{Write, stdout};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Exit code when a row is OFF.
const OFF: u8 = 1;

/// Rerun published experiments and compare the numbers
///
/// Without an id and without --all, lists the experiments. A row is OFF if a number differs from its pinned value, or
/// differs much from the published one without a stated reason. The exit code is then 1.
#[derive(Debug, clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "switches of the command line")]
pub(crate) struct ReproduceArgs {
    /// Experiment ids, or prefixes of ids such as a paper's key
    #[arg(value_name = "ID")]
    #[arg(value_parser = KnownValues::text(crate::known::experiments), hide_possible_values = true)]
    id: Vec<String>,
    /// Run all experiments
    #[arg(long, conflicts_with = "id", help_heading = help::INPUT)]
    all: bool,
    #[command(flatten)]
    corpora: CorporaArgs,
    /// Folder of layout records, one folder per corpus
    ///
    /// For experiments on rendered pages. Records of the corpus big9 are in DIR/big9; `debulha render DATA/big9/pages -o
    /// DIR/big9` writes them.
    #[arg(long, value_name = "DIR", help_heading = help::INPUT)]
    layout: Option<PathBuf>,
    /// Folder of the experiments
    #[arg(long, value_name = "DIR", default_value = "experiments", help_heading = help::INPUT)]
    experiments: PathBuf,
    /// Pin the measured numbers
    ///
    /// A difference from a published number still needs a stated reason.
    #[arg(long, help_heading = help::OUTPUT)]
    pin: bool,
    /// Run only the sample of each experiment, as the tests do
    ///
    /// Reports stay as they are. With --pin, the numbers of the samples are pinned.
    #[arg(long, conflicts_with_all = ["record", "layout", "pages"], help_heading = help::INPUT)]
    sample: bool,
    /// Rewrite the reports from the pinned numbers, without running anything
    ///
    /// Needs no data. Charts stay as they are. With --pin, effects of pinned rows are pinned.
    #[arg(long, conflicts_with_all = ["record", "layout", "data"], help_heading = help::OUTPUT)]
    pages: bool,
    /// Record the measured times, with this date and machine
    ///
    /// Times are never pinned. If an experiment measures rendering time, pages are rendered.
    #[arg(long, value_name = "TEXT", help_heading = help::OUTPUT)]
    record: Option<String>,
    /// Folder for the reports, written from the pinned numbers if no row is OFF
    #[arg(long, value_name = "DIR", default_value = "docs/reproduce", help_heading = help::OUTPUT)]
    docs: PathBuf,
    /// Number of threads; 0 uses one per processor
    #[arg(short, long, value_name = "N", default_value_t = 0, help_heading = help::MESSAGES)]
    jobs: usize,
    #[command(flatten)]
    progress: ProgressArgs,
    #[command(flatten)]
    chromium: ChromiumArgs,
}

/// Runs the verb.
///
/// # Errors
/// [`Usage`] for unknown ids and absent corpora; files that cannot be read or written.
pub(crate) fn run(args: &ReproduceArgs) -> Result<ExitCode> {
    let folder = &args.experiments;
    if !folder.is_dir() {
        let reason = "no such folder; run the verb in the root of the repository, or name another folder";
        return Err(Usage(format!("--experiments {}: {reason}", folder.display())).into());
    }
    let known = load_all(folder).with_context(|| format!("--experiments {}", folder.display()))?;
    let chosen = choose(args, &known)?;
    let mut out = stdout().lock();
    if chosen.is_empty() {
        for experiment in &known {
            writeln!(out, "{}  {}", experiment.id, experiment.title)?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    let data = args.corpora.folder();
    if args.sample {
        return samples(&chosen, args, &data, &mut out);
    }
    if !args.pages {
        let places = DataFolders { data: &data, layouts: args.layout.as_deref(), draw: None };
        let missing = chosen.iter().flat_map(|experiment| missing(experiment, places));
        let missing: BTreeSet<String> = missing.map(|error| error.to_string()).collect();
        if !missing.is_empty() {
            return Err(Usage(missing.into_iter().collect::<Vec<_>>().join("\n")).into());
        }
    }
    let mut done = Vec::new();
    for experiment in chosen {
        let reproduction = one(experiment, args, &data)?;
        writeln!(out, "{reproduction}")?;
        if reproduction.off() == 0 {
            let pinned = Reproduction::pinned(&reproduction.experiment)?;
            write_page(&args.docs, &pinned.page_name(), &pinned.markdown())?;
            let charts = if args.pages { Vec::new() } else { reproduction.charts() };
            for (name, svg) in charts {
                write_page(&args.docs, &name, &svg)?;
            }
        }
        done.push(reproduction);
    }
    let off: usize = done.iter().map(Reproduction::off).sum();
    if args.all && off == 0 {
        write_page(&args.docs, "README.md", &index(&done))?;
    }
    let all: usize = done.iter().map(|reproduction| reproduction.verdicts().count()).sum();
    writeln!(out, "{off} of {all} numbers OFF")?;
    Ok(if off == 0 { ExitCode::SUCCESS } else { ExitCode::from(OFF) })
}

fn choose<'e>(args: &ReproduceArgs, known: &'e [Experiment]) -> Result<Vec<&'e Experiment>> {
    if args.all {
        return Ok(known.iter().collect());
    }
    let meant = |id: &str| known.iter().filter(|e| e.id.starts_with(id)).collect::<Vec<_>>();
    let mut chosen: Vec<&Experiment> = Vec::new();
    for id in &args.id {
        let found = meant(id);
        if found.is_empty() {
            let near = suggestion(id, known.iter().map(|experiment| experiment.id.as_str()));
            let all = "`debulha-lab reproduce` lists all";
            return Err(Usage(format!("unknown experiment `{id}`; {all}{near}")).into());
        }
        chosen.extend(found);
    }
    chosen.dedup_by_key(|experiment| &experiment.id);
    Ok(chosen)
}

fn one(experiment: &Experiment, args: &ReproduceArgs, data: &Path) -> Result<Reproduction> {
    if args.pages {
        let pinned = Reproduction::pinned(experiment)?;
        return Ok(if args.pin { pin(pinned)? } else { pinned });
    }
    let messages = args.progress.messages(format!("pages of {}", experiment.id), experiment.pages());
    let is_timed = args.record.is_some() && experiment.times_drawing();
    let pool = is_timed.then(|| args.chromium.pool(RenderOptions::default(), 1, &messages)).transpose()?;
    let drawn = pool.as_ref().map(|pool| {
        move |html: &str, address: Option<&str>| {
            let page = RenderSource { html, address };
            pool.render(&page).map(drop).map_err(|error| error.to_string())
        }
    });
    let draw = drawn.as_ref().map(|draw| draw as Draw<'_>);
    let places = DataFolders { data, layouts: args.layout.as_deref(), draw };
    let result = reproduce(experiment, places, batch::threads(args.jobs), &|| messages.step());
    messages.finish();
    let reproduction = result.with_context(|| experiment.id.clone())?;
    let reproduction = if args.pin { pin(reproduction)? } else { reproduction };
    Ok(match &args.record {
        Some(on) => record(reproduction, on)?,
        None => reproduction,
    })
}

/// Runs the samples, and pins them where that is requested.
fn samples(
    chosen: &[&Experiment],
    args: &ReproduceArgs,
    data: &Path,
    out: &mut impl Write,
) -> Result<ExitCode> {
    let mut off = 0;
    for experiment in chosen {
        let Some(Sample::Part(sample)) = &experiment.sample else { continue };
        let numbers = sample.run(experiment, data).with_context(|| experiment.id.clone())?;
        if args.pin {
            pin_sample(experiment, &numbers)?;
        } else if !sample.is_as_pinned(&numbers) {
            writeln!(out, "{}: OFF: {numbers:?}, pinned {:?}", experiment.id, sample.ours)?;
            off += 1;
        }
    }
    writeln!(out, "{off} samples OFF")?;
    Ok(if off == 0 { ExitCode::SUCCESS } else { ExitCode::from(OFF) })
}

fn write_page(docs: &Path, name: &str, text: &str) -> Result<()> {
    let path = docs.join(name);
    std::fs::create_dir_all(docs)
        .and_then(|()| std::fs::write(&path, text))
        .with_context(|| format!("cannot write {}", path.display()))
}
