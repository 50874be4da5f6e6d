//! The blocks of a page with their places in the file: `cargo run --example blocks -- page.html`.

use debulha::Pipeline;
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let file = std::env::args().nth(1).ok_or("a file is missing")?;
    let bytes = std::fs::read(file)?;

    let extraction = Pipeline::default().extract(&bytes);
    for block in extraction.blocks() {
        // A block that the parser implied has no bytes of its own.
        if let Some(place) = extraction.bytes(block) {
            println!("{}..{}\t{}\t{}", place.start, place.end, extraction.xpath(block), block.text());
        }
    }
    Ok(())
}
