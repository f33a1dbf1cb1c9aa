//! Variables that can be defined by the others, for all values of those.
//!
//! Take a few equations whose inner variables occur nowhere else. If for every value of the outer variables some inner
//! values satisfy them, the equations restrict nothing: they are left out and satisfied afterwards. If the inner values
//! are unique, the number of solutions stays the same. On compiled boards these are the inner cells of crossings.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::equivalences::{Collapsed, Equation};

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

/// Most variables of a block, and most outer variables.
const MOST_VARIABLES: usize = 9;
const MOST_OUTER: usize = 4;
/// Variables in more other equations do not extend the block.
const MOST_OTHER_EQUATIONS: usize = 4;
/// Most tables that are remembered.
const MOST_TABLES: usize = 4096;

/// Equations over the places of their variables in a block: outer variables first, then inner ones.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct Pattern {
    /// Per equation the number of its terms and its right side, then the (place, coefficient) of each term.
    numbers: Vec<(i32, i32)>,
    outer: u32,
    inner: u32,
}

impl Pattern {
    fn set(&mut self, equations: &[Equation], block: &[u32], outer: &[u32], inner: &[u32]) {
        self.numbers.clear();
        (self.outer, self.inner) = (outer.len() as u32, inner.len() as u32);
        for equation in block.iter().map(|&e| &equations[e as usize]) {
            self.numbers.push((equation.terms.len() as i32, equation.right));
            for &(v, coefficient) in &equation.terms {
                let place = outer.iter().chain(inner).position(|&w| w == v).expect("a variable of the block");
                self.numbers.push((place as i32, coefficient));
            }
        }
    }

    fn holds(&self, bits: u32) -> bool {
        let mut rest = &self.numbers[..];
        while let Some((&(len, right), after)) = rest.split_first() {
            let (terms, next) = after.split_at(len as usize);
            if terms.iter().map(|t| t.1 * (bits >> t.0 & 1) as i32).sum::<i32>() != right {
                return false;
            }
            rest = next;
        }
        true
    }

    /// The assignments of inner variables, or None if some outer assignment has none, or several where uniqueness is
    /// required.
    fn table(&self, keep: Keep) -> Option<Vec<u16>> {
        let find = |out: u32| {
            let mut all = (0..1u32 << self.inner).filter(|&own| self.holds(out | own << self.outer));
            let first = all.next()?;
            (keep == Keep::Solvable || all.next().is_none()).then_some(first as u16)
        };
        (0..1u32 << self.outer).map(find).collect()
    }
}

/// Equations by variable.
struct EquationsOf {
    all: Vec<u32>,
    /// Where the equations of each variable begin, without taken ones at their front; and where they end.
    range: Vec<(u32, u32)>,
}

impl EquationsOf {
    fn new(collapsed: &Collapsed) -> Self {
        let mut range = vec![(0, 0); collapsed.variables];
        let terms =
            || (0..).zip(&collapsed.equations).flat_map(|(e, equation)| equation.terms.iter().map(move |t| (e, t.0)));
        terms().for_each(|(_, v)| range[v as usize].1 += 1);
        let mut begin = 0;
        for own in &mut range {
            let len = own.1;
            *own = (begin, begin);
            begin += len;
        }
        let mut all = vec![0; begin as usize];
        for (equation, v) in terms() {
            let own = &mut range[v as usize];
            all[own.1 as usize] = equation;
            own.1 += 1;
        }
        EquationsOf { all, range }
    }

    /// The equations of a variable, ascending; those taken are skipped for good as far as they come first. Blocks are
    /// taken about in the order of the equations, so a long wire is not walked again and again.
    fn of(&mut self, variable: u32, taken: &[bool]) -> &[u32] {
        let (begin, end) = &mut self.range[variable as usize];
        while begin < end && taken[self.all[*begin as usize] as usize] {
            *begin += 1;
        }
        &self.all[*begin as usize..*end as usize]
    }
}

/// Removes blocks that restrict nothing from the equations, as far as `take` agrees; returns them in the order of
/// removal.
pub fn take_blocks(
    collapsed: &mut Collapsed,
    keep: Keep,
    take: &mut dyn FnMut(&Definition) -> bool,
) -> Vec<Definition> {
    let equations = &collapsed.equations;
    let mut equations_of = EquationsOf::new(collapsed);
    let mut taken = vec![false; equations.len()];
    let mut blocks = Vec::new();
    // Tiles repeat, and with them the blocks.
    let mut tables: FxHashMap<Pattern, Option<Vec<u16>>> = FxHashMap::default();
    let mut pattern = Pattern::default();
    let (mut block, mut scope, mut inner, mut outer) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for first in 0..equations.len() as u32 {
        block.clear();
        block.push(first);
        while !taken[first as usize] {
            scope.clear();
            scope.extend(block.iter().flat_map(|&e: &u32| equations[e as usize].terms.iter().map(|t| t.0)));
            scope.sort_unstable();
            scope.dedup();
            if scope.len() > MOST_VARIABLES {
                break;
            }
            inner.clear();
            outer.clear();
            // The outer variable in the fewest other equations.
            let mut next: Option<(usize, u32)> = None;
            for &v in &scope {
                let is_elsewhere = |e: &&u32| !taken[**e as usize] && !block.contains(*e);
                let others = equations_of.of(v, &taken).iter().filter(is_elsewhere);
                match others.take(MOST_OTHER_EQUATIONS + 1).count() {
                    0 => inner.push(v),
                    others => {
                        outer.push(v);
                        next = Some(next.map_or((others, v), |next| next.min((others, v))));
                    }
                }
            }
            if !inner.is_empty() && outer.len() <= MOST_OUTER {
                pattern.set(equations, &block, &outer, &inner);
                let table = match tables.get(&pattern) {
                    Some(table) => table.clone(),
                    None => {
                        if tables.len() == MOST_TABLES {
                            tables.clear();
                        }
                        tables.entry(pattern.clone()).or_insert(pattern.table(keep)).clone()
                    }
                };
                let found = table.map(|table| Definition { outer: outer.clone(), inner: inner.clone(), table });
                if let Some(found) = found.filter(&mut *take) {
                    block.iter().for_each(|&e| taken[e as usize] = true);
                    blocks.push(found);
                    break;
                }
            }
            let Some((count, v)) = next else { break };
            if count > MOST_OTHER_EQUATIONS {
                break;
            }
            let more = equations_of.of(v, &taken).iter().filter(|e| !taken[**e as usize] && !block.contains(e));
            let more: SmallVec<[u32; 8]> = more.copied().collect();
            block.extend(more);
        }
    }
    let mut kept = taken.iter().map(|t| !t);
    collapsed.equations.retain(|_| kept.next().unwrap_or(true));
    blocks
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
            Sum::new(cells.iter().map(|&c| c as u32).collect(), count)
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
    use crate::system::equivalences::collapse;
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
