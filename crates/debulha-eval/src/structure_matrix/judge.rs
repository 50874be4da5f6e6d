//! The result for a case in a text.

use super::Case;
use debulha_compare::metrics::structure::StructureFate;
use debulha_compare::metrics::structure::align::{SearchedText, part_tokens};

/// Whether the text numbers the items of lists. Plain texts of other programs do not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ListNumbers {
    /// As Markdown does: an item's number has to be that of the page.
    Shown,
    /// Numbers are not looked at.
    Hidden,
}

/// The result for a case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JudgedCase {
    /// Whole, with holes or lost. What must not be there makes a hole, and so does a wrong number.
    pub fate: StructureFate,
    /// Parts that are missing, numbers that are wrong, and what should not be there.
    pub faults: Vec<String>,
}

impl Case {
    /// Judges the text that a system made of the page.
    pub fn judge(&self, text: &str, numbers: ListNumbers) -> JudgedCase {
        let parts: Vec<Vec<&str>> = self.parts.iter().map(|part| part_tokens(part)).collect();
        let kept = SearchedText::new(text).find(&parts);
        let missing = (0..parts.len()).filter(|&part| !kept.has(part, 1.0));
        let mut faults: Vec<String> = missing.map(|part| self.parts[part].clone()).collect();
        let fate = kept.fate(1.0).unwrap_or(StructureFate::Lost);
        if fate == StructureFate::Lost {
            return JudgedCase { fate, faults };
        }
        if numbers == ListNumbers::Shown {
            let wrong = self.numbers.iter().filter(|(number, words)| !is_numbered(text, *number, words));
            faults.extend(wrong.map(|(number, words)| format!("{number}. {words}")));
        }
        faults.extend(
            self.forbidden.iter().filter(|sign| text.contains(*sign)).map(|sign| format!("has {sign}")),
        );
        JudgedCase {
            fate: if faults.is_empty() { StructureFate::Whole } else { StructureFate::Holes },
            faults,
        }
    }
}

/// Whether a line has the number before the words.
fn is_numbered(text: &str, number: i64, words: &str) -> bool {
    let wanted = part_tokens(words);
    text.lines().any(|line| {
        let item = line.trim_start().strip_prefix(&format!("{number}. "));
        item.is_some_and(|item| part_tokens(item).starts_with(&wanted))
    })
}
