//! The risk that cells end in an unavoidable 50/50.
//!
//! Two adjacent unknown cells are a 50/50 once every cell that sees only one of them is a mine (or off the board) and
//! one of the two is a mine: no click distinguishes them. The same holds for the two diagonals of a 2x2 square whose
//! four outer corners are mines. The probability that this happens is the joint probability of a few cells. The
//! patterns, and the definition of influence, are those of the long-term risk of D. N. Hill's Java solver.

use rustc_hash::FxHashMap;

use super::ahead::CountedPosition;
use super::next::Clicker;
use crate::play::tracker::Known;

type Offset = (i64, i64);

/// Cells that no click may distinguish, as (row, column) from the first of them.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Shape {
    Across,
    Down,
    Square,
}

impl Shape {
    const ALL: [Shape; 3] = [Shape::Across, Shape::Down, Shape::Square];

    /// The mines of one of its two solutions, and those of the other.
    fn halves(self) -> (&'static [Offset], &'static [Offset]) {
        match self {
            Shape::Across => (&[(0, 0)], &[(0, 1)]),
            Shape::Down => (&[(0, 0)], &[(1, 0)]),
            Shape::Square => (&[(0, 0), (1, 1)], &[(0, 1), (1, 0)]),
        }
    }

    /// The cells that would distinguish its solutions, were they not mines.
    fn outer(self) -> &'static [Offset] {
        match self {
            Shape::Across => &[(-1, -1), (0, -1), (1, -1), (-1, 2), (0, 2), (1, 2)],
            Shape::Down => &[(-1, -1), (-1, 0), (-1, 1), (2, -1), (2, 0), (2, 1)],
            Shape::Square => &[(-1, -1), (-1, 2), (2, -1), (2, 2)],
        }
    }

    fn members(self) -> impl Iterator<Item = Offset> {
        let (one, other) = self.halves();
        one.iter().chain(other).copied()
    }
}

/// Only patterns with at most this many outer cells that are not known mines are examined.
const MOST_MISSING: usize = 3;

/// The scan of the whole board looks for patterns with at most this many.
const MOST_MISSING_IN_SCAN: usize = 1;

/// Shares of the scan below this count as 0.
const LEAST: f64 = 0.025;

/// Tolerance for equal shares.
const EQUAL: f64 = 1e-9;

/// A pattern somewhere on the board.
#[derive(Clone, Copy)]
struct Pattern {
    /// Share of the models in which it is a 50/50 in its first way, equal to that in the other.
    share: f64,
    missing: [u32; MOST_MISSING],
    missing_count: usize,
}

impl Pattern {
    fn missing(&self) -> &[u32] {
        &self.missing[..self.missing_count]
    }
}

/// Possible 50/50s of a position.
pub struct Fifties<'a> {
    clicker: Clicker<'a>,
    seen: FxHashMap<(Shape, u32), Option<Pattern>>,
    /// By cell: share of the models in which a 50/50 forms because the cell is a mine.
    enabled: FxHashMap<u32, f64>,
    /// The same plus the halves of those 50/50s, cells in the order met.
    scanned: Vec<(u32, f64)>,
    /// Cells of one pattern that are half of a 50/50 whenever they are a mine.
    pub forced: Vec<u32>,
}

impl<'a> Fifties<'a> {
    /// Scans the whole board, up to the first pattern with forced cells or up to this much work.
    pub fn scan(clicker: Clicker<'a>, base: &CountedPosition, most_work: u64) -> Self {
        let (seen, enabled) = (FxHashMap::default(), FxHashMap::default());
        let mut found = Fifties { clicker, seen, enabled, scanned: Vec::new(), forced: Vec::new() };
        let cells: Vec<u32> = found.clicker.tracker.unknown_cells().collect();
        for shape in Shape::ALL {
            for &first in &cells {
                if found.work() >= most_work {
                    return found;
                }
                if found.outline(shape, first).is_none_or(|pattern| pattern.missing_count > MOST_MISSING_IN_SCAN) {
                    continue;
                }
                let Some(pattern) = found.pattern(shape, first) else { continue };
                let members: Vec<u32> = shape.members().filter_map(|at| found.at(first, at)).collect();
                let is_forced = |cell: u32| {
                    pattern.share > EQUAL && pattern.share >= 1.0 - base.safety(cell) - EQUAL && !base.is_dead(cell)
                };
                found.forced = members.iter().copied().filter(|&c| is_forced(c)).collect();
                if !found.forced.is_empty() {
                    return found;
                }
                if pattern.share > LEAST {
                    pattern.missing().iter().for_each(|&c| *found.enabled.entry(c).or_default() += pattern.share);
                    found.scanned.extend(pattern.missing().iter().chain(&members).map(|&c| (c, pattern.share)));
                }
            }
        }
        found
    }

    /// Sum of everything that the scan found.
    pub fn total(&self) -> f64 {
        self.scanned.iter().map(|s| s.1).sum()
    }

    /// Cells with influence, with the sum of the scan there.
    pub fn influenced(&self) -> Vec<(u32, f64)> {
        let mut sums: Vec<(u32, f64)> = Vec::new();
        for &(cell, share) in &self.scanned {
            match sums.iter_mut().find(|s| s.0 == cell) {
                Some(sum) => sum.1 += share,
                None => sums.push((cell, share)),
            }
        }
        sums
    }

