//! Large generated pages go through every step. Growth is measured by the benches; here a quadratic step would show
//! as a test that does not end.

use crate::common::families::FAMILIES;
use crate::common::{label, page_level_extractors};
use debulha_core::extractors::all_text::AllText;
use debulha_core::features::records::{self, RecordParams};
use debulha_core::write::{Format, WriteOptions, Written, render};
use debulha_core::{Page, Scratch, content, metadata};
use debulha_dom::{Document, Limits, parse};

/// Bytes of a page.
const BYTES: usize = 1 << 20;

/// Content of the whole text of a page, and that in every format.
fn write_all(document: &Document) {
    let page = Page::new(document);
    let content = content::build(&page, &label(&AllText::default(), &page));
    let written = Written {
        document,
        byte_map: None,
        content: &content,
        metadata: None,
        records: None,
        comments: &[],
        url: None,
        extractor: "all_text",
        agreement: None,
        verdict: None,
        warnings: &[],
    };
    for format in Format::ALL {
        drop(render(format, &written, &WriteOptions::default()));
    }
}

#[test]
fn every_step_ends_on_every_family() {
    for (family, generate) in FAMILIES {
        let document = parse(&generate(BYTES), &Limits::default()).document;
        for extractor in page_level_extractors() {
            let page = Page::new(&document);
            let outcome = extractor.extract(&page, &mut Scratch::default());
            let labels = outcome.labels().unwrap();
            assert!(labels.is_valid(&document), "{} on {family}", extractor.info().id);
        }
        drop(records::find(
            &Page::new(&document),
            &RecordParams { max_regions: 10, ..RecordParams::default() },
        ));
        write_all(&document);
        drop(metadata::extract(&Page::new(&document)));
    }
}
