//! The desk: a bounded number of questions is worked on, a bounded number waits, and work whose client has disconnected
//! is interrupted.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

use serde::Serialize;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use super::HttpError;
use crate::engine::{Control, Limits};

/// Grace period for work to stop after its time limit.
const GRACE: Duration = Duration::from_secs(2);

/// A bounded number of workers.
pub struct WorkerPool {
    places: Arc<Semaphore>,
    jobs: usize,
    waiting: AtomicUsize,
    most_waiting: usize,
    finished: AtomicU64,
    abandoned: AtomicU64,
    refused: AtomicU64,
}

/// The load of a desk.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Load {
    /// Places taken, including interrupted work that has not stopped yet.
    pub running: usize,
    pub waiting: usize,
    pub finished: u64,
    /// Questions whose client disconnected before the answer.
    pub abandoned: u64,
    pub refused: u64,
}

impl std::ops::Add for Load {
    type Output = Load;

    fn add(self, other: Load) -> Load {
        Load {
            running: self.running + other.running,
            waiting: self.waiting + other.waiting,
            finished: self.finished + other.finished,
            abandoned: self.abandoned + other.abandoned,
            refused: self.refused + other.refused,
        }
    }
}

/// Counts a question as waiting for as long as it lives.
struct Waiting<'a>(&'a AtomicUsize);

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// A place at the desk. If it is dropped before [`Place::done`], the work counts as abandoned and is interrupted.
pub struct WorkerSlot<'a> {
    desk: &'a WorkerPool,
    permit: Option<OwnedSemaphorePermit>,
    interrupt: Option<Arc<AtomicBool>>,
    done: bool,
}

impl WorkerSlot<'_> {
    /// The work is done.
    pub fn done(mut self) {
        self.done = true;
    }
}

impl Drop for WorkerSlot<'_> {
    fn drop(&mut self) {
        if let Some(interrupt) = &self.interrupt {
            interrupt.store(true, Ordering::Relaxed);
        }
        let counter = if self.done { &self.desk.finished } else { &self.desk.abandoned };
        counter.fetch_add(1, Ordering::Relaxed);
    }
}

impl WorkerPool {
    /// A desk of `jobs` places.
    pub fn new(jobs: usize, most_waiting: usize) -> Self {
        WorkerPool {
            places: Arc::new(Semaphore::new(jobs)),
            jobs,
            waiting: AtomicUsize::new(0),
            most_waiting,
            finished: AtomicU64::new(0),
            abandoned: AtomicU64::new(0),
            refused: AtomicU64::new(0),
        }
    }

    /// Its load.
    pub fn load(&self) -> Load {
        Load {
            running: self.jobs - self.places.available_permits().min(self.jobs),
            waiting: self.waiting.load(Ordering::Relaxed),
            finished: self.finished.load(Ordering::Relaxed),
            abandoned: self.abandoned.load(Ordering::Relaxed),
            refused: self.refused.load(Ordering::Relaxed),
        }
    }

    /// Waits for a place, first come, first served.
    ///
    /// # Errors
    /// The queue is full.
    pub async fn place(&self) -> Result<WorkerSlot<'_>, HttpError> {
        if self.waiting.fetch_add(1, Ordering::Relaxed) >= self.most_waiting {
            self.waiting.fetch_sub(1, Ordering::Relaxed);
            self.refused.fetch_add(1, Ordering::Relaxed);
            return Err(HttpError::busy());
        }
        let waiting = Waiting(&self.waiting);
        let permit = Arc::clone(&self.places).acquire_owned().await;
        drop(waiting);
        let permit = Some(permit.map_err(|_| HttpError::fault("the desk is closed"))?);
        Ok(WorkerSlot { desk: self, permit, interrupt: None, done: false })
    }

    /// Runs work on a thread of its own, under limits whose clock starts when a place is free. If the future is dropped
    /// the work is interrupted; its place is free when it has stopped.
    ///
    /// # Errors
    /// The queue is full, the work panicked, or it did not stop after its time limit.
    pub async fn work<T: Send + 'static>(
        &self,
        limits: Limits,
        work: impl FnOnce(Control) -> T + Send + 'static,
    ) -> Result<T, HttpError> {
        let mut place = self.place().await?;
        let control = Control::new(limits);
        place.interrupt = Some(control.interrupt());
        let permit = place.permit.take();
        let running = spawn_blocking(move || {
            let found = work(control);
            drop(permit);
            found
        });
        let ended = match limits.time {
            Some(time) => timeout(time + GRACE, running).await.map_err(|_| HttpError::overrun())?,
            None => running.await,
        };
        let found = ended.map_err(|_| HttpError::fault("the work failed; this is a fault of the program"))?;
        place.done();
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Stop;

    fn spin(mut control: Control) -> Stop {
        loop {
            if let Err(stop) = control.node() {
                return stop;
            }
        }
    }

    fn limits(milliseconds: u64) -> Limits {
        Limits { time: Some(Duration::from_millis(milliseconds)), ..Limits::default() }
    }

    async fn until(desk: &WorkerPool, holds: impl Fn(Load) -> bool) {
        for _ in 0..2000 {
            if holds(desk.load()) {
                return;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        panic!("{:?}", desk.load());
    }

    #[tokio::test]
    async fn dropped_work_stops_and_frees_its_place() {
        let desk = Arc::new(WorkerPool::new(1, 1));
        assert_eq!(desk.work(limits(5), spin).await.unwrap(), Stop::Timeout);
        let asker = Arc::clone(&desk);
        let running = tokio::spawn(async move { asker.work(limits(600_000), spin).await.is_ok() });
        until(&desk, |load| load.running == 1).await;
        let asker = Arc::clone(&desk);
        let waiting = tokio::spawn(async move { asker.work(limits(5), |_| 7).await.unwrap() });
        until(&desk, |load| load.waiting == 1).await;
        assert_eq!(desk.work(limits(5), |_| 8).await.unwrap_err().status, 503);
        running.abort();
        assert_eq!(waiting.await.unwrap(), 7);
        until(&desk, |load| load.running == 0 && load.waiting == 0).await;
        let load = desk.load();
        assert_eq!((load.finished, load.abandoned, load.refused), (2, 1, 1));
    }

    #[tokio::test]
    async fn a_panic_is_a_fault_and_leaves_the_desk_usable() {
        let desk = WorkerPool::new(1, 1);
        let panics = |_| -> u8 { panic!("on purpose") };
        assert_eq!(desk.work(limits(5_000), panics).await.unwrap_err().status, 500);
        assert_eq!(desk.work(limits(5), |_| 9).await.unwrap(), 9);
    }
}
