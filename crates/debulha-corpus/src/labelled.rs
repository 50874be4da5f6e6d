//! Labels that stand in pages, or that only pages give a meaning: texts made of records and fields, annotations in the
//! source, places of labelled blocks.

use super::gold::GoldLabels;
use super::{Corpus, CorpusError, Gold, LabelledPage, TRUTH_FILE, annotated, sha256, without_wrapper};
use debulha_core::Evidence;
use debulha_core::source::PageSource;
use debulha_dom::decode::decode;
use debulha_learn::label::LabelPlace;
use rayon::prelude::*;
use std::fmt;
use std::path::PathBuf;

/// Labels of blocks that mean nothing on their pages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unresolved {
    /// How many.
    pub labels: usize,
    /// Of how many labels of blocks of the corpus.
    pub of: usize,
    /// On how many pages.
    pub pages: usize,
    /// The first page.
    pub page: String,
    /// The first label there.
    pub place: LabelPlace,
}

impl fmt::Display for Unresolved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Unresolved { labels, of, pages, page, place } = self;
        write!(
            f,
            "{labels} of {of} block labels match nothing on their page and are skipped (pages: {pages}); page {page:?} has "
        )?;
        match place {
            LabelPlace::XPath(path) => write!(f, "no node at {path}"),
            LabelPlace::Text(text) => {
                let begin: String = text.chars().take(SHOWN_CHARS).collect();
                write!(f, "no element, block or text node with the whole text {begin:?}")?;
                if begin.len() < text.len() { write!(f, " …") } else { Ok(()) }
            }
            LabelPlace::Tag(start) => write!(f, "no element at byte {start}"),
        }
    }
}

/// Characters of a text in a message.
const SHOWN_CHARS: usize = 60;

/// Which pages are looked at for annotations in their source.
#[derive(Clone, Copy, PartialEq, Eq)]
enum AnnotationSearch {
    /// Those that have no text and no labelled blocks: a text is all that scoring needs.
    WithoutLabels,
    /// All.
    All,
}

impl Corpus {
    /// Reads the corpus in `dir`, with a gold text for every page that has labels of any kind.
    ///
    /// Where no page has a labelled text, gold texts are made of the labels that there are: of records, else of fields,
    /// else of values, by the rule of [`Gold`]. Pages without a text that have labelled blocks, in the labels or as
    /// [`ATTRIBUTE`](super::ATTRIBUTE) in their source, get the text of the blocks that are content. Each page that needs
    /// it is read and parsed.
    ///
    /// # Errors
    /// As [`open_with`](Self::open_with); a page with an attribute that is no label.
    pub fn open_labelled(dir: impl Into<PathBuf>) -> Result<Self, CorpusError> {
        Self::open_looking(dir, AnnotationSearch::WithoutLabels)
    }

    /// As [`open_labelled`](Self::open_labelled), but each page is read, so that labels in the source of pages that have
    /// a text too are found: training learns from them, and not from the text.
    ///
    /// # Errors
    /// As [`open_labelled`](Self::open_labelled).
    pub fn open_to_learn(dir: impl Into<PathBuf>) -> Result<Self, CorpusError> {
        Self::open_looking(dir, AnnotationSearch::All)
    }

    fn open_looking(dir: impl Into<PathBuf>, look: AnnotationSearch) -> Result<Self, CorpusError> {
        let mut corpus = Self::open(dir)?;
        if corpus.pages.iter().all(|page| page.text.is_none()) {
            let pieces = corpus.pieces()?;
            if let Some(gold) = Gold::found(&pieces) {
                corpus.make_texts(gold, &pieces)?;
            }
        }
        corpus.read_annotations(look)?;
        corpus.resolve_blocks()?;
        Ok(corpus)
    }

    /// The labels of blocks that mean nothing on their pages; `None` where there are none, and where the corpus was opened
    /// by [`Corpus::open`], which does not look.
    pub fn unresolved(&self) -> Option<&Unresolved> {
        self.unresolved.as_ref()
    }

