//! How much text an element has for its elements and links.

use super::{FeatureGroup, GroupColumns, RowUnit, columns, ratio, ratio_of};
use crate::page::Page;
use crate::scratch::Scratch;
use debulha_dom::NodeId;

columns! {
    ctd: "Composite text density of the element as the system `cetd` has it by default; from 0 (sun2011).",
    density_sum: "Sum of the composite text densities of the element's children, text among them; its own density \
        where it has no child elements; from 0 (sun2011).",
    text_density: "Characters by elements in the subtree, itself left out; an element without any counts as one \
        (sun2011).",
    ctd_share: "Composite text density by the highest of the page, 0 to 1.",
    density_sum_share: "Density sum by the highest of the page, 0 to 1.",
}

/// The group.
pub(super) static GROUP: FeatureGroup =
    FeatureGroup { name: "node_density", unit: RowUnit::Node, features: COLUMNS, fill };

fn fill(page: &Page<'_>, rows: &[NodeId], columns: &mut GroupColumns<'_>, _: &mut Scratch) {
    let densities = &page.composite_densities().densities;
    let highest = |of: &dyn Fn(NodeId) -> f64| rows.iter().map(|&node| of(node)).fold(0.0, f64::max);
    let highest_density = highest(&|node| densities.density(node));
    let highest_sum = highest(&|node| densities.sum(node));
    for (row, &node) in rows.iter().enumerate() {
        let (density, sum) = (densities.density(node), densities.sum(node));
        let counts = page.stats().subtree(page.document(), node);
        columns.set_row(
            row,
            &Row {
                ctd: density as f32,
                density_sum: sum as f32,
                text_density: ratio(counts.chars, counts.elements.saturating_sub(1).max(1)),
                ctd_share: ratio_of(density, highest_density),
                density_sum_share: ratio_of(sum, highest_sum),
            }
            .array(),
        );
    }
}

#[cfg(test)]
mod tests {
    use crate::feature_table::{RowUnit, Selection, compute};
    use crate::{Page, Scratch};
    use debulha_dom::{Limits, parse};

    #[test]
    fn spec_02_bbc_item_as_a_table() {
        let html = "<li class=medium-image><h3><a>Model journalist</a></h3>\
            <p>How the BBC's Brian Hanrahan became a household name</p><hr></li>";
        let doc = parse(html, &Limits::default()).document;
        let wanted = ["ctd", "density_sum", "text_density"].map(|name| (name, 1));
        let selection = Selection::of(RowUnit::Node, wanted).expect("features");
        let table = compute(&Page::new(&doc), &selection, &mut Scratch::default());
        let rounded = |row: usize| {
            let round = |value: &f32| (f64::from(*value) * 100.0).round() / 100.0;
            table.row(row).iter().map(round).collect::<Vec<_>>()
        };
        // body, li, h3, a, p, hr
        let rows: Vec<Vec<f64>> = (1..6).map(rounded).collect();
        let p = [201.69, 201.69, 52.0];
        assert_eq!(rows, [[27.92, 201.69, 17.0], [0.0, 0.0, 16.0], [0.0, 0.0, 16.0], p, [0.0; 3]]);
    }
}
