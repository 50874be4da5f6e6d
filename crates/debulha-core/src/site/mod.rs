//! The site methods, one file each, named by its id: systems that learn from pages of a site what is template on any
//! page of it. This file is their contract and their registry.
//!
//! | step | what happens | result |
//! |---|---|---|
//! | observe | a page is read once, alone | a record: what the method keeps of it |
//! | merge | records of the same site come together, whoever observed them | [`sample::Sample`]: at most so many pages |
//! | finish | the sample's records are counted and compared | an ordinary [`Extractor`] |
//!
//! The sample is the pages with the smallest keys, so merging is exact: associative, commutative and idempotent, for
//! every method, since what a method counts is counted in `finish`. Nothing in a record depends on another page.

pub mod by_template;
pub mod evidence;
pub mod filter;
pub mod number_set;
pub mod sample;
pub mod structure;
pub mod template_evidence;

use crate::extractor::{Extractor, ExtractorInfo, Scratch};
use crate::outcome::{Abstention, Outcome, Reason};
use crate::page::Page;
use crate::params::{BuildError, ParamMap};
use debulha_dom::NodeId;
use sample::PageKey;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use structure::Sketch;
use template_evidence::TemplateEvidenceParams;
use thiserror::Error;

/// One page of a sample, as a method gets it to learn from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Observed<R> {
    /// The page's key.
    pub key: PageKey,
    /// The crawl that the page was seen in, such as its date; crawls follow one another in the order of their
    /// names. Empty where nobody said.
    pub crawl: Arc<str>,
    /// What the method kept of the page.
    pub record: R,
}

/// A published way to learn from pages of a site what is content on any of its pages.
pub trait SiteMethod: Send + Sync + Sized + 'static {
    /// What is kept of a page. Small: it is stored for each page of the sample. Deterministic: no hash maps.
    type Record: Serialize + DeserializeOwned + Send + Sync;
    /// What was learned.
    type Learned: LearnedMethod;

    /// Description of the method.
    const INFO: &'static SiteMethodInfo;

    /// The parameters in force.
    fn params(&self) -> ParamMap;

    /// Reads one page alone.
    fn observe(&self, page: &Page<'_>) -> Self::Record;

    /// Learns from pages, which come in the order of their keys, each once.
    fn finish(&self, pages: Vec<Observed<Self::Record>>) -> Self::Learned;
}

/// What a method learned from a site, at work on a page.
///
/// The page may be one of those that were learned from: [`Page::key`] tells. It is judged as if by the others and
/// itself, where the method counts the page itself, and never twice.
pub trait LearnedMethod: Send + Sync + 'static {
    /// Decides which text of the page is content.
    fn label(&self, page: &Page<'_>, scratch: &mut Scratch) -> Outcome;

    /// Says by which rules and numbers a text node was kept or dropped; `None` where the answer says it all.
    fn why(&self, _: &Page<'_>, _: &mut Scratch, _: NodeId) -> Option<Vec<Reason>> {
        None
    }
}

/// Description of a site method.
#[derive(Debug, Clone, Copy)]
pub struct SiteMethodInfo {
    /// Description of the extractors that it makes. Built from it without pages, an extractor abstains.
    pub extractor: &'static ExtractorInfo,
    /// The parameters that decide what is kept of a page. Records that were kept with other values are of no use.
    pub kept: &'static [&'static str],
    /// Fewest pages that its authors learn from, or that it makes sense with.
    pub min_pages: usize,
    /// Builds the method from parameters.
    pub build: fn(&ParamMap) -> Result<Box<dyn AnySiteMethod>, BuildError>,
}

/// What is known of sites, such as the site store of `debulha-io`: what systems are built from that learn from sites.
pub trait SiteKnowledge {
    /// Builds a site method for the pages of these sites.
    ///
    /// # Errors
    /// Nothing is known for the method, it does not accept the parameters, or what is known cannot be read.
    fn build(
        &self,
        method: &str,
        params: &ParamMap,
    ) -> Result<Box<dyn Extractor>, Box<dyn std::error::Error + Send + Sync>>;

    /// An extractor whose answers are taken without the text that the site of the page repeats.
    fn without_repeated(
        &self,
        extractor: Box<dyn Extractor>,
        params: TemplateEvidenceParams,
    ) -> Box<dyn Extractor>;
}

/// Why kept records cannot be read.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum RecordError {
    /// The bytes are no record of this method.
    #[error("not a record of `{method}`: {source}")]
    Bytes {
        /// Id of the method.
        method: &'static str,
        /// The cause.
        source: postcard::Error,
    },
    /// The JSON is no record of this method.
    #[error("not a record of `{method}`: {source}")]
    Json {
        /// Id of the method.
        method: &'static str,
        /// The cause.
        source: serde_json::Error,
    },
}

