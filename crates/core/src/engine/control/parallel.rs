//! Pieces of a run on several threads, under one handle.

use std::sync::atomic::{AtomicUsize, Ordering};

use super::{Control, Stop};
use crate::engine::Counter;
use crate::threads::{HaltCheck, in_parallel, threads};

/// Cells of all pieces together from which several threads are worth their start.
const WORTH_THREADS: usize = 2000;
/// Runs of pieces per thread, since they do not take the same time.
const RUNS_PER_THREAD: usize = 8;

impl Control {
    /// The results of `work` on every piece, in their order; None as soon as it gives None for one. Large pieces of about
    /// the same size share the threads that this thread has ([`threads`](crate::threads)); others follow each other, each
    /// on all of them, and all do under a limit on nodes. Results and statistics are the same for any number of threads:
    /// those up to the first piece without a result. `work` takes a piece and the bytes of other tables, those `held` now
    /// and those of the results so far.
    ///
    /// # Errors
    /// The first of `work`; or of memory, if all results together exceed the limit.
    pub fn in_parallel<P: Send, T: Send>(
        &mut self,
        pieces: Vec<P>,
        cells: impl Fn(&P) -> usize,
        (held, bytes): (u64, impl Fn(&T) -> u64 + Sync),
        work: impl Fn(P, u64, &mut Control) -> Result<Option<T>, Stop> + Sync,
    ) -> Result<Option<Vec<T>>, Stop> {
        let sizes: Vec<usize> = pieces.iter().map(cells).collect();
        let (all, most) = (sizes.iter().sum::<usize>(), sizes.iter().copied().max().unwrap_or(0));
        if threads() == 1 || all < WORTH_THREADS || most * threads() > all || self.limits.nodes.is_some() {
            let (mut held, mut done) = (held, Vec::with_capacity(pieces.len()));
            for piece in pieces {
                let Some(result) = work(piece, held, self)? else { return Ok(None) };
                held += bytes(&result);
                done.push(result);
            }
            return Ok(Some(done));
        }
        self.in_runs(pieces.into_iter().zip(sizes).collect(), all / (RUNS_PER_THREAD * threads()), (held, bytes), work)
    }

    /// The same on several threads. Neighbours share a handle, as far as they have `room` cells together.
    #[inline(never)]
    fn in_runs<P: Send, T: Send>(
        &mut self,
        pieces: Vec<(P, usize)>,
        room: usize,
        (mut held, bytes): (u64, impl Fn(&T) -> u64 + Sync),
        work: impl Fn(P, u64, &mut Control) -> Result<Option<T>, Stop> + Sync,
    ) -> Result<Option<Vec<T>>, Stop> {
        let mut done = Vec::with_capacity(pieces.len());
        let mut runs: Vec<Vec<P>> = Vec::new();
        let mut left = 0;
        for (piece, cells) in pieces {
            if left < cells || runs.is_empty() {
                runs.push(Vec::new());
                left = room;
            }
            left = left.saturating_sub(cells);
            runs.last_mut().expect("one was pushed").push(piece);
        }
        let first_without = AtomicUsize::new(usize::MAX);
        let shared = &*self;
        let of_run = |(at, run): (usize, Vec<P>), (): &mut (), _: &mut HaltCheck| {
            let (mut own, mut held, mut done) = (shared.share(), 0, Vec::with_capacity(run.len()));
            for piece in run {
                if at > first_without.load(Ordering::Relaxed) {
                    break;
                }
                match work(piece, held, &mut own) {
                    Ok(Some(result)) => {
                        held += bytes(&result);
                        done.push(result);
                    }
                    end => {
                        first_without.fetch_min(at, Ordering::Relaxed);
                        return Ok((Some(end.map(drop)), done, held, own));
                    }
                }
            }
            Ok((None, done, held, own))
        };
        let numbered = runs.into_iter().enumerate().collect();
        for (end, results, more, own) in in_parallel(numbered, || (), of_run, &mut || shared.check())? {
            self.nodes += own.nodes;
            self.stats.absorb(&own.stats);
            // As if the pieces had followed each other.
            if let Some(most) = own.stats.get(Counter::TableBytes) {
                self.memory(held + most)?;
            }
            held += more;
            done.extend(results);
            if let Some(end) = end {
                return end.map(|()| None);
            }
        }
        Ok(Some(done))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Limits;
    use crate::threads::with_threads;

    #[test]
    fn pieces_count_the_same_on_any_number_of_threads() {
        let run = |threads, most, memory| {
            with_threads(threads, || {
                let mut control = Control::new(Limits { memory, ..Limits::default() });
                let work = |piece: u64, held: u64, control: &mut Control| {
                    (0..piece).try_for_each(|_| control.node())?;
                    control.stats.add(Counter::Pairs, piece);
                    control.stats.max(Counter::PeakStates, piece % 7);
                    control.memory(held + 3 * piece)?;
                    match piece {
                        50 => Err(Stop::Failed("50".into())),
                        30 => Ok(None),
                        _ => Ok(Some(2 * piece)),
                    }
                };
                let pieces: Vec<u64> = (0..most).filter(|i| most < 90 || *i != 30).collect();
                let done = control.in_parallel(pieces, |_| 200, (5, |bytes: &u64| *bytes), work);
                (done, control.nodes(), control.stats)
            })
        };
        for (most, right) in [(20, Ok(Some((0..20).map(|i| 2 * i).collect()))), (60, Ok(None)), (90, Err("50"))] {
            let (done, nodes, stats) = run(1, most, None);
            assert_eq!(done.clone().map_err(|e| e.to_string()), right.map_err(|e: &str| format!("failed: {e}")));
            for threads in [2, 7] {
                assert_eq!(run(threads, most, None), (done.clone(), nodes, stats.clone()), "{threads} {most}");
            }
        }
        // Bytes of the first twenty: 5 held, results of 2 * (0 + ... + 18), and 3 * 19.
        let most = 5 + 342 + 57;
        for threads in [1, 2, 7] {
            assert_eq!(run(threads, 20, Some(most - 1)).0, Err(Stop::Memory), "{threads}");
            assert!(run(threads, 20, Some(most)).0.is_ok(), "{threads}");
        }
    }
}
