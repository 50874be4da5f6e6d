//! Which visual area a box is in.

use debulha_core::layout::Rectangle;
use std::collections::BTreeSet;

/// Pixels by which a box may reach out of the area that it is in: what rounding does (our decision).
const SLACK: f32 = 1.0;

/// A box by where it is drawn and when: what has the greater place in the order of painting lies above.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Painted {
    pub(super) place: Rectangle,
    /// Order of painting, and place in the document.
    pub(super) order: (u32, u32),
}

/// A visual area in which others may be.
#[derive(Debug, Clone, Copy, PartialEq)]
struct AreaContainer {
    place: Rectangle,
    parent: usize,
    depth: u32,
    /// An area around it, so far away that any one is reached in O(log depth) steps.
    jump: usize,
}

/// The parents of areas and of the boxes in them.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Containment {
    /// Of each area, by place in the order of painting: the area around it. The first is the page, which is its own.
    pub(super) parents: Vec<usize>,
    /// Areas around each area.
    pub(super) depths: Vec<u32>,
    /// Of each box.
    pub(super) of_boxes: Vec<usize>,
}

/// Finds the parent of each area and of each box: of the areas painted before it, the topmost one below its middle, or else
/// the nearest area around that one which holds the box whole; at last the page. An overlay is so in what it covers.
///
/// `areas` are in the order of painting; number 0 of the result is the page, and number n area n - 1.
/// O((areas + boxes) · log² areas).
pub(super) fn contain(page: Rectangle, areas: &[Painted], boxes: &[Painted]) -> Containment {
    let below = topmost_below(areas, boxes);
    let mut containers = vec![AreaContainer { place: page, parent: 0, depth: 0, jump: 0 }];
    for (area, below) in areas.iter().zip(&below) {
        let parent = outward(&containers, *below, area.place);
        let AreaContainer { depth, jump, .. } = containers[parent];
        // Jump pointers of Myers: twice as far where the last two jumps were of one length.
        let is_even = depth - containers[jump].depth
            == containers[jump].depth - containers[containers[jump].jump].depth;
        let jump = if is_even { containers[jump].jump } else { parent };
        containers.push(AreaContainer { place: area.place, parent, depth: depth + 1, jump });
    }
    let of_box = |(at, below): (&Painted, &usize)| outward(&containers, *below, at.place);
    Containment {
        of_boxes: boxes.iter().zip(&below[areas.len()..]).map(of_box).collect(),
        parents: containers.iter().map(|container| container.parent).collect(),
        depths: containers.iter().map(|container| container.depth).collect(),
    }
}

/// The first area from one outward that holds a rectangle. What holds an area holds what is in it, but for rounding.
fn outward(containers: &[AreaContainer], from: usize, place: Rectangle) -> usize {
    let holds = |number: usize| {
        let outer = containers[number].place;
        let Rectangle { x, y, width, height } = outer;
        let outer = Rectangle {
            x: x - SLACK,
            y: y - SLACK,
            width: width + 2.0 * SLACK,
            height: height + 2.0 * SLACK,
        };
        number == 0 || outer.contains(&place)
    };
    let mut at = from;
    while !holds(at) {
        let AreaContainer { parent, jump, .. } = containers[at];
        at = if holds(jump) { parent } else { jump };
    }
    at
}

/// Of each area, then of each box: the number of the topmost area painted before it that covers its middle; 0 is the page.
fn topmost_below(areas: &[Painted], boxes: &[Painted]) -> Vec<usize> {
    #[derive(PartialEq, Eq, PartialOrd, Ord)]
    enum SweepStep {
        End(usize),
        Start(usize),
        Ask(usize),
    }
    let mut edges: Vec<f32> = areas.iter().flat_map(|area| [area.place.x, area.place.right()]).collect();
    edges.sort_by(f32::total_cmp);
    edges.dedup();
    let slot = |x: f32| edges.partition_point(|&edge| edge <= x);
    let mut steps: Vec<(f32, SweepStep)> = Vec::with_capacity(areas.len() * 3 + boxes.len());
    for (number, area) in areas.iter().enumerate() {
        steps.push((area.place.y, SweepStep::Start(number)));
        steps.push((area.place.bottom(), SweepStep::End(number)));
        steps.push((area.place.center_y(), SweepStep::Ask(number)));
    }
    for (number, at) in boxes.iter().enumerate() {
        steps.push((at.place.center_y(), SweepStep::Ask(areas.len() + number)));
    }
    steps.sort_by(|a, b| a.0.total_cmp(&b.0).then_with(|| a.1.cmp(&b.1)));
    let mut open = OpenAreas::new(edges.len() + 1);
    let mut below = vec![0; areas.len() + boxes.len()];
    for (_, step) in steps {
        match step {
            SweepStep::Start(number) | SweepStep::End(number) => {
                let Rectangle { x, .. } = areas[number].place;
                let slots = (slot(x), slot(areas[number].place.right()));
                open.set(slots, number, matches!(step, SweepStep::Start(_)));
            }
            SweepStep::Ask(number) => {
                let (place, rank) = match number.checked_sub(areas.len()) {
                    None => (areas[number].place, number),
                    Some(at) => {
                        let rank = areas.partition_point(|area| area.order < boxes[at].order);
                        (boxes[at].place, rank)
                    }
                };
                below[number] = open.topmost(slot(place.center_x()), rank).map_or(0, |area| area + 1);
            }
        }
    }
    below
}

