//! The referee: the only owner of the field.

use super::rules::{Clues, OnMine, Rules, Until};
use super::{Act, GameError, Move};
use crate::board::{Board, Cell};
use crate::field::Field;
use crate::rng::Rng;

/// The outcome of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Not at its end.
    Playing,
    /// Every safe cell is open and no mine was opened.
    Won,
    /// A mine was opened, or all cells are decided and a safe one is marked as a mine.
    Lost,
}

impl Outcome {
    /// Its name in files and answers.
    pub fn name(self) -> &'static str {
        match self {
            Outcome::Playing => "playing",
            Outcome::Won => "won",
            Outcome::Lost => "lost",
        }
    }
}

/// A game in progress. The field cannot be read from outside this file: everybody can see what a player sees,
///
/// ```
/// fn look(game: &minesat_play::play::Game) -> minesat_core::board::Cell {
///     game.board().cell(0)
/// }
/// ```
///
/// but not where the mines are.
///
/// ```compile_fail,E0616
/// fn peek(game: &minesat_play::play::Game) -> bool {
///     game.field.is_mine(0)
/// }
/// ```
pub struct Game {
    field: Field,
    rules: Rules,
    board: Board,
    marks: Vec<bool>,
    /// The number that each cell would show; drawn before the first move, so that it does not depend on the order of
    /// play.
    shown: Vec<Cell>,
    fresh: Vec<u32>,
    safe_left: usize,
    undecided: usize,
    exploded: usize,
    outcome: Outcome,
}

impl Game {
    /// A game on `field`, the first cell opened; `rng` draws the uncertain clues.
    ///
    /// # Errors
    /// The field does not fit the rules.
    pub fn new(field: Field, rules: Rules, rng: &mut Rng) -> Result<Game, GameError> {
        let grid = rules.grid;
        if field.grid() != grid || field.count() != rules.mines {
            return Err(GameError::OtherField { grid, mines: rules.mines });
        }
        if let Some(cell) = rules.start.keep_free(grid).into_iter().find(|&c| c >= grid.len() || field.is_mine(c)) {
            return Err(GameError::StartIsMine { cell });
        }
        let shown = grid.cells().map(|cell| shown(&field, cell, rules.clues, rng)).collect();
        let total = rules.total_known.then_some(rules.mines as u32);
        let mut game = Game {
            board: Board::covered(grid, total),
            marks: vec![false; grid.len()],
            shown,
            fresh: Vec::new(),
            safe_left: grid.len() - rules.mines,
            undecided: grid.len(),
            exploded: 0,
            outcome: Outcome::Playing,
            field,
            rules,
        };
        game.settle();
        if let Some(cell) = rules.start.cell() {
            game.open(cell);
        }
        Ok(game)
    }

    /// The player's view.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Takes the cells shown since the last call.
    pub fn take_fresh(&mut self, into: &mut Vec<u32>) {
        into.clear();
        into.append(&mut self.fresh);
    }

    /// The outcome so far.
    pub fn outcome(&self) -> Outcome {
        self.outcome
    }

    /// Mines opened so far.
    pub fn exploded(&self) -> usize {
        self.exploded
    }

    /// Safe cells opened so far.
    pub fn opened(&self) -> usize {
        self.rules.grid.len() - self.rules.mines - self.safe_left
    }

    /// The board with the player's marks as flags, for the trace.
    pub fn traced(&self) -> Board {
        let mut board = self.board.clone();
        for cell in self.rules.grid.cells().filter(|&c| self.marks[c] && self.board.cell(c) == Cell::Covered) {
            board.set(cell, Cell::Flag);
        }
        board
    }

    /// Makes a move. True if it changed anything: moves after the end of a game and on decided cells do not.
    pub fn play(&mut self, step: Move) -> bool {
        let cell = step.cell as usize;
        if self.outcome != Outcome::Playing || cell >= self.marks.len() || self.board.cell(cell) != Cell::Covered {
            return false;
        }
        match step.act {
            Act::Flag => {
                if self.marks[cell] {
                    return false;
                }
                self.marks[cell] = true;
                self.undecided -= 1;
                self.settle();
            }
            Act::Open => self.open(cell),
        }
        true
    }

    fn show(&mut self, cell: usize, value: Cell) {
        self.board.set(cell, value);
        self.fresh.push(cell as u32);
        if !self.marks[cell] {
            self.undecided -= 1;
        }
    }

    fn open(&mut self, cell: usize) {
        if self.field.is_mine(cell) {
            self.exploded += 1;
            self.show(cell, Cell::Flag);
            if self.rules.on_mine == OnMine::End {
                self.outcome = Outcome::Lost;
            }
            return self.settle();
        }
        let mut stack = vec![cell];
        while let Some(cell) = stack.pop() {
            if self.board.cell(cell) != Cell::Covered || self.field.is_mine(cell) {
                continue;
            }
            self.show(cell, self.shown[cell]);
            self.safe_left -= 1;
            // Under models 2 and 3 a shown 0 does not imply that no mine is around.
            let opens = matches!(self.rules.clues, Clues::Exact | Clues::Received(_));
            if opens && self.shown[cell] == Cell::Clue(0) {
                stack.extend(self.rules.grid.neighbours(cell));
            }
        }
        self.settle();
    }

