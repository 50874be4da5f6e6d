//! Pages of one article, joined.

use crate::object;
use crate::options::{self, GivenValues};
use debulha::{Format, Joined, WriteOptions};
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

/// The pages of one article as one. Holds memory of the module until `free`.
#[wasm_bindgen]
pub struct JoinedPages(Joined);

impl JoinedPages {
    pub(crate) fn new(joined: Joined) -> Self {
        JoinedPages(joined)
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
}

#[wasm_bindgen]
impl JoinedPages {
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
}
