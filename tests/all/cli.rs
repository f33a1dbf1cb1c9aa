//! The command line from outside: what it prints, and what it says to bad input.

use std::fs;
use std::io::Write as _;

use crate::common::program::{minesat, run_on as run};

fn gzip(text: &str) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(text.as_bytes()).unwrap();
    encoder.finish().unwrap()
}

/// One bad input on standard input of `solve -`: what it is, the bytes, and what must be said.
fn bad_boards() -> Vec<(&'static str, Vec<u8>, &'static str)> {
    let line = |s: &str| s.as_bytes().to_vec();
    let many: String = (0..1000).map(|i| format!("{{\"name\":\"{i}\",\"board\":[\"#1\"]}}\n")).collect();
    let mut cut = gzip(&many);
    cut.truncate(cut.len() / 2);
    vec![
        ("nothing", line(""), "<stdin>: no board here"),
        ("only comments", line("c hello\n"), "<stdin>: no board here"),
        ("header with one word", line("3\n"), "<stdin>:1:2: the header lacks cols"),
        ("header without mines", line("1 2\n##\n"), "<stdin>:1:4: the header lacks mines"),
        ("rows no number", line("x 2 1\n##\n"), "<stdin>:1:1: rows is a number"),
        ("cols zero", line("1 0 1\n\n"), "<stdin>:1:3: cols is a number from 1"),
        ("mines no number", line("1 2 many\n##\n"), "<stdin>:1:5: mines is a number"),
        ("negative mines", line("1 2 -1\n##\n"), "<stdin>:1:5: mines is a number"),
        ("more mines than cells", line("1 2 3\n##\n"), "<stdin>:1:5: 3 mines do not fit on 2 cells"),
        ("words after the header", line("1 2 1 x\n##\n"), "<stdin>:1:7: \"x\" after the header"),
        ("mines a fraction", line("1 3 0.5\n#1#\n"), "<stdin>:1:5: mines is a number"),
        (
            "an array",
            line("[{\"name\":\"a\",\"board\":[\"#1\"]}]\n"),
            "<stdin>:1:1: a JSON array: instances are JSON objects, one per line",
        ),
        ("absurd size", line("16777216 16777216 1\n"), "<stdin>:1:1: a board has at most"),
        ("short row", line("2 3 1\n###\n##\n"), "<stdin>:3:3: row 2 has 2 of 3 cells"),
        ("long row", line("2 3 1\n###\n####\n"), "<stdin>:3:4: row 2 is longer than 3 cells"),
        ("missing row", line("2 3 1\n###\n"), "<stdin>:2:4: the board ends after 1 of 2 rows"),
        ("text behind the board", line("1 3 1\n###\n###\n"), "<stdin>:3:1: text after the last of 1 rows"),
        ("unknown letter", line("1 3 1\n#x#\n"), "<stdin>:2:2: 'x' means nothing on a board"),
        ("letter beyond ASCII", line("1 3 1\n#é#\n"), "<stdin>:2:2: 'é' means nothing"),
        ("clue 9", line("3 3 1\n###\n#9#\n###\n"), "<stdin>:3:2: '9' means nothing"),
        ("clue above neighbours", line("1 3 1\n#3#\n"), "<stdin>:2:2: clue 3 is above its 2 neighbours"),
        ("not UTF-8", b"1 3 1\n#\xff#\n".to_vec(), "<stdin>:2:2: a byte that is not UTF-8"),
        ("broken JSON", line("{\"name\":\"a\",\"board\":[\"#1\"}\n"), "<stdin>:1:26: expected `,` or `]`"),
        ("JSON cut off", line("{\"name\":\"a\",\"board\":["), "<stdin>:1:"),
        ("name missing", line("{\"board\":[\"#1\"]}\n"), "missing field `name`"),
        ("board missing", line("{\"name\":\"a\"}\n"), "missing field `board`"),
        ("board empty", line("{\"name\":\"a\",\"board\":[]}\n"), "at least one row and one column"),
        ("row no string", line("{\"name\":\"a\",\"board\":[1]}\n"), "<stdin>:1:22: a row of the board is a string"),
        ("ragged JSON", line("{\"name\":\"a\",\"board\":[\"##\",\"#\"]}\n"), "<stdin>:1:29: row 2 has 1 of 2 cells"),
        (
            "rows differ",
            line("{\"name\":\"a\",\"rows\":2,\"board\":[\"#1\"]}\n"),
            "<stdin>:1:20: rows says 2, the board has 1",
        ),
        ("JSON mines", line("{\"name\":\"a\",\"mines\":9,\"board\":[\"#1\"]}\n"), "<stdin>:1:21: 9 mines do not fit"),
        ("JSON mines negative", line("{\"name\":\"a\",\"mines\":-1,\"board\":[\"#1\"]}\n"), "mines is a whole number"),
        (
            "name twice",
            line("{\"name\":\"a\",\"board\":[\"#1\"]}\n{\"name\":\"a\",\"board\":[\"#1\"]}\n"),
            "<stdin>:2:2: a second instance named \"a\"",
        ),
        ("gzip cut off", cut, "the input breaks off here"),
        ("gzip of nothing", gzip(""), "no board here"),
    ]
}

#[test]
fn bad_input_is_told_with_its_place_and_a_caret() {
    let folder = tempfile::tempdir().unwrap();
    for (what, input, message) in bad_boards() {
        for command in ["solve", "count"] {
            let (code, _, err) = run(folder.path(), &[command, "-", "--engine", "brute", "--json"], &input);
            assert_eq!(code, 2, "{what}: {err}");
            assert!(err.contains(message), "{what}: expected {message:?} in\n{err}");
            let placed = message.contains(":1:") || message.contains(":2:") || message.contains(":3:");
            assert!(!placed || err.contains('^'), "{what}: no caret in\n{err}");
            assert!(!err.contains("panicked"), "{what}: {err}");
        }
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "nothing is written");
}

