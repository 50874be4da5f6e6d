//! Where the labels of a corpus stand: a file of JSON lines, a table, or a text beside each page.

use super::annotated::may_be_annotated;
use super::block_labels::{BLOCKS_TABLE, BlocksTable, check_columns};
use super::{CorpusError, LabelledPage, TRUTH_FILE};
use flate2::bufread::MultiGzDecoder;
use serde::Deserialize;
use std::fs::{self, File};
use std::io::{self, BufReader, Read};
use std::path::{Component, Path, PathBuf};

/// Name of the table with the labels.
pub const TRUTH_TABLE: &str = "truth.csv";

/// Folders below a corpus that may hold the pages and the texts.
pub(super) const PAGES: &str = "pages";
const TEXTS: &str = "texts";

/// Endings of pages, in the order in which they are looked for.
pub(super) const ENDINGS: [&str; 3] = ["html.gz", "html", "htm"];

/// Whether a folder is a corpus in one of the forms.
pub fn is_corpus(dir: &Path) -> bool {
    [TRUTH_FILE, TRUTH_TABLE, BLOCKS_TABLE].iter().any(|file| dir.join(file).is_file())
        || found(dir).iter().any(|page| page.text.is_some() || page.is_annotated(dir))
}

/// The id of a page of this name: without folders and endings.
pub fn id_of(file: &str) -> &str {
    let name = file.rsplit(['/', '\\']).next().unwrap_or(file);
    let endings = ENDINGS.iter().filter_map(|ending| name.strip_suffix(ending)?.strip_suffix('.'));
    endings.into_iter().next().unwrap_or(name)
}

/// The labelled pages of a corpus, and the bytes that its digest is of.
///
/// # Errors
/// Labels or texts that cannot be read.
pub(super) fn read(dir: &Path) -> Result<(Vec<LabelledPage>, Vec<u8>), CorpusError> {
    let path = dir.join(BLOCKS_TABLE);
    let blocks = path.is_file().then(|| bytes(&path)).transpose()?;
    let table = blocks.as_deref().map(|bytes| BlocksTable::read(&path, bytes)).transpose()?;
    let (pages, truth) = listed(dir, table.as_ref())?;
    let (mut pages, mut digested) = with_texts(dir, pages, truth)?;
    if let Some(table) = table {
        table.label(&path, &mut pages)?;
    }
    digested.extend(blocks.into_iter().flatten());
    Ok((pages, digested))
}

/// The pages as the first form has them that is there, and the bytes of its file.
fn listed(dir: &Path, blocks: Option<&BlocksTable>) -> Result<(Vec<LabelledPage>, Vec<u8>), CorpusError> {
    let (lines, table) = (dir.join(TRUTH_FILE), dir.join(TRUTH_TABLE));
    if lines.is_file() {
        let truth = bytes(&lines)?;
        let mut pages = Vec::new();
        for (i, line) in truth.split(|&byte| byte == b'\n').enumerate() {
            if !line.trim_ascii().is_empty() {
                let malformed = |source| CorpusError::Malformed { path: lines.clone(), line: i + 1, source };
                pages.push(serde_json::from_slice(line).map_err(malformed)?);
            }
        }
        return Ok((pages, truth));
    }
    if table.is_file() {
        let truth = bytes(&table)?;
        let malformed = |source| CorpusError::Table { path: table.clone(), source };
        let mut reader = csv::Reader::from_reader(&truth[..]);
        check_columns(&table, reader.headers().map_err(malformed)?, &[&["id", "file"]])?;
        let pages: Result<Vec<_>, _> =
            reader.into_deserialize::<PageListRow>().map(|row| row.map(LabelledPage::from)).collect();
        return Ok((pages.map_err(malformed)?, truth));
    }
    let is_labelled = |page: &FoundPage| {
        let has_blocks = || blocks.is_some_and(|blocks| blocks.has(id_of(&page.file)));
        page.text.is_some() || has_blocks() || page.is_annotated(dir)
    };
    let pages: Vec<LabelledPage> =
        found(dir).into_iter().filter(is_labelled).map(LabelledPage::from).collect();
    if pages.is_empty() {
        // The usual form is the one that is missed.
        bytes(&lines)?;
    }
    Ok((pages, Vec::new()))
}

