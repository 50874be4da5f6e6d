//! What a wrapper makes of the answers of a probe.

use super::databases::recipes;
use super::pages::Manners;
use super::{options, run, serve};
use debulha_core::Page;
use debulha_core::features::records::wrapper::{Wrapper, WrapperParams};
use debulha_dom::{Document, Limits, parse};
use debulha_io::warc::{RecordPage, WarcReader, WarcRecordKind};

/// How a row begins.
const ROW: &str = "<div class=card>";

#[test]
fn many_answers_of_a_busy_site_have_their_rows_and_no_other_parts() {
    let server = serve(recipes(), Manners { frame: true, ..Manners::default() });
    let dir = tempfile::tempdir().unwrap();
    run(dir.path(), options(&server));
    let answers = WarcReader::open(&dir.path().join("answers.warc.gz")).unwrap().map(Result::unwrap);
    let answers: Vec<String> = answers
        .filter(|record| record.kind == WarcRecordKind::Response)
        .map(|record| {
            let page = RecordPage::of(&record).unwrap().unwrap();
            String::from_utf8(page.body(usize::MAX).unwrap().bytes.into_owned()).unwrap()
        })
        .filter(|page| page.contains(ROW))
        .collect();
    assert!(answers.len() >= 60, "{}", answers.len());
    let documents: Vec<Document> =
        answers.iter().map(|page| parse(page, &Limits::default()).document).collect();
    let pages: Vec<Page<'_>> = documents.iter().map(Page::new).collect();
    // Two of three pages teach, and the others are read.
    let learned: Vec<&Page<'_>> =
        pages.iter().enumerate().filter(|(nth, _)| nth % 3 > 0).map(|(_, page)| page).collect();
    let wrapper = Wrapper::learn(&learned, &WrapperParams::default()).unwrap();
    for (page, answer) in pages.iter().zip(&answers).step_by(3) {
        assert_eq!(wrapper.apply(page).records.len(), answer.matches(ROW).count());
    }
}
