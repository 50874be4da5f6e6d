//! Looking through bytes sixteen at a time: where a run of source ends, how long a text is.

mod block;

use block::{ByteBlock, Native, WIDTH};
use std::ops::{BitOr, BitOrAssign};

/// Which bytes that may not stand for themselves a run of source holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Dirt(u8);

impl Dirt {
    /// Every byte stands for itself.
    pub(crate) const NONE: Dirt = Dirt(0);
    /// `&`: perhaps a character reference.
    pub(crate) const AMPERSAND: Dirt = Dirt(1);
    /// U+000D: a newline to normalise.
    pub(crate) const CARRIAGE_RETURN: Dirt = Dirt(2);
    /// U+0000: to drop or to replace.
    pub(crate) const NUL: Dirt = Dirt(4);

    /// The same without `&`, where references mean nothing.
    #[inline]
    pub(crate) const fn without_ampersand(self) -> Self {
        Dirt(self.0 & !Self::AMPERSAND.0)
    }

    /// Whether the run holds U+0000.
    #[inline]
    pub(crate) const fn nul(self) -> bool {
        self.0 & Dirt::NUL.0 != 0
    }

    /// Whether the run holds none of them, so that its characters are its source.
    #[inline]
    pub(crate) const fn is_clean(self) -> bool {
        self.0 == 0
    }

    #[inline]
    fn of(byte: u8) -> Dirt {
        match byte {
            b'&' => Dirt::AMPERSAND,
            b'\r' => Dirt::CARRIAGE_RETURN,
            0 => Dirt::NUL,
            _ => Dirt::NONE,
        }
    }

    #[inline]
    fn when(self, holds: bool) -> Dirt {
        if holds { self } else { Dirt::NONE }
    }
}

impl BitOr for Dirt {
    type Output = Dirt;

    #[inline]
    fn bitor(self, other: Dirt) -> Dirt {
        Dirt(self.0 | other.0)
    }
}

impl BitOrAssign for Dirt {
    #[inline]
    fn bitor_assign(&mut self, other: Dirt) {
        *self = *self | other;
    }
}

/// Whether a byte is ASCII white space of the HTML standard: TAB, LF, FF, CR or SPACE.
#[inline]
pub(crate) const fn is_space(byte: u8) -> bool {
    SPACES[byte as usize]
}

static SPACES: [bool; 256] = {
    let mut spaces = [false; 256];
    spaces[b'\t' as usize] = true;
    spaces[b'\n' as usize] = true;
    spaces[0x0c] = true;
    spaces[b'\r' as usize] = true;
    spaces[b' ' as usize] = true;
    spaces
};

/// The position of the first byte at or after `from` that may end a name in a tag, or `bytes.len()`: white space and
/// controls, `/`, `=` and `>`.
///
/// O(bytes passed). `from` beyond the end is the end.
#[inline]
pub(crate) fn until_name_end(bytes: &[u8], from: usize) -> usize {
    until_name_end_in::<Native>(bytes, from)
}

#[inline]
fn until_name_end_in<B: ByteBlock>(bytes: &[u8], mut from: usize) -> usize {
    while let Some(block) = block_at::<B>(bytes, from) {
        let ends =
            block.within(0, b' ').or(block.equal(b'/')).or(block.equal(b'=')).or(block.equal(b'>')).mask();
        if ends != 0 {
            return from + ends.trailing_zeros() as usize;
        }
        from += WIDTH;
    }
    let tail = bytes.get(from..).unwrap_or_default();
    tail.iter().position(|&byte| may_end_name(byte)).map_or(bytes.len(), |at| from + at)
}

fn may_end_name(byte: u8) -> bool {
    byte <= b' ' || matches!(byte, b'/' | b'=' | b'>')
}

/// The position of the first `delimiter` at or after `from`, or `bytes.len()`, and what lies before it from `from` on.
///
/// O(bytes passed). `from` beyond the end is the end.
#[inline]
pub(crate) fn until(bytes: &[u8], from: usize, delimiter: u8) -> (usize, Dirt) {
    until_in::<Native>(bytes, from, delimiter)
}

