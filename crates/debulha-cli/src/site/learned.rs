//! Systems as they are used: those that learn from sites out of a store, the others as they are.

use crate::exit::Usage;
use anyhow::Result;
use debulha_core::site::by_template::ByTemplate;
use debulha_core::site::template_evidence::ID as EVIDENCE;
use debulha_io::site_store::{SiteReading, SiteStore, StoreSites};
use std::path::PathBuf;
use std::sync::Arc;

/// Where systems that learn from sites have it from.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Site")]
pub(crate) struct StoreArgs {
    /// Site store from `debulha site learn`, for systems that need one
    ///
    /// The site of a page follows from its URL.
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    site_store: Option<PathBuf>,
    /// Site of all pages, if their URLs do not show it
    #[arg(long, value_name = "NAME", requires = "site_store", hide_short_help = true, hide_long_help = true)]
    site: Option<String>,
    /// Give a page half the weight with every N later crawls
    #[arg(long, value_name = "N", requires = "site_store", hide_short_help = true, hide_long_help = true)]
    half_life: Option<f64>,
    /// Learn each template of a site separately, if it has enough pages
    ///
    /// The published methods learn the site as a whole.
    #[arg(long, requires = "site_store", hide_short_help = true, hide_long_help = true)]
    per_template: bool,
    /// Drop text that other pages of the site repeat [no SHARE: 0.3]
    ///
    /// SHARE is the minimum share of the site's other pages with that text. Applies to systems that know only the page.
    #[arg(
        long,
        value_name = "SHARE",
        requires = "site_store",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "0.3",
        hide_short_help = true
    )]
    drop_repeated: Option<f64>,
}

impl StoreArgs {
    /// Minimum share of the site's other pages for a repeated text to be dropped.
    pub(crate) fn drop_repeated(&self) -> Option<f64> {
        self.drop_repeated
    }

    /// Opens the store, if one is given and a system or --drop-repeated needs it.
    ///
    /// # Errors
    /// [`Usage`] for a half-life that is not above 0; a store that cannot be read or has no record of what sites repeat.
    pub(crate) fn open(&self, is_learned_from: bool) -> Result<Option<StoreSites>> {
        if self.half_life.is_some_and(|crawls| crawls.is_nan() || crawls <= 0.0) {
            return Err(Usage("--half-life is not above 0; use a larger number".to_owned()).into());
        }
        let Some(path) = self.site_store.as_ref().filter(|_| is_learned_from || self.drop_repeated.is_some())
        else {
            return Ok(None);
        };
        let store = SiteStore::read(path)?;
        if self.drop_repeated.is_some() && !store.methods().contains_key(EVIDENCE) {
            return Err(Usage(format!(
                "{} has no records of `{EVIDENCE}`; add them with `debulha site learn --method {EVIDENCE}`",
                path.display()
            ))
            .into());
        }
        let by_template = self.per_template.then(ByTemplate::default);
        let reading = SiteReading { half_life: self.half_life, by_template };
        Ok(Some(StoreSites { store: Arc::new(store), site: self.site.clone(), reading }))
    }
}
