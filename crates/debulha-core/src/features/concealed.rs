//! Concealed text: text that a page hides from every reader and that none of its controls reveals.
//!
//! A click shows the panels of tabs, the answers of an accordion and the rest behind "Read more": they may be content. Nothing shows sort keys,
//! prices in other currencies, overlays and injected instructions. A hidden element is revealed if a control names its id, if its class or
//! role is that of a panel, if a control or a heading precedes it, if a sibling like it is visible, or if it is so much of the page that a
//! script must show it.

use crate::features::display::{is_block, is_raw};
use crate::features::name_words::{ClassWords, has_word};
use crate::features::text_bytes::text_before;
use crate::features::title_block::heading_level;
use crate::page::Page;
use debulha_dom::style::{OutOfSight, out_of_sight, read_sight};
use debulha_dom::{AttributeSet, Document, NodeId, names};
use rustc_hash::FxHashSet;

/// Minimum visible characters of a page with concealed text: scripts fill pages that show less than one or two paragraphs (our decision).
pub const MIN_SHOWN_CHARS: u32 = 300;

/// Maximum nodes of a control, such as a heading with a button; larger elements are content (our decision).
const MAX_CONTROL_NODES: u32 = 30;

/// Siblings on each side of a hidden element that are searched for a visible one like it: tabs and steps of a wizard (our decision).
const MAX_SIBLINGS: usize = 8;

/// Ancestors of a hidden element whose ids and classes count too: panels are wrapped once or twice (our decision).
const MAX_ANCESTORS: usize = 2;

/// Minimum share of a page's text, 0 to 1, for a hidden element that a script must show. On wcxb-dev, 2026-11-27, all pages with shares of .2
/// to .5 are made by scripts.
const MIN_SCRIPT_SHARE: f64 = 0.25;

/// Maximum share of a page's text, 0 to 1, that can be concealed in elements of at least [`MIN_SCRIPT_BYTES`]; on pages with more, a script fades
/// the sections in (our decision).
const MAX_CONCEALED_SHARE: f64 = 0.5;

/// Minimum bytes of text of an element that a script must show for its share of the page (our decision: a section has a paragraph or two;
/// instructions for agents and sort keys are shorter).
const MIN_SCRIPT_BYTES: u32 = 400;

/// Minimum hidden elements, each after its own heading, that make an accordion; a single one may be hidden for good (our decision).
const MIN_PANELS: u32 = 2;

/// Maximum steps to match style sheets for text out of sight, a quarter of the base budget for `display` and `visibility`.
const MAX_SHEET_STEPS: u64 = 4_000_000;

/// Start of the ids of hidden elements in which React streams parts of a page; its scripts move them into place.
const STREAMED: &str = "S:";

/// Words in classes and ids of panels, in lower case.
const REVEALED: [&str; 26] = [
    "accordion",
    "answer",
    "carousel",
    "collapse",
    "collapsed",
    "collapsible",
    "expand",
    "expandable",
    "expanded",
    "expander",
    "faq",
    "foldable",
    "more",
    "pane",
    "readmore",
    "reveal",
    "slide",
    "slider",
    "spoiler",
    "step",
    "swiper",
    "tab",
    "tabpanel",
    "tabs",
    "toggle",
    "wizard",
];

/// Words in classes of controls, in lower case.
const CONTROLS: [&str; 9] =
    ["accordion", "collapsed", "expand", "expander", "more", "readmore", "spoiler", "toggle", "toggler"];

/// Attributes whose value is the id of an element that a control shows.
const TARGETS: [&str; 7] =
    ["aria-controls", "aria-owns", "commandfor", "data-bs-target", "data-target", "for", "popovertarget"];

/// The concealed nodes of a page.
#[derive(Debug)]
pub struct Concealed {
    /// Starts and ends of the concealed subtrees, in document order.
    subtrees: Vec<(u32, u32)>,
}

