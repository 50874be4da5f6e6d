//! The query that led to the pages.

use crate::inputs::PageInput;
use debulha_core::query::{QueryOptions, QueryTerms};

/// What was submitted, for systems that look for its words.
///
/// The answers that `debulha probe` wrote need no words: the file has the query of each.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Query")]
pub struct QueryArgs {
    /// URL of the submitted form; its parameters become query terms
    ///
    /// Repeatable.
    #[arg(
        id = "query-url",
        long = "query-url",
        value_name = "URL",
        hide_short_help = true,
        hide_long_help = true
    )]
    url: Vec<String>,
    /// Body of the submitted form (POST), such as name=value&name=value
    ///
    /// Repeatable.
    #[arg(
        id = "query-body",
        long = "query-body",
        value_name = "BODY",
        hide_short_help = true,
        hide_long_help = true
    )]
    body: Vec<String>,
    /// Further query terms
    ///
    /// Repeatable.
    #[arg(
        id = "query-term",
        long = "query-term",
        value_name = "WORDS",
        hide_short_help = true,
        hide_long_help = true
    )]
    term: Vec<String>,
}

impl QueryArgs {
    /// The terms for a page: those given, or else those of the query that a probe got it by; `None` where there are none.
    pub fn terms_of(&self, input: &PageInput) -> Option<QueryTerms> {
        self.terms().or_else(|| {
            let mut terms = QueryTerms::default();
            terms.add_form(input.query.as_deref()?, QueryOptions::default());
            Some(terms).filter(|terms| !terms.is_empty())
        })
    }

    /// The terms; `None` where there are none.
    pub fn terms(&self) -> Option<QueryTerms> {
        let options = QueryOptions::default();
        let mut terms = QueryTerms::default();
        for url in &self.url {
            terms.add_url(url, options);
        }
        for body in &self.body {
            terms.add_form(body, options);
        }
        for words in &self.term {
            terms.add_words(words);
        }
        Some(terms).filter(|terms| !terms.is_empty())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_come_from_all_that_was_submitted() {
        let text = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect();
        let args = QueryArgs {
            url: text(&["http://h/s?item=dark+chocolate", "http://h/s?item=fudge#top"]),
            body: text(&["max=9"]),
            term: text(&["Sweets and"]),
        };
        let terms = args.terms().unwrap_or_default();
        let terms: Vec<&str> = terms.iter().collect();
        assert_eq!(terms, ["9", "and", "chocolate", "dark", "fudge", "item", "max", "sweets"]);
        let none = QueryArgs { url: text(&["http://h/"]), body: Vec::new(), term: Vec::new() };
        assert_eq!(none.terms(), None);
    }
}
