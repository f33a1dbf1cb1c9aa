//! A game step by step: each move with its reason and the cells that it showed, and each guess with its chance and its
//! alternatives; as text, or as lines of JSON that can be replayed.

use std::fmt::Write;

use serde::Serialize;

use super::guess_report::{GuessReport, guess_report};
use super::guess_values::GuessValues;
use super::reasons::because;
use super::record::GameRecord;
use super::rules::Clues;
use super::series::{Series, Sight};
use super::steps::changed;
use super::{Act, GameError, Move, PlayerFactory};
use crate::board::{Board, Cell};
use crate::grid::{Place, place_text};

/// A move of a traced game.
#[derive(Clone, Debug, PartialEq)]
pub struct TracedMove {
    /// The move.
    pub step: Move,
    /// Why it is certain; None for a guess, or if the clues would take too long to find.
    pub because: Option<String>,
    /// What there is to say of a guess; None for a certain move, and under clues that are bounds.
    pub guess: Option<GuessReport>,
    /// Index and new look of each cell that changed, ascending; marks are flags.
    pub shown: Vec<(u32, Cell)>,
}

/// A game with the reasons of its moves.
#[derive(Clone, Debug, PartialEq)]
pub struct TracedGame {
    /// The board before the first move.
    pub start: Board,
    /// In the order of play.
    pub moves: Vec<TracedMove>,
    /// What came of it.
    pub record: GameRecord,
}

/// A line of a game step by step: its start, a move or its end.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StepLine<'a> {
    /// Name of the player.
    pub player: &'a str,
    /// Number of the game in its series or file, from 0.
    pub game: u64,
    /// 0 for the start, then the moves from 1, then the end.
    pub step: usize,
    /// `start`, `open`, `mark` or `end`.
    pub act: &'static str,
    /// The board before the first move, as rows of a board; of the start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<Vec<String>>,
    /// Mines on the board; of the start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mines: Option<usize>,
    /// Row and column of the cell; of a move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cell: Option<Place>,
    /// The kind of the reason, as in the records of games; of a move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<&'static str>,
    /// Why the move is certain, where the clues could be found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub because: Option<&'a str>,
    /// Chance, expectation and alternatives; of a guess.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub guess: Option<&'a GuessReport>,
    /// Row, column and new letter of each cell that changed; of a move.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub shown: Vec<(usize, usize, char)>,
    /// As in the records of games; of the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<&'a str>,
}

/// Plays game `index` of a series with the reasons of its moves.
///
/// # Errors
/// As [`Series::game`].
pub fn trace(series: &Series, name: &str, maker: &PlayerFactory, index: u64) -> Result<TracedGame, GameError> {
    let clues = series.rules.clues;
    let mut start: Option<Board> = None;
    let mut moves = Vec::new();
    // The board after the last move, and that of the turn.
    let (mut before, mut turn): (Option<Board>, Option<Board>) = (None, None);
    let mut values: Option<GuessValues> = None;
    let mut watch = |sight: Sight| match sight {
        Sight::Turn(board) => {
            (turn, values) = (Some(board.clone()), None);
            if start.is_none() {
                (start, before) = (Some(board.clone()), Some(board.clone()));
            }
        }
        Sight::Values(found) => values = Some(found.clone()),
        Sight::Move(step, board) => {
            let (Some(last), Some(turn)) = (&mut before, &turn) else { return };
            let reads = matches!(clues, Clues::Exact | Clues::Received(_));
            let explained = reads && !step.reason.is_certain();
            let (because, shown) = (because(last, turn, step, clues), changed(last, board));
            let guess = explained.then(|| guess_report(last, step.cell, values.as_ref())).flatten();
            shown.iter().for_each(|&(cell, look)| last.set(cell as usize, look));
            moves.push(TracedMove { step, because, guess, shown });
        }
    };
    let record = series.game(name, maker, index, Some(&mut watch))?;
    let start = start.unwrap_or_else(|| Board::covered(series.rules.grid, None));
    Ok(TracedGame { start, moves, record })
}