#[inline]
fn until_in<B: ByteBlock>(bytes: &[u8], from: usize, delimiter: u8) -> (usize, Dirt) {
    // Most runs end in their first block: that one is looked at without a call.
    let Some(block) = block_at::<B>(bytes, from) else {
        return until_in_tail(bytes, from, delimiter, Dirt::NONE);
    };
    let found = FoundBytes::in_block(block, delimiter);
    match found.delimiter() {
        Some(at) => (from + at, found.dirt_before(at)),
        None => until_after::<B>(bytes, from + WIDTH, delimiter, found.dirt_before(WIDTH)),
    }
}

/// [`until`] after its first block, which holds `dirt`.
#[inline(never)]
fn until_after<B: ByteBlock>(bytes: &[u8], mut from: usize, delimiter: u8, mut dirt: Dirt) -> (usize, Dirt) {
    while let Some(block) = block_at::<B>(bytes, from) {
        let found = FoundBytes::in_block(block, delimiter);
        if let Some(at) = found.delimiter() {
            return (from + at, dirt | found.dirt_before(at));
        }
        dirt |= found.dirt_before(WIDTH);
        from += WIDTH;
    }
    until_in_tail(bytes, from, delimiter, dirt)
}

/// [`until`] in what is too short for a block.
#[cold]
fn until_in_tail(bytes: &[u8], from: usize, delimiter: u8, mut dirt: Dirt) -> (usize, Dirt) {
    let tail = bytes.get(from..).unwrap_or_default();
    for (at, &byte) in tail.iter().enumerate() {
        if byte == delimiter {
            return (from + at, dirt);
        }
        dirt |= Dirt::of(byte);
    }
    (bytes.len(), dirt)
}

/// Where a block holds the bytes that [`until`] asks for.
#[derive(Clone, Copy)]
struct FoundBytes<B> {
    delimiter: B,
    ampersand: B,
    carriage_return: B,
    nul: B,
}

impl<B: ByteBlock> FoundBytes<B> {
    #[inline]
    fn in_block(block: B, delimiter: u8) -> Self {
        FoundBytes {
            delimiter: block.equal(delimiter),
            ampersand: block.equal(b'&'),
            carriage_return: block.equal(b'\r'),
            nul: block.equal(0),
        }
    }

    /// The first delimiter.
    #[inline]
    fn delimiter(self) -> Option<usize> {
        let mask = self.delimiter.mask();
        (mask != 0).then(|| mask.trailing_zeros() as usize)
    }

    /// What lies before a position of the block.
    #[inline]
    fn dirt_before(self, at: usize) -> Dirt {
        let before = ((1u32 << at) - 1) as u16;
        if self.ampersand.or(self.carriage_return).or(self.nul).mask() & before == 0 {
            return Dirt::NONE;
        }
        Dirt::AMPERSAND.when(self.ampersand.mask() & before != 0)
            | Dirt::CARRIAGE_RETURN.when(self.carriage_return.mask() & before != 0)
            | Dirt::NUL.when(self.nul.mask() & before != 0)
    }
}

/// The position of the first byte at or after `from` that is one of `marks`. O(bytes passed).
#[inline]
pub(crate) fn first_of<const N: usize>(bytes: &[u8], from: usize, marks: [u8; N]) -> Option<usize> {
    first_of_in::<Native, N>(bytes, from, marks)
}

#[inline]
fn first_of_in<B: ByteBlock, const N: usize>(bytes: &[u8], mut from: usize, marks: [u8; N]) -> Option<usize> {
    while let Some(block) = block_at::<B>(bytes, from) {
        let found = marks[1..].iter().fold(block.equal(marks[0]), |found, &mark| found.or(block.equal(mark)));
        let mask = found.mask();
        if mask != 0 {
            return Some(from + mask.trailing_zeros() as usize);
        }
        from += WIDTH;
    }
    let tail = bytes.get(from..)?;
    tail.iter().position(|byte| marks.contains(byte)).map(|at| from + at)
}