#[test]
fn bad_usage_ends_with_2_and_says_what_there_is() {
    let folder = tempfile::tempdir().unwrap();
    let rows: &[(&[&str], &str)] = &[
        (&["solve", "nowhere.mine"], "nowhere.mine: cannot be read: No such file"),
        (&["solve", "."], "is a folder, not a file"),
        (&["solve", "-", "--engine", "nosuch"], "no engine named \"nosuch\"; there are"),
        (&["solve", "-", "--engine", "brute:x=1"], "engine brute has no option \"x\""),
        (&["solve", "-", "--timeout", "soon"], "\"soon\" is not a number of seconds"),
        (&["solve", "-", "--memory", "lots"], "\"lots\" is not a size"),
        (&["count", "-", "--given", "0,0"], "a cell and its content are expected, such as 0,0=mine"),
        (&["count", "-", "--given", "0,0=9"], "\"9\" is not a condition: safe, mine or 0 to 8"),
        (&["count", "-", "--given", "a,0=1"], "\"a,0\" is not a cell"),
        (&["generate", "stuck", "--rows", "99999999999", "--cols", "99999999999"], "a board has 1 to 2^24 cells"),
        (&["generate", "stuck", "--mines", "480"], "480 mines do not fit on 480 cells"),
        (&["generate", "stuck", "--open", "2"], "a share is a number from 0 to 1"),
        (&["solve"], "<FILE>"),
        (&["separate", "--cells", "99"], "invalid value '99' for '--cells <CELLS>'"),
        (&["separate", "--from", "nowhere.jsonl"], "nowhere.jsonl: cannot be read: No such file"),
        (&["frobnicate"], "unrecognized subcommand"),
        (&["solve", "-", "--solver-command", "x"], "--solver-command is for the engine sat, and frontier"),
        (&["count", "-", "-e", "sat:solver=batsat", "--solver-command", "x"], "sat:solver=batsat does not run it"),
        (&["bench", "-i", "x.jsonl", "-j", "0"], "0 is not in 1.."),
        (&["report", "a.jsonl", "a.jsonl"], "a.jsonl is given twice"),
        (&["bench", "-i", "x.jsonl", "-e", "sat", "--solver-command", "x"], "no engine here is sat:solver=external"),
        (&["satisfy", "-", "--solver", "batsat", "--solver-command", "x"], "is for --solver external, not for batsat"),
        (&["solve", "-", "--model", "--certify"], "cannot be used with"),
        (&["compile", "f.cnf", "--set", "n=1"], "cannot be used with"),
        (&["play", "--boards", "b.txt", "--level", "expert"], "cannot be used with"),
        (&["play", "--games", "0"], "0 is not in 1.."),
        (&["chains", "a.mine", "--steps", "3"], "cannot be used with"),
        (&["chains", "a.mine", "--shapes", "3x3"], "unexpected argument '--shapes'"),
        (&["chains", "--game", "5x5:0.2", "--only", "x"], "cannot be used with"),
        (&["chains", "--search", "4x4", "--boards", "7"], "unexpected argument '--boards'"),
        (&["chains", "--search", "4x4", "--runs", "0"], "0 is not in 1.."),
        (
            &["gadget", "search", "--rows", "4", "--cols", "5", "--port", "W:1:in:a", "--port-row", "2"],
            "cannot be used with",
        ),
        (
            &["gadget", "search", "--rows", "18446744073709551615", "--cols", "3", "--like", "HWIRE"],
            "at most 144 cells",
        ),
        (&["gadget", "map", "--rows", "12", "13", "--cols", "12", "13", "-o", "x"], "at most 144 cells, not 13 x 13"),
        (&["gadget", "map", "--function", "NOPE", "-o", "x"], "no shipped function \"NOPE\""),
        (&["study", "transition", "--densities", "0.1", "0.2", "inf", "-o", "x"], "a millionth or more apart"),
        (&["convert", "a.mine", "--to", "mbf", "--rule", "zero"], "--rule is for games"),
        (&["play", "--player", "random:x=1"], "player random has no option \"x\"; it takes none"),
        (&["sample", "-", "-n", "0"], "0 is not in 1.."),
        (&["solve", "-", "-e", "frontier:"], "without options it is \"frontier\""),
        (&["solve", "-", "-e", "nosuch:"], "no engine named \"nosuch\""),
        (&["play", "--player", "ees:"], "without options it is \"ees\""),
        (&["play", "--player", "basic:look=near,"], "has no option \"\""),
        (&["solve", "-", "-e", "sat:local=ladder,"], "has no preset \"\""),
        (&["count", "-", "--exact", "--no-tally"], "cannot be used with"),
        (&["encode", "-", "--slack", "--without-total"], "cannot be used with"),
        (&["optimal", "--boards", "2x2", "1x3", "2x2", "-o", "x"], "2x2 is given twice"),
        (&["study", "transition", "--sizes", "8:2", "8:3", "-o", "x"], "side 8 is given twice"),
        (&["study", "chains", "--densities", "0.1", "1.5", "-o", "x"], "densities lie between 0 and 1"),
        (&["study", "chains", "--found", "none.jsonl", "-o", "x"], "none.jsonl"),
        (&["study", "gadgets", "--function", "NOPE", "-o", "x"], "no shipped function \"NOPE\""),
        (&["study", "settings", "lookahead", "lookahead:nosuch=1", "-o", "x"], "nosuch"),
        (&["study", "settings", "lookahead", "-o", "x"], "<SECOND>"),
        (&["study", "deviations", "--models", "3", "-o", "x"], "their number is even, not 3"),
        (&["study", "dead-ends", "--start", "corner", "-o", "x"], "possible values: safe, zero"),
        (&["study", "endgames", "--games", "0", "-o", "x"], "needs a game or more"),
        (&["study", "endgames", "--games", "1"], "--output <FOLDER>"),
        (&["study", "limits", "-e", "nosuch", "-o", "x"], "\"nosuch\" is not one of the engines"),
        (&["study", "limits", "-e", "frontier", "-b", "wide: uniform 150x150", "-o", "x"], "which is not here"),
        (&["generate", "uniform", "--index", "18446744073709551615", "--count", "2"], "end past 2^64"),
        (&["gadget", "list", "--library", "zzz"], "no shipped library \"zzz\"; there are"),
    ];
    for (args, message) in rows {
        let (code, out, err) = run(folder.path(), args, b"");
        assert_eq!((code, out.as_str()), (2, ""), "{args:?}: {err}");
        assert!(err.contains(message), "{args:?}: expected {message:?} in\n{err}");
    }
}

