//! How far a board can be played without a guess, and which inferences that takes.
//!
//! A game starts with an opening in the middle. Single clues are used first; where they are stuck, the deduction rules
//! from the cheapest level on, and then a complete engine. If that finds nothing either, only a guess is left and the
//! game ends. The total number of mines is not used.

pub mod sweep;

use serde::{Deserialize, Serialize};

use crate::engine::rules::{Level, RuleSet, deduce};
use crate::engine::{Classes, Control, Engine, Stop, Verdict};
use crate::field::Field;
use crate::generate::single_point::SinglePointGame;
use crate::system::{CellMap, System};

/// Means that prove a safe cell or a mine, weakest first.
pub const MEANS: [&str; 5] = ["single clue", "pair of clues", "subset closure", "elimination", "complete search"];

/// One game, or the sum of several.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlayedFields {
    /// Number of games, one per board.
    pub boards: u64,
    /// Games in which every safe cell was opened.
    pub solved: u64,
    /// Safe cells of all boards.
    pub safe: u64,
    /// Safe cells that were opened.
    pub opened: u64,
    /// Sum over the games of the share of safe cells that were opened.
    pub reached: f64,
    /// Safe cells proved by each of [`MEANS`]; cells that a 0 opens count for the single clue.
    pub proved: [u64; MEANS.len()],
    /// Positions in which the rules are stuck.
    pub stuck: u64,
    /// Cells that a complete engine finds certain in these positions.
    pub certain: u64,
    /// Stuck positions in which the LP relaxation was tried as well.
    pub asked: u64,
    /// Cells that the LP relaxation proves in these positions.
    pub relaxed: u64,
}

impl PlayedFields {
    /// Adds the numbers of other games.
    pub fn add(&mut self, other: &PlayedFields) {
        self.boards += other.boards;
        self.solved += other.solved;
        self.safe += other.safe;
        self.opened += other.opened;
        self.reached += other.reached;
        self.proved.iter_mut().zip(other.proved).for_each(|(a, b)| *a += b);
        self.stuck += other.stuck;
        self.certain += other.certain;
        self.asked += other.asked;
        self.relaxed += other.relaxed;
    }

    /// Share of the inferences that needed more than one clue.
    pub fn beyond_one_clue(&self) -> f64 {
        let all: u64 = self.proved.iter().sum();
        if all == 0 { 0.0 } else { (all - self.proved[0]) as f64 / all as f64 }
    }
}

/// Certain cells of the board: (cell, is a mine).
fn certain(classes: &[Verdict], map: &CellMap) -> Vec<(usize, bool)> {
    let decided = |(variable, verdict): (usize, &Verdict)| match verdict {
        Verdict::Safe => Some((map.cells[variable] as usize, false)),
        Verdict::Mine => Some((map.cells[variable] as usize, true)),
        _ => None,
    };
    classes.iter().enumerate().filter_map(decided).collect()
}

fn classify(engine: &dyn Engine, system: &System, control: &mut Control) -> Result<Vec<Verdict>, Stop> {
    match engine.classify(system, control)? {
        Classes::Cells(cells) => Ok(cells),
        Classes::Inconsistent => Err(Stop::Failed("a position of a real field has no solution".into())),
    }
}

