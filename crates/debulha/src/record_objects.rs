//! Records as data.

use crate::Extraction;
use debulha_core::content::records::Property;
use debulha_core::features::records::{Field, Record, Region, fields};
use debulha_core::page::Page;
use debulha_core::source::LoadedPage;
use debulha_dom::XPaths;
use serde::{Serialize, Serializer};
use serde_json::{Map, Value, json};

/// The records of regions, made piece by piece as they are written, as a page can have a record for every few bytes.
#[derive(Clone, Copy)]
pub struct RegionObjects<'a> {
    page: &'a Page<'a>,
    loaded: &'a LoadedPage,
    paths: &'a XPaths<'a>,
    regions: &'a [Region],
}

impl<'a> RegionObjects<'a> {
    /// Regions of a page; `paths` are of its document.
    pub fn new(
        page: &'a Page<'a>,
        loaded: &'a LoadedPage,
        paths: &'a XPaths<'a>,
        regions: &'a [Region],
    ) -> Self {
        RegionObjects { page, loaded, paths, regions }
    }

    fn region(self, region: &'a Region) -> impl Serialize + use<'a> {
        let doc = self.page.document();
        let records = Each(move || region.records.iter().map(move |record| self.record(record)));
        RegionObject {
            xpath: self.paths.of(region.root(doc)),
            score: region.score,
            similarity: region.similarity,
            records,
        }
    }

    fn record(self, record: &Record) -> RecordObject {
        let bytes = record.source_range(self.page.document()).map(|text| {
            let bytes = self.loaded.bytes_of(text);
            [bytes.start, bytes.end]
        });
        let field = |Field { path, text, href, .. }| FieldObject { path, text, href };
        let fields = fields(self.page, record).into_iter().map(field).collect();
        RecordObject { xpath: self.paths.of(record.first()), bytes, fields }
    }
}

impl Serialize for RegionObjects<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let shown = *self;
        serializer.collect_seq(shown.regions.iter().map(move |region| shown.region(region)))
    }
}

#[derive(Serialize)]
struct RegionObject<R: Serialize> {
    xpath: String,
    score: f64,
    similarity: f64,
    records: R,
}

#[derive(Serialize)]
struct RecordObject {
    xpath: String,
    bytes: Option<[usize; 2]>,
    fields: Vec<FieldObject>,
}

#[derive(Serialize)]
struct FieldObject {
    path: String,
    text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    href: Option<String>,
}

/// Items that are made as they are written.
struct Each<F>(F);

impl<I: Iterator<Item: Serialize>, F: Fn() -> I> Serialize for Each<F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq((self.0)())
    }
}

/// The records of a page's content, each an object with `kind`, `group`, `record`, the fields that it has, and `text`.
///
/// ```
/// let page = include_str!("../../../testdata/records/thread-phpbb/source.html");
/// let extraction = debulha::Pipeline::new("all_text")?.extract(page);
/// assert_eq!(debulha::records::of_content(&extraction)[0]["author"], "barnkeeper");
/// # Ok::<(), debulha::BuildError>(())
/// ```
pub fn of_content(extraction: &Extraction) -> Vec<Map<String, Value>> {
    let mut objects = Vec::new();
    for (nth_group, group) in extraction.records().iter().enumerate() {
        for (nth, record) in group.records.iter().enumerate() {
            let mut object = Map::new();
            object.insert("kind".to_owned(), json!(group.kind));
            object.insert("group".to_owned(), Value::from(nth_group));
            object.insert("record".to_owned(), Value::from(nth));
            let named = record.fields.named().into_iter();
            object.extend(named.filter_map(|(name, value)| Some((name.to_owned(), json!(value?.text)))));
            let pair =
                |property: &Property| json!({ "name": property.name.text, "value": property.value.text });
            let properties: Vec<Value> = record.fields.properties.iter().map(pair).collect();
            if !properties.is_empty() {
                object.insert("properties".to_owned(), Value::Array(properties));
            }
            object.extend(record.parent.map(|parent| ("parent".to_owned(), Value::from(parent))));
            object.insert("text".to_owned(), Value::from(extraction.record_text(group, nth)));
            objects.push(object);
        }
    }
    objects
}
