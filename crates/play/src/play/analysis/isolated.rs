//! Independent parts of a position.

use smallvec::SmallVec;

use super::Position;
use super::models::{PositionModels, enumerate};
use crate::engine::incremental::EnumeratedComponent;
use crate::play::tracker::{Known, Tracker};

impl Position {
    /// All models of the smallest isolated part of the position, its cells and its models. A part is isolated if its
    /// components hold the same number of mines in all models and no unknown cell outside is next to one of theirs.
    /// Cells shown on either side have no information on the other, so the probability to win a game is the product
    /// over the parts in any order: best play may begin with the part. None if no part is isolated, if models are not
    /// equally likely (then each part has information on the density, and so on the others), or if each has more than
    /// `most` models.
    pub fn isolated(&self, tracker: &Tracker, most: u64) -> Option<PositionModels> {
        // A part of certain mines alone is not worth playing, and the whole is not a part.
        let is_unknown = |cell: &&u32| tracker.known(**cell) == Known::Nothing;
        let unknown = |i: &usize| self.components[*i].blocks.iter().flat_map(|b| &b.cells).filter(is_unknown).count();
        let is_part = |part: &Vec<usize>| {
            self.models_of(part) > 1 && part.iter().map(unknown).sum::<usize>() < tracker.unknown_left
        };
        let part = self.parts(tracker).into_iter().filter(is_part).min_by_key(|part| self.models_of(part))?;
        if self.models_of(&part) > u128::from(most) {
            return None;
        }
        let group: Vec<&EnumeratedComponent> = part.iter().map(|&i| &*self.components[i]).collect();
        enumerate(&group, &[], Some(group.iter().map(|component| component.least).sum()), tracker)
    }

    fn models_of(&self, part: &[usize]) -> u128 {
        part.iter().fold(1, |product: u128, &i| product.saturating_mul(self.components[i].tally[0]))
    }