#[test]
fn exit_codes_tell_how_it_ended() {
    let folder = tempfile::tempdir().unwrap();
    let solve = |input: &str, more: &[&str]| {
        let args: Vec<&str> = ["solve", "-", "--engine", "brute"].iter().chain(more).copied().collect();
        run(folder.path(), &args, input.as_bytes()).0
    };
    assert_eq!(solve("1 3 1\n#1#\n", &[]), 0);
    assert_eq!(solve("1 3 0\n#1#\n", &[]), 20);
    assert_eq!(solve("2 12 ?\n############\n############\n", &["--timeout", "0"]), 124);
    // Farther than any clock goes.
    assert_eq!(solve("1 3 1\n#1#\n", &["--timeout", "1e19"]), 0);
    assert_eq!(solve("2 12 ?\n############\n############\n", &["--nodes", "10"]), 124);
    assert_eq!(solve("5 5 ?\n#####\n#####\n#####\n#####\n#####\n", &[]), 2, "brute refuses 25 cells");
}

/// Proofs are of the formula: what that leaves out is not said of the board.
#[test]
fn no_proof_speaks_of_the_board_where_the_formula_leaves_some_of_it_out() {
    let folder = tempfile::tempdir().unwrap();
    // The total makes (0,3) safe.
    let board = "2 4 1\n#1##\n####\n";
    let prove = |board: &str, more: &[&str]| {
        let args: Vec<&str> = ["encode", "-", "--proof", "p.drat"].iter().chain(more).copied().collect();
        run(folder.path(), &args, board.as_bytes())
    };
    assert_eq!(prove(board, &["--cell", "0,3"]).0, 0);
    assert_eq!(
        prove(board, &["--cell", "0,3", "--slack"]).2,
        "error: no proof: with --slack the formula leaves (0, 3) free, which is next to no clue\n"
    );
    let (_, _, err) = prove(board, &["--cell", "0,3", "--without-total"]);
    assert!(err.contains("in some models of the formula, which leaves the total out, and a mine in others"), "{err}");
    let impossible = "1 3 3\n#1#\n";
    assert_eq!(prove(impossible, &[]).0, 0);
    let (_, _, err) = prove(impossible, &["--without-total"]);
    assert!(err.contains("the total, which is left out of it, may still rule it out"), "{err}");
}

#[test]
fn another_total_makes_another_board() {
    let folder = tempfile::tempdir().unwrap();
    let line = "{\"name\":\"a\",\"family\":\"f\",\"tier\":\"t\",\"board\":[\"#1#\"],\"mines\":1,\"params\":{\"k\":1},\
                \"origin\":\"o\",\"expected\":{\"models\":\"2\"}}\n";
    let convert = |mines: &str| -> serde_json::Value {
        let (code, out, err) =
            run(folder.path(), &["convert", "-", "--to", "jsonl", "--mines", mines], line.as_bytes());
        assert_eq!(code, 0, "{err}");
        serde_json::from_str(&out).unwrap()
    };
    let (same, other) = (convert("1"), convert("?"));
    assert_eq!((&same["expected"]["models"], &same["origin"]), (&"2".into(), &"o".into()));
    assert_eq!((&other["name"], &other["tier"]), (&"a".into(), &"t".into()));
    for key in ["expected", "origin", "params", "family"] {
        assert!(other.get(key).is_none_or(|v| v.is_null() || v == "" || v == &serde_json::json!({})), "{key}: {other}");
    }
}

/// Boards that have as many models are not given the same ranks.
#[test]
fn samples_of_different_boards_are_independent() {
    let folder = tempfile::tempdir().unwrap();
    let named = |name: &str| format!("{{\"name\":\"{name}\",\"board\":[\"#1##1#\"]}}\n");
    let ranks = |input: String| -> Vec<String> {
        let (_, out, _) = run(folder.path(), &["sample", "-", "-n", "40", "--json"], input.as_bytes());
        let rank = |line: &str| serde_json::from_str::<serde_json::Value>(line).unwrap()["rank"].to_string();
        out.lines().map(rank).collect()
    };
    let (a, b) = (ranks(named("a")), ranks(named("b")));
    assert!(a.len() == 40 && a != b);
    assert_eq!(ranks(named("b") + &named("a")), [b, a].concat());
}

