//! Exit codes.

use crate::messages;
use std::io;
use std::process::ExitCode;
use thiserror::Error;

/// An input failed, was damaged or had no content; or what was requested is not there.
pub const FAILED: u8 = 1;

/// The command line makes no sense.
pub const USAGE: u8 = 2;

/// Nearly all inputs failed.
pub const TOO_MANY_FAILURES: u8 = 126;

/// Share of inputs above which failures are too many, as in trafilatura: then the run is wrong, not the pages.
pub const TOO_MANY_SHARE: f64 = 0.99;

/// Fewer inputs than this are never too many failures: a page or two may well be all empty.
pub const TOO_MANY_LEAST: usize = 10;

/// The codes in words, for the help.
pub const HELP: &str = "\
Exit codes:
  0    content was written
  1    an input failed, was damaged or had no content; the others were written
  2    usage error
  126  over 99 % of at least ten inputs failed";

/// A usage error.
#[derive(Debug, Error)]
#[error("{0}")]
pub struct Usage(pub String);

/// Reports the error that ended the command, and gives its code. A reader that closes the pipe early is none.
pub fn of_error(error: &anyhow::Error) -> ExitCode {
    let broken_pipe = |cause: &(dyn std::error::Error + 'static)| {
        cause.downcast_ref::<io::Error>().is_some_and(|e| e.kind() == io::ErrorKind::BrokenPipe)
    };
    if error.chain().any(broken_pipe) {
        return ExitCode::SUCCESS;
    }
    messages::line(&format!("{error:#}"));
    ExitCode::from(if error.is::<Usage>() { USAGE } else { FAILED })
}
