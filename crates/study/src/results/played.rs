//! Results of `minesat experiment`: a folder with the rows of games, and the report on them.

use std::path::Path;

use super::pages::differing;
use crate::experiment::store::ExperimentStore;
use crate::experiment::{Asked, Experiment, ExperimentPlan};

/// What a folder of an experiment holds.
pub struct Played {
    /// Number of rows.
    pub rows: usize,
    /// Revisions of the program that played them, each once.
    pub revisions: Vec<String>,
    /// What is wrong.
    pub problems: Vec<String>,
}

/// Checks the folder of an experiment against its plan.
pub fn check(folder: &Path, path: &str, plan: &ExperimentPlan) -> Played {
    let store = match ExperimentStore::read(folder) {
        Ok(store) => store,
        Err(error) => return Played { rows: 0, revisions: Vec::new(), problems: vec![error.to_string()] },
    };
    let mut revisions: Vec<String> = store.played.iter().map(|p| p.row.git.clone()).collect();
    revisions.sort_unstable();
    revisions.dedup();
    let asked = Asked { report: true, ..Asked::default() };
    let experiment = Experiment { path, plan, asked: &asked, folder, named: false };
    let problems = match store.played.is_empty() {
        true => vec!["the experiment has no rows".to_string()],
        false => differing(folder, &experiment.report(&store)),
    };
    Played { rows: store.played.len(), revisions, problems }
}
