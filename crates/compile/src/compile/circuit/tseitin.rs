//! A circuit as clauses, as many models as satisfying inputs (Tseitin 1968, with both directions of every
//! gate, so that the inputs determine all other variables).

use std::collections::BTreeSet;

use super::{Circuit, CircuitNode, Edge};
use crate::compile::cnf::Formula;

/// A circuit's formula: variables `1..=inputs` are the inputs, in their order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clauses {
    /// One model per assignment of the inputs that satisfies the demands.
    pub formula: Formula,
    /// The literal of every output.
    pub outputs: Vec<i32>,
}

/// Encodes a circuit as clauses. Demands become clauses themselves as far as they are conjunctions of disjunctions;
/// other gates get a variable each, an AND three clauses, a XOR four.
pub fn clauses(circuit: &Circuit) -> Clauses {
    let circuit = circuit.simplified(true);
    let demands = demanded(&circuit);
    let mut needed = vec![false; circuit.nodes().len()];
    let roots = circuit.outputs.iter().map(|(_, edge)| edge).chain(demands.iter().flatten());
    roots.for_each(|edge| needed[edge.node()] = true);
    for (index, node) in circuit.nodes().iter().enumerate().rev() {
        if let (true, CircuitNode::And(a, b) | CircuitNode::Xor(a, b)) = (needed[index], *node) {
            needed[a.node()] = true;
            needed[b.node()] = true;
        }
    }
    let mut variable = vec![0i32; circuit.nodes().len()];
    let mut variables = 0;
    for (index, node) in circuit.nodes().iter().enumerate() {
        if needed[index] || *node == CircuitNode::Input {
            variables += 1;
            variable[index] = variables;
        }
    }
    // Inputs come first; only the constant may have been numbered before them.
    if needed[0] {
        circuit.inputs.iter().for_each(|(_, node)| variable[*node] -= 1);
        variable[0] = circuit.inputs.len() as i32 + 1;
    }
    let literal = |edge: Edge| if edge.is_complemented() { -variable[edge.node()] } else { variable[edge.node()] };
    let mut written = Vec::new();
    for (index, node) in circuit.nodes().iter().enumerate().filter(|&(i, _)| needed[i]) {
        let out = variable[index];
        match *node {
            CircuitNode::And(a, b) => {
                let (a, b) = (literal(a), literal(b));
                written.extend([vec![-out, a], vec![-out, b], vec![out, -a, -b]]);
            }
            CircuitNode::Xor(a, b) => {
                let (a, b) = (literal(a), literal(b));
                written.extend([vec![-out, a, b], vec![-out, -a, -b], vec![out, -a, b], vec![out, a, -b]]);
            }
            CircuitNode::False => written.push(vec![-out]),
            CircuitNode::Input => {}
        }
    }
    written.extend(demands.iter().map(|clause| clause.iter().map(|&edge| literal(edge)).collect()));
    let formula = Formula::new(variables as usize, written);
    Clauses { formula, outputs: circuit.outputs.iter().map(|(_, edge)| literal(*edge)).collect() }
}

/// The demands as clauses of edges.
fn demanded(circuit: &Circuit) -> Vec<Vec<Edge>> {
    let mut clauses = Vec::new();
    let mut seen: BTreeSet<Edge> = BTreeSet::new();
    let mut open: Vec<Edge> = circuit.demands.iter().rev().copied().collect();
    while let Some(edge) = open.pop() {
        if !seen.insert(edge) || edge == Edge::TRUE {
            continue;
        }
        if let (false, CircuitNode::And(a, b)) = (edge.is_complemented(), circuit.nodes()[edge.node()]) {
            open.extend([b, a]);
            continue;
        }
        let mut clause: BTreeSet<Edge> = BTreeSet::new();
        let mut met: BTreeSet<Edge> = BTreeSet::new();
        let mut parts = vec![edge];
        while let Some(part) = parts.pop() {
            match circuit.nodes()[part.node()] {
                _ if !met.insert(part) || part == Edge::FALSE => {}
                CircuitNode::And(a, b) if part.is_complemented() => parts.extend([!b, !a]),
                _ => drop(clause.insert(part)),
            }
        }
        clauses.push(clause.into_iter().collect());
    }
    clauses
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compile::circuit::expression;

    #[test]
    fn a_formula_in_clauses_stays_as_it_is() {
        let circuit = expression::parse("(a | !b | c) & (b | c)\n!a | !c", "t").unwrap();
        let formula = clauses(&circuit).formula;
        assert_eq!(formula.variables, 3);
        let mut sorted: Vec<Vec<i32>> = formula.clauses.clone();
        sorted.iter_mut().for_each(|c| c.sort_unstable_by_key(|l| l.abs()));
        sorted.sort();
        assert_eq!(sorted, [vec![-1, -3], vec![1, -2, 3], vec![2, 3]]);
    }

    #[test]
    fn models_are_the_satisfying_inputs() {
        for text in ["a ^ b ^ c ^ d", "s = a & b\ns | c\n!s | d", "z = 1\ny = a ^ a\na", "0", "", "(a ^ b) & !(a & c)"]
        {
            let circuit = expression::parse(text, "t").unwrap();
            let Clauses { formula, outputs } = clauses(&circuit);
            let n = circuit.inputs.len();
            let bits = |k: u32, n: usize| (0..n).map(|i| k >> i & 1 == 1).collect::<Vec<_>>();
            for inputs in 0..1u32 << n {
                let extend =
                    (0..1u32 << (formula.variables - n)).map(|rest| bits(rest << n | inputs, formula.variables));
                let models: Vec<Vec<bool>> = extend.filter(|v| formula.holds(v)).collect();
                let inputs = bits(inputs, n);
                assert_eq!(models.len(), usize::from(circuit.holds(&inputs)), "{text}");
                for model in models {
                    let values = circuit.values(&inputs);
                    for ((_, edge), lit) in circuit.outputs.iter().zip(&outputs) {
                        let read = model[lit.unsigned_abs() as usize - 1] == (*lit > 0);
                        assert_eq!(read, values[edge.node()] ^ edge.is_complemented(), "{text}");
                    }
                }
            }
        }
    }
}
