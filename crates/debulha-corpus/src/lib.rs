//! Labelled corpora on disk: labels in `truth.jsonl`, in `truth.csv`, in a text beside each page, or as labels of blocks in
//! any of these, in `blocks.csv` or in the pages themselves; pages as served. Run files ([`run_file`]) hold what systems extracted.
#![forbid(unsafe_code)]

mod annotated;
mod block_labels;
pub mod corpus_pages;
mod error;
mod gold;
pub mod held_out;
mod labelled;
mod labels;
pub mod run_file;
mod survey;

use debulha_core::layout::LayoutRecord;
use debulha_core::source::{LoadedPage, PageSource};
use debulha_dom::decode::decode;
use debulha_io::layout_files;
use debulha_learn::label::{Annotations, LinkSelectors};
use debulha_learn::pages::FormLabels;
use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use sha2::{Digest, Sha256};
use url::Url;

pub use self::annotated::ATTRIBUTE;
pub use self::annotated::without_labels;
pub use self::block_labels::{BLOCKS_TABLE, is_content};
pub use self::error::CorpusError;
pub use self::gold::Gold;
pub use self::labelled::Unresolved;
pub use self::labels::{TRUTH_TABLE, id_of, is_corpus};
pub use self::survey::why_no_corpus;
use crate::run_file::RunRow;

/// Name of the file with the labels.
pub const TRUTH_FILE: &str = "truth.jsonl";

/// What people labelled on one page. Fields of the file that are not here are ignored.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
pub struct LabelledPage {
    /// Key of the page within its corpus. Where the labels have none, the name of its file without endings.
    #[serde(default)]
    pub id: String,
    /// Path of the page from the folder of the corpus; else it is `pages/<id>.html.gz`, `.html` or `.htm`.
    #[serde(default)]
    pub file: Option<String>,
    /// Address the page was fetched from.
    #[serde(default)]
    pub url: Option<String>,
    /// Site of the page; where the file has none, the host of `url`.
    #[serde(default)]
    pub site: Option<String>,
    /// Kind of page, e.g. `article` or `forum`.
    #[serde(default)]
    pub page_type: Option<String>,
    /// Language code.
    #[serde(default)]
    pub lang: Option<String>,
    /// Main text. `None` when no text was labelled, which is not the same as an empty text.
    #[serde(default)]
    pub text: Option<String>,
    /// Path of the file with the main text, in UTF-8, from the folder of the corpus.
    #[serde(default)]
    pub text_file: Option<String>,
    /// Parts of the page that were labelled: `blocks`, a list of objects with `xpath` or `text`, and `label`.
    #[serde(default, deserialize_with = "block_labels::annotations")]
    pub blocks: Annotations,
    /// Readers' comments, where they are labelled apart from the main text.
    #[serde(default)]
    pub comments: Option<String>,
    /// Snippets that an extraction must contain.
    #[serde(default)]
    pub with: Vec<String>,
    /// Snippets that an extraction must not contain.
    #[serde(default)]
    pub without: Vec<String>,
    /// Title of the content.
    #[serde(default)]
    pub title: Option<String>,
    /// Author line.
    #[serde(default)]
    pub author: Option<String>,
    /// Date of publication, as labelled.
    #[serde(default)]
    pub date: Option<String>,
    /// Product data: the accepted values of `price`, `currency`, `availability`, `sku`, `brand`, `gtin` and `mpn`.
    #[serde(default)]
    pub product: Option<std::collections::BTreeMap<String, Vec<String>>>,
    /// Body of the submission that led to the page, of a form sent by POST.
    #[serde(default)]
    pub body: Option<String>,
    /// Charset to hand over as the one of the transport.
    #[serde(default)]
    pub encoding: Option<String>,
    /// Records of the page; see `record_corpus` of debulha-eval for the two shapes that there are.
    #[serde(default)]
    pub records: Option<serde_json::Value>,
    /// Links to other pages of a list or article, by CSS selectors: `next`, `prev`, `page`, `first` and `last`.
    #[serde(flatten)]
    pub page_links: LinkSelectors,
    /// Character spans of the fields of each record.
    #[serde(default)]
    pub spans: Option<Vec<Vec<(usize, usize)>>>,
    /// Values that vary over the pages of a template: pairs of a type and a text.
    #[serde(default)]
    pub values: Option<serde_json::Value>,
    /// Types of `values` that a person found right.
    #[serde(default)]
    pub values_checked: Option<serde_json::Value>,
    /// Types of its forms, a code each, in document order.
    #[serde(default)]
    pub forms: Option<serde_json::Value>,
    /// Values of named fields of the page, each a list of texts. Where there are [`forms`](Self::forms), the types of the
    /// fields of each: an object of codes by names, or null.
    #[serde(default)]
    pub fields: Option<serde_json::Value>,
}

