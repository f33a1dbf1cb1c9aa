//! `minesat count`: models, tally and mine probabilities.

use std::io::{Write, stdout};

use clap::Args;

use super::{EngineArgs, Outcome, draw, stopped};
use crate::answer::{Query, ask};
use crate::instance::InstanceReader;

/// How many models a board has, and how likely each cell is a mine
///
/// Models are counted over all covered cells, exactly. Probabilities are models with a mine there
/// over all models, correctly rounded, or exact fractions with --exact.
#[derive(Args)]
pub struct CountArgs {
    /// Board or instance file, - for standard input
    file: String,
    #[command(flatten)]
    engine: EngineArgs,
    /// Print one JSON object a board
    #[arg(long)]
    json: bool,
    /// Probabilities as exact fractions
    #[arg(long)]
    exact: bool,
    /// Only the instance of this name
    #[arg(long)]
    only: Option<String>,
}

/// Runs the command.
///
/// # Errors
/// Bad input or an engine that does not exist.
pub fn run(args: &CountArgs) -> Outcome {
    let engine = args.engine.build()?;
    let mut code = super::DONE;
    let mut out = anstream::AutoStream::auto(stdout());
    for instance in InstanceReader::open(&args.file)? {
        let instance = instance?;
        if args.only.as_ref().is_some_and(|only| *only != instance.name) {
            continue;
        }
        let answer = ask(engine.as_ref(), &instance.board, Query::Count, args.engine.limits());
        if args.json {
            writeln!(out, "{}", answer.to_json(&instance.name, &args.engine.spec(), args.exact))?;
        } else if answer.found.is_ok() {
            let text = draw::counted(&instance.name, &args.engine.spec(), &instance.board, &answer, args.exact);
            write!(out, "{text}")?;
        }
        code = code.max(stopped(&instance.name, &answer).unwrap_or(super::DONE));
    }
    Ok(code)
}
