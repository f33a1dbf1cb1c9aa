//! From a known solution to one with another number of mines, window by window.
//!
//! The total fixes a number of mines that a solution found without it mostly misses. A program with a row over
//! everything is hard to solve; adding or removing a mine in small windows is not.

use super::branch::Found;
use super::program::Program;
use super::windows::Rings;
use crate::engine::{Control, Stop};

/// Windows tried for one move before the next larger size, and sizes tried before giving up.
const TRIES: usize = 48;
const SIZES: usize = 2;

/// The solver of a window.
pub(super) type Search<'a> = dyn FnMut(&Program, Option<usize>, &mut Control) -> Result<Found, Stop> + 'a;

/// A solution of the program with `target` mines, reached from a known one by changes in windows around one variable
/// after the other, beginning after `start`. None is inconclusive: another way may lead there. The program has no row
/// over everything; variables stay within its bounds.
///
/// # Errors
/// A limit ran out.
pub(super) fn walk(
    program: &Program,
    known: &[i64],
    target: i64,
    start: usize,
    search: &mut Search,
    control: &mut Control,
) -> Result<Option<Vec<i64>>, Stop> {
    let mut values = known.to_vec();
    let mut missing = target - program.mines(&values);
    let mut at = start;
    let (mut size, mut tries) = (1, 0);
    while missing != 0 {
        if tries == TRIES.min(program.blocks) {
            (size, tries) = (size + 1, 0);
            if size > SIZES {
                return Ok(None);
            }
        }
        at = (at + 1) % program.blocks;
        tries += 1;
        let mut rings = Rings::around(program, at);
        for _ in 0..size {
            rings.double(program);
        }
        let inside = rings.inside(program, &values);
        let now: i64 = inside.vars().map(|var| values[var]).sum();
        let (from, to) = if missing > 0 { (now + 1, now + missing) } else { (now + missing, now - 1) };
        if let Found::Solution(found) = search(&inside.program.with_mines(from.max(0), to), Some(0), control)? {
            for (var, value) in inside.lifted(&found) {
                missing -= value - values[var];
                values[var] = value;
            }
            tries = 0;
        }
    }
    Ok(Some(values))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::lp::branch::search;
    use crate::system::{Sum, System};

    #[test]
    fn walks_along_independent_choices() {
        // Forty times x + y = 1, y + z = 1: one mine or two each.
        let mut sums = Vec::new();
        for i in 0..40 {
            sums.push(Sum::new(vec![3 * i, 3 * i + 1], 1));
            sums.push(Sum::new(vec![3 * i + 1, 3 * i + 2], 1));
        }
        let (program, _) = Program::of(&System { cells: 120, sums, total: None });
        let known: Vec<i64> = (0..120).map(|v| i64::from(v % 3 != 1)).collect();
        let mut control = Control::default();
        for target in [40, 57, 80] {
            let found = walk(&program, &known, target, 7, &mut search, &mut control).unwrap();
            let found = found.expect("a way exists");
            assert!(program.is_solution(&found));
            assert_eq!(program.mines(&found), target);
        }
        assert_eq!(walk(&program, &known, 81, 0, &mut search, &mut control), Ok(None));
        assert_eq!(walk(&program, &known, 39, 0, &mut search, &mut control), Ok(None));
    }
}
