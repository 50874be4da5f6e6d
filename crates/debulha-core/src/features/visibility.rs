//! The clean view of a page: which nodes a reader could see.

mod rendered;

use crate::features::display::is_raw;
use crate::features::escaped_markup::{escaped_texts, is_escaped_markup};
use crate::layout::Layout;
use debulha_dom::style::{self, Declared};
use debulha_dom::{AttributeSet, Document, NameId, NodeId, NodeKind, Truncated, names};
use serde::{Deserialize, Serialize};

/// What counts as hidden, beside elements that never show text.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[allow(clippy::struct_excessive_bools)] // Each is a switch of its own.
pub struct VisibilityOptions {
    /// The `hidden` attribute.
    pub hidden_attribute: bool,
    /// `display: none` and `visibility: hidden` in `style` attributes.
    pub inline_style: bool,
    /// The same in the page's `<style>` sheets.
    pub style_sheets: bool,
    /// An element with more than this share of the page's text is never taken as hidden: pages hide their content
    /// until a script has run.
    pub max_hidden_share: f64,
    /// `noscript` counts as text when the rest of the page has fewer characters than this; 0: never. Some forums
    /// serve their threads there and nothing outside.
    pub noscript_below_chars: u32,
    /// Where the page was rendered with styles ([`Layout::has_styles`](crate::layout::Layout::has_styles)), what the
    /// browser drew is what is seen.
    pub rendered: bool,
    /// Text of scripts ([`payloads`](crate::features::payloads)) is shown.
    pub payloads: bool,
    /// Nothing is hidden but what is never text, such as scripts and escaped markup in `noscript`; `noscript`, `template` and text of scripts
    /// are shown. All options above are then of no effect.
    pub everything: bool,
}

impl Default for VisibilityOptions {
    fn default() -> Self {
        VisibilityOptions {
            hidden_attribute: true,
            inline_style: true,
            style_sheets: true,
            max_hidden_share: 0.5,
            noscript_below_chars: 200,
            rendered: true,
            payloads: false,
            everything: false,
        }
    }
}

/// Which nodes belong to the clean view. A node is hidden with all that is below it.
#[derive(Debug)]
pub struct Visibility {
    hidden: Vec<bool>,
    /// Rules of style sheets that were not applied, or not everywhere.
    dropped_rules: usize,
    style_steps: u64,
}

impl Visibility {
    /// A pass over the tree, one over its style sheets, and one over its text where an element is hidden. O(nodes + style).
    pub fn compute(doc: &Document, options: &VisibilityOptions) -> Self {
        Visibility::within(doc, options, u64::MAX)
    }

    /// As [`Visibility::compute`], with at most so many steps for style sheets ([`style::hidden`]).
    pub fn within(doc: &Document, options: &VisibilityOptions, max_steps: u64) -> Self {
        if options.everything {
            let mut view = Visibility::all_shown(doc);
            view.hide_raw(doc, options, is_shown_by_everything);
            view.hide_escaped(doc);
            return view;
        }
        let view = Visibility::of_tree(doc, options, false, max_steps);
        let is_shell = options.noscript_below_chars > 0
            && doc.elements_named(names::NOSCRIPT).next().is_some()
            && !view.shows_chars(doc, options.noscript_below_chars);
        if is_shell { Visibility::of_tree(doc, options, true, max_steps) } else { view }
    }

    fn all_shown(doc: &Document) -> Self {
        Visibility { hidden: vec![false; doc.len()], dropped_rules: 0, style_steps: 0 }
    }

    fn of_tree(doc: &Document, options: &VisibilityOptions, with_noscript: bool, max_steps: u64) -> Self {
        let mut view = Visibility::all_shown(doc);
        let mut hiding = view.hide_raw(doc, options, |name| match name {
            names::NOSCRIPT => with_noscript,
            names::PAYLOAD => options.payloads,
            _ => false,
        });
        if with_noscript {
            view.hide_escaped(doc);
        }
        if options.style_sheets {
            let by_sheets = style::hidden(doc, max_steps);
            view.dropped_rules = by_sheets.dropped_rules;
            view.style_steps = by_sheets.steps;
            hiding.extend(by_sheets.elements);
        }
        if !hiding.is_empty() {
            let text = view.text_before(doc);
            let between = |start: u32, end: u32| text[end as usize] - text[start as usize];
            let most = f64::from(between(0, doc.len() as u32)) * options.max_hidden_share;
            hiding.retain(|node| f64::from(between(node.0, doc.subtree_end(*node))) <= most);
            hiding.sort_unstable();
        }
        let mut hidden_until = 0;
        for node in hiding {
            if node.0 >= hidden_until {
                view.hide(doc, node);
                hidden_until = doc.subtree_end(node);
            }
        }
        view
    }