/// Characters and words of a text after each run of white space is folded to one space and both ends are trimmed.
///
/// White space is [`char::is_whitespace`]; a word is a maximal run without it. O(bytes).
pub(crate) fn measure(text: &str) -> (u32, u32) {
    measure_in::<Native>(text)
}

fn measure_in<B: ByteBlock>(text: &str) -> (u32, u32) {
    let bytes = text.as_bytes();
    let mut count = MeasureCount::default();
    let mut at = 0;
    while at < bytes.len() {
        let (block, skip) = block_at::<B>(bytes, at).map_or_else(
            || {
                (
                    B::load(&bytes.last_chunk().copied().unwrap_or_else(|| at_the_end(bytes))),
                    at + WIDTH - bytes.len(),
                )
            },
            |block| (block, 0),
        );
        count.block(bytes, at, block, skip);
        at += WIDTH;
    }
    let (characters, words) = (count.sums as u32, (count.sums >> 32) as u32);
    // One space between words is what is left of the white space.
    (characters + words.saturating_sub(1), words)
}

/// A block that ends with `bytes`, one to fifteen of them, put together from loads that overlap: most text nodes are
/// that short, and a copy byte by byte would take longer than the count.
#[inline]
fn at_the_end(bytes: &[u8]) -> [u8; WIDTH] {
    let length = bytes.len();
    let place = |part: u64, at: usize| u128::from(part) << (8 * (WIDTH - length + at));
    let block = if let (Some(first), Some(last)) = (bytes.first_chunk::<8>(), bytes.last_chunk::<8>()) {
        place(u64::from_le_bytes(*first), 0) | place(u64::from_le_bytes(*last), length - 8)
    } else if let (Some(first), Some(last)) = (bytes.first_chunk::<4>(), bytes.last_chunk::<4>()) {
        place(u32::from_le_bytes(*first).into(), 0) | place(u32::from_le_bytes(*last).into(), length - 4)
    } else {
        [0, length / 2, length - 1].iter().fold(0, |block, &at| block | place(bytes[at].into(), at))
    };
    block.to_le_bytes()
}

/// What [`measure`] has counted so far.
#[derive(Default)]
struct MeasureCount {
    /// Characters that are no white space, and in the upper half words.
    sums: u64,
    /// Whether the last byte belongs to a word.
    in_word: bool,
    /// Bytes to come that belong to a white-space character already seen, a bit for each.
    space: u32,
}

impl MeasureCount {
    /// Counts the bytes from `at` on, which are those of `block` after its first `skip`.
    #[inline]
    fn block<B: ByteBlock>(&mut self, bytes: &[u8], at: usize, block: B, skip: usize) {
        let ascii = block.equal(b' ').or(block.within(b'\t', b'\r')).mask() >> skip;
        let mut space = self.space | u32::from(ascii);
        let mut continuation = 0;
        if block.within(0x80, 0xff).mask() >> skip != 0 {
            let mut leads = block.equal(0xc2).or(block.within(0xe1, 0xe3)).mask() >> skip;
            while leads != 0 {
                let lead = leads.trailing_zeros();
                let length = wide_space(&bytes[at + lead as usize..]);
                space |= ((1 << length) - 1) << lead;
                leads &= leads - 1;
            }
            continuation = block.within(0x80, 0xbf).mask() >> skip;
        }
        let word = !(space as u16) & u16::MAX >> skip;
        let starts = word & !(word << 1 | u16::from(self.in_word));
        self.sums += ones(word & !continuation, starts);
        self.in_word = word >> (WIDTH - 1) != 0;
        self.space = space >> WIDTH;
    }
}

