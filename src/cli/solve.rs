//! `minesat solve`: the verdict of every cell.

use std::io::{Write, stdout};

use clap::Args;

use super::{EngineArgs, INCONSISTENT, Outcome, draw, stopped};
use crate::answer::{Query, ask};
use crate::instance::InstanceReader;

/// What is certain on a board: which cells are safe, which are mines
///
/// Reads a board as text (a line `rows cols mines`, then the rows) or an instance file (JSON Lines,
/// also .gz and .zst). Letters: # covered, 0-8 clue, F flag, _ open without a number.
#[derive(Args)]
pub struct SolveArgs {
    /// Board or instance file, - for standard input
    file: String,
    #[command(flatten)]
    engine: EngineArgs,
    /// Print one JSON object a board
    #[arg(long)]
    json: bool,
    /// Only the instance of this name
    #[arg(long)]
    only: Option<String>,
    /// One model instead of verdicts: rows of * mine, - no mine, . not covered
    #[arg(long)]
    model: bool,
}

/// Runs the command.
///
/// # Errors
/// Bad input or an engine that does not exist.
pub fn run(args: &SolveArgs) -> Outcome {
    let engine = args.engine.build()?;
    let mut code = super::DONE;
    let mut out = anstream::AutoStream::auto(stdout());
    for instance in InstanceReader::open(&args.file)? {
        let instance = instance?;
        if args.only.as_ref().is_some_and(|only| *only != instance.name) {
            continue;
        }
        let query = if args.model { Query::Decide } else { Query::Classify };
        let answer = ask(engine.as_ref(), &instance.board, query, args.engine.limits());
        if args.json {
            super::write_line(answer.to_json(&instance.name, &args.engine.spec(), false))?;
        } else if args.model && answer.found.is_ok() {
            let word = if answer.status() == "inconsistent" { "inconsistent" } else { "unknown" };
            match answer.model_rows() {
                Some(rows) => writeln!(out, "{}: a model\n{}", instance.name, rows.join("\n"))?,
                None => writeln!(out, "{}: {word}", instance.name)?,
            }
        } else if answer.found.is_ok() {
            write!(out, "{}", draw::solved(&instance.name, &args.engine.spec(), &instance.board, &answer))?;
        }
        if let Some(failed) = stopped(&instance.name, &answer) {
            code = code.max(failed);
        } else if answer.status() == "inconsistent" {
            code = code.max(INCONSISTENT);
        }
    }
    Ok(code)
}
