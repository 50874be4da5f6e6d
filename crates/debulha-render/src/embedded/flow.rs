//! What CSS has and the engine's layout lacks, put in terms of what it has: floats become rows of flexible boxes, and boxes that
//! are positioned stand in the box that they are positioned by. It works on the tree of boxes, after styles and before layout.

use super::budget::MAX_TRACKS;
use blitz_dom::{BaseDocument, ElementData, LocalName, NodeData, QualName, ns};
use style::computed_values::position::T as Position;
use style::values::computed::{Clear, Float};
use taffy::prelude::{auto, length, percent};
use taffy::{
    AlignItems, CompactLength, Dimension, Display, FlexWrap, GridPlacement, GridTemplateComponent,
    LengthPercentageAuto, Line, RepetitionCount, Style,
};

/// Narrowest column of text beside a float, in pixels; where less is left the text stands below.
const NARROWEST: f32 = 120.0;

/// Adjusts the boxes of a page. O(boxes · depth where boxes are positioned, else boxes).
pub(super) fn adjust(engine: &mut BaseDocument) {
    let root = engine.root_element().id;
    let mut stack = vec![root];
    let mut positioned = Vec::new();
    while let Some(node) = stack.pop() {
        let children = children(engine, node);
        // The engine reports texts that are boxes of their own, and does not draw them.
        let mut boxes: Vec<usize> = children.into_iter().filter(|&child| !is_text(engine, child)).collect();
        stack.extend(&boxes);
        positioned.extend(
            boxes.iter().copied().filter(|&child| is_out_of_flow(engine, child)).map(|child| (node, child)),
        );
        let is_block = engine.get_node(node).is_some_and(|node| {
            node.style.display == Display::Block
                && !node.flags.is_inline_root()
                && !node.flags.is_table_root()
        });
        if is_block && boxes.iter().any(|&child| floats(engine, child).is_some()) {
            boxes = in_rows(engine, &boxes);
        }
        set_children(engine, node, boxes);
        if let Some(node) = engine.get_node_mut(node) {
            limit_grid(&mut node.style);
        }
    }
    for (parent, child) in positioned {
        place(engine, root, parent, child);
    }
}

fn children(engine: &BaseDocument, node: usize) -> Vec<usize> {
    engine.get_node(node).and_then(|node| node.layout_children.borrow().clone()).unwrap_or_default()
}

fn set_children(engine: &BaseDocument, node: usize, children: Vec<usize>) {
    if let Some(node) = engine.get_node(node) {
        *node.layout_children.borrow_mut() = Some(children);
    }
}

fn is_text(engine: &BaseDocument, node: usize) -> bool {
    engine.get_node(node).is_some_and(|node| matches!(node.data, NodeData::Text(_) | NodeData::Comment))
}

fn position(engine: &BaseDocument, node: usize) -> Position {
    let styles = engine.get_node(node).and_then(blitz_dom::Node::primary_styles);
    styles.map_or(Position::Static, |styles| styles.clone_position())
}

fn is_out_of_flow(engine: &BaseDocument, node: usize) -> bool {
    matches!(position(engine, node), Position::Absolute | Position::Fixed)
}

/// The side to which a box floats: whether the left one.
fn floats(engine: &BaseDocument, node: usize) -> Option<bool> {
    if is_out_of_flow(engine, node) {
        return None;
    }
    let styles = engine.get_node(node)?.primary_styles()?;
    match styles.clone_float() {
        Float::None => None,
        Float::Left | Float::InlineStart => Some(true),
        Float::Right | Float::InlineEnd => Some(false),
    }
}

fn clears(engine: &BaseDocument, node: usize) -> bool {
    let styles = engine.get_node(node).and_then(blitz_dom::Node::primary_styles);
    styles.is_some_and(|styles| styles.clone_clear() != Clear::None)
}

