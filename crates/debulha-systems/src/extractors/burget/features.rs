//! What is seen of a visual area.

use crate::features::visual_areas::{AreaKind, AreaTree, TextPart, VisualArea};
use debulha_core::layout::{Color, Rectangle};
use debulha_core::page::Page;
use std::collections::BTreeMap;

/// Number of features.
pub const FEATURES: usize = 24;

/// Names of the features, in their order in rows.
pub const NAMES: [&str; FEATURES] = [
    "font_size",
    "bold",
    "italic",
    "depth",
    "lines",
    "characters",
    "digits",
    "lower",
    "upper",
    "spaces",
    "above",
    "below",
    "left",
    "right",
    "x",
    "y",
    "width",
    "height",
    "text_luminance",
    "background_luminance",
    "contrast",
    "coloured",
    "border",
    "image",
];

/// Version of the definition of all features.
pub const VERSION: u16 = 1;

/// Characters of a text by kind: all, digits, lower case, upper case, spaces.
type Characters = [f32; 5];

fn characters(text: &str) -> Characters {
    let mut counts = [0.0; 5];
    for word in text.split_whitespace() {
        // The space before the word.
        if counts[0] > 0.0 {
            counts[0] += 1.0;
            counts[4] += 1.0;
        }
        for c in word.chars() {
            counts[0] += 1.0;
            counts[1] += f32::from(u8::from(c.is_numeric()));
            counts[2] += f32::from(u8::from(c.is_lowercase()));
            counts[3] += f32::from(u8::from(c.is_uppercase()));
        }
    }
    counts
}

/// Places of the edges of the areas of one frame, in order: its grid.
#[derive(Default)]
struct Grid {
    left: Vec<f32>,
    right: Vec<f32>,
    top: Vec<f32>,
    bottom: Vec<f32>,
}

impl Grid {
    fn add(&mut self, at: &Rectangle) {
        self.left.push(at.x.round());
        self.right.push(at.right().round());
        self.top.push(at.y.round());
        self.bottom.push(at.bottom().round());
    }

    fn sort(&mut self) {
        for edges in [&mut self.left, &mut self.right, &mut self.top, &mut self.bottom] {
            edges.sort_by(f32::total_cmp);
        }
    }

    /// Areas that end above, begin below, end left of, and begin right of a rectangle. O(log areas).
    fn around(&self, at: &Rectangle) -> [f32; 4] {
        let up_to = |edges: &[f32], edge: f32| edges.partition_point(|&other| other <= edge.round());
        let from =
            |edges: &[f32], edge: f32| edges.len() - edges.partition_point(|&other| other < edge.round());
        [
            up_to(&self.bottom, at.y),
            from(&self.top, at.bottom()),
            up_to(&self.right, at.x),
            from(&self.left, at.right()),
        ]
        .map(|count| count as f32)
    }
}

/// The features of each area that is text or image, by its place among the areas. What an image has none of is missing: NaN.
/// O(text + areas · log areas).
pub fn features(page: &Page<'_>, tree: &AreaTree) -> Vec<(usize, [f32; FEATURES])> {
    let doc = page.document();
    let counts: BTreeMap<_, Characters> =
        tree.of_text.iter().map(|&(text, _)| (text, characters(doc.text(text)))).collect();
    let chars = |part: &TextPart| counts.get(&part.node).map_or(0.0, |counts| counts[0] * part.share);
    let parts = || tree.areas.iter().flat_map(|area| &area.parts);
    let all: f32 = parts().map(chars).sum();
    let mean_size = parts().map(|part| chars(part) * part.style.font_size).sum::<f32>() / all.max(1.0);
    let mut of_colors: BTreeMap<Color, f32> = BTreeMap::new();
    for part in parts() {
        *of_colors.entry(part.style.color).or_default() += chars(part);
    }
    let usual = of_colors.iter().reduce(|best, next| if next.1 > best.1 { next } else { best });
    let usual = usual.map_or(Color::BLACK, |(&color, _)| color);
    let mut grids: BTreeMap<usize, Grid> = BTreeMap::new();
    for area in tree.areas.iter().skip(1) {
        grids.entry(area.parent).or_default().add(&area.place);
    }
    grids.values_mut().for_each(Grid::sort);
    let whole = tree.areas.first().map_or(Rectangle::default(), |page| page.place);
    let row = |area: &VisualArea| {
        let mut row = [0.0; FEATURES];
        let sum =
            |of: &dyn Fn(&TextPart) -> f32| area.parts.iter().map(|part| chars(part) * of(part)).sum::<f32>();
        let length = sum(&|_| 1.0);
        let mean = |of: &dyn Fn(&TextPart) -> f32| if length > 0.0 { sum(of) / length } else { f32::NAN };
        let is = |is: bool| f32::from(u8::from(is));
        row[0] = mean(&|part| part.style.font_size) / mean_size;
        row[1] = mean(&|part| is(part.style.is_bold()));
        row[2] = mean(&|part| is(part.style.italic));
        row[3] = area.depth as f32;
        row[4] = area.lines as f32;
        row[5] = length;
        for kind in 1..5 {
            let kind_chars = area
                .parts
                .iter()
                .map(|part| counts.get(&part.node).map_or(0.0, |counts| counts[kind] * part.share));
            row[5 + kind] = if length > 0.0 { kind_chars.sum::<f32>() / length } else { f32::NAN };
        }
        if let Some(grid) = grids.get(&area.parent) {
            row[10..14].copy_from_slice(&grid.around(&area.place));
        }
        let Rectangle { x, y, width, height } = area.place;
        let (page_width, page_height) = (whole.width.max(1.0), whole.height.max(1.0));
        row[14..18].copy_from_slice(&[
            (x - whole.x) / page_width,
            (y - whole.y) / page_height,
            width / page_width,
            height / page_height,
        ]);
        let (text, background) = (
            mean(&|part| part.style.color.luminance() as f32),
            mean(&|part| part.style.background.luminance() as f32),
        );
        row[18..20].copy_from_slice(&[text, background]);
        row[20] = mean(&|part| part.style.color.contrast(part.style.background) as f32);
        row[21] = mean(&|part| is(part.style.color != usual));
        row[22] = is(area.parts.iter().any(|part| part.style.border > 0.0));
        row[23] = is(area.kind == AreaKind::Image);
        row
    };
    let areas = tree.areas.iter().enumerate().filter(|(_, area)| area.kind != AreaKind::Frame);
    areas.map(|(place, area)| (place, row(area))).collect()
}
