//! A page with its content.

use crate::options::{self, GivenValues, PageReading};
use crate::{object, type_error};
use debulha::extend::features::pagination::pagination;
use debulha::why::{Answer, answers, answers_at};
use debulha::{Extraction, Format, WriteOptions};
use js_sys::Reflect;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

/// A page with its content. Holds memory of the module until `free`.
#[wasm_bindgen]
pub struct Page(Extraction, PageReading);

/// Places that an explanation has at most: the page is decided anew for each.
const MAX_PLACES: usize = 20;

impl Page {
    pub(crate) fn new(extraction: Extraction, reading: PageReading) -> Self {
        Page(extraction, reading)
    }

    pub(crate) fn into_extraction(self) -> Extraction {
        self.0
    }

    fn rendered(
        &self,
        format: Format,
        options: &JsValue,
        defaults: &WriteOptions,
    ) -> Result<String, JsValue> {
        let mut given = GivenValues::of(options)?;
        let writing = given.writing(defaults)?;
        given.finish()?;
        Ok(self.0.render(format, &writing))
    }

    /// A field of the page's object.
    fn field(&self, name: &str, options: &WriteOptions) -> Result<JsValue, JsValue> {
        Reflect::get(&object(&self.0.json(options))?, &name.into())
    }
}

#[wasm_bindgen]
impl Page {
    /// Whether there is no content.
    #[wasm_bindgen(getter, js_name = isEmpty)]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The content as plain text.
    #[wasm_bindgen(getter)]
    pub fn text(&self) -> String {
        self.0.text()
    }

    /// The content as Markdown.
    pub fn markdown(&self, options: &JsValue) -> Result<String, JsValue> {
        self.rendered(Format::Markdown, options, &WriteOptions::with_links_and_images())
    }

    /// The content as a document of HTML.
    pub fn html(&self, options: &JsValue) -> Result<String, JsValue> {
        self.rendered(Format::Html, options, &WriteOptions::with_links_and_images())
    }

    /// The content in any format, as `extract` writes it.
    pub fn render(&self, format: &str, options: &JsValue) -> Result<String, JsValue> {
        self.rendered(options::format(format)?, options, &WriteOptions::default())
    }

    /// The object of the JSON format, with metadata.
    #[wasm_bindgen(js_name = toObject)]
    pub fn to_object(&self, options: &JsValue) -> Result<JsValue, JsValue> {
        let mut given = GivenValues::of(options)?;
        let writing =
            given.writing(&WriteOptions { metadata: true, ..WriteOptions::with_links_and_images() })?;
        given.finish()?;
        object(&self.0.json(&writing))
    }

    /// The blocks of the content.
    #[wasm_bindgen(getter)]
    pub fn blocks(&self) -> Result<JsValue, JsValue> {
        self.field("blocks", &WriteOptions::with_links_and_images())
    }

    /// The posts, entries or products of the content.
    pub fn records(&self) -> Result<JsValue, JsValue> {
        self.field("records", &WriteOptions { records: true, ..WriteOptions::with_links_and_images() })
    }

    /// Readers' comments that were left out of the content.
    pub fn comments(&self) -> Result<JsValue, JsValue> {
        object(&self.0.comments())
    }

    /// What the page says about itself.
    #[wasm_bindgen(getter)]
    pub fn metadata(&self) -> Result<JsValue, JsValue> {
        object(&self.0.metadata())
    }

    /// Why a text was kept or dropped: an explanation for each of its places.
    ///
    /// # Errors
    /// A text without words.
    pub fn why(&self, text: &str) -> Result<JsValue, JsValue> {
        if text.trim().is_empty() {
            return Err(type_error("a text of the page was expected"));
        }
        object(&answers(&self.0, &*self.1.pipeline()?, text, MAX_PLACES))
    }

    /// Why the texts of a node were kept or dropped. Empty where the page has no such node.
    ///
    /// # Errors
    /// None that is known.
    #[wasm_bindgen(js_name = whyAt)]
    pub fn why_at(&self, xpath: &str) -> Result<JsValue, JsValue> {
        let node = self.0.document().find_xpath(xpath);
        let found: Vec<Answer> = match node {
            Some(node) => answers_at(&self.0, &*self.1.pipeline()?, node, MAX_PLACES),
            None => Vec::new(),
        };
        object(&found)
    }

    /// The URL of the page that continues this one; undefined where none is known.
    #[wasm_bindgen(getter)]
    pub fn next(&self) -> Option<String> {
        pagination(&self.0.page()).continuation().map(|link| link.address.clone())
    }

    /// Whether this is the page's content, or why there is little of it.
    #[wasm_bindgen(getter)]
    pub fn verdict(&self) -> String {
        self.0.verdict.kind.name().to_owned()
    }

    /// The word F1 that the system expects of its answer; null where it cannot tell.
    #[wasm_bindgen(getter)]
    pub fn confidence(&self) -> JsValue {
        self.0.verdict.rounded_confidence().map_or(JsValue::NULL, JsValue::from_f64)
    }

    /// What was cut, replaced or missing.
    #[wasm_bindgen(getter)]
    pub fn warnings(&self) -> Vec<String> {
        self.0.warnings.iter().map(ToString::to_string).collect()
    }

    /// The system that decided.
    #[wasm_bindgen(getter)]
    pub fn extractor(&self) -> String {
        self.0.extractor.clone()
    }
}
