//! One model from independent parts: a solution of each, chosen to meet the total.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use num_bigint::BigUint;
use num_traits::One;

use super::interval::Interval;
use super::plan::Plan;
use super::problem::Problem;
use super::search::Visit;
use super::state::{MINE, State};
use crate::engine::{Control, Stop};
use crate::system::System;

/// Visits the solutions of one part with a number of mines in the interval.
pub(super) type SearchPart<'a> = dyn Fn(&Problem, Interval, &mut Control, &mut Visit) -> Result<(), Stop> + 'a;

/// Mines of one part, one entry per cell, and their number.
struct Solution {
    mined: Vec<bool>,
    mines: i64,
}

impl Solution {
    fn of(state: &State) -> Self {
        Solution { mined: state.values().iter().map(|&v| v == MINE).collect(), mines: state.mines() }
    }
}

/// A model of the whole system, if there is one.
///
/// # Errors
/// A limit ran out.
pub(super) fn model(
    system: &System,
    plan: &Plan,
    control: &mut Control,
    search: &SearchPart,
) -> Result<Option<Vec<bool>>, Stop> {
    let Some(mut chosen) = first_of_each(plan, control, search)? else { return Ok(None) };
    if !moved_towards(plan, &mut chosen, control, search)? {
        match recombined(plan, &chosen, control, search)? {
            Some(better) => chosen = better,
            None => return Ok(None),
        }
    }
    Ok(Some(assembled(system, plan, &chosen)))
}

/// The first solution of each part by itself. None if some part has none.
fn first_of_each(plan: &Plan, control: &mut Control, search: &SearchPart) -> Result<Option<Vec<Solution>>, Stop> {
    let bounds = plan.bounds();
    let mut found = Vec::with_capacity(plan.parts.len());
    for (index, part) in plan.parts.iter().enumerate() {
        search(&Problem::new(&part.system), bounds.of(index), control, &mut |state, _| {
            found.push(Solution::of(state));
            Ok(false)
        })?;
        if found.len() == index {
            return Ok(None);
        }
    }
    Ok(Some(found))
}

/// Moves part after part closer to the interval, as far as each alone can and not past it. True if that meets the
/// interval; false proves nothing.
fn moved_towards(
    plan: &Plan,
    chosen: &mut [Solution],
    control: &mut Control,
    search: &SearchPart,
) -> Result<bool, Stop> {
    let bounds = plan.bounds();
    let mut mines: i64 = chosen.iter().map(|s| s.mines).sum();
    for (index, part) in plan.parts.iter().enumerate() {
        let problem = Problem::new(&part.system);
        while !plan.interval.holds(mines) {
            let old = chosen[index].mines;
            let others = plan.interval.less(mines - old);
            let mut closer = bounds.of(index);
            if mines > plan.interval.most {
                closer = Interval { least: closer.least.max(others.least), most: old - 1 };
            } else {
                closer = Interval { least: old + 1, most: closer.most.min(others.most) };
            }
            search(&problem, closer, control, &mut |state, _| {
                chosen[index] = Solution::of(state);
                Ok(false)
            })?;
            if chosen[index].mines == old {
                break;
            }
            mines += chosen[index].mines - old;
        }
    }
    Ok(plan.interval.holds(mines))
}

/// Part by part, computes the possible numbers of mines until the parts so far, together with the first solutions of
/// the others, meet the interval. The numbers that the first parts can reach together are a set of bits, and adding a
/// part is shifting it.
fn recombined(
    plan: &Plan,
    first: &[Solution],
    control: &mut Control,
    search: &SearchPart,
) -> Result<Option<Vec<Solution>>, Stop> {
    let bounds = plan.bounds();
    let mut others: i64 = first.iter().map(|s| s.mines).sum();
    let mut reach = vec![BigUint::one()];
    let mut seen: Vec<BTreeMap<i64, Solution>> = Vec::new();
    let mut bytes = 0;
    for (index, part) in plan.parts.iter().enumerate() {
        others -= first[index].mines;
        let mut here: BTreeMap<i64, Solution> = BTreeMap::new();
        let mut hit = None;
        search(&Problem::new(&part.system), bounds.of(index), control, &mut |state, _| {
            let mines = state.mines();
            if let Entry::Vacant(entry) = here.entry(mines) {
                entry.insert(Solution::of(state));
                hit = one_of(&reach[index], plan.interval.less(others + mines)).map(|sum| (sum, mines));
            }
            Ok(hit.is_none())
        })?;
        if let Some((sum, mines)) = hit {
            let mut chosen = traced_back(&reach, &mut seen, sum);
            chosen.extend(here.remove(&mines));
            chosen.extend(first[index + 1..].iter().map(|s| Solution { mined: s.mined.clone(), mines: s.mines }));
            return Ok(Some(chosen));
        }
        let next = here.keys().fold(BigUint::ZERO, |set, &mines| set | (&reach[index] << mines as u64));
        bytes += next.bits() / 8 + here.len() as u64 * part.cells.len() as u64;
        control.memory(bytes)?;
        control.check()?;
        reach.push(next);
        seen.push(here);
    }
    Ok(None)
}

/// A member of the set that lies in the interval.
fn one_of(set: &BigUint, interval: Interval) -> Option<u64> {
    let least = interval.least.max(0) as u64;
    let sum = least + (set >> least).trailing_zeros()?;
    interval.holds(i64::try_from(sum).ok()?).then_some(sum)
}

/// Solutions of the parts seen whose mines add up to `sum`, a member of the last set.
fn traced_back(reach: &[BigUint], seen: &mut [BTreeMap<i64, Solution>], mut sum: u64) -> Vec<Solution> {
    let mut chosen = Vec::with_capacity(reach.len());
    for (before, solutions) in reach.iter().zip(seen).rev() {
        let fits = |mines: &i64| sum.checked_sub(*mines as u64).is_some_and(|rest| before.bit(rest));
        if let Some(mines) = solutions.keys().copied().find(fits) {
            sum -= mines as u64;
            chosen.extend(solutions.remove(&mines));
        }
    }
    chosen.reverse();
    chosen
}

/// Parts, forced cells, and as many floating mines as the total still requires.
fn assembled(system: &System, plan: &Plan, chosen: &[Solution]) -> Vec<bool> {
    let mut model = vec![false; system.cells];
    for (part, solution) in plan.parts.iter().zip(chosen) {
        for (&cell, &mine) in part.cells.iter().zip(&solution.mined) {
            model[cell as usize] = mine;
        }
    }
    for &(cell, mine) in &plan.forced {
        model[cell as usize] = mine;
    }
    if let Some(total) = system.total {
        let placed = model.iter().filter(|&&m| m).count() as i64;
        let frontier = system.is_frontier();
        let floating = (0..system.cells).filter(|&c| !frontier[c]);
        floating.take((total - placed).max(0) as usize).for_each(|cell| model[cell] = true);
    }
    model
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_of_a_set_in_an_interval() {
        let set = BigUint::from(0b100101u32);
        assert_eq!(one_of(&set, Interval { least: -3, most: 0 }), Some(0));
        assert_eq!(one_of(&set, Interval { least: 1, most: 4 }), Some(2));
        assert_eq!(one_of(&set, Interval { least: 3, most: 4 }), None);
        assert_eq!(one_of(&set, Interval { least: 6, most: i64::MAX }), None);
        assert_eq!(one_of(&set, Interval { least: 0, most: -1 }), None);
    }
}
