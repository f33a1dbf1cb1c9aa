//! Argument by counting mines: the clues of a set fall into parts without common cells, which together cannot hold the
//! total.

use std::collections::BTreeSet;

use num_traits::Zero;

use super::{CountedClues, Derivation, Goal};
use crate::engine::{Control, Stop, build};
use crate::explain::part::Part;
use crate::explain::position::CluePosition;
use crate::explain::text::{clue, list, mines, place, sentence};
use crate::system::{Sum, System, split};

/// Numbers of mines, as `3`, `2 to 4` or `2, 4 or 5`.
fn numbers(possible: &[usize]) -> String {
    match possible {
        [] => "no number of mines".into(),
        [one] => mines(*one as i64),
        [first, .., last] if last - first + 1 == possible.len() => format!("{first} to {last} mines"),
        all => {
            format!("{} mines", list(&all.iter().map(usize::to_string).collect::<Vec<_>>()).replace(" and ", " or "))
        }
    }
}

/// The parts with the mines that they can hold under the opposite of the goal; None if they could hold the total (then
/// the argument is another one).
///
/// # Errors
/// A limit ran out.
pub(super) fn derive(
    position: &CluePosition,
    part: &Part,
    goal: Goal,
    control: &mut Control,
) -> Result<Option<(Derivation, Vec<String>)>, Stop> {
    let Some(total) = part.system.total else { return Ok(None) };
    let mut whole = System { total: None, ..part.system.clone() };
    let own = whole.sums.len();
    whole.sums.extend(goal.map(|(cell, mine)| Sum::new(vec![cell], i32::from(!mine))));
    let engine = build("frontier").map_err(Stop::unsupported)?;
    let parts = split(&whole);
    let sums_of = whole.incidence();
    let (mut counted, mut text) = (Vec::new(), Vec::new());
    for component in &parts.components {
        let tally = engine.count(&component.system, control)?.tally;
        let possible: Vec<usize> =
            tally.counts.iter().enumerate().filter(|(_, n)| !n.is_zero()).map(|(i, _)| tally.offset + i).collect();
        let sums: BTreeSet<u32> = component.cells.iter().flat_map(|&c| sums_of.of(c as usize)).copied().collect();
        let clues: Vec<u32> = sums.iter().filter(|&&s| (s as usize) < own).map(|&s| part.sums[s as usize]).collect();
        let names = list(&clues.iter().map(|&s| clue(position, s)).collect::<Vec<_>>());
        let opposite = goal.filter(|g| component.cells.contains(&g.0));
        let were = opposite.map(|(cell, mine)| {
            let what = if mine { "safe" } else { "a mine" };
            format!("were {} {what}", place(part.place(position, cell)))
        });
        text.push(sentence(&match (clues.is_empty(), were) {
            (true, were) => format!("{} that is {}", were.unwrap_or_default(), numbers(&possible)),
            (false, Some(were)) => format!("{were}, {names} would take {}", numbers(&possible)),
            (false, None) => format!("{names} take{} {}", if clues.len() == 1 { "s" } else { "" }, numbers(&possible)),
        }));
        let grid = position.map.grid;
        let clues = clues.iter().map(|&s| grid.position(position.clues[s as usize] as usize)).collect();
        counted.push(CountedClues { clues, cells: component.cells.len(), mines: possible });
    }
    let free = parts.floating.len();
    if free > 0 {
        text.push(sentence(&format!("the other {free} cells can hold 0 to {}", mines(free as i64))));
        counted.push(CountedClues { clues: Vec::new(), cells: free, mines: vec![0, free] });
    }
    let mut sums: BTreeSet<usize> = [0].into();
    for each in &counted {
        let of: Vec<usize> = if each.clues.is_empty() && each.cells == free && free > 0 && each.mines == [0, free] {
            (0..=free).collect()
        } else {
            each.mines.clone()
        };
        sums = sums.iter().flat_map(|a| of.iter().map(move |b| a + b)).collect();
    }
    if usize::try_from(total).is_ok_and(|total| sums.contains(&total)) {
        return Ok(None);
    }
    let together: Vec<usize> = sums.into_iter().collect();
    let left = format!("there are {} on the covered cells", mines(total));
    text.push(sentence(&format!("together {}, but {left}", numbers(&together))));
    Ok(Some((Derivation::Count { parts: counted, total }, text)))
}
