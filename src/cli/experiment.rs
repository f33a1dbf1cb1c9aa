//! `minesat experiment`: whole games along a parameter, beside what others reported.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};

use super::under_way::{self, UnderWay};
use super::{CliError, Outcome};
use crate::bench::{is_interrupted, on_interrupt};
use crate::experiment::plan::{Group, PlayerName};
use crate::experiment::run::{Played, play};
use crate::experiment::settings::Settings;
use crate::experiment::store::Store;
use crate::experiment::{Plan, read_plan, report};

/// Play the games of a plan (instances/plans/play/*.toml) and report them with charts
///
/// Every player plays the same boards at every point. Records keep which games were won, so players
/// that were played at other times are compared in pairs too. A run that was stopped or killed goes
/// on where it was when the same command is given again.
#[derive(Args)]
pub struct ExperimentArgs {
    /// Plans
    #[arg(required = true)]
    plans: Vec<String>,
    /// Play these players only; the rows of others are kept
    #[arg(short, long = "player", value_name = "NAME")]
    players: Vec<String>,
    /// Play these groups only
    #[arg(short, long = "group", value_name = "NAME")]
    groups: Vec<String>,
    /// Play only what has no row yet with as many games
    #[arg(long)]
    missing: bool,
    /// Play nothing: make the report again from the records
    #[arg(long, conflicts_with_all = ["missing", "players", "groups"])]
    report: bool,
    /// Games a point, instead of the plan's
    #[arg(long, value_name = "N", requires = "output")]
    games: Option<u64>,
    /// Threads [default: all]
    #[arg(short, long)]
    jobs: Option<usize>,
    /// Folder of records and report [default: results/play/NAME of the plan]
    #[arg(short, long, value_name = "FOLDER")]
    output: Option<PathBuf>,
}

/// One player at one point, to be played.
struct Task<'a> {
    group: &'a Group,
    settings: Settings,
    player: &'a PlayerName,
}

/// Runs the command.
///
/// # Errors
/// A plan that cannot be read, records that are none, a folder that cannot be written.
pub fn run(args: &ExperimentArgs) -> Outcome {
    if args.output.is_some() && args.plans.len() > 1 {
        return Err(CliError::usage("--output is the folder of one plan"));
    }
    on_interrupt();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(args.jobs.unwrap_or(0)).build();
    let pool = pool.map_err(|e| CliError::usage(e.to_string()))?;
    let mut runs = Vec::new();
    for path in &args.plans {
        let plan = read_plan(path)?;
        let stem = Path::new(path).file_stem().unwrap_or_default();
        let folder = args.output.clone().unwrap_or_else(|| Path::new("results/play").join(stem));
        let mut store = Store::read(&folder)?;
        let tasks = tasks(args, &plan, &mut store)?;
        if !args.report {
            let mut run = UnderWay::open(&folder.join(under_way::FILE), &[Path::new(path)])?;
            pool.install(|| play_all(&tasks, &folder, &mut store, &mut run))?;
            runs.push(run);
        }
        store.in_order_of(&plan);
        store.write(&folder).map_err(|e| CliError::at(&folder, &e))?;
        report::write(&plan, &store, &format!("minesat experiment {path}"), &folder)
            .map_err(|e| CliError::at(&folder, &e))?;
        println!("{}", folder.join("report.md").display());
        if is_interrupted() {
            return Ok(super::INTERRUPTED);
        }
    }
    // Only now: a command that is given again is given as a whole.
    runs.into_iter().try_for_each(UnderWay::finish)?;
    Ok(super::DONE)
}

/// What the plan wants played, and of the rows there are those that it still knows.
fn tasks<'a>(args: &ExperimentArgs, plan: &'a Plan, store: &mut Store) -> Result<Vec<Task<'a>>, CliError> {
    let mut all = Vec::new();
    for group in &plan.groups {
        for point in &group.points {
            for player in &group.players {
                let mut settings = plan.settings(group, point.get_ref());
                settings.games = args.games.or(settings.games);
                all.push(Task { group, settings, player: player.get_ref() });
            }
        }
    }
    let row_of = |task: &Task, row: &crate::experiment::Row| {
        row.group == task.group.name
            && row.player == task.player.name()
            && row.spec == task.player.spec()
            && row.settings == (Settings { games: row.settings.games, ..task.settings.clone() })
    };
    store.played.retain(|p| all.iter().any(|task| row_of(task, &p.row)));
    for name in &args.players {
        if !all.iter().any(|t| t.player.name() == name) {
            return Err(CliError::usage(format!("the plan has no player {name:?}")));
        }
    }
    for name in &args.groups {
        if !all.iter().any(|t| t.group.name == *name) {
            return Err(CliError::usage(format!("the plan has no group {name:?}")));
        }
    }
    let is_chosen = |task: &Task| {
        let is_in = |name: &str, names: &[String]| names.is_empty() || names.iter().any(|n| n == name);
        let is_there = |p: &&Played| {
            row_of(task, &p.row) && p.row.settings.games.unwrap_or_default() >= task.settings.games.unwrap_or_default()
        };
        is_in(task.player.name(), &args.players)
            && is_in(&task.group.name, &args.groups)
            && !(args.missing && store.played.iter().any(|p| is_there(&p)))
    };
    all.retain(is_chosen);
    Ok(all)
}

/// Plays what is wanted. After an interrupt the records have the rows that are finished, `run` has all games.
fn play_all(tasks: &[Task], folder: &Path, store: &mut Store, run: &mut UnderWay<Played>) -> Result<(), CliError> {
    let bar = ProgressBar::new(tasks.iter().map(|t| t.settings.games.unwrap_or_default()).sum());
    if let Ok(style) = ProgressStyle::with_template("{wide_bar} {pos}/{len} {elapsed} {eta} {msg}") {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(500));
    let mut kept: Vec<Played> = Vec::new();
    for batch in run.kept() {
        match kept.iter_mut().find(|p| p.row.same_place(&batch.row)) {
            Some(row) => row.join(batch),
            None => kept.push(batch),
        }
    }
    for task in tasks {
        let Task { group, settings, player } = task;
        let point = settings.label.clone().or(settings.x.map(|x| x.to_string())).unwrap_or_default();
        bar.set_message(format!("{} {point} {}", group.name, player.name()));
        let none = Played::none(group, settings, player);
        let begun = kept.iter().position(|p| p.row.same_place(&none.row)).map_or(none, |at| kept.swap_remove(at));
        bar.inc(begun.row.games);
        let mut batch_ends = |batch: &Played| {
            bar.inc(batch.row.games);
            match run.add(batch) {
                Ok(()) if !is_interrupted() => ControlFlow::Continue(()),
                ends => ControlFlow::Break(ends),
            }
        };
        match play(group, settings, player, begun, &mut batch_ends).map_err(CliError::Usage)? {
            ControlFlow::Continue(played) => store.put(played),
            ControlFlow::Break(ends) => {
                bar.abandon_with_message("interrupted; the same command goes on from here");
                return ends;
            }
        }
        store.write(folder).map_err(|e| CliError::at(folder, &e))?;
    }
    bar.finish_and_clear();
    Ok(())
}
