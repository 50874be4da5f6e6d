//! A server on a thread of its own, and a small client.

use debulha_server::{App, ServeOptions, Server};
use serde_json::Value;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::thread::JoinHandle;
use std::time::Duration;
use tokio::runtime::{self, Handle};
use tokio::sync::oneshot;

/// How long a test waits for an answer before it fails.
const PATIENCE: Duration = Duration::from_mins(2);

/// A news story of our own.
pub(crate) const STORY: &[u8] = include_bytes!("../../../../../testdata/pages/barn-story/source.html");

/// A server that runs until it is dropped.
pub(crate) struct Running {
    pub(crate) address: SocketAddr,
    pub(crate) app: App,
    pub(crate) handle: Handle,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

/// Options for tests: any free port.
pub(crate) fn options() -> ServeOptions {
    ServeOptions { listen: "127.0.0.1:0".parse().unwrap(), ..ServeOptions::default() }
}

impl Running {
    pub(crate) fn start(options: ServeOptions) -> Self {
        let server = Server::bind(options).unwrap();
        let (address, app) = (server.local_addr(), server.app().clone());
        let runtime = runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
        let handle = runtime.handle().clone();
        let (stop, stopped) = oneshot::channel();
        let thread = std::thread::spawn(move || {
            let stopped = async {
                // Dropping the sender is a word to stop, too.
                let _ = stopped.await;
            };
            runtime.block_on(server.run(stopped)).unwrap();
            runtime.shutdown_background();
        });
        Running { address, app, handle, stop: Some(stop), thread: Some(thread) }
    }

    /// Says stop, without waiting.
    pub(crate) fn say_stop(&mut self) {
        self.stop.take();
    }

    /// Waits until it has stopped.
    pub(crate) fn wait(&mut self) {
        self.stop.take();
        if let Some(thread) = self.thread.take() {
            thread.join().unwrap();
        }
    }

    pub(crate) fn client(&self) -> Client {
        Client::new(self.address)
    }

    /// Asks over a connection of its own.
    pub(crate) fn get(&self, path: &str) -> Answer {
        self.client().ask("GET", path, &[], b"")
    }

    pub(crate) fn post(&self, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Answer {
        self.client().ask("POST", path, headers, body)
    }

    pub(crate) fn json(&self, path: &str, body: &Value) -> Answer {
        self.post(path, &[("Content-Type", "application/json")], body.to_string().as_bytes())
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stop.take();
        if let Some(thread) = self.thread.take() {
            // A panic of the server shows in what its requests gave.
            let _ = thread.join();
        }
    }
}

/// What came back.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let (_, value) = self.headers.iter().find(|(known, _)| known == name)?;
        Some(value)
    }

    pub(crate) fn text(&self) -> &str {
        std::str::from_utf8(&self.body).unwrap()
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// The name of the problem.
    pub(crate) fn problem(&self) -> String {
        assert_eq!(self.header("content-type"), Some("application/problem+json"), "{self:?}");
        let problem = self.json();
        assert_eq!(problem["status"], self.status);
        assert!(!problem["detail"].as_str().unwrap().is_empty() && problem["title"].is_string());
        problem["type"].as_str().unwrap().to_owned()
    }
}

/// One connection.
pub(crate) struct Client {
    pub(crate) stream: TcpStream,
    reader: BufReader<TcpStream>,
    address: SocketAddr,
}

impl Client {
    pub(crate) fn new(address: SocketAddr) -> Self {
        let stream = TcpStream::connect(address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream.set_nodelay(true).unwrap();
        let reader = BufReader::new(stream.try_clone().unwrap());
        Client { stream, reader, address }
    }

    /// The head of a request, with the server's own name unless `headers` has another one.
    pub(crate) fn head(&self, method: &str, path: &str, headers: &[(&str, &str)]) -> String {
        let address = self.address;
        let mut lines = vec![format!("{method} {path} HTTP/1.1")];
        if !headers.iter().any(|(name, _)| *name == "Host") {
            lines.push(format!("Host: {address}"));
        }
        lines.extend(headers.iter().map(|(name, value)| format!("{name}: {value}")));
        lines.join("\r\n") + "\r\n"
    }

    pub(crate) fn send(&mut self, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) {
        let head = self.head(method, path, headers);
        let head = format!("{head}Content-Length: {}\r\n\r\n", body.len());
        self.stream.write_all(&[head.as_bytes(), body].concat()).unwrap();
    }

    pub(crate) fn ask(&mut self, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Answer {
        self.send(method, path, headers, body);
        self.answer().unwrap()
    }

    /// Reads an answer.
    ///
    /// # Errors
    /// A connection that ends before it.
    pub(crate) fn answer(&mut self) -> io::Result<Answer> {
        let (status, headers) = self.answer_head()?;
        let mut answer = Answer { status, headers, body: Vec::new() };
        if answer.header("transfer-encoding") == Some("chunked") {
            while let Some(chunk) = self.chunk()? {
                answer.body.extend(chunk);
            }
        } else if let Some(len) = answer.header("content-length") {
            answer.body = vec![0; len.parse().unwrap()];
            self.reader.read_exact(&mut answer.body)?;
        }
        Ok(answer)
    }

    pub(crate) fn answer_head(&mut self) -> io::Result<(u16, Vec<(String, String)>)> {
        let status_line = self.line()?;
        let status = status_line.split(' ').nth(1).and_then(|status| status.parse().ok());
        let status = status.ok_or(io::ErrorKind::UnexpectedEof)?;
        let mut headers = Vec::new();
        loop {
            let line = self.line()?;
            let Some((name, value)) = line.split_once(':') else { return Ok((status, headers)) };
            headers.push((name.to_ascii_lowercase(), value.trim().to_owned()));
        }
    }

    /// A chunk of an answer; `None` is its end.
    pub(crate) fn chunk(&mut self) -> io::Result<Option<Vec<u8>>> {
        let len = usize::from_str_radix(&self.line()?, 16).map_err(io::Error::other)?;
        let mut chunk = vec![0; len];
        self.reader.read_exact(&mut chunk)?;
        self.line()?;
        Ok((len > 0).then_some(chunk))
    }

    fn line(&mut self) -> io::Result<String> {
        let mut line = String::new();
        self.reader.read_line(&mut line)?;
        Ok(line.trim_end().to_owned())
    }

    /// Whether the server has closed the connection, which is waited for.
    pub(crate) fn is_closed(&mut self) -> bool {
        matches!(self.reader.fill_buf(), Ok([]) | Err(_))
    }
}
