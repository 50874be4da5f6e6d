//! Prints the tree of a page, one node a line.
//!
//! `cargo run -p debulha-dom --example walk -- page.html`, or with the markup itself: `-- '<p>Keep the <b>grain'`

use debulha_dom::body::decompress;
use debulha_dom::decode::decode;
use debulha_dom::{Document, Limits, NodeId, NodeKind, parse};
use std::error::Error;
use std::{env, fs};

fn main() -> Result<(), Box<dyn Error>> {
    let argument = env::args().nth(1).ok_or("give a file or markup")?;
    let limits = Limits::default();
    let bytes = if argument.contains('<') { argument.into_bytes() } else { fs::read(argument)? };
    let body = decompress(&bytes, limits.max_bytes)?;
    let parsed = parse(&decode(&body.bytes, None).text, &limits);
    for node in parsed.document.nodes() {
        let indent = "  ".repeat(parsed.document.depth(node) as usize);
        println!("{indent}{}", line(&parsed.document, node));
    }
    for truncated in parsed.truncations {
        println!("{truncated}");
    }
    Ok(())
}

fn line(doc: &Document, node: NodeId) -> String {
    match doc.kind(node) {
        NodeKind::Document => "document".to_owned(),
        NodeKind::Doctype => format!("doctype {}", doc.text(node)),
        NodeKind::Element => {
            let name = doc.name_str(doc.name(node)).to_owned();
            let attributes =
                doc.attributes(node).map(|(name, value)| format!(" {}={value:?}", doc.name_str(name)));
            std::iter::once(name).chain(attributes).collect()
        }
        NodeKind::Text => format!("{:?}", doc.text(node)),
        NodeKind::Comment => format!("comment {:?}", doc.text(node)),
    }
}
