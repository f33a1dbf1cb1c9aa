//! The strategies, one file and one row each.

mod csp;
mod equation;
mod estimate;
pub mod frontier;
mod likelihood;
pub mod lookahead;
mod near;
pub mod pseq;
mod random;
mod simple;
mod subset;

use super::Maker;
use super::rules::Clues;
use crate::engine::Prior;

/// One row of the table of players.
pub struct PlayerSpec {
    /// First word of a specification, before any colon.
    pub name: &'static str,
    /// How it plays, in one line.
    pub summary: &'static str,
    /// `option=value|value`, the first value is the default.
    pub options: &'static [(&'static str, &'static [&'static str])],
    /// True if it, with these options, reads a bound as a bound; others take it for the number of mines.
    pub bounds: fn(&Chosen) -> bool,
    /// The maker with these options; the error is a message about an invalid value.
    pub build: fn(&Chosen) -> Result<Maker, String>,
}

/// The options of a player.
pub struct Chosen(std::collections::BTreeMap<&'static str, String>);

impl Chosen {
    /// The value of an option; empty if the player has none of that name.
    pub fn word(&self, name: &str) -> &str {
        self.0.get(name).map_or("", String::as_str)
    }

    /// The prior of [`DENSITY`].
    fn prior(&self) -> Result<Prior, String> {
        Prior::parse(self.word(DENSITY.0))
    }
}

/// The prior over the density of exact players if the total is unknown, for [`Prior::parse`].
const DENSITY: (&str, &[&str]) = ("density", &["jeffreys"]);

/// All players.
pub const PLAYERS: &[PlayerSpec] = &[
    random::PLAYER,
    simple::SPS,
    simple::EES,
    simple::BASIC,
    subset::ADVANCED,
    equation::PLAYER,
    csp::PLAYER,
    frontier::PLAYER,
    likelihood::PLAYER,
    pseq::PLAYER,
    lookahead::PLAYER,
];

/// The options of a player with free values, such as numbers, instead of a list.
pub fn free_options(player: &str) -> impl Iterator<Item = &'static str> + use<> {
    let row = PLAYERS.iter().find(|row| row.name == player);
    row.into_iter().flat_map(|row| row.options).filter(|(_, values)| values.len() < 2).map(|(option, _)| *option)
}

fn row(name: &str) -> Result<&'static PlayerSpec, String> {
    PLAYERS.iter().find(|p| p.name == name).ok_or_else(|| {
        let names: Vec<&str> = PLAYERS.iter().map(|p| p.name).collect();
        format!("no player named {name:?}; there are {}", names.join(", "))
    })
}

/// Refuses a player that would misread such clues.
///
/// # Errors
/// A message that names the players that read them.
pub fn reads(text: &str, clues: Clues) -> Result<(), String> {
    let name = text.split(':').next().unwrap_or(text);
    row(name)?;
    let is_bound = matches!(clues, Clues::AtMost | Clues::AtLeast);
    if !is_bound || chosen(text).is_ok_and(|(row, chosen)| (row.bounds)(&chosen)) {
        return Ok(());
    }
    let with = |p: &'static PlayerSpec| {
        let options = p.options.iter().flat_map(|(option, values)| values.iter().map(move |value| (option, value)));
        options.map(|(option, value)| format!("{}:{option}={value}", p.name))
    };
    let reads = |text: &String| chosen(text).is_ok_and(|(row, chosen)| (row.bounds)(&chosen));
    let plain = PLAYERS.iter().map(|p| p.name.to_string()).filter(reads);
    let not_plain = PLAYERS.iter().filter(|p| !reads(&p.name.to_string()));
    let names: Vec<String> = plain.chain(not_plain.flat_map(with).filter(reads)).collect();
    Err(format!("{name} takes every number for the mines around it; bounds are read by {}", names.join(", ")))
}

/// The maker that `name` or `name:option=value,...` describes. An option with one value in its list, its default, takes
/// any value that the player itself accepts.
///
/// # Errors
/// A message with what is wrong and the possible choices.
pub fn maker(text: &str) -> Result<Maker, String> {
    let (row, chosen) = chosen(text)?;
    (row.build)(&chosen)
}

