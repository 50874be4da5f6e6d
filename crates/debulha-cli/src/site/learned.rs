//! Systems as they are used: those that learn from sites out of a store, the others as they are.

use crate::exit::Usage;
use anyhow::Result;
use debulha::core::extractors;
use debulha::core::site;
use debulha::{Extractor, ParamMap};
use debulha_io::site_store::{SiteStore, StoreError, StoreExtractor};
use std::path::PathBuf;
use std::sync::Arc;

/// Where systems that learn from sites have it from.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Site")]
pub(crate) struct StoreArgs {
    /// What `debulha site learn` kept, for systems that learn from sites. A page's address tells its site
    #[arg(long, value_name = "FILE")]
    site_store: Option<PathBuf>,
    /// The site of all pages, where their addresses do not tell
    #[arg(long, value_name = "NAME", requires = "site_store")]
    site: Option<String>,
    /// Let older crawls fade: a page counts half with each so many crawls that came after its own
    #[arg(long, value_name = "CRAWLS", requires = "site_store")]
    half_life: Option<f64>,
}

impl StoreArgs {
    /// Builds systems from their ids and parameters.
    ///
    /// # Errors
    /// [`Usage`] for what makes no sense, such as a system that learns from sites without a store; and a store that
    /// cannot be read or has nothing of the system.
    pub(crate) fn build(&self, systems: &[(&'static str, ParamMap)]) -> Result<Vec<Box<dyn Extractor>>> {
        if self.half_life.is_some_and(|crawls| crawls.is_nan() || crawls <= 0.0) {
            return Err(Usage("--half-life is not above 0".to_owned()).into());
        }
        let mut store = None;
        systems.iter().map(|(id, params)| self.build_one(id, params, &mut store)).collect()
    }

    /// The store is opened when the first system needs it.
    fn build_one(
        &self,
        id: &str,
        params: &ParamMap,
        store: &mut Option<Arc<SiteStore>>,
    ) -> Result<Box<dyn Extractor>> {
        if site::find(id).is_err() {
            return Ok(extractors::build(id, params).map_err(|error| Usage(error.to_string()))?);
        }
        let Some(path) = &self.site_store else { return Err(no_store(id).into()) };
        let store = match store {
            Some(store) => store,
            None => store.insert(Arc::new(SiteStore::read(path)?)),
        };
        let method = store.build(id, params).map_err(|error| match error {
            StoreError::NoSuchMethod { .. } | StoreError::OtherSettings { .. } | StoreError::Build { .. } => {
                Usage(error.to_string()).into()
            }
            other => anyhow::Error::from(other),
        })?;
        Ok(Box::new(StoreExtractor::new(Arc::clone(store), method, self.site.clone(), self.half_life)))
    }
}

/// What to do about a system that has nothing to learn from.
fn no_store(id: &str) -> Usage {
    Usage(format!(
        "`{id}` learns from several pages of a site: `debulha site learn PAGES --store FILE --method {id}`, then give \
         --site-store FILE"
    ))
}
