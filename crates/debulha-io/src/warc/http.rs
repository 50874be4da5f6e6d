//! HTTP messages as archives keep them: from the bytes of an exchange to the bytes of a page.

use crate::sniff::{InputKind, sniff};
use debulha_dom::body::{self, BodyError, ContentEncoding, UnknownEncoding};
use std::borrow::Cow;
use thiserror::Error;

/// Bytes of the head of a message at most.
const MAX_HEAD: usize = 256 << 10;

/// Fields of a message at most.
const MAX_FIELDS: usize = 1000;

/// Encodings of a body one over the other at most.
const MAX_ENCODINGS: usize = 4;

/// Why a message cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum HttpError {
    /// The bytes do not begin as an answer of HTTP/1 does.
    #[error("not an HTTP response")]
    NotAResponse,
    /// The empty line after the fields is missing, or too far away.
    #[error("the response header is truncated")]
    NoEnd,
    /// A body in an encoding that nobody knows here.
    #[error(transparent)]
    Encoding(#[from] UnknownEncoding),
    /// A body in more encodings than are undone.
    #[error("the body has {0} content encodings; the limit is {MAX_ENCODINGS}")]
    Encodings(usize),
    /// A body of which nothing can be decoded.
    #[error(transparent)]
    Body(#[from] BodyError),
}

/// The fields of a message, in order.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct HttpFields(pub Vec<(String, String)>);

impl HttpFields {
    /// A field by its name, in any case; the first of several.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }

    /// All fields of a name.
    pub fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        self.0
            .iter()
            .filter(move |(known, _)| known.eq_ignore_ascii_case(name))
            .map(|(_, value)| value.as_str())
    }

    /// The members of a field that is a list, in lower case.
    fn list(&self, name: &str) -> Vec<String> {
        let members = self.all(name).flat_map(|value| value.split(','));
        members.map(|member| member.trim().to_ascii_lowercase()).filter(|member| !member.is_empty()).collect()
    }
}

/// The answer of a server. Interim ones (1xx) that come before it are passed over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Response<'a> {
    /// The status code.
    pub status: u16,
    /// The fields.
    pub fields: HttpFields,
    /// The message without interim ones.
    pub message: &'a [u8],
    /// What follows the fields, as it was sent.
    pub raw_body: &'a [u8],
}

/// A body as it was meant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MessageBody<'a> {
    /// Its bytes, without the encodings for the way and for the content.
    pub bytes: Cow<'a, [u8]>,
    /// Why they are not all, if they are not.
    pub fault: Option<BodyFault>,
}

/// Why a body was read in part.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum BodyFault {
    /// It is longer than the limit.
    #[error("cut at {0} bytes")]
    Limit(usize),
    /// It breaks off, or is damaged from some place on.
    #[error("damaged, read in part: {0}")]
    Damaged(String),
}

impl<'a> Response<'a> {
    /// Reads the head of a message. O(bytes of the head).
    ///
    /// # Errors
    /// What is no answer of HTTP/1, or has no end of its head.
    pub fn parse(message: &'a [u8]) -> Result<Self, HttpError> {
        let mut message = message;
        loop {
            let (status, fields, end) = parse_head(message)?;
            if !(100..200).contains(&status) || status == 101 {
                return Ok(Response { status, fields, message, raw_body: &message[end..] });
            }
            message = &message[end..];
        }
    }

    /// The media type, without parameters, in lower case; empty where none is given. Of several it is the last one, as in the
    /// [Fetch Standard](https://fetch.spec.whatwg.org/#concept-header-extract-mime-type).
    pub fn media_type(&self) -> String {
        content_type(self.fields.all("Content-Type")).0
    }

    /// Whether it is a page by its media type. One without a type may be one.
    pub fn is_html(&self) -> bool {
        matches!(self.media_type().as_str(), "" | "text/html" | "application/xhtml+xml")
    }

    /// The encoding of the text that the server states.
    pub fn charset(&self) -> Option<String> {
        content_type(self.fields.all("Content-Type")).1
    }

    /// The length of the body as it was sent, where the server states one.
    pub fn content_length(&self) -> Option<u64> {
        self.fields.get("Content-Length")?.trim().parse().ok()
    }

