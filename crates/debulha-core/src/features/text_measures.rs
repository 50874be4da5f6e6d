//! What the text of a page is made of: words, signs, sentences, dates and prices of any subtree or block in O(1).

use crate::features::stop_words::{StopList, StopWords};
use crate::features::words::{pieces, words};
use crate::page::{Page, PageView};
use debulha_dom::{Document, NodeId};
use std::ops::{AddAssign, Range, Sub};

/// Words from which on a block is long (boilerpipe's classifiers and our trials split between 10 and 17).
pub const LONG_BLOCK_WORDS: u32 = 12;

/// Largest share of words in links of a long block (our decision: boilerpipe has a third).
pub const LONG_BLOCK_LINKS: f64 = 0.3;

/// Numbers of four digits that count as years: those of pages and of what they tell of in the last century. Other
/// numbers of four digits are mostly amounts.
const YEARS: std::ops::RangeInclusive<u32> = 1900..=2099;

/// Counts over a run of text nodes. Words are those of [`words`], so that scripts without spaces count too.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Measures {
    /// Characters, white space folded.
    pub chars: u32,
    /// Words.
    pub words: u32,
    /// Words inside `a`.
    pub link_words: u32,
    /// Words of the stop list of the page's language; 0 without a list.
    pub stop_words: u32,
    /// Words that begin with a capital letter.
    pub capitals: u32,
    /// Ends of sentences.
    pub sentences: u32,
    /// Marks of punctuation: `,.;:!?` and those of other scripts.
    pub punctuation: u32,
    /// Commas among them.
    pub commas: u32,
    /// Decimal digits.
    pub digits: u32,
    /// Text blocks that begin here.
    pub blocks: u32,
    /// Words of the long blocks that begin here: [`LONG_BLOCK_WORDS`] or more, links below [`LONG_BLOCK_LINKS`].
    pub long_words: u32,
    /// Blocks that begin here and hold a date: a year, or three numbers joined by `.`, `-` or `/`.
    pub date_blocks: u32,
    /// Blocks that begin here and hold a price: a sign of currency beside a digit or alone.
    pub price_blocks: u32,
}

macro_rules! for_each_field {
    ($do:ident) => {
        $do!(
            chars,
            words,
            link_words,
            stop_words,
            capitals,
            sentences,
            punctuation,
            commas,
            digits,
            blocks,
            long_words,
            date_blocks,
            price_blocks
        )
    };
}

impl AddAssign for Measures {
    fn add_assign(&mut self, other: Self) {
        macro_rules! add { ($($field:ident),*) => { $(self.$field += other.$field;)* }; }
        for_each_field!(add);
    }
}

impl Sub for Measures {
    type Output = Measures;

    fn sub(self, other: Self) -> Measures {
        macro_rules! subtract { ($($field:ident),*) => { Measures { $($field: self.$field - other.$field),* } }; }
        for_each_field!(subtract)
    }
}

impl Measures {
    /// Share of words inside links; 0 without words.
    pub fn link_share(&self) -> f64 {
        share(self.link_words, self.words)
    }
}

/// A share of a whole; 0 where the whole is 0.
pub fn share(part: u32, whole: u32) -> f64 {
    if whole == 0 { 0.0 } else { f64::from(part) / f64::from(whole) }
}

/// Measures of every subtree and block of a page.
#[derive(Debug)]
pub struct TextMeasures {
    /// Entry `r` sums the text nodes before the `r`-th.
    before: Vec<Measures>,
    /// By node: text nodes before it; one more entry for the end.
    runs_before: Vec<u32>,
    stop_list: Option<&'static StopList>,
}

