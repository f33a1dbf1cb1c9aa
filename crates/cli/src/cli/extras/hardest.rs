//! `minesat hardest`: evolves boards that are hard for an engine.

mod shown;

use std::io::{IsTerminal, Write, stderr};
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};

use super::{CliError, CommandResult, DISAGREE, DONE, INTERRUPTED};
use crate::answer::Query;
use crate::bench::plan::{LEAST_MEMORY, MEMORY};
use crate::engine::Counter;
use crate::generate::Params;
use crate::hardest::{
    BoardEvolution, CandidateLimits, HardestError, HardestPlan, OBJECTIVES, Objective, RatioTerms, evolve, instances,
    objective, refuse_others,
};
use crate::instance::InstanceWriter;
use crate::lines::visible_lines;
use crate::process::on_interrupt;
use crate::units::{bytes, seconds};

#[cfg(feature = "schema")]
pub use shown::line_schema;

const AFTER_HELP: &str = "\
Starts are drawn by the family `scatter`. Then boards evolve beside each other: a mine appears, goes or moves, a clue is opened
or covered, and the changed board stays if it is harder, or sometimes if it is not (simulated annealing). The clues are always
those of the board's own mines, so every board is consistent; --near-miss lets one clue be wrong by one. Now and then the worse
half of the boards gives way to copies of the better half. The best boards found, no two of them equal up to rotation and
reflection, are written to the file, best first.

An engine is limited by its effort, which is the same everywhere, so equal options give equal boards on every machine. A
candidate that a limit of time or memory stops has no number and is left out; the summary says how many there were. A run that
was killed resumes when the same command is given again.

Compare efforts only within a family of engines: between families --against finds where the ratio is extreme, in units of each.
Below --floor the effort of the other engine counts as that, since the largest ratios are otherwise those of boards on which
neither engine does much.

Examples:
  minesat hardest -e search --steps 1600 -o hard.jsonl
  minesat hardest -e sat:solver=batsat --against frontier --rows 12 --cols 12 -o hard.jsonl
  minesat hardest -e backtrack --against search --smallest 100 -o small.jsonl
  minesat hardest -e frontier --counter peak_states --total unknown --near-miss -o wide.jsonl";

/// The usual floor of ratios: small efforts differ by large factors for no reason of interest.
const FLOOR: u64 = 100;

/// Evolve boards that are hard for an engine
#[derive(Args)]
#[command(after_help = AFTER_HELP)]
pub struct HardestArgs {
    /// Engine that the boards are to be hard for, with a preset or options after a colon
    #[arg(short, long)]
    engine: String,
    /// Engine that is to have little effort on them
    #[arg(long, value_name = "ENGINE")]
    against: Option<String>,
    /// What is to be large: effort, ratio (with --against), tree-width [default: effort, or ratio with --against]
    #[arg(long, value_name = "WORD", value_parser = objective_named, conflicts_with = "smallest")]
    objective: Option<&'static Objective>,
    /// Find the board with the fewest covered cells on which the engine needs FACTOR times the effort of the other
    #[arg(long, value_name = "FACTOR", requires = "against")]
    smallest: Option<f64>,
    /// Effort that the other engine has at least, in ratios [default: 100, with --smallest 1]
    #[arg(long, value_name = "N", requires = "against", value_parser = clap::value_parser!(u64).range(1..))]
    floor: Option<u64>,
    /// Counter of the engines' statistics that stands for effort, such as decisions or peak_states
    #[arg(long, value_name = "NAME", value_parser = counter_named)]
    counter: Option<Counter>,
    /// The question
    #[arg(short, long, default_value = "classify")]
    query: Query,
    /// Rows of the boards
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=1000))]
    rows: u64,
    /// Columns of the boards
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=1000))]
    cols: u64,
    /// Mines of the starts as a share of all cells
    #[arg(long, value_name = "SHARE", default_value = "0.2")]
    density: String,
    /// Share of the safe cells of the starts whose clue is shown
    #[arg(long, value_name = "SHARE", default_value = "0.3")]
    reveal: String,
    /// Whether the boards give the total number of mines: known or unknown
    #[arg(long, value_name = "WORD", default_value = "known")]
    total: String,
    /// Let one clue be wrong by one, which reaches boards without a solution
    #[arg(long)]
    near_miss: bool,
    /// Candidates after the starts
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    steps: u64,
    /// Seed of the search
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Boards that evolve beside each other
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u64).range(1..=10_000))]
    lines: u64,
    /// Most boards written
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=10_000))]
    keep: u64,
    /// Limit on the nodes of an engine on a board, and on its effort where that is something else; harder boards are left out
    #[arg(long, alias = "limit-nodes", value_name = "N", default_value_t = 1_000_000)]
    nodes: u64,
    /// Time limit of an engine on a board: processor time in seconds
    #[arg(short, long, default_value = "60", value_name = "SECONDS", value_parser = seconds)]
    timeout: Duration,
    /// Memory limit of an engine [default: 2G]
    #[arg(long, value_name = "SIZE", value_parser = bytes)]
    memory: Option<u64>,
    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
    /// Instance file to write, or the folder for it
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
}

