//! `minesat study`: studies of random boards, games and engines. Each command reads its options and hands the study to
//! [`make`].

mod chains;
mod gadgets;
mod games;
mod limits;
mod optimal;
mod sources;
mod transition;

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::shared::bar::Bar;
use super::shared::engine::code_of;
use super::shared::jobs::JobsArgs;
use super::{CliError, CommandResult, DONE};
use crate::bench::Progress;
use crate::cli::names::present_line;
use crate::lines::visible_lines;
use crate::study::{self, Study, StudyError, StudyPlace};

/// Study random boards, games or engines, with a report
///
/// A study writes its rows, report.md and charts to a folder. If it was interrupted or killed, the same command resumes it;
/// the report of another command is not replaced.
#[derive(Args)]
pub struct StudyArgs {
    #[command(subcommand)]
    command: StudyCommand,
}

#[derive(Subcommand)]
enum StudyCommand {
    Transition(transition::TransitionArgs),
    Chains(chains::ChainStudyArgs),
    Gadgets(gadgets::GadgetsArgs),
    Limits(limits::LimitsArgs),
    Optimal(optimal::OptimalArgs),
    Settings(games::SettingsArgs),
    Deviations(games::DeviationsArgs),
    DeadEnds(games::DeadEndsArgs),
    Endgames(games::EndgamesArgs),
    Guesses(sources::GuessesArgs),
    Growth(sources::GrowthArgs),
    Closure(sources::ClosureArgs),
    ChainEffort(sources::ChainEffortArgs),
    SearchTree(sources::SearchTreeArgs),
    Merging(sources::MergingArgs),
    SweepGrowth(sources::SweepGrowthArgs),
}

/// Where a study is made, and on how many threads.
#[derive(Args)]
pub struct MakeArgs {
    #[command(flatten)]
    jobs: JobsArgs,
    /// Folder of rows, report and charts
    #[arg(short, long, value_name = "FOLDER")]
    output: PathBuf,
    /// Make the report again from the rows in the folder, without measuring
    #[arg(long)]
    report: bool,
}

/// Runs the command.
///
/// # Errors
/// Those of the study.
pub fn run(args: &StudyArgs) -> CommandResult {
    match &args.command {
        StudyCommand::Transition(args) => transition::run(args),
        StudyCommand::Chains(args) => chains::run(args),
        StudyCommand::Gadgets(args) => gadgets::run(args),
        StudyCommand::Limits(args) => limits::run(args),
        StudyCommand::Optimal(args) => optimal::run(args),
        StudyCommand::Settings(args) => games::settings(args),
        StudyCommand::Deviations(args) => games::deviations(args),
        StudyCommand::DeadEnds(args) => games::dead_ends(args),
        StudyCommand::Endgames(args) => games::endgames(args),
        StudyCommand::Guesses(args) => sources::guesses(args),
        StudyCommand::Growth(args) => sources::growth(args),
        StudyCommand::Closure(args) => sources::closure(args),
        StudyCommand::ChainEffort(args) => sources::chain_effort(args),
        StudyCommand::SearchTree(args) => sources::search_tree(args),
        StudyCommand::Merging(args) => sources::merging(args),
        StudyCommand::SweepGrowth(args) => sources::sweep_growth(args),
    }
}

/// Makes a study whose options fit.
fn make<S: Study, E: std::fmt::Display>(study: Result<S, E>, args: &MakeArgs) -> CommandResult {
    let study = study.map_err(|e| CliError::usage(e.to_string()))?;
    let (bar, place) = (Bar::new(), StudyPlace { folder: &args.output, present: present_line });
    if args.report {
        return study::remake(&study, place).map(|()| DONE).map_err(CliError::from);
    }
    match args.jobs.pool()?.install(|| study::make(&study, place, &bar)) {
        Ok(()) => Ok(DONE),
        Err(ref error @ StudyError::Stopped { ref stop, .. }) => {
            bar.note(&visible_lines(&error.to_string()));
            Ok(code_of(stop))
        }
        Err(error) => Err(error.into()),
    }
}