/// `lookahead` with a budget, in nodes; None for other players, whose budgets have other units.
///
/// # Errors
/// Unknown player.
pub fn with_budget(text: &str, nodes: u64) -> Result<Option<String>, String> {
    let name = text.split(':').next().unwrap_or(text);
    let is_own = row(name)?.name == lookahead::PLAYER.name;
    let mark = match text.strip_prefix(name) {
        Some("") => ":",
        // Refused as given.
        Some(":") => return Ok(Some(text.into())),
        _ => ",",
    };
    Ok(is_own.then(|| format!("{text}{mark}budget={nodes}")))
}

/// A player with a density; None for those that infer none. One that names its own density keeps it.
///
/// # Errors
/// Unknown player.
pub fn with_density(text: &str, density: &str) -> Result<Option<String>, String> {
    let (row, _) = chosen(text)?;
    let own = |part: &str| part.starts_with("density=");
    if !row.options.contains(&DENSITY) {
        return Ok(None);
    }
    let (name, options) = text.split_once(':').unwrap_or((text, ""));
    Ok(Some(match options {
        "" => format!("{name}:density={density}"),
        own_density if own_density.split(',').any(own) => text.into(),
        options => format!("{name}:{options},density={density}"),
    }))
}

/// The player and its options.
fn chosen(text: &str) -> Result<(&'static PlayerSpec, Chosen), String> {
    let (name, rest) = text.split_once(':').unwrap_or((text, ""));
    let row = row(name)?;
    let first = |values: &[&'static str]| values.first().copied().unwrap_or("").to_string();
    let mut chosen = Chosen(row.options.iter().map(|(option, values)| (*option, first(values))).collect());
    // An engine as a value may contain a colon and commas of its own: a part without `=` that names no option belongs
    // to the value before it.
    let mut last = None;
    let mut given = Vec::new();
    if rest.is_empty() && text.contains(':') {
        return Err(format!("{text:?} has nothing after its colon; without options it is {name:?}"));
    }
    for part in rest.split(',').filter(|_| !rest.is_empty()) {
        let known = part.split_once('=').and_then(|(n, v)| row.options.iter().find(|o| o.0 == n).map(|o| (o, v)));
        match (known, last) {
            (Some(((option, values), value)), _) => {
                if values.len() > 1 && !values.contains(&value) {
                    return Err(format!("{name}:{option} is one of {}, not {value:?}", values.join(", ")));
                }
                if given.contains(option) {
                    return Err(format!("{name}:{option} is given twice"));
                }
                given.push(*option);
                chosen.0.insert(option, value.to_string());
                last = Some(*option);
            }
            (None, Some(option)) if option == "engine" => {
                let value = format!("{},{part}", chosen.word(option));
                chosen.0.insert(option, value);
            }
            _ => {
                let options: Vec<&str> = row.options.iter().map(|o| o.0).collect();
                let takes = if options.is_empty() { "none".into() } else { options.join(", ") };
                return Err(format!("player {name} has no option {part:?}; it takes {takes}"));
            }
        }
    }
    Ok((row, chosen))
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::board::{Board, Cell};
    use crate::play::tracker::Neighbours;
    use crate::play::{Move, Player, Seat, View};
    use crate::rng::Rng;

    /// A new player for boards of this size.
    pub fn player(text: &str, board: &Board, seed: u64) -> Box<dyn Player> {
        let (grid, clues) = (board.grid(), Clues::Exact);
        let around = std::sync::Arc::new(Neighbours::new(grid));
        maker(text).unwrap()(Seat { grid, around, clues, rng: Rng::new(seed) })
    }

    /// The cells of a board that are not covered.
    pub fn shown(board: &Board) -> Vec<u32> {
        board.grid().cells().filter(|&c| board.cell(c) != Cell::Covered).map(|c| c as u32).collect()
    }

    /// The moves of a new player that is shown this board.
    pub fn first_turn(text: &str, board: &Board, seed: u64) -> Vec<Move> {
        let mut moves = Vec::new();
        player(text, board, seed).turn(&View { board, fresh: &shown(board) }, &mut moves).unwrap();
        moves
    }

    #[test]
    fn an_engine_that_counts_nothing_is_refused() {
        for engine in ["rules", "lp", "singleton"] {
            let why = maker(&format!("csp:engine={engine}")).err().unwrap();
            assert!(why.contains("cannot guess"), "{why}");
        }
        for engine in ["frontier", "backtrack:naive", "search", "brute", "sat"] {
            assert!(maker(&format!("csp:engine={engine}")).is_ok(), "{engine}");
        }
    }
}
