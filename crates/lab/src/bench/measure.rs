//! The two ends of a measurement: the child runs the engine and prints one line; the bench starts the child and
//! interprets how it ended.

use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, Instant};

use num_bigint::BigUint;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::record::sha256;
use crate::answer::{Answer, Detail, Found, LARGE_BOARD, Query, ask_for};
use crate::engine::{Decision, Engine, Limits, Stop};
use crate::instance::Instance;
use crate::process::{self, ChildEnd, Ended};

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
    /// Wall time of the engine alone; absent if the child did not live to report it.
    pub seconds: Option<f64>,
    /// Largest resident set of the child, measured by itself. The parent's measurement may include the parent's own
    /// size at the moment of starting the child.
    pub max_rss_kib: Option<u64>,
    /// The engine's counters, by name.
    pub stats: Map<String, Value>,
}

impl Measured {
    /// Runs an engine: the whole work of a child.
    pub fn new(engine: &dyn Engine, instance: &Instance, query: Query, limits: Limits) -> Self {
        let detail = Detail { tally: instance.board.cells().len() < LARGE_BOARD, ..Detail::default() };
        let answer: Answer = ask_for(engine, &instance.board, query, detail, limits);
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
            seconds: Some(answer.seconds),
            max_rss_kib: own_peak_kib(),
            stats: answer.stats.iter().map(|(c, n)| (c.name().to_string(), n.into())).collect(),
        }
    }

    /// The line of a child whose engine did not stop at its time limit.
    pub fn out_of_time(complete: bool) -> Self {
        let message = Some(Stop::Timeout.to_string());
        Measured { status: "timeout".into(), complete, message, max_rss_kib: own_peak_kib(), ..Measured::default() }
    }

    /// The result of a child that printed no answer.
    fn of_failure(ended: &Ended, complete: bool) -> Self {
        let (status, message) = failure(ended);
        Measured { status: status.into(), complete, message: Some(message), ..Measured::default() }
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

/// Status and message of a child that ended without an answer.
fn failure(ended: &Ended) -> (&'static str, String) {
    let last = || panic_line(&ended.stderr).or(ended.last_words().map(str::to_string)).unwrap_or("no message".into());
    match ended.end {
        ChildEnd::Killed => ("timeout", "killed: the time limit ran out".into()),
        ChildEnd::Signal(libc::SIGKILL) => {
            ("memory", "killed from outside, as the system does when memory runs out".into())
        }
        _ if ended.lacked_memory() => ("memory", "the memory limit ran out".into()),
        ChildEnd::Exit(code) => ("error", format!("exit code {code}: {}", last())),
        ChildEnd::Signal(signal) => ("error", format!("signal {signal}: {}", last())),
    }
}

/// Place and message of a panic, on one line.
fn panic_line(stderr: &str) -> Option<String> {
    let mut lines = stderr.lines().skip_while(|l| !l.contains("panicked at"));
    Some(format!("{} {}", lines.next()?.trim(), lines.next().unwrap_or("").trim()))
}

/// How children are started.
#[derive(Clone, Debug)]
pub struct Starter {
    program: PathBuf,
}

impl Starter {
    /// Children run this same executable.
    ///
    /// # Errors
    /// The path of the program is unknown.
    pub fn new() -> std::io::Result<Self> {
        Ok(Starter { program: std::env::current_exe()? })
    }

    /// One measurement in a child process; None if the bench was interrupted. `line` is the
    /// instance as JSON, without its expected answer.
    ///
    /// # Errors
    /// The child cannot be started.
    pub fn measure(&self, line: &str, job: &Job) -> std::io::Result<Option<(Measured, Ended)>> {
        let mut command = Command::new(&self.program);
        command.arg("measure").args(["--engine", &job.engine, "--query", job.query.name()]);
        command.args(["--time-limit", &job.timeout.as_secs_f64().to_string()]);
        command.args(["--memory", &job.memory.to_string()]);
        let deadline = Instant::now() + job.timeout + grace(job.timeout);
        let stop = || process::is_interrupted() || Instant::now() >= deadline;
        let ended = process::run(&mut command, line.as_bytes(), &stop)?;
        if ended.end == ChildEnd::Killed && process::is_interrupted() {
            return Ok(None);
        }
        let answered = match ended.end {
            ChildEnd::Exit(0) => serde_json::from_slice(&ended.stdout).ok(),
            _ => None,
        };
        let measured = answered.unwrap_or_else(|| Measured::of_failure(&ended, job.complete));
        Ok(Some((measured, ended)))
    }
}

/// The task of a child.
#[derive(Clone, Debug)]
pub struct Job {
    /// Engine specification.
    pub engine: String,
    /// Whether the engine is a complete method.
    pub complete: bool,
    /// What is asked about the instance.
    pub query: Query,
    /// Time limit of the engine; the child is killed some seconds after it.
    pub timeout: Duration,
    /// Memory limit of the child, bytes; the engine's tables get the [`table_share`] of it.
    pub memory: u64,
}

/// Engines stop by themselves at their time limit. They are killed only after this much more, in which they also read
/// the instance and write the answer.
fn grace(timeout: Duration) -> Duration {
    Duration::from_secs(2) + timeout / 5
}

/// The engine's share of the memory limit for its own tables: it can then answer `memory` before an allocation fails.
pub fn table_share(memory: u64) -> u64 {
    memory / 4 * 3
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::process::Usage;

    #[test]
    fn every_end_has_its_status() {
        let failure = |end, stderr: &str| {
            let none = Duration::ZERO;
            let usage = Usage { end: Ok(0), user: none, system: none, max_rss_kib: 0 };
            failure(&Ended { end, stdout: Vec::new(), stderr: stderr.into(), usage, wall: none })
        };
        assert_eq!(failure(ChildEnd::Killed, "").0, "timeout");
        assert_eq!(failure(ChildEnd::Signal(6), "memory allocation of 88 bytes failed").0, "memory");
        assert_eq!(failure(ChildEnd::Exit(101), "thread 'main' panicked at x.rs:1:2:\ncapacity overflow").0, "memory");
        assert_eq!(failure(ChildEnd::Signal(libc::SIGKILL), "").0, "memory");
        let overflow = "thread 'main' has overflowed its stack\nfatal runtime error: stack overflow";
        assert_eq!(
            failure(ChildEnd::Signal(6), overflow),
            ("error", "signal 6: fatal runtime error: stack overflow".into())
        );
        let panic = "thread 'main' panicked at src/x.rs:1:2:\nboom\nnote: run with";
        let message = "exit code 101: thread 'main' panicked at src/x.rs:1:2: boom";
        assert_eq!(failure(ChildEnd::Exit(101), panic), ("error", message.into()));
        assert_eq!(failure(ChildEnd::Exit(0), "").0, "error");
    }

    #[test]
    fn numbers_are_told_by_hash_when_long() {
        let long = ReportedNumber::new(&(BigUint::from(1u32) << 2000));
        assert_eq!((long.decimal, long.digits), (None, 603));
        assert_eq!(ReportedNumber::new(&BigUint::from(12u32)).decimal.as_deref(), Some("12"));
    }
}
