//! Functions of the operating system that the standard library lacks: resource use of one child, killing a process
//! group, a limit on memory, and a flag for Ctrl-C. With `processor.rs` it has all unsafe code of the program except its
//! allocator's.

use std::io;
#[cfg(target_os = "linux")]
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
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
    /// CPU time in user mode, with descendants that the process waited for.
    pub user: Duration,
    /// CPU time in the kernel, with descendants that the process waited for.
    pub system: Duration,
    /// Peak resident set in KiB.
    pub max_rss_kib: u64,
    /// Times that the system took the processor away from it while it had work.
    pub involuntary_switches: u64,
}

/// Collects a child that has ended; None if it still runs. The child must not be waited for in any other way.
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
    let end = if libc::WIFEXITED(status) { Ok(libc::WEXITSTATUS(status)) } else { Err(libc::WTERMSIG(status)) };
    let max_rss_kib = usage.ru_maxrss.max(0) as u64 / RSS_UNIT;
    Ok(Some(Usage {
        end,
        user: duration(usage.ru_utime),
        system: duration(usage.ru_stime),
        max_rss_kib,
        involuntary_switches: usage.ru_nivcsw.max(0) as u64,
    }))
}

/// Waits until a child has ended, at most this long. Where the system has no handle of a process to wait on, it returns after
/// a moment.
pub fn await_end(pid: u32, most: Duration) {
    #[cfg(target_os = "linux")]
    {
        // SAFETY: the call takes two numbers, and what it returns is a new file or an error.
        let handle = unsafe { libc::syscall(libc::SYS_pidfd_open, pid as libc::pid_t, 0) };
        if let Ok(handle @ 0..) = i32::try_from(handle) {
            // SAFETY: nobody else has the new file.
            let handle = unsafe { OwnedFd::from_raw_fd(handle) };
            let mut ended = libc::pollfd { fd: handle.as_raw_fd(), events: libc::POLLIN, revents: 0 };
            // SAFETY: the pointer is to one value of the type that poll reads and writes.
            unsafe { libc::poll(&raw mut ended, 1, most.as_millis().max(1) as libc::c_int) };
            return;
        }
    }
    std::thread::sleep(most.min(Duration::from_micros(200)));
}

/// A time as the system gives it.
pub fn duration(t: libc::timeval) -> Duration {
    Duration::new(t.tv_sec.max(0) as u64, 1000 * t.tv_usec.max(0) as u32)
}

/// Kills the process group that a child leads.
pub fn kill_group(pid: u32) {
    // SAFETY: kill takes no pointers; a group that is gone makes it fail, which is fine.
    unsafe { libc::kill(-(pid as libc::pid_t), libc::SIGKILL) };
}

