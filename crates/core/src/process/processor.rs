//! The processor: time on it, limits on that time, and the cores that a process runs on.

use std::io;
use std::os::unix::process::CommandExt;
use std::process::Command;
use std::time::Duration;

use super::sys::duration;

/// Processor time of this process and of the children that it has waited for; None where the system does not report it.
/// Under a limit on processor time Linux brings it up to date some hundred times a second only.
pub fn processor_time() -> Option<Duration> {
    with_children(libc::CLOCK_PROCESS_CPUTIME_ID)
}

/// Processor time of this thread and of the children that the process has waited for, exact under every limit: what a
/// stopwatch of an engine reads. None where the system does not report it.
pub fn thread_time() -> Option<Duration> {
    with_children(libc::CLOCK_THREAD_CPUTIME_ID)
}

fn with_children(clock: libc::clockid_t) -> Option<Duration> {
    let mut now = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the pointer is to a live timespec.
    if unsafe { libc::clock_gettime(clock, &mut now) } != 0 {
        return None;
    }
    // SAFETY: rusage is plain numbers, for which zero is a value.
    let mut children: libc::rusage = unsafe { std::mem::zeroed() };
    // SAFETY: the pointer is to a live rusage.
    if unsafe { libc::getrusage(libc::RUSAGE_CHILDREN, &mut children) } != 0 {
        return None;
    }
    let own = Duration::new(now.tv_sec.max(0) as u64, now.tv_nsec.max(0) as u32);
    Some(own + duration(children.ru_utime) + duration(children.ru_stime))
}

/// The cores that this process may run on, by number; none where the system does not say.
#[cfg(target_os = "linux")]
pub fn usable_cores() -> Vec<usize> {
    // SAFETY: cpu_set_t is plain numbers, for which zero is a value; the pointer is to a live set of that size.
    unsafe {
        let mut set: libc::cpu_set_t = std::mem::zeroed();
        if libc::sched_getaffinity(0, std::mem::size_of::<libc::cpu_set_t>(), &mut set) != 0 {
            return Vec::new();
        }
        (0..libc::CPU_SETSIZE as usize).filter(|&core| libc::CPU_ISSET(core, &set)).collect()
    }
}

/// The cores that this process may run on, by number; none where the system does not say.
#[cfg(not(target_os = "linux"))]
pub fn usable_cores() -> Vec<usize> {
    Vec::new()
}

/// Lets the command and all that it starts run on one core alone, where the system can do that.
#[cfg(target_os = "linux")]
pub fn pin_to(command: &mut Command, core: usize) {
    // SAFETY: system calls on a live set, which are allowed between fork and exec.
    unsafe {
        command.pre_exec(move || {
            let mut set: libc::cpu_set_t = std::mem::zeroed();
            libc::CPU_SET(core, &mut set);
            match libc::sched_setaffinity(0, std::mem::size_of::<libc::cpu_set_t>(), &set) {
                0 => Ok(()),
                _ => Err(io::Error::last_os_error()),
            }
        });
    }
}

/// Lets the command and all that it starts run on one core alone, where the system can do that.
#[cfg(not(target_os = "linux"))]
pub fn pin_to(_: &mut Command, _: usize) {}

/// Limits the processor time of this process, and of each program that it starts, to whole seconds: the system ends what
/// uses more, with SIGXCPU and a second later with SIGKILL. An engine's own deadline is earlier and finer.
///
/// # Errors
/// The limit is refused.
pub fn limit_own_processor_time(time: Duration) -> io::Result<()> {
    let soft = time.as_secs().saturating_add(u64::from(time.subsec_nanos() > 0)).max(1);
    let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: the pointer is to a live rlimit.
    if unsafe { libc::getrlimit(libc::RLIMIT_CPU, &mut limit) } != 0 {
        return Err(io::Error::last_os_error());
    }
    limit.rlim_max = limit.rlim_max.min(soft.saturating_add(1) as libc::rlim_t);
    limit.rlim_cur = limit.rlim_max.min(soft as libc::rlim_t);
    // SAFETY: the pointer is to a live rlimit.
    match unsafe { libc::setrlimit(libc::RLIMIT_CPU, &limit) } {
        0 => Ok(()),
        _ => Err(io::Error::last_os_error()),
    }
}
