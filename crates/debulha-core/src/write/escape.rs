//! What must not pass into a format as it stands.

use std::borrow::Cow;
use std::fmt;

/// Schemes of addresses that HTML and Markdown carry. Relative addresses pass too; scripts and inline data do not.
const SAFE_SCHEMES: [&str; 4] = ["http", "https", "mailto", "tel"];

/// Longest name of a character reference in HTML, `&` and `;` left out.
pub(super) const REFERENCE_NAME_MAX: usize = 31;

/// An address as it may be linked to, or `None` for schemes outside [`SAFE_SCHEMES`] and for empty ones.
///
/// Control characters go first, as browsers drop some of them before they look for a scheme.
pub(super) fn safe_url(url: &str) -> Option<Cow<'_, str>> {
    let trimmed = url.trim_matches(|c: char| c.is_control() || c == ' ');
    let clean: Cow<'_, str> = if trimmed.contains(char::is_control) {
        trimmed.chars().filter(|c| !c.is_control()).collect::<String>().into()
    } else {
        trimmed.into()
    };
    let before_path = clean.split(['/', '?', '#']).next().unwrap_or_default();
    let scheme = before_path.split_once(':').map(|(scheme, _)| scheme.trim());
    let safe = scheme.is_none_or(|scheme| SAFE_SCHEMES.iter().any(|safe| scheme.eq_ignore_ascii_case(safe)));
    (safe && !clean.is_empty()).then_some(clean)
}

/// Most letters and digits between the hyphens of a language tag, by RFC 5646 and XML Schema.
const SUBTAG_MAX: usize = 8;

/// Whether the string has the shape of a language tag: letters, then perhaps letters and digits behind hyphens.
pub(super) fn is_language_tag(tag: &str) -> bool {
    let is_subtag = |part: &str| {
        (1..=SUBTAG_MAX).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_alphanumeric())
    };
    tag.split('-').all(is_subtag) && tag.bytes().take_while(|&b| b != b'-').all(|b| b.is_ascii_alphabetic())
}

/// The name of a programming language if it can stand in an info string or a class: no white space, no marks.
pub(super) fn code_language(language: Option<&str>) -> Option<&str> {
    language.filter(|name| {
        !name.is_empty()
            && name.chars().all(|c| c.is_alphanumeric() || matches!(c, '+' | '#' | '.' | '-' | '_'))
    })
}

/// Text for element content and quoted attribute values of HTML and XML.
///
/// Characters that XML 1.0 forbids are left out. Line breaks and tabs are written as references in attributes,
/// where a parser would make them spaces; a carriage return always is.
pub(super) fn markup(out: &mut dyn fmt::Write, text: &str, attribute: bool) -> fmt::Result {
    let mut done = 0;
    for (at, c) in text.char_indices() {
        let replacement = match c {
            '&' => "&amp;",
            '<' => "&lt;",
            '>' => "&gt;",
            '"' if attribute => "&quot;",
            '\n' if attribute => "&#10;",
            '\t' if attribute => "&#9;",
            '\r' => "&#13;",
            // A vertical tab or form feed still parts words.
            '\u{b}' | '\u{c}' => " ",
            _ if is_xml_char(c) => continue,
            _ => "",
        };
        out.write_str(&text[done..at])?;
        out.write_str(replacement)?;
        done = at + c.len_utf8();
    }
    out.write_str(&text[done..])
}

/// `Char` of XML 1.0.
fn is_xml_char(c: char) -> bool {
    !matches!(c, '\0'..='\u{8}' | '\u{b}' | '\u{c}' | '\u{e}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}')
}

/// ` name="value"`.
pub(super) fn attribute(out: &mut dyn fmt::Write, name: &str, value: &str) -> fmt::Result {
    write!(out, " {name}=\"")?;
    markup(out, value, true)?;
    out.write_char('"')
}

/// Whether what follows `<` would make it a tag, a comment or an instruction, to a lenient reader after spaces too.
pub(super) fn begins_tag(rest: &str) -> bool {
    rest.trim_start().starts_with(|c: char| c.is_alphabetic() || matches!(c, '/' | '!' | '?'))
}

