//! Which pages are parts of one article, and their joining.
//!
//! Among inputs, a first pass reads of each page its address, its next link and its title; four numbers a page stay in
//! memory. Pages that are fetched are followed one by one.

use crate::batch;
use crate::help;
use crate::inputs::{InputPlace, Inputs, PageInput};
use crate::messages::guarded;
use crate::reading::ReadingArgs;
use anyhow::Result;
use debulha::{Extraction, VerdictKind, title_key};
use debulha_core::features::canonical_url::normalise;
use debulha_core::features::hashing::hash_text;
use debulha_core::features::pagination::pagination;
use debulha_core::site::structure::Sketch;
use debulha_core::{Evidence, Page, metadata};
use rayon::prelude::*;
use std::collections::{HashMap, HashSet};
use std::path::Path;
use url::Url;

/// Pages of an article at most, unless told otherwise (our decision).
const MAX_PAGES: &str = "20";

/// Share of their tag paths that pages of one article have in common at least (our decision: pages of one template have
/// more, and the last page may be short).
const MIN_ALIKE: f64 = 0.3;

/// Whether the pages of an article are joined.
#[derive(Debug, clap::Args)]
pub(crate) struct JoinArgs {
    /// Join multi-page articles, at most N pages each [without N: 20]
    ///
    /// Pages are joined if one links to the other as the next page and both have the same title and template; listings
    /// are not joined. Inputs need URLs: from WARC files, lists, or the page's own `canonical`. For a URL, the next pages
    /// are fetched.
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true, default_missing_value = MAX_PAGES)]
    #[arg(value_parser = clap::value_parser!(u16).range(2..=1000), help_heading = help::KEEP, hide_short_help = true, hide_long_help = true)]
    join_pages: Option<u16>,
}

impl JoinArgs {
    /// Finds the articles of several pages, and takes their later pages out of the inputs. `None` where nothing is to be
    /// joined.
    ///
    /// # Errors
    /// No worker threads.
    pub(crate) fn find(
        &self,
        inputs: &mut Inputs,
        reading: &ReadingArgs,
        jobs: usize,
        extract: impl Fn(&PageInput) -> Option<Extraction> + Sync,
    ) -> Result<Option<Joining>> {
        let Some(most) = self.join_pages.map(usize::from) else { return Ok(None) };
        let mut joining = Joining { most, later: HashMap::new() };
        if inputs.list.len() < 2 {
            return Ok(Some(joining));
        }
        let pool = batch::pool(jobs)?;
        let known = |input: &PageInput| guarded(|| PageHashes::of(input, reading)).ok().flatten();
        let known: Vec<Option<PageHashes>> = pool.install(|| inputs.list.par_iter().map(known).collect());
        let chains = chains(&known, most);
        let is_article = |chain: &Vec<usize>| {
            let page = |at: usize| guarded(|| extract(&inputs.list[at])).ok().flatten();
            page(chain[0]).zip(page(chain[1])).is_some_and(|(first, second)| are_parts(&first, &second))
        };
        let chains: Vec<Vec<usize>> = pool.install(|| chains.into_par_iter().filter(is_article).collect());
        let mut is_later = vec![false; inputs.list.len()];
        for chain in chains {
            let first = inputs.list[chain[0]].place.clone();
            let later: Vec<PageInput> = chain[1..].iter().map(|&at| inputs.list[at].clone()).collect();
            chain[1..].iter().for_each(|&at| is_later[at] = true);
            joining.later.insert(first, later);
        }
        let mut is_later = is_later.into_iter();
        inputs.list.retain(|_| !is_later.next().unwrap_or_default());
        Ok(Some(joining))
    }
}

/// What the first pass keeps of a page: hashes.
#[derive(Debug, Clone, Copy)]
struct PageHashes {
    address: u64,
    next: Option<u64>,
    title: u64,
}

impl PageHashes {
    /// `None` for a page without an address or a title, and for one that cannot be read twice.
    fn of(input: &PageInput, reading: &ReadingArgs) -> Option<PageHashes> {
        if !matches!(input.place, InputPlace::File(_) | InputPlace::Record { .. }) {
            return None;
        }
        let loaded = reading.load(input).ok()?;
        let metadata = metadata::extract(&loaded.page.page(Evidence::of_url(loaded.url.as_deref())));
        let url = loaded.url.as_deref().or(metadata.url.value())?;
        let next = next_of(&loaded.page.page(Evidence::of_url(Some(url))));
        let title = title_key(metadata.title.value()?);
        (!title.is_empty()).then_some(())?;
        Some(PageHashes {
            address: hash_text(normalise(&Url::parse(url).ok()?)?.as_str()),
            next: next.map(|next| hash_text(next.as_str())),
            title: hash_text(&title),
        })
    }
}

/// The address of what continues a page, in its one form.
fn next_of(page: &Page<'_>) -> Option<Url> {
    normalise(&Url::parse(&pagination(page).continuation()?.address).ok()?)
}

