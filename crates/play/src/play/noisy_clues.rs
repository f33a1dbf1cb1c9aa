//! Boards with uncertain clues as likelihoods (system A's models 1 to 3).

use num_bigint::BigUint;
use num_traits::Zero;
use rustc_hash::FxHashMap;

use super::rules::Clues;
use crate::board::{Board, Cell};
use crate::engine::likelihood::{Likelihood, Likelihoods, ModelWeights, UNIT};
use crate::engine::{Classes, Control, Stop, Verdict, Weighed};

/// The covered cells of a board as variables in reading order, and a likelihood for every clue shown. With t mines
/// around it of n neighbours, a number up to t has 1 / (t + 1) under model 2, a number from t on 1 / (n - t + 1) under
/// model 3; an exact clue has 1 or 0. A clue of model 1 that was not received has no information.
pub fn likelihoods(board: &Board, clues: Clues) -> (Likelihoods, Vec<u32>) {
    let grid = board.grid();
    let covered: Vec<u32> = grid.cells().filter(|&c| board.cell(c) == Cell::Covered).map(|c| c as u32).collect();
    let mut variable = vec![u32::MAX; grid.len()];
    covered.iter().enumerate().for_each(|(i, &c)| variable[c as usize] = i as u32);
    let mut all = Vec::new();
    for cell in grid.cells() {
        let Cell::Clue(shown) = board.cell(cell) else { continue };
        let around = grid.neighbours(cell).count();
        let flags = grid.neighbours(cell).filter(|&n| board.cell(n) == Cell::Flag).count();
        let cells: Vec<u32> = grid.neighbours(cell).map(|n| variable[n]).filter(|&v| v != u32::MAX).collect();
        let shown = usize::from(shown);
        let ways = |mines: usize| {
            let truth = mines + flags;
            let numbers = match clues {
                Clues::Exact | Clues::Received(_) if truth == shown => 1,
                Clues::AtMost if shown <= truth => truth + 1,
                Clues::AtLeast if shown >= truth => around - truth + 1,
                _ => return 0,
            };
            UNIT / numbers as u32
        };
        let ways = (0..=cells.len()).map(ways).collect();
        all.push(Likelihood { cells, ways });
    }
    let total = board.mines().map(|m| i64::from(m) - board.flags() as i64);
    (Likelihoods { cells: covered.len(), clues: all, total }, covered)
}

/// Exact chances of mines of a board with uncertain clues, cells in the order of [`likelihoods`].
///
/// # Errors
/// As [`Likelihoods::weigh`].
pub fn weighed(board: &Board, clues: Clues, control: &mut Control) -> Result<Weighed, Stop> {
    let ModelWeights { all, mined } = likelihoods(board, clues).0.weigh::<BigUint>(control)?;
    if all.is_zero() {
        return Ok(Weighed { classes: Classes::Inconsistent, index: vec![], ratios: vec![] });
    }
    let verdict = |mined: &BigUint| Verdict::of(*mined < all, !mined.is_zero());
    let classes = Classes::Cells(mined.iter().map(verdict).collect());
    let (mut values, mut index) = (FxHashMap::default(), Vec::with_capacity(mined.len()));
    let mut ratios = Vec::new();
    for weight in mined {
        index.push(*values.entry(weight).or_insert_with_key(|weight| {
            ratios.push((weight.clone(), all.clone()));
            ratios.len() as u32 - 1
        }));
    }
    Ok(Weighed { classes, index, ratios })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Grid;
    use crate::field::Field;
    use crate::rng::Rng;

    /// Weights of all fields of a small board: the likelihood of the shown cells under each.
    fn by_fields(board: &Board, clues: Clues) -> (u64, Vec<u64>) {
        let grid = board.grid();
        let (mut all, mut mined) = (0, vec![0; grid.len()]);
        for mines in 0u32..1 << grid.len() {
            let is_mine = |c: usize| mines >> c & 1 == 1;
            let fits = grid.cells().all(|c| match board.cell(c) {
                Cell::Covered => true,
                Cell::Flag => is_mine(c),
                Cell::Clue(_) | Cell::Blank => !is_mine(c),
            });
            if !fits || board.mines().is_some_and(|m| m != mines.count_ones()) {
                continue;
            }
            let mut weight = 1u64;
            for c in grid.cells() {
                let Cell::Clue(shown) = board.cell(c) else { continue };
                let truth = grid.neighbours(c).filter(|&n| is_mine(n)).count() as u64;
                let (shown, around) = (u64::from(shown), grid.neighbours(c).count() as u64);
                weight *= match clues {
                    Clues::AtMost => u64::from(shown <= truth) * 2520 / (truth + 1),
                    Clues::AtLeast => u64::from(shown >= truth) * 2520 / (around - truth.min(around) + 1),
                    Clues::Exact | Clues::Received(_) => u64::from(shown == truth) * 2520,
                };
            }
            all += weight;
            grid.cells().filter(|&c| is_mine(c)).for_each(|c| mined[c] += weight);
        }
        (all, mined)
    }

    #[test]
    fn equal_to_weighing_all_fields() {
        let mut rng = Rng::new(7);
        let grid = Grid { rows: 3, cols: 4 };
        for round in 0..200 {
            let clues = [Clues::Exact, Clues::Received(0.5), Clues::AtMost, Clues::AtLeast][round % 4];
            let field = Field::random(grid, 1 + rng.index(5), &[], &mut rng);
            let mut board = Board::covered(grid, rng.chance(0.5).then_some(field.count() as u32));
            // At most four clues, so that the product of likelihoods fits 64 bits.
            for cell in rng.sample(grid.len(), 4) {
                if field.is_mine(cell) {
                    board.set(cell, Cell::Flag);
                    continue;
                }
                let (truth, around) = (field.clue(cell), grid.neighbours(cell).count() as u8);
                let shown = match clues {
                    Clues::Exact => Cell::Clue(truth),
                    Clues::Received(_) if rng.chance(0.5) => Cell::Blank,
                    Clues::Received(_) => Cell::Clue(truth),
                    Clues::AtMost => Cell::Clue(rng.below(u64::from(truth) + 1) as u8),
                    Clues::AtLeast => Cell::Clue(truth + rng.below(u64::from(around - truth) + 1) as u8),
                };
                board.set(cell, shown);
            }
            let (given, cells) = likelihoods(&board, clues);
            let weights: ModelWeights<BigUint> = given.weigh(&mut Control::default()).unwrap();
            let (all, mined) = by_fields(&board, clues);
            assert!(!weights.all.is_zero());
            assert_eq!(weights.all, BigUint::from(all), "{:?} {clues:?}", board.row_strings());
            let found = weighed(&board, clues, &mut Control::default()).unwrap();
            let Classes::Cells(verdicts) = &found.classes else { panic!("{board}") };
            for (i, (&cell, weight)) in cells.iter().zip(&weights.mined).enumerate() {
                let mined = mined[cell as usize];
                assert_eq!(*weight, BigUint::from(mined), "{:?} {clues:?}", board.row_strings());
                assert_eq!(found.ratios[found.index[i] as usize], (mined.into(), all.into()));
                assert_eq!(verdicts[i], Verdict::of(mined < all, mined > 0), "{:?} {clues:?}", board.row_strings());
            }
        }
    }
}
