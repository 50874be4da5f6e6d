//! Alignment of two sequences of words in order, sparse: only pairs of equal words are looked at.

use super::words::NOT_IN_GOLD;
use std::ops::Range;

/// What a match is worth, and how much is looked at.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Gains {
    /// Of a match.
    pub(crate) single: u32,
    /// Of a match right after another, on both sides.
    pub(crate) follow: u32,
    /// Pairs of equal words that are looked at in all.
    pub(crate) max_pairs: u64,
}

/// Positions of two equal words, first in the page, then in the gold.
pub(crate) type Match = (u32, u32);

/// The matches with the highest sum of gains, in order on both sides. Page words that the gold does not have are
/// [`NOT_IN_GOLD`]. `words` is above all numbers of words.
///
/// Of alignments with equal sums, the one whose matches come latest in the page is taken: repeated text is taken where
/// it is nearest to what follows it.
///
/// # Cost
/// O(n + pairs · log gold), where pairs are those of equal words, at most `max_pairs`. Where there are more, rare words
/// go first: as many as make half of the pairs that are left are aligned; their matches grow over equal neighbours, and
/// what lies between them is aligned by itself, with half as many pairs again. So each word is looked at in at most
/// log `max_pairs` rounds, and the result is the best one only within each piece.
pub(crate) fn align(page: &[u32], gold: &[u32], words: usize, gains: Gains) -> Vec<Match> {
    let mut aligner =
        Aligner { page, gold, places: WordPlaces::new(gold, words), gains, left: gains.max_pairs };
    let mut found = Vec::new();
    let mut pieces = vec![AlignedRun { page: 0..page.len() as u32, gold: 0..gold.len() as u32 }];
    // The last piece is the first in the texts: matches come in order.
    while let Some(piece) = pieces.pop() {
        if piece.page.is_empty() || piece.gold.is_empty() {
            continue;
        }
        let pairs = aligner.pairs(&piece, &|_| true);
        if pairs <= aligner.left {
            found.extend(aligner.best(&piece, pairs, &|_| true));
        } else {
            let anchors = aligner.anchors(&piece);
            pieces.extend(aligner.grow(&piece, &anchors, &mut found));
        }
    }
    found.sort_unstable();
    found
}

/// A run of the page and one of the gold that belong together.
#[derive(Debug, Clone)]
struct AlignedRun {
    page: Range<u32>,
    gold: Range<u32>,
}

/// Where each word is in the gold.
struct WordPlaces {
    /// Ends of each word's positions; they begin where those of the word before end.
    ends: Vec<u32>,
    positions: Vec<u32>,
}

impl WordPlaces {
    fn new(gold: &[u32], words: usize) -> Self {
        // Starts first; filling in moves each to the word's end.
        let mut ends = vec![0_u32; words + 1];
        for &word in gold {
            ends[word as usize + 1] += 1;
        }
        for word in 0..words {
            ends[word + 1] += ends[word];
        }
        let mut positions = vec![0; gold.len()];
        for (position, &word) in gold.iter().enumerate() {
            let end = &mut ends[word as usize];
            positions[*end as usize] = position as u32;
            *end += 1;
        }
        WordPlaces { ends, positions }
    }

    /// Positions of a word in a run of the gold, in order. O(log gold).
    fn of(&self, word: u32, within: &Range<u32>) -> &[u32] {
        if word == NOT_IN_GOLD {
            return &[];
        }
        let start = if word == 0 { 0 } else { self.ends[word as usize - 1] };
        let all = &self.positions[start as usize..self.ends[word as usize] as usize];
        let first = all.partition_point(|&position| position < within.start);
        let len = all[first..].partition_point(|&position| position < within.end);
        &all[first..first + len]
    }
}

/// A pair of equal words with the best alignment that ends in it.
struct Pair {
    at: Match,
    /// The pair before it, by number; itself where it is the first.
    before: u32,
}

struct Aligner<'t> {
    page: &'t [u32],
    gold: &'t [u32],
    places: WordPlaces,
    gains: Gains,
    /// Pairs that may still be looked at.
    left: u64,
}

