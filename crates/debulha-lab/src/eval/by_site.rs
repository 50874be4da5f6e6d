//! `debulha-lab eval --learn`: site methods learn from some pages of a site and are tested on the others.

use super::EvalSystems;
use anyhow::Result;
use debulha_cli::exit::Usage;
use debulha_cli::messages;
use debulha_core::site::by_template::ByTemplate;
use debulha_corpus::Corpus;
use debulha_eval::site_eval::{Learn, Protocol, SiteFolds};

/// How site methods learn.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Site methods")]
pub(super) struct BySiteArgs {
    /// Learn site methods from K pages per site, or from all other pages
    ///
    /// All systems are tested on each page of the sites with more than K pages. --extractor then accepts site methods and
    /// `all-site-level`.
    #[arg(long, value_name = "K|others")]
    learn: Option<Learn>,
    /// Also test page-level systems with a filter for repeated text
    ///
    /// The filter learns from the same pages.
    #[arg(long, requires = "learn", hide_short_help = true)]
    pub(super) filter: bool,
    /// Learn each template of a site separately
    #[arg(long, requires = "learn", hide_short_help = true)]
    per_template: bool,
    /// Random seed for the choice of pages to learn from
    #[arg(long, value_name = "N", default_value_t = 0, requires = "learn", hide_short_help = true)]
    seed: u64,
}

impl BySiteArgs {
    pub(super) fn protocol(&self) -> Option<Protocol> {
        let templates = self.per_template.then(ByTemplate::default);
        self.learn.map(|learn| Protocol { seed: self.seed, templates, ..Protocol::new(learn) })
    }

    /// Site methods must be told what to learn from.
    pub(super) fn check(&self, systems: &EvalSystems) -> Result<()> {
        if let (None, Some(method)) = (self.learn, systems.site_methods.first()) {
            let name = method.name();
            let message = format!("{name} learns from pages of a site; add --learn K or --learn others");
            return Err(Usage(message).into());
        }
        Ok(())
    }
}

/// Of the first `pages` of the corpus, those of sites that are large enough for the protocol.
pub(super) fn pages(corpus: &Corpus, protocol: &Protocol, pages: usize) -> Result<Vec<usize>> {
    let first: Vec<usize> = (0..pages).collect();
    let sites = protocol.part(corpus, Some(&first));
    let mut tested: Vec<usize> = sites.iter().flat_map(SiteFolds::tested).collect();
    tested.sort_unstable();
    let name = corpus.name();
    let least = protocol.min_site();
    if tested.is_empty() {
        return Err(Usage(format!(
            "{name}: --learn needs a site with at least {least} pages; use a smaller K"
        ))
        .into());
    }
    if tested.len() < pages {
        let (sites, tested) = (sites.len(), tested.len());
        messages::line(&format!(
            "{name}: {tested} of {pages} pages tested, from {sites} sites with at least {least} pages"
        ));
    }
    Ok(tested)
}
