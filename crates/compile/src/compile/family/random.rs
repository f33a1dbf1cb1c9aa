//! Random k-SAT with clauses of k different variables (Mitchell, Selman and Levesque 1992): for k = 3 about half of the
//! formulas are satisfiable at 4.26 clauses per variable, where they are hardest.

use super::{FamilyError, FamilyMember, FamilySettings, FormulaFamily, KnownAnswer};
use crate::compile::cnf::Formula;
use crate::compile::problem::Problem;
use crate::rng::Rng;

/// Row in the table of families.
pub const FAMILY: FormulaFamily = FormulaFamily {
    name: "random",
    summary: "random k-SAT",
    params: &[
        ("variables", 20, 1, 100_000, "variables"),
        ("clauses", 0, 0, 1_000_000, "clauses; 0: 4.26 per variable"),
        ("length", 3, 1, 20, "literals a clause"),
        ("planted", 0, 0, 1, "1: only clauses that a random assignment satisfies"),
    ],
    random: true,
    build,
};

fn build(settings: &FamilySettings, rng: &mut Rng) -> Result<FamilyMember, FamilyError> {
    let [variables, clauses, length] = ["variables", "clauses", "length"].map(|name| settings.number(name));
    if length > variables {
        return Err(FamilyError::LongClauses { length, variables });
    }
    let clauses = if clauses == 0 { (variables * 426).div_ceil(100) } else { clauses };
    let planted = settings.number("planted") == 1;
    let truth: Vec<bool> = (0..variables).map(|_| rng.chance(0.5)).collect();
    let mut made = Vec::with_capacity(clauses);
    while made.len() < clauses {
        let picked = rng.sample(variables, length);
        let clause: Vec<(usize, bool)> = picked.into_iter().map(|v| (v, rng.chance(0.5))).collect();
        if !planted || clause.iter().any(|&(v, positive)| truth[v] == positive) {
            made.push(clause.iter().map(|&(v, positive)| (v as i32 + 1) * if positive { 1 } else { -1 }).collect());
        }
    }
    let known = KnownAnswer { satisfiable: planted.then_some(true), models: None };
    Ok(FamilyMember { problem: Problem::Clauses(Formula::new(variables, made)), known })
}
