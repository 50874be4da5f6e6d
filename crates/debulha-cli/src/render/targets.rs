//! Where records, final HTML and pictures of pages go.

use crate::exit::Usage;
use crate::inputs::{InputPlace, Inputs, PageInput};
use crate::layout::place_in;
use crate::output::WholeFile;
use debulha_core::layout::LayoutRecord;
use debulha_io::layout_files::{self, ENDING};
use debulha_render::Rendered;
use flate2::{Compression, GzBuilder};
use std::collections::HashSet;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Where the files of all pages go.
#[derive(Debug)]
pub(crate) struct Targets {
    record: Records,
    html: Option<PathBuf>,
    screenshots: Option<PathBuf>,
    /// The files that pages have, and those that inputs are.
    taken: HashSet<PathBuf>,
}

/// Where records go.
#[derive(Debug)]
enum Records {
    Stdout,
    File(PathBuf),
    Folder(PathBuf),
}

/// Where the files of one page go.
#[derive(Debug)]
pub(crate) struct RenderTarget {
    /// `None`: standard output.
    record: Option<PathBuf>,
    html: Option<PathBuf>,
    screenshot: Option<PathBuf>,
}

impl Targets {
    /// A path that ends in `.json` or `.json.gz` and is no folder is a file, for one page. `None` is standard output, for one page
    /// too.
    ///
    /// # Errors
    /// [`Usage`] for several pages and no folder.
    pub(crate) fn new(
        output: Option<&Path>,
        html: Option<&Path>,
        screenshots: Option<&Path>,
        inputs: &Inputs,
    ) -> Result<Self, Usage> {
        let several = inputs.several;
        let record = match output {
            None if several => {
                return Err(Usage(
                    "several records cannot go to standard output; name a folder with -o DIR".to_owned(),
                ));
            }
            None => Records::Stdout,
            Some(path) if is_record(path) && several => {
                return Err(Usage(format!(
                    "{}: several records cannot go into one file; use a folder",
                    path.display()
                )));
            }
            Some(path) if is_record(path) => Records::File(path.to_owned()),
            Some(path) => Records::Folder(path.to_owned()),
        };
        let own = |path: Option<&Path>| path.map(Path::to_owned);
        let file = |input: &PageInput| match &input.place {
            InputPlace::File(path) => path.canonicalize().ok(),
            _ => None,
        };
        let taken = inputs.list.iter().filter_map(file).collect();
        Ok(Targets { record, html: own(html), screenshots: own(screenshots), taken })
    }

    /// The files of a page.
    ///
    /// # Errors
    /// The reason in words, where another page has them, or where they are inputs.
    pub(crate) fn claim(&mut self, input: &PageInput) -> Result<RenderTarget, String> {
        let record = match &self.record {
            Records::Stdout => None,
            Records::File(path) => Some(path.clone()),
            Records::Folder(folder) => Some(place_in(folder, input, ENDING)),
        };
        let place = |folder: &PathBuf, ending| place_in(folder, input, ending);
        let target = RenderTarget {
            record,
            html: self.html.as_ref().map(|folder| place(folder, "html")),
            screenshot: self.screenshots.as_ref().map(|folder| place(folder, "png")),
        };
        for path in [&target.record, &target.html, &target.screenshot].into_iter().flatten() {
            // A file that is there is known by its true path, others by the one that is requested.
            let path = path.canonicalize().unwrap_or_else(|_| path.clone());
            if !self.taken.insert(path.clone()) {
                return Err(format!(
                    "{} belongs to another page or is an input; use another folder",
                    path.display()
                ));
            }
        }
        Ok(target)
    }
}

/// Whether a path means one record.
fn is_record(path: &Path) -> bool {
    let name = path.to_string_lossy();
    !path.is_dir() && (name.ends_with(".json") || name.ends_with(".json.gz"))
}

impl RenderTarget {
    /// Whether all files are there.
    pub(crate) fn is_there(&self) -> bool {
        let is_there = |path: &Option<PathBuf>| path.as_ref().is_none_or(|path| path.is_file());
        self.record.as_ref().is_some_and(|path| path.is_file())
            && is_there(&self.html)
            && is_there(&self.screenshot)
    }

    /// The record that is there.
    ///
    /// # Errors
    /// The reason in words.
    pub(crate) fn read(&self) -> Result<LayoutRecord, String> {
        let path = self.record.as_deref().ok_or("the record is on standard output")?;
        layout_files::read(path).map_err(|error| error.to_string())
    }

    /// Writes them. Each appears whole or not at all, the record last.
    ///
    /// # Errors
    /// Of writing.
    pub(crate) fn write(&self, rendered: &Rendered) -> io::Result<()> {
        if let Some(path) = &self.html {
            write_whole(path, rendered.html.as_bytes())?;
        }
        if let (Some(path), Some(picture)) = (&self.screenshot, &rendered.screenshot) {
            write_whole(path, picture)?;
        }
        let mut json = rendered.record.to_json();
        match &self.record {
            None => {
                json.push('\n');
                io::stdout().lock().write_all(json.as_bytes())
            }
            Some(path) if path.extension().is_some_and(|ending| ending == "gz") => {
                // Without a time, so that the bytes depend on the record alone.
                let mut packed = GzBuilder::new().write(WholeFile::create(path)?, Compression::default());
                packed.write_all(json.as_bytes())?;
                packed.finish()?.finish()
            }
            Some(path) => write_whole(path, json.as_bytes()),
        }
    }
}

fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let write = || {
        let mut file = WholeFile::create(path)?;
        file.write_all(bytes)?;
        file.finish()
    };
    write().map_err(|error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", path.display())))
}
