//! Tables of what visual systems see of a rendered page: areas as `burget` has them; blocks of `vips`, with the features of
//! `song_block_importance` and `v_wrapper`.

use crate::extractors::song_block_importance::SongBlockImportanceParams;
use crate::extractors::{burget, v_wrapper};
use crate::features::vips::{self, VipsParams, VisualBlocks};
use crate::features::visual_areas::{AreaTree, VisualArea};
use crate::segmenters::burget_areas::BurgetAreasParams;
use debulha_core::feature_table::FeatureTable;
use debulha_core::page::Page;
use debulha_core::segmentation::{Missing, styled_layout};
use debulha_dom::NodeId;
use std::fmt::Write as _;

/// What a row is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum VisualUnit {
    /// A visual area with text or an image (burget2009). Its node is its first text, or the image.
    Area,
    /// A leaf of the visual tree of `vips` (cai2003). Its node is its element, or the first of its nodes.
    VisualBlock,
}

/// A column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct VisualFeature {
    /// Name, unique in the unit.
    pub name: &'static str,
    /// Meaning and unit.
    pub docs: &'static str,
}

const fn feature(name: &'static str, docs: &'static str) -> VisualFeature {
    VisualFeature { name, docs }
}

/// Of `burget`, in its order.
const AREA: [VisualFeature; burget::FEATURES] = [
    feature("font_size", "Mean font size of its letters by that of the page"),
    feature("bold", "Share of bold letters"),
    feature("italic", "Share of italic letters"),
    feature("depth", "Frames around it"),
    feature("lines", "Lines of text"),
    feature("characters", "Characters"),
    feature("digits", "Share of digits among the characters"),
    feature("lower", "Share of lower-case letters"),
    feature("upper", "Share of upper-case letters"),
    feature("spaces", "Share of spaces"),
    feature("above", "Areas of the same frame above it"),
    feature("below", "Areas of the same frame below it"),
    feature("left", "Areas of the same frame left of it"),
    feature("right", "Areas of the same frame right of it"),
    feature("x", "Left edge by the width of the page"),
    feature("y", "Top edge by the height of the page"),
    feature("width", "Width by that of the page"),
    feature("height", "Height by that of the page"),
    feature("text_luminance", "Mean relative luminance of the text (WCAG 2), 0 to 1"),
    feature("background_luminance", "The same of the background"),
    feature("contrast", "Mean contrast ratio of text and background (WCAG 2), 1 to 21"),
    feature("coloured", "Share of letters that do not have the page's commonest text colour"),
    feature("border", "1 if an element of its text has a border"),
    feature("image", "1 for an image"),
];

