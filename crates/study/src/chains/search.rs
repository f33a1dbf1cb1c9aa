//! A search for fields with long chains: simulated annealing over the mines.
//!
//! Fields are judged by single clues and pairs of clues, which is fast; the game ends where these decide nothing.
//! [`super::Chains::of_game`] gives the exact length.

use rayon::prelude::*;

use super::propagation_rounds::Rounds;
use super::{Guesses, Place};
use crate::engine::{Control, Stop};
use crate::field::Field;
use crate::grid::Grid;
use crate::rng::Rng;

/// Parameters of the search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Search {
    /// Size of the fields.
    pub grid: Grid,
    /// The first cell of every game.
    pub start: Place,
    /// Share of mines at the beginning.
    pub density: f64,
    /// Fields judged in a run.
    pub steps: u64,
    /// Runs, each with a seed of its own.
    pub runs: u64,
    /// Seed of the search; a run depends on it and its number.
    pub seed: u64,
}

/// The best field of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BestField {
    /// Number of the run, from 0.
    pub run: u64,
    /// The field with the longest chain; no mine at the start.
    pub field: Field,
    /// Length of its longest chain as judged by the search.
    pub length: usize,
}

/// Temperature at the beginning and at the end, in cells of a chain.
const TEMPERATURES: (f64, f64) = (1.5, 0.08);

impl Search {
    /// The best field of every run, in the order of the runs; `done` is called with each.
    ///
    /// # Errors
    /// A limit ran out, or the start is not on the board.
    pub fn run(&self, done: &(dyn Fn(&BestField) + Sync)) -> Result<Vec<BestField>, Stop> {
        let (row, col) = self.start;
        if row >= self.grid.rows || col >= self.grid.cols {
            return Err(Stop::unsupported(format!("({row},{col}) is not on the board")));
        }
        let one = |run: u64| {
            let found = self.anneal(run)?;
            done(&found);
            Ok(found)
        };
        (0..self.runs).into_par_iter().map(one).collect()
    }

    fn anneal(&self, run: u64) -> Result<BestField, Stop> {
        let mut rng = Rng::stream(self.seed, run);
        let start = self.grid.at(self.start.0, self.start.1);
        let mut mines: Vec<bool> = self.grid.cells().map(|c| c != start && rng.chance(self.density)).collect();
        let mut now = self.judge(&mines, start)?;
        let mut best = (now, mines.clone());
        let cells = self.grid.len();
        for step in 0..self.steps {
            let (hot, cold) = TEMPERATURES;
            let temperature = hot * (cold / hot).powf(step as f64 / self.steps as f64);
            // Mostly one cell changes; sometimes a mine moves to a neighbour.
            let cell = rng.index(cells);
            let mut changed = vec![cell];
            if rng.chance(0.4) {
                let near: Vec<usize> = self.grid.neighbours(cell).filter(|&n| mines[n] != mines[cell]).collect();
                if !near.is_empty() {
                    changed.push(near[rng.index(near.len())]);
                }
            }
            if changed.contains(&start) {
                continue;
            }
            changed.iter().for_each(|&c| mines[c] = !mines[c]);
            let next = self.judge(&mines, start)?;
            if next >= now || rng.chance(((next - now) / temperature).exp()) {
                now = next;
                if now > best.0 {
                    best = (now, mines.clone());
                }
            } else {
                changed.iter().for_each(|&c| mines[c] = !mines[c]);
            }
        }
        let field = Field::new(self.grid, best.1);
        let length = self.rounds(&field, start)?.longest();
        Ok(BestField { run, field, length })
    }

    fn rounds(&self, field: &Field, start: usize) -> Result<Rounds, Stop> {
        let mut rounds = Rounds::of_game(field, start)?;
        rounds.run(Some(field), Guesses::Stop, 2, &mut Control::default())?;
        Ok(rounds)
    }

    /// The longest chain, plus a little for decided cells: a game that continues can still become longer.
    fn judge(&self, mines: &[bool], start: usize) -> Result<f64, Stop> {
        let rounds = self.rounds(&Field::new(self.grid, mines.to_vec()), start)?;
        Ok(rounds.longest() as f64 + 0.5 * rounds.decided() as f64 / self.grid.len() as f64)
    }
}
