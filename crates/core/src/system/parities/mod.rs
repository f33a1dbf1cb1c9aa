//! What parities of a few variables say together: values and equal or complementary variables that Gaussian elimination
//! modulo 2 finds.
//!
//! A small block of equations with all that is known of the same variables allows some of their values. If these all have the
//! same parity of some variables, every solution has it (the parities are the affine hull over GF(2)). On a compiled board the
//! tiles of four clauses make one exclusive or; no equation shows its parity, and a search that does not know it may take time
//! exponential in their number, as for the formulas of Urquhart, *Hard examples for resolution* (JACM 1987).

mod eliminate;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use self::eliminate::consequences;
use super::blocks::{OfPatterns, Pattern, grow};
use super::eliminate_defined::{Definition, Keep, take_blocks};
use super::equivalences::{Collapsed, Equation, collapse, leaves_few};
use super::{Contradiction, System};

/// Variables, ascending; at most 4.
type Scope = SmallVec<[u32; 4]>;
/// Bit i is set if assignment i of the variables of a scope is allowed.
type Relation = u16;

/// Most rounds of parities and what follows from them, each in time about linear in the system.
const MOST_ROUNDS: usize = 16;

/// A system after [`collapse`], on large systems of which little is left also with what parities show.
pub struct ByParities {
    /// Its variables and equations.
    pub collapsed: Collapsed,
    /// On large systems the equations that restrict something, and the blocks of the others.
    restricting: Option<(Vec<Equation>, Vec<Definition>)>,
}

impl ByParities {
    /// Reduces a system; ignores the total.
    ///
    /// # Errors
    /// [`Contradiction`] if the sums are found to have no solution.
    pub fn new(system: &System) -> Result<Self, Contradiction> {
        let mut collapsed = collapse(system)?;
        if !leaves_few(0, system.cells) {
            return Ok(ByParities { collapsed, restricting: None });
        }
        let mut rounds = 0;
        loop {
            let (left, blocks) = restricting(&collapsed);
            let mut used: Vec<u32> = left.equations.iter().flat_map(|e| e.terms.iter().map(|t| t.0)).collect();
            used.sort_unstable();
            used.dedup();
            let is_worth = rounds < MOST_ROUNDS && leaves_few(used.len(), system.cells);
            let found = if is_worth { consequences(parities(&left)?)? } else { Vec::new() };
            if found.is_empty() {
                return Ok(ByParities { collapsed, restricting: Some((left.equations, blocks)) });
            }
            collapsed = collapsed.with(found)?;
            rounds += 1;
        }
    }

    /// Without blocks that restrict nothing, as by [`take_blocks`].
    pub fn without_blocks(self, keep: Keep) -> (Collapsed, Vec<Definition>) {
        let ByParities { mut collapsed, restricting } = self;
        let Some((equations, mut blocks)) = restricting else {
            let blocks = take_blocks(&mut collapsed, keep, &mut |_| true);
            return (collapsed, blocks);
        };
        collapsed.equations = equations;
        // Blocks with one solution each are out already.
        if keep == Keep::Solvable {
            blocks.extend(take_blocks(&mut collapsed, keep, &mut |_| true));
        }
        (collapsed, blocks)
    }
}

/// Without equations that restrict nothing: crossings of wires, which would be outer variables of all blocks. The cells are left
/// out.
fn restricting(collapsed: &Collapsed) -> (Collapsed, Vec<Definition>) {
    let equations = collapsed.equations.clone();
    let mut left = Collapsed { variables: collapsed.variables, cells: Vec::new(), equations };
    let blocks = take_blocks(&mut left, Keep::Count, &mut |_| true);
    (left, blocks)
}

/// An exclusive or: the variables with an odd number of ones, or an even one.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Parity {
    variables: Scope,
    is_odd: bool,
}

/// The assignments of outer variables that some inner ones complete.
fn allowed(pattern: &Pattern) -> Relation {
    let outer = pattern.outer_assignments();
    outer.filter(|&out| pattern.solutions(out).next().is_some()).fold(0, |all, out| all | 1 << out)
}

/// All assignments of this many variables.
fn everything(variables: usize) -> Relation {
    Relation::MAX >> (Relation::BITS - (1 << variables))
}

