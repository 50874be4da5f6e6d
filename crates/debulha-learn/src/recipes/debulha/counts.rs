//! How often tokens stand beside content, page by page, and the log-odds that this makes.

use debulha_core::Page;
use debulha_core::classify::token_odds::{Odds, TokenOdds, stepped};
use debulha_core::extractors::debulha::evidence::{KINDS, tokens};
use debulha_core::features::page_tokens::{of_kind, page_tokens};
use debulha_core::params;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

params! {
    /// How log-odds are made of counts. Values are our decision, found on `wcxb-dev`.
    #[derive(Copy)]
    pub struct OddsParams {
        /// Units that a page adds to a token at most.
        pub page_units: f64 = 10.0, range: 0.1..=1e6;
        /// Units of the mean page that each token has beside its own.
        pub prior_units: f64 = 8.0, range: 0.01..=1e6;
        /// Sites that a token must be on, the page's own aside.
        pub min_sites: u32 = 4, range: 1..=1000;
    }
}

/// Units of a token for and against: beside content and beside other text, or on pages of a kind and of others.
#[derive(Debug, Clone, Copy, Default)]
struct TokenUnits {
    content: f64,
    other: f64,
    sites: u32,
    /// 0 for text, and the kind of pages, from 1 on.
    about: usize,
}

/// Units of each token of a page or site, in ascending order of tokens.
#[derive(Debug, Clone, Default)]
pub(super) struct TokenCounts(Vec<(u32, TokenUnits)>);

impl TokenCounts {
    /// Counts the tokens of a page: each block adds to each of its tokens a unit, parted by its label.
    pub(super) fn of_page(
        shown: &Page<'_>,
        labels: &[f64],
        page_type: Option<&str>,
        params: &OddsParams,
    ) -> Self {
        let mut units: FxHashMap<u32, (TokenUnits, usize)> = FxHashMap::default();
        tokens(shown, |block, token| {
            let (sum, last) = units.entry(token).or_insert((TokenUnits::default(), usize::MAX));
            if *last != block {
                *last = block;
                sum.content += labels[block];
                sum.other += 1.0 - labels[block];
            }
        });
        let capped = |(token, (sum, _)): (u32, (TokenUnits, usize))| {
            let factor = (params.page_units / (sum.content + sum.other)).min(1.0);
            (token, TokenUnits { content: sum.content * factor, other: sum.other * factor, ..sum })
        };
        let mut counts: Vec<(u32, TokenUnits)> = units.into_iter().map(capped).collect();
        if let Some(own) = page_type.and_then(|own| KINDS.iter().position(|&kind| kind == own)) {
            page_tokens(shown, |token| {
                for kind in 0..KINDS.len() {
                    let content = f64::from(u8::from(kind == own));
                    let units = TokenUnits { content, other: 1.0 - content, sites: 0, about: kind + 1 };
                    counts.push((of_kind(token, kind), units));
                }
            });
        }
        counts.sort_by_key(|&(token, _)| token);
        // A page says each thing once of its kind.
        counts.dedup_by_key(|&mut (token, _)| token);
        TokenCounts(counts)
    }
}

/// What the tokens of some pages say, of each site apart.
pub(super) struct LearnedTokens<'c> {
    params: OddsParams,
    all: FxHashMap<u32, TokenUnits>,
    /// By site: the counts of its pages.
    of_site: BTreeMap<u32, Vec<&'c TokenCounts>>,
    /// Share of content of all units of text, and of each kind of all pages' units.
    base: [f64; 1 + KINDS.len()],
}

impl<'c> LearnedTokens<'c> {
    /// Of pages with their sites. O(tokens of all pages).
    pub(super) fn of(pages: impl Iterator<Item = (u32, &'c TokenCounts)>, params: OddsParams) -> Self {
        let mut learned = LearnedTokens {
            params,
            all: FxHashMap::default(),
            of_site: BTreeMap::new(),
            base: [0.5; 1 + KINDS.len()],
        };
        let mut sums = [(0.0, 0.0); 1 + KINDS.len()];
        for (site, counts) in pages {
            learned.of_site.entry(site).or_default().push(counts);
            for &(token, units) in &counts.0 {
                let sum = learned.all.entry(token).or_default();
                sum.content += units.content;
                sum.other += units.other;
                sum.about = units.about;
                let sum = &mut sums[units.about];
                *sum = (sum.0 + units.content, sum.1 + units.content + units.other);
            }
        }
        for (base, (content, all)) in learned.base.iter_mut().zip(sums) {
            // All or nothing says as little as no unit at all.
            if content > 0.0 && content < all {
                *base = content / all;
            }
        }
        for pages in learned.of_site.values() {
            for token in distinct(pages) {
                if let Some(units) = learned.all.get_mut(&token) {
                    units.sites += 1;
                }
            }
        }
        learned
    }

    /// What the other sites say to a page of this one.
    pub(super) fn without(&self, site: u32) -> WithoutSite<'_> {
        let mut own: FxHashMap<u32, TokenUnits> = FxHashMap::default();
        for counts in self.of_site.get(&site).into_iter().flatten() {
            for &(token, units) in &counts.0 {
                let sum = own.entry(token).or_default();
                sum.content += units.content;
                sum.other += units.other;
            }
        }
        WithoutSite { learned: self, own }
    }

    /// The table for pages of unknown sites.
    pub(super) fn table(&self) -> TokenOdds {
        TokenOdds::new(self.all.iter().map(|(&token, &units)| (token, self.log_odds(units))))
    }

    fn log_odds(&self, units: TokenUnits) -> f32 {
        if units.sites < self.params.min_sites {
            return 0.0;
        }
        let (prior, base) = (self.params.prior_units, self.base[units.about]);
        let odds = (units.content + prior * base) / (units.other + prior * (1.0 - base));
        stepped((odds.ln() - (base / (1.0 - base)).ln()) as f32)
    }
}

/// The tokens of some pages, each once, in order.
fn distinct(pages: &[&TokenCounts]) -> Vec<u32> {
    let mut tokens: Vec<u32> =
        pages.iter().flat_map(|counts| counts.0.iter().map(|&(token, _)| token)).collect();
    tokens.sort_unstable();
    tokens.dedup();
    tokens
}

/// Log-odds that know nothing of one site.
pub(super) struct WithoutSite<'l> {
    learned: &'l LearnedTokens<'l>,
    own: FxHashMap<u32, TokenUnits>,
}

impl Odds for WithoutSite<'_> {
    fn odds(&self, token: u32) -> f32 {
        let Some(&(mut units)) = self.learned.all.get(&token) else { return 0.0 };
        if let Some(own) = self.own.get(&token) {
            units.content = (units.content - own.content).max(0.0);
            units.other = (units.other - own.other).max(0.0);
            units.sites -= 1;
        }
        self.learned.log_odds(units)
    }
}
