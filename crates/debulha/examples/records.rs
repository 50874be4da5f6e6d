//! Posts, entries or products, and the readers' comments: `cargo run --example records -- page.html`.

use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let file = std::env::args().nth(1).ok_or("a file is missing")?;
    let bytes = std::fs::read(file)?;

    let extraction = debulha::extract(&bytes);
    for group in extraction.records() {
        for (nth, record) in group.records.iter().enumerate() {
            let fields = record.fields.named().into_iter().filter_map(|(name, value)| Some((name, value?)));
            let fields: Vec<String> = fields.map(|(name, value)| format!("{name}={}", value.text)).collect();
            println!("{:?}\t{}\t{}", group.kind, fields.join(" "), extraction.record_text(&group, nth));
        }
    }
    for comment in extraction.comments() {
        println!("Comment\t{}\t{}", comment.author.unwrap_or_default(), comment.text);
    }
    Ok(())
}
