//! Prices as decimal numbers and ISO 4217 codes, whichever way a language writes them.

use super::words::{CURRENCIES, NO_MINOR_UNIT, SHARED_SIGNS, SIGNS, THREE_DECIMALS};
use crate::metadata::Field;

/// Digits of an amount; a longer number is a telephone number or an identifier. 999,999,999,999.99 has fourteen.
const MAX_DIGITS: usize = 15;

/// Characters of white space between a number and the sign or code of its currency.
const MAX_GAP: usize = 2;

/// Bytes of the longest sign or code in [`SIGNS`].
const MAX_SIGN_BYTES: usize = 12;

/// A price in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ShownPrice {
    /// The first byte, that of the currency if it stands before the number.
    pub(super) start: usize,
    /// The byte after it.
    pub(super) end: usize,
    /// The amount as a decimal number, such as `1234.50`.
    pub(super) amount: String,
    /// ISO 4217.
    pub(super) currency: Option<&'static str>,
}

/// Where a page is from, which decides what `$` and `kr` mean.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Locale<'a> {
    /// Last label of the host, lower case.
    pub(super) domain: &'a str,
    /// Language tag of the page.
    pub(super) language: &'a str,
}

impl<'a> Locale<'a> {
    /// That of a page of a host in a language.
    pub(super) fn of(host: Option<&'a str>, language: &'a Field) -> Self {
        let domain = host.unwrap_or_default().rsplit('.').next().unwrap_or_default();
        Locale { domain, language: language.value().unwrap_or_default() }
    }
}

/// The amount that a value states, such as `1.234,50`, `1 234.5` or `EUR 88.00`: its first number. `None` for text without
/// one and for zero, by which shops mean "none".
pub(super) fn stated(value: &str) -> Option<String> {
    let start = value.find(|c: char| c.is_numeric())?;
    // A JSON number such as 1.5e3 is no price that anyone writes.
    let (digits, _) = number_at(value, start)?;
    decimal(&digits, false).filter(|amount| !is_zero(amount))
}

