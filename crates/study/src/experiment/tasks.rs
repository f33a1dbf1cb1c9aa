//! What is to be played of a plan, and the records that are there already and must not be lost.

use std::ops::Range;
use std::path::Path;

use super::boards::BoardsFiles;
use super::error::ExperimentError;
use super::plan::{ExperimentPlan, PlayerName, PointGroup};
use super::row::PointRow;
use super::run::{GAMES, PlayedPoint};
use super::settings::GameSettings;
use super::store::{self, ExperimentStore};
use crate::input_error::InputError;
use crate::report::REPORT;

/// What is asked of a plan.
#[derive(Clone, Debug, Default)]
pub struct Asked {
    /// Names of the players whose games are played; empty for all.
    pub players: Vec<String>,
    /// Names of the groups; empty for all.
    pub groups: Vec<String>,
    /// Only what has no row with that many games yet.
    pub missing: bool,
    /// Only the report.
    pub report: bool,
    /// Games per point, instead of the plan's.
    pub games: Option<u64>,
}

impl Asked {
    /// Checks that the players and groups are in the plan.
    ///
    /// # Errors
    /// One is not.
    pub(super) fn check(&self, plan: &ExperimentPlan) -> Result<(), ExperimentError> {
        let players = || plan.groups.iter().flat_map(|g| &g.players);
        if let Some(name) = self.players.iter().find(|name| !players().any(|p| p.get_ref().name() == name.as_str())) {
            return Err(ExperimentError::NoPlayer(name.clone()));
        }
        match self.groups.iter().find(|name| !plan.groups.iter().any(|g| g.name() == **name)) {
            Some(name) => Err(ExperimentError::NoGroup(name.clone())),
            None => Ok(()),
        }
    }
}

/// One player at one point, to be played.
pub(super) struct Task<'a> {
    pub group: &'a PointGroup,
    pub settings: GameSettings,
    pub player: &'a PlayerName,
    /// Where the point is in the plan.
    place: Range<usize>,
}

/// What is to be played of a plan, and the records of its folder.
///
/// # Errors
/// Records of another plan or of more games, no records to report, a report without records, boards that cannot be read.
pub(super) fn checked<'a>(
    asked: &Asked,
    plan: &'a ExperimentPlan,
    files: &mut BoardsFiles,
    folder: &Path,
) -> Result<(Vec<Task<'a>>, ExperimentStore), ExperimentError> {
    let mut store = ExperimentStore::read(folder)?;
    if store.played.is_empty() && asked.report {
        return Err(ExperimentError::NoRecords(folder.display().to_string()));
    }
    if store::records_of(folder).is_none() && folder.join(REPORT).exists() {
        return Err(ExperimentError::OtherReport(folder.display().to_string()));
    }
    let all = all_tasks(asked, plan);
    let mut others = Vec::new();
    // A report may be of boards that have changed since; games that are added are on the same boards.
    for played in std::mem::take(&mut store.played) {
        let is_known = match all.iter().find(|task| task.is_row(&played.row)) {
            Some(task) => asked.report || task.has_boards_of(&played.row, files),
            None => false,
        };
        if is_known { store.played.push(played) } else { others.push(played) }
    }
    let mut chosen = Vec::new();
    for task in if asked.report { Vec::new() } else { all } {
        let is_in = |name: &str, names: &[String]| names.is_empty() || names.iter().any(|n| n == name);
        if is_in(task.player.name(), &asked.players) && is_in(task.group.name(), &asked.groups) {
            let wanted = task.wanted(files).map_err(|e| placed(plan, &task, e))?;
            let old = store.played.iter().map(|p| &p.row).find(|row| task.is_row(row));
            match old.filter(|row| row.games >= wanted) {
                Some(_) if asked.missing => continue,
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
fn all_tasks<'a>(asked: &Asked, plan: &'a ExperimentPlan) -> Vec<Task<'a>> {
    let mut all = Vec::new();
    for group in &plan.groups {
        for point in &group.points {
            let mut settings = plan.settings(group, point.get_ref());
            settings.games = asked.games.or(settings.games);
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
    fn is_row(&self, row: &PointRow) -> bool {
        row.group == self.group.name()
            && row.player == self.player.name()
            && row.spec == self.player.spec_at(&self.settings)
            && row.settings == (GameSettings { games: row.settings.games, ..self.settings.clone() })
    }

    /// Whether a row of this task was played on the boards that its file has now; true for rows without a hash.
    fn has_boards_of(&self, row: &PointRow, files: &mut BoardsFiles) -> bool {
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
fn placed(plan: &ExperimentPlan, task: &Task, e: InputError) -> InputError {
    if e.line == 0 { plan.error(&task.place, format!("{}: {}", e.file, e.message)) } else { e }
}

/// Refuses rows that are not of the plan, which would be lost.
fn keeps_rows(others: &[PlayedPoint], folder: &Path) -> Result<(), ExperimentError> {
    let Some(PointRow { group, player, games, settings, .. }) = others.first().map(|p| &p.row) else { return Ok(()) };
    let boards = settings.boards.as_ref().map(|file| format!(" (or {} has changed since)", file.display()));
    Err(ExperimentError::OtherRows {
        folder: folder.display().to_string(),
        rows: others.len(),
        boards: boards.unwrap_or_default(),
        first: format!("{games} games of {player} in {group:?}"),
    })
}

/// Refuses to replace a row of more games, which would be lost.
fn keeps(old: &PointRow, wanted: u64, folder: &Path) -> ExperimentError {
    let PointRow { games, player, group, .. } = old;
    let there = format!("{games} games of {player} in {group:?}");
    ExperimentError::MoreGames { folder: folder.display().to_string(), there, wanted }
}
