//! Pigeons in holes (Cook and Reckhow 1979): with one pigeon more than holes every resolution refutation is exponential
//! in the number of holes (Haken 1985).

use num_bigint::BigUint;

use super::{FamilyError, FamilyMember, FamilySettings, FormulaFamily, KnownAnswer, at_most_one, exactly_one};
use crate::compile::cnf::Formula;
use crate::compile::problem::Problem;
use crate::rng::Rng;

/// Row in the table of families.
pub const FAMILY: FormulaFamily = FormulaFamily {
    name: "pigeonhole",
    summary: "every pigeon in exactly one hole, no two in one",
    params: &[("pigeons", 5, 1, 40, "pigeons"), ("holes", 4, 1, 40, "holes")],
    random: false,
    build,
};

fn build(settings: &FamilySettings, _: &mut Rng) -> Result<FamilyMember, FamilyError> {
    let (pigeons, holes) = (settings.number("pigeons"), settings.number("holes"));
    let at = |pigeon: usize, hole: usize| (pigeon * holes + hole + 1) as i32;
    let mut clauses = Vec::new();
    for pigeon in 0..pigeons {
        exactly_one(&(0..holes).map(|hole| at(pigeon, hole)).collect::<Vec<_>>(), &mut clauses);
    }
    for hole in 0..holes {
        at_most_one(&(0..pigeons).map(|pigeon| at(pigeon, hole)).collect::<Vec<_>>(), &mut clauses);
    }
    let models = (0..pigeons).map(|p| BigUint::from(holes.saturating_sub(p))).product();
    let problem = Problem::Clauses(Formula::new(pigeons * holes, clauses));
    Ok(FamilyMember { problem, known: KnownAnswer::models(models) })
}
