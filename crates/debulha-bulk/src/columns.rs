//! The columns of rows, and rows as Arrow record batches.

use crate::row::{BlockRow, BulkRow};
use arrow_array::{
    ArrayRef, Float32Array, Float64Array, Int32Array, Int64Array, ListArray, RecordBatch, StringArray,
    StructArray,
};
use arrow_buffer::{NullBuffer, OffsetBuffer};
use arrow_schema::{ArrowError, DataType, Field, Fields, Schema, SchemaRef};
use serde_json::{Map, Value};
use std::collections::HashMap;
use std::sync::Arc;

/// Version of the columns. It increases if a column is removed or gets another type or meaning, not if columns are added.
pub const SCHEMA_VERSION: u32 = 1;

/// Key of the version in the metadata of a schema.
const SCHEMA_KEY: &str = "debulha.schema";

/// A column.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs)] // As the fields of `BulkRow`.
pub enum Column {
    Id,
    Url,
    Date,
    Status,
    Mime,
    Charset,
    WarcFile,
    WarcOffset,
    Digest,
    Text,
    Markdown,
    Title,
    Authors,
    Published,
    Modified,
    SiteName,
    Description,
    Image,
    Tags,
    Categories,
    CanonicalUrl,
    License,
    PageType,
    ProductName,
    ProductBrand,
    ProductSku,
    ProductGtin,
    ProductMpn,
    ProductPrice,
    ProductCurrency,
    ProductAvailability,
    ProductRating,
    Lang,
    Verdict,
    Confidence,
    Blocks,
    Records,
    Comments,
    Warnings,
    Error,
}

impl Column {
    /// All of them, in order.
    pub const ALL: [Column; 40] = [
        Column::Id,
        Column::Url,
        Column::Date,
        Column::Status,
        Column::Mime,
        Column::Charset,
        Column::WarcFile,
        Column::WarcOffset,
        Column::Digest,
        Column::Text,
        Column::Markdown,
        Column::Title,
        Column::Authors,
        Column::Published,
        Column::Modified,
        Column::SiteName,
        Column::Description,
        Column::Image,
        Column::Tags,
        Column::Categories,
        Column::CanonicalUrl,
        Column::License,
        Column::PageType,
        Column::ProductName,
        Column::ProductBrand,
        Column::ProductSku,
        Column::ProductGtin,
        Column::ProductMpn,
        Column::ProductPrice,
        Column::ProductCurrency,
        Column::ProductAvailability,
        Column::ProductRating,
        Column::Lang,
        Column::Verdict,
        Column::Confidence,
        Column::Blocks,
        Column::Records,
        Column::Comments,
        Column::Warnings,
        Column::Error,
    ];

    /// Those of the metadata that pages of all kinds have.
    pub(crate) const METADATA: [Column; 12] = [
        Column::Title,
        Column::Authors,
        Column::Published,
        Column::Modified,
        Column::SiteName,
        Column::Description,
        Column::Image,
        Column::Tags,
        Column::Categories,
        Column::CanonicalUrl,
        Column::License,
        Column::PageType,
    ];

    /// Those of the product that a page sells: `product_name`, `product_price` and so on.
    pub const PRODUCT: [Column; 9] = [
        Column::ProductName,
        Column::ProductBrand,
        Column::ProductSku,
        Column::ProductGtin,
        Column::ProductMpn,
        Column::ProductPrice,
        Column::ProductCurrency,
        Column::ProductAvailability,
        Column::ProductRating,
    ];

