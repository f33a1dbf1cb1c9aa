//! `minesat count`: models, tally and mine probabilities.

use std::io::{Write, stdout};

use clap::Args;

use super::{CliError, EngineArgs, Outcome, draw, stopped};
use crate::answer::{Detail, Query, ask_for};
use crate::engine::Prior;
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
    /// Chance of a mine on every cell before anything is seen, such as 0.2 or 1/5, for boards without
    /// a total: probabilities alone, models weighed by their mines
    #[arg(long, value_name = "P", value_parser = Prior::parse, conflicts_with_all = ["no_tally", "no_models"])]
    density: Option<Prior>,
    /// Leave out the tally, whose size grows with the square of a board
    #[arg(long)]
    no_tally: bool,
    /// Leave out the number of models, and the tally: probabilities alone
    #[arg(long)]
    no_models: bool,
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
    let detail = Detail {
        exact: args.exact,
        models: !args.no_models,
        tally: !args.no_tally && !args.no_models,
        prior: args.density,
    };
    let mut out = anstream::AutoStream::auto(stdout());
    for instance in InstanceReader::open(&args.file)? {
        let instance = instance?;
        if args.only.as_ref().is_some_and(|only| *only != instance.name) {
            continue;
        }
        if args.density.is_some() && instance.board.mines().is_some() {
            return Err(CliError::usage(format!("{}: the total is known, so --density has no meaning", instance.name)));
        }
        let answer = ask_for(engine.as_ref(), &instance.board, Query::Count, detail, args.engine.limits());
        if args.json {
            super::write_line(answer.to_json(&instance.name, &args.engine.spec(), args.exact))?;
        } else if answer.found.is_ok() {
            let text = draw::counted(&instance.name, &args.engine.spec(), &instance.board, &answer, args.exact);
            write!(out, "{text}")?;
        }
        code = code.max(stopped(&instance.name, &answer).unwrap_or(super::DONE));
    }
    Ok(code)
}
