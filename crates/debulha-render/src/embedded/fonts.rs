//! The fonts that pages are laid out with: made here from widths, so that a page has the same layout on every machine.
//!
//! Layout asks a font how wide a character is and how high a line, and never what it looks like. So a font is a table of
//! widths, and its glyphs are the different widths. Every character has one: where [`widths`](super::widths) has none, it is
//! a guess by script. No font of the system is read.

use super::widths::{self, FIRST, Face, RANGES};
use blitz_dom::FontContext;
use parley::fontique::{
    Blob, Collection, CollectionOptions, FontInfoOverride, FontWeight, GenericFamily, Script, SourceCache,
};
use std::iter::once;
use std::sync::{Arc, OnceLock};

/// Units of a font size.
const UNITS: u16 = 2048;

/// Width of characters of fonts with one width, in [`UNITS`]: that of DejaVu Sans Mono.
const MONOSPACE: u16 = 1233;

/// Families by the names that pages give, in lower case: fonts with these widths, as Chromium finds them on a system with the
/// fonts that it recommends, and Helvetica, which is as wide as Arial.
const FAMILIES: &[(&str, [Option<&Face>; 2])] = &[
    ("arial", [Some(&widths::ARIAL), Some(&widths::ARIAL_BOLD)]),
    ("helvetica", [Some(&widths::ARIAL), Some(&widths::ARIAL_BOLD)]),
    ("liberation sans", [Some(&widths::ARIAL), Some(&widths::ARIAL_BOLD)]),
    ("times", [Some(&widths::TIMES), Some(&widths::TIMES_BOLD)]),
    ("times new roman", [Some(&widths::TIMES), Some(&widths::TIMES_BOLD)]),
    ("liberation serif", [Some(&widths::TIMES), Some(&widths::TIMES_BOLD)]),
    ("verdana", [Some(&widths::SANS), Some(&widths::SANS_BOLD)]),
    ("dejavu sans", [Some(&widths::SANS), Some(&widths::SANS_BOLD)]),
    ("dejavu serif", [Some(&widths::SERIF), Some(&widths::SERIF_BOLD)]),
    ("courier", [None, None]),
    ("courier new", [None, None]),
    ("dejavu sans mono", [None, None]),
    ("liberation mono", [None, None]),
];

/// Families of generic names; those of Chromium's settings.
const GENERIC: &[(GenericFamily, &str)] = &[
    (GenericFamily::Serif, "times new roman"),
    (GenericFamily::UiSerif, "times new roman"),
    (GenericFamily::Cursive, "times new roman"),
    (GenericFamily::Fantasy, "times new roman"),
    (GenericFamily::Math, "times new roman"),
    (GenericFamily::Emoji, "times new roman"),
    (GenericFamily::FangSong, "times new roman"),
    (GenericFamily::SansSerif, "arial"),
    (GenericFamily::SystemUi, "arial"),
    (GenericFamily::UiSansSerif, "arial"),
    (GenericFamily::UiRounded, "arial"),
    (GenericFamily::Monospace, "dejavu sans mono"),
    (GenericFamily::UiMonospace, "dejavu sans mono"),
];

/// What is used where a page names nothing that is known.
const STANDARD: &str = "times new roman";

/// Widths of characters that no face has, by range, in [`UNITS`]: those of ideographs are as wide as the font is high, marks
/// that combine and characters that format have none. Later ranges count where two overlap.
const GUESSES: &[(u32, u32, u16)] = &[
    (0x00, 0x10_ffff, 1229),
    (0x00, 0x1f, 0),
    (0x300, 0x36f, 0),
    (0x483, 0x489, 0),
    (0x591, 0x5bd, 0),
    (0x610, 0x61a, 0),
    (0x64b, 0x65f, 0),
    (0x93c, 0x93c, 0),
    (0x941, 0x948, 0),
    (0x94d, 0x94d, 0),
    (0xe31, 0xe31, 0),
    (0xe34, 0xe3a, 0),
    (0xe47, 0xe4e, 0),
    (0x1100, 0x115f, UNITS),
    (0x1160, 0x11ff, 0),
    (0x200b, 0x200f, 0),
    (0x202a, 0x202e, 0),
    (0x2060, 0x206f, 0),
    (0x20d0, 0x20ff, 0),
    (0x2e80, 0xa4cf, UNITS),
    (0xac00, 0xd7a3, UNITS),
    (0xf900, 0xfaff, UNITS),
    (0xfe00, 0xfe0f, 0),
    (0xfe30, 0xfe6f, UNITS),
    (0xfeff, 0xfeff, 0),
    (0xff01, 0xff60, UNITS),
    (0xffe0, 0xffe6, UNITS),
    (0x1_f000, 0x1_faff, 2560),
    (0x2_0000, 0x3_ffff, UNITS),
    (0xe_0000, 0xe_0fff, 0),
];

