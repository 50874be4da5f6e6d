//! Character references: `&eacute;`, `&#233;`, `&#xE9;`.

mod table;

use table::{LONGEST, LONGEST_LEGACY, NAMED, NAMES};

/// What a reference stands for: one character or, for some named references, two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ReferenceChars {
    /// The first or only character.
    pub(crate) first: char,
    /// The second of two.
    pub(crate) second: Option<char>,
}

impl ReferenceChars {
    const fn one(first: char) -> Self {
        ReferenceChars { first, second: None }
    }
}

/// A named reference, whose name is a part of [`NAMES`].
struct NamedReference {
    /// Where the name ends; it starts where the one before ends.
    end: u16,
    /// Whether the name is a reference without its semicolon too, as old pages write it.
    legacy: bool,
    characters: ReferenceChars,
}

impl NamedReference {
    const fn one(end: u16, character: char) -> Self {
        NamedReference { end, legacy: false, characters: ReferenceChars::one(character) }
    }

    const fn two(end: u16, first: char, second: char) -> Self {
        NamedReference { end, legacy: false, characters: ReferenceChars { first, second: Some(second) } }
    }

    const fn legacy(end: u16, character: char) -> Self {
        NamedReference { end, legacy: true, characters: ReferenceChars::one(character) }
    }
}

/// The character reference after an ampersand, as the standard's tokenizer reads it: what it stands for and how many
/// bytes of `after` it takes, the semicolon included. `None` where the ampersand stands for itself.
///
/// `&amp;` is `after = b"amp;"` and answers `&` and 4. Text reads `&copy2` as `©2`; an attribute value, where
/// `?a=1&copy=2` is common, takes no name without a semicolon before `=` or an ASCII letter or digit.
///
/// O(bytes taken), and O(1) where none are.
#[inline]
pub(crate) fn reference(after: &[u8], in_attribute: bool) -> Option<(ReferenceChars, usize)> {
    // The five names are 19 of 20 references on the pages of wcxb-dev; the others are searched for.
    match after {
        [b'n', b'b', b's', b'p', b';', ..] => Some((ReferenceChars::one('\u{a0}'), 5)),
        [b'a', b'm', b'p', b';', ..] => Some((ReferenceChars::one('&'), 4)),
        [b'q', b'u', b'o', b't', b';', ..] => Some((ReferenceChars::one('"'), 5)),
        [b'l', b't', b';', ..] => Some((ReferenceChars::one('<'), 3)),
        [b'g', b't', b';', ..] => Some((ReferenceChars::one('>'), 3)),
        [b'#', b'x' | b'X', digits @ ..] => {
            numeric(digits, 16).map(|(character, taken)| (ReferenceChars::one(character), 2 + taken))
        }
        [b'#', digits @ ..] => {
            numeric(digits, 10).map(|(character, taken)| (ReferenceChars::one(character), 1 + taken))
        }
        [first, ..] if first.is_ascii_alphabetic() => named(after, in_attribute),
        _ => None,
    }
}

/// Any number from here on is no character.
const BEYOND_UNICODE: u32 = 0x11_0000;

/// The character of a numeric reference and how many bytes digits and semicolon take; `None` without a digit.
fn numeric(digits: &[u8], radix: u32) -> Option<(char, usize)> {
    let mut number = 0;
    let mut taken = 0;
    while let Some(digit) = digits.get(taken).and_then(|&byte| char::from(byte).to_digit(radix)) {
        number = (number * radix + digit).min(BEYOND_UNICODE);
        taken += 1;
    }
    if taken == 0 {
        return None;
    }
    taken += usize::from(digits.get(taken) == Some(&b';'));
    let character = match number {
        0 => char::REPLACEMENT_CHARACTER,
        0x80..=0x9f => C1_REPLACEMENTS[number as usize - 0x80],
        // Surrogates are no characters either.
        _ => char::from_u32(number).unwrap_or(char::REPLACEMENT_CHARACTER),
    };
    Some((character, taken))
}

/// The character that a reference to a control character stands for: that of windows-1252 for U+0080 to U+009F, where it has one.
///
/// ```
/// assert_eq!(debulha_dom::c1_replacement('\u{93}'), Some('“'));
/// assert_eq!(debulha_dom::c1_replacement('\u{81}'), None);
/// ```
pub fn c1_replacement(c: char) -> Option<char> {
    let number = u32::from(c).checked_sub(0x80)?;
    C1_REPLACEMENTS.get(number as usize).copied().filter(|replacement| !replacement.is_control())
}

/// What numbers 0x80 to 0x9F stand for: the characters that windows-1252 has there.
#[rustfmt::skip]
static C1_REPLACEMENTS: [char; 32] = [
    '\u{20ac}', '\u{81}',   '\u{201a}', '\u{192}',  '\u{201e}', '\u{2026}', '\u{2020}', '\u{2021}',
    '\u{2c6}',  '\u{2030}', '\u{160}',  '\u{2039}', '\u{152}',  '\u{8d}',   '\u{17d}',  '\u{8f}',
    '\u{90}',   '\u{2018}', '\u{2019}', '\u{201c}', '\u{201d}', '\u{2022}', '\u{2013}', '\u{2014}',
    '\u{2dc}',  '\u{2122}', '\u{161}',  '\u{203a}', '\u{153}',  '\u{9d}',   '\u{17e}',  '\u{178}',
];

