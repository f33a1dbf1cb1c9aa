//! Proofs of varisat, through its checker, as steps with hints.

use varisat::checker::{CheckedProofStep, Checker, CheckerData, ProofProcessor};
use varisat::{ExtendFormula, Lit as Literal, ProofFormat, Solver};

use crate::certify::{LratStep, propagate};
use crate::engine::Stop;

/// Collects the clauses that the checker has accepted.
#[derive(Default)]
struct Collector {
    steps: Vec<LratStep>,
    /// Number of the first clause that is not the formula's, minus one, in the checker's numbering.
    given: u64,
    /// Place of a derived clause among `steps` by the checker's number.
    place: rustc_hash::FxHashMap<u64, u32>,
}

impl ProofProcessor for Collector {
    fn process_step(&mut self, step: &CheckedProofStep, data: CheckerData) -> Result<(), anyhow::Error> {
        let &CheckedProofStep::AtClause { id, clause, propagations, .. } = step else { return Ok(()) };
        let user = |lit: &Literal| Some(data.user_from_proof_var(lit.var())?.lit(lit.is_positive()).to_dimacs() as i32);
        let clause: Option<Vec<i32>> = clause.iter().map(user).collect();
        let clause = clause.ok_or_else(|| anyhow::anyhow!("a step over a variable of the solver's own"))?;
        let number = |id: &u64| match *id < self.given {
            true => *id as u32 + 1,
            false => self.given as u32 + self.place[id] + 1,
        };
        let hints = propagations.iter().map(number).collect();
        self.place.insert(id, self.steps.len() as u32);
        self.steps.push(LratStep { clause, hints });
        Ok(())
    }
}

/// Refutes a formula: steps behind its clauses, the last one empty. None if it has a model. The call cannot be interrupted.
///
/// # Errors
/// The solver or its checker failed.
pub fn refute(clauses: &[Vec<i32>]) -> Result<Option<Vec<LratStep>>, Stop> {
    if let Some(hints) = propagate(clauses) {
        return Ok(Some(vec![LratStep { clause: Vec::new(), hints }]));
    }
    let failed = |what: &dyn std::fmt::Display| Stop::Failed(format!("varisat: {what}"));
    let literals = |clause: &Vec<i32>| clause.iter().map(|&l| Literal::from_dimacs(l as isize)).collect::<Vec<_>>();
    let mut bytes = Vec::new();
    {
        let mut solver = Solver::new();
        solver.write_proof(&mut bytes, ProofFormat::Varisat);
        clauses.iter().for_each(|clause| solver.add_clause(&literals(clause)));
        let satisfiable = solver.solve().map_err(|e| failed(&e))?;
        solver.close_proof().map_err(|e| failed(&e))?;
        if satisfiable {
            return Ok(None);
        }
    }
    let mut collector = Collector { given: clauses.len() as u64, ..Collector::default() };
    {
        let mut checker = Checker::new();
        checker.add_processor(&mut collector);
        for clause in clauses {
            checker.add_clause(&literals(clause)).map_err(|e| failed(&e))?;
        }
        checker.check_proof(bytes.as_slice()).map_err(|e| failed(&e))?;
    }
    let mut steps = collector.steps;
    if steps.last().is_none_or(|last| !last.clause.is_empty()) {
        // The checker stops when units contradict each other, without a last step.
        let all: Vec<Vec<i32>> = clauses.iter().cloned().chain(steps.iter().map(|s| s.clause.clone())).collect();
        let hints = propagate(&all).ok_or_else(|| failed(&"a proof without an end"))?;
        steps.push(LratStep { clause: Vec::new(), hints });
    }
    Ok(Some(steps))
}
