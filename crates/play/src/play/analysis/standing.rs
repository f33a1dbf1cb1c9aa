//! Measures of an open position, for features.

use super::ahead::CountedPosition;
use crate::play::tracker::Tracker;

/// Measures of a position. Those of cells are of unknown cells; a component is open if one of its cells is uncertain,
/// and alone if no unknown cell outside of it is next to it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PositionFigures {
    /// Natural logarithm of the number of models.
    pub ln_models: f64,
    /// Mines on unknown cells; their expected number if the total is unknown.
    pub mines_left: f64,
    /// Cells away from the clues.
    pub floating: f64,
    /// Those of them with at most three unknown neighbours.
    pub closed: f64,
    /// Cells next to clues.
    pub cells: f64,
    /// Those of them that are certain mines.
    pub mines: f64,
    /// Mines expected next to clues.
    pub expected: f64,
    /// Sum over the cells next to clues of their binary entropy, in nats.
    pub entropy: f64,
    /// Sum over the cells next to clues of the smaller of safety and risk.
    pub spread: f64,
    /// Uncertain cells of a safety of at least 0.9, 0.8 and 0.65.
    pub likely: [f64; 3],
    /// Cells next to clues that are not certainly safe and touch floating ones.
    pub touching: f64,
    /// Floating cells next to a cell that is next to a clue.
    pub touched: f64,
    /// Sum over the certainly safe cells of the floating cells next to them.
    pub opens: f64,
    /// Sum over the certainly safe cells of the spread of the cells of their component next to them.
    pub tells: f64,
    /// Open components.
    pub components: f64,
    /// Sum over the open components of -ln of the safety of their safest uncertain cell.
    pub risks: f64,
    /// Natural logarithm of the number of arrangements of the largest component; 0 without components.
    pub largest: f64,
    /// Open components that are alone.
    pub alone: f64,
    /// [`PositionFigures::risks`] of these.
    pub alone_risks: f64,
    /// Cells of these.
    pub alone_cells: f64,
    /// [`PositionFigures::entropy`] of these.
    pub alone_entropy: f64,
    /// Cells in corners of the board.
    pub corners: f64,
    /// Cells on the border of the board, corners included.
    pub border: f64,
}

/// Safeties for which [`Standing::likely`] counts cells.
pub const LIKELY: [f64; 3] = [0.9, 0.8, 0.65];

/// Most unknown neighbours of a closed cell.
const CLOSED: usize = 3;

/// Of one component.
#[derive(Clone, Default)]
struct Part {
    cells: f64,
    entropy: f64,
    /// Safety of the safest uncertain cell, 0 without one.
    safest: f64,
    met: bool,
}

/// Number of board edges at a cell: 2 in a corner.
pub fn sides(tracker: &Tracker, cell: u32) -> usize {
    let ((row, col), grid) = (tracker.grid.position(cell as usize), tracker.grid);
    usize::from(row == 0 || row + 1 == grid.rows) + usize::from(col == 0 || col + 1 == grid.cols)
}

