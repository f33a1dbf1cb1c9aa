//! `minesat encode`: writes a board as a formula or as sums for other programs, with a cell map.

use std::borrow::Cow;
use std::io::{BufWriter, Write, stdout};
use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::PossibleValuesParser;

use super::shared::boards::BoardsArgs;
use super::{CliError, CommandResult};
use crate::atomic_file::write_whole;
use crate::certify::{check_lrat, trim, write_drat, write_lrat};
use crate::encode::export::{FORMATS, write_board};
use crate::encode::{self, Cnf, EncodePlan, Floating, Lit, Sink, dimacs};
use crate::engine::sat::refute;
use crate::instance::Instance;
use crate::system::{CellMap, System};

/// Write a board as DIMACS, OPB, LP, MPS or JSON
///
/// In DIMACS, the sums are clauses. Variables 1..n are the covered cells in reading order, each with a line `c cell VARIABLE ROW COLUMN`; auxiliary variables
/// follow. The formula is satisfiable if and only if the board has a solution. The line `c p show` lists the cells for
/// projected model counters (those of the shown variables, if the board is compiled from a projected formula). The other
/// formats hold the sums, over x1, x2, ... in the same order, with the same cell map. OPB and JSON also hold the board, in
/// comments, so that `minesat solve` and other commands read them.
#[derive(Args)]
pub struct EncodeArgs {
    #[command(flatten)]
    boards: BoardsArgs,
    /// Format
    #[arg(long, default_value = "cnf", value_parser = PossibleValuesParser::new(formats()))]
    to: String,
    /// Encoding of the clues [default: binomial]
    #[arg(long, value_name = "NAME", value_parser = PossibleValuesParser::new(encode::NAMES))]
    local: Option<String>,
    /// Encoding of the total [default: totalizer]
    #[arg(long, value_name = "NAME", value_parser = PossibleValuesParser::new(encode::NAMES),
        conflicts_with = "without_total")]
    total: Option<String>,
    /// Leave out the total
    #[arg(long)]
    without_total: bool,
    /// Write the total over the frontier only, with the cells next to no clue as slack: far fewer clauses and equally
    /// satisfiable, but with a different number of models
    #[arg(long, conflicts_with = "without_total")]
    slack: bool,
    /// Write a proof that the formula is unsatisfiable, because the board has no solution or (--cell) no other value of the
    /// cell: DRAT, or LRAT if the file's name ends in .lrat
    #[arg(long, value_name = "FILE")]
    proof: Option<PathBuf>,
    /// Add the negation of the value that the cell has in every model, as a unit clause
    #[arg(long, value_name = "ROW,COL", value_parser = position, requires = "proof")]
    cell: Option<(usize, usize)>,
    /// Most clauses of a formula [default: 50000000]
    #[arg(long, value_name = "N")]
    most_clauses: Option<u64>,
    /// File to write [default: standard output]
    #[arg(short, long)]
    output: Option<PathBuf>,
}

/// `ROW,COL`, both from 0.
fn position(text: &str) -> Result<(usize, usize), String> {
    let parts = text.split_once(',').and_then(|(row, col)| Some((row.trim().parse().ok()?, col.trim().parse().ok()?)));
    parts.ok_or_else(|| format!("{text:?} is not a row and a column, such as 0,3"))
}

/// The formats, DIMACS first.
fn formats() -> Vec<&'static str> {
    std::iter::once("cnf").chain(FORMATS.iter().map(|f| f.name)).collect()
}

/// Runs the command.
///
/// # Errors
/// Bad input, several boards and none chosen, a formula too large.
pub fn run(args: &EncodeArgs) -> CommandResult {
    let instance = args.boards.one()?;
    match &args.output {
        None => {
            let mut out = BufWriter::new(stdout().lock());
            write(args, &instance, &mut out)?;
            out.flush()?;
        }
        Some(path) => {
            let mut bytes = Vec::new();
            write(args, &instance, &mut bytes)?;
            write_whole(path, &bytes).map_err(|e| CliError::at(path, &e))?;
        }
    }
    Ok(super::DONE)
}

/// Default of `--most-clauses`.
const DEFAULT_MOST_CLAUSES: u64 = 50_000_000;

fn write(args: &EncodeArgs, instance: &Instance, out: &mut dyn Write) -> Result<(), CliError> {
    let (system, map) = System::from_board(&instance.board);
    let cells: Vec<(usize, usize, usize)> =
        (0..system.cells).map(|v| (v + 1, map.position(v).0, map.position(v).1)).collect();
    let mut comments = vec![format!("minesat {}", env!("CARGO_PKG_VERSION")), format!("instance {}", named(instance))];
    if let Some(format) = FORMATS.iter().find(|f| f.name == args.to) {
        for (is_given, name) in [
            (args.proof.is_some(), "--proof"),
            (args.local.is_some(), "--local"),
            (args.total.is_some(), "--total"),
            (args.slack, "--slack"),
            (args.most_clauses.is_some(), "--most-clauses"),
        ] {
            if is_given {
                return Err(CliError::usage(format!("{name} needs --to cnf")));
            }
        }
        // The board in the comments lacks the total too.
        let board = &instance.board;
        let board = if args.without_total { Cow::Owned(board.clone().with_mines(None)) } else { Cow::Borrowed(board) };
        return Ok(write_board(out, format, &board, &comments)?);
    }
    let method = |name: &str| encode::find(name).expect("clap took it from the table");
    let local = args.local.as_deref().unwrap_or("binomial");
    let total = args.total.as_deref().unwrap_or("totalizer");
    let plan = EncodePlan {
        local: method(local).encoding,
        total: (!args.without_total).then_some(method(total).encoding),
        floating: if args.slack { Floating::Slack } else { Floating::All },
        most_clauses: args.most_clauses.unwrap_or(DEFAULT_MOST_CLAUSES),
    };
    let mut cnf = encode::encode(&system, &plan).map_err(|e| CliError::usage(format!("{}: {e}", instance.shown())))?;
    comments.push(format!("clues {local}, total {}", if args.without_total { "left out" } else { total }));
    if let Some(path) = &args.proof {
        let claim = prove(args, &mut cnf, &system, &map, path)?;
        comments.push(claim);
    }
    let shown = shown(instance, &map)?;
    // Checkers of proofs do not use it.
    let show = (args.proof.is_none() && system.cells > 0).then_some(shown.as_slice());
    dimacs::write(out, &cnf, &dimacs::Notes { comments: &comments, cells: &cells, show })?;
    Ok(())
}

