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
mod short;
mod simple;
mod subset;

use super::PlayerFactory;
use super::rules::Clues;
use crate::engine::Prior;
use crate::spec::{Chosen, OptionRow, OptionValues, Spec, SpecError, SpecRow, with_option};

/// One row of the table of players.
pub struct PlayerSpec {
    /// First word of a specification, before any colon.
    pub name: &'static str,
    /// How it plays, in one line.
    pub summary: &'static str,
    /// In the order of the list of players.
    pub options: &'static [OptionRow],
    /// True if it, with these options, reads a bound as a bound; others take it for the number of mines.
    pub bounds: fn(&Chosen) -> bool,
    /// The maker with these options.
    pub build: fn(&Chosen) -> PlayerFactory,
}

impl SpecRow for PlayerSpec {
    const NOUN: &'static str = "player";

    fn name(&self) -> &'static str {
        self.name
    }

    fn options(&self) -> &'static [OptionRow] {
        self.options
    }
}

/// The prior over the density of exact players if the total is unknown.
const DENSITY: OptionRow = OptionRow {
    name: "density",
    values: OptionValues::Checked(|text| Prior::parse(text).err().map(|error| error.to_string())),
    default: "jeffreys",
    help: "prior over the density of mines where the total is unknown: uniform, jeffreys, or the density",
};

/// How the players that only deduce look for certain cells.
const LOOK: OptionRow = OptionRow::words(
    "look",
    &["again", "near"],
    "after a click at all clues again, or only at those near what it opened",
);

/// The prior of [`DENSITY`].
fn prior(chosen: &Chosen) -> Prior {
    Prior::parse(chosen.word(DENSITY.name)).expect("checked by the option")
}

/// All players.
pub const PLAYERS: &[PlayerSpec] = &[
    random::PLAYER,
    simple::SPS,
    simple::EES,
    simple::BASIC,
    subset::ADVANCED,
    equation::PLAYER,
    short::PLAYER,
    csp::PLAYER,
    frontier::PLAYER,
    likelihood::PLAYER,
    pseq::PLAYER,
    lookahead::PLAYER,
];

/// The row and the options that `name` or `name:option=value,...` describes.
///
/// # Errors
/// The mistake and the possible choices.
pub fn parse(text: &str) -> Result<Spec<PlayerSpec>, SpecError> {
    Spec::parse(PLAYERS.iter(), text)
}

/// The maker that a specification describes.
///
/// # Errors
/// As [`parse`].
pub fn maker(text: &str) -> Result<PlayerFactory, SpecError> {
    let Spec { row, chosen } = parse(text)?;
    Ok((row.build)(&chosen))
}

/// Why a player cannot play with such clues.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MisreadClues {
    /// There is no such player.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// It would take bounds for numbers of mines.
    #[error("{name} takes every number for the mines around it; bounds are read by {}", readers.join(", "))]
    Bounds {
        /// The player.
        name: &'static str,
        /// Those that read bounds, with the option that makes them.
        readers: Vec<String>,
    },
}

/// Refuses a player that would misread such clues.
///
/// # Errors
/// The players that read them.
pub fn reads(text: &str, clues: Clues) -> Result<(), MisreadClues> {
    let Spec { row, chosen } = parse(text)?;
    if !matches!(clues, Clues::AtMost | Clues::AtLeast) || (row.bounds)(&chosen) {
        return Ok(());
    }
    let reads = |text: &String| parse(text).is_ok_and(|spec| (spec.row.bounds)(&spec.chosen));
    let with = |row: &'static PlayerSpec| {
        let options = row.options.iter().filter_map(|o| Some((o.name, o.values.words()?)));
        let settings = options.flat_map(|(option, words)| words.iter().map(move |word| (option, word)));
        settings.map(|(option, word)| with_option(row.name, option, word))
    };
    let (plain, others): (Vec<_>, Vec<_>) = PLAYERS.iter().partition(|row| reads(&row.name.to_string()));
    let plain = plain.into_iter().map(|row| row.name.to_string());
    let readers = plain.chain(others.into_iter().flat_map(with).filter(reads)).collect();
    Err(MisreadClues::Bounds { name: row.name, readers })
}

/// `lookahead` with a budget, in nodes; None for other players, whose budgets have other units.
///
/// # Errors
/// As [`parse`].
pub fn with_budget(text: &str, nodes: u64) -> Result<Option<String>, SpecError> {
    let is_own = parse(text)?.row.name == lookahead::PLAYER.name;
    Ok(is_own.then(|| with_option(text, "budget", &nodes.to_string())))
}

/// A player with a density; None for those that infer none. One that names its own density keeps it.
///
/// # Errors
/// As [`parse`].
pub fn with_density(text: &str, density: &str) -> Result<Option<String>, SpecError> {
    let Spec { row, chosen } = parse(text)?;
    Ok(match row.options.iter().any(|option| option.name == DENSITY.name) {
        false => None,
        true if chosen.is_given(DENSITY.name) => Some(text.into()),
        true => Some(with_option(text, DENSITY.name, density)),
    })
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::board::{Board, Cell};
    use crate::play::tracker::Neighbours;
    use crate::play::{Move, Player, PlayerSetup, View};
    use crate::rng::Rng;

    /// A new player for boards of this size.
    pub fn player(text: &str, board: &Board, seed: u64) -> Box<dyn Player> {
        let (grid, clues) = (board.grid(), Clues::Exact);
        let around = std::sync::Arc::new(Neighbours::new(grid));
        maker(text).unwrap()(PlayerSetup { grid, around, clues, rng: Rng::new(seed) })
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
            let why = maker(&format!("csp:engine={engine}")).err().unwrap().to_string();
            assert!(why.contains("cannot guess"), "{why}");
        }
        for engine in ["frontier", "backtrack:naive", "search", "brute", "sat"] {
            assert!(maker(&format!("csp:engine={engine}")).is_ok(), "{engine}");
        }
    }
}
