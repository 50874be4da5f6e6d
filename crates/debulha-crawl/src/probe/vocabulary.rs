//! Words for text fields: those given, those of the form's page, then those of the rows found so far.

use super::space::{AnswerRow, QueryAnswer};
use debulha_core::Page;
use debulha_core::features::hashing::hash_text;
use debulha_core::features::stop_words::StopWords;
use std::collections::{BTreeMap, BTreeSet};

/// Words that are kept at most; later ones are not.
const MAX_WORDS: usize = 50_000;

/// Rows of which words are kept at most.
const MAX_ROWS: usize = 20_000;

/// A word that stands in a larger share of the rows tells too little (spec of ITP: medium document frequency).
const MAX_SHARE: f64 = 0.8;

/// A word must stand in so many rows.
const MIN_ROWS: usize = 2;

/// A word is skipped when so many of its rows are those of one that was accepted.
const MAX_OVERLAP: f64 = 0.8;

/// Rows that must be known before their words are better than those of the form's page.
const ENOUGH_ROWS: usize = 5;

/// Letters of a word at least.
const MIN_LETTERS: usize = 3;

/// Words of the form's page that are tried while no row is known.
const MAX_PAGE_WORDS: usize = 10;

/// What many searches take for any text.
const WILDCARDS: [&str; 2] = ["*", "%"];

/// Words of a place that find nothing, after which others come first if none of them has found anything (our decision).
const MAX_MISSES: u32 = 3;

/// Where wildcards, beginnings and digits are from, in place of a column. No row has these places.
const WILDCARD: u64 = u64::MAX;
const BEGINNING: u64 = u64::MAX - 1;
const DIGIT: u64 = u64::MAX - 2;

/// The rows known, by their words.
#[derive(Debug, Default)]
pub(super) struct RowVocabulary {
    rows: BTreeMap<u64, u32>,
    words: BTreeMap<String, Posting>,
    /// What the form's page says, best first.
    page_words: Vec<String>,
    /// Try wildcards, beginnings of words, digits and rare words when no other word is left.
    has_fallback: bool,
    /// Answers were cut: a word may find more than the known rows that hold it.
    has_cut: bool,
}

#[derive(Debug, Default)]
struct Posting {
    /// The rows that hold the word, ascending.
    rows: Vec<u32>,
    /// Where it stands in them, by how often.
    places: BTreeMap<u64, u32>,
}

impl Posting {
    /// Where the word mostly stands.
    fn place(&self) -> u64 {
        self.places.iter().max_by_key(|(_, count)| **count).map_or(0, |(place, _)| *place)
    }
}

/// The queries of a text field.
#[derive(Debug, Default)]
pub(super) struct Tried {
    words: BTreeSet<String>,
    /// Given ones, in order.
    seeds: Vec<String>,
    /// The rows of each value that was accepted, ascending.
    accepted: Vec<Vec<u32>>,
    /// By the place that a word came from: successes and tries.
    places: BTreeMap<u64, (u32, u32)>,
}

impl Tried {
    pub(super) fn new(seeds: &[String]) -> Tried {
        Tried { seeds: seeds.to_vec(), ..Tried::default() }
    }

    /// Whether a word was given.
    pub(super) fn is_seed(&self, word: &str) -> bool {
        self.seeds.iter().any(|seed| seed == word)
    }

    /// How many values were accepted.
    pub(super) fn accepted(&self) -> usize {
        self.accepted.len()
    }

    /// Whether words of a place are worth more tries: the share of its words that found rows, first taken to be one half.
    /// Half a word weighs what is not known: a field mostly takes all words of a column or none.
    fn success(&self, place: u64) -> f64 {
        let (successes, tries) = self.places.get(&place).copied().unwrap_or_default();
        (f64::from(successes) + 0.5) / (f64::from(tries) + 1.0)
    }

    /// Whether most words of a place that were tried found rows.
    fn is_proven(&self, place: u64) -> bool {
        self.places.get(&place).is_some_and(|&(successes, tries)| 2 * successes > tries)
    }

