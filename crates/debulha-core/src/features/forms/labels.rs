//! What a reader is told of fields: by markup that says so, by text that stands near.

use super::places::DrawnTexts;
use super::read::{page_elements, shortened};
use super::{Choice, Control, Field, Form, Label, LabelSource, MAX_LABEL, read};
use crate::features::display::{is_block, is_raw};
use crate::features::white_space::fold_into;
use crate::page::Page;
use debulha_dom::{Document, NodeId, names};
use rustc_hash::FxHashMap;

/// Maximum characters of a text before a field that may be its label. A longer one is a sentence of instructions,
/// which says more than what the field holds.
const MAX_BEFORE: usize = 60;

/// Nodes of a label that are read; fields may share a label, and each reads it.
const MAX_NODES: usize = 500;

/// Cells of a row above that are looked at for the column of a field.
const MAX_COLUMNS: usize = 32;

/// The forms of a page in document order, as by [`read`], with labels.
///
/// The first of these sources that has a text gives the label:
///
/// | source | |
/// |---|---|
/// | its own text | of buttons |
/// | `label for` | also one that the page hides |
/// | `label` around it | without the text of the field |
/// | `aria-labelledby`, `aria-label` | |
/// | `placeholder`, `title` | |
/// | `legend` | of a group of radio buttons or boxes |
/// | place | with a layout record: the nearest text left of the field, or above it |
/// | before | the nearest text before it in the form, at most 60 characters, without a field between; in a table the text of its row, else of the cell above |
///
/// Radio buttons and boxes are told by the text behind them. One that stands alone gives its label to the field.
///
/// O(nodes + fields · length of a label); with a layout record, O(texts · log texts) more.
pub fn forms(page: &Page<'_>) -> Vec<Form> {
    let doc = page.document();
    let mut forms = read(doc);
    if forms.iter().all(|form| form.fields.is_empty()) {
        return forms;
    }
    let spots = Spots::of(&forms);
    let near = Near::of(page, &spots);
    let told = Told { doc, explicit: Explicit::of(doc), near, places: DrawnTexts::of(page, &spots.nodes()) };
    for field in forms.iter_mut().flat_map(|form| &mut form.fields) {
        told.label(field);
    }
    forms
}

/// An element of a field: where it is, and whether it is seen.
struct Spot {
    node: NodeId,
    form: Option<NodeId>,
    control: Control,
}

/// The elements of all fields, in document order.
struct Spots(Vec<Spot>);

impl Spots {
    fn of(forms: &[Form]) -> Self {
        let mut spots = Vec::new();
        for form in forms {
            for field in &form.fields {
                let spot = |node| Spot { node, form: form.node, control: field.control };
                if matches!(field.control, Control::Checkbox | Control::Radio) {
                    spots.extend(field.options.iter().map(|choice| spot(choice.node)));
                } else {
                    spots.push(spot(field.node));
                }
            }
        }
        spots.sort_unstable_by_key(|spot| spot.node);
        Spots(spots)
    }

    fn nodes(&self) -> Vec<NodeId> {
        self.0.iter().filter(|spot| spot.control != Control::Hidden).map(|spot| spot.node).collect()
    }
}

/// All that is known of labels.
struct Told<'d> {
    doc: &'d Document,
    explicit: Explicit<'d>,
    near: Near,
    places: Option<DrawnTexts<'d>>,
}

