//! Lays out a circuit without clauses: a row of tiles carries a signal, a gate is a column in which one signal turns
//! down, meets another and turns into a row.
//!
//! The signal from above is branched off its row (or leaves it after its last use), runs down across other rows and
//! meets the other fan-in. If that has no further use, the gate's value continues in its row; otherwise it is tapped
//! and the value turns into a free row further down.

mod floor;
mod sequence;

use std::collections::BTreeMap;

use self::floor::{Floor, Wire};
use self::sequence::{Order, deep, near};
use super::assemble::{TilePlan, check_size};
use super::circuit::{Circuit, CircuitNode, Edge};
use super::error::CompileError;
use super::layout::Layout;
use super::library::Library;

/// A circuit laid out.
pub struct Laid {
    pub plan: TilePlan,
    wires: Vec<Option<Wire>>,
}

impl Laid {
    /// (row, column) of the cell that is a mine where the edge is true.
    pub fn cell(&self, edge: Edge, library: &Library) -> Option<(usize, usize)> {
        let wire = self.wires[edge.node()]?;
        let before = usize::from(wire.complemented ^ edge.is_complemented());
        Some((wire.row * library.frame.0 + library.port_row(), wire.from * library.frame.1 - before))
    }
}

/// Lays a circuit out, all inputs in the first column; XOR gates are not supported ([`Circuit::simplified`]). In the
/// plain layout I inputs and G gates take `I + G` rows (one at least, one more for a constant) and `G + 2` columns
/// (three at least with a constant); the other layouts take at most that.
///
/// # Errors
/// The board would have more than 2^28 cells.
pub fn lay(circuit: &Circuit, library: &Library, layout: Layout) -> Result<Laid, CompileError> {
    let given = Order {
        inputs: circuit.inputs.iter().map(|i| i.1).collect(),
        gates: (0..circuit.nodes().len()).filter(|&i| matches!(circuit.nodes()[i], CircuitNode::And(..))).collect(),
    };
    let mut orders = Vec::new();
    if layout == Layout::Ordered {
        for gates in [given.gates.clone(), deep(circuit)] {
            orders.push(Order { inputs: near(circuit, &given), gates: gates.clone() });
            orders.push(Order { inputs: given.inputs.clone(), gates });
        }
    }
    let mut best = lay_in(circuit, &given, false, library)?;
    orders.extend((layout != Layout::Plain).then_some(given));
    for order in orders {
        let laid = lay_in(circuit, &order, true, library)?;
        let area = |laid: &Laid| laid.plan.len() * laid.plan[0].len();
        if area(&laid) < area(&best) {
            best = laid;
        }
    }
    Ok(best)
}

