//! The layout of a page as a browser's tree.

use super::{Rectangle, Style};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;

/// The newest format of records that is read and the one that is written.
pub const FORMAT: u32 = 2;

/// What a record calls a node.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(untagged)]
pub enum NodeKey {
    /// A number.
    Number(i64),
    /// A name.
    Name(String),
}

/// An element or a text as it was rendered. Fields of other names are passed over.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LayoutNode {
    /// Tells it from the others of the record.
    pub id: NodeKey,
    /// The element's name in any case, such as `div`; [`LayoutNode::TEXT`] of a text.
    pub tag: String,
    /// Its parent; none for the root.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent: Option<NodeKey>,
    /// Its children in order. Children that are not listed but name it as their parent follow in the order of the record.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub children: Vec<NodeKey>,
    /// Distance from the left margin of the page in CSS pixels. Without all four numbers the node was not rendered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub x: Option<f32>,
    /// Distance from the top margin.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub y: Option<f32>,
    /// Width.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub width: Option<f32>,
    /// Height.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub height: Option<f32>,
    /// Place of its style in [`LayoutRecord::styles`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub style: Option<u32>,
    /// Place in the order of painting: what is greater lies above.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub paint: Option<u32>,
    /// Number of the element's `id` and `class`: [`mark_of`](super::mark_of).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mark: Option<u32>,
    /// Number of the text: [`text_number`](super::text_number).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<u32>,
    /// Lines of the text from the top: left, top, width, height.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<[f32; 4]>,
}

impl LayoutNode {
    /// What a text has in the place of an element's name.
    pub const TEXT: &'static str = "#text";

    /// A node of which nothing is known but its place in the tree.
    pub fn new(id: i64, tag: &str, parent: Option<i64>) -> Self {
        LayoutNode {
            id: NodeKey::Number(id),
            tag: tag.to_owned(),
            parent: parent.map(NodeKey::Number),
            children: Vec::new(),
            x: None,
            y: None,
            width: None,
            height: None,
            style: None,
            paint: None,
            mark: None,
            text: None,
            lines: Vec::new(),
        }
    }

    /// Its box, where all four numbers are there and make sense.
    pub fn rectangle(&self) -> Option<Rectangle> {
        sensible([self.x?, self.y?, self.width?, self.height?])
    }

    /// Its lines, those that make sense.
    pub(super) fn lines(&self) -> impl Iterator<Item = Rectangle> {
        self.lines.iter().copied().filter_map(sensible)
    }

    /// The same node with a box.
    #[must_use]
    pub fn at(mut self, Rectangle { x, y, width, height }: Rectangle) -> Self {
        (self.x, self.y, self.width, self.height) = (Some(x), Some(y), Some(width), Some(height));
        self
    }
}

fn sensible([x, y, width, height]: [f32; 4]) -> Option<Rectangle> {
    let is_one =
        [x, y, width, height].iter().all(|number| number.is_finite()) && width >= 0.0 && height >= 0.0;
    is_one.then_some(Rectangle { x, y, width, height })
}

/// The window in which a page was drawn.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Viewport {
    /// Width in CSS pixels.
    pub width: f32,
    /// Height in CSS pixels.
    pub height: f32,
    /// Pixels of the device in one CSS pixel.
    pub scale: f32,
}

/// Width and height in CSS pixels.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Size {
    /// Width.
    pub width: f32,
    /// Height.
    pub height: f32,
}

/// The nodes of a rendered page; the schema is described in `docs/layout.md`.
///
/// ```
/// use debulha_core::layout::LayoutRecord;
/// use debulha_dom::{Limits, names, parse};
///
/// let doc = parse("<body><p>Rye</p><p>Oats</p>", &Limits::default()).document;
/// let record = LayoutRecord::from_json(
///     r#"{"id": 1, "tag": "body", "x": 0, "y": 0, "width": 800, "height": 600}
///        {"id": 2, "tag": "p", "parent": 1, "x": 8, "y": 8, "width": 784, "height": 20}
///        {"id": 3, "tag": "p", "parent": 1, "x": 8, "y": 36, "width": 784, "height": 20}"#,
/// )?;
/// let fitted = record.fit(&doc);
/// let second = doc.elements_named(names::P).nth(1).expect("two paragraphs");
/// assert_eq!(fitted.layout.rectangle(second).map(|at| (at.y, at.area())), Some((36.0, 15_680.0)));
/// assert_eq!((fitted.misfit.nodes, fitted.misfit.elements), (0, 0));
/// # Ok::<(), debulha_core::layout::LayoutError>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct LayoutRecord {
    /// [`FORMAT`]; absent in records of format 1, which have boxes of elements alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub format: Option<u32>,
    /// Name and version of the browser.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub engine: Option<String>,
    /// When it was rendered, as in RFC 3339.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<String>,
    /// Address of the page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub address: Option<String>,
    /// Whether the page's scripts ran.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scripts: Option<bool>,
    /// The window.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub viewport: Option<Viewport>,
    /// Size of the whole page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub page: Option<Size>,
    /// The styles that nodes have.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub styles: Vec<Style>,
    /// The nodes, in any order.
    pub nodes: Vec<LayoutNode>,
}

/// Why a text is no layout record.
#[derive(Debug, Error)]
pub enum LayoutError {
    /// It is not JSON of the schema.
    #[error("not a layout record: {0}")]
    Json(#[from] serde_json::Error),
    /// It is of a format that is not known.
    #[error("the layout record has format {0}; this version reads formats up to {FORMAT}")]
    Format(u64),
}

impl LayoutRecord {
    /// Reads one JSON object with `nodes`, or JSON lines of nodes.
    ///
    /// # Errors
    /// [`LayoutError`] for anything else, or a newer format.
    pub fn from_json(text: &str) -> Result<Self, LayoutError> {
        let mut record = LayoutRecord::default();
        for part in serde_json::Deserializer::from_str(text).into_iter::<Value>() {
            let part = part?;
            if part.get("nodes").is_none() {
                record.nodes.push(serde_json::from_value(part)?);
                continue;
            }
            if let Some(format) =
                part.get("format").and_then(Value::as_u64).filter(|&format| format > u64::from(FORMAT))
            {
                return Err(LayoutError::Format(format));
            }
            let whole: LayoutRecord = serde_json::from_value(part)?;
            let mut nodes = std::mem::take(&mut record.nodes);
            nodes.extend(whole.nodes);
            record = LayoutRecord { nodes, ..whole };
        }
        Ok(record)
    }

    /// Writes it as one JSON object.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}
