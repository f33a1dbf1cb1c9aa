//! `minesat experiment`: plays whole games along a parameter and reports them beside published figures.

use std::path::{Path, PathBuf};

use clap::Args;

use super::shared::bar::Bar;
use super::shared::jobs::JobsArgs;
use super::{CliError, CommandResult};
use crate::experiment::boards::BoardsFiles;
use crate::experiment::session::Done;
use crate::experiment::{Asked, Experiment, ExperimentPlan, read_plan};
use crate::process::{is_interrupted, on_interrupt};
use crate::report::REPORT;

/// Play the games of a plan along a parameter, with charts
///
/// Plans are in instances/plans/play. At each point all players play the same boards. Records keep which games were won, so
/// players of different runs are compared in pairs too. After an interruption or a kill the same command resumes. The exit
/// code is 1 if a player found a board impossible or opened a mine that it called certainly safe.
#[derive(Args)]
pub struct ExperimentArgs {
    /// Plans in TOML
    #[arg(required = true, value_parser = super::file_name())]
    plans: Vec<String>,
    /// Play with this player only, repeatable; the rows of others are kept
    #[arg(short, long = "player", value_name = "NAME")]
    players: Vec<String>,
    /// Play this group only, repeatable
    #[arg(short, long = "group", value_name = "NAME")]
    groups: Vec<String>,
    /// Play only what has no row with that many games yet
    #[arg(long)]
    missing: bool,
    /// Make the report from the records, without playing
    #[arg(long, conflicts_with_all = ["missing", "players", "groups", "games"])]
    report: bool,
    /// Games per point, instead of the plan's
    #[arg(long, value_name = "N", requires = "output", value_parser = clap::value_parser!(u64).range(1..))]
    games: Option<u64>,
    #[command(flatten)]
    jobs: JobsArgs,
    /// Folder of records and report [default: results/play/NAME, after the plan]
    #[arg(short, long, value_name = "FOLDER")]
    output: Option<PathBuf>,
}

/// Runs the command.
///
/// # Errors
/// A plan, its boards or its records cannot be read; the folder cannot be written.
pub fn run(args: &ExperimentArgs) -> CommandResult {
    minesat_allocator::for_games();
    if args.output.is_some() && args.plans.len() > 1 {
        return Err(CliError::usage("--output is the folder of one plan"));
    }
    on_interrupt();
    let pool = args.jobs.pool()?;
    let plans = args.plans.iter().map(|path| read_plan(path)).collect::<Result<Vec<ExperimentPlan>, _>>()?;
    let folders: Vec<PathBuf> = args.plans.iter().map(|path| folder(args, path)).collect();
    if let Some(twice) = (1..folders.len()).find(|&i| folders[..i].contains(&folders[i])) {
        return Err(CliError::usage(format!("two plans have the folder {}", folders[twice].display())));
    }
    let ExperimentArgs { players, groups, missing, report, games, .. } = args;
    let asked =
        Asked { players: players.clone(), groups: groups.clone(), missing: *missing, report: *report, games: *games };
    let mut all = Vec::new();
    for ((path, plan), folder) in args.plans.iter().zip(&plans).zip(&folders) {
        all.push(Experiment { path, plan, asked: &asked, folder, named: args.output.is_some() });
    }
    let mut files = BoardsFiles::default();
    // All plans are checked before anything is played or written.
    all.iter().try_for_each(|experiment| experiment.check(&mut files))?;
    let (mut runs, mut code) = (Vec::new(), super::DONE);
    for experiment in &all {
        let bar = Bar::new();
        let done = pool.install(|| experiment.make(&mut files, &bar))?;
        println!("{}", experiment.folder.join(REPORT).display());
        if done.has_errors {
            code = super::DISAGREE;
        }
        if is_interrupted() {
            eprintln!("interrupted; the same command resumes the run");
            return Ok(super::INTERRUPTED);
        }
        runs.push(done);
    }
    runs.into_iter().try_for_each(Done::finish)?;
    Ok(code)
}

/// The folder of a plan: the one of the command, or that of the plan's name.
fn folder(args: &ExperimentArgs, path: &str) -> PathBuf {
    let plain = [".gz", ".zst"].iter().find_map(|packed| path.strip_suffix(packed)).unwrap_or(path);
    let stem = Path::new(plain).file_stem().unwrap_or_default();
    args.output.clone().unwrap_or_else(|| Path::new("results/play").join(stem))
}
