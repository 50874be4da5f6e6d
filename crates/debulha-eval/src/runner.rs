//! Runs systems over corpora: every page is parsed once, every system sees it, rows come out in corpus order.
//!
//! Texts are those of the decision ([`Labels::plain_text`]), without the writers, so that no rendering option
//! can move a score. A system that panics on a page fails on that page alone, with the message in the row.
//!
//! Times of a row cover parsing, the views that the system uses and its decision, with the decoded page in
//! memory: what the system would need alone. The page is parsed once for all systems and that time is counted in
//! each of their rows; views are computed anew for each system, so no system pays for another's.
//!
//! [`Labels::plain_text`]: debulha_core::Labels::plain_text

use debulha_compare::{System, folder_name, guarded};
use debulha_core::Evidence;
use debulha_core::source::PageSource;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use cpu_time::ThreadTime;
use debulha_core::Scratch;
use debulha_core::metadata::{self, Metadata};
use debulha_dom::decode::decode;
use rayon::ThreadPoolBuilder;
use rayon::prelude::*;
use thiserror::Error;

use debulha_compare::metrics::structure::found::FoundStructures;
use debulha_compare::metrics::structure::tally::StructureTally;
use debulha_corpus::run_file::{RunFileError, RunRow, RunWriter};
use debulha_corpus::{Corpus, CorpusError, LabelledPage, without_labels, without_wrapper};

/// Pages in memory between two writes; bounds the memory of a run over a corpus of any size.
const PAGES_AT_ONCE: usize = 128;

/// Separator of names in the author field of a run row; see `docs/metrics.md`, section Metadata.
const AUTHOR_SEPARATOR: &str = "; ";

/// How a run is done.
#[derive(Debug, Clone, Default)]
pub struct RunOptions {
    /// Threads; 0 is one a core.
    pub jobs: usize,
    /// Which pages are run, by their place in the corpus; `None` is all.
    pub pages: Option<Vec<usize>>,
    /// How pages are read and looked at.
    pub source: PageSource,
    /// Whether title, author and date are read too; they do not depend on the system.
    pub metadata: bool,
    /// Whether it is counted what of each page's structures is kept.
    pub structure: bool,
}