    /// Its name, that of the field of [`BulkRow`].
    pub fn name(self) -> &'static str {
        match self {
            Column::Id => "id",
            Column::Url => "url",
            Column::Date => "date",
            Column::Status => "status",
            Column::Mime => "mime",
            Column::Charset => "charset",
            Column::WarcFile => "warc_file",
            Column::WarcOffset => "warc_offset",
            Column::Digest => "digest",
            Column::Text => "text",
            Column::Markdown => "markdown",
            Column::Title => "title",
            Column::Authors => "authors",
            Column::Published => "published",
            Column::Modified => "modified",
            Column::SiteName => "site_name",
            Column::Description => "description",
            Column::Image => "image",
            Column::Tags => "tags",
            Column::Categories => "categories",
            Column::CanonicalUrl => "canonical_url",
            Column::License => "license",
            Column::PageType => "page_type",
            Column::ProductName => "product_name",
            Column::ProductBrand => "product_brand",
            Column::ProductSku => "product_sku",
            Column::ProductGtin => "product_gtin",
            Column::ProductMpn => "product_mpn",
            Column::ProductPrice => "product_price",
            Column::ProductCurrency => "product_currency",
            Column::ProductAvailability => "product_availability",
            Column::ProductRating => "product_rating",
            Column::Lang => "lang",
            Column::Verdict => "verdict",
            Column::Confidence => "confidence",
            Column::Blocks => "blocks",
            Column::Records => "records",
            Column::Comments => "comments",
            Column::Warnings => "warnings",
            Column::Error => "error",
        }
    }

    /// The items of a column of lists.
    fn item(self) -> Arc<Field> {
        let of = match self {
            Column::Blocks => DataType::Struct(block_fields()),
            _ => DataType::Utf8,
        };
        Arc::new(Field::new_list_field(of, true))
    }

    fn data_type(self) -> DataType {
        match self {
            Column::Status => DataType::Int32,
            Column::WarcOffset => DataType::Int64,
            Column::Confidence => DataType::Float64,
            Column::Authors | Column::Tags | Column::Categories | Column::Warnings | Column::Blocks => {
                DataType::List(self.item())
            }
            _ => DataType::Utf8,
        }
    }

    fn array(self, rows: &[BulkRow]) -> ArrayRef {
        let texts = |of: fn(&BulkRow) -> Option<&str>| -> ArrayRef {
            Arc::new(rows.iter().map(of).collect::<StringArray>())
        };
        match self {
            Column::Id => texts(|row| Some(&row.id)),
            Column::Url => texts(|row| row.url.as_deref()),
            Column::Date => texts(|row| row.date.as_deref()),
            Column::Mime => texts(|row| row.mime.as_deref()),
            Column::Charset => texts(|row| row.charset.as_deref()),
            Column::WarcFile => texts(|row| row.warc_file.as_deref()),
            Column::Digest => texts(|row| row.digest.as_deref()),
            Column::Text => texts(|row| row.text.as_deref()),
            Column::Markdown => texts(|row| row.markdown.as_deref()),
            Column::Title => texts(|row| row.title.as_deref()),
            Column::Published => texts(|row| row.published.as_deref()),
            Column::Modified => texts(|row| row.modified.as_deref()),
            Column::SiteName => texts(|row| row.site_name.as_deref()),
            Column::Description => texts(|row| row.description.as_deref()),
            Column::Image => texts(|row| row.image.as_deref()),
            Column::CanonicalUrl => texts(|row| row.canonical_url.as_deref()),
            Column::License => texts(|row| row.license.as_deref()),
            Column::PageType => texts(|row| row.page_type.as_deref()),
            Column::ProductName => texts(|row| row.product_name.as_deref()),
            Column::ProductBrand => texts(|row| row.product_brand.as_deref()),
            Column::ProductSku => texts(|row| row.product_sku.as_deref()),
            Column::ProductGtin => texts(|row| row.product_gtin.as_deref()),
            Column::ProductMpn => texts(|row| row.product_mpn.as_deref()),
            Column::ProductPrice => texts(|row| row.product_price.as_deref()),
            Column::ProductCurrency => texts(|row| row.product_currency.as_deref()),
            Column::ProductAvailability => texts(|row| row.product_availability.as_deref()),
            Column::ProductRating => texts(|row| row.product_rating.as_deref()),
            Column::Lang => texts(|row| row.lang.as_deref()),
            Column::Verdict => texts(|row| row.verdict.as_deref()),
            Column::Error => texts(|row| row.error.as_deref()),
            Column::Status => {
                Arc::new(rows.iter().map(|row| row.status.map(i32::from)).collect::<Int32Array>())
            }
            Column::WarcOffset => {
                Arc::new(rows.iter().map(|row| place(row.warc_offset)).collect::<Int64Array>())
            }
            Column::Confidence => Arc::new(rows.iter().map(|row| row.confidence).collect::<Float64Array>()),
            Column::Authors => text_lists(self, rows, |row| row.authors.as_ref()),
            Column::Tags => text_lists(self, rows, |row| row.tags.as_ref()),
            Column::Categories => text_lists(self, rows, |row| row.categories.as_ref()),
            Column::Warnings => text_lists(self, rows, |row| row.warnings.as_ref()),
            Column::Blocks => blocks(rows),
            Column::Records => json_texts(rows, |row| row.records.as_ref()),
            Column::Comments => json_texts(rows, |row| row.comments.as_ref()),
        }
    }
}

