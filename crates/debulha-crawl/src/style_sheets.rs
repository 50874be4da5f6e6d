//! The style sheets that a page or another style sheet names.

use crate::links::{base_of, has_rel};
use cssparser::{Parser, Token};
use debulha_dom::{Document, names};
use std::collections::BTreeSet;
use url::Url;

/// Style sheets of a page or a sheet that are taken at most.
const MAX_SHEETS: usize = 200;

/// The style sheets of a page at a URL: those of `link rel=stylesheet`, and those that its `style` elements import. Alternate sheets
/// are left out, since a browser does not use them. O(bytes of the page).
pub(crate) fn style_sheets(document: &Document, url: &Url) -> Vec<Url> {
    let base = base_of(document, url);
    let mut sheets = Vec::new();
    for node in document.nodes() {
        let name = document.name(node);
        if name == names::LINK
            && has_rel(document, node, "stylesheet")
            && !has_rel(document, node, "alternate")
        {
            sheets.extend(document.attribute(node, names::HREF).and_then(|href| base.join(href.trim()).ok()));
        } else if name == names::STYLE {
            sheets.extend(document.children(node).flat_map(|child| imports(document.text(child), &base)));
        }
        if sheets.len() >= MAX_SHEETS {
            break;
        }
    }
    distinct(sheets)
}

/// The style sheets that a sheet imports. Imports stand before all rules, so no more than they is read.
pub(crate) fn imports(css: &str, base: &Url) -> Vec<Url> {
    let mut parser = Parser::new(css);
    let mut found = Vec::new();
    while found.len() < MAX_SHEETS {
        let name = match parser.next() {
            Ok(Token::AtKeyword(name)) => name.to_ascii_lowercase(),
            _ => break,
        };
        match name.as_str() {
            "import" => found.extend(parser.expect_url_or_string().ok().and_then(|url| base.join(&url).ok())),
            "charset" | "layer" => {}
            _ => break,
        }
        // The conditions of the import, or what the layers are called.
        loop {
            match parser.next() {
                Ok(Token::Semicolon) => break,
                Ok(Token::CurlyBracketBlock) | Err(_) => return distinct(found),
                Ok(_) => {}
            }
        }
    }
    distinct(found)
}

/// Each address once, the first [`MAX_SHEETS`] of them.
fn distinct(sheets: Vec<Url>) -> Vec<Url> {
    let mut seen = BTreeSet::new();
    sheets.into_iter().filter(|sheet| seen.insert(sheet.clone())).take(MAX_SHEETS).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use debulha_dom::{Limits, parse};

    fn base() -> Url {
        Url::parse("https://example.org/farm/rye").unwrap()
    }

    #[test]
    fn imports_stand_before_rules() {
        let found = |css: &str| imports(css, &base()).into_iter().map(String::from).collect::<Vec<_>>();
        let css = "@charset \"utf-8\"; /* @import 'no.css'; */ @layer a, b; @import 'a.css'; @IMPORT url( b.css ) screen and (min-width: 1px);\
             @import url(\"//cdn.invalid/c.css\") layer(x) supports(display: grid); p { color: red } @import 'late.css';";
        assert_eq!(
            found(css),
            ["https://example.org/farm/a.css", "https://example.org/farm/b.css", "https://cdn.invalid/c.css"]
        );
        for none in [
            "",
            "p{}",
            "@media print { @import 'a.css'; }",
            "@layer a { }",
            "@import",
            "@import 3;",
            "@import url(",
        ] {
            assert_eq!(found(none).len(), usize::from(none == "@import url("), "{none}");
        }
    }

    #[test]
    fn a_page_names_style_sheets() {
        let html = "<base href=/static/><link rel='StyleSheet' href=a.css><link rel='alternate stylesheet' href=b.css>\
            <link rel=icon href=c.css><style>@import 'd.css'; p{}</style><link rel=stylesheet href=a.css><link rel=stylesheet>";
        let document = parse(html, &Limits::default()).document;
        let found: Vec<String> = style_sheets(&document, &base()).into_iter().map(String::from).collect();
        assert_eq!(found, ["https://example.org/static/a.css", "https://example.org/static/d.css"]);
    }

    #[test]
    fn a_page_has_so_many_style_sheets() {
        for (sheets, expected) in [(MAX_SHEETS, MAX_SHEETS), (MAX_SHEETS + 1, MAX_SHEETS)] {
            let html: Vec<String> =
                (0..sheets).map(|at| format!("<link rel=stylesheet href={at}.css>")).collect();
            let document = parse(&html.concat(), &Limits::default()).document;
            assert_eq!(style_sheets(&document, &base()).len(), expected);
            let css: Vec<String> = (0..sheets).map(|at| format!("@import '{at}.css';")).collect();
            assert_eq!(imports(&css.concat(), &base()).len(), expected);
        }
    }
}
