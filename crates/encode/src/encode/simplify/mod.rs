//! A formula with fewer variables and clauses: unit propagation, subsumption, self-subsuming resolution, and elimination
//! of variables by resolution as far as the formula does not grow (Eén and Biere, *Effective preprocessing in SAT through
//! variable and clause elimination*, SAT 2005).
//!
//! A tile of a compiled board has inner signals that no other tile sees; resolution leaves the clause it stands for.
//! Values of the variables that are left extend to the others ([`Simplified::extend`]).

mod clauses;
mod eliminate;

use minesat_core::engine::{Control, Stop};
use minesat_core::system::eliminate_defined::Keep;

use self::clauses::{Clauses, Value};
use super::{Cnf, Lit, Sink};

/// A formula over the variables that are left, and what gives the others their values.
#[derive(Clone, Debug)]
pub struct Simplified {
    /// The clauses that are left; variables are numbered anew. A contradiction is the empty clause.
    pub cnf: Cnf,
    /// Index (from 0) in the original formula of each variable of `cnf`.
    kept: Vec<u32>,
    /// Per variable of the original formula, its value if units fix it.
    fixed: Vec<Value>,
    /// In the order of elimination.
    eliminated: Vec<Eliminated>,
}

/// An eliminated variable: true exactly if one of these clauses has no other true literal. The clauses are those with one
/// of its literals, without this literal.
#[derive(Clone, Debug)]
struct Eliminated {
    /// The literal in the clauses.
    lit: u32,
    clauses: Vec<Vec<u32>>,
}

/// Simplifies a formula. With [`Keep::Solvable`] it has a model if and only if the original has; with [`Keep::Count`] it
/// has as many: only variables that the clauses around them define are eliminated, and free ones are kept.
///
/// # Errors
/// A limit ran out.
pub fn simplify(cnf: &Cnf, keep: Keep, control: &mut Control) -> Result<Simplified, Stop> {
    let mut clauses = Clauses::new(cnf.variables());
    for clause in cnf.clauses() {
        clauses.add(clause.iter().map(|lit| code(*lit)).collect());
    }
    clauses.subsume(control)?;
    let eliminated = eliminate::run(&mut clauses, keep, control)?;
    let mut gone = vec![false; cnf.variables()];
    eliminated.iter().for_each(|e| gone[(e.lit >> 1) as usize] = true);
    let is_left = |v: &u32| {
        let v = *v as usize;
        clauses.value[v].is_none() && !gone[v] && (keep == Keep::Count || clauses.occurs(v))
    };
    let mut kept: Vec<u32> = (0..cnf.variables() as u32).filter(is_left).collect();
    if clauses.is_contradiction {
        kept.clear();
    }
    let mut number = vec![0; cnf.variables()];
    kept.iter().zip(1..).for_each(|(&v, new)| number[v as usize] = new);
    let mut left = Cnf::new(kept.len());
    if clauses.is_contradiction {
        left.clause(&[]);
    } else {
        let renumbered = |&c: &u32| Lit::positive(number[(c >> 1) as usize]).given(c & 1 == 0);
        let mut lits = Vec::new();
        for clause in clauses.live() {
            lits.clear();
            lits.extend(clause.iter().map(renumbered));
            left.clause(&lits);
        }
    }
    Ok(Simplified { cnf: left, kept, fixed: clauses.value, eliminated })
}

impl Simplified {
    /// Number of variables that are left.
    pub fn variables(&self) -> usize {
        self.kept.len()
    }

    /// Bytes in memory, about.
    pub fn bytes(&self) -> u64 {
        let literals: usize = self.eliminated.iter().flat_map(|e| &e.clauses).map(Vec::len).sum();
        self.cnf.bytes() + (4 * (self.kept.len() + literals) + self.fixed.len()) as u64
    }

    /// A model of the original formula from a model of [`Simplified::cnf`], one value per variable of either.
    pub fn extend(&self, model: &[bool]) -> Vec<bool> {
        let mut values: Vec<bool> = self.fixed.iter().map(|value| value.unwrap_or(false)).collect();
        self.kept.iter().zip(model).for_each(|(&v, &value)| values[v as usize] = value);
        for Eliminated { lit, clauses } in self.eliminated.iter().rev() {
            let holds = |c: &u32| values[(c >> 1) as usize] == (c & 1 == 0);
            let is_needed = clauses.iter().any(|clause| !clause.iter().any(holds));
            values[(lit >> 1) as usize] = is_needed == (lit & 1 == 0);
        }
        values
    }
}