/// The columns of a table, each under a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Columns(Vec<(Column, String)>);

impl Default for Columns {
    /// All but blocks, records, comments and those of products.
    fn default() -> Self {
        let is_usual = |column: &Column| {
            !matches!(column, Column::Blocks | Column::Records | Column::Comments)
                && !Column::PRODUCT.contains(column)
        };
        Columns::of(Column::ALL.into_iter().filter(is_usual))
    }
}

impl Columns {
    /// Columns under their own names.
    pub fn of(columns: impl IntoIterator<Item = Column>) -> Self {
        Columns(columns.into_iter().map(|column| (column, column.name().to_owned())).collect())
    }

    /// Columns by their names, each perhaps with the name that it is to have: `url`, `link=url`.
    ///
    /// ```
    /// use debulha_bulk::{Column, Columns};
    ///
    /// let columns = Columns::parse(["id", "content=text"])?;
    /// assert!(columns.has(Column::Text) && !columns.has(Column::Url));
    /// assert!(Columns::parse(["prose"]).is_err());
    /// # Ok::<(), String>(())
    /// ```
    ///
    /// # Errors
    /// A name that no column has, or two columns of one name, in words.
    pub fn parse<'a>(names: impl IntoIterator<Item = &'a str>) -> Result<Self, String> {
        let mut columns: Vec<(Column, String)> = Vec::new();
        for name in names {
            let (own, of) = name.split_once('=').unwrap_or((name, name));
            let Some(column) = Column::ALL.into_iter().find(|column| column.name() == of) else {
                let known: Vec<&str> = Column::ALL.iter().map(|column| column.name()).collect();
                return Err(format!("unknown column `{of}`; use {}", known.join(", ")));
            };
            if columns.iter().any(|(_, have)| have == own) {
                return Err(format!("two columns are named `{own}`"));
            }
            columns.push((column, own.to_owned()));
        }
        if columns.is_empty() { Err("no columns are named".to_owned()) } else { Ok(Columns(columns)) }
    }

    /// Whether a column is among them.
    pub fn has(&self, column: Column) -> bool {
        self.0.iter().any(|(have, _)| *have == column)
    }

    /// The columns with their names, in order.
    pub fn iter(&self) -> impl Iterator<Item = (Column, &str)> {
        self.0.iter().map(|(column, name)| (*column, name.as_str()))
    }

    /// The same with a column under its own name, if it is not among them.
    #[must_use]
    pub fn with(mut self, column: Column) -> Self {
        if !self.has(column) {
            self.0.push((column, column.name().to_owned()));
        }
        self
    }

    /// The same without a column.
    #[must_use]
    pub fn without(mut self, column: Column) -> Self {
        self.0.retain(|(have, _)| *have != column);
        self
    }

    /// A row as a JSON object, without what is null. O(bytes).
    pub fn object(&self, row: &BulkRow) -> Map<String, Value> {
        let values = match serde_json::to_value(row) {
            Ok(Value::Object(values)) => values,
            _ => Map::new(),
        };
        let pair =
            |(column, name): (Column, &str)| Some((name.to_owned(), values.get(column.name())?.clone()));
        self.iter().filter_map(pair).collect()
    }

    /// The schema of the batches: texts are UTF-8, `authors`, `tags`, `categories` and `warnings` lists of texts, `blocks` a list
    /// of structs, `records` and `comments` texts of JSON; all may be null. Whole numbers have a sign, since many programs know no others.
    /// The metadata states [`SCHEMA_VERSION`] as `debulha.schema`.
    pub fn schema(&self) -> SchemaRef {
        let fields = self.iter().map(|(column, name)| Field::new(name, column.data_type(), true));
        let version = (SCHEMA_KEY.to_owned(), SCHEMA_VERSION.to_string());
        Arc::new(Schema::new_with_metadata(fields.collect::<Vec<_>>(), HashMap::from([version])))
    }

    /// Rows as a record batch. O(bytes).
    ///
    /// # Errors
    /// More than 2 GiB in one column.
    pub fn batch(&self, rows: &[BulkRow]) -> Result<RecordBatch, ArrowError> {
        let largest = rows.iter().map(BulkRow::len).try_fold(0usize, usize::checked_add);
        if largest.is_none_or(|bytes| bytes > i32::MAX as usize) {
            return Err(ArrowError::OffsetOverflowError(largest.unwrap_or(usize::MAX)));
        }
        let arrays = self.iter().map(|(column, _)| column.array(rows)).collect();
        RecordBatch::try_new(self.schema(), arrays)
    }
}