    /// Whether so many words of a place were tried in vain that no more are.
    fn is_hopeless(&self, place: u64) -> bool {
        self.places.get(&place).is_some_and(|&(successes, tries)| successes == 0 && tries >= MAX_MISSES)
    }
}

impl RowVocabulary {
    pub(super) fn new(page_words: Vec<String>, has_fallback: bool) -> RowVocabulary {
        RowVocabulary { page_words, has_fallback, ..RowVocabulary::default() }
    }

    /// Notes whether answers were cut.
    pub(super) fn note_cut(&mut self, has_cut: bool) {
        self.has_cut = has_cut;
    }

    /// Adds rows that are not known.
    pub(super) fn add(&mut self, rows: &[AnswerRow]) {
        for row in rows {
            if self.rows.contains_key(&row.fingerprint) || self.rows.len() >= MAX_ROWS {
                continue;
            }
            let id = self.rows.len() as u32;
            self.rows.insert(row.fingerprint, id);
            for word in &row.words {
                if self.words.len() >= MAX_WORDS && !self.words.contains_key(&word.text) {
                    continue;
                }
                let posting = self.words.entry(word.text.clone()).or_default();
                if posting.rows.last() != Some(&id) {
                    posting.rows.push(id);
                }
                *posting.places.entry(word.place).or_insert(0) += 1;
            }
        }
    }

    /// How many rows are known.
    pub(super) fn count(&self) -> usize {
        self.rows.len()
    }

    /// The number of a row that is known.
    pub(super) fn id(&self, row: &AnswerRow) -> Option<u32> {
        self.rows.get(&row.fingerprint).copied()
    }

    /// The rows that hold all words of a text, ascending. O(postings of its words).
    pub(super) fn rows_with(&self, text: &str) -> Vec<u32> {
        let mut found: Option<Vec<u32>> = None;
        for word in words_of(text) {
            let Some(posting) = self.words.get(&word) else { return Vec::new() };
            found = Some(match found {
                None => posting.rows.clone(),
                Some(rows) => shared(&rows, &posting.rows),
            });
        }
        found.unwrap_or_default()
    }

    /// The chance that a field takes a word, by the place that it is from.
    pub(super) fn chance(&self, tried: &Tried, word: &str) -> f64 {
        tried.success(self.place(word).unwrap_or_default())
    }

    /// The words that a field may get next: a seed; a word of the form's page while few rows are known; or the known
    /// rows' words of the highest tf-idf, which stand neither in nearly all nor in one of them and find other rows than those
    /// accepted. When there are no more, what else may find rows. At most `count`. O(postings).
    pub(super) fn next(&self, tried: &Tried, count: usize) -> Vec<String> {
        let is_new = |word: &&String| !tried.words.contains(*word);
        if let Some(seed) = tried.seeds.iter().find(is_new) {
            return vec![seed.clone()];
        }
        let page_word = || self.page_words.iter().take(MAX_PAGE_WORDS).find(is_new).cloned();
        let is_early = self.rows.len() < ENOUGH_ROWS;
        if let Some(word) = page_word().filter(|_| is_early) {
            return vec![word];
        }
        let ranked = self.ranked(tried).into_iter().filter(|(word, _)| !tried.words.contains(*word));
        let is_worth = |posting: &Posting| {
            let is_vain = self.has_fallback && tried.is_hopeless(posting.place());
            !is_vain && !is_covered(&posting.rows, &tried.accepted)
        };
        let fresh = ranked.filter(|(_, posting)| is_worth(posting));
        let words: Vec<String> = fresh.take(count).map(|(word, _)| word.clone()).collect();
        if !words.is_empty() {
            return words;
        }
        let rare = if self.has_fallback { self.rest(tried, count, Tried::is_proven) } else { Vec::new() };
        if !rare.is_empty() {
            return rare;
        }
        match page_word() {
            Some(word) => vec![word],
            None if self.has_fallback => self.fallback(tried, count),
            None => Vec::new(),
        }
    }

