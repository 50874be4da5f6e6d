//! Panels that open on a click, with their titles: sections of an accordion, and the panes of tabs.
//!
//! A title is paired with its panel by an id that one of them names, by a value that both have (`data-tab`), by their order in a tab list and
//! next to it, or because the panel follows the title.

use crate::features::display::is_block;
use crate::features::name_words::ClassWords;
use crate::features::said_text::{Phrases, said_text};
use crate::features::text_bytes::text_before;
use crate::features::title_block::heading_level;
use crate::page::{Page, PageView};
use crate::word_list::word_list;
use debulha_dom::{Document, NodeId, names};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::LazyLock;

/// Maximum bytes of the label of a tab: a few words (our decision).
const MAX_LABEL_BYTES: u32 = 80;

/// Maximum bytes of the title of a section; questions are the longest (our decision).
const MAX_TITLE_BYTES: u32 = 250;

/// Ancestors of an element whose classes say that it is in an accordion or in tabs: panels are wrapped a few times (our decision).
const MAX_ANCESTORS: usize = 3;

/// Minimum tabs of a group; one is a heading.
const MIN_TABS: usize = 2;

/// Maximum share of a page's text, 0 to 1, of a panel that only follows its title; larger ones are the page (our decision).
const MAX_SHARE: f64 = 0.5;

/// Words of classes of accordions.
const ACCORDIONS: [&str; 11] = [
    "accordion",
    "accordions",
    "accordian",
    "collapse",
    "collapsible",
    "expander",
    "expandable",
    "faq",
    "faqs",
    "toggle",
    "spoiler",
];

/// Words of classes of their titles.
const TITLES: [&str; 12] = [
    "title", "header", "heading", "head", "question", "trigger", "label", "btn", "button", "summary", "link",
    "name",
];

/// Words of classes of tab lists and of what holds them, and of panes. `tab` alone is both.
const TABS: [&str; 6] = ["tab", "tabs", "tabset", "tablist", "tabbed", "pills"];
const PANES: [&str; 8] = ["content", "contents", "pane", "panes", "panel", "panels", "body", "block"];

/// Words of classes of lists of labels.
const LABELS: [&str; 12] = [
    "nav", "list", "labels", "links", "buttons", "menu", "header", "headers", "titles", "bar", "tablist",
    "tabs",
];

/// Attributes with the id of the element that a control shows.
const TARGETS: [&str; 5] =
    ["aria-controls", "data-bs-target", "data-target", "commandfor", "data-tab-target"];

/// Attributes with a value that a control and its panel share.
const SHARED: [&str; 6] =
    ["data-tab", "data-tab-id", "data-tab-content", "data-tab-panel", "data-tab-name", "data-panel"];

/// How words of controls begin that are no titles.
const TOGGLES: &[&str] = word_list!("words/toggle_words.txt");

static TOGGLE_PHRASES: LazyLock<Phrases> = LazyLock::new(|| Phrases::new(TOGGLES));

/// A panel and its title.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Panel {
    /// The element whose text is the title: the control, or what wraps it alone, such as a heading.
    pub title: NodeId,
    /// The nodes of the panel: one subtree, or what follows the title in its parent.
    pub body: Range<u32>,
    /// Whether it is the pane of a tab: its label may be far from it.
    pub is_tab: bool,
}

/// The panels of a document in the order of their titles; each title and each panel is in one. O(nodes + attributes), and the children of
/// tab lists and the siblings behind them.
pub fn panels(doc: &Document) -> Vec<Panel> {
    let mut finder = PanelFinder::of(doc);
    finder.by_ids();
    finder.by_shared_values();
    finder.by_radio_inputs();
    finder.by_order();
    finder.by_sequence();
    finder.found.sort_unstable_by_key(|panel| panel.title);
    finder.found
}

impl Page<'_> {
    /// The panels of the page, in the order of their titles.
    pub fn panels(&self) -> &[Panel] {
        self.view(PageView::Panels, || panels(self.document()))
    }
}

/// What an element says of itself as a control.
#[derive(Debug, Clone, Copy)]
struct PanelControl<'d> {
    node: NodeId,
    /// Id of what it shows.
    target: Option<&'d str>,
    /// It is a tab.
    is_tab: bool,
}

