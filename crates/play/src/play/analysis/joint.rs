//! The share of models that agree with a few cells: some mined, some safe.

use super::next::Clicker;
use crate::engine::incremental::BINOMIAL;

/// Mined and safe cells of a pattern in one block.
#[derive(Clone, Copy)]
struct Asked {
    component: usize,
    block: usize,
    mined: usize,
    safe: usize,
}

impl Clicker<'_> {
    /// Share of the models in which all of `mined` are mines and all of `safe` are safe. The cells are unknown and
    /// distinct; the position was enumerated.
    pub fn joint(&mut self, mined: &[u32], safe: &[u32]) -> f64 {
        let mut asked: Vec<Asked> = Vec::with_capacity(mined.len() + safe.len());
        let mut floating = [0usize; 2];
        for (cells, is_safe) in [(mined, false), (safe, true)] {
            for cell in cells {
                let Some((component, block)) = self.place_of(*cell) else {
                    floating[usize::from(is_safe)] += 1;
                    continue;
                };
                let at = asked.iter().position(|a| (a.component, a.block) == (component, block)).unwrap_or_else(|| {
                    asked.push(Asked { component, block, mined: 0, safe: 0 });
                    asked.len() - 1
                });
                *(if is_safe { &mut asked[at].safe } else { &mut asked[at].mined }) += 1;
            }
        }
        asked.sort_unstable_by_key(|a| (a.component, a.block));
        let parts: Vec<(usize, Vec<f64>)> =
            asked.chunk_by(|a, b| a.component == b.component).map(|a| (a[0].component, self.agreeing(a))).collect();
        match (&parts[..], floating) {
            ([(component, tally)], [0, 0]) => {
                tally.iter().zip(&self.joined.context[*component]).map(|(t, w)| t * w).sum()
            }
            _ => self.joined.share(&self.position.components, &parts, floating[0], floating[1]),
        }
    }

    /// Placements of one component that agree, by mines from its least.
    fn agreeing(&mut self, asked: &[Asked]) -> Vec<f64> {
        let component = &self.position.components[asked[0].component];
        let mut tally = vec![0.0; component.tally.len()];
        for i in 0..component.len() {
            let row = component.row(i);
            let ways = asked.iter().fold(1.0, |ways, a| {
                let (size, value) = (component.blocks[a.block].cells.len(), usize::from(row[a.block]));
                if value < a.mined || size - value < a.safe {
                    return 0.0;
                }
                let rest = BINOMIAL[size - a.mined - a.safe][value - a.mined];
                ways * f64::from(rest) / f64::from(BINOMIAL[size][value])
            });
            if ways > 0.0 {
                tally[usize::from(component.mines[i]) - component.least] += component.weights[i] as f64 * ways;
            }
        }
        self.work += component.len() as u64;
        tally
    }

    fn place_of(&self, cell: u32) -> Option<(usize, usize)> {
        self.place.get(&cell).map(|&(i, b)| (i as usize, b as usize))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crate::board::{Board, Cell, Grid};
    use crate::field::Field;
    use crate::play::analysis::Analysis;
    use crate::play::tracker::{CluePairs, Known, Neighbours, Tracker};
    use crate::play::{View, tracker};
    use crate::rng::Rng;

    /// Models of the unknown cells that satisfy the open clues and the total, as bit sets.
    fn models(tracker: &tracker::Tracker, cells: &[u32]) -> Vec<u32> {
        let mined = |model: u32, cell: u32| cells.iter().position(|&c| c == cell).is_some_and(|i| model >> i & 1 == 1);
        let fits = |&model: &u32| {
            let clues = (0..tracker.grid.len() as u32).all(|clue| {
                let around = || tracker.unknown_around(clue).filter(|&n| mined(model, n)).count();
                tracker.open_clue(clue).is_none_or(|(need, _)| around() == need as usize)
            });
            clues && tracker.mines_left.is_none_or(|left| left == i64::from(model.count_ones()))
        };
        (0u32..1 << cells.len()).filter(fits).collect()
    }

    #[test]
    fn equal_to_counting_models() {
        let mut rng = Rng::new(12);
        let grid = Grid { rows: 3, cols: 5 };
        let around = Arc::new(Neighbours::new(grid));
        let mut looked_at = 0;
        for _ in 0..400 {
            let field = Field::random(grid, 2 + rng.index(5), &[], &mut rng);
            let mut board = Board::covered(grid, rng.chance(0.6).then_some(field.count() as u32));
            let shown: Vec<u32> =
                rng.sample(grid.len(), 5).into_iter().filter(|&c| !field.is_mine(c)).map(|c| c as u32).collect();
            shown.iter().for_each(|&c| board.set(c as usize, Cell::Clue(field.clue(c as usize))));
            let mut tracker = Tracker::new(grid, Arc::clone(&around), CluePairs::None);
            let view = View { board: &board, fresh: &shown };
            tracker.see(&view).unwrap();
            let position = Analysis::default().position(&mut tracker, &view, &mut Vec::new()).unwrap();
            let Some(position) = position.filter(|p| !p.risks.is_empty()) else { continue };
            let cells: Vec<u32> = tracker.unknown_cells().collect();
            // Cells certainly mined were concluded; the others are examined.
            assert!(cells.iter().all(|&c| tracker.known(c) == Known::Nothing));
            let models = models(&tracker, &cells);
            for _ in 0..20 {
                let n = 1 + rng.index(cells.len().min(5));
                let picked = rng.sample(cells.len(), n);
                let (mined, safe) = picked.split_at(rng.index(picked.len() + 1));
                let fits =
                    |m: &&u32| mined.iter().all(|&i| **m >> i & 1 == 1) && safe.iter().all(|&i| **m >> i & 1 == 0);
                let share = models.iter().filter(fits).count() as f64 / models.len() as f64;
                let of = |at: &[usize]| at.iter().map(|&i| cells[i]).collect::<Vec<u32>>();
                let found = position.clicker(&tracker).joint(&of(mined), &of(safe));
                assert!((found - share).abs() < 1e-9, "{found} {share} {:?}", board.row_strings());
                looked_at += 1;
            }
        }
        assert!(looked_at > 2_000, "{looked_at}");
    }
}
