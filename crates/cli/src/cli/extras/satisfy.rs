//! `minesat satisfy`: solves a formula without a board.

use std::io::{Write, stdout};
use std::time::{Duration, Instant};

use clap::Args;
use clap::builder::PossibleValuesParser;
use serde_json::json;

use super::formula;
use super::shared::engine::{solver_command, stopped_by};
use super::shared::limits::{LimitArgs, within};
use super::{CliError, CommandResult, INCONSISTENT, LIMIT};
use crate::compile::problem::ProblemFormat;
use crate::engine::sat::satisfy;
use crate::engine::sat::solvers::{EXTERNAL, NAMES};
use crate::engine::{Control, Stats, Stop};

/// Find a model of a formula with a SAT solver, without a board
///
/// For comparison with the board that `minesat compile` makes of the formula. Prints `s` and `v` lines as in SAT
/// competitions; the first variables of a circuit are its inputs in their order, the others its gates. Exit codes: 0
/// satisfiable; 1 the solver failed; 20 unsatisfiable; 124 a limit ran out.
#[derive(Args)]
pub struct SatisfyArgs {
    /// The formula, - for standard input
    #[arg(value_parser = super::file_name())]
    file: String,
    /// Form of the formula [default: detected from the content, else from the end of the file's name]
    #[arg(long)]
    format: Option<ProblemFormat>,
    /// Turn warnings into errors: a missing header, a wrong number of clauses, ...
    #[arg(long)]
    strict: bool,
    /// Require a value of an output or input of a circuit
    #[arg(long, value_name = "NAME=VALUE", value_delimiter = ',')]
    fix: Vec<String>,
    /// SAT solver [default: batsat, or external if --solver-command is given]
    #[arg(long, value_parser = PossibleValuesParser::new(NAMES))]
    solver: Option<String>,
    /// Command line of the solver `external`
    #[arg(long, value_name = "COMMAND", value_parser = solver_command)]
    solver_command: Option<String>,
    #[command(flatten)]
    limits: LimitArgs,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Runs the command.
///
/// # Errors
/// Bad input.
pub fn run(args: &SatisfyArgs) -> CommandResult {
    let command = args.solver_command.as_deref();
    let name = args.solver.as_deref().unwrap_or(if command.is_some() { EXTERNAL.name } else { "batsat" });
    if command.is_some() && name != EXTERNAL.name {
        return Err(CliError::usage(format!("--solver-command is for --solver {}, not for {name}", EXTERNAL.name)));
    }
    let mut problem = formula::read(&args.file, args.format, args.strict)?;
    formula::fix(&mut problem, &args.fix)?;
    let formula = problem.formula();
    let limits = args.limits.limits();
    let begun = Instant::now();
    let done = within(limits, |work| {
        let mut control = Control::new(limits);
        let answer = satisfy(formula.variables, &formula.clauses, (name, command.unwrap_or_default()), &mut control);
        work.done();
        print(args, name, answer, &control.finish(false), begun.elapsed())
    })?;
    done.outcome.unwrap_or_else(|stop| print(args, name, Err(stop), &Stats::default(), begun.elapsed()))
}

/// Prints the answer.
fn print(
    args: &SatisfyArgs,
    name: &str,
    answer: Result<Option<Vec<bool>>, Stop>,
    stats: &Stats,
    took: Duration,
) -> CommandResult {
    let (status, code) = match &answer {
        Ok(Some(_)) => ("SATISFIABLE", super::DONE),
        Ok(None) => ("UNSATISFIABLE", INCONSISTENT),
        Err(Stop::Timeout) => ("UNKNOWN", LIMIT),
        Err(stop) => return Ok(stopped_by(&args.file, stop)),
    };
    let literals = answer.ok().flatten().map(|model| {
        let literals = model.iter().zip(1i64..).map(|(&value, v)| if value { v } else { -v });
        literals.collect::<Vec<i64>>()
    });
    let mut out = stdout().lock();
    if args.json {
        let line = json!({
            "formula": formula::name(&args.file),
            "solver": name,
            "status": status,
            "model": literals,
            "stats": stats,
            "seconds": took.as_secs_f64(),
        });
        writeln!(out, "{line}")?;
        return Ok(code);
    }
    writeln!(out, "s {status}")?;
    if let Some(literals) = literals {
        let words: Vec<String> = literals.iter().chain(&[0]).map(std::string::ToString::to_string).collect();
        words.chunks(16).try_for_each(|line| writeln!(out, "v {}", line.join(" ")))?;
    }
    Ok(code)
}

/// The schema of `--json`.
#[cfg(feature = "schema")]
pub fn line_schema() -> crate::schema::Schema {
    crate::schema::object(
        json!({
            "formula": { "type": "string", "description": "Name of the formula." },
            "solver": { "type": "string" },
            "status": { "enum": ["SATISFIABLE", "UNSATISFIABLE", "UNKNOWN"] },
            "model": { "type": ["array", "null"], "items": { "type": "integer" }, "description": "A literal per variable." },
            "stats": { "type": "object", "additionalProperties": { "type": "integer", "minimum": 0 } },
            "seconds": { "type": "number", "description": "Wall time." },
        }),
        &["formula", "solver", "status", "model", "stats", "seconds"],
    )
}
