//! What can be wrong with a corpus.

use std::io;
use std::path::PathBuf;
use thiserror::Error;

/// Why a corpus or one of its pages cannot be read.
#[derive(Debug, Error)]
pub enum CorpusError {
    /// A file cannot be read or unpacked.
    #[error("cannot read {path}")]
    Io {
        /// The file.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// The file of a page, or of its text, cannot be read.
    #[error("page {id:?}: cannot read {what}{path}{hint}")]
    PageFile {
        /// Id of the page.
        id: String,
        /// What the file is, where it is not the page.
        what: &'static str,
        /// The file.
        path: PathBuf,
        /// Where else it was looked for, and what to do.
        hint: &'static str,
        /// The cause.
        source: io::Error,
    },
    /// The layout record of a page cannot be read.
    #[error(transparent)]
    Layout(#[from] debulha_io::layout_files::LayoutFileError),
    /// A line of the labels is not an object of the expected shape.
    #[error("{path}, line {line}: not a labelled page, which is a JSON object with `id` or `file`")]
    Malformed {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// The cause.
        source: serde_json::Error,
    },
    /// The table of labels is malformed.
    #[error("{path}: not a label table; texts with commas, quotes or line breaks must be quoted")]
    Table {
        /// The file.
        path: PathBuf,
        /// The cause.
        source: csv::Error,
    },
    /// A table of labels lacks a column.
    #[error("{path}: no column {wanted}; the first line must name the columns, but it names: {found}")]
    NoColumn {
        /// The file.
        path: PathBuf,
        /// The columns of which it needs one.
        wanted: String,
        /// The columns that it has.
        found: String,
    },
    /// A label of a block makes no sense.
    #[error("{path}, line {line}: {reason}")]
    Block {
        /// The table.
        path: PathBuf,
        /// The line, from 1.
        line: u64,
        /// Why.
        reason: String,
    },
    /// A label inside a page makes no sense.
    #[error("{path}, page {id:?}: {reason}")]
    Annotation {
        /// The folder of the corpus.
        path: PathBuf,
        /// Id of the page.
        id: String,
        /// Why.
        reason: String,
    },
    /// A page has neither an id nor a file.
    #[error("{path}, page {place}: the page needs `id` or `file`")]
    NoId {
        /// The folder of the corpus.
        path: PathBuf,
        /// The page, from 1.
        place: usize,
    },
    /// A path of the labels leads out of the corpus.
    #[error("{file}: not a path inside the folder of the corpus")]
    Outside {
        /// The path.
        file: String,
    },
    /// Two pages have the same id.
    #[error(
        "{path}, page {place}: id {id:?} occurs twice; the file name is used if there is no `id`, so give such pages an `id`"
    )]
    Duplicate {
        /// The folder of the corpus.
        path: PathBuf,
        /// The second page, from 1.
        place: usize,
        /// The id.
        id: String,
    },
    /// The corpus has no page with this id.
    #[error("corpus {corpus} has no page {id:?}")]
    UnknownPage {
        /// Name of the corpus.
        corpus: String,
        /// The id requested.
        id: String,
    },
}
