//! Every engine, preset and SAT solver under limits of time and memory, in Markdown on standard output: how far beyond
//! its limit each run of `minesat` was. `limits PROGRAM`; `scripts/limits.sh` calls it.

use std::process::Command;
use std::time::Duration;

use minesat::engine::FAMILIES;
use minesat::engine::sat::solvers::SOLVERS;
use minesat::process::{End, run};

/// Time limit of the rows on time, in seconds.
const TIME: f64 = 1.0;
/// Memory limit of the rows on memory, in MiB; they have a time limit as well.
const MEMORY: f64 = 200.0;
const TIME_OF_MEMORY: f64 = 3.0;
/// A row holds if it is at most so far beyond its limits.
const MOST_SECONDS: f64 = 0.5;
const MOST_MIB: f64 = 50.0;
/// Runs a row, the worst of which counts.
const RUNS: usize = 3;

/// Name, arguments that make the instance file, file, and the instance in it.
const BOARDS: [(&str, &str, &str, &str); 4] = [
    ("parity 40", "compile --family parity --set variables=40 --json", "", ""),
    ("lattice 100", "generate lattice --k 100", "", ""),
    ("wide: lattice 201x201", "", "instances/wide.jsonl", "lattice-201x201-d20-total-unknown-s1-0"),
    ("wide: uniform 150x150", "", "instances/wide.jsonl", "uniform-150x150-m4500-o30-s1-0"),
];

struct Row {
    engine: String,
    board: &'static str,
    limit: String,
    seconds: f64,
    /// Of the rows on memory.
    mib: Option<f64>,
    ended: String,
}

impl Row {
    fn holds(&self) -> bool {
        self.seconds <= MOST_SECONDS && self.mib.is_none_or(|mib| mib <= MOST_MIB) && !self.ended.contains("exit")
    }

    /// A line of the table.
    fn line(&self) -> String {
        let mib = self.mib.map_or("-".into(), |mib| format!("{:.0}", mib.max(0.0)));
        let Row { engine, board, limit, seconds, ended, .. } = self;
        let holds = if self.holds() { "yes" } else { "**no**" };
        format!("| `{engine}` | {board} | {limit} | {seconds:.2} | {mib} | {ended} | {holds} |")
    }
}

/// Families, their presets, and `sat` with every further solver that is no program of others.
fn engines() -> Vec<String> {
    let mut all = Vec::new();
    for family in FAMILIES {
        all.push(family.name.to_string());
        all.extend(family.presets.iter().map(|preset| format!("{}:{}", family.name, preset.name)));
    }
    // The first one is the default.
    let solvers = SOLVERS.iter().skip(1).filter(|solver| !solver.starts_program);
    all.extend(solvers.map(|solver| format!("sat:solver={}", solver.name)));
    all
}

/// How a run ended, in a word or two.
fn ended(end: End, words: &str) -> String {
    let has = |part: &str| words.contains(part);
    match end {
        End::Exit(0) => "answer".into(),
        End::Exit(20) => "answer: inconsistent".into(),
        End::Exit(124) if has("memory limit") => "memory".into(),
        End::Exit(124) => "time".into(),
        End::Exit(2) if has("unsupported") => "unsupported".into(),
        End::Exit(code) => format!("exit code {code}: {words}"),
        other => format!("exit by {other:?}: {words}"),
    }
}

/// One row: the worst of some runs of `query`.
fn row(program: &str, engine: &str, board: (&'static str, &str, &str), (query, memory): (&str, bool)) -> Row {
    let (name, file, only) = board;
    let time = if memory { TIME_OF_MEMORY } else { TIME };
    let limit = if memory { format!("{query}, {MEMORY} MiB, {time} s") } else { format!("{query}, {time} s") };
    let mut row = Row { engine: engine.into(), board: name, limit, seconds: 0.0, mib: None, ended: String::new() };
    for _ in 0..RUNS {
        let mut command = Command::new(program);
        command.args([query, "--json", "-e", engine, "-t", &time.to_string(), file]);
        if memory {
            command.args(["--memory", &format!("{MEMORY}M")]);
        }
        if !only.is_empty() {
            command.args(["--only", only]);
        }
        let done = run(&mut command, b"", &|| false).expect("the program can be started");
        row.seconds = row.seconds.max(done.wall.as_secs_f64() - time);
        if memory {
            row.mib = Some(row.mib.unwrap_or(0.0).max(done.usage.max_rss_kib as f64 / 1024.0 - MEMORY));
        }
        let how = ended(done.end, done.last_words().unwrap_or_default());
        if !row.ended.contains(&how) {
            row.ended += &format!("{}{how}", if row.ended.is_empty() { "" } else { ", " });
        }
        // What answers at once, or meets its time limit in a row on memory, does so again.
        if done.wall < Duration::from_millis(500) || (memory && how == "time") {
            break;
        }
    }
    row.seconds = row.seconds.max(0.0);
    row
}

fn main() {
    let program = std::env::args().nth(1).expect("limits PROGRAM");
    let folder = tempfile::tempdir().expect("a folder");
    let boards = BOARDS.map(|(name, make, file, only)| {
        if make.is_empty() {
            return (name, file.to_string(), only);
        }
        let made = Command::new(&program).args(make.split(' ')).output().expect("the program can be started");
        let path = folder.path().join(format!("{}.jsonl", name.replace(' ', "-")));
        std::fs::write(&path, made.stdout).expect("the folder can be written");
        (name, path.display().to_string(), only)
    });
    let mut rows = Vec::new();
    for engine in engines() {
        for (name, file, only) in &boards {
            let row = |query| row(&program, &engine, (name, file.as_str(), only), query);
            let timed = row(("solve", false));
            // Counting takes more memory; what does not count solves.
            let counted = row(("count", true));
            let held = if counted.ended == "unsupported" { row(("solve", true)) } else { counted };
            for row in [timed, held] {
                // Progress: what takes many minutes shows what it has.
                eprintln!("{}", row.line());
                rows.push(row);
            }
        }
    }
    let worst = |of: &dyn Fn(&Row) -> Option<f64>| rows.iter().filter_map(of).fold(0.0, f64::max);
    let holding = rows.iter().filter(|row| row.holds()).count();
    println!(
        "**{holding} of {} rows hold**: at most {MOST_SECONDS} s and {MOST_MIB} MiB beyond the limits, with an answer or the \
         exit code 124. Worst: {:.2} s and {:.0} MiB over.\n",
        rows.len(),
        worst(&|row| Some(row.seconds)),
        worst(&|row| row.mib),
    );
    println!("| engine | board | limit | s over | MiB over | ended with | holds |\n|---|---|---|--:|--:|---|---|");
    for row in &rows {
        println!("{}", row.line());
    }
}
