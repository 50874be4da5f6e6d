//! Blocks under construction: the stack of open lists, quotes, figures and tables.

use super::inline::MeanScore;
use super::table::{Finished, TableDraft};
use super::trace::Trace;
use super::twins::repeats;
use super::{Block, BlockKind, Definition, Image, Inline, List, ListItem, MAX_NESTING};
use debulha_dom::{Document, NodeId, names};
use std::ops::Range;

/// What an open container collects.
#[derive(Debug)]
pub(super) enum ContainerKind {
    Quote(Vec<Block>),
    Item(ListItem),
    Description(Vec<Block>),
    Figure { blocks: Vec<Block>, caption: Vec<Inline> },
    List(List),
    Definitions(Vec<Definition>),
    Table(TableDraft),
}

#[derive(Debug)]
struct OpenContainer {
    kind: ContainerKind,
    node: NodeId,
    mean: MeanScore,
    /// A thematic break that is waiting for a block after it.
    rule: Option<NodeId>,
    /// The number of the next item, and what the numbers grow by, in an ordered list.
    next: Option<(i64, i64)>,
}

/// The stack of open containers above the blocks of the page.
#[derive(Debug, Default)]
pub(super) struct BlockStack {
    page: Vec<Block>,
    page_rule: Option<NodeId>,
    stack: Vec<OpenContainer>,
    /// Open containers that nest: all but items and descriptions.
    depth: usize,
    /// Grows with every block; tells whether any came since some moment.
    pub(super) emitted: u32,
    /// Where each span comes out.
    pub(super) trace: Trace,
}

impl BlockStack {
    /// Opens a container; `false` when blocks are nested too deeply already.
    pub(super) fn open(&mut self, kind: ContainerKind, node: NodeId) -> bool {
        if nests(&kind) {
            if self.depth >= MAX_NESTING {
                return false;
            }
            self.depth += 1;
        }
        self.stack.push(OpenContainer { kind, node, mean: MeanScore::default(), rule: None, next: None });
        true
    }

    /// Opens a list whose items are numbered from its start on, growing by `step`.
    pub(super) fn open_ordered(&mut self, start: i64, step: i64, node: NodeId) -> bool {
        let opened = self.open(ContainerKind::List(List { ordered: true, start, items: Vec::new() }), node);
        if opened && let Some(container) = self.stack.last_mut() {
            container.next = Some((start, step));
        }
        opened
    }

    /// The number of an item that begins here, or is passed over: its own, else the next. `None` where items are not
    /// numbered.
    pub(super) fn number_item(&mut self, own: Option<i64>) -> Option<i64> {
        let (next, step) = self.stack.last_mut()?.next.as_mut()?;
        let number = own.unwrap_or(*next);
        *next = number.saturating_add(*step);
        Some(number)
    }

    pub(super) fn in_list(&self) -> bool {
        matches!(self.top(), Some(ContainerKind::List(_)))
    }

    pub(super) fn in_definitions(&self) -> bool {
        matches!(self.top(), Some(ContainerKind::Definitions(_)))
    }

    pub(super) fn in_figure(&self) -> bool {
        matches!(self.top(), Some(ContainerKind::Figure { .. }))
    }

    pub(super) fn in_table(&self) -> bool {
        matches!(self.top(), Some(ContainerKind::Table(_)))
    }

    /// The blocks of the page, once all containers are closed, and where the spans came out.
    pub(super) fn finish(self) -> (Vec<Block>, Trace) {
        (self.page, self.trace)
    }

    fn top(&self) -> Option<&ContainerKind> {
        self.stack.last().map(|container| &container.kind)
    }

    /// The innermost container, if it is a table.
    pub(super) fn table(&mut self) -> Option<&mut TableDraft> {
        match self.stack.last_mut() {
            Some(OpenContainer { kind: ContainerKind::Table(table), .. }) => Some(table),
            _ => None,
        }
    }

    /// Counts scores of text that went into the innermost container without being a block.
    pub(super) fn count(&mut self, mean: MeanScore) {
        self.emitted += 1;
        if let Some(container) = self.stack.last_mut() {
            container.mean.merge(mean);
        }
    }

    /// A caption of the innermost container, if it is a figure or table. Further captions follow on lines of
    /// their own.
    pub(super) fn caption(&mut self, text: Vec<Inline>, spans: Range<usize>) {
        self.trace.is_in(spans, "caption", false);
        let caption = match self.stack.last_mut().map(|container| &mut container.kind) {
            Some(ContainerKind::Figure { caption, .. }) => caption,
            Some(ContainerKind::Table(table)) => &mut table.caption,
            _ => return,
        };
        if !caption.is_empty() {
            caption.push(Inline::LineBreak);
        }
        caption.extend(text);
    }

