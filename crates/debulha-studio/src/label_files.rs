//! Labels on disk, as `debulha train`, `eval` and `features` read them: `blocks.csv`, a row a block.
//!
//! The labels of one person lie in the folder itself, those of further people in a folder each, by name. Beside the table lies
//! `done.txt`: the pages that are labelled to their end, one per line.

use debulha_corpus::{BLOCKS_TABLE, id_of, is_content};
use debulha_io::whole_file;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// Who labels where nobody says who.
pub(crate) const DEFAULT_LABELLER: &str = "default";

/// Name of the list of pages that are done.
const DONE: &str = "done.txt";

/// Columns that the table has at least.
const COLUMNS: [&str; 4] = ["page", "xpath", "text", "label"];

/// Names of the column with the page, of which the first that is there counts.
const PAGE_COLUMNS: [&str; 3] = ["page", "id", "file"];

/// Characters of a labeller's name.
const NAME_CHARS: usize = 40;

/// A label of a block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct BlockLabel {
    /// Where the block is: the path of its first text node.
    pub(crate) xpath: String,
    /// Its text, where the row has it.
    pub(crate) text: String,
    /// Whether it is content.
    pub(crate) is_content: bool,
}

/// What one person labelled.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct PersonLabels {
    /// Labels by page.
    pub(crate) pages: BTreeMap<String, Vec<BlockLabel>>,
    /// Pages that are done.
    pub(crate) done: BTreeSet<String>,
}

/// How far two people agree.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct Agreement {
    pub(crate) a: String,
    pub(crate) b: String,
    /// Pages that both labelled.
    pub(crate) pages: usize,
    /// Blocks of them that both labelled.
    pub(crate) blocks: usize,
    /// Share of the blocks with the same label; null without blocks.
    #[serde(rename = "agreement")]
    pub(crate) same: Option<f64>,
    /// Cohen's kappa (cohen1960): agreement beyond that of chance; null where chance alone explains it all.
    pub(crate) kappa: Option<f64>,
}

/// The folder of labels.
#[derive(Debug)]
pub(crate) struct LabelFiles {
    root: PathBuf,
    /// Whether pages are files, which tables may also name by their path; else they are named as they are.
    are_files: bool,
    /// One writer at a time.
    lock: Mutex<()>,
}

/// Checks the name of a labeller: letters of ASCII, digits, `-` and `_`.
///
/// # Errors
/// What is wrong with it.
pub(crate) fn check_name(name: &str) -> Result<(), String> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    match name.chars().count() {
        1..=NAME_CHARS if name.chars().all(is_plain) => Ok(()),
        _ => Err(format!("a name has 1 to {NAME_CHARS} letters a to z, digits, - or _")),
    }
}

impl LabelFiles {
    pub(crate) fn new(root: PathBuf, are_files: bool) -> Self {
        LabelFiles { root, are_files, lock: Mutex::new(()) }
    }

    /// The table of a labeller, whose name was checked.
    pub(crate) fn table(&self, labeller: &str) -> PathBuf {
        self.folder(labeller).join(BLOCKS_TABLE)
    }

    fn folder(&self, labeller: &str) -> PathBuf {
        if labeller == DEFAULT_LABELLER { self.root.clone() } else { self.root.join(labeller) }
    }

