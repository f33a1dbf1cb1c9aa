//! `minesat engines`: lists the engines.

use std::io::{Write, stdout};

use clap::Args;

use super::CommandResult;
use crate::engine::{Counter, FAMILIES};

/// List the engines with their presets, options and counters
#[derive(Args)]
pub struct EnginesArgs {
    /// Print only the names of families and presets, one per line
    #[arg(long)]
    names: bool,
}

/// Runs the command.
///
/// # Errors
/// Standard output is gone.
pub fn run(args: &EnginesArgs) -> CommandResult {
    let mut out = stdout().lock();
    for family in FAMILIES {
        if args.names {
            writeln!(out, "{}", family.name)?;
            family.presets.iter().try_for_each(|p| writeln!(out, "{}:{}", family.name, p.name))?;
            continue;
        }
        writeln!(out, "{}  {}", family.name, family.summary)?;
        for preset in family.presets {
            writeln!(out, "    {}:{}  {} ({})", family.name, preset.name, preset.help, preset.options)?;
        }
        for option in family.options {
            let words = option.values.words().map_or("TEXT".into(), |words| words.join("|"));
            writeln!(out, "    {}={words}  {} (default {})", option.name, option.help, option.default)?;
        }
        writeln!(out)?;
    }
    if !args.names {
        writeln!(out, "Choose with --engine family, family:preset or family:option=value,...\n\nCounters:")?;
        for counter in Counter::ALL {
            writeln!(out, "    {}  {}", counter.name(), counter.meaning())?;
        }
    }
    Ok(super::DONE)
}
