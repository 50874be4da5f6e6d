//! The embedded engine: Blitz lays out a page in this process, and what it says becomes a snapshot as a browser sends it.
//!
//! Each page has a thread with a stack of its own, since the engine follows a page by recursion. A panic there is the failure of
//! that page. A page that takes too long is given up: its thread ends by itself, between two steps of the work, and not more than
//! [`MAX_GIVEN_UP`] are left at once.

mod boxes;
mod budget;
mod computed;
mod flow;
mod fonts;
mod hints;
mod repair;
mod tree;
mod widths;

use self::boxes::{Bounds, Boxes, of_nodes, union};
use self::budget::MAX_STYLES;
use self::computed::Texts;
use self::tree::EngineTree;
use crate::renderer::{EMBEDDED, complete};
use crate::snapshot::{DocumentSnapshot, PageSnapshot, SnapshotNodes, StringId, StringTable};
use crate::{RenderError, RenderOptions, RenderSource, Rendered, convert};
use debulha_dom::{Document, Limits, NodeId, NodeKind, names, parse};
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, AtomicUsize, Ordering};
use std::sync::mpsc::{RecvError, RecvTimeoutError, channel};
use std::thread;

/// Stack of a page's thread. It is reserved, and taken as far as it is used: a page at the parser's limit of 512 levels uses some
/// 20 MB.
const STACK: usize = 512 << 20;

/// Threads of pages that a renderer has given up and that still work, at most.
const MAX_GIVEN_UP: usize = 4;

/// Deepest level of a page, as in Blink; deeper elements become siblings.
const MAX_DEPTH: u16 = 512;

/// Most nodes that a page may have, whatever the options say: the engine takes some 2 kB for each.
const MAX_NODES: usize = 200_000;

/// Most bytes that a page may have, whatever the options say: the engine takes some 100 for each character.
const MAX_BYTES: usize = 8 << 20;

/// What a thread does, or whether somebody still waits for it.
const AT_WORK: u8 = 0;
const DONE: u8 = 1;
const GIVEN_UP: u8 = 2;

/// The pages that were given up and that a thread still works at.
#[derive(Debug, Clone, Default)]
pub(crate) struct GivenUp(Arc<AtomicUsize>);

impl GivenUp {
    fn count(&self) -> usize {
        self.0.load(Ordering::Acquire)
    }

    fn add(&self) {
        self.0.fetch_add(1, Ordering::AcqRel);
    }

    fn remove(&self) {
        self.0.fetch_sub(1, Ordering::AcqRel);
    }
}

/// Lays out a page.
///
/// # Errors
/// See [`RenderError`].
pub(crate) fn render(
    page: &RenderSource<'_>,
    options: &RenderOptions,
    given_up: &GivenUp,
) -> Result<Rendered, RenderError> {
    let (bytes, limit) = (page.html.len(), options.max_bytes.min(MAX_BYTES));
    if bytes > limit {
        return Err(RenderError::TooManyBytes { bytes, limit });
    }
    if given_up.count() >= MAX_GIVEN_UP {
        return Err(RenderError::Busy(given_up.count()));
    }
    let state = Arc::new(AtomicU8::new(AT_WORK));
    let (send, receive) = channel();
    let (html, address) = (page.html.to_owned(), page.address.map(str::to_owned));
    let (its_options, its_state, others) = (options.clone(), Arc::clone(&state), given_up.clone());
    let work = move || {
        let page = RenderSource { html: &html, address: address.as_deref() };
        let made = catch_unwind(AssertUnwindSafe(|| lay_out(&page, &its_options, &its_state)));
        let made = made.unwrap_or_else(|payload| Err(RenderError::Failed(message(&*payload))));
        if change(&its_state, AT_WORK, DONE) {
            // Who waits takes it.
            let _ = send.send(made);
        } else {
            drop(made);
            others.remove();
        }
    };
    thread::Builder::new()
        .name("page".to_owned())
        .stack_size(STACK)
        .spawn(work)
        .map_err(RenderError::Thread)?;
    let ended = |_| RenderError::Failed("the thread ended".to_owned());
    match receive.recv_timeout(options.timeout) {
        Ok(made) => made,
        Err(RecvTimeoutError::Disconnected) => Err(ended(RecvError)),
        Err(RecvTimeoutError::Timeout) => {
            given_up.add();
            if change(&state, AT_WORK, GIVEN_UP) {
                return Err(RenderError::Timeout(options.timeout));
            }
            // It was done just then.
            given_up.remove();
            receive.recv().map_err(ended)?
        }
    }
}

fn change(state: &AtomicU8, from: u8, to: u8) -> bool {
    state.compare_exchange(from, to, Ordering::AcqRel, Ordering::Acquire).is_ok()
}

/// What a panic says.
fn message(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().map(|&text| text.to_owned());
    text.or_else(|| payload.downcast_ref::<String>().cloned()).unwrap_or_default()
}

