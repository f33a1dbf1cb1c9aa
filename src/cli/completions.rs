//! `minesat completions`: shell completions.

use std::io::stdout;

use clap::Args;
use clap_complete::{Shell, generate};

use super::Outcome;

/// Shell completions on standard output
#[derive(Args)]
pub struct CompletionsArgs {
    shell: Shell,
}

/// Runs the command.
///
/// # Errors
/// None; the type is that of all commands.
pub fn run(args: &CompletionsArgs, command: &mut clap::Command) -> Outcome {
    generate(args.shell, command, "minesat", &mut stdout());
    Ok(super::DONE)
}
