//! What is certain decides over what is likely.

use super::cursors::{adds_number, query_change};
use super::words::{class_of, says_more, without_counts};
use super::{
    LinkClass, NumberStep, PageLink, Pagination, PaginationCandidate, PaginationCandidates, Probabilities,
};
use debulha_dom::NodeId;
use std::collections::HashSet;
use url::Url;

/// Minimum probability of a link to be of a class: from one half on it is more likely than not.
const LEAST: f64 = 0.5;

/// Probability of a next page that words and the query tell, as of the rule by texts (our decision).
const STATED: f64 = 0.9;

/// The pages that the links tell, with how likely each is of each class.
///
/// - `rel=next` and `rel=prev` count, of `link` before those of `a`, whatever is likely.
/// - A link whose text or label says "next" leads there, if it has the path of the page and another offset, number or cursor in its query;
///   one of an arrow alone, if the parameter has a known name.
/// - A page has one next page at most: where the most likely link leads, from one half on.
/// - It lies at another address of the same host, and where both addresses have a page number, that of the next page is
///   larger and that of the page before smaller.
/// - Links of a run of numbers are pages together, if their mean probability is one half or more.
pub fn decide(all: &PaginationCandidates, probabilities: &[Probabilities]) -> Pagination {
    let decider = PaginationDecider { all, probabilities };
    let next =
        decider.certain(0).or_else(|| decider.stated_next()).or_else(|| decider.best(LinkClass::Next, None));
    let next_address = next.as_ref().map(|next| next.address.clone());
    let previous = decider.certain(1).or_else(|| decider.best(LinkClass::Previous, next_address.as_deref()));
    let pages = decider.pages();
    // A numbered link to the same address tells the number too.
    let numbered = |link: PageLink| {
        let same = || pages.iter().find(|page| page.address == link.address)?.number;
        PageLink { number: link.number.or_else(same), ..link }
    };
    let (next, previous) = (next.map(numbered), previous.map(numbered));
    // A page that does not say its number is the first, where the links of the others begin with 2.
    let is_first = pages.iter().filter_map(|link| link.number).min() == Some(2);
    Pagination {
        number: decider.current(&pages).or(is_first.then_some(1)),
        first: decider.best(LinkClass::First, None),
        more: decider.more(),
        last: decider.best(LinkClass::Last, None),
        pages,
        next,
        previous,
    }
}

struct PaginationDecider<'a> {
    all: &'a PaginationCandidates,
    probabilities: &'a [Probabilities],
}