impl TextMeasures {
    /// One pass over the text nodes. O(nodes + text); 52 bytes a text node, 4 a node.
    ///
    /// The stop list is that of the language the page declares or seems to be in.
    pub fn compute(page: &Page<'_>) -> Self {
        let doc = page.document();
        let stop_list = StopWords::Auto.list(page);
        let runs_before = runs_before(page);
        let nodes = page.text_nodes();
        let mut before = Vec::with_capacity(nodes.len() + 1);
        let mut sum = Measures::default();
        let mut reader = TextReader { stop_list, lower: String::new() };
        for block in page.text_blocks().blocks() {
            let mut whole = Measures { blocks: 1, ..Measures::default() };
            let mut parts: [bool; 2] = [false; 2];
            let first = before.len();
            for run in block.runs.clone() {
                before.push(sum);
                let node = nodes[run as usize];
                let mut counts = reader.measure(doc.text(node), &mut parts);
                counts.chars = page.stats().chars(doc, node);
                if page.stats().subtree(doc, node).link_chars > 0 {
                    counts.link_words = counts.words;
                }
                sum += counts;
                whole += counts;
            }
            if whole.words >= LONG_BLOCK_WORDS && whole.link_share() < LONG_BLOCK_LINKS {
                whole.long_words = whole.words;
            }
            let of_block = Measures {
                blocks: 1,
                long_words: whole.long_words,
                date_blocks: u32::from(parts[0]),
                price_blocks: u32::from(parts[1]),
                ..Measures::default()
            };
            // What is said of the whole block counts where it begins.
            before[first + 1..].iter_mut().for_each(|later| *later += of_block);
            sum += of_block;
        }
        before.push(sum);
        TextMeasures { before, runs_before, stop_list }
    }

    /// Measures of a range of text nodes, by their places in [`Page::text_nodes`]; a block's are its `runs`.
    #[inline]
    pub fn range(&self, runs: Range<u32>) -> Measures {
        self.before[runs.end as usize] - self.before[runs.start as usize]
    }

    /// The text nodes of a subtree, by their places in [`Page::text_nodes`].
    #[inline]
    pub fn runs(&self, doc: &Document, node: NodeId) -> Range<u32> {
        self.runs_before[node.index()]..self.runs_before[doc.subtree_end(node) as usize]
    }

    /// Measures of a subtree.
    #[inline]
    pub fn subtree(&self, doc: &Document, node: NodeId) -> Measures {
        self.range(self.runs(doc, node))
    }

    /// Whether there is a stop list for the page's language.
    pub fn has_stop_list(&self) -> bool {
        self.stop_list.is_some()
    }

    /// The stop list of the page's language.
    pub(crate) fn stop_list(&self) -> Option<&'static StopList> {
        self.stop_list
    }
}

fn runs_before(page: &Page<'_>) -> Vec<u32> {
    let mut found = Vec::with_capacity(page.document().len() + 1);
    for (run, node) in page.text_nodes().iter().enumerate() {
        found.resize(node.index() + 1, run as u32);
    }
    found.resize(page.document().len() + 1, page.text_nodes().len() as u32);
    found
}

struct TextReader {
    stop_list: Option<&'static StopList>,
    lower: String,
}

impl TextReader {
    /// Counts of one text, and whether it has a date and a price, added to `parts`.
    fn measure(&mut self, text: &str, parts: &mut [bool; 2]) -> Measures {
        let mut counts = Measures::default();
        let mut has_currency = false;
        for piece in pieces(text) {
            if piece.is_letters {
                self.letters(piece.text, &mut counts);
            } else if piece.is_ascii {
                if piece.has_words {
                    self.ascii_word(piece.text, &mut counts, parts);
                }
                has_currency |= count_ascii_signs(piece.text, text.as_bytes(), piece.end, &mut counts);
            } else {
                if piece.has_words {
                    words(piece.text).for_each(|word| self.word(word, &mut counts, parts));
                }
                has_currency |= count_signs(piece.text, text[piece.end..].chars().next(), &mut counts);
            }
        }
        parts[1] |= has_currency && has_price(text);
        counts
    }

    /// A word of ASCII letters.
    #[inline]
    fn letters(&mut self, word: &str, counts: &mut Measures) {
        counts.words += 1;
        counts.capitals += u32::from(word.starts_with(|c: char| c.is_ascii_uppercase()));
        if let Some(list) = self.stop_list {
            counts.stop_words += u32::from(list.contains_ascii(word, &mut self.lower));
        }
    }

