//! `debulha-lab ablation`: what site, query and geometry are worth to features of text blocks, as `docs/ablation.md`.

use crate::corpora::CorporaArgs;
use crate::files::{self, between, short, signed, today};
use anyhow::{Context, Result};
use debulha::DEFAULT_EXTRACTOR;
use debulha_cli::batch;
use debulha_cli::corpora::{self, CorpusPurpose};
use debulha_cli::exit::Usage;
use debulha_cli::help;
use debulha_cli::messages::ProgressArgs;
use debulha_compare::stats::{Bootstrap, mean};
use debulha_core::ParamMap;
use debulha_core::classify::model::Model;
use debulha_core::extractors::debulha::shipped;
use debulha_corpus::Corpus;
use debulha_eval::ablation::{AblationPages, AblationParams, AblationScore, EvidenceSet, ablation};
use debulha_io::layout_files;
use debulha_systems::extractors;
use rayon::ThreadPoolBuilder;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Measure what site, query and geometry are worth, and write docs/ablation.md
///
/// Trains boosted trees on features of text blocks, with kinds of evidence dropped at random, and tests them on pages of other
/// sites with each set of kinds. Writes the tables between the marks of the page. Needs layout records of all corpora, which
/// `debulha render` makes.
#[derive(Debug, clap::Args)]
pub(crate) struct AblationArgs {
    #[command(flatten)]
    corpora: CorporaArgs,
    /// Folder of the layout records, with a folder per corpus
    #[arg(long, value_name = "DIR", help_heading = help::INPUT)]
    layout: PathBuf,
    /// Measure only these corpora; the page then has no others
    #[arg(long, value_name = "NAME", value_delimiter = ',', value_parser = CORPORA, help_heading = help::INPUT)]
    only: Vec<String>,
    /// Page to update
    #[arg(short, long, value_name = "FILE", default_value = "docs/ablation.md", help_heading = help::OUTPUT)]
    output: PathBuf,
    /// Number of threads; 0 uses one per processor
    #[arg(short, long, value_name = "N", default_value_t = 0, help_heading = help::MESSAGES)]
    jobs: usize,
    #[command(flatten)]
    progress: ProgressArgs,
}

/// Corpora with labelled text and several pages per site, those with and without style sheets first.
const CORPORA: [&str; 6] =
    ["documentation", "documentation-plain", "big9", "chaos2017", "cleanportaleval", "daniel"];

const BEGIN: &str = "<!-- ablation: written by `debulha-lab ablation` -->\n";
const END: &str = "<!-- end of ablation -->\n";

/// Runs the verb.
///
/// # Errors
/// [`Usage`] for absent corpora, corpora without layout records and a page without marks; files that cannot be read or
/// written.
pub(crate) fn run(args: &AblationArgs) -> Result<ExitCode> {
    let path = &args.output;
    let page = fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    if between(&page, BEGIN, END, "").is_none() {
        let marks = format!("add the lines `{}` and `{}`", BEGIN.trim_end(), END.trim_end());
        return Err(Usage(format!("--output {}: no place for the tables; {marks}", path.display())).into());
    }
    let data = args.corpora.folder();
    let names =
        CORPORA.into_iter().filter(|name| args.only.is_empty() || args.only.iter().any(|one| one == name));
    let opened = names.map(|name| {
        let corpus = corpora::open(&data.join(name), CorpusPurpose::Score)?;
        check_layouts(&corpus, &args.layout)?;
        Ok(corpus.with_layouts(&args.layout))
    });
    let opened: Vec<Corpus> = opened.collect::<Result<_>>()?;
    let pool = ThreadPoolBuilder::new().num_threads(batch::threads(args.jobs)).build()?;
    let (pages, scores) = pool.install(|| -> Result<_> {
        let pages = AblationPages::of(opened)?;
        let messages = args.progress.messages("pages", 2 * pages.len());
        let reference = extractors::build(DEFAULT_EXTRACTOR, &ParamMap::new())?;
        let step = || messages.step();
        let scores = ablation(&pages, &AblationParams::default(), &*reference, &step)?;
        messages.finish();
        Ok((pages, scores))
    })?;
    let text = Report { pages: &pages, scores: &scores, known: known_corpora()? }.text();
    files::write(path, &between(&page, BEGIN, END, &text).unwrap_or(page))?;
    Ok(ExitCode::SUCCESS)
}

