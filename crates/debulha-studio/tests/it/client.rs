//! A studio that runs, and requests to it.

use debulha_studio::{Studio, StudioOptions};
use serde_json::Value;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::thread::JoinHandle;
use std::time::Duration;
use tokio::sync::oneshot;

/// Longer than anything here takes.
const PATIENCE: Duration = Duration::from_mins(2);

/// A studio on a thread of its own, until it is dropped.
pub(crate) struct Running {
    /// `127.0.0.1:PORT`.
    pub(crate) host: String,
    /// `/TOKEN/`.
    pub(crate) root: String,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

/// What came back.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Answer {
    pub(crate) fn json(&self) -> Value {
        assert_eq!(self.header("content-type"), Some("application/json"), "{self:?}");
        assert_eq!(self.status, 200, "{self:?}");
        serde_json::from_str(&self.body).unwrap()
    }

    /// The type of the problem, which must be one.
    pub(crate) fn problem(&self) -> String {
        assert_eq!(self.header("content-type"), Some("application/problem+json"), "{self:?}");
        let problem: Value = serde_json::from_str(&self.body).unwrap();
        assert_eq!(problem["status"], self.status, "{self:?}");
        assert!(problem["title"].is_string() && problem["detail"].is_string(), "{self:?}");
        problem["type"].as_str().unwrap().to_owned()
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let lines = self.head.lines().filter_map(|line| line.split_once(": "));
        lines.filter(|(own, _)| own.eq_ignore_ascii_case(name)).map(|(_, value)| value).next()
    }
}

impl Running {
    pub(crate) fn on(project: impl Into<PathBuf>) -> Self {
        Running::with(StudioOptions::of(project))
    }

    pub(crate) fn with(options: StudioOptions) -> Self {
        let (stop, stopped) = oneshot::channel();
        let (ready, address) = std::sync::mpsc::channel();
        let thread = std::thread::spawn(move || {
            tokio::runtime::Runtime::new().unwrap().block_on(async {
                let studio = Studio::bind(&options).await.unwrap();
                ready.send(studio.address()).unwrap();
                let stopped = async {
                    let _ = stopped.await;
                };
                studio.run(stopped).await.unwrap();
            });
        });
        let address = address.recv().unwrap();
        let rest = address.strip_prefix("http://").unwrap();
        let (host, token) = rest.split_once('/').unwrap();
        Running { host: host.to_owned(), root: format!("/{token}"), stop: Some(stop), thread: Some(thread) }
    }

    /// A whole request as it stands, and the answer.
    pub(crate) fn raw(&self, request: &str) -> Answer {
        let mut stream = TcpStream::connect(&self.host).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).unwrap();
        let text = String::from_utf8(bytes).unwrap();
        let (head, body) = text.split_once("\r\n\r\n").unwrap();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        Answer { status, head: head.to_owned(), body: body.to_owned() }
    }

    /// The id of a page by its place in the list.
    pub(crate) fn id(&self, place: usize) -> String {
        let list = self.get(&format!("api/pages?offset={place}&limit=1")).json();
        list["pages"][0]["id"].as_str().unwrap().to_owned()
    }

    /// A path in which a page stands by its place in the list, with its id; others as they are.
    fn with_id(&self, path: &str) -> String {
        let rest = path.strip_prefix("api/pages/").map(|rest| rest.split_once('/').unwrap_or((rest, "")));
        let Some((place, rest)) = rest else { return path.to_owned() };
        let Some(place) = place.parse().ok().filter(|&place: &usize| place < 1000) else {
            return path.to_owned();
        };
        let list = self.get("api/pages?limit=1000").json();
        match list["pages"][place]["id"].as_str() {
            Some(id) => format!("api/pages/{id}/{rest}").trim_end_matches('/').to_owned(),
            None => path.to_owned(),
        }
    }

    /// A request below the token with further lines in its head, each ended.
    pub(crate) fn send(&self, method: &str, path: &str, lines: &str, body: &str) -> Answer {
        let Running { host, root, .. } = self;
        let path = self.with_id(path);
        let length = body.len();
        self.raw(&format!(
            "{method} {root}{path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Length: {length}\r\n{lines}\r\n{body}"
        ))
    }

    pub(crate) fn get(&self, path: &str) -> Answer {
        self.send("GET", path, "", "")
    }

    pub(crate) fn post(&self, path: &str, body: &Value) -> Answer {
        self.send("POST", path, "Content-Type: application/json\r\n", &body.to_string())
    }

    pub(crate) fn put(&self, path: &str, body: &Value) -> Answer {
        self.send("PUT", path, "Content-Type: application/json\r\n", &body.to_string())
    }

    /// Waits for the end of a job.
    pub(crate) fn wait(&self, job: &Value) -> Value {
        loop {
            let report = self.get(&format!("api/jobs/{job}")).json();
            if report["state"] != "running" {
                return report;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        drop(self.stop.take());
        let _ = self.thread.take().unwrap().join();
    }
}

/// A folder with the pages of `testdata`: `barn-story.html` and so on, each with its text where `gold` says so.
pub(crate) fn pages(gold: bool) -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/pages");
    for entry in std::fs::read_dir(from).unwrap() {
        let page = entry.unwrap();
        let name = page.file_name().into_string().unwrap();
        std::fs::copy(page.path().join("source.html"), dir.path().join(format!("{name}.html"))).unwrap();
        if gold {
            std::fs::copy(page.path().join("expected.txt"), dir.path().join(format!("{name}.txt"))).unwrap();
        }
    }
    dir
}
