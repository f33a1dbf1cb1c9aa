//! `minesat man`: manual pages, made from the help of the commands.

use std::fs;
use std::io::{Write, stdout};
use std::path::PathBuf;

use clap::Args;

use super::{CliError, CommandResult};

/// Print the manual page, or write the pages of all commands
#[derive(Args)]
#[command(after_help = "Example:\n  minesat man -o ~/.local/share/man/man1 && man minesat-solve")]
pub struct ManArgs {
    /// Folder for the pages, one per command
    #[arg(short, long)]
    output: Option<PathBuf>,
}

/// Runs the command.
///
/// # Errors
/// The folder cannot be written to.
pub fn run(args: &ManArgs, command: clap::Command) -> CommandResult {
    match &args.output {
        None => {
            let mut page = Vec::new();
            clap_mangen::Man::new(command).render(&mut page)?;
            stdout().lock().write_all(&page)?;
        }
        Some(folder) => {
            fs::create_dir_all(folder).map_err(|e| CliError::at(folder, &e))?;
            clap_mangen::generate_to(command, folder).map_err(|e| CliError::at(folder, &e))?;
        }
    }
    Ok(super::DONE)
}