/// Of `vips`, `song_block_importance` and `v_wrapper`, in this order.
const BLOCK: [VisualFeature; VIPS + SONG + v_wrapper::FEATURES] = [
    feature("vips_left", "Left edge in CSS pixels"),
    feature("vips_top", "Top edge in CSS pixels"),
    feature("vips_width", "Width in CSS pixels"),
    feature("vips_height", "Height in CSS pixels"),
    feature("vips_coherence", "Degree of coherence, 1 to 11"),
    feature("song_center_x", "Middle of its width by the width of the page"),
    feature(
        "song_center_y",
        "Middle of its height: below .5 in the head, .5 between, above .5 in the foot of the page",
    ),
    feature("song_width", "Width by that of the page"),
    feature("song_height", "Height by that of a window (768 pixels)"),
    feature("song_images", "Share of the page's images"),
    feature("song_image_area", "Share of the area of the page's images"),
    feature("song_links", "Share of the page's links"),
    feature("song_link_text", "Share of the page's link text"),
    feature("song_text", "Share of the page's text"),
    feature("song_controls", "Share of the page's form controls"),
    feature("song_control_area", "Share of the area of the page's form controls"),
    feature("song_forms", "Share of the page's forms"),
    feature("song_form_area", "Share of the area of the page's forms"),
    feature(
        "v_wrapper_left",
        "Left edge in CSS pixels, of the smallest block of `v_wrapper` around it, as in all columns below",
    ),
    feature("v_wrapper_top", "Top edge in CSS pixels"),
    feature("v_wrapper_depth", "Visual blocks around it"),
    feature("v_wrapper_width", "Width in CSS pixels"),
    feature("v_wrapper_height", "Height in CSS pixels"),
    feature("v_wrapper_font_size", "Font size in CSS pixels"),
    feature("v_wrapper_bold", "1 if its font is bold"),
    feature("v_wrapper_italic", "1 if its font is italic"),
    feature("v_wrapper_images", "Images"),
    feature("v_wrapper_links", "Links"),
    feature("v_wrapper_text_length", "Characters of text"),
    feature("v_wrapper_paragraphs", "Elements `p` and `br`"),
    feature("v_wrapper_items", "Elements `li`"),
    feature("v_wrapper_tables", "Tables"),
    feature("v_wrapper_relative_left", "Left edge from that of the block around it, in pixels"),
    feature("v_wrapper_relative_top", "Top edge from that of the block around it, in pixels"),
    feature("v_wrapper_relative_width", "Width by that of the block around it"),
    feature("v_wrapper_relative_height", "Height by that of the block around it"),
    feature("v_wrapper_relative_font_size", "Font size less that of the block around it, in pixels"),
    feature("v_wrapper_relative_images", "Images by those of the block around it"),
    feature("v_wrapper_relative_links", "Links by those of the block around it"),
    feature("v_wrapper_relative_text_length", "Characters by those of the block around it"),
    feature("v_wrapper_relative_paragraphs", "`p` and `br` by those of the block around it"),
    feature("v_wrapper_relative_items", "`li` by those of the block around it"),
    feature("v_wrapper_relative_tables", "Tables by those of the block around it"),
];

/// Columns of `vips`.
const VIPS: usize = 5;

/// Columns of `song_block_importance`.
const SONG: usize = vips::importance::FEATURES;

impl VisualUnit {
    /// All units.
    pub const ALL: [VisualUnit; 2] = [VisualUnit::Area, VisualUnit::VisualBlock];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            VisualUnit::Area => "area",
            VisualUnit::VisualBlock => "visual-block",
        }
    }

    /// The columns of its table.
    pub fn features(self) -> &'static [VisualFeature] {
        match self {
            VisualUnit::Area => &AREA,
            VisualUnit::VisualBlock => &BLOCK,
        }
    }

    /// The rows of a page in document order, by the default parameters of the systems. A value is NaN where it is missing, such as
    /// the font of an image.
    ///
    /// O(nodes + text + boxes · log² boxes).
    ///
    /// # Errors
    /// [`Missing`] if the page has no layout, or one without styles.
    pub fn table(self, page: &Page<'_>) -> Result<FeatureTable, Missing> {
        let mut rows = match self {
            VisualUnit::Area => areas(page)?,
            VisualUnit::VisualBlock => blocks(page)?,
        };
        rows.sort_by_key(|&(node, _)| node);
        Ok(FeatureTable::of_rows(self.features().len(), rows))
    }
}

type Rows = Vec<(NodeId, Vec<f32>)>;

fn areas(page: &Page<'_>) -> Result<Rows, Missing> {
    let tree = AreaTree::of(page, &BurgetAreasParams::default().joining())?;
    let node_of = |area: &VisualArea| area.node.or(area.parts.first().map(|part| part.node));
    let rows = burget::features(page, &tree).into_iter();
    Ok(rows.filter_map(|(area, row)| Some((node_of(&tree.areas[area])?, row.to_vec()))).collect())
}

