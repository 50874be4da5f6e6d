//! The system by its id, with parameters as a command line gives them.

use debulha::{ParamMap, Pipeline, systems};
use own_system::{LongBlocks, LongBlocksParams};

const PAGE: &str = "<ul><li><a href=/>Home</a><li><a href=/n>News</a></ul>\
    <p>Rye was sown early this year, and it stood well in the long winter.</p><p>Oats were sown late.</p>";

/// `name=value`, the value as JSON or else a string.
fn params(given: &[&str]) -> ParamMap {
    let read = |text: &&str| {
        let (name, value) = text.split_once('=').expect("name=value");
        (name.to_owned(), serde_json::from_str(value).unwrap_or_else(|_| value.into()))
    };
    given.iter().map(read).collect()
}

fn text(given: &[&str]) -> Result<String, debulha::BuildError> {
    let known = systems::registry().and(LongBlocks::INFO);
    let pipeline = Pipeline::with_boxed(known.build("long_blocks", &params(given))?);
    assert_eq!(pipeline.name(), "long_blocks");
    Ok(pipeline.extract(PAGE).text())
}

#[test]
fn it_runs_by_its_id_with_its_parameters() {
    let rye = "Rye was sown early this year, and it stood well in the long winter.";
    assert_eq!(text(&[]).expect("defaults"), rye);
    let both = format!("{rye}\nOats were sown late.");
    assert_eq!(text(&["min_words=3"]).expect("a parameter"), both);
    let all = format!("Home\nNews\n{both}");
    assert_eq!(text(&["min_words=1", "max_link_density=1"]).expect("two parameters"), all);
}

#[test]
fn senseless_parameters_are_errors() {
    assert!(text(&["min_words=0"]).is_err_and(|error| error.to_string().contains("from 1 to 1000")));
    assert!(text(&["words=3"]).is_err());
    assert!(
        LongBlocks::new(LongBlocksParams { max_link_density: 2.0, ..LongBlocksParams::default() }).is_err()
    );
}

#[test]
fn lists_have_it_beside_the_others_and_why_says_its_reason() {
    let known = systems::registry().and(LongBlocks::INFO);
    assert_eq!(known.find("long_blocks").map(|info| info.params.len()), Ok(2));
    assert!(known.find("cetd").is_ok() && systems::registry().find("long_blocks").is_err());

    let pipeline = Pipeline::with(LongBlocks::default());
    let extraction = pipeline.extract(PAGE);
    let page = extraction.page();
    let rye = page.text_nodes()[2];
    let reasons = pipeline.extractor().why(&page, &mut debulha::Scratch::default(), rye);
    assert_eq!(reasons[0].detail, "14 words, kept from 10 on");
}
