//! A guess explained: its chance, what the player expected of it, the safest cell, the runners-up, and what the cell would
//! show. Chances are of the default prior where the total is unknown.

use std::sync::Arc;

use serde::Serialize;

use super::View;
use super::analysis::{Analysis, Position, ShownNumber};
use super::exact::EQUAL;
use super::guess_values::{GuessStage, GuessValues};
use super::tracker::{CluePairs, Known, Neighbours, Tracker};
use crate::board::{Board, Cell};
use crate::engine::Prior;
use crate::grid::{Place, place_text};
use crate::units;

/// Most runners-up of a report.
const MOST_OTHERS: usize = 3;

/// A cell that could have been opened instead.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OtherGuess {
    /// Row and column of the cell.
    pub cell: Place,
    /// Probability of a mine.
    pub mine: f64,
    /// Its value by the stage that decided; null if the stage did not look at it.
    pub value: Option<f64>,
}

/// A number that the cell may show.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NumberChance {
    /// The number.
    pub number: u8,
    /// Its probability, given that the cell is safe.
    pub chance: f64,
    /// Cells that are certainly safe then, among those that the number says something of.
    pub certain: usize,
}

/// What there is to say of a guess.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GuessReport {
    /// Row and column of the cell.
    pub cell: Place,
    /// Probability of a mine.
    pub mine: f64,
    /// The safest cell, the first in reading order; the cell itself if none is safer.
    pub safest: Place,
    /// Its probability of a mine: 0 if the player overlooked a certainly safe cell.
    pub safest_mine: f64,
    /// True if a cell is safer than the one that the player chose: a decision one would not expect.
    pub unexpected: bool,
    /// The stage of the player that decided; null if it does not say.
    pub stage: Option<GuessStage>,
    /// The value of the cell by that stage.
    pub value: Option<f64>,
    /// The best of the others: by their values, then by their chances.
    pub others: Vec<OtherGuess>,
    /// The numbers that the cell may show; empty if there are too many arrangements to tell.
    pub shows: Vec<NumberChance>,
}

/// Reports a guess at a covered cell of a board of exact clues. None if the board has no solution, or if a limit of the
/// thread runs out.
pub fn guess_report(board: &Board, cell: u32, values: Option<&GuessValues>) -> Option<GuessReport> {
    let grid = board.grid();
    let (mut tracker, fresh) = (Tracker::new(grid, Arc::new(Neighbours::new(grid)), CluePairs::None), shown(board));
    tracker.prior = Prior::parse("jeffreys").expect("the name of a prior");
    let view = View { board, fresh: &fresh };
    tracker.see(&view).ok()?;
    let mut analysis = Analysis::default();
    let mut certain = Vec::new();
    // The analysis ends where a safe cell is certain; a player that guesses all the same has overlooked it.
    let first = analysis.position(&mut tracker, &view, &mut certain).ok()?;
    let overlooks = first.is_none();
    let position = match first {
        Some(position) => position,
        None if analysis.stopped.is_some() => return None,
        None => analysis.position(&mut tracker, &view, &mut certain).ok()?.unwrap_or_default(),
    };
    let risk = |cell: u32| match tracker.known(cell) {
        Known::Safe => 0.0,
        Known::Mine => 1.0,
        _ => position.risks.iter().find(|r| r.0 == cell).map_or(1.0, |r| r.1),
    };
    let mine = risk(cell);
    let covered = || grid.cells().map(|c| c as u32).filter(|&c| board.cell(c as usize) == Cell::Covered);
    let least = if overlooks { 0.0 } else { position.least_risk() };
    let unexpected = mine > least + EQUAL;
    let safest = if unexpected { covered().find(|&c| risk(c) <= least + EQUAL)? } else { cell };
    let value = |cell: u32| values.and_then(|values| values.of(cell));
    let mut others: Vec<(u32, f64)> = covered().filter(|&c| c != cell).map(|c| (c, risk(c))).collect();
    let worth = |other: &(u32, f64)| value(other.0).unwrap_or(f64::NEG_INFINITY);
    others.sort_by(|a, b| worth(b).total_cmp(&worth(a)).then(a.1.total_cmp(&b.1)).then(a.0.cmp(&b.0)));
    others.truncate(MOST_OTHERS);
    let other = |(c, mine): (u32, f64)| OtherGuess { cell: grid.position(c as usize), mine, value: value(c) };
    Some(GuessReport {
        cell: grid.position(cell as usize),
        mine,
        safest: grid.position(safest as usize),
        safest_mine: risk(safest),
        unexpected,
        stage: values.map(|values| values.stage),
        value: value(cell),
        others: others.into_iter().map(other).collect(),
        shows: shows(&position, &tracker, cell),
    })
}

/// The cells that are not covered.
fn shown(board: &Board) -> Vec<u32> {
    board.grid().cells().filter(|&c| board.cell(c) != Cell::Covered).map(|c| c as u32).collect()
}

fn shows(position: &Position, tracker: &Tracker, cell: u32) -> Vec<NumberChance> {
    if tracker.known(cell) != Known::Nothing {
        return Vec::new();
    }
    let (mines, after) = (tracker.mines_around(cell) as u8, position.clicker(tracker).click(cell));
    let chance = |n: &ShownNumber| NumberChance { number: n.number + mines, chance: n.share, certain: n.certain };
    after.map_or(Vec::new(), |after| after.numbers.iter().map(chance).collect())
}

