//! The loop of all games: turn for turn a player sees the board and its moves are made, until the game is over, the
//! player is at its end, or an observer breaks off. Who records a game observes it.

use std::ops::ControlFlow;

use super::{Game, Impossible, Move, Outcome, Player, View};
use crate::board::{Board, Grid};

/// Who holds the mines and shows cells.
pub trait Referee {
    /// The player's view.
    fn board(&self) -> &Board;

    /// The outcome so far.
    fn outcome(&self) -> Outcome;

    /// Mines opened so far.
    fn exploded(&self) -> usize;

    /// Takes the cells shown since the last call.
    fn take_fresh(&mut self, into: &mut Vec<u32>);

    /// Makes a move. True if it changed anything.
    fn make(&mut self, step: Move) -> bool;
}

/// Who watches a game and may break it off.
pub trait Observer<R: Referee> {
    /// Why it breaks off.
    type Why;

    /// Before the player's turn.
    fn before_turn(&mut self, _game: &R) -> ControlFlow<Self::Why> {
        ControlFlow::Continue(())
    }

    /// After it, before the player's moves are made and whether or not the player found the board inconsistent.
    fn after_turn(&mut self, _game: &R, _player: &dyn Player) -> ControlFlow<Self::Why> {
        ControlFlow::Continue(())
    }

    /// Before a move.
    fn before_move(&mut self, _step: Move) -> ControlFlow<Self::Why> {
        ControlFlow::Continue(())
    }

    /// After a move that changed something.
    fn after_move(&mut self, _game: &R, _step: Move) {}
}

/// How a game ended.
#[derive(Debug)]
pub enum Ending<Why> {
    /// By its rules.
    Over,
    /// The player had no move that changes anything.
    Stuck,
    /// The player found the board inconsistent.
    Impossible(Impossible),
    /// The player called this cell certain, and it is a mine.
    Exploded(Move),
    /// The observer broke it off.
    Broken(Why),
}

/// Plays a game from where it stands. After a certain cell that explodes the other moves of the turn are still made.
pub fn play<R: Referee, O: Observer<R>>(game: &mut R, player: &mut dyn Player, observer: &mut O) -> Ending<O::Why> {
    let (mut fresh, mut moves) = (Vec::new(), Vec::new());
    while game.outcome() == Outcome::Playing {
        if let ControlFlow::Break(why) = observer.before_turn(game) {
            return Ending::Broken(why);
        }
        game.take_fresh(&mut fresh);
        moves.clear();
        let turn = player.turn(&View { board: game.board(), fresh: &fresh }, &mut moves);
        if let ControlFlow::Break(why) = observer.after_turn(game, &*player) {
            return Ending::Broken(why);
        }
        if let Err(impossible) = turn {
            return Ending::Impossible(impossible);
        }
        let (mut changed, mut wrong) = (false, None);
        for &step in &moves {
            if let ControlFlow::Break(why) = observer.before_move(step) {
                return wrong.map_or(Ending::Broken(why), Ending::Exploded);
            }
            let exploded = game.exploded();
            if game.make(step) {
                changed = true;
                if step.reason.is_certain() && game.exploded() > exploded {
                    wrong = Some(step);
                }
                observer.after_move(game, step);
            }
        }
        if let Some(step) = wrong {
            return Ending::Exploded(step);
        }
        if !changed && game.outcome() == Outcome::Playing {
            return Ending::Stuck;
        }
    }
    Ending::Over
}

/// The message of [`Ending::Exploded`].
pub fn exploded(step: Move, grid: Grid) -> String {
    let (row, col) = grid.position(step.cell as usize);
    format!("the cell ({row},{col}), called certain ({}), is a mine", step.reason.name())
}

impl Referee for Game {
    fn board(&self) -> &Board {
        Game::board(self)
    }

    fn outcome(&self) -> Outcome {
        Game::outcome(self)
    }

    fn exploded(&self) -> usize {
        Game::exploded(self)
    }

    fn take_fresh(&mut self, into: &mut Vec<u32>) {
        Game::take_fresh(self, into);
    }

    fn make(&mut self, step: Move) -> bool {
        self.play(step)
    }
}

#[cfg(test)]
mod tests {
    use crate::board::{Cell, Grid};
    use crate::engine::Control;
    use crate::play::rules::{Clues, OnMine, Start, Until};
    use crate::play::series::{BoardSource, Series};
    use crate::play::steps::trace;
    use crate::play::{Act, Impossible, Move, Outcome, Player, PlayerFactory, Reason, Rules, View};

    /// Calls every covered cell safe.
    struct Liar;

    impl Player for Liar {
        fn turn(&mut self, view: &View, moves: &mut Vec<Move>) -> Result<(), Impossible> {
            let covered = view.board.grid().cells().filter(|&c| view.board.cell(c) == Cell::Covered);
            moves.extend(covered.map(|c| Move { cell: c as u32, act: Act::Open, reason: Reason::Models }));
            Ok(())
        }
    }

    /// In records and in traces, whether or not a mine ends the game; all moves of the turn are made that can be.
    #[test]
    fn a_certain_cell_that_explodes_is_an_error_in_all_games() {
        let grid = Grid { rows: 1, cols: 4 };
        let (start, until, clues) = (Start::None, Until::SafeOpen, Clues::Exact);
        let maker: PlayerFactory = Box::new(|_| Box::new(Liar));
        let mut won = 0;
        for on_mine in [OnMine::End, OnMine::Continue] {
            let rules = Rules { grid, mines: 2, start, on_mine, until, total_known: true, clues };
            for game in 0..20 {
                let record = Series::new(rules, BoardSource::Seed(3)).game("liar", &maker, game, None).unwrap();
                let trace = trace(&rules, 3, game, &maker, &Control::default()).unwrap();
                let Some(message) = trace.message else {
                    assert_eq!((trace.outcome, &*record.result, record.message), (Outcome::Won, "won", None));
                    won += 1;
                    continue;
                };
                assert!(message.contains("called certain (models), is a mine"), "{message}");
                assert_eq!((&*record.result, record.message), ("error", Some(message)));
                assert_eq!(trace.steps.len() as u64, record.clicks);
                assert!(record.exploded == 1 || on_mine == OnMine::Continue && record.exploded == 2);
            }
        }
        // Where both mines come last.
        assert!((1..20).contains(&won), "{won}");
    }
}
