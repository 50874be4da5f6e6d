//! Gold and extracted text side by side, with the words marked that one side alone has.

use std::fmt::Write as _;
use std::ops::Range;

use similar::{Algorithm, DiffTag, capture_diff_slices};

use debulha_compare::markup::escape;

/// Words of a side that are compared; what comes after is left out. Bounds the time, which is quadratic at worst.
const WORDS: usize = 3000;

/// Longest run of equal, missing or extra words that is shown whole.
const RUN: usize = 60;

/// Words that remain at each end of a longer run.
const ENDS: usize = 20;

/// A text as words, each with the mark of a line break before it.
struct DiffText<'t> {
    words: Vec<&'t str>,
    breaks: Vec<bool>,
    left_out: usize,
}

impl<'t> DiffText<'t> {
    fn of(text: &'t str) -> Self {
        let mut found = Self { words: Vec::new(), breaks: Vec::new(), left_out: 0 };
        for line in text.lines() {
            for (place, word) in line.split_whitespace().enumerate() {
                if found.words.len() == WORDS {
                    found.left_out += 1;
                } else {
                    found.words.push(word);
                    found.breaks.push(place == 0);
                }
            }
        }
        found
    }

    /// Writes a run of words, `tag` around it where there is one, shortened in the middle.
    fn write(&self, run: Range<usize>, tag: Option<&str>, out: &mut String) {
        if run.is_empty() {
            return;
        }
        let hidden = if run.len() > RUN { run.start + ENDS..run.end - ENDS } else { run.end..run.end };
        // Writing to a string cannot fail.
        if let Some(tag) = tag {
            let _ = write!(out, "<{tag}>");
        }
        for place in run.clone() {
            if place == hidden.start && !hidden.is_empty() {
                let _ = write!(out, " <i>… {} words …</i>", hidden.len());
            }
            if hidden.contains(&place) {
                continue;
            }
            match self.breaks[place] {
                true if place > 0 => out.push('\n'),
                _ if place > run.start => out.push(' '),
                _ => {}
            }
            out.push_str(&escape(self.words[place]));
        }
        if let Some(tag) = tag {
            let _ = write!(out, "</{tag}>");
        }
        out.push(' ');
    }
}

/// Both sides as HTML: gold with `<del>` around words that are missing, extracted with `<ins>` around extra ones.
pub(super) fn side_by_side(gold: &str, extracted: &str) -> [String; 2] {
    let (gold, extracted) = (DiffText::of(gold), DiffText::of(extracted));
    let [mut left, mut right] = [String::new(), String::new()];
    for op in capture_diff_slices(Algorithm::Myers, &gold.words, &extracted.words) {
        let same = op.tag() == DiffTag::Equal;
        gold.write(op.old_range(), (!same).then_some("del"), &mut left);
        extracted.write(op.new_range(), (!same).then_some("ins"), &mut right);
    }
    for (text, out) in [(&gold, &mut left), (&extracted, &mut right)] {
        if text.words.is_empty() {
            out.push_str("<i>nothing</i>");
        }
        if text.left_out > 0 {
            let _ = write!(out, "\n<i>… {} more words, not compared …</i>", text.left_out);
        }
    }
    [left, right]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_what_one_side_has_and_escapes() {
        let [gold, extracted] = side_by_side("a b <c>\nd", "x a b\nd & e");
        assert_eq!(gold, "a b <del>&lt;c&gt;</del> \nd ");
        assert_eq!(extracted, "<ins>x</ins> a b \nd <ins>&amp; e</ins> ");
    }

    #[test]
    fn long_runs_are_shortened() {
        let words: Vec<String> = (0..100).map(|i| format!("w{i}")).collect();
        let [gold, extracted] = side_by_side(&words.join(" "), "");
        assert_eq!(extracted, "<i>nothing</i>");
        assert!(gold.contains("w19 <i>… 60 words …</i> w80"), "{gold}");
        let long = "w ".repeat(WORDS + 7);
        assert!(side_by_side(&long, "")[0].contains("7 more words"));
    }
}