/// The ISO 4217 code that a value states: a code in any case, or a sign.
pub(super) fn currency(value: &str, locale: Locale<'_>) -> Option<&'static str> {
    let value = value.trim();
    let code = CURRENCIES.iter().find(|code| value.eq_ignore_ascii_case(code));
    code.copied().or_else(|| {
        let lower = value.to_lowercase();
        let (code, length) = sign_at(&lower, locale)?;
        (length == lower.len()).then_some(code)
    })
}

/// The currency that is named somewhere in a short text.
pub(super) fn currency_in(value: &str, locale: Locale<'_>) -> Option<&'static str> {
    currency(value, locale).or_else(|| prices_in(value, locale).into_iter().find_map(|price| price.currency))
}

/// Whether an amount is 0.
pub(super) fn is_zero(amount: &str) -> bool {
    amount.bytes().all(|byte| matches!(byte, b'0' | b'.'))
}

/// An amount with the decimals of its currency: none of `1200.00` in yen.
pub(super) fn with_decimals(amount: &str, currency: Option<&str>) -> String {
    let has_none = currency.is_some_and(|code| NO_MINOR_UNIT.contains(&code));
    let whole = amount.strip_suffix(".00").filter(|_| has_none);
    whole.unwrap_or(amount).to_owned()
}

/// The prices of a short text: numbers beside the sign or code of a currency, in order. O(bytes · signs).
pub(super) fn prices_in(text: &str, locale: Locale<'_>) -> Vec<ShownPrice> {
    let lower = lower_keeping_length(text);
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(start) = lower[at..].find(|c: char| c.is_numeric()).map(|offset| at + offset) {
        let Some((digits, end)) = number_at(&lower, start) else {
            at = start + lower[start..].chars().next().map_or(1, char::len_utf8);
            continue;
        };
        at = end;
        let before = sign_before(&lower[..start], locale);
        // `20,-` and `20.–` have no cents.
        let after_dash = lower[end..].trim_start_matches([',', '.', '-', '–', '—', ':']);
        let dash_end = lower.len() - after_dash.len();
        let gap = after_dash
            .chars()
            .take(MAX_GAP)
            .take_while(|c| c.is_whitespace())
            .map(char::len_utf8)
            .sum::<usize>();
        let after =
            sign_at(&lower[dash_end + gap..], locale).map(|(code, length)| (code, dash_end + gap + length));
        let follows_word =
            lower[..start].chars().next_back().is_some_and(|c| c.is_alphanumeric() || c == '#');
        let (price_start, price_end, code) = match (before, after) {
            (Some((code, length)), _) => (start - length, end, code),
            (None, Some((code, end))) if !follows_word => (start, end, code),
            _ => continue,
        };
        let is_percent = lower[end..].trim_start().starts_with('%');
        if let Some(amount) = decimal(&digits, THREE_DECIMALS.contains(&code))
            && !is_percent
        {
            at = at.max(price_end);
            found.push(ShownPrice { start: price_start, end: price_end, amount, currency: Some(code) });
        }
    }
    found
}

/// Lower case where that leaves the length of a character as it is, so that positions stay.
fn lower_keeping_length(text: &str) -> String {
    let lower = |c: char| {
        let mut lower = c.to_lowercase();
        match (lower.next(), lower.next()) {
            (Some(one), None) if one.len_utf8() == c.len_utf8() => one,
            _ => c,
        }
    };
    text.chars().map(lower).collect()
}

/// The currency whose sign or code a lower-case text starts with, and its bytes. The longest sign wins: `us$` before `$`.
fn sign_at(text: &str, locale: Locale<'_>) -> Option<(&'static str, usize)> {
    let fits = |sign: &str| {
        let next = text.get(sign.len()..).and_then(|rest| rest.chars().next());
        let ends_in_letter = sign.chars().next_back().is_some_and(char::is_alphabetic);
        text.starts_with(sign)
            && !(ends_in_letter && is_word_letter(sign) && next.is_some_and(char::is_alphabetic))
    };
    best_sign(fits, locale).or_else(|| {
        let code = text.get(..3)?;
        let is_apart = !text[3..].chars().next().is_some_and(char::is_alphabetic);
        let known = CURRENCIES.iter().find(|known| code.eq_ignore_ascii_case(known))?;
        is_apart.then_some((*known, 3))
    })
}

/// The currency whose sign or code a lower-case text ends with, white space aside, and the bytes from there to its end.
fn sign_before(text: &str, locale: Locale<'_>) -> Option<(&'static str, usize)> {
    let from = text.floor_char_boundary(text.len().saturating_sub(MAX_SIGN_BYTES + 2 * MAX_GAP));
    let window = &text[from..];
    let trimmed = window.trim_end();
    if window[trimmed.len()..].chars().count() > MAX_GAP {
        return None;
    }
    let fits = |sign: &str| {
        let before = trimmed.strip_suffix(sign).and_then(|rest| rest.chars().next_back());
        let starts_with_letter = sign.chars().next().is_some_and(char::is_alphabetic);
        trimmed.ends_with(sign) && !(starts_with_letter && before.is_some_and(char::is_alphabetic))
    };
    let gap = window.len() - trimmed.len();
    let found = best_sign(fits, locale).or_else(|| {
        let code = trimmed.get(trimmed.len().checked_sub(3)?..)?;
        let is_apart = !trimmed[..trimmed.len() - 3].chars().next_back().is_some_and(char::is_alphabetic);
        let known = CURRENCIES.iter().find(|known| code.eq_ignore_ascii_case(known))?;
        is_apart.then_some((*known, 3))
    });
    found.map(|(code, length)| (code, length + gap))
}

/// Whether a sign is a word of an alphabet with spaces between words, so that a letter after it makes it another word.
fn is_word_letter(sign: &str) -> bool {
    sign.chars().all(|c| !matches!(c, '元' | '円' | '원' | '圓'))
}

fn best_sign(fits: impl Fn(&str) -> bool, locale: Locale<'_>) -> Option<(&'static str, usize)> {
    let shared = SHARED_SIGNS.iter().filter(|(sign, ..)| fits(sign)).map(|(sign, usual, others)| {
        let is_from = |(places, _): &&(&[&str], &str)| {
            let language = locale.language.split(['-', '_']).next().unwrap_or_default();
            let region = locale.language.rsplit(['-', '_']).next().unwrap_or_default();
            let is_place = |place: &&str| {
                place.eq_ignore_ascii_case(locale.domain) || place.eq_ignore_ascii_case(region)
            };
            let is_language =
                |place: &&str| place.strip_prefix('@').is_some_and(|own| own.eq_ignore_ascii_case(language));
            places.iter().any(|place| is_place(place) || is_language(place))
        };
        (others.iter().find(is_from).map_or(*usual, |(_, code)| *code), sign.len())
    });
    let own = SIGNS.iter().filter(|(sign, _)| fits(sign)).map(|(sign, code)| (*code, sign.len()));
    own.chain(shared).filter(|(code, _)| !code.is_empty()).max_by_key(|&(_, length)| length)
}

/// The number at a digit, with ASCII digits and with `.`, `,` or a space for what parts its groups, and where it ends.
fn number_at(text: &str, start: usize) -> Option<(String, usize)> {
    let mut number = String::new();
    let mut digits = 0;
    let mut end = start;
    for (offset, c) in text[start..].char_indices() {
        if let Some(digit) = digit(c) {
            number.push(digit);
            digits += 1;
            end = start + offset + c.len_utf8();
            if digits > MAX_DIGITS {
                return None;
            }
            continue;
        }
        let rest = &text[start + offset + c.len_utf8()..];
        let following = rest.chars().take_while(|&c| digit(c).is_some()).count();
        let separator = match c {
            '.' | '·' | '٫' => '.',
            ',' | '٬' | '，' => ',',
            '\'' | '’' | ' ' | '\u{a0}' | '\u{202f}' | '\u{2009}' => ' ',
            _ => break,
        };
        // A space parts groups of three digits, and two numbers otherwise.
        if following == 0 || separator == ' ' && following != 3 {
            break;
        }
        number.push(separator);
    }
    (digits > 0).then_some((number, end))
}

fn digit(c: char) -> Option<char> {
    let value = match c {
        '0'..='9' => return Some(c),
        '٠'..='٩' => c as u32 - '٠' as u32,
        '۰'..='۹' => c as u32 - '۰' as u32,
        '०'..='९' => c as u32 - '०' as u32,
        '০'..='৯' => c as u32 - '০' as u32,
        '０'..='９' => c as u32 - '０' as u32,
        _ => return None,
    };
    char::from_digit(value, 10)
}

/// A number with separators as a decimal number with two decimals or more: the last of two kinds of separators is the
/// decimal one, one that occurs twice is none, and before three digits it is none either, but where the currency has
/// three decimals. So lakhs (`1,23,456.00`) need no rule of their own.
fn decimal(number: &str, has_three_decimals: bool) -> Option<String> {
    let last = number.rfind(['.', ',']);
    let separator = last.map(|at| &number[at..=at]);
    let split = last.filter(|&at| {
        let (whole, part) = (&number[..at], &number[at + 1..]);
        let is_only = separator.is_some_and(|separator| !whole.contains(separator));
        let has_other = whole.contains(['.', ',', ' ']);
        let groups = part.len() == 3 && !has_three_decimals && !has_other && whole != "0";
        is_only && !groups
    });
    let (whole, part) = split.map_or((number, ""), |at| (&number[..at], &number[at + 1..]));
    let digits: String = whole.chars().filter(char::is_ascii_digit).collect();
    let digits = digits.trim_start_matches('0');
    let digits = if digits.is_empty() { "0" } else { digits };
    let part = part.trim_end_matches('0');
    (!whole.is_empty()).then(|| format!("{digits}.{part:0<2}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_read_as_languages_write_them() {
        for (text, amount) in [
            ("1.234,50", Some("1234.50")),
            ("1,234.50", Some("1234.50")),
            ("1 234,50", Some("1234.50")),
            ("1\u{202f}234,5", Some("1234.50")),
            ("1'234.50", Some("1234.50")),
            ("1,23,456.00", Some("123456.00")),
            ("1,23,456", Some("123456.00")),
            ("12.345.678", Some("12345678.00")),
            ("1.299", Some("1299.00")),
            ("1,299", Some("1299.00")),
            ("0.125", Some("0.125")),
            ("1.2345", Some("1.2345")),
            ("88.0000", Some("88.00")),
            ("5100.0", Some("5100.00")),
            ("007", Some("7.00")),
            ("EUR 88", Some("88.00")),
            ("１２３", Some("123.00")),
            ("٣٤٫٥", Some("34.50")),
            ("0", None),
            ("0.00", None),
            ("free", None),
            ("1234567890123456", None),
        ] {
            assert_eq!(stated(text).as_deref(), amount, "{text}");
        }
    }

    #[test]
    fn prices_stand_beside_a_currency() {
        let locale = Locale::default();
        for (text, expected) in [
            ("Now £1,149.95!", vec![("1149.95", "GBP")]),
            ("1.234,50 €", vec![("1234.50", "EUR")]),
            ("20,- €", vec![("20.00", "EUR")]),
            ("€ 20,-", vec![("20.00", "EUR")]),
            ("1 234,50 zł", vec![("1234.50", "PLN")]),
            ("¥1200", vec![("1200.00", "JPY")]),
            ("2,900원~", vec![("2900.00", "KRW")]),
            ("₹1,23,456", vec![("123456.00", "INR")]),
            ("Rs. 949", vec![("949.00", "INR")]),
            ("USD 12.50 to $13", vec![("12.50", "USD"), ("13.00", "USD")]),
            ("US$5", vec![("5.00", "USD")]),
            ("KWD 1.250", vec![("1.25", "KWD")]),
            ("12 pieces, 50% off", vec![]),
            ("3 krops", vec![]),
            ("model X200 $", vec![]),
        ] {
            let found = prices_in(text, locale);
            let found: Vec<_> = found.iter().map(|p| (p.amount.as_str(), p.currency.unwrap_or(""))).collect();
            assert_eq!(found, expected, "{text}");
        }
    }

    #[test]
    fn shared_signs_depend_on_the_place() {
        let of = |sign, domain, language| currency(sign, Locale { domain, language });
        assert_eq!(of("$", "com", "en"), Some("USD"));
        assert_eq!(of("$", "ca", "en"), Some("CAD"));
        assert_eq!(of("$", "com", "es-MX"), Some("MXN"));
        assert_eq!(of("kr", "se", ""), Some("SEK"));
        assert_eq!(of("kr", "com", "nb"), Some("NOK"));
        assert_eq!(of("eur", "com", ""), Some("EUR"));
        assert_eq!(of("RUR", "com", ""), Some("RUB"));
        assert_eq!(of("euros and more", "com", ""), None);
    }

    #[test]
    fn yen_have_no_decimals() {
        assert_eq!(with_decimals("1200.00", Some("JPY")), "1200");
        assert_eq!(with_decimals("1200.00", Some("EUR")), "1200.00");
        assert_eq!(with_decimals("1200.00", None), "1200.00");
    }

    #[test]
    fn texts_of_any_length_take_linear_time() {
        let text = "1 234 ".repeat(20_000);
        assert!(prices_in(&text, Locale::default()).is_empty());
        let text = "$1,".repeat(20_000);
        assert_eq!(prices_in(&text, Locale::default()).len(), 20_000);
    }
}
