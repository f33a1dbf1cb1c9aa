//! Limits of time and memory, and work on one board within them.

use std::io::{self, Write, stderr};
use std::sync::Once;
use std::time::Duration;

use clap::Args;
use serde::{Deserialize, Serialize};

use super::{CliError, LIMIT, Outcome};
use crate::engine::{Limits, Stop};
use crate::process::watch::{begin, done, watch};
use crate::process::{Finish, Guard, Over, end_now, guarded, knows_own_memory};
use crate::units::{bytes, seconds};

/// The limits that every command on boards has.
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
    /// As an engine takes them.
    pub fn limits(&self) -> Limits {
        Limits { time: self.timeout, nodes: None, memory: self.memory }
    }
}

/// How work tells whoever waits that it goes on, and what it leaves to it.
#[derive(Default)]
pub struct Work<'a> {
    guard: Option<&'a mut Guard>,
    /// What outlives the work, as text.
    pub kept: String,
}

impl Work<'_> {
    /// The answer is found: printing it has no limit.
    pub fn done(&self) {
        if self.guard.is_some() {
            done();
        }
    }

    /// An engine begins, with all its time.
    pub fn begin(&self, time: Option<Duration>) {
        if self.guard.is_some() {
            begin(time);
        }
    }

    /// A part is done and printed, and the next begins with all its time.
    pub fn step(&mut self, time: Option<Duration>) {
        if let Some(guard) = &mut self.guard {
            guard.step();
            begin(time);
        }
    }
}

/// What came of work within limits.
pub struct Within {
    /// How it ended; or what stopped it from outside, after so many steps.
    pub outcome: Result<Outcome, Stop>,
    pub steps: usize,
    /// What it left in [`Work::kept`].
    pub kept: String,
}

/// What a copy of this process tells in the end.
#[derive(Serialize, Deserialize)]
struct Note {
    code: Result<u8, String>,
    /// Nobody reads the output any more.
    unread: bool,
    kept: String,
}

impl Note {
    fn new(outcome: Outcome, kept: String) -> Self {
        let unread = matches!(&outcome, Err(CliError::Io(e)) if e.kind() == io::ErrorKind::BrokenPipe);
        Note { code: outcome.map_err(|e| e.to_string()), unread, kept }
    }

    fn outcome(self) -> (Outcome, String) {
        let outcome = match self.code {
            Err(_) if self.unread => Err(CliError::Io(io::ErrorKind::BrokenPipe.into())),
            other => other.map_err(CliError::Usage),
        };
        (outcome, self.kept)
    }
}

/// Does `work` on one board. Where there are limits of time or memory, a copy of this process does it, which is ended at
/// the limit if the engine does not stop by itself.
///
/// # Errors
/// The system allows no copy.
pub fn within(limits: Limits, work: impl FnOnce(&mut Work) -> Outcome) -> io::Result<Within> {
    if limits.time.is_none() && limits.memory.is_none() {
        let mut own = Work::default();
        let outcome = work(&mut own);
        return Ok(Within { outcome: Ok(outcome), steps: 0, kept: own.kept });
    }
    say_what_is_not_limited(limits);
    let (steps, finish) = guarded((limits.time, limits.memory), |guard| {
        let mut own = Work { guard: Some(guard), kept: String::new() };
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

/// Ends this process where work on several threads does not stop by itself when a limit has run out. What was done until
/// then is where `kept` says.
pub fn watch_this_process(limits: Limits, kept: &'static str) {
    if limits.time.is_none() && limits.memory.is_none() {
        return;
    }
    say_what_is_not_limited(limits);
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

/// Says once what this system cannot limit.
fn say_what_is_not_limited(limits: Limits) {
    static SAID: Once = Once::new();
    if limits.memory.is_some() && !knows_own_memory() {
        SAID.call_once(|| {
            let _ = writeln!(stderr(), "this system does not tell a process its memory: --memory limits tables alone");
        });
    }
}
