//! A game by hand: a person's clicks so far, played from the start, so that nobody has to keep the game between two of them.

use super::rules::Rules;
use super::{Act, Game, GameError, Move, Outcome, Reason};
use crate::board::{Board, Cell};
use crate::field::Field;
use crate::rng::Rng;

/// A game after some clicks.
#[derive(Clone, Debug, PartialEq)]
pub struct GameByHand {
    /// What the person sees: clues and covered cells, without flags.
    pub board: Board,
    /// Whether the game is over.
    pub outcome: Outcome,
    /// Index of the mine that was opened.
    pub exploded: Option<usize>,
    /// Where the mines are, once the game is over.
    pub field: Option<Field>,
    /// Least number of clicks that opens all safe cells (3BV).
    pub bv3: usize,
}

/// Opens cells, given by index, one after the other. Clicks on open cells and after the end change nothing.
///
/// # Errors
/// The field does not fit the rules.
pub fn replay(field: Field, rules: &Rules, opens: &[u32]) -> Result<GameByHand, GameError> {
    // Clues are exact, so nothing is drawn.
    let mut game = Game::new(field.clone(), *rules, &mut Rng::new(0))?;
    let mut exploded = None;
    for &cell in opens {
        game.play(Move { cell, act: Act::Open, reason: Reason::Guess });
        if game.exploded() > 0 {
            exploded = Some(cell as usize);
            break;
        }
    }
    let mut board = game.board().clone();
    if let Some(cell) = exploded {
        board.set(cell, Cell::Covered);
    }
    let outcome = game.outcome();
    Ok(GameByHand { board, outcome, exploded, field: (outcome != Outcome::Playing).then_some(field), bv3: game.bv3() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Grid;
    use crate::play::rules::Start;

    fn played(mines: &[bool], start: Start, opens: &[u32]) -> GameByHand {
        let grid = Grid { rows: 1, cols: mines.len() };
        let rules = Rules::usual(grid, mines.iter().filter(|&&m| m).count(), start);
        replay(Field::new(grid, mines.to_vec()), &rules, opens).unwrap()
    }

    #[test]
    fn clicks_win_or_lose_and_the_field_shows_only_then() {
        let mines = [false, false, false, true, false];
        let begun = played(&mines, Start::Safe(0), &[]);
        assert_eq!((begun.board.row_strings(), begun.outcome), (vec!["001##".to_string()], Outcome::Playing));
        assert_eq!((begun.field, begun.bv3), (None, 2));
        let won = played(&mines, Start::None, &[4, 0]);
        assert_eq!((won.board.row_strings(), won.outcome), (vec!["001#1".to_string()], Outcome::Won));
        assert!(won.field.is_some_and(|field| field.is_mine(3)));
        let lost = played(&mines, Start::Safe(0), &[3, 4]);
        assert_eq!((lost.board.row_strings(), lost.outcome), (vec!["001##".to_string()], Outcome::Lost));
        assert_eq!(lost.exploded, Some(3), "clicks after the end change nothing");
        assert!(lost.field.is_some());
    }
}
