//! Irreducible and smallest sets of sums that force a claim.
//!
//! An irreducible set (a minimal unsatisfiable subset) is found by leaving out one sum after the other. A
//! smallest one is a smallest hitting set of all correction sets, the sums left out of an assignment that
//! satisfies as many as it can: hitting sets are proposed, and each that does not force the claim yields a
//! correction set that it misses (implicit hitting sets: Ignatiev, Previti, Liffiton, Marques-Silva,
//! "Smallest MUS extraction with minimal hitting set dualization", CP 2015).

use super::hitting::{Hit, Hitting};
use super::oracle::{Asked, Oracle};
use crate::engine::{Control, Stop};

/// Leaves out sums until each is needed, the last ones first. `set` must force the claim.
///
/// # Errors
/// A limit ran out.
pub(super) fn irreducible(oracle: &mut dyn Oracle, mut set: Vec<u32>, control: &mut Control) -> Result<Vec<u32>, Stop> {
    let mut at = set.len();
    while at > 0 {
        at -= 1;
        let mut rest = set.clone();
        rest.remove(at);
        if let Asked::Forced(core) = oracle.ask(&rest, control)? {
            // Those behind are needed, so they are in every core.
            at = core.len() - (set.len() - 1 - at);
            set = core;
        }
    }
    Ok(set)
}

/// Choices of the search for hitting sets that cost as much as one question to the solver.
const NODES_A_CALL: u64 = 5;

/// Answer to "is there a smaller one?".
pub(super) enum Smaller {
    /// This is a smallest one.
    Set(Vec<u32>),
    No,
    /// Undecided within the questions allowed.
    Unknown,
}

/// Looks for a smallest set with fewer than `than` sums that forces the claim, with at most `calls` questions.
/// The sums `known` are likely to be in it.
///
/// # Errors
/// A limit ran out.
pub(super) fn smaller(
    oracle: &mut dyn Oracle,
    known: &[u32],
    than: usize,
    calls: u64,
    control: &mut Control,
) -> Result<Smaller, Stop> {
    let Some(most) = than.checked_sub(1) else { return Ok(Smaller::No) };
    let all: Vec<u32> = (0..oracle.sums() as u32).collect();
    let mut hitting = Hitting::new(all.len());
    let end = oracle.work().saturating_add(calls);
    let mut nodes = NODES_A_CALL.saturating_mul(calls);
    for needed in known {
        // Most often every set needs it; then it is a correction set by itself.
        let others: Vec<u32> = all.iter().copied().filter(|s| s != needed).collect();
        if let Asked::Against(met) = oracle.ask(&others, control)? {
            hitting.add(correction(oracle, met, control)?);
        }
    }
    while oracle.work() < end {
        let proposed = match hitting.smallest(most, &mut nodes, control)? {
            Hit::Smallest(proposed) => proposed,
            Hit::No => return Ok(Smaller::No),
            Hit::Unknown => return Ok(Smaller::Unknown),
        };
        match oracle.ask(&proposed, control)? {
            Asked::Forced(_) => return Ok(Smaller::Set(proposed)),
            Asked::Against(met) => hitting.add(correction(oracle, met, control)?),
        }
    }
    Ok(Smaller::Unknown)
}

/// Extends `met`, sums that do not force the claim, as long as they do not; returns the rest of all sums.
fn correction(oracle: &mut dyn Oracle, mut met: Vec<u32>, control: &mut Control) -> Result<Vec<u32>, Stop> {
    let mut tried = vec![false; oracle.sums()];
    met.iter().for_each(|&s| tried[s as usize] = true);
    let mut correction = Vec::new();
    for next in (0..oracle.sums() as u32).rev() {
        if std::mem::replace(&mut tried[next as usize], true) {
            continue;
        }
        met.push(next);
        match oracle.ask(&met, control)? {
            Asked::Forced(_) => {
                met.pop();
                correction.push(next);
            }
            Asked::Against(more) => {
                met = more;
                met.iter().for_each(|&s| tried[s as usize] = true);
            }
        }
    }
    Ok(correction)
}
