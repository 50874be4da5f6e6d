//! The tool `why`.

use super::Tools;
use super::answer;
use super::args::WhyArgs;
use crate::problem::Problem;
use crate::service::spec;
use debulha::why::{self, Answer};
use debulha::{Extraction, Pipeline};
use rmcp::model::CallToolResult;
use serde_json::json;
use std::collections::HashSet;
use std::fmt::Write as _;

/// Characters of a text node that are shown.
const SHOWN_CHARS: usize = 200;

/// Text nodes that are explained at most; each is a decision on the whole page.
const MAX_NODES: usize = 40;

/// Answers `why`.
pub(super) async fn answer(tools: &Tools, args: WhyArgs) -> Result<CallToolResult, Problem> {
    let page = tools.page(args.page).await?;
    let spec = spec(args.decision.extractor);
    let work = move |extraction: &_, pipeline: &_| reasons(extraction, pipeline, &args.text, args.places);
    tools.service.extract(&spec, page, args.decision.query.as_deref(), work).await
}

fn reasons(extraction: &Extraction, pipeline: &Pipeline, text: &str, places: usize) -> CallToolResult {
    let mut answers = why::answers(extraction, pipeline, text, places);
    // A node that has the text twice is explained once.
    let mut seen = HashSet::new();
    answers.retain(|answer| seen.insert(answer.xpath.clone()));
    let left_out = answers.len().saturating_sub(MAX_NODES);
    answers.truncate(MAX_NODES);
    let mut head = answer::head(extraction);
    if answers.is_empty() {
        head.push_str("the text is not in the page\n");
    } else {
        let _ = writeln!(head, "text nodes: {}", answers.len());
    }
    if left_out > 0 {
        let _ = writeln!(head, "left out: {left_out} more text nodes");
    }
    let mut shown = String::new();
    for answer in &answers {
        write_answer(&mut shown, answer);
    }
    let mut result = answer::result(head, &shown);
    result.structured_content = Some(json!({ "answers": answers, "left_out": left_out }));
    result
}

fn write_answer(out: &mut String, answer: &Answer) {
    let text: String = answer.text.chars().take(SHOWN_CHARS).collect();
    let _ = writeln!(out, "{}: \"{text}\"\n  at {}", answer.decision, answer.xpath);
    if let Some(output) = &answer.output {
        let _ = writeln!(out, "  output: {output}");
    }
    if let Some(by) = &answer.hidden_by {
        let _ = writeln!(out, "  {by}");
    }
    for reason in &answer.reasons {
        let sign = if reason.keeps { '+' } else { '-' };
        let _ = writeln!(out, "  {sign} {}: {}", reason.rule, reason.detail);
    }
    out.push('\n');
}
