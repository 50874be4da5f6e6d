//! Prints the elements of a page that a CSS selector matches: where they are, and their text.
//!
//! `cargo run -p debulha-dom --example select -- 'nav a[href]' page.html`

use debulha_dom::body::decompress;
use debulha_dom::decode::decode;
use debulha_dom::select::{Matcher, Selector};
use debulha_dom::{Limits, parse};
use std::error::Error;
use std::{env, fs};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let (Some(selector), Some(file)) = (arguments.next(), arguments.next()) else {
        return Err("give a selector and a file".into());
    };
    let selector = Selector::parse(&selector)?;
    let limits = Limits::default();
    let bytes = fs::read(file)?;
    let body = decompress(&bytes, limits.max_bytes)?;
    let doc = parse(&decode(&body.bytes, None).text, &limits).document;
    for element in Matcher::new(&doc).select(&selector) {
        let text = doc.text_content(element);
        let words: Vec<&str> = text.split_whitespace().collect();
        println!("{}  {}", doc.xpath(element), words.join(" "));
    }
    Ok(())
}
