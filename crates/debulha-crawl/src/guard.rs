//! Which addresses may be connected to.

use crate::tape::Tape;
use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::sync::Arc;
use thiserror::Error;
use ureq::config::Config;
use ureq::http::Uri;
use ureq::unversioned::resolver::{ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::NextTimeout;

/// Networks of IPv4 that are not public, as address and bits of the prefix: the special purpose registry of
/// [IANA](https://www.iana.org/assignments/iana-ipv4-special-registry/), multicast, and what is reserved.
const NOT_PUBLIC_V4: &[([u8; 4], u32)] = &[
    ([0, 0, 0, 0], 8),
    ([10, 0, 0, 0], 8),
    ([100, 64, 0, 0], 10),
    ([127, 0, 0, 0], 8),
    ([169, 254, 0, 0], 16),
    ([172, 16, 0, 0], 12),
    ([192, 0, 0, 0], 24),
    ([192, 0, 2, 0], 24),
    ([192, 88, 99, 0], 24),
    ([192, 168, 0, 0], 16),
    ([198, 18, 0, 0], 15),
    ([198, 51, 100, 0], 24),
    ([203, 0, 113, 0], 24),
    ([224, 0, 0, 0], 4),
    ([240, 0, 0, 0], 4),
];

/// Networks of IPv6 inside 2000::/3, the only public one, that are not public themselves
/// ([IANA](https://www.iana.org/assignments/iana-ipv6-special-registry/)). 2001::/23 holds Teredo, ORCHID and benchmarks,
/// 2001:db8::/32 and 3fff::/20 are for documents.
const NOT_PUBLIC_V6: &[([u16; 2], u32)] = &[([0x2001, 0], 23), ([0x2001, 0x0DB8], 32), ([0x3FFF, 0], 20)];

/// Whether an address belongs to the public network: neither private, nor of this machine or link, nor for several hosts, nor
/// reserved. IPv6 addresses that hold one of IPv4 are public if that one is.
///
/// ```
/// use debulha_crawl::is_public;
///
/// for (address, expected) in [
///     ("93.184.215.14", true), ("10.1.2.3", false), ("100.64.0.1", false), ("169.254.169.254", false),
///     ("2606:2800:21f:cb07::1", true), ("::1", false), ("fd00::1", false), ("::ffff:127.0.0.1", false),
/// ] {
///     assert_eq!(is_public(address.parse()?), expected, "{address}");
/// }
/// # Ok::<(), std::net::AddrParseError>(())
/// ```
pub fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => match embedded(address) {
            Some(inner) => is_public_v4(inner),
            None => is_public_v6(address),
        },
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let is_in = |&(network, bits): &([u8; 4], u32)| {
        (address.to_bits() ^ Ipv4Addr::from(network).to_bits()) >> (32 - bits) == 0
    };
    !NOT_PUBLIC_V4.iter().any(is_in)
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    let [first, second, ..] = address.segments();
    let start = u32::from(first) << 16 | u32::from(second);
    let is_in = |&([first, second], bits): &([u16; 2], u32)| {
        (start ^ (u32::from(first) << 16 | u32::from(second))) >> (32 - bits) == 0
    };
    first >> 13 == 1 && !NOT_PUBLIC_V6.iter().any(is_in)
}

/// The address of IPv4 in one of IPv6: mapped (::ffff:0:0/96), compatible (::/96), translated (64:ff9b::/96), 6to4 (2002::/16). Where
/// addresses translated by a network's own prefix (64:ff9b:1::/48, RFC 8215) hold it depends on that network: none is public.
fn embedded(address: Ipv6Addr) -> Option<Ipv4Addr> {
    let last = |[.., high, low]: [u16; 8]| Ipv4Addr::from_bits(u32::from(high) << 16 | u32::from(low));
    match address.segments() {
        parts @ ([0, 0, 0, 0, 0, 0 | 0xFFFF, _, _] | [0x64, 0xFF9B, 0, 0, 0, 0, _, _]) => Some(last(parts)),
        [0x2002, high, low, ..] => Some(Ipv4Addr::from_bits(u32::from(high) << 16 | u32::from(low))),
        _ => None,
    }
}

/// What stands between a name and a connection: an address that is refused. It goes through `ureq` as an error of another kind.
#[derive(Debug, Error)]
#[error("{host} is at {address}")]
pub(crate) struct RefusedAddress {
    pub(crate) host: String,
    pub(crate) address: IpAddr,
}

/// A resolver that gives public addresses alone. A name is refused if a single one of its addresses is not public.
pub(crate) struct Guarded<R> {
    pub(crate) inner: R,
    pub(crate) allow_private: bool,
    pub(crate) tape: Arc<Tape>,
}

impl<R> fmt::Debug for Guarded<R> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Guarded").field("allow_private", &self.allow_private).finish_non_exhaustive()
    }
}

