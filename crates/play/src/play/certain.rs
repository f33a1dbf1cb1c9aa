//! Certain moves by the rules of a level of the `rules` engine.

use super::tracker::{Known, Tracker};
use super::{Act, Impossible, Move, Reason, View};
use crate::engine::rules::{Level, RuleSet, deduce};
use crate::engine::{Control, Limits};
use crate::system::{Sum, System};

/// The open sums of a position over its unknown cells.
pub fn system(tracker: &Tracker) -> (System, Vec<u32>, Vec<u32>) {
    system_of(tracker, 0..tracker.grid.len() as u32)
}

/// The same for some clues only.
pub fn system_of(tracker: &Tracker, some: impl Iterator<Item = u32>) -> (System, Vec<u32>, Vec<u32>) {
    let cells: Vec<u32> = tracker.unknown_cells().collect();
    let mut variable = vec![u32::MAX; tracker.grid.len()];
    cells.iter().enumerate().for_each(|(i, &c)| variable[c as usize] = i as u32);
    let (mut sums, mut clues) = (Vec::new(), Vec::new());
    for clue in some {
        if let Some((need, _)) = tracker.open_clue(clue) {
            let around = tracker.unknown_around(clue).map(|n| variable[n as usize]);
            sums.push(Sum::new(around, i32::from(need)));
            clues.push(clue);
        }
    }
    (System { cells: cells.len(), sums, total: tracker.mines_left }, cells, clues)
}

/// Concludes all that the rules of `level` prove.
///
/// # Errors
/// They prove the position unsatisfiable.
pub fn by_rules(tracker: &mut Tracker, level: Level, total: bool, moves: &mut Vec<Move>) -> Result<(), Impossible> {
    let parts = system(tracker);
    by_rules_of(tracker, parts, level, total, moves)
}

/// The same from the sums of [`system_of`].
///
/// # Errors
/// As [`by_rules`].
pub fn by_rules_of(
    tracker: &mut Tracker,
    (system, cells, clues): (System, Vec<u32>, Vec<u32>),
    level: Level,
    total: bool,
    moves: &mut Vec<Move>,
) -> Result<(), Impossible> {
    // A limit of the game ran out: the game ends after this turn.
    let Ok(found) = deduce(&system, RuleSet { level, total }, &mut Control::new(Limits::default())) else {
        return Ok(());
    };
    if found.contradiction().is_some() {
        return Err(Impossible { clues, total });
    }
    for (variable, value) in found.values(system.cells).into_iter().enumerate() {
        if let Some(mine) = value {
            tracker.conclude(cells[variable], mine, Reason::Rules, moves);
        }
    }
    Ok(())
}

/// Adds the shown cells and applies the built-in rules; true if a cell to open was found.
///
/// # Errors
/// As [`Tracker::run`].
pub fn easy(tracker: &mut Tracker, view: &View, moves: &mut Vec<Move>) -> Result<bool, Impossible> {
    tracker.see(view)?;
    tracker.run(moves)?;
    Ok(opens(moves))
}

/// True if there is a cell to open.
pub fn opens(moves: &[Move]) -> bool {
    moves.iter().any(|m| m.act == Act::Open)
}

/// A guess.
pub fn guess(tracker: &Tracker, cell: u32, moves: &mut Vec<Move>) {
    debug_assert_eq!(tracker.known(cell), Known::Nothing);
    moves.push(Move { cell, act: Act::Open, reason: Reason::Guess });
}