/// Certificates of the boards before a bad one are kept: their verdicts have been told.
#[test]
fn certificates_are_written_whatever_comes_after() {
    let folder = tempfile::tempdir().unwrap();
    let lines = "{\"name\":\"a\",\"board\":[\"#1\"]}\n{\"name\":\"b\",\"board\":[\"#x\"]}\n";
    let (code, out, _) = run(folder.path(), &["solve", "-", "--certificates", "c.jsonl"], lines.as_bytes());
    assert!(code == 2 && out.contains("a: 1x2"), "{out}");
    // Nor lost to a call that tells nothing.
    for call in [&["solve", "nosuch"][..], &["solve", "-", "-e", "nosuch"], &["solve", "-", "--only", "zzz"]] {
        let args = [call, &["--certificates", "c.jsonl"]].concat();
        assert_eq!(run(folder.path(), &args, lines.as_bytes()).0, 2);
    }
    let (_, _, err) = run(folder.path(), &["solve", "-", "--certificates", "no/c.jsonl"], lines.as_bytes());
    assert!(err.contains("no/c.jsonl: No such file") && err.contains("<stdin>:2:24: 'x' means nothing"), "{err}");
    fs::write(folder.path().join("a.jsonl"), lines.lines().next().unwrap()).unwrap();
    let (code, out, err) = run(folder.path(), &["verify", "a.jsonl", "c.jsonl"], b"");
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(out.contains("1 mines proved by 1 certificates"), "{out}");
    // Of rejected ones none is counted.
    fs::write(folder.path().join("b.jsonl"), "{\"name\":\"a\",\"board\":[\"#0\"]}\n").unwrap();
    let (code, out, _) = run(folder.path(), &["verify", "b.jsonl", "c.jsonl"], b"");
    assert!(code == 1 && out.contains("0 mines proved by 0 certificates"), "{out}");
}

/// A mine that fits beside a first 0 in a corner only.
#[test]
fn dense_small_boards_begin_where_there_is_room() {
    let folder = tempfile::tempdir().unwrap();
    let args = ["generate", "uniform", "--rows", "3", "--cols", "3", "--mines", "4", "--count", "20"];
    let (code, out, err) = run(folder.path(), &args, b"");
    assert_eq!((code, out.lines().count()), (0, 20), "{err}");
    let (code, _, err) =
        run(folder.path(), &["generate", "uniform", "--rows", "3", "--cols", "3", "--mines", "6"], b"");
    assert!(code == 2 && err.contains("6 mines do not fit"), "{err}");
}

/// A table is not lost to one of other boards in the same folder.
#[test]
fn results_of_another_command_are_not_written_over() {
    let folder = tempfile::tempdir().unwrap();
    let optimal = |boards: &str| run(folder.path(), &["optimal", "--boards", boards, "-o", "t"], b"");
    assert_eq!(optimal("2x2").0, 0);
    let before = fs::read(folder.path().join("t/table.jsonl")).unwrap();
    assert_eq!(optimal("2x2").0, 0);
    // The report says where it is, and is known wherever it is moved to.
    let report = fs::read_to_string(folder.path().join("t/report.md")).unwrap();
    assert!(report.contains(" --output t`"), "{report}");
    fs::rename(folder.path().join("t"), folder.path().join("u")).unwrap();
    assert_eq!(run(folder.path(), &["optimal", "--boards", "2x2", "-o", "u"], b"").0, 0);
    fs::rename(folder.path().join("u"), folder.path().join("t")).unwrap();
    let (code, _, err) = optimal("1x3");
    assert!(
        code == 2 && err.contains("another command made the results in t: minesat study optimal --boards 2x2 --nodes"),
        "{err}"
    );
    assert_eq!(fs::read(folder.path().join("t/table.jsonl")).unwrap(), before);
}

