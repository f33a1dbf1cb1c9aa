//! `minesat separate`: the smallest boards on which deduction methods miss a certain cell.

use std::io::{IsTerminal, Write, stderr, stdout};
use std::path::PathBuf;

use clap::Args;
use comfy_table::Table;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;

use super::{CliError, CommandResult};
use crate::board::Board;
use crate::grid::Grid;
use crate::hierarchy::{Gap, METHODS, exhaust, reduce, sample, shapes};
use crate::instance::{Expected, Instance, InstanceWriter, read_all};

const AFTER_HELP: &str = "\
Every uncovered cell of the boards shows a clue, the total is unknown, and a smaller board has fewer cells. Up to --cells \
the search is exhaustive up to symmetry, so what it finds is smallest of all. Larger boards are drawn at random (--draws). \
For the methods that have missed nothing by then, the boards of a file (--from) lose rows, columns, clues and cells one \
at a time, as long as the method still misses a cell.

Examples:
  minesat separate                                       all boards of up to 12 cells
  minesat separate --cells 18 --from instances/compiled.jsonl -o gaps.jsonl";

/// Find smallest boards on which a deduction method misses a cell
#[derive(Args)]
#[command(after_help = AFTER_HELP)]
pub struct SeparateArgs {
    /// Examine all boards of up to this many cells
    #[arg(long, default_value_t = 12, value_parser = clap::value_parser!(u64).range(1..=24))]
    cells: u64,
    /// Random boards of each larger shape
    #[arg(long, default_value_t = 0)]
    draws: u64,
    /// Most cells of a random board
    #[arg(long, default_value_t = 36, value_parser = clap::value_parser!(u64).range(1..=64))]
    drawn_cells: u64,
    /// Seed of the random boards
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Instance file whose boards are reduced for the methods that are left
    #[arg(long, value_name = "FILE", value_parser = super::file_name())]
    from: Option<String>,
    /// Most boards tried while one is reduced
    #[arg(long, default_value_t = 120, requires = "from")]
    tries: u64,
    /// Instance file to write
    #[arg(short, long)]
    output: Option<PathBuf>,
}

/// The set of boards of which one is the smallest.
#[derive(Clone, Copy, PartialEq)]
enum Among {
    All,
    Drawn,
    Stripped,
}

impl Among {
    fn words(self) -> &'static str {
        match self {
            Among::All => "of all boards",
            Among::Drawn => "of those drawn",
            Among::Stripped => "of those stripped",
        }
    }
}

/// Runs the command.
///
/// # Errors
/// A file cannot be read or written; an engine failed.
pub fn run(args: &SeparateArgs) -> CommandResult {
    let given = args.from.as_ref().map_or(Ok(Vec::new()), |file| read_all(file))?;
    let given: Vec<Board> = given.into_iter().map(|instance| instance.board).collect();
    let mut sought = (1u32 << METHODS.len()) - 1;
    let mut found: Vec<(Gap, Among)> = Vec::new();
    let drawn = if args.draws > 0 { args.drawn_cells } else { 0 };
    for cells in 1..=args.cells.max(drawn) {
        let among = if cells <= args.cells { Among::All } else { Among::Drawn };
        let mut of_size: Vec<Gap> = Vec::new();
        for grid in shapes(cells as usize) {
            of_size.extend(search(args, grid, sought, among)?);
        }
        let asked = sought;
        for method in (0..METHODS.len()).filter(|m| asked >> m & 1 == 1) {
            let of_method = || of_size.iter().filter(|gap| gap.method == method);
            let boards = of_method().map(|gap| gap.boards).sum();
            let Some(best) = of_method().min_by_key(|gap| gap.rank()) else { continue };
            found.push((Gap { boards, ..best.clone() }, among));
            sought &= !(1 << method);
        }
        if sought == 0 {
            break;
        }
    }
    if !given.is_empty() {
        for method in (0..METHODS.len()).filter(|m| sought >> m & 1 == 1) {
            let bar = progress(None, METHODS[method].name.to_string());
            let best =
                reduce(&given, method, args.tries, &|| bar.inc(1)).map_err(|stop| CliError::usage(stop.to_string()))?;
            bar.finish_and_clear();
            found.extend(best.map(|gap| (gap, Among::Stripped)));
        }
        found.iter().for_each(|(gap, _)| sought &= !(1 << gap.method));
    }
    if let Some(path) = &args.output {
        let fail = |e: std::io::Error| CliError::at(path, &e);
        let mut writer = InstanceWriter::create(path).map_err(fail)?;
        for (gap, among) in &found {
            writer.write(&instance(gap, *among, args)).map_err(fail)?;
        }
        writer.finish().map_err(fail)?;
    }
    print(args, &found, sought)?;
    Ok(super::DONE)
}

