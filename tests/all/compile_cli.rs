//! `minesat compile`, `satisfy`, `decode --formula` from outside, and the loop formula, board, formula, board.

use std::fs;
use std::path::Path;

use minesat::compile::assemble::ShownMines;
use minesat::compile::cnf::Formula;
use minesat::compile::layout::{Layout, compile};
use minesat::compile::library::Library;
use minesat::engine::sat::satisfy;
use minesat::engine::{Control, Decision, build};
use minesat::instance::InstanceReader;
use minesat::system::System;
use serde_json::Value;

use crate::common::program::run_on as run;

#[test]
fn bad_formulas_are_told_with_their_place_and_a_caret() {
    let folder = tempfile::tempdir().unwrap();
    for (form, input, message) in [
        ("cnf", "p sat 3 1\n", "<stdin>:1:1: the header reads 'p cnf VARIABLES CLAUSES'"),
        ("cnf", "p cnf 2 1\n1 x 0\n", "<stdin>:2:3: \"x\" is not a literal"),
        ("cnf", "c p weight 1 0.5 0\np cnf 1 0\n", "<stdin>:1:5: weights"),
        ("bench", "INPUT(a)\nOUTPUT(z)\nz = AND(a, q)\n", "<stdin>:3:12: \"q\" is not defined"),
        ("bench", "x = AND(y)\ny = OR(x)\n", "<stdin>:2:8: a cycle: x, y"),
        ("bench", "INPUT(a)\nq = DFF(a)\n", "<stdin>:2:5: a flip-flop"),
        ("blif", ".inputs a\n.names a z\n12 1\n", "<stdin>:3:1: 2 inputs, not 1"),
        ("blif", ".latch a b\n", "<stdin>:1:1: .latch: only"),
        ("aag", "aag 1 1 0 1\n", "<stdin>:1:1: the header reads 'aag M I L O A'"),
        ("aag", "aag 1 1 0 1 0\n2\n4\n", "<stdin>:3:1: literal 4 is out of range"),
        ("expr", "a & (b\n", "<stdin>:1:5: a ( without its )"),
        ("expr", "inputs a\na & b\n", "<stdin>:2:5: \"b\" is not defined"),
        ("expr", "a ? b\n", "<stdin>:1:3: \"?\" means nothing"),
    ] {
        for command in [&["compile", "-", "--json"][..], &["satisfy", "-"]] {
            let (code, out, err) = run(folder.path(), &[command, &["--format", form]].concat(), input);
            assert_eq!((code, out.as_str()), (2, ""), "{input:?}: {err}");
            assert!(err.contains(message) && err.contains('^'), "{input:?}: expected {message:?} in\n{err}");
        }
    }
    for (args, message) in [
        (&["compile", "nowhere.cnf"][..], "nowhere.cnf: cannot be read: No such file"),
        (&["compile", "-", "--library", "5x5"], "invalid value '5x5'"),
        (&["compile"], "<FILE"),
        (&["compile", "-", "--family", "queens"], "cannot be used with"),
        (&["compile", "--family", "kings"], "invalid value 'kings'"),
        (&["compile", "--family", "queens", "--set", "kings=3"], "queens has no parameter \"kings\"; it takes queens"),
        (&["compile", "-", "--fix", "a=1"], "--fix is for circuits"),
        (&["compile", "-", "--format", "expr", "--fix", "a"], "NAME=VALUE is expected"),
        (&["compile", "-", "--format", "expr", "--fix", "a=1"], "neither an output nor an input named \"a\""),
    ] {
        let input = if args.contains(&"expr") { "inputs b\n" } else { "p cnf 0 0\n" };
        let (code, out, err) = run(folder.path(), args, input);
        assert_eq!((code, out.as_str()), (2, ""), "{args:?}: {err}");
        assert!(err.contains(message), "{args:?}: expected {message:?} in\n{err}");
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "nothing is written");
}