    /// Who has labels: the default labeller first, then the others by name.
    pub(crate) fn labellers(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.root).into_iter().flatten().flatten();
        let folders = entries.filter_map(|entry| entry.file_name().into_string().ok());
        let has_table = |name: &str| self.table(name).is_file();
        let mut others: Vec<String> = folders
            .filter(|name| name != DEFAULT_LABELLER && check_name(name).is_ok() && has_table(name))
            .collect();
        others.sort();
        let first = has_table(DEFAULT_LABELLER).then(|| DEFAULT_LABELLER.to_owned());
        first.into_iter().chain(others).collect()
    }

    /// What a labeller labelled; nothing where there is no file.
    ///
    /// # Errors
    /// Files that cannot be read, or are no tables of labels.
    pub(crate) fn read(&self, labeller: &str) -> io::Result<PersonLabels> {
        let table = LabelTable::read(&self.table(labeller), self.are_files)?;
        let done = match fs::read_to_string(self.folder(labeller).join(DONE)) {
            Ok(text) => text.lines().map(str::to_owned).collect(),
            Err(error) if error.kind() == io::ErrorKind::NotFound => BTreeSet::new(),
            Err(error) => return Err(error),
        };
        let mut pages: BTreeMap<String, Vec<BlockLabel>> = BTreeMap::new();
        for row in &table.rows {
            if let Some((page, label)) = table.label(row) {
                pages.entry(page).or_default().push(label);
            }
        }
        Ok(PersonLabels { pages, done })
    }

    /// Who has labelled which pages, by page. Files that cannot be read count as empty: who labels is told of them.
    pub(crate) fn by_page(&self) -> BTreeMap<String, Vec<String>> {
        let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for labeller in self.labellers() {
            for page in self.read(&labeller).unwrap_or_default().pages.into_keys() {
                found.entry(page).or_default().push(labeller.clone());
            }
        }
        found
    }

    /// Puts the labels of a page in the place of those that it had. Other rows, and other columns, stay as they are.
    ///
    /// # Errors
    /// Files that cannot be read or written. Then what was there is there still.
    pub(crate) fn save(
        &self,
        labeller: &str,
        page: &str,
        labels: &[BlockLabel],
        done: bool,
    ) -> io::Result<()> {
        let _one = self.lock.lock().unwrap_or_else(PoisonError::into_inner);
        let folder = self.folder(labeller);
        fs::create_dir_all(&folder)?;
        let path = folder.join(BLOCKS_TABLE);
        let mut table = LabelTable::read(&path, self.are_files)?;
        table.replace(page, labels);
        whole_file::write(&path, &table.to_bytes()?)?;
        let mut pages = self.read(labeller)?.done;
        let changed = if done { pages.insert(page.to_owned()) } else { pages.remove(page) };
        if changed {
            let text = pages.iter().fold(String::new(), |text, page| text + page + "\n");
            whole_file::write(&folder.join(DONE), text.as_bytes())?;
        }
        Ok(())
    }

    /// How far each two labellers agree.
    ///
    /// # Errors
    /// Files that cannot be read.
    pub(crate) fn agreements(&self) -> io::Result<Vec<Agreement>> {
        let all: Vec<(String, PersonLabels)> = self
            .labellers()
            .into_iter()
            .map(|name| Ok((name.clone(), self.read(&name)?)))
            .collect::<io::Result<_>>()?;
        let mut pairs = Vec::new();
        for (place, a) in all.iter().enumerate() {
            pairs.extend(all[place + 1..].iter().map(|b| agreement(a, b)));
        }
        Ok(pairs)
    }
}

fn agreement((a, of_a): &(String, PersonLabels), (b, of_b): &(String, PersonLabels)) -> Agreement {
    let (mut pages, mut same, mut both) = (0, 0usize, 0usize);
    let (mut content_a, mut content_b) = (0usize, 0usize);
    for (page, labels) in &of_a.pages {
        let Some(others) = of_b.pages.get(page) else { continue };
        pages += 1;
        let others: BTreeMap<&str, bool> =
            others.iter().map(|label| (label.xpath.as_str(), label.is_content)).collect();
        for label in labels {
            if let Some(&other) = others.get(label.xpath.as_str()) {
                both += 1;
                same += usize::from(label.is_content == other);
                content_a += usize::from(label.is_content);
                content_b += usize::from(other);
            }
        }
    }
    let share = |count: usize| count as f64 / both as f64;
    let agreement = (both > 0).then(|| share(same));
    let kappa = agreement.and_then(|agreement| {
        let (p, q) = (share(content_a), share(content_b));
        let chance = p * q + (1.0 - p) * (1.0 - q);
        (chance < 1.0).then(|| (agreement - chance) / (1.0 - chance))
    });
    Agreement { a: a.clone(), b: b.clone(), pages, blocks: both, same: agreement, kappa }
}

/// A table of labels with all its columns.
struct LabelTable {
    are_files: bool,
    header: Vec<String>,
    rows: Vec<Vec<String>>,
    page: usize,
    xpath: usize,
    text: usize,
    label: usize,
}

impl LabelTable {
    /// Reads a table; an empty one where there is no file. Columns that are missing are added.
    fn read(path: &Path, are_files: bool) -> io::Result<LabelTable> {
        let bytes = match fs::read(path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(error),
        };
        let mut reader = csv::ReaderBuilder::new().flexible(true).from_reader(&bytes[..]);
        let mut header: Vec<String> =
            reader.headers().map_err(io::Error::other)?.iter().map(str::to_owned).collect();
        let page = PAGE_COLUMNS.iter().find_map(|name| header.iter().position(|column| column == name));
        let page = page.unwrap_or_else(|| add(&mut header, COLUMNS[0]));
        let [xpath, text, label] = [COLUMNS[1], COLUMNS[2], COLUMNS[3]].map(|name| {
            header.iter().position(|column| column == name).unwrap_or_else(|| add(&mut header, name))
        });
        let mut rows = Vec::new();
        for record in reader.records() {
            let record = record.map_err(io::Error::other)?;
            let mut row: Vec<String> = record.iter().map(str::to_owned).collect();
            row.resize(header.len().max(row.len()), String::new());
            rows.push(row);
        }
        Ok(LabelTable { are_files, header, rows, page, xpath, text, label })
    }

    /// The page of a row and its label; `None` where it has none.
    fn label(&self, row: &[String]) -> Option<(String, BlockLabel)> {
        let is_content = is_content(&row[self.label]).ok()?;
        let (xpath, text) = (row[self.xpath].clone(), row[self.text].clone());
        Some((self.page_of(row).to_owned(), BlockLabel { xpath, text, is_content }))
    }

