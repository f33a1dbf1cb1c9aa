//! `minesat sample`: uniformly random models.

use std::io::{Write, stdout};

use clap::Args;
use clap::builder::RangedU64ValueParser;
use num_bigint::BigUint;
use serde_json::json;

use super::boards::BoardsArgs;
use super::{CliError, EngineArgs, LIMIT, Outcome};
use crate::bench::record::sha256;
use crate::engine::{Control, Stop};
use crate::lines::escaped;
use crate::rng::Rng;
use crate::system::System;

/// Random models of a board, every model equally likely
///
/// Letters: * mine, - no mine, . not covered. With --rank, the model of that rank in the engine's
/// fixed order of all models, from 0. Of the engines `frontier` finds models by rank.
#[derive(Args)]
pub struct SampleArgs {
    #[command(flatten)]
    boards: BoardsArgs,
    #[command(flatten)]
    engine: EngineArgs,
    /// Number of models
    #[arg(short = 'n', long, default_value_t = 1, value_parser = RangedU64ValueParser::<usize>::new().range(1..))]
    count: usize,
    /// Seed of the random ranks, which depend on it and on the instance's name
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// This model instead of random ones
    #[arg(long, conflicts_with_all = ["count", "seed"])]
    rank: Option<BigUint>,
    /// Print one JSON object a model
    #[arg(long)]
    json: bool,
}

/// A number that names differ in.
fn stream_of(name: &str) -> u64 {
    u64::from_str_radix(&sha256(name.as_bytes())[..16], 16).expect("hexadecimal digits")
}

/// Runs the command.
///
/// # Errors
/// Bad input, an engine that does not exist or does not sample.
pub fn run(args: &SampleArgs) -> Outcome {
    let engine = args.engine.build()?;
    let mut out = stdout().lock();
    let mut code = super::DONE;
    for instance in args.boards.open()? {
        let instance = instance?;
        let (system, map) = System::from_board(&instance.board);
        // By its name: an instance has the same samples in whatever file it stands, and those of others are independent.
        let mut rng = Rng::stream(args.seed, stream_of(&instance.name));
        let mut ranks = Vec::new();
        let mut found = BigUint::ZERO;
        let mut choose = |models: &BigUint| {
            found.clone_from(models);
            ranks = match &args.rank {
                Some(rank) => vec![rank.clone()],
                None => (0..args.count).map(|_| rng.below_big(models)).collect(),
            };
            ranks.clone()
        };
        let models = match engine.pick(&system, &mut choose, &mut Control::new(args.engine.limits())) {
            Ok(models) => models,
            Err(Stop::Unsupported(why)) => return Err(CliError::usage(why)),
            Err(stop) => {
                let _ = writeln!(std::io::stderr(), "{}: {stop}", instance.shown());
                code = LIMIT;
                continue;
            }
        };
        match args.rank.as_ref().filter(|_| found > BigUint::ZERO) {
            Some(rank) if models.is_empty() => {
                let message = format!("{}: no model has rank {rank}: there are {found}", instance.shown());
                return Err(CliError::usage(message));
            }
            _ if models.is_empty() => {
                let _ = writeln!(std::io::stderr(), "{}: no model", instance.shown());
                code = code.max(super::INCONSISTENT);
            }
            _ => {}
        }
        for (model, rank) in models.iter().zip(&ranks) {
            let mut letters = vec!['.'; map.grid.len()];
            for (&cell, &mine) in map.cells.iter().zip(model) {
                letters[cell as usize] = if mine { '*' } else { '-' };
            }
            let rows: Vec<String> = letters.chunks(map.grid.cols.max(1)).map(|row| row.iter().collect()).collect();
            match args.json {
                true => {
                    let line = json!({ "instance": instance.name, "rank": rank.to_string(), "model": rows });
                    writeln!(out, "{}", escaped(line.to_string()))?;
                }
                false => writeln!(out, "{}: model {rank}\n{}", instance.shown(), rows.join("\n"))?,
            }
        }
    }
    Ok(code)
}
