//! Where a page has a text: as the whole text of an element, of a block or of a text node.

use super::page_words::PageWords;
use super::words::GoldWords;
use debulha_core::Page;
use rustc_hash::FxHashMap;
use std::ops::Range;

/// Factor of the hash of words; odd, so that no word is lost. Hits are compared word by word.
const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;

/// Finds texts of a page, one after the other.
pub(super) struct TextPlaces<'p, 'd> {
    page: &'p Page<'d>,
    numbers: GoldWords,
    words: PageWords,
    /// By hash and number of words: places in order.
    places: FxHashMap<(u64, usize), Vec<TextPlace>>,
    /// Words before the place that may come next.
    next: usize,
}

/// Words of the page and the text nodes that they are all the words of.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct TextPlace {
    word: usize,
    end_word: usize,
    text: usize,
    end_text: usize,
}

impl<'p, 'd> TextPlaces<'p, 'd> {
    /// Reads a page in which some texts are looked for. O(nodes log nodes + text); O(1) without texts.
    pub(super) fn new<'t>(page: &'p Page<'d>, texts: impl Iterator<Item = &'t str>) -> Self {
        let wanted = texts.collect::<Vec<_>>().join("\n");
        let numbers = GoldWords::new(&wanted);
        let mut found =
            TextPlaces { page, numbers, words: PageWords::default(), places: FxHashMap::default(), next: 0 };
        if found.numbers.words.is_empty() {
            return found;
        }
        found.words = PageWords::new(page, &found.numbers);
        let hashes = Hashes::new(&found.words.words);
        for place in places(page, &found.words) {
            let key = (hashes.of(place.word..place.end_word), place.end_word - place.word);
            found.places.entry(key).or_default().push(place);
        }
        found
    }

    /// The ids of the nodes of a text: of the next place with it, else of the first. Without words it is nowhere, and
    /// that is no node. `None` where no place has the text. O(text + log places).
    pub(super) fn next(&mut self, text: &str) -> Option<Range<u32>> {
        let words = self.numbers.number(text);
        if words.is_empty() {
            return Some(0..0);
        }
        let places = self.places.get(&(hash(&words), words.len()))?;
        let after = places.partition_point(|place| place.word < self.next);
        let place = places.get(after).or_else(|| places.first())?;
        if self.words.words[place.word..place.end_word] != words[..] {
            return None;
        }
        self.next = place.end_word;
        let texts = &self.page.text_nodes()[place.text..place.end_text];
        Some(texts.first()?.0..texts.last()?.0 + 1)
    }
}

/// Every run of words that is the text of something, in order, each once: with the most text nodes.
fn places(page: &Page<'_>, words: &PageWords) -> Vec<TextPlace> {
    let texts = page.text_nodes();
    let mut first_words = vec![0; texts.len() + 1];
    for &text in &words.text_of {
        first_words[text as usize + 1] += 1;
    }
    for text in 0..texts.len() {
        first_words[text + 1] += first_words[text];
    }
    let doc = page.document();
    let place = |id: u32| texts.partition_point(|text| text.0 < id);
    let elements = doc.nodes().filter(|&node| doc.is_element(node));
    let of_elements = elements.map(|node| place(node.0)..place(doc.subtree_end(node)));
    let of_blocks =
        page.text_blocks().blocks().iter().map(|block| block.runs.start as usize..block.runs.end as usize);
    let of_texts = (0..texts.len()).map(|text| text..text + 1);
    let with_words = |range: Range<usize>| TextPlace {
        word: first_words[range.start],
        end_word: first_words[range.end],
        text: range.start,
        end_text: range.end,
    };
    let all = of_elements.chain(of_blocks).chain(of_texts).map(with_words);
    let mut found: Vec<TextPlace> = all.filter(|place| place.word < place.end_word).collect();
    found.sort_unstable_by(|a, b| {
        (a.word, a.end_word, a.text).cmp(&(b.word, b.end_word, b.text)).then(b.end_text.cmp(&a.end_text))
    });
    found.dedup_by_key(|place| (place.word, place.end_word));
    found
}

/// Hashes of all runs of words.
struct Hashes {
    /// Of the words before each.
    before: Vec<u64>,
    powers: Vec<u64>,
}

impl Hashes {
    fn new(words: &[u32]) -> Self {
        let (mut before, mut powers) = (vec![0], vec![1]);
        for (at, &word) in words.iter().enumerate() {
            before.push(then(before[at], word));
            powers.push(FACTOR.wrapping_mul(powers[at]));
        }
        Hashes { before, powers }
    }

    fn of(&self, range: Range<usize>) -> u64 {
        self.before[range.end].wrapping_sub(self.before[range.start].wrapping_mul(self.powers[range.len()]))
    }
}

fn then(hash: u64, word: u32) -> u64 {
    hash.wrapping_mul(FACTOR).wrapping_add(u64::from(word) + 1)
}

fn hash(words: &[u32]) -> u64 {
    words.iter().fold(0, |hash, &word| then(hash, word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_have_the_hash_of_their_words() {
        let words = [3, 1, 4, 1, 5, 9, 2, 6];
        let hashes = Hashes::new(&words);
        for start in 0..words.len() {
            for end in start..=words.len() {
                assert_eq!(hashes.of(start..end), hash(&words[start..end]));
            }
        }
    }
}
