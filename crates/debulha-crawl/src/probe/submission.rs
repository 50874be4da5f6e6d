//! A form with values as a request, the way browsers make it (HTML, form submission).

use super::space::Facet;
use crate::exchange::{Posted, Request};
use debulha_core::features::forms::{Access, Choice, Control, Encoding, Field, Form, Method};
use encoding_rs::UTF_8;
use std::fmt::Write;
use url::Url;

/// Fields that are filled in at most.
const MAX_FACETS: usize = 12;

/// Options of a field that are tried at most.
const MAX_OPTIONS: usize = 1000;

/// Bytes of an option's value at most: longer ones are no search.
const MAX_VALUE: usize = 500;

/// How a field is called that does not say what is found, but how it is shown.
const NO_FILTERS: [&str; 17] = [
    "asc",
    "desc",
    "dir",
    "direction",
    "display",
    "limit",
    "order",
    "orderby",
    "pagesize",
    "perpage",
    "results",
    "rows",
    "show",
    "size_page",
    "sort",
    "sortby",
    "view",
];

/// What an option is called that lets all rows through.
const ANY: [&str; 20] = [
    "all",
    "alle",
    "alles",
    "any",
    "anything",
    "anywhere",
    "beliebig",
    "choose",
    "cualquiera",
    "egal",
    "every",
    "none",
    "please",
    "qualquer",
    "select",
    "todas",
    "todos",
    "tous",
    "toutes",
    "tutti",
];

/// A form that is filled in, and where it was.
#[derive(Debug, Clone)]
pub struct SearchForm {
    form: Form,
    action: Url,
    charset: &'static encoding_rs::Encoding,
}

impl SearchForm {
    /// A form of a page at an address, in an encoding. `None` where its action leads nowhere.
    pub fn new(form: Form, base: Option<&Url>, own: &Url, page_charset: &str) -> Option<SearchForm> {
        let mut action = form.action_url(base, Some(own))?;
        action.set_fragment(None);
        if !matches!(action.scheme(), "http" | "https") {
            return None;
        }
        let asked = form.accept_charset.as_deref().unwrap_or_default();
        let charset = asked
            .split([' ', ',', ';', '\t', '\n'])
            .chain([page_charset])
            .find_map(|label| encoding_rs::Encoding::for_label(label.as_bytes()));
        Some(SearchForm { form, action, charset: charset.unwrap_or(UTF_8).output_encoding() })
    }

    /// Where it is sent.
    pub fn action(&self) -> &Url {
        &self.action
    }

    /// The form.
    pub fn form(&self) -> &Form {
        &self.form
    }

    /// Whether its encoding is one that is sent here.
    pub fn can_be_sent(&self) -> bool {
        self.form.method == Method::Get || self.form.encoding == Encoding::UrlEncoded
    }

    /// Takes over what another reading of the form has in hidden fields: numbers of sessions change.
    pub(super) fn renew(&mut self, other: &SearchForm) {
        for field in self.form.fields.iter_mut().filter(|field| field.control == Control::Hidden) {
            let fresh =
                other.form.fields.iter().find(|o| o.control == Control::Hidden && o.name == field.name);
            if let Some(fresh) = fresh {
                field.value.clone_from(&fresh.value);
            }
        }
        self.action = other.action.clone();
    }

    /// The fields that queries fill in: lines of text and lists of options that decide what is found.
    pub fn facets(&self) -> Vec<Facet> {
        let fields = self.form.fields.iter().filter(|field| is_facet(field));
        let mut facets: Vec<Facet> = Vec::new();
        for field in fields {
            if facets.len() < MAX_FACETS && facets.iter().all(|facet| facet.name != field.name) {
                facets.push(facet(field));
            }
        }
        facets
    }

    /// Names and values of a submission: those asked, and those that the page has in the other fields. The first button that sends
    /// the form goes with them.
    pub fn pairs(&self, asked: &[(&str, &str)]) -> Vec<(String, String)> {
        self.pairs_by(asked, None)
    }

