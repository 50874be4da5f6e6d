//! Prints where in the source of a page its headings lie, or what another CSS selector matches: the range of bytes in
//! the decoded text, and how the source there begins.
//!
//! `cargo run -p debulha-dom --example ranges -- page.html 'article p'`

use debulha_dom::body::decompress;
use debulha_dom::decode::decode;
use debulha_dom::select::{Matcher, Selector};
use debulha_dom::{Limits, parse};
use std::error::Error;
use std::{env, fs};

const HEADINGS: &str = "h1, h2, h3, h4, h5, h6";

/// Bytes of source that are shown of an element.
const SHOWN_BYTES: usize = 72;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let file = arguments.next().ok_or("give a file")?;
    let selector = Selector::parse(arguments.next().as_deref().unwrap_or(HEADINGS))?;
    let limits = Limits::default();
    let bytes = fs::read(file)?;
    let body = decompress(&bytes, limits.max_bytes)?;
    let text = decode(&body.bytes, None).text;
    let doc = parse(&text, &limits).document;
    for element in Matcher::new(&doc).select(&selector) {
        let Some(range) = doc.source_range(element) else {
            println!("{}  not in the source", doc.xpath(element));
            continue;
        };
        let source = &text[range.clone()];
        let shown = &source[..source.floor_char_boundary(SHOWN_BYTES)];
        println!("{}  {}..{}  {shown:?}", doc.xpath(element), range.start, range.end);
    }
    Ok(())
}