/// The longest named reference.
fn named(after: &[u8], in_attribute: bool) -> Option<(ReferenceChars, usize)> {
    let length = after.iter().take(LONGEST + 1).take_while(|byte| byte.is_ascii_alphanumeric()).count();
    let (name, rest) = after.split_at(length);
    // A semicolon is always a name's end, so a name that has one is the longest.
    if rest.first() == Some(&b';')
        && let Some(found) = find(name)
    {
        return Some((found.characters, length + 1));
    }
    let found = |length: usize| Some((find(&name[..length]).filter(|found| found.legacy)?, length));
    let (found, length) = (1..=length.min(LONGEST_LEGACY)).rev().find_map(found)?;
    let goes_on = after.get(length).is_some_and(|&next| next == b'=' || next.is_ascii_alphanumeric());
    (!(in_attribute && goes_on)).then_some((found.characters, length))
}

/// The named reference of a name without semicolon, by binary search among those with the same first letter.
fn find(name: &[u8]) -> Option<&'static NamedReference> {
    let letter = usize::from(name.first()?.checked_sub(b'A')?);
    let (start, end) = (*BY_LETTER.get(letter)?, *BY_LETTER.get(letter + 1)?);
    let (mut low, mut high) = (usize::from(start), usize::from(end));
    while low < high {
        let middle = usize::midpoint(low, high);
        match name_at(middle).cmp(name) {
            std::cmp::Ordering::Less => low = middle + 1,
            std::cmp::Ordering::Equal => return NAMED.get(middle),
            std::cmp::Ordering::Greater => high = middle,
        }
    }
    None
}

fn name_at(index: usize) -> &'static [u8] {
    &NAMES.as_bytes()[start_of(index)..NAMED[index].end as usize]
}

const fn start_of(index: usize) -> usize {
    if index == 0 { 0 } else { NAMED[index - 1].end as usize }
}