fn lay_in(circuit: &Circuit, order: &Order, share: bool, library: &Library) -> Result<Laid, CompileError> {
    let mut uses = vec![0; circuit.nodes().len()];
    for node in circuit.nodes() {
        if let CircuitNode::And(a, b) = node {
            uses[a.node()] += 1;
            uses[b.node()] += 1;
        }
    }
    let named = circuit.outputs.iter().map(|o| o.1).chain(circuit.demands.iter().copied());
    let constant = named.clone().any(|edge| edge.node() == 0);
    // The end of a row: a demand, or nothing.
    let mut demand: BTreeMap<usize, bool> = BTreeMap::new();
    let mut contradiction = false;
    for edge in &circuit.demands {
        let value = !edge.is_complemented();
        contradiction |= demand.insert(edge.node(), value).is_some_and(|other| other != value);
    }
    if contradiction {
        demand.insert(0, true);
    }
    let mut floor = Floor::default();
    let mut wires: Vec<Option<Wire>> = vec![None; circuit.nodes().len()];
    let end = |node: usize, wire: &Wire, floor: &mut Floor| {
        let tile = match demand.get(&node) {
            None => "SINK_W",
            Some(&value) if value ^ wire.complemented => "TRUE_W",
            Some(_) => "FALSE_W",
        };
        floor.end(wire, tile);
    };
    let sources = order.inputs.iter().copied().chain((constant || contradiction).then_some(0));
    for (row, node) in sources.enumerate() {
        floor.free.push(usize::MAX);
        floor.take(0, row..=row);
        floor.special.insert((row, 0), "INPUT_E");
        let mut wire = Wire { row, from: 1, to: 1, complemented: false, uses: uses[node] };
        if node == 0 {
            // The constant true, which is the complement of node 0.
            floor.take(1, row..=row);
            floor.special.insert((row, 1), "UNIT");
            wire = Wire { from: 2, to: 2, complemented: true, ..wire };
        }
        if share && wire.uses == 0 {
            end(node, &wire, &mut floor);
        }
        wires[node] = Some(wire);
    }
    for &gate in &order.gates {
        let CircuitNode::And(a, b) = circuit.nodes()[gate] else { continue };
        let wire = |edge: Edge| wires[edge.node()].expect("fan-ins are laid before");
        let (upper, lower) = if wire(a).row < wire(b).row { (a, b) } else { (b, a) };
        let (mut up, mut low) = (wire(upper), wire(lower));
        let leaves = |edge: Edge, wire: &Wire| share && wire.uses == 1 && !demand.contains_key(&edge.node());
        let (up_leaves, low_leaves) = (leaves(upper, &up), leaves(lower, &low));
        // A signal leaves its row only after all its other uses.
        let from = |wire: &Wire, leaves: bool| if leaves { wire.to } else { wire.from };
        let ready = from(&up, up_leaves).max(from(&low, low_leaves));
        let (up_not, low_not) = (upper.is_complemented() ^ up.complemented, lower.is_complemented() ^ low.complemented);

        // (growth in tiles, column, row) of every way.
        let (height, width) = (floor.free.len(), floor.width());
        let growth = |col: usize, row: usize| (height.max(row + 1)) * (width.max(col + 2)) - height * width;
        let (col, row) = if low_leaves {
            (floor.first_free(ready, up.row..=low.row), low.row)
        } else if share {
            let rows = (low.row + 1..=height).filter(|&r| r == height || floor.free[r] != usize::MAX);
            let ways = rows.map(|row| {
                let from = ready.max(floor.free.get(row).copied().unwrap_or(0));
                let col = floor.first_free(from, up.row..=row);
                (growth(col, row), col, row)
            });
            let (_, col, row) = ways.min().expect("a new row is always possible");
            (col, row)
        } else {
            (width.max(ready), height)
        };
        check_size(library, height.max(row + 1), col + 2)?;
        floor.take(col, up.row..=row);
        let top = |complemented: bool| match (up_leaves, complemented) {
            (true, false) => "BEND_WS",
            (true, true) => "BEND_WS_NOT",
            (false, false) => "START",
            (false, true) => "STARTN",
        };
        let mut made = Wire { row, from: col + 1, to: col + 1, complemented: false, uses: uses[gate] };
        if low_leaves {
            // s & !w is the complement of !s | w: an OR gate, whose row carries the complement.
            floor.special.insert((up.row, col), top(up_not ^ low_not));
            floor.special.insert((row, col), if low_not { "GATE_OR_E" } else { "GATE_AND_E" });
            made.complemented = low_not;
            floor.runs.push((row, low.from, col));
        } else {
            floor.special.insert((up.row, col), top(up_not));
            floor.special.insert((low.row, col), if low_not { "TAP_ANDN" } else { "TAP_AND" });
            floor.special.insert((row, col), "BEND_NE");
            if row == floor.free.len() {
                floor.free.push(usize::MAX);
            }
            floor.free[row] = usize::MAX;
        }
        for (edge, wire, leaves) in [(upper, &mut up, up_leaves), (lower, &mut low, low_leaves)] {
            wire.uses -= 1;
            wire.to = wire.to.max(col + 1);
            if leaves && edge == upper {
                floor.runs.push((wire.row, wire.from, col));
                floor.free[wire.row] = col + 1;
            } else if share && !leaves && wire.uses == 0 {
                end(edge.node(), wire, &mut floor);
            }
            wires[edge.node()] = Some(*wire);
        }
        if share && made.uses == 0 {
            end(gate, &made, &mut floor);
        }
        wires[gate] = Some(made);
    }
    if !share {
        // Not earlier: later columns would run into the ends.
        wires.iter().enumerate().for_each(|(node, wire)| wire.iter().for_each(|wire| end(node, wire, &mut floor)));
    }
    Ok(Laid { plan: floor.plan(), wires })
}
