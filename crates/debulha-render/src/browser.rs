//! A running browser.

use crate::connection::{Connection, Message};
use crate::folder::TempFolder;
use crate::stop::RenderStop;
use crate::switches::{set_up_profile, switches};
use crate::{RenderError, RenderOptions};
use serde::{Deserialize, Serialize};
use serde_json::json;
use serde_json::value::RawValue;
use std::fs::{self, File};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// How long a browser may take to start; a cold start from a slow disk takes some seconds.
const START: Duration = Duration::from_secs(30);

/// How long a browser may take to end once its pipe is closed, before it is killed; it takes some .2 s.
const END: Duration = Duration::from_secs(2);

/// How often it is looked whether it has ended.
const LOOK: Duration = Duration::from_millis(5);

/// How often a wait for the browser looks whether it shall end.
const TICK: Duration = Duration::from_millis(100);

/// Bytes from the end of standard error that tell why a browser did not start.
const REASON: usize = 600;

/// A browser with a folder of its own. Dropping it ends the browser, waits for it and removes the folder.
#[derive(Debug)]
pub(crate) struct Browser {
    child: Child,
    /// `None` once it is closed.
    connection: Option<Connection>,
    folder: TempFolder,
    version: String,
    stop: RenderStop,
}

/// Until when something must be done.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RenderDeadline {
    pub(crate) until: Instant,
    given: Duration,
}

impl RenderDeadline {
    /// So long from this moment.
    pub(crate) fn after(given: Duration) -> Self {
        RenderDeadline { until: Instant::now() + given, given }
    }

    /// The error of what was not done.
    pub(crate) fn missed(&self) -> RenderError {
        RenderError::Timeout(self.given)
    }
}

/// Names of the browser as the protocol gives them.
#[derive(Deserialize)]
struct Version {
    product: String,
}

impl Browser {
    /// Starts a browser.
    ///
    /// # Errors
    /// [`RenderError::Run`], [`RenderError::Start`], [`RenderError::Folder`], [`RenderError::System`].
    pub(crate) fn start(program: &Path, options: &RenderOptions) -> Result<Self, RenderError> {
        let folder = TempFolder::new().map_err(RenderError::Folder)?;
        let (child, connection) = spawn(program, &folder.files(), options.sandbox && !is_root())?;
        // Before it starts processes of its own, which it does within milliseconds.
        bound_memory(&child, options.max_memory);
        let stop = options.stop.clone();
        let mut browser =
            Browser { child, connection: Some(connection), folder, version: String::new(), stop };
        let answer =
            browser.call(None, "Browser.getVersion", json!({}), RenderDeadline::after(START), |_, _| Ok(()));
        match answer.and_then(|answer| Ok(serde_json::from_str::<Version>(answer.get())?)) {
            Ok(version) => {
                browser.version = version.product;
                // Those that it has started meanwhile.
                bound_memory(&browser.child, options.max_memory);
                Ok(browser)
            }
            Err(RenderError::Gone) => {
                Err(RenderError::Start { program: program.to_owned(), reason: browser.last_words() })
            }
            Err(error) => Err(error),
        }
    }

    /// Its name and version.
    pub(crate) fn version(&self) -> &str {
        &self.version
    }

    /// The number of its process.
    pub(crate) fn process(&self) -> u32 {
        self.child.id()
    }

    /// As [`Connection::send`].
    ///
    /// # Errors
    /// [`RenderError::Gone`].
    pub(crate) fn send(
        &mut self,
        session: Option<&str>,
        method: &str,
        params: impl Serialize,
    ) -> Result<u64, RenderError> {
        self.connection.as_mut().ok_or(RenderError::Gone)?.send(session, method, params)
    }

    /// The next message; `None` where none has come until then, and also when that moment is over, so that a page which never
    /// stops to ask is not listened to for ever.
    ///
    /// # Errors
    /// [`RenderError::Stopped`], and as [`Connection::receive`].
    pub(crate) fn receive(&mut self, until: Instant) -> Result<Option<Message>, RenderError> {
        let connection = self.connection.as_ref().ok_or(RenderError::Gone)?;
        loop {
            if self.stop.is_stopped() {
                return Err(RenderError::Stopped);
            }
            let now = Instant::now();
            if now >= until {
                return Ok(None);
            }
            if let Some(message) = connection.receive(until.min(now + TICK))? {
                return Ok(Some(message));
            }
        }
    }