/// What the same end is called is the same in all commands.
#[test]
fn exit_codes_are_those_of_solve_everywhere() {
    let folder = tempfile::tempdir().unwrap();
    let impossible = "2 2 ?\n11\n1_\n";
    let one = "1 3 1\n#1#\n";
    let formula = "p cnf 2 1\n1 2 0\n";
    for (args, input, code, said) in [
        (&["best", "-"][..], impossible, 20, "the clue 1 at (1,0) cannot be"),
        (&["chains", "-"], impossible, 20, "No solution"),
        // The total takes no part in chains, but makes the board impossible.
        (&["chains", "-"], "1 3 2\n#1#\n", 20, "total of 2 mines"),
        (&["explain", "-"], impossible, 20, ""),
        (&["view", "-", "--verdicts"], impossible, 20, "the board has no solution"),
        (&["encode", "-", "--to", "opb", "--slack"], one, 2, "--slack needs --to cnf"),
        (&["encode", "-", "--to", "lp", "--local", "ladder"], one, 2, "--local needs --to cnf"),
        (&["sample", "-"], impossible, 20, "no model"),
        (&["sample", "-", "--rank", "2"], one, 2, "no model has rank 2: there are 2"),
        (&["solve", "-", "-e", "sat", "--solver-command", "./nowhere"], one, 1, "failed: ./nowhere"),
        (&["satisfy", "-", "--solver-command", "./nowhere"], formula, 1, "failed: ./nowhere"),
        (&["satisfy", "-", "--solver", "external"], formula, 2, "unsupported"),
        (&["best", "-", "-t", "0"], "4 4 4\n####\n####\n####\n####\n", 124, "the time limit ran out"),
        (&["view", "-", "-o", "x.pdf"], one, 2, "pictures are .svg or .png, not .pdf"),
        (&["solve", "-"], "2 3 2\n# # #\n1 # #\n", 2, "<stdin>:2:2: ' ' means nothing"),
        // No covered cell, and still a list of chances.
        (&["count", "-", "--json", "--density", "0.2"], "1 1 ?\n0\n", 0, "\"probabilities\":[[null]]"),
        // One mine of three cells is known, so a fourth is one with (1 + a) / (3 + 2 a), a = 1 and 1/2; a flag is a second.
        (&["count", "-", "--json", "--density", "uniform"], "1 4 ?\n#1##\n", 0, "[[0.5,null,0.5,0.4]]"),
        (&["count", "-", "--json", "--density", "jeffreys"], "1 4 ?\n#1##\n", 0, "[[0.5,null,0.5,0.375]]"),
        (&["count", "-", "--json", "--density", "uniform"], "1 6 ?\nF_#1##\n", 0, "0.5,null,0.5,0.42857142857142855]]"),
        // A 0 that may stand for 0, and as one of two numbers for 1; one that may stand for 0 alone.
        (&["count", "-", "--json", "--exact", "--clues", "at-most"], "1 2 ?\n#0\n", 0, "[[\"1/3\",null]]"),
        (&["count", "-", "--json", "--clues", "at-least"], "1 2 ?\n#0\n", 0, "[[0.0,null]]"),
        (&["count", "-", "--clues", "at-most"], "1 3 0\n#2#\n", 0, "inconsistent"),
        (&["count", "-", "--clues", "at-most", "--engine", "sat"], one, 2, "cannot be used with"),
        (&["play", "--player", "csp:engine=lp"], "", 2, "csp:engine=lp: it cannot guess"),
        (&["play", "--rows", "4", "--cols", "4", "--mines", "17"], "", 2, "17 mines do not fit on 16 cells"),
        (
            &["play", "--rows", "4", "--cols", "4", "--mines", "1", "--at", "9,9"],
            "",
            2,
            "the first cell (9,9) is not on",
        ),
    ] {
        let (got, out, err) = run(folder.path(), args, input.as_bytes());
        assert_eq!(got, code, "{args:?}: {out}{err}");
        assert!(format!("{out}{err}").contains(said), "{args:?}: {out}{err}");
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn moves_of_a_position_know_when_a_game_is_over() {
    let folder = tempfile::tempdir().unwrap();
    let best = |board: &str, more: &[&str]| {
        let (code, out, err) = run(folder.path(), &[&["best", "-"], more].concat(), board.as_bytes());
        assert_eq!(code, 0, "{err}");
        (out, err)
    };
    let over = "2 2 1\n11\n1F\n";
    assert!(best(over, &[]).0.contains("the game is won"), "{}", best(over, &[]).0);
    let (out, _) = best("3 1 ?\n#\n#\n#\n", &["--json", "--show", "1"]);
    let answer: serde_json::Value = serde_json::from_str(&out).unwrap();
    let moves = serde_json::json!([{"cell": [0, 0], "mine": 0.5, "progress": 0.5, "wins": 4}]);
    assert_eq!((&answer["models"], &answer["over"], &answer["moves"]), (&8.into(), &1.into(), &moves));
    let covered = "4 4 4\n####\n####\n####\n####\n";
    let (out, err) = best(covered, &["--nodes", "5", "--games", "2", "--json"]);
    let answer: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert!(err.is_empty() && answer["models"].is_null() && answer["moves"][0]["games_won"].is_u64(), "{out}{err}");
    assert!(best(covered, &["--nodes", "5"]).0.contains("ran out of nodes"));
    // A limit ends the games: what they won is of as many as there were.
    let args = ["best", "-", "--nodes", "5", "--games", "100000000", "-t", "1"];
    let (code, out, err) = run(folder.path(), &[&args[..], &["--json"]].concat(), covered.as_bytes());
    let answer: serde_json::Value = serde_json::from_str(&out).unwrap();
    let (games, won) = (answer["games"].as_u64().unwrap(), answer["moves"][0]["games_won"].as_u64().unwrap());
    assert!(
        code == 124 && err.contains("the time limit ran out") && err.contains(&format!("after {games} of")),
        "{err}"
    );
    assert!(won <= games && games < 100_000_000 && answer["no_tree"] == "out of nodes", "{out}");
    // A safe cell is certain: there is nothing to play for.
    let (_, err) = best("1 6 3\n0#####\n", &["--models", "1", "--games", "2"]);
    assert!(err.contains("no games are played on: a safe cell is certain"), "{err}");
}

#[test]
fn what_solvers_say_is_read_or_refused() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("b.mine"), "1 3 1\n#1#\n").unwrap();
    for (answer, code, said) in [
        ("x1 1\nx2 -0.0000001\n", 0, "a model"),
        ("Infeasible - objective value 0.00\n", 20, "no model (not checked)"),
        ("Status:     INTEGER EMPTY\n", 20, "no model (not checked)"),
        ("x1 1\nx2 0.5\n", 2, "<stdin>:2:4: x2 is 0.5, neither 0 nor 1"),
        ("x1 nan\n", 2, "<stdin>:1:4: x1 is nan"),
        ("v 1 -1 0\n", 2, "<stdin>:1:5: variable 1 has two values"),
        ("v 1 abc 0\n", 2, "<stdin>:1:5: \"abc\" is not a literal"),
    ] {
        let (got, out, err) = run(folder.path(), &["decode", "b.mine", "-"], answer.as_bytes());
        assert!(got == code && format!("{out}{err}").contains(said), "{answer:?}: {got} {out}{err}");
    }
}

