//! How good labels made from gold text are: the text of all rows that are labelled content, against the gold text.
//!
//! What is lost is counted in words, as [word F1](debulha_compare::metrics::word_f1) counts them, and each word has one cause;
//! the cause of most lost words is that of the page. [`report`] writes both down.

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod corpus_tests;
pub mod report;

use std::collections::HashMap;

use debulha_core::{Labels, Page};
use debulha_dom::NodeKind;
use debulha_learn::label::RowLabels;

use debulha_compare::metrics::Prf;
use debulha_compare::metrics::bag_of_words::bag_of_words;
use debulha_compare::metrics::tokens::{nfc, words};
use debulha_compare::metrics::word_f1::word_f1;

/// Share of the gold words that must occur in a page, wherever, for its gold text to count as being in the page.
pub const MIN_IN_PAGE: f64 = 0.8;

/// Signs of a text that was read in the wrong encoding: UTF-8 read as Windows-1252, and what could not be read.
const BROKEN: [&str; 4] = ["\u{fffd}", "\u{e2}\u{20ac}", "\u{c3}\u{a9}", "\u{c2}\u{a0}"];

/// Why words are lost or too many.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cause {
    /// Gold words that the page does not have, text or page showing signs of a wrong encoding.
    Encoding,
    /// Gold words that the page does not have.
    Absent,
    /// Gold words that only hidden text, scripts, comments or attributes have.
    Hidden,
    /// Gold words in rows with more other text.
    Outweighed,
    /// Gold words that the page shows and no row was given: in another order, or oftener than the gold has them.
    Unplaced,
    /// Other words in rows with more gold.
    Added,
}

impl Cause {
    /// Every cause, in the order of [`PageNoise::words`].
    pub const ALL: [Cause; 6] =
        [Cause::Encoding, Cause::Absent, Cause::Hidden, Cause::Outweighed, Cause::Unplaced, Cause::Added];

    /// Name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Cause::Encoding => "encoding",
            Cause::Absent => "absent",
            Cause::Hidden => "hidden",
            Cause::Outweighed => "outweighed",
            Cause::Unplaced => "unplaced",
            Cause::Added => "added",
        }
    }

    /// Meaning, for reports.
    pub fn docs(self) -> &'static str {
        match self {
            Cause::Encoding => {
                "gold words that the page does not have, text or page showing signs of a wrong encoding"
            }
            Cause::Absent => "gold words that the page does not have",
            Cause::Hidden => "gold words that only hidden text, scripts, comments or attributes have",
            Cause::Outweighed => "gold words in rows with more other text",
            Cause::Unplaced => "gold words that the page shows and that were placed in no row",
            Cause::Added => "other words in rows with more gold",
        }
    }
}

/// How good the labels of a page are.
#[derive(Debug, Clone, PartialEq)]
pub struct PageNoise {
    /// Key of the page.
    pub id: String,
    /// Kind of page; empty where it is not known.
    pub page_type: String,
    /// Words of the gold text.
    pub gold_words: usize,
    /// Share of the gold words that the page has, wherever; 1 without gold words.
    pub in_page: f64,
    /// Share of the gold words that the page shows; 1 without gold words.
    pub shown: f64,
    /// Word F1 of the text that is labelled content.
    pub score: Prf,
    /// Bag of words (M1) of the same.
    pub bag: Prf,
    /// Words lost or too many, by cause, in the order of [`Cause::ALL`].
    pub words: [usize; 6],
}

impl PageNoise {
    /// Counts over a page. O(page + gold).
    pub fn of(id: &str, page_type: Option<&str>, page: &Page<'_>, gold: &str, labels: &RowLabels) -> Self {
        let text = labels.union.plain_text(page);
        let shown = Labels::from_text_nodes(page.document(), page.text_nodes().iter().copied());
        let shown = shown.plain_text(page);
        let counted = [gold, &text, &shown].map(WordBag::of);
        let [gold_bag, kept_bag, shown_bag] = &counted;
        let everywhere = WordBag::of(&all_text(page));
        // Words may be cut in another way there; what is shown is in the page in any case.
        let absent = gold_bag.without(|word| everywhere.count(word).max(shown_bag.count(word)));
        let not_shown = gold_bag.without(|word| shown_bag.count(word));
        let not_kept = gold_bag.without(|word| kept_bag.count(word)).max(not_shown);
        let outweighed = (not_kept - not_shown).min(labels.left_in_others as usize);
        let is_broken = BROKEN.iter().any(|sign| gold.contains(sign) || shown.contains(sign));
        let (encoding, absent_words) = if is_broken { (absent, 0) } else { (0, absent) };
        let share = |lost: usize| 1.0 - lost as f64 / gold_bag.len.max(1) as f64;
        PageNoise {
            id: id.to_owned(),
            page_type: page_type.unwrap_or_default().to_owned(),
            gold_words: gold_bag.len,
            in_page: share(absent),
            shown: share(not_shown),
            score: word_f1(&text, gold),
            bag: bag_of_words(&text, gold),
            words: [
                encoding,
                absent_words,
                not_shown - absent,
                outweighed,
                not_kept - not_shown - outweighed,
                kept_bag.without(|word| gold_bag.count(word)),
            ],
        }
    }

