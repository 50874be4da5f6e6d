//! Any input as a page that is read for forms, links and records, and as the files that debulha reads.

use super::URL;
use debulha_core::classify::model::Model;
use debulha_core::features::forms::forms;
use debulha_core::features::hashing::hash_bytes;
use debulha_core::features::pagination::{PageLink, pagination};
use debulha_core::features::records::wrapper::{Wrapper, WrapperParams};
use debulha_core::features::records::{RecordParams, fields, find};
use debulha_core::layout::LayoutRecord;
use debulha_core::page::Evidence;
use debulha_core::{Outcome, Page, PageOptions, ParamMap, Scratch};
use debulha_dom::decode::decode;
use debulha_dom::{Document, Limits, parse};
use debulha_systems::extractors::{self, EXTRACTORS};
use debulha_systems::segmenters::SEGMENTERS;
use std::ops::Range;

fn parsed(bytes: &[u8]) -> Document {
    parse(&decode(bytes, None).text, &Limits::default()).document
}

fn page(document: &Document) -> Page<'_> {
    Page::with_options(document, Some(URL), PageOptions::default())
}

/// The part before the first NUL, and the part behind it.
fn halves(bytes: &[u8]) -> (&[u8], &[u8]) {
    let end = bytes.iter().position(|&byte| byte == 0).unwrap_or(bytes.len());
    (&bytes[..end], bytes.get(end + 1..).unwrap_or_default())
}

/// Forms: each field once, and never sent to a script.
pub fn page_forms(bytes: &[u8]) {
    let document = parsed(bytes);
    let page = page(&document);
    let found = forms(&page);
    assert_eq!(found, forms(&page));
    for form in &found {
        let address = form.action_url(page.base_address(), page.address());
        assert!(address.is_none_or(|address| address.scheme() != "javascript"));
        for field in &form.fields {
            let _ = (field.chosen(), field.initial());
        }
    }
}

/// Links to other pages of a list: addresses that a reader may follow, each number page once.
pub fn page_pagination(bytes: &[u8]) {
    let document = parsed(bytes);
    let found = pagination(&page(&document));
    assert_eq!(found, pagination(&page(&document)));
    let all = [&found.next, &found.previous, &found.first, &found.last, &found.more];
    let all: Vec<&PageLink> = all.into_iter().flatten().chain(&found.pages).collect();
    for link in all {
        assert!(link.node.index() < document.len() && (0.0..=1.0).contains(&link.probability));
        assert!(!link.address.trim_start().to_ascii_lowercase().starts_with("javascript:"));
    }
    let mut addresses: Vec<&str> = found.pages.iter().map(|link| &*link.address).collect();
    addresses.sort_unstable();
    assert!(addresses.windows(2).all(|pair| pair[0] != pair[1]), "an address twice: {addresses:?}");
}

/// Records: in order, apart, inside the page; and a wrapper that was learned from them reads what it learned from.
pub fn page_records(bytes: &[u8]) {
    let documents = [parsed(bytes), parsed(&[bytes, b"<p>one more"].concat())];
    let pages = documents.each_ref().map(page);
    for page in &pages {
        let regions = find(page, &RecordParams::default());
        assert_eq!(regions, find(page, &RecordParams::default()));
        for region in &regions {
            let ranges: Vec<&Range<u32>> = region.records.iter().map(|record| &record.nodes).collect();
            assert!(
                ranges.windows(2).all(|pair| pair[0].end <= pair[1].start),
                "records overlap: {ranges:?}"
            );
            for record in &region.records {
                assert!(!record.nodes.is_empty() && record.nodes.end as usize <= page.document().len());
                fields(page, record);
            }
        }
    }
    if let Ok(wrapper) = Wrapper::learn(&pages.each_ref(), &WrapperParams::default()) {
        let json = wrapper.to_json().expect("a learned wrapper can be written");
        let read = Wrapper::from_json(&json).expect("what was written can be read");
        assert_eq!(read.apply(&pages[0]), wrapper.apply(&pages[0]));
    }
}

/// A wrapper of any JSON, applied to any page.
pub fn wrapper(bytes: &[u8]) {
    let (json, html) = halves(bytes);
    let Ok(wrapper) = Wrapper::from_json(&String::from_utf8_lossy(json)) else { return };
    let document = parsed(html);
    let page = page(&document);
    let reading = wrapper.apply(&page);
    assert_eq!(reading, wrapper.apply(&page));
    for record in &reading.records {
        assert_eq!(record.values.len(), wrapper.fields.fields.len());
    }
    wrapper.check(&page);
}

/// A layout record of any JSON, fitted to any page, before all that uses geometry.
pub fn layout(bytes: &[u8]) {
    let (json, html) = halves(bytes);
    let Ok(record) = LayoutRecord::from_json(&String::from_utf8_lossy(json)) else { return };
    let document = parsed(html);
    let fitted = record.fit(&document);
    let evidence = Evidence { layout: Some(&fitted.layout), ..Evidence::of_url(Some(URL)) };
    let page = Page::with(&document, evidence, PageOptions::default());
    let params = ParamMap::new();
    for info in SEGMENTERS {
        let segmenter = (info.build)(&params).expect("defaults build");
        assert_eq!(segmenter.segment(&page).ok(), segmenter.segment(&page).ok(), "{}", info.id);
    }
    for info in EXTRACTORS {
        let extractor = (info.build)(&params).expect("defaults build");
        let outcome = extractor.extract(&page, &mut Scratch::default());
        if let Outcome::Labeled(labels) = outcome {
            assert!(labels.is_valid(&document), "{}", info.id);
        }
    }
}

/// A model file of any card and contents, which its hash says are whole.
pub fn model(bytes: &[u8]) {
    let _ = Model::from_bytes(bytes);
    let (card, payload) = halves(bytes);
    let whole = Model::default().to_bytes().expect("an empty model can be written");
    let format = &whole[..12];
    let (of_card, of_payload) = ((card.len() as u32).to_le_bytes(), (payload.len() as u64).to_le_bytes());
    let mut file = [format, &of_card, &of_payload, card, payload].concat();
    file.extend(hash_bytes(&file).to_le_bytes());
    let Ok(model) = Model::from_bytes(&file) else { return };
    let written = model.to_bytes().expect("what was read can be written");
    // Not compared: NaN is not equal to itself, and JSON numbers of the card may change in their last digit.
    assert!(Model::from_bytes(&written).is_ok());
    let document =
        parse("<h1>Rye</h1><p>It is sown in autumn.<ul><li>one<li>two</ul>", &Limits::default()).document;
    if let Ok(extractor) = extractors::load(&model, &ParamMap::new()) {
        extractor.extract(&page(&document), &mut Scratch::default());
    }
}