/// Whether what follows `&` would make it a character reference.
pub(super) fn begins_reference(rest: &str) -> bool {
    let name = rest.bytes().take_while(|&b| b.is_ascii_alphanumeric() || b == b'#').count();
    (1..=REFERENCE_NAME_MAX).contains(&name) && rest.as_bytes().get(name) == Some(&b';')
}

/// A double-quoted scalar of YAML 1.2, on one line.
///
/// Readers of Markdown that know no front matter take it for text: signs that would begin a tag, code or the address of
/// a link are written by their numbers.
pub(super) fn yaml(out: &mut dyn fmt::Write, text: &str) -> fmt::Result {
    out.write_char('"')?;
    let mut previous = None;
    for (at, c) in text.char_indices() {
        let before = previous.replace(c);
        match c {
            '<' if begins_tag(&text[at + 1..]) => out.write_str("\\x3c")?,
            '`' => out.write_str("\\x60")?,
            '(' | '[' | ':' if before == Some(']') => write!(out, "\\x{:02x}", c as u32)?,
            '"' => out.write_str("\\\"")?,
            '\\' => out.write_str("\\\\")?,
            '\n' => out.write_str("\\n")?,
            '\t' => out.write_str("\\t")?,
            // The line separators, and what YAML does not print.
            '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}' => {
                write!(out, "\\u{:04x}", c as u32)?;
            }
            _ if c.is_control() => write!(out, "\\x{:02x}", c as u32)?,
            _ => out.write_char(c)?,
        }
    }
    out.write_char('"')
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn scripts_and_inline_data_are_no_addresses_whatever_their_disguise() {
        for url in [
            "javascript:alert(1)",
            "JaVaScRiPt:alert(1)",
            " \u{1}\tjavascript:alert(1)",
            "java\nscript:alert(1)",
            "java\u{0}script\t:alert(1)",
            "javascript :alert(1)",
            "vbscript:x",
            "data:text/html,<script>",
            "blob:x",
            "file:///etc/passwd",
            "",
            " \n",
        ] {
            assert_eq!(safe_url(url), None, "{url:?}");
        }
    }

    #[test]
    fn web_mail_telephone_and_relative_addresses_pass() {
        for url in [
            "http://a.example/",
            "HTTPS://a.example/?u=javascript:x",
            "mailto:a@b.example",
            "tel:+55",
            "/a:b",
            "a/b:c",
            "?q=a:b",
            "#a:b",
            "//host/x",
            "../x y",
        ] {
            assert_eq!(safe_url(url).unwrap(), url);
        }
        assert_eq!(safe_url(" /a\n\tb ").unwrap(), "/ab");
    }

    #[test]
    fn language_tags_have_their_shape() {
        assert!(["en", "pt-BR", "zh-Hant-TW", "x-klingon"].iter().all(|tag| is_language_tag(tag)));
        assert!(
            !["", "en_US", "en-", "-en", "1a", "undetermined", "en us"]
                .iter()
                .any(|tag| is_language_tag(tag))
        );
    }

    #[test]
    fn markup_escapes_and_leaves_out_what_xml_forbids() {
        let mut out = String::new();
        markup(&mut out, "a<b>&\"\u{1}\u{ffff}\n\r", false).unwrap();
        attribute(&mut out, "x", "\"\t\n").unwrap();
        assert_eq!(out, "a&lt;b&gt;&amp;\"\n&#13; x=\"&quot;&#9;&#10;\"");
    }

    #[test]
    fn yaml_scalars_are_harmless_as_markdown() {
        let mut out = String::new();
        yaml(&mut out, "a < 5 <b> `c` [d](x:y)").unwrap();
        assert_eq!(out, "\"a < 5 \\x3cb> \\x60c\\x60 [d]\\x28x:y)\"");
    }

    #[test]
    fn yaml_scalars_stay_on_one_line() {
        let mut out = String::new();
        yaml(&mut out, "a: \"b\" \\ #\n\u{7f}\u{2028}é").unwrap();
        assert_eq!(out, "\"a: \\\"b\\\" \\\\ #\\n\\x7f\\u2028é\"");
    }
}
