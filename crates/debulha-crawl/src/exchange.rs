//! One request and its answer.

use crate::error::FetchError;
use debulha_io::warc::http::Response;
use debulha_io::warc::{Time, WarcTruncation};
use std::net::IpAddr;
use url::Url;

/// What is known of a page from an earlier visit, so that it need not be sent again.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Conditions {
    /// The `ETag` then.
    pub etag: Option<String>,
    /// The `Last-Modified` then.
    pub last_modified: Option<String>,
}

impl Conditions {
    /// What an answer says for the next visit, if it says anything.
    pub fn of(response: &Response<'_>) -> Option<Conditions> {
        let field = |name| response.fields.get(name).map(str::to_owned);
        let conditions = Conditions { etag: field("ETag"), last_modified: field("Last-Modified") };
        (conditions != Conditions::default()).then_some(conditions)
    }
}

/// What is requested: an address, with what is sent along.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Request {
    /// The address.
    pub url: Url,
    /// What is sent along; the request is a POST then, and a GET otherwise.
    pub posted: Option<Posted>,
}

/// What a POST sends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Posted {
    /// Its media type.
    pub content_type: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

impl Request {
    /// A GET of an address.
    pub fn get(url: &Url) -> Request {
        Request { url: url.clone(), posted: None }
    }

    /// The request that a redirect asks for: 307 and 308 keep what is sent, the others make a GET of it (Fetch, HTTP-redirect
    /// fetch; RFC 9110, 15.4).
    #[must_use]
    pub(crate) fn redirected(&self, status: u16, target: Url) -> Request {
        let posted = if matches!(status, 307 | 308) { self.posted.clone() } else { None };
        Request { url: target, posted }
    }
}

/// A request and its answer, as they went over the connection.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exchange {
    /// The address requested.
    pub url: Url,
    /// Whether the request was a POST.
    pub is_post: bool,
    /// When the request was sent.
    pub date: Time,
    /// The address of the server, where there is but one that it can have been.
    pub address: Option<IpAddr>,
    /// The request.
    pub request: Vec<u8>,
    /// The answer, without interim ones. Its head is whole.
    pub answer: Vec<u8>,
    /// Why the answer is not all of it.
    pub truncated: Option<WarcTruncation>,
}

impl Exchange {
    /// The answer, read.
    ///
    /// # Errors
    /// None for an exchange that a [`Fetcher`](crate::Fetcher) made.
    pub fn response(&self) -> Result<Response<'_>, FetchError> {
        Ok(Response::parse(&self.answer)?)
    }

    /// Where a redirect leads.
    pub fn redirect(&self) -> Option<Url> {
        redirect_of(&self.url, &self.response().ok()?)
    }
}

/// Where a redirect from an address leads; a fragment is inherited by nobody here.
pub(crate) fn redirect_of(url: &Url, response: &Response<'_>) -> Option<Url> {
    if !matches!(response.status, 301 | 302 | 303 | 307 | 308) {
        return None;
    }
    // Fields are read as ISO 8859-1, and addresses in them are mostly UTF-8.
    let location = response.fields.get("Location")?;
    let bytes: Option<Vec<u8>> = location.chars().map(|c| u8::try_from(u32::from(c)).ok()).collect();
    let utf8 = bytes.and_then(|bytes| String::from_utf8(bytes).ok());
    let mut target = url.join(utf8.as_deref().unwrap_or(location)).ok()?;
    target.set_fragment(None);
    Some(target)
}
