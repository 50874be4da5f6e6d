//! Slots for work: at most N at once, assigned to callers in rotation.

use std::collections::VecDeque;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::oneshot;

/// Who requests work. Slots rotate between callers, so that one with many requests does not delay one with few.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Caller {
    /// All work without a client address, such as a crawl, counts as one caller.
    #[default]
    Unnamed,
    /// A client, by its address.
    Peer(IpAddr),
}

/// The slots and who waits for them.
#[derive(Debug)]
pub(crate) struct FairTurns {
    all: usize,
    queues: Mutex<TurnQueues>,
}

#[derive(Debug, Default)]
struct TurnQueues {
    free: usize,
    /// Slots that were reassigned while their work continues.
    overdue: usize,
    /// The next caller first. Each has at least one waiting request.
    callers: VecDeque<(Caller, VecDeque<oneshot::Sender<Turn>>)>,
}

/// A slot. Dropping it assigns it to the next caller.
#[derive(Debug)]
pub(crate) struct Turn {
    /// `None` if the slot was never received.
    turns: Option<Arc<FairTurns>>,
    is_overdue: bool,
}

impl FairTurns {
    /// Allows `all` at once.
    pub(crate) fn new(all: usize) -> Self {
        FairTurns { all, queues: Mutex::new(TurnQueues { free: all, ..TurnQueues::default() }) }
    }

    /// Slots in use.
    pub(crate) fn taken(&self) -> usize {
        self.all - self.lock().free
    }

    /// Waits for a slot. Dropping the future leaves the queue.
    pub(crate) async fn take(self: &Arc<Self>, caller: Caller) -> Turn {
        let waiting = {
            let mut queues = self.lock();
            if queues.free > 0 {
                queues.free -= 1;
                return self.turn();
            }
            let (sender, waiting) = oneshot::channel();
            queues.push(caller, sender);
            waiting
        };
        // The sender is dropped only with the queue, which this holds.
        waiting.await.unwrap_or(Turn { turns: None, is_overdue: false })
    }

    fn turn(self: &Arc<Self>) -> Turn {
        Turn { turns: Some(Arc::clone(self)), is_overdue: false }
    }

    /// Assigns a slot to the next caller that still waits, or frees it.
    fn hand_on(self: &Arc<Self>, queues: &mut TurnQueues) {
        while let Some(next) = queues.pop() {
            match next.send(self.turn()) {
                Ok(()) => return,
                // Its request was dropped.
                Err(mut turn) => turn.turns = None,
            }
        }
        queues.free += 1;
    }

    fn lock(&self) -> MutexGuard<'_, TurnQueues> {
        self.queues.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl TurnQueues {
    fn push(&mut self, caller: Caller, sender: oneshot::Sender<Turn>) {
        // Dropped requests are removed here, so that the queues hold at most one of them.
        for (_, waiting) in &mut self.callers {
            waiting.retain(|sender| !sender.is_closed());
        }
        self.callers.retain(|(_, waiting)| !waiting.is_empty());
        match self.callers.iter_mut().find(|(other, _)| *other == caller) {
            Some((_, waiting)) => waiting.push_back(sender),
            None => self.callers.push_back((caller, VecDeque::from([sender]))),
        }
    }

    /// The first request of the next caller, which then comes last.
    fn pop(&mut self) -> Option<oneshot::Sender<Turn>> {
        let (caller, mut waiting) = self.callers.pop_front()?;
        let first = waiting.pop_front();
        if !waiting.is_empty() {
            self.callers.push_back((caller, waiting));
        }
        first
    }
}

impl Turn {
    /// Reassigns the slot while its work continues, so that nobody waits for late work. At most as many run late as there are slots; beyond
    /// that, the slot is kept until its work ends.
    pub(crate) fn hand_on(&mut self) {
        let Some(turns) = &self.turns else { return };
        let mut queues = turns.lock();
        if !self.is_overdue && queues.overdue < turns.all {
            queues.overdue += 1;
            self.is_overdue = true;
            turns.hand_on(&mut queues);
        }
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        let Some(turns) = self.turns.take() else { return };
        let mut queues = turns.lock();
        if self.is_overdue {
            queues.overdue -= 1;
        } else {
            turns.hand_on(&mut queues);
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use futures_util::FutureExt;
    use std::net::Ipv4Addr;

    fn peer(last: u8) -> Caller {
        Caller::Peer(Ipv4Addr::new(127, 0, 0, last).into())
    }

    #[tokio::test]
    async fn callers_take_turns_however_much_one_asks_for() {
        let turns = Arc::new(FairTurns::new(1));
        let held = turns.take(peer(1)).await;
        let mut waiting: Vec<_> =
            [1, 1, 1, 2, 3].into_iter().map(|last| (last, Box::pin(turns.take(peer(last))))).collect();
        // They stand in the queue once they are asked.
        for (_, turn) in &mut waiting {
            assert!(turn.now_or_never().is_none());
        }
        drop(held);
        let mut order = Vec::new();
        while !waiting.is_empty() {
            let next = waiting.iter_mut().position(|(_, turn)| turn.now_or_never().is_some()).unwrap();
            order.push(waiting.remove(next).0);
        }
        assert_eq!(order, [1, 2, 3, 1, 1]);
        assert_eq!(turns.taken(), 0);
    }

    #[tokio::test]
    async fn who_stops_waiting_takes_no_turn() {
        let turns = Arc::new(FairTurns::new(1));
        let held = turns.take(peer(1)).await;
        let mut left: Vec<_> = (0..100).map(|_| Box::pin(turns.take(peer(2)))).collect();
        assert!(left.iter_mut().all(|turn| turn.now_or_never().is_none()));
        drop(left);
        let mut patient = Box::pin(turns.take(peer(2)));
        assert!(patient.as_mut().now_or_never().is_none());
        assert_eq!(turns.lock().callers.len(), 1);
        assert_eq!(turns.lock().callers[0].1.len(), 1);
        // A turn that was handed to somebody who left since goes on to the next.
        let mut gone = Box::pin(turns.take(peer(1)));
        assert!(gone.as_mut().now_or_never().is_none());
        drop(held);
        drop(patient);
        drop(gone.await);
        assert_eq!(turns.taken(), 0);
    }

    #[tokio::test]
    async fn overdue_work_holds_up_nobody_up_to_as_much_as_there_are_turns() {
        let turns = Arc::new(FairTurns::new(1));
        let mut first = turns.take(peer(1)).await;
        first.hand_on();
        let mut second = turns.take(peer(1)).await;
        // One is overdue already.
        second.hand_on();
        let mut third = Box::pin(turns.take(peer(2)));
        assert!(third.as_mut().now_or_never().is_none());
        drop(first);
        assert!(third.as_mut().now_or_never().is_none(), "the overdue one has no turn to give");
        second.hand_on();
        drop(third.await);
        drop(second);
        assert_eq!((turns.taken(), turns.lock().overdue), (0, 0));
    }
}
