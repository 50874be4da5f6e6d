//! Lines above the posts of a thread: who wrote them, and when.

use super::text::Plain;
use super::{WriteOptions, Written};
use crate::content::records::{Record, RecordKind};
use crate::content::{Block, BlockKind, Inline};

/// What stands between author and date.
const DOT: &str = " · ";

/// The posts of a page with their lines, in document order.
pub(super) struct Posts {
    lines: Vec<(u32, u32, String, Vec<Inline>)>,
    next: usize,
}

impl Posts {
    /// None unless the options show records.
    pub(super) fn of(written: &Written<'_>, options: &WriteOptions) -> Self {
        let groups = written.records(options).unwrap_or_default();
        let threads = groups.iter().filter(|group| group.kind == RecordKind::Thread);
        let mut lines: Vec<_> = threads.flat_map(|group| &group.records).filter_map(line).collect();
        lines.sort_by_key(|line| line.0);
        Posts { lines, next: 0 }
    }

    /// The line that is due above a block, which is the place of it in [`Posts::line`]; blocks come in document order.
    ///
    /// Containers have none, their first block has. There is none where the post's text begins with the author's name.
    pub(super) fn above(&mut self, block: &Block) -> Option<usize> {
        let text: &[Inline] = match &block.kind {
            BlockKind::List(_)
            | BlockKind::Quote(_)
            | BlockKind::Figure { .. }
            | BlockKind::Definitions(_) => return None,
            BlockKind::Paragraph(text) | BlockKind::Heading { text, .. } => text,
            _ => &[],
        };
        let node = block.node.0;
        let mut due = None;
        while self.lines.get(self.next).is_some_and(|line| line.0 <= node) {
            due = Some(self.next);
            self.next += 1;
        }
        due.filter(|&place| {
            let (_, end, author, _) = &self.lines[place];
            node < *end && (author.is_empty() || !Plain(text).to_string().starts_with(author.as_str()))
        })
    }

    /// A line: the author's name, strong, and the date.
    pub(super) fn line(&self, place: usize) -> &[Inline] {
        &self.lines[place].3
    }
}

fn line(record: &Record) -> Option<(u32, u32, String, Vec<Inline>)> {
    let text =
        |value: &Option<crate::content::records::Value>| value.as_ref().map(|value| value.text.clone());
    let (author, date) = (text(&record.fields.author), text(&record.fields.date));
    let mut line = Vec::new();
    if let Some(author) = &author {
        line.push(Inline::Strong(vec![Inline::Text(author.clone())]));
    }
    if let Some(date) = date {
        let gap = if line.is_empty() { "" } else { DOT };
        line.push(Inline::Text(format!("{gap}{date}")));
    }
    let range = (record.nodes.start, record.nodes.end);
    (!line.is_empty()).then(|| (range.0, range.1, author.unwrap_or_default(), line))
}
