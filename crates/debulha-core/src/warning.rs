//! What went wrong with a page, or was left out of it, while the rest is of use.

use crate::layout::Misfit;
use crate::outcome::Abstention;
use debulha_dom::{Truncated, Unclosed};
use serde::{Serialize, Serializer};
use thiserror::Error;

/// One thing to tell the caller. Serialises as its words.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum Warning {
    /// The caller read the page in part: its words.
    #[error("{0}")]
    Reading(String),
    /// A limit cut something.
    #[error(transparent)]
    Cut(#[from] Truncated),
    /// The page never closes something that swallows the rest of it.
    #[error("{0} is never closed; it was closed before the next tag")]
    Repaired(Unclosed),
    /// Bytes that are none of the page's encoding were replaced.
    #[error("bytes that are not {encoding} were replaced")]
    Replaced {
        /// Name of the encoding.
        encoding: &'static str,
    },
    /// The layout record is of another version of the page.
    #[error(transparent)]
    Misfit(#[from] Misfit),
    /// A system abstained.
    #[error("{system} gave no answer: {reason}")]
    NoAnswer {
        /// Its id.
        system: String,
        /// Why.
        reason: Abstention,
    },
    /// Records were asked for and not looked for.
    #[error("records were not searched: the work limit is reached")]
    NoRecords,
}

impl Serialize for Warning {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
