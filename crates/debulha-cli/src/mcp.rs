//! `debulha mcp`: tools for agents on standard input and output.

use crate::browsers::BrowsersArgs;
use crate::exit::Usage;
use crate::fetching::FetchingArgs;
use crate::help;
use crate::serve::bytes;
use anyhow::{Context, Result};
use debulha_crawl::FetchOptions;
use debulha_dom::Limits;
use debulha_server::ServeOptions;
use debulha_server::engine::{Engine, EngineOptions};
use debulha_server::fetch::{Fetching, FetchingOptions};
use debulha_server::mcp::{Files, Tools};
use debulha_server::service::Service;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

/// Run an MCP server for agents on standard input and output
///
/// Speaks the Model Context Protocol: `extract`, `records`, `why` and `compare` take the HTML of a page. With
/// --allow-fetch, `fetch` takes a URL. Ends when the input ends.
///
/// The agent starts this command; docs/guides/agents.md shows how to configure it.
#[derive(Debug, clap::Args)]
pub struct McpArgs {
    /// Let the agent fetch URLs
    ///
    /// robots.txt is obeyed, and URLs in private networks are refused.
    #[arg(long, help_heading = help::INPUT)]
    allow_fetch: bool,
    /// Let the agent read files below a folder
    #[arg(long, value_name = "DIR", help_heading = help::INPUT)]
    allow_files: Option<PathBuf>,
    /// Maximum page size, such as 500k or 20M
    #[arg(long, value_name = "BYTES", value_parser = bytes, default_value = "20M", help_heading = help::INPUT)]
    max_bytes: usize,
    /// Pages processed at once [default: number of processors]
    #[arg(short, long, value_name = "N", help_heading = help::MESSAGES)]
    jobs: Option<NonZeroUsize>,
    #[command(flatten)]
    fetching: FetchingArgs,
    #[command(flatten)]
    browsers: BrowsersArgs,
}

/// Runs the verb.
///
/// # Errors
/// A folder that is not there, and what goes wrong with standard input and output.
pub(crate) fn run(args: &McpArgs) -> Result<ExitCode> {
    let files = match &args.allow_files {
        Some(folder) => Some(
            Files::below(folder)
                .map_err(|error| Usage(format!("--allow-files {}: {error}", folder.display())))?,
        ),
        None => None,
    };
    let defaults = EngineOptions::default();
    let options = EngineOptions { threads: args.jobs.unwrap_or(defaults.threads), ..defaults };
    let max_work = ServeOptions::default().max_work;
    let limits = Limits { max_bytes: args.max_bytes, max_work, ..Limits::default() };
    let engine = Engine::new(options).with_limits(limits);
    let browsers = args.browsers.start()?;
    let fetching = fetching(args).with_browsers(browsers.clone());
    let service = Service::new(Arc::new(engine), Arc::new(fetching), args.max_bytes);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .context("cannot start the server")?;
    let served = runtime.block_on(Tools::new(Arc::new(service), files).serve_stdio());
    // A read of standard input that is under way cannot be called off.
    runtime.shutdown_background();
    if let Some(browsers) = browsers {
        browsers.stop();
    }
    served?;
    Ok(ExitCode::SUCCESS)
}

fn fetching(args: &McpArgs) -> Fetching {
    if !args.allow_fetch {
        return Fetching::off();
    }
    let defaults = FetchingOptions::default();
    let retries = defaults.fetch.retries;
    let fetch = FetchOptions { max_bytes: args.max_bytes, retries, ..args.fetching.options() };
    Fetching::new(FetchingOptions { fetch, ..defaults })
}