impl TracedGame {
    /// The board after every move, with the reason of the move.
    pub fn to_text(&self) -> String {
        let (grid, mut board) = (self.start.grid(), self.start.clone());
        let mut text = format!("{}, game {}\n", self.record.player, self.record.game);
        let rows = |text: &mut String, board: &Board| {
            board.rows().for_each(|row| *text += &(row + "\n"));
            text.push('\n');
        };
        rows(&mut text, &board);
        for TracedMove { step, because, guess, shown } in &self.moves {
            let act = if step.act == Act::Open { "open" } else { "mark" };
            let _ = write!(text, "{act} {} {}", grid.cell_text(step.cell as usize), step.reason.name());
            let why = guess.as_ref().map(GuessReport::chance_text).or_else(|| because.clone());
            text += &why.map_or("\n".into(), |why| format!(": {why}\n"));
            let more = guess.iter().flat_map(GuessReport::more_lines);
            more.for_each(|line| text += &format!("  {line}\n"));
            shown.iter().for_each(|&(cell, look)| board.set(cell as usize, look));
            rows(&mut text, &board);
        }
        let GameRecord { result, clicks, guesses, .. } = &self.record;
        let _ = writeln!(text, "{result}: {clicks} clicks, {guesses} guesses");
        let unexpected = self.moves.iter().filter_map(|m| m.guess.as_ref()).filter(|guess| guess.unexpected);
        let cells: Vec<String> = unexpected.map(|guess| place_text(guess.cell)).collect();
        if !cells.is_empty() {
            let _ = writeln!(text, "decisions one would not expect, a cell was safer: {}", cells.join(" "));
        }
        text
    }