    /// The same with the button that is pressed.
    fn pairs_by(&self, asked: &[(&str, &str)], pressed: Option<&Field>) -> Vec<(String, String)> {
        let mut pairs = Vec::new();
        let mut has_button = false;
        let is_other =
            |field: &Field| sends_form(field) && pressed.is_some_and(|pressed| pressed.node != field.node);
        let sent =
            |field: &&Field| !field.name.is_empty() && field.access != Access::Disabled && !is_other(field);
        for field in self.form.fields.iter().filter(sent) {
            let name = &field.name;
            match field.control {
                Control::Submit if !has_button => {
                    has_button = true;
                    pairs.push((name.clone(), field.value.clone()));
                }
                Control::Image if !has_button => {
                    has_button = true;
                    pairs.extend([
                        (format!("{name}.x"), "1".to_owned()),
                        (format!("{name}.y"), "1".to_owned()),
                    ]);
                }
                control if control.is_button() || control == Control::File => {}
                Control::Hidden if name == "_charset_" => {
                    pairs.push((name.clone(), self.charset.name().to_owned()));
                }
                _ => match asked.iter().find(|(known, _)| known == name).filter(|_| is_facet(field)) {
                    Some((_, value)) => pairs.push((name.clone(), (*value).to_owned())),
                    None => pairs.extend(field.initial().into_iter().map(|v| (name.clone(), v.to_owned()))),
                },
            }
        }
        pairs
    }

    /// The request that asks for values of fields, by name.
    pub fn request(&self, asked: &[(&str, &str)]) -> Request {
        self.request_by(asked, None)
    }

    /// The same by a button, or else by the first one.
    pub(super) fn request_by(&self, asked: &[(&str, &str)], pressed: Option<&Field>) -> Request {
        let written = self.url_encoded(&self.pairs_by(asked, pressed));
        let mut url = self.action.clone();
        if self.form.method == Method::Post {
            let content_type = Encoding::UrlEncoded.name().to_owned();
            return Request { url, posted: Some(Posted { content_type, bytes: written.into_bytes() }) };
        }
        url.set_query(Some(&written));
        Request { url, posted: None }
    }

    /// As `application/x-www-form-urlencoded` (URL standard, 5.2) in the encoding of the form; what that lacks becomes a character
    /// reference, as browsers have it.
    fn url_encoded(&self, pairs: &[(String, String)]) -> String {
        let mut out = String::new();
        for (name, value) in pairs {
            if !out.is_empty() {
                out.push('&');
            }
            self.encode(name, &mut out);
            out.push('=');
            self.encode(value, &mut out);
        }
        out
    }

    fn encode(&self, text: &str, out: &mut String) {
        let text = text.replace("\r\n", "\n").replace(['\r', '\n'], "\r\n");
        for &byte in self.charset.encode(&text).0.iter() {
            match byte {
                b'*' | b'-' | b'.' | b'_' | b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' => {
                    out.push(char::from(byte));
                }
                b' ' => out.push('+'),
                _ => {
                    // Writing to a text cannot fail.
                    let _ = write!(out, "%{byte:02X}");
                }
            }
        }
    }
}

/// Whether a field is a button that sends its form.
pub(super) fn sends_form(field: &Field) -> bool {
    matches!(field.control, Control::Submit | Control::Image)
}

/// Whether a field decides what is found, and can be filled in.
fn is_facet(field: &Field) -> bool {
    let name: String = field.name.chars().filter(|c| c.is_alphanumeric() || *c == '_').collect();
    let parts = || name.split('_').chain([name.as_str()]).map(str::to_lowercase);
    let only_shows = parts().any(|part| NO_FILTERS.contains(&part.as_str()));
    let takes = match field.control {
        Control::Text | Control::Search => field.max_length.is_none_or(|most| most >= 3),
        Control::Select | Control::Radio | Control::Checkbox => {
            field.options.iter().filter(|choice| is_filter(choice)).count() > 1
        }
        _ => false,
    };
    takes && !only_shows && !field.name.is_empty() && field.access == Access::Open
}

/// Whether an option chooses some of the rows.
fn is_filter(choice: &Choice) -> bool {
    !choice.disabled && choice.value.len() <= MAX_VALUE && !is_any(&choice.value, &choice.label)
}