/// Peak resident set of the largest child that this process has waited for, in KiB; 0 if there was none.
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
    let own = std::process::id();
    // SAFETY: system calls without pointers, which are allowed between fork and exec.
    unsafe {
        command.pre_exec(move || {
            ask_to_die_with_parent();
            // A parent that died earlier sends no signal any more.
            if libc::getppid() == own as libc::pid_t { Ok(()) } else { Err(io::ErrorKind::Interrupted.into()) }
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

/// The largest address space that a child process can be given, in bytes: the hard limit of this process (`ulimit -v`);
/// None without one.
pub fn memory_ceiling() -> Option<u64> {
    let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: the pointer is to a live rlimit.
    match unsafe { libc::getrlimit(libc::RLIMIT_AS, &mut limit) } {
        0 if limit.rlim_max != libc::RLIM_INFINITY => Some(limit.rlim_max),
        _ => None,
    }
}

/// Raises the number of files that this process may have open to at least `wanted`, if the hard limit (`ulimit -Hn`)
/// allows it. Returns the number in force.
///
/// # Errors
/// The system does not report the limit, or refuses to change it.
pub fn raise_open_files(wanted: u64) -> io::Result<u64> {
    let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: the pointer is to a live rlimit.
    if unsafe { libc::getrlimit(libc::RLIMIT_NOFILE, &mut limit) } != 0 {
        return Err(io::Error::last_os_error());
    }
    if limit.rlim_cur >= wanted {
        return Ok(limit.rlim_cur);
    }
    limit.rlim_cur = wanted.min(limit.rlim_max);
    // SAFETY: the pointer is to a live rlimit.
    match unsafe { libc::setrlimit(libc::RLIMIT_NOFILE, &limit) } {
        0 => Ok(limit.rlim_cur),
        _ => Err(io::Error::last_os_error()),
    }
}

fn set_limit(resource: Resource, value: u64) -> io::Result<()> {
    let limit = libc::rlimit { rlim_cur: value as libc::rlim_t, rlim_max: value as libc::rlim_t };
    // SAFETY: the pointer is to a live rlimit.
    match unsafe { libc::setrlimit(resource, &limit) } {
        0 => Ok(()),
        _ => Err(io::Error::last_os_error()),
    }
}

#[cfg(all(target_os = "linux", target_env = "gnu"))]
type Resource = libc::__rlimit_resource_t;
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
type Resource = libc::c_int;

/// Limits the address space of this process, and asks to die together with the parent, so that a killed bench leaves no
/// engine running. Returns the bytes allowed: at most the hard limit.
///
/// # Errors
/// The limit is refused.
pub fn limit_own_memory(bytes: u64) -> io::Result<u64> {
    let bytes = memory_ceiling().map_or(bytes, |most| most.min(bytes));
    ask_to_die_with_parent();
    set_limit(libc::RLIMIT_CORE, 0)?;
    set_limit(libc::RLIMIT_AS, bytes)?;
    Ok(bytes)
}

/// Limits the address space of the command, in bytes.
pub fn limit_memory(command: &mut Command, bytes: u64) {
    let bytes = memory_ceiling().map_or(bytes, |most| most.min(bytes));
    // SAFETY: one system call, which is allowed between fork and exec.
    unsafe {
        command.pre_exec(move || set_limit(libc::RLIMIT_AS, bytes));
    }
}

/// Resident bytes of this process; None where the system does not report them.
#[cfg(target_os = "linux")]
pub fn own_resident() -> Option<u64> {
    use std::io::Read;
    // No allocation: this is asked when there is no memory left.
    let mut buffer = [0; 128];
    let got = std::fs::File::open("/proc/self/statm").ok()?.read(&mut buffer).ok()?;
    let pages: u64 = std::str::from_utf8(&buffer[..got]).ok()?.split(' ').nth(1)?.parse().ok()?;
    // SAFETY: sysconf takes one number.
    let page = unsafe { libc::sysconf(libc::_SC_PAGESIZE) };
    Some(pages * u64::try_from(page).ok()?)
}

/// Resident bytes of this process; None where the system does not report them.
#[cfg(target_os = "macos")]
pub fn own_resident() -> Option<u64> {
    let size = std::mem::size_of::<libc::proc_taskinfo>() as libc::c_int;
    // SAFETY: the structure is plain numbers, for which zero is a value.
    let mut info: libc::proc_taskinfo = unsafe { std::mem::zeroed() };
    // SAFETY: the pointer is to a live structure of the size given.
    let got = unsafe { libc::proc_pidinfo(libc::getpid(), libc::PROC_PIDTASKINFO, 0, (&raw mut info).cast(), size) };
    (got == size).then_some(info.pti_resident_size)
}

/// Resident bytes of this process; None where the system does not report them.
#[cfg(not(any(target_os = "linux", target_os = "macos")))]
pub fn own_resident() -> Option<u64> {
    None
}

/// True where a process can read its own memory use.
pub fn knows_own_memory() -> bool {
    own_resident().is_some()
}

/// Which of the two processes this is, after a copy.
pub enum Copied {
    Child,
    Parent(libc::pid_t),
}

/// Copies this process, which must be single-threaded. On Linux the copy dies with it.
///
/// # Errors
/// The system cannot create a process.
pub fn copy_process() -> io::Result<Copied> {
    // SAFETY: with one thread no lock is held that nobody would release in the copy.
    let (own, pid) = unsafe { (libc::getpid(), libc::fork()) };
    match pid {
        -1 => Err(io::Error::last_os_error()),
        0 => {
            ask_to_die_with_parent();
            // SAFETY: getppid takes nothing.
            if unsafe { libc::getppid() } != own {
                end_now(1);
            }
            Ok(Copied::Child)
        }
        pid => Ok(Copied::Parent(pid)),
    }
}

/// Waits until a child has ended: its exit code, or the signal that ended it.
///
/// # Errors
/// There is no such child.
pub fn wait_for(pid: libc::pid_t) -> io::Result<Result<i32, i32>> {
    let mut status: libc::c_int = 0;
    // SAFETY: the pointer is to a live number.
    while unsafe { libc::waitpid(pid, &mut status, 0) } == -1 {
        let error = io::Error::last_os_error();
        if error.kind() != io::ErrorKind::Interrupted {
            return Err(error);
        }
    }
    Ok(if libc::WIFEXITED(status) { Ok(libc::WEXITSTATUS(status)) } else { Err(libc::WTERMSIG(status)) })
}

/// Ends this process at once: nothing is dropped, flushed or waited for.
pub fn end_now(code: i32) -> ! {
    // SAFETY: _exit takes one number and does not return.
    unsafe { libc::_exit(code) }
}

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

extern "C" fn note(_: libc::c_int) {
    INTERRUPTED.store(true, Ordering::Relaxed);
}

/// From now on Ctrl-C and SIGTERM set the flag that [`is_interrupted`] reads; a second one ends the process.
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
