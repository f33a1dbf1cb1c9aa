//! What closing a knowledge base under subsets costs as it grows, and what looking at all pairs would cost (system B compares
//! every pair of its entries at each move).

use cpu_time::ThreadTime;
use serde::{Deserialize, Serialize};

use super::Study;
use crate::engine::rules::{Level, RuleSet, deduce};
use crate::engine::{Control, Counter, Stop};
use crate::field::Field;
use crate::grid::Grid;
use crate::report::Document;
use crate::report::plots::{Axis, Chart, PointMark};
use crate::report::stats::{Slope, slope};
use crate::rng::Rng;
use crate::system::System;

/// Share of mines, and share of the safe cells that are open.
const MINES: f64 = 0.15;
const OPEN: f64 = 0.3;

/// The study: random positions on square boards.
#[derive(Clone, Debug)]
pub struct ClosureCost {
    sides: Vec<usize>,
    boards: u64,
    seed: u64,
}

/// Options that do not fit.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a study needs sides from 2 to 1000 and a board or more")]
pub struct NoPositions;

/// A position.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ClosedBase {
    side: usize,
    /// Sums of the clues.
    given: u64,
    /// Sums at the end, given and derived.
    base: u64,
    /// Pairs of sums with a cell in common that were compared.
    compared: u64,
    /// Cells decided.
    decided: u64,
    /// Processor seconds.
    seconds: f64,
}

impl ClosedBase {
    /// Pairs of a base in which every entry is compared with every other once.
    fn pairs(&self) -> f64 {
        let base = self.base as f64;
        base * (base - 1.0) / 2.0
    }
}

impl ClosureCost {
    /// A study of this number of random positions of each side.
    ///
    /// # Errors
    /// No side or board, or a side out of range.
    pub fn new(sides: Vec<usize>, boards: u64, seed: u64) -> Result<Self, NoPositions> {
        let fits = !sides.is_empty() && sides.iter().all(|side| (2..=1000).contains(side)) && boards > 0;
        if fits { Ok(ClosureCost { sides, boards, seed }) } else { Err(NoPositions) }
    }
}

impl Study for ClosureCost {
    /// Side and number of the position.
    type Point = (usize, u64);
    type Row = ClosedBase;

    const ROWS: &'static str = "bases.jsonl.zst";
    // Times of positions are compared.
    const AT_ONCE: bool = false;

    fn command(&self) -> String {
        let sides: Vec<String> = self.sides.iter().map(usize::to_string).collect();
        format!("minesat study closure --sides {} --boards {} --seed {}", sides.join(" "), self.boards, self.seed)
    }

    fn points(&self) -> Vec<Self::Point> {
        self.sides.iter().flat_map(|&side| (0..self.boards).map(move |board| (side, board))).collect()
    }

    fn name(&self, &(side, board): &Self::Point) -> String {
        format!("{side} x {side}, position {board}")
    }

    fn measure(&self, &(side, board): &Self::Point) -> Result<ClosedBase, Stop> {
        let grid = Grid { rows: side, cols: side };
        let mut rng = Rng::stream(self.seed ^ (side as u64) << 32, board);
        let field = Field::random(grid, (MINES * grid.len() as f64) as usize, &[], &mut rng);
        let shown: Vec<bool> = grid.cells().map(|cell| !field.is_mine(cell) && rng.chance(OPEN)).collect();
        let (system, _) = System::from_board(&field.board(&shown, None));
        let level = Level::named("subset-closure").expect("a rule of the table");
        let mut control = Control::default();
        let before = ThreadTime::now();
        deduce(&system, RuleSet { level, total: false }, &mut control)?;
        let seconds = before.elapsed().as_secs_f64();
        let count = |counter: Counter| control.stats.get(counter).unwrap_or(0);
        Ok(ClosedBase {
            side,
            given: system.sums.len() as u64,
            base: count(Counter::KnowledgeBase).max(system.sums.len() as u64),
            compared: count(Counter::Compared),
            decided: count(Counter::Deductions),
            seconds,
        })
    }

