//! The tool `records`.

use super::Tools;
use super::answer::{self, TextWindow};
use super::args::RecordsArgs;
use crate::problem::Problem;
use crate::service::spec;
use debulha::Extraction;
use debulha::records::{Record, RecordGroup, text};
use rmcp::model::CallToolResult;
use serde_json::{Map, Value, json};
use std::fmt::Write as _;

/// Answers `records`.
pub(super) async fn answer(tools: &Tools, args: RecordsArgs) -> Result<CallToolResult, Problem> {
    let page = tools.page(args.page).await?;
    let window = TextWindow { start: args.window.start_index, most: args.window.max_length };
    let spec = spec(args.decision.extractor);
    let work = move |extraction: &_, _: &_| records(extraction, window);
    tools.service.extract(&spec, page, args.decision.query.as_deref(), work).await?
}

fn records(extraction: &Extraction, window: TextWindow) -> Result<CallToolResult, Problem> {
    let groups = extraction.records();
    let page = extraction.page();
    let (mut all_text, mut places, mut objects) = (String::new(), Vec::new(), Vec::new());
    for (number, group) in groups.iter().enumerate() {
        let kind = json!(group.kind);
        for (nth, record) in group.records.iter().enumerate() {
            if nth == 0 {
                places.push(all_text.len());
                let kind = kind.as_str().unwrap_or_default();
                let _ = writeln!(all_text, "## {kind} of {} records\n", group.records.len());
            } else {
                places.push(all_text.len());
            }
            let own =
                extraction.outcome.labels().map(|labels| text(&page, labels, group, nth)).unwrap_or_default();
            write_record(&mut all_text, nth + 1, record, &own);
            objects.push((number, object(nth + 1, record, own)));
        }
    }
    let piece = window.piece(&all_text, &[places.clone()])?;
    let mut head = answer::head(extraction);
    let all = objects.len();
    let _ = writeln!(head, "records: {all}; groups: {}", groups.len());
    if !piece.is_whole() {
        let _ = writeln!(head, "{}", piece.account());
    }
    let here = objects.into_iter().zip(&places).filter(|(_, place)| piece.bytes.contains(place));
    let mut shown: Vec<(usize, Vec<Value>)> = Vec::new();
    for ((number, object), _) in here {
        match shown.last_mut() {
            Some((last, records)) if *last == number => records.push(object),
            _ => shown.push((number, vec![object])),
        }
    }
    let groups: Vec<Value> =
        shown.into_iter().map(|(number, records)| group_object(&groups[number], &records)).collect();
    let mut result = answer::result(head, &all_text[piece.bytes.clone()]);
    let next = (piece.chars.end < piece.of).then_some(piece.chars.end);
    result.structured_content = Some(json!({ "groups": groups, "records": all, "next_start_index": next }));
    Ok(result)
}

fn group_object(group: &RecordGroup, records: &[Value]) -> Value {
    json!({ "kind": group.kind, "size": group.records.len(), "records": records })
}

fn object(number: usize, record: &Record, text: String) -> Value {
    let mut object = Map::new();
    object.insert("number".to_owned(), json!(number));
    for (name, value) in record.fields.named() {
        if let Some(value) = value {
            object.insert(name.to_owned(), json!(value.text));
        }
    }
    if !record.fields.properties.is_empty() {
        let pair = |property: &debulha::records::Property| json!([property.name.text, property.value.text]);
        object.insert("properties".to_owned(), record.fields.properties.iter().map(pair).collect());
    }
    if let Some(parent) = record.parent {
        object.insert("answers".to_owned(), json!(parent + 1));
    }
    object.insert("text".to_owned(), Value::String(text));
    Value::Object(object)
}

fn write_record(out: &mut String, number: usize, record: &Record, text: &str) {
    let _ = write!(out, "{number}.");
    if let Some(parent) = record.parent {
        let _ = write!(out, " answers {};", parent + 1);
    }
    for (name, value) in record.fields.named() {
        if let Some(value) = value {
            let _ = write!(out, " {name}: {};", value.text);
        }
    }
    out.push('\n');
    for property in &record.fields.properties {
        let _ = writeln!(out, "   {}: {}", property.name.text, property.value.text);
    }
    for line in text.lines() {
        let _ = writeln!(out, "   {line}");
    }
    out.push('\n');
}
