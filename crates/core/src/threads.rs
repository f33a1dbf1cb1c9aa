//! Work in independent pieces on several threads, with the same results for any number of them.
//!
//! The number of threads belongs to the thread that asks, one unless [`with_threads`] gives it more. To hand out pieces takes
//! some ten microseconds, so work is worth it from about a tenth of a millisecond on. Without the feature `threads` all work is
//! done on the thread that asks.

use std::cell::RefCell;
use std::mem;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

#[cfg(feature = "threads")]
mod helpers;

/// The threads of a thread.
struct Threads {
    number: usize,
    /// All but the thread itself, once they were needed.
    #[cfg(feature = "threads")]
    helpers: Option<std::rc::Rc<helpers::Helpers>>,
}

impl Threads {
    const fn new(number: usize) -> Self {
        Threads {
            number,
            #[cfg(feature = "threads")]
            helpers: None,
        }
    }
}

thread_local! {
    static THREADS: RefCell<Threads> = const { RefCell::new(Threads::new(1)) };
}

/// Runs `work`, in which calls of [`in_parallel`] by this thread use up to this many threads.
pub fn with_threads<T>(number: usize, work: impl FnOnce() -> T) -> T {
    let number = if cfg!(feature = "threads") { number.max(1) } else { 1 };
    let before = THREADS.replace(Threads::new(number));
    let done = work();
    THREADS.replace(before);
    done
}

/// The threads that [`in_parallel`] may use here.
pub fn threads() -> usize {
    THREADS.with_borrow(|threads| threads.number)
}

/// Calls `help` on this many other threads and `work` on this one. `work` gets a function that says whether the others are done,
/// after it has waited for them a little.
#[cfg(feature = "threads")]
fn with_help(helpers: usize, help: &(dyn Fn() + Sync), work: &mut dyn FnMut(&dyn Fn() -> bool)) {
    let pool = THREADS.with_borrow_mut(|threads| {
        let number = threads.number.saturating_sub(1);
        threads.helpers.get_or_insert_with(|| std::rc::Rc::new(helpers::Helpers::new(number))).clone()
    });
    pool.with_help(helpers, help, work);
}

#[cfg(not(feature = "threads"))]
fn with_help(_: usize, _: &(dyn Fn() + Sync), work: &mut dyn FnMut(&dyn Fn() -> bool)) {
    work(&|| true);
}

/// A piece is to stop, as another one has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Halt;

/// What a piece asks between slow steps.
pub type HaltCheck<'a> = dyn FnMut() -> Result<(), Halt> + 'a;

/// The results of `work` on every piece, in the order of the pieces. Each thread makes one `room`, which its pieces use one
/// after the other; the calling thread is one of them. On one thread the pieces follow in their order.
///
/// # Errors
/// That of `check`, which only the calling thread calls: between pieces, whenever a piece asks, and while it waits.
///
/// # Panics
/// If a piece does, or halts before it is asked to.
pub fn in_parallel<P: Send, T: Send, R, E>(
    pieces: Vec<P>,
    room: impl Fn() -> R + Sync,
    work: impl Fn(P, &mut R, &mut HaltCheck) -> Result<T, Halt> + Sync,
    check: &mut dyn FnMut() -> Result<(), E>,
) -> Result<Vec<T>, E> {
    let count = pieces.len();
    let helpers = threads().min(count).saturating_sub(1);
    let mut stop = None;
    let halted = AtomicBool::new(false);
    let mut checked = || {
        if stop.is_none() {
            stop = check().err();
        }
        halted.store(stop.is_some(), Ordering::Relaxed);
        if stop.is_some() { Err(Halt) } else { Ok(()) }
    };
    let mut slots = Vec::with_capacity(count);
    for piece in pieces {
        slots.push(Mutex::new(Slot::Piece(piece)));
    }
    let run = |next: &mut dyn FnMut() -> Option<usize>, check: &mut HaltCheck| {
        let mut room = room();
        while let Some(at) = next() {
            let Slot::Piece(piece) = mem::replace(&mut *lock(&slots[at]), Slot::Taken) else { return };
            let Ok(result) = check().and_then(|()| work(piece, &mut room, check)) else { return };
            *lock(&slots[at]) = Slot::Done(result);
        }
    };
    share_out(count, helpers, &run, &halted, &mut checked);
    if let Some(stop) = stop {
        return Err(stop);
    }
    let mut results = Vec::with_capacity(count);
    for slot in slots {
        match slot.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Slot::Done(result) => results.push(result),
            Slot::Piece(_) | Slot::Taken => panic!("no piece halts by itself"),
        }
    }
    Ok(results)
}

