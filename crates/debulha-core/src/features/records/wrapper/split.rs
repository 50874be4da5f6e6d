//! Text that is the same in all values of a field, and the data between.

use super::kinds::{CURRENCIES, ValueKind, kind_of};
use rustc_hash::{FxHashMap, FxHashSet};

/// Values that are compared at most.
const COMPARED: usize = 200;

/// Words and signs of a value beyond which only its beginning is compared.
const MAX_TOKENS: usize = 64;

/// Pieces of a value at most; more are no pieces but a text in which words return.
const MAX_PIECES: usize = 6;

/// Different values without which nothing in the middle is constant (our decision: few texts share words by chance).
const MIN_FOR_MIDDLE: usize = 6;

/// Different values without which nothing is constant at all.
const MIN_FOR_ENDS: usize = 3;

/// Share of the values that are numbers, prices or dates, from which on none is parted.
const WHOLE_KINDS: f64 = 0.8;

/// Signs that part fields.
const SIGNS: &str = "()[]{}|·•—–-*=»«>;:";

/// Signs inside a word or number, between letters and digits.
const INNER: &str = ".,:'’-/@_&%";

/// The constant text before and after a piece of data; empty at the ends of the value.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Affixes {
    pub(super) before: String,
    pub(super) after: String,
}

impl Affixes {
    /// The piece of a value; `None` where its constant text is missing.
    pub(super) fn of<'v>(&self, value: &'v str) -> Option<&'v str> {
        let start = match self.before.as_str() {
            "" => 0,
            before => value.find(before)? + before.len(),
        };
        let end = match self.after.as_str() {
            "" => value.len(),
            after => start + value[start..].find(after)?,
        };
        Some(value[start..end].trim())
    }
}

/// Words and signs with their places.
fn tokens(value: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut chars = value.char_indices().peekable();
    while let Some((start, c)) = chars.next() {
        if c.is_whitespace() {
            continue;
        }
        if tokens.len() == MAX_TOKENS {
            break;
        }
        let mut end = start + c.len_utf8();
        if c.is_alphanumeric() {
            while let Some(&(at, next)) = chars.peek() {
                let goes_on = next.is_alphanumeric()
                    || (INNER.contains(next)
                        && value[at + next.len_utf8()..].chars().next().is_some_and(char::is_alphanumeric));
                if !goes_on {
                    break;
                }
                end = at + next.len_utf8();
                chars.next();
            }
        }
        tokens.push(&value[start..end]);
    }
    tokens
}

/// Whether a token may part fields: currencies and numbers may not, since values begin alike by chance.
fn may_part(token: &str) -> bool {
    let is_word = token.chars().any(char::is_alphabetic) && !token.chars().any(|c| c.is_ascii_digit());
    SIGNS.contains(token) || (is_word && !CURRENCIES.contains(&token.to_lowercase().as_str()))
}

/// Where a token begins in the value that it is part of.
fn offset(value: &str, token: &str) -> usize {
    token.as_ptr().addr() - value.as_ptr().addr()
}

/// The pieces of data that all values have, in their order: one without constant text where there is none.
///
/// Text is constant that each value has once, in the same order. O(text of the compared values).
pub(super) fn pieces(values: &[&str]) -> Vec<Affixes> {
    let whole = vec![Affixes::default()];
    let mut different: Vec<&str> = values.to_vec();
    different.sort_unstable();
    different.dedup();
    let step = different.len().div_ceil(COMPARED).max(1);
    let compared: Vec<&str> = different.iter().copied().step_by(step).collect();
    if compared.len() < MIN_FOR_ENDS {
        return whole;
    }
    let whole_kinds = compared.iter().filter(|value| kind_of(value) != ValueKind::Text).count();
    if whole_kinds as f64 >= WHOLE_KINDS * compared.len() as f64 {
        return whole;
    }
    let tokenised: Vec<Vec<&str>> = compared.iter().map(|value| tokens(value)).collect();
    let once: Vec<FxHashMap<&str, usize>> = tokenised.iter().map(|tokens| places_of_single(tokens)).collect();
    let are_alike = tokenised.iter().all(|tokens| tokens.len() == tokenised[0].len());
    // Of the first value's tokens those that all values have once, in the same order.
    let mut last: Vec<Option<usize>> = vec![None; compared.len()];
    let mut anchors: Vec<(usize, &str)> = Vec::new();
    for (at, &token) in tokenised[0].iter().enumerate().filter(|(_, token)| may_part(token)) {
        let places: Option<Vec<usize>> = once.iter().map(|places| places.get(token).copied()).collect();
        let Some(places) = places else { continue };
        let in_order = places.iter().zip(&last).all(|(place, last)| last.is_none_or(|last| *place > last));
        let at_start =
            places.iter().zip(&last).all(|(place, last)| *place == last.map_or(0, |last| last + 1))
                && anchors.len() == at;
        let at_end = tokenised.iter().zip(&places).all(|(tokens, place)| place + 1 == tokens.len());
        let is_sign = SIGNS.contains(token);
        let is_aligned = are_alike && places.iter().all(|place| *place == at);
        let in_middle = compared.len() >= MIN_FOR_MIDDLE && (is_sign || is_label(&tokenised, &places));
        if in_order && (at_start || at_end || is_aligned || in_middle) {
            last = places.into_iter().map(Some).collect();
            anchors.push((at, token));
        }
    }
    let literals = merged(compared[0], &anchors);
    let literals: Vec<String> = literals
        .into_iter()
        .filter(|literal| compared.iter().all(|value| value.matches(literal.as_str()).count() == 1))
        .collect();
    let mut pieces = Vec::new();
    for at in 0..=literals.len() {
        let before = at.checked_sub(1).map_or(String::new(), |at| literals[at].clone());
        let piece = Affixes { before, after: literals.get(at).cloned().unwrap_or_default() };
        if compared
            .iter()
            .any(|value| piece.of(value).is_some_and(|piece| piece.chars().any(char::is_alphanumeric)))
        {
            pieces.push(piece);
        }
    }
    if pieces.is_empty() || pieces.len() > MAX_PIECES { whole } else { pieces }
}

