//! `minesat optimal`: a table of the models that exactly optimal play wins from covered boards.

use std::fmt::Write;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use clap::Args;
use cpu_time::ThreadTime;
use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::shared::jobs::JobsArgs;
use super::shared::under_way::{UnderWay, made_by};
use super::{CliError, Outcome};
use crate::bench::{revision, this_machine};
use crate::board::Grid;
use crate::play::optimal::{Optimal, optimal};
use crate::whole_file::write_whole;

/// Compute the models that optimal play wins from covered boards
///
/// For boards of up to 32 cells and every number of mines that leaves a safe cell; writes table.jsonl and report.md. If it
/// was interrupted or killed, the same command resumes it.
#[derive(Args)]
pub struct OptimalArgs {
    /// Sizes of the boards: ROWSxCOLS
    #[arg(long, num_args = 1.., value_parser = size, default_values = ["1x1", "1x2", "1x3", "1x4", "2x2", "2x3", "2x4", "3x3", "3x4", "4x4"])]
    boards: Vec<(usize, usize)>,
    /// Most nodes (sets of models) per board; a board that needs more is left out
    #[arg(long, default_value_t = 1_000_000)]
    nodes: u64,
    /// Most models per board; a board with more is left out
    #[arg(long, default_value_t = 200_000)]
    models: u64,
    #[command(flatten)]
    jobs: JobsArgs,
    /// Folder of the table and report
    #[arg(short, long)]
    output: PathBuf,
}

fn size(text: &str) -> Result<(usize, usize), String> {
    let parts = text.split_once('x').and_then(|(r, c)| Some((r.parse().ok()?, c.parse().ok()?)));
    match parts {
        Some((r, c)) if (1..=32).contains(&r) && (1..=32).contains(&c) && r * c <= 32 => Ok((r, c)),
        _ => Err("ROWSxCOLS, at most 32 cells".into()),
    }
}

/// The time and the row of a board; no row beyond the limits.
#[derive(Clone, Serialize, Deserialize)]
struct Part {
    /// Its place among all boards.
    at: usize,
    /// Processor time.
    seconds: f64,
    row: Option<Row>,
}

