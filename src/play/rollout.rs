//! Games played on from the middle, on models of the position: what a move is worth under a player.

use std::rc::Rc;

use super::analysis::Analysis;
use super::players::frontier::{Choose, Exact};
use super::tracker::Tracker;
use super::{Act, Player, View};
use crate::board::{Board, Cell};

/// A position from which games are played on.
pub struct Rollout<'a> {
    pub tracker: &'a Tracker,
    pub analysis: &'a Analysis,
    pub board: &'a Board,
    /// Guesses after the first move.
    pub choose: Rc<Choose>,
}

impl Rollout<'_> {
    /// True if the game is won in the model `mined` (all mines, known ones included) by opening
    /// `first`.
    pub fn wins(&self, first: u32, mined: &[bool]) -> bool {
        let around = &self.tracker.around;
        let mut board = self.board.clone();
        let covered = |board: &Board| (0..mined.len()).filter(|&c| board.cell(c) == Cell::Covered && !mined[c]).count();
        let mut left = covered(&board);
        let mut player = Exact::resume(self.tracker, self.analysis, Rc::clone(&self.choose));
        let (mut fresh, mut moves, mut stack) = (Vec::new(), Vec::new(), vec![first]);
        loop {
            fresh.clear();
            while let Some(cell) = stack.pop() {
                if mined[cell as usize] {
                    return false;
                }
                if board.cell(cell as usize) != Cell::Covered {
                    continue;
                }
                let clue = around.of(cell).iter().filter(|&&n| mined[n as usize]).count();
                board.set(cell as usize, Cell::Clue(clue as u8));
                fresh.push(cell);
                left -= 1;
                if clue == 0 {
                    stack.extend(around.of(cell));
                }
            }
            if left == 0 {
                return true;
            }
            moves.clear();
            if player.turn(&View { board: &board, fresh: &fresh }, &mut moves).is_err() {
                return false;
            }
            stack.extend(moves.iter().filter(|m| m.act == Act::Open).map(|m| m.cell));
            if stack.is_empty() {
                return false;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::analysis::{Position, Sampler};
    use crate::play::players::lookahead::{RECOMMENDED, Settings, chooser, looked};
    use crate::play::small_boards;
    use crate::play::tracker::Known;
    use crate::play::tree::{MINE, Tree, table};
    use crate::rng::Rng;

    /// Positions without a safe cell and with few models, with what is known of them.
    fn positions(seed: u64) -> Vec<(Board, Tracker, Position)> {
        let mut rng = Rng::new(seed);
        let mut found = Vec::new();
        for _ in 0..400 {
            let board = small_boards::random(&mut rng);
            let found_in = small_boards::analysed(&board).filter(|(_, p)| (2.0..300.0).contains(&p.models()));
            found.extend(found_in.map(|(tracker, position)| (board, tracker, position)));
        }
        assert!(found.len() > 60, "{}", found.len());
        found
    }

    #[test]
    fn products_of_arrangements_are_all_models() {
        for (board, tracker, position) in positions(5) {
            let (right, cells) = table(&board, 400).unwrap();
            let found = position.all_models(&tracker, 400).unwrap();
            assert_eq!(found.table.models(), right.models());
            let at: Vec<usize> = found.cells.iter().map(|c| cells.binary_search(c).unwrap()).collect();
            let row = |m: usize| at.iter().map(|&c| right.shows(m as u32, c)).collect::<Vec<u8>>();
            let mut rows: Vec<Vec<u8>> = (0..right.models()).map(row).collect();
            let own = |m: usize| (0..at.len()).map(|c| found.table.shows(m as u32, c)).collect::<Vec<u8>>();
            let mut others: Vec<Vec<u8>> = (0..right.models()).map(own).collect();
            rows.sort();
            others.sort();
            assert_eq!(rows, others, "{:?}", board.row_strings());
        }
    }

    /// The player is optimal where it has the tree, so games on all models win what the tree says.
    #[test]
    fn games_on_all_models_win_what_the_tree_says() {
        for (board, tracker, position) in positions(6) {
            let models = position.all_models(&tracker, 400).unwrap();
            let wins = Tree::new(&models.table, u64::MAX).all().unwrap();
            let analysis = position.analysis();
            let choose = chooser(RECOMMENDED);
            let rollout = Rollout { tracker: &tracker, analysis: &analysis, board: &board, choose };
            for (c, &cell) in models.cells.iter().enumerate() {
                let won = (0..models.table.models() as u32).filter(|&m| {
                    let mut mined: Vec<bool> =
                        board.grid().cells().map(|n| tracker.known(n as u32) == Known::Mine).collect();
                    for (v, &n) in models.cells.iter().enumerate() {
                        mined[n as usize] = models.table.shows(m, v) == MINE;
                    }
                    rollout.wins(cell, &mined)
                });
                assert_eq!(won.count() as u32, wins[c], "{:?} {cell}", board.row_strings());
            }
        }
    }

    #[test]
    fn the_first_cell_looked_at_is_the_one_opened() {
        let settings = Settings { models: 0, ..RECOMMENDED };
        for (board, tracker, position) in positions(8) {
            let all = looked(settings, &position, &tracker);
            let view = View { board: &board, fresh: &[] };
            let opened = chooser(settings)(&position, &tracker, &view, &mut 0);
            assert_eq!(all.first().map(|l| l.cell), opened, "{:?}", board.row_strings());
            assert!(all.windows(2).all(|w| w[0].score >= w[1].score - 1e-9));
        }
    }

    #[test]
    fn drawn_models_are_models_and_equally_likely() {
        for (board, tracker, position) in positions(7).into_iter().take(12) {
            let models = position.all_models(&tracker, 400).unwrap();
            let sampler = Sampler::new(&position);
            let mut seen = rustc_hash::FxHashMap::<Vec<u32>, u32>::default();
            let n = 400 * models.table.models() as u32;
            for i in 0..n {
                let mut mines = Vec::new();
                sampler.draw(&mut Rng::stream(3, u64::from(i)), &mut mines);
                mines.sort_unstable();
                *seen.entry(mines).or_default() += 1;
            }
            assert_eq!(seen.len(), models.table.models(), "{:?}", board.row_strings());
            // 400 expected each; seven standard deviations.
            assert!(seen.values().all(|&k| (260..540).contains(&k)), "{:?}", seen.values().collect::<Vec<_>>());
        }
    }
}
