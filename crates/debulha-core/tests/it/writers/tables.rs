//! A page as a row of a table.

use super::FULL;
use super::samples::*;
use super::trafilatura::page;
use debulha_core::content::Block;
use debulha_core::write::{Format, WriteOptions, csv_header};
use std::collections::BTreeMap;

/// The row of a page, read back by the names of its columns.
fn row(blocks: Vec<Block>, options: &WriteOptions) -> BTreeMap<String, String> {
    let table = format!("{}\n{}\n", csv_header(options).unwrap(), page(Format::Csv, blocks, options));
    let mut reader = csv::Reader::from_reader(table.as_bytes());
    let rows: Vec<BTreeMap<String, String>> = reader.deserialize().map(Result::unwrap).collect();
    let [row] = <[_; 1]>::try_from(rows).unwrap();
    row
}

#[test]
fn a_row_reads_back_under_the_names_of_json() {
    let row = row(vec![heading(1, "Rye, \"sour\""), p("text")], &FULL);
    for (name, value) in [
        ("url", "https://www.barn.example.co.uk/rye?a=1"),
        ("extractor", "test"),
        ("verdict", ""),
        ("title", "Rye: \"the <grain>\""),
        ("published", "2024-05-01T10:00:00Z"),
        ("modified", ""),
        ("language", "en-GB"),
        ("authors", "A; B"),
        ("categories", "Grain; Fields"),
        ("text", "Rye, \"sour\"\ntext"),
        ("comments", "Well sown.\nSo it is."),
    ] {
        assert_eq!(row[name], value, "{name}");
    }
    assert_eq!(row.len(), 27);
}

#[test]
fn a_row_has_metadata_whatever_the_options() {
    assert_eq!(row(vec![p("text")], &WriteOptions::default())["site_name"], "Barn Times");
}

/// As in tables of records: what a spreadsheet makes of a value is for its reader to prevent.
#[test]
fn values_stand_as_the_page_has_them() {
    assert_eq!(row(vec![p("=1+1")], &FULL)["text"], "=1+1");
}
