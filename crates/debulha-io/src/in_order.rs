//! Work in parallel, with results in the order of the items, in bounded memory.

use rayon::ThreadPool;
use std::collections::VecDeque;
use std::sync::mpsc;

/// Items under way or waiting to be taken, for each thread: enough that one which takes long does not keep the other threads
/// idle, few enough that their results fit in memory.
const WINDOW_PER_THREAD: usize = 8;

/// The weight of the items under way up to which a further one is begun.
const WINDOW_BYTES: usize = 128 << 20;

/// Works on items in parallel and hands the results on in the order of the items, on the calling thread.
///
/// At most eight results a thread exist at once, however slow `take` is, and an item is begun only while those under way weigh
/// less than 128 MiB together.
///
/// # Errors
/// The first of `take`; no item is begun after it.
///
/// # Panics
/// If `work` does.
pub fn in_order<T: Send, R: Send, E>(
    pool: &ThreadPool,
    items: impl IntoIterator<Item = T>,
    weight: impl Fn(&T) -> usize,
    work: impl Fn(T) -> R + Sync,
    mut take: impl FnMut(R) -> Result<(), E>,
) -> Result<(), E> {
    let window = pool.current_num_threads() * WINDOW_PER_THREAD;
    let mut items = items.into_iter();
    let work = &work;
    pool.in_place_scope_fifo(|scope| {
        let mut pending = VecDeque::with_capacity(window);
        let mut bytes = 0;
        loop {
            while pending.len() < window
                && bytes < WINDOW_BYTES
                && let Some(item) = items.next()
            {
                let (done, result) = mpsc::sync_channel(1);
                let own = weight(&item);
                scope.spawn_fifo(move |_| {
                    // Nobody listens any more when `take` has failed.
                    let _ = done.send(work(item));
                });
                pending.push_back((result, own));
                bytes += own;
            }
            let Some((result, own)) = pending.pop_front() else { return Ok(()) };
            // If it panicked, so does the scope, now.
            let Ok(result) = result.recv() else { return Ok(()) };
            bytes -= own;
            take(result)?;
        }
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    fn pool(threads: usize) -> ThreadPool {
        rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap()
    }

    #[test]
    fn results_come_in_order_whatever_takes_long() {
        let mut got = Vec::new();
        let work = |i: u64| {
            std::thread::sleep(Duration::from_millis((7 * i) % 5));
            i
        };
        in_order(
            &pool(4),
            0..100,
            |_| 0,
            work,
            |i| {
                got.push(i);
                Ok::<(), ()>(())
            },
        )
        .unwrap();
        assert_eq!(got, (0..100).collect::<Vec<_>>());
    }

    #[test]
    fn no_more_than_the_window_is_begun_ahead() {
        let begun = AtomicUsize::new(0);
        let mut taken = 0;
        let work = |_| begun.fetch_add(1, Ordering::SeqCst);
        in_order(
            &pool(2),
            0..1000,
            |_| 0,
            work,
            |_| {
                taken += 1;
                assert!(begun.load(Ordering::SeqCst) <= taken + 2 * WINDOW_PER_THREAD);
                Ok::<(), ()>(())
            },
        )
        .unwrap();
        assert_eq!(taken, 1000);
    }

    #[test]
    fn a_failure_to_take_ends_the_work() {
        let begun = AtomicUsize::new(0);
        let work = |_| begun.fetch_add(1, Ordering::SeqCst);
        assert!(in_order(&pool(2), 0..1000, |_| 0, work, |_| Err("full")).is_err());
        assert!(begun.load(Ordering::SeqCst) <= 2 * WINDOW_PER_THREAD);
    }

    #[test]
    fn heavy_items_wait_for_one_another() {
        let under_way = AtomicUsize::new(0);
        let work = |weight: usize| {
            assert!(under_way.fetch_add(1, Ordering::SeqCst) < 2);
            under_way.fetch_sub(1, Ordering::SeqCst);
            weight
        };
        let items = [WINDOW_BYTES, 1, WINDOW_BYTES];
        let mut sum = 0;
        in_order(
            &pool(4),
            items,
            |&weight| weight,
            work,
            |weight| {
                sum += weight;
                Ok::<(), ()>(())
            },
        )
        .unwrap();
        assert_eq!(sum, 2 * WINDOW_BYTES + 1);
    }
}