/// Why a run stopped.
#[derive(Debug, Error)]
pub enum RunnerError {
    /// A page cannot be read.
    #[error(transparent)]
    Corpus(#[from] CorpusError),
    /// The threads cannot be started.
    #[error("cannot start the threads")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    /// A row cannot be handed on.
    #[error("cannot write a row")]
    Row(#[from] io::Error),
    /// A run file cannot be written.
    #[error(transparent)]
    RunFile(#[from] RunFileError),
}

/// Runs `systems` over `corpus` and hands every row, with the index of its system, to `sink`.
///
/// For each system rows come in the order of the corpus, whatever the number of threads. `progress` is called
/// once a page, from the threads of the run.
///
/// # Errors
/// When a page cannot be read, the threads do not start, or `sink` fails.
pub fn run(
    corpus: &Corpus,
    systems: &[System],
    options: &RunOptions,
    progress: &(dyn Fn() + Sync),
    sink: &mut dyn FnMut(usize, RunRow) -> io::Result<()>,
) -> Result<(), RunnerError> {
    if systems.is_empty() {
        return Ok(());
    }
    let pool = ThreadPoolBuilder::new().num_threads(options.jobs).build()?;
    let systems: Vec<&System> = systems.iter().collect();
    let pages: Vec<&LabelledPage> = match &options.pages {
        Some(places) => places.iter().filter_map(|&place| corpus.pages().get(place)).collect(),
        None => corpus.pages().iter().collect(),
    };
    for some in pages.chunks(PAGES_AT_ONCE) {
        let done: Vec<Result<Vec<RunRow>, CorpusError>> = pool.install(|| {
            some.par_iter()
                .map_init(Scratch::default, |scratch, page| {
                    let rows = run_page(corpus, page, &systems, options, scratch);
                    progress();
                    rows
                })
                .collect()
        });
        for rows in done {
            for (system, row) in rows?.into_iter().enumerate() {
                sink(system, row)?;
            }
        }
    }
    Ok(())
}

/// Runs `systems` over `corpus` and keeps the rows: one list a system. See [`run`].
///
/// # Errors
/// As [`run`].
pub fn run_in_memory(
    corpus: &Corpus,
    systems: &[System],
    options: &RunOptions,
    progress: &(dyn Fn() + Sync),
) -> Result<Vec<Vec<RunRow>>, RunnerError> {
    let mut rows: Vec<Vec<RunRow>> = systems.iter().map(|_| Vec::new()).collect();
    run(corpus, systems, options, progress, &mut |system, row| {
        rows[system].push(row);
        Ok(())
    })?;
    Ok(rows)
}

/// Runs `systems` over `corpus` into `<out>/<system>/<corpus>.jsonl`, and returns these paths. See [`run`].
///
/// # Errors
/// As [`run`], and when a folder or file cannot be made.
pub fn run_to_files(
    corpus: &Corpus,
    systems: &[System],
    out: &Path,
    options: &RunOptions,
    progress: &(dyn Fn() + Sync),
) -> Result<Vec<PathBuf>, RunnerError> {
    let mut paths = Vec::new();
    let mut writers = Vec::new();
    for system in systems {
        let path = run_path(corpus, out, &system.folder())?;
        writers.push(RunWriter::create(&path)?);
        paths.push(path);
    }
    run(corpus, systems, options, progress, &mut |system, row| writers[system].write(&row))?;
    Ok(paths)
}

/// Writes runs that are in memory to the same places as [`run_to_files`], each named by the system of its first row;
/// empty ones are left out.
///
/// # Errors
/// When a folder or file cannot be made.
pub fn write_runs(corpus: &Corpus, runs: &[Vec<RunRow>], out: &Path) -> Result<(), RunnerError> {
    for rows in runs {
        let Some(system) = rows.first().and_then(|row| row.system.as_deref()) else { continue };
        let mut writer = RunWriter::create(&run_path(corpus, out, &folder_name(system))?)?;
        rows.iter().try_for_each(|row| writer.write(row))?;
    }
    Ok(())
}

/// The run file of a system's folder; the folder is made.
fn run_path(corpus: &Corpus, out: &Path, folder: &str) -> Result<PathBuf, RunFileError> {
    let folder = out.join(folder);
    std::fs::create_dir_all(&folder).map_err(|source| RunFileError::Io { path: folder.clone(), source })?;
    Ok(folder.join(format!("{}.jsonl", corpus.name())))
}

/// Wall-clock and processor time.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Spent {
    pub(crate) wall: Duration,
    pub(crate) cpu: Option<Duration>,
}

impl Spent {
    /// Runs `work` and measures it; the message of a panic is the error.
    pub(crate) fn on<T>(work: impl FnOnce() -> T) -> (Result<T, String>, Spent) {
        // A platform without a clock for threads gives no processor time.
        let cpu = ThreadTime::try_now().ok();
        let wall = Instant::now();
        let result = guarded(work);
        let spent = Spent { wall: wall.elapsed(), cpu: cpu.and_then(|start| start.try_elapsed().ok()) };
        (result, spent)
    }

    /// Processor time, or where there is none, the time that passed.
    pub(crate) fn time(&self) -> Duration {
        self.cpu.unwrap_or(self.wall)
    }
}

/// Parses one page and runs `systems` over it: a row a system.
pub(crate) fn run_page(
    corpus: &Corpus,
    labels: &LabelledPage,
    systems: &[&System],
    options: &RunOptions,
    scratch: &mut Scratch,
) -> Result<Vec<RunRow>, CorpusError> {
    let bytes = corpus.page_bytes(&labels.id)?;
    let source = without_wrapper(&bytes);
    let decoded = decode(source, labels.encoding.as_deref());
    let empty = |system: &System| RunRow {
        page: labels.id.clone(),
        set: Some(corpus.name().to_owned()),
        system: Some(system.name().to_owned()),
        ..RunRow::default()
    };
    let html = without_labels(&decoded.text);
    let layout = corpus.layout(labels)?;
    let load = || match &layout {
        Some(record) => options.source.load_text(&html).with_layout(record),
        None => options.source.load_text(&html),
    };
    let (loaded, parsing) = Spent::on(load);
    let loaded = match loaded {
        Ok(loaded) => loaded,
        Err(panic) => {
            let failed = |system: &&System| RunRow { err: Some(format!("parser: {panic}")), ..empty(system) };
            return Ok(systems.iter().map(failed).collect());
        }
    };
    let view = || loaded.page(Evidence::of_url(labels.url.as_deref()));
    let described = if options.metadata { Spent::on(|| metadata::extract(&view())).0.ok() } else { None };
    let structures = if options.structure { guarded(|| FoundStructures::on(&view())).ok() } else { None };
    let gold = labels.text.as_deref();
    Ok(systems
        .iter()
        .map(|system| {
            let mut row = empty(system);
            let (text, deciding) = Spent::on(|| system.text(&view(), scratch));
            match text {
                Ok(Ok((text, labels))) => {
                    row.text = Some(text);
                    row.confidence = labels.confidence.map(f64::from);
                    let tally = |found| StructureTally::of_labels(&view(), found, &labels, gold);
                    row.structure =
                        structures.as_ref().and_then(|found| guarded(|| tally(found)).ok()).map(Box::new);
                }
                Ok(Err(abstention)) => row.err = Some(abstention),
                Err(panic) => {
                    *scratch = Scratch::default();
                    row.err = Some(panic);
                }
            }
            row.ms = Some(milliseconds(parsing.wall + deciding.wall));
            row.cpu_ms = parsing.cpu.zip(deciding.cpu).map(|(a, b)| milliseconds(a + b));
            if let Some(described) = &described {
                describe(&mut row, described);
            }
            row
        })
        .collect())
}

fn describe(row: &mut RunRow, metadata: &Metadata) {
    let authors: Vec<&str> = metadata.authors.iter().map(|author| author.value.as_str()).collect();
    row.title = metadata.title.value().map(str::to_owned);
    row.author = (!authors.is_empty()).then(|| authors.join(AUTHOR_SEPARATOR));
    // As htmldate and trafilatura answer; pages often state the last change alone.
    row.date = metadata.published.value().or(metadata.modified.value()).map(str::to_owned);
    row.product = metadata.product.as_ref().map(|product| {
        let values = product.fields().into_iter();
        values.filter_map(|(name, field)| Some((name.to_owned(), field.value()?.to_owned()))).collect()
    });
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::test_corpus::write_corpus;
    use debulha_core::ParamMap;
    use debulha_corpus::run_file::read_run;
    use serde_json::json;
    use std::sync::atomic::{AtomicUsize, Ordering};

    /// A corpus of pages given as (id, extra label fields, bytes).
    fn corpus(pages: &[(&str, &str, &[u8])]) -> (tempfile::TempDir, Corpus) {
        let dir = tempfile::tempdir().unwrap();
        let corpus = write_corpus(dir.path(), pages);
        (dir, corpus)
    }

    fn params(value: &serde_json::Value) -> ParamMap {
        value.as_object().unwrap().clone()
    }

    #[test]
    fn names_show_what_differs_from_the_defaults() {
        assert_eq!(System::new("cetr", &ParamMap::new()).unwrap().name(), "cetr");
        let spelt_out = System::new("cetr", &params(&json!({"k": 3, "variant": "threshold"}))).unwrap();
        assert_eq!(spelt_out.name(), "cetr(variant=threshold)");
        let members: Vec<_> = (0..20).map(|i| json!({"id": "bte", "weight": i + 1})).collect();
        let long = System::new("vote", &params(&json!({"members": members}))).unwrap();
        let other = System::new("vote", &params(&json!({"members": members[..19]}))).unwrap();
        assert!(long.folder().len() < 140 && long.folder() != other.folder());
        assert!(System::new("bte", &params(&json!({"unknown": 1}))).is_err());
    }

    #[test]
    fn rows_come_in_corpus_order_with_text_times_and_labels_of_the_run() {
        let pages: Vec<String> = (0..300).map(|i| format!("<p>page number {i} \u{e9}")).collect();
        let ids: Vec<String> = (0..300).map(|i| format!("p{i}")).collect();
        let rows: Vec<(&str, &str, &[u8])> =
            ids.iter().zip(&pages).map(|(id, page)| (id.as_str(), "", page.as_bytes())).collect();
        let (_dir, corpus) = corpus(&rows);
        let systems = ["all_text", "bte"].map(|id| System::new(id, &ParamMap::new()).unwrap());
        let done = AtomicUsize::new(0);
        let run = |jobs| {
            let options = RunOptions { jobs, ..RunOptions::default() };
            run_in_memory(&corpus, &systems, &options, &|| {
                done.fetch_add(1, Ordering::Relaxed);
            })
            .unwrap()
        };
        let (one, eight) = (run(1), run(8));
        assert_eq!(done.into_inner(), 600);
        let texts =
            |rows: &[RunRow]| -> Vec<String> { rows.iter().map(|row| row.scored_text().into()).collect() };
        assert_eq!(texts(&one[1]), texts(&eight[1]));
        assert_eq!(texts(&one[0])[299], "page number 299 é");
        let row = &one[1][17];
        assert_eq!((row.page.as_str(), row.system.as_deref()), ("p17", Some("bte")));
        assert!(row.ms.unwrap() > 0.0 && row.err.is_none());
    }

    #[test]
    fn charset_of_the_labels_and_metadata_reach_the_row() {
        let page: &[u8] = b"<title>Rye</title><meta name=author content='Ana Lima'><p>d\xe1";
        let (_dir, corpus) = corpus(&[("a", r#", "encoding": "iso-8859-1""#, page)]);
        let systems = [System::new("all_text", &ParamMap::new()).unwrap()];
        let options = RunOptions { metadata: true, ..RunOptions::default() };
        let rows = run_in_memory(&corpus, &systems, &options, &|| ()).unwrap();
        let row = &rows[0][0];
        assert_eq!((row.scored_text(), row.title.as_deref()), ("dá", Some("Rye")));
        assert_eq!(row.author.as_deref(), Some("Ana Lima"));
    }

    #[test]
    fn files_hold_the_chosen_pages() {
        let (_dir, corpus) = corpus(&[("a", "", b"<p>x"), ("b", "", b"<p>y"), ("c", "", b"<p>z")]);
        let out = tempfile::tempdir().unwrap();
        let systems = [System::new("all_text", &ParamMap::new()).unwrap()];
        let options = RunOptions { pages: Some(vec![0, 2]), ..RunOptions::default() };
        let paths = run_to_files(&corpus, &systems, out.path(), &options, &|| ()).unwrap();
        assert!(paths[0].starts_with(out.path().join("all_text")));
        let texts: Vec<_> = read_run(&paths[0]).unwrap().into_iter().map(|row| row.text.unwrap()).collect();
        assert_eq!(texts, ["x", "z"]);
    }

    #[test]
    fn a_panic_is_a_failed_row() {
        let (result, spent) = Spent::on(|| assert_eq!(1, 2, "numbers"));
        assert!(result.unwrap_err().starts_with("panic: "));
        assert!(spent.wall > Duration::ZERO);
    }

    #[test]
    fn cleaneval_envelope_is_taken_off() {
        let inner: &[u8] = b"\n<html><body>x</body></html>\n";
        let tag: &[u8] = b"<text id=\"http://a/\" title=\"a <b>c</b>\" encoding=\"unset\">";
        let wrapped = [tag, inner, b"</text>\n"].concat();
        assert_eq!(without_wrapper(&wrapped), inner);
        assert_eq!(without_wrapper(&[b"\xef\xbb\xbf", &wrapped[..]].concat()), inner);
        for other in [&b"<text id=\"never closed"[..], b"<text>x</text>", b"<p>x", b""] {
            assert_eq!(without_wrapper(other), other);
        }
    }
}
