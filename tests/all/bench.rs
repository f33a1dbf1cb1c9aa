//! `minesat bench`, `report` and `label` from outside.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use minesat::bench::plan::read_plan;
use minesat::bench::record::{Category, Record, read_records};
use minesat::instance::builtin;
use minesat::process::{pin_to, usable_cores};

use crate::common::program::{minesat, run};

/// A folder with `boards.jsonl`: corridors of 3 to 14 cells, and one board without models.
fn folder(boards: usize) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let line = |i: usize| {
        let board = "#1#".repeat(1 + i % 4) + if i % 7 == 6 { "0#" } else { "" };
        format!("{{\"name\":\"b{i}\",\"family\":\"f{}\",\"tier\":\"t{}\",\"board\":[\"{board}\"]}}\n", i % 3, i % 2)
    };
    fs::write(folder.path().join("boards.jsonl"), (0..boards).map(line).collect::<String>()).unwrap();
    folder
}

/// Names of everything below a folder.
fn names(folder: &Path) -> BTreeSet<String> {
    fs::read_dir(folder).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap()).collect()
}

/// Boards of one family and size at several shares of mines have a table of their own.
#[test]
fn a_report_tells_shares_of_mines_apart() {
    let folder = tempfile::tempdir().unwrap();
    let make = |density: &str| {
        let of = ["--rows", "4", "--cols", "4", "--reveal", "0.3", "--count", "2", "--seed", density];
        let made =
            run(folder.path(), &[&["generate", "scatter", "--density", &format!("0.{density}")], &of[..]].concat());
        assert_eq!(made.0, 0, "{}", made.2);
        made.1
    };
    fs::write(folder.path().join("a.jsonl"), make("1") + &make("3")).unwrap();
    let (code, _, err) =
        run(folder.path(), &["bench", "-i", "a.jsonl", "-e", "frontier,rules", "-q", "classify", "-o", "out"]);
    assert_eq!(code, 0, "{err}");
    let report = fs::read_to_string(folder.path().join("out/report.md")).unwrap();
    let html = fs::read_to_string(folder.path().join("out/report.html")).unwrap();
    let table = html.split_once("by family, size and share of mines").expect("a table of that name").1;
    assert!(["12.5 %", "31.2 %"].iter().all(|share| table.contains(share)), "{table}");
    // What rules leave open they have answered.
    let rules = report.lines().find(|line| line.starts_with("| rules |")).unwrap();
    assert_eq!(rules.split('|').nth(3).map(str::trim), Some("–"), "{rules}");
}

#[test]
fn a_bench_measures_checks_and_reports() {
    let folder = folder(6);
    let args = ["bench", "-i", "boards.jsonl", "-e", "brute,backtrack", "frontier", "-t", "5", "-o", "out"];
    let (code, out, err) = run(folder.path(), &args);
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    assert!(out.contains("54 of 54 measurements"), "{out}");
    let last: Vec<&str> = out.lines().rev().take(2).collect();
    let agreed = "- 54 answers compared across engines and queries: no disagreement.";
    assert_eq!(last, ["Report: out/report.html", agreed]);
    for query in ["decide", "classify"] {
        let says = |line: &str| {
            line.starts_with(&format!("- {query}, 6 boards: "))
                && line.contains(" is the best of 3 complete engines: it solves all 6, PAR-2 ")
                && line.ends_with("; all of them solve every board.")
        };
        assert!(out.lines().any(says), "{out}");
    }
    let report = fs::read_to_string(folder.path().join("out/report.md")).unwrap();
    assert!(report.contains(&format!("\n{agreed}\n")), "{report}");
    let records = read_records(folder.path().join("out/records.jsonl").to_str().unwrap()).unwrap();
    assert_eq!((records.records.len(), records.header.files[0].instances), (54, 6));
    assert!(records.records.iter().all(|r| r.status == "ok" && r.seconds.is_some() && r.max_rss_kib > 0));
    // The last answer about a board is confirmed by the others, and no engine always comes last.
    let last: BTreeMap<_, _> = records.records.iter().map(|r| (&r.instance, r)).collect();
    assert!(last.values().all(|r| r.category == Category::Correct), "{last:?}");
    assert!(last.values().map(|r| &r.engine).collect::<BTreeSet<_>>().len() > 1);
    // Times are processor time, and the facts of the run stand beside the rows.
    assert!(
        records.records.iter().all(|r| r.cpu_seconds.is_some_and(|s| s > 0.0) && r.wall_limit_seconds == Some(50.0))
    );
    let facts: serde_json::Value =
        serde_json::from_slice(&fs::read(folder.path().join("out/run.json")).unwrap()).unwrap();
    assert_eq!((&facts["minesat_records"], &facts["seed"]), (&2.into(), &1.into()));
    let markdown = fs::read_to_string(folder.path().join("out/report.md")).unwrap();
    for text in [
        "no disagreement",
        "Compare node counts only within a family",
        &records.header.git,
        "minesat bench -i boards.jsonl",
    ] {
        assert!(markdown.contains(text), "{text} in {markdown}");
    }

    // The same again: everything is there already.
    let (code, out, _) = run(folder.path(), &args);
    assert!(code == 0 && out.contains("0 of 54 measurements and 54 made before"), "{out}");

    // A report comes from the records, and always the same; without the boards it only shows none.
    let html = fs::read(folder.path().join("out/report.html")).unwrap();
    assert_eq!(run(folder.path(), &["report", "out/records.jsonl", "-o", "out"]).0, 0);
    assert_eq!(fs::read(folder.path().join("out/report.html")).unwrap(), html);
    fs::remove_file(folder.path().join("boards.jsonl")).unwrap();
    let (code, _, err) =
        run(folder.path(), &["report", "out/records.jsonl", "-o", "again", "--scatter", "brute,frontier"]);
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(names(&folder.path().join("again/plots")).contains("scatter-count-brute-frontier.svg"));
    let html = fs::read_to_string(folder.path().join("again/report.html")).unwrap();
    assert!(html.contains("<svg") && !html.contains("http://cdn") && !html.contains("<script src"));
}

