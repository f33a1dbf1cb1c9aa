use std::fs;
use std::path::Path;

use super::benched::{self, Benched};
use super::{Age, pages};
use crate::bench::plan::BenchPlan;
use crate::bench::record::{Record, RecordHeader, SCHEMA, sha256};
use crate::bench::write_run;
use crate::report::{self, ReportOptions};

/// A folder with the records of a plan and the report on them.
fn measured(folder: &Path, plan: &BenchPlan) {
    let header = RecordHeader {
        minesat_records: SCHEMA,
        version: "1".into(),
        git: "abc".into(),
        profile: "release".into(),
        jobs: 1,
        plan: plan.to_json(),
        plan_sha256: sha256(plan.to_json().to_string().as_bytes()),
        planned: Some(1),
        ..RecordHeader::default()
    };
    let records = folder.join("records.jsonl");
    let record =
        Record { engine: "brute".into(), query: "decide".into(), run: 1, status: "ok".into(), ..Record::default() };
    fs::write(&records, serde_json::to_string(&record).unwrap() + "\n").unwrap();
    write_run(&records, &header).unwrap();
    remade(folder);
}

fn remade(folder: &Path) {
    let path = folder.join("records.jsonl").to_str().unwrap().to_string();
    let file = crate::bench::record::read_records(&path).unwrap();
    let command = ["minesat", "report", &path, "-o", folder.to_str().unwrap()].map(String::from);
    let options = ReportOptions { command: report::shell(&command), ..ReportOptions::default() };
    let store = crate::bench::record::ClassStore::nowhere();
    report::write(&report::make(&[file], store, &options), folder).unwrap();
}

fn problems(folder: &Path, plan: &BenchPlan) -> Vec<String> {
    let Benched { problems, .. } = benched::check(folder, &folder.join("records.jsonl"), Some(plan));
    problems
}

#[test]
fn a_report_of_other_records_and_an_edited_plan_are_found() {
    let folder = tempfile::tempdir().unwrap();
    let (at, plan) = (folder.path(), BenchPlan::new("t"));
    measured(at, &plan);
    assert!(problems(at, &plan).is_empty(), "{:?}", problems(at, &plan));
    let other = BenchPlan { title: "u".into(), ..plan.clone() };
    assert_eq!(problems(at, &other), ["the plan has changed since the measurements"]);
    // A report that was edited, one that is gone, and a drawing of an earlier one.
    let (report, whole) = (at.join("report.md"), fs::read_to_string(at.join("report.md")).unwrap());
    fs::write(&report, whole.replace("Answer", "answer")).unwrap();
    assert!(problems(at, &plan)[0].starts_with("report.md is not what the present program makes: line "));
    fs::remove_file(&report).unwrap();
    fs::write(at.join("plots/old.svg"), "<svg/>").unwrap();
    assert_eq!(problems(at, &plan), ["report.md is missing", "plots/old.svg is no part of the report: remove it"]);
    // The report removes only what its earlier self showed.
    fs::write(&report, whole + "\n![old](plots/old.svg)\n![x](../x.svg)\n").unwrap();
    remade(at);
    assert!(problems(at, &plan).is_empty(), "{:?}", problems(at, &plan));
}

#[test]
fn a_run_that_was_cut_short_or_changed_boards_are_found() {
    let folder = tempfile::tempdir().unwrap();
    let (at, plan) = (folder.path(), BenchPlan::new("t"));
    measured(at, &plan);
    fs::write(at.join("records.jsonl"), "").unwrap();
    remade(at);
    assert_eq!(problems(at, &plan), ["the run was cut short: 0 records"]);
    let run = at.join("run.json");
    let boards = at.join("b.mine");
    fs::write(&boards, "1 3 1\n#1#\n").unwrap();
    let named = serde_json::json!([{ "path": boards.to_str().unwrap(), "sha256": "0", "instances": 1 }]);
    let text = fs::read_to_string(&run).unwrap().replace("\"files\": []", &format!("\"files\": {named}"));
    fs::write(&run, text.replace("\"planned\": 1", "\"planned\": 0")).unwrap();
    remade(at);
    assert_eq!(problems(at, &plan), [format!("{} has changed since the measurements", boards.display())]);
}

#[test]
fn files_that_are_as_made_are_no_problem() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.md"), "x\ny\n").unwrap();
    let made = |text: &str| pages::differing(folder.path(), &[("a.md".into(), text.into())]);
    assert!(made("x\ny\n").is_empty());
    assert_eq!(made("x\nz\n"), ["a.md is not what the present program makes: line 2 differs"]);
}

#[test]
fn revisions_that_git_does_not_know_have_no_age() {
    assert_eq!(Age::of("abc"), Age::Unknown("the records name no revision".into()));
    assert_eq!(Age::of("0123456789ab-modified"), Age::Unknown("the records were made with uncommitted changes".into()));
    assert!(matches!(Age::of("0123456789ab"), Age::Unknown(_)));
}