    /// Share of the models in which the cell is the mine of a 50/50 (equal to that in which it is the safe one), or in
    /// which it makes one by being a mine; at most its risk and its safety.
    pub fn influence(&mut self, cell: u32, safety: f64) -> f64 {
        let mut sum = self.enabled.get(&cell).copied().unwrap_or(0.0);
        for shape in Shape::ALL {
            let around = shape.members().map(|(row, col)| {
                let first = self.on_board(cell, (-row, -col));
                first.and_then(|first| self.pattern(shape, first)).map_or(0.0, |p| p.share)
            });
            sum += around.fold(0.0, f64::max);
        }
        sum.min(safety).min(1.0 - safety)
    }

    fn on_board(&self, from: u32, (row, col): Offset) -> Option<u32> {
        let grid = self.clicker.tracker.grid;
        let at = grid.position(from as usize);
        let (row, col) = (at.0 as i64 + row, at.1 as i64 + col);
        let inside = (0..grid.rows as i64).contains(&row) && (0..grid.cols as i64).contains(&col);
        inside.then(|| grid.at(row as usize, col as usize) as u32)
    }

    /// The cell there, if it is unknown.
    fn at(&self, from: u32, offset: Offset) -> Option<u32> {
        self.on_board(from, offset).filter(|&c| self.clicker.tracker.known(c) == Known::Nothing)
    }

    fn pattern(&mut self, shape: Shape, first: u32) -> Option<Pattern> {
        if let Some(&known) = self.seen.get(&(shape, first)) {
            return known;
        }
        let found = self.find(shape, first);
        self.seen.insert((shape, first), found);
        found
    }

    /// A pattern without its share.
    fn outline(&self, shape: Shape, first: u32) -> Option<Pattern> {
        if !shape.members().all(|at| self.at(first, at).is_some()) {
            return None;
        }
        let mut pattern = Pattern { share: 0.0, missing: [0; MOST_MISSING], missing_count: 0 };
        for cell in shape.outer().iter().filter_map(|&at| self.on_board(first, at)) {
            match self.clicker.tracker.known(cell) {
                Known::Mine => {}
                Known::Nothing if pattern.missing_count < MOST_MISSING => {
                    pattern.missing[pattern.missing_count] = cell;
                    pattern.missing_count += 1;
                }
                Known::Nothing | Known::Safe | Known::Shown => return None,
            }
        }
        Some(pattern)
    }

    fn find(&mut self, shape: Shape, first: u32) -> Option<Pattern> {
        let mut pattern = self.outline(shape, first)?;
        let (mined, safe) = shape.halves();
        let all = |half: &[Offset]| half.iter().filter_map(|&at| self.at(first, at)).collect::<Vec<u32>>();
        let (mut mined, safe) = (all(mined), all(safe));
        mined.extend(pattern.missing());
        if self.clicker.tracker.mines_left.is_some_and(|left| mined.len() as i64 > left) {
            return None;
        }
        pattern.share = self.clicker.joint(&mined, &safe);
        Some(pattern)
    }

    /// Work of the counts.
    pub fn work(&self) -> u64 {
        self.clicker.work
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::play::analysis::Ahead;
    use crate::play::small_boards;
    use crate::play::tree::{MINE, table};

    #[test]
    fn a_pair_that_nothing_tells_apart_is_all_influence() {
        let (tracker, position) = small_boards::analysed(&Board::parse("2 2 1\n#1\n#1\n", "t").unwrap()).unwrap();
        let base = Ahead::default().count(tracker.clone()).unwrap();
        let mut fifties = Fifties::scan(position.clicker(&tracker), &base, u64::MAX);
        assert!((fifties.influence(0, base.safety(0)) - 0.5).abs() < 1e-12);
        // Both cells are dead: no hurry.
        assert!(fifties.forced.is_empty());
    }

    /// For every model in which a forced cell is a mine, there is a model with it safe that differs in the two or four
    /// cells of the 50/50 alone and shows the same everywhere else.
    #[test]
    fn forced_cells_are_half_of_a_fifty_whenever_they_are_mines() {
        let mut checked = 0;
        for (board, tracker, position) in small_boards::positions(8, 3_000) {
            let Some((models, cells)) = table(&board, 2_000) else { continue };
            let base = Ahead::default().count(tracker.clone()).unwrap();
            let fifties = Fifties::scan(position.clicker(&tracker), &base, u64::MAX);
            let all = 0..models.models() as u32;
            for &forced in &fifties.forced {
                let at = cells.binary_search(&forced).unwrap();
                let differ = |a: u32, b: u32| {
                    let changed = (0..cells.len()).filter(|&c| models.shows(a, c) != models.shows(b, c));
                    let (mines, numbers): (Vec<usize>, Vec<usize>) =
                        changed.partition(|&c| models.shows(a, c) == MINE || models.shows(b, c) == MINE);
                    (mines.len(), numbers.len())
                };
                for model in all.clone().filter(|&m| models.shows(m, at) == MINE) {
                    let mut others = all.clone().filter(|&o| models.shows(o, at) != MINE);
                    let twin = others.any(|o| matches!(differ(model, o), (2 | 4, 0)));
                    assert!(twin, "{board}: cell {forced}");
                    checked += 1;
                }
            }
        }
        assert!(checked > 50, "{checked}");
    }
}