    /// Wildcards, one letter that words begin with, digits, as long as such find rows, then all other words of the known rows and
    /// their numbers.
    fn fallback(&self, tried: &Tried, count: usize) -> Vec<String> {
        let is_new = |word: &String| !tried.words.contains(word);
        let mut letters: BTreeMap<char, usize> = BTreeMap::new();
        let mut digits: BTreeMap<char, usize> = BTreeMap::new();
        let words = self.words.iter().map(|(word, posting)| (word, posting.rows.len()));
        for (word, rows) in words.chain(self.page_words.iter().map(|word| (word, 1))) {
            let Some(first) = word.chars().next() else { continue };
            *(if first.is_numeric() { &mut digits } else { &mut letters }).entry(first).or_insert(0) += rows;
        }
        let by_count = |counts: BTreeMap<char, usize>| {
            let mut counts: Vec<(char, usize)> = counts.into_iter().collect();
            counts.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
            counts.into_iter().map(|(first, _)| first.to_string()).collect::<Vec<_>>()
        };
        let wildcards = WILDCARDS.map(str::to_owned).to_vec();
        for (place, words) in
            [(WILDCARD, wildcards), (BEGINNING, by_count(letters)), (DIGIT, by_count(digits))]
        {
            let words: Vec<String> = words.into_iter().filter(is_new).take(count).collect();
            if !words.is_empty() && !tried.is_hopeless(place) {
                return words;
            }
        }
        self.rest(tried, count, |_, _| true)
    }

    /// All words of the known rows and their numbers, from places of a kind, the most frequent first.
    fn rest(&self, tried: &Tried, count: usize, is_wanted: impl Fn(&Tried, u64) -> bool) -> Vec<String> {
        let most = MAX_SHARE * self.rows.len() as f64;
        let is_left = |word: &String, posting: &Posting| {
            !tried.words.contains(word)
                && posting.rows.len() as f64 <= most
                && is_wanted(tried, posting.place())
                && (self.has_cut || !is_covered(&posting.rows, &tried.accepted))
        };
        let left = self.words.iter().filter(|(word, posting)| is_left(word, posting));
        let mut rest: Vec<(usize, &String)> =
            left.map(|(word, posting)| (posting.rows.len(), word)).collect();
        rest.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| hash_text(a.1).cmp(&hash_text(b.1))));
        rest.into_iter().take(count).map(|(_, word)| word.clone()).collect()
    }

    /// Where a word is from, if that is known.
    fn place(&self, word: &str) -> Option<u64> {
        if let Some(posting) = self.words.get(word) {
            return Some(posting.place());
        }
        let mut chars = word.chars();
        match (chars.next()?, chars.next()) {
            _ if WILDCARDS.contains(&word) => Some(WILDCARD),
            (first, None) => Some(if first.is_numeric() { DIGIT } else { BEGINNING }),
            _ => None,
        }
    }

    /// The known rows' words that are worth a search, best first. O(postings).
    fn ranked(&self, tried: &Tried) -> Vec<(&String, &Posting)> {
        let known = self.rows.len() as f64;
        let mut ranked = Vec::new();
        for (word, posting) in &self.words {
            let rows = posting.rows.len();
            if !is_searchable(word) || rows < MIN_ROWS || rows as f64 > MAX_SHARE * known {
                continue;
            }
            let place = posting.place();
            let score = rows as f64 * (known / rows as f64).ln() * tried.success(place);
            ranked.push((score, hash_text(word), word, posting));
        }
        // Equal scores are put in an order that has nothing to do with the alphabet.
        ranked.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        ranked.into_iter().map(|(_, _, word, posting)| (word, posting)).collect()
    }

    /// Notes what a word found. It is accepted where it found rows that are not mostly those of an accepted one.
    pub(super) fn learn(&mut self, tried: &mut Tried, word: &str, answer: &QueryAnswer) {
        let mut place = self.place(word);
        self.add(&answer.rows);
        if self.has_fallback {
            // The rows that a word finds tell its place.
            place = place.or_else(|| self.place(word));
        }
        tried.words.insert(word.to_owned());
        if let Some(place) = place {
            let (successes, tries) = tried.places.entry(place).or_default();
            *successes += u32::from(!answer.rows.is_empty());
            *tries += 1;
        }
        let ids: BTreeSet<u32> =
            answer.rows.iter().filter_map(|row| self.rows.get(&row.fingerprint).copied()).collect();
        let ids: Vec<u32> = ids.into_iter().collect();
        if !ids.is_empty() && !is_covered(&ids, &tried.accepted) {
            tried.accepted.push(ids);
        }
    }
}