/// Parities that blocks of equations, with all blocks within the variables of one, have in every solution.
fn parities(collapsed: &Collapsed) -> Result<Vec<Parity>, Contradiction> {
    let mut relations: FxHashMap<Scope, Relation> = FxHashMap::default();
    let mut of_patterns = OfPatterns::new(allowed);
    grow(collapsed, &mut |block| {
        let allowed = *of_patterns.of(&collapsed.equations, &block);
        let all = everything(block.outer.len());
        if allowed != all {
            *relations.entry(block.outer.into()).or_insert(all) &= allowed;
        }
        false
    });
    let mut scopes: Vec<&Scope> = relations.keys().collect();
    scopes.sort_unstable();
    let mut found = Vec::new();
    for scope in scopes {
        let mut allowed = relations[scope];
        for part in 1..1u32 << scope.len() {
            let Some(&of_part) = relations.get(&members(scope, part)) else { continue };
            let is_allowed = |own: &u32| of_part >> gathered(*own, part) & 1 == 1;
            allowed &= (0..1u32 << scope.len()).filter(is_allowed).fold(0, |all, own| all | 1 << own);
        }
        if allowed == 0 {
            return Err(Contradiction);
        }
        for part in 1..1u32 << scope.len() {
            let odd = (0..1u32 << scope.len()).filter(|own| (own & part).count_ones() % 2 == 1);
            let odd = odd.fold(0, |all, own| all | 1 << own);
            if allowed & odd == 0 || allowed & !odd == 0 {
                found.push(Parity { variables: members(scope, part), is_odd: allowed & odd != 0 });
            }
        }
    }
    Ok(found)
}

/// The variables of a scope whose bits are set.
fn members(scope: &Scope, bits: u32) -> Scope {
    scope.iter().enumerate().filter(|(i, _)| bits >> i & 1 == 1).map(|(_, &v)| v).collect()
}

/// The bits of a number at the places that are set in another one, closed up.
fn gathered(bits: u32, places: u32) -> u32 {
    let set = (0..u32::BITS).filter(|i| places >> i & 1 == 1);
    set.enumerate().fold(0, |all, (to, from)| all | (bits >> from & 1) << to)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;
    use crate::system::Sum;
    use crate::system::equivalences::Meaning;

    /// The values of cells in all solutions.
    fn solutions(collapsed: &Collapsed) -> Vec<Vec<bool>> {
        let holds = |bits: &u32| {
            let sum = |e: &Equation| e.terms.iter().map(|t| t.1 * (bits >> t.0 & 1) as i32).sum::<i32>();
            collapsed.equations.iter().all(|e| sum(e) == e.right)
        };
        let value = |bits: u32, meaning: &Meaning| match *meaning {
            Meaning::Known(value) => value,
            Meaning::Variable(v, odd) => (bits >> v & 1 == 1) ^ odd,
        };
        let models = (0..1u32 << collapsed.variables).filter(holds);
        let mut all: Vec<Vec<bool>> =
            models.map(|bits| collapsed.cells.iter().map(|m| value(bits, m)).collect()).collect();
        all.sort();
        all
    }

    /// Random parities of two or three of a few cells, each by an adder: the sum of the cells is odd, or even.
    fn exclusive_ors(rng: &mut Rng) -> System {
        let mut cells = 5;
        let mut sums = Vec::new();
        for _ in 0..=rng.index(4) {
            let len = 2 + rng.index(2);
            let mut members: Vec<u32> = rng.sample(5, len).into_iter().map(|c| c as u32).collect();
            // x + y + z + twice a carry is 3: odd; or 2 or 4 less: even.
            members.extend([cells, cells + 2]);
            sums.push(Sum::new(members, if rng.chance(0.5) { 3 } else { 2 }));
            sums.push(Sum::new(vec![cells, cells + 1], 1));
            sums.push(Sum::new(vec![cells + 1, cells + 2], 1));
            cells += 3;
        }
        System { cells: cells as usize, sums, total: None }
    }

    #[test]
    fn parities_lose_and_add_no_solution() {
        let (mut contradictions, mut fewer) = (0, 0);
        for seed in 0..3000 {
            let system = exclusive_ors(&mut Rng::new(seed));
            let Ok(before) = collapse(&system) else { continue };
            let right = solutions(&before);
            let found = parities(&restricting(&before).0).and_then(consequences);
            match found.and_then(|found| before.clone().with(found)) {
                Err(Contradiction) => {
                    assert!(right.is_empty(), "{system:?}");
                    contradictions += 1;
                }
                Ok(after) => {
                    assert_eq!(solutions(&after), right, "{system:?}");
                    fewer += usize::from(after.variables < before.variables);
                }
            }
        }
        assert!(contradictions > 20 && fewer > 100, "{contradictions} {fewer}");
    }
}
