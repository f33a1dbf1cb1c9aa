//! `minesat study`: studies of random boards along a parameter.

mod transition;

use clap::{Args, Subcommand};

use super::Outcome;

/// Study random boards along a parameter, with a report
#[derive(Args)]
pub struct StudyArgs {
    #[command(subcommand)]
    command: StudyCommand,
}

#[derive(Subcommand)]
enum StudyCommand {
    Transition(transition::TransitionArgs),
}

/// Runs the command.
///
/// # Errors
/// Those of the study.
pub fn run(args: &StudyArgs) -> Outcome {
    match &args.command {
        StudyCommand::Transition(args) => transition::run(args),
    }
}
