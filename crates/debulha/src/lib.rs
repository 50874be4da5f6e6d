//! Main-content extraction from web pages: keep the grain, drop the chaff.
//!
//! ```
//! let page = include_str!("../../../testdata/pages/barn-story/source.html");
//! let extraction = debulha::extract(page);
//! assert!(extraction.markdown().starts_with("# A barn that dries its own grain\n"));
//! assert!(page.contains("cookies") && !extraction.text().contains("cookies"));
//! ```
//!
//! [`extract`] uses the default system. [`Pipeline`] chooses another with its parameters, sets limits and reads
//! bytes of any encoding:
//!
//! ```
//! use debulha::{ParamMap, Pipeline, Scratch};
//!
//! let pipeline = Pipeline::new("cetd", &ParamMap::new())?;
//! let mut scratch = Scratch::default();
//! let page = b"<meta charset=iso-8859-1><p>Centeio d\xe1 em terra fraca, e amadurece antes do trigo.";
//! let extraction = pipeline.extract_bytes(page, None, Some("https://example.org/"), &mut scratch);
//! assert_eq!(extraction.text(), "Centeio dá em terra fraca, e amadurece antes do trigo.");
//! # Ok::<(), debulha::BuildError>(())
//! ```
//!
//! Several systems decide together over one parse by [`Pipeline::combined`].
//!
//! Where a page is a list, [`core::features::records`] finds its entries and their fields:
//!
//! ```
//! use debulha::core::features::records::{RecordParams, fields, find};
//! use debulha::{Limits, Page, dom::parse};
//!
//! let html = "<dl><dt>Rye<dd>Sown in autumn, for bread.<dt>Oats<dd>Sown in spring, for horses.</dl>";
//! let parsed = parse(html, &Limits::default());
//! let page = Page::new(&parsed.document);
//! let regions = find(&page, &RecordParams::default());
//! assert_eq!(regions[0].records.len(), 2);
//! assert_eq!(fields(&page, &regions[0].records[1])[0].text, "Oats");
//! ```
//!
//! The crates below do the work: [`dom`] knows HTML, [`core`] knows content.
#![forbid(unsafe_code)]

pub use debulha_core as core;
pub use debulha_dom as dom;

pub use debulha_core::classify::model::Model;
pub use debulha_core::combine::{Combine, Combined, Rule};
pub use debulha_core::content::ContentDocument;
pub use debulha_core::content::comments::Comment;
pub use debulha_core::content::records::{Record, RecordGroup, RecordKind};
pub use debulha_core::extractor::{Extractor, ExtractorInfo, Scratch};
pub use debulha_core::extractors::{EXTRACTORS, find};
pub use debulha_core::features::payloads::{PayloadOptions, ReadPayloads};
pub use debulha_core::layout::LayoutRecord;
pub use debulha_core::metadata::Metadata;
pub use debulha_core::outcome::{Abstention, Labels, Outcome};
pub use debulha_core::page::{Page, PageOptions, SharedViews};
pub use debulha_core::params::{BuildError, ParamMap};
pub use debulha_core::query::QueryTerms;
pub use debulha_core::segmentation::{Missing, Segmentation};
pub use debulha_core::segmenters::{SEGMENTERS, Segmenter, SegmenterInfo};
pub use debulha_core::site::{SITE_METHODS, SiteMethodInfo};
pub use debulha_core::verdict::{Verdict, VerdictKind, VerdictParams};
pub use debulha_core::write::{Format, WriteOptions};
pub use debulha_dom::decode::ByteMap;
pub use debulha_dom::{Document, Limits};

use debulha_core::content::{self, comments, records};
use debulha_core::features::payloads::unfolded;
use debulha_core::write::{self, Written};
use debulha_dom::decode::decode;
use std::borrow::Cow;

/// Id of the system that is used unless told otherwise: `debulha`, or `vote` where the library was built without its
/// model (feature `model`).
pub const DEFAULT_EXTRACTOR: &str = if cfg!(feature = "model") { "debulha" } else { "vote" };

/// Nodes of a page from which on what was computed for the decision gives way to the content, to be computed again where
/// that asks for it: memory counts more there than time. Of 3,012 saved pages none has as many.
const LARGE_PAGE: usize = 200_000;

/// Extracts the content of a page with the default system.
pub fn extract(html: &str) -> Extraction {
    Pipeline::default().extract(html, None, &mut Scratch::default())
}

