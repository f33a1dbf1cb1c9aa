//! `minesat sample`: uniformly random models.

use std::io::{self, BufWriter, Write, stderr, stdout};

use clap::{Args, value_parser};
use num_bigint::BigUint;
use serde_json::json;

use super::shared::boards::BoardsArgs;
use super::shared::engine::{EngineArgs, stopped_by};
use super::{CliError, CommandResult};
use crate::bench::record::sha256;
use crate::engine::{Control, Engine, Stop};
use crate::instance::Instance;
use crate::lines::escaped;
use crate::rng::Rng;
use crate::system::{CellMap, System};

/// Draw models of a board at random, all equally likely
///
/// Letters: * mine, - no mine, . not covered. --rank picks a model by its rank, from 0, in the engine's fixed order of all
/// models. Only the engine `frontier` samples.
#[derive(Args)]
pub struct SampleArgs {
    #[command(flatten)]
    boards: BoardsArgs,
    #[command(flatten)]
    engine: EngineArgs,
    /// Number of models
    #[arg(short = 'n', long, default_value_t = 1, value_parser = value_parser!(u64).range(1..))]
    count: u64,
    /// Seed of the random ranks, which depend on the instance's name too
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print the model of this rank instead of random ones
    #[arg(long, conflicts_with_all = ["count", "seed"])]
    rank: Option<BigUint>,
    /// Print one JSON object per model
    #[arg(long)]
    json: bool,
}

/// A number for a name; different names have different numbers.
fn stream_of(name: &str) -> u64 {
    u64::from_str_radix(&sha256(name.as_bytes())[..16], 16).expect("hexadecimal digits")
}

/// Runs the command.
///
/// # Errors
/// Bad input, an engine that does not exist or does not sample.
pub fn run(args: &SampleArgs) -> CommandResult {
    let engine = args.engine.build()?;
    let mut code = super::DONE;
    for instance in args.boards.open()? {
        let instance = instance?;
        let done = args.engine.within(|_| one(args, engine.as_ref(), &instance))?;
        code = code.max(match done.outcome {
            Ok(outcome) => outcome?,
            Err(stop) => stopped_by(&instance.name, &stop),
        });
    }
    Ok(code)
}

/// Prints the models of one board as they are found.
fn one(args: &SampleArgs, engine: &dyn Engine, instance: &Instance) -> CommandResult {
    let (system, map) = System::from_board(&instance.board);
    // By the name: an instance has the same samples in any file, and those of others are independent.
    let mut rng = Rng::stream(args.seed, stream_of(&instance.name));
    let mut found = BigUint::ZERO;
    let mut left = if args.rank.is_some() { 1 } else { args.count };
    let mut next = |models: &BigUint| {
        found.clone_from(models);
        left = left.checked_sub(1)?;
        Some(args.rank.clone().unwrap_or_else(|| rng.below_big(models)))
    };
    let mut out = BufWriter::new(stdout().lock());
    let (mut printed, mut failed) = (0u64, None);
    let mut take = |rank: BigUint, model: Vec<bool>| {
        printed += 1;
        let written = write_model(args, instance, &map, &rank, &model, &mut out);
        written.map_err(|e| {
            failed = Some(e);
            Stop::Interrupted
        })
    };
    let picked = engine.models_at_ranks(&system, &mut next, &mut take, &mut Control::new(args.engine.limits()));
    // Also if a limit ran out: the models found so far are models.
    let flushed = out.flush();
    if let Some(error) = failed {
        // Otherwise dropping the buffer writes to the failed output again.
        let _ = out.into_parts();
        return Err(error.into());
    }
    flushed?;
    match picked {
        Err(Stop::Unsupported(why)) => Err(CliError::usage(why)),
        Err(stop) => Ok(stopped_by(&instance.name, &stop)),
        Ok(()) => match &args.rank {
            _ if printed > 0 => Ok(super::DONE),
            Some(rank) if found > BigUint::ZERO => {
                Err(CliError::usage(format!("{}: no model has rank {rank}: there are {found}", instance.shown())))
            }
            _ => {
                let _ = writeln!(stderr(), "{}: no model", instance.shown());
                Ok(super::INCONSISTENT)
            }
        },
    }
}

/// Writes a model: an object of JSON, or its name and rows of letters.
fn write_model(
    args: &SampleArgs,
    instance: &Instance,
    map: &CellMap,
    rank: &BigUint,
    model: &[bool],
    out: &mut impl Write,
) -> io::Result<()> {
    let mut letters = vec!['.'; map.grid.len()];
    for (&cell, &mine) in map.cells.iter().zip(model) {
        letters[cell as usize] = if mine { '*' } else { '-' };
    }
    let rows: Vec<String> = letters.chunks(map.grid.cols.max(1)).map(|row| row.iter().collect()).collect();
    if args.json {
        let line = json!({ "instance": instance.name, "rank": rank.to_string(), "model": rows });
        writeln!(out, "{}", escaped(line.to_string()))
    } else {
        writeln!(out, "{}: model {rank}\n{}", instance.shown(), rows.join("\n"))
    }
}

/// The schema of a line of `--json`.
#[cfg(feature = "schema")]
pub fn line_schema() -> crate::schema::Schema {
    crate::schema::object(
        json!({
            "instance": { "type": "string" },
            "rank": { "type": "string", "pattern": "^[0-9]+$", "description": "Place among all models, from 0." },
            "model": {
                "type": "array",
                "items": { "type": "string" },
                "description": "A text per row: `*` mine, `-` no mine, `.` not covered.",
            },
        }),
        &["instance", "rank", "model"],
    )
}
