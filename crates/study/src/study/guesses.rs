//! Where players struggle and where one disagrees with them: every guess of games, why it was made, at what risk, and what
//! exactly optimal play would have won instead where its tree is small.

mod cause;
mod picture;
mod tables;

use serde::{Deserialize, Serialize};

use super::Study;
use crate::board::{Board, Cell};
use crate::engine::Stop;
use crate::grid::Grid;
use crate::play::players::{maker, reads};
use crate::play::rules::{Clues, Start};
use crate::play::series::{BoardSource, Series, Sight};
use crate::play::{Act, Move, PlayerFactory, Rules};
use crate::report::Document;
use crate::spec::SpecError;
use cause::{CAUSES, GuessTree, Look};

/// Games per point: they make one row, and one step of the journal.
const BATCH: u64 = 50;

/// Examples of a player that are kept and drawn.
const EXAMPLES: usize = 10;

/// Phases with the share of safe cells that are open at their ends.
const PHASES: [(&str, f64); 4] =
    [("first quarter", 0.25), ("second quarter", 0.5), ("third quarter", 0.75), ("last quarter", 1.01)];

/// The study.
#[derive(Clone, Debug)]
pub struct GuessesStudy {
    players: Vec<String>,
    /// Players whose largest disagreements are drawn.
    drawn: Vec<String>,
    board: (Grid, usize),
    games: u64,
    seed: u64,
    /// Most models of an exact tree.
    models: usize,
}

/// Options that do not fit.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadGuesses {
    /// No such player.
    #[error(transparent)]
    Player(#[from] SpecError),
    /// A player whose examples are drawn does not play.
    #[error("--draw {0}: it is not one of the --players")]
    Drawn(String),
    /// A player that is given twice.
    #[error("--players: {0} is given twice")]
    Twice(String),
    /// More mines than the first cell leaves room for.
    #[error("{0} mines do not fit beside a safe first cell on {1} cells")]
    Mines(usize, usize),
    /// Nothing to play.
    #[error("a study needs a game or more")]
    NoGames,
}

/// What the games are.
#[derive(Clone, Debug)]
pub struct GuessedGames {
    /// Specifications of the players.
    pub players: Vec<String>,
    /// Those whose largest disagreements are drawn.
    pub drawn: Vec<String>,
    /// Size of the board.
    pub grid: Grid,
    /// Mines of the board.
    pub mines: usize,
    /// Games of each player, on the same boards.
    pub games: u64,
    /// Seed of the boards.
    pub seed: u64,
    /// Most models of an exact tree.
    pub models: usize,
}

/// Some games of a player.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GuessedBatch {
    player: String,
    games: u64,
    won: u64,
    /// Games that ended without a verdict.
    stuck: u64,
    /// By cause and, within a cause, by phase.
    guesses: Vec<GuessSums>,
    /// Guesses with a tree, those of another cell than the best, and the sum of the shares of models that they lose.
    trees: (u64, u64, f64),
    /// The largest disagreements of a player that is drawn, largest first.
    examples: Vec<Disagreement>,
}

impl GuessedBatch {
    /// All games of a player together.
    fn of_player(player: &str, rows: &[GuessedBatch]) -> Self {
        let mut sum = Self::none(player);
        for row in rows.iter().filter(|row| row.player == player) {
            sum.games += row.games;
            sum.won += row.won;
            sum.stuck += row.stuck;
            sum.guesses.iter_mut().zip(&row.guesses).for_each(|(sum, own)| sum.add(own));
            sum.trees = (sum.trees.0 + row.trees.0, sum.trees.1 + row.trees.1, sum.trees.2 + row.trees.2);
            sum.examples.extend(row.examples.iter().cloned());
        }
        sort(&mut sum.examples);
        sum
    }

    fn none(player: &str) -> Self {
        let guesses = vec![GuessSums::default(); CAUSES.len() * PHASES.len()];
        GuessedBatch { player: player.into(), guesses, ..GuessedBatch::default() }
    }

