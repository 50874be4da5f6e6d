//! What the page says about itself: title, authors, dates and so on, each with its source and the runners-up.
//!
//! | what is read | module |
//! |---|---|
//! | JSON-LD, microdata, RDFa | `items`, `json_ld`, `microdata` |
//! | `meta`, `link`, `rel` | `meta` |
//! | the visible text around the main heading | `surroundings`, `byline`, `date_text` |
//!
//! Each field has a file of its own that says which of these it trusts first.
//!
//! ```
//! use debulha_core::{Page, metadata};
//! use debulha_dom::{Limits, parse};
//!
//! let html = "<title>Rye - Barn Times</title><meta property=og:site_name content='Barn Times'>
//!     <h1>Rye</h1><p class=byline>By Ana Lima and Rui Sá on <time>May 1, 2024</time>";
//! let document = parse(html, &Limits::default()).document;
//! let metadata = metadata::extract(&Page::new(&document));
//! assert_eq!(metadata.title.value(), Some("Rye"));
//! assert_eq!(metadata.authors[0].value, "Ana Lima");
//! assert_eq!(metadata.published.value(), Some("2024-05-01"));
//! ```

mod ascii_numbers;
mod authors;
mod byline;
mod calendars;
mod credits;
mod date_attributes;
mod date_labels;
mod date_text;
mod dates;
mod description;
mod eras;
mod image;
mod instant;
mod introductions;
mod items;
mod json_ld;
mod language;
mod license;
mod meta;
mod microdata;
mod months;
mod page_type;
mod person;
mod product;
mod serial;
mod site_name;
mod sources;
mod surroundings;
pub mod text;
mod title;
mod topics;
mod url;

pub(crate) use items::same;
pub(crate) use json_ld::values as json_ld_values;
pub use product::{ProductMetadata, ProductOffer};
pub(crate) use product::{StatedProduct, stated as stated_product};

use crate::page::Page;
use serde::Serialize;
use sources::{DeclaredMetadata, MetadataSources};
use surroundings::Surroundings;

/// The first date of a text as ISO 8601, read as readers of a language would, and the bytes of text that it takes.
pub fn date_in(text: &str, language: Option<&str>) -> Option<(String, usize)> {
    let dates = date_text::find_dates(text, date_text::NumericOrder::of_language(language));
    dates.first().map(|found| (found.date.iso(), found.end - found.start))
}

/// A stated value as ISO 8601: a date and time as it stands, else the first date in the text.
pub(crate) fn stated_date(value: &str, language: Option<&str>) -> Option<String> {
    instant::stated(value, date_text::NumericOrder::of_language(language))
}

/// Reads the metadata of a page. O(page).
///
/// A field that the page does not state stays empty: nothing is guessed from clocks or from the page's address
/// beyond a date that stands in it.
pub fn extract(page: &Page<'_>) -> Metadata {
    let declared = DeclaredMetadata::collect(page);
    let sources = MetadataSources::new(page, &declared);
    let site_name = site_name::field(&sources);
    let mut site = site_name::spellings(&site_name, sources.host().as_deref());
    let title = title::field(&sources, &site_name, &mut site);
    let titles: Vec<String> = title.values().map(str::to_owned).collect();
    let surroundings = Surroundings::new(page, &titles);
    let language = language::field(&sources);
    let order = date_text::NumericOrder::of_language(language.value());
    let (published, modified) = dates::fields(&sources, &surroundings, order);
    let (categories, tags) = topics::lists(&sources, &site);
    let topics: Vec<&String> = categories.iter().chain(&tags).collect();
    let (authors, other_authors) = authors::lists(&sources, &surroundings, &site, &topics);
    let product = product::field(&sources, &surroundings, &title, &language);
    Metadata {
        authors,
        other_authors,
        published,
        modified,
        url: url::field(&sources),
        description: description::field(&sources),
        license: license::field(&sources),
        image: image::field(&sources),
        categories,
        tags,
        page_type: page_type::field(&sources),
        product,
        title,
        site_name,
        language,
    }
}

/// Metadata of a page. A field that the page does not give is empty. Serialises as `docs/json-schema.md` has it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Metadata {
    /// Title of the main content, without the site's name.
    pub title: Field,
    /// Authors, one value each, in order.
    pub authors: Vec<Candidate>,
    /// Authors that less trusted sources name, in order, none of [`Metadata::authors`] among them.
    pub other_authors: Vec<Candidate>,
    /// Date of first publication, ISO 8601 (`2024-05-01`, or with time where the page gives one).
    pub published: Field,
    /// Date of the last change, ISO 8601.
    pub modified: Field,
    /// Name of the site.
    pub site_name: Field,
    /// Canonical address.
    pub url: Field,
    /// Description or abstract.
    pub description: Field,
    /// Language tag (BCP 47) as stated.
    pub language: Field,
    /// Licence: an address or a text.
    pub license: Field,
    /// Address of the lead image.
    pub image: Field,
    /// Sections of the site that the page belongs to.
    pub categories: Vec<String>,
    /// Keywords.
    pub tags: Vec<String>,
    /// What the page says it is, such as `article`, `product`, `website`.
    pub page_type: Field,
    /// The product, on a page that sells one.
    pub product: Option<ProductMetadata>,
}

/// A value of one field, and the others that were there.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Field {
    /// The value chosen.
    pub best: Option<Candidate>,
    /// Further values, best first, each different from the ones before.
    pub others: Vec<Candidate>,
}

impl Field {
    /// The value chosen.
    pub fn value(&self) -> Option<&str> {
        self.best.as_ref().map(|candidate| candidate.value.as_str())
    }

    /// All values, the chosen one first.
    pub fn values(&self) -> impl Iterator<Item = &str> {
        self.best.iter().chain(&self.others).map(|candidate| candidate.value.as_str())
    }

    /// Candidates in order of trust; of those that say the same, case and punctuation aside, the first is kept.
    /// O(candidates · [`MAX_CANDIDATES`]).
    fn ranked(candidates: impl IntoIterator<Item = Candidate>) -> Field {
        let mut kept: Vec<(String, Candidate)> = Vec::new();
        for candidate in candidates {
            let key = text::folded(&candidate.value);
            if !key.is_empty() && kept.iter().all(|(have, _)| *have != key) {
                kept.push((key, candidate));
            }
            if kept.len() == MAX_CANDIDATES {
                break;
            }
        }
        let mut kept = kept.into_iter().map(|(_, candidate)| candidate);
        Field { best: kept.next(), others: kept.collect() }
    }
}

/// Values of one field that are kept, and entries of one list: enough to choose from, and a bound on hostile pages.
pub const MAX_CANDIDATES: usize = 64;

/// A value and where it stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Candidate {
    /// The value, normalised.
    pub value: String,
    /// Where it was read, such as `json-ld:headline`, `meta:og:title`, `element:h1`, `text:byline`.
    pub source: String,
}

impl Candidate {
    fn new(value: impl Into<String>, source: impl Into<String>) -> Self {
        Candidate { value: value.into(), source: source.into() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_keeps_so_many_candidates_at_most() {
        for count in [MAX_CANDIDATES, MAX_CANDIDATES + 1] {
            let field = Field::ranked((0..count).map(|at| Candidate::new(at.to_string(), "")));
            assert_eq!(field.values().count(), MAX_CANDIDATES, "{count}");
        }
    }
}
