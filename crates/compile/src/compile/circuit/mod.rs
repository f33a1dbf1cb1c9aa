//! Combinational circuits: inverters on edges, and two-input AND and XOR gates (a XOR-and graph).

pub mod aiger;
pub mod bench;
pub mod blif;
pub mod expression;
mod netlist;
mod simplify;
mod source;
mod tokens;
pub mod tseitin;

use std::collections::BTreeMap;
use std::ops::Not;

use thiserror::Error;

/// A node's value, perhaps complemented: twice the node's index, plus one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Edge(u32);

impl Edge {
    /// The constant false: node 0.
    pub const FALSE: Edge = Edge(0);
    /// The constant true: the complement of node 0.
    pub const TRUE: Edge = Edge(1);

    fn of(node: usize) -> Edge {
        Edge(2 * node as u32)
    }

    /// Index of the node it comes from.
    pub fn node(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// True if the value is the opposite of its node's.
    pub fn is_complemented(self) -> bool {
        self.0 & 1 == 1
    }

    /// The edge itself, or its complement.
    pub fn complemented(self, yes: bool) -> Edge {
        Edge(self.0 ^ u32::from(yes))
    }
}

impl Not for Edge {
    type Output = Edge;

    fn not(self) -> Edge {
        self.complemented(true)
    }
}

/// Why no value can be required of a name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum FixError {
    /// No output or input, and no word of them, has this name.
    #[error("the circuit has neither an output nor an input named {name:?}")]
    NoName {
        /// The name asked for.
        name: String,
    },
    /// A value that is not a number from 0 to 2^128 - 1.
    #[error("{name}={value}: {value:?} is not a number")]
    NotANumber {
        /// Name of the bit or word.
        name: String,
        /// As given.
        value: String,
    },
    /// A number with more bits than the word.
    #[error("{name}={value}: {name} has {bits} bits")]
    ManyBits {
        /// Name of the bit or word.
        name: String,
        /// As given.
        value: String,
        /// Bits of the word.
        bits: usize,
    },
}

/// The operation of a node. Fan-ins are earlier nodes, the smaller edge first, neither constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CircuitNode {
    /// Node 0.
    False,
    /// A free variable.
    Input,
    /// True if both edges are.
    And(Edge, Edge),
    /// Fan-ins are not complemented: the complement of a XOR is on its own edge.
    Xor(Edge, Edge),
}

/// A combinational circuit; equal gates are shared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Circuit {
    nodes: Vec<CircuitNode>,
    made: BTreeMap<CircuitNode, usize>,
    /// (name, node), in the order of the file.
    pub inputs: Vec<(String, usize)>,
    /// Named values.
    pub outputs: Vec<(String, Edge)>,
    /// Values that are required to be true.
    pub demands: Vec<Edge>,
}

impl Default for Circuit {
    fn default() -> Self {
        Circuit {
            nodes: vec![CircuitNode::False],
            made: BTreeMap::new(),
            inputs: Vec::new(),
            outputs: Vec::new(),
            demands: Vec::new(),
        }
    }
}

impl Circuit {
    /// All nodes; a gate comes after its fan-ins.
    pub fn nodes(&self) -> &[CircuitNode] {
        &self.nodes
    }

    /// The value of a node.
    pub fn edge(&self, node: usize) -> Edge {
        Edge::of(node)
    }

    /// Number of gates.
    pub fn gates(&self) -> usize {
        self.nodes.len() - 1 - self.inputs.len()
    }

    /// Adds an input.
    pub fn input(&mut self, name: &str) -> Edge {
        self.nodes.push(CircuitNode::Input);
        self.inputs.push((name.into(), self.nodes.len() - 1));
        Edge::of(self.nodes.len() - 1)
    }

    fn gate(&mut self, node: CircuitNode) -> Edge {
        let next = self.nodes.len();
        let index = *self.made.entry(node).or_insert(next);
        if index == next {
            self.nodes.push(node);
        }
        Edge::of(index)
    }

    /// `a & b`, folded to a constant or one of them if possible.
    pub fn and(&mut self, a: Edge, b: Edge) -> Edge {
        let (a, b) = (a.min(b), a.max(b));
        match a {
            Edge::FALSE => a,
            Edge::TRUE => b,
            _ if a == b => a,
            _ if a == !b => Edge::FALSE,
            _ => self.gate(CircuitNode::And(a, b)),
        }
    }

    /// `a | b`.
    pub fn or(&mut self, a: Edge, b: Edge) -> Edge {
        !self.and(!a, !b)
    }

    /// `a ^ b`, folded to a constant or one of them if possible.
    pub fn xor(&mut self, a: Edge, b: Edge) -> Edge {
        let odd = a.is_complemented() ^ b.is_complemented();
        let (a, b) = (Edge::of(a.node()), Edge::of(b.node()));
        let (a, b) = (a.min(b), a.max(b));
        let even = match a {
            _ if a == b => Edge::FALSE,
            Edge::FALSE => b,
            _ => self.gate(CircuitNode::Xor(a, b)),
        };
        even.complemented(odd)
    }

    /// `if s then a else b`.
    pub fn choose(&mut self, s: Edge, a: Edge, b: Edge) -> Edge {
        let (then, otherwise) = (self.and(s, a), self.and(!s, b));
        self.or(then, otherwise)
    }

    /// The conjunction of many, as a balanced tree; true for none.
    pub fn all(&mut self, edges: Vec<Edge>) -> Edge {
        self.tree(edges, Edge::TRUE, Circuit::and)
    }

    /// The parity of many, as a balanced tree.
    pub fn parity(&mut self, edges: Vec<Edge>) -> Edge {
        self.tree(edges, Edge::FALSE, Circuit::xor)
    }

