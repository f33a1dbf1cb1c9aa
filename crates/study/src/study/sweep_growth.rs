//! What the frontier sweep costs (system E): states and time against the cells that are live at once, against the size of the
//! board, and what carrying the number of mines along adds.

use cpu_time::ThreadTime;
use serde::{Deserialize, Serialize};

use super::Study;
use crate::engine::{Control, Counter, Limits, Stop, build};
use crate::field::Field;
use crate::grid::Grid;
use crate::report::Document;
use crate::report::plots::{Axis, Chart, PointMark};
use crate::report::stats::{Slope, slope};
use crate::rng::Rng;
use crate::system::System;

/// The algorithm of system E.
const ENGINE: &str = "frontier:cells";

/// Most states of a sweep.
const NODES: u64 = 20_000_000;

/// Families of boards: name, rows and columns of a size, share of mines, share of the safe cells that are open.
type Shape = fn(usize) -> (usize, usize);
const FAMILIES: [(&str, Shape, f64, f64); 4] = [
    ("line: 2 x n, a row of clues below", |n| (2, n), 0.2, 1.0),
    ("line of half its clues", |n| (2, n), 0.2, 0.5),
    ("strip: 6 x n", |n| (6, n), 0.2, 0.35),
    ("square: n x n", |n| (n, n), 0.2, 0.35),
];

/// The first families, whose mines are in a row above their clues.
const LINES: usize = 2;

/// Runs of a count; the quickest counts.
const RUNS: usize = 3;

/// The study.
#[derive(Clone, Debug)]
pub struct SweepGrowth {
    /// Sizes of lines and strips, and of squares.
    sizes: [Vec<usize>; 2],
    boards: u64,
    seed: u64,
}

/// Options that do not fit.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a study needs lengths and sides from 3 to 5000 and a board or more")]
pub struct NoSweeps;

/// A board.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SweptBoard {
    family: usize,
    size: usize,
    /// Cells next to a clue, and mines on the board.
    cells: usize,
    mines: usize,
    /// Most live cells at once, most states at once, states in all.
    width: u64,
    peak: u64,
    states: u64,
    /// Processor seconds without a total and with it. None where the states ran out.
    seconds: Option<(f64, f64)>,
}

impl SweepGrowth {
    /// Boards of some lengths and sides.
    ///
    /// # Errors
    /// Nothing to measure, or a size out of range.
    pub fn new(lengths: Vec<usize>, sides: Vec<usize>, boards: u64, seed: u64) -> Result<Self, NoSweeps> {
        let fits = |sizes: &[usize]| sizes.iter().all(|size| (3..=5000).contains(size));
        let some = !lengths.is_empty() || !sides.is_empty();
        if some && fits(&lengths) && fits(&sides) && boards > 0 {
            Ok(SweepGrowth { sizes: [lengths, sides], boards, seed })
        } else {
            Err(NoSweeps)
        }
    }

    /// The sizes of a family.
    fn sizes(&self, family: usize) -> &[usize] {
        &self.sizes[usize::from(family == FAMILIES.len() - 1)]
    }
}

/// A board of a family: its system without a total, and its mines.
fn position(family: usize, size: usize, rng: &mut Rng) -> (System, usize) {
    let (_, shape, density, open) = FAMILIES[family];
    let (rows, cols) = shape(size);
    let grid = Grid { rows, cols };
    // A line has its mines in the covered row.
    let covered_row = |cell: usize| family < LINES && cell < cols;
    let mined: Vec<bool> =
        grid.cells().map(|cell| (family >= LINES || covered_row(cell)) && rng.chance(density)).collect();
    let field = Field::new(grid, mined);
    let shown: Vec<bool> =
        grid.cells().map(|cell| !field.is_mine(cell) && !covered_row(cell) && rng.chance(open)).collect();
    (System::from_board(&field.board(&shown, None)).0, field.count())
}

impl Study for SweepGrowth {
    /// Family, size, number of the board.
    type Point = (usize, usize, u64);
    type Row = SweptBoard;

    const ROWS: &'static str = "boards.jsonl.zst";
    // Times are compared.
    const AT_ONCE: bool = false;

    fn command(&self) -> String {
        let words = |sizes: &[usize]| sizes.iter().map(usize::to_string).collect::<Vec<_>>().join(" ");
        format!(
            "minesat study sweep-growth --lengths {} --sides {} --boards {} --seed {}",
            words(&self.sizes[0]),
            words(&self.sizes[1]),
            self.boards,
            self.seed
        )
    }