    /// A term of the innermost container, if it is a list of definitions.
    pub(super) fn term(&mut self, text: Vec<Inline>) {
        if let Some(OpenContainer { kind: ContainerKind::Definitions(definitions), .. }) =
            self.stack.last_mut()
        {
            match definitions.last_mut() {
                Some(last) if last.descriptions.is_empty() => last.terms.push(text),
                _ => definitions.push(Definition { terms: vec![text], descriptions: Vec::new() }),
            }
        }
    }

    /// A thematic break, if a block stands before it here; it comes out with the next block.
    pub(super) fn rule(&mut self, node: NodeId) {
        let (blocks, rule) = match self.stack.last_mut() {
            None => (&self.page, &mut self.page_rule),
            Some(container) => match &container.kind {
                ContainerKind::Quote(blocks) | ContainerKind::Description(blocks) => {
                    (blocks, &mut container.rule)
                }
                ContainerKind::Item(item) => (&item.blocks, &mut container.rule),
                _ => return,
            },
        };
        if !blocks.is_empty() {
            *rule = Some(node);
        }
    }

    /// Puts a block into the innermost container, in the way that the container has for stray blocks.
    pub(super) fn push(&mut self, doc: &Document, kind: BlockKind, node: NodeId, mean: MeanScore) {
        self.emitted += 1;
        let block = Block { kind, node, score: mean.value(), is_beside: mean.is_beside() };
        self.trace.is_in(mean.spans(), block.kind.name(), block.is_beside);
        let is_pushed = match self.stack.last_mut() {
            None => push_in_flow(doc, &mut self.page, &mut self.page_rule, block),
            Some(container) => {
                container.mean.merge(mean);
                push_in_container(doc, container, block)
            }
        };
        if !is_pushed {
            self.trace.leave_out(mean.spans());
        }
    }

    /// Closes the innermost container and puts what it became where it belongs.
    pub(super) fn close(&mut self, doc: &Document) {
        let Some(OpenContainer { kind, node, mean, .. }) = self.stack.pop() else { return };
        if nests(&kind) {
            self.depth -= 1;
        }
        match kind {
            ContainerKind::Quote(blocks) if !blocks.is_empty() => {
                self.push(doc, BlockKind::Quote(blocks), node, mean);
            }
            ContainerKind::List(list) if !list.items.is_empty() => self.close_list(doc, list, node, mean),
            ContainerKind::Definitions(all) if !all.is_empty() => {
                self.push(doc, BlockKind::Definitions(all), node, mean);
            }
            ContainerKind::Figure { blocks, caption } => self.close_figure(doc, blocks, caption, node, mean),
            ContainerKind::Table(table) => self.close_table(doc, table, node, mean),
            ContainerKind::Item(item) => self.close_item(item, mean),
            ContainerKind::Description(blocks) => self.close_description(blocks, mean),
            _ => {}
        }
    }

    /// A list that is one item with nothing but a list in it, as menus lose their titles, is that list.
    fn close_list(&mut self, doc: &Document, mut list: List, node: NodeId, mean: MeanScore) {
        if let Some(number) = list.items.first().and_then(|item| item.number) {
            list.start = number;
        }
        match &mut list.items[..] {
            [item]
                if !list.ordered && matches!(item.blocks[..], [Block { kind: BlockKind::List(_), .. }]) =>
            {
                for inner in item.blocks.drain(..) {
                    self.push(doc, inner.kind, inner.node, mean);
                }
            }
            _ => self.push(doc, BlockKind::List(list), node, mean),
        }
    }

    fn close_item(&mut self, mut item: ListItem, mean: MeanScore) {
        if item.blocks.is_empty() {
            return;
        }
        self.count(mean);
        if let Some(OpenContainer { kind: ContainerKind::List(list), .. }) = self.stack.last_mut() {
            // What stands before the first item of an ordered list has no number of its own.
            if item.number.is_some() && list.items.iter().all(|stray| stray.number.is_none()) {
                let stray = list.items.drain(..).flat_map(|stray| stray.blocks);
                item.blocks.splice(..0, stray.collect::<Vec<_>>());
            }
            list.items.push(item);
        }
    }

    fn close_description(&mut self, blocks: Vec<Block>, mean: MeanScore) {
        self.count(mean);
        if let Some(OpenContainer { kind: ContainerKind::Definitions(definitions), .. }) =
            self.stack.last_mut()
            && !blocks.is_empty()
        {
            description(definitions).push(blocks);
        }
    }

