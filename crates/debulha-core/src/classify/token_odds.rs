//! Log-odds of content by token, learned by counting.

use serde::{Deserialize, Serialize};

/// Steps of a log-odds of 1 in a table.
pub const STEPS: f32 = 16.0;

/// What tells the log-odds of a token (`features::page_tokens`); 0 for one that says nothing.
pub trait Odds {
    /// The log-odds of content of text with the token, less that of all text.
    fn odds(&self, token: u32) -> f32;
}

/// The nearest value that a table can hold.
pub fn stepped(odds: f32) -> f32 {
    f32::from((odds * STEPS).round().clamp(-127.0, 127.0) as i8) / STEPS
}

/// A table of tokens and their log-odds, five bytes a token in a file.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(from = "StoredTokenOdds", into = "StoredTokenOdds")]
pub struct TokenOdds {
    stored: StoredTokenOdds,
    /// By hash; a power of two of places, at most half of them taken.
    tokens: Vec<u32>,
    /// The log-odds of the tokens in steps, 0 where there is none: most words that say nothing end in this small table.
    steps: Vec<i8>,
}

/// What a file holds.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
struct StoredTokenOdds {
    /// Differences of the tokens in ascending order.
    gaps: Vec<u32>,
    /// Log-odds in steps, 0 for none.
    steps: Vec<i8>,
}

impl TokenOdds {
    /// A table of these tokens; those whose log-odds round to 0 are left out. O(n log n).
    pub fn new(odds: impl IntoIterator<Item = (u32, f32)>) -> Self {
        let mut all: Vec<(u32, i8)> =
            odds.into_iter().map(|(token, odds)| (token, (stepped(odds) * STEPS) as i8)).collect();
        all.retain(|&(_, step)| step != 0);
        all.sort_unstable();
        all.dedup_by_key(|&mut (token, _)| token);
        let mut last = 0;
        let gaps = all.iter().map(|&(token, _)| token - std::mem::replace(&mut last, token)).collect();
        StoredTokenOdds { gaps, steps: all.iter().map(|&(_, step)| step).collect() }.into()
    }

    /// Number of tokens.
    pub fn len(&self) -> usize {
        self.stored.gaps.len()
    }

    /// Whether there are no tokens.
    pub fn is_empty(&self) -> bool {
        self.stored.gaps.is_empty()
    }
}

impl From<StoredTokenOdds> for TokenOdds {
    fn from(stored: StoredTokenOdds) -> Self {
        if stored.gaps.is_empty() {
            return TokenOdds::default();
        }
        let size = (stored.gaps.len() * 2).next_power_of_two();
        let (mut tokens, mut steps) = (vec![0; size], vec![0; size]);
        let mut token: u32 = 0;
        for (&gap, &step) in stored.gaps.iter().zip(&stored.steps) {
            token = token.wrapping_add(gap);
            let mut at = token as usize & (size - 1);
            while steps[at] != 0 && tokens[at] != token {
                at = (at + 1) & (size - 1);
            }
            (tokens[at], steps[at]) = (token, step);
        }
        TokenOdds { stored, tokens, steps }
    }
}

impl From<TokenOdds> for StoredTokenOdds {
    fn from(table: TokenOdds) -> Self {
        table.stored
    }
}

impl Odds for TokenOdds {
    #[inline]
    fn odds(&self, token: u32) -> f32 {
        let mask = self.steps.len().wrapping_sub(1);
        let mut at = token as usize & mask;
        while let Some(&step) = self.steps.get(at) {
            // Both are read, for whether a token is there at all cannot be predicted.
            #[allow(clippy::needless_bitwise_bool)]
            if (step == 0) | (self.tokens[at] == token) {
                return f32::from(step) / STEPS;
            }
            at = (at + 1) & mask;
        }
        0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_gives_what_was_put_in_to_a_sixteenth() {
        let odds = |token: u32| (token % 37) as f32 / 10.0 - 1.8;
        let tokens = || (0..5000_u32).map(|n| n.wrapping_mul(2_654_435_761));
        let table = TokenOdds::new(tokens().map(|token| (token, odds(token))));
        for token in tokens() {
            assert!((table.odds(token) - odds(token)).abs() <= 0.5 / STEPS);
        }
        assert_eq!(table.odds(12345), 0.0);
        assert_eq!(TokenOdds::default().odds(1), 0.0);
        assert_eq!(TokenOdds::new([(1, 0.01), (2, 99.0)]).len(), 1);
        let bytes = postcard::to_stdvec(&table).unwrap_or_default();
        assert_eq!(postcard::from_bytes::<TokenOdds>(&bytes), Ok(table));
    }
}
