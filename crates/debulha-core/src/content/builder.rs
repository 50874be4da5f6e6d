//! From labels to the content document: one walk over the parts of the tree that hold labelled text.

use super::blocks::{BlockStack, ContainerKind};
use super::code;
use super::code_text::CodeText;
use super::controls::is_in_sentence;
use super::glued::GluedSigns;
use super::inline::{InlineGap, InlineRun, MarkKind};
use super::marks::{is_anchor_mark, is_edit_mark, is_mark_of_note, is_title_of_quote};
use super::math::{self, Formula, TexAttributes};
use super::media::{self, Addresses};
use super::objects::only_object;
use super::raw_tex;
use super::region::RegionDecider;
use super::split_words::{SplitWords, spelled_label};
use super::styled;
use super::tab_labels::TabLabels;
use super::table::{CellDraft, TableDraft};
use super::trace::Trace;
use super::{BlockKind, ContentDocument, Inline, List, ListItem, TextPlaces};
use crate::features::control_chars::printable;
use crate::features::display::is_block;
use crate::features::inline_boxes::{are_boxes_apart, is_replaced};
use crate::features::layout_tables::is_layout_table;
use crate::features::listings::Listing;
use crate::features::tasks;
use crate::outcome::{Labels, Span};
use crate::page::Page;
use debulha_dom::{Document, NameId, NodeId, NodeKind, names};
use rustc_hash::FxHashMap;
use std::ops::Range;

/// Characters from which on a heading is an element that someone forgot to close.
const MAX_HEADING_CHARS: u32 = 1000;

/// Builds the content document of a page from an extractor's labels.
///
/// All labelled text comes out once, in the order of the page (captions and labels of tabs aside), with these exceptions: characters
/// of a formula give way to its TeX, the furniture of listings (line numbers, copy buttons, labels) and the marks of
/// anchors ("¶" after a heading) and to edit a section are left out, and white space is folded, with zero-width characters at the ends of a
/// run. Controls of forms and headings, initials in place of a portrait, and the second copy of what is there for two widths of
/// the screen are left out too. Text that is not labelled never comes out, but for the marks that a browser puts around `q` and
/// readings of ruby, parentheses around notes, the texts of emoji images, the names of icons alone in cells, and the label of an
/// element whose letters are split.
/// Images, formulas without text and what is embedded are kept where most of the text around them is, unless the labels
/// omit them. What stands beside the running text ([`Labels::beside`]) is there too, in blocks that say so. Without
/// labelled text there are no blocks.
///
/// O(labelled text + nodes of the elements around it and their children); subtrees without labels are skipped.
pub fn build(page: &Page<'_>, labels: &Labels) -> ContentDocument {
    build_with(page, labels, |_| Trace::default()).0
}

/// The same, and where the text came out: the spans with those beside the running text, and formulas.
pub fn build_traced(page: &Page<'_>, labels: &Labels) -> (ContentDocument, TextPlaces) {
    let (content, trace) = build_with(page, labels, Trace::of);
    (content, trace.places(&labels.with_beside().spans))
}

fn build_with(
    page: &Page<'_>,
    labels: &Labels,
    trace_of: impl Fn(usize) -> Trace,
) -> (ContentDocument, Trace) {
    let doc = page.document();
    let html = doc.html();
    let stated = |name| html.and_then(|html| doc.attribute(html, name)).map(str::trim);
    let language = stated(names::LANG).or(stated(names::XML_LANG)).filter(|tag| !tag.is_empty());
    let direction = stated(names::DIR)
        .map(str::to_ascii_lowercase)
        .filter(|direction| matches!(direction.as_str(), "ltr" | "rtl" | "auto"));
    let mut content =
        ContentDocument { blocks: Vec::new(), language: language.map(str::to_owned), direction };
    let all = labels.with_beside();
    let mut trace = trace_of(all.spans.len());
    if !labels.is_empty() {
        let mut builder = ContentBuilder::new(page, &all, &labels.beside);
        builder.blocks.trace = trace;
        builder.walk();
        (content.blocks, trace) = builder.blocks.finish();
    }
    (content, trace)
}

