//! Messages of JSON-RPC, one a line. A line that is none gets an error as its answer, and the next is read.

use rmcp::RoleServer;
use rmcp::model::ErrorData;
use rmcp::service::{RxJsonRpcMessage, TxJsonRpcMessage};
use rmcp::transport::Transport;
use serde::de::IgnoredAny;
use std::io;
use std::sync::Arc;
use tokio::io::{
    AsyncBufRead, AsyncBufReadExt, AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, BufReader,
};
use tokio::sync::{Mutex, mpsc};
use tokio::task;
use tokio_util::task::AbortOnDropHandle;

/// Lines over a pair of streams.
pub(super) struct LineTransport<W> {
    lines: mpsc::Receiver<MessageLine>,
    output: Arc<Mutex<W>>,
    _reading: AbortOnDropHandle<()>,
}

enum MessageLine {
    Whole(Vec<u8>),
    /// Longer than lines may be.
    TooLong,
}

impl<W: AsyncWrite + Send + Unpin + 'static> LineTransport<W> {
    /// Over these, with lines of so many bytes at most, without their ends. Needs a runtime.
    pub(super) fn new(input: impl AsyncRead + Send + Unpin + 'static, output: W, longest: usize) -> Self {
        // One line is read while another is worked on.
        let (sender, lines) = mpsc::channel(1);
        let reading = AbortOnDropHandle::new(task::spawn(read(BufReader::new(input), longest, sender)));
        LineTransport { lines, output: Arc::new(Mutex::new(output)), _reading: reading }
    }
}

/// Reads lines until the input ends or nobody takes them.
async fn read(mut input: impl AsyncBufRead + Unpin, longest: usize, lines: mpsc::Sender<MessageLine>) {
    loop {
        let mut line = Vec::new();
        let most = (longest as u64).saturating_add(1);
        let Ok(length) = (&mut input).take(most).read_until(b'\n', &mut line).await else { return };
        if length == 0 {
            return;
        }
        let is_too_long = length > longest && line.last() != Some(&b'\n');
        if is_too_long && skip_line(&mut input).await.is_err() {
            return;
        }
        let line = if is_too_long { MessageLine::TooLong } else { MessageLine::Whole(line) };
        if lines.send(line).await.is_err() {
            return;
        }
    }
}

/// Reads to the end of a line and keeps nothing of it.
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

/// What is wrong with a line that is no message.
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
        let output = Arc::clone(&self.output);
        async move { write(&output, &message).await }
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleServer>> {
        loop {
            let error = match self.lines.recv().await? {
                MessageLine::Whole(line) if line.trim_ascii().is_empty() => continue,
                MessageLine::Whole(line) => match serde_json::from_slice(&line) {
                    Ok(message) => return Some(message),
                    Err(_) => error_of(&line),
                },
                MessageLine::TooLong => {
                    ErrorData::invalid_request("Invalid Request: the line is too long", None)
                }
            };
            let answer = TxJsonRpcMessage::<RoleServer>::error(error, None);
            write(&self.output, &answer).await.ok()?;
        }
    }

    async fn close(&mut self) -> io::Result<()> {
        self.lines.close();
        Ok(())
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    /// The answers to lines of at most 60 bytes, up to the first message; and whether there was one.
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
    async fn lines_that_are_no_messages_are_answered_and_passed_over() {
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
    async fn a_line_has_the_longest_length_at_most() {
        let line =
            |spaces: usize| format!("{{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"{:spaces$}}}\n", "");
        let spaces = 60 - (line(0).len() - 1);
        assert_eq!(answers(line(spaces).leak().as_bytes()).await, (Vec::new(), true));
        let (answers, is_there) = answers(line(spaces + 1).leak().as_bytes()).await;
        assert!(answers[0].contains("too long") && !is_there, "{answers:?}");
    }
}
