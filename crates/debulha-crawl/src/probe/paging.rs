//! Where an answer goes on.

use super::submission::{SearchForm, sends_form};
use crate::exchange::Request;
use crate::links::base_of;
use debulha_core::Page;
use debulha_core::features::forms::forms;
use debulha_core::features::pagination::{LinkClass, class_of_text, pagination};
use url::Url;

/// The next page of an answer of which `number` is open, if it has one: what continues the page, or else the page with the
/// following number, for answers that do not say their own, or else what shows more of the list or a button that turns the page.
/// O(nodes + bytes of addresses).
pub(super) fn next_page(page: &Page<'_>, here: &Url, charset: &str, number: usize) -> Option<Request> {
    let pages = pagination(page);
    let following = u32::try_from(number + 1).ok();
    let numbered = || pages.pages.iter().find(|link| link.number.is_some() && link.number == following);
    let link = pages.continuation().or_else(numbered).or(pages.more.as_ref());
    let url = link.and_then(|link| Url::parse(&link.address).ok());
    let url = url.filter(|url| url != here && url.origin() == here.origin());
    url.map(|url| Request::get(&url)).or_else(|| next_by_button(page, here, charset, following))
}

/// What the button of a form sends that says "next", or else the number of the following page.
fn next_by_button(page: &Page<'_>, here: &Url, charset: &str, following: Option<u32>) -> Option<Request> {
    let base = base_of(page.document(), here);
    let mut numbered = None;
    for form in forms(page) {
        let Some(form) = SearchForm::new(form, Some(&base), here, charset) else { continue };
        if !form.can_be_sent() || form.action().origin() != here.origin() {
            continue;
        }
        for button in &form.form().fields {
            if !sends_form(button) {
                continue;
            }
            let text = button.label.as_ref().map_or(button.value.as_str(), |label| &label.text);
            match class_of_text(text) {
                (Some(LinkClass::Next), _) => return Some(form.request_by(&[], Some(button))),
                (Some(LinkClass::Page), number) if number == following && numbered.is_none() => {
                    numbered = Some(form.request_by(&[], Some(button)));
                }
                _ => {}
            }
        }
    }
    numbered
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use debulha_dom::{Limits, parse};

    fn next(html: &str, number: usize) -> Option<String> {
        let here = Url::parse("https://example.org/find?q=rye&page=2").unwrap();
        let document = parse(html, &Limits::default()).document;
        let page = Page::with_options(&document, Some(here.as_str()), debulha_core::PageOptions::default());
        let next = next_page(&page, &here, "utf-8", number)?;
        let posted = next.posted.map(|posted| String::from_utf8(posted.bytes).unwrap());
        Some(posted.unwrap_or_else(|| next.url.query().unwrap_or_default().to_owned()))
    }

    #[test]
    fn the_next_page_is_found() {
        for (html, expected) in [
            ("<link rel=next href='?q=rye&page=3'><a href='?other'>next</a>", Some("q=rye&page=3")),
            ("<a href='?q=rye&page=1'>« Back</a> <a href='?q=rye&page=3'>Next »</a>", Some("q=rye&page=3")),
            (
                "<a href='?q=rye&page=1'>1</a> 2 <a href='?q=rye&page=3'>3</a> <a href='?q=rye&page=4'>4</a>",
                Some("q=rye&page=3"),
            ),
            ("<a href='/books/3'>3</a>", None),
            ("<a href='#'>Next</a>", None),
            ("<a href='//other.org/?page=3'>Next</a>", None),
            ("<a href='?q=rye&page=3'>The next harvest</a>", None),
            ("<a href='?q=rye&page=2&limit=40'>Load more</a>", Some("q=rye&page=2&limit=40")),
            (
                "<form><input name=q value=rye><input type=submit name=go value=Search><input type=submit name=page value=1>\
                 <input type=submit name=page value=3><input type=submit name=page value=4></form>",
                Some("q=rye&page=3"),
            ),
            (
                "<form method=post><input type=hidden name=top value=20><button name=b value=p>Previous</button>\
                 <button name=b value=n>Next &raquo;</button></form>",
                Some("top=20&b=n"),
            ),
            (
                "<form><input type=hidden name=p value=3><input type=image name=turn src=n.png alt=Next></form>",
                Some("p=3&turn.x=1&turn.y=1"),
            ),
            ("<form action=//other.org/><button name=b>Next</button></form>", None),
            (
                "<form><input name=q><button name=b>Search</button><button type=button name=n>Next</button></form>",
                None,
            ),
        ] {
            assert_eq!(next(html, 2).as_deref(), expected, "{html}");
        }
    }
}
