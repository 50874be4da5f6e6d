//! `debulha segment`: a page cut into blocks.

use crate::drawing::{DrawingArgs, PageDrawing};
use crate::exit::Usage;
use crate::format::{FormatArgs, TextOrJson};
use crate::help;
use crate::inputs::PageInput;
use crate::output::{OutputForm, OutputShape, OutputStyle};
use crate::overlay;
use crate::pages::{PageLine, PageOutput, PagesArgs, json_line};
use crate::reading::ReadingArgs;
use crate::system::SegmenterArgs;
use anyhow::Result;
use debulha::segments;
use debulha::systems::segmenters::Segmenter;
use debulha_core::Evidence;
use debulha_core::Page;
use debulha_core::segmentation::{SegmentBlock, SegmentKind};
use debulha_dom::XPaths;
use serde_json::json;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

/// Segment pages into blocks
///
/// In text, a block is one line with its XPath, word count, degree of coherence (DoC), fingerprint and label, as far as
/// it has them, followed by its text.
///
/// In JSON, a page is an object with `segmenter`, `params` and `blocks`; several pages are one object per line, with the
/// `file` first. A block has a `kind` (element or siblings), the `xpath` of the element or of the siblings' parent, its
/// `bytes` [start, end) if the page has them, its `rectangle` in CSS pixels if there is a layout, `words`, `link_words`, `coherence`, a `fingerprint` of 16 hexadecimal
/// digits, a `label` such as header, and its `text`.
///
/// Exits with 1 if there is no block, or if evidence is missing: visual segmenters (-s vips, -s kovacevic_areas, -s
/// burget_areas) need --layout or --render.
#[derive(Debug, clap::Args)]
pub struct SegmentArgs {
    #[command(flatten)]
    reading: ReadingArgs,
    #[command(flatten)]
    segmenter: SegmenterArgs,
    #[command(flatten)]
    format: FormatArgs,
    #[command(flatten)]
    drawing: DrawingArgs,
    /// Also draw the blocks over the page as SVG; needs --layout or --render
    #[arg(long, value_name = "FILE", help_heading = help::OUTPUT)]
    svg: Option<PathBuf>,
    #[command(flatten)]
    pages: PagesArgs,
}

/// Runs the verb.
///
/// # Errors
/// A page that cannot be read, a usage error, missing evidence, and those of standard output.
pub(crate) fn segment(args: &SegmentArgs) -> Result<ExitCode> {
    let segmenter = args.segmenter.segmenter()?;
    args.reading.check()?;
    let inputs = args.pages.inputs(&args.reading)?;
    if args.svg.is_some() && !args.drawing.is_given() {
        return Err(Usage("--svg needs a layout; add --layout or --render".to_owned()).into());
    }
    if args.svg.is_some() && inputs.several {
        return Err(Usage("--svg draws one page, but there are several; name one".to_owned()).into());
    }
    let format = args.format.of(args.pages.output())?;
    let style = match format {
        TextOrJson::Text => OutputStyle { extension: "txt", form: OutputForm::Document },
        TextOrJson::Json => OutputStyle { extension: "json", form: OutputForm::Object },
    };
    let drawing = args.drawing.start(&inputs, &args.reading, args.pages.jobs(), &args.pages.messages())?;
    args.pages
        .run(inputs, &style, |input, shape| Ok(blocks(args, format, &*segmenter, &drawing, input, shape)?))
}

fn blocks(
    args: &SegmentArgs,
    format: TextOrJson,
    segmenter: &dyn Segmenter,
    drawing: &PageDrawing<'_>,
    input: &PageInput,
    shape: OutputShape,
) -> Result<PageOutput, String> {
    let read = args.reading.read(input)?;
    let drawn = drawing.page(input, &read)?;
    let loaded = drawn.load(&read, &args.reading);
    let page = loaded.page(Evidence::of_url(read.url.as_deref()));
    let id = segmenter.info().id;
    let blocks = segmenter.segment(&page).map_err(|error| format!("{id}: {error}"))?.blocks;
    if blocks.is_empty() {
        return Err(format!("{id}: no blocks"));
    }
    drawing.write(&drawn, &page, args.svg.as_deref(), |layout| {
        overlay::of_blocks(&page, layout, &blocks, |block| segments::text(&page, block))
    })?;
    if (format, shape) == (TextOrJson::Text, OutputShape::Document) {
        return Ok(PageOutput::new(
            text(&page, &blocks).map_err(|error| error.to_string())?,
            read.fault.or(drawn.fault),
        ));
    }
    let blocks = segments::segments(&page, &loaded, &blocks);
    let all = json!({"segmenter": id, "params": segmenter.params(), "blocks": blocks});
    let text = match shape {
        OutputShape::Document => format!("{all:#}"),
        OutputShape::JsonLine => json_line(&PageLine { file: &input.name, page: all })?,
    };
    Ok(PageOutput::new(text, read.fault.or(drawn.fault)))
}

fn text(page: &Page<'_>, blocks: &[SegmentBlock]) -> Result<String> {
    let mut text = String::new();
    let paths = XPaths::new(page.document());
    for (index, block) in blocks.iter().enumerate() {
        let counts = block.counts(page);
        write!(text, "{}  {}", index + 1, paths.of(block.element))?;
        if block.kind == SegmentKind::Siblings {
            let children = page.document().children(block.element);
            let count = children.filter(|child| block.nodes.contains(&child.0)).count();
            write!(text, ", {count} of its children")?;
        }
        write!(text, ", {} words, {} in links", counts.words, counts.link_words)?;
        if let Some(coherence) = block.coherence {
            write!(text, ", DoC {coherence}")?;
        }
        if let Some(fingerprint) = block.fingerprint {
            write!(text, ", {fingerprint:016x}")?;
        }
        if let Some(label) = block.label {
            write!(text, ", {label}")?;
        }
        text.push('\n');
        for line in segments::text(page, block).lines() {
            writeln!(text, "    {line}")?;
        }
    }
    text.pop();
    Ok(text)
}
