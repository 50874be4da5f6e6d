//! What the classifier is told of a link: a set of words.

use super::candidates::{PaginationCandidate, PaginationCandidates, is_close};
use crate::page::Page;
use debulha_dom::{Document, NodeId, names};
use std::cell::RefCell;
use std::collections::HashMap;

/// Version of the words; a model that was learned from others is refused.
pub const VERSION: u16 = 1;

/// Elements around a link whose names, classes and ids count.
const AROUND: usize = 4;

/// Elements inside a link whose names, classes and sources count.
const INSIDE: usize = 4;

/// Parts of the class and id of an element that count, and their characters, at most.
const MAX_PARTS: usize = 10;
const MAX_CHARS: usize = 24;

/// Attributes of an element, and bytes of one, that are looked at, at most.
const MAX_ATTRIBUTES: usize = 64;
const MAX_BYTES: usize = 400;

/// Words of a link's text that count.
const MAX_WORDS: usize = 5;

/// Links before and after one whose texts count.
const NEIGHBOURS: usize = 2;

/// Describes the links of a page.
pub struct Describer<'p> {
    doc: &'p Document,
    all: &'p PaginationCandidates,
    /// What elements around links say, each read once: links share them.
    around: RefCell<HashMap<NodeId, Vec<String>>>,
}

impl<'p> Describer<'p> {
    /// For the links of this page.
    pub fn new(page: &Page<'p>, all: &'p PaginationCandidates) -> Self {
        Describer { doc: page.document(), all, around: RefCell::default() }
    }

    /// The words of a link, sorted, each once.
    pub fn words(&self, at: usize) -> Vec<String> {
        let (doc, link) = (self.doc, &self.all.links[at]);
        let mut words = Vec::new();
        of_text(link, &mut words);
        words.extend(marks(doc, link.node).iter().map(|mark| format!("a{mark}")));
        for inside in doc.descendants(link.node).filter(|&node| doc.is_element(node)).take(INSIDE) {
            words.extend(of_element(doc, inside).iter().map(|mark| format!("in{mark}")));
        }
        let mut around = self.around.borrow_mut();
        for (up, node) in doc.ancestors(link.node).take(AROUND).enumerate() {
            if matches!(doc.name(node), names::BODY | names::HTML) {
                break;
            }
            let marks = around.entry(node).or_insert_with(|| of_element(doc, node));
            let prefix = ["p1", "p2", "p3", "p3"][up.min(3)];
            words.extend(marks.iter().map(|mark| format!("{prefix}{mark}")));
        }
        of_address(self.all, link, &mut words);
        of_run(self.all, at, &mut words);
        for distance in 1..=NEIGHBOURS {
            let before = at.checked_sub(distance).map(|before| &self.all.links[before]);
            let after = self.all.links.get(at + distance);
            for (sign, other) in [('-', before), ('+', after)] {
                let form = other.map_or("none".to_owned(), |other| form(doc, link, other));
                words.push(format!("n{sign}{distance}={form}"));
            }
        }
        words.push(format!("place={}", at * 8 / self.all.links.len()));
        words.sort_unstable();
        words.dedup();
        words
    }
}

fn of_text(link: &PaginationCandidate, words: &mut Vec<String>) {
    words.push(format!("kind={}", link.class.map_or("none", |class| class.name())));
    if link.number.is_some() {
        words.push("number".to_owned());
        return;
    }
    let mut count = 0;
    for word in link.text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
        count += 1;
        if count <= MAX_WORDS {
            let is_number = word.chars().all(char::is_numeric);
            words.push(if is_number { "t=0".to_owned() } else { format!("t={}", cut(word)) });
        }
    }
    words.push(format!("words={}", count.min(MAX_WORDS + 1)));
    words.extend(
        link.text
            .chars()
            .filter(|c| !c.is_alphanumeric() && !c.is_whitespace())
            .take(4)
            .map(|c| format!("sign={c}")),
    );
}

/// Name and marks of an element.
fn of_element(doc: &Document, node: NodeId) -> Vec<String> {
    let mut found = marks(doc, node);
    found.push(format!(":{}", cut(doc.name_str(doc.name(node)))));
    found
}

