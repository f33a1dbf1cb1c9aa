//! Equal and complementary variables of a formula, found by a solver in small windows of its clauses.
//!
//! Two variables that are equal in every model of some of the clauses are equal in every model of the formula. Where two
//! wires of a compiled board cross, each is equal before and behind the crossing; neither unit propagation nor elimination
//! of variables shows that, since only all sums of the tile together force it. A window reaches over a tile. Candidates
//! are those that no model met so far tells apart (as in SAT sweeping: Kuehlmann and Krohm, *Equivalence checking using
//! cuts and heaps*, DAC 1997).

use super::batsat;
use crate::encode::{Cnf, Lit, Sink};
use crate::engine::{Control, Stop};
use crate::system::Incidence;
use crate::system::equivalences::SignedSets;

/// Radius of a window: a step leads from a variable to all variables of its clauses.
const RADIUS: usize = 3;
/// Clauses of a variable beyond which windows do not go on through it.
const MOST_CLAUSES: usize = 64;
/// Variables of a window from which it is not extended.
const WIDE: usize = 128;

/// The formula over one variable of each set of equal or complementary ones, with as many models.
///
/// # Errors
/// A limit ran out.
pub(super) fn merged(cnf: &Cnf, control: &mut Control) -> Result<Cnf, Stop> {
    let mut windows = Windows::new(cnf);
    control.memory(cnf.bytes() + windows.bytes())?;
    let mut sets = SignedSets::new(cnf.variables());
    let mut fixed = Vec::new();
    for variable in 0..cnf.variables() as u32 {
        control.check()?;
        if sets.find(variable).0 != variable || windows.clauses_of.of(variable as usize).is_empty() {
            continue;
        }
        let window = windows.around(variable);
        match window.consequences(control)? {
            Consequences::Value(value) => fixed.push(Lit::positive(variable as usize + 1).given(value)),
            Consequences::Equal(found) => {
                for (at, odd) in found {
                    let ((one, first), (other, second)) = (sets.find(variable), sets.find(window.variables[at]));
                    if one != other {
                        // The smaller number stays: variables of windows to come are looked at as they are.
                        sets.join(one.min(other), one.max(other), odd ^ first ^ second);
                    }
                }
            }
        }
    }
    let left = substituted(cnf, &fixed, &mut sets);
    control.memory(cnf.bytes() + windows.bytes() + left.bytes())?;
    Ok(left)
}

/// The clauses of a formula by their variables.
struct Windows<'a> {
    clauses: Vec<&'a [Lit]>,
    clauses_of: Incidence,
    /// In which window a clause or variable was met last, and the variable's number there.
    stamp: u32,
    clause_in: Vec<u32>,
    variable_in: Vec<(u32, u32)>,
}

/// Some clauses, over variables `1, 2, ...`: the first is that in the middle.
struct Window {
    variables: Vec<u32>,
    clauses: Vec<Vec<Lit>>,
}

/// What the clauses of a window say of the variable in the middle.
enum Consequences {
    /// Its value.
    Value(bool),
    /// Places of other variables that are equal to it, or complementary.
    Equal(Vec<(usize, bool)>),
}

impl<'a> Windows<'a> {
    fn new(cnf: &'a Cnf) -> Self {
        let clauses: Vec<&[Lit]> = cnf.clauses().collect();
        let variables = |clause: &&'a [Lit]| clause.iter().map(|lit| lit.variable() - 1);
        let clauses_of = Incidence::new(cnf.variables(), clauses.iter().map(variables));
        let (clause_in, variable_in) = (vec![0; clauses.len()], vec![(0, 0); cnf.variables()]);
        Windows { clauses, clauses_of, stamp: 0, clause_in, variable_in }
    }

    fn bytes(&self) -> u64 {
        let clauses = self.clauses.len() * (size_of::<&[Lit]>() + size_of::<u32>());
        self.clauses_of.bytes() + (clauses + self.variable_in.len() * size_of::<(u32, u32)>()) as u64
    }

    fn around(&mut self, variable: u32) -> Window {
        self.stamp += 1;
        let stamp = self.stamp;
        self.variable_in[variable as usize] = (stamp, 1);
        let (mut variables, mut clauses) = (vec![variable], Vec::new());
        let mut done = 0;
        for _ in 0..RADIUS {
            let edge = done..variables.len();
            done = edge.end;
            for at in edge {
                let near = self.clauses_of.of(variables[at] as usize);
                if near.len() > MOST_CLAUSES && at > 0 || variables.len() > WIDE {
                    continue;
                }
                for &clause in near {
                    if std::mem::replace(&mut self.clause_in[clause as usize], stamp) == stamp {
                        continue;
                    }
                    let of_lit = |lit: &Lit| {
                        let place = &mut self.variable_in[lit.variable() - 1];
                        if place.0 != stamp {
                            variables.push(lit.variable() as u32 - 1);
                            *place = (stamp, variables.len() as u32);
                        }
                        Lit::positive(place.1 as usize).given(lit.is_positive())
                    };
                    clauses.push(self.clauses[clause as usize].iter().map(of_lit).collect());
                }
            }
        }
        Window { variables, clauses }
    }
}

