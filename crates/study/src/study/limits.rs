//! How far every engine, preset and SAT solver goes beyond its limits of time and memory.
//!
//! Each run is a process of its own; its wall time and peak memory are those that the system reports.

use std::path::Path;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::Study;
use crate::engine::sat::solvers::SOLVERS;
use crate::engine::{FAMILIES, Stop};
use crate::process::{ChildEnd, ProgramStart, run};
use crate::report::{Document, shell};

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

/// Where the board of a row comes from.
#[derive(Clone, Copy, Debug)]
enum Source {
    /// Arguments of `minesat` that print it.
    Made(&'static str),
    /// An instance file, and the name of the instance.
    File(&'static str, &'static str),
}

/// Name and source of the boards.
const BOARDS: [(&str, Source); 4] = [
    ("parity 40", Source::Made("compile --family parity --set variables=40 --json")),
    ("lattice 100", Source::Made("generate lattice --k 100")),
    ("wide: lattice 201x201", Source::File("instances/wide.jsonl", "lattice-201x201-d20-total-unknown-s1-0")),
    ("wide: uniform 150x150", Source::File("instances/wide.jsonl", "uniform-150x150-m4500-o30-s1-0")),
];

/// The names of the boards.
pub fn board_names() -> impl Iterator<Item = &'static str> {
    BOARDS.iter().map(|board| board.0)
}

/// The study: engines on boards.
#[derive(Clone, Debug)]
pub struct BeyondLimits {
    program: ProgramStart,
    /// Engines and boards as they were asked for; empty for all.
    asked: (Vec<String>, Vec<String>),
    engines: Vec<String>,
    boards: Vec<Board>,
}

#[derive(Clone, Debug)]
struct Board {
    name: &'static str,
    /// The file, `-` for standard input.
    file: &'static str,
    /// The instance in the file.
    only: Option<&'static str>,
    input: Vec<u8>,
}

/// Options that do not fit.
#[derive(Debug, thiserror::Error)]
pub enum BadLimits {
    /// An engine that the study does not have.
    #[error("{0:?} is not one of the engines of this study: {1}")]
    Engine(String, String),
    /// A board that the study does not have.
    #[error("no board {0:?}: {1}")]
    Board(String, String),
    /// The instance file is not here.
    #[error("the board {0:?} is in {1}, which is not here: run this in the folder of the project")]
    NoFile(&'static str, &'static str),
    /// The program does not make the board.
    #[error("the board {0:?} cannot be made: {1}")]
    Make(&'static str, String),
}

/// The worst runs of a question.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LimitRow {
    engine: String,
    board: String,
    limit: String,
    seconds: f64,
    /// Of the rows on memory.
    mib: Option<f64>,
    ended: String,
}

/// The rows of an engine on a board, and how busy the machine was.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LimitRows {
    rows: Vec<LimitRow>,
    /// Load average over a minute at the end, where the system has one.
    load: Option<f64>,
}

impl LimitRow {
    fn holds(&self) -> bool {
        self.seconds <= MOST_SECONDS && self.mib.is_none_or(|mib| mib <= MOST_MIB) && !self.ended.contains("exit")
    }

    /// A row of the table.
    fn cells(&self) -> Vec<String> {
        let mib = self.mib.map_or("-".into(), |mib| format!("{:.0}", mib.max(0.0)));
        let LimitRow { engine, board, limit, seconds, ended, .. } = self;
        let holds = if self.holds() { "yes" } else { "**no**" };
        vec![
            format!("`{engine}`"),
            board.clone(),
            limit.clone(),
            format!("{seconds:.2}"),
            mib,
            ended.clone(),
            holds.into(),
        ]
    }
}

