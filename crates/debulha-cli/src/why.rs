//! `debulha why`: why a piece of text was kept or dropped.

use crate::exit;
use crate::help;
use crate::inputs::PageInput;
use crate::layout::LayoutArgs;
use crate::query::QueryArgs;
use crate::reading::{Loaded, ReadingArgs};
use crate::system::SystemArgs;
use anyhow::{Result, anyhow, bail};
use debulha::Pipeline;
use debulha::why::{Found, Outputs, find, hidden_by};
use debulha_core::extractor::Unit;
use debulha_core::outcome::Reason;
use debulha_core::{Evidence, Labels, Outcome, Page, Scratch};
use debulha_dom::{NodeId, names};
use std::fmt::Write as _;
use std::io::{Write, stdout};
use std::path::PathBuf;
use std::process::ExitCode;

/// Characters of a text node that are shown.
const SHOWN_CHARS: usize = 60;

/// Explain why a text was kept or dropped
///
/// Names the outputs that contain the text, and the rules and numbers behind the decision, or what hides the text. White space and element
/// boundaries do not matter. Case matters only if the text occurs in both forms. Hidden text is explained too, if the system considers it.
///
/// For systems that decide on images, such as adeater, the text is searched in the image URL, the alternative text and
/// the link URL. Exits with 1 if the text is not in the page.
#[derive(Debug, clap::Args)]
pub struct WhyArgs {
    /// HTML file or URL, or - for standard input
    file: PathBuf,
    /// Text to look for
    text: String,
    #[command(flatten)]
    reading: ReadingArgs,
    #[command(flatten)]
    layout: LayoutArgs,
    #[command(flatten)]
    system: SystemArgs,
    #[command(flatten)]
    query: QueryArgs,
    /// Explain at most N occurrences of the text
    #[arg(long, value_name = "N", default_value_t = 3, help_heading = help::OUTPUT)]
    places: usize,
}

/// Runs the verb.
///
/// # Errors
/// A page that cannot be read, a usage error, a system that abstains, and those of standard
/// output.
pub(crate) fn why(args: &WhyArgs) -> Result<ExitCode> {
    if args.text.trim().is_empty() {
        return Err(exit::Usage("TEXT is empty; give some text of the page".to_owned()).into());
    }
    let pipeline = args.reading.apply(args.system.pipeline()?)?;
    args.layout.check(false)?;
    let input = PageInput::one(&args.file);
    let Loaded { page: mut loaded, url, .. } =
        args.reading.load(&input).map_err(|reason| anyhow!("{}: {reason}", input.name))?;
    if let Some(record) = args.layout.read(&input).map_err(|reason| anyhow!(reason))? {
        loaded = loaded.with_layout(&record);
    }
    let query = args.query.terms();
    let page = loaded.page(Evidence { url: url.as_deref(), query: query.as_ref(), ..Evidence::default() });
    let found = find(&page, &args.text);
    let mut out = stdout().lock();
    match &found {
        Found::Visible(places) | Found::Hidden(places) => {
            let mut account = WhyReport::new(&page, &pipeline)?;
            for (index, nodes) in places.iter().take(args.places).enumerate() {
                if places.len() > 1 {
                    writeln!(account.text, "place {} of {}\n", index + 1, places.len())?;
                }
                account.explain(nodes)?;
            }
            out.write_all(account.text.as_bytes())?;
        }
        Found::Attribute(element, _) if pipeline.extractor().info().unit == Unit::Image => {
            let mut account = WhyReport::new(&page, &pipeline)?;
            account.explain_images(*element, args.places)?;
            out.write_all(account.text.as_bytes())?;
        }
        Found::Attribute(element, name) => {
            writeln!(out, "no text  {}", page.document().xpath(*element))?;
            writeln!(out, "  occurs only in the attribute `{name}`; systems decide on text")?;
        }
        Found::Nowhere => {
            writeln!(out, "not in the page: not in visible text, hidden text or attributes")?;
        }
    }
    Ok(if matches!(found, Found::Nowhere) { ExitCode::from(exit::FAILED) } else { ExitCode::SUCCESS })
}

/// Hidden text that the system never looks at.
fn unjudged(text: &mut String, page: &Page<'_>, node: NodeId) -> Result<()> {
    writeln!(text, "hidden  {}", page.document().xpath(node))?;
    writeln!(text, "  text: {}", shown(page.document().text(node)))?;
    writeln!(text, "  {}", hidden_by(page, node))?;
    Ok(())
}

