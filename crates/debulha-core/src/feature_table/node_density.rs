//! How much text an element has for its elements and links.

use super::{Columns, Feature, Group, RowUnit};
use crate::extractor::{Needs, Scratch};
use crate::features::composite_density::{CompositeDensities, CompositeOptions};
use crate::page::Page;
use debulha_dom::NodeId;

/// The group.
pub(super) static GROUP: Group = Group {
    name: "node_density",
    unit: RowUnit::Node,
    features: &[
        Feature {
            name: "ctd",
            version: 1,
            docs: "Composite text density of the element as the system `cetd` has it by default; from 0 (sun2011).",
            needs: Needs::PAGE,
        },
        Feature {
            name: "density_sum",
            version: 1,
            docs: "Sum of the composite text densities of the element's children, text among them; its own density where \
                it has no child elements; from 0 (sun2011).",
            needs: Needs::PAGE,
        },
    ],
    fill,
};

fn fill(page: &Page<'_>, rows: &[NodeId], columns: &mut Columns<'_>, scratch: &mut Scratch) {
    let measured = CompositeDensities::compute(page, CompositeOptions::default(), scratch);
    for (row, &node) in rows.iter().enumerate() {
        columns.set(row, 0, measured.densities.density(node) as f32);
        columns.set(row, 1, measured.densities.sum(node) as f32);
    }
    measured.give(scratch);
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
        let selection = Selection::of(RowUnit::Node, [("ctd", 1), ("density_sum", 1)]).expect("features");
        let table = compute(&Page::new(&doc), &selection, &mut Scratch::default());
        let rounded = |row: usize| {
            let round = |value: &f32| (f64::from(*value) * 100.0).round() / 100.0;
            table.row(row).iter().map(round).collect::<Vec<_>>()
        };
        // body, li, h3, a, p, hr
        let rows: Vec<Vec<f64>> = (1..6).map(rounded).collect();
        assert_eq!(rows, [[27.92, 201.69], [0.0, 0.0], [0.0, 0.0], [201.69, 201.69], [0.0, 0.0]]);
    }
}
