//! Formulas from outside: what they are detected to be, projections on their way through boards, and sums read back.

use std::fs;
use std::path::Path;

use minesat::compile::cnf::Formula;
use serde_json::{Value, json};

use crate::common::program::run_on as run;

/// Runs what must succeed; gives standard output.
fn done(folder: &Path, args: &[&str], input: &str) -> String {
    let (code, out, err) = run(folder, args, input.as_bytes());
    assert_eq!(code, 0, "{args:?}: {err}");
    out
}

#[test]
fn the_content_says_what_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let board = "1 3 1\n#1#\n";
    let instance = "{\"name\":\"a\",\"board\":[\"#1#\"]}\n";
    for (name, content, code, message) in [
        // Detected from the content, whatever the name.
        ("-", &b"p cnf 2 1\n1 -2 0\n"[..], 0, ""),
        ("a.txt", b"c a\np cnf 2 1\n1 -2 0\n", 0, ""),
        ("-", b"aag 1 1 0 1 0\n2\n2\n", 0, ""),
        ("-", b"aig 3 2 0 1 1\n6\n\x02\x02", 0, ""),
        ("a.aig", b"aig 3 2 0 1 1\n6\n\x02\x02c\n\xff\n", 0, ""),
        ("-", b".model m\n.inputs a\n.outputs z\n.names a z\n1 1\n.end\n", 0, ""),
        ("-", b"INPUT(a)\nOUTPUT(z)\nz = NOT(a)\n", 0, ""),
        ("a.expr", b"a & b\n", 0, ""),
        ("a.cnf", b"aag 1 1 0 1 0\n2\n2\n", 0, "the name says DIMACS CNF, but the content is ASCII AIGER"),
        ("a.bench", b"p cnf 1 1\n1 0\n", 0, "the name says ISCAS .bench, but the content is DIMACS CNF"),
        // Clauses without a header.
        ("a.cnf", b"1 1 0\n", 0, "no line 'p cnf VARIABLES CLAUSES'"),
        ("a.dimacs", b"1 2 0\n", 0, "no line 'p cnf VARIABLES CLAUSES'"),
        ("-", b"11 -12 0\n13 0\n", 0, "no line 'p cnf VARIABLES CLAUSES'"),
        ("-", b"1 1 0\n", 2, "--format cnf"),
        ("-", b"11 12 0\n13 0\n", 2, "--format cnf"),
        // What is no formula.
        ("-", board.as_bytes(), 2, "this is a board, not a formula: `minesat solve` reads it"),
        ("a.mine", board.as_bytes(), 2, "this is a board, not a formula"),
        ("a.cnf", board.as_bytes(), 2, "this is a board, not a formula"),
        ("-", instance.as_bytes(), 2, "this is a board, not a formula"),
        ("-", b"\x89PNG\r\n\x1a\n\x00", 2, "a PNG picture"),
        ("a.cnf", b"\x89PNG\r\n\x1a\n\x00", 2, "a PNG picture"),
        ("-", b"+1 x1 +1 x2 >= 1 ;\n", 2, "pseudo-Boolean sums (OPB)"),
        ("-", b"p wcnf 1 1 9\n9 1 0\n", 2, "weighted MaxSAT"),
        ("-", b"a & b\n", 2, "choose one with --format"),
        ("-", b"aig 1 0 1 0 0\n2\n", 2, "1 latches"),
    ] {
        if name != "-" {
            fs::write(path.join(name), content).unwrap();
        }
        for command in ["compile", "satisfy"] {
            let (got, _, err) = run(path, &[command, name], content);
            let text = String::from_utf8_lossy(content);
            assert_eq!(got, code, "{command} {name} {text:?}: {err}");
            assert!(err.contains(message) && (!message.is_empty() || err.is_empty()), "{name} {text:?}: {err}");
            if code == 0 {
                let (strict, out, err) = run(path, &[command, name, "--strict"], content);
                let expected = if message.is_empty() { 0 } else { 2 };
                assert_eq!((strict, out.is_empty()), (expected, expected == 2), "{name} {text:?}: {err}");
            }
        }
    }
    assert_eq!(run(path, &["compile", "-", "--format", "cnf"], b"1 1 0\n").0, 0);
    let (code, _, err) = run(path, &["compile", "-", "--format", "cnf"], b"aag 1 1 0 1 0\n2\n2\n");
    assert!(code == 2 && err.contains("the content looks like ASCII AIGER"), "{err}");
    for command in ["solve", "count"] {
        let (code, _, err) = run(path, &[command, "-"], b"p cnf 2 1\n1 2 0\n");
        assert!(code == 2 && err.contains("`minesat compile`"), "{err}");
    }
}

