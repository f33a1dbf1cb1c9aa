//! The parity of the same variables along two chains in different orders: if the two are required to differ there is no
//! model, which Gaussian elimination finds at once and resolution does not (Chew and others, "Hardness of random
//! reordered encodings of parity for resolution and CDCL", AAAI 2024).

use num_bigint::BigUint;
use num_traits::Zero;

use super::{FamilyError, FamilyMember, FamilySettings, FormulaFamily, KnownAnswer};
use crate::compile::circuit::{Circuit, Edge};
use crate::compile::problem::Problem;
use crate::rng::Rng;

/// Row in the table of families.
pub const FAMILY: FormulaFamily = FormulaFamily {
    name: "parity",
    summary: "two parity chains over the same variables, the second in random order",
    params: &[
        ("variables", 10, 2, 10_000, "variables"),
        ("odd", 0, 0, 1, "parity that the second chain is required to have; that of the first is 1"),
    ],
    random: true,
    build,
};

fn build(settings: &FamilySettings, rng: &mut Rng) -> Result<FamilyMember, FamilyError> {
    let (n, odd) = (settings.number("variables"), settings.number("odd") == 1);
    let mut circuit = Circuit::default();
    let inputs: Vec<Edge> = (0..n).map(|i| circuit.input(&format!("x{}", i + 1))).collect();
    let mut other = inputs.clone();
    rng.shuffle(&mut other);
    for (order, odd) in [(inputs, true), (other, odd)] {
        let parity = order.into_iter().reduce(|a, b| circuit.xor(a, b)).unwrap_or(Edge::FALSE);
        circuit.demands.push(parity.complemented(!odd));
    }
    let models = if odd { BigUint::from(1u32) << (n - 1) } else { BigUint::zero() };
    Ok(FamilyMember { problem: Problem::Circuit(circuit), known: KnownAnswer::models(models) })
}
