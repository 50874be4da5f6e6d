//! Style sheets without what would fetch something. The policy of the frame forbids fetches too; this keeps them from being tried.

use super::allowed::is_embedded_image;

/// Beginnings of URLs of fonts that are part of the page.
const FONTS: [&str; 3] = ["data:font/", "data:application/font", "data:application/x-font"];

/// Functions other than `url` whose arguments may be URLs.
const FETCHING: [&str; 6] =
    ["src", "image", "image-set", "-webkit-image-set", "cross-fade", "-webkit-cross-fade"];

/// At-rules that name other files, or mean nothing inside of a page.
const DROPPED_RULES: [&str; 3] = ["import", "charset", "namespace"];

/// A style sheet or the value of a `style` attribute, without comments, imports, and URLs other than those of embedded images and fonts.
/// O(text).
pub(super) fn without_requests(css: &str) -> String {
    let mut reader = CssReader { rest: css, out: String::with_capacity(css.len()) };
    while let Some(next) = reader.rest.chars().next() {
        match next {
            '/' if reader.rest.starts_with("/*") => {
                reader.rest = reader.rest.split_once("*/").map_or("", |(_, rest)| rest);
                reader.out.push(' ');
            }
            '"' | '\'' => reader.copy(string_end(reader.rest)),
            '@' => reader.at_rule(),
            _ if is_name(next) => reader.name(),
            _ => reader.copy(next.len_utf8()),
        }
    }
    reader.out
}

struct CssReader<'c> {
    rest: &'c str,
    out: String,
}

impl CssReader<'_> {
    fn copy(&mut self, bytes: usize) {
        let (taken, rest) = self.rest.split_at(bytes);
        self.out.push_str(taken);
        self.rest = rest;
    }

    /// A name, or a function with its arguments where it fetches something.
    fn name(&mut self) {
        let (end, name) = name(self.rest);
        if !self.rest[end..].starts_with('(') {
            return self.copy(end);
        }
        if name == "url" {
            let close = url_end(&self.rest[end..]);
            let inside = self.rest[end + 1..end + close].trim_end_matches(')').trim();
            if is_embedded(inside.trim_matches(['"', '\''])) {
                return self.copy(end + close);
            }
            self.out.push_str("none");
            self.rest = &self.rest[end + close..];
        } else if FETCHING.contains(&name.as_str()) {
            // An unknown function makes its declaration invalid.
            self.out.push_str("blocked");
            self.rest = &self.rest[end..];
        } else {
            self.copy(end);
        }
    }

    fn at_rule(&mut self) {
        let (end, name) = name(&self.rest[1..]);
        if !DROPPED_RULES.contains(&name.as_str()) {
            return self.copy(1 + end);
        }
        let mut rest = &self.rest[1 + end..];
        while let Some(next) = rest.chars().next() {
            let bytes = match next {
                '"' | '\'' => string_end(rest),
                _ => next.len_utf8(),
            };
            rest = &rest[bytes..];
            if next == ';' {
                break;
            }
        }
        self.rest = rest;
    }
}

fn is_name(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_' | '\\') || !letter.is_ascii()
}

/// The end of the name at the start of a text, and the name in lower case, its escapes undone.
fn name(text: &str) -> (usize, String) {
    let (mut at, mut name) = (0, String::new());
    while let Some(letter) = text[at..].chars().next().filter(|&letter| is_name(letter)) {
        at += letter.len_utf8();
        if letter != '\\' {
            name.push(letter.to_ascii_lowercase());
            continue;
        }
        let digits = text[at..].bytes().take(6).take_while(u8::is_ascii_hexdigit).count();
        if digits > 0 {
            let number = u32::from_str_radix(&text[at..at + digits], 16).ok();
            name.push(number.and_then(char::from_u32).unwrap_or('\u{fffd}').to_ascii_lowercase());
            at += digits;
            at += usize::from(text[at..].starts_with(|next: char| next.is_ascii_whitespace()));
        } else if let Some(next) = text[at..].chars().next() {
            name.push(next.to_ascii_lowercase());
            at += next.len_utf8();
        }
    }
    (at, name)
}

/// The end of the string that begins a text: behind its closing quote, or at the end of its line.
fn string_end(text: &str) -> usize {
    let mut letters = text.char_indices();
    let quote = letters.next().map(|(_, quote)| quote);
    while let Some((at, letter)) = letters.next() {
        match letter {
            '\\' => {
                letters.next();
            }
            '\n' => return at,
            _ if Some(letter) == quote => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// The end of the arguments of `url` at the start of a text, behind the closing parenthesis.
fn url_end(text: &str) -> usize {
    let start = 1 + text[1..].len() - text[1..].trim_start().len();
    let quoted = text[start..].starts_with(['"', '\'']);
    let from = if quoted { start + string_end(&text[start..]) } else { start };
    let mut letters = text[from..].char_indices();
    while let Some((at, letter)) = letters.next() {
        match letter {
            '\\' => {
                letters.next();
            }
            ')' => return from + at + 1,
            _ => {}
        }
    }
    text.len()
}

fn is_embedded(url: &str) -> bool {
    let begins = |begin: &str| url.get(..begin.len()).is_some_and(|own| own.eq_ignore_ascii_case(begin));
    // An escape could end the value.
    let is_plain = !url.contains(['\\', '"', '\'', '\n']);
    is_plain && (is_embedded_image(url) || FONTS.into_iter().any(begins))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_that_fetch_nothing_stay() {
        for css in [
            "a:hover > b { color: #fff; content: \"url(x) @import\" }",
            "@media (min-width: 40em) { .x\\:y { margin: calc(1px + 2%) } }",
            "i{background:url(data:image/png;base64,AA==) no-repeat}",
            "@font-face{src:url( 'data:font/woff2;base64,AA' )}",
            "p::before{content:'a\\'b'}",
            "größe{x:1}",
        ] {
            assert_eq!(without_requests(css), css);
        }
    }

    #[test]
    fn requests_are_removed() {
        for (css, expected) in [
            ("a{background:url(//e.org/x.png) red}", "a{background:none red}"),
            ("a{background:URL( \"https://e.org/a)b\" )}", "a{background:none}"),
            ("a{background:u\\72 l(//e.org)}", "a{background:none}"),
            ("a{background:\\75\\72\\6c(x)}", "a{background:none}"),
            ("a{background:url(data:image/svg+xml,x)}", "a{background:none}"),
            ("a{background:url(data:image/png,\\29 url\\28 x)}", "a{background:none}"),
            ("a{background:image-set('x.png' 1x)}", "a{background:blocked('x.png' 1x)}"),
            ("@import 'a;b.css' screen;b{}", "b{}"),
            ("@i\\6d port url(x.css);b{}", "b{}"),
            ("@import/**/url(x)", ""),
            ("a/* url(x) */b", "a b"),
            ("a{background:url(x", "a{background:none"),
            ("a{b:url(\"x\ny\")}", "a{b:none}"),
        ] {
            assert_eq!(without_requests(css), expected, "{css}");
        }
    }

    #[test]
    fn cut_off_sheets_end() {
        for css in ["/*", "\"", "'\\", "@import", "@", "\\", "url(", "url('", "url(\\", "a\\é(", "@import \""]
        {
            let out = without_requests(css);
            assert!(!out.contains("url("), "{css}: {out}");
        }
    }
}
