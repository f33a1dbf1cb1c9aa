//! Boards that a rule set solves without a guess.

use std::sync::Arc;

use super::series::play_field;
use super::tracker::Neighbours;
use super::{GameError, Outcome, PlayerFactory, PlayerSetup, Rules, supply};
use crate::board::Cell;
use crate::field::Field;
use crate::rng::Rng;

/// Tries of one board before a new one is drawn.
const REPAIRS: usize = 400;

/// Most boards drawn.
const DRAWS: usize = 200;

/// A board that `maker`'s player solves without a guess under these rules. A board on which it gets
/// stuck is repaired: a mine at the rim of what is open moves to a cell deep in the covered part
/// (or the other way round), as in Tatham's Mines; the game then starts again.
///
/// # Errors
/// None was found.
pub fn field(
    rules: &Rules,
    maker: &PlayerFactory,
    around: &Arc<Neighbours>,
    rng: &mut Rng,
) -> Result<Field, GameError> {
    let free = rules.start.keep_free(rules.grid);
    for _ in 0..DRAWS {
        let mut field = supply::uniform(rules, rng.next_u64(), 0)?;
        for _ in 0..REPAIRS {
            let seat =
                PlayerSetup { grid: rules.grid, around: Arc::clone(around), clues: rules.clues, rng: Rng::new(0) };
            let (game, record) = play_field(field.clone(), *rules, &mut *maker(seat), true)?;
            if game.outcome() == Outcome::Won && record.guesses == 0 {
                return Ok(field);
            }
            // Covered cells beside an open one, and all other covered cells.
            let covered = |c: usize| game.board().cell(c) == Cell::Covered && !free.contains(&c);
            let rim = |c: usize| rules.grid.neighbours(c).any(|n| matches!(game.board().cell(n), Cell::Clue(_)));
            let cells: Vec<usize> = rules.grid.cells().filter(|&c| covered(c)).collect();
            let (near, deep): (Vec<usize>, Vec<usize>) = cells.iter().partition(|&&c| rim(c));
            let pick = |from: &[usize], mine: bool, rng: &mut Rng| {
                let of: Vec<usize> = from.iter().copied().filter(|&c| field.is_mine(c) == mine).collect();
                (!of.is_empty()).then(|| of[rng.index(of.len())])
            };
            let pool = if deep.is_empty() { &cells } else { &deep };
            let swap = match (pick(&near, true, rng), pick(pool, false, rng)) {
                (Some(from), Some(to)) => Some((from, to)),
                _ => pick(pool, true, rng).zip(pick(&near, false, rng)),
            };
            let Some((from, to)) = swap else { break };
            let mines = rules.grid.cells().map(|c| c == to || c != from && field.is_mine(c)).collect();
            field = Field::new(rules.grid, mines);
        }
    }
    Err(GameError::NoGuessFree { draws: DRAWS, repairs: REPAIRS })
}
