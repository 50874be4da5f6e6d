//! The node table of a page: what the report on template detection (template-report) stores of each element.

use debulha_core::features::links::LinkKind;
use debulha_core::features::white_space::fold_into;
use debulha_core::page::Page;
use debulha_core::source::LoadedPage;
use debulha_dom::{AttributeSet, NodeId, names};
use serde::Serialize;

/// An element. Text, words and links are those that a reader sees.
///
/// The report stores the outer HTML and all text of each element, which grows with the depth of the tree; a row has the place of its
/// HTML and the text directly inside.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct NodeRow {
    /// Number of the node, unique in the page.
    pub id: u32,
    /// Name of the element.
    pub tag: String,
    /// Elements around it.
    pub level: u32,
    /// Number of its parent; `None` of the root element.
    pub parent: Option<u32>,
    /// Numbers of its child elements in order.
    pub children: Vec<u32>,
    /// Left edge in CSS pixels from the left margin; `None` of all four if the layout is unknown, or the element was not drawn.
    pub x: Option<f32>,
    /// Top edge from the top margin.
    pub y: Option<f32>,
    /// Width.
    pub width: Option<f32>,
    /// Height.
    pub height: Option<f32>,
    /// Links among its children.
    pub links: u32,
    /// Links in it, the element itself included.
    pub subtree_links: u32,
    /// Those of them that lead to the page's own site; `None` if the URL of the page is unknown.
    pub intra_site_links: Option<u32>,
    /// Words of the texts among its children.
    pub words: u32,
    /// Words in it.
    pub subtree_words: u32,
    /// Those of them inside links.
    pub link_words: u32,
    /// Text of the links among its children, white space folded, with a space between two links.
    pub anchor_text: String,
    /// Text directly inside, white space folded.
    pub text: String,
    /// Bytes `[start, end)` of its outer HTML in the page; `None` of an element that the parser added.
    pub bytes: Option<[usize; 2]>,
}

/// The elements of a page in document order. O(nodes + text).
///
/// ```
/// use debulha::evidence::Evidence;
/// use debulha::{PageSource, node_table};
///
/// let loaded = PageSource::default().load_text("<p>Rye <a href=/oats>and oats</a></p>");
/// let page = loaded.page(Evidence { url: Some("https://farm.example/"), ..Evidence::default() });
/// let rows = node_table::rows(&page, &loaded);
/// let tags: Vec<(&str, u32)> = rows.iter().map(|row| (row.tag.as_str(), row.level)).collect();
/// assert_eq!(tags, [("html", 0), ("head", 1), ("body", 1), ("p", 2), ("a", 3)]);
/// let p = &rows[3];
/// assert_eq!((p.links, p.words, p.subtree_words, p.link_words), (1, 1, 3, 2));
/// assert_eq!((p.text.as_str(), p.anchor_text.as_str(), p.intra_site_links), ("Rye", "and oats", Some(1)));
/// ```
pub fn rows(page: &Page<'_>, loaded: &LoadedPage) -> Vec<NodeRow> {
    let doc = page.document();
    let site_links: Vec<NodeId> = page
        .links()
        .all()
        .iter()
        .filter(|link| link.kind == LinkKind::Internal)
        .map(|link| link.node)
        .collect();
    let before = |node: u32| site_links.partition_point(|link| link.0 < node) as u32;
    let mut levels = vec![0; doc.len()];
    let mut rows = Vec::new();
    for node in doc.nodes().filter(|&node| doc.is_element(node) && doc.name(node) != names::PAYLOAD) {
        let around = doc.parent(node).filter(|&parent| doc.is_element(parent));
        levels[node.index()] = around.map_or(0, |parent| levels[parent.index()] + 1);
        let counts = page.stats().subtree(doc, node);
        let at = page.layout().and_then(|layout| layout.rectangle(node));
        let mut row = NodeRow {
            id: node.0,
            tag: doc.name_str(doc.name(node)).to_owned(),
            level: levels[node.index()],
            parent: around.map(|parent| parent.0),
            children: Vec::new(),
            x: at.map(|at| at.x),
            y: at.map(|at| at.y),
            width: at.map(|at| at.width),
            height: at.map(|at| at.height),
            links: 0,
            subtree_links: counts.links,
            intra_site_links: page.url().map(|_| before(doc.subtree_end(node)) - before(node.0)),
            words: 0,
            subtree_words: counts.words,
            link_words: counts.link_words,
            anchor_text: String::new(),
            text: String::new(),
            bytes: doc.source_range(node).map(|range| {
                let bytes = loaded.bytes_of(range);
                [bytes.start, bytes.end]
            }),
        };
        for child in doc.children(node) {
            row.add_child(page, child);
        }
        rows.push(row);
    }
    rows
}

impl NodeRow {
    fn add_child(&mut self, page: &Page<'_>, child: NodeId) {
        let doc = page.document();
        if doc.is_element(child) {
            self.children.push(child.0);
        }
        if page.visibility().is_hidden(child) {
            return;
        }
        if doc.is_text(child) {
            self.words += page.stats().subtree(doc, child).words;
            add_text(&mut self.text, doc.text(child));
        } else if doc.name(child) == names::A && doc.attribute_set(child).intersects(AttributeSet::HREF) {
            self.links += 1;
            for &text in page.text_nodes_in(child.0..doc.subtree_end(child)) {
                add_text(&mut self.anchor_text, doc.text(text));
            }
        }
    }
}

/// Adds text after a space.
fn add_text(out: &mut String, text: &str) {
    if !text.trim().is_empty() {
        out.push_str(if out.is_empty() { "" } else { " " });
        fold_into(out, text);
    }
}
