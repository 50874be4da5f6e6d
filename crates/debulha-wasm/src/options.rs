//! Options as JavaScript has them: an object with a field for each.

use crate::html::Html;
use crate::type_error;
use debulha::{DEFAULT_EXTRACTOR, Extraction, Format, ParamMap, Pipeline, Title, WriteOptions};
use js_sys::{Array, JSON, Object};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::{JsCast, JsValue};

/// The options that were given and not yet taken.
pub(crate) struct Given {
    left: Map<String, Value>,
    known: Vec<&'static str>,
}

impl Given {
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
        Ok(Given { left, known: Vec::new() })
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

    /// Takes the format; text unless told otherwise.
    pub(crate) fn format(&mut self) -> Result<Format, JsValue> {
        self.take::<String>("format")?.map_or(Ok(Format::Text), |name| format(&name))
    }

    /// Takes what is written, over these defaults.
    pub(crate) fn writing(&mut self, defaults: &WriteOptions) -> Result<WriteOptions, JsValue> {
        Ok(WriteOptions {
            links: self.take("links")?.unwrap_or(defaults.links),
            images: self.take("images")?.unwrap_or(defaults.images),
            tables: self.take("tables")?.unwrap_or(defaults.tables),
            metadata: self.take("withMetadata")?.unwrap_or(defaults.metadata),
            records: self.take("records")?.unwrap_or(defaults.records),
            title: match self.take::<String>("title")?.as_deref() {
                None => defaults.title,
                Some("auto") => Title::Auto,
                Some("page") => Title::Page,
                Some("never") => Title::Never,
                Some(other) => {
                    return Err(type_error(&format!(
                        "option `title`: `{other}` is none of auto, page, never"
                    )));
                }
            },
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

/// What the command line writes unless told otherwise.
pub(crate) fn of_command() -> WriteOptions {
    WriteOptions { title: Title::Auto, ..WriteOptions::default() }
}

/// What the methods of a page that name a format write unless told otherwise: links and images too.
pub(crate) fn of_page() -> WriteOptions {
    WriteOptions { links: true, images: true, ..of_command() }
}

/// Who decides, and what is known of the page.
pub(crate) struct Reading {
    url: Option<String>,
    charset: Option<String>,
    /// `None` for the default, which the facade builds once.
    pipeline: Option<Rc<Pipeline>>,
}

/// A system that was asked for, as it was asked for.
type Built = (String, ParamMap, Rc<Pipeline>);

thread_local! {
    /// The system of the last call: to read its model takes longer than most pages do.
    static LAST: RefCell<Option<Built>> = const { RefCell::new(None) };
}

impl Reading {
    pub(crate) fn of(given: &mut Given) -> Result<Self, JsValue> {
        let extractor = given.take::<String>("extractor")?;
        let params = given.take::<ParamMap>("params")?.unwrap_or_default();
        let is_default = params.is_empty() && extractor.as_deref().is_none_or(|id| id == DEFAULT_EXTRACTOR);
        let pipeline =
            (!is_default).then(|| pipeline(extractor.unwrap_or_else(|| DEFAULT_EXTRACTOR.into()), params));
        Ok(Reading {
            url: given.take("url")?,
            charset: given.take("charset")?,
            pipeline: pipeline.transpose()?,
        })
    }

    pub(crate) fn extract(&self, html: &Html) -> Extraction {
        let input = html.input().url(self.url.as_deref()).charset(self.charset.as_deref());
        match &self.pipeline {
            Some(pipeline) => pipeline.extract(input),
            None => debulha::extract(input),
        }
    }
}

/// Builds a system, unless it is that of the last call.
fn pipeline(extractor: String, params: ParamMap) -> Result<Rc<Pipeline>, JsValue> {
    LAST.with_borrow_mut(|last| match last {
        Some((id, given, pipeline)) if *id == extractor && *given == params => Ok(pipeline.clone()),
        _ => {
            let built =
                Pipeline::with_params(&extractor, &params).map_err(|error| type_error(&error.to_string()))?;
            let built = Rc::new(built);
            *last = Some((extractor, params, built.clone()));
            Ok(built)
        }
    })
}
