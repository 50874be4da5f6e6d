//! What a pipeline made of a page.

use debulha_core::content::comments::{self, Comment};
use debulha_core::content::records::{self, RecordGroup};
use debulha_core::content::{Block, ContentDocument};
use debulha_core::metadata::Metadata;
use debulha_core::outcome::{Labels, Outcome};
use debulha_core::page::{Evidence, Page, SharedViews};
use debulha_core::source::LoadedPage;
use debulha_core::verdict::Verdict;
use debulha_core::warning::Warning;
use debulha_core::write::{
    self, Format, HeadingPaths, PageObject, Placed, Rendition, Title, WriteOptions, Written,
};
use debulha_dom::Document;
use serde::{Serialize, Serializer};
use std::borrow::Cow;
use std::ops::Range;

/// What a pipeline made of a page. Serialises as [`Extraction::json`] with links, images and metadata.
#[derive(Debug)]
pub struct Extraction {
    /// The system that decided, as [`Pipeline::name`](crate::Pipeline::name) gives it.
    pub extractor: String,
    /// Several systems: mean share of those that answered that decide on a word as it was decided, over the words of
    /// the page; see [`Combination::agreement`](debulha_core::combine::Combination::agreement).
    pub agreement: Option<f64>,
    /// The page's address, where it was given.
    pub url: Option<String>,
    /// The decision on the tree's text.
    pub outcome: Outcome,
    /// The content with its structure.
    pub content: ContentDocument,
    /// Whether this is the page's content or why there is little to keep, and the word F1 that the system expects of
    /// its answer, where it can tell.
    pub verdict: Verdict,
    /// What was cut, replaced or missing.
    pub warnings: Vec<Warning>,
    pub(crate) page: LoadedPage,
    pub(crate) views: SharedViews,
}

impl Extraction {
    /// Whether there is no content.
    pub fn is_empty(&self) -> bool {
        self.content.blocks.is_empty()
    }

    /// The blocks of the content in the order of the page.
    pub fn blocks(&self) -> &[Block] {
        &self.content.blocks
    }

    /// Where a block stands in the page: bytes of what was given, be it text or bytes of any encoding. `None` for a block
    /// whose element is not in the source, such as one that the parser implied.
    ///
    /// ```
    /// let page = b"<h1>Rye</h1><p>Rye grows in poor and sour soil, ripens before wheat, and keeps well.";
    /// let extraction = debulha::Pipeline::new("all_text")?.extract(page);
    /// let block = &extraction.blocks()[0];
    /// assert_eq!(block.text(), "Rye");
    /// assert_eq!(extraction.bytes(block).map(|bytes| &page[bytes]), Some(&b"<h1>Rye</h1>"[..]));
    /// assert_eq!(extraction.xpath(block), "/html[1]/body[1]/h1[1]");
    /// # Ok::<(), debulha::BuildError>(())
    /// ```
    pub fn bytes(&self, block: &Block) -> Option<Range<usize>> {
        self.document().source_range(block.node).map(|text| self.page.bytes_of(text))
    }

    /// The XPath of a block's element. O(depth · siblings).
    pub fn xpath(&self, block: &Block) -> String {
        self.document().xpath(block.node)
    }

    /// The tree.
    pub fn document(&self) -> &Document {
        &self.page.document
    }

