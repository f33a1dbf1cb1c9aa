//! `minesat encode`: a board as a formula or as sums for other programs, with a cell map.

use std::io::{BufWriter, Write, stdout};
use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::PossibleValuesParser;

use super::boards::BoardsArgs;
use super::{CliError, Outcome};
use crate::certify::{check_lrat, trim, write_drat, write_lrat};
use crate::encode::export::{FORMATS, Problem};
use crate::encode::{self, Cnf, Floating, Lit, Plan, Sink, dimacs};
use crate::engine::sat::refute;
use crate::instance::Instance;
use crate::system::{CellMap, System};
use crate::whole_file::write_whole;

/// A board for other programs: a DIMACS formula, or its sums as OPB, LP, MPS or JSON
///
/// Variables 1..n are the covered cells in reading order, each with a line
/// `c cell VARIABLE ROW COLUMN`; auxiliary variables follow. `c p show` names the cells for projected
/// model counters. The formula is satisfiable if and only if the board is consistent. The other
/// formats hold the sums themselves, over x1, x2, ... in the same order, and the same cell map.
#[derive(Args)]
pub struct EncodeArgs {
    #[command(flatten)]
    boards: BoardsArgs,
    /// Format
    #[arg(long, default_value = "cnf", value_parser = PossibleValuesParser::new(formats()))]
    to: String,
    /// Encoding of the clues
    #[arg(long, default_value = "binomial", value_parser = PossibleValuesParser::new(encode::NAMES))]
    local: String,
    /// Encoding of the total
    #[arg(long, default_value = "totalizer", value_parser = PossibleValuesParser::new(encode::NAMES))]
    total: String,
    /// Leave the total out
    #[arg(long)]
    without_total: bool,
    /// Write the total over the frontier alone, the cells next to no clue as slack: far fewer clauses,
    /// equally satisfiable, but not the same number of models
    #[arg(long)]
    slack: bool,
    /// Write a proof that the formula has no model, because the board is inconsistent or (--cell) because
    /// the cell has only the other value: DRAT, or LRAT if the file's name ends in .lrat
    #[arg(long, value_name = "FILE")]
    proof: Option<PathBuf>,
    /// Add a unit clause that says the opposite of what the cell is in every model
    #[arg(long, value_name = "ROW,COLUMN", value_parser = position, requires = "proof")]
    cell: Option<(usize, usize)>,
    /// Refuse formulas of more clauses than this
    #[arg(long, default_value_t = 50_000_000)]
    most_clauses: u64,
    /// Where to write (standard output otherwise)
    #[arg(short, long)]
    output: Option<PathBuf>,
}

/// `ROW,COLUMN`, both from 0.
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
pub fn run(args: &EncodeArgs) -> Outcome {
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

fn write(args: &EncodeArgs, instance: &Instance, out: &mut dyn Write) -> Result<(), CliError> {
    let (system, map) = System::from_board(&instance.board);
    let cells: Vec<(usize, usize, usize)> =
        (0..system.cells).map(|v| (v + 1, map.position(v).0, map.position(v).1)).collect();
    let mut comments = vec![format!("minesat {}", env!("CARGO_PKG_VERSION")), format!("instance {}", instance.name)];
    if let Some(format) = FORMATS.iter().find(|f| f.name == args.to) {
        if args.proof.is_some() {
            return Err(CliError::usage("--proof needs --to cnf"));
        }
        let problem = Problem { system: &system, comments: &comments, cells: &cells, total: !args.without_total };
        return Ok((format.write)(out, &problem)?);
    }
    let method = |name: &str| encode::find(name).expect("clap took it from the table");
    let plan = Plan {
        local: method(&args.local).encoding,
        total: (!args.without_total).then_some(method(&args.total).encoding),
        floating: if args.slack { Floating::Slack } else { Floating::All },
        most_clauses: args.most_clauses,
    };
    let mut cnf = encode::encode(&system, &plan).map_err(|e| CliError::usage(format!("{}: {e}", instance.name)))?;
    comments.push(format!("clues {}, total {}", args.local, if args.without_total { "left out" } else { &args.total }));
    if let Some(path) = &args.proof {
        let claim = prove(args, &mut cnf, &system, &map, path)?;
        comments.push(claim);
    }
    let show: Vec<usize> = (1..=system.cells).collect();
    dimacs::write(out, &cnf, &dimacs::Notes { comments: &comments, cells: &cells, show: &show })?;
    Ok(())
}

/// Writes the proof that the formula has no model, perhaps after adding the opposite of a cell's
/// value; says what it proves.
fn prove(args: &EncodeArgs, cnf: &mut Cnf, system: &System, map: &CellMap, path: &Path) -> Result<String, CliError> {
    let failed = |what: &dyn std::fmt::Display| CliError::usage(format!("no proof: {what}"));
    let clauses = |cnf: &Cnf| cnf.clauses().map(|c| c.iter().map(|l| l.dimacs()).collect()).collect::<Vec<Vec<i32>>>();
    let refuted = |cnf: &Cnf| refute(&clauses(cnf)).map_err(|e| failed(&e));
    let (claim, proof) = match args.cell {
        None => ("inconsistent".to_string(), refuted(cnf)?.ok_or_else(|| failed(&"the board is consistent"))?),
        Some((row, col)) => {
            let grid = map.grid;
            let inside = row < grid.rows && col < grid.cols;
            let variable = inside.then(|| map.variable(grid.at(row, col))).flatten();
            let variable = variable.ok_or_else(|| failed(&format!("({row}, {col}) is no covered cell")))?;
            debug_assert!(variable < system.cells);
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
            let open = || failed(&format!("({row}, {col}) is safe in some models and a mine in others"));
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
