//! Learns the rules of `adeater` and writes the evidence to `docs/adeater.md`.

use anyhow::{Context, Result};
use cpu_time::ThreadTime;
use debulha_core::Evidence;
use debulha_core::Labels;
use debulha_core::classify::rules::RuleList;
use debulha_core::features::images::{Vocabulary, linked_images};
use debulha_core::source::PageSource;
use debulha_core::{ParamMap, Scratch};
use debulha_corpus::Corpus;
use debulha_learn::c45::{self, Options};
use debulha_learn::evaluate::{Confusion, Folds, cross_validate, predictor};
use debulha_learn::recipes::adeater::rules;
use debulha_learn::{Table, read};
use flate2::read::GzDecoder;
use sha2::{Digest, Sha256};
use std::fmt::Write;
use std::fs;
use std::io::Read;
use std::path::Path;
use std::time::Duration;

const FOLDS: usize = 10;

/// Confidence of pessimistic errors.
const CONFIDENCE: f64 = 0.25;

/// Seeds of the cross-validations; the card of the rules has the first.
const SEEDS: std::ops::RangeInclusive<u64> = 1..=10;

/// Every this many pages of the corpus, time is taken on one.
const EVERY: usize = 10;

const RULES: &str = "crates/debulha-systems/src/extractors/adeater/rules.txt";

/// A published figure beside ours.
struct Row {
    what: &'static str,
    published: &'static str,
    ours: String,
}

/// Learns, cross-validates, writes rules and page.
pub(crate) fn train(root: &Path, data: &Path, pages: &Path, date: &str) -> Result<()> {
    let (table, digest) = open(data).with_context(|| data.display().to_string())?;
    let began = ThreadTime::now();
    let list = rules(&table, &table.all_rows(), CONFIDENCE);
    let training = began.elapsed();
    let trees = validate(&table, |rows| {
        let (table, tree) = (&table, c45::train(&table, rows, &Options::default()));
        move |row| tree.classify(|attribute| table.value(row, attribute))
    });
    let lists = validate(&table, |rows| predictor(&table, rules(&table, rows, CONFIDENCE)));
    fs::write(root.join(RULES), card(&list, &table, &digest, date, &lists))?;
    let mut rows = vec![
        Row { what: "accuracy of rules", published: "97.1 %", ours: Seeds(&lists).accuracy() },
        Row { what: "accuracy of the pruned tree", published: "–", ours: Seeds(&trees).accuracy() },
        Row { what: "rules", published: "25", ours: list.rules.len().to_string() },
        Row { what: "training", published: "6 min", ours: format!("{:.2} s", training.as_secs_f64()) },
    ];
    if pages.is_dir() {
        rows.push(time_on_pages(pages, &list)?);
    }
    let text = page(&rows, &trees, &lists, date);
    fs::write(root.join("docs/adeater.md"), &text)?;
    print!("{text}");
    Ok(())
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
         # learned: {date}, `cargo xtask train-adeater --date {date}`, C4.5 rules from an unpruned tree, confidence .25\n\
         # accuracy: {accuracy:.4} in {FOLDS}-fold cross-validation, stratified, seed {}\n\
         # a rule: conditions, class, (images of the data that it covers/of another class)\n",
        table.len(),
        SEEDS.start(),
    );
    rules.to_string().replacen('\n', &format!("\n{card}"), 1)
}

/// The time of the whole system and of an image, on pages that are parsed and measured already.
fn time_on_pages(pages: &Path, rules: &RuleList) -> Result<Row> {
    let corpus = Corpus::open(pages)?;
    let system = debulha_systems::extractors::build(
        "adeater",
        &ParamMap::from_iter([("rules".to_owned(), rules.to_string().into())]),
    )?;
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
    Ok(Row { what: "time for an image", published: "70 ms", ours })
}

fn page(rows: &[Row], trees: &[Confusion], lists: &[Confusion], date: &str) -> String {
    let mut text = format!(
        "<!-- written by `cargo xtask train-adeater` -->\n# AdEater, learned again\n\n\
         `{date}`, `cargo xtask train-adeater --date {date}`, on the authors' table (UCI \"Internet Advertisements\", 3,279 \
         images, 1,558 features). Figures of [kushmerick1999] beside ours; accuracy is that of {FOLDS}-fold stratified \
         cross-validation, mean and range over {} seeds. The rules are in `{RULES}`; the same command writes them bit by \
         bit, the times below vary.\n\n| | published | ours |\n|---|---|---|\n",
        SEEDS.count(),
    );
    for Row { what, published, ours } in rows {
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
         under \"Known failures\" of `adeater`.\n",
    );
    text
}
