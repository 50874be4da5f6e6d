//! An exchange as it goes over the connection, byte for byte.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use ureq::Error;
use ureq::unversioned::transport::{Buffers, ConnectionDetails, Connector, NextTimeout, Transport};

/// What went over the connection since [`Tape::begin`].
#[derive(Debug, Default)]
pub(crate) struct Tape(Mutex<Taped>);

/// What is on a tape.
#[derive(Debug, Default)]
pub(crate) struct Taped {
    pub(crate) sent: Vec<u8>,
    pub(crate) received: Vec<u8>,
    /// The address of the server, where there is but one that it can be.
    pub(crate) address: Option<IpAddr>,
    /// Bytes received at most.
    limit: usize,
}

impl Tape {
    fn lock(&self) -> MutexGuard<'_, Taped> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Empties the tape for a new exchange.
    pub(crate) fn begin(&self, limit: usize) {
        *self.lock() = Taped { limit, ..Taped::default() };
    }

    /// What is on it.
    pub(crate) fn take(&self) -> Taped {
        std::mem::take(&mut *self.lock())
    }

    /// The addresses of the server are known.
    pub(crate) fn resolved(&self, addresses: &[SocketAddr]) {
        self.lock().address = match addresses {
            [one] => Some(one.ip()),
            _ => None,
        };
    }
}

/// The last link in a chain of connectors: it sees what is sent, not how it is encrypted.
#[derive(Debug)]
pub(crate) struct Recording(pub(crate) Arc<Tape>);

impl<In: Transport> Connector<In> for Recording {
    type Out = Recorded<In>;

    fn connect(&self, _: &ConnectionDetails<'_>, chained: Option<In>) -> Result<Option<Recorded<In>>, Error> {
        Ok(chained.map(|inner| Recorded { inner, tape: Arc::clone(&self.0) }))
    }
}

/// A connection that is recorded.
#[derive(Debug)]
pub(crate) struct Recorded<T> {
    inner: T,
    tape: Arc<Tape>,
}

impl<T: Transport> Transport for Recorded<T> {
    fn buffers(&mut self) -> &mut dyn Buffers {
        self.inner.buffers()
    }

    fn transmit_output(&mut self, amount: usize, timeout: NextTimeout) -> Result<(), Error> {
        if let Some(sent) = self.inner.buffers().output().get(..amount) {
            self.tape.lock().sent.extend_from_slice(sent);
        }
        self.inner.transmit_output(amount, timeout)
    }

    fn await_input(&mut self, timeout: NextTimeout) -> Result<bool, Error> {
        let before = self.inner.buffers().input().len();
        let progress = self.inner.await_input(timeout)?;
        let mut taped = self.tape.lock();
        if let Some(new) = self.inner.buffers().input().get(before..) {
            taped.received.extend_from_slice(new);
        }
        if taped.received.len() > taped.limit {
            return Err(Error::Io(io::Error::other("more than is read")));
        }
        Ok(progress)
    }

    fn is_open(&mut self) -> bool {
        self.inner.is_open()
    }

    fn is_tls(&self) -> bool {
        self.inner.is_tls()
    }
}
