//! The search for hard boards, as its users call it.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use minesat::answer::{Query, ask};
use minesat::engine::{Limits, build};
use minesat::instance::{Instance, read_all};
use minesat::suite::canonical_hash;

use crate::common::program::{Ended, minesat, run};

fn boards(folder: &Path, name: &str) -> Vec<Instance> {
    read_all(folder.join(name).to_str().unwrap()).unwrap_or_else(|e| panic!("{e}"))
}

/// `minesat hardest` with these words in a folder.
fn hardest(folder: &Path, words: &str) -> Ended {
    run(folder, &[&["hardest"], words.split(' ').collect::<Vec<_>>().as_slice()].concat())
}

fn effort(instance: &Instance, engine: &str) -> u64 {
    instance.features["effort"][engine].as_u64().unwrap()
}

#[test]
fn its_boards_are_harder_than_the_starts_differ_and_need_what_it_says() {
    let folder = tempfile::tempdir().unwrap();
    let words = "-e search --against backtrack --floor 50 --rows 7 --cols 8 --steps 400 --seed 3 --keep 6";
    let (code, line, said) = hardest(folder.path(), &format!("{words} --json -o a.jsonl"));
    assert_eq!(code, 0, "{said}");
    let line: serde_json::Value = serde_json::from_str(&line).unwrap();
    let found = boards(folder.path(), "a.jsonl");
    assert_eq!(found.len(), line["boards"].as_array().unwrap().len());
    assert!((2..=6).contains(&found.len()));
    let ratio = |instance: &Instance| instance.features["ratio"].as_f64().unwrap();
    assert!(found.is_sorted_by(|a, b| ratio(a) >= ratio(b)));
    let start = &line["course"][0];
    assert!(ratio(&found[0]) > 1.5 * start["median"].as_f64().unwrap(), "{start}");
    assert_eq!(line["course"].as_array().unwrap().last().unwrap()["best"], ratio(&found[0]));
    let hashes: BTreeSet<String> = found.iter().map(|instance| canonical_hash(&instance.board)).collect();
    assert_eq!(hashes.len(), found.len(), "twins");
    for instance in &found {
        assert_eq!(instance.features["canonical"], canonical_hash(&instance.board));
        assert!(instance.board.mines().is_some());
        for engine in ["search", "backtrack"] {
            let built = build(engine).unwrap();
            let answer = ask(built.as_ref(), &instance.board, Query::Classify, Limits::default());
            assert_eq!(answer.status(), "ok");
            assert_eq!(built.family().effort_of(&answer.stats).unwrap().0, effort(instance, engine));
        }
        assert_eq!(ratio(instance), effort(instance, "search") as f64 / effort(instance, "backtrack").max(50) as f64);
        // Every other command reads the file, and `solve` says the same number.
        let (code, shown, said) = run(folder.path(), &["solve", "a.jsonl", "--only", &instance.name, "-e", "search"]);
        assert_eq!(code, 0, "{said}");
        assert!(shown.contains(&format!("nodes {},", effort(instance, "search"))), "{shown}");
    }
}

