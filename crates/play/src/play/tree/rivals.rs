//! Rivals: models of which at most one can be won.
//!
//! Two models with the same number of mines are rivals if one of them has a mine at every cell where they differ in
//! what they show. No player wins both: up to the first cell that they show differently its clicks are the same in
//! both, there it hits a mine in one, and without such a click it wins neither, for each has a safe cell that is a mine
//! in the other. So at most one of a group of mutual rivals is won, in any position, and a set wins at most as many
//! models as it has such groups.

use std::cmp::Reverse;

use multiversion::multiversion;
use rustc_hash::FxHashMap;

/// The value of a mine in place of a number.
pub const MINE: u8 = 9;

/// Models compared with all others, to find the cells by which rivals differ.
const PIVOTS: usize = 64;

/// Groups between two calls of `goes_on`.
const ASKED: u32 = 64;

/// Differences tried between any two models.
const DIFFERENCES: usize = 64;

/// A model as bits: the number shown at each cell in binary, 0 at mines.
struct Bits {
    mines: u128,
    digits: [u128; 4],
}

impl Bits {
    fn of(model: &[u8]) -> Self {
        let mut bits = Bits { mines: 0, digits: [0; 4] };
        for (cell, &shown) in model.iter().enumerate() {
            let is_mine = shown == MINE;
            bits.mines |= u128::from(is_mine) << cell;
            let number = if is_mine { 0 } else { shown };
            for (at, digit) in bits.digits.iter_mut().enumerate() {
                *digit |= u128::from(number >> at & 1) << cell;
            }
        }
        bits
    }

    /// True for rivals, of models of the same cells.
    #[inline(always)]
    fn are_rivals(&self, other: &Bits) -> bool {
        let digits = self.digits.iter().zip(&other.digits);
        // A mine counts as 0 here; where one of both has a mine they may differ in any way.
        let differs = digits.fold(0, |differs, (x, y)| differs | (x ^ y));
        differs & !(self.mines | other.mines) == 0
            && self.mines != other.mines
            && self.mines.count_ones() == other.mines.count_ones()
    }
}

/// True for rivals.
#[cfg(test)]
pub fn are_rivals(one: &[u8], other: &[u8]) -> bool {
    Bits::of(one).are_rivals(&Bits::of(other))
}

/// The group of each model, from the numbers that each shows at at most 128 cells, numbered in the order of their first
/// models: all models of a group are mutual rivals. The search is incomplete: not all rivals are found, and groups may
/// be smaller than possible. None if it no longer `goes_on`, which is called now and then.
#[multiversion(targets("x86_64+popcnt"))]
pub fn groups(models: &[&[u8]], goes_on: &dyn Fn() -> bool) -> Option<Vec<u32>> {
    let models: Vec<Bits> = models.iter().map(|model| Bits::of(model)).collect();
    let differences = differences(&models, goes_on)?;
    let at: FxHashMap<u128, usize> = models.iter().map(|model| model.mines).zip(0..).collect();
    let mut group: Vec<Option<u32>> = vec![None; models.len()];
    let mut groups = 0;
    let mut members: Vec<usize> = Vec::new();
    for first in 0..models.len() {
        if group[first].is_some() {
            continue;
        }
        if groups % ASKED == 0 && !goes_on() {
            return None;
        }
        // A clique of rivals, grown greedily. Any partition into cliques gives a bound; larger cliques only tighten it.
        members.clear();
        members.push(first);
        group[first] = Some(groups);
        let mut next = 0;
        while let Some(&member) = members.get(next) {
            let mines = models[member].mines;
            for &difference in &differences {
                // Both have the same number of mines.
                if 2 * (mines & difference).count_ones() != difference.count_ones() {
                    continue;
                }
                let Some(&other) = at.get(&(mines ^ difference)) else { continue };
                if group[other].is_none() && members.iter().all(|&m| models[m].are_rivals(&models[other])) {
                    group[other] = Some(groups);
                    members.push(other);
                }
            }
            next += 1;
        }
        groups += 1;
    }
    Some(group.into_iter().flatten().collect())
}

/// Sets of cells by which many pairs of rivals differ, small ones first: they make up the others.
#[inline(always)]
fn differences(models: &[Bits], goes_on: &dyn Fn() -> bool) -> Option<Vec<u128>> {
    let mut seen: FxHashMap<u128, usize> = FxHashMap::default();
    for pivot in models.iter().step_by(models.len().div_ceil(PIVOTS).max(1)) {
        if !goes_on() {
            return None;
        }
        for other in models.iter().filter(|other| pivot.are_rivals(other)) {
            *seen.entry(pivot.mines ^ other.mines).or_default() += 1;
        }
    }
    let mut found: Vec<_> =
        seen.into_iter().map(|(cells, times)| (cells.count_ones(), Reverse(times), cells)).collect();
    found.sort_unstable();
    Some(found.into_iter().map(|f| f.2).take(DIFFERENCES).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::small_boards;
    use crate::play::tree::{ModelTable, table};

    /// By the plain tree exactly one is won of any set of models that is one group; two models are rivals if one is won
    /// of them, and else both are.
    #[test]
    fn one_of_a_group_is_won() {
        let (mut larger, mut pairs) = (0, 0);
        for (board, _, _) in small_boards::positions(5, 600) {
            let Some((table, _)) = table(&board, 300).filter(|t| t.0.models() > 1) else { continue };
            let cells = table.cells();
            let shows = |model: usize| (0..cells).map(|cell| table.shows(model as u32, cell)).collect();
            let rows: Vec<Vec<u8>> = (0..table.models()).map(shows).collect();
            let most =
                |some: &[&[u8]]| small_boards::plain_values(&ModelTable::new(cells, &some.concat())).into_iter().max();
            let models: Vec<&[u8]> = rows.iter().map(|row| &row[..]).collect();
            let group = groups(&models, &|| true).unwrap();
            for own in 0..group.iter().map(|g| g + 1).max().unwrap_or(0) {
                let some: Vec<&[u8]> = (0..models.len()).filter(|&m| group[m] == own).map(|m| models[m]).collect();
                assert_eq!(most(&some), Some(1), "{board}");
                larger += usize::from(some.len() > 2);
            }
            for other in &models[1..models.len().min(20)] {
                let won = if are_rivals(models[0], other) { 1 } else { 2 };
                assert_eq!(most(&[models[0], other]), Some(won), "{board}");
                pairs += 1;
            }
        }
        assert!(larger > 50 && pairs > 1000, "{larger} {pairs}");
    }
}
