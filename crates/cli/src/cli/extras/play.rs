//! `minesat play`: plays whole games and compares players on the same boards.

mod animate;
mod make_boards;
mod no_guess;
mod parts;
pub mod records;
mod rules;
mod table;

use std::io::{self, Write, stdout};
use std::ops::Range;
use std::path::PathBuf;
use std::time::Instant;

use clap::Args;

use super::shared::jobs::JobsArgs;
use super::shared::limits::{LimitArgs, watch_this_process};
use super::shared::names;
use super::{CliError, CommandResult};
use crate::engine::Prior;
use crate::lines::{json_line, visible};
use crate::play::players::{maker, reads, with_budget, with_density};
use crate::play::record::GameRecord;
use crate::play::rules::Rules;
use crate::play::series::{BoardSource, Series};
use crate::play::trace::trace;
use crate::play::{PLAYERS, PlayerFactory, boards_file};
use crate::spec::{OptionRow, SpecError};
use crate::study::UnderWay;
use rules::RulesArgs;

/// The players with their options, and examples.
fn after_help() -> String {
    let mut text = String::from("Players with their options; of several values the first is the default:\n");
    for row in PLAYERS {
        let option = |o: &OptionRow| {
            let words = o.values.words().map_or(o.default.into(), |words| words.join("|"));
            format!(" {}={words}", o.name)
        };
        let options: String = row.options.iter().map(option).collect();
        text += &format!("  {}{options}\n", row.name);
    }
    text += "auto follows the budget: models = budget / 20, sample = budget / 40, games = budget / 1560.\n";
    text += "On boards of n < 256 cells sample and games are multiplied by (n/256)^2.\n";
    text + "Several players (repeat --player) play the same boards and are compared in pairs.\n\n" + EXAMPLES
}

const EXAMPLES: &str = "\
Examples:
  minesat play --level expert --player pseq --games 10000
  minesat play --level expert --start zero --player frontier --player pseq --games 2000
  minesat play --rows 10 --cols 10 --mines 12 --player equation:level=single-point --trace --replay 3
  minesat play --level expert --player lookahead --replay 0 --trace --steps game.jsonl
  minesat play --level expert --player lookahead --replay 0 --animate game.png
  minesat play --make-no-guess ees --rows 16 --cols 16 --mines 40 --games 5 --at 0,0 -o maps.txt
  minesat play --make-boards --level expert --games 10000 -o boards.txt.zst";

/// Default of `--games`.
const GAMES: u64 = 100;

/// Most games with an error whose messages are printed.
const MOST_MESSAGES: usize = 10;

/// Play whole games and compare players on the same boards
///
/// Boards depend only on the seed and the rules: every player gets the same boards on every machine. With --output and
/// without --trace, --steps and --animate, the same command resumes after an interruption or a kill. The exit code is 1 if a player found a board
/// impossible or opened a mine that it called certainly safe; such a game is not won.
#[derive(Args)]
#[command(after_help = after_help())]
pub struct PlayArgs {
    /// Player, with options after a colon; repeatable
    #[arg(short, long = "player", default_value = "frontier", value_parser = names::players(), hide_possible_values = true)]
    players: Vec<String>,
    /// Nodes per move of `lookahead`, about 2 microseconds each; the same as its option `budget`
    #[arg(long, value_name = "NODES", conflicts_with = "make_no_guess")]
    budget: Option<u64>,
    /// Prior of the mine density for `frontier`, `pseq` and `lookahead` if the total is unknown: a probability such as 0.2 or
    /// 1/5, `uniform` (every total equally likely) or `jeffreys` (the default); the same as their option `density`
    #[arg(long, value_name = "P|uniform|jeffreys", value_parser = density, conflicts_with = "make_no_guess")]
    density: Option<String>,
    #[command(flatten)]
    rules: RulesArgs,
    /// Games [default: 100]
    #[arg(short, long, value_parser = clap::value_parser!(u64).range(1..))]
    games: Option<u64>,
    /// Seed of the boards
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    jobs: JobsArgs,
    #[command(flatten)]
    limits: LimitArgs,
    /// Play the boards of this file, with its size, mines and start
    #[arg(long, value_name = "FILE",
        conflicts_with_all = ["level", "rows", "cols", "mines", "start", "at", "games", "make_no_guess"])]
    boards: Option<PathBuf>,
    /// Play only this game of the series
    #[arg(long, value_name = "N")]
    replay: Option<u64>,
    /// Print the board after each move, with its reason; of a guess also its chance, what the player expected and the
    /// alternatives
    #[arg(long)]
    trace: bool,
    /// Write the games step by step as JSON Lines (`minesat schema step`), compressed if the name ends in .gz or .zst
    #[arg(long, value_name = "FILE")]
    steps: Option<PathBuf>,
    /// Draw one game (--replay N, or --games 1) as an animated PNG of at most 28 seconds; a cell has 20 pixels or as many as let
    /// the picture have 1,200
    #[arg(long, value_name = "PICTURE.png")]
    animate: Option<PathBuf>,
    /// File for the records, one JSON object per game (with --make-no-guess and --make-boards, for the boards), compressed if
    /// its name ends in .gz or .zst
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Make --games boards that this player solves without a guess, instead of playing
    #[arg(long, value_name = "PLAYER", requires = "output",
        conflicts_with_all = ["players", "replay", "trace", "steps", "animate"])]
    make_no_guess: Option<String>,
    /// Write the boards of the series to --output instead of playing, for programs of others
    #[arg(long, requires = "output",
        conflicts_with_all = ["players", "replay", "trace", "steps", "animate", "boards", "make_no_guess"])]
    make_boards: bool,
}