/// A [`SiteMethod`] of any record type, with records to be stored and sent: bytes that begin with the sketch of the
/// page's structure ([`structure::Sketch`]), by which the pages of a template can be told; then the record itself in
/// the encoding of postcard.
pub trait AnySiteMethod: Send + Sync {
    /// Description of the method.
    fn info(&self) -> &'static SiteMethodInfo;

    /// The parameters in force.
    fn params(&self) -> ParamMap;

    /// Reads one page alone.
    fn observe(&self, page: &Page<'_>) -> Vec<u8>;

    /// Learns from pages in any order, each given once. [`by_template::finish`] does so template by template.
    ///
    /// # Errors
    /// [`RecordError`] for a record of another method or version.
    fn finish(&self, pages: &[Observed<&[u8]>]) -> Result<Box<dyn Extractor>, RecordError>;

    /// A record as JSON, for people and other programs.
    ///
    /// # Errors
    /// [`RecordError`] for a record of another method or version.
    fn record_to_json(&self, record: &[u8]) -> Result<serde_json::Value, RecordError>;

    /// A record from JSON.
    ///
    /// # Errors
    /// [`RecordError`] for what is not the JSON of a record.
    fn record_from_json(&self, record: serde_json::Value) -> Result<Vec<u8>, RecordError>;
}

impl<M: SiteMethod> AnySiteMethod for M {
    fn info(&self) -> &'static SiteMethodInfo {
        M::INFO
    }

    fn params(&self) -> ParamMap {
        SiteMethod::params(self)
    }

    fn observe(&self, page: &Page<'_>) -> Vec<u8> {
        to_bytes(page.structure(), &SiteMethod::observe(self, page))
    }

    fn finish(&self, pages: &[Observed<&[u8]>]) -> Result<Box<dyn Extractor>, RecordError> {
        let mut read = pages
            .iter()
            .map(|page| {
                let record = from_bytes::<M>(page.record)?;
                Ok(Observed { key: page.key, crawl: Arc::clone(&page.crawl), record })
            })
            .collect::<Result<Vec<_>, RecordError>>()?;
        read.sort_by_key(|page| page.key);
        let learned = SiteMethod::finish(self, read);
        Ok(Box::new(LearnedExtractor { info: M::INFO.extractor, params: SiteMethod::params(self), learned }))
    }

    fn record_to_json(&self, record: &[u8]) -> Result<serde_json::Value, RecordError> {
        let stored = StoredRecord { structure: structure_of::<M>(record)?, record: from_bytes::<M>(record)? };
        serde_json::to_value(stored).map_err(json_error::<M>)
    }

    fn record_from_json(&self, record: serde_json::Value) -> Result<Vec<u8>, RecordError> {
        let StoredRecord { structure, record }: StoredRecord<M::Record> =
            serde_json::from_value(record).map_err(json_error::<M>)?;
        Ok(to_bytes(&structure, &record))
    }
}

/// A stored record as JSON.
#[derive(Serialize, Deserialize)]
struct StoredRecord<R> {
    structure: Sketch,
    record: R,
}

fn to_bytes<R: Serialize>(structure: &Sketch, record: &R) -> Vec<u8> {
    let bytes = structure.to_bytes().to_vec();
    // Fails for sequences of unknown length alone, which records do not have.
    postcard::to_extend(record, bytes).unwrap_or_default()
}

fn from_bytes<M: SiteMethod>(record: &[u8]) -> Result<M::Record, RecordError> {
    let record = record.get(structure::BYTES..).unwrap_or_default();
    postcard::from_bytes(record).map_err(|source| RecordError::Bytes { method: M::INFO.extractor.id, source })
}

fn structure_of<M: SiteMethod>(record: &[u8]) -> Result<Sketch, RecordError> {
    let end = postcard::Error::DeserializeUnexpectedEnd;
    Sketch::of_record(record).ok_or(RecordError::Bytes { method: M::INFO.extractor.id, source: end })
}

fn json_error<M: SiteMethod>(source: serde_json::Error) -> RecordError {
    RecordError::Json { method: M::INFO.extractor.id, source }
}

/// What a method learned, as an extractor.
struct LearnedExtractor<L> {
    info: &'static ExtractorInfo,
    params: ParamMap,
    learned: L,
}

impl<L: LearnedMethod> Extractor for LearnedExtractor<L> {
    fn info(&self) -> &'static ExtractorInfo {
        self.info
    }

    fn params(&self) -> ParamMap {
        self.params.clone()
    }

    fn extract(&self, page: &Page<'_>, scratch: &mut Scratch) -> Outcome {
        self.learned.label(page, scratch)
    }

    fn why(&self, page: &Page<'_>, scratch: &mut Scratch, text_node: NodeId) -> Vec<Reason> {
        self.learned
            .why(page, scratch, text_node)
            .unwrap_or_else(|| crate::extractor::plain_reason(self, page, scratch, text_node))
    }
}

