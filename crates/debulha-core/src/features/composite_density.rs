//! Composite text density (sun2011): how much text there is for the elements and hyperlinks around it.

use crate::features::text_density::{Densities, LinkLike, LinkedChars, Subtree, SumOver};
use crate::page::{Page, PageView};
use crate::scratch::Scratch;
use debulha_dom::NodeId;
use std::f64::consts::E;

crate::choices! {
    /// How the hyperlinks of an element are counted (LT).
    pub enum LinkCount {
        /// As the authors' program does: a hyperlink has as many as it has elements; any other element has those
        /// of its children, and one for each child that is a hyperlink or consists of hyperlinks alone.
        Reference,
        /// Hyperlinks among the descendants.
        Descendants,
    }
}

crate::choices! {
    /// What a text node beside elements adds to the density sum.
    pub enum TextRun {
        /// The density of an element with this text and nothing else.
        Leaf,
        /// The authors' program: without the 1 in the denominator, so infinite on a page without links.
        Reference,
    }
}

/// Readings of the paper that the densities depend on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CompositeOptions {
    /// Which elements are hyperlinks.
    pub link_like: LinkLike,
    /// How the hyperlinks of an element are counted.
    pub link_count: LinkCount,
    /// What the density sum runs over.
    pub sum: SumOver,
    /// What a text node beside elements adds to the density sum.
    pub text_run: TextRun,
}

impl Default for CompositeOptions {
    /// Those of the system `cetd`.
    fn default() -> Self {
        CompositeOptions {
            link_like: LinkLike::Controls,
            link_count: LinkCount::Reference,
            sum: SumOver::Children,
            text_run: TextRun::Leaf,
        }
    }
}

/// Densities of every visible element of `body`, with what they are computed from.
#[derive(Debug)]
pub struct CompositeDensities {
    /// Characters inside hyperlinks: LC.
    pub linked: LinkedChars,
    /// Hyperlinks of each element: LT.
    pub links: Vec<u32>,
    /// CTD and density sums.
    pub densities: Densities,
    /// Share of linked characters of `body`: ρ.
    pub body_ratio: f64,
}

impl CompositeDensities {
    /// Two passes. O(nodes), three logarithms an element at most.
    pub fn compute(page: &Page<'_>, options: CompositeOptions, scratch: &mut Scratch) -> Self {
        let (doc, body) = (page.document(), page.body());
        let CompositeOptions { link_like, link_count, sum, text_run } = options;
        let linked = LinkedChars::compute(page, link_like, scratch);
        let mut links = scratch.indices(doc.len(), 0);
        let of_body = Subtree::of(page, &linked, body);
        let body_ratio = f64::from(of_body.linked) / f64::from(of_body.chars.max(1));
        let densities = Densities::compute(
            page,
            &linked,
            sum,
            scratch,
            |chars, _| match text_run {
                TextRun::Leaf => composite_density(chars, 0, 0, 0, body_ratio),
                TextRun::Reference => reference_run(chars, body_ratio),
            },
            |subtree| {
                let own = count_links(doc.parent(subtree.node), subtree, &mut links, |node| {
                    (link_like.matches(doc.name(node)), link_count)
                });
                composite_density(subtree.chars, subtree.elements, subtree.linked, own, body_ratio)
            },
        );
        CompositeDensities { linked, links, densities, body_ratio }
    }

    /// Hands the buffers back.
    pub fn give(self, scratch: &mut Scratch) {
        self.linked.give(scratch);
        scratch.give_indices(self.links);
        self.densities.give(scratch);
    }
}

/// LT of an element whose children are counted; adds it to the parent's.
fn count_links(
    parent: Option<NodeId>,
    subtree: Subtree,
    links: &mut [u32],
    kind: impl Fn(NodeId) -> (bool, LinkCount),
) -> u32 {
    let Subtree { node, chars, linked, elements } = subtree;
    let (is_link, link_count) = kind(node);
    let mut counts_as_link = is_link;
    if link_count == LinkCount::Reference {
        if is_link {
            links[node.index()] = elements;
        }
        counts_as_link |= elements > 0 && links[node.index()] == elements && chars == linked;
    }
    let own = links[node.index()];
    if let Some(parent) = parent {
        links[parent.index()] += own + u32::from(counts_as_link);
    }
    own
}

/// CTD: C/T · log_B(C·T / (LC·LT)), B = ln(C·LC/(C − LC) + ρ·C + e); 0 without text.
///
/// A count of 0 is 1 wherever it occurs, in numerators too: else a page without links would have B = 1.
pub fn composite_density(chars: u32, elements: u32, linked: u32, links: u32, body_ratio: f64) -> f64 {
    if chars == 0 {
        return 0.0;
    }
    let at_least_one = |count: u32| f64::from(count.max(1));
    let (c, t, lc, lt) =
        (f64::from(chars), at_least_one(elements), at_least_one(linked), at_least_one(links));
    let ratio = c * t / (lc * lt);
    // Text that is all link: spares two logarithms.
    if ratio == 1.0 {
        return 0.0;
    }
    let base = (c * lc / at_least_one(chars - linked) + body_ratio * c + E).ln();
    c / t * ratio.ln() / base.ln()
}

/// What the authors' program adds for a text run: ℓ·ln ℓ / ln(ln(ρ·ℓ + e)).
pub fn reference_run(chars: u32, body_ratio: f64) -> f64 {
    if chars <= 1 {
        return 0.0;
    }
    let length = f64::from(chars);
    length * length.ln() / (body_ratio * length + E).ln().ln()
}

impl Page<'_> {
    /// Composite text densities of all elements, with the options of the system `cetd`.
    pub fn composite_densities(&self) -> &CompositeDensities {
        let options = CompositeOptions::default();
        self.view(PageView::CompositeDensities, || {
            CompositeDensities::compute(self, options, &mut Scratch::default())
        })
    }
}
