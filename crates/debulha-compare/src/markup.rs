//! What the HTML pages of debulha share.

/// The look that all pages of debulha share: colours and the font, as custom properties of CSS.
pub const THEME: &str = include_str!("theme.css");

/// The text with the characters that HTML would read as markup replaced.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c => out.push(c),
        }
    }
    out
}

/// A number in [0, 1] with three decimals, without the leading zero, and `–` where there is none.
pub fn decimal(value: Option<f64>) -> String {
    value.map_or_else(
        || "–".to_owned(),
        |value| {
            let text = format!("{value:.3}");
            text.strip_prefix('0').map_or(text.clone(), str::to_owned)
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        assert_eq!([Some(0.0), Some(0.5), Some(1.0), None].map(decimal), [".000", ".500", "1.000", "–"]);
    }
}
