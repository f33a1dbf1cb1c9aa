//! A player's knowledge: covered cells proved safe or mined, and the remaining count of every clue.
//!
//! Updated with the cells just shown, so the cost of a turn depends on the changes, not on the board. Two rules are
//! built in: one clue alone, and two clues together.

use std::hash::Hasher;
use std::sync::Arc;

use rustc_hash::FxHasher;

use super::analysis::Mines;
use super::{Act, Impossible, Move, Reason, View};
use crate::board::{Cell, Grid};
use crate::engine::Prior;

/// The state of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// Unknown: not shown, and nothing proved.
    Nothing,
    /// Proved safe, not shown yet.
    Safe,
    /// Proved to be a mine, or shown as a flag.
    Mine,
    /// Shown, with or without its clue.
    Shown,
}

/// The pairs of clues to examine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CluePairs {
    /// No pairs: clues are examined one by one.
    None,
    /// System D: neighbouring clue cells, one unknown set inside the other.
    EasyEquations,
    /// Any two clues with a shared unknown cell; complete for two sums.
    All,
}

/// Neighbours of every cell, shared by all games on one size of board.
pub struct Neighbours {
    around: Vec<[u32; 8]>,
    count: Vec<u8>,
}

impl Neighbours {
    /// The table of a grid.
    pub fn new(grid: Grid) -> Self {
        let mut table = Neighbours { around: vec![[0; 8]; grid.len()], count: vec![0; grid.len()] };
        for cell in grid.cells() {
            for n in grid.neighbours(cell) {
                table.around[cell][usize::from(table.count[cell])] = n as u32;
                table.count[cell] += 1;
            }
        }
        table
    }

    /// Neighbours of a cell in reading order.
    #[inline]
    pub fn of(&self, cell: u32) -> &[u32] {
        &self.around[cell as usize][..usize::from(self.count[cell as usize])]
    }
}

/// See the module.
#[derive(Clone)]
pub struct Tracker {
    /// Size of the board.
    pub grid: Grid,
    /// Neighbours of every cell of the grid.
    pub around: Arc<Neighbours>,
    known: Vec<Known>,
    /// Remaining mines of the clue of a shown cell; `NO_CLUE` without one.
    need: Vec<i8>,
    /// Unknown neighbours of every cell.
    unknown: Vec<u8>,
    singles: Vec<u32>,
    queued: Vec<bool>,
    pairs: Vec<u32>,
    pair_queued: Vec<bool>,
    mode: CluePairs,
    /// Total minus known mines, if the total is known.
    pub mines_left: Option<i64>,
    mines_known: usize,
    /// The prior over the density if the total is unknown.
    pub prior: Prior,
    /// Unknown cells.
    pub unknown_left: usize,
    started: bool,
}

const NO_CLUE: i8 = i8::MIN;

impl Tracker {
    /// A tracker of a board without shown cells. `table` may be shared between games.
    pub fn new(grid: Grid, table: Arc<Neighbours>, mode: CluePairs) -> Self {
        let unknown = table.count.clone();
        Tracker {
            grid,
            around: table,
            known: vec![Known::Nothing; grid.len()],
            need: vec![NO_CLUE; grid.len()],
            unknown,
            singles: Vec::new(),
            queued: vec![false; grid.len()],
            pairs: Vec::new(),
            pair_queued: vec![false; grid.len()],
            mode,
            mines_left: None,
            mines_known: 0,
            prior: Prior::HALF,
            unknown_left: grid.len(),
            started: false,
        }
    }

    /// The same for the same position of a game.
    pub fn code(&self) -> u64 {
        let mut hasher = FxHasher::default();
        for cell in self.grid.cells().map(|c| c as u32) {
            let (known, clue) = (self.known(cell), self.open_clue(cell));
            hasher.write_u32((known as u32) << 16 | clue.map_or(0, |(need, _)| 1 + need as u32));
        }
        hasher.finish()
    }

    /// The state of a cell.
    #[inline]
    pub fn known(&self, cell: u32) -> Known {
        self.known[cell as usize]
    }

    /// The remaining count of a shown clue, and its number of unknown neighbours; None without a clue or without
    /// unknown neighbours.
    #[inline]
    pub fn open_clue(&self, cell: u32) -> Option<(i8, u8)> {
        let (need, unknown) = (self.need[cell as usize], self.unknown[cell as usize]);
        (need != NO_CLUE && unknown > 0).then_some((need, unknown))
    }

