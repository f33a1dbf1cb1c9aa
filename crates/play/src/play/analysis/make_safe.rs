//! From a model in which a cell is a mine to a similar one in which the cell is safe.

use super::sample::{draw, unit};
use super::{Position, Sampler};
use crate::engine::incremental::EnumeratedComponent;
use crate::rng::Rng;

/// Mines of a component by block.
fn counts(component: &EnumeratedComponent, mined: &[bool]) -> Vec<u8> {
    let mines = |cells: &[u32]| cells.iter().filter(|&&c| mined[c as usize]).count() as u8;
    component.blocks.iter().map(|b| mines(&b.cells)).collect()
}

/// Removes mines from these cells or adds some, uniformly, until there are `wanted`.
fn adjust(cells: &[u32], wanted: usize, mined: &mut [bool], rng: &mut Rng) {
    let (mines, safe): (Vec<u32>, Vec<u32>) = cells.iter().partition(|&&c| mined[c as usize]);
    let change = mines.len().abs_diff(wanted);
    let from = if mines.len() > wanted { mines } else { safe };
    for i in rng.sample(from.len(), change) {
        mined[from[i] as usize] ^= true;
    }
}

impl Sampler<'_> {
    /// From a drawn model of the position in which a cell is a mine to one in which it is safe: uniform over these, and
    /// as similar to the first as possible, so that cells far away mostly stay. Blocks, then floating cells, are drawn
    /// one after the other, from the cell outwards, by the quantile of the first model.
    pub fn make_safe(position: &Position, cell: u32, mined: &mut [bool], rng: &mut Rng) {
        let was = Sampler::given(position, Some((cell, true)));
        let is = Sampler::given(position, Some((cell, false)));
        mined[cell as usize] = false;
        let others = |cells: &[u32]| cells.iter().copied().filter(|&c| c != cell).collect::<Vec<u32>>();
        let is_apart = is.mines.known().is_none() && is.mines.is_flat();
        let floats = !is_apart && is.floating.contains(&cell);
        let (mut beyond_was, mut beyond_is) = (0, 0);
        for (i, component) in is.components.iter().enumerate() {
            let mut old = counts(component, mined);
            let own = component.blocks.iter().position(|b| b.cells.contains(&cell));
            old.iter_mut().enumerate().for_each(|(b, n)| *n += u8::from(own == Some(b)));
            let mines = |counts: &[u8]| counts.iter().map(|&n| usize::from(n)).sum::<usize>() - component.least;
            let mut new = old.clone();
            // For a floating cell this follows from the number of mines on the components.
            if own.is_some() || floats || beyond_was != beyond_is {
                let all = |s: &Sampler, beyond| (0..component.len()).map(|a| s.weight(i, a, beyond)).collect();
                new = coupled(component, own.unwrap_or(0), &old, all(&was, beyond_was), all(&is, beyond_is), rng);
                for (block, &n) in component.blocks.iter().zip(&new) {
                    adjust(&others(&block.cells), usize::from(n), mined, rng);
                }
            }
            beyond_was += mines(&old);
            beyond_is += mines(&new);
        }
        if let Some(left) = is.left(beyond_is) {
            adjust(&others(is.floating), left, mined, rng);
        } else if !is_apart {
            let (before, then) = (was.numbers(beyond_was), is.numbers(beyond_is));
            if before != then {
                let cells = others(is.floating);
                let n = cells.iter().filter(|&&c| mined[c as usize]).count();
                adjust(&cells, draw(then.into_iter(), quantile(&before, n, rng)), mined, rng);
            }
        }
    }
}

/// The entry in which a share of the whole falls.
fn quantile(weights: &[f64], entry: usize, rng: &mut Rng) -> f64 {
    let below: f64 = weights[..entry].iter().sum();
    (below + unit(rng) * weights[entry]) / weights.iter().sum::<f64>()
}

/// Mines by block, drawn with weights `is` of the arrangements, where `old` was drawn with weights `was`: blocks one
/// after the other from block `from` outwards, each by the quantile of the old one.
fn coupled(
    component: &EnumeratedComponent,
    from: usize,
    old: &[u8],
    mut was: Vec<f64>,
    mut is: Vec<f64>,
    rng: &mut Rng,
) -> Vec<u8> {
    let mut new = old.to_vec();
    for b in component.outwards(from) {
        let cells = component.blocks[b].cells.len();
        let by_mines = |weights: &[f64]| {
            let mut sums = vec![0.0; cells + 1];
            weights.iter().enumerate().for_each(|(a, w)| sums[usize::from(component.row(a)[b])] += w);
            sums
        };
        let (before, then) = (by_mines(&was), by_mines(&is));
        let n = usize::from(old[b]);
        new[b] = draw(then.iter().copied(), quantile(&before, n, rng)) as u8;
        let keep = |weights: &mut [f64], n: u8| {
            weights.iter_mut().enumerate().filter(|(a, _)| component.row(*a)[b] != n).for_each(|(_, w)| *w = 0.0);
        };
        keep(&mut was, old[b]);
        keep(&mut is, new[b]);
    }
    new
}