/// The children of a block, where floats that follow each other, and what stands beside them, are rows.
fn in_rows(engine: &mut BaseDocument, boxes: &[usize]) -> Vec<usize> {
    let mut made = Vec::new();
    let mut at = 0;
    while at < boxes.len() {
        if floats(engine, boxes[at]).is_none() {
            made.push(boxes[at]);
            at += 1;
            continue;
        }
        let first = at;
        // Boxes out of the flow may stand between floats.
        while at < boxes.len()
            && (is_out_of_flow(engine, boxes[at]) || floats(engine, boxes[at]).is_some())
            && (at == first || !clears(engine, boxes[at]))
        {
            at += 1;
        }
        let group = &boxes[first..at];
        let beside = beside(engine, boxes, at);
        at += beside.len();
        made.push(row(engine, group, beside));
    }
    made
}

/// The boxes from `at` that stand beside floats: all that leave room for them by a margin or do not let floats in, else one, whose
/// text flows around them.
fn beside<'b>(engine: &BaseDocument, boxes: &'b [usize], at: usize) -> &'b [usize] {
    let rest = &boxes[at..];
    let is_beside = |&&node: &&usize| {
        !clears(engine, node)
            && floats(engine, node).is_none()
            && !is_out_of_flow(engine, node)
            && !is_hidden(engine, node)
    };
    let is_column = |&&node: &&usize| {
        engine.get_node(node).is_some_and(|node| {
            let margin = node.style.margin.left.into_raw();
            let is_wide = margin.tag() == CompactLength::LENGTH_TAG && margin.value() >= NARROWEST;
            is_wide || node.style.overflow.x != taffy::Overflow::Visible
        })
    };
    let columns = rest.iter().take_while(is_beside).take_while(is_column).count();
    let count = if columns > 0 { columns } else { rest.iter().take(1).filter(is_beside).count() };
    &rest[..count]
}

fn is_hidden(engine: &BaseDocument, node: usize) -> bool {
    engine.get_node(node).is_some_and(|node| node.style.display == Display::None)
}

/// A row of floats: those on the left in their order, what stands beside them, and those on the right, the first outermost.
fn row(engine: &mut BaseDocument, group: &[usize], beside: &[usize]) -> usize {
    let mut left: Vec<usize> = Vec::new();
    let mut right: Vec<usize> = Vec::new();
    for &node in group {
        match floats(engine, node) {
            Some(false) => right.push(node),
            _ => left.push(node),
        }
    }
    right.reverse();
    let mut boxes = left;
    let taken: f32 = boxes.iter().map(|&node| width(engine, node)).sum();
    if let Some(column) = column(engine, beside, taken) {
        boxes.push(column);
    } else if let Some(&outer) = right.first()
        && let Some(node) = engine.get_node_mut(outer)
    {
        node.style.margin.left = auto();
    }
    boxes.extend(right);
    let style = Style {
        display: Display::Flex,
        flex_wrap: FlexWrap::Wrap,
        align_items: Some(AlignItems::FlexStart),
        ..Style::default()
    };
    anonymous(engine, style, boxes)
}

/// Width of a float in pixels, with its margins, as far as it is said in pixels.
fn width(engine: &BaseDocument, node: usize) -> f32 {
    let Some(node) = engine.get_node(node) else { return 0.0 };
    let pixels = |raw: CompactLength| if raw.tag() == CompactLength::LENGTH_TAG { raw.value() } else { 0.0 };
    let margin = node.style.margin;
    pixels(node.style.size.width.into_raw())
        + pixels(margin.left.into_raw())
        + pixels(margin.right.into_raw())
}

