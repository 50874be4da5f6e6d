//! `debulha label selectors`: gold texts of pages from the CSS selectors of their site.

use crate::exit::Usage;
use crate::help;
use crate::inputs::{InputPlace, Inputs, PageInput, listed};
use crate::messages::{Messages, Progress, Verbosity, guarded};
use crate::output::WholeFile;
use crate::reading::ReadingArgs;
use anyhow::{Context, Result, bail};
use debulha_core::outcome::Labels;
use debulha_core::{Evidence, Page};
use debulha_corpus::id_of;
use debulha_dom::select::{Matcher, Selector};
use debulha_dom::{Document, Limits, NodeId};
use serde::Deserialize;
use serde_json::json;
use std::fs;
use std::io::{Write, stdout};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use url::Url;

/// Label the content of pages with CSS selectors of their site
///
/// Writes one JSON object per page: `id`, `file`, `site`, `url`, `title` and `text`, as in truth.jsonl of a labelled corpus. The
/// file of rules is TOML with a table for each site: `match`, the host of the page (or a part of it from the right), or a
/// folder that the page is in; `content`, a list of selectors of the content; and if you want `drop`, a list of selectors of
/// what in it is none, and `title`, one selector. The first table that matches counts.
///
/// A page that no table matches, or in which nothing is selected, is reported and skipped; the exit code is then 1.
#[derive(Debug, clap::Args)]
pub(super) struct SelectorsArgs {
    /// Files, folders or glob patterns
    #[arg(value_name = "FILE|DIR|GLOB")]
    inputs: Vec<PathBuf>,
    /// Read paths of pages from a file, one per line, each optionally with a tab and the URL of the page
    #[arg(long, value_name = "FILE", help_heading = help::INPUT)]
    list: Option<PathBuf>,
    /// Rules of the sites
    #[arg(long, value_name = "FILE", help_heading = super::LABELS)]
    rules: PathBuf,
    /// Output file, such as CORPUS/truth.jsonl; `file` counts from its folder
    #[arg(short, long, value_name = "FILE", default_value = "-", help_heading = help::OUTPUT)]
    output: PathBuf,
}

/// The file of rules.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RuleFile {
    site: Vec<SiteTable>,
}

/// A table of it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct SiteTable {
    r#match: String,
    content: Vec<String>,
    #[serde(default)]
    drop: Vec<String>,
    title: Option<String>,
}

/// What is selected on the pages of a site.
struct SiteRule {
    /// Host or folder.
    place: String,
    content: Selector,
    drop: Option<Selector>,
    title: Option<Selector>,
}

