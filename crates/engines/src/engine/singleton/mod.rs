//! Singleton consistency (Debruyne & Bessiere 1997, "Some practicable filtering techniques for the constraint
//! satisfaction problem"): assume a value of a cell and let every sum propagate its bounds; on a conflict the cell has
//! the other value. Repeated to a fixed point.
//!
//! Propagation is the single-point rule, so this subsumes that rule. It is incomparable with the rule on pairs: it
//! cannot use a sum inside another, but an assumption may propagate through many sums.
//!
//! With the option `sums` cells are decided instead that have the same value in all solutions of that many overlapping sums
//! (`relational.rs`).

mod propagate;
mod relational;

use super::{Classes, Control, Counter, Decision, Engine, EngineFamily, Stop, partial};
use crate::spec::{Chosen, OptionRow};
use crate::system::{Count, System};
use propagate::{Conflict, Propagator};

/// Row in the table of engines.
pub const FAMILY: EngineFamily = EngineFamily {
    name: "singleton",
    summary: "singleton consistency: assume a value, propagate single sums, and on a conflict decide the cell; incomplete",
    options: &[OptionRow::words(
        "sums",
        &["off", "2", "3"],
        "instead: cells with one value in all solutions of that many overlapping sums; nodes are sets of sums",
    )],
    presets: &[],
    effort: &[(Counter::Nodes, "assumptions")],
    interruptible: true,
    starts_program: |_| false,
    build: |chosen: &Chosen| Box::new(Singleton { sums: chosen.word("sums").parse().ok() }),
};

/// The engine.
struct Singleton {
    /// Decides by this number of sums together; None by assumptions.
    sums: Option<usize>,
}

/// The decided cells, or a conflict of the system itself.
fn decided(
    system: &System,
    sums: Option<usize>,
    control: &mut Control,
) -> Result<Result<Vec<Option<bool>>, Conflict>, Stop> {
    control.stats.set(Counter::Deductions, 0);
    let mut state = Propagator::new(system);
    if settle(&mut state, control)?.is_err() {
        return Ok(Err(Conflict));
    }
    loop {
        let before = state.depth();
        if let Some(sums) = sums {
            for (cell, mine) in match relational::decided(system, &state.values, sums, control)? {
                Ok(cells) => cells,
                Err(Conflict) => return Ok(Err(Conflict)),
            } {
                if state.values[cell as usize].is_none() {
                    state.set(cell, mine);
                }
            }
            if settle(&mut state, control)?.is_err() {
                return Ok(Err(Conflict));
            }
            if state.depth() == before {
                break;
            }
            continue;
        }
        for cell in 0..system.cells as u32 {
            for mine in [true, false] {
                if state.values[cell as usize].is_some() {
                    continue;
                }
                control.node()?;
                let depth = state.depth();
                state.set(cell, mine);
                let outcome = state.run(control)?;
                state.undo(depth);
                if outcome.is_err() {
                    state.set(cell, !mine);
                    if settle(&mut state, control)?.is_err() {
                        return Ok(Err(Conflict));
                    }
                }
            }
        }
        if state.depth() == before {
            break;
        }
    }
    control.stats.set(Counter::Deductions, state.depth() as u64);
    Ok(Ok(state.values))
}

/// Propagates permanently, the total included.
fn settle(state: &mut Propagator, control: &mut Control) -> Result<Result<(), Conflict>, Stop> {
    loop {
        if state.run(control)?.is_err() {
            return Ok(Err(Conflict));
        }
        match state.by_total() {
            Some((cells, mine)) if !cells.is_empty() => cells.into_iter().for_each(|c| state.set(c, mine)),
            _ => return Ok(Ok(())),
        }
    }
}

impl Engine for Singleton {
    fn is_complete(&self) -> bool {
        false
    }

    fn family(&self) -> &'static EngineFamily {
        &FAMILY
    }

    fn decide(&self, system: &System, control: &mut Control) -> Result<Decision, Stop> {
        Ok(match decided(system, self.sums, control)? {
            Ok(values) => partial::decision(system, &values),
            Err(Conflict) => Decision::Inconsistent,
        })
    }

    fn classify(&self, system: &System, control: &mut Control) -> Result<Classes, Stop> {
        Ok(match decided(system, self.sums, control)? {
            Ok(values) => partial::classes(&values),
            Err(Conflict) => Classes::Inconsistent,
        })
    }

    fn count(&self, _: &System, _: &mut Control) -> Result<Count, Stop> {
        Err(Stop::unsupported("singleton consistency does not count models"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Verdict;
    use crate::system::Sum;

    fn verdicts(cells: usize, sums: &[(&[u32], i32)], total: Option<i64>) -> Classes {
        let sums = sums.iter().map(|&(of, count)| Sum::new(of.iter().copied(), count)).collect();
        Singleton { sums: None }.classify(&System { cells, sums, total }, &mut Control::default()).unwrap()
    }

    #[test]
    fn an_assumption_runs_through_many_sums() {
        // Round a ring of five: were cell 0 a mine, 1 is safe, 2 a mine, 3 safe, 4 a mine, and cell 0
        // and 4 together are one too many.
        let ring: &[(&[u32], i32)] = &[(&[0, 1], 1), (&[1, 2], 1), (&[2, 3], 1), (&[3, 4], 1), (&[0, 4, 5], 1)];
        let (s, m) = (Verdict::Safe, Verdict::Mine);
        assert_eq!(verdicts(6, ring, None), Classes::Cells(vec![s, m, s, m, s, m]));
    }

    #[test]
    fn twins_are_beyond_it() {
        // The difference of the two sums is cell 2, which the pair rule finds.
        let Classes::Cells(cells) = verdicts(4, &[(&[0, 1, 3], 1), (&[0, 1, 2, 3], 2)], None) else { panic!() };
        assert_eq!(cells[2], Verdict::Unknown);
    }

    #[test]
    fn the_total_takes_part() {
        let (s, m) = (Verdict::Safe, Verdict::Mine);
        assert_eq!(verdicts(3, &[(&[0, 1], 1)], Some(1)), Classes::Cells(vec![Verdict::Unknown, Verdict::Unknown, s]));
        assert_eq!(verdicts(3, &[(&[0], 1)], Some(3)), Classes::Cells(vec![m; 3]));
        assert_eq!(verdicts(3, &[(&[0], 1)], Some(0)), Classes::Inconsistent);
    }
}
