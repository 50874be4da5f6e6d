//! Systems as they are used: those that learn from sites out of a store, the others as they are.

use crate::exit::Usage;
use crate::models::Models;
use anyhow::Result;
use debulha_core::site;
use debulha_core::site::by_template::ByTemplate;
use debulha_core::site::filter::WithoutRepeated;
use debulha_core::site::template_evidence::{ID as EVIDENCE, TemplateEvidenceParams};
use debulha_core::{Extractor, ParamMap};
use debulha_io::site_store::{Reading, SiteStore, Sites, StoreError, StoreEvidence, StoreExtractor};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Where systems that learn from sites have it from.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Site")]
pub(crate) struct StoreArgs {
    /// What `debulha site learn` kept, for systems that learn from sites
    ///
    /// A page's address tells its site.
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    site_store: Option<PathBuf>,
    /// The site of all pages, where their addresses do not tell
    #[arg(long, value_name = "NAME", requires = "site_store", hide_short_help = true)]
    site: Option<String>,
    /// Let older crawls fade: with every N later crawls, a page counts half as much
    #[arg(long, value_name = "N", requires = "site_store", hide_short_help = true, hide_long_help = true)]
    half_life: Option<f64>,
    /// Learn each template of a site apart, where it has pages enough
    ///
    /// The published methods learn the site as a whole.
    #[arg(long, requires = "site_store", hide_short_help = true, hide_long_help = true)]
    per_template: bool,
    /// Drop text that at least this share of the site's other pages have [without a share: 0.3]
    ///
    /// From the answers of systems that know only the page.
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
    /// Builds systems from their ids and parameters.
    ///
    /// # Errors
    /// [`Usage`] for what makes no sense, such as a system that learns from sites without a store; and a store that
    /// cannot be read or has nothing of the system.
    pub(crate) fn build(
        &self,
        systems: &[(&'static str, ParamMap)],
        models: &Models,
    ) -> Result<Vec<Box<dyn Extractor>>> {
        if self.half_life.is_some_and(|crawls| crawls.is_nan() || crawls <= 0.0) {
            return Err(Usage("--half-life is not above 0".to_owned()).into());
        }
        if self.drop_repeated.is_some_and(|share| !(0.0..=1.0).contains(&share)) {
            return Err(Usage("--drop-repeated is a share from 0 to 1".to_owned()).into());
        }
        let is_learned = |id: &str| site::find(id).is_ok();
        let mut sites = None;
        if let Some(path) = &self.site_store
            && (self.drop_repeated.is_some() || systems.iter().any(|(id, _)| is_learned(id)))
        {
            sites = Some(self.sites(path)?);
        }
        let build = |(id, params): &(&'static str, ParamMap)| -> Result<Box<dyn Extractor>> {
            match (&sites, is_learned(id)) {
                (Some(sites), true) => learned(sites, id, params),
                (None, true) => Err(no_store(id).into()),
                (sites, false) => {
                    let extractor = models.build(id, params).map_err(|error| Usage(error.to_string()))?;
                    match (sites, self.drop_repeated) {
                        (Some(sites), Some(max_share)) => {
                            let params =
                                TemplateEvidenceParams { max_share, ..TemplateEvidenceParams::default() };
                            let known = StoreEvidence::new(sites.clone());
                            Ok(Box::new(WithoutRepeated::new(extractor.into(), params, known)))
                        }
                        _ => Ok(extractor),
                    }
                }
            }
        };
        systems.iter().map(build).collect()
    }

    fn sites(&self, path: &Path) -> Result<Sites> {
        let store = SiteStore::read(path)?;
        if self.drop_repeated.is_some() && !store.methods().contains_key(EVIDENCE) {
            return Err(Usage(format!("{} has no records of `{EVIDENCE}`", path.display())).into());
        }
        let by_template = self.per_template.then(ByTemplate::default);
        let reading = Reading { half_life: self.half_life, by_template };
        Ok(Sites { store: Arc::new(store), site: self.site.clone(), reading })
    }
}

/// A system that learns from the sites of a store.
fn learned(sites: &Sites, id: &str, params: &ParamMap) -> Result<Box<dyn Extractor>> {
    let method = sites.store.build(id, params).map_err(|error| match error {
        StoreError::NoSuchMethod { .. } | StoreError::OtherSettings { .. } | StoreError::Build { .. } => {
            Usage(error.to_string()).into()
        }
        other => anyhow::Error::from(other),
    })?;
    Ok(Box::new(StoreExtractor::new(sites.clone(), method)))
}

/// What to do about a system that has nothing to learn from.
fn no_store(id: &str) -> Usage {
    Usage(format!(
        "`{id}` learns from several pages of a site: `debulha site learn PAGES --store FILE --method {id}`, then give \
         --site-store FILE"
    ))
}