/// What ends with an open element.
#[derive(Debug)]
pub(super) enum Close {
    /// A box of text: what follows is apart from it.
    Box,
    /// An element that is a line of code.
    Line,
    Mark,
    InlineCode,
    Quotation,
    Reading,
    Note,
    /// A button that is a word of a sentence.
    Button,
    Container,
    /// A container made for the element, and an item in it.
    ItemOfOwnList,
    Leaf,
}

/// An element that has something to end.
#[derive(Debug)]
struct OpenElement {
    node: NodeId,
    end: u32,
    close: Close,
    /// Blocks before the element.
    emitted: u32,
}

/// An element whose contents are one run of text, whatever elements are in it.
#[derive(Debug)]
pub(super) enum LeafElement {
    Heading(u8),
    /// Of the figure or table that is the innermost container.
    Caption,
    Term,
    Cell(CellDraft),
    Code(CodeText),
}

pub(super) struct ContentBuilder<'p> {
    pub(super) page: &'p Page<'p>,
    pub(super) doc: &'p Document,
    pub(super) labels: &'p Labels,
    /// Those of the spans that stand beside the running text.
    beside: &'p [Span],
    /// The first span that was not met yet.
    pub(super) next: usize,
    open: Vec<OpenElement>,
    pub(super) leaf: Option<LeafElement>,
    pub(super) run: InlineRun,
    pub(super) blocks: BlockStack,
    /// Listings that are not behind the walk.
    pub(super) listings: &'p [Listing],
    pub(super) addresses: Option<Addresses<'p>>,
    pub(super) regions: RegionDecider,
    /// Signs that are due behind open quotations and readings.
    pub(super) signs: Vec<GluedSigns>,
    /// Open quotations.
    pub(super) quotations: usize,
    /// The open reading of a ruby base.
    pub(super) reading: Option<NodeId>,
    /// The next reading is in the parentheses of the last.
    pub(super) reading_goes_on: bool,
    /// Whether the walk is in a note within a sentence.
    pub(super) in_note: bool,
    split_words: SplitWords,
    /// Labels of tabs that wait for their panes.
    pub(super) tabs: TabLabels,
    /// Parents of buttons: whether fields of a form are in them.
    pub(super) field_parents: FxHashMap<NodeId, bool>,
    /// What was embedded last.
    pub(super) last_embed: Option<String>,
    /// Found on first use, as the next two are.
    pub(super) tex_attributes: Option<TexAttributes>,
    /// Nodes whose text keeps its line breaks.
    pub(super) line_keeping: Option<Vec<Range<u32>>>,
    /// Whether a script of the page typesets TeX in its text.
    pub(super) typesets: Option<bool>,
}

impl<'p> ContentBuilder<'p> {
    fn new(page: &'p Page<'p>, labels: &'p Labels, beside: &'p [Span]) -> Self {
        ContentBuilder {
            page,
            doc: page.document(),
            labels,
            beside,
            next: 0,
            open: Vec::new(),
            leaf: None,
            run: InlineRun::new(page.document()),
            blocks: BlockStack::default(),
            listings: page.listings(),
            addresses: None,
            regions: RegionDecider::default(),
            signs: Vec::new(),
            quotations: 0,
            reading: None,
            reading_goes_on: false,
            in_note: false,
            split_words: SplitWords::default(),
            tabs: TabLabels::of(page),
            field_parents: FxHashMap::default(),
            last_embed: None,
            tex_attributes: None,
            line_keeping: None,
            typesets: None,
        }
    }

    fn walk(&mut self) {
        let end = self.doc.len() as u32;
        let mut at = 1;
        while at < end {
            self.close_before(at);
            let node = NodeId(at);
            at = match self.doc.kind(node) {
                NodeKind::Text => self.text_node(node),
                NodeKind::Element if self.holds_labels(node) => {
                    let next = self.enter(node);
                    self.spell(node, next)
                }
                NodeKind::Element => self.pass(node),
                _ => self.doc.subtree_end(node),
            };
        }
        self.close_before(end);
        self.flush(None);
    }

    /// Whether labelled text lies in a subtree that the walk has come to. O(1): spans are met in order.
    pub(super) fn holds_labels(&self, node: NodeId) -> bool {
        self.labels.spans.get(self.next).is_some_and(|span| span.node.0 < self.doc.subtree_end(node))
    }

