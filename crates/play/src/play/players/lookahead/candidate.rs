//! A cell that the values decide on, with its features.

use super::features::{Before, PLAIN};
use super::two_ply::{Click, Scorer};

/// A cell with its score, its value and its features; the number of features is that of an ensemble.
#[derive(Clone, Debug)]
pub struct Candidate<const FEATURES: usize = PLAIN> {
    /// Index of the cell, row * cols + col.
    pub cell: u32,
    /// Two-ply score.
    pub score: f64,
    /// Value by an ensemble, as a share of the games won, up to a constant of the position.
    pub value: f64,
    /// Probabilities of the numbers that it can show, and the features after each.
    pub numbers: Vec<(f64, [f64; FEATURES])>,
}

impl Candidate {
    /// The clicks as candidates with two-ply features, without values.
    pub fn of(clicks: &[Click], scorer: &Scorer) -> Vec<Candidate> {
        let before = Before::new(scorer);
        let candidate = |click: &Click| Candidate {
            cell: click.cell,
            score: click.score,
            value: 0.0,
            numbers: click.numbers.iter().map(|n| (n.share, before.features(click, n))).collect(),
        };
        clicks.iter().map(candidate).collect()
    }
}
