//! Text as phrases are compared with it: in lower case, white space folded, without hyphens, apostrophes plain.

use crate::features::white_space::fold_into;
use debulha_dom::{Document, NodeId};
use rustc_hash::FxHashMap;

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
    let mut said = String::with_capacity(folded.len());
    for c in folded.chars() {
        match c {
            '-' | '\u{ad}' | '‐' | '‑' => {}
            '’' => said.push('\''),
            _ if c.is_ascii() => said.push(c.to_ascii_lowercase()),
            _ => said.extend(c.to_lowercase()),
        }
    }
    Some(said)
}

/// Phrases in the form of [`said_text`], by their first character, so that a search costs one lookup per word.
#[derive(Debug)]
pub struct Phrases {
    by_char: FxHashMap<char, Vec<&'static str>>,
}

impl Phrases {
    /// O(phrases).
    pub fn new(phrases: &[&'static str]) -> Self {
        let mut by_char: FxHashMap<char, Vec<&str>> = FxHashMap::default();
        for &phrase in phrases {
            by_char.entry(phrase.chars().next().unwrap_or_default()).or_default().push(phrase);
        }
        Phrases { by_char }
    }

    /// Whether a text begins with one of the phrases, as whole words. Phrases that end in an ideograph or a syllable need no end of a word.
    pub fn begin(&self, text: &str) -> bool {
        let text = text.trim_start_matches(|c: char| !c.is_alphanumeric());
        self.of_first(text).any(|phrase| {
            let is_spaced = phrase.ends_with(|c: char| c < '\u{2e80}');
            let rest = text.strip_prefix(phrase);
            rest.is_some_and(|rest| !(is_spaced && rest.starts_with(char::is_alphanumeric)))
        })
    }

    /// Whether a text has one of the phrases anywhere, as whole words.
    pub fn occur_in(&self, text: &str) -> bool {
        let mut before = None;
        text.char_indices().any(|(at, first)| {
            let is_begin = !before.replace(first).is_some_and(char::is_alphanumeric);
            is_begin
                && self.of_first(&text[at..]).any(|phrase| {
                    let rest = text[at..].strip_prefix(phrase);
                    rest.is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
                })
        })
    }

    /// The phrases with the first character of a text.
    fn of_first(&self, text: &str) -> impl Iterator<Item = &'static str> {
        text.chars().next().and_then(|first| self.by_char.get(&first)).into_iter().flatten().copied()
    }
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
        let phrases = Phrases::new(&["follow us on", "关注我们"]);
        assert!(phrases.begin("→ follow us on x") && phrases.begin("关注我们的微信"));
        assert!(
            !phrases.begin("follow us only here") && !phrases.begin("we follow us on") && !phrases.begin("")
        );
        assert!(phrases.occur_in("please follow us on x") && phrases.occur_in("follow us on"));
        assert!(!phrases.occur_in("please follow us only") && !phrases.occur_in("unfollow us on x"));
    }
}
