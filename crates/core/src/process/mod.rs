//! Child processes that can be killed from outside, with all their descendants, when the waiting caller decides so: a
//! crash, a hang or exhausted memory of a child is a result and does no further harm.

pub mod clock;
mod guard;
mod processor;
mod program;
mod sys;
pub mod watch;

use std::io::{self, Read, Write};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

pub use clock::Deadline;
pub use guard::{Finish, Guard, guarded};
pub use processor::{limit_own_processor_time, pin_to, usable_cores};
pub use program::{ProgramStart, arguments, hosted, own_file};
pub use sys::{
    Usage, children_peak_kib, die_with_parent, end_now, is_interrupted, kill_group, knows_own_memory, limit_memory,
    limit_own_memory, memory_ceiling, on_interrupt, raise_open_files,
};
pub use watch::{Over, is_memory_over};

/// How a child ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChildEnd {
    /// By itself, with this exit code.
    Exit(i32),
    /// By a signal of this number that the caller did not send.
    Signal(i32),
    /// Killed because the caller stopped waiting.
    Killed,
}

/// The result of a child.
#[derive(Clone, Debug)]
pub struct Ended {
    /// How the child itself ended, not its descendants.
    pub end: ChildEnd,
    /// All its standard output, to the end.
    pub stdout: Vec<u8>,
    /// The last part of its standard error.
    pub stderr: String,
    /// CPU times and peak memory.
    pub usage: Usage,
    /// From its start until its end was noticed.
    pub wall: Duration,
}

/// Most bytes of standard error kept.
const MOST_STDERR: usize = 4096;

/// Interval at which `stop` is asked.
const LOOK: Duration = Duration::from_millis(20);

/// The last words of programs whose allocation fails: Rust, a Rust collection larger than the address space, C++, a
/// thread without a stack, C, Python, and the message of the system.
const OUT_OF_MEMORY: [&str; 7] = [
    "memory allocation of ",
    "capacity overflow",
    "std::bad_alloc",
    "failed to spawn thread",
    "alloc failed",
    "MemoryError",
    "Cannot allocate memory",
];

impl From<ExitStatus> for ChildEnd {
    fn from(status: ExitStatus) -> Self {
        status.signal().map_or_else(|| ChildEnd::Exit(status.code().unwrap_or_default()), ChildEnd::Signal)
    }
}

impl ChildEnd {
    /// True if the system ended it because it used more processor time than its limit.
    pub fn is_out_of_processor_time(self) -> bool {
        self == ChildEnd::Signal(libc::SIGXCPU)
    }

    /// True if a program that ended so failed for lack of memory: its last output says so, or it was killed from
    /// outside, as the system does when the machine has none left.
    pub fn lacked_memory(self, stderr: &str) -> bool {
        match self {
            ChildEnd::Killed | ChildEnd::Exit(0) => false,
            ChildEnd::Signal(libc::SIGKILL) => true,
            ChildEnd::Exit(_) | ChildEnd::Signal(_) => OUT_OF_MEMORY.iter().any(|phrase| stderr.contains(phrase)),
        }
    }
}

impl Ended {
    /// [`ChildEnd::lacked_memory`].
    pub fn lacked_memory(&self) -> bool {
        self.end.lacked_memory(&self.stderr)
    }

    /// The last line of its standard error.
    pub fn last_words(&self) -> Option<&str> {
        self.stderr.lines().map(str::trim).rfind(|l| !l.is_empty())
    }
}

