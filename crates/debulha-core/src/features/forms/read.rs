//! Forms as the markup has them.

use super::{Access, Choice, Control, Encoding, Field, Form, MAX_LABEL, Method};
use crate::features::white_space::fold_into;
use debulha_dom::{Document, NameId, Namespace, NodeId, names};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// The forms of a page in document order, without labels, whether the page shows them or not.
///
/// A field belongs to the form that its `form` attribute names, else to the innermost form around it. Tables may tear a form
/// from its fields: `<table><form><tr>` leaves an empty `form` in the tree. So, as in a browser, a field without a form
/// around it belongs to the last form that was opened before it in the source and not closed. Fields of no form come as
/// a last one without a node.
///
/// O(nodes + text of the fields), and O(source) where a field has no form around it.
///
/// ```
/// use debulha_core::features::forms::{Control, read};
/// use debulha_dom::{Limits, parse};
///
/// let html = "<form action=/find><input name=q value=rye><input type=radio name=in value=text checked>\
///     <input type=radio name=in value=titles><button>Search</button></form>";
/// let forms = read(&parse(html, &Limits::default()).document);
/// assert_eq!(forms.len(), 1);
/// let [q, r#in, button] = &forms[0].fields[..] else { panic!("three fields") };
/// assert_eq!((q.name.as_str(), q.initial()), ("q", vec!["rye"]));
/// assert_eq!((r#in.control, r#in.options.len(), r#in.initial()), (Control::Radio, 2, vec!["text"]));
/// assert_eq!(button.control, Control::Submit);
/// ```
pub fn read(doc: &Document) -> Vec<Form> {
    let mut reading = FormReading::new(doc);
    // Text of scripts comes last, and its forms are none of the page's.
    for node in page_elements(doc) {
        reading.element(node);
    }
    reading.finish()
}

/// The elements of a page, those of scripts' texts not counted.
pub(super) fn page_elements(doc: &Document) -> impl Iterator<Item = NodeId> {
    let is_own = |&node: &NodeId| doc.name(node) != names::PAYLOAD;
    doc.nodes()
        .take_while(is_own)
        .filter(|&node| doc.namespace(node) == Namespace::Html && doc.is_element(node))
}

/// Attributes that have no constant, as the document numbers them.
struct Attributes {
    accept_charset: Option<NameId>,
    checked: Option<NameId>,
    disabled: Option<NameId>,
    enctype: Option<NameId>,
    maxlength: Option<NameId>,
    multiple: Option<NameId>,
    readonly: Option<NameId>,
    required: Option<NameId>,
    selected: Option<NameId>,
}

/// A part of the tree that is being read, up to a node.
type Open<T> = Option<(u32, T)>;

struct FormReading<'d> {
    doc: &'d Document,
    names: Attributes,
    forms: Vec<Form>,
    loose: Vec<Field>,
    /// Forms around the node, outermost first: the end of each, and its place.
    around: Vec<(u32, usize)>,
    /// Forms by their ids, the first of each.
    by_id: FxHashMap<&'d str, usize>,
    /// Where the source opens and closes forms, made when a field has no form around it.
    spans: Option<Spans>,
    /// Fields of radio buttons and checkboxes by form, kind and name.
    groups: FxHashMap<(usize, Control, &'d str), usize>,
    /// The select around the node: the form and the place of its field.
    select: Open<(usize, usize)>,
    group: Open<(Arc<str>, bool)>,
    option_end: u32,
    /// The end of the outermost `fieldset` that is disabled, and of its first legend, which is not.
    disabled_end: u32,
    legend: Open<NodeId>,
}

/// The place of fields that belong to no form.
const LOOSE: usize = usize::MAX;

impl<'d> FormReading<'d> {
    fn new(doc: &'d Document) -> Self {
        let name = |spelling| doc.find_name(spelling);
        let names = Attributes {
            accept_charset: name("accept-charset"),
            checked: name("checked"),
            disabled: name("disabled"),
            enctype: name("enctype"),
            maxlength: name("maxlength"),
            multiple: name("multiple"),
            readonly: name("readonly"),
            required: name("required"),
            selected: name("selected"),
        };
        // Forms first: a field may name one that comes later.
        let nodes: Vec<NodeId> = page_elements(doc).filter(|&node| doc.name(node) == names::FORM).collect();
        let mut by_id = FxHashMap::default();
        for (nth, &node) in nodes.iter().enumerate() {
            if let Some(id) = doc.attribute(node, names::ID).filter(|id| !id.is_empty()) {
                by_id.entry(id).or_insert(nth);
            }
        }
        let mut reading = FormReading {
            doc,
            names,
            forms: Vec::new(),
            loose: Vec::new(),
            around: Vec::new(),
            by_id,
            spans: None,
            groups: FxHashMap::default(),
            select: None,
            group: None,
            option_end: 0,
            disabled_end: 0,
            legend: None,
        };
        reading.forms = nodes.into_iter().map(|node| reading.form(node)).collect();
        reading
    }

