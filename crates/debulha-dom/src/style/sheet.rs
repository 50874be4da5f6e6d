//! The rules of a style sheet that declare `display` or `visibility`, and the conditions they stand under.

use super::{Declared, MAX_RULES, SheetRule, VIEWPORT_WIDTH};
use crate::scan::first_of;
use memchr::memmem;
use std::ops::Range;

/// What rules are read for.
pub(super) struct Subject {
    /// Words without one of which a sheet says nothing of it.
    words: &'static [&'static [u8]],
    /// The properties that say it.
    properties: &'static [&'static [u8]],
    /// Reads declarations.
    read: fn(&str) -> Declared,
}

impl Subject {
    pub(super) const HIDING: Subject = Subject {
        words: &[b"none", b"hidden", b"collapse"],
        properties: &[b"display", b"visibility"],
        read: Declared::read,
    };
    pub(super) const LINES: Subject = Subject {
        words: &[b"pre-wrap", b"pre-line", b"preserve", b"break-spaces", b":pre", b": pre"],
        properties: &[b"white-space"],
        read: Declared::read_lines,
    };
    /// What takes out of sight.
    pub(super) const SIGHT: Subject =
        Subject { words: TO_BE_OUT_OF_SIGHT, properties: TO_BE_OUT_OF_SIGHT, read: Declared::read_sight };
}

/// What a rule has that takes its elements out of sight.
const TO_BE_OUT_OF_SIGHT: &[&[u8]] = &[
    b"-999",
    b"-1000",
    b"-200",
    b"-500",
    b"font-size:0",
    b"font-size: 0",
    b"clip",
    b"(0)",
    b"transparent",
    b"height:0",
    b"height: 0",
    b"width:0",
    b"width: 0",
    b"opacity:0",
    b"opacity: 0",
];

/// Reads a sheet's rules that declare a property of the subject. O(bytes).
pub(super) fn scan_sheet<'d>(sheet: &'d str, subject: &Subject, rules: &mut Vec<SheetRule<'d>>) {
    if !subject.words.iter().any(|word| memmem::find(sheet.as_bytes(), word).is_some()) {
        return;
    }
    let bytes = sheet.as_bytes();
    let mut mentions = Mentions::new(bytes, subject.properties);
    let mut start = 0;
    let mut at = 0;
    while let Some(stop) = first_of(bytes, at, *b"{};\"'/").filter(|_| rules.len() < MAX_RULES) {
        at = stop;
        match bytes[at] {
            b'/' if bytes.get(at + 1) == Some(&b'*') => {
                let blank = sheet[start..at].trim().is_empty();
                at = skip_comment(bytes, at);
                if blank {
                    start = at;
                }
            }
            b'"' | b'\'' => at = skip_string(bytes, at),
            b'}' | b';' => {
                at += 1;
                start = at;
            }
            b'{' => {
                let prelude = sheet[start..at].trim_start();
                at += 1;
                let at_rule = prelude.strip_prefix('@');
                if !at_rule.is_some_and(enters) {
                    let end = block_end(bytes, at);
                    if at_rule.is_none() && mentions.any_in(at..end) {
                        add_rule(prelude, &sheet[at..end], subject, rules);
                    }
                    at = (end + 1).min(bytes.len());
                }
                start = at;
            }
            _ => at += 1,
        }
    }
}

/// Where a sheet names the properties of a subject, from its start on.
struct Mentions<'d> {
    all: Vec<memmem::FindIter<'d, 'static>>,
    /// The next place of each property, the sheet's end where there is none.
    next: Vec<usize>,
    end: usize,
}

impl<'d> Mentions<'d> {
    fn new(sheet: &'d [u8], properties: &[&'static [u8]]) -> Self {
        let all = properties.iter().map(|property| memmem::find_iter(sheet, *property)).collect();
        Mentions { all, next: vec![0; properties.len()], end: sheet.len() }
    }

    /// Whether any lies in a range. Ranges come in order.
    fn any_in(&mut self, range: Range<usize>) -> bool {
        for (all, next) in self.all.iter_mut().zip(&mut self.next) {
            while *next < range.start {
                *next = all.next().unwrap_or(self.end);
            }
        }
        self.next.iter().any(|next| range.contains(next))
    }
}

