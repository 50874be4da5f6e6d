//! From the bytes of a page to the page: decoded, parsed, with the text of its scripts.

use crate::features::payloads::{PayloadOptions, with_payload_nodes};
use crate::layout::{Fitted, LayoutRecord};
use crate::page::{Evidence, Page, PageOptions};
use crate::warning::Warning;
use debulha_dom::decode::{ByteMap, decode};
use debulha_dom::{Document, Limits, Truncated, Unclosed, parse, parse_repaired};
use std::ops::Range;

/// How pages are read and looked at. The one way by which all faces make a page.
///
/// ```
/// use debulha_core::Evidence;
/// use debulha_core::source::PageSource;
///
/// let bytes = b"<meta charset=iso-8859-1><p>Centeio d\xe1 em terra fraca.";
/// let loaded = PageSource::default().load(bytes, None);
/// let page = loaded.page(Evidence::of_url(Some("https://example.org/")));
/// assert_eq!(page.document().text_content(page.body()), "Centeio dá em terra fraca.");
/// ```
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PageSource {
    /// Limits on a page.
    pub limits: Limits,
    /// Which text of scripts and attributes becomes part of it.
    pub payloads: PayloadOptions,
    /// How it is looked at. Its work is bounded by [`Limits::max_work`] of `limits`.
    pub options: PageOptions,
    /// Whether what is never closed swallows the rest of the page, as the HTML standard says, and is not closed before the next tag
    /// ([`parse_repaired`]).
    pub standard_tree: bool,
}

impl PageSource {
    /// Reads a page from bytes; `charset` is what the transport said, such as a `Content-Type` header. O(bytes).
    pub fn load(&self, bytes: &[u8], charset: Option<&str>) -> LoadedPage {
        let decoded = decode(bytes, charset);
        let replaced = decoded.had_errors.then_some(decoded.encoding);
        let byte_map = Some(ByteMap::new(bytes, &decoded));
        LoadedPage { byte_map, replaced, ..self.load_text(&decoded.text) }
    }

    /// Reads a page from text. O(bytes).
    pub fn load_text(&self, html: &str) -> LoadedPage {
        let parse = if self.standard_tree { parse } else { parse_repaired };
        let parsed = parse(html, &self.limits);
        LoadedPage {
            document: with_payload_nodes(parsed.document, &self.payloads),
            byte_map: None,
            truncations: parsed.truncations,
            repairs: parsed.repairs,
            replaced: None,
            fitted: None,
            options: PageOptions { max_work: self.limits.max_work, ..self.options.clone() },
        }
    }
}

/// A page that was read, without anything that is known of it beside its text but the layout.
#[derive(Debug)]
pub struct LoadedPage {
    /// The tree.
    pub document: Document,
    /// From the page's text, where [`Document::source_range`] counts, to its bytes; `None` where it came as text.
    pub byte_map: Option<ByteMap>,
    /// What the limits cut.
    pub truncations: Vec<Truncated>,
    /// What the page never closes and was closed.
    repairs: Vec<Unclosed>,
    /// The encoding, where bytes were replaced that are none of it.
    replaced: Option<&'static str>,
    fitted: Option<Fitted>,
    options: PageOptions,
}

impl LoadedPage {
    /// The same page with where a browser put its elements.
    #[must_use]
    pub fn with_layout(mut self, record: &LayoutRecord) -> Self {
        self.fitted = Some(record.fit(&self.document));
        self
    }

    /// The page. Where it was loaded with a layout, that is part of the evidence.
    pub fn page<'p>(&'p self, evidence: Evidence<'p>) -> Page<'p> {
        let layout = evidence.layout.or(self.fitted.as_ref().map(|fitted| &fitted.layout));
        Page::with(&self.document, Evidence { layout, ..evidence }, self.options.clone())
    }

    /// Bytes of the page as it was given, of a range of its text.
    pub fn bytes_of(&self, text: Range<usize>) -> Range<usize> {
        match &self.byte_map {
            Some(map) => map.bytes_of(text),
            None => text,
        }
    }

    /// What was cut, closed, replaced, or does not fit.
    pub fn warnings(&self) -> Vec<Warning> {
        let cut = self.truncations.iter().copied().map(Warning::from);
        let replaced = self.replaced.map(|encoding| Warning::Replaced { encoding });
        let misfit = self.fitted.as_ref().and_then(Fitted::misfit).map(Warning::from);
        let repaired = self.repairs.iter().copied().map(Warning::Repaired);
        cut.chain(repaired).chain(replaced).chain(misfit).collect()
    }
}
