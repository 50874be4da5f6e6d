//! Elements that look alike: same name and same first class, on the page and among the children of one parent.

use crate::features::text_measures::TextMeasures;
use crate::page::{Page, PageView};
use debulha_dom::{Document, NameId, NodeId, TokenId};
use rustc_hash::FxHashMap;

/// Children of one parent with the same name and first class.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ElementGroup {
    /// How many there are.
    pub members: u32,
    /// Words of all of them.
    pub words: u32,
}

/// The number of those that look like an element, for every visible element.
///
/// Further classes do not count: they tell states and places, such as `first` or `selected`.
#[derive(Debug)]
pub struct ElementGroups {
    /// By node.
    of_node: Vec<GroupMember>,
    counts: Vec<u32>,
    groups: Vec<ElementGroup>,
}

/// Where an element belongs.
#[derive(Debug, Clone, Copy)]
struct GroupMember {
    look: u32,
    group: u32,
    /// Members of the group before it.
    index: u32,
}

impl ElementGroups {
    /// What stands for the look of what is no visible element.
    pub const NONE: u32 = u32::MAX;

    /// One pass. O(nodes), expected; 12 bytes a node.
    pub fn compute(page: &Page<'_>, measures: &TextMeasures) -> Self {
        let doc = page.document();
        let none = GroupMember { look: Self::NONE, group: Self::NONE, index: Self::NONE };
        let mut found =
            ElementGroups { of_node: vec![none; doc.len()], counts: Vec::new(), groups: Vec::new() };
        let mut looks: FxHashMap<(NameId, Option<TokenId>), u32> = FxHashMap::default();
        let mut groups: FxHashMap<(u32, u32), u32> = FxHashMap::default();
        // By node, the last child that was seen; children mostly look like the one before.
        let mut last_child = vec![Document::ROOT; doc.len()];
        for node in doc.nodes() {
            if !doc.is_element(node) || page.visibility().is_hidden(node) {
                continue;
            }
            let class = doc.class_tokens(node).first().copied();
            let number = looks.len() as u32;
            let look = *looks.entry((doc.name(node), class)).or_insert(number);
            if look == number {
                found.counts.push(0);
            }
            found.counts[look as usize] += 1;
            let parent = doc.parent(node).unwrap_or(Document::ROOT);
            let before = std::mem::replace(&mut last_child[parent.index()], node);
            let before = found.of_node[before.index()];
            let group = if before.look == look {
                before.group
            } else {
                let number = groups.len() as u32;
                let group = *groups.entry((parent.0, look)).or_insert(number);
                if group == number {
                    found.groups.push(ElementGroup::default());
                }
                group
            };
            let of_group = &mut found.groups[group as usize];
            found.of_node[node.index()] = GroupMember { look, group, index: of_group.members };
            of_group.members += 1;
            of_group.words += measures.subtree(doc, node).words;
        }
        found
    }

    /// A number for the name and first class of an element, the same for elements that look alike.
    #[inline]
    pub fn look(&self, node: NodeId) -> u32 {
        self.of_node[node.index()].look
    }

    /// Elements of the page that look like this one, itself among them; 0 for what is no visible element.
    pub fn alike(&self, node: NodeId) -> u32 {
        self.counts.get(self.look(node) as usize).copied().unwrap_or(0)
    }

    /// How an element and the two around it look: blocks whose elements agree in this stand alike.
    pub fn path(&self, doc: &Document, element: NodeId) -> [u32; 3] {
        let mut path = [Self::NONE; 3];
        let around = std::iter::once(element).chain(doc.ancestors(element));
        for (look, element) in path.iter_mut().zip(around) {
            *look = self.look(element);
        }
        path
    }

    /// A number for the siblings that look like an element; `None` for what is no visible element.
    pub fn group_number(&self, node: NodeId) -> Option<u32> {
        Some(self.of_node[node.index()].group).filter(|&group| group != Self::NONE)
    }

    /// How many such groups there are on the page.
    pub fn group_count(&self) -> usize {
        self.groups.len()
    }

    /// The siblings that look like an element, itself among them.
    pub fn group(&self, node: NodeId) -> ElementGroup {
        self.groups.get(self.of_node[node.index()].group as usize).copied().unwrap_or_default()
    }

    /// Those of them before the element.
    pub fn index(&self, node: NodeId) -> u32 {
        if self.look(node) == Self::NONE { 0 } else { self.of_node[node.index()].index }
    }
}

impl Page<'_> {
    /// Which elements look alike, on the page and among siblings.
    pub fn element_groups(&self) -> &ElementGroups {
        self.view(PageView::ElementGroups, || ElementGroups::compute(self, self.text_measures()))
    }
}