/// A box that takes the room beside floats, which is `taken` pixels wide.
fn column(engine: &mut BaseDocument, beside: &[usize], taken: f32) -> Option<usize> {
    let &first = beside.first()?;
    let mut margin: LengthPercentageAuto = length(0.0);
    for &node in beside {
        let Some(node) = engine.get_node_mut(node) else { continue };
        let own = node.style.margin.left.into_raw();
        if own.tag() != CompactLength::LENGTH_TAG || own.value() <= 0.0 {
            continue;
        }
        if node.id == first && own.value() > taken && taken > 0.0 {
            margin = length(own.value() - taken);
        }
        node.style.margin.left = length(0.0);
    }
    let fixed = engine
        .get_node(first)
        .is_some_and(|node| node.style.size.width.into_raw().tag() == CompactLength::LENGTH_TAG);
    let (flex_grow, flex_basis, least): (f32, Dimension, Dimension) =
        if fixed { (0.0, auto(), auto()) } else { (1.0, length(0.0), length(NARROWEST)) };
    let mut style = Style { display: Display::Block, flex_grow, flex_basis, ..Style::default() };
    style.min_size.width = least;
    style.max_size.width = percent(1.0);
    style.margin.left = margin;
    Some(anonymous(engine, style, beside.to_vec()))
}

/// A box of no element.
fn anonymous(engine: &mut BaseDocument, style: Style<blitz_dom::Atom>, children: Vec<usize>) -> usize {
    let name = QualName::new(None, ns!(html), LocalName::from("div"));
    let made = engine.create_node(NodeData::AnonymousBlock(ElementData::new(name, Vec::new())));
    if let Some(node) = engine.get_node_mut(made) {
        node.style = style;
        *node.layout_children.borrow_mut() = Some(children);
    }
    made
}

/// Has a box that is positioned stand in the nearest one that positions it. The engine takes its parent for that.
fn place(engine: &BaseDocument, root: usize, parent: usize, node: usize) {
    let Some(own) = engine.get_node(node) else { return };
    let inset = own.style.inset;
    let is_set = |side: LengthPercentageAuto| side.into_raw().tag() != CompactLength::AUTO_TAG;
    // Where one direction is left open, it stands where it would in the flow.
    if !(is_set(inset.left) || is_set(inset.right)) || !(is_set(inset.top) || is_set(inset.bottom)) {
        return;
    }
    let mut around = parent;
    if position(engine, node) == Position::Fixed {
        around = root;
    }
    while around != root && position(engine, around) == Position::Static {
        let next = engine.get_node(around).and_then(|node| node.layout_parent.get());
        around = next.unwrap_or(root);
    }
    let can_hold = engine.get_node(around).is_some_and(|node| {
        !node.flags.is_inline_root() && !node.flags.is_table_root() && node.style.display != Display::None
    });
    if around == parent || !can_hold || !children(engine, parent).contains(&node) {
        return;
    }
    let rest = children(engine, parent).into_iter().filter(|&child| child != node).collect();
    set_children(engine, parent, rest);
    let mut all = children(engine, around);
    all.push(node);
    set_children(engine, around, all);
}

/// A grid takes memory for each cell between the lines that are named.
fn limit_grid(style: &mut Style<blitz_dom::Atom>) {
    let limit = MAX_TRACKS as i16;
    let place = |place: &mut GridPlacement<blitz_dom::Atom>| match place {
        GridPlacement::Line(line) if line.as_i16().unsigned_abs() > MAX_TRACKS => {
            *place = GridPlacement::Line(line.as_i16().clamp(-limit, limit).into());
        }
        GridPlacement::Span(span) | GridPlacement::NamedSpan(_, span) => *span = (*span).min(MAX_TRACKS),
        GridPlacement::NamedLine(_, line) => *line = (*line).clamp(-limit, limit),
        _ => {}
    };
    for line in [&mut style.grid_row, &mut style.grid_column] {
        let Line { start, end } = line;
        place(start);
        place(end);
    }
    for template in [&mut style.grid_template_rows, &mut style.grid_template_columns] {
        let tracks: usize = template.iter().map(tracks).sum();
        if tracks > usize::from(MAX_TRACKS) {
            template.clear();
        }
    }
}

fn tracks(component: &GridTemplateComponent<blitz_dom::Atom>) -> usize {
    match component {
        GridTemplateComponent::Single(_) => 1,
        GridTemplateComponent::Repeat(repeat) => {
            let count = match repeat.count {
                RepetitionCount::Count(count) => usize::from(count),
                _ => 1,
            };
            repeat.tracks.len().saturating_mul(count)
        }
    }
}
