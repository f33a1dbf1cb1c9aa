//! `pseq`: safest cell, then the chance of a certain next click, then the expected number of certain cells, then the
//! entropy of the number shown. Each test is applied to the cells that the previous tests left.

use super::{DENSITY, PlayerSpec, prior};
use crate::play::analysis::{AfterClick, Position};
use crate::play::exact::{EQUAL, Exact};
use crate::play::tracker::Tracker;
use crate::play::{Player, PlayerSetup, View};

/// Row in the table.
pub const PLAYER: PlayerSpec = PlayerSpec {
    name: "pseq",
    summary: "safest cell; ties by chance of a certain next click, expected certain cells, entropy",
    options: &[DENSITY],
    bounds: |_| false,
    build: |chosen| {
        let prior = prior(chosen);
        Box::new(move |seat: PlayerSetup| {
            Box::new(Exact::new(seat, prior, std::rc::Rc::new(choose))) as Box<dyn Player>
        })
    },
};

const TESTS: [fn(&AfterClick) -> f64; 3] = [AfterClick::progress, AfterClick::expected_certain, AfterClick::entropy];

/// The cell that the player guesses.
pub fn choose(position: &Position, tracker: &Tracker, _: &View, work: &mut u64) -> Option<u32> {
    let least = position.least_risk();
    let mut best: Vec<u32> = position.risks.iter().filter(|r| r.1 <= least + EQUAL).map(|r| r.0).collect();
    best.sort_unstable();
    if best.len() <= 1 || !position.enumerated {
        return best.first().copied();
    }
    let mut clicker = position.clicker(tracker);
    let mut left: Vec<(u32, [f64; 3])> = Vec::with_capacity(best.len());
    for &cell in &best {
        let values = clicker.click(cell).map_or([0.0; 3], |after| TESTS.map(|test| test(&after)));
        left.push((cell, values));
    }
    for test in 0..TESTS.len() {
        let most = left.iter().fold(f64::NEG_INFINITY, |m, c| m.max(c.1[test]));
        left.retain(|c| c.1[test] >= most - EQUAL);
    }
    *work += clicker.work;
    left.first().map(|c| c.0)
}

#[cfg(test)]
mod tests {
    use num_bigint::BigUint;

    use super::super::tests::first_turn;
    use super::*;
    use crate::answer::ratio_to_f64;
    use crate::board::{Board, Cell, Grid};
    use crate::engine::{Control, Engine, build};
    use crate::field::Field;
    use crate::play::{Move, Reason};
    use crate::rng::Rng;
    use crate::system::{Count, System};

    /// Safety and the tests of a cell, from counts of all possible boards after it.
    fn figures(engine: &dyn Engine, board: &Board, cell: usize) -> [f64; 4] {
        let count =
            |board: &Board| -> Count { engine.count(&System::from_board(board).0, &mut Control::default()).unwrap() };
        let all = count(board).models;
        let mut safe = BigUint::ZERO;
        let mut shows: Vec<(BigUint, usize)> = Vec::new();
        for number in 0..=8 {
            let mut next = board.clone();
            next.set(cell, Cell::Clue(number));
            let Count { models, cells, .. } = count(&next);
            if models > BigUint::ZERO {
                let left = board.grid().cells().filter(|&c| next.cell(c) == Cell::Covered).count();
                let certain = (0..left).filter(|&v| *cells.mined(v) == BigUint::ZERO).count();
                safe += &models;
                shows.push((models, certain));
            }
        }
        let share = |models: &BigUint| ratio_to_f64(models, &safe);
        let progress = shows.iter().filter(|s| s.1 > 0).map(|s| share(&s.0)).sum();
        let expected = shows.iter().map(|s| share(&s.0) * s.1 as f64).sum();
        let entropy = -shows.iter().map(|s| share(&s.0) * share(&s.0).log2()).sum::<f64>();
        [ratio_to_f64(&safe, &all), progress, expected, entropy]
    }

    /// Without a total: cells that a click has no information on stay as uncertain as before.
    #[test]
    fn cells_are_compared_in_the_order_of_the_tests() {
        let engine = build("frontier").unwrap();
        let mut rng = Rng::new(21);
        let mut decided_by = [0; 4];
        for _ in 0..2_000 {
            let grid = Grid { rows: 3 + rng.index(3), cols: 3 + rng.index(4) };
            let field = Field::random(grid, 1 + rng.index(grid.len() / 3), &[], &mut rng);
            let open: Vec<bool> = grid.cells().map(|c| !field.is_mine(c) && rng.chance(0.3)).collect();
            let board = field.board(&open, None);
            // Jeffreys' prior, the default, weights models; these figures count them.
            let moves = first_turn("pseq:density=1/2", &board, 1);
            let [Move { cell, reason: Reason::Guess, .. }] = moves[..] else { continue };
            let covered = grid.cells().filter(|&c| board.cell(c) == Cell::Covered);
            let mut left: Vec<(usize, [f64; 4])> = covered.map(|c| (c, figures(engine.as_ref(), &board, c))).collect();
            for (test, decided_by) in decided_by.iter_mut().enumerate() {
                let most = left.iter().fold(f64::NEG_INFINITY, |m, c| m.max(c.1[test]));
                let before = left.len();
                left.retain(|c| c.1[test] >= most - EQUAL);
                *decided_by += usize::from(before > 1 && left.len() == 1);
            }
            assert_eq!(left[0].0, cell as usize, "{board}: {left:?}");
        }
        assert!(decided_by.iter().all(|&n| n >= 3), "{decided_by:?}");
    }
}
