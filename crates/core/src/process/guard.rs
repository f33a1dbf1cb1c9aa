//! Work under hard limits that need no cooperation of an engine: a copy of this process does it and ends itself at the
//! limit, so that the boards after it are not affected.

use std::io::{self, PipeWriter, Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use super::sys::{Copied, copy_process, end_now, wait_for};
use super::watch::{self, Over, watch};

/// Exit codes of a copy.
const DONE: i32 = 0;
const PANIC: i32 = 101;
const TIME: i32 = 251;
const MEMORY: i32 = 252;

/// First byte of a message from the copy: a step was made, or the note follows.
const STEP: u8 = b's';
const NOTE: u8 = b'n';

/// The end of a pipe to the waiting process.
pub struct Guard {
    pipe: PipeWriter,
}

impl Guard {
    /// A self-contained part of the work is done and printed.
    pub fn step(&mut self) {
        // If the waiting process is gone, this process ends as well.
        let _ = self.pipe.write_all(&[STEP]);
    }
}

/// How guarded work ended.
#[derive(Debug, PartialEq, Eq)]
pub enum Finish {
    /// The work's note.
    Note(Vec<u8>),
    /// A limit ran out; there is no note.
    Over(Over),
    /// It died: how.
    Died(String),
}

/// Runs `work` in a copy of this process, which must be single-threaded, and waits for it. Returns the steps made and
/// how it ended. Output of the work is printed; all its other effects are lost with the copy. The clock runs from now
/// until [`watch::done`], and again from each [`watch::begin`].
///
/// # Errors
/// The system refuses the copy.
pub fn guarded(
    (time, memory): (Option<Duration>, Option<u64>),
    work: impl FnOnce(&mut Guard) -> Vec<u8>,
) -> io::Result<(usize, Finish)> {
    let (mut reader, pipe) = io::pipe()?;
    io::stdout().flush()?;
    let pid = match copy_process()? {
        Copied::Child => {
            drop(reader);
            end_now(child(Guard { pipe }, time, memory, work))
        }
        Copied::Parent(pid) => pid,
    };
    drop(pipe);
    let mut sent = Vec::new();
    let read = reader.read_to_end(&mut sent);
    let end = wait_for(pid)?;
    read?;
    let steps = sent.iter().take_while(|&&b| b == STEP).count();
    let finish = match end {
        Ok(DONE) if sent.get(steps) == Some(&NOTE) => Finish::Note(sent.split_off(steps + 1)),
        Ok(TIME) => Finish::Over(Over::Time),
        // Rust aborts where an allocation fails; the system kills where the machine has no memory left.
        Ok(MEMORY) | Err(libc::SIGABRT | libc::SIGKILL) => Finish::Over(Over::Memory),
        Ok(code) => Finish::Died(format!("exit code {code}")),
        Err(signal) => Finish::Died(format!("signal {signal}")),
    };
    Ok((steps, finish))
}

fn child(
    mut guard: Guard,
    time: Option<Duration>,
    memory: Option<u64>,
    work: impl FnOnce(&mut Guard) -> Vec<u8>,
) -> i32 {
    watch(memory, |over| end_now(if over == Over::Time { TIME } else { MEMORY }));
    watch::begin(time);
    let note = catch_unwind(AssertUnwindSafe(|| work(&mut guard)));
    watch::done();
    let Ok(note) = note else { return PANIC };
    let written =
        io::stdout().flush().and_then(|()| guard.pipe.write_all(&[NOTE])).and_then(|()| guard.pipe.write_all(&note));
    if written.is_ok() { DONE } else { PANIC }
}
