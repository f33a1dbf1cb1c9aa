//! Long work: on a thread of its own and without the lock of the interpreter, so that other Python threads run and Ctrl-C
//! is noticed.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use minesat_core::engine::{Control, Limits, Stop};
use minesat_core::units::bytes;
use pyo3::prelude::*;

use crate::errors;

/// Interval at which signals are looked for.
const LOOK: Duration = Duration::from_millis(20);

/// Wait for an engine that is asked to stop. One that makes calls of a solver which cannot be interrupted is then left
/// behind: it ends by itself, and its answer is lost.
const GRACE: Duration = Duration::from_millis(500);

/// Stack of the thread; pages that are not used cost nothing.
const STACK: usize = 64 << 20;

/// Limits as Python gives them: seconds, and bytes or a text such as `512M`.
#[derive(FromPyObject)]
pub enum Size {
    /// A number of bytes.
    Bytes(u64),
    /// A number with a unit.
    Text(String),
}

/// Limits of a run.
pub fn limits(py: Python<'_>, timeout: Option<f64>, memory: Option<Size>) -> PyResult<Limits> {
    let time = timeout.map(Duration::try_from_secs_f64).transpose();
    let time = time.map_err(|e| errors::argument(py, format!("timeout: {e}")))?;
    let memory = match memory {
        None => None,
        Some(Size::Bytes(bytes)) => Some(bytes),
        Some(Size::Text(text)) => Some(bytes(&text).map_err(|e| errors::argument(py, format!("memory: {e}")))?),
    };
    Ok(Limits { time, nodes: None, memory })
}

/// Does `work` under these limits, and waits for it.
///
/// # Errors
/// A signal whose handler raises, an engine that does not stop at its limit, or a panic.
pub fn run<T: Send + 'static>(
    py: Python<'_>,
    limits: Limits,
    work: impl FnOnce(Control) -> T + Send + 'static,
) -> PyResult<T> {
    let control = Control::new(limits);
    let interrupt = control.interrupt();
    wait(py, limits.time, &interrupt, move || work(control))
}

/// Does work that looks at a flag itself.
///
/// # Errors
/// As [`run`].
pub fn run_until<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce(&AtomicBool) -> T + Send + 'static,
) -> PyResult<T> {
    let interrupt = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&interrupt);
    wait(py, None, &interrupt, move || work(flag.as_ref()))
}

type Outcome<T> = Result<T, Box<dyn Any + Send>>;

fn wait<T: Send + 'static>(
    py: Python<'_>,
    time: Option<Duration>,
    interrupt: &AtomicBool,
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    let begun = Instant::now();
    let (sender, mut receiver) = sync_channel::<Outcome<T>>(1);
    thread::Builder::new().stack_size(STACK).spawn(move || {
        // Nobody waits for work that was left behind.
        let _ = sender.send(catch_unwind(AssertUnwindSafe(work)));
    })?;
    loop {
        let got;
        (got, receiver) = look(py, receiver, LOOK);
        match got {
            Ok(Ok(done)) => return Ok(done),
            Ok(Err(panic)) => return Err(errors::died(py, &message(panic.as_ref()))),
            Err(RecvTimeoutError::Disconnected) => return Err(errors::died(py, "no answer")),
            Err(RecvTimeoutError::Timeout) => {}
        }
        if let Err(raised) = py.check_signals() {
            interrupt.store(true, Ordering::Relaxed);
            let _ = look(py, receiver, GRACE);
            return Err(raised);
        }
        if time.is_some_and(|time| begun.elapsed() > time.saturating_add(GRACE)) {
            interrupt.store(true, Ordering::Relaxed);
            return Err(errors::stopped(py, &Stop::Timeout));
        }
    }
}

/// Waits for an outcome without the lock.
fn look<T: Send>(
    py: Python<'_>,
    receiver: Receiver<Outcome<T>>,
    time: Duration,
) -> (Result<Outcome<T>, RecvTimeoutError>, Receiver<Outcome<T>>) {
    py.detach(move || (receiver.recv_timeout(time), receiver))
}

/// The message of a panic.
fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied());
    text.unwrap_or("a panic").to_string()
}