    fn tree(&mut self, mut edges: Vec<Edge>, none: Edge, join: fn(&mut Circuit, Edge, Edge) -> Edge) -> Edge {
        while edges.len() > 1 {
            edges = edges.chunks(2).map(|two| if let [a, b] = *two { join(self, a, b) } else { two[0] }).collect();
        }
        edges.first().copied().unwrap_or(none)
    }

    /// `(sum, carry)` of two bits.
    pub fn half_adder(&mut self, a: Edge, b: Edge) -> (Edge, Edge) {
        (self.xor(a, b), self.and(a, b))
    }

    /// `(sum, carry)` of three bits.
    pub fn full_adder(&mut self, a: Edge, b: Edge, c: Edge) -> (Edge, Edge) {
        let (half, first) = self.half_adder(a, b);
        let (sum, second) = self.half_adder(half, c);
        (sum, self.or(first, second))
    }

    /// The values of all nodes for values of the inputs, in their order.
    pub fn values(&self, inputs: &[bool]) -> Vec<bool> {
        let mut values = vec![false; self.nodes.len()];
        self.inputs.iter().zip(inputs).for_each(|((_, node), &value)| values[*node] = value);
        for (index, node) in self.nodes.iter().enumerate() {
            let value = |edge: Edge| values[edge.node()] ^ edge.is_complemented();
            match *node {
                CircuitNode::And(a, b) => values[index] = value(a) && value(b),
                CircuitNode::Xor(a, b) => values[index] = value(a) ^ value(b),
                CircuitNode::False | CircuitNode::Input => {}
            }
        }
        values
    }

    /// True if these values of the inputs satisfy every demand.
    pub fn holds(&self, inputs: &[bool]) -> bool {
        let values = self.values(inputs);
        self.demands.iter().all(|edge| values[edge.node()] ^ edge.is_complemented())
    }

    /// Requires an output or input to have a value, or a word of them (`p0`, `p1`, ... or `p[0]`, `p[1]`, ..., the
    /// lowest bit first) to be a number; returns the names and values that this requires.
    ///
    /// # Errors
    /// Unknown name, or a number with more bits than the word.
    pub fn fix(&mut self, name: &str, value: &str) -> Result<Vec<(String, bool)>, FixError> {
        let named = |name: &str| {
            let output = self.outputs.iter().find(|(n, _)| n == name).map(|&(_, edge)| edge);
            output.or_else(|| self.inputs.iter().find(|(n, _)| n == name).map(|&(_, node)| Edge::of(node)))
        };
        let own = |name: String| named(&name).map(|edge| (name, edge));
        let bits: Vec<(String, Edge)> = match own(name.into()) {
            Some(bit) => vec![bit],
            None => (0..).map_while(|i| own(format!("{name}{i}")).or_else(|| own(format!("{name}[{i}]")))).collect(),
        };
        if bits.is_empty() {
            return Err(FixError::NoName { name: name.into() });
        }
        let number: u128 =
            value.parse().map_err(|_| FixError::NotANumber { name: name.into(), value: value.into() })?;
        if bits.len() < 128 && number >> bits.len() != 0 {
            return Err(FixError::ManyBits { name: name.into(), value: value.into(), bits: bits.len() });
        }
        let bit = |i: usize| i < 128 && number >> i & 1 == 1;
        self.demands.extend(bits.iter().enumerate().map(|(i, (_, edge))| edge.complemented(!bit(i))));
        Ok(bits.into_iter().enumerate().map(|(i, (name, _))| (name, bit(i))).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gates_are_folded_and_made_once() {
        let mut c = Circuit::default();
        let (a, b) = (c.input("a"), c.input("b"));
        assert_eq!(c.and(a, a), a);
        assert_eq!(c.and(a, !a), Edge::FALSE);
        assert_eq!(c.xor(a, !a), Edge::TRUE);
        assert_eq!(c.xor(a, Edge::TRUE), !a);
        let and = c.and(a, b);
        assert_eq!(c.and(b, a), and);
        assert_eq!(c.xor(!a, b), !c.xor(a, b));
        assert_eq!(c.gates(), 2);
    }

    #[test]
    fn words_are_fixed_to_numbers() {
        let mut c = Circuit::default();
        for name in ["p0", "p1", "p2"] {
            c.input(name);
        }
        assert!(c.fix("p", "8").is_err() && c.fix("q", "1").is_err() && c.fix("p", "x").is_err());
        let required = c.fix("p", "6").unwrap();
        assert_eq!(required, [("p0".into(), false), ("p1".into(), true), ("p2".into(), true)]);
        assert!(c.holds(&[false, true, true]) && !c.holds(&[true, true, true]));
    }

    #[test]
    fn a_simplified_circuit_computes_the_same() {
        let mut c = Circuit::default();
        let inputs = [c.input("a"), c.input("b"), c.input("c")];
        let (sum, carry) = c.full_adder(inputs[0], inputs[1], inputs[2]);
        let chosen = c.choose(inputs[0], sum, carry);
        c.outputs = vec![("chosen".into(), !chosen), ("sum".into(), sum)];
        for xor in [false, true] {
            let other = c.simplified(xor);
            assert!(xor || !other.nodes().iter().any(|n| matches!(n, CircuitNode::Xor(..))));
            for bits in 0..8u32 {
                let values = [0, 1, 2].map(|i| bits >> i & 1 == 1);
                for (old, new) in c.outputs.iter().zip(&other.outputs) {
                    let read = |c: &Circuit, e: Edge| c.values(&values)[e.node()] ^ e.is_complemented();
                    assert_eq!(read(&c, old.1), read(&other, new.1));
                }
            }
        }
    }
}
