//! Where the parts of a structure stand in a text: by words and signs in order, close together.

use std::collections::HashMap;

use similar::{Algorithm, DiffOp, capture_diff_slices};

use super::Kept;
use crate::metrics::tokens::words_and_signs;

/// Signs of Markdown and of tables in plain text, which are no part of what is shown.
const MARKUP: [&str; 8] = ["|", "\\", "*", "`", "#", ">", "~", "_"];

/// Tokens of the text that are looked at, by tokens of the structure: markup and what stands between parts needs room.
const WINDOW_FACTOR: usize = 2;
/// Tokens of the window beyond [`WINDOW_FACTOR`].
const WINDOW_SLACK: usize = 40;
/// Tokens of a structure that are looked for; the rest is taken as whole. Bounds the alignment, which is quadratic in
/// what differs. Of the tables of wcxb-dev under 1 % are longer.
const MAX_TOKENS: usize = 3000;
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
pub struct Text<'t> {
    tokens: Vec<u32>,
    is_word: Vec<bool>,
    ids: HashMap<&'t str, u32>,
}

impl<'t> Text<'t> {
    /// Reads a text, plain or Markdown. O(text).
    pub fn new(text: &'t str) -> Self {
        let mut read = Text { tokens: Vec::new(), is_word: Vec::new(), ids: HashMap::new() };
        for token in words_and_signs(text).filter(|token| !MARKUP.contains(token)) {
            let next = read.ids.len() as u32;
            read.tokens.push(*read.ids.entry(token).or_insert(next));
            read.is_word.push(is_word(token));
        }
        read
    }

    /// How many tokens of each part the text has, in the order of the parts, in the stretch that has most of them.
    ///
    /// O(text + structure · what differs).
    pub fn find(&self, parts: &[Vec<&str>]) -> Kept {
        let sizes: Vec<usize> = parts.iter().map(Vec::len).collect();
        let mut wanted: Vec<(usize, u32)> = Vec::new();
        for (part, tokens) in parts.iter().enumerate() {
            // No token of the text has the last number.
            wanted.extend(tokens.iter().map(|t| (part, self.ids.get(t).copied().unwrap_or(u32::MAX))));
        }
        let cut = wanted.split_off(wanted.len().min(MAX_TOKENS));
        let ids: Vec<u32> = wanted.iter().map(|&(_, id)| id).collect();
        let window = self.best_window(&ids);
        let ops = capture_diff_slices(Algorithm::Myers, &ids, &self.tokens[window.clone()]);
        let mut kept = vec![0; parts.len()];
        let (mut run, mut in_run, mut best, mut together) = (0.0, 0, 0.0, 0);
        for op in ops {
            match op {
                DiffOp::Equal { old_index, len, .. } => {
                    wanted[old_index..old_index + len].iter().for_each(|&(part, _)| kept[part] += 1);
                    run += len as f64;
                    in_run += len;
                    if run > best {
                        (best, together) = (run, in_run);
                    }
                }
                DiffOp::Insert { new_index, new_len, .. } | DiffOp::Replace { new_index, new_len, .. } => {
                    let at = window.start + new_index;
                    let foreign = self.is_word[at..at + new_len].iter().filter(|&&is_word| is_word).count();
                    run -= FOREIGN_COST * foreign as f64;
                    if run <= 0.0 {
                        (run, in_run) = (0.0, 0);
                    }
                }
                DiffOp::Delete { .. } => {}
            }
        }
        if !cut.is_empty() {
            let is_kept = together * 2 >= MAX_TOKENS;
            cut.iter().filter(|_| is_kept).for_each(|&(part, _)| kept[part] += 1);
            together += if is_kept { cut.len() } else { 0 };
        }
        Kept { sizes, kept, together }
    }

    /// The first stretch that shares most tokens with `wanted`, as multisets.
    fn best_window(&self, wanted: &[u32]) -> std::ops::Range<usize> {
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
    use crate::metrics::structure::Fate;

    const PARTS: [&str; 6] = ["Feature", "Free", "Team", "Offline use", "✓", "–"];

    fn find(text: &str) -> Kept {
        let parts: Vec<Vec<&str>> = PARTS.iter().map(|part| part_tokens(part)).collect();
        Text::new(text).find(&parts)
    }

    #[test]
    fn signs_count_where_a_part_has_no_words() {
        assert_eq!(part_tokens("8:10 (late)"), ["8", "10", "late"]);
        assert_eq!(part_tokens("✓"), ["✓"]);
        assert_eq!(part_tokens("**"), Vec::<&str>::new());
    }

    #[test]
    fn markup_does_not_matter() {
        let markdown = "Words before.\n\n| Feature | Free | Team |\n| --- | --- | --- |\n| **Offline** use | ✓ | – |";
        assert_eq!(find(markdown).fate(1.0), Some(Fate::Whole));
        assert_eq!(find("Feature\tFree\tTeam\nOffline use\t✓\t–\n").fate(1.0), Some(Fate::Whole));
    }

    #[test]
    fn holes_are_seen() {
        let kept = find("| Feature | Free | Team |\n| Offline use | | – |");
        assert_eq!((kept.kept[4], kept.fate(1.0)), (0, Some(Fate::Holes)));
        assert_eq!(find("✓ Feature – Free Team Offline use").fate(1.0), Some(Fate::Holes));
    }

    #[test]
    fn chance_is_not_the_structure() {
        let prose = "Every feature we built was for those who like to work offline and make no use of a network. \
                     A Team is what we began with and Free is how it felt in those first long months of the year.";
        assert_eq!(find(prose).fate(1.0), Some(Fate::Lost));
        assert_eq!(find("").fate(1.0), Some(Fate::Lost));
    }

    #[test]
    fn the_stretch_with_most_of_it_is_taken() {
        let filler = "word ".repeat(300);
        let text = format!("Feature Free {filler} Feature Free Team Offline use ✓ – {filler} Team");
        assert_eq!(find(&text).fate(1.0), Some(Fate::Whole));
    }
}
