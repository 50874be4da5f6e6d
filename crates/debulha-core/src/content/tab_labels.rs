//! Which labels the tabs of a page have.

use crate::page::Page;
use debulha_dom::NodeId;
use rustc_hash::FxHashMap;
use std::ops::Range;

/// The labels of a page's tabs.
#[derive(Debug, Default)]
pub(super) struct TabLabels {
    /// The first node of the pane of each label.
    pub(super) panes: FxHashMap<NodeId, u32>,
    /// Labels that were met, by the first node of their panes: the label and its spans.
    pub(super) waiting: FxHashMap<u32, (NodeId, Range<usize>)>,
}

impl TabLabels {
    pub(super) fn of(page: &Page<'_>) -> Self {
        let tabs = page.panels().iter().filter(|panel| panel.is_tab);
        TabLabels {
            panes: tabs.map(|tab| (tab.title, tab.body.start)).collect(),
            waiting: FxHashMap::default(),
        }
    }
}
