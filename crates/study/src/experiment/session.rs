//! From a plan to its report: plays what the records do not have yet, with a journal from which the same command resumes.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use super::boards::BoardsFiles;
use super::error::ExperimentError;
use super::plan::ExperimentPlan;
use super::report;
use super::row::PointRow;
use super::run::{PlayedPoint, play};
use super::store::ExperimentStore;
use super::tasks::{Asked, Task, checked};
use crate::bench::Progress;
use crate::process::is_interrupted;
use crate::report::shell;
use crate::study::{FILE, StudyError, UnderWay, write_files};

/// An experiment in its folder.
#[derive(Debug)]
pub struct Experiment<'a> {
    /// Path of the plan.
    pub path: &'a str,
    /// What is played.
    pub plan: &'a ExperimentPlan,
    /// What is asked of it.
    pub asked: &'a Asked,
    /// Folder of records and report.
    pub folder: &'a Path,
    /// Whether the folder is another than that of the plan's name.
    pub named: bool,
}

/// An experiment that was played and reported. Its journal is there until [`Done::finish`].
pub struct Done {
    run: Option<(UnderWay<PlayedPoint>, Vec<PlayedPoint>)>,
    /// Whether a player found a board impossible, or opened a mine that it called certainly safe.
    pub has_errors: bool,
}

impl Done {
    /// Ends the run. The same command names all plans again, so runs end when all are done.
    ///
    /// # Errors
    /// The journal cannot be removed.
    pub fn finish(self) -> Result<(), StudyError> {
        self.run.map_or(Ok(()), |(run, left)| run.finish_but(&left))
    }
}

