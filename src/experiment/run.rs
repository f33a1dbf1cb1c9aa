//! Plays one player at one point.

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::plan::{Group, PlayerName, Settings};
use super::row::Row;
use super::timed::{TurnRow, timed};
use crate::bench::{revision, this_machine};
use crate::play::players::maker;
use crate::play::record::GameRecord;
use crate::play::series::{Boards, Series};
use crate::play::trace::trace;
use crate::play::{Rules, boards_file};

/// Games in one go on all threads.
const BATCH: u64 = 256;

/// Games a point has unless the plan says otherwise.
const GAMES: u64 = 1000;

/// One game of a group that keeps them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameRow {
    pub group: String,
    pub x: f64,
    #[serde(flatten)]
    pub game: GameRecord,
}

/// All that was kept of one player at one point.
#[derive(Clone, Debug)]
pub struct Played {
    pub row: Row,
    pub games: Vec<GameRow>,
    pub turns: Vec<TurnRow>,
}

/// Plays on the threads of the current pool; `progress` hears of the games of each batch.
///
/// # Errors
/// The file of boards cannot be read, or a rule does not fit.
pub fn play(
    group: &Group,
    settings: &Settings,
    player: &PlayerName,
    progress: &mut dyn FnMut(u64),
) -> Result<Played, String> {
    let (rules, boards) = boards(settings)?;
    let games = match &boards {
        Boards::Given(fields, _) => fields.len() as u64,
        Boards::Seed(_) => settings.games.unwrap_or(GAMES),
    };
    let series = Series::new(rules, boards);
    let plain = maker(player.spec())?;
    let x = settings.x.unwrap_or_default();
    let first = if group.keep_trace && games > 0 { Some(trace(&series, player.name(), &plain, 0)?.0) } else { None };
    // On the clock games are played one after the other, so that they keep their numbers.
    let (maker, clock, batch) = if group.keep_turns {
        let (maker, clock) = timed(plain);
        (maker, Some(clock), 1)
    } else {
        (plain, None, BATCH)
    };
    let mut row = Row {
        group: group.name.clone(),
        player: player.name().into(),
        spec: player.spec().into(),
        settings: settings.clone(),
        games: 0,
        won: 0,
        stuck: 0,
        errors: 0,
        wins: String::new(),
        sums: BTreeMap::new(),
        trace: first,
        git: revision().into(),
        cpu: this_machine().cpu,
    };
    let mut kept = Vec::new();
    for start in (0..games).step_by(batch as usize) {
        let end = games.min(start + batch);
        let records = series.games(player.name(), &maker, start, end)?;
        row.add(&records);
        if group.keep_games {
            kept.extend(records.into_iter().map(|game| GameRow { group: group.name.clone(), x, game }));
        }
        progress(end - start);
    }
    let place = |turn| TurnRow { group: group.name.clone(), x, player: player.name().into(), turn };
    let turns = clock.map_or(Vec::new(), |clock| clock.turns().into_iter().map(place).collect());
    Ok(Played { row, games: kept, turns })
}

/// The boards of a point: random ones, or those of a file, again from its first one as often as there are games.
fn boards(settings: &Settings) -> Result<(Rules, Boards), String> {
    let rules = settings.rules()?;
    let seed = settings.seed.unwrap_or(1);
    let Some(path) = &settings.boards else { return Ok((rules, Boards::Seed(seed))) };
    let file = boards_file::read(Path::new(path)).map_err(|e| e.to_string())?;
    let mut fields = file.fields;
    if let Some(board) = settings.board {
        let count = fields.len();
        let field = fields.into_iter().nth(board);
        fields = vec![field.ok_or_else(|| format!("{}: no board {board}, there are {count}", path.display()))?];
    }
    let games = settings.games.unwrap_or(fields.len() as u64) as usize;
    if fields.is_empty() {
        return Err(format!("{}: no boards", path.display()));
    }
    let fields = fields.iter().cycle().take(games).cloned().collect();
    Ok((Rules { grid: file.grid, mines: file.mines, start: file.start, ..rules }, Boards::Given(fields, seed)))
}
