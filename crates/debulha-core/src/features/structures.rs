//! Structures that a reader takes whole: a table without some of its cells says something else.

use crate::features::display::is_block;
use crate::features::formulas::Displayed;
use crate::features::layout_tables::is_layout_table;
use crate::features::listings::Listing;
use crate::features::note_marks::Marks;
use crate::features::tasks;
use crate::features::title_block::heading_level;
use crate::page::Page;
use debulha_dom::{Document, NodeId, NodeKind, TokenId, names};
use std::ops::Range;

/// Words that the caption of a picture has at most (our decision: longer ones are text beside a picture).
const MAX_CAPTION_WORDS: u32 = 80;

/// Text blocks that such a caption has at most (our decision: the caption and who took the picture).
const MAX_CAPTION_BLOCKS: u32 = 2;

/// Words of an item of a list on average at most (our decision: the items of longer ones are sections or posts, of which
/// some may be left out).
const MAX_ITEM_WORDS: u32 = 60;

/// Nodes at the begin of an item of which one may have the id of a note (our decision: a paragraph and a link back).
const NODES_WITH_ID: usize = 8;

/// Words of a note outside of lists at most (our decision: a long remark).
const MAX_NOTE_WORDS: u32 = 150;

/// Nodes of such a note, or of a quotation by class, at most (our decision: its words, each in an element of its own or two).
const MAX_NOTE_NODES: usize = 400;

/// Classes of quotations that are no `blockquote`: pulled ones, and posts of other sites.
const QUOTE_CLASSES: [&str; 9] = [
    "pullquote",
    "pull-quote",
    "pull_quote",
    "c-quote",
    "quote",
    "quote-block",
    "block-quote",
    "tweet",
    "twitter-tweet",
];

/// Words of such a quotation at most (our decision).
const MAX_QUOTE_WORDS: u32 = 80;

/// Words of a line behind a quotation that says whose it is at most (our decision: a name, what that person is, and where it is from).
const MAX_SOURCE_WORDS: u32 = 20;

/// Rows of a table that is a post of a thread at most (our decision: when, by whom with what, and what can be done with it).
const MAX_POST_ROWS: usize = 3;

/// The sorts of structures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum StructureKind {
    /// A data table; layout tables are none.
    Table,
    /// Program code, or other text that is set as it is.
    Listing,
    /// A numbered list.
    OrderedList,
    /// Any other list.
    List,
    /// Terms and what is said of them.
    Definitions,
    /// A picture, or what else is shown, with its caption.
    Figure,
    /// A quotation with its source; posts of other sites are embedded as such.
    Quote,
    /// Notes that marks in the text lead to.
    Notes,
    /// A formula on lines of its own.
    Formula,
}

impl StructureKind {
    /// What it is called in messages.
    pub fn name(self) -> &'static str {
        match self {
            StructureKind::Table => "table",
            StructureKind::Listing => "listing",
            StructureKind::OrderedList => "numbered list",
            StructureKind::List => "list",
            StructureKind::Definitions => "list of definitions",
            StructureKind::Figure => "figure",
            StructureKind::Quote => "quotation",
            StructureKind::Notes => "notes",
            StructureKind::Formula => "formula",
        }
    }
}

/// A structure that a reader takes whole.
#[derive(Debug, Clone, PartialEq)]
pub struct Structure {
    /// What it is.
    pub kind: StructureKind,
    /// Its nodes: whole subtrees of one parent.
    pub nodes: Range<u32>,
    /// Of [`StructureKind::Notes`] the links that lead to them, in document order; else nothing.
    pub marks: Vec<NodeId>,
    /// Of a figure, whether its caption is marked as such; of a quotation, whether it ends in its source; of a list without
    /// numbers, whether all of its items are tasks with a box; of a table, whether it has a header, a caption or more rows
    /// than the post of a thread that is set in a table.
    pub is_named: bool,
}

