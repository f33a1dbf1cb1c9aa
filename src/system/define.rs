//! Variables that follow from others whatever those are, for when one solution is enough.
//!
//! A few equations whose other variables stand nowhere else, and which can be met for every value of those
//! that do, restrict nothing: they are left out and met afterwards. On compiled boards these are the inner
//! cells of crossings.

use super::collapse::{Collapsed, Equation};

/// For every assignment of `outer` (bit i is variable i of it) one of `inner` that meets the equations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    outer: Vec<u32>,
    inner: Vec<u32>,
    table: Vec<u16>,
}

/// Most variables of a block, and most of them that stand elsewhere.
const MOST: usize = 9;
const MOST_OUTER: usize = 4;
/// Variables of more other equations are no reason to take those in.
const FEW: usize = 4;

/// The assignments of inner variables, or None if some outer assignment has none.
fn table(equations: &[&Equation], outer: &[u32], inner: &[u32]) -> Option<Vec<u16>> {
    let bit = |v: u32, bits: u32| {
        let at = outer.iter().chain(inner).position(|&w| w == v).expect("a variable of the block");
        (bits >> at & 1) as i32
    };
    let holds =
        |bits: u32| equations.iter().all(|e| e.terms.iter().map(|t| t.1 * bit(t.0, bits)).sum::<i32>() == e.right);
    let find = |out: u32| (0..1u32 << inner.len()).find(|&own| holds(out | own << outer.len())).map(|own| own as u16);
    (0..1u32 << outer.len()).map(find).collect()
}

/// Takes out of the equations what restricts nothing; the blocks are in the order in which they were taken.
pub fn take_blocks(collapsed: &mut Collapsed) -> Vec<Block> {
    let equations = &collapsed.equations;
    let mut equations_of: Vec<Vec<u32>> = vec![Vec::new(); collapsed.variables];
    for (index, equation) in equations.iter().enumerate() {
        equation.terms.iter().for_each(|t| equations_of[t.0 as usize].push(index as u32));
    }
    let mut taken = vec![false; equations.len()];
    let mut blocks = Vec::new();
    for first in 0..equations.len() as u32 {
        let mut block = vec![first];
        while !taken[first as usize] {
            let mut scope: Vec<u32> =
                block.iter().flat_map(|&e| equations[e as usize].terms.iter().map(|t| t.0)).collect();
            scope.sort_unstable();
            scope.dedup();
            if scope.len() > MOST {
                break;
            }
            let elsewhere =
                |v: u32| equations_of[v as usize].iter().filter(|&e| !taken[*e as usize] && !block.contains(e));
            let (inner, outer): (Vec<u32>, Vec<u32>) = scope.iter().partition(|&&v| elsewhere(v).next().is_none());
            if !inner.is_empty() && outer.len() <= MOST_OUTER {
                let own: Vec<&Equation> = block.iter().map(|&e| &equations[e as usize]).collect();
                if let Some(table) = table(&own, &outer, &inner) {
                    block.iter().for_each(|&e| taken[e as usize] = true);
                    blocks.push(Block { outer, inner, table });
                    break;
                }
            }
            let Some((count, v)) = outer.iter().map(|&v| (elsewhere(v).count(), v)).min() else { break };
            if count > FEW {
                break;
            }
            let more: Vec<u32> = elsewhere(v).copied().collect();
            block.extend(more);
        }
    }
    let mut kept = taken.iter().map(|t| !t);
    collapsed.equations.retain(|_| kept.next().unwrap_or(true));
    blocks
}

/// Gives the inner variables their values.
pub fn meet_blocks(blocks: &[Block], values: &mut [bool]) {
    // What is outside of one block may be inside of a later one.
    for block in blocks.iter().rev() {
        let bits: usize = block.outer.iter().enumerate().map(|(i, &v)| usize::from(values[v as usize]) << i).sum();
        let own = block.table[bits];
        block.inner.iter().enumerate().for_each(|(i, &v)| values[v as usize] = own >> i & 1 == 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;
    use crate::system::collapse::collapse;
    use crate::system::{Sum, System};

    #[test]
    fn what_is_left_extends_to_solutions() {
        let mut taken = 0;
        for index in 0..3000 {
            let mut rng = Rng::stream(0xdef, index);
            let cells = 2 + rng.index(9);
            let truth: Vec<bool> = (0..cells).map(|_| rng.chance(0.4)).collect();
            let sums = (0..rng.index(7)).map(|_| {
                let len = 1 + rng.index(cells.min(4));
                let members: Vec<u32> = rng.sample(cells, len).into_iter().map(|c| c as u32).collect();
                let count = members.iter().filter(|&&c| truth[c as usize]).count() as i32;
                Sum::new(members, count)
            });
            let system = System { sums: sums.collect(), cells, total: None };
            let mut left = collapse(&system).unwrap();
            let whole = left.clone();
            let blocks = take_blocks(&mut left);
            taken += blocks.len();
            let holds = |equations: &[Equation], values: &[bool]| {
                let sum = |e: &Equation| e.terms.iter().map(|t| t.1 * i32::from(values[t.0 as usize])).sum::<i32>();
                equations.iter().all(|e| sum(e) == e.right)
            };
            for bits in 0..1u32 << left.variables {
                let mut values: Vec<bool> = (0..left.variables).map(|v| bits >> v & 1 == 1).collect();
                if holds(&left.equations, &values) {
                    meet_blocks(&blocks, &mut values);
                    assert!(holds(&whole.equations, &values), "{system:?}");
                }
            }
        }
        assert!(taken > 400, "{taken}");
    }
}
