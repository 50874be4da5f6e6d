//! Pages in processes of their own, so that one which ends its process, never ends, or takes all memory costs one row.
//!
//! A sandbox starts processes by a command that is given to it. Each of them runs [`serve`] over its standard input and output.
//! A request is two counted pieces: what is known of the page as JSON, and its bytes. An answer is one: the row as JSON.

use crate::job::RowMaker;
use crate::record::{PageBody, PageOrigin, PageRecord};
use crate::row::BulkRow;
use serde::{Deserialize, Serialize};
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// Bytes of a piece at most; more is no piece of this protocol.
const MAX_PIECE: u32 = 1 << 30;

/// Bytes of memory that a process gets where nobody says how many.
pub const DEFAULT_MEMORY: u64 = 2 << 30;

/// How long a page may take where nobody says.
pub const DEFAULT_DEADLINE: Duration = Duration::from_secs(30);

/// Makes rows in other processes. Shared between threads: as many processes run as threads ask at once.
pub struct Sandbox {
    command: Box<dyn Fn() -> Command + Send + Sync>,
    deadline: Duration,
    idle: Mutex<Vec<SandboxWorker>>,
}

impl Sandbox {
    /// A sandbox whose processes a command starts; a page may take so long.
    pub fn new(command: impl Fn() -> Command + Send + Sync + 'static, deadline: Duration) -> Self {
        Sandbox { command: Box::new(command), deadline, idle: Mutex::default() }
    }

    fn idle(&self) -> std::sync::MutexGuard<'_, Vec<SandboxWorker>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl RowMaker for Sandbox {
    fn row(&self, record: PageRecord) -> BulkRow {
        let origin = record.origin.clone();
        let idle = self.idle().pop();
        let worker = idle.map_or_else(|| SandboxWorker::start((self.command)()), Ok);
        let mut worker = match worker {
            Ok(worker) => worker,
            Err(error) => {
                return BulkRow::of_error(origin, format!("cannot start a process for the page: {error}"));
            }
        };
        match worker.ask(&record, self.deadline) {
            Ok(row) => {
                self.idle().push(worker);
                row
            }
            Err(reason) => BulkRow::of_error(origin, reason),
        }
    }
}

/// A process that makes rows. Dropped, it is ended.
struct SandboxWorker {
    process: Child,
    requests: BufWriter<ChildStdin>,
    answers: Receiver<io::Result<BulkRow>>,
}

impl SandboxWorker {
    fn start(mut command: Command) -> io::Result<Self> {
        let mut process =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
        let (Some(stdin), Some(stdout)) = (process.stdin.take(), process.stdout.take()) else {
            return Err(io::Error::other("the process has no standard input or output"));
        };
        let (send, answers) = sync_channel(1);
        thread::Builder::new().name("answers of a page process".to_owned()).spawn(move || {
            let mut stdout = BufReader::new(stdout);
            loop {
                let row = read_piece(&mut stdout)
                    .and_then(|piece| serde_json::from_slice(&piece).map_err(io::Error::from));
                let is_end = row.is_err();
                if send.send(row).is_err() || is_end {
                    return;
                }
            }
        })?;
        Ok(SandboxWorker { process, requests: BufWriter::new(stdin), answers })
    }

    /// The row of a page, or why there is none; then the process is of no further use.
    fn ask(&mut self, record: &PageRecord, deadline: Duration) -> Result<BulkRow, String> {
        if write_request(&mut self.requests, record).is_err() {
            return Err(self.death());
        }
        match self.answers.recv_timeout(deadline) {
            Ok(Ok(row)) => Ok(row),
            Err(RecvTimeoutError::Timeout) => Err(format!("took longer than {} s", deadline.as_secs_f64())),
            Ok(Err(_)) | Err(RecvTimeoutError::Disconnected) => Err(self.death()),
        }
    }

    /// How the process ended.
    fn death(&mut self) -> String {
        // It closed its output, so it ends by itself, or has no other purpose.
        let _ = self.process.kill();
        match self.process.wait() {
            Ok(status) => format!("the process of the page died: {status}"),
            Err(error) => format!("the process of the page died: {error}"),
        }
    }
}