    /// The body, at most `limit` bytes of it. O(bytes sent + bytes returned).
    ///
    /// Archives keep fields of encodings that they have undone: a body that is not chunked, or not compressed, whatever the
    /// fields say, is taken as it is. So is text with an unknown encoding, such as `UTF-8`.
    ///
    /// # Errors
    /// An unknown encoding of a body that is not text, or a body of which nothing can be decoded.
    pub fn body(&self, limit: usize) -> Result<MessageBody<'a>, HttpError> {
        let mut fault = None;
        let mut bytes = Cow::Borrowed(self.raw_body);
        let transfer = self.fields.list("Transfer-Encoding");
        let is_chunked = transfer.iter().any(|coding| coding == "chunked");
        if is_chunked && let Some((joined, is_whole)) = unchunk(self.raw_body) {
            bytes = Cow::Owned(joined);
            fault = (!is_whole).then(|| BodyFault::Damaged("the last chunk is missing".to_owned()));
        }
        if !is_chunked && let Some(len) = self.content_length().filter(|len| *len > bytes.len() as u64) {
            fault = Some(BodyFault::Damaged(format!("{} bytes of {len}", bytes.len())));
        }
        let is_compression = |coding: &String| coding != "chunked";
        let codings = self.fields.list("Content-Encoding").into_iter();
        let codings: Vec<String> = codings.chain(transfer).filter(is_compression).collect();
        if codings.len() > MAX_ENCODINGS {
            return Err(HttpError::Encodings(codings.len()));
        }
        for coding in codings.iter().rev() {
            let known = match coding.parse() {
                Err(_) if is_text(&bytes) => continue,
                known => known?,
            };
            let (decoded, reason) = decoded(&bytes, known, limit)?;
            if let Some(decoded) = decoded {
                bytes = Cow::Owned(decoded);
            }
            fault = reason.or(fault);
        }
        if bytes.len() > limit {
            fault = Some(BodyFault::Limit(limit));
            match &mut bytes {
                Cow::Borrowed(bytes) => *bytes = &bytes[..limit],
                Cow::Owned(bytes) => bytes.truncate(limit),
            }
        }
        Ok(MessageBody { bytes, fault })
    }
}

/// What an encoding hides; `None` where the body is not in it.
fn decoded(
    bytes: &[u8],
    coding: ContentEncoding,
    limit: usize,
) -> Result<(Option<Vec<u8>>, Option<BodyFault>), HttpError> {
    let has_mark = matches!(coding, ContentEncoding::Gzip | ContentEncoding::Zstd);
    if coding == ContentEncoding::Identity || has_mark && ContentEncoding::sniff(bytes) != coding {
        return Ok((None, None));
    }
    match body::decompress_as(bytes, coding, limit) {
        Ok(body) => {
            let fault = body.truncated.map(|truncation| match truncation {
                body::Truncation::Limit => BodyFault::Limit(limit),
                body::Truncation::CorruptTail(reason) => BodyFault::Damaged(reason),
            });
            Ok((Some(body.bytes.into_owned()), fault))
        }
        // These two have no mark to know them by.
        Err(_) if !has_mark && is_text(bytes) => Ok((None, None)),
        Err(error) => Err(error.into()),
    }
}

fn is_text(bytes: &[u8]) -> bool {
    !matches!(sniff(bytes), InputKind::Archive | InputKind::Binary)
}

/// Status, fields, and where the head ends.
fn parse_head(message: &[u8]) -> Result<(u16, HttpFields, usize), HttpError> {
    let mut fields: Vec<(String, String)> = Vec::new();
    let mut status = None;
    let mut at = 0;
    while let Some(len) =
        message[at..].iter().take(MAX_HEAD - at.min(MAX_HEAD)).position(|&byte| byte == b'\n')
    {
        let line = &message[at..at + len];
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        at += len + 1;
        let Some(status) = status else {
            status = Some(status_of(line).ok_or(HttpError::NotAResponse)?);
            continue;
        };
        if line.is_empty() {
            return Ok((status, HttpFields(fields), at));
        }
        // Fields are bytes; those beyond ASCII are read as ISO 8859-1 (RFC 9110, 5.5).
        let line: String = line.iter().copied().map(char::from).collect();
        if line.starts_with([' ', '\t']) {
            if let Some((_, value)) = fields.last_mut() {
                value.push(' ');
                value.push_str(line.trim());
            }
        } else if let Some((name, value)) = line.split_once(':').filter(|_| fields.len() < MAX_FIELDS) {
            fields.push((name.trim().to_owned(), value.trim().to_owned()));
        }
    }
    // A head without fields and without a body may lack its empty line in archives.
    Err(if status.is_none() && status_of(message).is_none() {
        HttpError::NotAResponse
    } else {
        HttpError::NoEnd
    })
}

