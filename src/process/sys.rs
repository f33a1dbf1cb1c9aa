//! What the standard library does not offer of the operating system: resource use of one child,
//! killing a process group, a limit on memory, and a flag for Ctrl-C. All unsafe code of the
//! program but its allocator's is here.

use std::io;
use std::os::unix::process::CommandExt;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// macOS counts bytes where Linux counts KiB.
const RSS_UNIT: u64 = if cfg!(target_os = "macos") { 1024 } else { 1 };

/// How a process ended and what it used.
#[derive(Clone, Copy, Debug)]
pub struct Usage {
    /// Exit code, or the signal that ended it.
    pub end: Result<i32, i32>,
    pub user: Duration,
    pub system: Duration,
    pub max_rss_kib: u64,
}

/// Collects a child that has ended; None if it still runs. The child must not be waited for in any
/// other way.
///
/// # Errors
/// There is no such child.
pub fn reap(pid: u32) -> io::Result<Option<Usage>> {
    let mut status: libc::c_int = 0;
    // SAFETY: rusage is plain numbers, for which zero is a value.
    let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
    loop {
        // SAFETY: both pointers are to live values of the types that wait4 fills in.
        let got = unsafe { libc::wait4(pid as libc::pid_t, &mut status, libc::WNOHANG, &mut usage) };
        match got {
            0 => return Ok(None),
            -1 if io::Error::last_os_error().kind() == io::ErrorKind::Interrupted => {}
            -1 => return Err(io::Error::last_os_error()),
            _ => break,
        }
    }
    let time = |t: libc::timeval| Duration::new(t.tv_sec.max(0) as u64, 1000 * t.tv_usec.max(0) as u32);
    let end = match libc::WIFEXITED(status) {
        true => Ok(libc::WEXITSTATUS(status)),
        false => Err(libc::WTERMSIG(status)),
    };
    let max_rss_kib = usage.ru_maxrss.max(0) as u64 / RSS_UNIT;
    Ok(Some(Usage { end, user: time(usage.ru_utime), system: time(usage.ru_stime), max_rss_kib }))
}

/// Kills the process group that a child leads.
pub fn kill_group(pid: u32) {
    // SAFETY: kill takes no pointers; a group that is gone makes it fail, which is fine.
    unsafe { libc::kill(-(pid as libc::pid_t), libc::SIGKILL) };
}

/// Peak resident set of the largest child that this process has waited for, in KiB; 0 without any.
pub fn children_peak_kib() -> u64 {
    // SAFETY: rusage is plain numbers, for which zero is a value.
    let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
    // SAFETY: the pointer is to a live rusage.
    match unsafe { libc::getrusage(libc::RUSAGE_CHILDREN, &mut usage) } {
        0 => usage.ru_maxrss.max(0) as u64 / RSS_UNIT,
        _ => 0,
    }
}

/// Lets the command die together with the thread that starts it.
pub fn die_with_parent(command: &mut Command) {
    // SAFETY: one system call without pointers, which is allowed between fork and exec.
    unsafe {
        command.pre_exec(|| {
            ask_to_die_with_parent();
            Ok(())
        });
    }
}

fn ask_to_die_with_parent() {
    #[cfg(target_os = "linux")]
    // SAFETY: this option takes one number.
    unsafe {
        libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL as libc::c_ulong);
    }
}

/// Limits the address space of this process, and asks to die together with the parent, so that a
/// killed bench leaves no engine running.
///
/// # Errors
/// The limit is refused.
pub fn limit_own_memory(bytes: u64) -> io::Result<()> {
    let set = |resource, value: u64| {
        let limit = libc::rlimit { rlim_cur: value as libc::rlim_t, rlim_max: value as libc::rlim_t };
        // SAFETY: the pointer is to a live rlimit.
        match unsafe { libc::setrlimit(resource, &limit) } {
            0 => Ok(()),
            _ => Err(io::Error::last_os_error()),
        }
    };
    ask_to_die_with_parent();
    set(libc::RLIMIT_CORE, 0)?;
    set(libc::RLIMIT_AS, bytes)
}

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

extern "C" fn note(_: libc::c_int) {
    INTERRUPTED.store(true, Ordering::Relaxed);
}

/// From now on Ctrl-C and a polite kill set the flag that [`is_interrupted`] reads; a second one
/// ends the process.
pub fn on_interrupt() {
    for signal in [libc::SIGINT, libc::SIGTERM] {
        // SAFETY: the handler stores to an atomic, which is allowed in a signal handler; zeroed
        // sigaction is a valid start, with an empty mask.
        unsafe {
            let mut action: libc::sigaction = std::mem::zeroed();
            action.sa_sigaction = note as extern "C" fn(libc::c_int) as libc::sighandler_t;
            action.sa_flags = libc::SA_RESETHAND;
            libc::sigaction(signal, &action, std::ptr::null_mut());
        }
    }
}

/// True after Ctrl-C.
pub fn is_interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}