    /// Sends a command and waits for its answer. Events that come before it go to `take`.
    ///
    /// # Errors
    /// [`RenderError::Refused`], [`RenderError::Timeout`], that of `take`, and as [`Self::receive`].
    pub(crate) fn call(
        &mut self,
        session: Option<&str>,
        method: &str,
        params: impl Serialize,
        deadline: RenderDeadline,
        mut take: impl FnMut(&mut Self, Message) -> Result<(), RenderError>,
    ) -> Result<Box<RawValue>, RenderError> {
        let id = self.send(session, method, params)?;
        loop {
            let message = self.receive(deadline.until)?.ok_or_else(|| deadline.missed())?;
            if message.id.is_none() {
                take(self, message)?;
            } else if message.id == Some(id) {
                let refused = |reason| RenderError::Refused { method: method.to_owned(), reason };
                return match (message.result, message.error) {
                    (Some(result), None) => Ok(result),
                    (_, error) => Err(refused(error.map_or_else(String::new, |error| error.message))),
                };
            }
            // Any other is an answer that nobody waits for.
        }
    }

    fn last_words(&self) -> String {
        let text = fs::read(self.folder.files().join(STDERR)).unwrap_or_default();
        let text = String::from_utf8_lossy(&text[text.len().saturating_sub(REASON)..]).into_owned();
        let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
        if words.is_empty() { "it says nothing".to_owned() } else { words }
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        self.connection = None;
        let until = Instant::now() + END;
        while matches!(self.child.try_wait(), Ok(None)) {
            if Instant::now() > until {
                kill(&mut self.child);
                return;
            }
            thread::sleep(LOOK);
        }
    }
}

/// The file in the browser's folder that takes its standard error.
const STDERR: &str = "stderr";

#[cfg(unix)]
fn spawn(program: &Path, files: &Path, sandbox: bool) -> Result<(Child, Connection), RenderError> {
    use command_fds::{CommandFdExt, FdMapping};
    use std::os::unix::process::CommandExt;

    let (theirs, to) = std::io::pipe().map_err(RenderError::Folder)?;
    let (from, their_end) = std::io::pipe().map_err(RenderError::Folder)?;
    set_up_profile(files).map_err(RenderError::Folder)?;
    let stderr = File::create(files.join(STDERR)).map_err(RenderError::Folder)?;
    let mut command = Command::new(program);
    command.args(switches(files, sandbox));
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(stderr);
    // Whatever the browser writes stays in its folder, and nothing of the user's session is within its reach.
    command.env("HOME", files).env("TMPDIR", files).env("DBUS_SESSION_BUS_ADDRESS", "disabled:");
    for variable in [
        "XDG_CONFIG_HOME",
        "XDG_CACHE_HOME",
        "XDG_DATA_HOME",
        "XDG_RUNTIME_DIR",
        "DISPLAY",
        "WAYLAND_DISPLAY",
    ] {
        command.env_remove(variable);
    }
    // A group of its own: an interrupt from the keyboard goes to us alone, and all of it can be killed at once.
    command.process_group(0);
    let at = |parent_fd, child_fd| FdMapping { parent_fd, child_fd };
    command
        .fd_mappings(vec![at(theirs.into(), 3), at(their_end.into(), 4)])
        .map_err(|error| RenderError::Folder(std::io::Error::other(error)))?;
    let run = |error| RenderError::Run { program: program.to_owned(), error };
    let child = command.spawn().map_err(run)?;
    // Dropping the command closes our copies of the browser's ends: when it ends, our ends tell.
    drop(command);
    Ok((child, Connection::new(to, from)))
}

#[cfg(not(unix))]
fn spawn(_: &Path, _: &Path, _: bool) -> Result<(Child, Connection), RenderError> {
    Err(RenderError::System)
}

/// Bounds the memory of each process of a browser, and so of those that they will start.
#[cfg(target_os = "linux")]
fn bound_memory(child: &Child, bytes: u64) {
    use rustix::process::{Pid, Resource, Rlimit, prlimit};

    let group = child.id().to_string();
    // After the name, which may hold anything: state, parent, group.
    let is_of_group = |folder: &Path| {
        let stat = fs::read_to_string(folder.join("stat")).unwrap_or_default();
        stat.rsplit_once(')').and_then(|(_, fields)| fields.split_whitespace().nth(2)) == Some(group.as_str())
    };
    for entry in fs::read_dir("/proc").into_iter().flatten().flatten() {
        let number = entry.file_name().to_str().and_then(|name| name.parse().ok());
        let Some(process) = number.and_then(Pid::from_raw).filter(|_| is_of_group(&entry.path())) else {
            continue;
        };
        let limit = Rlimit { current: Some(bytes), maximum: Some(bytes) };
        // It fails where a lower limit is in force already, or where the process has ended.
        let _ = prlimit(Some(process), Resource::Data, limit);
    }
}

#[cfg(not(target_os = "linux"))]
fn bound_memory(_: &Child, _: u64) {}

/// Kills the browser with the processes of its group, and waits for it.
fn kill(child: &mut Child) {
    #[cfg(unix)]
    {
        let group = rustix::process::Pid::from_child(child);
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
    let _ = child.kill();
    let _ = child.wait();
}

/// Whether this process may do everything. Then Chromium refuses to start with a sandbox.
#[cfg(unix)]
pub(crate) fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}

#[cfg(not(unix))]
pub(crate) fn is_root() -> bool {
    false
}
