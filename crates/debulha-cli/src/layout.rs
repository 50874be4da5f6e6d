//! Rendered geometry of the pages, from files; see `docs/layout.md`.

use crate::exit::Usage;
use crate::help;
use crate::inputs::Input;
use debulha_core::layout::LayoutRecord;
use flate2::read::MultiGzDecoder;
use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};

/// The ending of records that are written.
pub(crate) const ENDING: &str = "json.gz";

/// Endings of records.
const ENDINGS: [&str; 4] = [ENDING, "json", "jsonl.gz", "jsonl"];

/// Bytes of a record that are read at most, decompressed: one of 100,000 nodes takes 20 MB.
const MAX_BYTES: u64 = 1 << 28;

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

    /// The record of a page; `None` where there is none for it.
    ///
    /// # Errors
    /// The reason in words: a record that cannot be read or is none.
    pub(crate) fn read(&self, input: &Input) -> Result<Option<LayoutRecord>, String> {
        self.read_of(&page_of(input))
    }

    /// The record of a page by its path without the ending, such as `news/a`; `None` where there is none for it.
    ///
    /// # Errors
    /// As [`read`](Self::read).
    pub(crate) fn read_of(&self, page: &Path) -> Result<Option<LayoutRecord>, String> {
        let Some(path) = self.layout.as_ref().and_then(|layout| record_of(layout, page)) else {
            return Ok(None);
        };
        let read = read(&path).map_err(|error| error.to_string());
        let record = read.and_then(|text| LayoutRecord::from_json(&text).map_err(|error| error.to_string()));
        record.map(Some).map_err(|reason| format!("{}: {reason}", path.display()))
    }
}

fn read(path: &Path) -> io::Result<String> {
    let file = BufReader::new(File::open(path)?);
    let is_gzip = path.extension().is_some_and(|ending| ending == "gz");
    let mut source: Box<dyn Read> =
        if is_gzip { Box::new(MultiGzDecoder::new(file)) } else { Box::new(file) };
    let mut text = String::new();
    let read = source.by_ref().take(MAX_BYTES + 1).read_to_string(&mut text)?;
    if read as u64 > MAX_BYTES {
        return Err(io::Error::other(format!("a record is at most {} MB", MAX_BYTES >> 20)));
    }
    Ok(text)
}

/// Where the record of a page is looked for first in a folder of records, and where `render` writes it. With another ending:
/// what else belongs to the page.
pub(crate) fn place_in(folder: &Path, input: &Input, ending: &str) -> PathBuf {
    named(folder, &page_of(input), ending)
}

/// The path of an input without the ending, such as `news/a`.
fn page_of(input: &Input) -> PathBuf {
    input.relative.with_file_name(input.stem())
}

/// The file of a page with an ending in a folder.
fn named(folder: &Path, page: &Path, ending: &str) -> PathBuf {
    let mut name = page.file_name().unwrap_or_default().to_owned();
    name.push(".");
    name.push(ending);
    page.parent().map_or_else(|| folder.to_owned(), |parent| folder.join(parent)).join(name)
}

fn record_of(layout: &Path, page: &Path) -> Option<PathBuf> {
    if !layout.is_dir() {
        return Some(layout.to_owned());
    }
    let at_top = Path::new(page.file_name().unwrap_or_default());
    let places =
        [page, at_top].into_iter().flat_map(|page| ENDINGS.map(|ending| named(layout, page, ending)));
    places.into_iter().find(|path| path.is_file())
}
