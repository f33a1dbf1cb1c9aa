//! `minesat measure`: the child process of a bench, for the program itself.

use std::io::{Write, stdout};
use std::time::Duration;

use clap::Args;

use super::{CliError, CommandResult};
use crate::answer::Query;
use crate::bench::measure;
use crate::engine::{Limits, build, live};
use crate::instance::InstanceReader;
use crate::process::clock::count_processor_time;
use crate::process::watch::{begin, done, watch};
use crate::process::{end_now, limit_own_memory, limit_own_processor_time};
use crate::units::{bytes, seconds};

/// Measure an instance on standard input; print one line of JSON
#[derive(Args)]
pub struct MeasureArgs {
    #[arg(long)]
    engine: String,
    #[arg(long)]
    query: Query,
    #[arg(long, value_parser = seconds)]
    time_limit: Duration,
    #[arg(long, value_parser = bytes)]
    memory: u64,
    /// Make every run longer by this share of its time
    #[arg(long, default_value_t = 0.0, value_parser = share)]
    slowed: f64,
}

fn share(text: &str) -> Result<f64, String> {
    text.parse().ok().filter(|share| (0.0..=100.0).contains(share)).ok_or_else(|| "a number from 0 to 100".into())
}

/// Runs the command.
///
/// # Errors
/// Bad input or an engine that does not exist.
pub fn run(args: &MeasureArgs) -> CommandResult {
    count_processor_time();
    limit_own_processor_time(measure::processor_time_limit(args.time_limit))?;
    let memory = limit_own_memory(args.memory)?;
    let engine = build(&args.engine)?;
    let Some(instance) = InstanceReader::open("-")?.next() else {
        return Err(CliError::usage("no instance on standard input"));
    };
    let instance = instance?;
    let limits = Limits { time: Some(args.time_limit), nodes: None, memory: Some(measure::table_share(memory)) };
    let (family, complete) = (engine.family(), engine.is_complete());
    live::show();
    watch(None, move |_| {
        // The engine cannot be stopped, so this process ends with it.
        let printed = print(&measure::Measured::out_of_time(family, complete));
        end_now(i32::from(printed.is_err()))
    });
    begin(Some(args.time_limit));
    let measured = measure::Measured::new(engine.as_ref(), &instance, args.query, limits, args.slowed);
    done();
    print(&measured)?;
    Ok(super::DONE)
}

fn print(measured: &measure::Measured) -> std::io::Result<()> {
    let line = serde_json::to_string(measured)? + "\n";
    stdout().write_all(line.as_bytes())?;
    stdout().flush()
}
