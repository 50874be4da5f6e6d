//! The domain query: terms of the form submissions that led to the pages of a site (lutz2013).

use crate::features::forms::{self, Choice, Control};
use debulha_dom::{Document, names};
use std::collections::BTreeSet;
use url::form_urlencoded;

/// How terms are read from submissions.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct QueryOptions {
    /// Whether names of parameters are split at what is neither letter nor digit, `item_name` into `item` and `name`;
    /// lutz2013 does not.
    pub split_labels: bool,
    /// Whether values are split as the words of pages are, `Doe, J.` into `doe` and `j`; lutz2013 splits at white
    /// space alone, and `doe,` is no word of any page.
    pub split_values: bool,
    /// Whether the parts of an address's path count as values, as in `/product/9780316125581`; in lutz2013 not.
    pub path: bool,
}

/// The terms, in lower case, each once.
///
/// ```
/// use debulha_core::query::{QueryOptions, QueryTerms};
///
/// let mut terms = QueryTerms::default();
/// terms.add_url("http://h/s?item_name=chocolate&description=cherry", QueryOptions::default());
/// assert_eq!(terms.iter().collect::<Vec<_>>(), ["cherry", "chocolate", "description", "item_name"]);
/// assert_eq!(terms.count("Chocolate with cherry, no cherries"), 2);
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct QueryTerms {
    terms: BTreeSet<String>,
}

impl QueryTerms {
    /// Adds names and values of the parameters of a submission's address; its fragment does not count.
    pub fn add_url(&mut self, url: &str, options: QueryOptions) {
        let url = url.split_once('#').map_or(url, |(before, _)| before);
        let (address, query) = url.split_once('?').unwrap_or((url, ""));
        self.add_form(query, options);
        if options.path {
            let after_host = address.split_once("://").map_or(address, |(_, rest)| rest);
            let path = after_host.split_once('/').map_or("", |(_, path)| path);
            for part in path.split('/') {
                // Read like a value, so that what is encoded is decoded.
                for (value, _) in form_urlencoded::parse(part.replace(['=', '&'], " ").as_bytes()) {
                    self.add_value(&value, options);
                }
            }
        }
    }

    /// Adds names and values of a body of the kind `application/x-www-form-urlencoded`. A name without a value is a
    /// term all the same.
    pub fn add_form(&mut self, body: &str, options: QueryOptions) {
        for (name, value) in form_urlencoded::parse(body.trim().as_bytes()) {
            self.add_label(&name, options);
            self.add_value(&value, options);
        }
    }

    /// Adds names and values of the forms of a page as it fills them in: an answer often repeats its query there.
    ///
    /// O(nodes + text of the forms).
    pub fn add_fields(&mut self, doc: &Document, options: QueryOptions) {
        let is_left_out = |control| matches!(control, Control::Password | Control::File);
        for field in forms::read(doc).iter().flat_map(|form| &form.fields) {
            if field.name.is_empty() || field.control.is_button() || is_left_out(field.control) {
                continue;
            }
            // A list is a field also where nothing is chosen; a box that is not ticked is none.
            let chosen = field.chosen();
            if field.control == Control::Select || !chosen.is_empty() {
                self.add_label(&field.name, options);
            }
            // What browsers send for a ticked box without a value, "on", nobody has asked for.
            let is_box = matches!(field.control, Control::Checkbox | Control::Radio);
            let is_implied = |choice: &Choice| doc.attribute(choice.node, names::VALUE).is_none();
            if !(is_box && field.options.iter().filter(|choice| choice.selected).all(is_implied)) {
                for value in chosen {
                    self.add_value(value, options);
                }
            }
        }
    }

    /// Adds the words of what a page calls its form fields: lutz2013 has them for future work.
    ///
    /// O(nodes + text of the forms).
    pub fn add_visible_labels(&mut self, doc: &Document) {
        // Labels may nest in markup that is none of HTML; what is in another was read with it.
        let mut end = 0;
        for label in doc.elements_named(names::LABEL) {
            if label.0 >= end {
                end = doc.subtree_end(label);
                self.terms.extend(words(&doc.text_content(label)).map(str::to_lowercase));
            }
        }
    }

    /// Adds the words of a text, such as the visible labels of a form, parted by white space.
    pub fn add_words(&mut self, text: &str) {
        self.terms.extend(text.split_whitespace().map(str::to_lowercase));
    }

    /// Adds the words of a text as [`Self::count`] finds them on a page.
    pub fn add_text(&mut self, text: &str) {
        self.terms.extend(words(text).map(str::to_lowercase));
    }

    /// Adds the terms of another query.
    pub fn add_all(&mut self, other: &QueryTerms) {
        self.terms.extend(other.terms.iter().cloned());
    }

    fn add_label(&mut self, name: &str, options: QueryOptions) {
        if options.split_labels {
            self.add_words(&name.replace(|c: char| !c.is_alphanumeric(), " "));
        } else {
            self.add_words(name);
        }
    }

    fn add_value(&mut self, value: &str, options: QueryOptions) {
        if options.split_values {
            self.add_text(value);
        } else {
            self.add_words(value);
        }
    }

