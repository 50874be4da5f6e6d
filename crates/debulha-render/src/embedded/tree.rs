//! From debulha's tree of a page to the engine's. The page is parsed by debulha, so that records and pages have the same tree, and
//! so that no page is deeper than the parser's limit.

use super::budget::{self, MAX_CSS, MAX_MATCHES, MAX_SPAN};
use super::hints;
use crate::page::{NOWHERE, address};
use crate::resources::{PageRequest, ResourceKind};
use crate::{Blocked, RenderError, RenderOptions, RenderSource};
use blitz_dom::{
    Attribute, BaseDocument, DEFAULT_CSS, DocumentConfig, DocumentMutator, LocalName, QualName, local_name,
    ns,
};
use blitz_traits::shell::{ColorScheme, Viewport};
use debulha_dom::{Document, Namespace, NodeId, NodeKind, names};
use std::collections::HashMap;
use style::stylesheets::Origin;
use url::Url;

/// The engine's tree of a page.
pub(super) struct EngineTree {
    pub(super) engine: BaseDocument,
    /// Of each node of the page that of the engine; [`EngineTree::NONE`] of comments and the like.
    pub(super) nodes: Vec<usize>,
    pub(super) blocked: Blocked,
}

impl EngineTree {
    /// A node that the engine does not have. The engine's document is 0, and no element.
    pub(super) const NONE: usize = 0;

    /// Builds it.
    ///
    /// # Errors
    /// [`RenderError::TooComplex`] for style sheets and tables that are too large.
    pub(super) fn build(
        doc: &Document,
        page: &RenderSource<'_>,
        options: &RenderOptions,
    ) -> Result<Self, RenderError> {
        let base = address(page).or_else(|| Url::parse(NOWHERE).ok());
        let window = options.viewport;
        let mut engine = BaseDocument::new(DocumentConfig {
            viewport: Some(Viewport::new(window.width, window.height, 1.0, ColorScheme::Light)),
            base_url: base.as_ref().map(Url::to_string),
            ua_stylesheets: Some(vec![DEFAULT_CSS.to_owned(), hints::BASE.to_owned(), hints::of(doc)]),
            font_ctx: Some(super::fonts::context()),
            ..DocumentConfig::default()
        });
        let mut builder = EngineTreeBuilder {
            doc,
            base,
            mutator: engine.mutate(),
            nodes: vec![EngineTree::NONE; doc.len()],
            css: StyleSize::default(),
            widest: HashMap::new(),
        };
        builder.all()?;
        let (nodes, mut css, base) = builder.finish();
        let mut blocked = Blocked::default();
        for (node, href) in links(doc) {
            let url = base.as_ref().and_then(|base| base.join(&href).ok());
            let request = |url: &Url| {
                let request =
                    PageRequest { url: url.as_str(), kind: ResourceKind::Stylesheet, method: "GET" };
                options.resources.get(&request)
            };
            match url.and_then(|url| request(&url)) {
                Some(resource) => {
                    let text = String::from_utf8_lossy(&resource.body);
                    css.add(&text)?;
                    let sheet = engine.make_stylesheet(&*text, Origin::Author);
                    engine.add_stylesheet_for_node(sheet, nodes[node.index()]);
                }
                None => *blocked.0.entry(ResourceKind::Stylesheet).or_insert(0) += 1,
            }
        }
        css.check(doc)?;
        Ok(EngineTree { engine, nodes, blocked })
    }
}

/// The style sheets that a page links for screens.
fn links(doc: &Document) -> Vec<(NodeId, String)> {
    let attribute = |node, name: &str| doc.attribute(node, doc.find_name(name)?);
    let is_sheet = |node: &NodeId| {
        let rel = attribute(*node, "rel").unwrap_or_default().to_ascii_lowercase();
        let media = attribute(*node, "media").unwrap_or_default().trim().to_ascii_lowercase();
        let kinds: Vec<&str> = rel.split_ascii_whitespace().collect();
        kinds.contains(&"stylesheet")
            && !kinds.contains(&"alternate")
            && (media.is_empty() || media == "all" || media.contains("screen"))
    };
    let sheets = doc.elements_named(names::LINK).filter(is_sheet);
    sheets.filter_map(|node| Some((node, attribute(node, "href")?.to_owned()))).collect()
}

/// How much of style sheets a page has.
#[derive(Default)]
struct StyleSize {
    bytes: usize,
    rules: usize,
}

impl StyleSize {
    fn add(&mut self, css: &str) -> Result<(), RenderError> {
        self.bytes += css.len();
        if self.bytes > MAX_CSS {
            return Err(RenderError::TooComplex("the style sheets are too large"));
        }
        self.rules += budget::check_css(css)?;
        Ok(())
    }

    fn check(&self, doc: &Document) -> Result<(), RenderError> {
        if self.rules.saturating_mul(doc.len()) > MAX_MATCHES {
            return Err(RenderError::TooComplex("the style sheets have too many rules for the elements"));
        }
        Ok(())
    }
}

struct EngineTreeBuilder<'d, 'e> {
    doc: &'d Document,
    base: Option<Url>,
    mutator: DocumentMutator<'e>,
    nodes: Vec<usize>,
    css: StyleSize,
    /// Columns of tables with captions.
    widest: HashMap<u32, usize>,
}

impl EngineTreeBuilder<'_, '_> {
    fn all(&mut self) -> Result<(), RenderError> {
        let doc = self.doc;
        for node in doc.nodes().skip(1) {
            let Some(parent) = doc.parent(node) else { continue };
            let below = self.nodes[parent.index()];
            if below == EngineTree::NONE && parent != NodeId(0) {
                continue;
            }
            let made = match doc.kind(node) {
                NodeKind::Element => self.element(node, below)?,
                NodeKind::Text if parent != NodeId(0) => self.text(node, parent)?,
                _ => continue,
            };
            self.nodes[node.index()] = made;
            if self.mutator.parent_id(made).is_none() {
                self.mutator.append_children(below, &[made]);
            }
        }
        Ok(())
    }