    fn has(&self, node: NodeId, name: Option<NameId>) -> bool {
        name.is_some_and(|name| self.doc.attribute(node, name).is_some())
    }

    fn form(&self, node: NodeId) -> Form {
        let attribute = |name: Option<NameId>| name.and_then(|name| self.doc.attribute(node, name));
        let keyword = |name| attribute(name).unwrap_or_default().trim().to_ascii_lowercase();
        Form {
            node: Some(node),
            method: match keyword(Some(names::METHOD)).as_str() {
                "post" => Method::Post,
                "dialog" => Method::Dialog,
                _ => Method::Get,
            },
            action: attribute(Some(names::ACTION)).unwrap_or_default().to_owned(),
            encoding: match keyword(self.names.enctype).as_str() {
                "multipart/form-data" => Encoding::Multipart,
                "text/plain" => Encoding::Plain,
                _ => Encoding::UrlEncoded,
            },
            accept_charset: attribute(self.names.accept_charset).map(str::to_owned),
            fields: Vec::new(),
        }
    }

    /// Reads an element; they must come in document order.
    fn element(&mut self, node: NodeId) {
        let doc = self.doc;
        while self.around.last().is_some_and(|&(end, _)| end <= node.0) {
            self.around.pop();
        }
        match doc.name(node) {
            names::FORM => {
                let nth = self.forms.partition_point(|form| form.node < Some(node));
                self.around.push((doc.subtree_end(node), nth));
            }
            names::FIELDSET if node.0 >= self.disabled_end && self.has(node, self.names.disabled) => {
                self.disabled_end = doc.subtree_end(node);
                let legend = doc.children(node).find(|&child| doc.name(child) == names::LEGEND);
                self.legend = legend.map(|legend| (doc.subtree_end(legend), legend));
            }
            names::INPUT => self.input(node),
            names::BUTTON => {
                let control = match self.keyword(node).as_str() {
                    "button" => Control::Button,
                    "reset" => Control::Reset,
                    _ => Control::Submit,
                };
                let mut field = self.field(node, control);
                field.value = self.value(node).unwrap_or_default();
                self.add(field);
            }
            names::TEXTAREA => {
                let mut field = self.field(node, Control::TextArea);
                field.value = doc.text_content(node);
                self.add(field);
            }
            names::SELECT => {
                let mut field = self.field(node, Control::Select);
                field.multiple = self.has(node, self.names.multiple);
                let place = self.add(field);
                self.select = Some((doc.subtree_end(node), place));
            }
            names::OPTGROUP if self.is_in_select(node) => {
                let mut label = String::new();
                let text = doc.find_name("label").and_then(|name| doc.attribute(node, name));
                fold_into(&mut label, shortened(text.unwrap_or_default()));
                let disabled = self.has(node, self.names.disabled);
                self.group = Some((doc.subtree_end(node), (label.into(), disabled)));
            }
            names::OPTION if node.0 >= self.option_end && self.is_in_select(node) => self.option(node),
            _ => {}
        }
    }

    fn is_in_select(&self, node: NodeId) -> bool {
        self.select.is_some_and(|(end, _)| node.0 < end)
    }

    fn keyword(&self, node: NodeId) -> String {
        self.doc.attribute(node, names::TYPE).unwrap_or_default().trim().to_ascii_lowercase()
    }

    fn value(&self, node: NodeId) -> Option<String> {
        self.doc.attribute(node, names::VALUE).map(str::to_owned)
    }

    fn input(&mut self, node: NodeId) {
        let keyword = self.keyword(node);
        let is_input = |control: &Control| !matches!(control, Control::Select | Control::TextArea);
        let known = Control::ALL.iter().copied().filter(is_input).find(|control| control.name() == keyword);
        let control = match (known, keyword.as_str()) {
            (Some(control), _) => control,
            (None, "datetime") => Control::DateTime,
            (None, _) => Control::Text,
        };
        let mut field = self.field(node, control);
        if !control.has_options() {
            field.value = self.value(node).unwrap_or_default();
            field.multiple =
                matches!(control, Control::Email | Control::File) && self.has(node, self.names.multiple);
            self.add(field);
            return;
        }
        let choice = Choice {
            node,
            value: self.value(node).unwrap_or_else(|| "on".to_owned()),
            label: String::new(),
            selected: self.has(node, self.names.checked),
            disabled: field.access == Access::Disabled,
            group: None,
        };
        let name = self.doc.attribute(node, names::NAME).unwrap_or_default().trim();
        let form = self.owner(node);
        let known = self.groups.get(&(form, control, name)).copied().filter(|_| !name.is_empty());
        let Some(nth) = known else {
            field.options.push(choice);
            let (form, nth) = self.add(field);
            self.groups.insert((form, control, name), nth);
            return;
        };
        let group = &mut self.fields(form)[nth];
        group.multiple = control == Control::Checkbox;
        group.required |= field.required;
        if field.access == Access::Open {
            group.access = Access::Open;
        }
        group.options.push(choice);
    }

