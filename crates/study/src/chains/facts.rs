//! The known cells beside some clues that a deduction from these clues needs.

use std::collections::BTreeMap;

use crate::engine::{Control, Stop};
use crate::explain::irreducible_set;
use crate::system::{Sum, System};

/// The cells whose state a deduction from `clues` (cell, number shown) uses: the clues' cells, then an irreducible set
/// of known neighbours.
///
/// # Errors
/// A limit ran out, or the clues with all known cells do not imply it.
pub(super) fn needed(
    clues: &[(u32, u8)],
    around: &[Vec<u32>],
    known: &[Option<bool>],
    claim: (u32, bool),
    control: &mut Control,
) -> Result<Vec<u32>, Stop> {
    let mut local: BTreeMap<u32, u32> = BTreeMap::new();
    let mut cells = Vec::new();
    let mut number = |cell: u32| {
        *local.entry(cell).or_insert_with(|| {
            cells.push(cell);
            cells.len() as u32 - 1
        })
    };
    let claimed = number(claim.0);
    let mut sums: Vec<Sum> = Vec::new();
    for &(cell, clue) in clues {
        sums.push(Sum::new(around[cell as usize].iter().map(|&n| number(n)), i32::from(clue)));
    }
    // The known values, of the clues' own cells too: their state is used anyway, so they come first and are kept
    // longest.
    let own = |cell: u32| clues.iter().any(|c| c.0 == cell);
    let mut facts: Vec<(u32, bool)> = cells.iter().filter_map(|&c| Some((c, known[c as usize]?))).collect();
    facts.sort_by_key(|&(cell, _)| (!own(cell), cell));
    for &(cell, mine) in &facts {
        sums.push(Sum::new(vec![local[&cell]], i32::from(mine)));
    }
    let system = System { cells: cells.len(), sums, total: None };
    let kept = irreducible_set(&system, (claimed, claim.1), control)?;
    let beside = kept.iter().filter_map(|&s| facts.get((s as usize).checked_sub(clues.len())?)).map(|f| f.0);
    Ok(clues.iter().map(|c| c.0).chain(beside.filter(|&c| !own(c))).collect())
}
