//! The table of SAT solvers.

use super::backend::Solver;
use super::{batsat, external, varisat};

/// All solvers.
pub const SOLVERS: &[&Solver] = &[&varisat::SOLVER, &batsat::SOLVER, &external::SOLVER];

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

/// The row whose solver is a program of others.
pub const EXTERNAL: &Solver = &external::SOLVER;

/// Whether every solver can be interrupted in the middle of a call.
pub const ALL_INTERRUPTIBLE: bool = {
    let (mut all, mut i) = (true, 0);
    while i < SOLVERS.len() {
        all &= SOLVERS[i].interruptible;
        i += 1;
    }
    all
};

/// The row of this name.
///
/// # Panics
/// If there is none: a name that is not one of [`NAMES`].
pub fn named(name: &str) -> &'static Solver {
    SOLVERS.iter().find(|s| s.name == name).expect("one of the names of the table")
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::encode::Lit;
    use crate::engine::sat::backend::{Backend, SolverEffort};
    use crate::engine::sat::external::installed;
    use crate::engine::{Control, Limits, Stop};
    use crate::rng::Rng;

    type Start = Box<dyn Fn() -> Box<dyn Backend>>;

    /// Every solver of the table, the external one with every program that is installed.
    fn every_solver() -> Vec<(String, Start)> {
        let mut all: Vec<(String, Start)> = Vec::new();
        for solver in SOLVERS.iter().filter(|s| !s.starts_program) {
            all.push((solver.name.into(), Box::new(|| (solver.start)("").unwrap())));
        }
        for command in installed() {
            all.push((command.into(), Box::new(move || (external::SOLVER.start)(command).unwrap())));
        }
        if all.len() < SOLVERS.len() {
            eprintln!("skipped: no external solver is installed (minisat, cadical, kissat, glucose, picosat)");
        }
        all
    }

    fn ask(backend: &mut dyn Backend, assumptions: &[Lit]) -> Result<bool, Stop> {
        backend.solve(assumptions, &Control::default())
    }

    /// Every solver against all assignments on random formulas, with clauses and queries interleaved.
    #[test]
    fn solvers_are_right_on_random_formulas() {
        for (name, start) in every_solver() {
            for seed in 0..if installed().contains(&name.as_str()) { 15 } else { 150 } {
                let mut rng = Rng::new(seed);
                let mut backend = start();
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
                    assert_eq!(ask(backend.as_mut(), &assumptions), Ok(expected), "{name} seed {seed}");
                    if !expected {
                        let core = backend.core(&assumptions);
                        assert!(core.iter().all(|l| assumptions.contains(l)), "{name} seed {seed}: {core:?}");
                        assert_eq!(ask(backend.as_mut(), &core), Ok(false), "{name} seed {seed}: {core:?}");
                    }
                    if expected {
                        let mut values = vec![false; variables];
                        backend.model(&mut values);
                        assert!(is_model((0..variables).filter(|&v| values[v]).map(|v| 1 << v).sum()), "{name}");
                    }
                }
            }
        }
    }

    #[test]
    fn empty_clauses_and_unknown_variables() {
        for (name, start) in every_solver() {
            let mut backend = start();
            assert_eq!(ask(backend.as_mut(), &[]), Ok(true), "{name}: no clause");
            assert_eq!(ask(backend.as_mut(), &[Lit::positive(3)]), Ok(true), "{name}: a variable in no clause");
            backend.clause(&[Lit::positive(2)]);
            assert_eq!(ask(backend.as_mut(), &[!Lit::positive(2)]), Ok(false), "{name}");
            assert_eq!(ask(backend.as_mut(), &[]), Ok(true), "{name}");
            let mut values = [true; 4];
            backend.model(&mut values);
            assert!(values[1] && !values[3], "{name}: {values:?}");
            let both = [Lit::positive(1), !Lit::positive(1)];
            backend.clause(&both);
            assert_eq!(ask(backend.as_mut(), &[]), Ok(true), "{name}: a tautology");
            assert_eq!(ask(backend.as_mut(), &both), Ok(false), "{name}: assumptions against each other");
            backend.clause(&[]);
            assert_eq!(ask(backend.as_mut(), &[]), Ok(false), "{name}: the empty clause");
        }
    }

    /// n + 1 pigeons in n holes.
    fn pigeons(backend: &mut dyn Backend, holes: usize) {
        let at = |pigeon: usize, hole: usize| Lit::positive(pigeon * holes + hole + 1);
        for pigeon in 0..=holes {
            backend.clause(&(0..holes).map(|hole| at(pigeon, hole)).collect::<Vec<_>>());
            for (other, hole) in (0..pigeon).flat_map(|p| (0..holes).map(move |h| (p, h))) {
                backend.clause(&[!at(pigeon, hole), !at(other, hole)]);
            }
        }
    }

    #[test]
    fn effort_that_is_shown_grows() {
        crate::engine::live::show();
        for (name, start) in every_solver() {
            let mut backend = start();
            pigeons(backend.as_mut(), 5);
            assert_eq!(ask(backend.as_mut(), &[]), Ok(false), "{name}");
            let effort = backend.effort();
            for (counter, seen) in effort.counters() {
                assert!(seen.is_none_or(|n| n > 0), "{name}: {counter:?} {seen:?}");
            }
            let SolverEffort { conflicts, learned, .. } = effort;
            match SOLVERS.iter().find(|s| s.name == name).and_then(|s| (s.effort)()) {
                Some(counter) => {
                    let shown = effort.counters().into_iter().find(|(c, _)| *c == counter);
                    assert!(shown.is_some_and(|(_, n)| n.is_some()), "{name}");
                }
                // What others print.
                None => assert!(learned.is_none() && conflicts.is_some_and(|n| n > 0), "{name}"),
            }
        }
    }

    #[test]
    fn a_call_is_stopped_by_its_time_limit() {
        let can_be = |name: &str| SOLVERS.iter().find(|s| s.name == name).unwrap_or(&EXTERNAL).interruptible;
        for (name, start) in every_solver().into_iter().filter(|(name, _)| can_be(name)) {
            let mut backend = start();
            pigeons(backend.as_mut(), 12);
            let limits = Limits { time: Some(Duration::from_millis(300)), ..Limits::default() };
            let begun = std::time::Instant::now();
            assert_eq!(backend.solve(&[], &Control::new(limits)), Err(Stop::Timeout), "{name}");
            assert!(begun.elapsed() < Duration::from_secs(10), "{name}: {:?}", begun.elapsed());
        }
    }
}
