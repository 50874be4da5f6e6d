//! JSON-RPC messages, one per line. An invalid line is answered with an error, and reading continues.

use rmcp::RoleServer;
use rmcp::model::{ClientNotification, ErrorData, JsonRpcMessage, RequestId};
use rmcp::service::{RxJsonRpcMessage, TxJsonRpcMessage};
use rmcp::transport::Transport;
use serde::de::IgnoredAny;
use std::collections::HashSet;
use std::io;
use std::sync::Arc;
use tokio::io::{
    AsyncBufRead, AsyncBufReadExt, AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, BufReader,
};
use tokio::sync::{Mutex, mpsc, watch};
use tokio::task;
use tokio_util::task::AbortOnDropHandle;

/// Messages over a pair of streams. The end of the input is reported once all requests are answered or cancelled: a caller may close
/// its end right after the last request, and the server loop waits for answers only 5 seconds after the end.
pub(super) struct LineTransport<W> {
    messages: mpsc::Receiver<RxJsonRpcMessage<RoleServer>>,
    output: Arc<Mutex<W>>,
    unanswered: watch::Sender<HashSet<RequestId>>,
    _reading: AbortOnDropHandle<()>,
}

impl<W: AsyncWrite + Send + Unpin + 'static> LineTransport<W> {
    /// Reads lines of at most `max_line` bytes, line ends excluded. Must be called within a Tokio runtime.
    pub(super) fn new(input: impl AsyncRead + Send + Unpin + 'static, output: W, max_line: usize) -> Self {
        let output = Arc::new(Mutex::new(output));
        // In a task, since `receive` may be cancelled at any await, and would lose a line or the answer to it. The channel holds one
        // message while another is processed.
        let (sender, messages) = mpsc::channel(1);
        let reading = read(BufReader::new(input), Arc::clone(&output), max_line, sender);
        LineTransport {
            messages,
            output,
            unanswered: watch::Sender::default(),
            _reading: AbortOnDropHandle::new(task::spawn(reading)),
        }
    }
}

/// Reads messages until the input or the receiver ends.
async fn read<W: AsyncWrite + Unpin>(
    mut input: impl AsyncBufRead + Unpin,
    output: Arc<Mutex<W>>,
    max_line: usize,
    messages: mpsc::Sender<RxJsonRpcMessage<RoleServer>>,
) {
    loop {
        let mut line = Vec::new();
        let most = (max_line as u64).saturating_add(1);
        let Ok(length) = (&mut input).take(most).read_until(b'\n', &mut line).await else { return };
        if length == 0 {
            return;
        }
        let error = if length > max_line && line.last() != Some(&b'\n') {
            if skip_line(&mut input).await.is_err() {
                return;
            }
            ErrorData::invalid_request(format!("Invalid Request: a line has at most {max_line} bytes"), None)
        } else if line.trim_ascii().is_empty() {
            continue;
        } else if let Ok(message) = serde_json::from_slice(&line) {
            if messages.send(message).await.is_err() {
                return;
            }
            continue;
        } else {
            error_of(&line)
        };
        if write(&output, &TxJsonRpcMessage::<RoleServer>::error(error, None)).await.is_err() {
            return;
        }
    }
}

/// Discards the rest of a line.
async fn skip_line(input: &mut (impl AsyncBufRead + Unpin)) -> io::Result<()> {
    loop {
        let piece = input.fill_buf().await?;
        let end = piece.iter().position(|byte| *byte == b'\n');
        let length = end.map_or(piece.len(), |end| end + 1);
        input.consume(length);
        if end.is_some() || length == 0 {
            return Ok(());
        }
    }
}

async fn write<W: AsyncWrite + Unpin>(
    output: &Mutex<W>,
    message: &TxJsonRpcMessage<RoleServer>,
) -> io::Result<()> {
    let mut line = serde_json::to_vec(message)?;
    line.push(b'\n');
    let mut output = output.lock().await;
    output.write_all(&line).await?;
    output.flush().await
}

/// The error of a text that is not a message: -32700 if it is not JSON, else -32600.
pub(super) fn error_of(line: &[u8]) -> ErrorData {
    match serde_json::from_slice::<IgnoredAny>(line) {
        Ok(_) => ErrorData::invalid_request("Invalid Request: not a message of JSON-RPC 2.0", None),
        Err(error) => ErrorData::parse_error(format!("Parse error: {error}"), None),
    }
}

