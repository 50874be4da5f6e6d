//! Connections that are encrypted, to a server whose certificates the tests make.

use super::options;
use debulha_crawl::{Authorities, Exchange, FetchError, FetchOptions, Fetcher};
use rcgen::{BasicConstraints, Certificate, CertificateParams, IsCa, Issuer, KeyPair};
use rustls::pki_types::PrivatePkcs8KeyDer;
use rustls::{ServerConfig, ServerConnection, StreamOwned};
use std::io::{Read, Write};
use std::net::TcpListener;
use std::sync::Arc;
use std::thread;
use url::Url;

/// An authority of the tests.
struct Authority {
    certificate: Certificate,
    issuer: Issuer<'static, KeyPair>,
}

impl Authority {
    fn new() -> Authority {
        let key = KeyPair::generate().unwrap();
        let mut params = CertificateParams::new(Vec::new()).unwrap();
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let certificate = params.self_signed(&key).unwrap();
        Authority { certificate, issuer: Issuer::new(params, key) }
    }

    fn options(&self) -> FetchOptions {
        let authorities = Some(Authorities::from_pem(pem(&self.certificate).as_bytes()).unwrap());
        FetchOptions { authorities, retries: 0, ..options() }
    }

    /// A server with a certificate of this authority for a name; the port that it listens at.
    fn server(&self, name: &str, change: impl FnOnce(&mut CertificateParams)) -> u16 {
        let key = KeyPair::generate().unwrap();
        let mut params = CertificateParams::new(vec![name.to_owned()]).unwrap();
        change(&mut params);
        let certificate = params.signed_by(&key, &self.issuer).unwrap();
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config = ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(
                vec![certificate.der().clone()],
                PrivatePkcs8KeyDer::from(key.serialize_der()).into(),
            )
            .unwrap();
        let config = Arc::new(config);
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let connection = ServerConnection::new(Arc::clone(&config)).unwrap();
                let mut stream = StreamOwned::new(connection, stream);
                // A client that does not believe us goes without a request.
                let mut request = [0; 4096];
                if stream.read(&mut request).is_ok_and(|len| len > 0) {
                    let answer =
                        b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 6\r\n\r\n<p>Rye";
                    let _ = stream.write_all(answer);
                    stream.conn.send_close_notify();
                    let _ = stream.flush();
                }
            }
        });
        port
    }
}

/// A certificate as PEM files have it: 64 characters of base 64 a line.
fn pem(certificate: &Certificate) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for three in certificate.der().chunks(3) {
        let bits =
            three.iter().fold(0_u32, |bits, &byte| bits << 8 | u32::from(byte)) << (8 * (3 - three.len()));
        for at in 0..4 {
            let digit = DIGITS[(bits >> (18 - 6 * at) & 63) as usize];
            text.push(if at > three.len() { '=' } else { char::from(digit) });
        }
    }
    let lines: Vec<&str> = (0..text.len()).step_by(64).map(|at| &text[at..text.len().min(at + 64)]).collect();
    format!("-----BEGIN CERTIFICATE-----\n{}\n-----END CERTIFICATE-----\n", lines.join("\n"))
}

fn fetch(options: FetchOptions, host: &str, port: u16) -> Result<Exchange, FetchError> {
    Fetcher::new(options).exchange(&Url::parse(&format!("https://{host}:{port}/")).unwrap(), None)
}

#[test]
fn an_encrypted_exchange_is_kept_as_plain_text() {
    let authority = Authority::new();
    let port = authority.server("localhost", |_| ());
    let exchange = fetch(authority.options(), "localhost", port).unwrap();
    assert!(exchange.request.starts_with(b"GET / HTTP/1.1\r\n"));
    assert_eq!(&*exchange.response().unwrap().body(100).unwrap().bytes, b"<p>Rye");
}

#[test]
fn who_cannot_be_believed_is_refused_and_not_asked_again() {
    let (authority, other) = (Authority::new(), Authority::new());
    let port = authority.server("localhost", |_| ());
    let expired = authority.server("localhost", |params| params.not_after = rcgen::date_time_ymd(2001, 1, 1));
    let misnamed = authority.server("example.org", |_| ());
    let own = authority.options();
    for (name, options, port) in [
        ("unknown", FetchOptions { retries: 0, ..options() }, port),
        ("other", other.options(), port),
        ("expired", own.clone(), expired),
        ("misnamed", own, misnamed),
    ] {
        let error = fetch(options, "localhost", port).unwrap_err();
        assert!(error.to_string().contains("certificate"), "{name}: {error}");
        assert!(!error.is_passing(), "{name}: {error:?}");
    }
}

#[test]
fn a_server_without_encryption_is_an_error() {
    let server = super::server::Server::start(|_| super::server::page("<p>x"));
    let error = fetch(FetchOptions { retries: 0, ..options() }, "127.0.0.1", server.port()).unwrap_err();
    assert!(!error.to_string().is_empty());
    assert!(server.paths().is_empty());
}

#[test]
fn what_is_no_certificate_is_refused() {
    for pem in [&b""[..], b"rye", b"-----BEGIN CERTIFICATE-----\n!!\n-----END CERTIFICATE-----\n"] {
        assert!(Authorities::from_pem(pem).is_err(), "{pem:?}");
    }
}
