//! `minesat explain`, `minesat chains` and `minesat view --explain` as programs.

use std::fs;

use assert_cmd::Command;
use serde_json::Value;

fn minesat(arguments: &[&str], input: &str) -> (i32, String, String) {
    let output = Command::cargo_bin("minesat").unwrap().args(arguments).write_stdin(input).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

const BOARD: &str = "1 4 ?\n#1#1\n";
const IMPOSSIBLE: &str = "1 3 ?\n1#0\n";

#[test]
fn a_cell_is_explained_in_words_and_as_json() {
    let (code, out, _) = minesat(&["explain", "-", "0,0"], BOARD);
    assert_eq!(code, 0);
    assert!(
        out.starts_with("(0,0) is safe: the 1 at (0,1) and the 1 at (0,3) force it; no fewer clues do.\n"),
        "{out}"
    );
    let (code, out, _) = minesat(&["explain", "-", "0,0", "--json"], BOARD);
    let value: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((code, &value["verdict"], &value["minimality"]), (0, &"safe".into(), &"smallest".into()));
    assert_eq!(value["clues"][1]["at"], serde_json::json!([0, 3]));
    assert_eq!(value["derivation"]["by"], "rules");
    let (code, out, _) = minesat(&["explain", "-", "--all"], BOARD);
    assert_eq!((code, out.lines().count()), (0, 2), "{out}");
}

#[test]
fn exit_codes_tell_what_happened() {
    let (code, out, _) = minesat(&["explain", "-"], IMPOSSIBLE);
    assert!(code == 20 && out.contains("the 1 at (0,0) and the 0 at (0,2) contradict each other"), "{out}");
    assert_eq!(minesat(&["explain", "-"], BOARD).0, 0);
    let (code, out, _) = minesat(&["explain", "-"], "1 2 ?\n1_\n");
    assert!(code == 20 && out.contains("needs 1 mine more on 0 cells"), "{out}");
    for (cell, why) in [("0,1", "not covered"), ("7,0", "not on the board"), ("x", "not a cell")] {
        let (code, _, err) = minesat(&["explain", "-", cell], BOARD);
        assert!(code == 2 && err.contains(why), "{cell}: {err}");
    }
    assert_eq!(minesat(&["explain", "-", "0,0", "--all"], BOARD).0, 2);
    let (code, _, err) = minesat(&["chains", "-"], IMPOSSIBLE);
    assert!(code == 20 && err.contains("contradict each other"), "{err}");
    assert_eq!(minesat(&["chains"], "").0, 2);
    assert_eq!(minesat(&["chains", "--game", "3x3:2"], "").0, 2);
}

#[test]
fn chains_are_told_and_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let picture = folder.path().join("chains.svg");
    let (code, out, _) = minesat(&["chains", "-", "--svg", picture.to_str().unwrap()], BOARD);
    assert!(code == 0 && out.contains("longest chain: 3 cells: (0,3) (0,2) (0,0)\nreach 3"), "{out}");
    assert!(fs::read_to_string(picture).unwrap().contains("<circle"));
    let (_, out, _) = minesat(&["chains", "-", "--dot"], BOARD);
    assert!(out.starts_with("digraph"), "{out}");
    let game = |seed: &str| minesat(&["chains", "--game", "9x9:0.15", "--seed", seed, "--json"], "").1;
    assert_eq!(game("1"), game("1"));
    assert_ne!(game("1"), game("2"));
}

#[test]
fn a_picture_outlines_the_set() {
    let (code, out, _) = minesat(&["view", "-", "--explain", "0,0"], BOARD);
    assert!(code == 0 && out.matches("#ff8c00").count() == 2 && out.matches("#8a2be2").count() == 1, "{out}");
}

const SOURCES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/instances/sources.jsonl");

/// The experiment and the search, small.
#[test]
fn an_experiment_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let found = path("found.jsonl");
    assert_eq!(minesat(&["chains", "--search", "6x6", "--steps", "50", "--runs", "2", "-o", &found], "").0, 0);
    let a3 = path("a3");
    let arguments =
        ["chains", "--experiment", &a3, "--shapes", "5x5", "1x9", "--boards", "3", "--found", &found, SOURCES];
    assert_eq!(minesat(&[&arguments[..], &["--densities", "0.1", "0.2"]].concat(), "").0, 0);
    let report = fs::read_to_string(format!("{a3}/report.md")).unwrap();
    assert!(report.contains("| 0.20 |") && report.contains("the reported 38"), "{report}");
    // On the source's extreme case influence runs from one end to the other.
    assert!(report.contains("| alternating-1x20 | 1x20 | 10 | 0 | 10 | 11 | 19 | 10 |"), "{report}");
    assert!(
        report.contains("is longest at 0.") && report.contains(" on 1x9 (within two standard errors).\n"),
        "{report}"
    );
    assert_eq!(fs::read_to_string(format!("{a3}/points.jsonl")).unwrap().lines().count(), 1 + 4);
    assert!(fs::metadata(format!("{a3}/length.svg")).is_ok());
}
