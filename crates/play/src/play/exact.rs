//! A player that counts exactly and guesses by a given function.

use std::rc::Rc;

use super::analysis::{Analysis, Position};
use super::certain;
use super::guess_values::{GuessValues, NotedValues};
use super::tracker::{CluePairs, Tracker};
use super::{Impossible, Move, Player, PlayerSetup, View};
use crate::engine::Prior;

/// Risks that differ by less count as equal: rounding errors are far smaller.
pub const EQUAL: f64 = 1e-10;

/// Which cell to guess in a position without certain cells.
pub type Choose = dyn Fn(&Position, &Tracker, &View, &mut u64) -> Option<u32>;

/// A player that counts exactly and guesses by `choose`.
pub struct Exact {
    tracker: Tracker,
    analysis: Analysis,
    choose: Rc<Choose>,
    noted: NotedValues,
    work: u64,
}

impl Exact {
    /// A player without any cell seen; `prior` is for the density if the total is unknown.
    pub fn new(seat: PlayerSetup, prior: Prior, choose: Rc<Choose>) -> Self {
        let mut tracker = Tracker::new(seat.grid, seat.around, CluePairs::All);
        tracker.prior = prior;
        Exact { tracker, analysis: Analysis::default(), choose, noted: NotedValues::default(), work: 0 }
    }

    /// The same, where `choose` leaves the values of each guess in `noted`.
    pub fn noting(self, noted: NotedValues) -> Self {
        Exact { noted, ..self }
    }

    /// In the middle of a game: the knowledge, and the components analysed so far.
    pub fn resume(tracker: &Tracker, analysis: &Analysis, choose: Rc<Choose>) -> Self {
        let (tracker, analysis) = (tracker.clone(), analysis.fork());
        Exact { tracker, analysis, choose, noted: NotedValues::default(), work: 0 }
    }
}

impl Player for Exact {
    fn turn(&mut self, view: &View, moves: &mut Vec<Move>) -> Result<(), Impossible> {
        self.noted.take();
        if certain::easy(&mut self.tracker, view, moves)? {
            return Ok(());
        }
        self.tracker.total(moves)?;
        if certain::opens(moves) || self.tracker.unknown_left == 0 {
            return Ok(());
        }
        let Some(position) = self.analysis.position(&mut self.tracker, view, moves)? else { return Ok(()) };
        if let Some(cell) = (self.choose)(&position, &self.tracker, view, &mut self.work) {
            certain::guess(&self.tracker, cell, moves);
        }
        Ok(())
    }

    fn nodes(&self) -> Option<u64> {
        Some(self.analysis.nodes + self.work)
    }

    fn guess_values(&self) -> Option<GuessValues> {
        self.noted.borrow().clone()
    }
}