/// The fonts, for one document. They are made once.
pub(super) fn context() -> FontContext {
    static COLLECTION: OnceLock<Collection> = OnceLock::new();
    FontContext {
        collection: COLLECTION.get_or_init(collection).clone(),
        source_cache: SourceCache::default(),
    }
}

fn collection() -> Collection {
    let mut collection = Collection::new(CollectionOptions { shared: false, system_fonts: false });
    for (name, faces) in FAMILIES {
        for (face, weight) in faces.iter().zip([FontWeight::NORMAL, FontWeight::BOLD]) {
            let font = Blob::new(Arc::new(font(*face)) as _);
            let named = FontInfoOverride {
                family_name: Some(name),
                weight: Some(weight),
                ..FontInfoOverride::default()
            };
            collection.register_fonts(font, Some(named));
        }
    }
    for (generic, name) in GENERIC {
        let family = collection.family_id(name);
        collection.set_generic_families(*generic, family.into_iter());
    }
    let standard = collection.family_id(STANDARD);
    let others = ["Zyyy", "Zinh", "Zzzz"].map(Script::from);
    for script in Script::all_samples().iter().map(|sample| sample.0).chain(others) {
        collection.append_fallbacks(script, standard.into_iter());
    }
    collection
}

/// The width of each range of characters, in their order, none twice.
fn characters(face: Option<&Face>) -> Vec<(u32, u32, u16)> {
    // Which entry covers a character is found by the ends of the ranges: there are few, and they are short.
    let mut single: Vec<(u32, u16)> = Vec::new();
    if let Some(face) = face {
        let characters = RANGES.iter().flat_map(|&(first, last)| first..=last);
        let width = |letter: char| face.widths.get(place(letter)).copied().unwrap_or(0);
        single.extend(characters.zip(face.letters.chars().map(width)));
    }
    let guess = |character: u32| {
        let found = GUESSES.iter().rev().find(|(first, last, _)| (*first..=*last).contains(&character));
        let width = found.map_or(0, |guess| guess.2);
        if face.is_none() && width == GUESSES[0].2 { MONOSPACE } else { width }
    };
    let ends = GUESSES.iter().flat_map(|&(first, last, _)| [first, last + 1]);
    let own = single.iter().flat_map(|&(character, _)| [character, character + 1]);
    let mut starts: Vec<u32> = ends.chain(own).collect();
    starts.sort_unstable();
    starts.dedup();
    let mut ranges: Vec<(u32, u32, u16)> = Vec::new();
    for pair in starts.windows(2) {
        let &[start, end] = pair else { continue };
        let known = single.binary_search_by_key(&start, |&(character, _)| character);
        let width = known.map_or_else(|_| guess(start), |at| single[at].1);
        match ranges.last_mut() {
            Some(last) if last.2 == width => last.1 = end - 1,
            _ => ranges.push((start, end - 1, width)),
        }
    }
    ranges
}

/// Which of the widths of a face a letter of its list stands for.
fn place(letter: char) -> usize {
    /// A backslash and the characters from delete on are left out.
    const GAPS: [(u32, u32); 2] = [('\\' as u32, 1), (0x7f, 0xa1 - 0x7f)];
    let code = letter as u32;
    let skipped: u32 = GAPS.iter().filter(|gap| code > gap.0).map(|gap| gap.1).sum();
    (code - skipped).saturating_sub(FIRST as u32) as usize
}

