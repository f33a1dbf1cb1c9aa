//! `minesat solve`: the verdict of every cell.

use std::io::{Write, stderr, stdout};
use std::path::PathBuf;

use clap::Args;

use super::boards::{Boards, BoardsArgs};
use super::{CliError, EngineArgs, INCONSISTENT, Outcome, draw, stopped};
use crate::answer::{Query, ask, ask_certified};
use crate::certify::Entry;
use crate::engine::Engine;
use crate::lines::{json_line, visible_lines};
use crate::packed::write_packed;

/// What is certain on a board: which cells are safe, which are mines
///
/// Reads a board as text (a line `rows cols mines`, then the rows; or a format of other programs) or an instance file
/// (JSON Lines), also .gz and .zst. Letters: # covered, 0-8 clue, F flag, _ open without a number; more under
/// --letters.
#[derive(Args)]
pub struct SolveArgs {
    #[command(flatten)]
    boards: BoardsArgs,
    #[command(flatten)]
    engine: EngineArgs,
    /// Print one JSON object a board
    #[arg(long)]
    json: bool,
    /// Find a certificate of every verdict and check it; a verdict without one is given as unknown
    #[arg(long, conflicts_with = "model")]
    certify: bool,
    /// Write the certificates as JSON Lines, for `minesat check`
    #[arg(long, value_name = "FILE", conflicts_with = "model")]
    certificates: Option<PathBuf>,
    /// One model instead of verdicts: rows of * mine, - no mine, . not covered
    #[arg(long)]
    model: bool,
}

/// Runs the command.
///
/// # Errors
/// Bad input or an engine that does not exist.
pub fn run(args: &SolveArgs) -> Outcome {
    let (engine, boards) = (args.engine.build()?, args.boards.open()?);
    let mut certificates = Vec::new();
    let code = solve(args, engine.as_ref(), boards, &mut certificates);
    // Also where a later board is bad or nobody reads on: the verdicts before are told, and these prove them.
    let written = match &args.certificates {
        Some(path) if code.is_ok() || !certificates.is_empty() => {
            write_packed(path, certificates).map_err(|e| CliError::at(path, &e))
        }
        _ => Ok(()),
    };
    match (code, written) {
        (Err(error), Err(also)) => {
            writeln!(stderr(), "error: {}", visible_lines(&also.to_string()))?;
            Err(error)
        }
        (code, written) => written.and(code),
    }
}

/// Tells the verdicts of all boards.
fn solve(args: &SolveArgs, engine: &dyn Engine, boards: Boards, certificates: &mut Vec<u8>) -> Outcome {
    let mut code = super::DONE;
    let mut out = anstream::AutoStream::auto(stdout());
    for instance in boards {
        let instance = instance?;
        let certify = args.certify || args.certificates.is_some();
        let query = if args.model { Query::Decide } else { Query::Classify };
        let answer = match certify {
            true => ask_certified(engine, &instance.board, args.engine.limits()),
            false => ask(engine, &instance.board, query, args.engine.limits()),
        };
        for certificate in answer.certified.iter().flat_map(|c| &c.certificates) {
            let entry = Entry { instance: instance.name.clone(), certificate: certificate.clone() };
            certificates.extend((json_line(&entry).map_err(std::io::Error::from)? + "\n").into_bytes());
        }
        if args.json {
            super::write_line(answer.to_json(&instance.name, &args.engine.spec(), false))?;
        } else if args.model && answer.found.is_ok() {
            let word = if answer.status() == "inconsistent" { "inconsistent" } else { "unknown" };
            match answer.model_rows() {
                Some(rows) => writeln!(out, "{}: a model\n{}", instance.shown(), rows.join("\n"))?,
                None => writeln!(out, "{}: {word}", instance.shown())?,
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