impl BulkRow {
    /// Bytes of its texts, roughly.
    pub fn len(&self) -> usize {
        let texts =
            [&self.text, &self.markdown, &self.title, &self.description, &self.image, &self.error, &self.url];
        let texts: usize = texts.into_iter().flatten().map(String::len).sum();
        let json = [&self.records, &self.comments].into_iter().flatten().map(json_len).sum::<usize>();
        let blocks = self.blocks.iter().flatten();
        texts + json + blocks.map(|block| block.text.len() + block.xpath.len()).sum::<usize>()
    }

    /// Whether it has no text at all.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Approximate bytes of the texts in a value.
fn json_len(value: &Value) -> usize {
    let mut left = vec![value];
    let mut bytes = 0;
    while let Some(value) = left.pop() {
        match value {
            Value::String(text) => bytes += text.len(),
            Value::Array(items) => left.extend(items),
            Value::Object(fields) => {
                bytes += fields.keys().map(String::len).sum::<usize>();
                left.extend(fields.values());
            }
            _ => {}
        }
    }
    bytes
}

fn json_texts(rows: &[BulkRow], of: fn(&BulkRow) -> Option<&Value>) -> ArrayRef {
    Arc::new(rows.iter().map(|row| of(row).map(Value::to_string)).collect::<StringArray>())
}

/// A place in a file as a number with a sign.
fn place(byte: Option<u64>) -> Option<i64> {
    byte.and_then(|byte| i64::try_from(byte).ok())
}

fn block_fields() -> Fields {
    Fields::from(vec![
        Field::new("type", DataType::Utf8, true),
        Field::new("level", DataType::Int32, true),
        Field::new("text", DataType::Utf8, true),
        Field::new("xpath", DataType::Utf8, true),
        Field::new("start", DataType::Int64, true),
        Field::new("end", DataType::Int64, true),
        Field::new("score", DataType::Float32, true),
    ])
}

fn text_lists(column: Column, rows: &[BulkRow], of: fn(&BulkRow) -> Option<&Vec<String>>) -> ArrayRef {
    let all: StringArray = rows.iter().flat_map(|row| of(row).into_iter().flatten()).map(Some).collect();
    lists(column, rows.iter().map(|row| of(row).map(Vec::len)), Arc::new(all))
}

fn blocks(rows: &[BulkRow]) -> ArrayRef {
    let all: Vec<&BlockRow> = rows.iter().flat_map(|row| row.blocks.iter().flatten()).collect();
    let texts = |of: fn(&BlockRow) -> &str| -> ArrayRef {
        Arc::new(all.iter().map(|block| Some(of(block))).collect::<StringArray>())
    };
    let places = |of: fn(&BlockRow) -> Option<u64>| -> ArrayRef {
        Arc::new(all.iter().map(|block| place(of(block))).collect::<Int64Array>())
    };
    // In the order of `block_fields`.
    let arrays = vec![
        texts(|block| &block.kind),
        Arc::new(all.iter().map(|block| block.level.map(i32::from)).collect::<Int32Array>()),
        texts(|block| &block.text),
        texts(|block| &block.xpath),
        places(|block| block.start),
        places(|block| block.end),
        Arc::new(all.iter().map(|block| block.score).collect::<Float32Array>()),
    ];
    let all = StructArray::new(block_fields(), arrays, None);
    lists(Column::Blocks, rows.iter().map(|row| row.blocks.as_ref().map(Vec::len)), Arc::new(all))
}

/// A column of lists: the length of each, none where it is null, and all their values.
fn lists(column: Column, lengths: impl Iterator<Item = Option<usize>> + Clone, values: ArrayRef) -> ArrayRef {
    let offsets = OffsetBuffer::from_lengths(lengths.clone().map(Option::unwrap_or_default));
    let present: NullBuffer = lengths.map(|length| length.is_some()).collect::<Vec<bool>>().into();
    Arc::new(ListArray::new(column.item(), offsets, values, Some(present)))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::record::{PageBody, PageOrigin, PageRecord};
    use crate::row::RowExtractor;
    use arrow_array::cast::AsArray;
    use debulha::{Pipeline, WriteOptions};

    #[test]
    fn batches_have_all_columns_with_nulls_where_nothing_is_known() {
        let block = BlockRow {
            kind: "heading".to_owned(),
            level: Some(1),
            text: "Rye".to_owned(),
            xpath: "/html[1]/body[1]/h1[1]".to_owned(),
            start: Some(0),
            end: Some(12),
            score: None,
        };
        let full = BulkRow {
            id: "a".to_owned(),
            status: Some(200),
            authors: Some(vec!["A. Miller".to_owned(), "B. Sower".to_owned()]),
            blocks: Some(vec![block]),
            ..BulkRow::default()
        };
        let rows =
            [full, BulkRow { id: "b".to_owned(), error: Some("empty".to_owned()), ..BulkRow::default() }];
        let batch = Columns::of(Column::ALL).batch(&rows).unwrap();
        assert_eq!((batch.num_rows(), batch.num_columns()), (2, Column::ALL.len()));
        let nulls = |name: &str| batch.column_by_name(name).unwrap().null_count();
        assert_eq!(["id", "status", "authors", "blocks", "text", "error"].map(nulls), [0, 1, 1, 1, 2, 1]);
        let authors = batch.column_by_name("authors").unwrap().as_list::<i32>().value(0);
        assert_eq!(
            authors.as_string::<i32>().iter().flatten().collect::<Vec<_>>(),
            ["A. Miller", "B. Sower"]
        );
        let blocks = batch.column_by_name("blocks").unwrap().as_list::<i32>().value(0);
        assert_eq!(blocks.as_struct().column_by_name("text").unwrap().as_string::<i32>().value(0), "Rye");
    }

    #[test]
    fn records_and_comments_are_json() {
        let columns = Columns::parse(["records", "comments"]).unwrap();
        let extractor = RowExtractor::new(Pipeline::default(), columns.clone(), WriteOptions::default());
        let html = include_str!("../../../testdata/records/thread-phpbb/source.html");
        let record = |html: &str| PageRecord {
            origin: PageOrigin::default(),
            body: PageBody::Html(html.as_bytes().to_vec()),
            fault: None,
            query: None,
        };
        let rows = [extractor.row(record(html)), extractor.row(record(""))];
        assert_eq!(rows[0].records.as_ref().unwrap()[0]["kind"], "thread");
        assert!(columns.object(&rows[0])["records"].is_array());
        assert!(rows[0].len() > 400, "{}", rows[0].len());
        let batch = columns.batch(&rows).unwrap();
        let records = batch.column_by_name("records").unwrap().as_string::<i32>();
        let parsed: Value = serde_json::from_str(records.value(0)).unwrap();
        assert_eq!(parsed, *rows[0].records.as_ref().unwrap());
        assert!(batch.column_by_name("records").unwrap().is_null(1));
        assert_eq!(batch.schema().metadata()["debulha.schema"], SCHEMA_VERSION.to_string());
    }

    #[test]
    fn columns_are_renamed_and_left_out() {
        let columns = Columns::parse(["link=url", "text"]).unwrap();
        let schema = columns.schema();
        assert_eq!(
            schema.fields().iter().map(|field| field.name().as_str()).collect::<Vec<_>>(),
            ["link", "text"]
        );
        assert!(Columns::parse(["url", "url"]).is_err() && Columns::parse([]).is_err());
    }
}