#[test]
fn an_empty_clause_is_inconsistent_and_an_empty_formula_is_not() {
    let folder = tempfile::tempdir().unwrap();
    for (formula, exit) in [("p cnf 0 0\n", 0), ("p cnf 3 0\n", 0), ("p cnf 0 1\n0\n", 20), ("p cnf 2 2\n0\n1 0\n", 20)]
    {
        for library in ["6x7", "6x9", "7x7"] {
            let (code, board, err) = run(folder.path(), &["compile", "-", "--library", library], formula);
            assert_eq!(code, 0, "{err}");
            assert_eq!(run(folder.path(), &["solve", "-"], &board).0, exit, "{formula:?} on {library}");
        }
    }
}

#[test]
fn the_legend_and_the_size() {
    let folder = tempfile::tempdir().unwrap();
    let formula = "p cnf 3 2\n1 -2 0\n-1 2 3 0\n";
    let (_, text, _) = run(folder.path(), &["compile", "-", "--layout", "packed"], formula);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "c 3 variables, 2 clauses: 3 x 4 tiles of 6x7");
    assert!(lines[1].starts_with("c size 18 x 28 = 504 cells: 6 * n rows and 7 * (C + 2) columns"), "{}", lines[1]);
    assert_eq!(lines[2..5], ["c variable 1 3 7", "c variable 2 9 7", "c variable 3 15 7"]);
    let (_, json, _) = run(folder.path(), &["compile", "-", "--layout", "packed", "--json"], formula);
    let instance: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(instance["params"]["variables"], serde_json::json!([[3, 7], [9, 7], [15, 7]]));
    let circuit = "INPUT(a)\nINPUT(b)\nOUTPUT(z)\nz = NAND(a, b)\n";
    let (_, json, _) =
        run(folder.path(), &["compile", "-", "--format", "bench", "--ask", "inference", "--json"], circuit);
    let instance: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(instance["params"]["names"], serde_json::json!(["a", "b"]));
    assert!(instance["params"]["outputs"]["z"].is_array() && instance["params"]["question"].is_array());
}

/// The way there and back by commands: compile, let an engine find a model, read it as an assignment.
#[test]
fn models_are_read_back() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("instances/formulas/multiplier-2x2.blif");
    fs::copy(source, path.join("m.blif")).unwrap();
    fs::write(path.join("f.cnf"), "p cnf 3 3\n1 2 0\n-1 3 0\n-2 -3 0\n").unwrap();
    for (formula, fixed) in [("f.cnf", None), ("m.blif", Some("p=9"))] {
        let fix: Vec<&str> = fixed.iter().flat_map(|f| ["--fix", *f]).collect();
        let (_, board, err) = run(path, &[&["compile", formula, "--json"], &fix[..]].concat(), "");
        fs::write(path.join("b.jsonl"), &board).unwrap_or_else(|e| panic!("{e} {err}"));
        for print in [
            &["solve", "b.jsonl", "--model", "-e", "sat", "--json"][..],
            &["solve", "b.jsonl", "--model", "-e", "sat:solver=batsat"],
            &["solve", "b.jsonl", "--model", "-e", "backtrack:best"],
            &["sample", "b.jsonl"],
            &["sample", "b.jsonl", "--json"],
        ] {
            let (code, answer, err) = run(path, print, "");
            assert_eq!(code, 0, "{err}");
            let decode = [&["decode", "b.jsonl", "-", "--formula", formula], &fix[..]].concat();
            let (code, out, err) = run(path, &decode, &answer);
            assert_eq!(code, 0, "{print:?}: {out}{err}");
            assert!(out.contains(&format!("{formula}: satisfied")), "{out}");
            assert!(fixed.is_none() || out.contains("v a0 a1 b0 b1"), "{out}");
        }
        let (code, answer, _) = run(path, &[&["satisfy", formula], &fix[..]].concat(), "");
        assert_eq!((code, answer.starts_with("s SATISFIABLE\nv ")), (0, true));
    }
    // A model of the board that stands for no model of another formula is named as such.
    fs::write(path.join("g.cnf"), "p cnf 4 8\n-1 0\n1 0\n2 0\n3 0\n4 0\n-2 0\n-3 0\n-4 0\n").unwrap();
    let (_, answer, _) = run(path, &["solve", "b.jsonl", "--model", "--engine", "sat"], "");
    assert_eq!(run(path, &["decode", "b.jsonl", "-", "--formula", "g.cnf"], &answer).0, 1);
    assert_eq!(run(path, &["decode", "b.jsonl", "-", "--formula", "f.cnf"], &answer).0, 2, "other variables");
    assert_eq!(run(path, &["satisfy", "g.cnf"], "").0, 20);
}