/// The status of `HTTP/1.1 200 OK`, and of the HTTP/2 lines that some archives write in its place.
fn status_of(line: &[u8]) -> Option<u16> {
    let rest = line.strip_prefix(b"HTTP/")?;
    let mut words = rest.split(|&byte| byte == b' ').filter(|word| !word.is_empty());
    let status = words.nth(1)?;
    std::str::from_utf8(status).ok()?.parse().ok().filter(|status| (100..1000).contains(status))
}

/// The media type of some values of `Content-Type`, of which each may be a list, and its charset. A later type of the same name
/// keeps the charset of the earlier one.
pub(super) fn content_type<'v>(values: impl Iterator<Item = &'v str>) -> (String, Option<String>) {
    let mut found = (String::new(), None);
    for value in values.flat_map(|value| value.split(',')) {
        let name = value.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
        // A comma within a quoted parameter leaves a rest that is no type.
        if (found.0.is_empty() || name.contains('/')) && name != "*/*" {
            let charset = charset_of(value).or(found.1.filter(|_| found.0 == name));
            found = (name, charset);
        }
    }
    found
}

/// The parameter `charset` of a media type.
pub fn charset_of(content_type: &str) -> Option<String> {
    content_type.split(';').skip(1).find_map(|parameter| {
        let (name, value) = parameter.split_once('=')?;
        let value = value.trim().trim_matches(['"', '\'']).trim();
        (name.trim().eq_ignore_ascii_case("charset") && !value.is_empty()).then(|| value.to_ascii_lowercase())
    })
}

/// The chunks of a body joined, and whether the last one was there; `None` where it has no chunks.
fn unchunk(body: &[u8]) -> Option<(Vec<u8>, bool)> {
    let mut joined = Vec::new();
    let mut rest = body;
    loop {
        let Some((len, after)) = chunk_len(rest) else {
            // Not even one: the body was joined before it was kept.
            return (rest.len() < body.len() || body.is_empty()).then_some((joined, false));
        };
        if len == 0 {
            return Some((joined, true));
        }
        let there = &after[..len.min(after.len())];
        joined.extend_from_slice(there);
        if there.len() < len {
            return Some((joined, false));
        }
        rest = &after[len..];
        rest = rest.strip_prefix(b"\r\n").or(rest.strip_prefix(b"\n")).unwrap_or(rest);
    }
}

