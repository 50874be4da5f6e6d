//! The names of one page as ids: constants of [`names`], and ids of the page's own.

use crate::names::{self, NameId, STATIC_NAMES};

/// Slots of the table that a page starts with: a power of two, at most a third of it taken by constants.
const STATIC_SLOTS: usize = 1024;

/// An empty slot.
const EMPTY: u16 = u16::MAX;

/// Longest name that is compared as two numbers; longer ones are compared byte by byte as well.
const PACKED_BYTES: usize = 15;

/// By length: the bytes of a word that a name of at most eight takes.
const SHORT: [u64; 9] = [
    0,
    0xFF,
    0xFFFF,
    0xFF_FFFF,
    0xFFFF_FFFF,
    0xFF_FFFF_FFFF,
    0xFFFF_FFFF_FFFF,
    0xFF_FFFF_FFFF_FFFF,
    u64::MAX,
];

/// A name's first 15 bytes, ASCII letters in lower case, filled up with zeros, and its length up to 255.
#[derive(Clone, Copy, PartialEq, Eq)]
struct PackedName {
    low: u64,
    high: u64,
}

static STATIC_KEYS: [PackedName; STATIC_NAMES.len()] = static_keys();
static STATIC_TABLE: [u16; STATIC_SLOTS] = static_table();

/// Gives each distinct name of a page an id, in order of first use.
#[derive(Debug)]
pub(crate) struct NameInterner {
    /// Open addressing with linear probing; ids.
    slots: Vec<u16>,
    keys: Vec<PackedName>,
    /// Spellings of the ids from `STATIC_NAMES.len()` upwards.
    spellings: Vec<Box<str>>,
    /// Names beyond the last id, counted at every use.
    overflowed: usize,
}

impl NameInterner {
    pub(crate) fn new() -> Self {
        NameInterner {
            slots: STATIC_TABLE.to_vec(),
            keys: STATIC_KEYS.to_vec(),
            spellings: Vec::new(),
            overflowed: 0,
        }
    }

    /// The id of the name at `start..end` of a text, ASCII letters in any case, NUL read as U+FFFD;
    /// [`names::OVERFLOW`] once all ids are given. O(name).
    #[inline]
    pub(crate) fn id(&mut self, text: &str, start: usize, end: usize) -> NameId {
        // Most names are short, known, and where their hash says.
        if end - start < SHORT.len()
            && let Some(chunk) = text.as_bytes()[start..].first_chunk()
        {
            let word = u64::from_le_bytes(*chunk) & SHORT[end - start];
            let key = PackedName { low: lower_case(word), high: ((end - start) as u64) << 56 };
            let id = self.slots[key.hash() as usize & (self.slots.len() - 1)];
            if self.keys.get(id as usize) == Some(&key) {
                return NameId(id);
            }
        }
        self.id_of_any(text, start, end)
    }

    #[inline(never)]
    fn id_of_any(&mut self, text: &str, start: usize, end: usize) -> NameId {
        let key = PackedName::new(text.as_bytes(), start, end);
        let mask = self.slots.len() - 1;
        let is_long = end - start > PACKED_BYTES;
        let mut slot = if is_long { long_hash(key, &text[start..end]) } else { key.hash() } as usize & mask;
        loop {
            let id = self.slots[slot];
            if id == EMPTY {
                return self.add(&text[start..end], key, slot);
            }
            if self.keys[id as usize] == key
                && (!is_long || self.spelling(NameId(id)).eq_ignore_ascii_case(&text[start..end]))
            {
                return NameId(id);
            }
            slot = (slot + 1) & mask;
        }
    }

    /// The id of a whole text.
    pub(crate) fn id_of(&mut self, name: &str) -> NameId {
        self.id(name, 0, name.len())
    }

    /// The id of a name whose letters stand as they are, such as `foreignObject`. O(other names): for few names.
    pub(crate) fn id_as_spelt(&mut self, name: &str) -> NameId {
        if let Some(id) = names::lookup(name) {
            return id;
        }
        let known = self.spellings.iter().position(|spelling| **spelling == *name);
        known.map_or_else(|| self.append(name.into()), |at| NameId((STATIC_NAMES.len() + at) as u16))
    }

