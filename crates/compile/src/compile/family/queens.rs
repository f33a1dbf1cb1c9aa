//! Queens on a board, none attacking another: exact cover of rows and columns, at most one per diagonal.

use super::{FamilyError, FamilyMember, FamilySettings, FormulaFamily, KnownAnswer, at_most_one, exactly_one};
use crate::compile::cnf::Formula;
use crate::compile::problem::Problem;
use crate::rng::Rng;

/// Row in the table of families.
pub const FAMILY: FormulaFamily = FormulaFamily {
    name: "queens",
    summary: "n queens on an n x n board",
    params: &[("queens", 5, 1, 100, "queens")],
    random: false,
    build,
};

/// Solutions are counted up to this size.
const COUNTED: usize = 11;

/// Solutions of n queens, by search row by row with an explicit stack.
fn solutions(n: usize) -> u64 {
    let all = (1u32 << n) - 1;
    let mut found = 0;
    let mut stack = vec![(0u32, 0u32, 0u32)];
    while let Some((columns, left, right)) = stack.pop() {
        if columns == all {
            found += 1;
            continue;
        }
        let mut free = all & !(columns | left | right);
        while free != 0 {
            let bit = free & free.wrapping_neg();
            free &= !bit;
            stack.push((columns | bit, (left | bit) << 1, (right | bit) >> 1));
        }
    }
    found
}

fn build(settings: &FamilySettings, _: &mut Rng) -> Result<FamilyMember, FamilyError> {
    let n = settings.number("queens");
    let at = |row: usize, col: usize| (row * n + col + 1) as i32;
    let mut clauses = Vec::new();
    for i in 0..n {
        exactly_one(&(0..n).map(|col| at(i, col)).collect::<Vec<_>>(), &mut clauses);
        exactly_one(&(0..n).map(|row| at(row, i)).collect::<Vec<_>>(), &mut clauses);
    }
    let cells = || (0..n).flat_map(|row| (0..n).map(move |col| (row, col)));
    for diagonal in 0..2 * n - 1 {
        let on = |falls: bool| cells().filter(move |&(r, c)| if falls { r + n - 1 - c } else { r + c } == diagonal);
        for falls in [true, false] {
            at_most_one(&on(falls).map(|(r, c)| at(r, c)).collect::<Vec<_>>(), &mut clauses);
        }
    }
    let known = match n <= COUNTED {
        true => KnownAnswer::models(solutions(n).into()),
        false => KnownAnswer { satisfiable: Some(true), models: None },
    };
    Ok(FamilyMember { problem: Problem::Clauses(Formula::new(n * n, clauses)), known })
}

#[cfg(test)]
mod tests {
    #[test]
    fn solutions_are_the_known_numbers() {
        let counted: Vec<u64> = (1..=9).map(super::solutions).collect();
        assert_eq!(counted, [1, 0, 0, 2, 10, 4, 40, 92, 352]);
    }
}
