//! `minesat completions`: shell completions.

use std::io::{Write, stdout};

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
/// Standard output cannot be written to.
pub fn run(args: &CompletionsArgs, command: &mut clap::Command) -> Outcome {
    // Beside: `generate` panics where the reader has gone away.
    let mut text = Vec::new();
    generate(args.shell, command, "minesat", &mut text);
    stdout().lock().write_all(&text)?;
    Ok(super::DONE)
}