/// All structures of a page with text, in document order, a structure before those inside of it. Tables, listings and formulas have
/// no structures inside.
///
/// `listings` are those of the page, in order. One pass. O(nodes + text of marks).
pub fn structures(page: &Page<'_>, listings: &[Listing]) -> Vec<Structure> {
    let doc = page.document();
    let (marks, displayed) = (Marks::of(page), Displayed::of(doc));
    let quotes = QUOTE_CLASSES.iter().filter_map(|class| doc.find_token(class)).collect();
    let mut finder = Finder { page, doc, marks, displayed, quotes, found: Vec::new(), captioned: 0 };
    let mut listings = listings.iter().map(|listing| listing.element).peekable();
    let mut at = 1;
    while at < doc.len() as u32 {
        let node = NodeId(at);
        // Those in tables lie behind.
        while listings.next_if(|&listing| listing < node).is_some() {}
        if listings.next_if_eq(&node).is_some() {
            at = doc.subtree_end(node);
            finder.add(StructureKind::Listing, node.0..at);
            continue;
        }
        at = if doc.kind(node) == NodeKind::Element { finder.element(node) } else { at + 1 };
    }
    for structure in &mut finder.found {
        structure.marks.sort_unstable();
    }
    finder.found
}

struct Finder<'p> {
    page: &'p Page<'p>,
    doc: &'p Document,
    marks: Marks,
    displayed: Displayed,
    /// Classes of the page that say quotation.
    quotes: Vec<TokenId>,
    found: Vec<Structure>,
    /// End of the last figure: what is inside has its caption.
    captioned: u32,
}

