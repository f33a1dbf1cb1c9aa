//! The moves of one position from best to worst, and exactly optimal play in small positions.

use std::sync::Arc;

use serde_json::{Value, json};
use thiserror::Error;

use super::analysis::{Analysis, Position, Sampler};
use super::players::lookahead::{LookaheadSettings, chooser};
use super::rollout::Rollout;
use super::tracker::{CluePairs, Known, Neighbours, Tracker};
use super::tree::{GameTree, MINE, table_within};
use super::{Act, Impossible, Move, View};
use crate::board::{Board, Cell};
use crate::engine::{Control, Stop};
use crate::rng::Rng;

/// Limits of the exact tree; larger positions have none.
#[derive(Clone, Copy, Debug)]
pub struct TreeLimits {
    /// Most models of the position.
    pub models: usize,
    /// Most nodes of the tree.
    pub nodes: u64,
}

/// The values of opening one covered cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClickValue {
    /// Index of the covered cell, row * cols + col.
    pub cell: u32,
    /// Probability of a mine.
    pub risk: f64,
    /// Probability that a certain safe cell follows, given that this one is safe.
    pub progress: Option<f64>,
    /// Models won by opening it first, with best play after it.
    pub won: Option<u32>,
    /// Games won of those played out from it ([`by_games`]).
    pub games: Option<u64>,
}

/// All choices.
#[derive(Clone, Debug, PartialEq)]
pub struct Ranking {
    /// Most models won first, then the smallest risk, then reading order.
    pub moves: Vec<ClickValue>,
    /// Number of models, or why the exact tree was not built.
    pub tree: Result<TreeModels, NoTree>,
    /// Games played out from each move that has a number of them won.
    pub games: u64,
}

/// Models of a position, if the exact tree was built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TreeModels {
    /// All models of the position, at most [`TreeLimits::models`].
    pub all: usize,
    /// Of these, 1 if in one of them no safe cell is covered: nothing is left to open, no move wins it.
    pub over: usize,
}

/// Why there is no exact tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoTree {
    /// More than [`TreeLimits::models`], or more than 128 covered cells.
    TooManyModels,
    /// The tree has more than [`TreeLimits::nodes`].
    OutOfNodes,
    /// The time limit ran out while the tree was built.
    OutOfTime,
}

impl NoTree {
    fn word(self) -> &'static str {
        match self {
            NoTree::TooManyModels => "too many models",
            NoTree::OutOfNodes => "out of nodes",
            NoTree::OutOfTime => "out of time",
        }
    }
}

/// Why there is no ranking.
#[derive(Clone, Debug, PartialEq)]
pub enum NoRanking {
    /// The board has no solution.
    Impossible(Impossible),
    /// A limit ran out before the moves were known.
    Stopped(Stop),
}

/// Why no games are played out.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum NoGames {
    /// Models of the position cannot be drawn.
    #[error("the position is too wide to draw models")]
    TooWide,
    /// A safe cell is certain: there is nothing to choose.
    #[error("a safe cell is certain")]
    Certain,
    /// The board has no solution.
    #[error("{}", clash.message(board))]
    Impossible {
        /// The clues that contradict each other.
        clash: Impossible,
        /// The board that shows them.
        board: Board,
    },
}

/// A ranking, or why there is none, as JSON: `status`, `models` and `over` (or null, with the reason in `no_tree`),
/// `games` if some were played out, and `moves`, at most `show`; or `status`, `message` and no moves.
pub fn to_json(board: &Board, found: &Result<Ranking, NoRanking>, show: usize) -> Value {
    let choice = |choice: &ClickValue, games: u64| {
        let mut value = json!({
            "cell": <[usize; 2]>::from(board.grid().position(choice.cell as usize)),
            "mine": choice.risk,
            "progress": choice.progress,
            "wins": choice.won,
        });
        if let Some(won) = choice.games.filter(|_| games > 0) {
            value["games_won"] = won.into();
        }
        value
    };
    let none = |status: &str, message: String| json!({ "status": status, "message": message, "moves": [] });
    match found {
        Ok(Ranking { moves, tree, games }) => {
            let moves: Vec<Value> = moves.iter().take(show).map(|c| choice(c, *games)).collect();
            let models = tree.ok();
            let (all, over) = (models.map(|m| m.all), models.map(|m| m.over));
            let mut value = json!({ "status": "ok", "models": all, "over": over });
            if let Err(why) = tree {
                value["no_tree"] = why.word().into();
            }
            if *games > 0 {
                value["games"] = (*games).into();
            }
            value["moves"] = moves.into();
            value
        }
        Err(NoRanking::Impossible(impossible)) => none("inconsistent", impossible.message(board)),
        Err(NoRanking::Stopped(stop @ Stop::Memory)) => none("memory", stop.to_string()),
        Err(NoRanking::Stopped(stop)) => none("timeout", stop.to_string()),
    }
}