/// Most characters of a name in a comment, as readers limit the length of lines (CPLEX LP: 560).
const MOST_NAME: usize = 400;

/// The name of an instance on one line.
fn named(instance: &Instance) -> String {
    let name = instance.shown();
    match name.char_indices().nth(MOST_NAME) {
        Some((end, _)) => format!("{} ...", &name[..end]),
        None => name.into_owned(),
    }
}

/// The variables of the projection: all cells, or those of the shown variables if the board is compiled from a projected
/// formula.
fn shown(instance: &Instance, map: &CellMap) -> Result<Vec<usize>, CliError> {
    if !instance.is_projected() {
        return Ok((1..=map.cells.len()).collect());
    }
    let places = instance.params.get("variables").cloned().and_then(|list| serde_json::from_value(list).ok());
    let places: Option<Vec<(usize, usize)>> = places;
    let cell = |(row, col): (usize, usize)| {
        let inside = row < map.grid.rows && col < map.grid.cols;
        map.variable(inside.then(|| map.grid.at(row, col))?).map(|variable| variable + 1)
    };
    let shown: Option<Vec<usize>> = places.and_then(|places| places.into_iter().map(cell).collect());
    let mut shown = shown.ok_or_else(|| {
        let message = "the formula is projected (params.hidden), but params.variables does not list a covered cell for \
                       each shown variable";
        CliError::usage(format!("{}: {message}", instance.shown()))
    })?;
    shown.sort_unstable();
    Ok(shown)
}

/// Writes the proof that the formula is unsatisfiable, after adding the negation of a cell's value for `--cell`; returns
/// the claim that is proved.
fn prove(args: &EncodeArgs, cnf: &mut Cnf, system: &System, map: &CellMap, path: &Path) -> Result<String, CliError> {
    let failed = |what: &dyn std::fmt::Display| CliError::usage(format!("no proof: {what}"));
    let clauses = |cnf: &Cnf| cnf.clauses().map(|c| c.iter().map(|l| l.dimacs()).collect()).collect::<Vec<Vec<i32>>>();
    let refuted = |cnf: &Cnf| refute(&clauses(cnf)).map_err(|e| failed(&e));
    // Without the total the formula may have more models than the board.
    let left_out = args.without_total && system.total.is_some();
    let (claim, proof) = match args.cell {
        None => {
            let consistent = || {
                if left_out {
                    failed(&"the formula has a model; the total, which is left out of it, may still rule it out")
                } else {
                    failed(&"the board is consistent")
                }
            };
            ("inconsistent".to_string(), refuted(cnf)?.ok_or_else(consistent)?)
        }
        Some((row, col)) => {
            let grid = map.grid;
            let inside = row < grid.rows && col < grid.cols;
            let variable = inside.then(|| map.variable(grid.at(row, col))).flatten();
            let variable = variable.ok_or_else(|| failed(&format!("({row}, {col}) is not a covered cell")))?;
            if args.slack && !system.sums.iter().any(|sum| sum.cells.binary_search(&(variable as u32)).is_ok()) {
                let what = format!("with --slack the formula leaves ({row}, {col}) free, which is next to no clue");
                return Err(failed(&what));
            }
            let with = |mine: bool| {
                let mut with = cnf.clone();
                with.clause(&[Lit::of_cell(variable, mine)]);
                with
            };
            let mut found = None;
            for mine in [true, false] {
                let opposite = with(mine);
                if let Some(proof) = refuted(&opposite)? {
                    found = Some((mine, opposite, proof));
                    break;
                }
            }
            let of = if left_out { " of the formula, which leaves the total out," } else { "" };
            let open = || failed(&format!("({row}, {col}) is safe in some models{of} and a mine in others"));
            let (mine, opposite, proof) = found.ok_or_else(open)?;
            *cnf = opposite;
            (format!("({row}, {col}) is {} in every model", if mine { "safe" } else { "a mine" }), proof)
        }
    };
    let formula = clauses(cnf);
    let (proof, _) = trim(formula.len(), &proof);
    check_lrat(&formula, &proof).map_err(|e| failed(&e))?;
    let mut bytes = Vec::new();
    if path.extension().is_some_and(|ending| ending == "lrat") {
        write_lrat(&mut bytes, formula.len(), &proof)?;
    } else {
        write_drat(&mut bytes, &proof)?;
    }
    write_whole(path, &bytes).map_err(|e| CliError::at(path, &e))?;
    Ok(format!("refuted: {claim}"))
}
