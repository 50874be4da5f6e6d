//! The tool `compare`.

use super::Tools;
use super::answer::{self, TextWindow};
use super::args::CompareArgs;
use crate::engine::refused;
use crate::problem::Problem;
use debulha::systems::{Sources, SystemSpec, build_all};
use debulha::{PageSource, Scratch};
use debulha_compare::System;
use debulha_compare::text::{self, TextOptions};
use debulha_compare::{COMPARISON_VERSION, Comparison};
use rmcp::model::CallToolResult;
use serde_json::{Value, json};
use std::fmt::Write as _;

/// Blocks of the structured answer; the text has them all.
const MAX_BLOCKS: usize = 200;

/// Answers `compare`.
pub(super) async fn answer(tools: &Tools, args: CompareArgs) -> Result<CallToolResult, Problem> {
    let page = tools.page(args.page).await?;
    let window = TextWindow { start: args.window.start_index, most: args.window.max_length };
    let source = PageSource { limits: tools.service.engine.limits(), ..PageSource::default() };
    let work = move || {
        let specs: Vec<SystemSpec> = args.extractors.iter().map(SystemSpec::new).collect();
        let built = build_all(&specs, &Sources::default()).map_err(refused)?;
        let systems: Vec<System> = built.into_iter().map(System::of).collect();
        let loaded = page.load(&source);
        let page = loaded.page(page.evidence());
        compare(&Comparison::of(&page, &systems, None, &mut Scratch::default()), window)
    };
    tools.service.engine.run(work).await?
}

fn compare(comparison: &Comparison, window: TextWindow) -> Result<CallToolResult, Problem> {
    let text = text::render(comparison, "page", TextOptions::default());
    let piece = window.piece(&text, &[])?;
    let mut head = format!("agreement: {:.2}\n", comparison.agreement);
    if !piece.is_whole() {
        let _ = writeln!(head, "{}", piece.account());
    }
    let mut result = answer::result(head, &text[piece.bytes]);
    result.structured_content = Some(object(comparison));
    Ok(result)
}

fn object(comparison: &Comparison) -> Value {
    let Comparison { systems, words, agreement, f1, blocks } = comparison;
    let shown = &blocks[..blocks.len().min(MAX_BLOCKS)];
    json!({
        "schema": COMPARISON_VERSION,
        "systems": systems,
        "words": words,
        "agreement": agreement,
        "f1": f1,
        "blocks": shown,
        "blocks_left_out": blocks.len() - shown.len(),
    })
}