/// The words and numbers of a text as rows have them.
pub(super) fn words_of(text: &str) -> impl Iterator<Item = String> + '_ {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_lowercase)
}

/// The words that a page shows, the most frequent first, without words of grammar: there is no other list of words to weigh
/// them by. O(text).
pub(super) fn page_words(page: &Page<'_>) -> Vec<String> {
    let stop = StopWords::Auto.list(page);
    let mut lower = String::new();
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for &node in page.body_text_nodes() {
        for word in words_of(page.document().text(node)) {
            let is_empty = stop.is_some_and(|stop| stop.contains(&word, &mut lower));
            if is_searchable(&word) && !is_empty && (counts.len() < MAX_WORDS || counts.contains_key(&word)) {
                *counts.entry(word).or_insert(0) += 1;
            }
        }
    }
    let mut words: Vec<(String, usize)> = counts.into_iter().collect();
    words.sort_by(|(a, one), (b, other)| other.cmp(one).then_with(|| a.cmp(b)));
    words.into_iter().map(|(word, _)| word).collect()
}

/// Whether a word is worth a search: letters alone, and not too few.
fn is_searchable(word: &str) -> bool {
    word.chars().all(char::is_alphabetic) && word.chars().count() >= MIN_LETTERS
}

/// What two ascending lists share. O(both).
pub(super) fn shared(one: &[u32], other: &[u32]) -> Vec<u32> {
    let mut rest = other.iter().peekable();
    let mut both = Vec::new();
    for &row in one {
        while rest.next_if(|other| **other < row).is_some() {}
        if rest.peek() == Some(&&row) {
            both.push(row);
        }
    }
    both
}

