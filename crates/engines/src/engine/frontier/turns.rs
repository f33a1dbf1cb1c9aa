//! Two plans in turn. Predictions of the states of a path or a tree are bounds, which the real number may be far below, so
//! where neither plan is cheap each gets an effort, and a plan that exceeds it makes room for the other, with more.

use crate::engine::Stop;

/// What a plan came to within its effort.
pub enum Grown<T> {
    /// All its states.
    Whole(T),
    /// The component has no solution.
    NoSolution,
    /// More states than the effort allows.
    TooLarge,
}

impl<T> Grown<T> {
    /// The states, of whatever form.
    pub fn map<U>(self, of: impl FnOnce(T) -> U) -> Grown<U> {
        match self {
            Grown::Whole(states) => Grown::Whole(of(states)),
            Grown::NoSolution => Grown::NoSolution,
            Grown::TooLarge => Grown::TooLarge,
        }
    }
}

impl<T, E> Grown<Result<T, E>> {
    /// The states, or the error that became of them.
    ///
    /// # Errors
    /// That one.
    pub fn transposed(self) -> Result<Grown<T>, E> {
        Ok(match self {
            Grown::Whole(states) => Grown::Whole(states?),
            Grown::NoSolution => Grown::NoSolution,
            Grown::TooLarge => Grown::TooLarge,
        })
    }
}

/// Pairs of a tree that take as long as a state of a path, as a binary logarithm. On lattices a path makes 5 million states
/// per second, each by a search in a hash table, and a tree 40 million pairs, since it groups states by what they agree in.
pub const PAIRS_PER_STATE: f64 = 3.0;
/// The same where solutions are counted in a single pass over a tree's states: on lattices ten million states per second of a
/// path, and a hundred million pairs.
pub const PAIRS_PER_STATE_IN_SINGLE_PASS: f64 = 5.0;
/// The first efforts, as binary logarithms: of a tree the pairs over those predicted, of a path the states over those that
/// take as long as the predicted tree; and what each turn adds. Trees on lattices have up to four times the pairs predicted. A
/// path without prospects ends long before its effort.
const TREE_FIRST: f64 = 2.0;
const PATH_FIRST: f64 = 1.0;
const MORE: f64 = 2.0;
/// States of a path that take as long as a visit of a node in annealing: 3 on lattices, 15 on circuits.
const STATES_PER_VISIT: u64 = 8;

/// One of two plans, with its effort: states of the path, pairs of the tree.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PlanTurn {
    Path(u64),
    Tree(u64),
}

impl PlanTurn {
    fn is_path(self) -> bool {
        matches!(self, PlanTurn::Path(_))
    }
}

/// The turns of a path, if there is one, and of a tree, by the logarithm of the pairs that it is predicted to merge. One alone
/// has no bound. A state of the path takes as long as `pairs_per_state`, a logarithm, of the tree. Planning the tree further
/// takes `visits` of nodes, and before that the path gets as much time.
pub fn turns(has_path: bool, tree: Option<f64>, pairs_per_state: f64, visits: u64) -> impl Iterator<Item = PlanTurn> {
    let alone = match (has_path, tree) {
        (_, None) => Some(PlanTurn::Path(u64::MAX)),
        (false, _) => Some(PlanTurn::Tree(u64::MAX)),
        _ => None,
    };
    let tree = tree.unwrap_or_default();
    let before = visits * STATES_PER_VISIT;
    let pair = (0..).flat_map(move |turn| {
        let more = MORE * f64::from(turn);
        // Saturates: in the end there is no bound.
        let states = (tree - pairs_per_state + PATH_FIRST + more).exp2() as u64;
        [PlanTurn::Path(states.max(before)), PlanTurn::Tree((tree + TREE_FIRST + more).exp2() as u64)]
    });
    let is_alone = alone.is_some();
    alone.into_iter().chain(pair.take_while(move |_| !is_alone))
}

/// The first plan that ends; None if there is no solution. A plan that runs out of memory has no more turns.
///
/// # Errors
/// Those of the plans; of memory if no other plan is left.
pub fn first_to_end<T>(
    turns: impl Iterator<Item = PlanTurn>,
    mut run: impl FnMut(PlanTurn) -> Result<Grown<T>, Stop>,
) -> Result<Option<T>, Stop> {
    let mut out_of_memory = None;
    for turn in turns {
        if out_of_memory == Some(turn.is_path()) {
            continue;
        }
        // Without the other plan there is no bound.
        let turn = match (turn, out_of_memory) {
            (PlanTurn::Path(_), Some(_)) => PlanTurn::Path(u64::MAX),
            (PlanTurn::Tree(_), Some(_)) => PlanTurn::Tree(u64::MAX),
            (turn, None) => turn,
        };
        match run(turn) {
            Ok(Grown::Whole(states)) => return Ok(Some(states)),
            Ok(Grown::NoSolution) => return Ok(None),
            Ok(Grown::TooLarge) => {}
            Err(Stop::Memory) if out_of_memory.is_none() => out_of_memory = Some(turn.is_path()),
            Err(stop) => return Err(stop),
        }
    }
    Err(Stop::Memory)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn efforts_grow_until_a_plan_ends() {
        let made: Vec<PlanTurn> = turns(true, Some(20.0), PAIRS_PER_STATE, 0).take(4).collect();
        let right =
            [PlanTurn::Path(1 << 18), PlanTurn::Tree(1 << 22), PlanTurn::Path(1 << 20), PlanTurn::Tree(1 << 24)];
        assert_eq!(made, right);
        let before: Vec<PlanTurn> = turns(true, Some(20.0), PAIRS_PER_STATE, 1 << 17).take(2).collect();
        assert_eq!(before, [PlanTurn::Path(1 << 20), PlanTurn::Tree(1 << 22)]);
        assert!(turns(true, None, PAIRS_PER_STATE, 0).eq([PlanTurn::Path(u64::MAX)]));
        assert!(turns(false, Some(5.0), PAIRS_PER_STATE, 0).eq([PlanTurn::Tree(u64::MAX)]));
        assert!(turns(true, Some(1000.0), PAIRS_PER_STATE, 0).any(|turn| turn == PlanTurn::Tree(u64::MAX)));
        let mut asked = Vec::new();
        let found = first_to_end(turns(true, Some(20.0), PAIRS_PER_STATE, 0), |turn| {
            asked.push(turn);
            Ok(if turn == PlanTurn::Path(1 << 20) { Grown::Whole(7) } else { Grown::TooLarge })
        });
        assert_eq!((found, asked.len()), (Ok(Some(7)), 3));
    }

    #[test]
    fn without_memory_the_other_plan_is_left() {
        let both = || turns(true, Some(20.0), PAIRS_PER_STATE, 0);
        let found = first_to_end(both(), |turn| match turn {
            PlanTurn::Path(_) => Err(Stop::Memory),
            PlanTurn::Tree(most) => Ok(Grown::Whole(most)),
        });
        assert_eq!(found, Ok(Some(u64::MAX)));
        let none = |_: PlanTurn| -> Result<Grown<u64>, Stop> { Err(Stop::Memory) };
        assert_eq!(first_to_end(both(), none), Err(Stop::Memory));
        assert_eq!(first_to_end(turns(true, None, PAIRS_PER_STATE, 0), none), Err(Stop::Memory));
        assert_eq!(first_to_end(both(), |_| -> Result<Grown<u64>, Stop> { Err(Stop::Timeout) }), Err(Stop::Timeout));
    }
}
