//! The result for a page: one row, whatever happens.

use crate::columns::{Column, Columns};
use crate::record::{PageBody, PageOrigin, PageRecord};
use debulha::dom::XPaths;
use debulha::evidence::{QueryOptions, QueryTerms};
use debulha::extend::features::stop_words;
use debulha::metadata::Candidate;
use debulha::{Extraction, Format, Input, Pipeline, Warning, WriteOptions};
use debulha_io::sniff::{InputKind, binary_kind};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::any::Any;
use std::borrow::Cow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// The row of a page. What is not known, or was not requested, is `None`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct BulkRow {
    /// See [`PageOrigin::id`].
    #[serde(default)]
    pub id: String,
    /// Address of the page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// When it was fetched.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    /// Status of the HTTP answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<u16>,
    /// Media type.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mime: Option<String>,
    /// Encoding that the server states.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub charset: Option<String>,
    /// WARC file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub warc_file: Option<String>,
    /// Byte at which the record begins in it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub warc_offset: Option<u64>,
    /// Digest of the payload.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub digest: Option<String>,
    /// The content as plain text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The content as Markdown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub markdown: Option<String>,
    /// The title.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The authors, in order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub authors: Option<Vec<String>>,
    /// Date of publication, ISO 8601.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub published: Option<String>,
    /// Date of the last change, ISO 8601.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub modified: Option<String>,
    /// Name of the site.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub site_name: Option<String>,
    /// Description or abstract.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Address of the lead image.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub image: Option<String>,
    /// Keywords, in order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tags: Option<Vec<String>>,
    /// Sections of the site that the page is in, in order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub categories: Option<Vec<String>>,
    /// Canonical address.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub canonical_url: Option<String>,
    /// Licence: an address or a text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub license: Option<String>,
    /// What the page says it is, such as `article`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub page_type: Option<String>,
    /// Name of the product that the page sells.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub product_name: Option<String>,
    /// Its brand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub product_brand: Option<String>,
    /// The shop's code of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub product_sku: Option<String>,
    /// GTIN, digits only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub product_gtin: Option<String>,
    /// The maker's part number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub product_mpn: Option<String>,
    /// Price, a decimal number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub product_price: Option<String>,
    /// Currency of the price, ISO 4217.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub product_currency: Option<String>,
    /// A name of schema.org's `ItemAvailability`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub product_availability: Option<String>,
    /// Mean rating, on a scale to 5.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub product_rating: Option<String>,
    /// The language that the page declares or seems to be in: an ISO 639 code, of two letters where there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lang: Option<String>,
    /// What the page turned out to be, such as `ok` or `login`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verdict: Option<String>,
    /// The word F1 that the system expects of its answer, 0 to 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confidence: Option<f64>,
    /// The blocks of the content.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub blocks: Option<Vec<BlockRow>>,
    /// Records of the content, as in the page's JSON.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub records: Option<Value>,
    /// Reader comments outside the content: objects with `author`, `date`, `depth` and `text`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comments: Option<Value>,
    /// What was dropped or repaired.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub warnings: Option<Vec<String>>,
    /// Why there is no content, or what is missing of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// See [`Self::has_content`].
    #[serde(default)]
    pub is_filled: bool,
}

/// A block of the content.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BlockRow {
    /// Its kind, such as `paragraph`.
    #[serde(rename = "type")]
    pub kind: String,
    /// Of a heading, 1 to 6.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<u8>,
    /// Its plain text.
    pub text: String,
    /// The XPath of its element.
    pub xpath: String,
    /// Where the element begins, in bytes of the page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<u64>,
    /// Where it ends.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<u64>,
    /// How sure the system is that it is content, where it says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<f32>,
}

impl BulkRow {
    /// A row that says where the page comes from and nothing of it.
    pub fn of_origin(origin: PageOrigin) -> Self {
        let PageOrigin { id, url, date, status, mime, charset, warc_file, warc_offset, digest } = origin;
        BulkRow { id, url, date, status, mime, charset, warc_file, warc_offset, digest, ..BulkRow::default() }
    }

    /// A row of a page that gave nothing.
    pub fn of_error(origin: PageOrigin, reason: impl Into<String>) -> Self {
        BulkRow { error: Some(reason.into()), ..BulkRow::of_origin(origin) }
    }