impl Told<'_> {
    fn label(&self, field: &mut Field) {
        match field.control {
            Control::Hidden => {}
            Control::Checkbox | Control::Radio => self.group(field),
            _ => {
                let own = || self.own(field).map(|text| (text, LabelSource::Own));
                let found = own()
                    .or_else(|| self.said_of(field.node))
                    .or_else(|| (!field.control.is_button()).then(|| self.beside(field.node)).flatten());
                field.label = found.and_then(label);
            }
        }
    }

    /// The text of a button.
    fn own(&self, field: &Field) -> Option<String> {
        let attribute = |name| self.doc.attribute(field.node, name).map(|text| shortened(text).to_owned());
        let text = match field.control {
            Control::Image => attribute(names::ALT).or_else(|| attribute(names::VALUE)),
            control if !control.is_button() => None,
            _ if self.doc.name(field.node) == names::BUTTON => Some(text_of(self.doc, field.node)),
            _ => attribute(names::VALUE),
        };
        text.filter(|text| !text.trim().is_empty())
    }

    /// What markup says of an element.
    fn said_of(&self, node: NodeId) -> Option<(String, LabelSource)> {
        let doc = self.doc;
        let attribute = |name| doc.attribute(node, name).map(|text| shortened(text).to_owned());
        let sources: [(LabelSource, &dyn Fn() -> Option<String>); 6] = [
            (LabelSource::For, &|| self.explicit.named(doc, node).map(|label| text_of(doc, label))),
            (LabelSource::Around, &|| self.explicit.around.get(&node).map(|&label| text_of(doc, label))),
            (LabelSource::LabelledBy, &|| self.explicit.labelled_by(doc, node)),
            (LabelSource::Aria, &|| attribute(names::ARIA_LABEL)),
            (LabelSource::Placeholder, &|| attribute(names::PLACEHOLDER)),
            (LabelSource::Title, &|| attribute(names::TITLE)),
        ];
        sources.into_iter().find_map(|(source, text)| Some((trimmed(&text()?)?, source)))
    }

    /// What stands beside an element.
    fn beside(&self, node: NodeId) -> Option<(String, LabelSource)> {
        // A place that is known says more than the order of the source, also where nothing is near.
        match self.places.as_ref().filter(|places| places.has(node)) {
            Some(places) => places.before(node).map(|text| (text, LabelSource::Place)),
            None => self.near.before.get(&node).map(|text| (text.clone(), LabelSource::Before)),
        }
    }

    fn group(&self, field: &mut Field) {
        let mut first = None;
        let mut nodes = Vec::with_capacity(field.options.len());
        for Choice { node, label: text, .. } in &mut field.options {
            let place = || self.places.as_ref()?.behind(*node).map(|text| (text, LabelSource::Place));
            let behind = || self.near.behind.get(node).map(|text| (text.clone(), LabelSource::Before));
            let found = self.said_of(*node).or_else(place).or_else(behind).and_then(label);
            if let Some(found) = &found {
                text.clone_from(&found.text);
            }
            nodes.push(*node);
            first = first.or(found);
        }
        let legend = || {
            let legend = *self.explicit.legends.get(&field.node)?;
            Some((text_of(self.doc, legend), LabelSource::Legend))
        };
        field.label = match nodes[..] {
            [_] if first.is_some() => first,
            _ => legend().and_then(label).or_else(|| self.beside(field.node).and_then(label)),
        };
    }
}

/// A label of a text, unless it is empty.
fn label((text, source): (String, LabelSource)) -> Option<Label> {
    Some(Label { text: trimmed(&text)?, source })
}

/// A text without white space, colons and stars at its ends, which are no part of a name.
fn trimmed(text: &str) -> Option<String> {
    let mut folded = String::new();
    fold_into(&mut folded, shortened(text));
    let text = folded.trim_matches(|c: char| c.is_whitespace() || matches!(c, ':' | '*' | '\u{ff1a}'));
    (!text.is_empty()).then(|| text.to_owned())
}

/// The text of a label, without that of fields in it.
pub(super) fn text_of(doc: &Document, label: NodeId) -> String {
    let mut text = String::new();
    let mut skipped = 0;
    for node in doc.descendants(label).take(MAX_NODES) {
        if node.0 < skipped {
            continue;
        }
        let name = doc.name(node);
        if is_raw(name) || matches!(name, names::SELECT | names::BUTTON) {
            skipped = doc.subtree_end(node);
        } else if doc.is_text(node) {
            text.push_str(shortened(doc.text(node)));
            if text.len() >= MAX_LABEL {
                break;
            }
        } else if is_block(name) || name == names::BR {
            text.push(' ');
        }
    }
    shortened(&text).to_owned()
}

/// What markup says: labels by the ids that they name, labels and legends by the fields that they are around.
struct Explicit<'d> {
    by_for: FxHashMap<&'d str, NodeId>,
    by_id: FxHashMap<&'d str, NodeId>,
    around: FxHashMap<NodeId, NodeId>,
    legends: FxHashMap<NodeId, NodeId>,
}