/// Pages that lead from one to the next and have one title, two or more, in order. A page is in one chain at most; of
/// several pages that lead to one, the first counts; a circle begins with its first page in the order of the inputs.
fn chains(known: &[Option<PageHashes>], most: usize) -> Vec<Vec<usize>> {
    let mut places: HashMap<u64, usize> = HashMap::new();
    for (at, page) in known.iter().enumerate() {
        if let Some(page) = page {
            places.entry(page.address).or_insert(at);
        }
    }
    let mut before = vec![None; known.len()];
    let mut after = vec![None; known.len()];
    for (at, page) in known.iter().enumerate() {
        let next = page.and_then(|page| places.get(&page.next?).copied());
        let Some(next) = next.filter(|&next| next != at && before[next].is_none()) else { continue };
        if known[next].map(|page| page.title) == page.map(|page| page.title) {
            before[next] = Some(at);
            after[at] = Some(next);
        }
    }
    let mut is_taken = vec![false; known.len()];
    let mut found = Vec::new();
    let beginnings = (0..known.len()).filter(|&at| before[at].is_none());
    for first in beginnings.chain(0..known.len()) {
        let mut chain = Vec::new();
        let mut at = Some(first);
        while let Some(page) = at.filter(|&page| !is_taken[page]) {
            is_taken[page] = true;
            chain.push(page);
            at = after[page];
        }
        found.extend(chain.chunks(most).filter(|chunk| chunk.len() > 1).map(<[usize]>::to_vec));
    }
    found
}

/// Whether one page continues another: both are articles of one title and one template.
fn are_parts(first: &Extraction, later: &Extraction) -> bool {
    let title =
        |page: &Extraction| page.metadata().title.value().map(title_key).filter(|title| !title.is_empty());
    is_article(first)
        && is_article(later)
        && title(first).is_some_and(|own| Some(own) == title(later))
        && Sketch::of_page(&first.page()).similarity(&Sketch::of_page(&later.page())) >= MIN_ALIKE
}

/// Whether a page has content of its own.
fn is_article(page: &Extraction) -> bool {
    let is_other = matches!(
        page.verdict.kind,
        VerdictKind::Listing
            | VerdictKind::ErrorPage
            | VerdictKind::Consent
            | VerdictKind::Login
            | VerdictKind::Shell
    );
    !page.is_empty() && !is_other
}

/// The articles of several pages.
#[derive(Debug)]
pub(crate) struct Joining {
    most: usize,
    /// The later pages, by the first one.
    later: HashMap<InputPlace, Vec<PageInput>>,
}

impl Joining {
    /// The pages that continue a page, and what is to be said of those that are missing.
    pub(crate) fn later(
        &self,
        input: &PageInput,
        first: &Extraction,
        extract: impl Fn(&PageInput) -> Result<Extraction, String>,
    ) -> (Vec<Extraction>, Vec<String>) {
        if matches!(input.place, InputPlace::Address(_)) {
            return self.fetched(first, extract);
        }
        let (mut pages, mut missing) = (Vec::new(), Vec::new());
        for later in self.later.get(&input.place).into_iter().flatten() {
            match extract(later) {
                Ok(page) => pages.push(page),
                Err(reason) => {
                    missing.push(format!("missing page of the article: {}: {reason}", later.name));
                }
            }
        }
        (pages, missing)
    }

    /// Fetches page after page, as long as each continues the one before.
    fn fetched(
        &self,
        first: &Extraction,
        extract: impl Fn(&PageInput) -> Result<Extraction, String>,
    ) -> (Vec<Extraction>, Vec<String>) {
        let address = |page: &Extraction| normalise(&Url::parse(page.url.as_deref()?).ok()?);
        let mut seen: HashSet<Url> = address(first).into_iter().collect();
        let mut pages: Vec<Extraction> = Vec::new();
        while pages.len() + 1 < self.most {
            let last = pages.last().unwrap_or(first);
            let next = next_of(&last.page()).filter(|_| is_article(last));
            let Some(next) = next.filter(|next| seen.insert(next.clone())) else { break };
            match extract(&PageInput::one(Path::new(next.as_str()))) {
                // A redirect may lead back.
                Ok(page) if address(&page).is_some_and(|own| own != next && !seen.insert(own)) => break,
                Ok(page) if are_parts(first, &page) => pages.push(page),
                Ok(_) => break,
                Err(reason) => {
                    return (pages, vec![format!("missing page of the article: {next}: {reason}")]);
                }
            }
        }
        (pages, Vec::new())
    }
}

#[cfg(test)]
mod tests {
    use super::{PageHashes, chains};

    /// A page at an address that leads to another.
    fn known(address: u64, next: u64) -> PageHashes {
        PageHashes { address, next: (next > 0).then_some(next), title: 1 }
    }

    fn chains_of<const N: usize>(pages: [(u64, u64); N]) -> Vec<Vec<usize>> {
        chains(&pages.map(|(address, next)| Some(known(address, next))), 20)
    }

    #[test]
    fn chains_follow_next_links() {
        let [end, begin, middle, own] = [(3, 0), (1, 2), (2, 3), (9, 9)].map(|(at, to)| Some(known(at, to)));
        let pages = [end, begin, None, middle, own];
        assert_eq!(chains(&pages, 20), [[1, 3, 0]]);
        assert_eq!(chains(&pages, 2), [[1, 3]], "the third page is alone");
        let pages = [known(1, 2), PageHashes { title: 2, ..known(2, 3) }, known(3, 0)].map(Some);
        assert_eq!(chains(&pages, 20), Vec::<Vec<usize>>::new());
    }

    #[test]
    fn circles_end_and_a_page_is_in_one_chain() {
        assert_eq!(chains_of([(1, 2), (2, 3), (3, 1)]), [[0, 1, 2]]);
        assert_eq!(chains_of([(1, 3), (2, 3), (3, 4), (4, 3)]), [[0, 2, 3]]);
        assert_eq!(chains_of([(1, 2), (2, 0), (2, 0)]), [[0, 1]], "an address once");
    }

    #[test]
    fn long_chains_are_cut() {
        let pages: Vec<Option<PageHashes>> = (1..=200_000).map(|at| Some(known(at, at + 1))).collect();
        let chains = chains(&pages, 1000);
        assert_eq!((chains.len(), chains[0].len()), (200, 1000));
    }
}