/// The number of models alone: asked of every kind of engine, compared with counts, and a program that lies is caught.
#[test]
fn numbers_of_models_are_compared() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.jsonl"), "{\"name\":\"six\",\"board\":[\"#1#\",\"###\"]}\n").unwrap();
    let bench = |engines: &str, queries: &str| {
        let args = ["bench", "-i", "a.jsonl", "-e", engines, "-q", queries, "--restart", "-o", "out"];
        let (code, _, err) = run(folder.path(), &args);
        let records = read_records(folder.path().join("out/records.jsonl").to_str().unwrap()).unwrap().records;
        let models: Vec<Option<String>> = records.iter().map(|r| r.models.clone()).collect();
        (code, err, models)
    };
    let five = || Some("5".to_string());
    let (code, err, models) = bench("brute,frontier,search,sat", "models");
    assert_eq!((code, err.as_str(), models), (0, "", vec![five(); 4]));
    let says = |n| format!("sat:counter=awk 'BEGIN {{ print \"s {n}\" }}'");
    assert_eq!(bench(&says(5), "models"), (0, String::new(), vec![five()]));
    let (code, err, _) = bench(&format!("frontier,{}", says(7)), "count,models");
    // The order of the engines is random.
    let is_reported = ["models 7 against 5", "models 5 against 7"].iter().any(|found| err.contains(found));
    assert!(code == 1 && err.contains("six") && is_reported, "{err}");

    fs::write(folder.path().join("a.mine"), "2 3 ?\n#1#\n###\n").unwrap();
    let (code, out, _) = run(folder.path(), &["count", "a.mine", "--no-cells"]);
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!((code, lines[1], lines.len()), (0, "models 5", 3), "{out}");
    let (code, out, _) = run(folder.path(), &["count", "a.mine", "--no-cells", "--json", "--given", "0,0=mine"]);
    assert!(code == 0 && out.contains("\"query\":\"models\"") && out.contains("\"models\":\"1\""), "{out}");
}

