//! A thread that watches this process: it reports when memory runs out, and ends the process where an engine does not
//! stop by itself.
//!
//! Engines that poll a [`Control`](crate::engine::Control) stop at their limits and give an answer with its statistics.
//! Code that does not poll (a solver's call, one large allocation after another) is ended here, a moment later.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;
use std::time::Duration;

use super::clock::Deadline;
use super::sys::own_resident;

/// Grace period for an engine to notice by itself that its time is over.
const GRACE: Duration = Duration::from_millis(250);

/// Bytes of a process beside its engine's work: pages of its code, stacks, the answer.
const BESIDE: u64 = 8 << 20;

/// Grace in bytes for an engine to notice by itself that its memory is over.
const SLACK: u64 = 12 << 20;

/// Interval between readings of the memory: a thread that fills memory gets some megabytes in between.
const LOOK: Duration = Duration::from_millis(2);

/// Interval between readings of the clock where memory is not watched.
const TICK: Duration = Duration::from_millis(10);

/// The limit that ran out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Over {
    /// Time, past the deadline of a run.
    Time,
    /// Resident memory, past the limit and a grace.
    Memory,
}

/// True while engines have taken more memory than the limit allows.
static OVER: AtomicBool = AtomicBool::new(false);

/// The limit on the engines' memory, if the process has one.
static MEMORY: OnceLock<u64> = OnceLock::new();

/// The present work.
#[derive(Debug)]
struct State {
    /// Bytes resident before it.
    before: u64,
    /// Number and deadline of every run.
    runs: Vec<(u64, Option<Deadline>)>,
    next: u64,
}

static STATE: Mutex<State> = Mutex::new(State { before: 0, runs: Vec::new(), next: 0 });

fn state() -> MutexGuard<'static, State> {
    STATE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// True if this process exceeds its memory limit, which stops all engines in it.
#[inline]
pub fn is_memory_over() -> bool {
    OVER.load(Relaxed)
}

/// The memory limit of this process in bytes, which also holds for the programs that it starts.
pub fn memory_limit() -> Option<u64> {
    MEMORY.get().copied()
}

/// Starts the watch, once per process. `end` ends the process; it runs while an engine is still at work, and any later
/// call of [`begin`] or [`done`] waits for the end.
///
/// # Panics
/// The system has no thread left.
pub fn watch(memory: Option<u64>, end: impl FnOnce(Over) + Send + 'static) {
    if let Some(bytes) = memory {
        let _ = MEMORY.set(bytes);
    }
    thread::spawn(move || {
        let (over, _held) = wait(memory);
        end(over);
    });
}

/// Waits for a limit to run out that an engine does not obey.
fn wait(memory: Option<u64>) -> (Over, MutexGuard<'static, State>) {
    loop {
        let state = state();
        if !state.runs.is_empty() {
            if let Some((limit, resident)) = memory.zip(own_resident()) {
                let most = limit.saturating_add(state.before).saturating_add(BESIDE);
                OVER.store(resident > most, Relaxed);
                if resident > most.saturating_add(SLACK) {
                    return (Over::Memory, state);
                }
            }
            if state.runs.iter().any(|run| run.1.is_some_and(Deadline::has_passed)) {
                return (Over::Time, state);
            }
        }
        drop(state);
        thread::sleep(if memory.is_some() { LOOK } else { TICK });
    }
}

/// A run of an engine among others; it ends when this is dropped.
#[derive(Debug)]
pub struct WatchedRun(u64);

/// One of several runs begins: its clock starts now.
pub fn run(time: Option<Duration>) -> WatchedRun {
    let mut state = state();
    if state.before == 0 {
        state.before = own_resident().unwrap_or(0);
    }
    let number = state.next;
    state.next += 1;
    let deadline = time.and_then(Deadline::after).map(|deadline| deadline.later_by(GRACE));
    state.runs.push((number, deadline));
    WatchedRun(number)
}

impl Drop for WatchedRun {
    fn drop(&mut self) {
        state().runs.retain(|run| run.0 != self.0);
    }
}

/// The only run of this process begins, or its next part: its clock starts now.
pub fn begin(time: Option<Duration>) {
    done();
    std::mem::forget(run(time));
}

/// The only run is done: the rest is not limited.
pub fn done() {
    let mut state = state();
    state.runs.clear();
    state.before = 0;
    OVER.store(false, Relaxed);
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Instant;

    /// The watching thread reports what ran out of the unfinished runs.
    #[test]
    fn only_what_is_at_work_runs_out_of_time() {
        drop(run(Some(Duration::ZERO)));
        let _long = run(None);
        let begun = Instant::now();
        let short = run(Some(Duration::from_millis(20)));
        let (over, held) = wait(None);
        assert_eq!(over, Over::Time);
        assert!(begun.elapsed() >= GRACE + Duration::from_millis(20));
        drop((held, short));
        assert!(own_resident().is_none_or(|bytes| bytes > 1 << 20));
    }
}
