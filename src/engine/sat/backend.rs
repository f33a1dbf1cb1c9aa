//! What the engine asks of a SAT solver, and the table of solvers.

use super::varisat;
use crate::encode::Lit;

/// An incremental SAT solver.
pub trait Backend {
    /// Adds a clause; the empty one is a contradiction.
    fn clause(&mut self, lits: &[Lit]);

    /// Is there a model in which all assumptions hold?
    ///
    /// # Errors
    /// The solver failed; the text says how.
    fn solve(&mut self, assumptions: &[Lit]) -> Result<bool, String>;

    /// The values of the variables `1..=values.len()` in the model of the last satisfiable call;
    /// variables that stand in no clause are false.
    fn model(&self, values: &mut [bool]);

    /// Effort so far, as far as the solver shows it.
    fn effort(&self) -> Effort;
}

/// Effort of a solver; what it does not show is None.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    pub conflicts: Option<u64>,
    pub decisions: Option<u64>,
    pub propagations: Option<u64>,
}

/// One row of the table of solvers.
pub struct Solver {
    pub name: &'static str,
    pub start: fn() -> Box<dyn Backend>,
}

/// All solvers.
pub const SOLVERS: &[&Solver] = &[&varisat::SOLVER];

/// Their names, in the order of the table.
pub const NAMES: [&str; SOLVERS.len()] = {
    let mut names = [""; SOLVERS.len()];
    let mut i = 0;
    while i < names.len() {
        names[i] = SOLVERS[i].name;
        i += 1;
    }
    names
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    /// Every solver against all assignments on random formulas, clauses and questions mixed.
    #[test]
    fn solvers_are_right_on_random_formulas() {
        for solver in SOLVERS {
            for seed in 0..150 {
                let mut rng = Rng::new(seed);
                let mut backend = (solver.start)();
                let mut clauses: Vec<Vec<Lit>> = Vec::new();
                let variables = 7;
                for _ in 0..12 {
                    let mut random = |len| -> Vec<Lit> {
                        let picked = rng.sample(variables, len);
                        picked.into_iter().map(|v| Lit::of_cell(v, rng.chance(0.5))).collect()
                    };
                    for _ in 0..3 {
                        clauses.push(random(3));
                        backend.clause(clauses.last().unwrap());
                    }
                    let assumptions = random(2);
                    let holds = |bits: u32, l: &Lit| (bits >> (l.variable() - 1) & 1 == 1) == l.is_positive();
                    let is_model = |bits: u32| {
                        assumptions.iter().all(|l| holds(bits, l))
                            && clauses.iter().all(|c| c.iter().any(|l| holds(bits, l)))
                    };
                    let expected = (0..1u32 << variables).any(is_model);
                    assert_eq!(backend.solve(&assumptions), Ok(expected), "{} seed {seed}", solver.name);
                    if expected {
                        let mut values = vec![false; variables];
                        backend.model(&mut values);
                        assert!(is_model((0..variables).filter(|&v| values[v]).map(|v| 1 << v).sum()));
                    }
                }
            }
        }
    }

    #[test]
    fn empty_clauses_and_unknown_variables() {
        for solver in SOLVERS {
            let mut backend = (solver.start)();
            assert_eq!(backend.solve(&[]), Ok(true));
            assert_eq!(backend.solve(&[Lit::positive(3)]), Ok(true), "{}: a variable in no clause", solver.name);
            backend.clause(&[Lit::positive(2)]);
            assert_eq!(backend.solve(&[!Lit::positive(2)]), Ok(false));
            assert_eq!(backend.solve(&[]), Ok(true));
            let mut values = [true; 4];
            backend.model(&mut values);
            assert!(values[1] && !values[3], "{}: {values:?}", solver.name);
            backend.clause(&[]);
            assert_eq!(backend.solve(&[]), Ok(false), "{}: the empty clause", solver.name);
        }
    }
}
