//! `minesat encode`: a board as a DIMACS formula with a cell map.

use std::io::{BufWriter, Write, stdout};
use std::path::PathBuf;

use clap::Args;
use clap::builder::PossibleValuesParser;

use super::{CliError, Outcome};
use crate::encode::{self, Floating, Plan, dimacs};
use crate::input_error::InputError;
use crate::instance::{Instance, InstanceReader};
use crate::system::System;
use crate::whole_file::write_whole;

/// A board as a DIMACS formula
///
/// Variables 1..n are the covered cells in reading order, each with a line
/// `c cell VARIABLE ROW COLUMN`; auxiliary variables follow. `c p show` names the cells for projected
/// model counters. The formula is satisfiable if and only if the board is consistent.
#[derive(Args)]
pub struct EncodeArgs {
    /// Board or instance file, - for standard input
    file: String,
    /// The instance of this name, where the file holds several
    #[arg(long)]
    only: Option<String>,
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

/// The one instance meant.
fn pick(args: &EncodeArgs) -> Result<Instance, CliError> {
    let mut found = None;
    for instance in InstanceReader::open(&args.file)? {
        let instance = instance?;
        if args.only.as_ref().is_some_and(|only| *only != instance.name) {
            continue;
        }
        if found.replace(instance).is_some() {
            return Err(CliError::usage(format!("{} holds several boards: choose one with --only NAME", args.file)));
        }
    }
    found.ok_or_else(|| match &args.only {
        Some(name) => CliError::usage(format!("{} holds no instance named {name:?}", args.file)),
        None => InputError::whole(&args.file, "no board here").into(),
    })
}

/// Runs the command.
///
/// # Errors
/// Bad input, several boards and none chosen, a formula too large.
pub fn run(args: &EncodeArgs) -> Outcome {
    let instance = pick(args)?;
    let (system, map) = System::from_board(&instance.board);
    let method = |name: &str| encode::find(name).expect("clap took it from the table");
    let (local, total) = (method(&args.local), method(&args.total));
    let plan = Plan {
        local: local.encoding,
        total: (!args.without_total).then_some(total.encoding),
        floating: if args.slack { Floating::Slack } else { Floating::All },
        most_clauses: args.most_clauses,
    };
    let cnf = encode::encode(&system, &plan).map_err(|e| CliError::usage(format!("{}: {e}", instance.name)))?;
    let cells: Vec<(usize, usize, usize)> =
        (0..system.cells).map(|v| (v + 1, map.position(v).0, map.position(v).1)).collect();
    let show: Vec<usize> = (1..=system.cells).collect();
    let comments = [
        format!("minesat {}", env!("CARGO_PKG_VERSION")),
        format!("instance {}", instance.name),
        format!("clues {}, total {}", args.local, if args.without_total { "left out" } else { &args.total }),
    ];
    let notes = dimacs::Notes { comments: &comments, cells: &cells, show: &show };
    match &args.output {
        None => {
            let mut out = BufWriter::new(stdout().lock());
            dimacs::write(&mut out, &cnf, &notes)?;
            out.flush()?;
        }
        Some(path) => {
            let mut bytes = Vec::new();
            dimacs::write(&mut bytes, &cnf, &notes)?;
            write_whole(path, &bytes).map_err(|e| CliError::at(path, &e))?;
        }
    }
    Ok(super::DONE)
}