#[test]
fn families_are_compiled_with_their_answers() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    for (family, given) in [
        ("pigeonhole", &["pigeons=3", "holes=3"][..]),
        ("pigeonhole", &["pigeons=3", "holes=2"]),
        ("parity", &["variables=5", "odd=1"]),
        ("parity", &["variables=5"]),
        ("factoring", &["product=15", "left=3", "right=3"]),
        ("queens", &["queens=4"]),
        ("queens", &["queens=3"]),
        ("dominoes", &["rows=2", "cols=4"]),
        ("random", &["variables=8", "planted=1"]),
    ] {
        let set: Vec<&str> = given.iter().flat_map(|g| ["--set", *g]).collect();
        // A variable in every clause makes wide boards: only small ones are counted.
        let asks = if given[0] == "queens=4" { &["consistency"][..] } else { &["consistency", "inference"] };
        for ask in asks {
            // Families without a seed make one formula.
            let count = if ["parity", "random"].contains(&family) { "2" } else { "1" };
            let args = [&["compile", "--family", family, "--ask", ask, "--json", "--count", count], &set[..]].concat();
            let (code, boards, err) = run(path, &args, "");
            assert_eq!(code, 0, "{err}");
            fs::write(path.join("b.jsonl"), &boards).unwrap();
            for instance in InstanceReader::open(path.join("b.jsonl").to_str().unwrap()).unwrap() {
                let instance = instance.unwrap();
                let (system, map) = System::from_board(&instance.board);
                let count = build("frontier").unwrap().count(&system, &mut Control::default()).unwrap();
                let expected = instance.expected.as_ref().unwrap();
                let status = if count.models == 0u32.into() { "inconsistent" } else { "ok" };
                assert_eq!(expected.status.as_deref(), Some(status), "{}", instance.name);
                assert!(expected.models.as_ref().is_none_or(|m| *m == count.models.to_string()), "{}", instance.name);
                if let Some(question) = instance.params.get("question") {
                    let at = |i: usize| question[i].as_u64().unwrap() as usize;
                    let cell = map.variable(map.grid.at(at(0), at(1))).unwrap();
                    let (_, cnf, _) = run(path, &[&["compile", "--family", family, "--cnf"], &set[..]].concat(), "");
                    let formula = Formula::parse(&cnf, "t").unwrap();
                    let mut control = Control::default();
                    let solver = ("batsat", "");
                    let model = satisfy(formula.variables, &formula.clauses, solver, &mut control).unwrap();
                    let index_0 = instance.name.ends_with("-0") || !instance.name.contains("-s1-");
                    let safe = *count.cells.mined(cell) == 0u32.into();
                    assert!(!index_0 || safe == model.is_none(), "{}", instance.name);
                }
            }
        }
    }
}

/// Formula, board, its formula, and that one's board again: the same number of solutions at every step, and a
/// solution of the last board read back through all of them.
#[test]
fn the_loop_closes() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    for (text, models) in [("p cnf 2 1\n1 -2 0\n", 3u32), ("p cnf 1 2\n1 0\n-1 0\n", 0)] {
        fs::write(path.join("f.cnf"), text).unwrap();
        let pipe = |args: &[&str], to: &str| {
            let (code, out, err) = run(path, args, "");
            assert_eq!(code, 0, "{args:?}: {err}");
            fs::write(path.join(to), out).unwrap();
        };
        pipe(&["compile", "f.cnf", "--json"], "first.jsonl");
        pipe(&["encode", "first.jsonl", "--without-total"], "g.cnf");
        pipe(&["compile", "g.cnf", "--json"], "second.jsonl");
        for board in ["first.jsonl", "second.jsonl"] {
            let instance = InstanceReader::open(path.join(board).to_str().unwrap()).unwrap().next().unwrap().unwrap();
            let (system, _) = System::from_board(&instance.board);
            let count = build("frontier").unwrap().count(&system, &mut Control::default()).unwrap();
            assert_eq!(count.models, models.into(), "{board} of {text:?}");
        }
        if models > 0 {
            pipe(&["solve", "second.jsonl", "--model", "-e", "sat"], "answer");
            pipe(&["decode", "second.jsonl", "answer", "--formula", "g.cnf"], "literals");
            let (code, out, _) = run(path, &["decode", "first.jsonl", "literals", "--formula", "f.cnf"], "");
            assert!(code == 0 && out.contains("f.cnf: satisfied"), "{out}");
        }
    }
}