fn search(args: &SeparateArgs, grid: Grid, sought: u32, among: Among) -> Result<Vec<Gap>, CliError> {
    let steps = if among == Among::All { 1 << grid.len() } else { args.draws };
    let bar = progress(Some(steps), format!("{}x{}", grid.rows, grid.cols));
    let step = || bar.inc(1);
    let found = match among {
        Among::All => exhaust(grid, sought, &step),
        _ => sample(grid, args.draws, args.seed, sought, &step),
    };
    bar.finish_and_clear();
    found.map_err(|stop| CliError::usage(stop.to_string()))
}

fn progress(steps: Option<u64>, message: String) -> ProgressBar {
    let bar = match steps {
        _ if !stderr().is_terminal() => ProgressBar::hidden(),
        Some(steps) => ProgressBar::new(steps),
        None => ProgressBar::new_spinner(),
    };
    let style =
        if steps.is_some() { "{msg} {wide_bar} {percent} % {eta}" } else { "{msg} {spinner} {pos} boards tried" };
    bar.set_style(ProgressStyle::with_template(style).expect("a fixed template"));
    bar.set_message(message);
    bar
}

/// The board as an instance, with its classes and models.
fn instance(gap: &Gap, among: Among, args: &SeparateArgs) -> Instance {
    let method = &METHODS[gap.method];
    let mut instance = Instance::bare(&format!("gap-{}", method.name), gap.first.board.clone());
    instance.family = "gap".into();
    instance.tier = "gap".into();
    let cells = gap.first.board.grid().len();
    instance.origin = match among {
        Among::All => format!("minesat separate --cells {cells}"),
        Among::Drawn => {
            let SeparateArgs { cells: all, draws, seed, .. } = args;
            format!("minesat separate --cells {all} --draws {draws} --drawn-cells {cells} --seed {seed}")
        }
        Among::Stripped => {
            format!("minesat separate --cells {} --from {}", args.cells, args.from.as_deref().unwrap_or_default())
        }
    };
    for (name, value) in [
        ("method", json!(method.name)),
        ("engine", json!(method.engine)),
        ("missed", json!(gap.missed)),
        ("smallest", json!(among.words())),
        ("boards", json!(gap.boards)),
    ] {
        instance.params.insert(name.into(), value);
    }
    instance.expected = Some(Expected {
        status: Some("ok".into()),
        models: Some(gap.first.models.to_string()),
        classes: Some(gap.first.classes.clone()),
        ..Expected::default()
    });
    instance
}

fn print(args: &SeparateArgs, found: &[(Gap, Among)], sought: u32) -> Result<(), CliError> {
    let mut table = Table::new();
    table.set_header(["method", "size", "board", "certain", "missed", "such boards", "smallest"]);
    for (gap, among) in found {
        let grid = gap.first.board.grid();
        table.add_row([
            METHODS[gap.method].name.to_string(),
            format!("{}x{}", grid.rows, grid.cols),
            gap.first.board.row_strings().join("\n"),
            gap.first.classes.join("\n"),
            gap.missed.to_string(),
            gap.boards.to_string(),
            among.words().to_string(),
        ]);
    }
    let mut out = stdout().lock();
    writeln!(out, "{table}")?;
    for (_, method) in METHODS.iter().enumerate().filter(|(place, _)| sought >> place & 1 == 1) {
        let drawn = match args.draws {
            0 => String::new(),
            n => format!(", nor on {n} boards drawn of each shape of up to {}", args.drawn_cells),
        };
        writeln!(out, "{}: misses nothing on boards of up to {} cells{drawn}", method.name, args.cells)?;
    }
    Ok(())
}
