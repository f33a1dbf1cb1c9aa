//! All 2^n assignments. Slow and easy to read: the tests take its answers as the definition of correct.

use num_bigint::BigUint;

use super::{Classes, Control, Counter, Decision, Engine, EngineFamily, Stop};
use crate::spec::Chosen;
use crate::system::{CellModels, Count, System, Tally};

/// Row in the table of engines.
pub const FAMILY: EngineFamily = EngineFamily {
    name: "brute",
    summary: "tries all 2^n assignments of all cells; refuses above 24 cells; defines the right answer in the tests",
    options: &[],
    presets: &[],
    effort: &[(Counter::Nodes, "assignments")],
    interruptible: true,
    starts_program: |_| false,
    build: |_: &Chosen| Box::new(Brute),
};

/// Most cells that it accepts.
pub const MOST_BRUTE_CELLS: usize = 24;

/// The engine.
pub struct Brute;

impl Brute {
    /// Visits every assignment (bit i = cell i) that satisfies the sums; the caller checks the total.
    fn solutions(system: &System, control: &mut Control, mut visit: impl FnMut(u32) -> bool) -> Result<(), Stop> {
        Self::refuse_large(system)?;
        let sums: Vec<(u32, i32)> =
            system.sums.iter().map(|s| (s.cells.iter().map(|&c| 1 << c).sum(), s.count)).collect();
        for mines in 0..1u32 << system.cells {
            control.node()?;
            if sums.iter().all(|&(mask, count)| (mines & mask).count_ones() as i32 == count) && !visit(mines) {
                break;
            }
        }
        Ok(())
    }

    fn refuse_large(system: &System) -> Result<(), Stop> {
        if system.cells > MOST_BRUTE_CELLS {
            Err(Stop::unsupported(format!("brute takes at most {MOST_BRUTE_CELLS} cells, not {}", system.cells)))
        } else {
            Ok(())
        }
    }

    fn total_fits(system: &System, mines: u32) -> bool {
        system.total.is_none_or(|t| i64::from(mines.count_ones()) == t)
    }
}

impl Engine for Brute {
    fn is_complete(&self) -> bool {
        true
    }

    fn family(&self) -> &'static EngineFamily {
        &FAMILY
    }

    fn decide(&self, system: &System, control: &mut Control) -> Result<Decision, Stop> {
        let mut found = Decision::Inconsistent;
        Self::solutions(system, control, |mines| {
            if Self::total_fits(system, mines) {
                found = Decision::Model((0..system.cells).map(|c| mines >> c & 1 == 1).collect());
            }
            found == Decision::Inconsistent
        })?;
        Ok(found)
    }

    fn classify(&self, system: &System, control: &mut Control) -> Result<Classes, Stop> {
        Ok(Classes::from_count(&self.count(system, control)?))
    }

    fn count(&self, system: &System, control: &mut Control) -> Result<Count, Stop> {
        // Refuse before cells become bits.
        Self::refuse_large(system)?;
        let frontier: u32 = system.is_frontier().iter().enumerate().filter(|(_, f)| **f).map(|(c, _)| 1 << c).sum();
        let mut tally = vec![0u64; system.cells + 1];
        let mut models = 0u64;
        let mut mined = vec![0u64; system.cells];
        Self::solutions(system, control, |mines| {
            // Each solution of the frontier appears once for every filling of the floating cells.
            if mines & !frontier == 0 {
                tally[mines.count_ones() as usize] += 1;
            }
            if Self::total_fits(system, mines) {
                models += 1;
                (0..system.cells).filter(|c| mines >> c & 1 == 1).for_each(|c| mined[c] += 1);
            }
            true
        })?;
        Ok(Count {
            models: models.into(),
            tally: Tally::new(0, tally.into_iter().map(BigUint::from).collect()),
            cells: CellModels::distinct(mined.into_iter().map(BigUint::from).collect()),
        })
    }
}
