//! Lines of a body, while it comes.

use crate::app::{App, Room};
use crate::problem::Problem;
use crate::receive::{broken_off, too_large, too_slow};
use axum::body::{BodyDataStream, Bytes};
use futures_util::StreamExt;
use std::mem;
use tokio::time::timeout;

/// A line without its end.
pub(crate) struct BodyLine {
    pub(crate) bytes: Vec<u8>,
    pub(crate) room: Room,
}

/// Splits a body into lines. Holds the line that comes and no other.
pub(crate) struct BodyLines {
    pieces: BodyDataStream,
    /// What was received and is not in a line yet.
    rest: Bytes,
    line: Vec<u8>,
    room: Room,
    /// Why the line that comes is left out.
    left_out: Option<Problem>,
    is_over: bool,
    /// Memory of a body that was read completely.
    _held: Room,
    app: App,
}

impl BodyLines {
    /// Splits a body; `held` is the memory that it already uses.
    pub(crate) fn new(pieces: BodyDataStream, held: Room, app: App) -> Self {
        let (rest, line, room) = (Bytes::new(), Vec::new(), app.room());
        BodyLines { pieces, rest, line, room, left_out: None, is_over: false, _held: held, app }
    }

    /// The next line that is not blank.
    ///
    /// # Errors
    /// 413 and 503 for a line that is too long; 408 and 400 where the body comes too slowly or breaks off, which is the end.
    pub(crate) async fn next(&mut self) -> Option<Result<BodyLine, Problem>> {
        loop {
            if let Some(end) = self.rest.iter().position(|byte| *byte == b'\n') {
                let piece = self.rest.split_to(end + 1);
                self.add(&piece[..end]);
                if let Some(line) = self.take() {
                    return Some(line);
                }
                continue;
            }
            let piece = mem::take(&mut self.rest);
            self.add(&piece);
            if self.is_over {
                return self.take();
            }
            match timeout(self.app.read_timeout(), self.pieces.next()).await {
                Ok(Some(Ok(piece))) => self.rest = piece,
                Ok(None) => self.is_over = true,
                Ok(Some(Err(error))) => return Some(Err(self.broken(broken_off(&error)))),
                Err(_) => return Some(Err(self.broken(too_slow()))),
            }
        }
    }

    /// Adds to the line that comes.
    fn add(&mut self, piece: &[u8]) {
        if self.left_out.is_some() || piece.is_empty() {
            return;
        }
        let (len, limit) = (self.line.len() + piece.len(), self.app.max_bytes());
        let fits = if len > limit { Err(too_large(limit)) } else { self.room.grow_to(len) };
        match fits {
            Ok(()) => self.line.extend_from_slice(piece),
            Err(problem) => {
                self.left_out = Some(problem);
                self.line = Vec::new();
                self.room = self.app.room();
            }
        }
    }

    /// The line, and the begin of another; `None` where it is blank.
    fn take(&mut self) -> Option<Result<BodyLine, Problem>> {
        let bytes = mem::take(&mut self.line);
        let room = mem::replace(&mut self.room, self.app.room());
        match self.left_out.take() {
            Some(problem) => Some(Err(problem)),
            None if bytes.trim_ascii().is_empty() => None,
            None => Some(Ok(BodyLine { bytes, room })),
        }
    }

    /// The end before the end.
    fn broken(&mut self, problem: Problem) -> Problem {
        self.is_over = true;
        self.line = Vec::new();
        self.left_out = None;
        problem
    }
}