impl Finder<'_> {
    /// Whether an element's class says that it is a quotation, and it is short as these are and has no heading, as what prices are
    /// asked by has.
    fn is_named_quote(&self, node: NodeId) -> bool {
        let doc = self.doc;
        doc.class_tokens(node).iter().any(|class| self.quotes.contains(class))
            && self.page.stats().subtree(doc, node).words <= MAX_QUOTE_WORDS
            && (doc.subtree_end(node) - node.0) as usize <= MAX_NOTE_NODES
            && doc.descendants(node).all(|inner| heading_level(doc.name(inner)) == 0)
    }

    /// Gives the node to go on with.
    fn element(&mut self, node: NodeId) -> u32 {
        let (doc, next, end) = (self.doc, node.0 + 1, self.doc.subtree_end(node));
        if self.displayed.is_formula(self.page, node) {
            self.add(StructureKind::Formula, node.0..end);
            return end;
        }
        match doc.name(node) {
            names::TABLE if !is_layout_table(self.page, node) => {
                let is_named = has_header_or_rows(doc, node);
                self.push(StructureKind::Table, node.0..end, is_named);
                return end;
            }
            names::OL => self.list(node, StructureKind::OrderedList),
            names::UL => self.list(node, StructureKind::List),
            names::DL => self.list(node, StructureKind::Definitions),
            names::BLOCKQUOTE => {
                let behind = source_behind(self.page, node);
                let is_named = behind.is_some() || names_its_source(self.page, node);
                self.push(StructureKind::Quote, node.0..behind.unwrap_or(end), is_named);
            }
            names::ASIDE | names::DIV | names::SECTION if self.is_named_quote(node) => {
                let is_named = names_its_source(self.page, node) || ends_in_short_line(self.page, node);
                self.push(StructureKind::Quote, node.0..end, is_named);
            }
            names::FIGURE if node.0 >= self.captioned => {
                self.captioned = end;
                let (framed, is_captioned) = framed(self.page, node);
                match framed {
                    Framed::Quotation => {
                        let is_named = is_captioned || names_its_source(self.page, node);
                        self.push(StructureKind::Quote, node.0..end, is_named);
                    }
                    Framed::Table => {
                        self.push(StructureKind::Table, node.0..end, true);
                        return end;
                    }
                    Framed::Picture => self.push(StructureKind::Figure, node.0..end, is_captioned),
                    Framed::Text => {}
                }
            }
            names::IMG if node.0 >= self.captioned => {
                if let Some(nodes) = self.captioned_picture(node) {
                    self.captioned = nodes.end;
                    let is_named = nodes.clone().any(|inner| is_named_caption(doc, NodeId(inner)));
                    self.push(StructureKind::Figure, nodes, is_named);
                }
            }
            _ => {}
        }
        self.note(node);
        next
    }

    /// A note that is no item of a list: what a mark before it leads to, if it leads back or begins with the mark. Those that follow one
    /// another are one structure.
    fn note(&mut self, target: NodeId) {
        let (doc, page) = (self.doc, self.page);
        let Some(marks) = self.marks.to(target) else { return };
        let mut around = std::iter::once(target).chain(doc.ancestors(target));
        let Some(note) = around.find(|&node| is_block(doc.name(node))) else { return };
        let nodes = note.0..doc.subtree_end(note);
        let is_new = self.found.last().is_none_or(|last| last.nodes.end <= nodes.start);
        let words = page.stats().subtree(doc, note).words;
        if !is_new
            || nodes.len() > MAX_NOTE_NODES
            || !(1..=MAX_NOTE_WORDS).contains(&words)
            || marks.iter().any(|mark| mark.0 >= nodes.start)
        {
            return;
        }
        let leads_back =
            |link: NodeId| doc.attribute(link, names::HREF).is_some_and(|href| href.trim().starts_with('#'));
        let leads_back = doc.descendants(note).any(|node| doc.name(node) == names::A && leads_back(node));
        let plain = |text: String| text.trim_start_matches(|c: char| !c.is_alphanumeric()).to_owned();
        let text = plain(doc.text_content(note));
        let begins_so = |&mark: &NodeId| {
            let label = plain(doc.text_content(mark));
            let label = label.trim_end_matches(|c: char| !c.is_alphanumeric());
            let rest = text.strip_prefix(label).filter(|_| !label.is_empty());
            rest.is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
        };
        if !leads_back && !marks.iter().any(begins_so) {
            return;
        }
        match self.found.last_mut() {
            Some(last)
                if last.kind == StructureKind::Notes
                    && doc.parent(NodeId(last.nodes.start)) == doc.parent(note)
                    && page.text_nodes_in(last.nodes.end..nodes.start).is_empty() =>
            {
                last.nodes.end = nodes.end;
                last.marks.extend(marks);
            }
            _ => {
                let marks = marks.to_vec();
                self.found.push(Structure { kind: StructureKind::Notes, nodes, marks, is_named: false });
            }
        }
    }

    fn add(&mut self, kind: StructureKind, nodes: Range<u32>) {
        self.push(kind, nodes, false);
    }

    fn push(&mut self, kind: StructureKind, nodes: Range<u32>, is_named: bool) {
        if !self.page.text_nodes_in(nodes.clone()).is_empty() {
            self.found.push(Structure { kind, nodes, marks: Vec::new(), is_named });
        }
    }

    /// A list, or notes where links lead to most of its items.
    fn list(&mut self, list: NodeId, kind: StructureKind) {
        let nodes = list.0..self.doc.subtree_end(list);
        let doc = self.doc;
        // A definition's id is that of its term.
        let is_item = |&item: &NodeId| doc.is_element(item) && doc.name(item) != names::DD;
        let (mut count, mut noted, mut marks) = (0, 0, Vec::new());
        for item in doc.children(list).filter(is_item) {
            count += 1;
            let leading = doc.subtree(item).take(NODES_WITH_ID).find_map(|inner| self.marks.to(inner));
            let outside = leading.into_iter().flatten().filter(|mark| !nodes.contains(&mark.0));
            let before = marks.len();
            marks.extend(outside);
            noted += u32::from(marks.len() > before);
        }
        if noted * 2 > count {
            self.found.push(Structure { kind: StructureKind::Notes, nodes, marks, is_named: false });
        } else if self.page.stats().subtree(doc, list).words <= MAX_ITEM_WORDS * count {
            let is_task = |item: NodeId| tasks::is_done(doc, item).is_some();
            let mut items = doc.children(list).filter(|&item| doc.is_element(item));
            let is_named = kind == StructureKind::List && items.all(is_task);
            self.push(kind, nodes, is_named);
        }
    }

    /// The nodes of a picture and its caption: the smallest element around the picture with text, if that is short, is
    /// no link and no heading; else the picture and a caption by name right behind it.
    fn captioned_picture(&self, picture: NodeId) -> Option<Range<u32>> {
        let (doc, page) = (self.doc, self.page);
        let has_text = |node: NodeId| !page.text_nodes_in(node.0..doc.subtree_end(node)).is_empty();
        let around = doc.ancestors(picture).find(|&node| has_text(node))?;
        let alone = std::iter::once(picture)
            .chain(doc.ancestors(picture))
            .take_while(|&node| node != around)
            .last()?;
        if is_caption(page, around.0..doc.subtree_end(around)) {
            return Some(around.0..doc.subtree_end(around));
        }
        let mut behind = doc.next_sibling(alone)?;
        while !doc.is_element(behind) {
            if doc.is_text(behind) && !doc.text(behind).trim().is_empty() {
                return None;
            }
            behind = doc.next_sibling(behind)?;
        }
        let nodes = behind.0..doc.subtree_end(behind);
        (is_named_caption(doc, behind) && is_caption(page, nodes.clone())).then_some(alone.0..nodes.end)
    }
}

