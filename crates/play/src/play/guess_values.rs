//! What a player compared before a guess: the stage that decided, and the values of the cells by it.

use std::cell::RefCell;
use std::rc::Rc;

use serde::Serialize;

/// The last method that compared the cells of a guess.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum GuessStage {
    /// The tree of all games: the value is the share of the models won by best play. Other cells win at most as much.
    Tree,
    /// The same of a part that nothing else depends on, and of the models of that part alone.
    Part,
    /// Two-ply search: the chance to survive this click and the next.
    Score,
    /// Value nets: the share of games won, up to a constant of the position.
    Nets,
    /// Rollouts and the values before them: as [`GuessStage::Nets`].
    Rollouts,
    /// Best play in a sample of the models and the values before it: as [`GuessStage::Nets`]. For cells that cannot be
    /// the best it is a bound.
    Sample,
}

impl GuessStage {
    /// Its name in records.
    pub fn name(self) -> &'static str {
        match self {
            GuessStage::Tree => "tree",
            GuessStage::Part => "part",
            GuessStage::Score => "score",
            GuessStage::Nets => "nets",
            GuessStage::Rollouts => "rollouts",
            GuessStage::Sample => "sample",
        }
    }

    /// What a value is, for people: `best play wins`.
    pub fn meaning(self) -> &'static str {
        match self {
            GuessStage::Tree => "best play wins",
            GuessStage::Part => "best play of a part that nothing else depends on wins",
            GuessStage::Score => "this click and the next survive in",
            GuessStage::Nets => "value nets prefer it",
            GuessStage::Rollouts => "rollouts and value nets prefer it",
            GuessStage::Sample => "best play in a sample of the models and value nets prefer it",
        }
    }

    /// True if a value is a chance by itself; otherwise only differences between cells mean something.
    pub fn is_chance(self) -> bool {
        matches!(self, GuessStage::Tree | GuessStage::Part | GuessStage::Score)
    }
}

/// The values of one guess.
#[derive(Clone, Debug, PartialEq)]
pub struct GuessValues {
    /// What they are.
    pub stage: GuessStage,
    /// Cell (row * cols + col) and value of every cell that the stage looked at, in any order.
    pub values: Vec<(u32, f64)>,
}

impl GuessValues {
    /// The value of a cell, if the stage looked at it.
    pub fn of(&self, cell: u32) -> Option<f64> {
        self.values.iter().find(|(c, _)| *c == cell).map(|(_, value)| *value)
    }
}

/// Where a player leaves the values of its last guess.
pub type NotedValues = Rc<RefCell<Option<GuessValues>>>;
