//! How bytes become text, from outside: ends of lines, control characters, bounds, names of files and of instances.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::common::program::{minesat, run_on as run};

/// What a terminal would act on, or would not show.
fn acts(text: &str) -> bool {
    text.contains(|c: char| c.is_control() && !matches!(c, '\n' | '\t') || matches!(c, '\u{2028}' | '\u{202e}'))
}

#[test]
fn every_end_of_line_is_read_alike() {
    let folder = tempfile::tempdir().unwrap();
    let made = |text: &str| run(folder.path(), &["convert", "-", "--to", "minesat"], text.as_bytes());
    for (text, rows) in [
        ("?1?\n?2?\n", "2 3 ?\n#1#\n#2#\n"),
        ("2 3 1\n#1#\n#1#\n", "2 3 1\n#1#\n#1#\n"),
        ("c x\n\n2 3 1\n#1#\n#1#\n\n", "2 3 1\n#1#\n#1#\n"),
        ("3x2x1\nH1H\nH1H\n", "2 3 1\n#1#\n#1#\n"),
        ("\u{feff}{\"name\":\"a\",\"board\":[\"#1\"]}\n\n", "1 2 ?\n#1\n"),
    ] {
        for end in ["\n", "\r\n", "\r"] {
            let text = text.replace('\n', end);
            let (code, out, err) = made(&text);
            assert_eq!((code, out.as_str()), (0, rows), "{text:?}: {err}");
            // The last line may lack its end.
            assert_eq!(made(text.trim_end_matches(['\n', '\r'])).1, rows, "{text:?}");
        }
    }
    // Two instances, three ends.
    let two = "{\"name\":\"a\",\"board\":[\"#1\"]}\n{\"name\":\"b\",\"board\":[\"#x\"]}\n";
    for end in ["\n", "\r\n", "\r"] {
        let (code, _, err) = run(folder.path(), &["solve", "-"], two.replace('\n', end).as_bytes());
        assert_eq!(code, 2);
        assert!(err.contains("<stdin>:2:24: 'x' means nothing"), "{err}");
    }
    // A formula, an answer, certificates, boards of games, a recipe, a tile.
    fs::write(folder.path().join("b.mine"), "1 3 1\n#1#\n").unwrap();
    let files: [(&[&str], &str, i32, &str); 4] = [
        (&["satisfy", "-"], "c x\np cnf 2 2\n1 0\n-1 2 0\n", 0, "1 2"),
        (&["decode", "b.mine", "-"], "c x\ns SATISFIABLE\nv 1 -2 0\n", 0, "a model"),
        (&["decode", "b.mine", "-"], "s UNSATISFIABLE\n", 20, "no model"),
        (&["satisfy", "-"], "c a comment\nc p cnf 1 1\np cnf 1 2\n1 0\n-1 0\n", 20, ""),
    ];
    for (args, text, code, said) in files {
        for end in ["\n", "\r\n", "\r"] {
            let (ended, out, err) = run(folder.path(), args, text.replace('\n', end).as_bytes());
            assert!(ended == code && out.contains(said), "{args:?} {end:?}: {ended} {out}{err}");
        }
    }
    fs::write(
        folder.path().join("r.txt"),
        "# comment\runiform --rows 3 --cols 3 --mines 1 --seed 2\r\n\rboard b.mine\r",
    )
    .unwrap();
    let (code, out, err) = run(folder.path(), &["generate", "recipe", "r.txt"], b"");
    assert!(code == 0 && out.lines().count() == 2, "{out}{err}");
}

