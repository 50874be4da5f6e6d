//! Where the parts of a structure stand in a text: by words and signs in order, close together.

use std::collections::HashMap;
use std::ops::Range;

use super::KeptTokens;
use crate::metrics::lcs;
use crate::metrics::tokens::words_and_signs;

/// Signs of Markdown and of tables in plain text, which are no part of what is shown.
const MARKUP: [&str; 8] = ["|", "\\", "*", "`", "#", ">", "~", "_"];

/// Tokens of the text that are looked at, by tokens of the structure: markup and what stands between parts needs room.
const WINDOW_FACTOR: usize = 2;
/// Tokens of the window beyond [`WINDOW_FACTOR`].
const WINDOW_SLACK: usize = 40;
/// Tokens of a structure that are looked for; the rest is taken as whole. Bounds the alignment, which is quadratic.
const MAX_TOKENS: usize = 10_000;
/// What a foreign word between tokens of the structure costs, a kept token being 1: the structure has to be a third
/// of a stretch of text. Words of an article agree by chance on less.
const FOREIGN_COST: f64 = 0.5;

/// Words of a part; where it has none, its signs ("✓", "–", "?").
pub fn part_tokens(part: &str) -> Vec<&str> {
    let words: Vec<&str> = words_and_signs(part).filter(|token| is_word(token)).collect();
    if !words.is_empty() {
        return words;
    }
    words_and_signs(part).filter(|token| !MARKUP.contains(token)).collect()
}

fn is_word(token: &str) -> bool {
    token.chars().any(char::is_alphanumeric)
}

/// A text to look for structures in.
#[derive(Debug)]
pub struct SearchedText<'t> {
    tokens: Vec<u32>,
    is_word: Vec<bool>,
    /// Where each token starts and ends in the text.
    places: Vec<(usize, usize)>,
    ids: HashMap<&'t str, u32>,
}

impl<'t> SearchedText<'t> {
    /// Reads a text, plain or Markdown. O(text).
    pub fn new(text: &'t str) -> Self {
        let mut read =
            SearchedText { tokens: Vec::new(), is_word: Vec::new(), places: Vec::new(), ids: HashMap::new() };
        for token in words_and_signs(text).filter(|token| !MARKUP.contains(token)) {
            let next = read.ids.len() as u32;
            read.tokens.push(*read.ids.entry(token).or_insert(next));
            read.is_word.push(is_word(token));
            // Tokens are slices of the text.
            let start = token.as_ptr() as usize - text.as_ptr() as usize;
            read.places.push((start, start + token.len()));
        }
        read
    }

    /// How many tokens of each part the text has, in the order of the parts, in the stretch that has most of them.
    ///
    /// O(text + structure² / 64).
    pub fn find(&self, parts: &[Vec<&str>]) -> KeptTokens {
        self.find_with_place(parts).0
    }

    /// As [`Self::find`], with the bytes from the first token found to the last.
    pub fn find_with_place(&self, parts: &[Vec<&str>]) -> (KeptTokens, Range<usize>) {
        let sizes: Vec<usize> = parts.iter().map(Vec::len).collect();
        let unknown = self.ids.len() as u32;
        let numbered = parts.iter().enumerate();
        let mut wanted: Vec<(usize, u32)> = numbered
            .flat_map(|(part, tokens)| tokens.iter().map(move |token| (part, token)))
            .map(|(part, token)| (part, self.ids.get(token).copied().unwrap_or(unknown)))
            .collect();
        let cut = wanted.split_off(wanted.len().min(MAX_TOKENS));
        let ids: Vec<u32> = wanted.iter().map(|&(_, id)| id).collect();
        let window = self.best_window(&ids);
        let pairs = lcs::pairs(&ids, &self.tokens[window.clone()], self.ids.len() + 1);
        let mut kept = vec![0; parts.len()];
        for &(at, _) in &pairs {
            kept[wanted[at].0] += 1;
        }
        let place = match (pairs.first(), pairs.last()) {
            (Some(&(_, first)), Some(&(_, last))) => {
                self.places[window.start + first].0..self.places[window.start + last].1
            }
            _ => 0..0,
        };
        let mut together = self.together(pairs.iter().map(|&(_, at)| window.start + at));
        if together * 2 >= MAX_TOKENS {
            for &(part, _) in &cut {
                kept[part] += 1;
            }
            together += cut.len();
        }
        (KeptTokens { sizes, kept, together }, place)
    }