    /// The cause of most words lost or too many; of equal ones the first. `None` where there are none.
    pub fn cause(&self) -> Option<Cause> {
        let most = *self.words.iter().max()?;
        let place = self.words.iter().position(|&count| count == most && count > 0)?;
        Some(Cause::ALL[place])
    }

    /// Whether the page has enough of its gold text ([`MIN_IN_PAGE`]).
    pub fn is_in_page(&self) -> bool {
        self.in_page >= MIN_IN_PAGE
    }
}

/// A text as a multiset of words.
struct WordBag {
    counts: HashMap<String, usize>,
    len: usize,
}

impl WordBag {
    fn of(text: &str) -> Self {
        let text = nfc(text).to_lowercase();
        let mut bag = WordBag { counts: HashMap::new(), len: 0 };
        for word in words(&text) {
            bag.len += 1;
            match bag.counts.get_mut(word) {
                Some(count) => *count += 1,
                None => {
                    bag.counts.insert(word.to_owned(), 1);
                }
            }
        }
        bag
    }

    fn count(&self, word: &str) -> usize {
        self.counts.get(word).copied().unwrap_or(0)
    }

    /// Words that are here beyond those that are elsewhere.
    fn without(&self, elsewhere: impl Fn(&str) -> usize) -> usize {
        self.counts.iter().map(|(word, &count)| count.saturating_sub(elsewhere(word))).sum()
    }
}

/// All that a page has of text, hidden or not, with comments, scripts (escapes resolved) and attributes.
fn all_text(page: &Page<'_>) -> String {
    let doc = page.document();
    let mut all = String::new();
    for node in doc.nodes() {
        match doc.kind(node) {
            NodeKind::Text | NodeKind::Comment if page.visibility().is_hidden(node) => {
                unescape_into(doc.text(node), &mut all);
            }
            NodeKind::Text => all.push_str(doc.text(node)),
            _ => {
                for (_, value) in doc.attributes(node) {
                    unescape_into(value, &mut all);
                    all.push('\n');
                }
            }
        }
        all.push('\n');
    }
    all
}

/// Adds a text with the escapes of scripts resolved: `\n` and the like as a space, `\u00e9` as its character.
fn unescape_into(text: &str, out: &mut String) {
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        out.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        let hex = rest.strip_prefix('u').and_then(|tail| tail.get(..4));
        let escaped = hex.and_then(|hex| u32::from_str_radix(hex, 16).ok()).and_then(char::from_u32);
        if let Some(c) = escaped {
            out.push(c);
            rest = &rest[5..];
        } else if rest.starts_with(['n', 'r', 't']) {
            out.push(' ');
            rest = &rest[1..];
        }
    }
    out.push_str(rest);
}

#[cfg(test)]
mod tests {
    use super::*;
    use debulha_core::ParamMap;
    use debulha_dom::Limits;
    use debulha_learn::label::Labeller;

    fn noise(html: &str, gold: &str) -> PageNoise {
        let parsed = debulha_dom::parse(html, &Limits::default());
        let page = Page::new(&parsed.document);
        let Ok(labeller) = Labeller::new("blocks", &ParamMap::new()) else { panic!("a known name") };
        let labels = labeller.label(&page, gold, false);
        PageNoise::of("a", None, &page, gold, &labels)
    }

    #[test]
    fn right_labels_lose_nothing() {
        let found = noise("<p>Rye in July<p>menu", "Rye in July");
        assert_eq!((found.score, found.words, found.cause()), (Prf::PERFECT, [0; 6], None));
        assert!(found.is_in_page());
    }

    #[test]
    fn each_word_has_one_cause() {
        let found = noise(
            "<script>x = 'caf\\u00e9\\nau lait'</script><p>Rye in July stands so high<p title=gold>menu and more home news rye in",
            "Rye in July stands café au lait gold nowhere at all",
        );
        // Absent: nowhere, at, all. Hidden: café, au, lait, gold. Added: so, high.
        assert_eq!(found.words, [0, 3, 4, 0, 0, 2]);
        assert_eq!((found.cause(), found.gold_words), (Some(Cause::Hidden), 11));
        assert!((found.in_page - 8.0 / 11.0).abs() < 1e-12 && (found.shown - 4.0 / 11.0).abs() < 1e-12);
        assert!(!found.is_in_page());
    }

    #[test]
    fn gold_in_the_minority_is_outweighed_and_gold_that_is_not_in_order_is_unplaced() {
        assert_eq!(noise("<p>Rye in menu and home", "rye in").words, [0, 0, 0, 2, 0, 0]);
        let found = noise("<p>July at oats and home<p>rye is more of all", "rye july");
        // One of both is aligned, and its block gives it back; the other is never found in its place.
        assert_eq!((found.words, found.cause()), ([0, 0, 0, 1, 1, 0], Some(Cause::Outweighed)));
    }

    #[test]
    fn signs_of_a_wrong_encoding_are_named() {
        assert_eq!(noise("<p>caf\u{fffd}", "café").cause(), Some(Cause::Encoding));
        assert_eq!(noise("<p>rye", "").cause(), None);
    }
}
