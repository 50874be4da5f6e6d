//! A long text in pieces: cut between units, never within a character.

use std::ops::Range;
use unicode_segmentation::UnicodeSegmentation;

/// Characters that are looked at beyond twice the length of a piece, so that what a reader sees as one is seen whole; emoji have up to 11.
const LOOK_AHEAD: usize = 32;

/// A piece of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct CutPiece {
    /// Its bytes.
    pub(super) bytes: Range<usize>,
    /// Its characters.
    pub(super) chars: Range<usize>,
    /// Characters of the whole text.
    pub(super) of: usize,
}

impl CutPiece {
    /// Whether it is the whole text.
    pub(super) fn is_whole(&self) -> bool {
        self.chars == (0..self.of)
    }

    /// Where it stands in the text, and how to go on.
    pub(super) fn account(&self) -> String {
        let Range { start, end } = self.chars;
        let place = format!("characters {start} to {end} of {}", self.of);
        if end == self.of {
            format!("{place}, the end")
        } else {
            format!("{place}, continue with start_index={end}")
        }
    }
}

/// The piece of a text that begins at a character and has at most so many; `None` for a start beyond the end.
///
/// `levels` are the places where units begin, as bytes in ascending order, the largest units first. Below them come lines,
/// sentences, words and characters as readers see them (grapheme clusters). A unit is cut only where it is longer than a piece.
/// A single character that is longer than `most` is a piece of its own. O(bytes).
pub(super) fn piece(text: &str, levels: &[Vec<usize>], start: usize, most: usize) -> Option<CutPiece> {
    let of = text.chars().count();
    if start > of || (start == of && of > 0) {
        return None;
    }
    let begin = place_of(text, start).unwrap_or(text.len());
    let end = end(text, levels, begin, most.max(1));
    let chars = start..start + text[begin..end].chars().count();
    Some(CutPiece { bytes: begin..end, chars, of })
}

/// The byte at which a character begins.
fn place_of(text: &str, character: usize) -> Option<usize> {
    text.char_indices().nth(character).map(|(place, _)| place)
}

fn end(text: &str, levels: &[Vec<usize>], begin: usize, most: usize) -> usize {
    let rest = &text[begin..];
    let Some(limit) = place_of(rest, most) else { return text.len() };
    // A unit that begins in the piece and fits into the next one ends in here.
    let seen =
        &rest[..place_of(rest, most.saturating_mul(2).saturating_add(LOOK_AHEAD)).unwrap_or(rest.len())];
    let mut best = 0;
    let given = levels.iter().map(|level| {
        let after = level.partition_point(|&place| place <= begin);
        Box::new(level[after..].iter().map(|place| place - begin)) as Places<'_>
    });
    for places in given.chain(finer(seen)) {
        let (last, next) = around(places, limit, seen.len());
        best = last.unwrap_or(0).max(best);
        let next = next.or((seen.len() == rest.len()).then_some(rest.len()));
        if best > 0 && next.is_some_and(|next| seen[best..next].chars().count() <= most) {
            return begin + best;
        }
    }
    if best == 0 {
        best = seen.graphemes(true).next().map_or(limit, str::len);
    }
    begin + best
}

type Places<'t> = Box<dyn Iterator<Item = usize> + 't>;

/// The places where lines, sentences, words and characters begin.
fn finer(text: &str) -> impl Iterator<Item = Places<'_>> {
    let lines = text.match_indices('\n').map(|(place, _)| place + 1);
    let sentences = text.split_sentence_bound_indices().map(|(place, _)| place);
    let mut was_space = false;
    let words = text.char_indices().filter_map(move |(place, c)| {
        let begins = was_space && !c.is_whitespace();
        was_space = c.is_whitespace();
        begins.then_some(place)
    });
    let characters = text.grapheme_indices(true).map(|(place, _)| place);
    let all: [Places<'_>; 4] = [Box::new(lines), Box::new(sentences), Box::new(words), Box::new(characters)];
    all.into_iter()
}

