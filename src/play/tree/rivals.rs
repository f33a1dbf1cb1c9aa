//! Models of which at most one can be won.
//!
//! Two models with as many mines are rivals if wherever they show different things one of them has a mine. No player
//! wins both: up to the first cell that they show differently it clicks alike in both, there it hits a mine in one, and
//! without such a click it wins neither, for each has a safe cell that is a mine in the other. So of models that are all
//! rivals of each other one is won at most, in whatever position they are left, and no more of a set is won than there
//! are such groups in it.

use rustc_hash::FxHashMap;

use super::table::{LANES, MINE, Table};

/// So many models are compared with all others, to see by which cells rivals differ.
const PIVOTS: usize = 64;

/// Differences that are tried between any two models.
const DIFFERENCES: usize = 64;

/// The group that each model is of, numbered in the order of their first models: all models of a group are rivals of
/// each other. Neither are all rivals found nor are the groups as large as can be.
pub(super) fn groups(table: &Table) -> Vec<u32> {
    let mines: Vec<u128> = (0..table.models()).map(|model| table.mines(model)).collect();
    let differences = differences(table, &mines);
    let at: FxHashMap<u128, usize> = mines.iter().copied().zip(0..).collect();
    let mut group: Vec<Option<u32>> = vec![None; mines.len()];
    let mut groups = 0;
    let mut members: Vec<usize> = Vec::new();
    for first in 0..mines.len() {
        if group[first].is_some() {
            continue;
        }
        members.clear();
        members.push(first);
        group[first] = Some(groups);
        let mut next = 0;
        while let Some(&member) = members.get(next) {
            for difference in &differences {
                let Some(&other) = at.get(&(mines[member] ^ difference)) else { continue };
                if group[other].is_none() && members.iter().all(|&m| are_rivals(table, m, other)) {
                    group[other] = Some(groups);
                    members.push(other);
                }
            }
            next += 1;
        }
        groups += 1;
    }
    group.into_iter().flatten().collect()
}

/// Sets of cells by which many pairs of rivals differ, small ones first: they make up the others.
fn differences(table: &Table, mines: &[u128]) -> Vec<u128> {
    let mut seen: FxHashMap<u128, usize> = FxHashMap::default();
    for pivot in (0..mines.len()).step_by(mines.len().div_ceil(PIVOTS).max(1)) {
        for other in (0..mines.len()).filter(|&other| are_rivals(table, pivot, other)) {
            *seen.entry(mines[pivot] ^ mines[other]).or_default() += 1;
        }
    }
    let mut found: Vec<(u32, std::cmp::Reverse<usize>, u128)> =
        seen.into_iter().map(|(cells, times)| (cells.count_ones(), std::cmp::Reverse(times), cells)).collect();
    found.sort_unstable();
    found.into_iter().map(|f| f.2).take(DIFFERENCES).collect()
}

/// True for rivals.
fn are_rivals(table: &Table, one: usize, other: usize) -> bool {
    let blocks = table.cells().div_ceil(LANES);
    let row = |model: usize| &table.bits[model * blocks..(model + 1) * blocks];
    // Different numbers, and neither a mine.
    let told = |(x, y): (&u16, &u16)| u16::from(x != y) & u16::from((x | y) < 1 << MINE);
    one != other
        && table.safe(one as u32) == table.safe(other as u32)
        && row(one).iter().zip(row(other)).all(|(x, y)| x.iter().zip(y).map(told).fold(0, |all, one| all | one) == 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::small_boards;
    use crate::play::tree::table;

    fn sub(of: &Table, models: &[u32]) -> Table {
        let shows = |&model: &u32| (0..of.cells()).map(move |cell| of.shows(model, cell));
        Table::new(of.cells(), &models.iter().flat_map(shows).collect::<Vec<u8>>())
    }

    /// By the plain tree, of any set of models that is one group one is won; two models are grouped only where that is
    /// so, and with a known total two that are not rivals are both won.
    #[test]
    fn one_of_a_group_is_won() {
        let (mut larger, mut pairs) = (0, 0);
        for (board, _, _) in small_boards::positions(5, 600) {
            let Some((table, _)) = table(&board, 300).filter(|t| t.0.models() > 1) else { continue };
            let group = groups(&table);
            for own in 0..group.iter().map(|g| g + 1).max().unwrap_or(0) {
                let models: Vec<u32> = (0..group.len() as u32).filter(|&m| group[m as usize] == own).collect();
                assert_eq!(small_boards::plain_values(&sub(&table, &models)).into_iter().max(), Some(1), "{board}");
                larger += usize::from(models.len() > 2);
            }
            for other in 1..table.models().min(20) {
                let won = small_boards::plain_values(&sub(&table, &[0, other as u32])).into_iter().max();
                assert_eq!(won, Some(if are_rivals(&table, 0, other) { 1 } else { 2 }), "{board}");
                pairs += 1;
            }
        }
        assert!(larger > 50 && pairs > 1000, "{larger} {pairs}");
    }
}
