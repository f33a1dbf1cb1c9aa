//! Literals in the DIMACS convention: variables count from 1, a minus sign negates.

use std::fmt;
use std::ops::Not;

/// A variable or its negation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lit(i32);

impl Lit {
    /// The positive literal of a variable.
    ///
    /// # Panics
    /// If the variable is 0 or above `i32::MAX`: DIMACS has no number for it.
    pub fn positive(variable: usize) -> Lit {
        let number = i32::try_from(variable).ok().filter(|&v| v > 0);
        Lit(number.expect("a variable is a positive 32-bit number"))
    }

    /// The literal of cell `cell` (from 0) of a system: variable `cell + 1`, negated for a safe cell.
    pub fn of_cell(cell: usize, mine: bool) -> Lit {
        Lit::positive(cell + 1).given(mine)
    }

    /// The literal itself if `value`, else its negation.
    pub fn given(self, value: bool) -> Lit {
        if value { self } else { !self }
    }

    /// Its variable, from 1.
    pub fn variable(self) -> usize {
        self.0.unsigned_abs() as usize
    }

    /// True without a minus sign.
    pub fn is_positive(self) -> bool {
        self.0 > 0
    }

    /// Its number in DIMACS files.
    pub fn dimacs(self) -> i32 {
        self.0
    }
}

impl Not for Lit {
    type Output = Lit;

    fn not(self) -> Lit {
        Lit(-self.0)
    }
}

impl fmt::Debug for Lit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// A literal or a constant: the ends of counters are constants, and clauses are simplified by them
/// as they are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bit {
    /// The constant 0: clauses are written without it.
    False,
    /// The constant 1: a clause that holds it is not written.
    True,
    /// A literal whose value the solver chooses.
    Lit(Lit),
}

impl From<Lit> for Bit {
    fn from(lit: Lit) -> Bit {
        Bit::Lit(lit)
    }
}
