use std::collections::HashSet;

use debulha::Pipeline;
use debulha_core::{write::Format, write::WriteOptions};

use super::*;
use debulha_compare::metrics::structure::StructureFate;

fn count(group: StructureGroup) -> usize {
    cases().iter().filter(|case| case.group == group).count()
}

#[test]
fn cases_are_distinct_and_have_parts() {
    let cases = cases();
    let ids: HashSet<&str> = cases.iter().map(|case| case.id.as_str()).collect();
    assert_eq!(ids.len(), cases.len());
    assert!(cases.iter().all(|case| !case.parts.is_empty() && !case.html.contains("{{")));
    assert_eq!(
        (count(StructureGroup::Table), count(StructureGroup::OrderedList), count(StructureGroup::Caption)),
        (50, 20, 20)
    );
}

#[test]
fn parts_are_read_off_the_markup() {
    let cases = cases();
    let ticks = cases.iter().find(|case| case.id.starts_with("table-ticks-")).unwrap();
    assert_eq!(ticks.parts[..6], ["Plan", "Free", "Club", "Guild", "Shared calendar", "✓"]);
    let start = cases.iter().find(|case| case.id.starts_with("ordered-list-start-")).unwrap();
    assert_eq!(start.numbers[2], (7, "The ford".to_owned()));
}

/// What keeps everything keeps every structure: else a case or the content document is wrong.
#[test]
fn all_text_keeps_every_structure_whole() {
    let pipeline = Pipeline::new("all_text").unwrap();
    let wrong: Vec<String> = cases()
        .iter()
        .filter(|case| case.group != StructureGroup::EditMarks)
        .filter_map(|case| {
            let extraction = pipeline.extract(&case.html);
            let markdown = extraction.render(Format::Markdown, &WriteOptions::default());
            let judged = case.judge(&markdown, ListNumbers::Shown);
            (judged.fate != StructureFate::Whole)
                .then(|| format!("{}: {:?}\n{markdown}", case.id, judged.faults))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}
