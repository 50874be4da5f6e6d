//! The server: connections, within limits, until it is told to stop.

use crate::app::App;
use crate::gate::{Local, Peer};
use crate::options::{ServeError, ServeOptions};
use crate::patient::Patient;
use crate::peers::{PeerConnection, Peers};
use crate::router;
use axum::Router;
use axum::body::Body;
use axum::http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use std::io;
use std::net::{self, SocketAddr};
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::select;
use tokio::sync::{Semaphore, watch};
use tokio::task::{self, JoinSet};
use tokio::time::{sleep, timeout};
use tower_service::Service;

/// Time for what is in work when the server is told to stop.
pub const GRACE: Duration = Duration::from_secs(10);

/// The wait after a connection could not be accepted, such as for want of file descriptors.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

/// How long a caller may take nothing of its answer.
const WRITE_PATIENCE: Duration = Duration::from_mins(1);

/// One address has at most this part of all connections, a half, so that idle ones of one client cannot use them up (our decision).
const MAX_PART_OF_PEER: usize = 2;

/// Bytes of the head of a request at most; what is read of a body at once has as many.
pub(crate) const MAX_HEAD: usize = 64 << 10;

/// The HTTP service at an address.
///
/// ```
/// use debulha_server::{ServeOptions, Server};
///
/// let server = Server::bind(ServeOptions { listen: "127.0.0.1:0".parse()?, ..ServeOptions::default() })?;
/// println!("http://{}", server.local_addr());
/// let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
/// runtime.block_on(server.run(async { /* until it is told to stop */ }))?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Server {
    listener: net::TcpListener,
    address: SocketAddr,
    app: App,
    router: Router,
    connections: usize,
    read_timeout: Duration,
}

impl Server {
    /// Listens; connections wait until it runs.
    ///
    /// # Errors
    /// An address that cannot be listened at, or that other machines reach although nobody needs a token and nobody said that this is
    /// meant.
    pub fn bind(options: ServeOptions) -> Result<Self, ServeError> {
        let ServeOptions { listen, connections, read_timeout, .. } = options;
        if !listen.ip().is_loopback() && options.token.is_none() && !options.open {
            return Err(ServeError::Open(listen));
        }
        let bound = net::TcpListener::bind(listen);
        let listener = bound.map_err(|reason| ServeError::Bind { address: listen, reason })?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        let app = App::new(options);
        Ok(Server { router: router(app.clone(), address), listener, address, app, connections, read_timeout })
    }

    /// Where it listens.
    pub fn local_addr(&self) -> SocketAddr {
        self.address
    }

    /// What all its requests share.
    pub fn app(&self) -> &App {
        &self.app
    }

    /// Answers until told to stop; then takes no further connections, finishes what is in work, within [`GRACE`], and ends the
    /// browsers.
    ///
    /// # Errors
    /// Those of the system.
    pub async fn run(self, shutdown: impl Future<Output = ()>) -> Result<(), ServeError> {
        let listener = TcpListener::from_std(self.listener)?;
        let places = Arc::new(Semaphore::new(self.connections));
        let peers = Arc::new(Peers::new(self.connections.div_ceil(MAX_PART_OF_PEER)));
        let (running, stopped) = watch::channel(());
        let mut connections = JoinSet::new();
        let mut shutdown = pin!(shutdown);
        loop {
            let next = async {
                let place = Arc::clone(&places).acquire_owned().await;
                (place, listener.accept().await)
            };
            let (place, accepted) = select! {
                () = &mut shutdown => break,
                next = next => next,
            };
            match accepted {
                Ok((stream, peer)) => {
                    let peer = peers.connection(peer.ip().to_canonical());
                    let connection =
                        serve(stream, peer, self.router.clone(), self.read_timeout, stopped.clone());
                    connections.spawn(async move {
                        // What ends a connection is of no interest to anybody here.
                        let _ = connection.await;
                        drop(place);
                    });
                }
                Err(_) => sleep(ACCEPT_PAUSE).await,
            }
            while connections.try_join_next().is_some() {}
        }
        drop((listener, running));
        let all = async { while connections.join_next().await.is_some() {} };
        if timeout(GRACE, all).await.is_err() {
            connections.abort_all();
        }
        if let Some(browsers) = self.app.fetching().browsers().map(Arc::clone) {
            // They end with this process, if not before.
            let _ = task::spawn_blocking(move || browsers.stop()).await;
        }
        Ok(())
    }
}

/// The requests of one connection.
async fn serve(
    stream: TcpStream,
    peer: PeerConnection,
    router: Router,
    read_timeout: Duration,
    mut stopped: watch::Receiver<()>,
) -> io::Result<()> {
    stream.set_nodelay(true)?;
    let local = stream.local_addr()?;
    let local = Local(SocketAddr::new(local.ip().to_canonical(), local.port()));
    let address = Peer(peer.address());
    let has_asked = AtomicBool::new(false);
    let service = service_fn(|request: Request<Incoming>| {
        has_asked.store(true, Ordering::Relaxed);
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(local);
        request.extensions_mut().insert(address);
        router.clone().call(request)
    });
    let io = TokioIo::new(Patient::new(stream, WRITE_PATIENCE));
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(read_timeout)
        .max_buf_size(MAX_HEAD)
        .serve_connection(io, service);
    let mut connection = pin!(connection);
    let done = select! {
        done = connection.as_mut() => done,
        () = async { select! { _ = stopped.changed() => {}, () = peer.is_too_many() => {} } } => {
            if !has_asked.load(Ordering::Relaxed) {
                return Ok(());
            }
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    done.map_err(io::Error::other)
}