fn objective_named(text: &str) -> Result<&'static Objective, String> {
    let rows = || OBJECTIVES.iter().filter(|row| !row.has_factor);
    rows().find(|row| row.name == text).ok_or_else(|| {
        let known: Vec<String> = rows().map(|row| format!("{}, {}", row.name, row.summary)).collect();
        format!("the objectives are: {}", known.join("; "))
    })
}

fn counter_named(text: &str) -> Result<Counter, String> {
    Counter::ALL.iter().copied().find(|counter| counter.name() == text).ok_or_else(|| {
        let known: Vec<&str> = Counter::ALL.iter().map(|counter| counter.name()).collect();
        format!("the counters are: {}", known.join(", "))
    })
}

impl HardestArgs {
    fn plan(&self) -> Result<HardestPlan, CliError> {
        let (rows, cols) = (self.rows.to_string(), self.cols.to_string());
        let starts = [
            ("rows", rows.as_str()),
            ("cols", &cols),
            ("density", &self.density),
            ("reveal", &self.reveal),
            ("total", &self.total),
        ];
        let memory = self.memory.unwrap_or(MEMORY);
        if memory < LEAST_MEMORY || self.timeout.is_zero() {
            return Err(CliError::usage(format!(
                "an engine needs time, and at least {} MiB of memory",
                LEAST_MEMORY >> 20
            )));
        }
        let usual = match (&self.smallest, &self.against) {
            (Some(_), _) => "smallest",
            (None, Some(_)) => "ratio",
            (None, None) => "effort",
        };
        let floor = self.floor.unwrap_or(if self.smallest.is_some() { 1 } else { FLOOR });
        Ok(HardestPlan {
            engine: self.engine.clone(),
            against: self.against.clone(),
            query: self.query,
            objective: self.objective.or_else(|| objective(usual)).expect("a row of the table"),
            terms: RatioTerms { factor: self.smallest, floor },
            counter: self.counter,
            starts: Params::with("scatter", &starts).map_err(CliError::usage)?,
            near_miss: self.near_miss,
            steps: self.steps,
            seed: self.seed,
            lines: self.lines as usize,
            keep: self.keep as usize,
            limits: CandidateLimits { effort: self.nodes, time: self.timeout, memory },
        })
    }

    /// The file to write.
    fn file(&self, plan: &HardestPlan) -> PathBuf {
        let is_folder = self.output.is_dir() || self.output.as_os_str().as_encoded_bytes().ends_with(b"/");
        if is_folder { self.output.join(format!("{}.jsonl", plan.name())) } else { self.output.clone() }
    }
}

/// Runs the command.
///
/// # Errors
/// Options that do not fit, a file that cannot be written or has other boards, an engine that failed.
pub fn run(args: &HardestArgs) -> CommandResult {
    let plan = args.plan()?;
    let file = args.file(&plan);
    refuse_others(&file, &plan)?;
    on_interrupt();
    let bar = bar(args.steps);
    let finished = evolve(&plan, &file, &|evolution| say(&bar, evolution));
    bar.finish_and_clear();
    let finished = match finished {
        Err(HardestError::Fault(what)) => {
            writeln!(stderr(), "{}", visible_lines(&what))?;
            return Ok(DISAGREE);
        }
        other => other?,
    };
    let Some(finished) = finished else {
        writeln!(stderr(), "interrupted: the same command resumes")?;
        return Ok(INTERRUPTED);
    };
    write(&finished.evolution, &file)?;
    match args.json {
        true => shown::json(&finished, &file)?,
        false => shown::text(&finished, &file)?,
    }
    finished.finish()?;
    Ok(DONE)
}

fn write(evolution: &BoardEvolution, file: &Path) -> Result<(), CliError> {
    let failed = |e: std::io::Error| CliError::at(file, &e);
    let mut writer = InstanceWriter::create(file).map_err(failed)?;
    instances(evolution).iter().try_for_each(|instance| writer.write(instance)).map_err(failed)?;
    writer.finish().map_err(failed)
}

fn bar(steps: u64) -> ProgressBar {
    if !stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{msg} {wide_bar} {pos}/{len} {elapsed} (left {eta})");
    ProgressBar::new(steps).with_style(style.expect("a fixed template"))
}

fn say(bar: &ProgressBar, evolution: &BoardEvolution) {
    bar.set_position(evolution.step());
    if let Some(best) = evolution.archive().boards().first() {
        let value = evolution.plan().shown(&best.effort, best.board.covered());
        bar.set_message(format!("{} {}", evolution.plan().objective.value, shown::number(value)));
    }
}