/// Digits of a chance that are not affected by rounding within the analysis.
const DIGITS: usize = 12;

/// A chance without the digits affected by rounding; certain values stay exact.
fn settled(chance: f64) -> f64 {
    let shown: f64 = format!("{chance:.*e}", DIGITS - 1).parse().unwrap_or(chance);
    if shown == 0.0 || shown >= 1.0 { chance.clamp(0.0, 1.0) } else { shown }
}

/// The analysis of a board; no position if a safe cell is certain.
fn look(
    board: &Board,
    analysis: &mut Analysis,
    certain: &mut Vec<Move>,
) -> Result<(Tracker, Option<Position>), Impossible> {
    let grid = board.grid();
    let mut tracker = Tracker::new(grid, Arc::new(Neighbours::new(grid)), CluePairs::None);
    let fresh: Vec<u32> = grid.cells().filter(|&c| board.cell(c) != Cell::Covered).map(|c| c as u32).collect();
    let view = View { board, fresh: &fresh };
    tracker.see(&view)?;
    let position = analysis.position(&mut tracker, &view, certain)?;
    Ok((tracker, position))
}

/// Ranks the moves of a position.
///
/// # Errors
/// The board has no solution, or a limit ran out.
pub fn rank(board: &Board, bounds: TreeLimits, mut control: Control) -> Result<Ranking, NoRanking> {
    let mut certain = Vec::new();
    let mut analysis = Analysis::limited(control.share());
    let (tracker, position) = look(board, &mut analysis, &mut certain).map_err(NoRanking::Impossible)?;
    if let Some(stop) = analysis.stopped {
        return Err(NoRanking::Stopped(stop));
    }
    let mut moves: Vec<ClickValue> = Vec::new();
    for step in &certain {
        let risk = if tracker.known(step.cell) == Known::Mine { 1.0 } else { 0.0 };
        moves.push(ClickValue { cell: step.cell, risk, progress: None, won: None, games: None });
    }
    if let Some(position) = &position {
        let mut clicker = position.clicker(&tracker);
        for &(cell, risk) in &position.risks {
            control.tick().map_err(NoRanking::Stopped)?;
            // Rounding may give a little less than 0.
            let progress = clicker.click(cell).map(|after| settled(after.progress()));
            moves.push(ClickValue { cell, risk: settled(risk), progress, won: None, games: None });
        }
    }
    let stopped = |control: &Control| match control.check() {
        Ok(()) => Ok(NoTree::OutOfNodes),
        Err(Stop::Timeout) => Ok(NoTree::OutOfTime),
        Err(stop) => Err(NoRanking::Stopped(stop)),
    };
    let mut found = Err(NoTree::TooManyModels);
    let goes_on = || control.check().is_ok();
    let table = table_within(board, bounds.models, &goes_on);
    if !goes_on() {
        found = Err(stopped(&control)?);
    } else if let Some((table, cells)) = table {
        if table.models() == 0 {
            return Err(NoRanking::Impossible(Impossible { clues: Vec::new(), total: false }));
        }
        let mut tree = GameTree::new(&table, bounds.nodes).within(&goes_on);
        let values = tree.all();
        if values.is_err() {
            found = Err(stopped(&control)?);
        }
        if let Ok(values) = values {
            let over = (0..table.models()).filter(|&model| table.safe(model as u32) == 0).count();
            found = Ok(TreeModels { all: table.models(), over });
            let risk = |v: usize| {
                let mined = (0..table.models() as u32).filter(|&model| table.shows(model, v) == MINE).count();
                mined as f64 / table.models() as f64
            };
            for choice in &mut moves {
                if let Ok(v) = cells.binary_search(&choice.cell) {
                    (choice.won, choice.risk) = (Some(values[v]), risk(v));
                }
            }
            // If some cells are certain, the others are in the tree alone.
            for (v, &cell) in cells.iter().enumerate() {
                if !moves.iter().any(|m| m.cell == cell) {
                    let risk = risk(v);
                    moves.push(ClickValue { cell, risk, progress: None, won: Some(values[v]), games: None });
                }
            }
        }
    }
    moves.sort_by(|a, b| b.won.cmp(&a.won).then(a.risk.total_cmp(&b.risk)).then(a.cell.cmp(&b.cell)));
    Ok(Ranking { moves, tree: found, games: 0 })
}

