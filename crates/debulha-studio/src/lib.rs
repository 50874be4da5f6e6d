//! The studio: a local web app to look at what systems keep of pages, to compare them, to label and to train.
//!
//! A [`Studio`] serves one project on one address. The address holds a token, and everything without it is not found:
//!
//! ```no_run
//! use debulha_studio::{Studio, StudioOptions};
//!
//! # tokio::runtime::Runtime::new()?.block_on(async {
//! let studio = Studio::bind(&StudioOptions::of("pages")).await?;
//! println!("{}", studio.address());
//! studio.run(std::future::pending()).await?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! # })?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What keeps pages apart from the app, and others from both
//!
//! Pages may be hostile, and a browser that has the studio open has other sites open too.
//!
//! - **A page is written anew** (`frame`). debulha's own tree is serialised by lists of allowed elements and attributes; text and
//!   values are escaped. Scripts, handlers, frames, forms, links and addresses are on no list. The one address that is copied is that of
//!   a picture in a `data:` address, and SVG is no such picture. SVG and MathML are reduced to their text. Nothing is parsed again, so
//!   no markup changes its meaning on the way.
//! - **Its policy forbids the rest**, should the lists have a hole: `sandbox allow-same-origin; default-src 'none'; style-src
//!   'unsafe-inline'; img-src data:; font-src data:; frame-ancestors 'self'`. No script runs, no form is sent, nothing is fetched, be it by a
//!   style sheet. The app shows it in a frame with the same `sandbox`, and never with `allow-scripts`. `allow-same-origin` is there
//!   for the app alone: its script paints the texts of the frame and hears clicks on them. Without scripts the frame cannot use
//!   the origin.
//! - **The app's policy** is `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self';
//!   frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`: only files of the program run, and no other site can
//!   show the app in a frame.
//! - **A token of 128 bits** is in every address, but for that of a page that says so and of its style sheet. `Referrer-Policy: no-referrer` keeps it from other sites, and no page has links.
//! - **`Host` must be the studio's own**, else the answer is 421: a name of another site that is made to lead to this machine (DNS
//!   rebinding) reads nothing. **`Origin` must be the studio's own** where there is one, else 403. Bodies must be
//!   `application/json`, which pages of other sites cannot send unasked. `Cross-Origin-Resource-Policy: same-origin` keeps answers out
//!   of their reach.
//!
//! `tests/payloads.txt` has pages that try to break out; `tests/it/sanitised.rs` reads what is served of them, and
//! `tests/web/payloads.test.mjs` opens them in a browser.
#![forbid(unsafe_code)]

mod about;
mod answer;
mod assets;
mod collecting;
mod comparison;
mod data;
mod frame;
mod jobs;
mod label_files;
mod labels;
mod models;
mod overlays;
mod pages;
mod project;
mod recent;
mod repetition;
mod router;
mod runs;
mod scan;
mod sites;
mod state;
mod systems;
mod texts;
mod token;
mod training;
mod why;
mod wire;

pub use collecting::Collector;
pub use models::ModelFileError;
pub use project::ProjectError;
pub use token::TokenError;

use crate::state::StudioState;
use debulha_io::site_store::StoreError;
use debulha_server::engine::EngineOptions;
use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use thiserror::Error;
use tokio::net::TcpListener;

/// What a studio is opened on, and where it answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StudioOptions {
    /// A folder of pages, a corpus, a file of one page or of many (WARC, JSON lines, Parquet), or a site store.
    pub project: PathBuf,
    /// Where labels, models and runs are written; `None` for the folder of the pages.
    pub labels: Option<PathBuf>,
    /// The address to listen on: one of this machine, which the address of the app has too.
    pub host: IpAddr,
    /// The port; 0 for any that is free.
    pub port: u16,
    /// A file with the token of the URL, created if missing; `None` for a new token each time.
    pub token_file: Option<PathBuf>,
    /// Models that can be requested beside those of the library, each under the name of its file.
    pub models: Vec<PathBuf>,
    /// A site store, for what sites repeat and for systems that learn from sites.
    pub store: Option<PathBuf>,
    /// A folder of layout records, or the record of the one page.
    pub layouts: Option<PathBuf>,
    /// What fetches pages from the web; `None` where nothing is fetched.
    pub collector: Option<Collector>,
    /// How much is worked on at once, and how long.
    pub engine: EngineOptions,
}

impl StudioOptions {
    /// A project, served to this machine alone on any free port, without models, store and layouts.
    pub fn of(project: impl Into<PathBuf>) -> Self {
        StudioOptions {
            project: project.into(),
            labels: None,
            host: IpAddr::V4(Ipv4Addr::LOCALHOST),
            port: 0,
            token_file: None,
            models: Vec::new(),
            store: None,
            layouts: None,
            collector: None,
            engine: EngineOptions::default(),
        }
    }
}

/// Why a studio cannot be opened.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum StudioError {
    /// The pages.
    #[error(transparent)]
    Project(#[from] ProjectError),
    /// A model.
    #[error(transparent)]
    Model(#[from] ModelFileError),
    /// The site store.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// An address that stands for all of this machine's: a browser cannot ask for it by that name.
    #[error("{0} stands for all addresses; name the one that the browser will use")]
    Unspecified(IpAddr),
    /// The address cannot be listened on.
    #[error("{}", debulha_server::cannot_listen(*address, reason))]
    Listen {
        /// Which.
        address: SocketAddr,
        /// The cause.
        reason: io::Error,
    },
    /// The token.
    #[error(transparent)]
    Token(#[from] TokenError),
}

/// A studio that listens, and answers once it runs.
pub struct Studio {
    listener: TcpListener,
    local: SocketAddr,
    token: String,
    shared: Arc<StudioState>,
}

impl Studio {
    /// Opens a project and listens. Reads the labels of a corpus, and the whole of a file of many pages.
    ///
    /// # Errors
    /// What cannot be read, and an address that cannot be listened on.
    pub async fn bind(options: &StudioOptions) -> Result<Self, StudioError> {
        if options.host.is_unspecified() {
            return Err(StudioError::Unspecified(options.host));
        }
        let token = token::token(options.token_file.as_deref())?;
        let shared = Arc::new(StudioState::open(options)?);
        let address = SocketAddr::new(options.host, options.port);
        let listen = |reason| StudioError::Listen { address, reason };
        let listener = TcpListener::bind(address).await.map_err(listen)?;
        let local = listener.local_addr().map_err(listen)?;
        Ok(Studio { listener, local, token, shared })
    }

    /// The address of the app, with its token.
    pub fn address(&self) -> String {
        format!("http://{}/{}/", self.local, self.token)
    }

    /// Answers until `shutdown` is done; then jobs are cancelled, and requests that are in work are finished.
    ///
    /// # Errors
    /// What the network says.
    pub async fn run(self, shutdown: impl Future<Output = ()> + Send + 'static) -> io::Result<()> {
        let app = router::router(Arc::clone(&self.shared), self.local, &self.token);
        let shared = self.shared;
        let ends = async move {
            shutdown.await;
            shared.jobs.cancel_all();
        };
        axum::serve(self.listener, app).with_graceful_shutdown(ends).await
    }
}
