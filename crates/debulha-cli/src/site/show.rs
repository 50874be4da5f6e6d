//! `debulha site show`: what a store knows.

use super::repeated::RepeatedSpans;
use crate::exit::FAILED;
use crate::format::FormatArgs;
use crate::help;
use crate::messages;
use crate::reading::ReadingArgs;
use anyhow::{Context, Result};
use debulha::site;
use debulha_core::site::by_template::ByTemplate;
use debulha_io::site_store::{SampleInfo, SiteReading, SiteStore, SiteSummary, StoreView, TemplateSummary};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::io::{Write, stdout};
use std::path::PathBuf;
use std::process::ExitCode;

/// Show the sites of a store, or one site's crawls and templates
///
/// A store holds no text. With --page, a page of the site, its text that the site repeats is shown too.
///
/// Numbers of pages seen are exact while no sample is full; then they are estimated from the sample, with a relative
/// error of about 1/√(--capacity).
#[derive(Debug, clap::Args)]
pub(crate) struct SiteShowArgs {
    /// Site store
    store: PathBuf,
    /// Site to show
    site: Option<String>,
    /// Page of the site, or - for standard input; shows its repeated text
    #[arg(long, value_name = "FILE", requires = "site", help_heading = help::INPUT)]
    page: Option<PathBuf>,
    #[command(flatten)]
    reading: ReadingArgs,
    #[command(flatten)]
    format: FormatArgs,
}

/// Addresses that are shown of a template.
const EXAMPLES: usize = 3;

/// Runs the verb.
///
/// # Errors
/// A store that cannot be read, and those of standard output.
pub(super) fn show(args: &SiteShowArgs) -> Result<ExitCode> {
    let store = SiteStore::read(&args.store)?;
    let view = store.view()?;
    let shown = match &args.site {
        None => Some(whole(&store, &view)?),
        Some(site) => one(args, &store, &view, site)?,
    };
    let Some(shown) = shown else {
        let site = args.site.as_deref().unwrap_or_default();
        messages::line(&format!(
            "{}: no site `{site}`; `debulha site show` lists the sites",
            args.store.display()
        ));
        return Ok(ExitCode::from(FAILED));
    };
    let text = if args.format.is_json() { format!("{:#}\n", shown.json) } else { shown.text };
    stdout().lock().write_all(text.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

/// The same for people and for programs.
struct SiteDescription {
    text: String,
    json: Value,
}

fn whole(store: &SiteStore, view: &StoreView<'_>) -> Result<SiteDescription> {
    let sites = view.sites()?;
    let mut methods: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    for sample in view.samples()? {
        let sample = sample?;
        let (pages, bytes) = methods.entry(sample.method.clone()).or_default();
        *pages += sample.pages;
        *bytes += bytes_of(view, &sample)?;
    }

    let file_bytes = fs::metadata(store.path()).with_context(|| store.path().display().to_string())?.len();
    let (site_by, capacity) = (store.settings().site_by, store.settings().capacity);
    let mut text = format!(
        "{}: {} sites by {site_by}, at most {capacity} pages per site and crawl, {file_bytes} bytes\n",
        store.path().display(),
        sites.len()
    );
    for (id, (pages, bytes)) in &methods {
        writeln!(text, "  {id}: {pages} pages, {} bytes per page", bytes / pages.max(&1))?;
    }
    let width = sites.iter().map(|summary| summary.site.chars().count()).max().unwrap_or_default().max(4);
    writeln!(text, "\n  {:width$}  {:>6}  {:>7}  {:>9}", "site", "crawls", "pages", "seen")?;
    for SiteSummary { site: name, crawls, pages, pages_seen } in &sites {
        writeln!(text, "  {name:width$}  {crawls:>6}  {pages:>7}  {:>9}", about(*pages, *pages_seen))?;
    }
    let json = json!({
        "site_by": site_by.to_string(),
        "capacity": capacity,
        "bytes": file_bytes,
        "methods": methods.iter().map(|(id, (pages, bytes))| {
            json!({"id": id, "params": store.methods().get(id), "pages": pages, "record_bytes": bytes})
        }).collect::<Vec<_>>(),
        "sites": sites,
    });
    Ok(SiteDescription { text, json })
}

fn bytes_of(view: &StoreView<'_>, sample: &SampleInfo) -> Result<usize> {
    let pages = view.pages_of_crawl((&sample.method, &sample.site, &sample.crawl))?;
    pages.map(|page| Ok(page?.observed.record.len())).sum()
}

fn one(
    args: &SiteShowArgs,
    store: &SiteStore,
    view: &StoreView<'_>,
    name: &str,
) -> Result<Option<SiteDescription>> {
    let mut text = format!("{name}\n");
    let mut methods = Vec::new();
    for id in store.methods().keys() {
        let crawls = view.crawls(id, name)?;
        if crawls.is_empty() {
            continue;
        }
        let pages = view.pages(id, name, None)?.len();
        writeln!(text, "  {id}: learns from {pages} pages")?;
        let least = site::find(id).map_or(0, |info| info.min_pages);
        if pages < least {
            writeln!(text, "    too few: it needs {least}")?;
        }
        for crawl in &crawls {
            let crawl_name = if crawl.crawl.is_empty() { "unnamed" } else { &crawl.crawl };
            let seen = about(crawl.pages, crawl.pages_seen);
            writeln!(text, "    crawl {crawl_name}: {} pages of {seen}", crawl.pages)?;
        }
        let crawls = crawls
            .iter()
            .map(|crawl| json!({"crawl": crawl.crawl, "pages": crawl.pages, "pages_seen": crawl.pages_seen}));
        let crawls: Vec<Value> = crawls.collect();
        methods.push(json!({"id": id, "pages": pages, "min_pages": least, "crawls": crawls}));
    }
    if methods.is_empty() {
        return Ok(None);
    }
    let mut json = json!({"site": name, "methods": methods});
    let apart = SiteReading { by_template: Some(ByTemplate::default()), ..SiteReading::default() };
    let Some(known) = store.evidence(name, &apart)? else {
        return Ok(Some(SiteDescription { text, json }));
    };
    let shared = known.all().frequent(0.5).len();
    writeln!(text, "  {shared} text spans are on at least half of its pages")?;
    json["shared"] = shared.into();
    let templates = view.templates(name, &known, EXAMPLES)?;
    for TemplateSummary { pages, examples } in &templates {
        writeln!(text, "  template of {pages} pages")?;
        examples.iter().try_for_each(|url| writeln!(text, "    {url}"))?;
    }
    json["templates"] = serde_json::to_value(templates)?;
    if let Some(file) = &args.page {
        let repeated = RepeatedSpans::read(file, &args.reading, &known)?;
        write!(text, "{repeated}")?;
        json["repeated"] = repeated.json();
    }
    Ok(Some(SiteDescription { text, json }))
}

/// A number of pages, marked where it is estimated.
fn about(pages: usize, seen: f64) -> String {
    if seen > pages as f64 { format!("≈{seen:.0}") } else { pages.to_string() }
}