    /// Adds the cells shown since the last turn.
    ///
    /// # Errors
    /// A clue contradicts the known cells.
    pub fn see(&mut self, view: &View) -> Result<(), Impossible> {
        if !self.started {
            self.started = true;
            self.mines_left = view.board.mines().map(i64::from);
        }
        for &cell in view.fresh {
            match view.board.cell(cell as usize) {
                Cell::Covered => {}
                Cell::Flag => self.mark(cell, true),
                Cell::Blank => self.shown(cell),
                Cell::Clue(clue) => {
                    self.shown(cell);
                    self.need[cell as usize] = clue as i8 - self.mines_around(cell) as i8;
                    if self.unknown[cell as usize] == 0 && self.need[cell as usize] != 0 {
                        return Err(Impossible { clues: vec![cell], total: false });
                    }
                    self.wake(cell);
                }
            }
        }
        Ok(())
    }

    /// Assumes that an unknown cell shows a number, as if it had been opened.
    pub fn reveal(&mut self, cell: u32, number: u8) {
        self.shown(cell);
        self.need[cell as usize] = number as i8 - self.mines_around(cell) as i8;
    }

    fn shown(&mut self, cell: u32) {
        if self.known(cell) == Known::Nothing {
            self.settle(cell);
        }
        self.known[cell as usize] = Known::Shown;
    }

    /// A cell stops being unknown.
    fn settle(&mut self, cell: u32) {
        self.unknown_left -= 1;
        let table = Arc::clone(&self.around);
        for &n in table.of(cell) {
            self.unknown[n as usize] -= 1;
            if self.need[n as usize] != NO_CLUE {
                self.wake(n);
            }
        }
    }

    fn wake(&mut self, clue: u32) {
        if !std::mem::replace(&mut self.queued[clue as usize], true) {
            self.singles.push(clue);
        }
        if self.mode != CluePairs::None && !std::mem::replace(&mut self.pair_queued[clue as usize], true) {
            self.pairs.push(clue);
        }
    }

    /// Records that a cell is a mine or safe.
    pub fn mark(&mut self, cell: u32, mine: bool) {
        if self.known(cell) != Known::Nothing {
            return;
        }
        self.known[cell as usize] = if mine { Known::Mine } else { Known::Safe };
        if mine {
            self.mines_left = self.mines_left.map(|m| m - 1);
            self.mines_known += 1;
            let table = Arc::clone(&self.around);
            for &n in table.of(cell) {
                if self.need[n as usize] != NO_CLUE {
                    self.need[n as usize] -= 1;
                }
            }
        }
        self.settle(cell);
    }

    /// Marks a cell and appends the move.
    pub fn conclude(&mut self, cell: u32, mine: bool, reason: Reason, moves: &mut Vec<Move>) {
        if self.known(cell) == Known::Nothing {
            self.mark(cell, mine);
            moves.push(Move { cell, act: if mine { Act::Flag } else { Act::Open }, reason });
        }
    }

    /// The weight of models by the mines among the unknown cells.
    pub fn mines(&self) -> Mines {
        let (prior, mines) = (self.prior, self.mines_known);
        let safe = self.grid.len() - self.unknown_left - mines;
        self.mines_left.map_or(Mines::Unknown { prior, mines, safe }, Mines::Known)
    }

    /// Number of neighbours of a cell that are known to be mines.
    pub fn mines_around(&self, cell: u32) -> usize {
        self.around.of(cell).iter().filter(|&&n| self.known(n) == Known::Mine).count()
    }

