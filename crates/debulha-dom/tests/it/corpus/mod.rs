//! The pages of the labelled corpora, where they are at hand.

use debulha_dom::body::decompress;
use debulha_dom::decode::decode;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{env, fs, thread};

/// The page files of every set below `DEBULHA_DATA` or `../shared/data`, sorted; none where that does not exist.
pub(crate) fn pages() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let data = env::var_os("DEBULHA_DATA").map_or_else(|| root.join("../shared/data"), PathBuf::from);
    let pages: Vec<PathBuf> = files(&data).iter().flat_map(|set| files(&set.join("pages"))).collect();
    if pages.is_empty() {
        println!("skipped: no labelled pages at {}", data.display());
    }
    pages
}

/// The text of a page, decoded as an extraction would.
pub(crate) fn text(page: &Path) -> String {
    decode(&bytes(page), None).text.into_owned()
}

/// The bytes of a page as served.
pub(crate) fn bytes(page: &Path) -> Vec<u8> {
    let file = fs::read(page).unwrap();
    decompress(&file, usize::MAX).unwrap().bytes.into_owned()
}

/// Runs `check` for each number below `count` on every core; what it returned, in order.
pub(crate) fn in_parallel<T: Send>(count: usize, check: impl Fn(usize) -> Option<T> + Sync) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let work = || {
        let numbers = std::iter::from_fn(|| Some(next.fetch_add(1, Ordering::Relaxed)));
        numbers
            .take_while(|&number| number < count)
            .filter_map(|number| Some((number, check(number)?)))
            .collect::<Vec<_>>()
    };
    let mut found: Vec<(usize, T)> = thread::scope(|scope| {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let threads: Vec<_> = (0..cores).map(|_| scope.spawn(work)).collect();
        threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    });
    found.sort_by_key(|&(number, _)| number);
    found.into_iter().map(|(_, result)| result).collect()
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder).into_iter().flatten().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}
