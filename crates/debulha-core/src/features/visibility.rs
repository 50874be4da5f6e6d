//! The clean view of a page: which nodes a reader could see.

use crate::features::display::is_raw;
use debulha_dom::{Document, NodeId, NodeKind, names};

/// What counts as hidden, beside elements that never show text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VisibilityOptions {
    /// The `hidden` attribute.
    pub hidden_attribute: bool,
    /// `display: none` and `visibility: hidden` in `style` attributes.
    pub inline_style: bool,
}

impl Default for VisibilityOptions {
    fn default() -> Self {
        VisibilityOptions { hidden_attribute: true, inline_style: true }
    }
}

/// Which nodes belong to the clean view. A node is hidden with all that is below it.
#[derive(Debug)]
pub struct Visibility {
    hidden: Vec<bool>,
}

impl Visibility {
    /// One pass over the tree. O(nodes + style attributes).
    pub fn compute(doc: &Document, options: &VisibilityOptions) -> Self {
        let mut hidden = vec![false; doc.len()];
        let mut node = 0u32;
        while (node as usize) < doc.len() {
            let id = NodeId(node);
            if hides(doc, id, options) {
                let end = doc.subtree_end(id);
                hidden[node as usize..end as usize].fill(true);
                node = end;
            } else {
                node += 1;
            }
        }
        Visibility { hidden }
    }

    /// Whether the node is left out of the clean view.
    #[inline]
    pub fn is_hidden(&self, node: NodeId) -> bool {
        self.hidden[node.index()]
    }
}

fn hides(doc: &Document, node: NodeId, options: &VisibilityOptions) -> bool {
    match doc.kind(node) {
        NodeKind::Comment | NodeKind::Doctype | NodeKind::ProcessingInstruction => true,
        NodeKind::Element => {
            is_raw(doc.name(node))
                || doc.attributes(node).any(|(name, value)| match name {
                    names::HIDDEN => options.hidden_attribute,
                    names::STYLE => options.inline_style && style_hides(value),
                    _ => false,
                })
        }
        _ => false,
    }
}

/// Whether declarations hide their element. The last declaration of a property wins.
fn style_hides(style: &str) -> bool {
    let (mut display, mut visibility) = (false, false);
    for declaration in style.split(';') {
        let Some((property, value)) = declaration.split_once(':') else { continue };
        let value = value.split('!').next().unwrap_or_default().trim();
        match property.trim() {
            p if p.eq_ignore_ascii_case("display") => display = value.eq_ignore_ascii_case("none"),
            p if p.eq_ignore_ascii_case("visibility") => {
                visibility = value.eq_ignore_ascii_case("hidden") || value.eq_ignore_ascii_case("collapse");
            }
            _ => {}
        }
    }
    display || visibility
}