impl Drop for SandboxWorker {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// What is known of a page, before its bytes.
#[derive(Serialize, Deserialize)]
struct RecordHead {
    origin: PageOrigin,
    kind: BodyKind,
    fault: Option<String>,
    query: Option<String>,
}

#[derive(Clone, Copy, Serialize, Deserialize)]
enum BodyKind {
    Html,
    Text,
    Error,
}

fn write_request(out: &mut impl Write, record: &PageRecord) -> io::Result<()> {
    let PageRecord { origin, body, fault, query } = record;
    let (kind, bytes) = match body {
        PageBody::Html(bytes) => (BodyKind::Html, bytes.as_slice()),
        PageBody::Text(text) => (BodyKind::Text, text.as_bytes()),
        PageBody::Error(reason) => (BodyKind::Error, reason.as_bytes()),
    };
    let head = RecordHead { origin: origin.clone(), kind, fault: fault.clone(), query: query.clone() };
    write_piece(out, &serde_json::to_vec(&head).map_err(io::Error::from)?)?;
    write_piece(out, bytes)?;
    out.flush()
}

fn read_request(input: &mut impl Read) -> io::Result<PageRecord> {
    let RecordHead { origin, kind, fault, query } =
        serde_json::from_slice(&read_piece(input)?).map_err(io::Error::from)?;
    let bytes = read_piece(input)?;
    let text = |bytes| String::from_utf8(bytes).map_err(io::Error::other);
    let body = match kind {
        BodyKind::Html => PageBody::Html(bytes),
        BodyKind::Text => PageBody::Text(text(bytes)?),
        BodyKind::Error => PageBody::Error(text(bytes)?),
    };
    Ok(PageRecord { origin, body, fault, query })
}

fn write_piece(out: &mut impl Write, piece: &[u8]) -> io::Result<()> {
    let len = u32::try_from(piece.len()).ok().filter(|len| *len <= MAX_PIECE);
    let len = len.ok_or_else(|| io::Error::other("the page is too long for its process"))?;
    out.write_all(&len.to_le_bytes())?;
    out.write_all(piece)
}

fn read_piece(input: &mut impl Read) -> io::Result<Vec<u8>> {
    let mut len = [0; 4];
    input.read_exact(&mut len)?;
    let len = u32::from_le_bytes(len);
    if len > MAX_PIECE {
        return Err(io::Error::other("malformed message"));
    }
    let mut piece = vec![0; len as usize];
    input.read_exact(&mut piece)?;
    Ok(piece)
}

/// Makes rows of the pages that come in, until there are no more: the other side of a [`Sandbox`].
///
/// # Errors
/// Of reading and writing; what comes in is no request.
pub fn serve(work: &dyn RowMaker, input: impl Read, output: impl Write) -> io::Result<()> {
    let mut input = BufReader::new(input);
    let mut output = BufWriter::new(output);
    loop {
        let record = match read_request(&mut input) {
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(()),
            record => record?,
        };
        let row = serde_json::to_vec(&work.row(record)).map_err(io::Error::from)?;
        write_piece(&mut output, &row)?;
        output.flush()?;
    }
}

/// Takes from this process all memory beyond so many bytes of addresses. Where it asks for more, it ends.
///
/// # Errors
/// What the system says. Systems that are not Unix have no such limit.
#[cfg(unix)]
pub fn limit_memory(bytes: u64) -> io::Result<()> {
    use rustix::process::{Resource, Rlimit, setrlimit};
    setrlimit(Resource::As, Rlimit { current: Some(bytes), maximum: Some(bytes) })?;
    Ok(())
}

/// The same where the system has no such limit.
#[cfg(not(unix))]
pub fn limit_memory(_: u64) -> io::Result<()> {
    Err(io::Error::from(io::ErrorKind::Unsupported))
}

/// Work that pages can break, for tests of what stands around it: a page that begins with `<!-- poison: abort -->` ends the
/// process, with `hang` it never ends, with `memory` it takes all memory, with `panic` it panics.
pub struct Poisoned<'w>(pub &'w dyn RowMaker);

impl RowMaker for Poisoned<'_> {
    fn row(&self, record: PageRecord) -> BulkRow {
        if let PageBody::Html(html) = &record.body
            && let Some(rest) = html.strip_prefix(b"<!-- poison: ")
        {
            let word = rest.split(|&byte| byte == b' ').next();
            match word.unwrap_or_default() {
                b"abort" => std::process::abort(),
                b"hang" => loop {
                    thread::park();
                },
                b"memory" => {
                    let mut taken: Vec<Vec<u8>> = Vec::new();
                    loop {
                        taken.push(vec![1; 64 << 20]);
                    }
                }
                b"panic" => panic!("a poisoned page"),
                _ => {}
            }
        }
        self.0.row(record)
    }
}