/// What stands in a figure: pulled quotations, embedded posts and tables do too.
enum Framed {
    Quotation,
    /// A data table.
    Table,
    /// What is looked at or listened to, with a quotation or a table beside it or not; or a caption alone.
    Picture,
    /// Nothing of all that.
    Text,
}

/// What a figure frames, and whether it has a caption. O(subtree).
fn framed(page: &Page<'_>, figure: NodeId) -> (Framed, bool) {
    let doc = page.document();
    let (mut is_captioned, mut shows, mut quotes, mut tabulates) = (false, false, false, false);
    for node in doc.descendants(figure) {
        match doc.name(node) {
            names::FIGCAPTION => is_captioned = true,
            names::BLOCKQUOTE => quotes = true,
            names::TABLE => tabulates |= !is_layout_table(page, node),
            names::IMG
            | names::PICTURE
            | names::VIDEO
            | names::AUDIO
            | names::IFRAME
            | names::SVG
            | names::CANVAS
            | names::OBJECT => shows = true,
            _ => {}
        }
    }
    let framed = match (shows, quotes, tabulates) {
        (false, true, _) => Framed::Quotation,
        (false, false, true) => Framed::Table,
        _ if !is_captioned && is_card(page, figure) => Framed::Quotation,
        (false, false, false) if !is_captioned => Framed::Text,
        _ => Framed::Picture,
    };
    (framed, is_captioned)
}

/// Whether all text of an element is in one link: the title and teaser of another page, as embeds of blogs have them.
fn is_card(page: &Page<'_>, element: NodeId) -> bool {
    let doc = page.document();
    let texts = page.text_nodes_in(element.0..doc.subtree_end(element));
    let link =
        texts.first().and_then(|&text| doc.ancestors(text).find(|&around| doc.name(around) == names::A));
    link.is_some_and(|link| {
        link > element && texts.last().is_some_and(|last| last.0 < doc.subtree_end(link)) && texts.len() > 1
    })
}

/// Whether a table has a header, a caption, or more rows than a post has. O(nodes up to one that says so).
fn has_header_or_rows(doc: &Document, table: NodeId) -> bool {
    let mut rows = 0;
    doc.descendants(table).any(|node| {
        let name = doc.name(node);
        rows += usize::from(name == names::TR);
        rows > MAX_POST_ROWS || matches!(name, names::TH | names::THEAD | names::CAPTION)
    })
}

