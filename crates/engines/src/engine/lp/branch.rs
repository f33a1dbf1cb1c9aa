//! Exact branch and bound: guided by relaxations, pruned in integers.
//!
//! A node is pruned when propagating the bounds empties a variable, or when multipliers checked in integers refute it.
//! A node that is infeasible in floating point alone is branched on instead, down to fixed variables if need be, so the
//! search always ends with a proved answer.

use super::multipliers::refute;
use super::program::Program;
use super::simplex::{Answer, Relaxation};
use crate::engine::{Control, Stop};
use crate::mines::Answered;

/// Answer to "does this program have a solution?".
pub(super) type Found = Answered<Vec<i64>>;

/// Searches for a solution. Nodes are counted by `control`. Never [`Found::Unsure`].
///
/// # Errors
/// A limit ran out.
pub(super) fn search(program: &Program, seed: Option<usize>, control: &mut Control) -> Result<Found, Stop> {
    explore(program, seed, true, control)
}

/// Follows the first branch at every node and gives up at its end (diving): the usual heuristic to get from a
/// relaxation to an integer solution. [`Found::Nothing`] only if the root itself is refuted.
///
/// # Errors
/// A limit ran out.
pub(super) fn dive(program: &Program, control: &mut Control) -> Result<Found, Stop> {
    explore(program, None, false, control)
}

fn explore(program: &Program, seed: Option<usize>, backtrack: bool, control: &mut Control) -> Result<Found, Stop> {
    let mut tree = Tree::new(program, seed);
    let mut possible = tree.propagate_all();
    loop {
        control.node()?;
        let next = if possible { tree.relax(control)? } else { Next::Prune };
        match next {
            Next::Solution(values) => return Ok(Found::Solution(values)),
            Next::Branch { var, at, up } => possible = tree.descend(var, at, up, control)?,
            Next::Prune if !backtrack && !tree.decisions.is_empty() => return Ok(Found::Unsure),
            Next::Prune => match tree.retreat() {
                Some(other) => possible = other,
                None => return Ok(Found::Nothing),
            },
        }
    }
}

/// Result of a node's relaxation.
enum Next {
    Solution(Vec<i64>),
    Prune,
    /// Split into `var <= at` and `var > at`, `up`: the latter first.
    Branch {
        var: usize,
        at: i64,
        up: bool,
    },
}

/// A branch taken whose other side is still to do.
struct Decision {
    trail: usize,
    var: usize,
    at: i64,
    up: bool,
}

struct Tree {
    /// Its bounds are those of the current node.
    program: Program,
    /// Per row the sums of its variables' bounds, and the widest of its variables at the start.
    low: Vec<i64>,
    high: Vec<i64>,
    widest: Vec<i64>,
    /// Bounds as they were: variable, lower, upper.
    trail: Vec<(usize, i64, i64)>,
    decisions: Vec<Decision>,
    queue: Vec<u32>,
    queued: Vec<bool>,
    /// The relaxation of the current node, if it comes from its parent's.
    warm: Option<Answer<Relaxation>>,
    /// Where a refutation is sought first.
    seed: Option<usize>,
}

impl Tree {
    fn new(program: &Program, seed: Option<usize>) -> Tree {
        let sum = |of: &[i64]| -> Vec<i64> {
            program.rows.iter().map(|row| row.vars.iter().map(|&v| of[v as usize]).sum()).collect()
        };
        let width = |v: &u32| program.upper[*v as usize] - program.lower[*v as usize];
        Tree {
            low: sum(&program.lower),
            high: sum(&program.upper),
            widest: program.rows.iter().map(|row| row.vars.iter().map(width).max().unwrap_or(0)).collect(),
            trail: Vec::new(),
            decisions: Vec::new(),
            queue: (0..program.rows.len() as u32).collect(),
            queued: vec![true; program.rows.len()],
            warm: None,
            seed,
            program: program.clone(),
        }
    }

    /// Tightens a variable; false if its range is empty.
    fn tighten(&mut self, var: usize, low: i64, high: i64) -> bool {
        let (old_low, old_high) = (self.program.lower[var], self.program.upper[var]);
        let (low, high) = (low.max(old_low), high.min(old_high));
        if low > high {
            return false;
        }
        if (low, high) != (old_low, old_high) {
            self.trail.push((var, old_low, old_high));
            self.set(var, low, high);
            for &row in &self.program.rows_of[var] {
                if !std::mem::replace(&mut self.queued[row as usize], true) {
                    self.queue.push(row);
                }
            }
        }
        true
    }