/// The last place up to the limit, and the first one after it that is seen.
fn around(places: Places<'_>, limit: usize, seen: usize) -> (Option<usize>, Option<usize>) {
    let mut last = None;
    for place in places {
        if place > limit {
            return (last, (place <= seen).then_some(place));
        }
        last = Some(place);
    }
    (last, None)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn pieces(text: &str, levels: &[Vec<usize>], most: usize) -> Vec<CutPiece> {
        let mut pieces: Vec<CutPiece> = Vec::new();
        while pieces.last().is_none_or(|last| last.chars.end < last.of) {
            let start = pieces.last().map_or(0, |last| last.chars.end);
            pieces.push(piece(text, levels, start, most).unwrap());
        }
        pieces
    }

    fn texts<'t>(text: &'t str, levels: &[Vec<usize>], most: usize) -> Vec<&'t str> {
        pieces(text, levels, most).into_iter().map(|piece| &text[piece.bytes]).collect()
    }

    #[test]
    fn what_fits_is_whole_and_what_lies_beyond_is_none() {
        assert!(piece("Rye", &[], 0, 3).unwrap().is_whole());
        assert!(piece("", &[], 0, 3).unwrap().is_whole());
        assert_eq!(piece("Rye", &[], 3, 3), None);
        assert_eq!(piece("Rye", &[], usize::MAX, usize::MAX), None);
    }

    #[test]
    fn units_stay_whole_and_longer_ones_are_cut_in_finer_ones() {
        let text = "Rye.\n\nOats are sown. Wheat is not.\n\nEnd.";
        let blocks = vec![vec![0, 6, 36]];
        assert_eq!(texts(text, &blocks, 36), ["Rye.\n\nOats are sown. Wheat is not.\n\n", "End."]);
        assert_eq!(texts(text, &blocks, 30), ["Rye.\n\n", "Oats are sown. Wheat is not.\n\n", "End."]);
        assert_eq!(texts(text, &blocks, 22), ["Rye.\n\nOats are sown. ", "Wheat is not.\n\nEnd."]);
        assert_eq!(texts("one two three", &[], 7), ["one ", "two ", "three"]);
        assert_eq!(texts("| a |\n| b |\n| c |", &[], 13), ["| a |\n| b |\n", "| c |"]);
    }

    #[test]
    fn characters_stay_whole() {
        let family = "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}";
        assert_eq!(texts(&format!("a{family}b"), &[], 2), ["a", family, "b"]);
        assert_eq!(texts("麦田里没有字", &[], 4), ["麦田里没", "有字"]);
    }

    proptest! {
        #[test]
        fn pieces_join_to_the_whole(
            units in prop::collection::vec("[a-c é麦\u{301}\u{1F468}\u{200D}.\n|]{1,12}", 1..20), most in 1_usize..30,
        ) {
            let text = units.concat();
            let mut places = vec![0];
            for unit in &units {
                places.push(places[places.len() - 1] + unit.len());
            }
            let levels = [places.iter().copied().step_by(3).collect(), places.clone()];
            let pieces = pieces(&text, &levels, most);
            prop_assert_eq!(texts(&text, &levels, most).concat(), text.as_str());
            for (piece, next) in pieces.iter().zip(pieces.iter().skip(1)) {
                prop_assert_eq!(piece.chars.end, next.chars.start);
                let own = &text[piece.bytes.clone()];
                prop_assert!(piece.chars.len() <= most || own.graphemes(true).count() == 1);
                // A cut inside of a unit is made only where the unit is longer than a piece.
                let cut = piece.bytes.end;
                let of_unit = places.partition_point(|&place| place <= cut);
                let unit = places[of_unit - 1]..places.get(of_unit).copied().unwrap_or(text.len());
                prop_assert!(unit.start == cut || text[unit].chars().count() > most || piece.bytes.start > places[of_unit - 1]);
            }
        }
    }
}