impl Concealed {
    /// Finds the concealed text of a page; the page must not be one [with hidden text](Page::with_hidden_text). O(nodes + attributes).
    pub fn of(page: &Page<'_>) -> Self {
        let doc = page.document();
        let mut subtrees = Vec::new();
        if page.stats().chars(doc, Document::ROOT) < MIN_SHOWN_CHARS {
            return Concealed { subtrees };
        }
        let by_sheets = out_of_sight(doc, MAX_SHEET_STEPS);
        let mut controls: Option<Controls<'_>> = None;
        let mut styled_before: Option<Vec<u32>> = None;
        let mut at = 0;
        while at < doc.len() as u32 {
            let node = NodeId(at);
            let next = at + 1;
            at = next;
            if !doc.is_element(node) {
                continue;
            }
            let name = doc.name(node);
            let is_never_shown = name == names::TEMPLATE && attribute(doc, node, "shadowrootmode").is_none()
                || name == names::DIALOG && attribute(doc, node, "open").is_none()
                || name == names::NOSCRIPT && page.visibility().is_hidden(node);
            if !is_never_shown {
                if is_raw(name) {
                    at = doc.subtree_end(node);
                    continue;
                }
                let by_sheet = || by_sheets.binary_search_by_key(&node, |&(node, _)| node).ok();
                let sight = by_style(doc, node).or_else(|| by_sheet().map(|at| by_sheets[at].1));
                let is_hidden = page.visibility().is_hidden(node)
                    || match sight {
                        Some(OutOfSight::Box) => true,
                        Some(OutOfSight::Letters) => {
                            let before = styled_before.get_or_insert_with(|| styled_text_before(doc));
                            before[next as usize] == before[doc.subtree_end(node) as usize]
                        }
                        None => false,
                    };
                if !is_hidden {
                    continue;
                }
                let controls = controls.get_or_insert_with(|| Controls::of(page));
                if controls.reveal(page, node) {
                    at = doc.subtree_end(node);
                    continue;
                }
            }
            at = doc.subtree_end(node);
            subtrees.push((node.0, at));
        }
        // Without controls the page has only elements that are never shown, such as templates.
        if let Some(controls) = controls {
            let bytes = |&(start, end): &(u32, u32)| {
                controls.text_before[end as usize] - controls.text_before[start as usize]
            };
            let is_section = |subtree: &(u32, u32)| bytes(subtree) >= MIN_SCRIPT_BYTES;
            let concealed: u32 = subtrees.iter().filter(|&subtree| is_section(subtree)).map(bytes).sum();
            let all = bytes(&(0, doc.len() as u32));
            if f64::from(concealed) > MAX_CONCEALED_SHARE * f64::from(all) {
                subtrees.retain(|subtree| !is_section(subtree));
            }
        }
        Concealed { subtrees }
    }

    /// Whether a node is concealed. O(log subtrees).
    pub fn is(&self, node: NodeId) -> bool {
        let after = self.subtrees.partition_point(|&(start, _)| start <= node.0);
        after > 0 && node.0 < self.subtrees[after - 1].1
    }

    /// Whether the page has no concealed text.
    pub fn is_empty(&self) -> bool {
        self.subtrees.is_empty()
    }
}

/// What in the `style` of an element takes it out of sight.
fn by_style(doc: &Document, node: NodeId) -> Option<OutOfSight> {
    let has_style = doc.attribute_set(node).intersects(AttributeSet::STYLE);
    doc.attribute(node, names::STYLE).filter(|_| has_style).and_then(read_sight)
}

/// Entry `n`: elements before node `n` that may have letters of their own: by `style`, or by their class. O(nodes).
fn styled_text_before(doc: &Document) -> Vec<u32> {
    let mut sum = 0;
    let mut before = Vec::with_capacity(doc.len() + 1);
    for node in doc.nodes() {
        before.push(sum);
        let styles = doc.attribute(node, names::STYLE).is_some_and(|style| {
            (style.contains("font") || style.contains("color")) && by_style(doc, node).is_none()
        });
        sum += u32::from(styles || is_block(doc.name(node)) && !doc.class_tokens(node).is_empty());
    }
    before.push(sum);
    before
}

fn attribute<'d>(doc: &'d Document, node: NodeId, name: &str) -> Option<&'d str> {
    doc.attributes(node).find(|&(own, _)| doc.name_str(own) == name).map(|(_, value)| value)
}

