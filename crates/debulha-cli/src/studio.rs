//! `debulha studio`: the local web app.

use crate::help;
use crate::listening::listen_address;
use crate::messages;
use anyhow::{Context, Result};
use debulha_studio::{Collector, Studio, StudioOptions};
use std::io::{Write, stdout};
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::process::ExitCode;

/// The port where nobody says which.
const PORT: u16 = 8019;

/// Explore pages in the browser: decisions, reasons, labels, models
///
/// Opens a project and prints the URL of a web app. The app is only for this machine: its URL contains a token, and
/// nothing is fetched from elsewhere.
#[derive(Debug, clap::Args)]
pub struct StudioArgs {
    /// Folder of pages, corpus, page file, archive, or site store
    project: PathBuf,
    /// Folder for labels, models and runs [default: the folder of the pages]
    #[arg(long, value_name = "DIR", help_heading = help::OUTPUT)]
    labels: Option<PathBuf>,
    /// Host and port; port 0 uses any free port
    ///
    /// Beyond 127.0.0.1, everyone who knows the app's URL can use it, over an unencrypted connection.
    #[arg(long, value_name = "HOST:PORT", default_value_t = SocketAddr::from((Ipv4Addr::LOCALHOST, PORT)))]
    #[arg(help_heading = help::OUTPUT, value_parser = |text: &str| listen_address(text, PORT))]
    listen: SocketAddr,
    /// File with the token of the URL, so that the URL stays the same; created if missing
    ///
    /// Only its owner may be able to read it. Without this option, each start makes a new token.
    #[arg(long, value_name = "FILE", help_heading = help::OUTPUT)]
    token_file: Option<PathBuf>,
    /// Also fetch pages: crawls and harvests that the app starts
    #[arg(long, help_heading = help::FETCHING)]
    allow_fetch: bool,
    /// Also fetch from private addresses, such as localhost
    #[arg(long, requires = "allow_fetch", help_heading = help::FETCHING)]
    allow_private: bool,
    /// Model file from `debulha train`, listed by its file name; repeatable
    #[arg(long, value_name = "FILE", help_heading = help::SYSTEM)]
    model: Vec<PathBuf>,
    /// Site store from `debulha site learn`
    #[arg(long, value_name = "FILE", help_heading = help::SYSTEM)]
    site_store: Option<PathBuf>,
    /// Layout record of the pages, or folder of layout records
    #[arg(long, value_name = "FILE|DIR", help_heading = help::INPUT, hide_short_help = true)]
    layout: Option<PathBuf>,
}

/// Runs the verb until it is interrupted.
///
/// # Errors
/// A project, model or store that cannot be read, and an address that cannot be listened on.
pub(crate) fn studio(args: &StudioArgs) -> Result<ExitCode> {
    let options = StudioOptions {
        labels: args.labels.clone(),
        host: args.listen.ip(),
        port: args.listen.port(),
        token_file: args.token_file.clone(),
        models: args.model.clone(),
        store: args.site_store.clone(),
        layouts: args.layout.clone(),
        collector: args.collector()?,
        ..StudioOptions::of(&args.project)
    };
    let runtime = tokio::runtime::Runtime::new().context("cannot start threads")?;
    runtime.block_on(async {
        let studio = Studio::bind(&options).await?;
        if !options.host.is_loopback() {
            messages::line("warning: anyone on the network who knows the URL can use the app");
        }
        writeln!(stdout(), "{}", studio.address())?;
        studio.run(interrupted()).await?;
        Ok(ExitCode::SUCCESS)
    })
}

impl StudioArgs {
    /// This program, where the app may have it fetch pages.
    fn collector(&self) -> Result<Option<Collector>> {
        if !self.allow_fetch {
            return Ok(None);
        }
        let program = std::env::current_exe().context("cannot find this program")?;
        Ok(Some(Collector { program, allow_private: self.allow_private }))
    }
}

/// Until the first signal. Where signals cannot be waited for, the system ends the process by itself.
async fn interrupted() {
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending::<()>().await;
    }
}
