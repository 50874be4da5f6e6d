//! The pages that the parsers read, decoded.

use debulha_dom::body::decompress;
use debulha_dom::decode::decode;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// Bytes of a page at most.
const MAX_BYTES: usize = 16 << 20;

/// Every `every`th page of the corpus in `DEBULHA_DATA`, else beside the repository; the repository's own pages where
/// there is no corpus.
pub(crate) fn texts(every: usize) -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let data = env::var_os("DEBULHA_DATA").map_or_else(|| root.join("../shared/data"), PathBuf::from);
    let corpus = files(&data.join("wcxb-dev/pages"));
    let own = || files(&root.join("testdata/pages")).into_iter().map(|folder| folder.join("source.html"));
    let paths: Vec<PathBuf> =
        if corpus.is_empty() { own().collect() } else { corpus.into_iter().step_by(every).collect() };
    paths.iter().map(|path| text(path)).collect()
}

fn text(path: &Path) -> String {
    let bytes = fs::read(path).expect("a readable page");
    let body = decompress(&bytes, MAX_BYTES).expect("a whole page");
    decode(&body.bytes, None).text.into_owned()
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder).into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.sort();
    files
}