/// The end of a short line right behind a quotation that begins with a dash: whose it is.
fn source_behind(page: &Page<'_>, quote: NodeId) -> Option<u32> {
    let doc = page.document();
    let mut behind = doc.next_sibling(quote)?;
    while !doc.is_element(behind) && page.text_nodes_in(behind.0..behind.0 + 1).is_empty() {
        behind = doc.next_sibling(behind)?;
    }
    let end = doc.subtree_end(behind);
    let first = *page.text_nodes_in(behind.0..end).first()?;
    let is_line = matches!(doc.name(behind), names::P | names::DIV | names::CITE | names::FOOTER);
    let is_short = page.stats().subtree(doc, behind).words <= MAX_SOURCE_WORDS;
    (is_line && is_short && begins_with_dash(doc, first)).then_some(end)
}

fn begins_with_dash(doc: &Document, text: NodeId) -> bool {
    doc.text(text).trim_start().starts_with(['—', '–', '―'])
}

/// Whether a quotation ends in its source: in a `cite` or `footer`, a run of text that begins with a dash, or a link to
/// where it stands elsewhere, as embedded posts do.
fn names_its_source(page: &Page<'_>, quote: NodeId) -> bool {
    let doc = page.document();
    let is_source = |node: NodeId| matches!(doc.name(node), names::CITE | names::FOOTER);
    if doc.descendants(quote).any(is_source) {
        return true;
    }
    let texts = page.text_nodes_in(quote.0..doc.subtree_end(quote));
    let leads_elsewhere = |&text: &NodeId| {
        let around = doc.ancestors(text).take_while(|&around| around != quote);
        let link = around
            .filter(|&around| doc.name(around) == names::A)
            .find_map(|link| doc.attribute(link, names::HREF));
        link.is_some_and(|href| href.trim_start().starts_with("http"))
    };
    texts.iter().skip(1).any(|&text| begins_with_dash(doc, text)) || texts.last().is_some_and(leads_elsewhere)
}

/// Whether the last of an element's text blocks is a line as short as a source.
fn ends_in_short_line(page: &Page<'_>, quote: NodeId) -> bool {
    let texts = page.text_nodes_in(quote.0..page.document().subtree_end(quote));
    let row = |text: &NodeId| page.text_blocks().block_of(*text);
    let (Some(first), Some(last)) = (texts.first().and_then(row), texts.last().and_then(row)) else {
        return false;
    };
    first < last && page.text_blocks().blocks()[last].counts.words <= MAX_SOURCE_WORDS
}

/// Words of the classes of captions, beside those that end in `caption`: who took the picture, and what it shows.
const CAPTION_WORDS: [&str; 5] = ["credit", "credits", "legend", "legende", "bildunterschrift"];

/// Whether an element's classes say that it is a caption, or a part of one.
fn is_named_caption(doc: &Document, node: NodeId) -> bool {
    doc.classes(node).flat_map(|class| class.split(['-', '_'])).any(|part| {
        let part = part.to_ascii_lowercase();
        part.ends_with("caption") || CAPTION_WORDS.contains(&&*part)
    })
}