/// Whether an option lets all rows through.
fn is_any(value: &str, label: &str) -> bool {
    let first = |text: &str| {
        let mut words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        words.next().map(str::to_lowercase)
    };
    value.trim().is_empty()
        || first(value).is_none()
        || first(label).is_some_and(|word| ANY.contains(&word.as_str()))
        || first(value).is_some_and(|word| word == "any" || word == "all")
}

fn facet(field: &Field) -> Facet {
    let label = field.label.as_ref().map(|label| label.text.clone());
    let label = label.or_else(|| field.placeholder.clone()).unwrap_or_else(|| field.name.clone());
    let is_text = !field.control.has_options();
    // What is preselected is sent anyway.
    let preselected = match (field.control, &field.initial()[..]) {
        (Control::Select | Control::Radio, [value]) => Some((*value).to_owned()),
        _ => None,
    };
    let is_new = |choice: &&Choice| preselected.as_ref() != Some(&choice.value);
    let options = || field.options.iter().filter(|choice| is_filter(choice)).filter(is_new).take(MAX_OPTIONS);
    let is_any_value = |value: &str| {
        let label =
            field.options.iter().find(|choice| choice.value == value).map_or("", |choice| &choice.label);
        is_any(value, label)
    };
    Facet {
        name: field.name.clone(),
        label,
        values: if is_text { Vec::new() } else { options().map(|choice| choice.value.clone()).collect() },
        shown: if is_text { Vec::new() } else { options().map(shown).collect() },
        is_text,
        is_neutral: field.initial().into_iter().all(is_any_value),
    }
}

fn shown(choice: &Choice) -> String {
    if choice.label.trim().is_empty() { choice.value.clone() } else { choice.label.clone() }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use debulha_core::Page;
    use debulha_core::features::forms::forms;
    use debulha_dom::{Limits, parse};

    fn form(html: &str, charset: &str) -> SearchForm {
        let document = parse(html, &Limits::default()).document;
        let own = Url::parse("https://example.org/library/?old=1").unwrap();
        let form = forms(&Page::new(&document)).swap_remove(0);
        SearchForm::new(form, Some(&own), &own, charset).unwrap()
    }

    const BOOKS: &str = "<form action=find#top><input type=hidden name=sid value=7><input name=title>\
        <select name=genre><option value=''>Any genre<option value=1>Novel<option value=2>Poetry</select>\
        <select name=lang><option>German<option selected>English</select>\
        <select name=sort_by><option>date<option>title</select>\
        <input type=checkbox name=new value=1><input type=submit name=go value=Find><input type=submit name=no></form>";

    #[test]
    fn fields_that_filter_are_filled_in() {
        let facets = form(BOOKS, "utf-8").facets();
        let names: Vec<(&str, bool, bool)> =
            facets.iter().map(|facet| (facet.name.as_str(), facet.is_text, facet.is_neutral)).collect();
        assert_eq!(names, [("title", true, true), ("genre", false, true), ("lang", false, false)]);
        assert_eq!(facets[1].values, ["1", "2"]);
        assert_eq!(facets[1].shown, ["Novel", "Poetry"]);
    }

    #[test]
    fn a_submission_keeps_what_it_does_not_fill_in() {
        let form = form(BOOKS, "utf-8");
        let request = form.request(&[("title", "rye & oats"), ("genre", "2")]);
        let expected = "https://example.org/library/find?sid=7&title=rye+%26+oats&genre=2&lang=English&sort_by=date&go=Find";
        assert_eq!((request.url.as_str(), request.posted), (expected, None));
    }

    #[test]
    fn values_are_written_in_the_encoding_of_the_form() {
        let html = "<form method=post accept-charset='x-none iso-8859-1'><input name=q></form>";
        let request = form(html, "utf-8").request(&[("q", "Köln 麦")]);
        let posted = request.posted.unwrap();
        assert_eq!(posted.content_type, "application/x-www-form-urlencoded");
        assert_eq!(String::from_utf8(posted.bytes).unwrap(), "q=K%F6ln+%26%2340614%3B");
        assert_eq!(request.url.as_str(), "https://example.org/library/?old=1");
        let of_page = form("<form><input name=q></form>", "windows-1251").request(&[("q", "рожь")]);
        assert_eq!(of_page.url.query(), Some("q=%F0%EE%E6%FC"));
    }
}
