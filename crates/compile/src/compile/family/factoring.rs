//! Factoring as an array multiplier with its product fixed.

use super::{FamilyError, FamilyMember, FamilySettings, FormulaFamily, KnownAnswer, words};
use crate::compile::circuit::{Circuit, Edge};
use crate::compile::problem::Problem;
use crate::rng::Rng;

/// Row in the table of families.
pub const FAMILY: FormulaFamily = FormulaFamily {
    name: "factoring",
    summary: "a * b = product with a, b >= 2, an array multiplier; models are the pairs of factors",
    params: &[
        ("product", 143, 0, u64::MAX, "product"),
        ("left", 4, 2, 32, "bits of a"),
        ("right", 4, 2, 32, "bits of b"),
    ],
    random: false,
    build,
};

fn build(settings: &FamilySettings, _: &mut Rng) -> Result<FamilyMember, FamilyError> {
    let (product, left, right) = (settings.values["product"], settings.number("left"), settings.number("right"));
    let mut circuit = Circuit::default();
    let a = words::inputs(&mut circuit, "a", left);
    let b = words::inputs(&mut circuit, "b", right);
    let sum = words::product(&mut circuit, &a, &b);
    let digit = |i: usize| i < 64 && product >> i & 1 == 1;
    circuit.demands = sum.iter().enumerate().map(|(i, &edge)| edge.complemented(!digit(i))).collect();
    if left + right < 64 && product >> (left + right) != 0 {
        circuit.demands.push(Edge::FALSE);
    }
    for word in [&a, &b] {
        let none = circuit.all(word[1..].iter().map(|&e| !e).collect());
        circuit.demands.push(!none);
    }
    let known = if left.min(right) <= 24 {
        let fits = |n: u64, bits: usize| n >= 2 && n >> bits == 0;
        let (few, many) = (left.min(right), left.max(right));
        let factor = |&d: &u64| product.is_multiple_of(d) && fits(product / d, many);
        let count = (2..1u64 << few).filter(factor).count();
        // A product of 0 needs a factor 0, which is not allowed here.
        KnownAnswer::models(if product == 0 { 0usize } else { count }.into())
    } else {
        KnownAnswer::default()
    };
    Ok(FamilyMember { problem: Problem::Circuit(circuit), known })
}
