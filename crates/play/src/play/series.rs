//! Playing: one game to its end, and series of games on any number of threads.

use cpu_time::ThreadTime;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};
use std::sync::Arc;
use std::time::Duration;

use super::contradiction::smallest;
use super::game_loop::{self, Ending, Observer};
use super::record::GameRecord;
use super::tracker::Neighbours;
use super::{
    Act, Game, GameError, GuessValues, Move, Outcome, Player, PlayerFactory, PlayerSetup, Reason, Rules, supply,
};
use crate::board::Board;
use crate::engine::{Stop, check_thread, within_time};
use crate::field::Field;
use crate::process::watch::{self, memory_limit};
use crate::rng::Rng;

/// Streams of the same seed that must be independent.
pub(super) const PLAYER_STREAM: u64 = 0x70_6c61_7965_7221;
pub(super) const CLUE_STREAM: u64 = 0x63_6c75_6573_2121;

/// What can be seen of a game while it is played. Boards have the player's marks as flags.
#[derive(Clone, Copy)]
pub enum Sight<'a> {
    /// The board before a turn.
    Turn(&'a Board),
    /// What the player compared before the guess of this turn, if it says so.
    Values(&'a GuessValues),
    /// A move that changed something, and the board after it.
    Move(Move, &'a Board),
}

/// Sees a game.
pub type Watch<'a> = dyn FnMut(Sight<'_>) + 'a;

/// The boards of a series.
pub enum BoardSource {
    /// Uniform boards of this seed.
    Seed(u64),
    /// These, with the seed of the players' randomness.
    Given(Vec<Field>, u64),
}

impl BoardSource {
    fn seed(&self) -> u64 {
        match self {
            BoardSource::Seed(seed) | BoardSource::Given(_, seed) => *seed,
        }
    }
}

/// A series of games.
pub struct Series {
    /// Rules of every game.
    pub rules: Rules,
    /// Where the board of each game comes from.
    pub boards: BoardSource,
    /// Of one game, in wall time.
    pub time: Option<Duration>,
    around: Arc<Neighbours>,
}

impl Series {
    /// Games under these rules.
    pub fn new(rules: Rules, boards: BoardSource) -> Self {
        Series { rules, boards, time: None, around: Arc::new(Neighbours::new(rules.grid)) }
    }

    /// Plays game `index`.
    ///
    /// # Errors
    /// The rules or the board do not fit; an inconsistent board gives a record, not an error.
    pub fn game(
        &self,
        name: &str,
        maker: &PlayerFactory,
        index: u64,
        seen: Option<&mut Watch>,
    ) -> Result<GameRecord, GameError> {
        let started = ThreadTime::now();
        let field = match &self.boards {
            BoardSource::Seed(seed) => supply::uniform(&self.rules, *seed, index)?,
            BoardSource::Given(fields, _) => fields.get(index as usize).ok_or(GameError::NoBoard { index })?.clone(),
        };
        let seed = self.boards.seed();
        let mut clues = Rng::stream(seed ^ CLUE_STREAM, index);
        let game = Game::new(field, self.rules, &mut clues)?;
        let rng = Rng::stream(seed ^ PLAYER_STREAM, index);
        let seat =
            PlayerSetup { grid: self.rules.grid, around: Arc::clone(&self.around), clues: self.rules.clues, rng };
        let play = || run(game, &self.rules, &mut *maker(seat), false, seen);
        let (_, mut record) = match self.time.is_some() || memory_limit().is_some() {
            true => {
                let _run = watch::run(self.time);
                within_time(self.time, play)
            }
            false => play(),
        };
        record.player = name.to_string();
        record.game = index;
        record.seed = matches!(self.boards, BoardSource::Seed(_)).then_some(seed);
        record.seconds = started.elapsed().as_secs_f64();
        Ok(record)
    }

    /// Plays some games on the threads of the current pool; records come back in order. `ended` is called at the end of
    /// each game, in any order and on the thread that played it.
    ///
    /// # Errors
    /// As [`Series::game`].
    pub fn games(
        &self,
        name: &str,
        maker: &PlayerFactory,
        games: Range<u64>,
        ended: &(dyn Fn() + Sync),
    ) -> Result<Vec<GameRecord>, GameError> {
        games.into_par_iter().map(|index| self.game(name, maker, index, None).inspect(|_| ended())).collect()
    }
}

/// Plays a field, with `certain_only` until the player needs a guess.
///
/// # Errors
/// The field does not fit the rules.
pub fn play_field(
    field: Field,
    rules: Rules,
    player: &mut dyn Player,
    certain_only: bool,
) -> Result<(Game, GameRecord), GameError> {
    let game = Game::new(field, rules, &mut Rng::new(0))?;
    Ok(run(game, &rules, player, certain_only, None))
}

/// Counts the moves of a game for its record.
struct Recorder<'a, 'w> {
    /// Moves by reason.
    counts: [u64; Reason::ALL.len()],
    clicks: u64,
    /// Whether the first guess ends the game.
    certain_only: bool,
    watch: Option<&'a mut Watch<'w>>,
}

/// Why a [`Recorder`] breaks a game off.
enum Broken {
    /// A guess, which was not to be made.
    Guess,
    Limit(Stop),
}

impl Observer<Game> for Recorder<'_, '_> {
    type Why = Broken;

    fn before_turn(&mut self, game: &Game) -> ControlFlow<Broken> {
        if let Some(watch) = &mut self.watch {
            watch(Sight::Turn(&game.traced()));
        }
        ControlFlow::Continue(())
    }

    /// A result found while a limit ran out may be incomplete.
    fn after_turn(&mut self, _: &Game, player: &dyn Player) -> ControlFlow<Broken> {
        if let Some(watch) = &mut self.watch
            && let Some(values) = player.guess_values()
        {
            watch(Sight::Values(&values));
        }
        check_thread().map_or_else(|stop| ControlFlow::Break(Broken::Limit(stop)), ControlFlow::Continue)
    }

    fn before_move(&mut self, step: Move) -> ControlFlow<Broken> {
        if self.certain_only && !step.reason.is_certain() {
            self.counts[step.reason as usize] += 1;
            return ControlFlow::Break(Broken::Guess);
        }
        ControlFlow::Continue(())
    }

    fn after_move(&mut self, game: &Game, step: Move) {
        self.counts[step.reason as usize] += 1;
        self.clicks += u64::from(step.act == Act::Open);
        if let Some(watch) = &mut self.watch {
            watch(Sight::Move(step, &game.traced()));
        }
    }
}

fn run(
    mut game: Game,
    rules: &Rules,
    player: &mut dyn Player,
    certain_only: bool,
    mut watch: Option<&mut Watch>,
) -> (Game, GameRecord) {
    if let Some(watch) = watch.as_mut().filter(|_| game.outcome() != Outcome::Playing) {
        watch(Sight::Turn(game.board()));
    }
    let clicks = u64::from(rules.start.cell().is_some());
    let mut recorder = Recorder { counts: [0; Reason::ALL.len()], clicks, certain_only, watch };
    let (result, message) = match game_loop::play(&mut game, player, &mut recorder) {
        Ending::Broken(Broken::Limit(stop)) => (stop.status(), Some(stop.to_string())),
        Ending::Impossible(impossible) => {
            let clash = smallest(game.board(), rules.clues, impossible);
            ("error", Some(clash.message(game.board())))
        }
        Ending::Exploded(step) => ("error", Some(game_loop::exploded(step, rules.grid))),
        Ending::Over | Ending::Stuck | Ending::Broken(Broken::Guess) => match game.outcome() {
            Outcome::Won => ("won", None),
            Outcome::Lost => ("lost", None),
            Outcome::Playing => ("stuck", None),
        },
    };
    let Recorder { counts, clicks, .. } = recorder;
    let named = Reason::ALL.iter().filter(|&&r| counts[r as usize] > 0);
    let moves: BTreeMap<String, u64> = named.map(|&r| (r.name().to_string(), counts[r as usize])).collect();
    let mines = rules.mines;
    let score = if mines == 0 { 100.0 } else { (mines - game.exploded()) as f64 / mines as f64 * 100.0 };
    let record = GameRecord {
        player: String::new(),
        game: 0,
        seed: None,
        rows: rules.grid.rows,
        cols: rules.grid.cols,
        mines,
        result: result.to_string(),
        clicks,
        guesses: Reason::ALL.iter().filter(|r| !r.is_certain()).map(|&r| counts[r as usize]).sum(),
        exploded: game.exploded(),
        opened: game.opened(),
        score,
        moves,
        bv3: game.bv3(),
        nodes: player.nodes(),
        seconds: 0.0,
        message,
    };
    (game, record)
}
