//! Certificates, proofs and other people's solvers from the command line.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use minesat::certify::{LratStep, check_lrat};

use crate::common::program::run;

/// Left to right: safe, mine, mine.
const FORCED: &str = "1 5 ?\n#1#2#\n";
const OPEN: &str = "1 3 1\n#1#\n";
const WRONG: &str = "1 5 ?\n#0#2#\n";

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, board) in [("forced.mine", FORCED), ("open.mine", OPEN), ("wrong.mine", WRONG)] {
        fs::write(folder.path().join(name), board).unwrap();
    }
    folder
}

/// A shell script in the folder that can be run.
fn script(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    fs::write(&path, format!("#!/bin/sh\n{text}\n")).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path.to_str().unwrap().to_string()
}

#[test]
fn certificates_are_written_and_checked_again() {
    let folder = folder();
    let run = |args: &[&str]| run(folder.path(), args);
    for engine in ["sat", "sat:solver=batsat", "lp", "ilp", "rules", "frontier"] {
        let (code, out, _) =
            run(&["solve", "forced.mine", "--json", "--certificates", "proof.jsonl", "--engine", engine]);
        let answer: serde_json::Value = serde_json::from_str(&out).unwrap();
        assert_eq!((code, &answer["classes"][0]), (0, &"s.m.m".into()), "{engine}");
        assert_eq!(answer["certificates"]["certified"], 3, "{engine}: {out}");
        assert_eq!(answer["stats"]["verdicts_uncertified"], 0, "{engine}: {out}");
        let (code, out, _) = run(&["verify", "forced.mine", "proof.jsonl"]);
        assert!(code == 0 && out.contains("forced: 1 safe, 2 mines proved"), "{engine}: {out}");
        // A claim turned round.
        let text = fs::read_to_string(folder.path().join("proof.jsonl")).unwrap();
        fs::write(folder.path().join("broken.jsonl"), text.replacen("true", "false", 1)).unwrap();
        let (code, out, _) = run(&["verify", "forced.mine", "broken.jsonl"]);
        assert!(code == 1 && out.contains("rejected"), "{engine}: {out}");

        let (code, out, _) = run(&["solve", "wrong.mine", "--certify", "--engine", engine]);
        assert!(code == 20 && out.contains("certified 1 of 1 verdicts"), "{engine}: {out}");
    }
    fs::write(folder.path().join("bad.jsonl"), "{\"instance\":\"forced\",\"claims\":[[0]]}\n").unwrap();
    let (code, _, err) = run(&["verify", "forced.mine", "bad.jsonl"]);
    assert!(code == 2 && err.contains("bad.jsonl:1:") && err.contains('^'), "{err}");
    let (code, _, err) = run(&["verify", "open.mine", "proof.jsonl"]);
    assert!(code == 2 && err.contains("which is no instance in open.mine"), "{err}");
    assert_eq!(run(&["verify", "forced.mine", "nowhere.jsonl"]).0, 2);
}

/// The clauses of a DIMACS file.
fn dimacs(text: &str) -> Vec<Vec<i32>> {
    let clause = |line: &str| line.split_whitespace().map(|w| w.parse().unwrap()).take_while(|l| *l != 0).collect();
    text.lines().filter(|l| !l.starts_with(['c', 'p'])).map(clause).collect()
}

/// The steps of an LRAT file without deletions.
fn lrat(text: &str) -> Vec<LratStep> {
    let step = |line: &str| {
        let numbers: Vec<i32> = line.split_whitespace().skip(1).map(|w| w.parse().unwrap()).collect();
        let mut parts = numbers.split(|n| *n == 0);
        let (clause, hints) = (parts.next().unwrap().to_vec(), parts.next().unwrap());
        LratStep { clause, hints: hints.iter().map(|h| *h as u32).collect() }
    };
    text.lines().map(step).collect()
}

