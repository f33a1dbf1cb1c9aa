//! Meets the total without a formula: moves far apart are independent, so the mines that one of them adds others can
//! take away.

use std::collections::BTreeMap;

use rustc_hash::FxHashSet;

use super::explore::Explored;
use crate::mines::MineBudget;
use crate::system::System;

/// No owner.
const NONE: u32 = u32::MAX;

/// Candidates of one size examined before the next size is tried. Moves conflict only with others nearby, so the first
/// few nearly always include one that fits.
const TRIES: usize = 64;

/// A set of cells whose flipping turns the base model into another.
struct Move {
    cells: Vec<u32>,
    sums: Vec<u32>,
    /// Mines more than in the base.
    delta: i64,
}

/// A model of the sums of a system, as a base model with some moves made. No sum is touched by two moves made, and each
/// move keeps every sum, so all together keep them.
pub struct Compensation {
    base: Vec<bool>,
    moves: Vec<Move>,
    made: Vec<bool>,
    /// The move made that touches a sum.
    owner: Vec<u32>,
    /// Mines now.
    mines: i64,
    budget: MineBudget,
    /// Moves by the mines that making them would add, or unmaking those made.
    by_gain: BTreeMap<i64, Vec<u32>>,
    stamp: u32,
    sum_stamp: Vec<u32>,
    move_stamp: Vec<u32>,
}

/// The connected parts of the moves, each once. A sum touched by a part is touched by no other part
/// of the same move, so each part keeps all sums by itself.
fn pieces(system: &System, sums_of: &[Vec<u32>], moves: &[Vec<u32>]) -> Vec<Vec<u32>> {
    let mut known = FxHashSet::default();
    let mut pieces = Vec::new();
    // Move (from 1) that a cell is waiting in to be put in a piece.
    let mut waits = vec![0u32; system.cells];
    for (cells, number) in moves.iter().zip(1..) {
        cells.iter().for_each(|&c| waits[c as usize] = number);
        for &start in cells {
            if waits[start as usize] != number {
                continue;
            }
            waits[start as usize] = 0;
            let mut piece = vec![start];
            let mut done = 0;
            while done < piece.len() {
                let sums = &sums_of[piece[done] as usize];
                for &cell in sums.iter().flat_map(|&s| &system.sums[s as usize].cells) {
                    if waits[cell as usize] == number {
                        waits[cell as usize] = 0;
                        piece.push(cell);
                    }
                }
                done += 1;
            }
            piece.sort_unstable();
            if known.insert(piece.clone()) {
                pieces.push(piece);
            }
        }
    }
    pieces
}

impl Compensation {
    /// For models with a number of mines on the frontier that the floating cells complete to the budget. The base is a
    /// model of the sums with its floating cells safe, and so it is with the cells of any one move flipped. Moves are
    /// split where no sum holds their parts together: small ones conflict less.
    pub fn new(system: &System, Explored { base, moves }: Explored, budget: MineBudget) -> Self {
        let sums_of = system.sums_of_cells();
        let complete = |cells: Vec<u32>| {
            let mut sums: Vec<u32> = cells.iter().flat_map(|&c| &sums_of[c as usize]).copied().collect();
            sums.sort_unstable();
            sums.dedup();
            let delta = cells.iter().map(|&c| if base[c as usize] { -1 } else { 1 }).sum();
            Move { cells, sums, delta }
        };
        let moves: Vec<Move> = pieces(system, &sums_of, &moves).into_iter().map(complete).collect();
        Compensation {
            mines: base.iter().filter(|&&m| m).count() as i64,
            base,
            made: vec![false; moves.len()],
            owner: vec![NONE; system.sums.len()],
            budget,
            by_gain: BTreeMap::new(),
            stamp: 0,
            sum_stamp: vec![0; system.sums.len()],
            move_stamp: vec![0; moves.len()],
            moves,
        }
    }