/// A program of others dies with the bench that started it.
#[test]
#[cfg(target_os = "linux")]
fn a_killed_bench_leaves_no_program_running() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.jsonl"), "{\"name\":\"six\",\"board\":[\"#1#\",\"###\"]}\n").unwrap();
    let script = "BEGIN { print \"here\" > \"started\"; close(\"started\"); while (1) n++ }";
    fs::write(folder.path().join("hang.awk"), script).unwrap();
    let engine = "sat:counter=awk -f hang.awk";
    let args = ["bench", "-i", "a.jsonl", "-e", engine, "-q", "models", "-t", "600", "-o", "out", "--no-report"];
    let running = || {
        let commands = fs::read_dir("/proc").unwrap().map(|entry| fs::read(entry.unwrap().path().join("cmdline")));
        commands.filter(|c| c.as_ref().is_ok_and(|c| c.starts_with(b"awk\0-f\0hang.awk\0"))).count()
    };
    for signal in ["-9", "-INT"] {
        let _ = fs::remove_file(folder.path().join("started"));
        let mut child = minesat(folder.path()).args(args).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let start = Instant::now();
        while !folder.path().join("started").exists() && start.elapsed() < Duration::from_secs(60) {
            sleep(Duration::from_millis(5));
        }
        assert_eq!(running(), 1);
        assert!(Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap().success());
        child.wait().unwrap();
        let start = Instant::now();
        while running() > 0 && start.elapsed() < Duration::from_secs(60) {
            sleep(Duration::from_millis(5));
        }
        assert_eq!(running(), 0, "{signal}");
    }
}

#[test]
fn a_wrong_expected_answer_is_a_disagreement() {
    let folder = tempfile::tempdir().unwrap();
    let expect = |expected: &str| {
        let line = format!("{{\"name\":\"odd-one\",\"board\":[\"#1#\"],\"expected\":{expected}}}\n");
        fs::write(folder.path().join("a.jsonl"), line).unwrap();
        run(folder.path(), &["bench", "-i", "a.jsonl", "-e", "brute", "--restart", "-o", "out"])
    };
    assert_eq!(expect("{\"status\":\"ok\",\"models\":\"2\",\"classes\":[\"o.o\"]}").0, 0);
    for (wrong, what) in [
        ("{\"models\":\"3\"}", "models 2 against 3"),
        ("{\"status\":\"inconsistent\"}", "consistent against inconsistent"),
        ("{\"classes\":[\"s.o\"]}", "cell (0,0) open against safe"),
        (&format!("{{\"models_sha256\":\"{}\"}}", "0".repeat(64)), "models 2 against the number with SHA-256 0000"),
    ] {
        let (code, _, err) = expect(wrong);
        assert_eq!(code, 1, "{err}");
        assert!(err.contains("odd-one") && err.contains("brute") && err.contains(what), "{err}");
        // Each once, by one name.
        let mut lines: Vec<&str> = err.lines().collect();
        let told = lines.len();
        lines.sort_unstable();
        lines.dedup();
        assert!(told == lines.len() && !err.contains("expected and brute"), "{err}");
        // The records tell it too, without the instance file and in a run that is already complete.
        let (code, _, err) = run(folder.path(), &["report", "out/records.jsonl"]);
        assert!(code == 1 && err.contains("odd-one") && err.contains(what), "{err}");
        let (code, _, err) = run(folder.path(), &["bench", "-i", "a.jsonl", "-e", "brute", "-o", "out"]);
        assert!(code == 1 && err.contains(what), "{err}");
        assert!(fs::read_to_string(folder.path().join("out/report.html")).unwrap().contains("odd-one"));
    }
}

/// Two files may expect different things of one board; each is held against every answer, in whatever order.
#[test]
fn every_expected_answer_of_a_board_counts() {
    let folder = tempfile::tempdir().unwrap();
    let board = "\"rows\":1,\"cols\":3,\"mines\":1,\"board\":[\"#1#\"]";
    for (file, expected) in [("a", "\"status\":\"ok\""), ("b", "\"models\":\"3\"")] {
        let line = format!("{{\"name\":\"{file}\",{board},\"expected\":{{{expected}}}}}\n");
        fs::write(folder.path().join(format!("{file}.jsonl")), line).unwrap();
    }
    let plan = "[[run]]\ninstances = [\"a.jsonl\"]\nengines = [\"rules\"]\nqueries = [\"decide\"]\n\
                [[run]]\ninstances = [\"b.jsonl\"]\nengines = [\"frontier\"]\nqueries = [\"count\"]\n";
    fs::write(folder.path().join("p.toml"), plan).unwrap();
    let both = ["bench", "-i", "a.jsonl", "b.jsonl", "-e", "frontier", "-q", "count", "-o", "both"];
    for args in [&["bench", "p.toml", "-o", "plan"][..], &both, &both, &["report", "both/records.jsonl"]] {
        let (code, out, err) = run(folder.path(), args);
        assert!(code == 1 && err.contains("frontier count and expected disagree: models 2 against 3"), "{out}{err}");
    }
}

