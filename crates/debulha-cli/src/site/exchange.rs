//! `debulha site merge`, `export` and `import`: stores put together, and as text.

use crate::exit::Usage;
use crate::help;
use anyhow::{Context, Result};
use debulha_io::site_store::{self, SiteStore, StoreError};
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Merge stores, as if one had seen all their pages
#[derive(Debug, clap::Args)]
pub(crate) struct MergeArgs {
    /// Stores to merge
    #[arg(required = true, value_name = "STORE")]
    stores: Vec<PathBuf>,
    /// Store to create
    #[arg(short, long, value_name = "FILE", help_heading = help::OUTPUT)]
    output: PathBuf,
}

/// Export a store as JSON lines
///
/// The first line has the settings, then one line per page with `method`, `site`, `crawl`, `key`, `content`, `url` and
/// `record`. Stores with the same content give the same text.
#[derive(Debug, clap::Args)]
pub(crate) struct ExportArgs {
    /// Store to export
    store: PathBuf,
    /// Output file; - for standard output
    #[arg(short, long, value_name = "FILE", default_value = "-", help_heading = help::OUTPUT)]
    output: PathBuf,
}

/// Import an exported store into a store
#[derive(Debug, clap::Args)]
pub(crate) struct ImportArgs {
    /// Exported store, or - for standard input
    #[arg(default_value = "-")]
    file: PathBuf,
    /// Store; created if missing
    #[arg(short, long, value_name = "FILE", help_heading = help::OUTPUT)]
    site_store: PathBuf,
}

/// Runs `merge`.
///
/// # Errors
/// A store of that name, stores that do not go together, and what reading and writing say.
pub(super) fn merge(args: &MergeArgs) -> Result<ExitCode> {
    let merged = site_store::merge(&args.stores, &args.output);
    merged.map_err(|error| match error {
        StoreError::OtherSettings { .. } | StoreError::Exists { .. } => Usage(error.to_string()).into(),
        other => anyhow::Error::from(other),
    })?;
    Ok(ExitCode::SUCCESS)
}

/// Runs `export`.
///
/// # Errors
/// A store that cannot be read, and those of the output.
pub(super) fn export(args: &ExportArgs) -> Result<ExitCode> {
    let store = SiteStore::read(&args.store)?;
    let out: Box<dyn Write> = if args.output == Path::new("-") {
        Box::new(io::stdout().lock())
    } else {
        let file = File::create(&args.output);
        Box::new(file.with_context(|| format!("cannot write {}", args.output.display()))?)
    };
    let mut out = BufWriter::new(out);
    site_store::export(&store, &mut out)?;
    out.flush().context("cannot write")?;
    Ok(ExitCode::SUCCESS)
}

/// Runs `import`.
///
/// # Errors
/// A text that is no exported store, other settings than the store's, and those of writing.
pub(super) fn import(args: &ImportArgs) -> Result<ExitCode> {
    let name = args.file.display();
    if args.file == Path::new("-") {
        site_store::import(io::stdin().lock(), &args.site_store)?;
    } else {
        let file = File::open(&args.file).with_context(|| name.to_string())?;
        site_store::import(BufReader::new(file), &args.site_store).with_context(|| name.to_string())?;
    }
    Ok(ExitCode::SUCCESS)
}