impl Aligner<'_> {
    /// Pairs of equal words in a piece.
    fn pairs(&self, piece: &AlignedRun, takes: &dyn Fn(u32) -> bool) -> u64 {
        let words = self.page[piece.page.start as usize..piece.page.end as usize].iter();
        let taken = words.filter(|&&word| word != NOT_IN_GOLD && takes(word));
        taken.map(|&word| self.places.of(word, &piece.gold).len() as u64).sum()
    }

    /// The best alignment of a piece by some of its words.
    fn best(&mut self, piece: &AlignedRun, pairs: u64, takes: &dyn Fn(u32) -> bool) -> Vec<Match> {
        self.left -= pairs.min(self.left);
        let mut seen: Vec<Pair> = Vec::with_capacity(pairs as usize);
        let mut best = PrefixMaximum::new(piece.gold.len());
        // Position in the gold, sum and number of each pair of the word before, and of this one.
        let mut row_before: Vec<(u32, u32, u32)> = Vec::new();
        let mut row: Vec<(u32, u32, u32)> = Vec::new();
        for at in piece.page.clone() {
            let word = self.page[at as usize];
            row.clear();
            if word != NOT_IN_GOLD && takes(word) {
                let mut neighbour = row_before.iter().peekable();
                for &position in self.places.of(word, &piece.gold) {
                    let number = seen.len() as u32;
                    let (mut sum, mut before) = match best.below(position - piece.gold.start) {
                        (0, _) => (self.gains.single, number),
                        (sum, before) => (sum + self.gains.single, before),
                    };
                    while neighbour.next_if(|&&(gold, ..)| gold + 1 < position).is_some() {}
                    if let Some(&&(gold, neighbour_sum, neighbour_number)) = neighbour.peek()
                        && gold + 1 == position
                        && neighbour_sum + self.gains.follow >= sum
                    {
                        (sum, before) = (neighbour_sum + self.gains.follow, neighbour_number);
                    }
                    seen.push(Pair { at: (at, position), before });
                    row.push((position, sum, number));
                }
                for &(position, sum, number) in &row {
                    best.raise(position - piece.gold.start, sum, number);
                }
            }
            std::mem::swap(&mut row_before, &mut row);
        }
        let (sum, mut number) = best.below(piece.gold.len() as u32);
        let mut found = Vec::new();
        let mut pair = seen.get(number as usize).filter(|_| sum > 0);
        while let Some(Pair { at, before }) = pair {
            found.push(*at);
            pair = (*before != number).then(|| &seen[*before as usize]);
            number = *before;
        }
        found.reverse();
        found
    }

    /// The best alignment of a piece by its rarest words, as many as half of the pairs that are left allow.
    fn anchors(&mut self, piece: &AlignedRun) -> Vec<Match> {
        let mut rarity: Vec<(u64, u32)> = Vec::new();
        let mut words: Vec<u32> = self.page[piece.page.start as usize..piece.page.end as usize].to_vec();
        words.sort_unstable();
        for same in words.chunk_by(|a, b| a == b) {
            let there = self.places.of(same[0], &piece.gold).len() as u64;
            if there > 0 {
                rarity.push((there * same.len() as u64, same[0]));
            }
        }
        rarity.sort_unstable();
        let mut pairs = 0;
        let rare = rarity.iter().take_while(|(count, _)| {
            pairs += count;
            pairs <= self.left / 2
        });
        let mut rare: Vec<u32> = rare.map(|&(_, word)| word).collect();
        rare.sort_unstable();
        let takes = |word| rare.binary_search(&word).is_ok();
        let pairs = self.pairs(piece, &takes);
        self.best(piece, pairs, &takes)
    }

    /// Adds anchors with the equal words beside them to what was found. Gives the pieces between them, the last one
    /// first; none where nothing was found.
    fn grow(&self, piece: &AlignedRun, anchors: &[Match], found: &mut Vec<Match>) -> Vec<AlignedRun> {
        let before = found.len();
        let mut pieces = Vec::new();
        let (mut page, mut gold) = (piece.page.start, piece.gold.start);
        let equal = |page: u32, gold: u32| self.page[page as usize] == self.gold[gold as usize];
        let end = (piece.page.end, piece.gold.end);
        for &(page_end, gold_end) in anchors.iter().chain([&end]) {
            while page < page_end && gold < gold_end && equal(page, gold) {
                found.push((page, gold));
                (page, gold) = (page + 1, gold + 1);
            }
            let (mut page_last, mut gold_last) = (page_end, gold_end);
            while page < page_last && gold < gold_last && equal(page_last - 1, gold_last - 1) {
                (page_last, gold_last) = (page_last - 1, gold_last - 1);
                found.push((page_last, gold_last));
            }
            pieces.push(AlignedRun { page: page..page_last, gold: gold..gold_last });
            if (page_end, gold_end) != end {
                found.push((page_end, gold_end));
                (page, gold) = (page_end + 1, gold_end + 1);
            }
        }
        if found.len() == before {
            return Vec::new();
        }
        pieces.reverse();
        pieces
    }
}

