//! Dominoes on a board: exact cover of its cells. Without two corners of one colour there is no cover, and resolution
//! proofs of this are exponentially long (McCarthy 1964; Alekhnovich 2004).

use std::collections::BTreeMap;

use num_bigint::BigUint;

use super::{FamilyError, FamilyMember, FamilySettings, FormulaFamily, KnownAnswer, exactly_one};
use crate::compile::cnf::Formula;
use crate::compile::problem::Problem;
use crate::rng::Rng;

/// Row in the table of families.
pub const FAMILY: FormulaFamily = FormulaFamily {
    name: "dominoes",
    summary: "covers of a board by dominoes: exact cover",
    params: &[
        ("rows", 4, 1, 16, "rows"),
        ("cols", 4, 1, 16, "columns"),
        ("mutilated", 0, 0, 1, "1: without the first and the last cell"),
    ],
    random: false,
    build,
};

/// Number of covers of the cells in `there`, cell by cell with the profile of covered cells ahead.
fn covers(rows: usize, cols: usize, there: impl Fn(usize) -> bool) -> BigUint {
    let mut profiles: BTreeMap<u32, BigUint> = BTreeMap::from([(0, 1u32.into())]);
    for cell in 0..rows * cols {
        let mut next: BTreeMap<u32, BigUint> = BTreeMap::new();
        for (ahead, count) in profiles {
            let mut add = |profile: u32| *next.entry(profile >> 1).or_default() += &count;
            if ahead & 1 == 1 || !there(cell) {
                add(ahead);
                continue;
            }
            if (cell + 1) % cols != 0 && ahead & 2 == 0 && there(cell + 1) {
                add(ahead | 2);
            }
            if cell + cols < rows * cols && there(cell + cols) {
                add(ahead | 1 << cols);
            }
        }
        profiles = next;
    }
    profiles.remove(&0).unwrap_or_default()
}

fn build(settings: &FamilySettings, _: &mut Rng) -> Result<FamilyMember, FamilyError> {
    let (rows, cols) = (settings.number("rows"), settings.number("cols"));
    let mutilated = settings.number("mutilated") == 1;
    let there = |cell: usize| !mutilated || (cell != 0 && cell != rows * cols - 1);
    let mut covering: Vec<Vec<i32>> = vec![Vec::new(); rows * cols];
    let mut variables = 0;
    for cell in 0..rows * cols {
        let right = ((cell + 1) % cols != 0).then_some(cell + 1);
        let below = (cell + cols < rows * cols).then_some(cell + cols);
        for other in right.into_iter().chain(below).filter(|&other| there(cell) && there(other)) {
            variables += 1;
            covering[cell].push(variables);
            covering[other].push(variables);
        }
    }
    let mut clauses = Vec::new();
    (0..rows * cols).filter(|&c| there(c)).for_each(|cell| exactly_one(&covering[cell], &mut clauses));
    let problem = Problem::Clauses(Formula::new(variables as usize, clauses));
    Ok(FamilyMember { problem, known: KnownAnswer::models(covers(rows, cols, there)) })
}

#[cfg(test)]
mod tests {
    #[test]
    fn covers_are_the_known_numbers() {
        assert_eq!(super::covers(8, 8, |_| true), 12_988_816u32.into());
        assert_eq!(super::covers(8, 8, |c| c != 0 && c != 63), 0u32.into());
        assert_eq!(super::covers(1, 2, |_| true), 1u32.into());
    }
}
