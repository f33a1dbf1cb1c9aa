//! `minesat solve`: the verdict of every cell.

use std::io::{Write, stderr, stdout};
use std::path::PathBuf;
use std::time::Instant;

use clap::Args;

use super::shared::boards::{BoardStream, BoardsArgs};
use super::shared::draw;
use super::shared::engine::{EngineArgs, stopped};
use super::shared::limits::WorkReport;
use super::{CliError, CommandResult, INCONSISTENT};
use crate::answer::{Answer, Detail, Query, ask, ask_certified, ask_system};
use crate::certify::NamedCertificate;
use crate::compression::write_packed;
use crate::engine::{Control, Engine, Limits, Verdict, build};
use crate::instance::Instance;
use crate::lines::visible_lines;
use crate::report::shell;
use crate::system::System;

const AFTER_HELP: &str = "\
Examples:
  minesat solve board.mine                            the verdict of every covered cell
  minesat solve board.mine -e sat:local=totalizer     by another engine
  minesat solve boards.jsonl --json                   a line per board
  minesat solve board.mine --certificates proof.jsonl certificates for `minesat verify`
  minesat solve board.mine --model                    one placement of the mines";

/// Classify every covered cell: safe, a mine or undecided
///
/// A cell is safe if no model has a mine there, a mine if every model has one, and undecided otherwise. Where no cell is
/// safe, the one of the least risk is named. Reads a board as text (a
/// line `rows cols mines`, then the rows; or a format of another program) or an instance file (JSON Lines), also compressed
/// as .gz or .zst. Letters: # covered, 0-8 clue, F flag, _ open without a number; for more see --letters.
#[derive(Args)]
#[command(after_help = AFTER_HELP)]
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
        let done = args.engine.within(|work| one(args, engine, &instance, work))?;
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
        write!(out, "{}", next_step(args, instance, answer))?;
    }
    Ok(match stopped(&instance.name, answer) {
        Some(failed) => failed,
        None if answer.status() == "inconsistent" => INCONSISTENT,
        None => super::DONE,
    })
}

/// Most covered cells and nodes for the search of the least risk: it is a courtesy, and must not take longer than the answer.
const MOST_CELLS: usize = 10_000;
const MOST_NODES: u64 = 1_000_000;

/// What to do where no cell is safe: the cell of the least risk, or who explains a board without a solution.
fn next_step(args: &SolveArgs, instance: &Instance, answer: &Answer) -> String {
    if answer.status() == "inconsistent" {
        return format!("{} names the clues that contradict each other\n", explain_command(args, instance));
    }
    let verdicts = answer.verdicts().unwrap_or_default();
    let has = |verdict: Verdict| verdicts.contains(&verdict);
    if has(Verdict::Safe) || has(Verdict::Unknown) || !has(Verdict::Open) {
        return String::new();
    }
    let least = (verdicts.len() <= MOST_CELLS).then(|| least_risk(instance)).flatten();
    let ((row, col), risk) = match least {
        Some((cell, risk)) => (instance.board.grid().position(cell), risk),
        None => return "no safe cell\n".into(),
    };
    format!("no safe cell; least risk ({row},{col}) {:.1} %\n", 100.0 * risk)
}

/// The first cell of the least mine probability; None if that is too much work.
fn least_risk(instance: &Instance) -> Option<(usize, f64)> {
    let (system, map) = System::from_board(&instance.board);
    let control = Control::new(Limits { nodes: Some(MOST_NODES), ..Limits::default() });
    let detail = Detail { exact: false, models: false, tally: false, prior: None };
    let answer = ask_system(build("frontier").ok()?.as_ref(), &system, map, Query::Count, detail, control);
    let (values, index) = answer.chances()?;
    let risks = index.iter().zip(&answer.map.cells).map(|(&i, &cell)| (cell as usize, values[i as usize]));
    risks.min_by(|a, b| a.1.total_cmp(&b.1).then(a.0.cmp(&b.0)))
}

/// The command that explains a board.
fn explain_command(args: &SolveArgs, instance: &Instance) -> String {
    let file = args.boards.file.clone();
    let is_whole = std::path::Path::new(&file).file_stem().is_some_and(|stem| *stem == *instance.name);
    let mut words = vec!["minesat".to_string(), "explain".into(), file];
    if !is_whole && args.boards.file != "-" {
        words.extend(["--only".into(), instance.name.clone()]);
    }
    crate::lines::visible(&shell(&words)).into_owned()
}
