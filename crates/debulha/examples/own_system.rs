//! A system of one's own: `cargo run --example own_system -- page.html`. A whole crate with parameters is in
//! `examples/own-system`.

use debulha::extend::{Labels, Outcome, extractor, params};
use debulha::{Page, Pipeline, Scratch};
use std::error::Error;

params! { /// None.
pub struct NoParams {} }

extractor! {
    /// Keeps the text of `article` elements.
    pub struct Articles(NoParams) {
        id: "articles", title: "Articles", cite: [], provenance: Original, unit: Subtree, presets: [],
    }
}

impl Articles {
    #[expect(clippy::unused_self, reason = "a system without parameters")]
    fn label(&self, page: &Page<'_>, _: &mut Scratch) -> Outcome {
        let articles: Vec<_> = page.document().elements_named(debulha::dom::names::ARTICLE).collect();
        Outcome::Labeled(Labels::from_subtrees(page, &articles))
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let file = std::env::args().nth(1).ok_or("a file is missing")?;
    println!("{}", Pipeline::with(Articles::default()).extract(&std::fs::read(file)?).text());
    Ok(())
}
