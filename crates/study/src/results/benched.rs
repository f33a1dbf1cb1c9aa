//! Results of `minesat bench`: a folder with records, and the report on them.

use std::path::{Path, PathBuf};

use super::pages::differing;
use crate::bench::plan::BenchPlan;
use crate::bench::record::{ClassStore, RecordFile, RecordHeader, SCHEMA, read_records, sha256};
use crate::bench::sha256_of_file;
use crate::file_name;
use crate::instance::builtin;
use crate::report::{self, BoardRows, ReportOptions};

/// Names of the record file of a folder, compressed or not.
const RECORDS: [&str; 3] = ["records.jsonl", "records.jsonl.zst", "records.jsonl.gz"];

/// The record file of a folder, if it has one.
pub fn records_of(folder: &Path) -> Option<PathBuf> {
    RECORDS.iter().map(|name| folder.join(name)).find(|path| path.is_file())
}

/// The number of records and their revision, what is wrong, and what could not be checked.
pub struct Benched {
    /// Number of records.
    pub records: usize,
    /// Revision of the program that made them.
    pub revision: String,
    /// What is wrong.
    pub problems: Vec<String>,
    /// What could not be checked.
    pub notes: Vec<String>,
}

/// Checks a folder with this record file against its plan. None is the plan of no folder.
pub fn check(folder: &Path, records: &Path, plan: Option<&BenchPlan>) -> Benched {
    let file = match read_records(&file_name::text(records)) {
        Ok(file) => file,
        Err(error) => {
            let problems = vec![error.to_string()];
            return Benched { records: 0, revision: String::new(), problems, notes: Vec::new() };
        }
    };
    let (mut problems, mut notes) = (Vec::new(), Vec::new());
    let header = &file.header;
    if header.minesat_records < SCHEMA {
        problems.push("the records are of version 1, which measured wall time: measure again".into());
    }
    match plan {
        None => problems.push("no plan has this folder as its results".into()),
        Some(plan) if sha256(plan.to_json().to_string().as_bytes()) != header.plan_sha256 => {
            problems.push("the plan has changed since the measurements".into());
        }
        Some(_) => {}
    }
    if header.planned.is_some_and(|planned| (file.records.len() as u64) < planned) {
        problems.push(format!("the run was cut short: {} records", file.records.len()));
    }
    instances(header, &mut problems, &mut notes);
    match made(&file, folder) {
        Ok(files) => problems.extend(differing(folder, &files)),
        Err(error) => problems.push(error),
    }
    Benched { records: file.records.len(), revision: header.git.clone(), problems, notes }
}

/// Whether the instance files still are those that were measured.
fn instances(header: &RecordHeader, problems: &mut Vec<String>, notes: &mut Vec<String>) {
    for file in &header.files {
        if builtin(&file.path).is_none() && !file_name::path(&file.path).exists() {
            notes.push(format!("{} is not here: its boards are not compared", file.path));
            continue;
        }
        match sha256_of_file(&file.path) {
            Ok(now) if now == file.sha256 => {}
            Ok(_) => problems.push(format!("{} has changed since the measurements", file.path)),
            Err(error) => problems.push(error.to_string()),
        }
    }
}

/// The files of the report as the present program makes them.
fn made(file: &RecordFile, folder: &Path) -> Result<Vec<(String, String)>, String> {
    let command = ["minesat", "report", &file.path, "-o", &file_name::text(folder)].map(String::from);
    let options =
        ReportOptions { command: report::shell(&command), boards: BoardRows::default(), ..ReportOptions::default() };
    let store = ClassStore::beside(&file_name::path(&file.path));
    Ok(report::files(&report::make(std::slice::from_ref(file), store, &options)))
}
