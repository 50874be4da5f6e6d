//! `why` tells what the outputs have.
#![allow(clippy::unwrap_used)]

mod agreement;

use debulha::Pipeline;
use debulha::why::{Answer, answers};
use std::fs;
use std::path::Path;

/// The pages of a folder of `testdata`, by name.
fn pages(folder: &str) -> Vec<(String, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata").join(folder);
    let mut pages: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_dir())
        .map(|path| (path.display().to_string(), fs::read(path.join("source.html")).unwrap()))
        .collect();
    pages.sort();
    pages
}

#[test]
fn why_agrees_with_every_output_on_the_fixtures() {
    for system in ["debulha", "vote", "cetd", "all_text"] {
        let pipeline = Pipeline::new(system).unwrap();
        let mut compared = 0;
        for (name, page) in pages("pages").into_iter().chain(pages("records")) {
            let agreement = agreement::compare(&pipeline.extract(&page[..]));
            assert!(
                agreement.contradictions.is_empty(),
                "{system} on {name}: {:?}",
                agreement.contradictions
            );
            compared += agreement.compared;
        }
        assert!(compared > 1000, "{system}: {compared} texts");
    }
}

fn first(html: &str, system: &str, text: &str) -> Answer {
    let pipeline = Pipeline::new(system).unwrap();
    answers(&pipeline.extract(html), &pipeline, text, 1).remove(0)
}

#[test]
fn a_control_that_the_system_keeps_is_in_no_output() {
    let page = "<p>Rye was sown early this year.<form><button>Send the form</button><input></form>";
    let button = first(page, "all_text", "Send the form");
    assert_eq!((button.decision, button.role), ("dropped", None));
    assert!(button.output.unwrap().starts_with("none: "));
}

#[test]
fn a_title_of_the_metadata_is_in_markdown_and_html_alone() {
    let page = "<title>Rye in the upper valley</title><p>Rye was sown early this year.";
    let title = first(page, "all_text", "Rye in the upper valley");
    assert_eq!((title.decision, title.role), ("kept", Some("title")));
    assert_eq!(title.outputs, ["markdown", "html"]);
    let short = "<meta property=og:title content='Rye in the upper valley'>";
    let page = format!("{short}{}", page.replace("valley<", "valley | The Barn Post<"));
    assert_eq!(first(&page, "all_text", "The Barn Post").decision, "kept in part");
}