impl Window {
    fn consequences(&self, control: &Control) -> Result<Consequences, Stop> {
        let middle = Lit::positive(1);
        let mut solver = (batsat::SOLVER.start)("")?;
        self.clauses.iter().for_each(|clause| solver.clause(clause));
        let (mut model, mut other) = (vec![false; self.variables.len()], vec![false; self.variables.len()]);
        if !solver.solve(&[!middle], control)? {
            return Ok(Consequences::Value(true));
        }
        solver.model(&mut model);
        if !solver.solve(&[middle], control)? {
            return Ok(Consequences::Value(false));
        }
        solver.model(&mut other);
        // Whether each is complementary to the middle, where it may be equal or complementary.
        let mut candidates: Vec<Option<bool>> = model.iter().zip(&other).map(|(a, b)| (a != b).then_some(*a)).collect();
        let mut equal = Vec::new();
        for at in 1..candidates.len() {
            let Some(odd) = candidates[at] else { continue };
            let lit = Lit::positive(at + 1).given(!odd);
            if solver.solve(&[middle, !lit], control)? || solver.solve(&[!middle, lit], control)? {
                solver.model(&mut model);
                let first = model[0];
                for (candidate, &value) in candidates.iter_mut().zip(&model) {
                    *candidate = candidate.filter(|odd| (value != first) == *odd);
                }
            } else {
                equal.push((at, odd));
            }
        }
        Ok(Consequences::Equal(equal))
    }
}

/// The formula and its `fixed` literals over the roots of the sets.
fn substituted(cnf: &Cnf, fixed: &[Lit], sets: &mut SignedSets) -> Cnf {
    let mut number = vec![0usize; cnf.variables()];
    let mut count = 0;
    for (variable, number) in (0..).zip(&mut number) {
        if sets.find(variable).0 == variable {
            count += 1;
            *number = count;
        }
    }
    let mut left = Cnf::new(count);
    let mut lits: Vec<Lit> = Vec::new();
    for clause in cnf.clauses().chain(fixed.iter().map(std::slice::from_ref)) {
        lits.clear();
        for lit in clause {
            let (root, odd) = sets.find(lit.variable() as u32 - 1);
            lits.push(Lit::positive(number[root as usize]).given(lit.is_positive() != odd));
        }
        lits.sort_unstable();
        lits.dedup();
        if !lits.iter().any(|&lit| lits.contains(&!lit)) {
            left.clause(&lits);
        }
    }
    left
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    fn models(cnf: &Cnf) -> usize {
        let holds = |bits: u32, lit: &Lit| (bits >> (lit.variable() - 1) & 1 == 1) == lit.is_positive();
        (0..1u32 << cnf.variables()).filter(|&bits| cnf.clauses().all(|c| c.iter().any(|lit| holds(bits, lit)))).count()
    }

    #[test]
    fn formulas_keep_their_number_of_models() {
        let mut fewer = 0;
        for seed in 0..1000 {
            let mut rng = Rng::new(seed);
            let variables = 2 + rng.index(9);
            let mut cnf = Cnf::new(variables);
            for _ in 0..rng.index(4 * variables) {
                let lit = |rng: &mut Rng| Lit::positive(1 + rng.index(variables)).given(rng.chance(0.5));
                let clause: Vec<Lit> = (0..2 + usize::from(rng.chance(0.2))).map(|_| lit(&mut rng)).collect();
                cnf.clause(&clause);
            }
            // Its last variable is another one or the complement.
            let copied = [Lit::positive(variables), Lit::positive(1 + rng.index(variables - 1)).given(rng.chance(0.5))];
            cnf.clause(&[copied[0], !copied[1]]);
            cnf.clause(&[!copied[0], copied[1]]);
            let left = merged(&cnf, &mut Control::default()).unwrap();
            assert_eq!(models(&left), models(&cnf), "seed {seed}");
            fewer += usize::from(left.variables() < variables);
        }
        assert!(fewer > 250, "{fewer}");
    }

    /// Three parities of three variables: propagation of one value gives no other.
    #[test]
    fn equal_variables_across_a_tile_are_found() {
        // c = a xor b, d = c xor a: d is b, and e = c xor d is a.
        let mut cnf = Cnf::new(5);
        for [x, y, z] in [[1, 2, 3], [3, 1, 4], [3, 4, 5]] {
            for signs in 0..8u32 {
                // An odd number of true literals is excluded.
                if signs.count_ones() % 2 == 1 {
                    let lit = |(i, v): (u32, usize)| Lit::positive(v).given(signs >> i & 1 == 0);
                    cnf.clause(&[(0, x), (1, y), (2, z)].map(lit));
                }
            }
        }
        let left = merged(&cnf, &mut Control::default()).unwrap();
        assert_eq!((left.variables(), models(&left)), (3, 4));
    }
}