#[test]
fn only_records_are_replaced_by_records() {
    let folder = folder(2);
    let before = fs::read(folder.path().join("boards.jsonl")).unwrap();
    let args = ["bench", "-i", "boards.jsonl", "-e", "brute", "-q", "decide", "--no-report", "-o", "boards.jsonl"];
    for more in [&[][..], &["--restart"]] {
        let (code, _, err) = run(folder.path(), &[&args, more].concat());
        assert_eq!(code, 2, "{err}");
    }
    assert_eq!(fs::read(folder.path().join("boards.jsonl")).unwrap(), before);
}

/// What two groups share is measured once, under the limits of the first, in every order and share.
#[test]
fn shared_measurements_have_the_limits_of_the_first_group() {
    let folder = folder(3);
    let run_of = |engines: &str, timeout: u32| {
        format!(
            "[[run]]\ninstances = [\"boards.jsonl\"]\nengines = [{engines}]\nqueries = [\"count\"]\ntimeout = {timeout}\n"
        )
    };
    let plan = run_of("\"frontier\"", 4) + &run_of("\"frontier\", \"brute\"", 5);
    fs::write(folder.path().join("p.toml"), plan).unwrap();
    for (name, more) in [
        ("plain", &["-j", "2", "--oversubscribe"][..]),
        ("seed", &["--seed", "3"]),
        ("share", &["--seed", "1", "--shard", "1/2"]),
        ("share", &["--seed", "1", "--shard", "2/2"]),
    ] {
        let (code, out, err) = run(folder.path(), &[&["bench", "p.toml", "--no-report", "-o", name], more].concat());
        assert_eq!(code, 0, "{out}{err}");
    }
    for (name, files) in
        [("plain", vec!["records"]), ("seed", vec!["records"]), ("share", vec!["shard-1-of-2", "shard-2-of-2"])]
    {
        let path = |file: &&str| folder.path().join(format!("{name}/{file}.jsonl")).display().to_string();
        let rows: Vec<_> = files.iter().flat_map(|file| read_records(&path(file)).unwrap().records).collect();
        assert_eq!(rows.len(), 6, "{name}");
        let fits =
            |engine: &str, limit: f64| rows.iter().filter(|r| r.engine == engine).all(|r| r.timeout_seconds == limit);
        assert!(fits("frontier", 4.0) && fits("brute", 5.0), "{name}");
    }
    // A part of what the plan takes is asked for, never more.
    let only = ["bench", "p.toml", "--no-report", "-o", "none", "--only", "name=nosuch"];
    assert_eq!(run(folder.path(), &only).0, 2);
}

/// A job of a cluster has some cores of its node: a bench uses these alone, and takes no more measurements at a time.
#[test]
fn a_bench_stays_on_the_cores_that_it_was_given() {
    let Some(&core) = usable_cores().last() else { return };
    let folder = folder(2);
    let bench = |more: &[&str]| {
        let mut command = minesat(folder.path());
        pin_to(&mut command, core);
        let args = ["bench", "-i", "boards.jsonl", "-e", "brute", "-q", "decide", "--no-report", "-o", "out"];
        command.args(args).args(more).output().unwrap()
    };
    let two = bench(&["--jobs", "2"]);
    assert_eq!(two.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&two.stderr).contains("at most --jobs 1"));
    assert!(bench(&[]).status.success());
    let records = read_records(folder.path().join("out/records.jsonl").to_str().unwrap()).unwrap().records;
    assert_eq!(records.iter().map(|r| r.core).collect::<Vec<_>>(), [Some(core); 2]);
}

#[test]
fn an_engine_that_fails_is_no_success() {
    let folder = folder(1);
    let args = ["bench", "-i", "boards.jsonl", "-e", "sat:solver=external", "-q", "decide", "-o", "out", "--no-report"];
    let args = [&args[..], &["--solver-command", "./nowhere"]].concat();
    for _ in 0..2 {
        let (code, _, err) = run(folder.path(), &args);
        assert!(code == 1 && err.contains("1 measurements ended in an error of the engine"), "{err}");
    }
    let record = &read_records(folder.path().join("out/records.jsonl").to_str().unwrap()).unwrap().records[0];
    assert_eq!((record.engine.as_str(), record.status.as_str()), ("sat:solver=external,command=./nowhere", "error"));
}