/// The cell that `lookahead` opens: a safe one if one is certain. None if nothing is left to open, or a limit runs out.
///
/// # Errors
/// The board has no solution.
pub fn advised(board: &Board, control: &Control) -> Result<Option<u32>, Impossible> {
    let mut certain = Vec::new();
    let mut analysis = Analysis::limited(control.share());
    let (tracker, position) = look(board, &mut analysis, &mut certain)?;
    let safe = certain.iter().find(|step| step.act == Act::Open).map(|step| step.cell);
    let view = View { board, fresh: &[] };
    let choose = chooser(LookaheadSettings::recommended(board.grid().len()));
    let guess = |position: Position| choose(&position, &tracker, &view, &mut 0);
    Ok(safe.or_else(|| position.filter(|_| control.check().is_ok()).and_then(guess)))
}

/// Cells with at least this share of the safety of the safest are played out.
const KEEP: f64 = 0.95;

/// Plays out games with `lookahead` from every cell that is not much riskier than the safest, all on the same models,
/// and ranks by games won; `played` is called after each model. Returns the limit that ended this early, if any;
/// [`Ranking::games`] has the number of games.
///
/// # Errors
/// A safe cell is certain, or the position is too wide to draw models.
pub fn by_games(
    board: &Board,
    ranking: &mut Ranking,
    (games, seed): (u64, u64),
    control: &Control,
    played: &mut dyn FnMut(),
) -> Result<Option<Stop>, NoGames> {
    let mut analysis = Analysis::limited(control.share());
    let (tracker, position) = match look(board, &mut analysis, &mut Vec::new()) {
        Ok((tracker, Some(position))) if position.enumerated => (tracker, position),
        Ok((_, Some(_))) => return Err(NoGames::TooWide),
        Ok((_, None)) if analysis.stopped.is_some() => return Ok(analysis.stopped),
        Ok((_, None)) => return Err(NoGames::Certain),
        Err(clash) => return Err(NoGames::Impossible { clash, board: board.clone() }),
    };
    let least = KEEP * (1.0 - position.least_risk());
    let candidate = |m: &&mut ClickValue| 1.0 - m.risk >= least;
    let mut candidates: Vec<&mut ClickValue> = ranking.moves.iter_mut().filter(candidate).collect();
    candidates.iter_mut().for_each(|m| m.games = Some(0));
    let analysis = position.analysis();
    let rollout = Rollout::new(&tracker, &analysis, board, chooser(LookaheadSettings::recommended(board.grid().len())));
    let sampler = Sampler::new(&position);
    let mut stop = None;
    for game in 0..games {
        stop = control.check().err();
        if stop.is_some() {
            break;
        }
        let mined = sampler.field(&tracker, &mut Rng::stream(seed, game));
        for choice in &mut candidates {
            let won = rollout.wins(choice.cell, &mined);
            choice.games = choice.games.map(|n| n + u64::from(won));
        }
        ranking.games += 1;
        played();
    }
    ranking.moves.sort_by_key(|m| std::cmp::Reverse(m.games));
    Ok(stop)
}

/// The schema of [`to_json`], with the name of the instance in front.
#[cfg(feature = "schema")]
pub fn line_schema() -> schemars::Schema {
    let count =
        |null: bool| json!({ "type": if null { json!(["integer", "null"]) } else { json!("integer") }, "minimum": 0 });
    let chance = || json!({ "type": ["number", "null"] });
    let cell = |kind: Value, what: &str| json!({ "type": kind, "items": count(false), "minItems": 2, "maxItems": 2, "description": what });
    let choice = json!({
        "type": "object",
        "properties": {
            "cell": cell(json!("array"), "Row and column, from 0."),
            "mine": { "type": "number", "description": "Probability of a mine." },
            "progress": chance(),
            "wins": count(true),
            "games_won": count(false),
        },
        "required": ["cell", "mine", "progress", "wins"],
        "additionalProperties": false,
    });
    crate::schema::object(
        json!({
            "instance": { "type": "string" },
            "status": { "enum": ["ok", "inconsistent", "timeout", "memory"] },
            "models": count(true),
            "over": count(true),
            "no_tree": { "type": "string", "description": "Why there is no exact tree." },
            "advised": cell(json!(["array", "null"]), "Without a tree, the cell that `lookahead` opens."),
            "games": { "type": "integer", "minimum": 0, "description": "Games played out from each move." },
            "moves": { "type": "array", "items": choice },
            "message": { "type": "string", "description": "Why there are no moves." },
        }),
        &["status", "moves"],
    )
}
