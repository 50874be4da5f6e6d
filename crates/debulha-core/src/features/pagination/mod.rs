//! The pages of a list or of an article: where the next one is, the one before, and those with numbers.
//!
//! Each link of a page is described by a set of words ([`Describer`]), such as its text, classes, neighbours, and how the
//! number in its address differs from the page's own. A classifier that was learned from labelled pages says how likely
//! it leads to the next page, to a numbered one, and so on ([`PaginationModel`]); without a model plain rules do
//! ([`rules`]). What is certain then decides over what is likely ([`decide`]).

mod candidates;
mod cursors;
mod decide;
mod model;
mod numbers;
mod rules;
#[cfg(test)]
mod tests;
mod tokens;
mod words;

pub use candidates::{NumberRun, PaginationCandidate, PaginationCandidates};
pub use decide::decide;
pub use model::{CLASSIFIER, ID, PaginationModel, VERSION_SETTING, shipped};
pub use numbers::NumberStep;
pub use rules::rules;
pub use tokens::{Describer, VERSION};

use crate::page::Page;
use debulha_dom::NodeId;
use serde::Serialize;

/// Where a link leads, as far as pages of one list or article go.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum LinkClass {
    /// To the page before.
    Previous,
    /// To a page by its number.
    Page,
    /// To the page after.
    Next,
    /// To the first page.
    First,
    /// To the last page.
    Last,
    /// Elsewhere.
    Other,
}

impl LinkClass {
    /// All, in the order of probabilities.
    pub const ALL: [LinkClass; 6] = [
        LinkClass::Previous,
        LinkClass::Page,
        LinkClass::Next,
        LinkClass::First,
        LinkClass::Last,
        LinkClass::Other,
    ];

    /// Name in models and labels.
    pub fn name(self) -> &'static str {
        match self {
            LinkClass::Previous => "prev",
            LinkClass::Page => "page",
            LinkClass::Next => "next",
            LinkClass::First => "first",
            LinkClass::Last => "last",
            LinkClass::Other => "other",
        }
    }
}

/// How likely a link is of each class, in the order of [`LinkClass::ALL`].
pub type Probabilities = [f64; LinkClass::ALL.len()];

/// A link to another page of the same list or article.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PageLink {
    /// The element.
    #[serde(skip)]
    pub node: NodeId,
    /// Where it leads, without fragment: absolute where the page's address is known.
    pub address: String,
    /// The number of the page that it leads to, where text or address tell it.
    pub number: Option<u32>,
    /// How likely it is what it is said to be; 1 where the page says so itself.
    pub probability: f64,
}

/// The pages that a page is one of.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Pagination {
    /// The page's own number, where it is known.
    pub number: Option<u32>,
    /// The page after.
    pub next: Option<PageLink>,
    /// The page before.
    pub previous: Option<PageLink>,
    /// The first page.
    pub first: Option<PageLink>,
    /// The last page.
    pub last: Option<PageLink>,
    /// What shows more of the same list: "Load more". It may show the rows of this page again.
    pub more: Option<PageLink>,
    /// The pages that are linked by their numbers, each address once, in the order of the page.
    pub pages: Vec<PageLink>,
}

impl Pagination {
    /// Whether no link leads to another page.
    pub fn is_empty(&self) -> bool {
        self.next.is_none() && self.previous.is_none() && self.pages.is_empty()
    }

    /// What follows this page: the next page, or else the one whose number is one more than the page's own.
    pub fn continuation(&self) -> Option<&PageLink> {
        self.next.as_ref().or_else(|| {
            let following = self.number?.checked_add(1)?;
            self.pages.iter().find(|link| link.number == Some(following))
        })
    }
}

/// What the text of a link or a button says of where it leads, and the number of a page.
///
/// ```
/// use debulha_core::features::pagination::{LinkClass, class_of_text};
///
/// assert_eq!(class_of_text("Nächste Seite »"), (Some(LinkClass::Next), None));
/// assert_eq!(class_of_text("Page 3"), (Some(LinkClass::Page), Some(3)));
/// assert_eq!(class_of_text("Search"), (None, None));
/// ```
pub fn class_of_text(text: &str) -> (Option<LinkClass>, Option<u32>) {
    let text = words::folded(text);
    let class = words::class_of(&text).or_else(|| words::class_of(&words::without_counts(&text)));
    (class, words::number_in(&text))
}

/// The pages that a page is one of, by the model inside the library, or by plain rules where it was built without.
///
/// O(nodes + bytes of addresses).
///
/// ```
/// use debulha_core::features::pagination::pagination;
/// use debulha_core::{Page, PageOptions};
/// use debulha_dom::{Limits, parse};
///
/// let html = "<p>Rye was sown early.</p><div class=pages><b>1</b> <a href='?p=2'>2</a> <a href='?p=3'>3</a>
///     <a class=next href='?p=2'>Weiter »</a></div>";
/// let parsed = parse(html, &Limits::default());
/// let page = Page::with_options(&parsed.document, Some("https://example.org/rye"), PageOptions::default());
/// let found = pagination(&page);
/// assert_eq!(found.next.map(|next| next.address).as_deref(), Some("https://example.org/rye?p=2"));
/// assert_eq!(found.pages.len(), 2);
/// ```
pub fn pagination(page: &Page<'_>) -> Pagination {
    let candidates = PaginationCandidates::of(page);
    let probabilities = candidates.judge(page, model::built_in());
    decide(&candidates, &probabilities)
}