struct PanelFinder<'d> {
    doc: &'d Document,
    /// Whether classes have words of [`ACCORDIONS`], [`TITLES`], [`TABS`], [`PANES`] and [`LABELS`].
    class_words: ClassWords<5>,
    /// Entry `n`: bytes of text before node `n`, raw elements aside.
    text_before: Vec<u32>,
    controls: Vec<PanelControl<'d>>,
    /// Elements with `role=tablist` or the class of one.
    tab_lists: Vec<NodeId>,
    /// Labels with the id of their field.
    labels: Vec<(NodeId, &'d str)>,
    /// Elements by the value that a control and its panel share.
    shared: BTreeMap<&'d str, Vec<NodeId>>,
    ids: FxHashMap<&'d str, NodeId>,
    /// Ids of the titles that panels name, by panel.
    labelled: Vec<(NodeId, &'d str)>,
    /// By node: whether it is a title or a panel of `found`.
    taken: Vec<bool>,
    found: Vec<Panel>,
}

impl<'d> PanelFinder<'d> {
    /// O(nodes + attributes).
    fn of(doc: &'d Document) -> Self {
        let mut finder = PanelFinder {
            doc,
            class_words: ClassWords::of(doc, [&ACCORDIONS, &TITLES, &TABS, &PANES, &LABELS]),
            text_before: text_before(doc),
            controls: Vec::new(),
            tab_lists: Vec::new(),
            labels: Vec::new(),
            shared: BTreeMap::new(),
            ids: FxHashMap::default(),
            labelled: Vec::new(),
            taken: vec![false; doc.len()],
            found: Vec::new(),
        };
        for node in doc.nodes().filter(|&node| doc.is_element(node)) {
            finder.read(node);
        }
        finder
    }

    fn read(&mut self, node: NodeId) {
        let doc = self.doc;
        let name = doc.name(node);
        let (mut target, mut fragment, mut labelled) = (None, None, None);
        let (mut is_tab, mut is_toggle, mut opens) = (false, false, name == names::SUMMARY);
        let mut is_list = self.has_class(node, |[_, _, tab, pane, label]| tab && label && !pane);
        for (attribute, value) in doc.attributes(node) {
            let attribute = doc.name_str(attribute);
            match attribute {
                "id" => {
                    self.ids.entry(value).or_insert(node);
                }
                "role" => {
                    is_tab |= value == "tab";
                    is_list |= value == "tablist";
                    opens |= value == "button";
                }
                "href" => fragment = value.trim().strip_prefix('#').filter(|id| !id.is_empty()),
                "aria-expanded" => opens = true,
                "aria-labelledby" => labelled = Some(value.trim()),
                "data-toggle" | "data-bs-toggle" => {
                    is_tab |= matches!(value, "tab" | "pill");
                    is_toggle |= matches!(value, "tab" | "pill" | "collapse");
                }
                "for" if name == names::LABEL => self.labels.push((node, value)),
                _ if TARGETS.contains(&attribute) => {
                    target = value.split_ascii_whitespace().next().map(|id| id.trim_start_matches('#'));
                }
                _ if SHARED.contains(&attribute) => self.shared.entry(value).or_default().push(node),
                _ => {}
            }
        }
        if is_list
            && matches!(
                name,
                names::UL | names::OL | names::DIV | names::NAV | names::SECTION | names::HEADER
            )
        {
            self.tab_lists.push(node);
        }
        if let Some(label) = labelled {
            self.labelled.push((node, label));
        }
        let is_tab = is_tab || fragment.is_some() && self.is_in_tabs(node);
        if target.is_none() && (is_toggle || is_tab) {
            target = fragment;
        }
        if opens || is_tab || target.is_some() || name == names::BUTTON {
            self.controls.push(PanelControl { node, target, is_tab });
        }
    }

    /// Pairs controls with the panels that they name, and panels with the controls that these name.
    fn by_ids(&mut self) {
        for control in self.controls.clone() {
            let Some(panel) = control.target.and_then(|id| self.ids.get(id).copied()) else { continue };
            let is_tab = control.is_tab || self.role(panel) == Some("tabpanel");
            self.pair(control.node, panel.0..self.doc.subtree_end(panel), is_tab);
        }
        for (panel, label) in std::mem::take(&mut self.labelled) {
            let Some(&control) = self.ids.get(label) else { continue };
            let is_tab = self.role(panel) == Some("tabpanel") && self.role(control) == Some("tab");
            let is_control =
                is_tab || self.controls.binary_search_by_key(&control, |known| known.node).is_ok();
            if is_control {
                self.pair(control, panel.0..self.doc.subtree_end(panel), is_tab);
            }
        }
    }

    /// Pairs a control with the next element that has the same value.
    fn by_shared_values(&mut self) {
        let shared = std::mem::take(&mut self.shared);
        let mut all: Vec<(NodeId, NodeId)> = Vec::new();
        for (value, nodes) in shared {
            let mut control = None;
            let by_id = self.ids.get(value).copied();
            for node in nodes.into_iter().chain(by_id) {
                let is_control = matches!(
                    self.doc.name(node),
                    names::BUTTON | names::A | names::LI | names::LABEL | names::SPAN
                ) || matches!(self.role(node), Some("tab" | "button"));
                match control {
                    _ if is_control => control = Some(node),
                    Some(title) => {
                        all.push((title, node));
                        control = None;
                    }
                    None => {}
                }
            }
        }
        all.sort_unstable();
        for (title, panel) in all {
            self.pair(title, panel.0..self.doc.subtree_end(panel), true);
        }
    }

    /// Pairs labels of radio buttons with what follows each, or with the elements behind all labels of their parent.
    fn by_radio_inputs(&mut self) {
        let doc = self.doc;
        let labels = std::mem::take(&mut self.labels);
        let is_choice = |&(_, field): &(NodeId, &str)| {
            let input = self.ids.get(field).copied();
            input.is_some_and(|input| {
                doc.name(input) == names::INPUT
                    && matches!(doc.attribute(input, names::TYPE), Some("radio" | "checkbox"))
            })
        };
        let choices: Vec<NodeId> =
            labels.iter().filter(|label| is_choice(label)).map(|&(label, _)| label).collect();
        let is_content = |node: &NodeId| !matches!(doc.name(*node), names::INPUT | names::LABEL);
        let mut by_parent: Vec<(NodeId, Vec<NodeId>)> = Vec::new();
        let mut places: FxHashMap<NodeId, usize> = FxHashMap::default();
        for label in choices {
            let parent = doc.parent(label).unwrap_or(Document::ROOT);
            let place = *places.entry(parent).or_insert_with(|| {
                by_parent.push((parent, Vec::new()));
                by_parent.len() - 1
            });
            by_parent[place].1.push(label);
        }
        for (_, labels) in by_parent {
            let behind: Vec<NodeId> =
                labels.iter().filter_map(|&label| next_element(doc, label)).filter(is_content).collect();
            let is_block = |node: &NodeId| is_block(doc.name(*node));
            if behind.len() == labels.len() && behind.iter().all(is_block) {
                for (label, panel) in labels.into_iter().zip(behind) {
                    self.pair(label, panel.0..doc.subtree_end(panel), true);
                }
            } else if labels.len() >= MIN_TABS
                && let Some(&last) = labels.last()
            {
                self.pair_in_order(&labels, last);
            }
        }
    }

    /// Pairs the items of tab lists with the panes that follow, if there are as many.
    fn by_order(&mut self) {
        for list in std::mem::take(&mut self.tab_lists) {
            let mut inside = list;
            let mut items = self.children_with_text(inside);
            for _ in 0..MAX_ANCESTORS {
                let [only] = items[..] else { break };
                inside = only;
                items = self.children_with_text(inside);
            }
            if items.len() >= MIN_TABS {
                self.pair_in_order(&items, list);
            }
        }
    }

    /// Pairs labels with as many panes behind an element: its next siblings, or the children of the next one.
    fn pair_in_order(&mut self, labels: &[NodeId], list: NodeId) {
        let doc = self.doc;
        if labels.iter().any(|&label| self.is_taken_inside(label)) {
            return;
        }
        let mut before = list;
        for _ in 0..MAX_ANCESTORS {
            if next_element(doc, before).is_some() {
                break;
            }
            let Some(parent) = doc.parent(before) else { return };
            before = parent;
        }
        let Some(first) = next_element(doc, before) else { return };
        let siblings: Vec<NodeId> =
            std::iter::successors(Some(first), |&node| next_element(doc, node)).take(labels.len()).collect();
        let mut inside = first;
        let mut children = self.element_children(inside);
        for _ in 0..MAX_ANCESTORS {
            let [only] = children[..] else { break };
            inside = only;
            children = self.element_children(inside);
        }
        let says_pane = |node: &NodeId| self.is_pane(*node);
        let is_list = self.role(list) == Some("tablist");
        let panes = if children.len() == labels.len()
            && (is_list || says_pane(&first) || children.iter().all(says_pane))
        {
            children
        } else if siblings.len() == labels.len() && siblings.iter().all(says_pane) {
            siblings
        } else {
            return;
        };
        for (&label, pane) in labels.iter().zip(panes) {
            self.pair(label, pane.0..doc.subtree_end(pane), true);
        }
    }

    /// Pairs the other controls with what follows them.
    fn by_sequence(&mut self) {
        let doc = self.doc;
        let headings = doc.nodes().filter(|&node| doc.is_element(node)).filter(|&node| {
            heading_level(doc.name(node)) > 1 && self.is_in_accordion(node) || self.is_accordion_title(node)
        });
        let opens = self.controls.iter().filter(|control| !control.is_tab).map(|control| control.node);
        let opens = opens.filter(|&node| {
            doc.name(node) == names::SUMMARY
                || doc.attributes(node).any(|(name, _)| doc.name_str(name) == "aria-expanded")
                || self.is_in_accordion(node)
        });
        let mut titles: Vec<NodeId> = headings.chain(opens).collect();
        titles.sort_unstable();
        titles.dedup();
        let all = f64::from(self.bytes(0..doc.len() as u32));
        for title in titles {
            if self.is_taken_inside(title) {
                continue;
            }
            let title = self.widened(title, None);
            if doc.name(title) == names::SUMMARY {
                let end = doc.parent(title).map_or(0, |details| doc.subtree_end(details));
                let start = doc.subtree_end(title).min(end);
                if start < end {
                    self.pair(title, start..end, false);
                }
                continue;
            }
            let Some(panel) = next_element(doc, title) else { continue };
            let body = panel.0..doc.subtree_end(panel);
            let is_panel = is_block(doc.name(panel))
                && heading_level(doc.name(panel)) == 0
                && doc.name(panel) != names::BUTTON
                && f64::from(self.bytes(body.clone())) <= MAX_SHARE * all;
            if is_panel {
                self.pair(title, body, false);
            }
        }
    }

    /// Adds a panel, if its title is a title: short, before the panel, and of an accordion right before it.
    fn pair(&mut self, control: NodeId, body: Range<u32>, is_tab: bool) {
        let doc = self.doc;
        let title = self.widened(control, Some(&body));
        let end = doc.subtree_end(title);
        let bytes = self.bytes(title.0..end);
        let max = if is_tab { MAX_LABEL_BYTES } else { MAX_TITLE_BYTES };
        if end > body.start
            || !(1..=max).contains(&bytes)
            || !is_tab && self.bytes(end..body.start) > 0
            || self.bytes(body.clone()) == 0
            || self.taken[title.index()]
            || self.taken[body.start as usize]
        {
            return;
        }
        let texts: Vec<NodeId> = (title.0..end)
            .map(NodeId)
            .filter(|&node| doc.is_text(node) && !doc.text(node).trim().is_empty())
            .collect();
        let is_toggle = said_text(doc, &texts, MAX_TITLE_BYTES as usize).is_none_or(|text| {
            TOGGLES.contains(&text.trim_matches(|c: char| !c.is_alphanumeric()))
                || !is_tab && TOGGLE_PHRASES.begin(&text)
        });
        let is_question = texts.last().is_some_and(|&text| doc.text(text).trim_end().ends_with(['?', '？']));
        if is_toggle && !is_question {
            return;
        }
        self.taken[title.index()] = true;
        self.taken[body.start as usize] = true;
        self.found.push(Panel { title, body, is_tab });
    }

    /// The outermost element around a control that has no other text and not its panel. Each step reads
    /// two entries.
    fn widened(&self, control: NodeId, body: Option<&Range<u32>>) -> NodeId {
        let doc = self.doc;
        let own = self.bytes(control.0..doc.subtree_end(control));
        let mut title = control;
        for around in doc.ancestors(control) {
            let nodes = around.0..doc.subtree_end(around);
            let holds_panel = body.is_some_and(|body| nodes.contains(&body.start));
            if holds_panel
                || self.bytes(nodes) != own
                || around == Document::ROOT
                || matches!(doc.name(around), names::BODY | names::HTML)
            {
                break;
            }
            title = around;
            if heading_level(doc.name(around)) > 0 {
                break;
            }
            // The panel follows here.
            if body.is_none() && next_element(doc, around).is_some() {
                break;
            }
        }
        title
    }

    fn bytes(&self, nodes: Range<u32>) -> u32 {
        self.text_before[nodes.end as usize] - self.text_before[nodes.start as usize]
    }

    /// Whether an element, or one of its first nodes, is a title already.
    fn is_taken_inside(&self, node: NodeId) -> bool {
        let end = self.doc.subtree_end(node).min(node.0 + MAX_CONTROL_NODES);
        self.taken[node.index()..end as usize].contains(&true)
            || self.doc.ancestors(node).take(MAX_ANCESTORS).any(|around| {
                self.taken[around.index()]
                    && self.bytes(around.0..self.doc.subtree_end(around)) <= MAX_TITLE_BYTES
            })
    }

    fn role(&self, node: NodeId) -> Option<&'d str> {
        self.doc.attribute(node, names::ROLE)
    }

    fn element_children(&self, node: NodeId) -> Vec<NodeId> {
        self.doc.children(node).filter(|&child| self.doc.is_element(child)).collect()
    }

    fn children_with_text(&self, node: NodeId) -> Vec<NodeId> {
        let has_text = |&child: &NodeId| self.bytes(child.0..self.doc.subtree_end(child)) > 0;
        self.element_children(node).into_iter().filter(has_text).collect()
    }

    /// Whether one of an element's classes has words of some lists.
    fn has_class(&self, node: NodeId, says: impl Fn([bool; 5]) -> bool) -> bool {
        self.class_words.of_element(self.doc, node).any(says)
    }

    /// Whether the role or a class of an element is that of a pane.
    fn is_pane(&self, node: NodeId) -> bool {
        self.role(node) == Some("tabpanel")
            || self.has_class(node, |[_, _, tab, pane, _]| tab || pane)
            || self.doc.classes(node).any(|class| class.contains("tabpane") || class.contains("tabItem"))
    }

    /// Whether a class of an element around says tabs, and not pane.
    fn is_in_tabs(&self, node: NodeId) -> bool {
        let doc = self.doc;
        doc.ancestors(node).take(MAX_ANCESTORS).any(|around| {
            self.role(around) == Some("tablist")
                || self.has_class(around, |[_, _, tab, pane, _]| tab && !pane)
        })
    }

    fn is_in_accordion(&self, node: NodeId) -> bool {
        let around = std::iter::once(node).chain(self.doc.ancestors(node).take(MAX_ANCESTORS));
        around.into_iter().any(|element| self.has_class(element, |[accordion, ..]| accordion))
    }

    /// Whether a class of an element says that it is the title of a section of an accordion.
    fn is_accordion_title(&self, node: NodeId) -> bool {
        self.has_class(node, |[accordion, title, ..]| accordion && title)
    }
}

