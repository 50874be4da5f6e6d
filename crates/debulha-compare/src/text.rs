//! A comparison on a terminal: a line a text block, a column a system.

use super::{BlockVerdict, ComparedBlock, Comparison};
use crate::markup::decimal;
use std::fmt::Write as _;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Columns of the text at least, however narrow the terminal is.
const MIN_TEXT: usize = 20;

/// Columns of a tag at most.
const TAG: usize = 10;

/// Columns of a system with its percentage.
const WIDE: usize = 4;

/// How a comparison is laid out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TextOptions {
    /// Columns of the terminal.
    pub width: usize,
    /// Whether verdicts are coloured.
    pub colour: bool,
}

impl Default for TextOptions {
    /// 100 columns without colour.
    fn default() -> Self {
        TextOptions { width: 100, colour: false }
    }
}

/// Renders a comparison as text: the systems, the blocks, and how far each two agree.
///
/// `+` kept, `~` kept in part with the percentage of words, `-` dropped, `?` no answer. Where the systems with
/// percentages would fill more than half the width, each is one column without.
pub fn render(comparison: &Comparison, title: &str, options: TextOptions) -> String {
    let mut text = String::new();
    let Comparison { words, agreement, blocks, .. } = comparison;
    // Writing to a string cannot fail.
    let _ = writeln!(
        text,
        "{title}: {} text blocks, {words} words; on a word {:.1} % of systems agree\n",
        blocks.len(),
        agreement * 100.0
    );
    systems(comparison, &mut text);
    BlockListing::new(comparison, options).write(&mut text);
    matrix(comparison, options, &mut text);
    text
}

fn systems(comparison: &Comparison, text: &mut String) {
    let name = comparison.systems.iter().map(|system| system.name.width()).max().unwrap_or_default();
    let has_gold = comparison.systems.iter().any(|system| system.gold.is_some());
    let gold = if has_gold { "         gold P     R    F1" } else { "" };
    let _ = writeln!(text, "{:>3}  {:name$}  words kept{gold}", "", "system");
    for (place, system) in comparison.systems.iter().enumerate() {
        let _ = write!(text, "{:>3}  {:name$}  ", place + 1, system.name);
        if let Some(reason) = &system.no_answer {
            let _ = write!(text, "no answer: {reason}");
        } else {
            let share = 100.0 * f64::from(system.words) / f64::from(comparison.words.max(1));
            let _ = write!(text, "{:>8}  {share:>4.0} %", system.words);
        }
        if let Some(gold) = system.gold {
            let [p, r, f1] = [gold.precision, gold.recall, gold.f1].map(|value| decimal(Some(value)));
            let _ = write!(text, "    {p:>6} {r:>5} {f1:>5}");
        }
        if let Some(confidence) = system.confidence {
            let _ = write!(text, "    expects F1 {}", decimal(Some(f64::from(confidence))));
        }
        text.push('\n');
    }
    text.push('\n');
}

/// The table of blocks.
struct BlockListing<'c> {
    comparison: &'c Comparison,
    options: TextOptions,
    /// Columns of a system.
    cell: usize,
    /// Columns of the text.
    room: usize,
}

impl<'c> BlockListing<'c> {
    fn new(comparison: &'c Comparison, options: TextOptions) -> Self {
        let systems = comparison.systems.len();
        let cell = if systems * WIDE * 2 > options.width { 1 } else { WIDE };
        // Agreement, cells, words and tag with the space between them.
        let before = 5 + 2 + systems * cell + 2 + 5 + 2 + TAG + 2;
        let room = options.width.saturating_sub(before).max(MIN_TEXT);
        BlockListing { comparison, options, cell, room }
    }