/// Plays one field from `start`. `complete` decides what the rules leave; `relaxation` is tried on the same positions.
///
/// # Errors
/// An engine failed or a limit ran out, or a verdict contradicts the field.
pub fn play(
    field: &Field,
    start: usize,
    complete: &dyn Engine,
    relaxation: Option<&dyn Engine>,
    control: &mut Control,
) -> Result<PlayedFields, Stop> {
    let safe = field.grid().len() - field.count();
    let mut played = PlayedFields { boards: 1, safe: safe as u64, ..PlayedFields::default() };
    let mut player = SinglePointGame::new(field);
    player.open(start);
    let first = player.opened();
    let mut beyond = 0;
    'stuck: loop {
        player.run();
        if player.opened() == safe {
            break;
        }
        let board = field.board(&player.shown(true), None);
        let (system, map) = System::from_board(&board);
        let mut take = |means: usize, found: &[(usize, bool)]| -> Result<bool, Stop> {
            let mut news = false;
            for &(cell, mine) in found {
                if field.is_mine(cell) != mine {
                    return Err(Stop::Failed(format!("cell {cell} is called certain by {} and is not", MEANS[means])));
                }
                if mine {
                    news |= player.prove_mine(cell);
                } else if !player.is_open(cell) {
                    news = true;
                    played.proved[means] += 1;
                    beyond += 1;
                    player.open(cell);
                }
            }
            Ok(news)
        };
        for (index, level) in Level::all().enumerate().skip(1) {
            let values = deduce(&system, RuleSet { level, total: false }, control)?.values(system.cells);
            let found: Vec<(usize, bool)> =
                values.iter().enumerate().filter_map(|(v, value)| Some((map.cells[v] as usize, (*value)?))).collect();
            if take(index, &found)? {
                continue 'stuck;
            }
        }
        let found = certain(&classify(complete, &system, control)?, &map);
        played.stuck += 1;
        played.certain += found.len() as u64;
        if let Some(relaxation) = relaxation {
            let relaxed = certain(&classify(relaxation, &system, control)?, &map);
            if relaxed.iter().any(|cell| !found.contains(cell)) {
                return Err(Stop::Failed("the relaxation calls a cell certain that is not".into()));
            }
            played.asked += 1;
            played.relaxed += relaxed.len() as u64;
        }
        if !take(MEANS.len() - 1, &found)? {
            break;
        }
    }
    played.opened = player.opened() as u64;
    played.proved[0] = (player.opened() - first - beyond) as u64;
    played.solved = u64::from(player.opened() == safe);
    played.reached = player.opened() as f64 / safe as f64;
    Ok(played)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::build;
    use crate::grid::Grid;
    use crate::rng::Rng;

    fn played(field: &Field, start: usize) -> PlayedFields {
        let (complete, lp) = (build("frontier").unwrap(), build("lp").unwrap());
        play(field, start, complete.as_ref(), Some(lp.as_ref()), &mut Control::default()).unwrap()
    }

    fn field_of(rows: &[&str]) -> Field {
        let grid = Grid { rows: rows.len(), cols: rows[0].len() };
        Field::new(grid, rows.concat().bytes().map(|b| b == b'*').collect())
    }

    #[test]
    fn a_pair_of_clues_differs_from_a_single_one() {
        // 1 1 1 1 over four covered cells: the middle two are safe by pairs of clues, and by no single one.
        let got = played(&field_of(&["....", "....", "*..*"]), 0);
        assert_eq!((got.solved, got.opened, got.safe), (1, 10, 10), "{got:?}");
        assert_eq!((got.proved, got.beyond_one_clue()), ([0, 2, 0, 0, 0], 1.0));
    }

    #[test]
    fn a_coin_toss_ends_the_game() {
        let got = played(&field_of(&["....", "....", "..**", "..*."]), 0);
        assert_eq!((got.solved, got.opened, got.safe), (0, 12, 13), "{got:?}");
    }

    /// A game ends exactly where no covered cell is certainly safe, by brute force.
    #[test]
    fn games_end_where_nothing_is_safe() {
        let (mut ended, mut solved) = (0, 0);
        for index in 0..300 {
            let (field, start) = Field::with_opening(Grid { rows: 5, cols: 5 }, 0.25, &mut Rng::stream(5, index));
            let got = played(&field, start);
            // The same by brute force alone.
            let mut open = vec![false; 25];
            field.open_from(start, &mut open);
            loop {
                let (system, map) = System::from_board(&field.board(&open, None));
                let engine = build("brute").unwrap();
                let found = certain(&classify(engine.as_ref(), &system, &mut Control::default()).unwrap(), &map);
                let safe: Vec<usize> = found.iter().filter(|c| !c.1).map(|c| c.0).collect();
                safe.iter().for_each(|&cell| field.open_from(cell, &mut open));
                if safe.is_empty() {
                    break;
                }
            }
            let opened = open.iter().filter(|o| **o).count() as u64;
            assert_eq!(got.opened, opened, "board {index}");
            assert!(got.asked == got.stuck && got.relaxed <= got.certain);
            solved += got.solved;
            ended += 1 - got.solved;
        }
        assert!(ended > 50 && solved > 20, "{ended} {solved}");
    }
}
