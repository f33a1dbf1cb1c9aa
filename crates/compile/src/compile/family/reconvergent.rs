//! Random circuits in the manner of the ISCAS-85 benchmarks: two-input gates whose fan-ins are mostly recent nodes, so that
//! paths part and meet again; the values of the last gates are required.

use super::{FamilyError, FamilyMember, FamilySettings, FormulaFamily, KnownAnswer};
use crate::compile::circuit::{Circuit, Edge};
use crate::compile::problem::Problem;
use crate::rng::Rng;

/// Row in the table of families.
pub const FAMILY: FormulaFamily = FormulaFamily {
    name: "reconvergent",
    summary: "random circuits with required outputs, like those of ISCAS-85",
    params: &[
        ("inputs", 6, 2, 1000, "inputs"),
        ("gates", 20, 1, 10_000, "gates; some may fold into others"),
        ("outputs", 4, 1, 1000, "gates, the last ones, whose values are required"),
        ("window", 8, 2, 10_000, "nodes back from which most fan-ins are taken"),
        ("planted", 0, 0, 1, "1: the required values are those for random inputs; 0: random"),
    ],
    random: true,
    build,
};

/// Share of fan-ins from anywhere: long wires.
const LONG: f64 = 0.1;

fn build(settings: &FamilySettings, rng: &mut Rng) -> Result<FamilyMember, FamilyError> {
    let [inputs, gates, outputs, window] = ["inputs", "gates", "outputs", "window"].map(|name| settings.number(name));
    let planted = settings.number("planted") == 1;
    let mut circuit = Circuit::default();
    // Every node with its value for the random inputs.
    let mut nodes: Vec<(Edge, bool)> =
        (0..inputs).map(|i| (circuit.input(&format!("x{}", i + 1)), rng.chance(0.5))).collect();
    for _ in 0..gates {
        let mut fan_in = || {
            let back = if rng.chance(LONG) { nodes.len() } else { window.min(nodes.len()) };
            let (edge, value) = nodes[nodes.len() - 1 - rng.index(back)];
            let inverted = rng.chance(0.5);
            (edge.complemented(inverted), value ^ inverted)
        };
        let (a, b) = (fan_in(), fan_in());
        // As in ISCAS-85, few of the gates are XORs.
        let node = match rng.chance(0.2) {
            true => (circuit.xor(a.0, b.0), a.1 ^ b.1),
            false => (circuit.and(a.0, b.0), a.1 & b.1),
        };
        nodes.push(node);
    }
    for &(edge, value) in &nodes[nodes.len() - outputs.min(gates)..] {
        let required = if planted { value } else { rng.chance(0.5) };
        circuit.demands.push(edge.complemented(!required));
    }
    let known = KnownAnswer { satisfiable: planted.then_some(true), models: None };
    Ok(FamilyMember { problem: Problem::Circuit(circuit), known })
}
