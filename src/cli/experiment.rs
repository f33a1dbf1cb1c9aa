//! `minesat experiment`: whole games along a parameter, beside what others reported.

use std::collections::BTreeSet;
use std::ops::{ControlFlow, Range};
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};

use super::jobs::JobsArgs;
use super::under_way::{self, UnderWay};
use super::{CliError, Outcome};
use crate::experiment::boards::BoardsFiles;
use crate::experiment::plan::{Group, PlayerName};
use crate::experiment::run::{GAMES, Played, play};
use crate::experiment::settings::Settings;
use crate::experiment::store::{self, Store};
use crate::experiment::{Plan, Row, read_plan, report};
use crate::input_error::InputError;
use crate::process::{is_interrupted, on_interrupt};
use crate::report::shell;

/// Play the games of a plan (instances/plans/play/*.toml) and report them with charts
///
/// Every player plays the same boards at every point. Records keep which games were won, so players
/// that were played at other times are compared in pairs too. A run that was stopped or killed goes
/// on where it was when the same command is given again. Exit code 1 if a player found a board impossible or opened a mine
/// that it called certainly safe.
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
    #[arg(long, conflicts_with_all = ["missing", "players", "groups", "games"])]
    report: bool,
    /// Games a point, instead of the plan's
    #[arg(long, value_name = "N", requires = "output", value_parser = clap::value_parser!(u64).range(1..))]
    games: Option<u64>,
    #[command(flatten)]
    jobs: JobsArgs,
    /// Folder of records and report [default: results/play/NAME of the plan]
    #[arg(short, long, value_name = "FOLDER")]
    output: Option<PathBuf>,
}

/// One player at one point, to be played.
struct Task<'a> {
    group: &'a Group,
    settings: Settings,
    player: &'a PlayerName,
    /// Where the point is in the plan.
    place: Range<usize>,
}

/// Runs the command.
///
/// # Errors
/// A plan or boards of it that cannot be read, records that are none, a folder that cannot be written.
pub fn run(args: &ExperimentArgs) -> Outcome {
    crate::allocator::for_games();
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
        return Err(CliError::usage(format!("two plans for the folder {}", folders[twice].display())));
    }
    let mut files = BoardsFiles::default();
    // Of all plans before anything is played or written.
    for (plan, folder) in plans.iter().zip(&folders) {
        checked(args, plan, &mut files, folder)?;
    }
    let (mut runs, mut left) = (Vec::new(), Vec::new());
    let mut code = super::DONE;
    for ((path, plan), folder) in args.plans.iter().zip(&plans).zip(&folders) {
        // Opened first: nobody else writes the records from here on, which may not be those of before.
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
            eprintln!("interrupted; the same command goes on from here");
            return Ok(super::INTERRUPTED);
        }
        runs.extend(run);
    }
    // Only now: a command that is given again is given as a whole.
    runs.into_iter().zip(left).try_for_each(|(run, left)| run.finish_but(&left))?;
    Ok(code)
}

/// What is to be played of a plan, and the records of its folder.
///
/// # Errors
/// Records of another plan or of more games, none to report, a report that is none of records, boards that cannot be read.
fn checked<'a>(
    args: &ExperimentArgs,
    plan: &'a Plan,
    files: &mut BoardsFiles,
    folder: &Path,
) -> Result<(Vec<Task<'a>>, Store), CliError> {
    let mut store = Store::read(folder)?;
    if store.played.is_empty() && args.report {
        return Err(CliError::usage(format!("no records in {}: nothing to report", folder.display())));
    }
    if !folder.join(store::FILE).exists() && folder.join("report.md").exists() {
        let told = format!("{} has a report and no records of games: another command made it", folder.display());
        return Err(CliError::usage(told + "\ngive another folder (--output), or move that away"));
    }
    let all = all_tasks(args, plan);
    let mut others = Vec::new();
    // A report is of what was played then; whoever plays on plays the same boards.
    for played in std::mem::take(&mut store.played) {
        let is_known = match all.iter().find(|task| task.is_row(&played.row)) {
            Some(task) => args.report || task.has_boards_of(&played.row, files),
            None => false,
        };
        if is_known { store.played.push(played) } else { others.push(played) }
    }
    let mut chosen = Vec::new();
    for task in if args.report { Vec::new() } else { all } {
        let is_in = |name: &str, names: &[String]| names.is_empty() || names.iter().any(|n| n == name);
        if is_in(task.player.name(), &args.players) && is_in(task.group.name(), &args.groups) {
            let wanted = task.wanted(files).map_err(|e| told(plan, &task, e))?;
            let old = store.played.iter().map(|p| &p.row).find(|row| task.is_row(row));
            match old.filter(|row| row.games >= wanted) {
                Some(_) if args.missing => continue,
                Some(old) if old.games > wanted => return Err(keeps(old, wanted, folder)),
                _ => {}
            }
            chosen.push(task);
        }
    }
    keeps_rows(&others, folder)?;
    Ok((chosen, store))
}