    fn text_node(&mut self, node: NodeId) -> u32 {
        let text = self.doc.text(node);
        let has_lines = text.contains('\n') && !self.in_code() && self.keeps_lines(node);
        let mut from = 0;
        while let Some(span) = self.labels.spans.get(self.next).filter(|span| span.node == node) {
            let (start, end) = (span.start as usize, span.end as usize);
            self.left_out_of(node, &text[from..start], has_lines);
            self.score();
            self.labelled(node, &text[start..end], has_lines);
            self.blocks.trace.wrote(self.next..self.next + 1);
            from = end;
            self.next += 1;
        }
        self.left_out_of(node, &text[from..], has_lines);
        node.0 + 1
    }

    fn labelled(&mut self, node: NodeId, text: &str, has_lines: bool) {
        let text = &*printable(text);
        if let Some(LeafElement::Code(code)) = &mut self.leaf {
            return code.push(text, code::shows_breaks(self.doc, node, text));
        }
        if !has_lines {
            return self.line(node, text);
        }
        for (index, line) in text.split('\n').enumerate() {
            if index > 0 {
                self.line_break();
            }
            self.line(node, line);
        }
    }

    /// Labelled text in which line breaks are white space.
    fn line(&mut self, node: NodeId, text: &str) {
        let text = if self.in_ruby(node) { text.trim() } else { text };
        if text.is_empty() {
            return;
        }
        if let Some(word) = self.run.joined_word(text)
            && are_boxes_apart(self.doc, word, node)
            && !self.split_words.are_one_word(self.page, word, node)
        {
            self.run.widen(InlineGap::Cut);
        }
        self.run.text(node, text);
    }

    /// Counts the score of the next span.
    pub(super) fn score(&mut self) {
        self.run.take_span(self.next);
        if let Some(&score) = self.labels.scores.as_ref().and_then(|scores| scores.get(self.next)) {
            // White space alone counts as a word, so that no block with scores lacks one.
            let span = self.labels.spans[self.next];
            let is_beside = self.beside.binary_search(&span).is_ok();
            self.run.score(score, span.words(self.page).max(1), is_beside);
        }
    }

    /// The same where line breaks may be shown.
    fn left_out_of(&mut self, node: NodeId, text: &str, has_lines: bool) {
        let is_blank = text.trim().is_empty();
        if is_blank && self.in_ruby(node) {
            return;
        }
        if !(is_blank && has_lines) {
            return self.left_out(node, text);
        }
        for (index, line) in text.split('\n').enumerate() {
            if index > 0 {
                self.line_break();
            }
            self.left_out(node, line);
        }
    }

    /// Text that is not labelled. White space counts all the same: labels need not cover it.
    pub(super) fn left_out(&mut self, node: NodeId, text: &str) {
        if text.is_empty() {
            return;
        }
        let is_blank = text.trim().is_empty();
        let has_edge_space = text.starts_with(char::is_whitespace) || text.ends_with(char::is_whitespace);
        match &mut self.leaf {
            Some(LeafElement::Code(code)) => {
                code.left_out(text, self.doc.parent(node), code::shows_breaks(self.doc, node, text));
            }
            _ if is_blank => self.run.space(text),
            _ if has_edge_space => self.run.widen(InlineGap::Space),
            _ => self.cut(),
        }
    }

    /// Keeps words apart between which something was left out.
    pub(super) fn cut(&mut self) {
        match &mut self.leaf {
            Some(LeafElement::Code(code)) => code.cut(),
            _ => self.run.widen(InlineGap::Cut),
        }
    }

    /// Leaves out all labelled text of a subtree, counting its scores. Gives the node after it.
    fn consume(&mut self, node: NodeId) -> u32 {
        let end = self.doc.subtree_end(node);
        while self.labels.spans.get(self.next).is_some_and(|span| span.node.0 < end) {
            self.score();
            self.next += 1;
        }
        end
    }

    /// The same for text that a formula stands for.
    fn consume_formula(&mut self, node: NodeId) -> u32 {
        let first = self.next;
        let end = self.consume(node);
        self.blocks.trace.wrote_formula(first..self.next);
        end
    }