    pub(crate) fn spelling(&self, id: NameId) -> &str {
        let index = id.0 as usize;
        STATIC_NAMES.get(index).copied().unwrap_or_else(|| match id {
            names::OVERFLOW | names::NONE => "",
            _ => &self.spellings[index - STATIC_NAMES.len()],
        })
    }

    /// How often a name found no id.
    pub(crate) fn overflowed(&self) -> usize {
        self.overflowed
    }

    pub(crate) fn into_spellings(self) -> Vec<Box<str>> {
        self.spellings
    }

    #[cold]
    fn add(&mut self, name: &str, key: PackedName, slot: usize) -> NameId {
        if name.contains('\0') {
            return self.id_of(&name.replace('\0', "\u{FFFD}"));
        }
        let id = self.append(name.to_ascii_lowercase().into());
        if id == names::OVERFLOW {
            self.overflowed += 1;
            return id;
        }
        self.keys[id.0 as usize] = key;
        self.slots[slot] = id.0;
        if self.keys.len() * 2 > self.slots.len() {
            self.grow();
        }
        id
    }

    /// A new id. The spelling gets no slot: names whose case matters are looked up by [`Self::id_as_spelt`].
    fn append(&mut self, spelling: Box<str>) -> NameId {
        let id = self.keys.len();
        if id >= names::OVERFLOW.0 as usize {
            return names::OVERFLOW;
        }
        self.keys.push(PackedName { low: u64::MAX, high: u64::MAX });
        self.spellings.push(spelling);
        NameId(id as u16)
    }

    fn grow(&mut self) {
        let mask = self.slots.len() * 2 - 1;
        let mut slots = vec![EMPTY; mask + 1];
        for id in self.slots.drain(..).filter(|&id| id != EMPTY) {
            let key = self.keys[id as usize];
            let hash = match (id as usize).checked_sub(STATIC_NAMES.len()) {
                Some(own) if self.spellings[own].len() > PACKED_BYTES => long_hash(key, &self.spellings[own]),
                _ => key.hash(),
            };
            let mut slot = hash as usize & mask;
            while slots[slot] != EMPTY {
                slot = (slot + 1) & mask;
            }
            slots[slot] = id;
        }
        self.slots = slots;
    }
}

impl PackedName {
    /// Packs a part of some bytes.
    #[inline]
    fn new(bytes: &[u8], start: usize, end: usize) -> Self {
        let len = end - start;
        let words = bytes[start..].first_chunk().copied().unwrap_or_else(|| {
            let mut words = [0; 16];
            words[..len].copy_from_slice(&bytes[start..end]);
            words
        });
        let word = u128::from_le_bytes(words) & (u128::MAX >> (128 - 8 * len.clamp(1, PACKED_BYTES)));
        let tail = lower_case((word >> 64) as u64) | (len.min(255) as u64) << 56;
        PackedName { low: lower_case(word as u64), high: tail }
    }

    #[inline]
    const fn hash(self) -> u64 {
        mix(self.low, self.high)
    }
}

impl std::fmt::Debug for PackedName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let bytes = [&self.low.to_le_bytes()[..], &self.high.to_le_bytes()[..7]].concat();
        write!(f, "{:?}", String::from_utf8_lossy(&bytes))
    }
}

/// Eight bytes with `A` to `Z` in lower case.
#[inline]
const fn lower_case(word: u64) -> u64 {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const HIGH: u64 = 0x80 * ONES;
    let seven_bits = word & !HIGH;
    // The high bit of a byte of a sum says whether the byte is at least `A`, or beyond `Z`.
    let from_a = seven_bits + (0x80 - b'A' as u64) * ONES;
    let beyond_z = seven_bits + (0x7F - b'Z' as u64) * ONES;
    let is_upper = (from_a ^ beyond_z) & !word & HIGH;
    word | is_upper >> 2
}

