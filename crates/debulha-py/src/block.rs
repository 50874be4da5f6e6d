//! The class `Block`.

use debulha::Extraction;
use debulha::content::BlockKind;
use pyo3::prelude::*;

/// A block of the content, with its origin.
///
/// >>> import debulha
/// >>> block, = debulha.parse(b"<h2>Rye</h2>", extractor="all_text").blocks
/// >>> block
/// Block(type='heading', text='Rye')
/// >>> block.level, block.xpath, block.bytes
/// (2, '/html[1]/body[1]/h2[1]', (0, 12))
#[pyclass(module = "debulha", frozen, get_all)]
pub(crate) struct Block {
    /// ``"heading"``, ``"paragraph"``, ``"list"``, ``"table"``, ``"code"``, ``"quote"``, ``"figure"``, ``"definitions"``,
    /// ``"math"``, ``"image"``, ``"embed"`` or ``"rule"``.
    r#type: &'static str,
    /// Plain text: a line for each paragraph, item of a list and row of a table in it.
    text: String,
    /// Of a heading its level, 1 to 6; else None.
    level: Option<u8>,
    /// Absolute XPath of its element.
    xpath: String,
    /// Bytes (start, end) of the page that the element was made from, tags included; of a page that came as text, those of its
    /// UTF-8. None where the page has no tag for it.
    bytes: Option<(usize, usize)>,
    /// Position of the element in document order, the document being 0.
    node: u32,
    /// Mean score of its words where the system has scores, larger being more surely content; else None.
    score: Option<f32>,
    /// The headings above it, outermost first.
    heading_path: Vec<String>,
}

impl Block {
    /// The blocks of a page.
    pub(crate) fn all(extraction: &Extraction) -> Vec<Block> {
        let paths = extraction.heading_paths();
        let of = |(nth, block): (usize, &debulha::content::Block)| Block {
            r#type: block.kind.name(),
            text: block.text(),
            level: match &block.kind {
                BlockKind::Heading { level, .. } => Some(*level),
                _ => None,
            },
            xpath: extraction.xpath(block),
            bytes: extraction.bytes(block).map(|bytes| (bytes.start, bytes.end)),
            node: block.node.0,
            score: block.score,
            heading_path: paths.of(nth).into_iter().map(str::to_owned).collect(),
        };
        extraction.blocks().iter().enumerate().map(of).collect()
    }
}

#[pymethods]
impl Block {
    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        let Block { r#type: kind, text, .. } = slf.get();
        let text = text.into_pyobject(slf.py())?.repr()?;
        Ok(format!("Block(type='{kind}', text={text})"))
    }
}
