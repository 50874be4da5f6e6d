//! Emphasis by `style` attributes: word processors have no other.

use super::builder::{Close, ContentBuilder};
use super::inline::MarkKind;
use debulha_dom::{AttributeSet, Document, NodeId, names};

/// The least weight that is bold: from 600 on browsers draw bold letters.
const MIN_BOLD_WEIGHT: u32 = 600;

impl ContentBuilder<'_> {
    /// Puts the marks in force that the `style` of an inline element stands for. Bold letters of headings and terms are no
    /// emphasis.
    pub(super) fn start_style_marks(&mut self, element: NodeId) {
        let Some(style) = style_of(self.doc, element) else { return };
        let marks = [
            (style.bold == Some(true) && !self.in_heading_or_term(), MarkKind::Strong),
            (style.italic == Some(true), MarkKind::Emphasis),
            (style.struck == Some(true), MarkKind::Strike),
        ];
        for (_, kind) in marks.into_iter().filter(|(applies, _)| *applies) {
            if !self.run.has_mark(&kind) && self.run.start_mark(element, kind) {
                self.push_open(element, Close::Mark);
            }
        }
    }
}

/// Whether an element's own style undoes the mark that its name stands for, as Google Docs writes `<b
/// style="font-weight:normal">` around all that is copied.
pub(super) fn undoes(doc: &Document, element: NodeId, kind: &MarkKind) -> bool {
    style_of(doc, element).is_some_and(|style| match kind {
        MarkKind::Strong => style.bold == Some(false),
        MarkKind::Emphasis => style.italic == Some(false),
        MarkKind::Strike => style.struck == Some(false),
        _ => false,
    })
}

/// What a `style` attribute says of the letters.
#[derive(Debug, Default, Clone, Copy, PartialEq)]
struct LetterStyle {
    bold: Option<bool>,
    italic: Option<bool>,
    struck: Option<bool>,
}

fn style_of(doc: &Document, element: NodeId) -> Option<LetterStyle> {
    let has_style = doc.attribute_set(element).intersects(AttributeSet::STYLE);
    doc.attribute(element, names::STYLE).filter(|_| has_style).map(letter_style)
}

fn letter_style(style: &str) -> LetterStyle {
    let mut found = LetterStyle::default();
    for (property, value) in style.split(';').filter_map(|declaration| declaration.split_once(':')) {
        let property = property.trim();
        let value = value.split('!').next().unwrap_or_default().trim();
        let is = |word: &str| value.eq_ignore_ascii_case(word);
        if property.eq_ignore_ascii_case("font-weight") {
            let by_number = value.parse().ok().map(|weight: u32| weight >= MIN_BOLD_WEIGHT);
            let by_name = if is("bold") || is("bolder") {
                Some(true)
            } else {
                (is("normal") || is("lighter")).then_some(false)
            };
            found.bold = by_number.or(by_name).or(found.bold);
        } else if property.eq_ignore_ascii_case("font-style") {
            let by_name =
                if is("italic") || is("oblique") { Some(true) } else { is("normal").then_some(false) };
            found.italic = by_name.or(found.italic);
        } else if property.eq_ignore_ascii_case("text-decoration")
            || property.eq_ignore_ascii_case("text-decoration-line")
        {
            let strikes =
                value.split_ascii_whitespace().any(|word| word.eq_ignore_ascii_case("line-through"));
            found.struck = if strikes { Some(true) } else { is("none").then_some(false).or(found.struck) };
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::letter_style;

    #[test]
    fn weights_and_slants_are_read() {
        for (style, expected) in [
            ("font-weight:700", (Some(true), None, None)),
            ("font-weight: 599; color: red", (Some(false), None, None)),
            ("FONT-WEIGHT: Bold !important", (Some(true), None, None)),
            ("font-weight:bold;font-weight:normal", (Some(false), None, None)),
            ("font-style:italic;text-decoration:underline line-through", (None, Some(true), Some(true))),
            ("font-style:normal;text-decoration:none", (None, Some(false), Some(false))),
            ("font-weight:inherit;font-style:", (None, None, None)),
            ("", (None, None, None)),
        ] {
            let found = letter_style(style);
            assert_eq!((found.bold, found.italic, found.struck), expected, "{style}");
        }
    }
}