    /// Reads the labels that stand in pages. The digest then counts them.
    fn read_annotations(&mut self, look: AnnotationSearch) -> Result<(), CorpusError> {
        let is_wanted = |page: &LabelledPage| {
            look == AnnotationSearch::All || (page.text.is_none() && page.blocks.is_empty())
        };
        let read = |page: &LabelledPage| {
            if !is_wanted(page) {
                return Ok(Vec::new());
            }
            let bytes = self.page_bytes(&page.id)?;
            if !annotated::may_be_annotated(&bytes) {
                return Ok(Vec::new());
            }
            let decoded = decode(without_wrapper(&bytes), page.encoding.as_deref());
            annotated::labels_in(&decoded.text).map_err(|reason| CorpusError::Annotation {
                path: self.dir.clone(),
                id: page.id.clone(),
                reason,
            })
        };
        let found: Vec<Vec<_>> = self.pages.par_iter().map(read).collect::<Result<_, _>>()?;
        let mut digested = self.digest.clone().into_bytes();
        for (page, annotations) in self.pages.iter_mut().zip(found) {
            for annotation in &annotations {
                digested.extend(format!("{}\0{annotation:?}\0", page.id).into_bytes());
            }
            page.blocks.0.extend(annotations);
        }
        if digested.len() > self.digest.len() {
            self.digest = sha256(&digested);
        }
        Ok(())
    }

    /// Finds labelled blocks on their pages, and makes the texts that are not there of those that are content.
    fn resolve_blocks(&mut self) -> Result<(), CorpusError> {
        let resolve = |page: &LabelledPage| {
            if page.blocks.is_empty() {
                return Ok(None);
            }
            let loaded = self.load(page, &PageSource::default())?;
            let given = loaded.page(Evidence::of_url(page.url.as_deref()));
            let with_hidden = given.with_hidden_text();
            let shown = with_hidden.as_ref().unwrap_or(&given);
            let resolved = page.blocks.resolve(shown);
            Ok(Some((resolved.labels(shown).plain_text(shown), resolved.unresolved)))
        };
        let found: Vec<Option<(String, Vec<usize>)>> =
            self.pages.par_iter().map(resolve).collect::<Result<_, CorpusError>>()?;
        let of = self.pages.iter().map(|page| page.blocks.0.len()).sum();
        for (page, found) in self.pages.iter_mut().zip(found) {
            let Some((text, unresolved)) = found else { continue };
            page.text.get_or_insert(text);
            if let Some(&first) = unresolved.first() {
                let sum = self.unresolved.get_or_insert_with(|| Unresolved {
                    labels: 0,
                    of,
                    pages: 0,
                    page: page.id.clone(),
                    place: page.blocks.0[first].place.clone(),
                });
                sum.labels += unresolved.len();
                sum.pages += 1;
            }
        }
        Ok(())
    }

    /// The labels of each page that are not its text.
    pub(super) fn pieces(&self) -> Result<Vec<GoldLabels>, CorpusError> {
        let path = self.dir.join(TRUTH_FILE);
        if !path.is_file() {
            return Ok(self.pages.iter().map(|_| GoldLabels::default()).collect());
        }
        let truth = std::fs::read(&path).map_err(|source| CorpusError::Io { path: path.clone(), source })?;
        let lines = truth.split(|&byte| byte == b'\n').enumerate();
        let lines = lines.filter(|(_, line)| !line.trim_ascii().is_empty());
        let read = |(i, line): (usize, &[u8])| {
            let malformed = |source| CorpusError::Malformed { path: path.clone(), line: i + 1, source };
            serde_json::from_slice(line).map_err(malformed)
        };
        lines.map(read).collect()
    }

    pub(super) fn make_texts(&mut self, gold: Gold, pieces: &[GoldLabels]) -> Result<(), CorpusError> {
        for (place, pieces) in pieces.iter().enumerate() {
            let bytes = self.page_bytes(&self.pages[place].id)?;
            let page = &mut self.pages[place];
            page.text = pieces.text(gold, &bytes, page.encoding.as_deref());
        }
        Ok(())
    }
}