impl Experiment<'_> {
    /// Checks the plan, its boards and what is in the folder, before anything is played or written.
    ///
    /// # Errors
    /// Names that the plan does not have, records of another plan or of more games, no records to report, a report without
    /// records, boards that cannot be read.
    pub fn check(&self, files: &mut BoardsFiles) -> Result<(), ExperimentError> {
        self.asked.check(self.plan)?;
        checked(self.asked, self.plan, files, self.folder).map(drop)
    }

    /// Plays on the threads of the current pool, and writes records and report. After an interruption ([`is_interrupted`])
    /// the records have the finished rows, and the journal has all games.
    ///
    /// # Errors
    /// Those of [`Experiment::check`]; the folder cannot be written.
    pub fn make(&self, files: &mut BoardsFiles, progress: &dyn Progress) -> Result<Done, ExperimentError> {
        let (plan, folder) = (self.plan, self.folder);
        // The journal is a lock on the records, which are read again as another command may have changed them.
        let mut run = if self.asked.report { None } else { Some(self.open(files)?) };
        let (tasks, mut store) = checked(self.asked, plan, files, folder)?;
        let mut left = Vec::new();
        if let Some(run) = &mut run {
            left = self.play_all(&tasks, files, &mut store, run, progress)?;
            store.in_order_of(plan);
            store.write(folder).map_err(|e| StudyError::at(folder, e))?;
        }
        std::fs::create_dir_all(folder).map_err(|e| StudyError::at(folder, e))?;
        write_files(folder, self.report(&store))?;
        let has_errors = store.played.iter().any(|p| p.row.errors > 0);
        Ok(Done { run: run.map(|run| (run, left)), has_errors })
    }

    /// The files of the report on these rows: name in the folder, text.
    pub fn report(&self, store: &ExperimentStore) -> Vec<(String, String)> {
        report::files(self.plan, store, &self.made_by(store))
    }

    /// The journal of the plan. It does not depend on the rows that are asked for, as each part names its row.
    fn open(&self, files: &mut BoardsFiles) -> Result<UnderWay<PlayedPoint>, ExperimentError> {
        let Experiment { path, plan, .. } = self;
        let games = self.asked.games.map_or(String::new(), |n| format!(" --games {n}"));
        let boards = plan.groups.iter().flat_map(|g| g.points.iter().map(|p| plan.settings(g, p.get_ref()).boards));
        let boards: BTreeSet<PathBuf> = boards.flatten().collect();
        let played =
            plan.what_is_played().map_err(|error| ExperimentError::Plan { path: (*path).to_string(), error })?;
        let mut reads = vec![played.into_bytes()];
        for file in &boards {
            reads.push(files.bytes(file)?.to_vec());
        }
        Ok(UnderWay::open(&self.folder.join(FILE), format!("minesat experiment {path}{games}"), &reads)?)
    }

    /// Plays the tasks. Returns what `run` has of rows that are neither in the tasks nor in the records.
    fn play_all(
        &self,
        tasks: &[Task],
        files: &mut BoardsFiles,
        store: &mut ExperimentStore,
        run: &mut UnderWay<PlayedPoint>,
        progress: &dyn Progress,
    ) -> Result<Vec<PlayedPoint>, ExperimentError> {
        let mut rows = joined(run.kept());
        let none = |task: &Task| PlayedPoint::none(task.group, &task.settings, task.player);
        let games = tasks.iter().map(|task| task.settings.games.unwrap_or_default()).fold(0, u64::saturating_add);
        let has = |task: &Task| rows.iter().find(|p| p.row.same_place(&none(task).row)).map_or(0, |p| p.row.games);
        progress.begin(games, tasks.iter().map(has).sum());
        for task in tasks {
            let Task { group, settings, player, .. } = task;
            progress.measuring(&format!("{} {} {}", group.name(), settings.place(), player.name()));
            let none = none(task);
            let begun = rows.iter().position(|p| p.row.same_place(&none.row)).map_or(none, |at| rows.swap_remove(at));
            let game_ends = || {
                progress.measured();
                if is_interrupted() {
                    progress.measuring("stopping after the current games; Ctrl-C again stops at once");
                }
            };
            let mut batch_ends = |batch: &PlayedPoint| match run.add(batch) {
                Ok(()) if !is_interrupted() => ControlFlow::Continue(()),
                ends => ControlFlow::Break(ends),
            };
            let given = files.of(settings)?;
            match play(group, settings, player, given, begun, &game_ends, &mut batch_ends)? {
                ControlFlow::Continue(played) if store.played.contains(&played) => {}
                ControlFlow::Continue(played) => {
                    store.put(played);
                    store.write(self.folder).map_err(|e| StudyError::at(self.folder, e))?;
                }
                ControlFlow::Break(ends) => ends?,
            }
            if is_interrupted() {
                progress.end();
                return Ok(rows);
            }
        }
        progress.end();
        let is_recorded =
            |row: &PointRow| store.played.iter().any(|p| p.row.same_place(row) && p.row.games == row.games);
        rows.retain(|played| !is_recorded(&played.row));
        Ok(rows)
    }

    /// The command that plays and reports all rows of the plan, whatever parts of it (players, groups, missing rows) were
    /// played by commands of their own.
    fn made_by(&self, store: &ExperimentStore) -> String {
        let Experiment { path, plan, asked, folder, named } = self;
        let of_plan = |row: &PointRow| {
            let group = plan.groups.iter().find(|g| g.name() == row.group);
            let point = group.and_then(|g| g.points.iter().find(|p| p.get_ref().key() == row.settings.key()));
            group.zip(point).and_then(|(group, point)| plan.settings(group, point.get_ref()).games)
        };
        let rows = || store.played.iter().map(|p| &p.row);
        let first = rows().next().map_or(asked.games, |row| row.settings.games);
        let games = match (rows().all(|row| row.settings.games == of_plan(row)), first) {
            (true, _) => asked.games.filter(|_| rows().next().is_none()),
            (false, Some(_)) if rows().all(|row| row.settings.games == first) => first,
            (false, _) => None,
        };
        let is_other = games.is_none() && rows().any(|row| row.settings.games != of_plan(row));
        let mut words: Vec<String> = ["minesat", "experiment", path].map(String::from).into();
        games.iter().for_each(|games| words.extend(["--games".into(), games.to_string()]));
        // `--games` requires `--output`.
        if *named || games.is_some() {
            words.extend(["--output".into(), crate::file_name::text(folder)]);
        }
        let some = if is_other { ", some rows with other numbers of games (`--games`)" } else { "" };
        format!("`{}`{some}", shell(&words))
    }
}

/// Joins batches of the same rows.
fn joined(batches: impl IntoIterator<Item = PlayedPoint>) -> Vec<PlayedPoint> {
    let mut rows: Vec<PlayedPoint> = Vec::new();
    for batch in batches {
        match rows.iter_mut().find(|p| p.row.same_place(&batch.row)) {
            Some(row) => row.join(batch),
            None => rows.push(batch),
        }
    }
    rows
}
