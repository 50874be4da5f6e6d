//! Pages of a folder, and the processor time of work on them.

use cpu_time::ThreadTime;
use debulha_dom::body::decompress;
use debulha_dom::decode::decode;
use debulha_dom::{Document, Limits, parse};
use std::error::Error;
use std::fs;
use std::path::Path;
use std::time::Duration;

/// Bytes of a page of a folder at most.
const MAX_BYTES: usize = 16 << 20;

/// Bytes of the smaller generated page.
pub(crate) const SMALL: usize = 1 << 20;

/// The larger page by the smaller.
pub(crate) const GROWTH: usize = 50;

/// Adds the processor time that `work` takes to `sum`.
pub(crate) fn timed<T>(sum: &mut Duration, work: impl FnOnce() -> T) -> T {
    let start = ThreadTime::now();
    let result = work();
    *sum += start.elapsed();
    result
}

/// The pages of a folder as text, in the order of their names.
pub(crate) fn texts(folder: &Path) -> Result<Vec<String>, Box<dyn Error>> {
    let mut files: Vec<_> =
        fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<std::io::Result<_>>()?;
    files.sort();
    let text = |file: &std::path::PathBuf| {
        let body = decompress(&fs::read(file)?, MAX_BYTES)?.bytes.into_owned();
        Ok(decode(&body, None).text.into_owned())
    };
    files.iter().map(text).collect()
}

/// A page of any size as a tree, whatever the usual limits.
pub(crate) fn unlimited(text: &str) -> Document {
    parse(text, &Limits { max_bytes: usize::MAX, max_nodes: usize::MAX, ..Limits::default() }).document
}

/// A row of the tables of growth.
pub(crate) fn print_growth(family: &str, name: &str, small: Duration, large: Duration) {
    let milliseconds = |time: Duration| time.as_secs_f64() * 1e3;
    let times = large.as_secs_f64() / small.as_secs_f64();
    println!("| {family} | {name} | {:.2} | {:.1} | {times:.0} |", milliseconds(small), milliseconds(large));
}