/// Starts a bench, waits until it has made a few measurements, and sends a signal.
fn stop(folder: &Path, args: &[&str], records: &Path, signal: &str) -> Option<i32> {
    let before = fs::metadata(records).map_or(0, |m| m.len());
    let mut child = minesat(folder).args(args).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let start = Instant::now();
    while fs::metadata(records).map_or(0, |m| m.len()) < before + 20_000 && start.elapsed() < Duration::from_secs(60) {
        sleep(Duration::from_millis(1));
    }
    assert!(child.try_wait().unwrap().is_none(), "stopped in the middle, not after the end");
    assert!(Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap().success());
    child.wait().unwrap().code()
}

#[test]
fn a_killed_bench_goes_on_without_loss_or_repetition() {
    let folder = folder(150);
    let records = folder.path().join("out/records.jsonl");
    for order in [&["--seed", "5"][..], &["--jobs", "2", "--oversubscribe"]] {
        let mut args = vec!["bench", "-i", "boards.jsonl", "-e", "brute", "--runs", "2", "-o", "out", "--no-report"];
        args.extend(order);
        let _ = fs::remove_file(&records);
        assert_eq!(stop(folder.path(), &args, &records, "-9"), None);
        // What a kill in the middle of a write leaves.
        let mut torn = fs::read(&records).unwrap();
        let lines = torn.iter().filter(|b| **b == b'\n').count();
        torn.extend_from_slice(b"{\"file\":\"boards.jsonl\",\"inst");
        fs::write(&records, &torn).unwrap();
        assert!(lines > 10, "header and some records: {lines}");
        assert_eq!(stop(folder.path(), &args, &records, "-INT"), Some(130));
        let measurements = || {
            let args = ["report", "out/records.jsonl", "-o", "report"];
            assert_eq!(run(folder.path(), &args).0, 0);
            let text = fs::read_to_string(folder.path().join("report/report.md")).unwrap();
            text.lines().find(|l| l.starts_with("- measurements: ")).unwrap().to_string()
        };
        assert!(measurements().ends_with(" of 900 (the run was cut short)"), "{}", measurements());
        let (code, _, err) = run(folder.path(), &args);
        assert_eq!((code, err.as_str()), (0, ""));
        let all = read_records(records.to_str().unwrap()).unwrap().records;
        let keys: BTreeSet<_> = all.iter().map(|r| (&r.instance, &r.query, r.run)).collect();
        assert_eq!((all.len(), keys.len()), (150 * 3 * 2, 150 * 3 * 2));
        assert_eq!(measurements(), "- measurements: 900");
    }
}

#[test]
fn records_of_another_run_are_not_mixed() {
    let folder = folder(2);
    let bench = |more: &[&str]| {
        let args = [&["bench", "-i", "boards.jsonl", "-e", "brute", "-o", "out", "--no-report"], more].concat();
        run(folder.path(), &args)
    };
    assert_eq!(bench(&[]).0, 0);
    let before = fs::read(folder.path().join("out/records.jsonl")).unwrap();
    let (code, _, err) = bench(&["-t", "3"]);
    assert_eq!(code, 2);
    assert!(err.contains("out/records.jsonl") && err.contains("plan") && err.contains("--restart"), "{err}");
    fs::write(folder.path().join("boards.jsonl"), "{\"name\":\"x\",\"board\":[\"#1#\"]}\n").unwrap();
    let (code, _, err) = bench(&[]);
    assert!(code == 2 && err.contains("boards.jsonl"), "{err}");
    assert_eq!(fs::read(folder.path().join("out/records.jsonl")).unwrap(), before);
    assert_eq!(bench(&["--restart"]).0, 0);
    assert_ne!(fs::read(folder.path().join("out/records.jsonl")).unwrap(), before);
}

/// A call that its solver does not end at the limit leaves its effort, as one does that obeys.
#[test]
fn a_run_out_of_time_has_an_effort() {
    let folder = tempfile::tempdir().unwrap();
    let boards = ["generate", "lattice", "--k", "24", "--density", "0.4", "-o", "l.jsonl"];
    assert_eq!(run(folder.path(), &boards).0, 0);
    let engines = ["sat:textbook", "sat:textbook,solver=batsat", "lp", "ilp"];
    let args = ["bench", "-i", "l.jsonl", "-q", "classify", "-t", "0.2", "-o", "out", "--no-report", "-e"];
    assert_eq!(run(folder.path(), &[&args[..], &engines].concat()).0, 0);
    let records = read_records(folder.path().join("out/records.jsonl").to_str().unwrap()).unwrap().records;
    for (engine, unit, least) in [
        ("sat:textbook", "learned clauses", 500),
        ("sat:textbook,solver=batsat", "conflicts", 500),
        ("lp", "relaxations", 1),
        ("ilp", "nodes", 1),
    ] {
        let record = records.iter().find(|r| r.engine == engine).unwrap();
        assert_eq!((record.status.as_str(), record.effort_unit.as_deref()), ("timeout", Some(unit)), "{record:?}");
        assert!(record.effort >= Some(least), "{record:?}");
    }
}