    /// All guesses of a cause.
    fn of_cause(&self, cause: usize) -> GuessSums {
        self.sum(|at| at / PHASES.len() == cause)
    }

    /// All guesses in a phase.
    fn of_phase(&self, phase: usize) -> GuessSums {
        self.sum(|at| at % PHASES.len() == phase)
    }

    fn sum(&self, is: impl Fn(usize) -> bool) -> GuessSums {
        let mut sum = GuessSums::default();
        self.guesses.iter().enumerate().filter(|(at, _)| is(*at)).for_each(|(_, own)| sum.add(own));
        sum
    }

    /// Of 100 games.
    fn of_games(&self, count: u64) -> f64 {
        100.0 * count as f64 / self.games.max(1) as f64
    }
}

/// Guesses of one cause in one phase.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct GuessSums {
    all: u64,
    /// Those that hit a mine.
    fatal: u64,
    /// Those whose probability of a mine is known, and the sum of it.
    known: u64,
    risk: f64,
}

impl GuessSums {
    fn add(&mut self, other: &GuessSums) {
        let GuessSums { all, fatal, known, risk } = *other;
        *self = GuessSums {
            all: self.all + all,
            fatal: self.fatal + fatal,
            known: self.known + known,
            risk: self.risk + risk,
        };
    }
}

/// Place of a phase.
fn phase(open: f64) -> usize {
    PHASES.iter().position(|phase| open < phase.1).unwrap_or(PHASES.len() - 1)
}

/// A guess beside the best cell.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Disagreement {
    rows: Vec<String>,
    mines: u32,
    game: u64,
    played: usize,
    best: usize,
    /// Models in all, won by best play after each of the two.
    models: u32,
    won: [u32; 2],
    /// Mine probability of every covered cell, in reading order.
    risks: Vec<f64>,
}

impl Disagreement {
    fn lost(&self) -> f64 {
        f64::from(self.won[1] - self.won[0]) / f64::from(self.models)
    }

    fn board(&self) -> Option<Board> {
        let cols = self.rows.first()?.len();
        Board::parse(&format!("{} {cols} {}\n{}\n", self.rows.len(), self.mines, self.rows.join("\n")), "a row").ok()
    }
}

impl GuessesStudy {
    /// All guesses of some players on the same boards, the first cell safe and the total known.
    ///
    /// # Errors
    /// A player that there is none of or that is given twice, or rules that do not fit.
    pub fn new(games: GuessedGames) -> Result<Self, BadGuesses> {
        let GuessedGames { players, drawn, grid, mines, games, seed, models } = games;
        for (at, player) in players.iter().enumerate() {
            maker(player).map(drop)?;
            debug_assert!(reads(player, Clues::Exact).is_ok(), "every player reads exact clues");
            if players[..at].contains(player) {
                return Err(BadGuesses::Twice(player.clone()));
            }
        }
        if let Some(name) = drawn.iter().find(|name| !players.contains(name)) {
            return Err(BadGuesses::Drawn(name.clone()));
        }
        if mines >= grid.len() {
            return Err(BadGuesses::Mines(mines, grid.len()));
        }
        if games == 0 {
            return Err(BadGuesses::NoGames);
        }
        Ok(GuessesStudy { players, drawn, board: (grid, mines), games, seed, models })
    }

    fn series(&self) -> Series {
        let (grid, mines) = self.board;
        let rules = Rules { grid, mines, ..Rules::expert(Start::Safe(0)) };
        Series::new(rules, BoardSource::Seed(self.seed))
    }

