//! What is to be played of a plan, and the records that are there already and must not be lost.

use std::ops::Range;
use std::path::Path;

use super::ExperimentArgs;
use crate::cli::CliError;
use crate::experiment::boards::BoardsFiles;
use crate::experiment::plan::{Group, PlayerName};
use crate::experiment::run::{GAMES, Played};
use crate::experiment::settings::Settings;
use crate::experiment::store::{self, Store};
use crate::experiment::{Plan, Row};
use crate::input_error::InputError;

/// One player at one point, to be played.
pub(super) struct Task<'a> {
    pub group: &'a Group,
    pub settings: Settings,
    pub player: &'a PlayerName,
    /// Where the point is in the plan.
    place: Range<usize>,
}

/// What is to be played of a plan, and the records of its folder.
///
/// # Errors
/// Records of another plan or of more games, no records to report, a report without records, boards that cannot be read.
pub(super) fn checked<'a>(
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
        let what = format!("{} has a report and no records of games: another command made it", folder.display());
        return Err(CliError::usage(what + "\nchoose another folder (--output), or move the report away"));
    }
    let all = all_tasks(args, plan);
    let mut others = Vec::new();
    // A report may be of boards that have changed since; games that are added are on the same boards.
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
            let wanted = task.wanted(files).map_err(|e| placed(plan, &task, e))?;
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

/// All tasks of the plan.
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
    /// True for a row of this task, with any number of games.
    fn is_row(&self, row: &Row) -> bool {
        row.group == self.group.name()
            && row.player == self.player.name()
            && row.spec == self.player.spec()
            && row.settings == (Settings { games: row.settings.games, ..self.settings.clone() })
    }

    /// Whether a row of this task was played on the boards that its file has now; true for rows without a hash.
    fn has_boards_of(&self, row: &Row, files: &mut BoardsFiles) -> bool {
        let Some(played) = &row.boards_sha256 else { return true };
        files.of(&self.settings).is_ok_and(|given| given.is_some_and(|given| given.sha256() == *played))
    }

    /// Games to be played: by default all boards of the file, or the default of `play`.
    fn wanted(&self, files: &mut BoardsFiles) -> Result<u64, InputError> {
        let boards = files.of(&self.settings)?.map(|given| given.count());
        Ok(self.settings.games.or(boards).unwrap_or(GAMES))
    }
}

/// An error in a file of boards, with the place in the plan if it has no place in the file.
fn placed(plan: &Plan, task: &Task, e: InputError) -> InputError {
    if e.line == 0 { plan.error(&task.place, format!("{}: {}", e.file, e.message)) } else { e }
}

/// Refuses rows that are not of the plan, which would be lost.
fn keeps_rows(others: &[Played], folder: &Path) -> Result<(), CliError> {
    let Some(Row { group, player, games, settings, .. }) = others.first().map(|p| &p.row) else { return Ok(()) };
    let (folder, rows) = (folder.display(), others.len());
    let boards = settings.boards.as_ref().map(|file| format!(" (or {} has changed since)", file.display()));
    let boards = boards.unwrap_or_default();
    Err(CliError::usage(format!(
        "{folder} has {rows} rows that are not of this plan{boards}, such as {games} games of {player} in {group:?}\n\
         choose another folder (--output), or move them away"
    )))
}

/// Refuses to replace a row of more games, which would be lost.
fn keeps(old: &Row, wanted: u64, folder: &Path) -> CliError {
    let (folder, Row { games, player, group, .. }) = (folder.display(), old);
    CliError::usage(format!(
        "{folder} has {games} games of {player} in {group:?}, which {wanted} would replace: choose another folder \
         (--output), or --missing"
    ))
}
