//! The formats by name.

use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// The formats that content is written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Format {
    /// Plain text, one line a paragraph.
    Text,
    /// CommonMark with the tables and strikethrough of GFM.
    Markdown,
    /// A full HTML document of allow-listed elements.
    Html,
    /// JSON with the position of each block in the page.
    Json,
    /// XML with the elements and attributes of trafilatura.
    Xml,
    /// XML after the Text Encoding Initiative, P5.
    XmlTei,
    /// A row of comma-separated values; [`csv_header`](super::csv_header) is the row above all pages.
    Csv,
}

impl Format {
    /// All formats. Of two with the same [`Format::extension`], the first is the one that a file name means.
    pub const ALL: [Format; 7] = [
        Format::Text,
        Format::Markdown,
        Format::Html,
        Format::Json,
        Format::Xml,
        Format::XmlTei,
        Format::Csv,
    ];

    /// The name that [`Format::from_str`] reads back.
    pub fn name(self) -> &'static str {
        match self {
            Format::Text => "text",
            Format::Markdown => "markdown",
            Format::Html => "html",
            Format::Json => "json",
            Format::Xml => "xml",
            Format::XmlTei => "xmltei",
            Format::Csv => "csv",
        }
    }

    /// The usual ending of file names, without the dot.
    pub fn extension(self) -> &'static str {
        match self {
            Format::Text => "txt",
            Format::Markdown => "md",
            Format::Html => "html",
            Format::Json => "json",
            Format::Xml | Format::XmlTei => "xml",
            Format::Csv => "csv",
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Format {
    type Err = UnknownFormat;

    /// Reads a name or one of its short forms, in any case: `text` `txt`, `markdown` `md`, `html`, `json`, `xml`,
    /// `xmltei` `xml-tei` `tei`, `csv`.
    fn from_str(name: &str) -> Result<Self, UnknownFormat> {
        match name.to_ascii_lowercase().as_str() {
            "text" | "txt" => Ok(Format::Text),
            "markdown" | "md" => Ok(Format::Markdown),
            "html" => Ok(Format::Html),
            "json" => Ok(Format::Json),
            "xml" => Ok(Format::Xml),
            "xmltei" | "xml-tei" | "tei" => Ok(Format::XmlTei),
            "csv" => Ok(Format::Csv),
            _ => Err(UnknownFormat(name.to_owned())),
        }
    }
}

/// A name that no format has.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("unknown format `{0}`; use text, markdown, html, json, xml, xmltei or csv")]
pub struct UnknownFormat(pub String);
