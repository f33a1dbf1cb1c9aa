//! Plans measured in shares, killed and resumed: joined they are the run of one machine.

use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::thread::sleep;
use std::time::Duration;

use minesat::bench::key::MeasurementKey;
use minesat::bench::record::{Category, Record, read_records};
use minesat::rng::Rng;

use crate::common::program::{minesat, run};

/// Small boards, one without models, one whose verdicts are kept beside the records; and a plan whose groups overlap.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let mut lines = String::new();
    for i in 0..8 {
        let board = "#1#".repeat(1 + i % 4) + if i == 6 { "0#" } else { "" };
        lines += &format!("{{\"name\":\"b{i}\",\"tier\":\"t{}\",\"board\":[\"{board}\"]}}\n", i % 2);
    }
    lines += &format!("{{\"name\":\"long\",\"board\":[\"{}\"]}}\n", "#1#_".repeat(1200));
    fs::write(folder.path().join("boards.jsonl"), lines).unwrap();
    let plan = "instances = [\"boards.jsonl\"]\ntimeout = 30\nqueries = [\"classify\", \"count\"]\n\
                [[run]]\nengines = [\"frontier\", \"sat\"]\n\
                [[run]]\nengines = [\"brute\", \"frontier\"]\nonly = { tier = [\"t1\"] }\nruns = 2\n";
    fs::write(folder.path().join("p.toml"), plan).unwrap();
    folder
}

/// The rows of a file without what depends on the moment.
fn rows(path: &Path) -> Vec<Record> {
    let mut records = read_records(path.to_str().unwrap()).unwrap().records;
    for record in &mut records {
        assert!(record.is_answered(), "{record:?}");
        (record.seconds, record.cpu_seconds, record.load, record.core) = (None, None, None, None);
        (record.involuntary_switches, record.starved, record.attempts_before) = (0, false, 0);
        record.samples.clear();
        (record.wall_seconds, record.cpu_user_seconds, record.cpu_sys_seconds) = (0.0, 0.0, 0.0);
        record.max_rss_kib = 0;
    }
    records
}

