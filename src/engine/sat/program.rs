//! Programs that are given a file and print an answer.

use std::fs;
use std::io::{Read, Write};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{self, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use crate::engine::{Control, Stop};

/// How often a running program is looked at: first soon, then less often.
const LOOK: [Duration; 2] = [Duration::from_micros(200), Duration::from_millis(20)];

/// So much of what a program says on standard error is kept, for its last line.
const MOST_SAID: usize = 1 << 16;

/// What programs say last when they get no memory: C++, Python, the system.
const OUT_OF_MEMORY: [&str; 3] = ["bad_alloc", "MemoryError", "Cannot allocate memory"];

/// Numbers the files of this process.
static FILES: AtomicU64 = AtomicU64::new(0);

/// A program and its first arguments.
pub struct Program {
    pub name: String,
    arguments: Vec<String>,
}

/// A file that is gone with its owner.
pub struct Scratch(pub PathBuf);

impl Scratch {
    pub fn new(ending: &str) -> Scratch {
        let number = FILES.fetch_add(1, Ordering::Relaxed);
        Scratch(std::env::temp_dir().join(format!("minesat-{}-{number}.{ending}", process::id())))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

pub fn failed(what: &str, error: impl std::fmt::Display) -> Stop {
    Stop::Failed(format!("{what}: {error}"))
}

/// Reads a pipe to its end on a thread of its own; the first `most` bytes are kept.
fn drain(pipe: Option<impl Read + Send + 'static>, most: usize) -> thread::JoinHandle<Vec<u8>> {
    thread::spawn(move || {
        let (mut kept, mut piece) = (Vec::new(), vec![0; 1 << 14]);
        let Some(mut pipe) = pipe else { return kept };
        while let Ok(n @ 1..) = pipe.read(&mut piece) {
            let _ = kept.write_all(&piece[..n.min(most - kept.len())]);
        }
        kept
    })
}

impl Program {
    /// The words of a command line; None if there are none.
    pub fn new(command: &str) -> Option<Program> {
        let mut words = command.split_whitespace().map(str::to_string);
        Some(Program { name: words.next()?, arguments: words.collect() })
    }

    /// The last part of its path.
    pub fn file_name(&self) -> String {
        Path::new(&self.name).file_name().unwrap_or_default().to_string_lossy().into_owned()
    }

    /// Runs the program with more arguments: its exit code and what it printed.
    ///
    /// # Errors
    /// `control` says stop, and the program is killed; it cannot be started, dies of a signal, or says that it
    /// got no memory.
    pub fn run(&self, arguments: &[&Path], control: &Control) -> Result<(i32, Vec<u8>), Stop> {
        let mut command = Command::new(&self.name);
        command.args(&self.arguments).args(arguments).process_group(0);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().map_err(|e| failed(&self.name, e))?;
        let printed = drain(child.stdout.take(), usize::MAX);
        let said = drain(child.stderr.take(), MOST_SAID);
        let mut pause = LOOK[0];
        let status = loop {
            if let Some(status) = child.try_wait().map_err(|e| failed(&self.name, e))? {
                break status;
            }
            if let Err(stop) = control.check() {
                // The whole group: the command may be a script around the solver.
                // SAFETY: a plain system call; the child has not been waited for, so its id is its own.
                unsafe { libc::kill(-(child.id() as libc::pid_t), libc::SIGKILL) };
                let _ = child.wait();
                return Err(stop);
            }
            thread::sleep(pause);
            pause = (pause * 2).min(LOOK[1]);
        };
        let printed = printed.join().unwrap_or_default();
        let said = said.join().unwrap_or_default();
        let said = String::from_utf8_lossy(&said);
        if OUT_OF_MEMORY.iter().any(|mark| said.contains(mark)) {
            return Err(Stop::Memory);
        }
        match status.code() {
            Some(code @ (0 | 10 | 20)) => Ok((code, printed)),
            _ => {
                let last = said.lines().map(str::trim).rfind(|l| !l.is_empty());
                Err(failed(&self.name, last.map_or(status.to_string(), |last| format!("{status}: {last}"))))
            }
        }
    }
}
