//! Rendered geometry of the pages, from files; see `docs/layout.md`.

use crate::exit::Usage;
use crate::help;
use crate::inputs::Input;
use debulha_core::layout::LayoutRecord;
#[cfg(feature = "learn")]
use debulha_corpus::Corpus;
use debulha_io::layout_files;
use std::path::{Path, PathBuf};

/// Where a browser put the elements of the pages.
#[derive(Debug, Clone, clap::Args)]
#[command(next_help_heading = help::INPUT)]
pub(crate) struct LayoutArgs {
    /// Where a browser put the elements of the page: a record, or a folder of records
    ///
    /// docs/layout.md describes a record. Several pages have a folder: the record of news/a.html is DIR/news/a.json.gz or
    /// DIR/a.json.gz (or .json, .jsonl).
    #[arg(long, value_name = "FILE|DIR", hide_short_help = true)]
    pub(crate) layout: Option<PathBuf>,
}

impl LayoutArgs {
    /// Whether the argument makes sense.
    ///
    /// # Errors
    /// [`Usage`] for one record of several pages, or for none.
    pub(crate) fn check(&self, several: bool) -> Result<(), Usage> {
        match &self.layout {
            Some(path) if !path.exists() => Err(Usage(format!("--layout: {} is not there", path.display()))),
            Some(path) if several && !path.is_dir() => Err(Usage(
                "--layout is the record of one page, and there are several: name a folder".to_owned(),
            )),
            _ => Ok(()),
        }
    }

    /// A corpus whose pages have their records.
    #[cfg(feature = "learn")]
    pub(crate) fn of_corpus(&self, corpus: Corpus) -> Corpus {
        match &self.layout {
            Some(folder) => corpus.with_layouts(folder),
            None => corpus,
        }
    }

    /// The record of a page; `None` where there is none for it.
    ///
    /// # Errors
    /// The reason in words: a record that cannot be read or is none.
    pub(crate) fn read(&self, input: &Input) -> Result<Option<LayoutRecord>, String> {
        let Some(layout) = &self.layout else { return Ok(None) };
        let path =
            if layout.is_dir() { layout_files::find(layout, &page_of(input)) } else { Some(layout.clone()) };
        path.map(|path| layout_files::read(&path)).transpose().map_err(|error| error.to_string())
    }
}

/// Where `render` writes the record of a page in a folder of records. With another ending: what else belongs to the page.
pub(crate) fn place_in(folder: &Path, input: &Input, ending: &str) -> PathBuf {
    layout_files::place(folder, &page_of(input), ending)
}

/// The path of an input without the ending, such as `news/a`.
fn page_of(input: &Input) -> PathBuf {
    input.relative.with_file_name(input.stem())
}
