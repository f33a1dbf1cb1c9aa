//! A player who opens what one clue alone proves, the weakest of the known strategies: it leads to the positions that
//! need more than single clues.

use crate::field::Field;
use crate::grid::Grid;

/// A game in progress. Only clues of opened cells are ever read.
pub struct SinglePointGame<'a> {
    field: &'a Field,
    grid: Grid,
    /// The clue of every opened cell.
    clue: Vec<Option<u8>>,
    /// Mines that single clues have proved.
    mine: Vec<bool>,
    /// Opened cells to look at again.
    queue: Vec<usize>,
    opened: usize,
}

impl<'a> SinglePointGame<'a> {
    /// A game in which nothing is open.
    pub fn new(field: &'a Field) -> Self {
        let grid = field.grid();
        let (clue, mine) = (vec![None; grid.len()], vec![false; grid.len()]);
        SinglePointGame { field, grid, clue, mine, queue: Vec::new(), opened: 0 }
    }

    /// Opens a cell, and from every 0 its neighbours.
    ///
    /// # Panics
    /// If it is a mine: the caller opens safe cells only.
    pub fn open(&mut self, cell: usize) {
        let mut stack = vec![cell];
        while let Some(cell) = stack.pop() {
            if self.clue[cell].is_some() {
                continue;
            }
            assert!(!self.field.is_mine(cell), "cell {cell} is a mine");
            let clue = self.field.clue(cell);
            self.clue[cell] = Some(clue);
            self.opened += 1;
            self.queue.push(cell);
            self.wake(cell);
            if clue == 0 {
                stack.extend(self.grid.neighbours(cell));
            }
        }
    }

    fn wake(&mut self, cell: usize) {
        self.queue.extend(self.grid.neighbours(cell).filter(|&n| self.clue[n].is_some()));
    }

    /// Marks a cell as a mine that other means than single clues proved; returns whether that is new.
    pub fn prove_mine(&mut self, cell: usize) -> bool {
        let news = !std::mem::replace(&mut self.mine[cell], true);
        if news {
            self.wake(cell);
        }
        news
    }

    /// Applies both rules to a fixed point: a clue whose mines are all known makes the rest of its neighbours safe; a
    /// clue that needs all of them makes them mines.
    pub fn run(&mut self) {
        while let Some(cell) = self.queue.pop() {
            let Some(clue) = self.clue[cell] else { continue };
            let mines = self.grid.neighbours(cell).filter(|&n| self.mine[n]).count();
            let unknown: Vec<usize> =
                self.grid.neighbours(cell).filter(|&n| self.clue[n].is_none() && !self.mine[n]).collect();
            if unknown.is_empty() {
                continue;
            }
            if usize::from(clue) == mines {
                unknown.into_iter().for_each(|n| self.open(n));
            } else if usize::from(clue) == mines + unknown.len() {
                for n in unknown {
                    self.mine[n] = true;
                    self.wake(n);
                }
            }
        }
    }

    /// Number of opened cells.
    pub fn opened(&self) -> usize {
        self.opened
    }

    /// True where a cell is opened.
    pub fn is_open(&self, cell: usize) -> bool {
        self.clue[cell].is_some()
    }

    /// The position: opened cells, and with `flags` the proved mines.
    pub fn shown(&self, flags: bool) -> Vec<bool> {
        self.grid.cells().map(|c| self.is_open(c) || (flags && self.mine[c])).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_rules_and_nothing_more() {
        // 0 1 * * 1 1 *: from the left end the 1 proves its mine, then the rules are stuck.
        let mines = [false, false, true, true, false, false, true].to_vec();
        let field = Field::new(Grid { rows: 1, cols: 7 }, mines);
        let mut player = SinglePointGame::new(&field);
        player.open(0);
        player.run();
        assert_eq!(field.board(&player.shown(true), None).row_strings(), ["01F####"]);
        assert_eq!(field.board(&player.shown(false), None).row_strings(), ["01#####"]);
        // Above: the 1 left of the mine proves it, and with it known the 1 below frees the last cell.
        let grid = Grid { rows: 3, cols: 4 };
        let field = Field::new(grid, grid.cells().map(|c| c == 2).collect());
        let mut player = SinglePointGame::new(&field);
        player.open(8);
        assert_eq!(field.board(&player.shown(false), None).row_strings(), ["01##", "0111", "0000"]);
        player.run();
        assert_eq!(field.board(&player.shown(true), None).row_strings(), ["01F1", "0111", "0000"]);
        assert_eq!(player.opened(), 11);
    }
}