    /// The parts, as indices of their components.
    fn parts(&self, tracker: &Tracker) -> Vec<Vec<usize>> {
        if !self.enumerated || !self.is_flat() || self.components.iter().all(|component| component.tally.len() > 1) {
            return Vec::new();
        }
        let mut of = rustc_hash::FxHashMap::default();
        for (i, component) in self.components.iter().enumerate() {
            of.extend(component.blocks.iter().flat_map(|block| &block.cells).map(|&cell| (cell, i)));
        }
        // The components next to one, and whether an unknown cell away from the clues is.
        let beside = |i: usize| {
            let cells = self.components[i].blocks.iter().flat_map(|block| &block.cells);
            let (mut beside, mut floats) = (SmallVec::<[usize; 4]>::new(), false);
            for near in cells.flat_map(|&cell| tracker.unknown_around(cell)) {
                match of.get(&near) {
                    Some(other) if beside.contains(other) => {}
                    Some(&other) => beside.push(other),
                    None => floats = true,
                }
            }
            (beside, floats)
        };
        let mut seen = vec![false; self.components.len()];
        let mut parts = Vec::new();
        for start in 0..self.components.len() {
            if std::mem::replace(&mut seen[start], true) {
                continue;
            }
            let (mut part, mut at, mut is_apart) = (vec![start], 0, true);
            while let Some(&i) = part.get(at) {
                at += 1;
                let (beside, floats) = beside(i);
                is_apart &= self.components[i].tally.len() == 1 && !floats;
                part.extend(beside.into_iter().filter(|&other| !std::mem::replace(&mut seen[other], true)));
            }
            if is_apart {
                parts.push(part);
            }
        }
        parts
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::rc::Rc;
    use std::sync::Arc;

    use super::*;
    use crate::board::{Board, Grid};
    use crate::play::exact::Choose;
    use crate::play::players::frontier;
    use crate::play::rollout::{RolloutEnd, survive_all};
    use crate::play::rules::Start;
    use crate::play::tracker::Neighbours;
    use crate::play::tree::GameTree;
    use crate::play::{Rules, View, small_boards};

    /// Number of positions of games on small boards that pass a check, which returns None for positions that it does
    /// not apply to, and the number of these of a kind that it names.
    fn pass(games: u64, check: impl Fn(&Position, &Tracker, &Board) -> Option<bool> + 'static) -> (u32, u32) {
        let grid = Grid { rows: 9, cols: 9 };
        let rules = Rules { grid, mines: 14, ..Rules::expert(Start::Zero(40)) };
        let around = Arc::new(Neighbours::new(grid));
        let found = Rc::new(Cell::new((0, 0)));
        let into = Rc::clone(&found);
        let choose: Rc<Choose> = Rc::new(move |p: &Position, t: &Tracker, v: &View, work: &mut u64| {
            if let Some(is_of_kind) = check(p, t, v.board) {
                into.set((into.get().0 + 1, into.get().1 + u32::from(is_of_kind)));
            }
            frontier::safest(p, t, v, work)
        });
        let to_the_end: Rc<RolloutEnd> = Rc::new(|_: &Position, _: &Tracker| None);
        for game in 0..games {
            survive_all(&rules, &around, (19, game), Rc::clone(&choose), &to_the_end);
        }
        found.get()
    }

    /// The best cell of the part is a best cell of the whole, and the whole wins the product of the values of the part
    /// and of the rest.
    #[test]
    fn best_play_begins_as_well_in_the_part() {
        let (found, larger) = pass(20_000, |position, tracker, board| {
            let part = position.isolated(tracker, 1000)?;
            let all = position.all_models(tracker, 3000)?;
            let (cell, won) = GameTree::new(&part.table, u64::MAX).best().unwrap().unwrap();
            let mut tree = GameTree::new(&all.table, u64::MAX);
            let best = tree.best().unwrap().unwrap().1;
            let at = all.cells.iter().position(|&c| c == part.cells[cell]).unwrap();
            let own: u32 = tree.numbers(at).unwrap().iter().map(|number| number.won).sum();
            assert_eq!(own, best, "{board}");
            assert_eq!(all.table.models() % part.table.models(), 0, "{board}");
            assert_eq!(best % won, 0, "{board}: {best} {won}");
            let rest = all.table.models() / part.table.models();
            assert!(best / won <= rest as u32, "{board}");
            Some(part.table.models() > 2 && rest > 1)
        });
        assert!(found > 200 && larger > 8, "{found} {larger}");
    }

    /// The same if the total is unknown and the end of a game reveals which models are left.
    #[test]
    fn best_play_begins_as_well_in_the_part_whatever_the_total() {
        let (found, vary) = pass(20_000, |_, _, board| {
            let board = board.clone().with_mines(None);
            let (tracker, position) = small_boards::analysed(&board)?;
            let part = position.isolated(&tracker, 1000)?;
            let all = position.all_models(&tracker, 500)?;
            let (cell, _) = GameTree::new(&part.table, u64::MAX).best().unwrap().unwrap();
            let won = GameTree::new(&all.table, u64::MAX).all().unwrap();
            let at = all.cells.iter().position(|&c| c == part.cells[cell]).unwrap();
            assert_eq!(won[at], *won.iter().max().unwrap(), "{board}");
            Some(all.table.sizes_vary())
        });
        assert!(found > 100 && vary > 25, "{found} {vary}");
    }

    /// A pair in a corner beside unconstrained cells.
    #[test]
    fn a_pair_behind_known_cells_is_apart() {
        let board = Board::parse("2 6 3\n#101##\n#101##\n", "t").unwrap();
        let (tracker, position) = small_boards::analysed(&board).unwrap();
        let part = position.isolated(&tracker, 100).unwrap();
        assert_eq!((part.cells, part.table.models()), (vec![0, 6], 2));
        assert!(position.isolated(&tracker, 1).is_none());
    }
}
