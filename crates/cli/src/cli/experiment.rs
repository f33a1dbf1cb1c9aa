//! `minesat experiment`: plays whole games along a parameter and reports them beside published figures.

mod tasks;

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};

use super::shared::jobs::JobsArgs;
use super::shared::under_way::{self, UnderWay};
use super::{CliError, Outcome};
use crate::experiment::boards::BoardsFiles;
use crate::experiment::run::{Played, play};
use crate::experiment::store::Store;
use crate::experiment::{Plan, Row, read_plan, report};
use crate::lines::visible;
use crate::process::{is_interrupted, on_interrupt};
use crate::report::shell;
use tasks::{Task, checked};

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
pub fn run(args: &ExperimentArgs) -> Outcome {
    minesat_allocator::for_games();
    if args.output.is_some() && args.plans.len() > 1 {
        return Err(CliError::usage("--output is the folder of one plan"));
    }
    on_interrupt();
    let pool = args.jobs.pool()?;
    let plans = args.plans.iter().map(|path| read_plan(path)).collect::<Result<Vec<Plan>, _>>()?;
    plans.iter().try_for_each(|plan| check_names(args, plan))?;
    let folder = |path: &String| {
        let plain = [".gz", ".zst"].iter().find_map(|packed| path.strip_suffix(packed)).unwrap_or(path);
        let stem = Path::new(plain).file_stem().unwrap_or_default();
        args.output.clone().unwrap_or_else(|| Path::new("results/play").join(stem))
    };
    let folders: Vec<PathBuf> = args.plans.iter().map(folder).collect();
    if let Some(twice) = (1..folders.len()).find(|&i| folders[..i].contains(&folders[i])) {
        return Err(CliError::usage(format!("two plans have the folder {}", folders[twice].display())));
    }
    let mut files = BoardsFiles::default();
    // All plans are checked before anything is played or written.
    for (plan, folder) in plans.iter().zip(&folders) {
        checked(args, plan, &mut files, folder)?;
    }
    let (mut runs, mut left) = (Vec::new(), Vec::new());
    let mut code = super::DONE;
    for ((path, plan), folder) in args.plans.iter().zip(&plans).zip(&folders) {
        // The journal is a lock on the records, which are read again as another command may have changed them.
        let mut run = if args.report { None } else { Some(open(args, path, plan, folder, &mut files)?) };
        let (tasks, mut store) = checked(args, plan, &mut files, folder)?;
        if let Some(run) = &mut run {
            left.push(pool.install(|| play_all(&tasks, folder, &mut files, &mut store, run))?);
            store.in_order_of(plan);
            store.write(folder).map_err(|e| CliError::at(folder, &e))?;
        }
        report::write(plan, &store, &made_by(args, path, plan, (folder, &store)), folder)
            .map_err(|e| CliError::at(folder, &e))?;
        println!("{}", folder.join("report.md").display());
        if store.played.iter().any(|p| p.row.errors > 0) {
            code = super::DISAGREE;
        }
        if is_interrupted() {
            eprintln!("interrupted; the same command resumes the run");
            return Ok(super::INTERRUPTED);
        }
        runs.extend(run);
    }
    // All at the end, as the same command names all plans again.
    runs.into_iter().zip(left).try_for_each(|(run, left)| run.finish_but(&left))?;
    Ok(code)
}

/// The command that plays and reports all rows of a plan, whatever parts of it (players, groups, missing rows) were played
/// by commands of their own.
fn made_by(args: &ExperimentArgs, path: &str, plan: &Plan, (folder, store): (&Path, &Store)) -> String {
    let of_plan = |row: &Row| {
        let group = plan.groups.iter().find(|g| g.name() == row.group);
        let point = group.and_then(|g| g.points.iter().find(|p| p.get_ref().key() == row.settings.key()));
        group.zip(point).and_then(|(group, point)| plan.settings(group, point.get_ref()).games)
    };
    let rows = || store.played.iter().map(|p| &p.row);
    let first = rows().next().map_or(args.games, |row| row.settings.games);
    let games = match (rows().all(|row| row.settings.games == of_plan(row)), first) {
        (true, _) => args.games.filter(|_| rows().next().is_none()),
        (false, Some(_)) if rows().all(|row| row.settings.games == first) => first,
        (false, _) => None,
    };
    let is_other = games.is_none() && rows().any(|row| row.settings.games != of_plan(row));
    let mut words: Vec<String> = ["minesat", "experiment", path].map(String::from).into();
    games.iter().for_each(|games| words.extend(["--games".into(), games.to_string()]));
    // `--games` requires `--output`.
    let named = args.output.as_deref().or(games.map(|_| folder));
    named.iter().for_each(|folder| words.extend(["--output".into(), crate::file_name::text(folder)]));
    let some = if is_other { ", some rows with other numbers of games (`--games`)" } else { "" };
    format!("`{}`{some}", shell(&words))
}

