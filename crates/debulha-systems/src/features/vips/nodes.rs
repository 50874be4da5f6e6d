//! What is seen of each node of a page, as the rules ask for it.

use debulha_core::layout::{Color, Display, Layout, Rectangle};
use debulha_core::page::Page;
use debulha_core::segmentation::{Missing, styled_layout};
use debulha_dom::{Document, NameId, NodeId, names};

/// Size in pixels and weight of letters.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Font {
    pub(super) size: f32,
    pub(super) weight: u16,
}

/// The fonts of the texts of a subtree.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
enum Fonts {
    #[default]
    None,
    One(Font),
    Several,
}

impl Fonts {
    fn and(self, other: Fonts) -> Fonts {
        match (self, other) {
            (Fonts::None, fonts) | (fonts, Fonts::None) => fonts,
            (a, b) if a == b => a,
            _ => Fonts::Several,
        }
    }
}

/// What is seen of one node, or of its subtree.
#[derive(Debug, Clone, Copy, Default)]
struct SeenNode {
    /// Where a valid node is.
    rectangle: Option<Rectangle>,
    /// Around its valid children.
    around: Option<Rectangle>,
    /// Valid children.
    children: u32,
    /// Valid children that are neither text nor virtual text.
    others: u32,
    /// Whether it is an inline element of texts and virtual texts alone.
    is_virtual: bool,
    fonts: Fonts,
}

/// The nodes of a page with what is seen of them. A *valid* node is seen and has area.
#[derive(Debug)]
pub(super) struct VisualNodes<'p> {
    pub(super) doc: &'p Document,
    /// The element below which blocks are.
    pub(super) body: NodeId,
    layout: &'p Layout,
    seen: Vec<SeenNode>,
    /// Horizontal rules that are seen, in document order.
    rules: Vec<(NodeId, Rectangle)>,
}

/// Elements that are drawn without children of ours, such as images and controls. The report names `img` and `input`.
pub(super) fn is_replaced(name: NameId) -> bool {
    matches!(
        name,
        names::IMG
            | names::INPUT
            | names::SELECT
            | names::TEXTAREA
            | names::VIDEO
            | names::AUDIO
            | names::CANVAS
            | names::SVG
            | names::IFRAME
            | names::OBJECT
            | names::EMBED
            | names::PROGRESS
            | names::METER
    )
}

impl<'p> VisualNodes<'p> {
    /// Two passes over the nodes; `None` where the page has no layout with styles. O(nodes).
    pub(super) fn of(page: &Page<'p>, collapsed: bool) -> Result<Self, Missing> {
        let layout = styled_layout(page)?;
        let doc = page.document();
        let seen = vec![SeenNode::default(); doc.len()];
        let mut nodes = VisualNodes { doc, body: page.body(), layout, seen, rules: Vec::new() };
        let is_hidden = |node| page.visibility().is_hidden(node);
        // Children come after their parents in document order.
        for node in doc.nodes().rev() {
            let is_candidate = if doc.is_text(node) {
                !is_hidden(node) && !doc.text(node).trim().is_empty()
            } else {
                doc.is_element(node) && (!is_hidden(node) || is_replaced(doc.name(node)))
            };
            if is_candidate {
                nodes.see(node, collapsed);
            }
        }
        let rules = doc.elements_named(names::HR);
        nodes.rules = rules.filter_map(|rule| Some((rule, nodes.rectangle(rule)?))).collect();
        Ok(nodes)
    }

    fn see(&mut self, node: NodeId, collapsed: bool) {
        let own = self.layout.rectangle(node).filter(|at| {
            let page = self.layout.page();
            let is_on_page = at.x < page.right() && at.y < page.bottom();
            at.has_area() && is_on_page && self.layout.is_seen(node) == Some(true)
        });
        let is_text = self.doc.is_text(node);
        let seen = self.seen[node.index()];
        let Some(rectangle) = own.or(seen.around.filter(|_| collapsed)) else { return };
        let is_virtual = self.is_inline(node)
            && seen.children > 0
            && seen.others == 0
            && !is_replaced(self.doc.name(node));
        let font =
            self.layout.style(node).map(|style| Font { size: style.font_size, weight: style.font_weight });
        let fonts = match font {
            Some(font) if is_text => Fonts::One(font),
            _ => seen.fonts,
        };
        self.seen[node.index()] = SeenNode { rectangle: Some(rectangle), is_virtual, fonts, ..seen };
        if let Some(parent) = self.doc.parent(node) {
            let parent = &mut self.seen[parent.index()];
            parent.around = Some(parent.around.map_or(rectangle, |around| around.union(&rectangle)));
            parent.children += 1;
            parent.others += u32::from(!is_text && !is_virtual);
            parent.fonts = parent.fonts.and(fonts);
        }
    }

    /// Where a valid node is; `None` of others.
    pub(super) fn rectangle(&self, node: NodeId) -> Option<Rectangle> {
        self.seen[node.index()].rectangle
    }

    pub(super) fn is_valid(&self, node: NodeId) -> bool {
        self.rectangle(node).is_some()
    }

    /// The valid children of a node; none of what is drawn without. O(children).
    pub(super) fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let has_own = !is_replaced(self.doc.name(node));
        self.doc.children(node).filter(move |&child| has_own && self.is_valid(child))
    }

    /// How many valid children a node has.
    pub(super) fn count(&self, node: NodeId) -> u32 {
        self.seen[node.index()].children
    }

    /// Whether an element stands in a line of text.
    pub(super) fn is_inline(&self, node: NodeId) -> bool {
        self.layout.style(node).is_some_and(|style| style.display == Display::Inline)
    }

    /// Whether a node is a text or a virtual text.
    pub(super) fn is_textual(&self, node: NodeId) -> bool {
        self.doc.is_text(node) || self.seen[node.index()].is_virtual
    }

    /// Whether a node is a text, or its valid children are texts and virtual texts alone.
    pub(super) fn is_all_text(&self, node: NodeId) -> bool {
        let seen = &self.seen[node.index()];
        self.doc.is_text(node) || (seen.children > 0 && seen.others == 0)
    }

    /// Whether all text of a subtree has one size and weight.
    pub(super) fn has_one_font(&self, node: NodeId) -> bool {
        self.seen[node.index()].fonts != Fonts::Several
    }

    /// The font of a subtree's text, or, where it has several, of its root; `None` without text.
    pub(super) fn font(&self, node: NodeId) -> Option<Font> {
        match self.seen[node.index()].fonts {
            Fonts::None => None,
            Fonts::One(font) => Some(font),
            Fonts::Several => {
                let style = self.layout.style(node)?;
                Some(Font { size: style.font_size, weight: style.font_weight })
            }
        }
    }

    /// The colour behind a node.
    pub(super) fn background(&self, node: NodeId) -> Option<Color> {
        self.layout.style(node).map(|style| style.background)
    }

    /// The horizontal rules in a subtree, in document order. O(log rules).
    pub(super) fn rules_below(&self, node: NodeId) -> &[(NodeId, Rectangle)] {
        let start = self.rules.partition_point(|(rule, _)| *rule <= node);
        let end = self.rules.partition_point(|(rule, _)| rule.0 < self.doc.subtree_end(node));
        &self.rules[start..end.max(start)]
    }
}