fn blocks(page: &Page<'_>) -> Result<Rows, Missing> {
    let params =
        SongBlockImportanceParams { blocks: VisualBlocks::Leaves, ..SongBlockImportanceParams::default() };
    let visual = vips::segment(page, &VipsParams { pdoc: params.pdoc, ..VipsParams::default() })?;
    let leaves = visual.tree.chosen(params.blocks, params.pdoc);
    let wrapper = v_wrapper::VisualTree::new(page, styled_layout(page)?);
    let block_of = wrapper.innermost(page.document());
    let rows = leaves.into_iter().zip(params.seen(page)?).filter_map(|(leaf, seen)| {
        let block = &visual.tree.blocks()[leaf];
        let at = block.rectangle;
        let roots = visual.tree.roots(leaf);
        let around = wrapper.common(roots.iter().map(|root| block_of[root.index()]));
        let mut row = vec![at.x, at.y, at.width, at.height, f32::from(block.coherence)];
        row.extend(seen.features);
        row.extend(wrapper.features(around, wrapper.inner_around(around)));
        Some((*roots.iter().min()?, row))
    });
    Ok(rows.collect())
}

/// All columns of all units in Markdown: name, evidence, meaning.
pub fn describe() -> String {
    let mut text = String::new();
    for unit in VisualUnit::ALL {
        let features = unit.features();
        let about = match unit {
            VisualUnit::Area => {
                "Visual areas of `burget` with text or an image; `node` is the first text or the image."
            }
            VisualUnit::VisualBlock => {
                "Leaves of the visual tree of `vips`; `node` is the element or the first node."
            }
        };
        let _ = write!(
            text,
            "\n## Unit {}: {} features\n\n{about}\n\n| name | version | needs | meaning |\n|---|---|---|---|\n",
            unit.name(),
            features.len()
        );
        for VisualFeature { name, docs } in features {
            let _ = writeln!(text, "| `{name}` | 1 | layout | {docs} |");
        }
    }
    text
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::features::vips::drawing::LaidOutPage;

    #[test]
    fn names_are_those_of_the_systems() {
        assert!(AREA.iter().map(|feature| feature.name).eq(burget::NAMES));
        let prefixed = |prefix: &str, names: &[&str]| -> Vec<String> {
            names.iter().map(|name| format!("{prefix}_{name}")).collect()
        };
        let song = prefixed("song", &vips::importance::NAMES);
        let wrapper = [prefixed("v_wrapper", &v_wrapper::BASIC), prefixed("v_wrapper", &v_wrapper::DERIVED)];
        let names: Vec<&str> = BLOCK[VIPS..].iter().map(|feature| feature.name).collect();
        assert_eq!(names, [song, wrapper.concat()].concat());
    }

    #[test]
    fn rows_have_the_values_of_the_systems() {
        let drawing = LaidOutPage::of(
            "<body at='0 0 1000 1000'><p at='0 0 1000 50'>menu</p><div at='0 200 1000 600'><img at='0 200 400 300'>\
             <p at='0 520 1000 80'>The rye is in.</p></div>",
        );
        let page = drawing.page();
        let value = |unit: VisualUnit, row: usize, name: &str| {
            let place = unit.features().iter().position(|feature| feature.name == name).unwrap();
            unit.table(&page).unwrap().row(row)[place]
        };
        let areas = VisualUnit::Area.table(&page).unwrap();
        assert_eq!(drawing.names(areas.rows()), ["menu", "img", "The rye is in."]);
        assert_eq!(
            (value(VisualUnit::Area, 1, "image"), value(VisualUnit::Area, 2, "characters")),
            (1.0, 14.0)
        );
        assert!(value(VisualUnit::Area, 1, "bold").is_nan());
        let blocks = VisualUnit::VisualBlock.table(&page).unwrap();
        assert_eq!(drawing.names(blocks.rows())[0], "p");
        assert_eq!(
            (
                value(VisualUnit::VisualBlock, 0, "vips_height"),
                value(VisualUnit::VisualBlock, 0, "v_wrapper_width")
            ),
            (50.0, 1000.0)
        );
        let text: f32 =
            (0..blocks.rows().len()).map(|row| value(VisualUnit::VisualBlock, row, "song_text")).sum();
        assert!((text - 1.0).abs() < 1e-6, "{text}");
        let bare = Page::new(&drawing.document);
        assert!(VisualUnit::ALL.iter().all(|unit| unit.table(&bare).is_err()));
    }
}