/// A file of answers to several instances: the one of the instance is taken, or none.
#[test]
fn answers_are_those_of_the_instance() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let line = |name: &str, mines: u32| {
        format!("{{\"name\":{name:?},\"rows\":1,\"cols\":3,\"mines\":{mines},\"board\":[\"#{mines}#\"]}}\n")
    };
    let bad = line("bad", 1).replace("#1#", "#2#");
    fs::write(path.join("all.jsonl"), [bad, line("one", 1), line("two", 2), line("none", 0)].concat()).unwrap();
    fs::write(path.join("few.jsonl"), [line("one", 1), line("two", 2)].concat()).unwrap();
    for more in [&["--json"][..], &[]] {
        let answer = run(path, &[&["solve", "all.jsonl", "--model"], more].concat(), "").1;
        for (name, code, said) in [("two", 0, "two: a model"), ("bad", 20, "no model"), ("none", 0, "none: a model")] {
            let (got, out, err) = run(path, &["decode", "all.jsonl", "-", "--only", name], &answer);
            assert!(got == code && out.contains(said), "{name}: {out}{err}");
        }
        let answer = run(path, &[&["solve", "few.jsonl", "--model"], more].concat(), "").1;
        let (got, _, err) = run(path, &["decode", "all.jsonl", "-", "--only", "none"], &answer);
        assert!(got == 2 && err.contains("no answer for the instance \"none\""), "{err}");
        // A copied board has another name; its only answer is meant.
        let answer = run(path, &[&["solve", "few.jsonl", "--only", "two", "--model"], more].concat(), "").1;
        fs::write(path.join("copy.mine"), "1 3 2\n#2#\n").unwrap();
        assert_eq!(run(path, &["decode", "copy.mine", "-"], &answer).0, 0);
        assert_eq!(run(path, &["decode", "few.jsonl", "-", "--only", "one"], &answer).0, 2);
        let answer = run(path, &[&["sample", "few.jsonl"], more].concat(), "").1;
        assert_eq!(run(path, &["decode", "few.jsonl", "-", "--only", "two"], &answer).0, 0);
    }
}

/// What a formula's instance says of itself makes it again; what would not be read is not written.
#[test]
fn instances_of_formulas_can_be_made_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let set = ["--family", "factoring", "--set", "product=6", "--set", "left=2", "--set", "right=2"];
    let made = |more: &[&str]| run(path, &[&["compile"], more].concat(), "").1;
    let fixed = made(&[&set[..], &["--fix", "a0=1", "--json"]].concat());
    let instance: Value = serde_json::from_str(&fixed).unwrap();
    let origin = instance["origin"].as_str().unwrap();
    let words: Vec<&str> = origin.split(' ').skip(2).chain(["--json"]).collect();
    assert_eq!(made(&words), fixed, "{origin}");
    for (args, message) in [
        (&["--family", "queens", "--count", "3"][..], "queens has one formula"),
        (&["--family", "random", "--index", "18446744073709551614", "--count", "5"], "end past 2^64"),
    ] {
        let (code, out, err) = run(path, &[&["compile", "--json"], args].concat(), "");
        assert!(code == 2 && out.is_empty() && err.contains(message), "{args:?}: {out}{err}");
    }
}

