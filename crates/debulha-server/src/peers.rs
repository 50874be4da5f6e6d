//! Connections by client address, so that one client cannot use up all of them.

use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::Notify;

/// The connections of all clients.
#[derive(Debug)]
pub(crate) struct Peers {
    /// Maximum connections per address.
    max: usize,
    /// Oldest first.
    open: Mutex<HashMap<IpAddr, VecDeque<Arc<Notify>>>>,
}

/// A connection, counted until it is dropped.
#[derive(Debug)]
pub(crate) struct PeerConnection {
    peers: Arc<Peers>,
    address: IpAddr,
    told: Arc<Notify>,
}

impl Peers {
    /// Allows at most `max` connections per address.
    pub(crate) fn new(max: usize) -> Self {
        Peers { max, open: Mutex::default() }
    }

    /// Adds a connection. If it exceeds the maximum, the oldest connection of the address is told to end.
    pub(crate) fn connection(self: &Arc<Self>, address: IpAddr) -> PeerConnection {
        let told = Arc::new(Notify::new());
        let mut open = self.lock();
        let of_peer = open.entry(address).or_default();
        if of_peer.len() >= self.max
            && let Some(oldest) = of_peer.pop_front()
        {
            oldest.notify_one();
        }
        of_peer.push_back(Arc::clone(&told));
        PeerConnection { peers: Arc::clone(self), address, told }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<IpAddr, VecDeque<Arc<Notify>>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl PeerConnection {
    /// The client's address.
    pub(crate) fn address(&self) -> IpAddr {
        self.address
    }

    /// Waits until this connection has to end in favour of a newer one.
    pub(crate) async fn is_too_many(&self) {
        self.told.notified().await;
    }
}

impl Drop for PeerConnection {
    fn drop(&mut self) {
        let mut open = self.peers.lock();
        if let Some(of_peer) = open.get_mut(&self.address) {
            of_peer.retain(|told| !Arc::ptr_eq(told, &self.told));
            if of_peer.is_empty() {
                open.remove(&self.address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::FutureExt;
    use std::net::Ipv4Addr;

    #[test]
    fn the_connection_after_the_maximum_ends_the_oldest_of_its_address() {
        let peers = Arc::new(Peers::new(2));
        let of = |last: u8| peers.connection(Ipv4Addr::new(127, 0, 0, last).into());
        let is_told = |connection: &PeerConnection| connection.is_too_many().now_or_never().is_some();
        let (first, second, other) = (of(1), of(1), of(2));
        assert!(![&first, &second, &other].into_iter().any(is_told));
        let third = of(1);
        assert!(is_told(&first));
        drop((first, third));
        let fourth = of(1);
        assert!(![&second, &other, &fourth].into_iter().any(is_told));
        drop((second, other, fourth));
        assert!(peers.lock().is_empty());
    }
}
