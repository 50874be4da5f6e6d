//! Addresses to listen on.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};

/// Reads `HOST:PORT`, or a host alone, which gets `port`. A host is an IP address or `localhost`.
///
/// # Errors
/// What was expected.
pub(crate) fn listen_address(text: &str, port: u16) -> Result<SocketAddr, String> {
    let host = |text: &str| match text {
        "localhost" => Some(IpAddr::from(Ipv4Addr::LOCALHOST)),
        _ => text.trim_start_matches('[').trim_end_matches(']').parse().ok(),
    };
    let pair = || {
        let (name, port) = text.rsplit_once(':')?;
        Some(SocketAddr::new(host(name)?, port.parse().ok()?))
    };
    let address = text.parse().ok().or_else(|| Some(SocketAddr::new(host(text)?, port))).or_else(pair);
    address.ok_or_else(|| format!("expected IP:PORT, such as 127.0.0.1:{port} or [::1]:{port}"))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_port_may_be_left_out() {
        let read = |text| listen_address(text, 80).map(|address| address.to_string());
        for (text, address) in [
            ("127.0.0.1:8018", "127.0.0.1:8018"),
            ("127.0.0.1", "127.0.0.1:80"),
            ("localhost", "127.0.0.1:80"),
            ("localhost:0", "127.0.0.1:0"),
            ("[::1]:9", "[::1]:9"),
            ("::1", "[::1]:80"),
            ("[::1]", "[::1]:80"),
        ] {
            assert_eq!(read(text).unwrap(), address, "{text}");
        }
        for text in ["", ":", "8018", ":8018", "example.org:80", "127.0.0.1:65536", "127.0.0.1:x"] {
            assert_eq!(
                read(text).unwrap_err(),
                "expected IP:PORT, such as 127.0.0.1:80 or [::1]:80",
                "{text}"
            );
        }
    }
}