/// One board of the table.
#[derive(Clone, Serialize, Deserialize)]
struct Row {
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

impl Row {
    fn new(grid: Grid, mines: usize, found: &Optimal) -> Row {
        let won = found.won.iter().map(|w| w.0).max().unwrap_or(0);
        let places =
            |is_best: &dyn Fn(usize) -> bool| grid.cells().filter(|&c| is_best(c)).map(|c| grid.position(c)).collect();
        // The most of zero_won / zero_models, compared as fractions.
        let zeros = || grid.cells().map(|c| (found.won[c].1, found.zero[c])).filter(|z| z.1 > 0);
        let (zero_won, zero_models) =
            zeros().max_by(|a, b| (a.0 * b.1).cmp(&(b.0 * a.1)).then(a.1.cmp(&b.1))).unwrap_or((0, 0));
        let is_zero_best = |c: usize| found.zero[c] > 0 && found.won[c].1 * zero_models == zero_won * found.zero[c];
        Row {
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

    fn line(&self, seconds: f64) -> String {
        let percent = |part: u64, all: u64| match all {
            0 => "-".into(),
            _ => format!("{:.3}", 100.0 * part as f64 / all as f64),
        };
        let cells =
            |cells: &[(usize, usize)]| cells.iter().map(|(r, c)| format!("({r},{c})")).collect::<Vec<_>>().join(" ");
        format!(
            "| {} x {} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {seconds:.3} |\n",
            self.rows,
            self.cols,
            self.mines,
            self.models,
            self.won,
            percent(self.won, self.models),
            percent(self.won, self.safe_models),
            cells(&self.best),
            if self.zero_models > 0 { format!("{} of {}", self.zero_won, self.zero_models) } else { "-".into() },
            percent(self.zero_won, self.zero_models),
            cells(&self.zero_best),
            self.nodes
        )
    }
}

/// Runs the command.
///
/// # Errors
/// The folder cannot be written to.
pub fn run(args: &OptimalArgs) -> Outcome {
    if let Some(twice) = (1..args.boards.len()).find(|&i| args.boards[..i].contains(&args.boards[i])) {
        let (rows, cols) = args.boards[twice];
        return Err(CliError::usage(format!("--boards: {rows}x{cols} is given twice")));
    }
    let pool = args.jobs.pool()?;
    let grids = args.boards.iter().map(|&(rows, cols)| Grid { rows, cols });
    let all: Vec<(Grid, usize)> = grids.flat_map(|grid| (0..grid.len()).map(move |mines| (grid, mines))).collect();
    let bar = ProgressBar::new(all.len() as u64);
    if let Ok(style) = ProgressStyle::with_template("{wide_bar} {pos}/{len} {elapsed} {msg}") {
        bar.set_style(style);
    }
    let names: Vec<String> = args.boards.iter().map(|(r, c)| format!("{r}x{c}")).collect();
    let command =
        format!("minesat optimal --boards {} --nodes {} --models {}", names.join(" "), args.nodes, args.models);
    let mut run = UnderWay::<Part>::of_report(&args.output, command.clone())?;
    let (kept, shared) = (run.kept(), Mutex::new(&mut run));
    let solve = |(at, &(grid, mines)): (usize, &(Grid, usize))| {
        // Boards finish in any order, so each is kept with its place.
        if let Some(part) = kept.iter().find(|part| part.at == at) {
            bar.inc(1);
            return Ok(part.clone());
        }
        let before = ThreadTime::now();
        let few = placements(grid.len() as u64, mines as u64) <= u128::from(args.models);
        let found = few.then(|| optimal(grid, mines, args.nodes).ok()).flatten();
        bar.inc(1);
        bar.set_message(format!("{} x {}, {mines} mines", grid.rows, grid.cols));
        let row = found.map(|found| Row::new(grid, mines, &found));
        let part = Part { at, seconds: before.elapsed().as_secs_f64(), row };
        shared.lock().unwrap_or_else(PoisonError::into_inner).add(&part)?;
        Ok(part)
    };
    let parts: Vec<Part> = pool.install(|| all.par_iter().enumerate().map(solve).collect::<Result<_, CliError>>())?;
    bar.finish_and_clear();
    let took =
        |of: &dyn Fn(&Part) -> bool| parts.iter().filter(|p| of(p)).fold(0.0, |sum: f64, part| sum + part.seconds);
    let mut text = format!(
        "# Exactly optimal play from a covered board\n\nThe total is known. `won`: the first click may hit a mine. `% first \
         safe`: the same first cells are best and win the same models, out of those in which that cell is safe (models x \
         safe cells / cells). `won first 0`: out of the models in which the first cell is a 0, at the cells with the highest \
         share. A node is a set of models; symmetric sets are one node. Models won are exact. All boards took {:.1} \
         processor seconds, {:.1} of which went to boards that ran out of nodes.\n\nMade by `{}`, revision {} on {}.\n\n\
         | board | mines | models | won | % | % first safe | best first cells | won first 0 | % | best first 0 | nodes \
         | seconds |\n|{}\n",
        took(&|_| true),
        took(&|part| part.row.is_none()),
        made_by(&command, &args.output),
        revision(),
        this_machine().cpu,
        "---|".repeat(12)
    );
    let mut lines = String::new();
    for Part { seconds, row, .. } in &parts {
        let Some(row) = row else { continue };
        text += &row.line(*seconds);
        lines += &serde_json::to_string(row).map_err(std::io::Error::from)?;
        lines.push('\n');
    }
    let left_out: Vec<String> = (all.iter().zip(&parts).filter(|(_, part)| part.row.is_none()))
        .map(|((grid, mines), _)| format!("{}x{} with {mines}", grid.rows, grid.cols))
        .collect();
    if !left_out.is_empty() {
        let _ = write!(text, "\nLeft out, beyond the limits of nodes or models: {}.\n", left_out.join(", "));
    }
    for (name, text) in [("table.jsonl", lines), ("report.md", text)] {
        let path = args.output.join(name);
        write_whole(&path, text.as_bytes()).map_err(|e| CliError::at(&path, &e))?;
    }
    run.finish()?;
    Ok(super::DONE)
}

/// Ways to choose `k` of at most 32 cells.
fn placements(n: u64, k: u64) -> u128 {
    (0..u128::from(k)).fold(1, |ways, i| ways * (u128::from(n) - i) / (i + 1))
}
