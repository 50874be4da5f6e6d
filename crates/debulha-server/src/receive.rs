//! Bodies of requests: read within limits of length and time, and freed of their encodings.

use crate::app::{App, Room};
use crate::options::MIN_RATE;
use crate::problem::Problem;
use axum::body::{Body, BodyDataStream};
use axum::http::{HeaderMap, header};
use debulha_dom::body::{ContentEncoding, Truncation, decompress, decompress_as};
use debulha_io::warc::http::charset_of;
use futures_util::StreamExt;
use std::borrow::Cow;
use std::time::Duration;
use tokio::time::{Instant, timeout, timeout_at};

/// Encodings that one body may have.
const MAX_ENCODINGS: usize = 3;

/// How long the rest of a body that is refused is read and dropped. A client that is cut off while it sends does not read why.
const DRAIN_TIME: Duration = Duration::from_secs(2);

/// A body as it was sent.
#[derive(Debug)]
pub(crate) struct Received {
    bytes: Vec<u8>,
    /// The last is to be undone first.
    encodings: Vec<ContentEncoding>,
    /// The media type in lower case, without parameters; empty where there is none.
    pub(crate) media: String,
    /// The charset that the media type states.
    pub(crate) charset: Option<String>,
    limit: usize,
    pub(crate) room: Room,
}

impl App {
    /// Reads a body to its end.
    ///
    /// # Errors
    /// 408 where it comes too slowly, 413 where it is too long, 415 for an unknown encoding, 503 where there is no room for it; 400
    /// where it breaks off.
    pub(crate) async fn receive(&self, headers: &HeaderMap, body: Body) -> Result<Received, Problem> {
        let field = |name| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
        let content_type = field(header::CONTENT_TYPE);
        let encodings = encodings(headers)?;
        let limit = self.max_bytes();
        let mut pieces = body.into_data_stream();
        let mut room = self.room();
        match read(&mut pieces, limit, self.read_timeout(), &mut room).await {
            Ok(bytes) => Ok(Received {
                bytes,
                encodings,
                media: content_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase(),
                charset: charset_of(content_type),
                limit,
                room,
            }),
            Err(problem) => {
                drain(&mut pieces, limit).await;
                Err(problem)
            }
        }
    }
}

/// The encodings of a body, in the order in which they were applied.
///
/// # Errors
/// 415 for one that is unknown, or too many.
pub(crate) fn encodings(headers: &HeaderMap) -> Result<Vec<ContentEncoding>, Problem> {
    let wrong = |detail: String| Problem::new(415, "content-encoding", detail);
    let mut encodings = Vec::new();
    for field in headers.get_all(header::CONTENT_ENCODING) {
        let field = field.to_str().map_err(|error| wrong(error.to_string()))?;
        for token in field.split(',') {
            let encoding = token.parse().map_err(|_| {
                wrong("the encodings of bodies are gzip, br, zstd, deflate and identity".to_owned())
            })?;
            if encoding != ContentEncoding::Identity {
                encodings.push(encoding);
            }
        }
    }
    if encodings.len() > MAX_ENCODINGS {
        return Err(wrong(format!("more than {MAX_ENCODINGS} encodings of one body")));
    }
    Ok(encodings)
}

async fn read(
    pieces: &mut BodyDataStream,
    limit: usize,
    patience: Duration,
    room: &mut Room,
) -> Result<Vec<u8>, Problem> {
    let mut bytes = Vec::new();
    let began = Instant::now();
    loop {
        let earned = Duration::from_millis((bytes.len() as u64).saturating_mul(1000) / MIN_RATE as u64);
        match timeout_at(began + patience + earned, pieces.next()).await {
            Err(_) => return Err(too_slow()),
            Ok(None) => return Ok(bytes),
            Ok(Some(Err(error))) => return Err(broken_off(&error)),
            Ok(Some(Ok(piece))) => {
                if piece.len() > limit - bytes.len() {
                    return Err(too_large(limit));
                }
                room.grow_to(bytes.len() + piece.len())?;
                bytes.extend_from_slice(&piece);
            }
        }
    }
}

/// Reads on without keeping anything, for a while.
pub(crate) async fn drain(pieces: &mut BodyDataStream, limit: usize) {
    let all = async {
        let mut left = limit;
        while let Some(Ok(piece)) = pieces.next().await {
            match left.checked_sub(piece.len()) {
                Some(rest) => left = rest,
                None => break,
            }
        }
    };
    // What comes later is not waited for.
    let _ = timeout(DRAIN_TIME, all).await;
}

impl Received {
    /// Whether undoing its encodings is no work.
    pub(crate) fn is_plain(&self) -> bool {
        self.encodings.is_empty() && ContentEncoding::sniff(&self.bytes) == ContentEncoding::Identity
    }

    /// Whether it is JSON by its media type.
    pub(crate) fn is_json(&self) -> bool {
        self.media == "application/json"
    }

    /// The bytes without their encodings. A page that is compressed without saying so is taken as files are.
    ///
    /// # Errors
    /// 400 for damage, 413 where there is more than the limit, 503 where there is no room.
    pub(crate) fn into_plain(self) -> Result<(Vec<u8>, Room), Problem> {
        let Received { mut bytes, encodings, limit, mut room, .. } = self;
        let wrong = |detail| Problem::bad_request("content-encoding", detail);
        for encoding in encodings.into_iter().rev().map(Some).chain([None]) {
            let body = match encoding {
                Some(encoding) => decompress_as(&bytes, encoding, limit),
                None => decompress(&bytes, limit),
            };
            let body = body.map_err(|error| wrong(error.to_string()))?;
            match body.truncated {
                None => {}
                Some(Truncation::Limit) => return Err(too_large(limit)),
                Some(Truncation::CorruptTail(reason)) => return Err(wrong(reason)),
            }
            if let Cow::Owned(plain) = body.bytes {
                room.grow_to(plain.len())?;
                bytes = plain;
            }
        }
        Ok((bytes, room))
    }
}

pub(crate) fn too_large(limit: usize) -> Problem {
    Problem::new(413, "too-large", format!("a page has {limit} bytes at most here (--max-bytes)"))
}

pub(crate) fn too_slow() -> Problem {
    Problem::new(408, "too-slow", "the body came too slowly")
}

pub(crate) fn broken_off(error: &axum::Error) -> Problem {
    Problem::bad_request("broken-off", error.to_string())
}
