//! Words of bits, lowest first: inputs, and the array multiplier that several families share.

use crate::compile::circuit::{Circuit, Edge};

/// Inputs `NAME0`, `NAME1`, ..., lowest bit first.
pub fn inputs(circuit: &mut Circuit, name: &str, bits: usize) -> Vec<Edge> {
    (0..bits).map(|i| circuit.input(&format!("{name}{i}"))).collect()
}

/// The product of two words, row by row: the sum so far, and a times the next bit of b.
pub fn product(circuit: &mut Circuit, a: &[Edge], b: &[Edge]) -> Vec<Edge> {
    let mut sum = vec![Edge::FALSE; a.len() + b.len()];
    for (shift, &bit) in b.iter().enumerate() {
        let mut carry = Edge::FALSE;
        for (i, &digit) in a.iter().enumerate() {
            let term = circuit.and(digit, bit);
            (sum[shift + i], carry) = circuit.full_adder(sum[shift + i], term, carry);
        }
        sum[shift + a.len()] = carry;
    }
    sum
}

/// Requires that two words differ in at least one bit: a miter, without model exactly if the circuits behind the words
/// compute the same.
pub fn require_difference(circuit: &mut Circuit, one: &[Edge], other: &[Edge]) {
    let same = one.iter().zip(other).map(|(&a, &b)| !circuit.xor(a, b)).collect();
    let all = circuit.all(same);
    circuit.demands.push(!all);
}