impl SiteRule {
    fn of(table: SiteTable) -> Result<Self> {
        let parse = |text: &str| {
            Selector::parse(text)
                .map_err(|error| Usage(format!("--rules: site `{}`: {error}", table.r#match)))
        };
        if table.content.is_empty() {
            bail!(Usage(format!("--rules: site `{}` has no selector in `content`", table.r#match)));
        }
        let drop = (!table.drop.is_empty()).then(|| parse(&table.drop.join(", "))).transpose()?;
        let title = table.title.as_deref().map(parse).transpose()?;
        Ok(SiteRule { content: parse(&table.content.join(", "))?, drop, title, place: table.r#match })
    }

    /// Whether a page is of the site.
    fn matches(&self, path: &Path, host: Option<&str>) -> bool {
        let of_host = host.and_then(|host| host.strip_suffix(&self.place));
        of_host.is_some_and(|before| before.is_empty() || before.ends_with('.'))
            || path.parent().is_some_and(|folder| folder.iter().any(|name| name == &*self.place))
    }

    /// Title and text of a page; `None` if nothing is selected. O(nodes · parts of the selectors).
    fn label(&self, page: &Page<'_>) -> Option<(Option<String>, String)> {
        let doc = page.document();
        let mut matcher = Matcher::new(doc);
        let content = with_all_below(doc, matcher.select(&self.content));
        let dropped = self.drop.as_ref().map(|drop| matcher.select(drop)).unwrap_or_default();
        let dropped = with_all_below(doc, dropped);
        let is_content = |node: &NodeId| content[node.index()] && !dropped[node.index()];
        let texts = page.text_nodes().iter().copied().filter(is_content);
        let labels = Labels::from_text_nodes(doc, texts);
        if labels.is_empty() {
            return None;
        }
        let title = self.title.as_ref().and_then(|title| matcher.select(title).first().copied());
        let title = title.map(|node| doc.text_content(node).split_whitespace().collect::<Vec<_>>().join(" "));
        Some((title, labels.plain_text(page)))
    }
}

/// Which nodes are some elements or below them. O(nodes).
fn with_all_below(doc: &Document, elements: Vec<NodeId>) -> Vec<bool> {
    let mut inside = vec![false; doc.len()];
    for element in elements {
        inside[element.index()] = true;
    }
    for node in doc.nodes() {
        inside[node.index()] |= doc.parent(node).is_some_and(|parent| inside[parent.index()]);
    }
    inside
}

/// Runs the verb.
///
/// # Errors
/// Rules that cannot be read, a usage error, a file that cannot be written.
pub(super) fn run(args: &SelectorsArgs) -> Result<ExitCode> {
    let text =
        fs::read_to_string(&args.rules).with_context(|| format!("--rules {}", args.rules.display()))?;
    let tables: RuleFile =
        toml::from_str(&text).map_err(|error| Usage(format!("--rules {}: {error}", args.rules.display())))?;
    let rules: Vec<SiteRule> = tables.site.into_iter().map(SiteRule::of).collect::<Result<_>>()?;
    let mut inputs = match &args.list {
        Some(_) if args.inputs.is_empty() => Inputs::none(),
        _ => Inputs::find(&args.inputs, Some(&args.output))?,
    };
    if let Some(list) = &args.list {
        inputs.list.extend(listed(list, false).with_context(|| list.display().to_string())?);
    }
    let is_stdout = args.output == Path::new("-");
    let folder = args.output.parent().filter(|_| !is_stdout).unwrap_or(Path::new(""));
    let messages = Messages::new(Verbosity::Normal, Progress::None);
    let (mut lines, mut skipped) = (String::new(), 0);
    for input in &inputs.list {
        match guarded(|| line(input, &rules, folder)).and_then(|line| line) {
            Ok(line) => lines.push_str(&line),
            Err(reason) => {
                messages.say(Verbosity::Normal, &format!("{}: {reason}", input.name));
                skipped += 1;
            }
        }
    }
    // Labels that are there stay until all new ones are.
    if is_stdout {
        stdout().lock().write_all(lines.as_bytes())?;
    } else {
        let mut file = WholeFile::create(&args.output)?;
        file.write_all(lines.as_bytes())?;
        file.finish()?;
    }
    Ok(ExitCode::from(u8::from(skipped > 0)))
}

/// The object of a page.
///
/// # Errors
/// The reason in words why it has none.
fn line(input: &PageInput, rules: &[SiteRule], folder: &Path) -> Result<String, String> {
    let loaded = ReadingArgs::of_bytes(None, None, Limits::default().max_bytes).load(input)?;
    let url = loaded.url.as_deref();
    let host = url.and_then(|url| Url::parse(url).ok()).and_then(|url| url.host_str().map(str::to_owned));
    let path = match &input.place {
        InputPlace::File(path) => path.as_path(),
        _ => Path::new(&input.name),
    };
    let rule = rules.iter().find(|rule| rule.matches(path, host.as_deref()));
    let rule = rule.ok_or("no table of the rules matches")?;
    let page = loaded.page.page(Evidence::of_url(url));
    let (title, text) =
        rule.label(&page).ok_or_else(|| format!("the rules of `{}` select nothing", rule.place))?;
    let relative = input.relative.to_string_lossy();
    let id = match relative.rsplit_once('/') {
        Some((above, name)) => format!("{above}/{}", id_of(name)),
        None => id_of(&relative).to_owned(),
    };
    let file = path.strip_prefix(folder).unwrap_or(path).to_string_lossy();
    let object =
        json!({"id": id, "file": file, "site": rule.place, "url": url, "title": title, "text": text});
    Ok(format!("{object}\n"))
}
