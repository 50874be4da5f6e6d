//! Words in class names and ids that tell what an element is for.

use std::ops::{BitOr, BitOrAssign};

/// What the words of a class attribute or an id say.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct NameSigns(u8);

impl NameSigns {
    /// Hardly part of an article.
    pub(super) const UNLIKELY: NameSigns = NameSigns(1);
    /// Perhaps part of an article all the same.
    pub(super) const MAYBE: NameSigns = NameSigns(1 << 1);
    /// Speaks for content.
    pub(super) const POSITIVE: NameSigns = NameSigns(1 << 2);
    /// Speaks against content.
    pub(super) const NEGATIVE: NameSigns = NameSigns(1 << 3);
    /// Names the author.
    pub(super) const BYLINE: NameSigns = NameSigns(1 << 4);
    /// For passing the page on to others.
    pub(super) const SHARE: NameSigns = NameSigns(1 << 5);

    /// Whether any of `other` is there.
    #[inline]
    pub(super) fn has(self, other: NameSigns) -> bool {
        self.0 & other.0 != 0
    }

    /// Both signs.
    const fn and(self, other: NameSigns) -> NameSigns {
        NameSigns(self.0 | other.0)
    }

    /// Reads a class or an id. O(bytes).
    pub(super) fn of(value: &str) -> Self {
        let bytes = value.as_bytes();
        let mut signs = NameSigns::default();
        for (start, pair) in bytes.windows(2).enumerate() {
            if SECOND_LETTERS[slot(pair[0])] >> slot(pair[1]) & 1 == 0 {
                continue;
            }
            for (word, says) in words_from(pair[0]) {
                let end = start + word.len();
                if bytes.get(start..end).is_some_and(|found| found.eq_ignore_ascii_case(word.as_bytes())) {
                    signs |= match *word {
                        SHARE_WORD if stands_alone(bytes, start, end) => says.and(NameSigns::SHARE),
                        HID_WORD if bytes.len() > word.len() => NameSigns::default(),
                        _ => *says,
                    };
                }
            }
        }
        signs
    }
}

impl BitOr for NameSigns {
    type Output = NameSigns;

    fn bitor(self, other: NameSigns) -> NameSigns {
        NameSigns(self.0 | other.0)
    }
}

impl BitOrAssign for NameSigns {
    fn bitor_assign(&mut self, other: NameSigns) {
        self.0 |= other.0;
    }
}

/// Whether `share`, or `sharedaddy`, is a word between anything but letters and digits.
fn stands_alone(bytes: &[u8], start: usize, end: usize) -> bool {
    let ends_word = |at: usize| !bytes.get(at).is_some_and(u8::is_ascii_alphanumeric);
    let starts_word = start == 0 || !bytes[start - 1].is_ascii_alphanumeric();
    let longer = bytes[end..].get(..5).is_some_and(|next| next.eq_ignore_ascii_case(b"daddy"));
    starts_word && (ends_word(end) || (longer && ends_word(end + 5)))
}

/// The word of [`NameSigns::SHARE`], which is one only where it stands alone.
const SHARE_WORD: &str = "share";

/// A word that counts only as the whole class.
const HID_WORD: &str = "hid";

const U: NameSigns = NameSigns::UNLIKELY;
const M: NameSigns = NameSigns::MAYBE;
const P: NameSigns = NameSigns::POSITIVE;
const N: NameSigns = NameSigns::NEGATIVE;
const B: NameSigns = NameSigns::BYLINE;

/// The words of the program, in byte order; each counts wherever it occurs, in any case.
#[rustfmt::skip]
static WORDS: &[(&str, NameSigns)] = &[
    ("-ad-", U.and(N)), ("ad-break", U), ("agegate", U), ("ai2html", U), ("and", M), ("article", M.and(P)),
    ("author", B), ("banner", U.and(N)), ("blog", P), ("body", M.and(P)), ("breadcrumbs", U), ("byline", B),
    ("column", M), ("com-", N), ("combx", U.and(N)), ("comment", U.and(N)), ("community", U), ("contact", N),
    ("content", M.and(P)), ("cover-wrap", U), ("dateline", B), ("disqus", U), ("entry", P), ("extra", U),
    ("footer", U.and(N)), ("gdpr", U.and(N)), ("header", U), (HID_WORD, N), ("hidden", N), ("legends", U), ("main", M.and(P)),
    ("masthead", N), ("media", N), ("menu", U), ("meta", N), ("outbrain", N), ("page", P), ("pager", U),
    ("pagination", U.and(P)), ("popup", U), ("post", P), ("promo", N), ("related", U.and(N)), ("remark", U),
    ("replies", U), ("rss", U), ("scroll", N), ("shadow", M), (SHARE_WORD, N), ("shopping", N),
    ("shoutbox", U.and(N)), ("sidebar", U.and(N)), ("skyscraper", U.and(N)), ("social", U),
    ("sponsor", U.and(N)), ("story", P), ("supplemental", U), ("tags", N), ("text", P), ("widget", N),
    ("writtenby", B), ("yom-remote", U),
];

/// Places of letters in the tables below; all that is no letter has one place.
const SLOTS: usize = 32;

/// The place of a byte.
const fn slot(byte: u8) -> usize {
    if byte.is_ascii_alphabetic() { (byte & 0x1f) as usize } else { 0 }
}

/// By place of a first letter, the places of second letters as bits.
static SECOND_LETTERS: [u32; SLOTS] = {
    let mut seconds = [0; SLOTS];
    let mut index = 0;
    while index < WORDS.len() {
        let word = WORDS[index].0.as_bytes();
        seconds[slot(word[0])] |= 1 << slot(word[1]);
        index += 1;
    }
    seconds
};

/// By place of a first letter, where its words begin in [`WORDS`], and one more for where the last ones end.
static FIRST_WORDS: [u8; SLOTS + 1] = {
    let mut starts = [0; SLOTS + 1];
    let mut index = 0;
    while index < WORDS.len() {
        let mut later = slot(WORDS[index].0.as_bytes()[0]) + 1;
        while later <= SLOTS {
            starts[later] += 1;
            later += 1;
        }
        index += 1;
    }
    starts
};

/// The words that begin with a letter; for all that is no letter those with a hyphen.
fn words_from(first: u8) -> &'static [(&'static str, NameSigns)] {
    let slot = slot(first);
    &WORDS[usize::from(FIRST_WORDS[slot])..usize::from(FIRST_WORDS[slot + 1])]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found_anywhere_in_any_case() {
        assert!(WORDS.is_sorted_by_key(|(word, _)| *word));
        for (word, says) in WORDS {
            let within = format!("x{}y", word.to_ascii_uppercase());
            for value in [(*word).to_owned(), within].iter().take(if *word == HID_WORD { 1 } else { 2 }) {
                assert_eq!(NameSigns::of(value).0 & says.0, says.0, "{value}");
            }
        }
        assert_eq!(NameSigns::of("gran d-café"), NameSigns::default());
        assert_eq!(NameSigns::of("post-meta"), P.and(N));
    }

    #[test]
    fn hid_is_a_whole_class_and_share_a_word() {
        for (value, negative) in [("hid", true), ("HID", true), ("hide", false), ("hid-a", false)] {
            assert_eq!(NameSigns::of(value).has(N), negative, "{value}");
        }
        for (value, alone) in [
            ("share", true),
            ("social_share_box", true),
            ("x sharedaddy", true),
            ("sharedaddy2", false),
            ("shared", false),
            ("reshare", false),
            ("é-share", true),
        ] {
            assert_eq!(NameSigns::of(value).has(NameSigns::SHARE), alone, "{value}");
        }
    }
}