    /// Of tokens at these places, in order, how many are in the stretch where they stand closest together.
    fn together(&self, places: impl Iterator<Item = usize>) -> usize {
        let (mut run, mut in_run, mut after) = (0.0, 0, 0);
        let (mut best, mut in_best) = (0.0, 0);
        for place in places {
            let foreign = self.is_word[after..place].iter().filter(|&&is_word| is_word).count();
            run -= FOREIGN_COST * foreign as f64;
            if run <= 0.0 {
                (run, in_run) = (0.0, 0);
            }
            (run, in_run, after) = (run + 1.0, in_run + 1, place + 1);
            if run > best {
                (best, in_best) = (run, in_run);
            }
        }
        in_best
    }

    /// The first stretch that shares most tokens with `wanted`, as multisets.
    fn best_window(&self, wanted: &[u32]) -> Range<usize> {
        let length = (WINDOW_FACTOR * wanted.len() + WINDOW_SLACK).min(self.tokens.len());
        let mut left: HashMap<u32, i64> = HashMap::new();
        for &id in wanted {
            *left.entry(id).or_default() += 1;
        }
        let (mut shared, mut best, mut start) = (0i64, -1, 0);
        for end in 0..self.tokens.len() {
            if let Some(count) = left.get_mut(&self.tokens[end]) {
                shared += i64::from(*count > 0);
                *count -= 1;
            }
            if end >= length
                && let Some(count) = left.get_mut(&self.tokens[end - length])
            {
                *count += 1;
                shared -= i64::from(*count > 0);
            }
            if shared > best {
                (best, start) = (shared, (end + 1).saturating_sub(length));
            }
        }
        start..(start + length).min(self.tokens.len())
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::metrics::structure::StructureFate;

    const PARTS: [&str; 6] = ["Feature", "Free", "Team", "Offline use", "✓", "–"];

    fn find(text: &str) -> KeptTokens {
        let parts: Vec<Vec<&str>> = PARTS.iter().map(|part| part_tokens(part)).collect();
        SearchedText::new(text).find(&parts)
    }

    #[test]
    fn signs_count_where_a_part_has_no_words() {
        assert_eq!(part_tokens("8:10 (late)"), ["8", "10", "late"]);
        assert_eq!(part_tokens("✓"), ["✓"]);
        assert_eq!(part_tokens("**"), Vec::<&str>::new());
    }

    #[test]
    fn markup_does_not_matter() {
        let markdown =
            "Words before.\n\n| Feature | Free | Team |\n| --- | --- | --- |\n| **Offline** use | ✓ | – |";
        assert_eq!(find(markdown).fate(1.0), Some(StructureFate::Whole));
        assert_eq!(find("Feature\tFree\tTeam\nOffline use\t✓\t–\n").fate(1.0), Some(StructureFate::Whole));
    }

    #[test]
    fn holes_are_seen() {
        let kept = find("| Feature | Free | Team |\n| Offline use | | – |");
        assert_eq!((kept.kept[4], kept.fate(1.0)), (0, Some(StructureFate::Holes)));
        assert_eq!(find("✓ Feature – Free Team Offline use").fate(1.0), Some(StructureFate::Holes));
    }

    #[test]
    fn chance_is_not_the_structure() {
        let prose = "Every feature we built was for those who like to work offline and make no use of a network. \
                     A Team is what we began with and Free is how it felt in those first long months of the year.";
        assert_eq!(find(prose).fate(1.0), Some(StructureFate::Lost));
        assert_eq!(find("").fate(1.0), Some(StructureFate::Lost));
    }

    #[test]
    fn the_stretch_with_most_of_it_is_taken() {
        let filler = "word ".repeat(300);
        let text = format!("Feature Free {filler} Feature Free Team Offline use ✓ – {filler} Team");
        assert_eq!(find(&text).fate(1.0), Some(StructureFate::Whole));
    }
}
