//! Pages of our own with one structure each that a reader takes whole, in pages of different kinds: how many a system
//! keeps whole, with holes, or not at all.
//!
//! A case knows its parts: the texts of its cells, items or lines, in their order, as [`align`] looks for them. They are
//! read off the markup of the structure, so the two cannot differ. The pages are the same on every run.
//!
//! [`align`]: debulha_compare::metrics::structure::align

mod captions;
mod contexts;
mod headings;
mod judge;
mod lists;
mod notes;
mod quotes;
mod repeats;
mod tables;

pub use judge::{JudgedCase, ListNumbers};

use debulha_core::extractors::all_text::AllText;
use debulha_core::{Extractor, Page, Scratch};
use debulha_dom::{Document, Limits};
use debulha_dom::{NodeId, names, parse};

use contexts::PageContext;

/// Words of a list's item that its number is looked for before.
const WORDS_AFTER_NUMBER: usize = 4;

/// Kinds of structures.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum StructureGroup {
    /// Data tables.
    #[default]
    Table,
    /// Numbered lists.
    OrderedList,
    /// Lists of terms and what is said of them.
    Definitions,
    /// Captions of pictures.
    Caption,
    /// Quotations with their sources.
    Quote,
    /// Posts of other sites.
    EmbeddedPost,
    /// Footnotes.
    Footnotes,
    /// Lists of sources.
    Sources,
    /// Text that is repeated.
    Refrain,
    /// Who said what.
    Transcript,
    /// Headings with links to edit them.
    EditMarks,
    /// The page's own heading.
    Title,
}

impl StructureGroup {
    /// All kinds, in the order of reports.
    pub const ALL: [Self; 12] = [
        Self::Table,
        Self::OrderedList,
        Self::Definitions,
        Self::Caption,
        Self::Quote,
        Self::EmbeddedPost,
        Self::Footnotes,
        Self::Sources,
        Self::Refrain,
        Self::Transcript,
        Self::EditMarks,
        Self::Title,
    ];

    /// A word for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Table => "table",
            Self::OrderedList => "ordered-list",
            Self::Definitions => "definitions",
            Self::Caption => "caption",
            Self::Quote => "quote",
            Self::EmbeddedPost => "embedded-post",
            Self::Footnotes => "footnotes",
            Self::Sources => "sources",
            Self::Refrain => "refrain",
            Self::Transcript => "transcript",
            Self::EditMarks => "edit-marks",
            Self::Title => "title",
        }
    }
}

/// A page with a structure.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Case {
    /// What it holds.
    pub group: StructureGroup,
    /// Group, kind and context: unique.
    pub id: String,
    /// The page.
    pub html: String,
    /// Texts that have to come out, in this order.
    pub parts: Vec<String>,
    /// Items of numbered lists: number and first words.
    pub numbers: Vec<(i64, String)>,
    /// What must not come out.
    pub forbidden: Vec<&'static str>,
}

/// All cases, in the order of [`StructureGroup::ALL`].
pub fn cases() -> Vec<Case> {
    let units = [tables::units(), lists::units(), captions::units(), quotes::units(), notes::units()];
    let units = units.into_iter().flatten().chain(repeats::units()).chain(headings::units());
    let placed = units
        .enumerate()
        .flat_map(|(number, unit)| PageContext::two_for(number).map(|context| unit.in_context(context)));
    let mut cases: Vec<Case> = placed.chain(headings::titles()).collect();
    cases.sort_by_key(|case| case.group);
    cases
}

/// The markup of a structure.
#[derive(Debug, Clone)]
struct StructureMarkup {
    group: StructureGroup,
    name: &'static str,
    /// What stands before it.
    lead: String,
    html: String,
    /// `None` for the lines of its text.
    parts: Option<Vec<&'static str>>,
    forbidden: Vec<&'static str>,
}

impl StructureMarkup {
    fn new(group: StructureGroup, name: &'static str, lead: &str, html: &str) -> Self {
        StructureMarkup {
            group,
            name,
            lead: lead.to_owned(),
            html: html.to_owned(),
            parts: None,
            forbidden: Vec::new(),
        }
    }

    fn in_context(&self, context: &PageContext) -> Case {
        let id = format!("{}-{}-{}", self.group.name(), self.name, context.name);
        let parsed = parse(&self.html, &Limits::default());
        let parts = match &self.parts {
            Some(parts) => parts.iter().map(|&part| part.to_owned()).collect(),
            None => lines(&parsed.document),
        };
        let html = context.with(&format!("{}{}", self.lead, self.html));
        let numbers = numbers(&parsed.document);
        Case { group: self.group, id, html, parts, numbers, forbidden: self.forbidden.clone() }
    }
}

/// The text of a structure, a text block a line.
fn lines(doc: &Document) -> Vec<String> {
    let page = Page::new(doc);
    let outcome = AllText::default().extract(&page, &mut Scratch::default());
    let text = outcome.labels().map(|labels| labels.plain_text(&page)).unwrap_or_default();
    text.lines().map(str::to_owned).collect()
}

/// The items of all numbered lists: number and first words.
fn numbers(doc: &Document) -> Vec<(i64, String)> {
    let mut numbers = Vec::new();
    for list in doc.elements_named(names::OL) {
        let start = doc.attribute(list, names::START).and_then(|start| start.parse().ok()).unwrap_or(1);
        let items = doc.children(list).filter(|&item| doc.name(item) == names::LI);
        numbers.extend((start..).zip(items).map(|(number, item)| (number, first_words(doc, item))));
    }
    numbers
}

fn first_words(doc: &Document, item: NodeId) -> String {
    let own = doc.descendants(item).take_while(|&node| doc.name(node) != names::OL);
    let text: Vec<&str> = own.filter(|&node| doc.is_text(node)).map(|node| doc.text(node)).collect();
    let words = text.join(" ");
    words.split_whitespace().take(WORDS_AFTER_NUMBER).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
