//! `debulha-lab train-adeater`: learns the rules of `adeater`, with the evidence in `docs/adeater.md`.

use crate::corpora::default_folder;
use crate::files;
use anyhow::{Context, Result};
use clap::builder::PathBufValueParser;
use cpu_time::ThreadTime;
use debulha::systems;
use debulha_cli::corpora::{self, CorpusPurpose};
use debulha_cli::exit::Usage;
use debulha_cli::help;
use debulha_cli::known::{self, KnownValues};
use debulha_core::Evidence;
use debulha_core::Labels;
use debulha_core::classify::rules::RuleList;
use debulha_core::features::images::{Vocabulary, linked_images};
use debulha_core::source::PageSource;
use debulha_core::{ParamMap, Scratch};
use debulha_corpus::{Corpus, is_corpus};
use debulha_learn::c45::{self, Options};
use debulha_learn::evaluate::{Confusion, Folds, cross_validate, predictor};
use debulha_learn::recipes::adeater::rules;
use debulha_learn::{Table, read};
use flate2::read::GzDecoder;
use sha2::{Digest, Sha256};
use std::fmt::Write;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

/// Learn the rules of `adeater` and write docs/adeater.md
///
/// The table is "Internet Advertisements" of the UCI archive: ad.names and ad.data.gz. The same table gives the same rules.
#[derive(Debug, clap::Args)]
pub(crate) struct TrainAdeaterArgs {
    /// Folder of the table [default: adeater among the corpora]
    #[arg(short, long, value_name = "DIR", help_heading = help::INPUT)]
    data: Option<PathBuf>,
    /// Corpus whose pages the time per image is measured on [default: wcxb-dev]
    ///
    /// A folder, or the name of a corpus in $DEBULHA_DATA. Without the default corpus, the time is not measured.
    #[arg(long, value_name = "DIR", help_heading = help::INPUT)]
    #[arg(value_parser = KnownValues::read_by(PathBufValueParser::new(), known::corpora), hide_possible_values = true)]
    pages: Option<PathBuf>,
    /// Date of the training, recorded with the rules
    #[arg(long, value_name = "YYYY-MM-DD", help_heading = help::OUTPUT)]
    date: String,
    /// File for the rules
    #[arg(long, value_name = "FILE", default_value = RULES, help_heading = help::OUTPUT)]
    rules: PathBuf,
    /// Page to write; - for standard output
    #[arg(short, long, value_name = "FILE", default_value = "docs/adeater.md", help_heading = help::OUTPUT)]
    output: PathBuf,
}

const FOLDS: usize = 10;

/// Confidence of pessimistic errors.
const CONFIDENCE: f64 = 0.25;

/// Seeds of the cross-validations; the card of the rules has the first.
const SEEDS: std::ops::RangeInclusive<u64> = 1..=10;

/// Every this many pages of the corpus, time is taken on one.
const EVERY: usize = 10;

const RULES: &str = "crates/debulha-systems/src/extractors/adeater/rules.txt";

/// A published figure beside ours.
struct PublishedRow {
    what: &'static str,
    published: &'static str,
    ours: String,
}

