//! `debulha serve`: the service over HTTP.

use crate::browsers::BrowsersArgs;
use crate::crawl::time;
use crate::exit::Usage;
use crate::fetching::FetchingArgs;
use crate::help;
use crate::listening::listen_address;
use crate::messages;
use anyhow::{Context, Result};
use debulha_crawl::FetchOptions;
use debulha_server::engine::EngineOptions;
use debulha_server::fetch::FetchingOptions;
use debulha_server::{AccessToken, DEFAULT_PORT, RequestLog, ServeError, ServeOptions, Server};
use std::fs;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;
use tokio::runtime;

/// Heading of how much is done at once.
const LIMITS: &str = "Limits";

/// Heading of who is let in.
const ACCESS: &str = "Access";

/// Run an HTTP server for extraction
///
/// `POST /v1/extract` takes a page and returns its content; further routes return records, metadata, verdicts and
/// reasons, and take pages in bulk. `GET /` is a page to try it; `GET /openapi.json` describes every route.
/// docs/guides/serving.md has examples.
///
/// By default, only this machine is served and no page is fetched. Ctrl-C stops the server after it finishes running
/// requests.
#[derive(Debug, clap::Args)]
#[command(mut_arg("contact", |arg| arg.hide_long_help(false)))]
pub struct ServeArgs {
    /// Host and port; beyond this machine, add --token-file or --open
    #[arg(long, value_name = "HOST:PORT", help_heading = ACCESS)]
    #[arg(default_value_t = SocketAddr::from((Ipv4Addr::LOCALHOST, DEFAULT_PORT)))]
    #[arg(value_parser = |text: &str| listen_address(text, DEFAULT_PORT))]
    listen: SocketAddr,
    /// Require the token in this file: `Authorization: Bearer TOKEN`
    ///
    /// At least 16 characters. /health, /openapi.json and / need no token.
    #[arg(long, value_name = "FILE", help_heading = ACCESS)]
    token_file: Option<PathBuf>,
    /// Serve other machines without a token
    #[arg(long, help_heading = ACCESS)]
    open: bool,
    /// Also accept this Host header, such as that of a reverse proxy
    ///
    /// With the port unless it is the default one: extract.example.org, or barn:8018. Other names are refused, so that
    /// pages of other sites cannot send requests through a browser. Repeatable.
    #[arg(long, value_name = "HOST", help_heading = ACCESS)]
    name: Vec<String>,
    /// Pages processed at once [default: number of processors]
    #[arg(short, long, value_name = "N", help_heading = LIMITS)]
    jobs: Option<NonZeroUsize>,
    /// Maximum page size, such as 500k or 20M
    #[arg(long, value_name = "BYTES", value_parser = bytes, default_value = "20M", help_heading = LIMITS)]
    max_bytes: usize,
    /// Maximum requests running or queued; further ones get 503
    #[arg(long, value_name = "N", default_value = "64", help_heading = LIMITS)]
    at_once: NonZeroUsize,
    /// Maximum time per request, queueing included, such as 30s
    #[arg(long, value_name = "TIME", value_parser = time, default_value = "30s", help_heading = LIMITS)]
    deadline: Duration,
    /// Fetch URLs for clients
    ///
    /// robots.txt is obeyed, each host gets at most one request per second, and private addresses are refused.
    #[arg(long, help_heading = help::FETCHING)]
    allow_fetch: bool,
    #[command(flatten)]
    fetching: FetchingArgs,
    #[command(flatten)]
    browsers: BrowsersArgs,
    /// Log on standard error: one JSON object per request, or off
    #[arg(long, value_enum, value_name = "FORMAT", default_value = "json", help_heading = help::MESSAGES)]
    log: LogFormat,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum LogFormat {
    Json,
    Off,
}

/// Runs the verb.
///
/// # Errors
/// A usage error, a token that cannot be read, an address that cannot be listened at.
pub(crate) fn serve(args: &ServeArgs) -> Result<ExitCode> {
    let server = Server::bind(options(args)?).map_err(|error| match error {
        ServeError::Open(_) => Usage(format!("{error}; add --token-file FILE, or --open")).into(),
        error => anyhow::Error::from(error),
    })?;
    let runtime = runtime::Builder::new_multi_thread().enable_all().build()?;
    messages::report_panics_without_words();
    messages::line(&format!("serving at http://{}", server.local_addr()));
    let ran = runtime.block_on(async { server.run(stop(signals()?)).await });
    // A page that is still being fetched is not waited for.
    runtime.shutdown_background();
    ran?;
    Ok(ExitCode::SUCCESS)
}

fn options(args: &ServeArgs) -> Result<ServeOptions> {
    let token = args.token_file.as_ref().map(|path| {
        let text = fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
        AccessToken::new(&text)
            .map_err(|error| anyhow::Error::from(Usage(format!("{}: {error}", path.display()))))
    });
    let defaults = EngineOptions::default();
    Ok(ServeOptions {
        listen: args.listen,
        engine: EngineOptions { threads: args.jobs.unwrap_or(defaults.threads), deadline: args.deadline },
        max_bytes: args.max_bytes,
        at_once: args.at_once.get(),
        token: token.transpose()?,
        open: args.open,
        names: args.name.clone(),
        fetching: args.allow_fetch.then(|| fetching(args)),
        browsers: args.browsers.start()?,
        log: match args.log {
            LogFormat::Json => RequestLog::Json,
            LogFormat::Off => RequestLog::Off,
        },
        ..ServeOptions::default()
    })
}

/// How pages are fetched. Callers wait, so nothing is tried twice.
fn fetching(args: &ServeArgs) -> FetchingOptions {
    let fetch = FetchOptions { max_bytes: args.max_bytes, retries: 0, ..args.fetching.options() };
    FetchingOptions { fetch, ..FetchingOptions::default() }
}

/// Bytes with a unit: `20M` are twenty million.
pub(crate) fn bytes(text: &str) -> Result<usize, String> {
    let wrong = || "use a number of bytes, such as 500k, 20M or 1G".to_owned();
    let at = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let unit: usize = match &text[at..] {
        "" => 1,
        "k" | "K" => 1_000,
        "M" => 1_000_000,
        "G" => 1_000_000_000,
        _ => return Err(wrong()),
    };
    let number: usize = text[..at].parse().map_err(|_| wrong())?;
    number.checked_mul(unit).filter(|bytes| *bytes > 0).ok_or_else(wrong)
}

/// The signals that end the service.
#[cfg(unix)]
fn signals() -> io::Result<[tokio::signal::unix::Signal; 2]> {
    use tokio::signal::unix::{SignalKind, signal};
    Ok([signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?])
}

#[cfg(unix)]
async fn stop([mut interrupt, mut terminate]: [tokio::signal::unix::Signal; 2]) {
    tokio::select! {
        _ = interrupt.recv() => {}
        _ = terminate.recv() => {}
    }
}

/// The signal that ends the service.
#[cfg(not(unix))]
fn signals() -> io::Result<()> {
    Ok(())
}

#[cfg(not(unix))]
async fn stop((): ()) {
    // Without the signal the service runs until it is killed.
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending::<()>().await;
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::bytes;

    #[test]
    fn bytes_have_units() {
        for (text, number) in [("7", 7), ("500k", 500_000), ("20M", 20_000_000), ("1G", 1_000_000_000)] {
            assert_eq!(bytes(text).unwrap(), number, "{text}");
        }
        for text in ["", "M", "1.5M", "20MB", "-1", "0", "99999999999G"] {
            assert!(bytes(text).is_err(), "{text}");
        }
    }
}
