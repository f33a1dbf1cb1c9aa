//! The models that exactly optimal play wins from covered boards.

use cpu_time::ThreadTime;
use serde::{Deserialize, Serialize};

use super::Study;
use crate::engine::Stop;
use crate::grid::Grid;
use crate::play::optimal::{Optimal, optimal};
use crate::report::Document;

/// The study: every number of mines that leaves a safe cell, on boards of some sizes.
#[derive(Clone, Debug)]
pub struct OptimalPlay {
    boards: Vec<Grid>,
    nodes: u64,
    models: u64,
}

/// A size that is given twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("--boards: {0}x{1} is given twice")]
pub struct Twice(usize, usize);

/// What was found of a board.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct OptimalRow {
    /// Rows, columns and mines.
    place: (usize, usize, usize),
    /// Processor time.
    seconds: f64,
    /// None beyond the limits.
    board: Option<Solved>,
}

/// A line of the file of rows.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Solved {
    rows: usize,
    cols: usize,
    mines: usize,
    models: u64,
    /// Models won, without a guarantee for the first cell.
    won: u64,
    /// First cells (row, column) that win as many.
    best: Vec<(usize, usize)>,
    /// Models in which the first cell is safe.
    safe_models: u64,
    /// Best first cells if a 0 is guaranteed, the models won, and those in which the cell is a 0.
    zero_best: Vec<(usize, usize)>,
    zero_won: u64,
    zero_models: u64,
    nodes: u64,
}

/// The schema of a line of the file of rows.
#[cfg(feature = "schema")]
pub fn line_schema() -> schemars::Schema {
    crate::schema::written::<Solved>()
}

impl OptimalPlay {
    /// Boards of up to 32 cells. One that needs more than `nodes` sets of models, or has more than `models` models, is
    /// left out.
    ///
    /// # Errors
    /// A size that is given twice.
    pub fn new(boards: Vec<Grid>, nodes: u64, models: u64) -> Result<Self, Twice> {
        match (1..boards.len()).find(|&i| boards[..i].contains(&boards[i])) {
            Some(twice) => Err(Twice(boards[twice].rows, boards[twice].cols)),
            None => Ok(OptimalPlay { boards, nodes, models }),
        }
    }
}

impl Study for OptimalPlay {
    /// Size and number of mines.
    type Point = (Grid, usize);
    type Row = OptimalRow;

    const ROWS: &'static str = "table.jsonl";
    const HEADER: bool = false;
    const READS_BACK: bool = false;
    const AT_ONCE: bool = true;

    fn command(&self) -> String {
        let names: Vec<String> = self.boards.iter().map(|grid| format!("{}x{}", grid.rows, grid.cols)).collect();
        let OptimalPlay { nodes, models, .. } = self;
        format!("minesat study optimal --boards {} --nodes {nodes} --models {models}", names.join(" "))
    }

    fn points(&self) -> Vec<Self::Point> {
        self.boards.iter().flat_map(|&grid| (0..grid.len()).map(move |mines| (grid, mines))).collect()
    }

    fn name(&self, (grid, mines): &Self::Point) -> String {
        format!("{} x {}, {mines} mines", grid.rows, grid.cols)
    }

    fn measure(&self, &(grid, mines): &Self::Point) -> Result<OptimalRow, Stop> {
        let before = ThreadTime::now();
        let few = placements(grid.len() as u64, mines as u64) <= u128::from(self.models);
        let found = few.then(|| optimal(grid, mines, self.nodes).ok()).flatten();
        let board = found.map(|found| Solved::new(grid, mines, &found));
        Ok(OptimalRow { place: (grid.rows, grid.cols, mines), seconds: before.elapsed().as_secs_f64(), board })
    }

    fn lines(row: &OptimalRow) -> serde_json::Result<Vec<String>> {
        row.board.iter().map(serde_json::to_string).collect()
    }