    /// Writes the label of an element that was entered, if its text is split into letters. Gives the node to go on with.
    fn spell(&mut self, node: NodeId, next: u32) -> u32 {
        if next != node.0 + 1 || self.in_code() || self.run.in_code() {
            return next;
        }
        let Some(label) = spelled_label(self.page, node) else { return next };
        self.line(node, &label);
        let first = self.next;
        let end = self.consume(node);
        self.blocks.trace.wrote(first..self.next);
        end
    }

    /// An element with labelled text. Gives the node to go on with.
    fn enter(&mut self, node: NodeId) -> u32 {
        let name = self.doc.name(node);
        if !self.in_code() {
            if let Some(next) = self.take_tab_label(node) {
                self.separate(name);
                return next;
            }
            self.write_tab_label(node);
        }
        if let Some(listing) = self.listing_around(node) {
            if listing.furniture.binary_search(&node).is_ok() {
                return self.leave_out_furniture(node, name);
            }
            if listing.code == node && !self.is_inline_only() {
                self.flush(None);
                self.start_code(node, Some(listing));
                return node.0 + 1;
            }
        }
        if self.in_code() {
            return self.enter_in_code(node, name);
        }
        let doc = self.doc;
        match math::formula(doc, node, self.tex_attributes()) {
            Some(Formula::Is(math)) => {
                if self.stands_alone(&math) {
                    self.flush(None);
                }
                let end = self.consume_formula(node);
                self.formula(node, math);
                return end;
            }
            Some(Formula::RendersScript) => return self.consume_formula(node),
            None => {}
        }
        if self.is_control(node) {
            if is_block(name) {
                self.separate(name);
            } else {
                self.cut();
            }
            return self.consume(node);
        }
        match name {
            _ if is_mark_of_note(doc, node) => {
                self.cut();
                return self.consume(node);
            }
            _ if is_edit_mark(self.page, node) => {
                self.cut();
                return self.consume(node);
            }
            names::A if is_anchor_mark(self.page, node) => {
                self.cut();
                return self.consume(node);
            }
            names::CITE if !self.is_inline_only() && is_title_of_quote(self.doc, node) => {
                self.flush(None);
                self.push_open(node, Close::Box);
                self.start_mark(node, name);
            }
            names::A
            | names::EM
            | names::I
            | names::CITE
            | names::DFN
            | names::VAR
            | names::STRONG
            | names::B
            | names::DEL
            | names::S
            | names::STRIKE
            | names::SUB
            | names::SUP => {
                self.start_mark(node, name);
            }
            names::CODE | names::KBD | names::SAMP | names::TT => self.start_inline_code(node),
            names::Q => self.start_quotation(node),
            names::RT | names::RTC => self.start_reading(node),
            names::RP => return self.consume(node),
            _ if self.is_heading(node, name) && !self.is_inline_only() => self.start_heading(node, name),
            names::BUTTON if is_in_sentence(doc, node) => {
                self.cut();
                self.push_open(node, Close::Button);
            }
            names::DIV if self.split_words.is_letter_box(self.page, node) => {}
            _ if !is_block(name) && !self.is_heading(node, name) => {
                if !self.start_note(node) {
                    self.start_style_marks(node);
                }
            }
            _ if self.is_inline_only() => self.enter_in_text(node, name),
            _ => return self.enter_block(node, name),
        }
        node.0 + 1
    }

    /// A block-level element where blocks may stand.
    fn enter_block(&mut self, node: NodeId, name: NameId) -> u32 {
        self.flush(None);
        match name {
            names::OL => {
                let (start, step) = numbering(self.doc, node);
                let opened = self.blocks.open_ordered(start, step, node);
                self.push_open(node, if opened { Close::Container } else { Close::Box });
            }
            names::UL | names::MENU | names::DIR => {
                self.start_container(
                    node,
                    ContainerKind::List(List { ordered: false, start: 1, items: Vec::new() }),
                );
            }
            names::LI => self.start_item(node),
            names::DL => self.start_container(node, ContainerKind::Definitions(Vec::new())),
            names::DT if self.blocks.in_definitions() => self.start_leaf(node, LeafElement::Term),
            names::DD if self.blocks.in_definitions() => {
                self.start_container(node, ContainerKind::Description(Vec::with_capacity(1)));
            }
            names::BLOCKQUOTE => self.start_container(node, ContainerKind::Quote(Vec::new())),
            names::FIGURE if !self.wraps_listing(node) => {
                self.start_container(node, ContainerKind::Figure { blocks: Vec::new(), caption: Vec::new() });
            }
            names::FIGCAPTION if self.blocks.in_figure() => self.start_leaf(node, LeafElement::Caption),
            names::TABLE if !self.wraps_listing(node) => self.start_table(node),
            names::PRE | names::XMP | names::PLAINTEXT => self.start_code(node, None),
            _ => self.push_open(node, Close::Box),
        }
        node.0 + 1
    }

