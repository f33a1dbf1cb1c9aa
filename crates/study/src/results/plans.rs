//! The plans of a folder, by the folder of results that each writes to.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::bench::plan::{BenchPlan, read_plan};
use crate::experiment::{self, ExperimentPlan};
use crate::file_name;
use crate::input_error::InputError;

/// A plan with its path.
pub enum AnyPlan {
    /// Of `minesat bench`.
    Bench(BenchPlan),
    /// Of `minesat experiment`.
    Experiment(String, Box<ExperimentPlan>),
}

/// Folder of the plans of experiments among all plans, and that of their results.
const PLAY: &str = "play";

/// All plans, by folder of results.
///
/// # Errors
/// The folder or a plan cannot be read, or two plans write to one folder.
pub fn plans(folder: &Path, results: &Path) -> Result<BTreeMap<PathBuf, AnyPlan>, InputError> {
    let mut all = BTreeMap::new();
    let mut add = |place: PathBuf, path: &str, plan: AnyPlan| match all.insert(place.clone(), plan) {
        Some(_) => Err(InputError::whole(path, format!("{} is the folder of another plan too", place.display()))),
        None => Ok(()),
    };
    for path in toml_files(folder)? {
        let plan = read_plan(&path)?;
        // A plan that names no folder, such as the one that the program holds, may have results in one of its name.
        let own = results.join(Path::new(&path).file_stem().unwrap_or_default());
        if let Some(place) = plan.results.clone().or_else(|| own.is_dir().then_some(own)) {
            add(place, &path, AnyPlan::Bench(plan))?;
        }
    }
    let games = folder.join(PLAY);
    if games.is_dir() {
        for path in toml_files(&games)? {
            let plan = experiment::read_plan(&path)?;
            let stem = Path::new(&path).file_stem().unwrap_or_default().to_owned();
            add(results.join(PLAY).join(stem), &path, AnyPlan::Experiment(path.clone(), Box::new(plan)))?;
        }
    }
    Ok(all)
}

fn toml_files(folder: &Path) -> Result<Vec<String>, InputError> {
    let fail = |e: std::io::Error| InputError::whole(&file_name::text(folder), format!("cannot be read: {e}"));
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).map_err(fail)? {
        let path = entry.map_err(fail)?.path();
        if path.extension().is_some_and(|end| end == "toml") {
            found.push(file_name::text(&path));
        }
    }
    found.sort();
    Ok(found)
}
