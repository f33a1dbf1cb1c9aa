//! A measurement: the child runs the engine and prints one line, [`Measured`]; the bench starts it ([`Starter`]).

mod start;
mod timed;

use num_bigint::BigUint;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::record::sha256;
use crate::answer::{Answer, Detail, Found, LARGE_BOARD, Query, ask_for};
use crate::engine::{Decision, Engine, EngineFamily, Limits, Stats, Stop, live};
use crate::instance::Instance;
use crate::process;

pub use start::{Job, SLOWED, STALLED, Starter, processor_time_limit, table_share};
use timed::{MOST_RUNS, RunTime, WORTH_TIMING};

/// Longest number that a child writes out; of longer ones it gives the number of digits and a hash.
pub const MOST_DIGITS: usize = 200;

/// A number in the child's output.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ReportedNumber {
    /// Decimal digits; None if there are more than [`MOST_DIGITS`].
    pub decimal: Option<String>,
    /// Number of decimal digits.
    pub digits: u64,
    /// SHA-256 of the decimal digits.
    pub sha256: String,
}

impl ReportedNumber {
    fn new(number: &BigUint) -> Self {
        let decimal = number.to_string();
        let (digits, sha256) = (decimal.len() as u64, sha256(decimal.as_bytes()));
        ReportedNumber { decimal: Some(decimal).filter(|d| d.len() <= MOST_DIGITS), digits, sha256 }
    }
}

/// The line that a child prints.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Measured {
    /// `ok`, `inconsistent`, `timeout`, `memory`, `unsupported` or `error`.
    pub status: String,
    /// The engine is complete: it never answers `unknown`.
    pub complete: bool,
    /// Why there is no answer; None with an answer.
    pub message: Option<String>,
    /// `consistent`, `inconsistent` or `unknown`; None unless the query is `decide` and is answered.
    pub decision: Option<String>,
    /// Verdicts, one string of `s`, `m`, `o`, `u`, `.` per board row; None without verdicts.
    pub classes: Option<Vec<String>>,
    /// Number of models; None if it was not counted.
    pub models: Option<ReportedNumber>,
    /// Number of solutions of the sums alone over the frontier cells; None if it was not counted.
    pub frontier_models: Option<ReportedNumber>,
    /// Wall time of the engine alone in seconds; absent if the child did not live to report it.
    pub seconds: Option<f64>,
    /// Processor time of the engine alone in seconds: the median of `samples`.
    #[serde(default)]
    pub cpu_seconds: Option<f64>,
    /// Processor time of every run, if there was more than one.
    #[serde(default)]
    pub samples: Vec<f64>,
    /// Largest resident set of the child, measured by itself. The parent's measurement may include the parent's own
    /// size at the moment of starting the child.
    pub max_rss_kib: Option<u64>,
    /// The engine's counters, by name.
    pub stats: Map<String, Value>,
    /// Its effort.
    #[serde(default)]
    pub effort: Option<u64>,
    /// What the effort counts, in the plural.
    #[serde(default)]
    pub effort_unit: Option<String>,
}

impl Measured {
    /// Runs an engine, a short run several times: the whole work of a child. `slowed` makes every run longer by this share
    /// of its time, for tests of what a comparison can find.
    pub fn new(engine: &dyn Engine, instance: &Instance, query: Query, limits: Limits, slowed: f64) -> Self {
        let detail = Detail { tally: instance.board.cells().len() < LARGE_BOARD, ..Detail::default() };
        let run = || {
            let answer: Answer = ask_for(engine, &instance.board, query, detail, limits);
            let time = answer.cpu_seconds.map(|cpu| RunTime { cpu, wall: answer.seconds }.slowed(slowed));
            (answer, time)
        };
        let (answer, first) = run();
        let mut times: Vec<RunTime> = first.into_iter().collect();
        while answer.found.is_ok()
            && (1..MOST_RUNS).contains(&times.len())
            && times.iter().map(|time| time.cpu).sum::<f64>() < WORTH_TIMING
        {
            times.extend(run().1);
        }
        let samples: Vec<f64> = times.iter().map(|time| time.cpu).collect();
        times.sort_by(|a, b| a.cpu.total_cmp(&b.cpu));
        // Of an even number the lower of the middle two, which one run took.
        let median = times.get(times.len().saturating_sub(1) / 2);
        let decision = match &answer.found {
            Ok(Found::Decision(Decision::Model(_))) => Some("consistent"),
            Ok(Found::Decision(Decision::Inconsistent)) => Some("inconsistent"),
            Ok(Found::Decision(Decision::Unknown)) => Some("unknown"),
            _ => None,
        };
        Measured {
            status: answer.status().into(),
            complete: engine.is_complete(),
            message: answer.found.as_ref().err().map(ToString::to_string),
            decision: decision.map(Into::into),
            classes: answer.class_rows(),
            models: answer.models().map(ReportedNumber::new),
            frontier_models: answer.frontier_models().map(|m| ReportedNumber::new(&m)),
            seconds: Some(median.map_or(answer.seconds, |time| time.wall)),
            cpu_seconds: median.map(|time| time.cpu),
            samples: if samples.len() > 1 { samples } else { Vec::new() },
            max_rss_kib: own_peak_kib(),
            ..Measured::default()
        }
        .with(engine.family(), &answer.stats)
    }

    /// The same with the counters of a run.
    fn with(mut self, family: &EngineFamily, stats: &Stats) -> Self {
        let effort = family.effort_of(stats);
        self.stats = stats.iter().map(|(c, n)| (c.name().to_string(), n.into())).collect();
        (self.effort, self.effort_unit) = (effort.map(|e| e.0), effort.map(|e| e.1.into()));
        self
    }

    /// The line of a child whose engine did not stop at its time limit, with its effort so far.
    pub fn out_of_time(family: &EngineFamily, complete: bool) -> Self {
        let message = Some(Stop::Timeout.to_string());
        Measured { status: "timeout".into(), complete, message, max_rss_kib: own_peak_kib(), ..Measured::default() }
            .with(family, &live::so_far(family.counts_nodes()))
    }
}

/// Peak resident set of this process since it was started, or of a program that it ran if that was larger; where the
/// system reports it.
fn own_peak_kib() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|l| l.strip_prefix("VmHWM:"))?;
    let own: Option<u64> = line.trim().trim_end_matches("kB").trim().parse().ok();
    own.map(|own| own.max(process::children_peak_kib()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_told_by_hash_when_long() {
        let long = ReportedNumber::new(&(BigUint::from(1u32) << 2000));
        assert_eq!((long.decimal, long.digits), (None, 603));
        assert_eq!(ReportedNumber::new(&BigUint::from(12u32)).decimal.as_deref(), Some("12"));
    }
}