/// Runs the verb: learns, cross-validates, writes rules and page.
///
/// # Errors
/// [`Usage`] for absent folders; files that cannot be read or written.
pub(crate) fn run(args: &TrainAdeaterArgs) -> Result<ExitCode> {
    files::check_folder("--rules", &args.rules)?;
    files::check_folder("--output", &args.output)?;
    let data = args.data.clone().unwrap_or_else(|| default_folder().join("adeater"));
    if !data.is_dir() {
        return Err(
            Usage(format!("{}: no such folder; name that of the table with --data", data.display())).into()
        );
    }
    let corpus = args.corpus()?;
    let (table, digest) = open(&data).with_context(|| data.display().to_string())?;
    let began = ThreadTime::now();
    let list = rules(&table, &table.all_rows(), CONFIDENCE);
    let training = began.elapsed();
    let trees = validate(&table, |rows| {
        let (table, tree) = (&table, c45::train(&table, rows, &Options::default()));
        move |row| tree.classify(|attribute| table.value(row, attribute))
    });
    let lists = validate(&table, |rows| predictor(&table, rules(&table, rows, CONFIDENCE)));
    files::write(&args.rules, &card(&list, &table, &digest, &args.date, &lists))?;
    let mut rows = vec![
        PublishedRow { what: "accuracy of rules", published: "97.1 %", ours: Seeds(&lists).accuracy() },
        PublishedRow {
            what: "accuracy of the pruned tree", published: "–", ours: Seeds(&trees).accuracy()
        },
        PublishedRow { what: "rules", published: "25", ours: list.rules.len().to_string() },
        PublishedRow {
            what: "training",
            published: "6 min",
            ours: format!("{:.2} s", training.as_secs_f64()),
        },
    ];
    if let Some(corpus) = &corpus {
        rows.push(time_on_pages(corpus, &list)?);
    }
    files::write(&args.output, &page(&rows, &trees, &lists, args))?;
    Ok(ExitCode::SUCCESS)
}

impl TrainAdeaterArgs {
    /// The corpus whose pages time is measured on; `None` if none is named and the default one is absent.
    fn corpus(&self) -> Result<Option<Corpus>> {
        let usual = default_folder().join("wcxb-dev");
        match &self.pages {
            Some(pages) => Ok(Some(corpora::open(pages, CorpusPurpose::Score)?)),
            None if is_corpus(&usual) => Ok(Some(corpora::open(&usual, CorpusPurpose::Score)?)),
            None => Ok(None),
        }
    }
}

/// The table and the digest of its uncompressed data.
fn open(folder: &Path) -> Result<(Table, String)> {
    let names: String = fs::read(folder.join("ad.names"))?.into_iter().map(char::from).collect();
    let mut data = String::new();
    GzDecoder::new(fs::File::open(folder.join("ad.data.gz"))?).read_to_string(&mut data)?;
    let digest = Sha256::digest(data.as_bytes());
    let digest = digest.iter().take(6).fold(String::new(), |hex, byte| format!("{hex}{byte:02x}"));
    Ok((read(&names, &data)?, digest))
}

/// One matrix a seed.
fn validate<P: Fn(u32) -> usize>(table: &Table, mut learn: impl FnMut(&[u32]) -> P) -> Vec<Confusion> {
    let of_seed = |seed| {
        let mut sum = Confusion::new(table.classes().len());
        for fold in cross_validate(table, &Folds::stratified(table, FOLDS, seed), &mut learn) {
            sum.add_all(&fold);
        }
        sum
    };
    SEEDS.map(of_seed).collect()
}

/// The matrices of all seeds.
struct Seeds<'a>(&'a [Confusion]);

impl Seeds<'_> {
    fn accuracy(&self) -> String {
        let all: Vec<f64> = self.0.iter().map(|matrix| 100.0 * matrix.accuracy()).collect();
        let mean = all.iter().sum::<f64>() / all.len() as f64;
        let (low, high) = all.iter().fold((100.0_f64, 0.0_f64), |(low, high), &x| (low.min(x), high.max(x)));
        format!("{mean:.2} % ({low:.2} to {high:.2})")
    }

    /// Precision and recall of adverts, the first class.
    fn of_adverts(&self) -> String {
        let mut sum = Confusion::new(2);
        for matrix in self.0 {
            sum.add_all(matrix);
        }
        format!("{:.1} % | {:.1} %", 100.0 * sum.precision(0), 100.0 * sum.recall(0))
    }
}