/// Whether the rules inside the block of an at-rule apply as if they stood outside.
fn enters(at_rule: &str) -> bool {
    let at_rule = at_rule.trim_end();
    let (name, condition) = at_rule.split_at(at_rule.find([' ', '(', '\n', '\t']).unwrap_or(at_rule.len()));
    match name {
        "media" => media_applies(condition),
        "supports" => !condition.trim_start().starts_with("not"),
        "layer" | "scope" | "document" => true,
        _ => false,
    }
}

/// Whether a list of media queries holds on a wide screen. Unknown features do not hold.
pub(super) fn media_applies(queries: &str) -> bool {
    if queries.trim().is_empty() {
        return true;
    }
    queries.split(',').any(|query| {
        let query = query.trim().to_ascii_lowercase();
        let query = query.strip_prefix("only ").unwrap_or(&query);
        query.split(" and ").all(|part| match part.trim() {
            "screen" | "all" => true,
            feature => {
                let Some((name, value)) = feature
                    .strip_prefix('(')
                    .and_then(|f| f.strip_suffix(')'))
                    .and_then(|f| f.split_once(':'))
                else {
                    return false;
                };
                let pixels = value.trim().strip_suffix("px").and_then(|v| v.trim().parse::<f32>().ok());
                match (name.trim(), pixels) {
                    ("min-width", Some(width)) => VIEWPORT_WIDTH >= width,
                    ("max-width", Some(width)) => VIEWPORT_WIDTH <= width,
                    _ => false,
                }
            }
        })
    })
}

fn add_rule<'d>(selectors: &'d str, body: &str, subject: &Subject, rules: &mut Vec<SheetRule<'d>>) {
    let declared = match first_of(body.as_bytes(), 0, *b"{/") {
        None => (subject.read)(body),
        // What follows a nested rule is rare and left out with it.
        Some(_) => (subject.read)(&without_comments(body.split('{').next().unwrap_or_default())),
    };
    if declared != Declared::default() {
        rules.push(SheetRule { selectors, declared });
    }
}

/// Splits a selector list at its outer commas.
pub(super) fn split_selectors(prelude: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0i32;
    prelude
        .split(move |c| {
            match c {
                '(' | '[' => depth += 1,
                ')' | ']' => depth -= 1,
                _ => {}
            }
            c == ',' && depth == 0
        })
        .map(str::trim)
}

fn without_comments(text: &str) -> String {
    let mut clean = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find("/*") {
        clean.push_str(&rest[..start]);
        rest = rest[start + 2..].find("*/").map_or("", |end| &rest[start + 2 + end + 2..]);
    }
    clean.push_str(rest);
    clean
}

fn skip_comment(bytes: &[u8], at: usize) -> usize {
    memmem::find(&bytes[at + 2..], b"*/").map_or(bytes.len(), |end| at + 2 + end + 2)
}

/// The position after a string; an unescaped line break ends it, as in CSS.
fn skip_string(bytes: &[u8], at: usize) -> usize {
    let quote = bytes[at];
    let mut at = at + 1;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 2,
            b'\n' => return at,
            byte if byte == quote => return at + 1,
            _ => at += 1,
        }
    }
    bytes.len()
}

/// The position of the brace that closes a block whose contents begin at `at`.
fn block_end(bytes: &[u8], mut at: usize) -> usize {
    let mut depth = 0;
    while let Some(stop) = first_of(bytes, at, *b"{}\"'/") {
        at = stop;
        match bytes[at] {
            b'/' if bytes.get(at + 1) == Some(&b'*') => {
                at = skip_comment(bytes, at);
                continue;
            }
            b'"' | b'\'' => {
                at = skip_string(bytes, at);
                continue;
            }
            b'{' => depth += 1,
            b'}' if depth == 0 => return at,
            b'}' => depth -= 1,
            _ => {}
        }
        at += 1;
    }
    bytes.len()
}
