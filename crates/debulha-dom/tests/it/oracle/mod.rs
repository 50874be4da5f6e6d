//! The tree that html5ever builds from the same text, and the comparison with ours.

use debulha_dom::{Context, Document, Namespace, NodeId, NodeKind, QuirksMode};
use html5ever::interface::{ElemName, ElementFlags, NodeOrText, TreeSink};
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::State;
use html5ever::tokenizer::{BufferQueue, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts};
use html5ever::tree_builder::{TreeBuilder, TreeBuilderOpts, create_element};
use html5ever::{LocalName, QualName, TokenizerResult, ns};
use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::fmt;

/// The nodes below the document in document order.
#[derive(Debug)]
pub(crate) struct Tree {
    pub(crate) nodes: Vec<Node>,
    pub(crate) quirks_mode: QuirksMode,
}

/// A node as both parsers see it. Order and levels determine the tree.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Node {
    /// Levels below the document.
    pub(crate) level: usize,
    pub(crate) content: Content,
}

/// What is compared of a node.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Content {
    Doctype {
        name: String,
        public_id: String,
        system_id: String,
    },
    Element {
        namespace: Namespace,
        name: String,
        /// In source order.
        attributes: Vec<Attribute>,
    },
    Text(String),
    Comment(String),
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Attribute {
    /// Prefixed names are spelled `xlink:href`.
    pub(crate) name: String,
    pub(crate) value: String,
}

/// The first place where two trees differ.
#[derive(Debug, PartialEq)]
pub(crate) struct Difference {
    /// The node of our tree, or where ours ends.
    place: String,
    ours: String,
    oracle: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ours {}, html5ever's {}", self.place, self.ours, self.oracle)
    }
}

/// Whether both trees hold the same nodes.
pub(crate) fn equal(doc: &Document, oracle: &Tree) -> Result<(), Difference> {
    let mut expected = oracle.nodes.iter();
    for node in doc.nodes().skip(1) {
        let ours = Node { level: doc.depth(node) as usize, content: content(doc, node) };
        let oracle = expected.next();
        if oracle != Some(&ours) {
            return Err(difference(doc.xpath(node), &ours, &oracle));
        }
    }
    if let Some(missing) = expected.next() {
        return Err(difference("the end".to_owned(), &"none", missing));
    }
    if doc.quirks_mode() != oracle.quirks_mode {
        return Err(difference("the mode".to_owned(), &doc.quirks_mode(), &oracle.quirks_mode));
    }
    Ok(())
}

fn difference(place: String, ours: &dyn fmt::Debug, oracle: &dyn fmt::Debug) -> Difference {
    Difference { place, ours: format!("{ours:?}"), oracle: format!("{oracle:?}") }
}

fn content(doc: &Document, node: NodeId) -> Content {
    match doc.kind(node) {
        NodeKind::Doctype => {
            let doctype = doc.doctype().unwrap();
            Content::Doctype {
                name: doctype.name.clone(),
                public_id: doctype.public_id.clone().unwrap_or_default(),
                system_id: doctype.system_id.clone().unwrap_or_default(),
            }
        }
        NodeKind::Element => Content::Element {
            namespace: doc.namespace(node),
            name: doc.name_str(doc.name(node)).to_owned(),
            attributes: doc
                .attributes(node)
                .map(|(name, value)| Attribute {
                    name: doc.name_str(name).to_owned(),
                    value: value.to_owned(),
                })
                .collect(),
        },
        NodeKind::Text => Content::Text(doc.text(node).to_owned()),
        NodeKind::Comment => Content::Comment(doc.text(node).to_owned()),
        NodeKind::Document => unreachable!("the document is nobody's child"),
    }
}

/// html5ever's tree of a document, scripting off.
pub(crate) fn parse(text: &str) -> Tree {
    let builder = TreeBuilder::new(Sink::default(), options());
    feed(builder, None, text).into_tree(Sink::DOCUMENT)
}

/// html5ever's tree of a fragment, scripting off: the children of the fragment's root.
pub(crate) fn parse_fragment(text: &str, context: Context<'_>) -> Tree {
    let namespace = match context.namespace {
        Namespace::Html => ns!(html),
        Namespace::Svg => ns!(svg),
        Namespace::MathMl => ns!(mathml),
    };
    let sink = Sink::default();
    let name = QualName::new(None, namespace.clone(), LocalName::from(context.name));
    let element = create_element(&sink, name, Vec::new());
    let form = (namespace == ns!(html) && context.name == "form").then_some(element);
    let builder = TreeBuilder::new_for_fragment(sink, element, form, options());
    let initial_state = Some(builder.tokenizer_state_for_context_elem(false));
    let sink = feed(builder, initial_state, text);
    let root = sink.nodes.borrow()[Sink::DOCUMENT].children[0];
    sink.into_tree(root)
}

