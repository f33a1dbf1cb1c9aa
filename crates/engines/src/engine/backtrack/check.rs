//! How much is checked after an assignment, from nothing to arc consistency.

use super::state::State;

/// The level of checking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Check {
    /// Sums are tested on complete assignments only.
    Leaves,
    /// The sums of the assigned cell are tested; nothing is derived.
    Partial,
    /// Forward checking: one pass over the sums of the assigned cell filters the domains of their
    /// other cells. This is nFC2 of Bessière, Meseguer, Freuder and Larrosa, "On forward checking
    /// for non-binary constraint satisfaction", Artificial Intelligence 141 (2002).
    Forward,
    /// Arc consistency: filtering is repeated for every domain that shrank, to a fixed point.
    Arc,
}

impl Check {
    /// Whether the root is worth searching. Nothing is derived here at any level: that is the purpose of the switch
    /// `root`.
    pub fn root(self, state: &State) -> bool {
        self == Check::Leaves || ((0..state.problem.sums()).all(|sum| state.test(sum)) && state.test_total())
    }

    /// Propagates the assignment of `cell`, the first of whose consequences on the trail would be entry `from`. False
    /// if this level detects that no successor can be a solution.
    pub fn accept(self, state: &mut State, cell: u32, from: usize) -> bool {
        let sums = state.problem.sums_of(cell as usize);
        match self {
            Check::Leaves => true,
            Check::Partial => sums.iter().all(|&sum| state.test(sum as usize)) && state.test_total(),
            Check::Forward => sums.iter().all(|&sum| state.filter(sum as usize)) && state.filter_total(),
            Check::Arc => fixed_point(state, from),
        }
    }

    /// Whether a complete assignment is a solution. Every level above the lowest has tested each
    /// sum when the last of its cells was assigned.
    pub fn leaf(self, state: &State) -> bool {
        self != Check::Leaves || ((0..state.problem.sums()).all(|sum| state.test(sum)) && state.test_total())
    }
}

/// Filters the sums of every cell on the trail from entry `from` on, and the total, to a fixed point. The trail is the
/// queue. False on an empty domain.
fn fixed_point(state: &mut State, from: usize) -> bool {
    let mut next = from;
    loop {
        while let Some(&cell) = state.trail().get(next) {
            next += 1;
            if !state.problem.sums_of(cell as usize).iter().all(|&sum| state.filter(sum as usize)) {
                return false;
            }
        }
        if !state.filter_total() {
            return false;
        }
        if next == state.trail().len() {
            return true;
        }
    }
}

/// Arc consistency of all sums and the total from an empty trail: root propagation. False if there
/// is no solution.
pub(super) fn propagate(state: &mut State) -> bool {
    (0..state.problem.sums()).all(|sum| state.filter(sum)) && fixed_point(state, 0)
}
