//! How a browser draws a node.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::fmt;

/// A colour without transparency, written `#rrggbb`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Color {
    /// Red.
    pub red: u8,
    /// Green.
    pub green: u8,
    /// Blue.
    pub blue: u8,
}

impl Color {
    /// Black.
    pub const BLACK: Color = Color { red: 0, green: 0, blue: 0 };
    /// White.
    pub const WHITE: Color = Color { red: 255, green: 255, blue: 255 };

    /// Reads `#rrggbb`.
    pub fn from_hex(text: &str) -> Option<Color> {
        let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6 && digits.is_ascii())?;
        let part = |at: usize| u8::from_str_radix(&digits[at..at + 2], 16).ok();
        Some(Color { red: part(0)?, green: part(2)?, blue: part(4)? })
    }

    /// Relative luminance from 0 (black) to 1 (white), as WCAG 2 defines it.
    ///
    /// ```
    /// use debulha_core::layout::Color;
    ///
    /// assert_eq!(Color::WHITE.luminance(), 1.0);
    /// assert_eq!(Color::WHITE.contrast(Color::BLACK), 21.0);
    /// ```
    pub fn luminance(self) -> f64 {
        let linear = |part: u8| {
            let part = f64::from(part) / 255.0;
            if part <= 0.040_45 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        };
        // In this order white is exactly 1.
        0.2126 * linear(self.red) + 0.7152 * linear(self.green) + 0.0722 * linear(self.blue)
    }

    /// Ratio of the luminance of two colours, from 1 (the same) to 21 (black and white), as WCAG 2 defines it.
    pub fn contrast(self, other: Color) -> f64 {
        let (a, b) = (self.luminance() + 0.05, other.luminance() + 0.05);
        a.max(b) / a.min(b)
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.red, self.green, self.blue)
    }
}

impl Serialize for Color {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Color {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
        Color::from_hex(&text).ok_or_else(|| de::Error::custom(format!("`{text}` is no colour: #rrggbb")))
    }
}

/// How a box takes part in the flow: the computed `display`, as far as systems ask.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Display {
    /// In a line of text.
    Inline,
    /// A block in a line of text.
    InlineBlock,
    /// A block of its own.
    #[default]
    Block,
    /// A block with a marker.
    ListItem,
    /// A table.
    Table,
    /// A group of rows.
    TableRowGroup,
    /// A row.
    TableRow,
    /// A cell.
    TableCell,
    /// A row or column of boxes that share its space.
    Flex,
    /// A grid of boxes.
    Grid,
    /// No box of its own; its children have theirs.
    Contents,
    /// Not drawn, nor anything below.
    None,
    /// Any other.
    #[serde(other)]
    Other,
}

impl Display {
    /// The display of a computed value, such as `inline-block`.
    pub fn of_css(value: &str) -> Display {
        match value {
            "inline" | "ruby" | "math" => Display::Inline,
            "inline-block" | "inline-flex" | "inline-grid" | "inline-table" => Display::InlineBlock,
            "block" | "flow-root" => Display::Block,
            "list-item" => Display::ListItem,
            "table" => Display::Table,
            "table-row-group" | "table-header-group" | "table-footer-group" => Display::TableRowGroup,
            "table-row" => Display::TableRow,
            "table-cell" => Display::TableCell,
            "flex" => Display::Flex,
            "grid" => Display::Grid,
            "contents" => Display::Contents,
            "none" => Display::None,
            _ => Display::Other,
        }
    }

    /// Whether it stands in a line of text with what is around it.
    pub fn is_inline(self) -> bool {
        matches!(self, Display::Inline | Display::InlineBlock)
    }
}

/// The class of a family of fonts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Family {
    /// With feet.
    #[default]
    Serif,
    /// Without.
    SansSerif,
    /// All letters of one width.
    Monospace,
    /// Any other.
    #[serde(other)]
    Other,
}

/// The style of a node as the browser computed it; a text has that of its parent.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(default)]
#[allow(clippy::struct_excessive_bools)] // Each is a property of its own.
pub struct Style {
    /// How its box takes part in the flow.
    pub display: Display,
    /// Font size in CSS pixels.
    pub font_size: f32,
    /// Font weight, from 100 to 900; 400 is regular, 700 bold.
    pub font_weight: u16,
    /// Slanted letters.
    pub italic: bool,
    /// Class of the font's family.
    pub family: Family,
    /// Colour of text.
    pub color: Color,
    /// Colour behind it, as painted: where its own background is transparent, what shows through.
    pub background: Color,
    /// Whether it paints a background of its own: a colour that is not wholly transparent, or an image.
    pub paints_background: bool,
    /// Width of its widest visible border in CSS pixels; 0: none.
    pub border: f32,
    /// Whether what overflows its box is cut off: `overflow`, `clip` or `clip-path`.
    pub clips: bool,
    /// Whether it is drawn: `visibility`, and the opacity of it and what it is in.
    pub visible: bool,
}

impl Default for Style {
    /// Black text of 16 pixels on white, as browsers draw a page without style.
    fn default() -> Self {
        Style {
            display: Display::Block,
            font_size: 16.0,
            font_weight: Style::REGULAR,
            italic: false,
            family: Family::Serif,
            color: Color::BLACK,
            background: Color::WHITE,
            paints_background: false,
            border: 0.0,
            clips: false,
            visible: true,
        }
    }
}

impl Style {
    /// The weight of regular letters.
    pub const REGULAR: u16 = 400;
    /// The least weight that is drawn as bold.
    pub const BOLD: u16 = 600;

    /// Whether letters are bold.
    pub fn is_bold(&self) -> bool {
        self.font_weight >= Style::BOLD
    }
}