/// A site method that has learned from no page: it abstains.
#[doc(hidden)]
pub struct Unlearned(pub &'static ExtractorInfo, pub ParamMap);

impl Extractor for Unlearned {
    fn info(&self) -> &'static ExtractorInfo {
        self.0
    }

    fn params(&self) -> ParamMap {
        self.1.clone()
    }

    fn extract(&self, _: &Page<'_>, _: &mut Scratch) -> Outcome {
        Outcome::Abstained(Abstention::Missing("pages of the site to learn from"))
    }
}

/// Learns from pages at hand, in memory.
///
/// ```
/// use debulha_core::site::template_evidence::TemplateEvidenceMethod;
/// use debulha_core::{Page, Scratch, site};
/// use debulha_dom::{Limits, parse};
///
/// let trees: Vec<_> = ["Rye", "Oats", "Wheat"]
///     .map(|story| parse(&format!("<p>Subscribe now!</p><p>{story}</p>"), &Limits::default()))
///     .into();
/// let method = TemplateEvidenceMethod::default();
/// let pages: Vec<_> = trees.iter().map(|parsed| Page::new(&parsed.document)).collect();
/// let extractor = site::learn(&method, &pages);
/// let outcome = extractor.extract(&pages[0], &mut Scratch::default());
/// assert_eq!(outcome.labels().expect("labels").plain_text(&pages[0]), "Rye");
/// ```
pub fn learn<'p, 'd: 'p>(
    method: &dyn AnySiteMethod,
    pages: impl IntoIterator<Item = &'p Page<'d>>,
) -> Box<dyn Extractor> {
    let mut sample = sample::Sample::new(usize::MAX);
    for page in pages {
        sample.insert(page.key(), sample::KeptPage { content: 0, record: method.observe(page) });
    }
    finish_sample(method, &sample)
        .unwrap_or_else(|_| Box::new(Unlearned(method.info().extractor, method.params())))
}

/// Learns from the pages of a sample that were seen in one crawl.
///
/// # Errors
/// [`RecordError`] for records of another method or version.
pub fn finish_sample(
    method: &dyn AnySiteMethod,
    sample: &sample::Sample<Vec<u8>>,
) -> Result<Box<dyn Extractor>, RecordError> {
    let crawl: Arc<str> = Arc::from("");
    let pages: Vec<Observed<&[u8]>> = sample
        .pages()
        .map(|(key, kept)| Observed { key, crawl: Arc::clone(&crawl), record: &*kept.record })
        .collect();
    method.finish(&pages)
}

/// Declares a site method: its documentation, its parameter set and its description, in one place.
///
/// The type gets the field `params` and the trait [`SiteMethod`]; `record` and `learned` name its types, and it must
/// have the methods `fn keep(&self, page: &Page<'_>) -> Record` and
/// `fn learn(&self, pages: Vec<Observed<Record>>) -> Learned`.
#[macro_export]
macro_rules! site_method {
    ($(#[doc = $doc:literal])* pub struct $name:ident($params:ty) {
        id: $id:literal,
        title: $title:literal,
        cite: [$($cite:literal),* $(,)?],
        provenance: $provenance:ident,
        unit: $unit:ident,
        record: $record:ty,
        learned: $learned:ty,
        kept: [$($kept:literal),* $(,)?],
        min_pages: $min_pages:literal,
        presets: [$($preset:expr),* $(,)?],
    }) => {
        $crate::__system!(type $(#[doc = $doc])* $name($params));

        impl $crate::site::SiteMethod for $name {
            type Record = $record;
            type Learned = $learned;

            const INFO: &'static $crate::site::SiteMethodInfo = &$crate::site::SiteMethodInfo {
                extractor: &$crate::ExtractorInfo {
                    about: $crate::__system!(about [$($doc),*] $id $title [$($cite),*] $provenance
                        $crate::extractor::Needs { site: true, ..$crate::extractor::Needs::PAGE },
                        $params, [$($preset),*]),
                    unit: $crate::extractor::Unit::$unit,
                    status: $crate::extractor::Status::Preview,
                    build: |map| {
                        let params = <$params as $crate::params::Params>::from_map($id, map)?;
                        let info = <$name as $crate::site::SiteMethod>::INFO.extractor;
                        Ok(Box::new($crate::site::Unlearned(info, $crate::params::Params::to_map(&params))))
                    },
                    load: None,
                },
                kept: &[$($kept),*],
                min_pages: $min_pages,
                build: $crate::__system!(build $name $params, $id),
            };

            fn params(&self) -> $crate::ParamMap {
                $crate::params::Params::to_map(&self.params)
            }

            fn observe(&self, page: &$crate::Page<'_>) -> $record {
                self.keep(page)
            }

            fn finish(&self, pages: Vec<$crate::site::Observed<$record>>) -> $learned {
                self.learn(pages)
            }
        }
    };
}