/// Families, their presets, and `sat` with every solver that is no program of others.
fn all_engines() -> Vec<String> {
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
fn ended(end: ChildEnd, words: &str) -> String {
    let has = |part: &str| words.contains(part);
    match end {
        ChildEnd::Exit(0) => "answer".into(),
        ChildEnd::Exit(20) => "answer: inconsistent".into(),
        ChildEnd::Exit(124) if has("memory limit") => "memory".into(),
        ChildEnd::Exit(124) => "time".into(),
        ChildEnd::Exit(2) if has("unsupported") => "unsupported".into(),
        ChildEnd::Exit(code) => format!("exit code {code}: {words}"),
        other => format!("exit by {other:?}: {words}"),
    }
}

/// The load average over a minute.
fn load() -> Option<f64> {
    std::fs::read_to_string("/proc/loadavg").ok()?.split(' ').next()?.parse().ok()
}

impl Board {
    fn read(program: &ProgramStart, (name, source): (&'static str, Source)) -> Result<Board, BadLimits> {
        match source {
            Source::File(file, _) if !Path::new(file).exists() => Err(BadLimits::NoFile(name, file)),
            Source::File(file, only) => Ok(Board { name, file, only: Some(only), input: Vec::new() }),
            Source::Made(words) => match program.command().args(words.split(' ')).output() {
                Ok(made) if made.status.success() => Ok(Board { name, file: "-", only: None, input: made.stdout }),
                Ok(made) => Err(BadLimits::Make(name, String::from_utf8_lossy(&made.stderr).into_owned())),
                Err(e) => Err(BadLimits::Make(name, e.to_string())),
            },
        }
    }
}

impl BeyondLimits {
    /// Some engines on some boards (no names: on all), run by `program`, which is a `minesat`.
    ///
    /// # Errors
    /// An engine or a board that the study does not have, or a board that is not here.
    pub fn new(program: ProgramStart, engines: Vec<String>, boards: Vec<String>) -> Result<Self, BadLimits> {
        let (all, asked) = (all_engines(), (engines, boards));
        if let Some(name) = asked.0.iter().find(|name| !all.contains(name)) {
            return Err(BadLimits::Engine(name.clone(), all.join(", ")));
        }
        if let Some(name) = asked.1.iter().find(|name| !board_names().any(|board| board == **name)) {
            return Err(BadLimits::Board(name.clone(), board_names().collect::<Vec<_>>().join(", ")));
        }
        let is_in = |name: &str, names: &[String]| names.is_empty() || names.iter().any(|n| n == name);
        let engines = all.into_iter().filter(|name| is_in(name, &asked.0)).collect();
        let chosen = BOARDS.into_iter().filter(|board| is_in(board.0, &asked.1));
        let boards = chosen.map(|board| Board::read(&program, board)).collect::<Result<_, _>>()?;
        Ok(BeyondLimits { program, asked, engines, boards })
    }

    /// The worst of some runs of a question with a limit of time, or of time and memory.
    fn row(&self, engine: &str, board: &Board, (query, memory): (&str, bool)) -> Result<LimitRow, Stop> {
        let time = if memory { TIME_OF_MEMORY } else { TIME };
        let limit = if memory { format!("{query}, {MEMORY} MiB, {time} s") } else { format!("{query}, {time} s") };
        let mut row = LimitRow {
            engine: engine.into(),
            board: board.name.into(),
            limit,
            seconds: 0.0,
            mib: None,
            ended: String::new(),
        };
        for _ in 0..RUNS {
            let mut command = self.program.command();
            command.args([query, "--json", "-e", engine, "-t", &time.to_string(), board.file]);
            if memory {
                command.args(["--memory", &format!("{MEMORY}M")]);
            }
            if let Some(only) = board.only {
                command.args(["--only", only]);
            }
            let done = run(&mut command, &board.input, &|| false).map_err(|e| Stop::Failed(e.to_string()))?;
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
        Ok(row)
    }
}

impl Study for BeyondLimits {
    /// Places of engine and board.
    type Point = (usize, usize);
    type Row = LimitRows;

    const ROWS: &'static str = "rows.jsonl";
    const AT_ONCE: bool = false;

    fn command(&self) -> String {
        let words = |option: &str, names: &[String]| -> String {
            names.iter().map(|name| format!(" {option} {}", shell(std::slice::from_ref(name)))).collect()
        };
        let (engines, boards) = &self.asked;
        format!("minesat study limits{}{}", words("--engine", engines), words("--board", boards))
    }

    fn points(&self) -> Vec<Self::Point> {
        let boards = self.boards.len();
        (0..self.engines.len()).flat_map(|engine| (0..boards).map(move |board| (engine, board))).collect()
    }

    fn name(&self, &(engine, board): &Self::Point) -> String {
        format!("{}, {}", self.engines[engine], self.boards[board].name)
    }

    fn measure(&self, &(engine, board): &Self::Point) -> Result<LimitRows, Stop> {
        let row = |query| self.row(&self.engines[engine], &self.boards[board], query);
        let timed = row(("solve", false))?;
        // Counting takes more memory; what does not count solves.
        let counted = row(("count", true))?;
        let held = if counted.ended == "unsupported" { row(("solve", true))? } else { counted };
        Ok(LimitRows { rows: vec![timed, held], load: load() })
    }

    fn report(&self, rows: &[LimitRows]) -> Document {
        let all: Vec<&LimitRow> = rows.iter().flat_map(|rows| &rows.rows).collect();
        let worst = |of: fn(&LimitRow) -> Option<f64>| all.iter().filter_map(|row| of(row)).fold(0.0, f64::max);
        let mut out = Document::new("Limits of time and memory");
        out.text(format!(
            "**{} of {} rows hold**: at most {MOST_SECONDS} s and {MOST_MIB} MiB beyond the limits, with an answer or the exit \
             code 124. Worst: {:.2} s and {:.0} MiB over.",
            all.iter().filter(|row| row.holds()).count(),
            all.len(),
            worst(|row| Some(row.seconds)),
            worst(|row| row.mib),
        ));
        let head = ["engine", "board", "limit", "s over", "MiB over", "ended with", "holds"];
        out.table(&head, all.iter().map(|row| row.cells()));
        out.text(
            "A row is the worst of three runs of `minesat`, one at a time: wall time of the whole process less its limit, and \
             peak resident memory of it and what it starts less its limit; 0 where it stayed below. Rows on memory have a \
             time limit as well, and one run where that comes first. Reading the board and starting the program count, so a \
             slow or busy machine shows more. Lattice 100 has 201x201 cells. Programs of others as solvers are not in the \
             table.",
        );
        if let Some(load) = rows.iter().filter_map(|rows| rows.load).max_by(f64::total_cmp) {
            out.text(format!("Load average over a minute: at most {load:.2}."));
        }
        out
    }
}
