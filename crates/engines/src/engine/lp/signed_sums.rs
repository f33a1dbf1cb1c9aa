//! Equations with signs as sums over cells: a complement is a cell of its own, in one sum with its variable, and so is every
//! further copy of a variable with a larger coefficient.

use rustc_hash::FxHashMap;

use crate::system::equivalences::Equation;
use crate::system::{Sum, System};

/// Equations as sums over cells.
pub(super) struct SignedSums {
    pub system: System,
    /// Cell of each variable that occurs.
    pub cells: FxHashMap<u32, u32>,
}

impl SignedSums {
    pub fn new<'a>(equations: impl Iterator<Item = &'a Equation>) -> SignedSums {
        let mut sums = SignedSums { system: System::default(), cells: FxHashMap::default() };
        // Cell of (variable, complement, which copy of it).
        let mut literals: FxHashMap<(u32, bool, i32), u32> = FxHashMap::default();
        for equation in equations {
            let mut count = equation.right;
            let mut cells = Vec::new();
            for &(variable, coefficient) in &equation.terms {
                count -= coefficient.min(0);
                for copy in 0..coefficient.abs() {
                    cells.push(sums.literal((variable, coefficient < 0, copy), &mut literals));
                }
            }
            sums.system.sums.push(Sum::new(cells, count));
        }
        sums
    }

    /// The cell of a literal; new ones are tied to their variable by a sum.
    fn literal(&mut self, literal: (u32, bool, i32), literals: &mut FxHashMap<(u32, bool, i32), u32>) -> u32 {
        if let Some(&cell) = literals.get(&literal) {
            return cell;
        }
        let (variable, is_complement, copy) = literal;
        // A complement is tied to the variable, a further copy of either to one of the other kind.
        let other = match (is_complement, copy) {
            (false, 0) => None,
            (true, _) => Some(self.literal((variable, false, 0), literals)),
            (false, _) => Some(self.literal((variable, true, 0), literals)),
        };
        let cell = self.system.cells as u32;
        self.system.cells += 1;
        literals.insert(literal, cell);
        match other {
            None => drop(self.cells.insert(variable, cell)),
            Some(other) => self.system.sums.push(Sum::new(vec![other, cell], 1)),
        }
        cell
    }
}