/// Whether most of some rows are those of one accepted value.
fn is_covered(rows: &[u32], accepted: &[Vec<u32>]) -> bool {
    let most = MAX_OVERLAP * rows.len() as f64;
    accepted.iter().any(|other| {
        let shared = rows.iter().filter(|row| other.binary_search(row).is_ok()).count();
        shared as f64 >= most
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::probe::space::RowWord;

    fn row(fingerprint: u64, words: &str) -> AnswerRow {
        let word = |(place, text): (usize, &str)| RowWord { text: text.to_owned(), place: place as u64 };
        AnswerRow { fingerprint, words: words.split(' ').enumerate().map(word).collect() }
    }

    fn rows() -> Vec<AnswerRow> {
        // `farm` stands in all rows, each name in one.
        (0..10).map(|n| row(n, &format!("name{n} farm {}", ["rye", "oats"][usize::from(n < 6)]))).collect()
    }

    fn all(vocabulary: &mut RowVocabulary, tried: &mut Tried) -> Vec<String> {
        let mut found = Vec::new();
        while let Some(word) = vocabulary.next(tried, 1).pop() {
            vocabulary.learn(tried, &word, &QueryAnswer::default());
            found.push(word);
        }
        found
    }

    #[test]
    fn words_are_neither_everywhere_nor_in_one_row() {
        let mut vocabulary = RowVocabulary::new(vec!["search".to_owned()], false);
        let mut tried = Tried::new(&["wheat".to_owned()]);
        assert_eq!(vocabulary.next(&tried, 1), ["wheat"]);
        vocabulary.learn(&mut tried, "wheat", &QueryAnswer::default());
        assert_eq!(vocabulary.next(&tried, 1), ["search"]);
        vocabulary.add(&rows());
        let mut found = all(&mut vocabulary, &mut tried);
        found.sort();
        assert_eq!(found, ["oats", "rye", "search"]);
    }

    #[test]
    fn words_that_find_the_same_rows_are_skipped() {
        let mut vocabulary = RowVocabulary::new(Vec::new(), false);
        vocabulary.add(&rows());
        let mut tried = Tried::default();
        let of_rye = QueryAnswer { rows: rows().split_off(6), ..QueryAnswer::default() };
        vocabulary.learn(&mut tried, "secale", &of_rye);
        assert_eq!(tried.accepted(), 1);
        vocabulary.learn(&mut tried, "cereale", &of_rye);
        assert_eq!(tried.accepted(), 1);
        assert_eq!(all(&mut vocabulary, &mut tried), ["oats"]);
    }

    #[test]
    fn when_words_are_used_up_others_are_tried() {
        let mut vocabulary = RowVocabulary::new(Vec::new(), true);
        vocabulary.note_cut(true);
        let of = |n: u64| row(n, &format!("lot{n} {}", 1900 + n));
        vocabulary.add(&(0..3).map(of).collect::<Vec<_>>());
        let mut tried = Tried::default();
        let mut found = Vec::new();
        while let Some(word) = vocabulary.next(&tried, 1).pop() {
            // Only the letter finds rows.
            let rows = if word == "l" { vec![of(0)] } else { Vec::new() };
            vocabulary.learn(&mut tried, &word, &QueryAnswer { rows, ..QueryAnswer::default() });
            found.push(word);
        }
        assert_eq!(found[..4], ["*", "%", "l", "1"]);
        found[4..].sort();
        assert_eq!(found[4..], ["1900", "1901", "1902", "lot0", "lot1", "lot2"]);
    }

    #[test]
    fn rare_words_of_a_proven_column_come_before_words_of_the_page() {
        for (has_cut, expected) in [(true, "xa"), (false, "search")] {
            let mut vocabulary = RowVocabulary::new(vec!["search".to_owned()], true);
            vocabulary.note_cut(has_cut);
            let mut tried = Tried::default();
            let rows: Vec<AnswerRow> =
                (0..8).map(|n| row(n, &format!("x{} lot", char::from(b'a' + n as u8)))).collect();
            let found = QueryAnswer { rows, ..QueryAnswer::default() };
            vocabulary.learn(&mut tried, "xh", &found);
            let next = vocabulary.next(&tried, 1).remove(0);
            assert_eq!(next.starts_with('x'), expected.starts_with('x'), "{next}");
        }
    }

    #[test]
    fn beginnings_that_find_nothing_are_given_up() {
        let words = (0..6).map(|n| format!("{}xyz", char::from(b'a' + n))).collect();
        let mut vocabulary = RowVocabulary::new(words, true);
        let mut tried = Tried::default();
        let found = all(&mut vocabulary, &mut tried);
        let letters = found.iter().filter(|word| word.len() == 1 && word.chars().all(char::is_alphabetic));
        assert_eq!((found.len(), letters.count() as u32), (6 + 2 + 3, MAX_MISSES));
        let mut vocabulary = RowVocabulary::new(Vec::new(), false);
        assert!(all(&mut vocabulary, &mut Tried::default()).is_empty());
    }

    #[test]
    fn places_whose_words_find_nothing_come_last() {
        let mut vocabulary = RowVocabulary::new(Vec::new(), false);
        let pairs: Vec<AnswerRow> = (0..12)
            .map(|n| {
                let name =
                    |start: &str, number: u64| format!("{start}{}", "xyzuvw".split_at(number as usize).1);
                row(n, &format!("{} {}", name("aaa", n / 2), name("bbb", n % 6)))
            })
            .collect();
        vocabulary.add(&pairs);
        let mut tried = Tried::default();
        for word in ["aaaxyzuvw", "aaayzuvw", "aaazuvw"] {
            vocabulary.learn(&mut tried, word, &QueryAnswer::default());
        }
        assert!(vocabulary.next(&tried, 1)[0].starts_with('b'));
    }
}
