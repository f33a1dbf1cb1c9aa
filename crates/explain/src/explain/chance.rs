//! The parts of a mine probability: the solutions of the cell's component by mines, each weighted by the number of ways
//! to place the other mines on the rest of the board.

use num_bigint::BigUint;
use num_traits::Zero;
use serde::Serialize;

use super::Place;
use super::position::CluePosition;
use super::text::{mines, place, sentence};
use crate::engine::{Control, Limits, Stop, build};
use crate::system::{ComponentCount, Sum, System, Tally, join, ratio_to_f64, split};

/// Solutions of one component of the board by mines, with `offset` mines for the first number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ComponentTally {
    /// Its first cell.
    pub at: Place,
    /// Number of its cells.
    pub cells: usize,
    /// Number of mines of the first entry of `counts`.
    pub offset: usize,
    /// Decimal numbers.
    pub counts: Vec<String>,
}

/// The contribution of the solutions of the cell's component with `mines` mines.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ChanceShare {
    /// Mines in the component.
    pub mines: usize,
    /// Solutions of the component with this many mines; decimal.
    pub solutions: String,
    /// Those of them with a mine in the cell; decimal.
    pub mined: String,
    /// Ways to place the other mines on the rest of the board; decimal.
    pub ways: String,
    /// Share of all models of the board that have this many mines in the component.
    pub share: f64,
}

/// A probability and its parts: it is the sum over `shares` of mined * ways over that of solutions * ways.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Chance {
    /// Models with a mine there over all models, rounded to the nearest float.
    pub probability: f64,
    /// Models of the board; decimal.
    pub models: String,
    /// Mines on the covered cells, where known.
    pub total: Option<i64>,
    /// Covered cells beside no clue.
    pub floating: usize,
    /// The cell's own component by mines; for a cell beside no clue the cell alone.
    pub shares: Vec<ChanceShare>,
    /// The other components.
    pub others: Vec<ComponentTally>,
}

/// The parts of a cell's probability; None if they take too many nodes or bytes. The board must have a model.
///
/// # Errors
/// The time ran out.
pub(super) fn chance(
    position: &CluePosition,
    cell: u32,
    nodes: u64,
    control: &Control,
) -> Result<Option<Chance>, Stop> {
    let limits = Limits { nodes: Some(nodes), time: control.time_left(), memory: control.memory_limit() };
    match count(position, cell, &mut Control::new(limits)) {
        Ok(chance) => Ok(Some(chance)),
        Err(Stop::Nodes | Stop::Memory) => Ok(None),
        Err(stop) => Err(stop),
    }
}

fn count(position: &CluePosition, cell: u32, control: &mut Control) -> Result<Chance, Stop> {
    let engine = build("frontier").map_err(Stop::unsupported)?;
    let parts = split(&position.system);
    let mut own = (Tally::new(0, vec![1u32.into(); 2]), Tally::new(1, vec![1u32.into()]));
    let mut own_cells = 1;
    let (mut others, mut rest) = (Vec::new(), Vec::new());
    for component in &parts.components {
        let tally = engine.count(&component.system, control)?.tally;
        if let Ok(local) = component.cells.binary_search(&cell) {
            let mut system: System = component.system.clone();
            system.sums.push(Sum::new(vec![local as u32], 1));
            own = (tally, engine.count(&system, control)?.tally);
            own_cells = component.cells.len();
            continue;
        }
        others.push(ComponentTally {
            at: position.map.position(component.cells[0] as usize),
            cells: component.cells.len(),
            offset: tally.offset,
            counts: tally.counts.iter().map(BigUint::to_string).collect(),
        });
        rest.push(ComponentCount {
            cells: component.cells.clone(),
            tally,
            index: vec![0; component.cells.len()],
            mined: vec![Tally::default()],
        });
    }
    let outside = position.system.cells - own_cells;
    // Cells outside the own component, numbered anew: only their number matters.
    let mut number = 0u32;
    for count in &mut rest {
        count.cells.iter_mut().for_each(|c| {
            *c = number;
            number += 1;
        });
    }
    let (all, mined) = own;
    let mut shares: Vec<(usize, BigUint, BigUint, BigUint)> = Vec::new();
    for (index, solutions) in all.counts.iter().enumerate().filter(|(_, n)| !n.is_zero()) {
        let k = all.offset + index;
        let ways = join(outside, &rest, position.system.total.map(|t| t - k as i64)).models;
        shares.push((k, solutions.clone(), mined.at(k).cloned().unwrap_or_default(), ways));
    }
    let models: BigUint = shares.iter().map(|(_, solutions, _, ways)| solutions * ways).sum();
    let with: BigUint = shares.iter().map(|(_, _, mined, ways)| mined * ways).sum();
    let share = |(mines, solutions, mined, ways): &(usize, BigUint, BigUint, BigUint)| ChanceShare {
        mines: *mines,
        share: ratio_to_f64(&(solutions * ways), &models),
        solutions: solutions.to_string(),
        mined: mined.to_string(),
        ways: ways.to_string(),
    };
    Ok(Chance {
        probability: ratio_to_f64(&with, &models),
        models: models.to_string(),
        total: position.system.total,
        floating: parts.floating.len(),
        shares: shares.iter().map(share).collect(),
        others,
    })
}

impl Chance {
    /// As sentences.
    pub(super) fn text(&self, at: Place) -> Vec<String> {
        let mut lines = vec![sentence(&format!("{} is a mine with {:.2} %", place(at), 100.0 * self.probability))];
        let of = match self.total {
            Some(total) => format!("the rest of the board can hold the others of {} in", mines(total)),
            None => "the rest of the board can be filled in".to_string(),
        };
        for share in &self.shares {
            lines.push(format!(
                "  With {} in its component: {} of {} solutions have a mine here; {of} {} ways; {:.3} % of all models.",
                mines(share.mines as i64),
                brief(&share.mined),
                brief(&share.solutions),
                brief(&share.ways),
                100.0 * share.share,
            ));
        }
        lines
    }
}

/// A decimal number; of a long one the beginning and the power of ten.
fn brief(number: &str) -> String {
    match number.len() {
        n if n > 12 => format!("{}.{}e{}", &number[..1], &number[1..4], n - 1),
        _ => number.to_string(),
    }
}
