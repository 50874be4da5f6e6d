//! A page as a caller has it.

use debulha_core::layout::LayoutRecord;
use debulha_core::query::QueryTerms;
use debulha_core::site::evidence::SiteEvidence;
use debulha_core::{Evidence, source};

/// A page, as text or bytes, and what is known of it.
///
/// Text and bytes are inputs by themselves; the rest is optional, and what is not given is not guessed:
///
/// ```
/// use debulha::{Input, Pipeline};
///
/// let page = b"<p>Centeio d\xe1 em terra fraca, e amadurece antes do trigo. <a href=/trigo>Trigo</a>";
/// let input = Input::from(page).charset("iso-8859-1").url("https://example.org/centeio");
/// let extraction = Pipeline::new("all_text")?.extract(input);
/// assert!(extraction.markdown().ends_with("[Trigo](https://example.org/trigo)"));
/// # Ok::<(), debulha::BuildError>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Input<'i> {
    content: InputContent<'i>,
    charset: Option<&'i str>,
    layout: Option<&'i LayoutRecord>,
    evidence: Evidence<'i>,
}

#[derive(Debug, Clone, Copy)]
enum InputContent<'i> {
    Text(&'i str),
    Bytes(&'i [u8]),
}

impl<'i> Input<'i> {
    fn new(content: InputContent<'i>) -> Self {
        Input { content, charset: None, layout: None, evidence: Evidence::default() }
    }

    /// The page's address: links and images become absolute, and links to the page's own site are distinguished from others.
    #[must_use]
    pub fn url(mut self, url: impl Into<Option<&'i str>>) -> Self {
        self.evidence.url = url.into();
        self
    }

    /// The encoding of the bytes as the transport states it, such as a `Content-Type` header. Of no account for text.
    #[must_use]
    pub fn charset(mut self, charset: impl Into<Option<&'i str>>) -> Self {
        self.charset = charset.into();
        self
    }

    /// Terms of the query that led to the page.
    #[must_use]
    pub fn query(mut self, query: impl Into<Option<&'i QueryTerms>>) -> Self {
        self.evidence.query = query.into();
        self
    }

    /// Where a browser put the page's elements.
    #[must_use]
    pub fn layout(mut self, record: impl Into<Option<&'i LayoutRecord>>) -> Self {
        self.layout = record.into();
        self
    }

    /// What other pages of the site say about the page's parts.
    #[must_use]
    pub fn site(mut self, site: impl Into<Option<&'i SiteEvidence>>) -> Self {
        self.evidence.site = site.into();
        self
    }

    pub(crate) fn evidence(&self) -> Evidence<'i> {
        self.evidence
    }

    pub(crate) fn load(&self, source: &source::PageSource) -> source::LoadedPage {
        let page = match self.content {
            InputContent::Text(html) => source.load_text(html),
            InputContent::Bytes(bytes) => source.load(bytes, self.charset),
        };
        match self.layout {
            Some(record) => page.with_layout(record),
            None => page,
        }
    }
}

impl<'i> From<&'i str> for Input<'i> {
    fn from(html: &'i str) -> Self {
        Input::new(InputContent::Text(html))
    }
}

impl<'i> From<&'i String> for Input<'i> {
    fn from(html: &'i String) -> Self {
        Input::from(html.as_str())
    }
}

impl<'i> From<&'i [u8]> for Input<'i> {
    fn from(bytes: &'i [u8]) -> Self {
        Input::new(InputContent::Bytes(bytes))
    }
}

impl<'i, const N: usize> From<&'i [u8; N]> for Input<'i> {
    fn from(bytes: &'i [u8; N]) -> Self {
        Input::from(&bytes[..])
    }
}

impl<'i> From<&'i Vec<u8>> for Input<'i> {
    fn from(bytes: &'i Vec<u8>) -> Self {
        Input::from(bytes.as_slice())
    }
}