    fn points(&self) -> Vec<Self::Point> {
        let of = |family: usize| {
            let sizes = self.sizes(family).iter();
            sizes.flat_map(move |&size| (0..self.boards).map(move |board| (family, size, board)))
        };
        (0..FAMILIES.len()).flat_map(of).collect()
    }

    fn name(&self, &(family, size, board): &Self::Point) -> String {
        format!("{}, n = {size}, board {board}", FAMILIES[family].0)
    }

    fn measure(&self, &(family, size, board): &Self::Point) -> Result<SweptBoard, Stop> {
        let mut rng = Rng::stream(self.seed ^ (size as u64) << 8 ^ family as u64, board);
        let (system, mines) = position(family, size, &mut rng);
        let engine = build(ENGINE).map_err(|e| Stop::Failed(e.to_string()))?;
        let count = |total: Option<i64>| -> Result<Option<(f64, Control)>, Stop> {
            let system = System { total, ..system.clone() };
            let mut found: Option<(f64, Control)> = None;
            for _ in 0..RUNS {
                let mut control = Control::new(Limits { nodes: Some(NODES), ..Limits::default() });
                let before = ThreadTime::now();
                match engine.count(&system, &mut control) {
                    Ok(_) => {
                        let seconds = before.elapsed().as_secs_f64();
                        found = Some((found.map_or(seconds, |found| found.0.min(seconds)), control));
                    }
                    Err(Stop::Nodes) => return Ok(None),
                    Err(stop) => return Err(stop),
                }
            }
            Ok(found)
        };
        let cells = system.is_frontier().into_iter().filter(|on| *on).count();
        let mut row = SweptBoard { family, size, cells, mines, width: 0, peak: 0, states: 0, seconds: None };
        if let Some((plain, control)) = count(None)?
            && let Some((by_mines, _)) = count(Some(mines as i64))?
        {
            row.seconds = Some((plain, by_mines));
            row.width = control.stats.get(Counter::Width).unwrap_or(0);
            row.peak = control.stats.get(Counter::PeakStates).unwrap_or(0);
            row.states = control.nodes();
        }
        Ok(row)
    }