fn percent(chance: f64) -> String {
    units::percent(chance, 1)
}

impl GuessReport {
    /// The chance of the cell beside that of the safest.
    pub fn chance_text(&self) -> String {
        let mine = percent(self.mine);
        let safest = place_text(self.safest);
        match self.unexpected {
            false => format!("mine {mine}, no cell is safer"),
            true if self.safest_mine == 0.0 => format!("mine {mine}, although {safest} is certainly safe"),
            true => format!("mine {mine}, not the safest: {safest} has {}", percent(self.safest_mine)),
        }
    }

    /// What the player expected, the runners-up, and what the cell would show: a line each, without lines that would be
    /// empty.
    pub fn more_lines(&self) -> Vec<String> {
        let expected = self.stage.map(|stage| match self.value.filter(|_| stage.is_chance()) {
            Some(value) => format!("expected: {} {}", stage.meaning(), percent(value)),
            None => format!("expected: {}", stage.meaning()),
        });
        let other = |other: &OtherGuess| {
            let value = match (self.stage, self.value, other.value) {
                (Some(stage), _, Some(value)) if stage.is_chance() => format!(", value {}", percent(value)),
                (Some(_), Some(own), Some(value)) => format!(", value {:+.2} points", 100.0 * (value - own)),
                _ => String::new(),
            };
            format!("{} mine {}{value}", place_text(other.cell), percent(other.mine))
        };
        let others: Vec<String> = self.others.iter().map(other).collect();
        let others = (!others.is_empty()).then(|| format!("others: {}", others.join("; ")));
        let number = |n: &NumberChance| format!("{} in {}", n.number, percent(n.chance));
        let shows: Vec<String> = self.shows.iter().map(number).collect();
        let progress: f64 = self.shows.iter().filter(|n| n.certain > 0).map(|n| n.chance).sum();
        let shows = (!shows.is_empty())
            .then(|| format!("if safe it shows {}; a certain cell follows in {}", shows.join(", "), percent(progress)));
        expected.into_iter().chain(others).chain(shows).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::small_boards;
    use crate::play::tree::{MINE, table};

    fn of(text: &str, cell: u32) -> GuessReport {
        guess_report(&Board::parse(text, "t").unwrap(), cell, None).unwrap()
    }

    /// Chances and numbers are the shares of all models.
    #[test]
    fn chances_are_shares_of_the_models() {
        let mut compared = 0;
        for (board, _, position) in small_boards::positions(61, 300) {
            if position.models() > 300.0 {
                continue;
            }
            let (all, cells) = table(&board, 400).unwrap();
            let share = |cell: usize, wanted: u8| {
                let of = |model: &u32| all.shows(*model, cell) == wanted;
                (0..all.models() as u32).filter(of).count() as f64 / all.models() as f64
            };
            for (v, &cell) in cells.iter().enumerate() {
                let Some(report) = guess_report(&board, cell, None) else { panic!("{board}") };
                let mine = share(v, MINE);
                assert!((report.mine - mine).abs() < 1e-9, "{board}: {report:?}");
                let least = (0..cells.len()).map(|v| share(v, MINE)).fold(1.0, f64::min);
                assert!((report.safest_mine - least).abs() < 1e-9 && report.unexpected == (mine > least + 1e-9));
                for shown in &report.shows {
                    assert!((shown.chance * (1.0 - mine) - share(v, shown.number)).abs() < 1e-9, "{board}: {report:?}");
                    compared += 1;
                }
            }
        }
        assert!(compared > 500, "{compared}");
    }

    #[test]
    fn what_one_would_not_expect_is_said() {
        // One mine beside the 1, and one among the three others.
        let board = "1 7 2\n#1#_###\n";
        let report = of(board, 0);
        assert_eq!(report.chance_text(), "mine 50.0 %, not the safest: (0,4) has 33.3 %");
        assert_eq!(of(board, 4).chance_text(), "mine 33.3 %, no cell is safer");
        // Both mines are beside the 2.
        let overlooked = of("1 7 2\n#2#_###\n", 0);
        assert_eq!(overlooked.chance_text(), "mine 100.0 %, although (0,4) is certainly safe");
    }

    #[test]
    fn values_order_the_others() {
        let board = Board::parse("1 7 2\n#1#_###\n", "t").unwrap();
        let values = |stage| GuessValues { stage, values: vec![(4, 0.25), (0, 0.75), (2, 0.5)] };
        let nets = guess_report(&board, 0, Some(&values(GuessStage::Nets))).unwrap();
        let lines = nets.more_lines();
        assert_eq!(lines[0], "expected: value nets prefer it");
        assert_eq!(
            lines[1],
            "others: (0,2) mine 50.0 %, value -25.00 points; (0,4) mine 33.3 %, value -50.00 points; (0,5) mine 33.3 %"
        );
        let tree = guess_report(&board, 0, Some(&values(GuessStage::Tree))).unwrap();
        assert_eq!(tree.more_lines()[0], "expected: best play wins 75.0 %");
    }
}