#[test]
fn limits_and_what_an_engine_cannot_do_are_rows() {
    let folder = tempfile::tempdir().unwrap();
    let wide = "#".repeat(23) + "1#";
    let lines = format!(
        "{{\"name\":\"slow\",\"board\":[\"{wide}\"]}}\n{{\"name\":\"wide\",\"board\":[\"{}1#\"]}}\n",
        "#".repeat(40)
    );
    fs::write(folder.path().join("a.jsonl"), lines).unwrap();
    let args = ["bench", "-i", "a.jsonl", "-e", "brute", "-q", "count", "-t", "0.002", "-o", "out/r.jsonl"];
    assert_eq!(run(folder.path(), &args).0, 0);
    let records = read_records(folder.path().join("out/r.jsonl").to_str().unwrap()).unwrap().records;
    let statuses: Vec<&str> = records.iter().map(|r| r.status.as_str()).collect();
    assert_eq!(statuses, ["timeout", "unsupported"]);
    assert!(records[0].nodes().is_some_and(|n| n > 0) && records[0].models.is_none());
    assert!(records[1].message.as_ref().unwrap().contains("at most 24 cells"));
    assert!(names(&folder.path().join("out")).contains("report.html"));
}

/// A run that would take a hundred gigabytes is a row, and nothing else suffers.
#[test]
fn boards_wider_than_memory_are_rows() {
    let folder = tempfile::tempdir().unwrap();
    let boards = Path::new(env!("CARGO_MANIFEST_DIR")).join("instances/wide.jsonl");
    let count = fs::read_to_string(&boards).unwrap().lines().count();
    let measure = |engines: &[&str], timeout: &str, out: &str| {
        let args = ["bench", "-i", boards.to_str().unwrap(), "-q", "count,classify", "-o", out, "--no-report"];
        let more = ["--memory", "300M", "-t", timeout, "-e"];
        let (code, _, err) = run(folder.path(), &[&args[..], &more, engines].concat());
        assert_eq!((code, err.as_str()), (0, ""));
        read_records(folder.path().join(out).join("records.jsonl").to_str().unwrap()).unwrap().records
    };
    let (lattice, small) = ("lattice", "uniform-9x9");
    let tables = measure(&["frontier:decomposition=path"], "300", "tables");
    assert_eq!(tables.len(), count * 2);
    for record in &tables {
        match () {
            () if record.instance.starts_with(lattice) => assert_eq!(record.status, "memory", "{record:?}"),
            () if record.instance.starts_with(small) => assert_eq!(record.status, "ok", "{record:?}"),
            () => assert_ne!(record.status, "error", "{record:?}"),
        }
        assert!(record.max_rss_kib < 300 << 10);
    }
    // Whatever else an engine builds: the large formulas of a total over thousands of cells, programs, caches.
    let others =
        ["search", "backtrack:best", "sat:joint=on,total=totalizer", "sat:joint=on,total=adder", "lp", "singleton"];
    let others = measure(
        &[&others[..], &["frontier:decomposition=tree", "frontier:state=arrangements", "ilp:solver=microlp"]].concat(),
        "1",
        "others",
    );
    assert_eq!(others.len(), count * 2 * 9);
    for record in &others {
        let fine = ["ok", "memory", "timeout", "unsupported"].contains(&record.status.as_str());
        assert!(fine && record.max_rss_kib < 300 << 10, "{record:?}");
    }
}

