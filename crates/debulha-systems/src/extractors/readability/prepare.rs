//! The page before the first attempt: without scripts and style sheets, with paragraphs in place of double line
//! breaks, and what the attempts ask of each element.

use super::marks::{AttributeMarks, MarkReader};
use super::measure::{ChildTally, Inner, MeasuredText, sum_up};
use super::{ReadabilityParams, tag};
use crate::features::edit_tree::EditTree;
use debulha_dom::{AttributeSet, Document, NameId, NodeId, names};

/// A page that attempts start from.
#[derive(Debug)]
pub(super) struct PreparedPage<'d> {
    pub(super) tree: EditTree<'d>,
    /// By node of the document; of text nodes that are left.
    pub(super) texts: Vec<MeasuredText>,
    /// By node of the document.
    pub(super) marks: Vec<AttributeMarks>,
    /// By node of the prepared tree.
    facts: Vec<Facts>,
}

/// What an attempt asks of an element before it has edited anything below it.
#[derive(Debug, Clone, Copy, Default)]
#[expect(clippy::struct_excessive_bools, reason = "answers to four questions that have nothing in common")]
struct Facts {
    /// Length of the text without white space at the ends.
    trimmed: u32,
    is_phrasing: bool,
    is_empty: bool,
    has_block_below: bool,
    has_few_links: bool,
}

impl<'d> PreparedPage<'d> {
    /// Prepares a page. O(nodes + text).
    pub(super) fn of(doc: &'d Document, params: &ReadabilityParams) -> Self {
        let mut tree = EditTree::of(doc);
        unwrap_noscript_images(&mut tree);
        for node in doc.nodes() {
            match doc.name(node) {
                names::SCRIPT | names::NOSCRIPT | names::STYLE => tree.detach(node),
                // What a template holds is not part of a page's tree for scripts.
                names::TEMPLATE => {
                    while let Some(child) = tree.first_child(node) {
                        tree.detach(child);
                    }
                }
                _ => {}
            }
        }
        if let Some(body) = doc.body() {
            replace_breaks(&mut tree, body);
        }
        for font in doc.elements_named(names::FONT) {
            tree.rename(font, names::SPAN);
        }
        let mut prepared = PreparedPage {
            texts: vec![MeasuredText::default(); doc.len()],
            marks: vec![AttributeMarks::default(); doc.len()],
            facts: vec![Facts::default(); tree.len()],
            tree,
        };
        prepared.measure(params);
        prepared
    }

    fn measure(&mut self, params: &ReadabilityParams) {
        let PreparedPage { tree, texts, marks, facts } = self;
        let doc = tree.document();
        let mut reader = MarkReader::new(doc);
        for node in tree.subtree(Document::ROOT) {
            if tree.is_text(node) {
                texts[node.index()] = MeasuredText::of(doc, node);
            } else if !tree.is_new(node) && doc.attribute_set(node) != AttributeSet::NONE {
                marks[node.index()] = reader.read(node);
            }
        }
        sum_up(tree, texts, Document::ROOT, |node, below: &Below| {
            let chars = below.inner.text.chars;
            let name = tag(tree, node);
            facts[node.index()] = Facts {
                trimmed: below.inner.text.trimmed(),
                is_phrasing: is_phrasing_name(name)
                    || (is_phrasing_by_content(name) && !has_non_phrasing_child(tree, facts, node)),
                is_empty: chars == 0 && (below.children == 0 || below.children == below.rules_and_breaks),
                has_block_below: below.has_block,
                has_few_links: below.inner.link_density(params.same_page_link) < params.paragraph_links,
            };
            true
        });
    }

    /// Length of an element's text without white space at the ends.
    pub(super) fn trimmed(&self, node: NodeId) -> u32 {
        self.facts[node.index()].trimmed
    }

    /// Whether a node of the prepared tree may stand in a paragraph.
    pub(super) fn is_phrasing(&self, node: NodeId) -> bool {
        self.tree.is_text(node) || self.facts[node.index()].is_phrasing
    }

    /// Whether an element holds no text, and nothing else but rules and line breaks.
    pub(super) fn is_empty(&self, node: NodeId) -> bool {
        self.facts[node.index()].is_empty
    }