/// A font file with widths and heights, and nothing else. Of a face, or with one width.
fn font(face: Option<&Face>) -> Vec<u8> {
    let characters = characters(face);
    let mut widths: Vec<u16> = characters.iter().map(|range| range.2).chain(once(UNITS / 2)).collect();
    widths.sort_unstable();
    widths.dedup();
    // Glyph 0 is none.
    let glyph = |width: u16| widths.binary_search(&width).map_or(0, |at| at as u32 + 1);
    let (ascent, descent) = face.map_or((1901, 483), |face| (face.ascent, face.descent));

    let mut cmap = Bytes::default();
    cmap.u16s(&[0, 1, 3, 10]).u32s(&[12]).u16s(&[13, 0]);
    cmap.u32s(&[16 + 12 * characters.len() as u32, 0, characters.len() as u32]);
    for &(first, last, width) in &characters {
        cmap.u32s(&[first, last, glyph(width)]);
    }
    let mut head = Bytes::default();
    head.u32s(&[0x0001_0000, 0x0001_0000, 0, 0x5f0f_3cf5]).u16s(&[0, UNITS]).u32s(&[0; 4]);
    head.u16s(&[0, 0, UNITS, UNITS, 0, 8, 2, 0, 0]);
    let mut hhea = Bytes::default();
    hhea.u32s(&[0x0001_0000]).u16s(&[ascent, 0_u16.wrapping_sub(descent), 0, UNITS]).u16s(&[0; 11]);
    hhea.u16s(&[widths.len() as u16 + 1]);
    let mut hmtx = Bytes::default();
    for &width in once(&(UNITS / 2)).chain(&widths) {
        hmtx.u16s(&[width, 0]);
    }
    let mut maxp = Bytes::default();
    maxp.u32s(&[0x0000_5000]).u16s(&[widths.len() as u16 + 1]);
    let mut name = Bytes::default();
    // One record, of Windows, with the family name "F", which another one replaces.
    name.u16s(&[0, 1, 18, 3, 1, 0x409, 1, 2, 0, u16::from(b'F')]);

    let tables: [(&[u8; 4], Bytes); 6] = [
        (b"cmap", cmap),
        (b"head", head),
        (b"hhea", hhea),
        (b"hmtx", hmtx),
        (b"maxp", maxp),
        (b"name", name),
    ];
    let mut file = Bytes::default();
    file.u32s(&[0x0001_0000]).u16s(&[tables.len() as u16, 64, 2, 32]);
    let mut at = 12 + 16 * tables.len() as u32;
    for (tag, table) in &tables {
        file.0.extend_from_slice(*tag);
        file.u32s(&[0, at, table.0.len() as u32]);
        at += table.0.len().next_multiple_of(4) as u32;
    }
    for (_, table) in &tables {
        file.0.extend_from_slice(&table.0);
        file.0.resize(file.0.len().next_multiple_of(4), 0);
    }
    file.0
}

/// Bytes with the numbers of font files: the highest byte comes first.
#[derive(Default)]
struct Bytes(Vec<u8>);

impl Bytes {
    fn u16s(&mut self, numbers: &[u16]) -> &mut Self {
        self.0.extend(numbers.iter().flat_map(|number| number.to_be_bytes()));
        self
    }

    fn u32s(&mut self, numbers: &[u32]) -> &mut Self {
        self.0.extend(numbers.iter().flat_map(|number| number.to_be_bytes()));
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn width(face: Option<&Face>, character: char) -> Option<u16> {
        let code = character as u32;
        characters(face).iter().find(|range| (range.0..=range.1).contains(&code)).map(|range| range.2)
    }

    #[test]
    fn characters_have_the_widths_of_the_font() {
        // In thousandths of the font size: 278 and 944 of Helvetica, 250 and 921 of Times.
        let arial = Some(&widths::ARIAL);
        assert_eq!(
            (width(arial, ' '), width(arial, 'W'), width(arial, 'a')),
            (Some(569), Some(1933), Some(1139))
        );
        let times = Some(&widths::TIMES);
        assert_eq!(
            (width(times, ' '), width(times, 'W'), width(times, 'я')),
            (Some(512), Some(1933), Some(942))
        );
        assert_eq!((width(None, 'i'), width(None, '水')), (Some(MONOSPACE), Some(UNITS)));
        assert_eq!((width(arial, '水'), width(arial, '\u{301}')), (Some(UNITS), Some(0)));
    }

    #[test]
    fn every_face_has_a_width_for_each_character_of_the_ranges() {
        let count: u32 = RANGES.iter().map(|(first, last)| last - first + 1).sum();
        for face in FAMILIES.iter().flat_map(|(_, faces)| faces.iter().flatten()) {
            assert_eq!(face.letters.chars().count(), count as usize);
            assert!(face.letters.chars().all(|letter| place(letter) < face.widths.len()));
        }
    }

    #[test]
    fn every_character_is_in_one_range() {
        let ranges = characters(Some(&widths::ARIAL));
        assert_eq!(
            (ranges.first().map(|range| range.0), ranges.last().map(|range| range.1)),
            (Some(0), Some(0x10_ffff))
        );
        assert!(ranges.windows(2).all(|pair| pair[0].1 + 1 == pair[1].0));
    }

    #[test]
    fn every_family_is_found_by_its_name() {
        let mut collection = collection();
        for (name, _) in FAMILIES {
            let family = collection.family_by_name(name);
            assert_eq!(family.map(|family| family.fonts().len()), Some(2), "{name}");
        }
    }
}