#[test]
fn large_boards_keep_their_verdicts_beside_the_records() {
    let folder = tempfile::tempdir().unwrap();
    let row = "#1#_".repeat(1100);
    fs::write(folder.path().join("a.jsonl"), format!("{{\"name\":\"long\",\"board\":[\"{row}\"]}}\n")).unwrap();
    let args = ["bench", "-i", "a.jsonl", "-e", "rules,backtrack,frontier", "-q", "classify", "-o", "out"];
    assert_eq!(run(folder.path(), &args).0, 0);
    let records = read_records(folder.path().join("out/records.jsonl").to_str().unwrap()).unwrap().records;
    assert!(records.iter().all(|r| r.classes.is_none() && r.classes_sha256.is_some()), "{records:?}");
    assert!(!names(&folder.path().join("out/classes")).is_empty());
    assert!(records.iter().filter(|r| r.engine == "rules").all(Record::is_partial));
    let last = records.iter().rfind(|r| r.engine != "rules").unwrap();
    assert_eq!(last.category, Category::Correct);
}

#[test]
fn bad_plans_are_told_with_their_place_and_write_nothing() {
    let folder = folder(2);
    let group = |more: &str| format!("[[run]]\ninstances = [\"boards.jsonl\"]\n{more}\n");
    for (plan, said) in [
        (group("engines = [\"brute\", \"nosuch\"]"), "p.toml:3:21: no engine named \"nosuch\""),
        (group("engines = [\"brute:x=1\"]"), "p.toml:3:12: engine brute has no option \"x\""),
        (group("timeuot = 3"), "p.toml:3:1: unknown field `timeuot`"),
        (group("timeout = \"x\""), "p.toml:3:11: invalid type"),
        (group("memory = \"3 big\""), "p.toml:3:10: \"3 big\" is not a size"),
        (group("queries = [\"guess\"]"), "p.toml:3:12: unknown variant `guess`"),
        (group("runs = 0"), "runs must be 1 or more"),
        (group("only = { colour = \"red\" }"), "unknown field `colour`"),
        (group("only = { tier = [\"nothing\"] }"), "nothing to measure"),
        ("title = \"x\n".into(), "p.toml:1:"),
        ("title = \"x\"\n".into(), "at least one [[run]]"),
        ("[[run]]\nengines = [\"brute\"]\n".into(), "p.toml:1:1: a [[run]] names its instance files"),
        ("[[run]]\ninstances = [\"gone.jsonl\"]\n".into(), "gone.jsonl: cannot be read"),
        ("[[run]]\ninstances = [\"bad.jsonl\"]\n".into(), "bad.jsonl:1:23: '9' means nothing"),
    ] {
        fs::write(folder.path().join("p.toml"), &plan).unwrap();
        fs::write(folder.path().join("bad.jsonl"), "{\"name\":\"a\",\"board\":[\"9\"]}\n").unwrap();
        let (code, _, err) = run(folder.path(), &["bench", "p.toml"]);
        assert_eq!(code, 2, "{plan}: {err}");
        assert!(err.contains(said), "{plan}: {err} lacks {said}");
        assert!(!folder.path().join("minesat-results").exists(), "{plan} wrote something");
    }
    let says = |args: &[&str], said: &str| {
        let (code, _, err) = run(folder.path(), args);
        assert!(code == 2 && err.contains(said), "{args:?}: {err}");
    };
    says(&["bench", "-i", "builtin:nosuch"], "there are builtin:smoke.jsonl, builtin:sources.jsonl");
    says(&["label", "builtin:smoke.jsonl"], "expected answers are written to JSON Lines files");
    says(&["bench", "-i", "boards.jsonl", "-e", "nosuch"], "no engine named \"nosuch\"");
    says(&["bench", "-i", "boards.jsonl", "--memory", "1M"], "at least 64 MiB");
    says(&["bench", "-i", "boards.jsonl", "--only", "x=1"], "--only takes");
    says(&["bench", "-i", "-"], "not from standard input");
    says(&["report", "boards.jsonl"], "boards.jsonl:1:1: not a record file");
    says(&["report", "gone.jsonl"], "gone.jsonl: cannot be read");
    says(&["label", "boards.jsonl", "-e", "brute"], "at least two families");
    assert_eq!(names(folder.path()), ["bad.jsonl", "boards.jsonl", "p.toml"].map(String::from).into());
}

#[test]
fn damaged_records_are_told_with_their_line() {
    let folder = folder(1);
    assert_eq!(run(folder.path(), &["bench", "-i", "boards.jsonl", "-e", "brute", "-o", "out"]).0, 0);
    let path = folder.path().join("out/records.jsonl");
    let text = fs::read_to_string(&path).unwrap();
    let mut lines: Vec<&str> = text.lines().collect();
    lines[1] = "{\"file\":";
    fs::write(&path, lines.join("\n") + "\n").unwrap();
    let (code, _, err) = run(folder.path(), &["report", "out/records.jsonl"]);
    assert!(code == 2 && err.contains("out/records.jsonl:2:"), "{err}");
}