    #[inline]
    fn ascii_word(&mut self, word: &str, counts: &mut Measures, parts: &mut [bool; 2]) {
        let bytes = word.as_bytes();
        counts.words += 1;
        let first_letter = bytes.iter().find(|byte| byte.is_ascii_alphabetic());
        counts.capitals += u32::from(first_letter.is_some_and(u8::is_ascii_uppercase));
        if let Some(list) = self.stop_list {
            let start = bytes.iter().position(u8::is_ascii_alphanumeric).unwrap_or(0);
            let end = bytes.iter().rposition(u8::is_ascii_alphanumeric).map_or(0, |last| last + 1);
            counts.stop_words += u32::from(list.contains_ascii(&word[start..end], &mut self.lower));
        }
        parts[0] |= bytes.iter().any(u8::is_ascii_digit) && is_date(word);
    }

    fn word(&mut self, word: &str, counts: &mut Measures, parts: &mut [bool; 2]) {
        counts.words += 1;
        counts.capitals +=
            u32::from(word.chars().find(|c| c.is_alphabetic()).is_some_and(char::is_uppercase));
        if let Some(list) = self.stop_list {
            let plain = word.trim_matches(|c: char| !c.is_alphanumeric());
            counts.stop_words += u32::from(list.contains(plain, &mut self.lower));
        }
        parts[0] |= is_date(word);
    }
}

/// Counts punctuation, sentences and digits of an ASCII piece of a text; whether it has a sign of currency.
#[inline]
fn count_ascii_signs(piece: &str, text: &[u8], end: usize, counts: &mut Measures) -> bool {
    let mut has_currency = false;
    let start = end - piece.len();
    for (at, byte) in (start..end).zip(piece.bytes()) {
        if byte.is_ascii_alphabetic() {
            continue;
        }
        match byte {
            b'0'..=b'9' => counts.digits += 1,
            b',' => {
                counts.commas += 1;
                counts.punctuation += 1;
            }
            b';' | b':' => counts.punctuation += 1,
            b'.' | b'!' | b'?' => {
                counts.punctuation += 1;
                counts.sentences += u32::from(match text.get(at + 1) {
                    None => true,
                    Some(&next) => matches!(next, b' ' | 0x09..=0x0d | b'"' | b'\'' | b')'),
                });
            }
            b'$' => has_currency = true,
            _ => {}
        }
    }
    has_currency
}

/// The same of any piece; `next` is the character after it.
fn count_signs(piece: &str, next: Option<char>, counts: &mut Measures) -> bool {
    let mut has_currency = false;
    let mut signs = piece.chars().chain(next).peekable();
    for _ in 0..piece.chars().count() {
        let Some(c) = signs.next() else { break };
        counts.digits += u32::from(c.is_ascii_digit());
        has_currency |= is_currency(c);
        match c {
            ',' | '，' | '、' | '،' => {
                counts.commas += 1;
                counts.punctuation += 1;
            }
            ';' | ':' | '；' | '：' | '؛' => counts.punctuation += 1,
            '.' | '!' | '?' | '…' | '؟' | '।' => {
                counts.punctuation += 1;
                let ends =
                    |&next: &char| next.is_whitespace() || matches!(next, '"' | '\'' | '”' | '’' | ')' | '»');
                counts.sentences += u32::from(signs.peek().is_none_or(ends));
            }
            '。' | '！' | '？' => {
                counts.punctuation += 1;
                counts.sentences += 1;
            }
            _ => {}
        }
    }
    has_currency
}

/// Whether a sign of currency stands beside a digit, white space aside, or alone.
fn has_price(text: &str) -> bool {
    let (mut after_digit, mut after_currency) = (false, false);
    for c in text.chars().filter(|c| !c.is_whitespace()) {
        let (is_digit, is_currency) = (c.is_ascii_digit(), is_currency(c));
        if (is_digit && after_currency) || (is_currency && after_digit) {
            return true;
        }
        (after_digit, after_currency) = (is_digit, is_currency);
    }
    let mut alone = text.trim().chars();
    alone.next().is_some_and(is_currency) && alone.next().is_none()
}

/// The signs of Unicode's category of currencies.
fn is_currency(c: char) -> bool {
    matches!(c, '$' | '\u{a2}'..='\u{a5}' | '\u{58f}' | '\u{60b}' | '\u{9f2}' | '\u{9f3}' | '\u{9fb}' | '\u{af1}'
        | '\u{bf9}' | '\u{e3f}' | '\u{17db}' | '\u{20a0}'..='\u{20cf}' | '\u{a838}' | '\u{fdfc}' | '\u{fe69}'
        | '\u{ff04}' | '\u{ffe0}' | '\u{ffe1}' | '\u{ffe5}' | '\u{ffe6}')
}

