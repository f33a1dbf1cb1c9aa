//! Threads that wait for work.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{self, Thread};
use std::time::Duration;

use rayon_core::{ThreadPool, ThreadPoolBuilder};

/// How long a look at the others waits for them, and how often it looks before that without giving up the processor.
const LOOK: Duration = Duration::from_millis(10);
const SPINS: usize = 2000;

/// The threads; none if the system has none for us.
pub struct Helpers {
    pool: Option<ThreadPool>,
}

/// Counts a helper as done, also where it panics.
struct Leave<'a>(&'a AtomicUsize, &'a Thread);

impl Drop for Leave<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Release);
        self.1.unpark();
    }
}

impl Helpers {
    /// This many.
    pub fn new(number: usize) -> Self {
        Helpers { pool: ThreadPoolBuilder::new().num_threads(number).build().ok() }
    }

    /// See [`with_help`](super::with_help).
    pub fn with_help(&self, helpers: usize, help: &(dyn Fn() + Sync), work: &mut dyn FnMut(&dyn Fn() -> bool)) {
        let Some(pool) = &self.pool else { return work(&|| true) };
        let (left, here) = (AtomicUsize::new(helpers), thread::current());
        pool.in_place_scope(|scope| {
            for _ in 0..helpers {
                scope.spawn(|_| {
                    let _leave = Leave(&left, &here);
                    help();
                });
            }
            work(&|| {
                let is_done = || left.load(Ordering::Acquire) == 0;
                if !(0..SPINS).any(|_| {
                    std::hint::spin_loop();
                    is_done()
                }) {
                    thread::park_timeout(LOOK);
                }
                is_done()
            });
        });
    }
}