    fn report(&self, rows: &[ClosedBase]) -> Document {
        let mut out = Document::new("B: what closing a knowledge base costs as it grows");
        out.question("What does the knowledge base of system B cost as it grows, and what do look-ups save?");
        let fit = |of: fn(&ClosedBase) -> f64| -> Option<Slope> {
            let points: Vec<(f64, f64)> = rows
                .iter()
                .filter(|row| row.base > 1 && of(row) > 0.0)
                .map(|row| ((row.base as f64).ln(), of(row).ln()))
                .collect();
            slope(&points)
        };
        let (compared, time) = (fit(|row| row.compared as f64), fit(|row| row.seconds));
        if let (Some(compared), Some(time), Some(last)) = (compared, time, rows.last()) {
            let of_side: Vec<&ClosedBase> = rows.iter().filter(|row| row.side == last.side).collect();
            let sum = |of: fn(&ClosedBase) -> f64| of_side.iter().map(|row| of(row)).sum::<f64>();
            out.answer(format!(
                "With a list of the sums of every cell the pairs compared grow with the size of the base to the power of \
                 {:.2}, and the time to the power of {:.2}; all pairs would grow to the power of 2.",
                compared.slope, time.slope
            ));
            out.answer(format!(
                "At {side} x {side} ({:.0} entries in the mean) the look-up compares {:.0} pairs where one pass over all pairs \
                 compares {:.0}: {:.0} times as many.",
                sum(|row| row.base as f64) / of_side.len() as f64,
                sum(|row| row.compared as f64) / of_side.len() as f64,
                sum(ClosedBase::pairs) / of_side.len() as f64,
                sum(ClosedBase::pairs) / sum(|row| row.compared as f64).max(1.0),
                side = last.side
            ));
        }
        out.text(format!(
            "Random positions, {:.0} % mines, {:.0} % of the safe cells open, the total unknown, {} of each side, seed {}. The rule \
             `rules:subset-closure` closes the sums of the clues: A inside B gives the sum over the rest. Compared: pairs of sums \
             that a list of the sums of every cell shows to have a cell in common. All pairs: every entry of the final base with \
             every other, once; an agent that does so at each move, and again for each new entry, does more.",
            100.0 * MINES,
            100.0 * OPEN,
            self.boards,
            self.seed
        ));
        let of = |of: fn(&ClosedBase) -> f64| -> Vec<(f64, f64)> {
            rows.iter().map(|row| (row.base as f64, of(row))).collect()
        };
        let axes = (Axis::log_count("entries of the knowledge base"), Axis::log_count("pairs"));
        let mut chart = Chart::new("Pairs by the size of the knowledge base", axes.0, axes.1);
        chart.add("compared", 0, PointMark::Dots, of(|row| row.compared.max(1) as f64));
        chart.add("all pairs, once", 1, PointMark::Dots, of(|row| row.pairs().max(1.0)));
        out.chart("pairs", "Pairs by the size of the knowledge base", chart.svg());
        let head = ["board", "sums given", "base", "compared", "all pairs", "decided cells", "ms"];
        let line = |&side: &usize| {
            let own: Vec<&ClosedBase> = rows.iter().filter(|row| row.side == side).collect();
            let mean =
                |of: fn(&ClosedBase) -> f64| own.iter().map(|row| of(row)).sum::<f64>() / own.len().max(1) as f64;
            let figures = [
                mean(|row| row.given as f64),
                mean(|row| row.base as f64),
                mean(|row| row.compared as f64),
                mean(ClosedBase::pairs),
                mean(|row| row.decided as f64),
            ];
            let mut line = vec![format!("{side} x {side}")];
            line.extend(figures.map(|figure| format!("{figure:.1}")));
            line.push(format!("{:.3}", 1e3 * mean(|row| row.seconds)));
            line
        };
        out.table(&head, self.sides.iter().map(line));
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_with_a_cell_in_common_are_fewer_than_all() {
        let study = ClosureCost::new(vec![6, 16], 4, 1).unwrap();
        let rows: Vec<ClosedBase> = study.points().iter().map(|point| study.measure(point).unwrap()).collect();
        assert!(rows.iter().all(|row| row.base >= row.given && row.given > 0));
        let large: Vec<&ClosedBase> = rows.iter().filter(|row| row.side == 16).collect();
        assert!(large.iter().all(|row| row.compared > 0 && (row.compared as f64) < row.pairs()), "{large:?}");
        assert!(study.report(&rows).markdown(None).contains("to the power of"));
        assert_eq!(ClosureCost::new(vec![1], 4, 1).err(), Some(NoPositions));
    }
}