impl LabelledPage {
    /// What people said of its forms; none where they said nothing, or something else than types.
    pub fn form_labels(&self) -> Vec<FormLabels> {
        let Some(kinds) = self.forms.as_ref().and_then(|forms| Vec::<String>::deserialize(forms).ok()) else {
            return Vec::new();
        };
        let fields = self.fields.as_ref().and_then(|fields| Vec::deserialize(fields).ok());
        let fields: Vec<Option<BTreeMap<String, String>>> = fields.unwrap_or_default();
        let mut fields = fields.into_iter().map(Option::unwrap_or_default);
        kinds.into_iter().map(|kind| FormLabels { kind, fields: fields.next().unwrap_or_default() }).collect()
    }
}

/// A labelled corpus: labels in memory, pages read on demand.
#[derive(Debug, Clone)]
pub struct Corpus {
    dir: PathBuf,
    name: String,
    digest: String,
    pages: Vec<LabelledPage>,
    index: HashMap<String, usize>,
    unresolved: Option<Unresolved>,
    layouts: Option<PathBuf>,
}

impl Corpus {
    /// Reads the labels of the corpus in `dir`, in the first form that is there:
    ///
    /// 1. `truth.jsonl`, an object with the fields of [`LabelledPage`] a line; blank lines are skipped;
    /// 2. `truth.csv`, a table with columns of these names;
    /// 3. pages with a text of the same name, `a.html` with `a.txt`, beside it or in `texts/`, or the pages in `pages/`;
    ///    also those without a text that carry [`ATTRIBUTE`] or have labels in `blocks.csv`.
    ///
    /// In each form `blocks.csv` ([`BLOCKS_TABLE`]) may label blocks, with columns `page`, `xpath` or `text`, and `label`.
    ///
    /// # Errors
    /// When labels or texts cannot be read or are malformed, a page has no id, or an id occurs twice.
    pub fn open(dir: impl Into<PathBuf>) -> Result<Self, CorpusError> {
        let dir = dir.into();
        let (mut pages, digested) = labels::read(&dir)?;
        let mut index = HashMap::new();
        for (place, page) in pages.iter_mut().enumerate() {
            page.site = page.site.take().or_else(|| host(page.url.as_deref()?));
            let id = page.id.clone();
            if id.is_empty() {
                return Err(CorpusError::NoId { path: dir, place: place + 1 });
            }
            if index.insert(id.clone(), place).is_some() {
                return Err(CorpusError::Duplicate { path: dir, place: place + 1, id });
            }
        }
        let name = dir.file_name().unwrap_or(dir.as_os_str()).to_string_lossy().into_owned();
        Ok(Self { name, digest: sha256(&digested), pages, index, dir, unresolved: None, layouts: None })
    }

    /// Reads the corpus in `dir` with gold texts made of other labels by the rule of [`Gold`].
    ///
    /// Unless `gold` is [`Gold::Text`] every page is read and parsed.
    ///
    /// # Errors
    /// As [`open`](Self::open), and when a page cannot be read.
    pub fn open_with(dir: impl Into<PathBuf>, gold: Gold) -> Result<Self, CorpusError> {
        let mut corpus = Self::open(dir)?;
        if gold != Gold::Text {
            let pieces = corpus.pieces()?;
            corpus.make_texts(gold, &pieces)?;
        }
        Ok(corpus)
    }

    /// The same pages, each as a browser drew it where the folder has its record: that of page `a` of the corpus `wcxb` is
    /// `wcxb/a.json.gz` or `a.json.gz`; see [`layout_files::find`].
    #[must_use]
    pub fn with_layouts(self, folder: impl Into<PathBuf>) -> Self {
        Corpus { layouts: Some(folder.into()), ..self }
    }

    /// The same pages as served, whether there are layout records or not.
    #[must_use]
    pub fn without_layouts(self) -> Self {
        Corpus { layouts: None, ..self }
    }

    /// The pages that `keep` is true for, in the same order; the digest stays that of all labels.
    #[must_use]
    pub fn filtered(mut self, keep: impl FnMut(&LabelledPage) -> bool) -> Self {
        self.pages.retain(keep);
        self.index = self.pages.iter().enumerate().map(|(place, page)| (page.id.clone(), place)).collect();
        self
    }

