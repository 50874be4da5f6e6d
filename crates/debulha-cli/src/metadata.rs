//! `debulha metadata`: what pages say about themselves.

use crate::inputs::Input;
use crate::output::{Form, Shape, Style};
use crate::pages::{PageLine, PageOutput, PagesArgs, json_line};
use crate::reading::ReadingArgs;
use anyhow::Result;
use debulha::metadata::describe;
use debulha_core::Evidence;
use std::process::ExitCode;

/// Read the metadata of pages, each value with its source and the runners-up
///
/// One page is a JSON object. Several are an object a line, with the `file` first.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    reading: ReadingArgs,
    #[command(flatten)]
    pages: PagesArgs,
}

/// Runs the verb.
///
/// # Errors
/// A command line that makes no sense, or an output that cannot be written.
pub(crate) fn metadata(args: &Args) -> Result<ExitCode> {
    args.reading.check()?;
    let inputs = args.pages.inputs(&args.reading)?;
    let style = Style { extension: "json", form: Form::Object };
    args.pages.run(inputs, &style, |input, shape| Ok(page(args, input, shape)?))
}

fn page(args: &Args, input: &Input, shape: Shape) -> Result<PageOutput, String> {
    let loaded = args.reading.load(input)?;
    let page = loaded.page.page(Evidence::of_url(loaded.url.as_deref()));
    let metadata = describe(&page);
    let text = match shape {
        Shape::Document => serde_json::to_string_pretty(&metadata).map_err(|error| error.to_string())?,
        Shape::JsonLine => json_line(&PageLine { file: &input.name, page: &metadata })?,
    };
    Ok(PageOutput::new(text, loaded.fault))
}