    /// A block-level element inside of a table or of one run of text, where it is only apart from its neighbours.
    fn enter_in_text(&mut self, node: NodeId, name: NameId) {
        if self.leaf.is_none() {
            self.flush(None);
            let doc = self.doc;
            if let Some(table) = self.blocks.table() {
                match name {
                    names::TR => table.start_row(doc, node),
                    names::TD | names::TH => {
                        return self.start_leaf(node, LeafElement::Cell(CellDraft::new(doc, node)));
                    }
                    names::CAPTION => return self.start_leaf(node, LeafElement::Caption),
                    _ => {}
                }
            }
        }
        self.separate(name);
        self.push_open(node, Close::Box);
        if name == names::PRE && self.run.start_code(node) {
            self.push_open(node, Close::InlineCode);
        }
    }

    /// Leaves out what is beside code: line numbers, buttons, labels.
    fn leave_out_furniture(&mut self, node: NodeId, name: NameId) -> u32 {
        if is_block(name) && !self.in_code() {
            self.separate(name);
        }
        self.consume(node)
    }

    /// An element without labelled text. Gives the node after it, or inside of it where it gives a table its shape.
    fn pass(&mut self, node: NodeId) -> u32 {
        let doc = self.doc;
        let name = doc.name(node);
        let end = doc.subtree_end(node);
        if self.in_code() {
            self.pass_in_code(node);
            return end;
        }
        if self.leaf.is_none()
            && let Some(table) = self.blocks.table()
        {
            match name {
                names::TR => table.start_row(doc, node),
                names::TD | names::TH => {
                    self.cell_without_text(node);
                    return end;
                }
                _ => {}
            }
            return if matches!(name, names::TR | names::TBODY | names::THEAD | names::TFOOT) {
                node.0 + 1
            } else {
                end
            };
        }
        match name {
            names::BR => self.line_break(),
            names::WBR | names::RP => {}
            names::HR => {
                self.separate(name);
                if self.leaf.is_none() {
                    self.blocks.rule(node);
                }
            }
            names::SCRIPT => self.script(node, node),
            names::NOSCRIPT if self.page.visibility().is_hidden(node) => self.embeds_of_noscript(node),
            _ if self.embed(node, node) || self.page.visibility().is_hidden(node) => {}
            _ => {
                if is_block(name) {
                    self.separate(name);
                } else if is_replaced(name) {
                    self.run.widen(InlineGap::Cut);
                }
                if name == names::LI && self.blocks.in_list() {
                    self.start_item(node);
                }
                self.pass_below(node);
            }
        }
        end
    }

    /// A cell without labelled text; it may hold a picture.
    fn cell_without_text(&mut self, node: NodeId) {
        self.flush(None);
        self.leaf = Some(LeafElement::Cell(CellDraft::new(self.doc, node)));
        if !self.page.visibility().is_hidden(node) && !self.named_icons(node) {
            self.pass_below(node);
        }
        self.close_leaf(node);
    }

    pub(super) fn line_break(&mut self) {
        match &mut self.leaf {
            Some(LeafElement::Code(code)) => code.line_break(),
            None if self.run.at_break() => self.flush(None),
            _ => self.run.widen(InlineGap::Break),
        }
    }

    /// Keeps the texts before and after a box's edge apart.
    pub(super) fn separate(&mut self, name: NameId) {
        let is_cell = matches!(name, names::TD | names::TH | names::BUTTON | names::OPTION);
        match &mut self.leaf {
            Some(LeafElement::Code(code)) => code.edge(),
            Some(LeafElement::Heading(_) | LeafElement::Term) => self.run.widen(InlineGap::Space),
            Some(_) if is_cell => self.run.widen(InlineGap::Space),
            Some(_) => self.run.widen(InlineGap::Break),
            None => self.flush(None),
        }
    }

