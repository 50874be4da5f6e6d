//! Project chores: `cargo xtask <verb>`.
#![forbid(unsafe_code)]

mod adeater;
mod arrows;
mod cycles;
mod docs;
mod licences;
mod links;
mod references;
mod scaffold;
mod scores;
mod site_scores;
mod vote;

use anyhow::{Result, bail};
use clap::{Parser, Subcommand};
use std::path::{Path, PathBuf};

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
    /// Writes the file of a new extractor from a template.
    NewExtractor {
        /// Id: file, module, name in every face.
        id: String,
        /// Key in references.bib.
        #[arg(long)]
        cite: String,
    },
    /// Chooses the members of `vote` by cross-validation over sites and writes docs/vote.md.
    TuneVote {
        /// Folder of the development corpus [default: wcxb-dev among the corpora].
        #[arg(long)]
        data: Option<PathBuf>,
    },
    /// Learns the rules of `adeater` from the authors' table, and writes docs/adeater.md.
    TrainAdeater {
        /// Folder of the table: ad.names and ad.data.gz [default: adeater among the corpora].
        #[arg(long)]
        data: Option<PathBuf>,
        /// Corpus on whose pages the time for an image is taken [default: wcxb-dev].
        #[arg(long)]
        pages: Option<PathBuf>,
        /// Day of the training, for the card of the rules.
        #[arg(long, value_name = "YYYY-MM-DD")]
        date: String,
    },
    /// Measures all systems on all corpora with gold texts, and writes docs/scores.md.
    Scores {
        /// Folder that holds the corpora [default: $DEBULHA_DATA, else data].
        #[arg(long)]
        data: Option<PathBuf>,
    },
    /// Measures site methods and the template filter on the corpora with several pages a site: docs/site.md.
    SiteScores {
        /// Folder that holds the corpora [default: $DEBULHA_DATA, else data].
        #[arg(long)]
        data: Option<PathBuf>,
        /// Only these corpora.
        #[arg(long, value_name = "NAME", value_delimiter = ',')]
        only: Vec<String>,
        /// Keep what was extracted as DIR/SYSTEM/CORPUS.jsonl.
        #[arg(long, value_name = "DIR")]
        out: Option<PathBuf>,
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
    let corpora = debulha_corpus::folder(root);
    let or =
        |given: Option<PathBuf>, name: &str| given.map_or_else(|| corpora.join(name), |path| root.join(path));
    match Arguments::parse().verb {
        Verb::Docs { check } => docs::write(root, check),
        Verb::References { check } => references::write(root, check),
        Verb::Arrows => arrows::check(root),
        Verb::Licences => licences::check(root),
        Verb::Links => links::check(root),
        Verb::NewExtractor { id, cite } => scaffold::new_extractor(root, &id, &cite),
        Verb::TuneVote { data } => vote::tune(root, &or(data, "wcxb-dev")),
        Verb::TrainAdeater { data, pages, date } => {
            adeater::train(root, &or(data, "adeater"), &or(pages, "wcxb-dev"), &date)
        }
        Verb::Scores { data } => scores::write(root, &or(data, "")),
        Verb::SiteScores { data, only, out } => {
            site_scores::write(root, &or(data, ""), &only, out.as_deref())
        }
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
