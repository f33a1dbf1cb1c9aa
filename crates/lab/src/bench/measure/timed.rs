//! The times of a run, and how a short run is timed.

use std::time::Instant;

use crate::process::clock::thread_time;

/// Processor time that the runs of a child add up to at least, if they are answered; seconds. A single run of some
/// microseconds says more about the caches than about the engine.
pub(super) const WORTH_TIMING: f64 = 0.01;

/// Most runs of a child.
pub(super) const MOST_RUNS: usize = 31;

/// Times of one run.
#[derive(Clone, Copy)]
pub(super) struct RunTime {
    pub cpu: f64,
    pub wall: f64,
}

impl RunTime {
    /// This time after as much more work as `share` of it.
    pub fn slowed(self, share: f64) -> RunTime {
        if share == 0.0 {
            return self;
        }
        let (wall, since) = (Instant::now(), thread_time());
        let spent =
            || thread_time().zip(since).map_or(f64::INFINITY, |(now, since)| now.saturating_sub(since).as_secs_f64());
        while spent() < share * self.cpu {
            std::hint::spin_loop();
        }
        RunTime { cpu: self.cpu + spent(), wall: self.wall + wall.elapsed().as_secs_f64() }
    }
}