/// Whether a colon follows a token in all values.
fn is_label(tokenised: &[Vec<&str>], places: &[usize]) -> bool {
    tokenised.iter().zip(places).all(|(tokens, place)| tokens.get(place + 1) == Some(&":"))
}

/// Places of the tokens that occur once.
fn places_of_single<'v>(tokens: &[&'v str]) -> FxHashMap<&'v str, usize> {
    let (mut places, mut twice) = (FxHashMap::default(), FxHashSet::default());
    for (at, &token) in tokens.iter().enumerate() {
        if places.insert(token, at).is_some() {
            twice.insert(token);
        }
    }
    places.retain(|token, _| !twice.contains(token));
    places
}

/// Neighbouring tokens as one text.
fn merged(value: &str, anchors: &[(usize, &str)]) -> Vec<String> {
    let runs = anchors.chunk_by(|a, b| a.0 + 1 == b.0);
    let text = |run: &[(usize, &str)]| {
        let (first, last) = (run[0].1, run[run.len() - 1].1);
        value[offset(value, first)..offset(value, last) + last.len()].to_owned()
    };
    runs.map(text).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts<'v>(values: &[&'v str]) -> Vec<Vec<&'v str>> {
        let pieces = pieces(values);
        values.iter().map(|value| pieces.iter().filter_map(|piece| piece.of(value)).collect()).collect()
    }

    #[test]
    fn constant_text_around_data_is_left_out() {
        let values = ["Price: $12.50 each", "Price: $3 each", "Price: $7.20 each"];
        assert_eq!(parts(&values), [["$12.50"], ["$3"], ["$7.20"]]);
        let values = ["(Rye)", "(Oats)", "(Barley)"];
        assert_eq!(parts(&values), [["Rye"], ["Oats"], ["Barley"]]);
    }

    #[test]
    fn data_on_both_sides_of_constant_text_is_two_pieces() {
        let values =
            ["Rye | 3 kg", "Oats | 5 kg", "Old barley | 1 kg", "Peas | 2 kg", "Beans | 8 kg", "Vetch | 9 kg"];
        assert_eq!(parts(&values)[2], ["Old barley", "1"]);
        let values = ["1.8 metres (5 ft)", "1.7 metres (6 ft)", "2 metres (7 ft)"];
        assert_eq!(parts(&values)[1], ["1.7", "6"]);
        let values = ["A by: B", "C by: D", "E by: F", "G by: H", "I by: J", "K by: L m"];
        assert_eq!(parts(&values)[5], ["K", "L m"]);
    }

    #[test]
    fn few_or_unlike_values_stay_whole() {
        assert_eq!(pieces(&["The rye", "The oats"]), [Affixes::default()]);
        assert_eq!(pieces(&["Rye (old)", "Oats", "Barley (new)"]), [Affixes::default()]);
        assert_eq!(pieces(&["1 July 1997", "2 July 1997", "8 July 1997"]), [Affixes::default()]);
        assert_eq!(pieces(&["12:30", "9:15", "8:00"]), [Affixes::default()]);
        assert_eq!(pieces(&[]), [Affixes::default()]);
    }
}