/// From a page to its content: one system or several with their parameters, limits and options, for any number of
/// pages.
///
/// Immutable and `Sync`: build it once, share it, give each thread a [`Scratch`].
pub struct Pipeline {
    decider: Decider,
    limits: Limits,
    options: PageOptions,
    payloads: PayloadOptions,
}

/// Who decides.
enum Decider {
    One(Box<dyn Extractor>),
    Several(Combined),
}

impl Default for Pipeline {
    /// The default system with its default parameters.
    fn default() -> Self {
        Pipeline::new(DEFAULT_EXTRACTOR, &ParamMap::new()).expect("the default extractor is registered")
    }
}

impl Pipeline {
    /// A pipeline with the system of this id.
    ///
    /// # Errors
    /// An unknown id or parameter, a wrong type, or a value outside its range.
    pub fn new(extractor: &str, params: &ParamMap) -> Result<Self, BuildError> {
        Ok(Pipeline::with(debulha_core::extractors::build(extractor, params)?))
    }

    /// A pipeline with the system that a model was trained for.
    ///
    /// # Errors
    /// As [`Pipeline::new`]; a model that lacks what the system needs.
    pub fn with_model(model: &Model, params: &ParamMap) -> Result<Self, BuildError> {
        Ok(Pipeline::with(debulha_core::extractors::load(model, params)?))
    }

    /// A pipeline with an extractor that is built, such as one that learned from a site.
    pub fn with(extractor: Box<dyn Extractor>) -> Self {
        Pipeline::of(Decider::One(extractor))
    }

    /// A pipeline with several systems over one parse and one set of page views.
    ///
    /// A system that abstains has no vote; where all abstain, the pipeline does.
    ///
    /// # Errors
    /// As [`Pipeline::new`]; no systems; or a threshold outside its range.
    ///
    /// ```
    /// use debulha::{ParamMap, Pipeline, Rule, Scratch};
    ///
    /// let systems = ["cetd", "bte", "nce"].map(|id| (id, ParamMap::new()));
    /// let pipeline = Pipeline::combined(&systems, Rule::Vote)?;
    /// let page = include_str!("../../../testdata/pages/barn-story/source.html");
    /// let extraction = pipeline.extract(page, None, &mut Scratch::default());
    /// assert_eq!(extraction.extractor, "vote(cetd,bte,nce)");
    /// assert!(extraction.agreement.is_some_and(|agreement| agreement > 0.8));
    /// # Ok::<(), debulha::BuildError>(())
    /// ```
    pub fn combined(systems: &[(&str, ParamMap)], combine: impl Into<Combine>) -> Result<Self, BuildError> {
        Ok(Pipeline::with_combined(Combined::new(systems, combine.into())?))
    }

    /// A pipeline with systems that decide together, of which some learned from a site.
    pub fn with_combined(systems: Combined) -> Self {
        Pipeline::of(Decider::Several(systems))
    }

    fn of(decider: Decider) -> Self {
        let (limits, options, payloads) = Default::default();
        Pipeline { decider, limits, options, payloads }
    }

    /// Sets the limits on a page.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Sets how pages are looked at.
    #[must_use]
    pub fn page_options(mut self, options: PageOptions) -> Self {
        self.options = options;
        self
    }

    /// Sets which text of scripts and attributes becomes part of pages, where systems that look at hidden text find it.
    #[must_use]
    pub fn payloads(mut self, options: PayloadOptions) -> Self {
        self.payloads = options;
        self
    }

    /// The system of this pipeline, or its systems as one.
    pub fn extractor(&self) -> &dyn Extractor {
        match &self.decider {
            Decider::One(extractor) => &**extractor,
            Decider::Several(combined) => combined,
        }
    }

    /// The system's id, or the rule and the systems, such as `vote(cetd,nce)`.
    pub fn name(&self) -> &str {
        match &self.decider {
            Decider::One(extractor) => extractor.info().id,
            Decider::Several(combined) => combined.name(),
        }
    }

    /// Extracts from bytes; `charset` is what the transport said, such as a `Content-Type` header.
    pub fn extract_bytes(
        &self,
        bytes: &[u8],
        charset: Option<&str>,
        url: Option<&str>,
        scratch: &mut Scratch,
    ) -> Extraction {
        self.extract_bytes_with(bytes, charset, &Evidence { url, ..Evidence::default() }, scratch)
    }

