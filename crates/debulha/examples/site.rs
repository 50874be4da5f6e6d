//! Pages of one site without what the site repeats: `cargo run --example site -- pages/*.html`.

use debulha::{Pipeline, site::SiteLearner};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let files: Vec<String> = std::env::args().skip(1).collect();
    let mut learner = SiteLearner::default();
    for file in &files {
        learner.observe(&std::fs::read(file)?);
    }

    let pipeline = Pipeline::new("vote")?.without_repeated(learner.finish());
    for file in &files {
        println!("{file}\n{}\n", pipeline.extract(&std::fs::read(file)?).text());
    }
    Ok(())
}
