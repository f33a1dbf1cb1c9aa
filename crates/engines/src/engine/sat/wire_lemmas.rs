//! Clauses that two cells are equal or complementary, with their derivations, in front of a clausal proof.
//!
//! On a compiled board a wire is one variable, but where wires cross, unit propagation does not lead from one side of a tile to
//! the other: a solver learns it again and again, for other values of the wire across. Each of these clauses follows from a few
//! sums around the cells, so its proof is short.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::varisat_proof;
use crate::certify::{ClauseSet, LratStep};
use crate::engine::{Control, Stop};
use crate::system::equivalences::{Meaning, SignedSets};
use crate::system::{System, WindowFinder};

/// Radius of the windows that a clause is derived from, in steps from sum to sum.
const RADIUS: usize = 2;

/// Steps behind the clauses of a formula.
#[derive(Default)]
pub(super) struct WireLemmas {
    /// Clauses of the formula; later numbers are those of steps.
    given: usize,
    steps: Vec<LratStep>,
    /// Places of the steps that say something new, two literals each.
    lemmas: Vec<usize>,
}

impl WireLemmas {
    /// Those of cells with one meaning that no sum of two undecided cells connects. The formula is that of `sums`, with what is
    /// known and without claims.
    ///
    /// # Errors
    /// A limit ran out or a solver failed.
    pub fn derive(
        (system, known): (&System, &[Option<bool>]),
        near: &mut WindowFinder,
        (sums, formula): (&[u32], &ClauseSet),
        meanings: &[Meaning],
        control: &mut Control,
    ) -> Result<WireLemmas, Stop> {
        let mut found = WireLemmas { given: formula.clauses.len(), ..WireLemmas::default() };
        let mut connected = SignedSets::new(system.cells);
        let mut connect = |a: u32, b: u32| {
            let (a, b) = (connected.find(a).0, connected.find(b).0);
            if a != b {
                connected.join(a, b, false);
            }
            a != b
        };
        for &sum in sums {
            let mut open = system.sums[sum as usize].cells.iter().filter(|&&c| known[c as usize].is_none());
            if let (Some(&a), Some(&b), None) = (open.next(), open.next(), open.next()) {
                connect(a, b);
            }
        }
        let mut clauses_of: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        for (clause, place) in (0..).zip(&formula.origin) {
            place.iter().for_each(|&place| clauses_of.entry(sums[place as usize]).or_default().push(clause));
        }
        for &a in formula.variable.keys() {
            let Meaning::Variable(variable, odd) = meanings[a as usize] else { continue };
            control.check()?;
            let window = near.window(a, RADIUS, |c| known[c as usize].is_some());
            let mut local: Option<Local> = None;
            for b in window.cells {
                let Meaning::Variable(other, other_odd) = meanings[b as usize] else { continue };
                if other != variable || !formula.variable.contains_key(&b) || !connect(a, b) {
                    continue;
                }
                let local = local
                    .get_or_insert_with(|| Local::new(formula, window.sums.iter().filter_map(|s| clauses_of.get(s))));
                let [first, second] = [(a, odd), (b, other_odd)].map(|(cell, odd)| {
                    let variable = formula.variable[&cell];
                    if odd { -variable } else { variable }
                });
                for clause in [[-first, second], [first, -second]] {
                    found.add(local, clause)?;
                }
            }
        }
        Ok(found)
    }

    /// Derives a clause of two literals, if it follows in the window.
    fn add(&mut self, local: &Local, clause: [i32; 2]) -> Result<(), Stop> {
        let mut clauses = local.clauses.clone();
        let negated: Option<Vec<i32>> = clause.iter().map(|l| local.literal(-l)).collect();
        let Some(negated) = negated else { return Ok(()) };
        clauses.extend(negated.into_iter().map(|l| vec![l]));
        let Some(proof) = varisat_proof::refute(&clauses)? else { return Ok(()) };
        let first = self.given + self.steps.len();
        let window = local.clauses.len();
        for mut step in proof {
            step.clause.iter_mut().for_each(|l| *l = l.signum() * local.variables[l.unsigned_abs() as usize - 1]);
            // Each step holds under the opposite of the clause, so together with it, and then needs no hints at the assumptions.
            step.clause.extend(clause);
            step.clause.sort_unstable();
            step.clause.dedup();
            step.hints.retain(|&hint| !(window + 1..=window + 2).contains(&(hint as usize)));
            for hint in &mut step.hints {
                *hint = match (*hint as usize).checked_sub(window + 3) {
                    None => local.numbers[*hint as usize - 1],
                    Some(step) => (first + step + 1) as u32,
                };
            }
            self.steps.push(step);
        }
        self.lemmas.push(self.steps.len() - 1);
        Ok(())
    }

    /// Bytes in memory.
    pub fn bytes(&self) -> u64 {
        self.steps.iter().map(|step| 64 + 4 * (step.clause.len() + step.hints.len()) as u64).sum()
    }