    /// The same moves and more, from the current model: moves made are moves back, those in conflict with them are
    /// dropped. `more` are moves in [`Compensation::model`].
    pub fn rebased(self, system: &System, more: Vec<Vec<u32>>) -> Self {
        let open = |s: &Move| s.sums.iter().all(|&s| self.owner[s as usize] == NONE);
        let kept = self.moves.iter().zip(&self.made).filter(|(step, made)| **made || open(step));
        let moves = kept.map(|(step, _)| step.cells.clone()).chain(more).collect();
        Compensation::new(system, Explored { base: self.model(), moves }, self.budget)
    }

    /// Number of moves.
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Makes moves until the mines are in the range, largest steps first; false if they run out.
    pub fn settle(&mut self) -> bool {
        let (least, most) = self.budget.on_components();
        let mut order: Vec<u32> = (0..self.moves.len() as u32).collect();
        order.sort_by_key(|&m| (-self.moves[m as usize].delta.abs(), self.moves[m as usize].sums.len()));
        for index in order {
            let step = &self.moves[index as usize];
            let (low, high) = (least - self.mines, most - self.mines);
            let towards = if low > 0 { (1..=high).contains(&step.delta) } else { (low..0).contains(&step.delta) };
            if (low > 0 || high < 0) && towards && step.sums.iter().all(|&s| self.owner[s as usize] == NONE) {
                step.sums.iter().for_each(|&s| self.owner[s as usize] = index);
                self.mines += step.delta;
                self.made[index as usize] = true;
            }
        }
        // Moves that conflict with those made come last: they only fit after undoing those.
        let open = |s: &Move| s.sums.iter().all(|&s| self.owner[s as usize] == NONE);
        let usable = |m: usize| self.made[m] || open(&self.moves[m]);
        let (first, last): (Vec<usize>, Vec<usize>) = (0..self.moves.len()).partition(|&m| usable(m));
        for index in first.into_iter().chain(last) {
            let delta = self.moves[index].delta;
            let gain = if self.made[index] { -delta } else { delta };
            if gain != 0 {
                self.by_gain.entry(gain).or_default().push(index as u32);
            }
        }
        self.budget.rest(self.mines).is_some()
    }

    /// The current model.
    pub fn model(&self) -> Vec<bool> {
        let mut model = self.base.clone();
        for step in self.moves.iter().zip(&self.made).filter(|(_, made)| **made).map(|(step, _)| step) {
            step.cells.iter().for_each(|&c| model[c as usize] ^= true);
        }
        model
    }

    /// Is there a model within the range in which move `index` is made? Call it after [`Compensation::settle`] returned
    /// true. Then `visit(cell, mine)` is called for every cell that differs from [`Compensation::model`], and the
    /// answer is the model's number of mines. None only means that no model was found.
    pub fn with(&mut self, index: usize, mut visit: impl FnMut(usize, bool)) -> Option<i64> {
        if self.made[index] {
            return Some(self.mines);
        }
        self.stamp += 1;
        let mut toggled = vec![index as u32];
        let mut mines = self.mines + self.moves[index].delta;
        self.move_stamp[index] = self.stamp;
        for &sum in &self.moves[index].sums {
            self.sum_stamp[sum as usize] = self.stamp;
            let owner = self.owner[sum as usize];
            if owner != NONE && std::mem::replace(&mut self.move_stamp[owner as usize], self.stamp) != self.stamp {
                toggled.push(owner);
                mines -= self.moves[owner as usize].delta;
            }
        }
        let (least, most) = self.budget.on_components();
        while self.budget.rest(mines).is_none() {
            let next = self.step(least - mines, most - mines)?;
            let step = &self.moves[next as usize];
            self.move_stamp[next as usize] = self.stamp;
            toggled.push(next);
            if self.made[next as usize] {
                mines -= step.delta;
            } else {
                mines += step.delta;
                step.sums.iter().for_each(|&s| self.sum_stamp[s as usize] = self.stamp);
            }
        }
        // A cell of a move unmade may be a cell of a move made in its place: the latter counts.
        let (unmade, made): (Vec<u32>, Vec<u32>) = toggled.iter().partition(|&&m| self.made[m as usize]);
        let mut flipped: Vec<u32> = made.iter().flat_map(|&m| &self.moves[m as usize].cells).copied().collect();
        flipped.sort_unstable();
        flipped.iter().for_each(|&c| visit(c as usize, !self.base[c as usize]));
        let back = unmade.iter().flat_map(|&m| &self.moves[m as usize].cells);
        back.filter(|&c| flipped.binary_search(c).is_err()).for_each(|&c| visit(c as usize, self.base[c as usize]));
        Some(mines)
    }

