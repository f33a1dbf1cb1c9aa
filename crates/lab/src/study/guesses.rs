//! Where players struggle and where one disagrees with them: every guess of games, why it was made, at what risk, and what
//! exactly optimal play would have won instead where its tree is small.

mod cause;
mod picture;

use serde::{Deserialize, Serialize};

use super::Study;
use crate::board::{Board, Cell};
use crate::engine::Stop;
use crate::grid::Grid;
use crate::play::players::{maker, reads};
use crate::play::rules::{Clues, Start};
use crate::play::series::{BoardSource, Series, Sight};
use crate::play::statistics::wilson;
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
        let guesses = vec![GuessSums::default(); CAUSES.len() * PHASES.len()];
        let mut batch = GuessedBatch { player: self.players[player].clone(), guesses, ..GuessedBatch::default() };
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
        let all: Vec<Summed> = self.players.iter().map(|player| Summed::of(player, rows)).collect();
        answers(&mut out, &all);
        out.text(format!(
            "First cell (0,0) safe, total known, {} games of seed {} for every player, on the same boards. Every guess is looked \
             at with the board before it. Its cause is the first that holds of: {}. A tree of all games tells what the \
             cell and the best one win where a position has at most {} models; a share of models is a share of games.",
            self.games,
            self.seed,
            CAUSES.map(|cause| format!("*{}* ({})", cause.name, cause.meaning)).join(", "),
            self.models
        ));
        causes(&mut out, &all);
        phases(&mut out, &all);
        disagreements(&mut out, &all);
        for player in all.iter().filter(|player| self.drawn.iter().any(|name| name == player.name)) {
            draw(&mut out, player);
        }
        out
    }
}

/// The games of a player.
struct Summed<'a> {
    name: &'a str,
    games: u64,
    won: u64,
    stuck: u64,
    guesses: Vec<GuessSums>,
    trees: (u64, u64, f64),
    examples: Vec<Disagreement>,
}

