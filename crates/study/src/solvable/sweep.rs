//! Many boards of many sizes and densities.

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::{PlayedFields, play};
use crate::engine::{Control, Limits, Stop, build};
use crate::field::Field;
use crate::grid::Grid;
use crate::rng::Rng;

/// Boards of one size and density.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SweepPoint {
    /// Rows and columns of the boards.
    pub side: usize,
    /// Probability of a mine in each cell outside the 3 x 3 cells in the middle.
    pub density: f64,
    /// Sum over the games.
    #[serde(flatten)]
    pub played: PlayedFields,
}

/// Parameters of the sweep.
#[derive(Clone, Debug)]
pub struct TransitionSweep {
    /// Complete engine for cells that rules leave undecided.
    pub engine: String,
    /// Sides up to which the LP relaxation is tried as well.
    pub relax_up_to: usize,
    /// Seed of all boards; a board depends on it, the size, the density and its index.
    pub seed: u64,
    /// Limits of each game.
    pub limits: Limits,
}

impl TransitionSweep {
    /// Plays `boards` boards; the numbers depend on the arguments alone, not on the threads.
    ///
    /// # Errors
    /// A game that failed or ran out of a limit.
    pub fn point(&self, side: usize, density: f64, boards: u64) -> Result<SweepPoint, Stop> {
        let one = |index: u64| {
            let complete = build(&self.engine).map_err(Stop::unsupported)?;
            let relaxation = (side <= self.relax_up_to).then(|| build("lp")).transpose().map_err(Stop::unsupported)?;
            let mut rng = Rng::stream(self.seed ^ density.to_bits() ^ ((side as u64) << 32), index);
            let (field, start) = Field::with_opening(Grid { rows: side, cols: side }, density, &mut rng);
            play(&field, start, complete.as_ref(), relaxation.as_deref(), &mut Control::new(self.limits))
        };
        let games: Vec<PlayedFields> = (0..boards).into_par_iter().map(one).collect::<Result<_, _>>()?;
        let mut played = PlayedFields::default();
        games.iter().for_each(|game| played.add(game));
        Ok(SweepPoint { side, density, played })
    }
}
