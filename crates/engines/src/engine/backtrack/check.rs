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
    /// if this level detects that no successor can be a solution. `pass` is how forward checking filters.
    pub fn accept(self, state: &mut State, cell: u32, from: usize, pass: Pass) -> bool {
        let sums = state.problem.sums_of(cell as usize);
        match self {
            Check::Leaves => true,
            Check::Partial => sums.iter().all(|&sum| state.test(sum as usize)) && state.test_total(),
            Check::Forward => pass.filter(state, cell, from) && state.filter_total(),
            Check::Arc => fixed_point(state, from),
        }
    }

    /// Whether a complete assignment is a solution. Every level above the lowest has tested each
    /// sum when the last of its cells was assigned.
    pub fn leaf(self, state: &State) -> bool {
        self != Check::Leaves || ((0..state.problem.sums()).all(|sum| state.test(sum)) && state.test_total())
    }
}

/// How one pass of forward checking goes over the sums of the assigned cell. Domains that shrink in the pass are seen by the
/// sums after it, so the order could matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pass {
    /// In the order of the sums.
    Forwards,
    /// In the opposite order.
    Backwards,
    /// All sums with the domains as they were before the pass, which are filtered together at its end.
    Together,
    /// A worklist that begins with the assigned cell and goes on with every domain that has one value left.
    Singletons,
}

impl Pass {
    /// False on an empty domain.
    fn filter(self, state: &mut State, cell: u32, from: usize) -> bool {
        let sums = state.problem.sums_of(cell as usize);
        match self {
            Pass::Forwards => sums.iter().all(|&sum| state.filter(sum as usize)),
            Pass::Backwards => sums.iter().rev().all(|&sum| state.filter(sum as usize)),
            Pass::Together => {
                if !sums.iter().all(|&sum| state.test(sum as usize)) {
                    return false;
                }
                let decided: Vec<(u32, u8)> = sums.iter().flat_map(|&sum| state.left(sum as usize)).collect();
                decided.into_iter().all(|(cell, value)| state.agree(cell, value))
            }
            Pass::Singletons => {
                // A cell that was filtered before it was assigned is not on the trail from here on.
                let all_of = |state: &mut State, cell: u32| {
                    state.problem.sums_of(cell as usize).iter().all(|&sum| state.filter(sum as usize))
                };
                let mut next = from;
                let mut goes_on = all_of(state, cell);
                while goes_on && let Some(&single) = state.trail().get(next) {
                    next += 1;
                    goes_on = all_of(state, single);
                }
                goes_on
            }
        }
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