#[test]
fn names_are_fixed_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let fixed = |input: &str, fix: &[&str]| {
        let fix: Vec<&str> = fix.iter().flat_map(|f| ["--fix", f]).collect();
        run(path, &[&["satisfy", "-", "--format", "expr"], &fix[..]].concat(), input.as_bytes())
    };
    let (code, _, err) = fixed("inputs a b\n", &["a=1", "b=1", "a=0"]);
    assert!(code == 2 && err.contains("--fix a=1 and --fix a=0 contradict each other"), "{err}");
    let (code, _, err) = fixed("inputs p0 p1\n", &["p=2", "p0=1"]);
    assert!(code == 2 && err.contains("--fix p=2 and --fix p0=1 contradict each other: p0"), "{err}");
    assert_eq!(fixed("inputs a b\n", &["a=1", "a=1", "b=0"]).0, 0);
    // Two names of one value are a question for the solver.
    assert_eq!(fixed("inputs a\nx = a\ny = a\n", &["x=1", "y=0"]).0, 20);
    // The value stands behind the last sign.
    let circuit = "aag 1 1 0 1 0\n2\n2\ni0 x=y\n";
    let args = ["satisfy", "-", "--fix"];
    assert!(done(path, &[&args[..], &["x=y=1"]].concat(), circuit).contains("v 1 0"));
    assert!(done(path, &[&args[..], &["x=y=0"]].concat(), circuit).contains("v -1 0"));
    let (code, _, err) = fixed("a' & b\n", &[]);
    assert!(code == 2 && err.contains("<stdin>:1:2:") && err.contains("!a is the complement"), "{err}");
}

/// Projected formula, board, formula, board: the shown variables are the same all the way.
#[test]
fn a_projection_goes_with_the_board() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    // 3 is free, and 2 follows from 1 in two of its three ways.
    fs::write(path.join("f.cnf"), "c t pmc\np cnf 3 1\nc p show 3 1 0\n1 -2 0\n").unwrap();
    let line = done(path, &["compile", "f.cnf", "--json"], "");
    fs::write(path.join("f.jsonl"), &line).unwrap();
    let instance: Value = serde_json::from_str(&line).unwrap();
    assert_eq!(instance["params"]["names"], json!(["1", "3"]));
    assert_eq!(instance["params"]["variables"].as_array().unwrap().len(), 2);
    let hidden = instance["params"]["hidden"].as_array().unwrap();
    assert_eq!((hidden.len(), &hidden[0][0]), (1, &json!(2)));
    let (code, text, err) = run(path, &["compile", "f.cnf"], b"");
    assert!(code == 0 && text.contains("\nc hidden 2 ") && err.contains("--json keeps the projection"), "{err}");
    assert!(text.contains("\nc variable 3 ") && !text.contains("\nc variable 2 "), "{text}");
    for more in [&[][..], &["--mines", "?"], &["--no-cells"]] {
        let (code, out, err) = run(path, &[&["count", "f.jsonl"], more].concat(), b"");
        assert!(code == 2 && out.is_empty() && err.contains("projected model counter"), "{err}");
    }
    // The formula of the board shows the cells of the shown variables, and no others.
    let formula = done(path, &["encode", "f.jsonl", "--without-total"], "");
    fs::write(path.join("g.cnf"), &formula).unwrap();
    let read = Formula::parse(&formula, "g").unwrap();
    let shown = read.shown.clone().unwrap();
    assert_eq!(shown.len(), 2);
    let cell = |variable: &usize| {
        let line = formula.lines().find(|l| l.starts_with(&format!("c cell {variable} "))).unwrap();
        let words: Vec<usize> = line.split(' ').skip(3).map(|word| word.parse().unwrap()).collect();
        json!(words)
    };
    assert_eq!(json!(shown.iter().map(cell).collect::<Vec<_>>()), instance["params"]["variables"]);
    // All four assignments of the shown variables have a model, as in the formula itself; unit clauses ask for each.
    for bits in 0..4 {
        let units = (0..2).map(|i| vec![shown[i] as i32 * if bits >> i & 1 == 1 { 1 } else { -1 }]);
        let asked = Formula { clauses: read.clauses.iter().cloned().chain(units).collect(), ..read.clone() };
        assert_eq!(run(path, &["satisfy", "-"], asked.to_string().as_bytes()).0, 0, "{bits}");
    }
    // The next board keeps it.
    let second = done(path, &["compile", "g.cnf", "--json"], "");
    fs::write(path.join("second.jsonl"), &second).unwrap();
    let names: Vec<String> = shown.iter().map(ToString::to_string).collect();
    let second: Value = serde_json::from_str(&second).unwrap();
    assert_eq!(second["params"]["names"], json!(names));
    assert_eq!(second["params"]["hidden"].as_array().unwrap().len(), read.variables - 2);
    // A model of the last board, read back to the first formula.
    let model = done(path, &["solve", "second.jsonl", "--model", "-e", "sat"], "");
    let literals = done(path, &["decode", "second.jsonl", "-", "--formula", "g.cnf"], &model);
    let out = done(path, &["decode", "f.jsonl", "-", "--formula", "f.cnf"], &literals);
    assert!(out.contains("f.cnf: satisfied"), "{out}");
}