/// The explanation under way.
struct WhyReport<'a> {
    page: &'a Page<'a>,
    /// The page with its hidden text shown, where there is some and the system judges it.
    with_hidden: Option<Page<'a>>,
    pipeline: &'a Pipeline,
    scratch: Scratch,
    labels: Labels,
    outputs: Outputs,
    text: String,
}

impl<'a> WhyReport<'a> {
    fn new(page: &'a Page<'a>, pipeline: &'a Pipeline) -> Result<Self> {
        let mut scratch = Scratch::default();
        let labels = match pipeline.extractor().extract(page, &mut scratch) {
            Outcome::Labeled(labels) => labels,
            Outcome::Abstained(reason) => {
                bail!("the system `{}` gave no answer: {reason}", pipeline.name())
            }
        };
        let with_hidden = pipeline.extractor().judges_hidden().then(|| page.with_hidden_text()).flatten();
        let outputs = Outputs::new(page, &labels);
        Ok(WhyReport { page, with_hidden, pipeline, scratch, labels, outputs, text: String::new() })
    }

    /// All text nodes of one place; reasons that repeat are given once.
    fn explain(&mut self, nodes: &[NodeId]) -> Result<()> {
        let mut last = Vec::new();
        for &node in nodes {
            let doc = self.page.document();
            let judged = self.with_hidden.as_ref().unwrap_or(self.page);
            let outputs = self.outputs.of(self.page, node);
            if judged.visibility().is_hidden(node) && outputs.role.is_none() {
                unjudged(&mut self.text, self.page, node)?;
                continue;
            }
            let (decision, id) = (outputs.decision(), self.pipeline.name());
            write!(self.text, "{decision} by {id}")?;
            if outputs.role.is_some() && !outputs.is_whole {
                write!(self.text, " ({} of {} bytes)", outputs.kept_bytes, doc.text(node).len())?;
            }
            writeln!(self.text, "  {}", doc.xpath(node))?;
            writeln!(self.text, "  text: {}", shown(doc.text(node)))?;
            if let Some(output) = outputs.in_words() {
                writeln!(self.text, "  output: {output}")?;
            }
            if self.page.visibility().is_hidden(node) {
                writeln!(self.text, "  {}", hidden_by(self.page, node))?;
            }
            if let Some(block) = judged.text_blocks().block_of(node) {
                let block = &judged.text_blocks().blocks()[block];
                let (element, counts) = (doc.xpath(block.element), block.counts);
                writeln!(
                    self.text,
                    "  block: {element}, {} words, {} characters",
                    counts.words, counts.chars
                )?;
            }
            let reasons = self.pipeline.extractor().why(self.page, &mut self.scratch, node);
            if reasons == last {
                writeln!(self.text, "  the same reasons")?;
            } else {
                self.give(&reasons)?;
            }
            last = reasons;
        }
        Ok(())
    }

    /// The images at an element or inside of it.
    fn explain_images(&mut self, element: NodeId, places: usize) -> Result<()> {
        let doc = self.page.document();
        let images: Vec<NodeId> =
            doc.subtree(element).filter(|&node| doc.name(node) == names::IMG).take(places).collect();
        if images.is_empty() {
            writeln!(self.text, "no image  {}", doc.xpath(element))?;
        }
        for image in images {
            let verdict = if self.labels.omits(doc, image) { "dropped" } else { "not dropped" };
            let id = self.pipeline.extractor().info().id;
            writeln!(self.text, "{verdict} by {id}  {}", doc.xpath(image))?;
            let reasons = self.pipeline.extractor().why(self.page, &mut self.scratch, image);
            self.give(&reasons)?;
        }
        Ok(())
    }

    fn give(&mut self, reasons: &[Reason]) -> Result<()> {
        let width = reasons.iter().map(|reason| reason.rule.len()).max().unwrap_or_default();
        for Reason { rule, keeps, node, detail } in reasons {
            let sign = if *keeps { '+' } else { '-' };
            let at = self.page.document().xpath(*node);
            writeln!(self.text, "  {sign} {rule:width$}  {detail}  [{at}]")?;
        }
        Ok(())
    }
}

/// The beginning of a text, white space folded, in quotes.
fn shown(text: &str) -> String {
    let folded = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match folded.char_indices().nth(SHOWN_CHARS) {
        Some((end, _)) => format!("\"{}…\"", &folded[..end]),
        None => format!("\"{folded}\""),
    }
}
