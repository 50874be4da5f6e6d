//! debulha for JavaScript: the facade with the options and values of browsers and Node, and no logic of its own.
//!
//! What it exports has its types and documentation in `package/index.d.ts`. `build.sh` makes the package.

mod html;
mod joined;
mod options;
mod page;
mod systems;

use debulha::{Joined, WriteOptions};
use html::HtmlInput;
use joined::JoinedPages;
use js_sys::TypeError;
use options::{GivenValues, PageReading};
use page::Page;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

/// A panic is a bug; its message tells more than the trap that follows it.
#[wasm_bindgen(start)]
fn start() {
    std::panic::set_hook(Box::new(|info| wasm_bindgen::throw_str(&info.to_string())));
}

/// The content of a page in a format, or null.
///
/// # Errors
/// Wrong arguments.
#[wasm_bindgen]
pub fn extract(html: &JsValue, options: &JsValue) -> Result<JsValue, JsValue> {
    let html = HtmlInput::of(html)?;
    let mut given = GivenValues::of(options)?;
    let format = given.format()?;
    let writing = given.writing(&WriteOptions::default())?;
    let reading = PageReading::of(&mut given)?;
    given.finish()?;
    let extraction = reading.extract(&html);
    if extraction.is_empty() {
        return Ok(JsValue::NULL);
    }
    Ok(extraction.render(format, &writing).into())
}

/// A page with its content.
///
/// # Errors
/// Wrong arguments.
#[wasm_bindgen]
pub fn parse(html: &JsValue, options: &JsValue) -> Result<Page, JsValue> {
    let html = HtmlInput::of(html)?;
    let mut given = GivenValues::of(options)?;
    let reading = PageReading::of(&mut given)?;
    given.finish()?;
    let extraction = reading.extract(&html);
    Ok(Page::new(extraction, reading))
}

/// Joins a page and those that continue it, in their order. The pages are used up.
///
/// # Errors
/// No page.
#[wasm_bindgen]
pub fn join(pages: Vec<Page>) -> Result<JoinedPages, JsValue> {
    let mut pages = pages.into_iter().map(Page::into_extraction);
    let first = pages.next().ok_or_else(|| type_error("at least one page was expected"))?;
    Ok(JoinedPages::new(Joined::of(first, pages.collect())))
}

/// The systems that a page can be given to.
///
/// # Errors
/// None that is known: the list is plain data.
#[wasm_bindgen]
pub fn systems() -> Result<JsValue, JsValue> {
    object(&systems::list())
}

/// Data as JavaScript has it, by way of JSON.
fn object(data: &impl serde::Serialize) -> Result<JsValue, JsValue> {
    let json = serde_json::to_string(data).map_err(|error| type_error(&error.to_string()))?;
    js_sys::JSON::parse(&json)
}

/// What is thrown at whoever gives wrong arguments.
fn type_error(message: &str) -> JsValue {
    TypeError::new(message).into()
}