/// What no formula holds is refused; compressed ones are read.
#[test]
fn formulas_end_where_they_say() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    for (form, input, message) in [
        ("blif", "", "the file is empty: no formula"),
        ("expr", "\n \n", "the file is empty: no formula"),
        ("cnf", "p cnf 2 1\n1 2 0\n%\n-1 0\n", "<stdin>:4:1: after the line '%'"),
        ("bench", "INPUT(a)\nx y = gnd\n", "<stdin>:2:1: \"x y\" is not a name"),
        ("aag", "aag 2 2 0 2 0\n2\n4\n2\n4\no0 y\no1 y\n", "<stdin>:7:4: a second output \"y\""),
        ("aag", "aag 1 1 0 1 0\n2\n2\ni0 a\ni0 b\n", "<stdin>:5:1: a second name of i0"),
    ] {
        let (code, _, err) = run(path, &["compile", "-", "--format", form], input);
        assert!(code == 2 && err.contains(message), "{input:?}: {err}");
    }
    assert_eq!(run(path, &["satisfy", "-"], "\u{feff}p cnf 2 1\n1 2 0\n%\n0\n\n").0, 0);
    let names = "aag 2 2 0 1 0\n2\n4\n2\ni1 i0\n";
    let (code, out, _) = run(path, &["compile", "-", "--format", "aag"], names);
    assert!(code == 0 && out.contains("c variable i0 ") && out.contains("c variable i0_ "), "{out}");
    let packed = minesat::compression::Compression::Zstd.pack(b"p cnf 1 1\n1 0\n".to_vec()).unwrap();
    fs::write(path.join("f.cnf.zst"), packed).unwrap();
    assert_eq!(run(path, &["satisfy", "f.cnf.zst"], "").0, 0);
    let packed = minesat::compression::Compression::Gzip.pack(b"z = a\n".to_vec()).unwrap();
    fs::write(path.join("f.EXPR.gz"), packed).unwrap();
    assert!(run(path, &["compile", "f.EXPR.gz"], "").1.contains("c variable a "));
    // Written packed and read again.
    fs::write(path.join("b.mine"), "1 3 2\n#2#\n").unwrap();
    assert_eq!(run(path, &["solve", "b.mine", "--certificates", "c.gz"], "").0, 0);
    assert!(fs::read(path.join("c.gz")).unwrap().starts_with(&[0x1f, 0x8b]));
    assert!(run(path, &["verify", "b.mine", "c.gz"], "").1.contains("2 mines proved by 1 certificates"));
    assert_eq!(run(path, &["convert", "b.mine", "--to", "jsonl", "-o", "b.jsonl.gz"], "").0, 0);
    assert!(fs::read(path.join("b.jsonl.gz")).unwrap().starts_with(&[0x1f, 0x8b]));
    assert_eq!(run(path, &["count", "b.jsonl.gz"], "").0, 0);
}

/// Random 3-SAT at its threshold on boards of half a million cells: decided as the formula itself is.
#[test]
fn large_boards_are_decided_as_their_formulas() {
    let folder = tempfile::tempdir().unwrap();
    let set = ["--set", "variables=75", "--set", "clauses=320"];
    let mut satisfiable = 0;
    for (index, library) in [(0, "6x7"), (2, "6x9"), (4, "6x7")] {
        let index = index.to_string();
        let args = [&["compile", "--family", "random", "--seed", "3", "--cnf", "--index", &index], &set[..]].concat();
        let formula = Formula::parse(&run(folder.path(), &args, "").1, "t").unwrap();
        let library = Library::named(library).unwrap();
        let compiled = compile(&formula, &library, Layout::Ordered, ShownMines::Hidden).unwrap();
        let (system, map) = System::from_board(&compiled.board);
        assert!(system.cells > 100_000);
        let direct = satisfy(formula.variables, &formula.clauses, ("batsat", ""), &mut Control::default()).unwrap();
        match build("sat").unwrap().decide(&system, &mut Control::default()).unwrap() {
            Decision::Model(model) => {
                let value = |&(row, col): &(usize, usize)| model[map.variable(map.grid.at(row, col)).unwrap()];
                let values: Vec<bool> = compiled.variables.iter().map(value).collect();
                assert!(direct.is_some() && system.is_model(&model) && formula.holds(&values));
                satisfiable += 1;
            }
            Decision::Inconsistent => assert_eq!(direct, None),
            Decision::Unknown => panic!("sat is complete"),
        }
    }
    assert!((1..3).contains(&satisfiable), "both answers: {satisfiable}");
}