/// A corpus without any layout record is a mistake: all of its geometry would be missing.
fn check_layouts(corpus: &Corpus, folder: &Path) -> Result<(), Usage> {
    let has_record = |id: &str| layout_files::find(folder, &Path::new(corpus.name()).join(id)).is_some();
    if corpus.pages().iter().any(|page| has_record(&page.id)) {
        return Ok(());
    }
    let (name, folder) = (corpus.name(), folder.display());
    let pages = corpus.dir().join("pages");
    Err(Usage(format!(
        "--layout {folder}: no layout records of {name}; make them by `debulha render {} -o {folder}/{name}`",
        pages.display()
    )))
}

/// Names of the corpora that the shipped model was trained on.
fn known_corpora() -> Result<Vec<String>> {
    let Some(bytes) = shipped() else { return Ok(Vec::new()) };
    Ok(Model::from_bytes(bytes)?.card.data.into_iter().map(|set| set.name).collect())
}

/// What was measured, to be written.
struct Report<'a> {
    pages: &'a AblationPages,
    /// By corpus and site.
    scores: &'a [AblationScore],
    /// Corpora that the shipped model knows.
    known: Vec<String>,
}

impl Report<'_> {
    fn text(&self) -> String {
        let mut text = format!("Measured {}: `debulha-lab ablation --layout layouts`.\n", today());
        text.push_str("\n| corpus | pages | sites | with a query | with other pages of the site | labels |\n|---|---:|---:|---:|---:|---|\n");
        for (place, corpus) in self.pages.corpora().iter().enumerate() {
            let [pages, query, site] = self.pages.counts(place);
            let sites = self.by_site(place, |_| Some(0.0)).len();
            let (name, digest) = (corpus.name(), corpus.digest());
            // Writing to a string cannot fail.
            let _ = writeln!(text, "| {name} | {pages} | {sites} | {query} | {site} | `{digest}` |");
        }
        let names: Vec<&str> = self.pages.corpora().iter().map(Corpus::name).collect();
        let rule = "---:|".repeat(names.len());
        let _ = write!(
            text,
            "\nWord F1, with the interval of 95 %:\n\n| evidence | {} |\n|---|{rule}\n",
            names.join(" | ")
        );
        let known = |corpus: usize| self.known.iter().any(|name| name == names[corpus]);
        let mut row = |name: &str, of: &dyn Fn(usize, &AblationScore) -> Option<f64>| {
            let cells: Vec<String> =
                (0..names.len()).map(|corpus| self.cell(corpus, |score| of(corpus, score), short)).collect();
            let _ = writeln!(text, "| {name} | {} |", cells.join(" | "));
        };
        for (place, set) in EvidenceSet::ALL.into_iter().enumerate() {
            row(&set.name(), &|_, score| Some(score.with[place]));
        }
        row("text, trained on text alone", &|_, score| Some(score.text_alone));
        row(&format!("`{DEFAULT_EXTRACTOR}` as shipped, page alone"), &|corpus, score| {
            (!known(corpus)).then_some(score.reference)
        });
        let _ = write!(
            text,
            "\nGain over `text`, page by page:\n\n| evidence | {} |\n|---|{rule}\n",
            names.join(" | ")
        );
        let mut row = |name: &str, of: &dyn Fn(&AblationScore) -> f64| {
            let gain = |score: &AblationScore| Some(of(score) - score.with[0]);
            let cells: Vec<String> = (0..names.len()).map(|corpus| self.cell(corpus, gain, signed)).collect();
            let _ = writeln!(text, "| {name} | {} |", cells.join(" | "));
        };
        for (place, set) in EvidenceSet::ALL.into_iter().enumerate().skip(1) {
            row(&set.name(), &|score| score.with[place]);
        }
        row("text, trained on text alone", &|score| score.text_alone);
        text
    }

    /// A mean over the pages of a corpus with its interval when sites are drawn.
    fn cell(
        &self,
        corpus: usize,
        of: impl Fn(&AblationScore) -> Option<f64>,
        write: fn(f64) -> String,
    ) -> String {
        let groups: Vec<Vec<f64>> = self.by_site(corpus, of).into_values().collect();
        let Some(mean) = mean(groups.iter().flatten().copied()) else { return "–".to_owned() };
        let interval = Bootstrap::default().grouped_mean_interval(&groups);
        let interval = interval
            .map(|found| format!(" ({} … {})", write(found.low), write(found.high)))
            .unwrap_or_default();
        format!("{}{interval}", write(mean))
    }

    fn by_site(&self, corpus: usize, of: impl Fn(&AblationScore) -> Option<f64>) -> BTreeMap<&str, Vec<f64>> {
        let mut by_site: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
        for score in self.scores.iter().filter(|score| score.corpus == corpus) {
            if let Some(value) = of(score) {
                by_site.entry(&score.site).or_default().push(value);
            }
        }
        by_site
    }
}
