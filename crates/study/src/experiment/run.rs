//! Plays one player at one point.

use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};

use super::boards::{GivenBoards, boards};
use super::error::PlayError;
use super::plan::{PlayerName, PointGroup};
use super::row::PointRow;
use super::settings::GameSettings;
use super::timed::{TurnRow, timed};
use crate::bench::{revision, this_machine};
use crate::play::players::maker;
use crate::play::record::GameRecord;
use crate::play::series::{BoardSource, Series};
use crate::play::trace::trace;

/// Games per batch on all threads.
const BATCH: u64 = 256;

/// Default number of games of a point.
pub const GAMES: u64 = 1000;

/// One game of a group that keeps them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameRow {
    /// Name of the group.
    pub group: String,
    /// Place of the point on the axis; 0 if it has only a label.
    pub x: f64,
    /// The result.
    #[serde(flatten)]
    pub game: GameRecord,
}

/// Everything kept of one player at one point.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlayedPoint {
    /// Sums over all games.
    pub row: PointRow,
    /// One per game, in order; empty unless the group keeps them.
    pub games: Vec<GameRow>,
    /// One per turn, game by game; empty unless the group keeps them.
    pub turns: Vec<TurnRow>,
}

impl PlayedPoint {
    /// An empty record.
    pub fn none(group: &PointGroup, settings: &GameSettings, player: &PlayerName) -> Self {
        let row = PointRow {
            group: group.name().to_string(),
            player: player.name().into(),
            spec: player.spec_at(settings),
            settings: settings.clone(),
            git: revision().into(),
            cpu: this_machine().cpu,
            ..PointRow::default()
        };
        PlayedPoint { row, games: Vec::new(), turns: Vec::new() }
    }

    /// Adds the next games.
    pub fn join(&mut self, next: PlayedPoint) {
        self.row.join(&next.row);
        self.games.extend(next.games);
        self.turns.extend(next.turns);
    }
}

/// Plays on the threads of the current pool the missing games after those of `begun`, on `given` boards or random ones.
/// Calls `game_ends` for each on the thread that played it, `batch_ends` for each batch, and stops if that asks for it.
///
/// # Errors
/// An invalid rule, or no such player.
pub fn play<E>(
    group: &PointGroup,
    settings: &GameSettings,
    player: &PlayerName,
    given: Option<GivenBoards>,
    begun: PlayedPoint,
    game_ends: &(dyn Fn() + Sync),
    batch_ends: &mut dyn FnMut(&PlayedPoint) -> ControlFlow<E>,
) -> Result<ControlFlow<E, PlayedPoint>, PlayError> {
    let boards_sha256 = given.as_ref().map(GivenBoards::sha256);
    let (rules, boards) = boards(settings, given)?;
    let games = match &boards {
        BoardSource::Given(fields, _) => fields.len() as u64,
        BoardSource::Seed(_) => settings.games.unwrap_or(GAMES),
    };
    let series = Series::new(rules, boards);
    let plain = maker(&player.spec_at(settings))?;
    let x = settings.x.unwrap_or_default();
    let mut played = begun;
    played.row.boards_sha256 = boards_sha256;
    let first_game = || trace(&series, player.name(), &plain, 0).map(|game| game.to_text());
    let has_trace = group.keep_trace && games > 0;
    played.row.trace = has_trace.then(first_game).transpose()?;
    let first = played.row.games;
    // Timed games are played one after the other, so that they keep their numbers.
    let (maker, clock, batch) = if group.keep_turns {
        let (maker, clock) = timed(plain, first);
        (maker, Some(clock), 1)
    } else {
        (plain, None, BATCH)
    };
    for start in (first..games).step_by(batch as usize) {
        let batch_games = start..games.min(start.saturating_add(batch));
        let records = series.games(player.name(), &maker, batch_games, game_ends)?;
        let mut batch = PlayedPoint::none(group, settings, player);
        batch.row.add(&records);
        if group.keep_games {
            batch.games =
                records.into_iter().map(|game| GameRow { group: group.name().to_string(), x, game }).collect();
        }
        let place = |turn| TurnRow { group: group.name().to_string(), x, player: player.name().into(), turn };
        batch.turns = clock.iter().flat_map(super::timed::Clock::take).map(place).collect();
        if let ControlFlow::Break(why) = batch_ends(&batch) {
            return Ok(ControlFlow::Break(why));
        }
        played.join(batch);
    }
    Ok(ControlFlow::Continue(played))
}