/// The command that plays the rows of a plan and reports them, in words: by parts (players, groups, what is missing) it
/// comes to the same.
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
    // So many games are for a folder that is named.
    let named = args.output.as_deref().or(games.map(|_| folder));
    named.iter().for_each(|folder| words.extend(["--output".into(), folder.display().to_string()]));
    let some = if is_other { ", some rows with other numbers of games (`--games`)" } else { "" };
    format!("`{}`{some}", shell(&words))
}

/// What was played of a plan. Which of its rows are asked for does not matter: a part names its row.
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

/// Players and groups that are asked for are in the plan.
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

/// All that the plan has.
fn all_tasks<'a>(args: &ExperimentArgs, plan: &'a Plan) -> Vec<Task<'a>> {
    let mut all = Vec::new();
    for group in &plan.groups {
        for point in &group.points {
            let mut settings = plan.settings(group, point.get_ref());
            settings.games = args.games.or(settings.games);
            for player in &group.players {
                let (settings, player) = (settings.clone(), player.get_ref());
                all.push(Task { group, settings, player, place: point.span() });
            }
        }
    }
    all
}

impl Task<'_> {
    /// True for a row of this, with whatever number of games.
    fn is_row(&self, row: &Row) -> bool {
        row.group == self.group.name()
            && row.player == self.player.name()
            && row.spec == self.player.spec()
            && row.settings == (Settings { games: row.settings.games, ..self.settings.clone() })
    }

    /// Whether a row of this was played on the boards that its file has now. So it is of rows that do not say.
    fn has_boards_of(&self, row: &Row, files: &mut BoardsFiles) -> bool {
        let Some(played) = &row.boards_sha256 else { return true };
        files.of(&self.settings).is_ok_and(|given| given.is_some_and(|given| given.sha256() == *played))
    }

    /// Games to be played: one that says nothing has all boards of its file, or so many games as `play` takes then.
    fn wanted(&self, files: &mut BoardsFiles) -> Result<u64, InputError> {
        let boards = files.of(&self.settings)?.map(|given| given.count());
        Ok(self.settings.games.or(boards).unwrap_or(GAMES))
    }
}

/// What is wrong with a file of boards: at its point of the plan where the file has no place to show.
fn told(plan: &Plan, task: &Task, e: InputError) -> InputError {
    if e.line == 0 { plan.error(&task.place, format!("{}: {}", e.file, e.message)) } else { e }
}

/// Refuses rows that the plan does not know, which would be lost.
fn keeps_rows(others: &[Played], folder: &Path) -> Result<(), CliError> {
    let Some(Row { group, player, games, settings, .. }) = others.first().map(|p| &p.row) else { return Ok(()) };
    let (folder, rows) = (folder.display(), others.len());
    let boards = settings.boards.as_ref().map(|file| format!(" (or {} has changed since)", file.display()));
    let boards = boards.unwrap_or_default();
    Err(CliError::usage(format!(
        "{folder} has rows that are not of this plan{boards}, {rows} of them, such as {games} games of {player} in {group:?}\n\
         give another folder (--output), or move those away"
    )))
}

/// Refuses to play fewer games where more are recorded, which would be lost.
fn keeps(old: &Row, wanted: u64, folder: &Path) -> CliError {
    let (folder, Row { games, player, group, .. }) = (folder.display(), old);
    CliError::usage(format!(
        "{folder} has {games} games of {player} in {group:?}, which {wanted} would replace: another folder (--output), \
         or --missing"
    ))
}

/// Plays what is wanted. After an interrupt the records have the rows that are finished, `run` has all games. Returns
/// what `run` has of rows that are neither wanted nor in the records.
fn play_all(
    tasks: &[Task],
    folder: &Path,
    files: &mut BoardsFiles,
    store: &mut Store,
    run: &mut UnderWay<Played>,
) -> Result<Vec<Played>, CliError> {
    let bar = ProgressBar::new(tasks.iter().map(|t| t.settings.games.unwrap_or_default()).sum());
    if let Ok(style) = ProgressStyle::with_template("{wide_bar} {pos}/{len} {elapsed} {eta} {msg}") {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(500));
    let mut rows = joined(run.kept());
    for task in tasks {
        let Task { group, settings, player, .. } = task;
        let point = settings.label.clone().or(settings.x.map(|x| x.to_string())).unwrap_or_default();
        bar.set_message(format!("{} {point} {}", group.name(), player.name()));
        let none = Played::none(group, settings, player);
        let begun = rows.iter().position(|p| p.row.same_place(&none.row)).map_or(none, |at| rows.swap_remove(at));
        bar.inc(begun.row.games);
        let game_ends = || {
            bar.inc(1);
            if is_interrupted() {
                bar.set_message("stops when the games under way are kept; once more stops at once");
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

/// Rows of batches.
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