    /// Unknown neighbours of a cell.
    pub fn unknown_around(&self, cell: u32) -> impl Iterator<Item = u32> + '_ {
        self.around.of(cell).iter().copied().filter(|&n| self.known(n) == Known::Nothing)
    }

    /// Unknown cells, in reading order.
    pub fn unknown_cells(&self) -> impl Iterator<Item = u32> + '_ {
        (0..self.known.len() as u32).filter(|&c| self.known(c) == Known::Nothing)
    }

    /// Applies the built-in rules until a safe cell is found or to a fixed point; single clues come first. Moves are
    /// appended.
    ///
    /// # Errors
    /// One clue or two are unsatisfiable.
    pub fn run(&mut self, moves: &mut Vec<Move>) -> Result<(), Impossible> {
        loop {
            while let Some(clue) = self.singles.pop() {
                self.queued[clue as usize] = false;
                self.single(clue, moves)?;
            }
            let Some(clue) = (if moves.iter().any(|m| m.act == Act::Open) { None } else { self.pairs.pop() }) else {
                return Ok(());
            };
            self.pair_queued[clue as usize] = false;
            self.pairs_of(clue, moves)?;
        }
    }

    fn single(&mut self, clue: u32, moves: &mut Vec<Move>) -> Result<(), Impossible> {
        let (need, unknown) = (self.need[clue as usize], self.unknown[clue as usize]);
        if need < 0 || need > unknown as i8 {
            return Err(Impossible { clues: vec![clue], total: false });
        }
        if unknown > 0 && (need == 0 || need == unknown as i8) {
            self.all_around(clue, u64::MAX, need > 0, Reason::SinglePoint, moves);
        }
        Ok(())
    }

    /// Concludes the unknown neighbours of `clue` whose bits are in `mask`.
    fn all_around(&mut self, clue: u32, mask: u64, mine: bool, reason: Reason, moves: &mut Vec<Move>) {
        let table = Arc::clone(&self.around);
        for &n in table.of(clue) {
            if self.known(n) == Known::Nothing && mask & self.bit(clue, n) != 0 {
                self.conclude(n, mine, reason, moves);
            }
        }
    }

    /// The bit of a cell in a window of 8 x 8 whose cell (3,3) is `centre`.
    fn bit(&self, centre: u32, cell: u32) -> u64 {
        let (r, c) = self.grid.position(centre as usize);
        let (row, col) = self.grid.position(cell as usize);
        1 << ((row + 3 - r) * 8 + (col + 3 - c))
    }

    fn mask(&self, clue: u32) -> u64 {
        self.unknown_around(clue).fold(0, |mask, n| mask | self.bit(clue, n))
    }

    fn pairs_of(&mut self, a: u32, moves: &mut Vec<Move>) -> Result<(), Impossible> {
        let Some((need_a, _)) = self.open_clue(a) else { return Ok(()) };
        let (row, col) = self.grid.position(a as usize);
        let mask_a = self.mask(a);
        let reach: i64 = if self.mode == CluePairs::EasyEquations { 1 } else { 2 };
        for dr in -reach..=reach {
            for dc in -reach..=reach {
                let (r, c) = (row as i64 + dr, col as i64 + dc);
                if (dr, dc) == (0, 0) || r < 0 || c < 0 || r >= self.grid.rows as i64 || c >= self.grid.cols as i64 {
                    continue;
                }
                let b = self.grid.at(r as usize, c as usize) as u32;
                let Some((need_b, _)) = self.open_clue(b) else { continue };
                let shift = dr * 8 + dc;
                let of_b = self.mask(b);
                let mask_b = if shift < 0 { of_b >> -shift } else { of_b << shift };
                let (only_a, only_b) = (mask_a & !mask_b, mask_b & !mask_a);
                if mask_a & mask_b == 0 || only_a | only_b == 0 && need_a == need_b {
                    continue;
                }
                if self.mode == CluePairs::EasyEquations && only_a != 0 && only_b != 0 {
                    continue;
                }
                let (more_a, more_b) = (only_a.count_ones() as i8, only_b.count_ones() as i8);
                let gap = need_a - need_b;
                if gap > more_a || -gap > more_b {
                    return Err(Impossible { clues: vec![a.min(b), a.max(b)], total: false });
                }
                let own_b = if shift < 0 { only_b << -shift } else { only_b >> shift };
                if gap == more_a {
                    self.all_around(a, only_a, true, Reason::Pair, moves);
                    self.all_around(b, own_b, false, Reason::Pair, moves);
                } else if -gap == more_b {
                    self.all_around(a, only_a, false, Reason::Pair, moves);
                    self.all_around(b, own_b, true, Reason::Pair, moves);
                } else {
                    continue;
                }
                // The sets are out of date: the conclusions have queued the clue again.
                return Ok(());
            }
        }
        Ok(())
    }

    /// Consequences of the total alone: no mine left, or nothing but mines.
    ///
    /// # Errors
    /// An impossible number of mines.
    pub fn total(&mut self, moves: &mut Vec<Move>) -> Result<(), Impossible> {
        let Some(left) = self.mines_left else { return Ok(()) };
        if left < 0 || left > self.unknown_left as i64 {
            let clues = (0..self.known.len() as u32).filter(|&c| self.need[c as usize] != NO_CLUE).collect();
            return Err(Impossible { clues, total: true });
        }
        if self.unknown_left > 0 && (left == 0 || left == self.unknown_left as i64) {
            let cells: Vec<u32> = self.unknown_cells().collect();
            cells.into_iter().for_each(|c| self.conclude(c, left > 0, Reason::Total, moves));
            // The clues may contradict this.
            return self.run(moves).map_err(|e| Impossible { total: true, ..e });
        }
        Ok(())
    }
}