/// A literal as a number: twice its variable from 0, plus 1 if it is negated.
fn code(lit: Lit) -> u32 {
    2 * (lit.variable() as u32 - 1) + u32::from(!lit.is_positive())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    fn cnf(variables: usize, clauses: &[Vec<i32>]) -> Cnf {
        let mut cnf = Cnf::new(variables);
        for clause in clauses {
            let lits: Vec<Lit> =
                clause.iter().map(|&l| Lit::positive(l.unsigned_abs() as usize).given(l > 0)).collect();
            cnf.clause(&lits);
        }
        cnf
    }

    fn models(cnf: &Cnf) -> Vec<Vec<bool>> {
        let all = (0..1u32 << cnf.variables())
            .map(|bits| (0..cnf.variables()).map(|v| bits >> v & 1 == 1).collect::<Vec<bool>>());
        all.filter(|model| is_model(cnf, model)).collect()
    }

    fn is_model(cnf: &Cnf, model: &[bool]) -> bool {
        cnf.clauses().all(|clause| clause.iter().any(|l| model[l.variable() - 1] == l.is_positive()))
    }

    fn simplified(cnf: &Cnf, keep: Keep) -> Simplified {
        simplify(cnf, keep, &mut Control::default()).unwrap()
    }

    #[test]
    fn a_tile_becomes_its_clause() {
        // Signals 4 to 7 of a clause over 1 to 3: exactly one of each of these triples.
        let mut clauses = Vec::new();
        for [a, b, c] in [[-1, 4, 5], [2, 5, 6], [-3, 6, 7]] {
            clauses.extend([vec![a, b, c], vec![-a, -b], vec![-a, -c], vec![-b, -c]]);
        }
        let original = cnf(7, &clauses);
        let outer = |model: &Vec<bool>| model[..3].to_vec();
        let mut possible: Vec<Vec<bool>> = models(&original).iter().map(outer).collect();
        possible.sort();
        possible.dedup();
        let done = simplified(&original, Keep::Solvable);
        let mut left: Vec<Vec<bool>> = models(&done.cnf).iter().map(|model| outer(&done.extend(model))).collect();
        left.sort();
        assert!(!left.is_empty() && left.iter().all(|values| possible.contains(values)));
        assert!(done.cnf.variables() <= 3 && done.cnf.len() <= 3, "{:?}", done.cnf);
    }

    /// Random formulas with gates: solvability and counts stay, and every model extends to one of the original.
    #[test]
    fn models_are_kept() {
        let (mut eliminated, mut unsatisfiable, mut strictly) = ([0, 0], 0, 0);
        for index in 0..6000 {
            let mut rng = Rng::stream(0x51_3b, index);
            let variables = 1 + rng.index(9);
            let mut clauses: Vec<Vec<i32>> = Vec::new();
            let lit = |rng: &mut Rng| (1 + rng.index(variables) as i32) * if rng.chance(0.5) { 1 } else { -1 };
            for _ in 0..rng.index(2 * variables) {
                let len = if rng.chance(0.05) { 1 } else { 2 + rng.index(3) };
                clauses.push((0..len).map(|_| lit(&mut rng)).collect());
            }
            for _ in 0..rng.index(4) {
                let (a, b, c) = (lit(&mut rng), lit(&mut rng), lit(&mut rng));
                clauses.extend(match rng.chance(0.5) {
                    true => vec![vec![a, b, c], vec![-a, -b], vec![-a, -c], vec![-b, -c]],
                    false => vec![vec![a, -b, -c], vec![-a, b], vec![-a, c]],
                });
            }
            let original = cnf(variables, &clauses);
            let before = models(&original);
            unsatisfiable += usize::from(before.is_empty());
            for (keep, eliminated) in [Keep::Solvable, Keep::Count].into_iter().zip(&mut eliminated) {
                let done = simplified(&original, keep);
                *eliminated += done.eliminated.len();
                let after = models(&done.cnf);
                assert_eq!(after.is_empty(), before.is_empty(), "{clauses:?}");
                let mut extended: Vec<Vec<bool>> = after.iter().map(|model| done.extend(model)).collect();
                extended.iter().for_each(|model| assert!(is_model(&original, model), "{model:?} of {clauses:?}"));
                if keep == Keep::Count {
                    extended.sort();
                    extended.dedup();
                    let mut before = before.clone();
                    before.sort();
                    assert_eq!(extended, before, "{clauses:?}");
                } else {
                    strictly += usize::from(after.len() < before.len());
                }
                assert!(done.cnf.len() <= original.len() || done.cnf.len() == 1, "{clauses:?}");
            }
        }
        assert!(
            eliminated[0] > 7000 && eliminated[1] > 1500 && unsatisfiable > 200 && strictly > 1000,
            "{eliminated:?} {unsatisfiable} {strictly}"
        );
    }
}