    /// The clauses of two literals.
    pub fn clauses(&self) -> impl Iterator<Item = &[i32]> {
        self.lemmas.iter().map(|&at| self.steps[at].clause.as_slice())
    }

    /// A proof from a formula of `clauses`, which begins with this one's, and these lemmas behind it, as one from the formula
    /// alone.
    pub fn in_front_of(&self, clauses: usize, proof: Vec<LratStep>) -> Vec<LratStep> {
        let more = (clauses - self.given) as u32;
        let mut all = self.steps.clone();
        for hint in all.iter_mut().flat_map(|step| &mut step.hints) {
            *hint += if *hint as usize > self.given { more } else { 0 };
        }
        for mut step in proof {
            for hint in &mut step.hints {
                let behind = (*hint as usize).checked_sub(clauses + 1);
                *hint = match behind.map(|at| (at, self.lemmas.get(at))) {
                    None => *hint,
                    Some((_, Some(&lemma))) => (clauses + lemma + 1) as u32,
                    Some((at, None)) => (clauses + self.steps.len() + at - self.lemmas.len() + 1) as u32,
                };
            }
            all.push(step);
        }
        all
    }
}

/// The clauses of a few sums, over variables `1, 2, ...`.
struct Local {
    clauses: Vec<Vec<i32>>,
    /// The number of each in the formula, and the variable of each of its variables.
    numbers: Vec<u32>,
    variables: Vec<i32>,
    number_of: FxHashMap<i32, i32>,
}

impl Local {
    fn new<'a>(formula: &ClauseSet, of_sums: impl Iterator<Item = &'a Vec<u32>>) -> Self {
        let mut local =
            Local { clauses: Vec::new(), numbers: Vec::new(), variables: Vec::new(), number_of: FxHashMap::default() };
        for &clause in of_sums.flatten() {
            let mut literal = |&l: &i32| {
                let number = *local.number_of.entry(l.abs()).or_insert_with(|| {
                    local.variables.push(l.abs());
                    local.variables.len() as i32
                });
                l.signum() * number
            };
            local.clauses.push(formula.clauses[clause as usize].iter().map(&mut literal).collect());
            local.numbers.push(clause + 1);
        }
        local
    }

    fn literal(&self, l: i32) -> Option<i32> {
        self.number_of.get(&l.abs()).map(|number| l.signum() * number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::certify::check_lrat;
    use crate::system::Sum;

    /// `x + y = z + 2 carry`, with cells of its own from `first` on: z and its complement, carry and its complement twice.
    fn adder([x, y, first]: [u32; 3], sums: &mut Vec<Sum>) {
        let [z, not_z, carry, not_carry, copy] = [0, 1, 2, 3, 4].map(|i| first + i);
        sums.push(Sum::new(vec![x, y, not_z, not_carry, copy], 3));
        sums.extend([[z, not_z], [carry, not_carry], [carry, copy]].map(|pair| Sum::new(pair, 1)));
    }

    #[test]
    fn equal_cells_across_adders_are_derived() {
        // z = x xor y, and w = z xor x is y.
        let mut sums = Vec::new();
        adder([0, 1, 2], &mut sums);
        adder([2, 0, 7], &mut sums);
        let system = System { cells: 12, sums, total: None };
        let (known, all) = (vec![None; 12], (0..8).collect::<Vec<u32>>());
        let formula = ClauseSet::new(&system, &known, &all, false, &[]).unwrap();
        let derive = |equal: [u32; 2]| {
            let of = |cell| Meaning::Variable(if cell == equal[1] { equal[0] } else { cell }, false);
            let meanings: Vec<Meaning> = (0..12).map(of).collect();
            let mut near = WindowFinder::new(&system);
            let board = (&system, known.as_slice());
            WireLemmas::derive(board, &mut near, (&all, &formula), &meanings, &mut Control::default()).unwrap()
        };
        let lemmas = derive([1, 7]);
        let mut found: Vec<&[i32]> = lemmas.clauses().collect();
        found.sort_unstable();
        let [y, w] = [1, 7].map(|cell| formula.variable[&cell]);
        let mut right = [vec![-y, w], vec![y, -w]];
        right.iter_mut().for_each(|clause| clause.sort_unstable());
        right.sort_unstable();
        assert_eq!(found, right);
        // y without w, with one more clause that is not the formula's.
        let mut given = formula.clauses.clone();
        given.extend([vec![y], vec![-w]]);
        let with = [given.clone(), lemmas.clauses().map(<[i32]>::to_vec).collect()].concat();
        let proof = varisat_proof::refute(&with).unwrap().unwrap();
        assert_eq!(check_lrat(&given, &lemmas.in_front_of(given.len(), proof)), Ok(()));
        assert_eq!(derive([0, 7]).clauses().count(), 0, "x is not w");
    }
}