    /// Hides what is never text: comments, scripts and the like, but for elements of the excepted names. Gives the
    /// elements left that hide themselves.
    fn hide_raw(
        &mut self,
        doc: &Document,
        options: &VisibilityOptions,
        excepted: impl Fn(NameId) -> bool,
    ) -> Vec<NodeId> {
        let mut hiding = Vec::new();
        let mut at = 0;
        while at < doc.len() as u32 {
            let node = NodeId(at);
            let is_hidden = match doc.kind(node) {
                NodeKind::Comment | NodeKind::Doctype => true,
                NodeKind::Element => is_raw(doc.name(node)) && !excepted(doc.name(node)),
                NodeKind::Text | NodeKind::Document => false,
            };
            if is_hidden {
                self.hide(doc, node);
                at = doc.subtree_end(node);
                continue;
            }
            if hides_itself(doc, node, options) {
                hiding.push(node);
            }
            at += 1;
        }
        hiding
    }

    /// Hides what is markup that stands as text in `noscript`.
    fn hide_escaped(&mut self, doc: &Document) {
        for text in escaped_texts(doc) {
            self.hide(doc, text);
        }
    }

    /// Entry `n`: bytes of shown text before node `n`, white space at the ends of text nodes aside.
    fn text_before(&self, doc: &Document) -> Vec<u32> {
        let mut sum = 0;
        let mut before = Vec::with_capacity(doc.len() + 1);
        for node in doc.nodes() {
            before.push(sum);
            if doc.is_text(node) && !self.is_hidden(node) {
                sum += doc.text(node).trim_ascii().len() as u32;
            }
        }
        before.push(sum);
        before
    }

    /// Whether the body shows at least so many characters.
    fn shows_chars(&self, doc: &Document, least: u32) -> bool {
        let body = doc.body().unwrap_or(Document::ROOT);
        let mut chars = 0;
        doc.subtree(body).filter(|&node| doc.is_text(node) && !self.is_hidden(node)).any(|node| {
            chars += doc.text_counts(node).chars;
            chars >= least
        })
    }

    fn hide(&mut self, doc: &Document, node: NodeId) {
        self.hidden[node.index()..doc.subtree_end(node) as usize].fill(true);
    }

    /// The same view with what a browser drew: see [`rendered::hidden`].
    pub(crate) fn with_layout(
        mut self,
        doc: &Document,
        layout: &Layout,
        options: &VisibilityOptions,
    ) -> Self {
        if options.rendered && !options.everything && layout.has_styles() {
            self.hidden = rendered::hidden(doc, layout, self.hidden, options.max_hidden_share);
        }
        self
    }

    /// Whether text is hidden that the view of everything shows. O(nodes) at most: ends at the first such text.
    pub fn hides_text(&self, doc: &Document) -> bool {
        let mut at = 0;
        while at < doc.len() as u32 {
            let node = NodeId(at);
            let is_text =
                doc.is_text(node) && self.is_hidden(node) && !doc.text(node).trim_ascii().is_empty();
            if is_text && !is_escaped_markup(doc, node) {
                return true;
            }
            let is_skipped = is_raw(doc.name(node)) && !is_shown_by_everything(doc.name(node));
            at = if is_skipped { doc.subtree_end(node) } else { at + 1 };
        }
        false
    }

    /// What was not applied of the page's style sheets, if anything.
    pub fn truncated(&self) -> Option<Truncated> {
        (self.dropped_rules > 0).then_some(Truncated::Style { rules: self.dropped_rules })
    }

    /// Steps of matching that the style sheets took.
    pub fn style_steps(&self) -> u64 {
        self.style_steps
    }

