//! Named gates in the order of a file, checked and sorted topologically.

use std::collections::BTreeMap;

use super::source::{SourceText, TextPlace};
use super::{Circuit, Edge};
use crate::input_error::InputError;

/// A use or definition of a name.
#[derive(Clone, Debug)]
pub struct NetSignal {
    pub name: String,
    pub complemented: bool,
    pub place: TextPlace,
}

impl NetSignal {
    pub fn new(name: &str, place: TextPlace) -> NetSignal {
        NetSignal { name: name.into(), complemented: false, place }
    }
}

/// The function of a gate, for any number of fan-ins.
#[derive(Clone, Debug)]
pub enum Function {
    And,
    Or,
    Xor,
    /// True if one of the cubes holds: per fan-in true, false or either.
    Cover(Vec<Vec<Option<bool>>>),
}

/// A named gate.
#[derive(Clone, Debug)]
pub struct Gate {
    pub name: NetSignal,
    pub function: Function,
    /// The gate's value is the function's complement.
    pub complemented: bool,
    pub fanins: Vec<NetSignal>,
}

/// The content of a file.
#[derive(Clone, Debug, Default)]
pub struct Netlist {
    pub inputs: Vec<NetSignal>,
    pub gates: Vec<Gate>,
    /// Name and value.
    pub outputs: Vec<(String, NetSignal)>,
    pub demands: Vec<NetSignal>,
}

/// Most names of a cycle in a message.
const SHOWN: usize = 8;

impl Netlist {
    /// The circuit.
    ///
    /// # Errors
    /// A name defined twice, a name that is not defined, a cycle.
    pub fn circuit(&self, source: &SourceText) -> Result<Circuit, InputError> {
        let mut circuit = Circuit::default();
        let mut edges: BTreeMap<&str, Edge> = BTreeMap::new();
        for input in &self.inputs {
            if edges.insert(&input.name, circuit.input(&input.name)).is_some() {
                return Err(source.error(input.place, format!("a second input {:?}", input.name)));
            }
        }
        let mut gate_of: BTreeMap<&str, usize> = BTreeMap::new();
        for (index, gate) in self.gates.iter().enumerate() {
            let name = gate.name.name.as_str();
            if edges.contains_key(name) || gate_of.insert(name, index).is_some() {
                return Err(source.error(gate.name.place, format!("{name:?} is defined before")));
            }
        }
        let undefined = |s: &NetSignal| source.error(s.place, format!("{:?} is not defined", s.name));
        // Depth first with an explicit stack: (gate, fan-ins looked at).
        let mut open = vec![false; self.gates.len()];
        let mut stack: Vec<(usize, usize)> = Vec::new();
        for root in 0..self.gates.len() {
            if !edges.contains_key(self.gates[root].name.name.as_str()) {
                stack.push((root, 0));
            }
            while let Some((index, next)) = stack.pop() {
                let gate = &self.gates[index];
                open[index] = true;
                let Some(fanin) = gate.fanins.get(next) else {
                    let value = |s: &NetSignal| edges[s.name.as_str()].complemented(s.complemented);
                    let fanins = gate.fanins.iter().map(value).collect();
                    edges.insert(&gate.name.name, gate.build(fanins, &mut circuit));
                    open[index] = false;
                    continue;
                };
                stack.push((index, next + 1));
                if edges.contains_key(fanin.name.as_str()) {
                    continue;
                }
                let &other = gate_of.get(fanin.name.as_str()).ok_or_else(|| undefined(fanin))?;
                if open[other] {
                    let from = stack.iter().position(|&(i, _)| i == other).unwrap_or(0);
                    let names = stack[from..].iter().map(|&(i, _)| self.gates[i].name.name.as_str());
                    // Operators of expressions have made-up names.
                    let mut shown: Vec<&str> = names.filter(|name| !name.contains(' ')).take(SHOWN + 1).collect();
                    if shown.len() > SHOWN {
                        shown[SHOWN] = "...";
                    }
                    let message = format!("a cycle: {} (each needs the next, the last the first)", shown.join(", "));
                    return Err(source.error(fanin.place, message));
                }
                stack.push((other, 0));
            }
        }
        let value = |signal: &NetSignal| match edges.get(signal.name.as_str()) {
            Some(edge) => Ok(edge.complemented(signal.complemented)),
            None => Err(undefined(signal)),
        };
        for (name, signal) in &self.outputs {
            circuit.outputs.push((name.clone(), value(signal)?));
        }
        circuit.demands = self.demands.iter().map(value).collect::<Result<_, _>>()?;
        Ok(circuit)
    }
}

impl Gate {
    fn build(&self, fanins: Vec<Edge>, circuit: &mut Circuit) -> Edge {
        let edge = match &self.function {
            Function::And => circuit.all(fanins),
            Function::Or => !circuit.all(fanins.into_iter().map(|e| !e).collect()),
            Function::Xor => circuit.parity(fanins),
            Function::Cover(cubes) => {
                let none = cubes.iter().map(|cube| {
                    let literals = cube.iter().zip(&fanins);
                    let literals = literals.filter_map(|(value, &edge)| Some(edge.complemented(!(*value)?)));
                    !circuit.all(literals.collect())
                });
                let none = none.collect();
                !circuit.all(none)
            }
        };
        edge.complemented(self.complemented)
    }
}
