//! `minesat solve`: the verdict of every cell.

use std::io::{Write, stderr, stdout};
use std::path::PathBuf;
use std::time::Instant;

use clap::Args;

use super::shared::boards::{BoardStream, BoardsArgs};
use super::shared::draw;
use super::shared::engine::{EngineArgs, stopped};
use super::shared::limits::{WorkReport, within};
use super::{CliError, CommandResult, INCONSISTENT};
use crate::answer::{Answer, Query, ask, ask_certified};
use crate::certify::NamedCertificate;
use crate::compression::write_packed;
use crate::engine::Engine;
use crate::instance::Instance;
use crate::lines::visible_lines;

/// Classify every covered cell of a board: safe, mine or open
///
/// A cell is safe if no model has a mine there, a mine if every model has one, and open otherwise. Reads a board as text (a
/// line `rows cols mines`, then the rows; or a format of another program) or an instance file (JSON Lines), also compressed
/// as .gz or .zst. Letters: # covered, 0-8 clue, F flag, _ open without a number; for more see --letters.
#[derive(Args)]
pub struct SolveArgs {
    #[command(flatten)]
    boards: BoardsArgs,
    #[command(flatten)]
    engine: EngineArgs,
    /// Print one JSON object per board
    #[arg(long)]
    json: bool,
    /// Find and check a certificate for each verdict; a verdict without one is printed as unknown
    #[arg(long, conflicts_with = "model")]
    certify: bool,
    /// Write the certificates as JSON Lines, for `minesat verify`
    #[arg(long, value_name = "FILE", conflicts_with = "model")]
    certificates: Option<PathBuf>,
    /// Print one model instead of verdicts, in rows of * mine, - no mine, . not covered
    #[arg(long)]
    model: bool,
}

/// Runs the command.
///
/// # Errors
/// Bad input or an engine that does not exist.
pub fn run(args: &SolveArgs) -> CommandResult {
    let (engine, boards) = (args.engine.build()?, args.boards.open()?);
    let mut certificates = Vec::new();
    let code = solve(args, engine.as_ref(), boards, &mut certificates);
    // Also if a later board is bad or the reader is gone: these certificates prove the verdicts printed so far.
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

/// Prints the verdicts of all boards.
fn solve(args: &SolveArgs, engine: &dyn Engine, boards: BoardStream, certificates: &mut Vec<u8>) -> CommandResult {
    let mut code = super::DONE;
    for instance in boards {
        let instance = instance?;
        let begun = Instant::now();
        let done = within(args.engine.limits(), |work| one(args, engine, &instance, work))?;
        certificates.extend_from_slice(done.kept.as_bytes());
        code = code.max(match done.outcome {
            Ok(outcome) => outcome?,
            Err(stop) => {
                let seconds = begun.elapsed().as_secs_f64();
                print(args, &instance, &Answer::stopped(&instance.board, query(args), stop, seconds))?
            }
        });
    }
    Ok(code)
}

fn query(args: &SolveArgs) -> Query {
    if args.model { Query::Decide } else { Query::Classify }
}

/// Asks about one board, prints the answer, and keeps its certificates.
fn one(args: &SolveArgs, engine: &dyn Engine, instance: &Instance, work: &mut WorkReport) -> CommandResult {
    let answer = if args.certify || args.certificates.is_some() {
        ask_certified(engine, &instance.board, args.engine.limits())
    } else {
        ask(engine, &instance.board, query(args), args.engine.limits())
    };
    work.done();
    if args.certificates.is_some() {
        for certificate in answer.certified.iter().flat_map(|c| &c.certificates) {
            let entry = NamedCertificate { instance: instance.name.clone(), certificate: certificate.clone() };
            work.kept += &(entry.to_line() + "\n");
        }
    }
    print(args, instance, &answer)
}

fn print(args: &SolveArgs, instance: &Instance, answer: &Answer) -> CommandResult {
    let mut out = anstream::AutoStream::auto(stdout());
    if args.json {
        super::write_line(answer.to_json(&instance.name, &args.engine.spec(), false))?;
    } else if args.model && answer.found.is_ok() {
        let word = if answer.status() == "inconsistent" { "inconsistent" } else { "unknown" };
        match answer.model_rows() {
            Some(rows) => writeln!(out, "{}: a model\n{}", instance.shown(), rows.join("\n"))?,
            None => writeln!(out, "{}: {word}", instance.shown())?,
        }
    } else if answer.found.is_ok() {
        write!(out, "{}", draw::solved(&instance.name, &args.engine.spec(), &instance.board, answer))?;
    }
    Ok(match stopped(&instance.name, answer) {
        Some(failed) => failed,
        None if answer.status() == "inconsistent" => INCONSISTENT,
        None => super::DONE,
    })
}
