//! Explanations: why a cell is safe or a mine, why a board is inconsistent, what a probability consists of.
//!
//! The answer to "why?" is an irreducible set of clues that forces the cell, of smallest size where that can be proved,
//! with steps that a person can follow. Flags are taken as given. The total is used only where the clues alone do not
//! suffice: it costs more than any number of clues, since it concerns the whole board.

mod chance;
mod counting;
mod explainer;
mod hitting;
mod oracle;
mod part;
mod position;
mod proof_steps;
mod smallest;
mod text;

use serde::Serialize;

use crate::board::Board;
use crate::engine::{Control, Stop};
pub use crate::grid::Place;
use crate::system::System;
use oracle::{Asked, BySelectors, Oracle};
use smallest::irreducible;

pub use chance::{Chance, ChanceShare, ComponentTally};
pub use explainer::{Explainer, Finding, SumSet};
pub use position::{CluePosition, Decided, NoVariable};
pub use proof_steps::{Case, CaseLine, CellGroup, ClueTerm, Derivation, ProofStep};

/// What is proved about the size of a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Minimality {
    /// Proved: no set has fewer clues.
    Smallest,
    /// No clue can be left out; whether another set has fewer is not settled.
    Irreducible,
}

/// How much work an explanation may take. Counted, not timed, so that equal questions have equal answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExplainOptions {
    /// Questions to the solver in search of a smallest set (a hard one counts as several); 0: an irreducible one is
    /// enough.
    pub calls: u64,
    /// Most clues among which a smallest set is sought.
    pub window: usize,
    /// On boards of more covered cells a cell is explained without a check that the board has a model: what nearby
    /// clues force is forced anyway.
    pub checked_cells: usize,
    /// Boards of more covered cells get no [`Chance`].
    pub counted_cells: usize,
    /// Nor do boards that take more nodes to be counted.
    pub counted_nodes: u64,
}

impl Default for ExplainOptions {
    fn default() -> Self {
        ExplainOptions {
            calls: 2_000,
            window: 1_500,
            checked_cells: 20_000,
            counted_cells: 3_000,
            counted_nodes: 2_000_000,
        }
    }
}

/// Why there is no explanation.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Failed {
    /// The cell is not on the board or not covered.
    #[error(transparent)]
    Cell(#[from] NoVariable),
    /// A limit ran out.
    #[error(transparent)]
    Stopped(#[from] Stop),
}

/// The verdict of a cell or a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Word {
    /// A mine in no solution.
    Safe,
    /// A mine in every solution.
    Mine,
    /// A mine in some solutions and safe in others.
    Open,
    /// There is no solution.
    Inconsistent,
}

impl Word {
    /// The word used in answers.
    pub fn name(self) -> &'static str {
        match self {
            Word::Safe => "safe",
            Word::Mine => "mine",
            Word::Open => "open",
            Word::Inconsistent => "inconsistent",
        }
    }
}

/// A clue of the set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Clue {
    /// The clue's own cell.
    pub at: Place,
    /// Its number.
    pub shows: u8,
    /// Its mines on covered neighbours: the number less the flags beside it.
    pub needs: i32,
    /// Its covered neighbours.
    pub cells: Vec<Place>,
}

/// Two solutions, as rows of `*` mine, `-` no mine, `.` not covered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TwoModels {
    /// With a mine in the cell in question.
    pub mine: Vec<String>,
    /// With that cell safe.
    pub safe: Vec<String>,
}

/// The answer.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Explanation {
    /// The cell in question; null for a whole board.
    pub cell: Option<Place>,
    /// Of the cell; for a whole board always [`Word::Inconsistent`].
    pub verdict: Word,
    /// The clues that force the verdict, in reading order; empty for an open cell.
    pub clues: Vec<Clue>,
    /// The total number of mines on the board, where it is part of the set.
    pub total: Option<u32>,
    /// Of the set; null for an open cell.
    pub minimality: Option<Minimality>,
    /// How the set forces the verdict; null for an open cell, and where it would take too many steps.
    pub derivation: Option<Derivation>,
    /// For an open cell a solution with a mine there and one without.
    pub models: Option<TwoModels>,
    /// For an open cell its probability; null where the board is too large ([`ExplainOptions::counted_cells`]).
    pub chance: Option<Chance>,
    /// The whole explanation in sentences.
    pub text: Vec<String>,
}

/// Explains a covered cell, given as (row, column).
///
/// # Errors
/// The cell is not on the board or not covered, or a limit ran out.
pub fn explain(
    board: &Board,
    at: Place,
    options: &ExplainOptions,
    control: &mut Control,
) -> Result<Explanation, Failed> {
    let position = CluePosition::new(board);
    let cell = position.variable(at)?;
    let mut explainer = Explainer::new(&position, *options);
    Ok(explainer.explain(cell, control)?)
}

/// The smallest contradiction of a board; None if it has a solution.
///
/// # Errors
/// A limit ran out.
pub fn contradiction(
    board: &Board,
    options: &ExplainOptions,
    control: &mut Control,
) -> Result<Option<Explanation>, Stop> {
    let position = CluePosition::new(board);
    let mut explainer = Explainer::new(&position, *options);
    let Some(set) = explainer.contradiction(control)? else { return Ok(None) };
    proof_steps::inconsistent(&position, None, &set, control).map(Some)
}

impl Explainer<'_> {
    /// The explanation of a variable of the position.
    ///
    /// # Errors
    /// A limit ran out.
    pub fn explain(&mut self, cell: u32, control: &mut Control) -> Result<Explanation, Stop> {
        match self.cell(cell, control)? {
            Finding::Forced { mine, set } => proof_steps::forced(self.position(), cell, mine, &set, control),
            Finding::Contradiction(set) => proof_steps::inconsistent(self.position(), Some(cell), &set, control),
            Finding::Open { mine, safe } => {
                let position = self.position();
                let chance = if position.system.cells <= self.options().counted_cells {
                    chance::chance(position, cell, self.options().counted_nodes, control)?
                } else {
                    None
                };
                Ok(proof_steps::open(position, cell, &mine, &safe, chance))
            }
        }
    }
}

/// Sums of a system that irreducibly force a claim (cell, is a mine); the last sums are left out first. Indices,
/// ascending.
///
/// # Errors
/// A limit ran out, or all of them do not force it.
pub fn irreducible_set(system: &System, claim: (u32, bool), control: &mut Control) -> Result<Vec<u32>, Stop> {
    let mut oracle = BySelectors::new(system, Some(claim), control)?;
    let all: Vec<u32> = (0..system.sums.len() as u32).collect();
    match oracle.ask(&all, control)? {
        Asked::Forced(_) => irreducible(&mut oracle, all, control),
        Asked::Against(_) => Err(Stop::Failed("the sums do not force the claim".into())),
    }
}