/// Runs a bench to its end, killing it outright at a few random moments.
fn run_with_kills(folder: &Path, args: &[String], rng: &mut Rng) {
    for _ in 0..rng.index(4) {
        let mut child = minesat(folder).args(args).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        sleep(Duration::from_millis(20 + rng.below(250)));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let (code, _, err) = run(folder, &args);
    assert_eq!((code, err.as_str()), (0, ""));
}

#[test]
fn shares_killed_and_resumed_are_the_run_of_one_machine() {
    let folder = folder();
    let folder = folder.path();
    assert_eq!(run(folder, &["bench", "p.toml", "-o", "single", "--no-report"]).0, 0);
    // What a row is worth depends on those before it: a starved row is measured again after others, and a merge judges all
    // in the order of the plan.
    assert_eq!(run(folder, &["bench", "merge", "-o", "in-order", "single/records.jsonl"]).0, 0);
    let single = rows(&folder.join("in-order/records.jsonl"));
    assert_eq!(single.len(), 9 * 2 * 2 + 4 * (2 * 2 + 2));
    let sorted = |mut rows: Vec<Record>| {
        // What a row is worth depends on those before it.
        rows.iter_mut().for_each(|r| r.category = Category::Unknown);
        rows.sort_by_key(Record::key);
        rows
    };
    let mut rng = Rng::new(3);
    for of in [1, 3, 8] {
        let jobs = 1 + rng.index(3);
        let mut files: Vec<String> = Vec::new();
        for index in 1..=of {
            let args = [
                "bench",
                "p.toml",
                "--shard",
                &format!("{index}/{of}"),
                "-j",
                &jobs.to_string(),
                "--oversubscribe",
                "-o",
                "x",
            ];
            run_with_kills(folder, &args.map(String::from), &mut rng);
            files.push(format!("x/shard-{index}-of-{of}.jsonl"));
        }
        rng.shuffle(&mut files);
        // A share that is named twice counts once.
        files.push(files[0].clone());
        let out = format!("merged-{of}");
        let mut args = vec!["bench", "merge", "-o", &out];
        args.extend(files.iter().map(String::as_str));
        let (code, text, err) = run(folder, &args);
        assert_eq!((code, err.as_str()), (0, ""), "{text}");
        assert!(folder.join(&out).join("report.html").exists());
        assert_eq!(rows(&folder.join(&out).join("records.jsonl")), single, "{of} shares, {jobs} jobs");
        // The verdicts of the long board came along.
        assert!(folder.join(&out).join("classes").read_dir().unwrap().count() == 1);
        // A plain bench takes the merged run for its own.
        if jobs == 1 {
            let (_, text, _) = run(folder, &["bench", "p.toml", "-o", &out, "--no-report"]);
            assert!(text.contains("0 of 60 measurements and 60 made before"), "{text}");
        }
    }
    // Neither jobs nor a random order change an answer.
    for args in [["--jobs=3", "--oversubscribe"], ["--seed", "9"]] {
        let args = [&["bench", "p.toml", "--no-report", "-o", args[0].trim_start_matches('-')], &args[..]].concat();
        assert_eq!(run(folder, &args).0, 0);
        assert_eq!(sorted(rows(&folder.join(args[4]).join("records.jsonl"))), sorted(single.clone()), "{args:?}");
    }
}

#[test]
fn what_does_not_belong_together_is_refused() {
    let folder = folder();
    let folder = folder.path();
    for index in ["1/3", "2/3", "3/3", "1/2"] {
        assert_eq!(run(folder, &["bench", "p.toml", "--shard", index, "-o", "x"]).0, 0);
    }
    let [a, b, c, other] = ["1-of-3", "2-of-3", "3-of-3", "1-of-2"].map(|s| format!("x/shard-{s}.jsonl"));
    let fails = |files: &[&str], what: &str| {
        let args = [&["bench", "merge", "-o", "out"], files].concat();
        let (code, out, err) = run(folder, &args);
        assert_eq!((code, out.as_str()), (2, ""), "{files:?}: {err}");
        assert!(err.contains(what), "{err}");
        assert!(!folder.join("out/records.jsonl").exists());
    };
    // Missing measurements have names.
    let kept: Vec<MeasurementKey> = [&a, &b].iter().flat_map(|f| rows(&folder.join(f))).map(|r| r.key()).collect();
    let gone = rows(&folder.join(&c)).into_iter().find(|r| !kept.contains(&r.key())).unwrap();
    let name = format!("missing: {} {} {} run {}", gone.instance, gone.engine, gone.query, gone.run);
    fails(&[&a, &b], &name);
    fails(&[&a, &b], "20 measurements are missing");
    fails(&[&a, &b, &other], "number of shares");
    fails(&["boards.jsonl"], "not a record file");
    // The same measurement with another answer.
    let text = fs::read_to_string(folder.join(&a)).unwrap();
    let line = text.lines().find(|l| l.contains("\"query\":\"count\"") && l.contains("\"models\":\"")).unwrap();
    let forged = text.replace(line, &line.replace("\"models\":\"", "\"models\":\"9"));
    fs::write(folder.join("forged.jsonl"), forged).unwrap();
    fs::copy(folder.join("x/shard-1-of-3.run.json"), folder.join("forged.run.json")).unwrap();
    fails(&[&a, "forged.jsonl", &b, &c], "differently than");
    // Another plan.
    assert_eq!(run(folder, &["bench", "p.toml", "--shard", "2/3", "-t", "9", "-o", "y"]).0, 0);
    fails(&[&a, "y/shard-2-of-3.jsonl", &c], "plan (");
    // A part, where that is wanted; nothing else is written over.
    let args = ["bench", "merge", &a, &b, "-o", "part", "--partial"];
    assert_eq!(run(folder, &args).0, 0);
    assert_eq!(rows(&folder.join("part/records.jsonl")).len(), 40);
    assert_eq!(run(folder, &args).0, 0);
    let (code, _, err) = run(folder, &["bench", "merge", &a, &b, &c, "-o", "boards.jsonl"]);
    assert!(code == 2 && err.contains("stays as it is"), "{err}");
    // Instances that have changed.
    let boards = folder.join("boards.jsonl");
    fs::write(&boards, fs::read_to_string(&boards).unwrap() + "\n").unwrap();
    fails(&[&a, &b, &c], "has changed since");
}

#[test]
fn shares_are_checked() {
    let folder = folder();
    for share in ["0/3", "4/3", "x", "1/0"] {
        let (code, _, err) = run(folder.path(), &["bench", "p.toml", "--shard", share]);
        assert!(code == 2 && err.contains("is not I/N"), "{err}");
    }
    // More shares than measurements: some are empty, and no error.
    let (code, out, _) = run(folder.path(), &["bench", "p.toml", "--shard", "99/99", "-o", "x"]);
    assert!(code == 0 && out.contains("0 of 0 measurements"), "{out}");
}
