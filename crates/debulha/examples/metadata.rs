//! What a page says about itself, with the sources: `cargo run --example metadata -- page.html`.

use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let file = std::env::args().nth(1).ok_or("a file is missing")?;
    let bytes = std::fs::read(file)?;

    let metadata = debulha::extract(&bytes).metadata();
    for (name, field) in [("title", &metadata.title), ("published", &metadata.published)] {
        for candidate in field.best.iter().chain(&field.others) {
            println!("{name}\t{}\t{}", candidate.value, candidate.source);
        }
    }
    for author in &metadata.authors {
        println!("author\t{}\t{}", author.value, author.source);
    }
    Ok(())
}
