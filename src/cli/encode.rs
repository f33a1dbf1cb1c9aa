//! `minesat encode`: a board as a formula or as sums for other programs, with a cell map.

use std::io::{BufWriter, Write, stdout};
use std::path::PathBuf;

use clap::Args;
use clap::builder::PossibleValuesParser;

use super::{CliError, Outcome};
use crate::encode::export::{FORMATS, Problem};
use crate::encode::{self, Floating, Plan, dimacs};
use crate::input_error::InputError;
use crate::instance::{Instance, InstanceReader};
use crate::system::System;
use crate::whole_file::write_whole;

/// A board for other programs: a DIMACS formula, or its sums as OPB, LP, MPS or JSON
///
/// Variables 1..n are the covered cells in reading order, each with a line
/// `c cell VARIABLE ROW COLUMN`; auxiliary variables follow. `c p show` names the cells for projected
/// model counters. The formula is satisfiable if and only if the board is consistent. The other
/// formats hold the sums themselves, over x1, x2, ... in the same order, and the same cell map.
#[derive(Args)]
pub struct EncodeArgs {
    /// Board or instance file, - for standard input
    file: String,
    /// The instance of this name, where the file holds several
    #[arg(long)]
    only: Option<String>,
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
    /// Refuse formulas of more clauses than this
    #[arg(long, default_value_t = 50_000_000)]
    most_clauses: u64,
    /// Where to write (standard output otherwise)
    #[arg(short, long)]
    output: Option<PathBuf>,
}

/// The formats, DIMACS first.
fn formats() -> Vec<&'static str> {
    std::iter::once("cnf").chain(FORMATS.iter().map(|f| f.name)).collect()
}

/// The one instance meant: the only one of the file, or that of this name.
///
/// # Errors
/// Bad input, several boards and none chosen.
pub fn pick(file: &str, only: Option<&str>) -> Result<Instance, CliError> {
    let mut found = None;
    for instance in InstanceReader::open(file)? {
        let instance = instance?;
        if only.is_some_and(|only| only != instance.name) {
            continue;
        }
        if found.replace(instance).is_some() {
            return Err(CliError::usage(format!("{file} holds several boards: choose one with --only NAME")));
        }
    }
    found.ok_or_else(|| match only {
        Some(name) => CliError::usage(format!("{file} holds no instance named {name:?}")),
        None => InputError::whole(file, "no board here").into(),
    })
}

/// Runs the command.
///
/// # Errors
/// Bad input, several boards and none chosen, a formula too large.
pub fn run(args: &EncodeArgs) -> Outcome {
    let instance = pick(&args.file, args.only.as_deref())?;
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
    let cnf = encode::encode(&system, &plan).map_err(|e| CliError::usage(format!("{}: {e}", instance.name)))?;
    comments.push(format!("clues {}, total {}", args.local, if args.without_total { "left out" } else { &args.total }));
    let show: Vec<usize> = (1..=system.cells).collect();
    dimacs::write(out, &cnf, &dimacs::Notes { comments: &comments, cells: &cells, show: &show })?;
    Ok(())
}