/// Where in [`NAMED`] the names start that begin with each ASCII character from `A` to the one after `z`.
static BY_LETTER: [u16; (b'z' - b'A') as usize + 2] = {
    let mut starts = [0; (b'z' - b'A') as usize + 2];
    let names = NAMES.as_bytes();
    let mut index = 0;
    let mut letter = 0;
    while letter < starts.len() {
        while index < NAMED.len() && names[start_of(index)] < b'A' + letter as u8 {
            index += 1;
        }
        starts[letter] = index as u16;
        letter += 1;
    }
    starts
};

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use html5ever::data;
    use html5ever::tendril::StrTendril;
    use html5ever::tokenizer::states::State;
    use html5ever::tokenizer::{BufferQueue, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts};
    use proptest::prelude::*;
    use std::cell::RefCell;

    fn of(after: &str, in_attribute: bool) -> Option<(String, usize)> {
        reference(after.as_bytes(), in_attribute)
            .map(|(found, taken)| ([Some(found.first), found.second].into_iter().flatten().collect(), taken))
    }

    fn text(after: &str) -> Option<(String, usize)> {
        of(after, false)
    }

    fn attribute(after: &str) -> Option<(String, usize)> {
        of(after, true)
    }

    fn to(characters: &str, taken: usize) -> (String, usize) {
        (characters.to_owned(), taken)
    }

    #[test]
    fn every_named_reference_is_known() {
        for (name, &(first, second)) in data::NAMED_ENTITIES.entries().filter(|(_, value)| value.0 != 0) {
            let mut characters = String::from(char::from_u32(first).expect("a character"));
            if second != 0 {
                characters.push(char::from_u32(second).expect("a character"));
            }
            for context in ["", " ", "<", "&", "é", "#"] {
                let after = format!("{name}{context}");
                assert_eq!(text(&after), Some(to(&characters, name.len())), "{after}");
                assert_eq!(attribute(&after), Some(to(&characters, name.len())), "{after}");
            }
            if !name.ends_with(';') {
                for context in ["=", "9", "~", ";"] {
                    let after = format!("{name}{context}");
                    let taken = name.len() + usize::from(context == ";");
                    assert_eq!(text(&after), Some(to(&characters, taken)), "{after}");
                    let expected = if "=9".contains(context) { None } else { Some(to(&characters, taken)) };
                    assert_eq!(attribute(&after), expected, "{after}");
                }
            }
        }
    }

    #[test]
    fn the_table_is_sorted_and_its_longest_names_are_known() {
        assert!((1..NAMED.len()).all(|index| name_at(index - 1) < name_at(index)));
        let lengths = |legacy: bool| {
            (0..NAMED.len()).filter(move |&i| !legacy || NAMED[i].legacy).map(|i| name_at(i).len()).max()
        };
        assert_eq!((lengths(false), lengths(true)), (Some(LONGEST), Some(LONGEST_LEGACY)));
    }

    #[test]
    fn the_longest_name_counts() {
        assert_eq!(text("notit;"), Some(to("¬", 3)));
        assert_eq!(text("notin;"), Some(to("∉", 6)));
        assert_eq!(text("notin"), Some(to("¬", 3)));
        assert_eq!(attribute("notit;"), None);
        assert_eq!(attribute("not;it"), Some(to("¬", 4)));
        assert_eq!(text("copyright"), Some(to("©", 4)));
        assert_eq!(text("CounterClockwiseContourIntegral;"), Some(to("∳", 32)));
        assert_eq!(text("CounterClockwiseContourIntegralx;"), None);
        assert_eq!(text("NotEqualTilde;"), Some(to("≂̸", 14)));
        assert_eq!(text("zwnj"), None);
        for none in ["", ";", " ", "é;", "x;", "[;", "1;", "amP;", "\0"] {
            assert_eq!(text(none), None, "{none}");
        }
    }

    #[test]
    fn numbers_stand_for_characters() {
        assert_eq!(text("#39;s"), Some(to("'", 4)));
        assert_eq!(text("#39s"), Some(to("'", 3)));
        assert_eq!(attribute("#39s"), Some(to("'", 3)));
        assert_eq!(attribute("#39="), Some(to("'", 3)));
        assert_eq!(text("#xE9;"), Some(to("é", 5)));
        assert_eq!(text("#Xe9g"), Some(to("é", 4)));
        assert_eq!(text("#13;"), Some(to("\r", 4)));
        assert_eq!(text("#x1F600;"), Some(to("😀", 8)));
        for beyond in ["#0;", "#xD800;", "#xdfff;", "#x110000;", "#4294967361;", "#18446744073709551681;"] {
            assert_eq!(text(beyond), Some(to("\u{fffd}", beyond.len())), "{beyond}");
        }
        assert_eq!(text("#000000000000000000000000000000065;"), Some(to("A", 35)));
        for none in ["#", "#;", "#x", "#x;", "#xg", "#a", "# 1", "#-1", "##1", "#X"] {
            assert_eq!(text(none), None, "{none}");
        }
    }

    #[test]
    fn c1_numbers_are_those_of_windows_1252() {
        for (number, (&ours, &theirs)) in (0x80..).zip(C1_REPLACEMENTS.iter().zip(&data::C1_REPLACEMENTS)) {
            assert_eq!(Some(ours), theirs.or(char::from_u32(number)));
        }
    }

    /// The characters of text and of the first attribute's value.
    #[derive(Default)]
    struct CharacterSink(RefCell<String>);

    impl TokenSink for CharacterSink {
        type Handle = ();

        fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
            match token {
                Token::CharacterTokens(text) => self.0.borrow_mut().push_str(&text),
                Token::NullCharacterToken => self.0.borrow_mut().push('\0'),
                Token::TagToken(tag) => self.0.borrow_mut().push_str(&tag.attrs[0].value),
                _ => {}
            }
            TokenSinkResult::Continue
        }
    }

    /// The characters of text, or of an attribute's value, as html5ever's tokenizer reads them from a state on.
    pub(crate) fn html5ever(source: &str, initial_state: State) -> String {
        let options = TokenizerOpts { initial_state: Some(initial_state), ..TokenizerOpts::default() };
        let tokenizer = Tokenizer::new(CharacterSink::default(), options);
        let queue = BufferQueue::default();
        queue.push_back(StrTendril::from_slice(source));
        let _ = tokenizer.feed(&queue);
        tokenizer.end();
        tokenizer.sink.0.take()
    }

    fn resolved(source: &str, in_attribute: bool) -> String {
        let mut out = String::new();
        let mut rest = source;
        while let Some((plain, after)) = rest.split_once('&') {
            out.push_str(plain);
            let (characters, taken) = of(after, in_attribute).unwrap_or_else(|| to("&", 0));
            out.push_str(&characters);
            rest = &after[taken..];
        }
        out + rest
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

        #[test]
        fn soup_is_read_as_html5ever_reads_it(source in soup()) {
            prop_assert_eq!(resolved(&source, false), html5ever(&source, State::Data));
            prop_assert_eq!(resolved(&source, true), html5ever(&format!("<a b=\"{source}\">"), State::Data));
        }
    }

    /// References, their prefixes and what may follow them.
    fn soup() -> impl Strategy<Value = String> {
        let names: Vec<&'static str> =
            data::NAMED_ENTITIES.keys().copied().filter(|name| !name.is_empty()).collect();
        let part = prop_oneof![
            3 => prop::sample::select(names).prop_map(|name| format!("&{name}")),
            2 => "&#[xX]?[0-9a-fA-F]{0,9};?",
            1 => "&(not|amp|copy|lt|gt|para|times|sup|frac)[a-z0-9]{0,3}[;=]?",
            2 => "[;=&#x0-9a-zA-Z é中]{1,3}",
        ];
        prop::collection::vec(part, 0..12).prop_map(|parts| parts.concat())
    }
}