    /// Whether the page has content, whatever the columns.
    pub fn has_content(&self) -> bool {
        self.is_filled
    }
}

/// Makes rows of pages. Shared between threads.
pub struct RowExtractor {
    pipeline: Arc<Pipeline>,
    columns: Columns,
    options: WriteOptions,
    has_language: bool,
}

impl RowExtractor {
    /// Rows by a pipeline; `options` are those of the Markdown and the text.
    pub fn new(pipeline: impl Into<Arc<Pipeline>>, columns: Columns, mut options: WriteOptions) -> Self {
        options.metadata = false;
        let has_language = columns.has(Column::Lang);
        RowExtractor { pipeline: pipeline.into(), columns, options, has_language }
    }

    /// Detects the language of each page even if the columns do not contain it, as a job that selects pages by language requires.
    #[must_use]
    pub fn detect_language(self) -> Self {
        RowExtractor { has_language: true, ..self }
    }

    /// Whether rows have the language of their pages.
    pub fn has_language(&self) -> bool {
        self.has_language
    }

    /// Which columns are filled.
    pub fn columns(&self) -> &Columns {
        &self.columns
    }

    /// The row of a page. A page that makes the system panic has a row that says so.
    pub fn row(&self, record: PageRecord) -> BulkRow {
        let PageRecord { origin, body, fault, query } = record;
        let html = match body {
            PageBody::Html(html) => html,
            PageBody::Text(text) => {
                let is_filled = !text.is_empty();
                return BulkRow { text: Some(text), error: fault, is_filled, ..BulkRow::of_origin(origin) };
            }
            PageBody::Error(reason) => return BulkRow::of_error(origin, reason),
        };
        if let Some(kind) = binary_kind(&html).filter(|kind| !is_wide_text(*kind, origin.charset.as_deref()))
        {
            // Empty rather than unknown: the page was read.
            let text = Some(String::new());
            return BulkRow { text, ..BulkRow::of_error(origin, format!("not HTML: {kind}")) };
        }
        let mut row = BulkRow::of_origin(origin);
        let filled = catch_unwind(AssertUnwindSafe(|| self.fill(&mut row, &html, query.as_deref())));
        if let Err(panic) = filled {
            let reason = format!("internal error: {}", words_of(&*panic));
            return BulkRow { error: Some(reason), ..row.without_content() };
        }
        let errors: Vec<String> = row.error.take().into_iter().chain(fault).collect();
        row.error = Some(errors.join("; ")).filter(|error| !error.is_empty());
        row
    }

    fn fill(&self, row: &mut BulkRow, html: &[u8], query: Option<&str>) {
        let mut terms = QueryTerms::default();
        if let Some(query) = query {
            terms.add_form(query, QueryOptions::default());
        }
        let terms = Some(&terms).filter(|terms| !terms.is_empty());
        let input = Input::from(html).charset(row.charset.as_deref()).url(row.url.as_deref()).query(terms);
        let extraction = self.pipeline.extract(input);
        row.verdict = Some(extraction.verdict.kind.name().to_owned());
        row.confidence = extraction.verdict.rounded_confidence();
        self.describe(row, &extraction);
        let words = || extraction.warnings.iter().map(ToString::to_string).collect::<Vec<_>>();
        row.comments = self.columns.has(Column::Comments).then(|| json(&extraction.comments()));
        row.warnings = self.columns.has(Column::Warnings).then(words).filter(|words| !words.is_empty());
        if extraction.is_empty() {
            row.error = Some(no_content(&extraction));
            return;
        }
        row.is_filled = true;
        row.error = missing(&extraction);
        let has = |column| self.columns.has(column);
        row.text = has(Column::Text).then(|| extraction.render(Format::Text, &self.options));
        row.markdown = has(Column::Markdown).then(|| extraction.render(Format::Markdown, &self.options));
        row.blocks = has(Column::Blocks).then(|| blocks(&extraction));
        row.records = has(Column::Records).then(|| records(&extraction)).flatten();
    }