    fn option(&mut self, node: NodeId) {
        let doc = self.doc;
        self.option_end = doc.subtree_end(node);
        let Some((_, (form, nth))) = self.select else { return };
        let group = self.group.as_ref().filter(|(end, _)| node.0 < *end);
        let (mut text, mut label) = (String::new(), String::new());
        fold_into(&mut text, &doc.text_content(node));
        let given = doc.find_name("label").and_then(|name| doc.attribute(node, name));
        fold_into(&mut label, given.unwrap_or_default());
        if label.is_empty() {
            label.clone_from(&text);
        }
        let choice = Choice {
            node,
            value: self.value(node).unwrap_or(text),
            label,
            selected: self.has(node, self.names.selected),
            disabled: self.has(node, self.names.disabled)
                || group.is_some_and(|(_, (_, disabled))| *disabled),
            group: group.map(|(_, (label, _))| label.clone()).filter(|label| !label.is_empty()),
        };
        self.fields(form)[nth].options.push(choice);
    }

    /// The field of an element, without what depends on its kind.
    fn field(&self, node: NodeId, control: Control) -> Field {
        let doc = self.doc;
        let in_disabled = node.0 < self.disabled_end
            && self.legend.is_none_or(|(end, legend)| node < legend || node.0 >= end);
        let access = if in_disabled || self.has(node, self.names.disabled) {
            Access::Disabled
        } else if self.has(node, self.names.readonly) {
            Access::ReadOnly
        } else {
            Access::Open
        };
        let max_length = self.names.maxlength.and_then(|name| doc.attribute(node, name));
        Field {
            node,
            name: doc.attribute(node, names::NAME).unwrap_or_default().trim().to_owned(),
            control,
            label: None,
            value: String::new(),
            options: Vec::new(),
            required: self.has(node, self.names.required),
            multiple: false,
            access,
            max_length: max_length.and_then(|digits| digits.trim().parse().ok()),
            placeholder: doc.attribute(node, names::PLACEHOLDER).map(str::to_owned),
        }
    }

    /// The place of the form that a field belongs to.
    fn owner(&mut self, node: NodeId) -> usize {
        let doc = self.doc;
        if let Some(id) = doc.attribute(node, names::FORM) {
            return self.by_id.get(id).copied().unwrap_or(LOOSE);
        }
        if let Some(&(_, nth)) = self.around.last() {
            return nth;
        }
        let Some(at) = doc.source_range(node).map(|range| range.start) else { return LOOSE };
        let forms = &self.forms;
        let spans = self.spans.get_or_insert_with(|| Spans::of(doc, forms));
        spans.holder(at).unwrap_or(LOOSE)
    }

    fn fields(&mut self, form: usize) -> &mut Vec<Field> {
        match self.forms.get_mut(form) {
            Some(form) => &mut form.fields,
            None => &mut self.loose,
        }
    }

    /// Adds a field to its form, and says where it is.
    fn add(&mut self, field: Field) -> (usize, usize) {
        let form = self.owner(field.node);
        let fields = self.fields(form);
        fields.push(field);
        (form, fields.len() - 1)
    }

    fn finish(mut self) -> Vec<Form> {
        if !self.loose.is_empty() {
            self.forms.push(Form {
                node: None,
                method: Method::Get,
                action: String::new(),
                encoding: Encoding::UrlEncoded,
                accept_charset: None,
                fields: self.loose,
            });
        }
        self.forms
    }
}

/// Where the source opens forms, and where it closes them.
struct Spans {
    /// Start, end, and place of each form, by its start.
    spans: Vec<(usize, usize, usize)>,
}

impl Spans {
    /// O(source). An end tag inside a comment or a script counts, which may close a form early.
    fn of(doc: &Document, forms: &[Form]) -> Self {
        let source = doc.source();
        let starts = forms.iter().enumerate();
        let starts = starts.filter_map(|(nth, form)| Some((doc.source_range(form.node?)?.start, nth)));
        let mut starts: Vec<(usize, usize)> = starts.collect();
        starts.sort_unstable();
        let mut ends = end_tags(source).peekable();
        let span = |(start, nth)| {
            while ends.next_if(|&end| end < start).is_some() {}
            (start, ends.peek().copied().unwrap_or(source.len()), nth)
        };
        Spans { spans: starts.into_iter().map(span).collect() }
    }

    /// The last form opened before a place, where it is not yet closed there.
    fn holder(&self, at: usize) -> Option<usize> {
        let before = self.spans.partition_point(|&(start, ..)| start <= at);
        let &(_, end, nth) = self.spans[..before].last()?;
        (at < end).then_some(nth)
    }
}

/// The places of `</form` in a source, in any case.
fn end_tags(source: &str) -> impl Iterator<Item = usize> {
    let is_form = |at: &usize| {
        source.as_bytes().get(at + 2..at + 6).is_some_and(|name| name.eq_ignore_ascii_case(b"form"))
    };
    source.match_indices("</").map(|(at, _)| at).filter(is_form)
}

/// The beginning of a text, of at most [`MAX_LABEL`] bytes.
pub(super) fn shortened(text: &str) -> &str {
    &text[..text.floor_char_boundary(MAX_LABEL)]
}
