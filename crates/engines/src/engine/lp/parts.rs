//! The common start of both engines: the reduced system as one program per component.

use super::program::Program;
use crate::engine::{Control, Counter, Stop, Verdict};
use crate::mines::{MineBudget, Restriction};
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

impl Part {
    fn cells(&self) -> usize {
        self.blocks.iter().map(Vec::len).sum()
    }

    /// The counts of mines that its blocks allow at most.
    pub fn widest(&self) -> (i64, i64) {
        (0, self.program.upper.iter().sum())
    }
}

/// A system in parts. Cells are numbered as in the reduced system.
pub(super) struct Parts {
    pub reduction: Reduction,
    pub parts: Vec<Part>,
    pub floating: Vec<u32>,
    pub budget: Option<MineBudget>,
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
        let budget = MineBudget::new(reduction.system.total, reduction.system.cells, split.floating.len());
        let parts: Vec<Part> = (split.components.into_iter())
            .map(|component| {
                let (program, mut blocks) = Program::of(&component.system);
                blocks.iter_mut().flatten().for_each(|cell| *cell = component.cells[*cell as usize]);
                Part { program, blocks }
            })
            .collect();
        control.stats.set(Counter::Blocks, parts.iter().map(|p| p.blocks.len() as u64).sum());
        Some(Parts { reduction, parts, floating: split.floating, budget })
    }

    /// The counts of mines that each component's blocks allow at most.
    pub fn widest(&self) -> Vec<(i64, i64)> {
        self.parts.iter().map(Part::widest).collect()
    }

    /// True if ranges of mines are worth finding: there is a total, it is not loose anyway, and it does not fix the
    /// mines of the only component by itself.
    pub fn needs_ranges(&self) -> bool {
        let is_loose = self.budget.is_none_or(|budget| budget.is_loose(&self.widest()));
        !is_loose && (self.parts.len() > 1 || !self.floating.is_empty())
    }

    /// What the total does to components with these ranges of mines.
    pub fn restriction(&self, ranges: &[(i64, i64)]) -> Restriction {
        self.budget.map_or(Restriction::Loose, |budget| budget.restriction(ranges))
    }

    /// The results of `work` on every component, by its place, in parallel ([`Control::in_parallel`]); None as soon as it gives
    /// None for one.
    ///
    /// # Errors
    /// The first of `work`.
    pub fn in_parallel<T: Send>(
        &self,
        control: &mut Control,
        work: impl Fn(usize, &Part, &mut Control) -> Result<Option<T>, Stop> + Sync,
    ) -> Result<Option<Vec<T>>, Stop> {
        control.in_parallel(
            self.parts.iter().enumerate().collect(),
            |(_, part)| part.cells(),
            (0, |_: &T| 0),
            |(place, part), _, control| work(place, part, control),
        )
    }

    /// A model of the original system from a solution of each component; the floating cells take the rest of the total,
    /// no mines without a total.
    pub fn model(&self, solutions: &[&[i64]]) -> Vec<bool> {
        let mut mines = vec![false; self.reduction.system.cells];
        let mut place = |cells: &[u32], count: i64| {
            let count = usize::try_from(count).unwrap_or(0);
            cells.iter().take(count).for_each(|&cell| mines[cell as usize] = true);
        };
        let mut rest = self.budget.map_or(0, |budget| budget.mines);
        for (part, values) in self.parts.iter().zip(solutions) {
            for (cells, &count) in part.blocks.iter().zip(*values) {
                place(cells, count);
                rest -= count;
            }
        }
        place(&self.floating, rest);
        self.reduction.lift_model(&mines)
    }

    /// A model of the original system with other values of one component's blocks.
    pub fn with_values(&self, model: &[bool], component: usize, values: &[i64]) -> Vec<bool> {
        let mut model = model.to_vec();
        for (cells, &count) in self.parts[component].blocks.iter().zip(values) {
            for (&cell, number) in cells.iter().zip(0..) {
                model[self.reduction.cells[cell as usize] as usize] = number < count;
            }
        }
        model
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
}
