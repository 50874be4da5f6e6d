//! `debulha site diff`: how the templates of sites changed.

use crate::format::FormatArgs;
use anyhow::Result;
use debulha_core::site::by_template::PerTemplate;
use debulha_core::site::evidence::{SiteDrift, SiteEvidence};
use debulha_io::site_store::{SiteReading, SiteStore, StoreView};
use serde_json::json;
use std::collections::BTreeSet;
use std::io::{Write, stdout};
use std::path::PathBuf;
use std::process::ExitCode;

/// Compare the repeated text of two stores
///
/// For each site in both stores, takes the text spans that half of its pages share in one store, and counts those that
/// they also share in the other. Drift is the share that they do not, from 0 (same template) to 1 (different template).
#[derive(Debug, clap::Args)]
pub(crate) struct SiteDiffArgs {
    /// Older store
    old: PathBuf,
    /// Newer store
    new: PathBuf,
    #[command(flatten)]
    format: FormatArgs,
}

/// Runs the verb.
///
/// # Errors
/// Stores that cannot be read or whose records do not go together, and those of standard output.
pub(super) fn diff(args: &SiteDiffArgs) -> Result<ExitCode> {
    let (old, new) = (SiteStore::read(&args.old)?, SiteStore::read(&args.new)?);
    // Parts of records that were kept with other parameters have other numbers.
    for (id, params) in new.methods() {
        if old.methods().contains_key(id) {
            old.build(id, params)?;
        }
    }
    let (old_view, new_view) = (old.view()?, new.view()?);
    let (old_sites, new_sites) = (sites(&old_view)?, sites(&new_view)?);
    let mut out = stdout().lock();
    let width = old_sites.iter().map(String::len).max().unwrap_or_default().max("site".len());
    if !args.format.is_json() {
        writeln!(
            out,
            "{:width$}  {:>6}  {:>7}  {:>7}  {:>7}  of text spans",
            "site", "drift", "stayed", "gone", "added"
        )?;
    }
    for site in old_sites.intersection(&new_sites) {
        let [before, after] = [evidence(&old, site)?, evidence(&new, site)?];
        let found = SiteDrift::between(&before, &after);
        let SiteDrift { stayed, gone, added } = found;
        if args.format.is_json() {
            let row = json!({
                "site": site, "drift": found.share(), "stayed": stayed, "gone": gone, "added": added,
                "old_pages": before.pages(), "new_pages": after.pages(),
            });
            writeln!(out, "{row}")?;
        } else {
            let share = found.share().map_or_else(|| "–".to_owned(), |share| format!("{share:.2}"));
            writeln!(out, "{site:width$}  {share:>6}  {stayed:>7}  {gone:>7}  {added:>7}")?;
        }
    }
    for (what, only) in [("old", old_sites.difference(&new_sites)), ("new", new_sites.difference(&old_sites))]
    {
        let count = only.count();
        if count > 0 && !args.format.is_json() {
            writeln!(out, "{count} sites only in the {what} store")?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn evidence(store: &SiteStore, site: &str) -> Result<SiteEvidence> {
    let known = store.evidence(site, &SiteReading::default())?;
    Ok(known.map(PerTemplate::into_all).unwrap_or_default())
}

fn sites(view: &StoreView<'_>) -> Result<BTreeSet<String>> {
    view.samples()?.map(|sample| Ok(sample?.site)).collect()
}