/// The number of bits set in each of two masks, the second's in the upper half.
///
/// Both at once, since not every x86-64 processor has an instruction for it.
#[inline]
fn ones(low: u16, high: u16) -> u64 {
    const ALTERNATE: u64 = 0x5555_5555_5555_5555;
    const PAIRS: u64 = 0x3333_3333_3333_3333;
    const NIBBLES: u64 = 0x0f0f_0f0f_0f0f_0f0f;
    const HALVES: u64 = 0x0000_00ff_0000_00ff;
    let mut bits = u64::from(low) | u64::from(high) << 32;
    bits -= bits >> 1 & ALTERNATE;
    bits = (bits & PAIRS) + (bits >> 2 & PAIRS);
    bits = (bits + (bits >> 4)) & NIBBLES;
    (bits + (bits >> 8)) & HALVES
}

/// Bytes of the white-space character beyond ASCII that a text starts with; 0 where it starts with none.
#[inline]
fn wide_space(text: &[u8]) -> u32 {
    match text {
        // U+0085 and U+00A0.
        [0xc2, 0x85 | 0xa0, ..] => 2,
        // U+1680; U+2000 to U+200A, U+2028, U+2029 and U+202F; U+205F; U+3000.
        [0xe1, 0x9a, 0x80, ..]
        | [0xe2, 0x80, 0x80..=0x8a | 0xa8 | 0xa9 | 0xaf, ..]
        | [0xe2, 0x81, 0x9f, ..]
        | [0xe3, 0x80, 0x80, ..] => 3,
        _ => 0,
    }
}