impl<R: Resolver> Resolver for Guarded<R> {
    fn resolve(
        &self,
        uri: &Uri,
        config: &Config,
        timeout: NextTimeout,
    ) -> Result<ResolvedSocketAddrs, ureq::Error> {
        let addresses = self.inner.resolve(uri, config, timeout)?;
        if let Some(refused) =
            addresses.iter().find(|address| !self.allow_private && !is_public(address.ip()))
        {
            let host = uri.host().unwrap_or_default().to_owned();
            return Err(ureq::Error::Other(Box::new(RefusedAddress { host, address: refused.ip() })));
        }
        self.tape.resolved(&addresses);
        Ok(addresses)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn only_addresses_of_the_public_network_are_public() {
        let is_public = |text: &str| is_public(text.parse().unwrap());
        for text in [
            "0.0.0.0",
            "0.1.2.3",
            "10.0.0.1",
            "100.64.0.1",
            "100.127.255.255",
            "127.0.0.1",
            "127.9.9.9",
            "169.254.169.254",
            "172.16.0.1",
            "172.31.255.255",
            "192.0.0.8",
            "192.0.2.1",
            "192.168.1.1",
            "198.18.0.1",
            "198.19.255.1",
            "198.51.100.7",
            "203.0.113.9",
            "224.0.0.1",
            "239.1.1.1",
            "240.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::127.0.0.1",
            "::ffff:10.0.0.1",
            "::ffff:169.254.169.254",
            "64:ff9b::7f00:1",
            "64:ff9b:1::a00:1",
            "64:ff9b:1::808:808",
            "2002:7f00:1::",
            "2002:c0a8:101::1",
            "fc00::1",
            "fd12:3456::1",
            "fe80::1",
            "fec0::1",
            "ff02::1",
            "100::1",
            "2001::1",
            "2001:10::1",
            "2001:db8::1",
            "3fff::1",
            "4000::1",
            "e000::1",
        ] {
            assert!(!is_public(text), "{text}");
        }
        for text in [
            "1.1.1.1",
            "8.8.8.8",
            "9.255.255.255",
            "11.0.0.0",
            "100.63.255.255",
            "100.128.0.0",
            "172.15.0.1",
            "172.32.0.1",
            "192.0.1.1",
            "198.17.0.1",
            "198.20.0.1",
            "223.255.255.255",
            "2606:4700::1111",
            "2a00:1450:4001::1",
            "::ffff:8.8.8.8",
            "64:ff9b::808:808",
            "2002:808:808::1",
            "2001:4860:4860::8888",
        ] {
            assert!(is_public(text), "{text}");
        }
    }
    /// The entries of both special purpose registries of [IANA](https://www.iana.org/assignments/iana-ipv6-special-registry/) that are
    /// not globally reachable, as of 2026-11. ::ffff:0:0/96 is left out: a system connects to the address that it holds.
    const SPECIAL: [&str; 32] = [
        "0.0.0.0/8",
        "0.0.0.0/32",
        "10.0.0.0/8",
        "100.64.0.0/10",
        "127.0.0.0/8",
        "169.254.0.0/16",
        "172.16.0.0/12",
        "192.0.0.0/24",
        "192.0.0.0/29",
        "192.0.0.8/32",
        "192.0.0.170/32",
        "192.0.0.171/32",
        "192.0.2.0/24",
        "192.88.99.0/24",
        "192.168.0.0/16",
        "198.18.0.0/15",
        "198.51.100.0/24",
        "203.0.113.0/24",
        "240.0.0.0/4",
        "255.255.255.255/32",
        "::1/128",
        "::/128",
        "64:ff9b:1::/48",
        "100::/64",
        "100:0:0:1::/64",
        "2001::/23",
        "2001:2::/48",
        "2001:db8::/32",
        "3fff::/20",
        "5f00::/16",
        "fc00::/7",
        "fe80::/10",
    ];

    #[test]
    fn no_network_of_the_special_registries_is_public() {
        for network in SPECIAL {
            let (address, bits) = network.split_once('/').unwrap();
            let bits: u32 = bits.parse().unwrap();
            let (first, last): (IpAddr, IpAddr) = match address.parse().unwrap() {
                IpAddr::V4(first) => {
                    let hosts = u32::MAX.checked_shr(bits).unwrap_or(0);
                    (first.into(), Ipv4Addr::from_bits(first.to_bits() | hosts).into())
                }
                IpAddr::V6(first) => {
                    let hosts = u128::MAX.checked_shr(bits).unwrap_or(0);
                    (first.into(), Ipv6Addr::from_bits(first.to_bits() | hosts).into())
                }
            };
            assert!(!is_public(first) && !is_public(last), "{network}");
        }
    }
}