/// Whether the text of some nodes may be the caption of what is shown there: short, mostly without links, no heading, no
/// list, not of several pictures.
fn is_caption(page: &Page<'_>, nodes: Range<u32>) -> bool {
    let doc = page.document();
    let texts = page.text_nodes_in(nodes.clone());
    let (Some(&first), Some(&last)) = (texts.first(), texts.last()) else { return false };
    let (Some(start), Some(end)) = (page.text_blocks().block_of(first), page.text_blocks().block_of(last))
    else {
        return false;
    };
    let blocks = &page.text_blocks().blocks()[start..=end];
    let runs = blocks[0].runs.start..blocks[blocks.len() - 1].runs.end;
    // Blocks that reach beyond the nodes are no captions.
    if blocks.len() as u32 > MAX_CAPTION_BLOCKS || runs.len() != texts.len() {
        return false;
    }
    let measures = page.text_measures().range(runs);
    if measures.words > MAX_CAPTION_WORDS || measures.link_share() >= 0.5 {
        return false;
    }
    let mut pictures = 0;
    for node in nodes.map(NodeId) {
        let name = doc.name(node);
        pictures += u32::from(name == names::IMG);
        let is_other = heading_level(name) > 0
            || matches!(
                name,
                names::UL
                    | names::OL
                    | names::DL
                    | names::TABLE
                    | names::FORM
                    | names::INPUT
                    | names::BUTTON
                    | names::SELECT
                    | names::BODY
            );
        if is_other || pictures > 1 {
            return false;
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use debulha_dom::{Limits, parse};

    /// Kinds in order, with the text of each.
    fn found(html: &str) -> Vec<(StructureKind, String)> {
        let doc = parse(html, &Limits::default()).document;
        let page = Page::new(&doc);
        let text = |structure: &Structure| {
            let texts = page.text_nodes_in(structure.nodes.clone());
            texts.iter().map(|&text| doc.text(text).trim()).collect::<Vec<_>>().join("|")
        };
        structures(&page, page.listings()).iter().map(|structure| (structure.kind, text(structure))).collect()
    }

    fn kinds(html: &str) -> Vec<StructureKind> {
        found(html).into_iter().map(|(kind, _)| kind).collect()
    }

    #[test]
    fn data_tables_are_structures_and_layout_is_none() {
        use StructureKind::{Definitions, List, Listing, OrderedList, Quote, Table};
        assert_eq!(kinds("<table><tr><th>Crop<th>Month<tr><td>Rye<td>May</table>"), [Table]);
        assert_eq!(kinds("<table role=presentation><tr><td>Menu<td>Rye</table>"), []);
        assert_eq!(kinds("<figure><table><tr><th>Crop<th>Month<tr><td>Rye<td>May</table></figure>"), [Table]);
        assert_eq!(
            kinds("<ol><li>Sow<li>Reap</ol><ul><li>Rye</ul><dl><dt>Rye<dd>Bread</dl>"),
            [OrderedList, List, Definitions]
        );
        assert_eq!(kinds("<p>Run this:<pre><code>sow(rye)\nreap()</code></pre><ul><li> </ul>"), [Listing]);
        assert_eq!(kinds("<blockquote>Rye<ol><li>a<li>b</ol></blockquote>"), [Quote, OrderedList]);
        let table = "<table><tr><th><th>May<tr><th>Rye<td>4 t</table>";
        assert_eq!(
            kinds(&format!("<figure><div>{table}</div><figcaption>Crops</figcaption></figure>")),
            [Table]
        );
        assert_eq!(kinds(&format!("<figure><img src=m>{table}</figure>")), [StructureKind::Figure, Table]);
        let long = "a sentence of a section that goes on for quite a while about the rye ".repeat(6);
        assert_eq!(kinds(&format!("<ol><li>{long}<li>{long}</ol>")), []);
    }

    #[test]
    fn notes_are_where_marks_in_running_text_lead() {
        let notes = "<ol><li id=n1>Of oak.<li id=n2>Of ash.</ol>";
        let html = format!(
            "<p>The wheel is old<a href=#n1>[1]</a> and the axle is not<sup><a href=#n2>b</a></sup>.{notes}"
        );
        assert_eq!(found(&html), [(StructureKind::Notes, "Of oak.|Of ash.".to_owned())]);
        // Numbers that lead to slides.
        let slides = format!("<p><a href=#n1>1</a> <a href=#n2>2</a></p>{notes}");
        assert_eq!(kinds(&slides), [StructureKind::OrderedList]);
        let inside = "<p>The wheel is old<a href=#n1>[1]</a>.<ol><li><span id=n1></span>Of oak.</ol>";
        assert_eq!(kinds(inside), [StructureKind::Notes]);
        let terms = "<p>The wheel is old<a href=#n1>[1]</a>.<dl><dt id=n1>1<dd>Of oak.</dl>";
        assert_eq!(kinds(terms), [StructureKind::Notes]);
    }

    #[test]
    fn notes_need_no_list() {
        let text = "<p>The wheel is old<a href=#f1>1</a> and the axle is not<a href=#f2>[2]</a>, as <a href=#top>above</a>.";
        let notes = "<div><a id=f1 href=#back>1</a><p>Of oak.</div><p id=f2>[2] Of ash.";
        assert_eq!(
            found(&format!("{text}{notes}")),
            [(StructureKind::Notes, "1|Of oak.|[2] Of ash.".to_owned())]
        );
        let apart = notes.replace("<p id=f2>", "<p>Oats.<p id=f2>");
        assert_eq!(kinds(&format!("{text}{apart}")), [StructureKind::Notes; 2]);
        // Neither leads back nor begins with its mark; before the mark.
        assert_eq!(kinds(&format!("{text}<p id=f2>Of ash.")), []);
        assert_eq!(kinds(&format!("{notes}{text}")), []);
    }

    #[test]
    fn pictures_are_taken_with_their_captions() {
        let caption = "The mill in spring, seen from the other bank.";
        let around =
            |inner: &str| format!("<div><p>The mill was mended in May.</p>{inner}<p>Then it ran.</p></div>");
        let named = |html: &str| {
            let doc = parse(html, &Limits::default()).document;
            structures(&Page::new(&doc), Page::new(&doc).listings())
                .iter()
                .map(|structure| (structure.kind, structure.is_named))
                .collect::<Vec<_>>()
        };
        let figure = around(&format!("<figure><img src=m><figcaption>{caption}</figcaption></figure>"));
        assert_eq!(named(&figure), [(StructureKind::Figure, true)]);
        let wordpress = around(&format!(
            "<div class=wp-caption><a href=m><img src=m></a><p class=wp-caption-text>{caption}</div>"
        ));
        assert_eq!(named(&wordpress), [(StructureKind::Figure, true)]);
        let behind = around(&format!("<p><img src=m></p><p class=caption>{caption}"));
        assert_eq!(named(&behind), [(StructureKind::Figure, true)]);
        let credit = "<span class=c-image__credit>Photo: Ana</span>";
        let credited =
            around(&format!("<div><img src=m><div class=meta><span>{caption}</span> {credit}</div></div>"));
        assert_eq!(named(&credited), [(StructureKind::Figure, true)]);
        let box_of_two = around(&format!("<div><img src=m><p>{caption}</div>"));
        assert_eq!(named(&box_of_two), [(StructureKind::Figure, false)]);
        let card = "<figure><a href=https://a.example/><div>Tides</div><div>All of them</div><img src=m></a></figure>";
        assert_eq!(named(card), [(StructureKind::Quote, true)]);
        assert_eq!(named("<figure><div>!</div><div>Mind the belt</div></figure>"), []);
        let teaser = around("<div><img src=m><h3>Five walks</h3></div>");
        assert_eq!(named(&teaser), []);
    }

    #[test]
    fn quotations_say_whose_they_are() {
        let named = |html: &str| {
            let doc = parse(html, &Limits::default()).document;
            structures(&Page::new(&doc), Page::new(&doc).listings())[0].is_named
        };
        assert!(named("<blockquote>Rye.<footer>Ana</footer></blockquote>"));
        assert!(named("<blockquote><p>Rye.</p>— Ana (@ana) <a href=/1>May</a></blockquote>"));
        assert!(named(
            "<blockquote>It runs. <a href=https://e.example/p/1>A post shared by Ana</a></blockquote>"
        ));
        assert!(!named("<blockquote>It runs. <a href=/rye>Rye</a></blockquote>"));
        assert!(named("<figure><blockquote><p>Rye.</p><cite>Ana</cite></blockquote></figure>"));
        let behind = "<blockquote>Rye.</blockquote> <p>— Ana, farmer<p>Oats.";
        assert_eq!(found(behind), [(StructureKind::Quote, "Rye.|— Ana, farmer".to_owned())]);
        assert_eq!(
            found("<blockquote>Rye.</blockquote><p>Oats — like barley — are sown in March."),
            [(StructureKind::Quote, "Rye.".to_owned())]
        );
        assert!(!named("<blockquote>— Rye<p>is what we sow.</blockquote>"));
    }
}
