//! Limits of time and memory hold whatever an engine does, and no number on the command line takes memory in advance.
//!
//! A program of its own: the kernel counts what the parent holds at the start of a child as the child's peak memory.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use minesat::process::{ChildEnd, Ended, run};

/// No run here has a limit above a second; on a busy machine each may take so much longer.
const LATE: Duration = Duration::from_secs(15);

fn minesat(folder: &Path, line: &str) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin("minesat"));
    command.current_dir(folder).env("NO_COLOR", "1").args(line.split_whitespace());
    command
}

/// Runs a command line to its end, which comes before it is late.
fn ended(folder: &Path, line: &str) -> Ended {
    let begun = Instant::now();
    let ended = run(&mut minesat(folder, line), b"", &|| begun.elapsed() > LATE).unwrap();
    assert_ne!(ended.end, ChildEnd::Killed, "{line} is late");
    ended
}

/// A folder with a board on which one call of varisat takes minutes, alone in `hard.jsonl` and before a small one in
/// `both.jsonl`.
fn boards() -> (tempfile::TempDir, PathBuf) {
    made("--family pigeonhole --set pigeons=12 --set holes=11")
}

/// The same of a formula.
fn made(formula: &str) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_path_buf();
    let made = ended(&path, &format!("compile {formula} --json"));
    assert_eq!(made.end, ChildEnd::Exit(0));
    fs::write(path.join("hard.jsonl"), &made.stdout).unwrap();
    let small = b"{\"name\":\"small\",\"board\":[\"#1#\"],\"mines\":1}\n";
    fs::write(path.join("small.jsonl"), small).unwrap();
    fs::write(path.join("both.jsonl"), [made.stdout.as_slice(), small].concat()).unwrap();
    (folder, path)
}

#[test]
fn every_command_ends_at_its_time_limit() {
    let (_folder, path) = boards();
    for line in [
        "solve hard.jsonl -e sat",
        "solve hard.jsonl -e sat:solver=batsat",
        "solve hard.jsonl -e lp",
        "solve hard.jsonl -e ilp",
        "solve hard.jsonl -e backtrack:best",
        "solve hard.jsonl -e singleton",
        "solve hard.jsonl --certify -e sat",
        "count hard.jsonl -e frontier",
        "count hard.jsonl -e search",
        "count hard.jsonl -e sat --no-cells",
        "sample hard.jsonl",
        "mine-bounds hard.jsonl",
        "best hard.jsonl",
        "explain hard.jsonl --all",
        "chains hard.jsonl",
    ] {
        let ended = ended(&path, &format!("{line} -t 0.3"));
        assert_eq!(ended.end, ChildEnd::Exit(124), "{line}: {}", ended.stderr);
        assert!(ended.stderr.contains("the time limit ran out"), "{line}: {}", ended.stderr);
    }
}

#[test]
fn boards_after_one_that_was_given_up_are_answered() {
    let (_folder, path) = boards();
    let ended = ended(&path, "solve both.jsonl -e sat -t 0.3 --json");
    assert_eq!(ended.end, ChildEnd::Exit(124));
    let lines: Vec<serde_json::Value> = ended
        .stdout
        .split(|&b| b == b'\n')
        .filter(|l| !l.is_empty())
        .map(|l| serde_json::from_slice(l).unwrap())
        .collect();
    assert_eq!(lines.len(), 2);
    assert_eq!((lines[0]["status"].as_str(), lines[0]["query"].as_str()), (Some("timeout"), Some("classify")));
    assert_eq!((lines[1]["status"].as_str(), lines[1]["instance"].as_str()), (Some("ok"), Some("small")));
}

#[test]
fn answers_within_limits_are_those_without() {
    let (_folder, path) = boards();
    for line in
        ["solve small.jsonl", "count small.jsonl", "sample small.jsonl -n 3", "mines small.jsonl", "best small.jsonl"]
    {
        let (plain, limited) = (ended(&path, line), ended(&path, &format!("{line} -t 10 --memory 1G")));
        let text = |ended: &Ended| String::from_utf8(ended.stdout.clone()).unwrap();
        // But for the time that it took.
        let same = |text: String| text.lines().filter(|l| !l.ends_with(" ms")).map(String::from).collect::<Vec<_>>();
        assert_eq!((plain.end, same(text(&plain))), (limited.end, same(text(&limited))), "{line}");
    }
    let errors = ["sample small.jsonl --rank 7 -t 10", "count small.jsonl --given 5,5=mine -t 10"];
    for line in errors {
        assert_eq!(ended(&path, line).end, ChildEnd::Exit(2), "{line}");
    }
    fs::write(path.join("sure.mine"), "1 3 2\n#2#\n").unwrap();
    assert_eq!(ended(&path, "solve sure.mine -t 10 --certificates proof.jsonl").end, ChildEnd::Exit(0));
    assert_eq!(ended(&path, "verify sure.mine proof.jsonl").end, ChildEnd::Exit(0));
}

