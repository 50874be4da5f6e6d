//! `debulha harvest`: from a search form to a table, in one command.

use crate::exit::{FAILED, Usage};
use crate::messages::Verbosity;
use crate::probe::{QueryingArgs, probe_into};
use crate::records::wrapper::{ApplyArgs, LearnArgs, apply, learn};
use crate::{crawl, help};
use anyhow::Result;
use clap::{Args, FromArgMatches};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Share of the rows that were found, below which a table is not what was requested.
const MIN_IN_TABLE: f64 = 0.5;

/// Get the rows behind a search form as a table
///
/// Submits the form as `debulha probe` does, learns the columns of the result pages as `debulha records learn`, and writes
/// each row once, as `debulha records apply`. Next to the table it leaves the responses (.warc.gz) and the wrapper
/// (.wrapper.json).
///
/// To resume an interrupted harvest, repeat the command. The exit code is 1 if the search was interrupted, or the table has
/// less than half of the rows that were found.
#[derive(Debug, clap::Args)]
pub struct HarvestArgs {
    /// Table to write: .csv, .jsonl or .parquet
    #[arg(short, long, value_name = "FILE", help_heading = help::OUTPUT)]
    output: PathBuf,
    #[command(flatten)]
    querying: QueryingArgs,
}

/// Runs the verb.
///
/// # Errors
/// Those of the verbs that it combines.
pub(crate) fn harvest(args: &HarvestArgs) -> Result<ExitCode> {
    let output = &args.output;
    let ending = output.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    if !["csv", "jsonl", "parquet"].contains(&ending) {
        return Err(
            Usage(format!("{}: use a file that ends in .csv, .jsonl or .parquet", output.display())).into()
        );
    }
    let answers = output.with_extension("warc.gz");
    let wrapper = output.with_extension("wrapper.json");
    let found = probe_into(&args.querying, &answers, &crawl::beside(&answers), false)?;
    if found.rows == 0 {
        return Ok(ExitCode::from(FAILED));
    }
    learn(&parsed::<LearnArgs>(&[&answers], &wrapper)?)?;
    let written = apply(&parsed::<ApplyArgs>(&[&wrapper, &answers], output)?)?;
    let messages = args.querying.messages();
    let said = format!("{} rows in {}; {} found", written.rows, output.display(), found.rows);
    messages.say(Verbosity::Normal, &said);
    let is_whole = written.rows as f64 >= MIN_IN_TABLE * found.rows as f64;
    Ok(if found.is_good && is_whole { written.code } else { ExitCode::from(FAILED) })
}

/// The arguments of a verb with these inputs and this output.
fn parsed<A: Args + FromArgMatches>(inputs: &[&Path], output: &Path) -> Result<A> {
    let command = A::augment_args(clap::Command::new("debulha"));
    let words = ["debulha".into(), "-o".into(), OsString::from(output)];
    let words = words.into_iter().chain(inputs.iter().map(|&input| OsString::from(input)));
    Ok(A::from_arg_matches(&command.try_get_matches_from(words)?)?)
}