impl<'d> Explicit<'d> {
    fn of(doc: &'d Document) -> Self {
        let mut found = Explicit {
            by_for: FxHashMap::default(),
            by_id: FxHashMap::default(),
            around: FxHashMap::default(),
            legends: FxHashMap::default(),
        };
        let mut labels: Vec<(u32, NodeId)> = Vec::new();
        let mut fieldsets: Vec<(u32, Option<NodeId>)> = Vec::new();
        for node in page_elements(doc) {
            while labels.last().is_some_and(|&(end, _)| end <= node.0) {
                labels.pop();
            }
            while fieldsets.last().is_some_and(|&(end, _)| end <= node.0) {
                fieldsets.pop();
            }
            if let Some(id) = doc.attribute(node, names::ID) {
                found.by_id.entry(id).or_insert(node);
            }
            match doc.name(node) {
                names::LABEL => {
                    // Around a field it counts also where it names one that there is not.
                    labels.push((doc.subtree_end(node), node));
                    if let Some(id) = doc.attribute(node, names::FOR) {
                        found.by_for.entry(id).or_insert(node);
                    }
                }
                names::FIELDSET => fieldsets.push((doc.subtree_end(node), None)),
                names::LEGEND => {
                    if let Some((_, legend)) = fieldsets.last_mut() {
                        legend.get_or_insert(node);
                    }
                }
                names::INPUT | names::SELECT | names::TEXTAREA | names::BUTTON => {
                    if let Some(&(_, label)) = labels.last() {
                        found.around.insert(node, label);
                    }
                    if let Some(&(_, Some(legend))) = fieldsets.last() {
                        found.legends.insert(node, legend);
                    }
                }
                _ => {}
            }
        }
        found
    }

    /// The label that names an element.
    fn named(&self, doc: &Document, node: NodeId) -> Option<NodeId> {
        self.by_for.get(doc.attribute(node, names::ID)?).copied()
    }

    fn labelled_by(&self, doc: &Document, node: NodeId) -> Option<String> {
        let ids = doc.attribute(node, names::ARIA_LABELLEDBY)?;
        let mut text = String::new();
        for label in shortened(ids).split_ascii_whitespace().filter_map(|id| self.by_id.get(id)) {
            text.push_str(&text_of(doc, *label));
            text.push(' ');
        }
        Some(text)
    }
}

/// Texts before fields and behind radio buttons and boxes.
#[derive(Default)]
struct Near {
    before: FxHashMap<NodeId, String>,
    behind: FxHashMap<NodeId, String>,
}

/// A walk over a page that keeps the text since the last boundary.
struct LabelWalk<'a, 'd> {
    doc: &'d Document,
    near: &'a mut Near,
    /// The text, folded; no more than may be a label.
    run: String,
    /// Its first node.
    start: NodeId,
    /// Whether a block began or ended since: what comes next is another text.
    closed: bool,
    /// Rows of tables around the node.
    rows: Vec<(u32, NodeId)>,
    /// The last row that ended.
    last_row: Option<NodeId>,
    /// Ends of the blocks around the node.
    blocks: Vec<u32>,
    /// The button or box whose text comes now.
    pending: Option<NodeId>,
}

impl Near {
    fn of(page: &Page<'_>, Spots(spots): &Spots) -> Self {
        let (doc, visibility) = (page.document(), page.visibility());
        let mut near = Near::default();
        let mut walk = LabelWalk {
            doc,
            near: &mut near,
            run: String::new(),
            start: Document::ROOT,
            closed: true,
            rows: Vec::new(),
            last_row: None,
            blocks: Vec::new(),
            pending: None,
        };
        let mut spots = spots.iter().peekable();
        let last = spots.clone().last().map_or(0, |spot| spot.node.0);
        let mut skipped = 0;
        for node in doc.nodes() {
            if node.0 > last && walk.pending.is_none() {
                break;
            }
            if node.0 < skipped {
                continue;
            }
            walk.leave(node);
            if let Some(spot) = spots.next_if(|spot| spot.node == node) {
                walk.field(spot);
                // Controls may nest in markup that is none of HTML.
                if matches!(spot.control, Control::Select | Control::TextArea) {
                    skipped = doc.subtree_end(node);
                    while spots.next_if(|spot| spot.node.0 < skipped).is_some() {}
                }
            } else if doc.is_text(node) {
                if !visibility.is_hidden(node) {
                    walk.text(node);
                }
            } else if is_raw(doc.name(node)) {
                if spots.peek().is_none_or(|spot| spot.node.0 >= doc.subtree_end(node)) {
                    skipped = doc.subtree_end(node);
                }
            } else {
                walk.element(node);
            }
        }
        near
    }
}

