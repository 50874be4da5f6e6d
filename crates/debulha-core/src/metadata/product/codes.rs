//! Codes of products: of shops, of makers, and GTINs with their check digit.

/// Characters of a code; what is longer is a text.
const MAX_CHARS: usize = 40;

/// Lengths of a GTIN: GTIN-8, UPC, EAN, GTIN-14.
const GTIN_LENGTHS: [usize; 4] = [8, 12, 13, 14];

/// A stated code as it is, without the scheme that some write before it (`sku:12`); `None` for what is none.
pub(super) fn stated(value: &str) -> Option<String> {
    let value = value.trim();
    let value = match value.split_once(':') {
        Some((scheme, code)) if SCHEMES.iter().any(|known| scheme.eq_ignore_ascii_case(known)) => code.trim(),
        _ => value,
    };
    let is_nothing = NOTHING.iter().any(|word| value.eq_ignore_ascii_case(word));
    let fits =
        !value.is_empty() && value.chars().count() <= MAX_CHARS && value.chars().any(char::is_alphanumeric);
    // A place that a template did not fill.
    (fits && !is_nothing && !value.contains(['{', '}', '<', '>'])).then(|| value.to_owned())
}

/// Schemes before a code.
const SCHEMES: [&str; 8] = ["sku", "mpn", "gtin", "gtin13", "ean", "upc", "isbn", "id"];

/// Values that say that there is no code.
#[rustfmt::skip]
const NOTHING: [&str; 11] = [
    "n/a", "na", "none", "null", "undefined", "not applicable", "does not apply", "nicht zutreffend", "unknown", "false", "0",
];

/// A GTIN without spaces and hyphens; `None` where its length or its check digit is wrong. ISBN-10 is no GTIN.
pub(super) fn gtin(value: &str) -> Option<String> {
    let value = stated(value)?;
    let digits: String = value.chars().filter(|c| !matches!(c, ' ' | '-' | '\u{a0}')).collect();
    let is_number = digits.bytes().all(|byte| byte.is_ascii_digit()) && GTIN_LENGTHS.contains(&digits.len());
    (is_number && has_check_digit(&digits)).then_some(digits)
}

fn has_check_digit(digits: &str) -> bool {
    let weighted = digits.bytes().rev().enumerate().map(|(place, byte)| {
        let weight = if place % 2 == 0 { 1 } else { 3 };
        u32::from(byte - b'0') * weight
    });
    digits.bytes().any(|byte| byte != b'0') && weighted.sum::<u32>() % 10 == 0
}

/// The code at the start of a text that follows a label: a word with a digit, and with it a second one where that is part of
/// it (`466 / 7999` is none).
pub(super) fn leading(text: &str) -> Option<String> {
    let text = text.trim_start_matches(|c: char| {
        c.is_whitespace() || matches!(c, ':' | '#' | '№' | '.' | '-' | '–' | '=' | '：')
    });
    let end = text
        .find(|c: char| c.is_whitespace() || matches!(c, '|' | ',' | ';' | '(' | ')' | '"' | '•'))
        .unwrap_or(text.len());
    let code = text[..end].trim_end_matches(['.', ':', '-']);
    let has_digit = code.bytes().any(|byte| byte.is_ascii_digit());
    let is_code = code.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '/' | '.' | '_' | '+'));
    (has_digit && is_code && code.len() >= MIN_BYTES).then(|| stated(code)).flatten()
}

/// Bytes of a code that stands in a text; a single digit counts something.
const MIN_BYTES: usize = 3;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_lose_their_scheme_and_words_for_nothing() {
        assert_eq!(stated("sku:ab12").as_deref(), Some("ab12"));
        assert_eq!(stated(" 466/7999 ").as_deref(), Some("466/7999"));
        for none in ["", " ", "N/A", "null", "{{ sku }}", &"1".repeat(MAX_CHARS + 1)] {
            assert_eq!(stated(none), None, "{none}");
        }
    }

    #[test]
    fn gtins_have_a_check_digit() {
        assert_eq!(gtin("978-3-16-148410-0").as_deref(), Some("9783161484100"));
        assert_eq!(gtin("190198419941").as_deref(), Some("190198419941"));
        for none in ["9783161484101", "0000000000000", "123", "ABC"] {
            assert_eq!(gtin(none), None, "{none}");
        }
    }

    #[test]
    fn codes_after_labels_have_a_digit() {
        for (text, code) in [
            (": 1002/710", Some("1002/710")),
            (" 302474151804 | Seller", Some("302474151804")),
            ("№ AB-12.", Some("AB-12")),
            (": see below", None),
            (" 5", None),
        ] {
            assert_eq!(leading(text).as_deref(), code, "{text}");
        }
    }
}