fn lay_out(
    page: &RenderSource<'_>,
    options: &RenderOptions,
    state: &AtomicU8,
) -> Result<Rendered, RenderError> {
    let limit = options.max_nodes.min(MAX_NODES);
    let limits = Limits { max_nodes: limit + 1, max_depth: MAX_DEPTH, ..Limits::default() };
    let doc = parse(page.html, &limits).document;
    if doc.len() > limit {
        return Err(RenderError::TooManyNodes { nodes: doc.len(), limit });
    }
    let go_on = || match state.load(Ordering::Acquire) {
        GIVEN_UP => Err(RenderError::Timeout(options.timeout)),
        _ => Ok(()),
    };
    let mut tree = EngineTree::build(&doc, page, options)?;
    go_on()?;
    tree.engine.resolve_stylist(0.0);
    go_on()?;
    if repair::tables(&mut tree, &doc)? {
        tree.engine.resolve_stylist(0.0);
        go_on()?;
    }
    if computed::size(&tree.engine) > MAX_STYLES {
        return Err(RenderError::TooComplex("the styles are too large for the elements"));
    }
    let root = tree.engine.root_element().id;
    tree.engine.resolve_layout_children();
    go_on()?;
    tree.engine.resolve_deferred_tasks();
    go_on()?;
    tree.engine.flush_styles_to_layout(root);
    flow::adjust(&mut tree.engine);
    go_on()?;
    tree.engine.resolve_layout();
    go_on()?;
    let snapshot = snapshot(&doc, &tree, options);
    let mut record = complete(convert::record(&snapshot), EMBEDDED, page, options.viewport);
    record.scripts = Some(false);
    Ok(Rendered {
        record,
        html: page.html.to_owned(),
        screenshot: None,
        blocked: tree.blocked,
        scripts_failed: None,
    })
}

/// The page as a browser would send it.
fn snapshot(doc: &Document, tree: &EngineTree, options: &RenderOptions) -> PageSnapshot {
    let boxes = Boxes::of(&tree.engine);
    let parents: Vec<Option<usize>> = doc.nodes().map(|node| doc.parent(node).map(NodeId::index)).collect();
    let bounds = of_nodes(tree, &boxes, &parents);
    let mut strings = StringTable::default();
    let mut texts = Texts::default();
    let mut page = DocumentSnapshot { nodes: nodes(doc, &mut strings), ..DocumentSnapshot::default() };
    for node in doc.nodes() {
        let at = node.index();
        let Some(own) = bounds[at] else { continue };
        // A text has the style of its element.
        let styled = if doc.is_text(node) {
            parents[at].map_or(EngineTree::NONE, |parent| tree.nodes[parent])
        } else {
            tree.nodes[at]
        };
        let Some(styles) = texts.of(&tree.engine, styled, &mut strings) else { continue };
        let number = tree.nodes[at];
        let around = parents[at].map_or(EngineTree::NONE, |parent| tree.nodes[parent]);
        let layout = page.layout.bounds.len();
        page.layout.node_index.push(at);
        page.layout.styles.push(styles);
        page.layout.bounds.push(own);
        page.layout
            .paint_orders
            .push([number, around].iter().find_map(|id| boxes.paint.get(id).copied()).unwrap_or(0));
        for &line in boxes.lines.get(&number).into_iter().flatten() {
            page.text_boxes.layout_index.push(layout);
            page.text_boxes.bounds.push(line);
        }
    }
    let window: Bounds = [0.0, 0.0, options.viewport.width as f32, options.viewport.height as f32];
    let all = page.layout.bounds.iter().copied().fold(window, union);
    page.content_width = all[0] + all[2];
    page.content_height = all[1] + all[3];
    PageSnapshot::of_page(page, strings)
}

/// The nodes of a page. What is in a template is no part of it.
fn nodes(doc: &Document, strings: &mut StringTable) -> SnapshotNodes {
    let mut nodes = SnapshotNodes::default();
    let mut template_end = 0;
    for node in doc.nodes() {
        nodes.parent_index.push(doc.parent(node).map_or(-1, |parent| i64::from(parent.0)));
        let kind = match doc.kind(node) {
            _ if node.0 < template_end => 0,
            NodeKind::Element => 1,
            NodeKind::Text => 3,
            NodeKind::Comment => 8,
            NodeKind::Document => 9,
            NodeKind::Doctype => 10,
        };
        nodes.node_type.push(kind);
        nodes.node_name.push(strings.place(doc.name_str(doc.name(node))));
        let value = if kind == 3 { doc.text(node) } else { "" };
        nodes.node_value.push(strings.place(value));
        let attributes: [(&str, Option<&str>); 2] =
            [("id", doc.attribute(node, names::ID)), ("class", doc.attribute(node, names::CLASS))];
        let pairs = attributes.iter().filter_map(|&(name, value)| Some([name, value?]));
        let pairs: Vec<StringId> = pairs.flatten().map(|text| strings.place(text)).collect();
        nodes.attributes.push(pairs);
        if doc.name_str(doc.name(node)) == "template" && node.0 >= template_end {
            template_end = doc.subtree_end(node);
        }
    }
    nodes
}