    fn describe(&self, row: &mut BulkRow, extraction: &Extraction) {
        let has = |column| self.columns.has(column);
        if self.has_language {
            row.lang = stop_words::short_code_of(&extraction.page()).map(Cow::into_owned);
        }
        if Column::METADATA.into_iter().chain(Column::PRODUCT).any(has) {
            let metadata = extraction.metadata();
            let owned = |value: Option<&str>| value.map(str::to_owned);
            let names = |authors: &[Candidate]| authors.iter().map(|author| author.value.clone()).collect();
            row.title = owned(metadata.title.value()).filter(|_| has(Column::Title));
            row.authors = has(Column::Authors).then(|| names(&metadata.authors));
            row.published = owned(metadata.published.value()).filter(|_| has(Column::Published));
            row.modified = owned(metadata.modified.value()).filter(|_| has(Column::Modified));
            row.site_name = owned(metadata.site_name.value()).filter(|_| has(Column::SiteName));
            row.description = owned(metadata.description.value()).filter(|_| has(Column::Description));
            row.image = owned(metadata.image.value()).filter(|_| has(Column::Image));
            row.tags = has(Column::Tags).then(|| metadata.tags.clone());
            row.categories = has(Column::Categories).then(|| metadata.categories.clone());
            row.canonical_url = owned(metadata.url.value()).filter(|_| has(Column::CanonicalUrl));
            row.license = owned(metadata.license.value()).filter(|_| has(Column::License));
            row.page_type = owned(metadata.page_type.value()).filter(|_| has(Column::PageType));
            if let Some(product) = &metadata.product {
                row.product_name = owned(product.name.value()).filter(|_| has(Column::ProductName));
                row.product_brand = owned(product.brand.value()).filter(|_| has(Column::ProductBrand));
                row.product_sku = owned(product.sku.value()).filter(|_| has(Column::ProductSku));
                row.product_gtin = owned(product.gtin.value()).filter(|_| has(Column::ProductGtin));
                row.product_mpn = owned(product.mpn.value()).filter(|_| has(Column::ProductMpn));
                row.product_price = owned(product.price.value()).filter(|_| has(Column::ProductPrice));
                row.product_currency =
                    owned(product.currency.value()).filter(|_| has(Column::ProductCurrency));
                row.product_availability =
                    owned(product.availability.value()).filter(|_| has(Column::ProductAvailability));
                row.product_rating = owned(product.rating.value()).filter(|_| has(Column::ProductRating));
            }
        }
    }
}

impl BulkRow {
    fn without_content(self) -> BulkRow {
        BulkRow { text: None, markdown: None, blocks: None, records: None, is_filled: false, ..self }
    }
}

/// What limits dropped of a page, in words.
fn missing(extraction: &Extraction) -> Option<String> {
    let is_cut = |warning: &&Warning| matches!(warning, Warning::Cut(_) | Warning::Reading(_));
    let cuts: Vec<String> = extraction.warnings.iter().filter(is_cut).map(ToString::to_string).collect();
    (!cuts.is_empty()).then(|| cuts.join("; "))
}

/// Whether data that look binary may be UTF-16 without a byte order mark.
fn is_wide_text(kind: InputKind, charset: Option<&str>) -> bool {
    let is_wide = |charset: &str| charset.to_ascii_lowercase().starts_with("utf-16");
    kind == InputKind::Binary && charset.is_some_and(is_wide)
}

/// Why a page has no content.
fn no_content(extraction: &Extraction) -> String {
    let kind = extraction.verdict.kind;
    let reasons: Vec<String> = extraction.warnings.iter().map(|warning| format!("; {warning}")).collect();
    format!("no content ({kind}){}", reasons.concat())
}

fn json(value: &impl Serialize) -> Value {
    serde_json::to_value(value).unwrap_or_default()
}

/// `records` of the page's JSON; `None` if they are too much work. O(page).
fn records(extraction: &Extraction) -> Option<Value> {
    let options = WriteOptions { records: true, ..WriteOptions::default() };
    let mut page = json(&extraction.json(&options));
    page.get_mut("records").map(Value::take).filter(|records| !records.is_null())
}

fn blocks(extraction: &Extraction) -> Vec<BlockRow> {
    let paths = XPaths::new(extraction.document());
    let row = |block: &debulha::content::Block| {
        let bytes = extraction.bytes(block);
        BlockRow {
            kind: block.kind.name().to_owned(),
            level: match block.kind {
                debulha::content::BlockKind::Heading { level, .. } => Some(level),
                _ => None,
            },
            text: block.text(),
            xpath: paths.of(block.node),
            start: bytes.as_ref().map(|bytes| bytes.start as u64),
            end: bytes.map(|bytes| bytes.end as u64),
            score: block.score,
        }
    };
    extraction.blocks().iter().map(row).collect()
}

/// What a panic says.
fn words_of(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("a panic")
}