/// The length of a chunk, and what follows its line.
fn chunk_len(bytes: &[u8]) -> Option<(usize, &[u8])> {
    let end = bytes.iter().take(1024).position(|&byte| byte == b'\n')?;
    let line = bytes[..end].split(|&byte| byte == b';').next()?.trim_ascii();
    let digits = std::str::from_utf8(line).ok().filter(|text| text.bytes().all(|b| b.is_ascii_hexdigit()))?;
    Some((usize::from_str_radix(digits, 16).ok()?, &bytes[end + 1..]))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use std::io::Write;

    fn gzip(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    }

    fn body(message: &[u8], limit: usize) -> (Vec<u8>, Option<BodyFault>) {
        let body = Response::parse(message).unwrap().body(limit).unwrap();
        (body.bytes.into_owned(), body.fault)
    }

    #[test]
    fn heads_are_read_with_interim_answers_and_folded_lines() {
        let message = b"HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 404 Not Found\nContent-type: text/HTML;\n  charset=\"ISO-8859-2\"\nX: 1\nx: 2\n\n<p>";
        let response = Response::parse(message).unwrap();
        assert_eq!((response.status, response.media_type().as_str()), (404, "text/html"));
        assert_eq!(response.charset().as_deref(), Some("iso-8859-2"));
        assert_eq!(response.fields.all("X").collect::<Vec<_>>(), ["1", "2"]);
        assert!(response.message.starts_with(b"HTTP/1.1 404") && response.raw_body == b"<p>");
        assert_eq!(Response::parse(b"<html>"), Err(HttpError::NotAResponse));
        assert_eq!(Response::parse(b"HTTP/1.1 200 OK\r\nA: b\r\n"), Err(HttpError::NoEnd));
    }

    #[test]
    fn encodings_are_undone_in_order() {
        let packed = gzip(b"rye and oats");
        let mut message =
            b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Encoding: gzip\r\n\r\n".to_vec();
        for chunk in packed.chunks(7) {
            message.extend_from_slice(format!("{:x};x=y\r\n", chunk.len()).as_bytes());
            message.extend_from_slice(chunk);
            message.extend_from_slice(b"\r\n");
        }
        let cut = message.len();
        message.extend_from_slice(b"0\r\n\r\n");
        assert_eq!(body(&message, 100), (b"rye and oats".to_vec(), None));
        assert_eq!(body(&message, 3), (b"rye".to_vec(), Some(BodyFault::Limit(3))));
        assert!(
            matches!(body(&message[..cut], 100), (bytes, Some(BodyFault::Damaged(_))) if bytes == b"rye and oats")
        );
    }

    #[test]
    fn encodings_that_an_archive_has_undone_are_no_damage() {
        for fields in ["Transfer-Encoding: chunked", "Content-Encoding: gzip", "Content-Encoding: br"] {
            let message = format!("HTTP/1.1 200 OK\r\n{fields}\r\n\r\n<p>rye");
            assert_eq!(body(message.as_bytes(), 100), (b"<p>rye".to_vec(), None), "{fields}");
        }
    }

    #[test]
    fn names_that_are_no_encodings_are_passed_over_before_text() {
        for name in ["none", "UTF-8", "utf-8, gzip", "text/html"] {
            let message = format!("HTTP/1.1 200 OK\r\nContent-Encoding: {name}\r\n\r\n<p>rye");
            assert_eq!(body(message.as_bytes(), 100), (b"<p>rye".to_vec(), None), "{name}");
        }
        let message = b"HTTP/1.1 200 OK\r\nContent-Encoding: sdch\r\n\r\n\x01\x02\0\x05";
        assert!(matches!(Response::parse(message).unwrap().body(9), Err(HttpError::Encoding(_))));
    }

    #[test]
    fn encodings_for_the_way_are_undone_too() {
        let packed = gzip(b"<p>rye");
        let head =
            |coding: &str| format!("HTTP/1.1 200 OK\r\nTransfer-Encoding: {coding}\r\n\r\n").into_bytes();
        let chunk = format!("{:x}\r\n", packed.len()).into_bytes();
        let chunked = [&head("gzip, chunked")[..], &chunk, &packed, b"\r\n0\r\n\r\n"].concat();
        assert_eq!(body(&chunked, 100), (b"<p>rye".to_vec(), None));
        assert_eq!(body(&[head("gzip"), packed].concat(), 100), (b"<p>rye".to_vec(), None));
        // The archive has undone both.
        assert_eq!(
            body(&[head("gzip, chunked"), b"<p>rye".to_vec()].concat(), 100),
            (b"<p>rye".to_vec(), None)
        );
    }

    #[test]
    fn a_type_that_is_given_twice_is_one() {
        for (lines, media_type, charset) in [
            ("text/html, text/html; charset=UTF-8", "text/html", Some("utf-8")),
            ("text/html; charset=utf-8, text/html", "text/html", Some("utf-8")),
            ("text/html\r\nContent-Type: text/html; charset=latin1", "text/html", Some("latin1")),
            ("text/plain; charset=utf-8\r\nContent-Type: text/html", "text/html", None),
            ("text/html; x=\"a,b\"; charset=utf-8", "text/html", None),
            ("html", "html", None),
        ] {
            let message = format!("HTTP/1.1 200 OK\r\nContent-Type: {lines}\r\n\r\n");
            let response = Response::parse(message.as_bytes()).unwrap();
            assert_eq!(
                (response.media_type().as_str(), response.charset().as_deref()),
                (media_type, charset)
            );
        }
    }

    #[test]
    fn lengths_that_lie_are_reported() {
        let message = b"HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n<p>rye";
        assert_eq!(
            body(message, 100),
            (b"<p>rye".to_vec(), Some(BodyFault::Damaged("6 bytes of 99".to_owned())))
        );
        let message = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffff\r\nab";
        assert!(matches!(body(message, 100), (bytes, Some(_)) if bytes == b"ab"));
    }

    #[test]
    fn a_small_body_cannot_become_a_large_one() {
        let bomb = gzip(&gzip(&vec![0; 10 << 20]));
        let mut message = b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip, gzip\r\n\r\n".to_vec();
        message.extend_from_slice(&bomb);
        let (bytes, fault) = body(&message, 1 << 20);
        assert_eq!((bytes.len(), fault), (1 << 20, Some(BodyFault::Limit(1 << 20))));
        let message = b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip, gzip, gzip, gzip, gzip\r\n\r\nx";
        assert_eq!(Response::parse(message).unwrap().body(1), Err(HttpError::Encodings(5)));
    }
}