    /// The page, with the views that most ask for as they were computed for the decision.
    pub fn page(&self) -> Page<'_> {
        self.page.page(Evidence::of_url(self.url.as_deref())).with_shared_views(self.views.clone())
    }

    /// What the page says about itself. Reads the page each time.
    pub fn metadata(&self) -> Metadata {
        debulha_core::metadata::extract(&self.page())
    }

    /// The first of title, date and address that is not known. Reads the metadata.
    pub fn missing_metadata(&self) -> Option<&'static str> {
        let metadata = self.metadata();
        let has_date = metadata.published.value().or(metadata.modified.value()).is_some();
        let known = [
            (metadata.title.value().is_some(), "no title"),
            (has_date, "no date"),
            (metadata.url.value().or(self.url.as_deref()).is_some(), "no address"),
        ];
        known.into_iter().find(|&(known, _)| !known).map(|(_, missing)| missing)
    }

    /// The posts, entries or product that the content is made of; none where it is no list.
    ///
    /// Looked for each time, which costs more than parsing the page.
    ///
    /// ```
    /// use debulha::{Pipeline, RecordKind};
    ///
    /// let page = include_str!("../../../testdata/records/thread-phpbb/source.html");
    /// let groups = Pipeline::new("all_text")?.extract(page).records();
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
    /// assert_eq!(comments[0].author.as_deref(), Some("oldmiller"));
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

    /// The content as Markdown, with links, images and a title.
    pub fn markdown(&self) -> String {
        self.render(Format::Markdown, &WriteOptions::with_links_and_images())
    }

    /// The content in any format; metadata is read, and records are looked for, where the options ask for them.
    pub fn render(&self, format: Format, options: &WriteOptions) -> String {
        let found = JsonFindings::of(self, options, format);
        write::render(format, &self.written(&found), options)
    }

    /// The content as text or Markdown, with the bytes of each block in it.
    ///
    /// ```
    /// use debulha::content::{ChunkSize, Rendition, chunks};
    /// use debulha::{Pipeline, WriteOptions};
    ///
    /// let page = "<h1>Rye</h1><p>Sow in autumn.</p><p>Reap in July.</p>";
    /// let extraction = Pipeline::new("all_text")?.extract(page);
    /// let placed = extraction.place(Rendition::Markdown, &WriteOptions::default());
    /// let parts = chunks(&extraction.content, &placed, ChunkSize::Chars(25));
    /// assert_eq!(parts, [0..2, 2..3]);
    /// assert_eq!(placed.text[placed.blocks[2].clone().unwrap()], *"Reap in July.");
    /// # Ok::<(), debulha::BuildError>(())
    /// ```
    pub fn place(&self, rendition: Rendition, options: &WriteOptions) -> Placed {
        let format = match rendition {
            Rendition::Text => Format::Text,
            Rendition::Markdown => Format::Markdown,
        };
        let found = JsonFindings::of(self, options, format);
        write::place(rendition, &self.written(&found), options)
    }

    /// The headings above each block. O(blocks + text of headings).
    pub fn heading_paths(&self) -> HeadingPaths {
        HeadingPaths::new(&self.page.document, &self.content)
    }

    /// The object that the JSON format has for the page, to be serialised alone or flattened into one with further fields.
    pub fn json(&self, options: &WriteOptions) -> impl Serialize {
        ExtractionJson {
            extraction: self,
            found: JsonFindings::of(self, options, Format::Json),
            options: options.clone(),
        }
    }

    pub(crate) fn written<'a>(&'a self, found: &'a JsonFindings<'_>) -> Written<'a> {
        Written {
            document: &self.page.document,
            byte_map: self.page.byte_map.as_ref(),
            content: &self.content,
            metadata: found.metadata.as_ref(),
            records: found.records.as_deref(),
            comments: &found.comments,
            url: self.url.as_deref(),
            extractor: &self.extractor,
            agreement: self.agreement,
            verdict: Some(&self.verdict),
            warnings: &found.warnings,
        }
    }
}

impl Serialize for Extraction {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let options = WriteOptions { metadata: true, ..WriteOptions::with_links_and_images() };
        self.json(&options).serialize(serializer)
    }
}

/// What is looked for when a page is written.
pub(crate) struct JsonFindings<'e> {
    metadata: Option<Metadata>,
    pub(crate) records: Option<Vec<RecordGroup>>,
    pub(crate) comments: Vec<Comment>,
    pub(crate) warnings: Cow<'e, [Warning]>,
}

impl<'e> JsonFindings<'e> {
    pub(crate) fn of(extraction: &'e Extraction, options: &WriteOptions, format: Format) -> Self {
        let titles = match format {
            Format::Markdown | Format::Html => true,
            Format::Json => options.renditions.markdown,
            Format::Text | Format::Xml | Format::XmlTei | Format::Csv => false,
        };
        let with_title = titles && options.title == Title::Auto;
        let with_metadata = options.metadata || format == Format::Csv;
        let with_comments = matches!(format, Format::Json | Format::Xml | Format::Csv);
        let mut warnings = Cow::Borrowed(extraction.warnings.as_slice());
        if options.records && records::is_too_much_work(&extraction.page()) {
            warnings.to_mut().push(Warning::NoRecords);
        }
        JsonFindings {
            metadata: (with_metadata || with_title).then(|| extraction.metadata()),
            records: options.records.then(|| extraction.records()),
            comments: if with_comments { extraction.comments() } else { Vec::new() },
            warnings,
        }
    }
}

struct ExtractionJson<'e> {
    extraction: &'e Extraction,
    found: JsonFindings<'e>,
    options: WriteOptions,
}

impl Serialize for ExtractionJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let written = self.extraction.written(&self.found);
        PageObject { written: &written, options: &self.options, parts: &[] }.serialize(serializer)
    }
}