/// Checks a density; returns the text.
fn density(text: &str) -> Result<String, String> {
    Prior::parse(text).map(|_| text.to_string()).map_err(|error| error.to_string())
}

/// The players, with the budget and the density as their options.
fn named(args: &PlayArgs) -> Result<Vec<String>, CliError> {
    let mut players = args.players.clone();
    if let Some(nodes) = args.budget {
        set(&mut players, &|text| with_budget(text, nodes), "--budget is an option of lookahead")?;
    }
    if let Some(density) = &args.density {
        if args.rules.rules()?.total_known {
            return Err(CliError::usage("--density is for games without a known total (--total unknown)"));
        }
        let none = "--density is an option of frontier, pseq and lookahead";
        set(&mut players, &|text| with_density(text, density), none)?;
    }
    Ok(players)
}

type With<'a> = &'a dyn Fn(&str) -> Result<Option<String>, SpecError>;

/// Sets an option of all players that have it; `none` is the error if no player has.
fn set(players: &mut [String], with: With, none: &str) -> Result<(), CliError> {
    let mut is_any = false;
    for text in players {
        if let Some(with) = with(text)? {
            (*text, is_any) = (with, true);
        }
    }
    if is_any { Ok(()) } else { Err(CliError::usage(none)) }
}

/// Runs the command.
///
/// # Errors
/// A player that does not exist, rules that do not fit, an error in the file of boards.
pub fn run(args: &PlayArgs) -> CommandResult {
    minesat_allocator::for_games();
    let mut rules = args.rules.rules()?;
    let mut boards = BoardSource::Seed(args.seed);
    let mut games = args.games;
    if let Some(folder) = args.output.as_ref().filter(|output| output.is_dir()) {
        return Err(CliError::usage(format!("{} is a folder", folder.display())));
    }
    if let Some(path) = &args.boards {
        let file = boards_file::read(path)?;
        rules = Rules { grid: file.grid, mines: file.mines, start: file.start, ..rules };
        if file.fields.is_empty() {
            return Err(CliError::usage(format!("{}: the file holds no boards", path.display())));
        }
        games = Some(file.fields.len() as u64);
        boards = BoardSource::Given(file.fields, args.seed);
    }
    let pool = args.jobs.pool()?;
    if let (Some(player), Some(output)) = (&args.make_no_guess, &args.output) {
        if args.limits.timeout.is_some() || args.limits.memory.is_some() {
            return Err(CliError::usage("--make-no-guess has no limits: leave --timeout and --memory out"));
        }
        return pool.install(|| no_guess::make(args, &rules, player, output));
    }
    if let (true, Some(output)) = (args.make_boards, &args.output) {
        return make_boards::make(args, &rules, output);
    }
    let mut series = Series::new(rules, boards);
    series.time = args.limits.timeout;
    watch_this_process(args.limits.limits(), "the finished games are in the file of --output");
    let makers: Vec<(String, PlayerFactory)> = named(args)?
        .into_iter()
        .map(|text| {
            reads(&text, rules.clues).map_err(CliError::usage)?;
            let maker = maker(&text)?;
            Ok((text, maker))
        })
        .collect::<Result<_, CliError>>()?;
    for path in args.output.iter().chain(&args.steps) {
        records::is_ours(path)?;
    }
    let (from, to) = match (args.replay, games.unwrap_or(u64::MAX)) {
        (Some(n), all) if n >= all => {
            return Err(CliError::usage(format!("--replay {n}: the last game is {}", all - 1)));
        }
        (Some(n), _) => (n, n + 1),
        (None, _) => (0, games.unwrap_or(GAMES)),
    };
    if let Some(path) = &args.animate {
        animate::check(path, rules.grid, makers.len(), to - from)?;
    }
    let is_traced = args.trace || args.steps.is_some() || args.animate.is_some();
    let mut run = match &args.output {
        Some(output) if !is_traced && records::is_kept(output) => {
            let names: Vec<&str> = makers.iter().map(|maker| maker.0.as_str()).collect();
            Some(records::open_run(&names.join(" "), args.seed, &series, from..to, output)?)
        }
        _ => None,
    };
    let mut steps = Vec::new();
    let mut results: Vec<(String, Vec<GameRecord>, f64)> = Vec::new();
    for (name, maker) in &makers {
        let started = Instant::now();
        let records = if is_traced {
            traced(args, &series, (name, maker), from..to, &mut steps)?
        } else {
            pool.install(|| parts::play(&series, name, maker, from..to, run.as_mut()))?
        };
        results.push((name.clone(), records, started.elapsed().as_secs_f64()));
    }
    if let Some(path) = &args.steps {
        records::packed_whole(path, steps)?;
    }
    if let Some(output) = &args.output {
        let given = rules::given(&rules, args.boards.as_deref(), args.seed);
        records::write(output, &given, results.iter().flat_map(|r| &r.1))?;
    }
    run.map_or(Ok(()), UnderWay::finish)?;
    table::print(&results)?;
    let messages = || results.iter().flat_map(|r| &r.1).filter_map(|r| Some((r, r.message.as_ref()?)));
    for (record, message) in messages().take(MOST_MESSAGES) {
        let _ = writeln!(io::stderr(), "{} game {}: {}", record.player, record.game, visible(message));
    }
    if let Some(more) = messages().count().checked_sub(MOST_MESSAGES).filter(|&n| n > 0) {
        let _ = writeln!(io::stderr(), "and {more} more games with errors; the file of --output has every message");
    }
    let bad = results.iter().flat_map(|r| &r.1).any(|r| r.result == "error");
    let stopped = results.iter().flat_map(|r| &r.1).any(|r| ["timeout", "memory"].contains(&r.result.as_str()));
    Ok(match (bad, stopped) {
        (true, _) => super::DISAGREE,
        (false, true) => super::LIMIT,
        (false, false) => super::DONE,
    })
}

/// Plays games with the reasons of their moves: prints them with --trace, adds their steps for --steps, and draws the one of
/// --animate.
fn traced(
    args: &PlayArgs,
    series: &Series,
    (name, maker): (&str, &PlayerFactory),
    games: Range<u64>,
    steps: &mut Vec<u8>,
) -> Result<Vec<GameRecord>, CliError> {
    let mut all = Vec::new();
    for index in games {
        let game = trace(series, name, maker, index).map_err(CliError::usage)?;
        if args.trace {
            write!(stdout(), "{}", game.to_text())?;
        }
        if args.steps.is_some() {
            for line in game.lines() {
                steps.extend((json_line(&line).map_err(|e| CliError::Io(e.into()))? + "\n").into_bytes());
            }
        }
        if let Some(path) = &args.animate {
            animate::write(path, &game)?;
        }
        all.push(game.record);
    }
    Ok(all)
}