impl<'a> Summed<'a> {
    fn of(name: &'a str, rows: &[GuessedBatch]) -> Self {
        let guesses = vec![GuessSums::default(); CAUSES.len() * PHASES.len()];
        let mut sum = Summed { name, games: 0, won: 0, stuck: 0, guesses, trees: (0, 0, 0.0), examples: Vec::new() };
        for row in rows.iter().filter(|row| row.player == name) {
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

/// The place of the largest number, the first of equal ones.
fn largest(numbers: impl Iterator<Item = u64>) -> usize {
    numbers.enumerate().fold((0, 0), |best, (at, n)| if n > best.1 { (at, n) } else { best }).0
}

/// Guesses with a tree below which a rate says little.
const FEW: u64 = 30;

/// The sentences on top.
fn answers(out: &mut Document, all: &[Summed]) {
    for player in all {
        let cause = largest((0..CAUSES.len()).map(|cause| player.of_cause(cause).fatal));
        let phase = largest((0..PHASES.len()).map(|phase| player.of_phase(phase).fatal));
        let (seen, other, _) = player.trees;
        let rate = match seen {
            0 => "no guess had an exact tree".into(),
            1..FEW => format!("only {seen} guesses had an exact tree"),
            _ => format!(
                "{:.0} % of {seen} guesses with an exact tree are not the best cell",
                100.0 * other as f64 / seen as f64
            ),
        };
        out.answer(format!(
            "`{}` wins {:.1} % and loses most to *{}* ({:.1} of 100 games) and in the {} of the board ({:.1}); {rate}.",
            player.name,
            player.of_games(player.won),
            CAUSES[cause].name,
            player.of_games(player.of_cause(cause).fatal),
            PHASES[phase].0,
            player.of_games(player.of_phase(phase).fatal),
        ));
    }
}

/// Games lost by cause.
fn causes(out: &mut Document, all: &[Summed]) {
    out.section("By cause");
    out.text("Games lost of 100, by the cause of the guess that lost them; in brackets guesses a game and their mean risk in percent.");
    let head: Vec<&str> =
        ["player", "won, % (95 % interval)"].into_iter().chain(CAUSES.map(|cause| cause.name)).collect();
    let row = |player: &Summed| {
        let (low, high) = wilson(player.won, player.games);
        let games = player.games.max(1) as f64;
        let won = format!("{:.2} ({:.1} to {:.1})", 100.0 * player.won as f64 / games, 100.0 * low, 100.0 * high);
        let mut line = vec![player.name.to_string(), won];
        for cause in 0..CAUSES.len() {
            let own = player.of_cause(cause);
            let risk = if own.known == 0 { "-".into() } else { format!("{:.0}", 100.0 * own.risk / own.known as f64) };
            line.push(format!("{:.2} ({:.2}, {risk})", player.of_games(own.fatal), own.all as f64 / games));
        }
        line
    };
    out.table(&head, all.iter().map(row));
    let stuck: Vec<String> = all
        .iter()
        .filter(|player| player.stuck > 0)
        .map(|player| format!("`{}` {}", player.name, player.stuck))
        .collect();
    if !stuck.is_empty() {
        out.text(format!("Games without an end, stuck or with a wrong flag: {}.", stuck.join(", ")));
    }
}

/// Games lost by phase.
fn phases(out: &mut Document, all: &[Summed]) {
    out.section("By phase");
    out.text("Games lost of 100 by the share of safe cells that were open at the guess that lost them; in brackets guesses a game.");
    let head: Vec<&str> = std::iter::once("player").chain(PHASES.iter().map(|phase| phase.0)).collect();
    let row = |player: &Summed| {
        let cell = |phase: usize| {
            let own = player.of_phase(phase);
            format!("{:.2} ({:.2})", player.of_games(own.fatal), own.all as f64 / player.games.max(1) as f64)
        };
        std::iter::once(player.name.to_string()).chain((0..PHASES.len()).map(cell)).collect()
    };
    out.table(&head, all.iter().map(row));
}

/// Guesses that exact play would not make.
fn disagreements(out: &mut Document, all: &[Summed]) {
    out.section("Where one disagrees");
    out.text(
        "Guesses whose position has a tree: how many are not the best cell, what they lose in the mean, in percent of the \
         models, and what that is of 100 games: best play from there on in both cases.",
    );
    let head = [
        "player",
        "with a tree",
        "another cell is better",
        "%",
        "95 % interval",
        "a wrong one loses, %",
        "games of 100",
    ];
    let row = |player: &Summed| {
        let (seen, other, lost) = player.trees;
        let mut line = vec![player.name.to_string(), seen.to_string(), other.to_string()];
        match (seen, other) {
            (0, _) => line.extend(["-", "-", "-"].map(String::from)),
            _ => {
                let (low, high) = wilson(other, seen);
                line.push(format!("{:.1}", 100.0 * other as f64 / seen as f64));
                line.push(format!("{:.1} to {:.1}", 100.0 * low, 100.0 * high));
                line.push(if other == 0 { "-".into() } else { format!("{:.1}", 100.0 * lost / other as f64) });
            }
        }
        line.push(format!("{:.2}", 100.0 * lost / player.games.max(1) as f64));
        line
    };
    out.table(&head, all.iter().map(row));
}

/// The largest disagreements of a player as pictures.
fn draw(out: &mut Document, player: &Summed) {
    out.section(&format!("The largest of {}", player.name));
    if player.examples.is_empty() {
        out.text("It opened the best cell wherever the tree could tell.");
    }
    for (at, example) in player.examples.iter().enumerate() {
        let Some(board) = example.board() else { continue };
        let title = format!(
            "{}, game {}: its cell wins {} of {}, the best {}",
            player.name, example.game, example.won[0], example.models, example.won[1]
        );
        let name = format!("{}-{}", crate::file_name::plain(player.name), at + 1);
        out.chart(&name, &title, picture::draw(&board, example, &title));
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
            let sum = Summed::of(player, &rows);
            assert_eq!(sum.games, 60);
            let fatal: u64 = sum.guesses.iter().map(|guesses| guesses.fatal).sum();
            assert_eq!(sum.won + fatal, 60, "{player}: every game ends by a win or by a guess");
            let by_phase: u64 = (0..PHASES.len()).map(|phase| sum.of_phase(phase).all).sum();
            assert_eq!(by_phase, (0..CAUSES.len()).map(|cause| sum.of_cause(cause).all).sum::<u64>());
            assert!(sum.examples.windows(2).all(|pair| pair[0].lost() >= pair[1].lost()));
        }
        let (random, best) = (Summed::of("random", &rows), Summed::of("lookahead", &rows));
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
