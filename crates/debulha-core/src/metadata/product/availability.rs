//! Whether a product can be had, in the words of schema.org's `ItemAvailability`.

use super::words::AVAILABILITY;
use crate::metadata::items::local_name;

/// The names of schema.org, without its URL.
#[rustfmt::skip]
const NAMES: [&str; 12] = [
    "BackOrder", "Discontinued", "InStock", "InStoreOnly", "LimitedAvailability", "MadeToOrder", "OnlineOnly",
    "OutOfStock", "PreOrder", "PreSale", "Reserved", "SoldOut",
];

/// Spellings of other vocabularies, such as Open Graph's `instock` and Facebook's `available for order`; letters only.
#[rustfmt::skip]
const SYNONYMS: [(&str, &str); 15] = [
    ("available", "InStock"), ("availablefororder", "InStock"), ("instocknow", "InStock"), ("yes", "InStock"), ("true", "InStock"),
    ("onstock", "InStock"), ("oos", "OutOfStock"), ("unavailable", "OutOfStock"), ("notavailable", "OutOfStock"), ("no", "OutOfStock"),
    ("false", "OutOfStock"), ("pending", "OutOfStock"), ("backordered", "BackOrder"), ("limitedstock", "LimitedAvailability"),
    ("instoreonly", "InStoreOnly"),
];

/// Bytes of a line that says whether a product can be had; a longer one is a sentence of the description or a condition.
const MAX_LINE: usize = 80;

/// The name that a stated value means: one of schema.org's, with or without its URL and in any case, or a usual synonym.
pub(super) fn stated(value: &str) -> Option<&'static str> {
    let plain: String =
        local_name(value).chars().filter(char::is_ascii_alphabetic).map(|c| c.to_ascii_lowercase()).collect();
    let name = NAMES.iter().find(|name| name.eq_ignore_ascii_case(&plain)).copied();
    name.or_else(|| SYNONYMS.iter().find(|(word, _)| *word == plain).map(|(_, name)| *name))
}

/// Whether the product can be bought.
pub(super) fn can_be_had(name: &str) -> bool {
    !matches!(name, "OutOfStock" | "SoldOut" | "Discontinued")
}

/// What a line that readers see says: it starts with one of [`AVAILABILITY`]'s phrases, or has one after a label (`Stock: …`) or
/// a number of pieces.
pub(super) fn in_line(line: &str) -> Option<&'static str> {
    if line.len() > MAX_LINE {
        return None;
    }
    let lower = line.to_lowercase();
    let mut best: Option<(usize, &'static str)> = None;
    for (phrase, name) in AVAILABILITY {
        let found = lower.match_indices(phrase).any(|(at, _)| {
            let (before, after) = (&lower[..at], &lower[at + phrase.len()..]);
            let is_apart = !before.chars().next_back().is_some_and(char::is_alphabetic)
                && !after.chars().next().is_some_and(char::is_alphabetic);
            let leads = before.trim_end();
            let is_led = leads.is_empty()
                || leads.ends_with([':', '!', '.', '✓', '✔', '•', '●', '-', '('])
                || leads.split_whitespace().count() <= MAX_WORDS_BEFORE;
            is_apart && is_led
        });
        if found && best.is_none_or(|(length, _)| phrase.len() > length) {
            best = Some((phrase.len(), name));
        }
    }
    best.map(|(_, name)| name)
}

/// Words that stand before a phrase in a line of its own: "12 pieces in stock", "This item is out of stock".
const MAX_WORDS_BEFORE: usize = 4;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stated_values_become_one_vocabulary() {
        for (value, name) in [
            ("https://schema.org/InStock", Some("InStock")),
            ("http://schema.org/outofstock", Some("OutOfStock")),
            ("in stock", Some("InStock")),
            ("in_stock", Some("InStock")),
            ("instock", Some("InStock")),
            ("available for order", Some("InStock")),
            ("oos", Some("OutOfStock")),
            ("PreOrder", Some("PreOrder")),
            ("soon", None),
            ("", None),
        ] {
            assert_eq!(stated(value), name, "{value}");
        }
    }

    #[test]
    fn the_longest_phrase_of_a_short_line_counts() {
        for (line, name) in [
            ("In stock", Some("InStock")),
            ("Not in stock", Some("OutOfStock")),
            ("12 pieces in stock", Some("InStock")),
            ("Availability: Out of stock", Some("OutOfStock")),
            ("Nicht auf Lager", Some("OutOfStock")),
            ("Sold out", Some("SoldOut")),
            ("Нет в наличии", Some("OutOfStock")),
            ("Instockings", None),
            ("Tell me by e-mail as soon as this one is in stock", None),
        ] {
            assert_eq!(in_line(line), name, "{line}");
        }
        assert_eq!(in_line(&format!("In stock {}", "x".repeat(MAX_LINE))), None);
    }
}
