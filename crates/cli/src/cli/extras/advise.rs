//! `minesat advise`: says what to open in a game that is played elsewhere; the person enters what it showed.

mod answer;
pub mod saved;
mod words;

use std::io::{self, BufRead, IsTerminal, Write, stdin, stdout};
use std::path::{Path, PathBuf};

use clap::Args;

use super::game::GameArgs;
use super::shared::names;
use super::{CliError, CommandResult};
use crate::board::Board;
use crate::engine::{Control, Limits};
use crate::explain::{ExplainOptions, contradiction};
use crate::lines::visible;
use crate::play::Outcome;
use crate::play::advice::{Adviser, Refusal, advised_rules};
use crate::play::players::maker;
use answer::{HELP, Typed};
use saved::{SavedGame, free_name};

const AFTER_HELP: &str = "\
Examples:
  minesat advise --level expert
  minesat advise --level beginner --start zero --at 4,4 --player pseq
  minesat advise --rows 20 --cols 24 --mines 99 --save game.json
  minesat advise --resume game.json
  minesat advise --level expert --player lookahead:budget=1000000";

/// Say which cell to open in a game that you play, and why
///
/// The program says what to open: cells that are certainly safe with their clues, else the guess of a player with its
/// chance, its value, the runners-up, and what the cell would show. You type what the cells show, until the game is won or
/// lost; `help` has the forms. Numbers that follow from what is known are not asked for. Impossible numbers are refused, and
/// the clues that contradict each other are named. The game is saved after every line, so that it resumes after a kill.
#[derive(Args)]
#[command(after_help = AFTER_HELP)]
pub struct AdviseArgs {
    #[command(flatten)]
    game: GameArgs,
    /// Player that advises, with options after a colon (see `minesat play --help`)
    #[arg(short, long, default_value = "lookahead", value_parser = names::players(), hide_possible_values = true)]
    player: String,
    /// Seed of the player's randomness, if it has any
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Keep the game in this new file, also when it is over [default: minesat-advice.json, removed when it is over]
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Go on with the game of this file, and keep it there
    #[arg(long, value_name = "FILE",
        conflicts_with_all = ["save", "level", "rows", "cols", "mines", "start", "at", "player", "seed"])]
    resume: Option<PathBuf>,
}

/// A game under way, and where it is kept.
struct Session {
    adviser: Adviser,
    saved: SavedGame,
    path: PathBuf,
    /// The file was named, so it stays when the game is over.
    is_named: bool,
    is_resumed: bool,
    /// Writing the file failed, and the person knows.
    is_unwritable: bool,
}

/// Runs the command.
///
/// # Errors
/// A player that does not exist, rules that do not fit, a file that is no game, or that would be lost.
pub fn run(args: &AdviseArgs) -> CommandResult {
    minesat_allocator::for_games();
    let mut session = begin(args)?;
    let mut out = anstream::AutoStream::auto(stdout());
    write!(out, "{}", words::head(&session.saved))?;
    if let Some(path) = &args.resume {
        let lines = match session.adviser.entries().len() {
            1 => "1 line".to_string(),
            n => format!("{n} lines"),
        };
        writeln!(out, "{} resumes after {lines}", name(path))?;
    }
    session.talk(&mut out)?;
    Ok(super::DONE)
}

fn begin(args: &AdviseArgs) -> Result<Session, CliError> {
    if let Some(path) = &args.resume {
        let saved = SavedGame::read(path)?;
        let rules = saved.rules()?;
        let entries = saved.cells(rules.grid)?;
        let adviser = Adviser::resume(rules, maker(&saved.player)?, saved.seed, entries)
            .map_err(|why| CliError::usage(format!("{}: {why}", path.display())))?;
        let path = path.clone();
        return Ok(Session { adviser, saved, path, is_named: true, is_resumed: true, is_unwritable: false });
    }
    let (grid, mines, start) = args.game.game()?;
    let rules = advised_rules(grid, mines, start).map_err(CliError::usage)?;
    let maker = maker(&args.player)?;
    if let Some(path) = args.save.as_ref().filter(|path| path.exists()) {
        let path = path.display();
        return Err(CliError::usage(format!(
            "{path} is there already: go on with it by --resume {path}, or name another"
        )));
    }
    let mut saved = SavedGame::new(&rules, &args.player, args.seed);
    let path = args.save.clone().unwrap_or_else(free_name);
    if args.save.is_some() {
        saved.keep(grid, &[], "playing");
        saved.write(&path).map_err(|e| CliError::at(&path, &e))?;
    }
    let adviser = Adviser::new(rules, maker, args.seed);
    let is_named = args.save.is_some();
    Ok(Session { adviser, saved, path, is_named, is_resumed: false, is_unwritable: false })
}