#[test]
fn conditions_are_checked_and_counted() {
    let folder = tempfile::tempdir().unwrap();
    let board = b"2 3 1\n#1#\n###\n";
    let count = |more: &[&str]| {
        let args: Vec<&str> = ["count", "-", "--json"].iter().chain(more).copied().collect();
        run(folder.path(), &args, board)
    };
    let models = |more: &[&str]| {
        let answer: serde_json::Value = serde_json::from_str(&count(more).1).unwrap();
        (answer["models"].clone(), answer["given"].clone())
    };
    assert_eq!(models(&["--given", "0,0=safe"]), ("4".into(), serde_json::json!(["0,0=safe"])));
    assert_eq!(models(&["--given", "0,0=safe", "--given", "1,2=1"]).0, "2");
    assert_eq!(models(&["--given", "0,0=3"]).0, "0");
    for (given, message) in [
        (["--given", "0,1=safe"], "(0,1) is not covered: it shows 1"),
        (["--given", "2,0=safe"], "(2,0) is not on the board"),
        (["--given", "0,0=4"], "(0,0) cannot show 4: it has 3 neighbours"),
    ] {
        let (code, _, err) = count(&given);
        assert!(code == 2 && err.contains(message), "{err}");
    }
    let (code, _, err) = count(&["--given", "0,0=1", "--given", "0,0=mine"]);
    assert!(code == 2 && err.contains("a cell is given twice"), "{err}");
    let (_, out, _) = count(&["--outcomes", "0,0"]);
    let answer: serde_json::Value = serde_json::from_str(&out).unwrap();
    let models: Vec<&str> =
        answer["outcomes"].as_array().unwrap().iter().map(|o| o["models"].as_str().unwrap()).collect();
    // A mine; then two places beside it and two that are not, and never two mines.
    assert_eq!((&answer["models"], models), (&"5".into(), vec!["1", "2", "2", "0", "0"]));
}

#[test]
fn json_answers_have_the_agreed_fields() {
    let folder = tempfile::tempdir().unwrap();
    let board = b"2 3 1\n#1#\n#2F\n";
    let (_, out, _) = run(folder.path(), &["count", "-", "--engine", "brute", "--json", "--exact"], board);
    let answer: serde_json::Value = serde_json::from_str(&out).unwrap();
    let keys: Vec<&str> = answer.as_object().unwrap().keys().map(String::as_str).collect();
    let expected = [
        "instance",
        "engine",
        "query",
        "status",
        "classes",
        "models",
        "frontier_models",
        "tally",
        "probabilities",
        "stats",
        "seconds",
    ];
    assert_eq!(keys, expected);
    // The flag is the only mine of the total; the clue 2 then has no second one.
    assert_eq!((&answer["status"], &answer["models"]), (&"inconsistent".into(), &"0".into()));

    let board = b"2 3 2\n#1#\n##F\n";
    let (code, out, _) = run(folder.path(), &["count", "-", "--engine", "brute", "--json", "--exact"], board);
    let answer: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(
        (code, &answer["status"]),
        (0, &"inconsistent".into()),
        "clue 1 has its flag, a second mine is too many"
    );

    let board = b"2 3 1\n#1#\n###\n";
    let (_, out, _) = run(folder.path(), &["count", "-", "--engine", "brute", "--json", "--exact"], board);
    let answer: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(answer["models"], "5");
    assert_eq!(answer["tally"], serde_json::json!({"offset": 1, "counts": ["5"]}));
    assert_eq!(answer["probabilities"], serde_json::json!([["1/5", null, "1/5"], ["1/5", "1/5", "1/5"]]));
    assert_eq!(answer["classes"], serde_json::json!(["o.o", "ooo"]));
}

#[test]
fn a_name_that_no_instance_has_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let lines: String = ["corridor-1", "corridor-2", "lattice", "ring"]
        .map(|name| format!("{{\"name\":\"{name}\",\"board\":[\"#1#\"]}}\n"))
        .concat();
    fs::write(folder.path().join("b.jsonl"), lines).unwrap();
    for command in ["solve", "count", "sample", "mine-bounds", "view", "encode", "best", "chains", "explain", "convert"]
    {
        let more: &[&str] = if command == "convert" { &["--to", "grid"] } else { &[] };
        let only = |name| [&[command, "b.jsonl", "--only", name], more].concat();
        let (code, out, err) = run(folder.path(), &only("coridor-2"), b"");
        assert_eq!((code, out.as_str()), (2, ""), "{command}");
        let near = "holds no instance named \"coridor-2\"; similar names: \"corridor-2\", \"corridor-1\"";
        assert!(err.contains(near), "{command}: {err}");
        let (code, out, _) = run(folder.path(), &only("ring"), b"");
        assert!(code == 0 && !out.contains("lattice"), "{command}: {out}");
    }
}

