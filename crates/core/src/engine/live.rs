//! The statistics of a run while it lasts, for the thread that ends the process where an engine does not stop by itself: a
//! solver's call that knows no limit still leaves a record of its effort.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use super::stats::{Counter, Stats};

static IS_SHOWN: AtomicBool = AtomicBool::new(false);
static LEARNED: AtomicU64 = AtomicU64::new(0);
static STATS: Mutex<Option<(Stats, u64)>> = Mutex::new(None);

/// From now on the statistics of the run of this process can be read with [`so_far`]. A process that measures has one run at a
/// time.
pub fn show() {
    IS_SHOWN.store(true, Relaxed);
}

/// Keeps the statistics of the run as they are now.
pub(super) fn publish(stats: &Stats, nodes: u64) {
    if IS_SHOWN.load(Relaxed) {
        *STATS.lock().unwrap_or_else(PoisonError::into_inner) = Some((stats.clone(), nodes));
    }
}

/// One more clause was learned by a solver that shows no counter, within a call.
pub fn add_learned() {
    LEARNED.fetch_add(1, Relaxed);
}

/// The statistics of the run as far as it has shown them: none before its first look at its limits.
pub fn so_far(counts_nodes: bool) -> Stats {
    let kept = STATS.lock().unwrap_or_else(PoisonError::into_inner).clone();
    let (mut stats, nodes) = kept.unwrap_or_default();
    if counts_nodes {
        stats.set(Counter::Nodes, nodes);
    }
    if let Some(learned) = Some(LEARNED.load(Relaxed)).filter(|n| *n > 0) {
        stats.max(Counter::Learned, learned);
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
        let seen = (0..1000).any(|_| {
            control.check().unwrap();
            let stats = so_far(true);
            (stats.get(Counter::Steps), stats.get(Counter::Nodes)) == (Some(7), Some(1))
        });
        assert!(seen);
    }
}