#[test]
fn control_characters_are_refused_with_their_place() {
    let folder = tempfile::tempdir().unwrap();
    let good = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    good("b.mine", "1 3 1\n#1#\n");
    let readers: [(&[&str], &str); 13] = [
        (&["solve", "bad"], "?1?@?2?\n"),
        (&["solve", "bad", "--format", "grid"], "?1?@?2?\n"),
        (&["solve", "bad"], "1 3 1\n#1#@\n"),
        (&["solve", "bad"], "c x@y\n1 3 1\n#1#\n"),
        (&["solve", "bad"], "3x1x1\nH1H@\n"),
        (&["solve", "bad"], "{\"name\":\"a@\",\"board\":[\"#1\"]}\n"),
        (&["satisfy", "bad"], "p cnf 1 1\n1@0\n"),
        (&["satisfy", "bad", "--format", "expr"], "a &@b\n"),
        (&["decode", "b.mine", "bad"], "v 1@-2 0\n"),
        (&["verify", "b.mine", "bad"], "{\"instance\":\"b@\",\"claims\":[],\"reason\":{}}\n"),
        (&["report", "bad"], "{\"minesat_records\":1,\"x\":\"@\"}\n"),
        (&["bench", "bad"], "title = \"a@b\"\n"),
        (&["generate", "recipe", "bad"], "# x@y\n"),
    ];
    for letter in ['\0', '\u{b}', '\u{c}', '\u{1b}', '\u{7f}', '\u{85}', '\u{2028}', '\u{200b}', '\u{202e}', '\u{feff}']
    {
        for (args, text) in readers {
            let at = text.find('@').unwrap();
            let before = &text[..at];
            let (line, column) = (1 + before.matches('\n').count(), at - before.rfind('\n').map_or(0, |n| n + 1) + 1);
            good("bad", &text.replace('@', &letter.to_string()));
            let (code, out, err) = run(folder.path(), args, b"");
            let place = format!("bad:{line}:{column}: U+{:04X}", u32::from(letter));
            assert!(code == 2 && err.contains(&place), "{args:?} {letter:?}: {code} {err}{out}");
            assert!(!acts(&err) && out.is_empty(), "{args:?} {letter:?}: {err:?}");
        }
    }
    // In the strings of an instance they are no cells either, and as a name they are no harm.
    let line = "{\"name\":\"a\\u001b[2J\\r\\u2028\",\"board\":[\"#1#\"],\"mines\":1}\n";
    for command in ["solve", "count", "mine-bounds", "sample", "best", "explain", "encode"] {
        let (_, out, err) = run(folder.path(), &[command, "-"], line.as_bytes());
        assert!(!acts(&out) && !acts(&err) && (out + &err).contains("\\u{1b}[2J\\r\\u{2028}"), "{command}");
    }
    let (code, out, _) = run(folder.path(), &["solve", "-", "--json"], line.as_bytes());
    let answer: Value = serde_json::from_str(&out).unwrap();
    assert!(code == 0 && !acts(&out) && answer["instance"] == "a\u{1b}[2J\r\u{2028}");
    let (code, _, err) = run(folder.path(), &["solve", "-"], b"{\"name\":\"a\",\"board\":[\"#1\",\"#\\r\"]}\n");
    assert!(code == 2 && err.contains("<stdin>:1:29: U+000D"), "{err}");
    // Where one who cannot see it would take one row for two.
    let (code, _, err) = run(folder.path(), &["solve", "-"], "?1?\u{2029}?2?\n".as_bytes());
    assert!(code == 2 && err.contains("<stdin>:1:4: U+2029 ends no line here"), "{err}");
}

/// `head`, and `text` again and again.
fn fill(mut to: impl std::io::Write, head: &[u8], text: &[u8], bytes: usize) {
    let block = text.repeat((1 << 16) / text.len());
    to.write_all(head).unwrap();
    (0..bytes / block.len()).for_each(|_| to.write_all(&block).unwrap());
}

/// The same, packed.
fn packed(name: &str, head: &[u8], text: &[u8], bytes: usize) -> Vec<u8> {
    if name == "gz" {
        let mut to = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        fill(&mut to, head, text, bytes);
        return to.finish().unwrap();
    }
    let mut to = zstd::stream::write::Encoder::new(Vec::new(), 1).unwrap();
    fill(&mut to, head, text, bytes);
    to.finish().unwrap()
}

/// A command, how the file begins, what follows again and again, and what is said.
type Bomb<'a> = (&'a [&'a str], &'a [u8], &'a [u8], &'a str);

#[test]
fn bombs_and_endless_lines_are_refused_early() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("b.mine"), "1 3 1\n#1#\n").unwrap();
    let instance = b"{\"name\":\"a\",\"board\":[\"#1\"]}\n";
    for packer in ["gz", "zst"] {
        let cases: [Bomb; 5] = [
            (&["solve", "bomb"], b"", b"\n", "holds more than 200 MB"),
            (&["solve", "bomb"], b"", b"#", "holds more than 200 MB"),
            (&["solve", "bomb"], instance, b"\n", "more than 200 MB of empty lines"),
            (&["solve", "bomb"], b"{", b"x", "bomb:1:1: a line of more than 200 MB"),
            (&["verify", "b.mine", "bomb"], b"", b"{}\n", "holds more than 200 MB"),
        ];
        for (args, head, text, said) in cases {
            let bytes = packed(packer, head, text, 300_000_000);
            assert!(bytes.len() < 3_000_000);
            fs::write(folder.path().join("bomb"), bytes).unwrap();
            let (code, _, err) = run(folder.path(), args, b"");
            assert!(code == 2 && err.contains(said) && err.len() < 2000, "{packer} {args:?}: {err}");
        }
    }
}