impl CountedPosition {
    /// Its measures.
    pub fn standing(&self) -> PositionFigures {
        let tracker = &self.tracker;
        let mut all = PositionFigures {
            ln_models: self.ln_models(),
            mines_left: tracker.mines_left.unwrap_or(0) as f64,
            floating: self.floating.len() as f64,
            ..PositionFigures::default()
        };
        let mut parts = vec![Part::default(); self.components.len()];
        let mut touched = Vec::new();
        for block in &self.blocks {
            let (safety, size, part) = (block.safety, self.cells(block).len() as f64, &mut parts[block.component]);
            part.cells += size;
            all.expected += size * (1.0 - safety);
            if safety == 0.0 {
                all.mines += size;
            } else if safety < 1.0 {
                part.entropy -= size * (safety * safety.ln() + (1.0 - safety) * (1.0 - safety).ln());
                part.safest = safety.max(part.safest);
                all.spread += size * safety.min(1.0 - safety);
                for (count, least) in all.likely.iter_mut().zip(LIKELY) {
                    *count += if safety >= least { size } else { 0.0 };
                }
            }
            for &cell in self.cells(block) {
                let before = touched.len();
                for other in tracker.unknown_around(cell) {
                    match self.block(other) {
                        None => touched.push(other),
                        Some(b) if b.component != block.component => part.met = true,
                        Some(b) if safety == 1.0 => all.tells += b.safety.min(1.0 - b.safety),
                        Some(_) => {}
                    }
                }
                let floating = (touched.len() - before) as f64;
                part.met |= floating > 0.0;
                if safety == 1.0 {
                    all.opens += floating;
                } else if floating > 0.0 {
                    all.touching += 1.0;
                }
            }
        }
        touched.sort_unstable();
        touched.dedup();
        all.touched = touched.len() as f64;
        for part in &parts {
            all.cells += part.cells;
            all.entropy += part.entropy;
            if part.safest > 0.0 {
                all.components += 1.0;
                all.risks -= part.safest.ln();
                if !part.met {
                    all.alone += 1.0;
                    all.alone_risks -= part.safest.ln();
                    all.alone_cells += part.cells;
                    all.alone_entropy += part.entropy;
                }
            }
        }
        if tracker.mines_left.is_none() {
            all.mines_left = all.expected + all.floating * (1.0 - self.floating_safety);
        }
        all.largest = self.components.iter().map(|c| (c.len() as f64).ln()).fold(0.0, f64::max);
        all.closed = self.floating.iter().filter(|&&c| tracker.unknown_around(c).count() <= CLOSED).count() as f64;
        for cell in tracker.unknown_cells() {
            let sides = sides(tracker, cell);
            all.corners += f64::from(u8::from(sides == 2));
            all.border += f64::from(u8::from(sides > 0));
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::play::analysis::Ahead;
    use crate::play::small_boards;

    fn standing(tracker: &Tracker) -> (PositionFigures, CountedPosition) {
        let counted = Ahead::default().count(tracker.clone()).unwrap();
        (counted.standing(), counted)
    }

    /// Two cells, one of them a mine, and nothing else.
    #[test]
    fn of_a_pair() {
        let (tracker, _) = small_boards::analysed(&Board::parse("2 2 1\n#1\n#1\n", "t").unwrap()).unwrap();
        let ln_2 = std::f64::consts::LN_2;
        let expected = PositionFigures {
            ln_models: ln_2,
            mines_left: 1.0,
            cells: 2.0,
            expected: 1.0,
            entropy: 2.0 * ln_2,
            spread: 1.0,
            components: 1.0,
            risks: ln_2,
            alone: 1.0,
            alone_risks: ln_2,
            alone_cells: 2.0,
            alone_entropy: 2.0 * ln_2,
            corners: 2.0,
            border: 2.0,
            ..PositionFigures::default()
        };
        assert_eq!(standing(&tracker).0, expected);
    }

    /// The mines add up, parts are at most the whole, and a board turned upside down has the same measures.
    #[test]
    fn laws() {
        let mut checked = 0;
        for (board, tracker, _) in small_boards::positions(17, 300) {
            let turned = Board::new(board.grid(), board.cells().iter().rev().copied().collect(), board.mines());
            let (is, counted) = standing(&tracker);
            let mines = is.expected + is.floating * (1.0 - counted.floating_safety);
            assert!(is.floating == 0.0 || (mines - is.mines_left).abs() < 1e-9, "{board}");
            assert!(is.alone <= is.components && is.alone_risks <= is.risks + 1e-12 && is.alone_cells <= is.cells);
            assert!(is.touched <= is.floating && is.closed <= is.floating && is.corners <= is.border);
            let (other, _) = standing(&small_boards::analysed(&turned).unwrap().0);
            let list = |s: &PositionFigures| {
                let parts = [s.alone, s.alone_risks, s.alone_cells, s.alone_entropy, s.touching, s.touched];
                let whole = [s.components, s.risks, s.cells, s.entropy, s.largest, s.floating, s.closed];
                let rest = [s.ln_models, s.mines, s.expected, s.spread, s.opens, s.tells, s.corners, s.border];
                [&parts[..], &whole[..], &rest[..], &s.likely[..]].concat()
            };
            for (a, b) in list(&is).into_iter().zip(list(&other)) {
                assert!((a - b).abs() < 1e-9, "{board}: {is:?} {other:?}");
            }
            checked += 1;
        }
        assert!(checked > 100, "{checked}");
    }
}
