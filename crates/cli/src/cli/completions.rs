//! `minesat completions`: shell completions.

use std::io::{Write, stdout};

use clap::Args;
use clap_complete::{Shell, generate};

use super::CommandResult;

/// Print completions for a shell
#[derive(Args)]
pub struct CompletionsArgs {
    /// Shell
    shell: Shell,
}

/// Runs the command.
///
/// # Errors
/// Standard output cannot be written to.
pub fn run(args: &CompletionsArgs, command: &mut clap::Command) -> CommandResult {
    // Not straight to standard output: `generate` panics if the reader is gone.
    let mut text = Vec::new();
    generate(args.shell, command, "minesat", &mut text);
    stdout().lock().write_all(&text)?;
    Ok(super::DONE)
}
