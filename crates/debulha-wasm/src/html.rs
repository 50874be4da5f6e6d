//! Pages as JavaScript has them.

use crate::type_error;
use debulha::Input;
use js_sys::{ArrayBuffer, Object, Reflect, Uint8Array};
use wasm_bindgen::{JsCast, JsValue};

/// A page.
pub(crate) enum HtmlInput {
    Text(String),
    Bytes(Vec<u8>),
}

impl HtmlInput {
    /// Copies a page. Never asks which class an object is of: test runners and frames have classes of their own.
    ///
    /// # Errors
    /// A value that is neither text nor bytes.
    pub(crate) fn of(value: &JsValue) -> Result<Self, JsValue> {
        if let Some(text) = value.as_string() {
            return Ok(HtmlInput::Text(text));
        }
        if ArrayBuffer::is_view(value) {
            let field = |name: &str| Reflect::get(value, &name.into());
            let number = |name| field(name).map(|number| number.as_f64().unwrap_or_default() as u32);
            let bytes = Uint8Array::new_with_byte_offset_and_length(
                &field("buffer")?,
                number("byteOffset")?,
                number("byteLength")?,
            );
            return Ok(HtmlInput::Bytes(bytes.to_vec()));
        }
        let is_buffer = |object: &Object| object.to_string() == "[object ArrayBuffer]";
        if value.is_object() && is_buffer(value.unchecked_ref()) {
            return Ok(HtmlInput::Bytes(Uint8Array::new(value).to_vec()));
        }
        Err(type_error("a page is a string, a Uint8Array or an ArrayBuffer"))
    }

    /// The same for the facade.
    pub(crate) fn input(&self) -> Input<'_> {
        match self {
            HtmlInput::Text(text) => Input::from(text),
            HtmlInput::Bytes(bytes) => Input::from(bytes),
        }
    }
}
