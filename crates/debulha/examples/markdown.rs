//! A page as Markdown: `cargo run --example markdown -- page.html https://example.org/page`.

#![allow(clippy::print_stderr, clippy::print_stdout)]

use debulha::{Input, Pipeline};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let file = args.next().ok_or("a file is missing")?;
    let url = args.next();

    let bytes = std::fs::read(&file)?;
    let extraction = Pipeline::default().extract(Input::from(&bytes).url(url.as_deref()));
    for warning in &extraction.warnings {
        eprintln!("{file}: {warning}");
    }
    println!("{}", extraction.markdown());
    Ok(())
}
