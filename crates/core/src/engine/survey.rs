//! Results of counting a system too large for exact numbers per cell.

use num_bigint::BigUint;

use super::Classes;
use crate::system::{Count, Tally, ratio_to_f64};

/// Which exact numbers a survey contains beside classes and chances.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MarginalOutputs {
    /// The exact numbers of models and of solutions on the frontier.
    pub models: bool,
    /// Its size is that of the frontier squared.
    pub tally: bool,
}

/// Exact classes, correctly rounded chances, and the exact numbers requested.
#[derive(Clone, Debug, PartialEq)]
pub struct Marginals {
    /// One verdict per cell, or that there is no model.
    pub classes: Classes,
    /// Chance of a mine, per cell: models with a mine there over all models, rounded to the nearest float, equal to the
    /// value from exact numbers. Empty if there is no model.
    pub chances: Vec<f64>,
    /// Models over all cells.
    pub models: Option<BigUint>,
    /// Solutions of the sums alone over the frontier cells; present if `models` is.
    pub frontier: Option<BigUint>,
    /// The same by number of mines.
    pub tally: Option<Tally>,
}

impl Marginals {
    /// The requested numbers of an exact count.
    pub fn from_count(count: &Count, wanted: MarginalOutputs) -> Marginals {
        let classes = Classes::from_count(count);
        let chances = match classes {
            Classes::Inconsistent => Vec::new(),
            Classes::Cells(_) => {
                let by_value: Vec<f64> =
                    count.cells.values.iter().map(|mined| ratio_to_f64(mined, &count.models)).collect();
                count.cells.index.iter().map(|&i| by_value[i as usize]).collect()
            }
        };
        let counted = wanted.models || wanted.tally;
        Marginals {
            classes,
            chances,
            models: counted.then(|| count.models.clone()),
            frontier: counted.then(|| count.tally.sum()),
            tally: wanted.tally.then(|| count.tally.clone()),
        }
    }
}
