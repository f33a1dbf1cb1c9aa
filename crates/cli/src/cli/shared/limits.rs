//! Limits of time and memory, and work on one board within them.

use std::io::{self, Write, stderr};
use std::sync::Once;
use std::time::Duration;

use clap::Args;
use serde::{Deserialize, Serialize};

use crate::cli::{CliError, CommandResult, LIMIT};
use crate::engine::{Limits, Stop};
use crate::process::watch::{begin, done, watch};
use crate::process::{Finish, Guard, Over, end_now, guarded, knows_own_memory};
use crate::units::{bytes, seconds};

/// The limits of every command on boards.
#[derive(Args, Clone, Copy, Debug, Default)]
pub struct LimitArgs {
    /// Time limit per board (`play`, `chains`: per game; `explain`: per explanation), in seconds; exit code 124
    #[arg(short, long, value_name = "SECONDS", value_parser = seconds)]
    pub timeout: Option<Duration>,
    /// Limit on the memory that an engine takes, such as 512M or 4G; exit code 124
    #[arg(long, value_name = "SIZE", value_parser = bytes)]
    pub memory: Option<u64>,
}

impl LimitArgs {
    /// The limits in the form for engines.
    pub fn limits(&self) -> Limits {
        Limits { time: self.timeout, nodes: None, memory: self.memory }
    }
}

/// What work reports to the process that waits for it.
#[derive(Default)]
pub struct WorkReport<'a> {
    guard: Option<&'a mut Guard>,
    /// Text that outlives the work.
    pub kept: String,
}

impl WorkReport<'_> {
    /// The answer is found; the limits do not apply to printing it.
    pub fn done(&self) {
        if self.guard.is_some() {
            done();
        }
    }

    /// An engine begins; its time starts now.
    pub fn begin(&self, time: Option<Duration>) {
        if self.guard.is_some() {
            begin(time);
        }
    }

    /// A part is done and printed; the time of the next starts now.
    pub fn step(&mut self, time: Option<Duration>) {
        if let Some(guard) = &mut self.guard {
            guard.step();
            begin(time);
        }
    }
}

/// The result of work within limits.
pub struct Within {
    /// Its outcome, or what stopped it from outside.
    pub outcome: Result<CommandResult, Stop>,
    /// Calls of [`Work::step`].
    pub steps: usize,
    /// The text in [`Work::kept`].
    pub kept: String,
}

/// What a copy of this process reports at its end.
#[derive(Serialize, Deserialize)]
struct Note {
    code: Result<u8, String>,
    /// The reader of the output went away.
    unread: bool,
    kept: String,
}

impl Note {
    fn new(outcome: CommandResult, kept: String) -> Self {
        let unread = matches!(&outcome, Err(CliError::Io(e)) if e.kind() == io::ErrorKind::BrokenPipe);
        Note { code: outcome.map_err(|e| e.to_string()), unread, kept }
    }

    fn outcome(self) -> (CommandResult, String) {
        let outcome = match self.code {
            Err(_) if self.unread => Err(CliError::Io(io::ErrorKind::BrokenPipe.into())),
            other => other.map_err(CliError::Usage),
        };
        (outcome, self.kept)
    }
}

/// Does `work` on one board. With a limit of time or memory, a copy of this process does it, which is killed at the limit
/// if the engine does not stop by itself.
///
/// # Errors
/// The system refuses to copy the process.
pub fn within(limits: Limits, work: impl FnOnce(&mut WorkReport) -> CommandResult) -> io::Result<Within> {
    if limits.time.is_none() && limits.memory.is_none() {
        let mut own = WorkReport::default();
        let outcome = work(&mut own);
        return Ok(Within { outcome: Ok(outcome), steps: 0, kept: own.kept });
    }
    warn_of_limits(limits);
    let (steps, finish) = guarded((limits.time, limits.memory), |guard| {
        let mut own = WorkReport { guard: Some(guard), kept: String::new() };
        let outcome = work(&mut own);
        serde_json::to_vec(&Note::new(outcome, own.kept)).unwrap_or_default()
    })?;
    let stop = match finish {
        Finish::Note(note) => {
            let (outcome, kept) = serde_json::from_slice::<Note>(&note)?.outcome();
            return Ok(Within { outcome: Ok(outcome), steps, kept });
        }
        Finish::Over(over) => stop_of(over),
        Finish::Died(how) => Stop::Failed(format!("the engine died: {how}")),
    };
    Ok(Within { outcome: Err(stop), steps, kept: String::new() })
}

/// Ends this process if work on several threads does not stop by itself at a limit. `kept` says where the finished part
/// is.
pub fn watch_this_process(limits: Limits, kept: &'static str) {
    if limits.time.is_none() && limits.memory.is_none() {
        return;
    }
    warn_of_limits(limits);
    watch(limits.memory, move |over| {
        let _ = writeln!(stderr(), "{}, and an engine did not stop; {kept}", stop_of(over));
        end_now(i32::from(LIMIT))
    });
}

fn stop_of(over: Over) -> Stop {
    match over {
        Over::Time => Stop::Timeout,
        Over::Memory => Stop::Memory,
    }
}

/// Warns once about limits that this system does not support.
fn warn_of_limits(limits: Limits) {
    static SAID: Once = Once::new();
    if limits.memory.is_some() && !knows_own_memory() {
        SAID.call_once(|| {
            let _ =
                writeln!(stderr(), "this system does not report the memory of a process: --memory limits tables only");
        });
    }
}