impl PaginationDecider<'_> {
    /// What the page says itself: `rel=next` (0) or `rel=prev` (1).
    fn certain(&self, which: usize) -> Option<PageLink> {
        let growth = [1, -1][which];
        let link = |node: NodeId, address: &str| PageLink {
            node,
            address: address.to_owned(),
            number: None,
            probability: 1.0,
        };
        if let Some((node, href, address)) = &self.all.heads[which]
            && self.all.is_other_page(address.as_ref(), href)
        {
            return Some(link(*node, address.as_ref().map_or(href, Url::as_str)));
        }
        let links = self.all.links.iter().filter(|link| link.rel[which] && self.is_possible(link, growth));
        let found = links.into_iter().next()?;
        Some(PageLink { number: number_of(found), ..link(found.node, found.place()) })
    }

    /// The link that says "next" and moves on in the query of the page, in words before arrows.
    fn stated_next(&self) -> Option<PageLink> {
        let own = self.all.own.as_ref()?;
        let says_next = |link: &PaginationCandidate| {
            let counted = || class_of(&without_counts(&link.text));
            link.class.or_else(counted) == Some(LinkClass::Next)
        };
        let says = |link: &&PaginationCandidate| says_next(link) && self.is_possible(link, 1);
        let mut by_sign = None;
        for link in self.all.links.iter().filter(says) {
            let is_word = link.text.is_empty() || link.text.contains(char::is_alphanumeric);
            if is_word && link.address.as_ref().is_some_and(|address| adds_number(own, address)) {
                return Some(page_link(link, STATED));
            }
            let Some(change) = link.address.as_ref().and_then(|address| query_change(own, address)) else {
                continue;
            };
            if is_word && (change.moves_on || change.extends) {
                return Some(page_link(link, STATED));
            }
            if change.moves_on && by_sign.is_none() {
                by_sign = Some(page_link(link, STATED));
            }
        }
        by_sign
    }

    /// The link that shows more of the list: it says so, and its query moves on or asks for more rows.
    fn more(&self) -> Option<PageLink> {
        let own = self.all.own.as_ref()?;
        let more = self.all.links.iter().filter(|link| says_more(&link.text) && self.is_possible(link, 1));
        let goes_on = |link: &&PaginationCandidate| {
            let change = link.address.as_ref().and_then(|address| query_change(own, address));
            change.is_some_and(|change| change.moves_on || change.extends || change.raises)
        };
        more.into_iter().find(goes_on).map(|link| page_link(link, STATED))
    }

    /// The most likely link of a class that may be one of it.
    fn best(&self, class: LinkClass, taken: Option<&str>) -> Option<PageLink> {
        let place = LinkClass::ALL.iter().position(|known| *known == class)?;
        let growth = match class {
            LinkClass::Next | LinkClass::Last => 1,
            LinkClass::Previous | LinkClass::First => -1,
            LinkClass::Page | LinkClass::Other => 0,
        };
        let mut best: Option<(f64, &PaginationCandidate)> = None;
        for (link, probabilities) in self.all.links.iter().zip(self.probabilities) {
            let probability = probabilities[place];
            let is_better = probability >= LEAST && best.is_none_or(|(most, _)| probability > most);
            if is_better && taken != Some(link.place()) && self.is_possible(link, growth) {
                best = Some((probability, link));
            }
        }
        best.map(|(probability, link)| page_link(link, probability))
    }

    /// The links of pages by their numbers, each address once.
    fn pages(&self) -> Vec<PageLink> {
        let place = LinkClass::ALL.iter().position(|class| *class == LinkClass::Page).unwrap_or_default();
        let mut likely: Vec<f64> =
            self.probabilities.iter().map(|probabilities| probabilities[place]).collect();
        for run in &self.all.runs {
            let [start, end] = run.links;
            if end - start > 1 {
                let mean = likely[start..end].iter().sum::<f64>() / (end - start) as f64;
                let is_page = mean >= LEAST;
                likely[start..end]
                    .iter_mut()
                    .for_each(|own| *own = if is_page { own.max(mean) } else { own.min(mean) });
            }
        }
        let mut seen = HashSet::new();
        let mut pages = Vec::new();
        for (link, probability) in self.all.links.iter().zip(likely) {
            if probability >= LEAST && self.is_possible(link, 0) && seen.insert(link.place()) {
                pages.push(page_link(link, probability));
            }
        }
        pages
    }

    /// The number of the page itself: that of a run of page links, or else that of its own address.
    fn current(&self, pages: &[PageLink]) -> Option<u32> {
        let is_page =
            |link: &PaginationCandidate| pages.binary_search_by_key(&link.node, |page| page.node).is_ok();
        let mut of_pages =
            self.all.runs.iter().filter(|run| self.all.links[run.links[0]..run.links[1]].iter().any(is_page));
        let stated = of_pages.find_map(|run| run.current);
        stated.or_else(|| self.all.links.iter().find_map(|link| link.step.filter(|step| step.is_named)?.from))
    }

    /// Whether a link may lead to a page in a direction: forward (1), backward (-1) or any (0).
    fn is_possible(&self, link: &PaginationCandidate, growth: i64) -> bool {
        // Pages may be counted from 0: the second one has the number 1 then.
        let is_first =
            |step: NumberStep| step.from.is_none() && growth > 0 && step.to.is_some_and(|to| to > 0);
        let is_against = |step: NumberStep| {
            growth != 0 && step.is_named && step.growth().signum() != growth && !is_first(step)
        };
        self.all.may_follow(link) && !link.step.is_some_and(is_against)
    }
}

fn page_link(link: &PaginationCandidate, probability: f64) -> PageLink {
    let address = link.place().to_owned();
    PageLink { node: link.node, address, number: number_of(link), probability: rounded(probability) }
}

/// The number of the page that a link leads to.
fn number_of(link: &PaginationCandidate) -> Option<u32> {
    link.number.or_else(|| link.step.filter(|step| step.is_named)?.to)
}

/// Four decimals are more than the probability is worth.
fn rounded(probability: f64) -> f64 {
    (probability * 1e4).round() / 1e4
}