    /// The heading that the walk is in.
    pub(super) fn heading(&self) -> Option<NodeId> {
        matches!(self.leaf, Some(LeafElement::Heading(_))).then_some(())?;
        self.open.iter().rev().find(|open| matches!(open.close, Close::Leaf)).map(|open| open.node)
    }

    pub(super) fn in_heading_or_term(&self) -> bool {
        match &self.leaf {
            Some(LeafElement::Heading(_) | LeafElement::Term) => true,
            Some(LeafElement::Cell(cell)) => cell.header,
            _ => false,
        }
    }

    pub(super) fn in_code(&self) -> bool {
        matches!(self.leaf, Some(LeafElement::Code(_)))
    }

    /// Whether blocks cannot start here.
    pub(super) fn is_inline_only(&self) -> bool {
        self.leaf.is_some() || self.blocks.in_table()
    }

    pub(super) fn push_open(&mut self, node: NodeId, close: Close) {
        let end = self.doc.subtree_end(node);
        self.open.push(OpenElement { node, end, close, emitted: self.blocks.emitted });
    }

    fn close_before(&mut self, at: u32) {
        while let Some(open) = self.open.pop_if(|open| open.end <= at) {
            // A run that is all there was in an element is the element's.
            let owner = (open.emitted == self.blocks.emitted).then_some(open.node);
            match open.close {
                Close::Line => {
                    if let Some(LeafElement::Code(code)) = &mut self.leaf {
                        code.end_line();
                    }
                }
                Close::Mark => self.run.end_mark(),
                Close::InlineCode => self.run.end_code(),
                Close::Quotation => self.end_quotation(),
                Close::Reading => self.end_reading(open.node),
                Close::Note => self.end_note(),
                Close::Button => self.cut(),
                Close::Leaf => self.close_leaf(open.node),
                Close::Box if self.leaf.is_some() => self.separate(self.doc.name(open.node)),
                Close::Box => self.flush(owner),
                Close::Container => {
                    self.flush(owner);
                    self.blocks.close(self.doc);
                }
                Close::ItemOfOwnList => {
                    self.flush(owner);
                    self.blocks.close(self.doc);
                    self.blocks.close(self.doc);
                }
            }
        }
    }

    /// Ends the run as a paragraph, or as an image where it is nothing else. Formulas in it that stand on a line of
    /// their own are blocks.
    pub(super) fn flush(&mut self, owner: Option<NodeId>) {
        if self.run.is_empty() {
            return;
        }
        let (text, Some(first), mean) = self.run.finish() else { return };
        if let Some(object) = only_object(&text) {
            return self.blocks.push(self.doc, object, first, mean);
        }
        let node = owner.unwrap_or(first);
        let text = self.with_formulas(text);
        let is_alone = |inline: &Inline| matches!(inline, Inline::Math(math) if self.stands_alone(math));
        if !text.iter().any(is_alone) {
            return self.blocks.push(self.doc, BlockKind::Paragraph(text), node, mean);
        }
        for kind in raw_tex::blocks(text) {
            self.blocks.push(self.doc, kind, node, mean);
        }
    }

    fn start_container(&mut self, node: NodeId, kind: ContainerKind) {
        let opened = self.blocks.open(kind, node);
        self.push_open(node, if opened { Close::Container } else { Close::Box });
    }

    fn start_item(&mut self, node: NodeId) {
        let number = self.blocks.number_item(own_number(self.doc, node));
        let done = tasks::is_done(self.doc, node);
        let item = ContainerKind::Item(ListItem { blocks: Vec::new(), node, number, done });
        if self.blocks.in_list() {
            return self.start_container(node, item);
        }
        let list = List { ordered: false, start: 1, items: Vec::new() };
        let opened = self.blocks.open(ContainerKind::List(list), node) && self.blocks.open(item, node);
        self.push_open(node, if opened { Close::ItemOfOwnList } else { Close::Box });
    }

    fn start_table(&mut self, node: NodeId) {
        if is_layout_table(self.page, node) {
            self.push_open(node, Close::Box);
        } else {
            self.start_container(node, ContainerKind::Table(TableDraft::default()));
        }
    }