/// The words of class, id, labels, `rel` and the name of the source of an element, each with a sign of where it stands.
fn marks(doc: &Document, node: NodeId) -> Vec<String> {
    let mut found = Vec::new();
    for (name, value) in doc.attributes(node).take(MAX_ATTRIBUTES) {
        let (sign, value) = match name {
            names::CLASS => ('.', value),
            names::ID => ('#', value),
            names::ARIA_LABEL | names::TITLE | names::ALT => ('@', value),
            names::REL => ('^', value),
            names::SRC if !value.starts_with("data:") => ('/', value.rsplit('/').next().unwrap_or_default()),
            _ => continue,
        };
        let value = &value[..value.floor_char_boundary(MAX_BYTES)];
        found.extend(parts_of(value).take(MAX_PARTS).map(|part| format!("{sign}{part}")));
    }
    found
}

/// The words of a name: parted at signs, in lower case, with `0` for numbers.
fn parts_of(text: &str) -> impl Iterator<Item = String> + '_ {
    text.split(|c: char| !c.is_alphanumeric()).filter(|part| !part.is_empty()).map(|part| {
        let mut out = String::new();
        for c in part.chars().take(MAX_CHARS) {
            if c.is_numeric() {
                if !out.ends_with('0') {
                    out.push('0');
                }
            } else {
                out.extend(c.to_lowercase());
            }
        }
        out
    })
}

fn cut(word: &str) -> &str {
    word.char_indices().nth(MAX_CHARS).map_or(word, |(at, _)| &word[..at])
}

fn of_address(all: &PaginationCandidates, link: &PaginationCandidate, words: &mut Vec<String>) {
    let (Some(own), Some(address)) = (&all.own, &link.address) else {
        words.push(if link.address.is_some() { "to=?" } else { "to=no" }.to_owned());
        return;
    };
    if link.is_own {
        words.push("to=own".to_owned());
        return;
    }
    if own.host_str() != address.host_str() {
        words.push("to=away".to_owned());
        return;
    }
    if own.path() == address.path() {
        words.push("to=query".to_owned());
    }
    words.extend(address.query_pairs().take(8).map(|(name, _)| format!("q={}", cut(&name.to_lowercase()))));
    if let Some(segments) = address.path_segments() {
        let names = segments.filter(|part| !part.is_empty() && part.len() <= MAX_CHARS);
        words.extend(
            names.take(8).flat_map(|part| parts_of(part).collect::<Vec<_>>()).map(|part| format!("u={part}")),
        );
    }
    match link.step {
        None => words.push("step=none".to_owned()),
        Some(step) => {
            let growth = step.growth();
            let kind = match growth {
                1 => "+1",
                -1 => "-1",
                2.. => "+",
                _ => "-",
            };
            words.push(format!("step={kind}{}", if step.is_named { "named" } else { "" }));
            if step.from.is_none() {
                words.push("step:from=none".to_owned());
            }
        }
    }
}

/// Where the link stands to the run of numbers that it is in or beside.
fn of_run(all: &PaginationCandidates, at: usize, words: &mut Vec<String>) {
    let of = |at: usize| all.links[at].run.map(|run| &all.runs[run]);
    if let Some(run) = of(at) {
        let [start, end] = run.links;
        words.push(format!("run={}", (end - start).min(4)));
        words.push(
            if at + 1 == end {
                "run:last"
            } else if at == start {
                "run:first"
            } else {
                "run:within"
            }
            .to_owned(),
        );
        if let (Some(current), Some(number)) = (run.current, all.links[at].number) {
            let growth = i64::from(number) - i64::from(current);
            words.push(format!("current{:+}", growth.clamp(-2, 2)));
        }
        return;
    }
    for distance in 1..=NEIGHBOURS {
        if at
            .checked_sub(distance)
            .and_then(of)
            .is_some_and(|run| run.links[1] - run.links[0] > 1 || run.current.is_some())
        {
            words.push(format!("after-run{distance}"));
        }
        if at + distance < all.links.len()
            && of(at + distance).is_some_and(|run| run.links[1] - run.links[0] > 1 || run.current.is_some())
        {
            words.push(format!("before-run{distance}"));
        }
    }
}

/// A neighbour in a word: what it says, and whether it is close by.
fn form(doc: &Document, link: &PaginationCandidate, other: &PaginationCandidate) -> String {
    let says = match (other.number, other.class) {
        (Some(_), _) => "0",
        (None, Some(class)) => class.name(),
        (None, None) if other.text.is_empty() => "empty",
        (None, None) => "text",
    };
    let is_close = is_close(doc, link.node, other.node);
    format!("{says}{}", if is_close { "" } else { "~" })
}