    /// The same pages with what a run extracted in place of the labels, so that another run is scored by how far it
    /// agrees. Pages that failed or are not in the run have no text to compare with, and no page keeps other labels.
    ///
    /// The digest is that of the texts.
    #[must_use]
    pub fn labelled_by(mut self, run: &[RunRow]) -> Self {
        let texts: HashMap<&str, &RunRow> = run.iter().map(|row| (row.page.as_str(), row)).collect();
        let mut all = Vec::new();
        for page in &mut self.pages {
            let row = texts.get(page.id.as_str()).filter(|row| row.err.is_none());
            let LabelledPage { id, file, url, site, page_type, lang, encoding, .. } = std::mem::take(page);
            let text = row.and_then(|row| row.text.clone());
            all.extend_from_slice(text.as_deref().unwrap_or_default().as_bytes());
            all.push(0);
            *page = LabelledPage {
                id,
                file,
                url,
                site,
                page_type,
                lang,
                text,
                encoding,
                ..LabelledPage::default()
            };
        }
        self.digest = sha256(&all);
        self
    }

    /// Name of the corpus: that of its folder.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The folder of the corpus.
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// All pages, in the order of the file.
    pub fn pages(&self) -> &[LabelledPage] {
        &self.pages
    }

    /// The labels of page `id`.
    pub fn get(&self, id: &str) -> Option<&LabelledPage> {
        self.position(id).map(|i| &self.pages[i])
    }

    /// The place of page `id` in [`Self::pages`].
    pub fn position(&self, id: &str) -> Option<usize> {
        self.index.get(id).copied()
    }

    /// SHA-256 of the labels, in hexadecimal: of the bytes of `truth.jsonl` or `truth.csv`, of texts in files of their own,
    /// of `blocks.csv`, and of the labels that were read from pages.
    ///
    /// Two corpora with the same digest have the same labels. The page files are not part of it.
    pub fn digest(&self) -> &str {
        &self.digest
    }

    /// The bytes of page `id` as served, unpacked, with the labels in it if there are any.
    ///
    /// # Errors
    /// When the corpus has no such page, or its file is missing, leads outside, or is called `.gz` and is not gzip.
    pub fn page_bytes(&self, id: &str) -> Result<Vec<u8>, CorpusError> {
        // Only ids and files of the corpus become paths.
        let page = self
            .get(id)
            .ok_or_else(|| CorpusError::UnknownPage { corpus: self.name.clone(), id: id.to_owned() })?;
        let path = self.page_path(page)?;
        let hint = match page.file {
            Some(_) => "; put the page there or take it out of the labels",
            None => ", nor with the ending .html or .htm; put the page there or name its `file`",
        };
        labels::page_file(&path).map_err(|source| CorpusError::PageFile {
            id: id.to_owned(),
            what: "",
            path,
            hint,
            source,
        })
    }

    /// The file of a page of the corpus, whether it is there or not.
    ///
    /// # Errors
    /// A name that leads outside the corpus.
    pub fn page_path(&self, page: &LabelledPage) -> Result<PathBuf, CorpusError> {
        if let Some(file) = &page.file {
            return labels::inside(&self.dir, file);
        }
        let named =
            labels::ENDINGS.map(|ending| self.dir.join("pages").join(format!("{}.{ending}", page.id)));
        let there = named.iter().find(|path| path.is_file());
        Ok(there.unwrap_or(&named[0]).clone())
    }

    /// A page of the corpus, read: out of its envelope, in the encoding that the corpus states, without labels in its
    /// source.
    ///
    /// # Errors
    /// As [`Corpus::page_bytes`] and [`Corpus::layout`].
    pub fn load(&self, page: &LabelledPage, source: &PageSource) -> Result<LoadedPage, CorpusError> {
        let bytes = self.page_bytes(&page.id)?;
        let (bytes, charset) = (without_wrapper(&bytes), page.encoding.as_deref());
        let loaded = match unlabelled(bytes, charset) {
            Some(text) => source.load_text(&text),
            None => source.load(bytes, charset),
        };
        Ok(match self.layout(page)? {
            Some(record) => loaded.with_layout(&record),
            None => loaded,
        })
    }

    /// The layout record of a page; `None` where there is none.
    ///
    /// # Errors
    /// One that cannot be read.
    pub fn layout(&self, page: &LabelledPage) -> Result<Option<LayoutRecord>, CorpusError> {
        let Some(folder) = &self.layouts else { return Ok(None) };
        let found = layout_files::find(folder, &Path::new(&self.name).join(&page.id));
        Ok(found.map(|path| layout_files::read(&path)).transpose()?)
    }
}

/// The text of a page without the labels in its source ([`ATTRIBUTE`]); `None` where there are none, and the bytes are the page.
/// `charset` is what the transport states. O(bytes).
pub fn unlabelled(bytes: &[u8], charset: Option<&str>) -> Option<String> {
    annotated::may_be_annotated(bytes).then(|| without_labels(&decode(bytes, charset).text).into_owned())
}

fn host(url: &str) -> Option<String> {
    Url::parse(url).ok()?.host_str().map(str::to_owned)
}

fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().fold(String::new(), |mut hex, byte| {
        // Writing to a string cannot fail.
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}

/// The folder of the corpora: `$DEBULHA_DATA`, else `data` in `root`, the workspace, or beside it.
pub fn folder(root: &Path) -> PathBuf {
    let usual =
        || ["data", "../shared/data"].map(|place| root.join(place)).into_iter().find(|dir| dir.is_dir());
    std::env::var_os("DEBULHA_DATA").map(PathBuf::from).or_else(usual).unwrap_or_else(|| root.join("data"))
}

/// The page inside the envelope of the CleanEval files, and any other page as it is.
///
/// CleanEval published its pages as `<text id="address" title="…" encoding="…">`, page, `</text>`. A value may
/// hold `>`, so the tag ends at the first one outside quotes.
pub fn without_wrapper(bytes: &[u8]) -> &[u8] {
    const OPEN: &[u8] = b"<text id=\"";
    const CLOSE: &[u8] = b"</text>";
    let page = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii_start();
    if !page.starts_with(OPEN) {
        return bytes;
    }
    let mut quoted = false;
    let end = page.iter().position(|&byte| {
        quoted ^= byte == b'"';
        byte == b'>' && !quoted
    });
    let Some(end) = end else { return bytes };
    let inner = &page[end + 1..];
    inner.trim_ascii_end().strip_suffix(CLOSE).unwrap_or(inner)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use flate2::Compression;
    use flate2::write::GzEncoder;
    use std::fs::File;
    use std::io::Write;

    fn corpus(truth: &str) -> (tempfile::TempDir, Result<Corpus, CorpusError>) {
        let dir = tempfile::tempdir().unwrap();
        std::fs::write(dir.path().join(TRUTH_FILE), truth).unwrap();
        let corpus = Corpus::open(dir.path());
        (dir, corpus)
    }

    #[test]
    fn reads_labels_and_pages() {
        let truth = concat!(
            r#"{"id": "a", "url": "https://User@WWW.Example.org:8080/x?y", "text": "", "with": ["s"], "year": 7}"#,
            "\n\n",
            r#"{"id": "b", "url": "http://h/", "site": "given", "author": null}"#,
            "\n"
        );
        let (dir, corpus) = corpus(truth);
        let corpus = corpus.unwrap();
        std::fs::create_dir(dir.path().join("pages")).unwrap();
        let mut file =
            GzEncoder::new(File::create(dir.path().join("pages/a.html.gz")).unwrap(), Compression::default());
        file.write_all(b"<p>\xff").unwrap();
        file.finish().unwrap();

        assert_eq!(corpus.pages().len(), 2);
        let a = corpus.get("a").unwrap();
        assert_eq!((a.site.as_deref(), a.text.as_deref()), (Some("www.example.org"), Some("")));
        let b = corpus.get("b").unwrap();
        assert_eq!((b.site.as_deref(), &b.text, &b.author), (Some("given"), &None, &None));
        assert_eq!(corpus.page_bytes("a").unwrap(), b"<p>\xff");
        assert!(matches!(corpus.page_bytes("b"), Err(CorpusError::PageFile { .. })));
        assert!(matches!(corpus.page_bytes("../a"), Err(CorpusError::UnknownPage { .. })));
    }

    #[test]
    fn digest_is_sha256_of_the_labels() {
        let (_dir, corpus) = corpus("");
        let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        assert_eq!(corpus.unwrap().digest(), empty);
    }

    #[test]
    fn errors_name_the_place() {
        let (_dir, malformed) = corpus("{\"id\": \"a\"}\n{\"id\": 3}\n");
        assert!(matches!(malformed, Err(CorpusError::Malformed { line: 2, .. })));
        let (_dir, twice) = corpus("{\"id\": \"a\"}\n{\"id\": \"a\"}");
        let message = twice.unwrap_err().to_string();
        assert!(message.contains("page 2: id \"a\" occurs twice; "), "{message}");
        assert!(matches!(Corpus::open("/nonexistent"), Err(CorpusError::Io { .. })));
    }

    /// Reads the labelled sets where they are at hand: `$DEBULHA_DATA`, else beside the workspace.
    #[test]
    fn labelled_sets() {
        let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
        let data = std::env::var_os("DEBULHA_DATA").map_or(beside, PathBuf::from);
        let Ok(sets) = std::fs::read_dir(&data) else {
            println!("skipped: no labelled sets at {}", data.display());
            return;
        };
        for set in sets {
            let dir = set.unwrap().path();
            if dir.join(TRUTH_FILE).exists() {
                let corpus = Corpus::open(&dir).unwrap();
                let last = corpus.pages().last().unwrap();
                assert!(!corpus.page_bytes(&last.id).unwrap().is_empty(), "{}", corpus.name());
            }
        }
    }
}