    /// Its steps, for JSON Lines.
    pub fn lines(&self) -> impl Iterator<Item = StepLine<'_>> {
        let grid = self.start.grid();
        let line = move |step: usize, act: &'static str| StepLine {
            player: &self.record.player,
            game: self.record.game,
            step,
            act,
            board: None,
            mines: None,
            cell: None,
            reason: None,
            because: None,
            guess: None,
            shown: Vec::new(),
            result: None,
        };
        let start =
            StepLine { board: Some(self.start.row_strings()), mines: Some(self.record.mines), ..line(0, "start") };
        let end = StepLine { result: Some(&self.record.result), ..line(self.moves.len() + 1, "end") };
        let look = move |&(cell, look): &(u32, Cell)| {
            let (row, col) = grid.position(cell as usize);
            (row, col, look.letter())
        };
        let moves = self.moves.iter().zip(1..).map(move |(made, step)| StepLine {
            cell: Some(grid.position(made.step.cell as usize)),
            reason: Some(made.step.reason.name()),
            because: made.because.as_deref(),
            guess: made.guess.as_ref(),
            shown: made.shown.iter().map(look).collect(),
            ..line(step, if made.step.act == Act::Open { "open" } else { "mark" })
        });
        std::iter::once(start).chain(moves).chain(std::iter::once(end))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Grid;
    use crate::field::Field;
    use crate::play::players::maker;
    use crate::play::rules::{OnMine, Rules, Start, Until};
    use crate::play::series::BoardSource;

    fn rules(grid: Grid, mines: usize) -> Rules {
        let (start, on_mine, until) = (Start::Safe(0), OnMine::End, Until::SafeOpen);
        Rules { grid, mines, start, on_mine, until, total_known: false, clues: Clues::Exact }
    }

    /// The step by step example of the source: (2,3) is probed and shows 1.
    #[test]
    fn the_example_of_the_source() {
        let grid = Grid { rows: 5, cols: 5 };
        let mines = [3, 15, 17, 20, 24];
        let field = Field::new(grid, grid.cells().map(|c| mines.contains(&c)).collect());
        let series = Series::new(rules(grid, 5), BoardSource::Given(vec![field], 1));
        let game = trace(&series, "ees", &maker("ees").unwrap(), 0).unwrap();
        let text = game.to_text();
        assert!(game.record.won() && text.contains("open (2,3) pair: clues (1,2) and (0,2)"), "{text}");
    }

    #[test]
    fn every_move_is_explained() {
        let grid = Grid { rows: 9, cols: 9 };
        let rules = Rules { total_known: true, ..rules(grid, 14) };
        let series = Series::new(rules, BoardSource::Seed(3));
        let mut seen = std::collections::BTreeSet::new();
        for player in ["ees", "frontier", "equation"] {
            for index in 0..60 {
                let text = trace(&series, player, &maker(player).unwrap(), index).unwrap().to_text();
                for line in text.lines().filter(|line| line.starts_with("open") || line.starts_with("mark")) {
                    let (what, why) = line.split_once(": ").unwrap_or((line, ""));
                    let reason = what.split(' ').next_back().unwrap();
                    assert!(!why.is_empty(), "{player}, game {index}, {line}: {text}");
                    assert_eq!(why.starts_with("mine "), reason == "guess", "{player}, game {index}, {line}: {text}");
                    seen.insert(reason.to_string());
                }
            }
        }
        assert_eq!(seen.into_iter().collect::<Vec<_>>(), ["guess", "models", "pair", "rules", "single_point", "total"]);
    }

    /// Two cells decided in one turn: the number of the first is not the reason for opening the second.
    #[test]
    fn a_turn_is_explained_by_what_was_seen_before_it() {
        let grid = Grid { rows: 9, cols: 9 };
        let rules = Rules { total_known: true, ..rules(grid, 14) };
        let series = Series::new(rules, BoardSource::Seed(1));
        let text = trace(&series, "frontier", &maker("frontier").unwrap(), 76).unwrap().to_text();
        let of = |cell: &str| text.lines().find(|line| line.starts_with(&format!("open {cell} total"))).unwrap();
        assert!(!of("(0,7)").contains("at (0,6)") && of("(0,7)").ends_with("the total"), "{text}");
    }

    /// The steps replayed are the game: the last board has as many open cells as the record says, guesses are counted and
    /// reported, and `lookahead` says what it expected.
    #[test]
    fn steps_can_be_replayed() {
        let grid = Grid { rows: 9, cols: 9 };
        let series = Series::new(Rules { total_known: true, ..rules(grid, 14) }, BoardSource::Seed(3));
        let (mut stages, mut unexpected) = (std::collections::BTreeSet::new(), 0);
        for player in ["sps", "frontier", "lookahead"] {
            for index in 0..40 {
                let game = trace(&series, player, &maker(player).unwrap(), index).unwrap();
                let lines: Vec<StepLine> = game.lines().collect();
                assert!(lines.iter().map(|line| line.step).eq(0..lines.len()));
                let mut rows: Vec<Vec<char>> =
                    lines[0].board.iter().flatten().map(|row| row.chars().collect()).collect();
                lines.iter().flat_map(|line| &line.shown).for_each(|&(row, col, letter)| rows[row][col] = letter);
                let open = rows.iter().flatten().filter(|letter| letter.is_ascii_digit()).count();
                assert_eq!((open, lines.last().unwrap().result), (game.record.opened, Some(&*game.record.result)));
                let guesses: Vec<&GuessReport> = lines.iter().filter_map(|line| line.guess).collect();
                assert_eq!(guesses.len() as u64, game.record.guesses);
                if player != "sps" {
                    assert!(guesses.iter().all(|guess| guess.safest_mine > 0.0), "nothing is overlooked");
                }
                if player == "frontier" {
                    assert!(guesses.iter().all(|guess| !guess.unexpected && guess.stage.is_none()));
                }
                if player == "lookahead" {
                    unexpected += guesses.iter().filter(|guess| guess.unexpected).count();
                    stages.extend(guesses.iter().filter_map(|guess| Some(guess.stage?.name())));
                    let marked = game.to_text().contains("decisions one would not expect");
                    assert_eq!(marked, guesses.iter().any(|guess| guess.unexpected));
                }
            }
        }
        assert!(stages.len() > 2 && unexpected > 0, "{stages:?} {unexpected}");
    }
}