/// Nodes of a control that may be a title themselves (our decision: an icon, a link and its words).
const MAX_CONTROL_NODES: u32 = 12;

fn next_element(doc: &Document, node: NodeId) -> Option<NodeId> {
    std::iter::successors(doc.next_sibling(node), |&next| doc.next_sibling(next))
        .find(|&next| doc.is_element(next))
}

#[cfg(test)]
mod tests {
    use super::*;
    use debulha_dom::{Limits, parse};

    /// The panels of a page, `title>panel`; tabs in brackets.
    fn found(html: &str) -> String {
        let story = format!("<p>{}</p>", "The mill grinds rye. ".repeat(30));
        let doc = parse(&format!("<main>{html}{story}</main>"), &Limits::default()).document;
        let text = |nodes: Range<u32>| {
            let texts: Vec<NodeId> = nodes.map(NodeId).filter(|&node| doc.is_text(node)).collect();
            said_text(&doc, &texts, 1000).unwrap_or_default().trim().to_owned()
        };
        let all = panels(&doc).into_iter().map(|Panel { title, body, is_tab }| {
            let title = text(title.0..doc.subtree_end(title));
            let title = if is_tab { format!("[{title}]") } else { title };
            format!("{title}>{}", text(body))
        });
        all.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn tabs_are_paired_by_ids() {
        let panes = "<div><div id=a><p>Rye</div><div id=b><p>Oats</div></div>";
        let by_target = "<div role=tablist><button role=tab aria-controls=a>R</button><button role=tab aria-controls=b>O</button></div>";
        assert_eq!(found(&format!("{by_target}{panes}")), "[r]>rye [o]>oats");
        let by_link = "<ul class=tabs><li><a href=#a>R</a><li><a href=#b>O</a></ul>";
        assert_eq!(found(&format!("{by_link}{panes}")), "[r]>rye [o]>oats");
        assert_eq!(found(&format!("{}{panes}", by_link.replace("tabs", "toc"))), "");
        let by_label =
            "<div role=tablist><a role=tab id=x>R</a></div><div role=tabpanel aria-labelledby=x><p>Rye</div>";
        assert_eq!(found(by_label), "[r]>rye");
        let by_value =
            "<a data-tab=1>R</a><a data-tab=2>O</a><div data-tab=1>Rye</div><div data-tab=2>Oats</div>";
        assert_eq!(found(by_value), "[r]>rye [o]>oats");
    }

    #[test]
    fn tabs_are_paired_by_order() {
        let list = "<ul role=tablist><li role=tab>R<li role=tab>O</ul>";
        assert_eq!(
            found(&format!("{list}<div><div>Rye</div><div hidden>Oats</div></div>")),
            "[r]>rye [o]>oats"
        );
        assert_eq!(found(&format!("{list}<div><div>Rye</div><div>Oats</div><div>Hay</div></div>")), "");
        let panes = "<div class=tab-pane>Rye</div><div class=tab-pane>Oats</div>";
        assert_eq!(
            found(&format!("<div class=tabs><button>R</button><button>O</button></div>{panes}")),
            "[r]>rye [o]>oats"
        );
        let inputs = "<input type=radio id=x><input type=radio id=y>";
        let blocks = "<div class=tabbed-content><div class=tabbed-block>Rye</div><div class=tabbed-block>Oats</div></div>";
        let mkdocs = format!(
            "<div class=tabbed-set>{inputs}<div class=tabbed-labels><label for=x>R</label><label for=y>O</label></div>{blocks}</div>"
        );
        assert_eq!(found(&mkdocs), "[r]>rye [o]>oats");
        let sphinx = "<div><input type=radio id=x><label for=x>R</label><div>Rye</div><input type=radio id=y><label for=y>O</label><div>Oats</div></div>";
        assert_eq!(found(sphinx), "[r]>rye [o]>oats");
    }

    #[test]
    fn sections_of_an_accordion_follow_their_titles() {
        assert_eq!(
            found(
                "<h3><button aria-expanded=false aria-controls=a>When?</button></h3><div id=a>In May.</div>"
            ),
            "when?>in may."
        );
        assert_eq!(
            found("<details><summary>When?</summary>In May.<p>Or June.</details>"),
            "when?>in may. or june."
        );
        let by_class = "<div class=faq-item><div role=button><a>When?</a></div><div>In May.</div></div>";
        assert_eq!(found(by_class), "when?>in may.");
        assert_eq!(found(&by_class.replace("faq-item", "item")), "");
        assert_eq!(found("<div class=accordion-header>When</div><div>In May.</div>"), "when>in may.");
        assert_eq!(found("<button aria-expanded=true>Show more</button><div>In May.</div>"), "");
        assert_eq!(found("<a href=#a aria-controls=a>When</a><p>Sow it.</p><div id=a>In May.</div>"), "");
    }

    #[test]
    fn titles_are_short() {
        let page = |control: &str, bytes: u32| {
            found(&format!(
                "<div role=tablist><a {control} aria-controls=a>{}</a></div><div id=a>Rye</div>",
                "r".repeat(bytes as usize)
            ))
        };
        assert!(
            !page("role=tab", MAX_LABEL_BYTES).is_empty() && page("role=tab", MAX_LABEL_BYTES + 1).is_empty()
        );
        assert!(!page("", MAX_TITLE_BYTES).is_empty() && page("", MAX_TITLE_BYTES + 1).is_empty());
    }
}
