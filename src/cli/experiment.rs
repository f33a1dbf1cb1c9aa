//! `minesat experiment`: whole games along a parameter, beside what others reported.

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};

use super::{CliError, Outcome};
use crate::bench::{is_interrupted, on_interrupt};
use crate::experiment::plan::{Group, PlayerName, Settings};
use crate::experiment::store::Store;
use crate::experiment::{Plan, read_plan, report, run::play};

/// Play the games of a plan (instances/plans/play/*.toml) and report them with charts
///
/// Every player plays the same boards at every point. Records keep which games were won, so players
/// that were played at other times are compared in pairs too.
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
    for path in &args.plans {
        let plan = read_plan(path)?;
        let stem = Path::new(path).file_stem().unwrap_or_default();
        let folder = args.output.clone().unwrap_or_else(|| Path::new("results/play").join(stem));
        let mut store = Store::read(&folder)?;
        let code = pool.install(|| play_all(args, &plan, &folder, &mut store))?;
        report::write(&plan, &store, &format!("minesat experiment {path}"), &folder)
            .map_err(|e| CliError::at(&folder, &e))?;
        println!("{}", folder.join("report.md").display());
        if code != super::DONE {
            return Ok(code);
        }
    }
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
        let is_there = |p: &&crate::experiment::run::Played| {
            row_of(task, &p.row) && p.row.settings.games.unwrap_or_default() >= task.settings.games.unwrap_or_default()
        };
        is_in(task.player.name(), &args.players)
            && is_in(&task.group.name, &args.groups)
            && !(args.missing && store.played.iter().any(|p| is_there(&p)))
    };
    all.retain(is_chosen);
    Ok(all)
}

fn play_all(args: &ExperimentArgs, plan: &Plan, folder: &Path, store: &mut Store) -> Outcome {
    let tasks = tasks(args, plan, store)?;
    if args.report {
        return Ok(super::DONE);
    }
    let bar = ProgressBar::new(tasks.iter().map(|t| t.settings.games.unwrap_or_default()).sum());
    if let Ok(style) = ProgressStyle::with_template("{wide_bar} {pos}/{len} {elapsed} {eta} {msg}") {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(500));
    for task in &tasks {
        let point = task.settings.label.clone().or(task.settings.x.map(|x| x.to_string())).unwrap_or_default();
        bar.set_message(format!("{} {point} {}", task.group.name, task.player.name()));
        let played = play(task.group, &task.settings, task.player, &mut |games| {
            bar.inc(games);
            if is_interrupted() {
                bar.set_message("ends after this row; once more ends at once, without it");
            }
        });
        store.put(played.map_err(CliError::Usage)?);
        // After every row, so that a stop loses one row at most.
        store.write(folder).map_err(|e| CliError::at(folder, &e))?;
        if is_interrupted() {
            bar.abandon();
            return Ok(super::INTERRUPTED);
        }
    }
    bar.finish_and_clear();
    store.in_order_of(plan);
    store.write(folder).map_err(|e| CliError::at(folder, &e))?;
    Ok(super::DONE)
}