/// Highest sums before each position, with the pair that has it (a Fenwick tree).
struct PrefixMaximum(Vec<(u32, u32)>);

impl PrefixMaximum {
    fn new(len: usize) -> Self {
        PrefixMaximum(vec![(0, 0); len + 1])
    }

    /// The highest sum at the positions below one; of equal ones, that of the latest pair. O(log n).
    fn below(&self, position: u32) -> (u32, u32) {
        let mut best = (0, 0);
        let mut at = position as usize;
        while at > 0 {
            best = best.max(self.0[at]);
            at &= at - 1;
        }
        best
    }

    /// O(log n).
    fn raise(&mut self, position: u32, sum: u32, number: u32) {
        let mut at = position as usize + 1;
        while at < self.0.len() {
            self.0[at] = self.0[at].max((sum, number));
            at += at & at.wrapping_neg();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use debulha_core::features::random::SplitMix64;

    const GAINS: Gains = Gains { single: 1, follow: 3, max_pairs: 1_000_000 };

    fn sum(found: &[Match]) -> u32 {
        let follows = |pair: &[Match]| pair[1] == (pair[0].0 + 1, pair[0].1 + 1);
        let following = found.windows(2).filter(|pair| follows(pair)).count() as u32;
        following * GAINS.follow + (found.len() as u32 - following) * GAINS.single
    }

    /// The full table, as the definition has it.
    fn best_sum(page: &[u32], gold: &[u32]) -> u32 {
        let mut ending = vec![vec![0; gold.len() + 1]; page.len() + 1];
        let mut best = ending.clone();
        for i in 1..=page.len() {
            for j in 1..=gold.len() {
                if page[i - 1] == gold[j - 1] {
                    let follow = ending[i - 1][j - 1];
                    let follow = if follow > 0 { follow + GAINS.follow } else { 0 };
                    ending[i][j] = follow.max(best[i - 1][j - 1] + GAINS.single);
                }
                best[i][j] = best[i - 1][j].max(best[i][j - 1]).max(ending[i][j]);
            }
        }
        best[page.len()][gold.len()]
    }

    fn is_alignment(found: &[Match], page: &[u32], gold: &[u32]) -> bool {
        found.windows(2).all(|pair| pair[0].0 < pair[1].0 && pair[0].1 < pair[1].1)
            && found.iter().all(|&(i, j)| page[i as usize] == gold[j as usize])
    }

    #[test]
    fn the_sum_is_that_of_the_full_table() {
        let mut random = SplitMix64::new(7);
        for words in [1, 2, 5, 20] {
            for _ in 0..200 {
                let mut draw =
                    |len: u64| -> Vec<u32> { (0..len).map(|_| (random.next_u64() % words) as u32).collect() };
                let (page, gold) = (draw(30), draw(20));
                let found = align(&page, &gold, words as usize, GAINS);
                assert!(is_alignment(&found, &page, &gold));
                assert_eq!(sum(&found), best_sum(&page, &gold), "{page:?} {gold:?}");
                let some = align(&page, &gold, words as usize, Gains { max_pairs: 40, ..GAINS });
                assert!(is_alignment(&some, &page, &gold));
            }
        }
    }

    #[test]
    fn words_in_a_row_beat_scattered_ones() {
        // "0 1 2" stands whole at the end; its words are scattered before.
        let page = [0, 9, 1, 9, 9, 0, 1, 2].map(|word| if word == 9 { NOT_IN_GOLD } else { word });
        assert_eq!(align(&page, &[0, 1, 2], 3, GAINS), [(5, 0), (6, 1), (7, 2)]);
    }

    #[test]
    fn rare_words_cut_what_is_too_large() {
        // Each line is "0 0 0 line": 3 · 3 · 100² pairs of zeros, and 100 of the rest.
        let text: Vec<u32> = (0..100).flat_map(|line| [0, 0, 0, line + 1]).collect();
        let found = align(&text, &text, 101, Gains { max_pairs: 1000, ..GAINS });
        assert_eq!(found.len(), 400);
    }

    #[test]
    fn one_word_repeated_is_bounded() {
        let page = vec![0; 100_000];
        assert_eq!(align(&page, &page[..50_000], 1, GAINS).len(), 50_000);
        assert!(align(&[], &[], 0, GAINS).is_empty());
    }
}
