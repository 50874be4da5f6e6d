//! What is trained on: corpora or a table.

use super::input_pages::InputPages;
use crate::corpora::{self, CorpusPurpose};
use crate::exit::Usage;
use crate::help;
use crate::known::{self, KnownValues};
use crate::layout::LayoutArgs;
use anyhow::{Context, Result, anyhow, bail};
use clap::builder::PathBufValueParser;
use debulha_core::classify::model::DataSet;
use debulha_corpus::Corpus;
use debulha_corpus::corpus_pages::CorpusPages;
use debulha_learn::Table;
use debulha_learn::pages::{PageInfo, Pages};
use debulha_learn::recipes::{LearnsFrom, Recipe};
use flate2::read::MultiGzDecoder;
use sha2::{Digest, Sha256};
use std::borrow::Cow;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

/// Choice of the data.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = help::INPUT)]
pub(super) struct TrainDataArgs {
    /// Labelled corpus (folder, or name in $DEBULHA_DATA) or table
    ///
    /// The folder has pages with texts (a.html, a.txt), truth.jsonl, truth.csv or blocks.csv, or data-debulha="content"
    /// on elements. Block labels override the text. A table is .arff, .csv, or C4.5's .data with a .names file next to
    /// it; each also as .gz. Repeatable.
    #[arg(long, value_name = "DIR|FILE")]
    #[arg(value_parser = KnownValues::read_by(PathBufValueParser::new(), known::corpora), hide_possible_values = true)]
    data: Vec<PathBuf>,
    /// Unlabelled pages: files, folders or glob patterns
    ///
    /// The folder of a page is its site. Repeatable.
    #[arg(long, value_name = "FILE|DIR|GLOB", conflicts_with = "data")]
    pages: Vec<PathBuf>,
    /// Read the paths of unlabelled pages from a file, one per line
    ///
    /// A path may be followed by a tab and the URL of the page, whose host is its site.
    #[arg(long, value_name = "FILE", conflicts_with = "data")]
    page_list: Option<PathBuf>,
    #[command(flatten)]
    layout: LayoutArgs,
}

/// The data.
pub(super) enum TrainData {
    /// Pages.
    Pages(Box<dyn Pages>),
    /// A table and what it is.
    Table(Box<Table>, DataSet),
}

impl TrainData {
    /// Whether all pages are of one site.
    pub(super) fn has_one_site(&self) -> bool {
        match self {
            TrainData::Pages(pages) => pages.list().windows(2).all(|pair| pair[0].site == pair[1].site),
            TrainData::Table(..) => false,
        }
    }
}