#[test]
fn blanks_are_read_once() {
    let folder = tempfile::tempdir().unwrap();
    // Looked at again with every buffer, these took minutes.
    let begun = Instant::now();
    for blank in [b'\n', b'\r', b' '] {
        let mut text = vec![blank; 5_000_000];
        let (code, _, err) = run(folder.path(), &["solve", "-"], &text);
        assert!(code == 2 && err.contains("<stdin>: no board here: the file holds nothing but blanks"), "{err}");
        text.extend(b"{\"name\":\"a\",\"board\":[\"#1\"]}");
        assert_eq!(run(folder.path(), &["solve", "-"], &text).0, 0);
    }
    assert!(begun.elapsed() < Duration::from_secs(20), "{:?}", begun.elapsed());
}

#[test]
fn odd_json_is_refused_briefly() {
    let folder = tempfile::tempdir().unwrap();
    let long = "x".repeat(1_000_000);
    let nested = "[".repeat(100_000) + &"]".repeat(100_000);
    for (line, said) in [
        (format!("{{\"name\":\"a\",\"board\":[\"#1\"],\"params\":{{\"x\":{nested}}}}}"), "recursion limit"),
        ("{\"name\":\"a\",\"mines\":1e999999999,\"board\":[\"#1\"]}".into(), "mines is a whole number"),
        ("{\"name\":\"a\",\"seed\":1e999999999,\"board\":[\"#1\"]}".into(), "<stdin>:1:"),
        ("{\"name\":\"a\",\"name\":\"b\",\"board\":[\"#1\"]}".into(), "duplicate field `name`"),
        ("{\"name\":\"a\",\"params\":{\"x\":1,\"x\":2},\"board\":[\"#1\"]}".into(), "duplicate key"),
        (format!("{{\"name\":\"a\",\"{long}\":1,\"board\":[\"#1\"]}}"), "unknown field `xxx"),
        (format!("{{\"name\":\"a\",\"mines\":\"{long}\",\"board\":[\"#1\"]}}"), "mines is a whole number"),
        (format!("{{\"name\":\"{long}\",\"board\":[\"#y\"]}}"), "'y' means nothing"),
    ] {
        let (code, _, err) = run(folder.path(), &["solve", "-"], line.as_bytes());
        assert!(code == 2 && err.contains(said) && err.len() < 4000, "{}: {}", &line[..40], &err[..err.len().min(500)]);
    }
}

#[test]
fn files_of_any_name_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let name = |name: &[u8]| OsStr::from_bytes(name).to_os_string();
    let of = |args: &[&OsStr]| {
        let output = minesat(folder.path()).args(args).output().unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
    };
    let (board, formula) = (name(b"a\xff b\x1b.mine"), name(b"f\xfe.cnf"));
    fs::write(folder.path().join(&board), "1 3 1\n#1#\n").unwrap();
    fs::write(folder.path().join(&formula), "p cnf 1 1\n1 0\n").unwrap();
    let word = |text: &'static str| OsStr::new(text);
    for args in [vec![word("solve"), &board], vec![word("count"), &board], vec![word("explain"), &board, word("0,0")]] {
        let (code, out, err) = of(&args);
        assert!(code == 0 && !acts(&out), "{args:?}: {out}{err}");
    }
    assert!(of(&[word("solve"), &board]).1.starts_with("a\\xff b\\u{1b}: 1x3"), "the name is shown, not acted on");
    assert_eq!(of(&[word("satisfy"), &formula]).0, 0);
    assert_eq!(of(&[word("compile"), &formula]).0, 0);
    assert_eq!(of(&[word("decode"), &board, &name(b"no\xff")]).0, 2);
    let (code, _, err) = of(&[word("solve"), &name(b"no\xff\x1b")]);
    assert!(code == 2 && err.starts_with("error: no\\xff\\u{1b}: cannot be read: No such file"), "{err}");
    // Results of such boards, in such a folder, and their report.
    let out = name(b"out\xff");
    let bench = [word("bench"), word("-i"), &board, word("-e"), word("brute"), word("-o"), &out];
    let (code, said, err) = of(&bench);
    assert!(code == 0 && folder.path().join(&out).join("report.html").is_file(), "{said}{err}");
    let mut records = out.clone();
    records.push("/records.jsonl");
    assert_eq!(of(&[word("report"), &records, word("-o"), &name(b"again\xff")]).0, 0);
    assert!(folder.path().join(name(b"again\xff")).join("report.md").is_file());
}

