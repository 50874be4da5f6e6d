//! Private addresses are refused before any socket is opened.

use super::server::{Server, redirect};
use super::{Watch, options};
use debulha_crawl::unversioned::resolver::{ResolvedSocketAddrs, Resolver};
use debulha_crawl::unversioned::transport::{
    ConnectionDetails, Connector, NextTimeout, TcpConnector, Transport,
};
use debulha_crawl::{FetchError, FetchOptions, Fetcher, Politeness, Visitor};
use std::net::{IpAddr, SocketAddr};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use url::Url;

type UreqError = ureq::Error;

/// Names that tests know, in the place of the DNS.
#[derive(Debug, Clone)]
struct Names(Vec<(&'static str, Vec<SocketAddr>)>);

impl Resolver for Names {
    fn resolve(
        &self,
        uri: &ureq::http::Uri,
        _: &ureq::config::Config,
        _: NextTimeout,
    ) -> Result<ResolvedSocketAddrs, UreqError> {
        let host = uri.host().unwrap_or_default();
        let (_, addresses) = self.0.iter().find(|(name, _)| *name == host).ok_or(UreqError::HostNotFound)?;
        let mut found = self.empty();
        for address in addresses {
            found.push(*address);
        }
        Ok(found)
    }
}

/// Counts the connections that are asked for, and makes them all to one place.
#[derive(Debug, Clone)]
struct Counting {
    opened: Arc<AtomicUsize>,
    to: SocketAddr,
}

impl<In: Transport> Connector<In> for Counting {
    type Out = Box<dyn Transport>;

    fn connect(
        &self,
        details: &ConnectionDetails<'_>,
        _: Option<In>,
    ) -> Result<Option<Self::Out>, UreqError> {
        self.opened.fetch_add(1, Ordering::SeqCst);
        let mut addrs = details.resolver.empty();
        addrs.push(self.to);
        let details = ConnectionDetails {
            uri: details.uri,
            addrs,
            config: details.config,
            request_level: details.request_level,
            resolver: details.resolver,
            now: details.now,
            timeout: details.timeout,
            current_time: details.current_time.clone(),
            run_connector: details.run_connector.clone(),
            register_shutdown: details.register_shutdown.clone(),
        };
        let made = Connector::<()>::connect(&TcpConnector::default(), &details, None)?;
        Ok(made.map(|made| Box::new(made) as Box<dyn Transport>))
    }
}

fn at(addresses: &[&str]) -> Vec<SocketAddr> {
    addresses.iter().map(|address| SocketAddr::new(address.parse::<IpAddr>().unwrap(), 80)).collect()
}

fn guarded(names: Vec<(&'static str, Vec<SocketAddr>)>, to: SocketAddr) -> (Fetcher, Arc<AtomicUsize>) {
    let opened = Arc::new(AtomicUsize::new(0));
    let connector = Counting { opened: Arc::clone(&opened), to };
    let options = FetchOptions { allow_private: false, ..options() };
    (Fetcher::with_parts(options, Names(names), connector).pause(Arc::new(Watch::default())), opened)
}

#[test]
fn names_of_private_addresses_are_refused_before_a_socket_opens() {
    for address in [
        "127.0.0.1",
        "10.0.0.5",
        "172.20.1.1",
        "192.168.0.1",
        "169.254.169.254",
        "100.64.1.1",
        "0.0.0.0",
        "224.0.0.1",
        "255.255.255.255",
        "::1",
        "::",
        "fe80::1",
        "fd00::1",
        "ff02::1",
        "::ffff:127.0.0.1",
        "64:ff9b::a00:1",
    ] {
        let (mut fetcher, opened) = guarded(vec![("rebound.example", at(&[address]))], at(&["127.0.0.1"])[0]);
        let error = fetcher.exchange(&Url::parse("http://rebound.example/").unwrap(), None).unwrap_err();
        assert!(matches!(error, FetchError::Private { .. }), "{address}: {error}");
        assert!(error.to_string().contains("rebound.example"), "{error}");
        assert_eq!(opened.load(Ordering::SeqCst), 0, "{address}");
    }
}

#[test]
fn one_private_address_among_public_ones_is_enough() {
    let (mut fetcher, opened) =
        guarded(vec![("mixed.example", at(&["93.184.215.14", "10.0.0.1"]))], at(&["127.0.0.1"])[0]);
    let made = fetcher.exchange(&Url::parse("https://mixed.example/").unwrap(), None);
    assert!(matches!(made, Err(FetchError::Private { .. })), "{made:?}");
    assert_eq!(opened.load(Ordering::SeqCst), 0);
}

#[test]
fn numbers_in_any_spelling_are_refused() {
    for host in ["127.0.0.1", "0x7f.1", "2130706433", "017700000001", "[::1]", "[::ffff:7f00:1]", "localhost"]
    {
        let options = FetchOptions { allow_private: false, retries: 0, ..options() };
        let made = Fetcher::new(options).exchange(&Url::parse(&format!("http://{host}:9/")).unwrap(), None);
        assert!(matches!(made, Err(FetchError::Private { .. })), "{host}: {made:?}");
    }
}

#[test]
fn a_redirect_to_a_private_address_is_refused_before_a_socket_opens() {
    let server = Server::start(|asked| match asked.path.as_str() {
        "/by-name" => redirect("http://inner.example/secret"),
        "/by-number" => redirect("http://127.0.0.1/secret"),
        _ => super::server::answer(404, &[], b""),
    });
    let names = vec![
        ("outer.example", at(&["93.184.215.14"])),
        ("inner.example", at(&["192.168.7.7"])),
        ("127.0.0.1", at(&["127.0.0.1"])),
    ];
    let (fetcher, opened) = guarded(names, SocketAddr::from(([127, 0, 0, 1], server.port())));
    let mut visitor = Visitor::new(fetcher, Politeness::default());
    for path in ["by-name", "by-number"] {
        let url = Url::parse(&format!("http://outer.example/{path}")).unwrap();
        let seen = Mutex::new(Vec::new());
        let visit = visitor.visit(&url, None, &mut |target| {
            seen.lock().unwrap().push(target.clone());
            true
        });
        assert!(matches!(visit.error, Some(FetchError::Private { .. })), "{:?}", visit.error);
        assert_eq!((visit.exchanges.len(), seen.lock().unwrap().len()), (1, 1), "{path}");
    }
    // One connection for robots.txt and both pages of the outer host, or a few if it was not kept; none to the inner one.
    assert!((1..=3).contains(&opened.load(Ordering::SeqCst)));
    assert!(server.paths().iter().all(|path| path != "/secret"));
}