#[test]
fn expected_answers_are_filled_in_where_two_families_agree() {
    let folder = folder(8);
    let (code, out, err) = run(folder.path(), &["label", "boards.jsonl", "-e", "brute,backtrack,rules"]);
    assert_eq!((code, err.contains("no answer from rules count unsupported")), (0, true), "{err}");
    assert!(out.contains("8 of 8 instances"), "{out}");
    let file = folder.path().join("boards.jsonl");
    let all = minesat::instance::read_all(file.to_str().unwrap()).unwrap();
    let first = all[0].expected.as_ref().unwrap();
    assert_eq!((first.status.as_deref(), first.models.as_deref()), (Some("ok"), Some("2")));
    assert_eq!(first.classes.as_ref().unwrap(), &["o.o"]);
    assert_eq!(first.engines, ["brute", "backtrack"]);

    // A wrong answer in the file is found, and the file left as it is.
    let wrong = fs::read_to_string(&file).unwrap().replacen("\"models\":\"2\"", "\"models\":\"3\"", 1);
    fs::write(&file, &wrong).unwrap();
    let (code, _, err) = run(folder.path(), &["label", "boards.jsonl", "-e", "brute,backtrack"]);
    assert!(code == 1 && err.contains("b0") && err.contains("expected"), "{err}");
    assert_eq!(fs::read_to_string(&file).unwrap(), wrong);
    assert_eq!(names(folder.path()), ["boards.jsonl".to_string()].into());
}

/// Without arguments, in any folder: the plan and the boards are in the program.
#[test]
fn the_smoke_plan_runs_anywhere() {
    let folder = tempfile::tempdir().unwrap();
    let few = ["--only", "first=2", "-q", "decide", "-e", "frontier,sat"];
    let (code, out, err) = run(folder.path(), &[&["bench"], &few[..]].concat());
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    assert!(out.ends_with("no disagreement.\nReport: minesat-results/report.html\n"), "{out}");
    assert_eq!(names(folder.path()), ["minesat-results".to_string()].into());
    let records = read_records(folder.path().join("minesat-results/records.jsonl").to_str().unwrap()).unwrap();
    let files: Vec<&str> = records.header.files.iter().map(|file| file.path.as_str()).collect();
    assert_eq!((files, records.records.len()), (vec!["builtin:smoke.jsonl", "builtin:sources.jsonl"], 8));
    // The report draws the boards, and other commands read them too.
    let html = fs::read_to_string(folder.path().join("minesat-results/report.html")).unwrap();
    assert_eq!(run(folder.path(), &["report", "minesat-results/records.jsonl"]).0, 0);
    assert_eq!(fs::read_to_string(folder.path().join("minesat-results/report.html")).unwrap(), html);
    let (code, out, _) = run(folder.path(), &["solve", "builtin:sources.jsonl", "--only", "csp-assignment"]);
    assert!(code == 0 && out.contains("5 safe (s), 3 mines (m)"), "{out}");
    // Other boards have a folder of their own below.
    fs::write(folder.path().join("my.jsonl"), "{\"name\":\"a\",\"board\":[\"#1#\"]}\n").unwrap();
    assert_eq!(run(folder.path(), &["bench", "-i", "my.jsonl", "-e", "brute", "--no-report"]).0, 0);
    assert!(folder.path().join("minesat-results/my/records.jsonl").exists());
}

#[test]
fn committed_plans_name_what_is_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let plans = fs::read_dir(root.join("instances/plans")).unwrap();
    let plans: Vec<_> = plans.map(|p| p.unwrap().path()).filter(|p| p.is_file()).collect();
    assert!(plans.len() >= 3);
    for path in plans {
        let plan = read_plan(path.to_str().unwrap()).unwrap_or_else(|e| panic!("{e}"));
        for file in plan.groups.iter().flat_map(|g| &g.instances) {
            // Files under instances/large are made by a script and listed by their hash; those under target
            // are made by the script that runs the plan.
            let hashes = fs::read_to_string(root.join("instances/large.sha256")).unwrap();
            let made = hashes.contains(file.as_str()) || file.starts_with("target/");
            let there = builtin(file).map_or_else(|| root.join(file).exists(), |content| content.is_ok());
            assert!(made || there, "{file} of {}", path.display());
        }
    }
}