/// Runs a command in a process group of its own with `input` on its standard input. Kills the group as soon as `stop`,
/// which is polled, returns true.
///
/// # Errors
/// The command cannot be started.
pub fn run(command: &mut Command, input: &[u8], stop: &dyn Fn() -> bool) -> io::Result<Ended> {
    let start = Instant::now();
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).process_group(0);
    let mut child = command.spawn()?;
    let pid = child.id();
    let (mut stdin, mut stdout, mut stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    thread::scope(|scope| {
        // A child that died does not read: the failed write needs no separate error.
        scope.spawn(move || stdin.take().map(|mut pipe| pipe.write_all(input)));
        let errors = scope.spawn(move || stderr.as_mut().map(read_tail).unwrap_or_default());
        let (sender, output) = channel();
        scope.spawn(move || {
            let mut bytes = Vec::new();
            let _ = stdout.as_mut().map(|pipe| pipe.read_to_end(&mut bytes));
            let _ = sender.send(bytes);
        });

        let (mut bytes, mut killed) = (None, false);
        let usage = loop {
            if let Some(usage) = sys::reap(pid)? {
                break usage;
            }
            if !killed && stop() {
                sys::kill_group(pid);
                killed = true;
            }
            // The child closes its output when it is done, or dies.
            match bytes {
                None => match output.recv_timeout(LOOK) {
                    Ok(all) => bytes = Some(all),
                    Err(RecvTimeoutError::Disconnected) => bytes = Some(Vec::new()),
                    Err(RecvTimeoutError::Timeout) => {}
                },
                Some(_) => sys::await_end(pid, LOOK),
            }
        };
        let wall = start.elapsed();
        // Descendants that the child started must not keep the pipes open.
        sys::kill_group(pid);
        let stdout = bytes.unwrap_or_else(|| output.recv().unwrap_or_default());
        let stderr = errors.join().unwrap_or_default();
        let end = match usage.end {
            _ if killed => ChildEnd::Killed,
            Ok(code) => ChildEnd::Exit(code),
            Err(signal) => ChildEnd::Signal(signal),
        };
        Ok(Ended { end, stdout, stderr, usage, wall })
    })
}

/// Reads to the end and keeps the last [`MOST_STDERR`] bytes.
fn read_tail(pipe: &mut impl Read) -> String {
    let (mut tail, mut buffer) = (Vec::new(), [0; 4096]);
    while let Ok(got @ 1..) = pipe.read(&mut buffer) {
        tail.extend_from_slice(&buffer[..got]);
        let extra = tail.len().saturating_sub(MOST_STDERR);
        tail.drain(..extra);
    }
    String::from_utf8_lossy(&tail).trim().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sh(script: &str, input: &[u8], limit: Duration) -> Ended {
        let start = Instant::now();
        run(Command::new("sh").args(["-c", script]), input, &|| start.elapsed() >= limit).unwrap()
    }

    const LONG: Duration = Duration::from_secs(20);

    #[test]
    fn input_goes_in_and_output_comes_back() {
        let input = vec![b'x'; 1 << 20];
        let ended = sh("wc -c; echo oops >&2; exit 3", &input, LONG);
        assert_eq!(ended.end, ChildEnd::Exit(3));
        assert_eq!(String::from_utf8(ended.stdout).unwrap().trim(), "1048576");
        assert_eq!(ended.stderr, "oops");
        assert!(ended.usage.max_rss_kib > 0);
    }

    #[test]
    fn a_child_that_hangs_is_killed_with_all_it_started() {
        let start = Instant::now();
        let ended = sh("sleep 60 & sleep 60; echo never", b"", Duration::from_millis(200));
        assert_eq!(ended.end, ChildEnd::Killed);
        assert!(ended.stdout.is_empty() && start.elapsed() < LONG);
        // Closing its output does not save it.
        assert_eq!(sh("exec >&- 2>&-; sleep 60", b"", Duration::from_millis(200)).end, ChildEnd::Killed);
        // Processes that it leaves behind do not delay its answer.
        let left_over = sh("sleep 60 & echo done", b"", LONG);
        assert_eq!((left_over.end, left_over.stdout.as_slice()), (ChildEnd::Exit(0), &b"done\n"[..]));
        assert!(start.elapsed() < LONG);
    }

    #[test]
    fn crashes_are_seen_and_unread_input_is_no_error() {
        let ended = sh("kill -SEGV $$", &vec![b'x'; 1 << 20], LONG);
        assert_eq!(ended.end, ChildEnd::Signal(libc::SIGSEGV));
        assert!(run(&mut Command::new("/no/such/program"), b"", &|| false).is_err());
    }
}