fn options() -> TreeBuilderOpts {
    TreeBuilderOpts { scripting_enabled: false, ..TreeBuilderOpts::default() }
}

fn feed(builder: TreeBuilder<usize, Sink>, initial_state: Option<State>, text: &str) -> Sink {
    // A byte order mark is dropped at the start alone; html5ever would drop one after each script, too.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let options = TokenizerOpts { initial_state, discard_bom: false, ..TokenizerOpts::default() };
    let tokenizer = Tokenizer::new(WithoutErrors(builder), options);
    let queue = BufferQueue::default();
    queue.push_back(StrTendril::from(text));
    // Stops after each script.
    while !matches!(tokenizer.feed(&queue), TokenizerResult::Done) {}
    tokenizer.end();
    tokenizer.sink.0.sink
}

/// Keeps tokens of parse errors from the tree builder, which would forget on them that it shall skip a line feed:
/// `<pre>&#10` has none in the standard.
struct WithoutErrors(TreeBuilder<usize, Sink>);

impl TokenSink for WithoutErrors {
    type Handle = usize;

    fn process_token(&self, token: Token, line: u64) -> TokenSinkResult<usize> {
        match token {
            Token::ParseError(_) => TokenSinkResult::Continue,
            token => self.0.process_token(token, line),
        }
    }

    fn end(&self) {
        self.0.end();
    }

    fn adjusted_current_node_present_but_not_in_html_namespace(&self) -> bool {
        self.0.adjusted_current_node_present_but_not_in_html_namespace()
    }
}

/// The tree under construction; handles are indices of `nodes`.
#[derive(Debug)]
struct Sink {
    nodes: RefCell<Vec<Linked>>,
    quirks_mode: Cell<QuirksMode>,
}

#[derive(Debug, Default)]
struct Linked {
    data: Data,
    parent: Option<usize>,
    children: Vec<usize>,
}

#[derive(Debug, Default)]
enum Data {
    #[default]
    Document,
    Element {
        name: QualName,
        attributes: Vec<html5ever::Attribute>,
        is_integration_point: bool,
    },
    Other(Content),
}

impl Default for Sink {
    fn default() -> Self {
        Sink { nodes: RefCell::new(vec![Linked::default()]), quirks_mode: Cell::new(QuirksMode::No) }
    }
}

impl Sink {
    const DOCUMENT: usize = 0;

    fn push(&self, data: Data) -> usize {
        let mut nodes = self.nodes.borrow_mut();
        nodes.push(Linked { data, ..Linked::default() });
        nodes.len() - 1
    }

    fn position(&self, node: usize) -> Option<(usize, usize)> {
        let nodes = self.nodes.borrow();
        let parent = nodes[node].parent?;
        // From the back: what moves was added last.
        let position = nodes[parent].children.iter().rposition(|&child| child == node).unwrap();
        Some((parent, position))
    }

    fn insert(&self, parent: usize, position: usize, child: NodeOrText<usize>) {
        let node = match child {
            NodeOrText::AppendNode(node) => node,
            NodeOrText::AppendText(text) if self.extend_text(parent, position, &text) => return,
            NodeOrText::AppendText(text) => self.push(Data::Other(Content::Text(text.to_string()))),
        };
        let mut nodes = self.nodes.borrow_mut();
        nodes[node].parent = Some(parent);
        nodes[parent].children.insert(position, node);
    }

    /// Adds to the text node before the position, if there is one.
    fn extend_text(&self, parent: usize, position: usize, more: &str) -> bool {
        let mut nodes = self.nodes.borrow_mut();
        let Some(previous) = position.checked_sub(1) else { return false };
        let previous = nodes[parent].children[previous];
        let Data::Other(Content::Text(text)) = &mut nodes[previous].data else { return false };
        text.push_str(more);
        true
    }

    fn into_tree(self, root: usize) -> Tree {
        let mut linked = self.nodes.into_inner();
        let mut nodes = Vec::new();
        let below = |node: &Linked, level| node.children.iter().rev().map(move |&c| (c, level)).collect();
        let mut open: Vec<(usize, usize)> = below(&linked[root], 1);
        while let Some((node, level)) = open.pop() {
            open.extend(below(&linked[node], level + 1));
            nodes.push(Node { level, content: std::mem::take(&mut linked[node].data).into_content() });
        }
        Tree { nodes, quirks_mode: self.quirks_mode.get() }
    }
}

impl Data {
    fn into_content(self) -> Content {
        match self {
            Data::Document => unreachable!("the document is nobody's child"),
            Data::Other(content) => content,
            Data::Element { name, attributes, .. } => Content::Element {
                namespace: match name.ns {
                    ns!(svg) => Namespace::Svg,
                    ns!(mathml) => Namespace::MathMl,
                    _ => Namespace::Html,
                },
                name: name.local.to_string(),
                attributes: attributes.iter().map(Attribute::from_html5ever).collect(),
            },
        }
    }
}

