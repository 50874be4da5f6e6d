//! A line for each request on standard error. It never has text of a page, nor an address.

use crate::options::RequestLog;
use serde::Serialize;
use std::io::{Write, stderr};
use std::sync::mpsc::{SyncSender, TrySendError, sync_channel};
use std::thread;

/// Lines that wait to be written at most; further ones are left out, so that nobody waits for a slow reader of the log.
const WAITING_LINES: usize = 4096;

/// What is logged of a request.
#[derive(Debug, Serialize)]
pub(crate) struct LogLine<'a> {
    /// When it was answered, as in RFC 3339.
    pub(crate) time: String,
    pub(crate) method: &'a str,
    /// The template, not the path.
    pub(crate) route: &'a str,
    pub(crate) status: u16,
    pub(crate) ms: f64,
    pub(crate) bytes_in: u64,
    pub(crate) bytes_out: u64,
}

/// Writes lines, on a thread of its own.
#[derive(Debug)]
pub(crate) struct Logger(Option<SyncSender<String>>);

impl Logger {
    pub(crate) fn new(log: RequestLog) -> Self {
        match log {
            RequestLog::Off => Logger(None),
            RequestLog::Json => {
                let (lines, waiting) = sync_channel::<String>(WAITING_LINES);
                thread::spawn(move || {
                    for line in waiting {
                        // Nobody reads it: there is nothing to be done about that here.
                        let _ = stderr().lock().write_all(line.as_bytes());
                    }
                });
                Logger(Some(lines))
            }
        }
    }

    pub(crate) fn is_on(&self) -> bool {
        self.0.is_some()
    }

    pub(crate) fn write(&self, line: &LogLine<'_>) {
        if let (Some(lines), Ok(mut text)) = (&self.0, serde_json::to_string(line)) {
            text.push('\n');
            match lines.try_send(text) {
                Ok(()) | Err(TrySendError::Full(_) | TrySendError::Disconnected(_)) => {}
            }
        }
    }
}
