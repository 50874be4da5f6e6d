//! Structure: whether what a reader takes whole, such as a table, came out whole, with parts missing, or not at all.
//!
//! A structure is a list of parts: the cells of a table, the items of a list, the one text of a caption. [`align`]
//! finds the parts in a text, [`found`] on a page; a [`StructureFate`] says the result for a structure, a [`tally`] of all.

pub mod align;
pub mod found;
pub mod tally;

use serde::{Deserialize, Serialize};

/// Share of a structure's tokens from which on it counts as kept. Below a third a reader has pieces, such as the
/// names of columns that an article mentions, and misses the whole, which is told apart from a structure with holes.
const KEPT_SHARE: f64 = 1.0 / 3.0;

/// As [`KEPT_SHARE`] for a structure of one part: half a caption is no list with holes.
const KEPT_SHARE_OF_ONE: f64 = 0.5;

/// The result for a structure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum StructureFate {
    /// All its parts are there.
    Whole,
    /// It is there, and parts are not.
    Holes,
    /// Less than a third of it is there.
    Lost,
}

/// How many tokens of each part were kept.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct KeptTokens {
    /// Tokens of each part, as in the page; parts without any say nothing.
    pub sizes: Vec<usize>,
    /// Tokens of each part that were kept.
    pub kept: Vec<usize>,
    /// Kept tokens that stand close together. What is scattered over a long text is not the structure.
    pub together: usize,
}

impl KeptTokens {
    /// The result for the structure; a part is there when at least `part_share` of its tokens are. `None` for a
    /// structure without tokens.
    pub fn fate(&self, part_share: f64) -> Option<StructureFate> {
        let size: usize = self.sizes.iter().sum();
        if size == 0 {
            return None;
        }
        let parts = self.sizes.iter().filter(|&&size| size > 0).count();
        let least = if parts == 1 { KEPT_SHARE_OF_ONE } else { KEPT_SHARE };
        if (self.together as f64) < least * size as f64 {
            return Some(StructureFate::Lost);
        }
        let whole = (0..self.sizes.len()).all(|part| self.has(part, part_share));
        Some(if whole { StructureFate::Whole } else { StructureFate::Holes })
    }

    /// Whether at least `share` of a part's tokens were kept; true for a part without any.
    pub fn has(&self, part: usize, share: f64) -> bool {
        self.kept[part] as f64 >= share * self.sizes[part] as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fate_is_by_parts_and_by_share() {
        let kept = |kept: &[usize]| KeptTokens {
            sizes: vec![2, 0, 4],
            kept: kept.to_vec(),
            together: kept.iter().sum(),
        };
        assert_eq!(kept(&[2, 0, 4]).fate(1.0), Some(StructureFate::Whole));
        assert_eq!(kept(&[1, 0, 4]).fate(1.0), Some(StructureFate::Holes));
        assert_eq!(kept(&[1, 0, 2]).fate(0.5), Some(StructureFate::Whole));
        assert_eq!(kept(&[0, 0, 2]).fate(0.5), Some(StructureFate::Holes));
        assert_eq!(kept(&[1, 0, 0]).fate(0.5), Some(StructureFate::Lost));
        assert_eq!(KeptTokens { sizes: vec![0], kept: vec![0], together: 0 }.fate(1.0), None);
        let half = |kept| KeptTokens { sizes: vec![8], kept: vec![kept], together: kept }.fate(1.0);
        assert_eq!((half(4), half(3)), (Some(StructureFate::Holes), Some(StructureFate::Lost)));
    }
}