/// Gives pages ids by their files, and the texts that have files of their own.
fn with_texts(
    dir: &Path,
    mut pages: Vec<LabelledPage>,
    mut digested: Vec<u8>,
) -> Result<(Vec<LabelledPage>, Vec<u8>), CorpusError> {
    for page in &mut pages {
        if page.id.is_empty() {
            page.id = page.file.as_deref().map(id_of).unwrap_or_default().to_owned();
        }
        if let Some(file) = page.text_file.as_deref().filter(|_| page.text.is_none()) {
            let path = inside(dir, file)?;
            let id = page.id.clone();
            let text = fs::read(&path).map_err(|source| CorpusError::PageFile {
                id,
                what: "its text, ",
                path,
                hint: "",
                source,
            })?;
            digested.extend_from_slice(page.id.as_bytes());
            digested.push(0);
            digested.extend_from_slice(&text);
            page.text = Some(String::from_utf8_lossy(&text).trim_start_matches('\u{feff}').to_owned());
        }
    }
    Ok((pages, digested))
}

/// A file of a corpus by the path that its labels give, which must not lead outside.
pub(super) fn inside(dir: &Path, file: &str) -> Result<PathBuf, CorpusError> {
    let path = Path::new(file);
    if path.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir)) {
        Ok(dir.join(path))
    } else {
        Err(CorpusError::Outside { file: file.to_owned() })
    }
}

fn bytes(path: &Path) -> Result<Vec<u8>, CorpusError> {
    fs::read(path).map_err(|source| CorpusError::Io { path: path.to_owned(), source })
}

/// The bytes of a page, unpacked.
pub(super) fn page_file(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut file = BufReader::new(File::open(path)?);
    if path.extension().is_some_and(|ending| ending == "gz") {
        MultiGzDecoder::new(file).read_to_end(&mut bytes)?;
    } else {
        file.read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}

/// A page of a folder without a list of pages; paths are from the folder.
pub(super) struct FoundPage {
    pub(super) file: String,
    /// The text of the same name, beside the page or in `texts`.
    text: Option<String>,
}

impl FoundPage {
    /// Whether there may be labels in the page.
    fn is_annotated(&self, dir: &Path) -> bool {
        page_file(&dir.join(&self.file)).is_ok_and(|bytes| may_be_annotated(&bytes))
    }
}

impl From<FoundPage> for LabelledPage {
    fn from(found: FoundPage) -> LabelledPage {
        LabelledPage { file: Some(found.file), text_file: found.text, ..LabelledPage::default() }
    }
}

/// The pages of a folder, in it or in `pages` below it, in order.
pub(super) fn found(dir: &Path) -> Vec<FoundPage> {
    let name = |path: &Path| path.to_string_lossy().replace('\\', "/");
    let mut found = Vec::new();
    for folder in ["", PAGES] {
        let Ok(entries) = fs::read_dir(dir.join(folder)) else { continue };
        for file in entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok()) {
            let id = id_of(&file);
            if id == file {
                continue;
            }
            let text = format!("{id}.txt");
            let places = [Path::new(folder).join(&text), Path::new(TEXTS).join(&text)];
            let text = places.into_iter().find(|text| dir.join(text).is_file());
            found.push(FoundPage {
                file: name(&Path::new(folder).join(&file)),
                text: text.as_deref().map(name),
            });
        }
    }
    found.sort_by(|a, b| a.file.cmp(&b.file));
    found
}

/// A row of the table; columns that are missing or empty are not known.
#[derive(Default, Deserialize)]
#[serde(default)]
struct PageListRow {
    id: Option<String>,
    file: Option<String>,
    url: Option<String>,
    body: Option<String>,
    site: Option<String>,
    page_type: Option<String>,
    lang: Option<String>,
    text: Option<String>,
    text_file: Option<String>,
    comments: Option<String>,
    title: Option<String>,
    author: Option<String>,
    date: Option<String>,
    encoding: Option<String>,
}