    fn set(&mut self, var: usize, low: i64, high: i64) {
        for &row in &self.program.rows_of[var] {
            self.low[row as usize] += low - self.program.lower[var];
            self.high[row as usize] += high - self.program.upper[var];
        }
        self.program.lower[var] = low;
        self.program.upper[var] = high;
    }

    fn propagate_all(&mut self) -> bool {
        let nonempty = self.program.lower.iter().zip(&self.program.upper).all(|(low, high)| low <= high);
        nonempty && self.propagate()
    }

    /// Bounds consistency on the rows to a fixed point; false on a contradiction.
    fn propagate(&mut self) -> bool {
        while let Some(row) = self.queue.pop() {
            self.queued[row as usize] = false;
            if !self.narrow(row as usize) {
                self.queue.drain(..).for_each(|r| self.queued[r as usize] = false);
                return false;
            }
        }
        true
    }

    fn narrow(&mut self, row: usize) -> bool {
        let count = self.program.rows[row].count;
        let (spare, surplus) = (count - self.low[row], self.high[row] - count);
        if spare < 0 || surplus < 0 {
            return false;
        }
        if spare.min(surplus) >= self.widest[row] {
            return true;
        }
        for at in 0..self.program.rows[row].vars.len() {
            let var = self.program.rows[row].vars[at] as usize;
            let (low, high) = (self.program.lower[var], self.program.upper[var]);
            let (spare, surplus) = (count - self.low[row], self.high[row] - count);
            if high - low > spare.min(surplus) && !self.tighten(var, high - surplus, low + spare) {
                return false;
            }
        }
        true
    }

    /// Solves the node's relaxation and chooses the next action.
    fn relax(&mut self, control: &mut Control) -> Result<Next, Stop> {
        if self.program.lower == self.program.upper {
            let values = self.program.lower.clone();
            return Ok(if self.program.is_solution(&values) { Next::Solution(values) } else { Next::Prune });
        }
        let answer = match self.warm.take() {
            Some(answer) => answer,
            None => Relaxation::new(&self.program, control)?,
        };
        match answer {
            Answer::Optimal(relaxation) => {
                let values = relaxation.values();
                if let Some(whole) = self.program.rounded(&values) {
                    return Ok(Next::Solution(whole));
                }
                self.warm = Some(Answer::Optimal(relaxation));
                Ok(self.branch(&values))
            }
            Answer::Infeasible => match refute(&self.program, self.seed, control)? {
                Some(_) => Ok(Next::Prune),
                None => Ok(self.branch(&[])),
            },
            Answer::Failed => Ok(self.branch(&[])),
        }
    }

    /// Branches on the value nearest to a half, towards the nearer side; without values on the
    /// first variable that is open.
    fn branch(&self, values: &[f64]) -> Next {
        let mut best = (0.0, Next::Prune);
        for (var, (&low, &high)) in self.program.lower.iter().zip(&self.program.upper).enumerate() {
            if low == high {
                continue;
            }
            let value = values.get(var).copied().unwrap_or(low as f64).clamp(low as f64, high as f64);
            let at = (value.floor() as i64).min(high - 1);
            let part = value - at as f64;
            let score = 1.0 + part.min(1.0 - part);
            if score > best.0 {
                best = (score, Next::Branch { var, at, up: part > 0.5 });
            }
        }
        best.1
    }

    fn descend(&mut self, var: usize, at: i64, up: bool, control: &mut Control) -> Result<bool, Stop> {
        self.decisions.push(Decision { trail: self.trail.len(), var, at, up });
        let possible = self.take(var, at, up);
        // What propagation adds follows from the rows in the relaxation too.
        self.warm = match self.warm.take() {
            Some(Answer::Optimal(parent)) if possible => {
                Some(parent.bounded(var, if up { at + 1 } else { at }, !up, control)?)
            }
            _ => None,
        };
        Ok(possible)
    }

    fn take(&mut self, var: usize, at: i64, up: bool) -> bool {
        self.seed = Some(var);
        let taken = if up { self.tighten(var, at + 1, i64::MAX) } else { self.tighten(var, i64::MIN, at) };
        taken && self.propagate()
    }

    /// Takes the other side of the last branch; whether that is possible, or None at the root.
    fn retreat(&mut self) -> Option<bool> {
        let last = self.decisions.pop()?;
        while self.trail.len() > last.trail {
            let (var, low, high) = self.trail.pop().expect("longer than before");
            self.set(var, low, high);
        }
        self.warm = None;
        Some(self.take(last.var, last.at, !last.up))
    }
}
