//! What a folder has that is no corpus, so that people are told what it lacks.

use super::annotated::ATTRIBUTE;
use super::labels::{PAGES, found};
use super::{BLOCKS_TABLE, TRUTH_FILE, TRUTH_TABLE, id_of};
use std::fs;
use std::path::Path;

/// Why a folder is no corpus, and what would make it one, in words.
///
/// ```
/// let dir = tempfile::tempdir()?;
/// std::fs::write(dir.path().join("barn.html"), "<p>Rye.")?;
/// let why = debulha_corpus::why_no_corpus(dir.path());
/// assert!(why.starts_with("1 page without labels. Put the content of barn.html into barn.txt next to it"));
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn why_no_corpus(dir: &Path) -> String {
    if dir.is_file() {
        return "it is a file; a corpus is a folder of pages with texts (a.html, a.txt) or with labels in \
            truth.jsonl, truth.csv or blocks.csv"
            .to_owned();
    }
    let pages = found(dir);
    let Some(first) = pages.first() else {
        let below = if has_other_folders(dir) {
            ", or list pages of other folders below it as `file` in truth.jsonl or truth.csv"
        } else {
            ""
        };
        return format!(
            "there are no pages in it or in {PAGES}/ (.html, .htm or .html.gz), and no {TRUTH_FILE}, {TRUTH_TABLE} or \
             {BLOCKS_TABLE}. Add pages and their texts (a.html, a.txt){below}"
        );
    };
    let count = match pages.len() {
        1 => "1 page".to_owned(),
        count => format!("{count} pages"),
    };
    let (page, id) = (&first.file, id_of(&first.file));
    format!(
        "{count} without labels. Put the content of {page} into {id}.txt next to it or into texts/{id}.txt, and so \
         on; or write {ATTRIBUTE}=\"content\" or \"noise\" on elements of the pages; or label the pages in {TRUTH_FILE}, \
         {TRUTH_TABLE} or {BLOCKS_TABLE}"
    )
}

fn has_other_folders(dir: &Path) -> bool {
    let entries = fs::read_dir(dir).into_iter().flatten().flatten();
    entries.filter(|entry| entry.path().is_dir()).any(|entry| entry.file_name() != PAGES)
}
