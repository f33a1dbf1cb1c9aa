//! The clock of this process: deadlines count wall time, or processor time once [`count_processor_time`] has been called.
//!
//! Processor time is what a measurement limits: on a busy machine the same work takes the same processor time and several
//! times as much wall time, so a wall limit would report timeouts that the machine caused.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

pub use super::processor::{processor_time, thread_time};

static PROCESSOR: AtomicBool = AtomicBool::new(false);
static START: LazyLock<Instant> = LazyLock::new(Instant::now);

/// From now on the deadlines of this process count the processor time of its threads and of the children that it has
/// waited for. Deadlines set before lose their meaning. Where the system does not report processor time, they stay on the
/// wall clock; returns whether it does.
pub fn count_processor_time() -> bool {
    LazyLock::force(&START);
    PROCESSOR.store(processor_time().is_some(), Relaxed);
    PROCESSOR.load(Relaxed)
}

/// A moment on the clock of this process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Deadline(Duration);

impl Deadline {
    /// The moment `time` from now; None beyond the range of the clock, which is no deadline.
    pub fn after(time: Duration) -> Option<Deadline> {
        now().checked_add(time).map(Deadline)
    }

    /// This moment later by `time`.
    #[must_use]
    pub fn later_by(self, time: Duration) -> Deadline {
        Deadline(self.0.saturating_add(time))
    }

    /// True from this moment on.
    pub fn has_passed(self) -> bool {
        // Reading the processor time is a system call. A measured process has one thread at work, which cannot have used
        // more of it than the wall time since its start.
        let wall = START.elapsed();
        wall >= self.0 && (!PROCESSOR.load(Relaxed) || now() >= self.0)
    }

    /// Time left until this moment, on the clock of this process.
    pub fn left(self) -> Duration {
        self.0.saturating_sub(now())
    }

    /// Wall time left until this moment; None where the deadline counts processor time.
    pub fn wall_left(self) -> Option<Duration> {
        (!PROCESSOR.load(Relaxed)).then(|| self.left())
    }
}

fn now() -> Duration {
    match PROCESSOR.load(Relaxed) {
        true => processor_time().unwrap_or_default(),
        false => START.elapsed(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deadlines_pass_on_the_wall_clock() {
        let short = Deadline::after(Duration::from_millis(20)).unwrap();
        assert!(!short.has_passed() && short.wall_left() > Some(Duration::ZERO));
        std::thread::sleep(Duration::from_millis(25));
        assert!(short.has_passed() && !short.later_by(Duration::from_secs(60)).has_passed());
        assert_eq!(short.left(), Duration::ZERO);
        assert_eq!(Deadline::after(Duration::MAX), None);
    }

    #[test]
    fn work_uses_processor_time_and_sleep_does_not() {
        let Some(before) = thread_time() else { return };
        std::thread::sleep(Duration::from_millis(300));
        let slept = thread_time().unwrap().saturating_sub(before);
        // Children of other tests count for the process that waits for them.
        assert!(slept < Duration::from_millis(150), "{slept:?}");
        let mut sum = 0u64;
        for _ in 0..50_000_000 {
            sum = std::hint::black_box(sum.wrapping_mul(31).wrapping_add(7));
        }
        assert!(thread_time().unwrap().saturating_sub(before) > slept);
    }
}