    /// Whether a block-level element, as the program counts them, lies below.
    pub(super) fn has_block_below(&self, node: NodeId) -> bool {
        self.facts[node.index()].has_block_below
    }

    /// Whether little of an element's text is in links.
    pub(super) fn has_few_links(&self, node: NodeId) -> bool {
        self.facts[node.index()].has_few_links
    }
}

/// What lies below an element.
#[derive(Debug, Default)]
struct Below {
    inner: Inner,
    children: u32,
    /// `br` and `hr` at any depth.
    rules_and_breaks: u32,
    has_block: bool,
}

impl ChildTally for Below {
    fn add_text(&mut self, node: NodeId, text: &MeasuredText) {
        self.inner.add_text(node, text);
    }

    fn add_element(&mut self, tree: &EditTree<'_>, node: NodeId, child: &Self) {
        let name = tree.name(node);
        self.inner.add(tree, node, &child.inner);
        self.children += 1;
        self.rules_and_breaks += child.rules_and_breaks + u32::from(matches!(name, names::BR | names::HR));
        self.has_block |= child.has_block || is_block_name(name);
    }
}

/// Elements that make their parent no paragraph.
pub(super) fn is_block_name(name: NameId) -> bool {
    matches!(
        name,
        names::BLOCKQUOTE
            | names::DL
            | names::DIV
            | names::IMG
            | names::OL
            | names::P
            | names::PRE
            | names::TABLE
            | names::UL
    )
}

/// Elements that may stand in a paragraph, whatever they hold.
fn is_phrasing_name(name: NameId) -> bool {
    matches!(
        name,
        names::ABBR
            | names::AUDIO
            | names::B
            | names::BDO
            | names::BR
            | names::BUTTON
            | names::CITE
            | names::CODE
            | names::DATA
            | names::DATALIST
            | names::DFN
            | names::EM
            | names::EMBED
            | names::I
            | names::IMG
            | names::INPUT
            | names::KBD
            | names::LABEL
            | names::MARK
            | names::METER
            | names::NOSCRIPT
            | names::OBJECT
            | names::OUTPUT
            | names::PROGRESS
            | names::Q
            | names::RUBY
            | names::SAMP
            | names::SCRIPT
            | names::SELECT
            | names::SMALL
            | names::SPAN
            | names::STRONG
            | names::SUB
            | names::SUP
            | names::TEXTAREA
            | names::TIME
            | names::VAR
            | names::WBR
    )
}

/// Elements that may stand in a paragraph if all their children may.
fn is_phrasing_by_content(name: NameId) -> bool {
    matches!(name, names::A | names::DEL | names::INS)
}

fn has_non_phrasing_child(tree: &EditTree<'_>, facts: &[Facts], node: NodeId) -> bool {
    tree.children(node).any(|child| !tree.is_text(child) && !facts[child.index()].is_phrasing)
}

/// Whether a node is blank text or a line break.
pub(super) fn is_white_space(tree: &EditTree<'_>, node: NodeId) -> bool {
    if tree.is_text(node) { is_blank(tree, node) } else { tag(tree, node) == names::BR }
}

/// Removes white space and line breaks from the end of a paragraph.
pub(super) fn trim_end(tree: &mut EditTree<'_>, paragraph: NodeId) {
    while let Some(last) = tree.last_child(paragraph).filter(|&last| is_white_space(tree, last)) {
        tree.detach(last);
    }
}

fn is_blank(tree: &EditTree<'_>, node: NodeId) -> bool {
    tree.document().text(node).trim_start().is_empty()
}

/// Drops images without a source, and puts the image of a `noscript` in place of the one before it.
fn unwrap_noscript_images(tree: &mut EditTree<'_>) {
    let doc = tree.document();
    let has_source = |image| {
        doc.attributes(image).any(|(name, value)| {
            matches!(name, names::SRC | names::SRCSET | names::DATA_SRC | names::DATA_SRCSET)
                || names_image_file(value)
        })
    };
    for image in doc.elements_named(names::IMG) {
        if !has_source(image) {
            tree.detach(image);
        }
    }
    for noscript in doc.elements_named(names::NOSCRIPT) {
        let before =
            std::iter::successors(tree.previous_sibling(noscript), |&node| tree.previous_sibling(node))
                .find(|&node| tree.is_element(node));
        if let Some(before) = before
            && is_single_image(tree, noscript)
            && is_single_image(tree, before)
        {
            let image = tree.element_children(noscript).next();
            if let Some(image) = image {
                tree.replace(before, image);
            }
        }
    }
}

