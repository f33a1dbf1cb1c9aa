//! `minesat engines`: lists the engines.

use std::io::{Write, stdout};

use clap::Args;
use clap::builder::PossibleValuesParser;

use super::CommandResult;
use crate::engine::{Counter, FAMILIES};

/// List the engines with their presets, options and counters
#[derive(Args)]
pub struct EnginesArgs {
    /// Only these families
    #[arg(value_name = "FAMILY", value_parser = PossibleValuesParser::new(FAMILIES.iter().map(|family| family.name)),
        hide_possible_values = true)]
    families: Vec<String>,
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
    let is_asked = |name: &str| args.families.is_empty() || args.families.iter().any(|family| family == name);
    for family in FAMILIES.iter().filter(|family| is_asked(family.name)) {
        if args.names {
            writeln!(out, "{}", family.name)?;
            family.presets.iter().try_for_each(|p| writeln!(out, "{}:{}", family.name, p.name))?;
            continue;
        }
        let units: Vec<&str> = family.effort.iter().map(|(_, unit)| *unit).collect();
        writeln!(out, "{}  {}\n    effort: {}", family.name, family.summary, units.join(" or "))?;
        for preset in family.presets {
            writeln!(out, "    {}:{}  {} ({})", family.name, preset.name, preset.help, preset.options)?;
        }
        for option in family.options {
            let words = option.values.words().map_or("TEXT".into(), |words| words.join("|"));
            writeln!(out, "    {}={words}  {} (default {})", option.name, option.help, option.default)?;
        }
        writeln!(out)?;
    }
    if !args.names && args.families.is_empty() {
        writeln!(out, "Choose with --engine family, family:preset or family:option=value,...\n\nCounters:")?;
        for counter in Counter::ALL {
            writeln!(out, "    {}  {}", counter.name(), counter.meaning())?;
        }
    }
    Ok(super::DONE)
}
