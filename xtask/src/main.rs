//! Project chores: `cargo xtask <verb>`.
#![forbid(unsafe_code)]

mod arrows;
mod blocks;
mod cycles;
mod docs;
mod licences;
mod links;
mod prose;
mod references;
mod scaffold;
mod verbs;

use anyhow::{Result, bail};
use clap::{Parser, Subcommand};
use std::path::Path;

#[derive(Parser)]
#[command(name = "xtask", about = "Project chores")]
struct Arguments {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand)]
enum Verb {
    /// Writes docs/algorithms/ from the registry.
    Docs {
        /// Only checks that the pages are fresh.
        #[arg(long)]
        check: bool,
    },
    /// Writes docs/reference/verbs/ from the help of the built command.
    Verbs {
        /// Only checks that the pages are fresh.
        #[arg(long)]
        check: bool,
    },
    /// Writes the table of named character references from html5ever's.
    References {
        /// Only checks that the table is fresh.
        #[arg(long)]
        check: bool,
    },
    /// Checks that crates and extractors depend on one another as ARCHITECTURE.md says.
    Arrows,
    /// Checks the licences of all dependencies.
    Licences,
    /// Checks that links in the documentation lead to files, and that docs/SUMMARY.md lists every page of docs/.
    Links,
    /// Checks that documentation, help and error messages have no words that the project does not use.
    Prose,
    /// Runs the shell blocks of the README, the tutorials and the guides with the built command.
    Blocks {
        /// Only those of files whose path contains this.
        only: Option<String>,
    },
    /// Writes the file of a new extractor from a template.
    NewExtractor {
        /// Id: file, module, name in every face.
        id: String,
        /// Key in references.bib.
        #[arg(long)]
        cite: String,
    },
    /// Checks the scores pinned in eval/gate.toml; says so and passes where the corpora are not at hand.
    Gate {
        /// Writes today's scores into the file.
        #[arg(long)]
        pin: bool,
    },
}

fn main() -> Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new("."));
    match Arguments::parse().verb {
        Verb::Docs { check } => docs::write(root, check),
        Verb::Verbs { check } => verbs::write(root, check),
        Verb::References { check } => references::write(root, check),
        Verb::Arrows => arrows::check(root),
        Verb::Licences => licences::check(root),
        Verb::Links => links::check(root),
        Verb::Prose => prose::check(root),
        Verb::Blocks { only } => blocks::check(root, only.as_deref()),
        Verb::NewExtractor { id, cite } => scaffold::new_extractor(root, &id, &cite),
        Verb::Gate { pin } => gate(root, pin),
    }
}

/// Compares, or with `pin` writes, the scores of all systems.
fn gate(root: &Path, pin: bool) -> Result<()> {
    let data = debulha_corpus::folder(root);
    if !data.is_dir() {
        println!("gate left out: no corpora in {}", data.display());
        return Ok(());
    }
    let file = root.join("eval/gate.toml");
    let report =
        if pin { debulha_eval::gate::pin(&file, &data)? } else { debulha_eval::gate::check(&file, &data)? };
    println!("{report}");
    if !pin && !report.passed() {
        bail!("scores moved: explain the move in CHANGELOG.md and pin it with `cargo xtask gate --pin`");
    }
    Ok(())
}
