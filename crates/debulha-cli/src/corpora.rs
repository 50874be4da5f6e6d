//! The corpora that a verb works on, and what is said of their labels.

use crate::exit::Usage;
use crate::known;
use crate::messages;
use crate::system::suggestion;
use anyhow::Result;
use debulha_corpus::{Corpus, is_corpus, why_no_corpus};
use std::path::{Path, PathBuf};

/// Variable of the environment that names the folder of corpora.
pub const DATA_VARIABLE: &str = "DEBULHA_DATA";

/// What is said where no page of the corpora has labels that can be learned from.
pub const NO_LABELS: &str = "no page has a text or labelled blocks. Give each page `text`, `text_file` or `blocks` in its \
    row, a text file next to it (a.html, a.txt), rows in blocks.csv, or data-debulha=\"content\" on elements";

/// What the labels of a corpus are for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CorpusPurpose {
    /// To score by: a text a page.
    Score,
    /// To learn from: labelled parts of pages where there are any, else texts.
    Learn,
}

/// Opens a folder, or one of that name in $DEBULHA_DATA, and warns of labels that are of no use.
///
/// # Errors
/// [`Usage`] where no corpus is, with what the folder lacks; labels that cannot be read.
pub fn open(data: &Path, purpose: CorpusPurpose) -> Result<Corpus> {
    let dir = find(data)?;
    let opened = match purpose {
        CorpusPurpose::Score => Corpus::open_labelled(&dir),
        CorpusPurpose::Learn => Corpus::open_to_learn(&dir),
    };
    let corpus = opened?;
    let name = dir.display();
    if corpus.pages().is_empty() {
        return Err(
            Usage(format!("{name}: truth.jsonl or truth.csv lists no page; add one row per page")).into()
        );
    }
    if let Some(unresolved) = corpus.unresolved() {
        messages::line(&format!("{name}: warning: {unresolved}"));
    }
    let without: Vec<&str> =
        corpus.pages().iter().filter(|page| page.text.is_none()).map(|page| page.id.as_str()).collect();
    // Pages may be labelled otherwise, as by metadata; a corpus without any text is the caller's to judge.
    if let Some(first) = without.first().filter(|_| without.len() < corpus.pages().len()) {
        let (count, of) = (without.len(), corpus.pages().len());
        let so = match purpose {
            CorpusPurpose::Score => "text metrics skip them",
            CorpusPurpose::Learn => "they are skipped",
        };
        messages::line(&format!(
            "{name}: warning: {count} of {of} pages have neither a text nor labelled blocks; {so}. The first is {first:?}"
        ));
    }
    Ok(corpus)
}

/// The folder of a corpus.
fn find(data: &Path) -> Result<PathBuf, Usage> {
    let root = std::env::var_os(DATA_VARIABLE).map(PathBuf::from);
    let below = root.as_ref().map(|root| root.join(data));
    let places: Vec<PathBuf> = std::iter::once(data.to_owned()).chain(below).collect();
    if let Some(dir) = places.iter().find(|dir| is_corpus(dir)) {
        return Ok(dir.clone());
    }
    let Some(there) = places.iter().find(|dir| dir.exists()) else {
        let also = match &root {
            Some(root) => format!("and none in ${DATA_VARIABLE} ({})", root.display()),
            None => format!("and ${DATA_VARIABLE}, the folder of named corpora, is not set"),
        };
        let known = known::corpora();
        let near = suggestion(&data.to_string_lossy(), known.iter().map(String::as_str));
        let near = if near.is_empty() { "; name the folder of a corpus" } else { near.as_str() };
        return Err(Usage(format!("corpus {}: no such folder, {also}{near}", data.display())));
    };
    Err(Usage(format!("{} is not a corpus: {}", there.display(), why_no_corpus(there))))
}