impl LabelWalk<'_, '_> {
    /// Leaves the blocks that end before a node.
    fn leave(&mut self, node: NodeId) {
        while self.blocks.last().is_some_and(|&end| end <= node.0) {
            self.blocks.pop();
            self.boundary(false);
        }
        while self.rows.last().is_some_and(|&(end, _)| end <= node.0) {
            self.last_row = self.rows.pop().map(|(_, row)| row);
            self.boundary(true);
        }
    }

    fn element(&mut self, node: NodeId) {
        let name = self.doc.name(node);
        let end = self.doc.subtree_end(node);
        match name {
            names::TR => {
                self.boundary(true);
                self.rows.push((end, node));
            }
            names::TD | names::TH => {
                self.boundary(false);
                self.blocks.push(end);
            }
            names::BR | names::HR => self.boundary(true),
            _ if is_block(name) => {
                self.boundary(true);
                self.blocks.push(end);
            }
            _ => {}
        }
    }

    /// A text ends. What is behind a box may still come where `ends` is not set: in the next cell.
    fn boundary(&mut self, ends: bool) {
        self.closed = true;
        if let Some(node) = self.pending {
            if self.near.behind.contains_key(&node) {
                self.pending = None;
                self.run.clear();
            } else if ends {
                self.pending = None;
            }
        }
    }

    fn text(&mut self, node: NodeId) {
        let text = self.doc.text(node);
        if text.trim().is_empty() {
            return;
        }
        if self.closed {
            self.run.clear();
            self.start = node;
            self.closed = false;
        }
        if self.run.len() <= MAX_LABEL {
            self.run.push(' ');
            self.run.push_str(shortened(text));
        }
        if let Some(pending) = self.pending {
            let behind = self.near.behind.entry(pending).or_default();
            if behind.len() <= MAX_LABEL {
                behind.push(' ');
                behind.push_str(shortened(text));
            }
        }
    }

    fn field(&mut self, spot: &Spot) {
        if spot.control == Control::Hidden {
            return;
        }
        let run = trimmed(&std::mem::take(&mut self.run));
        let row = self.rows.last().map(|&(_, row)| row);
        let is_in_form = spot.form.is_none_or(|form| self.start > form);
        let is_in_row = row.is_none_or(|row| self.start > row);
        let text = if is_in_row {
            run.filter(|_| is_in_form)
        } else {
            row.and_then(|row| self.above(row, spot.node))
        };
        if let Some(text) = text.filter(|text| text.chars().count() <= MAX_BEFORE) {
            self.near.before.insert(spot.node, text);
        }
        self.closed = true;
        self.pending = matches!(spot.control, Control::Radio | Control::Checkbox).then_some(spot.node);
    }

    /// The text of the cell above that of a field, where the row above has no fields.
    fn above(&self, row: NodeId, field: NodeId) -> Option<String> {
        let doc = self.doc;
        let is_cell = |node: &NodeId| matches!(doc.name(*node), names::TD | names::TH);
        let mut cells = doc.children(row).filter(is_cell).take(MAX_COLUMNS);
        let column = cells.position(|cell| doc.contains(cell, field))?;
        let table = |row| doc.ancestors(row).find(|&around| doc.name(around) == names::TABLE);
        let above = self.last_row.filter(|&above| table(above) == table(row))?;
        let is_field = |node| matches!(doc.name(node), names::INPUT | names::SELECT | names::TEXTAREA);
        if doc.descendants(above).take(MAX_NODES).any(is_field) {
            return None;
        }
        let cell = doc.children(above).filter(is_cell).nth(column)?;
        trimmed(&text_of(doc, cell))
    }
}
