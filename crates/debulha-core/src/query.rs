//! The domain query: terms of the form submissions that led to the pages of a site (lutz2013).

use std::collections::BTreeSet;
use url::form_urlencoded;

/// How terms are read from submissions.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct QueryOptions {
    /// Whether names of parameters are split like their values, `item_name` into `item` and `name`; lutz2013 does not.
    pub split_labels: bool,
}

/// The terms, in lower case, each once.
///
/// ```
/// use debulha_core::query::{QueryOptions, QueryTerms};
///
/// let mut terms = QueryTerms::default();
/// terms.add_url("http://h/s?item_name=chocolate&description=cherry", QueryOptions::default());
/// assert_eq!(terms.iter().collect::<Vec<_>>(), ["cherry", "chocolate", "description", "item_name"]);
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct QueryTerms {
    terms: BTreeSet<String>,
}

impl QueryTerms {
    /// Adds names and values of the parameters of a submission's address; its fragment does not count.
    pub fn add_url(&mut self, url: &str, options: QueryOptions) {
        let url = url.split_once('#').map_or(url, |(before, _)| before);
        if let Some((_, query)) = url.split_once('?') {
            self.add_form(query, options);
        }
    }

    /// Adds names and values of a body of the kind `application/x-www-form-urlencoded`.
    pub fn add_form(&mut self, body: &str, options: QueryOptions) {
        for (name, value) in form_urlencoded::parse(body.trim().as_bytes()) {
            if options.split_labels {
                self.add_words(&name.replace(|c: char| !c.is_alphanumeric(), " "));
            } else {
                self.add_words(&name);
            }
            self.add_words(&value);
        }
    }

    /// Adds the words of a text, such as the visible labels of a form.
    pub fn add_words(&mut self, text: &str) {
        self.terms.extend(text.split_whitespace().map(str::to_lowercase));
    }

    /// Whether a word in lower case is a term.
    pub fn contains(&self, word: &str) -> bool {
        self.terms.contains(word)
    }

    /// The terms in order.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.terms.iter().map(String::as_str)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.terms.is_empty()
    }
}
