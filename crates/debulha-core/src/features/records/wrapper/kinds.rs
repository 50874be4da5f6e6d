//! What sort of value a text is, as far as its form tells.

use crate::features::canonical_url::is_web_address;
use serde::{Deserialize, Serialize};

/// The sort of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ValueKind {
    /// Digits, with marks that numbers have.
    Number,
    /// A number with a currency.
    Price,
    /// A day, written with a year or a month.
    Date,
    /// An address.
    Link,
    /// Anything else.
    Text,
}

impl ValueKind {
    /// The name in files and messages.
    pub fn name(self) -> &'static str {
        match self {
            ValueKind::Number => "number",
            ValueKind::Price => "price",
            ValueKind::Date => "date",
            ValueKind::Link => "link",
            ValueKind::Text => "text",
        }
    }
}

/// Characters from which on a text is no number, price or date.
const LONGEST: usize = 40;

/// Signs and codes of currencies.
pub(super) const CURRENCIES: [&str; 12] =
    ["$", "€", "£", "¥", "usd", "eur", "gbp", "brl", "chf", "jpy", "cad", "aud"];

/// Beginnings of the names of months in English, German, French, Spanish and Portuguese.
const MONTHS: [&str; 24] = [
    "jan", "feb", "fev", "fév", "mar", "mär", "apr", "avr", "abr", "may", "mai", "jun", "jui", "jul", "aug",
    "aou", "ago", "sep", "set", "oct", "okt", "out", "nov", "dec",
];

/// The sort of a text. O(text), and of its first characters only.
pub(super) fn kind_of(text: &str) -> ValueKind {
    if is_web_address(text) {
        return ValueKind::Link;
    }
    if text.chars().nth(LONGEST).is_some() || !text.bytes().any(|byte| byte.is_ascii_digit()) {
        return ValueKind::Text;
    }
    let lower = text.to_lowercase();
    let words: Vec<&str> =
        lower.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty()).collect();
    let numbers: Vec<&str> =
        lower.split(|c: char| !c.is_ascii_digit()).filter(|word| !word.is_empty()).collect();
    let is_month =
        |word: &&str| MONTHS.iter().any(|month| word.starts_with(month)) || word.starts_with("dez");
    let is_year = |number: &&str| number.len() == 4 && (number.starts_with("19") || number.starts_with("20"));
    let is_currency = |sign: &&str| match sign.chars().next() {
        Some(first) if first.is_alphabetic() => words.contains(sign),
        _ => lower.contains(*sign),
    };
    if CURRENCIES.iter().any(is_currency) && words.iter().all(|word| CURRENCIES.contains(word)) {
        return ValueKind::Price;
    }
    if !words.is_empty() && words.len() <= 3 && words.iter().any(is_month) {
        return ValueKind::Date;
    }
    if !words.is_empty() {
        return ValueKind::Text;
    }
    let parts =
        |mark: char| lower.split(mark).filter(|part| part.trim().bytes().any(|b| b.is_ascii_digit())).count();
    let with_parts = ['/', '-', '.'].into_iter().any(|mark| parts(mark) == 3);
    let short = numbers.iter().filter(|number| number.len() <= 2).count() >= 2;
    if with_parts
        && numbers.len() >= 3
        && short
        && (numbers.iter().any(is_year) || numbers.len() == 3 && numbers.iter().all(|n| n.len() <= 2))
    {
        return ValueKind::Date;
    }
    if lower.chars().all(|c| c.is_ascii_digit() || ".,'+-−%#() \u{a0}".contains(c)) {
        ValueKind::Number
    } else {
        ValueKind::Text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sorts_are_told_by_their_form() {
        for (text, kind) in [
            ("12", ValueKind::Number),
            ("1,204.50", ValueKind::Number),
            ("$ 12.50", ValueKind::Price),
            ("12,50 EUR", ValueKind::Price),
            ("$3 each", ValueKind::Text),
            ("July 29, 1997", ValueKind::Date),
            ("30 Jul 97", ValueKind::Date),
            ("2024-03-01", ValueKind::Date),
            ("07/31/97", ValueKind::Date),
            ("978-0-316-12558-1", ValueKind::Number),
            ("https://example.org/1", ValueKind::Link),
            ("Rye", ValueKind::Text),
            ("Title 12 of the series", ValueKind::Text),
            ("", ValueKind::Text),
        ] {
            assert_eq!(kind_of(text), kind, "{text}");
        }
    }
}
