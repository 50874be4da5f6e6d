//! What can go wrong.

use debulha_io::warc::WarcError;
use debulha_io::warc::http::HttpError;
use std::io;
use std::net::IpAddr;
use std::path::{Path, PathBuf};
use thiserror::Error;
use url::Url;

/// A host with its address, where that is not the host itself.
fn with_address(host: &str, address: &IpAddr) -> String {
    let address = address.to_string();
    if host == address { address } else { format!("{host} ({address})") }
}

/// Why a page was not fetched.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum FetchError {
    /// Neither `http` nor `https`.
    #[error("`{0}` URLs cannot be fetched; use http or https")]
    Scheme(String),
    /// What is no address with a host.
    #[error("not a URL: {0}")]
    Address(String),
    /// The host has an address that is not of the public network.
    #[error("{} is a private address", with_address(.host, .address))]
    Private {
        /// The host.
        host: String,
        /// Its address.
        address: IpAddr,
    },
    /// The host has no address.
    #[error("host not found")]
    NotFound,
    /// It took too long.
    #[error("timed out ({0})")]
    Timeout(&'static str),
    /// The connection could not be made, or broke off before the answer.
    #[error("{0}")]
    Connection(String),
    /// What the server sent is no answer of HTTP.
    #[error("{0}")]
    Protocol(String),
    /// The answer cannot be read.
    #[error(transparent)]
    Http(#[from] HttpError),
    /// More redirects than are followed.
    #[error("more than {0} redirects")]
    TooManyRedirects(usize),
    /// Redirects that come back.
    #[error("redirect loop at {0}")]
    Circle(Url),
    /// A redirect that is not to be followed.
    #[error("redirects to {0}")]
    LeadsAway(Url),
    /// The robots.txt of the host does not let us.
    #[error("disallowed by robots.txt")]
    Robots,
    /// The robots.txt of the host could not be asked: RFC 9309 has everything disallowed then.
    #[error("disallowed because robots.txt cannot be read: {0}")]
    NoRobots(String),
    /// We were told to stop.
    #[error("stopped")]
    Stopped,
}

impl FetchError {
    /// Whether another try may do better.
    pub fn is_passing(&self) -> bool {
        matches!(self, FetchError::Timeout(_) | FetchError::Connection(_))
    }
}

/// Why a crawl cannot go on.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CrawlError {
    /// The state cannot be opened, read or written.
    #[error("{}: {reason}", path.display())]
    State {
        /// The file.
        path: PathBuf,
        /// What the database says.
        reason: Box<redb::Error>,
    },
    /// Another process writes to it.
    #[error("{}: in use by another crawl; wait until it ends, or choose another file", path.display())]
    StateInUse {
        /// The file.
        path: PathBuf,
    },
    /// The state was changed by something else, or its disk lost a part of it.
    #[error("{}: damaged ({reason}); restore it from a copy, or begin again with another output", path.display())]
    DamagedState {
        /// The file.
        path: PathBuf,
        /// What the database says.
        reason: Box<redb::Error>,
    },
    /// The state is of something else, or of a later version.
    #[error("{}: not a crawl state that this version can resume: {reason}", path.display())]
    NotAState {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
    /// The WARC file cannot be read or written.
    #[error("{}: {reason}", path.display())]
    Warc {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        reason: WarcError,
    },
    /// The state is of another WARC file.
    #[error("{} {reason}", warc.display())]
    OtherWarc {
        /// The WARC file.
        warc: PathBuf,
        /// What is wrong with it, as the end of a sentence about it.
        reason: String,
    },
    /// The crawl was begun with other options.
    #[error("{}: the crawl was started with {name} {stored}, not {asked}; use the same value or another file", state.display())]
    OtherOptions {
        /// The state.
        state: PathBuf,
        /// The option.
        name: &'static str,
        /// Its value then.
        stored: String,
        /// Its value now.
        asked: String,
    },
    /// An address to begin with that is none.
    #[error("`{address}` {reason}")]
    Seed {
        /// As it was given.
        address: String,
        /// What is wrong.
        reason: String,
    },
    /// What the system says.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Adds the path of a file to what went wrong with it.
pub(crate) trait At<T> {
    fn at(self, path: &Path) -> Result<T, CrawlError>;
}

impl<T, E: Into<redb::Error>> At<T> for Result<T, E> {
    fn at(self, path: &Path) -> Result<T, CrawlError> {
        self.map_err(|error| {
            let (path, reason) = (path.to_owned(), Box::new(error.into()));
            match *reason {
                redb::Error::DatabaseAlreadyOpen => CrawlError::StateInUse { path },
                redb::Error::Corrupted(_) => CrawlError::DamagedState { path, reason },
                _ => CrawlError::State { path, reason },
            }
        })
    }
}
