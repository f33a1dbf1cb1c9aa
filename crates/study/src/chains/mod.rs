//! Chains of influence: which decided cells led to which.
//!
//! A board or a game is deduced in rounds. In a round every cell is decided that follows from the fewest clues: from
//! one clue if any cell does, else from two, else from as many as the smallest explanation has. Safe cells of a game
//! are then opened and show their clues; the total is not used, since it joins all cells. Where nothing follows, a game
//! guesses, and a board ends.
//!
//! Every decided cell is a node. Its parents are the cells whose state its explanation uses: the opened cells of its
//! clues, and an irreducible set of their other neighbours that must be known. Of several explanations with equally few
//! clues the one with the shortest chain counts. Roots are given clues, opening cells and guesses. The *length* of a
//! chain is the number of cells on a path from a root, both ends counted; so a chain of length n takes at least n - 1
//! rounds, for any order of opening cells within a round. Cells that an opened 0 opens follow from one clue like any
//! other cell.
//!
//! The *reach* of a cell is its distance from the farthest cell that it depends on, in king's moves.

mod dot;
pub mod experiment;
mod facts;
pub mod game;
mod picture;
mod propagation_rounds;
pub mod search;

use serde::Serialize;

use crate::board::Board;
use crate::engine::{Control, Stop};
use crate::field::Field;
pub use crate::grid::Place;

pub use dot::dot;
pub use picture::draw;
pub use propagation_rounds::Guesses;

/// The kind of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum NodeKind {
    /// A clue or flag of the board, or the first cell of a game.
    Given,
    /// Opened without being certain.
    Guess,
    /// Certainly safe; a game opens it.
    Safe,
    /// Certainly a mine.
    Mine,
}

/// A decided cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ChainNode {
    /// Its place on the board.
    pub cell: Place,
    /// Why it counts as decided.
    pub kind: NodeKind,
    /// Round in which it was decided; 0 for given cells.
    pub round: usize,
    /// The clues of its explanation; none for roots.
    pub by: Vec<Place>,
    /// Cells on the longest path from a root to here, both ends counted.
    pub length: usize,
    /// Distance to the farthest cell that it depends on, in king's moves.
    pub reach: usize,
    /// Indices of the nodes that its explanation uses, ascending; they come before it.
    pub parents: Vec<usize>,
}

/// All deductions of a board or a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Chains {
    /// Rows of the board.
    pub rows: usize,
    /// Cells of a row.
    pub cols: usize,
    /// Decided cells, by round and within a round in reading order.
    pub nodes: Vec<ChainNode>,
    /// Rounds, guesses included: the largest [`ChainNode::round`].
    pub rounds: usize,
    /// Nodes of kind [`NodeKind::Guess`].
    pub guesses: usize,
    /// Cells that stayed covered and undecided.
    pub undecided: usize,
    /// Length of the longest chain; 0 without any node.
    pub longest: usize,
    /// The cells of one longest chain, from its root on.
    pub path: Vec<Place>,
    /// The largest reach.
    pub reach: usize,
    /// The most cells that depend on one root; null on boards where that would take long.
    pub influence: Option<usize>,
    /// That root.
    pub influencer: Option<Place>,
}

impl Chains {
    /// The deductions on a board as it stands; no cell is opened.
    ///
    /// # Errors
    /// A limit ran out, or the board has no solution.
    pub fn of_board(board: &Board, control: &mut Control) -> Result<Chains, Stop> {
        let mut rounds = propagation_rounds::Rounds::of_board(board);
        rounds.run(None, Guesses::Stop, usize::MAX, control)?;
        Ok(rounds.finish())
    }

    /// The deductions of a game on `field` that opens `start` first.
    ///
    /// # Errors
    /// A limit ran out, or the start is a mine.
    pub fn of_game(field: &Field, start: usize, guesses: Guesses, control: &mut Control) -> Result<Chains, Stop> {
        let mut rounds = propagation_rounds::Rounds::of_game(field, start)?;
        rounds.run(Some(field), guesses, usize::MAX, control)?;
        Ok(rounds.finish())
    }

    /// Index of the node of a cell.
    pub fn node(&self, cell: Place) -> Option<usize> {
        self.nodes.iter().position(|n| n.cell == cell)
    }
}