    /// Extracts from bytes with further evidence.
    pub fn extract_bytes_with(
        &self,
        bytes: &[u8],
        charset: Option<&str>,
        evidence: &Evidence<'_>,
        scratch: &mut Scratch,
    ) -> Extraction {
        let decoded = decode(bytes, charset);
        let mut extraction = self.extract_with(&decoded.text, evidence, scratch);
        extraction.byte_map = Some(ByteMap::new(bytes, &decoded));
        if decoded.had_errors {
            extraction.warnings.push(format!("bytes that are not {} were replaced", decoded.encoding));
        }
        extraction
    }

    /// Extracts from text.
    pub fn extract(&self, html: &str, url: Option<&str>, scratch: &mut Scratch) -> Extraction {
        self.extract_with(html, &Evidence { url, ..Evidence::default() }, scratch)
    }

    /// Extracts from text with further evidence.
    pub fn extract_with(&self, html: &str, evidence: &Evidence<'_>, scratch: &mut Scratch) -> Extraction {
        let parsed = debulha_dom::parse(html, &self.limits);
        let document = unfolded(parsed.document, &self.payloads);
        let fitted = evidence.layout.map(|layout| layout.fit(&document));
        let options = PageOptions { max_work: self.limits.max_work, ..self.options.clone() };
        let mut page = evidence.of(&document, options.clone());
        let mut warnings: Vec<String> = parsed.truncations.iter().map(ToString::to_string).collect();
        if let Some(fitted) = &fitted {
            page = page.with_layout(&fitted.layout);
            warnings.extend(fitted.warning());
        }
        let mut no_answer =
            |name: &str, reason: &Abstention| warnings.push(format!("{name} gave no answer: {reason}"));
        let (outcome, agreement) = match &self.decider {
            Decider::One(extractor) => {
                let outcome = extractor.extract(&page, scratch);
                if let Outcome::Abstained(reason) = &outcome {
                    no_answer(self.name(), reason);
                }
                (outcome, None)
            }
            Decider::Several(combined) => {
                let decision = combined.decide(&page, scratch);
                decision.abstained.iter().for_each(|(name, reason)| no_answer(name, reason));
                (decision.outcome, decision.agreement)
            }
        };
        let is_large = document.len() >= LARGE_PAGE;
        if is_large {
            page = page.without_views();
            *scratch = Scratch::default();
        }
        let content = outcome.labels().map(|labels| content::build(&page, labels)).unwrap_or_default();
        let verdict = Verdict::of(&page, &outcome, &parsed.truncations, &VerdictParams::default());
        warnings.extend(page.visibility().truncated().map(|truncated| truncated.to_string()));
        let views = if is_large { SharedViews::default() } else { page.shared_views() };
        Extraction {
            extractor: self.name().to_owned(),
            agreement,
            url: evidence.url.map(str::to_owned),
            options,
            document,
            byte_map: None,
            outcome,
            content,
            verdict,
            warnings,
            views,
        }
    }
}

/// What is known of a page beside its text.
#[derive(Debug, Clone, Copy, Default)]
pub struct Evidence<'e> {
    /// Its address.
    pub url: Option<&'e str>,
    /// Terms of the query that led to it.
    pub query: Option<&'e QueryTerms>,
    /// Where a browser put its elements.
    pub layout: Option<&'e LayoutRecord>,
}

impl<'e> Evidence<'e> {
    /// The page of a document with this evidence, but for the layout, which is fitted to the document first
    /// ([`LayoutRecord::fit`]).
    pub fn of<'d>(&self, document: &'d Document, options: PageOptions) -> Page<'d>
    where
        'e: 'd,
    {
        let page = Page::with_options(document, self.url, options);
        match self.query {
            Some(query) => page.with_query(query),
            None => page,
        }
    }
}