/// The areas that cross a line over the page, as a segment tree over slots between their edges.
struct OpenAreas {
    slots: usize,
    nodes: Vec<BTreeSet<usize>>,
}

impl OpenAreas {
    fn new(slots: usize) -> Self {
        OpenAreas { slots, nodes: vec![BTreeSet::new(); 2 * slots] }
    }

    /// Opens or closes an area over some slots.
    fn set(&mut self, (first, end): (usize, usize), area: usize, is_open: bool) {
        let (mut left, mut right) = (first + self.slots, end + self.slots);
        let mut put = |node: usize| {
            if is_open {
                self.nodes[node].insert(area);
            } else {
                self.nodes[node].remove(&area);
            }
        };
        while left < right {
            if left % 2 == 1 {
                put(left);
                left += 1;
            }
            if right % 2 == 1 {
                right -= 1;
                put(right);
            }
            left /= 2;
            right /= 2;
        }
    }

    /// The last one before `rank` of those over a slot.
    fn topmost(&self, slot: usize, rank: usize) -> Option<usize> {
        let leaf = slot + self.slots;
        let above = std::iter::successors(Some(leaf), |&node| Some(node / 2).filter(|&node| node > 0));
        above.filter_map(|node| self.nodes[node].range(..rank).next_back().copied()).max()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn painted(place: [f32; 4], order: u32) -> Painted {
        let [x, y, width, height] = place;
        Painted { place: Rectangle { x, y, width, height }, order: (order, 0) }
    }

    const PAGE: Rectangle = Rectangle { x: 0.0, y: 0.0, width: 1000.0, height: 1000.0 };

    #[test]
    fn spec_23_the_parent_is_the_smallest_area_around() {
        let areas = [
            painted([0.0, 0.0, 900.0, 900.0], 1),
            painted([100.0, 100.0, 400.0, 400.0], 2),
            painted([150.0, 150.0, 100.0, 100.0], 3),
            painted([600.0, 100.0, 200.0, 200.0], 4),
        ];
        let boxes = [
            painted([160.0, 160.0, 50.0, 10.0], 5),
            painted([160.0, 160.0, 300.0, 10.0], 5),
            painted([950.0, 0.0, 9.0, 9.0], 5),
        ];
        let found = contain(PAGE, &areas, &boxes);
        assert_eq!(found.parents, [0, 0, 1, 2, 1]);
        assert_eq!(found.depths, [0, 1, 2, 3, 2]);
        // The second text begins in the innermost area and reaches out of it.
        assert_eq!(found.of_boxes, [3, 2, 0]);
    }

    #[test]
    fn spec_23_overlays_are_in_what_they_cover() {
        // An overlay over two areas, and a text over and a text under it.
        let areas = [painted([0.0, 0.0, 300.0, 300.0], 1), painted([100.0, 100.0, 400.0, 100.0], 5)];
        let boxes = [painted([120.0, 120.0, 50.0, 20.0], 6), painted([120.0, 120.0, 50.0, 20.0], 2)];
        let found = contain(PAGE, &areas, &boxes);
        assert_eq!(found.parents, [0, 0, 0], "the overlay reaches out of the first area");
        assert_eq!(found.of_boxes, [2, 1]);
    }

    #[test]
    fn a_deep_chain_is_left_in_few_steps() {
        let nested = |number: u16| {
            let inset = f32::from(number) / 10.0;
            painted([inset, inset, 1000.0 - 2.0 * inset, 1000.0 - 2.0 * inset], u32::from(number))
        };
        let areas: Vec<Painted> = (0..4000).map(nested).collect();
        // Each is as wide as one of the areas, and over the middle of all.
        let boxes: Vec<Painted> =
            (0..4000).map(|number| Painted { order: (9999, 0), ..nested(number) }).collect();
        let found = contain(PAGE, &areas, &boxes);
        // The slack of one pixel is ten areas.
        assert_eq!(found.of_boxes[2000], 2011);
        assert_eq!(found.depths[4000], 4000);
    }
}
