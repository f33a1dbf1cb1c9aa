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
    let mut sets = Sets { above: (0..cnf.variables() as u32).map(|v| (v, false)).collect() };
    let mut fixed = Vec::new();
    for variable in 0..cnf.variables() as u32 {
        control.check()?;
        if sets.root(variable).0 != variable || windows.clauses_of(variable).is_empty() {
            continue;
        }
        let window = windows.around(variable);
        let one = Lit::positive(1);
        let mut solver = (batsat::SOLVER.start)("")?;
        window.clauses.iter().for_each(|clause| solver.clause(clause));
        let mut models = [vec![false; window.variables.len()], vec![false; window.variables.len()]];
        let mut possible = [false; 2];
        for (value, model) in [false, true].into_iter().zip(&mut models) {
            possible[usize::from(value)] = solver.solve(&[one.given(value)], control)?;
            solver.model(model);
        }
        if possible != [true; 2] {
            fixed.push(Lit::positive(variable as usize + 1).given(possible[1]));
            continue;
        }
        let [model, other] = &mut models;
        // Whether each is complementary to the variable, where it may be equal or complementary.
        let mut candidates: Vec<Option<bool>> =
            model.iter().zip(other.iter()).map(|(a, b)| (a != b).then_some(*a)).collect();
        for at in 1..candidates.len() {
            let Some(odd) = candidates[at] else { continue };
            let lit = Lit::positive(at + 1).given(!odd);
            let mut is_apart = false;
            for assumptions in [[one, !lit], [!one, lit]] {
                if solver.solve(&assumptions, control)? {
                    solver.model(model);
                    is_apart = true;
                    break;
                }
            }
            if is_apart {
                let first = model[0];
                candidates.iter_mut().zip(model.iter()).for_each(|(candidate, &value)| {
                    *candidate = candidate.filter(|odd| (value != first) == *odd);
                });
            } else {
                sets.unite(variable, window.variables[at], odd);
            }
        }
    }
    Ok(sets.substituted(cnf, &fixed))
}

/// The clauses of a formula by their variables.
struct Windows<'a> {
    clauses: Vec<&'a [Lit]>,
    starts: Vec<u32>,
    of: Vec<u32>,
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

impl<'a> Windows<'a> {
    fn new(cnf: &'a Cnf) -> Self {
        let clauses: Vec<&[Lit]> = cnf.clauses().collect();
        let mut starts = vec![0u32; cnf.variables() + 1];
        clauses.iter().flat_map(|c| c.iter()).for_each(|lit| starts[lit.variable()] += 1);
        (1..starts.len()).for_each(|v| starts[v] += starts[v - 1]);
        let mut next = starts.clone();
        let mut of = vec![0; starts[cnf.variables()] as usize];
        for (clause, number) in clauses.iter().zip(0..) {
            for lit in *clause {
                of[next[lit.variable() - 1] as usize] = number;
                next[lit.variable() - 1] += 1;
            }
        }
        let (clause_in, variable_in) = (vec![0; clauses.len()], vec![(0, 0); cnf.variables()]);
        Windows { clauses, starts, of, stamp: 0, clause_in, variable_in }
    }

    fn clauses_of(&self, variable: u32) -> &[u32] {
        &self.of[self.starts[variable as usize] as usize..self.starts[variable as usize + 1] as usize]
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
                let range =
                    self.starts[variables[at] as usize] as usize..self.starts[variables[at] as usize + 1] as usize;
                if range.len() > MOST_CLAUSES && at > 0 || variables.len() > WIDE {
                    continue;
                }
                for &clause in &self.of[range] {
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

/// Sets of equal and complementary variables: for each variable another one of its set, and whether it is the complement.
struct Sets {
    above: Vec<(u32, bool)>,
}

impl Sets {
    fn root(&mut self, variable: u32) -> (u32, bool) {
        let (mut at, mut odd) = (variable, false);
        while self.above[at as usize].0 != at {
            let (next, complement) = self.above[at as usize];
            (at, odd) = (next, odd ^ complement);
        }
        self.above[variable as usize] = (at, odd);
        (at, odd)
    }

    fn unite(&mut self, one: u32, other: u32, odd: bool) {
        let ((one, first), (other, second)) = (self.root(one), self.root(other));
        if one != other {
            // The smaller number stays: variables of the windows to come are looked at as they are.
            self.above[one.max(other) as usize] = (one.min(other), odd ^ first ^ second);
        }
    }

    fn substituted(&mut self, cnf: &Cnf, fixed: &[Lit]) -> Cnf {
        let mut number = vec![0usize; cnf.variables()];
        let mut count = 0;
        for (variable, number) in (0..).zip(&mut number) {
            if self.root(variable).0 == variable {
                count += 1;
                *number = count;
            }
        }
        let mut left = Cnf::new(count);
        let mut lits: Vec<Lit> = Vec::new();
        for clause in cnf.clauses().chain(fixed.iter().map(std::slice::from_ref)) {
            lits.clear();
            for lit in clause {
                let (root, odd) = self.root(lit.variable() as u32 - 1);
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

    /// Three chains of parities around a crossing: propagation of one value gives no other.
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