    fn settle(&mut self) {
        let over = match self.rules.until {
            Until::SafeOpen => self.safe_left == 0,
            Until::AllDecided => self.undecided == 0,
        };
        if over && self.outcome == Outcome::Playing {
            let won = self.exploded == 0 && self.safe_left == 0;
            self.outcome = if won { Outcome::Won } else { Outcome::Lost };
        }
    }

    /// Least number of clicks that opens all safe cells: one for each group of zeros with its rim,
    /// one for every other safe cell.
    pub fn bv3(&self) -> usize {
        let grid = self.rules.grid;
        let mut open = vec![false; grid.len()];
        let zero = |c: usize| !self.field.is_mine(c) && self.field.clue(c) == 0;
        let mut clicks = 0;
        for cell in grid.cells().filter(|&c| zero(c)) {
            clicks += usize::from(!open[cell]);
            self.field.open_from(cell, &mut open);
        }
        clicks + grid.cells().filter(|&c| !open[c] && !self.field.is_mine(c)).count()
    }
}

fn shown(field: &Field, cell: usize, clues: Clues, rng: &mut Rng) -> Cell {
    let truth = field.clue(cell);
    match clues {
        Clues::Exact => Cell::Clue(truth),
        Clues::Received(p) => {
            if rng.chance(p) {
                Cell::Clue(truth)
            } else {
                Cell::Blank
            }
        }
        Clues::AtMost => Cell::Clue(rng.below(u64::from(truth) + 1) as u8),
        Clues::AtLeast => {
            let most = field.grid().neighbours(cell).count() as u64;
            Cell::Clue(truth + rng.below(most - u64::from(truth) + 1) as u8)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Grid;
    use crate::play::Reason;
    use crate::play::rules::Start;

    fn rules(grid: Grid, mines: usize) -> Rules {
        Rules {
            grid,
            mines,
            start: Start::None,
            on_mine: OnMine::End,
            until: Until::SafeOpen,
            total_known: true,
            clues: Clues::Exact,
        }
    }

    fn open(cell: u32) -> Move {
        Move { cell, act: Act::Open, reason: Reason::Guess }
    }

    #[test]
    fn zeros_open_their_surroundings_and_the_last_safe_cell_wins() {
        let grid = Grid { rows: 1, cols: 5 };
        let field = Field::new(grid, vec![false, false, false, true, false]);
        let mut game = Game::new(field, rules(grid, 1), &mut Rng::new(1)).unwrap();
        assert!(game.play(open(0)));
        assert_eq!(game.board().row_strings(), ["001##"]);
        assert_eq!((game.outcome(), game.bv3()), (Outcome::Playing, 2));
        assert!(game.play(open(4)));
        assert_eq!(game.outcome(), Outcome::Won);
        assert!(!game.play(open(3)), "nothing moves after the end");
    }

    #[test]
    fn a_mine_ends_the_game_or_explodes() {
        let grid = Grid { rows: 1, cols: 3 };
        let field = Field::new(grid, vec![true, false, true]);
        let mut game = Game::new(field.clone(), rules(grid, 2), &mut Rng::new(1)).unwrap();
        game.play(open(0));
        assert_eq!(game.outcome(), Outcome::Lost);
        let on = Rules { on_mine: OnMine::Continue, ..rules(grid, 2) };
        let mut game = Game::new(field, on, &mut Rng::new(1)).unwrap();
        game.play(open(0));
        assert_eq!((game.outcome(), game.exploded()), (Outcome::Playing, 1));
        game.play(open(1));
        assert_eq!(game.outcome(), Outcome::Lost, "an explosion is no win");
        assert_eq!(game.board().row_strings(), ["F2#"]);
    }

    #[test]
    fn nothing_covered_shows_and_uncertain_clues_keep_their_side() {
        let grid = Grid { rows: 6, cols: 6 };
        for seed in 0..200 {
            let mut rng = Rng::new(seed);
            let field = Field::random(grid, 8, &[0], &mut rng);
            for clues in [Clues::Exact, Clues::Received(0.5), Clues::AtMost, Clues::AtLeast] {
                let rules = Rules { start: Start::Safe(0), clues, ..rules(grid, 8) };
                let mut game = Game::new(field.clone(), rules, &mut rng).unwrap();
                for cell in grid.cells().filter(|&c| !field.is_mine(c)) {
                    game.play(open(cell as u32));
                    for other in grid.cells() {
                        match game.board().cell(other) {
                            Cell::Clue(n) if clues == Clues::AtMost => assert!(n <= field.clue(other)),
                            Cell::Clue(n) if clues == Clues::AtLeast => assert!(n >= field.clue(other)),
                            Cell::Clue(n) => assert_eq!(n, field.clue(other)),
                            Cell::Covered | Cell::Blank => {}
                            Cell::Flag => panic!("a mine was shown"),
                        }
                    }
                }
                assert_eq!(game.outcome(), Outcome::Won);
            }
        }
    }
}
