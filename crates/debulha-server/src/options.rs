//! How a server is run, and why it cannot be.

use crate::auth::AccessToken;
use crate::browsers::Browsers;
use crate::engine::EngineOptions;
use crate::fetch::FetchingOptions;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;
use thiserror::Error;

/// The port unless told otherwise.
pub const DEFAULT_PORT: u16 = 8018;

/// How a server is run.
#[derive(Debug, Clone)]
pub struct ServeOptions {
    /// Where it listens. Port 0 is any that is free.
    pub listen: SocketAddr,
    /// How much is worked on at once, and for how long a caller waits.
    pub engine: EngineOptions,
    /// Bytes of a body at most, and of a line of a batch, before and after its encodings are undone.
    pub max_bytes: usize,
    /// Units of work on a page ([`Limits::max_work`](debulha::Limits)); what is over is not done, with a warning.
    pub max_work: u64,
    /// Requests that are worked on or wait for their turn at most; others are told to come back later.
    pub at_once: usize,
    /// Connections at most; further ones wait to be accepted.
    pub connections: usize,
    /// How long a client may take for the head of a request, and for its body unless it is long: one at [`MIN_RATE`] is never cut off.
    pub read_timeout: Duration,
    /// What callers have to show.
    pub token: Option<AccessToken>,
    /// Serve other machines without a token.
    pub open: bool,
    /// Further names that callers may ask for (`Host`), with a port where that is not the usual one.
    pub names: Vec<String>,
    /// How pages are fetched; `None` where they are not.
    pub fetching: Option<FetchingOptions>,
    /// What draws pages for callers who ask for it; `None` where they are not drawn.
    pub browsers: Option<Arc<Browsers>>,
    /// What is logged.
    pub log: RequestLog,
}

/// Bytes a second that a body has to come in at least, once the time for any body is over.
pub const MIN_RATE: usize = 16 << 10;

impl Default for ServeOptions {
    /// This machine alone at port 8018, 20 MB and 200 million units of work a page, 64 requests at once, 1,024 connections, 30 seconds, no fetching, no log.
    fn default() -> Self {
        ServeOptions {
            listen: SocketAddr::from((Ipv4Addr::LOCALHOST, DEFAULT_PORT)),
            engine: EngineOptions::default(),
            max_bytes: 20_000_000,
            max_work: 200_000_000,
            at_once: 64,
            connections: 1024,
            read_timeout: Duration::from_secs(30),
            token: None,
            open: false,
            names: Vec::new(),
            fetching: None,
            browsers: None,
            log: RequestLog::Off,
        }
    }
}

/// What is logged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RequestLog {
    /// A JSON object for each request on standard error.
    Json,
    /// Nothing.
    Off,
}

/// What to say where an address cannot be listened on, with what to do.
pub fn cannot_listen(address: SocketAddr, reason: &io::Error) -> String {
    if reason.kind() == io::ErrorKind::AddrInUse {
        return format!("port {} is taken; choose another with --listen, or port 0 for any", address.port());
    }
    format!("cannot listen on {address}: {reason}; choose another with --listen")
}

/// Why a server does not run.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ServeError {
    /// The address cannot be listened at.
    #[error("{}", cannot_listen(*address, reason))]
    Bind {
        /// The address.
        address: SocketAddr,
        /// What the system says.
        reason: io::Error,
    },
    /// Other machines could ask without a token.
    #[error("{0} is open to other machines without a token")]
    Open(SocketAddr),
    /// A token that is too short to be secret.
    #[error("the token has {0} characters; use at least {min}", min = AccessToken::MIN_CHARS)]
    Token(usize),
    /// What the system says.
    #[error(transparent)]
    Io(#[from] io::Error),
}