/// The journal of a plan. It does not depend on the rows that are asked for, as each part names its row.
fn open(
    args: &ExperimentArgs,
    path: &str,
    plan: &Plan,
    folder: &Path,
    files: &mut BoardsFiles,
) -> Result<UnderWay<Played>, CliError> {
    let games = args.games.map_or(String::new(), |n| format!(" --games {n}"));
    let boards = plan.groups.iter().flat_map(|g| g.points.iter().map(|p| plan.settings(g, p.get_ref()).boards));
    let boards: BTreeSet<PathBuf> = boards.flatten().collect();
    let played = plan.what_is_played().map_err(|e| CliError::usage(format!("{path}: {e}")))?;
    let mut reads = vec![played.into_bytes()];
    for file in &boards {
        reads.push(files.bytes(file)?.to_vec());
    }
    UnderWay::open(&folder.join(under_way::FILE), format!("minesat experiment {path}{games}"), &reads)
}

/// Checks that the players and groups asked for are in the plan.
fn check_names(args: &ExperimentArgs, plan: &Plan) -> Result<(), CliError> {
    let players = || plan.groups.iter().flat_map(|g| &g.players);
    if let Some(name) = args.players.iter().find(|name| !players().any(|p| p.get_ref().name() == name.as_str())) {
        return Err(CliError::usage(format!("the plan has no player {name:?}")));
    }
    if let Some(name) = args.groups.iter().find(|name| !plan.groups.iter().any(|g| g.name() == **name)) {
        return Err(CliError::usage(format!("the plan has no group {name:?}")));
    }
    Ok(())
}

/// Plays the tasks. After an interruption the records have the finished rows, and `run` has all games. Returns what `run`
/// has of rows that are neither in the tasks nor in the records.
fn play_all(
    tasks: &[Task],
    folder: &Path,
    files: &mut BoardsFiles,
    store: &mut Store,
    run: &mut UnderWay<Played>,
) -> Result<Vec<Played>, CliError> {
    let games = tasks.iter().map(|t| t.settings.games.unwrap_or_default());
    let bar = ProgressBar::new(games.fold(0, u64::saturating_add));
    if let Ok(style) = ProgressStyle::with_template("{wide_bar} {pos}/{len} {elapsed} {eta} {msg}") {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(500));
    let mut rows = joined(run.kept());
    for task in tasks {
        let Task { group, settings, player, .. } = task;
        let point = settings.label.clone().or(settings.x.map(|x| x.to_string())).unwrap_or_default();
        bar.set_message(visible(&format!("{} {point} {}", group.name(), player.name())).into_owned());
        let none = Played::none(group, settings, player);
        let begun = rows.iter().position(|p| p.row.same_place(&none.row)).map_or(none, |at| rows.swap_remove(at));
        bar.inc(begun.row.games);
        let game_ends = || {
            bar.inc(1);
            if is_interrupted() {
                bar.set_message("stopping after the current games; Ctrl-C again stops at once");
            }
        };
        let mut batch_ends = |batch: &Played| match run.add(batch) {
            Ok(()) if !is_interrupted() => ControlFlow::Continue(()),
            ends => ControlFlow::Break(ends),
        };
        let given = files.of(settings)?;
        match play(group, settings, player, given, begun, &game_ends, &mut batch_ends).map_err(CliError::Usage)? {
            ControlFlow::Continue(played) if store.played.contains(&played) => {}
            ControlFlow::Continue(played) => {
                store.put(played);
                store.write(folder).map_err(|e| CliError::at(folder, &e))?;
            }
            ControlFlow::Break(ends) => ends?,
        }
        if is_interrupted() {
            bar.abandon();
            return Ok(rows);
        }
    }
    bar.finish_and_clear();
    let is_recorded = |row: &Row| store.played.iter().any(|p| p.row.same_place(row) && p.row.games == row.games);
    rows.retain(|played| !is_recorded(&played.row));
    Ok(rows)
}

/// Joins batches of the same rows.
fn joined(batches: impl IntoIterator<Item = Played>) -> Vec<Played> {
    let mut rows: Vec<Played> = Vec::new();
    for batch in batches {
        match rows.iter_mut().find(|p| p.row.same_place(&batch.row)) {
            Some(row) => row.join(batch),
            None => rows.push(batch),
        }
    }
    rows
}