    fn write(&self, text: &mut String) {
        self.head(text);
        for block in &self.comparison.blocks {
            // Rounded down, so that 100 is all.
            let _ = write!(text, "{:>5.0}  ", (block.agreement * 100.0).floor());
            for system in 0..self.comparison.systems.len() {
                self.cell(block, system, text);
            }
            let tag: String = block.sketch.tag.chars().take(TAG).collect();
            let _ = write!(text, "  {:>5}  {tag:TAG$}  ", block.words);
            let indent = usize::from(block.sketch.nesting).min(self.room / 4);
            let shown = fit(&block.sketch.text, self.room - indent, block.sketch.cut);
            let _ = writeln!(text, "{:indent$}{shown}", "");
        }
        text.push_str("\n+ kept  ~ in part");
        text.push_str(if self.cell == WIDE { ", percentage of words  - dropped" } else { "  - dropped" });
        text.push_str("  ? no answer\n");
    }

    /// The numbers of systems; one above the other where each has one column.
    fn head(&self, text: &mut String) {
        let numbers = 1..=self.comparison.systems.len();
        let row = |figure: fn(usize) -> String| numbers.clone().map(figure).collect::<String>();
        if self.cell == WIDE {
            let row = row(|number| format!("{number:<WIDE$}"));
            let _ = writeln!(text, "agree  {row}  words  {:TAG$}  text", "block");
            return;
        }
        if self.comparison.systems.len() > 9 {
            let digit = |number: usize| {
                if number.is_multiple_of(10) { (number / 10).to_string() } else { " ".to_owned() }
            };
            let _ = writeln!(text, "       {}", row(digit).trim_end());
        }
        let row = row(|number| (number % 10).to_string());
        let _ = writeln!(text, "agree  {row}  words  {:TAG$}  text", "block");
    }

    fn cell(&self, block: &ComparedBlock, system: usize, text: &mut String) {
        let (sign, colour) = match block.verdict(system) {
            BlockVerdict::Kept => ("+".to_owned(), "\x1b[32m"),
            BlockVerdict::Partly if self.cell == WIDE => (format!("~{}", block.percent(system)), "\x1b[33m"),
            BlockVerdict::Partly => ("~".to_owned(), "\x1b[33m"),
            BlockVerdict::Dropped => ("-".to_owned(), "\x1b[2m"),
            BlockVerdict::NoAnswer => ("?".to_owned(), "\x1b[2m"),
        };
        let width = self.cell;
        let _ = if self.options.colour {
            write!(text, "{colour}{sign:<width$}\x1b[0m")
        } else {
            write!(text, "{sign:<width$}")
        };
    }
}

/// As much of a text as fits, with `…` where something is missing.
fn fit(text: &str, room: usize, cut: bool) -> String {
    if !cut && text.width() <= room {
        return text.to_owned();
    }
    let mut width = 0;
    let fits = |c: &char| {
        width += c.width().unwrap_or_default();
        width < room
    };
    let shown: String = text.chars().take_while(fits).collect();
    format!("{}…", shown.trim_end())
}

/// Token F1 of each two systems; in parts, where not all columns fit.
fn matrix(comparison: &Comparison, options: TextOptions, text: &mut String) {
    const CELL: usize = 6;
    let systems = &comparison.systems;
    if systems.len() < 2 {
        return;
    }
    text.push_str("\nToken F1 of each two systems\n");
    let name = systems.iter().map(|system| system.name.width()).max().unwrap_or_default();
    let columns = (options.width.saturating_sub(name + 5) / CELL).max(1);
    let all: Vec<usize> = (0..systems.len()).collect();
    for part in all.chunks(columns) {
        let _ = write!(text, "{:>3}  {:name$}", "", "");
        for column in part {
            let _ = write!(text, "{:>CELL$}", column + 1);
        }
        text.push('\n');
        for (row, system) in systems.iter().enumerate() {
            let cells = part.iter().map(|&column| {
                let value = if row == column { String::new() } else { decimal(comparison.f1[row][column]) };
                format!("{value:>CELL$}")
            });
            let line = format!("{:>3}  {:name$}{}", row + 1, system.name, cells.collect::<String>());
            let _ = writeln!(text, "{}", line.trim_end());
        }
    }
}
