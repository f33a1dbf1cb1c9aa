//! Experiment A3: length and reach of chains against the density of mines, the size and the shape of the board.

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::{Chains, Guesses};
use crate::engine::{Control, Limits, Stop};
use crate::field::Field;
use crate::grid::Grid;
use crate::rng::Rng;

/// Games on boards of one shape and density. Lists are by game, ascending.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ChainPoint {
    /// Rows of every board.
    pub rows: usize,
    /// Cells of a row.
    pub cols: usize,
    /// Probability of a mine in each cell outside the 3 x 3 cells in the middle.
    pub density: f64,
    /// Length of the longest chain of each game, cells.
    pub longest: Vec<usize>,
    /// Largest reach of each game, king's moves.
    pub reach: Vec<usize>,
    /// Rounds of each game.
    pub rounds: Vec<usize>,
    /// Guesses of each game.
    pub guesses: Vec<usize>,
    /// The most cells that depend on one root.
    pub influence: Vec<usize>,
}

/// Mean of a list; 0 of an empty one.
pub fn mean(values: &[usize]) -> f64 {
    if values.is_empty() { 0.0 } else { values.iter().sum::<usize>() as f64 / values.len() as f64 }
}

/// Plays `boards` games; the numbers depend on the arguments alone, not on the threads. Where nothing is certain the
/// safe cell that is least likely to be a mine is opened.
///
/// # Errors
/// A game ran out of a limit.
pub fn point(grid: Grid, density: f64, boards: u64, seed: u64, limits: Limits) -> Result<ChainPoint, Stop> {
    let shape = (grid.rows as u64) << 32 | grid.cols as u64;
    let one = |index: u64| {
        let mut rng = Rng::stream(seed ^ density.to_bits() ^ shape, index);
        let (field, start) = Field::with_opening(grid, density, &mut rng);
        Chains::of_game(&field, start, Guesses::Lucky, &mut Control::new(limits))
    };
    let games: Vec<Chains> = (0..boards).into_par_iter().map(one).collect::<Result<_, _>>()?;
    let sorted = |value: fn(&Chains) -> usize| {
        let mut values: Vec<usize> = games.iter().map(value).collect();
        values.sort_unstable();
        values
    };
    Ok(ChainPoint {
        rows: grid.rows,
        cols: grid.cols,
        density,
        longest: sorted(|g| g.longest),
        reach: sorted(|g| g.reach),
        rounds: sorted(|g| g.rounds),
        guesses: sorted(|g| g.guesses),
        influence: sorted(|g| g.influence.unwrap_or(0)),
    })
}
