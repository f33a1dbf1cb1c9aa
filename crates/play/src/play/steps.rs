//! One game move by move: each move, its reason, and the cells that it showed.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::contradiction::smallest;
use super::game_loop::{self, Ending, Observer};
use super::rules::Rules;
use super::series::{CLUE_STREAM, PLAYER_STREAM};
use super::tracker::Neighbours;
use super::{Game, GameError, Move, Outcome, supply};
use super::{PlayerFactory, PlayerSetup};
use crate::board::{Board, Cell};
use crate::engine::{Control, Stop};
use crate::rng::Rng;

/// A move and the cells that look different after it.
#[derive(Clone, Debug, PartialEq)]
pub struct TraceStep {
    /// A move that changed something.
    pub play: Move,
    /// Index and new look of each cell that changed, ascending.
    pub shown: Vec<(u32, Cell)>,
}

/// A game to its end, or to where the player has no move.
#[derive(Clone, Debug)]
pub struct Trace {
    /// The board before the first move.
    pub start: Board,
    /// In the order of play.
    pub steps: Vec<TraceStep>,
    /// [`Outcome::Playing`] if the game broke off.
    pub outcome: Outcome,
    /// Work of the player, if it counts any.
    pub nodes: Option<u64>,
    /// Why the game broke off before its end, or that a cell that the player called certain is a mine.
    pub message: Option<String>,
}

/// Why there is no trace.
#[derive(Clone, Debug, PartialEq)]
pub enum NoTrace {
    /// The rules do not fit.
    Rules(GameError),
    /// A limit ran out before a turn.
    Stopped(Stop),
}

/// Plays game `index` of the series of this seed, the same as [`super::series::Series::game`]. Limits are checked
/// between turns.
///
/// # Errors
/// The rules do not fit, or a limit ran out.
pub fn trace(rules: &Rules, seed: u64, index: u64, maker: &PlayerFactory, control: &Control) -> Result<Trace, NoTrace> {
    let field = supply::uniform(rules, seed, index).map_err(NoTrace::Rules)?;
    let mut game = Game::new(field, *rules, &mut Rng::stream(seed ^ CLUE_STREAM, index)).map_err(NoTrace::Rules)?;
    let rng = Rng::stream(seed ^ PLAYER_STREAM, index);
    let around = Arc::new(Neighbours::new(rules.grid));
    let mut player = maker(PlayerSetup { grid: rules.grid, around, clues: rules.clues, rng });
    let start = game.board().clone();
    let mut recorder = Recorder { steps: Vec::new(), seen: start.clone(), control };
    let message = match game_loop::play(&mut game, &mut *player, &mut recorder) {
        Ending::Broken(stop) => return Err(NoTrace::Stopped(stop)),
        Ending::Impossible(impossible) => Some(smallest(game.board(), rules.clues, impossible).message(game.board())),
        Ending::Exploded(step) => Some(game_loop::exploded(step, rules.grid)),
        Ending::Stuck => Some("the player has nothing to open".into()),
        Ending::Over => None,
    };
    Ok(Trace { start, steps: recorder.steps, outcome: game.outcome(), nodes: player.nodes(), message })
}

/// Index and new look of each cell that differs between two boards, ascending.
pub fn changed(before: &Board, now: &Board) -> Vec<(u32, Cell)> {
    let looks = before.cells().iter().zip(now.cells()).zip(0..);
    looks.filter(|((old, new), _)| old != new).map(|((_, &new), cell)| (cell, new)).collect()
}

/// Keeps the moves with what they show.
struct Recorder<'a> {
    steps: Vec<TraceStep>,
    /// The board after the last of them.
    seen: Board,
    control: &'a Control,
}

impl Observer<Game> for Recorder<'_> {
    type Why = Stop;

    fn before_turn(&mut self, _: &Game) -> ControlFlow<Stop> {
        self.control.check().map_or_else(ControlFlow::Break, ControlFlow::Continue)
    }

    fn after_move(&mut self, game: &Game, play: Move) {
        let now = game.traced();
        self.steps.push(TraceStep { play, shown: changed(&self.seen, &now) });
        self.seen = now;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Grid;
    use crate::play::players::maker;
    use crate::play::rules::{Clues, OnMine, Start, Until};
    use crate::play::series::{BoardSource, Series};

    #[test]
    fn a_trace_is_the_game_of_the_series() {
        let rules = Rules {
            grid: Grid { rows: 9, cols: 9 },
            mines: 10,
            start: Start::Safe(0),
            on_mine: OnMine::End,
            until: Until::SafeOpen,
            total_known: true,
            clues: Clues::Exact,
        };
        let maker = maker("pseq").unwrap();
        let series = Series::new(rules, BoardSource::Seed(7));
        for index in 0..20 {
            let record = series.game("pseq", &maker, index, None).unwrap();
            let trace = trace(&rules, 7, index, &maker, &Control::default()).unwrap();
            assert_eq!(trace.steps.len() as u64, record.moves.values().sum::<u64>());
            assert_eq!(trace.outcome == Outcome::Won, record.result == "won");
            let mut board = trace.start.clone();
            trace.steps.iter().flat_map(|s| &s.shown).for_each(|&(c, cell)| board.set(c as usize, cell));
            let covered = board.cells().iter().filter(|&&c| matches!(c, Cell::Clue(_))).count();
            assert_eq!(covered, record.opened);
        }
    }

    #[test]
    fn rules_that_do_not_fit_are_refused() {
        let grid = Grid { rows: 1, cols: 2 };
        let rules = Rules {
            grid,
            mines: 2,
            start: Start::Safe(0),
            on_mine: OnMine::End,
            until: Until::SafeOpen,
            total_known: true,
            clues: Clues::Exact,
        };
        let found = trace(&rules, 1, 0, &maker("random").unwrap(), &Control::default());
        assert!(matches!(found, Err(NoTrace::Rules(_))));
    }
}