impl From<PageListRow> for LabelledPage {
    fn from(row: PageListRow) -> LabelledPage {
        LabelledPage {
            id: row.id.unwrap_or_default(),
            file: row.file,
            url: row.url,
            body: row.body,
            site: row.site,
            page_type: row.page_type,
            lang: row.lang,
            text: row.text,
            text_file: row.text_file,
            comments: row.comments,
            title: row.title,
            author: row.author,
            date: row.date,
            encoding: row.encoding,
            ..LabelledPage::default()
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::super::Corpus;
    use super::*;
    use tempfile::TempDir;

    fn folder(files: &[(&str, &str)]) -> TempDir {
        let dir = tempfile::tempdir().unwrap();
        for (name, text) in files {
            let path = dir.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        dir
    }

    fn texts(dir: &TempDir) -> Vec<(String, String, String)> {
        assert!(is_corpus(dir.path()));
        let corpus = Corpus::open(dir.path()).unwrap();
        let page = |page: &LabelledPage| {
            let bytes = corpus.page_bytes(&page.id).unwrap();
            (page.id.clone(), page.text.clone().unwrap_or_default(), String::from_utf8(bytes).unwrap())
        };
        corpus.pages().iter().map(page).collect()
    }

    fn expected() -> Vec<(String, String, String)> {
        [("oats", "Oats.", "<p>Oats."), ("rye", "Rye.", "<p>Rye.")]
            .map(|(a, b, c)| (a.into(), b.into(), c.into()))
            .to_vec()
    }

    #[test]
    fn the_same_corpus_in_every_form() {
        let (rye, oats) = (("pages/rye.html", "<p>Rye."), ("pages/oats.htm", "<p>Oats."));
        let lines = "{\"id\":\"oats\",\"text\":\"Oats.\"}\n\n{\"file\":\"pages/rye.html\",\"text_file\":\"rye.txt\"}\n";
        let forms: [&[(&str, &str)]; 4] = [
            &[rye, oats, ("truth.jsonl", lines), ("rye.txt", "Rye.")],
            &[
                rye,
                oats,
                ("truth.csv", "file,text,url\npages/oats.htm,Oats.,\npages/rye.html,Rye.,http://a.org/\n"),
            ],
            &[
                rye,
                oats,
                ("texts/rye.txt", "Rye."),
                ("texts/oats.txt", "\u{feff}Oats."),
                ("pages/bare.html", ""),
            ],
            &[
                ("rye.html", "<p>Rye."),
                ("oats.html", "<p>Oats."),
                ("rye.txt", "Rye."),
                ("oats.txt", "Oats."),
                ("notes.txt", ""),
            ],
        ];
        for files in forms {
            assert_eq!(texts(&folder(files)), expected());
        }
    }

    #[test]
    fn no_path_leads_out_of_a_corpus() {
        for row in ["{\"file\":\"../x.html\"}", "{\"file\":\"/etc/hosts\"}"] {
            let corpus = Corpus::open(folder(&[("truth.jsonl", row)]).path()).unwrap();
            let id = corpus.pages()[0].id.clone();
            assert!(matches!(corpus.page_bytes(&id), Err(CorpusError::Outside { .. })), "{row}");
        }
        let text = folder(&[("truth.jsonl", "{\"id\":\"a\",\"text_file\":\"../x\"}")]);
        assert!(matches!(Corpus::open(text.path()), Err(CorpusError::Outside { .. })));
        assert!(matches!(
            Corpus::open(folder(&[("truth.jsonl", "{}")]).path()),
            Err(CorpusError::NoId { .. })
        ));
        assert!(matches!(
            Corpus::open(folder(&[("truth.csv", "id\na\na,b\n")]).path()),
            Err(CorpusError::Table { .. })
        ));
        assert!(!is_corpus(folder(&[("a.html", ""), ("b.txt", "")]).path()));
    }

    #[test]
    fn ids_are_names_without_endings() {
        let names = ["a.html", "x/a.html.gz", "a.htm", "a", "x\\a.html"];
        assert_eq!(names.map(id_of), ["a"; 5]);
        assert_eq!(id_of("a.b.html"), "a.b");
    }
}
