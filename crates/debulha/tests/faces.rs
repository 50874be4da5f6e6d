//! The files that all interfaces must write for the cases of `testdata/faces`; see the README there.

use debulha::systems::{Sources, SystemSpec};
use debulha::{Format, Input, ParamMap, Title, WriteOptions};
use serde::Deserialize;
use std::fs;
use std::path::PathBuf;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    name: String,
    page: Option<String>,
    format: String,
    links: Option<bool>,
    images: Option<bool>,
    tables: Option<bool>,
    footnotes: Option<bool>,
    metadata: Option<bool>,
    records: Option<bool>,
    title: Option<Title>,
    extractor: Option<String>,
    preset: Option<String>,
    #[serde(default)]
    params: ParamMap,
}

#[test]
fn the_library_writes_the_files_of_all_cases() {
    let folder = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/faces"));
    let read = |name: &str| fs::read_to_string(folder.join(name)).expect("a file of the table");
    let cases: Vec<Case> = serde_json::from_str(&read("cases.json")).expect("a table of cases");
    assert!(cases.len() > 10);
    for case in cases {
        let page = read(case.page.as_deref().unwrap_or("page.html"));
        let spec = case.extractor.map_or_else(SystemSpec::default, SystemSpec::new);
        let spec = SystemSpec { preset: case.preset, params: case.params, ..spec };
        let pipeline = spec.pipeline(&Sources::default()).expect("a system");
        let default = WriteOptions::default();
        let options = WriteOptions {
            links: case.links.unwrap_or(default.links),
            images: case.images.unwrap_or(default.images),
            tables: case.tables.unwrap_or(default.tables),
            footnotes: case.footnotes.unwrap_or(default.footnotes),
            metadata: case.metadata.unwrap_or(default.metadata),
            records: case.records.unwrap_or(default.records),
            title: case.title.unwrap_or(default.title),
            ..default
        };
        let format: Format = case.format.parse().expect("a format");
        let written = pipeline
            .extract(Input::from(page.as_bytes()).url("https://example.org/a"))
            .render(format, &options);
        if std::env::var_os("DEBULHA_UPDATE").is_some() {
            fs::write(folder.join(&case.name), &written).expect("written");
        }
        assert_eq!(written, read(&case.name), "{}", case.name);
        assert!(!written.contains("previous instructions"), "{}", case.name);
    }
}
