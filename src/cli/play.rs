//! `minesat play`: whole games, compared on the same boards.

mod no_guess;
mod table;

use std::fs;
use std::io::{self, Write, stdout};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

use super::under_way::UnderWay;
use super::{CliError, Outcome};
use crate::board::Grid;
use crate::packed::write_packed;
use crate::play::game::{Clues, OnMine, Rules, Start, Until};
use crate::play::players::{maker, reads};
use crate::play::record::GameRecord;
use crate::play::series::{Boards, Series};
use crate::play::trace::trace;
use crate::play::{Maker, PLAYERS, boards_file};

/// The players with their options, and examples.
fn after_help() -> String {
    let mut text = String::from("Players with their options; of several values the first is the default:\n");
    for row in PLAYERS {
        let option = |(name, values): &(&str, &[&str])| format!(" {name}={}", values.join("|"));
        let options: String = row.options.iter().map(option).collect();
        text += &format!("  {}{options}\n", row.name);
    }
    text + "Several players, --player once for each, play the same boards and are compared in pairs.\n\n" + EXAMPLES
}

const EXAMPLES: &str = "\
Examples:
  minesat play --level expert --player pseq --games 10000
  minesat play --level expert --start zero --player frontier --player pseq --games 2000
  minesat play --rows 10 --cols 10 --mines 12 --player equation:level=single-point --trace --replay 3
  minesat play --make-no-guess ees --rows 16 --cols 16 --mines 40 --games 5 --at 0,0 -o maps.txt";

/// Games, unless told.
const GAMES: u64 = 100;

/// Games that ended in an error are told one by one up to so many.
const MOST_MESSAGES: usize = 10;

