//! The pages that benches run over, as text: the golden pages and, where the corpora are at hand, real ones.

use debulha_dom::body::decompress;
use debulha_dom::decode::decode;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// Pages of the corpus that are read, the first by name.
const CORPUS_PAGES: usize = 50;

/// Bytes of a page at most.
const MAX_BYTES: usize = 16 << 20;

/// The raw bytes of every page.
pub(crate) fn raw() -> Vec<Vec<u8>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let golden = files(&root.join("testdata/pages")).into_iter().map(|folder| folder.join("source.html"));
    let data = env::var_os("DEBULHA_DATA").map_or_else(|| root.join("../shared/data"), PathBuf::from);
    let corpus = files(&data.join("wcxb-dev/pages"));
    if corpus.is_empty() {
        println!("no corpus in {}: golden pages only", data.display());
    }
    let read = |path: PathBuf| {
        let bytes = fs::read(&path).expect("a readable page");
        decompress(&bytes, MAX_BYTES).expect("a whole page").bytes.into_owned()
    };
    golden.chain(corpus.into_iter().take(CORPUS_PAGES)).map(read).collect()
}

/// The text of every page.
#[allow(dead_code)] // Not every bench starts from text.
pub(crate) fn texts() -> Vec<String> {
    raw().iter().map(|bytes| decode(bytes, None).text.into_owned()).collect()
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder).into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.sort();
    files
}