    fn report(&self, rows: &[SweptBoard]) -> Document {
        let mut out = Document::new("E: states and time against the live cells, the size and the number of mines");
        out.question(
            "How do states and time of the frontier sweep grow with the live cells, the size and the number of mines?",
        );
        let done: Vec<&SweptBoard> = rows.iter().filter(|row| row.seconds.is_some()).collect();
        let of = |family: usize| done.iter().copied().filter(move |row| row.family == family);
        let fit = |points: Vec<(f64, f64)>| slope(&points);
        // Bits of the states by live cells, over all families.
        let wide = || done.iter().filter(|row| row.width > 1 && row.peak > 1);
        let states = fit(wide().map(|row| (row.width as f64, (row.peak as f64).log2())).collect());
        let time = fit(wide()
            .filter_map(|row| Some((row.width as f64, (row.seconds?.0 / row.cells.max(1) as f64).log2())))
            .collect());
        let shown = |fit: Option<Slope>| match fit {
            Some(Slope { slope, error: Some(error), .. }) => format!("{slope:.2} +- {error:.2}"),
            Some(Slope { slope, .. }) => format!("{slope:.2}"),
            None => "-".into(),
        };
        out.answer(format!(
            "States grow as 2 to the power of {} times the live cells k, and the time of a cell as 2 to the power of {} times k; \
             the source says O(2^k).",
            shown(states),
            shown(time)
        ));
        let line: Vec<u64> = of(0).map(|row| row.width).collect();
        if let (Some(least), Some(most)) = (line.iter().min(), line.iter().max()) {
            let cells = if least == most { least.to_string() } else { format!("{least} to {most}") };
            out.answer(format!(
                "A straight line of n cells needs a working set of {cells} cells between two steps, whatever n, and one more \
                 while a cell is added; the source says 5 or 6."
            ));
        }
        let factor = |family: usize| -> Option<Slope> {
            let points = of(family).filter(|row| row.mines > 0);
            fit(points
                .filter_map(|row| Some(((row.mines as f64).ln(), (row.seconds?.1 / row.seconds?.0).ln())))
                .collect())
        };
        let words: Vec<String> = (0..FAMILIES.len() - 1)
            .filter_map(|family| factor(family).map(|fit| (family, fit)))
            .map(|(family, fit)| format!("{}, power {}", FAMILIES[family].0, shown(Some(fit))))
            .collect();
        if !words.is_empty() {
            out.answer(format!(
                "Carrying the number of mines along multiplies the time of a count by a power of the mines: {}; the source \
                 says O(mines), the power 1.",
                words.join("; ")
            ));
        }
        out.text(format!(
            "`{ENGINE}` counts random boards, {} of each size, seed {}: cells one by one, arrangements of the live cells merged. \
             A cell is live until no cell still to come shares a clue with it. Time is of the processor, the quickest of {RUNS} runs, \
             without a total and with it. Boards of more than {NODES} states are left out: {} of {}. Slopes are those of least squares with their standard errors: \
             of the binary logarithms of the most states at once and of the time by cell against the live cells, over all \
             boards; of the logarithms of the two times' ratio against that of the mines where the width does not grow.",
            self.boards,
            self.seed,
            rows.len() - done.len(),
            rows.len()
        ));
        let axes = (Axis::linear_count("live cells, most at once"), Axis::log_count("states, most at once"));
        let mut chart = Chart::new("States by the live cells", axes.0, axes.1);
        for (family, row) in FAMILIES.iter().enumerate() {
            chart.add(
                row.0,
                family,
                PointMark::Dots,
                of(family).map(|row| (row.width as f64, row.peak.max(1) as f64)).collect(),
            );
        }
        if let Some(Slope { slope, at_zero, .. }) = states {
            let ends = [1.0, done.iter().map(|row| row.width).max().unwrap_or(1) as f64];
            chart.guide(ends.map(|x| (x, (at_zero + slope * x).exp2())).to_vec());
        }
        out.chart("states", "States by the live cells", chart.svg());
        let axes = (Axis::log_count("mines on the board"), Axis::log_count("time with a total / without"));
        let mut chart = Chart::new("What the number of mines costs", axes.0, axes.1);
        for (family, row) in FAMILIES.iter().enumerate() {
            let points = of(family).filter(|row| row.mines > 0);
            let points = points.filter_map(|row| Some((row.mines as f64, row.seconds?.1 / row.seconds?.0)));
            chart.add(row.0, family, PointMark::Dots, points.collect());
        }
        out.chart("mines", "What the number of mines costs", chart.svg());
        let head = ["boards", "n", "mines", "live cells", "most states", "ms", "ms with a total", "ratio"];
        let mut body = Vec::new();
        for (family, row) in FAMILIES.iter().enumerate() {
            for &size in self.sizes(family) {
                let own: Vec<&SweptBoard> = of(family).filter(|row| row.size == size).collect();
                let mean = |of: &dyn Fn(&SweptBoard) -> f64| {
                    own.iter().map(|row| of(row)).sum::<f64>() / own.len().max(1) as f64
                };
                let (plain, total) =
                    (mean(&|row| row.seconds.unwrap_or_default().0), mean(&|row| row.seconds.unwrap_or_default().1));
                body.push(vec![
                    row.0.to_string(),
                    size.to_string(),
                    format!("{:.0}", mean(&|row| row.mines as f64)),
                    format!("{:.1}", mean(&|row| row.width as f64)),
                    format!("{:.0}", mean(&|row| row.peak as f64)),
                    format!("{:.3}", 1e3 * plain),
                    format!("{:.3}", 1e3 * total),
                    if plain > 0.0 { format!("{:.2}", total / plain) } else { "-".into() },
                ]);
            }
        }
        out.table(&head, body);
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_narrow_and_squares_widen() {
        let study = SweepGrowth::new(vec![20, 60], vec![5, 8], 3, 1).unwrap();
        let rows: Vec<SweptBoard> = study.points().iter().map(|point| study.measure(point).unwrap()).collect();
        assert_eq!(rows.len(), 3 * (3 * 2 + 2));
        let width = |family: usize, size: usize| {
            rows.iter().filter(|row| (row.family, row.size) == (family, size)).map(|row| row.width).max().unwrap()
        };
        assert_eq!(width(0, 20), width(0, 60), "a line of any length");
        assert!(width(0, 60) <= 6 && width(1, 60) <= 6 && width(3, 8) > width(3, 5));
        let text = study.report(&rows).markdown(None);
        assert!(text.contains("A straight line of n cells needs a working set of"), "{text}");
        assert_eq!(SweepGrowth::new(vec![], vec![], 3, 1).err(), Some(NoSweeps));
    }
}
