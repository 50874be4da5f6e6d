//! Labels of tabs: each is written above its pane, however far from it the page has it.

use super::builder::ContentBuilder;
use super::inline::MarkKind;
use debulha_dom::NodeId;

impl ContentBuilder<'_> {
    /// Puts the label of a tab aside for its pane, if that has labelled text. Gives the node after it. O(log spans).
    pub(super) fn take_tab_label(&mut self, node: NodeId) -> Option<u32> {
        let pane = *self.tabs.panes.get(&node)?;
        let spans = &self.labels.spans;
        let pane_end = self.doc.subtree_end(NodeId(pane));
        let first = spans.partition_point(|span| span.node.0 < pane);
        if spans.get(first).is_none_or(|span| span.node.0 >= pane_end) {
            return None;
        }
        let end = self.doc.subtree_end(node);
        let start = self.next;
        while self.labels.spans.get(self.next).is_some_and(|span| span.node.0 < end) {
            self.next += 1;
        }
        self.tabs.waiting.insert(pane, (node, start..self.next));
        Some(end)
    }

    /// Writes the label of a pane that the walk comes to: a strong paragraph, or a line where no blocks can start.
    pub(super) fn write_tab_label(&mut self, pane: NodeId) {
        let Some((label, spans)) = self.tabs.waiting.remove(&pane.0) else { return };
        let is_line = self.is_inline_only();
        if is_line {
            self.line_break();
        } else {
            self.flush(None);
        }
        let next = std::mem::replace(&mut self.next, spans.start);
        let marked = self.run.start_mark(label, MarkKind::Strong);
        for place in spans {
            let span = self.labels.spans[place];
            self.next = place;
            self.score();
            let text = &self.doc.text(span.node)[span.start as usize..span.end as usize];
            self.run.text(span.node, text);
            self.blocks.trace.wrote(place..place + 1);
        }
        if marked {
            self.run.end_mark();
        }
        self.next = next;
        if is_line {
            self.line_break();
        } else {
            self.flush(Some(label));
        }
    }
}
