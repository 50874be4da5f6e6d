//! A server on the loopback interface for tests: it answers as it is told, well or badly.

use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

/// A request: its path with the query, its fields as they came, and what was sent along.
#[derive(Debug, Clone)]
#[allow(dead_code)]
pub(crate) struct Asked {
    pub(crate) method: String,
    pub(crate) path: String,
    pub(crate) fields: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Asked {
    pub(crate) fn field(&self, name: &str) -> Option<&str> {
        self.fields
            .iter()
            .find(|(known, _)| known.eq_ignore_ascii_case(name))
            .map(|(_, value)| value.as_str())
    }
}

/// What comes after the bytes of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Then {
    /// The next request.
    GoOn,
    /// The end of the connection.
    Close,
    /// Nothing, for a long time.
    Hang,
    /// The last byte again and again.
    Endless,
}

/// An answer.
#[derive(Debug, Clone)]
pub(crate) struct Answer {
    pub(crate) bytes: Vec<u8>,
    pub(crate) then: Then,
}

/// An answer of a status, with further fields and a body of the right length.
pub(crate) fn answer(status: u16, fields: &[(&str, &str)], body: &[u8]) -> Answer {
    let mut bytes = format!("HTTP/1.1 {status} Some\r\nContent-Length: {}\r\n", body.len()).into_bytes();
    for (name, value) in fields {
        bytes.extend_from_slice(format!("{name}: {value}\r\n").as_bytes());
    }
    bytes.extend_from_slice(b"\r\n");
    bytes.extend_from_slice(body);
    Answer { bytes, then: Then::GoOn }
}

/// A page.
pub(crate) fn page(body: &str) -> Answer {
    answer(200, &[("Content-Type", "text/html; charset=utf-8")], body.as_bytes())
}

/// A redirect.
pub(crate) fn redirect(to: &str) -> Answer {
    answer(302, &[("Location", to)], b"moved")
}

/// Bytes as they are.
pub(crate) fn raw(bytes: &[u8], then: Then) -> Answer {
    Answer { bytes: bytes.to_vec(), then }
}

/// The server. It ends with the process.
pub(crate) struct Server {
    address: SocketAddr,
    asked: Arc<Mutex<Vec<Asked>>>,
}

impl Server {
    /// Answers by a function.
    pub(crate) fn start(answer: impl Fn(&Asked) -> Answer + Send + Sync + 'static) -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("bound");
        let asked = Arc::new(Mutex::new(Vec::new()));
        let (log, answer) = (Arc::clone(&asked), Arc::new(answer));
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (log, answer) = (Arc::clone(&log), Arc::clone(&answer));
                thread::spawn(move || serve(stream, &log, &*answer));
            }
        });
        Server { address, asked }
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    pub(crate) fn port(&self) -> u16 {
        self.address.port()
    }

    /// All requests so far.
    pub(crate) fn asked(&self) -> Vec<Asked> {
        self.asked.lock().expect("no panic").clone()
    }

    /// The paths of all requests so far, but for robots.txt.
    pub(crate) fn paths(&self) -> Vec<String> {
        let paths = self.asked().into_iter().map(|asked| asked.path);
        paths.filter(|path| path != "/robots.txt").collect()
    }
}

fn serve(stream: TcpStream, log: &Mutex<Vec<Asked>>, answer: &(dyn Fn(&Asked) -> Answer + Send + Sync)) {
    let _ = stream.set_nodelay(true);
    let Ok(mut out) = stream.try_clone() else { return };
    let mut lines = BufReader::new(stream);
    while let Some(asked) = read(&mut lines) {
        let Answer { bytes, then } = answer(&asked);
        log.lock().expect("no panic").push(asked);
        if out.write_all(&bytes).is_err() {
            return;
        }
        match then {
            Then::GoOn => {}
            Then::Close => return,
            Then::Hang => thread::sleep(Duration::from_mins(1)),
            Then::Endless => {
                let piece = vec![*bytes.last().unwrap_or(&b' '); 8192];
                while out.write_all(&piece).is_ok() {}
                return;
            }
        }
    }
}

fn read(lines: &mut impl BufRead) -> Option<Asked> {
    let mut line = String::new();
    lines.read_line(&mut line).ok()?;
    let mut words = line.split(' ').map(str::to_owned);
    let (method, path) = (words.next()?, words.next()?);
    let mut asked = Asked { method, path, fields: Vec::new(), body: Vec::new() };
    loop {
        line.clear();
        lines.read_line(&mut line).ok()?;
        match line.trim_end().split_once(':') {
            Some((name, value)) => asked.fields.push((name.to_owned(), value.trim().to_owned())),
            None => break,
        }
    }
    let length = asked.field("Content-Length").and_then(|length| length.parse().ok()).unwrap_or(0);
    asked.body = vec![0; length];
    lines.read_exact(&mut asked.body).ok()?;
    Some(asked)
}
