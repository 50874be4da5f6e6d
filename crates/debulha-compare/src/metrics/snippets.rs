//! Snippet rates: short pieces a page's extraction must, or must not, contain.

use super::tokens::nfc;

/// Share of `snippets` that occur in `text`, regardless of case; `None` without snippets.
///
/// With a page's `with` snippets higher is better, with its `without` snippets lower. Only NFC and
/// lower-casing are applied, so white space within a snippet must be the same. An empty snippet occurs
/// everywhere. A corpus score is the mean over the pages that have snippets. Cost: one pass over the text a
/// snippet.
pub fn snippet_rate(text: &str, snippets: &[String]) -> Option<f64> {
    let text = nfc(text).to_lowercase();
    let found = snippets.iter().filter(|snippet| text.contains(&nfc(snippet).to_lowercase())).count();
    (!snippets.is_empty()).then(|| found as f64 / snippets.len() as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rate(text: &str, snippets: &[&str]) -> Option<f64> {
        snippet_rate(text, &snippets.iter().map(ToString::to_string).collect::<Vec<_>>())
    }

    #[test]
    fn rates() {
        assert_eq!(rate("The Quick brown fox", &["quick BROWN", "lazy dog", "fox", "cafe"]), Some(0.5));
        assert_eq!(rate("cafe\u{301}", &["CAFÉ"]), Some(1.0));
    }

    #[test]
    fn empty_sides() {
        assert_eq!(rate("text", &[]), None);
        assert_eq!(rate("", &["a"]), Some(0.0));
    }
}