/// The controls of a page.
struct Controls<'d> {
    doc: &'d Document,
    /// Ids of elements that controls name.
    targets: FxHashSet<&'d str>,
    /// By node: the previous sibling element, 0 for none; and whether the node is small and contains a control.
    before: Vec<u32>,
    has_control: Vec<bool>,
    /// By node: whether it is small and contains a heading.
    has_heading: Vec<bool>,
    /// Number of hidden elements directly after a small one with a heading.
    panels: u32,
    /// By node: bytes of text before it, raw elements aside.
    text_before: Vec<u32>,
    /// The first main heading, if none is visible.
    heading: Option<NodeId>,
}

impl<'d> Controls<'d> {
    /// O(nodes + attributes).
    fn of(page: &Page<'d>) -> Self {
        let doc = page.document();
        let class_words = ClassWords::of(doc, [&CONTROLS]);
        let mut targets = FxHashSet::default();
        let mut has_control = vec![false; doc.len()];
        let mut has_heading = vec![false; doc.len()];
        let mut before = vec![0; doc.len()];
        let mut last_child = vec![0_u32; doc.len()];
        for node in doc.nodes().filter(|&node| doc.is_element(node)) {
            if let Some(parent) = doc.parent(node) {
                before[node.index()] = std::mem::replace(&mut last_child[parent.index()], node.0);
            }
            has_heading[node.index()] = heading_level(doc.name(node)) > 0;
            let mut is_control = matches!(doc.name(node), names::BUTTON | names::SUMMARY)
                || class_words.of_element(doc, node).any(|[is_control]| is_control);
            for (name, value) in doc.attributes(node) {
                let name = doc.name_str(name);
                if TARGETS.contains(&name) {
                    targets.extend(value.split_ascii_whitespace().map(|id| id.trim_start_matches('#')));
                } else if let Some(id) = value.strip_prefix('#').filter(|id| !id.is_empty()) {
                    targets.insert(id);
                }
                is_control |= match name {
                    "aria-expanded" | "aria-controls" => true,
                    "role" => matches!(value, "button" | "tab"),
                    "href" => value == "#" || value.starts_with("javascript:"),
                    _ => false,
                };
            }
            has_control[node.index()] = is_control;
        }
        // Small elements count as what they contain.
        for at in (1..doc.len()).rev() {
            let node = NodeId(at as u32);
            // Node 0, the document, stands for no element before.
            let small = |&parent: &NodeId| {
                parent != Document::ROOT && doc.subtree_end(parent) - parent.0 <= MAX_CONTROL_NODES
            };
            if let Some(parent) = doc.parent(node).filter(small) {
                has_control[parent.index()] |= has_control[at];
                has_heading[parent.index()] |= has_heading[at];
            }
        }
        let is_panel = |node: &NodeId| {
            let is_hidden = |node: NodeId| page.visibility().is_hidden(node);
            has_heading[before[node.index()] as usize]
                && is_hidden(*node)
                && !doc.parent(*node).is_some_and(is_hidden)
        };
        let panels = doc.nodes().filter(is_panel).count() as u32;
        let mut headings = doc.elements_named(names::H1);
        let is_shown = |heading: NodeId| !page.visibility().is_hidden(heading);
        let heading = doc.elements_named(names::H1).next().filter(|_| !headings.any(is_shown));
        Controls {
            doc,
            targets,
            before,
            has_control,
            has_heading,
            panels,
            text_before: text_before(doc),
            heading,
        }
    }

    /// Whether something reveals a hidden element. O(children + siblings and ancestors searched).
    fn reveal(&self, page: &Page<'_>, node: NodeId) -> bool {
        let doc = self.doc;
        if self.is_target(node) || self.is_shown_by_script(node) {
            return true;
        }
        if !is_block(doc.name(node)) {
            return self.is_panel(node);
        }
        let around = doc.ancestors(node).take(MAX_ANCESTORS);
        if [node].into_iter().chain(around).any(|element| self.is_panel(element))
            || doc.children(node).any(|child| doc.is_element(child) && self.is_target(child))
        {
            return true;
        }
        let preceding = std::iter::successors(self.element_before(node), |&one| self.element_before(one));
        let preceding: Vec<NodeId> = preceding.take(MAX_SIBLINGS).collect();
        let wrappers = doc.ancestors(node).take(MAX_ANCESTORS);
        let wrappers = wrappers.take_while(|&wrapper| page.stats().chars(doc, wrapper) == 0);
        let is_accordion = self.panels >= MIN_PANELS;
        let is_after_control = |one: NodeId| {
            let before = self.before[one.index()] as usize;
            self.has_control[before] || is_accordion && self.has_heading[before]
        };
        if [node].into_iter().chain(wrappers).any(is_after_control) {
            return true;
        }
        let following = std::iter::successors(doc.next_sibling(node), |&one| doc.next_sibling(one));
        let following = following.take(2 * MAX_SIBLINGS).filter(|&one| doc.is_element(one));
        preceding.into_iter().chain(following).any(|one| self.is_shown_alike(page, node, one))
    }

