//! Computed styles of the engine, as text of CSS and as the few values that are requested.

use crate::snapshot::{STYLES, StringId, StringTable};
use blitz_dom::BaseDocument;
use std::collections::HashMap;
use style::properties::{ComputedValues, LonghandId, PropertyDeclarationId};

/// The properties of [`STYLES`], in their order.
const PROPERTIES: [LonghandId; STYLES.len()] = [
    LonghandId::Display,
    LonghandId::FontSize,
    LonghandId::FontWeight,
    LonghandId::FontStyle,
    LonghandId::FontFamily,
    LonghandId::Color,
    LonghandId::BackgroundColor,
    LonghandId::BackgroundImage,
    LonghandId::BorderTopWidth,
    LonghandId::BorderRightWidth,
    LonghandId::BorderBottomWidth,
    LonghandId::BorderLeftWidth,
    LonghandId::BorderTopStyle,
    LonghandId::BorderRightStyle,
    LonghandId::BorderBottomStyle,
    LonghandId::BorderLeftStyle,
    LonghandId::BorderTopColor,
    LonghandId::BorderRightColor,
    LonghandId::BorderBottomColor,
    LonghandId::BorderLeftColor,
    LonghandId::Visibility,
    LonghandId::Opacity,
    LonghandId::OverflowX,
    LonghandId::OverflowY,
    LonghandId::Clip,
    LonghandId::ClipPath,
    LonghandId::Position,
];

/// Properties whose values may be long and that the engine copies for each element.
const LONG: [LonghandId; 7] = [
    LonghandId::GridTemplateColumns,
    LonghandId::GridTemplateRows,
    LonghandId::GridTemplateAreas,
    LonghandId::GridAutoColumns,
    LonghandId::GridAutoRows,
    LonghandId::FontFamily,
    LonghandId::BackgroundImage,
];

fn text(values: &ComputedValues, property: LonghandId) -> String {
    values.computed_value_to_string(PropertyDeclarationId::Longhand(property))
}

/// Which styles are the same: elements share them.
fn key(values: &ComputedValues) -> usize {
    std::ptr::from_ref(values) as usize
}

/// Computed values as text, each set of them once.
#[derive(Default)]
pub(super) struct Texts(HashMap<usize, Vec<StringId>>);

impl Texts {
    /// The values of [`STYLES`] of a node; `None` of one without styles.
    pub(super) fn of(
        &mut self,
        engine: &BaseDocument,
        node: usize,
        strings: &mut StringTable,
    ) -> Option<Vec<StringId>> {
        let values = engine.get_node(node)?.primary_styles()?;
        let made = self.0.entry(key(&values)).or_insert_with(|| {
            PROPERTIES.iter().map(|&property| strings.place(&text(&values, property))).collect()
        });
        Some(made.clone())
    }
}

/// Bytes of long values of the styles of all elements and of what stands before and after them.
pub(super) fn size(engine: &BaseDocument) -> usize {
    let mut sizes: HashMap<usize, usize> = HashMap::new();
    let mut size_of = |values: &ComputedValues| {
        *sizes
            .entry(key(values))
            .or_insert_with(|| LONG.iter().map(|&property| text(values, property).len()).sum())
    };
    let mut total = 0_usize;
    for (_, node) in engine.tree() {
        let data = node.stylo_element_data.borrow();
        let Some(data) = data.as_ref() else { continue };
        total = total.saturating_add(data.styles.get_primary().map_or(0, |values| size_of(values)));
        for values in data.styles.pseudos.as_array().iter().flatten() {
            let content = text(values, LonghandId::Content).len();
            total = total.saturating_add(size_of(values) + content);
        }
    }
    total
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn properties_are_those_that_a_browser_is_asked_for() {
        assert_eq!(PROPERTIES.map(|property| property.name()), STYLES);
    }
}