/// Where a piece lies until a thread takes it, and then its result.
enum Slot<P, T> {
    Piece(P),
    Taken,
    Done(T),
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Takes pieces by their numbers until there are no more, and looks at limits.
type Run<'a> = dyn Fn(&mut dyn FnMut() -> Option<usize>, &mut HaltCheck) + Sync + 'a;

/// `run` on the calling thread and this many others, which together take the numbers `0..count` once each. The part of
/// [`in_parallel`] that does not depend on its types.
fn share_out(count: usize, helpers: usize, run: &Run, halted: &AtomicBool, checked: &mut HaltCheck) {
    let taken = AtomicUsize::new(0);
    let take = || Some(taken.fetch_add(1, Ordering::Relaxed)).filter(|at| *at < count);
    let help = || run(&mut || take(), &mut || if halted.load(Ordering::Relaxed) { Err(Halt) } else { Ok(()) });
    if helpers == 0 {
        return run(&mut || take(), checked);
    }
    with_help(helpers, &help, &mut |are_done| {
        // Pieces within pieces stay on their thread.
        with_threads(1, || run(&mut || take(), checked));
        while !are_done() {
            let _ = checked();
        }
    });
}

/// About equal ranges that make up `0..count`, at most one per thread and each at least this long, if there are that many.
pub fn ranges(count: usize, least: usize) -> Vec<Range<usize>> {
    let parts = threads().min(count / least.max(1)).max(1);
    (0..parts).map(|part| count * part / parts..count * (part + 1) / parts).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::convert::Infallible;
    use std::thread;
    use std::time::Duration;

    #[test]
    fn results_are_in_order_for_any_number_of_threads() {
        let right: Vec<usize> = (0..100).map(|i| i * i).collect();
        for threads in [0, 1, 2, 7, 200] {
            let made = with_threads(threads, || {
                let square = |i: usize, calls: &mut usize, check: &mut HaltCheck| {
                    *calls += 1;
                    check()?;
                    assert_eq!(super::threads(), 1);
                    Ok(i * i)
                };
                in_parallel((0..100).collect(), || 0, square, &mut || Ok::<(), Infallible>(()))
            });
            assert_eq!(made, Ok(right.clone()), "{threads}");
        }
        let none = in_parallel(vec![], || (), |(): (), (), _| Ok(()), &mut || Ok::<(), Infallible>(()));
        assert_eq!(none, Ok(vec![]));
    }

    #[test]
    fn all_pieces_stop_when_one_check_says_so() {
        for threads in [1, 2, 7] {
            let mut looks = 0;
            // Pieces that would go on for ever.
            let made: Result<Vec<()>, &str> = with_threads(threads, || {
                let endless = |(), (): &mut (), check: &mut HaltCheck| loop {
                    check()?;
                    thread::sleep(Duration::from_micros(100));
                };
                in_parallel(vec![(); 9], || (), endless, &mut || {
                    looks += 1;
                    if looks > 20 { Err("enough") } else { Ok(()) }
                })
            });
            assert_eq!(made, Err("enough"), "{threads}");
        }
    }

    #[test]
    fn the_calling_thread_looks_at_its_limits_while_it_waits() {
        let mut looks = 0;
        let made: Result<Vec<()>, ()> = with_threads(2, || {
            // One of the two pieces ends at once.
            let work = |endless: bool, (): &mut (), check: &mut HaltCheck| {
                if !endless {
                    return Ok(());
                }
                loop {
                    check()?;
                    thread::sleep(Duration::from_millis(1));
                }
            };
            in_parallel(vec![true, false], || (), work, &mut || {
                looks += 1;
                if looks > 30 { Err(()) } else { Ok(()) }
            })
        });
        assert_eq!(made, Err(()));
    }

    #[test]
    fn panics_are_passed_on() {
        let panicked = std::panic::catch_unwind(|| {
            with_threads(3, || {
                let work = |i: usize, (): &mut (), _: &mut HaltCheck| {
                    assert_ne!(i, 5, "piece five");
                    Ok(i)
                };
                in_parallel((0..9).collect(), || (), work, &mut || Ok::<(), Infallible>(()))
            })
        });
        assert!(panicked.is_err());
    }

    #[test]
    fn ranges_make_up_the_whole() {
        for threads in [1, 2, 7] {
            for (count, least) in [(0, 1), (1, 1), (5, 3), (100, 10), (100, 1), (7, 0)] {
                let ranges = with_threads(threads, || ranges(count, least));
                assert!(ranges.len() <= threads && ranges.iter().all(|r| r.len() >= least.min(count)), "{ranges:?}");
                assert!(ranges.iter().cloned().flatten().eq(0..count));
            }
        }
    }
}
