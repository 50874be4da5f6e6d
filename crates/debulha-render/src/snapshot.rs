//! The browser's snapshot of a page, as `DOMSnapshot.captureSnapshot` sends it: parallel lists, with strings by number.

use debulha_core::layout::Size;
use serde::de::{Deserializer, Visitor};
use serde::{Deserialize, de};
#[cfg(feature = "embedded")]
use std::collections::HashMap;
use std::fmt;

/// The computed styles that are requested, in the order in which they come.
pub(crate) const STYLES: [&str; 27] = [
    "display",
    "font-size",
    "font-weight",
    "font-style",
    "font-family",
    "color",
    "background-color",
    "background-image",
    "border-top-width",
    "border-right-width",
    "border-bottom-width",
    "border-left-width",
    "border-top-style",
    "border-right-style",
    "border-bottom-style",
    "border-left-style",
    "border-top-color",
    "border-right-color",
    "border-bottom-color",
    "border-left-color",
    "visibility",
    "opacity",
    "overflow-x",
    "overflow-y",
    "clip",
    "clip-path",
    "position",
];

/// Places in [`STYLES`].
pub(crate) mod at {
    pub(crate) const DISPLAY: usize = 0;
    pub(crate) const FONT_SIZE: usize = 1;
    pub(crate) const FONT_WEIGHT: usize = 2;
    pub(crate) const FONT_STYLE: usize = 3;
    pub(crate) const FONT_FAMILY: usize = 4;
    pub(crate) const COLOR: usize = 5;
    pub(crate) const BACKGROUND_COLOR: usize = 6;
    pub(crate) const BACKGROUND_IMAGE: usize = 7;
    /// Of four sides each: widths, styles, colours.
    pub(crate) const BORDERS: usize = 8;
    pub(crate) const VISIBILITY: usize = 20;
    pub(crate) const OPACITY: usize = 21;
    pub(crate) const OVERFLOW_X: usize = 22;
    pub(crate) const OVERFLOW_Y: usize = 23;
    pub(crate) const CLIP: usize = 24;
    pub(crate) const CLIP_PATH: usize = 25;
    pub(crate) const POSITION: usize = 26;
}

/// A text of the protocol. It may hold half of a surrogate pair, which no Rust string can; that is replaced.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct ProtocolText(pub(crate) String);

impl<'de> Deserialize<'de> for ProtocolText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Lossy;
        impl Visitor<'_> for Lossy {
            type Value = ProtocolText;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a text")
            }
            fn visit_bytes<E: de::Error>(self, bytes: &[u8]) -> Result<ProtocolText, E> {
                Ok(ProtocolText(String::from_utf8_lossy(bytes).into_owned()))
            }
        }
        // Asked for bytes, the reader passes such halves on.
        deserializer.deserialize_bytes(Lossy)
    }
}

/// A number of a string, -1 for none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize)]
#[serde(transparent)]
pub(crate) struct StringId(i64);

/// A snapshot: the page, then the documents of its frames.
#[derive(Debug, Deserialize)]
pub(crate) struct PageSnapshot {
    documents: Vec<DocumentSnapshot>,
    strings: Vec<ProtocolText>,
}

/// One document.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DocumentSnapshot {
    pub(crate) nodes: SnapshotNodes,
    pub(crate) layout: Layouts,
    pub(crate) text_boxes: TextBoxes,
    #[serde(default)]
    pub(crate) content_width: f32,
    #[serde(default)]
    pub(crate) content_height: f32,
}

/// The nodes of the flat tree; parents come before their children.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SnapshotNodes {
    pub(crate) parent_index: Vec<i64>,
    pub(crate) node_type: Vec<u8>,
    pub(crate) node_name: Vec<StringId>,
    pub(crate) node_value: Vec<StringId>,
    /// Names and values in turn.
    pub(crate) attributes: Vec<Vec<StringId>>,
    /// The nodes of shadow trees.
    #[serde(default)]
    pub(crate) shadow_root_type: Rare,
    /// The pseudo-elements.
    #[serde(default)]
    pub(crate) pseudo_type: Rare,
}

/// Nodes that have something few have.
#[derive(Debug, Default, Deserialize)]
pub(crate) struct Rare {
    pub(crate) index: Vec<usize>,
}

/// What is drawn of nodes.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Layouts {
    pub(crate) node_index: Vec<usize>,
    /// In the order of [`STYLES`]; none of the document.
    pub(crate) styles: Vec<Vec<StringId>>,
    /// Left, top, width, height.
    pub(crate) bounds: Vec<[f32; 4]>,
    #[serde(default)]
    pub(crate) paint_orders: Vec<u32>,
    /// Of some elements, the colour behind their text with all that it lies on.
    #[serde(default)]
    pub(crate) blended_background_colors: Vec<StringId>,
}

/// The parts of texts that stand in one line.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TextBoxes {
    pub(crate) layout_index: Vec<usize>,
    pub(crate) bounds: Vec<[f32; 4]>,
}

/// The strings of a snapshot that is made here, each once.
#[cfg(feature = "embedded")]
#[derive(Debug, Default)]
pub(crate) struct StringTable {
    strings: Vec<ProtocolText>,
    place_of: HashMap<String, StringId>,
}

#[cfg(feature = "embedded")]
impl StringTable {
    /// The number of a string.
    pub(crate) fn place(&mut self, text: &str) -> StringId {
        if let Some(&known) = self.place_of.get(text) {
            return known;
        }
        let place = StringId(self.strings.len() as i64);
        self.strings.push(ProtocolText(text.to_owned()));
        self.place_of.insert(text.to_owned(), place);
        place
    }
}

impl PageSnapshot {
    /// A snapshot of a page without frames.
    #[cfg(feature = "embedded")]
    pub(crate) fn of_page(page: DocumentSnapshot, strings: StringTable) -> Self {
        PageSnapshot { documents: vec![page], strings: strings.strings }
    }

    /// The page itself; `None` of an empty snapshot.
    pub(crate) fn page(&self) -> Option<&DocumentSnapshot> {
        self.documents.first()
    }

    #[cfg(test)]
    pub(crate) fn page_mut(&mut self) -> &mut DocumentSnapshot {
        &mut self.documents[0]
    }

    /// A string; empty where there is none.
    pub(crate) fn string(&self, id: StringId) -> &str {
        usize::try_from(id.0).ok().and_then(|at| self.strings.get(at)).map_or("", |text| &text.0)
    }

    /// Size of the page.
    pub(crate) fn size(&self) -> Size {
        self.page().map_or(Size { width: 0.0, height: 0.0 }, |page| Size {
            width: page.content_width,
            height: page.content_height,
        })
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn half_a_surrogate_pair_is_no_error() {
        let text = serde_json::from_str::<ProtocolText>(r#""Rye \ud83c oats é""#).unwrap();
        assert!(text.0.starts_with("Rye \u{fffd}") && text.0.ends_with(" oats é"), "{text:?}");
        assert!(serde_json::from_str::<ProtocolText>("7").is_err());
    }

    #[test]
    fn names_and_places_of_styles_agree() {
        for (place, name) in [
            (at::DISPLAY, "display"),
            (at::BORDERS + 4, "border-top-style"),
            (at::BORDERS + 8, "border-top-color"),
            (at::VISIBILITY, "visibility"),
            (at::CLIP_PATH, "clip-path"),
            (at::POSITION, "position"),
        ] {
            assert_eq!(STYLES[place], name);
        }
    }
}
