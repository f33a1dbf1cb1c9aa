//! A ripple-carry adder and a parallel-prefix adder (Kogge and Stone 1973) of the same words, required to differ: no model.

use num_bigint::BigUint;
use num_traits::Zero;

use super::{FamilyError, FamilyMember, FamilySettings, FormulaFamily, KnownAnswer, words};
use crate::compile::circuit::{Circuit, Edge};
use crate::compile::problem::Problem;
use crate::rng::Rng;

/// Row in the table of families.
pub const FAMILY: FormulaFamily = FormulaFamily {
    name: "adders",
    summary: "the sums of a ripple-carry and of a prefix adder differ: no model",
    params: &[("bits", 4, 1, 64, "bits of both words")],
    random: false,
    build,
};

/// The sum, with the last carry on top, carry after carry.
fn ripple(circuit: &mut Circuit, a: &[Edge], b: &[Edge]) -> Vec<Edge> {
    let mut carry = Edge::FALSE;
    let mut sum = Vec::with_capacity(a.len() + 1);
    for (&a, &b) in a.iter().zip(b) {
        let (bit, next) = circuit.full_adder(a, b, carry);
        sum.push(bit);
        carry = next;
    }
    sum.push(carry);
    sum
}

/// The same with all carries in logarithmic depth: pairs (generate, propagate) joined over doubling distances.
fn prefix(circuit: &mut Circuit, a: &[Edge], b: &[Edge]) -> Vec<Edge> {
    let half: Vec<Edge> = a.iter().zip(b).map(|(&a, &b)| circuit.xor(a, b)).collect();
    let mut spans: Vec<(Edge, Edge)> = a.iter().zip(b).map(|(&a, &b)| (circuit.and(a, b), circuit.or(a, b))).collect();
    let mut distance = 1;
    while distance < spans.len() {
        let before = spans.clone();
        for high in distance..spans.len() {
            let ((generate, propagate), low) = (before[high], before[high - distance]);
            let passed = circuit.and(propagate, low.0);
            spans[high] = (circuit.or(generate, passed), circuit.and(propagate, low.1));
        }
        distance *= 2;
    }
    let carries: Vec<Edge> = std::iter::once(Edge::FALSE).chain(spans.iter().map(|span| span.0)).collect();
    let mut sum: Vec<Edge> = half.iter().zip(&carries).map(|(&half, &carry)| circuit.xor(half, carry)).collect();
    sum.push(carries[a.len()]);
    sum
}

fn build(settings: &FamilySettings, _: &mut Rng) -> Result<FamilyMember, FamilyError> {
    let (mut circuit, bits) = (Circuit::default(), settings.number("bits"));
    let a = words::inputs(&mut circuit, "a", bits);
    let b = words::inputs(&mut circuit, "b", bits);
    let (one, other) = (ripple(&mut circuit, &a, &b), prefix(&mut circuit, &a, &b));
    words::require_difference(&mut circuit, &one, &other);
    Ok(FamilyMember { problem: Problem::Circuit(circuit), known: KnownAnswer::models(BigUint::zero()) })
}
