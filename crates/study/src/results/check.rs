//! Checks every folder of results.

use std::fs;
use std::path::{Path, PathBuf};

use super::age::{Age, tracked};
use super::findings::{FINDINGS, findings_page};
use super::plans::{AnyPlan, plans};
use super::{README, benched, pages, played};
use crate::file_name;
use crate::input_error::InputError;
use crate::report::REPORT;

/// Most bytes of all results: a clone stays quick, and pages in HTML are made on demand.
pub const MOST_BYTES: u64 = 12 << 20;

/// One folder.
#[derive(Clone, Debug)]
pub struct CheckedFolder {
    /// Its path.
    pub folder: String,
    /// Number of records or rows, where the program can read them.
    pub records: Option<usize>,
    /// Revisions that made them, with the age of each.
    pub revisions: Vec<(String, Age)>,
    /// What is wrong; empty if all is well.
    pub problems: Vec<String>,
    /// What could not be checked.
    pub notes: Vec<String>,
}

/// What a check found.
#[derive(Clone, Debug)]
pub struct ResultsCheck {
    /// By path.
    pub folders: Vec<CheckedFolder>,
    /// Bytes of all files that git tracks or would add; of all files without git.
    pub bytes: u64,
    /// What is wrong beside the folders: the size, the page of findings, folders without results.
    pub problems: Vec<String>,
}

impl ResultsCheck {
    /// True if nothing is wrong.
    pub fn is_clean(&self) -> bool {
        self.problems.is_empty() && self.folders.iter().all(|folder| folder.problems.is_empty())
    }
}

/// Checks the results in a folder against the plans in another. Nothing is measured, played or written.
///
/// # Errors
/// A folder or a plan cannot be read.
pub fn check(results: &Path, plan_folder: &Path) -> Result<ResultsCheck, InputError> {
    let plans = plans(plan_folder, results)?;
    let mut found = Vec::new();
    for folder in folders(results)? {
        let name = file_name::text(&folder);
        let plan = plans.get(&folder);
        let state = match (benched::records_of(&folder), plan) {
            (_, Some(AnyPlan::Experiment(path, plan))) => {
                let played = played::check(&folder, path, plan);
                state(name, Some(played.rows), played.revisions, played.problems, Vec::new())
            }
            (Some(records), plan) => {
                let plan = plan.and_then(|plan| if let AnyPlan::Bench(plan) = plan { Some(plan) } else { None });
                let benched = benched::check(&folder, &records, plan);
                state(name, Some(benched.records), vec![benched.revision], benched.problems, benched.notes)
            }
            (None, Some(AnyPlan::Bench(_))) => {
                state(name, None, Vec::new(), vec!["no records: the plan has not been measured".into()], Vec::new())
            }
            (None, None) => studied(&folder, name),
        };
        found.push(state);
    }
    let mut problems = Vec::new();
    for place in plans.keys().filter(|place| !place.is_dir()) {
        problems.push(format!("{} does not exist: its plan has not been measured", place.display()));
    }
    let bytes = size(results);
    if bytes > MOST_BYTES {
        let mib = |bytes: u64| bytes as f64 / f64::from(1 << 20);
        problems.push(format!("{:.1} MiB of results; at most {:.0} are kept", mib(bytes), mib(MOST_BYTES)));
    }
    let page = findings_page(results, FINDINGS);
    problems.extend(pages::differing(results, &[(README.to_string(), page)]));
    Ok(ResultsCheck { folders: found, bytes, problems })
}

fn state(
    folder: String,
    records: Option<usize>,
    revisions: Vec<String>,
    problems: Vec<String>,
    notes: Vec<String>,
) -> CheckedFolder {
    let revisions = revisions.into_iter().filter(|revision| !revision.is_empty());
    let revisions = revisions.map(|revision| (revision.clone(), Age::of(&revision))).collect();
    CheckedFolder { folder, records, revisions, problems, notes }
}

/// The state of a study or of drawings: by the revision that its report, or `made-by.txt`, names.
fn studied(folder: &Path, name: String) -> CheckedFolder {
    let text = [REPORT, "made-by.txt"].iter().find_map(|file| fs::read_to_string(folder.join(file)).ok());
    let Some(text) = text else {
        return state(name, None, Vec::new(), vec!["neither records nor a report nor made-by.txt".into()], Vec::new());
    };
    match revision(&text) {
        Some(revision) => state(name, None, vec![revision], Vec::new(), Vec::new()),
        None => state(name, None, Vec::new(), vec!["the report names no revision that made it".into()], Vec::new()),
    }
}

/// The first word after `revision` in a text.
fn revision(text: &str) -> Option<String> {
    let rest = text.split_once("revision ")?.1;
    let word: String = rest.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '-').collect();
    word.starts_with(|c: char| c.is_ascii_hexdigit()).then_some(word)
}

/// The folders with results below a folder: those that hold files other than the page of findings, and no folder of their own
/// but for plots and verdicts.
fn folders(results: &Path) -> Result<Vec<PathBuf>, InputError> {
    let fail = |e: std::io::Error| InputError::whole(&file_name::text(results), format!("cannot be read: {e}"));
    let (mut found, mut left) = (Vec::new(), vec![results.to_path_buf()]);
    while let Some(at) = left.pop() {
        let mut has_files = false;
        for entry in fs::read_dir(&at).map_err(fail)? {
            let path = entry.map_err(fail)?.path();
            let is_part = ["plots", "classes"].iter().any(|part| path.ends_with(part));
            match path.is_dir() {
                true if !is_part => left.push(path),
                true => {}
                false => has_files |= at != results,
            }
        }
        if has_files {
            found.push(at);
        }
    }
    found.sort();
    Ok(found)
}

fn size(results: &Path) -> u64 {
    let of = |path: &Path| fs::metadata(path).map_or(0, |meta| meta.len());
    if let Some(files) = tracked(results) {
        return files.iter().map(|file| of(&file_name::path(file))).sum();
    }
    let (mut sum, mut left) = (0, vec![results.to_path_buf()]);
    while let Some(at) = left.pop() {
        for path in fs::read_dir(at).into_iter().flatten().filter_map(Result::ok).map(|entry| entry.path()) {
            if path.is_dir() { left.push(path) } else { sum += of(&path) }
        }
    }
    sum
}
