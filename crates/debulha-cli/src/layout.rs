//! Rendered geometry of the pages, from files; see `docs/layout.md`.

use crate::exit::Usage;
use crate::help;
use crate::inputs::PageInput;
use debulha_core::layout::LayoutRecord;
#[cfg(feature = "learn")]
use debulha_corpus::Corpus;
use debulha_io::layout_files;
use std::path::{Path, PathBuf};

/// Where a browser put the elements of the pages.
#[derive(Debug, Clone, clap::Args)]
#[command(next_help_heading = help::INPUT)]
pub struct LayoutArgs {
    /// Layout record of the page, or folder of layout records
    ///
    /// docs/layout.md describes a record. Several pages need a folder: the record of news/a.html is DIR/news/a.json.gz or
    /// DIR/a.json.gz (or .json, .jsonl).
    #[arg(long, value_name = "FILE|DIR", hide_short_help = true, hide_long_help = true)]
    pub layout: Option<PathBuf>,
}

impl LayoutArgs {
    /// Whether the argument makes sense.
    ///
    /// # Errors
    /// [`Usage`] for one record of several pages, or for none.
    pub fn check(&self, several: bool) -> Result<(), Usage> {
        match &self.layout {
            Some(path) if !path.exists() => {
                Err(Usage(format!("--layout: {} does not exist", path.display())))
            }
            Some(path) if several && !path.is_dir() => {
                Err(Usage("--layout names one record, but there are several pages; name a folder".to_owned()))
            }
            _ => Ok(()),
        }
    }

    /// A corpus whose pages have their records.
    #[cfg(feature = "learn")]
    pub fn of_corpus(&self, corpus: Corpus) -> Corpus {
        match &self.layout {
            Some(folder) => corpus.with_layouts(folder),
            None => corpus,
        }
    }

    /// The record of a page; `None` where there is none for it.
    ///
    /// # Errors
    /// The reason in words: a record that cannot be read or is none.
    pub fn read(&self, input: &PageInput) -> Result<Option<LayoutRecord>, String> {
        let Some(layout) = &self.layout else { return Ok(None) };
        let path =
            if layout.is_dir() { layout_files::find(layout, &page_of(input)) } else { Some(layout.clone()) };
        path.map(|path| layout_files::read(&path)).transpose().map_err(|error| error.to_string())
    }
}

/// Where `render` writes the record of a page in a folder of records. With another ending: what else belongs to the page.
pub fn place_in(folder: &Path, input: &PageInput, ending: &str) -> PathBuf {
    layout_files::place(folder, &page_of(input), ending)
}

/// The path of an input without the ending, such as `news/a`.
fn page_of(input: &PageInput) -> PathBuf {
    input.relative.with_file_name(input.stem())
}