/// What a pipeline made of a page.
#[derive(Debug)]
pub struct Extraction {
    /// The system that decided, as [`Pipeline::name`] gives it.
    pub extractor: String,
    /// Several systems: mean share of those that answered that decide on a word as it was decided, over the words of
    /// the page; see [`Combination::agreement`](debulha_core::combine::Combination::agreement).
    pub agreement: Option<f64>,
    /// The page's address, where it was given.
    pub url: Option<String>,
    /// The tree.
    pub document: Document,
    /// From the page's text, where [`Document::source_range`] counts, to its bytes; `None` where it came as text.
    pub byte_map: Option<ByteMap>,
    /// The decision on the tree's text.
    pub outcome: Outcome,
    /// The content with its structure.
    pub content: ContentDocument,
    /// Whether this is the page's content or why there is little to keep, and the word F1 that the system expects of
    /// its answer, where it can tell.
    pub verdict: Verdict,
    /// What was cut, replaced or missing, in words.
    pub warnings: Vec<String>,
    options: PageOptions,
    views: SharedViews,
}

impl Extraction {
    /// Whether there is no content.
    pub fn is_empty(&self) -> bool {
        self.content.blocks.is_empty()
    }

    /// The page, with the views that most ask for as they were computed for the decision.
    pub fn page(&self) -> Page<'_> {
        let page = Page::with_options(&self.document, self.url.as_deref(), self.options.clone());
        page.with_shared_views(self.views.clone())
    }

    /// What the page says about itself. Reads the page each time.
    pub fn metadata(&self) -> Metadata {
        debulha_core::metadata::extract(&self.page())
    }

    /// The posts, entries or product that the content is made of; none where it is no list.
    ///
    /// Looked for each time, which costs more than parsing the page.
    ///
    /// ```
    /// use debulha::{ParamMap, Pipeline, RecordKind, Scratch};
    ///
    /// let page = include_str!("../../../testdata/records/thread-phpbb/source.html");
    /// let pipeline = Pipeline::new("all_text", &ParamMap::new())?;
    /// let groups = pipeline.extract(page, None, &mut Scratch::default()).records();
    /// assert_eq!(groups[0].kind, RecordKind::Thread);
    /// let author = groups[0].records[0].fields.author.as_ref();
    /// assert_eq!(author.map(|author| author.text.as_str()), Some("barnkeeper"));
    /// # Ok::<(), debulha::BuildError>(())
    /// ```
    pub fn records(&self) -> Vec<RecordGroup> {
        let find =
            |labels| records::find(&self.page(), labels, &self.content, &records::GroupParams::default());
        self.outcome.labels().map(find).unwrap_or_default()
    }

    /// Readers' comments that were left out of the content, with author, date and depth where the page has them. Looked for
    /// each time, as records are.
    ///
    /// ```
    /// let page = include_str!("../../../testdata/pages/news-comments/source.html");
    /// let comments = debulha::extract(page).comments();
    /// assert!(comments.iter().all(|comment| !comment.text.is_empty()));
    /// ```
    pub fn comments(&self) -> Vec<Comment> {
        let of = |labels: &Labels| comments::comments(&self.page(), &labels.apart);
        self.outcome.labels().map(of).unwrap_or_default()
    }

    /// The kept text of one record alone, a line a text block; empty where there is no such record.
    pub fn record_text(&self, group: &RecordGroup, record: usize) -> String {
        let text = |labels| records::text(&self.page(), labels, group, record);
        self.outcome.labels().map(text).unwrap_or_default()
    }

    /// The content as plain text.
    pub fn text(&self) -> String {
        self.render(Format::Text, &WriteOptions::default())
    }

    /// The content as Markdown, with links and images.
    pub fn markdown(&self) -> String {
        let options = WriteOptions { links: true, images: true, ..WriteOptions::default() };
        self.render(Format::Markdown, &options)
    }

    /// The content in any format; metadata is read, and records are looked for, where the options ask for them.
    pub fn render(&self, format: Format, options: &WriteOptions) -> String {
        let metadata = options.metadata.then(|| self.metadata());
        let records = options.records.then(|| self.records());
        let comments = if format == Format::Json { self.comments() } else { Vec::new() };
        let mut warnings = Cow::Borrowed(&self.warnings);
        if options.records && records::is_too_much_work(&self.page()) {
            warnings.to_mut().push("no search for records: it is more work than is left".to_owned());
        }
        let written = Written {
            document: &self.document,
            byte_map: self.byte_map.as_ref(),
            content: &self.content,
            metadata: metadata.as_ref(),
            records: records.as_deref(),
            comments: &comments,
            url: self.url.as_deref(),
            extractor: &self.extractor,
            agreement: self.agreement,
            verdict: Some(&self.verdict),
            warnings: &warnings,
        };
        write::render(format, &written, options)
    }
}