/// Whether a value contains the ending of an image file.
fn names_image_file(value: &str) -> bool {
    let bytes = value.as_bytes();
    memchr::memchr_iter(b'.', bytes).any(|dot| {
        let ends_with = |ending: &str| {
            bytes
                .get(dot + 1..dot + 1 + ending.len())
                .is_some_and(|at| at.eq_ignore_ascii_case(ending.as_bytes()))
        };
        ["jpg", "jpeg", "png", "webp"].into_iter().any(ends_with)
    })
}

/// Whether a node is an image, or holds one and nothing beside it. O(levels down to the image and their children).
fn is_single_image(tree: &EditTree<'_>, node: NodeId) -> bool {
    let mut node = node;
    while tag(tree, node) != names::IMG {
        let mut only = None;
        for child in tree.children(node) {
            if tree.is_element(child) {
                if only.replace(child).is_some() {
                    return false;
                }
            } else if tree.is_text(child) && !is_blank(tree, child) {
                return false;
            }
        }
        let Some(child) = only else { return false };
        node = child;
    }
    true
}

/// Replaces two or more line breaks in a row, white space between them or not, with a paragraph of the phrasing that
/// follows. O(nodes): what is looked at once is either moved or the end of a run.
fn replace_breaks(tree: &mut EditTree<'_>, body: NodeId) {
    let doc = tree.document();
    let mut others: Option<Vec<u32>> = None;
    for br in doc.subtree(body).filter(|&node| doc.name(node) == names::BR) {
        let Some(parent) = tree.parent(br) else { continue };
        let mut is_chain = false;
        let mut next = tree.next_sibling(br);
        while let Some(further) = content_from(tree, next).filter(|&node| tag(tree, node) == names::BR) {
            next = tree.next_sibling(further);
            tree.detach(further);
            is_chain = true;
        }
        if !is_chain {
            continue;
        }
        let others = others.get_or_insert_with(|| count_other_children(tree));
        let paragraph = tree.new_element(names::P, parent);
        tree.replace(br, paragraph);
        count_other(tree, others, parent);
        while let Some(follower) = tree.next_sibling(paragraph) {
            let starts_chain = tag(tree, follower) == names::BR
                && content_from(tree, tree.next_sibling(follower))
                    .is_some_and(|node| tag(tree, node) == names::BR);
            if starts_chain || !is_phrasing_now(tree, others, follower) {
                break;
            }
            tree.append(paragraph, follower);
        }
        trim_end(tree, paragraph);
        if tag(tree, parent) == names::P {
            tree.rename(parent, names::DIV);
        }
    }
}

/// The first of a node and its later siblings that is an element or not blank.
fn content_from(tree: &EditTree<'_>, node: Option<NodeId>) -> Option<NodeId> {
    std::iter::successors(node, |&node| tree.next_sibling(node))
        .find(|&node| tree.is_element(node) || !is_blank(tree, node))
}

/// By node of the document, its children that may not stand in a paragraph.
fn count_other_children(tree: &EditTree<'_>) -> Vec<u32> {
    let doc = tree.document();
    let mut others = vec![0; doc.len()];
    for node in doc.nodes().rev() {
        if let Some(parent) = tree.parent(node)
            && !tree.is_new(parent)
            && !is_phrasing_now(tree, &others, node)
        {
            others[parent.index()] += 1;
        }
    }
    others
}

fn is_phrasing_now(tree: &EditTree<'_>, others: &[u32], node: NodeId) -> bool {
    let name = tag(tree, node);
    tree.is_text(node)
        || is_phrasing_name(name)
        || (is_phrasing_by_content(name) && others.get(node.index()) == Some(&0))
}

/// Counts one more child that may not stand in a paragraph; links around it may no longer, either.
fn count_other(tree: &EditTree<'_>, others: &mut [u32], parent: NodeId) {
    let mut node = Some(parent);
    while let Some(above) = node
        && let Some(count) = others.get_mut(above.index())
    {
        *count += 1;
        let has_turned = *count == 1 && is_phrasing_by_content(tag(tree, above));
        node = if has_turned { tree.parent(above) } else { None };
    }
}
