//! Games: one to be played by hand, and series of a player.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use minesat_core::field::Field;
use minesat_core::rng::Rng;
use minesat_files::instance::Instance;
use minesat_play::play::record::GameRecord;
use minesat_play::play::rules::{Clues, OnMine, Rules, Until, grid_and_first};
use minesat_play::play::series::{BoardSource, Series};
use minesat_play::play::{Act, Game, GameError, Move, Outcome, Reason, Start, players, supply};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::board::CoreBoard;
use crate::{errors, values, work};

fn rules(
    py: Python<'_>,
    (rows, cols, mines): (usize, usize, usize),
    start: &str,
    at: (usize, usize),
    clues: &str,
) -> PyResult<Rules> {
    let (grid, first) = grid_and_first(rows, cols, mines, at).map_err(|e| errors::argument(py, e))?;
    let start = match start {
        "safe" => Start::Safe(first),
        "zero" => Start::Zero(first),
        "none" => Start::None,
        _ => return Err(errors::argument(py, format!("start is safe, zero or none, not {start:?}"))),
    };
    let clues: Clues = clues.parse().map_err(|e| errors::argument(py, e))?;
    let (on_mine, until) = (OnMine::End, Until::SafeOpen);
    Ok(Rules { grid, mines, start, on_mine, until, total_known: true, clues })
}

/// A game in progress.
#[pyclass(module = "minesat._minesat")]
pub struct CoreGame {
    game: Game,
    rules: Rules,
    field: Field,
}

#[pymethods]
impl CoreGame {
    /// Game `index` of a seed: the same board as in `minesat play`.
    #[new]
    fn new(
        py: Python<'_>,
        size: (usize, usize, usize),
        start: &str,
        at: (usize, usize),
        seed: u64,
        index: u64,
    ) -> PyResult<Self> {
        let rules = rules(py, size, start, at, "exact")?;
        let made = || -> Result<CoreGame, GameError> {
            let field = supply::uniform(&rules, seed, index)?;
            let game = Game::new(field.clone(), rules, &mut Rng::stream(seed, index))?;
            Ok(CoreGame { game, rules, field })
        };
        made().map_err(|e| errors::argument(py, e))
    }

    /// Opens a cell, or marks it as a mine. True if that changed anything.
    fn act(&mut self, py: Python<'_>, at: (usize, usize), flag: bool) -> PyResult<bool> {
        let grid = self.rules.grid;
        let cell = values::cell(grid, at).ok_or_else(|| {
            let message =
                format!("({},{}) is not on the board of {} rows and {} columns", at.0, at.1, grid.rows, grid.cols);
            errors::argument(py, message)
        })?;
        let act = if flag { Act::Flag } else { Act::Open };
        Ok(self.game.play(Move { cell: cell as u32, act, reason: Reason::Guess }))
    }

    /// `playing`, `won` or `lost`.
    #[getter]
    fn outcome(&self) -> &'static str {
        match self.game.outcome() {
            Outcome::Playing => "playing",
            Outcome::Won => "won",
            Outcome::Lost => "lost",
        }
    }

    /// Safe cells that are open.
    #[getter]
    fn opened(&self) -> usize {
        self.game.opened()
    }

    /// Fewest clicks that open all safe cells.
    #[getter]
    fn bv3(&self) -> usize {
        self.game.bv3()
    }

    /// What a player sees, with its marks.
    fn board(&self) -> CoreBoard {
        CoreBoard { instance: Instance::bare("game", self.game.traced()) }
    }

    /// One letter per cell, as [`CoreBoard`] has them.
    fn letters<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let letters: Vec<u8> = self.game.traced().cells().iter().map(|cell| cell.letter() as u8).collect();
        PyBytes::new(py, &letters)
    }

    /// Where the mines are (a byte per cell), once the game is over; None before.
    fn mines<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyBytes>> {
        let over = self.game.outcome() != Outcome::Playing;
        over.then(|| {
            let mines: Vec<u8> = self.rules.grid.cells().map(|cell| u8::from(self.field.is_mine(cell))).collect();
            PyBytes::new(py, &mines)
        })
    }
}

/// Plays games; their records as JSON.
#[pyfunction]
pub fn play(
    py: Python<'_>,
    player: String,
    size: (usize, usize, usize),
    start: &str,
    at: (usize, usize),
    clues: &str,
    seed: u64,
    games: (u64, u64),
    jobs: usize,
    timeout: Option<f64>,
) -> PyResult<Vec<String>> {
    let rules = rules(py, size, start, at, clues)?;
    players::reads(&player, rules.clues).map_err(|e| errors::argument(py, e))?;
    let maker = players::maker(&player).map_err(|e| errors::argument(py, e))?;
    let time = timeout.map(Duration::try_from_secs_f64).transpose();
    let time = time.map_err(|e| errors::argument(py, format!("timeout: {e}")))?;
    minesat_allocator::for_games();
    let mut series = Series::new(rules, BoardSource::Seed(seed));
    series.time = time;
    let played = work::run_until(py, move |interrupt: &AtomicBool| -> Result<Vec<GameRecord>, GameError> {
        let next = AtomicU64::new(games.0);
        let worker = || -> Result<Vec<GameRecord>, GameError> {
            let mut played = Vec::new();
            while !interrupt.load(Ordering::Relaxed) {
                let index = next.fetch_add(1, Ordering::Relaxed);
                if index >= games.1 {
                    break;
                }
                played.push(series.game(&player, &maker, index, None)?);
            }
            Ok(played)
        };
        let parts: Vec<Result<Vec<GameRecord>, GameError>> = thread::scope(|scope| {
            let workers: Vec<_> = (0..jobs.max(1)).map(|_| scope.spawn(worker)).collect();
            workers.into_iter().map(|worker| worker.join().unwrap_or_else(|panic| resume_unwind(panic))).collect()
        });
        let mut records = Vec::new();
        parts.into_iter().try_for_each(|part| part.map(|part| records.extend(part)))?;
        records.sort_by_key(|record| record.game);
        Ok(records)
    })?;
    let records = played.map_err(|e| errors::argument(py, e))?;
    Ok(records.iter().map(|record| serde_json::to_string(record).expect("numbers and strings")).collect())
}
