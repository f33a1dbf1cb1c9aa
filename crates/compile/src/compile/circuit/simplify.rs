//! Transformations of circuits.

use super::{Circuit, CircuitNode, Edge};

impl Circuit {
    /// The same circuit, reduced to what its outputs and demands need, with XOR gates only if `xor`: otherwise each
    /// becomes three AND gates. All inputs stay.
    pub fn simplified(&self, xor: bool) -> Circuit {
        let mut needed = vec![false; self.nodes.len()];
        let roots = self.outputs.iter().map(|(_, edge)| edge).chain(&self.demands);
        roots.for_each(|edge| needed[edge.node()] = true);
        for index in (0..self.nodes.len()).rev() {
            if let (true, CircuitNode::And(a, b) | CircuitNode::Xor(a, b)) = (needed[index], self.nodes[index]) {
                needed[a.node()] = true;
                needed[b.node()] = true;
            }
        }
        let mut made = Circuit::default();
        let mut new: Vec<Edge> = vec![Edge::FALSE; self.nodes.len()];
        for (name, node) in &self.inputs {
            new[*node] = made.input(name);
        }
        for (index, node) in self.nodes.iter().enumerate().filter(|&(i, _)| needed[i]) {
            let edge = |old: Edge| new[old.node()].complemented(old.is_complemented());
            match *node {
                CircuitNode::And(a, b) => new[index] = made.and(edge(a), edge(b)),
                CircuitNode::Xor(a, b) => {
                    let (a, b) = (edge(a), edge(b));
                    new[index] = if xor {
                        made.xor(a, b)
                    } else {
                        let (left, right) = (made.and(a, !b), made.and(!a, b));
                        made.or(left, right)
                    };
                }
                CircuitNode::False | CircuitNode::Input => {}
            }
        }
        let edge = |old: Edge| new[old.node()].complemented(old.is_complemented());
        made.outputs = self.outputs.iter().map(|(name, old)| (name.clone(), edge(*old))).collect();
        made.demands = self.demands.iter().map(|&old| edge(old)).collect();
        made.demands.sort_unstable();
        made.demands.dedup();
        made
    }
}
