//! Pages a second from bytes to text, on any number of threads.
//!
//! `cargo run --release -p measure -- throughput FOLDER [--threads N] [--repeat R] [--system ID]
//! [--model FILE] [--markdown]`: extracts every file of a folder and of the folders in it R times over. Pages are read
//! when their turn comes and dropped when they are done. Prints one JSON object:
//!
//! - `pages`, `bytes`: what was extracted, after decompression;
//! - `seconds`: wall-clock time of everything, `cpu_seconds`: processor time of all threads in it;
//! - `pages_per_second`, `megabytes_per_second`: by wall-clock time;
//! - `mean_us`, `p50_us`, `p99_us`, `max_us`: processor time from the bytes of a page to its text, reading and
//!   decompression of the file left out;
//! - `peak_rss_mb`: the most memory that the process ever had; null where the system does not tell.
use cpu_time::{ProcessTime, ThreadTime};
use debulha::Pipeline;
use debulha_core::{ParamMap, Scratch, classify::model::Model};
use debulha_dom::body::decompress;
use std::error::Error;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;
use std::{fs, thread};

/// Bytes of a page at most.
const MAX_BYTES: usize = 64 << 20;

struct Args {
    folder: PathBuf,
    threads: usize,
    repeat: usize,
    system: String,
    model: Option<PathBuf>,
    markdown: bool,
}

impl Args {
    fn read() -> Result<Self, Box<dyn Error>> {
        let mut args = Args {
            folder: PathBuf::new(),
            threads: 1,
            repeat: 1,
            system: debulha::DEFAULT_EXTRACTOR.to_owned(),
            model: None,
            markdown: false,
        };
        let mut words = crate::arguments();
        while let Some(word) = words.next() {
            let mut value = || words.next().ok_or(format!("{word} needs a value"));
            match word.as_str() {
                "--threads" => args.threads = value()?.parse()?,
                "--repeat" => args.repeat = value()?.parse()?,
                "--system" => args.system = value()?,
                "--model" => args.model = Some(value()?.into()),
                "--markdown" => args.markdown = true,
                folder => args.folder = folder.into(),
            }
        }
        Ok(args)
    }

    fn pipeline(&self) -> Result<Pipeline, Box<dyn Error>> {
        Ok(match &self.model {
            Some(file) => Pipeline::with_model(&Model::from_bytes(&fs::read(file)?)?, &ParamMap::new())?,
            None => Pipeline::new(&self.system)?,
        })
    }
}

/// What one thread did.
#[derive(Default)]
struct Done {
    bytes: u64,
    /// Of each page, in microseconds.
    times: Vec<u32>,
}

pub(crate) fn run() -> Result<(), Box<dyn Error>> {
    let args = Args::read()?;
    let pipeline = args.pipeline()?;
    let mut files = Vec::new();
    list(&args.folder, &mut files)?;
    files.sort();
    let next = AtomicUsize::new(0);
    let all = files.len() * args.repeat;
    let (start, cpu_start) = (Instant::now(), ProcessTime::now());
    let done: Vec<Done> = thread::scope(|scope| {
        let work = || {
            work(&args, &pipeline, &files, || {
                Some(next.fetch_add(1, Ordering::Relaxed)).filter(|&at| at < all)
            })
        };
        let threads: Vec<_> = (0..args.threads).map(|_| scope.spawn(work)).collect();
        threads.into_iter().filter_map(|thread| thread.join().ok()).collect()
    });
    let (wall, cpu) = (start.elapsed(), cpu_start.elapsed());
    let bytes: u64 = done.iter().map(|done| done.bytes).sum();
    let mut times: Vec<u32> = done.into_iter().flat_map(|done| done.times).collect();
    times.sort_unstable();
    let at = |share: f64| times.get((share * times.len() as f64) as usize).copied().unwrap_or(0);
    let sum: f64 = times.iter().copied().map(f64::from).sum();
    let seconds = wall.as_secs_f64();
    println!(
        "{}",
        serde_json::json!({
            "pages": times.len(),
            "bytes": bytes,
            "threads": args.threads,
            "seconds": seconds,
            "cpu_seconds": cpu.as_secs_f64(),
            "pages_per_second": times.len() as f64 / seconds,
            "megabytes_per_second": bytes as f64 / 1e6 / seconds,
            "mean_us": sum / times.len() as f64,
            "p50_us": at(0.5),
            "p99_us": at(0.99),
            "max_us": times.last(),
            "peak_rss_mb": peak_rss(),
        })
    );
    Ok(())
}

/// Takes page after page until none is left. A page that cannot be read is left out.
fn work(args: &Args, pipeline: &Pipeline, files: &[PathBuf], next: impl Fn() -> Option<usize>) -> Done {
    let (mut done, mut scratch) = (Done::default(), Scratch::default());
    while let Some(at) = next() {
        let Ok(file) = fs::read(&files[at % files.len()]) else { continue };
        let Ok(body) = decompress(&file, MAX_BYTES) else { continue };
        let start = ThreadTime::now();
        let extraction = pipeline.extract_in(&*body.bytes, &mut scratch);
        black_box(if args.markdown {
            (extraction.markdown(), Some(extraction.metadata()))
        } else {
            (extraction.text(), None)
        });
        drop(extraction);
        done.times.push(start.elapsed().as_micros() as u32);
        done.bytes += body.bytes.len() as u64;
    }
    done
}

fn list(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), Box<dyn Error>> {
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() { folders.push(path) } else { files.push(path) }
        }
    }
    Ok(())
}

/// In megabytes, where Linux says it.
fn peak_rss() -> Option<f64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().trim_end_matches("kB").trim().parse::<f64>().ok()? / 1024.0)
}
