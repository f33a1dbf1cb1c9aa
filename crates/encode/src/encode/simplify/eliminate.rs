//! Elimination of variables: all resolvents on a variable in place of its clauses, if these are not fewer.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use minesat_core::engine::{Control, Stop};
use minesat_core::system::eliminate_defined::Keep;

use super::Eliminated;
use super::clauses::Clauses;

/// Most pairs of clauses that are resolved for one variable.
const MOST_PAIRS: u64 = 400;
/// Most literals of a resolvent.
const LONGEST: usize = 20;
/// Most variables around one that is checked to be defined by them.
const MOST_AROUND: usize = 10;

/// Truth tables of variables 0 to 5 in one word.
const WITHIN: [u64; 6] = [
    0xaaaa_aaaa_aaaa_aaaa,
    0xcccc_cccc_cccc_cccc,
    0xf0f0_f0f0_f0f0_f0f0,
    0xff00_ff00_ff00_ff00,
    0xffff_0000_ffff_0000,
    0xffff_ffff_0000_0000,
];

/// Eliminates variables, those with the fewest resolvents first, until none can be; subsumption after each.
///
/// # Errors
/// A limit ran out.
pub(super) fn run(clauses: &mut Clauses, keep: Keep, control: &mut Control) -> Result<Vec<Eliminated>, Stop> {
    let mut eliminated = Vec::new();
    let mut order: BinaryHeap<Reverse<(u64, u32)>> = BinaryHeap::new();
    loop {
        let mut touched = std::mem::take(&mut clauses.touched);
        touched.sort_unstable();
        touched.dedup();
        for v in touched.into_iter().filter(|&v| clauses.value[v as usize].is_none() && clauses.occurs(v as usize)) {
            order.push(Reverse((pairs(clauses, v), v)));
        }
        let Some(Reverse((cost, variable))) = order.pop() else { return Ok(eliminated) };
        control.tick()?;
        // A change put the variable in again.
        let is_stale = cost != pairs(clauses, variable) || clauses.value[variable as usize].is_some();
        if clauses.is_contradiction {
            return Ok(eliminated);
        }
        if is_stale || cost > MOST_PAIRS || !clauses.occurs(variable as usize) {
            continue;
        }
        if let Some(done) = eliminate(clauses, variable, keep) {
            eliminated.push(done);
            clauses.subsume(control)?;
        }
    }
}

fn pairs(clauses: &Clauses, variable: u32) -> u64 {
    u64::from(clauses.count(2 * variable)) * u64::from(clauses.count(2 * variable + 1))
}

/// Eliminates one variable, if the resolvents are no more than its clauses and `keep` allows it.
fn eliminate(clauses: &mut Clauses, variable: u32, keep: Keep) -> Option<Eliminated> {
    let lit = 2 * variable;
    let (with, against) = (clauses.with(lit), clauses.with(lit + 1));
    let mut resolvents = Vec::new();
    for &one in &with {
        for &other in &against {
            let Some(resolvent) = resolvent(clauses.lits(one), clauses.lits(other), lit) else { continue };
            if resolvent.len() > LONGEST || resolvents.len() == with.len() + against.len() {
                return None;
            }
            resolvents.push(resolvent);
        }
    }
    let rest = |clause: &u32| clauses.lits(*clause).iter().copied().filter(|l| l >> 1 != variable).collect();
    if keep == Keep::Count {
        let around: Vec<Vec<u32>> = with.iter().chain(&against).map(rest).collect();
        if !is_defined(&around) {
            return None;
        }
    }
    let (lit, few) = if with.len() <= against.len() { (lit, &with) } else { (lit + 1, &against) };
    let kept = few.iter().map(rest).collect();
    with.iter().chain(&against).for_each(|&clause| drop(clauses.drop(clause)));
    clauses.forget(variable);
    resolvents.into_iter().for_each(|resolvent| clauses.add(resolvent));
    Some(Eliminated { lit, clauses: kept })
}

/// The resolvent on `lit`; None if it is a tautology.
fn resolvent(with: &[u32], against: &[u32], lit: u32) -> Option<Vec<u32>> {
    let others = |lits: &[u32]| lits.iter().copied().filter(|l| l | 1 != lit | 1).collect::<Vec<u32>>();
    let mut both = others(with);
    both.extend(others(against));
    both.sort_unstable();
    both.dedup();
    (!both.windows(2).any(|pair| pair[0] ^ 1 == pair[1])).then_some(both)
}

/// True if a variable whose clauses, without it, are these has one value for all values of the others: where all
/// of these clauses hold it is free, so they must be unsatisfiable together. Decided by truth tables.
fn is_defined(clauses: &[Vec<u32>]) -> bool {
    let mut around: Vec<u32> = clauses.iter().flatten().map(|lit| lit >> 1).collect();
    around.sort_unstable();
    around.dedup();
    if around.len() > MOST_AROUND {
        return false;
    }
    let place = |lit: u32| around.binary_search(&(lit >> 1)).expect("a variable of these clauses");
    let words = 1usize << around.len().saturating_sub(WITHIN.len());
    (0..words).all(|word| {
        let table = |&lit: &u32| {
            let at = place(lit);
            let holds = match WITHIN.get(at) {
                Some(&within) => within,
                None => 0u64.wrapping_sub((word >> (at - WITHIN.len()) & 1) as u64),
            };
            if lit & 1 == 0 { holds } else { !holds }
        };
        let all = clauses.iter().fold(!0u64, |all, clause| all & clause.iter().map(table).fold(0, |any, t| any | t));
        all == 0
    })
}