    /// The name of the page of a row.
    fn page_of<'r>(&self, row: &'r [String]) -> &'r str {
        if self.are_files { id_of(&row[self.page]) } else { &row[self.page] }
    }

    fn replace(&mut self, page: &str, labels: &[BlockLabel]) {
        let (of_page, others): (Vec<_>, Vec<_>) = std::mem::take(&mut self.rows)
            .into_iter()
            .enumerate()
            .partition(|(_, row)| self.page_of(row) == page);
        let place = of_page.first().map_or(others.len(), |&(place, _)| place);
        self.rows = others.into_iter().map(|(_, row)| row).collect();
        let new = labels.iter().map(|label| {
            let mut row = vec![String::new(); self.header.len()];
            page.clone_into(&mut row[self.page]);
            row[self.xpath].clone_from(&label.xpath);
            row[self.text].clone_from(&label.text);
            let name = if label.is_content { "content" } else { "noise" };
            name.clone_into(&mut row[self.label]);
            row
        });
        let new: Vec<Vec<String>> = new.collect();
        self.rows.splice(place..place, new);
    }

    fn to_bytes(&self) -> io::Result<Vec<u8>> {
        let mut writer = csv::WriterBuilder::new().flexible(true).from_writer(Vec::new());
        writer.write_record(&self.header)?;
        for row in &self.rows {
            writer.write_record(row)?;
        }
        writer.into_inner().map_err(|error| io::Error::other(error.to_string()))
    }
}

fn add(header: &mut Vec<String>, name: &str) -> usize {
    header.push(name.to_owned());
    header.len() - 1
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn label(xpath: &str, is_content: bool) -> BlockLabel {
        BlockLabel { xpath: xpath.to_owned(), text: String::new(), is_content }
    }

    #[test]
    fn a_page_is_replaced_and_all_else_stays() {
        let folder = tempfile::tempdir().unwrap();
        let table = folder.path().join(BLOCKS_TABLE);
        fs::write(
            &table,
            "note,id,text,label\nfirst,oats,More from us,noise\n,rye,\"a, b\",content\n,mill,,\n",
        )
        .unwrap();
        let files = LabelFiles::new(folder.path().to_owned(), true);
        files
            .save(
                DEFAULT_LABELLER,
                "rye",
                &[label("/html/body/p", true), label("/html/body/p[2]", false)],
                true,
            )
            .unwrap();
        let written = fs::read_to_string(&table).unwrap();
        let lines: Vec<&str> = written.lines().collect();
        assert_eq!(
            lines,
            [
                "note,id,text,label,xpath",
                "first,oats,More from us,noise,",
                ",rye,,content,/html/body/p",
                ",rye,,noise,/html/body/p[2]",
                ",mill,,,"
            ]
        );
        let read = files.read(DEFAULT_LABELLER).unwrap();
        assert_eq!(read.pages["rye"].len(), 2);
        assert_eq!(read.pages["oats"][0].text, "More from us");
        assert!(!read.pages.contains_key("mill"));
        assert_eq!(read.done, BTreeSet::from(["rye".to_owned()]));
        files.save(DEFAULT_LABELLER, "rye", &[], false).unwrap();
        let read = files.read(DEFAULT_LABELLER).unwrap();
        assert!(!read.pages.contains_key("rye") && read.done.is_empty());
    }

    #[test]
    fn labellers_have_folders_and_agree_by_blocks() {
        let folder = tempfile::tempdir().unwrap();
        let files = LabelFiles::new(folder.path().to_owned(), true);
        let paths = ["/a", "/b", "/c", "/d"];
        let labels = |content: [bool; 4]| {
            paths.iter().zip(content).map(|(path, is)| label(path, is)).collect::<Vec<_>>()
        };
        files.save("ana", "rye", &labels([true, true, false, false]), true).unwrap();
        files.save("bo", "rye", &labels([true, false, false, false]), true).unwrap();
        files.save("bo", "oats", &labels([true; 4]), true).unwrap();
        assert_eq!(files.labellers(), ["ana", "bo"]);
        let found = files.agreements().unwrap();
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].pages, found[0].blocks, found[0].same), (1, 4, Some(0.75)));
        // Chance: .5 · .25 + .5 · .75 = .5, so kappa is (.75 − .5) / .5.
        assert_eq!(found[0].kappa, Some(0.5));
    }

    #[test]
    fn names_are_plain() {
        assert!(check_name("ana-2").is_ok());
        for name in ["", "..", "a/b", "ana maria", &"x".repeat(41)] {
            assert!(check_name(name).is_err(), "{name}");
        }
    }

    #[test]
    fn what_is_no_table_is_an_error_and_stays() {
        let folder = tempfile::tempdir().unwrap();
        let table = folder.path().join(BLOCKS_TABLE);
        fs::write(&table, b"page,label\n\"\xff,content\n").unwrap();
        let files = LabelFiles::new(folder.path().to_owned(), true);
        assert!(files.save(DEFAULT_LABELLER, "rye", &[], true).is_err());
        assert_eq!(fs::read(&table).unwrap(), b"page,label\n\"\xff,content\n");
    }
}