    /// How many words of a text are terms, each time they occur: maximal runs of letters, digits and `_`, whatever
    /// their case, as a whole.
    ///
    /// O(text), and a search in the terms for each word.
    pub fn count(&self, text: &str) -> u32 {
        let mut lower = String::new();
        let is_term = |word: &&str| {
            if !word.is_ascii() {
                return self.terms.contains(&word.to_lowercase());
            }
            lower.clear();
            lower.push_str(word);
            lower.make_ascii_lowercase();
            self.terms.contains(&lower)
        };
        words(text).filter(is_term).count() as u32
    }

    /// How many different terms some texts have among their words.
    ///
    /// O(text), and a search in the terms for each word.
    ///
    /// ```
    /// use debulha_core::query::QueryTerms;
    ///
    /// let terms: QueryTerms = ["rye", "oats"].into_iter().collect();
    /// assert_eq!(terms.distinct(["Rye, rye", "and wheat"]), 1);
    /// ```
    pub fn distinct<'t>(&self, texts: impl IntoIterator<Item = &'t str>) -> u32 {
        let words = texts.into_iter().flat_map(words).map(str::to_lowercase);
        words.filter(|word| self.terms.contains(word)).collect::<BTreeSet<_>>().len() as u32
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

impl<S: Into<String>> FromIterator<S> for QueryTerms {
    /// Takes terms as they are; they must be in lower case.
    fn from_iter<I: IntoIterator<Item = S>>(terms: I) -> Self {
        QueryTerms { terms: terms.into_iter().map(Into::into).collect() }
    }
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_alphanumeric() || c == '_')).filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use debulha_dom::{Limits, parse};

    fn of_url(url: &str, options: QueryOptions) -> String {
        let mut terms = QueryTerms::default();
        terms.add_url(url, options);
        terms.iter().collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn spec_03_domain_query_of_a_submission() {
        let url = "http://h/s?item_name=chocolate&description=cherry";
        let split = QueryOptions { split_labels: true, ..QueryOptions::default() };
        assert_eq!(of_url(url, QueryOptions::default()), "cherry chocolate description item_name");
        assert_eq!(of_url(url, split), "cherry chocolate description item name");
    }

    #[test]
    fn spec_27_terms_of_the_submitted_url() {
        let url = "http://h/s?item_name=chocolate&description=cherry#item_name=plum";
        assert_eq!(of_url(url, QueryOptions::default()), "cherry chocolate description item_name");
    }

    #[test]
    fn values_are_decoded_split_and_folded() {
        let plain = QueryOptions::default();
        assert_eq!(of_url("http://h/?q=S%C3%A3o+Paulo%20SP&empty=&&x", plain), "empty paulo q sp são x");
        assert_eq!(of_url("http://h/a/b#q=1", plain), "");
        assert_eq!(of_url("http://h?a=1?b=2", plain), "1?b=2 a");
        let split = QueryOptions { split_values: true, ..plain };
        assert_eq!(of_url("?q=Doe,+J.&r=a_b", split), "a_b doe j q r");
    }

    #[test]
    fn paths_are_values_where_wanted() {
        let path = QueryOptions { path: true, ..QueryOptions::default() };
        assert_eq!(of_url("http://h/Buch/K%C3%A4se/978?x=y", path), "978 buch käse x y");
        assert_eq!(of_url("http://h", path), "");
    }

    #[test]
    fn bodies_are_read_as_addresses_are() {
        let mut terms = QueryTerms::default();
        terms.add_form(" item_name=chocolate&description=dark+cherry\r\n", QueryOptions::default());
        assert_eq!(
            terms.iter().collect::<Vec<_>>(),
            ["cherry", "chocolate", "dark", "description", "item_name"]
        );
    }

    #[test]
    fn forms_repeat_the_query() {
        let html = "<form><label>Town <input name=city value='Porto Alegre'></label><select name=kind><option>all\
            <option selected value=inn>Inns</select></form>";
        let doc = parse(html, &Limits::default()).document;
        let mut terms = QueryTerms::default();
        terms.add_fields(&doc, QueryOptions::default());
        assert_eq!(terms.iter().collect::<Vec<_>>(), ["alegre", "city", "inn", "kind", "porto"]);
        terms.add_visible_labels(&doc);
        assert!(terms.iter().any(|term| term == "town"));
    }

    #[test]
    fn of_fields_what_is_sent_untouched_counts() {
        let html = "<input name=a value=1><input type=hidden name=b value=2><input type=radio name=c value=3>\
            <input type=Radio checked name=c value=4><input name=' ' value=5><input type=password name=p value=7>\
            <input type=checkbox name=off><input type=checkbox name=tick checked><textarea name=t>some text</textarea><input type=submit name=go value=Go>\
            <select name=s><option value=8>eight<option selected>nine</select><label>A <b>b</b> <label>nest";
        let doc = parse(html, &Limits::default()).document;
        let mut terms = QueryTerms::default();
        terms.add_fields(&doc, QueryOptions::default());
        assert_eq!(terms.iter().collect::<Vec<_>>().join(" "), "1 2 4 a b c nine s some t text tick");
        let mut labels = QueryTerms::default();
        labels.add_visible_labels(&doc);
        assert_eq!(labels.iter().collect::<Vec<_>>(), ["a", "b", "nest"]);
    }

    #[test]
    fn words_match_as_a_whole() {
        let terms: QueryTerms = ["s", "n", "item_name", "são"].into_iter().collect();
        assert_eq!(terms.count("S. sons, n-s SÃO item_name item name, is on"), 5);
        assert_eq!(terms.count(""), 0);
        assert_eq!(QueryTerms::default().count("s"), 0);
    }
}