    fn start_mark(&mut self, node: NodeId, name: NameId) {
        let kind = match name {
            names::STRONG | names::B => MarkKind::Strong,
            names::DEL | names::S | names::STRIKE => MarkKind::Strike,
            names::SUB => MarkKind::Subscript,
            names::SUP => MarkKind::Superscript,
            names::A => {
                if self.start_link(node) {
                    self.push_open(node, Close::Mark);
                }
                return;
            }
            _ => MarkKind::Emphasis,
        };
        if !styled::undoes(self.doc, node, &kind) && self.run.start_mark(node, kind) {
            self.push_open(node, Close::Mark);
        }
    }

    /// Puts a link in force; `false` if it leads nowhere.
    pub(super) fn start_link(&mut self, node: NodeId) -> bool {
        let Some(href) = self.doc.attribute(node, names::HREF) else { return false };
        // A heading that links to a place in its page links to itself, or back to the contents.
        if matches!(self.leaf, Some(LeafElement::Heading(_))) && href.trim_start().starts_with('#') {
            return false;
        }
        let Some(href) = self.addresses().resolve(href) else { return false };
        let title = media::fold(self.doc.attribute(node, names::TITLE).unwrap_or_default());
        self.run.start_mark(node, MarkKind::Link { href, title })
    }

    pub(super) fn is_heading(&self, node: NodeId, name: NameId) -> bool {
        let doc = self.doc;
        match name {
            names::H1 | names::H2 | names::H3 | names::H4 | names::H5 | names::H6 | names::TITLE => {}
            names::DIV | names::SPAN | names::P if doc.attribute(node, names::ROLE) == Some("heading") => {}
            _ => return false,
        }
        self.page.stats().chars(doc, node) <= MAX_HEADING_CHARS
    }

    fn start_heading(&mut self, node: NodeId, name: NameId) {
        let stated = || self.doc.attribute(node, names::ARIA_LEVEL)?.trim().parse::<u8>().ok();
        let level = match name {
            names::H1 | names::TITLE => 1,
            names::H2 => 2,
            names::H3 => 3,
            names::H4 => 4,
            names::H5 => 5,
            names::H6 => 6,
            // The level of a heading by role alone, as in ARIA.
            _ => stated().unwrap_or(2).clamp(1, 6),
        };
        self.flush(None);
        self.start_leaf(node, LeafElement::Heading(level));
    }

    pub(super) fn start_leaf(&mut self, node: NodeId, leaf: LeafElement) {
        self.leaf = Some(leaf);
        self.push_open(node, Close::Leaf);
    }

    fn close_leaf(&mut self, node: NodeId) {
        let Some(leaf) = self.leaf.take() else { return };
        let (text, _, mean) = self.run.finish();
        let text = self.with_formulas(text);
        match leaf {
            LeafElement::Cell(mut cell) => {
                cell.text = text;
                self.blocks.count(mean);
                if let Some(table) = self.blocks.table() {
                    table.add(self.doc, node, cell);
                }
            }
            LeafElement::Code(code) => {
                let (language, text) = code.finish();
                if !text.is_empty() {
                    self.blocks.push(self.doc, BlockKind::Code { language, text }, node, mean);
                }
            }
            _ if text.is_empty() => {}
            LeafElement::Heading(level) => {
                self.blocks.push(self.doc, BlockKind::Heading { level, text }, node, mean);
            }
            LeafElement::Caption => {
                self.blocks.count(mean);
                self.blocks.caption(text, mean.spans());
            }
            LeafElement::Term => {
                self.blocks.count(mean);
                self.blocks.term(text);
            }
        }
    }
}

/// The number of an ordered list's first item, and what its numbers grow by.
fn numbering(doc: &Document, list: NodeId) -> (i64, i64) {
    let start = doc.attribute(list, names::START).and_then(|start| start.trim().parse().ok());
    if doc.attribute(list, names::REVERSED).is_none() {
        return (start.unwrap_or(1), 1);
    }
    let items = || doc.children(list).filter(|&child| doc.name(child) == names::LI).count() as i64;
    (start.unwrap_or_else(items), -1)
}

/// The number that a list item gives itself.
fn own_number(doc: &Document, item: NodeId) -> Option<i64> {
    doc.attribute(item, names::VALUE)?.trim().parse().ok()
}
