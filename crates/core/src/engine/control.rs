//! Limits, interruption and statistics in one handle that every engine carries.

mod parallel;

use std::cell::Cell;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::live;
use super::stats::{Counter, Stats};
use crate::process::{Deadline, is_memory_over};

/// Why an engine stopped without an answer. A limit that ran out is a result, not an error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The time limit ran out.
    Timeout,
    /// The node limit ran out.
    Nodes,
    /// The memory limit would be exceeded.
    Memory,
    /// The run was interrupted.
    Interrupted,
    /// This engine does not support the query; the text says what and why.
    Unsupported(String),
    /// The engine failed (a solver reported an internal error); the text is its report.
    Failed(String),
}

impl Stop {
    /// The word used in answers and records.
    pub fn status(&self) -> &'static str {
        match self {
            Stop::Timeout => "timeout",
            Stop::Nodes => "nodes",
            Stop::Memory => "memory",
            Stop::Interrupted => "interrupted",
            Stop::Unsupported(_) => "unsupported",
            Stop::Failed(_) => "error",
        }
    }

    /// An [`Stop::Unsupported`] with its reason.
    pub fn unsupported(what: impl Into<String>) -> Self {
        Stop::Unsupported(what.into())
    }
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stop::Timeout => write!(f, "the time limit ran out"),
            Stop::Nodes => write!(f, "the node limit ran out"),
            Stop::Memory => write!(f, "the memory limit ran out"),
            Stop::Interrupted => write!(f, "interrupted"),
            Stop::Unsupported(why) => write!(f, "unsupported: {why}"),
            Stop::Failed(how) => write!(f, "failed: {how}"),
        }
    }
}

impl std::error::Error for Stop {}

/// Bounds on one run of an engine. None = no bound.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Time from [`Control::new`] on, on the [clock](crate::process::clock) of this process.
    pub time: Option<Duration>,
    /// Most nodes; the engine's family defines what a node is. Of SAT solvers batsat alone takes it, as a limit on conflicts.
    pub nodes: Option<u64>,
    /// Bytes of the engine's own tables. [`watch`](crate::process::watch) limits the rest of the process.
    pub memory: Option<u64>,
}

/// Nodes between two readings of the clock: one reading costs about as much as a small node.
const CLOCK_EVERY: u32 = 256;

/// Handle of one run: counts effort, enforces limits, keeps the statistics.
#[derive(Debug)]
pub struct Control {
    limits: Limits,
    deadline: Option<Deadline>,
    interrupt: Arc<AtomicBool>,
    nodes: u64,
    until_clock: u32,
    /// Statistics of the engine besides nodes.
    pub stats: Stats,
}

thread_local! {
    /// The deadline of the present work of this thread, such as a game.
    static DEADLINE: Cell<Option<Deadline>> = const { Cell::new(None) };
}

/// Runs `work`; every [`Control::new`] of this thread in it has a deadline `time` from now, or an earlier one of its
/// own.
pub fn within_time<T>(time: Option<Duration>, work: impl FnOnce() -> T) -> T {
    let earliest = [DEADLINE.get(), time.and_then(Deadline::after)].into_iter().flatten().min();
    let before = DEADLINE.replace(earliest);
    let done = work();
    DEADLINE.set(before);
    done
}

/// Whether the deadline of this thread has passed or the memory of the process has run out; cheaper than a [`Control`].
///
/// # Errors
/// The limit that ran out.
pub fn check_thread() -> Result<(), Stop> {
    if is_memory_over() {
        return Err(Stop::Memory);
    }
    match DEADLINE.get() {
        Some(deadline) if deadline.has_passed() => Err(Stop::Timeout),
        _ => Ok(()),
    }
}

impl Default for Control {
    /// A handle without limits, except the memory of the process.
    fn default() -> Self {
        Control::until(Limits::default(), None)
    }
}

impl Control {
    /// A handle whose clock starts now; see [`within_time`].
    pub fn new(limits: Limits) -> Self {
        // Beyond the range of the clock there is no limit.
        let own = limits.time.and_then(Deadline::after);
        Control::until(limits, [own, DEADLINE.get()].into_iter().flatten().min())
    }

    fn until(limits: Limits, deadline: Option<Deadline>) -> Self {
        Control {
            limits,
            deadline,
            interrupt: Arc::new(AtomicBool::new(false)),
            nodes: 0,
            until_clock: CLOCK_EVERY,
            stats: Stats::default(),
        }
    }