impl Attribute {
    fn from_html5ever(attribute: &html5ever::Attribute) -> Self {
        let local = &attribute.name.local;
        let name = match &attribute.name.prefix {
            Some(prefix) if !prefix.is_empty() => format!("{prefix}:{local}"),
            _ => local.to_string(),
        };
        Attribute { name, value: attribute.value.to_string() }
    }
}

#[derive(Debug)]
struct Name(QualName);

impl ElemName for Name {
    fn ns(&self) -> &html5ever::Namespace {
        &self.0.ns
    }

    fn local_name(&self) -> &LocalName {
        &self.0.local
    }
}

impl TreeSink for Sink {
    type Handle = usize;
    type Output = Self;
    type ElemName<'a> = Name;

    fn finish(self) -> Self {
        self
    }

    fn parse_error(&self, _: Cow<'static, str>) {}

    fn get_document(&self) -> usize {
        Self::DOCUMENT
    }

    fn elem_name(&self, target: &usize) -> Name {
        match &self.nodes.borrow()[*target].data {
            Data::Element { name, .. } => Name(name.clone()),
            data => panic!("{data:?} has no name"),
        }
    }

    fn create_element(
        &self,
        name: QualName,
        attributes: Vec<html5ever::Attribute>,
        flags: ElementFlags,
    ) -> usize {
        let is_integration_point = flags.mathml_annotation_xml_integration_point;
        self.push(Data::Element { name, attributes, is_integration_point })
    }

    fn create_comment(&self, text: StrTendril) -> usize {
        self.push(Data::Other(Content::Comment(text.to_string())))
    }

    fn create_pi(&self, _: StrTendril, _: StrTendril) -> usize {
        unreachable!("HTML has no processing instructions")
    }

    fn append(&self, parent: &usize, child: NodeOrText<usize>) {
        let end = self.nodes.borrow()[*parent].children.len();
        self.insert(*parent, end, child);
    }

    fn append_based_on_parent_node(&self, element: &usize, previous: &usize, child: NodeOrText<usize>) {
        match self.position(*element) {
            Some((parent, position)) => self.insert(parent, position, child),
            None => self.append(previous, child),
        }
    }

    fn append_doctype_to_document(&self, name: StrTendril, public_id: StrTendril, system_id: StrTendril) {
        let [name, public_id, system_id] = [name, public_id, system_id].map(|part| part.to_string());
        let doctype = self.push(Data::Other(Content::Doctype { name, public_id, system_id }));
        self.append(&Self::DOCUMENT, NodeOrText::AppendNode(doctype));
    }

    /// As in ours, the contents of a template are its children.
    fn get_template_contents(&self, target: &usize) -> usize {
        *target
    }

    fn same_node(&self, x: &usize, y: &usize) -> bool {
        x == y
    }

    fn set_quirks_mode(&self, mode: html5ever::tree_builder::QuirksMode) {
        self.quirks_mode.set(match mode {
            html5ever::tree_builder::QuirksMode::NoQuirks => QuirksMode::No,
            html5ever::tree_builder::QuirksMode::LimitedQuirks => QuirksMode::Limited,
            html5ever::tree_builder::QuirksMode::Quirks => QuirksMode::Quirks,
        });
    }

    fn append_before_sibling(&self, sibling: &usize, child: NodeOrText<usize>) {
        if let NodeOrText::AppendNode(node) = &child {
            self.remove_from_parent(node);
        }
        let (parent, position) = self.position(*sibling).unwrap();
        self.insert(parent, position, child);
    }

    fn add_attrs_if_missing(&self, target: &usize, more: Vec<html5ever::Attribute>) {
        if let Data::Element { attributes, .. } = &mut self.nodes.borrow_mut()[*target].data {
            for attribute in more {
                if attributes.iter().all(|old| old.name != attribute.name) {
                    attributes.push(attribute);
                }
            }
        }
    }

    fn remove_from_parent(&self, target: &usize) {
        if let Some((parent, position)) = self.position(*target) {
            let mut nodes = self.nodes.borrow_mut();
            nodes[parent].children.remove(position);
            nodes[*target].parent = None;
        }
    }

    fn reparent_children(&self, node: &usize, new_parent: &usize) {
        let mut nodes = self.nodes.borrow_mut();
        let moved = std::mem::take(&mut nodes[*node].children);
        for &child in &moved {
            nodes[child].parent = Some(*new_parent);
        }
        nodes[*new_parent].children.extend(moved);
    }

    fn is_mathml_annotation_xml_integration_point(&self, node: &usize) -> bool {
        matches!(self.nodes.borrow()[*node].data, Data::Element { is_integration_point: true, .. })
    }
}
