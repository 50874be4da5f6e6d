//! Limits on a page, and the reports of what they cut.

use thiserror::Error;

/// How much of a page is parsed. Beyond a limit the page becomes a partial tree, reported as [`Truncated`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of text that are parsed; the rest of the page is left out. Never more than 715,827,882, a third of 2 GiB.
    pub max_bytes: usize,
    /// Nodes of the tree; markup that follows is left out.
    pub max_nodes: usize,
    /// Bytes of a page for each node that it may have beside [`Limits::SPARE_NODES`], so that memory stays within a multiple
    /// of the page's size; markup that follows is left out. Never below 1. Of 3,012 saved pages none has 22,000 nodes.
    pub min_node_bytes: usize,
    /// Depth of the tree, the document being 0. Deeper nodes become children of their ancestor at the limit's
    /// last level: no text is lost.
    pub max_depth: u16,
    /// Attributes of one element; further ones are left out.
    pub max_attributes: u16,
    /// Formatting elements (`b`, `font`, `a` …) that stay open past the end of their parents, to be reopened; the
    /// oldest gives way. No page of 5,251 labelled ones has more than 16.
    pub max_formatting: u16,
    /// Units of work on a page, so that none takes long whatever it is made of. A unit is a node of the tree, 16 bytes of
    /// its text, a step of matching style sheets ([`Matcher`](crate::select::Matcher)), or a place that the search for
    /// records looks at. Each part of the work gets what those before it left; what is over is not done.
    pub max_work: u64,
}

impl Limits {
    /// Nodes that any page may have, however short.
    pub const SPARE_NODES: usize = 150_000;

    /// The nodes that a page of so many bytes may have.
    pub(crate) fn nodes_of(&self, bytes: usize) -> usize {
        self.max_nodes.max(1).min(Self::SPARE_NODES + bytes / self.min_node_bytes.max(1))
    }

    /// The formatting elements that a page of so many bytes may have reopened: each block in an element that nobody closed
    /// has one.
    pub(crate) fn reopened_of(&self, bytes: usize) -> usize {
        self.nodes_of(bytes) / 4
    }

    /// Bytes of text that are a unit of work.
    pub const WORK_BYTES: u64 = 16;

    /// The work that parsing a text into so many nodes is.
    pub fn work(bytes: usize, nodes: usize) -> u64 {
        bytes as u64 / Self::WORK_BYTES + nodes as u64
    }
}

impl Default for Limits {
    /// 256 MiB, 16 million nodes, 14 bytes a node, depth 512 (as in Blink), 1,024 attributes an element, 64 formatting elements, 2 billion
    /// units of work, which no page within the other limits comes to.
    fn default() -> Self {
        Limits {
            max_bytes: 256 << 20,
            max_nodes: 16_000_000,
            min_node_bytes: 14,
            max_depth: 512,
            max_attributes: 1024,
            max_formatting: 64,
            max_work: 2_000_000_000,
        }
    }
}

/// What a limit cut from a page: the tree is useful, but not the whole page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Truncated {
    /// The page is longer than [`Limits::max_bytes`].
    #[error("the page has {bytes} bytes; only the first {limit} were read")]
    Bytes {
        /// Length of the whole page's text in bytes.
        bytes: usize,
        /// The limit that was in force.
        limit: usize,
    },
    /// The tree would have more nodes than [`Limits::max_nodes`], or than [`Limits::min_node_bytes`] lets a page of its size
    /// have.
    #[error("the page has more than {limit} nodes; the rest was dropped")]
    Nodes {
        /// The limit that was in force.
        limit: usize,
    },
    /// Nodes lie deeper than [`Limits::max_depth`]; they were attached flat.
    #[error("{flattened} nodes deeper than {limit} levels were moved up")]
    Depth {
        /// Nodes (or start tags) that lie flatter in the tree than in the page.
        flattened: usize,
        /// The limit that was in force.
        limit: u16,
    },
    /// Elements have more attributes than [`Limits::max_attributes`].
    #[error("{dropped} attributes beyond {limit} per element were dropped")]
    Attributes {
        /// Attributes that were left out.
        dropped: usize,
        /// The limit that was in force.
        limit: u16,
    },
    /// More formatting elements wait to be reopened than [`Limits::max_formatting`], or a quarter of the nodes that a page of
    /// its size may have were reopened.
    #[error("{dropped} formatting elements were not reopened: too many, or more than {limit} at once")]
    Formatting {
        /// Elements that were given up.
        dropped: usize,
        /// The limit that was in force.
        limit: u16,
    },
    /// Rules of the page's style sheets cost too much to match, or are too many or too large; see
    /// [`style`](crate::style).
    #[error("{rules} style sheet rules were too large or costly and were not fully applied")]
    Style {
        /// Such rules.
        rules: usize,
    },
    /// The page is more work than [`Limits::max_work`].
    #[error("{what} stopped at the limit of {limit} units of work")]
    Work {
        /// What was cut.
        what: &'static str,
        /// The limit that was in force.
        limit: u64,
    },
    /// The page has more different names of elements and attributes than there are ids. Further elements are
    /// [`names::OVERFLOW`](crate::names::OVERFLOW); further attributes are left out.
    #[error("{uses} names beyond the first {limit} distinct ones were not distinguished")]
    Names {
        /// Uses of such names.
        uses: usize,
        /// Names that have ids.
        limit: usize,
    },
}