    /// The flag that stops this run when set, for another thread.
    pub fn interrupt(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.interrupt)
    }

    /// Another handle under the same limits, deadline and interrupt, with statistics of its own.
    pub fn share(&self) -> Control {
        Control {
            limits: self.limits,
            deadline: self.deadline,
            interrupt: self.interrupt(),
            nodes: 0,
            until_clock: CLOCK_EVERY,
            stats: Stats::default(),
        }
    }

    /// Counts one node; the engine's family defines what a node is.
    ///
    /// # Errors
    /// A limit ran out: the engine must stop.
    #[inline]
    pub fn node(&mut self) -> Result<(), Stop> {
        self.nodes += 1;
        if self.limits.nodes.is_some_and(|most| self.nodes > most) {
            return Err(Stop::Nodes);
        }
        self.tick()
    }

    /// Counts many nodes at once.
    ///
    /// # Errors
    /// A limit ran out: the engine must stop.
    pub fn add_nodes(&mut self, count: usize) -> Result<(), Stop> {
        self.nodes += count as u64;
        if self.limits.nodes.is_some_and(|most| self.nodes > most) {
            return Err(Stop::Nodes);
        }
        self.check()
    }

    /// Checks the limits without counting a node; cheap enough for inner loops.
    ///
    /// # Errors
    /// The time ran out or the run was interrupted.
    #[inline]
    pub fn tick(&mut self) -> Result<(), Stop> {
        self.until_clock -= 1;
        if self.until_clock == 0 {
            self.until_clock = CLOCK_EVERY;
            return self.check();
        }
        Ok(())
    }

    /// Reads the clock and the flags now, for single slow steps (a solver call).
    ///
    /// # Errors
    /// The time or the memory of the process ran out, or the run was interrupted.
    pub fn check(&self) -> Result<(), Stop> {
        live::publish(&self.stats, self.nodes);
        if self.interrupt.load(Ordering::Relaxed) {
            return Err(Stop::Interrupted);
        }
        if is_memory_over() {
            return Err(Stop::Memory);
        }
        match self.deadline {
            Some(deadline) if deadline.has_passed() => Err(Stop::Timeout),
            _ => Ok(()),
        }
    }

    /// Declares the bytes that the engine's tables hold now; the largest value is kept as a statistic.
    ///
    /// # Errors
    /// More than the memory limit.
    pub fn memory(&mut self, bytes: u64) -> Result<(), Stop> {
        self.stats.max(Counter::TableBytes, bytes);
        match self.limits.memory {
            Some(most) if bytes > most => Err(Stop::Memory),
            _ => Ok(()),
        }
    }

    /// The limit on the engine's tables, if there is one.
    pub fn memory_limit(&self) -> Option<u64> {
        self.limits.memory
    }

    /// The limit on nodes, for an engine that counts something else which it can limit.
    pub fn node_limit(&self) -> Option<u64> {
        self.limits.nodes
    }

    /// Time left, if there is a limit.
    pub fn time_left(&self) -> Option<Duration> {
        self.deadline.map(Deadline::left)
    }

    /// Wall time left, for a solver that knows no other clock; None without a limit, and where the limit counts processor
    /// time, which such a solver cannot obey.
    pub fn wall_left(&self) -> Option<Duration> {
        self.deadline.and_then(Deadline::wall_left)
    }

    /// When the time is over, if there is a limit.
    pub fn deadline(&self) -> Option<Deadline> {
        self.deadline
    }

    /// Nodes so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Ends the run and returns the statistics, with nodes if the engine counts any
    /// ([`Family::counts_nodes`](super::EngineFamily::counts_nodes)).
    pub fn finish(mut self, counts_nodes: bool) -> Stats {
        if counts_nodes {
            self.stats.set(Counter::Nodes, self.nodes);
        }
        self.stats
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_stop_a_run() {
        let mut control = Control::new(Limits { nodes: Some(2), ..Limits::default() });
        assert!(control.node().is_ok() && control.node().is_ok());
        assert_eq!(control.node(), Err(Stop::Nodes));

        let mut control = Control::new(Limits { time: Some(Duration::ZERO), ..Limits::default() });
        assert_eq!((0..CLOCK_EVERY).find_map(|_| control.node().err()), Some(Stop::Timeout));

        let mut control = Control::new(Limits { memory: Some(10), ..Limits::default() });
        assert_eq!(control.memory(11), Err(Stop::Memory));
        assert_eq!(control.stats.get(Counter::TableBytes), Some(11));

        let both = || [Control::new(Limits::default()).check(), check_thread()];
        assert_eq!(within_time(Some(Duration::ZERO), both), [Err(Stop::Timeout), Err(Stop::Timeout)]);
        assert_eq!(both(), [Ok(()), Ok(())]);

        let mut control = Control::default();
        control.interrupt().store(true, Ordering::Relaxed);
        assert_eq!((0..CLOCK_EVERY).find_map(|_| control.node().err()), Some(Stop::Interrupted));
    }
}