    /// A move to make or unmake next, as large as `low..=high` (which does not hold 0) allows.
    fn step(&self, low: i64, high: i64) -> Option<u32> {
        let fits = |&&m: &&u32| {
            let free = |&s: &u32| {
                let owner = self.owner[s as usize];
                self.sum_stamp[s as usize] != self.stamp
                    && (owner == NONE || self.move_stamp[owner as usize] == self.stamp)
            };
            self.move_stamp[m as usize] != self.stamp
                && (self.made[m as usize] || self.moves[m as usize].sums.iter().all(free))
        };
        let first = |(_, moves): (&i64, &Vec<u32>)| moves.iter().take(TRIES).find(fits).copied();
        if low > 0 {
            self.by_gain.range(1..=high).rev().find_map(first)
        } else {
            self.by_gain.range(low..=-1).find_map(first)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::Sum;

    /// Pairs of cells with a sum of one each are still; triples with a sum that both (0, 1) and (1,
    /// 0) with an overlap satisfy change the count: x + y = 1, y + z = 1.
    fn chains(count: u32) -> (System, Explored) {
        let mut sums = Vec::new();
        for i in 0..count {
            sums.push(Sum::new(vec![3 * i, 3 * i + 1], 1));
            sums.push(Sum::new(vec![3 * i + 1, 3 * i + 2], 1));
        }
        let system = System { cells: 3 * count as usize, sums, total: None };
        // One mine in the middle of each; flipping all three cells makes it two at the ends.
        let base = (0..system.cells).map(|c| c % 3 == 1).collect();
        let moves = (0..count).map(|i| vec![3 * i, 3 * i + 1, 3 * i + 2]).collect();
        (system, Explored { base, moves })
    }

    #[test]
    fn moves_meet_the_total_and_make_up_for_each_other() {
        let (system, explored) = chains(4);
        let mut compensation = Compensation::new(&system, explored, MineBudget { mines: 6, floating: 0 });
        assert!(compensation.settle());
        let model = compensation.model();
        assert!(system.is_model(&model));
        assert_eq!(model.iter().filter(|&&m| m).count(), 6);
        for index in 0..compensation.len() {
            let mut changed = model.clone();
            let mines = compensation.with(index, |cell, mine| changed[cell] = mine);
            assert_eq!(mines, Some(6));
            assert!(system.is_model(&changed) && changed[3 * index], "move {index}: {changed:?}");
        }
    }

    #[test]
    fn a_total_out_of_reach_is_not_met() {
        let (system, explored) = chains(2);
        assert!(!Compensation::new(&system, explored, MineBudget { mines: 6, floating: 1 }).settle());
        let mut most = Compensation::new(&system, chains(2).1, MineBudget { mines: 4, floating: 0 });
        assert!(most.settle());
        // Both moves are made at 4 mines, so each is its own answer.
        assert_eq!(most.with(0, |_, _| panic!("nothing changes")), Some(4));
    }

    #[test]
    fn a_move_that_cannot_be_made_up_for_gives_no_model() {
        let (system, explored) = chains(1);
        let mut only = Compensation::new(&system, explored, MineBudget { mines: 1, floating: 0 });
        assert!(only.settle());
        assert_eq!(only.with(0, |_, _| ()), None);
    }
}