/// A line of standard input; None at its end.
fn next_line() -> io::Result<Option<String>> {
    let mut line = Vec::new();
    let length = stdin().lock().read_until(b'\n', &mut line)?;
    Ok((length > 0).then(|| String::from_utf8_lossy(&line).trim_end().to_string()))
}

impl Session {
    /// Asks until the game is over or the person leaves.
    fn talk(&mut self, out: &mut impl Write) -> io::Result<()> {
        // A finished game that is resumed can still be taken back.
        let mut is_done = !self.is_resumed;
        let is_typed = stdin().is_terminal();
        loop {
            write!(out, "{}", words::news(&mut self.adviser))?;
            if self.adviser.outcome() != Outcome::Playing && is_done {
                return self.end(out);
            }
            write!(out, "{}\n> ", words::question(&self.adviser))?;
            out.flush()?;
            let line = next_line()?;
            if !is_typed {
                writeln!(out, "{}", visible(line.as_deref().unwrap_or_default()))?;
            }
            let Some(line) = line else { return self.leave(out) };
            match answer::read(&line, self.saved.grid(), self.adviser.asked()) {
                Err(mistake) => writeln!(out, "{}; help has the forms", visible(&mistake))?,
                Ok(Typed::Help) => writeln!(out, "{HELP}")?,
                Ok(Typed::Board) => write!(out, "{}", words::board(&self.adviser))?,
                Ok(Typed::Quit) => return self.leave(out),
                Ok(Typed::Save(file)) => self.save(out, file.as_deref())?,
                Ok(Typed::Undo(lines)) => self.undo(out, lines)?,
                Ok(Typed::Cells(cells)) => match self.adviser.enter(&cells) {
                    Ok(()) => {
                        is_done = true;
                        self.keep(out)?;
                    }
                    Err(Refusal::Impossible(board)) => write!(out, "{}", impossible(&board))?,
                    Err(why) => writeln!(out, "not taken: {why}")?,
                },
            }
        }
    }

    fn undo(&mut self, out: &mut impl Write, lines: usize) -> io::Result<()> {
        let undone = (0..lines).take_while(|_| self.adviser.undo()).count();
        match undone {
            0 => writeln!(out, "there is nothing to take back")?,
            1 => writeln!(out, "the last line is taken back")?,
            n => writeln!(out, "the last {n} lines are taken back")?,
        }
        self.keep(out)
    }

    /// Writes the file; a person goes on playing where that fails.
    fn keep(&mut self, out: &mut impl Write) -> io::Result<()> {
        self.saved.keep(self.saved.grid(), self.adviser.entries(), self.adviser.outcome().name());
        if let Err(error) = self.saved.write(&self.path)
            && !std::mem::replace(&mut self.is_unwritable, true)
        {
            writeln!(out, "the game is not kept: {}: {error}; save FILE keeps it elsewhere", self.path.display())?;
        }
        Ok(())
    }

    fn save(&mut self, out: &mut impl Write, file: Option<&str>) -> io::Result<()> {
        let path = file.map_or_else(|| self.path.clone(), PathBuf::from);
        self.saved.keep(self.saved.grid(), self.adviser.entries(), "playing");
        match self.saved.write(&path) {
            Ok(()) => writeln!(out, "kept in {}", name(&path)),
            Err(error) => writeln!(out, "not kept: {}: {error}", name(&path)),
        }
    }

    /// Says how the game goes on later.
    fn leave(&mut self, out: &mut impl Write) -> io::Result<()> {
        if self.is_unwritable || !self.path.exists() {
            return writeln!(out, "nothing is kept");
        }
        writeln!(out, "kept; go on with: minesat advise --resume {}", name(&self.path))
    }

    /// The game is over.
    fn end(&mut self, out: &mut impl Write) -> io::Result<()> {
        write!(out, "{}", words::board(&self.adviser))?;
        writeln!(out, "{}", words::outcome(&self.adviser))?;
        if !self.is_named && self.path.exists() {
            std::fs::remove_file(&self.path)?;
        }
        Ok(())
    }
}

fn name(path: &Path) -> String {
    visible(&crate::file_name::text(path)).into_owned()
}

/// Most nodes of the search for the clues that contradict each other.
const NODES: u64 = 5_000_000;

/// Why a board cannot be.
fn impossible(board: &Board) -> String {
    let mut control = Control::new(Limits { nodes: Some(NODES), ..Limits::default() });
    let found = contradiction(board, &ExplainOptions::default(), &mut control).ok().flatten();
    let lines = found.map_or(Vec::new(), |explanation| explanation.text);
    let why: String = lines.iter().map(|line| format!("  {line}\n")).collect();
    format!("not taken: no placement of the mines fits\n{why}")
}