    /// Whether a script must show an element: it is much of the page, contains its only main heading, or is streamed by React.
    fn is_shown_by_script(&self, node: NodeId) -> bool {
        let (start, end) = (node.index(), self.doc.subtree_end(node) as usize);
        let bytes = |start: usize, end: usize| self.text_before[end] - self.text_before[start];
        let own = bytes(start, end);
        self.doc.attribute(node, names::ID).is_some_and(|id| id.starts_with(STREAMED))
            || self.heading.is_some_and(|heading| (start..end).contains(&heading.index()))
            || own >= MIN_SCRIPT_BYTES
                && f64::from(own) >= MIN_SCRIPT_SHARE * f64::from(bytes(0, self.doc.len()))
    }

    fn element_before(&self, node: NodeId) -> Option<NodeId> {
        Some(self.before[node.index()]).filter(|&before| before > 0).map(NodeId)
    }

    fn is_target(&self, element: NodeId) -> bool {
        self.doc.attribute(element, names::ID).is_some_and(|id| self.targets.contains(id))
    }

    /// Whether the role, class or id of an element is that of a panel, or a script fades it in on scrolling (Animate On Scroll, Sal).
    fn is_panel(&self, element: NodeId) -> bool {
        let doc = self.doc;
        attribute(doc, element, "role") == Some("tabpanel")
            || doc.attributes(element).any(|(name, _)| matches!(doc.name_str(name), "data-aos" | "data-sal"))
            || [names::CLASS, names::ID]
                .iter()
                .any(|&name| doc.attribute(element, name).is_some_and(|value| has_word(value, &REVEALED)))
    }