    /// The engine reads style sheets when it is let go.
    fn finish(self) -> (Vec<usize>, StyleSize, Option<Url>) {
        (self.nodes, self.css, self.base)
    }

    fn element(&mut self, node: NodeId, below: usize) -> Result<usize, RenderError> {
        let doc = self.doc;
        let namespace = match doc.namespace(node) {
            Namespace::Html => ns!(html),
            Namespace::Svg => ns!(svg),
            Namespace::MathMl => ns!(mathml),
        };
        let tag = doc.name_str(doc.name(node));
        let mut attributes = Vec::new();
        for (name, value) in doc.attributes(node) {
            if let Some(value) = self.attribute(tag, doc.name_str(name), value)? {
                attributes.push(Attribute { name: unnamespaced(doc.name_str(name)), value });
            }
        }
        let name = QualName::new(None, namespace, LocalName::from(tag));
        if tag != "caption" {
            return Ok(self.mutator.create_element(name, attributes));
        }
        // The engine lays out rows and cells of tables and nothing else: a caption is a cell of a row of its own.
        let style = format!("{};display:table-cell!important;text-align:center", own_style(&attributes));
        attributes.retain(|attribute| attribute.name.local != local_name!("style"));
        attributes.push(Attribute { name: unnamespaced("style"), value: style });
        attributes
            .push(Attribute { name: unnamespaced("colspan"), value: self.widest_row(node).to_string() });
        let row = Attribute { name: unnamespaced("style"), value: "display:table-row!important".to_owned() };
        let row =
            self.mutator.create_element(QualName::new(None, ns!(html), LocalName::from("div")), vec![row]);
        self.mutator.append_children(below, &[row]);
        let caption = self.mutator.create_element(name, attributes);
        self.mutator.append_children(row, &[caption]);
        Ok(caption)
    }

    /// Columns of the table of a caption.
    fn widest_row(&mut self, caption: NodeId) -> usize {
        let Some(table) = self.doc.parent(caption) else { return 1 };
        *self.widest.entry(table.0).or_insert_with(|| widest_row(self.doc, table))
    }

    /// The value of an attribute as the engine may have it.
    fn attribute(&mut self, tag: &str, name: &str, value: &str) -> Result<Option<String>, RenderError> {
        let is_address = |value: &str| self.base.as_ref().is_some_and(|base| base.join(value).is_ok());
        Ok(match (tag, name) {
            (_, "style") => {
                self.css.add(value)?;
                Some(value.to_owned())
            }
            // The engine asks for these, in vain, and expects them to be addresses.
            ("img", "src") | ("link", "href") if !is_address(value) => None,
            // It counts from the number before.
            ("ol", "start") => None,
            ("td" | "th", "colspan") => Some(span(value).to_string()),
            ("textarea", "rows" | "cols") => {
                value.trim().parse::<u16>().ok().map(|number| number.min(1000).to_string())
            }
            ("img" | "canvas", "width" | "height") => {
                value.trim().parse::<u16>().ok().map(|number| number.to_string())
            }
            _ => Some(value.to_owned()),
        })
    }

    fn text(&mut self, node: NodeId, parent: NodeId) -> Result<usize, RenderError> {
        let (doc, text) = (self.doc, self.doc.text(node));
        if doc.name(parent) != names::STYLE {
            return Ok(self.mutator.create_text_node(text));
        }
        self.css.add(text)?;
        let attribute = |name: &str| {
            doc.attribute(parent, doc.find_name(name)?).map(str::trim).filter(|value| !value.is_empty())
        };
        if attribute("type").is_some_and(|kind| !kind.eq_ignore_ascii_case("text/css")) {
            return Ok(self.mutator.create_text_node(""));
        }
        // The engine passes over the attribute.
        let media =
            attribute("media").filter(|media| !media.contains(['{', '}', ';', '\\', '"', '\'', '/', '[']));
        let text = media.map_or_else(|| text.to_owned(), |media| format!("@media {media} {{{text}\n}}"));
        Ok(self.mutator.create_text_node(&text))
    }
}

fn unnamespaced(name: &str) -> QualName {
    QualName::new(None, ns!(), LocalName::from(name))
}

fn own_style(attributes: &[Attribute]) -> &str {
    let style = attributes.iter().find(|attribute| attribute.name.local == local_name!("style"));
    style.map_or("", |attribute| &attribute.value)
}

/// Columns that a cell spans.
pub(super) fn span(value: &str) -> usize {
    value.trim().parse().unwrap_or(1).clamp(1, MAX_SPAN)
}

/// Columns of a row.
fn columns(doc: &Document, row: NodeId) -> usize {
    let cells = doc.children(row).filter(|&cell| matches!(doc.name_str(doc.name(cell)), "td" | "th"));
    let spans =
        cells.map(|cell| doc.find_name("colspan").and_then(|name| doc.attribute(cell, name)).map_or(1, span));
    spans.sum()
}

/// Columns of the widest row of a table.
fn widest_row(doc: &Document, table: NodeId) -> usize {
    let is_row = |&node: &NodeId| doc.name_str(doc.name(node)) == "tr";
    let rows = doc.children(table).flat_map(|group| doc.children(group)).filter(is_row);
    rows.map(|row| columns(doc, row)).max().unwrap_or(1).clamp(1, MAX_SPAN)
}
