//! The bench's end of a measurement: it starts the child and interprets how it ended.

use std::time::{Duration, Instant};

use super::Measured;
use crate::answer::Query;
use crate::bench::plan::unlabelled;
use crate::process::{self, ChildEnd, Ended, ProgramStart};

/// The status of a child that was ended at its wall limit: it neither answered nor used the processor time of its limit.
pub const STALLED: &str = "stalled";

impl Measured {
    /// The result of a child that printed no answer.
    fn of_failure(ended: &Ended, job: &Job) -> Self {
        let (status, message) = failure(ended, job.timeout);
        let complete = job.complete;
        Measured { status: status.into(), complete, message: Some(message), ..Measured::default() }
    }
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
    program: ProgramStart,
    /// Engine and share, from [`SLOWED`].
    slowed: Option<(String, String)>,
}

/// Variable of the environment that slows an engine of a bench down, `ENGINE=SHARE`: every run takes this share of its time
/// more. With it a test shows how small a difference a comparison finds.
pub const SLOWED: &str = "MINESAT_TEST_SLOWED";

impl Starter {
    /// Children run this same program.
    ///
    /// # Errors
    /// The path of the program is unknown.
    pub fn new() -> std::io::Result<Self> {
        let slowed = std::env::var(SLOWED).ok();
        let slowed = slowed.and_then(|text| text.rsplit_once('=').map(|(engine, share)| (engine.into(), share.into())));
        Ok(Starter { program: ProgramStart::own()?, slowed })
    }

    /// One measurement in a child process; None if the bench was interrupted. `line` is the
    /// instance as JSON, without its expected answer; the child is bound to `core`, if one is given.
    ///
    /// # Errors
    /// The child cannot be started.
    pub fn measure(&self, line: &str, job: &Job, core: Option<usize>) -> std::io::Result<Option<(Measured, Ended)>> {
        let mut command = self.program.command();
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
}