/// The rules under a header that says what they come from.
fn card(rules: &RuleList, table: &Table, digest: &str, date: &str, lists: &[Confusion]) -> String {
    let adverts = table.all_rows().into_iter().filter(|&row| table.class(row) == 0).count();
    let accuracy = lists.first().map_or(0.0, Confusion::accuracy);
    let card = format!(
        "# Adverts among the images in links.\n\
         # data: Internet Advertisements (N. Kushmerick, 1998; UCI archive), {} images, {adverts} adverts, sha256 {digest}\n\
         # licence of the data: not stated in its files; held to be CC BY 4.0 in the archive, not verified\n\
         # learned: {date}, `debulha-lab train-adeater --date {date}`, C4.5 rules from an unpruned tree, confidence .25\n\
         # accuracy: {accuracy:.4} in {FOLDS}-fold cross-validation, stratified, seed {}\n\
         # a rule: conditions, class, (images of the data that it covers/of another class)\n",
        table.len(),
        SEEDS.start(),
    );
    rules.to_string().replacen('\n', &format!("\n{card}"), 1)
}

/// The time of the whole system and of an image, on pages that are parsed and measured already.
fn time_on_pages(corpus: &Corpus, rules: &RuleList) -> Result<PublishedRow> {
    let system =
        systems::build("adeater", &ParamMap::from_iter([("rules".to_owned(), rules.to_string().into())]))?;
    let mut scratch = Scratch::default();
    let (mut images, mut omitted, mut read, mut taken) = (0_u32, 0, 0_u32, Duration::ZERO);
    for labelled in corpus.pages().iter().step_by(EVERY) {
        let loaded = corpus.load(labelled, &PageSource::default())?;
        let page = loaded.page(Evidence::of_url(labelled.url.as_deref()));
        linked_images(&page, &Vocabulary::new(&[])?, |_| images += 1);
        let began = ThreadTime::now();
        let outcome = system.extract(&page, &mut scratch);
        taken += began.elapsed();
        read += 1;
        omitted += outcome.labels().map_or(0, |labels: &Labels| labels.omitted.len());
    }
    let micros = taken.as_secs_f64() * 1e6;
    let (of_page, of_image) = (micros / f64::from(read.max(1)), micros / f64::from(images.max(1)));
    let ours = format!(
        "{of_image:.1} µs ({of_page:.0} µs a page; {read} pages of `{}`, {images} images, {omitted} elements removed)",
        corpus.name()
    );
    Ok(PublishedRow { what: "time for an image", published: "70 ms", ours })
}

fn page(rows: &[PublishedRow], trees: &[Confusion], lists: &[Confusion], args: &TrainAdeaterArgs) -> String {
    let (date, file) = (&args.date, args.rules.display());
    let mut text = format!(
        "<!-- written by `debulha-lab train-adeater` -->\n# AdEater, learned again\n\n\
         `{date}`, `debulha-lab train-adeater --date {date}`, on the authors' table (UCI \"Internet Advertisements\", 3,279 \
         images, 1,558 features). Figures of [kushmerick1999] beside ours; accuracy is that of {FOLDS}-fold stratified \
         cross-validation, mean and range over {} seeds. The rules are in `{file}`; the same command writes them bit by \
         bit, the times below vary.\n\n| | published | ours |\n|---|---|---|\n",
        SEEDS.count(),
    );
    for PublishedRow { what, published, ours } in rows {
        let _ = writeln!(text, "| {what} | {published} | {ours} |");
    }
    let _ = write!(
        text,
        "\n| adverts | precision | recall |\n|---|---|---|\n| rules | {} |\n| pruned tree | {} |\n",
        Seeds(lists).of_adverts(),
        Seeds(trees).of_adverts()
    );
    text.push_str(
        "\n## Gaps\n\n\
         - The paper does not name its folds, and its 97.1 % is one figure; ours vary by seed as the range shows.\n\
         - The authors ran Quinlan's own program. Ours follows the book; it chooses rules by climbing from none and from \
         all, where the book anneals, so that the same table gives the same rules.\n\
         - Training took 6 minutes on a machine of 1998, and 70 ms an image in a program that also fetched addresses and \
         encoded features. Ours is processor time; it counts everything after the page is parsed and its shared views are there.\n\
         - The table is of 1998, and so are the hosts and words in the rules; what that means for pages of today stands \
         under \"KnownValues failures\" of `adeater`.\n",
    );
    text
}