#[test]
fn boards_of_other_programs_are_read_and_written() {
    let folder = tempfile::tempdir().unwrap();
    let (grid, js) = ("# 1 . 1 #\n# 1 . 1 1\n", "5x2x2\nH101H\nH1011\n");
    for (input, args) in
        [(grid, &[][..]), (js, &[]), (js, &["--format", "jsminesweeper"]), (grid, &["--format", "grid"])]
    {
        let (code, out, err) = run(folder.path(), &[&["solve", "-"], args].concat(), input.as_bytes());
        assert_eq!(code, 0, "{err}");
        assert!(out.contains("#101m\n#1011\n"), "{out}");
    }
    let (code, _, err) = run(folder.path(), &["solve", "-", "--format", "grid"], js.as_bytes());
    assert!(code == 2 && err.contains("<stdin>:1:1: clue 5 is above"), "{err}");

    let convert = |args: &[&str], input: &[u8]| {
        let mut convert = assert_cmd::Command::from_std(minesat(folder.path()));
        let output = convert.arg("convert").args(args).write_stdin(input).output().unwrap();
        (output.status.code().unwrap(), output.stdout, String::from_utf8(output.stderr).unwrap())
    };
    // A position through every format of positions and back.
    let mut text = b"2 5 2\n#101#\n#1011\n".to_vec();
    for to in ["jsminesweeper", "jsonl", "minesat"] {
        let (code, out, err) = convert(&["-", "--to", to], &text);
        assert_eq!((code, err.as_str()), (0, ""));
        text = out;
    }
    assert_eq!(text, b"2 5 2\n#101#\n#1011\n");
    // A field as bytes, as a position and as a game that is played.
    let (_, mbf, _) = convert(&["-", "--to", "mbf"], b"*...\n....\n...*\n");
    assert_eq!(mbf, [4, 3, 0, 2, 0, 0, 3, 2]);
    fs::write(folder.path().join("f.mbf"), &mbf).unwrap();
    let (_, out, _) = convert(&["f.mbf", "--to", "minesat", "--open", "2,0"], b"");
    assert_eq!(String::from_utf8(out).unwrap(), "3 4 2\n####\n111#\n001#\n");
    assert_eq!(convert(&["f.mbf", "--to", "games", "--open", "2,0", "--rule", "zero", "-o", "g.txt"], b"").0, 0);
    let (code, out, err) = run(folder.path(), &["play", "--boards", "g.txt", "--player", "frontier"], b"");
    assert!(code == 0, "{out}{err}");
    for (args, what) in [
        (&["f.mbf", "--to", "minesat", "--open", "0,0"][..], "(0, 0) is a mine"),
        (&["f.mbf", "--to", "minesat", "--open", "3,0"], "not on the board"),
        (&["f.mbf", "--to", "games"], "first click"),
        (&["f.mbf", "--to", "games", "--open", "1,0", "--rule", "zero"], "without a mine next to it"),
        (&["f.mbf", "--to", "grid", "--mines", "13"], "13 mines do not fit"),
        (&["f.mbf", "--to", "grid"], "a grid cannot say that there are 2 mines"),
        (&["f.mbf", "--to", "field", "--mines", "3"], "a field determines its total"),
        (&["f.mbf", "--to", "grid", "--only", "f"], "--only is for files of instances"),
    ] {
        let (code, out, err) = convert(args, b"");
        assert!(code == 2 && out.is_empty() && err.contains(what), "{args:?}: {err}");
    }
    let (code, _, err) = run(folder.path(), &["solve", "f.mbf"], b"");
    assert!(code == 2 && err.contains("f.mbf: says where the mines are"), "{err}");
    assert_eq!(convert(&["-", "--to", "mbf"], b"1 3 1\n#1#\n").0, 2);
    assert_eq!(convert(&["-", "--to", "jsminesweeper"], b"#1#\n").0, 2);
}

/// Scripts with the earlier names of commands get the same output, errors and exit codes.
#[test]
fn earlier_names_of_commands_behave_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    fs::write(path.join("b.mine"), "1 3 1\n#1#\n").unwrap();
    fs::write(path.join("f.mine"), "2 2 ?\n#1\n11\n").unwrap();
    fs::write(path.join("b.jsonl"), "{\"name\":\"a\",\"board\":[\"#1#\"]}\n").unwrap();
    assert_eq!(run(path, &["solve", "f.mine", "--certificates", "c.jsonl"], b"").0, 0);
    let shard = ["bench", "-i", "b.jsonl", "-e", "brute", "-q", "decide", "--shard", "1/1", "-o", "s"];
    assert_eq!(run(path, &shard, b"").0, 0);
    let sizes = ["--sizes", "4:2", "--densities", "0.1", "0.1", "0.1", "-o", "OUT"];
    let cases: &[(&[&str], &[&str], &[&str])] = &[
        (&["check"], &["verify"], &["f.mine", "c.jsonl"]),
        (&["expect"], &["label"], &["b.jsonl", "-e", "brute,frontier", "-o", "OUT"]),
        (&["gaps"], &["separate"], &["--cells", "4", "-o", "OUT"]),
        (&["merge"], &["bench", "merge"], &["s/shard-1-of-1.jsonl", "--no-report", "-o", "OUT"]),
        (&["mines"], &["mine-bounds"], &["b.mine", "--json"]),
        (&["mines"], &["mine-bounds"], &["nowhere.mine"]),
        (
            &["stuck"],
            &["generate", "stuck"],
            &["--rows", "5", "--cols", "5", "--mines", "6", "--count", "2", "-o", "OUT"],
        ),
        (&["transition"], &["study", "transition"], &sizes),
    ];
    for (earlier, present, args) in cases {
        // What is printed, and every file that is written; records and reports have the command line in them.
        let outcome = |name: &[&str], out: &str| {
            let args: Vec<&str> = name.iter().chain(*args).map(|arg| if *arg == "OUT" { out } else { arg }).collect();
            let (code, printed, err) = run(path, &args, b"");
            let out = path.join(out);
            let mut files = Vec::new();
            if out.is_dir() {
                let entries = fs::read_dir(&out).unwrap().map(|entry| entry.unwrap().path());
                files = entries.map(|p| (p.file_name().unwrap().to_owned(), fs::read_to_string(&p).unwrap())).collect();
                files.sort();
                fs::remove_dir_all(&out).unwrap();
            } else if out.is_file() {
                files.push(("OUT".into(), fs::read_to_string(&out).unwrap()));
                fs::remove_file(&out).unwrap();
            }
            let lines = files.iter_mut().map(|(_, text)| text);
            lines.for_each(|text| {
                let forms = [("\",\n    \"", "\""), (" ", "")].map(|(between, quote)| {
                    (format!("{quote}{}{quote}", present.join(between)), format!("{quote}{}{quote}", earlier[0]))
                });
                forms.iter().for_each(|(now, then)| *text = text.replace(now, then));
            });
            (code, printed, err, files)
        };
        assert_eq!(outcome(earlier, "out"), outcome(present, "out"), "{earlier:?} {args:?}");
        for help in [&["--help"][..], &["-h"]] {
            let of = |name: &[&str]| run(path, &[name, help].concat(), b"");
            assert_eq!(of(earlier), of(present), "{earlier:?}");
        }
        assert_eq!(run(path, &[&["help"], *earlier].concat(), b""), run(path, &[&["help"], *present].concat(), b""));
    }
}

