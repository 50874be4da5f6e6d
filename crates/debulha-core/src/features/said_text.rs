//! Text as phrases are compared with it: in lower case, white space folded, without hyphens, apostrophes plain.

use crate::features::white_space::fold_into;
use debulha_dom::{Document, NodeId};

/// The text of some text nodes for comparison with a list of phrases; "e-mail" and "email" are the same. O(bytes).
///
/// Text with more than `max_bytes` gives `None`: it is no short notice.
pub fn said_text(doc: &Document, texts: &[NodeId], max_bytes: usize) -> Option<String> {
    let bytes: usize = texts.iter().map(|&text| doc.text(text).trim().len()).sum();
    if bytes > max_bytes {
        return None;
    }
    let mut folded = String::new();
    let mut ends_in_space = false;
    for &text in texts {
        let text = doc.text(text);
        if !folded.is_empty()
            && (ends_in_space || text.starts_with(|c: char| c.is_whitespace() || c.is_alphanumeric()))
        {
            folded.push(' ');
        }
        fold_into(&mut folded, text);
        ends_in_space = text.ends_with(char::is_whitespace);
    }
    let lower =
        folded.chars().filter(|&c| !matches!(c, '-' | '\u{ad}' | '‐' | '‑')).flat_map(char::to_lowercase);
    Some(lower.map(|c| if c == '’' { '\'' } else { c }).collect())
}

/// Whether a text begins with one of the phrases, as whole words. Phrases that end in an ideograph or a syllable need no end of a word.
pub fn begins_with(text: &str, phrases: &[&str]) -> bool {
    let text = text.trim_start_matches(|c: char| !c.is_alphanumeric());
    phrases.iter().any(|phrase| {
        let is_spaced = phrase.ends_with(|c: char| c < '\u{2e80}');
        let rest = text.strip_prefix(phrase);
        rest.is_some_and(|rest| !(is_spaced && rest.starts_with(char::is_alphanumeric)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use debulha_dom::{Limits, parse};

    #[test]
    fn texts_are_folded_for_comparison() {
        let doc = parse("<p>This E-Mail\n isn’t<b> yours</b></p>", &Limits::default()).document;
        let texts: Vec<NodeId> = doc.nodes().filter(|&node| doc.is_text(node)).collect();
        assert_eq!(said_text(&doc, &texts, 30).as_deref(), Some("this email isn't yours"));
        let bytes = "This E-Mail\n isn’tyours".len();
        assert!(said_text(&doc, &texts, bytes).is_some() && said_text(&doc, &texts, bytes - 1).is_none());
    }

    #[test]
    fn phrases_are_whole_words() {
        assert!(begins_with("→ follow us on x", &["follow us on"]));
        assert!(!begins_with("follow us only here", &["follow us on"]));
        assert!(begins_with("关注我们的微信", &["关注我们"]));
        assert!(!begins_with("we follow us on", &["follow us on"]));
    }
}
