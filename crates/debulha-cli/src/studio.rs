//! `debulha studio`: the local web app.

use crate::help;
use crate::messages;
use anyhow::{Context, Result};
use debulha_studio::{Studio, StudioOptions};
use std::io::{Write, stdout};
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::process::ExitCode;

/// The port where nobody says which.
const PORT: u16 = 8019;

/// Look at pages in the browser: what systems keep and why, labels, models
///
/// Opens a project and writes the address of a web app on standard output. The app is for this machine and this run alone: its address
/// has a token, and nothing is fetched from elsewhere.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// A folder of pages, a corpus, a file of one page or of many, or a site store
    project: PathBuf,
    /// Where labels, models and runs are written [default: the folder of the pages]
    #[arg(long, value_name = "DIR", help_heading = help::OUTPUT)]
    labels: Option<PathBuf>,
    /// Address and port to listen on; port 0 takes any free port
    ///
    /// Beyond 127.0.0.1, everyone who knows the app's URL can use it, over a connection that is not encrypted.
    #[arg(long, value_name = "HOST:PORT", default_value_t = SocketAddr::from((Ipv4Addr::LOCALHOST, PORT)))]
    #[arg(help_heading = help::OUTPUT)]
    listen: SocketAddr,
    /// A model that `debulha train` made, under the name of its file; may be repeated
    #[arg(long, value_name = "FILE", help_heading = help::SYSTEM)]
    model: Vec<PathBuf>,
    /// What `debulha site learn` kept, for what sites repeat and for systems that learn from sites
    #[arg(long, value_name = "FILE", help_heading = help::SYSTEM)]
    site_store: Option<PathBuf>,
    /// Where a browser put the elements of the pages: a record, or a folder of records
    #[arg(long, value_name = "FILE|DIR", help_heading = help::INPUT, hide_short_help = true)]
    layout: Option<PathBuf>,
}

/// Runs the verb until it is interrupted.
///
/// # Errors
/// A project, model or store that cannot be read, and an address that cannot be listened on.
pub(crate) fn studio(args: &Args) -> Result<ExitCode> {
    let options = StudioOptions {
        labels: args.labels.clone(),
        host: args.listen.ip(),
        port: args.listen.port(),
        models: args.model.clone(),
        store: args.site_store.clone(),
        layouts: args.layout.clone(),
        ..StudioOptions::of(&args.project)
    };
    let runtime = tokio::runtime::Runtime::new().context("no threads")?;
    runtime.block_on(async {
        let studio = Studio::bind(&options).await?;
        if !options.host.is_loopback() {
            messages::line("warning: others on the network who learn the address can use the app");
        }
        writeln!(stdout(), "{}", studio.address())?;
        studio.run(interrupted()).await?;
        Ok(ExitCode::SUCCESS)
    })
}

/// Until the first signal. Where signals cannot be waited for, the system ends the process by itself.
async fn interrupted() {
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending::<()>().await;
    }
}
