//! Writers: a content document as text, Markdown, HTML, JSON or TEI.

use crate::content::ContentDocument;
use crate::metadata::Metadata;
use debulha_dom::Document;
use std::fmt;

/// What a writer shows. Options change the rendering, never which blocks are kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WriteOptions {
    /// Keep link targets.
    pub links: bool,
    /// Keep images.
    pub images: bool,
    /// Keep tables; otherwise their texts are left out.
    pub tables: bool,
    /// Put metadata before the content (front matter, header, fields).
    pub metadata: bool,
}

impl Default for WriteOptions {
    /// Tables, no link targets, no images, no metadata: the conventions of existing tools.
    fn default() -> Self {
        WriteOptions { links: false, images: false, tables: true, metadata: false }
    }
}

/// What is written: the content and what is known around it.
#[derive(Debug, Clone, Copy)]
pub struct Written<'a> {
    /// The page, for the positions of blocks.
    pub document: &'a Document,
    /// The content.
    pub content: &'a ContentDocument,
    /// Metadata, where it was asked for.
    pub metadata: Option<&'a Metadata>,
    /// The page's address, where known.
    pub url: Option<&'a str>,
    /// Id of the extractor that decided.
    pub extractor: &'a str,
    /// What went wrong or was cut, in words.
    pub warnings: &'a [String],
}

/// A format.
pub trait Writer {
    /// Renders into `out`.
    ///
    /// # Errors
    /// Only those of `out`.
    fn write(&self, written: &Written<'_>, options: &WriteOptions, out: &mut dyn fmt::Write) -> fmt::Result;
}
