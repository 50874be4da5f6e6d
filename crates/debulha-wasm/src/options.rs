//! Options as JavaScript has them: an object with a field for each.

use crate::html::HtmlInput;
use crate::type_error;
use debulha::evidence::LayoutRecord;
use debulha::systems::{Sources, SystemSpec};
use debulha::{Extraction, Format, Pipeline, WriteOptions};
use js_sys::{Array, JSON, Object};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use std::cell::RefCell;
use std::fmt::Display;
use std::rc::Rc;
use std::str::FromStr;
use wasm_bindgen::{JsCast, JsValue};

/// The options that were given and not yet taken.
pub(crate) struct GivenValues {
    left: Map<String, Value>,
    known: Vec<&'static str>,
}

impl GivenValues {
    /// Reads an object; `undefined` and `null` are one without fields.
    ///
    /// # Errors
    /// What is no object, and fields that JSON cannot have.
    pub(crate) fn of(value: &JsValue) -> Result<Self, JsValue> {
        let mut left = Map::new();
        if !value.is_undefined() && !value.is_null() {
            if !value.is_object() || Array::is_array(value) {
                return Err(type_error("options are an object, such as { url: \"https://example.org/\" }"));
            }
            for entry in Object::entries(value.unchecked_ref()) {
                let entry: Array = entry.unchecked_into();
                let (name, value) = (entry.get(0).as_string().unwrap_or_default(), entry.get(1));
                if value.is_undefined() {
                    continue;
                }
                let json = JSON::stringify(&value)?.as_string();
                let read = json.and_then(|json| serde_json::from_str(&json).ok());
                let read =
                    read.ok_or_else(|| type_error(&format!("option `{name}`: a value was expected")))?;
                left.insert(name, read);
            }
        }
        Ok(GivenValues { left, known: Vec::new() })
    }

    /// Takes an option; `null` is as if it was not given.
    fn take<T: DeserializeOwned>(&mut self, name: &'static str) -> Result<Option<T>, JsValue> {
        self.known.push(name);
        match self.left.remove(name) {
            None | Some(Value::Null) => Ok(None),
            Some(value) => match serde_json::from_value(value) {
                Ok(value) => Ok(Some(value)),
                Err(error) => Err(type_error(&format!("option `{name}`: {error}"))),
            },
        }
    }

    /// Takes an option that is the name of a choice.
    fn take_name<T: FromStr<Err: Display>>(&mut self, name: &'static str) -> Result<Option<T>, JsValue> {
        let wrong = |error| type_error(&format!("option `{name}`: {error}"));
        self.take::<String>(name)?.map(|given| given.parse().map_err(wrong)).transpose()
    }

    /// Takes the format; text by default.
    pub(crate) fn format(&mut self) -> Result<Format, JsValue> {
        Ok(self.take_name("format")?.unwrap_or(Format::Text))
    }

    /// Takes what is written, over these defaults.
    pub(crate) fn writing(&mut self, defaults: &WriteOptions) -> Result<WriteOptions, JsValue> {
        Ok(WriteOptions {
            links: self.take("links")?.unwrap_or(defaults.links),
            images: self.take("images")?.unwrap_or(defaults.images),
            tables: self.take("tables")?.unwrap_or(defaults.tables),
            footnotes: self.take("footnotes")?.unwrap_or(defaults.footnotes),
            metadata: self.take("withMetadata")?.unwrap_or(defaults.metadata),
            records: self.take("records")?.unwrap_or(defaults.records),
            title: self.take_name("title")?.unwrap_or(defaults.title),
            ..defaults.clone()
        })
    }

    /// To be called when all options are taken.
    ///
    /// # Errors
    /// An option that nobody took.
    pub(crate) fn finish(self) -> Result<(), JsValue> {
        match self.left.keys().next() {
            None => Ok(()),
            Some(name) => {
                let known = self.known.join(", ");
                Err(type_error(&format!("unknown option `{name}`; known are {known}")))
            }
        }
    }
}

/// The format of this name.
pub(crate) fn format(name: &str) -> Result<Format, JsValue> {
    name.parse().map_err(|error| type_error(&format!("{error}")))
}

/// Who decides, and what is known of the page.
pub(crate) struct PageReading {
    url: Option<String>,
    charset: Option<String>,
    /// Where a browser drew it.
    layout: Option<LayoutRecord>,
    /// `None` for the default, which the facade builds once.
    pipeline: Option<Rc<Pipeline>>,
}

thread_local! {
    /// The system of the last call: to read its model takes longer than most pages do.
    static LAST: RefCell<Option<(SystemSpec, Rc<Pipeline>)>> = const { RefCell::new(None) };
}

impl PageReading {
    pub(crate) fn of(given: &mut GivenValues) -> Result<Self, JsValue> {
        let default = SystemSpec::default();
        let spec = SystemSpec {
            id: given.take("extractor")?.unwrap_or(default.id),
            preset: given.take("preset")?,
            params: given.take("params")?.unwrap_or_default(),
        };
        let pipeline = (spec != SystemSpec::default()).then(|| pipeline(spec));
        Ok(PageReading {
            url: given.take("url")?,
            charset: given.take("charset")?,
            layout: given.take("layout")?,
            pipeline: pipeline.transpose()?,
        })
    }

    pub(crate) fn extract(&self, html: &HtmlInput) -> Extraction {
        let input = html.input().url(self.url.as_deref()).charset(self.charset.as_deref());
        let input = input.layout(&self.layout);
        match &self.pipeline {
            Some(pipeline) => pipeline.extract(input),
            None => debulha::extract(input),
        }
    }
}

impl PageReading {
    /// The system that decides.
    pub(crate) fn pipeline(&self) -> Result<Rc<Pipeline>, JsValue> {
        self.pipeline.clone().map_or_else(|| pipeline(SystemSpec::default()), Ok)
    }
}

/// Builds a system, unless it is that of the last call.
fn pipeline(spec: SystemSpec) -> Result<Rc<Pipeline>, JsValue> {
    LAST.with_borrow_mut(|last| match last {
        Some((known, pipeline)) if *known == spec => Ok(pipeline.clone()),
        _ => {
            let built = spec.pipeline(&Sources::default()).map_err(|error| type_error(&error.to_string()))?;
            let built = Rc::new(built);
            *last = Some((spec, built.clone()));
            Ok(built)
        }
    })
}
