//! Moves: cells that change between mine and safe while every clue stays satisfied.

use std::collections::BTreeSet;

use super::problem::{FrameCell, TileProblem};

/// Cells of the frame in ascending order, each with whether it becomes a mine.
pub type GadgetMove = Vec<(usize, bool)>;

/// A layout and one completion per row of the table, as the solver proposes it.
#[derive(Clone, Debug)]
pub struct Proposal {
    /// Which cells of the frame are clues.
    pub clue: Vec<bool>,
    /// Cells that can change: covered and not given mines.
    pub covered: Vec<bool>,
    /// Mines of the frame, one row per row of the table.
    pub mines: Vec<Vec<bool>>,
}

impl Proposal {
    /// The mines of row `row` after a move.
    pub fn moved(&self, row: usize, cells: &GadgetMove) -> Vec<bool> {
        let mut mines = self.mines[row].clone();
        cells.iter().for_each(|&(cell, mine)| mines[cell] = mine);
        mines
    }
}

/// Whether the search has visited a cell.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    Undecided,
    Moves,
    Stays,
}

/// The search for moves from one completion.
struct Walk<'a> {
    proposal: &'a Proposal,
    neighbours: &'a [Vec<usize>],
    row: usize,
    marks: Vec<Mark>,
    /// Mines gained by the neighbours of every clue.
    gain: Vec<i32>,
    moved: Vec<usize>,
    found: BTreeSet<GadgetMove>,
    most_found: usize,
}

impl Walk<'_> {
    fn mine(&self, cell: usize) -> bool {
        self.proposal.mines[self.row][cell]
    }

    fn flip(&mut self, cell: usize, sign: i32) {
        let change = if self.mine(cell) { -sign } else { sign };
        for &n in &self.neighbours[cell] {
            if self.proposal.clue[n] {
                self.gain[n] += change;
            }
        }
    }

    /// Extends the moved cells to moves by at most `budget` more. The depth is at most the budget.
    fn extend(&mut self, budget: usize) {
        if self.found.len() >= self.most_found {
            return;
        }
        // The unbalanced clue with the fewest ways to balance it.
        let mut best: Option<Vec<usize>> = None;
        for clue in 0..self.gain.len() {
            if self.gain[clue] == 0 {
                continue;
            }
            if self.gain[clue].unsigned_abs() as usize > budget {
                return;
            }
            let helps = |&&n: &&usize| {
                self.marks[n] == Mark::Undecided && self.proposal.covered[n] && self.mine(n) == (self.gain[clue] > 0)
            };
            let ways: Vec<usize> = self.neighbours[clue].iter().filter(helps).copied().collect();
            if best.as_ref().is_none_or(|b| ways.len() < b.len()) {
                best = Some(ways);
            }
        }
        let Some(ways) = best else {
            let mut cells: GadgetMove = self.moved.iter().map(|&cell| (cell, !self.mine(cell))).collect();
            cells.sort_unstable();
            if !self.proposal.mines.contains(&self.proposal.moved(self.row, &cells)) {
                self.found.insert(cells);
            }
            return;
        };
        for &cell in &ways {
            self.take(cell, budget);
            self.marks[cell] = Mark::Stays;
        }
        ways.iter().for_each(|&cell| self.marks[cell] = Mark::Undecided);
    }

    fn take(&mut self, cell: usize, budget: usize) {
        self.marks[cell] = Mark::Moves;
        self.moved.push(cell);
        self.flip(cell, 1);
        self.extend(budget - 1);
        self.flip(cell, -1);
        self.moved.pop();
        self.marks[cell] = Mark::Undecided;
    }
}

/// Neighbours of every cell of the frame.
pub fn neighbours(problem: &TileProblem) -> Vec<Vec<usize>> {
    let frame = problem.frame();
    frame.cells().map(|cell| frame.neighbours(cell).collect()).collect()
}

/// The smallest moves (within a factor of two) that lead from a wanted completion to one that is not wanted,
/// at most about `most` of them; none if there is no such completion at all.
///
/// The search is complete: the difference between two completions is a union of minimal moves that can be made one
/// after another; either the first leads to an unwanted completion or the rest starts from a wanted one.
pub fn unwanted(proposal: &Proposal, neighbours: &[Vec<usize>], places: &[FrameCell], most: usize) -> Vec<GadgetMove> {
    let movable: Vec<usize> = (0..places.len()).filter(|&cell| proposal.covered[cell]).collect();
    let mut budget = 2;
    loop {
        let mut found = BTreeSet::new();
        for row in 0..proposal.mines.len() {
            let mut walk = Walk {
                proposal,
                neighbours,
                row,
                marks: vec![Mark::Undecided; places.len()],
                gain: vec![0; places.len()],
                moved: Vec::new(),
                found: BTreeSet::new(),
                most_found: most,
            };
            for &cell in &movable {
                walk.take(cell, budget);
                walk.marks[cell] = Mark::Stays;
            }
            found.append(&mut walk.found);
        }
        if !found.is_empty() || budget >= movable.len() {
            return found.into_iter().collect();
        }
        budget = (budget * 2).min(movable.len());
    }
}