#[test]
fn records_name_no_file_elsewhere() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("b.mine"), "1 3 1\n#1#\n").unwrap();
    let bench = ["bench", "-i", "b.mine", "-e", "brute", "frontier", "-q", "classify", "-o", "out", "--no-report"];
    let (code, _, err) = run(folder.path(), &bench, b"");
    assert_eq!(code, 0, "{err}");
    let records = fs::read_to_string(folder.path().join("out/records.jsonl")).unwrap();
    let foreign = records
        .replace("\"query\":\"classify\"", "\"query\":\"../../../x\\u001b[2J/y\"")
        .replace("\"engine\":\"brute\"", "\"engine\":\"br/../\\u001b[2Jute\"");
    assert_ne!(foreign, records);
    fs::create_dir_all(folder.path().join("a/b/c")).unwrap();
    fs::write(folder.path().join("a/b/c/records.jsonl"), foreign).unwrap();
    fs::copy(folder.path().join("out/run.json"), folder.path().join("a/b/c/run.json")).unwrap();
    let (code, out, err) = run(folder.path(), &["report", "a/b/c/records.jsonl"], b"");
    assert_eq!(code, 0, "{err}");
    assert!(!acts(&out) && !acts(&err), "{out:?}{err:?}");
    let mut files: Vec<String> = Vec::new();
    let mut folders = vec![folder.path().to_path_buf()];
    while let Some(at) = folders.pop() {
        for entry in fs::read_dir(at).unwrap().map(|entry| entry.unwrap().path()) {
            match entry.is_dir() {
                true => folders.push(entry),
                false => files.push(entry.strip_prefix(folder.path()).unwrap().to_str().unwrap().into()),
            }
        }
    }
    let plots: Vec<&String> =
        files.iter().filter(|file| Path::new(file).extension().is_some_and(|end| end == "svg")).collect();
    assert!(!plots.is_empty() && plots.iter().all(|file| file.starts_with("a/b/c/plots/") && !acts(file)), "{files:?}");
}

#[test]
fn a_solver_command_may_hold_blanks() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("my solver");
    fs::write(&path, "#!/bin/sh\necho \"s SATISFIABLE\"\necho \"v -1 2 0\"\nexit 10\n").unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    let board = b"1 3 1\n#1#\n";
    for command in
        [format!("'{}'", path.display()), path.display().to_string().replace(' ', "\\ "), path.display().to_string()]
    {
        let args = ["solve", "-", "--model", "-e", "sat", "--solver-command", &command];
        let (code, out, err) = run(folder.path(), &args, board);
        assert!(code == 0 && out.contains("-.*"), "{command}: {out}{err}");
    }
    let (code, _, err) = run(folder.path(), &["solve", "-", "-e", "sat", "--solver-command", "'my solver"], board);
    assert!(code == 2 && err.contains("a quote is not closed"), "{err}");
}

#[test]
fn known_answers_are_told_without_noise() {
    let folder = tempfile::tempdir().unwrap();
    let json = |args: &[&str], board: &str| -> Value {
        let (_, out, err) = run(folder.path(), args, board.as_bytes());
        serde_json::from_str(&out).unwrap_or_else(|_| panic!("{args:?} {board:?}: {out}{err}"))
    };
    // Without covered cells there is one model, and nothing to be unsure of.
    for board in ["1 1 0\n0\n", "1 1 1\nF\n"] {
        for options in [&[][..], &["--no-models"], &["--no-tally"], &["--exact"], &["-e", "search"], &["-e", "brute"]] {
            let answer = json(&[&["count", "-", "--json"], options].concat(), board);
            let known = (&answer["status"], &answer["probabilities"], &answer["classes"]);
            assert_eq!(known, (&"ok".into(), &serde_json::json!([[null]]), &serde_json::json!(["."])), "{options:?}");
            let models = if options == ["--no-models"] { Value::Null } else { "1".into() };
            assert_eq!(answer["models"], models, "{options:?}");
        }
    }
    // Five cells of which three are mines, and one of two with two beside them.
    let best = json(&["best", "-", "--json"], "1 5 3\n#####\n");
    let chances: Vec<f64> = best["moves"].as_array().unwrap().iter().map(|m| m["mine"].as_f64().unwrap()).collect();
    assert_eq!(chances, [0.6; 5]);
    for models in ["0", "1000"] {
        let best = json(&["best", "-", "--json", "--models", models, "--games", "0"], "2 5 4\n##1##\n#####\n");
        for choice in best["moves"].as_array().unwrap() {
            for key in ["mine", "progress"] {
                let text = choice[key].to_string();
                assert!(choice[key].is_null() || !text.contains("00000000") && !text.contains("99999999"), "{text}");
            }
        }
    }
}
