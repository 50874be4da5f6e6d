//! Messages to and from the browser: JSON objects, each ended by a NUL byte, on two pipes.

use crate::RenderError;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::io::{BufRead, BufReader, Read, Write};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::thread;
use std::time::Instant;

/// Bytes of one message that are read at most: the snapshot of a page of 200,000 nodes has some 60 MB.
const MAX_MESSAGE: usize = 256 << 20;

/// Messages that wait to be read at most; then the browser has to wait.
const MAX_WAITING: usize = 64;

/// What the browser sends: the answer to a command, with its number, or an event, with a name.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Message {
    pub(crate) id: Option<u64>,
    pub(crate) method: Option<String>,
    pub(crate) session_id: Option<String>,
    pub(crate) params: Option<Box<RawValue>>,
    pub(crate) result: Option<Box<RawValue>>,
    pub(crate) error: Option<Reported>,
}

/// Why a command was refused.
#[derive(Debug, Deserialize)]
pub(crate) struct Reported {
    pub(crate) message: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ProtocolCommand<'a, P> {
    id: u64,
    method: &'a str,
    params: P,
    #[serde(skip_serializing_if = "Option::is_none")]
    session_id: Option<&'a str>,
}

/// Both pipes, each with a thread of its own, so that neither a full pipe nor a silent browser holds up the caller.
///
/// Dropping it closes the pipe to the browser, which then ends. The threads end when the browser has ended.
#[derive(Debug)]
pub(crate) struct Connection {
    outgoing: Sender<Vec<u8>>,
    incoming: Receiver<Result<Vec<u8>, RenderError>>,
    last_id: u64,
}

impl Connection {
    /// Takes the pipe that the browser reads and the one that it writes.
    pub(crate) fn new(to: impl Write + Send + 'static, from: impl Read + Send + 'static) -> Self {
        let (outgoing, to_write) = mpsc::channel();
        let (read, incoming) = mpsc::sync_channel(MAX_WAITING);
        thread::spawn(move || write_all(to, &to_write));
        thread::spawn(move || read_all(from, &read));
        Connection { outgoing, incoming, last_id: 0 }
    }

    /// Sends a command, and gives its number. The answer comes with [`Self::receive`].
    ///
    /// # Errors
    /// [`RenderError::Gone`].
    pub(crate) fn send(
        &mut self,
        session: Option<&str>,
        method: &str,
        params: impl Serialize,
    ) -> Result<u64, RenderError> {
        self.last_id += 1;
        let command = ProtocolCommand { id: self.last_id, method, params, session_id: session };
        let mut bytes = serde_json::to_vec(&command)?;
        bytes.push(0);
        self.outgoing.send(bytes).map_err(|_| RenderError::Gone)?;
        Ok(self.last_id)
    }

    /// The next message; `None` where none has come until then.
    ///
    /// # Errors
    /// [`RenderError::Gone`] when the browser has closed its pipe; a message that is none.
    pub(crate) fn receive(&self, until: Instant) -> Result<Option<Message>, RenderError> {
        match self.incoming.recv_timeout(until.saturating_duration_since(Instant::now())) {
            Ok(message) => Ok(Some(serde_json::from_slice(&message?)?)),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(RenderError::Gone),
        }
    }
}

fn write_all(mut to: impl Write, messages: &Receiver<Vec<u8>>) {
    for message in messages {
        if to.write_all(&message).and_then(|()| to.flush()).is_err() {
            return;
        }
    }
}

fn read_all(from: impl Read, read: &SyncSender<Result<Vec<u8>, RenderError>>) {
    let mut from = BufReader::with_capacity(1 << 16, from);
    loop {
        let mut message = Vec::new();
        let got = from.by_ref().take(MAX_MESSAGE as u64 + 1).read_until(0, &mut message);
        let is_whole = got.is_ok() && message.pop() == Some(0);
        if is_whole {
            if read.send(Ok(message)).is_err() {
                return;
            }
            continue;
        }
        if message.len() >= MAX_MESSAGE {
            let _ = read.send(Err(RenderError::TooLong(MAX_MESSAGE)));
        }
        return;
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn soon() -> Instant {
        Instant::now() + Duration::from_millis(200)
    }

    #[test]
    fn messages_end_with_a_nul_byte() {
        let (their_in, our_out) = std::io::pipe().unwrap();
        let (our_in, mut their_out) = std::io::pipe().unwrap();
        let mut connection = Connection::new(our_out, our_in);
        assert_eq!(connection.send(Some("s"), "Page.enable", serde_json::json!({})).unwrap(), 1);
        let mut sent = Vec::new();
        let mut their_in = BufReader::new(their_in);
        their_in.read_until(0, &mut sent).unwrap();
        assert_eq!(sent, b"{\"id\":1,\"method\":\"Page.enable\",\"params\":{},\"sessionId\":\"s\"}\0");

        their_out.write_all(b"{\"id\":1,\"result\":{\"a\":2}}\0{\"method\":\"E.e\"").unwrap();
        let message = connection.receive(soon()).unwrap().unwrap();
        assert_eq!((message.id, message.result.unwrap().get()), (Some(1), "{\"a\":2}"));
        assert!(connection.receive(soon()).unwrap().is_none(), "not yet at its end");
        their_out.write_all(b"}\0").unwrap();
        assert_eq!(connection.receive(soon()).unwrap().unwrap().method.unwrap(), "E.e");

        drop(their_out);
        assert!(matches!(connection.receive(soon()), Err(RenderError::Gone)));
        drop(connection);
        assert_eq!(their_in.read_until(0, &mut sent).unwrap(), 0, "our end is closed");
    }
}
