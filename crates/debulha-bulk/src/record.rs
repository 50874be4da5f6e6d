//! A page on its way through a run, with what its container says of it.

use serde::{Deserialize, Serialize};

/// Where a page comes from, as its container says.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PageOrigin {
    /// Names the page in its container: the id of a WARC record, the column `id`, or else the file and the place in it.
    pub id: String,
    /// Its address.
    pub url: Option<String>,
    /// When it was fetched, as the container writes it.
    pub date: Option<String>,
    /// The status of the HTTP answer.
    pub status: Option<u16>,
    /// The media type, in lower case and without parameters.
    pub mime: Option<String>,
    /// The encoding that the server states.
    pub charset: Option<String>,
    /// The WARC file.
    pub warc_file: Option<String>,
    /// The byte of that file at which the record begins.
    pub warc_offset: Option<u64>,
    /// The digest of the payload, as the container has it.
    pub digest: Option<String>,
}

/// A page to be extracted, or the result for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageRecord {
    /// Where it comes from.
    pub origin: PageOrigin,
    /// What there is to read.
    pub body: PageBody,
    /// What is wrong with it although it can be read: it was cut, or it breaks off.
    pub fault: Option<String>,
    /// What a probe filled a form in with to get it, written as the body of a form.
    pub query: Option<String>,
}

/// What there is of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PageBody {
    /// HTML, in the encoding that it has.
    Html(Vec<u8>),
    /// Text that somebody extracted already.
    Text(String),
    /// Nothing, and why.
    Error(String),
}

impl PageRecord {
    /// HTML of unknown origin.
    pub fn html(bytes: impl Into<Vec<u8>>) -> Self {
        PageRecord::new(PageOrigin::default(), PageBody::Html(bytes.into()))
    }

    /// A page without a fault and without a query.
    pub fn new(origin: PageOrigin, body: PageBody) -> Self {
        PageRecord { origin, body, fault: None, query: None }
    }

    /// The bytes of what there is to read.
    pub fn len(&self) -> usize {
        match &self.body {
            PageBody::Html(bytes) => bytes.len(),
            PageBody::Text(text) | PageBody::Error(text) => text.len(),
        }
    }

    /// Whether there is nothing to read.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