    /// Looks at every guess of a game.
    fn game(&self, series: &Series, factory: &PlayerFactory, index: u64, batch: &mut GuessedBatch) -> Result<(), Stop> {
        let (grid, mines) = self.board;
        let mut before: Option<Board> = None;
        let is_drawn = self.drawn.contains(&batch.player);
        let mut watch = |sight: Sight| {
            let (board, step): (&Board, Option<Move>) = match sight {
                Sight::Turn(board) => (board, None),
                Sight::Move(step, board) => (board, Some(step)),
                Sight::Values(_) => return,
            };
            if let (Some(before), Some(step)) = (&before, step)
                && step.act == Act::Open
                && !step.reason.is_certain()
            {
                let shown = before.cells().iter().filter(|cell| matches!(cell, Cell::Clue(_))).count();
                let look = Look::at(before, step.cell, self.models);
                let open = shown as f64 / (grid.len() - mines) as f64;
                batch.guesses[look.cause * PHASES.len() + phase(open)].add(&GuessSums {
                    all: 1,
                    fatal: u64::from(board.cell(step.cell as usize) == Cell::Flag),
                    known: u64::from(look.risk.is_some()),
                    risk: look.risk.unwrap_or(0.0),
                });
                if let Some(lost) = look.tree.as_ref().map(GuessTree::lost) {
                    let (seen, other, sum) = batch.trees;
                    batch.trees = (seen + 1, other + u64::from(lost > 0.0), sum + lost);
                }
                let example = look.tree.filter(|tree| is_drawn && tree.lost() > 0.0).map(|tree| Disagreement {
                    rows: before.row_strings(),
                    mines: mines as u32,
                    game: index,
                    played: step.cell as usize,
                    best: tree.best,
                    models: tree.models,
                    won: [tree.won, tree.most],
                    risks: tree.risks.into_iter().map(rounded).collect(),
                });
                batch.examples.extend(example);
            }
            before = Some(board.clone());
        };
        let record = series.game(&batch.player, factory, index, Some(&mut watch));
        let record = record.map_err(|e| Stop::Failed(format!("game {index}: {e}")))?;
        batch.games += 1;
        batch.won += u64::from(record.won());
        batch.stuck += u64::from(!["won", "lost"].contains(&record.result.as_str()));
        sort(&mut batch.examples);
        Ok(())
    }
}

/// With the digits that a report needs: a share of at most some hundred models stays above 0.
fn rounded(share: f64) -> f64 {
    (share * 1e5).round() / 1e5
}

/// The largest disagreements first, each position once, and no more than are drawn.
fn sort(examples: &mut Vec<Disagreement>) {
    examples.sort_by(|a, b| b.lost().total_cmp(&a.lost()).then_with(|| (a.game, &a.rows).cmp(&(b.game, &b.rows))));
    let mut seen: Vec<Vec<String>> = Vec::new();
    examples.retain(|example| {
        let is_new = !seen.contains(&example.rows);
        if is_new {
            seen.push(example.rows.clone());
        }
        is_new
    });
    examples.truncate(EXAMPLES);
}

impl Study for GuessesStudy {
    /// Place of the player, and its first game.
    type Point = (usize, u64);
    type Row = GuessedBatch;

    const ROWS: &'static str = "guesses.jsonl.zst";
    const AT_ONCE: bool = true;

    fn command(&self) -> String {
        let (grid, mines) = self.board;
        let mut text = format!(
            "minesat study guesses --players {} --rows {} --cols {} --mines {mines} --games {} --seed {} --models {}",
            crate::report::shell(&self.players),
            grid.rows,
            grid.cols,
            self.games,
            self.seed,
            self.models
        );
        if !self.drawn.is_empty() {
            text += &format!(" --draw {}", crate::report::shell(&self.drawn));
        }
        text
    }

    fn points(&self) -> Vec<Self::Point> {
        let batches = || (0..self.games).step_by(BATCH as usize);
        (0..self.players.len()).flat_map(|player| batches().map(move |first| (player, first))).collect()
    }

    fn name(&self, &(player, first): &Self::Point) -> String {
        format!("{}, game {first}", self.players[player])
    }

    fn measure(&self, &(player, first): &Self::Point) -> Result<GuessedBatch, Stop> {
        let series = self.series();
        let factory = maker(&self.players[player]).map_err(|e| Stop::Failed(e.to_string()))?;
        let mut batch = GuessedBatch::none(&self.players[player]);
        for index in first..self.games.min(first + BATCH) {
            self.game(&series, &factory, index, &mut batch)?;
        }
        Ok(batch)
    }

