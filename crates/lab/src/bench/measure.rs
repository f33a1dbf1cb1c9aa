//! The two ends of a measurement: the child runs the engine and prints one line; the bench starts the child and
//! interprets how it ended.

use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, Instant};

use num_bigint::BigUint;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::plan::unlabelled;
use super::record::sha256;
use crate::answer::{Answer, Detail, Found, LARGE_BOARD, Query, ask_for};
use crate::engine::{Decision, Engine, EngineFamily, Limits, Stats, Stop, live};
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

/// The status of a child that was ended at its wall limit: it neither answered nor used the processor time of its limit.
pub const STALLED: &str = "stalled";

/// Processor time that the runs of a child add up to at least, if they are answered; seconds. A single run of some
/// microseconds says more about the caches than about the engine.
const WORTH_TIMING: f64 = 0.01;

/// Most runs of a child.
const MOST_RUNS: usize = 31;

/// Times of one run.
#[derive(Clone, Copy)]
struct RunTime {
    cpu: f64,
    wall: f64,
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

    /// The result of a child that printed no answer.
    fn of_failure(ended: &Ended, job: &Job) -> Self {
        let (status, message) = failure(ended, job.timeout);
        let complete = job.complete;
        Measured { status: status.into(), complete, message: Some(message), ..Measured::default() }
    }
}

impl RunTime {
    /// This time after as much more work as `share` of it.
    fn slowed(self, share: f64) -> RunTime {
        if share == 0.0 {
            return self;
        }
        let (wall, used) = (Instant::now(), process::clock::thread_time);
        let since = used();
        let spent = || used().zip(since).map_or(f64::INFINITY, |(now, since)| now.saturating_sub(since).as_secs_f64());
        while spent() < share * self.cpu {
            std::hint::spin_loop();
        }
        RunTime { cpu: self.cpu + spent(), wall: self.wall + wall.elapsed().as_secs_f64() }
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
fn failure(ended: &Ended, limit: Duration) -> (&'static str, String) {
    let used = ended.usage.user + ended.usage.system;
    let last = || panic_line(&ended.stderr).or(ended.last_words().map(str::to_string)).unwrap_or("no message".into());
    match ended.end {
        // Its status comes from its processor time, whoever ended it.
        ChildEnd::Killed | ChildEnd::Signal(libc::SIGKILL) if used >= limit => {
            ("timeout", "killed: the time limit ran out".into())
        }
        end if end.is_out_of_processor_time() => ("timeout", "killed: the time limit ran out".into()),
        ChildEnd::Killed => {
            let (used, wall) = (used.as_secs_f64(), ended.wall.as_secs_f64());
            (STALLED, format!("ended at its wall limit after {wall:.1} s, with {used:.1} s of processor time"))
        }
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
    /// Engine and share, from [`SLOWED`].
    slowed: Option<(String, String)>,
}

/// Variable of the environment that slows an engine of a bench down, `ENGINE=SHARE`: every run takes this share of its time
/// more. With it a test shows how small a difference a comparison finds.
pub const SLOWED: &str = "MINESAT_TEST_SLOWED";

impl Starter {
    /// Children run this same executable.
    ///
    /// # Errors
    /// The path of the program is unknown.
    pub fn new() -> std::io::Result<Self> {
        let slowed = std::env::var(SLOWED).ok();
        let slowed = slowed.and_then(|text| text.rsplit_once('=').map(|(engine, share)| (engine.into(), share.into())));
        Ok(Starter { program: std::env::current_exe()?, slowed })
    }

    /// One measurement in a child process; None if the bench was interrupted. `line` is the
    /// instance as JSON, without its expected answer; the child is bound to `core`, if one is given.
    ///
    /// # Errors
    /// The child cannot be started.
    pub fn measure(&self, line: &str, job: &Job, core: Option<usize>) -> std::io::Result<Option<(Measured, Ended)>> {
        let mut command = Command::new(&self.program);
        command.arg("measure").args(["--engine", unlabelled(&job.engine), "--query", job.query.name()]);
        if let Some((_, share)) = self.slowed.as_ref().filter(|(engine, _)| *engine == job.engine) {
            command.args(["--slowed", share]);
        }
        if let Some(core) = core {
            process::pin_to(&mut command, core);
        }
        command.args(["--time-limit", &job.timeout.as_secs_f64().to_string()]);
        command.args(["--memory", &job.memory.to_string()]);
        let start = Instant::now();
        let wall = job.wall.saturating_add(READING);
        let stop = || process::is_interrupted() || start.elapsed() >= wall;
        let ended = process::run(&mut command, line.as_bytes(), &stop)?;
        if ended.end == ChildEnd::Killed && process::is_interrupted() {
            return Ok(None);
        }
        let answered = match ended.end {
            ChildEnd::Exit(0) => serde_json::from_slice(&ended.stdout).ok(),
            _ => None,
        };
        let measured = answered.unwrap_or_else(|| Measured::of_failure(&ended, job));
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
    /// Time limit of the engine, processor time; the system ends the child some seconds of it later.
    pub timeout: Duration,
    /// Wall limit of the engine; the child is killed some seconds after it.
    pub wall: Duration,
    /// Memory limit of the child, bytes; the engine's tables get the [`table_share`] of it.
    pub memory: u64,
}

/// Wall time for reading the instance and writing the answer.
const READING: Duration = Duration::from_secs(2);

/// Processor time of a child beside that of its engine's limit: for reading the instance and writing the answer, and for an
/// engine that notices late.
pub fn processor_time_limit(timeout: Duration) -> Duration {
    timeout.saturating_add(Duration::from_secs(2)).saturating_add(timeout / 5)
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
        let after = |user, end, stderr: &str| {
            let none = Duration::ZERO;
            let usage = Usage { end: Ok(0), user, system: none, max_rss_kib: 0, involuntary_switches: 0 };
            let ended = Ended { end, stdout: Vec::new(), stderr: stderr.into(), usage, wall: Duration::from_secs(10) };
            failure(&ended, Duration::from_secs(1))
        };
        let failure = |end, stderr: &str| after(Duration::ZERO, end, stderr);
        // A process that got too little of the processor did not run out of time.
        let stalled = (STALLED, "ended at its wall limit after 10.0 s, with 0.0 s of processor time".into());
        assert_eq!(failure(ChildEnd::Killed, ""), stalled);
        for end in [ChildEnd::Killed, ChildEnd::Signal(libc::SIGKILL), ChildEnd::Signal(libc::SIGXCPU)] {
            assert_eq!(after(Duration::from_secs(1), end, "").0, "timeout");
        }
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