#[cfg(test)]
mod tests {
    use rustc_hash::FxHashMap;

    use super::*;
    use crate::board::{Board, Cell};
    use crate::play::small_boards;
    use crate::play::tree::MINE;

    /// Models with a mine there become models without, uniformly.
    #[test]
    fn models_made_safe_are_drawn_from_all_that_are() {
        let mut checked = 0;
        for (board, tracker, position) in small_boards::positions(23, 300) {
            if !(8.0..60.0).contains(&position.models()) {
                continue;
            }
            let all = position.all_models(&tracker, 60).unwrap();
            let sampler = Sampler::new(&position);
            let mut rng = Rng::new(5);
            for (at, &cell) in all.cells.iter().enumerate().step_by(2) {
                let safe = (0..all.table.models() as u32).filter(|&m| all.table.shows(m, at) != MINE).count();
                let mut seen = FxHashMap::<Vec<bool>, usize>::default();
                let wanted = 300 * safe;
                let mut made = 0;
                while made < wanted && safe < all.table.models() {
                    let mut mined = sampler.field(&tracker, &mut rng);
                    if mined[cell as usize] {
                        Sampler::make_safe(&position, cell, &mut mined, &mut rng);
                        *seen.entry(mined).or_default() += 1;
                        made += 1;
                    }
                }
                // 300 expected each; seven standard deviations.
                let likely = seen.values().all(|&k| (180..420).contains(&k));
                assert!(made == 0 || (seen.len() == safe && likely), "{board} {cell}: {seen:?}");
                for mined in seen.keys() {
                    let shown = |c: usize| tracker.around.of(c as u32).iter().filter(|&&n| mined[n as usize]).count();
                    assert!(board.grid().cells().all(|c| match board.cell(c) {
                        Cell::Clue(clue) => !mined[c] && shown(c) == usize::from(clue),
                        _ => true,
                    }));
                    assert!(!mined[cell as usize]);
                    checked += 1;
                }
            }
        }
        assert!(checked > 1000, "{checked}");
    }

    /// No cell is open: another cell takes over the mine.
    #[test]
    fn covered_boards_have_no_components() {
        let board = Board::parse("2 2 1\n##\n##\n", "t").unwrap();
        let (tracker, position) = small_boards::analysed(&board).unwrap();
        assert!(position.components.is_empty());
        let mut mined = vec![false, true, false, false];
        Sampler::make_safe(&position, 1, &mut mined, &mut Rng::new(1));
        assert!(!mined[1] && mined.iter().filter(|&&m| m).count() == 1);
        let field = Sampler::new(&position).field(&tracker, &mut Rng::new(2));
        assert_eq!(field.iter().filter(|&&m| m).count(), 1);
    }

    /// If no total connects the components, only the component of the cell changes.
    #[test]
    fn nothing_else_changes_without_a_total() {
        let mut checked = 0;
        for (board, _, _) in small_boards::positions(29, 300) {
            let board = Board::new(board.grid(), board.cells().to_vec(), None);
            let Some((tracker, position)) = small_boards::analysed(&board) else { continue };
            let sampler = Sampler::new(&position);
            let mut rng = Rng::new(6);
            for &(cell, _) in &position.risks {
                let mut mined = sampler.field(&tracker, &mut rng);
                if !mined[cell as usize] {
                    continue;
                }
                let before = mined.clone();
                Sampler::make_safe(&position, cell, &mut mined, &mut rng);
                let changed: Vec<u32> =
                    (0..mined.len() as u32).filter(|&c| mined[c as usize] != before[c as usize]).collect();
                let own = position.components.iter().find(|c| c.blocks.iter().any(|b| b.cells.contains(&cell)));
                let within = |c: &u32| own.is_some_and(|o| o.blocks.iter().any(|b| b.cells.contains(c)));
                assert!(changed.iter().all(|c| *c == cell || within(c)), "{board} {cell}: {changed:?}");
                checked += 1;
            }
        }
        assert!(checked > 100, "{checked}");
    }
}