    /// Whether the node is left out of the clean view.
    #[inline]
    pub fn is_hidden(&self, node: NodeId) -> bool {
        self.hidden[node.index()]
    }
}

/// Elements that are never text, but in the view of everything.
fn is_shown_by_everything(name: NameId) -> bool {
    matches!(name, names::NOSCRIPT | names::TEMPLATE | names::PAYLOAD)
}

/// Whether an element's own attributes hide it.
#[inline]
fn hides_itself(doc: &Document, node: NodeId, options: &VisibilityOptions) -> bool {
    let attributes = doc.attribute_set(node);
    (options.hidden_attribute && attributes.intersects(AttributeSet::HIDDEN))
        || (options.inline_style
            && attributes.intersects(AttributeSet::STYLE)
            && doc.attribute(node, names::STYLE).is_some_and(|style| Declared::read(style).hides()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use debulha_dom::{Limits, parse};

    fn shown(html: &str, options: &VisibilityOptions) -> String {
        let doc = parse(html, &Limits::default()).document;
        let view = Visibility::compute(&doc, options);
        let shown = doc.nodes().filter(|&n| doc.is_text(n) && !view.is_hidden(n));
        shown.map(|n| doc.text(n).trim()).collect::<Vec<_>>().join("|")
    }

    const PAGE: &str =
        "<style>.x{display:none}</style><p>a<p hidden>b<p style='visibility:hidden'>c<p class=x>d
        <noscript>e</noscript><template>f</template><svg><text>g</text></svg>";

    #[test]
    fn each_way_of_hiding_can_be_switched_off() {
        let all = VisibilityOptions { noscript_below_chars: 0, ..VisibilityOptions::default() };
        assert_eq!(shown(PAGE, &all), "a");
        assert_eq!(shown(PAGE, &VisibilityOptions { hidden_attribute: false, ..all.clone() }), "a|b");
        assert_eq!(shown(PAGE, &VisibilityOptions { inline_style: false, ..all.clone() }), "a|c");
        assert_eq!(shown(PAGE, &VisibilityOptions { style_sheets: false, ..all }), "a|d");
    }

    #[test]
    fn an_element_with_most_of_the_text_is_shown() {
        let page = "<p>Loading<div hidden>The story is here. <span hidden>Not this.</span></div>";
        assert_eq!(shown(page, &VisibilityOptions::default()), "Loading|The story is here.");
        let strict = VisibilityOptions { max_hidden_share: 1.0, ..VisibilityOptions::default() };
        assert_eq!(shown(page, &strict), "Loading");
    }

    #[test]
    fn everything_is_all_but_scripts() {
        let all = VisibilityOptions { everything: true, ..VisibilityOptions::default() };
        assert_eq!(shown(PAGE, &all), "a|b|c|d|e|f");
        let doc = parse(PAGE, &Limits::default()).document;
        assert!(Visibility::compute(&doc, &VisibilityOptions::default()).hides_text(&doc));
        assert!(!Visibility::compute(&doc, &all).hides_text(&doc));
    }

    #[test]
    fn escaped_markup_in_noscript_is_never_text() {
        let page =
            "<p>Rye<noscript>&lt;img src='/x.jpg' alt='Oats'&gt;</noscript><noscript><p>Barley</noscript>";
        let all = VisibilityOptions { everything: true, ..VisibilityOptions::default() };
        assert_eq!(shown(page, &all), "Rye|Barley");
        assert_eq!(shown(page, &VisibilityOptions::default()), "Rye|Barley");
        let doc = parse("<p>Rye<noscript>&lt;img src=/x.jpg&gt;</noscript>", &Limits::default()).document;
        assert!(!Visibility::compute(&doc, &VisibilityOptions::default()).hides_text(&doc));
    }

    #[test]
    fn noscript_counts_on_pages_with_nothing_else() {
        let options = VisibilityOptions { noscript_below_chars: 5, ..VisibilityOptions::default() };
        assert_eq!(shown("<div>Load<noscript><p>the thread</noscript>", &options), "Load|the thread");
        assert_eq!(shown("<div>Loaded<noscript><p>the thread</noscript>", &options), "Loaded");
    }
}