/// An engine that takes memory without declaring it, and one that declares it, are ended in time.
#[test]
#[cfg(target_os = "linux")]
fn memory_is_limited_in_every_engine() {
    let (_folder, path) = made("--family parity --set variables=40");
    for line in ["mine-bounds hard.jsonl --memory 40M", "count hard.jsonl --memory 40M"] {
        let ended = ended(&path, line);
        assert_eq!(ended.end, ChildEnd::Exit(124), "{line}: {}", ended.stderr);
        assert!(ended.stderr.contains("the memory limit ran out"), "{line}: {}", ended.stderr);
        assert!(ended.usage.max_rss_kib < (40 + 60) << 10, "{line}: {} KiB", ended.usage.max_rss_kib);
    }
}

#[test]
fn games_have_limits() {
    let (_folder, path) = boards();
    let ended = ended(&path, "play --level expert --player lookahead --games 2 -t 0.001 -o games.jsonl");
    assert_eq!(ended.end, ChildEnd::Exit(124), "{}", ended.stderr);
    let games = fs::read_to_string(path.join("games.jsonl")).unwrap();
    assert!(games.contains("\"result\":\"timeout\""), "{games}");
}

#[test]
fn a_bench_has_a_row_of_a_solver_that_does_not_stop() {
    let (_folder, path) = boards();
    let ended = ended(&path, "bench -i hard.jsonl -e sat -q classify -t 0.3 -o records.jsonl --no-report");
    assert_eq!(ended.end, ChildEnd::Exit(0), "{}", ended.stderr);
    let records = fs::read_to_string(path.join("records.jsonl")).unwrap();
    assert!(records.contains("\"status\":\"timeout\"") && records.contains("the time limit ran out"), "{records}");
}

/// Starts a command line and lets it run for a while.
fn begun(folder: &Path, line: &str) -> Child {
    let child =
        minesat(folder, line).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(700));
    child
}

#[test]
fn absurd_numbers_take_no_memory_in_advance_and_can_be_ended() {
    let (_folder, path) = boards();
    let most = u64::MAX;
    for line in [
        format!("sample small.jsonl -n {most}"),
        format!("bench -i small.jsonl -e rules -q classify --runs {} -o r.jsonl --no-report", u32::MAX),
        format!("generate uniform --rows 8 --cols 8 --mines 9 --count {most}"),
        format!("play --level beginner --player random --games {most}"),
        format!("stuck --count {most}"),
        format!("chains --search 4x4 --steps {most} --runs {most}"),
        format!("best hard.jsonl --games {most}"),
    ] {
        let mut child = begun(&path, &line);
        assert!(child.try_wait().unwrap().is_none(), "{line} is over");
        let peak = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
        let peak = peak.lines().find_map(|l| l.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB")?.parse::<u64>().ok());
        assert!(peak.is_none_or(|kib| kib < 400 << 10), "{line}: {peak:?} KiB");
        Command::new("kill").args(["-TERM", &child.id().to_string()]).status().unwrap();
        let asked = Instant::now();
        while child.try_wait().unwrap().is_none() {
            assert!(asked.elapsed() < LATE, "{line} does not hear SIGTERM");
            std::thread::sleep(Duration::from_millis(20));
        }
        let mut said = String::new();
        std::io::Read::read_to_string(&mut child.stderr.take().unwrap(), &mut said).unwrap();
        assert!(!said.contains("panicked"), "{line}: {said}");
    }
}

#[test]
fn samples_come_one_by_one_and_end_quietly_where_nobody_reads_on() {
    let (_folder, path) = boards();
    for limits in ["", "-t 20"] {
        let line = format!("sample small.jsonl -n {} {limits}", u64::MAX);
        let mut child = minesat(&path, &line).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        assert!(lines.next().unwrap().unwrap().starts_with("small: model "));
        drop(lines);
        let output = child.wait_with_output().unwrap();
        assert_eq!((output.status.code(), output.stderr), (Some(0), Vec::new()), "{line}");
    }
}

/// The lock of a run that was killed is gone when the same is asked again at once.
#[test]
fn a_run_that_was_killed_does_not_refuse_the_next() {
    let (_folder, path) = boards();
    let line = format!("bench -i small.jsonl -e rules,frontier -q classify --runs {} -o r.jsonl --no-report", u32::MAX);
    for turn in 0..40 {
        let mut child = minesat(&path, &line).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(60 + turn * 3));
        child.kill().unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), None, "{}", String::from_utf8_lossy(&output.stderr));
    }
}

/// A hard limit on address space below `--memory` is what a measurement gets, which is said once.
#[test]
#[cfg(target_os = "linux")]
fn a_hard_limit_below_the_one_asked_for_is_obeyed() {
    let (_folder, path) = boards();
    let program = assert_cmd::cargo::cargo_bin("minesat");
    let script = format!(
        "ulimit -v 1000000; exec {} bench -i small.jsonl -e rules,frontier -q classify -o r.jsonl --no-report",
        program.display()
    );
    let output = Command::new("sh").args(["-c", &script]).current_dir(&path).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(0), "{said}");
    assert_eq!(said.matches("1024000000 bytes of memory").count(), 1, "{said}");
    let records = fs::read_to_string(path.join("r.jsonl")).unwrap();
    assert_eq!(records.matches("\"status\":\"ok\"").count(), 2, "{records}");
}
