//! Bounds from relaxations: of every block, and of all mines together.

use super::multipliers::refute;
use super::program::Program;
use super::simplex::{Answer, Relaxation};
use crate::engine::{Control, Stop};
use crate::mines::SolutionsByMines;

/// Values nearer than this to an integer are rounded to it, as a proposal.
const NEAR: f64 = 1e-6;

/// The range of each block over the solutions of a relaxation. The ends come from floating point and are proposals;
/// `mined` and `spared` come from integer solutions that passed the exact check.
pub(super) struct Reached {
    /// Smallest and largest value seen of each block, over all solutions met; if `highest < 1` or `lowest > size - 1`
    /// it is the optimum.
    pub lowest: Vec<f64>,
    pub highest: Vec<f64>,
    /// Blocks with a mine in some integer solution, and blocks with a safe cell in some integer solution.
    pub mined: Vec<bool>,
    pub spared: Vec<bool>,
    /// The integer solutions that first reached an end of a block.
    pub witnesses: Vec<Vec<i64>>,
}

impl Reached {
    pub fn new(blocks: usize) -> Reached {
        Reached {
            lowest: vec![f64::INFINITY; blocks],
            highest: vec![f64::NEG_INFINITY; blocks],
            mined: vec![false; blocks],
            spared: vec![false; blocks],
            witnesses: Vec::new(),
        }
    }

    /// Adds a solution; an integer one counts as a witness if `accept` accepts its number of mines.
    pub fn note(&mut self, program: &Program, relaxation: &Relaxation, accept: &dyn Fn(i64) -> bool) {
        let values = relaxation.values();
        for (block, &value) in values[..program.blocks].iter().enumerate() {
            self.lowest[block] = self.lowest[block].min(value);
            self.highest[block] = self.highest[block].max(value);
        }
        if let Some(whole) = program.rounded(&values)
            && accept(program.mines(&whole))
        {
            self.witness(program, &whole);
        }
    }

    /// Adds an integer solution.
    pub fn witness(&mut self, program: &Program, whole: &[i64]) {
        let is_new = |(block, &count): (usize, &i64)| {
            count > 0 && !self.mined[block] || count < program.upper[block] && !self.spared[block]
        };
        if whole[..program.blocks].iter().enumerate().any(is_new) {
            self.witnesses.push(whole[..program.blocks].to_vec());
        }
        for (block, &count) in whole[..program.blocks].iter().enumerate() {
            self.mined[block] |= count > 0;
            self.spared[block] |= count < program.upper[block];
            self.lowest[block] = self.lowest[block].min(count as f64);
            self.highest[block] = self.highest[block].max(count as f64);
        }
    }

    /// True unless the relaxation keeps the block free of mines, by floating point.
    pub fn can_be_mine(&self, block: usize) -> bool {
        self.highest[block] > 1.0 - NEAR
    }

    /// True unless the relaxation fills the block with mines, by floating point.
    pub fn can_be_safe(&self, program: &Program, block: usize) -> bool {
        self.lowest[block] < program.upper[block] as f64 - 1.0 + NEAR
    }

    /// Both ends of every block, skipping those that earlier solutions reached already. One node per relaxation.
    ///
    /// # Errors
    /// A limit ran out.
    pub fn explore(
        &mut self,
        program: &Program,
        base: &Relaxation,
        accept: &dyn Fn(i64) -> bool,
        control: &mut Control,
    ) -> Result<(), Stop> {
        for block in 0..program.blocks {
            for highest in [true, false] {
                let reached = if highest { self.can_be_mine(block) } else { self.can_be_safe(program, block) };
                if reached {
                    continue;
                }
                control.node()?;
                match base.extreme(std::iter::once(block), highest, control)? {
                    Answer::Optimal(relaxation) => self.note(program, &relaxation, accept),
                    // The base has a solution, so this is numerical trouble: propose nothing.
                    Answer::Infeasible | Answer::Failed if highest => self.highest[block] = f64::INFINITY,
                    Answer::Infeasible | Answer::Failed => self.lowest[block] = f64::NEG_INFINITY,
                }
            }
        }
        Ok(())
    }
}

/// Keeps an integer solution, the first one for its number of mines.
pub(super) fn keep(known: &mut SolutionsByMines<Vec<i64>>, program: &Program, relaxation: &Relaxation) {
    if let Some(whole) = program.rounded(&relaxation.values()[..program.lower.len()]) {
        known.entry(program.mines(&whole)).or_insert(whole);
    }
}

/// Proved bounds on the number of mines: the relaxation's, rounded to integers. An unproved bound stays trivial. `note`
/// receives the two solutions.
///
/// # Errors
/// A limit ran out.
pub(super) fn mine_range(
    program: &Program,
    base: &Relaxation,
    note: &mut dyn FnMut(&Relaxation),
    control: &mut Control,
) -> Result<(i64, i64), Stop> {
    let all: i64 = program.upper[..program.blocks].iter().sum();
    let mut range = (0, all);
    for highest in [false, true] {
        let Answer::Optimal(relaxation) = base.extreme(0..program.blocks, highest, control)? else { continue };
        note(&relaxation);
        let mines: f64 = relaxation.values()[..program.blocks].iter().sum();
        let (proposed, beyond) = match highest {
            true => ((mines + NEAR).floor() as i64, ((mines + NEAR).floor() as i64 + 1, all)),
            false => ((mines - NEAR).ceil() as i64, (0, (mines - NEAR).ceil() as i64 - 1)),
        };
        if beyond.0 > beyond.1 || refute(&program.with_mines(beyond.0, beyond.1), None, control)?.is_none() {
            continue;
        }
        *(if highest { &mut range.1 } else { &mut range.0 }) = proposed;
    }
    Ok(range)
}