    fn report(&self, rows: &[OptimalRow]) -> Document {
        let took = |of: fn(&&OptimalRow) -> bool| rows.iter().filter(of).fold(0.0, |sum, row| sum + row.seconds);
        let mut out = Document::new("Exactly optimal play from a covered board");
        out.text(format!(
            "The total is known. `won`: the first click may hit a mine. `% first safe`: the same first cells are best and \
             win the same models, out of those in which that cell is safe (models x safe cells / cells). `won first 0`: out \
             of the models in which the first cell is a 0, at the cells with the highest share. A node is a set of models; \
             symmetric sets are one node. Models won are exact. All boards took {:.1} processor seconds, {:.1} of which went \
             to boards that ran out of nodes.",
            took(|_| true),
            took(|row| row.board.is_none()),
        ));
        out.table(&HEAD, rows.iter().filter_map(|row| Some(row.board.as_ref()?.cells(row.seconds))));
        let left = rows.iter().filter(|row| row.board.is_none()).map(|row| row.place);
        let left: Vec<String> = left.map(|(rows, cols, mines)| format!("{rows}x{cols} with {mines}")).collect();
        if !left.is_empty() {
            out.text(format!("Left out, beyond the limits of nodes or models: {}.", left.join(", ")));
        }
        out
    }
}

const HEAD: [&str; 12] = [
    "board",
    "mines",
    "models",
    "won",
    "%",
    "% first safe",
    "best first cells",
    "won first 0",
    "%",
    "best first 0",
    "nodes",
    "seconds",
];

impl Solved {
    fn new(grid: Grid, mines: usize, found: &Optimal) -> Solved {
        let won = found.won.iter().map(|w| w.0).max().unwrap_or(0);
        let places =
            |is_best: &dyn Fn(usize) -> bool| grid.cells().filter(|&c| is_best(c)).map(|c| grid.position(c)).collect();
        // The most of zero_won / zero_models, compared as fractions.
        let zeros = || grid.cells().map(|c| (found.won[c].1, found.zero[c])).filter(|z| z.1 > 0);
        let (zero_won, zero_models) =
            zeros().max_by(|a, b| (a.0 * b.1).cmp(&(b.0 * a.1)).then(a.1.cmp(&b.1))).unwrap_or((0, 0));
        let is_zero_best = |c: usize| found.zero[c] > 0 && found.won[c].1 * zero_models == zero_won * found.zero[c];
        Solved {
            rows: grid.rows,
            cols: grid.cols,
            mines,
            models: found.models,
            won,
            best: places(&|c| found.won[c].0 == won),
            safe_models: found.models * (grid.len() - mines) as u64 / grid.len() as u64,
            zero_best: places(&is_zero_best),
            zero_won,
            zero_models,
            nodes: found.nodes,
        }
    }

    /// A row of the table.
    fn cells(&self, seconds: f64) -> Vec<String> {
        let percent = |part: u64, all: u64| match all {
            0 => "-".into(),
            _ => format!("{:.3}", 100.0 * part as f64 / all as f64),
        };
        let cells =
            |cells: &[(usize, usize)]| cells.iter().map(|(r, c)| format!("({r},{c})")).collect::<Vec<_>>().join(" ");
        vec![
            format!("{} x {}", self.rows, self.cols),
            self.mines.to_string(),
            self.models.to_string(),
            self.won.to_string(),
            percent(self.won, self.models),
            percent(self.won, self.safe_models),
            cells(&self.best),
            if self.zero_models > 0 { format!("{} of {}", self.zero_won, self.zero_models) } else { "-".into() },
            percent(self.zero_won, self.zero_models),
            cells(&self.zero_best),
            self.nodes.to_string(),
            format!("{seconds:.3}"),
        ]
    }
}

/// Ways to choose `k` of at most 32 cells.
fn placements(n: u64, k: u64) -> u128 {
    (0..u128::from(k)).fold(1, |ways, i| ways * (u128::from(n) - i) / (i + 1))
}