    fn report(&self, rows: &[GuessedBatch]) -> Document {
        let (grid, mines) = self.board;
        let mut out = Document::new(format!(
            "Guesses on {} x {} with {mines} mines: where players struggle, and where one disagrees",
            grid.rows, grid.cols
        ));
        out.question("Where do players lose their games, and which of their guesses would exact play not make?");
        let all: Vec<GuessedBatch> = self.players.iter().map(|player| GuessedBatch::of_player(player, rows)).collect();
        tables::answers(&mut out, &all);
        out.text(format!(
            "First cell (0,0) safe, total known, {} games of seed {} for every player, on the same boards. Every guess is looked \
             at with the board before it. Its cause is the first that holds of: {}. A tree of all games tells what the \
             cell and the best one win where a position has at most {} models; a share of models is a share of games.",
            self.games,
            self.seed,
            CAUSES.map(|cause| format!("*{}* ({})", cause.name, cause.meaning)).join(", "),
            self.models
        ));
        tables::causes(&mut out, &all);
        tables::phases(&mut out, &all);
        tables::disagreements(&mut out, &all);
        for player in all.iter().filter(|player| self.drawn.contains(&player.player)) {
            tables::draw(&mut out, player);
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn study(players: &[&str], games: u64) -> Result<GuessesStudy, BadGuesses> {
        let players: Vec<String> = players.iter().map(ToString::to_string).collect();
        let drawn = players.last().cloned().into_iter().collect();
        GuessesStudy::new(GuessedGames {
            players,
            drawn,
            grid: Grid { rows: 5, cols: 5 },
            mines: 6,
            games,
            seed: 1,
            models: 400,
        })
    }

    #[test]
    fn every_lost_game_has_its_guess_and_best_play_agrees_with_itself() {
        let study = study(&["random", "lookahead"], 60).unwrap();
        let drawn = GuessesStudy { drawn: vec!["random".into()], ..study.clone() }.measure(&(0, 0)).unwrap();
        assert_eq!(drawn.examples.len(), EXAMPLES);
        let rows: Vec<GuessedBatch> = study.points().iter().map(|point| study.measure(point).unwrap()).collect();
        for player in &study.players {
            let sum = GuessedBatch::of_player(player, &rows);
            assert_eq!(sum.games, 60);
            let fatal: u64 = sum.guesses.iter().map(|guesses| guesses.fatal).sum();
            assert_eq!(sum.won + fatal, 60, "{player}: every game ends by a win or by a guess");
            let by_phase: u64 = (0..PHASES.len()).map(|phase| sum.of_phase(phase).all).sum();
            assert_eq!(by_phase, (0..CAUSES.len()).map(|cause| sum.of_cause(cause).all).sum::<u64>());
            assert!(sum.examples.windows(2).all(|pair| pair[0].lost() >= pair[1].lost()));
        }
        let (random, best) = (GuessedBatch::of_player("random", &rows), GuessedBatch::of_player("lookahead", &rows));
        // With at most 400 models lookahead has the tree too.
        assert_eq!((best.trees.1, best.trees.2), (0, 0.0));
        assert!(random.trees.1 > 0 && random.examples.is_empty(), "it is not drawn");
        assert!(random.of_cause(0).all > 0 && CAUSES[0].name == "avoidable");
        assert_eq!((phase(0.1), phase(0.5), phase(1.0)), (0, 2, 3));
        let text = study.report(&rows).markdown(None);
        assert!(text.contains("`random` wins") && text.contains("## The largest of lookahead"), "{text}");
    }

    #[test]
    fn options_that_do_not_fit_are_refused() {
        assert!(matches!(study(&["sps", "sps"], 1), Err(BadGuesses::Twice(_))));
        assert!(matches!(study(&["nobody"], 1), Err(BadGuesses::Player(_))));
        assert!(matches!(study(&["sps"], 0), Err(BadGuesses::NoGames)));
    }
}
