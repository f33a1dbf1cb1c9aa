//! Variables that can be defined by the others, for all values of those.
//!
//! Take a few equations whose inner variables occur nowhere else. If for every value of the outer variables some inner
//! values satisfy them, the equations restrict nothing: they are left out and satisfied afterwards. If the inner values
//! are unique, the number of solutions stays the same. On compiled boards these are the inner cells of crossings.

use super::blocks::{OfPatterns, Pattern, grow};
use super::equivalences::Collapsed;

/// For every assignment of `outer` (bit i is variable i of it) one of `inner` that satisfies the equations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    /// Variables that other equations use too, ascending; at most 4.
    pub outer: Vec<u32>,
    /// Variables of these equations alone, ascending.
    pub inner: Vec<u32>,
    /// One entry per assignment of `outer`; bit i of an entry is the value of `inner[i]`.
    pub table: Vec<u16>,
}

/// Which blocks are left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// Blocks with at least one solution per outer assignment: enough to decide.
    Solvable,
    /// Blocks with exactly one: enough to count.
    Count,
}

/// Removes blocks that restrict nothing from the equations, as far as `take` agrees; returns them in the order of
/// removal.
pub fn take_blocks(
    collapsed: &mut Collapsed,
    keep: Keep,
    take: &mut dyn FnMut(&Definition) -> bool,
) -> Vec<Definition> {
    let mut blocks = Vec::new();
    let mut tables = OfPatterns::new(match keep {
        Keep::Solvable => |pattern| table(pattern, false),
        Keep::Count => |pattern| table(pattern, true),
    });
    let taken = grow(collapsed, &mut |block| {
        if block.inner.is_empty() {
            return false;
        }
        let table = tables.of(&collapsed.equations, &block).clone();
        let (outer, inner) = (block.outer.to_vec(), block.inner.to_vec());
        let found = table.map(|table| Definition { outer, inner, table }).filter(&mut *take);
        let is_taken = found.is_some();
        blocks.extend(found);
        is_taken
    });
    let mut kept = taken.iter().map(|t| !t);
    collapsed.equations.retain(|_| kept.next().unwrap_or(true));
    blocks
}

/// The assignments of inner variables, or None if some outer assignment has none, or several where uniqueness is required.
fn table(pattern: &Pattern, unique: bool) -> Option<Vec<u16>> {
    let find = |out: u32| {
        let mut all = pattern.solutions(out);
        let first = all.next()?;
        (!unique || all.next().is_none()).then_some(first as u16)
    };
    pattern.outer_assignments().map(find).collect()
}

/// Gives the inner variables their values.
pub fn meet_blocks(blocks: &[Definition], values: &mut [bool]) {
    // An outer variable of one block may be an inner one of a later block.
    for block in blocks.iter().rev() {
        let bits: usize = block.outer.iter().enumerate().map(|(i, &v)| usize::from(values[v as usize]) << i).sum();
        let own = block.table[bits];
        block.inner.iter().enumerate().for_each(|(i, &v)| values[v as usize] = own >> i & 1 == 1);
    }
}

/// Systems in which some cells are defined by the others.
#[cfg(any(test, feature = "generated"))]
pub mod generated {
    use crate::rng::Rng;
    use crate::system::{Sum, System};

    /// Random satisfiable sums, and half adders of two cells each; sometimes with the same number of mines in every
    /// case.
    pub fn with_adders(rng: &mut Rng) -> System {
        let cells = 2 + rng.index(4);
        let mut truth: Vec<bool> = (0..cells).map(|_| rng.chance(0.4)).collect();
        let mut sums = Vec::new();
        let sum_of = |cells: &[usize], truth: &[bool]| {
            let count = cells.iter().filter(|&&c| truth[c]).count() as i32;
            Sum::new(cells.iter().map(|&c| c as u32), count)
        };
        for _ in 0..rng.index(3) {
            let len = 1 + rng.index(cells.min(4));
            let members: Vec<usize> = rng.sample(cells, len).into_iter().collect();
            sums.push(sum_of(&members, &truth));
        }
        for _ in 0..=rng.index(2) {
            let two = rng.sample(truth.len(), 2);
            let (a, b) = (two[0], two[1]);
            let (sum, carry) = (truth[a] ^ truth[b], truth[a] && truth[b]);
            // a + b - sum - 2 carry = 0, by complements.
            let first = truth.len();
            truth.extend([!sum, carry, !carry, !carry]);
            sums.push(sum_of(&[a, b, first, first + 2, first + 3], &truth));
            sums.push(sum_of(&[first + 1, first + 2], &truth));
            sums.push(sum_of(&[first + 1, first + 3], &truth));
            for (cell, value) in [(first, sum), (first + 3, carry)] {
                if rng.chance(0.6) {
                    truth.push(value);
                    sums.push(sum_of(&[cell, truth.len() - 1], &truth));
                }
            }
        }
        System { cells: truth.len(), sums, total: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;
    use crate::system::equivalences::{Equation, collapse};
    use crate::system::{Sum, System};

    /// The rest has the solutions of the whole, one each where they count; adds up the blocks taken.
    fn check(system: &System, taken: &mut [usize; 2]) {
        let whole = collapse(system).unwrap();
        let holds = |equations: &[Equation], values: &[bool]| {
            let sum = |e: &Equation| e.terms.iter().map(|t| t.1 * i32::from(values[t.0 as usize])).sum::<i32>();
            equations.iter().all(|e| sum(e) == e.right)
        };
        let all = || {
            (0..1u32 << whole.variables)
                .map(|bits| (0..whole.variables).map(|v| bits >> v & 1 == 1).collect::<Vec<bool>>())
        };
        for (keep, taken) in [Keep::Solvable, Keep::Count].into_iter().zip(taken) {
            let mut left = whole.clone();
            // Some blocks are refused.
            let blocks = take_blocks(&mut left, keep, &mut |block| block.outer.len() < 4);
            *taken += blocks.len();
            let mut met = Vec::new();
            for mut values in all().filter(|values| holds(&left.equations, values)) {
                meet_blocks(&blocks, &mut values);
                assert!(holds(&whole.equations, &values), "{system:?}");
                met.push(values);
            }
            if keep == Keep::Count {
                met.sort();
                met.dedup();
                assert_eq!(met.len(), all().filter(|values| holds(&whole.equations, values)).count(), "{system:?}");
            }
        }
    }

    #[test]
    fn what_is_left_extends_to_solutions() {
        let mut taken = [0, 0];
        for index in 0..3000 {
            let mut rng = Rng::stream(0xdef, index);
            if index % 4 == 0 {
                check(&generated::with_adders(&mut rng), &mut taken);
                continue;
            }
            let cells = 2 + rng.index(9);
            let truth: Vec<bool> = (0..cells).map(|_| rng.chance(0.4)).collect();
            let sums = (0..rng.index(7)).map(|_| {
                let len = 1 + rng.index(cells.min(4));
                let members: Vec<u32> = rng.sample(cells, len).into_iter().map(|c| c as u32).collect();
                let count = members.iter().filter(|&&c| truth[c as usize]).count() as i32;
                Sum::new(members, count)
            });
            let system = System { sums: sums.collect(), cells, total: None };
            check(&system, &mut taken);
        }
        assert!(taken[0] > 400 && taken[1] > 150, "{taken:?}");
    }
}