#[test]
fn equal_options_write_equal_bytes_and_other_boards_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    let words = "-e frontier --rows 6 --cols 6 --steps 150 --counter peak_states --near-miss --total unknown";
    let (code, one, said) = hardest(folder.path(), &format!("{words} -o a.jsonl"));
    assert_eq!(code, 0, "{said}");
    let (_, two, _) = hardest(folder.path(), &format!("{words} -o b.jsonl"));
    assert_eq!(one.replace("a.jsonl", "b.jsonl"), two);
    let read = |name: &str| fs::read(folder.path().join(name)).unwrap();
    assert_eq!(read("a.jsonl"), read("b.jsonl"));
    assert!(boards(folder.path(), "a.jsonl").iter().all(|i| i.features["peak_states"]["frontier"].as_u64().is_some()));
    // The same search again is no loss, another one is.
    let before = read("a.jsonl");
    assert_eq!(hardest(folder.path(), &format!("{words} -o a.jsonl")).0, 0);
    let (code, _, said) = hardest(folder.path(), &format!("{words} --seed 2 -o a.jsonl"));
    assert!(code == 2 && said.contains("another search, `minesat hardest -e frontier"), "{said}");
    fs::write(folder.path().join("notes"), "not boards\n").unwrap();
    let (code, _, said) = hardest(folder.path(), &format!("{words} -o notes"));
    assert!(code == 2 && said.contains("something other"), "{said}");
    let (code, _, said) = hardest(folder.path(), &format!("{words} -o /dev/null"));
    assert!(code == 2 && said.contains("not a file"), "{said}");
    assert_eq!(read("a.jsonl"), before);
    // A folder takes a file with a name of its own.
    assert_eq!(hardest(folder.path(), &format!("{words} -o .")).0, 0);
    assert_eq!(boards(folder.path(), "hardest-frontier-6x6-s1.jsonl"), boards(folder.path(), "a.jsonl"));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 4, "journals are gone");
}

/// Killed at some moments and cut in the middle of a line, it comes to the same file.
#[test]
fn a_killed_search_resumes_to_the_same_boards() {
    let folder = tempfile::tempdir().unwrap();
    let words = "-e lp --rows 12 --cols 12 --steps 1500 --seed 4";
    let args = |name: &'static str| words.split(' ').chain(["-o", name]);
    let (code, _, said) = hardest(folder.path(), &format!("{words} -o whole.jsonl"));
    assert_eq!(code, 0, "{said}");
    let journal = folder.path().join("cut.jsonl.under-way");
    let mut kills = 0;
    for _ in 0..40 {
        let mut child = minesat(folder.path())
            .arg("hardest")
            .args(args("cut.jsonl"))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(2500));
        if child.try_wait().unwrap().is_some() {
            break;
        }
        child.kill().unwrap();
        child.wait().unwrap();
        kills += 1;
        let text = fs::read(&journal).unwrap_or_default();
        if kills == 1 && text.iter().filter(|&&b| b == b'\n').count() > 1 {
            // As if the disk had lost the end of the last line.
            fs::write(&journal, &text[..text.len() - 5]).unwrap();
        }
    }
    // Another search does not take over what is kept.
    if journal.exists() {
        let (code, _, said) = hardest(folder.path(), "-e search --steps 10 -o cut.jsonl");
        assert!(code == 2 && said.contains("has parts of another run"), "{said}");
    }
    let (code, _, said) = hardest(folder.path(), &format!("{words} -o cut.jsonl"));
    assert_eq!(code, 0, "{said}");
    let read = |name: &str| fs::read(folder.path().join(name)).unwrap();
    assert_eq!(read("whole.jsonl"), read("cut.jsonl"), "after {kills} kills");
    assert!(!journal.exists());
}

#[test]
fn the_smallest_boards_reach_the_factor_or_it_says_that_none_does() {
    let folder = tempfile::tempdir().unwrap();
    let words = "-e backtrack:naive --against frontier --rows 6 --cols 6 --steps 600";
    let (code, shown, said) = hardest(folder.path(), &format!("{words} --smallest 5 -o a.jsonl"));
    assert_eq!(code, 0, "{said}");
    let found = boards(folder.path(), "a.jsonl");
    let covered = |instance: &Instance| instance.features["covered"].as_u64().unwrap();
    assert!(found.iter().all(|instance| instance.features["ratio"].as_f64().unwrap() >= 5.0));
    assert!(found.is_sorted_by_key(covered) && covered(&found[0]) < 20, "{shown}");
    assert!(shown.contains(&format!("The smallest board has {} covered cells", covered(&found[0]))), "{shown}");
    let (code, shown, _) = hardest(folder.path(), &format!("{words} --smallest 1e9 -o b.jsonl"));
    assert!(code == 0 && shown.contains("No board reached the factor 1000000000."), "{shown}");
    let (code, _, said) = hardest(folder.path(), "-e backtrack --smallest 5 -o c.jsonl");
    assert!(code == 2 && said.contains("--against"), "{said}");
    let (code, _, said) = hardest(folder.path(), "-e backtrack --objective ratio -o c.jsonl");
    assert!(code == 2 && said.contains("--against"), "{said}");
    let (code, _, said) = hardest(folder.path(), "-e backtrack --rows 3 --cols 3 --density 2 -o c.jsonl");
    assert!(code == 2 && said.contains("density"), "{said}");
    assert!(!folder.path().join("c.jsonl").exists() && !folder.path().join("c.jsonl.under-way").exists());
}