/// The block at a position; `None` where fewer than [`WIDTH`] bytes are left.
#[inline]
fn block_at<B: ByteBlock>(bytes: &[u8], at: usize) -> Option<B> {
    Some(B::load(bytes.get(at..)?.first_chunk()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    type Portable = [u8; WIDTH];

    /// Lengths to try: several blocks; under Miri, which is slow, two.
    const LENGTHS: usize = if cfg!(miri) { 34 } else { 80 };

    fn config() -> ProptestConfig {
        // Miri has no files to keep failures in.
        ProptestConfig {
            cases: if cfg!(miri) { 8 } else { 2000 },
            failure_persistence: None,
            ..ProptestConfig::default()
        }
    }

    fn until_one_by_one(bytes: &[u8], from: usize, delimiter: u8) -> (usize, Dirt) {
        let end = bytes[from..].iter().position(|&b| b == delimiter).map_or(bytes.len(), |at| from + at);
        (end, bytes[from..end].iter().fold(Dirt::NONE, |dirt, &b| dirt | Dirt::of(b)))
    }

    fn measure_one_by_one(text: &str) -> (u32, u32) {
        let words: Vec<_> = text.split(char::is_whitespace).filter(|word| !word.is_empty()).collect();
        (words.join(" ").chars().count() as u32, words.len() as u32)
    }

    fn assert_until(bytes: &[u8], from: usize, delimiter: u8) {
        let expected = until_one_by_one(bytes, from, delimiter);
        assert_eq!(until(bytes, from, delimiter), expected, "{bytes:?} from {from}");
        let portable = until_in::<Portable>(bytes, from, delimiter);
        assert_eq!(portable, expected, "{bytes:?} from {from}");
    }

    fn assert_first_of(bytes: &[u8], from: usize) {
        const MARKS: [u8; 3] = *b"<&\0";
        let expected = bytes[from..].iter().position(|byte| MARKS.contains(byte)).map(|at| from + at);
        assert_eq!(first_of(bytes, from, MARKS), expected, "{bytes:?} from {from}");
        assert_eq!(first_of_in::<Portable, 3>(bytes, from, MARKS), expected, "{bytes:?} from {from}");
    }

    fn assert_measure(text: &str) {
        let expected = measure_one_by_one(text);
        assert_eq!(measure(text), expected, "{text:?}");
        assert_eq!(measure_in::<Portable>(text), expected, "{text:?}");
    }

    #[test]
    fn a_run_ends_at_its_delimiter_and_tells_what_it_holds() {
        assert_eq!(until(b"a & b<\r", 0, b'<'), (5, Dirt::AMPERSAND));
        assert_eq!(until(b"a & b<\r", 3, b'<'), (5, Dirt::NONE));
        assert_eq!(until(b"\0\r", 0, b'<'), (2, Dirt::NUL | Dirt::CARRIAGE_RETURN));
        assert_eq!(until(b"", 0, b'<'), (0, Dirt::NONE));
        assert_eq!(until(b"&", 1, b'<'), (1, Dirt::NONE));
        assert_eq!(until(b"&", 7, b'<'), (1, Dirt::NONE));
        let dirt = Dirt::NUL | Dirt::AMPERSAND;
        assert_eq!(dirt, Dirt::NUL | Dirt::AMPERSAND);
        assert!(dirt.nul() && !dirt.is_clean());
        assert_eq!(dirt.without_ampersand(), Dirt::NUL);
        assert!(Dirt::NONE.is_clean());
    }

    #[test]
    fn every_position_of_a_byte_is_found_at_every_alignment() {
        for byte in [b'<', b'&', b'\r', 0] {
            for length in 0..LENGTHS {
                for at in (0..length).step_by(if cfg!(miri) { 5 } else { 1 }) {
                    let mut bytes = vec![b'x'; length];
                    bytes[at] = byte;
                    for from in (0..=length).step_by(if cfg!(miri) { 7 } else { 1 }) {
                        assert_until(&bytes, from, b'<');
                    }
                }
            }
        }
    }

    #[test]
    fn white_space_is_folded_and_trimmed() {
        assert_eq!(measure("  ab \n\t c "), (4, 2));
        assert_eq!(measure(" \n "), (0, 0));
        assert_eq!(measure(""), (0, 0));
        assert_eq!(measure("ação\u{a0}já"), (7, 2));
        assert_eq!(measure("a\u{1c}b\u{b}c"), (5, 2));
    }

    #[test]
    fn every_white_space_is_seen_at_every_position_of_a_block() {
        for space in ('\0'..='\u{3001}').filter(|c| c.is_whitespace() || ('\u{200b}'..'\u{200e}').contains(c))
        {
            for before in 0..LENGTHS.min(40) {
                for filling in ["a", "é", "中", "😀"] {
                    let filling = filling.repeat(before);
                    assert_measure(&format!("{filling}{space}b"));
                    assert_measure(&format!(".{filling}{space}{space}bé"));
                }
            }
        }
    }

    #[test]
    fn space_is_that_of_html() {
        let spaces: Vec<u8> = (0..=u8::MAX).filter(|&byte| is_space(byte)).collect();
        assert_eq!(spaces, b"\t\n\x0c\r ");
    }

    proptest! {
        #![proptest_config(config())]
        #[test]
        fn ends_of_names_are_those_of_a_byte_loop(bytes in proptest::collection::vec(prop_oneof![Just(b'a'), any::<u8>()], 0..70), from in 0usize..72) {
            let expected = (from..bytes.len()).find(|&at| may_end_name(bytes[at])).unwrap_or(bytes.len());
            prop_assert_eq!(until_name_end(&bytes, from), expected);
            prop_assert_eq!(until_name_end_in::<[u8; WIDTH]>(&bytes, from), expected);
        }


        #[test]
        fn all_blocks_find_the_same_runs(
            bytes in prop::collection::vec(prop_oneof![4 => Just(b'x'), 1 => any::<u8>(), 1 => prop::sample::select(b"<&\r\0".to_vec())], 0..LENGTHS),
            from in any::<prop::sample::Index>(),
            delimiter in prop_oneof![Just(b'<'), Just(b'&'), Just(b'\r'), Just(0), Just(b'x')],
        ) {
            assert_until(&bytes, from.index(bytes.len() + 1), delimiter);
            assert_first_of(&bytes, from.index(bytes.len() + 1));
        }

        #[test]
        fn all_blocks_measure_the_same(
            text in "[a-z \n\u{b}\u{1c}\u{85}\u{a0}é\u{1680}ᚁ\u{180e}\u{2000}-\u{200f}\u{2028}-\u{202f}\u{205f}“”\u{3000}、中😀]{0,60}"
        ) {
            assert_measure(&text);
        }

        #[test]
        fn any_text_is_measured(text in any::<String>()) {
            assert_measure(&text);
        }
    }
}