impl TrainDataArgs {
    /// Reads labels or the table, of which `class` names the column that is the class.
    ///
    /// # Errors
    /// No data, or data of the wrong kind ([`Usage`]); files that cannot be read.
    pub(super) fn open(&self, recipe: &Recipe, class: Option<&str>) -> Result<TrainData> {
        let id = recipe.id;
        if !self.pages.is_empty() || self.page_list.is_some() {
            match recipe.learns_from {
                LearnsFrom::Pages => {}
                LearnsFrom::Table => {
                    return Err(Usage(format!("`{id}` learns from a table; add --data FILE")).into());
                }
                LearnsFrom::LabelledPages => {
                    let reason = "--pages and --page-list give pages without labels; use --data DIR";
                    return Err(Usage(format!("`{id}` learns from labelled pages, but {reason}")).into());
                }
            }
            self.layout.check(true)?;
            let pages = InputPages::find(&self.pages, self.page_list.as_deref(), self.layout.clone())?;
            return Ok(TrainData::Pages(Box::new(pages)));
        }
        match (&*self.data, recipe.learns_from) {
            ([], from) => {
                let option = match from {
                    LearnsFrom::LabelledPages => "--data DIR",
                    LearnsFrom::Pages => "--pages DIR, or --data DIR for the pages of a corpus",
                    LearnsFrom::Table => "--data FILE",
                };
                Err(Usage(format!("`{id}` learns from {}; add {option}", from.name())).into())
            }
            ([file], LearnsFrom::Table) if file.is_dir() => {
                let what = "is a folder; a table is a file: .arff, .csv, or .data with .names next to it";
                Err(Usage(format!("{} {what}", file.display())).into())
            }
            ([file], LearnsFrom::Table) => {
                let (table, set) = table(file, class).with_context(|| file.display().to_string())?;
                Ok(TrainData::Table(Box::new(table), set))
            }
            (_, LearnsFrom::Table) => {
                Err(Usage("several tables are given with --data; give one".to_owned()).into())
            }
            (folders, from) => {
                self.layout.check(true)?;
                let corpora: Result<Vec<Corpus>> = folders
                    .iter()
                    .map(|folder| Ok(self.layout.of_corpus(corpora::open(folder, CorpusPurpose::Learn)?)))
                    .collect();
                let pages = CorpusPages::new(corpora?);
                let is_labelled = |page: &PageInfo| {
                    page.gold_standard().is_some() || !page.forms.is_empty() || page.page_links.is_labelled()
                };
                let has_labels = pages.list().iter().any(is_labelled);
                if from == LearnsFrom::LabelledPages && !has_labels {
                    return Err(Usage(corpora::NO_LABELS.to_owned()).into());
                }
                Ok(TrainData::Pages(Box::new(pages)))
            }
        }
    }

    /// The options of the command line, with the names of folders and files but not where they lie.
    pub(super) fn command(&self) -> String {
        let of = |option: &'static str, paths: &[PathBuf]| {
            paths.iter().fold(String::new(), |text, path| format!("{text} --{option} {}", name(path)))
        };
        let (list, layout) = (self.page_list.as_slice(), self.layout.layout.as_slice());
        of("data", &self.data) + &of("pages", &self.pages) + &of("page-list", list) + &of("layout", layout)
    }
}

pub(super) fn name(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

/// A table by the end of its name: `x.arff`, `x.csv`, or `x.data` with `x.names` beside it; packed ones end in `.gz`.
///
/// # Errors
/// Files that cannot be read or are no table.
pub(crate) fn table(path: &Path, class: Option<&str>) -> Result<(Table, DataSet)> {
    let bytes = unpacked(fs::read(path)?)?;
    let file = name(path);
    let stem = file.trim_end_matches(".gz").to_owned();
    let table = match Path::new(&stem).extension().and_then(|extension| extension.to_str()) {
        Some("arff") => debulha_learn::read_arff(&text(&bytes), class)?,
        Some("csv") => debulha_learn::read_csv(&text(&bytes), class)?,
        _ if class.is_some() => {
            bail!(Usage(
                "--param class: in C4.5's format the class is always the last column; remove it".to_owned()
            ))
        }
        _ => {
            let names = path.with_file_name(format!("{}.names", stem.trim_end_matches(".data")));
            let names = fs::read(&names).map_err(|error| anyhow!("{}: {error}", names.display()))?;
            debulha_learn::read(&text(&names), &text(&bytes))?
        }
    };
    let digest = Sha256::digest(&bytes).iter().fold(String::new(), |hex, byte| format!("{hex}{byte:02x}"));
    let set = DataSet { name: file, digest, licence: "not stated".to_owned(), examples: table.len() as u64 };
    Ok((table, set))
}

fn unpacked(bytes: Vec<u8>) -> Result<Vec<u8>> {
    if !bytes.starts_with(&[0x1f, 0x8b]) {
        return Ok(bytes);
    }
    let mut unpacked = Vec::new();
    MultiGzDecoder::new(&*bytes).read_to_end(&mut unpacked)?;
    Ok(unpacked)
}

/// UTF-8, or Latin-1, which the tables of the UCI archive are in.
fn text(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(bytes.iter().map(|&byte| char::from(byte)).collect()),
    }
}