/// varisat shows no counter by itself: the command counts the clauses that it learns.
#[test]
fn learned_clauses_are_the_effort_of_varisat_and_widths_are_found() {
    let folder = tempfile::tempdir().unwrap();
    let words = "-e sat --rows 8 --cols 8 --steps 40 --density 0.4 --objective tree-width";
    let (code, shown, said) = hardest(folder.path(), &format!("{words} -o a.jsonl"));
    assert_eq!(code, 0, "{said}");
    assert!(shown.contains("(learned clauses)"), "{shown}");
    let found = boards(folder.path(), "a.jsonl");
    let width = |instance: &Instance| instance.features["tree_width"].as_u64().unwrap();
    assert!(found.is_sorted_by(|a, b| width(a) >= width(b)) && width(&found[0]) >= 5);
    let (code, _, said) =
        run(folder.path(), &["bench", "-i", "a.jsonl", "-e", "sat", "-q", "classify", "-o", "out", "--no-report"]);
    assert_eq!(code, 0, "{said}");
    let records = fs::read_to_string(folder.path().join("out/records.jsonl")).unwrap();
    for instance in &found {
        let name = format!("\"{}\"", instance.name);
        let record = records.lines().find(|line| line.contains(&name)).unwrap();
        let record: serde_json::Value = serde_json::from_str(record).unwrap();
        assert_eq!(record["effort"], effort(instance, "sat"), "{record}");
    }
}

/// A solver that lies is found, with the board.
#[test]
fn a_wrong_answer_ends_the_search() {
    let folder = tempfile::tempdir().unwrap();
    let liar = folder.path().join("liar");
    fs::write(&liar, "#!/bin/sh\necho 's UNSATISFIABLE'\nexit 20\n").unwrap();
    fs::set_permissions(&liar, fs::Permissions::from_mode(0o755)).unwrap();
    let engine = format!("sat:textbook,solver=external,command={}", liar.display());
    let (code, _, said) = hardest(folder.path(), &format!("-e {engine} --rows 4 --cols 4 --steps 5 -o a.jsonl"));
    assert!(code == 1 && said.contains("a wrong answer") && said.contains("4 4 "), "{code} {said}");
    assert!(!folder.path().join("a.jsonl").exists());
    // One that is slow is left out, by the wall clock, since its processor time shows only when it ends.
    fs::write(&liar, "#!/bin/sh\nsleep 60\n").unwrap();
    let limits = "--rows 4 --cols 4 --lines 1 --steps 5 -t 0.05";
    let (code, _, said) = hardest(folder.path(), &format!("-e {engine} {limits} -o a.jsonl"));
    assert!(code == 2 && said.contains("20 stopped by time"), "{code} {said}");
}

#[test]
fn an_interrupted_search_says_how_it_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let args = ["hardest", "-e", "lp", "--rows", "15", "--cols", "15", "--steps", "100000", "-o", "a.jsonl"];
    let child = minesat(folder.path()).args(args).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(500));
    let pid = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
    let ended = child.wait_with_output().unwrap();
    assert_eq!(ended.status.code(), Some(130));
    assert!(String::from_utf8_lossy(&ended.stderr).contains("the same command resumes"));
    assert!(folder.path().join("a.jsonl.under-way").exists() && !folder.path().join("a.jsonl").exists());
}
