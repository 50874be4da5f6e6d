//! Connections by where they come from, so that one peer does not take all of them.

use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::Notify;

/// The connections of all peers.
#[derive(Debug)]
pub(crate) struct Peers {
    /// Connections of a peer at most.
    most: usize,
    /// The oldest come first.
    open: Mutex<HashMap<IpAddr, VecDeque<Arc<Notify>>>>,
}

/// A connection; counted until it is dropped.
#[derive(Debug)]
pub(crate) struct PeerConnection {
    peers: Arc<Peers>,
    address: IpAddr,
    told: Arc<Notify>,
}

impl Peers {
    /// At most so many connections of a peer.
    pub(crate) fn new(most: usize) -> Self {
        Peers { most, open: Mutex::default() }
    }

    /// A further connection. Where it is one too many, the peer's oldest is told.
    pub(crate) fn connection(self: &Arc<Self>, address: IpAddr) -> PeerConnection {
        let told = Arc::new(Notify::new());
        let mut open = self.lock();
        let of_peer = open.entry(address).or_default();
        if of_peer.len() >= self.most
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
    /// Where it comes from.
    pub(crate) fn address(&self) -> IpAddr {
        self.address
    }

    /// Waits until it is to end in favour of a later one of the same peer.
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
