//! Orders in which a circuit is laid out.

use crate::compile::circuit::{Circuit, CircuitNode};
use crate::compile::order;

/// The order of the gates, and the row of each input.
pub(super) struct Order {
    pub(super) inputs: Vec<usize>,
    pub(super) gates: Vec<usize>,
}

/// The inputs in an order that brings the fan-ins of gates together.
pub(super) fn near(circuit: &Circuit, given: &Order) -> Vec<usize> {
    let fanins = |&gate: &usize| match circuit.nodes()[gate] {
        CircuitNode::And(a, b) | CircuitNode::Xor(a, b) => vec![a.node(), b.node(), gate],
        _ => Vec::new(),
    };
    let groups: Vec<Vec<usize>> = given.gates.iter().map(fanins).collect();
    let rows = order::rows(circuit.nodes().len(), &groups);
    let mut inputs = given.inputs.clone();
    inputs.sort_by_key(|&node| rows[node]);
    inputs
}

/// The gates depth first from the outputs: a value is used soon after it is made.
pub(super) fn deep(circuit: &Circuit) -> Vec<usize> {
    let mut done = vec![false; circuit.nodes().len()];
    let mut gates = Vec::new();
    let roots = circuit.outputs.iter().map(|o| o.1).chain(circuit.demands.iter().copied());
    let mut stack: Vec<(usize, bool)> = Vec::new();
    for root in roots {
        stack.push((root.node(), false));
        while let Some((node, fanins_done)) = stack.pop() {
            let CircuitNode::And(a, b) = circuit.nodes()[node] else { continue };
            if done[node] {
            } else if fanins_done {
                done[node] = true;
                gates.push(node);
            } else {
                stack.extend([(node, true), (b.node(), false), (a.node(), false)]);
            }
        }
    }
    gates
}
