//! An image in a link: its size and place, and the text around it.

use super::{FeatureGroup, GroupColumns, RowUnit, columns, ratio};
use crate::features::images::{Vocabulary, linked_images};
use crate::features::words::words;
use crate::page::Page;
use crate::scratch::Scratch;
use debulha_dom::{NodeId, names};

/// Features that are read from attributes, by the names that the vocabulary knows.
const READ: [&str; 4] = ["height", "width", "aratio", "local"];

columns! {
    height: "Attribute `height` in pixels; missing without one or with a percentage (kushmerick1999).",
    width: "Attribute `width` in pixels; missing without one or with a percentage (kushmerick1999).",
    aspect_ratio: "Width by height; missing where one of them is, or where the height is 0 (kushmerick1999).",
    local: "1 where link and image lead to the same registrable domain, else 0; missing where one of them leads \
        nowhere, or one is absolute and the other relative on a page of unknown address (kushmerick1999).",
    area: "Width times height; missing where one of them is.",
    alt_words: "Words of the attribute `alt`; missing without one.",
    link_text_words: "Words of the visible text in the link.",
    link_images: "Images in the link, this one among them.",
    image_index: "Share of the page's linked images before this one, 0 to 1.",
    page_position: "Share of the page's words before the image, 0 to 1; 0 on a page without text.",
    levels: "Levels from `body` to the image.",
    like_links: "Elements of the page with the name and first class of the link, itself among them.",
}

/// The group.
pub(super) static GROUP: FeatureGroup =
    FeatureGroup { name: "image_link", unit: RowUnit::Image, features: COLUMNS, fill };

fn fill(page: &Page<'_>, rows: &[NodeId], columns: &mut GroupColumns<'_>, _: &mut Scratch) {
    let (doc, measures) = (page.document(), page.text_measures());
    let Ok(vocabulary) = Vocabulary::new(&READ.map(str::to_owned)) else { return };
    let body_level = doc.depth(page.body());
    let all_words = measures.range(0..page.text_nodes().len() as u32).words;
    let mut row = 0;
    linked_images(page, &vocabulary, |image| {
        let [height, width, ratio_of_sides, local] =
            [0, 1, 2, 3].map(|place| image.value(place).map_or(f32::NAN, |value| value as f32));
        let in_link = page.stats().subtree(doc, image.link);
        let before = measures.range(0..measures.runs(doc, image.image).start).words;
        let alt = doc.attribute(image.image, names::ALT);
        columns.set_row(
            row,
            &Row {
                height,
                width,
                aspect_ratio: ratio_of_sides,
                local,
                area: width * height,
                alt_words: alt.map_or(f32::NAN, |alt| words(alt).count() as f32),
                link_text_words: measures.subtree(doc, image.link).words as f32,
                link_images: in_link.images as f32,
                image_index: ratio(row as u32, rows.len() as u32),
                page_position: ratio(before, all_words),
                levels: f32::from(doc.depth(image.image).saturating_sub(body_level)),
                like_links: page.element_groups().alike(image.link) as f32,
            }
            .array(),
        );
        row += 1;
    });
}