#[test]
fn help_has_groups_and_pages_name_every_command() {
    let folder = tempfile::tempdir().unwrap();
    let (code, help, _) = run(folder.path(), &["--help"], b"");
    assert_eq!(code, 0);
    for heading in ["Everyday", "Laboratory", "Games", "Formulas", "Files", "About", "Options", "Examples"] {
        assert!(help.contains(&format!("\n{heading}:\n")), "{heading} in {help}");
    }
    assert!(help.lines().all(|line| line.chars().count() <= 120) && !help.contains('{'), "{help}");
    for args in [&["help"][..], &["-h"], &[]] {
        let (code, out, err) = run(folder.path(), args, b"");
        // Without a command the help is an error, as in other programs.
        let wanted = if args.is_empty() { (2, String::new(), help.clone()) } else { (0, help.clone(), String::new()) };
        assert_eq!((code, out, err), wanted, "{args:?}");
    }
    assert_eq!(run(folder.path(), &["man", "-o", "man"], b"").0, 0);
    let page = |name: &str| fs::read_to_string(folder.path().join("man").join(name)).unwrap();
    for name in ["minesat.1", "minesat-mine-bounds.1", "minesat-bench-merge.1", "minesat-study-transition.1"] {
        assert!(page(name).contains(".SH NAME"), "{name}");
    }
    assert!(
        !folder.path().join("man/minesat-gaps.1").exists() && !folder.path().join("man/minesat-measure.1").exists()
    );
    let (code, completions, _) = run(folder.path(), &["completions", "bash"], b"");
    assert!(code == 0 && completions.contains("mine-bounds") && completions.contains("bench__subcmd__merge"));
}

/// Where nothing is safe the answer goes on: the least risk, the explanation of a contradiction, the move of a player.
#[test]
fn answers_say_what_to_do_next() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("open.mine"), "1 7 2\n#1#_###\n").unwrap();
    fs::write(folder.path().join("a wrong.mine"), "2 2 ?\n11\n1_\n").unwrap();
    let of = |args: &[&str]| run(folder.path(), args, "");
    let (code, out, _) = of(&["solve", "open.mine"]);
    assert!(code == 0 && out.contains("0 safe (s), 0 mines (m), 5 undecided (#)\n"), "{out}");
    assert!(out.contains("no safe cell; least risk (0,4) 33.3 %\n"), "{out}");
    // Not by an engine that may have missed a safe cell, and not for programs.
    assert!(!of(&["solve", "open.mine", "-e", "rules"]).1.contains("least risk"));
    assert!(!of(&["solve", "open.mine", "--json"]).1.contains("least risk"));
    let (code, out, _) = of(&["solve", "a wrong.mine"]);
    assert!(code == 20 && out.contains("minesat explain 'a wrong.mine' names the clues"), "{out}");
    let (code, out, _) = of(&["best", "open.mine", "--models", "1"]);
    assert!(code == 0 && out.contains("too many models"), "{out}");
    let own = out.lines().find_map(|line| line.strip_prefix("instead, the move of the player lookahead: ")).unwrap();
    assert!(out.lines().any(|line| line.trim_start().starts_with(own)), "{out}");
    let (_, out, _) = of(&["best", "open.mine", "--models", "1", "--json"]);
    let advised = serde_json::from_str::<serde_json::Value>(&out).unwrap()["advised"].clone();
    assert_eq!(advised, serde_json::json!([0, own[3..4].parse::<u32>().unwrap()]));
    assert!(!of(&["best", "open.mine"]).1.contains("instead"));
}

#[test]
fn probabilities_of_an_expert_board_fit_the_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let row = "#".repeat(30) + "\n";
    let board = format!("16 30 99\n###1{}{}", &row[4..], row.repeat(15));
    let (code, out, err) = run(folder.path(), &["count", "-", "--no-tally"], board);
    assert_eq!(code, 0, "{err}");
    // All but the statistics.
    assert!(out.lines().all(|line| line.len() <= 100 || line.ends_with(" ms")), "{out}");
    assert!(
        out.contains("two digits each") && out.lines().any(|line| line.starts_with(" 21 21 20  1 20 21 21")),
        "{out}"
    );
}

#[test]
fn colours_are_chosen_and_completions_know_names() {
    let folder = tempfile::tempdir().unwrap();
    let board = "1 3 1\n#1#\n";
    let coloured = |args: &[&str]| run(folder.path(), args, board).1.contains('\u{1b}');
    assert!(coloured(&["solve", "-", "--color", "always"]) && coloured(&["--color", "always", "count", "-"]));
    assert!(!coloured(&["solve", "-", "--color", "never"]) && !coloured(&["solve", "-"]));
    for shell in ["bash", "zsh", "fish"] {
        let (_, out, _) = run(folder.path(), &["completions", shell], "");
        assert!(["frontier", "backtrack", "lookahead"].iter().all(|name| out.contains(name)), "{shell}");
    }
    let (code, _, err) = run(folder.path(), &["solve", "-", "-e", "fronteir"], board);
    assert!(code == 2 && err.contains("no engine named \"fronteir\" (did you mean \"frontier\"?); there are"), "{err}");
    let (_, _, err) = run(folder.path(), &["solve", "-", "-e", "sat:locla=adder"], board);
    assert!(err.contains("did you mean \"local\"?"), "{err}");
}
