//! The common start of both engines: the reduced system as one program per component.

use super::program::Program;
use super::spans::Spans;
use super::total::Total;
use crate::engine::{Control, Counter, Verdict};
use crate::spec::{OptionRow, OptionValues};
use crate::system::{ReduceOptions, Reduction, System, reduce, split};

/// The switch both engines have.
pub(super) const REDUCE: OptionRow = OptionRow {
    name: "reduce",
    values: OptionValues::Switch,
    default: "on",
    help: "simplify the sums (trivial, duplicate, subset) before the programs are built",
};

/// One component: its program without the total, and the cells of each block.
pub(super) struct Part {
    pub program: Program,
    pub blocks: Vec<Vec<u32>>,
}

/// A system in parts. Cells are numbered as in the reduced system.
pub(super) struct Parts {
    pub reduction: Reduction,
    pub parts: Vec<Part>,
    pub floating: Vec<u32>,
    pub total: Option<Total>,
}

impl Parts {
    /// Reduces (optionally) and splits. None if that alone shows that there is no model.
    pub fn new(system: &System, simplify: bool, control: &mut Control) -> Option<Parts> {
        let reduction = match simplify {
            true => reduce(system, ReduceOptions::default()).ok()?,
            false => {
                Reduction { forced: Vec::new(), system: system.clone(), cells: (0..system.cells as u32).collect() }
            }
        };
        let split = split(&reduction.system);
        if split.contradiction {
            return None;
        }
        control.stats.set(Counter::Forced, reduction.forced.len() as u64);
        control.stats.set(Counter::Components, split.components.len() as u64);
        for component in &split.components {
            control.stats.max(Counter::LargestComponent, component.cells.len() as u64);
        }
        // A total beyond the capacity of the cells is as impossible one step beyond.
        let possible = -1..=reduction.system.cells as i64 + 1;
        let mines = reduction.system.total.map(|mines| mines.clamp(*possible.start(), *possible.end()));
        let total = mines.map(|mines| Total { mines, floating: split.floating.len() as i64 });
        let parts: Vec<Part> = (split.components.into_iter())
            .map(|component| {
                let (program, mut blocks) = Program::of(&component.system);
                blocks.iter_mut().flatten().for_each(|cell| *cell = component.cells[*cell as usize]);
                Part { program, blocks }
            })
            .collect();
        control.stats.set(Counter::Blocks, parts.iter().map(|p| p.blocks.len() as u64).sum());
        Some(Parts { reduction, parts, floating: split.floating, total })
    }

    /// The counts of mines that each component's blocks allow at most.
    pub fn widest(&self) -> Vec<(i64, i64)> {
        self.parts.iter().map(|p| (0, p.program.upper.iter().sum())).collect()
    }

    /// True if ranges of mines are worth finding: there is a total, it is not loose anyway, and it does not fix the
    /// mines of the only component by itself.
    pub fn needs_ranges(&self) -> bool {
        !self.is_loose(&self.widest()) && (self.parts.len() > 1 || !self.floating.is_empty())
    }

    /// True if the total, if any, restricts no component within these ranges.
    fn is_loose(&self, ranges: &[(i64, i64)]) -> bool {
        self.total.is_none_or(|total| total.is_loose(ranges))
    }

    /// A model of the original system from a solution of each component; the floating cells take the rest of the total,
    /// no mines without a total.
    pub fn model(&self, solutions: &[&[i64]]) -> Vec<bool> {
        let mut mines = vec![false; self.reduction.system.cells];
        let mut place = |cells: &[u32], count: i64| {
            let count = usize::try_from(count).unwrap_or(0);
            cells.iter().take(count).for_each(|&cell| mines[cell as usize] = true);
        };
        let mut rest = self.total.map_or(0, |total| total.mines);
        for (part, values) in self.parts.iter().zip(solutions) {
            for (cells, &count) in part.blocks.iter().zip(*values) {
                place(cells, count);
                rest -= count;
            }
        }
        place(&self.floating, rest);
        self.reduction.lift_model(&mines)
    }

    /// Verdicts for the original system from verdicts per block and one for all floating cells.
    pub fn verdicts(&self, blocks: &[Vec<Verdict>], floating: Verdict) -> Vec<Verdict> {
        let mut cells = vec![floating; self.reduction.system.cells];
        for (part, verdicts) in self.parts.iter().zip(blocks) {
            for (block, &verdict) in part.blocks.iter().zip(verdicts) {
                block.iter().for_each(|&cell| cells[cell as usize] = verdict);
            }
        }
        self.reduction.lift(&cells, |mine| if mine { Verdict::Mine } else { Verdict::Safe })
    }

    /// (some floating cell can be safe, some can be a mine) when all of them together can hold
    /// these numbers of mines. All floating cells are alike.
    pub fn floating_can(&self, counts: &Spans) -> (bool, bool) {
        let all = self.floating.len() as i64;
        (counts.least().is_some_and(|n| n < all), counts.most().is_some_and(|n| n > 0))
    }
}