    /// A figure needs something shown and either a caption or an image; otherwise its parts stand for themselves.
    fn close_figure(
        &mut self,
        doc: &Document,
        blocks: Vec<Block>,
        caption: Vec<Inline>,
        node: NodeId,
        mean: MeanScore,
    ) {
        let shows_image = blocks.iter().any(|block| matches!(block.kind, BlockKind::Image(_)));
        if !blocks.is_empty() && (!caption.is_empty() || shows_image) {
            return self.push(doc, BlockKind::Figure { blocks, caption }, node, mean);
        }
        for block in blocks {
            let mut mean = MeanScore::default();
            if let Some(score) = block.score {
                mean.add(score, 1, block.is_beside);
            }
            self.push(doc, block.kind, block.node, mean);
        }
        if !caption.is_empty() {
            self.push(doc, BlockKind::Paragraph(caption), node, mean);
        }
    }

    fn close_table(&mut self, doc: &Document, table: TableDraft, node: NodeId, mean: MeanScore) {
        match table.finish() {
            Finished::Table(table) => self.push(doc, BlockKind::Table(table), node, mean),
            Finished::Texts(texts) => {
                for text in texts {
                    self.push(doc, BlockKind::Paragraph(text), node, mean);
                }
            }
        }
    }
}

fn nests(kind: &ContainerKind) -> bool {
    !matches!(kind, ContainerKind::Item(_) | ContainerKind::Description(_))
}

fn push_in_container(doc: &Document, container: &mut OpenContainer, block: Block) -> bool {
    match &mut container.kind {
        ContainerKind::Quote(blocks)
        | ContainerKind::Item(ListItem { blocks, .. })
        | ContainerKind::Description(blocks)
        | ContainerKind::Figure { blocks, .. } => {
            return push_in_flow(doc, blocks, &mut container.rule, block);
        }
        ContainerKind::List(list) => push_in_list(list, block),
        ContainerKind::Definitions(definitions) => push_in_definitions(definitions, block),
        ContainerKind::Table(table) => table.stray(into_inlines(block.kind)),
    }
    true
}

/// Adds a block; `false` if it only repeats the one before.
fn push_in_flow(
    doc: &Document,
    blocks: &mut Vec<Block>,
    rule: &mut Option<NodeId>,
    mut block: Block,
) -> bool {
    if let Some(node) = rule.take() {
        blocks.push(Block { kind: BlockKind::Rule, node, score: None, is_beside: false });
    }
    if blocks.last().is_some_and(|last| repeats(doc, last, &block.kind, block.node)) {
        return false;
    }
    if let (Some(last), BlockKind::List(list)) = (blocks.last_mut(), &mut block.kind)
        && continues_loose_items(doc, last.node, block.node)
        && let BlockKind::List(before) = &mut last.kind
    {
        before.items.append(&mut list.items);
        return true;
    }
    blocks.push(block);
    true
}

/// Whether both lists were made for `li` elements without a list, under one parent.
fn continues_loose_items(doc: &Document, first: NodeId, second: NodeId) -> bool {
    doc.name(first) == names::LI && doc.name(second) == names::LI && doc.parent(first) == doc.parent(second)
}

/// A list directly in a list belongs to the item before it, as does all between items with numbers; any other block is
/// an item.
fn push_in_list(list: &mut List, block: Block) {
    let is_list = matches!(block.kind, BlockKind::List(_));
    if let Some(item) = list.items.last_mut().filter(|item| is_list || item.number.is_some()) {
        item.blocks.push(block);
    } else {
        let node = block.node;
        list.items.push(ListItem { blocks: vec![block], node, number: None, done: None });
    }
}

/// A block directly in a list of definitions goes on with the last description.
fn push_in_definitions(definitions: &mut Vec<Definition>, block: Block) {
    let descriptions = description(definitions);
    match descriptions.last_mut() {
        Some(last) => last.push(block),
        None => descriptions.push(vec![block]),
    }
}

fn description(definitions: &mut Vec<Definition>) -> &mut Vec<Vec<Block>> {
    if definitions.is_empty() {
        definitions.push(Definition { terms: Vec::new(), descriptions: Vec::new() });
    }
    let last = definitions.len() - 1;
    &mut definitions[last].descriptions
}

/// Blocks that can come outside of a table's cells, as text. The builder opens no others there.
fn into_inlines(kind: BlockKind) -> Vec<Inline> {
    match kind {
        BlockKind::Paragraph(text) | BlockKind::Heading { text, .. } => text,
        BlockKind::Image(Image { link: Some(href), src, alt, title }) => {
            let image = Image { src, alt, title, link: None };
            vec![Inline::Link { href, title: String::new(), text: vec![Inline::Image(image)] }]
        }
        BlockKind::Image(image) => vec![Inline::Image(image)],
        BlockKind::Embed(embed) => vec![Inline::Embed(embed)],
        BlockKind::Math(math) => vec![Inline::Math(math)],
        BlockKind::Code { text, .. } => vec![Inline::Code(text)],
        _ => Vec::new(),
    }
}
