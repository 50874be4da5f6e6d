//! Where the words of a query stand in a text.

use debulha::content::Placed;
use debulha::evidence::QueryTerms;
use std::cmp::Reverse;
use std::fmt::Write as _;

/// Places that are named.
const MAX_PLACES: usize = 5;

/// Words of a query that count; a query of an agent has a few.
const MAX_WORDS: usize = 32;

/// A line with the blocks that have most of a query's words, first those with the most, and where each begins. O(text · words).
pub(super) fn line(placed: &Placed, query: &str) -> String {
    let mut words = QueryTerms::default();
    words.add_words(query);
    let words: Vec<QueryTerms> = words.iter().take(MAX_WORDS).map(one_word).collect();
    let mut found: Vec<(usize, usize, usize)> = Vec::new();
    let (mut counted, mut chars) = (0, 0);
    for (at, range) in placed.blocks.iter().enumerate() {
        let Some(range) = range else { continue };
        let block = &placed.text[range.clone()];
        let has = words.iter().filter(|word| word.count(block) > 0).count();
        if has > 0 {
            chars += placed.text[counted..range.start].chars().count();
            counted = range.start;
            found.push((has, at, chars));
        }
    }
    if found.is_empty() {
        return "query: no block has any of its words\n".to_owned();
    }
    found.sort_by_key(|&(has, at, _)| (Reverse(has), at));
    let mut line = "query: words of it are in".to_owned();
    for (nth, (has, at, start)) in found.iter().take(MAX_PLACES).enumerate() {
        let comma = if nth == 0 { "" } else { "," };
        let _ = write!(line, "{comma} block {} at start_index={start} ({has} of {})", at + 1, words.len());
    }
    if found.len() > MAX_PLACES {
        let _ = write!(line, ", and {} more blocks", found.len() - MAX_PLACES);
    }
    line.push('\n');
    line
}

fn one_word(word: &str) -> QueryTerms {
    let mut terms = QueryTerms::default();
    terms.add_words(word);
    terms
}
