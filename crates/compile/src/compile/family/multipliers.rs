//! Two array multipliers with exchanged operands, required to differ: no model, and a classical hard case of equivalence
//! checking, where the two have no equal nodes inside.

use num_bigint::BigUint;
use num_traits::Zero;

use super::{FamilyError, FamilyMember, FamilySettings, FormulaFamily, KnownAnswer, words};
use crate::compile::circuit::Circuit;
use crate::compile::problem::Problem;
use crate::rng::Rng;

/// Row in the table of families.
pub const FAMILY: FormulaFamily = FormulaFamily {
    name: "multipliers",
    summary: "a * b != b * a, two array multipliers: no model",
    params: &[("left", 3, 2, 16, "bits of a"), ("right", 3, 2, 16, "bits of b")],
    random: false,
    build,
};

fn build(settings: &FamilySettings, _: &mut Rng) -> Result<FamilyMember, FamilyError> {
    let mut circuit = Circuit::default();
    let a = words::inputs(&mut circuit, "a", settings.number("left"));
    let b = words::inputs(&mut circuit, "b", settings.number("right"));
    let (one, other) = (words::product(&mut circuit, &a, &b), words::product(&mut circuit, &b, &a));
    words::require_difference(&mut circuit, &one, &other);
    Ok(FamilyMember { problem: Problem::Circuit(circuit), known: KnownAnswer::models(BigUint::zero()) })
}
