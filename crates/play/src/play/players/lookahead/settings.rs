//! Options of `lookahead`.

use super::PLAYER;
use crate::spec::{Chosen, Spec, SpecError};

/// Which methods it uses before a guess, and how much of each.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Most work of a move, in nodes of the tree of all games; other work is weighted by its time.
    pub budget: u64,
    /// Most models for the tree of all games.
    pub models: u64,
    /// Whether an isolated part of the position is played first, by the tree of its games alone.
    pub isolated: bool,
    /// Whether the next click is examined.
    pub next: bool,
    /// Whether possible 50/50s are examined.
    pub risk: bool,
    /// Whether cells that show the same number whenever they are safe are left out, and clicks without information
    /// count half.
    pub dead: bool,
    /// Whether a cell gives way to a safer one that is certain whenever the cell is safe: one guess in 450 (by games
    /// played out, `results/play/changes/dominated-cells.md`).
    pub dominated: bool,
    /// Whether fitted values decide between cells of nearly the best score.
    pub fit: bool,
    /// Whether cells of nearly the best fitted value are examined further.
    pub close: bool,
    /// Late in the game, models of a sample in which cells of nearly the best fitted value are played to the end by
    /// best play, if at most 128 cells are unknown; 0 for none.
    pub sample: u64,
    /// In the middle of the game, most games played out from each cell of nearly the best fitted value; 0 for none.
    pub games: u64,
    /// Late is where the natural logarithm of the number of models is at most this.
    pub late: u64,
}

/// The recommended settings.
pub const RECOMMENDED: Settings = Settings::within(200_000);

/// The player of games that are played out: by scores alone. Larger trees win as much within the noise and are slower.
pub const PLAYS_ON: Settings = Settings { models: 60, fit: false, sample: 0, games: 0, ..RECOMMENDED };

/// More take gigabytes.
const MOST_MODELS: u64 = 1_000_000;

/// A smaller sample has too little information.
const LEAST_SAMPLE: u64 = 500;

impl Settings {
    /// Every method, each as large as nearly always fits into this many nodes per move: a tree seldom takes more than
    /// ten nodes per model.
    pub const fn within(budget: u64) -> Settings {
        let models = if budget / 20 < MOST_MODELS { budget / 20 } else { MOST_MODELS };
        let sample = models / 2;
        Settings {
            budget,
            models,
            isolated: true,
            next: true,
            risk: true,
            dead: true,
            dominated: true,
            fit: true,
            close: true,
            sample: if sample < LEAST_SAMPLE { 0 } else { sample },
            games: budget / 1560,
            late: 30,
        }
    }

    /// Those of `lookahead` or `lookahead:option=value,...`.
    ///
    /// # Errors
    /// What is wrong.
    pub fn of(player: &str) -> Result<Settings, SpecError> {
        Spec::parse(std::iter::once(&PLAYER), player).map(|spec| Settings::chosen(&spec.chosen))
    }

    pub(super) fn chosen(chosen: &Chosen) -> Settings {
        let within = Settings::within(chosen.number("budget"));
        Settings {
            models: chosen.number_or("models", within.models),
            isolated: chosen.is_on("isolated"),
            next: chosen.is_on("next"),
            risk: chosen.is_on("risk"),
            dead: chosen.is_on("dead"),
            dominated: chosen.is_on("dominated"),
            fit: chosen.is_on("fit"),
            close: chosen.is_on("close"),
            sample: chosen.number_or("sample", within.sample),
            games: chosen.number_or("games", within.games),
            late: chosen.number("late"),
            ..within
        }
    }
}

/// The defaults for the budget.
pub(super) const AUTO: &str = "auto";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_told_goes_by_the_budget() {
        assert_eq!(Settings::of("lookahead"), Ok(RECOMMENDED));
        let small = Settings::of("lookahead:budget=20000,games=7").unwrap();
        assert_eq!(small, Settings { games: 7, ..Settings::within(20_000) });
        assert_eq!((small.models, small.sample), (1000, 500));
        assert_eq!(Settings::of("lookahead:budget=2000").unwrap().sample, 0);
        assert!(Settings::of("lookahead:models=few").unwrap_err().to_string().contains("\"few\""));
        assert!(Settings::of("pseq").unwrap_err().to_string().contains("there are lookahead"));
    }
}
