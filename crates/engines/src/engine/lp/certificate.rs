//! Certificates: why a cell is safe or a mine, or why there is no model, as multipliers of sums. Checking one needs no
//! solver and no floating point.

use std::collections::BTreeMap;

use super::multipliers::refute;
use super::program::Program;
use crate::engine::{Control, Stop};
use crate::system::System;

/// A Farkas certificate. The sums times their multipliers, added up, with the total as one more sum over all cells,
/// give `sum of a_c x_c = b`. If the smallest value of the left side, with every cell 0 or 1 under the assumption, is
/// above b, no model satisfies the assumption.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FarkasCertificate {
    /// The (cell, is a mine) that is refuted: the cell is the opposite in every model. None: the
    /// system has no model.
    pub assumption: Option<(u32, bool)>,
    /// (index of the sum, multiplier).
    pub sums: Vec<(u32, i64)>,
    /// Multiplier of the total, 0 if it is not used.
    pub total: i64,
}

impl FarkasCertificate {
    /// Checks the certificate against a system, in integers.
    pub fn verify(&self, system: &System) -> bool {
        let mut left: BTreeMap<u32, i128> = BTreeMap::new();
        let mut right = 0i128;
        if self.total != 0 {
            let Some(total) = system.total else { return false };
            right += i128::from(self.total) * i128::from(total);
            left.extend((0..system.cells as u32).map(|cell| (cell, i128::from(self.total))));
        }
        for &(index, times) in &self.sums {
            let Some(sum) = system.sums.get(index as usize) else { return false };
            right += i128::from(times) * i128::from(sum.count);
            for &cell in &sum.cells {
                *left.entry(cell).or_default() += i128::from(times);
            }
        }
        if self.assumption.is_some_and(|(cell, _)| cell as usize >= system.cells) {
            return false;
        }
        let smallest: i128 = left
            .into_iter()
            .map(|(cell, a)| match self.assumption {
                Some((assumed, mine)) if assumed == cell => a * i128::from(mine),
                _ => a.min(0),
            })
            .sum();
        smallest > right
    }
}

/// Looks for a certificate that refutes an assumption (None: that the system has no model). None if the linear
/// relaxation does not exclude it, so also for some true claims.
///
/// # Errors
/// A limit ran out.
pub fn certify(
    system: &System,
    assumption: Option<(u32, bool)>,
    control: &mut Control,
) -> Result<Option<FarkasCertificate>, Stop> {
    let (sums, blocks) = Program::of(system);
    let mut program = match system.total {
        None => sums,
        Some(total) => {
            // Beyond the capacity of the cells all numbers are equally impossible.
            let total = total.clamp(-1, system.cells as i64 + 1);
            sums.with_mines(total - system.floating() as i64, total)
        }
    };
    let mut seed = None;
    if let Some((cell, mine)) = assumption {
        if cell as usize >= system.cells {
            return Ok(None);
        }
        // A floating cell is part of the slack, if there is a total that needs one.
        let block = blocks.iter().position(|cells| cells.contains(&cell));
        let Some(var) = block.or((program.lower.len() > program.blocks).then_some(program.blocks)) else {
            return Ok(None);
        };
        match mine {
            true => program.lower[var] = 1,
            false => program.upper[var] -= 1,
        }
        seed = Some(var);
    }
    let Some(multipliers) = refute(&program, seed, control)? else { return Ok(None) };
    let (sums, total): (Vec<_>, Vec<_>) = multipliers.into_iter().partition(|m| (m.0 as usize) < program.local);
    let certificate = FarkasCertificate { assumption, sums, total: total.first().map_or(0, |m| m.1) };
    Ok(certificate.verify(system).then_some(certificate))
}
