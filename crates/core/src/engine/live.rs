//! The statistics of a run while it lasts, for the thread that ends the process where an engine does not stop by itself: a
//! solver's call that knows no limit still leaves a record of its effort.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use super::stats::{Counter, Stats};

static IS_SHOWN: AtomicBool = AtomicBool::new(false);
/// What a call has counted since the statistics were last published, by counter.
static WITHIN_CALL: [AtomicU64; Counter::ALL.len()] = [const { AtomicU64::new(0) }; Counter::ALL.len()];
static STATS: Mutex<Option<(Stats, u64)>> = Mutex::new(None);

/// From now on the statistics of the run of this process can be read with [`so_far`]. A process that measures has one run at a
/// time.
pub fn show() {
    IS_SHOWN.store(true, Relaxed);
}

/// True in a process that measures: what costs time to count is counted there alone.
pub fn is_shown() -> bool {
    IS_SHOWN.load(Relaxed)
}

/// Keeps the statistics of the run as they are now.
pub(super) fn publish(stats: &Stats, nodes: u64) {
    if is_shown() {
        let mut kept = STATS.lock().unwrap_or_else(PoisonError::into_inner);
        // The engine has added up what its last call counted.
        WITHIN_CALL.iter().for_each(|counter| counter.store(0, Relaxed));
        *kept = Some((stats.clone(), nodes));
    }
}

/// Counts one within a call that may never return.
pub fn count(counter: Counter) {
    WITHIN_CALL[counter as usize].fetch_add(1, Relaxed);
}

/// The statistics of the run as far as it has shown them: none before its first look at its limits.
pub fn so_far(counts_nodes: bool) -> Stats {
    let kept = STATS.lock().unwrap_or_else(PoisonError::into_inner);
    let (mut stats, nodes) = kept.clone().unwrap_or_default();
    if counts_nodes {
        stats.set(Counter::Nodes, nodes);
    }
    for (&counter, counted) in Counter::ALL.iter().zip(&WITHIN_CALL) {
        match counted.load(Relaxed) {
            0 => {}
            n => stats.add(counter, n),
        }
    }
    stats
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Control;

    #[test]
    fn a_run_is_seen_from_outside() {
        show();
        let mut control = Control::default();
        control.stats.add(Counter::Steps, 7);
        control.node().unwrap();
        // Other tests of this process run beside this one and may be the last to show theirs.
        let seen = |steps: u64| {
            (0..1000).any(|_| {
                control.check().unwrap();
                (7..steps).for_each(|_| count(Counter::Steps));
                let stats = so_far(true);
                (stats.get(Counter::Steps), stats.get(Counter::Nodes)) == (Some(steps), Some(1))
            })
        };
        // What a call counts is added to what the run had, and is gone with the next look.
        assert!(seen(7) && seen(9) && seen(7));
    }
}