/// Whether a word is a year, or three numbers joined by `.`, `-` or `/`.
fn is_date(word: &str) -> bool {
    let plain = word.trim_matches(|c: char| !c.is_ascii_digit());
    if !matches!(plain.len(), 4..=10) {
        return false;
    }
    let Some(joint) = plain.bytes().find(|byte| !byte.is_ascii_digit()) else {
        return plain.len() == 4 && plain.parse().is_ok_and(|year| YEARS.contains(&year));
    };
    let mut parts = plain.split(char::from(joint));
    let mut is_number = || {
        parts
            .next()
            .is_some_and(|part| matches!(part.len(), 1..=4) && part.bytes().all(|byte| byte.is_ascii_digit()))
    };
    let three = is_number() && is_number() && is_number();
    matches!(joint, b'.' | b'-' | b'/') && three && parts.next().is_none()
}

impl Page<'_> {
    /// Words, signs, sentences, dates and prices of every subtree and text block.
    pub fn text_measures(&self) -> &TextMeasures {
        self.view(PageView::TextMeasures, || TextMeasures::compute(self))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use debulha_dom::{Limits, names, parse};

    #[test]
    fn subtrees_and_blocks_have_their_counts() {
        let html = "<html lang=en><body><p>The Rye, cut in 2024, is dry. <a href=x>More of it</a></p><p>Price: <b>$</b>9</p>";
        let doc = parse(html, &Limits::default()).document;
        let page = Page::new(&doc);
        let measures = TextMeasures::compute(&page);
        let p = doc.elements_named(names::P).next().expect("p");
        let expected = Measures {
            chars: 39,
            words: 10,
            link_words: 3,
            stop_words: 6,
            capitals: 3,
            sentences: 1,
            punctuation: 3,
            commas: 2,
            digits: 4,
            blocks: 1,
            date_blocks: 1,
            ..Measures::default()
        };
        assert_eq!(measures.subtree(&doc, p), expected);
        assert_eq!(measures.range(page.text_blocks().blocks()[0].runs.clone()), expected);
        let whole = measures.subtree(&doc, page.body());
        assert_eq!((whole.blocks, whole.price_blocks, whole.long_words), (2, 1, 0));
    }

    #[test]
    fn dates_are_years_or_three_numbers() {
        for date in ["2024", "(1999)", "12.03.2024", "2024-03-12", "3/12/24,"] {
            assert!(is_date(date), "{date}");
        }
        for other in ["1500", "12345", "12.03", "1.2.3.4", "12.03-2024", "a2b", "1:2:3", ""] {
            assert!(!is_date(other), "{other}");
        }
    }

    #[test]
    fn years_and_long_blocks_begin_and_end_at_their_thresholds() {
        let measures = |html: String| {
            let doc = parse(&html, &Limits::default()).document;
            Page::new(&doc).text_measures().subtree(&doc, Document::ROOT)
        };
        for (year, is_year) in [
            (YEARS.start() - 1, false),
            (*YEARS.start(), true),
            (*YEARS.end(), true),
            (YEARS.end() + 1, false),
        ] {
            assert_eq!(measures(format!("<p>In {year}")).date_blocks, u32::from(is_year), "{year}");
        }
        let block = |plain: u32, linked: u32| {
            let (plain, linked) = ("rye ".repeat(plain as usize), "rye ".repeat(linked as usize));
            measures(format!("<p>{plain}<a href=x>{linked}</a>")).long_words
        };
        assert_eq!(block(LONG_BLOCK_WORDS - 1, 0), 0);
        assert_eq!(block(LONG_BLOCK_WORDS, 0), LONG_BLOCK_WORDS);
        let at_share = (20.0 * LONG_BLOCK_LINKS) as u32;
        assert_eq!(block(21 - at_share, at_share - 1), 20);
        assert_eq!(block(20 - at_share, at_share), 0);
    }
}