/// What `encode` writes of a board that was compiled from no projected formula shows every cell: the next board loses
/// nothing, but for auxiliary variables, which it says are hidden.
#[test]
fn an_encoding_keeps_its_projection() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    fs::write(path.join("b.mine"), "1 5 2\n#1#1#\n").unwrap();
    let formula = done(path, &["encode", "b.mine", "--total", "sequential"], "");
    let read = Formula::parse(&formula, "g").unwrap();
    assert!(read.variables > 3 && read.shown == Some(vec![1, 2, 3]), "{formula}");
    let line = done(path, &["compile", "-", "--json"], &formula);
    let instance: Value = serde_json::from_str(&line).unwrap();
    assert_eq!(instance["params"]["names"], json!(["1", "2", "3"]));
    let formula = done(path, &["encode", "b.mine", "--without-total"], "");
    let line = done(path, &["compile", "-", "--json"], &formula);
    let instance: Value = serde_json::from_str(&line).unwrap();
    assert!(instance["params"].get("hidden").is_none(), "every variable is shown");
    assert!(done(path, &["count", "-", "--no-cells"], &line).contains("models 2"));
    // A checker of proofs gets no list.
    fs::write(path.join("bad.mine"), "1 3 2\n#1#\n").unwrap();
    let formula = done(path, &["encode", "bad.mine", "--proof", "p.drat"], "");
    assert!(!formula.contains("c p show") && !formula.contains("c t pmc"), "{formula}");
}

#[test]
fn sums_are_read_as_their_board() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let smoke = Path::new(env!("CARGO_MANIFEST_DIR")).join("instances/smoke.jsonl");
    let lines: Vec<String> = fs::read_to_string(smoke).unwrap().lines().step_by(9).map(String::from).collect();
    fs::write(path.join("all.jsonl"), lines.join("\n")).unwrap();
    for line in lines.iter().take(12) {
        let instance: Value = serde_json::from_str(line).unwrap();
        let name = instance["name"].as_str().unwrap();
        for more in [&[][..], &["--without-total"]] {
            for to in ["opb", "json"] {
                let encode = [&["encode", "all.jsonl", "--only", name, "--to", to], more].concat();
                let text = done(path, &encode, "");
                // The board comes back: what is written of it is the same.
                let name = if to == "json" { name } else { "stdin" };
                let back = done(path, &["convert", "-", "--to", "jsonl"], &text);
                let board: Value = serde_json::from_str(&back).unwrap();
                assert_eq!((&board["board"], &board["name"]), (&instance["board"], &json!(name)));
                let total = if more.is_empty() { instance["mines"].clone() } else { Value::Null };
                assert_eq!(board["mines"], total, "{name}");
                let count = |args: &[&str], input: &str| {
                    let (code, out, err) =
                        run(path, &[&["count"], args, &["--json", "--no-cells"]].concat(), input.as_bytes());
                    let answer: Value = serde_json::from_str(&out).unwrap_or_else(|e| panic!("{e}: {err}"));
                    (code, answer["models"].clone())
                };
                assert_eq!(count(&["-"], &text), count(&["-"], &back));
                if more.is_empty() {
                    let own = instance["name"].as_str().unwrap();
                    assert_eq!(count(&["-"], &text), count(&["all.jsonl", "--only", own], ""));
                }
            }
        }
    }
}

#[test]
fn names_inject_no_lines() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let name = "x\nboard 1 1 0\nrow 0\rp cnf 1 2\r\n1 0";
    let line = json!({ "name": name, "mines": 1, "board": ["#1#"] }).to_string();
    for to in ["cnf", "opb", "json", "lp", "mps"] {
        let text = done(path, &["encode", "-", "--to", to], &line);
        assert!(
            !text.lines().any(|l| l.starts_with("board") || l.starts_with("p cnf 1 2") || l.starts_with("1 0")),
            "{text}"
        );
        if ["opb", "json"].contains(&to) {
            let board: Value = serde_json::from_str(&done(path, &["convert", "-", "--to", "jsonl"], &text)).unwrap();
            assert_eq!(board["board"], json!(["#1#"]));
        }
    }
    let line = json!({ "name": "é".repeat(100_000), "mines": 1, "board": ["#1#"] }).to_string();
    for to in ["cnf", "lp", "mps"] {
        let text = done(path, &["encode", "-", "--to", to], &line);
        assert!(text.lines().all(|line| line.chars().count() < 500), "{to}");
    }
}