/// Play whole games with a strategy
///
/// Boards depend on the seed and the rules alone: every player gets the same ones on every machine. With --output, and
/// without --trace, a command that was killed goes on where it was. Exit code 1 if a player found a board impossible or
/// opened a mine that it called certainly safe; such a game is not won.
#[derive(Args)]
#[command(after_help = after_help())]
pub struct PlayArgs {
    /// Strategy, with options after a colon; repeatable
    #[arg(short, long = "player", default_value = "frontier")]
    players: Vec<String>,
    /// Size and mines of a standard level
    #[arg(long, value_enum, conflicts_with_all = ["rows", "cols", "mines"])]
    level: Option<Level>,
    #[arg(long, default_value_t = 16)]
    rows: usize,
    #[arg(long, default_value_t = 30)]
    cols: usize,
    #[arg(long, default_value_t = 99)]
    mines: usize,
    /// What is promised of the first cell, which the referee opens
    #[arg(long, value_enum, default_value = "safe")]
    start: StartRule,
    /// First cell [default: 0,0]
    #[arg(long, value_name = "ROW,COL", value_parser = place)]
    at: Option<(usize, usize)>,
    /// What an opened mine does
    #[arg(long, value_enum, default_value = "end")]
    on_mine: MineRule,
    /// When a game is over: all safe cells open, or every cell opened or marked
    #[arg(long, value_enum, default_value = "safe-open")]
    until: UntilRule,
    /// Whether the player knows the total number of mines
    #[arg(long, value_enum, default_value = "known")]
    total: Total,
    /// How clues are shown: exact, received:P, at-most, at-least
    #[arg(long, default_value = "exact")]
    clues: Clues,
    /// Games [default: 100]
    #[arg(short, long, value_parser = clap::value_parser!(u64).range(1..))]
    games: Option<u64>,
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads [default: all]
    #[arg(short, long)]
    jobs: Option<usize>,
    /// Play the boards of a file; size, mines and start come from it
    #[arg(long, value_name = "FILE",
        conflicts_with_all = ["level", "rows", "cols", "mines", "start", "at", "games", "make_no_guess"])]
    boards: Option<PathBuf>,
    /// Play only this game of the series
    #[arg(long, value_name = "N")]
    replay: Option<u64>,
    /// Print the board after each move, with its reason
    #[arg(long)]
    trace: bool,
    /// Records, one JSON object a game with its rules (or, with --make-no-guess, the boards), compressed where it ends in
    /// .gz or .zst
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Do not play: make --games boards that this player solves without a guess
    #[arg(long, value_name = "PLAYER", requires = "output", conflicts_with_all = ["players", "replay", "trace"])]
    make_no_guess: Option<String>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Level {
    Beginner,
    Intermediate,
    Expert,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum StartRule {
    Safe,
    Zero,
    None,
}

#[derive(Clone, Copy, ValueEnum)]
enum MineRule {
    End,
    Continue,
}

#[derive(Clone, Copy, ValueEnum)]
enum UntilRule {
    SafeOpen,
    AllDecided,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Total {
    Known,
    Unknown,
}

fn place(text: &str) -> Result<(usize, usize), String> {
    let parts = text.split_once(',').and_then(|(r, c)| Some((r.parse().ok()?, c.parse().ok()?)));
    parts.ok_or_else(|| format!("{text:?} is not row,col"))
}

impl PlayArgs {
    fn rules(&self) -> Result<Rules, CliError> {
        let (rows, cols, mines) = match self.level {
            Some(Level::Beginner) => (9, 9, 10),
            Some(Level::Intermediate) => (16, 16, 40),
            Some(Level::Expert) => (16, 30, 99),
            None => (self.rows, self.cols, self.mines),
        };
        let cells = rows.checked_mul(cols).filter(|&n| n > 0 && n <= 1 << 24);
        let Some(cells) = cells else { return Err(CliError::usage("a board has 1 to 2^24 cells")) };
        let grid = Grid { rows, cols };
        if self.start == StartRule::None && self.at.is_some() {
            return Err(CliError::usage("--at is the cell that is opened first, and --start none opens none"));
        }
        let at = self.at.unwrap_or_default();
        if at.0 >= rows || at.1 >= cols || mines > cells {
            return Err(CliError::usage("the first cell and the mines must fit on the board"));
        }
        let first = grid.at(at.0, at.1);
        let start = match self.start {
            StartRule::Safe => Start::Safe(first),
            StartRule::Zero => Start::Zero(first),
            StartRule::None => Start::None,
        };
        Ok(Rules {
            grid,
            mines,
            start,
            on_mine: if matches!(self.on_mine, MineRule::End) { OnMine::End } else { OnMine::Continue },
            until: if matches!(self.until, UntilRule::SafeOpen) { Until::SafeOpen } else { Until::AllDecided },
            total_known: self.total == Total::Known,
            clues: self.clues,
        })
    }

    /// The options that, beside a record's player and (but for boards from a file) its size, mines and seed, play its
    /// game again.
    fn rules_given(&self, rules: &Rules) -> String {
        let place = |cell: usize| {
            let (row, col) = rules.grid.position(cell);
            format!(" --at {row},{col}")
        };
        let mut text = match (&self.boards, rules.start) {
            (Some(path), _) => format!("--boards {}", path.display()),
            (None, Start::Safe(cell)) => format!("--start safe{}", place(cell)),
            (None, Start::Zero(cell)) => format!("--start zero{}", place(cell)),
            (None, Start::None) => "--start none".into(),
        };
        if rules.on_mine == OnMine::Continue {
            text += " --on-mine continue";
        }
        if rules.until == Until::AllDecided {
            text += " --until all-decided";
        }
        if !rules.total_known {
            text += " --total unknown";
        }
        match rules.clues {
            Clues::Exact => {}
            Clues::Received(share) => text += &format!(" --clues received:{share}"),
            Clues::AtMost => text += " --clues at-most",
            Clues::AtLeast => text += " --clues at-least",
        }
        text
    }
}

/// Runs the command.
///
/// # Errors
/// A player that does not exist, rules that do not fit, a bad file of boards.
pub fn run(args: &PlayArgs) -> Outcome {
    let mut rules = args.rules()?;
    let mut boards = Boards::Seed(args.seed);
    let mut games = args.games;
    if let Some(folder) = args.output.as_ref().filter(|output| output.is_dir()) {
        return Err(CliError::usage(format!("{} is a folder", folder.display())));
    }
    if let Some(path) = &args.boards {
        let file = boards_file::read(path)?;
        rules = Rules { grid: file.grid, mines: file.mines, start: file.start, ..rules };
        if file.fields.is_empty() {
            return Err(CliError::usage(format!("{}: no boards", path.display())));
        }
        games = Some(file.fields.len() as u64);
        boards = Boards::Given(file.fields, args.seed);
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(args.jobs.unwrap_or(0)).build();
    let pool = pool.map_err(|e| CliError::usage(e.to_string()))?;
    if let (Some(player), Some(output)) = (&args.make_no_guess, &args.output) {
        return pool.install(|| no_guess::make(args, &rules, player, output));
    }
    let series = Series::new(rules, boards);
    let makers: Vec<(String, Maker)> = args
        .players
        .iter()
        .map(|text| {
            reads(text, rules.clues).map_err(CliError::Usage)?;
            Ok((text.clone(), maker(text).map_err(CliError::Usage)?))
        })
        .collect::<Result<_, CliError>>()?;
    let (from, to) = match args.replay {
        Some(n) if n < games.unwrap_or(u64::MAX) => (n, n + 1),
        Some(n) => return Err(CliError::usage(format!("--replay {n}: there is no such game"))),
        None => (0, games.unwrap_or(GAMES)),
    };
    let mut run = match &args.output {
        Some(output) if !args.trace && is_kept(output) => Some(open_run(args, &series, from..to, output)?),
        _ => None,
    };
    let mut results: Vec<(String, Vec<GameRecord>, f64)> = Vec::new();
    for (name, maker) in &makers {
        let started = Instant::now();
        let records = if args.trace {
            traced(&series, name, maker, from, to)?
        } else {
            pool.install(|| batches(&series, name, maker, from, to, run.as_mut()))?
        };
        results.push((name.clone(), records, started.elapsed().as_secs_f64()));
    }
    if let Some(output) = &args.output {
        write_records(output, &args.rules_given(&rules), results.iter().flat_map(|r| &r.1))?;
    }
    run.map_or(Ok(()), UnderWay::finish)?;
    table::print(&results)?;
    let told = || results.iter().flat_map(|r| &r.1).filter_map(|r| Some((r, r.message.as_ref()?)));
    for (record, message) in told().take(MOST_MESSAGES) {
        let _ = writeln!(io::stderr(), "{} game {}: {message}", record.player, record.game);
    }
    if let Some(more) = told().count().checked_sub(MOST_MESSAGES).filter(|&n| n > 0) {
        let _ = writeln!(io::stderr(), "and {more} more games like these; --output keeps every message");
    }
    let bad = results.iter().flat_map(|r| &r.1).any(|r| r.result == "error");
    Ok(if bad { super::DISAGREE } else { super::DONE })
}

/// What this command has played before it was killed.
fn open_run(
    args: &PlayArgs,
    series: &Series,
    games: Range<u64>,
    output: &Path,
) -> Result<UnderWay<Vec<GameRecord>>, CliError> {
    let players = args.players.join(" ");
    let command = format!("minesat play {players}, games {games:?} of seed {}, {:?}", args.seed, series.rules);
    let mut boards = Vec::new();
    if let Boards::Given(fields, _) = &series.boards {
        let Rules { grid, mines, start, .. } = series.rules;
        boards_file::write(&mut boards, grid, mines, start, fields)?;
    }
    UnderWay::open(&beside(output), command, &[boards])
}

/// Whether what a killed command has played is kept: not beside a pipe or a device.
fn is_kept(output: &Path) -> bool {
    output.metadata().map_or(true, |there| there.is_file())
}

/// Where what a killed command has played is kept: beside the file itself, whatever link leads to it.
fn beside(output: &Path) -> PathBuf {
    let mut path = output.canonicalize().unwrap_or_else(|_| output.into()).into_os_string();
    path.push(".under-way");
    path.into()
}

fn batches(
    series: &Series,
    name: &str,
    maker: &Maker,
    from: u64,
    to: u64,
    mut run: Option<&mut UnderWay<Vec<GameRecord>>>,
) -> Result<Vec<GameRecord>, CliError> {
    let bar = ProgressBar::new(to.saturating_sub(from));
    if let Ok(style) = ProgressStyle::with_template("{msg} {wide_bar} {pos}/{len} {eta}") {
        bar.set_style(style);
    }
    let mut all = Vec::new();
    let mut won = 0;
    for start in (from..to).step_by(256) {
        let play = || series.games(name, maker, start, to.min(start.saturating_add(256))).map_err(CliError::Usage);
        let batch = run.as_deref_mut().map_or_else(|| Ok(play()), |run| run.next(play))??;
        won += batch.iter().filter(|r| r.won()).count();
        all.extend(batch);
        bar.set_position(all.len() as u64);
        bar.set_message(format!("{name} {:.2} %", won as f64 / all.len() as f64 * 100.0));
    }
    bar.finish_and_clear();
    Ok(all)
}

fn traced(series: &Series, name: &str, maker: &Maker, from: u64, to: u64) -> Result<Vec<GameRecord>, CliError> {
    let mut all = Vec::new();
    for index in from..to {
        let (text, record) = trace(series, name, maker, index).map_err(CliError::Usage)?;
        write!(stdout(), "{text}")?;
        all.push(record);
    }
    Ok(all)
}

/// A game with the rules that it was played by.
#[derive(Serialize)]
struct Line<'a> {
    #[serde(flatten)]
    record: &'a GameRecord,
    rules: &'a str,
}

fn write_records<'a>(path: &Path, rules: &str, records: impl Iterator<Item = &'a GameRecord>) -> Result<(), CliError> {
    let mut text = Vec::new();
    for record in records {
        serde_json::to_writer(&mut text, &Line { record, rules }).map_err(|e| CliError::Io(e.into()))?;
        text.push(b'\n');
    }
    packed_whole(path, text)
}

fn packed_whole(path: &Path, text: Vec<u8>) -> Result<(), CliError> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    write_packed(path, text).map_err(|e| CliError::at(path, &e))
}
