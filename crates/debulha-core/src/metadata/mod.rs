//! What the page says about itself: title, authors, dates and so on, each with its source and the runners-up.

use serde::Serialize;

/// Metadata of a page. A field that the page does not give is empty.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Metadata {
    /// Title of the main content, without the site's name.
    pub title: Field,
    /// Authors, one value each, in order.
    pub authors: Vec<Candidate>,
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
}

/// A value and where it stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Candidate {
    /// The value, normalised.
    pub value: String,
    /// Where it was read, such as `json-ld:headline`, `meta:og:title`, `element:h1`, `text:byline`.
    pub source: String,
}