/// Folded multiplication, as wyhash mixes; the constants are its secrets.
#[inline]
const fn mix(low: u64, high: u64) -> u64 {
    let product = (low ^ 0xA076_1D64_78BD_642F) as u128 * (high ^ 0xE703_7ED1_A0B4_28DB) as u128;
    product as u64 ^ (product >> 64) as u64
}

/// The hash of a name that is longer than its key.
fn long_hash(key: PackedName, name: &str) -> u64 {
    let rest = &name.as_bytes()[PACKED_BYTES..];
    let mut hash = key.hash();
    for start in (0..rest.len()).step_by(PACKED_BYTES) {
        let PackedName { low, high } = PackedName::new(rest, start, (start + PACKED_BYTES).min(rest.len()));
        hash = mix(low ^ hash, high);
    }
    hash
}

const fn static_keys() -> [PackedName; STATIC_NAMES.len()] {
    let mut keys = [PackedName { low: 0, high: 0 }; STATIC_NAMES.len()];
    let mut id = 0;
    while id < keys.len() {
        let bytes = STATIC_NAMES[id].as_bytes();
        assert!(bytes.len() <= PACKED_BYTES);
        let mut at = 0;
        while at < bytes.len() {
            if at < 8 {
                keys[id].low |= (bytes[at] as u64) << (8 * at);
            } else {
                keys[id].high |= (bytes[at] as u64) << (8 * (at - 8));
            }
            at += 1;
        }
        keys[id].high |= (bytes.len() as u64) << 56;
        id += 1;
    }
    keys
}

const fn static_table() -> [u16; STATIC_SLOTS] {
    let keys = static_keys();
    let mut table = [EMPTY; STATIC_SLOTS];
    let mut id = 0;
    while id < keys.len() {
        // Packing folds case: spellings with capitals are never looked up here, but by `id_as_spelt`.
        let mut slot = keys[id].hash() as usize & (STATIC_SLOTS - 1);
        while table[slot] != EMPTY {
            slot = (slot + 1) & (STATIC_SLOTS - 1);
        }
        table[slot] = id as u16;
        id += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn constants_keep_their_ids() {
        let mut names = NameInterner::new();
        assert_eq!(names.id_of("DIV"), names::DIV);
        assert_eq!(names.id_of("annotation-xml"), names::ANNOTATION_XML);
        assert_eq!(names.id_as_spelt("foreignObject"), names::FOREIGNOBJECT);
        assert_eq!(names.id_of("foreignObject"), names::FOREIGNOBJECT_TAG);
    }

    #[test]
    fn nul_is_replaced_and_counts() {
        let mut names = NameInterner::new();
        let id = names.id_of("a\0");
        assert_ne!(id, names::A);
        assert_eq!(names.spelling(id), "a\u{FFFD}");
        assert_eq!(names.id_of("A\u{FFFD}"), id);
    }

    #[test]
    fn further_names_end_at_overflow() {
        let mut names = NameInterner::new();
        let ids: Vec<NameId> = (0..70_000).map(|n| names.id_of(&format!("data-a-long-prefix-{n}"))).collect();
        assert_eq!(names.spelling(ids[7]), "data-a-long-prefix-7");
        assert_eq!(names.id_of("DATA-a-long-prefix-60000"), ids[60_000]);
        assert_eq!(ids[69_999], names::OVERFLOW);
        assert_eq!(names.overflowed(), 70_000 + STATIC_NAMES.len() - names::OVERFLOW.0 as usize);
    }

    proptest! {
        #[test]
        fn equal_spellings_have_equal_ids(first in "[a-cA-C:é-]{1,20}", second in "[a-cA-C:é-]{1,20}") {
            let mut names = NameInterner::new();
            let (a, b) = (names.id_of(&first), names.id_of(&second));
            prop_assert_eq!(a == b, first.eq_ignore_ascii_case(&second));
            prop_assert_eq!(names.spelling(a), first.to_ascii_lowercase());
        }
    }
}