impl<W: AsyncWrite + Send + Unpin + 'static> Transport<RoleServer> for LineTransport<W> {
    type Error = io::Error;

    fn send(
        &mut self,
        message: TxJsonRpcMessage<RoleServer>,
    ) -> impl Future<Output = io::Result<()>> + Send + 'static {
        let (output, unanswered) = (Arc::clone(&self.output), self.unanswered.clone());
        async move {
            let written = write(&output, &message).await;
            let id = match &message {
                JsonRpcMessage::Response(response) => Some(&response.id),
                JsonRpcMessage::Error(error) => error.id.as_ref(),
                _ => None,
            };
            if let Some(id) = id {
                unanswered.send_if_modified(|ids| ids.remove(id));
            }
            written
        }
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleServer>> {
        let message = self.messages.recv().await;
        match &message {
            Some(JsonRpcMessage::Request(request)) => {
                self.unanswered.send_if_modified(|ids| ids.insert(request.id.clone()));
            }
            // A cancelled request is not answered.
            Some(JsonRpcMessage::Notification(sent)) => {
                if let ClientNotification::CancelledNotification(cancelled) = &sent.notification {
                    let cancelled = cancelled.params.request_id.as_ref();
                    self.unanswered.send_if_modified(|ids| cancelled.is_some_and(|id| ids.remove(id)));
                }
            }
            Some(_) => {}
            None => {
                let _ = self.unanswered.subscribe().wait_for(HashSet::is_empty).await;
            }
        }
        message
    }

    async fn close(&mut self) -> io::Result<()> {
        self.messages.close();
        Ok(())
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use std::time::Duration;
    use tokio::time::timeout;

    /// The errors for lines of at most 60 bytes, up to the first message; and whether there was one.
    async fn answers(input: &'static [u8]) -> (Vec<String>, bool) {
        let (ours, theirs) = tokio::io::duplex(1 << 16);
        let mut transport = LineTransport::new(input, theirs, 60);
        let is_there = transport.receive().await.is_some();
        drop(transport);
        let mut lines = BufReader::new(ours).lines();
        let mut answers = Vec::new();
        while let Some(line) = lines.next_line().await.unwrap() {
            answers.push(line);
        }
        (answers, is_there)
    }

    #[tokio::test]
    async fn invalid_lines_are_answered_and_skipped() {
        let (answers, is_there) = answers(
            b"{bad\n\n\xFF\n[1]\n{\"jsonrpc\":\"2.0\",\"method\":\"ping\",\"id\":1,\"params\":\"too long for a line\"}\n\
            {\"jsonrpc\":\"2.0\",\"method\":\"ping\",\"id\":2}\n",
        )
        .await;
        let codes: Vec<bool> = answers.iter().map(|answer| answer.contains("-32700")).collect();
        assert_eq!(codes, [true, true, false, false], "{answers:?}");
        assert!(answers[2..].iter().all(|answer| answer.contains("-32600")), "{answers:?}");
        assert!(is_there);
    }

    #[tokio::test]
    async fn a_line_of_the_maximum_length_is_read_and_a_longer_one_refused() {
        let line =
            |spaces: usize| format!("{{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"{:spaces$}}}\n", "");
        let spaces = 60 - (line(0).len() - 1);
        assert_eq!(answers(line(spaces).leak().as_bytes()).await, (Vec::new(), true));
        let (answers, is_there) = answers(line(spaces + 1).leak().as_bytes()).await;
        assert!(answers[0].contains("at most 60 bytes") && !is_there, "{answers:?}");
    }

    #[tokio::test]
    async fn the_input_ends_when_all_requests_are_answered_or_cancelled() {
        let input = b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"ping\"}\n\
            {\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":2}}\n";
        let mut transport = LineTransport::new(&input[..], tokio::io::sink(), 100);
        for _ in 0..3 {
            assert!(transport.receive().await.is_some());
        }
        let soon = Duration::from_millis(50);
        assert!(timeout(soon, transport.receive()).await.is_err(), "request 1 has no answer");
        let refused = ErrorData::internal_error("no", None);
        transport
            .send(TxJsonRpcMessage::<RoleServer>::error(refused, Some(RequestId::Number(1))))
            .await
            .unwrap();
        assert!(timeout(soon, transport.receive()).await.unwrap().is_none());
    }
}
