//! Exactness of product data: is the price, the code or the availability right, yes or no.

use super::tokens::nfc;

/// Attributes that are scored, under the names that labels have for them.
pub const ATTRIBUTES: [&str; 7] = ["price", "currency", "availability", "sku", "brand", "gtin", "mpn"];

/// Signs that labels use for currencies, with the codes that they may stand for.
const SIGNS: [(&str, &[&str]); 9] = [
    ("$", &["USD", "CAD", "AUD", "NZD", "SGD", "HKD", "MXN"]),
    ("€", &["EUR"]),
    ("£", &["GBP"]),
    ("¥", &["JPY", "CNY"]),
    ("₹", &["INR"]),
    ("₽", &["RUB"]),
    ("원", &["KRW"]),
    ("kn", &["HRK"]),
    ("kr", &["SEK", "NOK", "DKK", "ISK"]),
];

/// Whether two values of an attribute say the same.
///
/// Prices are equal as numbers, within a thousandth. A currency's sign stands for any currency that it is used for. Availability is
/// in stock or out of stock: `SoldOut` and `Discontinued` are out of stock, all other names in stock. Other attributes are compared
/// by their letters and digits, case aside.
///
/// ```
/// use debulha_compare::metrics::product::attribute_matches;
///
/// assert!(attribute_matches("price", "49.00", "49"));
/// assert!(attribute_matches("currency", "CAD", "$"));
/// assert!(attribute_matches("sku", "466/7999", "4667999"));
/// assert!(!attribute_matches("availability", "SoldOut", "InStock"));
/// ```
pub fn attribute_matches(attribute: &str, predicted: &str, gold: &str) -> bool {
    match attribute {
        "price" => match (number(predicted), number(gold)) {
            (Some(predicted), Some(gold)) => (predicted - gold).abs() < SAME_PRICE,
            _ => false,
        },
        "currency" => {
            let sign: String =
                gold.chars().filter(|c| !c.is_whitespace() && *c != '~').collect::<String>().to_lowercase();
            let codes = SIGNS.iter().find(|(have, _)| *have == sign).map(|(_, codes)| *codes);
            plain(predicted) == plain(gold) || codes.is_some_and(|codes| codes.contains(&predicted))
        }
        "availability" => is_out(predicted) == is_out(gold),
        _ => plain(predicted) == plain(gold) && !plain(gold).is_empty(),
    }
}

/// Difference of two prices that are the same.
const SAME_PRICE: f64 = 1e-3;

fn number(text: &str) -> Option<f64> {
    text.trim().parse().ok()
}

fn is_out(availability: &str) -> bool {
    matches!(availability, "OutOfStock" | "SoldOut" | "Discontinued")
}

fn plain(text: &str) -> String {
    nfc(text).chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_compared_by_what_they_say() {
        for (attribute, predicted, gold, same) in [
            ("price", "229.99", "229.99 ", true),
            ("price", "229.99", "230", false),
            ("price", "", "230", false),
            ("currency", "EUR", "€", true),
            ("currency", "KRW", "원~", true),
            ("currency", "USD", "€", false),
            ("availability", "SoldOut", "OutOfStock", true),
            ("availability", "PreOrder", "InStock", true),
            ("brand", "John Lewis & Partners", "JOHN LEWIS & PARTNERS", true),
            ("sku", "12", "13", false),
            ("sku", "-", "-", false),
        ] {
            assert_eq!(attribute_matches(attribute, predicted, gold), same, "{attribute} {predicted} {gold}");
        }
    }
}