    /// Whether a sibling is visible and has the name and first class of a hidden element, like the open panel or the current step.
    fn is_shown_alike(&self, page: &Page<'_>, hidden: NodeId, sibling: NodeId) -> bool {
        let doc = self.doc;
        doc.name(sibling) == doc.name(hidden)
            && !page.visibility().is_hidden(sibling)
            && doc.class_tokens(hidden).first().is_some_and(|class| doc.class_tokens(sibling).contains(class))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use debulha_dom::{Limits, parse};

    const STORY: &str = "Rye was sown early this year, and stood well in the winter. ";

    /// The texts that begin with `X` and are not concealed, on a page with enough visible text.
    fn left(html: &str) -> String {
        let html = format!("<p>{}</p>{html}", STORY.repeat(6));
        let doc = parse(&html, &Limits::default()).document;
        let page = Page::new(&doc);
        let concealed = Concealed::of(&page);
        let texts = doc.nodes().filter(|&node| doc.is_text(node) && !concealed.is(node));
        texts.map(|node| doc.text(node).trim()).filter(|text| text.starts_with('X')).collect()
    }

    #[test]
    fn what_nothing_reveals_is_concealed() {
        for html in [
            "<div style='display:none'><p>X</div>",
            "<div hidden>X</div>",
            "<style>.h{display:none}</style><p class=h>X",
            "<div style='position:absolute;left:-9999px'>X</div>",
            "<style>.o{position:absolute;left:-9999px}</style><div class=o>X</div>",
            "<div style='opacity:0;height:0;overflow:hidden'>X</div>",
            "<template><p>X</template>",
            "<dialog>X</dialog>",
            "<noscript><p>X</noscript>",
            "<div style='opacity:0'>X</div>",
            "<div style='font-size:0'><p><b class=x>X</b></div>",
            "<p>70 <span style='visibility:hidden'>X</span> dollars",
            "<p>One<p style='display:none'>X<p>Two",
            "<h4>One</h4><div hidden>X</div><h4>Two</h4><div>2</div>",
        ] {
            assert_eq!(left(html), "", "{html}");
        }
    }

    #[test]
    fn what_a_control_reveals_is_not() {
        for html in [
            "<button aria-controls=a>More</button><div id=a hidden>X</div>",
            "<a href='#a'>Visits</a><section><p>Text</section><div id=a style='display:none'>X</div>",
            "<div role=tabpanel hidden>X</div>",
            "<div class='tab-pane fade' style='display:none'>X</div>",
            "<h3 class=question><button>Why?</button></h3><div style='display:none'>X</div>",
            "<ul class=gallery><li class=item>1<li class=item style='display:none'>X</ul>",
            "<dialog open>X</dialog>",
            "<details><summary>Why?</summary>X</details>",
            "<ul><li><div><a role=button>Why?</a></div><div><div style='display:none'>X</div></div></ul>",
            "<p>A <span class=read-more style='display:none'>X</span>",
            "<h4>One</h4><div hidden>X</div><h4>Two</h4><div hidden>1</div>",
            "<div data-expanded=false class=a-expander-content style='display:none'>X</div>",
            "<div hidden id=S:0>X</div>",
            "<table><tr><td style='font-size:0'><div style='font-size:13px'>X</div></table>",
            "<style>.row{font-size:0}.cell{font-size:1rem}</style><div class=row><div class=cell>X</div></div>",
            "<style>[data-aos]{opacity:0}</style><div data-aos=fade-up>X</div>",
            "<div hidden><h1>Title</h1>X</div>",
        ] {
            assert_eq!(left(html), "X", "{html}");
        }
    }

    #[test]
    fn bounds_of_what_reveals() {
        let x = |html: String| left(&html);
        let is_shown = |shown: usize, bytes: usize| {
            let html = format!("<p>{}</p><div hidden>X{}</div>", "r".repeat(shown), "x".repeat(bytes - 1));
            let doc = parse(&html, &Limits::default()).document;
            Concealed::of(&Page::new(&doc)).is_empty()
        };
        assert!(is_shown(1500, 500) && !is_shown(1500, 499));
        let least = MIN_SCRIPT_BYTES as usize;
        assert!(is_shown(1100, least) && !is_shown(1100, least - 1));
        let control = |nodes: u32| {
            let parts = "<i></i>".repeat(nodes as usize - 2);
            x(format!("<div><button></button>{parts}</div><div hidden>X</div>"))
        };
        assert_eq!((control(MAX_CONTROL_NODES).as_str(), control(MAX_CONTROL_NODES + 1).as_str()), ("X", ""));
        let tabs = |between: usize| {
            x(format!("<div class=a>1</div>{}<div class=a hidden>X</div>", "<p>2</p>".repeat(between)))
        };
        assert_eq!((tabs(MAX_SIBLINGS - 1).as_str(), tabs(MAX_SIBLINGS).as_str()), ("X", ""));
        let wrapped = |wrappers: usize| {
            let open = "<div>".repeat(wrappers);
            x(format!("<section class=accordion>{open}<div hidden>X</div>"))
        };
        assert_eq!((wrapped(MAX_ANCESTORS - 1).as_str(), wrapped(MAX_ANCESTORS).as_str()), ("X", ""));
    }

    #[test]
    fn pages_that_conceal_most_are_faded_in() {
        let least = MIN_SCRIPT_BYTES as usize;
        let concealed = |sections: usize, bytes: usize| {
            let section = format!("<section style='opacity:0'>{}</section>", "x".repeat(bytes));
            let html = format!("<p>{}</p>{}", "r".repeat(4 * least), section.repeat(sections));
            let doc = parse(&html, &Limits::default()).document;
            !Concealed::of(&Page::new(&doc)).is_empty()
        };
        assert!(concealed(4, least) && !concealed(5, least));
        // Short elements are not faded in, however many they are.
        assert!(concealed(9, least - 1));
    }

    #[test]
    fn pages_that_show_little_conceal_nothing() {
        let concealed = |chars: usize| {
            let html = format!("<p>{}</p><div hidden>X</div>", "r".repeat(chars));
            let doc = parse(&html, &Limits::default()).document;
            !Concealed::of(&Page::new(&doc)).is_empty()
        };
        assert!(!concealed(MIN_SHOWN_CHARS as usize - 1) && concealed(MIN_SHOWN_CHARS as usize));
    }
}