#[test]
fn proofs_of_cells_and_of_inconsistent_boards() {
    let folder = folder();
    let run = |args: &[&str]| run(folder.path(), args);
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    for (board, cell, claim) in [
        ("forced.mine", Some("0,0"), "(0, 0) is safe in every model"),
        ("forced.mine", Some("0,2"), "(0, 2) is a mine in every model"),
        ("wrong.mine", None, "inconsistent"),
    ] {
        let cell: Vec<&str> = cell.into_iter().flat_map(|c| ["--cell", c]).collect();
        let encode = |proof| [&["encode", board, "-o", "out.cnf", "--proof", proof][..], &cell].concat();
        assert_eq!(run(&encode("out.lrat")).0, 0, "{board} {cell:?}");
        let (formula, proof) = (dimacs(&read("out.cnf")), lrat(&read("out.lrat")));
        assert!(read("out.cnf").contains(&format!("c refuted: {claim}\n")), "{}", read("out.cnf"));
        assert_eq!(check_lrat(&formula, &proof), Ok(()), "{board} {cell:?}");
        // Without the last clause, which is the cell's, the same steps prove nothing.
        if !cell.is_empty() {
            assert!(check_lrat(&formula[..formula.len() - 1], &proof).is_err());
        }
        assert_eq!(run(&encode("out.drat")).0, 0);
        assert!(read("out.drat").ends_with("0\n"));
    }
    let rows: &[(&[&str], &str)] = &[
        (&["open.mine", "--proof", "p"], "no proof: the board is consistent"),
        (&["open.mine", "--proof", "p", "--cell", "0,0"], "safe in some models and a mine in others"),
        (&["open.mine", "--proof", "p", "--cell", "0,1"], "(0, 1) is not a covered cell"),
        (&["open.mine", "--proof", "p", "--cell", "7,1"], "(7, 1) is not a covered cell"),
        (&["open.mine", "--proof", "p", "--cell", "here"], "is not a row and a column"),
        (&["open.mine", "--cell", "0,0"], "--proof"),
        (&["wrong.mine", "--proof", "p", "--to", "lp"], "--proof needs --to cnf"),
    ];
    for (args, message) in rows {
        let (code, _, err) = run(&[&["encode"], *args].concat());
        assert!(code == 2 && err.contains(message), "{args:?}: {err}");
    }
    assert!(!folder.path().join("p").exists(), "nothing is written where nothing is proved");
}

#[test]
fn answers_of_solvers_are_read_back() {
    let folder = folder();
    let rows = [
        ("s SATISFIABLE\nv -1 2 3 0\n", "forced.mine", 0, "forced: a model"),
        ("s SATISFIABLE\nv 1 2 3 0\n", "forced.mine", 1, "2 mines instead of 1 on (row, column) (0, 0) (0, 2)"),
        ("SAT\n-1 2 3 0\n", "forced.mine", 0, "forced: a model"),
        ("x1 = 0\nx2 = 1\nx3 = 1\n", "forced.mine", 0, "forced: a model"),
        ("v 1 2 0\n", "open.mine", 1, "2 mines on covered cells instead of 1"),
        ("s UNSATISFIABLE\n", "wrong.mine", 20, "no model (not checked)"),
        ("nothing of that kind\n", "open.mine", 2, ""),
    ];
    for (answer, board, expected, message) in rows {
        fs::write(folder.path().join("answer"), answer).unwrap();
        let (code, out, err) = run(folder.path(), &["decode", board, "answer"]);
        assert!(code == expected && out.contains(message), "{answer:?}: {code} {out}{err}");
    }
    assert_eq!(run(folder.path(), &["decode", "open.mine", "nowhere"]).0, 2);
}

#[test]
fn any_program_can_be_the_solver() {
    let folder = folder();
    let solve = |board: &str, command: &str| {
        run(folder.path(), &["solve", board, "--engine", "sat:reduce=off", "--solver-command", command])
    };
    let never = script(folder.path(), "never", "exit 20");
    assert_eq!(solve("open.mine", &never).0, 20, "the solver's word is taken for what has no model");
    let liar = script(folder.path(), "liar", "echo 's SATISFIABLE'; echo 'v 1 2 3 0'; exit 10");
    let (code, _, err) = solve("forced.mine", &liar);
    assert!(code == 1 && err.contains("an assignment that is not a model"), "{code} {err}");
    let broken = script(folder.path(), "broken", "exit 3");
    let (code, _, err) = solve("open.mine", &broken);
    assert!(code == 1 && err.contains("exit code 3 instead of 10 or 20"), "{code} {err}");
    assert_eq!(solve("open.mine", "no-such-solver-here").0, 1);
    let (code, _, err) = solve("open.mine", "a,b");
    assert!(code == 2 && err.contains("a comma would end the option"), "{err}");
    // A lie about a forced cell is found out by its certificate.
    let args = ["solve", "open.mine", "--engine", "sat:reduce=off", "--certify", "--solver-command", &never];
    let (code, out, _) = run(folder.path(), &args);
    assert!(code == 0 && out.contains("certified 0 of 1 verdicts") && out.contains("2 unknown"), "{code} {out}");
}

#[test]
fn the_fewest_and_the_most_mines() {
    let folder = folder();
    fs::write(folder.path().join("chain.mine"), "1 5 ?\n#1#1#\n").unwrap();
    let (code, out, _) = run(folder.path(), &["mines", "chain.mine", "--json"]);
    let answer: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!((code, &answer["fewest"], &answer["most"]), (0, &1.into(), &2.into()));
    assert_eq!(answer["model_fewest"], serde_json::json!(["-.*.-"]));
    assert_eq!(answer["model_most"], serde_json::json!(["*.-.*"]));
    let (code, out, _) = run(folder.path(), &["mines", "wrong.mine"]);
    assert_eq!((code, out.as_str()), (20, "wrong: inconsistent\n"));
}
